/** Classes of character codes under the names of SWI-Prolog's library(ctypes).

```
?- to_lower(0'Q, Code), is_digit(0'f, 16, Weight).
   Code = 113, Weight = 15.
```

Codes may be characters, too, but for the special ones.
*/

:- module(swi_ctypes, [is_alnum/1, is_alpha/1, is_csym/1, is_csymf/1, is_digit/1, is_graph/1, is_lower/1, is_upper/1,
                       is_punct/1, is_space/1, is_white/1, is_print/1, is_cntrl/1, is_endline/1, is_period/1,
                       is_quote/1, is_ascii/1, is_endfile/1, is_newline/1, is_newpage/1, is_digit/3, is_paren/2,
                       to_lower/2, to_upper/2, upper_lower/2]).

:- use_module(library(swi_chars)).

%! is_alnum(+Code) is semidet.
%
% It is the code of a letter or a digit.

is_alnum(Code) :- code_type(Code, alnum), !.

%! is_alpha(+Code) is semidet.
%
% It is the code of a letter.

is_alpha(Code) :- is_alnum(Code), \+ is_digit(Code).

%! is_csym(+Code) is semidet.
%
% It is the code of a letter, a digit or an underscore.

is_csym(Code) :- code_type(Code, csym), !.

%! is_csymf(+Code) is semidet.
%
% It is the code of a letter or an underscore.

is_csymf(Code) :- code_type(Code, csymf), !.

%! is_digit(+Code) is semidet.
%
% It is the code of a digit.

is_digit(Code) :- code_type(Code, digit(_)), !.

%! is_graph(+Code) is semidet.
%
% It is the code of one that leaves ink.

is_graph(Code) :- code_type(Code, graph), !.

%! is_lower(+Code) is semidet.
%
% It is the code of a lower-case letter.

is_lower(Code) :- code_type(Code, lower), !.

%! is_upper(+Code) is semidet.
%
% It is the code of an upper-case letter.

is_upper(Code) :- code_type(Code, upper), !.

%! is_punct(+Code) is semidet.
%
% It is the code of one that leaves ink, and is neither letter nor digit.

is_punct(Code) :- code_type(Code, punct), !.

%! is_space(+Code) is semidet.
%
% It is the code of white space, line ends among it.

is_space(Code) :- code_type(Code, space), !.

%! is_white(+Code) is semidet.
%
% It is the code of a space or a tab.

is_white(Code) :- code_type(Code, white), !.

%! is_print(+Code) is semidet.
%
% It is the code of one that leaves ink, as is_graph/1.

is_print(Code) :- code_type(Code, graph), !.

%! is_cntrl(+Code) is semidet.
%
% It is the code of a control character.

is_cntrl(Code) :- code_type(Code, cntrl), !.

%! is_endline(+Code) is semidet.
%
% It is the code of one that ends a line.

is_endline(Code) :- code_type(Code, end_of_line), !.

%! is_period(+Code) is semidet.
%
% It is the code of one that ends a sentence.

is_period(Code) :- code_type(Code, period), !.

%! is_quote(+Code) is semidet.
%
% It is the code of a quotation mark.

is_quote(Code) :- code_type(Code, quote), !.

%! is_ascii(+Code) is semidet.
%
% It is a code of ASCII.

is_ascii(Code) :- integer(Code), Code >= 0, Code < 128.

%! is_endfile(?Code) is semidet.
%! is_newline(?Code) is semidet.
%! is_newpage(?Code) is semidet.
%
% Code is what reading gives at the end of a file; that of a line feed; that of a form feed.

is_endfile(-1).

is_newline(10).

is_newpage(12).

%! is_digit(+Code, +Base, -Weight) is semidet.
%
% Code is that of a digit of numbers to the base Base, up to 36, which counts Weight.

is_digit(Code, Base, Weight) :-
    (   Code >= 0'0, Code =< 0'9 -> Weight0 is Code - 0'0
    ;   Code >= 0'a, Code =< 0'z -> Weight0 is Code - 0'a + 10
    ;   Code >= 0'A, Code =< 0'Z, Weight0 is Code - 0'A + 10
    ),
    Weight0 < Base,
    Weight = Weight0.

%! is_paren(?Open, ?Close) is nondet.
%
% The codes of a pair of brackets.

is_paren(0'(, 0')).
is_paren(0'[, 0']).
is_paren(0'{, 0'}).

%! to_lower(+Code, -Lower) is det.
%! to_upper(+Code, -Upper) is det.
%
% The code of the same letter in lower case, or in upper case; Code itself if there is none.

to_lower(Code, Lower) :- code_type(Code, upper(L)), !, Lower = L.
to_lower(Code, Code).

to_upper(Code, Upper) :- code_type(Code, lower(U)), !, Upper = U.
to_upper(Code, Code).

%! upper_lower(?Upper, ?Lower) is semidet.
%
% The codes of one letter in upper and lower case.

upper_lower(Upper, Lower) :-
    (   nonvar(Upper) -> code_type(Upper, upper(Lower))
    ;   code_type(Lower, lower(Upper))
    ),
    !.
