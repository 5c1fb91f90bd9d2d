/** Sorting as in SWI-Prolog.

```
?- sort(0, @>=, [1,3,2,3], L).
   L = [3,3,2,1].
```
*/

:- module(swi_sort, [msort/2, sort/4, predsort/3]).

:- use_module(library(error)).
:- use_module(library(lists)).

%! msort(+List, -Sorted) is det.
%
% Sorted has the elements of List in the standard order of terms. Duplicates are kept.

msort(List, Sorted) :-
    proper(List),
    all_sorted(List, Sorted).

% must_be/2 takes longer than sorting a short list.
proper(List) :-
    (   '$skip_max_list'(_, _, List, Tail), Tail == [] -> true
    ;   must_be(list, List)
    ).

% Where sort/2 leaves none out, it has done all.
all_sorted(List, Sorted) :-
    sort(List, Once),
    (   same_length(List, Once) -> Sorted = Once
    ;   keyed(List, Pairs0),
        keysort(Pairs0, Pairs),
        values(Pairs, Sorted)
    ).

keyed([], []).
keyed([X|Xs], [X-X|Pairs]) :- keyed(Xs, Pairs).

%! sort(+Key, +Order, +List, -Sorted) is det.
%
% Sorts by the argument Key of the elements, or by the elements themselves if Key is 0. Order is `@<` or
% `@>` (of elements with the same key the first one is kept), `@=<` or `@>=` (all are kept, in place).

sort(Key, Order, List, Sorted) :-
    (   integer(Key), Key >= 0 -> true
    ;   must_be(not_less_than_zero, Key)
    ),
    proper(List),
    order(Order, Direction, Duplicates),
    sort(Key, Direction, Duplicates, List, Sorted).

% Elements that are their own keys are the same if they are equal.
sort(0, Direction, Duplicates, List, Sorted) :-
    !,
    (   Duplicates = keep -> all_sorted(List, Sorted0)
    ;   sort(List, Sorted0)
    ),
    (   Direction = up -> Sorted = Sorted0
    ;   reverse(Sorted0, Sorted)
    ).
sort(Key, Direction, Duplicates, List, Sorted) :-
    keyed(List, Key, Pairs0),
    (   Direction = up -> keysort(Pairs0, Pairs1)
    ;   reverse(Pairs0, Pairs2),
        keysort(Pairs2, Pairs3),
        reverse(Pairs3, Pairs1)
    ),
    (   Duplicates = keep -> Pairs = Pairs1
    ;   first_of_each(Pairs1, Pairs)
    ),
    values(Pairs, Sorted).

order(Order, _, _) :- var(Order), instantiation_error(sort/4).
order(Order, Direction, Duplicates) :-
    (   order_(Order, Direction0, Duplicates0) -> Direction = Direction0, Duplicates = Duplicates0
    ;   atom(Order) -> domain_error(order, Order, sort/4)
    ;   type_error(atom, Order, sort/4)
    ).

order_(@<, up, drop).
order_(@=<, up, keep).
order_(@>, down, drop).
order_(@>=, down, keep).

keyed([], _, []).
keyed([X|Xs], Key, [K-X|Pairs]) :-
    (   compound(X) -> ( arg(Key, X, K) -> true ; type_error(compound, X, sort/4) )
    ;   type_error(compound, X, sort/4)
    ),
    keyed(Xs, Key, Pairs).

values([], []).
values([_-X|Pairs], [X|Xs]) :- values(Pairs, Xs).

first_of_each([], []).
first_of_each([K-X|Pairs0], [K-X|Pairs]) :-
    without(Pairs0, K, Pairs1),
    first_of_each(Pairs1, Pairs).

without([K-_|Pairs0], K0, Pairs) :- K == K0, !, without(Pairs0, K0, Pairs).
without(Pairs, _, Pairs).

%! predsort(:Order, +List, -Sorted) is semidet.
%
% Sorts by `call(Order, Delta, X, Y)`, which sets Delta to `<`, `>` or `=`; of elements that are `=`, one
% is kept. Fails if Order fails.

:- meta_predicate(predsort(3, ?, ?)).

predsort(Order, List, Sorted) :-
    proper(List),
    length(List, N),
    predsort_(N, List, Rest, Order, Sorted0),
    !,
    Rest = [],
    Sorted = Sorted0.

:- meta_predicate(predsort_(?, ?, ?, 3, ?)).
predsort_(0, Rest, Rest, _, []) :- !.
predsort_(1, [X|Rest], Rest, _, [X]) :- !.
predsort_(2, [X,Y|Rest], Rest, Order, Sorted) :-
    !,
    call(Order, Delta, X, Y),
    two(Delta, X, Y, Sorted).
predsort_(N, Xs, Rest, Order, Sorted) :-
    N1 is N // 2,
    N2 is N - N1,
    predsort_(N1, Xs, Xs2, Order, S1),
    predsort_(N2, Xs2, Rest, Order, S2),
    predmerge(S1, S2, Order, Sorted).

two(Delta, _, _, _) :- var(Delta), instantiation_error(predsort/3).
two(<, X, Y, [X,Y]).
two(>, X, Y, [Y,X]).
two(=, X, _, [X]).

:- meta_predicate(predmerge(?, ?, 3, ?)).
predmerge([], Ys, _, Ys) :- !.
predmerge(Xs, [], _, Xs) :- !.
predmerge([X|Xs], [Y|Ys], Order, Zs) :-
    call(Order, Delta, X, Y),
    predmerge_(Delta, X, Xs, Y, Ys, Order, Zs).

:- meta_predicate(predmerge_(?, ?, ?, ?, ?, 3, ?)).
predmerge_(Delta, _, _, _, _, _, _) :- var(Delta), instantiation_error(predsort/3).
predmerge_(<, X, Xs, Y, Ys, Order, [X|Zs]) :- predmerge(Xs, [Y|Ys], Order, Zs).
predmerge_(>, X, Xs, Y, Ys, Order, [Y|Zs]) :- predmerge([X|Xs], Ys, Order, Zs).
predmerge_(=, X, Xs, _, Ys, Order, Zs) :- predmerge([X|Xs], Ys, Order, Zs).

?- msort([b,a,2,b,1.5,1], L).
   L = [1,1.5,2,a,b,b].

?- sort(0, @>, [b,a,2,b,2.0,2], L), sort(0, @>=, [1,1.5,1,1.0], M), sort(0, @<, [1,1.0,0.5,1], N).
   L = [b,a,2,2.0], M = [1.5,1,1,1.0], N = [0.5,1.0,1].

?- msort(["b",1,"a","b",x], L), msort([f("b",1),f("a",2),f(a,0)], M).
   L = [1,"a","b","b",x], M = [f("a",2),f("b",1),f(a,0)].

?- sort(1, @>, [f(1,a),f(2,b),f(1,c)], L).
   L = [f(2,b),f(1,a)].

?- sort(1, @>=, [f(1,a),f(2,b),f(1,c)], L).
   L = [f(2,b),f(1,a),f(1,c)].

?- sort(0, ascending, [a], L).
   error(domain_error(order,ascending),sort/4).

?- predsort(compare, [c,a,b,a], L).
   L = [a,b,c].
