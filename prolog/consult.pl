/** Files: which are asked for, opened, loaded once, and made again.

The host cuts a file into clauses, keeps their texts and places, and words the messages. A clause that cannot be read or
compiled is reported and left out; all others are loaded.

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

The loader's modules, each of which calls only those below it:

- `consult`: files;
- `load_text`: the clauses of one file, in their order;
- `load_directives`: what directives say; it is loaded with the first of them;
- `load_libraries`, `file_imports`: what is imported, of libraries and of files;
- `load_clauses`: one clause, until it waits for those of its predicate;
- `steps`: what is compiled, and how to take out what Scryer refuses;
- `load_state`: what there is of a load so far, which all of them hand on as Load0 and Load;
- `load_hooks`: what other modules do meanwhile.

One way goes back up: a directive that loads files asks this module for it. Files load files, whoever does it.
*/

:- module(cl_consult, [request/0, consult_files/1, ensure_files/1, import_library/1, import_library/2, load_changed/0,
                    files/5, file/6, part/3, have_all/2, none_is_new/1]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(cl_declarations)).
:- use_module(library(load_hooks), [file_of/2]).
:- use_module(library(load_libraries)).
:- use_module(library(load_state)).
:- use_module(library(load_text)).
:- use_module(library(cl_scopes), []).
:- use_module(library(cl_steps)).

% --- what is asked for ------------------------------------------------------------------------

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

consult_files(Files) :- files_of_goal(Files, always, all).

% files_of_goal(+Files, +When, +Selection): a goal loads them, `always` or `once`.
files_of_goal(Files, When, Selection) :-
    load_of_goal(Load),
    files(Files, When, Selection, Load, _).

%!  ensure_files(+Files) is det.
%
%   ensure_loaded/1: loads those that have not been loaded yet.

ensure_files(Files) :-
    (   none_is_new(Files) -> true
    ;   consult_files(Files)
    ).

%!  none_is_new(+Files) is semidet.
%
%   They have been loaded, and are no modules, from which something has to be imported.

none_is_new(Files) :- have_all(Files, file_is_there).

%!  have_all(+Files, +Question) is semidet.
%
%   The host says yes to the Question of each.

have_all(Files, Question) :-
    nonvar(Files),
    (   Files == [] -> true
    ;   Files = [File|Files1] -> have_all(File, Question), have_all(Files1, Question)
    ;   file_name(Files, Name),
        '$foreign_call'(Question, [Name], 1)
    ).

%!  import_library(+Library) is det.
%!  import_library(+Library, +Imports) is det.
%
%   use_module/1,2 as goals: a library of ours, of Scryer, or known under another name; or a file.

import_library(L) :-
    (   nonvar(L), L = library(_) -> import_library(L, [])
    ;   files_of_goal(L, once, all)
    ).

import_library(L, Imports) :-
    selection(Imports, Selection),
    (   nonvar(L), L = library(Name) -> library_into_user(Name, Selection)
    ;   load_of_goal(Load),
        file(L, once, Selection, _, Load, _)
    ).

%!  load_changed is det.
%
%   make/0: loads again the files that have changed. It has another name, since goals are expanded until no expansion is found.

load_changed :- load_changed(0).

load_changed(I) :-
    '$foreign_call'(file_changed, [I], Name),
    (   Name = [_|_] ->
        atom_chars(File, Name),
        % Who imports from it gets what has been imported before.
        files_of_goal(File, always, only([])),
        load_changed(I)
    ;   true
    ).

% --- which file that is -----------------------------------------------------------------------

%!  files(+Files, +When, +Selection, +Load0, -Load) is det.
%
%   Loads them, and imports what is selected of those that are modules. When is `always`, or `once`: one that is a module, has
%   been loaded and has not changed since is left as it is.

files(Files, _, _, _, _) :-
    var(Files),
    !,
    instantiation_error(consult/1).
