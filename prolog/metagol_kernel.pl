/** The fast search: native code that asks for what only Prolog knows.

It gives the same programs in the same order as `metagol.pl`. It gets the task as text, and what the background says
when it needs it: the rows of facts at once, other goals on demand, many at a time. It remembers all answers.

```
?- metagol_kernel:rows(member(X,[a,b,c]), 0, 2, 1000, Rows, End).
   Rows = [[a],[b]], End = more.
```
*/

:- module(metagol_kernel, [found/2]).

:- use_module(library(internal_mil)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(cl_clauses)).
:- use_module(library(metagol_background)).
:- use_module(library(metagol_clauses)).
:- use_module(library(metagol_options)).
:- use_module(library(metagol_setup)).
:- use_module(library(metagol_text)).
:- use_module(library(prove_calls)).
:- use_module(library(cl_asserted), []).

% guard(Number, Variables, Goal): the guard of a metarule or of interpreted background.
:- dynamic(guard/3).

%! found(+Task, -Result) is nondet.
%
% Each program(Program) that solves Task, and at last `exhausted(Inferences,Milliseconds)` or `metagol_stop(Limit)`.

found(Task, Result) :-
    made_ready(Task, Base, Examples),
    setup_call_cleanup(mil_open(Base, Examples, Kernel), served(Kernel, Task, Result), mil_close(Kernel)).

% served(+Kernel, +Task, -Result): what a step needs of memory is given back.
served(Kernel, Task, Result) :-
    mil_next(Kernel, State, N),
    (   State == goals ->
        \+ \+ answered(Kernel, Task),
        served(Kernel, Task, Result)
    ;   State == level ->
        \+ \+ level(N, Task),
        served(Kernel, Task, Result)
    ;   State == trace ->
        \+ \+ ( mil_said(Kernel, Event), Task = task(_,_,_,_,_,_,Metarules,_), print_event(Event, Metarules) ),
        served(Kernel, Task, Result)
    ;   mil_said(Kernel, Said),
        ended(State, Said, Kernel, Task, Result)
    ).

ended(solution, program(Program), Kernel, Task, Result) :-
    (   Result = program(Program)
    ;   served(Kernel, Task, Result)
    ).
ended(exhausted, searched(Inferences,Milliseconds), _, _, exhausted(Inferences,Milliseconds)).
ended(limit, Limit, _, _, metagol_stop(Limit)).
ended(failed, error(E,Goal0), _, Task, _) :-
    (   Goal0 = guard(I,Vs), guard(I, Vs, Goal) -> true
    ;   Goal = Goal0
    ),
    (   ( E == limit ; subsumes_term(error(resource_error(inferences),_), E) ; E == resource_error(inferences) ) ->
        goal_limit(Task, N),
        background_error(limit(N), Goal)
    ;   background_error(E, Goal)
    ).

goal_limit(task(_,_,_,_,_,_,_,Options), N) :- option(goal_inferences(N), Options).

% level(+N, +Task): programs of N clauses from now on.
level(N, Task) :-
    Task = task([[Target|_]|_],_,_,_,_,_,_,Options),
    print_level(N, Options),
    option(max_inv_preds(MaxInvented), Options),
    Most is min(N - 1, MaxInvented),
    metagol:announce(Target, Most).

% --- the task ---------------------------------------------------------------------------------

% made_ready(+Task, -Base, -Examples): the kernel is given Examples for a task that is like Base besides. What the program says stays
% in the kernel as long as it says the same.
made_ready(Task, Base, examples(Positives,Negatives,Options)) :-
    Task = task(Positives,Negatives,_,_,_,_,_,Options0),
    (   Options0 = [title(_),kept(Id),Typed|Options],
        Id \== none,
        bb_get(metagol_kept_base, kept(Id,Typed,Base,Libraries)),
        all_of_libraries(Libraries) ->
        true
    ;   kernel_options(Options0, Options),
        task_base(Task, Options, Base)
    ).

