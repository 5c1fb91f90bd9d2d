/** Relations of three arguments: king and rook against king, White to move.

Metagol's usual metarules have two arguments. For three, one writes one's own: these say which two of the
three squares, white king, white rook and black king, a clause looks at. A position is illegal if the kings
touch or the rook gives check, for then White cannot be to move.

Metarules: kings, P(A,B,C) :- Q(A,C), rook, P(A,B,C) :- Q(B,C), and white, P(A,B,C) :- Q(A,B).
*/
% expect: illegal(A,B,C):-touch(A,C).
% expect: illegal(A,B,C):-one_line(B,C).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(white, [P, Q], [P, A, B, _], [[Q, A, B]]).
metarule(kings, [P, Q], [P, A, _, C], [[Q, A, C]]).
metarule(rook, [P, Q], [P, _, B, C], [[Q, B, C]]).

body_pred(same_colour/2).
body_pred(touch/2).
body_pred(one_line/2).

touch(A, B) :- distance(A, B, 1).

one_line(A, B) :-
    to_coords(A, Rank, File),
    to_coords(B, Rank1, File1),
    (   Rank =:= Rank1
    ->  true
    ;   File =:= File1
    ).

same_colour(A, B) :-
    to_coords(A, Rank, File),
    to_coords(B, Rank1, File1),
    0 is (Rank + File + Rank1 + File1) mod 2.

main :-
    Pos = [illegal(d4, a1, e5), illegal(c3, h2, c4), illegal(a1, g7, g2), illegal(h1, b6, f6),
           illegal(e1, a8, b8)],
    Neg = [illegal(d4, a1, g5), illegal(c3, h2, a5), illegal(a1, b7, g2), illegal(h5, d4, b3),
           illegal(f6, f5, c2), illegal(e1, e2, h7)],
    learn(Pos, Neg).
