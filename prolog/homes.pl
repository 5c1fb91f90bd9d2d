/** The names of libraries, whatever a program defines.

All files that are no modules share the module `user`, where what one of them defines takes the place of a library's
predicate. So a program could make `forall/2` mean that a test has passed. In a file that is closed to the program, each
call of a predicate that a library has, and that the file itself does not define, is qualified with the library's module:

```
?- homes:goal_at_home(forall(member(X, [1,2]), p(X)), G).
   G = iso_ext:forall(lists:member(X,[1,2]),p(X)).
```

A call `user:Goal` is left alone, and so are nonterminals, and goals that are not known before they are called. A call of an
*exercise*, which programs are asked to define, is one of the program's predicate:

```
?- homes:exercise(forall, 2), homes:goal_at_home(forall(p, q), G).
   G = user:forall(p,q).
```
*/

:- module(homes, [clause_at_home/2, goal_at_home/2, exercise/2, undone/1, noticed/1, others_own/1]).

:- use_module(library(charsio)).
:- use_module(library(clauses)).
:- use_module(library(internal_learn)).
:- use_module(library(lists)).
:- use_module(library(metas)).
:- use_module(library(rights), [chess_native/2, construct/1]).
:- use_module(library(load_libraries), []).

% asked(Name, Arity): it is an exercise. at_home(Name, Arity): a call of it was qualified with the module of a library.
:- dynamic(asked/2).
:- dynamic(at_home/2).

%! exercise(+Name, +Arity) is det.
%
% Name/Arity is an exercise from now on.

exercise(N, A) :-
    (   asked(N, A) -> true
    ;   assertz(asked(N, A))
    ).

%! undone(-PIs:list) is det.
%
% PIs are the exercises that no file defines. What a library has under these names is no solution.

undone(PIs) :- findall(N/A, ( asked(N, A), \+ defined_somewhere(N, A) ), PIs).

%! noticed(+Query:atom) is det.
%
% What Query, a text, calls is noted before it is asked.

noticed(Query) :-
    atom_chars(Query, Cs),
    (   catch(read_term_from_chars(Cs, Goal, []), _, false) -> goal_at_home(Goal, _)
    ;   true
    ).

%! others_own(-PIs:list) is det.
%
% PIs are what was qualified, and what a file that is not closed defines, too, in the order of names.

others_own(PIs) :-
    findall(N/A, ( at_home(N, A), defined_somewhere(N, A) ), PIs0),
    sort(PIs0, PIs).

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
    (   asked(N, A) -> G = user:G0
    ;   home(N, A, M) ->
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
        load_libraries:load_library(M)
    ).

% Who reads the tests has to know which of two predicates they call.
reported(N, A, M) :-
    (   at_home(N, A) -> true
    ;   assertz(at_home(N, A))
    ),
    (   consulted(N, A) ->
        engine:put_text(note_text, N/A, []),
        ( atom_concat(swi_, Library, M) -> true ; Library = M ),
        engine:put_text(note_text, Library, []),
        '$foreign_call'(note_apart, [-1], _)
    ;   true
    ).
