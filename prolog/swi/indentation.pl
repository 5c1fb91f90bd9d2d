/** The indentation of lines, as in SWI-Prolog's library(strings).

```
?- dedent_lines("  a\n    b\n", Lines, []), indent_lines("> ", "a\nb", Quoted).
   Lines = "a\n  b\n", Quoted = "> a\n> b".
```
*/

:- module(swi_indentation, [dedent_lines/3, indent_lines/3, indent_lines/4]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(swi_convert)).

%! dedent_lines(+Text, -Lines:string, +Options:list) is det.
%
% Lines is Text without the white space that all its lines that are not blank begin with. The option `tab(N)` (8) says how far tabs go.

dedent_lines(Text, '$string'(Cs), Options) :-
    text_chars(dedent_lines/3, Text, Cs0),
    must_be(list, Options),
    ( member(O, Options), O = tab(Tab) -> true ; Tab = 8 ),
    lines(Cs0, Lines0),
    measured(Lines0, Tab, Lines, Widths),
    ( Widths = [W|Ws] -> foldl(swi_indentation:less, Ws, W, Least) ; Least = 0 ),
    shortened(Lines, Least, Shortened),
    joined(Shortened, Cs).

less(A, B, C) :- C is min(A, B).

% lines(+Chars, -Lines): without their ends.
lines(Cs, [Line|Lines]) :-
    (   append(Line0, ['\n'|Rest], Cs) -> Line = Line0, lines(Rest, Lines)
    ;   Line = Cs,
        Lines = []
    ).

joined([Line], Line) :- !.
joined([Line|Lines], Cs) :-
    joined(Lines, Rest),
    append(Line, ['\n'|Rest], Cs).

% measured(+Lines0, +Tab, -Lines, -Widths): a line is l(Width,Chars), without the white space that it begins with, or blank.
measured([], _, [], []).
measured([L0|Ls0], Tab, [L|Ls], Ws) :-
    begins(L0, 0, Tab, Width, Cs),
    (   Cs == [] -> L = blank, Ws = Ws1
    ;   L = l(Width,Cs), Ws = [Width|Ws1]
    ),
    measured(Ls0, Tab, Ls, Ws1).

begins([' '|Cs0], W0, Tab, W, Cs) :- !, W1 is W0 + 1, begins(Cs0, W1, Tab, W, Cs).
begins(['\t'|Cs0], W0, Tab, W, Cs) :- !, W1 is (W0 // Tab + 1) * Tab, begins(Cs0, W1, Tab, W, Cs).
begins(['\r'], W, _, W, []) :- !.
begins(Cs, W, _, W, Cs).

shortened([], _, []).
shortened([L|Ls], Least, [Cs|Css]) :-
    (   L = l(Width,Cs0) ->
        N is Width - Least,
        length(Spaces, N),
        maplist(=(' '), Spaces),
        append(Spaces, Cs0, Cs)
    ;   Cs = []
    ),
    shortened(Ls, Least, Css).

%! indent_lines(+Prefix, +Text, -Lines:string) is det.
%
% Lines is Text with Prefix before each line that is not blank.

indent_lines(Prefix, Text, Lines) :- indent_lines(swi_indentation:has_ink, Prefix, Text, Lines).

%! indent_lines(:Wanted, +Prefix, +Text, -Lines:string) is det.
%
% Lines is Text with Prefix before each line, a string, for which `call(Wanted, Line)` holds.

:- meta_predicate(indent_lines(1, ?, ?, ?)).

indent_lines(Wanted, Prefix, Text, '$string'(Cs)) :-
    text_chars(indent_lines/4, Prefix, PrefixCs),
    text_chars(indent_lines/4, Text, Cs0),
    lines(Cs0, Lines0),
    prefixed(Lines0, Wanted, PrefixCs, Lines),
    joined(Lines, Cs).

has_ink('$string'(Cs)) :- begins(Cs, 0, 8, _, [_|_]), !.

:- meta_predicate(prefixed(?, 1, ?, ?)).
prefixed([], _, _, []).
prefixed([L0|Ls0], Wanted, Prefix, [L|Ls]) :-
    (   call(Wanted, '$string'(L0)) -> append(Prefix, L0, L)
    ;   L = L0
    ),
    prefixed(Ls0, Wanted, Prefix, Ls).
