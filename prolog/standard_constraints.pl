/** Constraints: what the libraries of Scryer Prolog for them export, and how it behaves here.

This file is a part of the manual only, as standard_libraries.pl.
*/

% --- Constraints and coroutines ---

%! dif(@X, @Y) is semidet.
%
% X and Y are different terms. Where they can still become equal or not, this waits until that is known. From
% library(dif).
% ?- dif(X, Y), X = a, Y = b.
%    X = a, Y = b.
% ?- dif(X, a), X = a.
%    false.

%! freeze(?Variable, :Goal) is nondet.
%
% Calls Goal as soon as Variable is bound. From library(freeze); see frozen/2.
% ?- freeze(X, X > 1), X = 1.
%    false.

%! if_(:Condition, :Then, :Else) is nondet.
%
% A conditional that leaves no answer out: Condition takes a truth value as last argument, such as `X = Y` or
% `memberd_t(X, Xs)`; where it can be both true and false, both branches are answered. For `=` in it, the directive
% `:- use_module(library(reif)).` is needed.
% ?- if_(X = a, Y = yes, Y = no).
%    X = a, Y = yes
% ;  Y = no, dif:dif(X,a).

%! cond_t(:Condition, :Then, ?Truth) is nondet.
%
% Truth is that of Then where Condition is true, and `false` where it is false.

%! memberd_t(?X, ?List, ?Truth) is nondet.
%
% Truth is `true` or `false`, as X is an element of List.
% ?- memberd_t(a, [b,a], T).
%    T = true.

%! tfilter(:Condition, +List, ?Included) is nondet.
%! tpartition(:Condition, +List, ?Included, ?Excluded) is nondet.
%
% Included has the elements X of List for which `call(Condition, X, true)`, Excluded those for which
% `call(Condition, X, false)`. For the condition `=(X)`, import library(reif): `:- use_module(library(reif)).`
% ?- tpartition(=(a), [a,b,a], Is, Os).
%    Is = [a,a], Os = [b].

%! =(?X, ?Y, ?Truth) is nondet.
%! dif(?X, ?Y, ?Truth) is nondet.
%! ,(:Condition1, :Condition2, ?Truth) is nondet.
%! ;(:Condition1, :Condition2, ?Truth) is nondet.
%
% Conditions for if_/3 and tfilter/3: Truth is `true` where X and Y are equal, or different, or where both or one of the
% conditions are true, and `false` elsewhere. They have to be imported: `:- use_module(library(reif)).`
% ?- =(X, a, T).
%    X = a, T = true
% ;  T = false, dif:dif(X,a).
% ?- if_(( X = a ; X = b ), Y = yes, Y = no), X = b.
%    X = b, Y = yes.

%! tmember(:Condition, ?List) is nondet.
%! tmember_t(:Condition, ?List, ?Truth) is nondet.
%
% Condition is true of an element of List; Truth says whether there is one.

% --- Constraints on integers: to be loaded with `:- use_module(library(clpz)).` ---

%! #=(?X, ?Y) is nondet.
%! #\=(?X, ?Y) is nondet.
%! #<(?X, ?Y) is nondet.
%! #>(?X, ?Y) is nondet.
%! #=<(?X, ?Y) is nondet.
%! #>=(?X, ?Y) is nondet.
%
% Constraints between the values of integer expressions, whatever is known of them. Expressions have integers,
% variables, `+`, `-`, `*`, `^`, `//`, `div`, `mod`, `rem`, `abs(X)`, `min(X, Y)` and `max(X, Y)`. To be loaded:
% `:- use_module(library(clpz)).`, or `library(clpfd)` as in SWI-Prolog.
% ?- X #= 1 + 2.
%    X = 3.
% ?- 5 #= 2 + X.
%    X = 3.
% ?- X #> 3.
%    X in 4..sup.

%! in(?Variable, +Domain) is semidet.
%! ins(?Variables:list, +Domain) is semidet.
%
% Restricts one or several variables to a domain: `1..9`, `0..sup`, `inf..3`, or domains joined by `\/`. From
% library(clpz), to be loaded: `:- use_module(library(clpz)).`
% ?- X in 1..5, X #\= 3.
%    X in 1..2\/4..5.

