/** What Metagol prints: programs, warnings, the trace.
*/

:- module(metagol_text, [print_targets/1, title/2, print_level/2, print_learned/2, print_program/2, program_clauses/3, unable/2,
                         report/2, print_event/2, warning_chars/3, print_lines/1, unknown_option/3, background_error/2, term_chars/3,
                         place_chars/2]).

:- use_module(library(charsio)).
:- use_module(library(lists)).
:- use_module(library(metagol_options)).
:- use_module(library(metagol_steps)).
:- use_module(library(terms)).

% --- a run ------------------------------------------------------------------------------------

%! print_targets(+Task) is det.
%
% Says what is to be learned, in a task that has a title; another one is quiet.

print_targets(task(_,_,_,_,_,_,_,Options)) :-
    (   Options = [title(Title)|_] -> print_line([Title])
    ;   true
    ).

%! title(+Targets, -Title) is det.
%
% Title says that the predicates Targets, each Name/Arity, are to be learned.

title(Targets, Title) :-
    indicator_chars(Targets, Css),
    joined(Css, ", ", Cs),
    append("% learning ", Cs, Title).

indicator_chars([], []).
indicator_chars([PI|PIs], [Cs|Css]) :-
    term_chars(PI, [], Cs),
    indicator_chars(PIs, Css).

%! print_level(+N, +Options) is det.
%
% Says how many clauses programs may have from now on.

print_level(N, Options) :-
    (   Options = [title(_)|_] ->
        number_chars(N, Cs),
        print_line(["% clauses: ",Cs])
    ;   true
    ).

%! unable(+Task, +Why) is det.
%
% Says that there is no solution, and what was searched. Why is `exhausted(Inferences,Milliseconds)` or
% `metagol_stop(Limit)`; another ball is thrown again.

unable(Task, Why) :-
    (   Task = task(_,_,_,_,_,_,_,Options), Options \= [title(_)|_], search_ended(Why) -> true
    ;   Why = exhausted(Steps,Ms) ->
        print_line(["% unable to learn a solution"]),
        Task = task(_,_,Body,_,_,_,Metarules,Options),
        option(max_clauses(N), Options),
        option(max_inv_preds(I), Options),
        length(Metarules, M),
        length(Body, B),
        counted(N, "clause", Ns),
        counted(M, "metarule", Mets),
        counted(B, "background predicate", Bs),
        number_chars(I, Is),
        spent(Steps, Ms, Spent),
        print_line(["% no hypothesis with up to ",Ns," (",Mets,", ",Bs,", up to ",Is," invented); "|Spent])
    ;   Why = metagol_stop(Limit) ->
        print_line(["% unable to learn a solution"]),
        (   Limit = inferences(N) -> number_chars(N, Ns), What = ["inference_limit: ",Ns," inferences"]
        ;   Limit = time(Ms), seconds(Ms, S), What = ["timeout: ",S," s"]
        ),
        append(["% stopped by the "|What], [""], Line),
        print_line(Line)
    ;   throw(Why)
    ).

search_ended(exhausted(_,_)).
search_ended(metagol_stop(_)).

spent(Steps, Ms, [Ss," in ",Seconds," s"]) :-
    counted(Steps, "inference", Ss),
    seconds(Ms, Seconds).

seconds(Ms, Cs) :-
    Tenths is (Ms + 50) // 100,
    Whole is Tenths // 10,
    Part is Tenths mod 10,
    number_chars(Whole, Ws),
    number_chars(Part, Ps),
    append([Ws,".",Ps], Cs).

counted(N, Word, Cs) :-
    number_chars(N, Ns),
    (   N =:= 1 -> append([Ns," ",Word], Cs)
    ;   append([Ns," ",Word,"s"], Cs)
    ).

% --- programs ---------------------------------------------------------------------------------

%! print_learned(+Task, +Program) is det.
%! print_program(+Program, +Metarules) is det.
%
% Prints the clauses of Program, the oldest first.

print_learned(task(_,_,_,_,_,_,Metarules,_), Program) :- print_program(Program, Metarules).

