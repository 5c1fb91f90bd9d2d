% distance/3, ray_between/3 and to_coords/3 are Chesslog's.

same(Square, Square).

% At most one king move apart.
touching(A, B) :-
    distance(A, B, N),
    N =< 1.

% A rook on From attacks To where a piece on Other is the only one that may be in the way.
rook_sees(From, To, Other) :-
    in_line(From, To),
    \+ ray_between(From, To, Other).

in_line(A, B) :-
    A \== B,
    to_coords(A, Rank, _),
    to_coords(B, Rank, _).
in_line(A, B) :-
    A \== B,
    to_coords(A, _, File),
    to_coords(B, _, File).
