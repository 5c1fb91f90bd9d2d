/** What a user's program declares for Metagol, as one term.

A task is `task(Positives, Negatives, Body, Head, Compiled, Ibk, Metarules, Options)`:

  - the examples are lists `[Name|Arguments]`;
  - Body: `body(Name,Arity,Types)` in the order of the declarations; Types is a list or `any`;
  - Head: `head(Name,Arity,Types)`, the targets included;
  - Compiled: Name/Arity of other predicates that metarules and interpreted background call by name;
  - Ibk: `ibk(Number,Head,Body,Guard)`;
  - Metarules: `metarule(Name,Subs,Head,Body,Guard)`; a body consists of `[Q|Args]`, `@(Goal)` and `not([Q|Args])`; Guard is
    `none` or `goal(Goal)`;
  - Options: a list. In a task that another module makes may be, besides what `metagol_options` knows, quiet(true): nothing
    is printed; and prover(Module:Closure): atoms of the background are proved by Closure, not by the user's program.

Both kernels get it.

```
?- metagol_setup:task([f(a)], [], [], task(_, _, _, Head, _, _, _, _)).
   Head = [head(f,1,any)].
```
*/

:- module(metagol_setup, [task/4, targets/2]).

:- use_module(library(lists)).
:- use_module(library(consult)).
:- use_module(library(metagol_checks)).
:- use_module(library(metagol_options)).
:- use_module(library(metagol_source)).

%! task(+Positives, +Negatives, +Options, -Task) is det.
%
% Task is what there is to learn, after warnings about what may not have been meant. What makes it impossible is a
% `task_error(Text)`.

task(Positives0, Negatives0, Given, Task) :-
    options(Given, Options0),
    metarules_of_program(Rules),
    interpreted_clauses(Clauses),
    declarations([body_pred,prim], Bodies0),
    declarations([head_pred], Heads0),
    must_be_sound(Rules, Clauses, Bodies0, Heads0),
    examples(Positives0, Negatives0, Positives, Negatives, Targets),
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
    typing(Options0, Body, Head, Options),
    Task = task(Positives,Negatives,Body,Head,Compiled,Ibk,Metarules,Options),
    warn(Task, Rules, Clauses, Bodies0, Heads0, Named),
    retractall(metagol:type(_, _, _)),
    assert_types(Head, Body, Interpreted, Compiled).

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

% typing(+Options0, +Body, +Head, -Options): types count where there are any.
typing(Options0, Body, Head, Options) :-
    select(typed(Typed0), Options0, Options1),
    (   Typed0 \== auto -> Typed = Typed0
    ;   ( member(body(_,_,Types), Body) ; member(head(_,_,Types), Head) ), Types \== any -> Typed = true
    ;   Typed = false
    ),
    !,
    Options = [typed(Typed)|Options1].

assert_types(Head, Body, Interpreted, Compiled) :-
    (   (   member(head(P,A,_), Head), Kind = head_pred
        ;   member(body(P,A,_), Body), Kind = body_pred
        ;   member(P/A, Interpreted), Kind = ibk_head_pred
        ;   member(P/A, Compiled), Kind = compiled_pred
        ),
        assertz(metagol:type(P, A, Kind)),
        false
    ;   true
    ).

%! targets(+Task, -Targets) is det.
%
% Targets are the predicates of the positive examples in order, as `head(Name,Arity,Types)`.

targets(task(Positives,_,_,Head,_,_,_,_), Targets) :-
    findall(P/A, ( member([P|Args], Positives), length(Args, A) ), PIs0),
    list_to_set(PIs0, PIs),
    findall(head(P,A,Types), ( member(P/A, PIs), memberchk(head(P,A,Types), Head) ), Targets).
