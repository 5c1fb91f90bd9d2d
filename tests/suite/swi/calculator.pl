/** A calculator with variables: a grammar for expressions, a parser, an evaluator.

    ?- calculate("2 * (3 + 4)", V).
    V = 14.

Text becomes codes, codes become a term, and the term a number. Programs are statements
divided by semicolons: `r = 3; area = pi * r^2; area / 2`.
*/

:- use_module(library(dcg/basics)).
:- use_module(library(error)).

:- dynamic variable/2.

% From codes to terms.

%!  statements(-Statements)// is semidet.
statements([S|Ss]) -->
    blanks, statement(S), blanks,
    (   ";"
    ->  statements(Ss)
    ;   eos,
        { Ss = [] }
    ).

statement(assign(Name, E)) -->
    name(Name), blanks, "=", !, blanks, expression(E).
statement(print(E)) -->
    expression(E).

% Left-associative operators: a term and what follows it.
expression(E) -->
    term(T), blanks, expression_rest(T, E).

expression_rest(E0, E) -->
    "+", !, blanks, term(T), blanks, expression_rest(E0 + T, E).
expression_rest(E0, E) -->
    "-", !, blanks, term(T), blanks, expression_rest(E0 - T, E).
expression_rest(E, E) --> [].

term(T) -->
    power(F), blanks, term_rest(F, T).

term_rest(T0, T) -->
    term_operator(Op), !, blanks,
    power(F), blanks,
    { T1 =.. [Op, T0, F] },
    term_rest(T1, T).
term_rest(T, T) --> [].

term_operator(//)  --> "//".
term_operator(*)   --> "*".
term_operator(/)   --> "/".
term_operator(mod) --> "mod", \+ name_code(_).

% Powers associate to the right.
power(P) -->
    factor(B), blanks,
    (   "^"
    ->  blanks, power(E), { P = B ** E }
    ;   { P = B }
    ).

factor(-F) --> "-", !, blanks, factor(F).
factor(E)  --> "(", !, blanks, expression(E), ")".
factor(N)  --> number(N), !.
factor(E)  --> name(Name), function_or_variable(Name, E).

function_or_variable(Name, call(Name, [E|Es])) -->
    "(", !, blanks, expression(E), arguments(Es), ")".
function_or_variable(Name, var(Name)) --> [].

arguments([E|Es]) --> ",", !, blanks, expression(E), arguments(Es).
arguments([])     --> [].

name(Name) -->
    [C],
    { code_type(C, alpha) },
    name_codes(Cs),
    { atom_codes(Name, [C|Cs]) }.

name_codes([C|Cs]) --> name_code(C), !, name_codes(Cs).
name_codes([])     --> [].

name_code(C) --> [C], { code_type(C, csym) }.

% From terms to numbers.

constant(pi, V) :- V is pi.
constant(e, V)  :- V is e.

eval(N, N) :- number(N), !.
eval(var(Name), V) :-
    (   variable(Name, V0)
    ->  V = V0
    ;   constant(Name, V0)
    ->  V = V0
    ;   existence_error(variable, Name)
    ).
eval(call(Name, Args), V) :-
    maplist(eval, Args, Vs),
    (   memberchk(Name/Vs, [sqrt/[_], abs/[_], max/[_,_], min/[_,_], gcd/[_,_]])
    ->  Expr =.. [Name|Vs],
        V is Expr
    ;   length(Vs, Arity),
        existence_error(function, Name/Arity)
    ).
eval(-A, V) :- eval(A, Va), V is -Va.
eval(A + B, V) :- eval(A, Va), eval(B, Vb), V is Va + Vb.
eval(A - B, V) :- eval(A, Va), eval(B, Vb), V is Va - Vb.
eval(A * B, V) :- eval(A, Va), eval(B, Vb), V is Va * Vb.
eval(A / B, V) :- eval(A, Va), eval(B, Vb), V is Va / Vb.
eval(A // B, V) :- eval(A, Va), eval(B, Vb), V is Va // Vb.
eval(A mod B, V) :- eval(A, Va), eval(B, Vb), V is Va mod Vb.
eval(A ** B, V) :- eval(A, Va), eval(B, Vb), V is Va ** Vb.

execute(assign(Name, E)) :-
    eval(E, V),
    retractall(variable(Name, _)),
    assertz(variable(Name, V)).
execute(print(E)) :-
    eval(E, V),
    (   integer(V)
    ->  format("  ~d~n", [V])
    ;   format("  ~4f~n", [V])
    ).

%!  calculate(+Text, -Value) is semidet.
calculate(Text, Value) :-
    string_codes(Text, Codes),
    phrase(expression(E), Codes),
    eval(E, Value).

%!  run(+Text) is det.
run(Text) :-
    format("> ~s~n", [Text]),
    string_codes(Text, Codes),
    (   phrase(statements(Ss), Codes)
    ->  catch(maplist(execute, Ss), error(Formal, _), complain(Formal))
    ;   syntax_trouble(Codes)
    ).

complain(existence_error(Kind, Name)) :- !, format("  no such ~w: ~w~n", [Kind, Name]).
complain(evaluation_error(zero_divisor)) :- !, writeln('  division by zero').
complain(Formal) :- format("  ~p~n", [Formal]).

%   The longest prefix that is an expression tells where the trouble begins.
syntax_trouble(Codes) :-
    (   phrase((blanks, expression(_)), Codes, Rest)
    ->  format("  cannot read on at: ~s~n", [Rest])
    ;   writeln('  cannot read this')
    ).

main :-
    run("1 + 2 * 3"),
    run("(1 + 2) * 3 - 10 - 4"),
    run("2 ^ 3 ^ 2; -2 ^ 2; 7 // 2; 7 mod 2; 7 / 2; 8 / 2"),
    run("r = 1.5; area = pi * r^2; area"),
    run("max(sqrt(16), 3) + gcd(12, 18)"),
    run("x + 1"),
    run("foo(1, 2)"),
    run("1 / (r - 1.5 + 0); 1 // 0"),
    run("1 + * 2"),
    run("3 $ 4"),
    (   calculate("12 * (2 + 1)", V)
    ->  print(value = V), nl
    ;   true
    ),
    phrase(expression(E), `a * b + 2 - c`),
    writeq(E), nl,
    print_canonical(E).

print_canonical(Term) :-
    write_canonical(Term), nl.
