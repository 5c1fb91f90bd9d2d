/** What a program for SWI-Prolog means here: operators, libraries, and the translation of clauses.

`expand_clause/2` and `expand_body/2` replace what would mean something else: soft cuts, grammar rules,
division, calls of format/2 and of predicates that take any text. They know no definitions of the
program, never throw, and leave alone what they do not know. They go through control constructs, through
the goals given to the predicates of `metas`, and into lambda expressions.

```
?- expand_body(X is A / B, G).
   G = swi_arith:divided(A,B,X).
```
*/

:- module(swi_syntax, [swi_library/2, expand_clause/2, expand_body/2, local_cuts/2, introduced/3,
                       autoload_module/1, translated/2, means/2, special_functor/2,
                       closure/3, called_in/3]).

:- use_module(library(lists)).
:- use_module(library(cl_metas)).
:- use_module(library(swi_atoms), []).
:- use_module(library(swi_calls), []).
:- use_module(library(swi_convert), [is_proper_list/1]).
:- use_module(library(swi_dcg)).
:- use_module(library(swi_expressions)).
:- use_module(library(swi_matching), [rule/3]).
:- use_module(library(swi_soft)).

%! swi_library(?Name, ?What) is nondet.
%
% `:- use_module(library(Name))` of a program for SWI-Prolog loads nothing (What is `provided`) or
% library(What1) of this system (What is `library(What1)`).

swi_library(lists, provided).
swi_library(apply, provided).
swi_library(apply_macros, provided).
swi_library(aggregate, provided).
swi_library(ansi_term, provided).
swi_library(arithmetic, provided).
swi_library(assoc, library(assoc)).
swi_library(backcomp, provided).
swi_library(between, library(between)).
swi_library(check, provided).
swi_library(chr, library(swi_chr)).
% clpz has the constraints of clpfd under the same names; `#=` with `/` means `//` there. transpose/2 is
% in library(lists). clpfd's sum/3, scalar_product/4 and automaton/3 are the same.
swi_library(clpfd, library(clpz)).
swi_library(clpb, library(clpb)).
swi_library(codesio, provided).
swi_library(ctypes, provided).
swi_library(dcg/basics, library(swi_dcg_basics)).
swi_library(dcg/high_order, library(swi_dcg_basics)).
swi_library(date, provided).
swi_library(debug, provided).
swi_library(dialect, provided).
swi_library(dif, library(dif)).
swi_library(edinburgh, provided).
swi_library(edit, provided).
swi_library(editline, provided).
swi_library(error, provided).
swi_library(filesex, provided).
swi_library(format, provided).
swi_library(gensym, library(gensym)).
swi_library(heaps, provided).
swi_library(help, provided).
swi_library(dialect/hprolog, library(swi_hprolog)).
swi_library(oset, library(swi_oset)).
swi_library(quintus, library(swi_quintus)).
swi_library(listing, provided).
swi_library(main, provided).
swi_library(make, provided).
swi_library(nb_set, provided).
swi_library(occurs, provided).
swi_library(option, provided).
swi_library(optparse, library(swi_optparse)).
swi_library(ordsets, library(ordsets)).
swi_library(pairs, library(pairs)).
swi_library(persistency, library(swi_persistency)).
swi_library(plunit, provided).
swi_library(pprint, provided).
swi_library(pio, provided).
swi_library(pldoc, provided).
swi_library(portray_text, provided).
swi_library(prolog_code, provided).
swi_library(prolog_stack, provided).
swi_library(prolog_source, provided).
swi_library(pure_input, provided).
swi_library(random, provided).
swi_library(rbtrees, provided).
swi_library(readline, provided).
swi_library(readutil, provided).
swi_library(record, library(swi_record)).
swi_library(settings, library(swi_settings)).
swi_library(simplex, library(simplex)).
swi_library(solution_sequences, provided).
swi_library(sort, provided).
swi_library(statistics, provided).
swi_library(strings, provided).
swi_library(system, provided).
swi_library(tabling, library(tabling)).
swi_library(terms, provided).
swi_library(thread, provided).
swi_library(threadutil, provided).
swi_library(time, provided).
swi_library(ugraphs, library(ugraphs)).
swi_library(utf8, provided).
swi_library(varnumbers, provided).
swi_library(when, provided).
swi_library(writef, provided).
swi_library(yall, provided).

