/*  The flag double_quotes, per file and within it; back quotes.  */

:- set_prolog_flag(double_quotes, codes).

as_codes("abc").

:- set_prolog_flag(double_quotes, chars).

as_chars("abc").

:- set_prolog_flag(double_quotes, atom).

as_atom("abc").

:- set_prolog_flag(double_quotes, string).

as_string("abc").

:- set_prolog_flag(back_quotes, codes).

as_back(`abc`).

kind(X, string) :- string(X), !.
kind(X, atom) :- atom(X), !.
kind(X, list) :- is_list(X), !.
kind(_, other).

show(Name) :-
    call(Name, X),
    kind(X, K),
    format("~w: ~q (~w)~n", [Name, X, K]).

:- set_prolog_flag(double_quotes, codes).

ab --> "a", ab.
ab --> "b".

sum_of(Text, Sum) :- sum_list(Text, Sum).

main :-
    maplist(show, [as_codes,as_chars,as_atom,as_string,as_back]),
    format("~w~n", "x"),
    format("format ~s~n", ["codes"]),
    ( phrase(ab, "aab") -> writeln(yes) ; writeln(no) ),
    sum_of("AB", Sum), print(Sum), nl,
    atom_codes(A, "made of codes"), print(A), nl,
    append("ab", "cd", L), atom_codes(B, L), writeln(B),
    X = "x", print(X), nl,
    atom_length("four", N), print(N), nl.
