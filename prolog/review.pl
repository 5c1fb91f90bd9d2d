/** Reviews of games, as `chesslog review` asks for them: what could have been won in each position, and what was played.

Many positions are asked for in one query, since each query costs as much as some positions do.

```
?- cl_review:reviewed([ply("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1",move(a1,a8,none),200,told)], R).
```
*/

:- module(cl_review, [reviewed/2]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess_moves)).
:- use_module(library(cl_tactics)).
:- use_module(library(winning_lines)).
:- use_module(library(cl_explain)).
:- use_module(library(explain_better), [wins/1]).
:- use_module(library(explain_words)).
:- use_module(library(explain_verdict)).
:- use_module(library(motif_names)).

%!  reviewed(+Plies, -Review) is nondet.
%
%   For each of Plies, terms `ply(Pos, Played, Least, Told)`, in order, Review is `nothing` if the search finds nothing to win
%   in Pos, or no mate, no draw and less than Least centipawns; or else `chance(Gain, Line, Motif, Own, OwnLine, Words)`. Line
%   is the best play, and wins Gain as in winning_line/4; Motif is the main motif of the best move, or of the one that was played
%   if that mates; of what is told it is the first that is told. Played comes to Own by OwnLine, as in best_line/4. Where it is
%   another move, no mate, and Told is `told`, Words is `words(Verdict, Explained)`: a sentence about Played, and what
%   explained/5 has of the best move; else it is `none`. A judge may see later how much less it was worth.

reviewed(Plies, Review) :-
    member(ply(Pos,Played,Least,Told), Plies),
    (   chance(Pos, Played, Least, Told, Chance) -> Review = Chance
    ;   Review = nothing
    ).

chance(Pos, Played, Least, Told, chance(Gain,Line,Motif,Own,OwnLine,Words)) :-
    best(Pos, Least, Best, Line, Gain),
    (   Best == Played -> Own = Gain, OwnLine = Line
    ;   best_line(Pos, Played, OwnLine, Own)
    ),
    ( ( Best == Played ; Own = mate(_) ) -> Words = none ; words(Told, Pos, Played, Own, OwnLine, Best, Words) ),
    (   Own = mate(_), motif_of(Pos, Played, Own, Motif) -> true
        % What is told has been searched more thoroughly.
    ;   Gain \= mate(_), Words = words(_,explained(_,_,_,_,_,[reason(Motif,_,_,_,_,_,_)|_],_,_)) -> true
    ;   motif_or_none(Pos, Best, Gain, Motif)
    ).

% The best move that stands up to what follows. What is claimed shrinks by that, and is looked at first.
best(Pos, Least, Move, Line, Gain) :-
    winning_lines:proved(usual, reviewed/2, Pos, Move, _, Claimed),
    enough(Claimed, Least),
    best_line(Pos, Move, Line, Gain),
    wins(Gain),
    enough(Gain, Least),
    !.

enough(mate(_), _).
enough(draw, _).
enough(centipawns(N), Least) :- N >= Least.

motif_or_none(Pos, Move, Gain, Motif) :- motif_of(Pos, Move, Gain, Motif), !.
motif_or_none(_, _, _, none).

% A mate has the name of its picture, or else of its length.
motif_of(Pos, Move, mate(N), Motif) :- !,
    (   main_motif(Pos, Move, Motif), picture_of_mate(Motif) -> true
    ;   length_of_mate(N, Motif)
    ).
motif_of(Pos, Move, _, Motif) :- main_motif(Pos, Move, Motif), !.

length_of_mate(1, mate_in_1) :- !.
length_of_mate(2, mate_in_2) :- !.
length_of_mate(3, mate_in_3) :- !.
length_of_mate(4, mate_in_4) :- !.
length_of_mate(5, mate_in_5) :- !.
length_of_mate(_, long_mate).

words(told, Pos, Played, Own, OwnLine, Best, words(Verdict,Explained)) :- !,
    move_san(Played, San, Pos),
    phrase(verdict(Own, Pos, San, OwnLine), Verdict),
    cl_explain:data(Pos, Best, Explained).
words(_, _, _, _, _, _, none).

?- P = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1",
   findall(M-O-W, cl_review:reviewed([ply(P,move(a1,a8,none),200,told),ply(P,move(h1,g1,none),200,no)], chance(_,_,M,O,_,W)), L).
   P = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", L = [back_rank_mate-mate(1)-none,back_rank_mate-centipawns(0)-none].

?- start_position(P), with_effort(2000, cl_review:reviewed([ply(P,move(e2,e4,none),200,told)], R)).
   P = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", R = nothing.
