/** Global variables and counters.

```
?- nb_setval(count, 1), nb_getval(count, X).
   X = 1.
```

A value set by nb_setval/2 is a copy that stays until it is set again. One set by b_setval/2 is the term
itself and is undone on backtracking.
*/

:- module(swi_globals, [nb_setval/2, nb_getval/2, b_setval/2, b_getval/2, nb_current/2, flag/3, get_flag/2, set_flag/2,
                        reset_gensym/0, empty_nb_set/1, add_nb_set/2, add_nb_set/3, gen_nb_set/2, size_nb_set/2,
                        nb_set_to_list/2]).

:- use_module(library(error)).
:- use_module(library(lists), [length/2]).
:- use_module(library(swi_arith)).

% Values are kept by Scryer, under names of our own so that nobody else has the same: variable(Key, Set, Local) says which.
% What nb_setval/2 has set stands under Set; what b_setval/2 has set stands before it, as set(Value) under Local, and is
% undone without touching the other. Local is [] until b_setval/2 is used for Key. The names are made once: a new atom
% costs Scryer a copy of all atoms.
:- dynamic(variable/3).
% counter(Key, Name): the counter Key is kept under Name.
:- dynamic(counter/2).

%! nb_setval(+Key, +Value) is det.
%
% The global variable Key has a copy of Value from now on.

nb_setval(Key, Value) :-
    (   atom(Key), variable(Key, Set, []) -> stored(Set, Value)
    ;   set(Key, Value)
    ).

% Where the variable of a caller is bound to a number, Scryer 0.10 stores a variable, and takes the number from the caller, too; but
% not if the value comes out of a term.
stored(Name, Value0) :-
    Values = values(Value0),
    arg(1, Values, Value),
    '$store_global_var'(Name, Value).

% A value set by b_setval/2 would stand before the new one.
set(Key, Value) :-
    key(Key, nb_setval/2),
    (   variable(Key, Set, Local) ->
        stored(Set, Value),
        (   '$fetch_global_var'(Local, set(_)) -> '$store_backtrackable_global_var'(Local, set(Value))
        ;   true
        )
    ;   atom_concat('swi_globals set ', Key, Set),
        stored(Set, Value),
        assertz(variable(Key, Set, []))
    ).

%! nb_getval(+Key, -Value) is det.
%
% Value is the value of the global variable Key.

nb_getval(Key, Value) :-
    (   atom(Key), variable(Key, Set, []), '$fetch_global_var'(Set, Value) -> true
    ;   value(Key, nb_getval/2, Value)
    ).

%! b_setval(+Key, +Value) is det.
%
% The global variable Key has the value Value until this call is undone on backtracking.

b_setval(Key, Value) :-
    (   atom(Key), variable(Key, _, Local), Local \== [] -> true
    ;   local(Key, Local)
    ),
    '$store_backtrackable_global_var'(Local, set(Value)).

%! b_getval(+Key, -Value) is det.
%
% Value is the value of the global variable Key.

b_getval(Key, Value) :- value(Key, b_getval/2, Value).

%! nb_current(?Key, ?Value) is nondet.
%
% The global variable Key has the value Value.

nb_current(Key, Value) :-
    variable(Key, Set, Local),
    current(Local, Set, Value0),
    Value = Value0.

value(Key, PI, Value) :-
    key(Key, PI),
    (   variable(Key, Set, Local), current(Local, Set, Value0) -> Value = Value0
    ;   throw(error(existence_error(variable, Key), PI))
    ).

current(Local, Set, Value) :-
    (   Local \== [], '$fetch_global_var'(Local, set(Value0)) -> Value = Value0
    ;   '$fetch_global_var'(Set, Value)
    ).

local(Key, Local) :-
    key(Key, b_setval/2),
    atom_concat('swi_globals local ', Key, Local),
    (   retract(variable(Key, Set, [])) -> true
    ;   atom_concat('swi_globals set ', Key, Set)
    ),
    assertz(variable(Key, Set, Local)).

key(Key, PI) :-
    (   atom(Key) -> true
    ;   var(Key) -> instantiation_error(PI)
    ;   type_error(atom, Key, PI)
    ).

%! flag(+Key, -Old, +New) is det.
%
% Old is the value of the counter Key, 0 at first; it is set to the value of the expression New.

