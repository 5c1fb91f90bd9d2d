/** Atoms and strings as in SWI-Prolog.

```
?- atomic_list_concat(Parts, ',', 'a,b'), split_string("x y", " ", "", Words).
   Parts = [a,b], Words = ["x","y"].
```

What takes text takes atoms, strings, numbers, and lists of characters or of codes.
*/

:- module(swi_text, [string/1, name/2, text_to_string/2, text_concat/3, atom_number/2, number_string/2,
                     atom_string/2, string_chars/2, string_codes/2, string_code/3, string_to_atom/2,
                     string_length/2, string_concat/3, sub_string/5, string_lower/2, string_upper/2,
                     upcase_atom/2, downcase_atom/2, atomic_list_concat/2, atomic_list_concat/3,
                     concat_atom/2, concat_atom/3, split_string/4, normalize_space/2, text_length/2,
                     atomics_to_string/2, string_lines/2]).

:- use_module(library(charsio), [char_type/2]).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(string_terms)).
:- use_module(library(term_texts)).
:- use_module(library(swi_convert)).
:- use_module(library(swi_parts)).

%! string(@Term) is semidet.
%
% True iff Term is a string.

string(X) :- is_string(X).

%! name(?AtomOrNumber, ?Codes:list) is det.
%
% Codes are the character codes of the text of AtomOrNumber; the other way round it is a number if they are those of one.

name(X, Codes) :-
    (   nonvar(X) ->
        text_chars(name/2, X, Cs),
        chars_codes(Cs, Codes)
    ;   text_chars(name/2, Codes, Cs),
        (   ( short_integer(Cs, N) ; catch(number_chars(N, Cs), _, false) ) -> X = N
        ;   atom_of(Cs, X)
        )
    ).

%! text_to_string(+Text, -String) is det.
%
% String has the characters of Text.

text_to_string(Text, String) :-
    text_chars(text_to_string/2, Text, Cs),
    text_of_kind(string, String, Cs).

%! text_concat(?Text1, ?Text2, ?Text) is nondet.
%
% Text is Text1 followed by Text2: a string if one of them is a string, else an atom.

text_concat(A, B, C) :-
    (   nonvar(A), nonvar(B) ->
        text_chars(text_concat/3, A, As),
        text_chars(text_concat/3, B, Bs),
        append(As, Bs, Cs),
        (   nonvar(C) -> text_chars(text_concat/3, C, Cs)
        ;   ( is_string(A) ; is_string(B) ) -> C = '$string'(Cs)
        ;   atom_of(Cs, C)
        )
    ;   text_chars(text_concat/3, C, Cs),
        given_chars(A, As),
        given_chars(B, Bs),
        append(As, Bs, Cs),
        like(C, A, As),
        like(C, B, Bs)
    ).

given_chars(A, As) :- ( nonvar(A) -> text_chars(text_concat/3, A, As) ; true ).

% like(+Text, ?A, +Chars): where A is unbound, it is text of the kind of Text.
like(Text, A, Cs) :-
    (   nonvar(A) -> true
    ;   is_string(Text) -> A = '$string'(Cs)
    ;   atom_of(Cs, A)
    ).

%! atom_number(?Atom, ?Number) is semidet.
%
% Atom is the text of Number. Fails if Atom is the text of no number.

atom_number(Atom, Number) :-
    (   atom(Atom), '$atom_chars'(Atom, Cs), short_integer(Cs, N) -> Number = N
    ;   var(Atom) ->
        (   var(Number) -> instantiation_error(atom_number/2)
        ;   number(Number) -> number_text(Number, Cs), atom_of(Cs, Atom)
        ;   type_error(number, Number, atom_number/2)
        )
    ;   number(Atom) -> type_error(atom, Atom, atom_number/2)
    ;   text_chars(atom_number/2, Atom, Cs),
        Cs = [C|Cs1],
        \+ layout(C),
        \+ ( sign(C), Cs1 = [D|_], layout(D) ),
        chars_number(Cs, Number)
    ).