files([], _, _, Load, Load) :- !.
files([File|Files], When, Selection, Load0, Load) :-
    !,
    file(File, When, Selection, _, Load0, Load1),
    files(Files, When, Selection, Load1, Load).
files(File, When, Selection, Load0, Load) :- file(File, When, Selection, _, Load0, Load).

%!  file(+File, +When, +Selection, -Source, +Load0, -Load) is det.
%
%   The same for one of them. Source is the module, or library, that it is; `user` if it is none.

file(File, When, Selection, Source, Load0, Load) :-
    (   var(File) -> instantiation_error(consult/1)
    ;   File = library(Source) -> library(Source, Load0, Load)
    ;   file_name(File, Name) ->
        (   When == once, '$foreign_call'(module_is_loaded, [file_imports], 1), file_imports:as_it_is(Name, Source) ->
            file_imports:brought(Source, Selection, Load0, Load)
        ;   load_module(Load0, Module), Module \== user, '$foreign_call'(file_is_part, [Name], 1) -> Source = user, Load = Load0
        ;   '$foreign_call'(load_open, [Name], State),
            opened_file(State, Name, Selection, Source, Load0, Load)
        )
    ;   type_error(source_sink, File, consult/1)
    ).

library(Library, Load, Load) :-
    load_evacuable(Load, E),
    use(library(Library), [], E).

opened_file(State, Name, Selection, Source, Load0, Load) :-
    (   ( State = "missing" ; State = "unreadable" ), our_own(Name, Source) ->
        write('% '), write(Name), write(' is not there; the library of that name is used'), nl,
        cl_engine:provided(Source),
        library(Source, Load0, Load)
    ;   State = "loading" ->
        % It loads itself, directly or not.
        Source = user,
        Load = Load0,
        load_module(Load0, Module),
        cl_engine:provided(file_imports),
        file_imports:awaiting(Name, Module, Selection)
    ;   opened(State, Name),
        (   load_module(Load0, Module), Module \== user, '$foreign_call'(load_is_module, [], 0) ->
            % As in SWI-Prolog, it defines what it defines in the module that loads it.
            Source = user,
            part_of_text(Load0, Load)
        ;   one_file(Source),
            (   Source == user -> Load = Load0
            ;   file_imports:brought(Source, Selection, Load0, Load)
            )
        )
    ).

%!  part(+File, +Load0, -Load) is det.
%
%   include/1: File is a part of the text that is being loaded.

part(File, Load0, Load) :-
    file_name(File, Name),
    '$foreign_call'(load_open, [Name], State),
    (   opened(State, Name) -> part_of_text(Load0, Load)
    ;   Load = Load0
    ).

part_of_text(Load0, Load) :-
    '$foreign_call'(load_included, [], _),
    autoloaded(Load0, Load1),
    text(Load1, Load),
    '$foreign_call'(load_end, [], _).

% our_own(+Name, -Library): what is meant by a file that is not there.
our_own(Name, Library) :-
    atom_chars(Name, Cs),
    append(_, [/|Base], [/|Cs]),
    file_of(Base, Library).

opened("opened", _).
opened("missing", Name) :- throw(error(existence_error(source_sink, Name), consult/1)).
opened("unreadable", Name) :- throw(error(permission_error(open, source_sink, Name), consult/1)).
opened("long", Name) :- throw(error(permission_error(load, source_sink, Name), consult/1)).
opened("binary", Name) :- throw(error(permission_error(load, binary_file, Name), consult/1)).

% --- one file ---------------------------------------------------------------------------------

% one_file(-Module): loads what has been opened; Module is that of the file, or `user`. Nothing may be loaded once more when
% somebody backtracks.
one_file(Module) :- ( load_file(Module) -> true ).

