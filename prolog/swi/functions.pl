/** Functions as predicates: what `is` computes of one number.

```
?- sqrt(16, X), floor(2.5, Y).
   X = 4.0, Y = 2.
```
*/

:- module(swi_functions, [abs/2, sign/2, sqrt/2, sin/2, cos/2, tan/2, asin/2, acos/2, atan/2, log/2, log10/2, floor/2, ceiling/2,
                          round/2]).

:- use_module(library(swi_arith)).

%! abs(+Number, -Value:number) is det.
%! sign(+Number, -Value:number) is det.
%! sqrt(+Number, -Value:number) is det.
%! sin(+Number, -Value:number) is det.
%! cos(+Number, -Value:number) is det.
%! tan(+Number, -Value:number) is det.
%! asin(+Number, -Value:number) is det.
%! acos(+Number, -Value:number) is det.
%! atan(+Number, -Value:number) is det.
%! log(+Number, -Value:number) is det.
%! log10(+Number, -Value:number) is det.
%! floor(+Number, -Value:integer) is det.
%! ceiling(+Number, -Value:integer) is det.
%! round(+Number, -Value:integer) is det.
%
% Value is what the function of this name gives for Number, which may be an expression. Errors are those of `is`.

abs(X, Y) :- evaluate(abs(X), Y).
sign(X, Y) :- evaluate(sign(X), Y).
sqrt(X, Y) :- evaluate(sqrt(X), Y).
sin(X, Y) :- evaluate(sin(X), Y).
cos(X, Y) :- evaluate(cos(X), Y).
tan(X, Y) :- evaluate(tan(X), Y).
asin(X, Y) :- evaluate(asin(X), Y).
acos(X, Y) :- evaluate(acos(X), Y).
atan(X, Y) :- evaluate(atan(X), Y).
log(X, Y) :- evaluate(log(X), Y).
log10(X, Y) :- evaluate(log10(X), Y).
floor(X, Y) :- evaluate(floor(X), Y).
ceiling(X, Y) :- evaluate(ceiling(X), Y).
round(X, Y) :- evaluate(round(X), Y).

?- abs(-3, X), sign(-2.5, Y), round(2.5, Z), ceiling(2.1, C).
   X = 3, Y = -1.0, Z = 3, C = 3.

?- sin(0.0, X), cos(0.0, Y), tan(0.0, Z), asin(0.0, A), acos(1.0, B), atan(0.0, C).
   X = 0.0, Y = 1.0, Z = 0.0, A = 0.0, B = 0.0, C = 0.0.

?- log(1.0, X), log10(100.0, Y).
   X = 0.0, Y = 2.0.

?- sqrt(a, _).
   error(type_error(evaluable,a/0),_).
