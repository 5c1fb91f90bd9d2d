/** The chess relations once more, in plain Prolog.

The native predicates compute with bitboards. Here the same relations are written from the rules
of chess in the most obvious way, and slowly. The Rust test loads this file with `use_module/1` and
asks of many positions, a query each, for disagreements; there must be none:

```
?- use_module('tests/naive.pl').
?- start_position(P), disagreement(P, Relation, Answer).
   false.
?- disagreement(empty_board, Relation, Answer).
   false.
```

A position is the list Cs that position_contents/2 gives: `contents(Side,Piece,X,Y)` for each piece,
with file X and rank Y from 1 to 8, then `turn(Side)`, `kingside_castle(Side)`,
`queenside_castle(Side)` and `en_passant(Square)`. No native predicate is called on what follows.
How pieces attack and move is in `naive_board.pl`, the tactical motifs are in `naive_motifs.pl`.

Two things are taken over from the native side and not judged: the list itself, and with it that
`en_passant(Square)` is there iff the capture is legal. (What a move makes of the list is judged,
its en-passant square too.) Castling is that of standard chess, so positions of Chess960 with
castling rights disagree.
*/

:- module(naive, [disagreement/3, disagreement/4, relations/1]).

:- use_module(library(between)).
:- use_module(library(lists)).
:- use_module(library(chess)).
:- use_module(library(positions)).
:- use_module('naive_board.pl').
:- use_module('naive_motifs.pl').

%! relations(-Names:list) is det.
%
% Names lists the relations that are compared, as Name/Arity.

relations(Names) :- findall(R, ( of_position(R) ; of_motifs(R) ; of_empty_board(R) ), Names).

of_position(attacks/3).
of_position(defends/3).
of_position(attackers/4).
of_position(behind/4).
of_position(xray/4).
of_position(pinned/3).
of_position(mobility/3).
of_position(king_square/3).
of_position(piece_count/4).
of_position(material/3).
of_position(in_check/2).
of_position(legal_move/3).
of_position(legal_move/4).
of_position(capture/3).
of_position(gives_check/3).
of_position(checkmate/1).
of_position(stalemate/1).
of_position(make_move/4).
of_position(passed_pawn/2).
of_position(isolated_pawn/2).
of_position(doubled_pawn/2).
of_position(connected_pawn/2).

of_empty_board(aligned/3).
of_empty_board(ray_between/3).
of_empty_board(distance/3).
of_empty_board(same_row/4).
of_empty_board(same_col/4).
of_empty_board(move/4).
of_empty_board(different_pos/2).
of_empty_board(other_side/2).
of_empty_board(to_coords/3).
of_empty_board(square_colour/2).
of_empty_board(contents/4).

%! disagreement(+Pos:position, ?Relation, ?Answer) is nondet.
%
% True iff the native and the naive Relation differ in Pos, or, for the relations of no position, in
% Pos = `empty_board`. A row is the list of the other arguments. Answer is one of
%
%   - `native_only(Row)`, `naive_only(Row)`: of the call with all arguments unbound,
%   - `repeated(Rows)`: that call has the answers Rows, some of them more than once,
%   - `bound(native_only(Row))`, `bound(naive_only(Row))`: of a call with all arguments bound,
%   - `bound(Pattern,A)`: A, one of the first three, of a call with the arguments Pattern, some of
%     them bound as in one of the rows.

disagreement(Pos, Relation, Answer) :- disagreement(_, Pos, Relation, Answer).

%! disagreement(?Kind, +Pos:position, ?Relation, ?Answer) is nondet.
%
% As disagreement/3, of the relations of one Kind: `rules`, `motifs`, or `empty_board`.

disagreement(Kind, Pos, Relation, Answer) :-
    situation(Kind, Pos, Situation, Relation),
    findall(Row, naive(Relation, Situation, Row), Naive0),
    sort(Naive0, Naive),
    difference(Relation, Pos, Naive, Answer).

% A situation has what is wanted of a position more than once: its contents, its legal moves, and
% what the motifs have in common.
situation(Kind, Pos, none, Relation) :-
    Pos == empty_board,
    !,
    Kind = empty_board,
    of_empty_board(Relation).
