/** What the search in Prolog spends: goals, time, and the inferences of the background.

```
?- metagol_steps:ask([length,[a],N]).
   N = 1.
```
*/

:- module(metagol_steps, [start_steps/3, count_step/0, steps/2, ask/1, milliseconds/1]).

:- use_module(library(iso_ext)).
:- use_module(library(lists)).

%! start_steps(+Limit, +Milliseconds, +GoalLimit) is det.
%
% Begins to count: at most so many goals and so much time, 0 for no limit; at most so many inferences for each goal
% of the background.

start_steps(Limit, Milliseconds, GoalLimit) :-
    milliseconds(Now),
    (   Milliseconds =:= 0 -> End = 0
    ;   End is Now + Milliseconds
    ),
    bb_put(metagol_steps, 0),
    bb_put(metagol_limit, Limit),
    bb_put(metagol_begin, Now),
    bb_put(metagol_end, End),
    bb_put(metagol_goal_limit, GoalLimit).

%! count_step is det.
%
% Counts a goal. At the limit it throws `metagol_stop(inferences(N))` or `metagol_stop(time(Milliseconds))`.

count_step :-
    bb_get(metagol_steps, N0),
    N is N0 + 1,
    bb_put(metagol_steps, N),
    bb_get(metagol_limit, Limit),
    (   N =:= Limit -> throw(metagol_stop(inferences(N)))
    ;   N /\ 255 =:= 0 -> on_time
    ;   true
    ).

on_time :-
    bb_get(metagol_end, End),
    (   End =:= 0 -> true
    ;   milliseconds(Now),
        (   Now < End -> true
        ;   bb_get(metagol_begin, Begin),
            Spent is Now - Begin,
            throw(metagol_stop(time(Spent)))
        )
    ).

%! steps(-Goals, -Milliseconds) is det.
%
% What was spent since the beginning.

steps(Goals, Milliseconds) :-
    bb_get(metagol_steps, Goals),
    bb_get(metagol_begin, Begin),
    milliseconds(Now),
    Milliseconds is Now - Begin.

%! milliseconds(-Milliseconds) is det.
%
% The time on a clock.

milliseconds(Milliseconds) :-
    '$cpu_now'(Seconds),
    Milliseconds is truncate(Seconds * 1000).

%! ask(+Goal) is nondet.
%
% Calls a goal of the user's, or an atom written as a list. If it raises an error or takes too long, that is an error
% of the task, which names the goal.

ask(Goal0) :-
    (   Goal0 = [_|_] -> Goal =.. Goal0
    ;   Goal = Goal0
    ),
    bb_get(metagol_goal_limit, Limit),
    '$lh_length'(Length),
    catch(call_with_inference_limit(user:Goal, Limit, R), E, metagol_text:background_error(E, Goal)),
    (   R == inference_limit_exceeded ->
        % What an unfinished findall/3 has collected is not for the next one outside.
        '$truncate_lh_to'(Length),
        metagol_text:background_error(limit(Limit), Goal)
    ;   true
    ).

?- metagol_steps:start_steps(0, 0, 1000), metagol_steps:ask([member,X,[a,b]]).
   X = a
;  X = b.
