/** The sandbox: running code of strangers.

A teacher runs what students hand in. In the sandbox a program cannot read or write files, open sockets,
start processes, load foreign code, or reach the modules that the engine is made of. An attempt raises a
permission error, and the program goes on.

```
?- catch(shell("ls"), error(E, _), true).
   E = permission_error(access,private_procedure,shell/1).
```

It is a whitelist (`permitted`), in two steps. When a clause, a directive or a query has been read, its
body is walked through: what it calls must be permitted, its own, or unknown. Where data becomes code (a
variable as a goal, an argument of call/N or of a predicate that takes goals, clauses for
the database) and where it cannot be decided yet, the body is rewritten to call a guard of this module,
which makes the same walk when the goal is known. So
`p(G) :- maplist(G, [1,2])` becomes `p(G) :- sandbox:guarded(maplist(G, [1,2]))`.

What the host does:

  - each clause, after term expansion, goes through `safe_clause/3`; each directive and each query through
    `safe_goal/3`, before it is looked at in any other way;
  - what is declared dynamic, multifile or tabled goes through `safe_dynamic/3`;
  - the export list of a module file goes through `safe_exports/1`, its name through `enter_module/1`; what it
    defines of it is told by `note_exports/2`;
  - files that are closed to others (tests that a program is to pass) are known to the host. What they define is not
    listed, and cannot be defined anew; its clauses, static or dynamic, are neither shown nor changed; their modules are
    not reached by name. What guards look at in such a file has a key: it may change what is its own;
  - the clause that the loader makes of a test goes through `safe_body/3`;
  - `cl_clauses:consulted(Module, Name, Arity)` is true for what loaded files define. When goals run, a
    predicate whose clauses were all refused or did not compile is not consulted;
  - each predicate that can be imported into `user` is classified in `permitted`; `unclassified/2` tells
    which are not;
  - goals that are kept as data are run as `sandbox:guarded(Goal)`;
  - no stream that a program must not reach has an alias.

What it does not promise. Time, memory and output are not bounded here: `--time-limit`, `--memory-limit` and
`--output-limit` do that. Predicates of files that were loaded without the sandbox can be called, with all that they
do. Nothing here mends errors of the engine itself.
*/

:- module(sandbox, [safe_clause/2, safe_clause/3, safe_goal/2, safe_goal/3, safe_body/3, safe_dynamic/3, safe_exports/1, enter_module/1, note_exports/2,
                    permitted_library/1, user_defined/2,
                    unclassified/2, original/2,
                    guarded/1, guarded/2, guarded/3, guarded/4, guarded/5, guarded/6, guarded/7, guarded/8,
                    guarded/9, guarded/10, called/1, nonterminal/3,
                    checked_asserta/1, checked_assertz/1, checked_retract/1, checked_retractall/1,
                    checked_clause/2, checked_current_predicate/1, load_fact/1, load_rule/2]).

:- use_module(library(cl_checks)).
:- use_module(library(cl_clauses)).
:- use_module(library(dcgs)).
:- use_module(library(lists)).
:- use_module(library(cl_metas)).
:- use_module(library(cl_permitted), [permitted/2, forbidden/2, helper/3, reserved/2, taken_module/1]).
:- use_module(library(cl_rights)).
:- use_module(library(cl_asserted), []).
:- use_module(library(cl_indexed), []).

% --- clauses, goals, directives ---------------------------------------------------------------

%! safe_clause(+Clause0, -Clause) is det.
%! safe_clause(+Clause0, +Module:atom, -Clause) is det.
%
% Clause is Clause0, a clause of Module (`user`), with guards where data becomes code. Throws a permission
% error if the clause may not be added or calls what is not permitted.

safe_clause(Clause0, Clause) :- safe_clause(Clause0, user, Clause).

safe_clause(Clause0, M, Clause) :-
    asks(loaded),
    checked(Clause0, M, Clause, M1, Head),
    (   callable(Head) ->
        functor(Head, N, A),
        open_name(M1, N, A)
    ;   true
    ),
    accept(Head, M1).