situation(rules, Pos, situation(Cs,Moves), Relation) :-
    contents_and_moves(Pos, Cs, Moves),
    of_position(Relation).
situation(motifs, Pos, Tactics, Relation) :-
    contents_and_moves(Pos, Cs, Moves),
    tactics(Cs, Moves, Tactics),
    of_motifs(Relation).

contents_and_moves(Pos, Cs, Moves) :-
    position_contents(Pos, Cs),
    findall(Move-Cs1, legal(Cs, Move, Cs1), Moves).

difference(Relation, Pos, Naive, Answer) :-
    findall(Row, native(Relation, Pos, Row), Native),
    unlike(Native, Naive, Answer).
difference(Relation, Pos, Naive, bound(naive_only(Row))) :-
    Relation \== make_move/4,                       % too costly
    member(Row, Naive),
    \+ native(Relation, Pos, Row).
difference(Relation, Pos, Naive, bound(native_only(Row))) :-
    of_two_squares(Relation),
    suspect(Naive, Row),
    native(Relation, Pos, Row),
    \+ member(Row, Naive).
difference(Relation, Pos, Naive0, bound(Pattern,Answer)) :-
    length(Naive0, N),
    Middle is N // 2,
    nth0(Middle, Naive0, Row),
    pattern(Relation, Row, Pattern),
    findall(Pattern, native(Relation, Pos, Pattern), Native),
    findall(Pattern, member(Pattern, Naive0), Naive),
    unlike(Native, Naive, Answer).

% unlike(+Native, +Naive, -Answer): Naive is sorted, and Native is to have the same rows once each.
unlike(Native0, Naive, Answer) :-
    sort(Native0, Native),
    (   Native \== Naive ->
        (   Answer = native_only(Row), member(Row, Native), \+ member(Row, Naive)
        ;   Answer = naive_only(Row), member(Row, Naive), \+ member(Row, Native)
        )
    ;   length(Native0, N0),
        length(Native, N),
        N0 =\= N,
        Answer = repeated(Native0)
    ).

% Every way to bind some arguments as in Row, but not the contents in rows of make_move/4.
pattern(Relation, Row, Pattern) :-
    (   Relation = make_move/4 -> Row = [F,T,_], Pattern = [F1,T1,_], some([F,T], [F1,T1])
    ;   some(Row, Pattern)
    ),
    \+ \+ ( member(A, Pattern), nonvar(A) ).

some([], []).
some([A|As], [A|Bs]) :- some(As, Bs).
some([_|As], [_|Bs]) :- some(As, Bs).

of_two_squares(attacks/3).
of_two_squares(defends/3).
of_two_squares(pinned/3).
of_two_squares(legal_move/3).
of_two_squares(capture/3).
of_two_squares(gives_check/3).

% Rows that are wrong, mostly: right ones reversed, and a turn of the board by 90 degrees.
suspect(Rows, [B,A]) :- member([A,B], Rows).
suspect(_, [A,B]) :- on_board(X, Y), X1 is 9 - Y, square_at(X, Y, A), square_at(X1, X, B).

% --- native -----------------------------------------------------------------------------------

% native(+Relation, +Pos, ?Row): the native predicate, with Pos apart.

native(attacks/3, P, [F,T]) :- attacks(F, T, P).
native(defends/3, P, [F,T]) :- defends(F, T, P).
native(attackers/4, P, [S,Sq,F]) :- attackers(S, Sq, F, P).
native(behind/4, P, [F,M,B]) :- behind(F, M, B, P).
native(xray/4, P, [F,M,T]) :- xray(F, M, T, P).
native(pinned/3, P, [Sq,By]) :- pinned(Sq, By, P).
native(mobility/3, P, [Sq,N]) :- mobility(Sq, N, P).
native(king_square/3, P, [S,Sq]) :- king_square(S, Sq, P).
native(piece_count/4, P, [S,Piece,N]) :- piece_count(S, Piece, N, P).
native(material/3, P, [S,N]) :- material(S, N, P).
native(in_check/2, P, [S]) :- in_check(S, P).
native(legal_move/3, P, [F,T]) :- legal_move(F, T, P).
native(legal_move/4, P, [F,T,Promotion]) :- legal_move(F, T, Promotion, P).
native(capture/3, P, [F,T]) :- capture(F, T, P).
native(gives_check/3, P, [F,T]) :- gives_check(F, T, P).
native(checkmate/1, P, []) :- checkmate(P).
native(stalemate/1, P, []) :- stalemate(P).
native(make_move/4, P, [F,T,Cs]) :-
    make_move(F, T, P, New),
    make_move(F1, T1, P, New),                      % the new position tells the move
    F1-T1 == F-T,
    position_contents(New, Cs0),
    sort(Cs0, Cs).
