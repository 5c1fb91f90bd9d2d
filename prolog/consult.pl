/** Loading of files, clause by clause, with recovery.

The host cuts a file into clauses, keeps their texts and places, and words the messages; this module reads, expands and
compiles them. A clause that cannot be read or compiled is reported and left out; all others are
loaded.

Clauses wait until a directive has to run or the file ends, and are then compiled predicate by
predicate, so that clauses that are not together are not lost (`steps`).

Files, clauses and directives are in one module, long as it is, since each loads the others: a directive loads files,
and what it stands for is read as clauses.

```
?- [family].
warning: the variable Y occurs only once
 --> family.pl:4:11
  |
4 | single(X, Y) :- parent(X, _).
  |           ^
  |
  = help: a name that begins with _ says that this is meant
   true.
```
*/

:- module(consult, [request/0, consult_files/1, ensure_files/1, import_library/1, import_library/2, import_named/1, load_changed/0, autoload/0]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(declarations)).
:- use_module(library(load_hooks), [directive_of/4,module_of/3,file_of/2]).
:- use_module(library(load_state)).
:- use_module(library(modules), [provide/1, program_declares/2]).
:- use_module(library(scopes), []).
:- use_module(library(steps)).


%!  request is det.
%
%   Loads what the host has asked for.

request :-
    '$foreign_call'(load_requested, [], State),
    '$foreign_call'(request_text, [], Cs),
    atom_chars(Name, Cs),
    opened(State, Name),
    one_file(Module),
    ( Module == user -> true ; file_imports:fetched(Module, all) ).

%!  consult_files(+Files) is det.
%
%   Loads a file, or each file of a list. The extension `.pl` may be left out.

consult_files(Files) :- files_wanted(Files, always, all).

% files_wanted(+Files, +When, +Selection): a goal loads them, `always` or `once`.
files_wanted(Files, When, Selection) :-
    '$push_load_state_payload'(E),
    load_begun(E, S),
    files(Files, When, Selection, S, _).

%!  ensure_files(+Files) is det.
%
%   ensure_loaded/1: loads those that have not been loaded yet.

ensure_files(Files) :-
    (   there(Files) -> true
    ;   consult_files(Files)
    ).

% there(+Files): they have been loaded, and are no modules, from which something has to be imported.
there(Files) :- all_files(Files, file_is_there).

% all_files(+Files, +Question): the host says yes of each.
all_files(Files, Question) :-
    nonvar(Files),
    (   Files == [] -> true
    ;   Files = [File|Files1] -> all_files(File, Question), all_files(Files1, Question)
    ;   file_name(Files, Name),
        '$foreign_call'(Question, [Name], 1)
    ).

% files(+Files, +When, +Selection, +S0, -S): loads them, and imports what is selected of those that are modules. When is `always`,
% or `once`: one that is a module, has been loaded and has not changed since is left as it is.
files(Files, _, _, _, _) :-
    var(Files),
    !,
    instantiation_error(consult/1).
files([], _, _, S, S) :- !.
files([File|Files], When, Selection, S0, S) :-
    !,
    file(File, When, Selection, _, S0, S1),
    files(Files, When, Selection, S1, S).
files(File, When, Selection, S0, S) :- file(File, When, Selection, _, S0, S).

% file(+File, +When, +Selection, -Source, +S0, -S): Source is the module, or library, that it is; `user` if it is none.
file(File, When, Selection, Source, S0, S) :-
    (   var(File) -> instantiation_error(consult/1)
    ;   File = library(Source) ->
        load_evacuable(S0, E),
        use(File, [], E),
        S = S0
    ;   file_name(File, Name) ->
        (   When == once, '$foreign_call'(module_is_loaded, [file_imports], 1), file_imports:as_it_is(Name, Source) ->
            file_imports:brought(Source, Selection, S0, S)
        ;   load_module(S0, Module), Module \== user, '$foreign_call'(file_is_part, [Name], 1) -> Source = user, S = S0
        ;   '$foreign_call'(load_open, [Name], State),
            opened_file(State, Name, Selection, Source, S0, S)
        )
    ;   type_error(source_sink, File, consult/1)
    ).

opened_file(State, Name, Selection, Source, S0, S) :-
    (   ( State = "missing" ; State = "unreadable" ), our_own(Name, Source) ->
        write('% '), write(Name), write(' is not there; the library of that name is used'), nl,
        engine:provided(Source),
        load_evacuable(S0, E),
        use(library(Source), [], E),
        S = S0
    ;   State = "loading" ->
        % It loads itself, directly or not.
        Source = user,
        S = S0,
        load_module(S0, Module),
        engine:provided(file_imports),
        file_imports:awaiting(Name, Module, Selection)
    ;   opened(State, Name),
        (   load_module(S0, Module), Module \== user, '$foreign_call'(load_is_module, [], 0) ->
            Source = user,
            included(S0, S)
        ;   one_file(Source),
            (   Source == user -> S = S0
            ;   file_imports:brought(Source, Selection, S0, S)
            )
        )
    ).

