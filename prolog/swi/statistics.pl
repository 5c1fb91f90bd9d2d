/** Time and statistics as in SWI-Prolog.

```
?- statistics(cputime, T).
   T = 0.25.
```
*/

:- module(swi_statistics, [statistics/0, statistics/2, get_time/1, time/1, call_time/2, call_time/3]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(charsio), [read_from_chars/2]).
:- use_module(library(swi_format)).

:- dynamic(last/2).

% begun(Microseconds): the clock when it was asked first.
:- dynamic(begun/1).

%! statistics is det.
%
% Says on the standard error how much computing time and how many inferences there have been.

statistics :-
    statistic(cputime, T),
    statistic(inferences, I),
    formatted(user_error, "% ~3f seconds of computing time, ~D inferences~n", [T,I]).

%! statistics(+Key, -Value) is det.
%
% Key is `runtime`, `cputime`, `process_cputime`, `system_time`, `real_time`, `walltime`, `inferences` or
% `epoch`. Lists hold milliseconds (seconds for `real_time`): in all, and since the last call; of `walltime`, since it was asked first.

statistics(Key, Value) :-
    (   var(Key) -> instantiation_error(statistics/2)
    ;   statistic(Key, Value0) -> Value = Value0
    ;   domain_error(statistics_key, Key, statistics/2)
    ).

statistic(runtime, [T,D]) :- milliseconds(T), since(runtime, T, D).
statistic(process_runtime, [T,D]) :- milliseconds(T), since(process_runtime, T, D).
statistic(system_time, [0,0]).
statistic(cputime, T) :- '$cpu_now'(T).
statistic(process_cputime, T) :- '$cpu_now'(T).
statistic(real_time, [T,D]) :- seconds(T), since(real_time, T, D).
statistic(walltime, [T,D]) :-
    '$foreign_call'(clock_microseconds, [], Now),
    ( begun(Begun) -> true ; Begun = Now, assertz(begun(Begun)) ),
    T is (Now - Begun) // 1000,
    since(walltime, T, D).
statistic(inferences, I) :- '$inference_count'(I).
statistic(epoch, T) :- get_time(T).
statistic(threads, 1).
statistic(garbage_collection, [0,0,0]).
statistic(process_epoch, T) :- get_time(T).

milliseconds(T) :- '$cpu_now'(S), T is truncate(S * 1000).

since(Key, T, D) :-
    (   retract(last(Key, T0)) -> D is T - T0
    ;   D = 0
    ),
    assertz(last(Key, T)).

%! get_time(-Time) is det.
%
% Time is the number of seconds since the beginning of 1970, by the clock of the place.

get_time(Time) :-
    '$foreign_call'(clock_microseconds, [], Now),
    zone(Now, Offset),
    Time is Now / 1000000.0 + Offset.

% zone(+Now, -Offset): at Now, in microseconds of universal time, the clock of the place is Offset seconds before it. What the place has
% is asked once for each quarter of an hour, in which it does not change.
zone(Now, Offset) :-
    Quarter is Now // 900_000_000,
    (   '$fetch_global_var'(swi_statistics_zone, Quarter0-Offset0), Quarter0 =:= Quarter -> Offset = Offset0
    ;   seconds(S),
        '$foreign_call'(clock_microseconds, [], Later),
        % Not if a second has ended in between.
        (   Now // 1_000_000 =:= Later // 1_000_000 ->
            Offset is S - Now // 1_000_000,
            '$store_global_var'(swi_statistics_zone, Quarter-Offset)
        ;   zone(Later, Offset)
        )
    ).

seconds(S) :-
    '$current_time'(Cs),
    read_from_chars(Cs, Fields),
    field('Y', Fields, Y),
    field(j, Fields, Day),
    field('H', Fields, H),
    field('M', Fields, M),
    field('S', Fields, Sec),
    Y1 is Y - 1,
    Days is (Y - 1970) * 365 + (Y1 // 4 - 492) - (Y1 // 100 - 19) + (Y1 // 400 - 4) + Day - 1,
    S is ((Days * 24 + H) * 60 + M) * 60 + Sec.

field(Name, Fields, N) :-
    memberchk(Name = Cs, Fields),
    number_chars(N, Cs).

%! time(:Goal) is nondet.
%
% Calls Goal; prints on `user_error` how much time and how many inferences it took.

:- meta_predicate(time(0)).

time(Goal) :-
    '$cpu_now'(T0),
    '$inference_count'(I0),
    (   catch(Goal, E, true), ( nonvar(E) -> ! ; true )
    ;   report(T0, I0),
        false
    ),
    report(T0, I0),
    (   nonvar(E) -> throw(E)
    ;   true
    ).

report(T0, I0) :-
    '$cpu_now'(T),
    '$inference_count'(I),
    Time is T - T0,
    Inferences is max(1, I - I0 - 3),
    formatted(user_error, "% ~D inferences, ~3f CPU in ~3f seconds~n", [Inferences,Time,Time]).

%! call_time(:Goal, -Time) is semidet.
%
% Calls Goal once; Time is `time{cpu:C,...}` in SWI-Prolog and the list `[cpu=C,inferences=I,wall=C]` here.

:- meta_predicate(call_time(0, ?)).

call_time(Goal, Time) :-
    call_time(Goal, Time, true).

%! call_time(:Goal, -Time, -Result:boolean) is det.
%
% Like call_time/2; Result says whether Goal succeeded.

:- meta_predicate(call_time(0, ?, ?)).

call_time(Goal, [cpu=C,inferences=N,wall=C], Result) :-
    '$cpu_now'(T0),
    '$inference_count'(I0),
    (   call(Goal) -> Result0 = true
    ;   Result0 = false
    ),
    '$cpu_now'(T),
    '$inference_count'(I),
    C is T - T0,
    N is I - I0,
    Result = Result0.

?- statistics(runtime, [T,_]), integer(T), false.
   false.

?- statistics(no_such_key, _).
   error(domain_error(statistics_key,no_such_key),statistics/2).
