/** Directives: what they say of the file that is being loaded, and goals that are run.

What a directive stands for is not loaded here, but given to `load_text`: clauses in its place, or clauses that are to be read again.
One that loads files asks `consult`, above us. Directives of other modules are in `load_hooks`; what their arguments
mean is in `declarations`.
*/

:- module(load_directives, [directive/4, run_directive/3]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(cl_declarations)).
:- use_module(library(load_hooks), [module_of/3]).
:- use_module(library(load_libraries)).
:- use_module(library(load_state)).
:- use_module(library(cl_modules), [program_declares/2, clause_table/1]).
:- use_module(library(cl_steps)).
:- use_module(library(cl_asserted), []).
:- use_module(library(cl_consult), []).

%!  directive(+Directive, +Load0, -Load, -Instead) is det.
%
%   Does what Directive says. Instead is what has to be loaded in its place: `nothing`, `terms(Terms)`, or `again(Indices)`, clauses that
%   have been loaded already.

directive(D, _, _, _) :-
    var(D),
    !,
    throw(error(instantiation_error, (:-)/1)).
directive(D, Load0, Load, nothing) :- load_hooks:load_directive(D, Load0, Load), !.
directive(D, Load0, Load, Instead) :- declaration(D, Load0, Load, Instead), !.
directive(D, Load0, Load, nothing) :-
    flush(Load0, Load),
    load_module(Load, Module),
    ( ( Module == user ; cl_engine:sandboxed ) -> true ; cl_engine:provided(file_imports), file_imports:so_far(Module) ),
    catch(cl_engine:ready(D, Module, Goal), E, true),
    (   nonvar(E) -> raised(E, -1)
    ;   run_directive(Goal, Module, -1)
    ).

%!  run_directive(+Goal, +Module, +Index) is det.
%
%   Runs a directive or an initialization goal: its failure and its errors are reported, and loading goes on.

run_directive(Goal, Module, Index) :-
    catch(( call(Module:Goal) -> R = true ; R = false ), E, true),
    (   nonvar(E), E = '$halted'(Status) -> halted(Status, Index)
    ;   nonvar(E) ->
        raised(E, Index),
        '$foreign_call'(directive_raised, [], _)
    ;   R == true -> true
    ;   cl_engine:put_text(note_text, Goal, []),
        '$foreign_call'(note_failure, [Index], _)
    ).

% halted(+Status, +Index): it has called halt/1, where that ends only the loading of the text (`cl_engine:stop/1`). An initialization goal
% runs when the text has come to its end.
halted(Status, Index) :-
    (   Index =:= -1 -> '$foreign_call'(load_cut, [], _)
    ;   true
    ),
    cl_engine:put_text(note_text, Status, []),
    '$foreign_call'(note_halt, [Index], _).

% --- declarations -----------------------------------------------------------------------------

% declaration(+Directive, +Load0, -Load, -Instead): what is said about the file; fails for a goal.
declaration(module(M, Exports), Load0, Load, nothing) :- begin_module(M, Exports, Load0, Load).
declaration(use_module(L), Load0, Load, nothing) :- all_used(L, use, Load0, Load).
declaration(use_module(L, Imports), Load0, Load, Instead) :- some_used(L, Imports, use, Load0, Load, Instead).
declaration(autoload(L), Load0, Load, nothing) :- all_used(L, use, Load0, Load).
declaration(autoload(L, Imports), Load0, Load, Instead) :- some_used(L, Imports, use, Load0, Load, Instead).
declaration(reexport(L), Load0, Load, nothing) :- all_used(L, hand_on, Load0, Load).
declaration(reexport(L, Imports), Load0, Load, Instead) :- some_used(L, Imports, hand_on, Load0, Load, Instead).
declaration(dynamic(Specs), Load0, Load, again(Indices)) :- extended(Specs, dynamic, Load0, Load, Indices).
declaration(dynamic(Specs, Options), Load0, Load, Instead) :-
    must_be(list, Options),
    declaration(dynamic(Specs), Load0, Load, Instead).
