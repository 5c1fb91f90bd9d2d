% King and rook against king.

ending(krk).

strategy(Pos, Move) :-
    (   kings_in_opposition(Pos) ->
        (   possible_lateral_check(Pos) -> lateral_check(Pos, Move)
        ;   lateral_move(Pos, Move)
        )
    ;   threatened_rook(Pos) -> lateral_move(Pos, Move)
    ;   control_of_line_between_kings(Pos) ->
        (   possible_control_of_escape_line(Pos) -> control_escape_line(Pos, Move)
        ;   kings_close_to_opposition(Pos) -> lateral_move(Pos, Move)
        ;   nearly_opposition(Pos, Move)
        )
    ;   control_line_between_kings(Pos, Move)
    ).