%! safe_goal(+Goal0, -Goal) is det.
%! safe_goal(+Goal0, +Module:atom, -Goal) is det.
%
% The same for a query or a directive. What is refused in it raises its error when it is called.

safe_goal(Goal0, Goal) :- safe_goal(Goal0, user, Goal).

safe_goal(Goal0, M, Goal) :-
    asks(loaded),
    goal(Goal0, M, inner, Goal).

%! safe_body(+Clause0, +Module:atom, -Clause) is det.
%
% The same for the clause of a test, whose name the loader has made up.

safe_body((Head:-Body0), M, (Head:-Body)) :-
    asks(loaded),
    goal(Body0, M, nested, Body).

%! safe_dynamic(+Module:atom, +Name:atom, +Arity:integer) is det.
%
% Throws a permission error if Module:Name/Arity may not be declared dynamic, multifile or tabled.

safe_dynamic(M, N, A) :-
    asks(loaded),
    (   M == table_wrapper, N == tabled, A == 2 -> true
    ;   ( own_module(M) ; closed_module(M), '$foreign_call'(load_is_closed, [], 1) ) ->
        dynamic_name(N, A),
        open_name(M, N, A)
    ;   throw(error(permission_error(modify, static_procedure, N/A), sandbox))
    ).

%! permitted_library(?Name) is nondet.
%
% True iff a program may import library(Name).

permitted_library(Name) :- cl_permitted:permitted_library(Name).

%! unclassified(+Exports:list, -Indicators:list) is det.
%
% Indicators are those of Exports, the export list of a module, that are neither permitted nor forbidden.

unclassified([], []).
unclassified([E|Es], Us) :-
    (   E = N/A, \+ permitted(N, A), \+ forbidden(N, A), \+ reserved(N, A), \+ dollar(N) -> Us = [E|Us1]
    ;   Us = Us1
    ),
    unclassified(Es, Us1).

%! user_defined(+Name:atom, +Arity:integer) is semidet.
%
% True iff a loaded file defines Name/Arity, or clauses were asserted for it.

user_defined(N, A) :- user_defined(N, A, user).

%! enter_module(+Module:atom) is det.
%
% Makes Module a module of the program. It must not exist yet, or be one already.

enter_module(M) :-
    (   var(M) -> throw(error(instantiation_error, sandbox))
    ;   \+ atom(M) -> throw(error(type_error(atom, M), sandbox))
    ;   '$foreign_call'(load_is_closed, [], 1) ->
        % Not one that the program has made before.
        (   closed_module(M) -> true
        ;   free_module(M),
            enter_closed(M)
        )
    ;   own_module(M) -> true
    ;   free_module(M),
        enter(M)
    ).

free_module(M) :-
    (   ( '$module_exists'(M) ; taken_module(M) ; dollar(M) ) ->
        throw(error(permission_error(create, module, M), sandbox))
    ;   true
    ).

%! safe_exports(+Exports:list) is det.
%
% Throws a permission error if the export list of a module redefines an operator that is not to be redefined.

safe_exports([]).
safe_exports([E|Es]) :-
    (   nonvar(E), E = op(_, _, _) -> goal(E, user, top, _)
    ;   true
    ),
    safe_exports(Es).

%! note_exports(+Module:atom, +Exports:list) is det.
%
% Module, a module of the program, has been loaded: what it exports and defines may be called where it is imported.

note_exports(M, Es) :-
    (   member(N/A, Es),
        consulted(M, N, A),
        note_export(N, A),
        false
    ;   true
    ).

% --- guards -----------------------------------------------------------------------------------

%! guarded(+Goal) is nondet.
%! guarded(+Closure, ?A1, ...) is nondet.
%
% call(Goal), call(Closure, A1, ...), checked. Module:Goal with a module of the program is called there,
% everything else in `user`.