% included(+S0, -S): what has been opened is a part of the text that is being loaded. So is a file that a module loads, if it is no
% module itself; in it, as in SWI-Prolog, it defines what it defines.
included(S0, S) :-
    '$foreign_call'(load_included, [], _),
    autoload(0, S0, S1),
    clauses(S1, S),
    '$foreign_call'(load_end, [], _).

% our_own(+Name, -Library): what is meant by a file that is not there.
our_own(Name, Library) :-
    atom_chars(Name, Cs),
    append(_, [/|Base], [/|Cs]),
    file_of(Base, Library).

file_name(File, File) :- atom(File), !.
file_name(Directory/File, Name) :-
    !,
    file_name(Directory, D),
    file_name(File, F),
    atom_concat(D, '/', D1),
    atom_concat(D1, F, Name).
file_name('$string'(Cs), Name) :- !, Cs = [_|_], atom_chars(Name, Cs).
file_name([C|Cs], Name) :- catch(atom_chars(Name, [C|Cs]), _, false).

opened("opened", _).
opened("missing", Name) :- throw(error(existence_error(source_sink, Name), consult/1)).
opened("unreadable", Name) :- throw(error(permission_error(open, source_sink, Name), consult/1)).
opened("long", Name) :- throw(error(permission_error(load, source_sink, Name), consult/1)).

%!  import_library(+Library) is det.
%!  import_library(+Library, +Imports) is det.
%
%   use_module/1,2 as goals: a library of ours, of Scryer, or known under another name; or a file.

import_library(L) :-
    (   nonvar(L), L = library(_) -> import_library(L, [])
    ;   files_wanted(L, once, all)
    ).

import_library(L, Imports0) :-
    selection(Imports0, Selection),
    '$push_load_state_payload'(E),
    (   nonvar(L), L = library(Name) ->
        ( Selection = only(Ps) -> chosen(Ps, Imports) ; Imports = [] ),
        library_for(Name, Libraries),
        import_libraries(Libraries, Imports, E)
    ;   load_begun(E, S),
        file(L, once, Selection, _, S, _)
    ).

% load_library(+Library): nobody imports anything.
load_library(Library) :-
    '$push_load_state_payload'(E),
    use(library(Library), [none/0], E).

import_libraries([], _, _).
import_libraries([L|Ls], Imports, E) :-
    use(library(L), Imports, E),
    import_libraries(Ls, Imports, E).

%!  load_changed is det.
%
%   make/0: loads again the files that have changed. It has another name, since goals are expanded until no expansion is found.

load_changed :- load_changed(0).

load_changed(I) :-
    '$foreign_call'(file_changed, [I], Name),
    (   Name = [_|_] ->
        atom_chars(File, Name),
        % Who imports from it gets what has been imported before.
        files_wanted(File, always, only([])),
        load_changed(I)
    ;   true
    ).

% --- modules of our own -----------------------------------------------------------------------

%!  autoload is det.
%
%   Imports into `user` what the current query names and no file defines.

autoload :- autoload(0).

autoload(I) :-
    wanted(I, Wanted),
    !,
    (   Wanted = at(Library, PI, Owner) ->
        engine:provided(file_imports),
        file_imports:at_home(PI, Library, Owner)
    ;   needed(Wanted, user, Module, Import) ->
        '$push_load_state_payload'(E),
        use(library(Module), [Import], E)
    ;   true
    ),
    I1 is I + 1,
    autoload(I1).
autoload(_).

% The same for a file, into its module.
autoload(I, S0, S) :-
    wanted(I, Wanted),
    !,
    load_module(S0, Target),
    (   Wanted = at(Library, PI, Owner) ->
        engine:provided(file_imports),
        file_imports:at_home(PI, Library, Owner),
        S1 = S0
    ;   needed(Wanted, Target, Module, Import) -> step(use(library(Module), [Import]), S0, S1)
    ;   S1 = S0
    ),
    I1 is I + 1,
    autoload(I1, S1, S).
autoload(_, S, S).

wanted(I, Wanted) :-
    '$foreign_call'(text_import, [I], Text),
    Text = [_|_],
    '$read_term_from_chars'(Text, Wanted, _, _, _).

% needed(+Wanted, +Target, -Module, -Import): Import is what the module Target has to import from Module. For a native
% that takes the place of the predicate that the module chess has passed on.
needed(native(Module, Name, Arity), _, Module, Name/Arity) :- engine:provided(Module).
needed(import(Module, Name, Arity), Target, Module, Name/Arity) :-
    % Arity -1: nothing but the module itself is wanted.
    (   Arity =:= -1 -> engine:provided(Module), false
    ;   \+ '$predicate_defined'(Target, Name, Arity),
        engine:provided(Module)
    ).

%!  import_named(+Names) is det.
%
%   Imports into `user` what libraries export under Names and no file defines, as for the names in a query.

