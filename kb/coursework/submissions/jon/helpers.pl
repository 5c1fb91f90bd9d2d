len([], N, N).
len([_|Xs], M, N) :-
    K is M + 1,
    len(Xs, K, N).

rev([], Ys, Ys).
rev([X|Xs], Zs, Ys) :- rev(Xs, [X|Zs], Ys).
