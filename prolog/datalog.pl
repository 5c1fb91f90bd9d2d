/** Datalog: rules that are evaluated bottom-up, so that recursion of any kind ends.

Plain Prolog loops in a left-recursive rule. As Datalog the same rules have exactly the answers that follow from
them, in standard order, each once.

```
:- datalog(path/2).

path(X, Y) :- path(X, Z), edge(Z, Y).
path(X, Y) :- edge(X, Y).

edge(a, b).
edge(b, c).
edge(c, a).

?- path(a, X).
   X = a
;  X = b
;  X = c.
```

A rule is `Head :- Body`; the body is a conjunction of

  - atoms of Datalog predicates, whose arguments are variables and ground terms;
  - other goals: they are called as Prolog, with the variables unbound, each time that a question is asked,
    and their answers must be ground;
  - `\+` and one of these: the predicates must be stratified, no one may depend on its own negation. A
    variable that occurs nowhere else stands for anything, as in `\+ edge(X, _)`;
  - `X = Y`, `X == Y`, `X \= Y`, `X \== Y` of variables and ground terms;
  - `<`, `>`, `=<`, `>=`, `=:=`, `=\=` and `is`, over integers of 31 bits with `+`, `-`, `*`, `//`, `mod`,
    `rem`, `min`, `max`, `abs`.

The order of rules and literals makes no difference. Each variable must occur in a literal that binds it: one
of the first two kinds, an equation with something bound, or to the left of `is`. Where a recursive rule computes a
number, another literal must bind it too, as in `N is M + 1, between(1, 9, N)`.
*/

:- module(datalog, [datalog_query/2, datalog/1]).

:- use_module(library(assoc)).
:- use_module(library(bridge)).
:- use_module(library(charsio)).
:- use_module(library(declarations)).
:- use_module(library(error)).
:- use_module(library(ffi)).
:- use_module(library(lists)).

:- meta_predicate(datalog_query(?, :)).

:- initialization(use_foreign_module("", [dlnew([],i64), dlgoal([i64,i64],i64), dlput([i64,i64],i64),
                                          dlint([i64,i64],i64), dlatom([i64,cstr],i64), dltext([i64,cstr],i64),
                                          dlrel([i64,i64,i64],i64), dlprog([i64],i64), dlfree([i64],i64),
                                          dlneed([i64,i64],i64), dlrun([i64],i64), dlkind([i64,i64],i64),
                                          dlrows([i64,i64],i64), dldrop([i64],i64), dlfail([i64],i64),
                                          dlword([],cstr)])).

% What files have declared is in declarations:datalog_predicate/4. Their clauses, in order:
% rule(Module, Index, File, Name/Arity, Clause, Names).
:- dynamic(rule/6).
% compiled(Module, Program): until the clauses change.
:- dynamic(compiled/2).
% The numbers of the predicates of a program, and the goals of those without clauses.
:- dynamic(predicate_number/3).
:- dynamic(base_goal/4).

%! datalog_query(+Rules:list, :Goal) is nondet.
%
% True iff Goal follows from Rules, a list of Datalog clauses, and from what other predicates answer that
% occur in their bodies. Goal is an atom, or a conjunction as in the body of a clause.
%
% The answers come in standard order. What is wrong with a rule is a `datalog_error(What,Clause)`: What is
% `unsafe_variable(V)`, `not_stratified(Predicates)`, `unbounded_number(V)`, `not_a_clause(C)`,
% `not_a_literal(G)`, `not_a_constant(T)` or `not_an_expression(E)`. Or an answer of a goal is `not_ground`,
% and a comparison finds what is `not_an_integer(T)`.

