/** The chess relations once more, in plain Prolog.

The native predicates compute with bitboards. Here the same relations are written from the rules
of chess in the most obvious way, and slowly. The Rust test loads this file with `use_module/1` and
asks of many positions, a query each, for disagreements; there must be none:

```
?- use_module('tests/naive.pl').
?- start_position(P), disagreement(P, Relation, Answer).
   false.
?- disagreement(empty_board, Relation, Answer).
   false.
```

A position is the list Cs that position_contents/2 gives: `contents(Side,Piece,X,Y)` for each man,
with file X and rank Y from 1 to 8, then `turn(Side)`, `kingside_castle(Side)`,
`queenside_castle(Side)` and `en_passant(Square)`. No native predicate is called on what follows.

Two things are taken over from the native side and not judged: the list itself, and with it that
`en_passant(Square)` is there iff the capture is legal. (What a move makes of the list is judged,
its en-passant square too.) Castling is that of standard chess, so positions of Chess960 with
castling rights disagree.
*/

:- module(naive, [disagreement/3, relations/1]).

:- use_module(library(between)).
:- use_module(library(lists)).
:- use_module(library(chess)).
:- use_module(library(positions)).

%! relations(-Names:list) is det.
%
% Names lists the relations that are compared, as Name/Arity.

relations(Names) :- findall(R, ( of_position(R) ; of_empty_board(R) ), Names).

of_position(attacks/3).
of_position(defends/3).
of_position(attackers/4).
of_position(behind/4).
of_position(xray/4).
of_position(pinned/3).
of_position(mobility/3).
of_position(king_square/3).
of_position(piece_count/4).
of_position(material/3).
of_position(in_check/2).
of_position(legal_move/3).
of_position(legal_move/4).
of_position(capture/3).
of_position(gives_check/3).
of_position(checkmate/1).
of_position(stalemate/1).
of_position(make_move/4).
of_position(passed_pawn/2).
of_position(isolated_pawn/2).
of_position(doubled_pawn/2).

of_empty_board(aligned/3).
of_empty_board(ray_between/3).
of_empty_board(distance/3).
of_empty_board(same_row/4).
of_empty_board(same_col/4).
of_empty_board(move/4).
of_empty_board(different_pos/2).
of_empty_board(other_side/2).
of_empty_board(to_coords/3).
of_empty_board(contents/4).

%! disagreement(+Pos:position, ?Relation, ?Answer) is nondet.
%
% True iff the native and the naive Relation differ in Pos, or, for the relations of no position, in
% Pos = `empty_board`. A row is the list of the other arguments. Answer is one of
%
%   - `native_only(Row)`, `naive_only(Row)`: of the call with all arguments unbound,
%   - `repeated(Rows)`: that call has the answers Rows, some of them more than once,
%   - `bound(native_only(Row))`, `bound(naive_only(Row))`: of a call with all arguments bound,
%   - `bound(Pattern,A)`: A, one of the first three, of a call with the arguments Pattern, some of
%     them bound as in one of the rows.

disagreement(Pos, Relation, Answer) :-
    situation(Pos, Situation, Relation),
    findall(Row, naive(Relation, Situation, Row), Naive0),
    sort(Naive0, Naive),
    difference(Relation, Pos, Naive, Answer).

% A situation has what is wanted of a position more than once: its contents and its legal moves.
situation(Pos, none, Relation) :-
    Pos == empty_board,
    !,
    of_empty_board(Relation).
situation(Pos, situation(Cs,Moves), Relation) :-
    position_contents(Pos, Cs),
    findall(Move-Cs1, legal(Cs, Move, Cs1), Moves),
    of_position(Relation).

difference(Relation, Pos, Naive, Answer) :-
    findall(Row, native(Relation, Pos, Row), Native),
    unlike(Native, Naive, Answer).
difference(Relation, Pos, Naive, bound(naive_only(Row))) :-
    Relation \== make_move/4,                       % too costly
    member(Row, Naive),
    \+ native(Relation, Pos, Row).
