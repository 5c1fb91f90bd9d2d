/** What is known of predicates and modules, as in SWI-Prolog.

```
?- predicate_property(append(_, _, _), defined), predicate_property(atom_length(_, _), built_in).
   true.
?- dynamic(counted_here/1), assertz(counted_here(a)), predicate_property(counted_here(_), number_of_clauses(N)).
   N = 1.
```
*/

:- module(swi_properties, [module_property/2, property/2, current/1, is_module/1]).

:- use_module(library(cl_clauses)).
:- use_module(library(internal_learn)).
:- use_module(library(lists)).
:- use_module(library(cl_asserted), []).
:- use_module(library(cl_declarations), []).

%! property(:Head, ?Property) is nondet.
%
% predicate_property/2. Property is `visible`, `defined`, `static`, `dynamic`, `multifile`, `discontiguous`, `tabled`,
% `built_in`, `system`, `imported_from(Library)`, `exported`, `meta_predicate(Modes)`, `interpreted`, `number_of_clauses(N)`,
% `number_of_rules(N)`, `file(File)` or `line_count(Line)`. A Head that is a variable becomes the head of each predicate of
% the program.

property(Spec, P) :-
    stripped(Spec, user, M0, Head0),
    (   nonvar(Head0), Head0 = M:Head ->
        (   var(M) -> known_module(M)
        ;   throw(error(type_error(module, M), predicate_property/2))
        )
    ;   M = M0, Head = Head0
    ),
    property(M, Head, P).

property(M, Head, P) :-
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

%! current(:Indicator) is nondet.
%
% current_predicate/1: there is such a predicate, which the program has defined, imported or called, in the module or in `user`.
% What nobody defines is not there, be it called somewhere.

current(Spec) :-
    stripped(Spec, user, M, PI),
    (   nonvar(PI), PI = M1:PI1 ->
        known_module(M1),
        indicator(PI1),
        PI1 = Name/Arity,
        program_predicate(M1, Name, Arity),
        owned(M1, Name, Arity)
    ;   indicator(PI),
        PI = Name/Arity,
        (   atom(Name), integer(Arity) -> ( there(M, Name, Arity) -> true ; M \== user, there(user, Name, Arity) -> true )
        ;   program_predicate(M, Name, Arity),
            owned(M, Name, Arity)
        )
    ).

indicator(PI) :-
    (   var(PI) -> true
    ;   PI = Name/Arity, ( var(Name) -> true ; atom(Name) ), ( var(Arity) -> true ; integer(Arity), Arity >= 0 ) -> true
    ;   throw(error(type_error(predicate_indicator, PI), current_predicate/1))
    ).

there(M, Name, Arity) :-
    kind(M, Name, Arity, Kind),
    ( Kind = library(_) -> ( native(Name, Arity) -> true ; '$predicate_defined'(M, Name, Arity) ) ; true ),
    '$foreign_call'(predicate_is_hidden, [M,Name,Arity], 0).

owned(M, Name, Arity) :-
    kind(M, Name, Arity, Kind),
    of_program(Kind),
    '$foreign_call'(predicate_is_hidden, [M,Name,Arity], 0).

program_predicate(M, Name, Arity) :-
    % With it the engine makes room for clauses.
    findall(N/A, ( consulted_predicate(M, N, A, _) ; current_predicate(M:N/A), N \== '$first clause' ), PIs0),
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
holds(built_in, library(_), _, Name, Arity) :- native(Name, Arity).
holds(system, built_in, _, _, _).
holds(system, library(_), _, Name, Arity) :- native(Name, Arity).
holds(interpreted, Kind, _, _, _) :- of_program(Kind).
holds(imported_from(Library), library(Library), _, _, _).
holds(imported_from(Owner), program, M, Name, Arity) :-
    \+ consulted(M, Name, Arity),
    cl_engine:provided(file_imports),
    file_imports:imported_from(M, Name, Arity, Owner).
