/** A library of metarules, to be imported by name.

```
?- metarules(Rules), member(chain-Text, Rules).
   Text = "P(A,B) :- Q(A,C), R(C,B)".
```

In a file, `:- use_metarules([identity, chain]).` has the same effect as the clauses of metarule/4 in this place.
*/

:- module(metarules, [metarules/1, use_metarules/1, metarule_clause/5]).

:- use_module(library(charsio)).
:- use_module(library(error)).
:- use_module(library(lists)).

% rule(Name, Subs, Head, Body): the predicate variables are P, Q, R, S, the others A, B, C, D.

% One argument.
rule(monadic_identity, [P,Q], [P,A], [[Q,A]]).
rule(monadic_conjunction, [P,Q,R], [P,A], [[Q,A],[R,A]]).
rule(exists, [P,Q], [P,A], [[Q,A,_B]]).
rule(monadic_chain, [P,Q,R], [P,A], [[Q,A,B],[R,B]]).
rule(monadic_recursion, [P,Q], [P,A], [[Q,A,B],[P,B]]).
rule(monadic_constant, [P,A], [P,A], []).

% Two arguments.
rule(identity, [P,Q], [P,A,B], [[Q,A,B]]).
rule(inverse, [P,Q], [P,A,B], [[Q,B,A]]).
rule(didentity, [P,Q,R], [P,A,B], [[Q,A,B],[R,A,B]]).
rule(precon, [P,Q,R], [P,A,B], [[Q,A],[R,A,B]]).
rule(postcon, [P,Q,R], [P,A,B], [[Q,A,B],[R,B]]).
rule(chain, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]).
rule(switch, [P,Q,R], [P,A,B], [[Q,A,C],[R,B,C]]).
rule(swap, [P,Q,R], [P,A,B], [[Q,C,A],[R,C,B]]).
rule(recursion, [P,Q], [P,A,B], [[Q,A,C],[P,C,B]]).
rule(left_recursion, [P,Q], [P,A,B], [[P,A,C],[Q,C,B]]).
rule(tailrec, [P,Q], [P,A,B], [[Q,A,C],@(user:metagol_order(A,C)),[P,C,B],@(user:metagol_order(C,B))]).
rule(negation, [P,Q,R], [P,A,B], [[Q,A,B],not([R,B,_C])]).
rule(negated_precon, [P,Q,R], [P,A,B], [not([Q,A]),[R,A,B]]).
rule(negated_postcon, [P,Q,R], [P,A,B], [[Q,A,B],not([R,B])]).
rule(constant, [P,Q,X], [P,A,B], [[Q,A,B,X]]).

% Higher order: a predicate is an argument.
rule(curry, [P,Q,R], [P,A,B], [[Q,A,B,R]]).
rule(curry3, [P,Q,R,S], [P,A,B], [[Q,A,B,R,S]]).
rule(monadic_curry, [P,Q,R], [P,A], [[Q,A,R]]).

metarule_clause(_,_,_,_,_) :- false.
metarules([]).
use_metarules(_).
