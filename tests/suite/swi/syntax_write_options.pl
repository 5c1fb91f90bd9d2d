/*  write, print, writeq, write_canonical, write_term and what they do with variables, operators and lists.  */

:- dynamic portray/1.
:- multifile portray/1.

portray(secret(_)) :- write('<hidden>').
portray(point(X, Y)) :- format("(~w;~w)", [X, Y]).

example(T) :-
    member(T, [f('$VAR'(0), '$VAR'(27), '$VAR'(x)), 'A b', [a,'B',"c d"], 1+2, - 1, 'hello'(world), {x}, secret(1), [point(1,2)],
       "str", 'don''t', a:b, [], {}, '{}'(x,y), f(','), (a,b), ',', '|', '\\', f(;), 1.0, 0.1,
       100000000000000.0, 123456789.0, f(-), 1 - (-1), a= \b, (a= \+), \+ (-), [-], -(a), -(-(1)),
       aB1, 'aB 1', [a|b], '$x', 'x$', '\t', 'a\nb', "a\nb", '', a*(b,c), f(:-, (a:-b)), -(2)^2, (a,b;c->d)]).

options([quoted(true)]).
options([numbervars(true)]).
options([portray(true), numbervars(true)]).
options([quoted(true), spacing(next_argument)]).
options([quoted(true), dotlists(false), brace_terms(true)]).
options([quoted(true), fullstop(true)]).
options([quoted(true), fullstop(true), nl(true)]).
options([quoted(true), priority(200)]).

main :-
    forall(example(T), ( write(T), write('  '), print(T), write('  '), writeq(T), write('  '), write_canonical(T), nl )),
    forall(options(O),
           ( print(O), nl,
             forall(member(T, [f(1+2,'A',[x,"y"]), [1,2,3,4,5,6,7,8,9,10,11,12], f(g(h(i(j)))), '$VAR'(3), secret(x), - 1, 1-2, {a}, (a:-b,c)]),
                    ( write_term(T, O), nl )) )),
    T2 = f(X, Y, X), write_term(T2, [variable_names(['X'=X,'Y'=Y])]), nl,
    copy_term(T2, T3), numbervars(T3, 0, End), print(T3-End), nl, writeq(T3), nl, write_canonical(T3), nl,
    numbervars(g(Z, W), 23, _), print(Z/W), nl, write_term(Z, [numbervars(false),quoted(true)]), nl,
    write_canonical(f(_, V, V, "s", 'S')), nl,
    print([1-"a",'B'-c]), nl,
    writeq(['A'|b]), nl, writeq(f(a, 'B c')), nl, writeq('\x01\'), nl,
    print_message_lines(user_output, 'P ', ['one'-[], nl, 'two ~w'-[2], nl]),
    write_length(f('A', b), L, [quoted(true)]), print(L), nl,
    with_output_to(string(S), print('A')), string_length(S, SL), print(SL), nl,
    tab(3), write(x), tab(user_output, 1+1), write(y), nl(user_output),
    put_char(a), put_char(user_output, b), nl,
    write(user_output, 'A'), writeq(user_output, 'A'), print(user_output, 'A'), write_canonical(user_output, 'A'), nl,
    writeln(user_output, done), write_term(user_output, 'A', [quoted(true)]), nl.
