/** Grammar rules as in SWI-Prolog.

Where a rule has a string, or characters, as terminals, it accepts both characters and codes: the list that it is applied to
decides. phrase/2 and phrase/3 take a string, too, as the list of its characters.

```
?- dcg_clause((greeting --> "hi", \+ digit), C).
   C = (greeting(A,B):-swi_dcg:terminals([h,i],A,C1),\+digit(C1,_),B=C1).
```
*/

:- module(swi_dcg, [dcg_clause/2, dcg_goal/4, terminals/3, list_of/2]).

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
% List is the list of the characters of a string, and everything else what it is.

list_of(Text, List) :-
    (   nonvar(Text), Text = '$string'(Cs) -> List = Cs
    ;   List = Text
    ).

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