difference(Relation, Pos, Naive, bound(native_only(Row))) :-
    of_two_squares(Relation),
    suspect(Naive, Row),
    native(Relation, Pos, Row),
    \+ member(Row, Naive).
difference(Relation, Pos, Naive0, bound(Pattern,Answer)) :-
    length(Naive0, N),
    Middle is N // 2,
    nth0(Middle, Naive0, Row),
    pattern(Relation, Row, Pattern),
    findall(Pattern, native(Relation, Pos, Pattern), Native),
    findall(Pattern, member(Pattern, Naive0), Naive),
    unlike(Native, Naive, Answer).

% unlike(+Native, +Naive, -Answer): Naive is sorted, and Native is to have the same rows once each.
unlike(Native0, Naive, Answer) :-
    sort(Native0, Native),
    (   Native \== Naive ->
        (   Answer = native_only(Row), member(Row, Native), \+ member(Row, Naive)
        ;   Answer = naive_only(Row), member(Row, Naive), \+ member(Row, Native)
        )
    ;   length(Native0, N0),
        length(Native, N),
        N0 =\= N,
        Answer = repeated(Native0)
    ).

% Every way to bind some arguments as in Row, but not the contents in rows of make_move/4.
pattern(Relation, Row, Pattern) :-
    (   Relation = make_move/4 -> Row = [F,T,_], Pattern = [F1,T1,_], some([F,T], [F1,T1])
    ;   some(Row, Pattern)
    ),
    \+ \+ ( member(A, Pattern), nonvar(A) ).

some([], []).
some([A|As], [A|Bs]) :- some(As, Bs).
some([_|As], [_|Bs]) :- some(As, Bs).

of_two_squares(attacks/3).
of_two_squares(defends/3).
of_two_squares(pinned/3).
of_two_squares(legal_move/3).
of_two_squares(capture/3).
of_two_squares(gives_check/3).

% Rows that are wrong, mostly: right ones reversed, and a turn of the board by 90 degrees.
suspect(Rows, [B,A]) :- member([A,B], Rows).
suspect(_, [A,B]) :- on_board(X, Y), X1 is 9 - Y, square_at(X, Y, A), square_at(X1, X, B).

% --- native -----------------------------------------------------------------------------------

% native(+Relation, +Pos, ?Row): the native predicate, with Pos apart.

native(attacks/3, P, [F,T]) :- attacks(F, T, P).
native(defends/3, P, [F,T]) :- defends(F, T, P).
native(attackers/4, P, [S,Sq,F]) :- attackers(S, Sq, F, P).
native(behind/4, P, [F,M,B]) :- behind(F, M, B, P).
native(xray/4, P, [F,M,T]) :- xray(F, M, T, P).
native(pinned/3, P, [Sq,By]) :- pinned(Sq, By, P).
native(mobility/3, P, [Sq,N]) :- mobility(Sq, N, P).
native(king_square/3, P, [S,Sq]) :- king_square(S, Sq, P).
native(piece_count/4, P, [S,Piece,N]) :- piece_count(S, Piece, N, P).
native(material/3, P, [S,N]) :- material(S, N, P).
native(in_check/2, P, [S]) :- in_check(S, P).
native(legal_move/3, P, [F,T]) :- legal_move(F, T, P).
native(legal_move/4, P, [F,T,Promotion]) :- legal_move(F, T, Promotion, P).
native(capture/3, P, [F,T]) :- capture(F, T, P).
native(gives_check/3, P, [F,T]) :- gives_check(F, T, P).
native(checkmate/1, P, []) :- checkmate(P).
native(stalemate/1, P, []) :- stalemate(P).
native(make_move/4, P, [F,T,Cs]) :-
    make_move(F, T, P, New),
    make_move(F1, T1, P, New),                      % the new position tells the move
    F1-T1 == F-T,
    position_contents(New, Cs0),
    sort(Cs0, Cs).
