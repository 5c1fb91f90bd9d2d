/** The standard order of terms.

Scryer 0.10 compares lists that begin with the same characters in the wrong direction: `"ab"` comes before `"a"`, and
`[a,2]` before `[a,1]`. Where a program or a library compares or sorts terms that may hold such lists, two terms are
walked through in step up to their first difference; the expansion of goals puts these predicates in.

```
?- sort(["abc","a","ab"], L).
   L = ["a","ab","abc"].

?- compare(O, f([a,2]), f([a,1])).
   O = (>).

?- [a,1] @< [a,2].
   true.

?- keysort(["ab"-1,"a"-2,"ab"-0], L).
   L = ["a"-2,"ab"-1,"ab"-0].

?- sort(["b",1,f("b"),X,"ab",b,"b"], L).
   L = [X,1,"ab","b",b,f("b")].

?- sort(["b","a","b",1,"ab"], L).
   L = [1,"a","ab","b"].

?- sort(["ab","a"], foo).
   error(type_error(list,foo),sort/2).

?- keysort(["ab"-1,"a"-2], [b-1|foo]).
   error(type_error(list,[b-1|foo]),keysort/2).

?- P = [a,b|P], compare(O, P, [a,b,a,c]).
   P = [a,b|P], O = (<).
```
*/

:- module(standard_order, [compared/3, before/2, not_after/2, sorted/2, key_sorted/2, once_each/2]).

:- use_module(library(lists)).

%! compared(?Order, @Term1, @Term2) is semidet.
%
% compare/3.

compared(Order, A, B) :-
    (   ( compound(A), compound(B) ; a_string(A) ; a_string(B) ) ->
        % An error if Order is no order.
        ( var(Order) -> true ; compare(Order, 0, 0) -> true ; true ),
        in_step(A, B, [], 100, Order0, Pairs),
        (   Pairs == [] -> Order = Order0
        ;   after_equal(Pairs, 100, Order)
        )
    ;   compare(Order, A, B)
    ).

%! before(@Term1, @Term2) is semidet.
%! not_after(@Term1, @Term2) is semidet.
%
% `@<` and `@=<`.

before(A, B) :-
    (   ( compound(A), compound(B) ; a_string(A) ; a_string(B) ) -> compared(<, A, B)
    ;   A @< B
    ).

not_after(A, B) :-
    (   ( compound(A), compound(B) ; a_string(A) ; a_string(B) ) -> \+ compared(>, A, B)
    ;   A @=< B
    ).

% A string (`string_terms`) is no compound term: it comes after all numbers, and before all atoms.
a_string(X) :- compound(X), string_terms:is_string(X).

plain_order(Order, A, B) :-
    (   a_string(A), a_string(B) -> compare(Order, A, B)
    ;   a_string(A) -> ( ( var(B) ; number(B) ) -> Order = (>) ; Order = (<) )
    ;   a_string(B) -> ( ( var(A) ; number(A) ) -> Order = (<) ; Order = (>) )
    ;   compare(Order, A, B)
    ).

% in_step(+A, +B, +Pairs0, +N, -Order, -Pairs): how A and B differ, or where they do not, the first of Pairs0 that do.
% Pairs0 is [] or p(A, B, Pairs). After N steps Order is (=), and Pairs is what remains.
in_step(A, B, Ps0, N0, Order, Ps) :-
    (   compound(A), compound(B) ->
        (   N0 =:= 0 -> Order = (=), Ps = p(A,B,Ps0)
        ;   N is N0 - 1,
            (   A = [X|Xs], B = [Y|Ys] ->
                (   compound(X) -> in_step(X, Y, p(Xs,Ys,Ps0), N, Order, Ps)
                ;   X == Y -> in_step(Xs, Ys, Ps0, N, Order, Ps)
                ;   plain_order(Order, X, Y), Ps = []
                )
            ;   functor(A, Name, Arity), functor(B, Name, Arity) ->
                arguments(Arity, A, B, Ps0, Ps1),
                next(Ps1, N, Order, Ps)
            ;   plain_order(Order, A, B), Ps = []
            )
        )
    ;   A == B -> next(Ps0, N0, Order, Ps)
    ;   plain_order(Order, A, B), Ps = []
    ).

next([], _, =, []).
next(p(A,B,Ps0), N, Order, Ps) :- in_step(A, B, Ps0, N, Order, Ps).

arguments(I, A, B, Ps0, Ps) :-
    (   I =:= 0 -> Ps = Ps0
    ;   arg(I, A, X),
        arg(I, B, Y),
        I1 is I - 1,
        arguments(I1, A, B, p(X,Y,Ps0), Ps)
    ).

% after_equal(+Pairs, +N, -Order): the pairs that are equal are left out, also those that share their parts, which would
% take long in step, and those without end. N steps have been taken since this was done before.
after_equal([], _, =).
after_equal(p(A,B,Ps0), N0, Order) :-
    (   A == B -> after_equal(Ps0, N0, Order)
    ;   % There is no first difference between some terms without end.
        N0 =:= 6400, \+ guards:finite_term(A), \+ guards:finite_term(B) -> compare(Order, A, B)
    ;   N is min(4 * N0, 400_000),
        in_step(A, B, [], N, Order0, Ps),
        (   Ps == [] -> Order = Order0
        ;   after_equal(Ps, N, Order)
        )
    ).

