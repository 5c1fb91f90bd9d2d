/** Control as in SWI-Prolog: what library(iso_ext) does not have.

```
?- ignore(fail), \+ not(true).
   true.
```
*/

:- module(swi_control, [(*->)/2, ignore/1, not/1, tnot/1, apply/2, call_dcg/3, catch_with_backtrace/3,
                        call_with_time_limit/2, call_with_depth_limit/3, setup_call_catcher_cleanup/4, current_predicate/2,
                        thread_self/1, garbage_collect/0, source_location/2, source_file/1, exists_source/1,
                        load_files/2, expects_dialect/1, noprotocol/0, noprofile/1, non_terminal/1, det/1,
                        (volatile)/1, context_module/1, divmod/4, nth_integer_root_and_remainder/4, assert/1, (dynamic)/1,
                        (discontiguous)/1, style_check/1, set_stream/2, license/1, abort/0, source_file/2, call_cleanup/3,
                        sig_atomic/1, notrace/0, notrace/1, tracing/0, redefine_system_predicate/1, compile_predicates/1,
                        copy_predicate_clauses/2, import_module/2, default_module/2, (@)/2]).

:- use_module(library(error)).
:- use_module(library(iso_ext)).
:- use_module(library(lists), [append/3, memberchk/2]).
:- use_module(library(swi_calls), [called/1]).

%! *->(:Condition, :Then) is nondet.
%
% Without Else, a soft cut is a conjunction in which cuts are local.

:- meta_predicate(*->(0, 0)).

*->(Condition, Then) :- call(Condition), call(Then).

%! @(+Goal, +Module:atom) is nondet.
%
% Calls Goal, where what its arguments are, goals or clauses, is meant in Module: `@(assertz(fact(1)), facts)`.

% Goal is no goal for the expansion of goals: it would be one of the module in which it stands.
@(Goal0, Module) :-
    stripped(Goal0, user, M, Goal1),
    (   ( var(Goal1) ; var(Module) ) -> instantiation_error((@)/2)
    ;   \+ atom(Module) -> type_error(module, Module, (@)/2)
    ;   \+ callable(Goal1) -> type_error(callable, Goal1, (@)/2)
    ;   named_there(Goal1, Module, Goal),
        called(M:Goal)
    ).

% named_there(+Goal0, +Module, -Goal): the arguments of Goal0 that are goals or clauses have the name of Module.
named_there(Goal0, Module, Goal) :-
    functor(Goal0, Name, Arity),
    (   ( clauses_in(Name, Arity, Specs) ; cl_metas:meta_arguments(Name, Arity, Specs) ) ->
        Goal0 =.. [_|Args0],
        each_there(Specs, Args0, Name, Module, Args),
        Goal =.. [Name|Args]
    ;   Goal = Goal0
    ).

each_there([], [], _, _, []).
each_there([Spec|Specs], [Arg0|Args0], Name, Module, [Arg|Args]) :-
    (   Spec == (?) -> Arg = Arg0
    ;   % What is called in a conjunction stands in the clause, as Goal does.
        memberchk(Name, [',',;,->,*->,\+]) -> Arg = @(Arg0, Module)
    ;   Arg = Module:Arg0
    ),
    each_there(Specs, Args0, Name, Module, Args).

clauses_in(assert, 1, [:]). clauses_in(asserta, 1, [:]). clauses_in(assertz, 1, [:]). clauses_in(retract, 1, [:]).
clauses_in(retractall, 1, [:]). clauses_in(abolish, 1, [:]). clauses_in(dynamic, 1, [:]). clauses_in(clause, 2, [:,?]).
clauses_in(predicate_property, 2, [:,?]).

stripped(Goal0, M0, M, Goal) :-
    (   nonvar(Goal0), Goal0 = M1:Goal1, atom(M1) -> stripped(Goal1, M1, M, Goal)
    ;   M = M0,
        Goal = Goal0
    ).

?- @(assertz(only_there(1)), elsewhere), elsewhere:only_there(X), @(member(Y, [a]), elsewhere).
   X = 1, Y = a.

?- @(true, _).
   error(instantiation_error,(@)/2).

%! ignore(:Goal) is det.
%
% Calls Goal once; true if it fails, too.

:- meta_predicate(ignore(0)).

ignore(Goal) :- ( call(Goal) -> true ; true ).

