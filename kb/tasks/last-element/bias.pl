% The last element of a list, by recursion.
%
% expect: last_element(A,B) :- tail(A,C), empty(C), head(A,B).
% expect: last_element(A,B) :- tail(A,C), last_element(C,B).

enable_recursion.
max_vars(3).
max_body(3).
max_clauses(2).

head_pred(last_element,2).
body_pred(head,2).
body_pred(tail,2).
body_pred(empty,1).

type(last_element,(list,element)).
type(head,(list,element)).
type(tail,(list,list)).
type(empty,(list,)).

direction(last_element,(in,out)).
direction(head,(in,out)).
direction(tail,(in,out)).
direction(empty,(in,)).
