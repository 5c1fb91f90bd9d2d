:- module(points, [distance/3, origin/1, unit/1]).

distance(X1/Y1, X2/Y2, D) :- D is abs(X1-X2)+abs(Y1-Y2).

origin(0/0).

unit(m).
