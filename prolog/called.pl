/** What goals call, each replaced by what somebody says.

A *replacement* is a closure that is called as `call(R, Kind, Name, Arity, Goal0, Goal)` for each call of Name/Arity in a goal,
also in the arguments that `metas` says are goals. Goal0 may lack arguments that are added when it is called. Kind is `goal`,
`nonterminal` in bodies of grammars (Arity counts the two arguments to come), or `head` for the head of a clause. Kind is
`stored` for the clause that assertz/1, retract/1 and their like are given, and `unknown` for what is not known before it is called.
What is qualified with a module is left alone.
*/

:- module(cl_called, [goal/3, closure/4, grammar/3, clause/3, renamed/3]).

:- use_module(library(lists)).
:- use_module(library(cl_metas)).
:- use_module(library(cl_rights), [construct/1]).

%! goal(+Replacement, +Goal0, -Goal) is det.
%! closure(+Replacement, +Closure0, +Extra:integer, -Closure) is det.
%! grammar(+Replacement, +Body0, -Body) is det.
%
% Goal is Goal0 with the calls in it replaced. A Closure is called with Extra more arguments. A Body is one of a grammar rule.

goal(R, G0, G) :-
    (   \+ callable(G0) -> call(R, unknown, G0, 0, G0, G)
    ;   G0 = _:_ -> G = G0
    ;   functor(G0, N, A),
        parts(R, G0, N, A, A, G1),
        call(R, goal, N, A, G1, G)
    ).

closure(R, C0, Extra, C) :-
    (   \+ callable(C0) -> call(R, unknown, C0, Extra, C0, C)
    ;   C0 = _:_ -> C = C0
    ;   functor(C0, N, Given),
        A is Given + Extra,
        parts(R, C0, N, A, Given, C1),
        call(R, goal, N, A, C1, C)
    ).

% parts(+R, +Goal0, +Name, +Arity, +Given, -Goal): the first Given arguments of a call of Name/Arity, of which some are
% goals.
parts(R, G0, N, A, Given, G) :-
    (   N == (>>), Given =:= 2 ->
        G0 = (Ps >> Body0),
        G = (Ps >> Body),
        (   parameters(Ps, P), A - 2 >= P -> Extra is A - 2 - P
        ;   Extra = 0
        ),
        closure(R, Body0, Extra, Body)
    ;   N == (/), Given =:= 2, A > 2 ->
        G0 = Free/Lambda0,
        G = Free/Lambda,
        Extra is A - 2,
        closure(R, Lambda0, Extra, Lambda)
    ;   stores(N, A), Given > 0 ->
        G0 =.. [N,C0|Xs],
        call(R, stored, N, A, C0, C),
        G =.. [N,C|Xs]
    ;   meta_arguments(N, A, Specs) ->
        functor(G0, N, Given),
        functor(G, N, Given),
        parts_(Specs, 1, Given, R, G0, G)
    ;   G = G0
    ).

stores(assert, 1). stores(asserta, 1). stores(assertz, 1). stores(retract, 1). stores(retractall, 1). stores(clause, 2).

% parameters(+Parameters, -Count): of a lambda expression.
parameters(Ps0, N) :-
    nonvar(Ps0),
    ( Ps0 = _/Ps -> true ; Ps = Ps0 ),
    '$skip_max_list'(N, _, Ps, Rest),
    Rest == [].

parts_([], _, _, _, _, _).
parts_([Spec|Specs], I, Given, R, G0, G) :-
    (   I > Given -> true
    ;   arg(I, G0, X0),
        arg(I, G, X),
        part(Spec, R, X0, X),
        I1 is I + 1,
        parts_(Specs, I1, Given, R, G0, G)
    ).

part(Spec, R, X0, X) :-
    (   Spec == 0 -> goal(R, X0, X)
    ;   Spec == (^) -> caret(R, X0, X)
    ;   Spec == (//) -> grammar(R, X0, X)
    ;   integer(Spec) -> closure(R, X0, Spec, X)
    ;   X = X0
    ).

caret(R, X0, X) :-
    (   nonvar(X0), X0 = V^Y0 ->
        caret(R, Y0, Y),
        X = V^Y
    ;   goal(R, X0, X)
    ).

grammar(R, B0, B) :-
    (   \+ callable(B0) -> B = B0
    ;   B0 = {G0} -> B = {G}, goal(R, G0, G)
    ;   ( B0 = [_|_] ; B0 = _:_ ) -> B = B0
    ;   functor(B0, N, A),
        (   construct(N) -> grammars(R, B0, N, A, B)
        ;   A2 is A + 2,
            parts(R, B0, N, A2, A, B1),
            call(R, nonterminal, N, A2, B1, B)
        )
    ).

grammars(R, B0, N, A, B) :-
    (   compound_body(N, A) ->
        B0 =.. [_|Xs0],
        each(Xs0, R, Xs),
        B =.. [N|Xs]
    ;   N == call, A > 0 ->
        B0 =.. [N,C0|Xs],
        Extra is A + 1,
        closure(R, C0, Extra, C),
        B =.. [N,C|Xs]
    ;   B = B0
    ).

each([], _, []).
each([X0|Xs0], R, [X|Xs]) :-
    grammar(R, X0, X),
    each(Xs0, R, Xs).

compound_body(',', 2). compound_body(;, 2). compound_body('|', 2). compound_body(->, 2). compound_body(*->, 2). compound_body(\+, 1).

%! clause(+Replacement, +Clause0, -Clause) is det.
%
% Clause is Clause0, which may be a rule of a grammar, with its head and the calls in its body replaced.

clause(R, C0, C) :-
    (   nonvar(C0), C0 = (H0 :- B0) ->
        C = (H :- B),
        head(R, H0, H),
        goal(R, B0, B)
    ;   nonvar(C0), C0 = (H0 --> B0) ->
        C = (H --> B),
        rule(R, H0, H),
        grammar(R, B0, B)
    ;   nonvar(C0), C0 = =>(H0, B0) ->
        C = =>(H, B),
        (   nonvar(H0), H0 = (H1, If0) -> H = (H2, If), head(R, H1, H2), goal(R, If0, If)
        ;   head(R, H0, H)
        ),
        goal(R, B0, B)
    ;   head(R, C0, C)
    ).

head(R, H0, H) :-
    (   \+ callable(H0) -> H = H0
    ;   H0 = _:_ -> H = H0
    ;   functor(H0, N, A),
        call(R, head, N, A, H0, H)
    ).

rule(R, H0, H) :-
    (   nonvar(H0), H0 = (H1, Pushback) -> H = (H2, Pushback), rule(R, H1, H2)
    ;   \+ callable(H0) -> H = H0
    ;   H0 = _:_ -> H = H0
    ;   functor(H0, N, A0),
        A is A0 + 2,
        call(R, head, N, A, H0, H)
    ).

%! renamed(+Goal0, +Name:atom, -Goal) is det.
%
% Goal is Goal0 with this name.

renamed(G0, N, G) :-
    G0 =.. [_|As],
    G =.. [N|As].

?- cl_called:goal(unit_names:named(unit('no file',none,user,read)), findall(X, (p(X), \+ q), _), G).
   G = findall(X,(p(X),\+q),_A).