print_program(Program, Metarules) :-
    program_clauses(Program, Metarules, Clauses),
    print_clauses(Clauses, "").

print_clauses([], _).
print_clauses([Clause|Clauses], Before) :-
    clause_chars(Clause, Cs),
    print_line([Before,Cs]),
    print_clauses(Clauses, Before).

clause_chars(Clause0, Cs) :-
    copy_term(Clause0, Clause),
    numbervars(Clause, 0, _),
    '$write_term_to_chars'(Cs0, Clause, false, true, true, [], 0, false),
    append(Cs0, ".", Cs).

%! program_clauses(+Program, +Metarules, -Clauses) is det.
%
% The clauses for which substitutions stand, the oldest first. Conditions are left out.

program_clauses(Program, Metarules, Clauses) :-
    reverse(Program, Subs),
    clauses_of(Subs, Metarules, Clauses).

clauses_of([], _, []).
clauses_of([sub(Name,P,A,Subs)|Program], Metarules, [Clause|Clauses]) :-
    length(Args, A),
    (   member(Metarule0, Metarules),
        Metarule0 = metarule(Name,_,_,_,_),
        copy_term(Metarule0, metarule(Name,Subs,[P|Args0],Body,Guard)),
        untyped(Args0, Args),
        ( Guard = goal(Goal) -> call(user:Goal) ; true ) ->
        Head =.. [P|Args],
        literals(Body, Literals),
        (   Literals == [] -> Clause = Head
        ;   conjunction(Literals, Conjunction),
            Clause = (Head :- Conjunction)
        )
    ;   throw(error(existence_error(metarule, Name), pprint/1))
    ),
    clauses_of(Program, Metarules, Clauses).

% untyped(+Args0, -Args)
untyped(Args, Args).

literals([], []).
literals([@(_)|Body], Literals) :- !, literals(Body, Literals).
literals([not(Atom)|Body], [not(Literal)|Literals]) :- !, Literal =.. Atom, literals(Body, Literals).
literals([Atom|Body], [Literal|Literals]) :- Literal =.. Atom, literals(Body, Literals).

conjunction([A], A) :- !.
conjunction([A|As], (A,B)) :- conjunction(As, B).

% --- the trace --------------------------------------------------------------------------------

%! report(+Event, +Search) is det.
%
% Prints what the search does, if the option trace(true) is given. Event is `try(Program,Atom)`: a clause, the first of
% Program, was assumed in order to prove Atom; `hypothesis(Program)`: it proves all positive examples;
% `rejected(Program,Atom)`: it proves a negative one.

report(Event, search(bg(_,_,_,_,_,_,Options),_,_)) :-
    (   option(trace(true), Options) -> report_event(Event, Options)
    ;   true
    ).

report_event(try(Program,Atom), _) :-
    Program = [sub(Name,_,_,Subs)|_],
    length(Program, N),
    print_event(try(N,Name,Subs,Atom), []).
report_event(hypothesis(Program), Options) :- option(metarules(Metarules), Options), print_event(hypothesis(Program), Metarules).
report_event(rejected(Program,Atom), Options) :-
    option(metarules(Metarules), Options),
    print_event(rejected(Program,Atom), Metarules).

%! print_event(+Event, +Metarules) is det.
%
% The same for the events of the native search: `try(N,Name,Subs,Atom)`, the program has N clauses now, and the others.

print_event(try(N,Name,Subs,Atom), _) :-
    term_chars(Name, [], NameCs),
    items_chars(Subs, SubsCs),
    Goal =.. Atom,
    term_chars(Goal, [], GoalCs),
    indented(N, Indent),
    print_line(["% ",Indent,"try ",NameCs," [",SubsCs,"] for ",GoalCs]).
print_event(hypothesis(Program), Metarules) :-
    print_line(["% hypothesis"]),
    print_known(Program, Metarules).
print_event(rejected(_,Atom), _) :-
    Goal =.. Atom,
    term_chars(Goal, [], Cs),
    print_line(["% rejected, it covers ",Cs]).

