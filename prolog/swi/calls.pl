/** Goals that are known only when they are called.

Where a variable stands for a goal in a program, `called/1` calls it: as the clauses of the program are, the goal is translated,
and what libraries have of it is imported before, as for the names that stand in a program. The goal may have been read, or made of
parts.

Scryer's call/1 expands all that the goal holds and so takes twenty times as long as a call. Here a predicate of the program is called
at once, control constructs are gone through, and goals in the arguments of others wait until they are called
themselves. What that cannot do (cuts, variables that are parts of control constructs, other modules) is translated as a whole.

```
?- G = ( X is 4 / 2, X > 1 ), called(G).
   G = (2 is 4/2,2>1), X = 2.
```
*/

:- module(swi_calls, [called/1, in/3, in/4, in/5, in/6, in/7, in/8, in/9, in/10, plain/1, run/2, imported/1, postponed/4, defined/1,
                      translation/2, no_tables/0]).

:- use_module(library(internal_learn)).
:- use_module(library(lists)).

%! called(+Goal) is nondet.
%
% call(Goal), where Goal is a goal of a program for SWI-Prolog.

called(G) :- ( var(G) -> call(user:G) ; known(G) ).

known((A,B)) :- !, construct((A,B)).
known((A;B)) :- !, construct((A;B)).
known((A->B)) :- !, construct((A->B)).
known(M:G) :- !, ( M == user -> called(G) ; atom(M), nonvar(G), plain(G) -> run(G, in(M)) ; whole(M:G) ).
known(G) :- ( peculiar(G) -> whole(G) ; single(G) ).

% single(+Goal, +Module): calls Goal, which is no control construct. What Module does not define is one of `user`.
single(G, M) :-
    functor(G, Name, Arity),
    (   defines(M, Name, Arity) -> whole(M:G)
    ;   cl_metas:meta_arguments(Name, Arity, Specs) -> ( postponed(Specs, in(M), G, G1) -> imported(G), defined(G1) ; whole(M:G) )
    ;   swi_syntax:special_functor(Name, Arity) -> whole(M:G)
    ;   single(G)
    ).

defines(M, Name, Arity) :- ( '$predicate_defined'(M, Name, Arity) -> true ; '$dynamic_property'(M, Name, Arity) ).

%! in(+Module, +Closure, ?A, ...) is nondet.
%
% call(Closure, A, ...), where Closure is called in Module: what that does not define is one of `user`.

in(M, C, A1) :- resolved(C, 1, M, R), call(R, A1).
in(M, C, A1, A2) :- resolved(C, 2, M, R), call(R, A1, A2).
in(M, C, A1, A2, A3) :- resolved(C, 3, M, R), call(R, A1, A2, A3).
in(M, C, A1, A2, A3, A4) :- resolved(C, 4, M, R), call(R, A1, A2, A3, A4).
in(M, C, A1, A2, A3, A4, A5) :- resolved(C, 5, M, R), call(R, A1, A2, A3, A4, A5).
in(M, C, A1, A2, A3, A4, A5, A6) :- resolved(C, 6, M, R), call(R, A1, A2, A3, A4, A5, A6).
in(M, C, A1, A2, A3, A4, A5, A6, A7) :- resolved(C, 7, M, R), call(R, A1, A2, A3, A4, A5, A6, A7).
in(M, C, A1, A2, A3, A4, A5, A6, A7, A8) :- resolved(C, 8, M, R), call(R, A1, A2, A3, A4, A5, A6, A7, A8).

% resolved(+Closure0, +N, +Module, -Closure): Closure, which lacks N arguments, is Closure0 where it is defined.
resolved(C0, N, M, C) :-
    (   callable(C0), C0 \= _:_ ->
        functor(C0, Name, Arity0),
        Arity is Arity0 + N,
        (   ( M == user ; \+ defines(M, Name, Arity) ) -> argument(N, swi_calls, C0, C)
        ;   C = M:C0
        )
    ;   nonvar(C0), C0 = M1:C1, atom(M1) -> resolved(C1, N, M1, C)
    ;   C = M:C0
    ).

construct(G) :- ( plain(G) -> run(G, swi_calls) ; whole(G) ).

whole(G) :- translation(G, G1), call(user:G1).

%! plain(@Goal) is semidet.
%
% run/2 can call Goal: no part of its control constructs is a cut, which would be one of all that is called.

plain(G) :- \+ callable(G), !, false.
plain((A,B)) :- !, plain(A), plain(B).
plain((A;B)) :- !, plain(A), plain(B).
plain((A->B)) :- !, plain(A), plain(B).
plain(G) :- \+ peculiar(G).

peculiar(!).
peculiar(_:_).
peculiar('|'(_, _)).
peculiar(*->(_, _)).
peculiar('$string'(_)).

%! run(+Goal, +By) is nondet.
%
% Calls Goal, which is plain. By:single/1 calls what is no control construct: `swi_calls`, or `sandbox`, which checks it; or By is
% in(Module), and that is called there.

run((A,B), By) :- !, run(A, By), run(B, By).
run((A;B), By) :- !, ( A = (C->T) -> ( run(C, By) -> run(T, By) ; run(B, By) ) ; ( run(A, By) ; run(B, By) ) ).
run((A->B), By) :- !, ( run(A, By) -> run(B, By) ).
run(G, By) :- ( By == sandbox -> sandbox:single(G) ; By = in(M) -> single(G, M) ; single(G) ).

