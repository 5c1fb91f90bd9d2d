/** Global variables and counters.

```
?- nb_setval(count, 1), nb_getval(count, X).
   X = 1.
```

A value set by nb_setval/2 is a copy that stays until it is set again. One set by b_setval/2 is the term
itself and is undone on backtracking.
*/

:- module(swi_globals, [nb_setval/2, nb_getval/2, b_setval/2, b_getval/2, nb_current/2, flag/3,
                        reset_gensym/0]).

:- use_module(library(error)).
:- use_module(library(iso_ext)).
:- use_module(library(swi_arith)).

:- dynamic(value/2).
:- dynamic(counter/2).

%! nb_setval(+Key, +Value) is det.
%
% The global variable Key has a copy of Value from now on.

nb_setval(Key, Value) :-
    key(Key, nb_setval/2),
    retractall(value(Key, _)),
    assertz(value(Key, Value)),
    hide(Key, Value).

% A value set by b_setval/2 would stand before the new one.
hide(Key, Value) :-
    local_key(Key, Local),
    (   bb_get(Local, _) -> bb_b_put(Local, set(Value))
    ;   true
    ).

%! nb_getval(+Key, -Value) is det.
%
% Value is the value of the global variable Key.

nb_getval(Key, Value) :-
    key(Key, nb_getval/2),
    (   current(Key, Value0) -> Value = Value0
    ;   throw(error(existence_error(variable, Key), nb_getval/2))
    ).

%! b_setval(+Key, +Value) is det.
%
% The global variable Key has the value Value until this call is undone on backtracking.

b_setval(Key, Value) :-
    key(Key, b_setval/2),
    local_key(Key, Local),
    bb_b_put(Local, set(Value)).

%! b_getval(+Key, -Value) is det.
%
% Value is the value of the global variable Key.

b_getval(Key, Value) :-
    key(Key, b_getval/2),
    (   current(Key, Value0) -> Value = Value0
    ;   throw(error(existence_error(variable, Key), b_getval/2))
    ).

%! nb_current(?Key, ?Value) is nondet.
%
% The global variable Key has the value Value.

nb_current(Key, Value) :-
    (   atom(Key) -> current(Key, Value)
    ;   value(Key, Value)
    ).

current(Key, Value) :-
    local_key(Key, Local),
    (   bb_get(Local, Set), nonvar(Set), Set = set(Value0) -> Value = Value0
    ;   value(Key, Value0) -> Value = Value0
    ).

key(Key, PI) :-
    (   atom(Key) -> true
    ;   var(Key) -> instantiation_error(PI)
    ;   type_error(atom, Key, PI)
    ).

local_key(Key, Local) :- atom_concat('swi_globals ', Key, Local).

%! flag(+Key, -Old, +New) is det.
%
% Old is the value of the counter Key, 0 at first; it is set to the value of the expression New.

flag(Key, Old, New) :-
    key(Key, flag/3),
    (   counter(Key, Old0) -> true
    ;   Old0 = 0
    ),
    Old = Old0,
    evaluate(New, Value),
    (   Value == Old0 -> true
    ;   retractall(counter(Key, _)),
        assertz(counter(Key, Value))
    ).

%! reset_gensym is det.
%
% Does nothing: names made by gensym/2 stay different from each other.

reset_gensym.

?- b_setval(x, f(Y)), b_getval(x, V), Y = 1.
   Y = 1, V = f(1).

?- nb_setval(y, 1), ( b_setval(y, 2), nb_getval(y, A), A > 2 ; nb_getval(y, B) ).
   B = 1.

?- nb_getval(no_such_key, _).
   error(existence_error(variable,no_such_key),nb_getval/2).

?- flag(f, A, A + 1), flag(f, B, B).
   A = 0, B = 1.
