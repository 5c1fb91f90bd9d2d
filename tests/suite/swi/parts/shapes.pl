:- module(shapes, [area/2, perimeter/2, op(700, xfx, larger_than), larger_than/2, unit/1]).

:- use_module(points, [distance/3]).

area(square(A), S) :- S is A*A.
area(circle(R), S) :- S is 3*R*R.
area(rectangle(A, B), S) :- S is A*B.

perimeter(Shape, P) :- sides(Shape, Ss), sum_list(Ss, P).

sides(square(A), [A,A,A,A]).
sides(rectangle(A, B), [A,B,A,B]).
sides(segment(P, Q), [D]) :- distance(P, Q, D).

X larger_than Y :- area(X, A), area(Y, B), A > B.

unit(cm).
