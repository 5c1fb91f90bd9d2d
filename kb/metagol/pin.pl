/** A second metarule with a chess meaning: three pieces in a line.

A slider on A attacks the piece on B, and behind it, on the same line, stands another piece of B's own side.
If the one behind is what the slider wants, B is pinned. What the slider wants, the role X, is a constant
that the learner finds. A knight behind a pawn is no reason to call the pawn pinned.
*/
% expect: pin(A,B):-behind(C,B,D,A),attacks(C,B,A),piece_at(B,A,E,F),piece_at(D,A,E,king).
% expect: pin(A,B):-behind(C,B,D,A),attacks(C,B,A),piece_at(B,A,E,F),piece_at(D,A,E,queen).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(line, [P, X],
         [P, Pos, B],
         [[behind, A, B, C, Pos], [attacks, A, B, Pos],
          [piece_at, B, Pos, Side, _], [piece_at, C, Pos, Side, X]]).

main :-
    Pos = [pin("4k3/8/2n5/8/B7/8/8/4K3 b - - 0 1", c6),
           pin("3qk3/8/5n2/6B1/8/8/8/4K3 b - - 0 1", f6),
           pin("4r3/k7/8/8/8/8/4N3/4K3 w - - 0 1", e2),
           pin("k7/3q4/8/3r4/8/8/3R4/4K3 b - - 0 1", d5)],
    Neg = [pin("4k3/8/2N5/8/B7/8/8/4K3 b - - 0 1", c6),
           pin("4k3/3r4/2n5/8/B7/8/8/4K3 b - - 0 1", c6),
           pin("k3n3/4p3/8/8/8/8/4R3/4K3 b - - 0 1", e7),
           pin("4r3/k7/8/8/4N3/8/8/3K4 w - - 0 1", e4)],
    learn(Pos, Neg).
