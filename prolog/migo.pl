/** Learning to play by playing: MIGO, to be read.

The learner plays a game of two players against an optimal opponent and learns from each game, with the metarules of
Metagol, when a move wins within one move, within two, and so on, and when it draws.

```
?- use_module(library(migo)).
   true.
?- migo(hexapawn3, [games(30)], Strategy, Regrets), migo_print(Strategy).
win_1(A,B) :- move(A,B), won(B).
draw_1(A,B) :- move(A,B), \+ win_1(B,_).
win_2_1(A,B) :- draw_1(A,B), \+ drawn(B).
win_2(A,B) :- win_2_1(A,B), \+ draw_1(B,_).
draw_2(A,B) :- draw_1(A,B), \+ win_2(B,_).
   Strategy = [...], Regrets = [2,0,...].
```

S. Muggleton and C. Hocquette, "Machine Discovery of Comprehensible Strategies for Simple Games Using Meta-interpretive
Learning", New Generation Computing 37, 2019. What the paper leaves open is as in the authors' program.

A *strategy* is a list of clauses over move/2, won/1 and drawn/1, each predicate after those that it calls. The learner
can do no more than follow moves and see who has won: the names of the pieces mean nothing to it.

This file has the game, the choice of moves, and what one act of learning is. There are two manners of learning from a
game: that of the paper, `migo_faithful`, and our own, `migo_careful`. The states of a game are numbers here, for which
`migo_theory` knows what is true.
*/

:- module(cl_migo, [migo/4, migo_game/5, migo_label/4, migo_learn/4, migo_move/5, migo_print/1]).

:- use_module(library(between)).
:- use_module(library(charsio)).
:- use_module(library(error)).
:- use_module(library(cl_arguments)).
:- use_module(library(internal_games)).
:- use_module(library(internal_migo)).
:- use_module(library(lists)).
:- use_module(library(cl_games)).
:- use_module(library(metagol)).
:- use_module(library(migo_careful)).
:- use_module(library(migo_faithful)).
:- use_module(library(migo_metarules)).
:- use_module(library(migo_theory)).

%! migo(+Game, +Options, -Strategy, -Regrets) is det.
%
% Plays a series of games, each followed by learning from it. Strategy is what was learned; Regrets are what was lost in
% each game against the value of its first state: 0, 1 or 2.
%
% Game is oxo, hexapawn3, hexapawn4, or a module that defines initial/1, move/2, won/1 and drawn/1, such as `user`; no state
% may come again. Options:
%
%   - games(N): how many games are played, 100 by default.
%   - seed(S): of the random numbers, 1 by default.
%   - manner(careful): learns from all that the states of the games show, with negative examples; the default.
%   - manner(faithful): learns from the outcomes of games, as in the paper.
%   - separated(true): drawing counts only when winning has not changed for some games.
%   - kernel(native): the learner in native code, the default; it knows games with a name only. kernel(prolog): the learner
%     in this file, for all games. What they learn is the same.
%   - search(native), search(prolog): the search of Metagol that the latter uses.
%   - trace(true): tells each game, each move with the clause that chose it, and what is learned; in Prolog only.

migo(Game, Options0, Strategy, Regrets) :-
    options(Options0, migo/4, Options),
    open_game(Game, migo/4),
    (   memberchk(kernel(native), Options), named_game(Known), Known == Game -> natively(Game, Options, Strategy, Regrets)
    ;   memberchk(games(N), Options),
        new_learner(Options, [], Learner0),
        games(1, N, Learner0, 0, Learner, Regrets),
        strategy(Learner, Strategy)
    ).

% games(+I, +N, +Learner0, +Lots, -Learner, -Regrets): what a game needs of memory is given back.
games(I, N, Learner, _, Learner, []) :- I > N, !.
games(I, N, Learner0, Lots0, Learner, [Regret|Regrets]) :-
    findall(t(L,Lots,R), cl_migo:one_game(I, Learner0, Lots0, L, Lots, R), [t(Learner1,Lots1,Regret)]),
    I1 is I + 1,
    games(I1, N, Learner1, Lots1, Learner, Regrets).

one_game(I, Learner0, Lots0, Learner, Lots, Regret) :-
    starts(Starts),
    Learner0 = learner(Options,_,_,_),
    drawn_by_lot(Options, starts, Starts, I - 1, [Start]),
    played(Learner0, Start, Lots0, Lots, States, Reasons, Outcome),
    worth(Start, Worth),
    Regret is Worth - Outcome,
    learns(Learner0, States, Outcome, Learner),
    report(Options, I, States, Reasons, Outcome, Regret, Learner0, Learner).

