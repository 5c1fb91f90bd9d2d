/** Terms with named fields: library(record).

```
:- use_module(library(record)).
:- record point(x:integer = 0, y:integer = 0).

?- make_point([y(3)], Point), point_y(Point, Y), set_x_of_point(7, Point, Moved).
   Point = point(0,3), Y = 3, Moved = point(7,3).
?- make_point([y(a)], _).
   error(type_error(integer,a),must_be/2).
```

The directive defines predicates in the module of the program: for a record `c` with a field `f` these are `default_c/1`,
`make_c/2,3`, `is_c/1`, `c_f/2`, `c_data/3`, `set_f_of_c/3`, `set_c_field/3` and `set_c_fields/3,4`. Those of SWI-Prolog that
change a term (`set_f_of_c/2`, `nb_set_f_of_c/2`) cannot be had. The type of a field is one of must_be/2, or the name of a record.
*/

:- module(swi_record, [op(1150, fx, record)]).

:- use_module(library(error), [instantiation_error/1, must_be/2, type_error/3]).
:- use_module(library(lists)).
:- use_module(library(load_state), [load_module/2]).
:- use_module(library(swi_errors), []).
:- use_module(library(load_text), []).

%! load_directive(+Directive, +Load0, -Load) is det.
%
% See `load_hooks`: the directive record/1.

load_directive(Directive, Load0, Load) :-
    % The operator may not be declared where this is read.
    arg(1, Directive, Specs),
    load_module(Load0, M),
    records(Specs, M, Clauses, []),
    load_text:terms(Clauses, Load0, Load).

records(Specs, _, _, _) :- var(Specs), !, instantiation_error((record)/1).
records((A,B), M, Cs0, Cs) :- !, records(A, M, Cs0, Cs1), records(B, M, Cs1, Cs).
records(Spec, M, Cs0, Cs) :-
    (   callable(Spec), \+ string_terms:is_string(Spec) -> true
    ;   type_error(callable, Spec, (record)/1)
    ),
    Spec =.. [C|Specs],
    fields(Specs, M, Fields),
    length(Fields, Arity),
    phrase(record(C, Arity, Fields), Cs0, Cs).

% fields(+Specs, +Module, -Fields): each is f(Name, Type, Default), and Type is any, type(Type) or record(Module,Name).
fields([], _, []).
fields([Spec|Specs], M, [Field|Fields]) :-
    field(Spec, M, Field),
    fields(Specs, M, Fields).

field(Spec, _, _) :- var(Spec), !, instantiation_error((record)/1).
field(Spec0 = Default, M, f(Name,Type,Default)) :- !, field(Spec0, M, f(Name,Type,_)).
field(Name:Type0, M, f(Name,Type,_)) :- !, must_be(atom, Name), type(Type0, M, Type).
field(Name, _, f(Name,any,_)) :- must_be(atom, Name).

type(Type, _, _) :- var(Type), !, instantiation_error((record)/1).
type(any, _, any) :- !.
type(Type, M, What) :-
    (   swi_errors:known(Type) -> What = type(Type)
    ;   atom(Type) -> What = record(M,Type)
    ;   throw(error(existence_error(type, Type), (record)/1))
    ).

% --- clauses ------------------------------------------------------------------------------------

% record(+Name, +Arity, +Fields): the clauses for a record.
record(C, Arity, Fields) -->
    { name([default_,C], Default),
      name([is_,C], Is),
      name([make_,C], Make),
      name([C,'_data'], Data),
      name([set_,C,'_field'], SetField),
      name([set_,C,'_fields'], SetFields),
      defaults(Fields, Values),
      Record =.. [C|Values],
      DefaultHead =.. [Default,Record],
      functor(General, C, Arity),
      General =.. [_|Vars],
      tests(Fields, Vars, Tests),
      IsHead =.. [Is,X],
      DefaultGoal =.. [Default,R0],
      Make2 =.. [Make,Fs,R],
      Make3 =.. [Make,Fs,R,Rest],
      Set3 =.. [SetFields,Fs,R0,R],
      Set4 =.. [SetFields,Fs,R0,R,Rest],
      Make3All =.. [Make,Fs,R,[]],
      Set4All =.. [SetFields,Fs,R0,R,[]],
      SetNone =.. [SetFields,[],R,R,[]],
      SetMore =.. [SetFields,[F|Fs],R0,R,Rest],
      SetOne =.. [SetField,F,R0,R1],
      SetOthers =.. [SetFields,Fs,R1,R,Rest],
      SetRest =.. [SetFields,Fs,R0,R,Rest1]
    },
    [ DefaultHead,
      (IsHead :- nonvar(X), X = General, Tests),
      (Make2 :- Make3All),
      (Make3 :- DefaultGoal, Set4),
      (Set3 :- Set4All),
      SetNone,
      (SetMore :- ( SetOne -> SetOthers ; Rest = [F|Rest1], SetRest ))
    ],
    % In a record without fields there are none of these.
    each_field(Fields, 1, C, Arity, Data, SetField).

defaults([], []).
defaults([f(_,_,V)|Fields], [V|Vs]) :- defaults(Fields, Vs).

tests([], [], true).
tests([f(_,Type,_)|Fields], [X|Xs], Goal) :-
    (   Type = type(T) -> Goal = ( swi_errors:is_of_type(T, X), Goal1 )
    ;   Type = record(M,C) -> record_test(M, C, X, Test), Goal = ( Test, Goal1 )
    ;   Goal = Goal1
    ),
    tests(Fields, Xs, Goal1).

record_test(M, C, X, M:Test) :-
    name([is_,C], Is),
    Test =.. [Is,X].

each_field([], _, _, _, _, _) --> [].
each_field([f(Name,Type,_)|Fields], I, C, Arity, Data, SetField) -->
    { name([C,'_',Name], Get),
      name([set_,Name,'_of_',C], Set),
      functor(R0, C, Arity),
      arg(I, R0, V0),
      GetHead =.. [Get,R0,V0],
      DataHead =.. [Data,Name,R0,V0],
      R0 =.. [_|Args0],
      I0 is I - 1,
      length(Before, I0),
      append(Before, [_|After], Args0),
      append(Before, [V|After], Args),
      R =.. [C|Args],
      FieldTerm =.. [Name,V],
      checked(Type, V, Check),
      % Variables are shared, so each clause is one of its own once it is compiled.
      SetHead =.. [Set,V,R0,R],
      SetFieldHead =.. [SetField,FieldTerm,R0,R],
      I1 is I + 1
    },
    [ GetHead,
      DataHead,
      (SetHead :- Check),
      (SetFieldHead :- Check)
    ],
    each_field(Fields, I1, C, Arity, Data, SetField).

checked(any, _, true).
checked(type(Type), V, swi_errors:must_be(Type, V)).
checked(record(M,C), V, ( Test -> true ; throw(error(type_error(record(M:C), V), _)) )) :- record_test(M, C, V, Test).

name(Parts, Name) :- joined(Parts, '', Name).

joined([], Name, Name).
joined([Part|Parts], Name0, Name) :-
    atom_concat(Name0, Part, Name1),
    joined(Parts, Name1, Name).

?- swi_record:records(point(x:between(1,2)=1, 7), user, _, []).
   error(type_error(atom,7),must_be/2).

?- swi_record:records(point(x:interval(1,2)), user, _, []).
   error(existence_error(type,interval(1,2)),(record)/1).

?- swi_record:records(unit, user, [Default,(Is:-_)|_], []).
   Default = default_unit(unit), Is = is_unit(_A).
