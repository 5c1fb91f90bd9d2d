/** Mutual recursion: whose turn is it after these moves?

White is to move after an even number of plies. The learner invents "Black is to move", and each of the
two is defined by the other. The guard of the metarule alternate asks metagol:type/3 whether R may head a
clause: without it, R could also be a predicate of the background.

Metarules: fact, P(A) with the constant A, and alternate, P(A) :- Q(A,B), R(B).
*/
% expect: white(A):-played(A,B),white_1(B).
% expect: white_1(A):-played(A,B),white(B).
% expect: white([]).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(fact, [P, A], [P, A], []).
metarule(alternate, [P, Q, R], [P, A], [[Q, A, B], [R, B]]) :-
    metagol:type(R, 1, head_pred).

body_pred(played/2).

played([_|Moves], Moves).

main :-
    Pos = [white([e4, e5]), white([d4, d5, c4, e6]), white([]), white([c4, c5, g3, g6]),
           white([e4, c5, 'Nf3', d6, d4, cxd4])],
    Neg = [white([e4]), white([d4, 'Nf6', c4])],
    learn(Pos, Neg).
