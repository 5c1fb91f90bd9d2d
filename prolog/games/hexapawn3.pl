/** Hexapawn on three by three squares; its rules are in `hexapawn`.

```
?- use_module(library(hexapawn3)).
   true.
?- initial(S), move(S, T), won(T).
   false.
```

`game_value/3` and `game_reply/3` know what its states are worth; there its name is `hexapawn3`.
*/

:- module(hexapawn3, [initial/1, move/2, won/1, drawn/1]).

:- use_module(library(hexapawn)).

%!  initial(?State) is nondet.
%
%   True iff State is one of the five states after one move of each side; of two that are mirror images, the first.

initial(State) :- hexapawn_initial(3, State).

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

?- initial(S).
   S = s(w,board(e,w,w,w,b,e,b,e,b))
;  S = s(w,board(e,w,w,b,e,e,b,e,b))
;  S = s(w,board(e,w,w,w,e,b,b,b,e))
;  S = s(w,board(w,e,w,b,w,e,e,b,b))
;  S = s(w,board(w,e,w,e,b,e,e,b,b))
;  false.

?- move(s(w,board(w,e,w,e,b,e,e,b,b)), S).
   S = s(b,board(e,e,w,w,b,e,e,b,b))
;  S = s(b,board(e,e,w,e,w,e,e,b,b))
;  S = s(b,board(w,e,e,e,b,w,e,b,b))
;  S = s(b,board(w,e,e,e,w,e,e,b,b))
;  false.

?- won(s(b,board(e,e,e,e,e,b,w,e,e))), drawn(s(w,board(w,e,e,b,e,e,e,e,e))).
   true.