%! tnot(:Goal) is semidet.
%
% Goal, a call of a tabled predicate, has no answers. There are no undefined answers here: it is an error if whether Goal has any
% depends on tables that are not complete, as in a loop through negation.

:- meta_predicate(tnot(:)).

tnot(Goal) :-
    Goal = M:G,
    (   var(G) -> instantiation_error(tnot/1)
    ;   \+ callable(G) -> type_error(callable, G, tnot/1)
    ;   catch(\+ \+ table_wrapper:tabled(G, M), _, false) -> swi_moded_tables:without_answers(M:G)
    ;   functor(G, Name, Arity),
        throw(error(permission_error(tnot, non_tabled_procedure, Name/Arity), tnot/1))
    ).

%! setup_call_catcher_cleanup(:Setup, :Goal, ?Catcher, :Cleanup) is nondet.
%
% setup_call_cleanup/3, in which Cleanup is called if Catcher unifies with how Goal has ended: `exit`, `fail`, `!` if a cut has
% ended it, or `exception(Error)`.

:- meta_predicate(setup_call_catcher_cleanup(0, 0, ?, 0)).

:- dynamic(last_call/1).
:- dynamic(ending/2).

setup_call_catcher_cleanup(Setup, Goal, Catcher, Cleanup) :-
    ( retract(last_call(N0)) -> true ; N0 = 0 ),
    N is N0 + 1,
    asserta(last_call(N)),
    setup_call_cleanup(Setup, watched(Goal, N), ended(N, Catcher, Cleanup)).

watched(Goal, N) :-
    catch(call_cleanup(Goal, Done = true), E, ( asserta(ending(N, exception(E))), throw(E) )),
    ( Done == true -> !, asserta(ending(N, exit)) ; true ).
watched(_, N) :-
    asserta(ending(N, fail)),
    false.

ended(N, Catcher, Cleanup) :-
    ( retract(ending(N, How)) -> true ; How = ! ),
    ( Catcher = How -> ignore(Cleanup) ; true ).

%! current_predicate(?Name, :Head) is nondet.
%
% There is a predicate Name of the program, or one that it has imported, which Head is a call of.

:- meta_predicate(current_predicate(?, :)).

current_predicate(Name, Head0) :-
    strip(Head0, user, M, Head),
    (   var(Head) -> true
    ;   callable(Head) -> functor(Head, Name, Arity)
    ;   type_error(callable, Head, current_predicate/2)
    ),
    cl_engine:provided(swi_properties),
    swi_properties:current(M:Name/Arity),
    functor(Head, Name, Arity).

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
        % The program may have nothing else of SWI-Prolog.
        cl_engine:provide_swi,
        called(M:Goal1)
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

%! call_with_depth_limit(:Goal, +Limit:integer, -Result) is nondet.
%
% The same as Goal, with Result the depth of the deepest call, where Goal itself has depth 1. Calls deeper than Limit fail;
% if Goal fails after such a call, Result is `depth_limit_exceeded`. Predicates of the program and the goals that well-known
% predicates get are followed, as by the tracer; a call of anything else is one step.

:- meta_predicate(call_with_depth_limit(0, ?, ?)).

call_with_depth_limit(Goal, Limit, Result) :-
    (   var(Limit) -> instantiation_error(call_with_depth_limit/3)
    ;   integer(Limit) -> true
    ;   type_error(integer, Limit, call_with_depth_limit/3)
    ),
    cl_engine:provided(cl_trace),
    (   bb_get(trace_deepest, Outer) -> true
    ;   Outer = 0
    ),
    (   bb_put(trace_deepest, 0),
        cl_trace:limited(Goal, Limit),
        bb_get(trace_deepest, Deepest),
        Result is max(1, Deepest)
    ;   bb_get(trace_deepest, Deepest),
        bb_put(trace_deepest, Outer),
        Deepest > Limit,
        Result = depth_limit_exceeded
    ).

%! thread_self(-Id) is det.
%
% There is one thread, `main`.

thread_self(main).

%! source_location(-File:atom, -Line:integer) is semidet.
%
% The clause or directive that is being loaded begins there.

source_location(File, Line) :-
    loader:prolog_load_context(source, _),
    load_text:place(File, Line).

%! source_file(?File:atom) is nondet.
%
% File has been loaded and defines predicates.

