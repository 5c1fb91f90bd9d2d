/** Tables with separators: SWI-Prolog's library(csv).

```
?- phrase(csv(Rows), "name,points\n\"Ng, A.\",2.5\n").
   Rows = [row(name,points),row('Ng, A.',2.5)].
```

A field in quotation marks may hold separators, line ends, and `""` for a quotation mark (RFC 4180); any other
begins and ends with the separators beside it. The options are those of SWI-Prolog:

- separator(Char): a character or its code; `,`, for files whose name ends with `.tsv` a tab.
- convert(B): whether fields that are numbers become numbers; true. All others are atoms.
- strip(B): whether blanks around a field are left out; false.
- ignore_quotes(B): whether quotation marks are like other characters; false.
- case(What): `down`, `up` or `preserve`; preserve.
- functor(Name): rows are terms with this name; `row`.
- arity(N): rows have N fields, whatever the first one has.
- match_arity(B): whether a row with another number of fields is a domain error; true.
- skip_lines(N): so many lines at the beginning are passed over; 0.
*/

:- module(swi_csv, [csv//1, csv//2, csv_read_file/2, csv_read_file/3, csv_read_file_row/3, csv_read_stream/3,
                    csv_write_file/2, csv_write_file/3, csv_write_stream/3]).

:- use_module(library(dcgs)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(swi_convert)).
:- use_module(library(swi_files)).
:- use_module(library(swi_options)).
:- use_module(library(swi_text)).
:- use_module(library(cl_asking), []).

%! csv(?Rows)// is det.
%! csv(?Rows, +Options)// is det.
%
% Rows are the terms of a table, one for each line. They are read from the characters, or if they are bound written.

csv(Rows) --> csv(Rows, []).

