% A meta-predicate that is declared below the clauses that call it.

main :-
    both([X,Y]>>(Y is X * 2), A),
    print(A), nl,
    both(inc, B),
    print(B), nl,
    Step = 10,
    both({Step}/[X,Y]>>(Y is X + Step), C),
    print(C), nl,
    each([X]>>( print(X), nl )).

:- meta_predicate both(2, -), each(1).

both(Goal, A+B) :- call(Goal, 1, A), call(Goal, 2, B).

each(Goal) :- forall(member(X, [a,b]), call(Goal, X)).

inc(X, Y) :- Y is X + 1.
