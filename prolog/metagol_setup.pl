/** What a user's program declares for Metagol, as one term.

A task is `task(Positives, Negatives, Body, Head, Compiled, Ibk, Metarules, Options)`:

  - the examples are lists `[Name|Arguments]`;
  - Body: `body(Name,Arity,Types)` in the order of the declarations; Types is a list or `any`;
  - Head: `head(Name,Arity,Types)`, the targets included;
  - Compiled: Name/Arity of other predicates that metarules and interpreted background call by name;
  - Ibk: `ibk(Number,Head,Body,Guard)`;
  - Metarules: `metarule(Name,Subs,Head,Body,Guard)`; a body consists of `[Q|Args]`, `@(Goal)` and `not([Q|Args])`; Guard is
    `none` or `goal(Goal)`;
  - Options: a list. What is printed begins with the text of title(Text), its first element; where there is none, nothing is
    printed. kept(Id) says by which number the kernel may know all but the examples and options. In a task that another
    module makes may be prover(Module:Closure): atoms of the background are proved by Closure, not by the user's program.

Both kernels get it.

```
?- metagol_setup:task([f(a)], [], [], task(_, _, _, Head, _, _, _, _)).
   Head = [head(f,1,any)].
```
*/

:- module(metagol_setup, [task/4, targets/2]).

:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(load_libraries), [import_named/1]).
:- use_module(library(metagol_checks)).
:- use_module(library(metagol_options)).
:- use_module(library(metagol_source)).
:- use_module(library(metagol_text)).

%! task(+Positives, +Negatives, +Options, -Task) is det.
%
% Task is what there is to learn, after warnings about what may not have been meant. What makes it impossible is a
% `task_error(Text)`.

task(Positives0, Negatives0, Given, Task) :-
    options(Given, Options0),
    (   kept(Known, Kept) -> true
    ;   Known = none,
        source(Source)
    ),
    examples(Positives0, Negatives0, Positives, Negatives, Targets),
    (   Targets == Known -> Declared = Kept
    ;   (   nonvar(Source) -> true
        ;   source(Source)
        ),
        declared(Source, Targets, Positives, Negatives, Declared0),
        keep(Source, Targets, Declared0, Declared)
    ),
    Declared = declared(Id,Title,Body,Head,Compiled,Ibk,Metarules,Typed,Types,Warnings),
    Options0 = [typed(Typed0)|Options1],
    (   Typed0 == auto -> Typed1 = Typed
    ;   Typed1 = Typed0
    ),
    Task = task(Positives,Negatives,Body,Head,Compiled,Ibk,Metarules,[title(Title),kept(Id),typed(Typed1)|Options1]),
    print_lines(Warnings),
    bb_put(metagol_types, Types),
    bb_put(metagol_invented, none).

% source(-Source): what the program says; an error if that cannot be.
source(source(Rules,Clauses,Bodies,Heads)) :-
    metarules_of_program(Rules),
    interpreted_clauses(Clauses),
    declarations([body_pred,prim], Bodies),
    declarations([head_pred], Heads),
    must_be_sound(Rules, Clauses, Bodies, Heads).

% declared(+Source, +Targets, +Positives, +Negatives, -Declared): what a task for Targets takes from the program.
declared(source(Rules,Clauses,Bodies0,Heads0), Targets, Positives, Negatives, Declared) :-
    named_literals(Rules, Clauses, Named),
    findall(P, ( member(pred(P,_,_,_), Bodies0) ; member(P/_, Named) ), Names),
    import_named(Names),
    existing(Bodies0, Bodies),
    findall(body(P,A,Types), member(pred(P,A,Types,_), Bodies), Body),
    heads(Heads0, Targets, Head),
    interpreted_heads(Clauses, Interpreted),
    compiled(Named, Body, Head, Interpreted, Compiled),
    numbered(Clauses, 1, Ibk),
    findall(metarule(N,S,H,B,G), member(rule(metarule(N,S,H,B,G),_,_), Rules), Metarules),
    % Types count where there are any.
    (   ( member(body(_,_,Types), Body) ; member(head(_,_,Types), Head) ), Types \== any -> Typed = true
    ;   Typed = false
    ),
    findall(type(P,A,Kind), metagol_setup:kind(Head, Body, Interpreted, Compiled, P, A, Kind), Kinds),
    warnings(task(Positives,Negatives,Body,Head,Compiled,Ibk,Metarules,[]), Rules, Clauses, Bodies0, Heads0, Named, Warnings),
    title(Targets, Title),
    Declared = declared(none,Title,Body,Head,Compiled,Ibk,Metarules,Typed,Kinds,Warnings).

