% King and queen against king: from every position, against every defence, in 23 moves at most and 8.8 in the
% mean (perfect play: 10 and 5.6).
%
%     $ chesslog evolve verify kb/strategies/kqk.pl
%
% Bred by genetic programming from words of our own (help(wait_with_piece/2).):
%
%     $ chesslog evolve kqk --experiment 5 --population 300 --generations 20 --seed 2

ending(kqk).

strategy(Pos, Move) :-
    (   possible_mate(Pos) -> mate_at_once(Pos, Move)
    ;   possible_confinement(Pos) -> save_piece(Pos, Move)
    ;   kings_close_to_opposition(Pos) -> wait_with_piece(Pos, Move)
    ;   king_near_corner(Pos) ->
        (   kings_in_opposition(Pos) -> wait_with_piece(Pos, Move)
        ;   one_empty_field(Pos) -> approach_king(Pos, Move)
        ;   wait_with_piece(Pos, Move)
        )
    ;   one_empty_field(Pos) -> approach_king(Pos, Move)
    ;   save_piece(Pos, Move)
    ).
