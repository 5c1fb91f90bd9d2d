/** The knight: squares that it reaches in four moves.

knight/2 is a knight's move on an empty board, told with our predicate to_coords/3. With one invented
predicate, two moves, four moves take two clauses.

Metarule: chain, P(A,B) :- Q(A,C), R(C,B).
*/
% expect: four_moves(A,B):-four_moves_1(A,C),four_moves_1(C,B).
% expect: four_moves_1(A,B):-knight(A,C),knight(C,B).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(chain, [P, Q, R], [P, A, B], [[Q, A, C], [R, C, B]]).

body_pred(knight/2).

knight(From, To) :-
    to_coords(From, Rank, File),
    member(Up-Right, [1-2, 2-1, 2-(-1), 1-(-2), -1-(-2), -2-(-1), -2-1, -1-2]),
    Rank1 is Rank + Up,
    between(1, 8, Rank1),
    File1 is File + Right,
    between(1, 8, File1),
    to_coords(To, Rank1, File1).

main :-
    learn([four_moves(a1, h6), four_moves(b1, c8), four_moves(d4, d6)],
          [four_moves(a1, b1), four_moves(a1, h8)]).
