/** Clauses that Scryer 0.10 compiles wrongly, and what is compiled in their place.

A cured body means what the body that was written means, and is compiled rightly. Those of programs are cured when they are loaded
or asserted (`asserted`), those of our own modules when they are loaded (`modules`). This module and the few before it are not; they
have no clause of these.

| clause | what goes wrong | cure |
|---|---|---|
| `even(X) :- 0 is X mod 2.` | `even(3)` is true: in the beginning of a body a number on the left is not compared (Scryer's issue 3449) | `V is X mod 2, V == 0` |
| `X is S mod 3, p(X)` | `p(1)` is not found where `S` is above 2^55: what is computed of a large integer stays one, which no index knows | `X is truncate(S mod 3)` |
| `low(f(D), B) :- D < B, ( q(B) ; true ).` | `low(f(1), 2)` fails: before a branch a comparison of two variables reads other arguments of the head | `D+0 < B`: an expression is computed first |
| `above(f(A), B) :- B > A, q(x, A, B).` | `q(2, 1, 2)` is called: a variable is moved out of the way of an argument of the call, to where the test had it | `B+0 > A+0`; after other tests `true`, so that the call begins anew |
| `lost(B) :- ( once(q(Y)) ; X = B, ( X > 0 -> q(X) ; true ) ), r(Y).` | `r/1` is not called with a variable after the second way: `Y` is taken for set | `any([Y])` before the branch sets it |
| `some(X) :- ( ( a == Y -> true ; r, ( q ; true ) ) -> X = Y ).` | `X` is what lay on the stack: in the condition that holds `Y` has not been met | the same |
| `one(f(X)) :- var(Y), X = 1.` | `one(f(2))` is true: a variable that nothing has set is where one of the head is; or what is asked is what lay there before | `true`, or `false` for other tests |
| `same(X) :- Y = Y, q([Y]), r(X, Y).` | the list has a variable that is gone with the clause: `Y` is taken for one that stands elsewhere | `true` |
| `both(X) :- r(Y), Y = Z, q(X, Z, Z).` | `q(1, 2, Y)` may be called, or the engine crashes: the last call finds a variable twice that stands for one of the clause | the same |
| `none(X) :- \+ ( ( q(X) ; ! ), X = Y ), r(Y).` | `none(1)` is true whatever `q(1)` is: a cut in a negation or in a condition, which is local there, does not know what it has to cut | `\+ call(...)` |

A branch is a disjunction, an if-then or a negation. A test is a comparison, a type test, `is/2` or a cut; the call after it may be the first
one in a branch.
*/

:- module(cl_miscompiled, [cured/3, any/1, small_number/2, computed/2]).

:- use_module(library(lists), [append/3, member/2]).

%!  cured(+Head, +Body0, -Body) is det.
%
%   Head :- Body means Head :- Body0, and is compiled rightly.

cured(Head, Body0, Body) :-
    body(Body0, Head, Body1),
    ( unifies(Body1), repeats(Body1), variables(Head, Set), stand_in(Body1, Set, Vs, []), Vs = [_|_] -> Body2 = (cl_miscompiled:any(Vs),Body1) ; Body2 = Body1 ),
    called(Head, Body2, Body).

%!  any(?Term) is det.
%
%   True.

any(_).

% --- is/2, comparisons, branches --------------------------------------------------------------

% body(+Body0, +Met, -Body): Body is Body0 after the cures that look at a goal and what follows it. Met is a term with the variables that
% have been met before it; which ones these are is asked where it matters only, since that takes longer than all else. Where a branch, or
% what is inside of it, leaves variables unset that are met later, they are set before it: set on one way only, they would be spoiled on
% another one.
body(G, _, G) :- var(G), !.
body(((A0,B0),C0), Met, G) :- !, body((A0,(B0,C0)), Met, G).
body((A0,B0), Met, G) :-
    !,
    part(A0, Met, B0, A1),
    body(B0, Met+A0, B),
    ( branches(B0), last_compared(A1, A2) -> A = A2 ; A = A1 ),
    ( nonvar(A), A = (A3,A4) -> G = (A3,A4,B) ; G = (A,B) ).
