/** What predicates are called in units of tests.

A unit is a module in SWI-Prolog, and what it defines its own. Here all units of a file share the file's module. What a unit has while
somebody else has it, too, gets a name of its own there, and what the unit calls is renamed:

```
:- begin_tests(small).           % the predicate is 'plunit_small:data'/1
data([1,2]).
test(sum) :- data(L), sum_list(L, 3).
:- end_tests(small).
:- begin_tests(large).
data([1,2,3]).
test(sum) :- data(L), sum_list(L, 6).
:- end_tests(large).
```

The host knows what each unit has (`src/engine/sources/units.rs`). A goal that is known only when it is called is renamed then.
*/

:- module(unit_names, [in_unit/5, as_written/5, goal_in_unit/5, keys_in_unit/4, own_name/5,
                       called/4, called/5, called/6, called/7, called/8, called/9, called/10, called/11]).

:- use_module(library(cl_called), [renamed/3]).
:- use_module(library(lists)).
:- use_module(library(plunit_verdict), [part/3, check/2, structural/1]).

%! in_unit(+File:atom, +Unit:atom, +Module:atom, +Clause0, -Clause) is det.
%! as_written(+File:atom, +Unit:atom, +Module:atom, +Clause0, -Clause) is det.
%! goal_in_unit(+File:atom, +Unit:atom, +Module:atom, +Goal0, -Goal) is det.
%
% Clause is what is loaded for Clause0, which stands in the Unit of File; or what it is to those who explain what is run, where
% goals that are not known yet are left alone. Goal is what is run for one of the options of the Unit.

in_unit(F, U, M, C0, C) :- cl_called:clause(unit_names:named(unit(F,U,M,run)), C0, C).

as_written(F, U, M, C0, C) :- cl_called:clause(unit_names:named(unit(F,U,M,read)), C0, C).

goal_in_unit(F, U, M, G0, G) :- cl_called:goal(unit_names:named(unit(F,U,M,run)), G0, G).

% named(+Unit, +Kind, +Name, +Arity, +Goal0, -Goal): a replacement of `called`.
named(Unit, Kind, N, A, G0, G) :-
    (   Kind == stored -> cl_called:clause(unit_names:named(Unit), G0, G)
    ;   Kind == unknown -> unknown(Unit, G0, G)
    ;   Kind == head, N == test, A =:= 2 ->
        G0 = test(Name, Os0),
        G = test(Name, Os),
        options(Os0, Unit, Os)
    ;   Unit = unit(F,U,_,_), own_name(F, U, N, A, N1) -> renamed(G0, N1, G)
    ;   G = G0
    ).

% In a sandbox all that is called passes its guards.
unknown(unit(F,U,M,Read), G0, G) :-
    (   Read == run, var(G0), \+ cl_engine:sandboxed -> G = unit_names:called(F, U, M, G0)
    ;   G = G0
    ).

options(Os0, Unit, Os) :-
    (   var(Os0) -> Os = Os0
    ;   Os0 = [O0|Os1] -> Os = [O|Os2], option(O0, Unit, O), options(Os1, Unit, Os2)
    ;   Os0 == [] -> Os = []
    ;   option(Os0, Unit, Os)
    ).

option(O0, Unit, O) :-
    (   part(O0, Part, G0) -> goal(Unit, G0, G), O =.. [Part,G]
    ;   nonvar(O0), O0 = true(G0), \+ structural(G0) -> goal(Unit, G0, G), O = true(G)
    ;   nonvar(O0), check(O0, G0), G0 == O0, \+ structural(G0) -> goal(Unit, G0, O)
    ;   O = O0
    ).

goal(Unit, G0, G) :- cl_called:goal(unit_names:named(Unit), G0, G).

%! own_name(+File:atom, +Unit:atom, +Name0:atom, +Arity, -Name:atom) is semidet.
%
% The Unit has Name0/Arity by the Name.

own_name(F, U, N0, A, N) :-
    '$foreign_call'(unit_name, [F,U,N0,A], Cs),
    Cs = [_|_],
    atom_chars(N, Cs).

%! keys_in_unit(+File:atom, +Unit:atom, +Keys0:list, -Keys:list) is det.
%
% Keys, terms `k(Module,Name,Arity)`, are the predicates that a declaration in the Unit is about.

keys_in_unit(_, _, [], []).
keys_in_unit(F, U, [k(M,N0,A)|Ks0], [k(M,N,A)|Ks]) :-
    (   own_name(F, U, N0, A, N1) -> N = N1
    ;   N = N0
    ),
    keys_in_unit(F, U, Ks0, Ks).

%! called(+File:atom, +Unit:atom, +Module:atom, +Closure, ?A1, ...) is nondet.
%
% call(Closure, A1, ...), in the Unit.

called(F, U, M, C0) :- closure(F, U, M, C0, 0, C), call(M:C).
called(F, U, M, C0, A) :- closure(F, U, M, C0, 1, C), call(M:C, A).
called(F, U, M, C0, A, B) :- closure(F, U, M, C0, 2, C), call(M:C, A, B).
called(F, U, M, C0, A, B, D) :- closure(F, U, M, C0, 3, C), call(M:C, A, B, D).
called(F, U, M, C0, A, B, D, E) :- closure(F, U, M, C0, 4, C), call(M:C, A, B, D, E).
called(F, U, M, C0, A, B, D, E, G) :- closure(F, U, M, C0, 5, C), call(M:C, A, B, D, E, G).
called(F, U, M, C0, A, B, D, E, G, H) :- closure(F, U, M, C0, 6, C), call(M:C, A, B, D, E, G, H).
called(F, U, M, C0, A, B, D, E, G, H, I) :- closure(F, U, M, C0, 7, C), call(M:C, A, B, D, E, G, H, I).

closure(F, U, M, C0, Extra, C) :-
    (   var(C0) -> C = C0
    ;   cl_called:closure(unit_names:named(unit(F,U,M,run)), C0, Extra, C)
    ).

?- unit_names:in_unit('no file', none, user, (p :- q(X), findall(Y, X, _)), Clause).
   Clause = (p:-q(X),findall(Y,unit_names:called('no file',none,user,X),_A)).
