/** The tracer: a goal is run step by step and each step is printed.

```
?- trace(grandparent(tom, X)).
   call  [1] grandparent(tom, _A)
   call    [2] parent(tom, _B)
   exit    [2] parent(tom, bob)
   call    [2] parent(bob, _A)
   exit!   [2] parent(bob, ann)
   exit  [1] grandparent(tom, ann)
   X = ann
```

A goal is called, and exits with a solution or fails; `redo` says that another solution is looked for,
`throw` that an exception passes through it. `exit!` is an exit that leaves no alternative. The number
is the depth of the call.

The clauses are those of consulted and of dynamic predicates. Everything else (what is built in, native or
of a library) is one step, except that the goals which well-known predicates get as arguments are traced
too. The answers are those of the goal itself.
*/

:- module(cl_trace, [trace/1, trace/2, trace_lines/3]).

:- use_module(library(error)).
:- use_module(library(cl_arguments)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(cl_layout)).
:- use_module(library(cl_metas)).
:- use_module(library(cl_program)).
:- use_module(library(cl_host)).

:- meta_predicate(trace(0)).
:- meta_predicate(trace(0, ?)).
:- meta_predicate(trace_lines(0, ?, ?)).

:- dynamic(printed/1).
:- dynamic(stored/1).

%! trace(:Goal) is nondet.
%
% The same as Goal, and prints each step on the way.

trace(Goal) :- traced_goal(Goal, [], output).

%! trace(:Goal, +Options:list) is nondet.
%
% The same, with options: `depth(N)` prints calls down to depth N only; `ports(Ports)` prints only these of
% `call`, `exit`, `redo`, `fail`, `exception`; `only(Indicators)` prints only calls of these predicates, each
% given as `Name/Arity` or as a name; `limit(N)` prints at most N lines, 10,000 unless told otherwise;
% `variable_names(VNs)` names variables of Goal by a list of `Name=Variable`.

trace(Goal, Options) :- traced_goal(Goal, Options, output).

%! trace_lines(:Goal, +Options:list, -Lines:list) is det.
%
% Lines are the lines that trace/2 prints until Goal has no further answer, as strings. An exception of
% Goal ends them.

trace_lines(Goal, Options, Lines) :-
    retractall(stored(_)),
    in_name_of(( user_goal(Goal, _), known_options(Options) ), trace_lines/3),
    (   catch(cl_trace:traced_goal(Goal, Options, store), _, false), false
    ;   findall(Line, ( stored(Cs), string_terms:string_of(Cs, Line) ), Lines),
        retractall(stored(_))
    ).

traced_goal(Goal0, Options, Sink) :-
    user_goal(Goal0, Goal),
    known_options(Options),
    option(depth(Depth), Options, depth(1000000)),
    option(limit(Limit), Options, limit(10000)),
    option(ports(Ports), Options, ports([call,exit,redo,fail,exception])),
    option(only(Only), Options, only(all)),
    option(variable_names(VNs), Options, variable_names([])),
    append(VNs, _, Names),
    retractall(printed(_)),
    assertz(printed(0)),
    read_again,
    traced(Goal, 0, env(Names, Depth, Limit, Ports, Only, Sink)).

% limited(+Goal, +Depth): the same as Goal, without calls below Depth: these fail. The greatest depth that a call had is
% `trace_deepest` (`bb_get/2`), where it has to be a number before. What is no control construct has depth 1.
limited(Goal0, Depth) :-
    plain_goal(Goal0, Goal),
    read_again,
    (   ( control(Goal) ; Goal = (\+ _) ; functor(Goal, call, _) ; once_like(Goal, _, _) ) -> D = 1
    ;   D = 0
    ),
    traced(Goal, D, env([], Depth, 0, [], all, depth)).

% watched(+Goal): the same as Goal; an exception leaves in `trace_frames` (`bb_get/2`), for the module `blame`, where it came from.
watched(Goal0) :-
    plain_goal(Goal0, Goal),
    read_again,
    traced(Goal, 0, env([], 0, 0, [], all, blame)).

blames(env(_, _, _, _, _, blame)).

% deepened(+Goal): the same as Goal, until module `blame` throws because it is too deep; it gets what led there.
deepened(Goal0) :-
    plain_goal(Goal0, Goal),
    read_again,
    traced(Goal, 0, env([], 0, 0, [], all, below([]))).

