% Finn forgot a full stop.

last_of([X], X).
last_of([_|Xs], X) :- last_of(Xs, X)

len([], 0).
len([_|Xs], N) :- len(Xs, M), N is M + 1.

app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).

rev(Xs, Ys) :- rev(Xs, [], Ys).

rev([], Ys, Ys).
rev([X|Xs], Zs, Ys) :- rev(Xs, [X|Zs], Ys).
