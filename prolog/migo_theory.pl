/** What the predicates of a strategy are true of, and what is remembered of a game.

States and definitions have numbers here, and what was found out once is known from then on: where the moves lead, and
for which of them a definition holds. `move` is the definition of all moves. Other definitions have clauses of three
kinds, those of the metarules:

```
postcond(Q,R)    P(A,B) :- Q(A,B), R(B).
negation(Q,R)    P(A,B) :- Q(A,B), \+ R(B,_).
unless(Q,R)      P(A,B) :- Q(A,B), \+ R(B).
```

A definition that is learned again, under whatever name, has the same number. `migo` says what is learned and why;
this module is its memory.
*/

:- module(migo_theory, [open_game/2, starts/1, longest/1, number_of/3, state_of/2, leads_to/3, applies/2, covers/2,
                        fluent/2, over/1, worth/2, reply/2, definitions/3, defined/3, proved/2]).

:- use_module(library(charsio)).
:- use_module(library(error)).
:- use_module(library(cl_arguments)).
:- use_module(library(cl_games)).
:- use_module(library(internal_games)).
:- use_module(library(internal_migo)).
:- use_module(library(lists)).

:- dynamic(game/1).
% key(Key, N): the state that is written like Key has the number N. state(N, State) is the other way round.
:- dynamic(key/2).
:- dynamic(state/2).
% known(N, Definition, Ns): so the moves lead from N to Ns for which Definition holds.
:- dynamic(known/3).
% count(What, N): so many states, or definitions, are numbered.
:- dynamic(count/2).
% definition(Bodies, D), and bodies(D, Bodies).
:- dynamic(definition/2).
:- dynamic(bodies/2).
% valued(N, Worth): what N is worth; `open` as long as that is being found out.
:- dynamic(valued/2).

% --- games ------------------------------------------------------------------------------------

%! open_game(+Game, +Caller) is det.
%
% The predicates of this module are about Game from now on: one with a name, or the module that has the rules. What is
% known of a game with a name stays known; the rules of another one may have changed.

open_game(Game, Caller) :-
    (   var(Game) -> instantiation_error(Caller)
    ;   is_named(Game) -> cl_engine:provided(Game)
    ;   has_rules(Game, Caller)
    ),
    (   game(Game), is_named(Game) -> true
    ;   forget,
        assertz(game(Game))
    ).

is_named(Game) :- named_game(Known), Known == Game, !.

has_rules(Game, Caller) :-
    (   atom(Game), rule(Name, Arity), '$predicate_defined'(Game, Name, Arity) -> true
    ;   domain_error(game, Game, Caller)
    ),
    (   rule(Name1, Arity1), \+ '$predicate_defined'(Game, Name1, Arity1) ->
        throw(error(existence_error(procedure, Name1/Arity1), Caller))
    ;   true
    ).

rule(initial, 1).
rule(move, 2).
rule(won, 1).
rule(drawn, 1).

forget :-
    retractall(game(_)),
    retractall(key(_, _)),
    retractall(state(_, _)),
    retractall(known(_, _, _)),
    retractall(definition(_, _)),
    retractall(bodies(_, _)),
    retractall(valued(_, _)),
    retractall(count(_, _)),
    assertz(count(states, 0)),
    assertz(count(definitions, 0)).

%! starts(-States) is det.
%
% The numbers of the states with which games begin.

starts(States) :-
    findall(N, ( migo_theory:by_rules(initial(State)), migo_theory:numbered(State, N) ), States0),
    list_to_set(States0, States),
    (   States == [] -> game(Game), domain_error(game_with_a_start, Game, initial/1)
    ;   true
    ).

by_rules(Goal) :-
    game(Game),
    call(Game:Goal).

%! number_of(+State, +Caller, -N) is det.
%! state_of(+N, -State) is det.
%
% N is the number of State.

number_of(State, Caller, N) :-
    game(Game),
    (   \+ ground(State) -> instantiation_error(Caller)
    ;   is_named(Game) ->
        % This raises an error if it is no state of the game.
        catch(( game_won(Game, State) -> true ; true ), error(E,_), throw(error(E,Caller)))
    ;   true
    ),
    numbered(State, N).

numbered(State, N) :-
    (   ground(State) -> true
    ;   type_error(ground_state, State, move/2)
    ),
    write_term_to_chars(State, [quoted(true),ignore_ops(true)], Cs),
    atom_chars(Key, Cs),
    (   key(Key, N0) -> N = N0
    ;   next(states, N),
        assertz(key(Key, N)),
        assertz(state(N, State))
    ).

