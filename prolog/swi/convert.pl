/** Text in all its forms, for the modules of SWI mode.

SWI-Prolog takes atoms, strings, numbers, lists of characters and lists of codes wherever text is
expected.

```
?- text_chars(f/1, [0'a,0'b], Cs).
   Cs = [a,b].
```
*/

:- module(swi_convert, [text_chars/3, has_chars/2, text_atom/3, atom_of/2, text_of_kind/3, is_text/1, is_chars/1, codes_chars/2, chars_codes/2,
                        chars_number/2, short_integer/2, is_proper_list/1, term_chars/3]).

:- use_module(library(error)).
:- use_module(library(charsio)).
:- use_module(library(lists), [append/3]).
:- use_module(library(string_terms)).
:- use_module(library(term_texts)).

%! text_chars(+PI, +Text, -Chars:list) is det.
%
% Chars are the characters of Text. PI is the predicate that an error names.

text_chars(PI, Text, Chars) :-
    (   atom(Text), Text \== [] -> '$atom_chars'(Text, Chars)
    ;   % is_string/1, which is asked for each string.
        nonvar(Text), Text = '$string'(Cs), '$skip_max_list'(_, _, Cs, Tail), atom(Tail), '$is_partial_string'(Cs) -> Chars = Cs
    ;   has_chars(Text, Chars0) -> Chars = Chars0
    ;   text_error(PI, Text)
    ).

%! has_chars(@Text, -Chars:list) is semidet.
%
% The same; fails for what is no text.

has_chars(Text, Cs) :-
    (   var(Text) -> false
    ;   Text = '$string'(Cs0) -> is_string(Text), Cs = Cs0
    ;   Text == [] -> Cs = []
    ;   atom(Text) -> '$atom_chars'(Text, Cs)
    ;   Text = [H|_] -> list_chars(H, Text, Cs)
    ;   number(Text),
        number_text(Text, Cs)
    ).

list_chars(H, List, Cs) :- atom(H), is_chars(List), !, Cs = List.
list_chars(_, List, Cs) :- is_proper_list(List), codes_chars(List, Cs).

text_error(PI, Text) :-
    (   ground(Text) -> type_error(text, Text, PI)
    ;   instantiation_error(PI)
    ).

%! text_atom(+PI, +Text, -Atom:atom) is det.
%
% Atom has the characters of Text.

text_atom(PI, Text, Atom) :-
    (   atom(Text), Text \== [] -> Atom = Text
    ;   text_chars(PI, Text, Cs),
        atom_of(Cs, Atom)
    ).

%! atom_of(+Chars:list, ?Atom) is semidet.
%
% Atom has the characters Chars, all of which are known. What atom_chars/2 asks before that takes longer than making the atom.

atom_of(Cs, Atom) :-
    (   var(Atom) -> '$atom_chars'(Atom, Cs)
    ;   atom_chars(Atom, Cs)
    ).

%! text_of_kind(+Kind:atom, ?Text, +Chars:list) is semidet.
%
% Text has the characters Chars. If it is not known it is an `atom`, a `string`, or a list of `chars` or `codes`, as Kind says; if it is,
% any text will do.

text_of_kind(Kind, Text, Cs) :-
    (   nonvar(Text), has_chars(Text, Cs0) -> Cs0 = Cs
    ;   of_kind(Kind, Text, Cs)
    ).

of_kind(atom, Atom, Cs) :- atom_of(Cs, Atom).
of_kind(string, '$string'(Cs), Cs).
of_kind(chars, Cs, Cs).
of_kind(codes, Codes, Cs) :- chars_codes(Cs, Codes).

%! is_text(@Term) is semidet.
%
% True iff Term is text in one of its forms.

is_text(Term) :- \+ \+ has_chars(Term, _).

%! is_chars(@Term) is semidet.
%
% True iff Term is a list of characters.

% '$is_partial_string' alone accepts what has no end.
is_chars(Term) :-
    is_proper_list(Term),
    '$is_partial_string'(Term).

%! is_proper_list(@Term) is semidet.
%
% True iff Term is a list that ends.

is_proper_list(Term) :-
    '$skip_max_list'(_, _, Term, Tail),
    Tail == [].

%! codes_chars(+Codes:list, -Chars:list) is semidet.
%
% Chars are the characters with the codes Codes, among which there may be characters. Fails for what is neither.

