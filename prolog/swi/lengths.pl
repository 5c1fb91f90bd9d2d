/** length/2, nth0/3, nth1/3 and succ/2 of SWI-Prolog.

They are there from the start, in place of those of Scryer's libraries.

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

?- succ(X, 4), succ(4, Y), \+ succ(_, 0), \+ succ(1, 3).
   X = 3, Y = 5.

?- succ(_, a).
   error(type_error(integer,a),succ/2).

?- succ(-1, _).
   error(domain_error(not_less_than_zero,-1),succ/2).
```
*/

:- module(swi_lengths, [length/2, nth0/3, nth1/3, succ/2]).

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

%! succ(?N:integer, ?Next:integer) is semidet.
%
% Next is N+1, and N at least 0: `succ(X, 0)` fails.

succ(N, Next) :-
    (   integer(N), N >= 0 ->
        (   var(Next) -> Next is N + 1
        ;   natural(Next),
            Next =:= N + 1
        )
    ;   var(N), integer(Next), Next >= 0 ->
        Next > 0,
        N is Next - 1
    ;   natural(N),
        natural(Next),
        throw(error(instantiation_error, succ/2))
    ).

natural(N) :-
    (   var(N) -> true
    ;   \+ integer(N) -> throw(error(type_error(integer, N), succ/2))
    ;   N >= 0 -> true
    ;   throw(error(domain_error(not_less_than_zero, N), succ/2))
    ).