task_base(Task, Options1, Base) :-
    Task = task(_,_,Body0,Head,Compiled,Ibk0,Metarules0,Options0),
    bb_put(metagol_kept_base, none),
    retractall(guard(_, _, _)),
    with_numbers(Ibk0, 1, I, Ibk),
    with_numbers(Metarules0, I, _, Metarules),
    (   option(prover(_), Options0) ->
        % What the background means is the prover's to say.
        asked_rows(Body0, Body),
        Options = Options1,
        Libraries = []
    ;   with_rows(Body0, Body),
        findall(Goal, metagol_kernel:asked_goal(Body, Compiled, Ibk0, Metarules0, Goal), Goals),
        background_clauses(Goals, Clauses0, Libraries),
        findall(clause(guard(I1,Vs),Guard), guard(I1, Vs, Guard), Guards),
        append(Guards, [clause(functest(Atom,Test,Condition),func_test(Atom,Test,Condition))|Clauses0], Clauses1),
        % Guards may ask what kinds of predicates there are.
        (   Guards == [] -> Clauses = Clauses1
        ;   findall(clause('$type'(P,A,Kind),true), metagol:type(P, A, Kind), Kinds),
            append(Kinds, Clauses1, Clauses)
        ),
        Options = [clauses(Clauses),libraries(Libraries)|Options1]
    ),
    Told = task([],[],Body,Head,Compiled,Ibk,Metarules,Options),
    (   Options0 = [title(_),kept(Id),Typed|_], Id \== none, \+ ( member(body(P,A,_), Body0), changing(P, A) ) ->
        mil_base(Told, 1, Base),
        findall(PI, ( member(PI, Libraries), \+ metagol_kernel:of_system(PI) ), Changeable),
        bb_put(metagol_kept_base, kept(Id,Typed,Base,Changeable))
    ;   mil_base(Told, 0, Base)
    ).

changing(P, A) :-
    functor(Head, P, A),
    catch(predicate_property(user:Head, dynamic), _, false).

% What nobody can define anew.
of_system(P/A) :-
    functor(Head, P, A),
    catch(predicate_property(user:Head, built_in), _, false).

all_of_libraries([]).
all_of_libraries([P/A|PIs]) :-
    metagol_clauses:of_library(P, A),
    all_of_libraries(PIs).

asked_rows([], []).
asked_rows([body(P,A,Types)|Body0], [body(P,A,Types,asked)|Body]) :- asked_rows(Body0, Body).

% asked_goal(+Body, +Compiled, +Ibk, +Metarules, -Goal): what Prolog would be asked, a goal or Name/Arity.
asked_goal(Body, _, _, _, P/A) :- member(body(P,A,_,asked), Body).
asked_goal(_, Compiled, _, _, PI) :- member(PI, Compiled).
asked_goal(_, _, _, _, func_test/3).
asked_goal(_, _, Ibk, Metarules, Goal) :-
    (   member(ibk(_,_,Body,Guard), Ibk)
    ;   member(metarule(_,_,_,Body,Guard), Metarules)
    ),
    (   member(@(Goal), Body)
    ;   Guard = goal(Goal)
    ).

with_rows([], []).
with_rows([body(P,A,Types)|Body0], [body(P,A,Types,Rows)|Body]) :-
    (   fact_rows(P, A, Rows0) -> Rows = Rows0
    ;   Rows = asked
    ),
    with_rows(Body0, Body).

% Each example and each clause has variables of its own: so they are written one by one into one term.
with_numbers([], I, I, []).
with_numbers([Clause0|Clauses0], I0, I, [Clause|Clauses]) :-
    (   Clause0 = ibk(Id,Head,Body,Guard), Clause = ibk(Id,Head,Body,Number), Whole = r(Head,Body)
    ;   Clause0 = metarule(Name,Subs,Head,Body,Guard), Clause = metarule(Name,Subs,Head,Body,Number), Whole = r(Subs,Head,Body)
    ),
    !,
    (   Guard = goal(Goal) ->
        % The less a guard depends on, the more often its answers are known.
        term_variables(Whole, Vs0),
        term_variables(Goal, Gs),
        common(Vs0, Gs, Vs),
        assertz(guard(I0, Vs, Goal)),
        Number = guard(I0,Vs)
    ;   Number = none
    ),
    I1 is I0 + 1,
    with_numbers(Clauses0, I1, I, Clauses).

% common(+Variables, +Others, -Common)
common([], _, []).
common([V|Vs], Others, Common) :-
    (   member(Other, Others), Other == V -> Common = [V|Common1]
    ;   Common = Common1
    ),
    common(Vs, Others, Common1).

% kernel_options(+Options0, -Options): those that are terms of their own.
kernel_options([], []).
kernel_options([Option|Options0], Options) :-
    (   only_here(Option) -> Options = Options1
    ;   Options = [Option|Options1]
    ),
    kernel_options(Options0, Options1).

only_here(title(_)).
only_here(kept(_)).
only_here(prover(_)).

