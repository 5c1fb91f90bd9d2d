% Whose piece stands on Square; behind/4, attacks/3, king_square/3 and piece_at/4 are Chesslog's.
side_at(Square, Position, Side) :-
    piece_at(Square, Position, Side, _).
