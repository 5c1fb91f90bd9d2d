/** Counting, sums and extremes of solutions, as in SWI-Prolog's library(aggregate).

```
?- aggregate_all(max(X, Y), member(X-Y, [1-a,3-b,2-c]), M).
   M = max(3,b).
```

A template is `count`, `count(T)`, `sum(E)`, `max(E)`, `min(E)`, `max(E, Witness)`, `min(E, Witness)`,
`bag(T)`, `set(T)`, or a compound term of such templates.
*/

:- module(swi_aggregate, [aggregate_all/3, aggregate_all/4, aggregate/3, aggregate/4, foreach/2]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(swi_arith)).

%! aggregate_all(+Template, :Goal, -Result) is semidet.
%
% Result is what Template makes of all solutions of Goal. Fails for extremes of no solutions.

:- meta_predicate(aggregate_all(?, 0, ?)).

aggregate_all(Template, Goal, Result) :-
    wanted(Template, Wanted, aggregate_all/3),
    findall(Wanted, Goal, Found),
    result(Template, Found, Result0),
    Result = Result0.

% wanted(+Template, -Wanted, +PI): what has to be kept of each solution.
wanted(Template, _, PI) :- var(Template), !, instantiation_error(PI).
wanted(Template, Wanted, PI) :-
    (   wanted_(Template, Wanted0) -> Wanted = Wanted0
    ;   compound(Template) ->
        Template =.. [_|Templates],
        each_wanted(Templates, Wanted, PI)
    ;   domain_error(aggregate_template, Template, PI)
    ).

wanted_(count, x).
wanted_(count(_), x).
wanted_(sum(E), E).
wanted_(max(E), E).
wanted_(min(E), E).
wanted_(max(E, W), E-W).
wanted_(min(E, W), E-W).
wanted_(bag(T), T).
wanted_(set(T), T).

each_wanted([], [], _).
each_wanted([T|Ts], [W|Ws], PI) :-
    wanted(T, W, PI),
    each_wanted(Ts, Ws, PI).

% result(+Template, +Found, -Result)
result(Template, Found, Result) :-
    (   wanted_(Template, _) -> result_(Template, Found, Result)
    ;   Template =.. [F|Templates],
        columns(Templates, Found, Results),
        Result =.. [F|Results]
    ).

columns([], _, []).
columns([T|Ts], Found0, [R|Rs]) :-
    heads_tails(Found0, Heads, Tails),
    result(T, Heads, R),
    columns(Ts, Tails, Rs).

heads_tails([], [], []).
heads_tails([[X|Xs]|Rows], [X|Heads], [Xs|Tails]) :- heads_tails(Rows, Heads, Tails).

result_(count, Found, N) :- length(Found, N).
result_(count(_), Found, N) :- length(Found, N).
result_(sum(_), Found, Sum) :- sum(Found, 0, Sum).
result_(max(_), [E|Es], Max) :- evaluate(E, V), max(Es, V, Max).
result_(min(_), [E|Es], Min) :- evaluate(E, V), min(Es, V, Min).
result_(max(_, _), [E-W|Es], max(V, Witness)) :- evaluate(E, V0), max(Es, V0, W, V, Witness).
result_(min(_, _), [E-W|Es], min(V, Witness)) :- evaluate(E, V0), min(Es, V0, W, V, Witness).
result_(bag(_), Found, Found).
result_(set(_), Found, Set) :- sort(Found, Set).

sum([], Sum, Sum).
sum([E|Es], Sum0, Sum) :- evaluate(E, V), Sum1 is Sum0 + V, sum(Es, Sum1, Sum).

max([], Max, Max).
max([E|Es], Max0, Max) :- evaluate(E, V), Max1 is max(Max0, V), max(Es, Max1, Max).

min([], Min, Min).
min([E|Es], Min0, Min) :- evaluate(E, V), Min1 is min(Min0, V), min(Es, Min1, Min).

% The first witness of the extreme counts.
max([], V, W, V, W).
max([E-W1|Es], V0, W0, V, W) :-
    evaluate(E, V1),
    (   V1 > V0 -> max(Es, V1, W1, V, W)
    ;   max(Es, V0, W0, V, W)
    ).

