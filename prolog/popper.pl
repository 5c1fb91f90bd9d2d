/** Learning from failures, to be read: the loop of Popper in plain Prolog.

A learner looks for a smallest program that entails all positive examples and no negative one. It *generates* a
program that no constraint forbids, *tests* it, and if it fails, *constrains* what may be generated:

  - the program does not entail all positive examples: no specialisation of it does;
  - it entails a negative example: all generalisations of it do;
  - it entails no positive example at all: it is of no use as a part of a larger program either.

The method is that of A. Cropper and R. Morel, "Learning programs by learning from failures", Machine Learning 110,
2021. One program is more general than another if each clause of the other is subsumed by one of its own; that can be
decided without running them.

```
?- use_module(library(popper)).
   true.
?- learn_by_failures('kb/tasks/ancestor', [trace(true)], Program).
```

The predicates can be called one by one, too. Their names are common words, so they are not there until the module is
imported; then they replace a program's own test/3, and so on. Without an import, cl_popper:test(T, P, O) does.

```
?- cl_popper:task('kb/tasks/ancestor', T), cl_popper:generate(T, [], P), cl_popper:test(T, P, O), cl_popper:constrain(T, P, O, Cs).
```

What is here is simple and fit for small tasks; learn/3 is the fast learner.
*/

:- module(cl_popper, [learn_by_failures/3, task/2, generate/3, generate/4, test/3, constrain/4, program_size/2, print_program/1]).

:- use_module(library(between)).
:- use_module(library(charsio)).
:- use_module(library(cl_consult), [consult_files/1]).
:- use_module(library(load_libraries), [import_named/1]).
:- use_module(library(error)).
:- use_module(library(cl_arguments)).
:- use_module(library(internal_learn)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(prove_calls)).

% --- the loop ---------------------------------------------------------------------------------

%! learn_by_failures(+Directory, +Options, -Program) is semidet.
%
% Program is a smallest program that solves the task in Directory; fails if the task allows none. With the option
% trace(true) each program that is tried is printed, with what it entails and the constraints that follow.

learn_by_failures(Directory, Options, Program) :-
    trace_option(Options, false, Trace),
    task(Directory, Task),
    largest(Task, Max),
    learn(2, Max, Task, [], Trace, Program).

% learn(+Size, +Max, +Task, +Constraints, +Trace, -Program)
learn(Size, Max, Task, Constraints0, Trace, Program) :-
    Size =< Max,
    findall(P, cl_popper:generate(Task, Size, Constraints0, P), Programs),
    try(Programs, Task, Constraints0, Constraints, Trace, Solution),
    (   Solution = solution(Program0) -> Program = Program0
    ;   Size1 is Size + 1,
        learn(Size1, Max, Task, Constraints, Trace, Program)
    ).

% try(+Programs, +Task, +Constraints0, -Constraints, +Trace, -Solution): Solution is solution(Program) or none.
try([], _, Constraints, Constraints, _, none).
try([Program|Programs], Task, Constraints0, Constraints, Trace, Solution) :-
    (   pruned(Program, Constraints0) ->
        try(Programs, Task, Constraints0, Constraints, Trace, Solution)
    ;   test(Task, Program, Outcome),
        constrain(Task, Program, Outcome, New),
        report(Trace, Program, Outcome, New),
        (   New == [] -> Solution = solution(Program), Constraints = Constraints0
        ;   append(New, Constraints0, Constraints1),
            try(Programs, Task, Constraints1, Constraints, Trace, Solution)
        )
    ).

% --- generate ---------------------------------------------------------------------------------

%! generate(+Task, +Constraints, -Program) is nondet.
%
% Program is in the language of Task and not forbidden by Constraints. Programs come in the order of their size.

generate(Task, Constraints, Program) :-
    is_task(Task, generate/3),
    largest(Task, Max),
    between(2, Max, Size),
    generate(Task, Size, Constraints, Program).

