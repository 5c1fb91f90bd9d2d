% Goals that are known only when they are called: control constructs, cuts, errors, metas, modules.

:- use_module(library(lists)).
:- style_check(-singleton).
:- dynamic counter/1, item/1.

counter(0).
item(1).
item(2).
item(3).

p(1).
p(2).
p(3).

q(X) :- call(X).
r(X) :- X.
twice(G) :- once(G), ignore(G), \+ \+ G.

shown_goal(G) :-
    copy_term(G, C),
    (   catch(findall(C, call(C), L), E, true) ->
        (   nonvar(E) -> ( E = error(F, _) -> true ; F = E ), shown(error(F)) ; shown(L) )
    ;   write(failed)
    ),
    nl.

shown(T0) :- copy_term(T0, T, _), numbervars(T, 0, _), print(T), fail.
shown(_).

goal(true).
goal(fail).
goal(p(_)).
goal((p(X), p(X))).
goal((p(X), X > 1)).
goal((p(X), !)).
goal((p(_), (p(Y), ! ; Y = 9))).
goal((p(_) ; p(_))).
goal((! , p(_) ; p(_))).
goal((p(_) , ! ; p(_))).
goal((p(X), X > 1 -> true)).
goal((p(X), X > 5 -> true)).
goal((p(X), X > 1 -> Y = yes ; Y = no)).
goal((p(X), X > 5 -> Y = yes ; Y = no)).
goal((p(X), ! -> p(_) ; true)).
goal((p(X), (X =:= 2 -> ! ; true))).
goal((p(X) *-> p(_) ; X = none)).
goal((p(7) *-> true ; none = none)).
goal((p(7) *-> true)).
goal((p(X) *-> X > 1)).
goal(\+ p(7)).
goal(\+ p(_)).
goal(\+ (p(X), X > 5)).
goal(\+ ! ).
goal((p(X), \+ X = 2)).
goal(call(p(_))).
goal(call((p(_), !))).
goal(call(p, _)).
goal(call((p(_), ! ; true))).
goal(once(p(_))).
goal(ignore(p(7))).
goal(findall(X, p(X), _)).
goal(findall(X, (p(X), X > 1), _)).
goal(forall(p(X), X > 0)).
goal(forall(p(X), (X > 1 ; X < 3))).
goal(bagof(X, p(X), _)).
goal(bagof(X, Y^(p(X), p(Y)), _)).
goal(setof(X-Y, (p(X), p(Y)), _)).
goal(setof(X, Y^Z^(member(X-Y, [b-1,a-1]), p(Z)), _)).
goal(bagof(X, member(X-_, [a-1,b-2]), _)).
goal(aggregate_all(count, p(_), _)).
goal(aggregate_all(max(X), (p(X), X < 3), _)).
goal(catch(p(_), _, true)).
goal(catch(throw(a), a, p(_))).
goal(catch((p(X), X > 1, throw(found(X))), found(_), true)).
goal(maplist(p, [_])).
goal(maplist([X]>>(p(X)), [_])).
goal(maplist([X,Y]>>(Y is X * 2), [1,2], _)).
goal(foldl([X,A,B]>>(B is A + X), [1,2,3], 0, _)).
goal(include([X]>>(X > 1), [1,2,3], _)).
goal(exclude(=(1), [1,2,1], _)).
goal(X is 7 / 2).
goal(X is 4 / 2).
goal(X is 2 ** 3).
goal(X is 2 ** -1).
goal(X is foo + 1).
goal(X is _ + 1).
goal(X = "abc").
goal(1 < 2).
goal(1 / 2 =:= 0.5).
goal("a" == "a").
goal(atom(a)).
goal(atom("a")).
goal(atom([])).
goal(atomic("a")).
goal(compound("a")).
goal(compound(f(_))).
goal(callable("a")).
goal(callable(foo)).
goal(arg(_, f(a,b), _)).
goal(arg(2, f(a,b), _)).
goal(functor(_, f, 2)).
goal(f(a) =.. _).
goal(atom_length("abc", _)).
goal(atom_length(_, _)).
goal(atom_concat(_, _, ab)).
goal(sub_atom(abc, _, 1, _, _)).
goal(between(1, 3, _)).
goal(length(_, 2)).
goal(msort([b,a,b], _)).
goal(sort(0, @>=, [1,3,2], _)).
goal(format(atom(_), "~w", [x])).
goal(with_output_to(string(_), write(a))).
goal((write(a), write(b))).
goal((assertz(counter(1)), retract(counter(1)))).
goal((item(X), X > 1)).
goal(retract(item(2))).
goal(aggregate_all(count, item(_), _)).
goal(phrase(([a], [b]), _)).
goal(user:p(_)).
goal(user:(p(_), true)).
goal(lists:append(_, _, [a])).
goal(lists:member(_, [a,b])).
goal(foo(1)).
goal((p(_), foo(1))).
goal(_).
goal(1).
goal((p(_), 1)).
goal((1, p(_))).
goal((p(_) ; 1)).
goal((p(_) -> 1 ; true)).
goal((fail, 1)).
goal(call(1)).
goal(call((fail, 1))).
goal(findall(X, _, _)).
goal(findall(X, 1, _)).
goal(once(_)).
goal((fail, call(1))).
goal((X = p(_), X)).
goal((X = (p(_), !), X)).
goal((X = !, p(_), X)).
goal((p(X), Y = (X > 1), Y)).
goal((X = fail ; X = true ; p(_), !)).
goal((X = 1, call(X))).
goal("text").
goal(q(p(_))).
goal(q((p(_), !))).
goal(r(p(_))).
goal(r((p(_), ! ; true))).
goal(twice(p(_))).
goal(not(p(7))).
goal(apply(p, [_])).
goal(nb_setval(key, 1)).
goal(nb_getval(key, _)).
goal(setup_call_cleanup(true, p(_), true)).
goal(call_cleanup(fail, true)).
goal(freeze(_, fail)).
goal((freeze(X, p(X)), X = 7)).
goal((dif(X, 1), p(X))).
goal((when(ground(X), X > 1), p(X))).
goal(tab(2)).
goal(succ_or_fail).
goal(print_message(silent, x)).
goal(nth0(_, [a,b], _)).
goal(last([1,2,3], _)).
goal(string_concat("a", _, "ab")).
goal(sumlist([1,2], _)).
goal(atomic_list_concat([a,b], '-', _)).
goal(term_to_atom(f(b, a), _)).
goal(limit(2, p(_))).
goal(call_nth(p(_), 2)).
goal(findnsols(2, X, p(X), _)).

