/** Files of games, positions and puzzles, a record at a time.

```
?- game(classics, G), game_tag(G, white, W), game_tag(G, black, B).
?- game('games.pgn.zst', G), game_position(G, 40, P), in_check(S, P).
```

A game is `game(File, Number)`: File is the path of a PGN file, plain or compressed with
zstd, gzip or bzip2, or the name of a bundled collection (`classics`, famous games; `openings`, lines of openings). Files are read as
backtracking asks for more, in constant memory. A record that cannot be read to its end is named in
a warning and skipped.

All that a file says of a game is kept. `game_move/4` and its like tell of the main line; `variation/3` gives
the other lines, of which the same predicates tell, and `game_tree/2` the whole as a term:

```
?- game('repertoire.pgn', G), variation(G, Ply, V), game_move(V, Ply, M, San).
```

A variation that cannot be read to its end is named in a warning, and ends before the trouble.

Where a file is asked for there may be several: a list of files, or a pattern with `*` and `?`, as in
`game('2024-*.pgn', G)`. Their records come in order, file by file.

`find_pattern/4` and `player_game/4` search files with all processors. `chesslog index games.pgn` puts an index beside a file,
`games.pgn.index`; from then on they use it by themselves, and give the same answers much sooner. An index that is out of date,
since the file has changed, is told of and not used.
*/

:- module(cl_records, [game/2, puzzle/2, epd/3, variation/3, find_pattern/4, player_game/4]).

:- use_module(library(error)).
:- use_module(library(cl_arguments)).
:- use_module(library(lists)).
:- use_module(library(chess_records)).
:- use_module(library(internal_sources)).

%! game(+File:text, ?Game:game) is nondet.
%
% True iff Game is a game of the PGN file File, or of a bundled collection. On
% backtracking, the games in order. See `game_tag/3`, `game_position/3` and `game_move/4`.
% File may also be a pattern with `*` and `?`, or a list of files. It is an existence error if a file
% is not there, or a pattern finds none.

game(File, Game) :- record(File, Game, game).

%! variation(+Game:game, ?Ply:count, -Line:game) is nondet.
%
% True iff Line is a line of Game that leaves it at Ply, the ply of its first move of its own, or one
% that leaves such a line. Of a Line, `game(File, Number-N)`, all predicates of games tell: it goes
% from the start of the game to the end of the variation, and has the tags of the game. On
% backtracking, the lines in the order in which they begin in the file.

variation(Game, Ply, Line) :-
    may_be(game, Line, variation/3),
    in_name_of(game_variation(Game, Ply, N), variation/3),
    Line = game(File,Number-N),
    Game = game(File,Of),
    (   Of = Number-_ -> true
    ;   Number = Of
    ).

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
    read_epd(Record, Pos, Operations).

read_epd(Record, Pos, Operations) :-
    in_name_of(epd_position(Record, Pos), epd/3),
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
    record_of(Kind, File, Record, Files, File1, Number),
    one_of(Files, File1),
    (   var(Number) -> record_from(1, all, Kind, File1, Number)
    ;   next(Kind, File1, Number, _, Problem), Problem == []
    ).

% record_of(+Kind, +File, ?Record, -Files, -File1, -Number): Record, if it is one, is the one with Number in File1, which
% is to be one of Files.
record_of(Kind, File, Record, Files, File1, Number) :-
    predicate_of(Kind, PI),
    (   var(File) -> throw(error(instantiation_error, PI))
    ;   true
    ),
    (   var(Record) -> true
    ;   functor(Record, Kind, 2) -> true
    ;   throw(error(type_error(Kind, Record), PI))
    ),
    Record =.. [Kind,File1,Number],
    (   var(Number) -> true
    ;   integer(Number) -> Number > 0
    ;   throw(error(type_error(integer, Number), PI))
    ),
    files(File, PI, Files).

%! find_pattern(+File:text, +Pattern, -Game:game, -Ply:count) is nondet.
%
% True iff Game is a game of File, and its position at Ply is as Pattern says: the same as `game(File, Game),
% game_pattern(Game, Ply, Pattern)`, but all processors search. The answers come in the order of the games. See
% `pattern/2`; `position(Pos)` and `material('KRPKR')` are patterns, too. In a file with an index, what needs one of
% these is found at once.

find_pattern(File, Pattern, Game, Ply) :-
    PI = find_pattern/4,
    may_be(game, Game, PI),
    may_be(count, Ply, PI),
    searched(File, Pattern, PI, File1),
    in_name_of(found_pattern(File1, Pattern, Number, Ply1, Problem), PI),
    found(Problem, File1, Number, Game),
    Ply = Ply1.

