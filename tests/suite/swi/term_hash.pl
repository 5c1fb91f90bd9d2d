% Hashes of ground terms.

main :-
    term_hash(f(X, _), Hash),
    ( var(Hash), var(X) -> writeln(unbound) ; true ),
    term_hash(f(a, "b"), Hash1),
    term_hash(f(a, "b"), Hash2),
    term_hash(f(a, b), Hash3),
    ( integer(Hash1), Hash1 =:= Hash2, Hash1 =\= Hash3 -> writeln(equal) ; true ).
