/** Tactics: the moves that win something by force, and the motifs that make them work.

```
?- P = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", tactic(P, Motif, Move, Line).
   P = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Motif = mate_in_1, Move = move(a1,a8,none), Line = [move(a1,a8,none)]
;  P = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Motif = back_rank_mate, Move = move(a1,a8,none), Line = [move(a1,a8,none)].
```

It is done in two steps. A search in Rust proves that a move wins: `winning_line/4` of the module
`winning_lines` gives the move and the line of best play after it. Then the rules below, one or two a motif, name what is seen in that
line: `fork` holds if some move of it makes a fork, and so on. The names and the ideas behind them are
those of the themes of Lichess puzzles and of the Chess Programming Wiki; the rules are our own.

A line is played out as a list of steps `step(Pos,Move,After)`, in which the steps of our side and
the replies of the opponent take turns. A rule `shows(Motif, Steps, Evidence)` looks at the steps from
one of ours on; Evidence is a term that tells what was seen: `fork(f7,[d8,h8])`.
*/

:- module(tactics, [tactic/4, tactic/5, threat/4, motif/1, motif_words/2, motif_rule/2]).

:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(library(chess_attack)).
:- use_module(library(chess_geometry)).
:- use_module(library(chess_motifs)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_state)).
:- use_module(library(internal_help)).
:- use_module(library(winning_lines)).

%! tactic(+Pos:position, ?Motif:motif, ?Move:move, ?Line:list) is nondet.
%
% True iff Move wins something in Pos by force, Line is a line of the proof, and Motif is seen in Line.
%
% Line begins with Move. It is the line of best play where Motif is seen in that, or else a line after
% another reply that is not much worse, or that takes what Move offers. Something is a pawn at least,
% mate, or a draw for a side that is behind. If there is a forced mate, only moves that mate as fast are
% reported; else only moves that win half as much as the best one at least. motif/1 lists the motifs;
% of each, a move is reported once.

tactic(Pos, Motif, Move, Line) :-
    known_motif(Motif, tactic/4),
    winning_lines:may_be_list(Line, tactic/4),
    found(usual, tactic/4, Pos, Motif, Move, Line, _).

%! tactic(+Pos:position, ?Motif:motif, ?Move:move, ?Line:list, -Evidence) is nondet.
%
% True iff tactic/4 holds, and Evidence is `at(Ply,What)`: What is seen at the move Ply of Line, the first move being 1.
% What is one of these terms; pieces are told by their squares, as they stand then.
%
%   - `fork(By,Targets)`, `skewer(By,Front,Back)`, `pin(Pinned,By,Saved)`: Pinned cannot take Saved, or cannot
%     run if Saved is Pinned; `relative_pin(Pinned,By,Behind)`
%   - `discovered_attack(From,Slider,Target)`, `discovered_check(King,Checker,From)`, `double_check(King,Checkers)`
%   - `mate(King)`, `back_rank_mate(King,Checker)`, `smothered_mate(King,Checker)`
%   - `hanging_piece(Square,Piece)`, `trapped_piece(Square)`, `xray(By,Through,Square)`
%   - `removing_the_defender(Defender,Target)`, `deflection(Guard,Target)`, `attraction(Square,Piece)`,
%     `interference(Block,Slider,Target)`, `intermezzo(To,Target)`
%   - `promotion(Square,Piece)`, `promotion_threat(Square)`, `sacrifice(Pawns)`

tactic(Pos, Motif, Move, Line, Evidence) :-
    known_motif(Motif, tactic/5),
    winning_lines:may_be_list(Line, tactic/5),
    found(usual, tactic/5, Pos, Motif, Move, Line, Evidence).

% found(+Effort, +PI, +Pos, ?Motif, ?Move, ?Line, ?Evidence): as tactic/5, after a search with Effort;
% errors are those of PI.
found(Effort, PI, Pos, Motif, Move, Line, Evidence) :-
    winning_lines:proved(Effort, PI, Pos, Move, Lines, Gain),
    findall(L-Ss, ( member(L, Lines), steps(L, Pos, Ss) ), Played),
    motif(Motif),
    once(( member(Line0-Steps, Played), seen(Motif, Gain, Steps, Evidence0) )),
    Line = Line0,
    Evidence = Evidence0.

