/*  Where Scryer Prolog went wrong: comparisons before branches, shared variables in lists, late dynamic directives, mixed numbers.  */

:- use_module(library(csv)).

term_expansion((:- weight(X, W)), [weight(X, W)]).

:- weight(a, 2).
:- weight(b, 1.5).
:- weight(c, 1).

here(hall).
here(X) :- X = cellar, \+ here(attic).
:- dynamic here/1.
:- dynamic([door/2], [incremental(false)]).
door(hall, kitchen).

shown(X, Y) :- print(X-Y), nl.

step(P, l(N, F), B) :- F =< B, ( shown(N, B) ; shown(P, B) ).
low(_, f(C, D), B) :- D < B, \+ ( shown(C, B), fail ).
goals(_, f(C, D), B) :- D < B, findall(C, member(C, [B]), L), print(L), nl.
both([E, D], [C, A], B, _) :- D < C, ( X1 is E * E, X1 < B -> shown(A, B) ; shown(E, C) ).
after(B) :- member(X, [3]), X =< B, ( shown(X, B) -> true ; fail ).

matrix([[X, X], [Y, Z, Y]]) :- X = p(1), Y = Z, Z = [q].

main :-
    forall(step(top, l(7, 3), 9), true),
    low(_, f(a, 3), 9),
    goals(_, f(_, 3), 9),
    both([2, 1], [5, a], 9, _),
    after(5),
    matrix(Matrix), print(Matrix), nl,
    copy_term([[V, V]], L), numbervars(L, 0, _), print(L), nl,
    U = [A, B, A], B = g(A), \+ \+ ( numbervars(U, 0, _), print(U), nl ),
    retract(here(hall)), assertz(here(attic)),
    findall(X, here(X), Xs), print(Xs), nl,
    findall(X-Body, clause(here(X), Body), Clauses), length(Clauses, N), print(N), nl,
    assertz(door(a, b)), findall(X-Y, door(X, Y), Doors), print(Doors), nl,
    findall(W-X, weight(X, W), Ws), keysort(Ws, Sorted), print(Sorted), nl,
    setof(W-X, weight(X, W), [Best|_]), print(Best), nl,
    sort([2, 1.5, 1, 1.0, 2.0], Ns), print(Ns), nl,
    compare(O, 1, 1.5), print(O), nl,
    ( f(2) @> f(1.5) -> writeln(after) ; writeln(before) ),
    numlist(1, 2000, Is), foldl([I,S0,S]>>( I mod 2 =:= 0 -> S is S0 + I ; S = S0 ), Is, 0, Sum), print(Sum), nl,
    joined(3000, "", Long), string_length(Long, Length), print(Length), nl,
    lists:last([1, 2], Last), print(Last), nl,
    Power is 2 ** -1, Power2 is 2 ^ (-1), print(Power/Power2), nl,
    format("~E ~3E~n", [1.5, 2.0]),
    forall(maybe(9, 7, 2), true).

kept(C, C) :- shown(kept, C).

joined(0, S, S) :- !.
joined(N, S0, S) :-
    string_concat(S0, "x", S1),
    N1 is N - 1,
    joined(N1, S1, S).

% A variable that one branch does not mention.
maybe(B, A, C) :- ( B >= C, once(kept(C, Y)) ; X = C, X =< B, ( B >= C -> shown(A, X) ; true ) ), ( var(Y) -> writeln(free) ; writeln(Y) ).

:- initialization(true).
