/** Datalog clauses as the codes that the Datalog engine compiles, and its errors as terms.

A program is given as a list of `clause(Rule,Names)`, with the names of variables for messages. Goals that
have no clauses in it are called as Prolog when a question is asked.
*/

:- module(datalog_rules, [compile/3, write_constant/2, small/1, place/4, failure/1, fault_error/4]).

:- use_module(library(assoc)).
:- use_module(library(charsio)).
:- use_module(library(dcgs)).
:- use_module(library(lists)).

% --- programs ---------------------------------------------------------------------------------

% compile(+Named, -Program, -Fault): Program is program(Number,Numbers,Bases), unless there is a Fault:
% fault(Clause,What), with the number of the clause, from 0.
compile(Named, program(Program,Numbers,Bases), Fault) :-
    catch(datalog_rules:encoded(Named, Codes, Numbers, Bases), fault(I, What), Fault = fault(I,What)),
    (   nonvar(Fault) -> true
    ;   '$foreign_call'(datalog_new, [], Build),
        write_codes(Codes, Build),
        '$foreign_call'(datalog_compile, [Build], Program),
        '$foreign_call'(datalog_drop, [Build], _),
        (   Program >= 0 -> true
        ;   failure(Fault)
        )
    ).

encoded(Named, Codes, Numbers, Bases) :-
    empty_assoc(Empty),
    numbered(Named, 0, 0, Next, Empty, Numbers),
    clauses(Named, 0, s(Next,Numbers,Empty,[]), s(_,_,_,Bases), Codes, []).

% The predicates with clauses are numbered first.
numbered([], _, N, N, Numbers, Numbers).
numbered([clause(Rule,Names)|Named], I, N0, N, Numbers0, Numbers) :-
    (   nonvar(Rule), ( Rule = (Head :- _) -> true ; Head = Rule ), callable(Head), Head \= _:_, \+ construct(Head) ->
        functor(Head, Name, Arity)
    ;   culprit(c(I,Names), not_a_clause, Rule)
    ),
    (   get_assoc(Name/Arity, Numbers0, _) -> N1 = N0, Numbers1 = Numbers0
    ;   put_assoc(Name/Arity, Numbers0, N0, Numbers1),
        N1 is N0 + 1
    ),
    I1 is I + 1,
    numbered(Named, I1, N1, N, Numbers1, Numbers).

% The state is s(Next,Numbers,Keys,Bases): the next number, the numbers of the predicates with clauses, those of
% the other goals, and these goals as base(Number,Goal,Variables).
clauses([], _, S, S) --> [].
clauses([clause(Rule,Names)|Named], I, S0, S) -->
    {   ( Rule = (Head :- Body) -> true ; Head = Rule, Body = true ),
        term_variables(Rule, Vs),
        Context = c(I,Names),
        conjuncts(Body, Context, Literals, []),
        length(Literals, Count)
    },
    atom(Head, Vs, Context, S0, S1),
    [Count],
    literals(Literals, Vs, Context, S1, S2),
    { I1 is I + 1 },
    clauses(Named, I1, S2, S).

conjuncts(G, Context, _, _) :- var(G), !, culprit(Context, not_a_literal, G).
conjuncts(true, _, Ls, Ls) :- !.
conjuncts((A, B), Context, Ls0, Ls) :- !, conjuncts(A, Context, Ls0, Ls1), conjuncts(B, Context, Ls1, Ls).
conjuncts(G, Context, [G|Ls], Ls) :-
    (   callable(G), \+ construct(G) -> true
    ;   culprit(Context, not_a_literal, G)
    ).

construct(!). construct((_;_)). construct((_'|'_)). construct((_->_)). construct(*->(_,_)). construct((_:-_)).
construct((_,_)). construct((_-->_)). construct([_|_]).

literals([], _, _, S, S) --> [].
literals([L|Ls], Vs, Context, S0, S) -->
    literal(L, Vs, Context, S0, S1),
    literals(Ls, Vs, Context, S1, S).

literal(L, Vs, Context, S0, S) -->
    (   { negated(L, G) } ->
        { negatable(G) -> true ; culprit(Context, not_a_literal, L) },
        [1],
        atom(G, Vs, Context, S0, S)
    ;   { same(L, X, Y, Code) } -> [Code], argument(X, Vs, Context), argument(Y, Vs, Context), { S = S0 }
    ;   { L =.. [Op,X,Y], comparison(Op, Code) } ->
        [4,Code], expression(X, Vs, Context), expression(Y, Vs, Context), { S = S0 }
    ;   { L = (X is E) } -> [5], argument(X, Vs, Context), expression(E, Vs, Context), { S = S0 }
    ;   [0],
        atom(L, Vs, Context, S0, S)
    ).

negated(\+ G, G).
negated(not(G), G).

negatable(G) :-
    callable(G),
    \+ construct(G),
    \+ negated(G, _),
    \+ same(G, _, _, _),
    \+ ( G =.. [Op,_,_], ( comparison(Op, _) ; Op == (is) ) ).

same(X = Y, X, Y, 2).
same(X == Y, X, Y, 2).
same(X \= Y, X, Y, 3).
same(X \== Y, X, Y, 3).
same(dif(X, Y), X, Y, 3).

comparison(=:=, 0). comparison(=\=, 1). comparison(<, 2). comparison(=<, 3). comparison(>, 4). comparison(>=, 5).

