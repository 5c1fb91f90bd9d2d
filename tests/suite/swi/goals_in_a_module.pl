% Goals in a module: closures, goals at run time, constructs that are arguments.

:- module(goals_in_a_module,[main/0]).
:- meta_predicate k(1,-).
k(G,T) :- call(G,T).
main :- open_string("a",S), maplist([K]>>k(get_code(S),K),[A]), print(A), nl, k(t,X), print(X), nl, include(big, [1,2,3], L), print(L), nl, findall(Y, (member(Y,[1,2]), big(Y)), L2), print(L2), nl, G = (big(3), \+ big(0)), call(G), forall(big(5), (big(6) ; fail)), w(big), write(ok), nl, goals_in_a_module:big(7), user:write(z), nl, ignore((big(1), write(no))), once((member(Z,[1,2,3]), big(Z))), print(Z), nl, catch((big(9), throw(x)), E, (print(E), nl)), aggregate_all(count, (member(Q,[1,2,3]), big(Q)), C), print(C), nl.
t(ok).
big(X) :- X > 1.
w(P) :- call(P, 4), H =.. [P, 5], H, call(H), findall(x, H, Xs), print(Xs), nl, include(P, [0,9], Ys), print(Ys), nl, \+ \+ H, (H -> true ; fail), forall(H, H).
