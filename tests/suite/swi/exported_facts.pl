% A module exports dynamic predicates: who imports them sees what they are, and changes them.

:- use_module(parts/facts_of_a_module).
main :- inc, counter(N), print(N), nl, inc, counter(N2), print(N2), nl,
  add(1), assertz(fact(2)), asserta(fact(0)), facts(L), print(L), nl, findall(X, fact(X), L1), print(L1), nl,
  retract(fact(1)), facts(L2), print(L2), nl, retractall(fact(_)), facts(L3), print(L3), nl,
  assertz((fact(X3) :- member(X3,[a,b]))), facts(L4), print(L4), nl, maplist(assertz, [fact(z)]), facts(L5), print(L5), nl,
  ( clause(fact(z), B) -> print(B) ; print(none) ), nl, G = assertz(fact(y)), call(G), forall(fact(Y), (print(Y), nl)),
  facts_of_a_module:counter(Q), print(Q), nl, retract(facts_of_a_module:fact(y)), abolish_ok.
abolish_ok :- retractall(counter(_)), ( counter(_) -> write(yes) ; write(no) ), nl.
