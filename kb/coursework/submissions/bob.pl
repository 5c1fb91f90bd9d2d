/* my solution, all done by myself!! */
rev(List, Result) :- rueckwaerts(List, [], Result).
rueckwaerts([], R, R).
rueckwaerts([Head|Tail], Acc, R) :- rueckwaerts(Tail, [Head|Acc], R).

len(L, Count) :- zaehle(L, 0, Count).
zaehle([], C, C).
zaehle([_|T], C0, C) :- C1 is C0 + 1, zaehle(T, C1, C).

last_of([H|T], Last) :- ende(T, H, Last).
ende([], L, L).
ende([H|T], _, L) :- ende(T, H, L).

app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).

knight(X/Y, X1/Y1) :-
    member(A-B, [1-2,2-1,2-(-1),1-(-2),-1-(-2),-2-(-1),-2-1,-1-2]),
    X1 is X + A, brett(X1), Y1 is Y + B, brett(Y1).
brett(Z) :- Z >= 1, Z =< 8.
