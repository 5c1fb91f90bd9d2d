/*  listing/1 of dynamic predicates.  */

:- dynamic fact/2, rule/1, empty/0, words/1, mixed/1, counter/1.

fact(1, one).
fact(2, two).
fact('Three', "three").
fact([a,b|T], T).
fact(X, X).
fact(_, f(_)).

rule(X) :- fact(X, _), \+ X = 1.
rule(X) :-
    (   fact(X, one)
    ->  write(yes)
    ;   write(no),
        nl
    ).
rule(X) :- findall(Y, fact(X, Y), Ys), length(Ys, N), N > 0, !, print(N).
rule(X) :- forall(fact(X, Y), ( write(Y), nl )).
rule(_).

words("a string").
words('an atom').
words(`codes`).
words("two\nlines").

mixed(a).
mixed(X) :- mixed(X), X = a ; X = b.

counter(0).

main :-
    listing(fact/2),
    listing(rule/1),
    listing(empty),
    listing(words/1),
    listing(mixed),
    retract(counter(C)), C1 is C+1, assertz(counter(C1)),
    assertz((counter(X) :- X > 5, Y is X // 2, counter(Y))),
    listing(counter/1),
    listing([empty/0,counter/1]),
    assertz(new(1)), assertz((new(X) :- member(X, [1,2]))), listing(new/1).
