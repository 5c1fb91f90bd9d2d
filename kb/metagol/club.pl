/** Types: players who play in the town in which they were born.

Each predicate says the types of its arguments, in the second argument of body_pred/2 and head_pred/2. The
learner never joins arguments of different types: it does not ask for the town of a town, and an invented
predicate has the types of its first use. Nothing else changes; leave the types out, and the answer is the
same after a longer search.

Metarules: identity, chain, and didentity, P(A,B) :- Q(A,B), R(A,B).
*/
% expect: local(A,B):-born_in(A,B),local_1(A,B).
% expect: local_1(A,B):-plays_for(A,C),seat(C,B).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(identity, [P, Q], [P, A, B], [[Q, A, B]]).
metarule(didentity, [P, Q, R], [P, A, B], [[Q, A, B], [R, A, B]]).
metarule(chain, [P, Q, R], [P, A, B], [[Q, A, C], [R, C, B]]).

head_pred(local/2, [player, town]).
body_pred(twinned/2, [town, town]).
body_pred(born_in/2, [player, town]).
body_pred(plays_for/2, [player, club]).
body_pred(seat/2, [club, town]).

twinned(graz, maribor).
twinned(maribor, graz).
twinned(linz, tampere).

born_in(anna, graz).
born_in(bela, maribor).
born_in(cora, linz).
born_in(dino, graz).
born_in(eva, linz).
born_in(finn, tampere).

plays_for(anna, rooks).
plays_for(bela, knights).
plays_for(cora, bishops).
plays_for(dino, knights).
plays_for(eva, bishops).
plays_for(finn, rooks).

seat(rooks, graz).
seat(knights, maribor).
seat(bishops, linz).

main :-
    Pos = [local(anna, graz), local(bela, maribor), local(cora, linz), local(eva, linz)],
    Neg = [local(dino, graz), local(dino, maribor), local(finn, graz), local(finn, tampere)],
    learn(Pos, Neg).