datalog_query(Rules, M:Goal) :-
    must_be_list(Rules),
    (   var(Goal) -> instantiation_error(datalog_query/2)
    ;   callable(Goal) -> true
    ;   type_error(callable, Goal, datalog_query/2)
    ),
    named_clauses(Rules, Named0),
    (   asked_directly(Goal, Named0) -> Asked = Goal, Named = Named0
    ;   % What is asked becomes a rule.
        term_variables(Goal, Vs),
        Asked =.. ['datalog goal'|Vs],
        letters(Goal, Names),
        append(Named0, [clause((Asked :- Goal),Names)], Named)
    ),
    compile(Named, Program, Fault),
    (   var(Fault) -> true
    ;   fault_error(Fault, Named, Formal, _),
        throw(error(Formal, datalog_query/2))
    ),
    catch(datalog:answers(Program, M, Asked, Named, datalog_query/2, Answers), E, true),
    Program = program(Handle,_,_),
    '$foreign_call'(dlfree, [Handle], _),
    (   nonvar(E) -> throw(E)
    ;   answer(Answers)
    ).

must_be_list(Rules) :-
    (   \+ '$skip_max_list'(_, _, Rules, _) -> type_error(list, Rules, datalog_query/2)
    ;   '$skip_max_list'(_, _, Rules, Rest),
        (   Rest == [] -> true
        ;   var(Rest) -> instantiation_error(datalog_query/2)
        ;   type_error(list, Rules, datalog_query/2)
        )
    ).

named_clauses([], []).
named_clauses([Rule|Rules], [clause(Rule,Names)|Named]) :-
    letters(Rule, Names),
    named_clauses(Rules, Named).

% The variables are called A, B, and so on.
letters(Term, Names) :-
    term_variables(Term, Vs),
    letters(Vs, 0, Names).

letters([], _, []).
letters([V|Vs], I, [Name=V|Names]) :-
    Letter is 65 + I mod 26,
    char_code(C, Letter),
    (   I < 26 -> Cs = [C]
    ;   N is I // 26, number_chars(N, Digits), Cs = [C|Digits]
    ),
    atom_chars(Name, Cs),
    I1 is I + 1,
    letters(Vs, I1, Names).

asked_directly(Goal, Named) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    \+ \+ ( member(clause(Rule,_), Named), nonvar(Rule), ( Rule = (Head :- _) ; Rule = Head ) ).

%! datalog(+Indicators) is det.
%
% Declares predicates of a file as Datalog, before their clauses: `:- datalog(p/2).`, `:- datalog((p/2, q/3)).`,
% or a list of indicators. They are called like any others. A directive only: as a goal it raises a
% `permission_error`.

datalog(Indicators) :-
    throw(error(permission_error(call, directive, Indicators), datalog/1)).

% --- what the loader calls --------------------------------------------------------------------

%  declare(+Module, +Name, +Arity, +File): the clauses of another file are gone.
declare(M, Name, Arity, File) :-
    retractall(declarations:datalog_predicate(M, Name, Arity, _)),
    assertz(declarations:datalog_predicate(M, Name, Arity, File)),
    retractall(rule(M, _, _, Name/Arity, _, _)),
    changed(M).

%  forget(+File): before it is loaded again.
forget(File) :-
    (   retract(declarations:datalog_predicate(M, Name, Arity, File)),
        retractall(rule(M, _, _, Name/Arity, _, _)),
        changed(M),
        false
    ;   true
    ).

%  check(+Clause, +Names): throws what is wrong with a clause by itself.
check(Clause, _) :- Clause \= (_ :- _), ground(Clause), !.
check(Clause, Names0) :-
    term_variables(Clause, Vs),
    anonymous(Vs, Names0, Names),
    Named = [clause(Clause,Names)],
    compile(Named, program(Program,_,_), Fault),
    (   var(Fault) -> '$foreign_call'(dlfree, [Program], _)
    ;   fault_error(Fault, Named, Formal, _),
        throw(error(Formal, datalog/1))
    ).