import_named([]).
import_named([Name|Names]) :-
    (   engine:swi -> Iso = 0
    ;   Iso = 1
    ),
    engine:provided(internal_learn),
    findall(Module-Arity, internal_learn:library_export(Name, Iso, Module, Arity), Exports),
    import_exports(Exports, Name),
    import_named(Names).

import_exports([], _).
import_exports([Module-Arity|Exports], Name) :-
    (   needed(import(Module, Name, Arity), user, _, _) ->
        '$push_load_state_payload'(E),
        use(library(Module), [Name/Arity], E)
    ;   true
    ),
    import_exports(Exports, Name).

% --- one file ---------------------------------------------------------------------------------

% one_file(-Module): loads what has been opened; Module is that of the file, or `user`. Nothing may be loaded once more when
% somebody backtracks.
one_file(Module) :- ( load_file(Module) -> true ).

load_file(Module) :-
    '$foreign_call'(load_path, [], Path0),
    atom_chars(Path, Path0),
    scopes:enter(Path, Scope),
    current_input(Stream),
    '$push_load_context'(Stream, Path),
    catch(load_clauses(Path, Module, Listed, Goals), E, true),
    '$pop_load_context',
    '$foreign_call'(load_end, [], _),
    (   nonvar(E) ->
        scopes:leave(Scope, Path),
        throw(E)
    ;   scopes:leave(Scope, Path, Module, Listed),
        (   Module == user, '$foreign_call'(module_is_loaded, [file_imports], 0) -> true
        ;   engine:provided(file_imports),
            file_imports:loaded(Path, Module, Listed),
            ( '$foreign_call'(load_path, [], []) -> file_imports:ended ; true )
        ),
        initialize(Goals, Module)
    ).

load_clauses(File, Module, Listed, Goals) :-
    load_hooks:load_begins(File),
    forget_style,
    fresh(Evacuable),
    load_begun(Evacuable, Start),
    % The imports of a module file wait for its module directive.
    autoload(0, Start, Ready),
    clauses(Ready, Read),
    flush(Read, End),
    load_hooks:load_ends,
    load_evacuable(End, Evacuable1),
    load_module(End, Module),
    load_steps(End, Steps),
    load_goals(End, Goals0),
    reverse(Goals0, Goals),
    '$conclude_load'(Evacuable1),
    % Goals that a module puts together and calls at run time are its own: only its own expansion is told whose they are.
    (   ( Module == user ; '$predicate_defined'(Module, goal_expansion, 2) ) -> true
    ;   assertz(Module:(goal_expansion(bagof(T, G, L), variables:bag_of(T, Module:G, L)) :- nonvar(G))),
        assertz(Module:(goal_expansion(setof(T, G, L), variables:set_of(T, Module:G, L)) :- nonvar(G)))
    ),
    (   member(declaration(module(Module, Listed)), Steps) ->
        engine:provided(file_imports),
        file_imports:exports_checked(Listed, Module)
    ;   Listed = []
    ).

initialize([], _).
initialize([Index-Goal|Goals], Module) :-
    run(Goal, Module, Index),
    initialize(Goals, Module).

% A directive or an initialization goal: its failure and its errors are reported, and loading goes on.
run(Goal, Module, Index) :-
    catch(( call(Module:Goal) -> R = true ; R = false ), E, true),
    (   nonvar(E) ->
        raised(E, Index),
        '$foreign_call'(directive_raised, [], _)
    ;   R == true -> true
    ;   engine:put_text(note_text, Goal, []),
        '$foreign_call'(note_failure, [Index], _)
    ).

clauses(S0, S) :-
    (   load_plain(S0), \+ load_eager(S0), \+ load_hooks:watched, \+ engine:sandboxed,
        '$foreign_call'(facts_next, [], Text), Text = [_|_] ->
        bunch(Text, S0, S1),
        clauses(S1, S)
    ;   '$foreign_call'(clause_next, [], 1) ->
        '$foreign_call'(text_is_swi, [], Kind),
        one(Kind, S0, S1),
        clauses(S1, S)
    ;   S = S0
    ).

% bunch(+Text, +S0, -S): Text is a list of facts of one predicate. If it cannot be read, the facts are read one by one.
bunch(Text, S0, S) :-
    (   catch(consult:read_clause(Text, Facts, VNs, _), _, false),
        VNs == [],
        Facts = [Fact|_],
        fact(Fact) ->
        functor(Fact, Name, Arity),
        load_module(S0, M),
        '$foreign_call'(facts_index, [], Index),
        facts(Facts, k(M,Name,Arity), Index, Index, S0, S)
    ;   '$foreign_call'(facts_back, [], _),
        S = S0
    ).

