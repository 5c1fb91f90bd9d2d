% Which placements of white king, white rook and black king are illegal with White to move: the
% classic task of S. Muggleton, M. Bain, J. Hayes-Michie and D. Michie, An experimental comparison of
% human and machine learning formalisms, 1989, here over squares.
%
% Not all three pieces matter to every reason: hence non_datalog.
%
% expect: illegal(A,B,C) :- touching(A,C).
% expect: illegal(A,B,C) :- same(A,B).
% expect: illegal(A,B,C) :- same(B,C).
% expect: illegal(A,B,C) :- rook_sees(B,C,A).

non_datalog.
max_vars(3).
max_body(3).

head_pred(illegal,3).
body_pred(same,2).
body_pred(touching,2).
body_pred(rook_sees,3).

type(illegal,(square,square,square)).
type(same,(square,square)).
type(touching,(square,square)).
type(rook_sees,(square,square,square)).

direction(illegal,(in,in,in)).
direction(same,(in,in)).
direction(touching,(in,in)).
direction(rook_sees,(in,in,in)).
