:- module(facts_of_a_module, [counter/1,inc/0,fact/1,add/1,facts/1]).
:- dynamic counter/1, fact/1.
counter(0).
inc :- retract(counter(N)), M is N+1, assertz(counter(M)).
add(X) :- assertz(fact(X)).
facts(L) :- findall(X, fact(X), L).
