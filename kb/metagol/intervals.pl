/** Dependent learning: musical intervals, each in terms of those before it.

learn_seq/2 learns one task after the other. What was learned is background for the next: a fifth is two
thirds, a third holds another interval, and the smallest are made of semitones. Learned alone, a fifth is seven semitones and needs
four clauses, with three invented predicates.

Metarule: chain, P(A,B) :- Q(A,C), R(C,B).
*/
% expect: fifth(A,B):-minor_third(A,C),major_third(C,B).
% expect: major_third(A,B):-semitone(A,C),minor_third(C,B).
% expect: minor_third(A,B):-semitone(A,C),tone(C,B).
% expect: tone(A,B):-semitone(A,C),semitone(C,B).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(chain, [P, Q, R], [P, A, B], [[Q, A, C], [R, C, B]]).

body_pred(semitone/2).

semitone(c, c_sharp).
semitone(c_sharp, d).
semitone(d, d_sharp).
semitone(d_sharp, e).
semitone(e, f).
semitone(f, f_sharp).
semitone(f_sharp, g).
semitone(g, g_sharp).
semitone(g_sharp, a).
semitone(a, a_sharp).
semitone(a_sharp, b).
semitone(b, c).

main :-
    learn_seq([[tone(c, d), tone(a, b)]/[tone(e, f)],
               [minor_third(e, g), minor_third(a, c)]/[minor_third(c, e)],
               [major_third(c, e), major_third(f, a)]/[major_third(a, c)],
               [fifth(c, g), fifth(d, a)]/[fifth(c, f)]],
              Program),
    pprint(Program).