% below(+Frame, +Env0, -Env): Env is that of what Frame (`goal(Goal)`, `place(Place)`) leads to.
below(Frame, Env0, Env) :-
    (   Env0 = env(Names, Depth, Limit, Ports, Only, below(Path)) -> Env = env(Names, Depth, Limit, Ports, Only, below([Frame|Path]))
    ;   Env = Env0
    ).

control((_,_)).
control((_;_)).
control((_->_)).
control(*->(_, _)).

known_options(Options) :-
    in_name_of(must_be(list, Options), trace/2),
    (   member(O, Options), \+ known_option(O) -> domain_error(trace_option, O, trace/2)
    ;   true
    ).

known_option(O) :- var(O), instantiation_error(trace/2).
known_option(only(Indicators)) :- indicators(Indicators).
known_option(depth(N)) :- number_from_0(N).
known_option(limit(N)) :- number_from_0(N).
known_option(ports(Ports)) :-
    catch(must_be(list, Ports), _, false),
    \+ ( member(Port, Ports), \+ ( atom(Port), memberchk(Port, [call,exit,redo,fail,exception]) ) ).
known_option(variable_names(_)).

number_from_0(N) :- integer(N), N >= 0.

indicators(Indicators) :-
    in_name_of(must_be(list, Indicators), trace/2),
    (   member(I, Indicators), \+ indicator(I) -> type_error(predicate_indicator, I, trace/2)
    ;   true
    ).

indicator(I) :- atom(I).
indicator(I) :- nonvar(I), I = Name/Arity, atom(Name), integer(Arity).

option(O, Os, Default) :-
    (   member(O, Os) -> true
    ;   O = Default
    ).

% --- the interpreter --------------------------------------------------------------------------

% traced(+Goal, +Depth, +Env, ...): runs Goal, completed with the further arguments, one level below
% Depth. A cut in Goal is local to it.

traced(G, D0, Env) :-
    ( blames(Env) -> bb_put(trace_frames, []) ; true ),
    D is D0 + 1,
    opaque(G, D, Env).
traced(C, D, Env, A) :- closed(C, [A], D, Env).
traced(C, D, Env, A, B) :- closed(C, [A,B], D, Env).
traced(C, D, Env, A1, A2, A3) :- closed(C, [A1,A2,A3], D, Env).
traced(C, D, Env, A1, A2, A3, A4) :- closed(C, [A1,A2,A3,A4], D, Env).
traced(C, D, Env, A1, A2, A3, A4, A5) :- closed(C, [A1,A2,A3,A4,A5], D, Env).
traced(C, D, Env, A1, A2, A3, A4, A5, A6) :- closed(C, [A1,A2,A3,A4,A5,A6], D, Env).
traced(C, D, Env, A1, A2, A3, A4, A5, A6, A7) :- closed(C, [A1,A2,A3,A4,A5,A6,A7], D, Env).
traced(C, D, Env, A1, A2, A3, A4, A5, A6, A7, A8) :- closed(C, [A1,A2,A3,A4,A5,A6,A7,A8], D, Env).

closed(C, As, D0, Env) :-
    D is D0 + 1,
    closed_(C, As, D, Env).

% What cannot be completed is called as it is, for the error that belongs to it.
closed_(C, As, D, Env) :-
    (   added(C, As, G) -> opaque(G, D, Env)
    ;   Call =.. [call,C|As],
        call(Call)
    ).

traced_body(Body, D, Env, S0, S) :-
    dcgs:dcg_body(Body, S0, S, G),
    traced(G, D, Env).

% opaque(+Goal, +Depth, +Env): solve/5 stops at a cut and leaves what follows it; the cut of this
% clause is then the one of Goal.

opaque(G, D, Env) :-
    (   callable_body(G) -> true
    ;   call(user:G)
    ),
    bounded(G, D, Env).

bounded(G, D, Env) :-
    solve(G, D, Env, Cut, Rest),
    (   Cut == cut -> !, bounded(Rest, D, Env)
    ;   true
    ).

% solve(+Goal, +Depth, +Env, -Cut, -Rest): Cut is `cut` if a cut was met, with Rest to be done after it.

solve(G, _, _, none, true) :- var(G), !, call(user:G).
solve(true, _, _, Cut, Rest) :- !, Cut = none, Rest = true.
solve(!, _, _, Cut, Rest) :- !, Cut = cut, Rest = true.
solve((A,B), D, Env, Cut, Rest) :-
    !,
    solve(A, D, Env, CutA, RestA),
    (   CutA == cut -> Cut = cut, Rest = (RestA,B)
    ;   solve(B, D, Env, Cut, Rest)
    ).