%! generate(+Task, +Size, +Constraints, -Program) is nondet.
%
% The same for programs of one Size.

generate(Task, Size, Constraints, Program) :-
    is_task(Task, generate/4),
    setting(max_clauses, Task, Most),
    between(1, Most, Count),
    clauses(Count, Size, 0-start, Task, Constraints, Clauses),
    has_base(Clauses),
    base_first(Clauses, Ordered),
    % Clauses so far have numbers for variables, so that they can be compared.
    with_variables(Ordered, Program),
    \+ pruned(Program, Constraints).

%! program_size(+Program, -Size) is det.
%
% Size is the number of the literals of Program, heads included.

program_size(Program, Size) :-
    is_program(Program, program_size/2),
    size(Program, Size).

% is_task(+Task, +Context): raises an error unless it is one.
is_task(Task, Context) :-
    (   var(Task) -> instantiation_error(Context)
    ;   Task = task(_, _, _) -> true
    ;   type_error(task, Task, Context)
    ).

% is_program(+Program, +Context): raises an error unless it is a list of rules.
is_program(Program, Context) :-
    in_name_of(must_be(list, Program), Context),
    (   member(Clause, Program), \+ ( nonvar(Clause), Clause = (_ :- _) ) ->
        ( var(Clause) -> instantiation_error(Context) ; type_error(rule, Clause, Context) )
    ;   true
    ).

size([], 0).
size([(_ :- Body)|Clauses], Size) :-
    size(Clauses, Size0),
    findall(L, cl_popper:body_literal(Body, L), Literals),
    length(Literals, Length),
    Size is Size0 + 1 + Length.

largest(Task, Max) :-
    setting(max_clauses, Task, Clauses),
    setting(max_body, Task, Body),
    Max is Clauses * (1 + Body).

% clauses(+Count, +Size, +Previous, +Task, +Constraints, -Clauses): in ascending order, so that each set comes once.
clauses(1, Size, Previous, Task, Constraints, [Clause]) :-
    clause_after(Previous, Size, Task, Constraints, Clause).
clauses(Count, Size, Previous, Task, Constraints, [Clause|Clauses]) :-
    Count > 1,
    Previous = Least0-_,
    Least is max(2, Least0),
    Most is Size // Count,
    between(Least, Most, First),
    clause_after(Previous, First, Task, Constraints, Clause),
    Count1 is Count - 1,
    Rest is Size - First,
    clauses(Count1, Rest, First-Clause, Task, Constraints, Clauses).

clause_after(Previous, Size, Task, Constraints, Clause) :-
    one_clause(Task, Size, Clause),
    Size-Clause @> Previous,
    with_variables([Clause], [C]),
    \+ ( member(Constraint, Constraints), useless(Constraint, Task, C) ).

% A clause that makes each program wrong or larger than it need be.
useless(generalisation([C]), _, Clause) :- clause_subsumes(Clause, C).
useless(redundancy([C]), Task, Clause) :- \+ member(enable_recursion, Task), clause_subsumes(C, Clause).

% A program that only calls itself never ends.
has_base(Clauses) :- member(C, Clauses), \+ recursive(C), !.

% A proof that ends is found before one that does not, where there are both.
base_first(Clauses, Ordered) :-
    findall(C, ( member(C, Clauses), \+ cl_popper:recursive(C) ), Base),
    findall(C, ( member(C, Clauses), cl_popper:recursive(C) ), Recursive),
    append(Base, Recursive, Ordered).

recursive((Head :- Body)) :-
    functor(Head, Name, Arity),
    functor(Literal, Name, Arity),
    body_literal(Body, Literal).

body_literal((A,B), Literal) :- !, ( A = Literal ; body_literal(B, Literal) ).
body_literal(Literal, Literal).

