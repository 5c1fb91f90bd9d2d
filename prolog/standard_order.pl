/** The standard order of terms.

Scryer 0.10 compares lists that begin with the same characters in the wrong direction: `"ab"` comes before `"a"`, and
`[a,2]` before `[a,1]`; and some lists with characters in them are none for its sort/2. Where a program or a library compares
or sorts terms that may hold such lists, two terms are walked through in step up to their first difference; the expansion of goals puts these predicates in. So it does where integers and
floats are mixed: as in SWI-Prolog they are ordered by their values, a float before the integer that is equal to it. In an ISO session all
floats come before all integers, as in the standard.

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

?- sort([b,a,2,b,X], L), sort([3,a,1,f(b),[a,2]], M).
   L = [X,2,a,b], M = [1,3,a,f(b),[a,2]].

?- sort(["ab","a"], foo).
   error(type_error(list,foo),sort/2).

?- keysort(["ab"-1,"a"-2], [b-1|foo]).
   error(type_error(list,[b-1|foo]),keysort/2).

?- msort([2,1.5,1,1.0], L), sort([f(2,a),f(1.5,b)], M), keysort([2-a,1.5-b,1-c], N), compare(O, 1, 1.5).
   L = [1.0,1,1.5,2], M = [f(1.5,b),f(2,a)], N = [1-c,1.5-b,2-a], O = (<).

?- maplist(@>, [2,"b"], [1,"a"]), \+ call(@>=, 1, 2), call(@>(2), 1).
   true.

?- P = [a,b|P], compare(O, P, [a,b,a,c]).
   P = [a,b|P], O = (<).
```
*/

:- module(standard_order, [compared/3, before/2, not_after/2, after/2, not_before/2, sorted/2, key_sorted/2, once_each/2]).

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
    ;   mixed(A, B) -> by_value(Order, A, B)
    ;   compare(Order, A, B)
    ).

% mixed(@A, @B): an integer and a float.
mixed(A, B) :- ( integer(A) -> float(B) ; float(A), integer(B) ).

by_value(Order, A, B) :-
    (   '$foreign_call'(is_iso, [], 1) -> compare(Order, A, B)
    ;   A < B -> Order = (<)
    ;   A > B -> Order = (>)
    ;   compare(Order, A, B)
    ).

%! before(@Term1, @Term2) is semidet.
%! not_after(@Term1, @Term2) is semidet.
%
% `@<` and `@=<`.

before(A, B) :-
    (   ( compound(A), compound(B) ; a_string(A) ; a_string(B) ; mixed(A, B) ) -> compared(<, A, B)
    ;   A @< B
    ).

not_after(A, B) :-
    (   ( compound(A), compound(B) ; a_string(A) ; a_string(B) ; mixed(A, B) ) -> \+ compared(>, A, B)
    ;   A @=< B
    ).

%! after(@Term1, @Term2) is semidet.
%! not_before(@Term1, @Term2) is semidet.
%
% `@>` and `@>=`, with the arguments in the same order: what stands for a closure has to have them so.

after(A, B) :- before(B, A).

not_before(A, B) :- not_after(B, A).

% A string (`string_terms`) is no compound term: it comes after all numbers, and before all atoms.
a_string(X) :- compound(X), string_terms:is_string(X).

plain_order(Order, A, B) :-
    (   a_string(A), a_string(B) -> compare(Order, A, B)
    ;   a_string(A) -> ( ( var(B) ; number(B) ) -> Order = (>) ; Order = (<) )
    ;   a_string(B) -> ( ( var(A) ; number(A) ) -> Order = (<) ; Order = (>) )
    ;   mixed(A, B) -> by_value(Order, A, B)
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
        N0 =:= 6400, \+ cl_guards:finite_term(A), \+ cl_guards:finite_term(B) -> compare(Order, A, B)
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
    ;   joined(List, Plain),
        sort(Plain, Sorted)
    ).