solve((A;B), D, Env, Cut, Rest) :- !, solve_either(A, B, D, Env, Cut, Rest).
solve((C->T), D, Env, Cut, Rest) :-
    !,
    (   opaque(C, D, Env) -> solve(T, D, Env, Cut, Rest)
    ;   false
    ).
solve(*->(C, T), D, Env, Cut, Rest) :-
    !,
    opaque(C, D, Env),
    solve(T, D, Env, Cut, Rest).
solve(G, D, Env, none, true) :- solve_goal(G, D, Env).

solve_either(A, B, D, Env, Cut, Rest) :-
    nonvar(A),
    A = (C->T),
    !,
    (   opaque(C, D, Env) -> solve(T, D, Env, Cut, Rest)
    ;   solve(B, D, Env, Cut, Rest)
    ).
solve_either(A, B, D, Env, Cut, Rest) :-
    nonvar(A),
    A = *->(C, T),
    !,
    cl_host:soft_new(Id),
    (   opaque(C, D, Env),
        cl_host:soft_set(Id),
        solve(T, D, Env, Cut, Rest)
    ;   cl_host:soft_clear(Id),
        solve(B, D, Env, Cut, Rest)
    ).
solve_either(A, _, D, Env, Cut, Rest) :- solve(A, D, Env, Cut, Rest).
solve_either(_, B, D, Env, Cut, Rest) :- solve(B, D, Env, Cut, Rest).

% A predicate of the user comes before a control predicate of the same name that is not built in.
solve_goal(\+ G, D, Env) :- !, \+ opaque(G, D, Env).
solve_goal(M:G, D, Env) :-
    !,
    (   M == user -> opaque(G, D, Env)
    ;   step(M:G, D, Env)
    ).
solve_goal(G, D, Env) :-
    G =.. [call,C|As],
    !,
    (   As == [] -> opaque(C, D, Env)
    ;   closed_(C, As, D, Env)
    ).
solve_goal(G, D, Env) :-
    (   once_like(G, G1, Else), \+ program_predicate(G) ->
        (   opaque(G1, D, Env) -> true
        ;   Else == true
        )
    ;   step(G, D, Env)
    ).

once_like(once(G), G, false).
once_like(ignore(G), G, true).

% step(+Goal, +Depth, +Env): runs Goal, which is not a control construct, with its ports.

step(G, D, Env) :-
    (   Env = env(_, Depth, _, _, _, depth) ->
        reached(D),
        D =< Depth,
        run_step(G, D, Env)
    ;   blames(Env) ->
        bb_put(trace_frames, []),
        cl_blame:harmless(G),
        catch(cl_trace:run_step(G, D, Env), E, cl_blame:raised_in(goal(G), E))
    ;   Env = env(_, _, _, _, _, below(_)) ->
        cl_blame:harmless(G),
        below(goal(G), Env, Env1),
        run_step(G, D, Env1)
    ;   silent(D, Env) -> cl_program:run(G)
    ;   ports(G, D, Env)
    ).

ports(G, D, Env) :-
    port(call, G, D, Env),
    (   '$get_b_value'(B0),
        catch(cl_trace:run_step(G, D, Env), E, cl_trace:raised(E, G, D, Env)),
        '$get_b_value'(B),
        (   B == B0 -> !, port(det_exit, G, D, Env)
        ;   (   port(exit, G, D, Env)
            ;   port(redo, G, D, Env),
                false
            )
        )
    ;   port(fail, G, D, Env),
        false
    ).

% reached(+Depth): a call was as deep as that.
reached(D) :-
    bb_get(trace_deepest, Deepest),
    (   D > Deepest -> bb_put(trace_deepest, D)
    ;   true
    ).

raised(E, G, D, Env) :-
    port(exception(E), G, D, Env),
    throw(E).

run_step(G, D, Env) :-
    (   G \= _:_, program_predicate(G), \+ bottom_up(G) ->
        program_clauses(G, Clauses),
        run_clauses(Clauses, G, D, Env)
    ;   entered(G, D, Env, G1) -> cl_program:run(G1)
    ;   cl_program:run(G)
    ).

