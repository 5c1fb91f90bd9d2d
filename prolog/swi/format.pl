/** Formatted output as in SWI-Prolog.

```
?- format("~w has ~d points~t~30|~2f~n", [ann,3,0.5]).
ann has 3 points              0.50
   true.
```

The format string is any text, the arguments are a list or one term, and the sink of format/3 is a
stream or one of `atom(A)`, `string(S)`, `chars(Cs)` and `codes(Cs)`. library(format) defines a goal
expansion for format/2 and format/3 that takes effect everywhere. Therefore calls of format/1, format/2
and format/3 in programs are replaced by calls of formatted/1, formatted/2 and formatted/3.
*/

:- module(swi_format, [formatted/1, formatted/2, formatted/3, format_chars/4, text_to_sink/3]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(string_terms), [written/2]).
:- use_module(library(swi_convert)).
:- use_module(library(swi_capture)).
:- use_module(library(swi_numbers)).
:- use_module(library(swi_arith)).

%! formatted(+Format) is det.
%
% format/1 of SWI-Prolog.

formatted(Format) :- formatted(Format, []).

%! formatted(+Format, +Arguments) is det.
%
% format/2 of SWI-Prolog: writes Arguments as Format says.

formatted(Format, Arguments) :-
    current_output(Stream),
    write_formatted(Stream, Format, Arguments).

%! formatted(+Sink, +Format, +Arguments) is det.
%
% format/3 of SWI-Prolog: like formatted/2, to a stream or a term that gets the text.

formatted(Sink, Format, Arguments) :-
    (   var(Sink) -> instantiation_error(format/3)
    ;   text_sink(Sink) ->
        format_chars(Format, Arguments, 0, Cs),
        text_to_sink(Sink, Cs, format/3)
    ;   write_formatted(Sink, Format, Arguments)
    ).

write_formatted(Stream, Format, Arguments) :-
    text_chars(format/2, Format, Fs),
    argument_list(Arguments, Args),
    catch(swi_format:text_written(Stream, Fs, Args), Error, swi_format:broken_off(Stream, Fs, Args, Error)).

text_written(Stream, Fs, Args) :-
    (   simple(Fs, Args, Cs0, []) -> Cs = Cs0
    ;   output_column(Stream, Column),
        formatted_chars(Fs, Args, Column, Cs)
    ),
    put_text(Stream, Cs).

put_text(Stream, Cs) :-
    (   Cs == [] -> true
    ;   '$put_chars'(Stream, Cs)
    ).

% broken_off(+Stream, +Fs, +Args, +Error): what stands before the directive that throws Error is written all the same.
broken_off(Stream, Fs, Args, Error) :-
    pieces(Fs, Args, Pieces),
    reverse(Pieces, Back),
    without_open_column(Back, Back, Back1),
    reverse(Back1, Pieces1),
    joined(Pieces1, Fs1, Args1),
    output_column(Stream, Column),
    (   catch(swi_format:formatted_chars(Fs1, Args1, Column, Cs), error(_, _), false) -> put_text(Stream, Cs)
    ;   true
    ),
    throw(Error).

% pieces(+Fs, +Args, -Pieces): the directives and texts of Fs up to the first error, as piece(Kind,Fs,Args). Kind is `fill`, `stop` or
% `text`.
pieces(Fs0, Args0, Pieces) :-
    (   Fs0 = [_|_], catch(swi_format:piece(Fs0, Args0, Kind, Fs, Args), error(_, _), false) ->
        append(Own, Fs, Fs0),
        append(Taken, Args, Args0),
        !,
        Pieces = [piece(Kind,Own,Taken)|Pieces1],
        pieces(Fs, Args, Pieces1)
    ;   Pieces = []
    ).