native(passed_pawn/2, P, [Sq]) :- passed_pawn(Sq, P).
native(isolated_pawn/2, P, [Sq]) :- isolated_pawn(Sq, P).
native(doubled_pawn/2, P, [Sq]) :- doubled_pawn(Sq, P).
native(aligned/3, _, [A,B,C]) :- aligned(A, B, C).
native(ray_between/3, _, [A,B,C]) :- ray_between(A, B, C).
native(distance/3, _, [A,B,N]) :- distance(A, B, N).
native(same_row/4, _, [X1,Y1,X2,Y2]) :- same_row(X1, Y1, X2, Y2).
native(same_col/4, _, [X1,Y1,X2,Y2]) :- same_col(X1, Y1, X2, Y2).
native(move/4, _, [X1,Y1,X2,Y2]) :- move(X1, Y1, X2, Y2).
native(different_pos/2, _, [A,B]) :- different_pos(A, B).
native(other_side/2, _, [A,B]) :- other_side(A, B).
native(to_coords/3, _, [Sq,Rank,File]) :- to_coords(Sq, Rank, File).
native(contents/4, _, [S,Piece,X,Y]) :- contents(S, Piece, X, Y).

% --- naive ------------------------------------------------------------------------------------

% naive(+Relation, +Situation, -Row): the definitions. Rows may come more than once.

naive(attacks/3, situation(Cs,_), [F,T]) :-
    member(contents(Side,Piece,X0,Y0), Cs),
    sees(Cs, contents(Side,Piece,X0,Y0), X, Y),
    enemies(Side, Enemy),
    man_at(Cs, X, Y, Enemy, _),
    square_at(X0, Y0, F), square_at(X, Y, T).
naive(defends/3, situation(Cs,_), [F,T]) :-
    member(contents(Side,Piece,X0,Y0), Cs),
    sees(Cs, contents(Side,Piece,X0,Y0), X, Y),
    man_at(Cs, X, Y, Side, _),
    square_at(X0, Y0, F), square_at(X, Y, T).
naive(attackers/4, situation(Cs,_), [Side,Sq,F]) :-
    member(contents(Side,Piece,X0,Y0), Cs),
    sees(Cs, contents(Side,Piece,X0,Y0), X, Y),
    square_at(X0, Y0, F), square_at(X, Y, Sq).
naive(behind/4, situation(Cs,_), [F,M,B]) :-
    slider(Cs, _, X0, Y0, DX, DY),
    first_man(Cs, X0, Y0, DX, DY, contents(_,_,X1,Y1)),
    first_man(Cs, X1, Y1, DX, DY, contents(_,_,X2,Y2)),
    square_at(X0, Y0, F), square_at(X1, Y1, M), square_at(X2, Y2, B).
naive(xray/4, situation(Cs,_), [F,M,T]) :-
    slider(Cs, _, X0, Y0, DX, DY),
    first_man(Cs, X0, Y0, DX, DY, contents(_,_,X1,Y1)),
    ray(Cs, X1, Y1, DX, DY, X2, Y2),
    square_at(X0, Y0, F), square_at(X1, Y1, M), square_at(X2, Y2, T).
naive(pinned/3, situation(Cs,_), [Sq,By]) :-
    slider(Cs, Side, X0, Y0, DX, DY),
    enemies(Side, Enemy),
    first_man(Cs, X0, Y0, DX, DY, contents(Enemy,_,X1,Y1)),
    first_man(Cs, X1, Y1, DX, DY, contents(Enemy,king,_,_)),
    square_at(X1, Y1, Sq), square_at(X0, Y0, By).
naive(mobility/3, situation(Cs,_), [Sq,N]) :-
    member(contents(Side,Piece,X0,Y0), Cs),
    findall(X-Y,
            ( sees(Cs, contents(Side,Piece,X0,Y0), X, Y), \+ man_at(Cs, X, Y, Side, _) ),
            Squares),
    length(Squares, N),
    square_at(X0, Y0, Sq).
naive(king_square/3, situation(Cs,_), [Side,Sq]) :-
    member(contents(Side,king,X,Y), Cs),
    square_at(X, Y, Sq).
naive(piece_count/4, situation(Cs,_), [Side,Piece,N]) :-
    enemies(Side, _),
    value(Piece, _),
    findall(X-Y, member(contents(Side,Piece,X,Y), Cs), Squares),
    length(Squares, N).
