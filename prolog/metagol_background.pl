/** The task as the search in Prolog looks at it.

A background is `bg(Body, Head, Compiled, Ibk, Rules, Targets, Options)`. A rule is
`rule(Name, Subs, Atom, Types, Body, Recursive, Guard)`; the literals of a body have become Atom-Types.
*/

:- module(metagol_background, [background/2, background_targets/2, background_predicate/4, background_goal/3, proving/3, is_head/3,
                               interpreted_clause/3, rule_named/3, guarded/1, typed_as/2, negates_learned/2]).

:- use_module(library(lists)).
:- use_module(library(metagol_options)).
:- use_module(library(metagol_setup)).
:- use_module(library(metagol_steps)).
:- use_module(library(metagol_text)).

background(Task, bg(Body,Head,Compiled,Ibk,Rules,Targets,[metarules(Metarules)|Options])) :-
    Task = task(_, _, Body, Head, Compiled, Ibk0, Metarules, Options),
    targets(Task, Targets),
    option(typed(Typed), Options),
    rules(Metarules, Typed, Rules),
    clauses_(Ibk0, Typed, Ibk).

rules([], _, []).
rules([Metarule|Metarules], Typed, [rule(Name,Subs,Atom,Types,Body,Recursive,Guard)|Rules]) :-
    copy_term(Metarule, metarule(Name,Subs,Head,Literals,Guard)),
    atom_types(Head, Typed, [], Known, Atom, Types),
    goals(Literals, Typed, Known, Body),
    Head = [P|_],
    (   member([Q|_], Literals), Q == P -> Recursive = true
    ;   Recursive = false
    ),
    rules(Metarules, Typed, Rules).

clauses_([], _, []).
clauses_([Clause|Clauses], Typed, [ibk(Atom,Body,Guard)|Ibk]) :-
    copy_term(Clause, ibk(_,Head,Literals,Guard)),
    atom_types(Head, Typed, [], Known, Atom, _),
    goals(Literals, Typed, Known, Body),
    clauses_(Clauses, Typed, Ibk).

goals([], _, _, []).
goals([@(Goal)|Literals], Typed, Known, [@(Goal)|Goals]) :- !, goals(Literals, Typed, Known, Goals).
goals([not(Atom0)|Literals], Typed, Known0, [not(Atom-Types)|Goals]) :-
    !,
    atom_types(Atom0, Typed, Known0, Known, Atom, Types),
    goals(Literals, Typed, Known, Goals).
goals([Atom0|Literals], Typed, Known0, [Atom-Types|Goals]) :-
    atom_types(Atom0, Typed, Known0, Known, Atom, Types),
    goals(Literals, Typed, Known, Goals).

% atom_types(+Atom0, +Typed, +Known0, -Known, -Atom, -Types): an argument is Argument:Type, or a variable, which has one
% type in the whole clause, or another term, whose type may be any. Without types, Types is unknown.
atom_types(Atom, false, Known, Known, Atom, _) :- !.
atom_types([P|Args0], true, Known0, Known, [P|Args], Types) :- argument_types(Args0, Known0, Known, Args, Types).

argument_types([], Known, Known, [], []).
argument_types([Arg0|Args0], Known0, Known, [Arg|Args], [Type|Types]) :-
    (   nonvar(Arg0), Arg0 = Arg1:Type1 -> Arg = Arg1, Type = Type1
    ;   Arg = Arg0
    ),
    (   nonvar(Arg) -> Known1 = Known0
    ;   member(V-Type2, Known0), V == Arg -> Type = Type2, Known1 = Known0
    ;   Known1 = [Arg-Type|Known0]
    ),
    argument_types(Args0, Known1, Known, Args, Types).

%! typed_as(?Declared, ?Types) is semidet.
%
% True iff a predicate can be used with these Types of its arguments. Declared is `declared(Types)`, whose variables stand
% for any types each time, or the types of an invented predicate, which it has once and for all.

typed_as(Declared, Types) :-
    (   nonvar(Declared), Declared = declared(Types0) ->
        (   Types0 == any -> true
        ;   copy_term(Types0, Types)
        )
    ;   Types = Declared
    ).

background_targets(bg(_,_,_,_,_,Targets,_), Targets).

%! background_predicate(?Name, +Arity, ?Types, +Background) is nondet.

background_predicate(P, A, Types, bg(Body,_,Compiled,_,_,_,_)) :-
    (   var(P) -> member(body(P,A,Types0), Body)
    ;   memberchk(body(P,A,Types0), Body) -> true
    ;   memberchk(P/A, Compiled), Types0 = any
    ),
    typed_as(declared(Types0), Types).

%! background_goal(+Atom, +Background, -Goal) is det.
%
% Goal proves the atom of the background.

background_goal(Atom, bg(_,_,_,_,_,_,Options), Goal) :-
    Goal0 =.. Atom,
    proving(Options, Goal0, Goal).

%! proving(+Options, +Goal0, -Goal) is det.
%
% Goal calls the task's own prover of Goal0, if it has one.

proving(Options, Goal0, Goal) :-
    (   option(prover(Prover), Options) ->
        Prover = Module:Closure,
        Closure =.. Parts0,
        append(Parts0, [Goal0], Parts),
        Goal1 =.. Parts,
        Goal = Module:Goal1
    ;   Goal = Goal0
    ).

is_head(P, A, bg(_,Head,_,_,_,_,_)) :- memberchk(head(P,A,_), Head).

interpreted_clause(Atom, bg(_,_,_,Ibk,_,_,_), Body) :-
    member(Clause, Ibk),
    copy_term(Clause, ibk(Atom,Body,Guard)),
    guarded(Guard).

rule_named(Name, bg(_,_,_,_,Rules,_,_), Rule) :-
    member(Rule0, Rules),
    Rule0 = rule(Name,_,_,_,_,_,_),
    copy_term(Rule0, Rule).

guarded(none).
guarded(goal(Goal)) :- ask(Goal).

negates_learned(Program, Background) :-
    Background = bg(Body,_,Compiled,Ibk,_,_,_),
    (   member(sub(Name,_,_,Subs), Program),
        rule_named(Name, Background, rule(Name,Subs,_,_,Goals,_,_))
    ;   member(ibk(_,Goals,_), Ibk)
    ),
    member(not([P|Args]-_), Goals),
    length(Args, A),
    \+ ( atom(P), ( memberchk(body(P,A,_), Body) ; memberchk(P/A, Compiled) ) ),
    !.
