/** The steps of loading a file: what is compiled into the load state of Scryer, and how to recover.

All that one file defines goes into one load state of Scryer's (an "evacuable"). If Scryer refuses something, it throws
the whole load state away; then the steps taken so far are taken again in a new one, without the culprit.
*/

:- module(cl_steps, [fresh/1, flush/2, taken_back/4, step/3, recover/2, tabled/3, raised/2]).

:- use_module(library(lists)).
:- use_module(library(load_state)).
:- use_module(library(pairs)).
:- use_module(library(cl_indexed), []).

% The steps of a load (`load_state`): declaration(Directive), group(Key, Clauses) with
% clause(Index, Clause), extensible(Kind, Module, Name, Arity), use(Library, Imports).

%!  fresh(-Evacuable) is det.
%
%   Begins a load state for the current source. What an earlier version of the file defined is gone.

fresh(Evacuable) :-
    '$push_load_state_payload'(Evacuable),
    '$add_in_situ_filename_module'(Evacuable).

% --- compiling --------------------------------------------------------------------------------

flush(Load0, Load) :-
    load_pending(Load0, Pending0),
    (   Pending0 == [] -> Load = Load0
    ;   reverse(Pending0, Pending),
        % Most clauses stand together already: what is together is sorted.
        group_pairs_by_key(Pending, Runs0),
        keysort(Runs0, Runs),
        group_pairs_by_key(Runs, Groups0),
        joined(Groups0, Groups),
        with_pending([], Load0, Load1),
        groups(Groups, Load1, Load)
    ).

joined([], []).
joined([Key-Runs|Groups0], [Key-Clauses|Groups]) :-
    (   Runs = [Clauses] -> true
    ;   append(Runs, Clauses)
    ),
    joined(Groups0, Groups).

groups([], Load, Load).
groups([Key-Clauses|Groups], Load0, Load) :-
    group(Key, Clauses, Load0, Load1),
    groups(Groups, Load1, Load).

% Clauses of a predicate that is compiled already: a static one is compiled again, whole; clauses of several files stay in the
% order in which they were read.
group(Key, Clauses, Load0, Load) :-
    load_steps(Load0, Steps),
    Key = k(M, Name, Arity),
    (   taken_back(Key, Steps, Earlier, Steps1) ->
        (   '$dynamic_property'(M, Name, Arity) ->
            assert_all(Clauses, M),
            Load = Load0
        ;   member(extensible(multifile, M, Name, Arity), Steps) -> step(group(Key, Clauses), Load0, Load)
        ;   append(Earlier, Clauses, All),
            with_steps(Steps1, Load0, Load1),
            step(group(Key, All), Load1, Load)
        )
    ;   step(group(Key, Clauses), Load0, Load)
    ).

%!  taken_back(+Key, +Steps0, -Clauses, -Steps) is semidet.
%
%   Clauses, one or more, are all that the steps have compiled for the predicate, in their order; Steps are the others.

taken_back(Key, Steps0, Clauses, Steps) :-
    select(group(Key, Last), Steps0, Steps1),
    !,
    (   taken_back(Key, Steps1, Before, Steps) -> append(Before, Last, Clauses)
    ;   Clauses = Last,
        Steps = Steps1
    ).

assert_all([], _).
assert_all([clause(Index, Clause)|Clauses], M) :-
    ( Clause = (H0 :- B) -> true ; H0 = Clause, B = true ),
    ( H0 = M1:H -> true ; M1 = M, H = H0 ),
    catch(cl_indexed:put(z, M1, H, B), E, cl_steps:raised(E, Index)),
    assert_all(Clauses, M).

% step(+Step, +Load0, -Load): takes a step; if it is refused, what is wrong with it is reported and left out.
step(Step, Load0, Load) :-
    load_evacuable(Load0, E),
    catch(take(Step, E), Error, true),
    (   var(Error) ->
        load_steps(Load0, Steps),
        with_steps([Step|Steps], Load0, Load)
    ;   Step = group(Key, Clauses) ->
        % First of all: calls do not work while the module of the load is gone.
        recover(Load0, Load1),
        sound(Clauses, Sound),
        (   Sound == Clauses ->
            Clauses = [clause(Index, _)|_],
            raised(Error, Index),
            drop(Clauses),
            Load = Load1
        ;   Sound == [] -> Load = Load1
        ;   step(group(Key, Sound), Load1, Load)
        )
    ;   raised(Error, -1),
        recover(Load0, Load)
    ).

