/** Numbers as text, digit by digit: what the C library's printf does.

```
?- findall(S, ( swi_numbers:fixed_chars(2.675, 2, Cs), string_chars(S, Cs) ), [Text]).
   Text = "2.67".
```

A float is taken as the exact fraction that it is, and rounded once, to even.
*/

:- module(swi_numbers, [decimal_chars/4, fixed_chars/3, exponent_chars/3, general_chars/3, radix_chars/4]).

:- use_module(library(lists)).

%! decimal_chars(+Integer, +Digits, +Separator:string, -Chars:string) is det.
%
% Chars is Integer with Separator between groups of three digits and a point before the last Digits digits
% (an integer or `none`).

decimal_chars(I, N, Separator, Cs) :-
    signed(I, Abs, Cs, Cs1),
    number_chars(Abs, Ds),
    (   ( N == none ; N =:= 0 ) -> grouped(Ds, Separator, Cs1)
    ;   at_least(Ds, N, Ds1),
        length(Ds1, L),
        Before is L - N,
        length(Whole, Before),
        append(Whole, Fraction, Ds1),
        grouped(Whole, Separator, Cs2),
        append(Cs2, ['.'|Fraction], Cs1)
    ).

signed(I, Abs, Cs, Cs1) :-
    (   I < 0 -> Abs is -I, Cs = [-|Cs1]
    ;   Abs = I,
        Cs = Cs1
    ).

% One digit more than N at least.
at_least(Ds0, N, Ds) :-
    length(Ds0, L),
    Missing is N + 1 - L,
    zeros(Missing, Ds, Ds0).

zeros(N, Cs0, Cs) :-
    (   N =< 0 -> Cs0 = Cs
    ;   Cs0 = ['0'|Cs1],
        N1 is N - 1,
        zeros(N1, Cs1, Cs)
    ).

grouped(Ds, [], Cs) :- !, Cs = Ds.
grouped(Ds, Separator, Cs) :-
    length(Ds, L),
    First is L mod 3,
    (   First =:= 0 -> groups(Ds, Separator, Cs)
    ;   length(Prefix, First),
        append(Prefix, Rest, Ds),
        append(Prefix, Cs1, Cs),
        ( Rest == [] -> Cs1 = [] ; append(Separator, Cs2, Cs1), groups(Rest, Separator, Cs2) )
    ).

groups([A,B,C|Ds], Separator, [A,B,C|Cs]) :-
    (   Ds == [] -> Cs = []
    ;   append(Separator, Cs1, Cs),
        groups(Ds, Separator, Cs1)
    ).

%! radix_chars(+Integer, +Radix, +Case, -Chars:string) is det.
%
% Chars is Integer to the base Radix; Case is `lower` or `upper`.

radix_chars(I, Radix, Case, Cs) :-
    signed(I, Abs, Cs, Cs1),
    (   Abs =:= 0 -> Cs1 = "0"
    ;   radix_digits(Abs, Radix, Case, [], Cs1)
    ).

radix_digits(I, Radix, Case, Cs0, Cs) :-
    (   I =:= 0 -> Cs = Cs0
    ;   D is I mod Radix,
        I1 is I // Radix,
        radix_digit(Case, D, C),
        radix_digits(I1, Radix, Case, [C|Cs0], Cs)
    ).

radix_digit(Case, D, C) :-
    (   D < 10 -> N is D + 0'0
    ;   Case == lower -> N is D + 87
    ;   N is D + 55
    ),
    char_code(C, N).

%! fixed_chars(+Number, +Digits, -Chars:string) is det.
%
% Chars is Number with Digits digits after the point (`%f`).

fixed_chars(X, N, Cs) :-
    fraction(X, Sign, Num, Den),
    Scaled is Num * 10 ^ N,
    rounded(Scaled, Den, I),
    append(Sign, Cs1, Cs),
    (   N =:= 0 -> number_chars(I, Cs1)
    ;   decimal_chars(I, N, [], Cs1)
    ).

%! exponent_chars(+Number, +Digits, -Chars:string) is det.
%
% Chars is Number with one digit before the point, Digits behind it, and an exponent (`%e`).

exponent_chars(X, N, Cs) :-
    fraction(X, Sign, Num, Den),
    P is N + 1,
    significant(Num, Den, P, Ds, E),
    append(Sign, Cs1, Cs),
    scientific(Ds, E, Cs1).

scientific([D|Ds], E, [D|Cs]) :-
    (   Ds == [] -> Cs = Cs1
    ;   append(['.'|Ds], Cs1, Cs)
    ),
    (   E < 0 -> E1 is -E, Cs1 = [e,-|Cs2]
    ;   E1 = E,
        Cs1 = [e,+|Cs2]
    ),
    number_chars(E1, Es),
    (   Es = [_] -> Cs2 = ['0'|Es]
    ;   Cs2 = Es
    ).

