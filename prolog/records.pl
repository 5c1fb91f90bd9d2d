/** Files of games, positions and puzzles, a record at a time.

```
?- game(classics, G), game_tag(G, white, W), game_tag(G, black, B).
?- game('games.pgn.zst', G), game_position(G, 40, P), in_check(S, P).
```

A game is `game(File, Number)`: File is the path of a PGN file, plain or compressed with
zstd, gzip or bzip2, or the name of a bundled collection (`classics`, famous games; `openings`, lines of openings). Files are read as
backtracking asks for more, in constant memory. A record that cannot be read to its end is named in
a warning and skipped. Of a game, the main line and its comments are kept; what else there is, variations
and annotation glyphs, is told of once a file, in a warning.
*/

:- module(records, [game/2, puzzle/2, epd/3]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(chess_records)).
:- use_module(library(internal_sources)).

%! game(+File:text, ?Game:game) is nondet.
%
% True iff Game is a game of the PGN file File, or of a bundled collection. On
% backtracking, the games in order. See `game_tag/3`, `game_position/3` and `game_move/4`.

game(File, Game) :- record(File, Game, game).

%! puzzle(+File:text, ?Puzzle:puzzle) is nondet.
%
% True iff Puzzle is a puzzle of the CSV file File, in the format of the Lichess puzzle database.
% See `puzzle_position/2`, `puzzle_move/3`, `puzzle_field/3` and `puzzle_theme/2`.

puzzle(File, Puzzle) :- record(File, Puzzle, puzzle).

%! epd(+File:text, -Pos:position, -Operations:list) is nondet.
%
% True iff the file File has a line with the position Pos, in EPD or FEN, and the Operations, each
% `Opcode-Operands`, as in `[bm-["Qg6"],id-["WAC.001"]]`.

epd(File, Pos, Operations) :-
    record(File, Record, epd),
    epd_position(Record, Pos),
    findall(Opcode-Operand, epd_operation(Record, Opcode, Operand), Pairs),
    grouped(Pairs, Operations).

grouped([], []).
grouped([Opcode-Operand|Pairs0], [Opcode-[Operand|Operands]|Groups]) :-
    same_key(Pairs0, Opcode, Operands, Pairs),
    grouped(Pairs, Groups).

same_key([Opcode-Operand|Pairs0], Opcode, [Operand|Operands], Pairs) :-
    !,
    same_key(Pairs0, Opcode, Operands, Pairs).
same_key(Pairs, _, [], Pairs).

record(File, Record, Kind) :-
    predicate_of(Kind, PI),
    (   var(File) -> throw(error(instantiation_error, PI))
    ;   true
    ),
    (   var(Record) -> true
    ;   functor(Record, Kind, 2) -> true
    ;   throw(error(type_error(Kind, Record), PI))
    ),
    Record =.. [Kind,File,Number],
    (   var(Number) -> record_from(1, Kind, File, Number)
    ;   integer(Number) -> Number > 0, next(Kind, File, Number, _, Problem), Problem == []
    ;   throw(error(type_error(integer, Number), PI))
    ).

record_from(Number0, Kind, File, Number) :-
    next(Kind, File, Number0, Number1, Problem),
    Next is Number1 + 1,
    (   Problem == [] ->
        (   Number = Number1
        ;   record_from(Next, Kind, File, Number)
        )
    ;   warn(Kind, File, Number1, Problem),
        record_from(Next, Kind, File, Number)
    ).

% An error names the predicate that was called, not the native below it.
next(Kind, File, N0, N, Problem) :-
    catch(next_(Kind, File, N0, N, Problem),
          error(E, _),
          ( predicate_of(Kind, PI), throw(error(E, PI)) )).

next_(game, File, N0, N, Problem) :-
    next_game(File, N0, N, Problem),
    (   Problem == [], left_out(File, N, Text) -> warn_left_out(File, N, Text)
    ;   true
    ).
next_(puzzle, File, N0, N, Problem) :- next_puzzle(File, N0, N, Problem).
next_(epd, File, N0, N, Problem) :- next_epd(File, N0, N, Problem).

predicate_of(game, game/2).
predicate_of(puzzle, puzzle/2).
predicate_of(epd, epd/3).

warn(Kind, File, Number, Problem) :- warning(File, Kind, Number, [' is skipped: ',Problem]).

% What is at the end of a file is not known when its first game is an answer, so that counts are those of one game.
warn_left_out(File, Number, Text) :-
    warning(File, game, Number, [': ',Text,' left out; later games of this file are not reported']).

warning(File, Kind, Number, Texts) :-
    write_text('% Warning: '), write_text(File), write_text(', '), write_text(Kind),
    write_text(' '), write_text(Number),
    \+ ( member(Text, Texts), \+ write_text(Text) ),
    nl(user_error),
    flush_output(user_error).

write_text(Text) :-
    (   atomic(Text) -> write(user_error, Text)
    ;   \+ ( member(C, Text), \+ put_char(user_error, C) )
    ).

?- game(classics, game(classics,1)).
   true.

?- game(classics, game(classics,100000)).
   false.

?- game(F, G).
   error(instantiation_error,game/2).