take(group(k(M, Name, Arity), Clauses0), E) :-
    (   Arity > 0, '$dynamic_property'(M, Name, Arity) ->
        cl_indexed:framed_clauses(M, Name, Arity, Clauses0, Clauses),
        Dynamic = true
    ;   Dynamic = false,
        closed(Clauses0, Clauses1),
        (   Arity =:= 0 -> Clauses = Clauses1
        ;   ( '$predicate_defined'(cl_heads, findable, 2) -> true ; cl_engine:provided(cl_heads) ),
            cl_heads:findable(Clauses1, Clauses)
        )
    ),
    '$foreign_call'(warnings_off, [], _),
    catch(cl_steps:compile_all(Clauses, M, E), Error, true),
    '$foreign_call'(warnings_on, [], _),
    (   var(Error) -> ( Dynamic == true -> cl_indexed:settled(M, Name, Arity, Clauses0) ; true )
    ;   throw(Error)
    ).
take(declaration(D), E) :- '$clause_to_evacuable'((:- D), E).
take(extensible(Kind, M, Name, Arity), E) :-
    % With its own load state, what directives assert outlives an error; in a module that cannot be had.
    (   M == user -> '$push_load_state_payload'(E1)
    ;   E1 = E
    ),
    '$foreign_call'(warnings_off, [], _),
    extensible(Kind, M, Name, Arity, E1),
    '$foreign_call'(warnings_on, [], _).
take(use(Library, Imports), E) :- use(Library, Imports, E).

% closed(+Clauses0, -Clauses): if there are rules with `=>` among them, a call that none of them matches is an error.
closed(Clauses0, Clauses) :-
    (   member(clause(_, (Head :- Body)), Clauses0), nonvar(Body), Body = (Mark, _), Mark == swi_matching:rules ->
        general(Head, Any, Goal),
        append(Clauses0, [clause(-1, (Any :- swi_matching:no_rule(Goal)))], Clauses)
    ;   Clauses = Clauses0
    ).

general(M:Head, M:Any, Goal) :- !, general(Head, Any, Goal).
general(Head, Any, Any) :-
    functor(Head, Name, Arity),
    functor(Any, Name, Arity).

extensible(dynamic, M, Name, Arity, E) :- '$add_dynamic_predicate'(M, Name, Arity, E).
% Clauses that come after those of another file do not take the place of what the same file has before them.
extensible(multifile, M, Name, Arity, E) :-
    '$add_multifile_predicate'(M, Name, Arity, E),
    '$add_discontiguous_predicate'(M, Name, Arity, E).

compile_all(Clauses, M, E) :-
    compile(Clauses, M, E),
    '$flush_term_queue'(E).

compile([], _, _).
compile([clause(_, Clause)|Clauses], M, E) :-
    (   Clause = (Target:Head :- Body) -> '$scoped_clause_to_evacuable'(Target, (Head :- Body), E)
    ;   Clause = Target:Head -> '$scoped_clause_to_evacuable'(Target, Head, E)
    ;   '$clause_to_evacuable'(Clause, E)
    ),
    compile(Clauses, M, E).

% sound(+Clauses, -Sound): leaves out the clauses that cannot be compiled, and reports them.
sound([], []).
sound([clause(Index, Clause)|Clauses], Sound) :-
    (   ( Clause = (Head :- Body) -> true ; Clause = Head, Body = true ),
        '$push_load_state_payload'(E),
        '$foreign_call'(warnings_off, [], _),
        catch(cl_steps:probe(Head, Body, E), Error0, true),
        '$foreign_call'(warnings_on, [], _),
        nonvar(Error0) ->
        ( no_goal(Error0, Body, Error) -> true ; Error = Error0 ),
        (   late(Error, Clause, Clause1) ->
            cl_engine:put_error(Error),
            '$foreign_call'(note_late, [Index], _),
            Sound = [clause(Index, Clause1)|Sound1]
        ;   raised(Error, Index),
            drop([clause(Index, Clause)]),
            Sound = Sound1
        )
    ;   Sound = [clause(Index, Clause)|Sound1]
    ),
    sound(Clauses, Sound1).

