% Constraint Handling Rules on numbers: what is in the store counts, no constraint has a variable for long.

:- use_module(library(chr)).

:- chr_type sign ---> minus ; plus.
:- chr_type list(T) ---> [] ; [T|list(T)].

:- chr_constraint
    gcd(+natural),
    candidate(+int), prime(+int),
    upto(+int), fib(+int,+int),
    fibonacci(+int,?int),
    at(+int,+any),
    smallest(+int), value(+int), collect(-list(int)),
    fact(+int,?int),
    collatz(+int,+int),
    sum(+int), signed(+sign,+int),
    pascal(+int,+int,+int), rows(+int),
    power(+int,+int,?int).

% Euclid.
gcd(0) <=> true.
gcd(N) \ gcd(M) <=> N =< M | L is M mod N, gcd(L).

% The sieve.
candidate(1) <=> true.
candidate(N) <=> prime(N), M is N - 1, candidate(M).
absorb @ prime(I) \ prime(J) <=> J mod I =:= 0 | true.

% Fibonacci numbers from below.
begin @ upto(_) ==> fib(0, 0), fib(1, 1).
calculate @ upto(Max), fib(N1, M1), fib(N2, M2) ==> N2 =:= N1 + 1, N2 < Max | N is N2 + 1, M is M1 + M2, fib(N, M).

% And from above, with a table.
memo @ fibonacci(N, M1) \ fibonacci(N, M2) <=> M1 = M2.
small @ fibonacci(N, M) ==> N < 2 | M = N.
large @ fibonacci(N, M) ==> N >= 2 | N1 is N - 1, N2 is N - 2, fibonacci(N1, M1), fibonacci(N2, M2), M is M1 + M2.

% Exchange sort.
at(I, V), at(J, W) <=> I < J, V @> W | at(I, W), at(J, V).

% The smallest value, then all of them, the latest first.
value(X) \ smallest(Y) <=> X < Y | smallest(X).
collect(L), value(X) <=> L = [X|L1], collect(L1).
collect(L) <=> L = [].

fact(0, F) <=> F = 1.
fact(N, F) <=> N > 0 | N1 is N - 1, fact(N1, F1), F is N * F1.

collatz(1, Steps) <=> format("~d steps~n", [Steps]).
collatz(N, Steps) <=> N mod 2 =:= 0 | M is N // 2, S is Steps + 1, collatz(M, S).
collatz(N, Steps) <=> M is 3 * N + 1, S is Steps + 1, collatz(M, S).

signed(minus, X), sum(S) <=> T is S - X, sum(T).
signed(plus, X), sum(S) <=> T is S + X, sum(T).

rows(_) ==> pascal(0, 0, 1).
rows(Max), pascal(N, 0, 1) ==> N < Max | M is N + 1, pascal(M, 0, 1), pascal(M, M, 1).
pascal(N, K1, A), pascal(N, K2, B) ==> K2 =:= K1 + 1 | M is N + 1, C is A + B, pascal(M, K2, C).
rows(Max) \ pascal(N, _, _) <=> N > Max | true.
pascal(N, K, A) \ pascal(N, K, A) <=> true.

power(_, 0, P) <=> P = 1.
power(B, E, P) <=> E mod 2 =:= 1 | F is E - 1, power(B, F, Q), P is B * Q.
power(B, E, P) <=> F is E // 2, C is B * B, power(C, F, P).

all(Template, Constraint) :-
    findall(Template, find_chr_constraint(Constraint), Found),
    sort(Found, Sorted),
    print(Sorted),
    nl.

main :-
    gcd(1000000), gcd(35000), gcd(1250), all(N, gcd(N)),
    gcd(1021), all(N, gcd(N)),
    candidate(500), all(P, prime(P)),
    upto(25), all(N-F, fib(N, F)),
    fibonacci(25, F25), print(F25), nl,
    fibonacci(60, F60), print(F60), nl,
    findall(N, find_chr_constraint(fibonacci(N, _)), Ns), length(Ns, Count), print(Count), nl,
    fill([e,x,c,h,a,n,g,e], 1), all(I-V, at(I, V)),
    smallest(100), value(17), value(4), value(42), value(4), value(8), all(S, smallest(S)),
    collect(Values), print(Values), nl,
    fact(20, F20), print(F20), nl,
    collatz(27, 0),
    sum(0), signed(plus, 5), signed(minus, 7), signed(plus, 40), all(Sum, sum(Sum)),
    rows(5), all(N-K-A, pascal(N, K, A)),
    power(2, 100, Power), print(Power), nl,
    catch(gcd(foo), error(Error, _), ( print(Error), nl )),
    ( \+ find_chr_constraint(candidate(_)) -> print(none) ; print(some) ), nl.

fill([], _).
fill([V|Vs], I) :- at(I, V), J is I + 1, fill(Vs, J).