guarded(G0) :-
    asks_for(G0),
    stripped(G0, user, M, G1),
    at_home(M, G1, 0, G2),
    guarded_in(M, G2).

% at_home(+Module, +Closure0, +Extra, -Closure): what a closed file calls its own it means, too, where that is known only now.
at_home(M, C0, Extra, C) :-
    (   M == user, nonvar(C0), closed_asks -> cl_homes:closure_at_home(C0, Extra, C)
    ;   C = C0
    ).

guarded_in(M, G1) :-
    (   var(G1) -> throw(error(instantiation_error, call/1))
    ;   \+ callable(G1) -> throw(error(type_error(callable, G1), call/1))
    ;   goal(G1, M, top, G)
    ),
    call(M:G).

%! called(+Goal) is nondet.
%
% swi_calls:called(Goal), checked.

called(G0) :-
    asks_for(G0),
    stripped(G0, user, M, G00),
    at_home(M, G00, 0, G1),
    (   M == user, swi_calls:plain(G1) -> swi_calls:run(G1, sandbox)
    ;   swi_calls:translation(G1, G2),
        guarded_in(M, G2)
    ).

%! single(+Goal) is nondet.
%
% swi_calls:called(Goal), checked, where Goal is no control construct.

single(G) :-
    functor(G, N, A),
    (   G = (\+ G1) -> \+ called(G1)
    ;   class(N, A, user, top, Class),
        quick(Class, N, A, G, G1) ->
        (   G1 = _:_ -> call(G1)
        ;   swi_calls:imported(G),
            swi_calls:defined(G1)
        )
    ;   swi_calls:translation(G, G1),
        guarded_in(user, G1)
    ).

% quick(+Class, +Name, +Arity, +Goal0, -Goal): Goal is Goal0, made safe, if that takes no walk through it.
quick(plain, N, A, G0, G) :-
    (   swi_syntax:means(G0, G) ->
        G = M:G1,
        functor(G1, N1, A),
        helper(M, N1, A)
    ;   swi_syntax:translated(N, A) ->
        swi_expressions:plain_arithmetic(G0),
        G = G0
    ;   G = G0
    ).
quick(meta(Specs), _, _, G0, G) :- swi_calls:postponed(Specs, sandbox, G0, G).
quick(special, call, A, G0, sandbox:G) :-
    (   A =:= 1 -> arg(1, G0, C), G = called(C)
    ;   A =< 10,
        G0 =.. [_,C0|As],
        N is A - 1,
        swi_syntax:closure(C0, N, C),
        G =.. [guarded,C|As]
    ).

guarded(C, A1) :- ready(C, [A1], M, P, G), ( P == plain -> call(M:G, A1) ; call(M:G) ).
guarded(C, A1, A2) :- ready(C, [A1,A2], M, P, G), ( P == plain -> call(M:G, A1, A2) ; call(M:G) ).
guarded(C, A1, A2, A3) :-
    ready(C, [A1,A2,A3], M, P, G),
    (   P == plain -> call(M:G, A1, A2, A3) ; call(M:G) ).
guarded(C, A1, A2, A3, A4) :-
    ready(C, [A1,A2,A3,A4], M, P, G),
    (   P == plain -> call(M:G, A1, A2, A3, A4) ; call(M:G) ).
guarded(C, A1, A2, A3, A4, A5) :- added_arguments(C, [A1,A2,A3,A4,A5]).
guarded(C, A1, A2, A3, A4, A5, A6) :- added_arguments(C, [A1,A2,A3,A4,A5,A6]).
guarded(C, A1, A2, A3, A4, A5, A6, A7) :- added_arguments(C, [A1,A2,A3,A4,A5,A6,A7]).
guarded(C, A1, A2, A3, A4, A5, A6, A7, A8) :- added_arguments(C, [A1,A2,A3,A4,A5,A6,A7,A8]).
guarded(C, A1, A2, A3, A4, A5, A6, A7, A8, A9) :- added_arguments(C, [A1,A2,A3,A4,A5,A6,A7,A8,A9]).