known_motif(Motif, _) :- var(Motif), !.
known_motif(Motif, _) :- motif(Motif), !.
known_motif(Motif, PI) :- atom(Motif), !, domain_error(motif, Motif, PI).
known_motif(Motif, PI) :- type_error(atom, Motif, PI).

%! threat(+Pos:position, ?Motif:motif, ?Move:move, ?Line:list) is nondet.
%
% True iff the side that is not to move threatens Move: if it were to move in Pos, tactic/4 would hold
% of Motif, Move and Line. Who gives check threatens nothing in this sense: the check must be answered.

threat(Pos, Motif, Move, Line) :-
    known_motif(Motif, threat/4),
    winning_lines:may_be_list(Line, threat/4),
    catch(null_move(Pos, Passed), error(E, _), throw(error(E, threat/4))),
    found(usual, threat/4, Passed, Motif, Move, Line, _).

%! motif(?Motif:atom) is nondet.
%
% True iff tactic/4 knows the motif Motif.

motif(Motif) :- motif_words(Motif, _).

%! motif_words(?Motif:atom, ?Words:chars) is nondet.
%
% True iff Words say what the motif Motif is.

motif_words(mate_in_1, "checkmate at once").
motif_words(mate_in_2, "checkmate in two moves against any defence").
motif_words(mate_in_3, "checkmate in three moves against any defence").
motif_words(mate_in_4, "checkmate in four moves against any defence").
motif_words(mate_in_5, "checkmate in five moves against any defence").
motif_words(long_mate, "checkmate in more than five moves against any defence that was looked at").
motif_words(back_rank_mate, "mate on the back rank, to a king shut in by its own pieces").
motif_words(smothered_mate, "mate by a knight, to a king whose own pieces take all squares around it").
motif_words(double_check, "two pieces give check at once, so that the king must move").
motif_words(discovered_check, "a piece moves away and opens the line on which another gives check").
motif_words(discovered_attack, "a piece moves away and opens the line on which another then captures").
motif_words(fork, "one piece attacks two or more at once").
motif_words(skewer, "a piece moves away from a line piece that attacks it and exposes the one behind").
motif_words(pin, "a piece cannot leave a line, since its king or a better piece stands behind it").
motif_words(xray, "a line piece recaptures through the enemy piece that captured").
motif_words(hanging_piece, "a piece is captured that nothing defends").
motif_words(trapped_piece, "a piece has no safe square and is captured").
motif_words(removing_the_defender, "the defender is captured, then what it defended").
motif_words(deflection, "a piece is drawn away from what it guards").
motif_words(attraction, "a piece is drawn to a square on which it is attacked").
motif_words(interference, "a piece comes between a line piece and what it guards").
motif_words(intermezzo, "a forcing move comes first, and the capture that was there already after it").
motif_words(promotion, "a pawn promotes, or costs material to stop, and the move makes that so").
motif_words(underpromotion, "a pawn becomes a knight, bishop or rook, and a queen would not do as well").
motif_words(sacrifice, "material is given up to win more").

%! motif_rule(+Motif:atom, -Text:chars) is nondet.
%
% True iff Text is a clause of the rule that finds Motif.

motif_rule(Motif, Text) :-
    must_be(atom, Motif),
    known_motif(Motif, motif_rule/2),
    atom_chars(Motif, Name),
    member(Relation, ["seen(","shows("]),
    append(Relation, Name, Start0),
    append(Start0, ",", Start),
    library_clause(tactics, Start, Text).

% seen(+Motif, +Gain, +Steps, -Evidence): Motif is seen somewhere in the whole line.

