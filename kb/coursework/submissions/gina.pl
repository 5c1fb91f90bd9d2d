% Gina is off by one here and there.

last_of([X,_], X).
last_of([_|Xs], X) :- last_of(Xs, X).

len([], 1).
len([_|Xs], N) :- len(Xs, M), N is M + 1.

app([], Ys, Ys).
app([X|Xs], Ys, Zs) :- app(Xs, [X|Ys], Zs).

rev([X], [X]).
rev([X|Xs], Ys) :- rev(Xs, Zs), app(Zs, [X], Ys).

knight(F/R, F1/R1) :-
    member(DF-DR, [1-2,2-1,2-(-1),1-(-2),-1-(-2),-2-(-1),-2-1]),
    F1 is F + DF,
    R1 is R + DR.
