/** Arithmetic of programs for SWI-Prolog, as it is compiled.

Plain arithmetic stays as it is. What means something else in SWI-Prolog is computed before the goal in which it stands, by
`swi_arith`. A variable may be bound to an expression that has to be computed so: where the text has such expressions in terms
(`text_has_operands`), goals ask whether their variables are numbers.

```
?- is_goal(1 + A / 2, X, G).
   G = (swi_arith:divided(A,2,_A),X is 1+_A).
```
*/

:- module(swi_expressions, [arithmetic/2, is_goal/3, comparison/4, joined/3, plain_arithmetic/1]).

:- use_module(library(lists)).
:- use_module(library(swi_arith)).

%! arithmetic(?Name, ?Arity) is nondet.
%
% Name/Arity computes.

arithmetic(is, 2).
arithmetic(=:=, 2).
arithmetic(=\=, 2).
arithmetic(<, 2).
arithmetic(>, 2).
arithmetic(=<, 2).
arithmetic(>=, 2).

%! is_goal(@Expression, ?Value, -Goal) is semidet.
%! comparison(+Operator:atom, @A, @B, -Goal) is semidet.
%
% Goal is what `Value is Expression`, or the comparison, means. Fails if it means itself.

is_goal(E, V, swi_arith:evaluate(E, V)) :- var(E), !.
is_goal(A / B, V, G) :-
    !,
    \+ float(A),
    \+ float(B),
    operands(A, B, A1, B1, Gs),
    conjunction(Gs, swi_arith:divided(A1, B1, V), G).
is_goal(A ** B, V, G) :-
    !,
    \+ plain_power(A, B),
    operands(A, B, A1, B1, Gs),
    conjunction(Gs, swi_arith:power(A1, B1, V), G).
is_goal(A ^ B, V, G) :-
    \+ plain_power(A, B),
    \+ ( number(B), B >= 0, B < 1_000_000 ),
    !,
    operands(A, B, A1, B1, Gs),
    conjunction(Gs, swi_arith:power(A1, B1, V), G).
is_goal(E0, V, G) :-
    apart(E0, E, Gs, []),
    guarded(V is E, E0, E, swi_arith:evaluate(E, V), G0),
    ( E0 \== E -> true ; G0 \= (_ is _) ),
    conjunction(Gs, G0, G).

% guarded(+Goal0, +Written, +Expressions, +Other, -Goal): Goal is Goal0, or Other if a variable of Expressions that was Written may have an
% expression as its value that has to be computed apart.
guarded(G0, Es0, Es, Other, G) :-
    (   '$foreign_call'(text_has_operands, [], 1),
        term_variables(Es, Vs0),
        term_variables(Es0, Ws),
        common(Vs0, Ws, Vs),
        numbers(Vs, Numbers) ->
        G = ( Numbers -> G0 ; Other )
    ;   G = G0
    ).

%! joined(@A, @B, -Goal) is det.
%
% Goal is (A,B). What is computed one after the other asks once whether all is numbers.

joined(A, B, G) :-
    (   guard(A, Vs1, A1, A2),
        ( guard(B, Vs2, B1, B2) -> G = G0 ; nonvar(B), B = (First,Rest), guard(First, Vs2, B1, B2), G = (G0,Rest) ) ->
        computed(A1, Set, []),
        unlike(Vs2, Vs1-Set, Vs3),
        append(Vs1, Vs3, Vs),
        numbers(Vs, Numbers),
        G0 = ( Numbers -> A1, B1 ; A2, B2 )
    ;   G = (A,B)
    ).

% guard(@Goal, -Vs, -Plain, -Other): Goal is one that guarded/5 has made, or joined/3 of such.
guard(G, Vs, Plain, Other) :-
    nonvar(G),
    G = ( Numbers -> Plain ; Other ),
    nonvar(Other),
    ( Other = (O,_) -> true ; O = Other ),
    nonvar(O),
    O = swi_arith:_,
    numbers(Vs, Numbers).

% computed(+Goals, -Vs0, ?Vs): Vs0 are the variables that they set, and Vs.
computed(G, Vs0, Vs) :-
    (   G = (A,B) -> computed(A, Vs0, Vs1), computed(B, Vs1, Vs)
    ;   G = (V is _), var(V) -> Vs0 = [V|Vs]
    ;   Vs0 = Vs
    ).

unlike([], _, []).
unlike([V|Vs0], Term, Vs) :-
    term_variables(Term, Ws),
    ( lists:member(W, Ws), W == V -> Vs = Vs1 ; Vs = [V|Vs1] ),
    unlike(Vs0, Term, Vs1).

