/** Positions as lists of contents: the background of tasks whose examples hold whole boards

A board is a list of `contents(piece(Type,Color),square(Square))` for each piece, `turn(Color)`,
`kingside_castle(Color)` and `queenside_castle(Color)` for each right, `ep_square(Square)` or
`en_passant(Square)`, `halfmove_clock(N)` and `fullmove(N)`; a move is `[From,To]` or
`[From,To,Type]`. This is the form of the examples of A. Krishnan, C. Martens and A. Jhala,
"Learning interpretable chess tactics from play traces" (their repository, 2023). The predicates are
those that its bias declares; what each means is written here anew, over Chesslog's relations.

```
chesslog learn FOLDER --background kb/boards.pl
```

What asks for the rules of chess fails on a board that is no legal position, such as one from which
a king was taken.
*/

%!  position(+Board, -Pos) is semidet.
%
%   Pos is the position on Board.

position(Board, Pos) :-
    phrase(contents(Board), Contents),
    (   catch(position_contents(Pos, Contents), error(_, _), false)
    ->  true
    ;   % A position has an en passant square only if it can be taken there.
        select(en_passant(_), Contents, Others),
        catch(position_contents(Pos, Others), error(_, _), false)
    ).

contents([]) --> [].
contents([Fact|Facts]) --> content(Fact), contents(Facts).

content(contents(piece(Type,Color),square(Square))) -->
    { to_coords(Square, Y, X) },
    [contents(Color,Type,X,Y)].
content(turn(Color)) --> [turn(Color)].
content(kingside_castle(Color)) --> [kingside_castle(Color)].
content(queenside_castle(Color)) --> [queenside_castle(Color)].
content(ep_square(Square)) --> [en_passant(Square)].
content(en_passant(Square)) --> [en_passant(Square)].
content(halfmove_clock(_)) --> [].
content(fullmove(_)) --> [].

%!  board(+Pos, +Half, +Full, -Board) is det.
%
%   Board is the board of Pos, with these counters.

board(Pos, Half, Full, Board) :-
    position_contents(Pos, Contents),
    phrase(facts(Contents), Facts),
    append(Facts, [halfmove_clock(Half),fullmove(Full)], Board).

facts([]) --> [].
facts([Content|Contents]) --> fact(Content), facts(Contents).

fact(contents(Color,Type,X,Y)) -->
    { to_coords(Square, Y, X) },
    [contents(piece(Type,Color),square(Square))].
fact(turn(Color)) --> [turn(Color)].
fact(kingside_castle(Color)) --> [kingside_castle(Color)].
fact(queenside_castle(Color)) --> [queenside_castle(Color)].
fact(en_passant(Square)) --> [en_passant(Square)].

% Types, colours and squares

piece_type(Type) :- member(Type, [pawn,knight,bishop,rook,queen,king]).

sliding(Type) :- member(Type, [bishop,rook,queen]).

color(white).
color(black).

piece(Type, Color) :- piece_type(Type), color(Color).

other_color(white, black).
other_color(black, white).

different(A, B) :- A \== B.

sq_between_non_incl(A, B, Square) :- ray_between(A, B, Square).

% What stands on a board

valid_piece_at(Board, Type, Color, Square) :-
    member(contents(piece(Type,Color),square(Square)), Board).

is_empty(Board, Squares) :-
    \+ ( member(Square, Squares), member(contents(_,square(Square)), Board) ).

remove_piece_at(Board, Square, Rest) :-
    once(select(contents(_,square(Square)), Board, Rest)).

turn(Board, Color) :- member(turn(Color), Board).

kingside_castle(Board, Color) :- member(kingside_castle(Color), Board).

queenside_castle(Board, Color) :- member(queenside_castle(Color), Board).

en_passant(Board, Square) :- member(ep_square(Square), Board).
en_passant(Board, Square) :- member(en_passant(Square), Board).

% Moves

move([From,To|Promotion], From, To, Promotion).

legal_move(Board, Move) :-
    position(Board, Pos),
    legal_move(From, To, Promotion, Pos),
    listed(Promotion, From, To, Move).

