/** Goals that are known only when they are called.

Where a variable stands for a goal in a program, the goal is translated as the clauses of the program
were, and then called. What libraries have of it is imported before, as for the names that stand in a program: the goal may
have been read, or made of parts.

```
?- swi_calls:translation(X is 4 / 2, G).
   G = swi_arith:divided(4,2,X).
```
*/

:- module(swi_calls, [translation/2, no_tables/0]).

:- use_module(library(internal_learn)).
:- use_module(library(lists)).

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
        internal_learn:library_export(Name, 0, _, Arity) -> load_libraries:import_named([Name])
    ;   true
    ),
    (   metas:meta_arguments(Name, Arity, Specs) ->
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
