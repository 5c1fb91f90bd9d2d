/*  Declarations: lists, commas, several forms of each.  */

:- dynamic fact/1, counter/1.
:- dynamic([edge/2, node/1]).
:- dynamic((visited/1, (parent)/2)).
:- dynamic stack/1 as incremental.
:- dynamic foo/0.
:- dynamic rule//2.
:- discontiguous colour/1, shape/1.
:- discontiguous([size/2, weight/2]).
:- multifile hook/1.
:- multifile user:other_hook/2.
:- dynamic user:other_hook/2.
:- multifile hook2/1, hook3/1.
:- dynamic(hook2/1), dynamic(hook3/1).
:- module_transparent apply_twice/1.
:- meta_predicate twice(0), mapped(2, ?, ?), both(0, 0), gathered(?, ^, -).
:- public unused/0.
:- table fib/2.
:- table path/2, reach/2.
:- initialization(assertz(fact(from_initialization))).
:- initialization writeln(loaded).
:- ensure_loaded(library(lists)).
:- use_module(library(apply), [maplist/3, foldl/4]).
:- use_module(library(pairs)).
:- noprofile(unused/0).
:- non_terminal(sentence//0).
:- det(certain/1).

certain(1).

colour(red).
shape(round).
colour(blue).
size(a, 1).
weight(a, 2).
shape(square).
size(b, 3).
weight(b, 4).

hook(1).
hook2(here).

counter(0).
fact(from_clause).

unused.

apply_twice(G) :- call(G), call(G).
twice(G) :- call(G), call(G).
both(A, B) :- call(A), call(B).
mapped(G, X, Y) :- call(G, X, Y).
gathered(T, G, L) :- findall(T, G, L).

sentence --> [].

fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N-1, B is N-2, fib(A, FA), fib(B, FB), F is FA+FB.

edge(1, 2).
edge(2, 3).
edge(3, 1).

path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), edge(Z, Y).

reach(X, Y) :- path(X, Y).

main :-
    forall(member(G, [fact(_),counter(_),colour(_),shape(_),size(_,_),weight(_,_),hook(_),hook2(_)]),
           ( findall(G, G, L), print(L), nl )),
    forall(member(N, [node,visited,stack,hook3]),
           ( G =.. [N,_], ( catch(G, _, writeln(error)) -> writeln(N-yes) ; writeln(N-no) ) )),
    ( foo -> true ; writeln(no_foo) ),
    ( other_hook(_, _) -> true ; writeln(no_other_hook) ),
    twice(write(x)), nl,
    apply_twice(write(y)), nl,
    both(write(a), write(b)), nl,
    mapped(succ, 3, Four), print(Four), nl,
    gathered(X, colour(X), Xs), print(Xs), nl,
    fib(30, F), print(F), nl,
    findall(Y, path(1, Y), Ys), sort(Ys, Zs), print(Zs), nl,
    ( reach(3, 3) -> writeln(reached) ; writeln(no) ),
    certain(C), print(C), nl,
    forall(member(H, [fact(_),colour(_),hook(_)]),
           ( predicate_property(H, dynamic) -> writeln(dynamic) ; writeln(static) )).