naive(material/3, situation(Cs,_), [Side,Points]) :-
    enemies(Side, _),
    findall(V, ( member(contents(Side,Piece,_,_), Cs), value(Piece, V) ), Values),
    sum_list(Values, Points).
naive(in_check/2, situation(Cs,_), [Side]) :-
    enemies(Side, _),
    king_attacked(Cs, Side).
naive(legal_move/3, situation(_,Moves), [F,T]) :-
    member(Move-_, Moves),
    move_squares(Move, F, T).
naive(legal_move/4, situation(_,Moves), [F,T,Promotion]) :-
    member(Move-_, Moves),
    Move = move(_,_,_,_,Promotion,_),
    move_squares(Move, F, T).
naive(capture/3, situation(_,Moves), [F,T]) :-
    member(Move-_, Moves),
    Move = move(_,_,_,_,_,Kind),
    ( Kind = capture ; Kind = en_passant ),
    move_squares(Move, F, T).
naive(gives_check/3, situation(Cs,Moves), [F,T]) :-
    member(turn(Side), Cs),
    enemies(Side, Enemy),
    member(Move-Cs1, Moves),
    king_attacked(Cs1, Enemy),
    move_squares(Move, F, T).
naive(checkmate/1, situation(Cs,[]), []) :-
    member(turn(Side), Cs),
    king_attacked(Cs, Side).
naive(stalemate/1, situation(Cs,[]), []) :-
    member(turn(Side), Cs),
    \+ king_attacked(Cs, Side).
naive(make_move/4, situation(Cs,Moves), [F,T,Sorted]) :-
    member(Move-Cs1, Moves),
    findall(C, holds_after(Cs, Move, Cs1, C), Cs2),
    sort(Cs2, Sorted),
    move_squares(Move, F, T).
naive(passed_pawn/2, situation(Cs,_), [Sq]) :-
    member(contents(Side,pawn,X,Y), Cs),
    enemies(Side, Enemy),
    forward(Side, DY),
    \+ ( member(contents(Enemy,pawn,X1,Y1), Cs), abs(X1 - X) =< 1, (Y1 - Y) * DY > 0 ),
    square_at(X, Y, Sq).
naive(isolated_pawn/2, situation(Cs,_), [Sq]) :-
    member(contents(Side,pawn,X,Y), Cs),
    \+ ( member(contents(Side,pawn,X1,_), Cs), abs(X1 - X) =:= 1 ),
    square_at(X, Y, Sq).
naive(doubled_pawn/2, situation(Cs,_), [Sq]) :-
    member(contents(Side,pawn,X,Y), Cs),
    member(contents(Side,pawn,X,Y1), Cs),
    Y1 =\= Y,
    square_at(X, Y, Sq).
naive(aligned/3, none, [A,B,C]) :-
    on_line(M, N, A, B, C),
    M =\= 0, N =\= 0, M =\= N.
naive(ray_between/3, none, [A,B,C]) :-
    on_line(N, M, A, B, C),
    0 < M, M < N.
naive(distance/3, none, [A,B,N]) :-
    on_board(X1, Y1),
    on_board(X2, Y2),
    N is max(abs(X1 - X2), abs(Y1 - Y2)),
    square_at(X1, Y1, A), square_at(X2, Y2, B).
naive(same_row/4, none, [X1,Y,X2,Y]) :- on_board(X1, Y), between(1, 8, X2).
naive(same_col/4, none, [X,Y1,X,Y2]) :- on_board(X, Y1), between(1, 8, Y2).
naive(move/4, none, [X1,Y1,X2,Y2]) :-
    on_board(X1, Y1),
    (   slides(queen, DX, DY), between(1, 7, N), X2 is X1 + N * DX, Y2 is Y1 + N * DY
    ;   steps(knight, DX, DY), X2 is X1 + DX, Y2 is Y1 + DY
    ),
    inside(X2, Y2).
