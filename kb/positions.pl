/** Named positions: studies, mates and motifs, endgames, openings.

A name that ends in `_mate` is a checkmate on the board; where it ends in `_mate_in_N` the side to
move forces mate in N moves and no sooner. Names are unique, and each FEN is canonical.

```
?- named_position(smothered_mate_in_1, P, _), board(P).
```
*/

%! named_position(?Name:atom, ?Pos:text, ?Description:text) is nondet.
%
% True iff Pos is the position called Name, of which Description, a string, says what it shows. These are facts: a Pos that is
% given is compared as it is written, and has to be the canonical FEN (position_fen/2).

% Start position and move generator tests

named_position(start,
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "The initial position of a game.").
named_position(kiwipete,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "Move generator test rich in castling, pins and captures; perft counts 48, 2039, 97862.").
named_position(perft_position_3,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "Move generator test about pinned pawns and en passant in an endgame; perft counts 14, 191, 2812.").
named_position(perft_position_4,
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "Move generator test with White in check and promotions on both sides; perft counts 6, 264, 9467.").
named_position(perft_position_5,
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "Move generator test with a promotion by capture; perft counts 44, 1486, 62379.").

% Openings

named_position(ruy_lopez,
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "The Spanish opening after 3.Bb5, Black to move.").
named_position(italian_game,
    "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "The Italian Game after 3...Bc5, White to move.").
named_position(kings_gambit_accepted,
    "rnbqkbnr/pppp1ppp/8/8/4Pp2/8/PPPP2PP/RNBQKBNR w KQkq - 0 3",
    "The King's Gambit after Black has taken the pawn on f4.").
named_position(sicilian_najdorf,
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "The Najdorf Variation of the Sicilian Defence after 5...a6.").
named_position(french_defence,
    "rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3",
    "The French Defence after 2...d5, with tension in the centre.").
named_position(caro_kann_defence,
    "rnbqkbnr/pp2pppp/2p5/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3",
    "The Caro-Kann Defence after 2...d5.").
named_position(queens_gambit_declined,
    "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3",
    "The Queen's Gambit declined with 2...e6.").
named_position(kings_indian_defence,
    "rnbqk2r/ppp1ppbp/3p1np1/8/2PPP3/2N5/PP3PPP/R1BQKBNR w KQkq - 0 5",
    "The King's Indian Defence after 4...d6, where White owns the centre.").

% Checkmates and mating patterns

named_position(fools_mate,
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "Fool's mate: White is checkmated after two moves of each side.").
named_position(scholars_mate,
    "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
    "Scholar's mate: the queen, guarded by the bishop, mates on f7.").
named_position(scholars_mate_in_1,
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "White to move plays Qxf7#, because Black defended e5 and forgot f7.").
named_position(opera_mate,
    "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17",
    "Final position of the Opera Game: the rook mates on d8, guarded by the bishop on g5.").
named_position(opera_mate_in_1,
    "1n2kb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4 w k - 0 17",
    "The Opera Game before its last move: White plays Rd8#.").
named_position(opera_mate_in_2,
    "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16",
    "The Opera Game with the queen sacrifice to come: 16.Qb8+ Nxb8 17.Rd8#.").
named_position(legal_mate,
    "rn1q1bnr/ppp1kB1p/3p2p1/3NN3/4P3/8/PPPP1PPP/R1BbK2R b KQ - 2 7",
    "Legal's mate: three minor pieces mate the king on e7 although White's queen is lost.").
named_position(legal_mate_in_1,
    "rn1q1bnr/ppp1kB1p/3p2p1/4N3/4P3/2N5/PPPP1PPP/R1BbK2R w KQ - 1 7",
    "Legal's mate one move before the end: White plays Nd5#.").
named_position(legal_trap,
    "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5",
    "White ignores the pin and plays Nxe5; taking the queen on d1 allows mate in two.").
named_position(greco_miniature_mate_in_1,
    "rn1qkb1r/p1ppp2P/1p6/7n/3P4/3B4/PPP2PbP/RNB1K1NR w KQkq - 0 8",
    "White has lost the queen but mates with Bg6#.").
named_position(smothered_mate,
    "6rk/5Npp/8/8/8/8/6PP/6K1 b - - 0 1",
    "Smothered mate: the knight checks a king walled in by its own rook and pawns.").
named_position(smothered_mate_in_1,
    "6rk/6pp/8/4N3/8/8/6PP/6K1 w - - 0 1",
    "White to move plays Nf7#, smothering the king in the corner.").
named_position(philidor_legacy_mate_in_2,
    "5r1k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 0 1",
    "The queen is given up on g8 so that the rook blocks its own king: Qg8+ Rxg8 Nf7#.").
named_position(blackburne_shilling_mate,
    "r1b1kbnr/pppp1Npp/8/8/4q3/5n2/PPPPBP1P/RNBQKR2 w Qkq - 2 8",
    "White is mated by a knight on f3 because the bishop on e2 is pinned by the queen on e4.").
named_position(back_rank_mate_in_1,
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    "White plays Ra8# because the black pawns leave their king no flight square.").
named_position(back_rank_mate,
    "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1",
    "A rook on the last rank mates a king shut in by its own pawns.").
named_position(anastasia_mate_in_1,
    "8/4N1pk/8/8/8/R7/6P1/6K1 w - - 0 1",
    "The knight on e7 takes g8 and g6 from the king, so Rh3# ends the game.").
named_position(arabian_mate_in_1,
    "7k/R7/5N2/8/8/8/8/6K1 w - - 0 1",
    "Rook and knight work together in the corner: White plays Rh7#.").
named_position(boden_mate_in_2,
    "2kr3r/pp1n1ppp/2p5/8/5B2/5Q2/PP2BPPP/6K1 w - - 0 1",
    "Two bishops mate on crossing diagonals after Qxc6+ bxc6 Ba6#.").
named_position(boden_mate_in_1,
    "2kr3r/p2n1ppp/2p5/8/5B2/8/PP2BPPP/6K1 w - - 0 1",
    "The queen has been given up on c6 and White plays Ba6#.").
named_position(epaulette_mate_in_1,
    "3rkr2/8/7Q/8/8/8/8/6K1 w - - 0 1",
    "Rooks on both sides of the king take its flight squares: White plays Qe6#.").
named_position(epaulette_mate,
    "3rkr2/8/4Q3/8/8/8/8/6K1 b - - 0 1",
    "The queen mates in front of a king with its own rooks on both shoulders.").
named_position(greco_mate_in_1,
    "5r1k/6p1/8/8/2B5/R7/6PP/6K1 w - - 0 1",
    "The bishop on c4 guards g8 and the pawn on g7 blocks, so Rh3# is mate.").
named_position(damiano_mate_in_1,
    "5rk1/6p1/6P1/7Q/8/8/8/6K1 w - - 0 1",
    "The pawn on g6 supports the queen: White plays Qh7#.").
named_position(ladder_mate_in_1,
    "7k/R7/1R6/8/8/8/8/6K1 w - - 0 1",
    "One rook holds the seventh rank and the other mates on the eighth with Rb8#.").
named_position(krk_mate_in_1,
    "4k3/8/4K3/8/8/8/8/R7 w - - 0 1",
    "The kings stand in opposition and the rook mates on the edge with Ra8#.").
named_position(kqk_mate_in_1,
    "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
    "White mates with Qf8#, while Qf7 would be stalemate.").
named_position(kbnk_mate_in_1,
    "k1B5/8/NK6/8/8/8/8/8 w - - 0 1",
    "King, bishop and knight mate in the corner of the bishop's colour with Bb7#.").

% Moments from famous games (see games/classics.pgn)

named_position(immortal_game_mate_in_2,
    "r1bk2nr/p2p1pNp/n2B4/1p1NP2P/6P1/3P1Q2/P1P1K3/q5b1 w - - 1 22",
    "The Immortal Game before 22.Qf6+, which forces mate by Be7.").
named_position(evergreen_game_mate_in_4,
    "1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - - 0 21",
    "The Evergreen Game before the queen sacrifice 21.Qxd7+, which forces mate in four moves.").
named_position(reti_tartakower_mate_in_3,
    "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9",
    "White begins with the queen sacrifice 9.Qd8+ and mates after a double check.").
named_position(lasker_thomas_queen_sacrifice,
    "rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 6 11",
    "White plays 11.Qxh7+ and drives the black king across the board to mate on g1.").
named_position(marshall_gold_coins,
    "5rk1/pp4pp/4p3/2R3Q1/3n4/2q4r/P1P2PPP/5RK1 b - - 1 23",
    "Black to move plays 23...Qg3, where three white units could capture the queen.").
named_position(rubinstein_immortal,
    "2rr2k1/1b3ppp/pb2p3/1p2P3/1P2BPnq/P1N3P1/1B2Q2P/R4R1K b - - 0 22",
    "Black to move leaves the queen en prise with 22...Rxc3.").
named_position(game_of_the_century,
    "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 3 17",
    "Black to move answers the attack on the queen with 17...Be6, giving the queen up.").
named_position(game_of_the_century_mate_in_1,
    "1Q6/5pk1/2p3p1/1p2N2p/1b5P/1bn5/r5P1/2K5 b - - 15 41",
    "Black to move ends the game with 41...Rc2#.").
named_position(polugaevsky_nezhmetdinov,
    "r5k1/ppp2r1p/3p3b/3Pn3/1n2PPp1/1P2K1P1/PBB1N2q/R2Q3R b - - 2 24",
    "Black to move leaves the queen on h2 to be taken and plays 24...Rxf4.").
named_position(kasparov_topalov_rook_sacrifice,
    "b2r3r/k4p1p/p2q1np1/NppP4/3p1Q2/P4PPB/1PP4P/1K1RR3 w - - 1 24",
    "White begins the king hunt with the rook sacrifice 24.Rxd4.").
named_position(carlsen_karjakin_mate_in_2,
    "2R5/4bppk/1p1p4/5R1P/4PQ2/5P2/r4q1P/7K w - - 5 50",
    "White plays 50.Qh6+ and mates whichever way the queen is taken.").
named_position(short_king_march,
    "4rrk1/1bpR1p2/1pq1pQp1/p3P2p/P1PR3P/5N2/2P2PP1/6K1 w - - 0 31",
    "White starts to walk the king from g1 to g5 with queens and rooks on the board.").
named_position(immortal_zugzwang,
    "6k1/3q2p1/p2bp2p/3p1r2/1p1Pp3/3bQ1PP/PP1B1rB1/1N2R1RK w - - 0 26",
    "Final position of the Immortal Zugzwang Game: White, to move, resigned on a full board.").

% Tactical motifs

named_position(knight_fork,
    "r3k3/ppN2ppp/8/8/8/8/PPP2PPP/6K1 b - - 0 1",
    "The knight on c7 checks the king on e8 and attacks the rook on a8.").
named_position(royal_fork,
    "3q4/ppp3kp/4N1p1/8/8/5P2/PPP3PP/6K1 b - - 0 1",
    "The knight on e6 attacks king and queen at once and cannot be taken.").
named_position(pawn_fork,
    "6k1/5ppp/8/2b1n3/3P4/8/5PPP/6K1 b - - 0 1",
    "The pawn on d4 attacks the bishop on c5 and the knight on e5.").
named_position(absolute_pin,
    "r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 4",
    "The knight on c6 is pinned to the king on e8 by the bishop on b5 and has no legal move.").
named_position(relative_pin,
    "rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR b KQkq - 3 4",
    "The bishop on g5 pins the knight on f6 to the queen on d8, so it may move but would lose the queen.").
named_position(skewer,
    "8/8/8/q2k3R/8/8/8/6K1 b - - 0 1",
    "The rook on h5 checks the king on d5 and takes the queen on a5 when the king steps aside.").
named_position(discovered_check,
    "3qk3/8/8/4N3/8/8/5PPP/4R1K1 w - - 0 1",
    "Nc6+ opens the e-file for a check by the rook while the knight attacks the queen on d8.").
named_position(double_check,
    "rnbk1b1r/pp3ppp/2p5/4q1B1/4n3/8/PPP2PPP/2KR1BNR b - - 1 10",
    "Black is in check from the bishop on g5 and the rook on d1 at once, so the king must move.").
named_position(double_check_mate_in_1,
    "3qkb2/5p2/8/8/4N3/8/5PPP/4R1K1 w - - 0 1",
    "Nf6 gives check with knight and rook and is mate.").
named_position(xray,
    "3R2k1/5ppp/8/3r4/8/8/5PPP/3R2K1 b - - 0 1",
    "The rook on d1 guards d8 through the black rook on d5, so Rxd8 is answered by Rxd8#.").
named_position(battery,
    "r1bq1rk1/pp3ppp/2n1p3/8/8/3Q4/PPB2PPP/R4RK1 w - - 0 1",
    "Queen on d3 and bishop on c2 stand on one diagonal: White plays Qxh7#.").
named_position(back_rank_weakness,
    "r2r2k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1",
    "Black's king has no flight square, so Qxd8+ Rxd8 Rxd8# follows.").
named_position(adams_torre_deflection,
    "2r1r1k1/1p1q1ppp/3p1b2/p2P4/3Q4/5N2/PP2RPPP/4R1K1 w - - 0 18",
    "White plays 18.Qg4: the black queen may not take, because it guards e8.").
named_position(overloaded_defender,
    "3r2k1/5ppp/8/8/3b4/8/3R1PPP/2R3K1 w - - 0 1",
    "The rook on d8 guards both d4 and the last rank: after Rxd4 Rxd4 the move Rc8+ mates.").
named_position(deflection,
    "5qk1/5ppp/8/8/8/2Q5/1B3PPP/R5K1 w - - 0 1",
    "Ra8 lures the queen from the defence of g7: Qxa8 allows mate on the long diagonal.").
named_position(zwischenzug,
    "r4rk1/p3bppp/8/3N4/8/3q4/P1P2PPP/R2R2K1 w - - 0 1",
    "Black has just taken a queen on d3; White first inserts Nxe7+ and recaptures a move later.").
named_position(trapped_piece,
    "8/B1k2ppp/1p6/8/8/8/5PPP/6K1 w - - 0 1",
    "The bishop on a7 has no safe square and Black threatens to win it with Kb7.").
named_position(interference,
    "3r1b1k/ppq2Bpp/2p5/2P2Q2/8/1P4P1/P6P/5RK1 w - - 4 25",
    "White plays 25.Be8 and cuts the rook on d8 off from the bishop on f8.").
named_position(greek_gift,
    "rnbq1rk1/pppn1ppp/4p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQ - 5 7",
    "White can start the classic attack with Bxh7+, followed by Ng5+ and Qh5.").
named_position(perpetual_check,
    "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1",
    "White, far behind, draws by checking on e8 and h5 without end.").
named_position(trebuchet,
    "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1",
    "Mutual zugzwang: whoever is to move must give up the guard of the pawn.").

% Rules

named_position(en_passant_available,
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "White may capture the pawn on f5 en passant with exf6.").
named_position(castling_both_sides,
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8",
    "Both sides may castle on either wing.").
named_position(castling_through_check,
    "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "White may castle long but not short, because the rook on f8 attacks f1.").
named_position(underpromotion,
    "8/3q1P1k/8/8/8/8/6PP/6K1 w - - 0 1",
    "f8=N+ forks king and queen, while a new queen would win nothing at once.").
named_position(stalemate,
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "Black is not in check and has no legal move, so the game is drawn.").
named_position(insufficient_material,
    "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
    "A lone knight cannot mate: a dead position, drawn at once.").
named_position(fifty_move,
    "8/8/4k3/8/8/3RK3/8/8 w - - 100 80",
    "One hundred half-moves without capture or pawn move: a draw may be claimed.").
named_position(seventy_five_move,
    "8/8/4k3/8/8/3RK3/8/8 w - - 150 105",
    "One hundred and fifty half-moves without capture or pawn move: the game is drawn automatically.").
named_position(insufficient_material_bishops,
    "8/8/4k3/4b3/8/3K4/3B4/8 w - - 0 1",
    "Two bishops of the same square colour, one on each side, cannot mate: a dead position.").

% Endgames and studies

named_position(krk,
    "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
    "King and rook against king, the basic won ending.").
named_position(kqk,
    "8/8/8/4k3/8/8/8/3QK3 w - - 0 1",
    "King and queen against king, won in at most ten moves.").
named_position(kbbk,
    "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1",
    "King and two bishops against king, won by driving the king into a corner.").
named_position(kbnk,
    "8/8/4k3/8/8/8/8/4KBN1 w - - 0 1",
    "King, bishop and knight against king, the hardest of the basic mates.").
named_position(knnk,
    "8/8/4k3/8/8/8/8/1N2K1N1 w - - 0 1",
    "Two knights cannot force mate against a bare king.").
named_position(kpk_win,
    "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    "White's king is on the sixth rank in front of its pawn and wins whoever moves.").
named_position(kpk_draw,
    "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1",
    "The black king stands in front of the pawn and holds the draw.").
named_position(kpk_opposition_win,
    "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1",
    "White has the opposition: Black, to move, must give way and loses.").
named_position(kpk_opposition_draw,
    "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1",
    "The same kings with White to move: Black has the opposition and draws.").
named_position(kpk_rook_pawn_draw,
    "k7/8/1K6/P7/8/8/8/8 w - - 0 1",
    "A rook pawn does not win when the defending king reaches the corner.").
named_position(square_of_the_pawn_win,
    "8/8/8/8/P4k2/8/8/7K w - - 0 1",
    "White to move: the black king is outside the square of the a-pawn, which queens.").
named_position(square_of_the_pawn_draw,
    "8/8/8/8/P4k2/8/8/7K b - - 0 1",
    "Black to move steps into the square of the a-pawn and catches it.").
named_position(wrong_bishop_draw,
    "7k/8/6KP/8/8/3B4/8/8 w - - 0 1",
    "White's bishop does not control the corner h8, so the extra bishop and rook pawn only draw.").
named_position(lucena,
    "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
    "The Lucena position: White wins by building a bridge with Rd1+ and Rd4.").
named_position(philidor,
    "4k3/7R/r7/3KP3/8/8/8/8 b - - 0 1",
    "The Philidor position: the rook waits on the sixth rank and checks from behind once the pawn advances.").
named_position(reti_study_1921,
    "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    "Reti's study: the white king chases two aims along the diagonal and draws.").
named_position(saavedra,
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    "The Saavedra position: White wins, and the point is an underpromotion to a rook.").
named_position(saavedra_underpromotion,
    "8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1",
    "Promoting to a queen allows a stalemate trick with Rc4+, but c8=R wins.").
