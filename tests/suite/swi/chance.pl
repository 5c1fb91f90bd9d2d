/** Random numbers: what is certain about them.
*/

:- use_module(library(random)).

show(X) :- print(X), nl.
check(Name, Goal) :- ( forall(between(1, 50, _), Goal) -> show(Name) ; show(no(Name)) ).

:- dynamic roll/1.

shuffle(L, S) :- findall(K-X, ( member(X, L), random(K) ), Ps), keysort(Ps, Ss), pairs_values(Ss, S).

monte_carlo(N, Pi) :-
    findall(x, ( between(1, N, _), random(X), random(Y), X*X + Y*Y =< 1 ), In), length(In, K), Pi is 4 * K / N.

walk(0, P, P) :- !.
walk(N, P0, P) :- random_member(S, [-1, 1]), P1 is P0 + S, N1 is N - 1, walk(N1, P1, P).

same_sequence(Seed) :-
    set_random(seed(Seed)), findall(X, ( between(1, 10, _), random_between(1, 1000, X) ), Xs),
    set_random(seed(Seed)), findall(X, ( between(1, 10, _), random_between(1, 1000, X) ), Ys),
    ( Xs == Ys -> show(same) ; show(different) ).

main :-
    same_sequence(42), same_sequence(7),
    check(random, ( random(X1), X1 > 0, X1 < 1, float(X1) )),
    check(random_between, ( random_between(1, 6, X2), integer(X2), between(1, 6, X2) )),
    check(random3, ( random(1, 7, X3), X3 >= 1, X3 < 7 )),
    check(random_float, ( X4 is random_float, X4 > 0, X4 < 1 )),
    check(function, ( X5 is random(10), between(0, 9, X5) )),
    check(member, ( random_member(X6, [a,b,c]), memberchk(X6, [a,b,c]) )),
    check(select, ( random_select(X7, [a,b,c], R7), length(R7, 2), \+ memberchk(X7, R7) )),
    check(permutation, ( random_permutation([1,2,3,4], P), msort(P, [1,2,3,4]) )),
    check(randseq, ( randseq(5, 10, Rs), length(Rs, 5), sort(Rs, Ss), length(Ss, 5) )),
    check(randset, ( randset(5, 10, Set), length(Set, 5), sort(Set, Set) )),
    check(getrand, ( getrand_like )),
    check(maybe, ( maybe ; true )),
    check(maybe1, ( \+ maybe(0.0) )),
    check(maybe2, ( maybe(1.0) )),
    check(fraction, ( maybe(3, 3) )),
    check(shuffle, ( shuffle([a,b,c,d], S), msort(S, [a,b,c,d]) )),
    random_between(5, 5, Five), show(Five), random_member(Only, [one]), show(Only),
    random_permutation([], E), show(E),
    ( random_between(6, 1, _) -> show(yes) ; show(no) ), ( catch(random_member(_, []), _, fail) -> show(yes) ; show(no) ),
    set_random(seed(1)), monte_carlo(2000, Pi), ( abs(Pi - pi) < 0.3 -> show(near_pi) ; show(far) ),
    walk(100, 0, End), ( End mod 2 =:= 0, abs(End) =< 100 -> show(even) ; show(odd) ),
    forall(between(1, 600, _), ( random_between(1, 6, D), assertz(roll(D)) )),
    setof(D, roll(D), Faces), show(Faces), aggregate_all(count, roll(_), N), show(N),
    findall(C, ( member(D, Faces), aggregate_all(count, roll(D), C) ), Cs), sum_list(Cs, Sum), show(Sum),
    random_subseq_like([a,b,c], Sub), ( subseq_of(Sub, [a,b,c]) -> show(subsequence) ; show(no) ).

getrand_like :- X is random(2), memberchk(X, [0,1]).

random_subseq_like([], []).
random_subseq_like([X|Xs], L) :- ( maybe -> L = [X|Ys] ; L = Ys ), random_subseq_like(Xs, Ys).

subseq_of([], _).
subseq_of([X|Xs], L) :- append(_, [X|Ys], L), !, subseq_of(Xs, Ys).