run_clauses(Clauses, G, D0, Env) :-
    D is D0 + 1,
    ( Env = env(_, _, _, _, _, below(Path)) -> cl_blame:not_too_deep(D, Path) ; true ),
    alternative(Clauses, clause(G, Body, Place)),
    (   blames(Env) ->
        catch(cl_trace:solve(Body, D, Env, Cut, Rest), E, cl_blame:raised_in(place(Place), E)),
        (   Cut == cut -> !, catch(cl_trace:bounded(Rest, D, Env), E, cl_blame:raised_in(place(Place), E))
        ;   true
        )
    ;   below(place(Place), Env, Env1),
        solve(Body, D, Env1, Cut, Rest),
        (   Cut == cut -> !, bounded(Rest, D, Env1)
        ;   true
        )
    ).

% The last element leaves no choice point.
alternative([X|Xs], Y) :- alternative_(Xs, X, Y).

alternative_([], X, X).
alternative_([_|_], X, X).
alternative_([X|Xs], _, Y) :- alternative_(Xs, X, Y).

% entered(+Goal0, +Depth, +Env, -Goal): Goal has traced closures in place of the meta-arguments of Goal0.

entered(G0, D, Env, G) :-
    functor(G0, Name, Arity),
    enters(Name),
    meta_arguments(Name, Arity, Specs),
    G0 =.. [_|As0],
    closures(Specs, As0, D, Env, As),
    G =.. [Name|As].

closures([], [], _, _, []).
closures([Spec|Specs], [A0|As0], D, Env, [A|As]) :-
    closure(Spec, A0, D, Env, A),
    closures(Specs, As0, D, Env, As).

closure(?, A, _, _, A) :- !.
closure(_, A, _, _, A) :- \+ callable(A), !.
closure(^, A0, D, Env0, Hidden^A) :- !,
    Env0 = env(Names0, Depth, Limit, Ports, Only, Sink),
    term_variables(A0, Vs),
    closed_names(Names0, Vs, Hidden, Names),
    under_prefix(A0, D, env(Names, Depth, Limit, Ports, Only, Sink), A).
