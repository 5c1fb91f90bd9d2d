/** Goals proved for a learner, many in one query.

The learner asks which ground goals hold and what the answers of open ones are. Each goal gets so many
inferences and so many answers; what becomes of one has no effect on the others.

```
?- prove_calls:proofs([member(a, [a,b]), member(X, [1,2]), repeat, missing(a)], 1000, 10, Ps).
   Ps = [true,[row(1),row(2)],limit,error(error(existence_error(procedure,missing/1),missing/1))].
```
*/

:- module(prove_calls, [proofs/4, remember/1, within/3]).

:- use_module(library(iso_ext)).
:- use_module(library(lists)).

:- dynamic(value/2).

%!  remember(+Values) is det.
%
%   Keeps the values of a list of Number-Value for proofs/4. To read a long value takes longer than most proofs
%   about it.

remember([]).
remember([Number-Value|Values]) :-
    assertz(value(Number, Value)),
    remember(Values).

%!  proofs(+Goals, +Inferences, +Answers, -Proofs) is det.
%
%   What becomes of each of Goals, called in `user` with at most so many Inferences and so many Answers: `true` or
%   `false` if it is ground, else the list of its answers, each `row(Values)` of its variables in order; or
%   `limit`, or `error(E)`. An answer that is not ground is an error, too. A goal `'$given'(Places, Goal)` is Goal
%   with values that were kept by remember/1: Places is a list of Argument-Number.
%   If Answers is `first`, the first answer is all that is asked for, as by once/1.

proofs([], _, _, []).
proofs([Goal|Goals], Inferences, Answers, [Proof|Proofs]) :-
    % The memory that a proof took is free afterwards.
    findall(P, prove_calls:proof(Goal, Inferences, Answers, P), [Proof]),
    proofs(Goals, Inferences, Answers, Proofs).

proof(Goal0, Inferences, Answers, Proof) :-
    (   Goal0 = '$given'(Places, Goal) -> fill(Places, Goal)
    ;   Goal = Goal0
    ),
    term_variables(Goal, Vs),
    catch(prove_calls:limited(Vs, Goal, Inferences, Answers, Proof0), E, true),
    (   nonvar(E) -> Proof = error(E)
    ;   Proof = Proof0
    ).

fill([], _).
fill([Argument-Number|Places], Goal) :-
    arg(Argument, Goal, Value),
    value(Number, Value),
    fill(Places, Goal).

limited([], Goal, Inferences, _, Proof) :-
    within(Inferences, prove_calls:holds(Goal, Proof0), R),
    (   R == inference_limit_exceeded -> Proof = limit
    ;   Proof = Proof0
    ).
limited([V|Vs], Goal, Inferences, first, Proof) :- !,
    Row =.. [row,V|Vs],
    within(Inferences, findall(Row, prove_calls:once_in_user(Goal), Rows), R),
    (   R == inference_limit_exceeded -> Proof = limit
    ;   ground(Rows) -> Proof = Rows
    ;   Proof = error(error(not_ground_answer(Goal), prove_calls))
    ).
limited([V|Vs], Goal, Inferences, Answers, Proof) :-
    Row =.. [row,V|Vs],
    bb_put(prove_calls_answers, 0),
    within(Inferences, findall(Row, prove_calls:answer(Goal, Answers), Rows), R),
    bb_get(prove_calls_answers, Count),
    (   R == inference_limit_exceeded -> Proof = limit
    ;   Count > Answers -> Proof = limit
    ;   ground(Rows) -> Proof = Rows
    ;   Proof = error(error(not_ground_answer(Goal), prove_calls))
    ).

%!  within(+Inferences, +Goal, -Result) is semidet.
%
%   call_with_inference_limit/3 for the first answer, without its fault: it leaves the answers of a findall/3 that
%   it ends to the next findall/3 outside.

within(Inferences, Goal, R) :-
    '$lh_length'(Length),
    call_with_inference_limit(Goal, Inferences, R),
    !,
    (   R == inference_limit_exceeded -> '$truncate_lh_to'(Length)
    ;   true
    ).

holds(Goal, true) :- call(user:Goal), !.
holds(_, false).

once_in_user(Goal) :- call(user:Goal), !.

% answer(+Goal, +Answers): the answers of Goal, up to one more than Answers.
answer(Goal, Answers) :-
    call(user:Goal),
    bb_get(prove_calls_answers, Count0),
    Count is Count0 + 1,
    bb_put(prove_calls_answers, Count),
    (   Count > Answers -> !
    ;   true
    ).

% --- examples ---------------------------------------------------------------------------------

?- prove_calls:proofs([append(X, Y, [a]), atom_length(abc, N), atom_length(abc, 4)], 1000, 10, Ps).
   Ps = [[row([],[a]),row([a],[])],[row(3)],false].

?- prove_calls:proofs([between(1, 10, _), between(1, 11, _), length(_, 1)], 1000, 10, [A|B]).
   A = [row(1),row(2),row(3),row(4),row(5),row(6),row(7),row(8),row(9),row(10)],
   B = [limit,error(error(not_ground_answer(length(_A,1)),prove_calls))].

?- prove_calls:remember([1-[1,2],2-[3]]),
   prove_calls:proofs(['$given'([2-1],member(_,_)),'$given'([1-1,2-2],append(_,_,_))], 1000, 10, Ps).
   Ps = [[row(1),row(2)],[row([1,2,3])]].

?- findall(Ps, prove_calls:proofs([findall(X, (member(X, [1,2]) ; repeat), _)], 1000, 10, Ps), Pss).
   Pss = [[limit]].

?- prove_calls:proofs([catch(throw(a), b, true), X is foo + 1], 1000, 10, Ps).
   Ps = [error(a),error(error(type_error(evaluable,foo/0),(is)/2))].

?- prove_calls:proofs([member(X, [1,2]), repeat, length(L, N), member(X, []), (repeat, fail)], 1000, first, Ps).
   Ps = [[row(1)],true,[row([],0)],[],limit].
