/** Why does a goal fail?

```
?- explain_failure(grandparent(ann, X)).
grandparent(ann, X) fails: its only clause was tried.
family.pl:7: parent(ann, Y) fails: no clause of parent/2 has ann as argument 1; there are 5 clauses, ...
```

The goal is run, and then the goals of its clauses, from the left, until one is found that has no
solution; that goal is explained in the same way, down to a fact that is missing or a predicate that is built in.
Since goals are run again, so are their side effects. No goal is run for more than 100,000 inferences.
*/

:- module(cl_failure, [explain_failure/1, explain_failure/2, explain_failure_lines/3]).

:- use_module(library(error)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(failure_words)).
:- use_module(library(cl_layout)).
:- use_module(library(cl_program)).

:- meta_predicate(explain_failure(0)).
:- meta_predicate(explain_failure(0, ?)).
:- meta_predicate(explain_failure_lines(0, ?, ?)).

%! explain_failure(:Goal) is det.
%
% Prints why Goal fails, in some ten lines. If it does not fail, its first answer is printed.

explain_failure(Goal) :-
    explain_failure_lines(Goal, [], Lines),
    current_output(S),
    write_lines(Lines, S).

%! explain_failure_lines(:Goal, +Options:list, -Lines:list) is det.
%
% Lines are the lines that explain_failure/1 prints. Options: `limit(N)`, the inferences for each goal;
% `variable_names(VNs)`, a list of `Name=Variable` for variables of Goal; `fails(true)`, Goal is known to fail, however long that
% takes. Raises a type error if Goal is none, and a domain error for another option.

explain_failure_lines(Goal0, Options, Lines) :-
    user_goal(Goal0, Goal),
    catch(must_be(list, Options), error(E, _), throw(error(E, explain_failure_lines/3))),
    (   member(O, Options), \+ known_option(O) -> domain_error(explain_failure_option, O, explain_failure_lines/3)
    ;   true
    ),
    (   member(variable_names(VNs), Options) -> true
    ;   VNs = []
    ),
    (   member(limit(Limit), Options) -> true
    ;   Limit = 100000
    ),
    ( member(fails(true), Options) -> Known = fails ; Known = nothing ),
    % Constraints on copies of the variables must not stay behind.
    findall(Lines1,
            ( explanation(Goal, Limit, VNs, Known, Explanation),
              explanation_lines(Explanation, VNs, Lines0),
              some_lines(Lines0, Lines2),
              string_terms:strings_of(Lines2, Lines1) ),
            [Lines|_]).

known_option(O) :- nonvar(O), functor(O, Name, 1), memberchk(Name, [variable_names,limit,fails]).

% The first lines and the last, if there are too many.
some_lines(Ls0, Ls) :-
    length(Ls0, N),
    (   N =< 12 -> Ls = Ls0
    ;   length(Front, 5),
        append(Front, _, Ls0),
        length(Back, 5),
        append(_, Back, Ls0),
        append(Front, ["  ..."|Back], Ls)
    ).

%! explain_failure(:Goal, -Explanation) is det.
%
% Explanation says why Goal fails: `failed(Goal,Reason)`. The Reason is one of
% `no_clause(Count,Example,Hint)`, no head of the Count clauses matches, by Hint because of
% `argument(N,Value)` or `none`; `clauses(Count,Tried)`, with `tried(Place,Names,Progress)` for each clause
% that matches and `not_tried(Place)` after a cut; `body(Progress)` for a conjunction;
% `alternatives(Explanations)`; `condition(Goal,Holds,Explanation)` for an if-then-else;
% `counterexample(Goal,Explanation)` for `forall/2`; `holds(Goal)` for `\+`; `values(Goal)` for a comparison; `same_as(Goal,Explanation)` for a
% goal that only calls another; `built_in`; `library`; `deeper`. Progress is
% `progress(Before,Solutions,More,Cut,Explanation)`: the goals Before had these Solutions (and More, if it
% is `more`), and the next goal is explained. Instead of `failed` it can be `raised(Goal,Error,Reason)`,
% `unfinished(Goal,Reason)` or `succeeded(Goal)`.

explain_failure(Goal0, Explanation) :-
    user_goal(Goal0, Goal),
    explanation(Goal, 100000, [], nothing, Explanation).

explanation(Goal, Limit, VNs, Known, Explanation) :-
    read_again,
    % What looks at goals is there before inferences are counted: half loaded it would be of no use.
    cl_engine:meant(true, _),
    copy_term(Goal-VNs, Goal1-VNs1),
    outcome(Goal1, Limit, Outcome0),
    ( Known == fails, Outcome0 = unfinished(_) -> Outcome = failed ; Outcome = Outcome0 ),
    (   Outcome = succeeded(Goal1) ->
        VNs = VNs1,
        Explanation = succeeded(Goal1)
    ;   explain(Outcome, Goal, Limit, 40, Explanation)
    ).

