/** The loading of Chesslog's own modules.

Scryer reads and compiles a clause in a twentieth of the time that its loader spends on it otherwise: on expansions
that programs may define, on warnings, on what recovers from errors. Our own modules need none of that. The host cuts a
module into clauses and leaves out quads; here each is read, the goals that predicates take as arguments get the name of
the module, and the clause is compiled.

The host declares the functions that '$foreign_call'/3 calls, in a directive that it adds to this module.

A module of ours may have the directives module/2, use_module/1,2, dynamic/1 for one predicate, meta_predicate/1,
initialization/1 for a goal that runs where it stands, and forward/2.
*/

:- module(cl_modules, [provide/1, provided/1, text/1, program_declares/2, clause_table/1]).

:- use_module(library(iso_ext)).
:- use_module(library(lists)).

% Compiled in clause bodies only.
declare_functions(Functions) :- '$load_foreign_lib'("", Functions).

%!  provide(+Module) is semidet.
%
%   Loads one of Chesslog's own modules unless it is there; fails if there is none of that name.

provide(Module) :-
    '$foreign_call'(module_state, [Module], State),
    (   State = "ours" -> bring(Module)
    ;   State = "loaded"
    ).

%!  provided(-Module) is nondet.
%
%   True iff Module is one of Chesslog's own that is loaded.

provided(Module) :- provided(0, Module).

provided(I, Module) :-
    '$foreign_call'(module_name, [I], Cs),
    Cs = [_|_],
    (   atom_chars(Module, Cs)
    ;   I1 is I + 1,
        provided(I1, Module)
    ).

% A goal with a limit of inferences may be the first that needs the module. What is broken off leaves nothing behind, and
% catch/3 would not hear of it.
bring(Module) :-
    current_prolog_flag(double_quotes, Quotes),
    (   '$foreign_call'(module_is_loaded, [cl_scopes], 1), cl_scopes:apart(Outer) -> cl_scopes:plain
    ;   Outer = none
    ),
    setup_call_cleanup(true, compile(Module), finish(Module, Quotes, Outer)).

finish(Module, Quotes, Outer) :-
    (   '$foreign_call'(module_close, [Module], 1) -> '$pop_load_context'
    ;   true
    ),
    (   Outer == none -> true
    ;   cl_scopes:leave(Outer, Module, user, [])
    ),
    set_prolog_flag(double_quotes, Quotes),
    operators(Module).

% operator(Module, Priority, Type, Name): Module exports it. It holds when the module is there, for all.
:- dynamic(operator/4).

operators(Module) :-
    (   retract(operator(Module, P, T, N)),
        op(P, T, N),
        false
    ;   true
    ).

compile(Module) :-
    set_prolog_flag(double_quotes, chars),
    current_input(Stream),
    '$push_load_context'(Stream, Module),
    '$foreign_call'(module_open, [Module], _),
    '$push_load_state_payload'(Load),
    '$add_in_situ_filename_module'(Load),
    (   clauses(Module, Load), false
    ;   true
    ),
    '$conclude_load'(Load),
    '$foreign_call'(module_is_whole, [], _).

% Failure gives back the memory of each clause.
clauses(Module, Load) :-
    endless,
    '$foreign_call'(module_clause, [], Text),
    (   Text = [_|_] ->
        '$read_term_from_chars'(Text, Term, _, _, _),
        (   clause_in(Term, Module, Load) -> false
        ;   throw(error(system_error(Term), Module))
        )
    ;   !
    ).

endless.
endless :- endless.

clause_in((:- Directive), Module, Load) :-
    !,
    '$flush_term_queue'(Load),
    directive(Directive, Module, Load).
clause_in((Head --> Body), Module, Load) :-
    !,
    dcgs:dcg_rule((Head --> Body), Clause),
    clause_in(Clause, Module, Load).
clause_in((Head :- Body0), Module, Load) :-
    !,
    qualified_variables(Head, Module, Vars),
    body(Body0, Module, Vars, Body1),
    cured(Module, Head, Body1, Body),
    '$clause_to_evacuable'((Head :- Body), Load).
clause_in(Head, _, Load) :-
    '$clause_to_evacuable'(Head, Load).

% The modules of the start, and `miscompiled`, are written so that nothing in them has to be cured.
cured(Module, Head, Body0, Body) :-
    (   '$foreign_call'(module_is_plain, [Module], 1) -> Body = Body0
    ;   provide(cl_miscompiled),
        cl_miscompiled:cured(Head, Body0, Body)
    ).

% --- goals ------------------------------------------------------------------------------------

% qualified_variables(+Head, +Module, -Vars): what the callers of a meta-predicate hand over with the name of a module.
qualified_variables(Head, Module, Vars) :-
    (   specification(Head, Module, Specs) ->
        Head =.. [_|Args],
        loader:module_expanded_head_variables_(Args, Specs, Vars, [])
    ;   Vars = []
    ).

specification(Goal, Module, Specs) :-
    functor(Goal, Name, Arity),
    ( program_meta(Name, Arity) -> has(Module, Name, Arity) ; true ),
    '$meta_predicate_property'(Module, Name, Arity, meta_predicate(Spec)),
    Spec =.. [_|Specs].

% program_meta(Name, Arity): a program has declared in `user` which arguments of its predicate are goals. Scryer takes that for
% said of any module which says nothing of a predicate of this name.
:- dynamic(program_meta/2).

% own_meta(Module, Name, Arity): a module of ours says so of one with the name of such a predicate.
:- dynamic(own_meta/3).

