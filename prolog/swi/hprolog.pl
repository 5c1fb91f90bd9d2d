/** Lists as in hProlog: what files import by `:- use_module(library(dialect/hprolog))`.

```
?- split_at(2, [a,b,c], Before, After).
   Before = [a,b], After = [c].
```
*/

:- module(swi_hprolog, [take/3, drop/3, split_at/4, memberchk_eq/2, substitute_eq/4, intersect_eq/3, list_difference_eq/3,
                        max_go_list/2, or_list/2, sublist/2, bounded_sublist/3, chr_delete/3]).

:- use_module(library(lists)).

%! take(+N, +List, -Prefix) is det.
%! drop(+N, +List, -Rest) is det.
%! split_at(+N, +List, -Prefix, -Rest) is det.
%
% Prefix has the first N elements of List, or all if there are fewer; Rest has the others.

take(N, List, Prefix) :- split_at(N, List, Prefix, _).

drop(N, List, Rest) :- split_at(N, List, _, Rest).

split_at(N, List, Prefix, Rest) :-
    (   N > 0, List = [X|Xs] ->
        Prefix = [X|Prefix1],
        N1 is N - 1,
        split_at(N1, Xs, Prefix1, Rest)
    ;   Prefix = [],
        Rest = List
    ).

%! memberchk_eq(@X, +List) is semidet.
%
% X is identical with an element of List.

memberchk_eq(X, [Y|Ys]) :-
    (   X == Y -> true
    ;   memberchk_eq(X, Ys)
    ).

%! substitute_eq(@X, +List1, +Y, -List2) is det.
%
% List2 has Y for each element of List1 that is identical with X.

substitute_eq(_, [], _, []).
substitute_eq(X, [Z|Zs], Y, [W|Ws]) :-
    ( X == Z -> W = Y ; W = Z ),
    substitute_eq(X, Zs, Y, Ws).

%! intersect_eq(+List1, +List2, -List3) is det.
%! list_difference_eq(+List1, +List2, -List3) is det.
%
% List3 has the elements of List1 that are, or are not, identical with one of List2.

intersect_eq([], _, []).
intersect_eq([X|Xs], Ys, Zs) :-
    ( memberchk_eq(X, Ys) -> Zs = [X|Zs1] ; Zs = Zs1 ),
    intersect_eq(Xs, Ys, Zs1).

list_difference_eq([], _, []).
list_difference_eq([X|Xs], Ys, Zs) :-
    ( memberchk_eq(X, Ys) -> Zs = Zs1 ; Zs = [X|Zs1] ),
    list_difference_eq(Xs, Ys, Zs1).

%! max_go_list(+List, -Max) is det.
%
% Max is the greatest element of List in the standard order.

max_go_list([X|Xs], Max) :- foldl(swi_hprolog:greater, Xs, X, Max).

greater(X, Y, Z) :- ( X @> Y -> Z = X ; Z = Y ).

%! or_list(+Numbers:list, -Or) is det.
%
% Or is the bitwise or of Numbers.

or_list(Ns, Or) :- foldl(swi_hprolog:or, Ns, 0, Or).

or(X, Y, Z) :- Z is X \/ Y.

%! sublist(?Sub:list, +List) is nondet.
%! bounded_sublist(?Sub:list, +List, +Bound) is nondet.
%
% Sub has some of the elements of List in their order; it has at most Bound.

sublist(Sub, List) :- length(List, Bound), bounded_sublist(Sub, List, Bound).

bounded_sublist(Sub, List, Bound) :- bounded(List, Bound, Sub).

bounded([], _, []).
bounded([X|Xs], Bound, Sub) :-
    (   Bound > 0,
        Bound1 is Bound - 1,
        Sub = [X|Sub1],
        bounded(Xs, Bound1, Sub1)
    ;   bounded(Xs, Bound, Sub)
    ).

%! chr_delete(+List1, @X, -List2) is det.
%
% List2 is List1 without the elements that are identical with X.

chr_delete(Xs, X, Ys) :- list_difference_eq(Xs, [X], Ys).
