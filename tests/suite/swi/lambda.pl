/** Higher-order programming and library(yall): lambda expressions, free variables, currying.
*/

:- use_module(library(yall)).
:- use_module(library(apply)).

show(X) :- print(X), nl.

double(X, Y) :- Y is 2 * X.

%!  compose(:F, :G, +X, -Y) is nondet.
:- meta_predicate compose(2, 2, ?, ?).

compose(F, G, X, Z) :- call(G, X, Y), call(F, Y, Z).

%!  iterate(+N, :F, +X, -Y) is det.
:- meta_predicate iterate(+, 2, +, -).

iterate(0, _, X, X) :- !.
iterate(N, F, X, Z) :- call(F, X, Y), N1 is N - 1, iterate(N1, F, Y, Z).

:- meta_predicate twice(1, ?), sum_by(2, +, -), filter_map(2, +, -), fold(3, +, +, -).

twice(P, X) :- call(P, X), call(P, X).

sum_by(F, List, Sum) :- foldl({F}/[X,S0,S]>>( call(F, X, Y), S is S0 + Y ), List, 0, Sum).

filter_map(F, Xs, Ys) :- convlist(F, Xs, Ys).

fold(_, [], A, A).
fold(F, [X|Xs], A0, A) :- call(F, X, A0, A1), fold(F, Xs, A1, A).

adder(N, [X,Y]>>(Y is X + N)).

lambdas :-
    maplist([X,Y]>>(Y is X * X), [1,2,3], Squares), show(Squares),
    maplist([X]>>(X > 0), [1,2,3]), show(positive),
    ( maplist([X]>>(X > 1), [1,2,3]) -> true ; show(not_all) ),
    N = 10, maplist({N}/[X,Y]>>(Y is X + N), [1,2,3], Sums), show(Sums),
    maplist([X,Y,X-Y]>>true, [1,2], [a,b], Pairs), show(Pairs),
    foldl([X,A,B]>>(B is A + X), [1,2,3], 0, Sum), show(Sum),
    foldl([X,Y,A,[X/Y|A]]>>true, [1,2], [a,b], [], Zipped), show(Zipped),
    include([X]>>(0 is X mod 2), [1,2,3,4], Even), show(Even),
    exclude([_-V]>>(V < 2), [a-1,b-2,c-3], Ex), show(Ex),
    partition([X]>>(X @< m), [z,a,q,b], In, Out), show(In/Out),
    partition([X,C]>>compare(C, X, 3), [1,3,5,2], L, E, G), show(L/E/G),
    convlist([X,Y]>>( X > 1, Y is X * 2 ), [1,2,3], Cl), show(Cl),
    findall(Z, ( member(F, [[X,Y]>>(Y is X + 1), [X,Y]>>(Y is X * 100)]), call(F, 5, Z) ), Zs), show(Zs),
    call([X,Y,Z1]>>(Z1 is X - Y), 10, 3, D), show(D),
    call([X]>>([Y]>>( P is X + Y, show(P) )), 1, 2),
    call([X|T]>>show(X-T), a, b, c),
    call([X]>>foldl([Y,S0,S]>>(S is S0 + Y), X, 0), [1,2,3], R), show(R),
    maplist([f(X,Y),Y]>>true, [f(1,a),f(2,b)], Ys), show(Ys),
    maplist([X,X]>>true, [1,2], Same), show(Same).

scope :-
    % a lambda has its variables anew for every call, unless they are global
    Copy = [X]>>(Y = X), maplist(Copy, [1,2]), ( var(Y) -> show(copied) ; show(shared) ),
    ( catch(maplist({Z}/[X]>>(Z = X), [1,2]), _, fail) -> show(Z) ; show(global) ),
    maplist({W}/[X]>>(W = X), [1,1]), show(W),
    adder(5, F), call(F, 1, A), show(A),
    foldl([X,M0,M]>>( X > M0 -> M = X ; M = M0 ), [3,9,2], 0, Max), show(Max),
    maplist([X,Y3]>>( X =:= 0 -> Y3 = zero ; X < 0 -> Y3 = minus ; Y3 = plus ), [0,-2,5], Signs), show(Signs),
    maplist([X]>>( member(X, [a,b]), ! ), [P,Q]), show(P/Q).

combinators :-
    compose(succ, double, 5, A), show(A),
    iterate(10, double, 1, B), show(B),
    iterate(3, [X,[X]]>>true, a, C), show(C),
    twice([X]>>( write(X), write(' ') ), hey), nl,
    sum_by(atom_length, [one,three], D), show(D),
    sum_by([_-X,X]>>true, [a-1,b-2], E), show(E),
    filter_map([X,Y]>>( atom_number(X, Y) ), ['1',b,'3'], F), show(F),
    fold([X,A0,A1]>>(A1 = A0 + X), [b,c], a, G), show(G),
    aggregate_all(count, ( member(X, [1,2,3]), call([Y]>>(Y > 1), X) ), H), show(H),
    maplist(plus(10), [1,2], I), show(I),
    maplist(atom_concat(x_), [a,b], J), show(J),
    foldl(plus, [1,2,3], 0, K), show(K),
    maplist([X,Y]>>atomic_list_concat([X,!], Y), [a,b], L), show(L),
    predsort([O,A2,B2]>>( atom_length(A2, N1), atom_length(B2, N2), compare(O, N1, N2) ), [ccc,a,bb,d], M), show(M),
    sumlist([1.5,2], N), show(N),
    foldl([K1-V1,S0,S]>>( select(K1-V0, S0, S9) -> V2 is V0 + V1, S = [K1-V2|S9] ; S = [K1-V1|S0] ), [a-1,b-2,a-3], [], O9), show(O9),
    forall(nth1(Ix, [a,b], El), call([Y4]>>show(Y4), Ix-El)),
    maplist(maplist([X,Y]>>(Y is -X)), [[1,2],[3]], Neg), show(Neg),
    maplist(=.., [f(x),g], Lists), show(Lists),
    maplist([X]>>call(X), [true, (2 > 1)]), show(done),
    catch(maplist([X]>>atom_length(X, _), [abc, _]), error(Err, _), show(Err)),
    catch(call([X]>>no_such(X), 1), error(Err2, _), show(Err2)).

main :- lambdas, scope, combinators.
