/** Classes of characters as in SWI-Prolog.

```
?- char_type('7', digit(W)).
   W = 7.
```

`to_lower(U)` and `to_upper(L)` mean what they mean there: U is the character in upper case, L in lower.
*/

:- module(swi_chars, [char_type/2, code_type/2, get_single_char/1]).

:- use_module(library(error)).
:- use_module(library(lists), [member/2]).
:- use_module(library(swi_convert)).

%! char_type(?Char, ?Type) is nondet.
%
% Char is of the class Type. An unbound Char goes through Latin-1; a string or a list of one character is that character.

char_type(Char, Type) :-
    scryers(Type),
    !,
    charsio:char_type(Char, Type).
% What is asked most often.
char_type(Char, Type) :-
    atom(Char), atom(Type), type(Type), '$atom_length'(Char, 1),
    !,
    '$char_code'(Char, Code),
    class_(Type, Char, Code, char),
    !.
char_type(Char, Type) :-
    var(Char),
    other_letter(Type, Letter, Added),
    atom(Letter), '$atom_length'(Letter, 1),
    '$char_code'(Letter, Code0),
    Code0 < 128,
    !,
    letter_of(Added, Code0, Code),
    '$char_code'(Char, Code).
char_type(Char, Type) :-
    known_type(Type, char_type/2),
    (   var(Char), converted(Type, D) -> char_code(Char, D), Code = D
    ;   var(Char) -> latin(Code), char_code(Char, Code)
    ;   atom(Char), catch(char_code(Char, Code), error(_, _), false) -> true
    ;   integer(Char) -> Code = Char
    ;   text_of_one(Char, Code) -> true
    ;   type_error(character, Char, char_type/2)
    ),
    char_code(C, Code),
    class(Type, C, Code, char).

%! get_single_char(-Code) is det.
%
% Code is the code of the next key that is pressed, without a line end after it; -1 at the end of the input.

