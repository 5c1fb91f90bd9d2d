/** Arithmetic of SWI-Prolog.

```
?- evaluate(7 / 2 + 4 / 2, X).
   X = 5.5.
```

In programs and queries, the evaluable functors that mean something else in SWI-Prolog or do not exist
here are computed by these predicates before the goal in which they stand; all others stay as they are.
*/

:- module(swi_arith, [evaluate/2, compared/3, divided/3, power/3, native_function/2]).

:- use_module(library(error)).
:- use_module(library(cl_miscompiled), []).

%! evaluate(@Expression, -Value:number) is det.
%
% Value is the value of Expression, as SWI-Prolog computes it. A list of one element means that element;
% a character means its code.

evaluate(E, V) :-
    (   number(E) -> V = E
    ;   value(E, V0),
        cl_miscompiled:small_number(V0, V)
    ).

value(E, _) :- var(E), !, instantiation_error((is)/2).
value(E, V) :- number(E), !, V = E.
value([E|Es], V) :-
    !,
    (   Es == [] -> element(E, V)
    ;   type_error(evaluable, [E|Es], (is)/2)
    ).
value('$string'(Cs), V) :-
    string_terms:is_string('$string'(Cs)),
    !,
    (   Cs = [C] -> char_code(C, V)
    ;   type_error(character, '$string'(Cs), (is)/2)
    ).
value(E, V) :-
    functor(E, F, Arity),
    (   Arity =:= 0 -> ( constant(F, V0) -> V = V0 ; unknown(F, 0) )
    ;   Arity =:= 1 ->
        arg(1, E, A0),
        value(A0, A),
        ( function(F, A, V0) -> V = V0 ; unknown(F, 1) )
    ;   Arity =:= 2 ->
        arg(1, E, A0), arg(2, E, B0),
        value(A0, A),
        value(B0, B),
        ( function(F, A, B, V0) -> V = V0 ; unknown(F, 2) )
    ;   Arity =:= 3, F = powm ->
        E = powm(A0, B0, C0),
        value(A0, A), value(B0, B), value(C0, C),
        modular_power(A, B, C, V)
    ;   unknown(F, Arity)
    ).

element(E, V) :-
    (   atom(E), atom_length(E, 1) -> char_code(E, V)
    ;   value(E, V)
    ).

unknown(F, Arity) :- type_error(evaluable, F/Arity, (is)/2).

%! divided(@A, @B, -V:number) is det.
%
% V is A / B: an integer if A and B are integers and B divides A, else a float.

divided(A0, B0, V) :-
    evaluate(A0, A),
    evaluate(B0, B),
    function(/, A, B, V0),
    V = V0.

%! power(@A, @B, -V:number) is det.
%
% V is A ** B: an integer if A and B are integers and B is not negative.

power(A0, B0, V) :-
    evaluate(A0, A),
    evaluate(B0, B),
    function(**, A, B, V0),
    V = V0.

%! compared(+Operator:atom, @A, @B) is semidet.
%
% The comparison with this operator is true of the values of A and B.

compared(Op, A, B) :-
    catch(( operand(A, X), operand(B, Y) ), error(E, (is)/2), throw(error(E, Op/2))),
    G =.. [Op,X,Y],
    call(G).

operand(E, V) :- ( var(E) -> V = E ; evaluate(E, V) ).

%! native_function(?Name, ?Arity) is nondet.
%
% The evaluable functor Name/Arity exists here and means what it means in SWI-Prolog.

