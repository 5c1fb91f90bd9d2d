/** Which of two moves is better, and by what explanations say so: what the moves come to (`best_line/4`) and what they are worth
(`explain_estimate`) have to agree.
*/

:- module(explain_better, [better/5, instead/5, slower/4, outdone/3, wins/1, loses/1]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_playing)).
:- use_module(library(chess_state), [turn/2]).
:- use_module(library(motif_steps), [points/3]).
:- use_module(library(winning_lines)).
:- use_module(library(explain_words)).
:- use_module(library(explain_material)).
:- use_module(library(explain_verdict)).
:- use_module(library(explain_estimate)).

%! better(+Effort, +Pos, +Played, +Own, -Text) is semidet.
%
% Text is the verdict on the first move that is said to win, if it wins more than Played, which comes to Own.

better(Effort, Pos, Played, Own, Text) :-
    winning_lines:proved(Effort, explain/3, Pos, Move, _, _),
    winning_lines:best_line(Effort, explain/3, Pos, Move, Line, Gain),
    wins(Gain),
    !,
    Move \== Played,
    ( better_gain(Gain, Own) -> true ; Gain = centipawns(_), Own = centipawns(_), much_better(Move, Played, Pos) ),
    move_san(Move, San, Pos),
    phrase(verdict(Gain, Pos, San, Line), Text).

% much_better(+Best, +Move, +Pos): of two moves that win, by a pawn and a half, whatever they win.
much_better(Best, Move, Pos) :-
    value_after(4, Best, Pos, Most),
    value_after(4, Move, Pos, Value),
    Most - Value >= 150,
    Value < 1000.

%! instead(+Effort, +Pos, +Played, +Own, -Text) is semidet.
%
% Text tells of the move that would be played instead of Played, which comes to Own, a loss. Where that is not clearly better, by what
% it is worth and by what is said of it, this fails: all moves may lose.

instead(Effort, Pos, Played, Own, Text) :-
    winning_lines:positions(Effort, N),
    playing_line(Pos, N, [], [Move|_], _),
    Move \== Played,
    winning_lines:best_line(Effort, explain/3, Pos, Move, Line, Gain),
    worth_more(Gain, Own),
    move_san(Move, San, Pos),
    (   Gain = mated(Moves) -> phrase(( chars(San), ", against which no quicker mate was found than in ", number(Moves), " moves." ), Text)
    ;   value_after(4, Move, Pos, Best),
        value_after(4, Played, Pos, Value),
        clearly_more(Own, Best, Value),
        better_words(Gain, Best, Pos, San, Line, Text)
    ).

% better_words(+Gain, +Value, +Pos, +San, +Line, -Text): where the move comes to Gain, and is worth Value.
better_words(Gain, Value, Pos, San, Line, Text) :-
    turn(Side, Pos),
    points(Side, Pos, Points),
    (   loses(Gain) -> phrase(verdict(Gain, Pos, San, Line), Text)
    ;   Value < 100 * Points - 100 -> phrase(( chars(San), ", which loses less by the search's estimate." ), Text)
    ;   phrase(( chars(San), ", after which nothing was found to be lost." ), Text)
    ).

% clearly_more(+Own, +Best, +Value): the one is worth more than the other, by half of what is said to be lost.
clearly_more(centipawns(N), Best, Value) :- !, Best - Value >= max(60, -N // 2).
clearly_more(_, Best, Value) :- Best - Value >= 60.

worth_more(mated(N), mated(M)) :- !, N > M.
worth_more(Gain, Own) :- \+ loses(Gain), !, loses(Own).
worth_more(Gain, mated(_)) :- !, Gain \= mated(_).
worth_more(centipawns(N), centipawns(M)) :- N >= M + 100.

%! loses(+Gain) is semidet.
%
% True iff who moves has lost something.

loses(mated(_)).
loses(lets_draw).
loses(centipawns(N)) :- Loss is -N, worth_reporting(Loss).

% better_gain(+Gain, +Own): by two pawns, or by what decides the game.
better_gain(_, Own) :- \+ wins(Own), !.
better_gain(mate(_), Own) :- Own \= mate(_).
better_gain(centipawns(N), centipawns(M)) :- N >= M + 200.

%! wins(+Gain) is semidet.
%
% True iff who moves has won something.

wins(mate(_)).
wins(won).
wins(draw).
wins(centipawns(N)) :- worth_reporting(N).

%! slower(+Effort, +Pos, +Move, +Gain) is semidet.
%
% True iff Move, a quiet one that is not said to win by itself, only leaves for later what a much better one wins at once.

slower(Effort, Pos, move(F,T,none), centipawns(N)) :-
    worth_reporting(N),
    \+ capture(F, T, Pos),
    \+ gives_check(F, T, Pos),
    \+ winning_lines:proved(Effort, explain/3, Pos, move(F,T,none), _, _),
    winning_lines:proved(Effort, explain/3, Pos, Best, _, _),
    !,
    much_better(Best, move(F,T,none), Pos).

%! outdone(+Win, +Best, +Pos) is semidet.
%
% True iff the move of Win wins something too, and is much worse than that of Best; both are as explained/5 has them.

outdone(explained(_,_,_,centipawns(_),[Move|_],_,_,_), explained(_,_,_,centipawns(_),[Best|_],_,_,_), Pos) :-
    much_better(Best, Move, Pos).
