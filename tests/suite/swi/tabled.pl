/** Tabling: left recursion in graphs and grammars, shortest paths by moded tables, dynamic programming.
*/

% 1. Left recursion over a graph with cycles.

:- table connection/2.

connection(X, Y) :- connection(X, Z), link(Z, Y).
connection(X, Y) :- link(X, Y).

link(amsterdam, schiphol).
link(schiphol, leiden).
link(leiden, haarlem).
link(haarlem, amsterdam).
link(utrecht, amersfoort).

% 2. Mutual recursion.

:- table even/1, odd/1.

even(0).
even(N) :- N > 0, M is N - 1, odd(M).
odd(N) :- N > 0, M is N - 1, even(M).

% 3. Dynamic programming: each number once.

:- table fib/2.

fib(0, 0).
fib(1, 1).
fib(N, F) :-
    N > 1,
    N1 is N - 1,
    N2 is N - 2,
    fib(N1, F1),
    fib(N2, F2),
    F is F1 + F2.

:- table lcs/3.

lcs([], _, []) :- !.
lcs(_, [], []) :- !.
lcs([X|Xs], [X|Ys], [X|Zs]) :- !, lcs(Xs, Ys, Zs).
lcs([X|Xs], [Y|Ys], Zs) :-
    lcs(Xs, [Y|Ys], A),
    lcs([X|Xs], Ys, B),
    length(A, La),
    length(B, Lb),
    (   La >= Lb -> Zs = A ; Zs = B ).

% 4. Moded tables: the shortest connection, the longest, a path with the cost.

:- table conn(_,_,min).

conn(X, Y, 1) :- road(X, Y, _).
conn(X, Y, N) :- conn(X, Z, N0), road(Z, Y, _), N is N0 + 1.

:- table cost(_,_,min).

cost(X, Y, C) :- road(X, Y, C).
cost(X, Y, C) :- cost(X, Z, C0), road(Z, Y, C1), C is C0 + C1.

:- table path(_,_,lattice(shorter/3)).

path(X, Y, [X,Y]) :- road(X, Y, _).
path(X, Y, P) :- path(X, Z, P0), road(Z, Y, _), append(P0, [Y], P).

shorter(P1, P2, P) :-
    length(P1, L1),
    length(P2, L2),
    (   L1 =< L2 -> P = P1 ; P = P2 ).

:- table widest(_,_,max).

widest(X, Y, W) :- road(X, Y, W).
widest(X, Y, W) :- widest(X, Z, W0), road(Z, Y, W1), W is min(W0, W1).

:- table first_found(_,first), last_found(_,last), sum_of(_,sum).

first_found(x, 3).
first_found(x, 1).
last_found(x, 3).
last_found(x, 1).
sum_of(x, 3).
sum_of(x, 1).
sum_of(y, 5).

road(a, b, 4).
road(b, c, 3).
road(a, c, 9).
road(c, d, 1).
road(d, a, 2).
road(b, d, 8).

% 5. A left recursive grammar, just as in the textbook.

:- table expr//1, term//1.

expr(X) --> expr(A), [+], term(B), { X is A + B }.
expr(X) --> expr(A), [-], term(B), { X is A - B }.
expr(X) --> term(X).

term(X) --> term(A), [*], factor(B), { X is A * B }.
term(X) --> factor(X).

factor(X) --> [X], { number(X) }.
factor(X) --> ['('], expr(X), [')'].

% 6. An ambiguous grammar: the number of trees.

:- table tree//1.

tree(x) --> [x].
tree(t(A, B)) --> tree(A), tree(B).

solutions(Template, Goal) :-
    findall(Template, Goal, Ts),
    sort(Ts, Sorted),
    print(Sorted),
    nl.

main :-
    solutions(Y, connection(amsterdam, Y)),
    solutions(X, connection(X, haarlem)),
    solutions(X-Y, connection(X, Y)),
    ( connection(utrecht, haarlem) -> writeln(yes) ; writeln(no) ),
    ( even(500) -> writeln(even) ; writeln(odd) ),
    fib(150, F), print(F), nl,
    atom_chars('nematode knowledge', A1), atom_chars('empty bottle', A2),
    lcs(A1, A2, Common), atom_chars(Common1, Common), print(Common1), nl,
    solutions(Y-N, conn(a, Y, N)),
    solutions(Y-N, cost(a, Y, N)),
    path(a, d, P), length(P, Len), print(Len), nl,
    path(a, c, P2), print(P2), nl,
    widest(a, d, W), print(W), nl,
    first_found(x, F1), last_found(x, L1), print(F1/L1), nl,
    solutions(K-S, sum_of(K, S)),
    phrase(expr(V), [1,+,2,*,3,-,4,-,5]), print(V), nl,
    phrase(expr(V2), ['(',1,+,2,')',*,3]), print(V2), nl,
    ( phrase(expr(_), [1,+]) -> true ; writeln('no expression') ),
    findall(T, phrase(tree(T), [x,x,x,x,x]), Trees), length(Trees, NT), print(NT), nl,
    abolish_all_tables,
    solutions(Y, connection(haarlem, Y)).
