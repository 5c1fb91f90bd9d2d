/** Hexapawn on four by four squares; its rules are in `hexapawn`.

```
?- use_module(library(hexapawn4)).
   true.
?- initial(S), move(S, T), won(T).
   false.
```

The predicates `game_next/3`, `game_won/2` and their like know the same game by its name `hexapawn4`, and are faster.
*/

:- module(hexapawn4, [initial/1, move/2, won/1, drawn/1]).

:- use_module(library(hexapawn)).

%!  initial(?State) is nondet.
%
%   True iff State is one of the eight states after one move of each side; of two that are mirror images, the first.

initial(State) :- hexapawn_initial(4, State).

%!  move(+State, ?Next) is nondet.
%
%   True iff Next comes from State by a move, whether or not the game is over.

move(State, Next) :- hexapawn_move(State, Next).

%!  won(+State) is semidet.
%
%   True iff the player who has just moved has a pawn on the far rank.

won(State) :- hexapawn_won(State).

%!  drawn(+State) is semidet.
%
%   True iff the side to move cannot, and the other has not won.

drawn(State) :- hexapawn_drawn(State).

% --- examples ---------------------------------------------------------------------------------

?- findall(S, initial(S), Ss), length(Ss, N), last(Ss, S).
   Ss = [s(w,board(e,w,w,w,w,e,e,e,b,e,e,e,e,b,b,b)),s(w,board(e,w,w,w,w,e,e,e,e,b,e,e,b,e,b,b))|_],
   N = 8, S = s(w,board(w,e,w,w,e,w,e,e,e,e,e,b,b,b,b,e)).