% one_clause(+Task, +Size, -Clause): variables are numbers, those of the head come first. known(Variable,Type,State)
% stands for each variable: it is bound already, or free.
one_clause(Task, Size, (Head :- Body)) :-
    Length is Size - 1,
    setting(max_body, Task, Most),
    Length =< Most,
    head(Task, Name, Arity),
    arguments(Task, Name, Arity, Types, Modes),
    head_variables(Types, Modes, 0, Known, Variables),
    Head =.. [Name|Variables],
    body(Length, Task, Head, [], Known, Literals),
    safe(Task, Variables, Literals),
    linked(Literals, Variables),
    conjunction(Literals, Body).

head_variables([], [], _, [], []).
head_variables([Type|Types], [Mode|Modes], N, [known(N,Type,State)|Known], [N|Ns]) :-
    (   Mode == out -> State = free
    ;   State = bound
    ),
    N1 is N + 1,
    head_variables(Types, Modes, N1, Known, Ns).

% body(+Length, +Task, +Head, +Before, +Known, -Literals): Before are the literals so far, the latest first.
body(0, _, _, _, _, []).
body(Length, Task, Head, Before, Known0, [Literal|Literals]) :-
    Length > 0,
    body_predicate(Task, Name, Arity),
    arguments(Task, Name, Arity, Types, Modes),
    chosen(Types, Modes, Task, [], Known0, Known, Arguments),
    Literal =.. [Name|Arguments],
    Literal \== Head,
    connected(Literal, Modes, Known0),
    in_order(Before, Literal, Known0),
    length(Known0, N),
    Length1 is Length - 1,
    body(Length1, Task, Head, [Literal-N|Before], Known, Literals).

% chosen(+Types, +Modes, +Task, +Taken, +Known0, -Known, -Arguments): the arguments of one literal. Its variables are all
% different; an input must be bound before; after the call, everything is. A constant C is c(C).
chosen([], [], _, _, Known, Known, []).
chosen([Type|Types], [Mode|Modes], Task, Taken, Known0, Known, [Argument|Arguments]) :-
    argument(Mode, Type, Task, Taken, Known0, Known1, Argument),
    chosen(Types, Modes, Task, [Argument|Taken], Known1, Known, Arguments).

argument(constant, Type, task(Bias,_,_), _, Known, Known, c(C)) :-
    !,
    member(constant(C, Type), Bias).
argument(Mode, Type0, _, Taken, Known0, [known(V,Type,bound)|Known], V) :-
    select(known(V,Type1,State), Known0, Known),
    same_type(Type0, Type1, Type),
    ( Mode == in -> State == bound ; true ),
    \+ member(V, Taken).
argument(Mode, Type, Task, _, Known, [known(V,Type,bound)|Known], V) :-
    Mode \== in,
    setting(max_vars, Task, Most),
    length(Known, V),
    V < Most.

same_type(any, Type, Type) :- !.
same_type(Type, any, Type) :- !.
same_type(Type, Type, Type).

% A literal has a variable in common with what is before it, unless it takes no input.
connected(Literal, _, Known) :- variable_in(Literal, V), member(known(V,_,_), Known), !.
connected(_, Modes, _) :- \+ member(in, Modes), \+ member(any, Modes).

% Of two neighbours that could change places, the smaller comes first. They cannot if the second uses a variable
% that the first has introduced; the first has seen N variables before it.
in_order([], _, _).
in_order([Previous-N|Before], Literal, Known) :-
    \+ ( member(Other-_, [Previous-N|Before]), Other == Literal ),
    (   Previous @< Literal -> true
    ;   length(Known, Now),
        variable_in(Literal, V),
        V >= N,
        V < Now -> true
    ).

% All variables of the head occur in the body.
safe(Task, _, _) :- member(non_datalog, Task), !.
safe(_, Variables, Literals) :-
    \+ ( member(V, Variables), \+ ( member(L, Literals), variable_in(L, V) ) ).

variable_in(Literal, V) :-
    Literal =.. [_|Arguments],
    member(V, Arguments),
    integer(V).

