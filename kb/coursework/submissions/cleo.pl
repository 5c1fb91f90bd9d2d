% Cleo: no accumulators yet.

last_of([X], X).
last_of([_|Xs], X) :- last_of(Xs, X).

len([], 0).
len([_|Xs], N) :- len(Xs, M), N is M + 1.

app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).

rev([], []).
rev([X|Xs], Ys) :- rev(Xs, Zs), app(Zs, [X], Ys).

knight(F/R, F1/R1) :- jump(F, F1, 1), jump(R, R1, 2).
knight(F/R, F1/R1) :- jump(F, F1, 2), jump(R, R1, 1).

jump(A, B, D) :- B is A + D, B =< 8.
jump(A, B, D) :- B is A - D, B >= 1.