naive(different_pos/2, none, [A,B]) :-
    on_board(X1, Y1),
    on_board(X2, Y2),
    X1-Y1 \== X2-Y2,
    square_at(X1, Y1, A), square_at(X2, Y2, B).
naive(other_side/2, none, [A,B]) :- enemies(A, B).
naive(to_coords/3, none, [Sq,Y,X]) :- on_board(X, Y), square_at(X, Y, Sq).
naive(contents/4, none, [Side,Piece,X,Y]) :-
    enemies(Side, _),
    value(Piece, _),
    on_board(X, Y),
    \+ ( Piece = pawn, ( Y = 1 ; Y = 8 ) ).

% B and C lie M and N steps from A in one direction of the queen.
on_line(M, N, A, B, C) :-
    on_board(X, Y),
    slides(queen, DX, DY),
    between(-7, 7, M),
    X1 is X + M * DX, Y1 is Y + M * DY,
    inside(X1, Y1),
    between(-7, 7, N),
    X2 is X + N * DX, Y2 is Y + N * DY,
    inside(X2, Y2),
    square_at(X, Y, A), square_at(X1, Y1, B), square_at(X2, Y2, C).

% --- the board --------------------------------------------------------------------------------

enemies(white, black).
enemies(black, white).

forward(white, 1).
forward(black, -1).

value(pawn, 1).
value(knight, 3).
value(bishop, 3).
value(rook, 5).
value(queen, 9).
value(king, 0).

straight(0, 1).
straight(1, 0).
straight(0, -1).
straight(-1, 0).

diagonal(1, 1).
diagonal(1, -1).
diagonal(-1, -1).
diagonal(-1, 1).

slides(rook, DX, DY) :- straight(DX, DY).
slides(bishop, DX, DY) :- diagonal(DX, DY).
slides(queen, DX, DY) :- straight(DX, DY).
slides(queen, DX, DY) :- diagonal(DX, DY).

steps(king, DX, DY) :- straight(DX, DY).
steps(king, DX, DY) :- diagonal(DX, DY).
steps(knight, 1, 2).
steps(knight, 2, 1).
steps(knight, 2, -1).
steps(knight, 1, -2).
steps(knight, -1, -2).
steps(knight, -2, -1).
steps(knight, -2, 1).
steps(knight, -1, 2).

on_board(X, Y) :- between(1, 8, X), between(1, 8, Y).

inside(X, Y) :- 1 =< X, X =< 8, 1 =< Y, Y =< 8.

square_at(X, Y, Square) :-
    rank(Y, Squares),
    arg(X, Squares, Square).

rank(1, squares(a1,b1,c1,d1,e1,f1,g1,h1)).
rank(2, squares(a2,b2,c2,d2,e2,f2,g2,h2)).
rank(3, squares(a3,b3,c3,d3,e3,f3,g3,h3)).
rank(4, squares(a4,b4,c4,d4,e4,f4,g4,h4)).
rank(5, squares(a5,b5,c5,d5,e5,f5,g5,h5)).
rank(6, squares(a6,b6,c6,d6,e6,f6,g6,h6)).
rank(7, squares(a7,b7,c7,d7,e7,f7,g7,h7)).
rank(8, squares(a8,b8,c8,d8,e8,f8,g8,h8)).

% man_at(+Cs, +X, +Y, ?Side, ?Piece)
man_at([C|Cs], X, Y, Side, Piece) :-
    (   C = contents(Side0,Piece0,X,Y) -> Side = Side0, Piece = Piece0
    ;   man_at(Cs, X, Y, Side, Piece)
    ).

empty(Cs, X, Y) :- \+ man_at(Cs, X, Y, _, _).

% sees(+Cs, +Man, ?X, ?Y): Man attacks the square X-Y, whatever is on it.
sees(_, contents(Side,pawn,X0,Y0), X, Y) :-
    forward(Side, DY),
    Y is Y0 + DY,
    ( X is X0 - 1 ; X is X0 + 1 ),
    inside(X, Y).
sees(_, contents(_,Piece,X0,Y0), X, Y) :-
    steps(Piece, DX, DY),
    X is X0 + DX,
    Y is Y0 + DY,
    inside(X, Y).
