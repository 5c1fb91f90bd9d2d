/*  A program in several files: include, a list of files, consult of a file that is not there.  */

:- include(parts/included).

:- [parts/plain].

ann likes bob.

main :-
    findall(C, colour(C), Cs), print(Cs), nl,
    ann likes Who, print(Who), nl,
    thrice(5, Y), print(Y), nl,
    consult('parts/plain'),
    consult([parts/plain]),
    findall(X, plain_fact(X), Ys), print(Ys), nl,
    ( exists_file('parts/plain.pl') -> writeln(exists) ; writeln(missing) ),
    catch(consult(no_such_file), error(E, _), ( print(E), nl )).
