/** Positions from which strategies for endings are measured.

```
?- reference_position(krk, N, Mate, P), kings_in_opposition(P).
```

N. Lassabe et al., "Genetically Programmed Strategies for Chess Endgame", GECCO 2006, play their games
from seventeen reference positions, too, which the paper does not give. These were drawn by lot, one
from each distance, and turned at random; perfect play needs 8.9 moves from the seventeen of KRK, and
9 from those of the paper.
*/

%! reference_position(?Ending:atom, ?N:integer, ?Mate:integer, ?Pos:text) is nondet.
%
% True iff Pos is the N-th of the seventeen positions of Ending, which is krk, kqk, kbbk or kbnk, a mate
% in Mate moves under best play. In positions with odd numbers white, who has the pieces, is to move; in
% those with even numbers black is. The mates are spread over all that the ending has: with a rook from
% 1 to 16 moves. These are facts, in which a Pos that is given is compared as it is written.

reference_position(krk, 1, 1, "8/8/1R6/8/8/8/8/5K1k w - - 0 1").
reference_position(krk, 2, 2, "8/k1K5/8/6R1/8/8/8/8 b - - 0 1").
reference_position(krk, 3, 3, "7k/8/8/6K1/8/6R1/8/8 w - - 0 1").
reference_position(krk, 4, 4, "8/8/2R5/8/2K5/8/k7/8 b - - 0 1").
reference_position(krk, 5, 5, "1k6/8/4K3/8/4R3/8/8/8 w - - 0 1").
reference_position(krk, 6, 6, "8/8/8/R5K1/8/7k/8/8 b - - 0 1").
reference_position(krk, 7, 7, "8/3k4/8/3K4/R7/8/8/8 w - - 0 1").
reference_position(krk, 8, 8, "2k5/5K1R/8/8/8/8/8/8 b - - 0 1").
reference_position(krk, 9, 9, "8/8/3R1K2/8/8/8/k7/8 w - - 0 1").
reference_position(krk, 10, 10, "8/8/8/1k6/8/8/2R5/2K5 b - - 0 1").
reference_position(krk, 11, 11, "8/8/8/R7/2K5/4k3/8/8 w - - 0 1").
reference_position(krk, 12, 12, "1R5k/8/8/8/8/8/2K5/8 b - - 0 1").
reference_position(krk, 13, 13, "8/8/8/k7/7R/7K/8/8 w - - 0 1").
reference_position(krk, 14, 14, "8/8/8/R7/2k5/8/8/6K1 b - - 0 1").
reference_position(krk, 15, 15, "8/8/8/3k4/R7/8/7K/8 w - - 0 1").
reference_position(krk, 16, 16, "8/8/8/3k4/1R6/8/7K/8 b - - 0 1").
reference_position(krk, 17, 16, "7K/8/8/8/5k2/2R5/8/8 w - - 0 1").

reference_position(kqk, 1, 1, "5Q2/8/8/8/8/8/8/5K1k w - - 0 1").
reference_position(kqk, 2, 1, "k7/2K5/8/8/8/3Q4/8/8 b - - 0 1").
reference_position(kqk, 3, 2, "6k1/8/8/7K/8/5Q2/8/8 w - - 0 1").
reference_position(kqk, 4, 2, "8/8/8/8/k1K5/8/4Q3/8 b - - 0 1").
reference_position(kqk, 5, 3, "8/8/4K2k/8/4Q3/8/8/8 w - - 0 1").
reference_position(kqk, 6, 3, "8/8/8/6K1/8/8/3Q3k/8 b - - 0 1").
reference_position(kqk, 7, 4, "8/6k1/8/3K4/7Q/8/8/8 w - - 0 1").
reference_position(kqk, 8, 4, "8/5K2/8/8/k7/8/8/1Q6 b - - 0 1").
reference_position(kqk, 9, 5, "7Q/8/1k2K3/8/8/8/8/8 w - - 0 1").
reference_position(kqk, 10, 6, "8/8/8/8/8/1k6/8/1QK5 b - - 0 1").
reference_position(kqk, 11, 6, "8/8/8/8/2K5/4k3/8/Q7 w - - 0 1").
reference_position(kqk, 12, 7, "5Q2/8/k7/8/8/8/2K5/8 b - - 0 1").
reference_position(kqk, 13, 7, "8/2Q5/8/8/1k6/7K/8/8 w - - 0 1").
reference_position(kqk, 14, 8, "6Q1/8/8/8/5k2/8/8/6K1 b - - 0 1").
reference_position(kqk, 15, 8, "7Q/2k5/8/8/8/7K/8/8 w - - 0 1").
reference_position(kqk, 16, 9, "8/8/8/8/7K/2k3Q1/8/8 b - - 0 1").
reference_position(kqk, 17, 10, "7K/6Q1/8/8/8/3k4/8/8 w - - 0 1").