piece([F|Fs0], Args0, Kind, Fs, Args) :-
    (   F == (~) ->
        argument(Fs0, Args0, N, [D|Fs], Args1),
        (   D == t -> Kind = fill, Args = Args1
        ;   column_directive(D), D \== 'N' -> Kind = stop, Args = Args1
        ;   Kind = text,
            ( D == 'N' -> Args = Args1 ; one_directive(D, N, Args1, Args, _) )
        )
    ;   Kind = text, Fs = Fs0, Args = Args0
    ).

% without_open_column(+Back, +Back0, -Pieces): Pieces, the last one first, are those of Back0 before the fills behind its last column stop.
without_open_column([], Back, Back).
without_open_column([piece(Kind,_,_)|Back], Back0, Back1) :-
    (   Kind == stop -> Back1 = Back0
    ;   Kind == fill -> without_open_column(Back, Back, Back1)
    ;   without_open_column(Back, Back0, Back1)
    ).

joined([], [], []).
joined([piece(_,Own,Taken)|Pieces], Fs, Args) :-
    append(Own, Fs1, Fs),
    append(Taken, Args1, Args),
    joined(Pieces, Fs1, Args1).

argument_list(Arguments, Args) :-
    (   is_proper_list(Arguments) -> Args = Arguments
    ;   Args = [Arguments]
    ).

text_sink(atom(_)).
text_sink(string(_)).
text_sink(chars(_)).
text_sink(codes(_)).
text_sink(chars(_, _)).
text_sink(codes(_, _)).

%! text_to_sink(+Sink, +Chars:string, +PI) is semidet.
%
% Gives the text Chars to Sink: `atom(A)`, `string(S)`, `chars(Cs)`, `codes(Cs)` or the latter with a tail.

text_to_sink(Sink, _, PI) :- var(Sink), !, instantiation_error(PI).
% Cs are characters, which atom_chars/2 would look at once more.
text_to_sink(atom(A), Cs, _) :- !, '$atom_chars'(A0, Cs), A = A0.
text_to_sink(string(S), Cs, _) :- !, S = '$string'(Cs).
text_to_sink(chars(S), Cs, _) :- !, S = Cs.
text_to_sink(codes(S), Cs, _) :- !, chars_codes(Cs, S).
text_to_sink(chars(S, Tail), Cs, _) :- !, append(Cs, Tail, S).
text_to_sink(codes(S, Tail), Cs, _) :- !, chars_codes(Cs, Codes), append(Codes, Tail, S).
text_to_sink(Sink, _, PI) :- domain_error(output_sink, Sink, PI).

%! format_chars(+Format, +Arguments, +Column, -Chars:string) is det.
%
% Chars is the text that formatted/2 writes where Column characters stand before it on the line.

format_chars(Format, Arguments, Column, Cs) :-
    text_chars(format/2, Format, Fs),
    argument_list(Arguments, Args),
    (   simple(Fs, Args, Cs0, []) -> Cs = Cs0
    ;   formatted_chars(Fs, Args, Column, Cs)
    ).

% simple(+Fs, +Args, -Cs0, ?Cs): the text is the difference of Cs0 and Cs. Fails if there is a column stop: then the
% text has to be put together piece by piece. Characters are told apart by the first argument, for speed.
simple([], Args, Cs, Cs) :- no_more(Args).
simple([F|Fs], Args, Cs0, Cs) :- simple_char(F, Fs, Args, Cs0, Cs).

simple_char(~, Fs, Args, Cs0, Cs) :- !, simple_directive(Fs, Args, Cs0, Cs).
simple_char(F, Fs, Args, [F|Cs0], Cs) :- simple(Fs, Args, Cs0, Cs).

simple_directive([], _, _, _) :- format_error('truncated format specification').
simple_directive([D|Fs], Args, Cs0, Cs) :- simple_directive(D, Fs, Args, Cs0, Cs).

simple_directive(D, Fs, Args0, Cs0, Cs) :-
    directive_text(D, none, Args0, Args, Text),
    !,
    append(Text, Cs1, Cs0),
    simple(Fs, Args, Cs1, Cs).
