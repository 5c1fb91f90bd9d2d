/** Lambda expressions as in SWI-Prolog's library(yall).

```
?- maplist([X,Y]>>(Y is X * 2), [1,2], L).
   L = [2,4].
```

Each call works on a copy of the expression: what a call binds is not seen by the next one. Variables
in Free of `Free/[X1,...]>>Goal` are shared with the surrounding clause instead.
*/

:- module(swi_yall, [(>>)/2, (>>)/3, (>>)/4, (>>)/5, (>>)/6, (>>)/7, (>>)/8, (>>)/9, (/)/2, (/)/3, (/)/4,
                     (/)/5, (/)/6, (/)/7, (/)/8, (/)/9]).

:- use_module(library(error)).
:- use_module(library(iso_ext)).

%! >>(?Parameters, :Goal) is nondet.
%
% Calls a copy of Goal. `>>/3` to `>>/9` bind the parameters to their further arguments first; arguments
% beyond the parameters are added to Goal.

:- meta_predicate(>>(?, :)).
:- meta_predicate(>>(?, :, ?)).
:- meta_predicate(>>(?, :, ?, ?)).
:- meta_predicate(>>(?, :, ?, ?, ?)).
:- meta_predicate(>>(?, :, ?, ?, ?, ?)).
:- meta_predicate(>>(?, :, ?, ?, ?, ?, ?)).
:- meta_predicate(>>(?, :, ?, ?, ?, ?, ?, ?)).
:- meta_predicate(>>(?, :, ?, ?, ?, ?, ?, ?, ?)).

>>(Ps, G) :- lambda(Ps, G, []).
>>(Ps, G, A) :- lambda(Ps, G, [A]).
>>(Ps, G, A, B) :- lambda(Ps, G, [A,B]).
>>(Ps, G, A, B, C) :- lambda(Ps, G, [A,B,C]).
>>(Ps, G, A, B, C, D) :- lambda(Ps, G, [A,B,C,D]).
>>(Ps, G, A, B, C, D, E) :- lambda(Ps, G, [A,B,C,D,E]).
>>(Ps, G, A, B, C, D, E, F) :- lambda(Ps, G, [A,B,C,D,E,F]).
>>(Ps, G, A, B, C, D, E, F, H) :- lambda(Ps, G, [A,B,C,D,E,F,H]).

%! /(?Free, :Lambda) is nondet.
%
% Calls a copy of Lambda that shares the variables of Free. `//3` to `//9` pass their further arguments on.

:- meta_predicate(/(?, :)).
:- meta_predicate(/(?, :, ?)).
:- meta_predicate(/(?, :, ?, ?)).
:- meta_predicate(/(?, :, ?, ?, ?)).
:- meta_predicate(/(?, :, ?, ?, ?, ?)).
:- meta_predicate(/(?, :, ?, ?, ?, ?, ?)).
:- meta_predicate(/(?, :, ?, ?, ?, ?, ?, ?)).
:- meta_predicate(/(?, :, ?, ?, ?, ?, ?, ?, ?)).

/(Free, G) :- shared(Free, G, []).
/(Free, G, A) :- shared(Free, G, [A]).
/(Free, G, A, B) :- shared(Free, G, [A,B]).
/(Free, G, A, B, C) :- shared(Free, G, [A,B,C]).
/(Free, G, A, B, C, D) :- shared(Free, G, [A,B,C,D]).
/(Free, G, A, B, C, D, E) :- shared(Free, G, [A,B,C,D,E]).
/(Free, G, A, B, C, D, E, F) :- shared(Free, G, [A,B,C,D,E,F]).
/(Free, G, A, B, C, D, E, F, H) :- shared(Free, G, [A,B,C,D,E,F,H]).

lambda(Ps0, G0, As) :-
    copied(Ps0, G0, Ps, G),
    (   var(Ps) -> instantiation_error((>>)/2)
    ;   too_few(As, Ps) -> domain_error(lambda_parameters, Ps0 >> G0, (>>)/2)
    ;   parameters(Ps, As, Rest),
        call_with(Rest, G)
    ).

% too_few(+Arguments, +Parameters): there are more parameters.
too_few(As, Ps) :-
    nonvar(Ps),
    Ps = [_|Ps1],
    (   As = [_|As1] -> too_few(As1, Ps1)
    ;   true
    ).