%! autoload_module(?Module) is nondet.
%
% The exports of Module are for programs; a program that uses one of their names without defining it gets
% them. The other modules of SWI mode serve these, and `swi_dcg_basics` is loaded by a directive.

autoload_module(swi_aggregate).
autoload_module(swi_apply).
autoload_module(swi_attributes).
autoload_module(swi_chars).
autoload_module(swi_codesio).
autoload_module(swi_control).
autoload_module(swi_csv).
autoload_module(swi_ctypes).
autoload_module(swi_dates).
autoload_module(swi_directories).
autoload_module(swi_edinburgh).
autoload_module(swi_errors).
autoload_module(swi_files).
autoload_module(swi_flags).
autoload_module(swi_functions).
autoload_module(swi_globals).
autoload_module(swi_heaps).
autoload_module(swi_indentation).
autoload_module(swi_lists).
autoload_module(swi_main).
autoload_module(swi_messages).
autoload_module(swi_older).
autoload_module(swi_options).
autoload_module(swi_output).
autoload_module(swi_places).
autoload_module(swi_pprint).
autoload_module(swi_prolog_code).
autoload_module(swi_properties).
autoload_module(swi_random).
autoload_module(swi_rbtrees).
autoload_module(swi_records).
autoload_module(swi_session).
autoload_module(swi_solutions).
autoload_module(swi_sort).
autoload_module(swi_statistics).
autoload_module(swi_term_relations).
autoload_module(swi_term_text).
autoload_module(swi_terms).
autoload_module(swi_text).
autoload_module(swi_wildcards).
autoload_module(swi_yall).

%! introduced(?Module, ?Name, ?Arity) is nondet.
%
% The translation may put in calls of Module:Name/Arity.

introduced(swi_arith, evaluate, 2).
introduced(swi_arith, divided, 3).
introduced(swi_arith, power, 3).
introduced(swi_arith, compared, 3).
introduced(swi_atoms, arg_, 3).
introduced(swi_calls, called, 1).
introduced(swi_calls, in, Arity) :- member(Arity, [3,4,5,6,7,8,9,10]).
introduced(swi_dcg, terminals, 3).
introduced(swi_dcg, items, 3).
introduced(swi_dcg, pushed, 4).
introduced(swi_dcg, list_of, 2).
introduced(swi_dcg, body_of, 2).
introduced(string_terms, is_string, 1).
introduced(swi_matching, rules, 0).
introduced(swi_soft, soft_begin, 2).
introduced(swi_soft, soft_choice, 1).
introduced(swi_soft, soft_found, 3).
introduced(swi_soft, soft_none, 1).
introduced(string_terms, argument, 3).
introduced(Module, Name, Arity) :- means(_, Module:G), functor(G, Name, Arity).

%! means(+Goal, -Other) is semidet.
%
% Goal means Other, a goal of a module of ours, whatever its arguments are.

