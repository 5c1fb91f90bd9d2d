% Grandparents, with parents to be invented: a clause for each of mother and father would need four.
%
% expect: grandparent(A,B) :- inv1(A,C), inv1(C,B).
% expect: inv1(A,B) :- mother(A,B).
% expect: inv1(A,B) :- father(A,B).

enable_pi.
max_vars(3).
max_body(2).
max_clauses(3).

head_pred(grandparent,2).
body_pred(mother,2).
body_pred(father,2).
