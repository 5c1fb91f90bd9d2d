:- module(rules, [when_rule/2, op(800, xfx, unless)]).

:- op(810, xfx, internal_only).

when_rule(A, B) :- rule(A unless B).

rule(rain unless sun).
rule(X unless Y) :- inner(X internal_only Y).

inner(a internal_only b).
