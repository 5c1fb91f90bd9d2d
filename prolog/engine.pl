/** The request loop of the worker.

One query of the host, `cl_engine:main`, lasts as long as the session. It is driven by foreign calls (`src/engine/machine.rs`):
`request_end` ends a request, `request_next` waits for one (and makes the checkpoint), `emit_answer` and its like send
what happened.
Every step ends in failure, which gives back all memory that it used; nothing that a user writes
can throw through it.
*/

:- module(cl_engine, [main/0, stop/1, terminal/2]).

:- use_module(library(error)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(cl_variables)).
:- use_module(library('$project_atts')).
:- use_module(library('$atts')).

% Errors in a library that is loaded are thrown to the loader's caller, not printed.
:- initialization(asserta('$toplevel':started)).

main :-
    cl_scopes:begin,
    current_input(Input),
    current_output(Output),
    bb_put(terminal, streams(Input,Output)),
    requests.

%!  terminal(+Way, -Stream) is det.
%
%   Where the `input` or the `output` of the session comes from, or goes. In Scryer `user_output` is wherever set_output/1 has sent the
%   output.

terminal(Way, Stream) :-
    bb_get(terminal, streams(Input,Output)),
    ( Way == input -> Stream = Input ; Stream = Output ).

requests :- step.
requests :- requests.

step :-
    '$foreign_call'(request_end, [], _),
    flush,
    '$foreign_call'(request_next, [], Kind),
    (   Kind = "quit" -> throw(engine_quit)
    ;   true
    ),
    catch(handle(Kind), E, report(E)),
    false.

% --- queries ----------------------------------------------------------------------------------

handle("query") :-
    '$foreign_call'(request_text, [], Text),
    '$foreign_call'(request_file, [], Cs),
    atom_chars(File, Cs),
    '$foreign_call'(request_inferences, [], Limit),
    cl_scopes:request,
    autoloaded,
    cl_scopes:in_file(File, Ops),
    catch(cl_engine:clause_read(Text, Goal, VNs), E, true),
    cl_scopes:out_of_file(Ops),
    (   nonvar(E) -> unreadable(E)
    ;   var(Goal) -> report(error(instantiation_error, call/1))
    ;   Goal == end_of_file -> report(error(syntax_error(end_of_file), read_term/2))
    ;   Goal = (?- Query) -> query(Query, VNs, Limit)
    ;   Goal = (:- Query) -> query(Query, VNs, Limit)
    ;   query(Goal, VNs, Limit)
    ).
handle("consult") :-
    cl_scopes:request,
    catch(cl_engine:loaded, E, report(E)).

loaded :-
    provided(cl_consult),
    cl_consult:request,
    flush,
    '$foreign_call'(emit_loaded, [], _).

clause_read(Text, Goal, VNs) :- '$read_term_from_chars'(Text, Goal, _, _, VNs).

% Most queries name nothing that has to be imported.
autoloaded :-
    (   '$foreign_call'(text_import, [0], []) -> true
    ;   provided(load_libraries),
        load_libraries:autoload
    ).

% The host finds out what is wrong where, with the operators as they are now.
unreadable(E) :-
    (   E = error(syntax_error(_), _) -> put_syntax(E)
    ;   true
    ),
    report(E).

%!  put_syntax(+Error) is det.
%
%   Hands a syntax error to the host for the diagnostic in the making.

put_syntax(error(syntax_error(What), _)) :-
    put_text(note_text, What, []),
    findall(op(P,T,N), current_op(P, T, N), Ops),
    put_canonical(note_text, Ops, []).

query(Goal0, VNs, Limit) :-
    (   '$foreign_call'(request_is_trusted, [], 1) -> expanded(Goal0, Goal1)
    ;   ready(Goal0, Goal1)
    ),
    in_requested_block(Goal1, Goal),
    run(user:Goal, VNs, Limit).

% The goal, going through the records that the request names. As a disjunction in query/3 this made Scryer's machine lose its
% environment after some errors, and crash.
in_requested_block(Goal0, Goal) :-
    '$foreign_call'(request_block, [], Block),
    in_block_of(Block, Goal0, Goal).

in_block_of([], Goal, Goal) :- !.
in_block_of(Block, Goal0, Goal) :-
    provided(cl_records),
    provided(cl_clauses),
    '$read_term_from_chars'(Block, B, _, _, _),
    cl_records:in_block(B, Goal0, Goal).

%!  ready(+Goal0, -Goal) is det.
%!  ready(+Goal0, +Module, -Goal) is det.
%
%   What has to be run for a query or a directive: what means something else in SWI-Prolog is
%   rewritten, and in a sandbox what is not permitted raises an error.

ready(Goal0, Goal) :- ready(Goal0, user, Goal).

