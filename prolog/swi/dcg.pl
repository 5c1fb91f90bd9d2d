/** Grammar rules as in SWI-Prolog.

Where a rule has a string as terminals, it accepts both characters and codes: the list that it is applied to decides. Where that
is not known yet, they are codes. phrase/2 and phrase/3 take a string, too, as the list of its characters.

```
?- dcg_clause((greeting --> "hi", \+ digit), C).
   C = (greeting(A,B):-swi_dcg:terminals([h,i],A,C1),\+digit(C1,_),B=C1).
```
*/

:- module(swi_dcg, [dcg_clause/2, dcg_goal/4, listed_clause/4, translated_rule/2, terminals/3, items/3, pushed/4, list_of/2, body_of/2]).

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
        extended(NonTerminal, S0, S, Head),
        dcg_goal(Body0, S0, S1, Goal),
        (   nonvar(Pushback0), Pushback0 = '$string'(Cs) -> Body = (Goal, swi_dcg:pushed(Cs, S0, S1, S))
        ;   list_of(Pushback0, Pushback),
            is_proper_list(Pushback),
            append(Pushback, S1, S2),
            Body = (Goal, S = S2)
        )
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
dcg_goal([], S0, S, S0 = S) :- !.
dcg_goal('$string'(Cs), S0, S, Goal) :- !, ( Cs == [] -> Goal = (S0 = S) ; Goal = swi_dcg:terminals(Cs, S0, S) ).
dcg_goal([X|Xs], S0, S, Goal) :-
    !,
    '$skip_max_list'(_, _, Xs, Tail),
    (   var(Tail) -> Goal = swi_dcg:items([X|Xs], S0, S)
    ;   Tail \== [] -> false
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

%! listed_clause(+Rule, +Module, -Clause, -Head) is semidet.
%
% Clause is the clause by which listings of SWI-Prolog show the grammar rule Rule of Module: strings are lists of codes. Head is
% `changed` if terminals at the beginning of the body have come into the head, else `same`.

listed_clause((Head0 --> Body0), Module, Clause, Changed) :-
    with_codes(Body0, Body1),
    (   nonvar(Head0), Head0 = (NonTerminal, '$string'(Cs)) -> chars_codes(Cs, Codes), Head1 = (NonTerminal, Codes)
    ;   Head1 = Head0
    ),
    dcg_clause((Head1 --> Body1), (Head :- Body2)),
    unified(Body2, Module, Body),
    into_head(Head, Body, Clause, Changed).

%! translated_rule(+Rule, -Clause) is semidet.
%
% The same as dcg_clause/2, but terminals are equations, and strings lists of codes.

translated_rule((Head0 --> Body0), (Head :- Body)) :-
    with_codes(Body0, Body1),
    dcg_clause((Head0 --> Body1), (Head :- Body2)),
    unified(Body2, [], Body).

with_codes(B, B) :- var(B), !.
with_codes('$string'(Cs), Codes) :- !, chars_codes(Cs, Codes).
with_codes((A0,B0), (A,B)) :- !, with_codes(A0, A), with_codes(B0, B).
with_codes((A0;B0), (A;B)) :- !, with_codes(A0, A), with_codes(B0, B).
with_codes('|'(A0, B0), (A;B)) :- !, with_codes(A0, A), with_codes(B0, B).
with_codes((A0->B0), (A->B)) :- !, with_codes(A0, A), with_codes(B0, B).
with_codes(*->(A0, B0), *->(A, B)) :- !, with_codes(A0, A), with_codes(B0, B).
with_codes(\+ A0, \+ A) :- !, with_codes(A0, A).
with_codes(B, B).

% unified(+Goal0, +Module, -Goal): terminals are equations, and goals have no Module before them.
unified(G, _, G) :- var(G), !.
unified((A0,B0), M, (A,B)) :- !, unified(A0, M, A), unified(B0, M, B).
unified((A0;B0), M, (A;B)) :- !, unified(A0, M, A), unified(B0, M, B).
unified((A0->B0), M, (A->B)) :- !, unified(A0, M, A), unified(B0, M, B).
unified(*->(A0, B0), M, *->(A, B)) :- !, unified(A0, M, A), unified(B0, M, B).
unified(\+ A0, M, \+ A) :- !, unified(A0, M, A).
unified(swi_dcg:terminals(Cs, S0, S), _, S0 = Ys) :- !, append(Cs, S, Ys).
unified(swi_dcg:pushed(Cs, _, S1, S), _, S = Ys) :- !, chars_codes(Cs, Ns), append(Ns, S1, Ys).
unified(M:G, M1, G) :- M == M1, !.
unified(G, _, G).

% The lists that come first are unified with the head's last two arguments.
into_head(Head, Body, Clause, Changed) :-
    (   first_goal(Body, V = List, Rest), var(V), nonvar(List), list_argument(Head, V) ->
        V = List,
        Changed = changed,
        ( Rest == true -> Clause = Head ; into_head(Head, Rest, Clause, _) )
    ;   Clause = (Head :- Body),
        Changed = same
    ).

first_goal(Body, Goal, Rest) :-
    (   Body = (A,B) ->
        first_goal(A, Goal, Rest0),
        ( Rest0 == true -> Rest = B ; Rest = (Rest0,B) )
    ;   Goal = Body,
        Rest = true
    ).

list_argument(Head, V) :-
    functor(Head, _, N),
    N1 is N - 1,
    ( arg(N1, Head, S), S == V -> true ; arg(N, Head, S), S == V ).

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
    (   nonvar(S0), S0 = [X|S1], atom(X) -> X = C, append(Cs, S, S1)
    ;   codes_from(Cs, C, S0, S)
    ).

%! pushed(+Chars, ?S0, ?S1, ?S) is det.
%
% S begins with the characters Chars, or their codes if the list S0 has none, and goes on with S1.

pushed(Cs, S0, S1, S) :-
    (   nonvar(S0), S0 = [X|_], atom(X) -> append(Cs, S1, S)
    ;   chars_codes(Cs, Ns),
        append(Ns, S1, S)
    ).

%! items(?List, ?S0, ?S) is nondet.
%
% The list S0 begins with the elements of List, whose end may be unbound, and goes on with S.

items(List, S0, S) :- append(List, S, S0).

codes_from([], C, [N|S], S) :- char_code(C, N).
codes_from([C1|Cs], C, [N|S0], S) :-
    char_code(C, N),
    codes_from(Cs, C1, S0, S).

?- dcg_clause(( s, "b" --> "a" ), (s(S0,S) :- Goal)), S0 = [a|_], S = [X|_], call(Goal).
   S0 = [a|_A], S = [b|_A], Goal = (swi_dcg:terminals([a],[a|_A],_A),swi_dcg:pushed([b],[a|_A],_A,[b|_A])), X = b.

?- swi_dcg:terminals([a,b], [0'a,0'b,0'c], S).
   S = [99].

?- swi_dcg:terminals([a,b], [a,b,c], S).
   S = [c].

?- phrase(("a",[b]), Xs), \+ phrase([a], `a`).
   Xs = [97,b].

?- swi_dcg:body_of(("a",digits,{x};m:("b",[c])), B).
   B = (call(swi_dcg:terminals([a])),digits,{x};call(swi_dcg:terminals([b])),[c]).

?- swi_dcg:list_of(foo, _).
   error(type_error(list,foo),phrase/3).

?- swi_dcg:listed_clause((a --> "b", c(X), [d], {X}), user, C, Head).
   C = (a([98|_A],_B):-c(X,_A,_C),_C=[d|_D],X,_B=_D), Head = changed.

?- swi_dcg:dcg_clause((a --> [X|Xs]), Clause), swi_dcg:items([x|Rest], [x,y], [y]).
   Clause = (a(_A,_B):-swi_dcg:items([X|Xs],_A,_B)), Rest = []
;  false.
