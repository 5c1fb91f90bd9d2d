/** One clause, from what was written to what waits for the other clauses of its predicate.

What goals mean is seen to (`swi_syntax`), what a sandbox does not permit is refused, and goals are expanded (`asserted`, since the
clauses of dynamic predicates stay as they were written). Clauses wait in the load until a directive has to run or the file ends,
and are then compiled predicate by predicate (`steps`), so that clauses that are not together are not lost.
*/

:- module(load_clauses, [is_fact/1, fact/3, clause/3, clause_of_ours/3, ready_clause/3]).

:- use_module(library(error), [must_be/2]).
:- use_module(library(load_state)).
:- use_module(library(cl_steps)).
:- use_module(library(cl_asserted), []).

%!  is_fact(@Term) is semidet.
%
%   Term is a clause that means itself, unless an expansion of the program wants it. Files with nothing but facts are long.

is_fact(Term) :-
    callable(Term),
    functor(Term, Name, Arity),
    \+ no_fact(Name, Arity).

no_fact(:-, 1). no_fact(:-, 2). no_fact(?-, 1). no_fact(-->, 2). no_fact(=>, 2). no_fact(:, 2). no_fact('.', 2).
no_fact(Name, Arity) :- directive(Name, Arity).
no_fact([], 0). no_fact('$string', 1). no_fact(end_of_file, 0). no_fact(term_expansion, 2). no_fact(goal_expansion, 2).

% directive(?Name, ?Arity): what is built in and says something of a program. Who writes it as a fact has forgotten `:-`.
directive(use_module, 1). directive(use_module, 2). directive(ensure_loaded, 1). directive(consult, 1).
directive((dynamic), 1). directive((discontiguous), 1). directive((multifile), 1). directive(set_prolog_flag, 2).

%!  fact(+Fact, +Load0, -Load) is det.
%
%   Fact, of which is_fact/1 is true, waits.

fact(Fact, Load0, Load) :-
    load_module(Load0, M),
    functor(Fact, Name, Arity),
    waits(k(M,Name,Arity), Fact, Load0, Load).

%!  clause(+Clause, +Load0, -Load) is det.
%
%   Clause waits, unless it is a hook's, or an expansion, which holds from now on.

clause(Clause0, Load, Load) :-
    callable(Clause0),
    functor(Clause0, Name, Arity),
    directive(Name, Arity),
    '$foreign_call'(is_iso, [], 0),
    !,
    cl_engine:put_text(note_text, Name/Arity, []),
    '$foreign_call'(note_no_directive, [-1], _).
clause(Clause0, Load0, Load) :-
    load_module(Load0, Module),
    expansion(Clause0, Module, M, Clause1),
    !,
    cl_engine:permitted_clause(Clause1, M, Clause),
    flush(Load0, Load1),
    cl_engine:provided(cl_expansions),
    cl_expansions:said(M, Clause),
    made_eager(Load1, Load).
clause(Clause0, Load0, Load) :-
    load_module(Load0, Module),
    goals_expanded(Clause0, Module, Clause1),
    meant(Clause1, Module, Clause2),
    cl_engine:permitted_clause(Clause2, Module, Clause3),
    (   load_hooks:load_rule(Clause3, Module) -> Load = Load0
    ;   expanded_goals(Clause3, Module, Clause),
        add(Clause, Load0, Load)
    ).

%!  clause_of_ours(+Clause, +Load0, -Load) is det.
%
%   The same for a clause that a hook has made; the program has to be permitted its body only.

clause_of_ours(Clause0, Load0, Load) :-
    load_module(Load0, Module),
    ready_clause(Clause0, Module, Clause),
    ( Clause = (Head :- _) -> true ; Head = Clause ),
    functor(Head, Name, Arity),
    '$foreign_call'(predicate_declare, [Module,Name,Arity], _),
    add(Clause, Load0, Load).

%!  ready_clause(+Clause0, +Module, -Clause) is det.
%
%   Clause is what is compiled for a clause of ours in Module.

ready_clause(Clause0, Module, Clause) :-
    meant(Clause0, Module, Clause1),
    cl_engine:permitted_body(Clause1, Module, Clause2),
    expanded_goals(Clause2, Module, Clause).

