/** The weak points of a position, in the words of explanations.
*/

:- module(explain_weak, [weak_point/5]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess_attack)).
:- use_module(library(chess_geometry)).
:- use_module(library(chess_motifs)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_pawns)).
:- use_module(library(chess_state), [king_square/3, piece_at/4, turn/2]).
:- use_module(library(explain_words)).
:- use_module(library(motif_steps), [dearer/3, undefended/2]).

%! weak_point(+Pos, +Taken, +Told, -Sentence, -Squares) is nondet.
%
% Sentence tells of one weak point of either side in Pos, at Squares. On Taken something can be captured with profit, as far
% as was searched: the captures there alone do not show that. What can be taken on Told has been told.

weak_point(Pos, Taken, Told, Sentence, Squares) :-
    weak(Pos, Words, Squares),
    \+ ( taken_on(Words, Square, Seen), ( memberchk(Square, Told) ; Seen == exchange, \+ memberchk(Square, Taken) ) ),
    phrase(( weak_words(Words, Pos), "." ), Sentence).

taken_on(hanging(Square), Square, board).
taken_on(en_prise(Square), Square, exchange).

weak(Pos, check(Side), [King]) :- in_check(Side, Pos), king_square(Side, King, Pos).
weak(Pos, hanging(Square), [Square]) :- hanging(Pos, Square).
weak(Pos, en_prise(Square), [Square]) :- en_prise(Pos, Square, _), \+ hanging(Pos, Square).
weak(Pos, trapped(Square), [Square]) :- trapped(Pos, Square).
weak(Pos, absolute_pin(Square,By), [Square]) :- absolute_pin(Pos, Square, By, _).
weak(Pos, fork(By,A,B), [By,A,B]) :- fork(Pos, By, A, B).
weak(Pos, skewer(By,A,B), [By,A,B]) :- skewer(Pos, By, A, B).
weak(Pos, relative_pin(Square,By,Behind), [Square]) :-
    relative_pin(Pos, Square, By, Behind),
    \+ free_of_pin(Square, By, Pos),
    % Once the line is open, By takes first: a piece that looks back along it must be worth more, or hang.
    \+ ( looks_back(Behind, By, Pos), \+ dearer(Behind, By, Pos), \+ undefended(Behind, Pos) ).
weak(Pos, overloaded(Square,Guarded), [Square|Guarded]) :-
    setof(S, A^B^( overloaded(Pos, Square, A, B), ( S = A ; S = B ) ), Guarded).
weak(Pos, discovered_check(Square,Slider), [Square,Slider]) :- discovered_check(Pos, Square, Slider, _).
weak(Pos, discovered_attack(Square,Slider,Target), [Square,Slider,Target]) :-
    discovered_attack(Pos, Square, Slider, Target),
    % A target that looks back along the line takes first.
    \+ ( looks_back(Target, Slider, Pos),
         \+ ( dearer(Target, Slider, Pos), \+ undefended(Slider, Pos) ) ).
weak(Pos, back_rank_weak(Side), [King]) :-
    back_rank_weak(Pos, Side),
    king_square(Side, King, Pos),
    back_rank_open(Side, King, Pos).
% Those two that are furthest on.
weak(Pos, passed_pawn(Square), [Square]) :-
    findall(Left-S, ( passed_pawn(S, Pos), steps_left(S, Pos, Left), Left < 6 ), Pairs),
    keysort(Pairs, Sorted),
    nth0(Place, Sorted, _-Square),
    Place < 2.

% free_of_pin(+Square, +By, +Pos): what stands on Square is not held by a pin to something else than its king: it takes By and gains by
% that, or is a pawn that no move would take off the line.
free_of_pin(Square, By, Pos) :-
    to_move_on(Square, Pos, Own),
    (   exchange_value(Square, By, Points, Own), Points > 0 -> true
    ;   piece_at(Square, Pos, _, pawn),
        \+ ( legal_move(Square, To, _, Own), \+ same_line(Square, By, To) )
    ).

% to_move_on(+Square, +Pos, -Own): Own is Pos with who owns Square to move.
to_move_on(Square, Pos, Own) :-
    piece_at(Square, Pos, Side, _),
    ( turn(Side, Pos) -> Own = Pos ; null_move(Pos, Own) ),
    !.

