% Hugo's answers are right, and something is always left to try.

last_of([X|Xs], Y) :- Xs = [], Y = X.
last_of([_|Xs], Y) :- Xs = [_|_], last_of(Xs, Y).

len(Xs, N) :- Xs = [], N = 0.
len(Xs, N) :- Xs = [_|Ys], len(Ys, M), N is M + 1.

app(Xs, Ys, Zs) :- Xs = [], Zs = Ys.
app(Xs, Ys, Zs) :- Xs = [X|Rest], Zs = [X|More], app(Rest, Ys, More).

rev(Xs, Ys) :- rev(Xs, [], Ys).

rev(Xs, Zs, Ys) :- Xs = [], Ys = Zs.
rev(Xs, Zs, Ys) :- Xs = [X|Rest], rev(Rest, [X|Zs], Ys).

knight(F/R, F1/R1) :-
    member(F1, [1,2,3,4,5,6,7,8]),
    member(R1, [1,2,3,4,5,6,7,8]),
    5 =:= (F1 - F) ** 2 + (R1 - R) ** 2.