% --- a learner --------------------------------------------------------------------------------

% A learner is learner(Options, Predicates, Memory, Unchanged): the predicates are pred(Name,Definition,Clauses), each after
% those that it calls; Memory is what it remembers of the games; for so many games winning has not changed.

new_learner(Options, Predicates, learner(Options,Predicates,Memory,0)) :-
    memberchk(manner(Manner), Options),
    nothing_seen(Manner, Memory).

nothing_seen(faithful, examples([],[])).
nothing_seen(careful, seen([],[])).

strategy(learner(_,Predicates,_,_), Strategy) :-
    findall(Clause, ( member(pred(_,_,Clauses), Predicates), member(Clause, Clauses) ), Strategy).

% learns(+Learner0, +States, +Outcome, -Learner): Learner0 has seen a game with these states; for itself, who moved first,
% the outcome was 1, 0 or -1.
learns(Learner0, States, Outcome, learner(Options,Predicates,Memory,Unchanged)) :-
    Learner0 = learner(Options,Predicates0,Memory0,Unchanged0),
    (   memberchk(manner(careful), Options) -> learn_carefully(Options, States, Predicates0, Memory0, Predicates, Memory)
    ;   allowed(Learner0, Kinds),
        learn_faithfully(Options, Kinds, States, Outcome, Predicates0, Memory0, Predicates, Memory)
    ),
    series(win, Predicates0, Before),
    series(win, Predicates, After),
    meanings(Before, Meanings0),
    meanings(After, Meanings),
    (   Meanings0 \== Meanings -> Unchanged = 0
    ;   Meanings == [] -> Unchanged = Unchanged0
    ;   Unchanged is Unchanged0 + 1
    ).

% allowed(+Learner, -Kinds): mixed learning learns winning and drawing at once, separated learning one after the other.
allowed(learner(Options,_,_,Unchanged), Kinds) :-
    (   memberchk(separated(false), Options) -> Kinds = [win,draw]
    ;   patience(Games),
        ( Unchanged < Games -> Kinds = [win] ; Kinds = [draw] )
    ).