reference_position(kbbk, 1, 1, "8/8/2B5/8/8/7k/5B2/6K1 w - - 0 1").
reference_position(kbbk, 2, 2, "k1K5/8/8/8/8/6B1/8/5B2 b - - 0 1").
reference_position(kbbk, 3, 3, "4B2k/8/7K/8/8/4B3/8/8 w - - 0 1").
reference_position(kbbk, 4, 4, "8/8/3B4/5B2/8/2K5/8/k7 b - - 0 1").
reference_position(kbbk, 5, 5, "5k2/8/5K2/1B2B3/8/8/8/8 w - - 0 1").
reference_position(kbbk, 6, 6, "6k1/8/6K1/8/8/1B6/8/2B5 b - - 0 1").
reference_position(kbbk, 7, 7, "8/8/2BK4/k7/3B4/8/8/8 w - - 0 1").
reference_position(kbbk, 8, 8, "1B6/5K2/4B3/6k1/8/8/8/8 b - - 0 1").
reference_position(kbbk, 9, 10, "8/8/2B1K3/8/8/4B3/7k/8 w - - 0 1").
reference_position(kbbk, 10, 11, "8/8/1BB5/8/8/1k6/8/3K4 b - - 0 1").
reference_position(kbbk, 11, 12, "6k1/8/8/8/2K3B1/B7/8/8 w - - 0 1").
reference_position(kbbk, 12, 13, "1k6/8/8/8/1B6/3B4/3K4/8 b - - 0 1").
reference_position(kbbk, 13, 14, "8/4k3/1B6/3B4/7K/8/8/8 w - - 0 1").
reference_position(kbbk, 14, 15, "7B/8/2B4k/8/8/8/8/6K1 b - - 0 1").
reference_position(kbbk, 15, 16, "B7/8/8/2k5/8/7K/8/B7 w - - 0 1").
reference_position(kbbk, 16, 17, "4B3/6B1/2k5/8/7K/8/8/8 b - - 0 1").
reference_position(kbbk, 17, 19, "7K/8/8/6kB/1B6/8/8/8 w - - 0 1").

reference_position(kbnk, 1, 1, "8/8/8/4B3/8/3N4/8/5K1k w - - 0 1").
reference_position(kbnk, 2, 3, "k2N4/2K5/8/5B2/8/8/8/8 b - - 0 1").
reference_position(kbnk, 3, 5, "7k/8/8/7K/1N3B2/8/8/8 w - - 0 1").
reference_position(kbnk, 4, 7, "8/8/8/3N4/8/2K3B1/k7/8 b - - 0 1").
reference_position(kbnk, 5, 9, "3k4/8/2B1K3/8/4N3/8/8/8 w - - 0 1").
reference_position(kbnk, 6, 11, "8/7k/5K2/8/8/8/1B3N2/8 b - - 0 1").
reference_position(kbnk, 7, 13, "7k/8/8/3K4/3N4/6B1/8/8 w - - 0 1").
reference_position(kbnk, 8, 15, "4K3/8/8/1N6/8/8/8/k3B3 b - - 0 1").
reference_position(kbnk, 9, 17, "3k4/8/4K3/8/1N3B2/8/8/8 w - - 0 1").
reference_position(kbnk, 10, 19, "B7/8/8/8/7N/8/1K6/3k4 b - - 0 1").
reference_position(kbnk, 11, 21, "8/8/6B1/k7/3K4/8/6N1/8 w - - 0 1").
reference_position(kbnk, 12, 23, "B7/8/7N/8/8/2K5/6k1/8 b - - 0 1").
reference_position(kbnk, 13, 25, "3B4/8/8/1N6/4k3/6K1/8/8 w - - 0 1").
reference_position(kbnk, 14, 27, "6B1/8/1k6/8/4N3/8/8/5K2 b - - 0 1").
reference_position(kbnk, 15, 29, "8/1k6/8/8/8/B6K/8/4N3 w - - 0 1").
reference_position(kbnk, 16, 31, "8/8/4k2B/8/7K/8/8/2N5 b - - 0 1").
reference_position(kbnk, 17, 33, "7K/8/8/7k/7B/8/N7/8 w - - 0 1").