common([], _, []).
common([V|Vs0], Ws, Vs) :-
    ( lists:member(W, Ws), W == V -> Vs = [V|Vs1] ; Vs = Vs1 ),
    common(Vs0, Ws, Vs1).

numbers([V|Vs], G) :-
    (   ( Vs == [] ; nonvar(G), G = number(_) ) -> Vs = [], G = number(V)
    ;   G = (number(V),G1),
        numbers(Vs, G1)
    ).

% plain_power(@A, @B): a power that is a float in SWI-Prolog, too.
plain_power(A, B) :- float(A), number(B), B =\= 0.

%! plain_arithmetic(@Goal) is semidet.
%
% Goal is one of arithmetic that means itself.

plain_arithmetic(G) :-
    functor(G, Name, 2),
    arithmetic(Name, 2),
    arg(1, G, A),
    arg(2, G, B),
    ( Name == (is) -> true ; plain_expression(A) ),
    plain_expression(B).

% plain_expression(@E): E means what it means here, or is an error.
plain_expression(E) :-
    (   ( number(E) ; var(E) ) -> true
    ;   functor(E, F, Arity),
        F \== (^),
        native_function(F, Arity),
        plain_operands(Arity, E)
    ).

plain_operands(0, _).
plain_operands(1, E) :- arg(1, E, A), plain_expression(A).
plain_operands(2, E) :- arg(1, E, A), arg(2, E, B), plain_expression(A), plain_expression(B).

comparison(Op, A0, B0, G) :-
    operands(A0, B0, A, B, Gs),
    G0 =.. [Op,A,B],
    guarded(G0, A0/B0, A/B, swi_arith:compared(Op, A, B), G1),
    ( A0/B0 \== A/B -> true ; G0 \== G1 ),
    conjunction(Gs, G1, G).

operands(A0, B0, A, B, Gs) :-
    apart(A0, A, Gs, Gs1),
    apart(B0, B, Gs1, []).

conjunction([], G, G).
conjunction([G0|Gs], G1, (G0,G)) :- conjunction(Gs, G1, G).

% apart(+E0, -E, -Goals0, ?Goals): E is E0 with variables for what Goals compute.
apart(E, E, Gs, Gs) :- ( var(E) ; number(E) ), !.
apart([X], N, Gs, Gs) :- atom(X), atom_length(X, 1), !, char_code(X, N).
apart([X], E, Gs0, Gs) :- !, apart(X, E, Gs0, Gs).
apart('$string'(Cs), N, Gs, Gs) :- nonvar(Cs), Cs = [C], atom(C), !, char_code(C, N).
apart(A0 / B0, E, Gs0, Gs) :-
    !,
    apart(A0, A, Gs0, Gs1),
    apart(B0, B, Gs1, Gs2),
    (   ( float(A) ; float(B) ) -> E = A / B, Gs2 = Gs
    ;   Gs2 = [swi_arith:divided(A, B, E)|Gs]
    ).
apart(A0 ** B0, E, Gs0, Gs) :-
    !,
    apart(A0, A, Gs0, Gs1),
    apart(B0, B, Gs1, Gs2),
    (   plain_power(A, B) -> E = A ** B, Gs2 = Gs
    ;   Gs2 = [swi_arith:power(A, B, E)|Gs]
    ).
% With an exponent that stands there and is not negative, `^` is what it is here.
apart(A0 ^ B0, E, Gs0, Gs) :-
    \+ ( number(B0), B0 >= 0, B0 < 1_000_000 ),
    !,
    apart(A0, A, Gs0, Gs1),
    apart(B0, B, Gs1, [swi_arith:power(A, B, E)|Gs]).
% So are short shifts.
apart(A0 >> B, E, Gs0, Gs) :- integer(B), B >= 0, B < 64, !, E = A >> B, apart(A0, A, Gs0, Gs).
apart(A0 << B, E, Gs0, Gs) :- integer(B), B >= 0, B < 64, !, E = A << B, apart(A0, A, Gs0, Gs).
apart(E0, E, Gs0, Gs) :-
    functor(E0, F, Arity),
    (   native_function(F, Arity) ->
        E0 =.. [_|As0],
        each_apart(As0, As, Gs0, Gs),
        E =.. [F|As]
    ;   Gs0 = [swi_arith:evaluate(E0, E)|Gs]
    ).

each_apart([], [], Gs, Gs).
each_apart([A0|As0], [A|As], Gs0, Gs) :-
    apart(A0, A, Gs0, Gs1),
    each_apart(As0, As, Gs1, Gs).

?- comparison(<, X, random(6) + 1, G).
   G = (swi_arith:evaluate(random(6),_A),(number(X)->X<_A+1;swi_arith:compared(<,X,_A+1))).
