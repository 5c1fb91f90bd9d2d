/** Caesar and Vigenere ciphers: character codes, atoms and strings.
*/

show(X) :- print(X), nl.

%!  rotate(+Key, +Code, -Rotated) is det.
rotate(K, C, D) :- code_type(C, lower), C < 128, !, D is (C - 0'a + K) mod 26 + 0'a.
rotate(K, C, D) :- code_type(C, upper), C < 128, !, D is (C - 0'A + K) mod 26 + 0'A.
rotate(_, C, C).

caesar(Key, Text, Cipher) :-
    string_codes(Text, Codes),
    maplist(rotate(Key), Codes, Rotated),
    string_codes(Cipher, Rotated).

rot13(Text, Out) :- caesar(13, Text, Out).

%!  vigenere(+Key, +Text, -Cipher) is det.
vigenere(Key, Text, Cipher) :-
    string_codes(Key, Ks),
    string_codes(Text, Cs),
    append(Ks, Tail, Cycle), Tail = Cycle,
    vigenere_(Cs, Cycle, Ds),
    string_codes(Cipher, Ds).

vigenere_([], _, []).
vigenere_([C|Cs], [K|Ks], [D|Ds]) :-
    code_type(C, alpha), !,
    Shift is K - 0'a,
    rotate(Shift, C, D),
    vigenere_(Cs, Ks, Ds).
vigenere_([C|Cs], Ks, [C|Ds]) :- vigenere_(Cs, Ks, Ds).

%!  frequencies(+Text, -Pairs) is det.
frequencies(Text, Pairs) :-
    string_lower(Text, Lower),
    string_chars(Lower, Cs0),
    include([C]>>char_type(C, alpha), Cs0, Cs),
    msort(Cs, Sorted),
    clumped_pairs(Sorted, Clumps),
    sort(2, @>=, Clumps, Pairs).

clumped_pairs(Sorted, Pairs) :- pairs_keys_values(Ps, Sorted, Sorted), pairs_keys(Ps, Ks), clump(Ks, Pairs).

clump([], []).
clump([X|Xs], [X-N|Ps]) :- run(X, Xs, 1, N, Rest), clump(Rest, Ps).

run(X, [X|Xs], N0, N, Rest) :- !, N1 is N0 + 1, run(X, Xs, N1, N, Rest).
run(_, Rest, N, N, Rest).

%!  crack(+Cipher, -Plain, -Key) is semidet.
crack(Cipher, Plain, Key) :-
    frequencies(Cipher, [Most-_|_]),
    char_code(Most, Code),
    Key is (Code - 0'e) mod 26,
    Back is -Key,
    caesar(Back, Cipher, Plain).

hex(Text, Hex) :-
    string_codes(Text, Cs),
    maplist([C,H]>>format(atom(H), "~16r", [C]), Cs, Hs),
    atomic_list_concat(Hs, ' ', Hex).

morse(a, '.-').    morse(b, '-...').  morse(e, '.').   morse(l, '.-..').
morse(o, '---').   morse(r, '.-.').   morse(s, '...'). morse(p, '.--.').
morse(g, '--.').

encode(Text, Code) :-
    atom_chars(Text, Cs), maplist(morse, Cs, Ms), atomic_list_concat(Ms, ' ', Code).
decode(Code, Text) :-
    atomic_list_concat(Ms, ' ', Code), maplist([M,C]>>morse(C, M), Ms, Cs), atom_chars(Text, Cs).

classes :-
    forall(member(T, [alpha, alnum, digit(_), space, white, upper, lower, punct, csym, csymf, graph, end_of_line]),
           (   findall(C, ( member(C, [a,'Z','7',' ','_','.','\n']), char_type(C, T) ), Cs),
               functor(T, Name, _), show(Name:Cs) )),
    ( char_type(X, digit(7)) -> show(X) ; true ),
    ( char_type(a, to_upper(U)) -> show(U) ; true ), ( char_type(a, to_lower(L)) -> show(L) ; true ),
    ( upcase_atom(a, UA) -> show(UA) ; true ),
    ( char_type(b, upper(Up)) -> show(Up) ; show(no) ), ( char_type('B', upper(Lo)) -> show(Lo) ; show(no) ),
    ( code_type(0'f, xdigit(W)) -> show(W) ; true ),
    ( code_type(-1, end_of_file) -> show(eof) ; true ).

main :-
    caesar(3, "Hello, World! xyz", C), writeln(C), show(C),
    caesar(-3, C, P), writeln(P),
    rot13("Why did the chicken cross the road?", R), writeln(R), rot13(R, RR), writeln(RR),
    vigenere("lemon", "attack at dawn", V), writeln(V),
    frequencies("Sphinx of black quartz, judge my vow; even seven elevens", Fs), length(Fs, N), show(N),
    Fs = [First,Second|_], show(First/Second),
    caesar(7, "we meet here every evening when the bells are silent", Secret), writeln(Secret),
    crack(Secret, Plain, Key), format("~d: ~s~n", [Key, Plain]),
    hex("Prolog", Hex), writeln(Hex),
    encode(prolog, M), writeln(M), decode(M, D), show(D),
    atom_codes(A, [104,105]), show(A), atom_codes(hi, Cs), show(Cs), atom_codes(42, Ds), show(Ds),
    X = "codes in quotes", string_code(1, X, Code), show(Code), show(0'a), show(0'\n), show(0'''), show("\x41\\u0042"),
    atom_chars(X2, ['1', '2']), show(X2), atom(X2), number_codes(Y, [0'1, 0'2]), show(Y), char_code(Ch, 0'q), show(Ch),
    sort(0, @>=, `banana`, Sorted), atom_codes(SA, Sorted), show(SA),
    sumlist(`abc`, Sum), show(Sum), format("~s|~w|~q~n", [`abc`, `abc`, 'a\tb']),
    classes.