declaration(multifile(Specs), Load0, Load, again(Indices)) :- extended(Specs, multifile, Load0, Load, Indices).
declaration(thread_local(Specs), Load0, Load, Instead) :- declaration(dynamic(Specs), Load0, Load, Instead).
declaration(discontiguous(Specs), Load, Load, nothing) :- keys(Specs, Load, Keys), declare(Keys).
declaration(public(_), Load, Load, nothing).
declaration(predicate_options(_, _, _), Load, Load, nothing) :- cl_engine:swi.
declaration(use_foreign_library(_), Load, Load, nothing) :- cl_engine:swi.
declaration(use_foreign_library(_, _), Load, Load, nothing) :- cl_engine:swi.
declaration(module_transparent(_), Load, Load, nothing).
declaration(style_check(Spec), Load, Load, nothing) :- style(Spec).
declaration(set_prolog_flag(Flag, _), Load, Load, nothing) :- cl_engine:swi, atom(Flag), ignored_flag(Flag).
declaration(license(_), Load, Load, nothing).
declaration(set_stream(_, _), Load, Load, nothing).
declaration(encoding(_), Load, Load, nothing).
% The clauses before it have been expanded without it; Scryer would know it when it compiles them.
declaration(meta_predicate(Specs), Load0, Load, nothing) :- flush(Load0, Load1), meta(Specs, Load1, Load).
declaration(non_counted_backtracking(PI), Load0, Load, nothing) :-
    cl_engine:permitted(non_counted_backtracking),
    step(declaration(non_counted_backtracking(PI)), Load0, Load).
declaration(initialization(Goal), Load0, Load, nothing) :- initialization_goal(Goal, Load0, Load).
declaration(initialization(Goal, When), Load0, Load, Instead) :-
    (   When == now -> directive(Goal, Load0, Load, Instead)
    ;   Instead = nothing,
        ( When == main -> main_goal(Goal, Load0), Load = Load0 ; initialization_goal(Goal, Load0, Load) )
    ).
declaration(consult(Files), Load0, Load, nothing) :- files_loaded(Files, always, Load0, Load).
declaration([File|Files], Load0, Load, nothing) :- files_loaded([File|Files], always, Load0, Load).
declaration(ensure_loaded(Files), Load0, Load, nothing) :-
    (   nonvar(Files), Files = library(_) -> used(Files, all, use, Load0, Load)
    ;   load_module(Load0, user), cl_consult:none_is_new(Files) -> Load = Load0
    ;   files_loaded(Files, once, Load0, Load)
    ).
declaration(load_files(Files, Options), Load0, Load, Instead) :-
    (   ground(Options), member(if(not_loaded), Options) -> declaration(ensure_loaded(Files), Load0, Load, Instead)
    ;   declaration(consult(Files), Load0, Load, Instead)
    ).
declaration(include(File), Load, Load, nothing) :- cl_consult:have_all(File, file_is_given), !.
declaration(include(File), Load0, Load, nothing) :-
    cl_engine:permitted(load_files),
    cl_consult:part(File, Load0, Load).
declaration(table(Specs), Load0, Load, terms(Terms)) :- table(Specs, Terms, Load0, Load).
declaration(attribute(Specs), Load, Load, terms(Terms)) :-
    loader:expand_term((:- attribute(Specs)), Terms),
    Terms \= (:- _).

begin_module(M, Exports, Load0, Load) :-
    must_be(atom, M),
    (   '$foreign_call'(module_is_ours, [M], 1) -> throw(error(permission_error(create, module, M), module/2))
    ;   runs_programs(M) -> throw(error(permission_error(modify, static_module, M), module/2))
    ;   true
    ),
    exports(Exports, Predicates),
    cl_engine:permitted_module(M, Predicates),
    ( '$foreign_call'(module_is_loaded, [file_imports], 1) -> file_imports:begun(M) ; true ),
    step(declaration(module(M, Predicates)), Load0, Load1),
    with_module(M, Load1, Load2),
    autoloaded(Load2, Load).

% runs_programs(Module): Scryer would let a program take its place.
runs_programs(loader).
runs_programs('$toplevel').
runs_programs('$atts').
runs_programs('$project_atts').

initialization_goal(Goal0, Load0, Load) :-
    load_module(Load0, M),
    cl_engine:ready(Goal0, M, Goal),
    '$foreign_call'(clause_index, [], Index),
    with_goal(Index-Goal, Load0, Load).

main_goal(Goal, Load) :-
    load_module(Load, Module),
    ( Module == user -> Main = Goal ; Main = Module:Goal ),
    cl_engine:chars_of(Main, Cs),
    '$foreign_call'(load_main, [Cs], _).

% --- files and libraries ----------------------------------------------------------------------

files_loaded(Files, When, Load0, Load) :-
    (   ( cl_engine:sandboxed, given(Files, Load0) ; cl_consult:have_all(Files, file_is_given) ) -> Load = Load0
    ;   flush(Load0, Load1),
        cl_engine:permitted(load_files),
        cl_consult:files(Files, When, all, Load1, Load)
    ).

