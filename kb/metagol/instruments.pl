/** Constants: which instruments are bowed strings?

A variable in the list of substitutions need not stand for a predicate. In the metarule constant, X is a
value: the learner finds it by proving the example, and it is part of the clause.

Metarules: constant, P(A) :- Q(A,X), and both, P(A) :- Q(A), R(A).
*/
% expect: bowed(A):-bowed_1(A),bowed_2(A).
% expect: bowed_1(A):-section(A,strings).
% expect: bowed_2(A):-sounded(A,bow).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(constant, [P, Q, X], [P, A], [[Q, A, X]]).
metarule(both, [P, Q, R], [P, A], [[Q, A], [R, A]]).

body_pred(section/2).
body_pred(sounded/2).

section(violin, strings).
section(cello, strings).
section(viola, strings).
section(harp, strings).
section(saw, percussion).
section(vibraphone, percussion).
section(timpani, percussion).
section(oboe, woodwind).

sounded(violin, bow).
sounded(cello, bow).
sounded(viola, bow).
sounded(harp, fingers).
sounded(saw, bow).
sounded(vibraphone, mallets).
sounded(timpani, mallets).
sounded(oboe, breath).

main :-
    Pos = [bowed(violin), bowed(cello), bowed(viola)],
    Neg = [bowed(harp), bowed(saw), bowed(timpani), bowed(oboe)],
    learn(Pos, Neg).
