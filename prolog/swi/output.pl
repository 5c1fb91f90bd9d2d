/** Output as in SWI-Prolog.

```
?- with_output_to(atom(A), ( write(a), print('B') )).
   A = 'a\'B\''.
```
*/

:- module(swi_output, [format/1, format/2, format/3, writef/1, writef/2, swritef/2, swritef/3, writeln/1, writeln/2, print/1, print/2, tab/1, tab/2,
                       with_output_to/2, write_length/3]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(string_terms)).
:- use_module(library(term_texts)).
:- use_module(library(swi_arith)).
:- use_module(library(swi_capture)).
:- use_module(library(swi_convert)).
:- use_module(library(swi_format)).

%! format(+Format) is det.
%
% Writes Format, which has no arguments. Calls of format/1, format/2 and format/3 in programs are replaced
% by calls of predicates of `swi_format`; the predicates here are for closures that are known only when they are called.

format(Format) :- formatted(Format, []).

%! format(+Format, +Arguments) is det.
%
% Writes Arguments as Format says.

format(Format, Arguments) :- formatted(Format, Arguments).

%! format(+Stream, +Format, +Arguments) is det.
%
% Writes Arguments to Stream, or to a sink such as `atom(A)`, as Format says.

format(Stream, Format, Arguments) :- formatted(Stream, Format, Arguments).

%! writef(+Format:text) is det.
%! writef(+Format:text, +Arguments:list) is det.
%
% Writes Format, in which `%w` is the next of Arguments written, `%d` one too, `%p` one printed, `%s` one that is a list of codes as
% text; `%Nl`, `%Nr` and `%Nc` are one written in N columns, on the left, on the right or in the middle; `\\n` (two characters) is a
% newline, and `\\l` too.

writef(Format) :- writef(Format, []).

writef(Format, Arguments) :-
    text_chars(writef/2, Format, Cs),
    current_output(Stream),
    writef_(Cs, Arguments, Stream).

writef_([], _, _).
writef_([C|Cs], As, Stream) :-
    (   C == '%', As = [A|As1], argument(Cs, A, Text, Cs1) ->
        put_text(Text, Stream),
        writef_(Cs1, As1, Stream)
    ;   C == (\), Cs = [D|Cs1], ( D == n ; D == l ) -> nl(Stream), writef_(Cs1, As, Stream)
    ;   put_char(Stream, C),
        writef_(Cs, As, Stream)
    ).

% argument(+Specification, +Argument, -Text, -Rest): what stands for Argument where a `%` is followed by Specification.
argument([w|Cs], A, Text, Cs) :- captured(written(A, write), Text).
argument([d|Cs], A, Text, Cs) :- captured(written(A, write), Text).
argument([p|Cs], A, Text, Cs) :- captured(print(A), Text).
argument([s|Cs], A, Text, Cs) :-
    \+ string_terms:is_string(A),
    catch(atom_codes(Atom, A), _, false),
    atom_chars(Atom, Text).
argument([C|Cs0], A, Text, Cs) :-
    columns([C|Cs0], Digits, [Side|Cs]),
    Digits = [_|_],
    number_chars(N, Digits),
    aligned(Side, Format),
    captured(formatted(Format, [A,N]), Text).

aligned(l, '~w~t~*|').
aligned(r, '~t~w~*|').
aligned(c, '~t~w~t~*|').

columns([C|Cs0], [C|Ds], Cs) :- C @>= '0', C @=< '9', !, columns(Cs0, Ds, Cs).
columns(Cs, [], Cs).

put_text(Text, Stream) :- ( Text == [] -> true ; '$put_chars'(Stream, Text) ).

%! swritef(-String, +Format:text) is det.
%! swritef(-String, +Format:text, +Arguments:list) is det.
%
% String is what writef/2 writes.

swritef(String, Format) :- swritef(String, Format, []).

swritef('$string'(Text), Format, Arguments) :- captured(writef(Format, Arguments), Text).

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

% written_in_full(+Stream, @Term, +Kind): print/1 where there is user:portray/1, and write_term/2 with options that Scryer does
% not know. Of these `portray(true)`, `portrayed(true)`, `spacing(next_argument)`, `fullstop(true)`, `nl(true)` and
% `priority(N)` change something.

written_in_full(Stream, Term, Kind) :-
    (   Kind = options(Os0) -> true
    ;   Os0 = [portray(true),numbervars(true),quoted(true)]
    ),
    scryers(Os0, Os1),
    (   ( has(portray(true), Os0) ; has(portrayed(true), Os0) ), '$predicate_defined'(user, portray, 1) ->
        portrayed(Term, Term1, Names, []),
        names(Os1, Names, Os)
    ;   Term1 = Term,
        Os = Os1
    ),
    kind_options(options(Os), Term1, Options),
    text_of(Term1, Options, Cs0),
    ( has(priority(P), Os0), binds_less(Term1, P) -> append(['('|Cs0], ")", Cs1) ; Cs1 = Cs0 ),
    ( has(spacing(next_argument), Os0) -> spaced(Cs1, Cs2) ; Cs2 = Cs1 ),
    ( has(nl(true), Os0) -> End = "\n", Stop = ".\n" ; End = "", Stop = ". " ),
    ( has(fullstop(true), Os0) -> append(Cs2, Stop, Cs) ; append(Cs2, End, Cs) ),
    '$put_chars'(Stream, Cs).