% meant(+Clause0, +Module, -Clause): what it means in SWI-Prolog. The clauses of a dynamic predicate stay as they are, since clause/2
% shows them.
meant(Clause0, Module, Clause) :-
    ( Clause0 = (Head :- _) -> true ; Head = Clause0 ),
    whose(Head, Module, M, Name, Arity),
    (   '$foreign_call'(text_is_swi, [], 1),
        \+ '$dynamic_property'(M, Name, Arity) ->
        cl_engine:provide_swi,
        swi_syntax:expand_clause(Clause0, Clause)
    ;   Clause = Clause0
    ).

% expanded_goals(+Clause0, +Module, -Clause): expands the goals of the body. What was written stays with a dynamic clause.
expanded_goals(Clause0, Module, Clause) :-
    (   Clause0 = (Head0 :- Body0) ->
        qualified(Head0, Module, M, Head),
        functor(Head, Name, Arity),
        (   '$dynamic_property'(M, Name, Arity) -> cl_asserted:stored(Module, Head, Body0, Body)
        ;   cl_engine:called_in(Module, Body0, Body1),
            constructs(Module, Body1, Body2),
            cl_asserted:expanded(Body2, Module, Head, Body)
        ),
        Clause = (Head0 :- Body)
    ;   Clause = Clause0
    ).

constructs(Module, Body0, Body) :-
    (   '$predicate_defined'(cl_constructs, compiled, 3) -> true
    ;   cl_engine:provided(cl_constructs)
    ),
    cl_constructs:compiled(Module, Body0, Body).

% expansion(+Clause0, +Module, -M, -Clause): it is one of M's that say what terms or goals become. Its body is one of Module.
expansion(Clause0, Module, M, Clause) :-
    nonvar(Clause0),
    ( Clause0 = (Head0 :- Body) -> true ; Head0 = Clause0 ),
    qualified(Head0, Module, M, Head),
    nonvar(Head),
    ( Head = term_expansion(_, _) ; Head = goal_expansion(_, _) ),
    !,
    (   var(Body) -> Clause = Head
    ;   M == Module -> Clause = (Head :- Body)
    ;   Clause = (Head :- Module:Body)
    ).

% goals_expanded(+Clause0, +Module, -Clause): as the program says.
goals_expanded(Clause0, Module, Clause) :-
    (   load_hooks:expansions_said, ( Clause0 = (_ :- Body0) ; Clause0 = =>(_, Body0) ) ->
        cl_expansions:goals(Module, Body0, Body),
        Clause0 =.. [Neck,Head,_],
        Clause =.. [Neck,Head,Body]
    ;   Clause = Clause0
    ).

add(Clause, Load0, Load) :-
    load_module(Load0, Module),
    ( Clause = (Head :- _) -> true ; Head = Clause ),
    whose(Head, Module, M, Name, Arity),
    (   M \== Module,
        M \== user,
        '$foreign_call'(module_is_ours, [M], 1) ->
        throw(error(permission_error(modify, static_procedure, Name/Arity), clause/1))
    ;   true
    ),
    (   '$foreign_call'(predicate_is_given, [M,Name,Arity], 1) ->
        '$foreign_call'(note_given, [M,Name,Arity], _),
        Load = Load0
    ;   waits(k(M,Name,Arity), Clause, Load0, Load)
    ).

waits(Key, Clause, Load0, Load) :-
    Key = k(M,Name,Arity),
    '$foreign_call'(clause_head, [M,Name,Arity], Index),
    with_clause(Key, Index, Clause, Load0, Load1),
    (   load_eager(Load1) -> flush(Load1, Load)
    ;   Load = Load1
    ).

% whose(+Head, +Module, -M, -Name, -Arity): a clause with this head, in Module, is one of the predicate M:Name/Arity.
whose(Head0, Module, M, Name, Arity) :-
    qualified(Head0, Module, M, Head),
    (   var(Head) -> throw(error(instantiation_error, clause/1))
    ;   string_terms:is_callable(Head) -> functor(Head, Name, Arity)
    ;   throw(error(type_error(callable, Head), clause/1))
    ).

qualified(Head0, Module, M, Head) :-
    (   nonvar(Head0), Head0 = M0:Head1 ->
        must_be(atom, M0),
        qualified(Head1, M0, M, Head)
    ;   M = Module,
        Head = Head0
    ).
