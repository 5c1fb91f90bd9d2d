/** What the arguments of directives mean: export and import lists, names of files, predicate indicators, modes.

```
?- cl_declarations:specs((a/1, m:[b/2, c//1]), user, Keys).
   Keys = [k(user,a,1),k(m,b,2),k(m,c,3)].
```
*/

:- module(cl_declarations, [exports/2, selection/2, file_name/2, specs/3, meta_arguments/2, datalog_clause/3, source/1,
                         forget_style/0, style/1, singletons_wanted/0, ignored_flag/1]).

:- use_module(library(error)).
:- use_module(library(lists)).

% datalog_predicate(Module, Name, Arity, File): File declares by datalog/1 that its clauses of the predicate are
% Datalog. It is here, and not with them, since the loader looks at it for every clause.
:- dynamic(datalog_predicate/4).

% listed(Module, Exports): the module of a program exports them.
:- dynamic(listed/2).

% singletons_wanted(File): File says so by style_check/1.
:- dynamic(singletons_wanted/1).

%!  exports(+Exports0, -Exports) is det.
%
%   A list as Scryer wants it.

% Export lists of SWI-Prolog may name a predicate by Name//Arity.
exports(Es, _) :- var(Es), !, throw(error(instantiation_error, module/2)).
exports([], []).
exports([E|Es], [P|Ps]) :-
    (   nonvar(E), E = Name//Arity, integer(Arity) -> A is Arity + 2, P = Name/A
    ;   P = E
    ),
    exports(Es, Ps).

%!  selection(+Imports, -Selection) is det.
%
%   What the second argument of use_module/2 selects: `only(Ps)` or `except(Ps)`, with p(Name,Arity,As) for each predicate. Beside
%   them there is `all`.

selection(Is, _) :- var(Is), !, throw(error(instantiation_error, use_module/2)).
selection(except(Is), except(Ps)) :- !, selected(Is, Ps).
selection(Is, only(Ps)) :- selected(Is, Ps).

selected(Is, _) :- var(Is), !, throw(error(instantiation_error, use_module/2)).
selected([], []) :- !.
selected([I|Is], Ps) :-
    !,
    (   nonvar(I), I = op(_, _, _) -> Ps = Ps1
    ;   ( nonvar(I), I = as(PI, Alias) -> true ; PI = I ),
        exports([PI], [Q]),
        (   nonvar(Q), Q = Name/Arity, atom(Name), integer(Arity) -> true
        ;   throw(error(type_error(predicate_indicator, PI), use_module/2))
        ),
        ( var(Alias) -> Alias = Name ; true ),
        (   atom(Alias) -> true
        ;   throw(error(type_error(atom, Alias), use_module/2))
        ),
        Ps = [p(Name,Arity,Alias)|Ps1]
    ),
    selected(Is, Ps1).
selected(Is, _) :- throw(error(type_error(list, Is), use_module/2)).

%!  file_name(@File, -Name:atom) is semidet.
%
%   Name is that of a File as directives name it: an atom, a string, Directory/File, or Alias(File), where file_search_path/2 of the program
%   says what Alias is: the first place where there is such a file.

file_name(File, File) :- atom(File), !.
file_name(Directory/File, Name) :-
    !,
    file_name(Directory, D),
    file_name(File, F),
    atom_concat(D, '/', D1),
    atom_concat(D1, F, Name).
file_name('$string'(Cs), Name) :- !, Cs = [_|_], atom_chars(Name, Cs).
file_name([C|Cs], Name) :- !, catch(atom_chars(Name, [C|Cs]), _, false).
file_name(Place, Name) :-
    compound(Place),
    functor(Place, Alias, 1),
    Alias \== library,
    \+ cl_engine:sandboxed,
    findall(Name0, cl_declarations:placed(Place, 10, Name0), [First|More]),
    ( lists:member(Name1, [First|More]), is_file(Name1) -> Name = Name1 ; Name = First ).

% placed(+Place, +Most, -Name): a file that Place, an Alias(File), may mean by file_search_path/2 of the program, at most after so many steps.
placed(Place, Most, Name) :-
    (   compound(Place), functor(Place, Alias, 1) ->
        Most > 0,
        Less is Most - 1,
        ( '$predicate_defined'(user, file_search_path, 2) -> true ; '$dynamic_property'(user, file_search_path, 2) ),
        call(user:file_search_path(Alias, Outer)),
        placed(Outer, Less, Directory),
        arg(1, Place, File),
        file_name(Directory/File, Name)
    ;   file_name(Place, Name)
    ).