closure(//, A, D, Env, cl_trace:traced_body(A, D, Env)) :- !.
closure(_, A, D, Env, cl_trace:traced(A, D, Env)).

under_prefix(A0, D, Env, A) :-
    (   nonvar(A0), A0 = V^A1 -> A = V^A2, under_prefix(A1, D, Env, A2)
    ;   A = cl_trace:traced(A0, D, Env)
    ).

% No variable may become free for bagof/3 by being named: names of variables that are not in the goal
% are kept without them, and new names go to the list Hidden.
closed_names(Names, _, Hidden, Hidden1) :- var(Names), !, Hidden1 = Hidden.
closed_names([Name=V|Names0], Vs, Hidden, [Name=W|Names]) :-
    (   var(V), member(V1, Vs), V1 == V -> W = V
    ;   W = taken
    ),
    closed_names(Names0, Vs, Hidden, Names).

% Those whose goals run at once and as they stand. freeze/2 and the like keep theirs for later; an
% inference limit would count the tracer's steps.
enters(findall).
enters(bagof).
enters(setof).
enters(aggregate_all).
enters(aggregate).
enters(forall).
enters(foreach).
enters(not).
enters(catch).
enters(call_cleanup).
enters(setup_call_cleanup).
enters(call_nth).
enters(countall).
enters(time).
enters(maplist).
enters(foldl).
enters(include).
enters(exclude).
enters(partition).
enters(convlist).
enters(predsort).
enters(tfilter).
enters(tpartition).
enters(map_list_to_pairs).
enters(phrase).
enters(call_dcg).
enters(findnsols).
enters(limit).
enters(offset).
enters(order_by).
enters(distinct).
enters(apply).
enters(with_output_to).
enters(call_with_time_limit).
enters(>>).

% --- ports ------------------------------------------------------------------------------------

silent(D, env(_, Depth, Limit, _, _, _)) :-
    (   D > Depth -> true
    ;   printed(N), N > Limit
    ).

port(Port, G, D, Env) :-
    Env = env(Names, _, Limit, Ports, Only, Sink),
    (   wanted(Port, Ports), selected(Only, G), printed(N), N =< Limit ->
        (   N =:= Limit ->
            number_chars(Limit, LimitCs),
            append(["% The trace ends here, after ",LimitCs," lines."], Line)
        ;   port_line(Port, G, D, Names, Line)
        ),
        N1 is N + 1,
        retractall(printed(_)),
        assertz(printed(N1)),
        sent(Sink, Line)
    ;   true
    ).

sent(output, Line) :- write_lines([Line], user_output).
sent(store, Line) :- assertz(stored(Line)).

wanted(call, Ports) :- memberchk(call, Ports).
wanted(exit, Ports) :- memberchk(exit, Ports).
wanted(det_exit, Ports) :- memberchk(exit, Ports).
wanted(redo, Ports) :- memberchk(redo, Ports).
wanted(fail, Ports) :- memberchk(fail, Ports).
wanted(exception(_), Ports) :- memberchk(exception, Ports).

selected(all, _) :- !.
selected(Only, G0) :-
    (   G0 = _:G -> true
    ;   G = G0
    ),
    functor(G, Name, Arity),
    (   memberchk(Name/Arity, Only) -> true
    ;   memberchk(Name, Only)
    ).

port_line(Port, G, D, Names, Line) :-
    label(Port, Label),
    indentation(D, Indentation),
    number_chars(D, Depth),
    meant(G, Meant),
    named_text(Meant, Names, Text),
    ball(Port, Names, Ball),
    append(["   ",Label,Indentation,"[",Depth,"] ",Text|Ball], Line).

% meant(+Goal0, -Goal): Goal0 is Goal, or stands in for it since goals are expanded.
meant(G0, G) :-
    (   nonvar(G0), G0 = M:_, atom(M), '$foreign_call'(module_is_ours, [M], 1),
        catch(user:goal_expansion(G1, G0), _, false), nonvar(G1), functor(G1, Name, Arity), '$built_in_property'(Name, Arity) ->
        G = G1
    ;   G = G0
    ).

label(call, "call  ").
label(exit, "exit  ").
label(det_exit, "exit! ").
label(redo, "redo  ").
label(fail, "fail  ").
label(exception(_), "throw ").

ball(Port, Names, Ball) :-
    (   Port = exception(E0) ->
        (   nonvar(E0), E0 = error(E, _) -> true
        ;   E = E0
        ),
        named_text(E, Names, Cs),
        Ball = [": ",Cs]
    ;   Ball = []
    ).

indentation(D, Cs) :-
    N is 2 * min(D - 1, 20),
    length(Cs, N),
    blanks(Cs).

blanks([]).
blanks([' '|Cs]) :- blanks(Cs).

% named_text(+Term, ?Names, -Cs): Names is a list of Name=Variable with an open end. A variable keeps its
% name as long as the step that named it is not undone.
named_text(T0, Names, Cs) :-
    abridged(T0, T),
    term_variables(T, Vs),
    names_of(Vs, Names, VNs),
    abridged_text(T, VNs, Cs).

names_of([], _, []).
names_of([V|Vs], Names, [Name=V|VNs]) :-
    name_of(Names, V, 0, Name),
    names_of(Vs, Names, VNs).

name_of(Names, V, N, Name) :-
    (   var(Names) ->
        new_name(N, Name),
        Names = [Name=V|_]
    ;   Names = [Name0=W|Names1],
        (   W == V -> Name = Name0
        ;   N1 is N + 1,
            name_of(Names1, V, N1, Name)
        )
    ).

new_name(N, Name) :-
    Code is 0'A + N mod 26,
    char_code(C, Code),
    M is N // 26,
    (   M =:= 0 -> Cs = [C]
    ;   number_chars(M, Ds),
        Cs = [C|Ds]
    ),
    atom_chars(Name, ['_'|Cs]).

?- assertz(mother(eve, ann)), assertz(mother(ann, kim)), trace_lines(mother(eve, _), [], Lines).
   Lines = ["   call  [1] mother(eve, _A)","   exit! [1] mother(eve, ann)"].

?- trace_lines(( member(X, [1,2]), X > 1 ), [ports([exit,fail])], Lines).
   Lines = ["   exit  [1] member(1, [1, 2])","   fail  [1] 1>1","   exit! [1] member(2, [1, 2])","   exit! [1] 2>1"].

?- trace_lines(X is a + 1, [ports([exception])], Lines).
   Lines = ["   throw [1] _A is a+1: type_error(evaluable, a/0)"].

?- trace_lines(1, [], _).
   error(type_error(callable,1),trace_lines/3).

?- trace_lines(true, [foo], _).
   error(domain_error(trace_option,foo),trace_lines/3).

?- trace(true, [depth(-1)]).
   error(domain_error(trace_option,depth(-1)),_).

?- trace(true, [ports([foo])]).
   error(domain_error(trace_option,ports([foo])),_).
