/** Positions as text, as lists and as pictures.

A position is its FEN: a string of six fields. These predicates show it in other forms.

```
?- start_position(P), board(P).
```
*/

:- module(cl_positions, [board/1, board/2, position_contents/2, position_matrix/2]).

:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(library(cl_arguments)).
:- use_module(library(chess_geometry)).
:- use_module(library(chess_state)).
:- use_module(library(internal_board)).
:- use_module(library(cl_host)).

%! board(+Pos:position) is det.
%
% Draws the position, white below. `named_position/3` and `game_position/3` give positions to draw.

board(Pos) :- draw(white, Pos, board/1).

%! board(+Side:side, +Pos:position) is det.
%
% Draws the position as the player of Side sees it.

board(Side, Pos) :- draw(Side, Pos, board/2).

draw(Side, Pos, PI) :-
    in_name_of(board_text(Side, Pos, Text), PI),
    (   board_picture(Side, Pos, Svg), is_user_output, cl_host:show_picture(Text, Svg) -> true
    ;   write_chars(Text),
        nl
    ).

is_user_output :-
    current_output(Stream),
    stream_property(S, alias(user_output)),
    !,
    S == Stream.

write_chars([]).
write_chars([C|Cs]) :- put_char(C), write_chars(Cs).

%! position_contents(?Pos:position, ?Contents:list) is semidet.
%
% True iff Contents lists what the position holds, in the vocabulary of the tactic paper:
% `contents(Side,Piece,X,Y)` for each piece by square, `turn(Side)`, `kingside_castle(Side)` and
% `queenside_castle(Side)` for each right, and `en_passant(Square)`. With Pos unbound it is made from
% the list, with move counters 0 and 1; the order of the list does not matter then, but each of its
% terms must hold in the position.

position_contents(Pos, Contents) :-
    nonvar(Pos),
    !,
    may_be(list, Contents, position_contents/2),
    in_name_of(findall(C, holds(C, Pos), Contents), position_contents/2).
position_contents(Pos, Contents) :-
    in_name_of(must_be(list, Contents), position_contents/2),
    (   ground(Contents) -> true
    ;   instantiation_error(position_contents/2)
    ),
    contents_known(Contents),
    findall(Row, rank_text(Contents, Row), Rows),
    join(Rows, "/", Placement),
    (   member(turn(Side), Contents) -> true
    ;   domain_error(contents_with_turn, Contents, position_contents/2)
    ),
    (   Side = white -> Turn = "w" ; Turn = "b" ),
    findall(R, ( right(W, S, R), G =.. [W,S], member(G, Contents) ), Rights0),
    (   Rights0 = [] -> Rights = "-" ; Rights = Rights0 ),
    (   member(en_passant(Square), Contents) -> atom_chars(Square, Ep) ; Ep = "-" ),
    join([Placement,Turn,Rights,Ep,"0","1"], " ", Fen),
    in_name_of(position_fen(Pos, Fen), position_contents/2),
    position_contents(Pos, Made),
    (   member(C, Contents), \+ member(C, Made) ->
        domain_error(contents_of_a_position, C, position_contents/2)
    ;   true
    ).

holds(contents(Side,Piece,X,Y), Pos) :-
    piece_at(Square, Pos, Side, Piece),
    to_coords(Square, Y, X).
holds(turn(Side), Pos) :- turn(Side, Pos).
holds(kingside_castle(Side), Pos) :- kingside_castle(Side, Pos).
holds(queenside_castle(Side), Pos) :- queenside_castle(Side, Pos).
holds(en_passant(Square), Pos) :- en_passant_square(Square, Pos).

contents_known([]).
contents_known([C|Cs]) :-
    (   known(C) -> true
    ;   type_error(contents, C, position_contents/2)
    ),
    contents_known(Cs).

known(contents(Side,Piece,X,Y)) :-
    ( Side = white ; Side = black ),
    atom(Piece), memberchk(Piece, [pawn,knight,bishop,rook,queen,king]),
    integer(X), 1 =< X, X =< 8, integer(Y), 1 =< Y, Y =< 8.
known(turn(Side)) :- memberchk(Side, [white,black]).
known(kingside_castle(Side)) :- memberchk(Side, [white,black]).
known(queenside_castle(Side)) :- memberchk(Side, [white,black]).
known(en_passant(Square)) :- atom(Square), sq(Square).

right(kingside_castle, white, 'K').
right(queenside_castle, white, 'Q').
right(kingside_castle, black, k).
right(queenside_castle, black, q).

rank_text(Contents, Row) :-
    member(Y, [8,7,6,5,4,3,2,1]),
    findall(C, ( member(X, [1,2,3,4,5,6,7,8]), field_char(Contents, X, Y, C) ), Row).

% An empty square is written as the digit 1: FEN's reader adds them up no worse.
field_char(Contents, X, Y, C) :-
    (   member(contents(Side,Piece,X,Y), Contents) -> piece_char(Side, Piece, C)
    ;   C = '1'
    ).

piece_char(white, pawn, 'P').
piece_char(white, knight, 'N').
piece_char(white, bishop, 'B').
piece_char(white, rook, 'R').
piece_char(white, queen, 'Q').
piece_char(white, king, 'K').
piece_char(black, pawn, p).
piece_char(black, knight, n).
piece_char(black, bishop, b).
piece_char(black, rook, r).
piece_char(black, queen, q).
piece_char(black, king, k).

join([Cs], _, Cs) :- !.
join([Cs|Css], Separator, Text) :-
    join(Css, Separator, Rest),
    append(Separator, Rest, Text0),
    append(Cs, Text0, Text).

%! position_matrix(+Pos:position, -Rows:list) is det.
%
% Rows lists the ranks from the eighth to the first, each a list of `white-king`, `black-pawn`, ...,
% or `empty`, from the a-file to the h-file.

position_matrix(Pos, Rows) :-
    in_name_of(turn(_, Pos), position_matrix/2),
    findall(Row, matrix_row(Pos, Row), Rows).

matrix_row(Pos, Row) :-
    member(Y, [8,7,6,5,4,3,2,1]),
    findall(Field, ( member(X, [1,2,3,4,5,6,7,8]), matrix_field(Pos, X, Y, Field) ), Row).

matrix_field(Pos, X, Y, Field) :-
    to_coords(Square, Y, X),
    (   piece_at(Square, Pos, Side, Piece) -> Field = Side-Piece
    ;   Field = empty
    ).

?- position_fen(P, "4k3/8/8/8/8/8/8/4K2R w K - 5 9"), position_contents(P, Cs).
   P = "4k3/8/8/8/8/8/8/4K2R w K - 5 9",
   Cs = [contents(white,king,5,1),contents(white,rook,8,1),contents(black,king,5,8),turn(white),kingside_castle(white)].

?- position_contents(P, [turn(black),contents(white,king,5,1),contents(black,king,5,8)]).
   P = "4k3/8/8/8/8/8/8/4K3 b - - 0 1".

?- start_position(P), position_matrix(P, [Eighth|_]), Eighth = [A|_].
   P = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
   Eighth = [black-rook,black-knight,black-bishop,black-queen,black-king,black-bishop,black-knight,black-rook],
   A = black-rook.
