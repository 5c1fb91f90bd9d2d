/** Grammar building blocks: SWI-Prolog's library(dcg/basics) and library(dcg/high_order).

```
?- phrase(( whites, integer(X), ",", string_without("", S) ), " 12,ab").
   X = 12, S = [a,b].
```

They read lists of characters and lists of codes, and give back what they read.
*/

:- module(swi_dcg_basics, [white//0, whites//0, blank//0, blanks//0, nonblank//1, nonblanks//1,
                           blanks_to_nl//0, alpha_to_lower//1, digit//1, digits//1, integer//1, float//1,
                           number//1, xdigit//1, xdigits//1, xinteger//1, eol//0, eos//0, remainder//1,
                           string//1, string_without//2, prolog_symbol//1, csym//1, csyms//1,
                           prolog_var_name//1, atom//1, sequence//2, sequence//3, sequence//5,
                           optional//2, foreach//2, foreach//3]).

:- use_module(library(dcgs)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(swi_convert)).
:- use_module(library(swi_chars)).
:- use_module(library(swi_dcg), [body_of/2, terminals/3]).

% An element is a character or a code.
code(X, N) :- ( integer(X) -> N = X ; atom(X), char_code(X, N) ).

of_type(X, Type) :- nonvar(X), code_type(X, Type).

%! white// is semidet.
%
% One space or tab.

white --> [X], { code(X, N), ( N =:= 32 -> true ; N =:= 9 ) }.

%! whites// is det.
%
% All spaces and tabs that follow.

whites --> white, !, whites.
whites --> [].

%! blank// is semidet.
%
% One character of white space.

blank --> [X], { of_type(X, space) }.

%! blanks// is det.
%
% All white space that follows.

blanks --> blank, !, blanks.
blanks --> [].

%! nonblank(?X)// is semidet.
%
% X is one character that is printed.

nonblank(X) --> [X], { of_type(X, graph) }.

%! nonblanks(?Xs)// is det.
%
% Xs are all printed characters that follow.

nonblanks([X|Xs]) --> nonblank(X), !, nonblanks(Xs).
nonblanks([]) --> [].

%! blanks_to_nl// is semidet.
%
% White space to the end of the line, or of the input.

blanks_to_nl --> eol, !.
blanks_to_nl --> white, !, blanks_to_nl.
blanks_to_nl --> eos.

%! alpha_to_lower(?L)// is semidet.
%
% A letter; L is it in lower case.

alpha_to_lower(L) -->
    [X],
    { of_type(X, alpha),
      code_type(X, to_upper(L0)),
      ( integer(X) -> L = L0 ; char_code(L, L0) ) }.

%! digit(?D)// is semidet.
%
% D is a digit.

digit(D) --> [D], { of_type(D, digit) }.

%! digits(?Ds)// is det.
%
% Ds are all digits that follow.

digits([D|Ds]) --> digit(D), !, digits(Ds).
digits([]) --> [].

%! integer(?N)// is semidet.
%
% N is an integer, in decimal digits, with or without a sign.

integer(N, S0, S) :- nonvar(N), !, must_be(integer, N), number_text(N, S0, S).
integer(N) --> signed(Cs, Ds), digit(D), digits(Ds1), { Ds = [D|Ds1], to_number(Cs, N) }.

signed([X|Ds], Ds) --> [X], { code(X, 0'-) }, !.
signed(Ds, Ds) --> [X], { code(X, 0'+) }, !.
signed(Ds, Ds) --> [].

% The text of a number, in the kind of elements that is there.
number_text(N, S0, S) :-
    number_chars(N, Cs),
    (   nonvar(S0), S0 = [X|_], integer(X) -> chars_codes(Cs, Ns), append(Ns, S, S0)
    ;   append(Cs, S, S0)
    ).

to_number(Xs, N) :-
    characters(Xs, Cs),
    chars_number(Cs, N).

characters([], []).
characters([X|Xs], [C|Cs]) :- code(X, N), char_code(C, N), characters(Xs, Cs).

%! float(?F)// is semidet.
%
% F is a number with a point or an exponent, or an integer, as a float.

float(F, S0, S) :- nonvar(F), !, must_be(number, F), number_text(F, S0, S).
float(F) --> number(N), { F is float(N) }.

%! number(?N)// is semidet.
%
% N is an integer or a float.

number(N, S0, S) :- nonvar(N), !, number_text(N, S0, S).
number(N) -->
    signed(Cs, Cs1),
    digit(D), digits(Ds),
    { Cs1 = [D|Cs2], append(Ds, Cs3, Cs2) },
    fraction(Cs3, Cs4, Kind),
    exponent(Cs4, Kind),
    { to_number(Cs, N) }.

fraction([P,D|Cs], Cs1, float) -->
    [P], { code(P, 0'.) },
    digit(D), !, digits(Ds),
    { append(Ds, Cs1, Cs) }.
fraction(Cs, Cs, integer) --> [].

% Prolog's numbers have a point before an exponent.
exponent(Cs, Kind) -->
    [E], { code(E, N), ( N =:= 0'e -> true ; N =:= 0'E ) },
    exponent_sign(Cs1, Cs2),
    digit(D), !, digits(Ds),
    { Cs2 = [D|Ds],
      ( Kind == float -> Cs = [e|Cs1] ; Cs = ['.','0',e|Cs1] ) }.
exponent([], _) --> [].

exponent_sign([X|Cs], Cs) --> [X], { code(X, N), ( N =:= 0'- -> true ; N =:= 0'+ ) }, !.
exponent_sign(Cs, Cs) --> [].

%! xdigit(?W)// is semidet.
%
% A hexadecimal digit of the weight W.

xdigit(W) --> [X], { nonvar(X), code_type(X, xdigit(W)) }.

%! xdigits(?Ws)// is det.
%
% Ws are the weights of all hexadecimal digits that follow.

xdigits([W|Ws]) --> xdigit(W), !, xdigits(Ws).
xdigits([]) --> [].

%! xinteger(?N)// is semidet.
%
% N is an integer, in hexadecimal digits.

xinteger(N) --> xdigit(W), xdigits(Ws), { weighed(Ws, W, N) }.

weighed([], N, N).
weighed([W|Ws], N0, N) :- N1 is N0 * 16 + W, weighed(Ws, N1, N).

%! eol// is semidet.
%
% The end of a line, or of the input.

eol --> [X], { code(X, 10) }, !.
eol --> [X,Y], { code(X, 13), code(Y, 10) }, !.
eol --> eos.

%! eos// is semidet.
%
% The end of the input.

eos([], []).

%! remainder(?Rest)// is det.
%
% Rest is all that follows.

remainder(Rest, Rest, []).

%! string(?Xs)// is nondet.
%
% Xs is what follows, as short as possible, longer on backtracking.

string([]) --> [].
string([X|Xs]) --> [X], string(Xs).

%! string_without(+End, -Xs)// is det.
%
% Xs is what follows before the first element that is in End: text, or a list of codes.

string_without(End, Xs) -->
    { text_chars(string_without//2, End, Cs), chars_codes(Cs, Codes) },
    without(Codes, Xs).

without(Codes, [X|Xs]) --> [X], { code(X, N), \+ memberchk(N, Codes) }, !, without(Codes, Xs).
without(_, []) --> [].

%! prolog_symbol(?S)// is semidet.
%
% S is an atom of symbol characters.

prolog_symbol(S) -->
    [X], { symbol(X) }, symbols(Xs),
    { characters([X|Xs], Cs), atom_chars(S, Cs) }.

symbols([X|Xs]) --> [X], { symbol(X) }, !, symbols(Xs).
symbols([]) --> [].

symbol(X) :- code(X, N), char_code(C, N), memberchk(C, "#$&*+-./:<=>?@\\^~").

%! csym(?X)// is semidet.
%
% X is a letter, a digit or an underscore.

csym(X) --> [X], { of_type(X, csym) }.

%! csyms(?Xs)// is det.
%
% Xs are all letters, digits and underscores that follow.

csyms([X|Xs]) --> csym(X), !, csyms(Xs).
csyms([]) --> [].

%! prolog_var_name(-Name)// is semidet.
%
% Name is the name of a variable.

prolog_var_name(Name) -->
    [X], { of_type(X, csymf), ( code(X, 0'_) -> true ; of_type(X, upper) ) },
    csyms(Xs),
    { characters([X|Xs], Cs), atom_chars(Name, Cs) }.

%! atom(+Atom)// is det.
%
% The text of Atom.

atom(Atom, S0, S) :-
    text_chars(atom//1, Atom, Cs),
    (   nonvar(S0), S0 = [X|_], integer(X) -> chars_codes(Cs, Ns), append(Ns, S, S0)
    ;   append(Cs, S, S0)
    ).

%! sequence(:Element, ?List)// is nondet.
%
% As many as possible of `call(Element, X)`, for the elements X of List, fewer on backtracking.

:- meta_predicate(sequence(3, ?, ?, ?)).

sequence(Element, List, S0, S) :-
    (   nonvar(List), is_proper_list(List) -> each_of(List, Element, S0, S)
    ;   greedy(List, Element, S0, S)
    ).

% A body may be a string.
:- meta_predicate(body(2, ?, ?)).

body(Body0, S0, S) :-
    bare(Body0, Body),
    (   nonvar(Body), Body = '$string'(Cs) -> literal(Cs, S0, S)
    ;   body_of(Body0, Body1),
        phrase(Body1, S0, S)
    ).

bare(Body0, Body) :- ( nonvar(Body0), Body0 = _:Body1 -> bare(Body1, Body) ; Body = Body0 ).

literal([], S, S).
literal([C|Cs], S0, S) :- terminals([C|Cs], S0, S).

:- meta_predicate(each_of(?, 3, ?, ?)).
each_of([], _, S, S).
each_of([X|Xs], Element, S0, S) :-
    call(Element, X, S0, S1),
    each_of(Xs, Element, S1, S).

:- meta_predicate(greedy(?, 3, ?, ?)).
greedy([X|Xs], Element, S0, S) :-
    call(Element, X, S0, S1),
    S0 \== S1,
    greedy(Xs, Element, S1, S).
greedy([], _, S, S).

%! sequence(:Element, :Separator, ?List)// is nondet.
%
% Like sequence//2, with Separator between the elements.

:- meta_predicate(sequence(3, 2, ?, ?, ?)).

sequence(Element, Separator, List, S0, S) :-
    (   List = [X|Xs],
        call(Element, X, S0, S1),
        more(Xs, Element, Separator, S1, S)
    ;   List = [],
        S0 = S
    ).

:- meta_predicate(more(?, 3, 2, ?, ?)).
more([X|Xs], Element, Separator, S0, S) :-
    body(Separator, S0, S1),
    call(Element, X, S1, S2),
    more(Xs, Element, Separator, S2, S).
more([], _, _, S, S).

%! sequence(:Start, :Element, :Separator, :End, ?List)// is semidet.
%
% Like sequence//3, between Start and End; the first way that fits counts.

:- meta_predicate(sequence(2, 3, 2, 2, ?, ?, ?)).

sequence(Start, Element, Separator, End, List, S0, S) :-
    body(Start, S0, S1),
    sequence(Element, Separator, List, S1, S2),
    body(End, S2, S),
    !.

%! optional(:Match, :Default)// is det.
%
% Match if it can be, else Default.

:- meta_predicate(optional(2, 2, ?, ?)).

optional(Match, Default, S0, S) :-
    (   body(Match, S0, S1) -> S = S1
    ;   body(Default, S0, S)
    ).

%! foreach(:Generator, :Element)// is nondet.
%
% Element for each solution of Generator.

:- meta_predicate(foreach(0, 2, ?, ?)).

foreach(Generator, Element, S0, S) :- foreach(Generator, Element, [], S0, S).

%! foreach(:Generator, :Element, :Separator)// is nondet.
%
% Element for each solution of Generator, with Separator between them.

:- meta_predicate(foreach(0, 2, 2, ?, ?)).

foreach(Generator, Element, Separator, S0, S) :-
    findall(Element, Generator, Elements),
    elements(Elements, Separator, S0, S).

elements([], _, S, S).
elements([E|Es], Separator, S0, S) :-
    body(E, S0, S1),
    (   Es == [] -> S1 = S
    ;   body(Separator, S1, S2),
        elements(Es, Separator, S2, S)
    ).

?- phrase(integer(X), "-12").
   X = -12.

?- phrase(integer(X), [0'1,0'2]).
   X = 12.

?- phrase(number(X), "1.5e3").
   X = 1500.0.

?- phrase(( string_without(",", S), ",", remainder(R) ), "ab,c").
   S = [a,b], R = [c].

?- phrase(( whites, digits(Ds), blanks ), " 12 ").
   Ds = ['1','2'].

?- phrase(integer(12), L).
   L = ['1','2'].

?- phrase(sequence(digit, Ds), "12").
   Ds = ['1','2']
;  false.

?- phrase(sequence(integer, ",", L), "1,22").
   L = [1,22]
;  false.

?- phrase(sequence(integer, (",",whites), L), "1, 22").
   L = [1,22]
;  false.
