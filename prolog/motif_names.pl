/** The motifs: their names, and what each one is.

They are told in this order. How a motif is seen is in module `motif_rules`.
*/

:- module(motif_names, [motif/3, picture_of_mate/1, length_of_mate/1]).

% motif(?Motif, ?Name, ?Words): Motif is called Name where it is told of, and Words say what it is.

motif(mate_in_1, "Checkmate", "checkmate at once").
motif(mate_in_2, "Mate in two", "checkmate in two moves against any defence").
motif(mate_in_3, "Mate in three", "checkmate in three moves against any defence").
motif(mate_in_4, "Mate in four", "checkmate in four moves against any defence").
motif(mate_in_5, "Mate in five", "checkmate in five moves against any defence").
motif(long_mate, "Checkmate", "checkmate in more than five moves against any defence that was looked at").
motif(back_rank_mate, "Back-rank mate", "mate on the back rank, to a king shut in by its own pieces").
motif(smothered_mate, "Smothered mate", "mate by a knight, to a king whose own pieces take all squares around it").
motif(anastasia_mate, "Anastasia's mate", "mate along an edge by rook or queen, where a knight and its own piece shut the king in").
motif(arabian_mate, "Arabian mate", "mate to a king in the corner by a rook beside it, which a knight guards").
motif(boden_mate, "Boden's mate", "mate by two bishops on crossing diagonals").
motif(double_bishop_mate, "Double-bishop mate", "mate by two bishops on neighbouring diagonals").
motif(dovetail_mate, "Dovetail mate", "mate by a queen diagonally beside the king, whose own pieces take its only two ways out").
motif(hook_mate, "Hook mate", "mate by a rook beside the king, which a knight guards that a pawn guards").
motif(perpetual_check, "Perpetual check", "checks without end, since every way out of them leads back: a draw for who would lose").
motif(stalemate, "Stalemate", "the opponent has no move left and is not in check: a draw for who would lose").
motif(double_check, "Double check", "two pieces give check at once, so that the king must move").
motif(discovered_check, "Discovered check", "a piece moves away and opens the line on which another gives check").
motif(discovered_attack, "Discovered attack", "a piece moves away and opens the line on which another then captures").
motif(fork, "Fork", "one piece attacks two or more at once").
motif(skewer, "Skewer", "a piece moves away from a line piece that attacks it and exposes the one behind").
motif(pin, "Pin", "a piece cannot leave a line, since its king or a better piece stands behind it").
motif(xray, "X-ray", "a line piece recaptures through the enemy piece that captured").
motif(hanging_piece, "Hanging piece", "a piece is captured that nothing defends").
motif(winning_capture, "Winning capture", "what a capture wins is more than what can be taken back").
motif(liquidation, "Liquidation", "an exchange comes first, and what is won is won after it").
motif(double_attack, "Double attack", "two things are attacked at once, and only one of them can be saved").
motif(mate_threat, "Mate threat", "nothing is taken or checked, and mate is threatened").
motif(king_march, "King march", "the king goes to take what nothing can guard in time").
motif(trapped_piece, "Trapped piece", "a piece has no safe square and is captured").
motif(removing_the_defender, "Removing the defender", "the defender is captured, then what it defended").
motif(driving_away, "Driving a guard away", "a guard is attacked and goes, and what it guarded falls").
motif(deflection, "Deflection", "a piece is drawn away from what it guards").
motif(attraction, "Attraction", "a piece is drawn to a square on which it is attacked").
motif(interference, "Interference", "a piece comes between a line piece and what it guards").
motif(intermezzo, "Intermezzo", "a forcing move comes first, and the capture that was there already after it").
motif(promotion, "Promotion", "a pawn promotes, or costs material to stop, and the move makes that so").
motif(underpromotion, "Underpromotion", "a pawn becomes a knight, bishop or rook, and a queen would not do as well").
motif(sacrifice, "Sacrifice", "material is given up to win more").
motif(advanced_pawn, "Advanced pawn", "a passed pawn comes to its sixth or seventh rank").
motif(clearance, "Clearance", "a piece makes way, and a line piece goes to where it stood, or through").
motif(exposed_king, "Exposed king", "the king has no shelter: nothing but itself guards the squares before it, and checks come").
motif(attacking_f2_f7, "Attack on f2 or f7", "a capture on f2 or f7, the square that only the king guards at first").
motif(quiet_move, "Quiet move", "one of the first two moves takes nothing, gives no check and attacks no piece").
motif(defensive_move, "Defensive move", "a move that takes nothing, gives no check and attacks no piece, and ends a threat").
motif(zugzwang, "Zugzwang", "the opponent would be glad to pass").

% picture_of_mate(?Motif): mates that have a name of their own.
picture_of_mate(smothered_mate).
picture_of_mate(back_rank_mate).
picture_of_mate(anastasia_mate).
picture_of_mate(arabian_mate).
picture_of_mate(boden_mate).
picture_of_mate(double_bishop_mate).
picture_of_mate(dovetail_mate).
picture_of_mate(hook_mate).

% length_of_mate(?Motif): mates by how many moves they take.
length_of_mate(mate_in_1).
length_of_mate(mate_in_2).
length_of_mate(mate_in_3).
length_of_mate(mate_in_4).
length_of_mate(mate_in_5).
length_of_mate(long_mate).
