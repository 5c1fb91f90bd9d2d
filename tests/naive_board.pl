/** The board and the moves of the naive definitions: how pieces attack, and what is a legal move.

The files `naive.pl` and `naive_motifs.pl` build on this one. A position is the list Cs that
position_contents/2 gives; no native predicate is called.
*/

:- module(naive_board,
          [ attacked/4, before/2, castling/8, capture_en_passant/3, empty/3, enemies/2, first_occupant/6, forward/2,
            holds_after/4, inside/2, king_attacked/2, legal/3, occupant_at/5, pieces_moved/3, move_squares/3,
            on_board/2, pseudo_legal/3, ray/7, sees/4, slider/6, slides/3, square_at/3, steps/3,
            value/2
          ]).

:- use_module(library(between)).
:- use_module(library(lists)).

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

% occupant_at(+Cs, +X, +Y, ?Side, ?Piece)
occupant_at([C|Cs], X, Y, Side, Piece) :-
    (   C = contents(Side0,Piece0,X,Y) -> Side = Side0, Piece = Piece0
    ;   occupant_at(Cs, X, Y, Side, Piece)
    ).

empty(Cs, X, Y) :- \+ occupant_at(Cs, X, Y, _, _).

% sees(+Cs, +Occupant, ?X, ?Y): Occupant attacks the square X-Y, whatever is on it.
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

% ray(+Cs, +X0, +Y0, +DX, +DY, ?X, ?Y): X-Y lies in that direction, up to and with the first piece.
ray(Cs, X0, Y0, DX, DY, X, Y) :-
    X1 is X0 + DX,
    Y1 is Y0 + DY,
    inside(X1, Y1),
    (   X = X1, Y = Y1
    ;   empty(Cs, X1, Y1),
        ray(Cs, X1, Y1, DX, DY, X, Y)
    ).

first_occupant(Cs, X0, Y0, DX, DY, contents(Side,Piece,X,Y)) :-
    ray(Cs, X0, Y0, DX, DY, X, Y),
    occupant_at(Cs, X, Y, Side, Piece).

slider(Cs, Side, X, Y, DX, DY) :-
    member(contents(Side,Piece,X,Y), Cs),
    slides(Piece, DX, DY).

%! before(+A, +B) is semidet.
%
% The piece A stands before the piece B in the order of the squares from a1 to h8.

before(contents(_,_,XA,YA), contents(_,_,XB,YB)) :- ( YA < YB ; YA =:= YB, XA < XB ).

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

% legal(+Cs, -Move, -Cs1): Move is legal, and Cs1 is Cs with the pieces moved, the rest as it was.
legal(Cs, Move, Cs1) :-
    member(turn(Side), Cs),
    pseudo_legal(Cs, Side, Move),
    pieces_moved(Cs, Move, Cs1),
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
    occupant_at(Cs, 5, Y, Side, king),
    occupant_at(Cs, RookX0, Y, Side, rook),
    \+ ( member(X1, Between), \+ empty(Cs, X1, Y) ),
    enemies(Side, Enemy),
    \+ ( member(X1, Passed), attacked(Cs, Enemy, X1, Y) ).

enemy_at(Cs, Side, X, Y) :- enemies(Side, Enemy), occupant_at(Cs, X, Y, Enemy, _).

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

pieces_moved(Cs0, move(X0,Y0,X,Y,Promotion,Kind), [contents(Side,Piece,X,Y)|Cs]) :-
    select(contents(Side,Piece0,X0,Y0), Cs0, Cs1),
    (   Promotion == none -> Piece = Piece0
    ;   Piece = Promotion
    ),
    other_piece_moved(Kind, Y0, X, Y, Cs1, Cs).

other_piece_moved(quiet, _, _, _, Cs, Cs).
other_piece_moved(double, _, _, _, Cs, Cs).
other_piece_moved(capture, _, X, Y, Cs0, Cs) :- select(contents(_,_,X,Y), Cs0, Cs).
other_piece_moved(en_passant, Y0, X, _, Cs0, Cs) :- select(contents(_,pawn,X,Y0), Cs0, Cs).
other_piece_moved(castling(X0,X), _, _, Y, Cs0, [contents(Side,rook,X,Y)|Cs]) :-
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
    pieces_moved(Cs1, Capture, Cs2),
    \+ king_attacked(Cs2, Enemy).
