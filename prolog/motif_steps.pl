/** What the rules of the motifs are made of: the steps of a line (`motif_rules` says what they are), and what is asked of them
and of positions.
*/

:- module(motif_steps, [
    steps/3, suffixes/2, ours/4, last_step/2, points/3, takes/4, exchanged/3, stood/3, interferes/6, profitable/1, side_at/3, comes_again/1,
    always_checks/1, checkers/3, pinned_enemy/4, fork_target/4, in_danger/2, undefended/2, is_trapped/2, dearer/3,
    worth_more/2, worth/2, king_to_move/3, inwards/2, file_off/5, guarded_rook/4, shut_by_queen/4, bishops_mate/5,
    wins_later/1, advances/3, sheltering/4, ranks/5, step_ahead/3, shut/4
]).

:- use_module(library(lists)).
:- use_module(library(chess_attack)).
:- use_module(library(chess_geometry)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_state)).
:- use_module(library(internal_search)).

% steps(+Line, +Pos, -Steps): the moves of Line, each with the positions before and after it, and what it does.
steps([], _, []).
steps([Move|Moves], Pos, [step(Pos,Move,After,played(Piece,Taken,Check,Had,Has))|Steps]) :-
    played(Pos, Move, After, Piece, Taken, Check, Had, Has),
    replies(Moves, After, Steps).

replies([], _, []).
replies([Move|Moves], Pos, [step(Pos,Move,After,played(Piece,Taken,Check,Had,Has))|Steps]) :-
    played(Pos, Move, After, Piece, Taken, Check, Less, Lost),
    Had is -Less,
    Has is -Lost,
    steps(Moves, After, Steps).

% suffixes(+Steps, -Suffixes): pairs Ply-Suffix, as of ours/4.
suffixes(Steps, Suffixes) :- suffixes(Steps, 1, Suffixes).

suffixes([], _, []).
suffixes([Step|Steps], Ply, [Ply-[Step|Steps]|Suffixes]) :-
    Next is Ply + 2,
    (   Steps = [_|Rest] -> suffixes(Rest, Next, Suffixes)
    ;   Suffixes = []
    ).

% ours(+Steps, +N, -Suffix, -Ply): Suffix are the steps from the move Ply on, which is one of ours.
ours(Steps, N, Steps, N) :- Steps = [_|_].
ours([_,_|Steps], N0, Suffix, N) :- N1 is N0 + 2, ours(Steps, N1, Suffix, N).

last_step([Step], Step) :- !.
last_step([_|Steps], Step) :- last_step(Steps, Step).

points(Side, Pos, Points) :-
    other_side(Side, Other),
    material(Side, Ours, Pos),
    material(Other, Theirs, Pos),
    Points is Ours - Theirs.

% takes(+Step, -From, -Square, -Captured): a capture, not en passant.
takes(step(_,move(From,Square,_),_,played(_,Captured,_,_,_)), From, Square, Captured) :-
    Captured \== none,
    Captured \== en_passant.

% exchanged(+Steps, -N, -Square): with the moves N and N + 1 of the line men of one worth are taken on Square. We take first;
% or our first move offers a piece there; or it gives check, and we take the piece that comes between.
exchanged([First,step(_,move(_,Square,_),_,_)|_], 1, Square) :- trades(First, Square, _).
exchanged([step(_,move(_,Square,_),_,_),Second,step(_,move(_,Square,_),_,_)|_], 2, Square) :-
    trades(Second, Square, Worth),
    Worth > 1.
exchanged([First,step(_,move(_,Square,_),_,played(_,none,_,_,_)),Third,step(_,move(_,Square,_),_,_)|_], 3, Square) :-
    First = step(_,_,_,played(_,_,check,_,_)),
    trades(Third, Square, Worth),
    Worth > 1.

% trades(+Step, ?Square, -Worth): what takes and what is taken are worth the same.
trades(Step, Square, Worth) :-
    takes(Step, _, Square, Captured),
    Step = step(_,_,_,played(Piece,_,_,_,_)),
    worth(Piece, Worth),
    worth(Captured, Worth).

% stood(+Steps, -Ply, -Target): with our move Ply we take on Target, where nothing has moved to before.
stood(Steps, Ply, Target) :-
    append(Before, [Step|_], Steps),
    length(Before, Number),
    Number mod 2 =:= 0,
    takes(Step, _, Target, _),
    \+ member(step(_,move(_,Target,_),_,_), Before),
    Ply is Number + 1.

% Block stands between a slider and what it defended, which is captured next.
interferes(Pos, Block, Reply, Next, Slider, Target) :-
    takes(Next, _, Target, _),
    Target \== Reply,
    Next = step(Before,_,_,_),
    undefended(Target, Before),
    defends(Slider, Target, Pos),
    piece_at(Slider, Pos, _, Piece),
    sliding_piece(Piece),
    ray_between(Slider, Target, Block).

% The capture pays at once.
profitable(Step) :-
    takes(Step, _, _, Captured),
    Step = step(_,_,_,played(Piece,_,_,_,_)),
    \+ worth_more(Piece, Captured).

