% Ida wrote a module.

:- module(lists_of_ida, [last_of/2, len/2, app/3, rev/2, knight/2]).

last_of([X], X) :- !.
last_of([_|Xs], X) :- last_of(Xs, X).

len([], 0).
len([_|Xs], N) :- len(Xs, M), N is M + 1.

app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).

rev(Xs, Ys) :- foldl([X,Zs,[X|Zs]]>>true, Xs, [], Ys).

knight(F/R, F1/R1) :-
    between(1, 8, F1),
    between(1, 8, R1),
    D is abs(F - F1) * abs(R - R1),
    D =:= 2.
