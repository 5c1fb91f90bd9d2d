/*  library(ctypes) and library(codesio): tokenizers of older courses.  */

:- use_module(library(ctypes)).
:- use_module(library(codesio)).

kinds([is_alpha, is_alnum, is_digit, is_space, is_white, is_upper, is_lower, is_punct, is_csym, is_csymf, is_graph, is_print, is_cntrl,
       is_ascii, is_endline, is_newline, is_newpage, is_period, is_quote, is_endfile]).

samples("aZ_5 \t\n\f.!,'\"`(+").

tokens([], []).
tokens([C|Cs], Ts) :- is_space(C), !, tokens(Cs, Ts).
tokens([C|Cs], [word(W)|Ts]) :- is_csymf(C), !, run(Cs, is_csym, Ws, Rest), atom_codes(W, [C|Ws]), tokens(Rest, Ts).
tokens([C|Cs], [number(N)|Ts]) :- is_digit(C), !, run(Cs, is_digit, Ds, Rest), number_codes(N, [C|Ds]), tokens(Rest, Ts).
tokens([C|Cs], [sign(S)|Ts]) :- atom_codes(S, [C]), tokens(Cs, Ts).

run([C|Cs], Kind, [C|Run], Rest) :- call(Kind, C), !, run(Cs, Kind, Run, Rest).
run(Rest, _, [], Rest).

main :-
    samples(Text),
    string_codes(Text, Codes),
    kinds(Kinds),
    forall(member(K, Kinds), ( findall(C, ( member(C, Codes), call(K, C) ), Cs), write(K-Cs), nl )),
    ( is_endfile(-1) -> writeln(end) ; writeln(no_end) ),
    findall(D-W, ( member(D, [0'0, 0'7, 0'a, 0'F, 0'g]), is_digit(D, 16, W) ), Ws), print(Ws), nl,
    findall(O-C, is_paren(O, C), Parens), print(Parens), nl,
    to_lower(0'Q, L), to_upper(0'Q, U), to_lower(0'q, L1), to_upper(0'q, U1), print([L,U,L1,U1]), nl,
    findall(X, ( member(A, [0'a,0'A,0'5]), upper_lower(A, X) ), Xs), print(Xs), nl,
    findall(X, ( member(A, [0'a,0'A,0'5]), upper_lower(X, A) ), Ys), print(Ys), nl,
    ( is_alpha(a) -> writeln(chars) ; writeln(codes) ),
    atom_codes('let x1 = foo_bar + 42;', In), tokens(In, Ts), print(Ts), nl,
    format_to_codes("~w-~q", [a,'B'], F), atom_codes(FA, F), print(FA), nl,
    write_to_codes(f('A',"s"), Wc), atom_codes(WA, Wc), print(WA), nl,
    write_term_to_codes(f('A',_,"s"), Wt, [quoted(true)]), atom_codes(WTA, Wt), atom_length(WTA, WTL), print(WTL), nl,
    read_from_codes(`p(X,Y,X)`, T), T = p(A1,B1,C1), ( A1 == C1, A1 \== B1 -> writeln(read) ; writeln(not) ),
    read_term_from_codes(`q(Z)`, T2, [variable_names(Vs)]), Vs = [N=_], print(N), nl, functor(T2, F2, _), print(F2), nl,
    with_output_to_codes(( write(a), write(b) ), Ocs), atom_codes(Oa, Ocs), print(Oa), nl.