% Plain is List, if that is one, out of one kind of cells: for Scryer's sort/2 `[b,a,2]` is no list.
joined(List, Plain) :-
    (   proper_list(List, N) -> length(Plain, N), Plain = List
    ;   Plain = List
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
keys([Pair|Pairs], [K|Ks]) :- key(Pair, K), keys(Pairs, Ks).

key(Pair, K) :- nonvar(Pair), Pair = K-_.

% sorted_by(+Kind, +N, +List, -Sorted): the N elements of List are terms, or pairs to be sorted by their keys. Sorted by copies in
% which Scryer sees plain lists, they are in order, if no string was held against another term. Terms that are long, or have
% no end, are compared two by two.
sorted_by(Kind, N, List, Sorted) :-
    (   Steps is 32 * N,
        copies(List, Kind, Steps, Copies0),
        keysort(Copies0, Copies),
        ( strings(Copies) -> true ; texts(Copies) -> true ; in_order(Copies, Kind) ) ->
        values(Copies, Kind, Sorted)
    ;   merge_sort(N, Kind, List, _, Sorted)
    ).

copies([], _, _, []).
copies([X|Xs], Kind, N0, [Copy-X|Pairs]) :-
    key(Kind, X, Key),
    copy(Key, N0, N, Copy),
    copies(Xs, Kind, N, Pairs).

% Variables are not copied: they are what is sorted. Integers become floats, which are ordered among each other.
copy(T, N0, N, Copy) :-
    (   compound(T) ->
        N0 > 0,
        N1 is N0 - 1,
        (   T = '$string'(Cs), text(Cs, Copy0) -> Copy = '$string'(Copy0), N = N1
        ;   T = [X|Xs] ->
            (   text(T, Copy0) -> Copy = Copy0, N = N1
            ;   Copy = [Y|Ys],
                copy(X, N1, N2, Y),
                copy(Xs, N2, N, Ys)
            )
        ;   functor(T, Name, Arity),
            functor(Copy, Name, Arity),
            copied(Arity, T, Copy, N1, N)
        )
    ;   N = N0,
        ( integer(T), T < 9007199254740992, T > -9007199254740992 -> Copy is float(T) ; Copy = T )
    ).

text(Cs, Copy) :-
    '$is_partial_string'(Cs),
    '$skip_max_list'(N, _, Cs, Tail),
    Tail == [],
    length(Copy, N),
    Copy = Cs.

copied(I, T, Copy, N0, N) :-
    (   I =:= 0 -> N = N0
    ;   arg(I, T, X),
        copy(X, N0, N1, Y),
        arg(I, Copy, Y),
        I1 is I - 1,
        copied(I1, T, Copy, N1, N)
    ).

strings([]).
strings([X-_|Pairs]) :- looks_a_string(X), strings(Pairs).

looks_a_string(X) :- nonvar(X), functor(X, '$string', 1).

texts([]).
texts([Copy-_|Pairs]) :-
    ( compound(Copy) -> Copy = [_|_], '$is_partial_string'(Copy) ; \+ number(Copy) ),
    texts(Pairs).

in_order([], _).
in_order([_-X|Pairs], Kind) :- in_order(Pairs, X, Kind).

in_order([], _, _).
in_order([_-Y|Pairs], X, Kind) :-
    key(Kind, X, A),
    key(Kind, Y, B),
    not_after(A, B),
    in_order(Pairs, Y, Kind).

key(terms, X, X).
key(keys, K-_, K).

values([], _, []).
values([_-X|Pairs], Kind, Xs) :-
    (   Kind == terms, Pairs = [_-Y|_], X == Y -> values(Pairs, Kind, Xs)
    ;   Xs = [X|Xs1],
        values(Pairs, Kind, Xs1)
    ).

% merge_sort(+N, +Kind, +List, -Rest, -Sorted): the first N elements of List, sorted, and the others. Arithmetic is here such that it needs no
% cure (`miscompiled`).
merge_sort(N, Kind, List, Rest, Sorted) :-
    (   N =:= 0 -> Rest = List, Sorted = []
    ;   N =:= 1 -> List = [X|Rest], Sorted = [X]
    ;   N1 is truncate(N / 2),
        N2 is -N1 + N,
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

% all_plain(+Terms, +N): none of the N terms holds a string, or a list that begins with a character, and numbers in them are all integers or all
% floats, as far as can be seen in a few steps for each.
all_plain(Terms, N) :-
    Steps is 32 * N,
    plain_each(Terms, Steps, none).

% Numbers is what there has been of them: none, integers or floats.
plain_each([], _, _).
plain_each([X|Xs], N0, Numbers0) :-
    (   atom(X) -> plain_each(Xs, N0, Numbers0)
    ;   plain(X, N0, N, Numbers0, Numbers),
        plain_each(Xs, N, Numbers)
    ).

plain(X, N0, N, Ns0, Ns) :-
    (   compound(X) ->
        N0 > 0,
        N1 is N0 - 1,
        X \= '$string'(_),
        (   X = [Y|Ys] ->
            \+ ( atom(Y), atom_length(Y, 1) ),
            plain(Y, N1, N2, Ns0, Ns1),
            plain(Ys, N2, N, Ns1, Ns)
        ;   functor(X, _, Arity),
            plain_arguments(Arity, X, N1, N, Ns0, Ns)
        )
    ;   N = N0,
        (   integer(X) -> Ns0 \== floats, Ns = integers
        ;   float(X) -> Ns0 \== integers, Ns = floats
        ;   Ns = Ns0
        )
    ).

plain_arguments(I, X, N0, N, Ns0, Ns) :-
    (   I =:= 0 -> N = N0, Ns = Ns0
    ;   arg(I, X, A),
        plain(A, N0, N1, Ns0, Ns1),
        I1 is I - 1,
        plain_arguments(I1, X, N1, N, Ns1, Ns)
    ).
