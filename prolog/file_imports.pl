/** What files have of the modules of a program.

A module exports the predicates that it lists and defines, and what it exports again (`reexport/1,2`). Who imports it chooses
from them: all, some, all but some, under names of their own (`as`). Where two modules load each other, one is
there before the other is whole: it gets what it imports when that is. And a module has what `user` defines and it does
not, as in SWI-Prolog.
*/

:- module(file_imports, [begun/1, changing/2, exports_checked/2, loaded/3, as_it_is/2, handed_on/3, awaiting/3, brought/4,
                         fetched/2, at_home/3, imported_from/4, so_far/1, ended/0]).

:- use_module(library(lists)).
:- use_module(library(load_state)).
:- use_module(library(cl_steps)).
:- use_module(library(cl_asserted), []).
:- use_module(library(cl_declarations), []).

% file_module(File, Module): File has been loaded, and defines Module.
:- dynamic(file_module/2).

% hands_on(Module, Source, Selection): Module exports again what it selects of Source, a module of a program or a library.
:- dynamic(hands_on/3).

% imports_from(Module, Source, Selection): Module has imported that. Scryer copies what is imported, so that it has to be imported
% again when Source is loaded again.
:- dynamic(imports_from/3).

% awaits(Module, File, Selection): Module will import that from File, which is being loaded.
:- dynamic(awaits/3).

% changes(Module, Name, Arity): Module has had this dynamic predicate when it was loaded.
:- dynamic(changes/3).

%!  begun(+Module) is det.
%
%   A file that defines Module is being loaded: what an earlier version imported and exported again is forgotten.

begun(Module) :-
    retractall(hands_on(Module, _, _)),
    retractall(imports_from(Module, _, _)).

%!  exports_checked(+Exports, +Module) is det.
%
%   What Module, whose file is being loaded, exports and does not define is reported.

exports_checked(Exports, Module) :-
    (   member(Name/Arity, Exports),
        \+ defined(Module, Name, Arity),
        raised(error(existence_error(exported_procedure, Name/Arity), module/2), -2),
        false
    ;   true
    ).

%!  loaded(+File, +Module, +Exports) is det.
%
%   File has been loaded: it defines Module with this export list, or is no module (Module is `user`). Those that import from it,
%   or wait for that, get what they import.

loaded(File, Module, Exports) :-
    retractall(file_module(File, _)),
    findall(Target-Selection, retract(awaits(Target, File, Selection)), Waiting),
    (   Module == user -> true
    ;   assertz(file_module(File, Module)),
        noted_changes(Module),
        retractall(cl_declarations:listed(Module, _)),
        assertz(cl_declarations:listed(Module, Exports)),
        cl_engine:exported(Module, Exports),
        noted(Waiting, Module),
        findall(Target-Selection, imports_from(Target, Module, Selection), Importers),
        offered(Module, All),
        granted(Importers, All)
    ).

noted([], _).
noted([Target-Selection|Waiting], Module) :-
    note_import(Target, Module, Selection),
    noted(Waiting, Module).

note_import(Target, Source, Selection) :-
    (   imports_from(Target, Source, Selection) -> true
    ;   assertz(imports_from(Target, Source, Selection))
    ).

granted([], _).
granted([Target-Selection|Importers], All) :-
    chosen(Selection, All, Chosen),
    findall(E, ( member(E, Chosen), \+ file_imports:own(E, Target) ), Es),
    (   Target == user ->
        load_of_goal(Load),
        import_all(Es, Load, _)
    ;   lent(Es, Target)
    ),
    granted(Importers, All).

% own(+E, +Target): files define it in Target itself.
own(e(As,Arity,_,_), Target) :-
    '$foreign_call'(predicate_clauses, [Target,As,Arity], N),
    N >= 0.

%!  changing(+File, -Predicates:list) is det.
%
%   Predicates, `k(Module,Name,Arity)`, are the dynamic ones of the module that File defined when it was loaded last; they are not known any more.

changing(File, Keys) :-
    (   file_module(File, Module) ->
        findall(k(Module,Name,Arity), changes(Module, Name, Arity), Keys),
        retractall(changes(Module, _, _))
    ;   Keys = []
    ).

% noted_changes(+Module): which predicates of Module, which has been loaded, are dynamic.
noted_changes(Module) :-
    (   current_predicate(Module:Name/Arity),
        '$dynamic_property'(Module, Name, Arity),
        assertz(changes(Module, Name, Arity)),
        false
    ;   true
    ).

%!  as_it_is(+Name, -Module) is semidet.
%
%   The file Name defines Module; it has been loaded, and has not changed since.

as_it_is(Name, Module) :-
    '$foreign_call'(file_is_unchanged, [Name], 1),
    file_path(Name, Path),
    file_module(Path, Module).

% file_path(+Name, -Path): how the file that Name means is called, which is being loaded or has been.
file_path(Name, Path) :-
    '$foreign_call'(file_known, [Name], Cs),
    Cs = [_|_],
    atom_chars(Path, Cs).

%!  handed_on(+Sources:list, +Module, +Selection) is det.
%
%   Module exports again what it selects of Sources.

