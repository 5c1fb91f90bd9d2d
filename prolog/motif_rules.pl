/** The rules of the motifs: what is seen in a line that wins.

A line is played out as a list of steps `step(Pos,Move,After,played(Piece,Taken,Check,Had,Has))`, in which the steps of our
side and the replies of the opponent take turns (`steps/3` of module `motif_steps`, which also has what the rules ask). Piece
moves and takes Taken, which may be none or en_passant; Check is none, check or mate; Had and Has are what we are ahead by before
and after it, in pawns. A rule `seen(Motif, Gain, Steps, At)` looks at the whole line; `shows(Motif, Steps, Evidence)` at the
steps from one of ours on. Evidence is a term that tells what was seen: `fork(f7,[d8,h8])`.

The names and the ideas behind them are those of the themes of Lichess puzzles and of the Chess Programming Wiki; the
mates are those of the books. The rules are our own. They are in one file, since `motif_rule/2` and
`explain/2` show the clause that fired as it stands here.
*/

:- module(motif_rules, [seen/4, shows/3]).

:- use_module(library(lists)).
:- use_module(library(chess_attack)).
:- use_module(library(chess_geometry)).
:- use_module(library(chess_motifs), [mate_in_one/2]).
:- use_module(library(chess_moves)).
:- use_module(library(chess_pawns)).
:- use_module(library(chess_playing)).
:- use_module(library(chess_state)).
:- use_module(library(internal_search)).
:- use_module(library(motif_steps)).
:- use_module(library(winning_lines)).

% seen(+Motif, +Gain, +Steps, -At): Motif is seen in the whole line.

seen(mate_in_1, mate(1), Steps, At) :- mates(Steps, At).
seen(mate_in_2, mate(2), Steps, At) :- mates(Steps, At).
seen(mate_in_3, mate(3), Steps, At) :- mates(Steps, At).
seen(mate_in_4, mate(4), Steps, At) :- mates(Steps, At).
seen(mate_in_5, mate(5), Steps, At) :- mates(Steps, At).
seen(long_mate, mate(N), Steps, At) :- N > 5, mates(Steps, At).
% From a move of ours on we do nothing but give check, until a position comes again.
seen(perpetual_check, draw, Steps, at(Ply,perpetual_check(King))) :-
    once(( ours(Steps, 1, Suffix, Ply), always_checks(Suffix) )),
    comes_again(Suffix),
    Suffix = [Step|_],
    checkers(Step, King, _).
seen(stalemate, draw, Steps, at(Ply,stalemate(King))) :-
    last_step(Steps, step(_,_,End,_)),
    stalemate(End),
    king_to_move(End, _, King),
    length(Steps, Ply).
% The first move takes it, so that it hung before.
seen(hanging_piece, _, [Step|_], at(1,hanging_piece(To,Piece))) :-
    takes(Step, _, To, Piece),
    Piece \== pawn,
    Step = step(Pos,_,_,_),
    undefended(To, Pos).
% A pawn that nothing defends, or what nothing can take back, or what is guarded too little, or what costs more to take back.
seen(winning_capture, Gain, [Step|Replies], at(1,winning_capture(To,Why))) :-
    Gain \= mate(_),
    Step = step(Pos,move(From,To,_),After,played(_,Taken,_,_,_)),
    Taken \== none,
    \+ seen(hanging_piece, _, [Step], _),
    (   Taken \== en_passant, undefended(To, Pos) -> Why = undefended
    ;   \+ capture(_, To, After) -> Why = safe
    ;   exchange_value(From, To, Points, Pos), Points > 0 -> Why = exchange
    ;   \+ Replies = [step(_,move(_,To,_),_,_)|_],
        \+ ( legal_move(By, To, P, After), no_dearer(Gain, Pos, After, move(By,To,P)) ),
        Why = not_taken_back
    ).
% Men of one worth go off on one square; then we take what has stood elsewhere from the beginning.
seen(liquidation, Gain, Steps, at(Ply,liquidation(Square,Target))) :-
    Gain \= mate(_),
    exchanged(Steps, N, Square),
    ( N =:= 3 -> Ply = 3 ; Ply = 1 ),
    once(( stood(Steps, Later, Target), Later > N + 1, Target \== Square )).
