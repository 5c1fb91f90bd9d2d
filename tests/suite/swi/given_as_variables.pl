% Goals and predicates that are variables when the call is compiled.

:- dynamic copy/1.

p(1).
p(2).

q(1, 2).
q(2, 3).

main :-
    G = p(X), aggregate(sum(X), G, S), print(S), nl,
    G2 = Y^q(Y, Z), aggregate(bag(Z), G2, L), print(L), nl,
    aggregate(count, q(_, _), C), print(C), nl,
    P = p/1, T = copy/1,
    copy_predicate_clauses(P, T),
    findall(A, copy(A), As), print(As), nl,
    listing(P), listing(T),
    Clause = copy(3), assertz(Clause), retract(Clause), ( current_predicate(T) -> writeln(there) ; writeln(none) ).
