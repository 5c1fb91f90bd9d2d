/*  Programs that print programs: a transformation, a generator of clauses, a table of facts.  */

:- dynamic derived/2, memo/2, edge/2.

edge(a, b).
edge(b, c).

%  partial(Head, Clauses): the clauses of Head with the facts of edge/2 put in.
source((path(X, Y) :- edge(X, Y))).
source((path(X, Z) :- edge(X, Y), path(Y, Z))).
source((best(X, M) :- findall(Y, path(X, Y), Ys), ( Ys == [] -> M = none ; max_member(M, Ys) ))).
source((greet(Name) :- format("Hello ~w, it's ~q~n", [Name, 'A b']))).
source((loop(N) :- N > 0, write(N), nl, succ(N1, N), loop(N1))).
source(loop(0)).

partial(( H :- edge(X, Y), B ), ( H :- B )) :- edge(X, Y).
partial(( H :- edge(X, Y) ), H) :- edge(X, Y).

swap(( H :- A, B ), ( H :- B, A )).

rename_args(H0, H) :- H0 =.. [F|As], atom_concat(F, '_prime', G), H =.. [G|As].

main :-
    forall(source(C), portray_clause(C)),
    forall(( source(C), partial(C, D) ), portray_clause(D)),
    forall(( source(C), swap(C, D) ), portray_clause(D)),
    forall(( source((H0 :- B)), rename_args(H0, H) ), portray_clause((H :- B))),
    forall(source(C), assertz(C)),
    listing([path/2, best/2, greet/1, loop/1]),
    best(a, M), print(M), nl,
    greet(ann),
    loop(2),
    with_output_to(string(S), portray_clause(p("x", _))), print(S), nl,
    with_output_to(string(S2), listing(edge/2)), string_length(S2, L), print(L), nl,
    with_output_to(atom(A), ( portray_clause(a), portray_clause(b) )), print(A), nl,
    portray_clause(user_output, (x :- y)),
    portray_clause([X,Y,X,Z]), portray_clause(f(_)), portray_clause("str"), portray_clause(X-Y-Z),
    portray_clause((:- initialization(main))), portray_clause((:- use_module(library(lists)))),
    portray_clause((a, b)), portray_clause((a ; b)), portray_clause((a -> b)), portray_clause(\+ a),
    portray_clause([a-1,b-2]), portray_clause(f(A1, B1, A1, B1)) , A1 = B1.
