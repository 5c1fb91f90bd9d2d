/** Terms and lists of character codes, as in SWI-Prolog's library(codesio).

```
?- format_to_codes("~w", [f(x)], Codes), atom_codes(Atom, Codes).
   Codes = [102,40,120,41], Atom = 'f(x)'.
```

Predicates with one argument more put a tail behind the list.
*/

:- module(swi_codesio, [format_to_codes/3, format_to_codes/4, write_to_codes/2, write_to_codes/3, write_term_to_codes/3,
                        write_term_to_codes/4, read_from_codes/2, read_term_from_codes/3, with_output_to_codes/2,
                        with_output_to_codes/3]).

:- use_module(library(lists), [append/3]).
:- use_module(library(string_terms)).
:- use_module(library(swi_capture)).
:- use_module(library(swi_convert)).
:- use_module(library(swi_format)).
:- use_module(library(swi_term_text)).

%! format_to_codes(+Format, +Arguments, -Codes) is det.
%! format_to_codes(+Format, +Arguments, -Codes, ?Tail) is det.
%
% Codes are those of what format/2 writes.

format_to_codes(Format, Arguments, Codes) :- format_to_codes(Format, Arguments, Codes, []).

format_to_codes(Format, Arguments, Codes, Tail) :-
    captured(swi_format:formatted(Format, Arguments), Cs),
    coded(Cs, Codes, Tail).

coded(Cs, Codes, Tail) :-
    chars_codes(Cs, Codes0),
    append(Codes0, Tail, Codes).

%! write_to_codes(@Term, -Codes) is det.
%! write_to_codes(@Term, -Codes, ?Tail) is det.
%
% Codes are those of what write/1 writes.

write_to_codes(Term, Codes) :- write_to_codes(Term, Codes, []).

write_to_codes(Term, Codes, Tail) :-
    term_chars(Term, false, Cs),
    coded(Cs, Codes, Tail).

%! write_term_to_codes(@Term, -Codes, +Options:list) is det.
%! write_term_to_codes(@Term, -Codes, ?Tail, +Options:list) is det.
%
% Codes are those of what write_term/2 writes.

write_term_to_codes(Term, Codes, Options) :- write_term_to_codes(Term, Codes, [], Options).

write_term_to_codes(Term, Codes, Tail, Options) :-
    captured(string_terms:written(user_output, Term, options(Options)), Cs),
    coded(Cs, Codes, Tail).

%! read_from_codes(+Codes, -Term) is det.
%! read_term_from_codes(+Codes, -Term, +Options:list) is det.
%
% Term is read from Codes; Options are those of read_term/2.

read_from_codes(Codes, Term) :- read_term_from_codes(Codes, Term, []).

read_term_from_codes(Codes, Term, Options) :- read_term_from_atom(Codes, Term, Options).

%! with_output_to_codes(:Goal, -Codes) is semidet.
%! with_output_to_codes(:Goal, -Codes, ?Tail) is semidet.
%
% Codes are those of what Goal, called once, writes.

:- meta_predicate(with_output_to_codes(0, ?)).
:- meta_predicate(with_output_to_codes(0, ?, ?)).

with_output_to_codes(Goal, Codes) :-
    captured(Goal, Cs),
    coded(Cs, Codes, []).

with_output_to_codes(Goal, Codes, Tail) :-
    captured(Goal, Cs),
    coded(Cs, Codes, Tail).
