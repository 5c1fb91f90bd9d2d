% Lea knows the library.

last_of(Xs, X) :- last(Xs, X).

len(Xs, N) :- length(Xs, N).

app(Xs, Ys, Zs) :- append(Xs, Ys, Zs).

rev(Xs, Ys) :- reverse(Xs, Ys).

knight(F/R, To) :-
    findall(F1/R1, ( member(DF, [-2,-1,1,2]), member(DR, [-2,-1,1,2]), abs(DF) + abs(DR) =:= 3,
                     F1 is F + DF, between(1, 8, F1), R1 is R + DR, between(1, 8, R1) ), Tos),
    member(To, Tos).
