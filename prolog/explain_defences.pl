/** Defences: which moves meet a threat or a check, as explanations tell it.

Two searches are asked. The search that plays looks at all moves, and finds the best ones; what would be said of those as
moves (`best_line/4`) has to bear that out.
*/

:- module(explain_defences, [met/4, forced/4, best_moves/4, falling/2, thought/3]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_playing)).
:- use_module(library(chess_state)).
:- use_module(library(winning_lines)).
:- use_module(library(explain_words)).
:- use_module(library(explain_material)).
:- use_module(library(explain_verdict)).

%! met(+Gain, +Pos, -Notes, -Fate) is det.
%
% Notes tell which moves meet a threat to win Gain, if that is much: after them the search that plays sees the side better
% off, by half of Gain at least, than after no move. Told are those that are about as good as the best of them, in this order,
% if they are few, and if what would be said of them bears that out. Of a smaller threat, and of a check, for which Gain is
% `check`, only those are told that are two pawns better than the rest. Fate is `mated` if all moves are proved to be mated,
% `lost` if no way out was found, else `open`.

met(Gain, Pos, Notes, Fate) :-
    winning_lines:positions(thorough, Positions),
    best_moves(7, Positions, Pos, Looks),
    Looks = [Best-_|_],
    (   Best < -90_000 ->
        findall(F-T, legal_move(F, T, _, Pos), All),
        length(All, Most),
        best_moves(Most, Positions, Pos, Mated),
        lost(Mated, Pos, Notes, Fate)
    ;   Fate = open,
        About is Best - 70,
        leading(6, About, Looks, Good0, Worse),
        findall(Value, member(Value-_, Worse), Values),
        defences(Gain, Pos, Best, Good0, Values, Notes0),
        % Nothing is asked again unless there is something to say.
        (   Notes0 = [] -> Notes = []
        ;   borne_out(Gain, Good0, Pos, Good),
            ( Good == Good0 -> Notes = Notes0 ; defences(Gain, Pos, Best, Good, Values, Notes) )
        )
    ).

%! best_moves(+Most, +Positions, +Pos, -Looks) is det.
%
% Looks are pairs of what moves are worth to who is to move in Pos, in centipawns, and the moves: the Most best ones by the
% search that plays, the best first.

best_moves(Most, Positions, Pos, Looks) :-
    findall(Value-Move, ( playing_lines(Pos, Positions, [], Most, [Move|_], Worth), number_of(Worth, Value) ), Looks).

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

% borne_out(+Gain, +Looks, +Pos, -Good): of moves that are said to meet a threat of Gain, those that come to no less than half
% of it by what is said of moves, and no more than two pawns less than the best of them.
borne_out(Gain, Looks, Pos, Good) :-
    findall(N-Look, ( member(Look, Looks), Look = _-Move, comes_to(Move, Pos, N), enough_left(Gain, N) ), Pairs),
    (   Pairs = [] -> Good = []
    ;   findall(N, member(N-_, Pairs), Ns),
        list_max(Ns, Most),
        findall(Look, ( member(N-Look, Pairs), N >= Most - 200 ), Good)
    ).

comes_to(Move, Pos, N) :-
    winning_lines:best_line(thorough, explain/1, Pos, Move, _, Gain),
    (   Gain = centipawns(N) -> true
    ;   memberchk(Gain-N, [draw-0,lets_draw-(-300)])
    ).

enough_left(centipawns(Threat), N) :- !, 2 * N > -Threat.
enough_left(_, _).

% defences(+Gain, +Pos, +Best, +Good, +Others, -Notes): Good are about as good as Best, the others are worth Others.
defences(_, _, _, [], _, []) :- !.
defences(Gain, Pos, Best, Good, Others, Notes) :-
    findall(San, ( member(_-Move, Good), move_san(Move, San, Pos) ), Sans),
    length(Sans, Number),
    (   grave(Gain), enough(Gain, Pos, Enough), Best >= Enough ->
        ( Number > 5 -> Notes = []
        ; ( \+ ( member(Value, Others), Value >= Enough ) -> All = all ; All = best ),
          phrase(meeting(Sans, All), Note),
          Notes = [statement(searched,Note)]
        )
    ;   Number =< 3, Others = [_|_], list_max(Others, Next), Best - Next >= 200,
        % Of moves that all lose, a search says little of which loses less.
        ( Best >= -300 -> true ; Next < -90_000 ) ->
        phrase(holding(Sans, Best, Next), Note),
        Notes = [statement(searched,Note)]
    ;   Notes = []
    ).

holding(Sans, _, Next) --> { Next < -90_000 }, !, "Only ", listed(Sans), " was found to stop mate.".
% Who stands badly holds nothing.
holding(Sans, Best, _) --> { Best < -150 }, !, "All moves but ", listed(Sans), " cost two pawns or more.".
holding([San], _, _) --> !, "Only ", chars(San), " holds: all other moves cost two pawns or more.".
holding(Sans, _, _) --> "Only ", listed(Sans), " hold: all other moves cost two pawns or more.".

% grave(+Gain): a piece at least, or the win of who is ahead.
grave(mate(_)).
grave(draw).
grave(centipawns(N)) :- N >= 300.

% enough(+Gain, +Pos, -Value): what a position is worth to who is to move in Pos if the threat has been met, in centipawns.
enough(mate(_), _, -90_000) :- !.
enough(Gain, Pos, Value) :-
    ( Gain = centipawns(N) -> true ; N = 400 ),
    null_move(Pos, Passed),
    thought(8, Passed, Theirs),
    Value is N // 2 - Theirs.

%! thought(+Part, +Pos, -Value) is semidet.
%
% Value is what Pos is worth to who is to move by the search that plays, in centipawns. There are many moves to be looked at: each
% gets a part of the effort of an explanation. Fails if the game is over.

thought(Part, Pos, Value) :-
    winning_lines:positions(thorough, N),
    Positions is max(100, N // Part),
    playing_line(Pos, Positions, [], _, Worth),
    number_of(Worth, Value).

number_of(centipawns(N), N).
number_of(mate(N), V) :- V is 100_000 - N.
number_of(mated(N), V) :- V is N - 100_000.

%! falling(+Pairs, -Sorted) is det.
%
% Sorted are Pairs with the greatest key first.

falling(Pairs, Sorted) :- keysort(Pairs, Rising), reverse(Rising, Sorted).

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
    ;   ( Gain == lets_draw ; Gain = centipawns(N), Loss is -N, worth_reporting(Loss) ) ->
        move_san(Move, San, Pos),
        phrase(verdict(Gain, Pos, San, Line), Verdict),
        Notes = [statement(searched,Verdict)]
    ;   Notes = []
    ).

checkmate_then(1, Text) --> !, "It is answered by checkmate: ", chars(Text), ".".
checkmate_then(N, Text) --> "Then it is checkmate in ", number(N), " moves: ", chars(Text), ".".
