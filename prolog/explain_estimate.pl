/** Estimates: how good a position is, and which moves are, by the search that plays.

It looks at all moves, and counts all that the evaluation does; what it says is no proof, and is told as what it is.
*/

:- module(explain_estimate, [ranked/3, value/3, value_after/4, lost/3, lost_by/3, fits_gain/3, estimate//3, falling/2]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess_geometry)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_playing)).
:- use_module(library(chess_state), [turn/2]).
:- use_module(library(winning_lines)).
:- use_module(library(explain_words)).
:- use_module(library(explain_engine), [agrees/4]).
:- use_module(library(explain_material), [material_won/3, worth_reporting/1]).
:- use_module(library(motif_steps), [points/3]).

%! ranked(+Most, +Pos, -Looks) is det.
%
% Looks are pairs of what moves are worth to who is to move in Pos, in centipawns, and the moves: the Most best ones, the best
% first; no move if the game is over. Looked at together they share one look; those that seem to be about as good as the best, and the
% next one, get a look each, since what is told of them is which are better.

ranked(Most, Pos, Looks) :-
    winning_lines:positions(thorough, Positions),
    findall(Value-Move, ( playing_lines(Pos, Positions, [], Most, [Move|_], Worth), number_of(Worth, Value) ), Looks0),
    (   Looks0 = [Best-_,_|_], Best > -90_000 ->
        About is Best - 100,
        looked_again(Looks0, About, Pos, Again),
        falling(Again, Looks)
    ;   Looks = Looks0
    ).

% looked_again(+Looks0, +About, +Pos, -Looks): the first one below About is the last that is looked at again; it and those behind it
% are worth no more than they seemed together.
looked_again([], _, _, []).
looked_again([Value0-Move|Looks0], About, Pos, [Value-Move|Looks]) :-
    value_after(4, Move, Pos, Value1),
    (   Value0 >= About -> Value = Value1, looked_again(Looks0, About, Pos, Looks)
    ;   Value is min(Value0, Value1), Looks = Looks0
    ).

%! value(+Part, +Pos, -Value) is semidet.
%
% Value is what Pos is worth to who is to move, in centipawns, by a look with a part of the effort of an explanation. Fails if the
% game is over.

value(Part, Pos, Value) :-
    winning_lines:positions(thorough, N),
    Positions is max(100, N // Part),
    playing_line(Pos, Positions, [], _, Worth),
    number_of(Worth, Value).

%! value_after(+Part, +Move, +Pos, -Value) is det.
%
% Value is what Pos is worth, after Move, to who makes it.

value_after(Part, Move, Pos, Value) :-
    make_move(Move, Pos, After),
    !,
    (   checkmate(After) -> Value = 99_999
    ;   draw_reason(_, After) -> Value = 0
    ;   value(Part, After, Theirs) -> Value is -Theirs
    ;   Value = 0
    ).

%! lost(+Pos, +Move, +Gain) is semidet.
%
% True iff the search that plays does not deny that Move comes to Gain in Pos, a loss: it is asked as an engine is. What falls on the way to
% a draw is not lost.

lost(Pos, Move, centipawns(N)) :- !,
    value_after(4, Move, Pos, Value),
    Value =\= 0,
    agrees(engine("",0,[line(centipawns(Value),[Move])]), Pos, Move, centipawns(N)).
lost(_, _, _).

%! lost_by(+Pos, +Line, +Gain) is semidet.
%
% The same of the first move of Line, where no more falls in Line than is lost: else it is not what both sides do best.

lost_by(Pos, Line, Gain) :-
    ( Gain = centipawns(N) -> material_won(Line, Pos, Material), Material >= N - 80 ; true ),
    Line = [Move|_],
    lost(Pos, Move, Gain).

%! fits_gain(+Value, +Gain, +Pos) is semidet.
%
% True iff that who is to move in Pos stands by Value does not contradict that he wins or loses Gain: both are searches, and may have
% looked at different things. Then nobody knows who is right, and the estimate is not told.

fits_gain(Value, centipawns(Gain), Pos) :-
    (   Size is abs(Gain), \+ worth_reporting(Size) -> true
    ;   turn(Side, Pos),
        points(Side, Pos, Points),
        Then is 100 * Points + Gain,
        (   abs(Value - Then) =< 250 -> true
        ;   class(Value, A),
            class(Then, B),
            abs(A - B) < 2
        )
    ).

% class(+Value, -Class): from much worse, -2, to much better, 2, as estimate//3 has them.
class(Value, Class) :-
    (   Value < 0 -> Other is -Value, class(Other, Class0), Class is -Class0
    ;   Value < 70 -> Class = 0
    ;   Value < 250 -> Class = 1
    ;   Class = 2
    ).

% White is a rook behind for a pawn, and is said to get a queen.
?- findall(V, ( member(V, [600,100,0]), explain_estimate:fits_gain(V, centipawns(800), "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1") ), Vs).
   Vs = [600,100].

number_of(centipawns(N), N).
number_of(mate(N), V) :- V is 100_000 - N.
number_of(mated(N), V) :- V is N - 100_000.

%! falling(+Pairs, -Sorted) is det.
%
% Sorted are Pairs with the greatest key first; those with the same key stay in order.

falling(Pairs, Sorted) :-
    findall(Key-(Value-X), ( member(Value-X, Pairs), Key is -Value ), Keyed),
    keysort(Keyed, Rising),
    findall(Pair, member(_-Pair, Rising), Sorted).

%! estimate(+When, +Side, +Value)// is det.
%
% Describes who stands better, where Value is what the position is worth to Side; When is `now` or `then`.

estimate(When, Side, Value) --> { Value < 0 }, !, { other_side(Side, Other), V is -Value }, better(When, Other, V).
estimate(When, Side, Value) --> better(When, Side, Value).

% In 258 positions of games that nobody else has looked at, middlegames and endings, Stockfish 15.1 (2 seconds, at most depth 18) put
% 206 into the same one of the three classes, and 257 into the same or the next one. It never saw the other side better, and less than a
% quarter of a pawn in 2 of the 191 in which somebody stands better here; of the 129 in which he stands much better it saw a pawn and a
% half at least in all.
better(When, _, Value) --> { Value < 70 }, !,
    "By the search's estimate both sides", when(When), " stand about equal.".
better(When, Side, Value) --> { Value < 90_000 }, !,
    "By the search's estimate ", side(Side), when(When), " stands ", ( { Value < 250 } -> "" ; "much " ), "better, by ",
    pawns_and_tenths(Value), ".".
better(When, Side, _) --> "By the search's estimate ", side(Side), when(When), " mates by force.".

when(now) --> [].
when(then) --> " then".

pawns_and_tenths(Value) -->
    { Tenths is (Value + 5) // 10, Whole is Tenths // 10, Rest is Tenths mod 10 },
    number(Whole), ".", number(Rest), " pawns".

% About equal, better by 0.7 pawns, by 2.5; for the other side.
?- findall(T, ( member(V, [69,70,-251,-99990]), phrase(explain_estimate:estimate(now, white, V), Cs), string_chars(T, Cs) ), Texts).
   Texts = ["By the search's estimate both sides stand about equal.",
            "By the search's estimate White stands better, by 0.7 pawns.",
            "By the search's estimate Black stands much better, by 2.5 pawns.",
            "By the search's estimate Black mates by force."].
