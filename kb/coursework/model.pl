/** A solution: `chesslog grade --model` holds answers beside its answers. */

last_of([X|Xs], Y) :- last_of(Xs, X, Y).

last_of([], X, X).
last_of([X|Xs], _, Y) :- last_of(Xs, X, Y).

len(Xs, N) :- len(Xs, 0, N).

len([], N, N).
len([_|Xs], N0, N) :-
    N1 is N0 + 1,
    len(Xs, N1, N).

app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).

rev(Xs, Ys) :- rev(Xs, [], Ys).

rev([], Ys, Ys).
rev([X|Xs], Zs, Ys) :- rev(Xs, [X|Zs], Ys).

knight(F/R, F1/R1) :-
    step(DF, DR),
    F1 is F + DF, F1 >= 1, F1 =< 8,
    R1 is R + DR, R1 >= 1, R1 =< 8.

step(1, 2).
step(2, 1).
step(2, -1).
step(1, -2).
step(-1, -2).
step(-2, -1).
step(-2, 1).
step(-1, 2).
