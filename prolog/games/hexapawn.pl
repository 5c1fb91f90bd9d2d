/** Hexapawn on a board of any size: its rules in plain Prolog.

`hexapawn3` and `hexapawn4` are the games. Each begins with a row of pawns on either side; a pawn goes one square
forward if that is empty, or takes diagonally. Who reaches the far rank has won. Who cannot move has drawn; in
M. Gardner's game (Scientific American, March 1962) he has lost.

A state is `s(Mover,Board)`: whose move it is, `w` or `b`, and the squares in the order a1, b1, ..., a2, ..., each
`w`, `b` or `e` for empty. White begins. The size of the board is in the number of its squares.
*/

:- module(hexapawn, [hexapawn_initial/2, hexapawn_move/2, hexapawn_won/1, hexapawn_drawn/1]).

:- use_module(library(between)).
:- use_module(library(lists)).

%!  hexapawn_initial(+Size, -State) is nondet.
%
%   True iff State is one after one move of each side; of two that are mirror images, the first.

hexapawn_initial(Size, State) :-
    opening(Size, Opening),
    findall(S, two_moves(Opening, S), Ss),
    append(Before, [State|_], Ss),
    mirrored(State, Mirrored),
    \+ member(Mirrored, Before).

opening(Size, s(w,Board)) :-
    Middle is Size * (Size - 2),
    row(Size, w, Whites),
    row(Middle, e, Empties),
    row(Size, b, Blacks),
    append([Whites,Empties,Blacks], Squares),
    Board =.. [board|Squares].

row(Length, Letter, Row) :-
    length(Row, Length),
    maplist(=(Letter), Row).

two_moves(S0, S) :-
    hexapawn_move(S0, S1),
    hexapawn_move(S1, S).

mirrored(s(Mover,Board0), s(Mover,Board)) :-
    size(Board0, Size),
    Board0 =.. [board|Squares0],
    rows(Squares0, Size, Squares),
    Board =.. [board|Squares].

% rows(+Squares0, +Size, -Squares): each row of Size squares turned round.
rows([], _, []).
rows([S|Ss0], Size, Squares) :-
    length(Row, Size),
    append(Row, Rest0, [S|Ss0]),
    reverse(Row, Reversed),
    append(Reversed, Rest, Squares),
    rows(Rest0, Size, Rest).

size(Board, Size) :-
    functor(Board, board, Squares),
    between(1, Squares, Size),
    Size * Size >= Squares,
    !.

%!  hexapawn_move(+State, ?Next) is nondet.
%
%   True iff Next comes from State by a move. Nothing asks whether the game is over. The pawns come in the order of
%   their squares; each goes forward, or takes to the left or to the right as White sees it.

hexapawn_move(s(Mover,Board0), s(Other,Board)) :-
    side(Mover, Other, Forward),
    size(Board0, Size),
    Last is Size * Size,
    between(1, Last, From),
    arg(From, Board0, Mover),
    step(Forward, Side, Taken),
    File is (From - 1) mod Size + Side,
    File >= 0,
    File < Size,
    To is From + Forward * Size + Side,
    To >= 1,
    To =< Last,
    holds(Taken, Other, Letter),
    arg(To, Board0, Letter),
    Board0 =.. [board|Squares0],
    moved(Squares0, 1, From, To, Mover, Squares),
    Board =.. [board|Squares].

% side(Side, Other, Forward): the pawns of Side go so many ranks up.
side(w, b, 1).
side(b, w, -1).

% step(_, Side, Taken): a pawn goes so many files to the right, to a square that is free or where it takes.
step(_, 0, free).
step(_, -1, taken).
step(_, 1, taken).

holds(free, _, e).
holds(taken, Other, Other).

moved([], _, _, _, _, []).
moved([S0|Ss0], N, From, To, Mover, [S|Ss]) :-
    (   N =:= From -> S = e
    ;   N =:= To -> S = Mover
    ;   S = S0
    ),
    N1 is N + 1,
    moved(Ss0, N1, From, To, Mover, Ss).

%!  hexapawn_won(+State) is semidet.
%
%   True iff the player who has just moved has a pawn on the far rank.

hexapawn_won(s(Mover,Board)) :-
    side(Mover, Winner, _),
    size(Board, Size),
    far(Winner, Size, First),
    Last is First + Size - 1,
    between(First, Last, Square),
    arg(Square, Board, Winner),
    !.

% far(+Side, +Size, -First): the far rank of Side begins with the square First.
far(w, Size, First) :- First is Size * (Size - 1) + 1.
far(b, _, 1).

%!  hexapawn_drawn(+State) is semidet.
%
%   True iff the side to move cannot, and the other has not won.

hexapawn_drawn(State) :-
    \+ hexapawn_move(State, _),
    \+ hexapawn_won(State).