simple_directive(D0, Fs0, Args0, Cs0, Cs) :-
    argument([D0|Fs0], Args0, N, Fs1, Args1),
    (   Fs1 = [D|Fs] ->
        \+ column_directive(D),
        one_directive(D, N, Args1, Args, Text),
        append(Text, Cs1, Cs0),
        simple(Fs, Args, Cs1, Cs)
    ;   format_error('truncated format specification')
    ).

% Directives for which the column has to be known.
column_directive('|'). column_directive(+). column_directive(t). column_directive('N').

formatted_chars(Fs, Args, Column, Cs) :-
    directives(Fs, Args, [], line(Column, 0), Cs0, []),
    !,
    Cs = Cs0.

% directives(+Fs, +Args, +Pending, +Line, -Cs0, ?Cs): the text is the difference of Cs0 and Cs. Pending has
% what stands behind the last column stop, last item first: strings and fill(Char). Line is line(C,S)
% where C is the column at which Pending begins and S that of the last column stop.

directives([], Args, Ps, _, Cs0, Cs) :-
    no_more(Args),
    flush(Ps, Cs0, Cs).
directives([F|Fs], Args, Ps, Line, Cs0, Cs) :-
    (   F == (~) ->
        argument(Fs, Args, N, Fs1, Args1),
        (   Fs1 = [D|Fs2] -> directive(D, N, Fs2, Args1, Ps, Line, Cs0, Cs)
        ;   format_error('truncated format specification')
        )
    ;   plain(F, Fs, Text, Fs1, End),
        (   End == newline -> line([Text|Ps], [], Fs1, Args, Cs0, Cs)
        ;   directives(Fs1, Args, [Text|Ps], Line, Cs0, Cs)
        )
    ).

no_more([]).
no_more([_|_]) :- format_error('too many arguments').

% plain(+F, +Fs, -Text, -Rest, -End): Text is the beginning of [F|Fs], up to a newline or a directive.
plain(~, Fs, [], [~|Fs], directive) :- !.
plain('\n', Fs, ['\n'], Fs, newline) :- !.
plain(F, Fs, [F|Text], Rest, End) :- plain(Fs, Text, Rest, End).

plain([], [], [], directive).
plain([F|Fs], Text, Rest, End) :- plain(F, Fs, Text, Rest, End).

% What follows a newline begins a line of its own.
text(Text, Fs, Args, Ps, Line, Cs0, Cs) :-
    (   Text = ['\n'|Rest], Rest == [] -> line([Text|Ps], [], Fs, Args, Cs0, Cs)
    ;   has_newline(Text) ->
        last_line(Text, Lines, Last),
        line([Lines|Ps], [Last], Fs, Args, Cs0, Cs)
    ;   directives(Fs, Args, [Text|Ps], Line, Cs0, Cs)
    ).

line(Ps, Ps1, Fs, Args, Cs0, Cs) :-
    flush(Ps, Cs0, Cs1),
    directives(Fs, Args, Ps1, line(0, 0), Cs1, Cs).

has_newline([C|Cs]) :- has_newline(C, Cs).

has_newline('\n', _) :- !.
has_newline(_, Cs) :- has_newline(Cs).

last_line(Text, Lines, Last) :-
    reverse(Text, Back),
    until_newline(Back, LastBack, LinesBack),
    reverse(LastBack, Last),
    reverse(LinesBack, Lines).

until_newline([C|Cs], Last, Lines) :-
    (   C == '\n' -> Last = [], Lines = [C|Cs]
    ;   Last = [C|Last1],
        until_newline(Cs, Last1, Lines)
    ).

% From the last to the first.
flush([], Cs, Cs).
flush([Item|Items], Cs0, Cs) :-
    item(Item, Cs1, Cs),
    flush(Items, Cs0, Cs1).

item(fill(_), Cs, Cs).
item([], Cs, Cs).
item([C|Text], [C|Cs0], Cs) :- append(Text, Cs, Cs0).