holds((multifile), _, M, Name, Arity) :- '$multifile_property'(M, Name, Arity).
holds((discontiguous), _, M, Name, Arity) :- '$discontiguous_property'(M, Name, Arity).
holds(meta_predicate(Modes), Kind, M, Name, Arity) :-
    ( Kind = library(Owner) -> true ; Owner = M ),
    '$meta_predicate_property'(Owner, Name, Arity, meta_predicate(Modes)).
holds(tabled, Kind, M, Name, Arity) :-
    of_program(Kind),
    functor(Head, Name, Arity),
    catch(table_wrapper:tabled(Head, M), _, false).
holds(exported, Kind, M, Name, Arity) :- of_program(Kind), module_exports(M, PIs), member(PI, PIs), PI == Name/Arity.
holds(number_of_clauses(N), Kind, M, Name, Arity) :- count(Kind, M, Name, Arity, _, N).
holds(number_of_rules(N), Kind, M, Name, Arity) :- count(Kind, M, Name, Arity, rule, N).
holds(file(File), Kind, M, Name, Arity) :- of_program(Kind), place(M, Name, Arity, File, _).
holds(line_count(Line), Kind, M, Name, Arity) :- of_program(Kind), place(M, Name, Arity, _, Line).

% native(?Name, ?Arity): of what is in a library here, this is built in in SWI-Prolog (its own predicate_property/2 says so).
% Interpreters of Prolog in Prolog call what is built in.
native((*->), 2). native(@, 2). native((=@=), 2). native(?=, 2). native((\=@=), 2). native(abolish_all_tables, 0).
native(absolute_file_name, 2). native(absolute_file_name, 3). native(access_file, 2). native(apply, 2).
native(assert, 1). native(at_halt, 1). native(atom_number, 2). native(atom_string, 2). native(atom_to_term, 3).
native(atomic_list_concat, 2). native(atomic_list_concat, 3). native(atomics_to_string, 2). native(attvar, 1).
native(b_getval, 2). native(b_setval, 2). native(between, 3). native(blob, 2). native(byte_count, 2). native(call_cleanup, 2).
native(call_dcg, 3). native(call_residue_vars, 2). native(call_with_depth_limit, 3).
native(call_with_inference_limit, 3). native(catch_with_backtrace, 3). native(char_conversion, 2).
native(char_type, 2). native(character_count, 2). native(code_type, 2). native(compound_name_arguments, 3). native(compound_name_arity, 3).
native(context_module, 1). native(copy_term, 3). native(copy_term_nat, 2). native(create_prolog_flag, 3).
native(current_char_conversion, 2). native(current_key, 1). native(cyclic_term, 1). native(date_time_stamp, 2).
native(dcg_translate_rule, 2). native(del_attr, 2). native(delete_directory, 1). native(delete_file, 1).
native(det, 1). native(directory_files, 2). native((discontiguous), 1). native(divmod, 4). native(downcase_atom, 2).
native((dynamic), 1). native(erase, 1). native(exists_directory, 1). native(exists_file, 1). native(exists_source, 1).
native(file_base_name, 2). native(file_directory_name, 2). native(file_name_extension, 3). native(findnsols, 4).
native(findnsols, 5). native(flag, 3). native(forall, 2). native(format, 1). native(format, 2). native(format, 3).
native(format_time, 3). native(format_time, 4). native(freeze, 2). native(frozen, 2). native(garbage_collect, 0).
native(get_attr, 3). native(get_single_char, 1). native(get_time, 1). native(getenv, 2). native(ignore, 1).
native(instance, 2). native(is_absolute_file_name, 1). native(is_dict, 1). native(is_list, 1). native(is_stream, 1).
native(leash, 1). native(length, 2). native(license, 1). native(line_count, 2). native(line_position, 2). native(load_files, 2). native(make_directory, 1).
native(memberchk, 2). native(module_property, 2). native(msort, 2). native(name, 2). native(nb_current, 2).
native(nb_getval, 2). native(nb_setval, 2). native(non_terminal, 1). native(nonground, 2). native(noprofile, 1).
native(noprotocol, 0). native(normalize_space, 2). native(not, 1). native(nth_integer_root_and_remainder, 4).
native(number_string, 2). native(numbervars, 3). native(open_string, 2). native(phrase, 2). native(phrase, 3).
native(plus, 3). native(print, 1). native(print, 2). native(print_message, 2). native(print_message_lines, 3).
native(prompt, 2). native(put_attr, 3). native(read_string, 3). native(read_string, 5).
native(read_term_from_atom, 3). native(recorda, 2). native(recorda, 3). native(recorded, 2). native(recorded, 3).
native(recordz, 2). native(recordz, 3). native(rename_file, 2). native(same_file, 2). native(same_term, 2).
native(see, 1). native(seeing, 1). native(seen, 0). native(set_prolog_gc_thread, 1). native(set_prolog_stack, 2).
native(set_random, 1). native(set_stream, 2). native(setenv, 2). native(setup_call_cleanup, 3). native(shell, 1).
native(shell, 2). native(size_file, 2). native(sleep, 1). native(sort, 4). native(source_file, 1).
native(source_location, 2). native(split_string, 4). native(stamp_date_time, 3). native(statistics, 2).
native(string, 1). native(string_chars, 2). native(string_code, 3). native(string_codes, 2). native(string_concat, 3).
native(string_length, 2). native(string_lower, 2). native(string_upper, 2). native(style_check, 1).
native(sub_string, 5). native(succ, 2). native(tab, 1). native(tab, 2). native(tell, 1). native(telling, 1).
native(term_string, 2). native(term_string, 3). native(term_to_atom, 2). native(term_variables, 3).
native(text_to_string, 2). native(thread_self, 1). native(time_file, 2). native(tmp_file, 2).
native(tmp_file_stream, 3). native(told, 0). native(trim_stacks, 0). native(unsetenv, 1). native(upcase_atom, 2).
native(visible, 1). native((volatile), 1). native(with_output_to, 2). native(working_directory, 2).
native(write_length, 3). native(writeln, 1). native(writeln, 2).

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

