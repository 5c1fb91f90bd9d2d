/** Control as in SWI-Prolog: what library(iso_ext) does not have.

```
?- ignore(fail), \+ not(true).
   true.
```
*/

:- module(swi_control, [(*->)/2, ignore/1, not/1, apply/2, call_dcg/3, catch_with_backtrace/3,
                        call_with_time_limit/2, thread_self/1, garbage_collect/0, assert/1, (dynamic)/1,
                        (discontiguous)/1, style_check/1, set_stream/2, license/1]).

:- use_module(library(error)).
:- use_module(library(iso_ext)).
:- use_module(library(lists), [append/3]).
:- use_module(library(swi_syntax), [expand_body/2]).

%! *->(:Condition, :Then) is nondet.
%
% Without Else, a soft cut is a conjunction in which cuts are local.

:- meta_predicate(*->(0, 0)).

*->(Condition, Then) :- call(Condition), call(Then).

%! ignore(:Goal) is det.
%
% Calls Goal once; true if it fails, too.

:- meta_predicate(ignore(0)).

ignore(Goal) :- ( call(Goal) -> true ; true ).

%! not(:Goal) is semidet.
%
% The old name of `\+`.

:- meta_predicate(not(0)).

not(Goal) :- \+ call(Goal).

%! apply(:Goal, +Arguments:list) is nondet.
%
% Calls Goal with Arguments added.

:- meta_predicate(apply(:, ?)).

apply(Goal0, Args) :-
    strip(Goal0, user, M, Goal),
    (   var(Goal) -> instantiation_error(apply/2)
    ;   Goal =.. Parts0,
        append(Parts0, Args, Parts),
        Goal1 =.. Parts,
        expand_body(Goal1, Goal2),
        call(M:Goal2)
    ).

strip(G, M, M, G) :- var(G), !.
strip(M:G0, _, N, G) :- !, strip(G0, M, N, G).
strip(G, M, M, G).

%! call_dcg(:Body, ?S0, ?S) is nondet.
%
% Like phrase/3, for lists of any kind.

:- meta_predicate(call_dcg(2, ?, ?)).

call_dcg(Body, S0, S) :- call(Body, S0, S).

%! catch_with_backtrace(:Goal, ?Catcher, :Recovery) is nondet.
%
% catch/3; there are no backtraces here.

:- meta_predicate(catch_with_backtrace(0, ?, 0)).

catch_with_backtrace(Goal, Catcher, Recovery) :- catch(Goal, Catcher, Recovery).

%! call_with_time_limit(+Seconds, :Goal) is semidet.
%
% Calls Goal once. Throws `time_limit_exceeded` if that takes more CPU time than Seconds. Nothing here
% stops a goal by the clock: a goal that runs on is stopped after so many inferences as take longer than
% Seconds in any case. The option --time-limit of the program stops a query by the clock.

:- meta_predicate(call_with_time_limit(?, 0)).

call_with_time_limit(Seconds, Goal) :-
    (   var(Seconds) -> instantiation_error(call_with_time_limit/2)
    ;   number(Seconds) -> true
    ;   type_error(number, Seconds, call_with_time_limit/2)
    ),
    (   Seconds > 0 -> true
    ;   throw(time_limit_exceeded)
    ),
    Limit is truncate(min(Seconds, 1000000) * 100000000),
    '$cpu_now'(Start),
    (   call_with_inference_limit(Goal, Limit, Result) -> true
    ;   Result = false
    ),
    '$cpu_now'(End),
    (   ( Result == inference_limit_exceeded ; End - Start > Seconds ) -> throw(time_limit_exceeded)
    ;   Result \== false
    ).

%! thread_self(-Id) is det.
%
% There is one thread, `main`.

thread_self(main).

%! garbage_collect is det.
%
% Does nothing.

garbage_collect.

%! assert(+Clause) is det.
%
% assertz/1.

:- meta_predicate(assert(:)).

assert(Clause) :- assertz(Clause).

%! dynamic(:Indicators) is det.
%
% The predicates Indicators (one, a list, or joined by commas) are dynamic from now on.

:- meta_predicate(dynamic(:)).

dynamic(Spec) :-
    strip(Spec, user, M, PIs),
    each_dynamic(PIs, M).

each_dynamic(PIs, _) :- var(PIs), !, instantiation_error((dynamic)/1).
each_dynamic([], _) :- !.
each_dynamic([PI|PIs], M) :- !, each_dynamic(PI, M), each_dynamic(PIs, M).
each_dynamic((PI,PIs), M) :- !, each_dynamic(PI, M), each_dynamic(PIs, M).
each_dynamic(M:PIs, _) :- !, each_dynamic(PIs, M).
each_dynamic(as(PI, _), M) :- !, each_dynamic(PI, M).
each_dynamic(Name//Arity0, M) :- !, Arity is Arity0 + 2, each_dynamic(Name/Arity, M).
each_dynamic(PI, M) :-
    (   PI = Name/Arity, atom(Name), integer(Arity), Arity >= 0 -> true
    ;   type_error(predicate_indicator, PI, (dynamic)/1)
    ),
    functor(Head, Name, Arity),
    (   catch(M:clause(Head, _), _, false) -> true
    ;   assertz(M:(Head :- '$made_dynamic')),
        retract(M:(Head :- '$made_dynamic')),
        !
    ).

%! discontiguous(+Indicators) is det.
%
% Does nothing; as a directive it tells the loader.

discontiguous(_).

%! style_check(+Spec) is det.
%
% Does nothing.

style_check(_).

%! license(+Name) is det.
%
% Does nothing.

license(_).

%! set_stream(+Stream, +Property) is det.
%
% Does nothing.

set_stream(_, _).

?- apply(succ, [1,X]).
   X = 2.

?- call_with_time_limit(1, true).
   true.

?- call_with_time_limit(1, fail).
   false.

?- dynamic(added_here/1), \+ added_here(_).
   true.
