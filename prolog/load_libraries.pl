/** What texts have of libraries: those that they import, and those of which they name a predicate.

The host knows which names of a text are predicates of which library. A library is ours, Scryer's, or known under another name
to SWI-Prolog.
*/

:- module(load_libraries, [autoload/0, autoloaded/2, import_named/1, load_library/1, library_into_user/2, libraries_of/2,
                           imported/4, aliases/2]).

:- use_module(library(load_state)).
:- use_module(library(cl_modules), [provide/1]).

% --- what is named ----------------------------------------------------------------------------

%!  autoload is det.
%
%   Imports into `user` what the current query names and no file defines.

autoload :- autoloaded(query, _).

%!  autoloaded(+Load0, -Load) is det.
%
%   The same for the text that is being loaded, into its module. Load0 is `query` for a query.

autoloaded(Load0, Load) :- autoloaded(0, Load0, Load).

autoloaded(I, Load0, Load) :-
    '$foreign_call'(text_import, [I], Text),
    (   Text = [_|_] ->
        '$read_term_from_chars'(Text, Wanted, _, _, _),
        brought(Wanted, Load0, Load1),
        I1 is I + 1,
        autoloaded(I1, Load1, Load)
    ;   Load = Load0
    ).

brought(at(Library, PI, Owner), Load, Load) :-
    cl_engine:provided(file_imports),
    file_imports:at_home(PI, Library, Owner).
brought(dynamic(Name, Arity), Load0, Load) :-
    cl_engine:provided(load_directives),
    load_directives:extended(Name/Arity, dynamic, Load0, Load, _).
brought(native(Module, Name, Arity), Load0, Load) :-
    % It takes the place of the predicate that the module chess has passed on.
    cl_engine:provided(Module),
    import(Load0, Module, Name/Arity, Load).
brought(import(Module, Name, Arity), Load0, Load) :-
    ( Load0 == query -> Target = user ; load_module(Load0, Target) ),
    (   missing(Module, Name, Arity, Target) -> import(Load0, Module, Name/Arity, Load)
    ;   Load = Load0
    ).

import(query, Module, PI, query) :- !, into_user(Module, [PI]).
% `steps` is there while a file is loaded; a query does not need it.
import(Load0, Module, PI, Load) :- cl_steps:step(use(library(Module), [PI]), Load0, Load).

% missing(+Module, +Name, +Arity, +Target): Target is to get it from Module. Arity -1: nothing but the module itself is wanted.
missing(Module, Name, Arity, Target) :-
    (   Arity =:= -1 -> cl_engine:provided(Module), false
    ;   \+ '$predicate_defined'(Target, Name, Arity),
        cl_engine:provided(Module)
    ).

%!  import_named(+Names) is det.
%
%   Imports into `user` what libraries export under Names and no file defines, as for the names in a query.

import_named([]).
import_named([Name|Names]) :-
    (   cl_engine:swi -> Iso = 0
    ;   Iso = 1
    ),
    cl_engine:provided(internal_learn),
    findall(import(Module,Name,Arity), internal_learn:library_export(Name, Iso, Module, Arity), Exports),
    all_brought(Exports),
    import_named(Names).

all_brought([]).
all_brought([Export|Exports]) :-
    brought(Export, query, _),
    all_brought(Exports).

% --- what is imported -------------------------------------------------------------------------

% into_user(+Library, +Imports): outside of any load; all, if there are no Imports. An error is the caller's.
into_user(Library, Imports) :-
    load_of_goal(Load),
    load_evacuable(Load, E),
    use(library(Library), Imports, E).

%!  load_library(+Library) is det.
%
%   Library is there; nobody imports anything.

load_library(Library) :- into_user(Library, [none/0]).

%!  library_into_user(+Name, +Selection) is det.
%
%   use_module/1,2 as goals: imports into `user` what is selected of the library.

library_into_user(Name, Selection) :-
    libraries_of(Name, Libraries),
    indicators(Selection, Imports),
    all_into_user(Libraries, Imports).

all_into_user([], _).
all_into_user([Library|Libraries], Imports) :-
    into_user(Library, Imports),
    all_into_user(Libraries, Imports).

%!  libraries_of(+Name, -Libraries:list) is det.
%
%   What library(Name) stands for: a library, or nothing where all programs have what is in it.

libraries_of(Name, Libraries) :-
    cl_engine:permitted_library(Name),
    (   atom(Name), '$foreign_call'(library_module, [Name], Cs), Cs = [_|_] ->
        atom_chars(Module, Cs),
        provide(Module),
        Libraries = [Module]
    ;   cl_engine:swi, provide(swi_syntax), swi_syntax:swi_library(Name, What) ->
        (   What == provided -> Libraries = []
        ;   What = library(Library),
            cl_engine:provided(Library),
            Libraries = [Library]
        )
    ;   Libraries = [Name]
    ).

%!  imported(+Libraries:list, +Selection, +Load0, -Load) is det.
%
%   Imports what is selected of them into the module of the load.

imported([], _, Load, Load).
imported([Library|Libraries], Selection, Load0, Load) :-
    indicators(Selection, Imports),
    cl_steps:step(use(library(Library), Imports), Load0, Load1),
    % The module chess passes calls on; what the text names comes from where it is.
    ( Library == cl_chess -> autoloaded(Load1, Load2) ; Load2 = Load1 ),
    imported(Libraries, Selection, Load2, Load).

% indicators(+Selection, -Imports): as Scryer wants it. It cannot leave out what is not selected: that is imported, too.
indicators(Selection, Imports) :- ( Selection = only(Ps) -> chosen(Ps, Imports) ; Imports = [] ).

chosen([], []).
chosen([p(Name,Arity,_)|Ps], [Name/Arity|PIs]) :- chosen(Ps, PIs).

%!  aliases(+Selection, -Clauses:list) is det.
%
%   What is imported `as` another name gets a clause of that name.

aliases(Selection, Clauses) :- ( Selection = only(Ps) -> renaming(Ps, Clauses) ; Clauses = [] ).

renaming([], []).
renaming([p(Name,Arity,As)|Ps], Clauses) :-
    (   As == Name -> Clauses = Clauses1
    ;   functor(Goal, Name, Arity),
        Goal =.. [_|Args],
        Head =.. [As|Args],
        Clauses = [(Head :- Goal)|Clauses1]
    ),
    renaming(Ps, Clauses1).
