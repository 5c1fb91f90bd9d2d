/** How the careful learner learns from a game: it looks one move ahead, and has negative examples.

The states that it has seen are the examples, not the outcomes of games. A move wins at once if the state after it is
won, and within k moves if it does not end the game and every reply allows a win within less than k moves, by the
predicates learned so far. A move does not lose within k moves if no reply wins within k moves. So `win_1`, `draw_1`,
`win_2`, ... have positive and negative examples in turn, whoever the opponent is.

Each predicate is learned from a few of its examples: those that were got wrong before.
*/

:- module(migo_careful, [learn_carefully/6]).

:- use_module(library(lists)).
:- use_module(library(migo_metarules)).
:- use_module(library(migo_theory)).

%! learn_carefully(+Options, +States, +Predicates0, +Memory0, -Predicates, -Memory) is det.
%
% Learns from a game. A memory is seen(States,Levels): the states in their order, and level(Wins,Draws) for each depth, the
% predicates win_k and draw_k, each with those invented for it.

learn_carefully(Options, States, Predicates0, seen(Seen0,Levels0), Predicates, seen(Seen,Levels)) :-
    see(States, Seen0, Seen),
    (   Seen == Seen0 -> Predicates = Predicates0, Levels = Levels0
    ;   findall(From-To, ( member(From, Seen), leads_to(move, From, Tos), member(To, Tos) ), Moves),
        levels(1, Levels0, Moves, Options, [], Levels),
        findall(P, ( member(level(Wins,Draws), Levels), ( member(P, Wins) ; member(P, Draws) ) ), Predicates)
    ).

% see(+States, +Seen0, -Seen): states in which the game goes on.
see([], Seen, Seen).
see([State|States], Seen0, Seen) :-
    (   ( over(State) ; memberchk(State, Seen0) ) -> Seen1 = Seen0
    ;   append(Seen0, [State], Seen1)
    ),
    see(States, Seen1, Seen).

% levels(+K, +Old, +Moves, +Options, +Below, -Levels): learned again is what is wrong by now; Below are the levels before
% K, the last first.
levels(K, Old, Moves, Options, Below, Levels) :-
    (   Old = [level(OldWins,OldDraws)|Old1] -> true
    ;   OldWins = [], OldDraws = [], Old1 = []
    ),
    findall(P, ( member(level(_,Draws0), Below), append(_, [P], Draws0) ), LowerDraws),
    findall(P, ( member(level(Wins0,_), Below), append(_, [P], Wins0) ), LowerWins),
    append(LowerDraws, LowerWins, Lower),
    reverse(LowerWins, Winning0),
    wins(Moves, K, Winning0, Winners, Others),
    (   settled([win,K], OldWins, Lower, Winners, Others, Options, Wins) ->
        append(_, [Win], Wins),
        append(Winning0, [Win], Winning),
        safe(Moves, Winning, Safe, Unsafe),
        % This win comes first: it is what has to be prevented.
        append(LowerDraws, [Win|LowerWins], Lower1),
        (   settled([draw,K], OldDraws, Lower1, Safe, Unsafe, Options, Draws) ->
            Level = level(Wins,Draws),
            Levels = [Level|Levels1],
            K1 is K + 1,
            levels(K1, Old1, Moves, Options, [Level|Below], Levels1)
        ;   Levels = [level(Wins,[])]
        )
    ;   Levels = []
    ).

% wins(+Moves, +K, +Winning, -Winners, -Others): which moves win within K moves and no fewer, and which are not known to win.
% Winning are the shorter wins.
wins([], _, _, [], []).
wins([From-To|Moves], K, Winning, Winners, Others) :-
    (   wins_within(To, Winning, N) ->
        Others = Others1,
        ( N =:= K -> Winners = [From-To|Winners1] ; Winners = Winners1 )
    ;   Others = [From-To|Others1],
        Winners = Winners1
    ),
    wins(Moves, K, Winning, Winners1, Others1).

% wins_within(+State, +Winning, -N): a move to State wins within N moves, as far as Winning tells.
wins_within(State, Winning, N) :-
    (   fluent(won, State) -> N = 1
    ;   \+ over(State),
        leads_to(move, State, Replies),
        Replies = [_|_],
        slowest(Replies, Winning, 0, Slowest),
        N is Slowest + 1
    ).

slowest([], _, Slowest, Slowest).
slowest([State|States], Winning, Slowest0, Slowest) :-
    \+ over(State),
    first_that_applies(Winning, 1, State, N),
    Slowest1 is max(Slowest0, N),
    slowest(States, Winning, Slowest1, Slowest).

first_that_applies([pred(_,Definition,_)|Winning], I, State, N) :-
    (   applies(Definition, State) -> N = I
    ;   I1 is I + 1,
        first_that_applies(Winning, I1, State, N)
    ).

% safe(+Moves, +Winning, -Safe, -Unsafe): which moves allow no win by any of Winning.
safe([], _, [], []).
safe([From-To|Moves], Winning, Safe, Unsafe) :-
    (   first_that_applies(Winning, 1, To, _) -> Safe = Safe1, Unsafe = [From-To|Unsafe1]
    ;   Safe = [From-To|Safe1], Unsafe = Unsafe1
    ),
    safe(Moves, Winning, Safe1, Unsafe1).

% settled(+Parts, +Old, +Lower, +Positives, +Negatives, +Options, -Predicates): Old, if it is right about all examples; else
% what is, learned from as few of them as it takes.
settled(Parts, Old, Lower, Positives, Negatives, Options, Predicates) :-
    (   append(_, [pred(_,Definition,_)], Old), \+ wrong(Definition, Positives, Negatives, _, _) -> Predicates = Old
    ;   Positives = [First|_],
        named(Parts, Name),
        improved(Name, Lower, [First], [], Positives, Negatives, Options, Predicates)
    ).

improved(Name, Lower, Some, Not, Positives, Negatives, Options, Predicates) :-
    learned(Name, Lower, Some, Not, Options, Predicates0),
    append(_, [pred(_,Definition,_)], Predicates0),
    (   wrong(Definition, Positives, Negatives, Move, Kind) ->
        (   Kind == missed -> append(Some, [Move], Some1), Not1 = Not
        ;   Some1 = Some, append(Not, [Move], Not1)
        ),
        improved(Name, Lower, Some1, Not1, Positives, Negatives, Options, Predicates)
    ;   Predicates = Predicates0
    ).

% wrong(+Definition, +Positives, +Negatives, -Move, -Kind): the first move that is `missed`, else `claimed`.
wrong(Definition, Positives, Negatives, Move, Kind) :-
    (   member(Move0, Positives), \+ covers(Definition, Move0) -> Move = Move0, Kind = missed
    ;   member(Move0, Negatives), covers(Definition, Move0) -> Move = Move0, Kind = claimed
    ).
