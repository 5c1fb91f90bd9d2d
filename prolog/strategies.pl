/** Strategies for endings, asked for their move and the reason for it.

```
?- strategy_move("3k4/8/3K4/8/8/8/8/7R w - - 0 1", Move, Reason).
   Move = move(h1,h8,none), Reason = because([kings_in_opposition,possible_lateral_check],lateral_check).
```

A strategy is a predicate `strategy(+Pos, -Move)`, in a file that is consulted; without one, the ending's own is
asked that comes with Chesslog. It is made of conditions, predicates of a position, and of moves, predicates of a
position and a move: those of a vocabulary such as `king_on_edge/1` and `lateral_check/2`, or any others.
*/

:- module(cl_strategies, [strategy_move/3, strategy_move/4]).

:- use_module(library(chess_state)).
:- use_module(library(error)).
:- use_module(library(internal_strategies)).
:- use_module(library(lists)).
:- use_module(library(cl_program)).

% entry(Level, Entry): what has been asked, by the calls within calls: yes(Item), no(Item), chosen(Word).
:- dynamic(entry/2).
:- dynamic(level/1).

%!  strategy_move(+Pos:position, -Move, -Reason) is semidet.
%
%   True iff the strategy moves Move in Pos, for Reason.
%
%   The strategy is the predicate strategy/2 that has been consulted, or else the one that comes with Chesslog for
%   the ending of Pos; of its solutions the first counts. Reason is `because(Asked,Word)`: the conditions
%   in the order in which they were asked, `\+` before those that did not hold and before moves that were not
%   possible, and the name of the move. Conditions and moves are words, predicates of the program, and tests of
%   chess; what else the clauses call is run, but is no part of the reason, and a move that only comes from there
%   is `given`.
%   Fails if the strategy has no move. Raises an existence error if there is no strategy for the ending, and
%   a domain error if Pos is no position of an ending or it is not the attacker's turn.

strategy_move(Pos, Move, Reason) :-
    known_position(Pos, strategy_move/3),
    (   program_predicate(strategy(_,_)) ->
        attackers_turn(Pos, strategy_move/3),
        explained(by_clauses(strategy), Pos, Move, Reason)
    ;   catch(shipped_move(Pos, Move, Reason), error(E, _), throw(error(E, strategy_move/3)))
    ).

%!  strategy_move(+Strategy, +Pos:position, -Move, -Reason) is semidet.
%
%   The same for a given strategy: `if(Condition,Then,Else)`, where Then and Else are strategies and Condition is called
%   with Pos, or the name of a move, which is called with Pos and Move.
%
%   The name of a predicate that has been consulted is taken apart as strategy/2 is.

strategy_move(Strategy, Pos, Move, Reason) :-
    known_position(Pos, strategy_move/4),
    known_strategy(Strategy),
    attackers_turn(Pos, strategy_move/4),
    (   by_name(Strategy) -> explained(by_clauses(Strategy), Pos, Move, Reason)
    ;   explained(by_tree(Strategy), Pos, Move, Reason)
    ).

known_position(Pos, PI) :-
    (   var(Pos) -> instantiation_error(PI)
    ;   catch(position(Pos), error(E, _), no_position(E, Pos, PI)) -> true
    ;   domain_error(position, Pos, PI)
    ).

no_position(E, Pos, PI) :-
    (   E = type_error(_,_) -> type_error(position, Pos, PI)
    ;   throw(error(E, PI))
    ).

attackers_turn(Pos, PI) :-
    catch(attacker_to_move(Pos), error(E, _), throw(error(E, PI))).

known_strategy(S) :-
    (   var(S) -> instantiation_error(strategy_move/4)
    ;   S = if(C,S1,S2) ->
        known_goal(C),
        known_strategy(S1),
        known_strategy(S2)
    ;   known_goal(S)
    ).

known_goal(G) :-
    (   var(G) -> instantiation_error(strategy_move/4)
    ;   callable(G) -> true
    ;   type_error(callable, G, strategy_move/4)
    ).

by_name(Strategy) :-
    atom(Strategy),
    Goal =.. [Strategy,_,_],
    program_predicate(Goal).

