/** Grammar rules as in SWI-Prolog.

Where a rule has a string, or characters, as terminals, it accepts both characters and codes: the list that it is applied to
decides. phrase/2 and phrase/3 take a string, too, as the list of its characters.

```
?- dcg_clause((greeting --> "hi", \+ digit), C).
   C = (greeting(A,B):-swi_dcg:terminals([h,i],A,C1),\+digit(C1,_),B=C1).
```
*/

:- module(swi_dcg, [dcg_clause/2, dcg_goal/4, terminals/3, list_of/2, body_of/2]).

:- use_module(library(lists), [append/3]).
:- use_module(library(error)).
:- use_module(library(swi_convert)).

%! dcg_clause(+Rule, -Clause) is semidet.
%
% Clause is the clause that the grammar rule Rule stands for. Fails if Rule is no grammar rule.

dcg_clause((Head0 --> Body0), (Head :- Body)) :-
    nonvar(Head0),
    (   Head0 = (NonTerminal, Pushback0) ->
        nonvar(NonTerminal),
        list_of(Pushback0, Pushback),
        is_proper_list(Pushback),
        extended(NonTerminal, S0, S, Head),
        dcg_goal(Body0, S0, S1, Goal),
        append(Pushback, S1, S2),
        Body = (Goal, S = S2)
    ;   extended(Head0, S0, S, Head),
        dcg_goal(Body0, S0, S, Body)
    ).

%! dcg_goal(@Body, ?S0, ?S, -Goal) is semidet.
%
% Goal is the goal that the grammar body Body stands for, applied to S0 and S. Fails if Body is none.

dcg_goal(Var, S0, S, phrase(Var, S0, S)) :- var(Var), !.
dcg_goal((A,B), S0, S, (G,H)) :- !, dcg_goal(A, S0, S1, G), dcg_goal(B, S1, S, H).
dcg_goal((A;B), S0, S, (G;H)) :- !, dcg_goal(A, S0, S, G), dcg_goal(B, S0, S, H).
dcg_goal('|'(A, B), S0, S, (G;H)) :- !, dcg_goal(A, S0, S, G), dcg_goal(B, S0, S, H).
dcg_goal((A->B), S0, S, (G->H)) :- !, dcg_goal(A, S0, S1, G), dcg_goal(B, S1, S, H).
dcg_goal(*->(A, B), S0, S, *->(G, H)) :- !, dcg_goal(A, S0, S1, G), dcg_goal(B, S1, S, H).
dcg_goal(\+ A, S0, S, (\+ G, S = S0)) :- !, dcg_goal(A, S0, _, G).
dcg_goal(!, S0, S, (!, S = S0)) :- !.
dcg_goal({}, S0, S, S = S0) :- !.
dcg_goal({G}, S0, S, (G, S = S0)) :- !.
dcg_goal([], S0, S, S = S0) :- !.
dcg_goal('$string'(Cs), S0, S, Goal) :- !, dcg_goal(Cs, S0, S, Goal).
dcg_goal([X|Xs], S0, S, Goal) :-
    !,
    is_proper_list([X|Xs]),
    (   atom(X), is_chars([X|Xs]) -> Goal = swi_dcg:terminals([X|Xs], S0, S)
    ;   append([X|Xs], S, Ys),
        Goal = (S0 = Ys)
    ).
dcg_goal(M:A, S0, S, M:G) :- !, atom(M), dcg_goal(A, S0, S, G).
dcg_goal(A, S0, S, G) :- extended(A, S0, S, G).

extended(M:A, S0, S, M:G) :- !, atom(M), nonvar(A), extended(A, S0, S, G).
extended(A, S0, S, G) :-
    callable(A),
    A =.. Parts0,
    append(Parts0, [S0,S], Parts),
    G =.. Parts.

%! list_of(+Text, -List) is det.
%
% List is the list of the characters of a string, and a list what it is. Nothing else can be read by a grammar.

list_of(Text, List) :-
    (   ( var(Text) ; Text == [] ; Text = [_|_] ) -> List = Text
    ;   Text = '$string'(Cs) -> List = Cs
    ;   type_error(list, Text, phrase/3)
    ).

%! body_of(@Body0, -Body) is det.
%
% Body is the grammar body Body0 with what phrase/3 of Scryer understands in the places of strings.

body_of(Body0, Body) :-
    (   nonvar(Body0), ( Body0 = '$string'(_) ; control(Body0) ) -> plain_body(Body0, Body)
    ;   Body = Body0
    ).

control((_,_)). control((_;_)). control('|'(_, _)). control((_->_)). control(\+ _). control(_:_).

plain_body(B, B) :- var(B), !.
plain_body('$string'(Cs), B) :- !, ( Cs == [] -> B = [] ; B = call(swi_dcg:terminals(Cs)) ).
plain_body((A0,B0), (A,B)) :- !, plain_body(A0, A), plain_body(B0, B).
plain_body((A0;B0), (A;B)) :- !, plain_body(A0, A), plain_body(B0, B).
plain_body('|'(A0, B0), (A;B)) :- !, plain_body(A0, A), plain_body(B0, B).
plain_body((A0->B0), (A->B)) :- !, plain_body(A0, A), plain_body(B0, B).
plain_body(\+ A0, \+ A) :- !, plain_body(A0, A).
plain_body(M:B0, B) :-
    !,
    plain_body(B0, B1),
    qualified(B1, M, B).
plain_body(B, B).

% qualified(+Body0, +Module, -Body): the non-terminals of Body0 are those of Module. Scryer's phrase/3 takes no `M:(A,B)`.
qualified(B, M, M:B) :- var(B), !.
qualified((A0,B0), M, (A,B)) :- !, qualified(A0, M, A), qualified(B0, M, B).
qualified((A0;B0), M, (A;B)) :- !, qualified(A0, M, A), qualified(B0, M, B).
qualified((A0->B0), M, (A->B)) :- !, qualified(A0, M, A), qualified(B0, M, B).
qualified(\+ A0, M, \+ A) :- !, qualified(A0, M, A).
qualified([], _, []) :- !.
qualified([X|Xs], _, [X|Xs]) :- !.
qualified({G}, M, {M:G}) :- !.
qualified(!, _, !) :- !.
qualified(call(G), M, call(G1)) :- !, ( nonvar(G), G = _:_ -> G1 = G ; G1 = M:G ).
qualified(B, M, M:B).

%! terminals(+Chars:list, ?S0, ?S) is semidet.
%
% The list S0 begins with Chars, as characters or as codes, and goes on with S.

terminals([C|Cs], S0, S) :-
    (   nonvar(S0), S0 = [X|_], integer(X) -> codes_from(Cs, C, S0, S)
    ;   S0 = [C|S1],
        more_terminals(Cs, S1, S)
    ).

more_terminals([], S, S).
more_terminals([C|Cs], S0, S) :- terminals([C|Cs], S0, S).

codes_from([], C, [N|S], S) :- char_code(C, N).
codes_from([C1|Cs], C, [N|S0], S) :-
    char_code(C, N),
    codes_from(Cs, C1, S0, S).

?- swi_dcg:terminals([a,b], [0'a,0'b,0'c], S).
   S = [99].

?- swi_dcg:terminals([a,b], [a,b,c], S).
   S = [c].

?- swi_dcg:body_of(("a",digits,{x};m:("b",[c])), B).
   B = (call(swi_dcg:terminals([a])),digits,{x};call(swi_dcg:terminals([b])),[c]).

?- swi_dcg:list_of(foo, _).
   error(type_error(list,foo),phrase/3).