native(passed_pawn/2, P, [Sq]) :- passed_pawn(Sq, P).
native(isolated_pawn/2, P, [Sq]) :- isolated_pawn(Sq, P).
native(doubled_pawn/2, P, [Sq]) :- doubled_pawn(Sq, P).
native(connected_pawn/2, P, [Sq]) :- connected_pawn(Sq, P).
native(attacked_by/3, P, [Sq,By]) :- attacked_by(P, Sq, By).
native(hanging/2, P, [Sq]) :- hanging(P, Sq).
native(en_prise/3, P, [Sq,N]) :- en_prise(P, Sq, N).
native(absolute_pin/4, P, [Sq,By,K]) :- absolute_pin(P, Sq, By, K).
native(relative_pin/4, P, [Sq,By,Back]) :- relative_pin(P, Sq, By, Back).
native(skewer/4, P, [By,Front,Back]) :- skewer(P, By, Front, Back).
native(battery/3, P, [Back,Front]) :- battery(P, Back, Front).
native(fork/4, P, [F,A,B]) :- fork(P, F, A, B).
native(double_attack/4, P, [S,A,B]) :- double_attack(P, S, A, B).
native(discovered_attack/4, P, [Sq,By,T]) :- discovered_attack(P, Sq, By, T).
native(discovered_check/4, P, [Sq,By,K]) :- discovered_check(P, Sq, By, K).
native(double_check/3, P, [A,B]) :- double_check(P, A, B).
native(only_defender/3, P, [D,Sq]) :- only_defender(P, D, Sq).
native(overloaded/4, P, [D,A,B]) :- overloaded(P, D, A, B).
native(trapped/2, P, [Sq]) :- trapped(P, Sq).
native(back_rank_weak/2, P, [S]) :- back_rank_weak(P, S).
native(king_ring/4, P, [S,By,Sq]) :- king_ring(P, S, By, Sq).
native(mate_in_one/2, P, [M]) :- mate_in_one(P, M).
native(stalemate_in_one/2, P, [M]) :- stalemate_in_one(P, M).
native(aligned/3, _, [A,B,C]) :- aligned(A, B, C).
native(ray_between/3, _, [A,B,C]) :- ray_between(A, B, C).
native(distance/3, _, [A,B,N]) :- distance(A, B, N).
native(same_row/4, _, [X1,Y1,X2,Y2]) :- same_row(X1, Y1, X2, Y2).
native(same_col/4, _, [X1,Y1,X2,Y2]) :- same_col(X1, Y1, X2, Y2).
native(move/4, _, [X1,Y1,X2,Y2]) :- move(X1, Y1, X2, Y2).
native(different_pos/2, _, [A,B]) :- different_pos(A, B).
native(square_colour/2, _, [S,C]) :- square_colour(S, C).
native(other_side/2, _, [A,B]) :- other_side(A, B).
native(to_coords/3, _, [Sq,Rank,File]) :- to_coords(Sq, Rank, File).
native(contents/4, _, [S,Piece,X,Y]) :- contents(S, Piece, X, Y).

% --- naive ------------------------------------------------------------------------------------

% naive(+Relation, +Situation, -Row): the definitions. Rows may come more than once.

naive(attacks/3, situation(Cs,_), [F,T]) :-
    member(contents(Side,Piece,X0,Y0), Cs),
    sees(Cs, contents(Side,Piece,X0,Y0), X, Y),
    enemies(Side, Enemy),
    occupant_at(Cs, X, Y, Enemy, _),
    square_at(X0, Y0, F), square_at(X, Y, T).
