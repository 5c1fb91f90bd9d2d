/** The zebra puzzle in three ways, and puzzles of the same kind.
*/

show(X) :- print(X), nl.

%  1. With a list of houses.

right_of(X, Y, [Y,X|_]).
right_of(X, Y, [_|Zs]) :- right_of(X, Y, Zs).

next_to(X, Y, L) :- right_of(X, Y, L) ; right_of(Y, X, L).

zebra(Owner, Drinker, Hs) :-
    Hs = [h(_, norwegian, _, _, _), _, h(_, _, _, milk, _), _, _],
    member(h(red, english, _, _, _), Hs),
    member(h(green, _, _, coffee, _), Hs),
    member(h(_, spanish, dog, _, _), Hs),
    member(h(_, ukrainian, _, tea, _), Hs),
    right_of(h(green, _, _, _, _), h(ivory, _, _, _, _), Hs),
    member(h(_, _, snails, _, winston), Hs),
    member(h(yellow, _, _, _, kools), Hs),
    next_to(h(_, _, _, _, chesterfield), h(_, _, fox, _, _), Hs),
    next_to(h(_, _, _, _, kools), h(_, _, horse, _, _), Hs),
    member(h(_, _, _, juice, lucky), Hs),
    member(h(_, japanese, _, _, parliament), Hs),
    next_to(h(_, norwegian, _, _, _), h(blue, _, _, _, _), Hs),
    member(h(_, Owner, zebra, _, _), Hs),
    member(h(_, Drinker, _, water, _), Hs).

print_houses(Hs) :-
    forall(nth1(I, Hs, h(C, N, P, D, S)),
           format("~d ~w~t~12|~w~t~24|~w~t~34|~w~t~44|~w~n", [I, C, N, P, D, S])).

%  2. With constraints.

:- use_module(library(clpfd)).

zebra_clp(Owner) :-
    Nations = [English, Spaniard, Japanese, Ukrainian, Norwegian],
    Colours = [Red, Green, Ivory, Yellow, Blue],
    Pets = [Dog, Snails, Fox, Horse, Zebra],
    Drinks = [Coffee, Tea, Milk, Juice, _Water],
    Smokes = [Winston, Kools, Chesterfield, Lucky, Parliament],
    All = [Nations, Colours, Pets, Drinks, Smokes],
    maplist([L]>>( L ins 1..5, all_different(L) ), All),
    English #= Red, Spaniard #= Dog, Coffee #= Green, Ukrainian #= Tea, Green #= Ivory + 1, Winston #= Snails,
    Kools #= Yellow, Milk #= 3, Norwegian #= 1, abs(Chesterfield - Fox) #= 1, abs(Kools - Horse) #= 1,
    Lucky #= Juice, Japanese #= Parliament, abs(Norwegian - Blue) #= 1,
    append(All, Vs), label(Vs),
    nth1(I, Nations, Zebra), !,
    nth1(I, [english, spanish, japanese, ukrainian, norwegian], Owner).

%  3. Knights and knaves; who broke the window; the farmer; the jugs.

says(knight, S) :- call(S).
says(knave, S) :- \+ call(S).

island(A, B) :-
    member(A, [knight, knave]), member(B, [knight, knave]),
    says(A, ( A = knave ; B = knave )).

culprit(Who) :-
    member(Who, [ann, bob, cy]),
    findall(x, ( statement(_, G, Who), call(G) ), Truths), length(Truths, 1).

statement(ann, Who == bob, Who).
statement(bob, Who \== bob, Who).
statement(cy, Who \== cy, Who).

opposite(left, right).
opposite(right, left).

move(s(X, X, G, C), farmer_with_wolf, s(Y, Y, G, C)) :- opposite(X, Y).
move(s(X, W, X, C), farmer_with_goat, s(Y, W, Y, C)) :- opposite(X, Y).
move(s(X, W, G, X), farmer_with_cabbage, s(Y, W, G, Y)) :- opposite(X, Y).
move(s(X, W, G, C), farmer_alone, s(Y, W, G, C)) :- opposite(X, Y).

safe(s(F, W, G, C)) :- ( F = G ; F \== G, W \== G, C \== G ), !.

cross(S, S, _, []).
cross(S, Goal, Seen, [M|Ms]) :- move(S, M, T), safe(T), \+ memberchk(T, Seen), cross(T, Goal, [T|Seen], Ms).

pour(A-B, _, fill_5, 5-B) :- A < 5.
pour(A-B, _, fill_3, A-3) :- B < 3.
pour(A-B, _, empty_5, 0-B) :- A > 0.
pour(A-B, _, empty_3, A-0) :- B > 0.
pour(A-B, _, from_5, C-D) :- N is min(A, 3 - B), N > 0, C is A - N, D is B + N.
pour(A-B, _, from_3, C-D) :- N is min(B, 5 - A), N > 0, C is A + N, D is B - N.

jugs(Actions) :- breadth([[0-0]-[]], [0-0], Actions).

breadth([[A-_|_]-As|_], _, Actions) :- A =:= 4, !, reverse(As, Actions).
breadth([[S|Path]-As|Rest], Seen, Actions) :-
    findall([T,S|Path]-[Act|As], ( pour(S, none, Act, T), \+ memberchk(T, Seen) ), New),
    findall(T, member([T|_]-_, New), Ts), append(Ts, Seen, Seen1), append(Rest, New, Queue),
    breadth(Queue, Seen1, Actions).

hanoi(0, _, _, _) --> !, [].
hanoi(N, A, B, C) --> { M is N - 1 }, hanoi(M, A, C, B), [A-B], hanoi(M, C, B, A).

main :-
    once(zebra(Z, W, Hs)), show(Z/W), print_houses(Hs), aggregate_all(count, zebra(_, _, _), N), show(N),
    zebra_clp(Owner), show(Owner),
    findall(A/B, island(A, B), Is), show(Is), findall(Who, culprit(Who), Cs), show(Cs),
    once(cross(s(left,left,left,left), s(right,right,right,right), [s(left,left,left,left)], Ms)), show(Ms),
    aggregate_all(count, cross(s(left,left,left,left), s(right,right,right,right), [s(left,left,left,left)], _), NC), show(NC),
    jugs(Acts), show(Acts), phrase(hanoi(3, a, b, c), Moves), show(Moves).
