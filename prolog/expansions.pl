/** What a program says about its own terms and goals: term_expansion/2, goal_expansion/2.

Scryer keeps the clauses of a program and those of its own libraries in one predicate, expands what comes of an expansion once more, and
knows one program. Here each module has clauses of its own, under another name. A term is expanded once, by its module, then by
`user`; what is made of it are clauses and directives, whose grammar rules and tables the libraries see to. A goal is
expanded by its module or by `user` until they have nothing more to say of it, before anybody else looks at it.
*/

:- module(cl_expansions, [said/2, results/3, given/3, expanded/3, goals/3, renamed/3, load_begins/1]).

:- use_module(library(lists)).
:- use_module(library(load_hooks), [watch/1]).
:- use_module(library(cl_metas)).
:- use_module(library(cl_asserted), []).

% from(File, Module, Clause): a file has said so.
:- dynamic(from/3).

%! said(+Module, +Clause) is det.
%
% Clause, one of Module's as it stands in the file that is loaded, holds from now on.

said(M0, Clause) :-
    ( M0 == system -> M = user ; M = M0 ),
    '$foreign_call'(load_path, [], Cs),
    atom_chars(File, Cs),
    assertz(from(File, M, Clause)),
    watch(cl_expansions),
    cl_asserted:added(z, M:Clause).

%! load_begins(+File) is det.
%
% Forgets what File has said.

load_begins(File) :-
    (   retract(from(File, M, Clause)),
        once(cl_asserted:removed(M:Clause)),
        false
    ;   true
    ).

%! renamed(+Module, +Head0, -Head) is semidet.
%
% Head is in place of Head0, which is one of term_expansion/2 or goal_expansion/2, in clauses of Module.

renamed(M, Head0, Head) :-
    other_name(Head0, Head),
    functor(Head, Name, 2),
    (   '$predicate_defined'(M, Name, 2) -> true
    ;   functor(Any, Name, 2),
        assertz(M:(Any :- false)),
        once(retract(M:(Any :- false)))
    ).

other_name(term_expansion(T, Ts), '$term_expansion'(T, Ts)).
other_name(goal_expansion(G0, G), '$goal_expansion'(G0, G)).

%! given(+Module, +Head) is nondet.
%
% Module says so; Head is one of term_expansion/2 or goal_expansion/2.

given(M, Head0) :-
    other_name(Head0, Head),
    functor(Head, Name, 2),
    '$predicate_defined'(M, Name, 2),
    call(M:Head).

% --- terms ------------------------------------------------------------------------------------

%! results(+Module, +Term, -Results:list) is semidet.
%
% Module, or `user` for all modules, has something to say of Term: Results, as terms of a file, are in its place.

results(M, Term, Results) :-
    (   M \== user, given(M, term_expansion(Term, Terms1)) ->
        ( \+ Terms1 = [_|_], given(user, term_expansion(Terms1, Terms)) -> true ; Terms = Terms1 )
    ;   given(user, term_expansion(Term, Terms)) -> true
    ),
    flat(Terms, Results, []).

flat(Terms, Rs0, Rs) :-
    (   var(Terms) -> throw(error(instantiation_error, term_expansion/2))
    ;   Terms == [] -> Rs0 = Rs
    ;   Terms = [T|Ts] -> flat(T, Rs0, Rs1), flat(Ts, Rs1, Rs)
    ;   Rs0 = [Terms|Rs]
    ).

%! expanded(+Module, +Term0, -Term) is det.
%
% expand_term/2.

expanded(M, Term0, Term) :-
    (   nonvar(Term0), results(M, Term0, Results) ->
        maplist(loader:expand_term, Results, Terms),
        ( Terms = [Term1] -> Term = Term1 ; Term = Terms )
    ;   loader:expand_term(Term0, Term)
    ).

% --- goals ------------------------------------------------------------------------------------

%! goals(+Module, +Goal0, -Goal) is det.
%
% Goal is Goal0, which stands in Module, after the expansion of all goals in it.

goals(M, G0, G) :- goal(G0, M, [], G).

% goal(+Goal0, +Module, +Done, -Goal): Done are the goals of which Goal0 was made. They are not expanded again.
goal(G, _, _, G) :- var(G), !.
goal(G0, M, Done, G) :-
    callable(G0),
    \+ ( member(D, Done), D == G0 ),
    ( M \== user, given(M, goal_expansion(G0, G1)) -> true ; given(user, goal_expansion(G0, G1)) ),
    G1 \== G0,
    !,
    goal(G1, M, [G0|Done], G).
goal(M:G0, _, Done, M:G) :- atom(M), !, goal(G0, M, Done, G).
goal(G0, M, Done, G) :-
    callable(G0),
    functor(G0, Name, Arity),
    goal_arguments(Name, Arity, M, Specs),
    !,
    G0 =.. [_|As0],
    arguments(Specs, As0, M, Done, As),
    G =.. [Name|As].
goal(G, _, _, G).

goal_arguments(Name, Arity, _, Specs) :- meta_arguments(Name, Arity, Specs), !.
goal_arguments(Name, Arity, M, Specs) :-
    '$meta_predicate_property'(M, Name, Arity, meta_predicate(Head)),
    Head =.. [_|Specs].

arguments([], [], _, _, []).
arguments([Spec|Specs], [A0|As0], M, Done, [A|As]) :-
    (   Spec == 0 -> goal(A0, M, Done, A)
    ;   Spec == (^) -> quantified(A0, M, Done, A)
    ;   A = A0
    ),
    arguments(Specs, As0, M, Done, As).

quantified(G0, M, Done, G) :-
    (   nonvar(G0), G0 = V^G1 -> G = V^G2, quantified(G1, M, Done, G2)
    ;   goal(G0, M, Done, G)
    ).