seen(mate_in_1, mate(1), Steps, At) :- mates(Steps, At).
seen(mate_in_2, mate(2), Steps, At) :- mates(Steps, At).
seen(mate_in_3, mate(3), Steps, At) :- mates(Steps, At).
seen(mate_in_4, mate(4), Steps, At) :- mates(Steps, At).
seen(mate_in_5, mate(5), Steps, At) :- mates(Steps, At).
seen(long_mate, mate(N), Steps, At) :- N > 5, mates(Steps, At).
% The first move takes it, so that it hung before.
seen(hanging_piece, _, [step(Pos,move(From,To,_),_)|_], at(1,hanging_piece(To,Piece))) :-
    capture(From, To, Pos),
    piece_at(To, Pos, _, Piece),
    Piece \== pawn,
    undefended(To, Pos).
% After a later move of ours we are two pawns short of what we began with: we do not just recapture.
seen(sacrifice, _, Steps, at(Ply,sacrifice(Points))) :-
    Steps = [step(Pos,_,_)|_],
    turn(Side, Pos),
    points(Side, Pos, Start),
    ours(Steps, 1, [_,_,step(_,_,After)|_], Ply),
    points(Side, After, Now),
    Points is Start - Now,
    Points >= 2.
% A pawn promotes, and not only because nothing has come between; to a queen, unless another piece wins more.
seen(promotion, Gain, Steps, at(Ply,promotion(To,Promotion))) :-
    ours(Steps, 1, [step(_,move(From,To,Promotion),_)|_], Ply),
    Promotion \== none,
    \+ put_off(Gain, Steps, Ply, From),
    \+ queen_does(Gain, Steps, Ply, Promotion).
% To stop a pawn on its last but one rank, the opponent has to give up material.
seen(promotion, Gain, Steps, at(Ply,promotion_threat(Square))) :-
    Gain \= mate(_),
    ours(Steps, 1, [step(_,move(From,Square,none),After)|Replies], Ply),
    piece_at(Square, After, Side, pawn),
    ranks(Side, _, _, Seventh, Last),
    to_coords(Square, Seventh, File),
    to_coords(Queening, Last, File),
    \+ piece_at(Queening, After, _, _),
    \+ ( Replies = [step(_,move(_,Square,_),_)|_], in_danger(Square, After) ),
    \+ put_off(Gain, Steps, Ply, From).
seen(underpromotion, Gain, Steps, at(Ply,promotion(To,Promotion))) :-
    seen(promotion, Gain, Steps, at(Ply,promotion(To,Promotion))),
    Promotion \== queen.
seen(Motif, _, Steps, at(Ply,Evidence)) :-
    ours(Steps, 1, Suffix, Ply),
    shows(Motif, Suffix, Evidence).

% ours(+Steps, +N, -Suffix, -Ply): Suffix are the steps from the move Ply on, which is one of ours.
ours(Steps, N, Steps, N) :- Steps = [_|_].
ours([_,_|Steps], N0, Suffix, N) :- N1 is N0 + 2, ours(Steps, N1, Suffix, N).

% --- Mates.

mates(Steps, at(Ply,mate(King))) :-
    length(Steps, Ply),
    last_step(Steps, step(_,_,End)),
    checkmate(End),
    turn(Side, End),
    king_square(Side, King, End).

last_step([Step], Step) :- !.
last_step([_|Steps], Step) :- last_step(Steps, Step).

% The king stands on its first rank, and on each square before it a piece of its own that we do not
% attack; the check comes along the rank.
shows(back_rank_mate, [step(_,_,End)], back_rank_mate(King,Checker)) :-
    checkmate(End),
    turn(Side, End),
    king_square(Side, King, End),
    ranks(Side, Rank, Next, _, _),
    to_coords(King, Rank, File),
    attacks(Checker, King, End),
    to_coords(Checker, Rank, _),
    \+ ( step_ahead(File, Next, Square), \+ shut(Square, Side, End) ).

% A knight mates a king that has nowhere to go for its own pieces.
shows(smothered_mate, [step(_,_,End)], smothered_mate(King,Checker)) :-
    checkmate(End),
    turn(Side, End),
    king_square(Side, King, End),
    attacks(Checker, King, End),
    piece_at(Checker, End, _, knight),
    \+ ( distance(King, Square, 1), \+ piece_at(Square, End, Side, _) ).

