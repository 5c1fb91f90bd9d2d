% A learned tactic, as `chesslog tactics strategy` writes them.
:- use_module(library(chess)).

fork(Pos,From,To) :-
    make_move(From,To,Pos,NewPos),
    attacks(To,S1,NewPos), attacks(To,S2,NewPos), different_pos(S1,S2).
