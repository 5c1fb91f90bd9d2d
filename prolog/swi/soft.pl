/** The soft cut: `( Condition *-> Then ; Else )`.

All solutions of Condition are used; Else is tried only if there is none. The translation of clauses puts
these steps in; they keep a flag that survives backtracking, and leave no choice point where Condition
has left none.
*/

:- module(swi_soft, [soft_begin/2, soft_choice/1, soft_found/3, soft_none/1]).

:- use_module(library(cl_host)).

%! soft_begin(-Flag, -Choice) is det.
%
% Begins a soft cut. Choice is the newest choice point.

soft_begin(Flag, Choice) :-
    cl_host:soft_new(Flag),
    soft_choice(Choice).

%! soft_choice(-Choice) is det.
%
% Choice is the newest choice point.

soft_choice(Choice) :- '$get_b_value'(Choice).

%! soft_found(+Flag, +Outer, +Inner) is det.
%
% The condition has a solution. Inner is the choice point of Else, Outer the one before it: if there is
% none after Inner, the condition is out of solutions, and Else is out of reach.

soft_found(Flag, Outer, Inner) :-
    '$get_b_value'(Now),
    (   Now == Inner -> builtins:set_cp(Outer)
    ;   cl_host:soft_set(Flag)
    ).

%! soft_none(+Flag) is semidet.
%
% True iff the condition had no solution.

soft_none(Flag) :- cl_host:soft_clear(Flag).