% Each literal is linked to the variables of the head, directly or by others.
linked([], _).
linked([L|Ls], Variables) :-
    select(Literal, [L|Ls], Rest),
    findall(V, cl_popper:variable_in(Literal, V), Own),
    ( Own == [] ; member(V, Own), member(V, Variables) ),
    !,
    append(Own, Variables, Variables1),
    linked(Rest, Variables1).

conjunction([L], L) :- !.
conjunction([L|Ls], (L,Body)) :- conjunction(Ls, Body).

with_variables([], []).
with_variables([Numbered|Clauses0], [Clause|Clauses]) :-
    variables_in(Numbered, _, Clause),
    with_variables(Clauses0, Clauses).

% variables_in(+Numbered, ?Variables, -Term): Variables is a list with an open end; number N is element N.
variables_in(N, Variables, V) :-
    integer(N),
    !,
    open_nth(N, Variables, V).
variables_in(c(C), _, C) :- !.
variables_in(Numbered, Variables, Term) :-
    Numbered =.. [Name|Arguments0],
    variables_in_all(Arguments0, Variables, Arguments),
    Term =.. [Name|Arguments].

variables_in_all([], _, []).
variables_in_all([A0|As0], Variables, [A|As]) :-
    variables_in(A0, Variables, A),
    variables_in_all(As0, Variables, As).

open_nth(0, [V|_], V) :- !.
open_nth(N, [_|Vs], V) :-
    N1 is N - 1,
    open_nth(N1, Vs, V).

% --- test -------------------------------------------------------------------------------------

%! test(+Task, +Program, -Outcome) is det.
%
% Outcome is `outcome(TP,FN,TN,FP)`: how many positive examples Program entails, and does not, how many negative ones it
% does not entail, and does. A proof may take 100,000 inferences; what takes more is not entailed.

test(Task, Program, outcome(TP,FN,TN,FP)) :-
    is_task(Task, test/3),
    is_program(Program, test/3),
    Task = task(_, Positives, Negatives),
    entailed(Positives, Program, TP),
    entailed(Negatives, Program, FP),
    length(Positives, P),
    length(Negatives, N),
    FN is P - TP,
    TN is N - FP.

entailed([], _, 0).
entailed([Example|Examples], Program, Count) :-
    entailed(Examples, Program, Count0),
    (   entails(Program, Example) -> Count is Count0 + 1
    ;   Count = Count0
    ).

entails(Program, Example) :-
    \+ \+ ( within(100000, cl_popper:prove(Example, Program), R), R \== inference_limit_exceeded ).

% prove(+Goal, +Program): a meta-interpreter. Clauses of Program are used where there are any; all other goals are
% the background's.
prove((A,B), Program) :- !, prove(A, Program), prove(B, Program).
prove(Goal, Program) :-
    defines(Program, Goal),
    !,
    member(Clause, Program),
    copy_term(Clause, (Goal :- Body)),
    prove(Body, Program).
prove(Goal, _) :- call(user:Goal).

defines(Program, Goal) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    member((Head :- _), Program),
    !.

% --- constrain --------------------------------------------------------------------------------

%! constrain(+Task, +Program, +Outcome, -Constraints) is det.
%
% Constraints are what follows from the Outcome of Program: none if it is a solution, else some of
% `specialisation(Program)`, `generalisation(Program)` and `redundancy(Program)`.

constrain(_, Program, outcome(TP,FN,_,FP), Constraints) :-
    findall(Kind, cl_popper:failure(TP, FN, FP, Program, Kind), Kinds),
    constraints(Kinds, Program, Constraints).

% Not complete: what is more special proves even less.
failure(_, FN, _, _, specialisation) :- FN > 0.
% Not consistent: what is more general proves even more.
failure(_, _, FP, _, generalisation) :- FP > 0.
% Proves nothing: what is more special adds nothing to any program, unless another clause calls it.
failure(0, FN, _, Program, redundancy) :- FN > 0, separable(Program).

constraints([], _, []).
constraints([Kind|Kinds], Program, [Constraint|Constraints]) :-
    Constraint =.. [Kind,Program],
    constraints(Kinds, Program, Constraints).