% --- running goals ----------------------------------------------------------------------------

% solutions(+Goal, +Template, +Limit, -Solutions, -End): End is `complete`, `raised(Error)` or `unfinished`.
solutions(Goal, Template, Limit, Solutions, End) :-
    findall(R-Template,
            catch(call_with_inference_limit(cl_program:run(Goal), Limit, R), E, R = raised(E)),
            Rs),
    sorted_out(Rs, Solutions, End).

sorted_out([], [], complete).
sorted_out([R-S|Rs], Solutions, End) :-
    (   R == inference_limit_exceeded -> Solutions = [], End = unfinished
    ;   nonvar(R), R = raised(E) -> Solutions = [], End = raised(E)
    ;   Solutions = [S|Solutions1],
        sorted_out(Rs, Solutions1, End)
    ).

% The first answer is enough.
outcome(Goal, Limit, Outcome) :-
    catch(( call_with_inference_limit(cl_program:run(Goal), Limit, R) -> true ; R = failed ), E, R = raised(E)),
    (   R == failed -> Outcome = failed
    ;   R == inference_limit_exceeded -> Outcome = unfinished(Limit)
    ;   R = raised(E) -> Outcome = raised(E)
    ;   Outcome = succeeded(Goal)
    ).

% --- explaining -------------------------------------------------------------------------------

% explain(+Outcome, +Goal, +Limit, +Levels, -Explanation): Outcome is that of Goal, and not success.

explain(Outcome, Goal0, Limit, Levels, Explanation) :-
    plain_goal(Goal0, Goal),
    reason(Goal, Outcome, Limit, Levels, Reason),
    explained(Outcome, Goal, Reason, Explanation).

explained(failed, G, Reason, failed(G, Reason)).
explained(raised(E), G, Reason, raised(G, E, Reason)).
explained(unfinished(_), G, Reason, unfinished(G, Reason)).
explained(succeeded(_), G, _, succeeded(G)).

explain_goal(Goal, Limit, Levels, Explanation) :-
    copy_term(Goal, Goal1),
    outcome(Goal1, Limit, Outcome),
    explain(Outcome, Goal, Limit, Levels, Explanation).

reason(G, _, _, _, built_in) :- \+ callable(G), !.
reason(G, Outcome, Limit, Levels, Reason) :-
    (   control(G, Outcome, Limit, Levels, Reason0) -> Reason = Reason0
    ;   G \= _:_, program_predicate(G) -> program_reason(G, Outcome, Limit, Levels, Reason)
    ;   Outcome == failed, leaf(G, Reason0) -> Reason = Reason0
    ;   predicate_property(G, built_in) -> Reason = built_in
    ;   Reason = library
    ).

control((A,B), Outcome, Limit, Levels, body(Progress)) :-
    conjuncts((A,B), Gs),
    progress(Gs, Outcome, Limit, Levels, Progress).
control((C->T), Outcome, Limit, Levels, Reason) :- condition(C, T, false, Outcome, Limit, Levels, Reason).
control((A;B), Outcome, Limit, Levels, Reason) :-
    (   nonvar(A), ( A = (C->T) ; A = *->(C, T) ) -> condition(C, T, B, Outcome, Limit, Levels, Reason)
    ;   disjuncts((A;B), Gs),
        Levels1 is min(Levels - 1, 2),
        explain_all(Gs, Limit, Levels1, Explanations),
        Reason = alternatives(Explanations)
    ).
control(\+ G, failed, Limit, _, holds(G1)) :-
    copy_term(G, G1),
    outcome(G1, Limit, succeeded(_)).
control(\+ G, raised(E), Limit, Levels, same_as(Explanation)) :- explain(raised(E), G, Limit, Levels, Explanation).
control(forall(C, A), failed, Limit, Levels, counterexample(C1, Explanation)) :-
    copy_term(C-A, C1-A1),
    outcome((C1, \+ A1), Limit, succeeded(_)),
    explain_goal(A1, Limit, Levels, Explanation).
control(G, Outcome, Limit, Levels, same_as(Explanation)) :-
    called(G, G1),
    explain(Outcome, G1, Limit, Levels, Explanation).

