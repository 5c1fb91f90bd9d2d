/*  Reading terms: from text, with the names of their variables, with errors.  */

:- use_module(library(readutil)).

outcome(G) :- catch(( G -> true ; writeln(no) ), error(E, _), ( formal(E, F), print(F), nl )).

formal(syntax_error(_), syntax_error) :- !.
formal(E, E).

each(Text) :-
    outcome(( term_string(T, Text), print(T), nl )).

stream(Text, Goal) :-
    setup_call_cleanup(open_string(Text, S), call(Goal, S), close(S)).

all(S) :- read(S, T), ( T == end_of_file -> writeln(end) ; \+ \+ ( numbervars(T, 0, _), print(T), nl ), all(S) ).

names(S) :-
    read_term(S, T, [variable_names(Names), variables(Vars), singletons(Singles)]),
    length(Vars, N),
    maplist([Name=Value]>>(Value = Name), Names),
    print(N), nl, arg(1, T, First), print(First), nl,
    findall(Name, ( member(Name=_, Singles), Name \== '_' ), Names1), print(Names1), nl,
    print(Names), nl.

lines(S) :- read_line_to_string(S, L), ( L == end_of_file -> writeln(eof) ; print(L), nl, lines(S) ).

chars(S) :- get_char(S, C), ( C == end_of_file -> nl ; writeq(C), write(' '), chars(S) ).

peeked(S) :- peek_char(S, A), get_char(S, A), peek_code(S, B), get_byte_or_code(S, C), print([A,B,C]), nl,
    read_term(S, T, []), print(T), nl, ( at_end_of_stream(S) -> writeln(end) ; writeln(more) ).

get_byte_or_code(S, C) :- get_code(S, C).

main :-
    maplist(each, ["f(a, b)-c", "[1,2|t]", "p :- q, r", "'A b'(c)", "\"s\"", "`ab`", "- 1", "-1", "1 - 1", "a- -1", "{a}", "f(",
                   "f(a b)", "[a,b", "1 + ", "foo bar", "a.", "0'a", "\\+a", "f(;)", "(a,b)", "\"unclosed", "a % comment", "f(,)",
                   "'\\q'", "0x1G", "x is 1", "1.5e", "1.", "a/*x*/", "/* x */ b", "p:-q.", "- (1)", "-(1)", "[]", "[](x)"]),
    stream("one. two(x, Y) :- Y = 1.\nthree :- four.", all),
    stream("f(X, Y, _Z, X, _).", names),
    stream("line one\nline two\n\nlast", lines),
    stream("ab\n 'c", chars),
    stream("xyz(1). rest", peeked),
    outcome(stream("f(a b). g.", all)),
    outcome(( term_to_atom(f(x, 'Y', "z"), A), print(A), nl )),
    outcome(( term_to_atom(T, 'foo(X, bar, X)'), T = foo(1, _, Z), print(Z), nl )),
    outcome(( read_term_from_atom('p(Q, R)', T2, []), functor(T2, N, Ar), print(N/Ar), nl )),
    outcome(( sformat_like(S), print(S), nl )),
    outcome(( atom_to_term('f(X, Y, X)', T3, Bs), maplist([_=v]>>true, Bs), print(T3), nl, length(Bs, L), print(L), nl )),
    outcome(( read(T4), print(T4), nl )),
    outcome(( read_term(user_input, T5, []), print(T5), nl )),
    outcome(atom_to_term(_, _, _)),
    outcome(term_to_atom(_, _)),
    outcome(( atom_number('0x1A', N1), print(N1), nl )),
    outcome(( atom_number('12abc', _) )),
    outcome(( atom_number(A2, 5), print(A2), nl )),
    outcome(( number_codes(N2, " 12"), print(N2), nl )),
    outcome(( atom_to_term('X + Y * 2', T6, _), T6 = 1+2*2, V is T6, print(V), nl )),
    outcome(( char_conversion(a, a), writeln(ok) )),
    outcome(( current_char_conversion(x, C), print(C), nl )),
    outcome(number_codes(_, "3x")).

sformat_like(S) :- with_output_to(string(S), ( write(a), print('B'), writeq('B') )).
