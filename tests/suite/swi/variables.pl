/** Lists with variables: how long they are, which variables they have, their solutions in pieces.

    ?- length(L, 2).
    L = [_, _].
*/

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(solution_sequences)).

% Errors by their formal terms, and truth as yes and no.

said(Goal) :-
    catch(( call(Goal) -> R = yes ; R = no ), error(Formal, _), R = Formal),
    print(R),
    nl.

lengths :-
    said(length(L, L)),
    said(( length(X, Y), X == [], Y == 0 )),
    said(length(a, _)),
    said(length([a|b], _)),
    said(length([a|b], 1)),
    said(length([a|_], 0)),
    said(( length([a|T], 3), length(T, 2) )),
    said(length(_, -1)),
    said(length([a], -1)),
    said(length(_, a)),
    said(length([a], 1.0)),
    said(length(a, b)),
    said(length([_|N], N)),
    said(( length(Xs, M), M >= 2, Xs = [_,_] )),
    said(maplist(length, [[a],[b,c]], [1,2])).

variables :-
    said(ground([a,b])),
    said(ground([a,_])),
    said(ground(f([a,b,_|c]))),
    said(maplist(ground, [[a,1],[a,_]])),
    said(( G = ground([x,_]), call(G) )),
    said(( term_variables([a,A,b,B|C], Vs), Vs == [A,B,C] )),
    said(( term_variables(f([a,D],D), Ws), Ws == [D] )),
    said(subsumes_term([a,b], [a,_])),
    said(subsumes_term([a,_], [a,b])),
    said(( dif([a,E], [a,1]), E = 1 )),
    said(( numbervars([a,F,F], 0, End), print([F,End]), nl )),
    said(nonground([a,_], _)).

% Terms whose parts are shared, deep ones, and ones without end.

doubled(0, T, T) :- !.
doubled(N, T0, T) :- N1 is N-1, doubled(N1, f(T0,T0), T).

nested(0, T, T) :- !.
nested(N, T0, T) :- N1 is N-1, nested(N1, s(T0), T).

large :-
    doubled(100, [a,V], T),
    said(( term_variables(T, Vs), Vs == [V] )),
    said(ground(T)),
    said(acyclic_term(T)),
    said(subsumes_term(T, T)),
    nested(320000, x, U),
    said(acyclic_term(U)),
    said(ground(U)),
    numlist(1, 20000, L),
    said(forall(between(1, 2000, _), compare(>, [z|L], [y|L]))),
    said(forall(between(1, 2000, _), [a,b|L] @< [a,c|L])).

endless :-
    X = [a,Y|X],
    said(( term_variables(X, Vs), Vs == [Y] )),
    said(ground(X)),
    said(acyclic_term(X)),
    said(( Z = f(Z,[b|Z]), acyclic_term(g(Z)) )),
    said(( term_variables(f(W,X), Ws), Ws == [W,Y] )).

free :-
    Rows = [[a,2,p],[a,1,q],[a,3,p]],
    forall(setof(X, member([a,X,Y], Rows), Xs), ( print(Y-Xs), nl )),
    forall(bagof(X, Y^member([a,X,Y], Rows), Xs), ( print(Xs), nl )),
    forall(( G = Y^member([a,X,Y], Rows), setof([b,X], G, Xs) ), ( print(Xs), nl )).

pieces :-
    forall(findnsols(2, X, member(X, [a,b,c]), L), ( print(L), nl )),
    forall(findnsols(2, X, member(X, [a,b,c,d]), L), ( print(L), nl )),
    forall(findnsols(2, X, ( member(X, [a,b]) ; fail ), L), ( print(L), nl )),
    forall(findnsols(2, Z-1, member(Z, [a,b,c]), L, [end]), ( print(L), nl )),
    said(findnsols(0, X, member(X, [a]), [])),
    said(findnsols(-1, _, true, _)),
    said(( findnsols(2, Q, member(Q, [a,b,c]), _), var(Q) )),
    said(( findnsols(2, Q, member(Q, [a,b,c]), _, _), !, var(Q) )).

main :-
    lengths,
    variables,
    large,
    endless,
    free,
    pieces.
