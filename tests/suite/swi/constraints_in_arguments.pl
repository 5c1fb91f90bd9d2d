% Constraints in the arguments of findall/3 and its kin.

:- use_module(library(clpfd)).
main :- findall(X-Y, ( [X,Y] ins 1..3, X #< Y, X + Y #= 4, label([X,Y]) ), L), print(L), nl,
  findall(X, ( member(X, [1,2,3]), X #> 1 ), L2), print(L2), nl,
  findall(Z, ( member(X, [1,2,3]), Z #= X * 2 ), L3), print(L3), nl,
  aggregate_all(count, ( X in 1..5, X #\= 3, indomain(X) ), C), print(C), nl,
  catch(( X4 #= 2 + 3, X4 #> 4 ), _, true), print(X4), nl,
  forall(( member(A, [1,2]), B #= A + 1 ), ( B #> 1, B #< 4 )), print(ok), nl,
  findall(Q, ( Q #= 3 ; Q #= 4 ), Qs), print(Qs), nl.