% fact_rows(+Name, +Arity, -Rows): all that is true, if that is a list of ground facts and not too long; or `facts`, if
% the host has it already.
fact_rows(P, A, Rows) :-
    functor(Head, P, A),
    Head =.. [_|Args],
    (   changing(P, A) ->
        findall(Args-Body, catch(cl_asserted:clause_of(user:Head, Body), _, false), Facts)
    ;   cl_clauses:consulted(P, A),
        (   \+ load_hooks:expansions_said, cl_clauses:plain_facts(P, A) -> Facts = kept
        ;   findall(Args-Body, fact(P/A, Head, Body), Facts)
        )
    ),
    (   Facts == kept -> Rows = facts
    ;   length(Facts, Length),
        Length =< 10000,
        rows_of(Facts, Rows)
    ).

fact(PI, Head, Body) :-
    cl_clauses:source_term(user:PI, Term0, _, _),
    cl_clauses:meaning(user, Term0, Term),
    (   ( Term = Head ; Term = user:Head ) -> Body = true
    ;   % A clause; of a tabled predicate it is several.
        Body = false
    ).

rows_of([], []).
rows_of([Args-Body|Facts], [Args|Rows]) :-
    Body == true,
    ground(Args),
    rows_of(Facts, Rows).

% --- answers ----------------------------------------------------------------------------------

answered(Kernel, Task) :-
    mil_said(Kernel, Asked),
    % Values that several goals share may stand before them.
    (   Asked = with(Values,Goals) -> given(Values)
    ;   Goals = Asked
    ),
    goal_limit(Task, Limit),
    Task = task(_,_,_,_,_,_,_,Options),
    answers(Goals, Options, Limit, Answers),
    mil_answer(Kernel, Answers).

given([]).
given([Value-Value|Values]) :- given(Values).

answers([], _, _, []).
answers([q(Goal0,Skip,Most)|Goals], Options, Limit, [a(Rows,End)|Answers]) :-
    ( atom_of_background(Goal0) -> proving(Options, Goal0, Goal) ; Goal = Goal0 ),
    % What the proof took of memory is given back.
    findall(Rows0-End0, metagol_kernel:rows(Goal, Skip, Most, Limit, Rows0, End0), [Rows-End]),
    answers(Goals, Options, Limit, Answers).

atom_of_background(Goal) :- Goal \= guard(_,_), Goal \= functest(_,_,_).

% rows(+Goal, +Skip, +Most, +Limit, -Rows, -End): the answers of Goal after the first Skip, at most Most, each a list of
% what its variables are. End: `end` (there are no more), `more` (perhaps), `limit`, or error(E).
rows(Goal, Skip, Most, Limit, Rows, End) :-
    term_variables(Goal, Vs),
    rows(Goal, Vs, Skip, Most, Limit, Rows0, End0),
    bb_get(metagol_answers, Count),
    (   ( End0 == end ; End0 == more ) -> Rows = Rows0, End = End0
    ;   Count > Skip ->
        % Those before the error.
        Before is Count - Skip,
        Enough is 2 * Limit,
        rows(Goal, Vs, Skip, Before, Enough, Rows, _),
        End = End0
    ;   Rows = [],
        End = End0
    ).

rows(Goal, Vs, Skip, Most, Limit, Rows, End) :-
    Last is Skip + Most,
    bb_put(metagol_answers, 0),
    catch(within(Limit, findall(Vs, metagol_kernel:answer(Goal, Skip, Last), Rows0), R), E, true),
    bb_get(metagol_answers, Count),
    (   nonvar(E) -> Rows = [], End = error(E)
    ;   R == inference_limit_exceeded -> Rows = [], End = limit
    ;   Count >= Last -> Rows = Rows0, End = more
    ;   Rows = Rows0, End = end
    ).

answer(Goal, Skip, Last) :-
    Last > 0,
    called(Goal),
    bb_get(metagol_answers, Count0),
    Count is Count0 + 1,
    bb_put(metagol_answers, Count),
    ( Count >= Last -> ! ; true ),
    Count > Skip.

called(Goal) :-
    (   Goal = guard(I,Vs), guard(I, Vs, Guard) -> call(user:Guard)
    ;   Goal = functest(Atom,Test,Condition) -> user:func_test(Atom, Test, Condition)
    ;   call(user:Goal)
    ).

% --- examples ---------------------------------------------------------------------------------

?- metagol_kernel:rows(member(X,[1,2,3]), 1, 5, 1000, Rows, End).
   Rows = [[2],[3]], End = end.

?- metagol_kernel:rows(( X = 1 ; throw(oops) ), 0, 5, 1000, Rows, End).
   Rows = [[1]], End = error(oops).

?- metagol_kernel:rows(( X = f(_) ; repeat, false ), 0, 5, 1000, Rows, End).
   Rows = [[f(_A),_A]], End = limit.
