/** What is known of predicates and modules, as in SWI-Prolog.

```
?- predicate_property(append(_, _, _), defined), predicate_property(atom_length(_, _), built_in).
   true.
?- dynamic(counted_here/1), assertz(counted_here(a)), predicate_property(counted_here(_), number_of_clauses(N)).
   N = 1.
```
*/

:- module(swi_properties, [module_property/2, property/2]).

:- use_module(library(clauses)).
:- use_module(library(internal_learn)).
:- use_module(library(lists)).

%! property(:Head, ?Property) is nondet.
%
% predicate_property/2. Property is `visible`, `defined`, `static`, `dynamic`, `multifile`, `discontiguous`, `tabled`,
% `built_in`, `system`, `imported_from(Library)`, `exported`, `meta_predicate(Modes)`, `interpreted`, `number_of_clauses(N)`,
% `number_of_rules(N)`, `file(File)` or `line_count(Line)`. A Head that is a variable becomes the head of each predicate of
% the program.

property(Spec, P) :-
    stripped(Spec, user, M, Head),
    (   var(Head) ->
        program_predicate(M, Name, Arity),
        functor(Head, Name, Arity)
    ;   callable(Head) -> functor(Head, Name, Arity)
    ;   throw(error(type_error(callable, Head), predicate_property/2))
    ),
    kind(M, Name, Arity, Kind),
    '$foreign_call'(predicate_is_hidden, [M,Name,Arity], 0),
    (   var(P) -> holds(P, Kind, M, Name, Arity)
    ;   functor(P, F, N),
        functor(P1, F, N),
        holds(P1, Kind, M, Name, Arity),
        !,
        P = P1
    ).

stripped(T, M, M, T) :- var(T), !.
stripped(M1:T0, _, M, T) :- atom(M1), !, stripped(T0, M1, M, T).
stripped(T, M, M, T).

program_predicate(M, Name, Arity) :-
    findall(N/A, ( consulted_predicate(M, N, A, _) ; current_predicate(M:N/A) ), PIs0),
    sort(PIs0, PIs),
    member(Name/Arity, PIs).

% kind(+Module, +Name, +Arity, -Kind): who has the predicate.
kind(M, Name, Arity, Kind) :-
    (   '$dynamic_property'(M, Name, Arity) -> Kind = (dynamic)
    ;   consulted(M, Name, Arity) -> Kind = program
    ;   ( '$built_in_property'(Name, Arity) ; control(Name, Arity) ) -> Kind = built_in
    ;   library_export(Name, 0, Library, Arity) -> Kind = library(Library)
    ;   '$predicate_defined'(M, Name, Arity) -> Kind = program
    ).

control(call, N) :- N > 0.
control(!, 0).
control(',', 2).
control(;, 2).
control(->, 2).
control(*->, 2).
control(\+, 1).
control(:, 2).

holds(visible, _, _, _, _).
holds(defined, _, _, _, _).
holds(static, Kind, _, _, _) :- Kind \== (dynamic).
holds((dynamic), (dynamic), _, _, _).
holds(built_in, built_in, _, _, _).
holds(system, built_in, _, _, _).
holds(interpreted, Kind, _, _, _) :- of_program(Kind).
holds(imported_from(Library), library(Library), _, _, _).
holds((multifile), _, M, Name, Arity) :- '$multifile_property'(M, Name, Arity).
holds((discontiguous), _, M, Name, Arity) :- '$discontiguous_property'(M, Name, Arity).
holds(meta_predicate(Modes), Kind, M, Name, Arity) :-
    ( Kind = library(Owner) -> true ; Owner = M ),
    '$meta_predicate_property'(Owner, Name, Arity, meta_predicate(Modes)).
holds(tabled, Kind, M, Name, Arity) :-
    of_program(Kind),
    functor(Head, Name, Arity),
    catch(table_wrapper:tabled(M:Head, _), _, false).
holds(exported, Kind, M, Name, Arity) :- of_program(Kind), module_exports(M, PIs), member(PI, PIs), PI == Name/Arity.
holds(number_of_clauses(N), Kind, M, Name, Arity) :- count(Kind, M, Name, Arity, _, N).
holds(number_of_rules(N), Kind, M, Name, Arity) :- count(Kind, M, Name, Arity, rule, N).
holds(file(File), Kind, M, Name, Arity) :- of_program(Kind), place(M, Name, Arity, File, _).
holds(line_count(Line), Kind, M, Name, Arity) :- of_program(Kind), place(M, Name, Arity, _, Line).

of_program(program).
of_program(dynamic).

place(M, Name, Arity, File, Line) :-
    source_term(M:Name/Arity, _, _, File:Line),
    !.

% count(+Kind, +Module, +Name, +Arity, ?Which, -N): of the clauses, or of those that are rules.
count((dynamic), M, Name, Arity, Which, N) :-
    functor(Head, Name, Arity),
    findall(x, ( stored(M, Head, Body), \+ ( Which == rule, Body == true ) ), Xs),
    length(Xs, N).
count(program, M, Name, Arity, Which, N) :-
    (   Which == rule ->
        findall(x, ( source_term(M:Name/Arity, C, _, _), is_rule(C) ), Xs),
        length(Xs, N)
    ;   source_count(M:Name/Arity, N)
    ).

stored(M, Head, Body) :- ( M == user -> clause(Head, Body) ; clause(M:Head, Body) ).

is_rule((_ :- _)).
is_rule((_ --> _)).
is_rule(=>(_, _)).

%! module_property(?Module, ?Property) is nondet.
%
% Property is `class(Class)`, that is `user` or `library`, and of a module of the program `exports(Indicators)` or `file(File)`.

module_property(Module, Property) :-
    known_module(Module),
    module_holds(Property, Module).

module_holds(class(Class), Module) :-
    (   Module == user -> Class = user
    ;   of_files(Module) -> Class = user
    ;   Class = library
    ).
module_holds(exports(PIs), Module) :- module_exports(Module, PIs).
module_holds(file(File), Module) :- once_file(Module, File).

of_files(Module) :- consulted_predicate(Module, _, _, _), !.

once_file(Module, File) :- Module \== user, consulted_predicate(Module, _, _, File), !.

module_exports(Module, PIs) :-
    declarations:listed(Module, Listed),
    findall(Name/Arity, ( member(PI, Listed), PI = Name/Arity ), PIs).

known_module(Module) :-
    (   var(Module) ->
        findall(M, consulted_predicate(M, _, _, _), Ms),
        sort([user|Ms], Modules),
        member(Module, Modules)
    ;   Module == user -> true
    ;   of_files(Module) -> true
    ;   modules:provide(Module) -> true
    ).

?- predicate_property(append(_,_,_), imported_from(Library)).
   Library = lists.

?- predicate_property(atom_length(_,_), built_in), \+ predicate_property(atom_length(_,_), dynamic).
   true.

?- dynamic(counted_here/1), assertz(counted_here(a)), assertz((counted_here(X) :- X = b)).
   true.

?- predicate_property(counted_here(_), number_of_clauses(N)), predicate_property(counted_here(_), number_of_rules(R)).
   N = 2, R = 1.

?- predicate_property(nothing_of_that_name(_), P).
   false.

?- module_property(user, class(Class)).
   Class = user.
