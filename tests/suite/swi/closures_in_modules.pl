% Closures that a module is given mean what they mean in the program: its predicates, those of libraries, and lambda expressions.

:- use_module(parts/applying).
:- dynamic piece/1.

main :-
    apply_to(shown, 1),
    apply_to(writeln, 2),
    apply_to([X]>>( Y is X * 2, writeln(Y) ), 3),
    apply_to(own, 4),
    each(shown, [5]),
    each(writeln, [6]),
    each(atom_length(abc), [N]), writeln(N),
    made(succ, 2, Z), writeln(Z),
    made(atom_length, abcd, L), writeln(L),
    made(doubled, 2, D), writeln(D),
    both(shown(7), writeln(8)),
    both(fail, true),
    ( all_true(integer, [1, 2]) -> writeln(integers) ; true ),
    ( all_true([I]>>(I > 1), [1, 2]) -> writeln(above) ; writeln(not_above) ),
    lesser(S), writeln(S),
    assertz(piece(mine)), kind_of(P), writeln(P).

shown(X) :- writeln(shown(X)).

doubled(X, Y) :- Y is 2 * X.

sumlist(_, mine).
