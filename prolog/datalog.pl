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

:- module(cl_datalog, [datalog_query/2, datalog/1]).

:- use_module(library(assoc)).
:- use_module(library(cl_bridge)).
:- use_module(library(datalog_files)).
:- use_module(library(datalog_rules)).
:- use_module(library(error)).
:- use_module(library(lists)).

:- meta_predicate(datalog_query(?, :)).

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
    catch(cl_datalog:answers(Program, M, Asked, Named, datalog_query/2, Answers), E, true),
    Program = program(Handle,_,_),
    '$foreign_call'(datalog_forget, [Handle], _),
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

%  called(+Module, +Goal): a goal of a predicate that a file has declared.
called(M, Goal) :-
    functor(Goal, Name, Arity),
    stored_program(M, Name/Arity, Program),
    answers(stored(Program), M, Goal, rules(M), Name/Arity, Answers),
    answer(Answers).

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
        '$foreign_call'(datalog_ask, [Handle,Number], Build),
        catch(cl_datalog:solved(Build, Program, M, Args, Vars, Named, PI, Rows0), E, true),
        '$foreign_call'(datalog_drop, [Build], _),
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
number_of(stored(Handle), PI, Handle, Number) :- stored_number(Handle, PI, Number).

base_of(program(_,_,Bases), Number, Goal, Vs) :- member(base(Number,Goal,Vs), Bases), !.
base_of(stored(Handle), Number, Goal, Vs) :- stored_goal(Handle, Number, Goal, Vs).

solved(Build, Program, M, Args, Vars, Named, PI, Rows) :-
    base_relations(0, Build, Program, M, PI),
    length(Args, Arity),
    '$foreign_call'(datalog_question, [Build,Arity], _),
    question(Args, Vars, Build),
    '$foreign_call'(datalog_run, [Build], Count),
    (   Count >= 0 -> rows(Count, Vars, Build, Rows)
    ;   failure(Fault),
        (   Named = rules(M1) -> stored_rules(M1, Clauses)
        ;   Clauses = Named
        ),
        fault_error(Fault, Clauses, Formal, _),
        throw(error(Formal, PI))
    ).

base_relations(I, Build, Program, M, PI) :-
    '$foreign_call'(datalog_need, [Build,I], Number),
    (   Number < 0 -> true
    ;   base_of(Program, Number, Goal, Vs),
        length(Vs, Width),
        '$foreign_call'(datalog_relation, [Build,Number,Width], _),
        ready(Goal, M, Ready),
        (   call(Ready),
            (   Vs == [] -> '$foreign_call'(datalog_code, [Build,0], _)
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
    (   cl_engine:sandboxed -> Ready = sandbox:guarded(M:Goal)
    ;   Ready = M:Goal
    ).

write_row([], _, _, _).
write_row([X|Xs], Build, Goal, PI) :-
    (   atom(X), X \== [] -> '$foreign_call'(datalog_atom, [Build,X], _)
    ;   small(X) -> '$foreign_call'(datalog_integer, [Build,X], _)
    ;   ground(X) -> write_constant(X, Build)
    ;   throw(error(datalog_error(not_ground, Goal), PI))
    ),
    write_row(Xs, Build, Goal, PI).

question([], _, _).
question([X|Xs], Vs, Build) :-
    (   var(X) ->
        place(Vs, X, 1, I),
        Code is -I,
        '$foreign_call'(datalog_code, [Build,Code], _)
    ;   write_constant(X, Build)
    ),
    question(Xs, Vs, Build).

rows(0, _, _, none) :- !.
rows(_, [], _, yes) :- !.
rows(Count, Vs, Build, Rows) :-
    pattern(Vs, 0, Build, Pattern),
    pattern_key(Pattern, 1, Key),
    all_cells(0, Count, Build, Pattern, Key, Cells),
    (   '$foreign_call'(datalog_is_unsorted, [Build], 1) ->
        lists(Cells, Vs, Lists0),
        sort(Lists0, Lists),
        Rows = list(Lists)
    ;   Rows = cells(Cells)
    ).

% The letters of the bridge for the columns.
pattern([], _, _, []).
pattern([_|Vs], I, Build, [Letter|Letters]) :-
    '$foreign_call'(datalog_letter, [Build,I], [Letter]),
    I1 is I + 1,
    pattern(Vs, I1, Build, Letters).

% The bridge's number for a pattern.
pattern_key([], Key0, Key) :- Key is Key0 * 1024.
pattern_key([P|Ps], Key0, Key) :-
    (   P == a -> Key1 is Key0 * 3
    ;   Key1 is Key0 * 3 + 1
    ),
    pattern_key(Ps, Key1, Key).

all_cells(From, Count, Build, Pattern, Key, Cells) :-
    '$foreign_call'(datalog_rows, [Build,From], N),
    (   member(P, Pattern), ( P == t ; P == m ) -> text_cells(N, Pattern, Key, Cells0)
    ;   cells(N, Pattern, Key, Cells0)
    ),
    Next is From + N,
    (   Next >= Count -> Cells = Cells0
    ;   append(Cells0, Cells1, Cells),
        all_cells(Next, Count, Build, Pattern, Key, Cells1)
    ).

lists([], _, []).
lists([C|Cs], Vs, [Row|Rows]) :-
    taken(Vs, Row, [C|Cs], Rest),
    lists(Rest, Vs, Rows).

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