sees(Cs, contents(_,Piece,X0,Y0), X, Y) :-
    slides(Piece, DX, DY),
    towards(X0, DX, X),
    towards(Y0, DY, Y),
    ray(Cs, X0, Y0, DX, DY, X, Y).

% A known goal lies in one direction only: this saves time and changes nothing.
towards(Z0, DZ, Z) :- ( var(Z) -> true ; DZ =:= sign(Z - Z0) ).

% ray(+Cs, +X0, +Y0, +DX, +DY, ?X, ?Y): X-Y lies in that direction, up to and with the first man.
ray(Cs, X0, Y0, DX, DY, X, Y) :-
    X1 is X0 + DX,
    Y1 is Y0 + DY,
    inside(X1, Y1),
    (   X = X1, Y = Y1
    ;   empty(Cs, X1, Y1),
        ray(Cs, X1, Y1, DX, DY, X, Y)
    ).

first_man(Cs, X0, Y0, DX, DY, contents(Side,Piece,X,Y)) :-
    ray(Cs, X0, Y0, DX, DY, X, Y),
    man_at(Cs, X, Y, Side, Piece).

slider(Cs, Side, X, Y, DX, DY) :-
    member(contents(Side,Piece,X,Y), Cs),
    slides(Piece, DX, DY).

attacked(Cs, Side, X, Y) :-
    member(contents(Side,Piece,X0,Y0), Cs),
    sees(Cs, contents(Side,Piece,X0,Y0), X, Y).

king_attacked(Cs, Side) :-
    member(contents(Side,king,X,Y), Cs),
    enemies(Side, Enemy),
    attacked(Cs, Enemy, X, Y).

% --- moves ------------------------------------------------------------------------------------

% A move is move(X0,Y0,X,Y,Promotion,Kind). Kind is quiet, double (of a pawn), capture, en_passant
% or castling(RookX0,RookX).

move_squares(move(X0,Y0,X,Y,_,_), F, T) :- square_at(X0, Y0, F), square_at(X, Y, T).

% legal(+Cs, -Move, -Cs1): Move is legal, and Cs1 is Cs with the men moved, the rest as it was.
legal(Cs, Move, Cs1) :-
    member(turn(Side), Cs),
    pseudo_legal(Cs, Side, Move),
    men_moved(Cs, Move, Cs1),
    \+ king_attacked(Cs1, Side).

pseudo_legal(Cs, Side, move(X0,Y0,X,Y,none,Kind)) :-
    member(contents(Side,Piece,X0,Y0), Cs),
    Piece \== pawn,
    sees(Cs, contents(Side,Piece,X0,Y0), X, Y),
    (   empty(Cs, X, Y), Kind = quiet
    ;   enemy_at(Cs, Side, X, Y), Kind = capture
    ).
pseudo_legal(Cs, Side, move(X,Y0,X,Y,Promotion,quiet)) :-
    member(contents(Side,pawn,X,Y0), Cs),
    forward(Side, DY),
    Y is Y0 + DY,
    empty(Cs, X, Y),
    promotion(Y, Promotion).
pseudo_legal(Cs, Side, move(X,Y0,X,Y,none,double)) :-
    pawn_rank(Side, Y0),
    member(contents(Side,pawn,X,Y0), Cs),
    forward(Side, DY),
    Y1 is Y0 + DY,
    empty(Cs, X, Y1),
    Y is Y1 + DY,
    empty(Cs, X, Y).
pseudo_legal(Cs, Side, move(X0,Y0,X,Y,Promotion,capture)) :-
    member(contents(Side,pawn,X0,Y0), Cs),
    sees(Cs, contents(Side,pawn,X0,Y0), X, Y),
    enemy_at(Cs, Side, X, Y),
    promotion(Y, Promotion).
pseudo_legal(Cs, Side, Move) :-
    capture_en_passant(Cs, Side, Move).
