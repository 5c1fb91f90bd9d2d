/** Motifs in the words of explanations: the evidence of each as a sentence, and what a picture of it shows.
*/

:- module(explain_motifs, [motif_sentence/9]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess_attack)).
:- use_module(library(chess_geometry)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_state), [piece_at/4, turn/2]).
:- use_module(library(motif_names), [motif/3]).
:- use_module(library(motif_steps), [points/3, worth/2, steps/3, ours/4]).
:- use_module(library(explain_words)).
:- use_module(library(explain_material), [given_up//3]).

%! motif_sentence(+Motif, +Pos, +Main, +Line, +Ply, +Evidence, -Sentence, -Squares, -Arrows) is det.
%
% Sentence tells what is seen at the move Ply of Line, where Main is the line of best play. Squares are
% those that matter; Arrows are terms `From-To` or moves.

motif_sentence(Motif, Pos, Main, Line, Ply, Evidence, Sentence, Squares, Arrows) :-
    prefix(Ply, Line, Prefix),
    position_after(Prefix, Pos, Before, After),
    turn(Side, Before),
    (   picture(Evidence, Squares, Arrows) -> true ; Squares = [], Arrows = [] ),
    (   Line \== Main, Line = [A,B|_] -> ( Ply =:= 1 -> Told = [A,B] ; Told = Prefix ), phrase(( " (", line(Told, Pos), ")" ), When)
    ;   Ply =:= 1 -> When = []
    ;   last(Prefix, Move), phrase(( " (", line([Move], Before), ")" ), When)
    ),
    phrase(( title(Motif, Evidence, Before, Side), chars(When), ": ", words(Evidence, Before, After, Side),
             prepared(Evidence, Line, Ply, Pos), given_up(Evidence, Main, Line, Ply, Pos), "." ), Sentence).

% title(+Motif, +Evidence, +Before, +Side): who is behind by half of what he takes or more may just take back; what was
% played before nobody knows.
title(hanging_piece, hanging_piece(_,Piece), Before, Side) -->
    { points(Side, Before, Points), worth(Piece, Worth), 2 * Points =< -Worth },
    !,
    "Winning back".
title(Motif, _, _, _) --> name(Motif).

% prepared(+Evidence, +Line, +Ply, +Pos): what a quiet move at Ply is made for.
prepared(quiet_move(_), Line, Ply, Pos) -->
    { steps(Line, Pos, Steps), ours(Steps, 1, Suffix, Next), Next > Ply,
      Suffix = [step(Before,move(From,To,Promotion),_,_)|_],
      once(( capture(From, To, Before) ; gives_check(From, To, Before) ; Promotion \== none )) },
    !,
    ", but prepares ", line([move(From,To,Promotion)], Before).
prepared(_, _, _, _) --> [].

% given_up(+Evidence, +Main, +Line, +Ply, +Pos): what has gone for what after the next move of who sacrifices, and why it is not to be
% taken: what is best play has been told.
given_up(sacrifice(Points), Main, Line, Ply, Pos) -->
    !,
    { Taken is Ply + 1, Then is Ply + 2, prefix(Then, Line, Prefix), C is -100 * Points },
    given_up(Prefix, Pos, C),
    mating(Main, Line, Taken, Pos).
given_up(_, _, _, _, _) --> [].

mating(Main, Line, Taken, Pos) -->
    { Line \== Main, prefix(Taken, Line, Prefix), foldl(made, Prefix, Pos, After),
      winning_lines:proved(quick, explain/3, After, _, [Mate|_], mate(_)) },
    !,
    ", and mates if it is taken: ", line(Mate, After).
mating(_, _, _, _) --> [].

made(Move, Pos, After) :- make_move(Move, Pos, After), !.

last([X], X) :- !.
last([_|Xs], X) :- last(Xs, X).

prefix(0, _, []) :- !.
prefix(N0, [M|Ms], [M|Ps]) :- N is N0 - 1, prefix(N, Ms, Ps).

position_after([Move], Pos, Pos, After) :- !, make_move(Move, Pos, After), !.
position_after([Move|Moves], Pos, Before, After) :-
    make_move(Move, Pos, Next),
    !,
    position_after(Moves, Next, Before, After).

name(Motif) --> { motif(Motif, Name, _) }, chars(Name).

words(mate(King), _, After, _) -->
    the(King, After), " is attacked and has no way out".
words(back_rank_mate(King,Checker), _, After, _) -->
    the(Checker, After), " attacks along the rank, and ", the(King, After),
    " is shut in by its own pieces".
words(smothered_mate(King,Checker), _, After, _) -->
    the(Checker, After), " gives check, and ", the(King, After), " is walled in by its own pieces".
words(perpetual_check(King), _, After, _) -->
    the(King, After), " finds no way out of the checks that does not lead back".
words(stalemate(King), _, After, _) -->
    the(King, After), " is not attacked, and nothing can move".
words(double_check(King,[A,B]), _, After, _) -->
    the(A, After), " and ", the(B, After), " both give check, so that ", the(King, After),
    " has to move".
words(discovered_check(King,Checker,From), Before, After, _) -->
    the(From, Before), " moves away and opens the line from ", the(Checker, After), " to ",
    the(King, After).
words(discovered_attack(From,Slider,Target), Before, After, _) -->
    the(From, Before), " moves away and opens the line from ", the(Slider, After), " to ",
    the(Target, After).
words(fork(By,Targets), _, After, _) -->
    the(By, After), " attacks ", all(Targets, After), " at once".
words(skewer(By,Front,Target), _, After, _) -->
    the(Front, After), " has to leave the line of ", the(By, After), ", and ", the(Target, After),
    " behind it falls".
words(pin(Pinned,By,Pinned), _, After, _) --> !,
    the(Pinned, After), " is pinned to its king by ", the(By, After),
    (   { piece_at(Pinned, After, _, pawn) } -> " and falls"
    ;   { attacks(Pinned, By, After) } -> " and can only take it"
    ;   " and cannot run"
    ).
words(pin(Pinned,By,Saved), _, After, _) -->
    the(Pinned, After), " is pinned to its king by ", the(By, After), " and cannot take ",
    the(Saved, After).
words(relative_pin(Pinned,By,Behind), _, After, _) -->
    the(Pinned, After), " is pinned by ", the(By, After), ", since ", the(Behind, After),
    " stands behind it".
words(xray(By,Through,Square), Before, _, _) -->
    the(By, Before), " looks through ", the(Through, Before), " and takes on ", square(Square),
    " last".
words(hanging_piece(Square,_), Before, _, _) --> "nothing defends ", the(Square, Before).
words(winning_capture(Square,undefended), Before, _, _) --> "nothing defends ", the(Square, Before).
words(winning_capture(Square,safe), _, _, _) --> "nothing can take back on ", square(Square).
words(winning_capture(Square,exchange), _, _, _) -->
    "what is taken on ", square(Square), " is worth more than what can be taken back".
words(winning_capture(Square,not_taken_back), _, _, _) --> "to take back on ", square(Square), " would cost more".
words(liquidation(Square,Target), Before, _, _) -->
    "the exchange on ", square(Square), " comes first, then ", the(Target, Before), " falls".
words(double_attack(By,Target), _, After, _) --> the(By, After), " gives check and attacks ", the(Target, After).
words(double_threat(Threat,Other), _, After, _) --> threatens(Threat, After), " and ", threatens(Other, After).
words(mate_threat(Mate), _, After, _) -->
    { null_move(After, Passed), move_san(Mate, San, Passed) },
    chars(San), " is threatened".
words(king_march(Square), Before, _, _) --> "the king goes to take ", the(Square, Before).
words(trapped_piece(Square), _, After, _) -->
    the(Square, After), " is attacked and has no safe square".
words(removing_the_defender(Defender,Target), Before, _, _) -->
    the(Defender, Before), ", which is captured, defended ", the(Target, Before).
words(driving_away(Guard,Target), _, After, _) -->
    the(Guard, After), " is attacked, and leaves ", the(Target, After), ", which it guards".
words(deflection(Guard,Target), _, After, _) -->
    the(Guard, After), " is drawn away, and no longer guards ", square(Target).
words(attraction(Square,Piece), _, _, _) -->
    "the ", role(Piece), " is drawn to ", square(Square), ", where it is attacked".
words(interference(Block,Slider,Target), Before, _, _) -->
    "the piece that goes to ", square(Block), " cuts off ", the(Slider, Before), " from ",
    the(Target, Before), ", which it defended".
words(intermezzo(_,Target), Before, _, Side) -->
    "before ", side(Side), " takes ", the(Target, Before), " there is a check, which has to be answered".
words(promotion(To,Promotion), _, _, _) -->
    "the pawn becomes a ", role(Promotion), " on ", square(To).
words(promotion_threat(Square), _, After, _) -->
    the(Square, After), " is one step from promotion, and has to be stopped".
words(anastasia_mate(King,By,Knight), _, After, _) -->
    the(By, After), " mates along the edge, and ", the(Knight, After), " guards the squares beside ", the(King, After).
words(arabian_mate(_,Rook,Knight), _, After, _) -->
    the(Rook, After), " mates in the corner, guarded by ", the(Knight, After).
words(hook_mate(_,Rook,Knight), _, After, _) -->
    the(Rook, After), " mates, guarded by ", the(Knight, After), ", which a pawn guards".
words(dovetail_mate(King,Queen), _, After, _) -->
    the(Queen, After), " mates, and ", the(King, After), " has its own pieces on its only ways out".
words(boden_mate(King,A,B), _, After, _) -->
    the(A, After), " and ", the(B, After), " take all squares from ", the(King, After), " on crossing diagonals".
words(double_bishop_mate(King,A,B), _, After, _) -->
    the(A, After), " and ", the(B, After), " take all squares from ", the(King, After), " side by side".
words(advanced_pawn(Square), _, After, _) --> the(Square, After), " is passed and close to promotion".
words(clearance(From,Slider,Goal), Before, After, _) -->
    the(From, Before), " makes way for ", the(Slider, After), ", which goes ",
    ( { Goal == From } -> "there" ; "to ", square(Goal) ).
words(exposed_king(King), _, _, Side) -->
    { other_side(Side, Other) },
    side(Other), "'s king, on ", square(King), " at first, has no pawn before it or beside it".
words(attacking_f2_f7(Square,King), Before, After, _) -->
    "the capture on ", square(Square), " opens the way to ", the(King, After), ", which guarded ", the(Square, Before).
words(quiet_move(Square), _, After, _) -->
    the(Square, After), " takes nothing and gives no check".
words(defensive_move(_,Threat), _, _, Side) --> { other_side(Side, Other) }, "otherwise ", threat(Threat, Other).
words(zugzwang(Side), _, _, _) --> side(Side), " has to move, and would rather pass".
words(sacrifice(_), _, _, Side) --> side(Side).

threatens(mate, _) --> "mate is threatened".
threatens(promotion(Square), _) --> "a promotion on ", square(Square), " is threatened".
threatens(capture(Square,_), After) --> the(Square, After), " is attacked".

threat(mate, Other) --> side(Other), " would mate at once".
threat(promotion(Square), Other) --> side(Other), " would promote on ", square(Square).
threat(capture(Square,_), _) --> "the exchange on ", square(Square), " would cost material".

% What a picture shows of it.
picture(fork(By,Targets), Targets, Arrows) :- findall(By-T, member(T, Targets), Arrows).
picture(mate(King), [King], []).
picture(back_rank_mate(King,Checker), [King], [Checker-King]).
picture(smothered_mate(King,Checker), [King], [Checker-King]).
picture(perpetual_check(King), [King], []).
picture(stalemate(King), [King], []).
picture(double_check(King,[A,B]), [King], [A-King,B-King]).
picture(discovered_check(King,Checker,_), [King], [Checker-King]).
picture(discovered_attack(_,Slider,Target), [Target], [Slider-Target]).
picture(skewer(By,Front,Target), [Front,Target], [By-Target]).
picture(pin(Pinned,By,_), [Pinned], [By-Pinned]).
picture(relative_pin(Pinned,By,Behind), [Pinned,Behind], [By-Pinned]).
picture(xray(By,_,Square), [Square], [By-Square]).
picture(hanging_piece(Square,_), [Square], []).
picture(winning_capture(Square,_), [Square], []).
picture(liquidation(Square,Target), [Square,Target], []).
picture(double_attack(By,Target), [Target], [By-Target]).
picture(double_threat(Threat,Other), Squares, []) :-
    findall(Square, ( member(T, [Threat,Other]), threat_square(T, Square) ), Squares).
picture(mate_threat(move(From,To,_)), [], [From-To]).
picture(king_march(Square), [Square], []).
picture(trapped_piece(Square), [Square], []).
picture(removing_the_defender(Defender,Target), [Defender,Target], [Defender-Target]).
picture(driving_away(Guard,Target), [Guard,Target], [Guard-Target]).
picture(deflection(Guard,Target), [Guard,Target], [Guard-Target]).
picture(attraction(Square,_), [Square], []).
picture(interference(Block,Slider,Target), [Block,Target], [Slider-Target]).
picture(intermezzo(_,Target), [Target], []).
picture(promotion(To,_), [To], []).
picture(promotion_threat(Square), [Square], []).
picture(anastasia_mate(King,By,_), [King], [By-King]).
picture(arabian_mate(King,By,Knight), [King], [By-King,Knight-By]).
picture(hook_mate(King,By,Knight), [King], [By-King,Knight-By]).
picture(dovetail_mate(King,By), [King], [By-King]).
picture(boden_mate(King,_,_), [King], []).
picture(double_bishop_mate(King,_,_), [King], []).
picture(advanced_pawn(Square), [Square], []).
picture(clearance(From,Slider,Goal), [From], [Slider-Goal]).
picture(exposed_king(King), [King], []).
picture(attacking_f2_f7(Square,King), [Square], [Square-King]).
picture(quiet_move(Square), [Square], []).
picture(defensive_move(Square,_), [Square], []).

threat_square(promotion(Square), Square).
threat_square(capture(Square,_), Square).
