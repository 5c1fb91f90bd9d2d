% Grammar rules as listings have them.

greeting --> [hello], world.
world --> [world].
world --> [prolog].
expr(X) --> term(X0), expr_rest(X0, X).
expr_rest(Acc, X) --> "+", !, term(Y), { Acc1 is Acc + Y }, expr_rest(Acc1, X).
expr_rest(Acc, X) --> "-", !, term(Y), { Acc1 is Acc - Y }, expr_rest(Acc1, X).
expr_rest(X, X) --> [].
digits([D|T]) --> [D], { code_type(D, digit) }, digits(T).
digits([]) --> [].
term(X) --> digits(Ds), { Ds \= [], number_codes(X, Ds) }.
anything([]) --> [].
anything([H|T]) --> [H], anything(T).
opt --> ( "a" -> "b" ; [] ).
neg --> \+ "x", [_].
call_it --> call(foo, 1).
foo(1, [a|T], T).
pb, [x] --> [y].
var(X) --> X.
str --> "abc", "def".
mix --> [a,b], {true}, !, {write(x)}, [c].
alt --> [a] ; [b] | [c].
ne --> [a], \+ [b], {X = 1, write(X)}.
m --> user:world, [x].
esc --> `abc`.
long(nonterminal_with_a_long_name(A, B)) -->
    first_part_of_it(A, Something), second_part_of_it(Something, B), ( "a", third(B) ; "b" ).

predicates([greeting//0, world//0, expr//1, expr_rest//2, digits//1, term//1, anything//1, opt//0, neg//0, call_it//0, foo/3, pb//0,
            var//1, str//0, mix//0, alt//0, ne//0, m//0, esc//0, long//1]).

main :-
    predicates(Ps),
    forall(member(P, Ps), listing(P)),
    N = greeting, listing(N), listing(N//0), listing([N/2, world//0]),
    forall(member(R, [(a --> [b], c), (a --> []), (a --> {b}), (a --> !), (a --> b), (a --> [x]), (a, [y] --> [x]), (a --> b, [c], {d})]),
           ( dcg_translate_rule(R, C), portray_clause(C) )).
