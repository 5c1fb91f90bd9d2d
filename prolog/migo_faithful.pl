/** How the paper's MIGO learns from a game: the outcome labels the moves.

After a won game each move of the winner wins, within as many moves as were still played (Theorem 1). After a drawn
game each move draws (Theorem 2). So there are positive examples only. From these everything is learned again after each
game, `win_1` first; what was learned is background for the next (Algorithm 1: dependent learning).

The learner over-generalises. Where a state has no moves, `\+ win_1(B,_)` is true of it for no good reason; and on one of
the twelve boards of noughts and crosses the draw rules lose for ever. `migo_careful` does better.
*/

:- module(migo_faithful, [learn_faithfully/8, label/5]).

:- use_module(library(lists)).
:- use_module(library(migo_metarules)).
:- use_module(library(migo_theory)).

% The most passes over the examples (the authors' first version; the second one has no bound).
passes(5).

%! learn_faithfully(+Options, +Kinds, +States, +Outcome, +Predicates0, +Memory0, -Predicates, -Memory) is det.
%
% Learns from a game, if winning or drawing, whatever it shows, is one of Kinds. A memory is examples(Wins,Draws).

learn_faithfully(Options, Kinds, States, Outcome, Predicates0, Memory0, Predicates, Memory) :-
    (   label(Predicates0, States, Outcome, Kind, Examples),
        memberchk(Kind, Kinds),
        remember(Kind, Examples, Memory0, Memory1),
        % The same examples give the same strategy.
        Memory1 \== Memory0 ->
        relearn(Options, Memory1, Predicates1),
        revise(Options, Predicates0, Predicates1, Memory1, Predicates, Memory)
    ;   Predicates = Predicates0,
        Memory = Memory0
    ).

%! label(+Predicates, +States, +Outcome, -Kind, -Examples) is det.
%
% Examples of Kind, `win` or `draw`, are what the game shows to a learner who knows Predicates: example(Start,K,Move). What
% starts with a known win teaches nothing new. The authors' program has the last move of a draw first.

label(Predicates, States, Outcome, Kind, Examples) :-
    States = [Start|_],
    (   Outcome =:= 1, \+ solved(win, Predicates, Start) ->
        Kind = win,
        moves(States, Start, Moves),
        every_other(Moves, Examples)
    ;   Outcome =:= 0, \+ solved(win, Predicates, Start), \+ solved(draw, Predicates, Start) ->
        Kind = draw,
        moves(States, Start, Moves),
        reverse(Moves, Examples)
    ;   Kind = none,
        Examples = []
    ).

% moves(+States, +Start, -Examples): so many moves of the one who moves are left, this one included.
moves([From|States], Start, Examples) :-
    (   States = [To|_] ->
        length([From|States], Length),
        K is Length // 2,
        Examples = [example(Start,K,From-To)|Examples1],
        moves(States, Start, Examples1)
    ;   Examples = []
    ).

every_other([], []).
every_other([X|Xs], [X|Ys]) :-
    ( Xs = [_|Zs] -> true ; Zs = [] ),
    every_other(Zs, Ys).

solved(Kind, Predicates, State) :-
    series(Kind, Predicates, Series),
    member(_-Definition, Series),
    applies(Definition, State),
    !.

remember(win, Examples, examples(Wins0,Draws), examples(Wins,Draws)) :- added(Examples, Wins0, Wins).
remember(draw, Examples, examples(Wins,Draws0), examples(Wins,Draws)) :- added(Examples, Draws0, Draws).

% added(+Examples, +All0, -All): a move is an example once.
added([], All, All).
added([Example|Examples], All0, All) :-
    Example = example(_,_,Move),
    ( memberchk(example(_,_,Move), All0) -> All1 = All0 ; append(All0, [Example], All1) ),
    added(Examples, All1, All).

% revise(+Options, +Before, +Predicates0, +Memory0, -Predicates, -Memory): if winning has changed, games that start with a
% win are no examples of drawing any more.
revise(Options, Before, Predicates0, Memory0, Predicates, Memory) :-
    Memory0 = examples(Wins,Draws0),
    series(win, Before, Old),
    series(win, Predicates0, New),
    meanings(Old, Meanings0),
    meanings(New, Meanings),
    (   Meanings0 \== Meanings,
        findall(Draw,
                ( member(Draw, Draws0),
                  Draw = example(Start,_,_),
                  \+ migo_faithful:solved(win, Predicates0, Start)
                ),
                Draws),
        Draws \== Draws0 ->
        Memory = examples(Wins,Draws),
        relearn(Options, Memory, Predicates)
    ;   Memory = Memory0,
        Predicates = Predicates0
    ).

% --- dependent learning -----------------------------------------------------------------------

% relearn(+Options, +Memory, -Predicates): draw_k only as far as there is win_k, or all of these: drawing must not be
% learned before winning.
relearn(Options, examples(Wins,Draws), Predicates) :-
    learn_series(win, 1, 1000, Wins, Options, [], Predicates1),
    series(win, Predicates1, Series),
    length(Series, Length),
    longest(Plies),
    (   Length + 2 >= (Plies + 3) // 2 -> Most = 1000
    ;   Most = Length
    ),
    learn_series(draw, 1, Most, Draws, Options, Predicates1, Predicates).

% learn_series(+Kind, +K, +Most, +Examples, +Options, +Predicates0, -Predicates): Kind_k, ... as long as there are examples.
learn_series(Kind, K, Most, Examples, Options, Predicates0, Predicates) :-
    findall(Move, member(example(_,K,Move), Examples), Moves),
    (   K =< Most, Moves \== [] ->
        passes(Passes),
        each_alone(1, Passes, [Kind,K], Moves, Options, Predicates0, Predicates1),
        (   from_all([Kind,K], Moves, Options, Predicates1, Predicates2) ->
            K1 is K + 1,
            learn_series(Kind, K1, Most, Examples, Options, Predicates2, Predicates)
        ;   Predicates = Predicates1
        )
    ;   Predicates = Predicates0
    ).

% each_alone(+Pass, +Passes, +Name, +Moves, +Options, +Predicates0, -Predicates): each move alone, which is easy; what
% cannot be learned yet may be in the next pass.
each_alone(Pass, Passes, Name, Moves, Options, Predicates0, Predicates) :-
    one_after_other(Moves, Pass, Name, Options, Predicates0, Predicates1, Left),
    (   ( Left == [] ; Left == Moves ; Pass =:= Passes ) -> Predicates = Predicates1
    ;   Pass1 is Pass + 1,
        each_alone(Pass1, Passes, Name, Left, Options, Predicates1, Predicates)
    ).

one_after_other([], _, _, _, Predicates, Predicates, []).
one_after_other([Move|Moves], Pass, Name, Options, Predicates0, Predicates, Left) :-
    length([Move|Moves], Length),
    append(Name, [Pass,Length], Parts),
    (   from_all(Parts, [Move], Options, Predicates0, Predicates1) ->
        append(_, [pred(_,Definition,_)], Predicates1),
        findall(Other, ( member(Other, Moves), \+ covers(Definition, Other) ), Others),
        one_after_other(Others, Pass, Name, Options, Predicates1, Predicates, Left)
    ;   Left = [Move|Left1],
        one_after_other(Moves, Pass, Name, Options, Predicates0, Predicates, Left1)
    ).

% from_all(+Parts, +Moves, +Options, +Predicates0, -Predicates): what was learned last is tried first.
from_all(Parts, Moves, Options, Predicates0, Predicates) :-
    named(Parts, Name),
    reverse(Predicates0, Newest),
    learned(Name, Newest, Moves, [], Options, Learned),
    append(Predicates0, Learned, Predicates).
