/** Random clauses, compiled and interpreted: both have the same answers.

Each clause comes of its number. It is loaded with this file, by the expansion of `random_clauses`, and asserted, too. Its body has
what Scryer compiles wrongly (`prolog/miscompiled.pl`): tests before calls and before branches, variables that one branch sets and another one
does not mention, structures among the arguments. It calls `seen/1` and the like, which note what they are called with, so that an
argument that is spoiled shows even if no answer has it.
*/

:- use_module(library(iso_ext)).

% clauses(-N): so many are made.
clauses(1000).

% --- chance -----------------------------------------------------------------------------------

% A state of chance is a number; the same beginning has the same future.

% below(+N, -I, +Chance0, -Chance): I is 0 or more, and less than N.
below(N, I, X0, X) :-
    X is (X0 * 6364136223846793005 + 1442695040888963407) mod 18446744073709551616,
    Y is X // 8589934592,
    I is Y mod N.

% one_of(+List, -Element, +Chance0, -Chance).
one_of(List, E, X0, X) :-
    length(List, N),
    below(N, I, X0, X),
    nth0(I, List, E).

% many(+N, +Make, -Elements, +Chance0, -Chance): call(Make, Element, Chance0, Chance) makes each.
many(0, _, [], X, X) :- !.
many(N, Make, [E|Es], X0, X) :-
    call(Make, E, X0, X1),
    N1 is N - 1,
    many(N1, Make, Es, X1, X).

% --- clauses ----------------------------------------------------------------------------------

% clause_number(+I, +Kind, -Name, -Clause): the clause number I, of the predicate Name, which is `loaded` or `asserted`.
clause_number(I, Kind, Name, (Head :- Body)) :-
    number_chars(I, Ds),
    atom_chars(N, Ds),
    atom_concat(Kind, N, Name),
    X0 is I * 2654435761 + 17,
    Vars = [_,_,_,_],
    below(3, J, X0, X1),
    Arity is J + 2,
    many(Arity, argument(Vars), Args, X1, X2),
    Head =.. [Name|Args],
    term_variables(Args, Vs),
    ( Vs == [] -> Known = [0] ; Known = Vs ),
    % Two more, which no head has.
    All = [_,_|Vars],
    below(10, Shape, X2, X3),
    shaped(Shape, v(Known,All), Body, X3, _).

% shaped(+Shape, +Vars, -Body, +Chance0, -Chance): up to 2 that is a depth.
shaped(I, Vars, Body, X0, X) :-
    (   I < 3 -> body(I, Vars, Body, X0, X)
    ;   I < 5 -> tests_and_call(Vars, Body, X0, X)
    ;   I < 8 -> one_way(Vars, Body, X0, X)
    ;   one_for_another(Vars, Body, X0, X)
    ).

% tests_and_call(+Vars, -Body, +Chance0, -Chance).
tests_and_call(Vars, Body, X0, X) :-
    below(2, I, X0, X1),
    N is I + 1,
    many(N, test(Vars), Tests, X1, X2),
    Vars = v(Known,_),
    below(3, J, X2, X3),
    Arity is J + 2,
    many(Arity, one_of([a,_|Known]), As, X3, X),
    Call =.. [seen|As],
    append(Tests, [Call], Goals),
    conjunction(Goals, Body).

% one_way(+Vars, -Body, +Chance0, -Chance): a branch, in one way of which there is a variable that is met again after it.
one_way(v(Known,All), G, X0, X) :-
    Vars = v(Known,All),
    More = v(Known,[V,V,V,V|All]),
    way(More, A, X0, X1),
    way(Vars, B, X1, X2),
    way(Vars, C, X2, X3),
    goal(0, More, Rest, X3, X4),
    one_of([((A;B),Rest),((B;A),Rest),((A->B;C),Rest),((B->C;A),Rest),((A;B)->Rest;C),((B->C;A)->Rest)], G, X4, X).

% one_for_another(+Vars, -Body, +Chance0, -Chance): a variable is unified with another one, and is in the last call more than once.
one_for_another(v(Known,_), Body, X0, X) :-
    one_of([met(V),met(V),seen(f(V),W)], First, X0, X1),
    one_of([V = W,W = V,( V = U, U = W ),( V = W ; seen(a) ),( V = W -> true )], Same, X1, X2),
    many(3, one_of([V,W,W,W|Known]), As, X2, X3),
    Call =.. [bound|As],
    one_of([met(U),true,( seen(x) ; true )], Between, X3, X),
    Body = (First,Between,Same,Call).

% way(+Vars, -Goal, +Chance0, -Chance): one way of a branch, with branches inside.
way(Vars, (T,G), X0, X) :-
    test(Vars, T, X0, X1),
    many(2, goal(0, Vars), [A,B], X1, X2),
    one_of([(A;B),(A->B;true),\+ A,(A,B),(A,B)], G, X2, X).