body(G0, Met, G) :- part(G0, Met, [], G).

part(G0, Met, Rest, G) :-
    (   is_branch(G0), needs(G0, Met, Rest, Vs0, []), Vs0 = [_|_] ->
        variables(Vs0, Vs),
        goals(G0, Met+Vs, G1),
        G = (cl_miscompiled:any(Vs),G1)
    ;   goals(G0, Met, G)
    ).

% needs(+Goal, +Met, +Rest, -Vs0, ?Vs): Vs0 are the variables, first met in Goal, that a branch of Goal leaves unset for what follows it,
% inside Goal or in Rest; and Vs.
needs(G, Met, Rest, Vs0, Vs) :-
    (   has_branch(G), variables(Met, Set), variables(Set+G, Set1), after(Set, Set1, New), New = [_|_] ->
        ( unset(New, G, Rest, Us) -> append(Us, Vs1, Vs0) ; Vs0 = Vs1 ),
        inside(G, Set, Rest, Vs1, Vs)
    ;   Vs0 = Vs
    ).

inside(G, Met, Rest, Vs0, Vs) :-
    (   var(G) -> Vs0 = Vs
    ;   G = (A,B) ->
        needs(A, Met, B+Rest, Vs0, Vs1),
        inside(B, Met+A, Rest, Vs1, Vs)
    ;   G = (A;B) -> inside(A, Met, Rest, Vs0, Vs1), inside(B, Met, Rest, Vs1, Vs)
    ;   G = (A->B) ->
        needs(A, Met, B+Rest, Vs0, Vs1),
        inside(B, Met+A, Rest, Vs1, Vs)
    ;   G = (\+ A) -> inside(A, Met, [], Vs0, Vs)
    ;   Vs0 = Vs
    ).

% goals(+Goal0, +Met, -Goal): the cures of single goals.
goals(G, _, G) :- var(G), !.
goals(((A0,B0),C0), Met, G) :- !, goals((A0,(B0,C0)), Met, G).
goals((A0,B0), Met, (A,B)) :-
    !,
    goals(A0, Met, A1),
    goals(B0, Met+A0, B),
    ( branches(B0), last_compared(A1, A2) -> A = A2 ; A = A1 ).
goals(G0, Met, G) :-
    functor(G0, Name, Arity),
    ( special(Name, Arity, Kind) -> goal(Kind, G0, Met, G) ; G = G0 ).

% special(?Name, ?Arity, -Kind): what a goal with this functor is.
special(;, 2, branch). special(->, 2, branch). special(\+, 1, branch). special(=, 2, unified). special(is, 2, computed).
special(atom, 1, tested). special(atomic, 1, tested). special(compound, 1, tested). special(float, 1, tested).
special(integer, 1, tested). special(nonvar, 1, tested). special(number, 1, tested). special(rational, 1, tested).
special(var, 1, tested).

% goal(+Kind, +Goal0, +Met, -Goal).
goal(branch, G0, Met, G) :- ways_of(G0, Met, G).
goal(unified, G0, _, G) :- G0 = (A = B), ( A == B, var(A) -> G = true ; G = G0 ).
goal(computed, G0, _, G) :-
    G0 = (X is E0),
    (   number(X) -> G = ( V is E0, V == X )
    ;   var(E0) -> G = G0
    ;   small(E0, E),
        ( differs(E) -> G = ( V is E, cl_miscompiled:small_number(V, X) ) ; G = ( X is E ) )
    ).
goal(tested, G0, Met, G) :-
    arg(1, G0, V),
    (   var(V), \+ mentions(Met, V) -> ( functor(G0, var, 1) -> G = true ; G = false )
    ;   G = G0
    ).

after([], Vs, Vs).
after([_|Us], [_|Vs0], Vs) :- after(Us, Vs0, Vs).