% has_swis(+Options): a list with an option that Scryer does not know.
has_swis(Os) :-
    '$skip_max_list'(_, _, Os, Tail),
    Tail == [],
    member(O, Os),
    nonvar(O),
    functor(O, Name, 1),
    swis_option(Name),
    !.

swis_option(portray).
swis_option(portrayed).
swis_option(spacing).
swis_option(fullstop).
swis_option(nl).
swis_option(priority).
swis_option(dotlists).
swis_option(brace_terms).
swis_option(no_lists).
swis_option(attributes).
swis_option(cycles).
swis_option(blobs).
swis_option(character_escapes).
swis_option(module).
swis_option(partial).

has(O, Os) :- member(O0, Os), nonvar(O0), O0 = O, !.

scryers([], []).
scryers([O|Os0], Os) :-
    (   nonvar(O), functor(O, Name, 1), swis_option(Name) -> Os = Os1
    ;   Os = [O|Os1]
    ),
    scryers(Os0, Os1).

names(Os0, Names0, [variable_names(Names)|Os]) :-
    (   select(variable_names(Names1), Os0, Os) -> append(Names0, Names1, Names)
    ;   Os = Os0,
        Names = Names0
    ).

% portrayed(@Term0, -Term, -Names0, ?Names): Term is Term0 with a variable for each part that portray/1 writes, whose name is
% what it has written.
portrayed(T0, T, Ns0, Ns) :-
    (   var(T0) -> T = T0, Ns0 = Ns
    ;   captured(( \+ \+ user:portray(T0) ), Cs) ->
        atom_chars(Name, Cs),
        Ns0 = [Name=T|Ns]
    ;   ( \+ compound(T0) ; is_string(T0) ) -> T = T0, Ns0 = Ns
    ;   T0 = [_|_] -> elements_portrayed(T0, T, Ns0, Ns)
    ;   T0 =.. [F|As0],
        all_portrayed(As0, As, Ns0, Ns),
        T =.. [F|As]
    ).

elements_portrayed(T0, T, Ns0, Ns) :-
    (   nonvar(T0), T0 = [X0|Xs0] ->
        T = [X|Xs],
        portrayed(X0, X, Ns0, Ns1),
        elements_portrayed(Xs0, Xs, Ns1, Ns)
    ;   T0 == [] -> T = [], Ns0 = Ns
    ;   portrayed(T0, T, Ns0, Ns)
    ).

all_portrayed([], [], Ns, Ns).
all_portrayed([A0|As0], [A|As], Ns0, Ns) :-
    portrayed(A0, A, Ns0, Ns1),
    all_portrayed(As0, As, Ns1, Ns).

% binds_less(+Term, +P): Term needs brackets as an argument of priority P.
binds_less(Term, P) :-
    compound(Term),
    \+ is_string(Term),
    functor(Term, Op, N),
    current_op(Q, Type, Op),
    ( N =:= 2 -> memberchk(Type, [xfx,xfy,yfx]) ; N =:= 1, memberchk(Type, [fy,fx,xf,yf]) ),
    Q > P,
    !.

% spaced(+Chars0, -Chars): a space after each comma that is not in quotes.
spaced([], []).
spaced([C|Cs0], [C|Cs]) :-
    (   C == (',') -> Cs = [' '|Cs1], spaced(Cs0, Cs1)
    ;   memberchk(C, ['''','"','`']) -> in_quotes(Cs0, C, Cs)
    ;   spaced(Cs0, Cs)
    ).

in_quotes([], _, []).
in_quotes([C|Cs0], Q, [C|Cs]) :-
    (   C == Q -> spaced(Cs0, Cs)
    ;   C == (\), Cs0 = [C1|Cs1] -> Cs = [C1|Cs2], in_quotes(Cs1, Q, Cs2)
    ;   in_quotes(Cs0, Q, Cs)
    ).

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

?- with_output_to(string(S), write_term(f('A', [b,"c,d"], 1 - 2), [quoted(true),spacing(next_argument),fullstop(true),nl(true)])).
   S = "f('A', [b, \"c,d\"], 1-2).\n".

?- with_output_to(string(S), ( write_term(1 - 2, [priority(200)]), write_term(1 - 2, [priority(999)]) )).
   S = "(1-2)1-2".

?- with_output_to(string(S), writef('%w and %w\\n', [a,"b"])).
   S = "a and b\n".

?- assertz((portray(hidden(_)) :- write(it))), with_output_to(string(S), ( print([hidden(1)-'A']), writeq(hidden(1)) )).
   S = "[it-'A']hidden(1)".