pseudo_legal(Cs, Side, move(5,Y,X,Y,none,castling(RookX0,RookX))) :-
    castling(Side, Right, Y, X, RookX0, RookX, Between, Passed),
    member(Right, Cs),
    man_at(Cs, 5, Y, Side, king),
    man_at(Cs, RookX0, Y, Side, rook),
    \+ ( member(X1, Between), \+ empty(Cs, X1, Y) ),
    enemies(Side, Enemy),
    \+ ( member(X1, Passed), attacked(Cs, Enemy, X1, Y) ).

enemy_at(Cs, Side, X, Y) :- enemies(Side, Enemy), man_at(Cs, X, Y, Enemy, _).

pawn_rank(white, 2).
pawn_rank(black, 7).

promotion(Y, Promotion) :-
    (   ( Y =:= 1 ; Y =:= 8 ) -> member(Promotion, [queen,rook,bishop,knight])
    ;   Promotion = none
    ).

capture_en_passant(Cs, Side, move(X0,Y0,X,Y,none,en_passant)) :-
    member(en_passant(Square), Cs),
    on_board(X, Y),
    square_at(X, Y, Square),
    member(contents(Side,pawn,X0,Y0), Cs),
    sees(Cs, contents(Side,pawn,X0,Y0), X, Y).

% castling(Side, Right, Y, KingX, RookX0, RookX, Between, Passed): the squares Between king and rook
% are to be empty, and the enemy must not attack the king where it stands, passes and arrives.
castling(white, kingside_castle(white), 1, 7, 8, 6, [6,7], [5,6,7]).
castling(white, queenside_castle(white), 1, 3, 1, 4, [2,3,4], [5,4,3]).
castling(black, kingside_castle(black), 8, 7, 8, 6, [6,7], [5,6,7]).
castling(black, queenside_castle(black), 8, 3, 1, 4, [2,3,4], [5,4,3]).

men_moved(Cs0, move(X0,Y0,X,Y,Promotion,Kind), [contents(Side,Piece,X,Y)|Cs]) :-
    select(contents(Side,Piece0,X0,Y0), Cs0, Cs1),
    (   Promotion == none -> Piece = Piece0
    ;   Piece = Promotion
    ),
    other_man_moved(Kind, Y0, X, Y, Cs1, Cs).

other_man_moved(quiet, _, _, _, Cs, Cs).
other_man_moved(double, _, _, _, Cs, Cs).
other_man_moved(capture, _, X, Y, Cs0, Cs) :- select(contents(_,_,X,Y), Cs0, Cs).
other_man_moved(en_passant, Y0, X, _, Cs0, Cs) :- select(contents(_,pawn,X,Y0), Cs0, Cs).
other_man_moved(castling(X0,X), _, _, Y, Cs0, [contents(Side,rook,X,Y)|Cs]) :-
    select(contents(Side,rook,X0,Y), Cs0, Cs).

% holds_after(+Cs, +Move, +Cs1, -C): C belongs to the contents after Move; Cs1 is as in legal/3.
holds_after(_, _, Cs1, contents(Side,Piece,X,Y)) :-
    member(contents(Side,Piece,X,Y), Cs1).
holds_after(Cs, _, _, turn(Enemy)) :-
    member(turn(Side), Cs),
    enemies(Side, Enemy).
holds_after(Cs, move(X0,Y0,X,Y,_,_), _, Right) :-
    castling(_, Right, RookY, _, RookX, _, _, _),
    member(Right, Cs),
    \+ ( member(X1-Y1, [X0-Y0,X-Y]), Y1 =:= RookY, ( X1 =:= 5 ; X1 =:= RookX ) ).
holds_after(Cs, move(X,Y0,X,Y,_,double), Cs1, en_passant(Square)) :-
    member(turn(Side), Cs),
    enemies(Side, Enemy),
    Y1 is (Y0 + Y) // 2,
    square_at(X, Y1, Square),
    Capture = move(_,_,X,Y1,_,_),
    capture_en_passant([en_passant(Square)|Cs1], Enemy, Capture),
    men_moved(Cs1, Capture, Cs2),
    \+ king_attacked(Cs2, Enemy).