%! label(?Variables:list) is nondet.
%! labeling(+Options:list, ?Variables:list) is nondet.
%! indomain(?Variable) is nondet.
%
% Gives variables the values of their domains, one after the other. Options say which variable comes first, `leftmost`,
% `ff` (the one with the fewest values), `ffc`, `min`, `max`; which value, `up` or `down`; how, `step`, `enum`,
% `bisect`; and `min(E)`, `max(E)`: answers are in the order of an expression. Throws an instantiation error if a domain
% is infinite. From library(clpz), to be loaded: `:- use_module(library(clpz)).`
% ?- [X,Y] ins 1..3, X + Y #= 4, label([X,Y]).
%    X = 1, Y = 3
% ;  X = 2, Y = 2
% ;  X = 3, Y = 1.
% ?- X in 1..3, labeling([max(X)], [X]).
%    X = 3
% ;  X = 2
% ;  X = 1.

%! all_different(?Variables:list) is semidet.
%! all_distinct(?Variables:list) is semidet.
%
% All variables have different values; all_distinct/1 finds more of what follows from that. From library(clpz), to be
% loaded: `:- use_module(library(clpz)).`
% ?- [X,Y] ins 1..2, all_distinct([X,Y]), X = 1.
%    X = 1, Y = 2.

%! sum(?Variables:list, +Relation, ?Expression) is nondet.
%! scalar_product(+Coefficients:list, ?Variables:list, +Relation, ?Expression) is nondet.
%
% The sum of the variables, each times its coefficient, stands in Relation, such as `#=`, to Expression. From
% library(clpz), to be loaded: `:- use_module(library(clpz)).`
% ?- [X,Y] ins 0..9, sum([X,Y], #=, 3), X #> 2.
%    X = 3, Y = 0.

%! tuples_in(?Tuples:list, +Relation:list) is nondet.
%
% Each of Tuples, lists of variables, is one of the lists of integers in Relation. From library(clpz), to be loaded:
% `:- use_module(library(clpz)).`
% ?- tuples_in([[X,Y]], [[1,2],[1,3],[2,4]]), X = 2.
%    X = 2, Y = 4.

%! lex_chain(?Lists:list) is nondet.
%
% Lists of integers ascend lexicographically, or stay the same. From library(clpz), to be loaded:
% `:- use_module(library(clpz)).`
% ?- X in 0..3, lex_chain([[0,X],[0,1]]), label([X]).
%    X = 0
% ;  X = 1.

%! chain(+Relation, ?Variables:list) is nondet.
%
% Relation, `#=`, `#<`, `#=<`, `#>` or `#>=`, holds between each variable and the next one. From library(clpz), to be
% loaded: `:- use_module(library(clpz)).` SWI-Prolog has the arguments the other way round.
% ?- [X,Y,Z] ins 1..3, chain(#<, [X,Y,Z]).
%    X = 1, Y = 2, Z = 3.

%! element(?N, ?List, ?X) is nondet.
%
% X is the N-th of the integers in List, counted from 1. From library(clpz), to be loaded:
% `:- use_module(library(clpz)).`
% ?- element(N, [5,7], V), V #> 5.
%    N = 2, V = 7.

%! nvalue(?N, ?Variables:list) is nondet.
%
% The variables have N different values. From library(clpz), to be loaded: `:- use_module(library(clpz)).`
% ?- nvalue(N, [1,1,2]).
%    N = 2.

%! global_cardinality(?Variables:list, ?Pairs:list) is nondet.
%! global_cardinality(?Variables:list, ?Pairs:list, +Options:list) is nondet.
%
% Pairs Key-Count say how often each value occurs; there are no others. From library(clpz), to be loaded:
% `:- use_module(library(clpz)).`
% ?- global_cardinality([X,Y,Z], [1-2,3-1]), X = 3.
%    X = 3, Y = 1, Z = 1.

%! circuit(?Successors:list) is nondet.
%
% Successors, for each place the number of the next one, counted from 1, form one round trip through all places. From
% library(clpz), to be loaded: `:- use_module(library(clpz)).`
% ?- circuit([X,Y,Z]), X = 2.
%    X = 2, Y = 3, Z = 1.

%! cumulative(+Tasks:list) is nondet.
%! cumulative(+Tasks:list, +Options:list) is nondet.
%
% Tasks `task(Start, Duration, End, Need, Id)` need at no time more than 1 together, or L with the option `limit(L)`.
% From library(clpz), to be loaded: `:- use_module(library(clpz)).`

%! serialized(?Starts:list, ?Durations:list) is nondet.
%
% Tasks that start at Starts and take Durations do not overlap. From library(clpz), to be loaded:
% `:- use_module(library(clpz)).`
% ?- [X,Y] ins 0..2, serialized([X,Y], [2,2]), label([X,Y]).
%    X = 0, Y = 2
% ;  X = 2, Y = 0.

%! disjoint2(+Rectangles:list) is nondet.
%
% Rectangles, compound terms with the arguments X, Width, Y and Height, do not overlap. From library(clpz), to be
% loaded: `:- use_module(library(clpz)).`
% ?- X in 0..2, disjoint2([r(0,2,0,2), r(X,2,0,2)]).
%    X = 2.

%! automaton(?Variables:list, +Nodes:list, +Arcs:list) is nondet.
%
% The variables are a word that a finite automaton accepts, which has `source(Q)` and `sink(Q)` in Nodes and
% `arc(Q, X, R)` in Arcs. From library(clpz), to be loaded: `:- use_module(library(clpz)).`
% ?- automaton([X,Y], [source(a),sink(b)], [arc(a,0,a),arc(a,1,b)]).
%    X = 0, Y = 1.

%! #<==>(?P, ?Q) is nondet.
%! #==>(?P, ?Q) is nondet.
%! #<==(?P, ?Q) is nondet.
%! #\/(?P, ?Q) is nondet.
%! #/\(?P, ?Q) is nondet.
%! #\(?P, ?Q) is nondet.
%! #\(?P) is nondet.
%
% Equivalence, implication to the right and to the left, disjunction, conjunction, exclusive disjunction and negation of
% constraints, or of 0 and 1 for their truth. From library(clpz), to be loaded: `:- use_module(library(clpz)).`
% ?- B #<==> (X #> 3), X = 5.
%    B = 1, X = 5.
% ?- X in 0..5, X #= 1 #\/ X #= 3, label([X]).
%    X = 1
% ;  X = 3.

%! fd_dom(?Variable, -Domain) is det.
%! fd_inf(?Variable, -Least) is det.
%! fd_sup(?Variable, -Largest) is det.
%! fd_size(?Variable, -Size) is det.
%! fd_var(@Variable) is semidet.
%
% What is known of the domain of a variable: the domain itself, its least and its largest value (`inf` and `sup` if
% there is none), how many there are; and whether it has one and is unbound. From library(clpz), to be loaded:
% `:- use_module(library(clpz)).`
% ?- X in 1..5, X #> 2, fd_dom(X, D), fd_size(X, N).
%    D = 3..5, N = 3, X in 3..5.

%! zcompare(?Order, ?X, ?Y) is nondet.
%
% Order is `<`, `=` or `>` as the integers X and Y are, now or later. From library(clpz), to be loaded:
% `:- use_module(library(clpz)).`
% ?- zcompare(<, X, 3), X #> 1.
%    X = 2.

% --- Boolean constraints: to be loaded with `:- use_module(library(clpb)).` ---

%! sat(+Formula) is semidet.
%
% The Boolean Formula is true: of variables, 0 and 1, `~ P`, `P + Q` (or), `P * Q` (and), `P # Q` (either), `=:=`,
% `=\=`, `=<`, `>=`, `<`, `>`, `X^P` (P for some X), `card(Counts, Ps)`, `+(Ps)` and `*(Ps)` for lists. Throws a domain
% error for something else. From library(clpb), to be loaded: `:- use_module(library(clpb)).`
% ?- sat(X * Y).
%    X = 1, Y = 1.
% ?- sat(X * ~X).
%    false.

%! taut(+Formula, -Truth) is semidet.
%
% Truth is 1 if Formula is always true, 0 if it never is; fails if it is both. From library(clpb), to be loaded:
% `:- use_module(library(clpb)).`

%! sat_count(+Formula, -N:integer) is det.
%
% N is the number of values of its variables for which Formula is true. From library(clpb), to be loaded:
% `:- use_module(library(clpb)).`
% ?- sat_count(X + Y, N).
%    N = 3.

%! labeling(?Variables:list) is nondet.
%
% Gives Boolean variables values, 0 first, so that what was said by sat/1 is true. From library(clpb), to be loaded:
% `:- use_module(library(clpb)).`
% ?- sat(X + Y), labeling([X,Y]).
%    X = 0, Y = 1
% ;  X = 1, Y = 0
% ;  X = 1, Y = 1.

%! weighted_maximum(+Weights:list, ?Variables:list, -Maximum) is nondet.
%
% Gives Boolean variables values for which the sum of the Weights of those that are 1 is largest. From library(clpb), to
% be loaded: `:- use_module(library(clpb)).`
% ?- sat(X # Y), weighted_maximum([1,2], [X,Y], M).
%    X = 0, Y = 1, M = 2.

%! random_labeling(+Seed:integer, ?Variables:list) is det.
%
% One answer of sat/1 at random, each with the same chance. From library(clpb), to be loaded:
% `:- use_module(library(clpb)).`
