/** Higher-order background: what the captured pieces, pawns left out, are worth.

map/3 and filter/3 are interpreted background, ibk/2: the learner may look into them, so that the
predicate which they apply may itself be learned. The metarule curry hands it over as a constant:
P(A,B) :- Q(A,B,F).

The answer filters the list with one predicate and maps another over what is left.
*/
% expect: points(A,B):-points_1(A,C),points_2(C,B).
% expect: points_1(A,B):-filter(A,B,officer).
% expect: points_2(A,B):-map(A,B,points_3).
% expect: points_3(A,B):-worth(A,C),tenfold(C,B).

:- use_module(library(metagol)).
:- initialization(main, main).

metarule(curry, [P, Q, F], [P, A, B], [[Q, A, B, F]]).
metarule(chain, [P, Q, R], [P, A, B], [[Q, A, C], [R, C, B]]).

body_pred(officer/1).
body_pred(worth/2).
body_pred(tenfold/2).

ibk([map, [], [], _], []).
ibk([map, [A|As], [B|Bs], F], [[F, A, B], [map, As, Bs, F]]).
ibk([filter, [], [], _], []).
ibk([filter, [A|As], [A|Bs], F], [[F, A], [filter, As, Bs, F]]).
ibk([filter, [A|As], Bs, F], [[pawn, A], [filter, As, Bs, F]]).

pawn(pawn).

officer(knight).
officer(bishop).
officer(rook).
officer(queen).

worth(pawn, 1).
worth(knight, 3).
worth(bishop, 3).
worth(rook, 5).
worth(queen, 9).

tenfold(A, B) :-
    integer(A),
    B is 10 * A.

main :-
    Pos = [points([pawn, knight, pawn, rook], [30, 50]), points([queen, pawn], [90]),
           points([bishop], [30])],
    Neg = [points([pawn, rook], [10, 50]), points([rook], [5]), points([pawn, rook], [rook])],
    learn(Pos, Neg).
