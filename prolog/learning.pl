/** Learning from within Prolog: the fast learner.

A task is a folder with bias.pl, bk.pl and exs.pl, as for Popper and for `chesslog learn`. The learner runs in
native code; what only Prolog can answer, it asks here.

```
?- learn('kb/tasks/rook-protected', [outcome(O)], Program).
   O = outcome(20,0,30,0), Program = [(protected(A):-cell(A,B,white,king),cell(A,C,white,rook),distance(B,C,1))].
```

Examples may come one by one: learner/3 makes a learner, learn_more/3 tells it of examples and asks what it makes of
all that it has been given.

`popper.pl` shows what such a learner does, in Prolog.
*/

:- module(cl_learning, [learn/3, learner/3, learn_more/3, learn_more/4, forget_learner/1]).

:- use_module(library(charsio)).
:- use_module(library(cl_consult), [consult_files/1]).
:- use_module(library(load_libraries), [import_named/1]).
:- use_module(library(error)).
:- use_module(library(cl_host)).
:- use_module(library(internal_learn)).
:- use_module(library(lists)).
:- use_module(library(prove_calls)).
:- use_module(library(terms)).

%! learn(+Directory, +Options, -Program) is nondet.
%
% Program is a smallest list of clauses that covers all positive examples of the task in Directory, and no negative one;
% if there is none in the language of the task, the one with the highest F1 score. Fails if no clause is of use.
%
% A background of facts is only read. One with rules is consulted, as by consult/1, and Prolog answers for them.
%
% Options:
%
%   - noisy(Boolean): errors are allowed; the shortest description wins, program and errors together.
%   - all(Boolean): all smallest programs are answers, not only the first.
%   - time_limit(Seconds), cpu_limit(Seconds), memory_limit(Megabytes): the best found by then. The memory is that
%     of this Prolog as a whole; without a limit it is most of what Prolog may have.
%   - threads(N): how many threads search; the answers do not depend on it.
%   - inferences(N), answers(N): what a goal of the background may take (100,000) and give (10,000).
%   - known(Clauses): clauses that were learned before, say. They are added to the background, and their predicates to
%     those of bodies; a type or a direction that the bias declares for one of them holds.
%   - outcome(O): O is `outcome(TP,FN,TN,FP)`: positive examples that are covered and that are not, negative ones
%     that are not and that are.
%   - end(E): E says how the search ended: `smallest`, Program is proved to be the smallest that is right; `exhausted`,
%     there was nothing left to search; or what came first, `time_limit`, `cpu_limit` or `memory`.
%
% A task with mistakes raises `task_error(Text)`: Text tells file, line and what was expected.
%
% If the first argument is a list of atoms, they are positive examples for Metagol: see learn/3 of the module metagol.

learn(Directory, Options, Program) :-
    nonvar(Directory),
    ( Directory == [] ; Directory = [C|_], \+ ( atom(C), atom_length(C, 1) ) ),
    !,
    cl_engine:provided(metagol),
    metagol:learn(Directory, Options, [], Program).
learn(Directory, Options, Program) :-
    directory(Directory, learn/3),
    options(Options, learn/3, Given),
    opened(Directory, Given, [], learn/3, Learner),
    catch(cl_learning:searched(Learner, Found), E, true),
    forget_learner(Learner),
    (   nonvar(E) -> throw(E)
    ;   given(outcome(Outcome), Given), given(end(End), Given),
        found(Found, End, Program, Outcome)
    ).

%! learner(+Directory, +Options, -Learner) is det.
%
% Learner is a new learner of the task in Directory, for learn_more/3. The task need have no examples yet, nor a file of
% them; thresholds lie between numbers of those that it has now. Options are those of learn/3 without outcome/1 and end/1;
% limits are for each search.
%
% A learner has memory until forget_learner/1.

learner(Directory, Options, Learner) :-
    directory(Directory, learner/3),
    options(Options, learner/3, Given),
    (   ( member(Option, Given), ( Option = outcome(_) ; Option = end(_) ) ) -> domain_error(learner_option, Option, learner/3)
    ;   true
    ),
    opened(Directory, Given, [examples_come], learner/3, Learner).

