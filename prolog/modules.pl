/** The loading of Chesslog's own modules.

Scryer reads and compiles a clause in a twentieth of the time that its loader spends on it otherwise: on expansions
that programs may define, on warnings, on what recovers from errors. Our own modules need none of that. The host cuts a
module into clauses and leaves out quads; here each is read, the goals that predicates take as arguments get the name of
the module, and the clause is compiled.

The host declares the functions that '$foreign_call'/3 calls, in a directive that it adds to this module.

A module of ours may have the directives module/2, use_module/1,2, dynamic/1 for one predicate, meta_predicate/1,
initialization/1 for a goal that runs where it stands, and forward/2.
*/

:- module(modules, [provide/1, provided/1, program_declares/2, clause_table/1]).

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
    (   '$foreign_call'(module_is_loaded, [scopes], 1), scopes:apart(Outer) -> scopes:enter(Module, _)
    ;   Outer = none
    ),
    setup_call_cleanup(true, compile(Module), finish(Module, Quotes, Outer)).

finish(Module, Quotes, Outer) :-
    (   '$foreign_call'(module_close, [Module], 1) -> '$pop_load_context'
    ;   true
    ),
    (   Outer == none -> true
    ;   scopes:leave(Outer, Module, user, [])
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
    tested(Body1, Head, Body),
    '$clause_to_evacuable'((Head :- Body), Load).
clause_in(Head, _, Load) :-
    '$clause_to_evacuable'(Head, Load).

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
body((A0,B0), M, Vars, Body) :-
    !,
    body(A0, M, Vars, A),
    body(B0, M, Vars, B),
    % Scryer 0.10 compiles a comparison of two variables wrongly before what branches.
    ( branches(B0), compared(A0, A1) -> Body = (A1,B) ; Body = (A,B) ).
body((A0;B0), M, Vars, (A;B)) :- !, body(A0, M, Vars, A), body(B0, M, Vars, B).
body((A0->B0), M, Vars, (A->B)) :- !, body(A0, M, Vars, A), body(B0, M, Vars, B).
body(\+ A0, M, Vars, \+ A) :- !, body(A0, M, Vars, A).
body(M:A0, _, Vars, M:A) :- !, body(A0, M, Vars, A).
% Scryer 0.10 compiles `0 is X mod 2` wrongly in the beginning of a body (its issue 3449).
body(N is E, _, _, ( V is E, V == N )) :- number(N), !.
body(phrase(G, Cs), M, Vars, B) :- !, body(phrase(G, Cs, []), M, Vars, B).
body(phrase(G, Cs0, Cs), M, Vars, B) :-
    nonvar(G),
    loader:goal_expansion(phrase(G, Cs0, Cs), user, B0),
    B0 \= phrase(_, _, _),
    !,
    body(B0, M, Vars, B).
body(G, M, _, B) :- \+ original(M), replaced(G, M, B), !.
body(G, M, Vars, B) :-
    specification(G, M, Specs),
    !,
    loader:expand_module_names(G, Specs, M, B, Vars, []).
body(G, _, _, G).

% compared(+Goal0, -Goal): of two variables that Goal0 compares one is an expression in Goal.
compared(A < B, A+0 < B) :- var(A), var(B).
compared(A > B, A+0 > B) :- var(A), var(B).
compared(A =< B, A+0 =< B) :- var(A), var(B).
compared(A >= B, A+0 >= B) :- var(A), var(B).
compared(A =:= B, A+0 =:= B) :- var(A), var(B).
compared(A =\= B, A+0 =\= B) :- var(A), var(B).

% branches(@Goal): it begins with a disjunction, an if-then or a negation.
branches(G) :-
    nonvar(G),
    ( G = (H,_) -> branches(H) ; G = (_;_) -> true ; G = (_->_) -> true ; G = (\+ _) ).

% tested(+Body0, +Head, -Body): Scryer 0.10 spoils an argument of a call after tests, in the beginning of a body: it moves a variable out
% of the way of another argument, to where the test had it. In the place of a variable that may be moved a comparison gets an
% expression; other tests get `true` behind them.
tested(Body0, Head, Body) :-
    (   first_call(Body0, Cs), arguments(Head, Hs) -> tested(Body0, Hs, Cs, Body)
    ;   Body = Body0
    ).

% first_call(+Body, -Arguments): of the first goal after one test or more.
first_call(B, Cs) :-
    nonvar(B),
    B = (T,B1),
    nonvar(T),
    (   T = (T1,T2) -> first_call((T1,(T2,B1)), Cs)
    ;   test(T),
        nonvar(B1),
        ( B1 = (G,_) -> true ; G = B1 ),
        nonvar(G),
        ( ( test(G) ; G = (_,_) ) -> first_call(B1, Cs) ; arguments(G, Cs) )
    ).

tested((T0,B0), Hs, Cs, Body) :-
    (   T0 = (T1,T2) -> tested((T1,(T2,B0)), Hs, Cs, Body)
    ;   moved(T0, Hs, Cs, T, Bar),
        ( nonvar(B0), B0 = (G,_), nonvar(G), ( G = (_,_) ; test(G) ) -> tested(B0, Hs, Cs, B) ; B = B0 ),
        ( var(Bar) -> Body = (T,B) ; Body = (T,true,B) )
    ).

% moved(+Test0, +HeadArguments, +CallArguments, -Test, -Bar): Bar is bound if `true` has to follow.
moved(T0, Hs, Cs, T, Bar) :-
    (   T0 == ! -> T = T0
    ;   T0 =.. [F,A0] ->
        T = T0,
        ( may_move(A0, 1, Hs, Cs) -> Bar = true ; true )
    ;   T0 =.. [F,A0,B0],
        (   F == (is) -> A = A0, ( may_move(A0, 1, Hs, Cs) -> Bar = true ; true )
        ;   may_move(A0, 1, Hs, Cs) -> A = A0+0
        ;   A = A0
        ),
        ( may_move(B0, 2, Hs, Cs) -> B = B0+0 ; B = B0 ),
        T =.. [F,A,B]
    ).

% may_move(@V, +K, +HeadArguments, +CallArguments): V is an argument of the head after place K, where the call has another one; or it
% is in an argument of the head, and the call has arguments after place K.
may_move(V, K, Hs, Cs) :-
    var(V),
    (   is_argument(Hs, V) -> drop(K, Hs, Hs1), drop(K, Cs, Cs1), displaced(Hs1, V, Cs1)
    ;   drop(K, Cs, [_|_]),
        term_variables(Hs, Vs),
        is_argument(Vs, V)
    ).

is_argument([A|As], V) :- ( A == V -> true ; is_argument(As, V) ).

displaced([H|Hs], V, [C|Cs]) :- ( H == V, C \== V -> true ; displaced(Hs, V, Cs) ).

drop(K, As0, As) :- ( K =:= 0 -> As = As0 ; As0 = [_|As1], K1 is K - 1, drop(K1, As1, As) ).

arguments(T, As) :- ( nonvar(T), T = _:T1 -> arguments(T1, As) ; compound(T), T =.. [_|As] ).

test(G) :- nonvar(G), functor(G, Name, Arity), test(Name, Arity).

test(<, 2). test(>, 2). test(=<, 2). test(>=, 2). test(=:=, 2). test(=\=, 2). test(is, 2). test(!, 0).
test(atom, 1). test(atomic, 1). test(compound, 1). test(float, 1). test(integer, 1). test(nonvar, 1). test(number, 1).
test(rational, 1). test(var, 1).

% original(Module): what takes the place of Scryer's predicates calls them. The host adds `replaced(Goal, Module, Other)`.
original(variables).
original(standard_order).
original(guards).

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
    '$clause_to_evacuable'((Head :- modules:provide(Target), Target:Head), Load),
    forward(Indicators, Target, Load).
