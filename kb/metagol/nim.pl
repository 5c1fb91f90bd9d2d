/** Negation over what is learned: the game of Nim with one heap.

Two players take one or two stones in turn, and who cannot take has lost. A heap is won if some move
leaves a heap that is not won. Here not([P,B]) denies the very predicate that is learned: it holds if the
program so far does not prove it, and at the end the whole program is tested on all examples again.

Metarule: leave, P(A) :- Q(A,B), not P(B).
*/
% expect: win(A):-take(A,B),not(win(B)).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(leave, [P, Q], [P, A], [[Q, A, B], not([P, B])]).
metarule(some, [P, Q, R], [P, A], [[Q, A, B], [R, B]]).

body_pred(take/2).
body_pred(add/2).
body_pred(empty/1).

take(Stones, Rest) :- Stones >= 1, Rest is Stones - 1.
take(Stones, Rest) :- Stones >= 2, Rest is Stones - 2.

add(Stones, More) :- Stones < 9, More is Stones + 1.

empty(0).

main :-
    learn([win(1), win(2), win(4), win(5), win(7)], [win(0), win(3), win(6), win(9)]).