csv(Rows, Options) -->
    { options(Options, "", csv//2, O) },
    (   { ground(Rows) } -> written(Rows, O)
    ;   skipped(O), read(O, Rows0), { Rows = Rows0 }
    ).

%! csv_read_file(+File:text, -Rows) is det.
%! csv_read_file(+File:text, -Rows, +Options) is det.
%
% Rows are the terms of the table in File, one for each line.

csv_read_file(File, Rows) :- csv_read_file(File, Rows, []).

csv_read_file(File, Rows, Options) :-
    options(Options, File, csv_read_file/3, O),
    file_chars(File, csv_read_file/3, Text),
    phrase(( skipped(O), read(O, Rows0) ), Text),
    Rows = Rows0.

%! csv_read_file_row(+File:text, -Row, +Options) is nondet.
%
% Row is a row of the table in File. With the option `line(N)`, N is its number, from 1.

csv_read_file_row(File, Row, Options0) :-
    (   select_option(line(N), Options0, Options) -> true
    ;   Options = Options0
    ),
    csv_read_file(File, Rows, Options),
    nth1(N, Rows, Row).

%! csv_read_stream(+Stream, -Rows, +Options) is det.
%
% Rows are the terms of the table that is left in Stream.

csv_read_stream(Stream, Rows, Options) :-
    options(Options, "", csv_read_stream/3, O),
    cl_asking:next_chars(Stream, _, Text),
    phrase(( skipped(O), read(O, Rows0) ), Text),
    Rows = Rows0.

%! csv_write_file(+File:text, +Rows) is det.
%! csv_write_file(+File:text, +Rows, +Options) is det.
%
% Writes Rows, a list of terms, into File, each as a line that ends with CR and LF.

csv_write_file(File, Rows) :- csv_write_file(File, Rows, []).

csv_write_file(File, Rows, Options) :-
    options(Options, File, csv_write_file/3, O),
    phrase(written(Rows, O), Text),
    text_atom(csv_write_file/3, File, Name),
    open(Name, write, Stream),
    put_all(Text, Stream),
    close(Stream).

%! csv_write_stream(+Stream, +Rows, +Options) is det.
%
% Writes Rows, a list of terms, to Stream.

csv_write_stream(Stream, Rows, Options) :-
    options(Options, "", csv_write_stream/3, O),
    phrase(written(Rows, O), Text),
    put_all(Text, Stream).

put_all([], _).
put_all([C|Cs], Stream) :- put_char(Stream, C), put_all(Cs, Stream).

% options(+Options, +File, +PI, -O): O is o(Separator, Convert, Strip, Quotes, Case, Functor, Arity, Match, Skip).
options(Options, File, PI, o(Separator,Convert,Strip,Quotes,Case,Functor,Arity,Match,Skip)) :-
    must_be(list, Options),
    (   text_chars(PI, File, Name), append(_, ".tsv", Name) -> Usual = '\t'
    ;   Usual = (',')
    ),
    option(separator(Separator0), Options, Usual),
    (   integer(Separator0) -> char_code(Separator, Separator0)
    ;   atom(Separator0), atom_length(Separator0, 1) -> Separator = Separator0
    ;   domain_error(csv_separator, Separator0, PI)
    ),
    option(convert(Convert), Options, true),
    option(strip(Strip), Options, false),
    option(ignore_quotes(Ignore), Options, false),
    ( Ignore == true -> Quotes = false ; Quotes = true ),
    option(case(Case), Options, preserve),
    option(functor(Functor), Options, row),
    option(arity(Arity), Options, _),
    option(match_arity(Match), Options, true),
    option(skip_lines(Skip), Options, 0).

skipped(O) --> { arg(9, O, N) }, lines(N).

lines(N) --> { N > 0 }, line, !, { N1 is N - 1 }, lines(N1).
lines(_) --> [].

line --> ['\n'], !.
line --> [_], line.

read(_, []) --> at_end, !.
read(O, [Row|Rows]) -->
    fields(O, Fields),
    { row(O, Fields, Row) },
    read(O, Rows).

at_end([], []).

fields(O, [Field|Fields]) -->
    field(O, Field),
    (   { arg(1, O, Separator) }, [Separator] -> fields(O, Fields)
    ;   line_end, { Fields = [] }
    ).

line_end --> ['\r'], ['\n'], !.
line_end --> ['\n'], !.
line_end --> ['\r'], at_end, !.
line_end --> at_end.

field(O, Field) -->
    (   { arg(4, O, true) }, blanks_before(O), ['"'] -> quoted(Chars), rest(O, After), { append(Chars, After, All) }
    ;   rest(O, All)
    ),
    { value(O, All, Field) }.

blanks_before(O) --> { arg(3, O, true) }, [C], { C == ' ' ; C == '\t' }, !, blanks_before(O).
blanks_before(_) --> [].

quoted(Chars) -->
    [C], !,
    (   { C \== '"' } -> { Chars = [C|Chars0] }, quoted(Chars0)
    ;   ['"'] -> { Chars = ['"'|Chars0] }, quoted(Chars0)
    ;   { Chars = [] }
    ).
quoted([]) --> [].

rest(O, Chars, Cs0, Cs) :-
    arg(1, O, Separator),
    rest_(Cs0, Separator, Chars, Cs).

rest_([], _, [], []).
rest_([C|Cs0], Separator, Chars, Cs) :-
    (   C == Separator -> Chars = [], Cs = [C|Cs0]
    ;   C == '\n' -> Chars = [], Cs = [C|Cs0]
    ;   C == '\r', ( Cs0 = ['\n'|_] ; Cs0 == [] ) -> Chars = [], Cs = [C|Cs0]
    ;   Chars = [C|Chars0],
        rest_(Cs0, Separator, Chars0, Cs)
    ).

value(O, Chars0, Value) :-
    (   arg(3, O, true) -> stripped(Chars0, Chars1)
    ;   Chars1 = Chars0
    ),
    (   arg(2, O, true), numeric(Chars1, Number) -> Value = Number
    ;   arg(5, O, Case),
        cased(Case, Chars1, Chars),
        atom_chars(Value, Chars)
    ).

% A number as Prolog writes it, without blanks around it.
numeric([C|Cs], Number) :-
    once(( memberchk(C, "+-"), Cs = [D|_] ; D = C )),
    memberchk(D, "0123456789"),
    ( C == (+) -> Digits = Cs ; Digits = [C|Cs] ),
    catch(number_chars(Number, Digits), error(_, _), false).

cased(preserve, Chars, Chars).
cased(down, Chars0, Chars) :- atom_chars(A0, Chars0), downcase_atom(A0, A), atom_chars(A, Chars).
cased(up, Chars0, Chars) :- atom_chars(A0, Chars0), upcase_atom(A0, A), atom_chars(A, Chars).

stripped(Chars0, Chars) :-
    left(Chars0, Chars1),
    reverse(Chars1, Chars2),
    left(Chars2, Chars3),
    reverse(Chars3, Chars).

left([C|Cs0], Cs) :- ( C == ' ' ; C == '\t' ), !, left(Cs0, Cs).
left(Cs, Cs).

row(O, Fields, Row) :-
    arg(6, O, Functor),
    arg(7, O, Arity),
    arg(8, O, Match),
    length(Fields, N),
    Row =.. [Functor|Fields],
    (   Match == true, var(Arity) -> Arity = N
    ;   Match == true, Arity \== N -> domain_error(row_arity(Arity), Row, csv//2)
    ;   true
    ).

written([], _) --> [].
written([Row|Rows], O) -->
    { Row =.. [_|Fields] },
    written_fields(Fields, O),
    "\r\n",
    written(Rows, O).

written_fields([], _) --> [].
written_fields([Field|Fields], O) -->
    { text_chars(csv//2, Field, Chars), arg(1, O, Separator) },
    (   { member(C, Chars), memberchk(C, [Separator,'"','\n','\r']) } -> ['"'], doubled(Chars), ['"']
    ;   all(Chars)
    ),
    (   { Fields == [] } -> []
    ;   [Separator],
        written_fields(Fields, O)
    ).

doubled([]) --> [].
doubled([C|Cs]) --> ( { C == '"' } -> ['"','"'] ; [C] ), doubled(Cs).

all([]) --> [].
all([C|Cs]) --> [C], all(Cs).

?- phrase(csv(Rows), "a,1\r\n\"x\"\"y\",-2.5\n,+3").
   Rows = [row(a,1),row('x"y',-2.5),row('',3)].

?- phrase(csv(Rows, [separator(0';),convert(false),functor(r)]), "a;1\nb;2\n").
   Rows = [r(a,'1'),r(b,'2')].

?- phrase(csv(Rows, [strip(true),case(up),skip_lines(1)]), "# made by hand\n a , 7 \n").
   Rows = [row('A',7)].

?- findall(T, ( phrase(csv([row(a,'b,c',1.5),row('say "no"',"",2)]), Cs), string_chars(T, Cs) ), [Text]).
   Text = "a,\"b,c\",1.5\r\n\"say \"\"no\"\"\",,2\r\n".

?- phrase(csv(_), "a,b\nc\n").
   error(domain_error(row_arity(2),row(c)),csv//2).

?- phrase(csv(Rows, [match_arity(false)]), "a,b\nc\n").
   Rows = [row(a,b),row(c)].

?- phrase(csv(_, [separator(ab)]), "a").
   error(domain_error(csv_separator,ab),csv//2).

?- phrase(csv(Rows), "").
   Rows = [].

?- csv_read_file('/no/such/table.csv', _).
   error(existence_error(source_sink,'/no/such/table.csv'),_).