% argument(+Vars, -Argument, +Chance0, -Chance).
argument(Vars, A, X0, X) :-
    below(12, I, X0, X1),
    argument(I, Vars, A, X1, X).

argument(0, Vars, f(V), X0, X) :- !, one_of(Vars, V, X0, X).
argument(1, Vars, g(V,W), X0, X) :- !, one_of(Vars, V, X0, X1), one_of(Vars, W, X1, X).
argument(2, Vars, [V|W], X0, X) :- !, one_of(Vars, V, X0, X1), one_of(Vars, W, X1, X).
argument(3, _, K, X0, X) :- !, one_of([1,2,a], K, X0, X).
argument(_, Vars, V, X0, X) :- one_of(Vars, V, X0, X).

% body(+Depth, +Vars, -Body, +Chance0, -Chance): tests and then other goals, with branches inside branches up to this depth. Vars are
% v(Known,All): those of the head, and all.
body(D, Vars, Body, X0, X) :-
    below(D + 2, I, X0, X1),
    many(I, test(Vars), Tests, X1, X2),
    below(2, J, X2, X3),
    N is J + 1,
    many(N, goal(D, Vars), Goals, X3, X),
    append(Tests, Goals, All),
    conjunction(All, Body).

% conjunction(+Goals, -Goal): four stand two and two.
conjunction([G], G) :- !.
conjunction([G1,G2,G3,G4], ((G1,G2),G3,G4)) :- !.
conjunction([G|Gs], (G,B)) :- conjunction(Gs, B).

test(Vars, G, X0, X) :-
    below(16, I, X0, X1),
    test(I, Vars, G, X1, X).

test(0, _, !, X, X) :- !.
test(I, v(Known,All), R is E, X0, X) :-
    I < 3,
    !,
    one_of([0,0,1,_|All], R, X0, X1),
    one_of(Known, V, X1, X2),
    one_of([V mod 2,V mod 2,V + 1,V], E, X2, X).
test(I, v(Known,_), G, X0, X) :-
    I < 7,
    !,
    one_of([atom,atomic,compound,integer,nonvar,number,var], Test, X0, X1),
    one_of(Known, V, X1, X),
    G =.. [Test,V].
test(_, v(Known,_), G, X0, X) :-
    one_of([<,>,=<,>=,=:=,=\=], Op, X0, X1),
    many(2, number(Known), As, X1, X),
    G =.. [Op|As].

number(Vars, A, X0, X) :-
    below(8, I, X0, X1),
    number(I, Vars, A, X1, X).

number(0, _, K, X0, X) :- !, one_of([1,2], K, X0, X).
number(1, Vars, V + 1, X0, X) :- !, one_of(Vars, V, X0, X).
number(_, Vars, V, X0, X) :- one_of(Vars, V, X0, X).

goal(D, Vars, G, X0, X) :-
    below(10, I, X0, X1),
    goal(I, D, Vars, G, X1, X).

goal(0, _, v(_,All), V = W, X0, X) :- !, one_of(All, V, X0, X1), one_of([1,2,a|All], W, X1, X).
goal(I, D, Vars, G, X0, X) :-
    I > 4,
    D > 0,
    !,
    D1 is D - 1,
    body(D1, Vars, A, X0, X1),
    body(D1, Vars, B, X1, X2),
    body(D1, Vars, C, X2, X3),
    one_of([(A;B),(A->B;C),(A->B),\+ A,\+ (!,A),\+ (A;!)], G, X3, X).
goal(_, _, v(_,All), G, X0, X) :-
    below(4, J, X0, X1),
    N is J + 1,
    many(N, argument(All), As, X1, X),
    G =.. [seen|As].

term_expansion(random_clauses, Clauses) :-
    clauses(N),
    findall(C, ( between(1, N, I), clause_number(I, loaded, _, C) ), Clauses).

random_clauses.

% --- what clauses call ------------------------------------------------------------------------

seen(A) :- note(seen(A)).
seen(A, B) :- note(seen(A,B)).
seen(A, B, C) :- note(seen(A,B,C)).
seen(A, B, C, D) :- note(seen(A,B,C,D)).

% Does not put a variable where `seen/1` does.
met(_).

% Shows whether the same variable is the same for what is called.
bound(A, B, C) :- first(A), note(bound(A,B,C)).

first(A) :- ( A = 1 -> true ; true ).

note(T) :- bb_get(seen, Ts), bb_put(seen, [T|Ts]).

% --- the interpreter --------------------------------------------------------------------------