% In an ending without queens; before, a king has other cares.
seen(king_march, _, Steps, at(1,king_march(Target))) :-
    Steps = [step(Pos,_,_,played(king,none,_,_,_))|_],
    \+ in_check(_, Pos),
    \+ piece_at(_, Pos, _, queen),
    march(Steps, Target),
    turn(Us, Pos),
    other_side(Us, Them),
    piece_at(Target, Pos, Them, _).
% After a later move of ours we are two pawns short of what we began with: we do not just recapture. What the mating move
% takes is no part of the price.
seen(sacrifice, _, Steps, at(Ply,sacrifice(Points))) :-
    Steps = [step(_,_,_,played(_,_,_,Start,_))|_],
    ours(Steps, 1, [_,_,step(_,_,_,played(_,_,Check,Had,Has))|_], Ply),
    Start - Has >= 2,
    ( Check == mate -> Now = Had ; Now = Has ),
    Points is Start - Now.
% A pawn promotes, and not only because nothing has come between; to a queen, unless another piece wins more.
seen(promotion, Gain, Steps, at(Ply,promotion(To,Promotion))) :-
    ours(Steps, 1, [step(_,move(From,To,Promotion),_,_)|_], Ply),
    Promotion \== none,
    \+ put_off(Gain, Steps, Ply, From),
    \+ queen_does(Gain, Steps, Ply, Promotion).
% To stop a pawn on its last but one rank, the opponent has to give up material.
seen(promotion, Gain, Steps, at(Ply,promotion_threat(Square))) :-
    Gain \= mate(_),
    ours(Steps, 1, [step(_,move(From,Square,none),After,played(pawn,_,_,_,_))|Replies], Ply),
    to_coords(Square, Seventh, File),
    ranks(_, _, _, Seventh, Last),
    to_coords(Queening, Last, File),
    \+ piece_at(Queening, After, _, _),
    \+ ( Replies = [step(_,move(_,Square,_),_,_)|_], in_danger(Square, After) ),
    \+ put_off(Gain, Steps, Ply, From).
seen(underpromotion, Gain, Steps, at(Ply,promotion(To,Promotion))) :-
    seen(promotion, Gain, Steps, at(Ply,promotion(To,Promotion))),
    Promotion \== queen.
seen(advanced_pawn, Gain, Steps, at(Ply,advanced_pawn(To))) :-
    ours(Steps, 1, [Step|_], Ply),
    advances(Step, From, To),
    Step = step(_,_,After,_),
    passed_pawn(To, After),
    \+ put_off(Gain, Steps, Ply, From).
% A king on its first three ranks without a pawn before or beside it, which we check before the end; we have a queen.
seen(exposed_king, _, Steps, at(Ply,exposed_king(King))) :-
    Steps = [step(Pos,_,_,_)|_],
    ours(Steps, 1, [step(_,_,_,played(_,_,Check,_,_)),_,_|_], Ply),
    Check \== none,
    turn(Us, Pos),
    piece_at(_, Pos, Us, queen),
    other_side(Us, Side),
    king_square(Side, King, Pos),
    to_coords(King, Rank, File),
    (   Side == white -> Rank =< 3, Next is Rank + 1
    ;   Rank >= 6, Next is Rank - 1
    ),
    \+ ( sheltering(Rank, Next, File, Square), piece_at(Square, Pos, Side, pawn) ).
% Nothing is taken, checked or attacked by the first or the second move, and something is won later.
seen(quiet_move, _, Steps, at(Ply,quiet_move(To))) :-
    member(Ply, [1,3]),
    ours(Steps, 1, [Step|Suffix], Ply),
    Step = step(Pos,_,_,played(Piece,_,_,_,_)),
    Piece \== king,
    wins_later([Step|Suffix]),
    quiet(Step, To),
    \+ in_check(_, Pos).
