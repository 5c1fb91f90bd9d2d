/** Random numbers and choices as in SWI-Prolog.

```
?- random_between(1, 6, X).
   X = 4.
```
*/

:- module(swi_random, [random_between/3, random/3, random_member/2, random_permutation/2, random_select/3,
                       random_subseq/3, randseq/3, randset/3, maybe/1, maybe/2, set_random/1, setrand/1]).

:- use_module(library(error)).
:- use_module(library(lists)).

%! random_between(+Low, +High, -X) is semidet.
%
% X is a random integer from Low to High. Fails if there is none.

random_between(Low, High, X) :-
    must_be(integer, Low),
    must_be(integer, High),
    Low =< High,
    Beyond is High + 1,
    '$random_integer'(Low, Beyond, X0),
    X = X0.

%! random(+Low, +High, -X) is semidet.
%
% X is a random integer with Low =< X < High, or a float if Low or High is one.

random(Low, High, X) :-
    (   integer(Low), integer(High) ->
        Low < High,
        '$random_integer'(Low, High, X0)
    ;   N is 1 << 53,
        '$random_integer'(0, N, I),
        X0 is Low + (High - Low) * (I / N)
    ),
    X = X0.

%! random_member(-X, +List) is semidet.
%
% X is a random element of List.

random_member(X, List) :-
    must_be(list, List),
    length(List, N),
    N > 0,
    '$random_integer'(0, N, I),
    nth0(I, List, X0),
    !,
    X = X0.

%! random_select(-X, +List, -Rest) is semidet.
%
% X is a random element of List, Rest are the others.

random_select(X, List, Rest) :-
    must_be(list, List),
    length(List, N),
    N > 0,
    '$random_integer'(0, N, I),
    nth0(I, List, X0, Rest0),
    !,
    X = X0,
    Rest = Rest0.

%! random_permutation(+List, -Permutation) is det.
%
% Permutation has the elements of List in random order.

random_permutation(List, Permutation) :-
    must_be(list, List),
    N is 1 << 50,
    shuffled(List, N, Pairs0),
    keysort(Pairs0, Pairs),
    values(Pairs, Permutation).

shuffled([], _, []).
shuffled([X|Xs], N, [K-X|Pairs]) :-
    '$random_integer'(0, N, K),
    shuffled(Xs, N, Pairs).

values([], []).
values([_-X|Pairs], [X|Xs]) :- values(Pairs, Xs).

%! random_subseq(+List, -Part, -Rest) is det.
%
% Part has a random choice of the elements of List, Rest the others.

random_subseq([], [], []).
random_subseq([X|Xs], Part, Rest) :-
    '$random_integer'(0, 2, B),
    (   B =:= 0 -> Part = [X|Part1], Rest = Rest1
    ;   Part = Part1,
        Rest = [X|Rest1]
    ),
    random_subseq(Xs, Part1, Rest1).

%! randseq(+Length, +Max, -List) is semidet.
%
% List has Length different random integers from 1 to Max.

randseq(Length, Max, List) :-
    randset(Length, Max, Set),
    random_permutation(Set, List).

%! randset(+Length, +Max, -Set) is semidet.
%
% Set is the ordered list of Length different random integers from 1 to Max.

randset(Length, Max, Set) :-
    must_be(not_less_than_zero, Length),
    must_be(not_less_than_zero, Max),
    Length =< Max,
    chosen(1, Max, Length, Set).

chosen(I, Max, K, Set) :-
    (   K =:= 0 -> Set = []
    ;   Left is Max - I + 1,
        '$random_integer'(0, Left, R),
        I1 is I + 1,
        (   R < K -> Set = [I|Set1], K1 is K - 1
        ;   Set = Set1,
            K1 = K
        ),
        chosen(I1, Max, K1, Set1)
    ).

%! maybe(+Probability) is semidet.
%
% True with Probability, a number from 0 to 1.

maybe(Probability) :-
    N is 1 << 53,
    '$random_integer'(0, N, I),
    I / N < Probability.

%! maybe(+K, +N) is semidet.
%
% True with the probability K / N.

maybe(K, N) :-
    '$random_integer'(0, N, I),
    I < K.

%! set_random(+Option) is det.
%
% `seed(S)`: the random numbers from now on are determined by the integer S. `seed(random)` does nothing.

set_random(Option) :-
    (   nonvar(Option), Option = seed(S), integer(S) -> '$set_seed'(S)
    ;   nonvar(Option), Option = seed(S), S == random -> true
    ;   domain_error(random_option, Option, set_random/1)
    ).

%! setrand(+Seed) is det.
%
% Determines the random numbers from now on by the integer Seed.

setrand(Seed) :- ( integer(Seed) -> '$set_seed'(Seed) ; true ).

?- random_between(3, 3, X).
   X = 3.

?- random_member(X, [a]).
   X = a.

?- \+ ( random_permutation([c,a,b], L), \+ sort(L, [a,b,c]) ).
   true.

?- randset(3, 3, S).
   S = [1,2,3].
