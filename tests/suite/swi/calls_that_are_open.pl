% Clauses are asserted and retracted while a call of their predicate is open.
:- style_check(-singleton).
:- dynamic e/2, has/2, fact/2, s/2, m/2, l/2, v/2, one/1, g/2.

e(a,1). e(a,2).
has(player,1). has(player,2). has(player,3).
fact(known,1). fact(known,2).
s(f(1),1). s(f(2),2). s(a,3). s(a,4).
l([a],1). l([b],2).
m(a,1). m(a,2). m(b,1).
one(a). one(a).

derive(X, Y) :- X < 6, Y is X + 2.

forward :- fact(known,X), derive(X,Y), \+ fact(known,Y), assertz(fact(known,Y)), fail.
forward.

facts(K, X, G) :- findall(K-X, G, L), print(L), nl.

main :-
    ( e(a,X), writeln(X), assertz(e(a,9)), fail ; writeln(end) ),
    ( has(player,X), retract(has(player,X)), Y is X*10, assertz(has(player,Y)), fail ; facts(player, X, has(player,X)) ),
    forward, facts(known, X, fact(known,X)),
    ( s(f(_),X), writeln(X), assertz(s(f(8),9)), fail ; writeln(end) ),
    ( s(a,X), writeln(X), assertz(s(a,9)), assertz(s(b,1)), asserta(s(a,0)), fail ; facts(K, X, s(K,X)) ),
    ( m(a,X), writeln(X), assertz(m(b,2)), asserta(m(a,0)), asserta(m(b,0)), fail ; facts(K, X, m(K,X)) ),
    ( l([_|_],X), writeln(X), asserta(l([c],0)), assertz(l([d],0)), fail ; facts(K, X, l(K,X)) ),
    assertz(v(a,1)), assertz(v(a,2)),
    ( v(a,X), writeln(X), asserta(v(a,9)), fail ; facts(K, X, v(K,X)) ),
    ( one(X), writeln(X), assertz(one(b)), asserta(one(a)), fail ; writeln(end) ),
    ( one(a), writeln(a), assertz(one(b)), asserta(one(a)), fail ; facts(one, X, one(X)) ),
    ( clause(e(a,X), true), writeln(X), assertz(e(a,9)), fail ; facts(K, X, e(K,X)) ),
    assertz(g(a,1)), assertz(g(b,2)),
    ( clause(g(_,X), true), writeln(X), asserta(g(a,9)), assertz(e(0,0)), fail ; facts(K, X, g(K,X)) ).