native_function(pi, 0). native_function(e, 0). native_function(epsilon, 0).
native_function(+, 1). native_function(-, 1). native_function(abs, 1). native_function(sign, 1).
native_function(sqrt, 1). native_function(exp, 1). native_function(log, 1). native_function(sin, 1).
native_function(cos, 1). native_function(tan, 1). native_function(asin, 1). native_function(acos, 1).
native_function(atan, 1). native_function(floor, 1). native_function(ceiling, 1).
native_function(round, 1). native_function(truncate, 1). native_function(float, 1).
native_function(float_integer_part, 1). native_function(float_fractional_part, 1).
native_function(\, 1).
native_function(+, 2). native_function(-, 2). native_function(*, 2). native_function(//, 2).
native_function(mod, 2). native_function(rem, 2). native_function(div, 2). native_function(max, 2).
native_function(min, 2). native_function(^, 2).
native_function(/\, 2). native_function(\/, 2). native_function(xor, 2). native_function(atan2, 2).
native_function(gcd, 2). native_function(rdiv, 2).

constant(pi, V) :- V is pi.
constant(e, V) :- V is e.
constant(epsilon, V) :- V is epsilon.
constant(inf, V) :- infinite(V).
constant(infinite, V) :- infinite(V).
constant(random, V) :- random_float(V).
constant(random_float, V) :- random_float(V).
constant(cputime, V) :- '$cpu_now'(V).
constant(max_tagged_integer, V) :- V is (1 << 56) - 1.
constant(min_tagged_integer, V) :- V is -(1 << 56).
constant(max_integer, 9223372036854775807).
constant(min_integer, -9223372036854775808).
constant([], _) :- type_error(evaluable, []/0, (is)/2).

% Floats here are finite: the largest one stands for infinity in comparisons.
infinite(1.7976931348623157e308).

random_float(V) :-
    N is 1 << 53,
    '$random_integer'(1, N, I),
    V is I / N.

function(+, A, V) :- V is A.
function(-, A, V) :- V is -A.
function(abs, A, V) :- V is abs(A).
function(sign, A, V) :- V is sign(A).
function(sqrt, A, V) :- V is sqrt(A).
function(exp, A, V) :- V is exp(A).
function(log, A, V) :- V is log(A).
function(log2, A, V) :- V is log(A) / log(2).
function(log10, A, V) :- logarithm(10, A, V).
function(sin, A, V) :- V is sin(A).
function(cos, A, V) :- V is cos(A).
function(tan, A, V) :- V is tan(A).
function(asin, A, V) :- V is asin(A).
function(acos, A, V) :- V is acos(A).
function(atan, A, V) :- V is atan(A).
function(cot, A, V) :- V is 1 / tan(A).
function(acot, A, V) :- V is atan(1 / A).
function(sinh, A, V) :- V is (exp(A) - exp(-A)) / 2.
function(cosh, A, V) :- V is (exp(A) + exp(-A)) / 2.
function(tanh, A, V) :- V is (exp(2 * A) - 1) / (exp(2 * A) + 1).
function(asinh, A, V) :- V is sign(A) * log(abs(A) + sqrt(A * A + 1.0)).
function(acosh, A, V) :- V is log(A + sqrt(A * A - 1.0)).
function(atanh, A, V) :- V is log((1.0 + A) / (1.0 - A)) / 2.
function(floor, A, V) :- V is floor(A).
function(ceiling, A, V) :- V is ceiling(A).
function(ceil, A, V) :- V is ceiling(A).
function(round, A, V) :- V is round(A).
function(integer, A, V) :- V is round(A).
function(truncate, A, V) :- V is truncate(A).
function(trunc, A, V) :- V is truncate(A).
function(float, A, V) :- V is float(A).
function(float_integer_part, A, V) :- V is float_integer_part(A).
function(float_fractional_part, A, V) :- V is float_fractional_part(A).
function(\, A, V) :- V is \ A.
function(succ, A, V) :- V is A + 1.
function(eval, A, A).
function(random, A, V) :-
    must_be(integer, A),
    (   A > 0 -> '$random_integer'(0, A, V)
    ;   domain_error(positive_integer, A, (is)/2)
    ).
function(msb, A, V) :-
    positive(A),
    high_bit(A, 0, V).
function(lsb, A, V) :-
    positive(A),
    B is A /\ (-A),
    high_bit(B, 0, V).
function(popcount, A, V) :-
    must_be(not_less_than_zero, A),
    ones(A, 0, V).
function(numerator, A, A) :- must_be(integer, A).
function(denominator, A, 1) :- must_be(integer, A).
function(rational, A, V) :- whole_or_same(A, V).
function(rationalize, A, V) :- whole_or_same(A, V).

function(+, A, B, V) :- V is A + B.
function(-, A, B, V) :- V is A - B.
function(*, A, B, V) :- V is A * B.
function(/, A, B, V) :-
    (   integer(A), integer(B), B =\= 0, A rem B =:= 0 -> V is A // B
    ;   V is A / B
    ).
function(//, A, B, V) :- V is A // B.
function(mod, A, B, V) :- V is A mod B.
function(rem, A, B, V) :- V is A rem B.
function(div, A, B, V) :- V is A div B.
function(rdiv, A, B, V) :- V is A rdiv B.
function(max, A, B, V) :- V is max(A, B).
function(min, A, B, V) :- V is min(A, B).
function(**, A, B, V) :-
    (   integer(A), integer(B) ->
        (   B > 1_000_000, A =\= 0, A =\= 1, A =\= -1, too_large(A, B) -> memory_error((**)/2)
        ;   ( B >= 0 ; A =:= 1 ; A =:= -1 ) -> V is A ^ B
        ;   A =:= 0 -> V is 1 / A
        ;   V is A ** B
        )
    ;   % As in SWI-Prolog 0 and 1 to any power, and anything to the power 0, are integers.
        ( A == 1 ; B =:= 0 ) -> V = 1
    ;   A == 0, B > 0 -> V = 0
    ;   V is A ** B
    ).
function(^, A, B, V) :- function(**, A, B, V).
function(>>, A, B, V) :- shifted(A, B, V).
function(<<, A, B, V) :- must_be_integer(B), C is -B, shifted(A, C, V).
function(/\, A, B, V) :- V is A /\ B.
function(\/, A, B, V) :- V is A \/ B.
function(xor, A, B, V) :- V is xor(A, B).
function(atan2, A, B, V) :- V is atan2(A, B).
function(atan, A, B, V) :- V is atan2(A, B).
function(gcd, A, B, V) :- V is gcd(A, B).
function(lcm, A, B, V) :-
    (   ( A =:= 0 ; B =:= 0 ) -> V = 0
    ;   V is abs(A * B) // gcd(A, B)
    ).
function(log, A, B, V) :- logarithm(A, B, V).
function(copysign, A, B, V) :- copied_sign(A, B, V).
function(plus, A, B, V) :- V is A + B.
function(getbit, A, B, V) :- V is (A >> B) /\ 1.

% shifted(+A, +B, -V): A is shifted by B bits to the right, or to the left if B is negative. Scryer shifts a small number below 0
% by 64 bits or more to 0, and does not survive what fills the memory.
shifted(A, B, V) :-
    must_be_integer(B),
    (   B < -8_000_000_000, integer(A) -> memory_error((<<)/2)
    ;   V0 is A >> B,
        ( V0 =:= 0, A < 0 -> V = -1 ; V = V0 )
    ).

% too_large(+A, +B): A ^ B fills the memory.
too_large(A, B) :-
    C is abs(A),
    high_bit(C, 0, Bits),
    B * Bits > 4_000_000_000.

memory_error(PI) :- throw(error(resource_error(stack), PI)).

must_be_integer(B) :- ( integer(B) -> true ; type_error(integer, B, (is)/2) ).

logarithm(Base, A, V) :-
    V0 is log(A) / log(Base),
    R is round(V0),
    (   integer(A), integer(Base), R >= 0, A =:= Base ^ R -> V is float(R)
    ;   V = V0
    ).

copied_sign(A, B, V) :-
    (   ( B < 0 ; float(B), B =:= 0, number_chars(B, [-|_]) ) -> V is -abs(A)
    ;   V is abs(A)
    ).

positive(A) :-
    must_be(integer, A),
    (   A > 0 -> true
    ;   type_error(not_less_than_one, A, (is)/2)
    ).

high_bit(A, N0, N) :-
    (   A =:= 1 -> N = N0
    ;   A1 is A >> 1,
        N1 is N0 + 1,
        high_bit(A1, N1, N)
    ).

ones(A, N0, N) :-
    (   A =:= 0 -> N = N0
    ;   A1 is A /\ (A - 1),
        N1 is N0 + 1,
        ones(A1, N1, N)
    ).

whole_or_same(A, V) :-
    (   float(A), A =:= float_integer_part(A) -> V is truncate(A)
    ;   V = A
    ).

modular_power(A, B, C, V) :-
    (   B =:= 0 -> V is 1 mod C
    ;   B1 is B >> 1,
        A1 is A * A mod C,
        modular_power(A1, B1, C, V1),
        (   B /\ 1 =:= 1 -> V is V1 * A mod C ; V = V1 )
    ).

?- evaluate(4 / 2, X).
   X = 2.

?- evaluate(2 ** 3 + 2 ** -1, X).
   X = 8.5.

?- evaluate(-1 >> 70, X), evaluate(-5 << -64, Y), evaluate(1 << 3, Z).
   X = -1, Y = -1, Z = 8.

?- evaluate(1 ** 0.5, X), evaluate(2.5 ^ 0, Y), evaluate(1.0 ** 2 + 0 ** 0.5, Z).
   X = 1, Y = 1, Z = 1.0.

?- evaluate(2 ** 1000000000000, X).
   error(resource_error(stack),(**)/2).

?- evaluate(foo + 1, X).
   error(type_error(evaluable,foo/0),(is)/2).

?- evaluate(1 / 0, X).
   error(evaluation_error(zero_divisor),(/)/2).

?- evaluate(msb(8) + gcd(4, 6), X).
   X = 5.
