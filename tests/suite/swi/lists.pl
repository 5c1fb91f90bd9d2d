/** Lists: the classics by hand, then with the library.

    ?- run_lengths([a,a,b], Runs).
    Runs = [a-2, b-1].

Each section of main/0 is one exercise sheet.
*/

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(pairs)).
:- use_module(library(yall)).

% Sheet 1: recursion by hand.

%!  count(?Element, +List, -Count) is det.
count(Element, List, Count) :-
    count(List, Element, 0, Count).

count([], _, N, N).
count([X|Xs], Element, N0, N) :-
    (   X == Element
    ->  N1 is N0 + 1
    ;   N1 = N0
    ),
    count(Xs, Element, N1, N).

%!  rev(+List, -Reversed) is det.
rev(List, Reversed) :-
    rev(List, [], Reversed).

rev([], Acc, Acc).
rev([X|Xs], Acc, Reversed) :-
    rev(Xs, [X|Acc], Reversed).

%!  run_lengths(+List, -Runs) is det.
%
%   Runs is a list of Element-Length, one for each run of equal elements.
run_lengths([], []).
run_lengths([X|Xs], [X-N|Runs]) :-
    run(Xs, X, 1, N, Rest),
    run_lengths(Rest, Runs).

run([Y|Ys], X, N0, N, Rest) :-
    Y == X,
    !,
    N1 is N0 + 1,
    run(Ys, X, N1, N, Rest).
run(Rest, _, N, N, Rest).

%!  expand_runs(+Runs, -List) is det.
expand_runs(Runs, List) :-
    maplist([X-N, Xs]>>( length(Xs, N), maplist(=(X), Xs) ), Runs, Lists),
    append(Lists, List).

% Sheet 2: sorting.

quicksort([], []).
quicksort([Pivot|Xs], Sorted) :-
    partition({Pivot}/[X]>>(X @< Pivot), Xs, Smaller, Others),
    quicksort(Smaller, Left),
    quicksort(Others, Right),
    append(Left, [Pivot|Right], Sorted).

mergesort([], []) :- !.
mergesort([X], [X]) :- !.
mergesort(List, Sorted) :-
    length(List, N),
    H is N // 2,
    length(Front, H),
    append(Front, Back, List),
    mergesort(Front, S1),
    mergesort(Back, S2),
    merge(S1, S2, Sorted).

merge([], Ys, Ys) :- !.
merge(Xs, [], Xs) :- !.
merge([X|Xs], [Y|Ys], [X|Zs]) :-
    X @=< Y,
    !,
    merge(Xs, [Y|Ys], Zs).
merge(Xs, [Y|Ys], [Y|Zs]) :-
    merge(Xs, Ys, Zs).

by_length(Order, A, B) :-
    length(A, La),
    length(B, Lb),
    compare(Order0, La, Lb),
    (   Order0 = (=)
    ->  compare(Order, A, B)
    ;   Order = Order0
    ).

% Sheet 3: generate and test.

pythagorean(Max, A-B-C) :-
    between(1, Max, A),
    between(A, Max, B),
    C2 is A*A + B*B,
    C is truncate(sqrt(C2)),
    C =< Max,
    C * C =:= C2.

%!  change(+Amount, +Coins, -Change) is nondet.
change(0, _, []) :- !.
change(Amount, [Coin|Coins], [Coin|Change]) :-
    Amount >= Coin,
    Rest is Amount - Coin,
    change(Rest, [Coin|Coins], Change).
change(Amount, [_|Coins], Change) :-
    Coins \== [],
    change(Amount, Coins, Change).

show(Label, Value) :-
    format("~w~t~22|= ~q~n", [Label, Value]).

sheet(1) :-
    count(a, [a,b,a,c,a], N),
    show('count a', N),
    rev([1,2,3], R),
    show(reversed, R),
    run_lengths([w,w,w,b,w,w], Runs),
    show(runs, Runs),
    expand_runs(Runs, Original),
    show(expanded, Original).
sheet(2) :-
    Numbers = [3,1,4,1,5,9,2,6,5,3,5],
    quicksort(Numbers, Q),
    show(quicksort, Q),
    mergesort(Numbers, M),
    show(mergesort, M),
    msort(Numbers, Ms),
    show('msort/2', Ms),
    sort(Numbers, S),
    show('sort/2', S),
    sort(0, @>=, Numbers, Down),
    show('sort/4, falling', Down),
    sort(2, @<, [p(ann,30), p(bob,25), p(cy,30)], People),
    show('sort/4, by argument', People),
    predsort(by_length, [[c],[a,b],[],[b],[a,b,c]], P),
    show('predsort/3', P),
    pairs_keys_values(Pairs, [b,a,c,a], [1,2,3,4]),
    keysort(Pairs, Sorted),
    show(keysort, Sorted).
sheet(3) :-
    findall(T, pythagorean(20, T), Ts),
    show('right triangles', Ts),
    forall(( change(12, [5,2,1], Coins), length(Coins, 4) ),
           show(change, Coins)),
    findall(P, permutation([a,b,c], P), Ps),
    length(Ps, Count),
    show(permutations, Count),
    findall(X-Rest, select(X, [1,2,3], Rest), Choices),
    show(choices, Choices).
sheet(4) :-
    numlist(1, 10, L),
    include([X]>>(0 is X mod 2), L, Even),
    exclude([X]>>(0 is X mod 3), L, No3),
    partition([X,C]>>compare(C, X, 5), L, Less, Equal, Greater),
    foldl([X,A0,A]>>(A is A0 + X*X), L, 0, Squares),
    N = 10,
    maplist({N}/[X,Y]>>(Y is X * N), [1,2,3], Tens),
    sumlist(L, Sum),
    max_list(L, Max),
    last(L, Last),
    nth0(0, L, First),
    nth1(Index, L, 7),
    show(even, Even),
    show('not by three', No3),
    show('around five', Less/Equal/Greater),
    show('sum of squares', Squares),
    show(tens, Tens),
    show([sum, max, first, last], [Sum, Max, First, Last]),
    show('index of 7', Index),
    subtract([a,b,c,d], [b,d], Difference),
    union([a,b], [b,c], Union),
    intersection([a,b,c], [c,a,x], Both),
    list_to_set([b,a,b,c,a], Set),
    show(sets, [Difference, Union, Both, Set]),
    flatten([1,[2,[3,4]],[],5], Flat),
    sum_list(Flat, FlatSum),
    show(flat, Flat-FlatSum),
    exclude([P]>>( P = [A1,B1|_], A1 > B1 ), [[1,2],[2,1],[3,3]], Rising),
    show(rising, Rising).

main :-
    forall(between(1, 4, N),
           (   format("Sheet ~d~n", [N]),
               ignore(sheet(N))
           )).
