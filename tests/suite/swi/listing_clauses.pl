/*  portray_clause/1 and the layout of clauses.  */

example(1, (p(X,Y) :- q(X), r(Y))).
example(2, (p(X) :- ( q(X) -> r(X) ; s(X) ))).
example(3, (p(X) :- ( q(X) -> r(X) ; s(X) -> t ; u(X), v ))).
example(4, (p(X) :- \+ q(X), \+ ( r(X), s ))).
example(5, (p(L) :- findall(X-Y, ( q(X), r(Y) ), L))).
example(6, (p :- forall(member(X,[1,2,3]), ( write(X), nl )))).
example(7, (p(_) :- true)).
example(8, foo("string", 'Quoted atom', "it's", [a,b|_], 'a''b', 0'a, -3, 1.5, - 1, [])).
example(9, (p(A,B,_,_C,A) :- B = A)).
example(10, (a --> b, "cd", {e}, [f], !)).
example(11, (:- dynamic p/1)).
example(12, (p(X) :- a ; b(X) ; c)).
example(13, (p(X) :- ( a , b ; c ), d(X))).
example(14, (p(X) :- X > 1, Y is X*2+(3-1), Y =:= 4, X \== Y, X = [Y|_])).
example(15, (p(X) :- catch(q(X), error(E,_), ( print(E), fail )))).
example(16, (p(X) :- call(q, X), !, fail)).
example(17, (p(X) :- ( q(X) *-> r ; s ))).
example(18, (p(X) :- ( q(X) -> r ))).
example(19, (p(X) :- setof(Y-Z, W^q(X,Y,Z,W), _))).
example(20, (m:p(X) :- n:q(X))).
example(21, (p(X) :- maplist([Y]>>(Y > X), [1,2]))).
example(22, f(X,X,_,g(Y,Y))).
example(23, f('A', '_b', "x\ny", 'x\ny')).
example(24, {a,b}).
example(25, (p({X}) :- {X > 1})).
example(26, (a:-b,(c,d),e)).
example(27, (p(X) :- a, ( b, c -> d ; e, ( f -> g ; h ) ), i(X))).
example(28, (p(X) :- \+ ( q(X) -> r ; s ))).
example(29, [1,2,a,'B',"c"]).
example(30, 'hello world').
example(31, -(-(1))-(2+3)*a:b).
example(32, (p :- a, !, b, \+ c = d, \+d)).
example(33, (h(X) :- b(X, Y), ( \+ c(Y), ! ; d ), e)).
example(34, (?- a,b)).
example(35, (a:-b->c)).
example(36, (long(Xs) :- append([first_element,second_element,third_element],[fourth_element,fifth_element,sixth_element],Xs))).

main :-
    forall(example(N, C), ( format("% ~w~n", [N]), portray_clause(C) )).