means(format(F), swi_format:formatted(F)).
means(format(F, As), swi_format:formatted(F, As)).
means(format(S, F, As), swi_format:formatted(S, F, As)).
means(atom_length(A, N), swi_atoms:text_length_(A, N)).
means(atom_chars(A, Cs), swi_atoms:text_chars_(A, Cs)).
means(atom_codes(A, Cs), swi_atoms:text_codes_(A, Cs)).
means(atom_concat(A, B, C), swi_atoms:text_concat_(A, B, C)).
means(sub_atom(A, B, L, E, S), swi_atoms:sub_text(A, B, L, E, S)).
means(number_codes(N, Cs), swi_atoms:digits_number(N, Cs)).
means(number_chars(N, Cs), swi_atoms:characters_number(N, Cs)).
means(functor(T, N, A), string_terms:name_arity(T, N, A)).
means(read_from_chars(Cs, T), string_terms:read_text(Cs, T)).
means(read_term_from_chars(Cs, T, Os), string_terms:read_text(Cs, T, Os)).
means(T =.. L, string_terms:parts(T, L)).
means(open(F, M, S), swi_atoms:open_stream(F, M, S)).
means(open(F, M, S, Os), swi_atoms:open_stream(F, M, S, Os)).
means(abolish_all_tables, swi_calls:no_tables).
% Where they stand in a clause, these are translated in their places.
means(atom(X), string_terms:is_atom(X)).
means(atomic(X), string_terms:is_atomic(X)).
means(compound(X), string_terms:is_compound(X)).
means(callable(X), string_terms:is_callable(X)).
means(arg(N, T, A), swi_atoms:arg_(N, T, A)).

% renamed(+Name, +Arity, -Module, -NewName): a call of Name/Arity means Module:NewName/Arity.
renamed(Name, Arity, Module, NewName) :-
    functor(G0, Name, Arity),
    means(G0, Module:G),
    functor(G, NewName, _).

%! translated(?Name, ?Arity) is nondet.
%
% Goals with the functor Name/Arity may be translated to others.

translated(Name, Arity) :- functor(G, Name, Arity), means(G, _).
translated(Name, Arity) :- meta_arguments(Name, Arity, _).
translated(Name, Arity) :- special_functor(Name, Arity).

special_functor(Name, Arity) :- arithmetic(Name, Arity).
special_functor(arg, 3).
special_functor(chain, 2).
special_functor(atom, 1).
special_functor(atomic, 1).
special_functor(compound, 1).
special_functor(callable, 1).
special_functor(phrase, 2).
special_functor(phrase, 3).
special_functor(use_module, 1).
special_functor(use_module, 2).
special_functor(ensure_loaded, 1).

%! expand_clause(@Clause0, -Clause) is det.
%
% Clause is what Clause0 of a program for SWI-Prolog means: a fact, a rule, a grammar rule, a rule with
% `=>`, or a directive.

expand_clause(Clause0, Clause) :-
    (   var(Clause0) -> Clause = Clause0
    ;   \+ cl_engine:swi ->
        (   Clause0 = (Head :- Body0) -> Clause = (Head :- Body), local_cuts(Body0, Body)
        ;   Clause = Clause0
        )
    ;   expand_clause_(Clause0, Clause1) -> Clause = Clause1
    ;   Clause = Clause0
    ).

%! local_cuts(@Goal0, -Goal) is det.
%
% Goal is what the goal Goal0 means by ISO 7.8.7, written so that Scryer does it: a cut in a condition is local to it.

local_cuts(G, G) :- var(G), !.
local_cuts((A0,B0), (A,B)) :- !, local_cuts(A0, A), local_cuts(B0, B).
local_cuts((A0;B0), (A;B)) :- !, local_cuts(A0, A), local_cuts(B0, B).
local_cuts((A0->B0), (A->B)) :- !, local_cuts(A0, A1), local(A1, A), local_cuts(B0, B).
local_cuts(\+ A0, \+ A) :- !, local_cuts(A0, A).
local_cuts(G, G).

expand_clause_((Head :- Body0), (Head :- Body)) :- goal_body(Body0, Body).
expand_clause_((Head --> Body), Clause) :-
    dcg_clause((Head --> Body), Clause0),
    expand_clause_(Clause0, Clause).