is_file(Name) :-
    atom_chars(Name, Cs),
    ( '$file_exists'(Cs) -> true ; lists:append(Cs, ".pl", Cs1), '$file_exists'(Cs1) ).

%!  specs(+Specs, +Module, -Keys) is det.
%
%   Keys k(Module, Name, Arity) of the predicates that a declaration names: comma lists, lists, Module:Spec.

specs(Specs, Module, Keys) :- specs_(Specs, Module, Keys, []).

specs_(Specs, _, _, _) :- var(Specs), !, throw(error(instantiation_error, (:-)/1)).
specs_([], _, Ks, Ks) :- !.
specs_([S|Ss], M, Ks0, Ks) :- !, specs_(S, M, Ks0, Ks1), specs_(Ss, M, Ks1, Ks).
specs_((S, Ss), M, Ks0, Ks) :- !, specs_(S, M, Ks0, Ks1), specs_(Ss, M, Ks1, Ks).
specs_(as(S, _), M, Ks0, Ks) :- !, specs_(S, M, Ks0, Ks).
specs_(M:S, _, Ks0, Ks) :- !, must_be(atom, M), specs_(S, M, Ks0, Ks).
specs_(Name//Arity0, M, [k(M,Name,Arity)|Ks], Ks) :-
    atom(Name), integer(Arity0), Arity0 >= 0,
    !,
    Arity is Arity0 + 2.
specs_(Name/Arity, M, [k(M,Name,Arity)|Ks], Ks) :-
    atom(Name), integer(Arity), Arity >= 0,
    !.
specs_(S, _, _, _) :- throw(error(type_error(predicate_indicator, S), (:-)/1)).

%!  meta_arguments(+Modes0, -Modes) is det.
%
%   Modes of meta_predicate/1 as Scryer wants them.

% SWI-Prolog has more kinds of meta-arguments than Scryer.
meta_arguments([], []).
meta_arguments([A|As], [B|Bs]) :-
    (   integer(A) -> B = A
    ;   A == (:) -> B = (:)
    ;   A == (^) -> B = 0
    ;   A == (//) -> B = 2
    ;   B = (?)
    ),
    meta_arguments(As, Bs).

%!  datalog_clause(+Term, +Module, -Indicator) is semidet.
%
%   True iff Term is a clause of a predicate that the file which is being loaded has declared by datalog/1.

datalog_clause(Term, M, Name/Arity) :-
    ( Term = (Head :- _) -> true ; Head = Term ),
    callable(Head),
    functor(Head, Name, Arity),
    datalog_predicate(M, Name, Arity, File),
    source(File).

%!  source(?File) is semidet.
%
%   True iff File is being loaded, be it that what it includes is read.

source(File) :- loader:prolog_load_context(source, File).

%!  forget_style is det.
%!  style(+Spec) is det.
%!  singletons_wanted is semidet.
%
%   What style_check/1 says in the file that is being loaded: after `-singleton` variables that occur once are wanted,
%   after `-discontiguous` clauses that stand apart.

forget_style :- ( singletons_wanted(File), source(File) -> retractall(singletons_wanted(File)) ; true ).

style(Spec) :-
    (   Spec == -singleton -> source(File), assertz(singletons_wanted(File))
    ;   Spec == +singleton -> forget_style
    ;   Spec == -(discontiguous) -> '$foreign_call'(predicates_scattered, [1], _)
    ;   Spec == +(discontiguous) -> '$foreign_call'(predicates_scattered, [0], _)
    ;   nonvar(Spec), Spec = [S|Ss] -> style(S), style(Ss)
    ;   true
    ).

singletons_wanted :- singletons_wanted(File), source(File), !.

%!  ignored_flag(?Flag) is nondet.
%
%   Flags of SWI-Prolog that change nothing of what a program means: how fast it runs, what is printed while it is
%   loaded, how answers and prompts look.

ignored_flag(Flag) :-
    member(Flag, [
        agc_margin, answer_format, answer_write_options, autoload, color_term, debugger_show_context,
        debugger_write_options, encoding, gc, generate_debug_info, history, last_call_optimisation,
        optimise, optimise_unify, print_write_options, prompt_alternatives_on, report_error,
        stack_limit, table_space, toplevel_mode, toplevel_print_anon, toplevel_prompt,
        toplevel_var_size, tty_control, verbose, verbose_autoload, verbose_load,
        warn_override_implicit_import
    ]).
