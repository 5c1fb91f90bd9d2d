/** A metarule of one's own, with a chess meaning: the fork.

The metarule fork says what a fork is: a piece on A attacks two pieces at once. What it leaves open is
which: X and Y are constants to be found, the roles of the two targets. attacks/3 and piece_at/4 stand in
the metarule by name, so they need not be declared as background.

From four forks and four positions that only look like one, the learner finds the two kinds of fork that
the examples have in common: king and rook, king and queen.
*/
% expect: wins(A,B):-attacks(B,C,A),piece_at(C,A,D,king),attacks(B,E,A),piece_at(E,A,F,rook).
% expect: wins(A,B):-attacks(B,C,A),piece_at(C,A,D,king),attacks(B,E,A),piece_at(E,A,F,queen).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(fork, [P, X, Y],
         [P, Pos, A],
         [[attacks, A, B, Pos], [piece_at, B, Pos, _, X],
          [attacks, A, C, Pos], [piece_at, C, Pos, _, Y]]).

main :-
    Pos = [wins("k3r3/2N5/8/8/8/8/8/6K1 b - - 0 1", c7),
           wins("3k3q/5N2/8/8/8/8/8/6K1 b - - 0 1", f7),
           wins("k5r1/8/8/3Q4/8/8/8/4K3 b - - 0 1", d5),
           wins("q7/7k/8/8/4B3/8/8/4K3 b - - 0 1", e4)],
    Neg = [wins("4k3/2N5/8/8/8/8/8/6K1 b - - 0 1", c7),
           wins("3q4/5N2/8/8/8/7k/8/6K1 b - - 0 1", f7),
           wins("r3n3/2N5/8/8/8/7k/8/6K1 b - - 0 1", c7),
           wins("r3q3/2N5/8/8/8/7k/8/6K1 b - - 0 1", c7)],
    learn(Pos, Neg).
