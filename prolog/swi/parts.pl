/** Parts of texts, for `sub_atom/5` and `sub_string/5`.

```
?- swi_parts:place([a,n], [b,a,n,a,n,a], Before, _, _).
   Before = 1
;  Before = 3.
```
*/

:- module(swi_parts, [part/5, place/5]).

:- use_module(library(error)).
:- use_module(library(lists), [length/2]).

%! part(+Chars:list, ?Before, ?Length, ?After, -Part:list) is nondet.
%
% Part is the part of Chars with Length characters that has Before characters before it and After behind. What is known
% of the three numbers is used: with two of them there is one part, and one of them leaves as many as Chars is long.

part(Cs, Before, Length, After, Part) :-
    counts(Before, Length, After),
    '$skip_max_list'(N, _, Cs, _),
    sized(Before, Length, After, N),
    without(Before, Cs, Rest),
    (   After =:= 0 -> Part = Rest
    ;   taken(Length, Rest, Part)
    ).

%! place(+Part:list, +Chars:list, ?Before, ?Length, ?After) is nondet.
%
% The same for a part that is known. It is compared with Chars at one place if Before or After is known, else at each.

place(Part, Cs, Before, Length, After) :-
    counts(Before, Length, After),
    '$skip_max_list'(N, _, Cs, _),
    '$skip_max_list'(Length0, _, Part, _),
    Length = Length0,
    Most is N - Length,
    (   integer(After) -> Before is Most - After ; true ),
    (   integer(Before) ->
        Before >= 0, Before =< Most,
        without(Before, Cs, Rest),
        begins(Part, Rest)
    ;   found(Part, Cs, Rest),
        '$skip_max_list'(Left, _, Rest, _),
        Before is N - Left
    ),
    After is Most - Before.

counts(Before, Length, After) :-
    (   var(After), integer(Before), integer(Length), Before >= 0, Length >= 0 -> true
    ;   count(Before),
        count(Length),
        count(After)
    ).

count(X) :-
    (   var(X) -> true
    ;   integer(X), X >= 0 -> true
    ;   must_be(not_less_than_zero, X)
    ).

% sized(?Before, ?Length, ?After, +N): they add up to N.
sized(B, L, A, N) :-
    (   integer(B) ->
        (   integer(L) -> A0 is N - B - L, A0 >= 0, A = A0
        ;   integer(A) -> L is N - B - A, L >= 0
        ;   Most is N - B,
            from_to(0, Most, L),
            A is Most - L
        )
    ;   integer(L), integer(A) -> B is N - L - A, B >= 0
    ;   integer(L) ->
        Most is N - L,
        from_to(0, Most, B),
        A is Most - B
    ;   integer(A) ->
        Most is N - A,
        from_to(0, Most, B),
        L is Most - B
    ;   from_to(0, N, B),
        Most is N - B,
        from_to(0, Most, L),
        A is Most - L
    ).

from_to(I, Most, J) :-
    (   I =:= Most -> J = I
    ;   I < Most,
        (   J = I
        ;   I1 is I + 1,
            from_to(I1, Most, J)
        )
    ).

% without(+N, +Cs0, -Cs), taken(+N, +Cs0, -Cs): Cs0 has N characters or more. Counting in Prolog takes ten times as long.
without(N, Cs0, Cs) :- '$skip_max_list'(N, N, Cs0, Cs).

taken(N, Cs0, Cs) :-
    length(Cs, N),
    begins(Cs, Cs0).

begins([], _).
begins([C|Part], [C|Cs]) :- begins(Part, Cs).

% found(+Part, +Cs, -Rest): Rest is what Cs ends with, from where Part begins in it.
found([], Cs, Rest) :- end_of(Cs, Rest).
found([C|Part], Cs, Rest) :- found(Cs, C, Part, Rest).

found([D|Cs], C, Part, Rest) :-
    (   C == D, begins(Part, Cs) ->
        (   Rest = [D|Cs]
        ;   found(Cs, C, Part, Rest)
        )
    ;   found(Cs, C, Part, Rest)
    ).

end_of(Cs, Cs).
end_of([_|Cs], Rest) :- end_of(Cs, Rest).

?- findall(B-L, swi_parts:part([a,b,c], B, L, 1, _), Ps).
   Ps = [0-2,1-1,2-0].

?- swi_parts:part([a,b,c], 2, 2, _, _).
   false.

?- swi_parts:part([a,b,c], -1, _, _, _).
   error(domain_error(not_less_than_zero,-1),must_be/2).

?- findall(B, swi_parts:place([], [a,b], B, _, _), Bs).
   Bs = [0,1,2].
