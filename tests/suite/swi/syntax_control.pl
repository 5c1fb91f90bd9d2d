/*  Control: conditionals, cuts, negation, exceptions, cleaning up.  */

cond(X, R) :- ( X > 0 -> R = positive ; X =:= 0 -> R = zero ; R = negative ).
without_else(X) :- ( X > 0 -> true ).
soft(X, R) :- ( member(X, [1,2]) *-> R = some ; R = none ).
cut_in_branch(X, R) :- ( X = 1, ! , R = one ; R = other ).
cut_in_branch(_, last).
local_cut(R) :- call(( member(X, [1,2,3]), ! )), R = X.
local_cut(last).
negated(X) :- \+ member(X, [a,b]).
double_negation(X) :- \+ \+ X = a, var(X).
once_of(X) :- once(member(X, [1,2,3])).
ignored :- ignore(( member(_, []), write(never) )).
p(X) :- call(q, X).
q(1).
q(2).
r(X) :- G = q(X), G.
s(X) :- G = ( q(X), X > 1 ), call(G).
t(X) :- ( q(X) ; X = 3 ), \+ X = 2.
nested(X, Y) :- ( ( X = 1 ; X = 2 ), ( X = 2 -> Y = two ; Y = not_two ) ).
not_provable(G) :- \+ G.

show(T, G) :- findall(T, G, L), print(L), nl.

cleaning(G) :-
    catch(setup_call_cleanup(write(setup), G, ( write(' cleanup'), nl )), E, ( print(caught(E)), nl )), !.
cleaning(_) :- writeln(failed).

rethrown :- catch(catch(throw(first), second, writeln(wrong)), E, ( print(E), nl )).

nested_catch :- catch(( catch(throw(a), a, throw(b)) ), b, writeln(b)).

undone :- catch(( X = 1, throw(ball(X)) ), ball(Y), ( var(Z), Z = Y )), print(Z), nl.

main :-
    maplist([X]>>( cond(X, R), print(R), nl ), [-1,0,1]),
    ( without_else(-1) -> writeln(yes) ; writeln(no) ),
    show(X1-R1, soft(X1, R1)),
    show(R2, cut_in_branch(1, R2)), show(R3, cut_in_branch(2, R3)),
    show(R4, local_cut(R4)),
    ( negated(c), \+ negated(a), double_negation(_) -> writeln(negation) ; writeln(no) ),
    show(X5, once_of(X5)), ignored,
    show(X6, p(X6)), show(X7, r(X7)), show(X8, s(X8)), show(X9, t(X9)),
    show(A-B, nested(A, B)),
    ( not_provable(q(3)) -> writeln(yes) ; writeln(no) ),
    cleaning(true), cleaning(fail), cleaning(throw(oops)), cleaning(member(_, [1,2])),
    rethrown, nested_catch, undone,
    catch(call(1), error(E1, _), ( print(E1), nl )),
    catch(call((foo:-bar)), error(E2, _), ( print(E2), nl )),
    catch(call((true, 1)), error(E3, _), ( print(E3), nl )),
    catch(undefined_one(1), error(E4, _), ( print(E4), nl )),
    catch(atom_length(_, _), error(E5, _), ( print(E5), nl )),
    catch(atom_length(f(x), _), error(E6, _), ( print(E6), nl )),
    catch(_ is foo+1, error(E7, _), ( print(E7), nl )),
    catch(_ is 1/0, error(E8, _), ( print(E8), nl )),
    catch(arg(x, f(a), _), error(E9, _), ( print(E9), nl )),
    catch(functor(_, foo, -1), error(E10, _), ( print(E10), nl )),
    catch(number_codes(_, [0'a]), error(E11, _), ( ( E11 = syntax_error(_) -> writeln(syntax) ; print(E11), nl ) )),
    catch(assertz((foo:-1)), error(E12, _), ( print(E12), nl )),
    catch(assertz(atom(_)), error(E13, _), ( print(E13), nl )),
    forall(between(1, 3, I), ( print(I), nl )),
    ( between(1, inf, N), N*N > 50 -> print(N), nl ; true ),
    G = format("~w~n"), call(G, [called]),
    counted.

:- nb_setval(counter_, 0).

counted :- repeat, nb_getval(counter_, V), V1 is V+1, nb_setval(counter_, V1), V1 >= 3, !, print(V1), nl.
