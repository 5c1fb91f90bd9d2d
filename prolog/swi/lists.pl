/** Lists as in SWI-Prolog: what library(lists) does not have under these names.

```
?- last([a,b,c], X), subtract([a,b,c], [b], L).
   X = c, L = [a,c].
```
*/

:- module(swi_lists, [last/2, is_list/1, proper_length/2, sumlist/2, max_list/2, min_list/2,
                      max_member/2, min_member/2, max_member/3, min_member/3, subtract/3,
                      intersection/3, union/3, delete/3, select/4, selectchk/3, selectchk/4, subset/2,
                      is_set/1, flatten/2, nextto/3, prefix/2, subseq/3, clumped/2, transpose_pairs/2,
                      between/3, plus/3, numlist/3]).

:- use_module(library(error)).
:- use_module(library(lists), [memberchk/2, select/3, sum_list/2]).

%! last(+List, -Last) is semidet.
%
% Last is the last element of List.

last([X|Xs], Last) :- last_(Xs, X, Last).

last_([], Last, Last).
last_([X|Xs], _, Last) :- last_(Xs, X, Last).

%! is_list(@Term) is semidet.
%
% True iff Term is a list that ends.

is_list(Term) :-
    '$skip_max_list'(_, _, Term, Tail),
    Tail == [].

%! proper_length(@List, -Length) is semidet.
%
% Length is the number of elements of List. Fails if List is no list that ends.

proper_length(List, Length) :-
    '$skip_max_list'(N, _, List, Tail),
    Tail == [],
    Length = N.

%! sumlist(+Numbers, -Sum) is det.
%
% The old name of sum_list/2.

sumlist(Ns, Sum) :- sum_list(Ns, Sum).

%! max_list(+Numbers, -Max) is semidet.
%
% Max is the largest of Numbers.

max_list([N|Ns], Max) :- max_list_(Ns, N, Max).

max_list_([], Max, Max).
max_list_([N|Ns], Max0, Max) :- Max1 is max(Max0, N), max_list_(Ns, Max1, Max).

%! min_list(+Numbers, -Min) is semidet.
%
% Min is the smallest of Numbers.

min_list([N|Ns], Min) :- min_list_(Ns, N, Min).

min_list_([], Min, Min).
min_list_([N|Ns], Min0, Min) :- Min1 is min(Min0, N), min_list_(Ns, Min1, Min).

%! max_member(-Max, +List) is semidet.
%
% Max is the last element of List in the standard order of terms; numbers are compared by value.

max_member(Max, [X|Xs]) :- max_member_(Xs, X, Max).

max_member_([], Max, Max).
max_member_([X|Xs], Max0, Max) :-
    (   before(Max0, X) -> max_member_(Xs, X, Max)
    ;   max_member_(Xs, Max0, Max)
    ).

%! min_member(-Min, +List) is semidet.
%
% Min is the first element of List in the standard order of terms; numbers are compared by value.

min_member(Min, [X|Xs]) :- min_member_(Xs, X, Min).

min_member_([], Min, Min).
min_member_([X|Xs], Min0, Min) :-
    (   before(X, Min0) -> min_member_(Xs, X, Min)
    ;   min_member_(Xs, Min0, Min)
    ).

before(X, Y) :-
    (   number(X), number(Y) -> X < Y
    ;   X @< Y
    ).

%! max_member(:Order, -Max, +List) is semidet.
%
% Max is the last element of List in the order of Order: `call(Order, X, Y)` holds iff X is not after Y.

:- meta_predicate(max_member(2, ?, ?)).

max_member(Order, Max, [X|Xs]) :- max_member_(Xs, X, Order, Max).

:- meta_predicate(max_member_(?, ?, 2, ?)).
max_member_([], Max, _, Max).
max_member_([X|Xs], Max0, Order, Max) :-
    (   call(Order, X, Max0) -> max_member_(Xs, Max0, Order, Max)
    ;   max_member_(Xs, X, Order, Max)
    ).

%! min_member(:Order, -Min, +List) is semidet.
%
% Min is the first element of List in the order of Order.

