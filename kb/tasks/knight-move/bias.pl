% How a knight moves, between squares of an empty board.
%
% The distance between files, and between ranks, is a constant of the clause: `direction` says so,
% and `constant` lists the numbers, since Prolog answers and not a table.
%
% expect: knight_move(A,B) :- files_apart(A,B,1), ranks_apart(A,B,2).
% expect: knight_move(A,B) :- files_apart(A,B,2), ranks_apart(A,B,1).

max_vars(2).
max_body(3).

head_pred(knight_move,2).
body_pred(files_apart,3).
body_pred(ranks_apart,3).

type(knight_move,(square,square)).
type(files_apart,(square,square,number)).
type(ranks_apart,(square,square,number)).

direction(knight_move,(in,in)).
direction(files_apart,(in,in,constant)).
direction(ranks_apart,(in,in,constant)).

constant(0,number).
constant(1,number).
constant(2,number).
constant(3,number).
