/** The options of Metagol: facts of the module `metagol` in the user's file, or a list.

```
?- metagol_options:options([max_clauses(3)], Options), member(max_inv_preds(N), Options).
   N = 2.
```
*/

:- module(metagol_options, [options/2, option/2, file_option/3, note_file/1, option_names/1, forget_options/1, must_be_list/2]).

:- use_module(library(error)).
:- use_module(library(lists)).

% given(File, Option): the file says so.
:- dynamic(given/2).

% known(Option, Check): what is an option.
known(functional, true).
known(functional(B), boolean(B)).
known(min_clauses(N), ( integer(N), N >= 1 )).
known(max_clauses(N), ( integer(N), N >= 1, N =< 64 )).
known(max_inv_preds(N), ( integer(N), N >= 0 )).
known(timeout(S), ( number(S), S >= 0 )).
known(inference_limit(N), ( integer(N), N >= 0 )).
known(goal_inferences(N), ( integer(N), N >= 1 )).
known(trace(B), boolean(B)).
known(kernel(K), member(K, [native,prolog])).
known(top_program(B), boolean(B)).
known(typed(B), boolean(B)).

%! option_names(-Names) is det.
%
% Names are those of the options.

option_names(Names) :- findall(Name, ( known(Option, _), functor(Option, Name, _) ), Names).

boolean(true).
boolean(false).

valid(Option) :-
    nonvar(Option),
    known(Option, Check),
    ground(Option),
    call(metagol_options:Check),
    !.

%! file_option(+Option, +File, +Line) is det.
%
% Takes an option from a file. One that is not known is told, and what was meant.

file_option(Option, File, Line) :-
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
    (   declarations:options_of_learner(File) -> true
    ;   assertz(declarations:options_of_learner(File))
    ).

%! forget_options(+File) is det.
%
% Forgets what File said.

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
    chosen(min_clauses(Min), Said, 1),
    chosen(max_clauses(Max), Said, 10),
    Most is Max - 1,
    chosen(max_inv_preds(Invented), Said, Most),
    chosen(functional(Functional), Said, false),
    chosen(trace(Trace), Said, false),
    chosen(inference_limit(Inferences), Said, 0),
    chosen(timeout(Seconds), Said, 600),
    chosen(goal_inferences(Each), Said, 1000000),
    chosen(kernel(Kernel), Said, native),
    chosen(top_program(Top), Said, false),
    chosen(typed(Typed), Said, auto),
    Options = [typed(Typed),min_clauses(Min),max_clauses(Max),max_inv_preds(Invented),functional(Functional),trace(Trace),
               inference_limit(Inferences),timeout(Seconds),goal_inferences(Each),kernel(Kernel),top_program(Top)].

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

% chosen(?Option, +Said, +Usual): what is Said counts, then what the program says, then the Usual value.
chosen(Option, Said, Usual) :-
    (   Said = [_|_], memberchk(Option, Said) -> true
    ;   of_program(Option) -> true
    ;   arg(1, Option, Usual)
    ).

of_program(functional(true)) :- catch(metagol:functional, _, false).
of_program(Option) :-
    catch(metagol:Option, _, false),
    valid(Option).

%! option(+Option, +Options) is semidet.
%
% True iff Option is one of Options.

option(Option, Options) :- memberchk(Option, Options).

%! must_be_list(+Term, +Caller) is det.
%
% Raises an error in the context Caller if Term is no proper list.

must_be_list(Term, Caller) :- catch(must_be(list, Term), error(E,_), throw(error(E, Caller))).

