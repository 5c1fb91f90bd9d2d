/** The sentences of explanations: what was seen, in words.

`motif_sentence/9` puts the evidence of a motif into a sentence, and tells the squares and arrows that a
picture of it has.
*/

:- module(explain_words, [verdict//4, only_move//2, only_legal_move/2, claimable//2, worth_reporting/1, motif_sentence/9,
                          threat_words//3, weak_point/3, side//1, chars//1]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess_geometry)).
:- use_module(library(chess_motifs)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_pawns)).
:- use_module(library(chess_state), [king_square/3, piece_at/4, turn/2]).
:- use_module(library(winning_lines)).

chars([]) --> [].
chars([C|Cs]) --> [C], chars(Cs).

% --- What a move wins.

% verdict(+Gain, +Pos, +San, +Line): what the move San, the first of Line, comes to in Pos.
verdict(mate(1), _, San, _) --> !, chars(San), " is checkmate.".
verdict(_, Pos, San, [Move|_]) --> { over(Move, Pos, Why) }, !, chars(San), " ends the game in a draw: ", chars(Why), ".".
verdict(mate(N), Pos, San, Line) --> !,
    chars(San), " forces checkmate in ", number(N), " moves: ", line(Line, Pos), ".".
verdict(mated(N), Pos, San, Line) --> !,
    chars(San), " allows checkmate in ", number(N), moves(N), ": ", line(Line, Pos), ".".
verdict(draw, Pos, San, Line) --> !, chars(San), " saves at least a draw: ", line(Line, Pos), ".".
verdict(lets_draw, Pos, San, Line) --> !,
    { turn(Side, Pos), other_side(Side, Other) },
    chars(San), " lets ", side(Other), " save at least a draw: ", line(Line, Pos), ".".
verdict(centipawns(C), Pos, San, Line) --> { worth_reporting(C) }, !,
    chars(San), " wins ", material(C), ": ", line(Line, Pos), ".".
verdict(centipawns(C), Pos, San, Line) --> { D is -C, worth_reporting(D) }, !,
    chars(San), " gives up ", material(D), ", and no win for it was found: ", line(Line, Pos), ".".
verdict(_, Pos, San, Line) --> "No win by force was found after ", chars(San), ".", keeping(Line, Pos).

% A single move is no line.
keeping([_], _) --> !.
keeping(Line, Pos) --> " A line that keeps the material: ", line(Line, Pos), ".".

line(Line, Pos) --> { line_san(Pos, Line, Text) }, chars(Text).

%! worth_telling(+Centipawns) is semidet.
%
% True iff so much is worth a word: a pawn, all but what better squares may cost.

worth_reporting(Centipawns) :- Centipawns >= 80.

% over(+Move, +Pos, -Why): the game is drawn after Move.
over(Move, Pos, Why) :-
    after(Move, Pos, After),
    drawn(Reason, Why),
    draw_reason(Reason, After),
    !.

drawn(stalemate, "it is stalemate").
drawn(insufficient_material, "neither side can mate").
drawn(seventyfive_moves, "seventy-five moves of each side without a capture or a pawn move").

after(Move, Pos, After) :- make_move(Move, Pos, After), !.

%! only_move(+San, +Pos) is det.
%
% Describes, before the verdict on San, that there is no other move.

only_move(San, Pos) --> { only_legal_move(Pos, _) }, !, chars(San), " is the only legal move. ".
only_move(_, _) --> [].

%! only_legal_move(+Pos, -Move) is semidet.
%
% True iff Move is the only legal move in Pos.

only_legal_move(Pos, move(From,To,Promotion)) :-
    findall(move(F,T,P), legal_move(F, T, P, Pos), [move(From,To,Promotion)]).

%! claimable(+Move, +Pos) is det.
%
% Describes, after the verdict on Move, that a draw can be claimed then.

claimable(Move, Pos) -->
    { after(Move, Pos, After), draw_reason(fifty_moves, After), \+ over(Move, Pos, _) },
    !,
    " A draw can be claimed: fifty moves of each side without a capture or a pawn move.".
claimable(_, _) --> [].

moves(1) --> !, " move".
moves(_) --> " moves".

material(C) --> { P is (C + 50) // 100 }, material_(P).

material_(1) --> !, "a pawn".
material_(P) --> "material worth ", number(P), " pawns".

number(N) --> { number_chars(N, Cs) }, chars(Cs).

threat_words(mate(1), Side, San) --> !, side(Side), " threatens mate: ", chars(San), ".".
threat_words(mate(N), Side, San) --> !,
    side(Side), " threatens mate in ", number(N), " moves: ", chars(San), ".".
threat_words(draw, Side, San) --> !, side(Side), " threatens to save at least a draw with ", chars(San), ".".
threat_words(centipawns(C), Side, San) -->
    side(Side), " threatens ", chars(San), ", which wins ", material(C), ".".

side(white) --> "White".
side(black) --> "Black".

% --- Motifs.

%! motif_sentence(+Motif, +Pos, +Main, +Line, +Ply, +Evidence, -Sentence, -Squares, -Arrows) is det.
%
% Sentence tells what is seen at the move Ply of Line, where Main is the line of best play. Squares are
% those that matter; Arrows are terms `From-To` or moves.

motif_sentence(Motif, Pos, Main, Line, Ply, Evidence, Sentence, Squares, Arrows) :-
    prefix(Ply, Line, Prefix),
    position_after(Prefix, Pos, Before, After),
    turn(Side, Before),
    (   picture(Evidence, Squares, Arrows) -> true ; Squares = [], Arrows = [] ),
    (   Ply =:= 1, Line \== Main, Line = [A,B|_] -> Told = [A,B] ; Told = Prefix ),
    phrase(( name(Motif), ": ", when(Told, Pos), words(Evidence, Before, After, Side), "." ),
           Sentence).

prefix(0, _, []) :- !.
prefix(N0, [M|Ms], [M|Ps]) :- N is N0 - 1, prefix(N, Ms, Ps).

position_after([Move], Pos, Pos, After) :- !, make_move(Move, Pos, After), !.
position_after([Move|Moves], Pos, Before, After) :-
    make_move(Move, Pos, Next),
    !,
    position_after(Moves, Next, Before, After).

when([_], _) --> !.
when(Moves, Pos) --> "after ", { line_san(Pos, Moves, Text) }, chars(Text), ", ".

name(Motif) --> { name_words(Motif, Words) }, chars(Words).

name_words(mate_in_1, "Checkmate").
name_words(mate_in_2, "Mate in two").
name_words(mate_in_3, "Mate in three").
name_words(mate_in_4, "Mate in four").
name_words(mate_in_5, "Mate in five").
name_words(long_mate, "Checkmate").
name_words(back_rank_mate, "Back-rank mate").
name_words(smothered_mate, "Smothered mate").
name_words(double_check, "Double check").
name_words(discovered_check, "Discovered check").
name_words(discovered_attack, "Discovered attack").
name_words(fork, "Fork").
name_words(skewer, "Skewer").
name_words(pin, "Pin").
name_words(xray, "X-ray").
name_words(hanging_piece, "Hanging piece").
name_words(trapped_piece, "Trapped piece").
name_words(removing_the_defender, "Removing the defender").
name_words(deflection, "Deflection").
name_words(attraction, "Attraction").
name_words(interference, "Interference").
name_words(intermezzo, "Intermezzo").
name_words(promotion, "Promotion").
name_words(underpromotion, "Underpromotion").
name_words(sacrifice, "Sacrifice").

words(mate(King), _, After, _) -->
    the(King, After), " is attacked and has no way out".
words(back_rank_mate(King,Checker), _, After, _) -->
    the(Checker, After), " attacks along the rank, and ", the(King, After),
    " is shut in by its own pieces".
words(smothered_mate(King,Checker), _, After, _) -->
    the(Checker, After), " gives check, and ", the(King, After), " is walled in by its own pieces".
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
    the(Pinned, After), " is pinned to its king by ", the(By, After), " and cannot run".
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
words(trapped_piece(Square), _, After, _) -->
    the(Square, After), " is attacked and has no safe square".
words(removing_the_defender(Defender,Target), Before, _, _) -->
    the(Defender, Before), ", which is captured, defended ", the(Target, Before).
words(deflection(Guard,Target), _, After, _) -->
    the(Guard, After), " has to give up the guard of ", square(Target).
words(attraction(Square,Piece), _, _, _) -->
    "the ", role(Piece), " is drawn to ", square(Square), ", where it is attacked".
words(interference(Block,Slider,Target), Before, _, _) -->
    "the piece that goes to ", square(Block), " cuts off ", the(Slider, Before), " from ",
    the(Target, Before), ", which it defended".
words(intermezzo(_,Target), Before, _, Side) -->
    "before ", side(Side), " takes ", the(Target, Before), ", the opponent has to answer a check".
words(promotion(To,Promotion), _, _, _) -->
    "the pawn becomes a ", role(Promotion), " on ", square(To).
words(promotion_threat(Square), _, After, _) -->
    the(Square, After), " is one step from promotion, and to stop it costs material".
words(sacrifice(Points), _, _, Side) -->
    side(Side), " gives up material worth ", number(Points), " pawns".

% What a picture shows of it.
picture(fork(By,Targets), Targets, Arrows) :- findall(By-T, member(T, Targets), Arrows).
picture(mate(King), [King], []).
picture(back_rank_mate(King,Checker), [King], [Checker-King]).
picture(smothered_mate(King,Checker), [King], [Checker-King]).
picture(double_check(King,[A,B]), [King], [A-King,B-King]).
picture(discovered_check(King,Checker,_), [King], [Checker-King]).
picture(discovered_attack(_,Slider,Target), [Target], [Slider-Target]).
picture(skewer(By,Front,Target), [Front,Target], [By-Target]).
picture(pin(Pinned,By,_), [Pinned], [By-Pinned]).
picture(relative_pin(Pinned,By,Behind), [Pinned,Behind], [By-Pinned]).
picture(xray(By,_,Square), [Square], [By-Square]).
picture(hanging_piece(Square,_), [Square], []).
picture(trapped_piece(Square), [Square], []).
picture(removing_the_defender(Defender,Target), [Defender,Target], [Defender-Target]).
picture(deflection(Guard,Target), [Guard,Target], [Guard-Target]).
picture(attraction(Square,_), [Square], []).
picture(interference(Block,Slider,Target), [Block,Target], [Slider-Target]).
picture(intermezzo(_,Target), [Target], []).
picture(promotion(To,_), [To], []).
picture(promotion_threat(Square), [Square], []).

the(Square, Pos) --> { piece_at(Square, Pos, _, Piece) }, !,
    "the ", role(Piece), " on ", square(Square).
the(Square, _) --> "the piece on ", square(Square).

all([S], Pos) --> !, the(S, Pos).
all([S,T], Pos) --> !, the(S, Pos), " and ", the(T, Pos).
all([S|Ss], Pos) --> the(S, Pos), ", ", all(Ss, Pos).

role(Piece) --> { atom_chars(Piece, Cs) }, chars(Cs).

square(Square) --> { atom_chars(Square, Cs) }, chars(Cs).

% --- Weak points of a position.

%! weak_point(+Pos, -Sentence, -Squares) is nondet.
%
% Sentence tells of one weak point of either side in Pos, at Squares.

weak_point(Pos, Sentence, Squares) :-
    weak(Pos, Words, Squares),
    phrase(( weak_words(Words, Pos), "." ), Sentence).

weak(Pos, check(Side), [King]) :- in_check(Side, Pos), king_square(Side, King, Pos).
weak(Pos, hanging(Square), [Square]) :- hanging(Pos, Square).
weak(Pos, en_prise(Square,Loss), [Square]) :- en_prise(Pos, Square, Loss), \+ hanging(Pos, Square).
weak(Pos, trapped(Square), [Square]) :- trapped(Pos, Square).
weak(Pos, absolute_pin(Square,By), [Square]) :- absolute_pin(Pos, Square, By, _).
weak(Pos, fork(By,A,B), [By,A,B]) :- fork(Pos, By, A, B).
weak(Pos, skewer(By,A,B), [By,A,B]) :- skewer(Pos, By, A, B).
weak(Pos, relative_pin(Square,By,Behind), [Square]) :-
    relative_pin(Pos, Square, By, Behind),
    % A pawn on its file goes on along it.
    \+ ( piece_at(Square, Pos, _, pawn), to_coords(Square, _, File), to_coords(By, _, File) ).
weak(Pos, overloaded(Square,A,B), [Square,A,B]) :- overloaded(Pos, Square, A, B).
weak(Pos, discovered_check(Square,Slider), [Square,Slider]) :- discovered_check(Pos, Square, Slider, _).
weak(Pos, discovered_attack(Square,Slider,Target), [Square,Slider,Target]) :-
    discovered_attack(Pos, Square, Slider, Target).
weak(Pos, back_rank_weak(Side), [King]) :- back_rank_weak(Pos, Side), king_square(Side, King, Pos).
weak(Pos, passed_pawn(Square), [Square]) :- passed_pawn(Square, Pos).

weak_words(check(Side), _) --> side(Side), " is in check".
weak_words(hanging(Square), Pos) --> the_sides(Square, Pos), " is attacked and not defended".
weak_words(en_prise(Square,Loss), Pos) -->
    the_sides(Square, Pos), " can be captured with profit: the exchange wins ", material_(Loss).
weak_words(trapped(Square), Pos) --> the_sides(Square, Pos), " is trapped: it has no safe square".
weak_words(fork(By,A,B), Pos) -->
    the_sides(By, Pos), " forks ", the(A, Pos), " and ", the(B, Pos).
weak_words(skewer(By,A,B), Pos) -->
    the_sides(By, Pos), " skewers ", the(A, Pos), " and ", the(B, Pos), " behind it".
weak_words(absolute_pin(Square,By), Pos) -->
    the_sides(Square, Pos), " is pinned to its king by ", the(By, Pos).
weak_words(relative_pin(Square,By,Behind), Pos) -->
    the_sides(Square, Pos), " is pinned by ", the(By, Pos), ": behind it stands ", the(Behind, Pos).
weak_words(overloaded(Square,A,B), Pos) -->
    the_sides(Square, Pos), " is overloaded: it alone defends ", the(A, Pos), " and ", the(B, Pos).
weak_words(discovered_check(Square,Slider), Pos) -->
    the_sides(Square, Pos), " can give discovered check: behind it stands ", the(Slider, Pos).
weak_words(discovered_attack(Square,Slider,Target), Pos) -->
    the_sides(Square, Pos), " can move and uncover an attack by ", the(Slider, Pos), " on ",
    the(Target, Pos).
weak_words(back_rank_weak(Side), _) --> side(Side), "'s back rank is weak".
weak_words(passed_pawn(Square), Pos) --> the_sides(Square, Pos), " is passed".

the_sides(Square, Pos) -->
    { piece_at(Square, Pos, Side, Piece) },
    !,
    side(Side), "'s ", role(Piece), " on ", square(Square).
