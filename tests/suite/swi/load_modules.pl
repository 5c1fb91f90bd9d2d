/*  Modules: each file is loaded once, two that need each other, what is exported again, what a module has of user.  */

:- use_module(parts/ladder).
:- use_module(parts/steps_up).
:- use_module(parts/handed).
:- use_module(parts/handed, [own/1 as mine]).

:- dynamic limit/1.

helper(X, Y) :- Y is X + 1.

main :-
    ( even(10), \+ even(7), odd(3) -> writeln(both) ; writeln(not) ),
    assertz(limit(9)),
    findall(Y, ( member(X, [1,2,10]), twice(X, Y) ), Ys), print(Ys), nl,
    findall(Z, reach(a, Z), Zs), print(Zs), nl,
    ladder:ends(Ends), print(Ends), nl,
    ( catch(edge(a, _), error(E1, _), true) -> print(E1), nl ; writeln(no) ),
    remember(me), remembered(Who), print(Who), nl,
    area(square(3), A), around(square(3), P), print(A/P), nl,
    origin(O), print(O), nl,
    own(W), mine(M), print(W/M), nl,
    last([1,2,3], L), print(L), nl,
    ( catch(perimeter(square(1), _), error(E2, _), true) -> print(E2), nl ; writeln(no) ),
    use_module(parts/steps_up),
    ( odd(5) -> writeln(odd) ; writeln(even) ).