% As quiet a move; if we passed instead, the opponent would win what he cannot win after it. Who only runs from a capture
% defends nothing.
seen(defensive_move, Gain, Steps, at(Ply,defensive_move(To,Threat))) :-
    Gain \= mate(_),
    ours(Steps, 1, [Step|_], Ply),
    quiet(Step, To),
    Step = step(Pos,move(From,_,_),After,_),
    null_move(Pos, Passed),
    threatened(Passed, Threat),
    Threat \= capture(From,_),
    \+ threatened(After, Threat),
    \+ ( threatened(After, Other), no_less_a_threat(Other, Threat) ).

% quiet(+Step, -To): the move, to To, takes nothing, gives no check, attacks no piece, and is no advance of a pawn.
quiet(Step, To) :-
    Step = step(_,move(_,To,none),After,played(_,none,none,_,_)),
    \+ advances(Step, _, _),
    \+ ( attacks(To, Target, After), piece_at(Target, After, _, Attacked), Attacked \== pawn ).

% threatened(+Pos, -Threat): the side to move mates at once, promotes a pawn, or captures with profit.
threatened(Pos, mate) :- once(mate_in_one(Pos, _)).
threatened(Pos, promotion(To)) :-
    legal_move(_, To, queen, Pos),
    make_move(move(_,To,queen), Pos, After),
    \+ capture(_, To, After).
threatened(Pos, capture(To,Points)) :- exchange_value(_, To, Points, Pos), Points > 0.

no_less_a_threat(mate, _).
no_less_a_threat(promotion(_), promotion(_)).
no_less_a_threat(promotion(_), capture(_,_)).
no_less_a_threat(capture(_,P), capture(_,Q)) :- P >= Q.

% second_threat(+Pos, +Target, -Threat): who is to move threatens something else than what stands on Target: mate, but not by
% taking there, a promotion, or a gain of two pawns.
second_threat(Pos, Target, mate) :- mate_in_one(Pos, move(_,To,_)), To \== Target, !.
second_threat(Pos, _, promotion(Square)) :- threatened(Pos, promotion(Square)).
second_threat(Pos, Target, capture(Square,Points)) :-
    threatened(Pos, capture(Square,Points)),
    Square \== Target,
    Points >= 2.

% is_new(+Threat, +Pos): it could not be carried out in Pos.
is_new(capture(Square,_), Pos) :- !, \+ threatened(Pos, capture(Square,_)).
is_new(_, _).

is_dear(capture(_,Points)) :- Points >= 3.

% march(+Steps, -Target): we move nothing but the king, until it takes on Target.
march([step(_,move(_,To,_),_,played(king,Taken,_,_,_))|Steps], Target) :-
    (   Taken \== none -> Target = To
    ;   Steps = [_|Rest],
        march(Rest, Target)
    ).

% --- Mates.

mates(Steps, at(Ply,mate(King))) :-
    last_step(Steps, step(_,_,End,played(_,_,mate,_,_))),
    length(Steps, Ply),
    king_to_move(End, _, King).

% The king stands on its first rank, and on each square before it a piece of its own that nothing but what mates
% attacks; the check comes along the rank.
shows(back_rank_mate, [step(_,_,End,played(_,_,mate,_,_))], back_rank_mate(King,Checker)) :-
    king_to_move(End, Side, King),
    ranks(Side, Rank, Next, _, _),
    to_coords(King, Rank, File),
    attacks(Checker, King, End),
    to_coords(Checker, Rank, _),
    \+ ( step_ahead(File, Next, Square), \+ shut(Square, Checker, Side, End) ).

% A knight mates a king that has nowhere to go for its own pieces.
shows(smothered_mate, [step(_,_,End,played(_,_,mate,_,_))], smothered_mate(King,Checker)) :-
    king_to_move(End, Side, King),
    attacks(Checker, King, End),
    piece_at(Checker, End, _, knight),
    \+ ( distance(King, Square, 1), \+ piece_at(Square, End, Side, _) ).