% A predicate with clauses, or any goal: goals that differ in the names of variables only are one relation.
atom(L, Vs, Context, S0, S) -->
    {   functor(L, Name, Arity),
        S0 = s(Next,Numbers,Keys0,Bases),
        (   get_assoc(Name/Arity, Numbers, Number) -> L =.. [_|Args], S = S0
        ;   term_variables(L, Args),
            copy_term(L, Key),
            term_variables(Key, KeyVs),
            lettered(KeyVs, 0),
            (   get_assoc(Key, Keys0, Number) -> S = S0
            ;   Number = Next,
                Next1 is Next + 1,
                put_assoc(Key, Keys0, Number, Keys),
                copy_term(L-Args, Goal-GoalVs),
                S = s(Next1,Numbers,Keys,[base(Number,Goal,GoalVs)|Bases])
            )
        ),
        length(Args, Width)
    },
    [Number,Width],
    arguments(Args, Vs, Context).

lettered([], _).
lettered(['$VAR'(I)|Vs], I) :- I1 is I + 1, lettered(Vs, I1).

arguments([], _, _) --> [].
arguments([X|Xs], Vs, Context) --> argument(X, Vs, Context), arguments(Xs, Vs, Context).

argument(X, Vs, Context) -->
    (   { var(X) } -> { place(Vs, X, 0, I) }, [0,I]
    ;   { ground(X) } -> [1,constant(X)]
    ;   { culprit(Context, not_a_constant, X) }
    ).

place([V|Vs], X, I0, I) :-
    (   V == X -> I = I0
    ;   I1 is I0 + 1,
        place(Vs, X, I1, I)
    ).

expression(E, Vs, Context) -->
    (   { var(E) } -> argument(E, Vs, Context)
    ;   { small(E) } -> argument(E, Vs, Context)
    ;   { E =.. [Op|Es], length(Es, Arity), operator(Op, Arity, Code) } -> [2,Code], expressions(Es, Vs, Context)
    ;   { culprit(Context, not_an_expression, E) }
    ).

expressions([], _, _) --> [].
expressions([E|Es], Vs, Context) --> expression(E, Vs, Context), expressions(Es, Vs, Context).

operator(+, 2, 0). operator(-, 2, 1). operator(*, 2, 2). operator(//, 2, 3). operator(mod, 2, 4).
operator(rem, 2, 5). operator(min, 2, 6). operator(max, 2, 7). operator(-, 1, 8). operator(abs, 1, 9).

small(N) :- integer(N), N >= -1073741824, N < 1073741824.

write_codes([], _).
write_codes([Code|Codes], Build) :-
    (   integer(Code) -> '$foreign_call'(datalog_code, [Build,Code], _)
    ;   Code = constant(X),
        write_constant(X, Build)
    ),
    write_codes(Codes, Build).

write_constant(X, Build) :-
    (   atom(X), X \== [] -> '$foreign_call'(datalog_atom, [Build,X], _)
    ;   small(X) -> '$foreign_call'(datalog_integer, [Build,X], _)
    ;   term_texts:shown_text(X, true, [], Cs),
        '$foreign_call'(datalog_term, [Build,Cs], _)
    ).

% --- errors -----------------------------------------------------------------------------------

culprit(c(I,Names), Kind, X) :-
    text(X, Names, Text),
    What =.. [Kind,Text],
    throw(fault(I, What)).

text(X, Names, Text) :-
    term_texts:shown_text(X, false, Names, Cs),
    string_terms:string_of(Cs, Text).

failure(Fault) :-
    '$foreign_call'(datalog_failure, [], Text),
    read_term_from_chars(Text, Fault, []).

% fault_error(+Fault, +Named, -Formal, -Number): the formal part of the error, and the number of the clause.
fault_error(fault(_,resource), _, resource_error(datalog_tuples), 0) :- !.
fault_error(fault(_,bug), _, system_error(Text), 0) :- !, string_terms:string_of("Datalog", Text).
fault_error(fault(I,What0), Named, datalog_error(What,Text), I) :-
    nth0(I, Named, clause(Rule,Names)),
    text(Rule, Names, Text),
    (   What0 = variable(Kind,N) ->
        term_variables(Rule, Vs),
        nth0(N, Vs, V),
        ( member(Name=V1, Names), V1 == V -> true ; Name = '_' ),
        What =.. [Kind,Name]
    ;   What0 = predicates(Ns) ->
        predicates(Named, [], PIs0),
        reverse(PIs0, PIs),
        named_predicates(Ns, PIs, Cycle),
        What = not_stratified(Cycle)
    ;   What = What0
    ).

% The predicates with clauses have the first numbers, in this order.
predicates([], PIs, PIs).
predicates([clause(Rule,_)|Named], PIs0, PIs) :-
    ( Rule = (Head :- _) -> true ; Head = Rule ),
    functor(Head, Name, Arity),
    (   member(PI, PIs0), PI == Name/Arity -> PIs1 = PIs0
    ;   PIs1 = [Name/Arity|PIs0]
    ),
    predicates(Named, PIs1, PIs).

named_predicates([], _, []).
named_predicates([N|Ns], All, [PI|PIs]) :-
    nth0(N, All, PI),
    named_predicates(Ns, All, PIs).
