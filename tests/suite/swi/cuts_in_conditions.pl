% A cut in the condition of an if-then-else is local to it (ISO 7.8.7).

t(1) :- ( member(_, [1,2]), !, fail -> true ; true ).
t(2) :- ( !, fail -> true ; true ).
t(3) :- !, fail -> true ; true.
t(4) :- ( ! -> fail ; true ).
t(4).
t(5) :- ( ( true ; ! ), fail -> true ; true ).
t(6) :- ( ( true -> ! ; true ), fail -> true ; true ).
t(7) :- ( \+ ( !, fail ) -> true ; fail ).
t(8) :- forall(( member(X, [1,2]), ( !, X > 1 -> true ; true ) ), X > 0).
t(9) :- findall(X, ( member(X, [1,2,3]), ( !, X =:= 2 -> true ; X =:= 3 ) ), [2,3]).
t(10) :- call(( !, fail -> true ; true )).
t(11) :- G = ( !, fail -> true ; true ), call(G).
t(12) :- assertz((late :- ( !, fail -> true ; true ))), late.
t(13) :- phrase(d, [b]).
% The others are cuts of the clause.
t(14) :- \+ u.
t(15) :- \+ v.
t(16) :- w(X), X == 1.

:- dynamic(late/0).

d --> ( [a], ! -> [] ; [b] ).

u :- ( true -> !, fail ; true ).
u.

v :- ( fail -> true ; !, fail ).
v.

w(1) :- !, ( fail -> true ; true ).
w(2).

main :-
    forall(( member(N, [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]), \+ t(N) ), ( write(N), nl )),
    aggregate_all(count, t(_), Count),
    write(Count), nl.
