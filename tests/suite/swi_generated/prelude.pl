% What every generated program has, beside facts for edge/2 and age/2.

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(pairs)).
:- use_module(library(ordsets)).
:- use_module(library(aggregate)).
:- use_module(library(yall)).
:- use_module(library(option)).
:- use_module(library(error)).
:- use_module(library(solution_sequences)).
:- use_module(library(readutil)).
:- use_module(library(occurs)).
:- use_module(library(terms)).
:- use_module(library(ugraphs)).
:- use_module(library(gensym)).
:- use_module(library(strings)).

:- dynamic(seen/1).
:- dynamic(counter/1).
:- discontiguous(edge/2).
:- op(700, xfx, =>>).

double(X, Y) :- Y is 2 * X.
add(X, Y, Z) :- Z is X + Y.
path(X, X).
path(X, Z) :- edge(X, Y), X @< Y, path(Y, Z).
fact(0, 1) :- !.
fact(N, F) :- N > 0, N1 is N - 1, fact(N1, F1), F is N * F1.
app([], L, L).
app([X|Xs], L, [X|Ys]) :- app(Xs, L, Ys).
sel(X, [X|Xs], Xs).
sel(X, [Y|Xs], [Y|Ys]) :- sel(X, Xs, Ys).
len([], 0).
len([_|T], N) :- len(T, M), N is M + 1.
cut(X) :- member(X, [1,2,3]), X >= 2, !.
cut(9).
kind(X, number) :- number(X), !.
kind(X, atom) :- atom(X), !.
kind(_, other).

digits([D|T]) --> digit(D), digits(T).
digits([D]) --> digit(D).
digit(D) --> [D], { code_type(D, digit) }.
greeting(N) --> [hello], name(N).
greeting(none) --> [hello].
name(N) --> [N], { atom(N) }.
name(d(N)) --> [dear], name(N).
expr(X) --> term(X0), expr_rest(X0, X).
expr_rest(X0, X) --> "+", !, term(Y), { X1 = X0 + Y }, expr_rest(X1, X).
expr_rest(X0, X) --> "-", !, term(Y), { X1 = X0 - Y }, expr_rest(X1, X).
expr_rest(X, X) --> [].
term(X) --> factor(X0), term_rest(X0, X).
term_rest(X0, X) --> "*", !, factor(Y), { X1 = X0 * Y }, term_rest(X1, X).
term_rest(X, X) --> [].
factor(N) --> digits(Ds), { number_codes(N, Ds) }.
factor(X) --> "(", expr(X), ")".
as(0) --> [].
as(N) --> [a], as(M), { N is M + 1 }.
words([W|Ws]) --> [W], words(Ws).
words([]) --> [].
ab --> [a], !, ab.
ab --> [b].
any(X, [X|T], T).
string([]) --> [].
string([C|Cs]) --> [C], string(Cs).
anything([]) --> [].
anything([X|Xs]) --> [X], anything(Xs).