%  add(+Module, +Index, +File, +Clause, +Names): Index is the number of the clause for the host.
add(M, Index, File, Clause, Names) :-
    ( Clause = (Head :- _) -> true ; Head = Clause ),
    functor(Head, Name, Arity),
    term_variables(Clause, Vs),
    anonymous(Vs, Names, AllNames),
    assertz(rule(M, Index, File, Name/Arity, Clause, AllNames)),
    changed(M).

anonymous([], Names, Names).
anonymous([V|Vs], Names, AllNames) :-
    (   member(_=V1, Names), V1 == V -> AllNames = AllNames1
    ;   AllNames = ['_'=V|AllNames1]
    ),
    anonymous(Vs, Names, AllNames1).

%  fault(-Index, -Error): a clause that is wrong together with others. It is taken out.
fault(Index, Error) :-
    findall(M, ( rule(M, _, _, _, _, _), \+ compiled(M, _) ), Ms0),
    sort(Ms0, Ms),
    member(M, Ms),
    rules(M, Named, Indexes),
    compile_rules(M, Named, Fault),
    nonvar(Fault),
    !,
    fault_error(Fault, Named, Formal, Number),
    nth0(Number, Indexes, Index),
    retract(rule(M, Index, _, _, _, _)),
    Error = error(Formal, datalog/1).

changed(M) :-
    (   retract(compiled(M, Program)) ->
        '$foreign_call'(dlfree, [Program], _),
        retractall(predicate_number(Program, _, _)),
        retractall(base_goal(Program, _, _, _))
    ;   true
    ).

rules(M, Named, Indexes) :-
    findall(Index-clause(Clause,Names), rule(M, Index, _, _, Clause, Names), Pairs),
    unzip(Pairs, Indexes, Named).

unzip([], [], []).
unzip([X-Y|XYs], [X|Xs], [Y|Ys]) :- unzip(XYs, Xs, Ys).

compile_rules(M, Named, Fault) :-
    compile(Named, program(Program,Numbers,Bases), Fault),
    (   var(Fault) ->
        assoc_to_list(Numbers, Pairs),
        (   member(PI-N, Pairs), assertz(predicate_number(Program, PI, N)), false ; true ),
        (   member(base(N,Goal,Vs), Bases), assertz(base_goal(Program, N, Goal, Vs)), false ; true ),
        assertz(compiled(M, Program))
    ;   true
    ).

%  called(+Module, +Goal): a goal of a predicate that a file has declared.
called(M, Goal) :-
    functor(Goal, Name, Arity),
    (   compiled(M, Program) -> true
    ;   rules(M, Named, _),
        compile_rules(M, Named, Fault),
        (   var(Fault) -> compiled(M, Program)
        ;   fault_error(Fault, Named, Formal, _),
            throw(error(Formal, Name/Arity))
        )
    ),
    answers(stored(Program), M, Goal, rules(M), Name/Arity, Answers),
    answer(Answers).

% --- programs ---------------------------------------------------------------------------------

