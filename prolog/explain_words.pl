/** The sentences of explanations: what was seen, in words.

`motif_sentence/9` puts the evidence of a motif into a sentence, and tells the squares and arrows that a
picture of it has.
*/

:- module(explain_words, [verdict//4, only_move//2, only_legal_move/2, claimable//2, worth_reporting/1, motif_sentence/9,
                          threat_words//5, material_note//1, listed//1, weak_point/5, side//1, number//1, chars//1]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess_attack)).
:- use_module(library(chess_geometry)).
:- use_module(library(chess_motifs)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_pawns)).
:- use_module(library(chess_state), [king_square/3, material/3, piece_at/4, turn/2]).
:- use_module(library(motif_rules), [points/3]).
:- use_module(library(winning_lines)).

chars('$string'(Cs)) --> !, chars(Cs).
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
    chars(San), exchange(Line, Pos, C), ": ", line(Line, Pos), ".".
verdict(centipawns(C), Pos, San, Line) --> { D is -C, worth_reporting(D) }, !,
    chars(San), exchange(Line, Pos, C), unanswered(Line, Pos, C), ": ", line(Line, Pos), ".".
verdict(_, Pos, San, Line) --> "No win by force was found after ", chars(San), ".", keeping(Line, Pos).

% A single move is no line.
keeping([_], _) --> !.
keeping(Line, Pos) --> { material_won(Line, Pos, 0) }, !, " A line that keeps the material: ", line(Line, Pos), ".".
keeping(Line, Pos) --> " It", exchange(Line, Pos, 0), ": ", line(Line, Pos), ".".

% That nothing was found for what is given up.
unanswered(Line, Pos, C) --> { material_won(Line, Pos, C) }, !, ", and no compensation for it was found".
unanswered(_, _, _) --> [].

% exchange(+Line, +Pos, +Centipawns): what Line wins or gives up in material, and what it is worth, so many Centipawns, where
% one side has something else for the material.
exchange(Line, Pos, C) -->
    { material_won(Line, Pos, N), exchanged(Line, Pos, Won, Lost), turn(Side, Pos), other_side(Side, Other) },
    (   { worth_reporting(N) } -> " wins ", balance(Won, Lost, N), { Owner = Other }
    ;   { D is -N, worth_reporting(D) } -> " gives up ", balance(Lost, Won, D), { Owner = Side }
    ;   " keeps the material", { Owner = nobody }
    ),
    compensation(N, C, Owner).

% compensation(+Material, +Worth, +Owner): what Owner has for the material that he is short of.
compensation(N, N, _) --> !.
compensation(N, C, Owner) --> { N * (N - C) > 0 }, !,
    ", for which ", side(Owner), " has ",
    (   { abs(C) < 80 } -> "full compensation"
    ;   { N * C < 0 } -> "more than that: in all it ", all_worth(C)
    ;   "some compensation: in all it ", all_worth(C)
    ).
compensation(_, C, _) --> ", and with all that counts ", all_worth(C).

all_worth(C) --> { C < 0, !, D is -C }, "costs about ", some_pawns(D).
all_worth(C) --> "is worth about ", some_pawns(C).

some_pawns(C) --> { P is (C + 50) // 100, P > 1 }, !, count_word(P), " pawns".
some_pawns(_) --> "a pawn".

% material_won(+Line, +Pos, -Centipawns): what who is to move in Pos has more at the end of Line.
material_won(Line, Pos, C) :-
    turn(Side, Pos),
    points(Side, Pos, Before),
    foldl(after, Line, Pos, End),
    points(Side, End, Then),
    C is 100 * (Then - Before).

% The bishop takes a rook, and a knight and a pawn for it; White keeps two bishops.
?- P = "r4rk1/p2bqpp1/1ppp1n1p/8/2B1P3/4BQ2/PPP2PPP/3RR1K1 b - - 3 14",
   Line = [move(d7,g4,none),move(f3,f4,none),move(g4,d1,none),move(e1,d1,none),move(f6,e4,none)],
   findall(T, ( member(N, [300,100,0]), phrase(explain_words:exchange(Line, P, N), Cs), string_chars(T, Cs) ), Texts).
   P = "r4rk1/p2bqpp1/1ppp1n1p/8/2B1P3/4BQ2/PPP2PPP/3RR1K1 b - - 3 14",
   Line = [move(d7,g4,none),move(f3,f4,none),move(g4,d1,none),move(e1,d1,none),move(f6,e4,none)],
   Texts = [" wins the exchange and a pawn",
            " wins the exchange and a pawn, for which White has some compensation: in all it is worth about a pawn",
            " wins the exchange and a pawn, for which White has full compensation"].

% What is worth more than its material, and what is given up for something.
?- P = "3r2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1", Line = [move(d1,d8,none)],
   Q = "6k1/5ppp/8/8/8/8/3r1PPP/3Q2K1 b - - 0 1", Line2 = [move(g8,h8,none),move(d1,d2,none)],
   findall(T, ( member(c(L,Pos,N), [c(Line,P,700),c(Line2,Q,-300),c(Line2,Q,200)]),
                phrase(explain_words:exchange(L, Pos, N), Cs), string_chars(T, Cs) ), Texts).
   P = "3r2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1", Line = [move(d1,d8,none)],
   Q = "6k1/5ppp/8/8/8/8/3r1PPP/3Q2K1 b - - 0 1", Line2 = [move(g8,h8,none),move(d1,d2,none)],
   Texts = [" wins a rook, and with all that counts is worth about seven pawns",
            " gives up a rook, for which Black has some compensation: in all it costs about three pawns",
            " gives up a rook, for which Black has more than that: in all it is worth about two pawns"].

line(Line, Pos) --> { line_san(Pos, Line, Text) }, chars(Text).

%! worth_reporting(+Centipawns) is semidet.
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

pawns(1) --> !, "a pawn".
pawns(P) --> "material worth ", number(P), " pawns".

% exchanged(+Line, +Pos, -Won, -Lost): what who is to move in Pos wins and loses in Line, the better pieces first: roles, and
% `new(Role)` for what a pawn becomes, which is worth a pawn less than Role. What is the same on both sides is left out; a
% bishop is as good as a knight, and a new queen that is taken has cost the pawn.
exchanged(Line, Pos, Won, Lost) :-
    turn(Side, Pos),
    taken(Line, Pos, Side, [], Won0, Lost0),
    without_same(Won0, Lost0, Won1, Lost1),
    by_value(Won1, Won),
    by_value(Lost1, Lost).

% On the squares New stands what has been a pawn; who takes that has taken a pawn, too.
taken([], _, _, _, [], []).
taken([Move|Moves], Pos, Side, New, Won, Lost) :-
    turn(Mover, Pos),
    findall(What, taken_by(Move, Pos, New, What), Whats),
    (   Mover == Side -> append(Whats, Won1, Won), Lost = Lost1
    ;   append(Whats, Lost1, Lost), Won = Won1
    ),
    after(Move, Pos, After),
    Move = move(From,To,Promotion),
    findall(S, ( member(S, New), S \== From, S \== To ), Stay),
    ( ( Promotion \== none ; memberchk(From, New) ) -> New1 = [To|Stay] ; New1 = Stay ),
    taken(Moves, After, Side, New1, Won1, Lost1).

taken_by(move(From,To,_), Pos, New, What) :-
    capture(From, To, Pos),
    (   memberchk(To, New), piece_at(To, Pos, _, Role) -> ( What = new(Role) ; What = pawn )
    ;   piece_at(To, Pos, _, Role) -> What = Role
    ;   What = pawn
    ).
taken_by(move(_,_,Promotion), _, _, new(Promotion)) :- Promotion \== none.

without_same(Won, Lost, Won4, Lost4) :-
    without_same(Won, Lost, one, Won1, Lost1),
    without_same(Won1, Lost1, role, Won2, Lost2),
    without_same(Won2, Lost2, minor, Won3, Lost3),
    without_same(Won3, Lost3, one, Won4, Lost4).

without_same([], Lost, _, [], Lost).
without_same([W|Ws], Lost, How, Won, Rest) :-
    (   select(L, Lost, Lost1), alike(How, W, L) ->
        pawns_behind(W, L, Ws, Ws1),
        pawns_behind(L, W, Lost1, Lost2),
        without_same(Ws1, Lost2, How, Won, Rest)
    ;   Won = [W|Won1],
        without_same(Ws, Lost, How, Won1, Rest)
    ).

alike(one, W, W).
alike(role, W, L) :- role_of(W, R), role_of(L, R).
alike(minor, W, L) :- role_of(W, A), role_of(L, B), memberchk(A, [knight,bishop]), memberchk(B, [knight,bishop]).

% pawns_behind(+A, +B, +As, -Pawns): A is left out against B; if only B was a pawn, there is a pawn more on the side of A.
pawns_behind(A, B, As, Pawns) :-
    (   B = new(_), A \= new(_) -> Pawns = [pawn|As]
    ;   Pawns = As
    ).

role_of(new(Role), Role) :- !.
role_of(Role, Role).

by_value(Roles, Sorted) :-
    findall(Place-R, ( member(R, Roles), role_of(R, Role), once(nth0(Place, [queen,rook,bishop,knight,pawn], Role)) ), Pairs),
    keysort(Pairs, Ordered),
    findall(R, member(_-R, Ordered), Sorted).

% balance(+Won, +Lost, +Centipawns): what is more on one side, in words: the exchange, a queen for a rook, two pawns.
balance([], _, C) --> !, { P is (C + 50) // 100 }, pawns(P).
balance([rook|Won], [Minor], _) --> { memberchk(Minor, [knight,bishop]) }, !, pieces([exchange|Won]).
balance(Won, [], _) --> !, pieces(Won).
balance(Won, Lost, _) --> pieces(Won), " for ", pieces(Lost).

pieces(Roles) --> { groups(Roles, Groups) }, groups(Groups).

groups([], []).
groups([R|Rs], [R-N|Groups]) :- leading(Rs, R, 1, N, Rest), groups(Rest, Groups).

leading([R|Rs], R, N0, N, Rest) :- !, N1 is N0 + 1, leading(Rs, R, N1, N, Rest).
leading(Rs, _, N, N, Rs).

groups([G]) --> !, group(G).
groups([G,H]) --> !, group(G), " and ", group(H).
groups([G|Gs]) --> group(G), ", ", groups(Gs).

group(exchange-1) --> !, "the exchange".
group(new(Role)-1) --> !, "a new ", role(Role).
group(Role-1) --> !, "a ", role(Role).
group(new(Role)-N) --> !, count_word(N), " new ", role(Role), "s".
group(Role-N) --> count_word(N), " ", role(Role), "s".

count_word(N) --> { nth0(N, ["no","one","two","three","four","five","six","seven","eight"], Word) }, !, chars(Word).
count_word(N) --> number(N).

%! material_note(+Pos)// is semidet.
%
% Describes who has more material in Pos, and what; fails if none has.

material_note(Pos) -->
    { findall(R, owned(white, Pos, R), White),
      findall(R, owned(black, Pos, R), Black),
      without_same(White, Black, White1, Black1),
      material(white, A, Pos),
      material(black, B, Pos),
      A =\= B,
      (   A > B -> Side = white, More = White1, Less = Black1, C is 100 * (A - B)
      ;   Side = black, More = Black1, Less = White1, C is 100 * (B - A)
      ),
      by_value(More, Ups),
      by_value(Less, Downs) },
    side(Side), " is ahead by ", balance(Ups, Downs, C), ".".

owned(Side, Pos, Role) :- piece_at(_, Pos, Side, Role), Role \== king.

number(N) --> { number_chars(N, Cs) }, chars(Cs).

threat_words(mate(1), Side, San, _, _) --> !, side(Side), " threatens mate: ", chars(San), ".".
threat_words(mate(N), Side, San, _, _) --> !,
    side(Side), " threatens mate in ", number(N), " moves: ", chars(San), ".".
threat_words(draw, Side, San, _, _) --> !, side(Side), " threatens to save at least a draw with ", chars(San), ".".
threat_words(centipawns(C), Side, San, Line, Pos) -->
    side(Side), " threatens ", chars(San), ", which", exchange(Line, Pos, C), ".".

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
    (   Line \== Main, Line = [A,B|_] -> ( Ply =:= 1 -> Told = [A,B] ; Told = Prefix ), phrase(( " (", when(Told, Pos), ")" ), When)
    ;   Ply =:= 1 -> When = []
    ;   last(Prefix, Move), phrase(( " (", when([Move], Before), ")" ), When)
    ),
    phrase(( title(Motif, Evidence, Before, Side), chars(When), ": ", words(Evidence, Before, After, Side),
             prepared(Evidence, Line, Ply, Pos), "." ), Sentence).

% title(+Motif, +Evidence, +Before, +Side): who is behind by half of what he takes or more may just take back; what was
% played before nobody knows.
title(hanging_piece, hanging_piece(_,Piece), Before, Side) -->
    { points(Side, Before, Points), motif_rules:worth(Piece, Worth), 2 * Points =< -Worth },
    !,
    "Winning back".
title(Motif, _, _, _) --> name(Motif).

% prepared(+Evidence, +Line, +Ply, +Pos): what a quiet move at Ply is made for.
prepared(quiet_move(_), Line, Ply, Pos) -->
    { motif_rules:steps(Line, Pos, Steps), motif_rules:ours(Steps, 1, Suffix, Next), Next > Ply,
      Suffix = [step(Before,move(From,To,Promotion),_)|_],
      once(( capture(From, To, Before) ; gives_check(From, To, Before) ; Promotion \== none )) },
    !,
    ", but prepares ", when([move(From,To,Promotion)], Before).
prepared(_, _, _, _) --> [].

last([X], X) :- !.
last([_|Xs], X) :- last(Xs, X).

prefix(0, _, []) :- !.
prefix(N0, [M|Ms], [M|Ps]) :- N is N0 - 1, prefix(N, Ms, Ps).

position_after([Move], Pos, Pos, After) :- !, make_move(Move, Pos, After), !.
position_after([Move|Moves], Pos, Before, After) :-
    make_move(Move, Pos, Next),
    !,
    position_after(Moves, Next, Before, After).

when(Moves, Pos) --> { line_san(Pos, Moves, Text) }, chars(Text).

name(Motif) --> { name_words(Motif, Words) }, chars(Words).

name_words(mate_in_1, "Checkmate").
name_words(mate_in_2, "Mate in two").
name_words(mate_in_3, "Mate in three").
name_words(mate_in_4, "Mate in four").
name_words(mate_in_5, "Mate in five").
name_words(long_mate, "Checkmate").
name_words(anastasia_mate, "Anastasia's mate").
name_words(arabian_mate, "Arabian mate").
name_words(boden_mate, "Boden's mate").
name_words(double_bishop_mate, "Double-bishop mate").
name_words(dovetail_mate, "Dovetail mate").
name_words(hook_mate, "Hook mate").
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
name_words(winning_capture, "Winning capture").
name_words(liquidation, "Liquidation").
name_words(double_attack, "Double attack").
name_words(king_march, "King march").
name_words(trapped_piece, "Trapped piece").
name_words(removing_the_defender, "Removing the defender").
name_words(deflection, "Deflection").
name_words(attraction, "Attraction").
name_words(interference, "Interference").
name_words(intermezzo, "Intermezzo").
name_words(promotion, "Promotion").
name_words(underpromotion, "Underpromotion").
name_words(sacrifice, "Sacrifice").
name_words(advanced_pawn, "Advanced pawn").
name_words(clearance, "Clearance").
name_words(exposed_king, "Exposed king").
name_words(attacking_f2_f7, "Attack on f2 or f7").
name_words(quiet_move, "Quiet move").
name_words(defensive_move, "Defensive move").
name_words(zugzwang, "Zugzwang").

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
words(winning_capture(Square,exchange), _, _, _) -->
    "what is taken on ", square(Square), " is worth more than what can be taken back".
words(winning_capture(Square,not_taken_back), _, _, _) --> "to take back on ", square(Square), " would cost more".
words(liquidation(Square,Target), _, _, _) -->
    "the exchange on ", square(Square), " comes first, then something falls on ", square(Target).
words(double_attack(By,Target), _, After, _) --> the(By, After), " gives check and attacks ", the(Target, After).
words(king_march(Square), _, _, _) --> "the king goes to take on ", square(Square).
words(trapped_piece(Square), _, After, _) -->
    the(Square, After), " is attacked and has no safe square".
words(removing_the_defender(Defender,Target), Before, _, _) -->
    the(Defender, Before), ", which is captured, defended ", the(Target, Before).
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
    the(From, Before), " makes way on ", square(From), " for ", the(Slider, After), ", which goes to ", square(Goal).
words(exposed_king(King), _, _, Side) -->
    { other_side(Side, Other) },
    side(Other), "'s king, on ", square(King), " at first, has no pawn before or beside it".
words(attacking_f2_f7(Square,King), Before, After, _) -->
    "the capture on ", square(Square), " opens the way to ", the(King, After), ", which guarded ", the(Square, Before).
words(quiet_move(Square), _, After, _) -->
    the(Square, After), " takes nothing and gives no check".
words(defensive_move(_,Threat), _, _, Side) --> { other_side(Side, Other) }, "otherwise ", threat(Threat, Other).
words(zugzwang(Side), _, _, _) --> side(Side), " has to move, and would rather pass".
words(sacrifice(Points), _, _, Side) -->
    side(Side), " gives up material worth ", number(Points), " pawns".

threat(mate, Other) --> side(Other), " would mate at once".
threat(promotion(Square), Other) --> side(Other), " would promote on ", square(Square).
threat(capture(Square,_), _) --> "the exchange on ", square(Square), " would cost material".

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
picture(winning_capture(Square,_), [Square], []).
picture(liquidation(Square,Target), [Square,Target], []).
picture(double_attack(By,Target), [Target], [By-Target]).
picture(king_march(Square), [Square], []).
picture(trapped_piece(Square), [Square], []).
picture(removing_the_defender(Defender,Target), [Defender,Target], [Defender-Target]).
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

the(Square, Pos) --> { piece_at(Square, Pos, _, Piece) }, !,
    "the ", role(Piece), " on ", square(Square).
the(Square, _) --> "the piece on ", square(Square).

all([S], Pos) --> !, the(S, Pos).
all([S,T], Pos) --> !, the(S, Pos), " and ", the(T, Pos).
all([S|Ss], Pos) --> the(S, Pos), ", ", all(Ss, Pos).

role(Piece) --> { atom_chars(Piece, Cs) }, chars(Cs).

square(Square) --> { atom_chars(Square, Cs) }, chars(Cs).

% --- Weak points of a position.

%! weak_point(+Pos, +Taken, +Told, -Sentence, -Squares) is nondet.
%
% Sentence tells of one weak point of either side in Pos, at Squares. On Taken something can be captured with profit, as far
% as was searched: the captures there alone do not show that. What can be taken on Told has been told.

weak_point(Pos, Taken, Told, Sentence, Squares) :-
    weak(Pos, Words, Squares),
    \+ ( taken_on(Words, Square, Seen), ( memberchk(Square, Told) ; Seen == exchange, \+ memberchk(Square, Taken) ) ),
    phrase(( weak_words(Words, Pos), "." ), Sentence).

taken_on(hanging(Square), Square, board).
taken_on(en_prise(Square), Square, exchange).

weak(Pos, check(Side), [King]) :- in_check(Side, Pos), king_square(Side, King, Pos).
weak(Pos, hanging(Square), [Square]) :- hanging(Pos, Square).
weak(Pos, en_prise(Square), [Square]) :- en_prise(Pos, Square, _), \+ hanging(Pos, Square).
weak(Pos, trapped(Square), [Square]) :- trapped(Pos, Square).
weak(Pos, absolute_pin(Square,By), [Square]) :- absolute_pin(Pos, Square, By, _).
weak(Pos, fork(By,A,B), [By,A,B]) :- fork(Pos, By, A, B).
weak(Pos, skewer(By,A,B), [By,A,B]) :- skewer(Pos, By, A, B).
weak(Pos, relative_pin(Square,By,Behind), [Square]) :-
    relative_pin(Pos, Square, By, Behind),
    % A pawn on its file goes on along it.
    \+ ( piece_at(Square, Pos, _, pawn), to_coords(Square, _, File), to_coords(By, _, File) ),
    % Once the line is open, By takes first: a piece that looks back along it must be worth more, or hang.
    \+ ( looks_back(Behind, By, Pos), \+ motif_rules:dearer(Behind, By, Pos), \+ motif_rules:undefended(Behind, Pos) ).
weak(Pos, overloaded(Square,A,B), [Square,A,B]) :- overloaded(Pos, Square, A, B).
weak(Pos, discovered_check(Square,Slider), [Square,Slider]) :- discovered_check(Pos, Square, Slider, _).
weak(Pos, discovered_attack(Square,Slider,Target), [Square,Slider,Target]) :-
    discovered_attack(Pos, Square, Slider, Target),
    % A target that looks back along the line takes first.
    \+ ( looks_back(Target, Slider, Pos),
         \+ ( motif_rules:dearer(Target, Slider, Pos), \+ motif_rules:undefended(Slider, Pos) ) ).
weak(Pos, back_rank_weak(Side), [King]) :-
    back_rank_weak(Pos, Side),
    king_square(Side, King, Pos),
    back_rank_open(Side, King, Pos).
% Those two that are furthest on.
weak(Pos, passed_pawn(Square), [Square]) :-
    findall(Left-S, ( passed_pawn(S, Pos), steps_left(S, Pos, Left), Left < 6 ), Pairs),
    keysort(Pairs, Sorted),
    nth0(Place, Sorted, _-Square),
    Place < 2.

% steps_left(+Square, +Pos, -Left): how many ranks the pawn on Square is from its last.
steps_left(Square, Pos, Left) :-
    piece_at(Square, Pos, Side, pawn),
    to_coords(Square, Rank, _),
    ( Side == white -> Left is 8 - Rank ; Left is Rank - 1 ).

% looks_back(+A, +B, +Pos): the piece on A goes along the line on which B stands.
looks_back(A, B, Pos) :-
    piece_at(A, Pos, _, Piece),
    to_coords(A, RankA, FileA),
    to_coords(B, RankB, FileB),
    (   Piece == queen -> true
    ;   ( RankA =:= RankB ; FileA =:= FileB ) -> Piece == rook
    ;   Piece == bishop
    ).

% A rook or queen of the enemy can give check on the back rank, on a square with no more guards than attackers.
back_rank_open(Side, King, Pos) :-
    other_side(Side, Other),
    to_coords(King, Rank, _),
    piece_at(From, Pos, Other, Piece),
    memberchk(Piece, [rook,queen]),
    attacks(From, To, Pos),
    to_coords(To, Rank, _),
    \+ piece_at(To, Pos, Other, _),
    \+ ( ray_between(To, King, Between), Between \== From, piece_at(Between, Pos, _, _) ),
    guards(Side, To, King, Pos, Guards),
    guards(Other, To, King, Pos, Attackers),
    Guards < Attackers,
    !.

% How many pieces of Side but its king attack Square.
guards(Side, Square, King, Pos, N) :-
    findall(By, ( attackers(Side, Square, By, Pos), By \== King ), Bys),
    length(Bys, N).

weak_words(check(Side), _) --> side(Side), " is in check".
weak_words(hanging(Square), Pos) --> the_sides(Square, Pos), " is attacked and not defended".
weak_words(en_prise(Square), Pos) --> the_sides(Square, Pos), " can be captured with profit".
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

%! listed(+Texts)// is det.
%
% Describes Texts, one or more: A, B and C.

listed([A]) --> !, chars(A).
listed([A,B]) --> !, chars(A), " and ", chars(B).
listed([A|As]) --> chars(A), ", ", listed(As).