% --- Checks.

shows(double_check, [step(_,_,After)|_], double_check(King,[A,B])) :-
    checkers(After, King, [A,B]).
shows(discovered_check, [step(_,Move,After)|_], discovered_check(King,Checker,From)) :-
    Move = move(From,To,_),
    checkers(After, King, Checkers),
    member(Checker, Checkers),
    Checker \== To,
    aligned(From, Checker, King),
    !.

% --- Lines.

% What we capture with next stood behind the piece that moved away, or mate is given at once.
shows(discovered_attack, Steps, Evidence) :-
    shows(discovered_check, Steps, discovered_check(King,Checker,From)),
    Evidence = discovered_attack(From,Checker,King).
shows(discovered_attack, [step(_,move(From,To,_),_),step(_,move(_,Reply,_),_),Next|_],
      discovered_attack(From,Slider,Target)) :-
    takes(Next, Slider, Target, _),
    Target \== To,
    Target \== Reply,
    Slider \== To,
    ray_between(Slider, Target, From).

% The piece in front leaves the line, and what stood behind it falls.
shows(skewer, [step(_,_,After),step(_,move(Front,To,_),_),Next|_], skewer(By,Front,Target)) :-
    takes(Next, By, Target, Captured),
    Target \== To,
    ray_between(By, Target, Front),
    Next = step(Before,_,_),
    piece_at(Front, After, _, Moved),
    worth(Moved, High),
    worth(Captured, Low),
    High > Low,
    in_danger(Target, Before).

% A pinned piece cannot take what it attacks, ...
shows(pin, [step(_,_,After)|_], pin(Pinned,By,Saved)) :-
    pinned_enemy(After, Pinned, By, King),
    attacks(Pinned, Saved, After),
    \+ aligned(King, By, Saved),
    Saved \== By,
    piece_at(Pinned, After, _, Piece),
    piece_at(Saved, After, _, Target),
    (   worth_more(Target, Piece) -> true
    ;   undefended(Saved, After)
    ).
% ... or cannot run from the piece that pins it and wins it.
shows(pin, [step(_,_,After)|_], pin(Pinned,By,Pinned)) :-
    pinned_enemy(After, Pinned, By, King),
    attacks(Attacker, Pinned, After),
    aligned(King, Pinned, Attacker),
    piece_at(Pinned, After, _, Piece),
    piece_at(Attacker, After, _, Attacking),
    (   worth_more(Piece, Attacking) -> true
    ;   undefended(Pinned, After),
        \+ attacks(Pinned, Attacker, After)
    ).

% ... or is taken before it got away.
shows(pin, [step(_,_,After),step(_,move(_,To,_),_),Next|_], pin(Pinned,By,Pinned)) :-
    takes(Next, _, Pinned, _),
    Pinned \== To,
    pinned_enemy(After, Pinned, By, _).

% It is pinned, too, to a piece that is worth more and would fall in its place.
shows(pin, [step(_,_,After),step(_,move(_,To,_),_),Next|_], relative_pin(Pinned,By,Behind)) :-
    takes(Next, _, Pinned, Piece),
    Pinned \== To,
    behind(By, Pinned, Behind, After),
    side_at(Pinned, After, Side),
    piece_at(Behind, After, Side, Hidden),
    attacks(By, Pinned, After),
    Hidden \== king,
    worth_more(Hidden, Piece),
    (   piece_at(By, After, _, Pinning), worth_more(Hidden, Pinning) -> true
    ;   undefended(Behind, After)
    ).

shows(xray, [First,step(_,move(Through,Square,_),_),Next|_], xray(By,Through,Square)) :-
    takes(First, _, Square, _),
    takes(Next, By, Square, _),
    ray_between(By, Square, Through).

% --- Attacks.

shows(fork, [step(_,move(_,By,_),After),_,_|_], fork(By,Targets)) :-
    piece_at(By, After, _, Piece),
    Piece \== king,
    \+ in_danger(By, After),
    findall(Target, fork_target(By, Piece, After, Target), Targets),
    Targets = [_,_|_].