sign(-).
sign(+).

layout(C) :-
    '$char_code'(C, N),
    (   N < 0x80 -> N =< 0x20
    ;   char_type(C, whitespace)
    ).

%! number_string(?Number, ?String) is semidet.
%
% String is the text of Number, white space around it allowed. Fails if it is the text of no number.

number_string(Number, String) :-
    (   nonvar(String) ->
        text_chars(number_string/2, String, Cs0),
        (   short_integer(Cs0, N) -> Number = N
        ;   stripped(Cs0, " \t\n\r", Cs),
            Cs = [_|_],
            chars_number(Cs, Number)
        )
    ;   number(Number) -> number_text(Number, Cs), String = '$string'(Cs)
    ;   var(Number) -> instantiation_error(number_string/2)
    ;   type_error(number, Number, number_string/2)
    ).

%! atom_string(?Atom, ?String) is det.
%
% String has the characters of Atom.

atom_string(Atom, String) :-
    (   nonvar(Atom) ->
        text_chars(atom_string/2, Atom, Cs),
        unify_text(atom_string/2, String, Cs)
    ;   text_atom(atom_string/2, String, Atom)
    ).

% What the caller gives as a string may be text in another form.
unify_text(PI, String, Cs) :-
    (   var(String) -> String = '$string'(Cs)
    ;   is_text(String) -> text_chars(PI, String, Cs)
    ;   String = '$string'(Cs)
    ).

%! string_chars(?String, ?Chars) is det.
%
% Chars is the list of the characters of String.

string_chars(String, Chars) :-
    (   nonvar(String) -> text_chars(string_chars/2, String, Cs), text_of_kind(chars, Chars, Cs)
    ;   text_chars(string_chars/2, Chars, Cs),
        String = '$string'(Cs)
    ).

%! string_codes(?String, ?Codes) is det.
%
% Codes is the list of the codes of the characters of String.

string_codes(String, Codes) :-
    (   nonvar(String) -> text_chars(string_codes/2, String, Cs), text_of_kind(codes, Codes, Cs)
    ;   text_chars(string_codes/2, Codes, Cs),
        String = '$string'(Cs)
    ).

%! string_code(?Index, +String, ?Code) is nondet.
%
% Code is the code of the character at Index, counted from 1. Fails outside of String.

string_code(Index, String, Code) :-
    var(Index),
    !,
    text_chars(string_code/3, String, Cs),
    nth1(Index, Cs, C),
    char_code(C, Code).
string_code(Index, String, Code) :-
    (   integer(Index), Index >= 0 -> true
    ;   must_be(not_less_than_zero, Index)
    ),
    text_chars(string_code/3, String, Cs),
    Index > 0,
    Before is Index - 1,
    '$skip_max_list'(Before, Before, Cs, [C|_]),
    (   var(Code) -> '$char_code'(C, Code)
    ;   char_code(C, Code)
    ).

%! string_to_atom(?String, ?Atom) is det.
%
% Atom has the characters of String.

string_to_atom(String, Atom) :-
    (   nonvar(String) -> text_chars(string_to_atom/2, String, Cs), text_of_kind(atom, Atom, Cs)
    ;   text_chars(string_to_atom/2, Atom, Cs),
        String = '$string'(Cs)
    ).

%! string_length(+String, -Length) is det.
%
% Length is the number of characters of String.

string_length(String, Length) :-
    text_chars(string_length/2, String, Cs),
    (   var(Length) -> '$skip_max_list'(Length, _, Cs, _)
    ;   length(Cs, Length)
    ).

%! text_length(+Text, -Length) is det.
%
% Length is the number of characters of Text.

text_length(Text, Length) :-
    text_chars(text_length/2, Text, Cs),
    (   var(Length) -> '$skip_max_list'(Length, _, Cs, _)
    ;   length(Cs, Length)
    ).

