% Even numbers, by recursion over the successor.
%
% expect: even(A) :- zero(A).
% expect: even(A) :- next(B,A), next(C,B), even(C).

enable_recursion.
max_vars(3).
max_body(3).
max_clauses(2).

head_pred(even,1).
body_pred(zero,1).
body_pred(next,2).

type(even,(number,)).
type(zero,(number,)).
type(next,(number,number)).

direction(even,(in,)).
direction(zero,(in,)).
direction(next,(out,in)).