expand_clause_(=>(Head0, Body0), (Head :- swi_matching:rules, Match, Guard, !, Body)) :-
    nonvar(Head0),
    (   Head0 = (Pattern, Guard0) -> true
    ;   Pattern = Head0,
        Guard0 = true
    ),
    callable(Pattern),
    rule(Pattern, Head, Match),
    expand_body(Guard0, Guard),
    expand_body(Body0, Body).
expand_clause_((:- Goal0), (:- Goal)) :- expand_body(Goal0, Goal).
expand_clause_((?- Goal0), (?- Goal)) :- expand_body(Goal0, Goal).

goal_body(Body0, Body) :- ( body(Body0, Body1) -> Body = Body1 ; Body = Body0 ).

%! expand_body(@Goal0, -Goal) is det.
%
% Goal is what the goal Goal0 of a program for SWI-Prolog means.

expand_body(Goal0, Goal) :-
    (   nonvar(Goal0), body(Goal0, Goal1) -> Goal = Goal1
    ;   Goal = Goal0
    ).

body(G, swi_calls:called(G)) :- var(G), !.
body(G, G) :- \+ callable(G), !.
body((A0,B0), G) :- !, body(A0, A), body(B0, B), joined(A, B, G).
body((A0;B0), G) :- !, alternatives(A0, B0, G).
body('|'(A0, B0), G) :- !, alternatives(A0, B0, G).
body((A0->B0), (A->B)) :- !, opaque(A0, A), body(B0, B).
body(*->(A0, B0), (A,B)) :- !, opaque(A0, A), body(B0, B).
body(\+ A0, \+ A) :- !, body(A0, A).
body(M:A0, M:A) :- !, ( atom(M) -> body(A0, A1), called_in(M, A1, A) ; A = A0 ).
body(call(G), swi_calls:called(G)) :- var(G), !.
body(G0, G) :- special(G0, G1), !, G = G1.
body(G0, G) :-
    functor(G0, Name, Arity),
    (   means(G0, G) -> true
    ;   meta_arguments(Name, Arity, Specs) ->
        G0 =.. [_|Args0],
        arguments(Specs, Args0, Args),
        G =.. [Name|Args]
    ;   G = G0
    ).

%! called_in(+Module:atom, @Goal0, -Goal) is det.
%
% Goal is Goal0, whose variables that are goals are called in Module.

called_in(M, G0, G) :-
    (   ( M == user ; \+ compound(G0) ) -> G = G0
    ;   G0 = S:C, S == swi_calls, nonvar(C), C = called(V), var(V) -> G = swi_calls:called(M:V)
    ;   G0 =.. [Name|As0],
        all_called_in(As0, M, As),
        G =.. [Name|As]
    ).

all_called_in([], _, []).
all_called_in([A0|As0], M, [A|As]) :- called_in(M, A0, A), all_called_in(As0, M, As).

alternatives(A0, B0, G) :-
    (   nonvar(B0), B0 = swi_atoms:arg_(_, _, _) -> G = (A0;B0)
    ;   nonvar(A0), A0 = *->(C0, T0) ->
        opaque(C0, C),
        body(T0, T),
        body(B0, B),
        G = ( swi_soft:soft_begin(F, B1),
              (   swi_soft:soft_choice(B2), C, swi_soft:soft_found(F, B1, B2), T
              ;   swi_soft:soft_none(F), B
              ) )
    ;   body(A0, A),
        body(B0, B),
        G = (A;B)
    ).

% A cut in a condition is local to it.
opaque(C0, C) :-
    body(C0, C1),
    local(C1, C).

local(C0, C) :-
    (   has_cut(C0) -> C = call(C0)
    ;   C = C0
    ).

has_cut(G) :- var(G), !, false.
has_cut(!).
has_cut((A,B)) :- ( has_cut(A) -> true ; has_cut(B) ).
has_cut((A;B)) :- ( has_cut(A) -> true ; has_cut(B) ).
has_cut((_->B)) :- has_cut(B).
has_cut(_:A) :- has_cut(A).

