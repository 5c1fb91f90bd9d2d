% to_coords(Square, Rank, File) is Chesslog's.

files_apart(A, B, N) :-
    to_coords(A, _, F),
    to_coords(B, _, G),
    N is abs(F - G).

ranks_apart(A, B, N) :-
    to_coords(A, R, _),
    to_coords(B, S, _),
    N is abs(R - S).
