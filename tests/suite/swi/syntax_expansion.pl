/*  term_expansion/2, goal_expansion/2 and grammar translation.  */

:- op(1150, xfx, <-).

:- discontiguous generated/2.

user:term_expansion(table_of(Name, Values), Clauses) :-
    findall(Clause, ( nth1(I, Values, V), Clause =.. [Name,I,V] ), Clauses).

term_expansion(gen(X), [generated(X, 1), generated(X, 2)]).
term_expansion(nothing(_), []).
term_expansion((H <- B), (H :- B)).
term_expansion(square_of(N), square(N, S)) :- S is N*N.
term_expansion(with_rule(N), (N --> [N])).

goal_expansion(double(X, Y), Y is X*2).
goal_expansion(debugging(_), true).
goal_expansion(const(pi_ish, X), X = 3).

table_of(day, [mon,tue,wed]).

gen(a).
gen(b).
nothing(at_all).

happy(X) <- rich(X), \+ sad(X).

rich(ann).
rich(bob).
sad(bob).

square_of(12).
with_rule(token).

double_all([], []).
double_all([X|Xs], [Y|Ys]) :- double(X, Y), debugging(X), double_all(Xs, Ys).

nested(X, Y) :- ( X > 0 -> double(X, Y) ; \+ \+ double(X, _), const(pi_ish, Y) ).

counted(Xs, N) :- findall(Y, ( member(X, Xs), double(X, Y) ), Ys), sum_list(Ys, N).

main :-
    forall(day(I, D), ( print(I-D), nl )),
    forall(generated(X, N), ( print(X-N), nl )),
    forall(happy(X), ( print(X), nl )),
    square(N12, S), print(N12-S), nl,
    ( phrase(token, [token]) -> writeln(token) ; writeln(no) ),
    double_all([1,2,3], L), print(L), nl,
    nested(2, A), nested(0, B), print(A-B), nl,
    counted([1,2], C), print(C), nl,
    catch(nothing(_), error(existence_error(_, PI), _), true), print(PI), nl,
    dcg_translate_rule((a --> b, c), Rule), Rule = (Head :- Body), functor(Head, F, Ar), print(F/Ar), nl,
    ( Body = (_, _) -> writeln(conjunction) ; writeln(other) ),
    expand_term(gen(z), Z), print(Z), nl.
