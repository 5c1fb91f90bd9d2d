/** Explanations that an engine judges: whether it agrees with what the search claims, and what it says itself.

The judge is `search`, who agrees with himself, or `engine(Name, Nodes, Lines)`: the engine Name has looked at so many
Nodes, and Lines has `line(Score, Moves)` for each legal move, the best first. Score is `centipawns(N)`, `mate(N)` or
`mated(N)` for the side to move.
*/

:- module(explain_engine, [agrees/4, about_best/2, engine_sentence//3, best_by_engine//2]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess_geometry)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_state), [material/3, turn/2]).
:- use_module(library(explain_words)).
:- use_module(library(explain_material)).

%! agrees(+Judge, +Pos, +Move, +Gain) is semidet.
%
% True iff Judge does not deny that Move comes to Gain in Pos.
%
% An engine denies a gain, or a loss, of which it sees less than half: its score is on the other side of the middle between
% the balance of material now, and the one that is claimed. Mates are proved, and nobody is asked about them.

agrees(search, _, _, _).
agrees(engine(_,_,Lines), Pos, Move, Gain) :-
    (   member(line(Score,[Move|_]), Lines) -> agrees(Gain, Score, Pos)
    ;   true
    ).

agrees(mate(_), _, _).
agrees(mated(_), _, _).
agrees(draw, Score, _) :- at_least(Score, -100).
agrees(lets_draw, Score, _) :- \+ at_least(Score, 200).
agrees(centipawns(Gain), Score, Pos) :-
    turn(Side, Pos),
    other_side(Side, Other),
    material(Side, Own, Pos),
    material(Other, Others, Pos),
    Middle is 100 * (Own - Others) + Gain // 2,
    (   worth_reporting(Gain) -> at_least(Score, Middle)
    ;   Loss is -Gain, worth_reporting(Loss) -> \+ at_least(Score, Middle)
    ;   true
    ).

%! about_best(+Judge, +Move) is semidet.
%
% True iff Judge does not hold Move for much worse than another one: by a pawn and a half, unless Move wins anyway, by five
% pawns.

about_best(search, _).
about_best(engine(_,_,[line(Best,_)|Lines]), Move) :-
    (   member(line(Score,[Move|_]), Lines) ->
        ( Best = centipawns(N) -> Least is min(500, N - 150) ; Least = 500 ),
        at_least(Score, Least)
    ;   true
    ).

at_least(mate(_), _).
at_least(centipawns(N), Least) :- N >= Least.

%! engine_sentence(+Judge, +Pos, +Move) is det.
%
% Describes what an engine says of Move in Pos, and which move it holds for better.

engine_sentence(search, _, _) --> !, [].
engine_sentence(engine(Name,Nodes,Lines), Pos, Move) -->
    { Lines = [line(Best,[First|Firsts])|_],
      member(line(Score,[Move|Moves]), Lines), !,
      move_san(Move, San, Pos) },
    chars(Name), " (", number(Nodes), " positions) gives ", chars(San), " ", score(Score),
    (   { First == Move } -> ", and nothing more: ", start([Move|Moves], Pos)
    ;   ": ", start([Move|Moves], Pos), ". Its best is ", { move_san(First, Other, Pos) }, chars(Other), ", ", score(Best),
        ": ", start([First|Firsts], Pos)
    ),
    ".".
engine_sentence(_, _, _) --> [].

%! best_by_engine(+Judge, +Pos) is det.
%
% Describes which move an engine holds for the best in Pos.

best_by_engine(engine(Name,Nodes,[line(Score,[Move|Moves])|_]), Pos) --> !,
    chars(Name), " (", number(Nodes), " positions) holds ", { move_san(Move, San, Pos) }, chars(San), " for best, ",
    score(Score), ": ", start([Move|Moves], Pos), ".".
best_by_engine(_, _) --> [].

% A line of at most eight plies: what engines say after that changes from one depth to the next.
start(Moves, Pos) --> { firsts(8, Moves, Firsts) }, line(Firsts, Pos).

firsts(0, _, []) :- !.
firsts(_, [], []) :- !.
firsts(N, [X|Xs], [X|Ys]) :- N1 is N - 1, firsts(N1, Xs, Ys).

score(mate(N)) --> "mate in ", number(N).
score(mated(N)) --> "mate in ", number(N), " for the other side".
score(centipawns(C)) -->
    { ( C < 0 -> Sign = "-" ; Sign = "+" ),
      Whole is abs(C) // 100,
      Tens is abs(C) // 10 mod 10,
      Ones is abs(C) mod 10 },
    chars(Sign), number(Whole), ".", number(Tens), number(Ones).

?- P = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
   Engine = engine("E",5,[line(centipawns(-5),[move(a1,a7,none)])]),
   findall(T, ( phrase(explain_engine:best_by_engine(Engine, P), Cs), string_chars(T, Cs) ), [Text]).
   P = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", Engine = engine("E",5,[line(centipawns(-5),[move(a1,a7,none)])]),
   Text = "E (5 positions) holds Ra7 for best, -0.05: 1.Ra7.".

?- Lines = [line(centipawns(183),[move(e2,e4,none)]),line(centipawns(20),[move(d2,d4,none)]),line(centipawns(40),[move(c2,c4,none)])],
   explain_engine:about_best(engine("E",5,Lines), move(d2,d4,none)).
   false.

?- Lines = [line(mate(3),[move(e2,e4,none)]),line(centipawns(600),[move(d2,d4,none)])],
   explain_engine:about_best(engine("E",5,Lines), move(d2,d4,none)).
   Lines = [line(mate(3),[move(e2,e4,none)]),line(centipawns(600),[move(d2,d4,none)])].

% Material is five up; a gain of two pawns is denied by who sees less than one of them.
?- P = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
   agrees(engine("E",5,[line(centipawns(599),[move(a1,a7,none)])]), P, move(a1,a7,none), centipawns(200)).
   false.

?- P = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
   agrees(engine("E",5,[line(centipawns(600),[move(a1,a7,none)])]), P, move(a1,a7,none), centipawns(200)).
   P = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".
