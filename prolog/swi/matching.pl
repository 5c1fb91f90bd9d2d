/** Rules with `=>`: the head is matched with the call, and nothing in the call is bound before the guard holds
(single-sided unification).

`Head, Guard => Body` becomes a clause whose head has variables where Head has anything else, with the tests that this
is the first to match, the guard, a cut and Body. After the last rule of a predicate the loader (`../steps.pl`) puts a
clause that throws, as SWI-Prolog does where no rule matches.

```
?- swi_matching:rule(p(f(X), X, a), Head, Match).
   Head = p(_A,_B,_C), Match = (nonvar(_A),_A=f(X),_B==X,_C==a).
```
*/

:- module(swi_matching, [rule/3, rules/0, no_rule/1]).

:- use_module(library(lists)).

%! rule(+Pattern, -Head, -Match) is det.
%
% A call matches Pattern iff it unifies with Head and the goal Match is true then.

rule(Pattern, Head, Match) :-
    Pattern =.. [Name|Ps],
    matches(Ps, [], _, As, Goals, []),
    Head =.. [Name|As],
    conjunction(Goals, Match).

% matches(+Patterns, +Seen0, -Seen, -Arguments, -Goals, -Rest): Seen are the variables that have been met in the pattern.
matches([], Seen, Seen, [], Gs, Gs).
matches([P|Ps], Seen0, Seen, [A|As], Gs0, Gs) :-
    matches_one(P, Seen0, Seen1, A, Gs0, Gs1),
    matches(Ps, Seen1, Seen, As, Gs1, Gs).

matches_one(P, Seen0, Seen, A, Gs0, Gs) :-
    (   var(P), \+ ( member(V, Seen0), V == P ) -> A = P, Seen = [P|Seen0], Gs0 = Gs
    ;   ( var(P) ; atomic(P) ; P = '$string'(_) ) -> Seen = Seen0, Gs0 = [A == P|Gs]
    ;   P =.. [Name|Ps],
        Gs0 = [nonvar(A), A = T|Gs1],
        matches(Ps, Seen0, Seen, As, Gs1, Gs),
        T =.. [Name|As]
    ).

conjunction([], true).
conjunction([G|Gs], Goal) :-
    (   Gs = [] -> Goal = G
    ;   Goal = (G,Goal1),
        conjunction(Gs, Goal1)
    ).

%! rules is det.
%
% Stands first in the body of what was a rule with `=>`, for the loader to see.

rules.

%! no_rule(+Goal) is erroneous.
%
% No rule with `=>` matches Goal.

no_rule(Goal) :- throw(error(existence_error(matching_rule, Goal), _)).

?- swi_matching:rule(p(f(X), X, a), Head, Match).
   Head = p(_A,_B,_C), Match = (nonvar(_A),_A=f(X),_B==X,_C==a).

?- swi_matching:rule(p(X, g(Y, Y)), Head, Match).
   Head = p(X,_A), Match = (nonvar(_A),_A=g(Y,_B),_B==Y).

?- swi_matching:no_rule(p(1)).
   error(existence_error(matching_rule,p(1)),A).
