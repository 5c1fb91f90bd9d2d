% Ann: everything, with accumulators.

last_of([X|Xs], Y) :- final(Xs, X, Y).

final([], X, X).
final([X|Xs], _, Y) :- final(Xs, X, Y).

len(Xs, N) :- count(Xs, 0, N).

count([], N, N).
count([_|Xs], N0, N) :-
    N1 is N0 + 1,
    count(Xs, N1, N).

app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).

rev(Xs, Ys) :- turn(Xs, [], Ys).

turn([], Ys, Ys).
turn([X|Xs], Seen, Ys) :- turn(Xs, [X|Seen], Ys).

knight(F/R, F1/R1) :-
    member(DF-DR, [1-2,2-1,2-(-1),1-(-2),-1-(-2),-2-(-1),-2-1,-1-2]),
    F1 is F + DF, inside(F1),
    R1 is R + DR, inside(R1).

inside(N) :- N >= 1, N =< 8.