% --- asking -----------------------------------------------------------------------------------

% What was asked outlives backtracking, and a condition may ask a strategy itself.
explained(Strategy, Pos, Move, because(Asked,Word)) :-
    ( level(N0) -> true ; N0 = 0 ),
    N is N0 + 1,
    at_level(N),
    retractall(entry(N, _)),
    (   catch(first_move(Strategy, Pos, Move1), E, true) ->
        findall(Entry, entry(N, Entry), Entries)
    ;   E = none
    ),
    at_level(N0),
    (   E == none -> false
    ;   nonvar(E) -> throw(E)
    ;   asked(Entries, none, Asked, Word),
        Move = Move1
    ).

at_level(N) :-
    retractall(level(_)),
    assertz(level(N)).

% asked(+Entries, +Word0, -Asked, -Word): the last move is the one that was chosen.
asked([], Word, [], Word).
asked([E|Es], Word0, Asked, Word) :-
    (   E = chosen(Word1) -> asked(Es, Word1, Asked, Word)
    ;   ( E = yes(Item) -> true ; E = no(Item1), Item = (\+ Item1) ),
        Asked = [Item|Asked1],
        asked(Es, Word0, Asked1, Word)
    ).

first_move(by_clauses(Name), Pos, Move) :-
    read_again,
    Head =.. [Name,Pos,Move],
    program_clauses(Head, Clauses),
    member(clause(Head,Body,_), Clauses),
    body(Body, Pos, Move, Cut),
    !,
    Cut \== cut.
first_move(by_tree(Tree), Pos, Move) :-
    tree(Tree, Pos, Move),
    !.

tree(Tree, Pos, Move) :-
    (   Tree = if(C,Then,Else) ->
        added(C, [Pos], Goal),
        (   ask(Goal, C) -> tree(Then, Pos, Move)
        ;   tree(Else, Pos, Move)
        )
    ;   added(Tree, [Pos,Move], Goal),
        play(Goal, Tree)
    ).

% --- bodies -----------------------------------------------------------------------------------

% body(+Goal, +Pos, ?Move, -Cut): solves a body. Back at a cut it succeeds once more, with `cut` for Cut: then the
% whole predicate fails.
body(G, _, _, _) :- var(G), !, instantiation_error(strategy_move/3).
body((A,B), Pos, Move, Cut) :- !,
    body(A, Pos, Move, Cut),
    ( Cut == cut -> true ; body(B, Pos, Move, Cut) ).
body((A->B;C), Pos, Move, Cut) :- !,
    (   once_in(A, Pos, Move) -> body(B, Pos, Move, Cut)
    ;   body(C, Pos, Move, Cut)
    ).
body((A;B), Pos, Move, Cut) :- !,
    ( body(A, Pos, Move, Cut) ; body(B, Pos, Move, Cut) ).
body((A->B), Pos, Move, Cut) :- !,
    once_in(A, Pos, Move),
    body(B, Pos, Move, Cut).
body(\+ A, Pos, Move, _) :- !,
    \+ once_in(A, Pos, Move).
body(!, _, _, Cut) :- !,
    ( true ; Cut = cut ).
body(true, _, _, _) :- !.
body(once(A), Pos, Move, _) :- !,
    once_in(A, Pos, Move).
body(Goal, Pos, Move, _) :-
    (   var(Move), term_variables(Goal, Vs), occurs(Move, Vs) -> name_of(Goal, Word), play(Goal, Word)
    ;   Goal =.. [Name|As],
        without(As, Pos, Bs),
        (   As \== Bs, is_condition(Goal) ->
            values(Bs, Cs),
            Item =.. [Name|Cs],
            ask(Goal, Item)
        ;   run(Goal)
        )
    ).

% A predicate of the program, or a test of chess: one that enumerates finds what the strategy goes on with.
is_condition(Goal) :-
    (   program_predicate(Goal) -> true
    ;   ground(Goal),
        about_chess(Goal)
    ).

about_chess(Goal) :-
    functor(Goal, Name, Arity),
    chess_question(Name, Arity).

% A cut in a condition is its own.
once_in(Goal, Pos, Move) :-
    body(Goal, Pos, Move, Cut),
    !,
    Cut \== cut.

