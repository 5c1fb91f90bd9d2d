% Tables of incremental predicates follow the clauses that they read.

:- table c/1 as incremental.
:- dynamic d/1 as incremental.
:- table path/2 as incremental.
:- dynamic([edge/2], [incremental(true)]).
:- table length_of(_, min).

c(X) :- d(X).

d(1).

path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), edge(Z, Y).

edge(a, b).
edge(b, a).

length_of(b, 1).
length_of(b, 0).

all(G, T) :- findall(T, G, L0), sort(L0, L), print(L), nl.

main :-
    all(c(X), X),
    assertz(d(2)),
    all(c(X), X),
    retract(d(1)),
    all(c(X), X),
    all(path(a, Y), Y),
    assertz(edge(b, c)),
    all(path(a, Y), Y),
    retractall(edge(b, _)),
    all(path(a, Y), Y),
    all(length_of(b, N), N).