% argument(+Fs0, +Args0, -N, -Fs, -Args): the numeric argument of a directive, or none.
argument([*|Fs], Args0, N, Fs, Args) :-
    !,
    next(Args0, N, Args),
    (   integer(N), N >= 0 -> true
    ;   format_error('no or negative integer for `*\' argument')
    ).
argument(['`',C|Fs], Args, N, Fs, Args) :- !, char_code(C, N).
argument([D|Fs0], Args, N, Fs, Args) :-
    digit(D, W),
    !,
    number_argument(Fs0, W, N, Fs).
argument([:|Fs0], Args0, N, Fs, Args) :- !, argument(Fs0, Args0, N, Fs, Args).
argument(Fs, Args, none, Fs, Args).

number_argument([D|Fs0], N0, N, Fs) :-
    digit(D, W),
    !,
    N1 is N0 * 10 + W,
    number_argument(Fs0, N1, N, Fs).
number_argument([:|Fs], N, N, Fs) :- !.
number_argument(Fs, N, N, Fs).

digit('0', 0). digit('1', 1). digit('2', 2). digit('3', 3). digit('4', 4).
digit('5', 5). digit('6', 6). digit('7', 7). digit('8', 8). digit('9', 9).

next([Arg|Args], Arg, Args).
next([], _, _) :- format_error('not enough arguments').

format_error(Message) :- throw(error(format(Message), format/2)).

argument_error(D, Arg) :- throw(error(format_argument_type(D, Arg), format/2)).

% directive(+D, +N, +Fs, +Args, +Ps, +Line, -Cs0, ?Cs)

directive('|', N, Fs, Args, Ps, line(Start, _), Cs0, Cs) :-
    !,
    width(Ps, 0, Width),
    At is Start + Width,
    (   N == none -> To = At ; To = N ),
    column_stop(To, At, Fs, Args, Ps, Cs0, Cs).
directive(+, N, Fs, Args, Ps, line(Start, Stop), Cs0, Cs) :-
    !,
    width(Ps, 0, Width),
    At is Start + Width,
    (   N == none -> To is Stop + 8 ; To is Stop + N ),
    column_stop(To, At, Fs, Args, Ps, Cs0, Cs).
directive(t, N, Fs, Args, Ps, Line, Cs0, Cs) :-
    !,
    (   N == none -> C = ' ' ; char_code(C, N) ),
    directives(Fs, Args, [fill(C)|Ps], Line, Cs0, Cs).
directive('N', _, Fs, Args, Ps, Line, Cs0, Cs) :-
    !,
    Line = line(Start, _),
    width(Ps, 0, Width),
    (   Start + Width =:= 0 -> directives(Fs, Args, Ps, Line, Cs0, Cs)
    ;   text("\n", Fs, Args, Ps, Line, Cs0, Cs)
    ).
directive(D, N, Fs, Args0, Ps, Line, Cs0, Cs) :-
    one_directive(D, N, Args0, Args, Text),
    text(Text, Fs, Args, Ps, Line, Cs0, Cs).

one_directive(D, N, Args0, Args, Text) :-
    (   directive_text(D, N, Args0, Args, Text0) -> Text = Text0
    ;   throw(error(existence_error(format_character, D), format/2))
    ).

width([], W, W).
width([Item|Items], W0, W) :-
    item_width(Item, N),
    W1 is W0 + N,
    width(Items, W1, W).

item_width(fill(_), 0).
item_width([], 0).
item_width([_|Text], N) :- length([_|Text], N).

column_stop(To, At, Fs, Args, Ps, Cs0, Cs) :-
    Pad is To - At,
    % Text that is too long counts as if it ended at its stop.
    (   Pad =< 0 -> flush(Ps, Cs0, Cs1)
    ;   fills(Ps, 0, Fills),
        (   Fills =:= 0 ->
            repeated(Pad, ' ', Blank),
            flush([Blank|Ps], Cs0, Cs1)
        ;   Each is Pad // Fills,
            Over is Pad - Each * Fills,
            I is Fills - 1,
            padded(Ps, I, Fills, Over, Each, Ps1),
            flush(Ps1, Cs0, Cs1)
        )
    ),
    directives(Fs, Args, [], line(To, To), Cs1, Cs).

