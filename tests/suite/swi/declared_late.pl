% Directives below the clauses that they are about.

h(2).
:- multifile h/1.
:- dynamic h/1.
h(1).

:- multifile g/1.
g(1).
:- dynamic([k/2, g/1]).
g(2).
k(a, b).

:- dynamic m/0, n/1.
:- multifile n/1.
n(1).
:- multifile p/1.
p(1).
p(2).

main :-
    forall(member(G, [h(_), g(_), k(_, _), n(_), p(_)]), ( findall(G, G, L), print(L), nl )),
    forall(( member(G, [h(_), g(_), k(_, _), m, n(_), p(_)]), predicate_property(G, dynamic) ), ( functor(G, N, A), writeln(N/A) )),
    retract(h(2)),
    assertz(h(3)),
    assertz(g(3)),
    retract(g(1)),
    retract(n(1)),
    asserta(k(b, c)),
    forall(member(G, [h(_), g(_), k(_, _), n(_)]), ( findall(G, G, L), print(L), nl )),
    catch(assertz(p(3)), error(E, _), ( print(E), nl )).