handed_on([], _, _).
handed_on([Source|Sources], Module, Selection) :-
    (   hands_on(Module, Source, Selection) -> true
    ;   assertz(hands_on(Module, Source, Selection))
    ),
    handed_on(Sources, Module, Selection).

%!  awaiting(+Name, +Module, +Selection) is det.
%
%   Module is to import that from the file Name when it has been loaded.

awaiting(Name, Module, Selection) :-
    file_path(Name, Path),
    assertz(awaits(Module, Path, Selection)).

% --- what there is ----------------------------------------------------------------------------

% An e(Name,Arity,Owner,Original) is what somebody imports as Name: Owner's predicate Original/Arity. whole(Library) is all that a
% library exports.

% offered(+Source, -Es): what Source exports.
offered(Source, Es) :- offered(Source, [], Es).

offered(Source, Seen, Es) :-
    (   member(Source, Seen) -> Es = []
    ;   cl_declarations:listed(Source, Listed) ->
        findall(e(N,A,Source,N), ( member(N/A, Listed), file_imports:defined(Source, N, A) ), Own),
        findall(Handed, file_imports:handed(Source, Seen, Handed), Lists),
        append([Own|Lists], Es)
    ;   Es = [whole(Source)]
    ).

defined(Module, Name, Arity) :-
    (   '$predicate_defined'(Module, Name, Arity) -> true
    ;   is_dynamic(Module, Name, Arity)
    ).

is_dynamic(Module, Name, Arity) :- '$dynamic_property'(Module, Name, Arity).

handed(Module, Seen, Es) :-
    hands_on(Module, Source, Selection),
    offered(Source, [Module|Seen], All),
    chosen(Selection, All, Es).

% chosen(+Selection, +All, -Es).
chosen(all, Es, Es).
chosen(only(Ps), All, Es) :-
    findall(E, ( member(P, Ps), file_imports:one(P, All, E) ), Es).
chosen(except(Ps), All, Es) :-
    findall(E, ( member(E0, All), file_imports:but(E0, Ps, E) ), Es).

one(p(Name,Arity,As), All, e(As,Arity,Owner,Original)) :-
    (   member(e(Name,Arity,Owner,Original), All) -> true
    ;   member(whole(Owner), All) -> Original = Name
    ).

but(whole(Library), _, whole(Library)).
but(e(Name,Arity,Owner,Original), Ps, e(As,Arity,Owner,Original)) :-
    (   member(p(Name,Arity,As), Ps) -> As \== Name
    ;   As = Name
    ).

% --- importing --------------------------------------------------------------------------------

%!  brought(+Source, +Selection, +Load0, -Load) is det.
%
%   Imports what is selected of Source into the module of a load. What Source does not export is reported.

brought(Source, Selection, Load0, Load) :-
    offered(Source, All),
    absent(Selection, All, Source),
    chosen(Selection, All, Es),
    load_module(Load0, Module),
    note_import(Module, Source, Selection),
    import_all(Es, Load0, Load).

import_all([], Load, Load).
import_all([E|Es], Load0, Load) :-
    (   E = whole(Library) -> step(use(library(Library), []), Load0, Load1), Rest = Es
    ;   E = e(Name,Arity,Owner,Name), \+ is_dynamic(Owner, Name, Arity) ->
        same([E|Es], Owner, PIs, Rest),
        step(use(library(Owner), PIs), Load0, Load1)
    ;   E = e(As,Arity,_,_),
        forward(E, Clause),
        load_module(Load0, Module),
        % What Scryer imports of a dynamic predicate are the clauses of that moment.
        ( E = e(As,Arity,Owner,As), is_dynamic(Owner, As, Arity) -> cl_asserted:lend(Module, As, Arity, Owner) ; true ),
        step(group(k(Module,As,Arity), [clause(-1,Clause)]), Load0, Load1),
        Rest = Es
    ),
    import_all(Rest, Load1, Load).

% same(+Es, +Owner, -PIs, -Rest): PIs are those of Owner that keep their names.
same([], _, [], []).
same([E|Es], Owner, PIs, Rest) :-
    (   E = e(Name,Arity,Owner,Name), \+ is_dynamic(Owner, Name, Arity) -> PIs = [Name/Arity|PIs1], Rest = Rest1
    ;   PIs = PIs1, Rest = [E|Rest1]
    ),
    same(Es, Owner, PIs1, Rest1).

forward(e(As,Arity,Owner,Original), (Head :- Owner:Goal)) :-
    functor(Head, As, Arity),
    Head =.. [_|Args],
    Goal =.. [Original|Args].

absent(only(Ps), All, Source) :-
    \+ member(whole(_), All),
    member(p(Name,Arity,_), Ps),
    \+ member(e(Name,Arity,_,_), All),
    raised(error(existence_error(export, Source:Name/Arity), use_module/2), -1),
    false.
absent(_, _, _).

%!  fetched(+Module, +Selection) is det.
%
%   Imports what is selected of a program's module into `user`, outside of any load.

fetched(Module, Selection) :-
    load_of_goal(Load),
    brought(Module, Selection, Load, _).

