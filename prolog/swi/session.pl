/** What SWI-Prolog is told about a session: what is done at its end, how its debugger stops and how much memory it has.

```
?- at_halt(true), leash(-all), unknown(Old, Old).
   Old = error.
```

There is no debugger with ports here, and memory is a matter of `--memory-limit`: those predicates are there so that files
can be loaded which call them.
*/

:- module(swi_session, [at_halt/1, leash/1, visible/1, nospyall/0, guitracer/0, noguitracer/0, unknown/2, set_prolog_stack/2,
                        set_prolog_gc_thread/1, trim_stacks/0]).

:- use_module(library(error)).
:- use_module(library(iso_ext), [bb_put/2]).
:- use_module(library(lists)).
:- use_module(library(swi_flags)).

% hook(Goal): it is called at the end.
:- dynamic(hook/1).

%! at_halt(:Goal) is det.
%
% Calls Goal when halt/0 or halt/1 ends the program, and at the end of `chesslog run`; several goals in the order in which they
% were given. That one fails or raises an error is told, and the others are called all the same. Throws an instantiation error
% if Goal is unbound, and a type error if it is not callable.

% Not 0: Scryer puts a pointer to code into such goals, which cannot be asserted.
:- meta_predicate(at_halt(:)).

at_halt(Goal) :-
    strip(Goal, G),
    (   var(G) -> instantiation_error(at_halt/1)
    ;   callable(G) -> true
    ;   type_error(callable, G, at_halt/1)
    ),
    assertz(hook(Goal)),
    % `engine` looks there, so that this module is not loaded for each end.
    bb_put(at_halt, true).

strip(Goal, G) :-
    (   nonvar(Goal), Goal = _:G0 -> strip(G0, G)
    ;   G = Goal
    ).

% ended: calls the goals; one of them that halts does not begin anew.
ended :-
    bb_put(at_halt, false),
    findall(G, hook(G), Goals),
    retractall(hook(_)),
    (   member(G, Goals),
        catch(hooked(G), E, told(error, unhandled_exception(E))),
        false
    ;   true
    ).

hooked(G) :-
    (   call(G) -> true
    ;   told(warning, format('the goal ~p of at_halt/1 fails', [G]))
    ).

told(Kind, Message) :-
    cl_engine:provided(swi_messages),
    swi_messages:print_message(Kind, Message).

%! leash(+Ports) is det.
%! visible(+Ports) is det.
%! nospyall is det.
%! guitracer is det.
%! noguitracer is det.
%! set_prolog_stack(+Stack, +Property) is det.
%! set_prolog_gc_thread(+Status) is det.
%! trim_stacks is det.
%
% Do nothing.

leash(_).

visible(_).

nospyall.

guitracer.

noguitracer.

set_prolog_stack(_, _).

set_prolog_gc_thread(_).

trim_stacks.

%! unknown(-Old, +New) is det.
%
% Old is what calls of unknown predicates have been, and New what they are from now on: `error`, `fail` or `warning`.

unknown(Old, New) :-
    flag_value(unknown, Old0),
    Old = Old0,
    ( New == Old -> true ; set_flag_value(unknown, New) ).

?- catch(at_halt(_), error(E, _), true).
   E = instantiation_error.

?- catch(at_halt(1), error(E, _), true).
   E = type_error(callable,1).