listed(none, From, To, Move) :- !, Move = [From,To].
listed(Type, From, To, [From,To,Type]).

make_move(Board, Move, After) :-
    position(Board, Pos),
    listed(Promotion, Move),
    Move = [From,To|_],
    cl_chess:make_move(move(From,To,Promotion), Pos, New),
    counters(Board, Move, Half, Full),
    board(New, Half, Full, After).

listed(none, [_,_]).
listed(Type, [_,_,Type]).

counters(Board, Move, Half, Full) :-
    (   member(halfmove_clock(Half0), Board) -> true ; Half0 = 0 ),
    (   member(fullmove(Full0), Board) -> true ; Full0 = 1 ),
    (   is_zeroing(Board, Move) -> Half = 0 ; Half is Half0+1 ),
    (   turn(Board, black) -> Full is Full0+1 ; Full = Full0 ).

is_zeroing(Board, Move) :- is_capture(Board, Move), !.
is_zeroing(Board, [From|_]) :- valid_piece_at(Board, pawn, _, From).

is_capture(Board, [From,To|_]) :-
    valid_piece_at(Board, _, Color, From),
    other_color(Color, Other),
    (   valid_piece_at(Board, _, Other, To)
    ->  true
    ;   valid_piece_at(Board, pawn, Color, From),
        en_passant(Board, To)
    ).

castling_move(Board, [From,To]) :-
    position(Board, Pos),
    turn(Board, Color),
    king_square(Color, From, Pos),
    legal_move(From, To, Pos),
    distance(From, To, 2).

pawn_capture(Board, Move) :-
    legal_move(Board, Move),
    Move = [From|_],
    valid_piece_at(Board, pawn, _, From),
    is_capture(Board, Move).

% Attacks

can_attack(Board, From, To) :-
    position(Board, Pos),
    piece_at(From, Pos, _, _),
    (   attacks(From, To, Pos)
    ;   defends(From, To, Pos)
    ;   controls(From, To, Pos)
    ).

% An empty square that the piece on From attacks: it would capture there.
controls(From, To, Pos) :-
    piece_at(From, Pos, Color, _),
    attackers(Color, To, From, Pos),
    \+ piece_at(To, Pos, _, _).

can_capture(Board, From, To) :- position(Board, Pos), attacks(From, To, Pos).

is_attacked(Board, Square, Attackers) :-
    position(Board, Pos),
    piece_at(Square, Pos, Color, _),
    other_color(Color, Other),
    findall(From, attackers(Other, Square, From, Pos), Attackers),
    Attackers = [_|_].

in_check(Board, Color, King) :-
    position(Board, Pos),
    in_check(Color, Pos),
    king_square(Color, King, Pos).

xrays(Board, From, Through, To) :- position(Board, Pos), behind(From, Through, To, Pos).

%   The squares that a piece attacks on an empty board.

attack_squares(Square, Type, Color, Squares) :-
    to_coords(Square, Y, X),
    piece(Type, Color),
    findall(To, (to_coords(To, Y1, X1), attack(Type, Color, X, Y, X1, Y1)), Squares).

attack(pawn, white, X, Y, X1, Y1) :- Y1 =:= Y+1, abs(X1-X) =:= 1.
attack(pawn, black, X, Y, X1, Y1) :- Y1 =:= Y-1, abs(X1-X) =:= 1.
attack(knight, _, X, Y, X1, Y1) :- abs(X1-X)*abs(Y1-Y) =:= 2.
attack(bishop, _, X, Y, X1, Y1) :- X1 =\= X, abs(X1-X) =:= abs(Y1-Y).
attack(rook, _, X, Y, X1, Y1) :- X1 =:= X, Y1 =\= Y.
attack(rook, _, X, Y, X1, Y1) :- X1 =\= X, Y1 =:= Y.
attack(queen, Color, X, Y, X1, Y1) :- attack(rook, Color, X, Y, X1, Y1).
attack(queen, Color, X, Y, X1, Y1) :- attack(bishop, Color, X, Y, X1, Y1).
attack(king, _, X, Y, X1, Y1) :- max(abs(X1-X), abs(Y1-Y)) =:= 1.