next(What, N) :-
    retract(count(What, N0)),
    !,
    N is N0 + 1,
    assertz(count(What, N)).

state_of(N, State) :- state(N, State).

% --- what is true -----------------------------------------------------------------------------

%! leads_to(+Definition, +N, -Ns) is det.
%
% Ns are the states that the moves from N lead to of which Definition is true, in the order in which a proof finds them.
% A property of states, `won` or `drawn`, leads from the states that have it to themselves.

leads_to(Definition, N, Ns) :-
    (   known(N, Definition, Ns0) -> Ns = Ns0
    ;   found(Definition, N, Ns1),
        assertz(known(N, Definition, Ns1)),
        Ns = Ns1
    ).

found(Definition, N, Ns) :-
    (   bodies(Definition, Bodies) ->
        findall(M, ( member(Body, Bodies), migo_theory:led_by(Body, N, M) ), Ms)
    ;   state(N, State),
        (   Definition == move ->
            findall(M, ( migo_theory:by_rules(move(State, Next)), migo_theory:numbered(Next, M) ), Ms)
        ;   Goal =.. [Definition,State],
            ( \+ by_rules(Goal) -> Ms = [] ; Ms = [N] )
        )
    ),
    list_to_set(Ms, Ns).

led_by(Body, N, M) :-
    arg(1, Body, Q),
    leads_to(Q, N, Ms),
    member(M, Ms),
    second(Body, M).

second(postcond(_,R), M) :- fluent(R, M).
second(negation(_,R), M) :- \+ applies(R, M).
second(unless(_,R), M) :- \+ fluent(R, M).

%! applies(+Definition, +N) is semidet.
%
% True iff Definition is true of a move from N.

applies(Definition, N) :- leads_to(Definition, N, [_|_]).

%! covers(+Definition, +Move) is semidet.
%
% True iff Definition is true of Move.

covers(Definition, From-To) :-
    leads_to(Definition, From, Ns),
    memberchk(To, Ns).

%! fluent(+Fluent, +N) is semidet.
%
% True iff N is `won`, or `drawn`.

fluent(Fluent, N) :- leads_to(Fluent, N, [_]).

%! over(+N) is semidet.
%
% True iff the game has ended.

over(N) :- ( fluent(won, N) -> true ; fluent(drawn, N) ).

%! proved(+Predicates, ?Atom) is nondet.
%
% True iff Atom is: Metagol asks. Predicates are Name-Definition.

proved(Predicates, Atom) :-
    Atom =.. [Name|Args],
    (   Args = [N] -> fluent(Name, N)
    ;   Args = [From,To],
        definition_of(Name, Predicates, Definition),
        leads_to(Definition, From, Ns),
        ( nonvar(To) -> memberchk(To, Ns) ; member(To, Ns) )
    ).

definition_of(Name, Predicates, Definition) :-
    (   memberchk(Name-Definition0, Predicates) -> Definition = Definition0
    ;   Name == move,
        Definition = move
    ).

% --- definitions ------------------------------------------------------------------------------

%! defined(+Clauses, +Predicates, -Definition) is semidet.
%
% Definition is that of the predicate with these Clauses. It fails if they are not of the three kinds, or call others than
% Predicates.

defined(Clauses, Predicates, Definition) :-
    bodies_of(Clauses, Predicates, Bodies),
    (   definition(Bodies, Definition0) -> Definition = Definition0
    ;   next(definitions, Definition),
        assertz(definition(Bodies, Definition)),
        assertz(bodies(Definition, Bodies))
    ).

bodies_of([], _, []).
bodies_of([Clause|Clauses], Predicates, [Body|Bodies]) :-
    copy_term(Clause, Clause1),
    body(Clause1, Predicates, Body),
    bodies_of(Clauses, Predicates, Bodies).

body((Head :- First, Second), Predicates, Body) :-
    callable(Head),
    callable(First),
    callable(Second),
    Head =.. [_,A,B],
    First =.. [Q,A1,B1],
    A1 == A,
    B1 == B,
    definition_of(Q, Predicates, D),
    (   Second = (\+ Negated) ->
        callable(Negated),
        Negated =.. [R,B2|Rest],
        B2 == B,
        (   Rest = [C], var(C), C \== A, C \== B -> definition_of(R, Predicates, E), Body = negation(D,E)
        ;   Rest == [],
            memberchk(R, [won,drawn]),
            Body = unless(D,R)
        )
    ;   Second =.. [R,B2],
        B2 == B,
        memberchk(R, [won,drawn]),
        Body = postcond(D,R)
    ).