%! string_concat(?String1, ?String2, ?String) is nondet.
%
% String is String1 followed by String2.

string_concat(A, B, C) :-
    (   nonvar(A), nonvar(B) ->
        text_chars(string_concat/3, A, As),
        text_chars(string_concat/3, B, Bs),
        appended(As, Bs, Cs),
        unify_text(string_concat/3, C, Cs)
    ;   nonvar(A), nonvar(C) ->
        text_chars(string_concat/3, A, As),
        text_chars(string_concat/3, C, Cs),
        append(As, Bs, Cs),
        B = '$string'(Bs)
    ;   nonvar(B), nonvar(C) ->
        text_chars(string_concat/3, B, Bs),
        text_chars(string_concat/3, C, Cs),
        append(As, Bs, Cs),
        !,
        A = '$string'(As)
    ;   text_chars(string_concat/3, C, Cs),
        append(As, Bs, Cs),
        A = '$string'(As),
        B = '$string'(Bs)
    ).

% appended(+As, +Bs, -Cs): append/3; a long text is copied by the host, where its characters take less memory.
appended(As, Bs, Cs) :-
    '$skip_max_list'(_, 100, As, Tail),
    (   Tail \== [], '$foreign_call'(texts_joined, [As,Bs], Cs0), Cs0 = [_|_] -> Cs = Cs0
    ;   append(As, Bs, Cs)
    ).

%! sub_string(+String, ?Before, ?Length, ?After, ?Sub) is nondet.
%
% Sub is the part of String with Length characters that has Before characters before it and After behind.

sub_string(String, Before, Length, After, Sub) :-
    text_chars(sub_string/5, String, Cs),
    (   var(Sub) ->
        part(Cs, Before, Length, After, Part),
        Sub = '$string'(Part)
    ;   text_chars(sub_string/5, Sub, Part),
        place(Part, Cs, Before, Length, After)
    ).

%! string_lower(+Text, -String) is det.
%
% String is Text in lower case.

string_lower(Text, String) :-
    in_case(Text, string_lower/2, 0, Cs),
    text_of_kind(string, String, Cs).

%! string_upper(+Text, -String) is det.
%
% String is Text in upper case.

string_upper(Text, String) :-
    in_case(Text, string_upper/2, 1, Cs),
    text_of_kind(string, String, Cs).

%! upcase_atom(+Text, -Atom) is det.
%
% Atom is Text in upper case.

upcase_atom(Text, Atom) :-
    in_case(Text, upcase_atom/2, 1, Cs),
    text_of_kind(atom, Atom, Cs).

%! downcase_atom(+Text, -Atom) is det.
%
% Atom is Text in lower case.

downcase_atom(Text, Atom) :-
    in_case(Text, downcase_atom/2, 0, Cs),
    text_of_kind(atom, Atom, Cs).

% in_case(+Text, +PI, +Case, -Chars): Chars is Text in lower case (Case is 0) or in upper case (1).
in_case(Text, PI, Case, Cs) :-
    text_chars(PI, Text, Cs0),
    % The host has no text with a character 0 in it, and says that with an empty one.
    (   Cs0 = [_|_], '$foreign_call'(text_in_case, [Cs0,Case], Cs1), Cs1 = [_|_] -> Cs = Cs1
    ;   each_in_case(Cs0, Case, Cs)
    ).

each_in_case([], _, []).
each_in_case([C|Cs], Case, [D|Ds]) :-
    '$char_code'(C, N),
    '$foreign_call'(code_in_case, [N,Case], M),
    '$char_code'(D, M),
    each_in_case(Cs, Case, Ds).

%! atomic_list_concat(+Parts, -Atom) is det.
%
% Atom is the text of all Parts, one after the other.

atomic_list_concat(Parts, Atom) :-
    ( is_proper_list(Parts) -> true ; must_be(list, Parts) ),
    (   concatenated(Parts, Cs0) -> Cs = Cs0
    ;   all_chars(Parts, atomic_list_concat/2, Css),
        append(Css, Cs)
    ),
    unify_atom(atomic_list_concat/2, Atom, Cs).