% no_goal(+Error0, +Body, -Error): where Scryer says that there is something in Body which can be no goal, Error says what.
no_goal(error(syntax_error(inadmissible_query_term), _), Body, error(type_error(callable, G), _)) :- part_of(Body, G), \+ callable(G), !.

part_of(G, _) :- var(G), !, false.
part_of((A,_), G) :- part_of(A, G).
part_of((_,B), G) :- !, part_of(B, G).
part_of((A;_), G) :- part_of(A, G).
part_of((_;B), G) :- !, part_of(B, G).
part_of((A->_), G) :- part_of(A, G).
part_of((_->B), G) :- !, part_of(B, G).
part_of(\+ A, G) :- !, part_of(A, G).
part_of(G, G).

% late(+Error, +Clause, -Later): Scryer does not compile a clause with an expression that is none; as SWI-Prolog, Later computes
% it when it is called, and then it is an error.
late(error(type_error(evaluable, _), _), Clause, Later) :-
    cl_engine:swi,
    cl_engine:provide_swi,
    swi_syntax:expand_clause(Clause, Later),
    Later \== Clause.

% The host forgets clauses that are not loaded.
drop([]).
drop([clause(Index, _)|Clauses]) :-
    '$foreign_call'(clause_drop, [Index], _),
    drop(Clauses).

probe(Head, Body, E) :-
    '$clause_to_evacuable'(('$probe'(Head) :- Body), E),
    '$flush_term_queue'(E),
    '$conclude_load'(E).

% A new load state in which all steps are taken again. The source is not announced anew: that would retract
% what its directives have asserted.
recover(Load0, Load) :-
    '$push_load_state_payload'(E),
    with_evacuable(E, Load0, Load),
    load_steps(Load0, Steps),
    reverse(Steps, Forward),
    again(Forward, E).

again([], _).
again([Step|Steps], E) :-
    take(Step, E),
    again(Steps, E).

% --- tables ---------------------------------------------------------------------------------

%!  tabled(+Keys, +Load0, -Load) is det.
%
%   The clauses of these predicates that came before their directive are renamed, as those that follow will be. The
%   one that the directive puts in their place is not together with them.

tabled([], Load, Load).
tabled([Key|Keys], Load0, Load) :-
    load_steps(Load0, Steps0),
    load_pending(Load0, Pending0),
    Key = k(M,Name,Arity),
    '$foreign_call'(predicate_declare, [M,Name,Arity], _),
    (   taken_back(Key, Steps0, Clauses, Steps) -> reverse(Clauses, Compiled)
    ;   Steps = Steps0,
        Compiled = []
    ),
    findall(Key-Clause, member(Clause, Compiled), Earlier),
    append(Pending0, Earlier, Pending1),
    renamed(Pending1, Key, Pending),
    with_steps(Steps, Load0, Load1),
    with_pending(Pending, Load1, Load2),
    tabled(Keys, Load2, Load).

renamed([], _, []).
renamed([Key0-clause(I,Clause0)|Pending0], Key, [Key1-clause(I,Clause)|Pending]) :-
    (   Key0 == Key -> renamed_clause(Clause0, Key, Key1, Clause)
    ;   Key1 = Key0,
        Clause = Clause0
    ),
    renamed(Pending0, Key, Pending).

renamed_clause((Head0 :- Body), Key0, Key, (Head :- Body)) :- !, renamed_clause(Head0, Key0, Key, Head).
renamed_clause(M:Head0, Key0, Key, M:Head) :- !, renamed_clause(Head0, Key0, Key, Head).
renamed_clause(Head0, k(M,_,Arity), k(M,Name,Arity), Head) :-
    table_wrapper:rename_term(Head0, Head),
    functor(Head, Name, _).

% --- notes ------------------------------------------------------------------------------------

% raised(+Error, +Index): tells what is wrong with the clause Index, -1 for the current one.
raised(E, Index) :-
    cl_engine:put_error(E),
    '$foreign_call'(note_error, [Index], _).
