%% Positions

% A position with a name, and what it is about. Click the board in the answer.
named_position(royal_fork, Pos, About).

% Which squares does the knight on e6 attack?
attacks(e6, To, "3q4/ppp3kp/4N1p1/8/8/5P2/PPP3PP/6K1 b - - 0 1").

% Who defends the pawn on f7 at the start?
start_position(_Pos), attackers(black, f7, From, _Pos).

% How many moves are there, and how many lines of two and three plies?
start_position(_Pos), perft(_Pos, 1, One), perft(_Pos, 2, Two), perft(_Pos, 3, Three).

% All that is attacked, as a picture.
show(attacks("4k3/8/8/8/8/2q1r3/8/K2N4 w - - 0 1")).

%% Why a move wins

% Every motif that is seen in a winning line. The first one of a move is its main one.
tactic("r3k2r/ppp2ppp/2n5/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1", Motif, Move, Line).

% The whole explanation, as text.
explain("r3k2r/ppp2ppp/2n5/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1").

% What does the other side threaten, if nothing is done?
threat("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 4 4", Motif, Move, Line).

% Who is pinned, and by whom?
pinned(Square, By, "4k3/8/2n5/8/B7/8/8/4K3 w - - 0 1").

% What a capture is worth, in pawns, when all take back.
exchange_value(d5, c7, Points, "r3k2r/ppp2ppp/2n5/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1").

% Mates in two among the positions with names.
named_position(Name, Pos, _), tactic(Pos, mate_in_2, Move, _).

%% Games

% Games that Morphy won with White, and how they ended.
game(classics, _G), game_tag(_G, white, _W), sub_atom(_W, _, _, _, 'Morphy'), game_tag(_G, black, Black), game_end(_G, _, Last).

% A game as it stood after eight plies.
game_position(game(classics, 3), 8, Pos).

% The three shortest games.
limit(3, order_by([asc(Plies)], (game(classics, _G), game_end(_G, Plies, Last)))), game_tag(_G, white, White).

% Where a knight on e5 and a bishop on f7 drive the king to e7, as in Legal's mate.
game(classics, _G), game_pattern(_G, Ply, [on('N', e5), on('B', f7), on(k, e7)]), game_position(_G, Ply, Pos).

%% Rules of your own

% A rule, and what it finds: checks that are no captures.
quiet_check(From-To, Pos) :- gives_check(From, To, Pos), \+ capture(From, To, Pos).
?- quiet_check(Move, "6k1/5ppp/8/8/8/8/1Q3PPP/3R2K1 w - - 0 1").

% Recursion: squares that a king on a1 comes to in two steps.
walk(0, S, S).
walk(N, A, C) :- N > 0, M is N - 1, distance(A, B, 1), walk(M, B, C).
?- findall(To, walk(2, a1, To), Tos), sort(Tos, Squares).

% A grammar for moves such as Nf3.
san(piece(P), F-R) --> [P], { member(P, ['N','B','R','Q','K']) }, [F, R].
?- atom_chars('Nf3', Cs), phrase(san(Piece, Square), Cs).

%% Datalog

% How many squares a king reaches that never steps where the rook attacks.
:- datalog(reach/1).
step(A, B) :- distance(A, B, 1).
reach(e1).
reach(B) :- reach(A), step(A, B), \+ attackers(black, B, _, "3rk3/8/8/8/8/8/8/4K3 w - - 0 1").
?- aggregate_all(count, reach(_), Squares).

%% Small games

% What oxo is worth from each of its first boards, with a best reply.
game_initial(oxo, _S), game_value(oxo, _S, Value), game_reply(oxo, _S, _Next), game_board(oxo, _Next).

%% Endgames

% How far mate is with best play, in plies.
dtm("8/8/8/8/8/2k5/8/K2R4 w - - 0 1", Plies).

% The best moves of an ending.
best_move("8/8/8/4k3/8/8/8/K2R4 w - - 0 1", Move).

% What the proved strategy for king and rook plays, and why.
strategy_move("8/8/8/4k3/8/8/8/K2R4 w - - 0 1", Move, Reason).

%% Openings

% Gambits of the book, with their moves.
line(Code, Name, Moves), sub_atom(Name, _, _, _, 'Evans Gambit').

%% The piece network

% Which pieces the network would move, the likeliest first.
piece_head("r3k2r/ppp2ppp/2n5/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1", Square, Share).
