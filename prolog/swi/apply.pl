/** Higher-order predicates on lists as in SWI-Prolog: what library(lists) does not have.

```
?- include([X]>>(X > 1), [1,2,3], L).
   L = [2,3].
```
*/

:- module(swi_apply, [include/3, exclude/3, partition/4, partition/5, convlist/3, foldl/6, foldl/7,
                      scanl/4, scanl/5, scanl/6, scanl/7,
                      concurrent_maplist/2, concurrent_maplist/3, concurrent_maplist/4, concurrent_forall/2, first_solution/3,
                      checklist/2]).

:- use_module(library(lists), [maplist/2, maplist/3, maplist/4, member/2]).

%! include(:Goal, +List, -Included) is det.
%
% Included has the elements X of List for which `call(Goal, X)` holds.

:- meta_predicate(include(1, ?, ?)).

include(Goal, List, Included) :- include_(List, Goal, Included).

:- meta_predicate(include_(?, 1, ?)).
include_([], _, []).
include_([X|Xs], Goal, Included) :-
    (   call(Goal, X) -> Included = [X|Included1], include_(Xs, Goal, Included1)
    ;   include_(Xs, Goal, Included)
    ).

%! exclude(:Goal, +List, -Rest) is det.
%
% Rest has the elements X of List for which `call(Goal, X)` fails.

:- meta_predicate(exclude(1, ?, ?)).

exclude(Goal, List, Rest) :- exclude_(List, Goal, Rest).

:- meta_predicate(exclude_(?, 1, ?)).
exclude_([], _, []).
exclude_([X|Xs], Goal, Rest) :-
    (   call(Goal, X) -> exclude_(Xs, Goal, Rest)
    ;   Rest = [X|Rest1],
        exclude_(Xs, Goal, Rest1)
    ).

%! partition(:Goal, +List, -Included, -Excluded) is det.
%
% Splits List into the elements for which Goal holds and those for which it fails.

:- meta_predicate(partition(1, ?, ?, ?)).

partition(Goal, List, Included, Excluded) :- partition_(List, Goal, Included, Excluded).

:- meta_predicate(partition_(?, 1, ?, ?)).
partition_([], _, [], []).
partition_([X|Xs], Goal, Included, Excluded) :-
    (   call(Goal, X) ->
        Included = [X|Included1],
        partition_(Xs, Goal, Included1, Excluded)
    ;   Excluded = [X|Excluded1],
        partition_(Xs, Goal, Included, Excluded1)
    ).

%! partition(:Compare, +List, -Less, -Equal, -Greater) is semidet.
%
% Splits List by `call(Compare, X, Order)`, which sets Order to `<`, `=` or `>`.

:- meta_predicate(partition(2, ?, ?, ?, ?)).

partition(Compare, List, Less, Equal, Greater) :- partition_(List, Compare, Less, Equal, Greater).

:- meta_predicate(partition_(?, 2, ?, ?, ?)).
partition_([], _, [], [], []).
partition_([X|Xs], Compare, Less, Equal, Greater) :-
    call(Compare, X, Order),
    partition_(Order, X, Xs, Compare, Less, Equal, Greater).

:- meta_predicate(partition_(?, ?, ?, 2, ?, ?, ?)).
partition_(<, X, Xs, Compare, [X|Less], Equal, Greater) :- partition_(Xs, Compare, Less, Equal, Greater).
partition_(=, X, Xs, Compare, Less, [X|Equal], Greater) :- partition_(Xs, Compare, Less, Equal, Greater).
partition_(>, X, Xs, Compare, Less, Equal, [X|Greater]) :- partition_(Xs, Compare, Less, Equal, Greater).

%! convlist(:Goal, +List, -Converted) is det.
%
% Converted has the Y of `call(Goal, X, Y)` for the elements X of List for which that holds.

:- meta_predicate(convlist(2, ?, ?)).

convlist(Goal, List, Converted) :- convlist_(List, Goal, Converted).

:- meta_predicate(convlist_(?, 2, ?)).
convlist_([], _, []).
convlist_([X|Xs], Goal, Converted) :-
    (   call(Goal, X, Y) -> Converted = [Y|Converted1], convlist_(Xs, Goal, Converted1)
    ;   convlist_(Xs, Goal, Converted)
    ).

%! foldl(:Goal, +List1, +List2, +List3, +V0, -V) is nondet.
%
% Calls Goal with the elements at each place of the lists, the value so far and the next value.

:- meta_predicate(foldl(5, ?, ?, ?, ?, ?)).

foldl(Goal, Xs, Ys, Zs, V0, V) :- foldl_(Xs, Ys, Zs, Goal, V0, V).

:- meta_predicate(foldl_(?, ?, ?, 5, ?, ?)).
foldl_([], [], [], _, V, V).
foldl_([X|Xs], [Y|Ys], [Z|Zs], Goal, V0, V) :-
    call(Goal, X, Y, Z, V0, V1),
    foldl_(Xs, Ys, Zs, Goal, V1, V).

%! foldl(:Goal, +List1, +List2, +List3, +List4, +V0, -V) is nondet.
%
% Like foldl/6, with four lists.

:- meta_predicate(foldl(6, ?, ?, ?, ?, ?, ?)).

foldl(Goal, Xs, Ys, Zs, Ws, V0, V) :- foldl_(Xs, Ys, Zs, Ws, Goal, V0, V).