% A rook, or a queen as one, mates along the edge; a knight three files off guards what the king's own piece leaves free.
shows(anastasia_mate, [step(_,move(_,To,_),End,played(_,_,mate,_,_))], anastasia_mate(King,To,Knight)) :-
    king_to_move(End, Side, King),
    to_coords(King, Rank, Edge),
    inwards(Edge, D),
    Rank > 1,
    Rank < 8,
    piece_at(To, End, _, Piece),
    memberchk(Piece, [rook,queen]),
    to_coords(To, _, Edge),
    file_off(Edge, D, 1, Rank, Beside),
    piece_at(Beside, End, Side, _),
    file_off(Edge, D, 3, Rank, Knight),
    piece_at(Knight, End, Other, knight),
    Other \== Side.

shows(arabian_mate, [step(_,move(_,To,_),End,played(_,_,mate,_,_))], arabian_mate(King,To,Knight)) :-
    king_to_move(End, _, King),
    to_coords(King, Rank, File),
    memberchk(Rank, [1,8]),
    memberchk(File, [1,8]),
    guarded_rook(To, King, End, Knight),
    to_coords(Knight, R, F),
    abs(R - Rank) =:= 2,
    abs(F - File) =:= 2.

shows(hook_mate, [step(_,move(_,To,_),End,played(_,_,mate,_,_))], hook_mate(King,To,Knight)) :-
    king_to_move(End, _, King),
    guarded_rook(To, King, End, Knight),
    distance(Knight, King, 1),
    side_at(Knight, End, Side),
    attackers(Side, Knight, Pawn, End),
    piece_at(Pawn, End, Side, pawn).

% Off the edge, the queen stands diagonally beside the king.
shows(dovetail_mate, [step(_,move(_,To,_),End,played(_,_,mate,_,_))], dovetail_mate(King,To)) :-
    king_to_move(End, _, King),
    piece_at(To, End, Side, queen),
    to_coords(King, Rank, File),
    Rank > 1,
    Rank < 8,
    File > 1,
    File < 8,
    to_coords(To, R, F),
    abs(R - Rank) =:= 1,
    abs(F - File) =:= 1,
    \+ ( distance(King, Square, 1), Square \== To, \+ shut_by_queen(Square, To, Side, End) ).

shows(boden_mate, [step(_,_,End,played(_,_,mate,_,_))], boden_mate(King,A,B)) :- bishops_mate(End, King, A, B, crossing).
shows(double_bishop_mate, [step(_,_,End,played(_,_,mate,_,_))], double_bishop_mate(King,A,B)) :-
    bishops_mate(End, King, A, B, beside).

% --- Checks.

shows(double_check, [Step|_], double_check(King,[A,B])) :-
    checkers(Step, King, [A,B]).
shows(discovered_check, [Step|_], discovered_check(King,Checker,From)) :-
    checkers(Step, King, Checkers),
    Step = step(_,move(From,To,_),_,_),
    member(Checker, Checkers),
    Checker \== To,
    aligned(From, Checker, King),
    !.

% --- Lines.

% What we capture with next stood behind the piece that moved away, or mate is given at once.
shows(discovered_attack, Steps, Evidence) :-
    shows(discovered_check, Steps, discovered_check(King,Checker,From)),
    Evidence = discovered_attack(From,Checker,King).
shows(discovered_attack, [step(_,move(From,To,_),_,_),step(_,move(_,Reply,_),_,_),Next|_],
      discovered_attack(From,Slider,Target)) :-
    takes(Next, Slider, Target, _),
    Target \== To,
    Target \== Reply,
    Slider \== To,
    ray_between(Slider, Target, From).

% The piece in front leaves the line, and what stood behind it falls.
shows(skewer, [_,step(_,move(Front,To,_),_,played(Moved,_,_,_,_)),Next|_], skewer(By,Front,Target)) :-
    takes(Next, By, Target, Captured),
    Target \== To,
    ray_between(By, Target, Front),
    Next = step(Before,_,_,_),
    worth(Moved, High),
    worth(Captured, Low),
    High > Low,
    in_danger(Target, Before).

