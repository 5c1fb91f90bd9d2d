:- module(handed, [own/1]).

:- reexport(shapes, [area/2, perimeter/2 as around]).
:- reexport(points, except([distance/3])).
:- reexport(library(lists), [last/2]).
:- reexport(steps_up).

own(X) :- area(square(2), X).