% Goals that are no matter of tables.
special(V is E, G) :- is_goal(E, V, G).
special(A =:= B, G) :- comparison(=:=, A, B, G).
special(A =\= B, G) :- comparison(=\=, A, B, G).
special(A < B, G) :- comparison(<, A, B, G).
special(A > B, G) :- comparison(>, A, B, G).
special(A =< B, G) :- comparison(=<, A, B, G).
special(A >= B, G) :- comparison(>=, A, B, G).
special(arg(N, T, A), ( integer(N) -> string_terms:argument(N, T, A) ; swi_atoms:arg_(N, T, A) )) :- var(N).
special(arg(N, T, A), string_terms:argument(N, T, A)) :- nonvar(N).
special(atom(X), ( atom(X), X \== [] )).
special(atomic(X), ( atomic(X) -> true ; string_terms:is_string(X) )).
special(compound(X), ( compound(X), \+ string_terms:is_string(X) )).
special(callable(X), ( callable(X), X \== [], \+ string_terms:is_string(X) )).
special(phrase(B, S), ( swi_dcg:list_of(S, L), G )) :- phrase_goal(B, L, [], G).
special(phrase(B, S0, S), ( swi_dcg:list_of(S0, L), G )) :- phrase_goal(B, L, S, G).
% clpz has the arguments of chain/2 in the other order.
special(chain(Xs, R), chain(R, Xs)) :- nonvar(R), order(R).
special(use_module(L), G) :- library_goal(L, G).
special(use_module(L, _), G) :- library_goal(L, G).
special(ensure_loaded(L), G) :- library_goal(L, G).

