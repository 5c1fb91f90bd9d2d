/** The user's program as data: what the tracer and the explanation of failures see of it.

Clauses of consulted predicates are read again from the text of their files, and kept until the next goal is
taken apart; those of dynamic predicates come from the database. Tabled predicates are not taken apart:
their clauses are not run as they stand.
*/

:- module(cl_program, [read_again/0, program_predicate/1, bottom_up/1, program_clauses/2, clause_count/2, first_head/2,
                    clause_names/4, run/1, added/3, callable_body/1, plain_goal/2, user_goal/2,
                    conjuncts/2, conjunction/2]).

:- use_module(library(lists)).
:- use_module(library(cl_clauses)).
:- use_module(library(cl_asserted), []).
:- use_module(library(cl_declarations), []).

% known(Name, Arity): its clauses are here, as source(Head, Body, Place).
:- dynamic(known/2).
:- dynamic(source/3).

%! read_again is det.
%
% Forgets the clauses that have been read: their files may have changed.

read_again :-
    retractall(known(_, _)),
    retractall(source(_, _, _)).

%! program_predicate(+Goal) is semidet.
%
% True iff the predicate of Goal has clauses that can be interpreted.

program_predicate(Goal) :-
    callable(Goal),
    functor(Goal, Name, Arity),
    (   cl_clauses:consulted(Name, Arity) -> true
    ;   predicate_property(user:Goal, dynamic)
    ),
    \+ tabled(Goal).

%! bottom_up(+Goal) is semidet.
%
% True iff the predicate of Goal is Datalog: from top down its clauses may loop.

bottom_up(Goal) :-
    functor(Goal, Name, Arity),
    cl_declarations:datalog_predicate(user, Name, Arity, _),
    !.

tabled(Goal) :- catch(table_wrapper:tabled(Goal, _), error(existence_error(_, _), _), false), !.

%! program_clauses(+Goal, -Clauses:list) is det.
%
% Clauses are the terms `clause(Head,Body,Place)` of the clauses whose heads unify with Goal, in order;
% Place is `File:Line` or `dynamic`.

% Only what tells clauses apart is taken from the first argument: to copy whole arguments at each call
% would make a recursion over a list quadratic.
program_clauses(Goal, Clauses) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    outline(Goal, Head),
    findall(clause(Head,Body,Place), ( program_clause(Head, Body, Place), \+ Goal \= Head ), Clauses).

outline(Goal, Head) :-
    (   compound(Goal), arg(1, Goal, A), nonvar(A) ->
        functor(A, F, N),
        functor(B, F, N),
        arg(1, Head, B)
    ;   true
    ).

program_clause(Head, Body, Place) :-
    (   predicate_property(user:Head, dynamic) ->
        % clause/2 looks into `user`.
        clause(Head, Stored),
        cl_asserted:written(Stored, Body),
        Place = (dynamic)
    ;   functor(Head, Name, Arity),
        (   known(Name, Arity) -> true
        ;   read_clauses(Name, Arity)
        ),
        source(Head, Body, Place)
    ).

read_clauses(Name, Arity) :-
    functor(Head, Name, Arity),
    (   cl_clauses:source_clause(user:Head, Body, Place),
        assertz(source(Head, Body, Place)),
        false
    ;   assertz(known(Name, Arity))
    ).

%! clause_count(+Goal, -N:integer) is det.
%
% N is the number of clauses of the predicate of Goal.

clause_count(Goal, N) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    findall(x, program_clause(Head, _, _), Xs),
    length(Xs, N).

%! first_head(+Goal, -Head) is nondet.
%
% Head is the head of a clause of the predicate of Goal, whether it unifies with Goal or not.

first_head(Goal, Head) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    program_clause(Head, _, _).

%! clause_names(+Head, +Body, +Place, -VariableNames:list) is det.
%
% VariableNames are the names that the variables of a clause have in its file, as `Name=Variable`; where they are not
% known, letters.

clause_names(Head, Body, Place, VNs) :-
    (   Place = _:_,
        functor(Head, Name, Arity),
        cl_clauses:source_term(user:Name/Arity, Term0, VNs0, Place),
        (   Term0 = (_ --> _) -> loader:expand_term(Term0, Term)
        ;   Term = Term0
        ),
        ( Term = (Head0 :- Body0) -> true ; Term = Head0, Body0 = true ),
        subsumes_term(Head0-Body0, Head-Body) ->
        Head0-Body0 = Head-Body,
        VNs = VNs0
    ;   term_variables(Head-Body, Vs),
        letters(Vs, 0'A, VNs)
    ).

letters([], _, []).
letters([V|Vs], Code, VNs) :-
    (   Code =< 0'Z ->
        char_code(Name, Code),
        Code1 is Code + 1,
        VNs = [Name=V|VNs1],
        letters(Vs, Code1, VNs1)
    ;   VNs = []
    ).

%! run(:Goal) is nondet.
%
% Calls Goal in `user` as the loader would have compiled it: with what SWI mode and the sandbox make of it.

run(Goal0) :-
    cl_engine:meant(Goal0, Goal),
    cl_engine:ready(Goal, Ready),
    call(user:Ready).

%! added(+Closure, +Arguments:list, -Goal) is semidet.
%
% Goal is Closure with more arguments; fails if Closure is not callable.

added(Closure, As, Goal) :-
    callable(Closure),
    (   Closure = M:Closure1 ->
        added(Closure1, As, Goal1),
        Goal = M:Goal1
    ;   Closure =.. [F|As0],
        append(As0, As, As1),
        Goal =.. [F|As1]
    ).

%! callable_body(+Goal) is semidet.
%
% True iff Goal can be a body: what is in place of a goal is callable or unbound.

callable_body(G) :- var(G), !.
callable_body((A,B)) :- !, callable_body(A), callable_body(B).
callable_body((A;B)) :- !, callable_body(A), callable_body(B).
callable_body((A->B)) :- !, callable_body(A), callable_body(B).
callable_body(*->(A, B)) :- !, callable_body(A), callable_body(B).
callable_body(G) :- callable(G).

%! plain_goal(+Goal0, -Goal) is det.
%
% Goal is Goal0 without the module qualification `user`.

plain_goal(G0, G) :-
    (   nonvar(G0), G0 = M:G1, M == user -> plain_goal(G1, G)
    ;   G = G0
    ).

%! user_goal(+Goal0, -Goal) is det.
%
% The same of a goal that a user gives: raises a type error if it is none.

user_goal(G0, G) :-
    plain_goal(G0, G),
    (   ( var(G) ; callable(G) ) -> true
    ;   throw(error(type_error(callable, G), _))
    ).

%! conjuncts(+Goal, -Goals:list) is det.
%
% Goals are the goals of the conjunction Goal, without `true`.

conjuncts(G, Gs) :- conjuncts(G, Gs, []).

conjuncts(G, [G|Gs], Gs) :- var(G), !.
conjuncts((A,B), Gs0, Gs) :- !, conjuncts(A, Gs0, Gs1), conjuncts(B, Gs1, Gs).
conjuncts(true, Gs, Gs) :- !.
conjuncts(G, [G|Gs], Gs).

%! conjunction(+Goals:list, -Goal) is det.
%
% Goal is the conjunction of Goals.

conjunction([], true).
conjunction([G|Gs], Goal) :-
    (   Gs == [] -> Goal = G
    ;   Goal = (G,Goal1),
        conjunction(Gs, Goal1)
    ).