% concatenated(+Parts, -Chars), concatenated(+Parts, +Separator, -Chars): fail if there is a part that is no text, which is an error.
concatenated([], []).
concatenated([T|Ts], Cs) :-
    part_chars(T, Part),
    append(Part, Cs1, Cs),
    concatenated(Ts, Cs1).

concatenated([], _, []).
concatenated([T|Ts], Sep, Cs) :-
    part_chars(T, Part),
    (   Ts == [] -> Cs = Part
    ;   append(Part, Cs1, Cs),
        append(Sep, Cs2, Cs1),
        concatenated(Ts, Sep, Cs2)
    ).

part_chars(T, Cs) :-
    (   atom(T) -> '$atom_chars'(T, Cs)
    ;   has_chars(T, Cs)
    ).

unify_atom(PI, Atom, Cs) :-
    (   var(Atom) -> '$atom_chars'(Atom, Cs)
    ;   atom(Atom), Atom \== [] -> atom_chars(Atom, Cs)
    ;   is_text(Atom) -> text_chars(PI, Atom, Cs)
    ;   atom_chars(A, Cs), Atom = A
    ).

all_chars([], _, []).
all_chars([T|Ts], PI, [Cs|Css]) :-
    (   T == [] -> Cs = "[]"
    ;   text_chars(PI, T, Cs)
    ),
    all_chars(Ts, PI, Css).

%! atomic_list_concat(?Parts, +Separator, ?Atom) is semidet.
%
% Atom is the text of all Parts with Separator between them. If Parts is not known, Atom is split at each
% Separator; the parts are atoms.

atomic_list_concat(Parts, Separator, Atom) :-
    text_chars(atomic_list_concat/3, Separator, Sep),
    (   is_proper_list(Parts), concatenated(Parts, Sep, Cs) -> unify_atom(atomic_list_concat/3, Atom, Cs)
    ;   is_proper_list(Parts), ground(Parts) ->
        all_chars(Parts, atomic_list_concat/3, Css),
        joined(Css, Sep, Cs),
        unify_atom(atomic_list_concat/3, Atom, Cs)
    ;   var(Atom) -> instantiation_error(atomic_list_concat/3)
    ;   Sep == [] -> domain_error(non_empty_atom, Separator, atomic_list_concat/3)
    ;   text_chars(atomic_list_concat/3, Atom, Cs),
        pieces(Cs, Sep, Css),
        unify_parts(Css, Parts)
    ).

joined([], _, []).
joined([Cs|Css], Sep, Joined) :-
    (   Css == [] -> Joined = Cs
    ;   append(Cs, Joined1, Joined),
        append(Sep, Joined2, Joined1),
        joined(Css, Sep, Joined2)
    ).

pieces(Cs, [S|Sep], [Piece|Pieces]) :-
    piece(Cs, S, Sep, Piece, Rest),
    (   Rest = more(Cs1) -> pieces(Cs1, [S|Sep], Pieces)
    ;   Pieces = []
    ).

% piece(+Chars, +First, +Others, -Piece, -Rest): the separator is First and then Others.
piece([], _, _, [], none).
piece([C|Cs], S, Sep, Piece, Rest) :-
    (   C == S, ( Sep == [] -> Cs1 = Cs ; append(Sep, Cs1, Cs) ) -> Piece = [], Rest = more(Cs1)
    ;   Piece = [C|Piece1],
        piece(Cs, S, Sep, Piece1, Rest)
    ).

unify_parts([], []).
unify_parts([Cs|Css], [Part|Parts]) :-
    (   nonvar(Part), Part \= [], is_text(Part) -> text_chars(atomic_list_concat/3, Part, Cs)
    ;   atom_of(Cs, Part)
    ),
    unify_parts(Css, Parts).

