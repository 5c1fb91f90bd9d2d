/** Markov chain Monte Carlo: samples from a distribution that is known up to a factor.

```
?- metropolis_hastings(0, [X,Y]>>(random_between(-2,2,D), Y is X+D), [X,L]>>(L is -X*X/8), [samples(5)], Chain).
   Chain = [1,0,1,0,-2].
```

The user says what states there are, by a predicate that proposes another one, and how likely each is, by a predicate
that gives the logarithm of what it is worth. The chain goes from state to state so that in the long run it is in each
as often as that is likely: from a state S another one, S1, is proposed, and accepted with the probability

    min(1, p(S1)/p(S) * q(S1->S)/q(S->S1)),

where q are the probabilities of the proposals; else the chain stays where it is, and that counts as a step, too
(N. Metropolis et al., 1953; W. K. Hastings, Monte Carlo Sampling Methods Using Markov Chains and Their Applications,
Biometrika 57, 1970).

A program for a chain of its own, with a proposal that is not symmetric: of two neighbours on a ring of states, the
next one is proposed twice as often.

```
next(X, Y, R) :-
    random_between(1, 3, I),
    (   I =< 2 -> Y is (X + 1) mod 5, R is log(1/2)     % back is half as likely
    ;   Y is (X + 4) mod 5, R is log(2)
    ).

log_worth(X, L) :- L is log(X + 1).

?- metropolis_hastings(0, next, log_worth, [proposal(asymmetric),samples(10000)], Chain).
```

What is random depends on the option `seed(N)`, 1 by default, and on nothing else, as long as the program takes its
random numbers from library(random) or from the predicates of SWI-Prolog: the same call has the same answer. Those
predicates go on from there afterwards. Small predicates make about 100,000 steps a second.
*/

:- module(cl_mcmc, [metropolis_hastings/5, effective_sample_size/2, r_hat/2, autocorrelation/3]).

:- use_module(library(error)).
:- use_module(library(cl_host)).
:- use_module(library(internal_chains)).
:- use_module(library(lists)).
:- use_module(library(random)).

%! metropolis_hastings(?State0, :Propose, :LogTarget, +Options:list, ?Chain:list) is det.
%
% Chain is the list of states that a chain from State0 goes through. `call(Propose, State, Next)` proposes another
% state, for which there and back are equally likely, and `call(LogTarget, State, Log)` gives the natural logarithm of
% how likely a state is, up to a number that is the same for all states. Where Log is `-inf`, or LogTarget fails, the
% state is impossible. Both are called once; other answers are not asked for. LogTarget is called once for each state
% that is proposed.
%
% Options, and what they are otherwise:
%
%   - samples(N): how many states are kept; 1000.
%   - burn_in(N): the steps before the first one is kept; 0.
%   - thinning(N): the steps from one that is kept to the next; 1.
%   - seed(N): another seed makes another chain; 1.
%   - chains(N): how many chains there are, all from State0, each with random numbers of its own; 1. If there are
%     several, Chain is the list of all chains.
%   - proposal(Kind): `symmetric` or `asymmetric`; symmetric. If asymmetric, `call(Propose, State, Next, LogRatio)` is
%     made, where LogRatio is log q(Next->State) - log q(State->Next), or `-inf` if there is no way back.
%   - statistic(Goal): `call(Goal, State, Number)` gives what the diagnostics are about; the state itself, if states are
%     numbers.
%   - diagnostics(D): D is a list of samples(N), the states kept of all chains, acceptance(A), the share of proposals
%     that were accepted after the burn-in, effective_sample_size(E), r_hat(R) and autocorrelation(A), at lag 1: see
%     the predicates of these names. Those three are `undefined` if there is no statistic.
%
% The memory that it takes depends on the states that are kept, not on the steps. A state is copied: its variables are
% new ones in each state that is kept.
%
% It is an error `mh_start(State0)` if State0 is impossible, and `mh_call(What,State,Cause)` if a call for State goes
% wrong: What is `propose`, `log_ratio`, `log_target` or `statistic`, Cause is `failed`, `not_a_number(Value)` or the
% error that was raised.

metropolis_hastings(State0, Propose, LogTarget, Options, Chain) :-
    PI = metropolis_hastings/5,
    settings(Options, PI, Settings),
    Settings = settings(_,_,_,Seed,Chains,Kind,_,_),
    closure(Propose, Kind, PI, Proposal),
    closure(LogTarget, 1, PI, Target),
    Model = model(Proposal,Kind,Target),
    set_random(seed(Seed)),
    (   log_target(Model, State0, Log0), number(Log0) -> true
    ;   throw(error(mh_start(State0), PI))
    ),
    chains(Chains, Settings, Model, at(State0,Log0,0), All, 0, Accepted),
    (   Chains =:= 1 -> All = [Chain0]
    ;   Chain0 = All
    ),
    reported(Settings, All, Accepted, PI),
    Chain = Chain0.