%! sorted(+List, -Sorted) is det.
%
% sort/2.

sorted(List, Sorted) :-
    (   proper_list(List, N),
        \+ all_plain(List, N) ->
        % The errors of Sorted.
        ( \+ sort([], Sorted) ; true ),
        !,
        sorted_by(terms, N, List, Sorted0),
        Sorted = Sorted0
    ;   sort(List, Sorted)
    ).

%! key_sorted(+Pairs, -Sorted) is det.
%
% keysort/2.

key_sorted(Pairs, Sorted) :-
    (   proper_list(Pairs, N),
        keys(Pairs, Keys),
        \+ all_plain(Keys, N) ->
        ( \+ keysort([], Sorted) ; true ),
        !,
        sorted_by(keys, N, Pairs, Sorted0),
        Sorted = Sorted0
    ;   % Or an error.
        keysort(Pairs, Sorted)
    ).

%! once_each(+Terms, -Once) is det.
%
% Once are the Terms, in some order, each once; a few may be left twice. It does not take long with terms without end.

once_each(Terms, Once) :-
    proper_list(Terms, N),
    merge_sort(N, quickly, Terms, _, Once).

proper_list(List, N) :-
    '$skip_max_list'(N, _, List, Tail),
    Tail == [].

keys([], []).
keys([Pair|Pairs], [K|Ks]) :-
    nonvar(Pair),
    Pair = K-_,
    keys(Pairs, Ks).

% sorted_by(+Kind, +N, +List, -Sorted): the N elements of List are terms, or pairs to be sorted by their keys. Texts are
% sorted by copies in which Scryer sees plain lists.
sorted_by(Kind, N, List, Sorted) :-
    (   texts(List, Kind, Texts0) ->
        keysort(Texts0, Texts),
        values(Texts, Kind, Sorted)
    ;   merge_sort(N, Kind, List, _, Sorted)
    ).

texts([], _, []).
texts([X|Xs], Kind, [Copy-X|Pairs]) :-
    key(Kind, X, Text),
    (   compound(Text) ->
        proper_list(Text, N),
        '$is_partial_string'(Text),
        length(Copy, N),
        Copy = Text
    ;   Copy = Text
    ),
    texts(Xs, Kind, Pairs).

key(terms, X, X).
key(keys, K-_, K).

values([], _, []).
values([_-X|Pairs], Kind, Xs) :-
    (   Kind == terms, Pairs = [_-Y|_], X == Y -> values(Pairs, Kind, Xs)
    ;   Xs = [X|Xs1],
        values(Pairs, Kind, Xs1)
    ).

% merge_sort(+N, +Kind, +List, -Rest, -Sorted): the first N elements of List, sorted, and the others.
merge_sort(N, Kind, List, Rest, Sorted) :-
    (   N =:= 0 -> Rest = List, Sorted = []
    ;   N =:= 1 -> List = [X|Rest], Sorted = [X]
    ;   N1 is N // 2,
        N2 is N - N1,
        merge_sort(N1, Kind, List, List1, Sorted1),
        merge_sort(N2, Kind, List1, Rest, Sorted2),
        merge(Sorted1, Sorted2, Kind, Sorted)
    ).

merge([], Ys, _, Ys).
merge([X|Xs], Ys0, Kind, Zs) :-
    (   Ys0 = [Y|Ys] ->
        order(Kind, Order, X, Y),
        merge(Order, X, Xs, Y, Ys, Kind, Zs)
    ;   Zs = [X|Xs]
    ).

merge(<, X, Xs, Y, Ys, Kind, [X|Zs]) :- merge(Xs, [Y|Ys], Kind, Zs).
merge(=, X, Xs, _, Ys, Kind, Zs) :- merge([X|Xs], Ys, Kind, Zs).
merge(>, X, Xs, Y, Ys, Kind, [Y|Zs]) :- merge([X|Xs], Ys, Kind, Zs).

order(terms, Order, X, Y) :- compared(Order, X, Y).
order(keys, Order, X-_, Y-_) :-
    compared(Order0, X, Y),
    (   Order0 == (=) -> Order = (<)
    ;   Order = Order0
    ).
order(quickly, Order, X, Y) :- compare(Order, X, Y).

% --- terms ------------------------------------------------------------------------------------

% all_plain(+Terms, +N): none of the N terms holds a list that begins with a character, as far as can be seen in a few
% steps for each.
all_plain(Terms, N) :-
    Steps is 32 * N,
    plain_each(Terms, Steps).

plain_each([], _).
plain_each([X|Xs], N0) :-
    plain(X, N0, N),
    plain_each(Xs, N).

plain(X, N0, N) :-
    (   compound(X) ->
        N0 > 0,
        N1 is N0 - 1,
        (   X = [Y|Ys] ->
            \+ ( atom(Y), atom_length(Y, 1) ),
            plain(Y, N1, N2),
            plain(Ys, N2, N)
        ;   functor(X, _, Arity),
            plain_arguments(Arity, X, N1, N)
        )
    ;   N = N0
    ).

plain_arguments(I, X, N0, N) :-
    (   I =:= 0 -> N = N0
    ;   arg(I, X, A),
        plain(A, N0, N1),
        I1 is I - 1,
        plain_arguments(I1, X, N1, N)
    ).
