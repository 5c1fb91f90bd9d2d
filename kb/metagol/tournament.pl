/** Who beat somebody in common?

The table knows who beat whom. To meet in the same victim the relation must be walked backwards: the
learner invents "was beaten by" with the metarule inverse and puts it behind the relation itself.

Metarules: inverse, P(A,B) :- Q(B,A), and chain, P(A,B) :- Q(A,C), R(C,B).
*/
% expect: rivals(A,B):-beat(A,C),rivals_1(C,B).
% expect: rivals_1(A,B):-beat(B,A).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(inverse, [P, Q], [P, A, B], [[Q, B, A]]).
metarule(chain, [P, Q, R], [P, A, B], [[Q, A, C], [R, C, B]]).

body_pred(beat/2).

beat(ada, bruno).
beat(ada, clara).
beat(bruno, dario).
beat(clara, dario).
beat(clara, elsa).
beat(elsa, bruno).
beat(fritz, elsa).

main :-
    Pos = [rivals(ada, elsa), rivals(bruno, clara), rivals(clara, fritz), rivals(clara, bruno)],
    Neg = [rivals(ada, bruno), rivals(ada, clara), rivals(bruno, elsa), rivals(dario, elsa),
           rivals(ada, fritz)],
    learn(Pos, Neg).