:- meta_predicate(min_member(2, ?, ?)).

min_member(Order, Min, [X|Xs]) :- min_member_(Xs, X, Order, Min).

:- meta_predicate(min_member_(?, ?, 2, ?)).
min_member_([], Min, _, Min).
min_member_([X|Xs], Min0, Order, Min) :-
    (   call(Order, Min0, X) -> min_member_(Xs, Min0, Order, Min)
    ;   min_member_(Xs, X, Order, Min)
    ).

%! subtract(+Set, +Delete, -Rest) is det.
%
% Rest has the elements of Set that unify with no element of Delete.

subtract([], _, []).
subtract([X|Xs], Delete, Rest) :-
    (   memberchk(X, Delete) -> subtract(Xs, Delete, Rest)
    ;   Rest = [X|Rest1],
        subtract(Xs, Delete, Rest1)
    ).

%! intersection(+Set1, +Set2, -Set) is det.
%
% Set has the elements of Set1 that are in Set2, in the order of Set1.

intersection([], _, []).
intersection([X|Xs], Ys, Set) :-
    (   memberchk(X, Ys) -> Set = [X|Set1], intersection(Xs, Ys, Set1)
    ;   intersection(Xs, Ys, Set)
    ).

%! union(+Set1, +Set2, -Set) is det.
%
% Set has the elements of Set1 that are not in Set2, then those of Set2.

union([], Ys, Ys).
union([X|Xs], Ys, Set) :-
    (   memberchk(X, Ys) -> union(Xs, Ys, Set)
    ;   Set = [X|Set1],
        union(Xs, Ys, Set1)
    ).

%! delete(+List, @Element, -Rest) is det.
%
% Rest has the elements of List that do not unify with Element.

delete([], _, []).
delete([X|Xs], Element, Rest) :-
    (   X \= Element -> Rest = [X|Rest1], delete(Xs, Element, Rest1)
    ;   delete(Xs, Element, Rest)
    ).

%! select(?X, ?Xs, ?Y, ?Ys) is nondet.
%
% Ys is Xs with one element X replaced by Y.

select(X, Xs, Y, Ys) :- select_(Xs, X, Y, Ys).

select_([X|Xs], X, Y, [Y|Xs]).
select_([Z|Xs], X, Y, [Z|Ys]) :- select_(Xs, X, Y, Ys).

%! selectchk(+Element, +List, -Rest) is semidet.
%
% Rest is List without the first element that unifies with Element.

selectchk(X, Xs, Ys) :- select(X, Xs, Ys0), !, Ys = Ys0.

%! selectchk(+X, +Xs, +Y, -Ys) is semidet.
%
% The first solution of select/4.

selectchk(X, Xs, Y, Ys) :- select(X, Xs, Y, Ys0), !, Ys = Ys0.

%! subset(+Subset, +Set) is semidet.
%
% True iff all elements of Subset are in Set.

subset([], _).
subset([X|Xs], Set) :- memberchk(X, Set), subset(Xs, Set).

%! is_set(@Set) is semidet.
%
% True iff Set is a list without duplicates.

is_set(Set) :-
    proper_length(Set, N),
    sort(Set, Sorted),
    proper_length(Sorted, N).

%! flatten(+Nested, -Flat) is det.
%
% Flat is the list of the elements of Nested that are not lists, at any depth.

flatten(List, Flat) :-
    flatten_(List, Flat0, []),
    !,
    Flat = Flat0.

flatten_(X, [X|Tail], Tail) :- var(X), !.
flatten_([], Tail, Tail) :- !.
flatten_([X|Xs], Flat, Tail) :-
    !,
    flatten_(X, Flat, Flat1),
    flatten_(Xs, Flat1, Tail).
flatten_(X, [X|Tail], Tail).

%! nextto(?X, ?Y, ?List) is nondet.
%
% Y follows X in List.

nextto(X, Y, [Z|Zs]) :- nextto_(Zs, Z, X, Y).

nextto_([Y|_], X, X, Y).
nextto_([Z|Zs], _, X, Y) :- nextto_(Zs, Z, X, Y).