chains(N, Settings, Model, Start, Chains, Accepted0, Accepted) :-
    (   N =:= 0 -> Chains = [], Accepted = Accepted0
    ;   Settings = settings(Samples,BurnIn,Thinning,_,_,_,_,_),
        steps(BurnIn, Model, Start, at(State,Log,_)),
        kept(Samples, Thinning, Model, at(State,Log,0), Chain, at(_,_,A)),
        Accepted1 is Accepted0 + A,
        Chains = [Chain|Chains1],
        N1 is N - 1,
        chains(N1, Settings, Model, Start, Chains1, Accepted1, Accepted)
    ).

% --- steps ------------------------------------------------------------------------------------

% What steps need of memory is given back only when Prolog goes back. So a few are made at a time, as the only answer of
% findall/3, which copies where they lead to.

% kept(+N, +Thinning, +Model, +At0, -States, -At): the next N states that are kept.
kept(N, Thinning, Model, At0, States, At) :-
    (   N =:= 0 -> States = [], At = At0
    ;   M is min(N, max(1, 256 // Thinning)),
        findall(Part-Rest-At1, kept_few(M, Thinning, Model, At0, Part, Rest, At1), [States-States1-At2]),
        N1 is N - M,
        (   progress_due ->
            number_chars(N1, Left),
            append(Left, " states still to be drawn", Line),
            progress(Line)
        ;   true
        ),
        kept(N1, Thinning, Model, At2, States1, At)
    ).

kept_few(N, Thinning, Model, At0, States0, States, At) :-
    (   N =:= 0 -> States0 = States, At = At0
    ;   steps(Thinning, Model, At0, At1),
        At1 = at(State,_,_),
        States0 = [State|States1],
        N1 is N - 1,
        kept_few(N1, Thinning, Model, At1, States1, States, At)
    ).

% steps(+N, +Model, +At0, -At): At, a term at(State,Log,Accepted), is where N steps lead to.
steps(N, Model, At0, At) :-
    (   N =< 256 -> few_steps(N, Model, At0, At)
    ;   Half is N // 2,
        Rest is N - Half,
        findall(At1, cl_mcmc:steps(Half, Model, At0, At1), [At2]),
        findall(At3, cl_mcmc:steps(Rest, Model, At2, At3), [At])
    ).

few_steps(N, Model, At0, At) :-
    (   N =:= 0 -> At = At0
    ;   step(Model, At0, At1),
        N1 is N - 1,
        few_steps(N1, Model, At1, At)
    ).

step(Model, at(State0,Log0,N0), At) :-
    proposed(Model, State0, State, Ratio),
    log_target(Model, State, Log),
    (   accepted(Log, Log0, Ratio) ->
        N is N0 + 1,
        At = at(State,Log,N)
    ;   At = at(State0,Log0,N0)
    ).

accepted(Log, Log0, Ratio) :-
    number(Log),
    number(Ratio),
    A is Log - Log0 + Ratio,
    (   A >= 0 -> true
    ;   A > -700,
        random(U),
        U < exp(A)
    ).

% --- what the user's program says -------------------------------------------------------------

proposed(model(Proposal,Kind,_), State0, State, Ratio) :-
    (   Kind == symmetric -> Ratio = 0, called(Proposal, [State0,State], Outcome)
    ;   called(Proposal, [State0,State,Ratio], Outcome)
    ),
    (   Outcome == true -> true
    ;   blame(propose, State0, Outcome)
    ),
    (   number(Ratio) -> true
    ;   Ratio == -inf -> true
    ;   blame(log_ratio, State0, not_a_number(Ratio))
    ).

% log_target(+Model, +State, -Log): Log is -inf where the state is impossible.
log_target(model(_,_,Target), State, Log) :-
    called(Target, [State,Log0], Outcome),
    (   Outcome == failed -> Log = -inf
    ;   Outcome \== true -> blame(log_target, State, Outcome)
    ;   number(Log0) ->
        % That is what `is` makes of -inf.
        (   Log0 > -1.0e308 -> Log = Log0
        ;   Log = -inf
        )
    ;   Log0 == -inf -> Log = -inf
    ;   blame(log_target, State, not_a_number(Log0))
    ).

statistic(Goal, State, Number) :-
    called(Goal, [State,Number], Outcome),
    (   Outcome \== true -> blame(statistic, State, Outcome)
    ;   number(Number) -> true
    ;   blame(statistic, State, not_a_number(Number))
    ).

blame(What, State, Outcome) :-
    (   Outcome = raised(Ball) ->
        (   nonvar(Ball), Ball = error(_,_) -> Cause = Ball
        ;   throw(Ball)
        )
    ;   Cause = Outcome
    ),
    throw(error(mh_call(What,State,Cause), metropolis_hastings/5)).

% closure(+Closure, +Added, +PI, -Goal): what has to be called for Closure with so many arguments, in SWI mode or in the
% sandbox perhaps something else. Of a proposal its kind is known.
closure(Closure, Added, PI, Goal) :-
    (   var(Closure) -> instantiation_error(PI)
    ;   callable(Closure) -> true
    ;   type_error(callable, Closure, PI)
    ),
    (   Added == asymmetric -> Arguments = [_,_,_]
    ;   Arguments = [_,_]
    ),
    Call =.. [call,Closure|Arguments],
    cl_engine:ready(Call, Ready),
    (   Ready == Call -> Goal = plain(Closure)
    ;   Goal = ready(Closure,Arguments,Ready)
    ).

% called(+Goal, +Arguments, -Outcome): Outcome is true, failed or raised(Ball).
called(Goal, Arguments, Outcome) :- catch(cl_mcmc:outcome(Goal, Arguments, Outcome), Ball, Outcome = raised(Ball)).

outcome(Goal, Arguments, Outcome) :-
    (   holds(Goal, Arguments) -> Outcome = true
    ;   Outcome = failed
    ).

holds(plain(Closure), Arguments) :- holds_plain(Arguments, Closure).
holds(ready(Closure,Arguments0,Goal0), Arguments) :-
    % The variables of the closure itself stay what they are.
    copy_term(ready(Closure,Arguments0,Goal0), ready(Closure,Arguments,Goal)),
    call(user:Goal).

holds_plain([A,B], Closure) :- call(user:Closure, A, B).
holds_plain([A,B,C], Closure) :- call(user:Closure, A, B, C).

% --- options ----------------------------------------------------------------------------------

settings(Options, PI, settings(Samples,BurnIn,Thinning,Seed,Chains,Kind,Statistic,Diagnostics)) :-
    catch(must_be(list, Options), error(E,_), throw(error(E, PI))),
    checked(Options, PI),
    reverse(Options, Last),
    setting(samples(1000), Last, Samples),
    setting(burn_in(0), Last, BurnIn),
    setting(thinning(1), Last, Thinning),
    setting(seed(1), Last, Seed),
    setting(chains(1), Last, Chains),
    setting(proposal(symmetric), Last, Kind),
    (   member(statistic(Goal), Last) -> closure(Goal, 1, PI, Closure), Statistic = goal(Closure)
    ;   Statistic = state
    ),
    (   member(diagnostics(D), Last) -> Diagnostics = wanted(D)
    ;   Diagnostics = none
    ).

checked([], _).
checked([Option|Options], PI) :-
    (   var(Option) -> instantiation_error(PI)
    ;   chain_option(Option) -> true
    ;   Option =.. [_,Value], var(Value) -> instantiation_error(PI)
    ;   domain_error(metropolis_hastings_option, Option, PI)
    ),
    checked(Options, PI).

setting(Usual, Options, Value) :-
    Usual =.. [Name,Value0],
    Option =.. [Name,Value1],
    (   member(Option, Options) -> Value = Value1
    ;   Value = Value0
    ).

% --- diagnostics ------------------------------------------------------------------------------

reported(settings(Samples,_,Thinning,_,Chains,_,Statistic,Diagnostics), All, Accepted, PI) :-
    (   Diagnostics = wanted(D) ->
        N is Samples * Chains,
        Acceptance is Accepted / (N * Thinning),
        (   Statistic == state, \+ all_numbers(All) -> Told = chains(undefined,undefined,undefined)
        ;   handed(All, 0, Statistic, PI),
            chain_diagnostics(1, Told)
        ),
        Told = chains(Size,Reduction,Correlation),
        D = [samples(N),acceptance(Acceptance),effective_sample_size(Size),r_hat(Reduction),
             autocorrelation(Correlation)]
    ;   true
    ).

all_numbers(Chains) :- \+ ( member(Chain, Chains), member(State, Chain), \+ number(State) ).

% handed(+Chains, +Which, +Statistic, +PI): hands the numbers of chains over, a few at a time.
handed([], _, _, _).
handed([Chain|Chains], Which, Statistic, PI) :-
    handed_part(Chain, Which, Statistic, PI),
    handed(Chains, 1, Statistic, PI).

handed_part(States0, Which, Statistic, PI) :-
    part(256, States0, Part, States),
    \+ \+ ( numbers(Part, Statistic, PI, Numbers), chain_values(Which, Numbers) ),
    (   States == [] -> true
    ;   handed_part(States, 2, Statistic, PI)
    ).

part(N, States0, Part, States) :-
    (   N > 0, States0 = [State|States1] ->
        Part = [State|Part1],
        N1 is N - 1,
        part(N1, States1, Part1, States)
    ;   Part = [],
        States = States0
    ).

numbers([], _, _, []).
numbers([State|States], Statistic, PI, [Float|Floats]) :-
    (   Statistic = goal(Goal) -> statistic(Goal, State, Number)
    ;   Number = State
    ),
    catch(Float is float(Number), error(E,_), throw(error(E, PI))),
    numbers(States, Statistic, PI, Floats).

%! effective_sample_size(+Chains:list, ?E) is det.
%
% E is how many independent numbers say as much about the mean as those of Chains, a list of numbers or several such
% lists of equal length, by Geyer's initial monotone sequence over all chains (A. Vehtari et al., Rank-Normalization,
% Folding, and Localization, Bayesian Analysis 16, 2021, section 3.2). It is `undefined` if no chain varies, or
% a chain has fewer than four.

effective_sample_size(Chains, E) :-
    diagnosed(Chains, 1, effective_sample_size/2, chains(E0,_,_)),
    E = E0.

%! r_hat(+Chains:list, ?R) is det.
%
% R is the potential scale reduction factor of Chains, a list of numbers or several such lists of equal length, each cut
% in two halves: it is near 1 if they all tell of the same distribution (A. Gelman and D. B. Rubin, Inference from
% Iterative Simulation, 1992). It is `undefined` if no chain varies, which may be the worst case, or one has fewer than four.

r_hat(Chains, R) :-
    diagnosed(Chains, 1, r_hat/2, chains(_,R0,_)),
    R = R0.

%! autocorrelation(+Chain:list, +Lag:integer, ?R) is det.
%
% R tells how much the numbers of Chain resemble those Lag places before, from -1 to 1. It is `undefined` if they do not
% vary, or there are no more than Lag. If Chain is a list of chains, it is the mean of theirs.

autocorrelation(Chain, Lag, R) :-
    PI = autocorrelation/3,
    (   var(Lag) -> instantiation_error(PI)
    ;   \+ integer(Lag) -> type_error(integer, Lag, PI)
    ;   Lag < 0 -> domain_error(not_less_than_zero, Lag, PI)
    ;   diagnosed(Chain, Lag, PI, chains(_,_,R0))
    ),
    R = R0.

diagnosed(Chains0, Lag0, PI, Told) :-
    a_list(Chains0, PI),
    (   Chains0 = [First|_], nonvar(First), ( First = [_|_] ; First == [] ) -> Chains = Chains0
    ;   Chains = [Chains0]
    ),
    all_chains(Chains, PI, _),
    handed(Chains, 0, state, PI),
    Lag is min(Lag0, 1 << 50),
    chain_diagnostics(Lag, Told).

a_list(List, PI) :- catch(must_be(list, List), error(E,_), throw(error(E, PI))).

all_chains([], _, _).
all_chains([Chain|Chains], PI, Length) :-
    a_list(Chain, PI),
    all_numbers_in(Chain, PI),
    length(Chain, N),
    (   N = Length -> true
    ;   domain_error(chains_of_equal_length, Chain, PI)
    ),
    all_chains(Chains, PI, Length).

all_numbers_in([], _).
all_numbers_in([X|Xs], PI) :-
    (   var(X) -> instantiation_error(PI)
    ;   number(X) -> true
    ;   type_error(number, X, PI)
    ),
    all_numbers_in(Xs, PI).

% --- examples ---------------------------------------------------------------------------------

?- metropolis_hastings(0, [X,Y]>>(Y is X+1), [_,0]>>true, [samples(3)], Chain).
   Chain = [1,2,3].

?- metropolis_hastings(0, [X,Y]>>(Y is X+1), [_,0]>>true, [samples(3),burn_in(10),thinning(2),chains(2)], Chains).
   Chains = [[12,14,16],[12,14,16]].

?- \+ \+ ( metropolis_hastings(0, [X,Y]>>(random(U), Y is X+4*U-2), [X,L]>>(L is -(X-3)*(X-3)/2),
                            [samples(5000),thinning(4),burn_in(100)], Xs),
            sum_list(Xs, S), abs(S/5000 - 3) < 0.1,
            foldl([X,V0,V1]>>(V1 is V0 + (X-3)*(X-3)), Xs, 0, V), abs(V/5000 - 1) < 0.1 ).
   true.

?- \+ \+ ( metropolis_hastings(0, [X,Y,R]>>( random_between(1, 3, I),
                                           ( I =< 2 -> Y is (X+1) mod 5, R is log(0.5)
                                           ; Y is (X+4) mod 5, R is log(2)
                                           ) ),
                            [X,L]>>(L is log(X+1)), [proposal(asymmetric),samples(15000),thinning(2)], Xs),
            \+ ( member(X, [0,1,2,3,4]), aggregate_all(count, member(X, Xs), N), abs(N - 1000*(X+1)) > 150 ) ).
   true.

?- \+ \+ ( findall(Xs, ( member(N, [1,1,2]),
                        metropolis_hastings(0, [X,Y]>>(random_between(-1,1,D), Y is X+D), [_,0]>>true,
                                            [seed(N),samples(50)], Xs)
                      ), [A,B,C]),
            A == B, A \== C ).
   true.

?- metropolis_hastings(a, [X,Y]>>random_member(Y, [a,b,c]), [X,L]>>member(X-L, [a-0,b-(-inf)]), [samples(5)], Xs).
   Xs = [a,a,a,a,a].

?- metropolis_hastings(0, [X,Y]>>(random_between(-1,1,D), Y is X+D), [X,L]>>(L is -X*X/2),
                       [samples(400),chains(2),diagnostics(D)], _).
   D = [samples(800),acceptance(0.73375),effective_sample_size(100.3927398801179),r_hat(1.017449676456086),
   autocorrelation(0.7641760319610631)].

?- metropolis_hastings(a, [_,Y]>>random_member(Y, [a,b]), [_,0]>>true,
                       [samples(100),statistic([X,N]>>(X==a->N=1;N=0)),diagnostics([_,acceptance(A)|_])], _).
   A = 1.0.

?- metropolis_hastings(c, [X,X]>>true, [X,0]>>member(X, [a,b]), [], _).
   error(mh_start(c),metropolis_hastings/5).

?- metropolis_hastings(c, [X,X]>>true, [_,L]>>(L is -inf), [], _).
   error(mh_start(c),metropolis_hastings/5).

?- metropolis_hastings(1, [X,_]>>(X > 2), [_,0]>>true, [], _).
   error(mh_call(propose,1,failed),metropolis_hastings/5).

?- metropolis_hastings(1, [X,X]>>true, [_,zero]>>true, [], _).
   error(mh_call(log_target,1,not_a_number(zero)),metropolis_hastings/5).

?- metropolis_hastings(1, [X,Y]>>(Y is X+foo), [_,0]>>true, [], _).
   error(mh_call(propose,1,error(type_error(evaluable,foo/0),(is)/2)),metropolis_hastings/5).

?- metropolis_hastings(1, [X,X]>>throw(stop), [_,0]>>true, [], _).
   throw(stop).

?- metropolis_hastings(1, [X,X,r]>>true, [_,0]>>true, [proposal(asymmetric)], _).
   error(mh_call(log_ratio,1,not_a_number(r)),metropolis_hastings/5).

?- metropolis_hastings(1, p, q, [thinning(0)], _).
   error(domain_error(metropolis_hastings_option,thinning(0)),metropolis_hastings/5).

?- metropolis_hastings(1, 7, q, [], _).
   error(type_error(callable,7),metropolis_hastings/5).

?- effective_sample_size([1,2,1,2,2,1,1,2], E).
   E = 8.0.

?- r_hat([[1,2,1,2],[3,4,3,4]], R).
   R = 1.7795130420052185.

?- autocorrelation([1,2,3,4,5], 1, R).
   R = 0.4.

?- autocorrelation([1,1,1], 1, R).
   R = undefined.

?- autocorrelation([1,2,x], 1, _).
   error(type_error(number,x),autocorrelation/3).

?- r_hat([[1,2,3],[1,2]], _).
   error(domain_error(chains_of_equal_length,[1,2]),r_hat/2).
