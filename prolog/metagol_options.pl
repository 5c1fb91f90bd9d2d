/** The options of Metagol: facts of the module `metagol` in the user's file, or a list.

```
?- metagol_options:options([max_clauses(3)], Options), member(max_inv_preds(N), Options).
   N = 2.
```
*/

:- module(metagol_options, [options/2, option/2, load_fact/1, load_begins/1, note_file/1, option_names/1, must_be_list/2]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(cl_declarations), []).
:- use_module(library(load_text), []).

% given(File, Option): the file says so.
:- dynamic(given/2).

% noted(File): the file says something, be it an option or a metarule.
:- dynamic(noted/1).

% known(Option): what is an option.
known(functional).
known(functional(B)) :- boolean(B).
known(min_clauses(N)) :- integer(N), N >= 1.
known(max_clauses(N)) :- integer(N), N >= 1, N =< 64.
known(max_inv_preds(N)) :- integer(N), N >= 0.
known(timeout(S)) :- number(S), S >= 0.
known(inference_limit(N)) :- integer(N), N >= 0.
known(goal_inferences(N)) :- integer(N), N >= 1.
known(trace(B)) :- boolean(B).
known(kernel(K)) :- nonvar(K), kernel(K).
known(top_program(B)) :- boolean(B).
known(typed(B)) :- boolean(B).

boolean(B) :- nonvar(B), ( B == true ; B == false ), !.

kernel(native).
kernel(prolog).

%! option_names(-Names) is det.
%
% Names are those of the options.

option_names([functional,min_clauses,max_clauses,max_inv_preds,timeout,inference_limit,goal_inferences,trace,kernel,top_program,
              typed]).

valid(Option) :-
    nonvar(Option),
    known(Option),
    !.

%! load_fact(+Option) is det.
%
% Takes an option from the file that is being loaded. One that is not known is reported, and what was meant.

load_fact(Option) :-
    load_text:place(File, Line),
    note_file(File),
    (   valid(Option) ->
        functor(Option, Name, Arity),
        functor(Other, Name, Arity),
        retractall(metagol:Other),
        assertz(metagol:Option),
        retractall(given(_, Other)),
        assertz(given(File, Option))
    ;   metagol_text:unknown_option(Option, File, Line)
    ).

%! note_file(+File) is det.
%
% File says something to the learner, which is forgotten when it is loaded again.

note_file(File) :-
    load_hooks:watch(metagol_options),
    (   noted(File) -> true
    ;   assertz(noted(File))
    ).

%! load_begins(+File) is det.
%
% Forgets what File said, before it is loaded again; but what the user types comes in pieces.

load_begins(_) :-
    cl_declarations:source(File),
    (   noted(File), File \== user -> forget_options(File)
    ;   true
    ).

forget_options(File) :-
    metagol_source:forget_metarules(File),
    findall(Option, given(File, Option), Options),
    retractall(given(File, _)),
    forget(Options).

forget([]).
forget([Option|Options]) :-
    retractall(metagol:Option),
    forget(Options).

%! options(+Given, -Options) is det.
%
% All options: those Given in a list, else those of the program, else the usual ones.

options(Given, Options) :-
    must_be_list(Given, learn/4),
    (   Given == [] -> Said = []
    ;   \+ ( member(O, Given), \+ valid(O), refuse(O) ),
        as_booleans(Given, Said)
    ),
    catch(values(Said, Options), error(existence_error(procedure,_),_), ( cl_engine:provided(metagol), values(Said, Options) )).

% values(+Said, -Options): for each option, what is Said counts, then what the program says, then what is usual. Calls of
% metagol's own predicates cost less than goals that are made up.
values(Said, [typed(Typed),kernel(Kernel),top_program(Top),max_inv_preds(Invented),min_clauses(Min),max_clauses(Max),
              functional(Functional),trace(Trace),inference_limit(Inferences),timeout(Seconds),goal_inferences(Each)]) :-
    (   said(Said, min_clauses(Min)) -> true
    ;   metagol:min_clauses(Min), valid(min_clauses(Min)) -> true
    ;   Min = 1
    ),
    (   said(Said, max_clauses(Max)) -> true
    ;   metagol:max_clauses(Max), valid(max_clauses(Max)) -> true
    ;   Max = 10
    ),
    (   said(Said, max_inv_preds(Invented)) -> true
    ;   metagol:max_inv_preds(Invented), valid(max_inv_preds(Invented)) -> true
    ;   Invented is Max - 1
    ),
    (   said(Said, functional(Functional)) -> true
    ;   metagol:functional -> Functional = true
    ;   metagol:functional(Functional), valid(functional(Functional)) -> true
    ;   Functional = false
    ),
    (   said(Said, trace(Trace)) -> true
    ;   metagol:trace(Trace), valid(trace(Trace)) -> true
    ;   Trace = false
    ),
    (   said(Said, inference_limit(Inferences)) -> true
    ;   metagol:inference_limit(Inferences), valid(inference_limit(Inferences)) -> true
    ;   Inferences = 0
    ),
    (   said(Said, timeout(Seconds)) -> true
    ;   metagol:timeout(Seconds), valid(timeout(Seconds)) -> true
    ;   Seconds = 600
    ),
    (   said(Said, goal_inferences(Each)) -> true
    ;   metagol:goal_inferences(Each), valid(goal_inferences(Each)) -> true
    ;   Each = 1000000
    ),
    (   said(Said, kernel(Kernel)) -> true
    ;   metagol:kernel(Kernel), valid(kernel(Kernel)) -> true
    ;   Kernel = native
    ),
    (   said(Said, top_program(Top)) -> true
    ;   metagol:top_program(Top), valid(top_program(Top)) -> true
    ;   Top = false
    ),
    (   said(Said, typed(Typed)) -> true
    ;   metagol:typed(Typed), valid(typed(Typed)) -> true
    ;   Typed = auto
    ).

said([O|Os], Option) :- memberchk(Option, [O|Os]).

refuse(Option) :-
    (   var(Option) -> instantiation_error(learn/4)
    ;   domain_error(metagol_option, Option, learn/4)
    ).

as_booleans([], []).
as_booleans([O0|Os0], [O|Os]) :-
    (   O0 == functional -> O = functional(true)
    ;   O = O0
    ),
    as_booleans(Os0, Os).

%! option(+Option, +Options) is semidet.
%
% True iff Option is one of Options.

option(Option, Options) :- memberchk(Option, Options).

%! must_be_list(+Term, +Caller) is det.
%
% Raises an error in the context Caller if Term is no proper list.

must_be_list(Term, Caller) :-
    (   nonvar(Term), '$skip_max_list'(_, _, Term, Tail), Tail == [] -> true
    ;   catch(must_be(list, Term), error(E,_), throw(error(E, Caller)))
    ).