%! learn_more(+Learner, +Examples, -Program) is nondet.
%! learn_more(+Learner, +Examples, +Options, -Program) is nondet.
%
% Learner is told of Examples, a list of `pos(Atom)` and `neg(Atom)`, and Program is what it makes of all that it has been
% told, as learn/3 does. It fails, and remembers the examples, if no clause is of use.
%
% What the background has answered is kept from one search to the next. A program that was proved to be the smallest and is
% right about the new examples is the answer at once: it still is the smallest.
%
% Options are outcome(O) and end(E), as for learn/3.
%
% ```
% ?- learner('kb/tasks/grandparent', [], L), learn_more(L, [], P1), learn_more(L, [neg(grandparent(ann,ann))], P2).
% ```

learn_more(Learner, Examples, Program) :- more(Learner, Examples, [], learn_more/3, Program).

learn_more(Learner, Examples, Options, Program) :- more(Learner, Examples, Options, learn_more/4, Program).

more(Learner, Examples, Options, PI, Program) :-
    is_learner(Learner, PI),
    options(Options, PI, Given),
    (   ( member(Option, Given), Option \= outcome(_), Option \= end(_) ) -> domain_error(learn_more_option, Option, PI)
    ;   true
    ),
    check_examples(Examples, Examples, PI),
    Learner = '$learner'(N,_,_),
    catch(learner_rest(N), _, throw(error(existence_error(learner, Learner), PI))),
    reported(Examples, Learner, PI),
    catch(cl_learning:searched(Learner, Found), E, true),
    learner_rest(N),
    (   nonvar(E) -> throw(E)
    ;   given(outcome(Outcome), Given), given(end(End), Given),
        found(Found, End, Program, Outcome)
    ).

%! forget_learner(+Learner) is det.
%
% Gives back the memory of Learner, which was made by learner/3.

forget_learner(Learner) :-
    is_learner(Learner, forget_learner/1),
    Learner = '$learner'(N,_,_),
    ( learner_close(N) -> true ; throw(error(existence_error(learner, Learner), forget_learner/1)) ).

is_learner(Learner, PI) :-
    (   var(Learner) -> instantiation_error(PI)
    ;   Learner = '$learner'(N,_,_), integer(N) -> true
    ;   type_error(learner, Learner, PI)
    ).

check_examples(Examples, _, PI) :- var(Examples), !, instantiation_error(PI).
check_examples([], _, _) :- !.
check_examples([E|Es], All, PI) :-
    !,
    (   \+ ground(E) -> instantiation_error(PI)
    ;   ( E = pos(A) ; E = neg(A) ), callable(A) -> true
    ;   domain_error(example, E, PI)
    ),
    check_examples(Es, All, PI).
check_examples(_, All, PI) :- type_error(list, All, PI).

reported([], _, _).
reported([Example|Examples], Learner, PI) :-
    Example =.. [Sign,Atom],
    Learner = '$learner'(N,_,_),
    (   learner_add(N, Sign, Atom) -> true
    ;   domain_error(example_of_the_head, Example, PI)
    ),
    reported(Examples, Learner, PI).

% opened(+Directory, +Given, +More, +PI, -Learner): Prolog is ready to answer for the background. More are options that are
% not the user's.
opened(Directory, Given, More, PI, '$learner'(N,Inferences,Answers)) :-
    ( memberchk(inferences(Inferences), Given) -> true ; Inferences = 100000 ),
    ( memberchk(answers(Answers), Given) -> true ; Answers = 10000 ),
    findall(Option, ( member(Option, Given), \+ kept(Option) ), Told, More),
    ( memberchk(known(Known), Given) -> true ; Known = [] ),
    findall(Name/Arity, ( member(Clause, Known), defines(Clause, Name, Arity) ), PIs0),
    sort(PIs0, PIs),
    lines(PIs, declaration, Declarations),
    lines(Known, clause, Clauses),
    learner_open(Directory, Told, Declarations, Clauses, N, Background, Needed, Problems),
    (   N =:= -1 -> string_terms:throw_text(task_error, Problems, PI)
    ;   true
    ),
    catch(cl_learning:ready(Background, Known, PIs, Needed, PI), E, true),
    (   nonvar(E) -> learner_close(N), throw(E)
    ;   true
    ).

defines((Head:-_), Name, Arity) :- !, functor(Head, Name, Arity).
defines(Head, Name, Arity) :- functor(Head, Name, Arity).

