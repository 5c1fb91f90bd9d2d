/** Which pawns of a position can walk to the last rank?

A recursion down the board: a pawn is through if it stands on the last rank, or if it can step to a square
from which it is through. The recursive metarule has an order constraint, @nearer(B,A): each step must
lead up the board. It is a goal for the search only, and not printed.

Metarules: same, P(A) :- Q(A), and walk, P(A) :- Q(A,B), P(B).
*/
% expect: through(A):-step(A,B),through(B).
% expect: through(A):-last_rank(A).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(walk, [P, Q], [P, A], [[Q, A, B], @nearer(B, A), [P, B]]).
metarule(same, [P, Q], [P, A], [[Q, A]]).

body_pred(takes/2).
body_pred(step/2).
body_pred(last_rank/1).

study("8/1p6/8/p3P3/P7/1PP3kP/8/4K3 w - - 0 1").

% A step of a white pawn, if nothing stands in front of it.
step(Square, Next) :-
    study(Pos),
    to_coords(Square, Rank, File),
    Rank < 8,
    Rank1 is Rank + 1,
    to_coords(Next, Rank1, File),
    \+ piece_at(Next, Pos, _, _).

takes(Square, Next) :-
    study(Pos),
    attacks(Square, Next, Pos).

last_rank(Square) :-
    to_coords(Square, 8, _).

nearer(Square, Than) :-
    to_coords(Square, Rank, _),
    to_coords(Than, Rank1, _),
    Rank > Rank1.

main :-
    learn([through(e5), through(c3), through(h3)], [through(a4), through(b3)]).
