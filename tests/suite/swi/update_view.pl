% The logical update view: a call sees the clauses that there were when it began, whatever is done before it comes to them.

:- dynamic num/1, task/2, todo/1, done/1, pair/2, big/2, rule/1.

num(2). num(3). num(4). num(5). num(6). num(7). num(8). num(9). num(10).

task(a, 1). task(b, 1). task(c, 2). task(d, 2). task(e, 3).

todo(a). todo(b). todo(c).

pair(a, 1). pair(a, 2). pair(b, 3). pair(a, 4).

rule(X) :- num(X), X > 6.
rule(0).
rule(X) :- member(X, [1,2]).

sieve :-
    (   num(P),
        write(P), nl,
        forall(( num(Q), Q > P, 0 =:= Q mod P ), retract(num(Q))),
        fail
    ;   findall(X, num(X), L), print(L), nl
    ).

tasks :-
    (   task(T, P),
        write(T), nl,
        forall(( task(O, P), O \== T ), retract(task(O, P))),
        \+ task(zzz, _),
        fail
    ;   findall(X, task(X, _), L), print(L), nl
    ).

loop :-
    forall(todo(X), ( write(X), nl, retractall(todo(_)), ( done(X) -> true ; assertz(done(X)) ) )),
    writeln(end).

keyed :-
    (   pair(a, Y),
        print(Y), nl,
        retract(pair(a, _)),
        assertz(pair(a, 9)),
        findall(P-Q, pair(P, Q), L),
        print(L), nl,
        fail
    ;   true
    ).

% By something that does not say which predicate.
clear(Head) :- retractall(Head).

unnamed :-
    clear(big(_, _)),
    forall(between(1, 5, I), ( J is I mod 2, assertz(big(J, I)) )),
    (   big(J, I),
        print(J-I), nl,
        clear(big(1, _)),
        assertz(big(I, J)),
        done(_),
        fail
    ;   findall(J-I, big(J, I), L), print(L), nl
    ).

rules :-
    (   rule(X),
        print(X), nl,
        ( retract((rule(_) :- member(_, _))) -> true ; true ),
        done(_),
        fail
    ;   findall(X, rule(X), L), print(L), nl
    ).

% Many of them, while calls are open in each other.
many :-
    retractall(big(_, _)),
    forall(between(1, 300, I), ( K is I mod 7, assertz(big(K, I)) )),
    findall(K-I,
            (   big(K, I),
                I mod 10 =:= 0,
                retractall(big(K, _)),
                findall(x, big(_, _), Xs),
                length(Xs, N),
                ( N > 0 -> true ; assertz(big(0, I)) )
            ),
            L),
    length(L, N),
    print(N), nl,
    findall(K-I, big(K, I), Left),
    print(Left), nl.

drain :-
    retractall(big(_, _)),
    forall(between(1, 1000, I), assertz(big(I, I))),
    aggregate_all(count, ( big(I, _), retract(big(I, _)), \+ done(zzz) ), N),
    print(N), nl,
    \+ big(_, _).

main :- sieve, tasks, loop, keyed, unnamed, rules, many, drain.