ready(Goal00, Module, Goal) :-
    ( load_hooks:expansions_said -> cl_expansions:goals(Module, Goal00, Goal0) ; Goal0 = Goal00 ),
    expanded(Goal0, Goal1),
    (   sandboxed ->
        ( sealed(Module) -> cl_homes:goal_at_home(Goal1, Goal2) ; Goal2 = Goal1 ),
        sandbox:safe_goal(Goal2, Module, Goal3)
    ;   Goal3 = Goal1
    ),
    called_in(Module, Goal3, Goal).

%!  called_in(+Module, +Goal0, -Goal) is det.
%
%   Goal is Goal0, whose variables that are goals are called in Module.

called_in(Module, Goal0, Goal) :-
    (   Module \== user, '$predicate_defined'(swi_syntax, called_in, 3) -> swi_syntax:called_in(Module, Goal0, Goal)
    ;   Goal = Goal0
    ).

expanded(Goal0, Goal) :-
    (   nonvar(Goal0), '$foreign_call'(text_is_swi, [], 1) -> meant(Goal0, Goal)
    ;   Goal = Goal0
    ).

%!  meant(+Goal0, -Goal) is det.
%
%   Goal is what Goal0 of a program means: in an ISO session by the standard, else in SWI-Prolog.

meant(Goal0, Goal) :-
    (   swi ->
        provide_swi,
        swi_syntax:expand_body(Goal0, Goal)
    ;   '$foreign_call'(text_is_swi, [], 1) ->
        provided(swi_syntax),
        swi_syntax:local_cuts(Goal0, Goal)
    ;   Goal = Goal0
    ).

% In a file that is closed to others, or given to them, the names of libraries are theirs, whatever others define in `user`.
sealed(user) :-
    '$foreign_call'(text_is_at_home, [], 1),
    provided(cl_homes),
    cl_rights:asks(loaded).

% What expansion introduces has to be there, too.
provide_swi :-
    provided(swi_syntax),
    provided(swi_atoms),
    provided(swi_calls),
    provided(swi_format).

provided(Module) :- ( cl_modules:provide(Module) -> true ; true ).

% A query of the host's own is not looked at, but what it runs of the program is.
sandboxed :-
    '$foreign_call'(is_sandbox, [], 1),
    provided(sandbox).

%!  swi is semidet.
%
%   True iff the predicates of SWI-Prolog are wanted.

swi :- '$foreign_call'(is_iso, [], 0).

%!  permitted_clause(+Clause0, +Module, -Clause) is det.
%!  permitted_body(+Clause0, +Module, -Clause) is det.
%!  permitted_module(+Module, +Exports) is det.
%!  permitted(+Action) is det.
%!  permitted_library(+Library) is det.
%!  permitted_head(+Module, +Name, +Arity) is det.
%
%   What a sandbox does not permit raises an error.

permitted_clause(Clause0, Module, Clause) :-
    (   sandboxed ->
        ( sealed(Module) -> cl_homes:clause_at_home(Clause0, Clause1) ; Clause1 = Clause0 ),
        sandbox:safe_clause(Clause1, Module, Clause)
    ;   Clause = Clause0
    ).

permitted_body(Clause0, Module, Clause) :-
    (   sandboxed ->
        ( sealed(Module) -> cl_homes:clause_at_home(Clause0, Clause1) ; Clause1 = Clause0 ),
        sandbox:safe_body(Clause1, Module, Clause)
    ;   Clause = Clause0
    ).

permitted_module(Module, Exports) :-
    (   sandboxed ->
        sandbox:safe_exports(Exports),
        sandbox:enter_module(Module)
    ;   true
    ).

%!  exported(+Module, +Exports) is det.
%
%   Tells the sandbox what a module of the program exports.

exported(Module, Exports) :-
    (   sandboxed, Module \== user -> sandbox:note_exports(Module, Exports)
    ;   true
    ).

permitted(Action) :-
    (   sandboxed -> throw(error(permission_error(access, sandboxed, Action), Action))
    ;   true
    ).

permitted_library(Library) :-
    (   sandboxed, \+ sandbox:permitted_library(Library) ->
        throw(error(permission_error(access, library, Library), use_module/1))
    ;   true
    ).

permitted_head(Module, Name, Arity) :-
    (   sandboxed -> sandbox:safe_dynamic(Module, Name, Arity)
    ;   true
    ).

stop(N) :-
    (   var(N) -> instantiation_error(halt/1)
    ;   integer(N) -> true
    ;   type_error(integer, N, halt/1)
    ),
    (   0 =< N, N =< 255 -> true
    ;   domain_error(exit_status, N, halt/1)
    ),
    (   bb_get(halt_ends, load), '$foreign_call'(request_is_load, [], 1) -> throw('$halted'(N))
    ;   true
    ),
    ( bb_get(at_halt, true), provided(swi_session) -> swi_session:ended ; true ),
    '$foreign_call'(halt_status, [N], _),
    halt.

