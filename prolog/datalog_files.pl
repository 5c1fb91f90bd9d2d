/** Datalog in files: what `:- datalog(p/2).` and the clauses that follow leave behind.

The clauses are kept as data. The predicate itself has one clause, which asks the Datalog engine
(`cl_datalog:called/2`). A program consists of all Datalog clauses of a module; it is compiled when it is
first needed, and again when its clauses have changed.
*/

:- module(datalog_files, [load_directive/3, load_begins/1, load_clause/4, load_ends/0, fault/2, stored_program/3, stored_rules/2, stored_number/3,
                          stored_goal/4]).

:- use_module(library(assoc)).
:- use_module(library(datalog_rules)).
:- use_module(library(cl_declarations)).
:- use_module(library(lists)).
:- use_module(library(load_hooks), [watch/1]).
:- use_module(library(load_state)).
:- use_module(library(cl_steps)).

% What files have declared is in cl_declarations:datalog_predicate/4. Their clauses, in order:
% rule(Module, Index, File, Name/Arity, Clause, Names).
:- dynamic(rule/6).
% compiled(Module, Program): until the clauses change.
:- dynamic(compiled/2).
% The numbers of the predicates of a program, and the goals of those without clauses.
:- dynamic(predicate_number/3).
:- dynamic(base_goal/4).

%!  load_directive(+Directive, +Load0, -Load) is det.
%
%   At `:- datalog(Specs)`: declares predicates of the file that is being loaded (`load_hooks`).

load_directive(datalog(Specs), Load0, Load) :-
    load_module(Load0, Module),
    specs(Specs, Module, Keys),
    % Clauses that came before are Prolog's: compiled, or waiting to be.
    load_steps(Load0, Steps),
    load_pending(Load0, Pending),
    (   member(Key, Keys), ( member(Key-_, Pending) ; member(group(Key, _), Steps) ) ->
        Key = k(_,Name,Arity),
        throw(error(domain_error(predicate_without_clauses, Name/Arity), datalog/1))
    ;   true
    ),
    watch(datalog_files),
    declare_all(Keys, Load0, Load).

declare_all([], Load, Load).
declare_all([k(M,Name,Arity)|Ks], Load0, Load) :-
    source(File),
    (   cl_declarations:datalog_predicate(M, Name, Arity, File) -> Load1 = Load0
    ;   cl_engine:permitted_head(M, Name, Arity),
        '$foreign_call'(predicate_declare, [M,Name,Arity], _),
        '$foreign_call'(clause_index, [], Index),
        functor(Head, Name, Arity),
        load_module(Load0, Module),
        ( M == Module -> Target = Head ; Target = M:Head ),
        step(group(k(M,Name,Arity), [clause(Index,(Target :- cl_datalog:called(M, Head)))]), Load0, Load1),
        declare(M, Name, Arity, File)
    ),
    declare_all(Ks, Load1, Load).

% The clauses of another file are gone.
declare(M, Name, Arity, File) :-
    retractall(cl_declarations:datalog_predicate(M, Name, Arity, _)),
    assertz(cl_declarations:datalog_predicate(M, Name, Arity, File)),
    retractall(rule(M, _, _, Name/Arity, _, _)),
    changed(M).

%!  load_begins(+File) is det.
%
%   Forgets the clauses of File, before it is loaded again; but what the user types comes in pieces.

load_begins(_) :-
    source(File),
    (   File \== user,
        retract(cl_declarations:datalog_predicate(M, Name, Arity, File)),
        retractall(rule(M, _, _, Name/Arity, _, _)),
        changed(M),
        false
    ;   true
    ).

%!  load_clause(+Clause, +Names, +Module, -What) is semidet.
%
%   Adds the current clause of the file that is being loaded, if it is one of a predicate that this file has declared.
%   Throws what is wrong with it by itself.

load_clause(Clause, Names, M, taken) :-
    datalog_clause(Clause, M, PI),
    add(Clause, Names, M, PI).

