/** Goals that wait: freeze/2, when/2, dif/2. */

:- use_module(library(lists)).
:- use_module(library(when)).

said(What) :- write(What), write(' ').

% known(+Goal): what is printed while Goal runs, on a line of its own.
known(Goal) :-
    (   catch(Goal, error(Error, _), ( print(Error), write(' ') )) -> true
    ;   write('no ')
    ),
    nl.

% Sums that can be used in all directions.

plus_(X, Y, Z) :-
    when(( ground(X+Y) ; ground(X+Z) ; ground(Y+Z) ), solved(X, Y, Z)).

solved(X, Y, Z) :-
    (   ground(X+Y) -> Z is X + Y
    ;   ground(X+Z) -> Y is Z - X
    ;   X is Z - Y
    ).

% A list that tells of its elements as they become known.

told([]).
told([X|Xs]) :- when(nonvar(X), said(X)), told(Xs).

% Numbers that are made only when they are asked for.

from(N, Xs) :- freeze(Xs, more(N, Xs)).

more(N, [N|Xs]) :- N1 is N + 1, from(N1, Xs).

% What a tree is compared with may be known later.

same_or_not(X, Y, Answer) :-
    when(?=(X, Y), ( X == Y -> Answer = same ; Answer = different )).

% A colouring with constraints first.

coloured([A,B,C,D]) :-
    dif(A, B), dif(A, C), dif(B, C), dif(C, D), dif(A, D),
    maplist(colour, [A,B,C,D]).

colour(red).
colour(green).
colour(blue).

main :-
    known(( when(nonvar(A1), said(bound)), said(before), A1 = f(_), said(after) )),
    known(( when(nonvar(A2), said(bound)), A2 = B2, said(joined), B2 = 1 )),
    known(( when(ground(f(A3,B3)), said(ground)), A3 = g(C3), said(1), B3 = b, said(2), C3 = c, said(3) )),
    known(( when(( nonvar(A4), nonvar(B4) ), said(both)), A4 = 1, said(one), B4 = 2 )),
    known(( when(( nonvar(A5) ; nonvar(B5) ), said(either)), B5 = 1, said(one), A5 = 2 )),
    known(( when(?=(A6, B6), said(decided)), A6 = f(C6), said(1), B6 = f(D6), said(2), C6 = x, said(3), D6 = y )),
    known(( when(?=(A7, B7), said(decided)), A7 = B7, said(joined) )),
    known(( when(?=(f(A8,B8), f(1,2)), said(decided)), A8 = 1, said(1), B8 = 2 )),
    known(( when(?=(f(A9,_), f(1,2)), said(decided)), A9 = 3, said(1) )),
    known(( when(( nonvar(A10), ground(B10) ; ?=(A10, B10) ), said(now)), A10 = f(_), said(1), B10 = g(_), said(2) )),
    known(when(ground(a), said(at_once))),
    known(when(?=(a, b), said(at_once))),
    known(when(nonvar(a), fail)),
    known(( when(nonvar(A11), fail), A11 = 1 )),
    known(( when(nonvar(A12), A12 > 2), member(A12, [1,2,3,4]), said(A12) )),
    known(( when(nonvar(A13), B13 = 1), when(nonvar(B13), said(chain)), A13 = 1 )),
    known(( when(nonvar(A14), when(nonvar(B14), said(inner))), A14 = 1, said(outer), B14 = 1 )),
    known(( when(nonvar(A15), said(first)), when(nonvar(A15), said(second)), A15 = 1 )),
    known(( freeze(A16, said(frozen)), when(nonvar(A16), said(waiting)), A16 = 1 )),
    known(when(_, true)),
    known(when(sometimes, true)),
    known(when(( nonvar(a) ; sometimes ), said(true))),
    known(( plus_(3, B17, 7), said(B17) )),
    known(( plus_(A18, B18, 7), B18 = 5, said(A18) )),
    known(( plus_(A19, B19, C19), plus_(C19, 1, 10), A19 = 2, said(B19) )),
    known(( told([A20,B20,_]), B20 = b, A20 = a )),
    known(( from(1, Xs), nth1(3, Xs, X3), said(X3) )),
    known(( same_or_not(t(A21,2), t(1,B21), R21), B21 = 2, A21 = 1, said(R21) )),
    known(( same_or_not(t(A22,2), t(1,_), R22), A22 = 4, said(R22) )),
    known(( coloured(L), said(L) )),
    known(( dif(f(A23,B23), f(1,2)), A23 = 1, \+ B23 = 2, B23 = 3, said(B23) )),
    known(( frozen(_, G24), said(G24) )),
    known(( ?=(a, b), ?=(f(x), f(x)), \+ ?=(_, a), said(yes) )).