% facts(+Facts, +Key, +From, +Index, +S0, -S): the clauses from number From up to Index are known to be facts of Key.
facts([], Key, From, Index, S, S) :- heads(Key, From, Index).
facts([Fact|Facts], Key, From0, Index, S0, S) :-
    Index1 is Index + 1,
    catch(loader:expand_term(Fact, Terms), E, true),
    (   var(E), callable(Terms), functor(Terms, Name, Arity), Key = k(_,Name,Arity) ->
        load_pending(S0, Pending),
        with_pending([Key-clause(Index,Terms)|Pending], S0, S1),
        From = From0
    ;   heads(Key, From0, Index),
        '$foreign_call'(clause_at, [Index], _),
        '$foreign_call'(text_is_swi, [], Kind),
        (   var(E) -> catch(consult:expanded(Terms, Kind, S0, S2), E, true)
        ;   true
        ),
        (   nonvar(E) ->
            raised(E, -1),
            recover(S0, S1)
        ;   S1 = S2
        ),
        From = Index1
    ),
    facts(Facts, Key, From, Index1, S1, S).

heads(k(M,Name,Arity), From, To) :-
    (   From < To -> '$foreign_call'(facts_head, [M,Name,Arity,From,To], _)
    ;   true
    ).

% Kind 1: the file has tokens in it that mean something else in SWI-Prolog.
one(Kind, S0, S) :-
    '$foreign_call'(clause_text, [], Text),
    catch(consult:read_clause(Text, Term, VNs, Singletons), E, true),
    (   nonvar(E) -> unreadable(E), S = S0
    ;   \+ plain(Term, S0), skipped(Term, S0, S) -> true
    ;   Term == end_of_file -> '$foreign_call'(load_cut, [], _), S = S0
    ;   catch(term(Term, Kind, VNs, Singletons, S0, S1), E, true),
        (   nonvar(E) ->
            % Scryer may have thrown the load state away.
            raised(E, -1),
            recover(S0, S)
        ;   S = S1
        )
    ).

% What read_term_from_chars/3 does besides, for its options and the text, takes far longer than reading.
read_clause(Text, Term, VNs, Singletons) :- '$read_term_from_chars'(Text, Term, Singletons, _, VNs).

unreadable(E) :-
    (   E = error(syntax_error(_), _) ->
        engine:put_syntax(E),
        '$foreign_call'(note_syntax, [-1], _)
    ;   raised(E, -1)
    ).

% plain(@Term, +S): Term is a fact, outside of all that skipped/3 looks for.
plain(Term, S) :- load_plain(S), fact(Term).

% fact(@Term): Term is a clause that means itself, unless an expansion of the program wants it. Files with nothing but facts
% are long.
fact(Term) :-
    callable(Term),
    functor(Term, Name, Arity),
    \+ no_fact(Name, Arity).

no_fact(:-, 1). no_fact(:-, 2). no_fact(?-, 1). no_fact(-->, 2). no_fact(=>, 2). no_fact(:, 2). no_fact('.', 2).
no_fact([], 0). no_fact('$string', 1). no_fact(end_of_file, 0). no_fact(term_expansion, 2). no_fact(goal_expansion, 2).

% Conditional compilation, and queries with the descriptions of their answers (quads).
skipped(Term, S0, S) :-
    load_conditions(S0, Ifs),
    (   nonvar(Term), conditional(Term, Ifs, Ifs1, S0) -> Quad = false
    ;   Ifs = [If|_], If \== taken -> Ifs1 = Ifs, Quad = false
    ;   nonvar(Term), Term = (?- _), \+ asked_for(Term) -> Ifs1 = Ifs, Quad = true
    ;   load_quad(S0, true), nonvar(Term), ( loader:answer_description(Term) ; load_hooks:residual_goal(Term) ) -> Ifs1 = Ifs, Quad = true
    ),
    with_quad(Quad, S0, S1),
    with_conditions(Ifs1, S1, S).

% asked_for(@Term): a query without answers below it is a directive, as in SWI-Prolog.
asked_for((?- _)) :-
    engine:swi,
    '$foreign_call'(answer_below, [], 0).

% An open condition is taken, wanted (its part is skipped; a later one may be taken) or done.
conditional((:- D), Ifs0, Ifs, S) :- nonvar(D), conditional_(D, Ifs0, Ifs, S).

conditional_(if(G), Ifs, [If|Ifs], S) :-
    (   Ifs = [Outer|_], Outer \== taken -> If = done
    ;   holds(G, S) -> If = taken
    ;   If = wanted
    ).
conditional_(elif(G), [If0|Ifs], [If|Ifs], S) :-
    (   If0 == wanted -> ( holds(G, S) -> If = taken ; If = wanted )
    ;   If = done
    ).
conditional_(else, [If0|Ifs], [If|Ifs], _) :- ( If0 == wanted -> If = taken ; If = done ).
conditional_(endif, [_|Ifs], Ifs, _).

holds(G, S) :-
    load_module(S, Module),
    catch(( engine:ready(G, Module, Ready), call(Module:Ready) -> R = true ; R = false ),
          E,
          ( steps:raised(E, -1), R = false )),
    R == true.