% We take it at last, and before its last move it could not get away.
shows(trapped_piece, [step(_,_,After),step(_,move(Fled,To,_),_),Next|_], trapped_piece(Square)) :-
    takes(Next, _, Target, Captured),
    Captured \== pawn,
    (   Target == To -> Square = Fled ; Square = Target ),
    is_trapped(Square, After).

% --- Defenders.

shows(removing_the_defender, [First,step(_,move(_,To,_),_),Next|_],
      removing_the_defender(Defender,Target)) :-
    First = step(Pos,_,_),
    takes(First, By, Defender, _),
    takes(Next, Taker, Target, Captured),
    Target \== To,
    Taker \== Defender,
    Taker \== By,
    defends(Defender, Target, Pos),
    Next = step(Before,move(From,_,_),_),
    undefended(Target, Before),
    piece_at(From, Before, _, Piece),
    Piece \== king,
    \+ worth_more(Captured, Piece).

% The reply is forced: it takes what we offer, or ends a check.
shows(deflection, [First,step(Pos,move(Guard,To,_),Next0),Next|_], deflection(Guard,Target)) :-
    First = step(_,move(_,Offered,_),_),
    ( To == Offered -> true ; in_check(_, Pos) ),
    \+ profitable(First),
    Next = step(Next0,move(From,Target,Promotion),_),
    Target \== To,
    Target \== Offered,
    (   takes(Next, From, Target, Captured) ->
        piece_at(From, Next0, _, Piece),
        \+ worth_more(Captured, Piece)
    ;   Promotion \== none
    ),
    side_at(Guard, Pos, Side),
    attackers(Side, Target, Guard, Pos),
    \+ attackers(Side, Target, To, Next0).

shows(attraction, [step(_,move(_,Square,_),_),step(_,move(_,Square,_),Pos),step(_,move(_,To,_),After)|Steps],
      attraction(Square,Piece)) :-
    piece_at(Square, Pos, _, Piece),
    memberchk(Piece, [king,queen,rook]),
    attacks(To, Square, After),
    (   Piece == king -> true
    ;   Steps = [_,step(_,move(_,Square,_),_)|_]
    ).

shows(interference, [step(Pos,move(_,Block,_),_),step(_,move(_,Reply,_),_),Next|_],
      interference(Block,Slider,Target)) :-
    interferes(Pos, Block, Reply, Next, Slider, Target).
% The opponent may have to do it to itself.
shows(interference, [_,step(Pos,move(_,Block,_),_),Next|_], interference(Block,Slider,Target)) :-
    interferes(Pos, Block, Block, Next, Slider, Target).

% The capture could have been made at once. A forcing move comes first, and does not cost it.
shows(intermezzo, [First,step(Pos,move(Replier,_,_),_),Next|Steps], intermezzo(To,Target)) :-
    \+ ( last_step([Next|Steps], step(_,_,End)), checkmate(End) ),
    takes(Next, From, Target, Captured),
    Captured \== pawn,
    First = step(Before,move(_,To,_),_),
    To \== Target,
    To \== From,
    capture(From, Target, Before),
    in_check(_, Pos),
    side_at(Replier, Pos, Side),
    \+ attackers(Side, Target, Replier, Pos).

% --- Pawns.

% put_off(+Gain, +Steps, +Ply, +From): the first move, which wins Gain, is another piece's than the pawn's that goes from
% From at Ply, and the pawn's own next step would have been better, and have won no less.
put_off(Gain, Steps, Ply, From) :-
    Steps = [step(Pos,Played,_)|_],
    Played = move(First,_,_),
    findall(Earlier, ( ours(Steps, 1, [step(_,Earlier,_)|_], N), N < Ply ), Moves0),
    reverse(Moves0, Moves),
    origin(Moves, From, Origin),
    Origin \== First,
    % The best move comes first.
    winning_lines:proved(usual, tactic/4, Pos, Move, _, Own),
    Move = move(Other,_,_),
    ( Other == Origin -> true ; Move == Played ),
    !,
    Other == Origin,
    no_less(Own, Gain).

