/** Games of two players that the system knows by name: `oxo`, `hexapawn3` and `hexapawn4`.

```
?- game_initial(oxo, S), game_value(oxo, S, win(5)), game_board(oxo, S).
o x 3
4 5 6
7 8 9
   S = s(o,board(o,x,e,e,e,e,e,e,e))
;  ...
```

Noughts and crosses, and hexapawn on three by three and on four by four squares. The libraries of these names have
their rules in plain Prolog, to be read; the predicates here look the same up in tables, and know besides what each
state is worth. A state is `s(Mover,Board)`: the side to move, and a term with a letter for each square.
*/

:- module(cl_games, [game_initial/2, game_next/3, game_won/2, game_drawn/2, game_value/3, game_reply/3, game_canonical/3,
                  game_board/2]).

:- use_module(library(error)).
:- use_module(library(internal_games)).
:- use_module(library(lists)).

%!  game_initial(+Game:atom, ?State) is nondet.
%
%   True iff State is one after one move of each side; of those that are the same up to symmetry, one.

game_initial(Game, State) :-
    known_game(Game, game_initial/2),
    game_start(Game, Letters),
    letters_state(Letters, State).

%!  game_next(+Game:atom, +State, ?Next) is nondet.
%
%   True iff a move leads from State to Next; also where the game is over.

game_next(Game, State, Next) :-
    state_letters(Game, State, game_next/3, Letters),
    game_step(Game, Letters, Letters1),
    letters_state(Letters1, Next).

%!  game_won(+Game:atom, +State) is semidet.
%
%   True iff the player who has just moved has won.

game_won(Game, State) :-
    state_letters(Game, State, game_won/2, Letters),
    game_result(Game, Letters, won).

%!  game_drawn(+Game:atom, +State) is semidet.
%
%   True iff the game has ended in a draw.

game_drawn(Game, State) :-
    state_letters(Game, State, game_drawn/2, Letters),
    game_result(Game, Letters, drawn).

%!  game_value(+Game:atom, +State, ?Value) is semidet.
%
%   True iff Value is what best play gives the side to move: `win(Plies)`, `draw(Plies)` or `loss(Plies)`, with the
%   number of moves of both sides to the end.

game_value(Game, State, Value) :-
    state_letters(Game, State, game_value/3, Letters),
    game_worth(Game, Letters, Worth, Plies),
    worth(Worth, Plies, Value).

worth(1, Plies, win(Plies)).
worth(0, Plies, draw(Plies)).
worth(-1, Plies, loss(Plies)).

%!  game_reply(+Game:atom, +State, ?Next) is semidet.
%
%   True iff the optimal opponent moves from State to Next: to what is best for it; if there is a choice, by the
%   quickest win or draw and the slowest loss; then by the first move. Fails if the game is over.

game_reply(Game, State, Next) :-
    state_letters(Game, State, game_reply/3, Letters),
    game_optimal(Game, Letters, Letters1),
    letters_state(Letters1, Next).

%!  game_canonical(+Game:atom, +State, ?Canonical) is det.
%
%   True iff Canonical stands for all states that are the same as State up to rotation and reflection of the board.

game_canonical(Game, State, Canonical) :-
    state_letters(Game, State, game_canonical/3, Letters),
    game_symmetric(Game, Letters, Letters1),
    letters_state(Letters1, Canonical).

%!  game_board(+Game:atom, +State) is det.
%
%   Draws the board.

game_board(Game, State) :-
    state_letters(Game, State, game_board/2, Letters),
    game_picture(Game, Letters, Picture),
    write_chars(Picture).

write_chars([]).
write_chars([C|Cs]) :- put_char(C), write_chars(Cs).

known_game(Game, PI) :-
    (   var(Game) -> instantiation_error(PI)
    ;   named_game(Known), Known == Game -> true
    ;   domain_error(game, Game, PI)
    ).

% state_letters(+Game, +State, +PI, -Letters): Letters are the letters of a state of the game. The letters of a board
% and a string are the same.
state_letters(Game, State, PI, Letters) :-
    known_game(Game, PI),
    (   \+ ground(State) -> instantiation_error(PI)
    ;   State = s(Mover,Board),
        Board =.. [board|Squares],
        Letters = [Mover|Squares],
        all_letters(Letters),
        game_state(Game, Letters) -> true
    ;   atom_concat(Game, '_state', Domain),
        domain_error(Domain, State, PI)
    ).

all_letters([]).
all_letters([L|Ls]) :-
    atom(L),
    atom_length(L, 1),
    all_letters(Ls).

letters_state([Mover|Squares], s(Mover,Board)) :- Board =.. [board|Squares].

% --- examples ---------------------------------------------------------------------------------

?- game_initial(oxo, S), game_value(oxo, S, win(N)).
   S = s(o,board(o,x,e,e,e,e,e,e,e)), N = 5
;  S = s(o,board(o,e,x,e,e,e,e,e,e)), N = 5
;  ... .

?- findall(V, ( game_initial(hexapawn4, S), game_value(hexapawn4, S, V) ), Vs).
   Vs = [win(9),draw(6),draw(7),win(9),win(9),loss(10),win(9),win(9)].

?- game_next(hexapawn3, s(w,board(e,w,w,b,e,e,e,b,b)), S).
   S = s(b,board(e,e,w,b,w,e,e,b,b))
;  S = s(b,board(e,e,w,w,e,e,e,b,b))
;  S = s(b,board(e,w,e,b,e,w,e,b,b)).

?- game_reply(oxo, s(x,board(o,o,e,e,x,e,e,e,e)), S).
   S = s(o,board(o,o,x,e,x,e,e,e,e)).

?- game_won(oxo, s(x,board(o,o,o,x,x,e,e,e,e))), \+ game_reply(oxo, s(x,board(o,o,o,x,x,e,e,e,e)), _).
   true.

?- game_drawn(hexapawn3, s(w,board(w,e,e,b,e,e,e,e,e))).
   true.

?- game_canonical(oxo, s(o,board(e,x,e,e,e,e,e,o,e)), S).
   S = s(o,board(e,e,e,o,e,x,e,e,e)).

?- game_next(chess, _, _).
   error(domain_error(game,chess),game_next/3).

?- game_value(hexapawn4, s(w,board(e,e,e,e,w,e,e,e,e,e,e,e,e,e,e,b)), V).
   V = win(3).

?- game_won(oxo, s(o,board(o,o,o,o,e))).
   error(domain_error(oxo_state,s(o,board(o,o,o,o,e))),game_won/2).

?- game_next(hexapawn3, s(w,board(w,w,w,x,x,x,b,b,b)), _).
   error(domain_error(hexapawn3_state,s(w,board(w,w,w,x,x,x,b,b,b))),game_next/3).

?- game_won(oxo, s(o,_)).
   error(instantiation_error,game_won/2).
