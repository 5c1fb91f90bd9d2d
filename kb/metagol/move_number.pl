/** A string transformation: the move without its number, 12.Nf3 as Nf3.

A state is In/Out: what is still to be read, and what is still to be written. drop/2 reads one character,
copy_rest/2 writes all that is left to read. The recursive metarule has an order constraint, @shorter(C,A):
a goal that only guides the search, and that is not printed. It is why the recursion must end.

Metarules: precon, chain, and tailrec, P(A,B) :- Q(A,C), P(C,B).
*/
% expect: bare(A,B):-bare_1(A,C),copy_rest(C,B).
% expect: bare_1(A,B):-drop(A,C),bare_1(C,B).
% expect: bare_1(A,B):-dot(A),drop(A,B).

:- use_module(library(metagol)).
:- initialization(main, main).
:- set_prolog_flag(double_quotes, chars).

metagol:functional.

metarule(precon, [P, Q, R], [P, A, B], [[Q, A], [R, A, B]]).
metarule(chain, [P, Q, R], [P, A, B], [[Q, A, C], [R, C, B]]).
metarule(tailrec, [P, Q], [P, A, B], [[Q, A, C], @shorter(C, A), [P, C, B]]).

body_pred(drop/2).
body_pred(copy_rest/2).
body_pred(dot/1).
body_pred(digit/1).

drop([_|In]/Out, In/Out).

copy_rest(Out/Out, []/[]).

dot(['.'|_]/_).

digit([C|_]/_) :-
    member(C, "0123456789").

shorter(A/_, B/_) :-
    length(A, M),
    length(B, N),
    M < N.

func_test([P, In/Out, B], [P, In/Other, B], Other = Out).

main :-
    Pos = [bare("12.Nf3"/"Nf3", []/[]), bare("7.O-O"/"O-O", []/[]), bare("103.Kd5"/"Kd5", []/[])],
    Neg = [bare("12.Nf3"/"f3", []/[]), bare("7.O-O"/".O-O", []/[])],
    learn(Pos, Neg).
