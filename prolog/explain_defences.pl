/** Defences: which moves meet a threat or a check, as explanations tell it.

Two searches are asked. The search that plays looks at all moves, and finds the best ones (`explain_estimate`); what would be said
of those as moves (`best_line/4`) has to bear that out.
*/

:- module(explain_defences, [met/5, forced/4]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_state)).
:- use_module(library(motif_steps), [points/3]).
:- use_module(library(winning_lines)).
:- use_module(library(explain_words)).
:- use_module(library(explain_material)).
:- use_module(library(explain_verdict)).
:- use_module(library(explain_estimate)).

%! met(+Gain, +Pos, +Looks, -Notes, -Fate) is det.
%
% Notes tell which moves meet a threat to win Gain, if that is much; Looks are those of ranked/3. A threat is met if the search
% that plays sees the side better off than after no move, by half of Gain at least. Told are the moves that are about as good as
% the best one, in this order, if they are few, and if what would be said of them bears that out; but where even the best one
% costs half of Gain, that nothing was found. Of a smaller threat, or of none, for which Gain is `none`, or `check` in check, only
% those are told that are a pawn and a half better than the rest. Fate is `mated` if all moves are proved to be mated, `lost` if
% no way out was found, else `open`.
%
% Of 27 single moves that were told so in 258 positions of games, Stockfish saw 25 better than all others by a pawn at least, and
% all by half a pawn.

met(Gain, Pos, Looks, Notes, Fate) :-
    Looks = [Best-_|_],
    (   Best < -90_000 ->
        findall(F-T, legal_move(F, T, _, Pos), All),
        length(All, Most),
        ranked(Most, Pos, Mated),
        lost(Mated, Pos, Notes, Fate)
    ;   Fate = open,
        About is Best - 70,
        leading(6, About, Looks, Good, Worse),
        findall(Value, member(Value-_, Worse), Others),
        findall(statement(searched,Note), once(defences(Gain, Pos, Looks, Good, Others, Note)), Notes)
    ).

% lost(+Looks, +Pos, -Notes, -Fate): all moves are mated, as far as was looked. The attack may go on for long.
lost(Looks, Pos, Notes, Fate) :-
    turn(Side, Pos),
    (   all_mated(Looks, Pos, Mates) ->
        Fate = mated,
        falling(Mates, [Longest-Move|Rest]),
        findall(San, ( member(Longest-M, [Longest-Move|Rest]), move_san(M, San, Pos) ), Sans),
        length(Sans, Number),
        ( ( Number > 3 ; \+ ( member(Sooner-_, Rest), Sooner < Longest ) ) -> Named = [] ; Named = Sans ),
        phrase(mated_whatever(Longest, Side, Named), Note),
        Notes = [statement(proved,Note)]
    ;   Fate = lost,
        Looks = [_-Move|_],
        move_san(Move, San, Pos),
        phrase(( "No way out was found: ", chars(San), " holds out longest, as far as was searched." ), Note),
        Notes = [statement(searched,Note)]
    ).

% all_mated(+Looks, +Pos, -Mates): pairs of numbers of moves and moves.
all_mated([], _, []).
all_mated([_-Move|Looks], Pos, [N-Move|Mates]) :-
    make_move(Move, Pos, After),
    !,
    winning_lines:proved(thorough, explain/1, After, _, _, Gain),
    !,
    Gain = mate(N),
    all_mated(Looks, Pos, Mates).

mated_whatever(1, Side, _) --> !, "Whatever ", side(Side), " plays, it is mated at the next move.".
mated_whatever(N, Side, Sans) -->
    "Whatever ", side(Side), " plays, it is mated in ", number(N), " moves at most",
    (   { Sans = [] } -> "."
    ;   ": ", listed(Sans), ( { Sans = [_] } -> " holds" ; " hold" ), " out longest."
    ).

% defences(+Gain, +Pos, +Looks, +Good, +Others, -Note): Good are about as good as the best of Looks, the others are worth Others.
defences(Gain, Pos, [Best-First|_], _, _, Note) :-
    grave(Gain),
    costs(Gain, Pos, Best),
    !,
    move_san(First, San, Pos),
    phrase(( "No move was found that meets this: as far as was searched, ", chars(San), " loses least." ), Note).
defences(Gain, Pos, [Best-_|_], Good, Others, Note) :-
    grave(Gain),
    enough(Gain, Pos, Enough),
    Best >= Enough,
    !,
    length(Good, Number),
    Number =< 5,
    good_moves(Gain, Good, Pos, Sans),
    ( \+ ( member(Value, Others), Value >= Enough ) -> All = all ; All = best ),
    phrase(meeting(Sans, All), Note).
defences(Gain, Pos, [Best-_|_], Good, [Next|Others], Note) :-
    length(Good, Number),
    ( Gain == none -> Number =:= 1 ; Number =< 3 ),
    list_max([Next|Others], Most),
    Best - Most >= 150,
    Most < 150,
    % Of moves that all lose, a search says little of which loses less.
    ( Best >= -300 -> true ; Most < -90_000 ),
    good_moves(Gain, Good, Pos, Sans),
    length(Sans, Number),
    phrase(holding(Sans, Best, Most), Note).