%! definitions(+Strategy, +Caller, -Predicates) is det.
%
% Predicates are those of a list of clauses, each `pred(Name,Definition,Clauses)`.

definitions(Strategy, Caller, Predicates) :-
    in_name_of(must_be(list, Strategy), Caller),
    definitions(Strategy, [], Caller, Predicates).

definitions([], _, _, []).
definitions([Clause|Clauses], Before, Caller, [pred(Name,D,[Clause|Same])|Predicates]) :-
    (   head_name(Clause, Name), \+ memberchk(Name-_, Before) -> true
    ;   domain_error(clause_of_a_strategy, Clause, Caller)
    ),
    same_name(Clauses, Name, Same, Others),
    (   defined([Clause|Same], Before, D) -> true
    ;   domain_error(clause_of_a_strategy, Clause, Caller)
    ),
    definitions(Others, [Name-D|Before], Caller, Predicates).

head_name(Clause, Name) :-
    nonvar(Clause),
    Clause = (Head :- _),
    callable(Head),
    functor(Head, Name, 2),
    Name \== move.

same_name([Clause|Clauses], Name, [Clause|Same], Others) :-
    head_name(Clause, Name),
    !,
    same_name(Clauses, Name, Same, Others).
same_name(Others, _, [], Others).

% --- the opponent -----------------------------------------------------------------------------

%! worth(+N, -Value) is det.
%
% Value is what N is worth to the side to move: 1 if it can win, 0 if it can draw, else -1.

worth(N, Value) :-
    game(Game),
    (   is_named(Game) ->
        state(N, State),
        game_value(Game, State, Worth),
        functor(Worth, Name, 1),
        value(Name, Value)
    ;   minimax(N, worth(Value,_,_,_))
    ).

value(win, 1).
value(draw, 0).
value(loss, -1).

%! reply(+N, -M) is det.
%
% The optimal opponent moves from N to M.

reply(N, M) :-
    game(Game),
    (   is_named(Game) ->
        state(N, State),
        game_reply(Game, State, Next),
        numbered(Next, M)
    ;   minimax(N, worth(_,_,M,_))
    ).

%! longest(-Plies) is det.
%
% The longest game from a start has so many moves of both sides.

longest(Plies) :-
    game(Game),
    (   is_named(Game) -> game_longest(Game, Plies)
    ;   starts(Starts),
        findall(L, ( member(N, Starts), migo_theory:minimax(N, worth(_,_,_,L)) ), Ls),
        list_max(Ls, Plies)
    ).

% minimax(+N, -Worth): worth(Value,Plies,Reply,Longest). The best move is the one with the best value; then the quickest
% win or draw, or the slowest loss; then the first.
minimax(N, Worth) :-
    (   valued(N, Worth0) ->
        (   Worth0 == open ->
            state(N, State),
            domain_error(game_without_circles, State, move/2)
        ;   Worth = Worth0
        )
    ;   assertz(valued(N, open)),
        leads_to(move, N, Ms),
        (   fluent(won, N) -> Worth = worth(-1,0,N,0)
        ;   ( Ms == [] ; fluent(drawn, N) ) -> Worth = worth(0,0,N,0)
        ;   findall(Key-M/L, ( member(M, Ms), migo_theory:rated(M, Key, L) ), Rated),
            keysort(Rated, [(V-_)-Best/_|_]),
            findall(L, member(_-_/L, Rated), Ls),
            list_max(Ls, Longest0),
            Longest is Longest0 + 1,
            Value is -V,
            minimax(Best, worth(_,Plies0,_,_)),
            Plies is Plies0 + 1,
            Worth = worth(Value,Plies,Best,Longest)
        ),
        retract(valued(N, open)),
        assertz(valued(N, Worth))
    ).

% rated(+M, -Key, -Longest): the move to M, with the least key for the best one.
rated(M, Value-Hurry, Longest) :-
    minimax(M, worth(Value,Plies,_,Longest)),
    ( Value > 0 -> Hurry is -Plies ; Hurry = Plies ).