run(Goal, VNs, Limit) :-
    '$get_b_value'(B0),
    catch(call_residue_vars(limited(Limit, Goal, R), ResVars), E, Excepted = true),
    '$get_b_value'(B),
    (   B0 == B -> !, Last = 1
    ;   Last = 0
    ),
    (   Excepted == true -> !, report(E)
    ;   R == inference_limit_exceeded -> !, flush, '$foreign_call'(emit_inference_limit, [], _)
    ;   answer(VNs, ResVars, Last, Stop),
        (   Stop =:= 1 -> !
        ;   true
        )
    ).
run(_, _, _) :- flush, '$foreign_call'(emit_false, [], _).

limited(0, Goal, true) :- !, call(Goal).
limited(Limit, Goal, R) :-
    % What it takes to bring the module that clauses want is not counted.
    provided(cl_asserted),
    call_with_inference_limit(Goal, Limit, R).

% answer(+VNs, +ResVars, +Last, -Stop): sends bindings and residual goals in the form of Scryer's
% own top level: equations between variables, made-up names for fresh ones.
answer(VNs, ResVars, Last, Stop) :-
    '$toplevel':gather_query_vars(VNs, Vars0),
    variables_of(Vars0, Vars1),
    (   ResVars == [] -> ResGoals0 = []
    ;   '$project_atts':project_attributes(Vars1, ResVars),
        copy_term([Vars1,ResVars], [Vars1,ResVars], ResGoals0)
    ),
    load_hooks:residual_goals(ResGoals1),
    append(ResGoals0, ResGoals1, ResGoals),
    variables_of(ResGoals, ResGoalVars),
    append([Vars1,ResGoalVars,ResVars], Vars2),
    term_texts:named(Vars2, fabricated, VNs, VNs1),
    '$toplevel':gather_equations(VNs1, Vars0, Equations),
    variables_of(Equations, EquationVars),
    append(ResGoalVars, EquationVars, Vars3),
    variables_of(Vars3, Vars4),
    term_texts:named(Vars4, fabricated, VNs, VNs2),
    '$foreign_call'(request_is_typed, [], Typed),
    send_equations(Equations, VNs2, Typed),
    send_goals(ResGoals, VNs2),
    flush,
    '$foreign_call'(emit_answer, [Last], Stop).

send_equations([], _, _).
send_equations([Name=Value|Equations], VNs, Typed) :-
    (   var(Value) -> lists:select((Name = _), VNs, VNs1)
    ;   VNs1 = VNs
    ),
    !,
    '$foreign_call'(answer_variable, [Name], _),
    put_value(Value, VNs1),
    (   Typed =:= 1 -> put_canonical(answer_canonical, Value, VNs1)
    ;   true
    ),
    send_equations(Equations, VNs, Typed).
send_equations([_|Equations], VNs, Typed) :-
    send_equations(Equations, VNs, Typed).

% What would be read otherwise after `Name = ` goes in brackets.
put_value(Value, VNs) :-
    (   '$toplevel':needs_bracketing(Value, =) ->
        term_texts:shown_text(Value, false, VNs, Cs0),
        append(['('|Cs0], ")", Cs),
        '$foreign_call'(answer_value, [Cs], _)
    ;   put_text(answer_value, Value, VNs)
    ).

send_goals([], _).
send_goals([Goal0|Goals], VNs) :-
    (   Goal0 = _:Goal, callable(Goal), functor(Goal, Name, Arity), '$predicate_defined'(user, Name, Arity) -> true
    ;   Goal = Goal0
    ),
    put_text(answer_goal, Goal, VNs),
    send_goals(Goals, VNs).

% put_text(+Function, +Term, +VNs): the foreign function takes the text of Term.
put_text(Function, Term, VNs) :-
    term_texts:shown_text(Term, false, VNs, Cs),
    '$foreign_call'(Function, [Cs], _).

put_canonical(Function, Term, VNs) :-
    term_texts:shown_text(Term, true, VNs, Cs),
    '$foreign_call'(Function, [Cs], _).

flush :-
    flush_output(user_output),
    flush_output(user_error).

report(E) :-
    put_error(E),
    flush,
    '$foreign_call'(emit_error, [], _).

put_error(E) :-
    put_text(error_text, E, []),
    put_canonical(error_canonical, E, []),
    (   said(E, Cs) -> '$foreign_call'(error_said, [Cs], _)
    ;   true
    ).

% said(+Ball, -Chars): prolog:message//1, which a program may have, has words for what the program throws.
said(E, Cs) :-
    '$predicate_defined'(prolog, message, 3),
    E \= error(_, _),
    cl_engine:provided(swi_messages),
    catch(swi_messages:own_words(E, Cs), _, false).

chars_of(Term, Cs) :- term_texts:shown_text(Term, false, [], Cs).
