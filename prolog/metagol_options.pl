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
    \+ ( member(O, Given), \+ valid(O), refuse(O) ),
    findall(O, ( member(O, Given) ; metagol_options:of_program(O) ), Said0),
    as_booleans(Said0, Said),
    chosen(min_clauses(1), Said, Min),
    chosen(max_clauses(10), Said, Max),
    Max = max_clauses(N),
    Invented is N - 1,
    chosen(max_inv_preds(Invented), Said, Inv),
    others([functional(false),trace(false),inference_limit(0),timeout(600),goal_inferences(1000000),kernel(native),
            top_program(false),typed(auto)], Said, Others),
    Options = [Min,Max,Inv|Others].

of_program(Option) :-
    known(Option, _),
    catch(call(metagol:Option), _, false),
    valid(Option).

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

chosen(Usual, Said, Option) :-
    functor(Usual, Name, 1),
    functor(Option0, Name, 1),
    (   member(Option0, Said) -> Option = Option0
    ;   Option = Usual
    ).

others([], _, []).
others([Usual|Usuals], Said, [Option|Options]) :-
    chosen(Usual, Said, Option),
    others(Usuals, Said, Options).

%! option(+Option, +Options) is semidet.
%
% True iff Option is one of Options.

option(Option, Options) :- memberchk(Option, Options).

%! must_be_list(+Term, +Caller) is det.
%
% Raises an error in the context Caller if Term is no proper list.

must_be_list(Term, Caller) :- catch(must_be(list, Term), error(E,_), throw(error(E, Caller))).