% given(+Files, +Load): in a sandbox a program may load what the host has loaded already; it is there.
given(Files, Load) :-
    load_module(Load, user),
    cl_consult:have_all(Files, file_is_loaded).

% all_used(+Sources, +How, +Load0, -Load): imports all of a library or a file, or of a list of them; a text is one. How is `use`, or
% `hand_on`: the module exports it, too.
all_used(L, How, Load0, Load) :-
    (   L == [] -> Load = Load0
    ;   nonvar(L), L = [First|Rest], \+ ( atom(First), atom_length(First, 1) ) ->
        used(First, all, How, Load0, Load1),
        all_used(Rest, How, Load1, Load)
    ;   used(L, all, How, Load0, Load)
    ).

some_used(L, Imports, How, Load0, Load, Instead) :-
    selection(Imports, Selection),
    (   nonvar(L), L = library(_) ->
        ( Selection == only([]) -> Load = Load0 ; used(L, Selection, How, Load0, Load) ),
        aliases(Selection, Clauses),
        ( Clauses == [] -> Instead = nothing ; Instead = terms(Clauses) )
    ;   Instead = nothing,
        used(L, Selection, How, Load0, Load)
    ).

used(L, Selection, How, Load0, Load) :-
    (   nonvar(L), L = library(Name) ->
        libraries_of(Name, Sources),
        imported(Sources, Selection, Load0, Load)
    ;   % The program may just have said where its files are.
        ( compound(L), functor(L, _, 1) -> flush(Load0, Load1) ; Load1 = Load0 ),
        file_name(L, File) -> file_used(File, Selection, Sources, Load1, Load)
    ;   type_error(source_sink, L, use_module/1)
    ),
    (   How == hand_on, load_module(Load, Module), Module \== user ->
        cl_engine:provided(file_imports),
        file_imports:handed_on(Sources, Module, Selection)
    ;   true
    ).

file_used(File, Selection, Sources, Load0, Load) :-
    (   cl_consult:have_all(File, file_is_given) ->
        Sources = [],
        Load = Load0
    ;   cl_engine:sandboxed, cl_consult:have_all(File, file_is_loaded), cl_engine:provided(file_imports), file_imports:as_it_is(File, Source) ->
        Sources = [Source],
        file_imports:brought(Source, Selection, Load0, Load)
    ;   cl_engine:sandboxed, given(File, Load0) ->
        Sources = [],
        Load = Load0
    ;   flush(Load0, Load1),
        cl_engine:permitted(load_files),
        cl_consult:file(File, once, Selection, Source, Load1, Load),
        ( Source == user -> Sources = [] ; Sources = [Source] )
    ).

% --- predicates -------------------------------------------------------------------------------

keys(Specs, Load, Keys) :-
    load_module(Load, Module),
    specs(Specs, Module, Keys00),
    ( '$predicate_defined'(plunit, declared, 2) -> plunit:declared(Keys00, Keys0) ; Keys0 = Keys00 ),
    ( cl_engine:sandboxed -> own_keys(Keys0, Module, Keys) ; findall(Key, ( member(Key, Keys0), \+ load_directives:is_expansion(Key) ), Keys) ).

% own_keys(+Keys0, +Module, -Keys): a closed file's own predicates have other names.
own_keys(Keys0, Module, Keys) :-
    (   Module == user, '$foreign_call'(load_is_closed, [], 1) ->
        cl_engine:provided(cl_homes),
        findall(k(M,N,A), ( member(k(M,N0,A), Keys0), cl_homes:own_name(N0, A, N) ), Keys)
    ;   Keys = Keys0
    ).

% is_expansion(+Key): clauses of it may always be added.
is_expansion(k(_,term_expansion,2)).
is_expansion(k(_,goal_expansion,2)).

declare([]).
declare([k(M,Name,Arity)|Ks]) :-
    '$foreign_call'(predicate_declare, [M,Name,Arity], _),
    declare(Ks).

% extended(+Specs, +Kind, +Load0, -Load, -Indices): clauses may be added to these predicates, by goals (`dynamic`) or by other files
% (`multifile`). Those that stand before that, Indices, are to be read again.
extended(Specs, Kind, Load0, Load, Indices) :-
    keys(Specs, Load0, Keys),
    (   Kind == (multifile), findall(Key, ( member(Key, Keys), load_directives:becomes_dynamic(Key) ), Dynamic), Dynamic = [_|_] ->
        extend(Dynamic, dynamic, Load0, Load1, Indices1),
        extend(Keys, multifile, Load1, Load, Indices2),
        append(Indices1, Indices2, Indices)
    ;   extend(Keys, Kind, Load0, Load, Indices)
    ).

