/** The clauses of one file, in their order.

The host has opened the file. Each of its clauses is read; conditional compilation and quads leave some of them out; what is left is
expanded, and each term that comes of that is a directive (`load_directives`) or a clause (`load_clauses`). Facts that stand together
are read together.

`consult` says which file, and what happens before and after. The hooks of other modules may ask for `terms/3` and `place/2`.
*/

:- module(load_text, [text/2, terms/3, read_clause/4, place/2]).

:- use_module(library(cl_declarations), [singletons_wanted/0]).
:- use_module(library(lists)).
:- use_module(library(load_clauses)).
:- use_module(library(load_hooks), [residual_goal/1, expansions_said/0]).
:- use_module(library(load_state)).
:- use_module(library(cl_steps)).

%!  text(+Load0, -Load) is det.
%
%   Loads the clauses of what has been opened, up to its end.

text(Load0, Load) :-
    (   load_plain(Load0), \+ load_eager(Load0), \+ load_hooks:watched, \+ expansions_said, \+ cl_engine:sandboxed,
        '$foreign_call'(facts_next, [], Text), Text = [_|_] ->
        bunch(Text, Load0, Load1),
        text(Load1, Load)
    ;   '$foreign_call'(clause_next, [], 1) ->
        one(Load0, Load1),
        text(Load1, Load)
    ;   load_module(Load0, M), expansions_said, cl_expansions:results(M, end_of_file, Results) ->
        survived(load_text:each(Results, [], Load0, Load1), Load0, Load1, Load)
    ;   Load = Load0
    ).

%!  read_clause(+Text, -Term, -VariableNames, -Singletons) is det.
%
%   What read_term_from_chars/3 does besides, for its options and the text, takes far longer than reading.

read_clause(Text, Term, VNs, Singletons) :- '$read_term_from_chars'(Text, Term, Singletons, _, VNs).

%!  place(-File, -Line) is det.
%
%   Where the current clause begins.

place(File, Line) :-
    '$foreign_call'(load_path, [], Cs),
    atom_chars(File, Cs),
    '$foreign_call'(clause_line, [], Line).

% --- facts in bunches -------------------------------------------------------------------------

% bunch(+Text, +Load0, -Load): Text is a list of facts of one predicate. If it cannot be read, the facts are read one by one.
bunch(Text, Load0, Load) :-
    (   catch(load_text:read_clause(Text, Facts, VNs, _), _, false),
        VNs == [],
        Facts = [Fact|_],
        is_fact(Fact) ->
        functor(Fact, Name, Arity),
        load_module(Load0, M),
        '$foreign_call'(facts_index, [], Index),
        facts(Facts, k(M,Name,Arity), Index, Index, Load0, Load)
    ;   '$foreign_call'(facts_back, [], _),
        Load = Load0
    ).

% facts(+Facts, +Key, +From, +Index, +Load0, -Load): the clauses from number From up to Index are known to be facts of Key.
facts([], Key, From, Index, Load, Load) :- heads(Key, From, Index).
facts([Fact|Facts], Key, From0, Index, Load0, Load) :-
    Index1 is Index + 1,
    catch(loader:expand_term(Fact, Terms), E, true),
    (   var(E), callable(Terms), functor(Terms, Name, Arity), Key = k(_,Name,Arity) ->
        with_clause(Key, Index, Terms, Load0, Load1),
        From = From0
    ;   heads(Key, From0, Index),
        '$foreign_call'(clause_at, [Index], _),
        (   nonvar(E) -> failed(E, Load0, Load1)
        ;   survived(load_text:terms(Terms, Load0, Load2), Load0, Load2, Load1)
        ),
        From = Index1
    ),
    facts(Facts, Key, From, Index1, Load1, Load).

heads(k(M,Name,Arity), From, To) :-
    (   From < To -> '$foreign_call'(facts_head, [M,Name,Arity,From,To], _)
    ;   true
    ).

% survived(+Goal, +Load0, +Load1, -Load): Goal makes Load1 of Load0. If it raises an error instead, that is reported.
survived(Goal, Load0, Load1, Load) :-
    catch(Goal, E, true),
    (   nonvar(E) -> failed(E, Load0, Load)
    ;   Load = Load1
    ).

