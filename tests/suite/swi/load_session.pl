% What files tell SWI-Prolog about the session: flags of their own, the debugger, memory, and what is done at the end.

:- set_prolog_flag(flag_of_my_own, 3).
:- set_prolog_flag(optimise, true).
:- leash(-all).
:- visible(+all).
:- nospyall.
:- noprotocol.
:- style_check(-singleton).
:- set_prolog_gc_thread(false).
:- at_halt(( write('good-bye'), nl )).
:- at_halt(( counted(N), write(counted(N)), nl )).

:- dynamic(counted/1).

counted(0).

main :-
    current_prolog_flag(flag_of_my_own, Value),
    write(Value),
    nl,
    retract(counted(N0)),
    N is N0 + 1,
    assertz(counted(N)).
