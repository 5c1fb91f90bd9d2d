/** The quads of the native predicates: queries, each with the description of its answers.

`tests/suite/quads.rs` runs them. Answers stand as the prompt shows them, in its order; errors as terms.
Each native has one quad at least. Together they show its most useful modes: something found, a test
that holds, one that fails, one wrong argument. A final `false` says that the prompt looked for more.
*/

% Geometry: the empty board.

?- square(8, 8).
   true.

?- square(1, 9).
   error(type_error(coordinate,9),square/2).

?- sq(e4).
   true.

?- sq(S), distance(a1, S, 1).
   S = b1
;  S = a2
;  S = b2
;  false.

?- sq(z9).
   error(type_error(square,z9),sq/1).

?- to_coords(e4, Rank, File).
   Rank = 4, File = 5.

?- to_coords(S, 8, 1).
   S = a8.

?- to_coords(a1, 1, 2).
   false.

?- to_coords(e9, Rank, File).
   error(type_error(square,e9),to_coords/3).

?- same_row(1, 2, 8, 2).
   true.

?- same_row(1, 2, 1, 3).
   false.

?- same_row(0, 2, 8, 2).
   error(type_error(coordinate,0),same_row/4).

?- same_col(3, 1, 4, 1).
   false.

?- same_col(3, 1, c, 1).
   error(type_error(coordinate,c),same_col/4).

?- sameRow(1, 2, 8, 3).
   false.

?- sameCol(X, 2, 5, 7).
   X = 5.

?- sameCol(4, 2, 5, 7).
   false.

?- side(S).
   S = white
;  S = black.

?- side(red).
   error(type_error(side,red),side/1).

?- other_side(A, B).
   A = white, B = black
;  A = black, B = white.

?- other_side(white, white).
   false.

?- piece(P).
   P = pawn
;  P = knight
;  P = bishop
;  P = rook
;  P = queen
;  P = king.

?- piece(man).
   error(type_error(piece,man),piece/1).

?- sliding_piece(P).
   P = bishop
;  P = rook
;  P = queen.

?- sliding_piece(knight).
   false.

?- contents(white, pawn, 5, Y).
   Y = 2
;  Y = 3
;  Y = 4
;  Y = 5
;  Y = 6
;  Y = 7.

?- contents(Side, bishop, 3, 1).
   Side = white
;  Side = black.

?- contents(black, pawn, 1, 8).
   false.

?- move(2, 1, 3, Y).
   Y = 1
;  Y = 2
;  Y = 3.

?- move(5, 1, 6, 3).
   true.

?- move(5, 1, 6, 4).
   false.

?- move(e, 1, 6, 3).
   error(type_error(coordinate,e),move/4).

?- different_pos(a1, h8).
   true.

?- different_pos(a1, a1).
   false.

?- different_pos(a1, 1).
   error(type_error(square,1),different_pos/2).

?- ray_between(a1, d4, S).
   S = b2
;  S = c3.

?- ray_between(a1, a8, a5).
   true.

?- ray_between(a1, b3, S).
   false.

?- ray_between(a1, d4, i5).
   error(type_error(square,i5),ray_between/3).

?- aligned(a1, h8, C).
   C = b2
;  C = c3
;  C = d4
;  C = e5
;  C = f6
;  C = g7.

?- aligned(c1, c8, c5).
   true.

?- aligned(a1, b2, a3).
   false.

?- distance(a1, h2, N).
   N = 7.

?- distance(a1, S, 1).
   S = b1
;  S = a2
;  S = b2.

?- distance(a1, b3, 1).
   false.

% State: the fields of a position.

?- position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").
   true.

?- position("4k3/8/8/8/8/8/8/4K3").
   true.

% More material than a game can produce is no objection.
?- position("4k3/8/8/8/8/8/8/QQQQKQQQ b - - 0 1").
   true.

?- position("no position").
   false.

?- position("4k3/8/8/8/8/8/8/4RK2 w - - 0 1").
   false.

?- position(P).
   error(instantiation_error,position/1).

% Texts that are no position: no FEN, no side, no piece, no king, two kings, a pawn on the last rank, and
% the side not to move in check.
?- turn(S, "no position").
   error(domain_error(position,"no position"),turn/2).

?- turn(S, "4k3/8/8/8/8/8/8/4K3 x - - 0 1").
   error(domain_error(position,"4k3/8/8/8/8/8/8/4K3 x - - 0 1"),turn/2).

?- turn(S, "8/8/8/8/8/8/8/8 w - - 0 1").
   error(domain_error(position,"8/8/8/8/8/8/8/8 w - - 0 1"),turn/2).

?- turn(S, "8/8/8/8/8/8/8/4K3 w - - 0 1").
   error(domain_error(position,"8/8/8/8/8/8/8/4K3 w - - 0 1"),turn/2).

?- turn(S, "4k3/8/8/8/8/8/8/3KK3 w - - 0 1").
   error(domain_error(position,"4k3/8/8/8/8/8/8/3KK3 w - - 0 1"),turn/2).

?- turn(S, "P3k3/8/8/8/8/8/8/4K3 w - - 0 1").
   error(domain_error(position,"P3k3/8/8/8/8/8/8/4K3 w - - 0 1"),turn/2).

?- turn(S, "4k3/8/8/8/8/8/8/4RK2 w - - 0 1").
   error(domain_error(position,"4k3/8/8/8/8/8/8/4RK2 w - - 0 1"),turn/2).

?- turn(S, '4k3/8/8/8/8/8/8/4RK2 b - - 0 1').
   S = black.

?- turn(white, "4k3/8/8/8/8/8/8/4RK2 b - - 0 1").
   false.

?- turn(S, P).
   error(instantiation_error,turn/2).

?- turn(red, P).
   error(type_error(side,red),turn/2).