% Free/[X1,...]>>Goal is read as (Free/[X1,...])>>Goal.
copied(Ps0, G0, Ps, G) :-
    (   nonvar(Ps0), Ps0 = Free/Ps1 ->
        copy_term_nat(Free/Ps1/G0, Free/Ps/G)
    ;   copy_term_nat(Ps0/G0, Ps/G)
    ).

shared(Free, G0, As) :-
    (   lambda_in(G0, Ps, G1) -> lambda(Free/Ps, G1, As)
    ;   copy_term_nat(Free/G0, Free/G),
        call_with(As, G)
    ).

lambda_in(M:G, Ps, M:B) :- nonvar(G), G = (Ps >> B).

% A partial list takes all arguments, as it does in SWI-Prolog where the lambda expression is a literal argument of a goal.
parameters(Ps, As, []) :- var(Ps), !, Ps = As.
parameters([], As, As) :- !.
parameters([P|Ps], [A|As0], As) :- !, P = A, parameters(Ps, As0, As).
parameters(Ps, _, _) :- type_error(list, Ps, (>>)/2).

call_with([], M:G) :- ( nonvar(G), composed(G), \+ cuts(G) -> run(G, M) ; call(M:G) ).
call_with([A], G) :- call(G, A).
call_with([A,B], G) :- call(G, A, B).
call_with([A,B,C], G) :- call(G, A, B, C).
call_with([A,B,C,D], G) :- call(G, A, B, C, D).
call_with([A,B,C,D,E], G) :- call(G, A, B, C, D, E).
call_with([A,B,C,D,E,F], G) :- call(G, A, B, C, D, E, F).
call_with([A,B,C,D,E,F,H], G) :- call(G, A, B, C, D, E, F, H).

% Scryer compiles a goal that is composed of others whenever it is called. run(+Goal, +Module) goes through its parts instead.
composed((_,_)).
composed((_;_)).
composed((_->_)).
composed(\+ _).

% cuts(@Goal): there is a cut in it.
cuts(G) :-
    nonvar(G),
    (   G == ! -> true
    ;   G = (A,B) -> ( cuts(A) ; cuts(B) )
    ;   G = (A;B) -> ( cuts(A) ; cuts(B) )
    ;   G = (A->B) -> ( cuts(A) ; cuts(B) )
    ;   G = *->(A, B), ( cuts(A) ; cuts(B) )
    ),
    !.

run(G, M) :- var(G), !, call(M:G).
run((A,B), M) :- !, run(A, M), run(B, M).
run((A;B), M) :- !, either(A, B, M).
run((A->B), M) :- !, ( run(A, M) -> run(B, M) ).
run(\+ A, M) :- !, \+ run(A, M).
run(G, M) :- call(M:G).

either(A, C, M) :- nonvar(A), A = (If->Then), !, ( run(If, M) -> run(Then, M) ; run(C, M) ).
either(A, C, M) :- nonvar(A), A = *->(_, _), !, call(M:(A;C)).
either(A, _, M) :- run(A, M).
either(_, C, M) :- run(C, M).

?- maplist([X]>>(Y = X), [1,2]).
   true.

?- F = 3, maplist({F}/[X,Y]>>(Y is F * X), [1,2], L).
   F = 3, L = [3,6].

?- maplist(/(Y, [X]>>(Y = X)), [1,1]).
   Y = 1.

?- foldl([X,A0,A]>>(A is A0 + X), [1,2,3], 0, S).
   S = 6.

?- findall(X-Y, call([X,Y]>>( member(X, [1,2]), ( X > 1 -> Y = big ; Y = small ; Y = odd ), \+ X = 3 ; X = none, Y = 0 ), X, Y), Ps).
   Ps = [1-small,1-odd,2-big,none-0].

?- findall(X, call([X]>>( member(X, [1,2]), ! ), X), Xs).
   Xs = [1].

?- call([X|Xs]>>(Y = X-Xs, Y = Z), a, b, c), var(Z).
   true.

?- call(/(Y, [X|Xs]>>(Y = X-Xs)), a, b, c).
   Y = a-[b,c].

?- include([a-_]>>true, [a-1,b-2], Xs), \+ call([b]>>true, a).
   Xs = [a-1].

?- catch(call([_,_]>>true, a), error(domain_error(Domain,_),_), true).
   Domain = lambda_parameters.

?- call(_ >> true, a).
   error(instantiation_error,_).

?- maplist([X]>>plus(X), [1,2], [3,4], L).
   L = [4,6]
;  false.
