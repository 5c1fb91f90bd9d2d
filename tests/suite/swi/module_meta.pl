% A module's predicates, where only a call says which.
:- module(m,[main/0]).
:- dynamic s/1, k/2.
s(1). s(2).
k(a, 1).
r(X) :- s(X), X > 1.
solve(true) :- !.
solve((A,B)) :- !, solve(A), solve(B).
solve(H) :- predicate_property(H, built_in), !, call(H).
solve(H) :- clause(H,B), solve(B).
save(F) :- assertz(F).
drop(F) :- retract(F).
clear(F) :- retractall(F).
main :- (solve(s(1)) -> write(y) ; write(n)), nl, save(s(3)), save((s(X) :- k(_, X))), findall(Y,s(Y),L), write(L), nl,
  maplist(assertz, [s(5),s(6)]), findall(Y,s(Y),L2), write(L2), nl, drop(s(2)), clear(k(_,_)), findall(Y,s(Y),L3), write(L3), nl,
  forall(solve(r(Z)), (write(Z), nl)), save(k(b, 7)), findall(Y,s(Y),L4), write(L4), nl, maplist(drop, [s(5),s(6)]), maplist(retract, [s(1)]), findall(B, clause(s(_), B), Bs), length(Bs, N), write(N), nl,
  save(user:s(9)), findall(Y, user:s(Y), L5), write(L5), nl.
