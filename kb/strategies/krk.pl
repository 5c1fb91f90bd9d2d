% King and rook against king: from every position, against every defence, in 46 moves at most and 22.0 in
% the mean (perfect play: 16 and 9.9).
%
%     $ chesslog evolve verify kb/strategies/krk.pl
%
% Bred by genetic programming from the words of N. Lassabe et al., "Genetically Programmed Strategies for
% Chess Endgame", GECCO 2006, as Chesslog defines them (help(lateral_move/2).):
%
%     $ chesslog evolve krk --experiment 5 --population 150 --generations 6 --seed 3
%
% It is the method of the textbooks. The rook fences the bare king in, and stays far away from it. The king
% comes nearer until the kings are a knight's move apart; then the rook makes a waiting move on its line,
% and the bare king has to step in front of the other or to go back. In front, it is checked from the side,
% and loses a line, or the game.

ending(krk).

strategy(Pos, Move) :-
    (   kings_in_opposition(Pos) ->
        (   possible_lateral_check(Pos) -> lateral_check(Pos, Move)
        ;   lateral_move(Pos, Move)
        )
    ;   no_empty_field(Pos) -> lateral_move(Pos, Move)
    ;   possible_control_of_escape_line(Pos) ->
        (   possible_lateral_check(Pos) ->
            (   kings_close_to_opposition(Pos) -> control_escape_line(Pos, Move)
            ;   king_on_edge(Pos) -> control_escape_line(Pos, Move)
            ;   distant_opposition(Pos, Move)
            )
        ;   lateral_move(Pos, Move)
        )
    ;   kings_close_to_opposition(Pos) -> lateral_move(Pos, Move)
    ;   threatened_rook(Pos) -> lateral_move(Pos, Move)
    ;   distant_opposition(Pos, Move)
    ).
