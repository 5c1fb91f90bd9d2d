% Terms as they are written: signs, powers, floats, variables that are terms.

terms([-(x^2), -(2^2), -(-(1)), 1 - (-1), -(a*b), 2 - (-(y^2)), -((a+b)^2), -(f(x)^n), -(-(a^b)), (-(a))^2, (-1)^2,
       -(x**2), 3*(-(z^2)), \+ -(x^2), - 1, -(1.5), -a, a - (-b), f(-(x^2), -1),
       x is -y, x is (a+b)*c, a mod (b+c), a mod [b], (p :- x is -y, z is y + 1), a mod {b}, [x is -y mod -z],
       x is - 1, x is -1, x is (a:-b), x is -(y^2), x is \y, (x is -y) = z]).

floats([1.0e10, 1.0e14, 1.0e15, 1.0e16, 123456789012345.0, 1234567890123456.0, 1.0e22, 1.5e300, -2.5e20, 0.001, 0.0001, 0.00001,
        0.000123, 0.0000123, 1.0e-7, -1.0e-5, 3.0]).

main :-
    terms(Ts),
    forall(member(T, Ts), ( print(T), write('   '), write(T), nl )),
    floats(Fs),
    forall(member(F, Fs), ( print(F), write('   '), write([F-F]), format("   ~w ~q ~a~n", [F, F, F]) )),
    X is 10.0 ** 20, atom_length(X, N), atom_number(A, X), writeq(X/N/A), nl,
    Y is 2 - (-1.0e20), writeq(2 - (-1.0e20)), write(' '), writeq(Y), nl,
    Z is inf, print([Z, -1-Z]), nl, ( Z > 1.0e300 -> writeln(greater) ; writeln(less) ),
    print(['$VAR'('X'), '$VAR'('Name_1'), '$VAR'('_'), '$VAR'(3), '$VAR'(x), '$VAR'('A b'), '$VAR'("S")]), nl,
    writeq(f('$VAR'('Xs'), -'$VAR'('N'))), nl,
    write_canonical(f('$VAR'('Xs'))), nl,
    write_term('$VAR'('Xs'), [quoted(true)]), nl,
    write_term('$VAR'('Xs'), [numbervars(true)]), nl,
    portray_clause((p('$VAR'('X'), Q) :- Q is -('$VAR'('X')^2) + 1.0e-5)),
    format("~w and ~p~n", ['$VAR'('Who'), '$VAR'('Whom')]),
    Numbered = f(V1, V2, V1), numbervars(Numbered, 0, _), print(Numbered), nl, V2 = V2,
    term_to_atom(Numbered, Atom), writeq(Atom), nl, term_string(Numbered, String), writeq(String), nl,
    portray_clause((p(Q1) :- Q1 is -Q2, Q3 is (Q2 + 1) * 2, q((Q3 + 1) mod (Q1 - 1), Q3 mod (Q1 - 1)))),
    maplist([Text]>>( atom_number(Text, V) -> writeq(V) ; writeq(no(Text)) ), ['1e5', '1E5', '-1e-5', '1.5e3', '1e', 'e5', '+7', '0x1F']), nl,
    term_string(T3, "p(X, Y, X)", [variable_names(Names)]), length(Names, L), T3 = p(_, _, _), writeq(L), nl,
    catch(assertion(1 =:= 2), error(E, _), ( print(E), nl )),
    catch(numlist(1, _, _), error(E2, _), ( print(E2), nl )),
    ( nth0(-1, [a], _) -> writeln(there) ; writeln(nothing) ),
    ( nth1(-1, [a], _) -> writeln(there) ; writeln(nothing) ).