added_arguments(C0, As) :-
    asks_for(C0),
    stripped(C0, user, M, C1),
    known_closure(C1),
    length(As, Extra),
    at_home(M, C1, Extra, C),
    complete(C, As, G0),
    goal(G0, M, top, G),
    call(M:G).

% ready(+Closure, +Args, -Module, -How, -Goal): if How is plain, Goal lacks Args; otherwise it has them.
ready(C0, As, M, How, G) :-
    asks_for(C0),
    stripped(C0, user, M, C1),
    known_closure(C1),
    length(As, Extra),
    at_home(M, C1, Extra, C),
    functor(C, N, A0),
    A is A0 + Extra,
    (   N == (:) -> complete(C, As, G0), goal(G0, M, top, G)
    ;   class(N, A, M, top, Class),
        (   Class == plain -> How = plain, G = C
        ;   complete(C, As, G0),
            goal_(Class, N, A, G0, M, top, G)
        )
    ).

known_closure(C) :-
    (   var(C) -> throw(error(instantiation_error, call/1))
    ;   callable(C) -> true
    ;   throw(error(type_error(callable, C), call/1))
    ).

%! nonterminal(+Body, ?List, ?Rest) is nondet.
%
% phrase(Body, List, Rest), checked.

nonterminal(B0, S0, S) :-
    asks_for(B0),
    stripped(B0, user, M, B1),
    (   var(B1) -> throw(error(instantiation_error, phrase/3))
    ;   ( M == user, closed_asks -> cl_homes:grammar_at_home(B1, B2) ; B2 = B1 ),
        grammar(B2, M, inner, B),
        phrase(M:B, S0, S)
    ).

%! checked_asserta(+Clause) is det.
%! checked_assertz(+Clause) is det.
%! checked_retractall(+Head) is det.

checked_asserta(C0) :- asserted(C0, M, C), cl_asserted:added(a, M:C).

checked_assertz(C0) :- asserted(C0, M, C), cl_asserted:added(z, M:C).

asserted(C0, M, C) :-
    asks_for(C0),
    stripped(C0, user, M, C1),
    checked(C1, M, C, M1, Head),
    (   callable(Head) ->
        functor(Head, N, A),
        dynamic_name(N, A),
        open_name(M1, N, A)
    ;   true
    ).

checked_retractall(H0) :-
    asks_for(H0),
    stripped(H0, user, M0, H1),
    open_head(H1, M0, M, H),
    retractall(M:H).

% open_head(+Head0, +Module0, -Module, -Head): who asks may see the clauses for Head, in Module, and change them.
open_head(H0, M0, M, H) :-
    own_head(H0, M0, M, H),
    (   callable(H) ->
        functor(H, N, A),
        open_name(M, N, A)
    ;   true
    ).

%! checked_retract(?Clause) is nondet.
%! checked_clause(?Head, ?Body) is nondet.
%
% retract/1 and clause/2 for the program's own clauses. Bodies are shown as they were written.

checked_retract(C0) :-
    asks_for(C0),
    stripped(C0, user, M0, C),
    (   nonvar(C), C = (H0:-B) ->
        open_head(H0, M0, M, H),
        cl_asserted:rule_places(M, H, _, Places),
        cl_asserted:member_of(Places, Place),
        cl_asserted:rule_at(M, H, Place, B0, At),
        original(B0, B1),
        B = B1,
        cl_asserted:gone(M, H, At)
    ;   open_head(C, M0, M, H),
        cl_asserted:removed(M:H)
    ).

checked_clause(H0, B) :-
    asks_for(H0),
    stripped(H0, user, M0, H1),
    open_head(H1, M0, M, H),
    (   callable(H), cl_asserted:in_files(M, H, _) -> cl_asserted:clause_of(M:H, B)
    ;   stored_clause(M, H, Stored),
        cl_asserted:written(Stored, B0),
        original(B0, B1),
        B = B1
    ).