% origin(+Moves, +Square, -Origin): what stands on Square after Moves, the last first, stood on Origin before.
origin([], Square, Square).
origin([move(From,To,_)|Moves], Square, Origin) :-
    (   To == Square -> origin(Moves, From, Origin)
    ;   origin(Moves, Square, Origin)
    ).

% Later promotions are the choice of a search that tries the queen first.
queen_does(Gain, [step(Pos,move(From,To,_),_)|_], 1, Promotion) :-
    Promotion \== queen,
    winning_lines:proved(usual, tactic/4, Pos, move(From,To,queen), _, Own),
    no_less(Own, Gain),
    !.

% no_less(+Gain, +Other): of gains that are won in the same position.
no_less(mate(N), mate(M)) :- N =< M.
no_less(mate(_), centipawns(_)).
no_less(centipawns(N), centipawns(M)) :- N >= M.
no_less(draw, draw).

% --- What the rules are made of.

% steps(+Line, +Pos, -Steps): the moves of Line, each with the positions before and after it.
steps([], _, []).
steps([Move|Moves], Pos, [step(Pos,Move,After)|Steps]) :-
    make_move(Move, Pos, After),
    !,
    steps(Moves, After, Steps).

points(Side, Pos, Points) :-
    other_side(Side, Other),
    material(Side, Ours, Pos),
    material(Other, Theirs, Pos),
    Points is Ours - Theirs.

% takes(+Step, -From, -Square, -Captured): a capture, not en passant.
takes(step(Pos,move(From,Square,_),_), From, Square, Captured) :-
    side_at(From, Pos, Side),
    piece_at(Square, Pos, Other, Captured),
    Other \== Side.

% Block stands between a slider and what it defended, which is captured next.
interferes(Pos, Block, Reply, Next, Slider, Target) :-
    takes(Next, _, Target, _),
    Target \== Reply,
    Next = step(Before,_,_),
    undefended(Target, Before),
    defends(Slider, Target, Pos),
    piece_at(Slider, Pos, _, Piece),
    sliding_piece(Piece),
    ray_between(Slider, Target, Block).

% The capture pays at once.
profitable(Step) :-
    Step = step(Pos,_,_),
    takes(Step, From, _, Captured),
    piece_at(From, Pos, _, Piece),
    \+ worth_more(Piece, Captured).

side_at(Square, Pos, Side) :- piece_at(Square, Pos, Side, _).

checkers(Pos, King, Checkers) :-
    in_check(Side, Pos),
    king_square(Side, King, Pos),
    findall(Checker, attacks(Checker, King, Pos), Checkers).

pinned_enemy(Pos, Pinned, By, King) :-
    turn(Side, Pos),
    pinned(Pinned, By, Pos),
    piece_at(Pinned, Pos, Side, _),
    king_square(Side, King, Pos).

fork_target(By, Piece, Pos, Target) :-
    attacks(By, Target, Pos),
    piece_at(Target, Pos, _, Attacked),
    Attacked \== pawn,
    (   worth_more(Attacked, Piece) -> true
    ;   undefended(Target, Pos),
        \+ attacks(Target, By, Pos)
    ).

% in_danger(+Square, +Pos): the piece there is attacked, and undefended or worth more than an attacker.
in_danger(Square, Pos) :-
    attacks(_, Square, Pos),
    undefended(Square, Pos),
    !.
in_danger(Square, Pos) :-
    piece_at(Square, Pos, _, Piece),
    attacks(Attacker, Square, Pos),
    piece_at(Attacker, Pos, _, Attacking),
    worth_more(Piece, Attacking),
    !.

undefended(Square, Pos) :- \+ defends(_, Square, Pos).

