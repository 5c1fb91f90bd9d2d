/** Negation as failure: a piece is loose if it is attacked and not defended.

A body literal not([R|Args]) holds if the literal cannot be proved. R is a predicate of the background
here, and the learner tries each of them.

Metarule: unless, P(A,B) :- Q(A,B), not R(A,B).
*/
% expect: loose(A,B):-attacked(A,B),not(defended(A,B)).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(both, [P, Q, R], [P, A, B], [[Q, A, B], [R, A, B]]).
metarule(unless, [P, Q, R], [P, A, B], [[Q, A, B], not([R, A, B])]).

body_pred(attacked/2).
body_pred(defended/2).
body_pred(held/2).

attacked(Pos, Square) :- once(attacks(_, Square, Pos)).

defended(Pos, Square) :- once(defends(_, Square, Pos)).

held(Pos, Square) :- pinned(Square, _, Pos).

main :-
    Pos = [loose("4k3/8/2n5/8/B7/8/8/4K3 b - - 0 1", c6),
           loose("4k3/8/8/3q4/8/8/3R4/4K3 b - - 0 1", d5),
           loose("7k/8/8/8/1b6/8/3N4/7K w - - 0 1", d2)],
    Neg = [loose("4k3/1p6/2n5/8/B7/8/8/4K3 b - - 0 1", c6),
           loose("4k3/8/2n5/8/7B/8/8/4K3 b - - 0 1", c6),
           loose("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", d2)],
    learn(Pos, Neg).