occurs(V, [W|Ws]) :- ( V == W -> true ; occurs(V, Ws) ).

% The name of a move; what is not of the program or of chess, such as Move = M, only passes it on.
name_of(Goal, Word) :-
    (   Goal =.. [call,G|As], callable(G), added(G, As, Goal1) -> name_of(Goal1, Word)
    ;   ( program_predicate(Goal) ; about_chess(Goal) ) -> functor(Goal, Word, _)
    ;   Word = given
    ).

without([], _, []).
without([A|As], Pos, Bs) :-
    ( A == Pos -> Bs = Bs1 ; Bs = [A|Bs1] ),
    without(As, Pos, Bs1).

values([], []).
values([A|As], Bs) :-
    ( var(A) -> Bs = Bs1 ; Bs = [A|Bs1] ),
    values(As, Bs1).

% ask(+Goal, +Item), play(+Goal, +Word): run Goal and note what came of it.
ask(Goal, Item) :- noted(Goal, yes(Item), Item).

play(Goal, Word) :- noted(Goal, chosen(Word), Word).

noted(Goal, Entry, Item) :-
    level(N),
    (   run(Goal),
        at_last(N, Entry)
    ;   % It may be that there are no more solutions only.
        \+ entry(N, Entry),
        note(N, no(Item)),
        false
    ).

% The move that counts is the last one, a condition stands where it was asked first.
at_last(N, Entry) :-
    (   Entry = chosen(_) -> assertz(entry(N, Entry))
    ;   note(N, Entry)
    ).

note(N, Entry) :- ( entry(N, Entry) -> true ; assertz(entry(N, Entry)) ).

% --- examples ---------------------------------------------------------------------------------

?- strategy_move("3k4/8/3K4/8/8/8/8/7R w - - 0 1", M, R).
   M = move(h1,h8,none), R = because([kings_in_opposition,possible_lateral_check],lateral_check).

?- strategy_move(if(king_on_edge,lateral_check,best_move), "3k4/8/3K4/8/8/8/8/7R w - - 0 1", M, R).
   M = move(h1,h8,none), R = because([king_on_edge],lateral_check).

?- strategy_move(if(in_check(white),fail,perfect_reply), "3k4/8/3K4/8/8/8/8/7R w - - 0 1", M, R).
   M = move(h1,h8,none), R = because([\+in_check(white)],perfect_reply).

?- strategy_move(if(threatened_rook,fail,perfect_reply), "3k4/8/3K4/8/8/8/8/7R w - - 0 1", M, R).
   M = move(h1,h8,none), R = because([\+threatened_rook],perfect_reply).

?- strategy_move("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", M, R).
   M = move(a1,f6,none), R = because([\+possible_mate,possible_confinement],save_piece).

?- strategy_move("8/8/8/3k4/8/8/8/1NB1K3 w - - 0 1", M, R).
   error(existence_error(strategy,"KBNK"),strategy_move/3).

?- strategy_move("3k4/8/3K4/8/8/8/8/7R b - - 0 1", M, R).
   error(domain_error(krk_position_with_attacker_to_move,"3k4/8/3K4/8/8/8/8/7R b - - 0 1"),strategy_move/3).

?- strategy_move(rook, _, M, R).
   error(instantiation_error,strategy_move/4).

?- strategy_move(12, M, R).
   error(type_error(position,12),strategy_move/3).

?- strategy_move(best_move, "3k4/8/3K4/8/8/8/8/7R b - - 0 1", M, R).
   error(domain_error(ending_position_with_attacker_to_move,"3k4/8/3K4/8/8/8/8/7R b - - 0 1"),strategy_move/4).

?- strategy_move(best_move, "3kr3/8/3K4/8/8/8/8/7R w - - 0 1", M, R).
   error(domain_error(ending_position,"3kr3/8/3K4/8/8/8/8/7R w - - 0 1"),strategy_move/4).

?- strategy_move(if(1,lateral_check,lateral_move), "3k4/8/3K4/8/8/8/8/7R w - - 0 1", M, R).
   error(type_error(callable,1),strategy_move/4).