% It would lose material where it stands, and wherever it goes.
is_trapped(Square, Pos) :-
    piece_at(Square, Pos, Side, Piece),
    \+ memberchk(Piece, [pawn,king]),
    turn(Side, Pos),
    \+ in_check(Side, Pos),
    \+ pinned(Square, _, Pos),
    in_danger(Square, Pos),
    \+ ( legal_move(Square, To, Pos), escapes(Square, To, Piece, Pos) ).

escapes(_, To, Piece, Pos) :-
    piece_at(To, Pos, _, Captured),
    \+ worth_more(Piece, Captured),
    !.
escapes(From, To, _, Pos) :-
    make_move(From, To, Pos, After),
    !,
    \+ in_danger(To, After).

worth_more(A, B) :- worth(A, X), worth(B, Y), X > Y.

worth(pawn, 1).
worth(knight, 3).
worth(bishop, 3).
worth(rook, 5).
worth(queen, 9).
worth(king, 100).

% ranks(?Side, ?First, ?Second, ?Seventh, ?Last): the ranks as Side counts them.
ranks(white, 1, 2, 7, 8).
ranks(black, 8, 7, 2, 1).

step_ahead(File, Rank, Square) :-
    member(D, [-1,0,1]),
    F is File + D,
    F >= 1,
    F =< 8,
    to_coords(Square, Rank, F).

shut(Square, Side, Pos) :-
    piece_at(Square, Pos, Side, _),
    other_side(Side, Other),
    \+ attackers(Other, Square, _, Pos).

?- tactic("5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", smothered_mate, Move, Line).
   Move = move(b3,g8,none), Line = [move(b3,g8,none),move(f8,g8,none),move(h6,f7,none)].

?- tactic("6k1/5ppp/8/8/3q4/8/5PPP/2R3K1 w - - 0 1", Motif, Move, _).
   Motif = mate_in_2, Move = move(c1,c8,none)
;  Motif = back_rank_mate, Move = move(c1,c8,none)
;  false.

?- tactic("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", fork, Move, Line, Evidence).
   Move = move(b5,c7,none), Line = [move(b5,c7,none),move(e8,d7,none),move(c7,a8,none)], Evidence = at(1,fork(c7,[a8,e8])).

?- tactic("q3k3/8/3K4/8/8/8/8/7R w - - 0 1", skewer, Move, Line, at(1,What)).
   Move = move(h1,h8,none), Line = [move(h1,h8,none),move(e8,f7,none),move(h8,a8,none)], What = skewer(h8,e8,a8).

?- tactic("4k3/8/8/8/8/8/8/R2qK3 w - - 0 1", Motif, move(a1,d1,none), Line).
   Motif = hanging_piece, Line = [move(a1,d1,none)]
;  false.

% Qg4 cannot be taken, since the queen on d7 guards e8 as well (Adams against Torre, New Orleans 1920).
?- tactic("2r1r1k1/1p1q1ppp/3p1b2/p2P4/3Q4/5N2/PP2RPPP/4R1K1 w - - 0 18", deflection, Move, _).
   Move = move(d4,g4,none).

?- threat("r1b1k2r/ppp2ppp/8/3N4/8/8/PPP2PPP/R3K2R b KQkq - 0 1", fork, Move, _).
   Move = move(d5,c7,none).

% The king's moves leave the promotion for later, and a rook is no better than a queen.
?- tactic("8/P6k/8/8/8/8/8/K7 w - - 0 1", Motif, Move, Line).
   Motif = promotion, Move = move(a7,a8,queen), Line = [move(a7,a8,queen)]
;  false.

% A queen would be lost for stalemate (the end of Saavedra's study).
?- tactic("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1", underpromotion, Move, _).
   Move = move(c7,c8,rook)
;  false.

?- start_position(P), tactic(P, Motif, Move, Line).
   false.

?- tactic("4k3/8/8/8/8/8/8/4K3 w - - 0 1", forkk, Move, Line).
   error(domain_error(motif,forkk),tactic/4).

?- start_position(P), tactic(P, fork, Move, e4).
   error(type_error(list,e4),tactic/4).

?- tactic(Pos, fork, Move, Line).
   error(instantiation_error,tactic/4).