long(0, true) :- !.
long(N, (p(1), G)) :- M is N - 1, long(M, G).

nested(0, G, G) :- !.
nested(N, G0, G) :- M is N - 1, nested(M, call(G0), G).

loop(0) :- !.
loop(N) :- M is N - 1, G = loop(M), call((true, G)).

filtered(P, Xs, Ys) :- include(P, Xs, Ys).
others(P, Xs, Ys) :- exclude(P, Xs, Ys).
parted(P, Xs, In, Out) :- partition(P, Xs, In, Out).
converted(P, Xs, Ys) :- convlist(P, Xs, Ys).
folded(P, Xs, Ys, V0, V) :- foldl(P, Xs, Ys, V0, V).
sorted(P, Xs, Ys) :- predsort(P, Xs, Ys).
greatest(P, Xs, X) :- max_member(P, X, Xs).

big(X) :- X > 1.
half(X, Y) :- 0 is X mod 2, Y is X // 2.
dot(X, Y, S0, S) :- S is S0 + X * Y.
by_key(O, A-_, B-_) :- compare(O, A, B).
smaller(X, Y) :- X =< Y.

closures :-
    filtered(big, [1,2,3], A), print(A), nl,
    others(big, [1,2,3], B), print(B), nl,
    parted(big, [1,2,3], C, D), print(C/D), nl,
    converted(half, [1,2,4], E), print(E), nl,
    folded(dot, [1,2,3], [4,5,6], 0, F), print(F), nl,
    sorted(by_key, [c-1,a-2,b-3,a-4], G), print(G), nl,
    greatest(smaller, [1,3,2], H), print(H), nl,
    filtered([X]>>(X > 2), [1,2,3], I), print(I), nl,
    filtered(\=(2), [1,2,3], J), print(J), nl.

% Control constructs as arguments.
arguments(L) :- findall(X, ( p(X), X > 1 ), L).
arguments(L) :- findall(X, ( p(X), ( X =:= 1 -> true ; X =:= 3 ) ), L).
arguments(L) :- findall(X, ( p(X) ; X = 0 ), L).
arguments(L) :- findall(X-Y, ( p(X), \+ X = 2, findall(Z, ( p(Z), Z < X ), Y) ), L).
arguments(L) :- findall(X, ( p(X), forall(p(Y), ( X >= Y ; Y < 0 )) ), L).
arguments(L) :- findall(X, ( p(X), ! ), L).
arguments(L) :- findall(X, ( p(X), once(( p(Y), Y > X )) ), L).
arguments(L) :- findall(X, ( p(X), ignore(( X > 1, fail )) ), L).
arguments(L) :- aggregate_all(count, ( p(X), X > 1 ), L).
arguments(L) :- aggregate_all(max(X-Y), ( p(X), p(Y), X =\= Y ), L).
arguments(L) :- catch(( p(X), X > 1, throw(found(X)) ), found(L), true).
arguments(L) :- catch(( p(X), atom_length(X, L), L > 5 ), _, true).
arguments(L) :- catch(( p(L), L > 1 ), _, true).
arguments(L) :- G = ( p(X), X > 1 ), findall(X, ( G, true ), L).
arguments(L) :- findall(X, ( member(X, [a,b]), assertz(counter(X)), retract(counter(X)) ), L).
arguments(L) :- once(( p(L), L > 1 ; L = 0 )).
arguments(L) :- ignore(( p(L), L > 1 )).
arguments(L) :- call(( p(L), L > 1 )).
arguments(L) :- call(( p(L), ! )).
arguments(yes) :- forall(( p(X), X > 1 ), ( X > 0, X < 9 )).
arguments(yes) :- \+ forall(p(X), ( X > 1 -> true ; fail )).
arguments(L) :- with_output_to(string(L), ( write(a), write(b) )).
arguments(L) :- findall(X, ( member(X, [1,2,3]), maplist(smaller(X), [2,3]) ), L).
arguments(L) :- setup_call_cleanup(true, ( p(L), L > 1 ), true).
arguments(L) :- findall(X, ( p(X) *-> X > 1 ; true ), L).
arguments(L) :- findall(X, ( p(X), X = "a" ; X = "b" ), L).
arguments(L) :- bagof(X, Y^( p(X), p(Y), X > Y ), L).
arguments(L) :- setof(Y-X, ( p(X), p(Y), X < Y ), L).
arguments(L) :- findall(X, ( X = 1, ( foo ; true ) ), L).

all_arguments :-
    catch(forall(clause(arguments(L), Body), ( catch(findall(L, Body, Ls), error(E, _), Ls = E), shown(Ls), nl )), _, true),
    forall(catch(arguments(L), error(E, _), L = E), ( shown(L), nl )).

main :-
    closures,
    all_arguments,
    forall(goal(G), shown_goal(G)),
    long(3000, L), ( call(L) -> write(long) ; write(no) ), nl,
    nested(200, p(_), N), shown_goal(N),
    loop(100000), write(loop), nl.
