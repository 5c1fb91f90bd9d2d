/** The request loop of the worker.

One query of the host, `engine:main`, lasts as long as the session. It is driven by native calls:
`cxnext` waits for a request (and makes the checkpoint), `cxput` and `cxemit` send what happened.
Every step ends in failure, which gives back all memory that it used; nothing that a user writes
can throw through it. The host (`src/engine/machine.rs`) declares the meaning of the numbers.
*/

:- module(engine, [main/0, stop/1]).

:- use_module(library(charsio)).
:- use_module(library(error)).
:- use_module(library(ffi)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library('$project_atts')).
:- use_module(library('$atts')).

:- initialization(use_foreign_module("", [cxnext([],i64), cxarg([i64],cstr), cxnum([i64],i64),
                                          cxput([i64,cstr],i64), cxemit([i64,i64],i64),
                                          cxline([i64],i64), cxstop([i64],i64)])).

% Errors in a file that is loaded are thrown to the loader's caller, not printed.
:- initialization(asserta('$toplevel':started)).

% A request reads what the user types, where there is a terminal or a pipe.
:- initialization(( catch(open('/dev/stdin', read, S, [eof_action(reset)]), _, false) ->
                        set_input(S)
                  ;     true
                  )).

main :- step.
main :- main.

step :-
    '$foreign_call'(cxnext, [], Kind),
    (   Kind =:= 0 -> throw(engine_quit)
    ;   true
    ),
    catch(handle(Kind), E, report(E)),
    false.

% --- queries ----------------------------------------------------------------------------------

handle(1) :-
    '$foreign_call'(cxarg, [0], Text),
    '$foreign_call'(cxnum, [0], Limit),
    catch(read_term_from_chars(Text, Goal, [variable_names(VNs)]), E, true),
    (   nonvar(E) -> report(E)
    ;   var(Goal) -> report(error(instantiation_error, call/1))
    ;   Goal == end_of_file -> report(error(syntax_error(end_of_file), read_term/2))
    ;   Goal = (?- Query) -> query(Query, VNs, Limit)
    ;   Goal = (:- Query) -> query(Query, VNs, Limit)
    ;   query(Goal, VNs, Limit)
    ).
handle(2) :-
    '$foreign_call'(cxarg, [0], Path0),
    '$foreign_call'(cxarg, [1], Name0),
    atom_chars(Path, Path0),
    atom_chars(Name, Name0),
    catch(( consult_as(Path, Name), loaded ), E, report(E)).

query(Goal0, VNs, Limit) :-
    top_level_goal(Goal0, Goal),
    run(Goal, VNs, Limit).

% What only means something at the top level: [file1, ...] and halt with a status.
top_level_goal(Goal, engine:consult_all(Goal)) :-
    nonvar(Goal),
    Goal = [_|_],
    !.
top_level_goal(Goal, engine:consult_all([File])) :-
    nonvar(Goal),
    Goal = consult(File),
    !.
top_level_goal(Goal, engine:stop(0)) :- Goal == halt, !.
top_level_goal(Goal, engine:stop(N)) :- nonvar(Goal), Goal = halt(N), !.
top_level_goal(Goal, user:Goal).

stop(N) :-
    (   var(N) -> instantiation_error(halt/1)
    ;   integer(N) -> true
    ;   type_error(integer, N, halt/1)
    ),
    (   0 =< N, N =< 255 -> true
    ;   domain_error(exit_status, N, halt/1)
    ),
    '$foreign_call'(cxstop, [N], _),
    halt.

run(Goal, VNs, Limit) :-
    '$get_b_value'(B0),
    catch(call_residue_vars(limited(Limit, Goal, R), ResVars), E, Excepted = true),
    '$get_b_value'(B),
    (   B0 == B -> !, Last = 1
    ;   Last = 0
    ),
    (   Excepted == true -> !, report(E)
    ;   R == inference_limit_exceeded -> !, emit(5, 0)
    ;   answer(VNs, ResVars, Last, Stop),
        (   Stop =:= 1 -> !
        ;   true
        )
    ).