failed(E, Load0, Load) :-
    raised(E, -1),
    % Scryer may have thrown its load state away.
    recover(Load0, Load).

% --- one clause -------------------------------------------------------------------------------

one(Load0, Load) :-
    '$foreign_call'(clause_text, [], Text),
    catch(load_text:read_clause(Text, Term, VNs, Singletons), E, true),
    (   nonvar(E) -> unreadable(E), Load = Load0
    ;   \+ plain(Term, Load0), skipped(Term, Load0, Load) -> true
    ;   Term == end_of_file -> '$foreign_call'(load_cut, [], _), Load = Load0
    ;   survived(load_text:term(Term, VNs, Singletons, Load0, Load1), Load0, Load1, Load)
    ).

unreadable(E) :-
    (   E = error(syntax_error(_), _) ->
        cl_engine:put_syntax(E),
        '$foreign_call'(note_syntax, [-1], _)
    ;   raised(E, -1)
    ).

% plain(@Term, +Load): Term is a fact, outside of all that skipped/3 looks for.
plain(Term, Load) :- load_plain(Load), is_fact(Term).

% skipped(@Term, +Load0, -Load): Term is of conditional compilation, or it is a query with the description of its answers (a quad).
skipped(Term, Load0, Load) :-
    load_conditions(Load0, Ifs),
    (   nonvar(Term), conditional(Term, Ifs, Ifs1, Load0) -> Quad = false
    ;   Ifs = [If|_], If \== taken -> Ifs1 = Ifs, Quad = false
    ;   nonvar(Term), Term = (?- _), \+ asked_for -> Ifs1 = Ifs, Quad = true
    ;   load_quad(Load0, true), nonvar(Term), ( loader:answer_description(Term) ; residual_goal(Term) ) -> Ifs1 = Ifs, Quad = true
    ),
    with_quad(Quad, Load0, Load1),
    with_conditions(Ifs1, Load1, Load).

% asked_for: a query without answers below it is a directive, as in SWI-Prolog.
asked_for :-
    cl_engine:swi,
    '$foreign_call'(answer_below, [], 0).

% conditional(@Term, +Ifs0, -Ifs, +Load): an open condition is taken, wanted (its part is skipped; a later one may be taken) or done.
conditional((:- D), Ifs0, Ifs, Load) :- nonvar(D), conditional_(D, Ifs0, Ifs, Load).

conditional_(if(G), Ifs, [If|Ifs], Load) :-
    (   Ifs = [Outer|_], Outer \== taken -> If = done
    ;   holds(G, Load) -> If = taken
    ;   If = wanted
    ).
conditional_(elif(G), [If0|Ifs], [If|Ifs], Load) :-
    (   If0 == wanted -> ( holds(G, Load) -> If = taken ; If = wanted )
    ;   If = done
    ).
conditional_(else, [If0|Ifs], [If|Ifs], _) :- ( If0 == wanted -> If = taken ; If = done ).
conditional_(endif, [_|Ifs], Ifs, _).

holds(G, Load) :-
    load_module(Load, Module),
    catch(( cl_engine:ready(G, Module, Ready), call(Module:Ready) -> R = true ; R = false ),
          E,
          ( cl_steps:raised(E, -1), R = false )),
    R == true.

term(Term, VNs, Singletons, Load0, Load) :-
    (   load_quad(Load0, false) -> Load1 = Load0
    ;   with_quad(false, Load0, Load1)
    ),
    singletons(Singletons),
    load_module(Load1, M),
    (   var(Term) -> throw(error(instantiation_error, clause/1))
    ;   expansions_said, cl_expansions:results(M, Term, Results) -> each(Results, VNs, Load1, Load)
    ;   one_term(Term, VNs, M, Load1, Load)
    ).

% each(+Terms, +VariableNames, +Load0, -Load): what is in the place of a term.
each([], _, Load, Load).
each([Term|Terms], VNs, Load0, Load) :-
    load_module(Load0, M),
    (   Term == end_of_file -> Load1 = Load0
    ;   one_term(Term, VNs, M, Load0, Load1)
    ),
    each(Terms, VNs, Load1, Load).

