/*  Operators that a module exports, and those that it keeps to itself.  */

:- module(load_operators, [main/0, op(700, xfx, ==>), op(200, xfy, &), op(900, fy, ~), (==>)/2]).

:- use_module(parts/rules).

:- op(650, xfx, becomes).

a & b ==> c.
~ a ==> d & e.

X becomes Y :- X ==> Y.

main :-
    forall(X ==> Y, ( print(rule(X, Y)), nl )),
    forall(X becomes Y, ( print(X becomes Y), nl )),
    forall(when_rule(A, B), ( print(A-B), nl )),
    ( current_op(P, T, unless) -> print(P-T), nl ; writeln(none) ),
    ( current_op(_, _, internal_only) -> writeln(seen) ; writeln(hidden) ),
    X2 = (x unless y), print(X2), nl.