term(Term, Kind, VNs, Singletons, S0, S) :-
    (   load_quad(S0, false) -> S1 = S0
    ;   with_quad(false, S0, S1)
    ),
    singletons(Singletons),
    load_module(S1, M),
    (   var(Term) -> throw(error(instantiation_error, clause/1))
    ;   fact(Term), \+ load_hooks:watched ->
        loader:expand_term(Term, Terms),
        expanded(Terms, Kind, S1, S)
    ;   Term = (:- _), own_expansion(Term, Terms) -> expanded(Terms, Kind, S1, S)
    ;   ( Term = (:- Directive) ; Term = (?- Directive) ) -> directive(Directive, S1, S)
    ;   Term = Owner:Fact, atom(Owner), module_of(Owner, Library, Hook) ->
        provided(Library),
        Hook:load_fact(Fact),
        S = S1
    ;   load_hooks:load_clause(Term, VNs, M, What) -> instead(What, Kind, S1, S)
    ;   expansion_of(Term, Kind, Terms),
        expanded(Terms, Kind, S1, S)
    ).

% own_expansion(+Directive, -Terms): what the program's term_expansion/2 makes of it. Libraries of Scryer have it for the others.
own_expansion((:- D), Terms) :-
    nonvar(D),
    functor(D, Name, _),
    \+ member(Name, [table,attribute]),
    user:term_expansion((:- D), Terms),
    !.

% instead(+What, +Kind, +S0, -S): what a hook has made of a clause.
instead(taken, _, S, S).
instead(instead(Clause0), Kind, S0, S) :-
    load_module(S0, M),
    prepared(Clause0, Kind, M, Clause1),
    engine:permitted_body(Clause1, M, Clause2),
    ( Clause2 = (Head :- _) -> true ; Head = Clause2 ),
    functor(Head, Name, Arity),
    '$foreign_call'(predicate_declare, [M,Name,Arity], _),
    expanded_goals(Clause2, M, Clause),
    add(Clause, S0, S).

% Grammar rules of SWI-Prolog have bodies that Scryer refuses. The clause may be one of a tabled predicate.
expansion_of(Term, Kind, Terms) :-
    Kind =:= 1,
    Term = (_ --> _),
    !,
    engine:provide_swi,
    swi_syntax:expand_clause(Term, Clause),
    loader:expand_term(Clause, Terms).
expansion_of(Term, _, Terms) :- loader:expand_term(Term, Terms).

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

expanded(Terms, Kind, S0, S) :-
    (   var(Terms) -> throw(error(instantiation_error, term_expansion/2))
    ;   fact(Terms), \+ engine:sandboxed -> add_fact(Terms, S0, S)
    ;   Terms == [] -> S = S0
    ;   Terms = [T|Ts] -> expanded(T, Kind, S0, S1), expanded(Ts, Kind, S1, S)
    ;   Terms = (:- Directive) -> directive(Directive, S0, S)
    ;   Terms = (?- _) -> S = S0
    ;   load_module(S0, Module),
        prepared(Terms, Kind, Module, Clause0),
        engine:permitted_clause(Clause0, Module, Clause1),
        (   Clause1 = (Owner:Head :- Body), module_of(Owner, Library, Hook), Owner \== Module,
            provided(Library), '$predicate_defined'(Hook, load_rule, 2) ->
            Hook:load_rule(Head, Body),
            S = S0
        ;   expansion(Clause1) ->
            flush(S0, S1),
            step(expansion(Clause1), S1, S2),
            made_eager(S2, S)
        ;   expanded_goals(Clause1, Module, Clause),
            add(Clause, S0, S)
        )
    ).

% expanded_goals(+Clause0, +Module, -Clause): expands the goals of the body. What was written stays with a dynamic clause.
expanded_goals(Clause0, Module, Clause) :-
    (   Clause0 = (Head0 :- Body0) ->
        qualified(Head0, Module, M, Head),
        functor(Head, Name, Arity),
        (   '$dynamic_property'(M, Name, Arity) -> asserted:stored(Module, Head, Body0, Body)
        ;   asserted:expanded(Body0, Module, Head, Body)
        ),
        Clause = (Head0 :- Body)
    ;   Clause = Clause0
    ).

% The clauses of a dynamic predicate stay as they are, since clause/2 shows them.
prepared(Clause0, Kind, Module, Clause) :-
    (   Clause0 = (Head0 :- _) -> true
    ;   Head0 = Clause0
    ),
    qualified(Head0, Module, M, Head),
    must_be_head(Head),
    functor(Head, Name, Arity),
    (   Kind =:= 1,
        \+ '$dynamic_property'(M, Name, Arity) ->
        engine:provide_swi,
        swi_syntax:expand_clause(Clause0, Clause)
    ;   Clause = Clause0
    ).

expansion(Clause) :-
    (   Clause = (Head :- _) -> true
    ;   Head = Clause
    ),
    nonvar(Head),
    (   Head = user:Head1 -> true
    ;   Head1 = Head
    ),
    nonvar(Head1),
    ( Head1 = term_expansion(_, _) ; Head1 = goal_expansion(_, _) ).

