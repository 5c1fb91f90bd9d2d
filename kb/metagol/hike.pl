/** A hike of two stages that starts at a station and ends at a hut.

Conditions on one end of a relation are the metarules precon and postcon. The learner needs both, and
nests them: it invents the walk of two stages, then the walk that ends at a hut.

Metarules: precon, P(A,B) :- Q(A), R(A,B), postcon, P(A,B) :- Q(A,B), R(B), and chain.
*/
% expect: hike(A,B):-station(A),hike_1(A,B).
% expect: hike_1(A,B):-hike_2(A,B),hut(B).
% expect: hike_2(A,B):-trail(A,C),trail(C,B).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(precon, [P, Q, R], [P, A, B], [[Q, A], [R, A, B]]).
metarule(postcon, [P, Q, R], [P, A, B], [[Q, A, B], [R, B]]).
metarule(chain, [P, Q, R], [P, A, B], [[Q, A, C], [R, C, B]]).

body_pred(trail/2).
body_pred(station/1).
body_pred(hut/1).

trail(bruck, alm).
trail(bruck, klamm).
trail(alm, hochfeld).
trail(alm, see).
trail(klamm, see).
trail(klamm, joch).
trail(see, joch).
trail(dorf, klamm).
trail(joch, gipfel).
trail(joch, scharte).

station(bruck).
station(dorf).

hut(hochfeld).
hut(joch).
hut(alm).
hut(scharte).

main :-
    Pos = [hike(bruck, hochfeld), hike(bruck, joch), hike(dorf, joch)],
    Neg = [hike(bruck, alm), hike(bruck, see), hike(klamm, scharte), hike(dorf, see),
           hike(alm, joch), hike(see, gipfel)],
    learn(Pos, Neg).
