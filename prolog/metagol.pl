/** Learning with metarules: Metagol, to be read.

The learner explains examples by a logic program. It proves each positive example from the background knowledge; where
that is not enough, it assumes a clause: an instance of one of the user's *metarules*, clauses with variables for the
predicates. What was assumed in the end is the program. Programs of one clause are tried first, then those of two, and
so on; new predicates are invented on the way.

```
?- [user].
body_pred(parent/2).
metarule(chain, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]).
parent(ann, bob).
parent(bob, cid).

?- learn([grandparent(ann,cid)], []).
% learning grandparent/2
% clauses: 1
grandparent(A,B):-parent(A,C),parent(C,B).
```

The method is that of A. Cropper and S. Muggleton, "Metagol", and of S. Muggleton, D. Lin and A. Tamaddoni-Nezhad,
"Meta-interpretive learning of higher-order dyadic datalog", Machine Learning 100, 2015. The order in which programs
are tried is that of Metagol, and so is the answer.

This file is the whole search. What the user's program declares is read by `metagol_setup`; a faster search in the
same order, in native code, is asked by `metagol_kernel`; the option kernel(prolog) takes the one below.
*/

:- module(metagol, [learn/1, learn/2, learn/3, learn/4, learn_seq/2, pprint/1, op(950, fx, @)]).

