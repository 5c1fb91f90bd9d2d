/*  Dynamic predicates after all that can happen to them: what is there is found, once each.  */

:- style_check(-singleton).
:- dynamic a/2, b/3, c/2, d/1, e/1, f/2, g/1, h/2, i/1, j/2.

a(0, p). a(1, q). a(4, r).
b(2, q, 0). b(2, s, 1). b(2, s, 2). b(2, s, 3).
e(a). e(b).
f(1, c). f(2, c). f(3, d).

shown(G) :- findall(G, G, L), print(L), nl.

% One that came before the call by its second argument.
gone :- retract(a(4, _)), ( a(_, r) -> writeln(there) ; writeln(gone) ), shown(a(_, q)).

middle :- retract(b(2, s, 1)), shown(b(2, s, _)), shown(b(_, _, _)).

front :- assertz(c(f(x), 1)), asserta(c(a, 2)), assertz(c(b, 3)), shown(c(a, _)), shown(c(_, _)).

stack :-
    asserta(d(c)), asserta(d(c)), asserta(d(c)), retract(d(c)), !, asserta(d(c)),
    aggregate_all(count, d(c), N), writeln(N).

variables :- retract(e(a)), assertz(e(_)), ( e(z) -> writeln(yes) ; writeln(no) ), aggregate_all(count, e(_), N), writeln(N).

rule_last :- assertz(g(b)), asserta(g(a)), assertz((g(X) :- atom(X))), findall(x, g(a), L), length(L, N), writeln(N).

% A call sees what was there when it began.
while :- forall(f(X, c), ( Y is X + 10, assertz(f(Y, c)) )), aggregate_all(count, f(_, _), N), writeln(N).

queue :- assertz(h(b, a)), assertz(h(b, b)), retract(h(b, b)), assertz(h(b, b)), assertz(h(b, b)), shown(h(b, _)).

many :-
    forall(between(1, 40, X), ( Y is X mod 4, asserta(i(Y)) )),
    forall(between(1, 20, _), ( retract(i(2)) -> true ; true )),
    forall(member(X, [0,1,2,3]), ( aggregate_all(count, i(X), N), write(X-N), nl )),
    findall(X, i(X), L), print(L), nl.

% Rules, clause/2 and listing/1 in between.
rules :-
    assertz((j(X, Y) :- Y is X + 1)), asserta(j(0, zero)), assertz(j(1, one)), asserta((j(X, big) :- X > 100)),
    shown(j(1, _)), shown(j(0, _)), shown(j(200, _)),
    forall(clause(j(X, Y), B), ( ( B = true -> true ; B =.. [F|_], writeln(F) ) )),
    retract(( j(_, _) :- _ is _ + 1 )), shown(j(1, _)),
    retractall(j(_, one)), shown(j(1, _)), shown(j(0, _)), listing(j/2).

main :- gone, middle, front, stack, variables, rule_last, while, queue, many, rules.
