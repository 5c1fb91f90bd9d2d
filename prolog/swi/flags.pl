/** Flags as in SWI-Prolog: those that programs ask for, and those that they may set.

```
?- current_prolog_flag(bounded, B), \+ current_prolog_flag(no_such_flag, _).
   B = false.
?- create_prolog_flag(my_level, 3, []), current_prolog_flag(my_level, N).
   N = 3.
```
*/

:- module(swi_flags, [create_prolog_flag/3, flag_value/2, set_flag_value/2]).

:- use_module(library(error)).
:- use_module(library(lists)).

% kept(Flag, Value): a program has said so.
:- dynamic(kept/2).

%! create_prolog_flag(+Flag:atom, +Value, +Options:list) is det.
%
% Flag has Value from now on, whether it was known before or not. Options change nothing.

create_prolog_flag(Flag, Value, _) :-
    (   ( var(Flag) ; var(Value) ) -> instantiation_error(create_prolog_flag/3)
    ;   atom(Flag) -> keep(Flag, Value)
    ;   type_error(atom, Flag, create_prolog_flag/3)
    ).

keep(Flag, Value) :-
    retractall(kept(Flag, _)),
    assertz(kept(Flag, Value)).

%! flag_value(?Flag, ?Value) is nondet.
%
% current_prolog_flag/2: false for a flag that is not known.

flag_value(Flag, Value) :-
    (   var(Flag) -> known(Flag), value(Flag, Value)
    ;   atom(Flag) -> value(Flag, Value0), Value = Value0
    ;   type_error(atom, Flag, current_prolog_flag/2)
    ).

known(Flag) :- kept(Flag, _).
known(Flag) :- scryers(Flag), \+ kept(Flag, _).
known(Flag) :- constant(Flag, _), \+ kept(Flag, _).
known(argv).
known(double_quotes).

value(Flag, Value) :- kept(Flag, Value0), !, Value = Value0.
value(double_quotes, Value) :- !, string_terms:quotes(Value).
value(argv, Value) :- !, cl_engine:provided(swi_main), swi_main:program_arguments(Value).
value(Flag, Value) :- constant(Flag, Value0), !, Value = Value0.
value(Flag, Value) :- scryers(Flag), current_prolog_flag(Flag, Value).

scryers(unknown).
scryers(occurs_check).
scryers(answer_write_options).

% What is so here whatever a program says. `dialect` and `version` are those of the language that programs are written in.
constant(bounded, false).
constant(max_tagged_integer, 72057594037927935).
constant(min_tagged_integer, -72057594037927936).
constant(max_arity, 255).
constant(dialect, swi).
constant(version, 90004).
constant(iso, false).
constant(prefer_rationals, false).
constant(float_overflow, error).
constant(float_zero_div, error).
constant(float_undefined, error).
constant(character_escapes, true).
constant(rational_syntax, compatibility).
constant(back_quotes, codes).
constant(unix, true).
constant(threads, false).
constant(tty_control, false).
constant(gc, true).
constant(autoload, true).
constant(debug, false).
constant(optimise, false).
constant(last_call_optimisation, true).
constant(verbose, normal).
constant(verbose_load, silent).
constant(encoding, utf8).
constant(char_conversion, false).
constant(color_term, false).
constant(integer_rounding_function, toward_zero).

%! set_flag_value(+Flag, +Value) is det.
%
% set_prolog_flag/2: what a flag of SWI-Prolog's is set to is kept where it changes nothing of what a program means. A flag
% that is not known is one of the program from now on.

set_flag_value(Flag, Value) :-
    (   ( var(Flag) ; var(Value) ) -> instantiation_error(set_prolog_flag/2)
    ;   Flag == double_quotes -> string_terms:set_quotes(Value)
    ;   \+ atom(Flag) -> type_error(atom, Flag, set_prolog_flag/2)
    ;   ( cl_engine:provided(cl_declarations), cl_declarations:ignored_flag(Flag) ; kept(Flag, _) ) -> keep(Flag, Value)
    ;   constant(Flag, Value0) ->
        (   Value0 == Value -> true
        ;   throw(error(permission_error(modify, flag, Flag), set_prolog_flag/2))
        )
    ;   scryers(Flag) -> set_prolog_flag(Flag, Value)
    ;   keep(Flag, Value)
    ).

?- current_prolog_flag(nothing_of_that_name, _).
   false.

?- catch(set_prolog_flag(bounded, true), error(E, _), true).
   E = permission_error(modify,flag,bounded).

?- set_prolog_flag(own_flag, 3), current_prolog_flag(own_flag, V).
   V = 3.

?- set_prolog_flag(verbose, silent), current_prolog_flag(verbose, V).
   V = silent.
