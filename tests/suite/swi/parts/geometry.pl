:- module(geometry, [scaled/3]).

:- reexport(shapes, except([unit/1])).
:- reexport(points, [origin/1, distance/3 as manhattan]).

scaled(K, square(A), square(B)) :- B is K*A.