separable(Program) :- \+ ( member(C, Program), recursive(C) ).

% pruned(+Program, +Constraints): some constraint forbids the program.
pruned(Program, Constraints) :-
    member(Constraint, Constraints),
    forbids(Constraint, Program),
    !.

forbids(generalisation(Failed), Program) :- subsumes(Program, Failed).
forbids(specialisation(Failed), Program) :- subsumes(Failed, Program).
forbids(redundancy(Failed), Program) :-
    separable(Program),
    \+ ( member(C, Failed), \+ ( member(D, Program), clause_subsumes(C, D) ) ).

% subsumes(+General, +Special): each clause of Special is subsumed by a clause of General.
subsumes(General, Special) :-
    \+ ( member(D, Special), \+ ( member(C, General), clause_subsumes(C, D) ) ).

% clause_subsumes(+C, +D): some substitution makes the literals of C a subset of those of D (theta-subsumption).
clause_subsumes(C, D) :-
    \+ \+ ( copy_term(C, (Head :- Body)),
            copy_term(D, (Head1 :- Body1)),
            numbervars((Head1 :- Body1), 0, _),
            Head = Head1,
            maps_into(Body, Body1) ).

maps_into((A,B), Body) :- !, body_literal(Body, A), maps_into(B, Body).
maps_into(A, Body) :- body_literal(Body, A).

% numbervars/3 without an import, for the sake of ISO mode.
numbervars(Term, N0, N) :-
    term_variables(Term, Vs),
    numbered(Vs, N0, N).

numbered([], N, N).
numbered(['$VAR'(N0)|Vs], N0, N) :-
    N1 is N0 + 1,
    numbered(Vs, N1, N).

% --- tasks ------------------------------------------------------------------------------------

%! task(+Directory, -Task) is det.
%
% Task is the task in Directory, in the format of Popper: `task(Bias,Positives,Negatives)`. Bias is the list of facts in
% bias.pl, the examples are those of exs.pl; bk.pl, the background, is consulted, if there is one.
%
% Of what a bias can say, this module knows head_pred/2, body_pred/2, type/2, direction/2, max_vars/1, max_body/1,
% max_clauses/1, enable_recursion/0, non_datalog/0, and constant/2 with the direction `constant`; anything else, invention too, is a `domain_error(bias,Term)`.

task(Directory, task(Bias,Positives,Negatives)) :-
    file_in(Directory, 'bias.pl', BiasFile),
    terms(BiasFile, Bias),
    \+ ( member(Term, Bias), \+ known_bias(Term), domain_error(bias, Term, task/2) ),
    file_in(Directory, 'exs.pl', ExampleFile),
    terms(ExampleFile, Examples),
    (   member(head_pred(Name, Arity), Bias) -> true
    ;   existence_error(head_pred, BiasFile, task/2)
    ),
    \+ ( member(Example, Examples), \+ example(Example, Name, Arity), domain_error(example, Example, task/2) ),
    findall(E, member(pos(E), Examples), Positives),
    findall(E, member(neg(E), Examples), Negatives),
    file_in(Directory, 'bk.pl', Background),
    catch(consult_files(Background), error(existence_error(source_sink,_),_), true),
    findall(N, member(body_pred(N,_), Bias), Names),
    import_named(Names).

existence_error(Kind, Culprit, Context) :- throw(error(existence_error(Kind, Culprit), Context)).

file_in(Directory, _, _) :- var(Directory), !, instantiation_error(task/2).
file_in(Directory, Name, File) :-
    (   string_terms:characters(Directory, Cs0) -> true
    ;   Cs0 = Directory
    ),
    atom_chars(Name, Cs1),
    append(Cs0, [/|Cs1], Cs),
    catch(atom_chars(File, Cs), _, type_error(source_sink, Directory, task/2)).

terms(File, Terms) :-
    in_name_of(findall(Line-Text, clause_text(File, Line, Text), Clauses), task/2),
    read_all(Clauses, File, Terms).