source_file(File) :-
    cl_engine:provided(cl_clauses),
    cl_clauses:defining_files(Files),
    lists:member(File, Files).

%! source_file(?Head, ?File:atom) is nondet.
%
% File, a path from the root, has the clauses of the predicate of Head, which may have a module.

source_file(Head, File) :-
    ( nonvar(Head), Head = M:H -> true ; M = user, H = Head ),
    (   nonvar(H) -> functor(H, Name, Arity)
    ;   true
    ),
    cl_engine:provided(cl_clauses),
    cl_clauses:consulted_predicate(M, Name, Arity, File0),
    functor(H, Name, Arity),
    cl_engine:provided(swi_files),
    swi_files:absolute_file_name(File0, File).

%! exists_source(+Source) is semidet.
%
% Source is a file that is there, or a library that a program can import, `library(Name)`.

exists_source(Source) :-
    (   Source = library(Name) -> ( swi_syntax:swi_library(Name, _) -> true ; atom(Name), cl_modules:provide(Name) )
    ;   cl_engine:provided(swi_files),
        (   swi_files:exists_file(Source) -> true
        ;   atom(Source), atom_concat(Source, '.pl', File), swi_files:exists_file(File)
        )
    ),
    !.

%! load_files(+Files, +Options:list) is det.
%
% consult/1; with `if(not_loaded)` files that have been loaded are left as they are. Other options change nothing.

load_files(Files, Options) :-
    cl_engine:provided(cl_consult),
    (   lists:member(O, Options), ( O == if(not_loaded) ; O == if(changed) ) -> cl_consult:import_library(Files)
    ;   cl_consult:consult_files(Files)
    ).

%! expects_dialect(+Dialect:atom) is det.
%! noprotocol is det.
%
% Do nothing.

expects_dialect(_).

noprotocol.

%! noprofile(+Indicators) is det.
%! non_terminal(+Indicators) is det.
%! det(+Indicators) is det.
%! volatile(+Indicators) is det.
%
% Do nothing: what they declare changes nothing of what a right program means.

noprofile(_).

non_terminal(_).

det(_).

volatile(_).

%! context_module(-Module:atom) is det.
%
% Module is that of the clause in which this stands.

:- meta_predicate(context_module(:)).

context_module(Spec) :-
    (   nonvar(Spec), Spec = M:Module -> Module = M
    ;   Spec = user
    ).

%! divmod(+Dividend:integer, +Divisor:integer, -Quotient:integer, -Remainder:integer) is det.
%
% Quotient is `Dividend div Divisor`, and Remainder `Dividend mod Divisor`.

divmod(Dividend, Divisor, Quotient, Remainder) :-
    Quotient is div(Dividend, Divisor),
    Remainder is mod(Dividend, Divisor).

%! nth_integer_root_and_remainder(+N:integer, +I:integer, -Root:integer, -Remainder:integer) is det.
%
% Root is the greatest integer with `Root ** N + Remainder =:= I` where Remainder is not below 0; for a negative I and an odd N
% both have the opposite sign of those for `-I`.

nth_integer_root_and_remainder(N, I, Root, Remainder) :-
    must_be(integer, N),
    must_be(integer, I),
    (   N < 1 -> domain_error(not_less_than_one, N, nth_integer_root_and_remainder/4)
    ;   I >= 0 ->
        root(N, I, Root),
        Remainder is I - Root ^ N
    ;   N mod 2 =:= 1 ->
        I1 is -I,
        root(N, I1, Root1),
        Root is -Root1,
        Remainder is I - Root ^ N
    ;   throw(error(evaluation_error(undefined), nth_integer_root_and_remainder/4))
    ).

