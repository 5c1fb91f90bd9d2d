/*  A file that is loaded once, however often it is wanted; a file that is a part of another one.  */

:- ensure_loaded(parts/counted).
:- ensure_loaded(parts/counted).
:- ensure_loaded('parts/counted.pl').
:- load_files([parts/counted], [if(not_loaded)]).
:- load_files(parts/counted, [if(not_loaded), silent(true)]).

:- discontiguous level/2.

level(low, 1).
:- include(parts/middle).
level(high, 3).

names(Names) :- findall(N, level(N, _), Names).

main :-
    ensure_loaded(parts/counted),
    findall(X, counted(X), Xs), print(Xs), nl,
    assertz(counted(3)),
    ensure_loaded(parts/counted),
    ensure_loaded([parts/counted]),
    findall(X, counted(X), Ys), print(Ys), nl,
    retractall(counted(_)),
    consult(parts/counted),
    findall(X, counted(X), Zs), print(Zs), nl,
    names(Names), print(Names), nl,
    findall(X, between_files(X), Between), print(Between), nl,
    ( predicate_property(level(_, _), number_of_clauses(N)) -> print(N) ; print(none) ), nl.