%! player_game(+File:text, +Player:text, ?Side:side, -Game:game) is nondet.
%
% True iff Player plays Side in Game, a game of File, by the tag `White` or `Black`. The case of letters does not
% matter, and in Player `*` stands for any characters and `?` for one: `player_game(File, 'carlsen*', Side, G)`. All processors
% search, and the answers come in the order of the games. In a file with an index, the games of a Player without `*` and `?`
% are found at once.

player_game(File, Player, Side, Game) :-
    PI = player_game/4,
    may_be(game, Game, PI),
    (   ( var(Side) ; Side == white ; Side == black ) -> true
    ;   atom(Side) -> throw(error(domain_error(side, Side), PI))
    ;   throw(error(type_error(side, Side), PI))
    ),
    searched(File, Player, PI, File1),
    (   is_text(Player) -> true
    ;   throw(error(type_error(text, Player), PI))
    ),
    in_name_of(found_player(File1, Player, Number, Side1, Problem), PI),
    found(Problem, File1, Number, Game),
    Side = Side1.

% searched(+File, +What, +PI, -File1): File1 is one of the files that are searched.
searched(File, What, PI, File1) :-
    (   ( var(File) ; var(What) ) -> throw(error(instantiation_error, PI))
    ;   true
    ),
    files(File, PI, Files),
    one_of(Files, File1).

% found(+Problem, +File, +Number, -Game): there is no Problem, of which is told.
found([], File, Number, game(File,Number)).
found([P|Ps], File, Number, _) :-
    (   Number =:= 0 -> told(['% Warning: ',[P|Ps]])
    ;   warn(game, File, Number, [P|Ps])
    ),
    false.

%! in_block(+Block, +Goal0, -Goal) is det.
%
% Goal is Goal0, a conjunction that begins with a walk through records, for the records of Block only: `block(File, From,
% To)`. With all blocks, one after another, it has the answers of Goal0. It is an error if Goal0 begins with something
% else, or with a predicate of a user's own, or holds a cut, which ends more than a block.

in_block(Block, Goal0, Goal) :-
    (   cuts(Goal0) -> throw(error(spread_error(cut), query))
    ;   begins(Goal0, Block, Goal) -> true
    ;   first(Goal0, First),
        (   callable(First) -> functor(First, Name, Arity), throw(error(spread_error(Name/Arity), query))
        ;   throw(error(instantiation_error, query))
        )
    ).

begins(Goal0, Block, Goal) :-
    nonvar(Goal0),
    (   Goal0 = (A0,B) -> Goal = (A,B), begins(A0, Block, A)
    ;   Goal0 = user:A0 -> begins(A0, Block, Goal)
    ;   walk(Goal0, Block, Goal),
        functor(Goal0, Name, Arity),
        \+ cl_clauses:consulted(user, Name, Arity)
    ).

walk(game(File,Game), Block, cl_records:block_record(Block, game, File, Game)).
walk(puzzle(File,Puzzle), Block, cl_records:block_record(Block, puzzle, File, Puzzle)).
walk(epd(File,Pos,Operations), Block,
     ( cl_records:block_record(Block, epd, File, Record), cl_records:read_epd(Record, Pos, Operations) )).

first(Goal, First) :-
    (   nonvar(Goal), Goal = (A,_) -> first(A, First)
    ;   First = Goal
    ).

cuts(Goal) :-
    nonvar(Goal),
    (   Goal == ! -> true
    ;   Goal = (A,B) -> ( cuts(A) -> true ; cuts(B) )
    ;   Goal = (A;B) -> ( cuts(A) -> true ; cuts(B) )
    ;   Goal = (_->B) -> cuts(B)
    ;   Goal = _:A -> cuts(A)
    ).

block_record(block(N,From,To), Kind, Named, Record) :-
    record_of(Kind, Named, Record, Files, File1, Number),
    (   nth1(N, Files, File) -> true
    ;   ended(files), false
    ),
    (   File1 = File -> true
    ;   ended(file), false
    ),
    (   var(Number) -> record_from(From, To, Kind, File1, Number)
    ;   ended(file),
        From =:= 1,
        next(Kind, File1, Number, _, Problem),
        Problem == []
    ).

ended(What) :- '$foreign_call'(records_end, [What], _).

% files(+Name, +PI, -Files): Files are those that a name, a pattern, or a list of them means. A file that is named keeps
% the text of its name, an atom or a string.
files(File, PI, Files) :-
    (   is_text(File) -> files_named(File, PI, Files)
    ;   in_name_of(must_be(list, File), PI),
        files_of(File, PI, Files)
    ).

files_of([], _, []).
files_of([File|Rest], PI, Files) :-
    (   var(File) -> throw(error(instantiation_error, PI))
    ;   is_text(File) -> files_named(File, PI, Files0)
    ;   throw(error(type_error(text, File), PI))
    ),
    append(Files0, Files1, Files),
    files_of(Rest, PI, Files1).

files_named(File, PI, Files) :-
    in_name_of(findall(F, named_file(File, F), Found), PI),
    (   Found = [F], text_atom(File, F) -> Files = [File]
    ;   Files = Found
    ).

