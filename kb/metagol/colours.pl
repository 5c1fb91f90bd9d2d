/** Two predicates learned together: light and dark squares.

The positive examples are of two predicates. Each may be called in the clauses of the other, and neither
could be learned alone with so few clauses: a square is light if the next one is dark, and dark if the
next one is light, down to the corner a1.

Metarules: fact, P(A) with the constant A, and step, P(A) :- Q(A,B), R(B).
*/
% expect: light(A):-next(A,B),dark(B).
% expect: dark(A):-next(A,B),light(B).
% expect: dark(a1).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(fact, [P, A], [P, A], []).
metarule(step, [P, Q, R], [P, A], [[Q, A, B], [R, B]]).

body_pred(next/2).

% One square nearer to a1: along the rank, then down the file.
next(Square, Next) :-
    to_coords(Square, Rank, File),
    (   File > 1
    ->  File1 is File - 1,
        to_coords(Next, Rank, File1)
    ;   Rank > 1,
        Rank1 is Rank - 1,
        to_coords(Next, Rank1, File)
    ).

main :-
    Pos = [light(d1), light(h1), light(c2), light(e4), dark(c1), dark(f4), dark(h8)],
    Neg = [light(a1), light(h8), dark(b1), dark(d5)],
    learn(Pos, Neg).
