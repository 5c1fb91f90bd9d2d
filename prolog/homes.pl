/** The names of libraries, whatever a program defines.

All files that are no modules share the module `user`, where what one of them defines takes the place of a library's
predicate. So a program could make `forall/2` mean that a test has passed. In a file that is closed to the program, each
call of a predicate that a library has, and that the file itself does not define, is qualified with the library's module:

```
?- homes:goal_at_home(forall(member(X, [1,2]), p(X)), G).
   G = iso_ext:forall(lists:member(X,[1,2]),p(X)).
```

A call `user:Goal` is left alone, and so are nonterminals, and goals that are not known before they are called.
*/

:- module(homes, [clause_at_home/2, goal_at_home/2]).

:- use_module(library(clauses)).
:- use_module(library(internal_learn)).
:- use_module(library(lists)).
:- use_module(library(metas)).
:- use_module(library(rights), [chess_native/2, construct/1]).

%! clause_at_home(+Clause0, -Clause) is det.
%
% Clause is Clause0 with the calls in its body qualified.

clause_at_home(Clause0, Clause) :-
    (   nonvar(Clause0), Clause0 = (Head :- Body0) ->
        goal_at_home(Body0, Body),
        Clause = (Head :- Body)
    ;   Clause = Clause0
    ).

%! goal_at_home(+Goal0, -Goal) is det.
%
% Goal is Goal0 with the calls in it qualified.

goal_at_home(G0, G) :-
    (   \+ callable(G0) -> G = G0
    ;   G0 = _:_ -> G = G0
    ;   functor(G0, N, A),
        parts(G0, N, A, A, G1),
        homed(N, A, G1, G)
    ).

% homed(+Name, +Arity, +Goal0, -Goal): Goal0 calls Name/Arity, perhaps with arguments to come.
homed(N, A, G0, G) :-
    (   home(N, A, M) ->
        reported(N, A, M),
        G = M:G0
    ;   G = G0
    ).

% parts(+Goal0, +Name, +Arity, +Given, -Goal): the first Given arguments of a call of Name/Arity, of which some are
% goals.
parts(G0, N, A, Given, G) :-
    (   meta_arguments(N, A, Specs) ->
        functor(G0, N, Given),
        functor(G, N, Given),
        parts_(Specs, 1, Given, G0, G)
    ;   G = G0
    ).

parts_([], _, _, _, _).
parts_([Spec|Specs], I, Given, G0, G) :-
    (   I > Given -> true
    ;   arg(I, G0, X0),
        arg(I, G, X),
        part(Spec, X0, X),
        I1 is I + 1,
        parts_(Specs, I1, Given, G0, G)
    ).

part(Spec, X0, X) :-
    (   Spec == 0 -> goal_at_home(X0, X)
    ;   Spec == (^) -> caret(X0, X)
    ;   integer(Spec) -> closure(X0, Spec, X)
    ;   X = X0
    ).

caret(X0, X) :-
    (   nonvar(X0), X0 = V^Y0 ->
        caret(Y0, Y),
        X = V^Y
    ;   goal_at_home(X0, X)
    ).

closure(C0, Extra, C) :-
    (   \+ callable(C0) -> C = C0
    ;   C0 = _:_ -> C = C0
    ;   functor(C0, N, Given),
        A is Given + Extra,
        parts(C0, N, A, Given, C1),
        homed(N, A, C1, C)
    ).

% home(+Name, +Arity, -Module): what the system itself has is never replaced, nor what nobody can define.
home(N, A, M) :-
    \+ construct(N),
    \+ '$built_in_property'(N, A),
    \+ '$foreign_call'(text_has, [N,A], 1),
    (   chess_native(N, A) -> M = chess
    ;   ( engine:swi -> Iso = 0 ; Iso = 1 ),
        library_export(N, Iso, M, A)
    ),
    !,
    loaded(M).

loaded(M) :-
    (   '$module_exists'(M) -> true
    ;   engine:provided(M),
        '$module_exists'(M) -> true
    ;   % Nothing of it is imported.
        consult:load_library(M)
    ).

% Who reads the tests has to know which of two predicates they call.
reported(N, A, M) :-
    (   consulted(N, A) ->
        engine:put_text(note_text, N/A, []),
        engine:put_text(note_text, M, []),
        '$foreign_call'(note_apart, [-1], _)
    ;   true
    ).