add(Clause, Names0, M, Name/Arity) :-
    cl_engine:permitted_clause(Clause, M, _),
    term_variables(Clause, Vs),
    anonymous(Vs, Names0, Names),
    (   Clause \= (_ :- _), Vs == [] -> true
    ;   check(Clause, Names)
    ),
    '$foreign_call'(clause_head, [M,Name,Arity], Index),
    source(File),
    assertz(rule(M, Index, File, Name/Arity, Clause, Names)),
    changed(M).

check(Clause, Names) :-
    Named = [clause(Clause,Names)],
    compile(Named, program(Program,_,_), Fault),
    (   var(Fault) -> '$foreign_call'(datalog_forget, [Program], _)
    ;   fault_error(Fault, Named, Formal, _),
        throw(error(Formal, datalog/1))
    ).

anonymous([], Names, Names).
anonymous([V|Vs], Names, AllNames) :-
    (   member(_=V1, Names), V1 == V -> AllNames = AllNames1
    ;   AllNames = ['_'=V|AllNames1]
    ),
    anonymous(Vs, Names, AllNames1).

%!  load_ends is det.
%
%   Reports the rules of the file that are wrong together with others, and leaves them out.

load_ends :-
    (   fault(Index, Error) ->
        raised(Error, Index),
        '$foreign_call'(clause_drop, [Index], _),
        load_ends
    ;   true
    ).

%!  fault(-Index, -Error) is semidet.
%
%   True iff the clause Index is wrong together with others. It is taken out.

fault(Index, Error) :-
    findall(M, ( rule(M, _, _, _, _, _), \+ compiled(M, _) ), Ms0),
    sort(Ms0, Ms),
    member(M, Ms),
    rules(M, Named, Indexes),
    compile_rules(M, Named, Fault),
    nonvar(Fault),
    !,
    fault_error(Fault, Named, Formal, Number),
    nth0(Number, Indexes, Index),
    retract(rule(M, Index, _, _, _, _)),
    Error = error(Formal, datalog/1).

changed(M) :-
    (   retract(compiled(M, Program)) ->
        '$foreign_call'(datalog_forget, [Program], _),
        retractall(predicate_number(Program, _, _)),
        retractall(base_goal(Program, _, _, _))
    ;   true
    ).

rules(M, Named, Indexes) :-
    findall(Index-clause(Clause,Names), rule(M, Index, _, _, Clause, Names), Pairs),
    unzip(Pairs, Indexes, Named).

unzip([], [], []).
unzip([X-Y|XYs], [X|Xs], [Y|Ys]) :- unzip(XYs, Xs, Ys).

compile_rules(M, Named, Fault) :-
    compile(Named, program(Program,Numbers,Bases), Fault),
    (   var(Fault) ->
        assoc_to_list(Numbers, Pairs),
        (   member(PI-N, Pairs), assertz(predicate_number(Program, PI, N)), false ; true ),
        (   member(base(N,Goal,Vs), Bases), assertz(base_goal(Program, N, Goal, Vs)), false ; true ),
        assertz(compiled(M, Program))
    ;   true
    ).

%!  stored_program(+Module, +Indicator, -Program) is det.
%
%   Program is the number of the program of Module; errors name Indicator, which is called.

stored_program(M, PI, Program) :-
    (   compiled(M, Program) -> true
    ;   rules(M, Named, _),
        compile_rules(M, Named, Fault),
        (   var(Fault) -> compiled(M, Program)
        ;   fault_error(Fault, Named, Formal, _),
            throw(error(Formal, PI))
        )
    ).

%!  stored_rules(+Module, -Named) is det.
%!  stored_number(+Program, +Indicator, -Number) is semidet.
%!  stored_goal(+Program, +Number, -Goal, -Variables) is semidet.
%
%   The clauses of a program, the number of a predicate with clauses, the goal that has a number.

stored_rules(M, Named) :- rules(M, Named, _).

stored_number(Program, PI, Number) :- predicate_number(Program, PI, Number), !.

stored_goal(Program, Number, Goal, Vs) :- base_goal(Program, Number, Goal, Vs), !.
