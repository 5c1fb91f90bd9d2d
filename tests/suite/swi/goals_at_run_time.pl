% Goals that are read, or made of parts, call what libraries have, too.

goal('X^msort([b,a], X)').
goal('X^sum_list([1,2], X)').
goal('X^(nb_setval(k, 1), nb_getval(k, X))').
goal('X^last([1,2], X)').
goal('X^string_length("abc", X)').
goal('X^foldl([A,B,C]>>(C is A+B), [1,2], 0, X)').
goal('X^forall(member(Y, [1,2]), no_such_thing(Y))').
goal('X^findall(Y, nth1(1, [a,b], Y), X)').
goal('X^( subtract([a,b], [a], Y), max_list([1,3,2], Z), X = Y/Z )').
goal('X^string_upper("abc", X)').

main :-
    forall(goal(Atom),
           ( term_to_atom(X^Goal, Atom),
             catch(( call(Goal) -> Result = X ; Result = no ), error(E, _), Result = E),
             print(Result), nl )),
    G =.. [sumlist,[1,2,3],Sum],
    call(G),
    print(Sum), nl.