% Between a power of 2 that is too great and 0.
root(N, I, Root) :-
    (   I =:= 0 -> Root = 0
    ;   swi_arith:evaluate(msb(I), Bit),
        High is 1 << (Bit // N + 1),
        between_roots(0, High, N, I, Root)
    ).

between_roots(Low, High, N, I, Root) :-
    (   High =:= Low + 1 -> Root = Low
    ;   Middle is (Low + High) // 2,
        (   Middle ^ N =< I -> between_roots(Middle, High, N, I, Root)
        ;   between_roots(Low, Middle, N, I, Root)
        )
    ).

%! garbage_collect is det.
%
% Does nothing.

garbage_collect.

%! assert(+Clause) is det.
%
% assertz/1.

:- meta_predicate(assert(:)).

assert(Clause) :-
    cl_engine:provided(cl_asserted),
    cl_asserted:added(z, Clause).

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

%! abort is erroneous.
%
% Ends what is running, and goes back to the prompt; throws `'$aborted'`.

abort :- throw('$aborted').

%! call_cleanup(:Goal, ?Catcher, :Cleanup) is nondet.
%
% setup_call_catcher_cleanup/4 without a setup.

:- meta_predicate(call_cleanup(0, ?, 0)).

call_cleanup(Goal, Catcher, Cleanup) :- setup_call_catcher_cleanup(true, Goal, Catcher, Cleanup).

%! sig_atomic(:Goal) is semidet.
%! notrace(:Goal) is semidet.
%
% once/1: there are no signals, and nothing is traced but by trace/1.

:- meta_predicate(sig_atomic(0)).
:- meta_predicate(notrace(0)).

sig_atomic(Goal) :- once(Goal).

notrace(Goal) :- once(Goal).

%! notrace is det.
%! redefine_system_predicate(+Head) is det.
%! compile_predicates(+Indicators:list) is det.
%
% Do nothing: what a program defines takes the place of what the system has.

notrace.

redefine_system_predicate(_).

compile_predicates(_).

%! tracing is failure.
%
% Nothing is traced but by trace/1.

tracing :- false.

%! copy_predicate_clauses(:From, :To) is det.
%
% Adds the clauses of the predicate From, Name/Arity or a head, to the dynamic predicate To of the same arity.

:- meta_predicate(copy_predicate_clauses(:, :)).

copy_predicate_clauses(From, To) :-
    cl_engine:provided(cl_asserted),
    indicated(From, M0, Name0, Arity),
    indicated(To, M, Name, Arity),
    functor(Head0, Name0, Arity),
    Head0 =.. [_|Args],
    Head =.. [Name|Args],
    findall(Head-Body, cl_asserted:clause_of(M0:Head0, Body), Clauses),
    put_clauses(Clauses, M).

% indicated(+Spec, -M, -Name, -Arity): what was a variable when the call was compiled has no `user` before it.
indicated(Spec0, M, Name, Arity) :-
    ( nonvar(Spec0), Spec0 = M0:Spec -> true ; M0 = user, Spec = Spec0 ),
    (   nonvar(Spec), Spec = _:_ -> indicated(Spec, M, Name, Arity)
    ;   M = M0,
        (   nonvar(Spec), Spec = Name/Arity -> true
        ;   callable(Spec) -> functor(Spec, Name, Arity)
        ;   type_error(predicate_indicator, Spec, copy_predicate_clauses/2)
        )
    ).

put_clauses([], _).
put_clauses([Head-Body|Clauses], M) :-
    cl_asserted:added(z, M:(Head :- Body)),
    put_clauses(Clauses, M).

%! import_module(+Module:atom, -From:atom) is nondet.
%! default_module(+Module:atom, -From:atom) is nondet.
%
% Where what Module does not define is looked for: `user`, and then `system`; default_module/2 begins with Module itself.

import_module(Module, From) :-
    must_be(atom, Module),
    (   Module == user -> From = system
    ;   Module == system -> false
    ;   From = user
    ).

default_module(Module, From) :-
    (   From = Module
    ;   import_module(Module, From0),
        default_module(From0, From)
    ).

?- apply(succ, [1,X]).
   X = 2.

?- call_with_time_limit(1, true).
   true.

?- call_with_time_limit(1, fail).
   false.

?- dynamic(added_here/1), \+ added_here(_).
   true.

?- findall(How, ( member(G, [true,fail,throw(e),member(_, [1,2])]),
                  catch(ignore(once(setup_call_catcher_cleanup(true, G, End, How = End))), e, true) ), Hows).
   Hows = [exit,_A,_B,!].

?- divmod(-17, 5, Q, R), nth_integer_root_and_remainder(3, 30, Root, Rest), nth_integer_root_and_remainder(3, -30, Root1, Rest1).
   Q = -4, R = 3, Root = 3, Rest = 3, Root1 = -3, Rest1 = -3.

?- context_module(M).
   M = user.