naive(defends/3, situation(Cs,_), [F,T]) :-
    member(contents(Side,Piece,X0,Y0), Cs),
    sees(Cs, contents(Side,Piece,X0,Y0), X, Y),
    occupant_at(Cs, X, Y, Side, _),
    square_at(X0, Y0, F), square_at(X, Y, T).
naive(attackers/4, situation(Cs,_), [Side,Sq,F]) :-
    member(contents(Side,Piece,X0,Y0), Cs),
    sees(Cs, contents(Side,Piece,X0,Y0), X, Y),
    square_at(X0, Y0, F), square_at(X, Y, Sq).
naive(behind/4, situation(Cs,_), [F,M,B]) :-
    slider(Cs, _, X0, Y0, DX, DY),
    first_occupant(Cs, X0, Y0, DX, DY, contents(_,_,X1,Y1)),
    first_occupant(Cs, X1, Y1, DX, DY, contents(_,_,X2,Y2)),
    square_at(X0, Y0, F), square_at(X1, Y1, M), square_at(X2, Y2, B).
naive(xray/4, situation(Cs,_), [F,M,T]) :-
    slider(Cs, _, X0, Y0, DX, DY),
    first_occupant(Cs, X0, Y0, DX, DY, contents(_,_,X1,Y1)),
    ray(Cs, X1, Y1, DX, DY, X2, Y2),
    square_at(X0, Y0, F), square_at(X1, Y1, M), square_at(X2, Y2, T).
naive(pinned/3, situation(Cs,_), [Sq,By]) :-
    slider(Cs, Side, X0, Y0, DX, DY),
    enemies(Side, Enemy),
    first_occupant(Cs, X0, Y0, DX, DY, contents(Enemy,_,X1,Y1)),
    first_occupant(Cs, X1, Y1, DX, DY, contents(Enemy,king,_,_)),
    square_at(X1, Y1, Sq), square_at(X0, Y0, By).
naive(mobility/3, situation(Cs,_), [Sq,N]) :-
    member(contents(Side,Piece,X0,Y0), Cs),
    findall(X-Y,
            ( sees(Cs, contents(Side,Piece,X0,Y0), X, Y), \+ occupant_at(Cs, X, Y, Side, _) ),
            Squares),
    length(Squares, N),
    square_at(X0, Y0, Sq).
naive(king_square/3, situation(Cs,_), [Side,Sq]) :-
    member(contents(Side,king,X,Y), Cs),
    square_at(X, Y, Sq).
naive(piece_count/4, situation(Cs,_), [Side,Piece,N]) :-
    enemies(Side, _),
    value(Piece, _),
    findall(X-Y, member(contents(Side,Piece,X,Y), Cs), Squares),
    length(Squares, N).
naive(material/3, situation(Cs,_), [Side,Points]) :-
    enemies(Side, _),
    findall(V, ( member(contents(Side,Piece,_,_), Cs), value(Piece, V) ), Values),
    sum_list(Values, Points).
naive(in_check/2, situation(Cs,_), [Side]) :-
    enemies(Side, _),
    king_attacked(Cs, Side).
naive(legal_move/3, situation(_,Moves), [F,T]) :-
    member(Move-_, Moves),
    move_squares(Move, F, T).
naive(legal_move/4, situation(_,Moves), [F,T,Promotion]) :-
    member(Move-_, Moves),
    Move = move(_,_,_,_,Promotion,_),
    move_squares(Move, F, T).
naive(capture/3, situation(_,Moves), [F,T]) :-
    member(Move-_, Moves),
    Move = move(_,_,_,_,_,Kind),
    ( Kind = capture ; Kind = en_passant ),
    move_squares(Move, F, T).
naive(gives_check/3, situation(Cs,Moves), [F,T]) :-
    member(turn(Side), Cs),
    enemies(Side, Enemy),
    member(Move-Cs1, Moves),
    king_attacked(Cs1, Enemy),
    move_squares(Move, F, T).
naive(checkmate/1, situation(Cs,[]), []) :-
    member(turn(Side), Cs),
    king_attacked(Cs, Side).
naive(stalemate/1, situation(Cs,[]), []) :-
    member(turn(Side), Cs),
    \+ king_attacked(Cs, Side).