has_branch(G) :- nonvar(G), ( G = (A,B) -> ( has_branch(A) -> true ; has_branch(B) ) ; is_branch(G) ).

% ways_of(+Branch0, +Met, -Branch).
ways_of((A0;B0), Met, (A;B)) :- goals(A0, Met, A), goals(B0, Met, B).
ways_of((A0->B0), Met, (A->B)) :-
    goals(A0, Met, A1),
    local(A1, A),
    goals(B0, Met+A0, B).
ways_of(\+ A0, Met, \+ A) :- goals(A0, Met, A1), local(A1, A).

% small(+Expression0, -Expression): Expression has the value of Expression0, and no part of it is a large integer that would be a small
% one. What differences of large ones come to is left as it is.
small(E, E) :- \+ compound(E), !.
small(E0, E) :-
    E0 =.. [F|As0],
    small_parts(As0, As),
    E1 =.. [F|As],
    functor(E0, F, N),
    ( integral(F, N) -> E = truncate(E1) ; E = E1 ).

small_parts([], []).
small_parts([A0|As0], [A|As]) :-
    small(A0, A),
    small_parts(As0, As).

% integral(?Function, ?Arity): its values are integers.
integral(mod, 2). integral(rem, 2). integral(//, 2). integral(div, 2). integral(/\, 2). integral(\/, 2). integral(xor, 2).
integral(>>, 2). integral(<<, 2). integral(\, 1). integral(gcd, 2).

% differs(@Expression): its value is that of a difference.
differs(E) :- nonvar(E), E = A - B, \+ number(A), \+ number(B).

%!  small_number(+Number0, -Number) is semidet.
%
%   Number is Number0, as an index knows it.

small_number(V, X) :- ( integer(V) -> X is truncate(V) ; X = V ).

%!  computed(?Number, +Expression) is semidet.
%
%   is/2, where it is called as a goal that is known then only.

computed(X, E) :-
    V is E,
    small_number(V, X).

% branches(@Goal): it begins with a disjunction, an if-then or a negation.
branches(G) :-
    nonvar(G),
    ( G = (H,_) -> branches(H) ; is_branch(G) ).

is_branch((_;_)).
is_branch((_->_)).
is_branch(\+ _).

% last_compared(+Goal0, -Goal): of two variables that the last part of Goal0 compares one is an expression in Goal.
last_compared(G0, G) :-
    nonvar(G0),
    (   G0 = (A,B0) -> last_compared(B0, B), G = (A,B)
    ;   G0 =.. [F,A,B],
        comparison(F),
        var(A),
        var(B),
        G =.. [F,A+0,B]
    ).

comparison(<). comparison(>). comparison(=<). comparison(>=). comparison(=:=). comparison(=\=).

% unset(+New, +Goal, +Rest, -Vs): Vs are those of the variables New, which are met in Goal first, that Rest has, and Goal on one way through it
% and not on another one. There are some.
unset(New, G, Rest, Vs) :-
    variables(Rest, Ws),
    left_unset(New, G, Ws, Vs),
    Vs = [_|_].

left_unset([], _, _, []).
left_unset([U|Us], G, Ws, Vs) :-
    ( is_among(Ws, U), \+ is_met(G, U) -> Vs = [U|Vs1] ; Vs = Vs1 ),
    left_unset(Us, G, Ws, Vs1).

% is_met(+Goal, @V): on all ways through Goal.
is_met(G, V) :-
    (   var(G) -> G == V
    ;   G = (A,B) -> ( is_met(A, V) -> true ; is_met(B, V) )
    ;   G = (A->B) -> ( is_met(A, V) -> true ; is_met(B, V) )
    ;   G = (A;B) -> is_met(A, V), is_met(B, V)
    ;   G \= (\+ _),
        mentions(G, V)
    ).

% unifies(@Body): there are two variables to be unified. Seldom so, and quicker known than what follows.
unifies(G) :-
    nonvar(G),
    (   parts(G, A, B) -> ( unifies(A) -> true ; unifies(B) )
    ;   G = (A=B),
        var(A),
        var(B)
    ).

% repeats(@Body): a call that may be the last has a variable twice.
repeats(G) :-
    nonvar(G),
    (   G = (_,A) -> repeats(A)
    ;   G = (A;B) -> ( repeats(A) -> true ; repeats(B) )
    ;   G = (_->A) -> repeats(A)
    ;   arguments(G, As),
        twice(As)
    ).

twice([A|As]) :- ( var(A), is_among(As, A) -> true ; twice(As) ).

% stand_in(@Body, +Set, -Vs0, ?Vs): Vs0 are the variables that are unified with others, none of which are in Set, and Vs.
stand_in(G, Set, Vs0, Vs) :-
    (   nonvar(G), ( G = (A,B) ; G = (A;B) ; G = (A->B) ) -> stand_in(A, Set, Vs0, Vs1), stand_in(B, Set, Vs1, Vs)
    ;   nonvar(G), G = (A=B), var(A), var(B), \+ is_among(Set, A), \+ is_among(Set, B) -> Vs0 = [A,B|Vs]
    ;   Vs0 = Vs
    ).

% local(+Goal0, -Goal): a cut in Goal is its own.
local(G0, G) :- ( has_cut(G0) -> G = call(G0) ; G = G0 ).

has_cut(G) :- nonvar(G), ( G == ! -> true ; parts(G, A, B), ( has_cut(A) -> true ; has_cut(B) ) ).

parts((A,B), A, B).
parts((A;B), A, B).
parts((A->B), A, B).

mentions(T, V) :-
    variables(T, Vs),
    is_among(Vs, V).

variables(T, Vs) :- term_variables(T, Vs).

is_among([W|Ws], V) :- ( W == V -> true ; is_among(Ws, V) ).

% --- tests before the first call --------------------------------------------------------------

% called(+Head, +Body0, -Body): Body is Body0 after the cure for tests before its first call.
called(Head, Body0, Body) :-
    (   begins(Body0, Calls), arguments(Head, Hs) -> tests(Body0, Hs, Calls, Body)
    ;   Body = Body0
    ).

% begins(+Body, -Calls): Body begins with a test, or more. Calls are the arguments of the call that is first after them; of each that may be
% first, if they stand before a branch.
begins(B, Calls) :-
    nonvar(B),
    B = (T,B1),
    nonvar(T),
    (   T = (T1,T2) -> begins((T1,(T2,B1)), Calls)
    ;   test(T),
        first(B1, Calls, []),
        Calls = [_|_]
    ).

% first(+Body, -Calls0, ?Calls).
first(G, Cs0, Cs) :-
    (   var(G) -> Cs0 = Cs
    ;   G = (A,B) ->
        (   nonvar(A), A = (A1,A2) -> first((A1,(A2,B)), Cs0, Cs)
        ;   test(A) -> first(B, Cs0, Cs)
        ;   first(A, Cs0, Cs)
        )
    ;   G = (A;B) -> first(A, Cs0, Cs1), first(B, Cs1, Cs)
    ;   G = (A->B) -> first((A,B), Cs0, Cs)
    ;   G = (\+ A) -> first(A, Cs0, Cs)
    ;   arguments(G, Args) -> Cs0 = [Args|Cs]
    ;   Cs0 = Cs
    ).

% tests(+Body0, +HeadArguments, +Calls, -Body).
tests(B0, Hs, Calls, B) :-
    (   nonvar(B0), B0 = (T0,B1), nonvar(T0) ->
        (   T0 = (T1,T2) -> tests((T1,(T2,B1)), Hs, Calls, B)
        ;   test(T0) ->
            kept(T0, Hs, Calls, T, Bar),
            tests(B1, Hs, Calls, B2),
            ( var(Bar) -> B = (T,B2) ; B = (T,true,B2) )
        ;   B = B0
        )
    ;   B = B0
    ).

% kept(+Test0, +HeadArguments, +Calls, -Test, -Bar): no variable is moved to where Test has it. Bar is bound if `true` has to follow.
kept(T0, Hs, Cs, T, Bar) :-
    (   T0 == ! -> T = T0
    ;   T0 =.. [_,A0] ->
        T = T0,
        ( may_move(A0, 1, Hs, Cs) -> Bar = true ; true )
    ;   T0 =.. [F,A0,B0],
        (   F == (is) -> A = A0, ( may_move(A0, 1, Hs, Cs) -> Bar = true ; true )
        ;   may_move(A0, 1, Hs, Cs) -> A = A0+0
        ;   A = A0
        ),
        ( may_move(B0, 2, Hs, Cs) -> B = B0+0 ; B = B0 ),
        T =.. [F,A,B]
    ).

% may_move(@V, +K, +HeadArguments, +Calls): V is an argument of the head after place K, where a call has another one; or it
% is in an argument of the head, and the call has arguments after place K.
may_move(V, K, Hs, Calls) :-
    var(V),
    member(Cs, Calls),
    (   is_among(Hs, V) -> drop(K, Hs, Hs1), drop(K, Cs, Cs1), displaced(Hs1, V, Cs1)
    ;   drop(K, Cs, [_|_]),
        mentions(Hs, V)
    ).

displaced([H|Hs], V, [C|Cs]) :- ( H == V, C \== V -> true ; displaced(Hs, V, Cs) ).

drop(K, As0, As) :- ( K =:= 0 -> As = As0 ; As0 = [_|As1], K1 is K - 1, drop(K1, As1, As) ).

arguments(T, As) :- ( nonvar(T), T = _:T1 -> arguments(T1, As) ; compound(T), T =.. [_|As] ).

test(G) :- nonvar(G), ( G == ! -> true ; functor(G, F, 1) -> special(F, 1, tested) ; functor(G, F, 2), ( F == (is) -> true ; comparison(F) ) ).


?- cl_miscompiled:cured(even(X), 0 is X mod 2, Body).
   Body = (_A is X mod 2,_A==0).

?- cl_miscompiled:cured(next(S,X), X is S mod 3 + 1, Body).
   Body = (X is truncate(S mod 3)+1).

?- cl_miscompiled:cured(low(f(D),B), ( D < B, ( q(B) ; true ) ), Body).
   Body = (D+0<B,(q(B);true)).

?- cl_miscompiled:cured(above(f(A),B), ( B > A, q(x,A,B) ), Body).
   Body = (B+0>A+0,q(x,A,B)).

?- cl_miscompiled:cured(lost(B), ( ( once(q(Y)) ; X = B, ( X > 0 -> q(X) ; true ) ), r(Y) ), Body).
   Body = (cl_miscompiled:any([Y]),(once(q(Y));X=B,(X>0->q(X);true)),r(Y)).

?- cl_miscompiled:cured(some(X), ( ( a == Y -> true ; r, ( q ; true ) ) -> X = Y ), Body).
   Body = (cl_miscompiled:any([Y]),((a==Y->true;r,(q;true))->X=Y)).

?- cl_miscompiled:cured(nested(X), ( ( p -> ( q(Y) ; true ) ; X = Y ), r(Y) ), Body).
   Body = (cl_miscompiled:any([Y]),(p->(q(Y);true);X=Y),r(Y)).

?- cl_miscompiled:cured(one(f(X)), ( var(Y), X = Y ), Body).
   Body = (true,X=Y).

?- cl_miscompiled:cured(both(X), ( r(Y), Y = Z, q(X,Z,Z) ), Body).
   Body = (cl_miscompiled:any([Y,Z]),r(Y),Y=Z,q(X,Z,Z)).

?- cl_miscompiled:cured(none(X), \+ ( q(X), !, X = 1 ), Body).
   Body = (\+call((q(X),!,X=1))).