% Each on a line of its own, after what is there.
lines(Terms, Kind, Text) :- findall(Line, ( member(Term, Terms), line(Kind, Term, Line) ), Lines), append(Lines, Text).

line(declaration, Name/Arity, Line) :- line(clause, body_pred(Name,Arity), Line).
line(clause, Clause0, ['\n'|Line]) :-
    copy_term(Clause0, Clause),
    numbervars(Clause, 0, _),
    term_texts:text_of(Clause, options(true, true, true, [], 0), Text),
    append(Text, " .", Line).

directory(Directory, PI) :-
    (   var(Directory) -> instantiation_error(PI)
    ;   atom(Directory), Directory \== [] -> true
    ;   string_terms:characters(Directory, [_|_]) -> true
    ;   type_error(directory, Directory, PI)
    ).

% options(+Options, +PI, -Given): they are right; of two of a name the last counts.
options(Options, PI, Given) :- options(Options, Options, PI, [], Given).

options(Options, _, PI, _, _) :- var(Options), !, instantiation_error(PI).
options([], _, _, Given, Given) :- !.
options([Option|Options], All, PI, Given0, Given) :-
    !,
    (   var(Option) -> instantiation_error(PI)
    ;   Option = known(Clauses) -> check_clauses(Clauses, Clauses, PI)
    ;   learn_option(Option) -> true
    ;   domain_error(learn_option, Option, PI)
    ),
    general(Option, General),
    ( select(General, Given0, Given1) -> true ; Given1 = Given0 ),
    options(Options, All, PI, [Option|Given1], Given).
options(_, All, PI, _, _) :- type_error(list, All, PI).

general(Option, General) :-
    functor(Option, Name, Arity),
    functor(General, Name, Arity).

% Options that the learner is not told of.
kept(known(_)).
kept(outcome(_)).
kept(end(_)).

check_clauses(Clauses, _, PI) :- var(Clauses), !, instantiation_error(PI).
check_clauses([], _, _) :- !.
check_clauses([C|Cs], All, PI) :-
    !,
    (   var(C) -> instantiation_error(PI)
    ;   ( C = (Head:-Body) -> true ; Head = C, Body = true ),
        callable(Head), \+ Head = (_:_), callable(Body) -> true
    ;   type_error(clause, C, PI)
    ),
    check_clauses(Cs, All, PI).
check_clauses(_, All, PI) :- type_error(list, All, PI).

% given(?Option, +Given): Option unifies with the one of its name, if there is one.
given(Option, Given) :-
    general(Option, General),
    (   memberchk(General, Given) -> Option = General
    ;   true
    ).

ready(Background, Known, PIs, Needed, PI) :-
    background(Background, PI),
    new(PIs, New),
    asserted(Known, New),
    provide_needed(Needed, PI).

new([], []).
new([Name/Arity|PIs], New) :-
    (   '$predicate_defined'(user, Name, Arity) -> New = New1
    ;   New = [Name/Arity|New1]
    ),
    new(PIs, New1).

asserted([], _).
asserted([Clause|Clauses], New) :-
    defines(Clause, Name, Arity),
    (   memberchk(Name/Arity, New) -> assertz(user:Clause)
    ;   true
    ),
    asserted(Clauses, New).

searched('$learner'(N,Inferences,Answers), Found) :-
    learner_start(N),
    serve(N, Inferences, Answers),
    learner_said(N, Found).

background([], _) :- !.
background(File, PI) :-
    '$foreign_call'(load_errors, [], Before),
    consult_files(File),
    '$foreign_call'(load_errors, [], After),
    (   After =:= Before -> true
    ;   atom_chars(File, Cs),
        append([Cs,": there are errors in the background"], Text),
        string_terms:throw_text(task_error, Text, PI)
    ).

provide_needed(Needed, PI) :-
    findall(Name, member(Name/_, Needed), Names),
    import_named(Names),
    \+ ( member(Name/Arity, Needed), \+ '$predicate_defined'(user, Name, Arity), unknown(Name/Arity, PI) ).

unknown(Unknown, PI) :- throw(error(existence_error(procedure, Unknown), PI)).

