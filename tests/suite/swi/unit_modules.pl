% What a unit of tests defines is its own, whatever others have under the same name.
:- use_module(library(plunit)).

:- dynamic(seen/1).
note(X) :- assertz(seen(X)).
helper(outside).

:- begin_tests(a, [setup(prepare), cleanup(tidy)]).
:- dynamic(seen/1).
:- dynamic(count/1).
prepare :- assertz(count(0)), assertz(seen(a)).
tidy :- retractall(count(_)), retractall(seen(_)).
helper(a).
data([1,2,3]).
item(X) :- data(L), member(X, L).
last(X, last_a(X)).
word --> [a], rest.
rest --> [].
run_case(G, X) :- call(G, Y), Y == X.
sum(X) :- data(L), sum_list(L, X).
test(fact, X == a) :- helper(X).
test(rule, all(X == [1,2,3])) :- item(X).
test(setup, [setup(assertz(count(1))), true(N == 2)]) :- aggregate_all(count, count(_), N).
test(lambda) :- maplist([X]>>helper(X), [a,a]).
test(library, X == last_a(1)) :- last(1, X).
test(grammar) :- phrase(word, [a]).
test(dynamic, all(X == [a])) :- seen(X).
test(clause, X == a) :- clause(helper(X), true).
test(outside, [nondet]) :- note(3), \+ seen(3).
test(closure) :- run_case(sum, 6).
:- end_tests(a).

:- begin_tests(b, [setup(prepare)]).
:- dynamic(count/1).
prepare :- assertz(count(7)).
helper(b).
data([4,5]).
item(X) :- data(L), member(X, L).
word --> [b], rest.
rest --> [c].
run_case(G, X) :- call(G, Y), Y == X.
sum(X) :- data(L), sum_list(L, X).
test(fact, X == b) :- helper(X).
test(rule, all(X == [4,5])) :- item(X).
test(dynamic, all(N == [7])) :- count(N).
test(library) :- last([1,2,3], 3).
test(grammar) :- phrase(word, [b,c]).
test(other, fail) :- helper(a).
test(known_late, X == b) :- G = helper(X), call(G).
test(built, X == b) :- G =.. [helper,X], call(G).
test(closure) :- run_case(sum, 9).
test(generated, [forall(data(L)), true(L == [4,5])]) :- true.
:- end_tests(b).

main :-
    ( run_tests -> writeln(passed) ; writeln(failed) ),
    helper(X), writeln(X),
    findall(S, seen(S), Ss), writeln(Ss).