naive(make_move/4, situation(Cs,Moves), [F,T,Sorted]) :-
    member(Move-Cs1, Moves),
    findall(C, holds_after(Cs, Move, Cs1, C), Cs2),
    sort(Cs2, Sorted),
    move_squares(Move, F, T).
naive(passed_pawn/2, situation(Cs,_), [Sq]) :-
    member(contents(Side,pawn,X,Y), Cs),
    enemies(Side, Enemy),
    forward(Side, DY),
    \+ ( member(contents(Enemy,pawn,X1,Y1), Cs), abs(X1 - X) =< 1, (Y1 - Y) * DY > 0 ),
    square_at(X, Y, Sq).
naive(isolated_pawn/2, situation(Cs,_), [Sq]) :-
    member(contents(Side,pawn,X,Y), Cs),
    \+ ( member(contents(Side,pawn,X1,_), Cs), abs(X1 - X) =:= 1 ),
    square_at(X, Y, Sq).
naive(doubled_pawn/2, situation(Cs,_), [Sq]) :-
    member(contents(Side,pawn,X,Y), Cs),
    member(contents(Side,pawn,X,Y1), Cs),
    Y1 =\= Y,
    square_at(X, Y, Sq).
naive(connected_pawn/2, situation(Cs,_), [Sq]) :-
    member(contents(Side,pawn,X,Y), Cs),
    member(contents(Side,pawn,X1,Y1), Cs),
    abs(X1 - X) =:= 1,
    abs(Y1 - Y) =< 1,
    square_at(X, Y, Sq).
naive(Relation, Tactics, Row) :- motif(Relation, Tactics, Row).
naive(aligned/3, none, [A,B,C]) :-
    on_line(M, N, A, B, C),
    M =\= 0, N =\= 0, M =\= N.
naive(ray_between/3, none, [A,B,C]) :-
    on_line(N, M, A, B, C),
    0 < M, M < N.
naive(distance/3, none, [A,B,N]) :-
    on_board(X1, Y1),
    on_board(X2, Y2),
    N is max(abs(X1 - X2), abs(Y1 - Y2)),
    square_at(X1, Y1, A), square_at(X2, Y2, B).
naive(same_row/4, none, [X1,Y,X2,Y]) :- on_board(X1, Y), between(1, 8, X2).
naive(same_col/4, none, [X,Y1,X,Y2]) :- on_board(X, Y1), between(1, 8, Y2).
naive(move/4, none, [X1,Y1,X2,Y2]) :-
    on_board(X1, Y1),
    (   slides(queen, DX, DY), between(1, 7, N), X2 is X1 + N * DX, Y2 is Y1 + N * DY
    ;   steps(knight, DX, DY), X2 is X1 + DX, Y2 is Y1 + DY
    ),
    inside(X2, Y2).
naive(different_pos/2, none, [A,B]) :-
    on_board(X1, Y1),
    on_board(X2, Y2),
    X1-Y1 \== X2-Y2,
    square_at(X1, Y1, A), square_at(X2, Y2, B).
naive(square_colour/2, none, [Sq,Colour]) :-
    on_board(X, Y),
    square_at(X, Y, Sq),
    (   (X + Y) mod 2 =:= 0 -> Colour = dark ; Colour = light ).
naive(other_side/2, none, [A,B]) :- enemies(A, B).
naive(to_coords/3, none, [Sq,Y,X]) :- on_board(X, Y), square_at(X, Y, Sq).
naive(contents/4, none, [Side,Piece,X,Y]) :-
    enemies(Side, _),
    value(Piece, _),
    on_board(X, Y),
    \+ ( Piece = pawn, ( Y = 1 ; Y = 8 ) ).

% B and C lie M and N steps from A in one direction of the queen.
on_line(M, N, A, B, C) :-
    on_board(X, Y),
    slides(queen, DX, DY),
    between(-7, 7, M),
    X1 is X + M * DX, Y1 is Y + M * DY,
    inside(X1, Y1),
    between(-7, 7, N),
    X2 is X + N * DX, Y2 is Y + N * DY,
    inside(X2, Y2),
    square_at(X, Y, A), square_at(X1, Y1, B), square_at(X2, Y2, C).
