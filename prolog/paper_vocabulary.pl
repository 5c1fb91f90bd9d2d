/** The predicates of the tactic paper, with the meaning that its published code gives them.

Krishnan and Martens, "Towards the Automatic Discovery of Chess Tactics", learn over a background
knowledge whose code differs from the chess meaning of its names. This module has those names with
those meanings, for who wants to reproduce the paper; `library(chess)` has the chess meanings.

```
?- start_position(P), paper_vocabulary:legal_move(F, T, P), paper_vocabulary:make_move(F, T, P, Cs).
```

The module is loaded already, and its predicates are called with its name before them; importing it
replaces the predicates of the same names in the importing module.

  - `attacks/3` is a legal capture of the side to move, without en passant; a piece of the side that
    is not to move, or that is pinned, attacks nothing.
  - `behind/4` asks for a sliding piece on Front that attacks both Middle and Back, in the sense of
    `attacks/3`; there is no line, and Middle may be Back.
  - `make_move/4` moves the piece and nothing else: a captured piece stays, a castling rook stays,
    nothing is promoted, the turn does not pass. So its result is no position but a list of
    contents (see `position_contents/2`), and nothing is legal or attacked in it.
*/

:- module(paper_vocabulary, [legal_move/3, attacks/3, behind/4, different_pos/2, piece_at/4,
                             other_side/2, make_move/4]).

:- use_module(library(lists)).
:- use_module(library(cl_positions)).
:- use_module(library(chess_geometry), []).
:- use_module(library(chess_moves), []).
:- use_module(library(chess_state), []).

%! legal_move(?From:square, ?To:square, +Pos) is nondet.
%
% True iff moving from From to To is legal; in the result of make_move/4 nothing is.

legal_move(From, To, Pos) :-
    is_position(Pos),
    chess_moves:legal_move(From, To, Pos).

%! attacks(?From:square, ?To:square, +Pos) is nondet.
%
% True iff a piece on From can legally capture the piece on To.

attacks(From, To, Pos) :-
    legal_move(From, To, Pos),
    chess_state:piece_at(To, Pos, Side, _),
    chess_state:piece_at(From, Pos, Own, _),
    Side \== Own.

%! behind(?Front:square, ?Middle:square, ?Back:square, +Pos) is nondet.
%
% True iff a sliding piece on Front attacks Middle and Back.

behind(Front, Middle, Back, Pos) :-
    attacks(Front, Middle, Pos),
    chess_state:piece_at(Front, Pos, _, Piece),
    chess_geometry:sliding_piece(Piece),
    attacks(Front, Back, Pos).

%! different_pos(?S1:square, ?S2:square) is nondet.
%
% True iff the squares differ.

different_pos(S1, S2) :- chess_geometry:different_pos(S1, S2).

%! piece_at(?Square:square, +Pos, ?Side:side, ?Piece:piece) is nondet.
%
% True iff the piece stands there; Pos may be the result of make_move/4.

piece_at(Square, Pos, Side, Piece) :-
    is_position(Pos),
    !,
    chess_state:piece_at(Square, Pos, Side, Piece).
piece_at(Square, Contents, Side, Piece) :-
    member(contents(Side,Piece,X,Y), Contents),
    chess_geometry:to_coords(Square, Y, X).

%! other_side(?Side:side, ?Other:side) is nondet.
%
% True iff the sides are opposites.

other_side(Side, Other) :- chess_geometry:other_side(Side, Other).

%! make_move(?From:square, ?To:square, +Pos, -Contents:list) is nondet.
%
% True iff Contents is what Pos holds with the piece on From put on To.

make_move(From, To, Pos, Contents) :-
    legal_move(From, To, Pos),
    position_contents(Pos, Contents0),
    chess_geometry:to_coords(From, Y0, X0),
    chess_geometry:to_coords(To, Y, X),
    select(contents(Side,Piece,X0,Y0), Contents0, Contents1),
    Contents = [contents(Side,Piece,X,Y)|Contents1].

% A position is a text; the result of make_move/4 is a list of terms.
is_position(Pos) :- nonvar(Pos), Pos = [C|_], !, atom(C).
is_position(Pos) :- nonvar(Pos), Pos = '$string'(_), !.
is_position(Pos) :- atom(Pos).
is_position(Pos) :- var(Pos), chess_state:turn(_, Pos).

?- position_fen(P, "4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1"), paper_vocabulary:attacks(F, T, P).
   P = "4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1", F = d1, T = c3
;  P = "4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1", F = d1, T = e3
;  false.

?- position_fen(P, "4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1"), paper_vocabulary:make_move(d1, e3, P, Cs), paper_vocabulary:attacks(e3, T, Cs).
   false.
