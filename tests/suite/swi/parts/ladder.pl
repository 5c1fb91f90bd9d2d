:- module(ladder, [even/1, twice/2, reach/2, remember/1, remembered/1]).

:- use_module(steps_up).
:- consult(edges).
:- ensure_loaded(edges).

even(0).
even(N) :- N > 0, M is N - 1, odd(M).

% helper/2 and limit/1 are defined by the file that loads this one.
twice(X, Y) :- helper(X, Y0), limit(L), Y is min(L, 2 * Y0).

reach(X, Z) :- edge(X, Y), edge(Y, Z), allowed(Z).

allowed(Z) :- Z \== nowhere.

remember(X) :- assertz(seen(X)).

remembered(X) :- seen(X).
