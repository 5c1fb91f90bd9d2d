/** Noughts and crosses: its rules in plain Prolog.

```
?- use_module(library(oxo)).
   true.
?- initial(S), move(S, T).
   S = s(o,board(o,x,e,e,e,e,e,e,e)), T = s(x,board(o,x,o,e,e,e,e,e,e))
;  ...
```

A state is `s(Mover,Board)`: whose move it is, and the nine squares, row by row, each `x`, `o` or `e` for empty.
O begins. As a learner of strategies sees it, a game begins when each side has moved once.

`game_value/3` and `game_reply/3` know what its states are worth; there its name is `oxo`.
*/

:- module(oxo, [initial/1, move/2, won/1, drawn/1]).

:- use_module(library(lists)).

%!  initial(?State) is nondet.
%
%   True iff State is one of the twelve states after one move of each side; of those that are the same up to
%   rotation and reflection, one.

initial(s(o,Board)) :-
    first_marks(First, Seconds),
    member(Second, Seconds),
    put(First, o, [e,e,e,e,e,e,e,e,e], Squares0),
    put(Second, x, Squares0, Squares),
    Board =.. [board|Squares].

% Where O begins, in a corner, at an edge or in the centre; and where X can answer.
first_marks(1, [2,3,5,6,9]).
first_marks(4, [1,2,3,5,6]).
first_marks(5, [2,3]).

put(N, Mark, Squares0, Squares) :-
    nth1(N, Squares0, e, Others),
    nth1(N, Squares, Mark, Others).

%!  move(+State, ?Next) is nondet.
%
%   True iff Next comes from State when the side to move marks an empty square. Nothing asks whether the game is
%   over. The squares come in order.

move(s(Mover,Board0), s(Other,Board)) :-
    other(Mover, Other),
    Board0 =.. [board|Squares0],
    marked(Squares0, Mover, Squares),
    Board =.. [board|Squares].

other(o, x).
other(x, o).

marked([e|Ss], Mark, [Mark|Ss]).
marked([S|Ss0], Mark, [S|Ss]) :- marked(Ss0, Mark, Ss).

%!  won(+State) is semidet.
%
%   True iff the player who has just moved has a line.

won(s(Mover,Board)) :-
    other(Mover, Winner),
    line(A, B, C),
    arg(A, Board, Winner),
    arg(B, Board, Winner),
    arg(C, Board, Winner),
    !.

line(1, 2, 3).
line(4, 5, 6).
line(7, 8, 9).
line(1, 4, 7).
line(2, 5, 8).
line(3, 6, 9).
line(1, 5, 9).
line(3, 5, 7).

%!  drawn(+State) is semidet.
%
%   True iff the board is full, and the player who has just moved has no line.

drawn(s(Mover,Board)) :-
    Board =.. [board|Squares],
    \+ member(e, Squares),
    \+ won(s(Mover,Board)).

% --- examples ---------------------------------------------------------------------------------

?- initial(S), S = s(_,board(_,_,_,_,o,_,_,_,_)).
   S = s(o,board(e,x,e,e,o,e,e,e,e))
;  S = s(o,board(e,e,x,e,o,e,e,e,e)).

?- won(s(o,board(x,x,x,o,o,e,o,e,e))), \+ won(s(x,board(x,x,x,o,o,e,o,e,e))).
   true.

?- drawn(s(x,board(o,x,o,o,x,x,x,o,o))), \+ drawn(s(x,board(o,o,o,o,x,x,x,o,x))).
   true.
