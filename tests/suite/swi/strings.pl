/** Text: atoms, strings, characters and codes, and how to get from one to the other.

    ?- caesar(3, 'Veni, vidi', Code).
    Code = 'Yhql, ylgl'.
*/

:- use_module(library(lists)).
:- use_module(library(apply)).

% Characters and codes.

%!  caesar(+Shift, +Plain, -Cipher) is det.
caesar(Shift, Plain, Cipher) :-
    atom_codes(Plain, Codes),
    maplist(shift(Shift), Codes, Shifted),
    atom_codes(Cipher, Shifted).

shift(N, C, D) :- C >= 0'a, C =< 0'z, !, D is (C - 0'a + N) mod 26 + 0'a.
shift(N, C, D) :- C >= 0'A, C =< 0'Z, !, D is (C - 0'A + N) mod 26 + 0'A.
shift(_, C, C).

%!  palindrome(+Text) is semidet.
palindrome(Text) :-
    string_lower(Text, Lower),
    string_chars(Lower, Chars),
    include([C]>>char_type(C, alpha), Chars, Letters),
    reverse(Letters, Letters).

vowel(C) :- memberchk(C, [a, e, i, o, u]).

%!  capitalized(+Word, -Capitalized) is det.
capitalized(Word, Capitalized) :-
    sub_atom(Word, 0, 1, Rest, First),
    sub_atom(Word, 1, Rest, 0, Tail),
    upcase_atom(First, Upper),
    atom_concat(Upper, Tail, Capitalized).

% Parts.

%!  occurrences(+Part, +Text, -Positions) is det.
occurrences(Part, Text, Positions) :-
    findall(B, sub_atom(Text, B, _, _, Part), Positions).

replace(Old, New, Text, Result) :-
    atomic_list_concat(Parts, Old, Text),
    atomic_list_concat(Parts, New, Result).

%!  fields(+Line, -Fields) is det.
%
%   The fields of a line of comma-separated values: numbers where they look like it.
fields(Line, Fields) :-
    split_string(Line, ",", " \t", Strings),
    maplist(field, Strings, Fields).

field(String, Value) :-
    (   catch(number_string(Value, String), _, fail)
    ->  true
    ;   atom_string(Value, String)
    ).

total(Lines, Total) :-
    foldl([Line,T0,T]>>( fields(Line, [_, Price, Count]), T is T0 + Price * Count ),
          Lines, 0, Total).

% Grammar over characters, with lookahead.

%!  roman(?N)// is nondet.
roman(N) --> digit(N1), roman_rest(N1, N).

roman_rest(N, N) --> [].
roman_rest(N1, N) -->
    look(C), { value(C, V), V =< N1 },
    roman(N2),
    { N is N1 + N2 }.

digit(N) --> [A, B], { value(A, Va), value(B, Vb), Va < Vb, N is Vb - Va }.
digit(N) --> [A], { value(A, N) }.

look(C), [C] --> [C].

value('I', 1).  value('V', 5).
value('X', 10). value('L', 50).
value('C', 100). value('D', 500).
value('M', 1000).

to_roman(0, '') :- !.
to_roman(N, Roman) :-
    member(V-D, [1000-'M', 900-'CM', 500-'D', 400-'CD', 100-'C', 90-'XC', 50-'L',
                 40-'XL', 10-'X', 9-'IX', 5-'V', 4-'IV', 1-'I']),
    N >= V,
    !,
    N1 is N - V,
    to_roman(N1, Rest),
    atom_concat(D, Rest, Roman).

part(1) :-
    atom_length(prolog, L),
    atom_chars(prolog, Chars),
    atom_codes(abc, Codes),
    char_code(A, 65),
    number_codes(N, "42"),
    atom_number('3.14', Pi),
    atom_number(Five, 5),
    writeln([L, Chars, Codes, A, N, Pi, Five]),
    (   atom_number(abc, _) -> true ; writeln('abc is no number') ),
    caesar(3, 'Veni, vidi, vici.', Cipher),
    caesar(-3, Cipher, Plain),
    format("~w~n~w~n", [Cipher, Plain]),
    forall(member(T, ['A man, a plan, a canal: Panama', 'No lemons']),
           (   palindrome(T)
           ->  format("~q is a palindrome~n", [T])
           ;   format("~q is none~n", [T])
           )),
    atom_chars(consonants, Cs),
    partition(vowel, Cs, Vowels, Others),
    atomic_list_concat(Vowels, V),
    atomic_list_concat(Others, O),
    writeln(V/O).
part(2) :-
    occurrences(an, bananas, Ps),
    writeln(Ps),
    findall(S, sub_atom(abc, _, 2, _, S), Pairs),
    writeln(Pairs),
    atomic_list_concat(Words, ' ', 'the quick brown fox'),
    maplist(capitalized, Words, Capitals),
    atomic_list_concat(Capitals, '-', Title),
    print(Title), nl,
    replace(',', ' and', 'salt, pepper, oil', R),
    writeln(R),
    atomic_list_concat([a, 1, 2.5, "x"], Joined),
    writeq(Joined), nl,
    total(["bread, 2, 3", "milk,1.5,2", " eggs , 0.25 , 12"], Total),
    format("~2f~n", [Total]),
    atomic_list_concat(Parts, :, 'a:b::c'),
    writeq(Parts), nl,
    file_name_extension(Base, jpeg, 'holiday.jpeg'),
    writeln(Base).
part(3) :-
    string_concat("abc", "def", S1),
    string_length(S1, L1),
    sub_string("hello world", 6, 5, _, S2),
    string_upper(S2, S3),
    string_code(1, "abc", Code),
    string_to_atom(S3, A3),
    format("~s ~d ~s ~w ~c~n", [S1, L1, S2, A3, Code]),
    findall(A-B, ( string_concat(Pre, Post, "xyz"), atom_string(A, Pre), atom_string(B, Post) ), Splits),
    writeq(Splits), nl,
    split_string("/home//jan///nice/path", "/", "", Path),
    length(Path, Depth),
    split_string("  padded  ", "", " ", [Padded]),
    split_string("a.b-c", ".-", "", [X, Y, Z]),
    format("~d |~s| ~s~s~s~n", [Depth, Padded, X, Y, Z]),
    (   "abc" == "abc", "abc" @< "abd" -> writeln(compared) ; writeln(wrong) ),
    string_codes(Back, [104, 105]),
    string_chars(Back, BackChars),
    writeln(BackChars),
    atom_concat(abc, X1, abcdef),
    writeln(X1),
    read_term_from_atom('foo(X, Y, X)', Foo, []),
    Foo = foo(1, 2, One),
    writeln(Foo/One),
    term_to_atom(f(x, 'A b', [1,2], 3-'C'), Atom),
    atom_length(Atom, AtomLength),
    writeln(Atom/AtomLength),
    term_to_atom(Term, 'p :- q, \\+ r'),
    Term = (H :- _),
    writeln(H/Term),
    term_string(Sum, "1 + 2 * 3"),
    Value is Sum,
    writeln(Sum = Value).
part(4) :-
    forall(member(R, ['XIV', 'MCMXCIV', 'MMXXIV']),
           (   atom_chars(R, Chars),
               once(phrase(roman(N), Chars)),
               to_roman(N, Again),
               format("~w = ~d = ~w~n", [R, N, Again])
           )),
    format(atom(A), "~a-~d", [abc, 7]),
    with_output_to(string(S), ( write(x), write(1+2) )),
    with_output_to(atom(W), forall(member(X, [1,2,3]), ( write(X), write(';') ))),
    format("~w ~s ~w~n", [A, S, W]),
    atomic_list_concat(["to", be, 'or', not, 2, b], ' ', Line),
    writeln(Line),
    upcase_atom('shout it', Shout),
    downcase_atom('Whisper It', Whisper),
    char_type(Up, to_upper(a)),
    char_type(Down, to_lower('B')),
    writeln([Shout, Whisper, Up, Down]),
    (   char_type('7', digit(Weight)) -> writeln(Weight) ; true ),
    normalize_space(atom(Normal), "  too   many    blanks "),
    writeq(Normal), nl.

main :-
    forall(between(1, 4, N),
           (   part(N)
           ->  true
           ;   format("part ~d failed~n", [N])
           )).