% single(+Goal): calls Goal, which is no control construct.
single(G) :-
    (   swi_syntax:means(G, G1) -> call(G1)
    ;   \+ callable(G) -> call(user:G)
    ;   functor(G, Name, Arity),
        (   cl_metas:meta_arguments(Name, Arity, Specs) ->
            (   G = (\+ A) -> \+ called(A)
            ;   postponed(Specs, swi_calls, G, G1) -> imported(G), defined(G1)
            ;   whole(G)
            )
        ;   swi_syntax:special_functor(Name, Arity) ->
            (   swi_expressions:plain_arithmetic(G) -> call(user:G)
            ;   whole(G)
            )
        ;   '$predicate_defined'(user, Name, Arity) -> defined(G)
        ;   wanted(G),
            call(user:G)
        )
    ).

% imported_closure(@Closure, +N): the same for what Closure, which lacks N arguments, calls.
imported_closure(C, N) :-
    (   callable(C), C \= _:_ ->
        functor(C, Name, Arity0),
        Arity is Arity0 + N,
        (   '$predicate_defined'(user, Name, Arity) -> true
        ;   functor(G, Name, Arity),
            wanted(G)
        )
    ;   true
    ).

%! imported(@Goal) is det.
%
% The predicate of Goal has been imported if it is one of a library.

imported(G) :-
    functor(G, Name, Arity),
    (   '$predicate_defined'(user, Name, Arity) -> true
    ;   wanted(G)
    ).

%! postponed(+Specs, +By:atom, @Goal0, -Goal) is semidet.
%
% Goal is Goal0, whose arguments are as Specs says (`metas`): those that are goals wait for By:called/1, or are called in Module, if
% By is in(Module).

postponed(Specs, By, G0, G) :-
    functor(G0, Name, Arity),
    functor(G, Name, Arity),
    arguments(Specs, 1, By, G0, G).

arguments([], _, _, _, _).
arguments([Spec|Specs], I, By, G0, G) :-
    arg(I, G0, A0),
    arg(I, G, A),
    argument(Spec, By, A0, A),
    I1 is I + 1,
    arguments(Specs, I1, By, G0, G).

argument(?, _, A, A) :- !.
argument(0, By, A0, A) :- !, goal_argument(By, A0, A).
argument(^, By, A0, A) :-
    !,
    nonvar(A0),
    (   A0 = V^B0 -> A = V^B, argument(^, By, B0, B)
    ;   A0 \= _:_,
        goal_argument(By, A0, A)
    ).
argument(N, in(M), A0, A) :- !, integer(N), resolved(A0, N, M, A).
argument(N, By, A0, A) :-
    integer(N),
    swi_syntax:closure(A0, N, A1),
    imported_closure(A1, N),
    (   By == sandbox -> A = sandbox:guarded(A1)
    ;   nonvar(A1), A1 = _:_ -> A = A1
    ;   A = user:A1
    ).

goal_argument(By, A0, A) :- ( By = in(M) -> A = swi_calls:called(M:A0) ; A = By:called(A0) ).

%! defined(+Goal) is nondet.
%
% Calls Goal, no goal in which is to be expanded. For what is built in another predicate may stand in.

defined(G) :-
    functor(G, Name, Arity),
    (   '$built_in_property'(Name, Arity), user:goal_expansion(G, G1) -> call(user:G1)
    ;   call('$call'(G))
    ).

%! translation(@Goal0, -Goal) is det.
%
% Goal is what the goal Goal0 of a program for SWI-Prolog means. Most goals mean themselves.

translation(G0, G) :-
    (   nonvar(G0), strip(G0, Plain), nonvar(Plain), functor(Plain, Name, Arity),
        swi_syntax:translated(Name, Arity) ->
        swi_syntax:expand_body(G0, G)
    ;   G = G0
    ),
    wanted(G0).

% wanted(@Goal): what Goal calls of the libraries, and nobody defines, is imported.
wanted(G) :- \+ callable(G), !.
wanted((A,B)) :- !, wanted(A), wanted(B).
wanted((A;B)) :- !, wanted(A), wanted(B).
wanted((A->B)) :- !, wanted(A), wanted(B).
wanted(\+ A) :- !, wanted(A).
wanted(_:_) :- !.
wanted(G) :-
    functor(G, Name, Arity),
    (   ( '$predicate_defined'(user, Name, Arity) ; '$built_in_property'(Name, Arity) ) -> true
    ;   \+ swi_syntax:special_functor(Name, Arity),
        internal_learn:library_export(Name, 0, _, Arity) ->
        cl_engine:provided(load_libraries),
        load_libraries:import_named([Name])
    ;   true
    ),
    (   cl_metas:meta_arguments(Name, Arity, Specs) ->
        G =.. [_|Args],
        wanted_arguments(Specs, Args)
    ;   true
    ).

wanted_arguments([], _).
wanted_arguments([Spec|Specs], [Arg|Args]) :-
    (   callable(Arg), integer(Spec) ->
        Arg =.. Parts0,
        length(Added, Spec),
        append(Parts0, Added, Parts),
        Goal =.. Parts,
        wanted(Goal)
    ;   true
    ),
    wanted_arguments(Specs, Args).

strip(G0, G) :- ( nonvar(G0), G0 = _:G1 -> strip(G1, G) ; G = G0 ).

%! no_tables is det.
%
% abolish_all_tables/0: what tables there are is cleared.

no_tables :-
    (   '$predicate_defined'(swi_moded_tables, clear_tables, 0) -> swi_moded_tables:clear_tables
    ;   true
    ).

?- swi_calls:translation(f(X), G).
   G = f(X).

?- swi_calls:translation(m:(X is 4 / 2), G).
   G = m:swi_arith:divided(4,2,X).