% called(+Goal, -Called): Goal has no solution if Called has none.
called(once(G), G).
called(call(G), G).
called(phrase(B, S0), G) :- called(phrase(B, S0, []), G).
called(phrase(B, S0, S), G) :- nonvar(B), catch(dcgs:dcg_body(B, S0, S, G), _, false).
called(M:G, G) :- M == user.
called(G0, G) :- G0 =.. [call,C|As], As = [_|_], added(C, As, G).
called(G0, G) :-
    G0 =.. [maplist,C|Lists],
    callable(C),
    Lists = [_|_],
    rows(Lists, Rows),
    closed_rows(Rows, C, Gs),
    Gs = [_|_],
    conjunction(Gs, G).

rows(Lists, []) :- all_empty(Lists), !.
rows(Lists, [Row|Rows]) :- heads_tails(Lists, Row, Tails), rows(Tails, Rows).

all_empty([]).
all_empty([L|Ls]) :- L == [], all_empty(Ls).

heads_tails([], [], []).
heads_tails([L|Ls], [X|Xs], [T|Ts]) :- nonvar(L), L = [X|T], heads_tails(Ls, Xs, Ts).

closed_rows([], _, []).
closed_rows([Row|Rows], C, [G|Gs]) :- added(C, Row, G), closed_rows(Rows, C, Gs).

condition(C, T, E, Outcome, Limit, Levels, condition(C1, Holds, Explanation)) :-
    copy_term(C-T, C1-T1),
    outcome(C1, Limit, R),
    (   R = succeeded(_) ->
        Holds = true,
        explain_goal(T1, Limit, Levels, Explanation)
    ;   R == failed, E \== false ->
        Holds = false,
        explain_goal(E, Limit, Levels, Explanation)
    ;   Holds = false,
        explain(Outcome, C, Limit, Levels, Explanation)
    ).

disjuncts(G, Gs) :-
    (   nonvar(G), G = (A;B) -> Gs = [A|Gs1], disjuncts(B, Gs1)
    ;   Gs = [G]
    ).

explain_all([], _, _, []).
explain_all([G|Gs], Limit, Levels, [E|Es]) :-
    explain_goal(G, Limit, Levels, E),
    explain_all(Gs, Limit, Levels, Es).

% A comparison is false because of the values of its sides.
leaf(G, values(G1)) :-
    functor(G, Op, 2),
    memberchk(Op, [<,>,=<,>=,=:=,=\=]),
    G =.. [_,A,B],
    catch(( X is A, Y is B ), _, false),
    G1 =.. [Op,X,Y].
leaf(X is E, values(V is E)) :- nonvar(X), catch(V is E, _, false).
leaf(member(_, L), empty_list) :- L == [].

% --- clauses ----------------------------------------------------------------------------------

program_reason(G, Outcome, Limit, Levels, Reason) :-
    program_clauses(G, Matching),
    clause_count(G, Count),
    (   Matching == [] ->
        (   first_head(G, Example) -> true
        ;   Example = none
        ),
        hint(G, Hint),
        Reason = no_clause(Count, Example, Hint)
    ;   Levels =< 0 -> Reason = deeper
    ;   Levels1 is Levels - 1,
        tried(Matching, 8, G, Outcome, Limit, Tried0),
        deepened(Tried0, G, Limit, Levels1, Tried),
        Reason = clauses(Count, Tried)
    ).

% Only in the clause that got furthest is the goal that stopped it explained in its turn.
deepened(Tried0, G, Limit, Levels0, Tried) :-
    (   furthest(Tried0, I),
        nth0(I, Tried0, tried(Place,VNs,progress(Before,Pairs,More,Cut,E0)), Rest),
        again(E0, Outcome, G1) ->
        (   recurs_endlessly(Outcome, G, G1) -> Levels = 0
        ;   Levels = Levels0
        ),
        explain(Outcome, G1, Limit, Levels, E),
        nth0(I, Tried, tried(Place,VNs,progress(Before,Pairs,More,Cut,E)), Rest)
    ;   Tried = Tried0
    ).

again(failed(G, _), failed, G).
again(raised(G, E, _), raised(E), G).
again(unfinished(G, _), unfinished(_), G).

recurs_endlessly(unfinished(_), G, G1) :-
    functor(G, Name, Arity),
    functor(G1, Name, Arity).

% The first argument that, by itself, no clause has.
hint(G, Hint) :-
    functor(G, _, Arity),
    (   Arity > 0,
        numlist_(1, Arity, Ns),
        member(N, Ns),
        arg(N, G, A),
        nonvar(A),
        \+ ( first_head(G, Head), arg(N, Head, A) ) ->
        Hint = argument(N, A)
    ;   Hint = none
    ).

numlist_(N, M, Ns) :-
    (   N > M -> Ns = []
    ;   Ns = [N|Ns1], N1 is N + 1, numlist_(N1, M, Ns1)
    ).