% For so many games winning must not have changed (Section 5.1 of the paper; hexapawn4 from the authors' files).
patience(Games) :-
    (   migo_theory:game(hexapawn3) -> Games = 5
    ;   migo_theory:game(hexapawn4) -> Games = 15
    ;   Games = 10
    ).

% --- a game -----------------------------------------------------------------------------------

% played(+Learner, +State, +Lots0, -Lots, -States, -Reasons, -Outcome): the learner moves first, and there is a reason for
% each of its moves. Lots counts how often lots were drawn.
played(Learner, State, Lots0, Lots, [State|States], Reasons, Outcome) :-
    (   fluent(won, State) -> Lots = Lots0, States = [], Reasons = [], Outcome = -1
    ;   ended(State) -> Lots = Lots0, States = [], Reasons = [], Outcome = 0
    ;   chosen(Learner, State, Lots0, Lots1, Next, Reason),
        Reasons = [Reason|Reasons1],
        answered(Learner, Next, Lots1, Lots, States, Reasons1, Outcome)
    ).

answered(Learner, State, Lots0, Lots, [State|States], Reasons, Outcome) :-
    (   fluent(won, State) -> Lots = Lots0, States = [], Reasons = [], Outcome = 1
    ;   ended(State) -> Lots = Lots0, States = [], Reasons = [], Outcome = 0
    ;   reply(State, Next),
        played(Learner, Next, Lots0, Lots, States, Reasons, Outcome)
    ).

ended(State) :- fluent(drawn, State), !.
ended(State) :- leads_to(move, State, []).

% chosen(+Learner, +State, +Lots0, -Lots, -Next, -Reason): the first move of win_1, of win_2, ..., then of draw_1, ...;
% else any (Section 4.3 of the paper). The careful learner takes any move of the last draw_k that has one, since one of
% them may win.
chosen(learner(_,Predicates,_,_), State, Lots, Lots, Next, Name) :-
    series(win, Predicates, Wins),
    member(Name-Win, Wins),
    leads_to(Win, State, [Next|_]),
    !.
chosen(Learner, State, Lots0, Lots, Next, Reason) :-
    Learner = learner(Options,Predicates,_,_),
    series(draw, Predicates, Draws0),
    (   memberchk(manner(faithful), Options) ->
        (   member(Reason-Draw, Draws0), leads_to(Draw, State, [Next|_]) -> Lots = Lots0
        ;   any_of([], Options, State, Lots0, Lots, Next, Reason)
        )
    ;   allowed(Learner, Kinds), memberchk(draw, Kinds) ->
        reverse(Draws0, Draws),
        any_of(Draws, Options, State, Lots0, Lots, Next, Reason)
    ;   any_of([], Options, State, Lots0, Lots, Next, Reason)
    ).

any_of([], Options, State, Lots0, Lots, Next, chance) :-
    leads_to(move, State, Moves),
    drawn_by_lot(Options, moves, Moves, Lots0, [Next]),
    Lots is Lots0 + 1.
any_of([Name-Definition|Rules], Options, State, Lots0, Lots, Next, Reason) :-
    leads_to(Definition, State, Moves),
    drawn_by_lot(Options, moves, Moves, Lots0, Found),
    Lots1 is Lots0 + 1,
    (   Found = [Next] -> Lots = Lots1, Reason = Name
    ;   any_of(Rules, Options, State, Lots1, Lots, Next, Reason)
    ).

% drawn_by_lot(+Options, +Purpose, +Things, +Count, -Drawn): a list of one of Things, if there are any.
drawn_by_lot(Options, Purpose, Things, Count0, Drawn) :-
    memberchk(seed(Seed), Options),
    ( Purpose == starts -> Stream = 0 ; Stream = 1 ),
    Count is Count0,
    length(Things, Length),
    migo_lot(Seed, Stream, Count, Length, I),
    ( nth0(I, Things, Thing) -> Drawn = [Thing] ; Drawn = [] ).

% --- the steps one by one ---------------------------------------------------------------------

%! migo_game(+Game, +Strategy, +Options, -States, -Regret) is det.
%
% Plays one game with Strategy, and learns nothing from it. The options seed(S) and manner(Manner) are those of migo/4;
% start(State) is the state to begin with.

migo_game(Game, Strategy, Options0, States, Regret) :-
    in_name_of(must_be(list, Options0), migo_game/5),
    (   select(start(State), Options0, Options1) -> true
    ;   Options1 = Options0
    ),
    options(Options1, migo_game/5, Options),
    open_game(Game, migo_game/5),
    definitions(Strategy, migo_game/5, Predicates),
    (   nonvar(State) -> number_of(State, migo_game/5, Start)
    ;   starts(Starts),
        drawn_by_lot(Options, starts, Starts, 0, [Start])
    ),
    new_learner(Options, Predicates, Learner),
    played(Learner, Start, 0, _, Numbers, _, Outcome),
    worth(Start, Worth),
    Regret is Worth - Outcome,
    terms(Numbers, States).

%! migo_move(+Game, +Strategy, +State, -Next, -Why) is nondet.
%
% True iff Strategy moves from State to Next because of the predicate Why. First come the moves of win_1, win_2, ..., then
% those of the last draw_k that has any, and of those before; each move once.

migo_move(Game, Strategy, State, Next, Why) :-
    open_game(Game, migo_move/5),
    definitions(Strategy, migo_move/5, Predicates),
    number_of(State, migo_move/5, N),
    \+ over(N),
    series(win, Predicates, Wins),
    series(draw, Predicates, Draws0),
    reverse(Draws0, Draws),
    append(Wins, Draws, Rules),
    findall(M-Name, ( member(Name-D, Rules), leads_to(D, N, Ms), member(M, Ms) ), Moves0),
    first_reasons(Moves0, [], Moves),
    member(M-Why, Moves),
    state_of(M, Next).

first_reasons([], _, []).
first_reasons([M-Why|Moves0], Seen, Moves) :-
    (   memberchk(M, Seen) -> Moves = Moves1
    ;   Moves = [M-Why|Moves1]
    ),
    first_reasons(Moves0, [M|Seen], Moves1).

%! migo_label(+Game, +Strategy, +States, -Examples) is det.
%
% Examples are what the outcome of a game says of its moves, as in the paper: `win(K,From,To)`, the move wins within K
% moves, or `draw(K,From,To)`. States are those of the game, whose first player knows Strategy.

migo_label(Game, Strategy, States, Examples) :-
    open_game(Game, migo_label/4),
    definitions(Strategy, migo_label/4, Predicates),
    numbers(States, migo_label/4, Numbers),
    outcome(Numbers, Outcome),
    label(Predicates, Numbers, Outcome, Kind, Labelled),
    findall(Example,
            ( member(example(_,K,N-M), Labelled),
              state_of(N, From),
              state_of(M, To),
              Example =.. [Kind,K,From,To]
            ),
            Examples).

%! migo_learn(+Game, +Options, +Games, -Strategy) is det.
%
% Strategy is what is learned from Games, one after the other. Each is the list of its states. The options are those of
% migo/4.

migo_learn(Game, Options0, Games, Strategy) :-
    options(Options0, migo_learn/4, Options),
    open_game(Game, migo_learn/4),
    in_name_of(must_be(list, Games), migo_learn/4),
    new_learner(Options, [], Learner0),
    from_each(Games, Learner0, Learner),
    strategy(Learner, Strategy).

from_each([], Learner, Learner).
from_each([States|Games], Learner0, Learner) :-
    numbers(States, migo_learn/4, Numbers),
    outcome(Numbers, Outcome),
    findall(L, cl_migo:learns(Learner0, Numbers, Outcome, L), [Learner1]),
    from_each(Games, Learner1, Learner).

% outcome(+States, -Outcome): for the player who moves first.
outcome(States, Outcome) :-
    append(_, [Last], States),
    !,
    length(States, Length),
    (   \+ fluent(won, Last) -> Outcome = 0
    ;   Outcome is 1 - 2 * (Length mod 2)
    ).

numbers(States, Caller, Numbers) :-
    in_name_of(must_be(list, States), Caller),
    ( States = [_,_|_] -> true ; domain_error(played_game, States, Caller) ),
    findall(N, ( member(State, States), number_of(State, Caller, N) ), Numbers),
    (   append(_, [N,M|_], Numbers), \+ covers(move, N-M) ->
        state_of(N, From),
        state_of(M, To),
        domain_error(move_of_the_game, From-To, Caller)
    ;   true
    ).

terms([], []).
terms([N|Ns], [State|States]) :-
    state_of(N, State),
    terms(Ns, States).

% --- options ----------------------------------------------------------------------------------

% option(Option, Check): the first of a name is the usual one.
option(games(100), games(N), ( integer(N), N >= 0 )).
option(seed(1), seed(S), ( integer(S), S >= 0 )).
option(manner(careful), manner(M), member(M, [careful,faithful])).
option(separated(false), separated(B), member(B, [true,false])).
option(kernel(native), kernel(K), member(K, [native,prolog])).
option(search(native), search(K), member(K, [native,prolog])).
option(trace(false), trace(B), member(B, [true,false])).

options(Given, Caller, Options) :-
    in_name_of(must_be(list, Given), Caller),
    (   member(Option, Given), \+ valid(Option) ->
        ( ground(Option) -> domain_error(migo_option, Option, Caller) ; instantiation_error(Caller) )
    ;   true
    ),
    findall(Option, ( option(Usual, Form, _), ( member(Form, Given) -> Option = Form ; Option = Usual ) ), Options0),
    % Only the learner in Prolog tells what it does.
    (   memberchk(trace(true), Given), select(kernel(_), Options0, Options1) -> Options = [kernel(prolog)|Options1]
    ;   Options = Options0
    ).

valid(Option) :-
    ground(Option),
    option(_, Option, Check),
    call(cl_migo:Check),
    !.

% --- the native learner -----------------------------------------------------------------------

natively(Game, Options, Strategy, Regrets) :-
    memberchk(games(N), Options),
    memberchk(seed(Seed), Options),
    ( memberchk(manner(faithful), Options) -> Faithful = 1 ; Faithful = 0 ),
    ( memberchk(separated(true), Options) -> Separated = 1 ; Separated = 0 ),
    migo_run(Game, Faithful, Separated, N, Seed, Strategy, Regrets).

% --- what is printed --------------------------------------------------------------------------

%! migo_print(+Strategy) is det.
%
% Prints the clauses of Strategy, one a line.

migo_print(Strategy) :-
    in_name_of(must_be(list, Strategy), migo_print/1),
    print_clauses(Strategy, "").

print_clauses([], _).
print_clauses([Clause0|Clauses], Before) :-
    copy_term(Clause0, Clause),
    (   nonvar(Clause), Clause = (Head :- First, Second0) -> true
    ;   domain_error(clause_of_a_strategy, Clause, migo_print/1)
    ),
    Head =.. [_,A,B],
    A = 'A',
    B = 'B',
    (   Second0 = (\+ Second) -> Not = "\\+ "
    ;   Second = Second0, Not = ""
    ),
    ( Second =.. [_,_,'_'] -> true ; true ),
    text(Head, HeadCs),
    text(First, FirstCs),
    text(Second, SecondCs),
    print_line([Before,HeadCs," :- ",FirstCs,", ",Not,SecondCs,"."]),
    print_clauses(Clauses, Before).

text(Term, Cs) :- write_term_to_chars(Term, [], Cs).

print_line([]) :- nl.
print_line([Cs|Css]) :- print_chars(Cs), print_line(Css).

print_chars([]).
print_chars([C|Cs]) :- put_char(C), print_chars(Cs).

% report(+Options, +I, +States, +Reasons, +Outcome, +Regret, +Learner0, +Learner)
report(Options, _, _, _, _, _, _, _) :- memberchk(trace(false), Options), !.
report(_, I, States, Reasons, Outcome, Regret, Learner0, Learner) :-
    number_chars(I, Is),
    ending(Outcome, Ending),
    number_chars(Regret, Rs),
    print_line(["% game ",Is,": ",Ending,", regret ",Rs]),
    report_moves(States, Reasons),
    strategy(Learner0, Strategy0),
    strategy(Learner, Strategy),
    (   subsumes_term(Strategy0, Strategy), subsumes_term(Strategy, Strategy0) -> true
    ;   print_line(["% learned"]),
        print_clauses(Strategy, "%   ")
    ).

ending(1, "won").
ending(0, "drawn").
ending(-1, "lost").

report_moves([State|States], Reasons0) :-
    state_of(State, Term),
    text(Term, Cs),
    (   Reasons0 = [Reason|Reasons] ->
        text(Reason, Why),
        print_line(["%   ",Cs," by ",Why]),
        (   States = [Next,_|_] ->
            state_of(Next, Term1),
            text(Term1, Cs1),
            print_line(["%   ",Cs1]),
            States = [_|Rest],
            report_moves(Rest, Reasons)
        ;   report_moves(States, Reasons)
        )
    ;   print_line(["%   ",Cs])
    ).
report_moves([], _).

% --- examples ---------------------------------------------------------------------------------

?- migo(hexapawn3, [games(20)], Strategy, Regrets), length(Strategy, N).
   Strategy = [(win_1(_A,_B):-move(_A,_B),won(_B)),(draw_1(_C,_D):-move(_C,_D),\+win_1(_D,_E)),(win_2_1(_F,_G):-draw_1(_F,_G),\+drawn(_G)),(win_2(_H,_I):-win_2_1(_H,_I),\+draw_1(_I,_J)),(draw_2(_K,_L):-draw_1(_K,_L),\+win_2(_L,_M))], Regrets = [2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0], N = 5.

% The learner in Prolog is the same one.
?- \+ \+ ( migo(hexapawn3, [games(20),manner(faithful)], S, Rs),
         migo(hexapawn3, [games(20),manner(faithful),kernel(prolog)], S, Rs)
       ).
   true.

?- migo_move(oxo, [(win_1(A,B) :- move(A,B), won(B))], s(o,board(o,o,e,x,x,e,e,e,e)), Next, Why).
   Next = s(x,board(o,o,o,x,x,e,e,e,e)), Why = win_1.

% There is no rule that applies.
?- migo_move(oxo, [(win_1(A,B) :- move(A,B), won(B))], s(o,board(o,x,e,e,e,e,e,e,e)), Next, Why).
   false.

?- migo_label(hexapawn3, [], [s(w,board(e,e,w,b,w,e,e,e,e)),s(b,board(e,e,w,b,e,e,e,w,e))], Examples).
   Examples = [win(1,s(w,board(e,e,w,b,w,e,e,e,e)),s(b,board(e,e,w,b,e,e,e,w,e)))].

?- migo_game(oxo, [(win_1(A,B) :- move(A,B), won(B))], [start(s(o,board(o,o,e,x,x,e,e,e,e)))], States, Regret).
   States = [s(o,board(o,o,e,x,x,e,e,e,e)),s(x,board(o,o,o,x,x,e,e,e,e))], Regret = 0.

?- migo_learn(oxo, [manner(faithful)], [[s(o,board(o,o,e,x,x,e,e,e,e)),s(x,board(o,o,o,x,x,e,e,e,e))]], [C|_]).
   C = (win_1_1_1(_A,_B):-move(_A,_B),won(_B)).

?- migo(chess, [], Strategy, Regrets).
   error(domain_error(game,chess),migo/4).

?- migo(oxo, [games(many)], Strategy, Regrets).
   error(domain_error(migo_option,games(many)),migo/4).

?- migo_move(oxo, [(win_1(A,B) :- move(A,B), won(A))], s(o,board(o,x,e,e,e,e,e,e,e)), Next, Why).
   error(domain_error(clause_of_a_strategy,(win_1(A,B):-move(A,B),won(A))),migo_move/5).

?- migo_learn(oxo, [], [[s(o,board(o,x,e,e,e,e,e,e,e)),s(o,board(o,x,o,e,e,e,e,e,e))]], Strategy).
   error(domain_error(move_of_the_game,s(o,board(o,x,e,e,e,e,e,e,e))-s(o,board(o,x,o,e,e,e,e,e,e))),migo_learn/4).