%! concat_atom(+Parts, -Atom) is det.
%
% The old name of atomic_list_concat/2.

concat_atom(Parts, Atom) :- atomic_list_concat(Parts, Atom).

%! concat_atom(?Parts, +Separator, ?Atom) is semidet.
%
% The old name of atomic_list_concat/3.

concat_atom(Parts, Separator, Atom) :- atomic_list_concat(Parts, Separator, Atom).

%! atomics_to_string(+Parts, -String) is det.
%
% String is the text of all Parts, one after the other.

atomics_to_string(Parts, String) :-
    must_be(list, Parts),
    all_chars(Parts, atomics_to_string/2, Css),
    append(Css, Cs),
    String = '$string'(Cs).

%! split_string(+String, +Separators, +Pad, -Parts) is det.
%
% Parts are the parts of String between characters of Separators, without characters of Pad at their ends, and at those of
% String. A separator that is in Pad, too, stands for itself and all of Pad that follows it.

split_string(String, Separators, Pad, Parts) :-
    text_chars(split_string/4, String, Cs),
    text_chars(split_string/4, Separators, Seps),
    text_chars(split_string/4, Pad, Pads),
    stripped(Cs, Pads, Cs1),
    (   Seps == [] -> Parts = ['$string'(Cs1)]
    ;   fields(Cs1, Seps, Pads, Fields),
        strings(Fields, Parts)
    ).

strings([], []).
strings([Cs|Css], ['$string'(Cs)|Ss]) :- strings(Css, Ss).

fields(Cs, Seps, Pads, [Part|Parts]) :-
    field(Cs, Seps, Field, Rest),
    stripped(Field, Pads, Part),
    (   Rest = more(Sep, Cs1) ->
        (   one_of(Pads, Sep) -> without_prefix(Cs1, Pads, Cs2)
        ;   Cs2 = Cs1
        ),
        fields(Cs2, Seps, Pads, Parts)
    ;   Parts = []
    ).

field(Cs, Seps, Field, Rest) :-
    (   Seps = [Sep] -> before_one(Cs, Sep, Field, Rest)
    ;   before_any(Cs, Seps, Field, Rest)
    ).

before_one([], _, [], none).
before_one([C|Cs], Sep, Field, Rest) :-
    (   C == Sep -> Field = [], Rest = more(C, Cs)
    ;   Field = [C|Field1],
        before_one(Cs, Sep, Field1, Rest)
    ).

before_any([], _, [], none).
before_any([C|Cs], Seps, Field, Rest) :-
    (   one_of(Seps, C) -> Field = [], Rest = more(C, Cs)
    ;   Field = [C|Field1],
        before_any(Cs, Seps, Field1, Rest)
    ).

one_of([D|Ds], C) :- ( C == D -> true ; one_of(Ds, C) ).

stripped(Cs0, Pads, Cs) :-
    (   ( Pads == [] ; Cs0 == [] ) -> Cs = Cs0
    ;   without_prefix(Cs0, Pads, Cs1),
        without_end(Cs1, Pads, Cs)
    ).

without_prefix(Cs0, Pads, Cs) :-
    (   Cs0 = [C|Cs1], one_of(Pads, C) -> without_prefix(Cs1, Pads, Cs)
    ;   Cs = Cs0
    ).

without_end(Cs0, Pads, Cs) :-
    (   Cs0 = [_|_], last_char(Cs0, C), \+ one_of(Pads, C) -> Cs = Cs0
    ;   without_end_(Cs0, Pads, Cs)
    ).

last_char(Cs, C) :-
    '$skip_max_list'(N, _, Cs, _),
    Before is N - 1,
    '$skip_max_list'(Before, Before, Cs, [C]).

without_end_([], _, []).
without_end_([C|Cs0], Pads, Cs) :-
    (   one_of(Pads, C), all_of(Cs0, Pads) -> Cs = []
    ;   Cs = [C|Cs1],
        without_end_(Cs0, Pads, Cs1)
    ).