has(Module, Name, Arity) :- own_meta(Module, Name, Arity), !.
has(Module, Name, Arity) :- '$predicate_defined'(Module, Name, Arity).

%!  program_declares(+Name, +Arity) is det.
%
%   Name/Arity has been declared a meta-predicate in `user`.

program_declares(Name, Arity) :-
    (   program_meta(Name, Arity) -> true
    ;   assertz(program_meta(Name, Arity))
    ).

% body(+Body0, +Module, +Vars, -Body): goals that are arguments get the name of the module.
body(G, M, Vars, B) :- var(G), !, loader:expand_module_names(call(G), [0], M, B, Vars, []).
body((A0,B0), M, Vars, (A,B)) :- !, body(A0, M, Vars, A), body(B0, M, Vars, B).
body((A0;B0), M, Vars, (A;B)) :- !, body(A0, M, Vars, A), body(B0, M, Vars, B).
body((A0->B0), M, Vars, (A->B)) :- !, body(A0, M, Vars, A), body(B0, M, Vars, B).
body(\+ A0, M, Vars, \+ A) :- !, body(A0, M, Vars, A).
body(M:A0, _, Vars, M:A) :- !, body(A0, M, Vars, A).
body(phrase(G, Cs), M, Vars, B) :- !, body(phrase(G, Cs, []), M, Vars, B).
body(phrase(G, Cs0, Cs), M, Vars, B) :-
    grammar(G, Cs0, Cs, B0),
    !,
    body(B0, M, Vars, B).
body('$foreign_call'(F, As, R), _, _, B) :-
    named(F),
    !,
    '$foreign_call'(function_parameters, [F], Kinds),
    checked(As, Kinds, '$foreign_call'(F, As, R), B).
body(G, M, _, B) :- \+ original(M), replaced(G, M, B), !.
body(G, M, Vars, B) :-
    specification(G, M, Specs),
    !,
    loader:expand_module_names(G, Specs, M, B, Vars, []).
body(G, _, _, G).

named(F) :- atom(F).

% checked(+Arguments, +Kinds, +Call, -Goal): Goal is the Call of a foreign function after a look at its texts. Scryer takes a
% number for the address of one.
checked([A|As], [Kind|Kinds], Call, Goal) :-
    !,
    checked(As, Kinds, Call, Goal0),
    ( Kind == t, var(A) -> Goal = (cl_modules:text(A), Goal0) ; Goal = Goal0 ).
checked(_, _, Call, Call).

%!  text(+Text) is det.
%
%   Raises a type error for a number.

text(Text) :- number(Text), !, throw(error(type_error(text, Text), _)).
text(_).

grammar(G, Cs0, Cs, Goal) :-
    nonvar(G),
    loader:goal_expansion(phrase(G, Cs0, Cs), user, Goal),
    Goal \= phrase(_, _, _).

% original(Module): what takes the place of Scryer's predicates calls them. The host adds `replaced(Goal, Module, Other)`.
original(cl_variables).
original(standard_order).
original(cl_guards).

% --- directives -------------------------------------------------------------------------------

directive(module(Module, Exports0), Module, Load) :-
    indicators(Exports0, Exports),
    (   member(op(P, T, N), Exports),
        assertz(operator(Module, P, T, N)),
        false
    ;   true
    ),
    '$declare_module'(Module, Exports, Load).
directive(use_module(library(Library)), _, Load) :- use(Library, [], Load).
directive(use_module(library(Library), Imports0), _, Load) :-
    (   Imports0 = [_|_] ->
        indicators(Imports0, Imports),
        use(Library, Imports, Load)
    ;   provide(Library)
    ).
directive(dynamic(Name/Arity), Module, Load) :-
    '$add_dynamic_predicate'(Module, Name, Arity, Load),
    clause_table(Module).
directive(meta_predicate(Spec), Module, Load) :-
    functor(Spec, Name, Arity),
    (   program_meta(Name, Arity) -> assertz(own_meta(Module, Name, Arity))
    ;   true
    ),
    '$clause_to_evacuable'((:- meta_predicate(Spec)), Load).
directive(initialization(Goal), Module, _) :- call(Module:Goal).
directive(forward(Target, Indicators), _, Load) :- forward(Indicators, Target, Load).

% The indicator of a grammar rule is Name//Arity.
indicators([], []).
indicators([E|Es], [P|Ps]) :-
    (   E = Name//Arity -> A is Arity + 2, P = Name/A
    ;   P = E
    ),
    indicators(Es, Ps).

% Of what a library of Scryer replaces nothing is said.
use(Library, Imports, Load) :-
    (   provide(Library) -> true
    ;   true
    ),
    setup_call_cleanup(mute, loader:use_module(library(Library), Imports, Load), unmute).

mute :- '$foreign_call'(warnings_off, [], _).
unmute :- '$foreign_call'(warnings_on, [], _).

%!  clause_table(+Module) is det.
%
%   clause/2 and retract/1 raise an error while nothing was ever asserted into the module; now something was.

clause_table(Module) :-
    ( Module == user -> Holder = builtins ; Holder = Module ),
    (   '$predicate_defined'(Holder, '$clause', 2) -> true
    ;   assertz(Module:'$first clause'),
        retract(Module:'$first clause')
    ).

% Predicates that load the module Target when they are first called, and call its predicate of the same name.
forward([], _, _).
forward([Name/Arity|Indicators], Target, Load) :-
    functor(Head, Name, Arity),
    '$clause_to_evacuable'((Head :- cl_modules:provide(Target), Target:Head), Load),
    forward(Indicators, Target, Load).

?- cl_clauses:consulted(1, 0).
   error(type_error(text,1),_).
