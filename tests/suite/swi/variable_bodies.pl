% Clauses whose body is a variable.

:- dynamic try/1.

try(G) :- G.

plain(G) :- G.

main :-
    try(print(a)), nl,
    plain(print(b)), nl,
    assertz((late(G) :- G)), late(print(c)), nl,
    ( try(fail) -> write(yes) ; write(no) ), nl,
    findall(X, try(member(X, [1,2])), Xs), print(Xs), nl,
    catch(plain(_), error(E, _), ( print(E), nl )).