stored(M, Head, Body) :-
    ( M == user -> clause(Head, Stored) ; clause(M:Head, Stored) ),
    cl_asserted:written(Stored, Body).

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
    cl_declarations:listed(Module, Listed),
    findall(Name/Arity, ( member(PI, Listed), PI = Name/Arity ), PIs).

%! is_module(?Module) is nondet.
%
% current_module/1: Module is `user`, a module of the program, or a library.

is_module(Module) :-
    (   var(Module) -> ( known_module(Module) ; Module = system )
    ;   atom(Module) -> ( Module == system -> true ; known_module(Module) -> true )
    ;   throw(error(type_error(module, Module), current_module/1))
    ).

known_module(Module) :-
    (   var(Module) ->
        findall(M, consulted_predicate(M, _, _, _), Ms),
        sort([user|Ms], Modules),
        member(Module, Modules)
    ;   Module == user -> true
    ;   of_files(Module) -> true
    ;   cl_modules:provide(Module) -> true
    ).

?- predicate_property(M:1, P).
   error(type_error(callable,1),predicate_property/2).

?- predicate_property(M:no_such_thing, P).
   false.

?- findall(H, predicate_property(H, dynamic), Hs), member('$first clause', Hs).
   false.

?- predicate_property(append(_,_,_), imported_from(Library)).
   Library = lists.

?- predicate_property(atom_length(_,_), built_in), \+ predicate_property(atom_length(_,_), dynamic).
   true.

?- dynamic(counted_here/1), assertz(counted_here(a)), assertz((counted_here(X) :- X = b)).
   true.

?- predicate_property(counted_here(_), number_of_clauses(N)), predicate_property(counted_here(_), number_of_rules(R)).
   N = 2, R = 1.

?- predicate_property(writeln(_), built_in), predicate_property(msort(_,_), system).
   true.

?- predicate_property(append(_,_,_), built_in).
   false.

?- predicate_property(nothing_of_that_name(_), P).
   false.

?- module_property(user, class(Class)).
   Class = user.
