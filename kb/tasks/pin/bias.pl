% Which pieces are pinned against their king: a slider of the other side stands before them, their own
% king behind them.
%
% expect: pin(A,B) :- behind(C,B,D,A), attacks(C,B,A), king_square(E,D,A), side_at(B,A,E).

max_vars(5).
max_body(4).

head_pred(pin,2).
body_pred(behind,4).
body_pred(attacks,3).
body_pred(king_square,3).
body_pred(side_at,3).

type(pin,(position,square)).
type(behind,(square,square,square,position)).
type(attacks,(square,square,position)).
type(king_square,(side,square,position)).
type(side_at,(square,position,side)).

direction(pin,(in,in)).
direction(behind,(out,in,out,in)).
direction(attacks,(in,in,in)).
direction(king_square,(out,in,in)).
direction(side_at,(in,in,out)).
