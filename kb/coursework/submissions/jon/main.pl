% Jon handed in two files.

:- [helpers].

last_of(Xs, X) :- rev(Xs, [X|_]).

len(Xs, N) :- len(Xs, 0, N).

app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).

rev(Xs, Ys) :- rev(Xs, [], Ys).
