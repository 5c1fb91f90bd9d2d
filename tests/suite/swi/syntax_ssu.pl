/*  Rules with =>: single-sided unification.  */

:- initialization(nl).

len([], N) => N = 0.
len([_|Xs], N) => len(Xs, N0), N is N0+1.

max(X, Y, Z), X >= Y => Z = X.
max(_, Y, Z) => Z = Y.

sign(N, S), N < 0 => S = negative.
sign(0, S) => S = zero.
sign(N, S), integer(N), N > 0 => S = positive.

insert(X, nil, T) => T = t(nil, X, nil).
insert(X, t(L, Y, R), T), X @< Y => insert(X, L, L1), T = t(L1, Y, R).
insert(X, t(L, Y, R), T), X @> Y => insert(X, R, R1), T = t(L, Y, R1).
insert(_, T0, T) => T = T0.

greet(Name) => format("hello ~w~n", [Name]).

choice(a, X) => member(X, [1,2,3]).
choice(_, X) => X = none.

same(X, X) => true.
same(_, _) => fail.

?=>(X, Y) :- Y = got(X).

outcome(G) :-
    catch(( call(G) -> print(yes(G)) ; print(no) ), error(E, _), print(E)),
    nl.

main :-
    len([a,b,c], N), print(N), nl,
    outcome(len(foo, 1)),
    catch(len(_, _), error(E, _), true), ( E = existence_error(matching_rule, _) -> writeln(no_rule) ; print(E), nl ),
    outcome(max(1, 2, _)),
    outcome(max(3, 2, _)),
    outcome(max(3, 2, 2)),
    forall(member(X, [-1,0,7]), outcome(sign(X, _))),
    outcome(sign(1.5, s)),
    foldl(insert, [d,b,a,c,b], nil, T), print(T), nl,
    greet(world),
    findall(Y, choice(a, Y), Ys), print(Ys), nl,
    outcome(choice(b, _)),
    outcome(same(1, 1)),
    outcome(same(1, 2)),
    '?=>'(1, Q), print(Q), nl.