% A pinned piece cannot take what it attacks, or cannot run from the piece that pins it and wins it; a pawn would not run.
shows(pin, [step(_,_,After,_)|_], pin(Pinned,By,Saved)) :-
    pinned_enemy(After, Pinned, By, King),
    piece_at(Pinned, After, _, Piece),
    (   attacked(Pinned, After, Saved, Target),
        \+ aligned(King, By, Saved),
        Saved \== By,
        ( worth_more(Target, Piece) -> true ; undefended(Saved, After) )
    ;   Piece \== pawn,
        Saved = Pinned,
        attacks(Attacker, Pinned, After),
        aligned(King, Pinned, Attacker),
        piece_at(Attacker, After, _, Attacking),
        (   worth_more(Piece, Attacking) -> \+ ( attacks(Pinned, Attacker, After), undefended(Attacker, After) )
        ;   undefended(Pinned, After),
            \+ attacks(Pinned, Attacker, After)
        )
    ).
% ... or is taken before it got away.
shows(pin, [step(_,_,After,_),step(_,move(_,To,_),_,_),Next|_], pin(Pinned,By,Pinned)) :-
    takes(Next, _, Pinned, _),
    Pinned \== To,
    pinned_enemy(After, Pinned, By, _).

% It is pinned, too, to a piece that is worth more and would fall in its place.
shows(pin, [step(_,_,After,_),step(_,move(_,To,_),_,_),Next|_], relative_pin(Pinned,By,Behind)) :-
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

shows(xray, [First,step(_,move(Through,Square,_),_,_),Next|_], xray(By,Through,Square)) :-
    takes(First, _, Square, _),
    takes(Next, By, Square, _),
    ray_between(By, Square, Through).

% --- Attacks.

shows(fork, [step(_,move(_,By,Promotion),After,played(Moved,_,_,_,_)),_,_|_], fork(By,Targets)) :-
    ( Promotion == none -> Piece = Moved ; Piece = Promotion ),
    Piece \== king,
    findall(Target, fork_target(By, Piece, After, Target), Targets),
    Targets = [_,_|_],
    \+ in_danger(By, After),
    \+ ( capture(Taker, By, After), piece_at(Taker, After, _, Taking), \+ worth_more(Taking, Piece) ).

% What it takes is a pawn, or is guarded: else it is a fork.
shows(double_attack, [Step,_,Next|_], double_attack(By,Target)) :-
    Step = step(_,move(_,By,_),After,_),
    takes(Next, By, Target, _),
    checkers(Step, _, Checkers),
    memberchk(By, Checkers),
    attacks(By, Target, After).
% Two things are threatened, and the reply saves another than what we take. What was threatened before is a piece at least.
shows(double_attack, [Step,step(_,move(_,To,_),_,_),Next|_], double_threat(Threat,Other)) :-
    Step = step(Pos,move(_,By,_),After,played(_,_,none,_,_)),
    takes(Next, _, Target, Captured),
    Captured \== pawn,
    To \== Target,
    To \== By,
    null_move(After, Passed),
    Threat = capture(Target,_),
    threatened(Passed, Threat),
    second_threat(Passed, Target, Other),
    (   is_new(Threat, Pos) -> ( is_new(Other, Pos) -> true ; is_dear(Other) )
    ;   is_new(Other, Pos),
        is_dear(Threat)
    ),
    (   in_check(_, Pos) -> ( Square = Target ; Other = capture(Square,_) ), attacks(By, Square, After)
    ;   true
    ).
% Nothing is taken or checked, and mate is threatened.
shows(mate_threat, [step(_,_,After,played(_,none,none,_,_)),_|_], mate_threat(Mate)) :-
    null_move(After, Passed),
    mate_in_one(Passed, Mate).

% We take it at last, and before its last move it could not get away.
shows(trapped_piece, [step(_,_,After,_),step(_,move(Fled,To,_),_,_),Next|_], trapped_piece(Square)) :-
    takes(Next, _, Target, Captured),
    Captured \== pawn,
    (   Target == To -> Square = Fled ; Square = Target ),
    is_trapped(Square, After).

