/** Hexapawn on four by four squares; its rules are in `hexapawn`.

```
?- use_module(library(hexapawn4)).
   true.
?- initial(S), move(S, T), won(T).
   false.
```

`game_value/3` and `game_reply/3` know what its states are worth; there its name is `hexapawn4`.
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

?- findall(x, initial(_), Xs), length(Xs, N).
   Xs = [x,x,x,x,x,x,x,x], N = 8.

?- initial(S), S = s(_,board(_,_,_,_,w,_,_,_,b,_,_,_,_,_,_,_)).
   S = s(w,board(e,w,w,w,w,e,e,e,b,e,e,e,e,b,b,b))
;  false.
