% retract/1 goes through the clauses that there were when it was called.

:- dynamic insect/1, q/1.

insect(ant).
insect(bee).

fill :- retractall(q(_)), forall(between(1, 40, I), assertz(q(I))).

count(N) :- aggregate_all(count, q(_), N).

main :-
    ( retract(insect(I)), write(I), nl, retract(insect(bee)), fail ; true ),
    fill, findall(X, ( retract(q(X)), ( X =:= 3 -> retractall(q(4)) ; true ) ), Xs), length(Xs, L), count(N), print(L-N), nl,
    fill, findall(X, ( retract(q(X)), Y is X + 100, X < 45, assertz(q(Y)) ), Ys), length(Ys, L2), count(N2), print(L2-N2), nl,
    fill, ( retract(q(X1)), X1 > 20 -> print(X1) ; true ), nl, count(N3), print(N3), nl,
    fill, findall(X-Y, ( retract(q(X)), X < 4, once(retract(q(Y))) ), Ps), print(Ps), nl, count(N4), print(N4), nl.