add(Clause, S0, S) :-
    load_module(S0, Module),
    (   Clause = (Head0 :- _) -> true
    ;   Head0 = Clause
    ),
    qualified(Head0, Module, M, Head),
    must_be_head(Head),
    functor(Head, Name, Arity),
    (   M \== Module,
        M \== user,
        '$foreign_call'(module_is_ours, [M], 1) ->
        throw(error(permission_error(modify, static_procedure, Name/Arity), clause/1))
    ;   true
    ),
    pending(k(M,Name,Arity), Clause, S0, S).

add_fact(Fact, S0, S) :-
    load_module(S0, M),
    functor(Fact, Name, Arity),
    pending(k(M,Name,Arity), Fact, S0, S).

pending(Key, Clause, S0, S) :-
    Key = k(M,Name,Arity),
    '$foreign_call'(clause_head, [M,Name,Arity], Index),
    load_pending(S0, Pending),
    with_pending([Key-clause(Index,Clause)|Pending], S0, S1),
    (   load_eager(S1) -> flush(S1, S)
    ;   S = S1
    ).

qualified(Head0, Module, M, Head) :-
    (   nonvar(Head0), Head0 = M0:Head1 ->
        must_be(atom, M0),
        qualified(Head1, M0, M, Head)
    ;   M = Module,
        Head = Head0
    ).

must_be_head(Head) :-
    (   var(Head) -> throw(error(instantiation_error, clause/1))
    ;   string_terms:is_callable(Head) -> true
    ;   throw(error(type_error(callable, Head), clause/1))
    ).

% --- directives -------------------------------------------------------------------------------

directive(D, _, _) :-
    var(D),
    !,
    throw(error(instantiation_error, (:-)/1)).
directive(D, S0, S) :-
    (   declaration(D, S0, S) -> true
    ;   flush(S0, S),
        load_module(S, Module),
        catch(engine:ready(D, Module, Goal), E, true),
        (   nonvar(E) -> raised(E, -1)
        ;   run(Goal, Module, -1)
        )
    ).

% declaration(+Directive, +S0, -S): what is said about the file; fails for a goal.
declaration(D, S0, S) :-
    functor(D, Name, Arity),
    directive_of(Name, Arity, Library, Hook),
    !,
    provided(Library),
    Hook:load_directive(D, S0, S).
declaration(module(M, Exports), S0, S) :-
    must_be(atom, M),
    (   '$foreign_call'(module_is_ours, [M], 1) -> throw(error(permission_error(create, module, M), module/2))
    ;   true
    ),
    exports(Exports, Predicates),
    engine:permitted_module(M, Predicates),
    ( '$foreign_call'(module_is_loaded, [file_imports], 1) -> file_imports:begun(M) ; true ),
    step(declaration(module(M, Predicates)), S0, S1),
    with_module(M, S1, S2),
    autoload(0, S2, S).
declaration(use_module(L), S0, S) :- all_used(L, use, S0, S).
declaration(use_module(L, Imports), S0, S) :- some_used(L, Imports, use, S0, S).
declaration(autoload(L), S0, S) :- all_used(L, use, S0, S).
declaration(autoload(L, Imports), S0, S) :- some_used(L, Imports, use, S0, S).
declaration(reexport(L), S0, S) :- all_used(L, hand_on, S0, S).
declaration(reexport(L, Imports), S0, S) :- some_used(L, Imports, hand_on, S0, S).
declaration(dynamic(Specs), S0, S) :- keys(Specs, S0, Keys), extend(Keys, dynamic, S0, S).
declaration(dynamic(Specs, Options), S0, S) :- must_be(list, Options), declaration(dynamic(Specs), S0, S).
declaration(multifile(Specs), S0, S) :- keys(Specs, S0, Keys), extend(Keys, multifile, S0, S).
declaration(thread_local(Specs), S0, S) :- declaration(dynamic(Specs), S0, S).
declaration(discontiguous(Specs), S, S) :- keys(Specs, S, Keys), discontiguous(Keys).
declaration(public(_), S, S).
declaration(module_transparent(_), S, S).
declaration(style_check(Spec), S, S) :- style(Spec).
declaration(set_prolog_flag(Flag, _), S, S) :- engine:swi, atom(Flag), ignored_flag(Flag).
declaration(license(_), S, S).
declaration(set_stream(_, _), S, S).
declaration(encoding(_), S, S).
declaration(meta_predicate(Specs), S0, S) :- meta(Specs, S0, S).
declaration(non_counted_backtracking(PI), S0, S) :-
    engine:permitted(non_counted_backtracking),
    step(declaration(non_counted_backtracking(PI)), S0, S).
declaration(initialization(Goal), S0, S) :- initialization_goal(Goal, S0, S).
declaration(initialization(Goal, When), S0, S) :-
    (   When == now -> directive(Goal, S0, S)
    ;   When == main ->
        load_module(S0, Module),
        ( Module == user -> Main = Goal ; Main = Module:Goal ),
        engine:chars_of(Main, Cs),
        '$foreign_call'(load_main, [Cs], _),
        S = S0
    ;   initialization_goal(Goal, S0, S)
    ).
