% Rules and predicates without arguments that are retracted while a call of them is open.

:- dynamic s/0, r/0, p/1, q/2, t/1, e/1, u/1.

s. s.

r :- write(one), nl.
r :- write(two), nl.

p(1). p(2). p(3).

e(X) :- once(u(X)).

u(1).
t(3).

flags :-
    (   nb_setval(n, 0), s, retractall(s), nb_setval(n, 1), write(s), nl, fail
    ;   true
    ),
    (   r, retract((r :- _)), p(_), fail
    ;   true
    ),
    ( r -> true ; writeln(gone) ),
    assertz(s), assertz(s),
    (   s, retract(s), p(_), write(s), nl, fail
    ;   true
    ),
    ( s -> true ; writeln(gone) ).

% A clause that is the same as one that was found, but came later, stays.
again :-
    (   retract((p(X) :- _)), X == 1, retract(p(2)), assertz(p(2)), fail
    ;   findall(X, p(X), L), print(L), nl
    ).

% All that an open call has still to try is taken away, and something is put in its place.
behind :-
    assertz((q("k", X) :- t(X))),
    assertz((q("k", Y) :- t(Y))),
    ( retract(q(_, _)) -> true ; true ),
    asserta(q("k", 59)),
    nb_setval(n, 0),
    (   q("k", V),
        print(V), nl,
        nb_getval(n, N),
        N1 is N + 1,
        nb_setval(n, N1),
        ( N =:= 0 -> retractall(q(_, 18)), assertz((q("k", W) :- t(W))) ; true ),
        fail
    ;   findall(V, q(_, V), L), print(L), nl
    ).

% The body calls a goal that it is given.
bodies :-
    ( e(1) -> writeln(kept) ; writeln(gone) ),
    assertz((e(X) :- forall(u(Y), Y < X))),
    retract((e(_) :- once(_))),
    forall(clause(e(A), B), ( \+ \+ ( numbervars(A-B, 0, _), print((e(A) :- B)), nl ) )),
    retractall(e(b)),
    ( e(5) -> writeln(kept) ; writeln(gone) ).

main :- flags, again, behind, bodies.