%! prefix(?Part, ?Whole) is nondet.
%
% The list Whole begins with Part.

prefix([], _).
prefix([X|Xs], [X|Ys]) :- prefix(Xs, Ys).

%! subseq(+List, -Part, -Rest) is nondet.
%
% Part has some elements of List and Rest the others, both in the order of List.

subseq([], [], []).
subseq([X|Xs], Part, [X|Rest]) :- subseq(Xs, Part, Rest).
subseq([X|Xs], [X|Part], Rest) :- subseq(Xs, Part, Rest).

%! clumped(+Items, -Pairs) is det.
%
% Pairs has Item-Count for each run of equal elements of Items.

clumped([], []).
clumped([X|Xs], [X-N|Pairs]) :-
    run(Xs, X, 1, N, Rest),
    clumped(Rest, Pairs).

run([Y|Ys], X, N0, N, Rest) :-
    Y == X,
    !,
    N1 is N0 + 1,
    run(Ys, X, N1, N, Rest).
run(Rest, _, N, N, Rest).

%! transpose_pairs(+Pairs, -Transposed) is det.
%
% Transposed has Value-Key for each Key-Value of Pairs, sorted by Value.

transpose_pairs(Pairs, Transposed) :-
    flipped(Pairs, Flipped),
    keysort(Flipped, Transposed).

flipped([], []).
flipped([K-V|Pairs], [V-K|Flipped]) :- flipped(Pairs, Flipped).

%! between(+Low, +High, ?X) is nondet.
%
% X is an integer from Low to High. High can be `inf` or `infinite`.

between(Low, High, X) :-
    must_be(integer, Low),
    (   ( High == inf ; High == infinite ) -> from(Low, X)
    ;   must_be(integer, High),
        within(Low, High, X)
    ).

within(Low, High, X) :- integer(X), !, Low =< X, X =< High.
within(Low, High, X) :-
    can_be(integer, X),
    Low =< High,
    count(Low, High, X).

count(N, High, X) :-
    (   N =:= High -> X = N
    ;   count_(N, High, X)
    ).

count_(N, _, N).
count_(N, High, X) :- N1 is N + 1, count(N1, High, X).

from(Low, X) :- integer(X), !, Low =< X.
from(Low, X) :- can_be(integer, X), from_(Low, X).

from_(N, N).
from_(N, X) :- N1 is N + 1, from_(N1, X).

%! plus(?X, ?Y, ?Z) is det.
%
% Z is X + Y; one of the three may be unbound.

plus(X, Y, Z) :-
    (   integer(X), integer(Y), var(Z) -> Z is X + Y
    ;   var(Z) -> must_be(integer, X), must_be(integer, Y)
    ;   var(Y) -> must_be(integer, X), must_be(integer, Z), Y is Z - X
    ;   var(X) -> must_be(integer, Y), must_be(integer, Z), X is Z - Y
    ;   must_be(integer, X), must_be(integer, Y), must_be(integer, Z),
        Z =:= X + Y
    ).

%! numlist(+Low, +High, -Integers) is semidet.
%
% Integers are those from Low to High. Fails if High is less than Low.

numlist(Low, High, Ns) :-
    must_be(integer, Low),
    must_be(integer, High),
    Low =< High,
    counted(Low, High, Ns).

counted(N, High, [N|Ns]) :-
    (   N =:= High -> Ns = []
    ;   N1 is N + 1,
        counted(N1, High, Ns)
    ).

?- numlist(1, 3, L).
   L = [1,2,3].

?- numlist(1, _, _).
   error(instantiation_error,must_be/2).

?- last([], _).
   false.

?- flatten([a,[b,[]],X,[[c]]], L).
   L = [a,b,X,c].

?- max_member(X, [3,1.5,2]).
   X = 3.

?- clumped([a,a,b,a], L).
   L = [a-2,b-1,a-1].

?- subseq([a,b], P, _).
   P = []
;  P = [b]
;  P = [a]
;  P = [a,b].

?- is_set([a,b,a]).
   false.

?- plus(1, X, 3).
   X = 2.

?- between(1, x, _).
   error(type_error(integer,x),must_be/2).
