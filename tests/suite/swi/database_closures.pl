% Clauses that are given to what changes the database as closures are.

:- dynamic fact/1, pair/2, rule/1.

main :-
    maplist(assertz, [fact(2), fact(3)]),
    maplist(asserta, [fact(1)]),
    maplist(assert, [fact(4), (rule(X) :- fact(X), X > 1)]),
    foldl([F, N0, N]>>( assertz(F), N is N0 + 1 ), [new(a), new(b)], 0, Number),
    call(assertz, pair(1, x)),
    Add = assertz,
    call(Add, pair(2, y)),
    findall(Y, fact(Y), Facts),
    findall(Y, rule(Y), Rules),
    findall(Y, new(Y), New),
    findall(A-B, pair(A, B), Pairs),
    print([Facts, Rules, New, Number, Pairs]), nl,
    maplist(retract, [fact(1), pair(1, _)]),
    maplist(retractall, [new(a), pair(_, y)]),
    call(retract, (rule(_) :- Body)),
    maplist(clause, [fact(2), fact(3)], Bodies),
    findall(Y, fact(Y), Facts1),
    findall(Y, new(Y), New1),
    findall(A-B, pair(A, B), Pairs1),
    Body = (Call, _),
    functor(Call, Name, _),
    print([Facts1, New1, Pairs1, Name, Bodies]), nl,
    forall(member(G, [assertz(other(1)), assertz(other(2)), retract(other(1))]), call(G)),
    findall(Y, other(Y), Others),
    print(Others), nl.
