% What other systems do in another way: copies of variables, numbers, brackets and spaces, what format/2 has written before an
% error, the names of lists, closures that compare.

main :-
    copies,
    numbers,
    spaces,
    broken_off,
    names,
    closures,
    grammars,
    tables.

copies :-
    copy_term(V, W),
    ( V == W -> writeln(same) ; writeln(different) ),
    X = f(Y, Y),
    copy_term(X, f(A, B)),
    ( A == B, A \== Y -> writeln(shared) ; writeln(not_shared) ).

numbers :-
    A is -1 >> 70, B is -5 << -64, C is 5 >> 100, D is 1 << 70,
    writeln([A,B,C,D]),
    E is 2.5 ** 0, F is 1 ** 0.5, G is 1.0 ** 2,
    writeln([E,F,G]),
    catch(( _ is 2 ** 1000000000000 ), error(Error, _), ( print(Error), nl )),
    term_to_atom(H, '[1.0Inf,-1.0Inf]'), I = 1.0Inf,
    print(H-I), nl,
    ( atom_number('1.0Inf', Infinite), Infinite =:= inf -> writeln(infinite) ; writeln(finite) ),
    ord_union([1,1.5,2], [1.0,3], J), ord_subtract([1,1.5,2,3.0], [1.5,3], K),
    print(J-K), nl,
    list_to_assoc([1-a,1.0-b,0.5-c], L), assoc_to_list(L, M),
    print(M), nl.

spaces :-
    print([(a+b)mod (c+d), (a mod b)mod c, 1 div "s", "s"mod x, (a+b)mod "s", a mod 'A b', [a]is 'B']), nl,
    print([\+ {a}, - {x}, + {}, [x]is -1, x is -1, "s"mod (a:-b), - ({a}:-b)]), nl,
    write([1 div "s",a mod 'A b']), nl,
    term_to_atom(f('it''s', "a\"b", 'x\ny', \), Atom),
    write(Atom), nl,
    term_to_atom(Empty, '[]'),
    print(Empty), nl.

broken_off :-
    member(Format-Arguments, ["a ~w b~n"-[], "a ~w~t~12|b~w ~a~n"-[1,2,f(x)], "~a ~q ~z"-[x,y], "~w~t~w~10|"-[a], "one~n"-[x]]),
    catch(format(Format, Arguments), error(Error, _), true),
    format("~N~p~n", [Error]),
    fail.
broken_off :-
    format("~Na~N~Nb~n"),
    format("~w~t~6|~w~t~12|~w~n", [longer_name,b,c]),
    format("~t~w~6|~w~t~6+~w~n", [longer_name,b,c]),
    forall(member(N, [14,15,16]), format("~`*t~t~w~t~*||~n", [ab,N])).

names :-
    [a,b] =.. L, functor([a], Name, Arity), T =.. ['[|]',x,[]], compound_name_arguments([c], Name1, Arguments),
    print([L,Name/Arity,T,Name1-Arguments]), nl,
    forall(member(X, [[], '', a, "s", 1, f(x)]), kinds(X)),
    include(atom, [[],a,"s",b], Atoms),
    print(Atoms), nl.

kinds(X) :-
    ( atom(X) -> Atom = atom ; Atom = other ),
    ( callable(X), \+ compound(X) -> Callable = callable ; Callable = other ),
    print(X-Atom-Callable), nl.

closures :-
    ( maplist(@>, [b,2], [a,1]) -> writeln(yes) ; writeln(no) ),
    include(@>=(b), [a,b,c], Xs),
    max_member(@>=, Y, [b,a,c]),
    include([a-_]>>true, [a-1,b-2,a-3], Ps),
    ( call([x]>>true, y) -> writeln(yes) ; writeln(no) ),
    print([Xs,Y,Ps]), nl.

greeting --> "hi", name.

name --> [x].

grammars :-
    phrase(greeting, Codes), print(Codes), nl,
    ( phrase(name, `x`) -> writeln(yes) ; writeln(no) ),
    dcg_translate_rule((a --> "b", c), (Head :- Body)),
    \+ \+ ( numbervars(Head-Body, 0, _), print((Head :- Body)), nl ).

:- table win/1, path/2.

win(X) :- move(X, Y), tnot(win(Y)).

move(1, 2). move(2, 3). move(3, 4). move(1, 3).

path(X, Y) :- move(X, Y).
path(X, Y) :- path(X, Z), move(Z, Y).

tables :-
    ( predicate_property(win(_), tabled) -> writeln(tabled) ; writeln(not_tabled) ),
    forall(member(X, [1,2,3,4]), ( win(X) -> writeln(X-won) ; writeln(X-lost) )),
    ( tnot(path(4, _)) -> writeln(none) ; writeln(some) ),
    ( tnot(path(1, 4)) -> writeln(none) ; writeln(some) ).