tried([], _, _, _, _, []).
tried([clause(_,_,Place)|_], 0, _, _, _, [not_shown(Place)]) :- !.
tried([clause(Head,Body,Place)|Clauses], N, G, Outcome, Limit, [tried(Place,VNs,Progress)|Tried]) :-
    clause_names(Head, Body, Place, VNs),
    copy_term(G, Head),
    conjuncts(Body, Gs),
    progress(Gs, Outcome, Limit, 0, Progress),
    N1 is N - 1,
    (   Progress = progress(Before, _, _, _, _), member(Cut, Before), Cut == ! ->
        not_tried(Clauses, Tried)
    ;   Progress = progress(_, _, _, _, Last), \+ Last = failed(_, _) -> Tried = []
    ;   tried(Clauses, N1, G, Outcome, Limit, Tried)
    ).

not_tried([], []).
not_tried([clause(_,_,Place)|_], [not_tried(Place)]).

% progress(+Goals, +Outcome, +Limit, +Levels, -Progress): how far the conjunction of Goals gets.

progress(Gs, Outcome, Limit, Levels, Progress) :-
    (   append(Before, [G|_], Gs),
        append(Before, [G], Upto),
        conjunction(Upto, Goal),
        solutions(Goal, x, Limit, [], End) ->
        stuck(Before, G, End, Limit, Levels, Progress)
    ;   Progress = progress(Gs, [x], none, none, Outcome)
    ).

stuck(Before, G, End, Limit, Levels, progress(Before, Pairs, More, Cut, Explanation)) :-
    conjunction(Before, Goal),
    term_variables(Before-G, Vs),
    solutions(Goal, Vs, Limit, Solutions, SolutionsEnd),
    (   SolutionsEnd == complete -> More = none
    ;   More = more
    ),
    cut_info(Before, Limit, Cut),
    culprit(Solutions, Vs, G, End, Limit, G1, Outcome),
    explain(Outcome, G1, Limit, Levels, Explanation),
    Pairs = Vs-Solutions.

% culprit(+Solutions, +Vars, +Goal, +End, +Limit, -Instance, -Outcome): the instance of Goal by the solution that
% behaves as the whole: the first that fails, or the one that raises the error.
culprit(Solutions, Vs, G, End, Limit, G1, Outcome) :-
    (   member(Vs1, Solutions),
        copy_term(Vs-G, Vs1-G1),
        copy_term(G1, G2),
        outcome(G2, Limit, Outcome0),
        like(End, Outcome0) ->
        Outcome = Outcome0
    ;   Solutions = [Vs1|_],
        copy_term(Vs-G, Vs1-G1),
        Outcome = failed
    ).

like(complete, failed).
like(raised(_), raised(_)).
like(unfinished, unfinished(_)).

% How many solutions the last cut has put aside.
cut_info(Before, Limit, Cut) :-
    (   append(Front, [C|Back], Before), C == !, \+ ( member(C1, Back), C1 == ! ) ->
        conjunction(Front, Goal),
        solutions(Goal, x, Limit, Xs, _),
        length(Xs, N),
        (   N > 1 -> Cut = kept_first_of(N)
        ;   Cut = none
        )
    ;   Cut = none
    ).

?- explain_failure_lines(( X = 3, X > 5 ), [variable_names(['X'=X])], Lines).
   Lines = ["(X=3, X>5) fails.","X=3 has the solution X = 3, but then 3>5 fails."].

?- assertz(parent(tom, bob)), assertz(parent(bob, ann)), assertz((grandparent(X, Z) :- parent(X, Y), parent(Y, Z))),
   explain_failure_lines(grandparent(bob, _), [], Lines).
   Lines = ["grandparent(bob, _A) fails: its only clause was tried.","a dynamic clause: parent(bob, B) has the solution B = ann, but then parent(ann, _A) fails: no clause of parent/2 has ann as argument 1; there are 2 clauses, e.g. parent(tom, bob)."].

?- explain_failure_lines(( length(L, 9), member(X, L), X == 1 ), [fails(true),limit(30)], [Line|_]).
   Line = "(length(_A, 9), member(_B, _A), _B==1) fails.".

?- explain_failure(2 + 2 < 3 + 1, Explanation).
   Explanation = failed(2+2<3+1,values(4<4)).

?- explain_failure(1).
   error(type_error(callable,1),_).

?- explain_failure_lines(user:1, [], _).
   error(type_error(callable,1),_).

?- explain_failure((true, 1), raised(_, error(E, _), _)).
   E = type_error(callable,(true,1)).

?- explain_failure(\+ 1, raised(_, error(E, _), _)).
   E = type_error(callable,1).

?- explain_failure_lines(fail, [foo], _).
   error(domain_error(explain_failure_option,foo),_).