side_at(Square, Pos, Side) :- piece_at(Square, Pos, Side, _).

% comes_again(+Steps): the position at the end is one of those before.
comes_again(Steps) :-
    last_step(Steps, step(_,_,End,_)),
    position_key(End, Key),
    member(step(Pos,_,_,_), Steps),
    position_key(Pos, Key),
    !.

% always_checks(+Suffix): every move of ours is a check.
always_checks(Suffix) :- \+ ( ours(Suffix, 1, [step(_,_,_,played(_,_,none,_,_))|_], _) ).

% checkers(+Step, -King, -Checkers): all that give check after a step, one at least.
checkers(step(_,_,After,played(_,_,Check,_,_)), King, Checkers) :-
    Check \== none,
    checking(After, King, _),
    !,
    findall(Checker, checking(After, _, Checker), Checkers).

pinned_enemy(Pos, Pinned, By, King) :-
    pinned(Pinned, By, Pos),
    turn(Side, Pos),
    piece_at(Pinned, Pos, Side, _),
    king_square(Side, King, Pos).

fork_target(By, Piece, Pos, Target) :-
    attacked(By, Pos, Target, Attacked),
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

% dearer(+A, +B, +Pos): of the pieces on two squares.
dearer(A, B, Pos) :- piece_at(A, Pos, _, P), piece_at(B, Pos, _, Q), worth_more(P, Q).

worth_more(A, B) :- worth(A, X), worth(B, Y), X > Y.

worth(pawn, 1).
worth(knight, 3).
worth(bishop, 3).
worth(rook, 5).
worth(queen, 9).
worth(king, 100).

king_to_move(Pos, Side, King) :- turn(Side, Pos), king_square(Side, King, Pos).

inwards(1, 1).
inwards(8, -1).

% file_off(+Edge, +D, +N, +Rank, -Square): Square is N files from the file Edge, in the direction D.
file_off(Edge, D, N, Rank, Square) :- File is Edge + N * D, to_coords(Square, Rank, File).

% guarded_rook(+To, +King, +Pos, -Knight): a rook on To, beside King, is guarded by Knight.
guarded_rook(To, King, Pos, Knight) :-
    piece_at(To, Pos, Side, rook),
    distance(To, King, 1),
    attackers(Side, To, Knight, Pos),
    piece_at(Knight, Pos, Side, knight).

% Of Side, only Queen guards Square, which is free, or nothing does, and the king's own piece is there.
shut_by_queen(Square, Queen, Side, Pos) :-
    findall(By, attackers(Side, Square, By, Pos), Guards),
    (   Guards == [Queen] -> \+ piece_at(Square, Pos, _, _)
    ;   Guards == []
    ).

% bishops_mate(+End, -King, -A, -B, ?How): no other piece than the bishops on A and B guards a square at King; they look at
% it from both sides, or from one.
bishops_mate(End, King, A, B, How) :-
    king_to_move(End, Side, King),
    other_side(Side, Other),
    findall(S, piece_at(S, End, Other, bishop), [A,B|_]),
    \+ ( ( Square = King ; distance(King, Square, 1) ),
         attackers(Other, Square, By, End),
         \+ piece_at(By, End, Other, bishop) ),
    to_coords(King, _, File),
    to_coords(A, _, FileA),
    to_coords(B, _, FileB),
    (   (FileA - File) * (FileB - File) < 0 -> How = crossing
    ;   How = beside
    ).

% wins_later(+Suffix): after its first move something is won, or mate is given.
wins_later(Suffix) :-
    Suffix = [step(_,_,_,played(_,_,_,_,Then)),_,_|_],
    last_step(Suffix, step(_,_,_,played(_,_,Check,_,Now))),
    (   Check == mate -> true
    ;   Now > Then
    ).

% advances(+Step, -From, -To): a pawn comes to its sixth or seventh rank.
advances(step(_,move(From,To,none),_,played(pawn,_,_,_,_)), From, To) :-
    to_coords(From, Before, _),
    to_coords(To, Rank, _),
    (   Rank > Before -> Rank >= 6
    ;   Rank =< 3
    ).

% sheltering(+Rank, +Next, +File, -Square): a square beside the king, or before it, on the rank Next.
sheltering(Rank, Next, File, Square) :-
    member(R-D, [Rank-(-1),Rank-1,Next-(-1),Next-0,Next-1]),
    F is File + D,
    F >= 1,
    F =< 8,
    to_coords(Square, R, F).

% ranks(?Side, ?First, ?Second, ?Seventh, ?Last): the ranks as Side counts them.
ranks(white, 1, 2, 7, 8).
ranks(black, 8, 7, 2, 1).

step_ahead(File, Rank, Square) :-
    member(D, [-1,0,1]),
    F is File + D,
    F >= 1,
    F =< 8,
    to_coords(Square, Rank, F).

% shut(+Square, +Checker, +Side, +Pos): a piece of Side stands on Square, and none of the enemy but Checker attacks it.
shut(Square, Checker, Side, Pos) :-
    piece_at(Square, Pos, Side, _),
    other_side(Side, Other),
    \+ ( attackers(Other, Square, By, Pos), By \== Checker ).