% lent(+Es, +Target): the module Target, which is whole, calls what others define.
lent([], _).
lent([E|Es], Target) :-
    (   E = e(_,_,Owner,_), Owner \== Target ->
        forward(E, Clause0),
        of_callers(E, Target, Clause0, Clause),
        '$push_load_state_payload'(Evacuable),
        '$foreign_call'(warnings_off, [], _),
        '$scoped_clause_to_evacuable'(Target, Clause, Evacuable),
        '$flush_term_queue'(Evacuable),
        '$conclude_load'(Evacuable),
        '$foreign_call'(warnings_on, [], _)
    ;   true
    ),
    lent(Es, Target).

% of_callers(+E, +Target, +Clause0, -Clause): goals among the arguments are those of Target, where clauses have been compiled that did not
% know that they are.
of_callers(e(_,Arity,Owner,Original), Target, (Head :- Owner:Goal0), (Head :- Owner:Goal)) :-
    (   Target \== user, '$meta_predicate_property'(Owner, Original, Arity, meta_predicate(Spec)) ->
        Spec =.. [_|Specs],
        Goal0 =.. [Name|As0],
        each_of(Specs, Target, As0, As1),
        Goal =.. [Name|As1]
    ;   Goal = Goal0
    ).

each_of([], _, [], []).
each_of([Spec|Specs], Target, [A0|As0], [A|As]) :-
    ( ( integer(Spec) ; Spec == (^) ; Spec == (//) ; Spec == (:) ) -> A = Target:A0 ; A = A0 ),
    each_of(Specs, Target, As0, As).

%!  at_home(+Indicator, +Library, +Owner) is det.
%
%   The module Library, which has the name of a library of SWI-Prolog, has that predicate of Owner. Goals among its arguments are
%   the caller's, if that is no module.

at_home(Name/Arity, Library, Owner0) :-
    (   ( defined(Library, Name, Arity) ; cl_declarations:listed(Library, _) ; \+ cl_engine:provided(Owner0) ) -> true
    ;   cl_engine:provided(cl_metas),
        ( cl_metas:meta_arguments(Name, Arity, _) -> Owner = user ; Owner = Owner0 ),
        lent([e(Name,Arity,Owner,Name)], Library)
    ).

%!  imported_from(+Module, +Name, +Arity, -Owner) is semidet.
%
%   Module has imported Name/Arity from Owner, a module of the program.

imported_from(Module, Name, Arity, Owner) :-
    imports_from(Module, Source, Selection),
    offered(Source, All),
    chosen(Selection, All, Es),
    member(e(Name,Arity,Owner,_), Es),
    !.

%!  ended is det.
%
%   Nothing is being loaded any more: modules get what they name of `user`.

ended :-
    '$foreign_call'(modules_naming, [], Text),
    '$read_term_from_chars'(Text, Names, _, _, _),
    inherited(Names),
    findall(E, ( imports_from(user, Source, Selection), file_imports:selected(Source, Selection, E) ), Es),
    each_inherited(Es).

%!  so_far(+Module) is det.
%
%   Module is being loaded, and a directive is to run: it gets what its text names of `user` now.

so_far(Module) :-
    '$foreign_call'(load_naming, [], Text),
    '$read_term_from_chars'(Text, Names, _, _, _),
    findall(e(N,A,user,N), ( member(n(N,A), Names), \+ file_imports:defined(Module, N, A) ), Es),
    lent(Es, Module).

selected(Source, Selection, E) :-
    offered(Source, All),
    chosen(Selection, All, Es),
    member(E, Es),
    E = e(_,_,_,_).

% each_inherited(+Es): what `user` has imported from modules of the program.
each_inherited([]).
each_inherited([E|Es]) :-
    E = e(As,Arity,Owner,_),
    '$foreign_call'(files_naming, [As], Text),
    '$read_term_from_chars'(Text, Files, _, _, _),
    findall(Module,
            ( member(File, Files), file_imports:file_module(File, Module), Module \== Owner, \+ file_imports:defined(Module, As, Arity) ),
            Modules),
    each_lent(Modules, E),
    each_inherited(Es).

each_lent([], _).
each_lent([Module|Modules], E) :-
    lent([E], Module),
    each_lent(Modules, E).

inherited([]).
inherited([n(File,Name,Arity)|Names]) :-
    (   file_module(File, Module), ( \+ defined(Module, Name, Arity) ; is_ours(Module, Name, Arity) ) ->
        lent([e(Name,Arity,user,Name)], Module)
    ;   true
    ),
    inherited(Names).

% is_ours(+Module, +Name, +Arity): what Module calls by that name is a predicate of ours, for which it has not asked. In a sandbox nobody
% takes its place.
is_ours(Module, Name, Arity) :-
    \+ cl_engine:sandboxed,
    '$foreign_call'(predicate_clauses, [Module,Name,Arity], N),
    N < 0,
    \+ is_dynamic(Module, Name, Arity),
    \+ imported_from(Module, Name, Arity, _),
    \+ ( imports_from(Module, Library, _), defined(Library, Name, Arity) ).