read_all([], _, []).
read_all([Line-Text0|Clauses], File, [Term|Terms]) :-
    % Popper writes (t,) for a tuple of one: the comma is no Prolog.
    without_comma(Text0, Text),
    catch(read_term_from_chars(Text, Term, []), error(E, _), throw(error(E, File:Line))),
    read_all(Clauses, File, Terms).

without_comma([], []).
without_comma([','|Cs0], Cs) :- closing(Cs0), !, without_comma(Cs0, Cs).
without_comma([C|Cs0], [C|Cs]) :- without_comma(Cs0, Cs).

closing([' '|Cs]) :- !, closing(Cs).
closing([')'|_]).

known_bias(head_pred(_, _)).
known_bias(body_pred(_, _)).
known_bias(type(_, _)).
known_bias(direction(_, _)).
known_bias(max_vars(_)).
known_bias(max_body(_)).
known_bias(max_clauses(_)).
known_bias(enable_recursion).
known_bias(non_datalog).
known_bias(constant(_, _)).

example(pos(E), Name, Arity) :- callable(E), functor(E, Name, Arity), ground(E).
example(neg(E), Name, Arity) :- callable(E), functor(E, Name, Arity), ground(E).

% What a bias says, or what holds if it says nothing.
setting(Name, task(Bias,_,_), N) :-
    Setting =.. [Name,N0],
    (   member(Setting, Bias) -> N = N0
    ;   default(Name, N)
    ).

default(max_vars, 6).
default(max_body, 10).
default(max_clauses, 2).

head(task(Bias,_,_), Name, Arity) :- member(head_pred(Name, Arity), Bias).

body_predicate(task(Bias,_,_), Name, Arity) :- member(body_pred(Name, Arity), Bias).
body_predicate(task(Bias,_,_), Name, Arity) :- member(enable_recursion, Bias), member(head_pred(Name, Arity), Bias).

% arguments(+Task, +Name, +Arity, -Types, -Modes): a type is `any`, and a mode too, where nothing is declared.
arguments(task(Bias,_,_), Name, Arity, Types, Modes) :-
    (   member(type(Name, Tuple), Bias), tuple(Tuple, Arity, Types) -> true
    ;   anys(Arity, Types)
    ),
    (   member(direction(Name, Tuple1), Bias), tuple(Tuple1, Arity, Modes) -> true
    ;   anys(Arity, Modes)
    ).

tuple(T, 1, [T]) :- atom(T).
tuple((T,Tuple), Arity, [T|Ts]) :-
    Arity > 1,
    Arity1 is Arity - 1,
    tuple(Tuple, Arity1, Ts).

anys(0, []) :- !.
anys(N, [any|Anys]) :-
    N1 is N - 1,
    anys(N1, Anys).

% --- what is printed --------------------------------------------------------------------------

%! print_program(+Program) is det.
%
% Prints the clauses of Program, one a line.

print_program(Program) :-
    is_program(Program, print_program/1),
    print_clauses(Program).

print_clauses([]).
print_clauses([Clause|Clauses]) :-
    print_clause(Clause),
    print_clauses(Clauses).

print_clause(Clause) :-
    copy_term(Clause, (Head :- Body)),
    numbervars((Head :- Body), 0, _),
    print_literal(Head),
    write(' :- '),
    print_body(Body),
    write('.'),
    nl.

print_body((A,B)) :- !, print_literal(A), write(', '), print_body(B).
print_body(A) :- print_literal(A).

print_literal(Literal) :- write_term(Literal, [quoted(true),numbervars(true)]).

report(false, _, _, _).
report(true, Program, outcome(TP,FN,TN,FP), Constraints) :-
    print_program(Program),
    P is TP + FN,
    N is TN + FP,
    write('    entails '), write(TP), write(' of '), write(P), write(' positive and '),
    write(FP), write(' of '), write(N), write(' negative examples'), nl,
    report_constraints(Constraints).