order(#<). order(#=<). order(#>). order(#>=).

phrase_goal(B, S0, S, G) :-
    (   nonvar(B), grammar_control(B) ->
        dcg_goal(B, S1, S2, G0),
        body(G0, G1),
        % A cut is phrase's own.
        ( has_cut(G1) -> G2 = call(G1) ; G2 = G1 ),
        G = ( S1 = S0, S2 = S, G2 )
    ;   var(B) -> G = ( swi_dcg:body_of(B, B1), phrase(B1, S0, S) )
    ;   grammar(B, B1),
        G = phrase(B1, S0, S)
    ).

grammar_control([]).
grammar_control([_|_]).
grammar_control('$string'(_)).
grammar_control({_}).
grammar_control(!).
grammar_control((_,_)).
grammar_control((_;_)).
grammar_control('|'(_, _)).
grammar_control((_->_)).
grammar_control(\+ _).

library_goal(L, G) :-
    nonvar(L),
    L = library(Name),
    ground(Name),
    swi_library(Name, What),
    (   What == provided -> G = true
    ;   G = use_module(What)
    ).

arguments([], [], []).
arguments([S|Ss], [A0|As0], [A|As]) :-
    argument(S, A0, As0, A),
    arguments(Ss, As0, As).

argument(N, A0, _, A) :- var(A0), integer(N), N > 0, N < 9, of_module(M), !, A = swi_calls:in(M, A0).
argument(S, A, _, A) :- ( S == ? ; var(A), S \== 0 ), !.
argument(0, A0, _, A) :- !, goal_argument(A0, A).
argument(^, A0, _, A) :- !, under_variables(A0, A).
argument(//, A0, _, A) :- !, grammar(A0, A).
argument(*, A, _, A) :- !.
argument(N, A0, _, A) :- closure(A0, N, A).

% of_module(-Module): the clauses of a module are translated.
of_module(M) :- cl_variables:context(M), M \== user, '$foreign_call'(module_is_ours, [M], 0), \+ cl_engine:sandboxed.

% A goal that is known only when it is called is translated then. One that can only be an error is one:
% compiling it would print a warning.
goal_argument(A, swi_calls:called(A)) :- var(A), !.
goal_argument(A, throw(error(type_error(callable, A), call/1))) :- \+ well_formed(A), !.
goal_argument(A0, A) :- body(A0, A).

well_formed(A) :- var(A), !.
well_formed((A,B)) :- !, well_formed(A), well_formed(B).
well_formed((A;B)) :- !, well_formed(A), well_formed(B).
well_formed((A->B)) :- !, well_formed(A), well_formed(B).
well_formed(A) :- callable(A), \+ string_terms:is_string(A).

% What the translation computes apart is in variables that the goal does not have: setof/3 must not take them for its own.
under_variables(V^A0, V^A) :- !, ( var(A0) -> A = A0 ; under_variables(A0, A) ).
under_variables(A0, A) :-
    body(A0, A1),
    term_variables(A0, Vs0),
    term_variables(Vs0-A1, Vs1),
    append(Vs0, New, Vs1),
    ( New == [] -> A = A1 ; A = New^A1 ).

% The goals within a grammar body; the rest of it means the same when it is called.
grammar(A, A) :- var(A), !.
grammar((A0,B0), (A,B)) :- !, grammar(A0, A), grammar(B0, B).
grammar((A0;B0), (A;B)) :- !, grammar(A0, A), grammar(B0, B).
grammar({A0}, {A}) :- !, body(A0, A).
grammar(A, A).

% closure(+Goal0, +N, -Goal): N arguments will be added to Goal.
closure(A, _, A) :- var(A), !.
closure(A, _, A) :- \+ callable(A), !.
closure(M:A0, N, M:A) :- !, ( atom(M) -> closure(A0, N, A) ; A = A0 ).
closure(>>(Ps, B0), N, >>(Ps, B)) :- !, lambda_body(Ps, N, B0, B).
closure(Free/L0, N, Free/L) :- !, closure(L0, N, L).
closure(A0, N, A) :-
    functor(A0, Name, Arity0),
    Arity is Arity0 + N,
    (   renamed(Name, Arity, Module, NewName) ->
        A0 =.. [_|Args],
        A1 =.. [NewName|Args],
        A = Module:A1
    ;   A0 \= [_|_], meta_arguments(Name, Arity, Specs) ->
        A0 =.. [_|Args0],
        given(Args0, Specs, Specs0),
        arguments(Specs0, Args0, Args),
        A =.. [Name|Args]
    ;   A = A0
    ).

given([], _, []).
given([_|As], [S|Ss0], [S|Ss]) :- given(As, Ss0, Ss).

lambda_body(Ps0, N, B0, B) :-
    (   nonvar(Ps0), Ps0 = _/Ps -> true
    ;   Ps = Ps0
    ),
    (   is_proper_list(Ps) ->
        length(Ps, L),
        Rest is N - L,
        (   Rest =< 0 -> expand_body(B0, B)
        ;   closure(B0, Rest, B)
        )
    ;   B = B0
    ).

?- expand_body(N is 2 + 1, G).
   G = (N is 2+1).

?- expand_body(N is M + 1, G).
   G = (number(M)->N is M+1;swi_arith:evaluate(M+1,N)).

?- expand_body(X is 1 + A / 2, G).
   G = (swi_arith:divided(A,2,_A),X is 1+_A).

?- expand_body(maplist(format("~w~n"), L), G).
   G = maplist(swi_format:formatted("~w~n"),L).

?- expand_body(chain([X,Y], #<), G).
   G = chain(#<,[X,Y]).

?- expand_body(( N > 1, N1 is N - 1, p(N1), M is N1 + N ), G).
   G = ((number(N)->N>1,N1 is N-1;swi_arith:compared(>,N,1),swi_arith:evaluate(N-1,N1)),p(N1),(number(N1),number(N)->M is N1+N;swi_arith:evaluate(N1+N,M))).

?- expand_body(random(6) < 1, G).
   G = (swi_arith:evaluate(random(6),_A),_A<1).

?- expand_clause(p(X), C).
   C = p(X).

?- swi_library(clpfd, What).
   What = library(clpz).
