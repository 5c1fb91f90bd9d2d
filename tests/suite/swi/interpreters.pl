/** Meta-interpreters: from the three clauses to proofs, depth limits, traces and uncertainty.
*/

:- dynamic app/3, nat/1, parent/2, ancestor/2, perm/2, sel/3, path/2, arc/2, cutting/1, neg/1, likes/2.
:- discontiguous cf/2.

app([], L, L).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).

nat(0).
nat(s(N)) :- nat(N).

parent(tom, bob).
parent(bob, ann).
parent(bob, pat).
parent(pat, jim).

ancestor(X, Y) :- parent(X, Y).
ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y).

sel(X, [X|Xs], Xs).
sel(X, [Y|Ys], [Y|Zs]) :- sel(X, Ys, Zs).
perm([], []).
perm(L, [X|Xs]) :- sel(X, L, R), perm(R, Xs).

path(X, Y) :- path(X, Z), arc(Z, Y).
path(X, Y) :- arc(X, Y).
arc(a, b).
arc(b, c).

cutting(X) :- member(X, [1,2,3]), X > 1, !.
cutting(99).

neg(X) :- member(X, [1,2,3]), \+ X = 2, ( X > 2 -> true ; X < 2 ).

show(X) :- print(X), nl.

%   1. Vanilla.

solve(true) :- !.
solve((A, B)) :- !, solve(A), solve(B).
solve((A ; B)) :- !, ( solve(A) ; solve(B) ).
solve(H) :- predicate_property(H, dynamic), !, clause(H, B), solve(B).
solve(G) :- call(G).

%   2. With a proof tree.

prove(true, true) :- !.
prove((A, B), (PA, PB)) :- !, prove(A, PA), prove(B, PB).
prove(H, builtin(H)) :- predicate_property(H, built_in), !, call(H).
prove(H, (H :- P)) :- clause(H, B), prove(B, P).

print_proof(P) :- print_proof(P, 0).

print_proof(true, _) :- !.
print_proof((A, B), D) :- !, print_proof(A, D), print_proof(B, D).
print_proof((H :- P), D) :- !, tab(D), print(H), nl, D1 is D + 2, print_proof(P, D1).
print_proof(builtin(G), D) :- tab(D), print(G), nl.

%   3. With a limit to the depth; iterative deepening.

solve(true, _) :- !.
solve((A, B), D) :- !, solve(A, D), solve(B, D).
solve(H, D) :- D > 0, D1 is D - 1, clause(H, B), solve(B, D1).

deepening(G) :- between(1, 20, D), solve(G, D), !, show(depth(D)).

%   4. Counting inferences.

count(true, N, N) :- !.
count((A, B), N0, N) :- !, count(A, N0, N1), count(B, N1, N).
count(H, N0, N) :- clause(H, B), N1 is N0 + 1, count(B, N1, N).

%   5. Tracing.

traced(true, _) :- !.
traced((A, B), D) :- !, traced(A, D), traced(B, D).
traced(H, D) :-
    report(call, H, D),
    (   clause(H, B), D1 is D + 1, traced(B, D1), ( report(exit, H, D) ; report(redo, H, D), fail )
    ;   report(fail, H, D), fail
    ).

report(Port, G, D) :- copy_term(G, G1), numbervars(G1, 0, _), format("~*c~w: ~p~n", [D, 0'., Port, G1]).

%   6. Cuts and negation.

cut(true, _) :- !.
cut(!, Cut) :- !, ( true ; Cut = yes ).
cut((A, B), Cut) :- !, cut(A, CutA), ( CutA == yes, !, Cut = yes ; cut(B, Cut) ).
cut((C -> A ; B), Cut) :- !, ( cut(C, _) -> cut(A, Cut) ; cut(B, Cut) ).
cut(\+ A, _) :- !, \+ cut(A, _).
cut(G, _) :- predicate_property(G, dynamic), !, clause(G, B), cut(B, Cut), ( Cut == yes, !, fail ; true ).
cut(G, _) :- call(G).

%   7. Certainty.

cf(rain, 0.3).
cf(sprinkler, 0.6).
cf((wet :- rain), 0.9).
cf((wet :- sprinkler), 0.8).
cf((slippery :- wet, cold), 0.7).
cf(cold, 0.5).

certain(true, 1) :- !.
certain((A, B), C) :- !, certain(A, CA), certain(B, CB), C is min(CA, CB).
certain(H, C) :- cf(H, C), H \= (_ :- _).
certain(H, C) :- cf((H :- B), C1), certain(B, C2), C is C1 * C2.

%   8. Right to left, and loops found.

backwards(true) :- !.
backwards((A, B)) :- !, backwards(B), backwards(A).
backwards(H) :- clause(H, B), backwards(B).

loop_check(true, _) :- !.
loop_check((A, B), Up) :- !, loop_check(A, Up), loop_check(B, Up).
loop_check(H, Up) :- \+ ( member(A, Up), A =@= H ), clause(H, B), loop_check(B, [H|Up]).

main :-
    findall(X, solve(ancestor(tom, X)), L1), show(L1),
    findall(X-Y, solve(app(X, Y, [a,b])), L2), show(L2),
    aggregate_all(count, solve(perm([a,b,c,d], _)), N3), show(N3),
    findall(X, solve(( member(X, [1,2,3]), X > 1 ; X = 0 )), L4), show(L4),
    prove(ancestor(tom, jim), P), print_proof(P),
    once(prove(perm([1,2], [2,1]), P2)), print_proof(P2),
    deepening(path(a, c)), deepening(nat(s(s(0)))),
    count(app([a,b,c], [d], L5), 0, N5), show(L5-N5),
    traced(ancestor(bob, jim), 0), !,
    findall(X, cut(cutting(X), _), L6), show(L6),
    findall(X, cut(neg(X), _), L7), show(L7),
    forall(member(G, [wet, slippery]), forall(certain(G, C), format("~w ~3f~n", [G, C]))),
    findall(X, backwards(path(a, X)), L8), show(L8),
    findall(Y, loop_check(path(a, Y), []), L9), show(L9),
    findall(B, clause(ancestor(a, b), B), Bs), length(Bs, NB), show(NB),
    ( clause(parent(X10, ann), true) -> show(X10) ; true ).
