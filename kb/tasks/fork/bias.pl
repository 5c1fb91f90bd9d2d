% Which piece gives a royal fork: it attacks the king and the queen at once. Positions are FENs, and
% Chesslog's own relations are all the background there is.
%
% expect: royal_fork(A,B) :- attacks(B,C,A), piece_at(C,A,D,king), attacks(B,E,A), piece_at(E,A,D,queen).

max_vars(5).
max_body(4).

head_pred(royal_fork,2).
body_pred(attacks,3).
body_pred(piece_at,4).

type(royal_fork,(position,square)).
type(attacks,(square,square,position)).
type(piece_at,(square,position,side,piece)).

direction(royal_fork,(in,in)).
direction(attacks,(in,out,in)).
direction(piece_at,(in,in,out,constant)).

constant(king,piece).
constant(queen,piece).
constant(rook,piece).
constant(bishop,piece).
constant(knight,piece).