:- use_module(library(between)).
:- use_module(library(error)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
% Guards of metarules run here.
:- use_module(library(format)).
:- use_module(library(metagol_background)).
:- use_module(library(metagol_options)).
:- use_module(library(metagol_setup)).
:- use_module(library(metagol_steps)).
:- use_module(library(metagol_text)).

% Options of a program, such as `metagol:max_clauses(4).`: the loader puts them here.
:- dynamic(functional/0).
:- dynamic(functional/1).
:- dynamic(min_clauses/1).
:- dynamic(max_clauses/1).
:- dynamic(max_inv_preds/1).
:- dynamic(timeout/1).
:- dynamic(inference_limit/1).
:- dynamic(goal_inferences/1).
:- dynamic(trace/1).
:- dynamic(kernel/1).
:- dynamic(top_program/1).
:- dynamic(typed/1).

% type(Name, Arity, Kind): guards of metarules may ask. Kind is head_pred, body_pred, ibk_head_pred or compiled_pred.
type(P, A, Kind) :-
    bb_get(metagol_types, Types),
    member(type(P,A,Kind), Types).
type(P, _, head_pred) :-
    bb_get(metagol_invented, invented(Target,Most)),
    between(1, Most, I),
    invented_name(Target, I, P),
    \+ ( bb_get(metagol_types, Types), memberchk(type(P,_,head_pred), Types) ).

% learned(Name, Arity, Target): a predicate that learn_seq/2 has added to the program for Target.
:- dynamic(learned/3).

% --- the search -------------------------------------------------------------------------------

% search(+Task, -Program): Program is a list of sub(Metarule,Name,Arity,Substitution), the newest first.
search(Task, Program) :-
    Task = task(Positives, Negatives, _, _, _, _, _, Options),
    background(Task, Background),
    option(min_clauses(Min), Options),
    option(max_clauses(Max), Options),
    between(Min, Max, N),
    symbols(N, Background, Options, Symbols),
    print_level(N, Options),
    Search = search(Background, Symbols, N),
    prove_examples(Positives, Search, [], Program),
    report(hypothesis(Program), Search),
    \+ ( member(Negative, Negatives), deducible(Negative, Search, Program), report(rejected(Program,Negative), Search) ),
    ground(Program),
    functional(Positives, Search, Program),
    still_covered(Positives, Search, Program).

% prove_examples(+Atoms, +Search, +Program0, -Program): a clause is assumed only for what cannot be proved without.
prove_examples([], _, Program, Program).
prove_examples([Atom|Atoms], Search, Program0, Program) :-
    (   deducible(Atom, Search, Program0) -> Program1 = Program0
    ;   prove([Atom-_], [], [], Search, Program0, Program1)
    ),
    functional([Atom], Search, Program1),
    prove_examples(Atoms, Search, Program1, Program).

% deducible(+Atom, +Search, +Program): with no clause more than those of Program.
deducible(Atom, search(Background,Symbols,_), Program) :-
    length(Program, N),
    prove([Atom-_], [], [], search(Background,Symbols,N), Program, _).

% prove(+Goals, +Ancestors, +Lower, +Search, +Program0, -Program)
%
% A goal is Atom-Types, an Atom being a list [Name|Arguments] whose Name may be unknown, or a condition @(Goal), or
% not(Atom-Types). Ancestors are the atoms whose proof needs Goals; Lower are the symbols that may be used for an
% unknown Name.
prove([], _, _, _, Program, Program).
prove([Goal|Goals], Ancestors, Lower, Search, Program0, Program) :-
    count_step,
    prove_goal(Goal, Ancestors, Lower, Search, Program0, Program1),
    distinct(Program1),
    prove(Goals, Ancestors, Lower, Search, Program1, Program).

prove_goal(@(Goal), _, _, _, Program, Program) :- ask(Goal).
prove_goal(not(Atom), _, _, Search, Program, Program) :- refuted(Atom, Search, Program).
prove_goal([P|Args]-Types, Ancestors, Lower, Search, Program0, Program) :-
    length(Args, A),
    prove_atom(p(P,A,Args,Types), Ancestors, Lower, Search, Program0, Program).

% First by the background, ...
prove_atom(p(P,A,Args,Types), _, _, search(Background,_,_), Program, Program) :-
    background_predicate(P, A, Types, Background),
    distinct(Program),
    background_goal([P|Args], Background, Goal),
    ask(Goal).
% ... second by interpreted background, whose bodies are goals of ours, ...
prove_atom(p(P,A,Args,_), Ancestors, Lower, Search, Program0, Program) :-
    Search = search(Background,symbols(_,Invented),_),
    ( nonvar(P) -> \+ is_head(P, A, Background), \+ member(sym(P,_,_,_), Invented) ; true ),
    interpreted_clause([P|Args], Background, Body),
    prove(Body, Ancestors, Lower, Search, Program0, Program).
% ... third by a clause that was assumed before, ...
prove_atom(p(P,A,Args,Types), Ancestors, Lower0, Search, Program0, Program) :-
    Program0 = [_|_],
    symbol(P, A, Types, used, Program0, Lower0, Search, Lower),
    member(sub(Name,P,A,Subs), Program0),
    instance(Name, Subs, [P|Args], Types, Ancestors, Search, Body),
    distinct(Program0),
    prove(Body, [[P|Args]|Ancestors], Lower, Search, Program0, Program).
% ... and last by a new one.
prove_atom(p(P,A,Args,Types), Ancestors, Lower0, Search, Program0, Program) :-
    Search = search(_, _, Max),
    length(Program0, N),
    N < Max,
    symbol(P, A, Types, any, Program0, Lower0, Search, Lower),
    instance(Name, Subs, [P|Args], Types, Ancestors, Search, Body),
    Program1 = [sub(Name,P,A,Subs)|Program0],
    distinct(Program1),
    report(try(Program1, [P|Args]), Search),
    prove(Body, [[P|Args]|Ancestors], Lower, Search, Program1, Program).

% instance(?Name, ?Subs, +Atom, ?Types, +Ancestors, +Search, -Body): a metarule whose head is Atom.
instance(Name, Subs, Atom, Types, Ancestors, search(Background,Symbols,Max), Body) :-
    rule_named(Name, Background, rule(Name,Subs,Atom,Types,Body,Recursive,Guard)),
    guarded(Guard),
    % Recursion needs a second clause to end with, and another atom.
    ( Recursive == true -> Max > 1, \+ memberchk(Atom, Ancestors) ; true ),
    \+ goes_round(Atom, Ancestors, Symbols).

% One target that needs another: it must not be for the same atom.
goes_round([P|Args], [[Q|_]|Ancestors], symbols(Targets,_)) :-
    P \== Q,
    Targets = [_,_|_],
    memberchk(sym(P,_,_,_), Targets),
    memberchk([P|Args], Ancestors).

% distinct(+Program): no clause is there twice. Seen as soon as the last part of a substitution is known.
distinct([]).
distinct([sub(Name,P,A,Subs)|Program]) :-
    (   memberchk(sub(Name,P,A,_), Program) ->
        last(Subs, Last),
        ( ground(Last) -> \+ memberchk(sub(Name,_,A,Subs), Program) ; true )
    ;   true
    ),
    distinct(Program).

last([X|Xs], Last) :- last(Xs, X, Last).

last([], Last, Last).
last([X|Xs], _, Last) :- last(Xs, X, Last).

% refuted(+Atom, +Search, +Program): negation as failure. An unknown predicate is one of the background.
refuted([P|Args]-Types, Search, Program) :-
    (   var(P) ->
        Search = search(Background,_,_),
        length(Args, A),
        background_predicate(P, A, Types, Background),
        distinct(Program)
    ;   true
    ),
    \+ deducible([P|Args], Search, Program).

% functional(+Atoms, +Search, +Program): what Program says of the inputs of Atoms is what the user's func_test/3 wants.
functional(Atoms, Search, Program) :-
    Search = search(bg(_,_,_,_,_,_,Options),_,_),
    (   option(functional(true), Options) ->
        \+ ( member(Atom, Atoms),
             user:func_test(Atom, Test, Condition),
             deducible(Test, Search, Program),
             \+ ask(Condition)
           )
    ;   true
    ).

% still_covered(+Atoms, +Search, +Program): where a learned predicate is negated, a clause that was assumed later may
% have made a proof worthless.
still_covered(Atoms, Search, Program) :-
    Search = search(Background,_,_),
    (   negates_learned(Program, Background) ->
        \+ ( member(Atom, Atoms), \+ deducible(Atom, Search, Program) )
    ;   true
    ).

% --- symbols ----------------------------------------------------------------------------------

% symbols(Targets, Invented): lists of sym(Name,Arity,Used,Types). The arity of an invented predicate is that of its
% first use; it is Used as soon as a clause was assumed for it.
symbols(N, Background, Options, symbols(Targets,Invented)) :-
    background_targets(Background, Heads),
    findall(sym(P,A,1,declared(Types)), member(head(P,A,Types), Heads), Targets),
    Heads = [head(First,_,_)|_],
    option(max_inv_preds(MaxInvented), Options),
    Most is min(N - 1, MaxInvented),
    announce(First, Most),
    findall(sym(P,_,_,_), ( between(1, Most, I), metagol:invented_name(First, I, P) ), Invented).

% announce(+Target, +Most): guards may ask for the symbols that there are.
announce(Target, Most) :- bb_put(metagol_invented, invented(Target,Most)).

invented_name(Target, I, Name) :-
    atom_chars(Target, Cs0),
    number_chars(I, Cs1),
    append(Cs0, ['_'|Cs1], Cs),
    atom_chars(Name, Cs).

% symbol(?Name, +Arity, ?Types, +Which, +Program, +Lower0, +Search, -Lower): a predicate that is or could be learned. Which
% tells what an unknown Name may be; Lower are the symbols below Name.
symbol(P, A, Types, Which, Program, Lower0, search(_,symbols(Targets,Invented),_), Lower) :-
    (   var(P) -> choose(Lower0, Which, Program, P, A, Types)
    ;   true
    ),
    (   select(Symbol, Targets, Others), symbol_is(Symbol, P, A, Types) -> append(Others, Invented, Lower)
    ;   append(_, [Symbol|Lower1], Invented), symbol_is(Symbol, P, A, Types) -> Lower = Lower1
    ).

% choose(+Symbols, +Which, +Program, -Name, +Arity, ?Types): one that is used; last, if Which is any, the first that is not.
choose([Symbol|Symbols], Which, Program, P, A, Types) :-
    Symbol = sym(_,_,Used,_),
    (   \+ ( symbol_is(Symbol, P, A, Types), distinct(Program) ) -> choose(Symbols, Which, Program, P, A, Types)
    ;   var(Used) -> Which == any, symbol_is(Symbol, P, A, Types), Used = 1
    ;   symbol_is(Symbol, P, A, Types)
    ;   choose(Symbols, Which, Program, P, A, Types)
    ).

symbol_is(sym(P,A,_,Declared), P, A, Types) :- typed_as(Declared, Types).

% --- the door ---------------------------------------------------------------------------------

%! learn(+Examples) is nondet.
%
% The same as learn/2. Examples is `Positives/Negatives`, or a list of positive ones.

learn(Examples) :-
    (   nonvar(Examples), Examples = Positives/Negatives -> learn(Positives, Negatives)
    ;   learn(Examples, [])
    ).

%! learn(+Positives, +Negatives) is nondet.
%
% Learns a program from which all of Positives follow and none of Negatives, and prints it. A smallest program comes
% first, others on backtracking.

learn(Positives, Negatives) :-
    task(Positives, Negatives, [], Task),
    solution(Task, Program),
    print_learned(Task, Program).

%! learn(+Positives, +Negatives, -Program) is nondet.
%
% The same, without printing the program: Program is a list of `sub(Metarule,Name,Arity,Substitution)`, the newest
% first. pprint/1 prints such a list.
%
% The program that is consulted says what it may be built of:
%
%   - `metarule(Name, [P,Q], [P,A,B], [[Q,A,B]]).` is a metarule: the variables for which symbols are substituted, the
%     head and the body. Name may be left out. A clause `metarule(...) :- Guard.` applies where Guard is true. In a
%     body, `@(Goal)` is a condition, and `not([Q,A,B])` negates a literal.
%   - `body_pred(parent/2).` is a predicate of the background, `head_pred(f/2).` one that may be learned.
%   - `ibk([map,[A|As],[B|Bs],F], [[F,A,B],[map,As,Bs,F]]).` is interpreted background: predicates that may be
%     learned can be its arguments.
%   - `metagol:max_clauses(4).` is an option; learn/4 lists them.
%   - `func_test(Atom, Test, Condition).` says, with the option functional, what a function is.

learn(Positives, Negatives, Program) :-
    (   directory(Positives) -> cl_engine:provided(cl_learning), cl_learning:learn(Positives, Negatives, Program)
    ;   learn(Positives, Negatives, [], Program)
    ).

%! learn(+Positives, +Negatives, +Options, -Program) is nondet.
%
% The same with options, which count more than those in the program:
%
%   - max_clauses(N), min_clauses(N): sizes of programs, 1 to 10 by default.
%   - max_inv_preds(N): how many predicates may be invented.
%   - functional(Boolean): the program must pass func_test/3.
%   - timeout(Seconds): 600 by default, 0 for any time.
%   - inference_limit(N): how many goals may be tried.
%   - goal_inferences(N): how many inferences a goal of the background may take, 1,000,000 by default.
%   - trace(true): tells each clause that is assumed.
%   - kernel(native), kernel(prolog): the fast search, or the one in Prolog.
%   - top_program(true): the set of all clauses that are right, reduced, without inventions; see the module metagol_top.

learn(Positives, Negatives, Options, Program) :-
    task(Positives, Negatives, Options, Task),
    solution(Task, Program).

directory(Positives) :- atom(Positives), Positives \== [].
directory(Positives) :- nonvar(Positives), Positives = '$string'(_).
directory(Positives) :- nonvar(Positives), Positives = [C|_], atom(C), catch(atom_chars(_, Positives), _, false).

solution(Task, Program) :-
    print_targets(Task),
    (   catch(found(Task, Result), Stopped, Result = Stopped),
        (   Result = program(Program) -> true
        ;   !, unable(Task, Result), false
        )
    ).

% found(+Task, -Result): each program(Program), and at last what was searched.
found(Task, Result) :-
    Task = task(_, _, _, _, _, _, _, Options),
    (   option(top_program(true), Options) -> start(Options), cl_engine:provided(metagol_top), metagol_top:found(Task, Result)
    ;   option(kernel(native), Options) -> cl_engine:provided(metagol_kernel), metagol_kernel:found(Task, Result)
    ;   start(Options),
        search(Task, Program),
        Result = program(Program)
    ;   steps(Steps, Milliseconds),
        Result = exhausted(Steps,Milliseconds)
    ).

start(Options) :-
    option(inference_limit(Inferences), Options),
    option(timeout(Seconds), Options),
    option(goal_inferences(Each), Options),
    Milliseconds is truncate(Seconds * 1000),
    start_steps(Inferences, Milliseconds, Each).

%! learn_seq(+Tasks, -Program) is det.
%
% Learns from each of Tasks, a list of `Positives/Negatives`, and adds what was learned to the program, so that it can
% be used from then on. A task that has no solution adds nothing.

learn_seq(Tasks, Program) :-
    must_be_list(Tasks, learn_seq/2),
    learn_each(Tasks, Programs),
    append(Programs, Program).

learn_each([], []).
learn_each([Examples|Tasks], [Program|Programs]) :-
    (   nonvar(Examples), Examples = Positives/Negatives -> true
    ;   domain_error(metagol_task, Examples, learn_seq/2)
    ),
    task(Positives, Negatives, [], Task),
    (   solution(Task, Program) -> keep(Task, Program)
    ;   Program = []
    ),
    learn_each(Tasks, Programs).

%! pprint(+Program) is det.
%
% Prints the clauses of Program, a list as learn/3 gives it.

pprint(Program) :-
    must_be_list(Program, pprint/1),
    all_metarules(Metarules),
    print_program(Program, Metarules).

all_metarules(Metarules) :-
    metagol_source:metarules_of_program(Rules),
    findall(Metarule, member(rule(Metarule,_,_), Rules), Metarules).

% keep(+Task, +Program): the clauses of Program are asserted, in place of those that were learned for the same targets
% before, and its predicates count as background.
keep(Task, Program) :-
    targets(Task, [head(Target,_,_)|_]),
    findall(P/A, learned(P, A, Target), Before),
    forget_learned(Before),
    Task = task(_, _, _, _, _, _, Metarules, _),
    program_clauses(Program, Metarules, Clauses0),
    reverse(Clauses0, Clauses),
    assert_each(Clauses),
    findall(P/A, member(sub(_,P,A,_), Program), PIs),
    later_ones(PIs, Target).

forget_learned([]).
forget_learned([P/A|PIs]) :-
    functor(Head, P, A),
    retractall(user:Head),
    retractall(learned(P, A, _)),
    forget_learned(PIs).

assert_each([]).
assert_each([Clause|Clauses]) :-
    assertz(user:Clause),
    assert_each(Clauses).

later_ones([], _).
later_ones([P/A|PIs], Target) :-
    (   memberchk(P/A, PIs) -> true
    ;   assertz(learned(P, A, Target))
    ),
    later_ones(PIs, Target).

% --- examples ---------------------------------------------------------------------------------

?- assertz(body_pred(bore/2)), assertz(bore(ann,bob)), assertz(bore(bob,cid)), assertz(bore(cid,dan)),
   use_metarules([identity,chain,recursion]).
   true.

?- once(learn([grandparent(ann,cid)], [], P)).
   P = [sub(chain,grandparent,2,[grandparent,bore,bore])].

?- once(learn([ancestor(ann,bob),ancestor(ann,dan)], [ancestor(bob,ann)], [kernel(prolog)], P)).
   P = [sub(recursion,ancestor,2,[ancestor,bore]),sub(identity,ancestor,2,[ancestor,bore])].

?- learn([child(bob,ann)], [], [max_clauses(2)], P).
   false.

?- use_metarules(inverse), learn([child(bob,ann)], [], [top_program(true)], P).
   P = [sub(inverse,child,2,[child,bore])]
;  false.

?- pprint([sub(chain,grandparent,2,[grandparent,bore,bore])]).
   true.

?- learn_seq([[gp(ann,cid)]/[],[ggp(ann,dan)]/[]], P).
   P = [sub(chain,gp,2,[gp,bore,bore]),sub(chain,ggp,2,[ggp,bore,gp])].

?- gp(X, dan).
   X = bob
;  false.

?- learn([f(_)], [], P).
   error(task_error("the positive example f(A) has a variable as an argument; a value was expected"),learn/3).

?- learn([f(a)], [], [max(3)], P).
   error(domain_error(metagol_option,max(3)),learn/4).

?- learn([f(a),f(a,b)], [], P).
   error(task_error("the positive examples are of f/1 and of f/2; one arity was expected"),learn/3).

?- learn([f(a)], [g(a)], P).
   error(task_error("the negative example g(a) is of another predicate than the positive ones; f/1 was expected"),learn/3).

?- assertz(metarule([P,Q], P, [[Q,_]])), learn([f(a)], [], P).
   error(task_error("error: the head of a metarule must be a list [P|Arguments], found A\n"),learn/3).

?- retractall(metarule(_,_,_)), retractall(body_pred(_)), retractall(bore(_,_)), retractall(gp(_,_)), retractall(ggp(_,_)),
   metagol_source:forget_metarules(none).
   true.
