/** The standard order of terms.

Scryer 0.10 compares lists that begin with the same characters in the wrong direction: `"ab"` comes before `"a"`, and
`[a,2]` before `[a,1]`. Where a program or a library compares or sorts such terms, they are rebuilt first, so that
Scryer sees plain lists; the expansion of goals puts these predicates in.

```
?- sort(["abc","a","ab"], L).
   L = ["a","ab","abc"].

?- compare(O, f([a,2]), f([a,1])).
   O = (>).

?- [a,1] @< [a,2].
   true.

?- keysort(["ab"-1,"a"-2,"ab"-0], L).
   L = ["a"-2,"ab"-1,"ab"-0].
```
*/

:- module(standard_order, [compared/3, before/2, not_after/2, sorted/2, key_sorted/2]).

:- use_module(library(lists)).

%! compared(?Order, @Term1, @Term2) is semidet.
%
% compare/3.

compared(Order, A, B) :-
    (   ( flat(A) ; flat(B) ) -> compare(Order, A, B)
    ;   rebuilt(A, A1),
        rebuilt(B, B1),
        compare(Order, A1, B1)
    ).

%! before(@Term1, @Term2) is semidet.
%! not_after(@Term1, @Term2) is semidet.
%
% `@<` and `@=<`.

before(A, B) :-
    (   ( flat(A) ; flat(B) ) -> A @< B
    ;   compared(<, A, B)
    ).

not_after(A, B) :-
    (   ( flat(A) ; flat(B) ) -> A @=< B
    ;   \+ compared(>, A, B)
    ).

%! sorted(+List, -Sorted) is det.
%
% sort/2.

sorted(List, Sorted) :-
    (   ( \+ proper_list(List) ; all_flat(List) ) -> sort(List, Sorted)
    ;   keyed(List, Keyed),
        keysort(Keyed, Pairs),
        distinct_values(Pairs, Sorted)
    ).

distinct_values([], []).
distinct_values([K-V|Pairs], [V|Vs]) :- distinct_values(Pairs, K, Vs).

distinct_values([], _, []).
distinct_values([K-V|Pairs], K0, Vs) :-
    (   K == K0 -> distinct_values(Pairs, K0, Vs)
    ;   Vs = [V|Vs1],
        distinct_values(Pairs, K, Vs1)
    ).

%! key_sorted(+Pairs, -Sorted) is det.
%
% keysort/2.

key_sorted(List, Sorted) :-
    (   ( \+ proper_list(List) ; all_flat_keys(List) ) -> keysort(List, Sorted)
    ;   keyed_pairs(List, Keyed) ->
        keysort(Keyed, Pairs),
        values(Pairs, Sorted)
    ;   % Something in it is no pair, which is an error.
        keysort(List, Sorted)
    ).

proper_list(List) :-
    '$skip_max_list'(_, _, List, Tail),
    Tail == [].

values([], []).
values([_-V|Pairs], [V|Vs]) :- values(Pairs, Vs).

% keyed(+List, -Pairs): elements with their rebuilt copies as keys.
keyed([], []).
keyed([X|Xs], [K-X|Pairs]) :-
    rebuilt(X, K),
    keyed(Xs, Pairs).

keyed_pairs([], []).
keyed_pairs([X|Xs], [K-X|Pairs]) :-
    nonvar(X),
    X = K0-_,
    rebuilt(K0, K),
    keyed_pairs(Xs, Pairs).

% --- terms ------------------------------------------------------------------------------------

% Scryer compares flat terms as the standard says.
all_flat([]).
all_flat([X|Xs]) :- flat(X), all_flat(Xs).

all_flat_keys([]).
all_flat_keys([X|Xs]) :- nonvar(X), X = K-_, flat(K), all_flat_keys(Xs).

flat(X) :- var(X), !.
flat(X) :- atomic(X), !.
flat(X) :-
    X \= [_|_],
    functor(X, _, Arity),
    Arity < 4,
    flat_arguments(Arity, X).

flat_arguments(N, X) :-
    (   N =:= 0 -> true
    ;   arg(N, X, A),
        ( var(A) ; atomic(A) ),
        !,
        N1 is N - 1,
        flat_arguments(N1, X)
    ).

% rebuilt(+Term0, -Term): the same term, whose lists were made by unification. One with more than 100,000 parts stays as
% it is, since it may be cyclic; acyclic_term/1 crashes for some lists of strings.
rebuilt(Term0, Term) :-
    (   flat(Term0) -> Term = Term0
    ;   again(Term0, Term1, 100000, _) -> Term = Term1
    ;   Term = Term0
    ).

again(T, T, N, N) :- var(T), !.
again(T, T, N, N) :- atomic(T), !.
again(T0, T, N0, N) :-
    N0 > 0,
    N1 is N0 - 1,
    (   T0 = [X0|Xs0] ->
        again(X0, X, N1, N2),
        T = [X|Xs],
        again(Xs0, Xs, N2, N)
    ;   T0 =.. [Name|As0],
        again_each(As0, As, N1, N),
        T =.. [Name|As]
    ).

again_each([], [], N, N).
again_each([A0|As0], [A|As], N0, N) :-
    again(A0, A, N0, N1),
    again_each(As0, As, N1, N).