%! general_chars(+Number, +Digits, -Chars:string) is det.
%
% Chars is Number with Digits significant digits, without final zeros, in the shorter form (`%g`).

general_chars(X, N, Cs) :-
    fraction(X, Sign, Num, Den),
    P is max(N, 1),
    significant(Num, Den, P, Ds0, E),
    no_final_zeros(Ds0, Ds),
    append(Sign, Cs1, Cs),
    (   ( E < -4 ; E >= P ) -> scientific(Ds, E, Cs1)
    ;   E < 0 ->
        Zeros is -E - 1,
        zeros(Zeros, Cs2, Ds),
        Cs1 = ['0','.'|Cs2]
    ;   Before is E + 1,
        whole(Before, Ds, Cs1)
    ).

whole(N, Ds, Cs) :-
    (   N =:= 0 -> ( Ds == [] -> Cs = [] ; Cs = ['.'|Ds] )
    ;   N1 is N - 1,
        (   Ds = [D|Ds1] -> Cs = [D|Cs1] ; Cs = ['0'|Cs1], Ds1 = [] ),
        whole(N1, Ds1, Cs1)
    ).

no_final_zeros([D|Ds0], [D|Ds]) :-
    reverse(Ds0, Back0),
    skip_zeros(Back0, Back),
    reverse(Back, Ds).

skip_zeros(['0'|Ds0], Ds) :- !, skip_zeros(Ds0, Ds).
skip_zeros(Ds, Ds).

% fraction(+Number, -Sign, -Num, -Den): the absolute value of Number is Num / Den.
fraction(X, Sign, Num, Den) :-
    (   integer(X) -> Abs is abs(X), Num = Abs, Den = 1
    ;   Abs is abs(X),
        float_fraction(Abs, Num, Den)
    ),
    (   negative(X) -> Sign = "-"
    ;   Sign = []
    ).

negative(X) :- X < 0, !.
negative(X) :- float(X), X =:= 0, number_chars(X, [-|_]).

% Multiplication with a power of two is exact. Small numbers take more than one step.
float_fraction(X, Num, Den) :-
    (   X >= 9007199254740992.0 -> Num is truncate(X), Den = 1
    ;   X =:= 0 -> Num = 0, Den = 1
    ;   K is max(0, min(500, 54 - truncate(log(X) / log(2)))),
        Y is X * 2.0 ** K,
        (   Y =:= float_integer_part(Y) -> Num is truncate(Y), Den is 2 ^ K
        ;   float_fraction(Y, Num, Den1),
            Den is Den1 * 2 ^ K
        )
    ).

rounded(Num, Den, I) :-
    I0 is Num // Den,
    R is 2 * (Num - I0 * Den),
    (   R < Den -> I = I0
    ;   R > Den -> I is I0 + 1
    ;   I is I0 + I0 mod 2
    ).

% significant(+Num, +Den, +P, -Ds, -E): the P first digits of Num / Den, rounded; the first one stands
% for 10 ^ E.
significant(0, _, P, Ds, 0) :- !, zeros(P, Ds, []).
significant(Num, Den, P, Ds, E) :-
    number_chars(Num, NumCs), length(NumCs, NumL),
    number_chars(Den, DenCs), length(DenCs, DenL),
    E0 is NumL - DenL,
    (   less(Num, Den, E0) -> E1 is E0 - 1 ; E1 = E0 ),
    Shift is P - 1 - E1,
    (   Shift >= 0 -> Num1 is Num * 10 ^ Shift, Den1 = Den
    ;   Num1 = Num,
        Den1 is Den * 10 ^ (-Shift)
    ),
    rounded(Num1, Den1, I0),
    (   I0 =:= 10 ^ P -> I is I0 // 10, E is E1 + 1
    ;   I = I0,
        E = E1
    ),
    number_chars(I, Ds).

% Num / Den < 10 ^ E
less(Num, Den, E) :-
    (   E >= 0 -> Num < Den * 10 ^ E
    ;   Num * 10 ^ (-E) < Den
    ).

?- findall(S, ( swi_numbers:fixed_chars(-0.5, 0, Cs), string_chars(S, Cs) ), [Text]).
   Text = "-0".

?- findall(S, ( swi_numbers:fixed_chars(0.1, 20, Cs), string_chars(S, Cs) ), [Text]).
   Text = "0.10000000000000000555".

?- findall(S, ( swi_numbers:exponent_chars(12345.678, 1, Cs), string_chars(S, Cs) ), [Text]).
   Text = "1.2e+04".

?- findall(S, ( swi_numbers:general_chars(1000000.0, 6, Cs), string_chars(S, Cs) ), [Text]).
   Text = "1e+06".

?- findall(S, ( swi_numbers:decimal_chars(-1234567, 2, [','], Cs), string_chars(S, Cs) ), [Text]).
   Text = "-12,345.67".

?- findall(S, ( swi_numbers:radix_chars(-255, 16, upper, Cs), string_chars(S, Cs) ), [Text]).
   Text = "-FF".
