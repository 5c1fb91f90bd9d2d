/** Tables: left recursion in grammars and relations.

    ?- phrase(expr(V), [1,+,2]).
    V = 3.
*/

:- use_module(library(lists)).

:- table expr//1, term//1.

expr(X) --> expr(A), [+], term(B), { X is A + B }.
expr(X) --> expr(A), [-], term(B), { X is A - B }.
expr(X) --> term(X).

term(X) --> term(A), [*], factor(B), { X is A * B }.
term(X) --> factor(X).

factor(X) --> [X], { number(X) }.
factor(X) --> ['('], expr(X), [')'].

% The rules may stand before the directive, and others between them.

edge(a, b).
edge(b, c).
edge(c, a).
edge(c, d).

path(X, Y) :- path(X, Z), edge(Z, Y).
path(X, Y) :- edge(X, Y).

digits([D|Ds]) --> digits(Ds), digit(D).
digits([D]) --> digit(D).

:- table path/2, digits//1.

digit(D) --> [D], { integer(D) }.

% Pushback: what comes next is looked at, and given back.

:- table words//1.

words(N), [Next] --> words(M), word, [Next], { N is M + 1 }.
words(1), [Next] --> word, [Next].

word --> [w].

:- table fib/2.

fib(0, 0).
fib(1, 1).
fib(N, F) :-
    N > 1,
    N1 is N - 1,
    N2 is N - 2,
    fib(N1, F1),
    fib(N2, F2),
    F is F1 + F2.

value(Tokens) :-
    (   phrase(expr(V), Tokens) -> true
    ;   V = none
    ),
    format("~w = ~w~n", [Tokens, V]).

main :-
    maplist(value, [[1], [1,+,2], [10,-,2,-,3], [2,*,'(',3,+,4,')',-,1], [1,+]]),
    findall(Y, path(a, Y), Ys),
    sort(Ys, Sorted),
    writeln(Sorted),
    phrase(digits(Ds), [1,2,3]),
    writeln(Ds),
    findall(N-Rest, words(N, [w,w,w,end], Rest), Pairs0),
    sort(Pairs0, Pairs),
    writeln(Pairs),
    fib(50, F),
    writeln(F).