one_term(Term, VNs, M, Load1, Load) :-
    (   is_fact(Term), \+ load_hooks:watched ->
        loader:expand_term(Term, Terms),
        terms(Terms, Load1, Load)
    ;   ( Term = (:- Directive) ; Term = (?- Directive) ) -> directive_obeyed(Directive, Load1, Load)
    ;   load_hooks:load_fact(Term) -> Load = Load1
    ;   load_hooks:load_clause(Term, VNs, M, What) -> instead(What, Load1, Load)
    ;   expansion(Term, Terms),
        terms(Terms, Load1, Load)
    ).

% instead(+What, +Load0, -Load): what a hook has made of a clause.
instead(taken, Load, Load).
instead(instead(Clause), Load0, Load) :- clause_of_ours(Clause, Load0, Load).
instead(meant(Clause), Load0, Load) :-
    expansion(Clause, Terms),
    terms(Terms, Load0, Load).

% expansion(+Term, -Terms): grammar rules of SWI-Prolog have bodies that Scryer refuses. The clause may be one of a tabled predicate.
expansion(Term, Terms) :-
    Term = (_ --> _),
    '$foreign_call'(text_is_swi, [], 1),
    !,
    cl_engine:provide_swi,
    swi_syntax:expand_clause(Term, Clause),
    loader:expand_term(Clause, Terms).
expansion(Term, Terms) :- loader:expand_term(Term, Terms).

%!  terms(+Terms, +Load0, -Load) is det.
%
%   Loads what an expansion has made: clauses and directives.

terms(Terms, Load0, Load) :-
    (   var(Terms) -> throw(error(instantiation_error, term_expansion/2))
    ;   is_fact(Terms), \+ cl_engine:sandboxed -> fact(Terms, Load0, Load)
    ;   Terms == [] -> Load = Load0
    ;   Terms = [T|Ts] -> terms(T, Load0, Load1), terms(Ts, Load1, Load)
    ;   Terms = (:- Directive) -> directive_obeyed(Directive, Load0, Load)
    ;   Terms = (?- _) -> Load = Load0
    ;   clause(Terms, Load0, Load)
    ).

% Files without directives do not need the module that knows them.
directive_obeyed(Directive, Load0, Load) :-
    cl_engine:provided(load_directives),
    load_directives:directive(Directive, Load0, Load1, Instead),
    in_its_place(Instead, Load1, Load).

% in_its_place(+Instead, +Load0, -Load): loads what a directive stands for.
in_its_place(nothing, Load, Load).
in_its_place(terms(Terms), Load0, Load) :-
    terms(Terms, Load0, Load1),
    % The clauses that follow are renamed if the predicate is known to be tabled.
    flush(Load1, Load).
in_its_place(again(Indices), Load0, Load) :-
    '$foreign_call'(clause_index, [], Here),
    read_again(Indices, Load0, Load),
    '$foreign_call'(clause_at, [Here], _).

read_again([], Load, Load).
read_again([Index|Indices], Load0, Load) :-
    '$foreign_call'(clause_drop, [Index], _),
    '$foreign_call'(clause_at, [Index], _),
    '$foreign_call'(clause_text, [], Text),
    read_clause(Text, Term, _, _),
    expansion(Term, Terms),
    terms(Terms, Load0, Load1),
    read_again(Indices, Load1, Load).

% --- singletons -------------------------------------------------------------------------------

singletons([]) :- !.
singletons(_) :- singletons_wanted, !.
singletons(Singletons) :-
    named(Singletons, Names),
    (   Names == [] -> true
    ;   put_names(Names),
        '$foreign_call'(note_singletons, [-1], _)
    ).

named([], []).
named([Name=_|Vs], Names) :-
    (   atom_concat('_', _, Name) -> Names = Names1
    ;   Names = [Name|Names1]
    ),
    named(Vs, Names1).

put_names([]).
put_names([Name|Names]) :-
    atom_chars(Name, Cs),
    '$foreign_call'(note_text, [Cs], _),
    put_names(Names).