min([], V, W, V, W).
min([E-W1|Es], V0, W0, V, W) :-
    evaluate(E, V1),
    (   V1 < V0 -> min(Es, V1, W1, V, W)
    ;   min(Es, V0, W0, V, W)
    ).

%! aggregate_all(+Template, +Discriminator, :Goal, -Result) is semidet.
%
% Like aggregate_all/3; solutions with the same Discriminator count once.

:- meta_predicate(aggregate_all(?, ?, 0, ?)).

aggregate_all(Template, Discriminator, Goal, Result) :-
    wanted(Template, Wanted, aggregate_all/4),
    findall(Discriminator-Wanted, Goal, Found0),
    sort(Found0, Found1),
    values(Found1, Found),
    result(Template, Found, Result0),
    Result = Result0.

values([], []).
values([_-W|Pairs], [W|Ws]) :- values(Pairs, Ws).

%! aggregate(+Template, :Goal, -Result) is nondet.
%
% Like aggregate_all/3, with the free variables of Goal as in bagof/3: one result for each binding of
% them, none if Goal has no solution.

:- meta_predicate(aggregate(?, :, ?)).

aggregate(Template, Goal0, Result) :-
    wanted(Template, Wanted, aggregate/3),
    qualified(Goal0, Goal),
    bagof(Wanted, Goal, Found),
    result(Template, Found, Result).

%! aggregate(+Template, +Discriminator, :Goal, -Result) is nondet.
%
% Like aggregate/3; solutions with the same Discriminator count once.

:- meta_predicate(aggregate(?, ?, :, ?)).

aggregate(Template, Discriminator, Goal0, Result) :-
    wanted(Template, Wanted, aggregate/4),
    qualified(Goal0, Goal),
    setof(Discriminator-Wanted, Goal, Found0),
    values(Found0, Found),
    result(Template, Found, Result).

% Prefixes Variable^ belong before the module. A goal of `user` that was a variable when the call was compiled has none.
qualified(G0, G) :-
    ( nonvar(G0), G0 = M:G1 -> true ; M = user, G1 = G0 ),
    (   nonvar(G1), G1 = V^G2 -> G = V^G3, qualified(M:G2, G3)
    ;   G = M:G1
    ).

%! foreach(:Generator, :Goal) is semidet.
%
% Goal holds, in one conjunction, for each solution of Generator.

:- meta_predicate(foreach(0, 0)).

foreach(Generator, Goal) :-
    term_variables(Generator, GVs),
    term_variables(Goal, Vs),
    shared(Vs, GVs, Shared, Free),
    findall(Shared, Generator, Bindings),
    each(Bindings, Shared, Free, Goal).

shared([], _, [], []).
shared([V|Vs], GVs, Shared, Free) :-
    (   member(W, GVs), W == V -> Shared = [V|Shared1], Free = Free1
    ;   Shared = Shared1,
        Free = [V|Free1]
    ),
    shared(Vs, GVs, Shared1, Free1).

each([], _, _, _).
each([Values|Bindings], Shared, Free, Goal) :-
    copy_term(Shared/Free/Goal, Values/Free/Copy),
    call(Copy),
    each(Bindings, Shared, Free, Goal).

?- aggregate_all(count, member(_, [a,b]), N).
   N = 2.

?- aggregate_all(max(X), member(X, []), M).
   false.

?- aggregate_all(r(count, sum(X)), member(X, [1,2]), R).
   R = r(2,3).

?- aggregate(count, X^member(K-X, [a-1,b-2,a-3]), N).
   K = a, N = 2
;  K = b, N = 1.

?- aggregate_all(most, member(_, [a]), _).
   error(domain_error(aggregate_template,most),aggregate_all/3).

?- foreach(member(X, [1,2]), member(X, [1,2,3])).
   true
;  false.

?- Goal = member(X, [1,2]), aggregate(sum(X), Goal, Sum).
   Goal = member(X,[1,2]), Sum = 3.