% keep(+Source, +Targets, +Declared0, -Declared): what cannot change unnoticed is kept for the next task with the same
% targets, under a number of its own.
keep(source(Rules,Clauses,Bodies,_), Targets, Declared0, Declared) :-
    (   source_state(State) ->
        ( bb_get(metagol_kept_number, Id0) -> true ; Id0 = 0 ),
        Id is Id0 + 1,
        bb_put(metagol_kept_number, Id),
        Declared0 = declared(_,Title,Body,Head,Compiled,Ibk,Metarules,Typed,Kinds,Warnings),
        Declared = declared(Id,Title,Body,Head,Compiled,Ibk,Metarules,Typed,Kinds,Warnings),
        findall(P/A, metagol_setup:looked_for(Rules, Clauses, Bodies, P, A), PIs0),
        list_to_set(PIs0, PIs),
        definedness(PIs, Defined),
        bb_put(metagol_kept_task, kept(State,Defined,Targets,Declared))
    ;   Declared = Declared0
    ).

% kept(-Targets, -Declared) is semidet.
kept(Targets, Declared) :-
    bb_get(metagol_kept_task, kept(State,Defined,Targets,Declared)),
    unchanged_source(State),
    still_defined(Defined).

% looked_for(+Rules, +Clauses, +Bodies, -Name, -Arity): a predicate that may exist or not.
looked_for(_, _, Bodies, P, A) :- member(pred(P,A,_,_), Bodies).
looked_for(Rules, Clauses, _, P, A) :-
    (   member(rule(metarule(_,_,_,Body,_),_,_), Rules)
    ;   member(rule(ibk(_,_,Body,_),_,_), Clauses)
    ),
    member(Literal, Body),
    (   ( Literal = [P|Args] ; Literal = not([P|Args]) ),
        atom(P),
        length(Args, A)
    ;   Literal = @(Goal),
        functor(Goal, P, A)
    ).

definedness([], []).
definedness([P/A|PIs], [defined(P,A,Defined)|Ds]) :-
    (   '$predicate_defined'(user, P, A) -> Defined = true
    ;   Defined = false
    ),
    definedness(PIs, Ds).

still_defined([]).
still_defined([defined(P,A,Defined)|Ds]) :-
    (   '$predicate_defined'(user, P, A) -> Defined == true
    ;   Defined == false
    ),
    still_defined(Ds).

% existing(+Declared, -Bodies): those that exist. Of two declarations the later one counts, as in Metagol.
existing([], []).
existing([pred(P,A,Types,Place)|Declared], Bodies) :-
    (   predicate_exists(P, A), \+ member(pred(P,A,_,_), Declared) -> Bodies = [pred(P,A,Types,Place)|Bodies1]
    ;   Bodies = Bodies1
    ),
    existing(Declared, Bodies1).

% heads(+Declared, +Targets, -Head): each once, targets that are not declared last.
heads(Declared, Targets, Head) :-
    findall(P/A-Types, ( member(pred(P,A,Types,_), Declared) ; member(P/A, Targets), Types = any ), Heads),
    first_ones(Heads, [], Head).

first_ones([], _, []).
first_ones([PI-Types|Heads], Seen, Head) :-
    (   memberchk(PI, Seen) -> Head = Head1
    ;   PI = P/A,
        Head = [head(P,A,Types)|Head1]
    ),
    first_ones(Heads, [PI|Seen], Head1).

% interpreted_heads(+Clauses, -Indicators): each once.
interpreted_heads(Clauses, Indicators) :-
    findall(P/A, ( member(rule(ibk(_,[P|Args],_,_),_,_), Clauses), length(Args, A) ), Indicators0),
    list_to_set(Indicators0, Indicators).

% compiled(+Named, +Body, +Head, +Interpreted, -Compiled)
compiled(Named, Body, Head, Interpreted, Compiled) :-
    findall(P/A,
            ( member(P/A, Named),
              \+ member(body(P,A,_), Body),
              \+ member(head(P,A,_), Head),
              \+ member(P/A, Interpreted),
              metagol_checks:predicate_exists(P, A)
            ),
            Compiled0),
    list_to_set(Compiled0, Compiled).

numbered([], _, []).
numbered([rule(ibk(_,H,B,G),_,_)|Rules], I, [ibk(I,H,B,G)|Ibk]) :-
    I1 is I + 1,
    numbered(Rules, I1, Ibk).

% kind(+Head, +Body, +Interpreted, +Compiled, -Name, -Arity, -Kind): what metagol:type/3 says.
kind(Head, _, _, _, P, A, head_pred) :- member(head(P,A,_), Head).
kind(_, Body, _, _, P, A, body_pred) :- member(body(P,A,_), Body).
kind(_, _, Interpreted, _, P, A, ibk_head_pred) :- member(P/A, Interpreted).
kind(_, _, _, Compiled, P, A, compiled_pred) :- member(P/A, Compiled).

%! targets(+Task, -Targets) is det.
%
% Targets are the predicates of the positive examples in order, as `head(Name,Arity,Types)`.

targets(task(Positives,_,_,Head,_,_,_,_), Targets) :-
    indicators(Positives, PIs),
    heads_of(PIs, Head, Targets).

heads_of([], _, []).
heads_of([P/A|PIs], Head, [head(P,A,Types)|Targets]) :-
    memberchk(head(P,A,Types), Head),
    heads_of(PIs, Head, Targets).