% same_line(+A, +B, +C): C stands on the line through A and B.
same_line(A, B, C) :-
    to_coords(A, RankA, FileA),
    to_coords(B, RankB, FileB),
    to_coords(C, RankC, FileC),
    (RankB - RankA) * (FileC - FileA) =:= (RankC - RankA) * (FileB - FileA).

% steps_left(+Square, +Pos, -Left): how many ranks the pawn on Square is from its last.
steps_left(Square, Pos, Left) :-
    piece_at(Square, Pos, Side, pawn),
    to_coords(Square, Rank, _),
    ( Side == white -> Left is 8 - Rank ; Left is Rank - 1 ).

% looks_back(+A, +B, +Pos): the piece on A goes along the line on which B stands.
looks_back(A, B, Pos) :-
    piece_at(A, Pos, _, Piece),
    to_coords(A, RankA, FileA),
    to_coords(B, RankB, FileB),
    (   Piece == queen -> true
    ;   ( RankA =:= RankB ; FileA =:= FileB ) -> Piece == rook
    ;   Piece == bishop
    ).

% A rook or queen of the enemy can give check on the back rank, on a square with no more guards than attackers.
back_rank_open(Side, King, Pos) :-
    other_side(Side, Other),
    to_coords(King, Rank, _),
    piece_at(From, Pos, Other, Piece),
    memberchk(Piece, [rook,queen]),
    attacks(From, To, Pos),
    to_coords(To, Rank, _),
    \+ piece_at(To, Pos, Other, _),
    \+ ( ray_between(To, King, Between), Between \== From, piece_at(Between, Pos, _, _) ),
    guards(Side, To, King, Pos, Guards),
    guards(Other, To, King, Pos, Attackers),
    Guards < Attackers,
    !.

% How many pieces of Side but its king attack Square.
guards(Side, Square, King, Pos, N) :-
    findall(By, ( attackers(Side, Square, By, Pos), By \== King ), Bys),
    length(Bys, N).

weak_words(check(Side), _) --> side(Side), " is in check".
weak_words(hanging(Square), Pos) --> the_sides(Square, Pos), " is attacked and not defended".
weak_words(en_prise(Square), Pos) --> the_sides(Square, Pos), " can be captured with profit".
weak_words(trapped(Square), Pos) --> the_sides(Square, Pos), " is trapped: it has no safe square".
weak_words(fork(By,A,B), Pos) -->
    the_sides(By, Pos), " forks ", the(A, Pos), " and ", the(B, Pos).
weak_words(skewer(By,A,B), Pos) -->
    the_sides(By, Pos), " skewers ", the(A, Pos), " and ", the(B, Pos), " behind it".
weak_words(absolute_pin(Square,By), Pos) -->
    the_sides(Square, Pos), " is pinned to its king by ", the(By, Pos).
weak_words(relative_pin(Square,By,Behind), Pos) -->
    the_sides(Square, Pos), " is pinned by ", the(By, Pos), ": behind it stands ", the(Behind, Pos).
weak_words(overloaded(Square,Guarded), Pos) -->
    the_sides(Square, Pos), " is overloaded: it alone defends ", all(Guarded, Pos).
weak_words(discovered_check(Square,Slider), Pos) -->
    the_sides(Square, Pos), " can give discovered check: behind it stands ", the(Slider, Pos).
weak_words(discovered_attack(Square,Slider,Target), Pos) -->
    the_sides(Square, Pos), " can move and uncover an attack by ", the(Slider, Pos), " on ",
    the(Target, Pos).
weak_words(back_rank_weak(Side), _) --> side(Side), "'s back rank is weak".
weak_words(passed_pawn(Square), Pos) --> the_sides(Square, Pos), " is passed".

% The pawn on g7 takes what pins it; the one on g5 is held up anyway.
?- member(P, ["r6r/1p1nk1p1/2pb1B1p/p7/3PP3/1PP4P/3KN1P1/3R1R2 b - - 0 22",
              "5r2/p3b3/1pp2pkr/4pRp1/1PPP2Pp/P1N1B2K/8/5R2 w - - 0 31"]),
   member(Pawn, [g7,g5]),
   explain_weak:weak(P, relative_pin(Pawn,_,_), _).
   false.