codes_chars([], []).
codes_chars([N|Ns], [C|Cs]) :-
    (   atom(N) -> atom_length(N, 1), C = N
    ;   \+ integer(N) -> false
    ;   N >= 0, N < 0xd800 -> '$char_code'(C, N)
    ;   catch(char_code(C, N), _, false)
    ),
    codes_chars(Ns, Cs).

%! chars_codes(+Chars:list, -Codes:list) is det.
%
% Codes are the codes of the characters Chars.

chars_codes([], []).
chars_codes([C|Cs], [N|Ns]) :-
    '$char_code'(C, N),
    chars_codes(Cs, Ns).

%! chars_number(+Chars:list, -Number:number) is semidet.
%
% Chars is the text of Number in Prolog syntax; white space may stand before it. Fails for other text.

chars_number(Cs, N) :-
    (   short_integer(Cs, N0) -> true
    ;   catch(number_chars(N0, Cs), error(_, _), swi_convert:other_number(Cs, N0))
    ),
    N = N0.

%! short_integer(+Chars:list, -Number:integer) is semidet.
%
% The same for decimal digits, with a minus sign before them or not. Most numbers are short, and read while Scryer still makes a
% reader; fails for long ones.

short_integer([C|Cs], N) :-
    (   C == (-) -> digits(Cs, 0, N0), N is -N0
    ;   digits([C|Cs], 0, N)
    ).

digits([C|Cs], N0, N) :-
    N0 < 1_000_000,
    '$char_code'(C, Code),
    Code >= 0'0,
    Code =< 0'9,
    N1 is 10 * N0 + Code - 0'0,
    (   Cs = [_|_] -> digits(Cs, N1, N)
    ;   N = N1
    ).

% What Scryer does not read: a plus sign, and an exponent without a point, as in `1e5`.
other_number(Cs0, N) :-
    (   append(Ds0, "Inf", Cs0) -> append(Ds0, "e308", Cs1), infinite(Cs1, Cs)
    ;   Cs0 = [+|Cs] ->
        Cs = [D|_],
        decimal(D)
    ;   Cs0 = [-|Ds0] -> with_point(Ds0, Ds), Cs = [-|Ds]
    ;   with_point(Cs0, Cs)
    ),
    catch(number_chars(N, Cs), error(_, _), false).

% infinite(+Cs0, -Cs): Cs is the largest float, with the sign of `1.0Inf`.
infinite(Cs0, Cs) :-
    catch(number_chars(N, Cs0), error(_, _), false),
    float(N),
    ( N < 0 -> Cs = "-1.7976931348623157e308" ; Cs = "1.7976931348623157e308" ).

with_point([D|Cs0], [D|Cs]) :-
    decimal(D),
    (   Cs0 = [E|Exponent], ( E == e ; E == 'E' ) -> Cs = ['.','0',e|Exponent]
    ;   with_point(Cs0, Cs)
    ).

decimal(D) :- D @>= '0', D @=< '9'.

%! term_chars(+Term, +Quoted:boolean, -Chars:list) is det.
%
% Chars is Term written with operators and numbered variables, quoted if Quoted is true.

term_chars(Term, Quoted, Chars) :-
    (   Quoted == false, atom(Term) -> atom_chars(Term, Chars)
    ;   Quoted == false, is_string(Term) -> Term = '$string'(Chars)
    ;   text_of(Term, options(false, true, Quoted, [], 0), Chars)
    ).

?- swi_convert:text_chars(f/1, 12, Cs).
   Cs = ['1','2'].

?- swi_convert:text_chars(f/1, [a,0'b,c], Cs).
   Cs = [a,b,c].

?- swi_convert:text_chars(f/1, _, Cs).
   error(instantiation_error,f/1).

?- text_of_kind(atom, A, [a,b]), text_of_kind(atom, "ab", [a,b]), text_of_kind(codes, [0'a|Cs], [a,b]), \+ text_of_kind(string, a, [b]).
   A = ab, Cs = [98].

?- swi_convert:chars_number(['1','.','5',e,'3'], N).
   N = 1500.0.

?- swi_convert:chars_number(['1',x], N).
   false.

?- atom_number('-1.0Inf', N), N < -1.0e300, \+ atom_number('1Inf', _).
   N = -1.0Inf.

?- maplist(swi_convert:chars_number, [['1',e,'5'],[-,'2','E',-,'1'],[+,'3']], Ns).
   Ns = [100000.0,-0.2,3].