?- kingside_castle(S, "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1").
   S = white
;  S = black.

?- kingside_castle(black, "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1").
   false.

% There is no rook for the right.
?- kingside_castle(white, "4k3/8/8/8/8/8/8/4K3 w K - 0 1").
   false.

?- queenside_castle(white, "r3k2r/8/8/8/8/8/8/RN2K2R w KQq - 0 1").
   true.

?- queenside_castle(white, "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1").
   false.

?- queenside_castle(white, P).
   error(instantiation_error,queenside_castle/2).

?- castling_rights(S, W, "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1").
   S = white, W = kingside
;  S = black, W = kingside
;  S = black, W = queenside.

% Chess960.
?- castling_rights(white, W, "1k6/8/8/8/8/8/8/R4K1R w HA - 0 1").
   W = kingside
;  W = queenside.

?- en_passant_square(S, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").
   S = d6.

% No pawn can capture there; the capture would open the rank to the rook.
?- en_passant_square(e3, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").
   false.

?- en_passant_square(S, "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2").
   false.

?- en_passant_square(pawn, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").
   error(type_error(square,pawn),en_passant_square/2).

?- halfmove_clock(N, "4k3/8/8/8/8/8/8/4K2R w K - 5 9").
   N = 5.

?- halfmove_clock(6, "4k3/8/8/8/8/8/8/4K2R w K - 5 9").
   false.

?- fullmove_number(N, "4k3/8/8/8/8/8/8/4K2R w K - 5 9").
   N = 9.

?- fullmove_number(9, "4k3/8/8/8/8/8/8/4K2R w K - 5 9").
   true.

?- piece_at(S, "4k3/8/8/8/8/8/8/4K2R w K - 5 9", Side, Piece).
   S = e1, Side = white, Piece = king
;  S = h1, Side = white, Piece = rook
;  S = e8, Side = black, Piece = king.

?- piece_at(h1, "4k3/8/8/8/8/8/8/4K2R w K - 5 9", white, rook).
   true.

?- piece_at(e4, "4k3/8/8/8/8/8/8/4K2R w K - 5 9", Side, Piece).
   false.

?- piece_at(h1, "4k3/8/8/8/8/8/8/4K2R w K - 5 9", rook, white).
   error(type_error(side,rook),piece_at/4).

?- piece_count(white, P, N, "4k3/8/8/8/8/8/PPP5/RN2K3 w Q - 0 1").
   P = pawn, N = 3
;  P = knight, N = 1
;  P = bishop, N = 0
;  P = rook, N = 1
;  P = queen, N = 0
;  P = king, N = 1.

?- piece_count(black, queen, 0, "4k3/8/8/8/8/8/PPP5/RN2K3 w Q - 0 1").
   true.

?- evaluation(material, N, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").
   N = 0.

?- findall(T, evaluation(T, _, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Ts).
   Ts = [material,squares,mobility,passed_pawns,pawns,pieces,kings,threats,turn].

% Mirrored, the position is worth the same to the other side.
?- evaluation(W, "4k3/8/8/8/8/8/PPP5/RN2K3 w Q - 0 1"), evaluation(B, "rn2k3/ppp5/8/8/8/8/8/4K3 b q - 0 1").
   W = 1153, B = -1153.

?- findall(N, evaluation(_, N, "4k3/8/8/8/8/8/PPP5/RN2K3 w Q - 0 1"), Ns), sum_list(Ns, Sum).
   Ns = [1189,-65,-38,-6,-11,0,0,0,84], Sum = 1153.

?- evaluation(safety, N, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").
   error(type_error(evaluation_term,safety),evaluation/3).

?- playing_line("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1000, [], Line, Value).
   Line = [move(d1,d8,none)], Value = mate(1).

% Who does not count material gives it away.
?- Pos = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", playing_line(Pos, 2000, [], [M|_], _), playing_line(Pos, 1, [material-0,threats-0], [_|_], centipawns(_)).
   Pos = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", M = move(e4,d5,none).

?- playing_line("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1000, [], _, _).
   false.

% Nothing is worth as much as a mate, however much it counts.
?- playing_line("6k1/5ppp/8/8/8/QQ6/QQQQQ3/K7 b - - 0 1", 20, [material-1000], _, centipawns(N)), N < -20000, N >= -25000.
   N = -25000.

% One move mates at once, others later; none is asked for, or more than there are.
?- Pos = "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1",
   findall(Value-N, ( playing_lines(Pos, 2000, [], 2, Line, Value), length(Line, N) ), Two),
   findall(M, playing_lines(Pos, 20, [], 0, [M|_], _), None),
   findall(M, playing_lines("7k/8/8/8/8/8/8/K7 w - - 0 1", 200, [], 9, [M|_], _), [_,_,_]).
   Pos = "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", Two = [mate(1)-1,mate(2)-3], None = [].

?- playing_line("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 10, [safety-3], _, _).
   error(domain_error(shares_of_terms,"safety-3"),playing_line/5).

?- playing_line("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 10, [kings-(-3)], _, _).
   error(domain_error(shares_of_terms,"kings- -3"),playing_line/5).

?- material(S, N, "4k3/8/8/8/8/8/PPP5/RN2K3 w Q - 0 1").
   S = white, N = 11
;  S = black, N = 0.

?- material(white, 10, "4k3/8/8/8/8/8/PPP5/RN2K3 w Q - 0 1").
   false.

?- king_square(S, K, "4k3/8/8/8/8/8/8/4K2R w K - 5 9").
   S = white, K = e1
;  S = black, K = e8.

?- king_square(white, e8, "4k3/8/8/8/8/8/8/4K2R w K - 5 9").
   false.

?- start_position(P).
   P = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".

?- start_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -").
   true.

?- start_position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").
   false.

% Rights without a rook and an en-passant square without a capture go; counters come.
?- position_fen("r3k3/8/8/8/8/8/8/4K2R w KQkq e3", F).
   F = "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1".

?- position_fen(P, "r3k3/8/8/8/8/8/8/4K2R w KQkq e3").
   P = "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1".

?- position_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", F).
   F = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".

?- position_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", F).
   F = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2".

% Chess960: files are named, unless castling is that of standard chess. Letters without files are Chess960 only where
% they cannot be left over from standard chess.
?- position_fen("1k6/8/8/8/8/8/8/R4K1R w HA - 0 1", F).
   F = "1k6/8/8/8/8/8/8/R4K1R w HA - 0 1".

?- position_fen("nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w KQkq - 0 1", F).
   F = "nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb - 0 1".

?- position_fen("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", F).
   F = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".

?- position_fen("2rkr3/2p1p3/8/8/8/8/8/1R2K3 w Q - 0 1", F).
   F = "2rkr3/2p1p3/8/8/8/8/8/1R2K3 w - - 0 1".

?- mate_in_one("2rkr3/2p1p3/8/8/8/8/8/1R2K3 w Q - 0 1", Move).
   Move = move(b1,d1,none).

?- position_fen("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", F).
   F = "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1".

?- position_fen("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").
   true.

?- position_fen("4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 b - - 0 1").
   false.

?- position_fen(P, F).
   error(instantiation_error,position_fen/2).

?- position_fen("4k3", F).
   error(domain_error(position,"4k3"),position_fen/2).

% Attacks, defence and lines.

?- attacks(e1, T, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").
   T = e2.

?- attacks(F, d8, "3q4/ppp3kp/4N1p1/8/8/5P2/PPP3PP/6K1 b - - 0 1").
   F = e6.

% The knight is pinned; en passant is no attack.
?- attacks(e2, d4, "4k3/4r3/8/8/3p4/8/4N3/4K3 w - - 0 1").
   true.

?- attacks(e5, d6, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").
   false.

?- attacks(e1, z9, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").
   error(type_error(square,z9),attacks/3).

?- attacks(e1, T, Pos).
   error(instantiation_error,attacks/3).

?- defends(F, T, "4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1").
   F = c3, T = e3
;  F = e3, T = c3
;  F = e3, T = e8.

?- defends(d1, e3, "4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1").
   false.

?- attackers(S, d6, F, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").
   S = white, F = e5.

?- attackers(white, S, e5, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").
   S = d6
;  S = f6.

?- attackers(black, d5, F, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").
   false.

?- pinned(S, By, "4k3/4n3/8/b3Q3/8/8/3P4/r2NK3 w - - 0 1").
   S = d1, By = a1
;  S = d2, By = a5
;  S = e7, By = e5.

% Two pieces stand between bishop and king.
?- pinned(S, By, "4k3/8/8/b7/1P6/8/3P4/4K3 w - - 0 1").
   false.

?- behind(F, d5, B, "q3k3/8/8/3r4/8/8/6B1/6K1 w - - 0 1").
   F = g2, B = a8
;  F = a8, B = g2.

% A knight is no slider.
?- behind(b1, M, B, "4k3/8/8/p7/8/2p5/8/1N2K3 w - - 0 1").
   false.

?- xray(g2, d5, T, "q3k3/8/8/3r4/8/8/6B1/6K1 w - - 0 1").
   T = c6
;  T = b7
;  T = a8.

?- xray(F, T, e1, "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1").
   F = e4, T = e2.

?- xray(g2, d5, e4, "q3k3/8/8/3r4/8/8/6B1/6K1 w - - 0 1").
   false.

?- mobility(S, N, "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1").
   S = e1, N = 4
;  S = e2, N = 6
;  S = e4, N = 12
;  S = e8, N = 5.

?- mobility(a1, 13, "4k3/8/8/8/8/8/8/R6K w - - 0 1").
   true.

% Moves: legal moves, their notations, check, mate and draws.

?- legal_move(F, T, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").
   F = e1, T = d1
;  F = e1, T = f1
;  F = e1, T = e2.

% Pinned pieces.
?- legal_move(e2, T, "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1").
   false.

?- legal_move(e2, T, "4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1").
   T = e3
;  T = e4.

% Castling; the rook on f8 forbids it.
?- legal_move(e1, T, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").
   T = d1
;  T = f1
;  T = d2
;  T = e2
;  T = f2
;  T = g1
;  T = c1.

?- legal_move(e1, g1, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").
   true.

?- legal_move(e1, g1, "4kr2/8/8/8/8/8/8/4K2R w K - 0 1").
   false.

% En passant.
?- legal_move(e5, T, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").
   T = d6
;  T = e6.

% Chess960: g1 is a move of the king and castling, c1 is castling only.
?- legal_move(f1, T, "1k6/8/8/8/8/8/8/R4K1R w HA - 0 1").
   T = e1
;  T = g1
;  T = e2
;  T = f2
;  T = g2
;  T = c1.

?- legal_move(e1, T, P).
   error(instantiation_error,legal_move/3).

?- legal_move(a7, T, R, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").
   T = b8, R = queen
;  T = b8, R = rook
;  T = b8, R = bishop
;  T = b8, R = knight
;  T = a8, R = queen
;  T = a8, R = rook
;  T = a8, R = bishop
;  T = a8, R = knight.

?- legal_move(F, T, queen, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").
   F = a7, T = b8
;  F = a7, T = a8.

?- legal_move(a7, a8, none, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").
   false.

?- capture(F, T, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").
   F = e5, T = d6.

?- capture(F, T, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").
   F = a7, T = b8.

% The queen protects the rook.
?- capture(e1, e2, "4k3/8/8/8/4q3/8/4r3/4K3 w - - 0 1").
   false.

% Castling gives check, too.
?- gives_check(F, T, "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1").
   F = a1, T = d1
;  F = a1, T = a8
;  F = e1, T = c1.

?- gives_check(a7, a8, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").
   true.

?- gives_check(a1, a7, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").
   false.

?- in_check(S, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").
   S = white.

?- in_check(black, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").
   false.

?- checkmate("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").
   true.

?- checkmate("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").
   false.

?- checkmate(mate).
   error(domain_error(position,"mate"),checkmate/1).

?- stalemate("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").
   true.

?- stalemate("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").
   false.

?- stalemate(P).
   error(instantiation_error,stalemate/1).

?- draw_reason(R, "4k3/8/8/8/8/8/8/4KB2 w - - 150 90").
   R = insufficient_material
;  R = fifty_moves
;  R = seventyfive_moves.

?- draw_reason(R, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").
   R = stalemate.

?- draw_reason(fifty_moves, "4k3/8/8/8/8/8/8/4KR2 w - - 100 90").
   true.

?- draw_reason(fifty_moves, "4k3/8/8/8/8/8/8/4KR2 w - - 99 90").
   false.

% Mate comes before the clock.
?- draw_reason(R, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 150 90").
   false.

% Bishops on one colour; on both colours.
?- draw_reason(insufficient_material, "4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1").
   true.

?- draw_reason(insufficient_material, "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1").
   false.

?- draw_reason(repetition, "4k3/8/8/8/8/8/8/4KB2 w - - 0 1").
   error(type_error(draw_reason,repetition),draw_reason/2).

?- make_move(e1, e2, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", New).
   New = "4k3/8/8/8/8/8/4K3/8 b - - 0 1".

% Castling; en passant; a double step beside an enemy pawn; promotion.
?- make_move(e1, g1, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7", New).
   New = "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 7".

?- make_move(e5, d6, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", New).
   New = "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2".

?- make_move(e2, e4, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 5 9", New).
   New = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9".

?- make_move(a7, T, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", New).
   T = a8, New = "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"
;  T = a8, New = "R3k3/8/8/8/8/8/8/4K3 b - - 0 1"
;  T = a8, New = "B3k3/8/8/8/8/8/8/4K3 b - - 0 1"
;  T = a8, New = "N3k3/8/8/8/8/8/8/4K3 b - - 0 1".

?- make_move(F, T, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4K3/8 b - - 0 1").
   F = e1, T = e2.

?- make_move(e2, c3, "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", New).
   false.

?- make_move(move(a7,a8,P), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", New).
   P = queen, New = "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"
;  P = rook, New = "R3k3/8/8/8/8/8/8/4K3 b - - 0 1"
;  P = bishop, New = "B3k3/8/8/8/8/8/8/4K3 b - - 0 1"
;  P = knight, New = "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"
;  false.

% Chess960: the move of the king, then castling.
?- make_move(move(f1,g1,none), "1k6/8/8/8/8/8/8/R4K1R w HA - 0 1", New).
   New = "1k6/8/8/8/8/8/8/R5KR b - - 1 1"
;  New = "1k6/8/8/8/8/8/8/R4RK1 b - - 1 1".

?- make_move(move(f1,c1,none), "1k6/8/8/8/8/8/8/R4K1R w HA - 0 1", New).
   New = "1k6/8/8/8/8/8/8/2KR3R b - - 1 1".

?- make_move(move(a7,a8,none), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", New).
   false.

?- make_move(move(a7,a8), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", New).
   error(type_error(move,move(a7,a8)),make_move/3).

?- start_position(P), null_move(P, Q).
   P = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Q = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1".

?- null_move("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", Q).
   false.

% More rooks than a game can have.
?- null_move("r5k1/1r6/1r6/pppppppp/8/8/PPPPPPPP/R5K1 w - - 0 1", Q).
   Q = "r5k1/1r6/1r6/pppppppp/8/8/PPPPPPPP/R5K1 b - - 0 1".

?- move_uci(M, "e1g1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").
   M = move(e1,g1,none).

?- move_uci(move(a7,b8,R), U, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").
   R = queen, U = "a7b8q"
;  R = rook, U = "a7b8r"
;  R = bishop, U = "a7b8b"
;  R = knight, U = "a7b8n"
;  false.

% Chess960.
?- move_uci(move(f1,g1,none), U, "1k6/8/8/8/8/8/8/R4K1R w HA - 0 1").
   U = "f1g1"
;  U = "f1h1".

?- move_uci(M, "f1a1", "1k6/8/8/8/8/8/8/R4K1R w HA - 0 1").
   M = move(f1,c1,none).

?- move_uci(move(a7,a8,queen), a7a8q, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").
   true.

?- move_uci(M, "a7a8", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").
   false.

?- move_uci(M, "Ke2", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").
   error(domain_error(uci_move,"Ke2"),move_uci/3).

?- move_san(move(e1,c1,none), S, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").
   S = "O-O-O".

?- move_san(move(a1,a8,none), S, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").
   S = "Ra8#".

% Signs of check and mate are not checked.
?- move_san(M, "Ra8", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").
   M = move(a1,a8,none).

?- move_san(M, "Ra8+", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").
   M = move(a1,a8,none).

% Two knights can go to d2.
?- move_san(move(F,d2,none), S, "4k3/8/8/8/8/5N2/8/1N4K1 w - - 0 1").
   F = b1, S = "Nbd2"
;  F = f3, S = "Nfd2"
;  false.

?- move_san(M, "Nb1d2", "4k3/8/8/8/8/5N2/8/1N4K1 w - - 0 1").
   M = move(b1,d2,none).

?- move_san(M, "Nd2", "4k3/8/8/8/8/5N2/8/1N4K1 w - - 0 1").
   false.

?- move_san(M, "knight to d2", "4k3/8/8/8/8/5N2/8/1N4K1 w - - 0 1").
   error(domain_error(san_move,"knight to d2"),move_san/3).

?- move_san(move(e5,d6,none), S, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").
   S = "exd6".

?- move_san(move(a7,b8,R), S, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").
   R = queen, S = "axb8=Q+"
;  R = rook, S = "axb8=R+"
;  R = bishop, S = "axb8=B"
;  R = knight, S = "axb8=N"
;  false.

?- move_san(move(f1,g1,none), S, "1k6/8/8/8/8/8/8/R4K1R w HA - 0 1").
   S = "Kg1"
;  S = "O-O".

?- start_position(P), perft(P, 1, N).
   P = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", N = 20.

?- start_position(P), perft(P, 101, N).
   error(domain_error(perft_depth,101),perft/3).

?- position_fen("nnqrkrbb/pppppppp/8/8/8/4P3/PPPP1PPP/NNQRKRBB b KQkq - 0 1", F).
   F = "nnqrkrbb/pppppppp/8/8/8/4P3/PPPP1PPP/NNQRKRBB b FDfd - 0 1".

?- perft("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2039).
   true.

?- perft("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, N).
   N = 97862.

% Mate: no moves, but one sequence of none.
?- perft("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 0, N).
   N = 1.

?- perft("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 3, N).
   N = 0.

% Pawns.

?- passed_pawn(S, "4k3/8/1p6/3Pp3/P7/2p5/8/4K3 w - - 0 1").
   S = c3
;  S = d5
;  S = e5.

?- passed_pawn(a4, "4k3/8/1p6/3Pp3/P7/2p5/8/4K3 w - - 0 1").
   false.

?- passed_pawn(passer, "4k3/8/1p6/3Pp3/P7/2p5/8/4K3 w - - 0 1").
   error(type_error(square,passer),passed_pawn/2).

?- isolated_pawn(S, "4k3/pp1p4/3p4/8/8/8/P2PP2P/4K3 w - - 0 1").
   S = a2
;  S = h2
;  S = d6
;  S = d7.

?- isolated_pawn(e2, "4k3/pp1p4/3p4/8/8/8/P2PP2P/4K3 w - - 0 1").
   false.

?- doubled_pawn(S, "4k3/pp1p4/3p4/8/8/8/P2PP2P/4K3 w - - 0 1").
   S = d6
;  S = d7.

?- doubled_pawn(d2, "4k3/pp1p4/3p4/8/8/8/P2PP2P/4K3 w - - 0 1").
   false.

?- connected_pawn(S, "4k3/p7/1p5p/8/6P1/4P3/1P1P1P2/4K3 w - - 0 1").
   S = d2
;  S = f2
;  S = e3
;  S = b6
;  S = a7.

?- connected_pawn(h6, "4k3/p7/1p5p/8/6P1/4P3/1P1P1P2/4K3 w - - 0 1").
   false.

% The Ruy Lopez, and where it stands from Black's side or on the other wing.
?- P = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
   pattern(P, [on('B',b5), on(n,c6), each('P',[e4,a2-d2]), turn(black)]).
   P = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3".

?- pattern("4k3/8/8/8/3n4/2p5/8/4K3 b - - 0 1", [on('N',5), on('P',4)]).
   false.

?- pattern("4k3/8/8/8/3n4/2p5/8/4K3 b - - 0 1", flip_colour([on('N',5), on('P',[c6,d6])])).
   true.

?- pattern("4k3/8/8/8/3n4/2p5/8/4K3 b - - 0 1", on(dragon,d4)).
   error(domain_error(pattern_pieces,"dragon"),pattern/2).

?- pattern("4k3/8/8/8/3n4/2p5/8/4K3 b - - 0 1", shift(on(n,z9))).
   error(domain_error(pattern_squares,"z9"),pattern/2).

?- start_position(P), pattern(P, on('Q',_)).
   error(instantiation_error,pattern/2).

?- start_position(P), pattern(P, count(pawn,any,20-10)).
   error(domain_error(pattern,"count(pawn,any,20-10)"),pattern/2).

?- start_position(P), pattern(P, position("x")).
   error(domain_error(pattern_position,"x"),pattern/2).

?- exchange_value(F, T, N, "4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1").
   F = e2, T = e5, N = -4.

?- exchange_value(F, T, N, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").
   false.

?- exchange_value(e2, e5, high, "4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1").
   error(type_error(integer,high),exchange_value/4).

?- square_colour(h1, C).
   C = light.

?- square_colour(a1, light).
   false.

?- findall(S, square_colour(S, dark), Ss), length(Ss, N).
   Ss = [a1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3,b4,d4,f4,h4,a5,c5,e5,g5,b6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8], N = 32.

?- material_signature("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1", S).
   S = 'KRPKR'.

?- material_signature("1k1K4/1p6/8/8/8/8/R7/2r5 w - - 0 1", 'KRvKPR').
   true.

?- material_signature("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1", 'KRKR').
   false.

?- material_signature("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1", rook_ending).
   error(domain_error(material_signature,"rook_ending"),material_signature/2).

% The en-passant square counts only where the capture is legal; counters do not count.
?- position_key("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", K).
   K = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -".

?- position_key("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 20", K), position_key(K, K), en_passant_square(S, K).
   K = "4k3/8/8/3pP3/8/8/8/4K3 w - d6", S = d6.

?- position_key(start, K).
   error(domain_error(position,"start"),position_key/2).

% Records of files. Only games are bundled; for the others there are errors alone.

?- game_tag(game(classics,1), white, W).
   W = "Morphy, Paul".

?- game_tag(game(classics,1), 'Nickname', "Opera Game").
   true.

?- game_tag(game(classics,1), white_elo, E).
   false.

?- game_tag(game(classics,3), nickname, V).
   V = "Immortal Game".

?- game_tag(game(classics,1000), white, W).
   error(existence_error(game,"classics game 1000"),game_tag/3).

?- game_tag(opera, white, W).
   error(type_error(game,opera),game_tag/3).

?- game_position(game(classics,1), 0, P).
   P = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".

% Counters may be left out, or be others.
?- game_position(game(classics,1), Ply, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -").
   Ply = 2.

?- game_position(game(classics,1), Ply, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 4 9").
   Ply = 2.

?- game_position(game(classics,1), 33, P), checkmate(P).
   P = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17".

?- game_position(game(classics,1), 34, P).
   false.

?- game_position(game(classics,1), -1, P).
   error(type_error(count,-1),game_position/3).

?- game_move(game(classics,1), 33, M, S).
   M = move(d1,d8,none), S = "Rd8#".

?- game_move(game(classics,1), N, move(F,d7,none), S).
   N = 22, F = b8, S = "Nbd7"
;  N = 25, F = d1, S = "Rxd7"
;  N = 26, F = d8, S = "Rxd7"
;  N = 29, F = b5, S = "Bxd7+"
;  N = 30, F = f6, S = "Nxd7"
;  false.

?- game_move(game(classics,1), 0, M, S).
   false.

?- game_move(game(classics,1), first, M, S).
   error(type_error(count,first),game_move/4).

?- game_comment(game(classics,1), N, T).
   false.

?- game_comment(classics, N, T).
   error(type_error(game,classics),game_comment/3).

?- game_nag(game(classics,1), N, T).
   false.

?- game_nag(game(classics,1), N, good).
   error(type_error(count,good),game_nag/3).

?- game_tree(game(classics,1), line(Comments,[Ply|_])).
   Comments = [], Ply = ply(move(e2,e4,none),"e4",[],[],[]).

?- game_tree(game(classics,1-2), T).
   error(existence_error(game,"classics game 1-2"),game_tree/2).

?- \+ \+ ( game_pgn(game(classics,1), Text), sub_string(Text, _, _, 0, "17. Rd8# 1-0\n\n") ).
   true.

?- \+ \+ ( game_pgn(game(classics,1), [2-"first",0-start,2-"second"], Text),
          sub_string(Text, _, _, _, "\n\n{start} 1. e4 e5 {first} {second} 2. Nf3") ).
   true.

% Who says nothing writes no comment.
?- \+ \+ ( game_pgn(game(classics,1), Text), game_pgn(game(classics,1), [1-"",2-" "], Other), Other == Text ).
   true.

?- game_pgn(game(classics,1), [1000-"too late"], Text).
   error(domain_error(remarks,"1000-\"too late\""),game_pgn/3).

?- game_pgn(game(classics,1), ["no ply"], Text).
   error(domain_error(remarks,"\"no ply\""),game_pgn/3).

?- game_pgn(game(classics,1), none, Text).
   error(domain_error(remarks,"none"),game_pgn/3).

?- game_pgn(game(classics,1-2), Text).
   error(existence_error(game,"classics game 1-2"),game_pgn/2).

?- game_result(game(classics,1), R).
   R = white.

?- game_result(game(classics,1), black).
   false.

?- game_elo(game(classics,1), S, E).
   false.

?- game_elo(game(classics,1), red, E).
   error(type_error(side,red),game_elo/3).

?- game_tag(game(classics,15-99), T, V).
   error(existence_error(game,"classics game 15-99"),game_tag/3).

?- attacks(A, B, [a|b]).
   error(type_error(position,[a|b]),attacks/3).

?- game_date(game(classics,1), D).
   D = date(1858,_A,_B).

?- game_clock(game(classics,1), 3, S).
   false.

?- game_evaluation(game(classics,1), 3, E).
   false.

?- game_end(game(classics,1), Ply, P).
   Ply = 33, P = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17".

?- game_pattern(game(classics,1), Ply, [on('R',d8), attacks(on('R',d8), on(k,any))]).
   Ply = 33.

?- game_pattern(game(classics,1), Ply, [on(knight,e9)]).
   error(domain_error(pattern_squares,"e9"),game_pattern/3).

% The rook that gave mate came from a1, and castled.
?- piece_path(game(classics,1), Origin, 33, d8), piece_path(game(classics,1), Origin, 23, Then).
   Origin = h1, Then = h1.

?- piece_path(game(classics,1), e1, Ply, c1).
   Ply = 23
;  ... .

?- piece_path(game(classics,1), e3, Ply, S).
   false.

?- game_repetition(game(classics,1), 33, N).
   N = 1.

?- game_repetition(game(classics,1), Ply, 3).
   false.

?- epd_position(epd('no_such_file.epd',1), P).
   error(existence_error(source_sink,"no_such_file.epd"),epd_position/2).

?- epd_operation(epd('no_such_file.epd',1), bm, O).
   error(existence_error(source_sink,"no_such_file.epd"),epd_operation/3).

?- puzzle_field(puzzle('no_such_file.csv',1), rating, V).
   error(existence_error(source_sink,"no_such_file.csv"),puzzle_field/3).

?- puzzle_position(puzzle('no_such_file.csv',1), P).
   error(existence_error(source_sink,"no_such_file.csv"),puzzle_position/2).

?- puzzle_move(puzzle('no_such_file.csv',1), 1, M).
   error(existence_error(source_sink,"no_such_file.csv"),puzzle_move/3).

?- puzzle_move(puzzle('no_such_file.csv',1), N, "Nf3").
   error(type_error(move,"Nf3"),puzzle_move/3).

?- puzzle_theme(puzzle('no_such_file.csv',1), T).
   error(existence_error(source_sink,"no_such_file.csv"),puzzle_theme/2).

% Endings.

?- dtm("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", Plies).
   Plies = 27.

?- dtm("r7/8/8/8/8/6k1/8/7K b - - 0 1", 1).
   true.

?- dtm("8/8/8/3k4/8/8/8/N3K3 w - - 0 1", Plies).
   false.

?- dtm("8/8/8/3kr3/8/8/8/R3K3 w - - 0 1", Plies).
   error(domain_error(ending_position,"8/8/8/3kr3/8/8/8/R3K3 w - - 0 1"),dtm/2).

?- dtm("8/8/8/3k4/8/8/8/R3K3 w Q - 0 1", Plies).
   error(domain_error(ending_position,"8/8/8/3k4/8/8/8/R3K3 w Q - 0 1"),dtm/2).

?- best_move("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", M).
   M = move(a1,a5,none)
;  M = move(e1,e2,none).

?- best_move("7k/P7/6K1/8/8/8/8/8 w - - 0 1", M).
   M = move(a7,a8,queen)
;  M = move(a7,a8,rook).

?- best_move("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", move(e1,d1,none)).
   false.

?- best_move(krk, M).
   error(domain_error(position,"krk"),best_move/2).

?- perfect_reply("8/8/8/3k4/8/8/8/R3K3 b - - 0 1", M).
   M = move(d5,c4,none).

?- perfect_reply("R6k/8/6K1/8/8/8/8/8 b - - 0 1", M).
   false.

?- start_position(P), perfect_reply(P, M).
   error(domain_error(ending_position,"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),perfect_reply/2).

?- \+ syzygy_folder("").
   true.

?- syzygy_wdl("no_such_folder", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", W).
   error(existence_error(directory,"no_such_folder"),syzygy_wdl/3).

?- syzygy_wdl("no_such_folder", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", good).
   error(type_error(wdl,good),syzygy_wdl/3).

?- syzygy_dtz("no_such_folder", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", N).
   error(existence_error(directory,"no_such_folder"),syzygy_dtz/3).

?- syzygy_move("no_such_folder", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", M).
   error(existence_error(directory,"no_such_folder"),syzygy_move/3).

% Words of strategies for endings: king and rook.

?- kings_in_opposition("3k4/8/3K4/8/8/8/8/7R w - - 0 1").
   true.

?- kings_in_opposition("7r/8/8/8/8/3k4/8/3K4 w - - 0 1").
   true.

?- kings_in_opposition("3k4/8/8/3K4/8/8/8/7R w - - 0 1").
   false.

?- kings_in_opposition("3k4/8/3K4/8/8/8/8/7Q w - - 0 1").
   true.

?- kings_in_opposition("3k4/8/3K4/8/8/8/7P/8 w - - 0 1").
   error(domain_error(krk_or_kqk_or_kbbk_or_kbnk_position,"3k4/8/3K4/8/8/8/7P/8 w - - 0 1"),kings_in_opposition/1).

?- kings_close_to_opposition("8/8/8/3k4/8/4K3/8/7R b - - 0 1").
   true.

?- king_on_edge("3k4/8/3K4/8/8/8/8/7R w - - 0 1").
   true.

?- one_empty_field("3k4/8/3K4/8/8/8/8/4R3 w - - 0 1").
   true.

?- distance_bk_wk_3("3k4/8/8/3K4/8/8/8/7R w - - 0 1").
   true.

?- no_empty_field("k7/8/K7/8/8/8/8/1R6 b - - 0 1").
   true.

?- possible_control_of_escape_line(krk).
   error(domain_error(position,"krk"),possible_control_of_escape_line/1).

?- possible_lateral_check("3k4/8/3K4/8/8/8/8/7R w - - 0 1").
   true.

?- control_of_line_between_kings("3k4/8/8/8/8/8/7R/3K4 w - - 0 1").
   true.

?- threatened_rook("8/8/8/3k4/4R3/8/8/K7 w - - 0 1").
   true.

?- protected_rook("8/8/8/3k4/4R3/4K3/8/8 w - - 0 1").
   true.

?- protected_rook("4k3/8/8/8/8/8/8/4K2R w K - 0 1").
   error(domain_error(krk_position,"4k3/8/8/8/8/8/8/4K2R w K - 0 1"),protected_rook/1).

?- possible_protection_of_rook("8/8/8/3k4/4R3/8/4K3/8 w - - 0 1").
   true.

?- possible_protection_of_rook_with_opposition("8/8/8/3k4/4R3/8/4K3/8 w - - 0 1").
   true.

?- protect_rook("8/8/8/3k4/4R3/8/4K3/8 w - - 0 1", M).
   M = move(e2,d3,none).

?- protect_rook("8/8/8/3k4/4R3/8/4K3/8 b - - 0 1", M).
   error(domain_error(krk_position_with_attacker_to_move,"8/8/8/3k4/4R3/8/4K3/8 b - - 0 1"),protect_rook/2).

?- nearly_opposition("7r/8/8/8/8/3k4/8/3K4 w - - 0 1", M).
   error(domain_error(krk_position_with_attacker_to_move,"7r/8/8/8/8/3k4/8/3K4 w - - 0 1"),nearly_opposition/2).

?- distant_opposition("8/8/8/3k4/8/8/8/3K4 w - - 0 1", M).
   error(domain_error(krk_position_with_attacker_to_move,"8/8/8/3k4/8/8/8/3K4 w - - 0 1"),distant_opposition/2).

?- control_escape_line(_, M).
   error(instantiation_error,control_escape_line/2).

?- lateral_move(1, M).
   error(type_error(position,1),lateral_move/2).

?- control_line_between_kings("3k4/8/8/3K4/8/8/8/7R b - - 0 1", M).
   error(domain_error(krk_position_with_attacker_to_move,"3k4/8/8/3K4/8/8/8/7R b - - 0 1"),control_line_between_kings/2).

?- lateral_check("3k4/8/3K4/8/8/8/8/7R w - - 0 1", M).
   M = move(h1,h8,none).

?- lateral_check("7r/8/8/8/8/3k4/8/3K4 b - - 0 1", M).
   M = move(h8,h1,none).

?- move_away_to_free_bk("8/8/8/3k4/8/8/8/3K4 w - - 0 1", M).
   error(domain_error(krk_position_with_attacker_to_move,"8/8/8/3k4/8/8/8/3K4 w - - 0 1"),move_away_to_free_bk/2).

% Words of strategies for endings: queen, bishops, bishop and knight.

?- king_near_corner("7k/8/8/3K4/8/8/8/Q7 b - - 0 1").
   true.

?- king_near_right_corner("7k/8/8/3K4/8/8/8/BN6 b - - 0 1").
   true.

?- king_near_right_corner("k7/8/8/3K4/8/8/8/BN6 w - - 0 1").
   false.

?- attacker_king_near("7k/8/8/3K4/8/8/8/Q7 b - - 0 1").
   true.

?- little_freedom("7k/8/8/8/8/8/6Q1/K7 w - - 0 1").
   true.

?- threatened_piece("8/8/8/3k4/3N4/8/8/KB6 w - - 0 1").
   true.

?- threatened_piece("8/8/8/3k4/8/8/8/R2K4 w - - 0 1").
   error(domain_error(kqk_or_kbbk_or_kbnk_position,"8/8/8/3k4/8/8/8/R2K4 w - - 0 1"),threatened_piece/1).

?- possible_mate("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1").
   true.

?- possible_confinement("8/8/8/3k4/8/8/8/KQ6 w - - 0 1").
   true.

?- possible_approach("7k/8/8/8/8/8/6Q1/K7 w - - 0 1").
   true.

?- mate_at_once("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", M).
   M = move(f5,f8,none).

?- confine_king("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", M).
   M = move(b1,b4,none).

?- approach_region("7k/8/8/8/8/8/6Q1/K7 w - - 0 1", M).
   M = move(a1,b2,none).

?- approach_king("7k/8/8/8/8/8/6Q1/K7 w - - 0 1", M).
   M = move(a1,b2,none).

?- confining_check("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", M).
   M = move(b1,f5,none).

?- save_piece("8/8/8/3k4/3N4/8/8/KB6 b - - 0 1", M).
   error(domain_error(kqk_or_kbbk_or_kbnk_position_with_attacker_to_move,"8/8/8/3k4/3N4/8/8/KB6 b - - 0 1"),save_piece/2).

?- wait_with_piece("7k/8/8/8/8/8/6Q1/K7 w - - 0 1", M).
   M = move(g2,b7,none).

?- wait_with_king("7k/8/8/8/8/8/6Q1/K7 w - - 0 1", M).
   M = move(a1,b2,none).

% Maia: what is wrong with the arguments is said before weights are looked for.

?- maia(Pos, M, X).
   error(instantiation_error,maia/3).

?- maia("8/8/8/8/8/8/8/8 w - - 0 1", M, X).
   error(domain_error(position,"8/8/8/8/8/8/8/8 w - - 0 1"),maia/3).

?- start_position(P), maia(P, e4, X).
   error(type_error(move,e4),maia/3).

?- maia("4k3/8/8/8/8/8/8/4K2R w K - 0 1", ["4k3/8/8/8/8/8/8/4K2R b K - 0 1"], M, X).
   error(domain_error(earlier_position,"4k3/8/8/8/8/8/8/4K2R b K - 0 1"),maia/4).

?- maia("4k3/8/8/8/8/8/8/4K2R w K - 0 1", none, M, X).
   error(type_error(positions,none),maia/4).

?- maia_value(4, Wdl).
   error(type_error(position,4),maia_value/2).

?- maia_value("4k3/8/8/8/8/8/8/4K2R w K - 0 1", [nothing], Wdl).
   error(domain_error(position,"nothing"),maia_value/3).

% The network that says which piece to move. What it gives to one of several is its own affair.

?- piece_head("7k/8/8/8/8/8/8/K7 w - - 0 1", S, X).
   S = a1, X = 1.0.

?- findall(S, piece_head("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", S, _), [d1|_]).
   true.

?- piece_head("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", h7, X).
   false.

?- piece_head("3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 1 1", S, X).
   false.

?- piece_head("8/8/8/8/8/8/8/8 w - - 0 1", S, X).
   error(domain_error(position,"8/8/8/8/8/8/8/8 w - - 0 1"),piece_head/3).

?- piece_head("7k/8/8/8/8/8/8/K7 w - - 0 1", i9, X).
   error(type_error(square,i9),piece_head/3).

?- piece_head('kb/networks/piece_head.safetensors', "7k/8/8/8/8/8/8/K7 w - - 0 1", S, X).
   S = a1, X = 1.0.

% Planes square by square: those of the board as it stands, though Black is to move.

?- network_plane(S, mates_from, "3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1").
   S = d8.

?- findall(S, network_plane(S, movable, "3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"), Ss).
   Ss = [f7,g7,h7,d8,g8].

?- findall(Plane, network_plane(h8, Plane, "7k/8/8/8/8/8/8/6K1 b - - 0 1"), [black_king,own_king|_]).
   true.

?- network_plane(e4, black_king, "7k/8/8/8/8/8/8/6K1 b - - 0 1").
   false.

?- network_plane(h8, black_king, "7k/8/8/8/8/8/8/6K1 b - - 0 1").
   true.

?- network_plane(h8, no_plane, "7k/8/8/8/8/8/8/6K1 b - - 0 1").
   error(domain_error(network_plane,"no_plane"),network_plane/3).

?- network_plane(S, movable, P).
   error(instantiation_error,network_plane/3).

?- piece_head('no_such.safetensors', "7k/8/8/8/8/8/8/K7 w - - 0 1", S, X).
   error(existence_error(source_sink,"no_such.safetensors"),piece_head/4).