% becomes_dynamic(+Key): a directive further down says so. Scryer crashes if a predicate that is multifile and has clauses becomes
% dynamic; the other way round it does not.
becomes_dynamic(k(_,Name,Arity)) :- '$foreign_call'(predicate_becomes_dynamic, [Name,Arity], 1).

extend([], _, Load, Load, []).
% What a file defines in a module that a hook looks after is dynamic; a program may say so, too.
extend([k(Owner,_,_)|Ks], Kind, Load0, Load, Indices) :-
    module_of(Owner, _, _),
    load_module(Load0, Module),
    Module \== Owner,
    !,
    extend(Ks, Kind, Load0, Load, Indices).
% What is given with an assignment is as it was declared there.
extend([k(M,Name,Arity)|Ks], Kind, Load0, Load, Indices) :-
    '$foreign_call'(predicate_is_given, [M,Name,Arity], 1),
    !,
    extend(Ks, Kind, Load0, Load, Indices).
extend([Key|Ks], Kind, Load0, Load, Indices0) :-
    Key = k(M,Name,Arity),
    cl_engine:permitted_head(M, Name, Arity),
    '$foreign_call'(predicate_declare, [M,Name,Arity], _),
    Step = extensible(Kind, M, Name, Arity),
    load_steps(Load0, Steps),
    (   member(Step, Steps) -> Load1 = Load0, Indices0 = Indices
    ;   flush(Load0, Load2),
        taken_out(Key, Clauses, Load2, Load3),
        step(Step, Load3, Load1),
        clause_table(M),
        indices(Clauses, Indices0, Indices)
    ),
    extend(Ks, Kind, Load1, Load, Indices).

% taken_out(+Key, -Clauses, +Load0, -Load): Clauses are those that have been compiled for the predicate; it has none in Load.
taken_out(Key, Clauses, Load0, Load) :-
    load_steps(Load0, Steps0),
    (   taken_back(Key, Steps0, Clauses, Steps) ->
        with_steps(Steps, Load0, Load1),
        recover(Load1, Load)
    ;   Clauses = [],
        Load = Load0
    ).

indices([], Is, Is).
indices([clause(I,_)|Clauses], [I|Is0], Is) :- indices(Clauses, Is0, Is).

meta(Specs, _, _) :- var(Specs), !, throw(error(instantiation_error, (meta_predicate)/1)).
meta((Spec, Specs), Load0, Load) :- !, meta(Spec, Load0, Load1), meta(Specs, Load1, Load).
meta([], Load, Load) :- !.
meta([Spec|Specs], Load0, Load) :- !, meta(Spec, Load0, Load1), meta(Specs, Load1, Load).
meta(Spec0, Load0, Load) :-
    Spec0 =.. [Name|Args0],
    meta_arguments(Args0, Args),
    load_module(Load0, Module),
    functor(Spec0, _, Arity),
    cl_engine:permitted_head(Module, Name, Arity),
    Spec =.. [Name|Args],
    ( Module == user -> program_declares(Name, Arity) ; true ),
    ( member(Arg, Args), integer(Arg) -> cl_asserted:goals_come ; true ),
    step(declaration(meta_predicate(Spec)), Load0, Load).

% table(+Specs, -Terms, +Load0, -Load): Terms are the clauses that call the tables; those of the predicates get other names.
table(Specs, Terms, Load0, Load) :-
    used(library(tabling), all, use, Load0, Load1),
    load_module(Load1, M),
    (   cl_engine:swi ->
        cl_engine:provided(swi_moded),
        swi_moded:table_terms(Specs, M, Predicates0, Terms0),
        % One that is tabled already is left as it is.
        load_steps(Load1, Steps),
        findall(PI, ( member(PI, Predicates0), \+ load_directives:is_tabled(PI, M, Steps) ), Predicates),
        findall(T, ( member(PI-Ts, Terms0), member(PI, Predicates), member(T, Ts) ), Terms)
    ;   Predicates = Specs,
        loader:expand_term((:- table(Specs)), Terms)
    ),
    (   Terms = (:- table(_)) -> throw(error(domain_error(predicate_indicator, Specs), (table)/1))
    ;   keys(Predicates, Load1, Keys),
        tabled(Keys, Load1, Load)
    ).

is_tabled(Name/Arity, M, Steps) :-
    member(group(k(M,Name,Arity), [clause(_,(_ :- Body))|_]), Steps),
    nonvar(Body),
    Body = swi_moded:start_tabling(_, _).
