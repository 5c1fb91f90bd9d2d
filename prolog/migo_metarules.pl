/** One act of learning of `migo`: Metagol with the metarules for games.

```
postcond  P(A,B) :- Q(A,B), R(B).
negation  P(A,B) :- Q(A,B), \+ R(B,_).
unless    P(A,B) :- Q(A,B), \+ R(B).
```

The first two are those of the paper (Table 1); the third is ours. The background is move/2, drawn/1, won/1 and what was
learned before. It is no part of the user's program: Metagol gets a task that says who proves it.
*/

:- module(migo_metarules, [learned/6, series/3, meanings/2, named/2]).

:- use_module(library(lists)).
:- use_module(library(metagol)).
:- use_module(library(migo_theory)).

metarule(postcond, [P,Q,R], [P,A,B], [[Q,A,B],[R,B]]).
metarule(negation, [P,Q,R], [P,A,B], [[Q,A,B],not([R,B,_C])]).
metarule(unless, [P,Q,R], [P,A,B], [[Q,A,B],not([R,B])]).

% clause_of(Metarule, Substitution, Clause)
clause_of(postcond, [P,Q,R], (Head :- First, Second)) :- literals(P, Q, Head, First, B), Second =.. [R,B].
clause_of(negation, [P,Q,R], (Head :- First, \+ Second)) :- literals(P, Q, Head, First, B), Second =.. [R,B,_].
clause_of(unless, [P,Q,R], (Head :- First, \+ Second)) :- literals(P, Q, Head, First, B), Second =.. [R,B].

literals(P, Q, Head, First, B) :-
    Head =.. [P,A,B],
    First =.. [Q,A,B].

% The most clauses that one act of learning finds (the authors' setting), and the most goals that it tries: those that
% succeed try some hundreds.
most_clauses(4).
most_goals(200000).

%! learned(+Name, +Predicates, +Moves, +NoMoves, +Options, -Learned) is semidet.
%
% Learned ends with a predicate Name that is true of Moves and not of NoMoves; before it are those that were invented. The
% clauses can call Predicates, which are tried in this order. The metarule unless is for the careful learner.

learned(Name, Predicates, Moves, NoMoves, Options, Learned) :-
    examples(Moves, Name, Positives),
    examples(NoMoves, Name, Negatives),
    findall(body(P,2,any), member(pred(P,_,_), Predicates), Learnt),
    append(Learnt, [body(move,2,any),body(drawn,1,any),body(won,1,any)], Body),
    names(Predicates, Known),
    findall(metarule(Rule,Subs,Head,Literals,none),
            ( metarule(Rule, Subs, Head, Literals), ( Rule == unless -> memberchk(manner(careful), Options) ; true ) ),
            Metarules),
    search_options(Options, Known, SearchOptions),
    Task = task(Positives,Negatives,Body,[head(Name,2,any)],[],[],Metarules,SearchOptions),
    findall(Program0, once(metagol:solution(Task, Program0)), [Program1]),
    reverse(Program1, Program),
    predicate(Name, Program, Known, _, [], Learned).

search_options(Options, Known, [min_clauses(1),max_clauses(Most),max_inv_preds(Invented),inference_limit(Goals),timeout(0),
                                goal_inferences(1000000000),functional(false),typed(false),top_program(false),
                                trace(false),kernel(Kernel),prover(migo_theory:proved(Known))]) :-
    memberchk(search(Kernel), Options),
    most_clauses(Most),
    Invented is Most - 1,
    most_goals(Goals).

examples([], _, []).
examples([From-To|Moves], Name, [[Name,From,To]|Atoms]) :- examples(Moves, Name, Atoms).

% names(+Predicates, -Known): Name-Definition of each.
names([], []).
names([pred(Name,D,_)|Predicates], [Name-D|Known]) :- names(Predicates, Known).

% predicate(+Name, +Program, +Known0, -Known, +Learned0, -Learned): Name is defined, after what it calls.
predicate(Name, Program, Known0, Known, Learned0, Learned) :-
    (   ( memberchk(Name-_, Known0) ; memberchk(Name, [move,won,drawn]) ) -> Known = Known0, Learned = Learned0
    ;   findall(Clause, ( member(sub(Rule,Name,2,Subs), Program), migo_metarules:clause_of(Rule, Subs, Clause) ), Clauses),
        findall(Called, ( member(sub(_,Name,2,[_|Symbols]), Program), member(Called, Symbols) ), CalledOnes),
        predicates(CalledOnes, Program, Known0, Known1, Learned0, Learned1),
        defined(Clauses, Known1, Definition),
        Known = [Name-Definition|Known1],
        append(Learned1, [pred(Name,Definition,Clauses)], Learned)
    ).

predicates([], _, Known, Known, Learned, Learned).
predicates([Name|Names], Program, Known0, Known, Learned0, Learned) :-
    predicate(Name, Program, Known0, Known1, Learned0, Learned1),
    predicates(Names, Program, Known1, Known, Learned1, Learned).

% --- series -----------------------------------------------------------------------------------

%! series(+Kind, +Predicates, -Series) is det.
%
% Series are the predicates win_1, win_2, ..., or draw_1, ..., as far as there are any; each Name-Definition.

series(Kind, Predicates, Series) :- series(Kind, 1, Predicates, Series).

series(Kind, K, Predicates, Series) :-
    named([Kind,K], Name),
    (   memberchk(pred(Name,Definition,_), Predicates) ->
        Series = [Name-Definition|Series1],
        K1 is K + 1,
        series(Kind, K1, Predicates, Series1)
    ;   Series = []
    ).

%! meanings(+Series, -Definitions) is det.
%
% Two series are the same if their definitions are, whatever the names.

meanings([], []).
meanings([_-Definition|Series], [Definition|Definitions]) :- meanings(Series, Definitions).

%! named(+Parts, -Name) is det.
%
% Name consists of Parts, an atom and numbers.

named([Kind|Numbers], Name) :-
    atom_chars(Kind, Cs),
    findall(N, ( member(I, Numbers), number_chars(I, N0), N = ['_'|N0] ), Css),
    append([Cs|Css], Text),
    atom_chars(Name, Text).

?- migo_metarules:named([draw,3,1,10], Name).
   Name = draw_3_1_10.
