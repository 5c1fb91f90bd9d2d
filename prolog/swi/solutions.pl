/** Sequences of solutions, as in SWI-Prolog's library(solution_sequences).

```
?- limit(1, order_by([desc(X)], member(X, [2,3,1]))).
   X = 3.
```
*/

:- module(swi_solutions, [limit/2, offset/2, order_by/2, distinct/1, distinct/2, findnsols/4,
                          findnsols/5, group_by/4]).

:- use_module(library(error)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(swi_convert)).
:- use_module(library(swi_sort)).

:- dynamic(seen/1).
:- dynamic(kept/2).
:- dynamic(next/1).

%! limit(+Count, :Goal) is nondet.
%
% The first Count solutions of Goal.

:- meta_predicate(limit(?, 0)).

limit(Count, Goal) :-
    (   ( Count == inf ; Count == infinite ) -> call(Goal)
    ;   must_be(integer, Count),
        Count > 0,
        call_nth(Goal, N),
        (   N =:= Count -> !
        ;   true
        )
    ).

%! offset(+Count, :Goal) is nondet.
%
% The solutions of Goal after the first Count ones.

:- meta_predicate(offset(?, 0)).

offset(Count, Goal) :-
    must_be(not_less_than_zero, Count),
    call_nth(Goal, N),
    N > Count.

%! order_by(+Specs, :Goal) is nondet.
%
% The solutions of Goal, sorted by Specs: a list of `asc(Term)` and `desc(Term)`, the main one first.

:- meta_predicate(order_by(?, 0)).

order_by(Specs, Goal) :-
    must_be(list, Specs),
    term_variables(Goal, Vs),
    findall(Vs, Goal, Solutions0),
    reverse(Specs, Back),
    sorted(Back, Vs, Solutions0, Solutions),
    member(Vs, Solutions).

sorted([], _, Solutions, Solutions).
sorted([Spec|Specs], Vs, Solutions0, Solutions) :-
    direction(Spec, Key, Order),
    keyed(Solutions0, Key-Vs, Keyed0),
    sort(1, Order, Keyed0, Keyed),
    values(Keyed, Solutions1),
    sorted(Specs, Vs, Solutions1, Solutions).

direction(Spec, _, _) :- var(Spec), !, instantiation_error(order_by/2).
direction(asc(Key), Key, @=<) :- !.
direction(desc(Key), Key, @>=) :- !.
direction(Spec, _, _) :- domain_error(order_specifier, Spec, order_by/2).

keyed([], _, []).
keyed([S|Ss], Template, [K-S|Pairs]) :-
    copy_term(Template, K-S),
    keyed(Ss, Template, Pairs).

values([], []).
values([_-V|Pairs], [V|Vs]) :- values(Pairs, Vs).

%! distinct(:Goal) is nondet.
%
% The solutions of Goal, each one once.

:- meta_predicate(distinct(0)).

distinct(Goal) :- distinct(Goal, Goal).

%! distinct(?Witness, :Goal) is nondet.
%
% The solutions of Goal that differ in Witness, each as soon as it is found.

:- meta_predicate(distinct(?, 0)).

distinct(Witness, Goal) :-
    fresh(Id),
    setup_call_cleanup(true,
                       ( call(Goal), new(Id, Witness) ),
                       retractall(kept(Id, _))).

% An atom for each solution keeps the search for it short.
new(Id, Witness) :-
    copy_term(Witness, Copy),
    bare(Copy, Bare),
    numbered(Bare),
    term_chars(Id-Bare, true, Cs),
    atom_chars(Key, Cs),
    \+ seen(Key),
    assertz(seen(Key)).

bare(T, B) :- ( nonvar(T), T = _:T0 -> B = T0 ; B = T ).

numbered(T) :- term_variables(T, Vs), number_from(Vs, 0).

number_from([], _).
number_from(['$VAR'(N)|Vs], N) :- N1 is N + 1, number_from(Vs, N1).

fresh(Id) :-
    (   retract(next(Id)) -> true
    ;   Id = 0
    ),
    Next is Id + 1,
    assertz(next(Next)).

%! findnsols(+N, @Template, :Goal, -List) is nondet.
%
% List has N solutions of Goal, on backtracking the next N, at last what is left.

:- meta_predicate(findnsols(?, ?, 0, ?)).

findnsols(N, Template, Goal, List) :- findnsols(N, Template, Goal, List, []).

%! findnsols(+N, @Template, :Goal, -List, ?Tail) is nondet.
%
% Like findnsols/4; List ends in Tail.

:- meta_predicate(findnsols(?, ?, 0, ?, ?)).

findnsols(N, Template, Goal, List, Tail) :-
    must_be(not_less_than_zero, N),
    (   N =:= 0 -> List = Tail
    ;   % Between the lists nothing is bound.
        copy_term(Template-Goal, Copy-CopiedGoal),
        fresh(Id),
        setup_call_cleanup(true,
                           chunk(N, Copy, CopiedGoal, Id, List, Tail),
                           retractall(kept(Id, _)))
    ).

chunk(N, Template, Goal, Id, List, Tail) :-
    (   setup_call_cleanup(true, call_nth(Goal, I), Last = true),
        assertz(kept(Id, Template)),
        Last \== true,
        I mod N =:= 0
    ;   true
    ),
    findall(T, retract(kept(Id, T)), Found),
    append(Found, Tail, List).

%! group_by(+By, ?Template, :Goal, -Bag) is nondet.
%
% Bag are the Templates of the solutions of Goal for each By.

:- meta_predicate(group_by(?, ?, 0, ?)).

group_by(By, Template, Goal, Bag) :-
    findall(By-Template, Goal, Pairs),
    bagof(T, member(By-T, Pairs), Bag).

?- limit(2, member(X, [a,b,c])).
   X = a
;  X = b.

?- offset(1, member(X, [a,b,c])).
   X = b
;  X = c.

?- findall(X-Y, order_by([desc(X),asc(Y)], member(X-Y, [1-b,2-c,1-a])), L).
   L = [2-c,1-a,1-b].

?- findall(X, distinct(X, member(X, [1,2,1])), L).
   L = [1,2].

?- findnsols(2, X, member(X, [1,2,3]), L).
   L = [1,2]
;  L = [3].

?- findnsols(2, X, member(X, [1,2]), L, T).
   L = [1,2|T].