declaration(consult(Files), S0, S) :- nested(Files, always, S0, S).
declaration(ensure_loaded(Files), S0, S) :-
    (   nonvar(Files), Files = library(_) -> used(Files, all, use, S0, S)
    ;   load_module(S0, user), there(Files) -> S = S0
    ;   nested(Files, once, S0, S)
    ).
declaration(load_files(Files, Options), S0, S) :-
    (   ground(Options), member(if(not_loaded), Options) -> declaration(ensure_loaded(Files), S0, S)
    ;   nested(Files, always, S0, S)
    ).
declaration([File|Files], S0, S) :- nested([File|Files], always, S0, S).
declaration(include(File), S0, S) :-
    engine:permitted(load_files),
    file_name(File, Name),
    '$foreign_call'(load_open, [Name], State),
    (   opened(State, Name) -> included(S0, S)
    ;   S = S0
    ).
declaration(table(Specs), S0, S) :-
    used(library(tabling), all, use, S0, S1),
    load_module(S1, M),
    (   engine:swi ->
        provided(swi_moded),
        swi_moded:table_terms(Specs, M, Predicates0, Terms0),
        % One that is tabled already is left as it is.
        load_steps(S1, Steps),
        findall(PI, ( member(PI, Predicates0), \+ consult:is_tabled(PI, M, Steps) ), Predicates),
        findall(T, ( member(PI-Ts, Terms0), member(PI, Predicates), member(T, Ts) ), Terms)
    ;   Predicates = Specs,
        loader:expand_term((:- table(Specs)), Terms)
    ),
    (   Terms = (:- table(_)) -> throw(error(domain_error(predicate_indicator, Specs), (table)/1))
    ;   keys(Predicates, S1, Keys),
        tabled(Keys, S1, S2),
        expanded(Terms, 1, S2, S3),
        % The clauses that follow are renamed if the predicate is known to be tabled.
        flush(S3, S)
    ).
declaration(attribute(Specs), S0, S) :-
    loader:expand_term((:- attribute(Specs)), Terms),
    Terms \= (:- _),
    expanded(Terms, 1, S0, S).

is_tabled(Name/Arity, M, Steps) :-
    member(group(k(M,Name,Arity), [clause(_,(_ :- Body))|_]), Steps),
    nonvar(Body),
    Body = swi_moded:start_tabling(_, _).

provided(Module) :- ( provide(Module) -> true ; throw(error(existence_error(module, Module), _)) ).

% place(-File, -Line): where the current clause begins.
place(File, Line) :-
    '$foreign_call'(load_path, [], Cs),
    atom_chars(File, Cs),
    '$foreign_call'(clause_line, [], Line).

initialization_goal(Goal0, S0, S) :-
    load_module(S0, M),
    engine:ready(Goal0, M, Goal),
    '$foreign_call'(clause_index, [], Index),
    with_goal(Index-Goal, S0, S).

nested(Files, When, S0, S) :-
    (   engine:sandboxed, given(Files, S0) -> S = S0
    ;   flush(S0, S1),
        engine:permitted(load_files),
        files(Files, When, all, S1, S)
    ).

% given(+Files, +S): in a sandbox a program may load what the host has loaded already; it is there.
given(Files, S) :-
    load_module(S, user),
    all_files(Files, file_is_loaded).

% all_used(+Sources, +How, +S0, -S): imports all of a library or a file, or of a list of them; a text is one. How is `use`, or
% `hand_on`: the module exports it, too.
all_used(L, How, S0, S) :-
    (   L == [] -> S = S0
    ;   nonvar(L), L = [First|Rest], \+ ( atom(First), atom_length(First, 1) ) ->
        used(First, all, How, S0, S1),
        all_used(Rest, How, S1, S)
    ;   used(L, all, How, S0, S)
    ).

some_used(L, Imports, How, S0, S) :-
    selection(Imports, Selection),
    (   Selection == only([]), nonvar(L), L = library(_) -> S = S0
    ;   used(L, Selection, How, S0, S)
    ).

% A library that is ours, Scryer's, or known under another name.
used(L, Selection, How, S0, S) :-
    (   nonvar(L), L = library(Name) ->
        library_for(Name, Sources),
        used_(Sources, Selection, S0, S1),
        ( Selection = only(Ps) -> aliases(Ps, S1, S) ; S = S1 )
    ;   file_name(L, File) ->
        (   engine:sandboxed, all_files(File, file_is_loaded), engine:provided(file_imports), file_imports:as_it_is(File, Source) ->
            file_imports:brought(Source, Selection, S0, S),
            Sources = [Source]
        ;   engine:sandboxed, given(File, S0) -> S = S0, Sources = []
        ;   flush(S0, S1),
            engine:permitted(load_files),
            file(File, once, Selection, Source, S1, S),
            ( Source == user -> Sources = [] ; Sources = [Source] )
        )
    ;   type_error(source_sink, L, use_module/1)
    ),
    (   How == hand_on, load_module(S, Module), Module \== user ->
        engine:provided(file_imports),
        file_imports:handed_on(Sources, Module, Selection)
    ;   true
    ).

