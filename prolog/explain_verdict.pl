/** What a move comes to, and what the other side threatens, in the words of explanations.
*/

:- module(explain_verdict, [verdict//4, all_the_same//4, only_move//2, only_legal_move/2, claimable//2, threat_words//5]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess_attack), [in_check/2]).
:- use_module(library(chess_geometry)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_state), [turn/2]).
:- use_module(library(explain_material)).
:- use_module(library(explain_words)).
:- use_module(library(motif_rules), [seen/4]).
:- use_module(library(motif_steps), [steps/3]).

% verdict(+Gain, +Pos, +San, +Line): what the move San, the first of Line, comes to in Pos.
verdict(mate(1), _, San, _) --> !, chars(San), " is checkmate.".
verdict(_, Pos, San, [Move|_]) --> { over(Move, Pos, Why) }, !, chars(San), " ends the game in a draw: ", chars(Why), ".".
verdict(mate(N), Pos, San, Line) --> !,
    chars(San), " forces checkmate in ", number(N), " moves: ", line(Line, Pos), ".".
verdict(mated(N), Pos, San, Line) --> !,
    chars(San), " allows checkmate in ", number(N), moves(N), ": ", line(Line, Pos), ".".
verdict(draw, Pos, San, Line) --> !, chars(San), " saves at least a draw", by(Line, Pos), ": ", line(Line, Pos), ".".
verdict(lets_draw, Pos, San, Line) --> !,
    { turn(Side, Pos), other_side(Side, Other) },
    { Line = [Move|Replies], once(make_move(Move, Pos, After)) },
    chars(San), " lets ", side(Other), " save at least a draw", by(Replies, After), ": ", line(Line, Pos), ".".
verdict(centipawns(C), Pos, San, Line) --> { worth_reporting(C) }, !,
    chars(San), exchange(Line, Pos, C), ": ", line(Line, Pos), ".".
verdict(centipawns(C), Pos, San, Line) --> { D is -C, worth_reporting(D) }, !,
    chars(San), exchange(Line, Pos, C), unanswered(Line, Pos, C), ": ", line(Line, Pos), ".".
verdict(_, Pos, San, Line) --> "No win by force was found after ", chars(San), ".", keeping(Line, Pos).

%! all_the_same(+Gain, +Pos, +San, +Line)// is det.
%
% Describes what the move San loses, by Line, where no better one is known: nothing is given up by it. Gain is `unknown` if it is
% not clear whether anything is lost.

all_the_same(Gain, Pos, San, Line) -->
    { turn(Side, Pos),
      (   only_legal_move(Pos, _) -> None = [], phrase(( "After ", chars(San) ), Then)
      ;   phrase(( "No better move than ", chars(San), " was found." ), None), Then = "Even so"
      ),
      phrase(lost_all_the_same(Gain, Then, Side, Pos, Line), Lost) },
    joined([None,Lost]).

lost_all_the_same(mated(N), _, Side, Pos, Line) --> !,
    side(Side), " is mated all the same, in ", number(N), moves(N), ": ", line(Line, Pos), ".".
lost_all_the_same(lets_draw, Then, Side, Pos, Line) --> !,
    { other_side(Side, Other), Line = [Move|Replies], once(make_move(Move, Pos, After)) },
    chars(Then), " ", side(Other), " saves at least a draw", by(Replies, After), ": ", line(Line, Pos), ".".
lost_all_the_same(centipawns(C), Then, Side, Pos, Line) --> !,
    chars(Then), " ", side(Side), exchange(" loses ", Line, Pos, C), ": ", line(Line, Pos), ".".
lost_all_the_same(unknown, _, _, _, _) --> [].

% By what the side to move in Pos saves a draw with Line.
by(Line, Pos) --> { steps(Line, Pos, Steps), drawn_by(Steps, By) }, chars(By).

drawn_by(Steps, " by stalemate") :- seen(stalemate, draw, Steps, _), !.
drawn_by(Steps, " by perpetual check") :- seen(perpetual_check, draw, Steps, _), !.
drawn_by(_, "").

% A single move is no line, nor is one that breaks off with a check.
keeping(Line, Pos) --> { foldl(made, Line, Pos, After), in_check(_, After) ; Line = [_] }, !.
keeping(Line, Pos) --> { material_won(Line, Pos, 0) }, !, " A line that keeps the material: ", line(Line, Pos), ".".
keeping(Line, Pos) --> " It", exchange(Line, Pos, 0), ": ", line(Line, Pos), ".".

made(Move, Pos, After) :- make_move(Move, Pos, After), !.

% That nothing was found for what is given up.
unanswered(Line, Pos, C) --> { material_won(Line, Pos, C) }, !, ", and no compensation for it was found".
unanswered(_, _, _) --> [].

% over(+Move, +Pos, -Why): the game is drawn after Move.
over(Move, Pos, Why) :-
    once(make_move(Move, Pos, After)),
    drawn(Reason, Why),
    draw_reason(Reason, After),
    !.

drawn(stalemate, "it is stalemate").
drawn(insufficient_material, "neither side can mate").
drawn(seventyfive_moves, "seventy-five moves of each side without a capture or a pawn move").

%! only_move(+San, +Pos) is det.
%
% Describes, before the verdict on San, that there is no other move.

only_move(San, Pos) --> { only_legal_move(Pos, _) }, !, chars(San), " is the only legal move.".
only_move(_, _) --> [].

%! only_legal_move(+Pos, -Move) is semidet.
%
% True iff Move is the only legal move in Pos.

only_legal_move(Pos, move(From,To,Promotion)) :-
    findall(move(F,T,P), legal_move(F, T, P, Pos), [move(From,To,Promotion)]).

%! claimable(+Move, +Pos) is det.
%
% Describes, after the verdict on Move, that a draw can be claimed then.

claimable(Move, Pos) -->
    { once(make_move(Move, Pos, After)), draw_reason(fifty_moves, After), \+ over(Move, Pos, _) },
    !,
    " A draw can be claimed: fifty moves of each side without a capture or a pawn move.".
claimable(_, _) --> [].

moves(1) --> !, " move".
moves(_) --> " moves".

threat_words(mate(1), Side, San, _, _) --> !, side(Side), " threatens mate: ", chars(San), ".".
threat_words(mate(N), Side, San, _, _) --> !,
    side(Side), " threatens mate in ", number(N), " moves: ", chars(San), ".".
threat_words(draw, Side, San, Line, Pos) --> !,
    side(Side), " threatens to save at least a draw", by(Line, Pos), " with ", chars(San), ".".
threat_words(centipawns(C), Side, San, Line, Pos) -->
    side(Side), " threatens ", chars(San), ", which", exchange(Line, Pos, C), ".".