% compile(+Named, -Program, -Fault): Program is program(Number,Numbers,Bases), unless there is a Fault:
% fault(Clause,What), with the number of the clause, from 0.
compile(Named, program(Program,Numbers,Bases), Fault) :-
    catch(datalog:encoded(Named, Codes, Numbers, Bases), fault(I, What), Fault = fault(I,What)),
    (   nonvar(Fault) -> true
    ;   '$foreign_call'(dlnew, [], Build),
        write_codes(Codes, Build),
        '$foreign_call'(dlprog, [Build], Program),
        '$foreign_call'(dldrop, [Build], _),
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
    (   integer(Code) -> '$foreign_call'(dlput, [Build,Code], _)
    ;   Code = constant(X),
        write_constant(X, Build)
    ),
    write_codes(Codes, Build).

write_constant(X, Build) :-
    (   atom(X), X \== [] -> '$foreign_call'(dlatom, [Build,X], _)
    ;   small(X) -> '$foreign_call'(dlint, [Build,X], _)
    ;   write_term_to_chars(X, [quoted(true),double_quotes(true),ignore_ops(true)], Cs),
        '$foreign_call'(dltext, [Build,Cs], _)
    ).

% --- questions --------------------------------------------------------------------------------

% answers(+Program, +Module, +Goal, +Named, +PI, -Answers): Answers are answers(Rows,Vars,Parts,Wholes): Rows are the
% values of Vars in standard order, as cells(Cells), list(Lists), yes or none; then Parts and Wholes unify. Named are
% the clauses, or rules(Module); PI is whom errors name.
answers(Program, M, Goal, Named, PI, answers(Rows,Vars,Parts,Wholes)) :-
    functor(Goal, Name, Arity),
    Goal =.. [_|Args0],
    questions(Args0, Args, Parts, Wholes),
    term_variables(Args, Vars),
    (   number_of(Program, Name/Arity, Handle, Number) ->
        '$foreign_call'(dlgoal, [Handle,Number], Build),
        catch(datalog:solved(Build, Program, M, Args, Vars, Named, PI, Rows0), E, true),
        '$foreign_call'(dldrop, [Build], _),
        (   nonvar(E) -> throw(E)
        ;   Rows = Rows0
        )
    ;   Rows = none
    ).

% An argument with variables in it is asked for as a whole.
questions([], [], [], []).
questions([X|Xs], [Y|Ys], Parts0, Wholes0) :-
    (   ( var(X) ; ground(X) ) -> Y = X, Parts0 = Parts, Wholes0 = Wholes
    ;   Parts0 = [X|Parts], Wholes0 = [Y|Wholes]
    ),
    questions(Xs, Ys, Parts, Wholes).

number_of(program(Handle,Numbers,_), PI, Handle, Number) :- get_assoc(PI, Numbers, Number).
number_of(stored(Handle), PI, Handle, Number) :- predicate_number(Handle, PI, Number), !.

base_of(program(_,_,Bases), Number, Goal, Vs) :- member(base(Number,Goal,Vs), Bases), !.
base_of(stored(Handle), Number, Goal, Vs) :- base_goal(Handle, Number, Goal, Vs), !.

solved(Build, Program, M, Args, Vars, Named, PI, Rows) :-
    base_relations(0, Build, Program, M, PI),
    length(Args, Arity),
    '$foreign_call'(dlrel, [Build,-1,Arity], _),
    question(Args, Vars, Build),
    '$foreign_call'(dlrun, [Build], Count),
    (   Count >= 0 -> rows(Count, Vars, Build, Rows)
    ;   failure(Fault),
        (   Named = rules(M1) -> rules(M1, Clauses, _)
        ;   Clauses = Named
        ),
        fault_error(Fault, Clauses, Formal, _),
        throw(error(Formal, PI))
    ).

base_relations(I, Build, Program, M, PI) :-
    '$foreign_call'(dlneed, [Build,I], Number),
    (   Number < 0 -> true
    ;   base_of(Program, Number, Goal, Vs),
        length(Vs, Width),
        '$foreign_call'(dlrel, [Build,Number,Width], _),
        ready(Goal, M, Ready),
        (   call(Ready),
            (   Vs == [] -> '$foreign_call'(dlput, [Build,0], _)
            ;   write_row(Vs, Build, Goal, PI)
            ),
            false
        ;   true
        ),
        I1 is I + 1,
        base_relations(I1, Build, Program, M, PI)
    ).

% Goals of strangers are checked as if they were called.
ready(Goal, M, Ready) :-
    (   engine:sandboxed -> Ready = sandbox:guarded(M:Goal)
    ;   Ready = M:Goal
    ).

write_row([], _, _, _).
write_row([X|Xs], Build, Goal, PI) :-
    (   atom(X), X \== [] -> '$foreign_call'(dlatom, [Build,X], _)
    ;   small(X) -> '$foreign_call'(dlint, [Build,X], _)
    ;   ground(X) -> write_constant(X, Build)
    ;   throw(error(datalog_error(not_ground, Goal), PI))
    ),
    write_row(Xs, Build, Goal, PI).

question([], _, _).
question([X|Xs], Vs, Build) :-
    (   var(X) ->
        place(Vs, X, 1, I),
        Code is -I,
        '$foreign_call'(dlput, [Build,Code], _)
    ;   write_constant(X, Build)
    ),
    question(Xs, Vs, Build).

rows(0, _, _, none) :- !.
rows(_, [], _, yes) :- !.
rows(Count, Vs, Build, Rows) :-
    columns(Vs, 0, Build, Kinds),
    pattern(Kinds, Pattern),
    pattern_key(Pattern, 1, Key),
    all_cells(0, Count, Build, Pattern, Key, Cells),
    (   member(Kind, Kinds), Kind >= 3 ->
        lists(Cells, Kinds, Lists0),
        ( member(4, Kinds) -> sort(Lists0, Lists) ; Lists = Lists0 ),
        Rows = list(Lists)
    ;   Rows = cells(Cells)
    ).

% 0 integers, 1 atoms, 2 strings, 3 several of these, 4 other terms, too.
columns([], _, _, []).
columns([_|Vs], I, Build, [Kind|Kinds]) :-
    '$foreign_call'(dlkind, [Build,I], Kind),
    I1 is I + 1,
    columns(Vs, I1, Build, Kinds).

pattern([], []).
pattern([Kind|Kinds], [P|Ps]) :-
    (   Kind =:= 0 -> P = i
    ;   Kind =:= 1 -> P = a
    ;   P = t
    ),
    pattern(Kinds, Ps).

% The bridge's number for a pattern.
pattern_key([], Key0, Key) :- Key is Key0 * 1024.
pattern_key([P|Ps], Key0, Key) :-
    (   P == a -> Key1 is Key0 * 2
    ;   Key1 is Key0 * 2 + 1
    ),
    pattern_key(Ps, Key1, Key).

all_cells(From, Count, Build, Pattern, Key, Cells) :-
    '$foreign_call'(dlrows, [Build,From], N),
    (   memberchk_t(Pattern) -> text_cells(N, Pattern, Key, Cells0)
    ;   cells(N, Pattern, Key, Cells0)
    ),
    Next is From + N,
    (   Next >= Count -> Cells = Cells0
    ;   append(Cells0, Cells1, Cells),
        all_cells(Next, Count, Build, Pattern, Key, Cells1)
    ).

memberchk_t([P|Ps]) :- ( P == t -> true ; memberchk_t(Ps) ).

lists([], _, []).
lists([C|Cs], Kinds, [Row|Rows]) :-
    list(Kinds, Row, [C|Cs], Rest),
    lists(Rest, Kinds, Rows).

list([], [], Cs, Cs).
list([Kind|Kinds], [X|Xs], [C|Cs0], Cs) :-
    (   Kind >= 3 -> read_term_from_chars(C, X, [])
    ;   X = C
    ),
    list(Kinds, Xs, Cs0, Cs).

% answer(+Answers): binds the variables to each row on backtracking; no choice point is left after the last.
answer(answers(Rows,Vars,Parts,Wholes)) :-
    row(Rows, Vars),
    Parts = Wholes.

row(yes, _).
row(list([Row|Rows]), Vs) :- answer_list(Rows, Row, Vs).
row(cells([C|Cs]), Vs) :-
    taken(Vs, Row, [C|Cs], Rest),
    answer_cells(Rest, Row, Vs).

answer_list([], Row, Row).
answer_list([_|_], Row, Row).
answer_list([Row|Rows], _, Vs) :- answer_list(Rows, Row, Vs).

answer_cells([], Row, Row).
answer_cells([_|_], Row, Row).
answer_cells([C|Cs], _, Vs) :-
    taken(Vs, Row, [C|Cs], Rest),
    answer_cells(Rest, Row, Vs).

taken([], [], Cs, Cs).
taken([_|Vs], [C|Row], [C|Cs0], Cs) :- taken(Vs, Row, Cs0, Cs).

% --- errors -----------------------------------------------------------------------------------

culprit(c(I,Names), Kind, X) :-
    text(X, Names, Text),
    What =.. [Kind,Text],
    throw(fault(I, What)).

text(X, Names, Text) :- write_term_to_chars(X, [quoted(true),double_quotes(true),variable_names(Names)], Text).

failure(fault(I,What)) :-
    '$foreign_call'(dlfail, [0], Code),
    '$foreign_call'(dlfail, [1], I),
    '$foreign_call'(dlfail, [2], X),
    (   Code =:= 1 -> What = variable(unsafe_variable,X)
    ;   Code =:= 2 -> failures(2, Numbers), What = predicates(Numbers)
    ;   Code =:= 3 -> What = variable(unbounded_number,X)
    ;   Code =:= 4 ->
        '$foreign_call'(dlword, [], Word),
        What = not_an_integer(Word)
    ;   Code =:= 5 -> What = undefined
    ;   Code =:= 6 -> What = resource
    ;   What = bug
    ).

failures(I, Ns) :-
    '$foreign_call'(dlfail, [I], N),
    (   N < 0 -> Ns = []
    ;   Ns = [N|Ns1],
        I1 is I + 1,
        failures(I1, Ns1)
    ).

% fault_error(+Fault, +Named, -Formal, -Number): the formal part of the error, and the number of the clause.
fault_error(fault(_,resource), _, resource_error(datalog_tuples), 0) :- !.
fault_error(fault(_,bug), _, system_error("Datalog"), 0) :- !.
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

% --- examples ---------------------------------------------------------------------------------

?- datalog_query([(path(X,Y) :- path(X,Z), edge(Z,Y)), (path(X,Y) :- edge(X,Y)), edge(a,b), edge(b,a)], path(a, W)).
   W = a
;  W = b.

?- datalog_query([even(0), (even(N) :- next(M, N), odd(M)), (odd(N) :- next(M, N), even(M)),
                  (next(M, N) :- between(0, 5, M), between(0, 5, N), N is M + 1)], odd(X)).
   X = 1
;  X = 3
;  X = 5.

?- datalog_query([parent(ann,bob), parent(ann,cid), parent(bob,dan), parent(cid,eve),
                  (same(X,Y) :- parent(P,X), parent(P,Y)), (same(X,Y) :- parent(P,X), same(P,Q), parent(Q,Y))],
                 (same(dan, X), X \= dan)).
   X = eve.

?- datalog_query([edge(a,b), edge(c,d), (path(X,Y) :- edge(X,Y)), (path(X,Y) :- path(X,Z), path(Z,Y)),
                  (node(X) :- edge(X,_)), (node(X) :- edge(_,X)), (far(X) :- node(X), \+ path(a,X))], far(X)).
   X = a
;  X = c
;  X = d.

?- datalog_query([(fork(P, F) :- attacks(F, A, P), attacks(F, B, P), A \= B)], fork("4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1", F)).
   error(instantiation_error,attacks/3).

?- datalog_query([(fork(F) :- attacks(F, A, "4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1"),
                              attacks(F, B, "4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1"), A \= B)], fork(F)).
   F = d1.

?- datalog_query([(p(X, Y) :- member(X, [1,2]))], p(X, Y)).
   error(datalog_error(unsafe_variable('B'),"p(A,B):-member(A,[1,2])"),datalog_query/2).

?- datalog_query([(p(X) :- member(X, [1,2]), \+ q(X)), (q(X) :- p(X))], p(X)).
   error(datalog_error(not_stratified([p/1,q/1]),"p(A):-member(A,[1,2]),\\+q(A)"),datalog_query/2).

?- datalog_query([n(0), (n(M) :- n(N), M is N + 1)], n(X)).
   error(datalog_error(unbounded_number('A'),"n(A):-n(B),A is B+1"),datalog_query/2).
