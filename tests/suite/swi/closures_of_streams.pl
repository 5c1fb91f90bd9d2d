% Predicates that write and read, as closures.

:- dynamic fact/1.

text("ab cd(1). e.\n").

opened(S) :- text(T), open_string(T, S).

each(P, Xs) :- maplist(P, Xs).

main :-
    maplist(write, [a,"b",'C d']), nl,
    maplist(writeq, [a,"b",'C d']), nl,
    maplist(print, [a,"b",'C d']), nl,
    maplist(write_canonical, [a,"b",'C d']), nl,
    maplist(writeln, [a,"b"]),
    maplist(write(user_output), [1,2]), nl,
    call(write, x), call(write, user_output, y), call(writeq, 'A'), nl,
    call(write_term, 'A b', [quoted(true)]), call(write_term(user_output), 'A b', [quoted(true)]), nl,
    each(write, [a,b]), each(write_canonical, ['A']), nl,
    G = write, call(G, z), nl,
    foldl([X,N0,N]>>( write(X), N is N0 + 1 ), [a,b], 0, N1), write(N1), nl,
    opened(S), maplist(get_char(S), [A,B]), print(A-B), nl,
    call(peek_char(S), C), call(get_code(S), D), call(peek_code, S, E), print([C,D,E]), nl,
    call(get_char, S, F), print(F), nl,
    call(read, S, R0), print(R0), nl,
    call(read_term(S), R1, []), print(R1), nl,
    opened(S2), call(read_line_to_string(S2), L), print(L), nl,
    opened(S3), call(read_line_to_codes, S3, Cs), length(Cs, Len), print(Len), nl,
    ( call(at_end_of_stream, S3) -> true ; write(more) ), nl,
    maplist(assert, [fact(1),fact(2)]), maplist(assertz, [fact(3)]), maplist(asserta, [fact(0)]),
    findall(X, fact(X), Xs), print(Xs), nl,
    maplist(retract, [fact(1)]), call(retractall, fact(2)), aggregate_all(count, fact(_), Count), print(Count), nl,
    maplist(current_prolog_flag, [bounded], [Flag]), print(Flag), nl,
    maplist(compare(Order), [1], [2]), print(Order), nl,
    maplist(sort, [[b,a,b]], Sorted), print(Sorted), nl,
    maplist(copy_term, [f(_)], [Copy]), ( Copy = f(V), var(V) -> write(copied) ; true ), nl,
    maplist(ground, [a]), maplist(term_variables, [g(P,Q)], Vs), ( Vs == [[P,Q]] -> write(variables) ; true ), nl,
    call(setof, K, member(K, [b,a]), Ks), print(Ks), nl,
    maplist(bagof(I), [member(I, [2,1])], Is), print(Is), nl,
    catch(assert(fact(_) :- 1), error(Err, _), ( print(Err), nl )),
    Cyclic = f(Cyclic),
    catch(assert(Cyclic), error(Err2, _), ( Err2 = representation_error(_) -> write(cyclic) ; print(Err2) )), nl.
