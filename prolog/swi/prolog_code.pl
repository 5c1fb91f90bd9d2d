/** Goals and predicate indicators as data, as in SWI-Prolog's library(prolog_code).

```
?- mkconj(a, (b,c), C), comma_list(C, Goals).
   C = (a,b,c), Goals = [a,b,c].
```
*/

:- module(swi_prolog_code, [comma_list/2, semicolon_list/2, mkconj/3, mkdisj/3, pi_head/2, head_name_arity/3,
                            most_general_goal/2, extend_goal/3, is_control_goal/1, is_predicate_indicator/1]).

:- use_module(library(error)).
:- use_module(library(lists), [append/3]).

%! comma_list(?Conjunction, ?Goals:list) is det.
%! semicolon_list(?Disjunction, ?Goals:list) is det.
%
% Goals are those of a conjunction, or of a disjunction, whatever brackets they stand in.

comma_list(Conjunction, Goals) :- joined_by(',', Conjunction, Goals).

semicolon_list(Disjunction, Goals) :- joined_by(;, Disjunction, Goals).

joined_by(F, Term, Goals) :-
    (   nonvar(Term) -> parts(Term, F, Goals, [])
    ;   must_be(list, Goals),
        Goals = [G|Gs],
        joined(Gs, G, F, Term)
    ).

parts(Term, F, Goals0, Goals) :-
    (   nonvar(Term), Term =.. [F,A,B] ->
        parts(A, F, Goals0, Goals1),
        parts(B, F, Goals1, Goals)
    ;   Goals0 = [Term|Goals]
    ).

joined([], G, _, G).
joined([G1|Gs], G, F, Term) :-
    Term =.. [F,G,Rest],
    joined(Gs, G1, F, Rest).

%! mkconj(@Goal1, @Goal2, -Conjunction) is det.
%! mkdisj(@Goal1, @Goal2, -Disjunction) is det.
%
% The goals joined, without `true` in a conjunction, or `false` in a disjunction.

mkconj(A, B, C) :-
    (   A == true -> C = B
    ;   B == true -> C = A
    ;   C = (A,B)
    ).

mkdisj(A, B, C) :-
    (   ( A == false ; A == fail ) -> C = B
    ;   ( B == false ; B == fail ) -> C = A
    ;   C = (A;B)
    ).

%! pi_head(?Indicator, ?Head) is det.
%
% Indicator is that of the predicate of Head, with its module if it has one.

pi_head(Indicator, Head) :-
    (   nonvar(Head) ->
        (   Head = M:Head1 -> Indicator = M:Indicator1, pi_head(Indicator1, Head1)
        ;   functor(Head, Name, Arity), Indicator = Name/Arity
        )
    ;   nonvar(Indicator) ->
        (   Indicator = M:Indicator1 -> Head = M:Head1, pi_head(Indicator1, Head1)
        ;   Indicator = Name/Arity -> functor(Head, Name, Arity)
        ;   Indicator = Name//Arity0 -> Arity is Arity0 + 2, functor(Head, Name, Arity)
        ;   type_error(predicate_indicator, Indicator, pi_head/2)
        )
    ;   instantiation_error(pi_head/2)
    ).

%! head_name_arity(?Head, ?Name, ?Arity) is det.
%
% functor/3 for heads and goals.

head_name_arity(Head, Name, Arity) :- functor(Head, Name, Arity).

%! most_general_goal(+Goal, -General) is det.
%
% General is a goal of the same predicate with variables as arguments.

most_general_goal(Goal, General) :-
    (   var(Goal) -> General = Goal
    ;   Goal = M:Goal1 -> General = M:General1, most_general_goal(Goal1, General1)
    ;   functor(Goal, Name, Arity),
        functor(General, Name, Arity)
    ).

%! extend_goal(+Goal, +Arguments:list, -Extended) is det.
%
% Extended is Goal with Arguments after those that it has.

extend_goal(Goal, Arguments, Extended) :-
    (   Arguments == [] -> Extended = Goal
    ;   nonvar(Goal), Goal = M:Goal1 -> Extended = M:Extended1, extend_goal(Goal1, Arguments, Extended1)
    ;   Goal =.. List0,
        append(List0, Arguments, List),
        Extended =.. List
    ).

%! is_control_goal(@Goal) is semidet.
%
% Goal is put together from other goals by what clause bodies have for that.

is_control_goal(Goal) :- callable(Goal), functor(Goal, Name, Arity), control(Name, Arity).

control(!, 0).
control(',', 2).
control(;, 2).
control((->), 2).
control((*->), 2).
control(\+, 1).

%! is_predicate_indicator(@Term) is semidet.
%
% Term is Name/Arity or Name//Arity, perhaps after Module.

is_predicate_indicator(Term) :-
    nonvar(Term),
    (   Term = M:Term1 -> atom(M), is_predicate_indicator(Term1)
    ;   ( Term = Name/Arity ; Term = Name//Arity ) -> atom(Name), integer(Arity), Arity >= 0
    ).
