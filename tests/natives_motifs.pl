/** The quads of the native predicates of tactical motifs; see `natives.pl`.

`src/chess/motifs/program.rs` has the definitions. Where a motif is shown, the next quad shows what
looks like it and is none.
*/

?- attacked_by("4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1", e3, By).
   By = d1.

?- attacked_by("4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1", S, d1).
   S = c3
;  S = e3.

?- hanging("2b4k/3P4/8/3n4/8/8/8/K2R4 w - - 0 1", S).
   S = d5
;  S = d7
;  S = c8.

?- hanging("7k/3P4/8/3r4/8/8/8/K2R4 w - - 0 1", d7).
   false.

?- hanging("4k3/8/8/1n6/1b6/2N5/8/4K3 w - - 0 1", S).
   S = c3.

?- en_prise("3r3k/8/8/Q2n4/8/8/8/K2R4 w - - 0 1", S, Loss).
   S = d5, Loss = 3
;  S = d8, Loss = 5.

?- en_prise("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", b8, Loss).
   Loss = 13.

?- en_prise("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", b8, 5).
   false.

?- absolute_pin("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", Pinned, By, King).
   Pinned = c3, By = b4, King = e1.

?- relative_pin("rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR b KQkq - 1 4", Pinned, By, Behind).
   Pinned = f6, By = g5, Behind = d8.

?- skewer("4r1k1/8/8/8/8/8/4K3/4Q3 w - - 0 1", By, Front, Back).
   By = e8, Front = e2, Back = e1.

?- skewer("4r1k1/8/8/8/8/8/4K3/4R3 w - - 0 1", By, Front, Back).
   false.

?- battery("6k1/8/8/8/8/3B4/2Q5/6K1 w - - 0 1", Back, Front).
   Back = c2, Front = d3
;  Back = d3, Front = c2.

?- fork("r3k3/2N5/8/8/8/8/8/4K3 b q - 0 1", From, A, B).
   From = c7, A = a8, B = e8.

?- fork("r2bk3/2N5/8/8/8/8/8/4K3 b q - 0 1", From, A, B).
   false.

?- fork("r3k3/2N5/8/8/8/8/8/4K3 b q - 0 1", c7, e8, a8).
   false.

?- fork(P, From, A, B).
   error(instantiation_error,fork/4).

?- fork("r3k3/2N5/8/8/8/8/8/4K3 b q - 0 1", knight, A, B).
   error(type_error(square,knight),fork/4).

?- double_attack("4k3/8/1b6/8/2N5/b7/8/4K3 w - - 0 1", Side, A, B).
   Side = white, A = a3, B = b6.

?- discovered_attack("6k1/8/8/1p6/2q5/3P4/4B3/6K1 w - - 0 1", Blocker, Slider, Target).
   Blocker = d3, Slider = e2, Target = c4.

?- discovered_attack("4q1k1/8/8/8/4P3/8/8/4R1K1 w - - 0 1", Blocker, Slider, Target).
   false.

?- discovered_check("4k3/8/8/8/8/4N3/8/4R1K1 w - - 0 1", Blocker, Slider, King).
   Blocker = e3, Slider = e1, King = e8.

?- double_check("4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1", A, B).
   A = e1, B = f6.

?- only_defender("4k3/2p5/3p4/4p3/8/5N2/8/3RK3 w - - 0 1", Defender, S).
   Defender = d6, S = e5
;  Defender = c7, S = d6.

?- overloaded("4k3/8/3p4/2n1n3/8/5N2/8/2R1K3 w - - 0 1", Defender, A, B).
   Defender = d6, A = c5, B = e5.

?- trapped("r3k3/Bpp2p2/1p6/8/8/8/8/4K3 w - - 0 1", S).
   S = a7.

?- back_rank_weak("2rr2k1/5ppp/8/8/8/4R3/5PPP/6K1 w - - 0 1", Side).
   Side = white
;  Side = black.

% Who may still castle is not shut in.
?- back_rank_weak("r3k2r/3ppp2/8/8/8/8/3PPP2/R3K2R w KQ - 0 1", Side).
   Side = black.

?- king_ring("6k1/5ppp/8/8/2B5/8/8/6K1 w - - 0 1", Side, By, S).
   Side = black, By = c4, S = f7.

?- mate_in_one("6k1/5ppp/8/8/8/8/r7/1R4K1 w - - 0 1", M).
   M = move(b1,b8,none).

?- mate_in_one("6k1/5ppp/8/8/8/8/r7/1R4K1 w - - 0 1", move(b1,b7,none)).
   false.

?- stalemate_in_one("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", move(f7,g6,none)).
   true.

?- stalemate_in_one("7k/8/8/8/8/8/8/K4Q2 w - - 0 1", M).
   M = move(f1,f7,none).
