/*  Small integers that are computed of large ones: clauses are found by them.  */

:- style_check(-singleton).

p(0, z). p(1, a). p(2, b). p(3, c).

t(X) :- ( p(X, Y) -> print(Y) ; print(none) ), nl.

next(S0, S) :- S is (S0 * 1103515245 + 12345) mod 2147483648.

main :-
    B is 10 ** 30,
    A1 is (B + 2) mod 10, t(A1), A2 is B - (B - 1), t(A2), A3 is B /\ 3, t(A3), A4 is gcd(B, 3), t(A4), A5 is (B + 3) - B, t(A5),
    A6 is B // 10 ** 30, t(A6), A7 is (1 << 70) >> 69, t(A7), A8 is B rem 7 mod 4, t(A8), A9 is B div B, t(A9), A10 is B / B, t(A10),
    A11 is (B mod 7) mod 2 + 1, t(A11), E = B mod 7 + 0 * B, A12 is (E) mod 3, t(A12),
    G = ( A13 is B mod 3 + 1 ), call(G), t(A13), foldl([Q,C0,C]>>( C is (C0 * 31 + Q) mod 4 ), [1,2,3], 36028797018963968, R), t(R),
    next(123456789, S1), S2 is S1 mod 3 + 1, t(S2), numlist(1, 6, L), foldl([_,S3,S4]>>( next(S3, S4), S5 is S4 mod 4, t(S5) ), L, 42, _),
    D is 2.5 - 1.5, print(D), nl, D2 is 7 - 5, t(D2).