text_atom(X, F) :- ( atom(X) -> F = X ; string_terms:characters(X, Cs), atom_chars(F, Cs) ).

one_of([F|Fs], X) :- one_of_(Fs, F, X).

one_of_([], F, F).
one_of_([_|_], F, F).
one_of_([F|Fs], _, X) :- one_of_(Fs, F, X).

% A list of single characters is text, too.
is_text(X) :- atom(X).
is_text('$string'(_)).
is_text([C|_]) :- atom(C), atom_length(C, 1).

% record_from(+Number0, +To, +Kind, +File, -Number): Number goes from Number0 to To, or to the last record if To is
% `all`; that a block goes beyond that is told.
record_from(Number0, To, Kind, File, Number) :-
    (   next(Kind, File, Number0, _, Problem) -> true
    ;   integer(To), ended(file), false
    ),
    (   Problem == [] ->
        (   Number = Number0
        ;   record_behind(Number0, To, Kind, File, Number)
        )
    ;   warn(Kind, File, Number0, Problem),
        record_behind(Number0, To, Kind, File, Number)
    ).

record_behind(Number0, To, Kind, File, Number) :-
    Number0 \== To,
    Next is Number0 + 1,
    record_from(Next, To, Kind, File, Number).

% An error names the predicate that was called, not the native below it.
next(Kind, File, N0, N, Problem) :-
    predicate_of(Kind, PI),
    in_name_of(next_(Kind, File, N0, N, Problem), PI).

next_(game, File, N0, N, Problem) :-
    next_game(File, N0, N, Problem),
    (   Problem == [], cut_variation(File, N, Text), warning(File, game, N, [': ',Text]), false
    ;   true
    ).
next_(puzzle, File, N0, N, Problem) :- next_puzzle(File, N0, N, Problem).
next_(epd, File, N0, N, Problem) :- next_epd(File, N0, N, Problem).

predicate_of(game, game/2).
predicate_of(puzzle, puzzle/2).
predicate_of(epd, epd/3).

warn(Kind, File, Number, Problem) :- warning(File, Kind, Number, [' is skipped: ',Problem]).

warning(File, Kind, Number, Texts) :- told(['% Warning: ',File,', ',Kind,' ',Number|Texts]).

told(Texts) :-
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

?- game(file(a), G).
   error(type_error(list,file(a)),game/2).

?- game([classics,openings], game(F,1)).
   F = classics
;  F = openings.

?- game('no-such-*.pgn', G).
   error(existence_error(source_sink,"no-such-*.pgn"),game/2).

?- game([classics,'none.pgn'], G).
   error(existence_error(source_sink,"none.pgn"),game/2).

?- variation(game(classics,1), Ply, V).
   false.

?- variation(game(classics,1-1), Ply, V).
   error(existence_error(game,"classics game 1-1"),variation/3).

?- find_pattern(classics, [on('R',d8), attacks(on('R',d8), on(k,any)), material('KQPPPPKP')], G, Ply).
   false.

?- find_pattern(classics, [on('R',d8), count(white(queen),any,0), attacks(on('R',d8), on(k,e8))], G, Ply), game_end(G, Ply, _).
   G = game(classics,1), Ply = 33
;  ... .

?- find_pattern(classics, on(x,y), G, Ply).
   error(domain_error(pattern_pieces,"x"),find_pattern/4).

?- find_pattern(classics, on([],d1), G, Ply).
   error(domain_error(pattern_pieces,"[]"),find_pattern/4).

?- find_pattern(classics, attacks(on('R',d1), on(white(k),[])), G, Ply).
   error(domain_error(pattern_pieces,"white(k)"),find_pattern/4).

?- find_pattern(classics, not(on('R',[])), G, Ply).
   error(domain_error(pattern_squares,"[]"),find_pattern/4).

?- find_pattern(classics, [], foo, Ply).
   error(type_error(game,foo),find_pattern/4).

?- find_pattern(classics, [], G, -1).
   error(type_error(count,-1),find_pattern/4).

?- find_pattern('none.pgn', [], G, Ply).
   error(existence_error(source_sink,"none.pgn"),find_pattern/4).

?- player_game(classics, 'morphy, paul', white, G).
   G = game(classics,1)
;  ... .

?- player_game(classics, "duke of*", S, G).
   S = black, G = game(classics,1).

?- player_game(classics, 'Nobody', S, G).
   false.

?- player_game(classics, 'Morphy, Paul', red, G).
   error(domain_error(side,red),player_game/4).

?- player_game(classics, 'Morphy, Paul', S, 1).
   error(type_error(game,1),player_game/4).

?- player_game(classics, P, S, G).
   error(instantiation_error,player_game/4).

?- player_game(classics, 1, S, G).
   error(type_error(text,1),player_game/4).