flag(Key, Old, New) :-
    (   atom(Key), counter(Key, Name) -> true
    ;   key(Key, flag/3),
        atom_concat('swi_globals counter ', Key, Name),
        '$store_global_var'(Name, 0),
        assertz(counter(Key, Name))
    ),
    '$fetch_global_var'(Name, Old0),
    Old = Old0,
    evaluate(New, Value),
    (   Value == Old0 -> true
    ;   stored(Name, Value)
    ).

%! get_flag(+Key, -Value) is det.
%! set_flag(+Key, +Value) is det.
%
% Value is that of the flag of flag/3, 0 at first.

get_flag(Key, Value) :- flag(Key, Value, Value).

set_flag(Key, Value) :- flag(Key, _, Value).

%! reset_gensym is det.
%
% Does nothing: names made by gensym/2 stay different from each other.

reset_gensym.

% Sets of library(nb_set): nb_set(N) has the elements X with element(N, X). Nothing removes a set that is not used any more.
:- dynamic(element/2).

%! empty_nb_set(-Set) is det.
%
% Set is a new set without elements; what is added to it stays on backtracking.

empty_nb_set(nb_set(N)) :-
    flag('$nb_sets', N, N + 1).

%! add_nb_set(+X, +Set) is det.
%
% Set has the element X from now on.

add_nb_set(X, Set) :- add_nb_set(X, Set, _).

%! add_nb_set(+X, +Set, ?New:boolean) is semidet.
%
% Set has the element X from now on. New is `true` if it, or a variant of it, was not there.

add_nb_set(X, Set, New) :-
    set_number(Set, N, add_nb_set/3),
    (   has(N, X) -> New = false
    ;   New = true,
        assertz(element(N, X))
    ).

has(N, X) :-
    \+ \+ ( element(N, Y), subsumes_term(X, Y), subsumes_term(Y, X) ).

set_number(Set, N, PI) :-
    (   var(Set) -> instantiation_error(PI)
    ;   Set = nb_set(N0), integer(N0) -> N = N0
    ;   type_error(nb_set, Set, PI)
    ).

%! gen_nb_set(+Set, ?X) is nondet.
%
% X is an element of Set, in the standard order.

gen_nb_set(Set, X) :-
    nb_set_to_list(Set, Xs),
    one_of(Xs, X).

one_of([X|Xs], Y) :- one_of(Xs, X, Y).

one_of([], X, X).
one_of([_|_], X, X).
one_of([X|Xs], _, Y) :- one_of(Xs, X, Y).

%! size_nb_set(+Set, -Size) is det.
%
% Set has Size elements.

size_nb_set(Set, Size) :-
    nb_set_to_list(Set, Xs),
    length(Xs, Size).

%! nb_set_to_list(+Set, -Xs) is det.
%
% Xs are the elements of Set in the standard order.

nb_set_to_list(Set, Xs) :-
    set_number(Set, N, nb_set_to_list/2),
    findall(X, element(N, X), Xs0),
    sort(Xs0, Xs).

?- findall(New-N-Xs,
           ( empty_nb_set(S),
             (   member(X, [b,f(1),a,f(1),b]), add_nb_set(X, S), fail
             ;   add_nb_set(a, S, New), size_nb_set(S, N), findall(X, gen_nb_set(S, X), Xs)
             ) ),
           [Result]).
   Result = false-3-[a,b,f(1)].

?- b_setval(x, f(Y)), b_getval(x, V), Y = 1.
   Y = 1, V = f(1).

?- nb_setval(y, 1), ( b_setval(y, 2), nb_getval(y, A), A > 2 ; nb_getval(y, B) ).
   B = 1.

?- nb_getval(no_such_key, _).
   error(existence_error(variable,no_such_key),nb_getval/2).

?- flag(f, A, A + 1), flag(f, B, B).
   A = 0, B = 1.

?- nb_setval(z, 1), ( b_setval(z, 2), nb_setval(z, 3), nb_getval(z, A), A > 3 ; nb_getval(z, B) ).
   B = 3.

?- nb_setval(in_all, a), b_setval(in_all, b), nb_current(in_all, V).
   V = b.

?- nb_setval(_, 1).
   error(instantiation_error,nb_setval/2).

?- nb_setval(f(x), 1).
   error(type_error(atom,f(x)),nb_setval/2).

?- assertz((next_of(N) :- nb_getval(n, N0), N is N0 + 1, nb_setval(n, N))), assertz((noted(N) :- next_of(N), assertz(note_of(N)))),
   nb_setval(n, 0), noted(A), noted(B), findall(N, note_of(N), Ns).
   A = 1, B = 2, Ns = [1,2].