% good_moves(+Gain, +Looks, +Pos, -Sans): of the moves of Looks, which are said to meet a threat of Gain, those that lose nothing by what is
% said of moves, or that lose about as much as the best of them, and less than half of Gain.
good_moves(Gain, Looks, Pos, Sans) :-
    findall(N-San, ( member(_-Move, Looks), comes_to(Move, Pos, N), enough_left(Gain, N), move_san(Move, San, Pos) ), Pairs),
    findall(N, member(N-_, Pairs), Ns),
    Ns = [_|_],
    list_max(Ns, Most),
    Least is min(-79, Most - 50),
    findall(San, ( member(N-San, Pairs), N >= Least ), Sans).

comes_to(Move, Pos, N) :-
    winning_lines:best_line(thorough, explain/1, Pos, Move, _, Gain),
    (   Gain = centipawns(N) -> true
    ;   memberchk(Gain-N, [draw-0,lets_draw-(-300)])
    ).

enough_left(centipawns(Threat), N) :- !, 2 * N > -Threat.
enough_left(_, _).

% costs(+Gain, +Pos, +Value): who is to move in Pos, which is worth Value to him, loses half of Gain by his material.
costs(centipawns(N), Pos, Value) :-
    turn(Side, Pos),
    points(Side, Pos, Points),
    Value < 100 * Points - N // 2.

% Moves that are a pawn and a half better than all others, and what to call them.
holding(Sans, Best, Next) --> { Next < -90_000, Best < -300 }, !,
    "As far as was searched, only ", listed(Sans), ( { Sans = [_] } -> " is" ; " are" ), " not mated.".
holding(Sans, _, Next) --> { Next < -90_000 }, !,
    "Only ", listed(Sans), ( { Sans = [_] } -> " was" ; " were" ), " found to stop mate.".
% Who stands badly holds nothing.
holding(Sans, Best, _) --> { Best < -150 }, !,
    "As far as was searched, all moves but ", listed(Sans), " cost a pawn and a half or more.".
holding(Sans, Best, _) -->
    "As far as was searched, only ", listed(Sans), ( { Sans = [_] } -> verb_of(Best, one) ; verb_of(Best, more) ),
    ": all other moves cost a pawn and a half or more.".

verb_of(Best, one) --> { Best > 150 }, !, " is good".
verb_of(Best, more) --> { Best > 150 }, !, " are good".
verb_of(_, one) --> " holds".
verb_of(_, more) --> " hold".

% grave(+Gain): a piece at least, or the win of who is ahead.
grave(mate(_)).
grave(draw).
grave(centipawns(N)) :- N >= 300.

% enough(+Gain, +Pos, -Value): what a position is worth to who is to move in Pos if the threat has been met, in centipawns.
enough(mate(_), _, -90_000) :- !.
enough(Gain, Pos, Value) :-
    ( Gain = centipawns(N) -> true ; N = 400 ),
    null_move(Pos, Passed),
    value(8, Passed, Theirs),
    Value is N // 2 - Theirs.

% leading(+Most, +Least, +Pairs, -First, -Rest): the first of Pairs, Most at most, with values of Least or more.
leading(Most, Least, Pairs, First, Rest) :-
    (   Most > 0, Pairs = [Value-Move|Pairs1], Value >= Least ->
        First = [Value-Move|First1],
        Fewer is Most - 1,
        leading(Fewer, Least, Pairs1, First1, Rest)
    ;   First = [], Rest = Pairs
    ).

meeting([San], all) --> "Only ", chars(San), " was found to meet this.".
meeting([San], best) --> chars(San), " was found to meet this best.".
meeting([A,B|Sans], All) --> listed([A,B|Sans]), " were found to meet this", best(All), ".".

best(all) --> "".
best(best) --> " best".

%! forced(+Pos, +Move, -Notes, -Fate) is det.
%
% Notes tell what Move, the only legal move, comes to, if that is bad. Fate is as in met/4.

forced(Pos, Move, Notes, Fate) :-
    winning_lines:best_line(thorough, explain/1, Pos, Move, Line, Gain),
    ( Gain = mated(_) -> Fate = mated ; Fate = open ),
    (   Gain = mated(N) ->
        line_san(Pos, Line, Text),
        phrase(checkmate_then(N, Text), Note),
        Notes = [statement(proved,Note)]
    ;   ( Gain == lets_draw ; Gain = centipawns(N), Loss is -N, worth_reporting(Loss) ), lost_by(Pos, Line, Gain) ->
        move_san(Move, San, Pos),
        phrase(all_the_same(Gain, Pos, San, Line), Verdict),
        Notes = [statement(searched,Verdict)]
    ;   Notes = []
    ).

checkmate_then(1, Text) --> !, "It is answered by checkmate: ", chars(Text), ".".
checkmate_then(N, Text) --> "Then it is checkmate in ", number(N), " moves: ", chars(Text), ".".