run(_, _, _) :- emit(2, 0).

limited(0, Goal, true) :- !, call(Goal).
limited(Limit, Goal, R) :- call_with_inference_limit(Goal, Limit, R).

% answer(+VNs, +ResVars, +Last, -Stop): sends bindings and residual goals in the form of Scryer's
% own top level: equations between variables, made-up names for fresh ones.
answer(VNs, ResVars, Last, Stop) :-
    '$toplevel':gather_query_vars(VNs, Vars0),
    term_variables(Vars0, Vars1),
    (   ResVars == [] -> ResGoals = []
    ;   '$project_atts':project_attributes(Vars1, ResVars),
        copy_term([Vars1,ResVars], [Vars1,ResVars], ResGoals)
    ),
    term_variables(ResGoals, ResGoalVars),
    append([Vars1,ResGoalVars,ResVars], Vars2),
    charsio:extend_var_list(Vars2, VNs, VNs1, fabricated),
    '$toplevel':gather_equations(VNs1, Vars0, Equations),
    term_variables(Equations, EquationVars),
    append(ResGoalVars, EquationVars, Vars3),
    term_variables(Vars3, Vars4),
    charsio:extend_var_list(Vars4, VNs, VNs2, fabricated),
    '$foreign_call'(cxnum, [1], Typed),
    send_equations(Equations, VNs2, Typed),
    send_goals(ResGoals, VNs2),
    emit_(1, Last, Stop).

send_equations([], _, _).
send_equations([Name=Value|Equations], VNs, Typed) :-
    (   var(Value) -> lists:select((Name = _), VNs, VNs1)
    ;   VNs1 = VNs
    ),
    !,
    '$foreign_call'(cxput, [1,Name], _),
    put_value(Value, VNs1),
    (   Typed =:= 1 -> put_text(3, Value, [ignore_ops(true),variable_names(VNs1)])
    ;   true
    ),
    send_equations(Equations, VNs, Typed).
send_equations([_|Equations], VNs, Typed) :-
    send_equations(Equations, VNs, Typed).

% What would be read otherwise after `Name = ` goes in brackets.
put_value(Value, VNs) :-
    (   '$toplevel':needs_bracketing(Value, =) ->
        write_term_to_chars(Value, [quoted(true),double_quotes(true),variable_names(VNs)], Cs0),
        append(['('|Cs0], ")", Cs),
        '$foreign_call'(cxput, [2,Cs], _)
    ;   put_text(2, Value, [variable_names(VNs)])
    ).

send_goals([], _).
send_goals([Goal|Goals], VNs) :-
    put_text(4, Goal, [variable_names(VNs)]),
    send_goals(Goals, VNs).

put_text(Tag, Term, Options) :-
    write_term_to_chars(Term, [quoted(true),double_quotes(true)|Options], Cs),
    '$foreign_call'(cxput, [Tag,Cs], _).

emit(Kind, N) :- emit_(Kind, N, _).

emit_(Kind, N, Stop) :-
    flush_output(user_output),
    '$foreign_call'(cxemit, [Kind,N], Stop).

report(E) :-
    put_text(5, E, []),
    put_text(6, E, [ignore_ops(true)]),
    emit(3, 0).

% --- loading ----------------------------------------------------------------------------------

% consult_as(+Path, +Name): loads the clauses of the file Path into `user`, known under Name. This is
% the loader's own consult/1, except that the line of each clause is noted, for messages.

consult_as(Path, Name) :-
    open(Path, read, Stream),
    atom_chars(Name, NameCs),
    '$foreign_call'(cxput, [7,NameCs], _),
    current_prolog_flag(double_quotes, Quotes),
    '$push_load_state_payload'(Evacuable),
    catch(load_stream(Stream, Name, Subevacuable), E, ( set_prolog_flag(double_quotes, Quotes), throw(E) )),
    '$use_module'(Evacuable, Subevacuable, []),
    set_prolog_flag(double_quotes, Quotes),
    '$foreign_call'(cxput, [8,""], _).