fills([], N, N).
fills([Item|Items], N0, N) :-
    (   Item = fill(_) -> N1 is N0 + 1 ; N1 = N0 ),
    fills(Items, N1, N).

% padded(+Items, +I, +Fills, +Over, +Each, -Texts): what is left over goes to fills from the middle one on, one character to each. The
% last item comes first here; I is the number of the next fill.
padded([], _, _, _, _, []).
padded([Item|Items], I, Fills, Over, Each, [Text|Texts]) :-
    (   Item = fill(C) ->
        (   (I - Fills // 2) mod Fills < Over -> N is Each + 1
        ;   N = Each
        ),
        repeated(N, C, Text),
        I1 is I - 1,
        padded(Items, I1, Fills, Over, Each, Texts)
    ;   Text = Item,
        padded(Items, I, Fills, Over, Each, Texts)
    ).

repeated(N, C, Cs) :-
    (   N =< 0 -> Cs = []
    ;   length(Cs, N),
        all_same(Cs, C)
    ).

all_same([], _).
all_same([C|Cs], C) :- all_same(Cs, C).

% front(+N, +Chars0, -Chars): the first N of Chars0, or all.
front(N, Cs0, Cs) :- ( integer(N), length(Cs1, N), append(Cs1, [_|_], Cs0) -> Cs = Cs1 ; Cs = Cs0 ).

% directive_text(+D, +N, +Args0, -Args, -Text)
directive_text(w, _, Args0, Args, Cs) :- next(Args0, A, Args), term_chars(A, false, Cs).
directive_text(p, _, Args0, Args, Cs) :-
    next(Args0, A, Args),
    (   '$predicate_defined'(user, portray, 1) -> captured(written(A, print), Cs)
    ;   term_chars(A, true, Cs)
    ).
directive_text(k, _, Args0, Args, Cs) :- next(Args0, A, Args), captured(written(A, write_canonical), Cs).
directive_text('W', _, Args0, Args, Cs) :-
    next(Args0, A, Args1),
    next(Args1, Options, Args),
    must_be(list, Options),
    captured(written(A, options(Options)), Cs).
directive_text(q, _, Args0, Args, Cs) :- next(Args0, A, Args), term_chars(A, true, Cs).
directive_text(a, _, Args0, Args, Cs) :-
    next(Args0, A, Args),
    (   ( atom(A) ; is_text(A) ) -> text_chars(format/2, A, Cs)
    ;   argument_error(a, A)
    ).
directive_text(s, N, Args0, Args, Cs) :-
    next(Args0, A, Args),
    (   \+ number(A), is_text(A) -> text_chars(format/2, A, Cs0), front(N, Cs0, Cs)
    ;   argument_error(s, A)
    ).
directive_text(d, N, Args0, Args, Cs) :-
    integer_argument(Args0, d, A, Args),
    (   N == none -> '$number_to_chars'(A, Cs)
    ;   decimal_chars(A, N, [], Cs)
    ).
directive_text('D', N, Args0, Args, Cs) :- integer_argument(Args0, 'D', A, Args), decimal_chars(A, N, ",", Cs).
directive_text(f, N, Args0, Args, Cs) :-
    number_argument(Args0, A, Args),
    digits(N, P),
    fixed_chars(A, P, Cs).
directive_text(e, N, Args0, Args, Cs) :-
    number_argument(Args0, A, Args),
    digits(N, P),
    exponent_chars(A, P, Cs).
directive_text('E', N, Args0, Args, Cs) :-
    number_argument(Args0, A, Args),
    digits(N, P),
    exponent_chars(A, P, Cs0),
    append(Start, [e|End], Cs0),
    append(Start, ['E'|End], Cs),
    !.
directive_text(g, N, Args0, Args, Cs) :-
    number_argument(Args0, A, Args),
    digits(N, P),
    general_chars(A, P, Cs).
directive_text(n, N, Args, Args, Cs) :- ( N == none -> Cs = "\n" ; repeated(N, '\n', Cs) ).
directive_text(c, N, Args0, Args, Cs) :-
    next(Args0, A, Args),
    (   integer(A), catch(char_code(C, A), error(_, _), false) -> true
    ;   argument_error(c, A)
    ),
    (   N == none -> Cs = [C] ; repeated(N, C, Cs) ).
directive_text(r, N, Args0, Args, Cs) :-
    radix(N, R),
    integer_argument(Args0, r, A, Args),
    radix_chars(A, R, lower, Cs).
directive_text('R', N, Args0, Args, Cs) :-
    radix(N, R),
    integer_argument(Args0, 'R', A, Args),
    radix_chars(A, R, upper, Cs).
directive_text(i, _, Args0, Args, []) :- next(Args0, _, Args).
directive_text(~, _, Args, Args, "~").

digits(none, 6) :- !.
digits(N, N).

radix(none, 8) :- !.
radix(N, N) :- 2 =< N, N =< 36, !.
radix(N, _) :- domain_error(radix, N, format/2).

integer_argument(Args0, D, A, Args) :-
    next(Args0, A0, Args),
    (   integer(A0) -> A = A0
    ;   evaluate(A0, A),
        ( integer(A) -> true ; argument_error(D, A) )
    ).

number_argument(Args0, A, Args) :-
    next(Args0, A0, Args),
    (   number(A0) -> A = A0
    ;   evaluate(A0, A)
    ).

?- findall(S, ( format_chars("~w~t~10||~n", [a], 0, Cs), string_chars(S, Cs) ), [Text]).
   Text = "a         |\n".

?- findall(S, ( format_chars("~w~t~5|~w~t~10||", [longer,b], 0, Cs), string_chars(S, Cs) ), [Text]).
   Text = "longerb    |".

?- findall(S, ( member(N, [14,15,16]), format_chars("~`*t~t~w~t~*||", [ab,N], 0, Cs), string_chars(S, Cs) ), Texts).
   Texts = ["****    ab    |","****     ab    |","****     ab     |"].

?- findall(S, ( format_chars("~t~d~6|~t~d~12|", [1,22], 0, Cs), string_chars(S, Cs) ), [Text]).
   Text = "     1    22".

?- with_output_to(string(S), format("[~2s][~5s][~0s][~*s]", ["abc","ab","xyz",1,"qrs"])).
   S = "[ab][ab][][q]".

?- findall(S, ( format_chars("~a ~q ~s ~D ~2d", [x,'B',"s",1234567,314], 0, Cs), string_chars(S, Cs) ), [Text]).
   Text = "x 'B' s 1,234,567 3.14".

?- findall(S, ( format_chars("~`-t~8|~e ~4f ~g", [1.5,2,0.1], 0, Cs), string_chars(S, Cs) ), [Text]).
   Text = "--------1.500000e+00 2.0000 0.1".

?- findall(S, ( format_chars("~k ~W", [1 + {x},f('A'),[quoted(true)]], 0, Cs), string_chars(S, Cs) ), [Text]).
   Text = "+(1,{}(x)) f('A')".

?- with_output_to(string(S), catch(format("a ~w~t~8|b~t~w", [1]), _, true)), with_output_to(string(T), catch(format("~a~n~a", [x,f(x)]), _, true)).
   S = "a 1     b", T = "x\n".

?- with_output_to(string(S), ( format("~Na~N~Nb"), format("~N") )).
   S = "a\nb\n".

?- formatted(atom(A), '~w-~w', [a,b]).
   A = 'a-b'.

?- format_chars("~w", [], 0, Cs).
   error(format('not enough arguments'),format/2).

?- format_chars("~d", [1.0], 0, Cs).
   error(format_argument_type(d,1.0),format/2).
