/*  Programs that look at their own clauses: clause/2 of static predicates, a meta-interpreter, a tracer.  */

app([], L, L).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).

nrev([], []).
nrev([X|Xs], R) :- nrev(Xs, R0), app(R0, [X], R).

size(nil, 0).
size(t(L, _, R), N) :- size(L, N1), size(R, N2), N is N1+N2+1.

solve(true) :- !.
solve((A,B)) :- !, solve(A), solve(B).
solve(H) :- predicate_property(H, built_in), !, call(H).
solve(H) :- clause(H, B), solve(B).

depth(true, 0) :- !.
depth((A,B), D) :- !, depth(A, D1), depth(B, D2), D is max(D1, D2).
depth(H, 1) :- predicate_property(H, built_in), !, call(H).
depth(H, D) :- clause(H, B), depth(B, D0), D is D0+1.

prove(true, true) :- !.
prove((A,B), (P,Q)) :- !, prove(A, P), prove(B, Q).
prove(H, builtin(H)) :- predicate_property(H, built_in), !, call(H).
prove(H, (H :- P)) :- clause(H, B), prove(B, P).

main :-
    solve(nrev([1,2,3], L)), print(L), nl,
    findall(B, clause(app(_, _, _), B), Bs), length(Bs, N), print(N), nl,
    ( clause(nrev([], X), true) -> print(X) ; print(no) ), nl,
    H = app([], a, _), ( clause(H, true) -> print(H) ; print(no) ), nl,
    solve(size(t(t(nil, a, nil), b, nil), S)), print(S), nl,
    depth(nrev([1,2,3], _), D), print(D), nl,
    prove(app([a], [b], Zs), P), print(Zs), nl, print(P), nl,
    forall(clause(size(T, M), Body), ( numbervars(T-M-Body, 0, _), print((size(T, M) :- Body)), nl )),
    catch(( clause(atom_length(_, _), _), writeln(yes) ), error(E, _), ( print(E), nl )),
    catch(clause(_, true), error(E2, _), ( print(E2), nl )),
    catch(clause(4, _), error(E3, _), ( print(E3), nl )),
    ( clause(no_such_predicate(_), _) -> writeln(yes) ; writeln(no) ).