% --- Defenders.

shows(removing_the_defender, [First,step(_,move(_,To,_),_,_),Next|_],
      removing_the_defender(Defender,Target)) :-
    First = step(Pos,_,_,_),
    takes(First, By, Defender, _),
    takes(Next, Taker, Target, Captured),
    Target \== To,
    Taker \== Defender,
    Taker \== By,
    defends(Defender, Target, Pos),
    Next = step(Before,_,_,played(Piece,_,_,_,_)),
    Piece \== king,
    \+ worth_more(Captured, Piece),
    undefended(Target, Before).

% What guards it is attacked, without check, and goes where it guards it no longer; what it takes there is worth less.
shows(driving_away, [First,step(_,move(Guard,To,_),_,played(_,Taken,_,_,_)),Next|_], driving_away(Guard,Target)) :-
    First = step(_,move(_,By,_),After,played(_,_,none,_,_)),
    takes(Next, _, Target, Captured),
    Target \== To,
    By \== To,
    ( Taken == none -> true ; Taken \== en_passant, worth_more(Captured, Taken) ),
    attacks(By, Guard, After),
    defends(Guard, Target, After),
    Next = step(Before,_,_,played(Piece,_,_,_,_)),
    \+ defends(To, Target, Before),
    (   undefended(Target, Before) -> true
    ;   \+ worth_more(Piece, Captured)
    ).

% The reply is forced: it takes what we offer, or ends a check.
shows(deflection, [First,step(Pos,move(Guard,To,_),Next0,_),Next|_], deflection(Guard,Target)) :-
    First = step(_,move(_,Offered,_),_,played(_,_,Check,_,_)),
    ( To == Offered -> true ; Check \== none ),
    \+ profitable(First),
    Next = step(Next0,move(_,Target,Promotion),_,played(Piece,_,_,_,_)),
    Target \== To,
    Target \== Offered,
    (   takes(Next, _, Target, Captured) -> \+ worth_more(Captured, Piece)
    ;   Promotion \== none
    ),
    side_at(Guard, Pos, Side),
    attackers(Side, Target, Guard, Pos),
    \+ attackers(Side, Target, To, Next0).

shows(attraction, [step(_,move(_,Square,_),_,_),Reply,step(_,move(_,To,_),After,_)|Steps], attraction(Square,Piece)) :-
    Reply = step(_,move(_,Square,_),_,played(Piece,_,_,_,_)),
    memberchk(Piece, [king,queen,rook]),
    attacks(To, Square, After),
    (   Piece == king -> true
    ;   Steps = [_,step(_,move(_,Square,_),_,_)|_]
    ).

shows(interference, [step(Pos,move(_,Block,_),_,_),step(_,move(_,Reply,_),_,_),Next|_],
      interference(Block,Slider,Target)) :-
    interferes(Pos, Block, Reply, Next, Slider, Target).
% The opponent may have to do it to itself.
shows(interference, [_,step(Pos,move(_,Block,_),_,_),Next|_], interference(Block,Slider,Target)) :-
    interferes(Pos, Block, Block, Next, Slider, Target).

% The capture could have been made at once. A forcing move comes first, and does not cost it.
shows(intermezzo, [First,step(Pos,move(Replier,_,_),_,_),Next|Steps], intermezzo(To,Target)) :-
    takes(Next, From, Target, Captured),
    Captured \== pawn,
    First = step(Before,move(_,To,_),_,played(_,_,check,_,_)),
    To \== Target,
    To \== From,
    \+ last_step([Next|Steps], step(_,_,_,played(_,_,mate,_,_))),
    capture(From, Target, Before),
    side_at(Replier, Pos, Side),
    \+ attackers(Side, Target, Replier, Pos).

% --- Pawns.

% --- Ways and squares.