%! checked_current_predicate(?Indicator) is nondet.
%
% current_predicate/1 without what closed files define.

checked_current_predicate(PI0) :-
    stripped(PI0, user, M, PI),
    (   nonvar(PI), PI = _:_ -> refuse(:, 2)
    ;   cl_engine:provided(swi_properties),
        swi_properties:current(M:PI)
    ),
    asks_for(PI0),
    \+ ( nonvar(PI), PI = N/A, closed_name(M, N, A) ).

% clause/2 finds the clauses of `user` only without a qualifier.
stored_clause(M, H, Stored) :- ( M == user -> clause(H, Stored) ; clause(M:H, Stored) ).

%! original(+Body, -Body0) is det.
%
% Body0 is the body that the sandbox made Body of.

original(G, G0) :-
    (   var(G) -> G0 = G
    ;   G = sandbox:G1, nonvar(G1) -> G1 =.. [N|Args], original_guard(N, Args, G, G0)
    ;   callable(G) ->
        functor(G, N, A),
        (   meta_arguments(N, A, Specs) ->
            functor(G0, N, A),
            original_arguments(Specs, 1, G, G0)
        ;   G0 = G
        )
    ;   G0 = G
    ).

original_arguments([], _, _, _).
original_arguments([Spec|Specs], I, G, G0) :-
    arg(I, G, X),
    arg(I, G0, X0),
    (   Spec == (?) -> X0 = X
    ;   original(X, X0)
    ),
    I1 is I + 1,
    original_arguments(Specs, I1, G, G0).

original_guard(guarded, [C|Args], _, G0) :- !, ( Args == [], nonvar(C) -> G0 = C ; G0 =.. [call,C|Args] ).
original_guard(called, [C], _, G0) :- !, ( nonvar(C) -> G0 = C ; G0 = call(C) ).
original_guard(nonterminal, [C], _, G0) :- !, G0 = C.
original_guard(checked_asserta, [C], _, G0) :- !, G0 = asserta(C).
original_guard(checked_assertz, [C], _, G0) :- !, G0 = assertz(C).
original_guard(checked_retract, [C], _, G0) :- !, G0 = retract(C).
original_guard(checked_retractall, [C], _, G0) :- !, G0 = retractall(C).
original_guard(checked_clause, [H,B], _, G0) :- !, G0 = clause(H, B).
original_guard(checked_current_predicate, [PI], _, G0) :- !, G0 = current_predicate(PI).
original_guard(_, _, G, G).

%! load_fact(@Fact) is semidet.
%! load_rule(@Head, @Body) is semidet.
%
% What modules say to SWI-Prolog's sandbox (`sandbox:safe_primitive(m:p(_))`) is nothing to this one: a program does not tell what it may do.

load_fact(Fact) :- hook(Fact).

load_rule(Head, _) :- hook(Head).

hook(Head) :- callable(Head), functor(Head, Name, Arity), said(Name, Arity).

said(safe_primitive, 1).
said(safe_meta_predicate, 1).
said(safe_meta, 2).
said(safe_meta, 3).
said(safe_global_variable, 1).
said(safe_directive, 1).
said(safe_prolog_flag, 1).
said(safe_prolog_flag, 2).
said(safe_source_directive, 1).
said(safe_output, 1).

?- safe_clause((p :- open(file, write, _)), C).
   error(permission_error(access,private_procedure,open/3),sandbox).

?- safe_clause((p(G, L) :- maplist(G, L)), C).
   C = (p(G,L):-sandbox:guarded(maplist(G,L))).

?- safe_clause((p(X) :- findall(Y, member(Y, X), _)), C).
   C = (p(X):-findall(Y,member(Y,X),_A)).

?- guarded(append, [1], [2], L).
   L = [1,2].

?- guarded(findall(S, shell(S), _)).
   error(permission_error(access,private_procedure,shell/1),sandbox).

?- catch(guarded(cl_engine:stop(0)), error(E, _), true).
   E = permission_error(access,private_procedure,stop/1).