% serve(+Learner, +Inferences, +Answers): until the learner has finished. All memory of a round is given back.
serve(Learner, Inferences, Answers) :-
    learner_wait(Learner, State),
    (   State == goals ->
        \+ \+ proved(Learner, Inferences, Answers),
        serve(Learner, Inferences, Answers)
    ;   State == progress ->
        \+ \+ ( learner_said(Learner, '$string'(Text)), progress(Text) ),
        serve(Learner, Inferences, Answers)
    ;   State == failed ->
        learner_said(Learner, Text),
        string_terms:throw_text(system_error, Text, learn/3)
    ;   true
    ).

proved(Learner, Inferences, Answers) :-
    learner_said(Learner, Goals),
    proofs(Goals, Inferences, Answers, Proofs),
    learner_prove(Learner, Proofs).

% found(+Found, ?End, -Program, ?Outcome): no choice point is left after the last.
found(found(End,[H|Hs]), End, Program, Outcome) :- one_of(Hs, H, Program, Outcome).

one_of([], hypothesis(Clauses,Outcome), Program, Outcome) :- renamed(Clauses, Program).
one_of([_|_], hypothesis(Clauses,Outcome), Program, Outcome) :- renamed(Clauses, Program).
one_of([H|Hs], _, Program, Outcome) :- one_of(Hs, H, Program, Outcome).

% Each clause has its own variables.
renamed([], []).
renamed([C0|Cs0], [C|Cs]) :-
    copy_term(C0, C),
    renamed(Cs0, Cs).

% --- examples ---------------------------------------------------------------------------------

?- learn('kb/tasks/rook-protected', [outcome(outcome(_,FN,_,FP))], P).
   FN = 0, FP = 0, P = [(protected(_A):-cell(_A,_B,white,king),cell(_A,_C,white,rook),distance(_B,_C,1))].

% A program that is right about a new example still is the smallest; one that is not is learned anew.
?- findall([E1,E2,O,N],
           ( learner('kb/tasks/ancestor', [], L), learn_more(L, [], [end(E1)], P1),
             learn_more(L, [pos(ancestor(ada,hans)),neg(ancestor(hans,ada))], [outcome(O),end(E2)], P2),
             P1 = P2,
             findall(P, learn_more(L, [pos(ancestor(jakob,ada))], P), Ps),
             length(Ps, N),
             forget_learner(L) ),
           Rs).
   Rs = [[smallest,smallest,outcome(10,0,12,0),1]].

?- learner('kb/tasks/ancestor', [], L), learn_more(L, [pos(mother(a))], P).
   error(domain_error(example_of_the_head,pos(mother(a))),learn_more/3).

?- learner('kb/tasks/ancestor', [], L), learn_more(L, [ancestor(a,b)], P).
   error(domain_error(example,ancestor(a,b)),learn_more/3).

?- learner('kb/tasks/ancestor', [], L), learn_more(L, [pos(ancestor(a,_))], P).
   error(instantiation_error,learn_more/3).

?- learner('kb/tasks/ancestor', [end(e)], L).
   error(domain_error(learner_option,end(e)),learner/3).

?- learn_more(1, [], P).
   error(type_error(learner,1),learn_more/3).

?- catch(( learner('kb/tasks/ancestor', [], L), forget_learner(L), learn_more(L, [], _) ), error(existence_error(W,_),PI), true).
   W = learner, PI = learn_more/3.

% What was learned is a word for what is learned next.
?- learn('kb/tasks/ancestor', [known([(related(A,B):-parent(A,B))])], P).
   P = [(ancestor(_A,_B):-parent(_A,_B)),(ancestor(_C,_D):-parent(_C,_E),ancestor(_E,_D))].

?- learn(nowhere, [known([(a:-1)])], P).
   error(type_error(clause,(a:-1)),learn/3).

?- learn(nowhere, [], P).
   error(task_error("nowhere: there is no such folder\n"),learn/3).

?- learn(nowhere, [fast(true)], P).
   error(domain_error(learn_option,fast(true)),learn/3).

?- learn(nowhere, [come], P).
   error(domain_error(learn_option,come),learn/3).

% Of two options of a name the last counts.
?- learn('kb/tasks/ancestor', [time_limit(0.001),time_limit(60),end(exhausted),end(E)], [_,_]).
   E = smallest.

?- learn(nowhere, [threads(0)], P).
   error(domain_error(learn_option,threads(0)),learn/3).

?- learn(_, [], P).
   error(instantiation_error,learn/3).

?- learn([f(a),f(b)], foo, P).
   error(type_error(list,foo),learn/3).
