/** Unit tests with all the options of plunit.
*/

:- use_module(library(plunit)).

:- dynamic log/1, db/1.

double(X, Y) :- Y is 2 * X.

rev(L, R) :- foldl([X,A,[X|A]]>>true, L, [], R).

half(X, Y) :- integer(X), X mod 2 =:= 0, !, Y is X // 2.
half(X, _) :- throw(error(type_error(even, X), half/2)).

note(X) :- assertz(user:log(X)).

:- begin_tests(arithmetic).

test(add) :- 2 =:= 1 + 1.
test(double, Y == 4) :- double(2, Y).
test(double, [true(Y == 6)]) :- double(3, Y).
test(double, Y =:= 5.0) :- double(2.5, Y).
test(unify, X = f(_)) :- X = f(1).
test(half, [error(type_error(even, 3))]) :- half(3, _).
test(half, [error(type_error(_, _), _)]) :- half(a, _).
test(half, X == 2) :- half(4, X).
test(division, [error(evaluation_error(zero_divisor))]) :- _ is 1 // 0.
test(ball, throws(my_ball(_))) :- throw(my_ball(1)).
test(fails, fail) :- 1 > 2.
test(fails, [fail]) :- member(_, []).
test(approx, [true(abs(X - 3.14159) < 0.001)]) :- X is pi.

:- end_tests(arithmetic).

:- begin_tests(nondeterminism).

test(nondet, [nondet]) :- member(_, [a,b]).
test(all, all(X == [1,2,3])) :- member(X, [1,2,3]).
test(all, [all(X-Y == [1-a,1-b])]) :- X = 1, member(Y, [a,b]).
test(set, set(X == [1,2])) :- member(X, [2,1,2]).
test(choice, [true(X == a), nondet]) :- member(X, [a,b]).
test(forall, [forall(member(X-Y, [1-2,2-4,0-0])), true(Z == Y)]) :- double(X, Z).
test(forall, [forall(( member(L, [[],[a],[a,b]]), length(L, N) )), true(M == N)]) :- rev(L, R), length(R, M).

:- end_tests(nondeterminism).

:- begin_tests(life, [setup(note(unit_setup)), cleanup(note(unit_cleanup))]).

test(setup, [setup(assertz(user:db(1))), cleanup(retractall(user:db(_))), true(X == 1)]) :- db(X).
test(clean, [fail]) :- db(_).
test(order, [setup(note(s)), cleanup(note(c))]) :- note(b).
test(condition, [condition(fail)]) :- fail.
test(condition, [condition(true)]) :- true.
test(blocked, [blocked('not finished')]) :- fail.
test(fixme, [fixme(later)]) :- fail.
test(assertion) :- assertion(1 < 2), X = 1, assertion(X == 1).

:- end_tests(life).

:- begin_tests(conditional, [condition(fail)]).
test(never) :- fail.
:- end_tests(conditional).

:- begin_tests(blocked_unit, [blocked('wait')]).
test(never) :- fail.
:- end_tests(blocked_unit).

:- begin_tests(lists).

helper([a,b,c]).

test(local_predicate, L == [c,b,a]) :- helper(L0), rev(L0, L).
test(list, [true(Xs-Ys == [1,2]-[3])]) :- append(Xs, Ys, [1,2,3]), length(Ys, 1), !.

:- end_tests(lists).

:- begin_tests(failing).

test(wrong, X == 3) :- X is 1 + 1.
test(right, X == 2) :- X is 1 + 1.

:- end_tests(failing).

main :-
    forall(member(U, [arithmetic, nondeterminism, life, lists, conditional, blocked_unit]),
           (   run_tests(U) -> format("~w passed~n", [U]) ; format("~w failed~n", [U]) )),
    ( run_tests(failing) -> writeln('failing passed') ; writeln('failing failed') ),
    ( run_tests(failing:right) -> writeln('right passed') ; writeln('right failed') ),
    ( run_tests([lists, arithmetic:add]) -> writeln('two passed') ; writeln('two failed') ),
    findall(L, log(L), Ls), print(Ls), nl.
