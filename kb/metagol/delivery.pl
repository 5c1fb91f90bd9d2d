/** Planning: a van takes a parcel four stops further, and its tank holds fuel for two.

A state is van(Stop, Parcel, Fuel), where Parcel is the stop at which it lies, or aboard. Each action is
a relation between two states. A plan is a chain of actions, and parts that occur twice are invented once:
driving two stops is one predicate, used before and after refuelling.

The option functional asks that the plan leads to one state only: func_test/3 says what is tested.
*/
% expect: deliver(A,B):-load(A,C),deliver_1(C,B).
% expect: deliver_1(A,B):-deliver_2(A,C),unload(C,B).
% expect: deliver_2(A,B):-deliver_3(A,C),deliver_4(C,B).
% expect: deliver_3(A,B):-deliver_4(A,C),refuel(C,B).
% expect: deliver_4(A,B):-drive(A,C),drive(C,B).

:- use_module(library(metagol)).
:- initialization(main, main).

metagol:functional.
metagol:max_clauses(5).

metarule(chain, [P, Q, R], [P, A, B], [[Q, A, C], [R, C, B]]).

body_pred(drive/2).
body_pred(back/2).
body_pred(load/2).
body_pred(unload/2).
body_pred(refuel/2).

func_test([P, A, B], [P, A, Other], Other = B).

drive(van(Stop, Parcel, Fuel), van(Next, Parcel, Rest)) :-
    Fuel > 0,
    Stop < 6,
    Next is Stop + 1,
    Rest is Fuel - 1.

back(van(Stop, Parcel, Fuel), van(Next, Parcel, Rest)) :-
    Fuel > 0,
    Stop > 0,
    Next is Stop - 1,
    Rest is Fuel - 1.

load(van(Stop, Stop, Fuel), van(Stop, aboard, Fuel)).

unload(van(Stop, aboard, Fuel), van(Stop, Stop, Fuel)).

refuel(van(Stop, Parcel, Fuel), van(Stop, Parcel, 2)) :-
    Fuel < 2.

main :-
    learn([deliver(van(0, 0, 2), van(4, 4, 0))], []).