load_file(Module) :-
    '$foreign_call'(load_path, [], Path0),
    atom_chars(Path, Path0),
    cl_scopes:enter(Path, Scope),
    current_input(Stream),
    emptied(Path, Aside),
    moment(From),
    '$push_load_context'(Stream, Path),
    catch(whole(Path, Module, Listed, Goals), E, true),
    '$pop_load_context',
    '$foreign_call'(load_end, [], _),
    (   nonvar(E) -> cl_scopes:leave(Scope, Path)
    ;   cl_scopes:leave(Scope, Path, Module, Listed),
        (   Module == user, '$foreign_call'(module_is_loaded, [file_imports], 0) -> true
        ;   cl_engine:provided(file_imports),
            file_imports:loaded(Path, Module, Listed),
            ( '$foreign_call'(load_path, [], []) -> file_imports:ended ; true )
        ),
        initialize(Goals, Module)
    ),
    moment(To),
    ( To > 0 -> '$foreign_call'(file_asserted, [Path,From,To], _), cl_indexed:brought_back(Aside) ; true ),
    ( nonvar(E) -> throw(E) ; true ).

% whole(+File, -Module, -Listed, -Goals): what has been opened is loaded from its beginning to its end. It exports what is Listed, and
% Goals are to be run after it.
whole(File, Module, Listed, Goals) :-
    load_hooks:load_begins(File),
    forget_style,
    fresh(Evacuable),
    load_begun(Evacuable, Start),
    % The imports of a module file wait for its module directive.
    autoloaded(Start, Ready),
    text(Ready, Read),
    flush(Read, End),
    load_hooks:load_ends,
    load_evacuable(End, Evacuable1),
    load_module(End, Module),
    load_steps(End, Steps),
    load_goals(End, Goals0),
    reverse(Goals0, Goals),
    '$foreign_call'(warnings_off, [], _),
    '$conclude_load'(Evacuable1),
    '$foreign_call'(warnings_on, [], _),
    % Goals that a module puts together and calls at run time are its own: only its own expansion is told whose they are.
    (   ( Module == user ; '$predicate_defined'(Module, goal_expansion, 2) ) -> true
    ;   assertz(Module:(goal_expansion(bagof(T, G, L), cl_variables:bag_of(T, Module:G, L)) :- nonvar(G))),
        assertz(Module:(goal_expansion(setof(T, G, L), cl_variables:set_of(T, Module:G, L)) :- nonvar(G)))
    ),
    (   member(declaration(module(Module, Listed)), Steps) ->
        cl_engine:provided(file_imports),
        file_imports:exports_checked(Listed, Module)
    ;   Listed = []
    ).

% emptied(+File, -Aside): if it has been loaded before, its dynamic predicates have no clauses until it has been loaded again. Scryer would
% lose count of those that were asserted, or crash. Aside are clauses that come back then. (What is asserted while a file is loaded Scryer
% would retract when the same file is loaded again.)
emptied(File, Aside) :-
    (   '$foreign_call'(module_is_loaded, [cl_indexed], 1) ->
        '$foreign_call'(load_declared_before, [], Text),
        '$read_term_from_chars'(Text, Keys, _, _, _),
        ( '$foreign_call'(module_is_loaded, [file_imports], 1) -> file_imports:changing(File, Keys1) ; Keys1 = [] ),
        append(Keys, Keys1, All0),
        sort(All0, All),
        cl_indexed:set_aside(All, File, Aside)
    ;   Aside = []
    ).

% moment(-Time): where a clause that is asserted now would be kept; 0 if programs have no dynamic predicates yet.
moment(Time) :- ( '$foreign_call'(module_is_loaded, [cl_indexed], 1) -> cl_indexed:now(Time) ; Time = 0 ).

initialize([], _).
initialize([Index-Goal|Goals], Module) :-
    (   '$foreign_call'(load_initializes, [], 1) -> load_directives:run_directive(Goal, Module, Index)
    ;   cl_engine:put_text(note_text, Goal, []),
        '$foreign_call'(note_stopped, [Index], _)
    ),
    initialize(Goals, Module).