% A substitution with variables in it is no clause yet.
print_known(Program, Metarules) :-
    reverse(Program, Subs),
    (   member(Sub, Subs),
        (   ground(Sub) ->
            program_clauses([Sub], Metarules, Clauses),
            print_clauses(Clauses, "%   ")
        ;   Sub = sub(Name,_,_,Substitution),
            term_chars(Name, [], NameCs),
            items_chars(Substitution, Cs),
            print_line(["%   ",NameCs," [",Cs,"]"])
        ),
        false
    ;   true
    ).

% items_chars(+Subs, -Text): what is not known yet is `_`.
items_chars(Subs, Text) :-
    findall(Cs, ( member(S, Subs), ( var(S) -> Cs = "_" ; metagol_text:term_chars(S, [], Cs) ) ), Css),
    joined(Css, ",", Text).

indented(0, []) :- !.
indented(N, [' '|Cs]) :- N1 is N - 1, indented(N1, Cs).

% --- lines ------------------------------------------------------------------------------------

print_line(Css) :-
    current_output(Stream),
    print_parts(Css, Stream).

print_parts([], Stream) :- put_char(Stream, '\n').
print_parts([Cs|Css], Stream) :-
    (   Cs == [] -> true
    ;   '$put_chars'(Stream, Cs)
    ),
    print_parts(Css, Stream).

%! print_lines(+Lines) is det.
%
% Prints each of Lines, texts.

print_lines([]).
print_lines([Line|Lines]) :-
    print_line([Line]),
    print_lines(Lines).

joined([], _, []).
joined([Cs], _, Cs) :- !.
joined([Cs|Css], Between, Text) :- joined(Css, Between, Text1), append([Cs,Between,Text1], Text).

% Where there are no names to be made up for variables, the options need not be read.
term_chars(Term, VNs, Cs) :-
    (   ground(Term) -> '$write_term_to_chars'(Cs, Term, false, false, true, [], 0, false)
    ;   write_term_to_chars(Term, [quoted(true),variable_names(VNs),max_depth(0)], Cs)
    ).

%! place_chars(+Place, -Text) is det.
%
% Text names a place before a message.

place_chars(Place, Cs) :-
    (   Place = File:Line ->
        atom_chars(File, Fs),
        number_chars(Line, Ls),
        append([Fs,":",Ls,": "], Cs)
    ;   Cs = ""
    ).

%! warning_chars(+Place, +Message, -Line) is det.
%
% Line is a warning about a place.

warning_chars(Place, Message, Line) :-
    place_chars(Place, Cs),
    append(["% WARNING: ",Cs,Message], Line).

%! unknown_option(+Option, +File, +Line) is det.
%
% Says that a file gives an option that there is not, or that has no such value.

unknown_option(Option, File, Line) :-
    term_chars(Option, [], Cs),
    (   callable(Option) -> functor(Option, Name, _)
    ;   Name = none
    ),
    option_names(Names),
    (   memberchk(Name, Names) -> append(["the option metagol:",Cs," has no such value, and is ignored"], Message)
    ;   metagol_checks:meant(Name, Names, Meant),
        append(["there is no option metagol:",Cs|Meant], Message)
    ),
    warning_chars(File:Line, Message, Warning),
    print_line([Warning]).

%! background_error(+Error, +Goal) is failure.
%
% Raises an error of the task: Error was raised by Goal.

background_error(E, Goal) :-
    (   E = metagol_stop(_) -> throw(E)
    ;   term_chars(Goal, [], Gs),
        (   E = limit(N) ->
            number_chars(N, Ns),
            append(["the background goal ",Gs," used up ",Ns," inferences; the option goal_inferences(N) allows more"], Text)
        ;   subsumes_term(error(resource_error(memory),learn/3), E) ->
            append(["the search took all the memory that it may use, at the goal ",Gs,"; does interpreted background go in circles?"], Text)
        ;   term_chars(E, [], Es),
            append(["the background goal ",Gs," raised ",Es], Text)
        ),
        string_terms:throw_text(task_error, Text, learn/3)
    ).
