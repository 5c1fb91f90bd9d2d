/*  Modules: import lists, as, except, reexport, operators in the export list, qualified calls.  */

:- use_module(parts/shapes, [area/2, perimeter/2 as around, larger_than/2, op(_, _, larger_than)]).
:- use_module(parts/points, except([distance/3])).
:- use_module(parts/geometry, [scaled/3]).
:- use_module(library(lists), [append/3 as joined, last/2]).
:- use_module(library(pairs), []).

distance(A, B, D) :- D = from(A, B).

main :-
    area(circle(2), A), print(A), nl,
    around(square(3), P), print(P), nl,
    ( square(3) larger_than square(2) -> writeln(larger) ; writeln(not) ),
    origin(O), print(O), nl,
    unit(U), print(U), nl,
    distance(1, 2, D), print(D), nl,
    scaled(2, square(4), S), print(S), nl,
    joined([a], [b], L), print(L), nl,
    shapes:sides(rectangle(1, 2), Ss), print(Ss), nl,
    shapes:perimeter(segment(0/0, 1/1), Q), print(Q), nl,
    geometry:area(square(5), V), print(V), nl,
    shapes:unit(W), print(W), nl,
    pairs:pairs_keys([a-1,b-2], Ks), print(Ks), nl,
    ( catch(sides(square(1), _), error(E, _), true) -> print(E), nl ; writeln(no) ),
    ( module_property(shapes, exports(Es)) -> msort(Es, Sorted), print(Sorted), nl ; writeln(none) ),
    ( current_module(geometry) -> writeln(current) ; writeln(none) ),
    assertz(shapes:extra(1)), shapes:extra(X), print(X), nl.
