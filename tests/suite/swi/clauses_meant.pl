% Clauses that mean what they say: lists of characters in heads, once/1 beside a bar, variables that nothing has set, and that stand
% for others.

:- style_check(-singleton).
:- style_check(-no_effect).
:- use_module(library(lists)).

main :-
    littered(20),
    findall(X, found(X), Found), writeln(Found),
    findall(X, called(X), Called), writeln(Called),
    findall(X-Y, ( member(X, [x*3, [x], "x", f(x), [x,y|z], [y]]), kind(X, Y) ), Kinds), print(Kinds), nl,
    ( second(X2, b+c, T2) -> writeln(X2-T2) ; writeln(none) ),
    second(1, [b, c, d], T3), writeln(T3),
    findall(W-K, word(W, K), Words), \+ \+ ( numbervars(Words, 0, _), print(Words) ), nl,
    ( word([c, a, t], What) -> writeln(What) ; true ),
    one(A), writeln(A),
    ( one(v(2)) -> writeln(yes) ; writeln(no) ),
    fresh, negated,
    p, q,
    copied,
    findall(V, chosen(V), Vs), writeln(Vs),
    T = (a :- B - C, \+ D, E = -F), numbervars(T, 0, _), write(T), nl, print(T), nl,
    msort(["s", _, b], Sorted), length(Sorted, N), writeln(N),
    sort([b, "", a, ""], Strings), print(Strings), nl.

found(X) :- once(( member(X, [1, 3]), X > 1 )) ; X = 2.

called(X) :- call(( X = 1 -> true )) ; ignore(( X = 2, true )) ; X = 3.

kind([x|_], list).
kind(f([x|_]), inner).
kind(_, other).

second(1, [b|T], T).

word([c, a, t], animal).
word([c|Cs], rest(Cs)).
word([o, a, k], tree).

one(v(X)) :- var(Y), X = 1.

fresh :- ( var(F) -> F = 1, writeln(F) ; writeln(bound) ).

negated :- ( \+ var(G) -> writeln(bound) ; writeln(free) ), ( nonvar(H) -> writeln(bound) ; atom(I) -> writeln(atom) ; writeln(free) ).

p :- r(C), C = D, shown(D, D).

shown(X, Y) :- X = 1, writeln(Y).

r(_).

q :- ( ( a == F, ! -> true ; true -> ( true ; true ) ) -> C = f(F, A) ), \+ \+ ( numbervars(C, 0, _), print(C) ), nl.

copied :- copy_term_nat(D, E), E = 1, ( var(D) -> writeln(free) ; writeln(D) ), ( D =@= D -> writeln(same) ; writeln(different) ), r(D).

chosen(X) :- ( ( \+ true, X = a ; true, ( true ; true ) ), true ), ( var(X) -> X = free ; true ).

% Leaves all kinds of terms where variables of the next clause are kept.
littered(0) :- !.
littered(N) :- N1 is N - 1, A = N1, B = f(N), C = g(B, N), D = [A, B], littered(N1), r(A, B, C, D), r(D, C, B, A).

r(_, _, _, _).