:- meta_predicate(foldl_(?, ?, ?, ?, 6, ?, ?)).
foldl_([], [], [], [], _, V, V).
foldl_([X|Xs], [Y|Ys], [Z|Zs], [W|Ws], Goal, V0, V) :-
    call(Goal, X, Y, Z, W, V0, V1),
    foldl_(Xs, Ys, Zs, Ws, Goal, V1, V).

%! scanl(:Goal, +List, +V0, -Values) is nondet.
%
% Values has V0 and all the values that foldl/4 goes through.

:- meta_predicate(scanl(3, ?, ?, ?)).

scanl(Goal, Xs, V0, [V0|Vs]) :- scanl_(Xs, Goal, V0, Vs).

:- meta_predicate(scanl_(?, 3, ?, ?)).
scanl_([], _, _, []).
scanl_([X|Xs], Goal, V0, [V|Vs]) :-
    call(Goal, X, V0, V),
    scanl_(Xs, Goal, V, Vs).

%! scanl(:Goal, +List1, +List2, +V0, -Values) is nondet.
%
% Like scanl/4, with two lists.

:- meta_predicate(scanl(4, ?, ?, ?, ?)).

scanl(Goal, Xs, Ys, V0, [V0|Vs]) :- scanl_(Xs, Ys, Goal, V0, Vs).

:- meta_predicate(scanl_(?, ?, 4, ?, ?)).
scanl_([], [], _, _, []).
scanl_([X|Xs], [Y|Ys], Goal, V0, [V|Vs]) :-
    call(Goal, X, Y, V0, V),
    scanl_(Xs, Ys, Goal, V, Vs).

%! scanl(:Goal, +List1, +List2, +List3, +V0, -Values) is nondet.
%! scanl(:Goal, +List1, +List2, +List3, +List4, +V0, -Values) is nondet.
%
% Like scanl/4, with three or four lists.

:- meta_predicate(scanl(5, ?, ?, ?, ?, ?)).
:- meta_predicate(scanl(6, ?, ?, ?, ?, ?, ?)).

scanl(Goal, Xs, Ys, Zs, V0, [V0|Vs]) :- scanl_(Xs, Ys, Zs, Goal, V0, Vs).

:- meta_predicate(scanl_(?, ?, ?, 5, ?, ?)).
scanl_([], [], [], _, _, []).
scanl_([X|Xs], [Y|Ys], [Z|Zs], Goal, V0, [V|Vs]) :-
    call(Goal, X, Y, Z, V0, V),
    scanl_(Xs, Ys, Zs, Goal, V, Vs).

scanl(Goal, Xs, Ys, Zs, Ws, V0, [V0|Vs]) :- scanl_(Xs, Ys, Zs, Ws, Goal, V0, Vs).

:- meta_predicate(scanl_(?, ?, ?, ?, 6, ?, ?)).
scanl_([], [], [], [], _, _, []).
scanl_([X|Xs], [Y|Ys], [Z|Zs], [W|Ws], Goal, V0, [V|Vs]) :-
    call(Goal, X, Y, Z, W, V0, V),
    scanl_(Xs, Ys, Zs, Ws, Goal, V, Vs).

%! concurrent_maplist(:Goal, +List) is semidet.
%! concurrent_maplist(:Goal, ?List1, ?List2) is semidet.
%! concurrent_maplist(:Goal, ?List1, ?List2, ?List3) is semidet.
%
% maplist/2 to maplist/4, once: there is one thread.

:- meta_predicate(concurrent_maplist(1, ?)).
:- meta_predicate(concurrent_maplist(2, ?, ?)).
:- meta_predicate(concurrent_maplist(3, ?, ?, ?)).

concurrent_maplist(Goal, Xs) :- maplist(Goal, Xs), !.

concurrent_maplist(Goal, Xs, Ys) :- maplist(Goal, Xs, Ys), !.

concurrent_maplist(Goal, Xs, Ys, Zs) :- maplist(Goal, Xs, Ys, Zs), !.

%! concurrent_forall(:Generate, :Test) is semidet.
%
% forall/2: there is one thread.

:- meta_predicate(concurrent_forall(0, 0)).

concurrent_forall(Generate, Test) :- \+ ( Generate, \+ Test ).

%! first_solution(-X, :Goals:list, +Options) is semidet.
%
% X has a value after the first of Goals that is true. Options change nothing: there is one thread.

:- meta_predicate(first_solution(?, :, ?)).

% A list that was a variable when the call was compiled has no `user` before it.
first_solution(_, Goals0, _) :-
    ( nonvar(Goals0), Goals0 = Module:Goals -> true ; Module = user, Goals = Goals0 ),
    member(Goal, Goals),
    call(Module:Goal),
    !.

%! checklist(:Goal, +List) is semidet.
%
% maplist/2 under its old name.

:- meta_predicate(checklist(1, ?)).

checklist(Goal, Xs) :- maplist(Goal, Xs).

?- concurrent_maplist(succ, [1,2], L), checklist(integer, L), first_solution(X, [fail,X = 1,X = 2], []).
   L = [2,3], X = 1.

?- concurrent_forall(member(X, [1,2]), X > 1).
   false.

?- include(integer, [1,a,2], L).
   L = [1,2].

?- partition(integer, [1,a,2], In, Out).
   In = [1,2], Out = [a].

?- convlist([X,Y]>>(integer(X), Y is X * X), [1,a,3], L).
   L = [1,9].

?- scanl(plus, [1,2,3], 0, L).
   L = [0,1,3,6].