report_constraints([]).
report_constraints([Constraint|Constraints]) :-
    functor(Constraint, Kind, 1),
    reason(Kind, Reason),
    write('    hence '), write(Reason), nl,
    report_constraints(Constraints).

reason(specialisation, 'no specialisation of it').
reason(generalisation, 'no generalisation of it').
reason(redundancy, 'no specialisation of it as a part of a larger program').

trace_option(Options, _, _) :- var(Options), !, instantiation_error(learn_by_failures/3).
trace_option([], Trace, Trace).
trace_option([Option|Options], _, Trace) :-
    (   var(Option) -> instantiation_error(learn_by_failures/3)
    ;   Option = trace(Trace1), member(Trace1, [true,false]) -> trace_option(Options, Trace1, Trace)
    ;   domain_error(learning_option, Option, learn_by_failures/3)
    ).

% --- examples ---------------------------------------------------------------------------------

?- generate(task([head_pred(f,1),body_pred(p,1),body_pred(q,1),max_clauses(1)], [], []), [], P).
   P = [(f(_A):-p(_A))]
;  P = [(f(_A):-q(_A))]
;  P = [(f(_A):-p(_A),q(_A))]
;  false.

?- generate(task([head_pred(f,1),body_pred(p,1),body_pred(q,1)], [], []), [redundancy([(f(X) :- p(X))])], P).
   P = [(f(_A):-q(_A))]
;  false.

?- generate(task([head_pred(f,2),body_pred(p,2),direction(f,(in,out)),direction(p,(in,out)),type(f,(a,b)),type(p,(a,b)),max_body(1)],
                 [], []), [], P).
   P = [(f(_A,_B):-p(_A,_B))]
;  false.

?- assertz(parent(ann, bob)), assertz(parent(bob, cid)), assertz(parent(cid, dan)).
   true.

?- test(task([], [up(ann,cid),up(bob,dan)], [up(ann,bob),up(bob,ann)]), [(up(X,Y) :- parent(X,Z), parent(Z,Y))], O).
   O = outcome(2,0,2,0).

?- test(task([], [up(ann,dan)], [up(dan,ann)]), [(up(X,Y) :- parent(X,Y)), (up(X,Y) :- up(X,Z), up(Z,Y))], O).
   O = outcome(1,0,1,0).

?- test(task([], [up(ann)], [up(bob)]), [(up(X) :- missing(X))], O).
   error(existence_error(procedure,missing/1),missing/1).

?- program_size([(up(X,Y) :- parent(X,Y)), (up(X,Y) :- up(X,Z), up(Z,Y))], N).
   N = 5.

?- program_size(_, N).
   error(instantiation_error,program_size/2).

?- program_size(foo, N).
   error(type_error(list,foo),program_size/2).

?- generate(foo, [], P).
   error(type_error(task,foo),generate/3).

?- test(foo, [], O).
   error(type_error(task,foo),test/3).

?- print_program([up]).
   error(type_error(rule,up),print_program/1).

?- constrain(_, [(up(A,B) :- parent(A,B))], outcome(1,2,1,1), Cs).
   Cs = [specialisation([(up(A,B):-parent(A,B))]),generalisation([(up(A,B):-parent(A,B))])].

?- constrain(_, [(up(A) :- parent(A,_))], outcome(2,0,1,0), Cs).
   Cs = [].

?- learn_by_failures('kb/tasks/even', [], P).
   P = [(even(_A):-zero(_A)),(even(_B):-next(_C,_B),next(_D,_C),even(_D))].

?- findall(T, (task('kb/tasks/droplast', task(Bias,_,_)), member(type(empty,T), Bias)), Ts).
   Ts = [list].

?- learn_by_failures(nowhere, [], P).
   error(existence_error(source_sink,"nowhere/bias.pl"),task/2).

?- learn_by_failures(nowhere, [noisy(true)], P).
   error(domain_error(learning_option,noisy(true)),learn_by_failures/3).