get_single_char(Code) :-
    charsio:get_single_char(Char),
    ( Char == '\x0\' -> Code = -1 ; char_code(Char, Code) ).

%! code_type(?Code, ?Type) is nondet.
%
% The character with the code Code is of the class Type. Code may be a character, too.

code_type(Code, Type) :-
    integer(Code), Code >= 0, Code < 0xd800, atom(Type), type(Type),
    !,
    '$char_code'(Char, Code),
    class_(Type, Char, Code, code),
    !.
code_type(Code, Type) :-
    var(Code),
    other_letter(Type, Letter, Added),
    integer(Letter), Letter >= 0, Letter < 128,
    !,
    letter_of(Added, Letter, Code).
code_type(Code0, Type) :-
    known_type(Type, code_type/2),
    (   var(Code0), converted(Type, Code) -> Code0 = Code
    ;   var(Code0) -> latin(Code0), Code = Code0
    ;   integer(Code0) -> Code = Code0
    ;   atom(Code0), catch(char_code(Code0, Code), error(_, _), false) -> true
    ;   text_of_one(Code0, Code) -> true
    ;   type_error(character, Code0, code_type/2)
    ),
    (   Code =:= -1 -> Type = end_of_file
    ;   char_code(C, Code),
        class(Type, C, Code, code)
    ).

% text_of_one(@Text, -Code): Text, a string or a list, is one character.
text_of_one('$string'(Cs), Code) :- text_of_one(Cs, Code).
text_of_one([C], Code) :- nonvar(C), ( integer(C) -> Code = C ; catch(char_code(C, Code), error(_, _), false) ).

% other_letter(+Type, -Letter, -Added): what is of this type for a letter of ASCII is the one with so much added to its code.
other_letter(Type, Letter, Added) :-
    nonvar(Type),
    (   Type = upper(Letter) -> Added = -32
    ;   Type = lower(Letter),
        Added = 32
    ).

letter_of(Added, Code0, Code) :-
    (   Added < 0 -> 0'a =< Code0, Code0 =< 0'z
    ;   0'A =< Code0, Code0 =< 0'Z
    ),
    Code is Code0 + Added.

% Types that only Scryer has.
scryers(Type) :- atom(Type), scryers_type(Type).

scryers_type(alphabetic). scryers_type(alphanumeric). scryers_type(numeric). scryers_type(ascii_graphic).
scryers_type(ascii_punctuation). scryers_type(binary_digit). scryers_type(control). scryers_type(decimal_digit).
scryers_type(exponent). scryers_type(graphic). scryers_type(graphic_token). scryers_type(hexadecimal_digit).
scryers_type(layout). scryers_type(meta). scryers_type(octal_digit). scryers_type(octet). scryers_type(prolog).
scryers_type(sign). scryers_type(solo). scryers_type(symbolic_control). scryers_type(symbolic_hexadecimal).
scryers_type(whitespace).

% An unbound character of `to_lower(X)` is X in lower case, of `to_upper(X)` X in upper case.
converted(Type, Code) :-
    nonvar(Type),
    (   Type = to_lower(X) -> Case = lower
    ;   Type = to_upper(X) -> Case = upper
    ),
    nonvar(X),
    ( integer(X) -> N = X ; char_code(X, N) ),
    char_code(C, N),
    other_case(Case, C, N, D),
    char_code(D, Code).

latin(Code) :- latin(0, Code).

latin(N, N).
latin(N0, N) :- N0 < 255, N1 is N0 + 1, latin(N1, N).

known_type(Type, _) :- var(Type), !.
known_type(Type, PI) :-
    (   functor(Type, F, A), functor(T, F, A), ( T == end_of_file ; type(T) ) -> true
    ;   domain_error(char_type, Type, PI)
    ).

% What class/4 takes, in the order of enumeration.
type(alnum). type(alpha). type(csym). type(csymf). type(ascii). type(white). type(cntrl). type(digit).
type(space). type(end_of_line). type(lower). type(upper). type(punct). type(graph). type(print).
type(period). type(quote). type(paren). type(newline). type(digit(_)). type(xdigit(_)). type(lower(_)).
type(upper(_)). type(to_lower(_)). type(to_upper(_)). type(code(_)). type(paren(_)).

class(Type, C, Code, Kind) :- var(Type), !, type(Type), class_(Type, C, Code, Kind).
class(Type, C, Code, Kind) :- class_(Type, C, Code, Kind), !.

class_(alnum, C, N, _) :- alpha(C, N), ! ; decimal(N).
class_(alpha, C, N, _) :- alpha(C, N).
class_(csym, C, N, _) :- alpha(C, N), ! ; decimal(N), ! ; N =:= 0'_.
class_(csymf, C, N, _) :- alpha(C, N), ! ; N =:= 0'_.
class_(ascii, _, N, _) :- N < 128.
class_(white, _, N, _) :- member(N, [32,9]).
class_(cntrl, _, N, _) :- control(N).
class_(digit, _, N, _) :- decimal(N).
class_(space, C, _, _) :- charsio:char_type(C, whitespace).
class_(end_of_line, _, N, _) :- 10 =< N, N =< 13.
class_(lower, C, N, _) :- lower(C, N).
class_(upper, C, N, _) :- upper(C, N).
class_(punct, C, N, _) :- class_(graph, C, N, _), \+ alpha(C, N), \+ decimal(N).
class_(graph, C, N, _) :- N > 32, \+ control(N), \+ charsio:char_type(C, whitespace).
class_(print, C, N, _) :- N >= 32, \+ control(N), ( N =:= 32 -> true ; \+ charsio:char_type(C, whitespace) ).
class_(period, _, N, _) :- member(N, [0'., 0'!, 0'?]).
class_(quote, _, N, _) :- member(N, [39,34,96]).
class_(paren, _, N, _) :- member(N, [40,41,91,93,123,125]).
class_(newline, _, N, _) :- N =:= 10.
class_(digit(W), _, N, _) :- decimal(N), W is N - 0'0.
class_(xdigit(W), _, N, _) :- hexadecimal(N, W).
class_(lower(U), C, N, Kind) :- lower(C, N), other_case(upper, C, N, D), answer(Kind, D, U).
class_(upper(L), C, N, Kind) :- upper(C, N), other_case(lower, C, N, D), answer(Kind, D, L).
class_(to_lower(U), _, N, _) :- nonvar(U), converted(to_lower(U), N).
class_(to_lower(U), C, N, Kind) :- other_case(upper, C, N, D), answer(Kind, D, U).
class_(to_upper(L), _, N, _) :- nonvar(L), converted(to_upper(L), N).
class_(to_upper(L), C, N, Kind) :- other_case(lower, C, N, D), answer(Kind, D, L).
class_(code(N), _, N, _).
class_(paren(D), _, N, Kind) :- member(N-P, [40-(')'),91-(']'),123-('}')]), answer(Kind, P, D).

answer(char, D, D).
answer(code, D, N) :- char_code(D, N).

decimal(N) :- 0'0 =< N, N =< 0'9.

control(N) :- N < 32, !.
control(N) :- 127 =< N, N =< 159.

hexadecimal(N, W) :- decimal(N), !, W is N - 0'0.
hexadecimal(N, W) :- 0'a =< N, N =< 0'f, !, W is N - 87.
hexadecimal(N, W) :- 0'A =< N, N =< 0'F, W is N - 55.

alpha(_, N) :- 0'a =< N, N =< 0'z, !.
alpha(_, N) :- 0'A =< N, N =< 0'Z, !.
alpha(C, N) :- N >= 128, charsio:char_type(C, alphabetic).

lower(_, N) :- 0'a =< N, N =< 0'z, !.
lower(C, N) :- N >= 128, charsio:char_type(C, lower).

upper(_, N) :- 0'A =< N, N =< 0'Z, !.
upper(C, N) :- N >= 128, charsio:char_type(C, upper).

other_case(upper, C, N, D) :-
    (   N >= 128 -> '$foreign_call'(code_in_case, [N,1], M), '$char_code'(D, M)
    ;   0'a =< N, N =< 0'z -> M is N - 32, char_code(D, M)
    ;   D = C
    ).
other_case(lower, C, N, D) :-
    (   N >= 128 -> '$foreign_call'(code_in_case, [N,0], M), '$char_code'(D, M)
    ;   0'A =< N, N =< 0'Z -> M is N + 32, char_code(D, M)
    ;   D = C
    ).

?- char_type(a, alpha).
   true.

?- char_type(X, digit(5)).
   X = '5'
;  false.

?- char_type(X, upper(q)), code_type(Y, lower(0'Q)), \+ char_type(_, lower(q)), char_type(Z, upper('ä')).
   X = 'Q', Y = 113, Z = 'Ä'
;  false.

?- code_type(0'A, upper(L)).
   L = 97.

?- char_type(a, vowel).
   error(domain_error(char_type,vowel),char_type/2).
