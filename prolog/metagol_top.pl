/** Top program construction: another way to learn with metarules.

The top program is the set of all clauses, instances of the metarules, that prove some positive example and no negative
one. Clauses are looked at one by one, so that the number of programs does not matter; in return, nothing is invented.
For a proof, other positive examples count as known. From the top program, all clauses are removed without which the
rest still proves all examples. The method is that of S. Patsantzis and S. Muggleton, "Top program construction and
reduction for polynomial time meta-interpretive learning", Machine Learning 110, 2021.

```
?- assertz(body_pred(next/2)), assertz(next(0,1)), assertz(next(1,2)), use_metarules([identity,inverse]).
   true.
?- learn([before(1,0),before(2,1)], [before(0,1)], [top_program(true)], Program).
   Program = [sub(inverse,before,2,[before,next])].
```
*/

:- module(metagol_top, [found/2]).

:- use_module(library(lists)).
:- use_module(library(metagol_background)).
:- use_module(library(metagol_steps)).
:- use_module(library(metagol_text)).

%! found(+Task, -Result) is nondet.
%
% program(Program) first, if all positive examples can be proved, and at last `exhausted(Inferences,Milliseconds)`.

found(Task, Result) :-
    Task = task(Positives, Negatives, _, _, _, _, _, _),
    background(Task, Background),
    background_targets(Background, Heads),
    findall(sym(P,A,1,declared(Types)), member(head(P,A,Types), Heads), Targets),
    Search = search(Background,symbols(Targets,[]),2),
    (   generalised(Positives, Search, Positives, [], General),
        specialised(General, Negatives, Search, Positives, Top),
        all_proved(Positives, Top, Search),
        reduced(Top, [], Positives, Search, Reduced),
        reverse(Reduced, Program),
        Result = program(Program)
    ;   steps(Steps, Milliseconds),
        Result = exhausted(Steps,Milliseconds)
    ).

% generalised(+Atoms, +Search, +Positives, +Clauses0, -Clauses): all instances that prove one of Atoms.
generalised([], _, _, Clauses, Clauses).
generalised([Atom|Atoms], Search, Positives, Clauses0, Clauses) :-
    findall(Sub, metagol_top:one_step(Atom, Search, Positives, Sub), Subs),
    added(Subs, Clauses0, Clauses1),
    generalised(Atoms, Search, Positives, Clauses1, Clauses).

added([], Clauses, Clauses).
added([Sub|Subs], Clauses0, Clauses) :-
    (   memberchk(Sub, Clauses0) -> Clauses1 = Clauses0
    ;   append(Clauses0, [Sub], Clauses1)
    ),
    added(Subs, Clauses1, Clauses).

% one_step(+Atom, +Search, +Positives, ?Sub): the clause Sub proves Atom from the background and other examples.
one_step(Atom, Search, Positives, sub(Name,P,A,Subs)) :-
    Atom = [P|Args],
    length(Args, A),
    target(P, A, Search, Types),
    metagol:instance(Name, Subs, Atom, Types, [], Search, Body),
    known(Body, Atom, Search, Positives),
    ground(Subs).

% target(+Name, +Arity, +Search, ?Types)
target(P, A, search(_,symbols(Targets,_),_), Types) :-
    memberchk(sym(P,A,_,Declared), Targets),
    typed_as(Declared, Types).

known([], _, _, _).
known([Goal|Goals], Atom, Search, Positives) :-
    (   Goal = [P|Args]-Types, other_example([P|Args], Types, Atom, Search, Positives)
    ;   % Without clauses, by the background alone.
        Search = search(Background,Symbols,_),
        metagol:prove([Goal], [], [], search(Background,Symbols,0), [], _)
    ),
    known(Goals, Atom, Search, Positives).

% An example does not prove itself.
other_example([P|Args], Types, Atom, Search, Positives) :-
    length(Args, A),
    member([P|Args], Positives),
    [P|Args] \== Atom,
    target(P, A, Search, Types).

% specialised(+Clauses0, +Negatives, +Search, +Positives, -Clauses): without those that prove a negative example.
specialised([], _, _, _, []).
specialised([Sub|Subs], Negatives, Search, Positives, Clauses) :-
    (   member(Negative, Negatives), \+ \+ one_step(Negative, Search, Positives, Sub) -> Clauses = Clauses1
    ;   Clauses = [Sub|Clauses1]
    ),
    specialised(Subs, Negatives, Search, Positives, Clauses1).

all_proved(Positives, Program, Search) :-
    reverse(Program, Newest),
    \+ ( member(Atom, Positives), \+ metagol:deducible(Atom, Search, Newest) ).

% reduced(+Clauses, +Kept, +Positives, +Search, -Reduced): a clause goes if those after it and those kept do without it.
reduced([], Kept, _, _, Reduced) :- reverse(Kept, Reduced).
reduced([Sub|Subs], Kept, Positives, Search, Reduced) :-
    append(Kept, Subs, Others),
    (   all_proved(Positives, Others, Search) -> reduced(Subs, Kept, Positives, Search, Reduced)
    ;   reduced(Subs, [Sub|Kept], Positives, Search, Reduced)
    ).