all_of([], _).
all_of([C|Cs], Pads) :- one_of(Pads, C), all_of(Cs, Pads).

%! string_lines(?String, ?Lines) is det.
%
% Lines are the lines of String, without their ends.

string_lines(String, Lines) :-
    (   nonvar(String) ->
        text_chars(string_lines/2, String, Cs0),
        (   append(Cs, "\n", Cs0) -> true ; Cs = Cs0 ),
        (   Cs == [] -> Lines = []
        ;   fields(Cs, "\n", [], Fields),
            strings(Fields, Lines)
        )
    ;   must_be(list, Lines),
        all_chars(Lines, string_lines/2, Css),
        joined(Css, "\n", Cs),
        String = '$string'(Cs)
    ).

%! normalize_space(-Sink, +Text) is det.
%
% Sink is `atom(A)`, `string(S)`, `chars(Cs)` or `codes(Cs)`; it gets the words of Text with one space
% between them.

normalize_space(Sink, Text) :-
    text_chars(normalize_space/2, Text, Cs0),
    fields(Cs0, " \t\n\r", [], Words0),
    words(Words0, Words),
    joined(Words, " ", Cs),
    sink(Sink, Cs).

words([], []).
words([W|Ws0], Ws) :-
    (   W == [] -> words(Ws0, Ws)
    ;   Ws = [W|Ws1],
        words(Ws0, Ws1)
    ).

sink(Sink, _) :- var(Sink), !, instantiation_error(normalize_space/2).
sink(atom(A), Cs) :- !, atom_of(Cs, A).
sink(string(S), Cs) :- !, S = '$string'(Cs).
sink(chars(Cs), Cs) :- !.
sink(codes(Codes), Cs) :- !, chars_codes(Cs, Codes).
sink(Sink, _) :- domain_error(output_sink, Sink, normalize_space/2).

?- atomic_list_concat([a,"b",1], X).
   X = ab1.

?- atomic_list_concat([X,Y], -, 'a-b'), atomic_list_concat(Parts, " ", "a b 1").
   X = a, Y = b, Parts = [a,b,'1'].

?- atomic_list_concat([a,_], X).
   error(instantiation_error,atomic_list_concat/2).

?- atom_number('12x', N).
   false.

?- split_string("/home//jan", "/", "", L).
   L = ["","home","","jan"].

?- split_string("//a//b//", "/", "/", L), split_string(" a ;  b", " ;", " ", M).
   L = ["a","b"], M = ["a","","","b"].

?- split_string("  a b  ", "", " ", L).
   L = ["a b"].

?- string_concat(X, Y, "a").
   X = "", Y = "a"
;  X = "a", Y = "".

?- sub_string("hello", 1, 3, A, S).
   A = 1, S = "ell".

?- sub_string("hello", B, _, 0, "lo").
   B = 3.

?- findall(B-L-S, sub_string("abc", B, L, 1, S), Ls).
   Ls = [0-2-"ab",1-1-"b",2-0-""].

?- findall(B, sub_string("banana", B, _, _, "ana"), Bs).
   Bs = [1,3].

?- text_concat(abc, "def", S), once(text_concat(X, def, abcdef)), string_concat("ab", Z, "abc").
   S = "abcdef", X = abc, Z = "c".

?- downcase_atom('ÄRGER', A), string_upper("straßé", S).
   A = ärger, S = "STRAßÉ".

?- upcase_atom('hello world', X).
   X = 'HELLO WORLD'.

?- string_code(1, "abc", X).
   X = 97.

?- atom_number('\xc4\', N).
   false.

?- string("abc"), \+ string(abc), \+ string([a]), atom_string(A, "x"), text_to_string([0'h,0'i], S).
   A = x, S = "hi".

?- name(X, [0'a,0'b]), name(N, [0'1,0'2]), name(ab, Codes).
   X = ab, N = 12, Codes = [97,98].
