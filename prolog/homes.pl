/** The names of libraries, whatever a program defines.

All files that are no modules share the module `user`, where what one of them defines takes the place of a library's
predicate. So a program could make `forall/2` mean that a test has passed. In a file that is closed to the program, each
call of a predicate that a library has, and that the file itself does not define, is qualified with the library's module:

```
?- cl_homes:goal_at_home(forall(member(X, [1,2]), p(X)), G).
   G = iso_ext:forall(lists:member(X,[1,2]),p(X)).
```

A call `user:Goal` is left alone, and so are nonterminals, and goals that are not known before they are called. A call of an
*exercise*, which programs are asked to define, is one of the program's predicate:

```
?- cl_homes:exercise(forall, 2), cl_homes:goal_at_home(forall(p, q), G).
   G = user:forall(p,q).
```

What a file of tests defines for itself has a name there that no program can write: a program may have its own predicates under the
names of those. Calls in the tests, known or not, are of theirs. What it declares, such as `dynamic`, keeps its name.
*/

:- module(cl_homes, [clause_at_home/2, goal_at_home/2, closure_at_home/3, grammar_at_home/2, as_tests/2, own_name/3, exercise/2, undone/1, noticed/1, others_own/1]).

:- use_module(library(cl_called), [renamed/3]).
:- use_module(library(charsio)).
:- use_module(library(cl_clauses)).
:- use_module(library(internal_learn)).
:- use_module(library(lists)).
:- use_module(library(cl_rights), [asks/1, chess_native/2, closed_asks/0, construct/1, private/2]).
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
%! goal_at_home(+Goal0, -Goal) is det.
%! closure_at_home(+Closure0, +Extra:integer, -Closure) is det.
%! grammar_at_home(+Body0, -Body) is det.
%
% The same with what they call qualified.

clause_at_home(Clause0, Clause) :- cl_called:clause(cl_homes:homed, Clause0, Clause).

goal_at_home(Goal0, Goal) :- cl_called:goal(cl_homes:homed, Goal0, Goal).

closure_at_home(Closure0, Extra, Closure) :- cl_called:closure(cl_homes:homed, Closure0, Extra, Closure).

grammar_at_home(Body0, Body) :- cl_called:grammar(cl_homes:homed, Body0, Body).

% homed(+Kind, +Name, +Arity, +Goal0, -Goal): of nonterminals only the file's own are meant.
homed(Kind, N, A, G0, G) :-
    (   ( Kind == stored ; Kind == unknown ) -> G = G0
    ;   Kind == goal, asked(N, A) -> G = user:G0
    ;   own(N, A, N1) -> renamed(G0, N1, G)
    ;   Kind == goal, own_in_unit(N, A, N1) -> renamed(G0, N1, G)
    ;   Kind == goal, home(N, A, M) ->
        reported(N, A, M),
        G = M:G0
    ;   G = G0
    ).

%! as_tests(+Goal0, -Goal) is det.
%
% Goal is Goal0, which stands in a file of tests, as it is run.

as_tests(G0, G) :-
    asks(loaded),
    goal_at_home(G0, G).

%! own_name(+Name0, +Arity, -Name) is det.
%
% Name is what the predicate is called that a closed file, which is being loaded, calls Name0.

own_name(N0, A, N) :-
    (   asks(loaded), own(N0, A, N1) -> N = N1
    ;   N = N0
    ).

% own(+Name0, +Arity, -Name): who asks is a file of tests, whose own the predicate is, and Name what it is called.
own(N0, A, N) :-
    '$foreign_call'(predicate_is_private, [N0,A], 1),
    closed_asks,
    \+ '$built_in_property'(N0, A),
    \+ asked(N0, A),
    private(N0, N).

% own_in_unit(+Name0, +Arity, -Name): the same for what the unit has by a name of its own whose test is being run.
own_in_unit(N0, A, N) :-
    closed_asks,
    '$predicate_defined'(unit_names, own_name, 5),
    plunit:running(File, Unit),
    unit_names:own_name(File, Unit, N0, A, N1),
    own(N1, A, N).

% home(+Name, +Arity, -Module): what the system itself has is never replaced, nor what nobody can define.
home(N, A, M) :-
    \+ construct(N),
    \+ '$built_in_property'(N, A),
    \+ '$foreign_call'(text_has, [N,A], 1),
    \+ '$foreign_call'(predicate_is_given, [user,N,A], 1),
    (   chess_native(N, A) -> M = cl_chess
    ;   ( cl_engine:swi -> Iso = 0 ; Iso = 1 ),
        library_export(N, Iso, M, A)
    ),
    !,
    loaded(M).

loaded(M) :-
    (   '$module_exists'(M) -> true
    ;   cl_engine:provided(M),
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
        cl_engine:put_text(note_text, N/A, []),
        ( atom_concat(swi_, Library, M) -> true ; Library = M ),
        cl_engine:put_text(note_text, Library, []),
        '$foreign_call'(note_apart, [-1], _)
    ;   true
    ).
