/*  Operators of the program, and what terms with operators look like.  */

:- op(700, xfx, is_bigger_than).
:- op(700, xfx, ===>).
:- op(200, xfy, **).
:- op(900, fy, not).
:- op(800, xfx, if).
:- op(750, xfy, and).
:- op(760, xfy, or).
:- op(100, yf, squared).
:- op(150, fx, #).
:- op(700, xfx, [loves, hates]).
:- op(0, xfx, hates).

john loves mary.
mary loves wine.

elephant is_bigger_than dog.
X is_bigger_than Z :- X == elephant, member(Z, [mouse,ant]).

happy(X) if rich(X) and famous(X) or in_love(X).


show(T) :- print(T), write('   '), write_canonical(T), nl.

main :-
    forall(X loves Y, ( print(X-Y), nl )),
    findall(Z, elephant is_bigger_than Z, Zs), show(Zs),
    ( C if B ), C = happy(ann), show(C), show(B),
    forall(member(T, [1+2*3, (1+2)*3, 1-(2-3), 1-2-3, -(1), - 1, -a, -(-(1)), -(-(a)), 1 - -1, 2** -1, 2^3^4, (2^3)^4,
                      a:b:c, (a:-b,c), (a,b), f((a,b)), f((a:-b)), [(a:-b)], [a|b], {a,b}, \+a, \+ (a,b), \+ [a],
                      not a, not not a, not(a,b), 3 squared, (3+4) squared, #a, #(#(a)), f(+), + + +, [-], [-|-],
                      -(2)^2, (-2)^2, -2^2, 1 rdiv 2, 7 xor 2, a mod b, 1 rem 2, f(:-), (:- a), (?- a), (a-->b), (a->b;c),
                      (a*->b;c), a=b, (a=b)=c, a ===> b, f(a ===> b), @(a), ?(a), \a, \ \a, - (- 1), a= \b, a= -1, [a= -1],
                      1*(2+3), (a;b), (a|b), (p:-q), $, f($), dynamic, (dynamic a), (dynamic a,b), (table a), (:- dynamic a),
                      (a->b)]), show(T)).
