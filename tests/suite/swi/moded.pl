/** Tabling with modes: the best answers of recursive definitions. */

:- use_module(library(lists)).

% Distances, with the recursion on either side, and on both.

edge(a, b, 4).
edge(a, c, 1).
edge(c, b, 2).
edge(b, d, 5).
edge(c, d, 8).
edge(d, a, 3).
edge(d, e, 3).
edge(e, e, 1).

:- table left(_,_,min), right(_,_,min), both(_,_,min), far(_,_,max).

left(X, Y, D) :- edge(X, Y, D).
left(X, Y, D) :- left(X, Z, D0), edge(Z, Y, D1), D is D0 + D1.

right(X, Y, D) :- edge(X, Y, D).
right(X, Y, D) :- edge(X, Z, D0), right(Z, Y, D1), D is D0 + D1.

both(X, Y, D) :- edge(X, Y, D).
both(X, Y, D) :- both(X, Z, D0), both(Z, Y, D1), D is D0 + D1.

% The longest way through what has no cycle.

step(s, p, 2).
step(s, q, 1).
step(q, p, 4).
step(p, t, 1).
step(q, t, 2).

far(X, Y, D) :- step(X, Y, D).
far(X, Y, D) :- step(X, Z, D0), far(Z, Y, D1), D is D0 + D1.

% A path with the distance, by a predicate of our own.

:- table connected(_,_,lattice(shorter/3)).

shorter(way(D1,P1), way(D2,P2), W) :-
    (   D1 =< D2 -> W = way(D1,P1)
    ;   W = way(D2,P2)
    ).

connected(X, Y, way(D,[X,Y])) :- edge(X, Y, D).
connected(X, Y, way(D,P)) :-
    connected(X, Z, W),
    W = way(D0,P0),
    edge(Z, Y, D1),
    D is D0 + D1,
    append(P0, [Y], P).

% Sets that grow until they are closed.

:- table reached(_,lattice(union/3)).

reached(X, [X]).
reached(X, S) :- edge(X, Y, _), reached(Y, S).

% Other modes.

mark(ann, 3).
mark(bob, 5).
mark(ann, 1).
mark(bob, 2).
mark(ann, 4).

:- table worst(_,min), best(_,max), total(_,sum), earliest(_,first), latest(_,last), any(_,-).
:- table range(_,min,max), ordered(_,po(above/2)), overall(max).

worst(X, M) :- mark(X, M).
best(X, M) :- mark(X, M).
total(X, M) :- mark(X, M).
earliest(X, M) :- mark(X, M).
latest(X, M) :- mark(X, M).
any(X, M) :- mark(X, M).
range(X, M, M) :- mark(X, M).
ordered(X, M) :- mark(X, M).
overall(M) :- mark(_, M).

above(X, Y) :- X > Y.

% Programs that fill tables: edit distance, a knapsack, change.

:- table distance(_,_,min).

distance([], [], 0).
distance([_|Xs], Ys, D) :- distance(Xs, Ys, D0), D is D0 + 1.
distance(Xs, [_|Ys], D) :- distance(Xs, Ys, D0), D is D0 + 1.
distance([X|Xs], [Y|Ys], D) :-
    distance(Xs, Ys, D0),
    (   X == Y -> D = D0
    ;   D is D0 + 1
    ).

edits(A, B, D) :-
    atom_chars(A, As),
    atom_chars(B, Bs),
    distance(As, Bs, D).

item(1, 12, 4).
item(2, 2, 2).
item(3, 1, 1).
item(4, 1, 2).
item(5, 4, 10).

:- table packed(_,_,max).

packed(0, _, 0).
packed(I, Room, V) :- I > 0, J is I - 1, packed(J, Room, V).
packed(I, Room, V) :-
    I > 0,
    item(I, W, V0),
    W =< Room,
    J is I - 1,
    Room1 is Room - W,
    packed(J, Room1, V1),
    V is V0 + V1.

:- table coins(_,min).

coins(0, 0).
coins(N, C) :- member(Coin, [1,7,10]), Coin =< N, N1 is N - Coin, coins(N1, C0), C is C0 + 1.

% Two predicates that need each other, and one without modes between them.

:- table odd(_,min), even(_,min), link/2.

even(a, 0).
even(X, N) :- odd(Y, N0), link(Y, X), N is N0 + 1.
odd(X, N) :- even(Y, N0), link(Y, X), N is N0 + 1.

link(X, Y) :- edge(X, Y, _).
link(X, Y) :- link(Y, X).

% A grammar without modes in the same file.

:- table sum//1.

sum(X) --> sum(A), [+], number(B), { X is A + B }.
sum(X) --> number(X).

number(X) --> [X], { number(X) }.

% Tables stay until they are abolished.

:- dynamic price/2.
:- table cheapest(_,min).

price(tea, 5).
price(tea, 3).

cheapest(X, P) :- price(X, P).

% What is broken off leaves nothing behind.

:- dynamic broken/0.
:- table careful(_,min).

careful(X, N) :- careful(X, M), N is M - 1, N > 0, ( N =:= 2, broken -> throw(stopped(N)) ; true ).
careful(_, 4).

shown(Goal, Term) :-
    findall(Term, Goal, Terms0),
    sort(Terms0, Terms),
    writeln(Terms).

main :-
    shown(left(a, Y, D), Y-D),
    shown(right(a, Y, D), Y-D),
    shown(both(a, Y, D), Y-D),
    shown(left(X, e, D), X-D),
    shown(far(X, t, D), X-D),
    connected(a, d, Way),
    writeln(Way),
    shown(( member(X, [a,d,e]), reached(X, S0), sort(S0, S) ), X-S),
    shown(worst(X, M), X-M),
    shown(best(X, M), X-M),
    shown(total(X, M), X-M),
    shown(earliest(X, M), X-M),
    shown(latest(X, M), X-M),
    shown(any(X, M), X-M),
    shown(range(X, L, H), X-L/H),
    shown(ordered(X, M), X-M),
    shown(overall(M), M),
    edits(kitten, sitting, E1),
    edits('a long way to go', 'a lovely day to go', E2),
    writeln(E1/E2),
    packed(5, 15, V),
    writeln(V),
    coins(14, C1),
    coins(63, C2),
    writeln(C1/C2),
    shown(even(X, N), X-N),
    shown(odd(X, N), X-N),
    phrase(sum(Sum), [1,+,2,+,3]),
    writeln(Sum),
    shown(cheapest(X, P), X-P),
    assertz(price(tea, 1)),
    shown(cheapest(X, P), X-P),
    abolish_all_tables,
    shown(cheapest(X, P), X-P),
    assertz(broken),
    catch(careful(x, _), Ball, true),
    writeln(Ball),
    retract(broken),
    shown(careful(x, N), N),
    catch(worst(ann, 1), error(Error, _), true),
    writeln(Error).
