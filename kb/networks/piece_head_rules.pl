% Which piece to move, by rules that were learned from what a network says:
%
%     $ chesslog network rules --puzzles lichess_puzzles_train_1m.csv.zst --target network --positions 20000 --size 2 --rules 20 --seed 1
%
% They were learned from 20,000 puzzles. In 79.6 % of 20,000 other puzzles they name the piece that the network
% names, in 73.8 % the piece that moves. Of several pieces that are left each counts its part.
%
% Each rule in turn keeps the pieces that it prefers, if any of those that are left is one: what is left in the end
% moves. S is a square, P a position.

prefer(1, S, P) :- mates_from(S, P).
prefer(2, S, P) :- own_uncovers(S, P), checks_from(S, P).
prefer(3, S, P) :- own_bishops(S, P), forcing_checks_from(S, P).
prefer(4, S, P) :- safe_checks_from(S, P).
prefer(5, S, P) :- safe_checks_from(S, P), forcing_checks_from(S, P).
prefer(6, S, P) :- own_rooks(S, P), forcing_checks_from(S, P).
prefer(7, S, P) :- keeps_1_from(S, P).
prefer(8, S, P) :- own_queen_attacks(S, P), checks_from(S, P).
prefer(9, S, P) :- own_rook_attacks(S, P), checks_from(S, P).
prefer(10, S, P) :- own_loses_3(S, P), strikes_from(S, P).
prefer(11, S, P) :- own_attacks_1(S, P), forks_from(S, P).
prefer(12, S, P) :- even_captures_from(S, P).
prefer(13, S, P) :- own_passed_pawns(S, P), safe_from(S, P).
prefer(14, S, P) :- own_rooks(S, P), checks_from(S, P).
prefer(15, S, P) :- wins_3_from(S, P).
prefer(16, S, P) :- strikes_from(S, P).
prefer(17, S, P) :- their_attacks_1(S, P), safe_from(S, P).
prefer(18, S, P) :- own_rooks(S, P).
prefer(19, S, P) :- own_bishops(S, P).
prefer(20, S, P) :- own_king(S, P).

% The piece on S moves in P.
moves(S, P) :-
    findall(M, network_plane(M, movable, P), Movable),
    kept(1, P, Movable, Left),
    member(S, Left).

% What the rules from number N on keep.
kept(N, P, Squares, Left) :-
    (   N > 20 -> Left = Squares
    ;   findall(S, (member(S, Squares), prefer(N, S, P)), Preferred),
        (   Preferred = [] -> Kept = Squares
        ;   Kept = Preferred
        ),
        Next is N + 1,
        kept(Next, P, Kept, Left)
    ).

% The words: planes that the network sees, on the board as it stands.

% own pieces with a move that gives check
checks_from(S, P) :- network_plane(S, checks_from, P).

% own pieces with a capture that neither wins nor loses by exchange
even_captures_from(S, P) :- network_plane(S, even_captures_from, P).

% own pieces with a check that leaves at most one legal reply
forcing_checks_from(S, P) :- network_plane(S, forcing_checks_from, P).

% own pieces with a move that loses nothing by exchange, from whose destination they attack two or more of their pieces, each a king, worth more or undefended
forks_from(S, P) :- network_plane(S, forks_from, P).

% own pieces with a move that captures or promotes and is 100 centipawns or more ahead after their best capture anywhere, by exchange
keeps_1_from(S, P) :- network_plane(S, keeps_1_from, P).

% own pieces with a move that mates
mates_from(S, P) :- network_plane(S, mates_from, P).

% squares that at least one own piece attacks
own_attacks_1(S, P) :- network_plane(S, own_attacks_1, P).

% bishops of the side to move
own_bishops(S, P) :- network_plane(S, own_bishops, P).

% the king of the side to move
own_king(S, P) :- network_plane(S, own_king, P).

% own pieces that an exchange on their square loses, by 300 centipawns or more
own_loses_3(S, P) :- network_plane(S, own_loses_3, P).

% own pawns that no pawn of theirs can stop or capture on the way
own_passed_pawns(S, P) :- network_plane(S, own_passed_pawns, P).

% squares that own queens attack
own_queen_attacks(S, P) :- network_plane(S, own_queen_attacks, P).

% squares that own rooks attack
own_rook_attacks(S, P) :- network_plane(S, own_rook_attacks, P).

% rooks of the side to move
own_rooks(S, P) :- network_plane(S, own_rooks, P).

% own pieces on a line of an own slider before a piece of theirs that is worth more than the slider or undefended
own_uncovers(S, P) :- network_plane(S, own_uncovers, P).

% own pieces with a check that loses nothing by exchange on its destination
safe_checks_from(S, P) :- network_plane(S, safe_checks_from, P).

% own pieces with a move that loses nothing by exchange on its destination
safe_from(S, P) :- network_plane(S, safe_from, P).

% own pieces with a move that loses nothing by exchange, from whose destination they attack a piece of theirs, no king, worth more or undefended
strikes_from(S, P) :- network_plane(S, strikes_from, P).

% squares that at least one of their pieces attacks
their_attacks_1(S, P) :- network_plane(S, their_attacks_1, P).

% own pieces with a move that wins 300 centipawns or more by exchange on its destination
wins_3_from(S, P) :- network_plane(S, wins_3_from, P).
