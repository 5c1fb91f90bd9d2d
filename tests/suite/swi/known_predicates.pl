/*  current_predicate/1, string_code/3 and others that enumerate.  */

:- style_check(-singleton).
:- use_module(library(error)).
:- multifile error:has_type/2.
:- dynamic facts/1.

error:has_type(colour, X) :- memberchk(X, [red,green]).
error:has_type(even, X) :- integer(X), 0 is X mod 2.

defined(1).

known(PI) :- ( current_predicate(PI) -> writeln(PI-yes) ; writeln(PI-no) ).

main :-
    maplist(known, [defined/1,defined/2,nowhere/0,facts/1,atom_length/2,user:defined/1]),
    ( current_predicate(nowhere/0) -> nowhere ; true ), ( current_predicate(nowhere/1) -> nowhere(_) ; true ),
    findall(N, ( current_predicate(N/1), memberchk(N, [defined,known,nowhere]) ), Ns0), msort(Ns0, Ns), print(Ns), nl,
    must_be(colour, red), catch(must_be(colour, blue), error(E, _), ( print(E), nl )), must_be(list(even), [2,4]),
    ( is_of_type(even, 3) -> writeln(yes) ; writeln(no) ), must_be(nonvar, a), catch(must_be(nonvar, _), error(E2, _), ( print(E2), nl )),
    findall(I-C, string_code(I, "abc", C), L), print(L), nl, ( string_code(K, "hello", 0'l) -> writeln(K) ; true ),
    ( current_module(user) -> writeln(yes) ; true ), ( current_module(nowhere) -> true ; writeln(no) ),
    open_string("ab\n", S), phrase_from_stream(all(Cs), S), print(Cs), nl,
    apply(plus, [1,2,Z]), writeln(Z), writef('%w and %d\n', [a,1]), writef('%8l|%8r|\n', [ab,cd]), swritef(Str, '%w', [f(x)]), print(Str), nl.

all([C|Cs]) --> [C], all(Cs).
all([]) --> [].
