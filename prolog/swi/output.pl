/** Output as in SWI-Prolog.

```
?- with_output_to(atom(A), ( write(a), print('B') )).
   A = 'a\'B\''.
```
*/

:- module(swi_output, [format/1, writeln/1, writeln/2, print/1, print/2, tab/1, tab/2,
                       with_output_to/2, write_length/3]).

:- use_module(library(error)).
:- use_module(library(lists), [length/2]).
:- use_module(library(string_terms)).
:- use_module(library(swi_arith)).
:- use_module(library(swi_capture)).
:- use_module(library(swi_convert)).
:- use_module(library(swi_format)).

%! format(+Format) is det.
%
% Writes Format, which has no arguments. Calls of format/1, format/2 and format/3 in programs are replaced
% by calls of predicates of `swi_format`.

format(Format) :- formatted(Format, []).

%! writeln(@Term) is det.
%
% Writes Term and a newline.

writeln(Term) :- written(Term, write), nl.

%! writeln(+Stream, @Term) is det.
%
% Writes Term and a newline to Stream.

writeln(Stream, Term) :- written(Stream, Term, write), nl(Stream).

%! print(@Term) is det.
%
% Writes Term for programmers: quoted.

print(Term) :- written(Term, print).

%! print(+Stream, @Term) is det.
%
% Writes Term to Stream, quoted.

print(Stream, Term) :- written(Stream, Term, print).

%! tab(+N) is det.
%
% Writes as many spaces as the value of the expression N says.

tab(N) :-
    current_output(Stream),
    tab(Stream, N).

%! tab(+Stream, +N) is det.
%
% Writes N spaces to Stream.

tab(Stream, N0) :-
    evaluate(N0, N),
    (   integer(N) -> true
    ;   type_error(integer, N, tab/2)
    ),
    spaces(N, Cs),
    (   Cs == [] -> true
    ;   '$put_chars'(Stream, Cs)
    ).

spaces(N, Cs) :-
    (   N =< 0 -> Cs = []
    ;   Cs = [' '|Cs1],
        N1 is N - 1,
        spaces(N1, Cs1)
    ).

%! with_output_to(+Sink, :Goal) is semidet.
%
% Calls Goal once; what it writes goes to Sink: `atom(A)`, `string(S)`, `chars(Cs)` or `codes(Cs)`.

:- meta_predicate(with_output_to(?, 0)).

with_output_to(Sink, Goal) :-
    known_sink(Sink),
    captured(Goal, Cs),
    text_to_sink(Sink, Cs, with_output_to/2).

known_sink(Sink) :- var(Sink), !, instantiation_error(with_output_to/2).
known_sink(Sink) :-
    (   functor(Sink, F, N), ( N =:= 1 ; N =:= 2 ), sink_kind(F, N) -> true
    ;   domain_error(output_sink, Sink, with_output_to/2)
    ).

sink_kind(atom, 1).
sink_kind(string, 1).
sink_kind(chars, _).
sink_kind(codes, _).

%! write_length(@Term, -Length, +Options) is det.
%
% Length is the number of characters of Term written. Of Options, `quoted(true)` counts.

write_length(Term, Length, Options) :-
    (   is_proper_list(Options), quoted(Options) -> Quoted = true
    ;   Quoted = false
    ),
    term_chars(Term, Quoted, Cs),
    length(Cs, Length).

quoted([Option|Options]) :- ( Option == quoted(true) -> true ; quoted(Options) ).

?- with_output_to(string(S), ( write(a), nl, tab(1 + 1), writeln('B c') )).
   S = "a\n  B c\n".

?- with_output_to(string(_), fail).
   false.

?- with_output_to(atom(A), with_output_to(atom(_), write(x))).
   A = ''.

?- write_length('A b', N, [quoted(true)]).
   N = 5.