used_([], _, S, S).
used_([Library|Libraries], Selection, S0, S) :-
    ( Selection = only(Ps) -> chosen(Ps, Imports) ; Imports = [] ),
    step(use(library(Library), Imports), S0, S1),
    % The module chess passes calls on; what the text names comes from where it is.
    (   Library == chess -> autoload(0, S1, S2)
    ;   S2 = S1
    ),
    used_(Libraries, Selection, S2, S).

chosen([], []).
chosen([p(Name,Arity,_)|Ps], [Name/Arity|PIs]) :- chosen(Ps, PIs).

% aliases(+Imports, +S0, -S): what is imported `as` another name gets a clause of that name.
aliases([], S, S).
aliases([p(Name,Arity,As)|Ps], S0, S) :-
    (   As == Name -> S1 = S0
    ;   functor(Goal, Name, Arity),
        Goal =.. [_|Args],
        Head =.. [As|Args],
        load_module(S0, Module),
        engine:permitted_clause((Head :- Goal), Module, Clause),
        add(Clause, S0, S1)
    ),
    aliases(Ps, S1, S).

library_for(Name, Libraries) :-
    engine:permitted_library(Name),
    (   provide_known(Name) -> Libraries = [Name]
    ;   engine:swi, provide(swi_syntax), swi_syntax:swi_library(Name, What) ->
        (   What == provided -> Libraries = []
        ;   What = library(L),
            engine:provided(L),
            Libraries = [L]
        )
    ;   Libraries = [Name]
    ).

provide_known(Name) :- atom(Name), provide(Name).

keys(Specs, S, Keys) :-
    load_module(S, Module),
    specs(Specs, Module, Keys).

% A file that is loaded again begins with empty dynamic predicates.
extend([], _, S, S).
% What a file defines in a module that a hook looks after is dynamic; a program may say so, too.
extend([k(Owner,_,_)|Ks], Kind, S0, S) :-
    module_of(Owner, _, _),
    load_module(S0, Module),
    Module \== Owner,
    !,
    extend(Ks, Kind, S0, S).
extend([k(M,Name,Arity)|Ks], Kind, S0, S) :-
    engine:permitted_head(M, Name, Arity),
    '$foreign_call'(predicate_declare, [M,Name,Arity], Before),
    load_steps(S0, Steps),
    (   member(extensible(Kind, M, Name, Arity), Steps) -> S1 = S0
    ;   flush(S0, S2),
        % Clauses that stand before that are read again.
        load_steps(S2, Steps2),
        (   select(group(k(M,Name,Arity), Clauses), Steps2, Steps3) -> with_steps(Steps3, S2, S3), recover(S3, S4)
        ;   Clauses = [],
            S4 = S2
        ),
        step(extensible(Kind, M, Name, Arity), S4, S5),
        clause_table(M),
        (   Kind == (dynamic), Before =:= 1 ->
            functor(Head, Name, Arity),
            retractall(M:Head)
        ;   true
        ),
        reread(Clauses, S5, S1)
    ),
    extend(Ks, Kind, S1, S).

reread([], S, S).
reread([clause(Index,_)|Clauses], S0, S) :-
    '$foreign_call'(clause_index, [], Here),
    '$foreign_call'(clause_drop, [Index], _),
    '$foreign_call'(clause_at, [Index], _),
    '$foreign_call'(text_is_swi, [], Kind),
    '$foreign_call'(clause_text, [], Text),
    read_clause(Text, Term, _, _),
    expansion_of(Term, Kind, Terms),
    expanded(Terms, Kind, S0, S1),
    '$foreign_call'(clause_at, [Here], _),
    reread(Clauses, S1, S).

% clause/2 and retract/1 raise an error while nothing was ever asserted into the module.
clause_table(M) :-
    (   M == user -> Holder = builtins
    ;   Holder = M
    ),
    (   '$predicate_defined'(Holder, '$clause', 2) -> true
    ;   assertz(M:'$first clause'),
        retract(M:'$first clause')
    ).

discontiguous([]).
discontiguous([k(M,Name,Arity)|Ks]) :-
    '$foreign_call'(predicate_declare, [M,Name,Arity], _),
    discontiguous(Ks).

meta(Specs, _, _) :- var(Specs), !, throw(error(instantiation_error, (meta_predicate)/1)).
meta((Spec, Specs), S0, S) :- !, meta(Spec, S0, S1), meta(Specs, S1, S).
meta([], S, S) :- !.
meta([Spec|Specs], S0, S) :- !, meta(Spec, S0, S1), meta(Specs, S1, S).
meta(Spec0, S0, S) :-
    Spec0 =.. [Name|Args0],
    meta_arguments(Args0, Args),
    load_module(S0, Module),
    functor(Spec0, _, Arity),
    engine:permitted_head(Module, Name, Arity),
    Spec =.. [Name|Args],
    ( Module == user -> program_declares(Name, Arity) ; true ),
    ( member(Arg, Args), integer(Arg) -> asserted:goals_come ; true ),
    step(declaration(meta_predicate(Spec)), S0, S).
