% Ancestors, by recursion. Without negative examples it would do that one has a child and the other a
% parent.
%
% expect: ancestor(A,B) :- parent(A,B).
% expect: ancestor(A,B) :- parent(A,C), ancestor(C,B).

enable_recursion.
max_vars(3).
max_body(2).
max_clauses(2).

head_pred(ancestor,2).
body_pred(parent,2).