load_stream(Stream, Name, Evacuable) :-
    loader:create_file_load_context(Stream, Name, Evacuable),
    '$add_in_situ_filename_module'(Evacuable),
    catch(( load_clauses(Stream, none, 1, Evacuable), line(0), loader:run_initialization_goals ),
          E,
          loader:file_load_cleanup(Evacuable, E)),
    '$pop_load_context'.

% load_clauses(+Stream, +Head, +HeadLine, +Evacuable): the clauses read last belong to the predicate
% Head, of which the first began on HeadLine. A predicate is compiled when its last clause has been
% read; if it is refused, the line to name is its own and not that of the clause that follows.

load_clauses(Stream, Head0, HeadLine0, Evacuable) :-
    next_clause(Stream, Term, Line, Singletons),
    (   Term == end_of_file -> end_of_clauses(Stream, HeadLine0, Evacuable)
    ;   var(Term) -> throw(error(type_error(clause, Term), consult/1))
    ;   Term = (?- _) -> skip_quad(Stream, Head0, HeadLine0, Evacuable)
    ;   next_head(Term, Line, Head0, HeadLine0, Head, HeadLine, Evacuable),
        load_clause(Term, Line, Singletons, Evacuable),
        load_clauses(Stream, Head, HeadLine, Evacuable)
    ).

% A query in a file (a quad) and the description of its answers are documentation.
skip_quad(Stream, Head0, HeadLine0, Evacuable) :-
    next_clause(Stream, Term, Line, Singletons),
    (   Term == end_of_file -> end_of_clauses(Stream, HeadLine0, Evacuable)
    ;   var(Term) -> throw(error(type_error(clause, Term), consult/1))
    ;   ( Term = (?- _) ; loader:answer_description(Term) ) ->
        skip_quad(Stream, Head0, HeadLine0, Evacuable)
    ;   next_head(Term, Line, Head0, HeadLine0, Head, HeadLine, Evacuable),
        load_clause(Term, Line, Singletons, Evacuable),
        load_clauses(Stream, Head, HeadLine, Evacuable)
    ).

next_head(Term, Line, Head0, HeadLine0, Head, HeadLine, Evacuable) :-
    head_of(Term, Head),
    (   Head == Head0 -> HeadLine = HeadLine0
    ;   HeadLine = Line,
        line(HeadLine0),
        '$flush_term_queue'(Evacuable),
        line(Line)
    ).

head_of(Term, Head) :-
    (   Term = (H :- _) -> true
    ;   Term = (H --> _) -> true
    ;   H = Term
    ),
    (   callable(H) -> functor(H, Name, Arity), Head = Name/Arity
    ;   Head = none
    ).

end_of_clauses(Stream, HeadLine, Evacuable) :-
    close(Stream),
    line(HeadLine),
    '$conclude_load'(Evacuable).

load_clause(Term, Line, Singletons, Evacuable) :-
    loader:warn_about_singletons(Singletons, Line),
    loader:compile_term(Term, Evacuable).

next_clause(Stream, Term, Line, Singletons) :-
    (   '$devour_whitespace'(Stream) ->
        stream_property(Stream, position(position_and_lines_read(_, LinesRead))),
        Line is LinesRead + 1,
        line(Line),
        read_term(Stream, Term, [singletons(Singletons)])
    ;   Term = end_of_file
    ).

consult_all([]).
consult_all([File|Files]) :-
    must_be_file(File),
    source_path(File, Path),
    consult_as(Path, Path),
    consult_all(Files).

must_be_file(File) :-
    (   var(File) -> instantiation_error(consult/1)
    ;   atom(File) -> true
    ;   type_error(atom, File, consult/1)
    ).

source_path(File, Path) :-
    (   atom_concat(_, '.pl', File) -> Path = File
    ;   atom_concat(File, '.pl', Path0), readable(Path0), \+ readable(File) -> Path = Path0
    ;   Path = File
    ).

readable(Path) :-
    catch(( open(Path, read, S), close(S) ), _, false).

loaded :- emit(6, 0).

% The host notes the place; a global variable (bb_put/2) does not survive an exception.
line(Line) :- '$foreign_call'(cxline, [Line], _).
