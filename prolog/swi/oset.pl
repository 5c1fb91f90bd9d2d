/** Ordered sets under the names of SWI-Prolog's library(oset), which files import.

```
?- oset_union([a,c], [b], Union), oset_power([a,b], Sets).
   Union = [a,b,c], Sets = [[],[a],[a,b],[b]].
```
*/

:- module(swi_oset, [oset_is/1, oset_union/3, oset_int/3, oset_diff/3, oset_dint/2, oset_dunion/2, oset_addel/3, oset_delel/3,
                     oset_power/2]).

:- use_module(library(lists)).
:- use_module(library(ordsets)).

%! oset_is(@Term) is semidet.
%
% is_ordset/1.

oset_is(Term) :- is_ordset(Term).

%! oset_union(+Set1, +Set2, -Union) is det.
%! oset_int(+Set1, +Set2, -Intersection) is det.
%! oset_diff(+Set1, +Set2, -Difference) is det.
%! oset_dint(+Sets, -Intersection) is det.
%! oset_dunion(+Sets, -Union) is det.
%! oset_addel(+Set1, +Element, -Set2) is det.
%! oset_delel(+Set1, +Element, -Set2) is det.
%
% As ord_union/3, ord_intersection/3, ord_subtract/3, and so on.

oset_union(Xs, Ys, Zs) :- ord_union(Xs, Ys, Zs).

oset_int(Xs, Ys, Zs) :- ord_intersection(Xs, Ys, Zs).

oset_diff(Xs, Ys, Zs) :- ord_subtract(Xs, Ys, Zs).

oset_dint([], []) :- !.
oset_dint([Set|Sets], Zs) :- foldl(swi_oset:oset_int, Sets, Set, Zs).

oset_dunion(Sets, Zs) :- foldl(swi_oset:oset_union, Sets, [], Zs).

oset_addel(Xs, X, Ys) :- ord_add_element(Xs, X, Ys).

oset_delel(Xs, X, Ys) :- ord_del_element(Xs, X, Ys).

%! oset_power(+Set, -Sets) is det.
%
% Sets are all subsets of Set.

oset_power(Set, Sets) :-
    findall(Sub, swi_oset:part(Set, Sub), Subs),
    sort(Subs, Sets).

part([], []).
part([X|Xs], Ys) :- ( Ys = [X|Ys1] ; Ys = Ys1 ), part(Xs, Ys1).