% We go away, to an empty square or at a price; next a line piece goes to where we stood, or through there.
shows(clearance, [step(_,move(From,To,none),After,First),step(_,_,_,Reply),Next|_], clearance(From,Slider,Goal)) :-
    Next = step(_,move(Slider,Goal,_),_,played(Piece,_,_,_,_)),
    Slider \== To,
    Goal \== To,
    memberchk(Piece, [bishop,rook,queen]),
    (   Goal == From -> true
    ;   ray_between(Slider, Goal, From)
    ),
    Reply = played(Replier,_,none,_,_),
    First = played(_,Taken,Check,_,_),
    \+ ( Check \== none, Replier == king ),
    (   memberchk(Taken, [none,en_passant]) -> true
    ;   in_danger(To, After)
    ).

shows(attacking_f2_f7, [Step|_], attacking_f2_f7(Square,King)) :-
    takes(Step, _, Square, _),
    memberchk(Square-Kings, [f2-[e1,g1],f7-[e8,g8]]),
    Step = step(_,_,After,_),
    king_to_move(After, _, King),
    memberchk(King, Kings).

% In an ending, where the reply takes nothing: not half as much would be won if the opponent could pass, as far as a short
% search sees.
shows(zugzwang, Suffix, zugzwang(Side)) :-
    Suffix = [step(_,_,After,played(_,_,none,_,Then)),step(_,_,_,played(_,none,none,_,_))|_],
    wins_later(Suffix),
    men(After, Men),
    Men =< 10,
    null_move(After, Passed),
    \+ threatened(Passed, _),
    last_step(Suffix, step(_,_,_,played(_,_,Check,_,Has))),
    (   Check == mate -> Now is Then + 5
    ;   Now = Has
    ),
    % The first look is enough for most that is none.
    \+ ( member(Positions, [500,5000]), \+ worth_less(Passed, Positions, 50 * (Then + Now)) ),
    turn(Side, After).

% worth_less(+Pos, +Positions, +Most): a search of so many Positions thinks that Pos is worth less than Most, in centipawns.
worth_less(Pos, Positions, Most) :-
    playing_line(Pos, Positions, [], _, centipawns(Value)),
    Value < Most.

% put_off(+Gain, +Steps, +Ply, +From): the first move, which wins Gain, is another piece's than the pawn's that goes from
% From at Ply, and the pawn's own next step would have been better, and have won no less.
put_off(Gain, Steps, Ply, From) :-
    Steps = [step(Pos,Played,_,_)|_],
    Played = move(First,_,_),
    findall(Earlier, ( ours(Steps, 1, [step(_,Earlier,_,_)|_], N), N < Ply ), Moves0),
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

% no_dearer(+Gain, +Pos, +After, +Back): to take back by Back after a move that wins Gain in Pos costs at most a pawn more than
% that, as far as is seen: claims are no finer.
no_dearer(draw, _, _, _).
no_dearer(centipawns(Gain), Pos, After, Back) :-
    make_move(Back, After, Then),
    !,
    turn(Us, Pos),
    points(Us, Pos, Before),
    points(Us, Then, Now),
    (   winning_lines:proved(quick, tactic/4, Then, _, _, Win) ->
        ( Win = centipawns(More) -> More + 100 * (Now - Before) < Gain + 200 ; Win == draw )
    ;   true
    ).

% origin(+Moves, +Square, -Origin): what stands on Square after Moves, the last first, stood on Origin before.
origin([], Square, Square).
origin([move(From,To,_)|Moves], Square, Origin) :-
    (   To == Square -> origin(Moves, From, Origin)
    ;   origin(Moves, Square, Origin)
    ).

% Later promotions are the choice of a search that tries the queen first.
queen_does(Gain, [step(Pos,move(From,To,_),_,_)|_], 1, Promotion) :-
    Promotion \== queen,
    winning_lines:proved(usual, tactic/4, Pos, move(From,To,queen), _, Own),
    no_less(Own, Gain),
    !.

% no_less(+Gain, +Other): of gains that are won in the same position.
no_less(mate(N), mate(M)) :- N =< M.
no_less(mate(_), centipawns(_)).
no_less(centipawns(N), centipawns(M)) :- N >= M.
no_less(draw, draw).