% solve(+Head, +Clause): the answers of the goal Head by the one clause that there is.
solve(Head, Clause) :-
    copy_term(Clause, (Head :- Body)),
    goes(Body, Left),
    left(Left).

% What a cut has behind it is told by a second answer: nothing is left of the clause.
left(Left) :- Left == cut, !, throw(nothing_left).
left(_).

% goes(+Goal, -Left): Left is `some`, or `cut` for no answer, and no more to come.
goes(!, some).
goes(!, cut) :- !.
goes((A,B), Left) :- !, goes(A, L), goes_on(L, B, Left).
goes((A;B), Left) :- !, either(A, B, Left).
goes((A->B), Left) :- !, holds(A), goes(B, Left).
goes(\+ A, some) :- !, \+ holds(A).
goes(G, some) :- G \== !, call(G).

goes_on(cut, _, cut).
goes_on(some, B, Left) :- goes(B, Left).

either((A->B), C, Left) :- !, which(A, B, C, Left).
either(A, _, Left) :- goes(A, Left).
either(_, B, Left) :- goes(B, Left).

which(A, B, _, Left) :- holds(A), !, goes(B, Left).
which(_, _, C, Left) :- goes(C, Left).

% holds(+Goal): once, and a cut in it is its own.
holds(A) :- goes(A, Left), !, Left == some.

% --- the comparison ---------------------------------------------------------------------------

% call_of(+Clause, +Name, -Goal, +Chance0, -Chance): a Goal that the head of the clause unifies with.
call_of((Head0 :- _), Goal, X0, X) :-
    copy_term(Head0, Goal),
    term_variables(Goal, Vs),
    some_known(Vs, X0, X).

some_known([], X, X).
some_known([V|Vs], X0, X) :-
    one_of([1,2,3,1,2,3,1,2,3,a,f(1),_], V, X0, X1),
    some_known(Vs, X1, X).

% outcome(+Goal, +Template, -Outcome): the answers, an error if there is one, and what was seen.
outcome(Goal, Template, outcome(Answers,End,Seen)) :-
    bb_put(seen, []),
    bb_put(answers, []),
    catch(( all(Goal, Template), End = ended ), E, end_of(E, End)),
    bb_get(answers, Answers),
    bb_get(seen, Seen).

all(Goal, Template) :- littered(20), call(Goal), bb_get(answers, As), bb_put(answers, [Template|As]), false.
all(_, _).

% littered(+N): leaves all kinds of terms where variables of the next clause are kept.
littered(0) :- !.
littered(N) :- N1 is N - 1, A = N1, B = f(N), C = g(B,N), D = [A,B], littered(N1), passed(A, B, C, D), passed(D, C, B, A).

passed(_, _, _, _).

end_of(nothing_left, ended) :- !.
% Which of two wrong arguments an error tells of is nobody's business.
end_of(error(_, _), error) :- !.
end_of(E, E).

% compare_clause(+I): tells where a compiled clause has another outcome than the interpreted one.
compare_clause(I) :-
    clause_number(I, loaded, Name, Clause),
    clause_number(I, asserted, Name1, Clause1),
    assertz(Clause1),
    (   between(1, 4, J),
        X0 is (I * 4 + J) * 40503 + 5,
        call_of(Clause, Goal, X0, _),
        Goal =.. [Name|Args],
        Goal1 =.. [Name1|Args],
        outcome(solve(Goal, Clause), Goal, Expected),
        outcome(Goal, Goal, Loaded),
        outcome(Goal1, Goal, Asserted),
        told(loaded, Clause, Goal, Expected, Loaded),
        told(asserted, Clause, Goal, Expected, Asserted),
        counted(calls),
        false
    ;   true
    ).

told(_, _, _, Expected, Outcome) :- same(Expected, Outcome), !.
told(Kind, Clause, Goal, Expected, Outcome) :-
    numbervars(Clause+Goal, 0, _),
    write(Kind), write(': '), writeq(Clause), nl,
    write('  called as '), writeq(Goal), nl,
    shown('  interpreted: ', Expected),
    shown('  compiled:    ', Outcome),
    counted(wrong).

shown(What, Outcome) :-
    write(What),
    \+ \+ ( numbervars(Outcome, 0, _), writeq(Outcome) ),
    nl.

counted(What) :- bb_get(What, N), N1 is N + 1, bb_put(What, N1).

same(A, B) :- copy_term(A, A1), copy_term(B, B1), numbervars(A1, 0, _), numbervars(B1, 0, _), A1 == B1.

main :-
    bb_put(calls, 0),
    bb_put(wrong, 0),
    clauses(N),
    ( between(1, N, I), compare_clause(I), false ; true ),
    bb_get(calls, Calls),
    bb_get(wrong, Wrong),
    write(Wrong), write(' of '), write(Calls), write(' calls are wrong'), nl.
