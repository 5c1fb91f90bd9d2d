/** length/2, nth0/3 and nth1/3 of SWI-Prolog.

They are there from the start, in place of those of library(lists).

```
?- length(L, L).
   false.

?- length([a,b], N).
   N = 2.

?- length(L, 2).
   L = [_A,_B].

?- length(a, N).
   error(type_error(list,a),length/2).

?- length([a|b], 2).
   error(type_error(list,[a|b]),length/2).

?- length([a], -1).
   error(domain_error(not_less_than_zero,-1),length/2).

?- length(a, b).
   error(type_error(integer,b),length/2).

?- nth0(-1, [a], _).
   false.

?- nth1(N, [a,b], b).
   N = 2.
```
*/

:- module(swi_lengths, [length/2, nth0/3, nth1/3]).

%! length(?List, ?Length) is nondet.
%
% List has Length elements. A partial list is made longer; what is no list, or has no end, is a type error.

length(List, Length) :-
    (   var(Length) -> true
    ;   \+ integer(Length) -> throw(error(type_error(integer, Length), length/2))
    ;   Length < 0 -> throw(error(domain_error(not_less_than_zero, Length), length/2))
    ;   true
    ),
    '$skip_max_list'(Length0, _, List, Tail),
    (   Tail == [] -> Length = Length0
    ;   nonvar(Tail) -> throw(error(type_error(list, List), length/2))
    ;   % The length would be a part of the list.
        Tail \== Length,
        lists:length(List, Length)
    ).

%! nth0(?N, ?List, ?Element) is nondet.
%! nth1(?N, ?List, ?Element) is nondet.
%
% Element is number N of List, counted from 0 or from 1. Fails for a number below 0.

nth0(N, Xs, X) :-
    (   integer(N), N < 0 -> false
    ;   lists:nth0(N, Xs, X)
    ).

nth1(N, Xs, X) :-
    (   integer(N), N < 0 -> false
    ;   lists:nth1(N, Xs, X)
    ).
