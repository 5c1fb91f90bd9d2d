% Expressions that a program keeps in terms, and computes where they are part of others.

:- style_check(-singleton).

main :-
    forall(value(E, Name), ( X is E + 1, Y is 2 * E, writeln(Name:X/Y) )),
    forall(value(E, Name), ( E > 2 -> writeln(Name > 2) ; E =:= 2 -> writeln(Name =:= 2) ; writeln(Name < 2) )),
    forall(wrong(E), ( catch(( E > 2 -> true ; true ), error(Formal, _), true), print(Formal), nl )),
    forall(wrong(E), ( catch(( X is E + 2, print(X) ), error(Formal, _), true), print(Formal), nl )),
    solve([1, 3, 4, 6], 24),
    shortest,
    quoted(Q), whole(Q),
    foldl([E, S0, S]>>(S is E + S0), [4/2, 2**2, 7], 0, Sum), writeln(Sum),
    assertz((later(E, V) :- V is E + 0.5, E < 3)), later(4/2, L), writeln(L),
    read_term_from_atom('6/3', Read, []), Twice is Read * 2, writeln(Twice).

value(4/2, quotient).
value(2**3, power).
value(integer(2.5), rounded).
value(msb(1000), bit).
value(copysign(2, -1), sign).
value("a", string).
value([5], list).
value(1 + 6/3, sum).
value(pi - pi + 7, float).

wrong(foo).
wrong(foo + 1).
wrong(_).
wrong(1 + _).
wrong(f(1)).

% The countdown game.
solve(Numbers, Goal) :-
    reach(Numbers, E, Goal),
    !,
    V is E + 0,
    writeln(E = V).

reach([E], E, Goal) :- Goal =:= E.
reach(Es, E, Goal) :-
    select(A, Es, Es1),
    select(B, Es1, Es2),
    joined(A, B, C),
    reach([C|Es2], E, Goal).

joined(A, B, A + B).
joined(A, B, A - B).
joined(A, B, A * B).
joined(A, B, A / B) :- B =\= 0.

% The first distance is infinite.
shortest :- nearer(inf, 7), ( nearer(7, inf) -> true ; writeln(no) ).

nearer(Old, New) :- New < Old, writeln(New).

quoted('/'(8, 4)).

whole(E) :- V is E, writeln(V).
