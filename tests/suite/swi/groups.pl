% setof/3 and bagof/3 of goals in which something is computed apart: no groups but those of the program.

c(t) --> [a].
c(o) --> [b].

p(1).
p(2).
p(4).

main :-
    bagof(I, L^( member(L, [[a],[b]]), phrase(c(I), L) ), A), print(A), nl,
    bagof(I-L, phrase(c(I), L), B), print(B), nl,
    bagof(I-L, phrase(c(I), L, []), C), print(C), nl,
    bagof(X, Y^( p(Y), X is Y / 2 + 1 ), D), print(D), nl,
    setof(X, Y^( p(Y), X is 2 ** Y + 3 ), E), print(E), nl,
    bagof(X, Y^( p(Y), ( Y > 1 *-> X = Y ; X = 0 ) ), F), print(F), nl,
    bagof(X, Y^( p(X), p(Y), X / 2 + 0 =:= Y ), G), print(G), nl,
    bagof(X, Y^( p(Y), atom_length(abc, N), X is Y / N ), H), print(H-N), nl,
    aggregate_all(bag(X), ( p(Y), X is Y / 2 + 1 ), J), print(J), nl,
    forall(bagof(X, ( member(Z, [1,2]), p(X), X / 2 + 0 =:= Z / 1 ), K), ( print(Z-K), nl )),
    forall(aggregate(count, X^( p(X), member(Z, [1,2]), X / 2 + 0 >= Z ), O), ( print(Z-O), nl )),
    forall(bagof(X, ( p(X), p(Y), Y / 2 + 0 =:= X ), M), ( print(Y-M), nl )).
