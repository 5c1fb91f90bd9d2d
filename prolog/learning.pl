/** Learning from within Prolog: the fast learner.

A task is a folder with bias.pl, bk.pl and exs.pl, as for Popper and for `chesslog learn`. The learner runs in
native code; what only Prolog can answer, it asks here.

```
?- learn('kb/tasks/rook-protected', [outcome(O)], Program).
   O = outcome(20,0,30,0), Program = [(protected(A):-cell(A,B,white,king),cell(A,C,white,rook),distance(B,C,1))].
```

`popper.pl` shows what such a learner does, in Prolog.
*/

:- module(learning, [learn/3]).

:- use_module(library(charsio)).
:- use_module(library(consult)).
:- use_module(library(error)).
:- use_module(library(host)).
:- use_module(library(internal_learn)).
:- use_module(library(lists)).
:- use_module(library(prove_calls)).

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
%   - time_limit(Seconds): the best found by then.
%   - threads(N): how many threads search; the answers do not depend on it.
%   - inferences(N), answers(N): what a goal of the background may take (100,000) and give (10,000).
%   - outcome(O): O is `outcome(TP,FN,TN,FP)`: positive examples that are covered and that are not, negative ones
%     that are not and that are.
%
% A task with mistakes raises `task_error(Text)`: Text tells file, line and what was expected.
%
% If the first argument is a list of atoms, they are positive examples for Metagol: see learn/3 of the module metagol.

learn(Directory, Options, Program) :-
    nonvar(Directory),
    ( Directory == [] ; Directory = [C|_], \+ ( atom(C), atom_length(C, 1) ) ),
    !,
    engine:provided(metagol),
    metagol:learn(Directory, Options, [], Program).
learn(Directory, Options, Program) :-
    directory(Directory),
    Usual = limits(100000,10000),
    options(Options, [], Words0, Usual, limits(Inferences,Answers), Outcome),
    (   limits(Inferences,Answers) == Usual -> Words = Words0
    ;   Words = ["by_prolog "|Words0]
    ),
    append(Words, Text),
    learner_open(Directory, Text, Learner, Background, Needed, Problems),
    (   Learner =:= -1 -> throw(error(task_error(Problems), learn/3))
    ;   true
    ),
    catch(learning:learned(Learner, Background, Needed, Inferences, Answers, Found), E, true),
    learner_close(Learner),
    (   nonvar(E) -> throw(E)
    ;   found(Found, Program, Outcome)
    ).

directory(Directory) :-
    (   var(Directory) -> instantiation_error(learn/3)
    ;   atom(Directory), Directory \== [] -> true
    ;   catch(atom_chars(_, Directory), _, false) -> true
    ;   type_error(directory, Directory, learn/3)
    ).

% options(+Options, +Words0, -Words, +Limits0, -Limits, ?Outcome): Words are what the learner understands.
options(Options, _, _, _, _, _) :- var(Options), !, instantiation_error(learn/3).
options([], Words, Words, Limits, Limits, _) :- !.
options([Option|Options], Words0, Words, Limits0, Limits, Outcome) :-
    !,
    (   var(Option) -> instantiation_error(learn/3)
    ;   Option = outcome(Outcome0) -> Outcome = Outcome0, Words1 = Words0, Limits1 = Limits0
    ;   limit(Option, Limits0, Limits1) -> Words1 = Words0
    ;   word(Option, Word) -> Words1 = [Word|Words0], Limits1 = Limits0
    ;   domain_error(learn_option, Option, learn/3)
    ),
    options(Options, Words1, Words, Limits1, Limits, Outcome).
options(Options, _, _, _, _, _) :- type_error(list, Options, learn/3).

limit(inferences(N), limits(_,Answers), limits(N,Answers)) :- integer(N), N > 0.
limit(answers(N), limits(Inferences,_), limits(Inferences,N)) :- integer(N), N > 0.

word(noisy(true), "noisy ").
word(noisy(false), "").
word(all(true), "all ").
word(all(false), "").
word(threads(N), Word) :- integer(N), N > 0, N =< 1024, word("threads=", N, Word).
word(time_limit(S), Word) :- number(S), S > 0, word("time_limit=", S, Word).

word(Name, Number, Word) :-
    number_chars(Number, Cs),
    append([Name,Cs," "], Word).

learned(Learner, Background, Needed, Inferences, Answers, Found) :-
    background(Background),
    provide_needed(Needed),
    serve(Learner, Inferences, Answers),
    learner_text(Learner, Text),
    read_term_from_chars(Text, Found, []).

background([]) :- !.
background(File) :-
    '$foreign_call'(cxnum, [7], Before),
    consult_files(File),
    '$foreign_call'(cxnum, [7], After),
    (   After =:= Before -> true
    ;   atom_chars(File, Cs),
        append([Cs,": there are errors in the background"], Text),
        throw(error(task_error(Text), learn/3))
    ).

provide_needed(Text) :-
    read_term_from_chars(Text, Needed, []),
    findall(Name, member(Name/_, Needed), Names),
    import_named(Names),
    \+ ( member(Name/Arity, Needed), \+ '$predicate_defined'(user, Name, Arity), unknown(Name/Arity) ).

unknown(PI) :- throw(error(existence_error(procedure, PI), learn/3)).

% serve(+Learner, +Inferences, +Answers): until the learner has finished. All memory of a round is given back.
serve(Learner, Inferences, Answers) :-
    learner_wait(Learner, State),
    (   State == goals ->
        \+ \+ proved(Learner, Inferences, Answers),
        serve(Learner, Inferences, Answers)
    ;   State == progress ->
        \+ \+ ( learner_text(Learner, Text), progress(Text) ),
        serve(Learner, Inferences, Answers)
    ;   State == failed ->
        learner_text(Learner, Text),
        throw(error(system_error(Text), learn/3))
    ;   true
    ).

proved(Learner, Inferences, Answers) :-
    learner_text(Learner, Text),
    read_term_from_chars(Text, Goals, []),
    proofs(Goals, Inferences, Answers, Proofs),
    write_term_to_chars(Proofs, [quoted(true),ignore_ops(true),double_quotes(true)], Cs),
    learner_prove(Learner, Cs).

% found(+Hypotheses, -Program, ?Outcome): no choice point is left after the last.
found([H|Hs], Program, Outcome) :- found(Hs, H, Program, Outcome).

found([], hypothesis(Clauses,Outcome), Program, Outcome) :- renamed(Clauses, Program).
found([_|_], hypothesis(Clauses,Outcome), Program, Outcome) :- renamed(Clauses, Program).
found([H|Hs], _, Program, Outcome) :- found(Hs, H, Program, Outcome).

% Each clause has its own variables.
renamed([], []).
renamed([C0|Cs0], [C|Cs]) :-
    copy_term(C0, C),
    renamed(Cs0, Cs).

% --- examples ---------------------------------------------------------------------------------

?- learn('kb/tasks/rook-protected', [outcome(outcome(_,FN,_,FP))], P).
   FN = 0, FP = 0, P = [(protected(_A):-cell(_A,_B,white,king),cell(_A,_C,white,rook),distance(_B,_C,1))].

?- learn(nowhere, [], P).
   error(task_error("nowhere: error: there is no such folder\n"),learn/3).

?- learn(nowhere, [fast(true)], P).
   error(domain_error(learn_option,fast(true)),learn/3).

?- learn(nowhere, [threads(0)], P).
   error(domain_error(learn_option,threads(0)),learn/3).

?- learn(_, [], P).
   error(instantiation_error,learn/3).

?- learn([f(a),f(b)], foo, P).
   error(type_error(list,foo),learn/3).
