% When the rook of king and rook against king is protected: when it stands next to its king. Facts tell
% where the pieces are; side, piece and distance are constants of the clause.
%
% expect: protected(A) :- cell(A,B,white,king), cell(A,C,white,rook), distance(B,C,1).

max_vars(4).
max_body(4).

head_pred(protected,1).
body_pred(cell,4).
body_pred(distance,3).

type(protected,(state,)).
type(cell,(state,square,side,piece)).
type(distance,(square,square,number)).

direction(protected,(in,)).
direction(cell,(in,out,constant,constant)).
direction(distance,(in,in,constant)).

constant(1,number).
constant(2,number).
constant(3,number).
constant(white,side).
constant(black,side).
constant(king,piece).
constant(rook,piece).
