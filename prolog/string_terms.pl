/** Strings: a type of their own, as in SWI-Prolog.

Scryer's strings are lists of characters. Unless the session is ISO only, what stands in double quotes is another term, a
*string*: neither an atom nor a list, atomic, printed as it is, and before all atoms in the standard order. Inside it is
`'$string'(Chars)`: `src/syntax/surface.rs` puts that in where a text has double quotes, and what writes terms takes it out.

```
?- X = "abc", string(X), atomic(X), \+ compound(X), writeq(f(X, [a,b,c])).
f("abc",[a,b,c])
   X = "abc".
```

Goals of programs that would see what is inside mean the predicates below.
*/

:- module(string_terms, [is_string/1, string_of/2, strings_of/2, characters/2, throw_text/3, text_of/3, shown_text/4,
                         number_text/2, wordy/1, bracket_first/1, prefix/1, named/4, written/2, written/3, read_text/2, read_text/3, read_from/2,
                         read_from/3, end_read/2, quotes/1, set_quotes/1, flag/2, set_flag/2, name_arity/3, parts/2, argument/3, is_atom/1, is_atomic/1, is_compound/1, is_callable/1]).

:- use_module(library(dcgs)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(variables)).

%! is_string(@Term) is semidet.
%
% Term is a string.

% Any other term with this functor, which a program may write, is a compound like others.
is_string(X) :-
    nonvar(X),
    X = '$string'(Cs),
    '$skip_max_list'(_, _, Cs, Tail),
    atom(Tail),
    '$is_partial_string'(Cs).

%! string_of(+Chars, -Text) is det.
%
% Text is the text with the characters Chars, as programs have it: a string, or in an ISO session the list itself.

string_of(Cs, Text) :-
    (   '$foreign_call'(is_iso, [], 1) -> Text = Cs
    ;   Text = '$string'(Cs)
    ).

%! strings_of(+Lists, -Texts) is det.
%
% The same for each of a list.

strings_of([], []).
strings_of([Cs|Css], [Text|Texts]) :-
    string_of(Cs, Text),
    strings_of(Css, Texts).

%! characters(+Text, -Chars) is semidet.
%
% Chars are the characters of a string, an atom or a list of characters.

characters(Text, Cs) :-
    nonvar(Text),
    (   is_string(Text) -> Text = '$string'(Cs)
    ;   Text == [] -> Cs = []
    ;   atom(Text) -> atom_chars(Text, Cs)
    ;   Text = [C|_], atom(C), Cs = Text
    ).

%! throw_text(+Name, +Chars, +PI) is erroneous.
%
% Throws error(Error, PI), where Error has the functor Name/1 and the text with the characters Chars.

throw_text(Name, Cs, PI) :-
    string_of(Cs, Text),
    Error =.. [Name,Text],
    throw(error(Error, PI)).

% --- writing ----------------------------------------------------------------------------------

% options(IgnoreOps, NumberVars, Quoted, VariableNames, MaxDepth).

%! text_of(@Term, +Options, -Chars) is det.
%
% Chars is the text of Term. Options are options(IgnoreOps, NumberVars, Quoted, VariableNames, MaxDepth). Strings are written
% as such, in double quotes if Quoted is true; in an ISO session these are the lists of characters.

text_of(Term, Options, Cs) :-
    (   atom(Term), arg(3, Options, false) -> atom_chars(Term, Cs)
    ;   arg(3, Options, true), '$foreign_call'(is_iso, [], 1) -> text_of(true, Term, Options, Cs)
    ;   text_of(false, Term, Options, Cs)
    ).

text_of(ListsQuoted, Term, Options, Cs) :-
    (   has_special(Term) ->
        engine:provided(term_marks),
        term_marks:marked_text(ListsQuoted, Term, Options, Cs)
    ;   Options = options(IgnoreOps, NumberVars, Quoted, Names, Depth),
        apart(Term, Names, Term1, Names1),
        '$write_term_to_chars'(Cs, Term1, IgnoreOps, NumberVars, Quoted, Names1, Depth, ListsQuoted)
    ).

%! number_text(+Number, -Chars) is det.
%
% Chars is the text of Number.

number_text(N, Cs) :-
    (   integer(N) -> '$number_to_chars'(N, Cs)
    ;   special_number(N) -> text_of(N, options(false, false, false, [], 0), Cs)
    ;   number_chars(N, Cs)
    ).

% apart(+Term, +Names, -Term1, -Names1): Scryer 0.10 writes `...` in a list for what an element is, if that was a variable when the
% list was made: `L = [X,X], X = f(a), write(L)`. Term1 is the same term in new cells, with the same variables, and Names1 has what
% Names has. The variables come first in the copy: no cell of Term1 is one through which another one refers to a variable.
apart(T, Names, T1, Names1) :-
    (   compound(T) ->
        term_variables(T, Vs),
        '$copy_term_without_attr_vars'(v(Vs,Names,T), v(Vs,Names1,T1))
    ;   T1 = T,
        Names1 = Names
    ).

%! shown_text(@Term, +IgnoreOps, +Names, -Chars) is det.
%
% Chars is the text of Term as it is shown: quoted, with letters for the variables that have no name in Names, a list of
% Name=Variable.

shown_text(Term, IgnoreOps, Names0, Cs) :-
    lettered(Term, Names0, Names),
    text_of(Term, options(IgnoreOps, false, true, Names, 0), Cs).

lettered(Term, Names0, Names) :-
    variables_of(Term, Vs),
    named(Vs, letter, Names0, Names).

%! named(+Variables:list, +Kind, +Names0:list, -Names:list) is det.
%
% Names is Names0, a list of Name=Variable, with names for the variables that have none: `A`, `B`, ..., `A1` and so on, if Kind is
% `letter`; the same after an underscore if it is `fabricated`.

named(Vs, Kind, Names0, Names) :-
    names_of(Vs, 0, Kind, Names0, New),
    append(Names0, New, Names).

names_of([], _, _, _, []).
names_of([V|Vs], N0, Kind, Names, New) :-
    (   lists:member(_ = W, Names), W == V -> names_of(Vs, N0, Kind, Names, New)
    ;   letter_name(Kind, N0, Name),
        N is N0 + 1,
        (   lists:member(Name0 = _, Names), Name0 == Name -> names_of([V|Vs], N, Kind, Names, New)
        ;   New = [Name=V|New1],
            names_of(Vs, N, Kind, Names, New1)
        )
    ).

letter_name(Kind, N, Name) :-
    Code is 0'A + N mod 26,
    char_code(Letter, Code),
    M is N // 26,
    ( M =:= 0 -> Digits = [] ; number_chars(M, Digits) ),
    (   Kind == letter -> atom_chars(Name, [Letter|Digits])
    ;   atom_chars(Name, ['_',Letter|Digits])
    ).

% has_special(@Term): there is something in Term that Scryer writes in another way than SWI-Prolog. A few steps are enough for
% most terms; long ones may have no end.
has_special(Term) :-
    (   compound(Term) ->
        (   special(Term) -> true
        ;   searched(Term, 300, Found),
            (   Found == special -> true
            ;   Found =:= 0,
                guards:finite_term(Term),
                within(Term)
            )
        )
    ;   special_number(Term)
    ).

% Strings; `- 1` and `-x^2`; what may need a space after an operator that is a word, as in `X is -1`; `\\+ {a}`; '$VAR'('Name').
special(Term) :-
    (   is_string(Term) -> true
    ;   otherwise_written(Term) -> '$foreign_call'(is_iso, [], 0)
    ).

otherwise_written(Term) :- after_minus(Term).
otherwise_written('$VAR'(Name)) :- atom(Name).
otherwise_written(Term) :-
    functor(Term, Op, 1),
    arg(1, Term, X),
    bracket_first(X),
    prefix(Op).
otherwise_written(Term) :-
    functor(Term, Op, 2),
    arg(2, Term, Y),
    (   number(Y) -> Y < 0
    ;   atom(Y) -> true
    ;   compound(Y),
        functor(Y, F, N),
        ( N =:= 2 -> true ; \+ lettered(F) )
    ),
    wordy(Op).

after_minus(-(X)) :- ( number(X) -> X >= 0 ; binds_as_well(X) ).

% binds_as_well(@Term): an operand of `-` that needs no brackets. Scryer has them around all but prefix operators.
binds_as_well(X) :-
    compound(X),
    functor(X, Op, N),
    current_op(P, Type, Op),
    P =< 200,
    ( N =:= 2 -> memberchk(Type, [xfx,xfy,yfx]) ; N =:= 1, memberchk(Type, [xf,yf]) ),
    !.

% special_number(@Term): a float that SWI-Prolog writes with an exponent, and Scryer without or with one of another form.
special_number(X) :-
    float(X),
    A is abs(X),
    ( A >= 1.0e15 -> true ; A >= 1.0e-5, A < 1.0e-4 ),
    '$foreign_call'(is_iso, [], 0).

% wordy(+Op): an infix operator that begins with a letter.
wordy(Op) :- lettered(Op), infix(Op).

% bracket_first(@Term): its text begins with a brace, or with an operator in brackets.
bracket_first(X) :-
    (   X == {} -> true
    ;   compound(X),
        (   X = {}(_) -> true
        ;   functor(X, Op, 2),
            Op \== '.',
            arg(1, X, Y),
            nonvar(Y),
            infix(Op),
            ( atom(Y), current_op(_, _, Y) -> true ; bracket_first(Y) )
        )
    ).

infix(Op) :-
    current_op(_, Type, Op),
    memberchk(Type, [xfx,xfy,yfx]),
    !.

% prefix(+Op): a prefix operator.
prefix(Op) :-
    current_op(_, Type, Op),
    ( Type == fy ; Type == fx ),
    !.

% lettered(+Atom): it begins with a small letter; the order of atoms tells that faster than their characters.
lettered(Atom) :- Atom @>= a, Atom @< '{'.

% searched(@Term, +N0, -N): N is `special`, or how many of N0 steps are left.
searched(Term, N0, N) :-
    (   \+ compound(Term) -> ( special_number(Term) -> N = special ; N = N0 )
    ;   special(Term) -> N = special
    ;   N0 =:= 0 -> N = 0
    ;   N1 is N0 - 1,
        (   Term = [X|Xs] ->
            searched(X, N1, N2),
            (   N2 == special -> N = special
            ;   searched(Xs, N2, N)
            )
        ;   functor(Term, _, Arity),
            searched_arguments(Arity, Term, N1, N)
        )
    ).

searched_arguments(I, Term, N0, N) :-
    (   I =:= 0 -> N = N0
    ;   arg(I, Term, X),
        searched(X, N0, N1),
        (   N1 == special -> N = special
        ;   I1 is I - 1,
            searched_arguments(I1, Term, N1, N)
        )
    ).

within(Term) :-
    (   \+ compound(Term) -> special_number(Term)
    ;   special(Term) -> true
    ;   Term = [_|_] -> in_list(Term)
    ;   functor(Term, _, N),
        in_arguments(N, Term)
    ).

in_list(Xs) :-
    (   nonvar(Xs), Xs = [X|Xs1] ->
        (   within(X) -> true
        ;   in_list(Xs1)
        )
    ;   within(Xs)
    ).

in_arguments(N, Term) :-
    N > 0,
    arg(N, Term, X),
    (   within(X) -> true
    ;   N1 is N - 1,
        in_arguments(N1, Term)
    ).

%! written(@Term, +Kind) is det.
%! written(+Stream, @Term, +Kind) is det.
%
% write/1 (Kind is `write`), writeq/1, print/1, write_canonical/1, or write_term/2, with options(Options).

written(Term, Kind) :-
    current_output(Stream),
    written(Stream, Term, Kind).

written(Stream, Term, Kind) :-
    (   particular(Kind) ->
        engine:provided(swi_output),
        swi_output:written_in_full(Stream, Term, Kind)
    ;   ignores_operators(Kind), compound(Term) ->
        options(Kind, Term, Options),
        functional(Term, Options, Cs),
        '$put_chars'(Stream, Cs)
    ;   ( has_special(Term) ; Kind == write_canonical ) ->
        options(Kind, Term, Options),
        text_of(Term, Options, Cs),
        '$put_chars'(Stream, Cs)
    ;   apart(Term, [], Term1, _),
        plainly(Kind, Stream, Term1)
    ).

% particular(+Kind): user:portray/1 may have a say, or there are options that Scryer does not know.
particular(print) :- '$predicate_defined'(user, portray, 1).
particular(options(Os)) :-
    '$foreign_call'(is_iso, [], 0),
    engine:provided(swi_output),
    swi_output:has_swis(Os).

plainly(write, Stream, Term) :- !, write(Stream, Term).
plainly(writeq, Stream, Term) :- !, writeq(Stream, Term).
plainly(print, Stream, Term) :- !, write_term(Stream, Term, [quoted(true),numbervars(true)]).
plainly(options(Os), Stream, Term) :- write_term(Stream, Term, Os).

ignores_operators(write_canonical).
ignores_operators(options(Os)) :-
    '$skip_max_list'(_, _, Os, Tail), Tail == [],
    lists:member(O, Os),
    O == ignore_ops(true).

options(write, _, Options) :- !, Options = options(false, true, false, [], 0).
options(writeq, _, Options) :- !, Options = options(false, true, true, [], 0).
options(print, _, Options) :- !, Options = options(false, true, true, [], 0).
options(write_canonical, Term, Options) :-
    !,
    once_or_more(Term, Vs, []),
    keysort(Vs, Sorted),
    same(Sorted, Often),
    variables_of(Term, All),
    canonical_names(All, Often, 0, Names),
    Options = options(true, false, true, Names, 0).
options(options(Os), _, options(IgnoreOps, NumberVars, Quoted, Names, Depth)) :-
    % The errors of write_term/2, with nothing written.
    builtins:parse_write_options(Os, _, write_term/2),
    chosen(Os, ignore_ops(false), ignore_ops(IgnoreOps)),
    chosen(Os, numbervars(false), numbervars(NumberVars)),
    chosen(Os, quoted(false), quoted(Quoted)),
    chosen(Os, variable_names([]), variable_names(Names)),
    chosen(Os, max_depth(0), max_depth(Depth)).

% The last one of an option counts.
chosen([], Option, Option).
chosen([O|Os], Option0, Option) :-
    (   functor(O, F, 1), functor(Option0, F, 1) -> chosen(Os, O, Option)
    ;   chosen(Os, Option0, Option)
    ).

% Variables that occur once are called _, the others A, B and so on.
canonical_names([], _, _, []).
canonical_names([V|Vs], Often, N0, [Name=V|Names]) :-
    (   lists:member(W, Often), W == V ->
        letter_name(letter, N0, Name),
        N is N0 + 1
    ;   Name = '_',
        N = N0
    ),
    canonical_names(Vs, Often, N, Names).

% once_or_more(+Term, -Pairs, ?Rest): V-1 for each place where a variable V stands.
once_or_more(T, Ps0, Ps) :-
    (   var(T) -> Ps0 = [T-1|Ps]
    ;   compound(T) ->
        T =.. [_|As],
        each_once_or_more(As, Ps0, Ps)
    ;   Ps0 = Ps
    ).

each_once_or_more([], Ps, Ps).
each_once_or_more([A|As], Ps0, Ps) :- once_or_more(A, Ps0, Ps1), each_once_or_more(As, Ps1, Ps).

% same(+Pairs, -Often): variables that come twice one after the other.
same([], []).
same([V-_|Ps], Often) :-
    (   Ps = [W-_|_], V == W -> Often = [V|Often1]
    ;   Often = Often1
    ),
    same(Ps, Often1).

% functional(+Term, +Options, -Chars): in functional notation, with lists in brackets, for which Scryer has dots.
functional(Term, Options, Cs) :-
    phrase(functional(Term, Options), Css),
    lists:append(Css, Cs).

functional(T, Options) --> { \+ is_compound(T) ; T = '$VAR'(_) }, !, { text_of(T, Options, Cs) }, [Cs].
functional([X|Xs], Options) --> !, ["["], functional(X, Options), functional_tail(Xs, Options), ["]"].
functional(T, Options) -->
    { T =.. [F,A|As], text_of(F, Options, Cs) },
    [Cs,"("],
    functional(A, Options),
    functional_arguments(As, Options),
    [")"].

functional_arguments([], _) --> [].
functional_arguments([A|As], Options) --> [","], functional(A, Options), functional_arguments(As, Options).

functional_tail(T, Options) --> { var(T) }, !, ["|"], functional(T, Options).
functional_tail([], _) --> !, [].
functional_tail([X|Xs], Options) --> !, [","], functional(X, Options), functional_tail(Xs, Options).
functional_tail(T, Options) --> ["|"], functional(T, Options).

% --- reading ----------------------------------------------------------------------------------

%! read_text(+Text, -Term) is det.
%! read_text(+Text, -Term, +Options) is det.
%
% Term is read from Text, as a program would be; Options are those of read_term/2.

read_text(Text, Term) :- read_text(Text, Term, []).

read_text(Text, Term, Options) :-
    (   characters(Text, [C|Cs0]) ->
        '$foreign_call'(swi_text, [[C|Cs0]], Cs),
        read_chars(Cs, Term, Options)
    ;   % An error, or nothing.
        must_be(chars, Text),
        read_chars(Text, Term, Options)
    ).

read_chars(Cs, Term, Options0) :-
    (   Options0 == [] -> true
    ;   read_options(Options0, Options),
        builtins:parse_read_term_options(Options, [Singletons,VariableNames,Variables], read_term_from_chars/3)
    ),
    catch(string_terms:cells_read(Cs, Term0, Singletons, Variables, VariableNames), Error, string_terms:rethrown(Error)),
    Term = Term0.

% read_options(+Options0, -Options): without those that only SWI-Prolog has, which change nothing here.
read_options(Os0, Os) :-
    (   '$skip_max_list'(_, _, Os0, Tail), Tail == [], '$foreign_call'(is_iso, [], 0) -> known_options(Os0, Os)
    ;   Os = Os0
    ).

known_options([], []).
known_options([O|Os0], Os) :-
    (   compound(O), functor(O, Name, _), \+ memberchk(Name, [variables,variable_names,singletons]) -> Os = Os1
    ;   Os = [O|Os1]
    ),
    known_options(Os0, Os1).

cells_read(Cs, Term, Singletons, Variables, VariableNames) :-
    '$read_term_from_chars'(Cs, Term, Singletons, Variables, VariableNames).

% The names of Scryer's syntax errors are cells of another kind than atoms: atom_chars/2 fails for them.
rethrown(Error) :-
    (   Error = error(syntax_error(Name0), Context), functor(Name0, Name, 0) ->
        throw(error(syntax_error(Name), Context))
    ;   throw(Error)
    ).

%! read_from(-Term, +Options) is det.
%! read_from(+Stream, -Term, +Options) is det.
%
% read_term/2 and read_term/3.

read_from(Term, Options) :-
    current_input(Stream),
    read_from(Stream, Term, Options).

% As much of the stream as its next term takes is read by the reader of texts. Scryer's own takes the character behind the full
% stop, too, and knows neither strings nor what else only SWI-Prolog has.
read_from(Stream0, Term, Options) :-
    stream_of(Stream0, Stream),
    (   place(Stream, Place) -> sought_text(64, Stream, Place, Text)
    ;   got_text(Stream, Text)
    ),
    (   Text == end_of_file -> end_read(Term, Options)
    ;   catch(string_terms:read_text(Text, Term, Options), Error, string_terms:rethrown(Error, Stream, Place, Text))
    ).

%! end_read(-Term, +Options) is det.
%
% There was nothing to read.

end_read(Term, Options0) :-
    read_options(Options0, Options),
    builtins:parse_read_term_options(Options, [[],[],[]], read_term/3),
    Term = end_of_file.

% rethrown(+Error, +Stream, +Place, +Text): a syntax error in a file has its place as in SWI-Prolog: file(File, Line, Column, Character).
rethrown(Error, Stream, Place, Text) :-
    (   Error = error(syntax_error(Name), _), nonvar(Place), stream_property(Stream, file_name(File)) ->
        Place = position_and_lines_read(Character, _),
        '$foreign_call'(line_of_term, [File,Character,Text], Line),
        throw(error(syntax_error(Name), file(File,Line,0,Character)))
    ;   throw(Error)
    ).

% stream_of(+Stream0, -Stream): Stream is no alias; errors are those of Scryer's reader.
stream_of(S0, S) :-
    (   atom(S0), stream_property(S1, alias(S0)) -> S = S1
    ;   S = S0
    ),
    (   nonvar(S), \+ atom(S), \+ compound(S), \+ number(S), '$stream_property'(S, direction, input) -> true
    ;   catch(peek_char(S, _), error(Error, _), throw(error(Error, read_term/3)))
    ).

% sought_text(+Length, +Stream, +Place, -Text): Text is the text of the next term of Stream, where one can go back to Place, or
% `end_of_file`. So many characters are looked at first.
sought_text(Length, Stream, Place, Text) :-
    '$get_n_chars'(Stream, Length, Cs),
    '$foreign_call'(term_length, [Cs], N),
    (   N > 0 ->
        set_stream_position(Stream, Place),
        '$get_n_chars'(Stream, N, Text)
    ;   length(Cs, Length) ->
        set_stream_position(Stream, Place),
        Length1 is 4 * Length,
        sought_text(Length1, Stream, Place, Text)
    ;   last_text(Cs, Text)
    ).

last_text(Cs, Text) :-
    (   '$foreign_call'(has_tokens, [Cs], 1) -> Text = Cs
    ;   Text = end_of_file
    ).

% got_text(+Stream, -Text): the same, where one cannot go back, by a character after the other.
got_text(Stream, Text) :- got_text(Stream, [], Text).

got_text(Stream, Before, Text) :-
    get_char(Stream, C),
    (   C == end_of_file ->
        lists:reverse(Before, Cs),
        last_text(Cs, Text)
    ;   C == '.',
        peek_char(Stream, Next),
        ends(Next),
        lists:reverse([' ',C|Before], Cs),
        '$foreign_call'(term_length, [Cs], N),
        N > 0 ->
        Text = Cs
    ;   got_text(Stream, [C|Before], Text)
    ).

% What stands behind a full stop.
ends(end_of_file). ends(' '). ends('\n'). ends('\t'). ends('\r'). ends('%').

place(Stream, Place) :-
    stream_property(Stream, reposition(true)),
    stream_property(Stream, position(Place)),
    !.

%! quotes(-Kind) is det.
%! set_quotes(+Kind) is det.
%
% What double quotes are: `string`, `chars`, `codes` or `atom`.

quotes(Kind) :-
    (   '$foreign_call'(quotes_are_strings, [], 1) -> Kind = string
    ;   current_prolog_flag(double_quotes, Kind)
    ).

set_quotes(Kind) :-
    (   Kind == string -> set_prolog_flag(double_quotes, chars), Strings = 1
    ;   atom(Kind), \+ lists:member(Kind, [chars,codes,atom]) ->
        throw(error(domain_error(double_quotes, Kind), set_prolog_flag/2))
    ;   set_prolog_flag(double_quotes, Kind),
        Strings = 0
    ),
    '$foreign_call'(quotes_set, [Strings], _).

%! flag(?Flag, ?Value) is nondet.
%! set_flag(+Flag, +Value) is det.
%
% current_prolog_flag/2 and set_prolog_flag/2.

flag(Flag, Value) :-
    ( '$predicate_defined'(swi_flags, flag_value, 2) -> true ; engine:provided(swi_flags) ),
    swi_flags:flag_value(Flag, Value).

set_flag(Flag, Value) :-
    engine:provided(swi_flags),
    swi_flags:set_flag_value(Flag, Value).

% --- what would see inside ------------------------------------------------------------------------

%! name_arity(?Term, ?Name, ?Arity) is det.
%
% functor/3. A list has the name '[|]'.

name_arity(T, N, A) :-
    (   nonvar(T) ->
        (   T = [_|_] -> N = '[|]', A = 2
        ;   is_string(T) -> N = T, A = 0
        ;   functor(T, N, A)
        )
    ;   A == 0, is_string(N) -> T = N
    ;   N == '[|]', A == 2 -> T = [_|_]
    ;   functor(T, N, A)
    ).

%! parts(?Term, ?List) is det.
%
% `=..`.

parts(T, L) :-
    (   nonvar(T) ->
        (   T = [X|Xs] -> L = ['[|]',X,Xs]
        ;   is_string(T) -> L = [T]
        ;   T =.. L
        )
    ;   nonvar(L), L = [N|As], is_string(N), As == [] -> T = N
    ;   nonvar(L), L = [N|As], N == '[|]', nonvar(As), As = [X|Xs0], nonvar(Xs0), Xs0 = [Xs|End], End == [] -> T = [X|Xs]
    ;   T =.. L
    ).

%! is_atom(@Term) is semidet.
%! is_atomic(@Term) is semidet.
%! is_compound(@Term) is semidet.
%! is_callable(@Term) is semidet.
%
% atom/1, atomic/1, compound/1 and callable/1. An empty list is no atom in SWI-Prolog.

is_atom(X) :- atom(X), X \== [].

is_atomic(X) :- ( atomic(X) -> true ; is_string(X) ).

is_compound(X) :- compound(X), \+ is_string(X).

is_callable(X) :- callable(X), X \== [], \+ is_string(X).

%! argument(+N, +Term, ?Argument) is semidet.
%
% arg/3.

argument(N, T, A) :-
    (   is_string(T) -> throw(error(type_error(compound, T), arg/3))
    ;   arg(N, T, A)
    ).

?- X = "abc", string(X), atomic(X), \+ atom(X), \+ compound(X), \+ callable(X), \+ is_list(X), X \= abc, X \= [a,b,c].
   X = "abc".

?- with_output_to(atom(Q), writeq(f("it\"s", [a,b], 'A', ""))), with_output_to(atom(W), write(["its"-"x"])).
   Q = 'f("it\\"s",[a,b],\'A\',"")', W = '[its-x]'.

?- with_output_to(atom(A), write_term([1,"ab",f("c",_)], [quoted(true),max_depth(2)])).
   A = '[1,"ab"|...]'.

?- with_output_to(atom(A), print([- 1,7 mod -2,x is -1,1 - -1,-(-(1)),f(-1)])).
   A = '[- 1,7 mod -2,x is -1,1- -1,- - 1,f(-1)]'.

?- with_output_to(atom(A), write_canonical(f("s", [a|X], X, _, 1 - {a}))).
   A = 'f("s",[a|A],A,_,-(1,{}(a)))'.

?- findall(Last, ( findall(S, ( between(1, 300, N), number_string(N, S) ), L), term_string(L, Text), term_string(L1, Text),
                   L1 == L, last(L1, Last) ), Lasts).
   Lasts = ["300"].

?- functor("abc", Name, Arity), "abc" =.. List, maplist(atomic, ["x",y,1]).
   Name = "abc", Arity = 0, List = ["abc"].

?- functor([a,b], Name, Arity), [a] =.. List, T =.. ['[|]',a,[]].
   Name = '[|]', Arity = 2, List = ['[|]',a,[]], T = [a].

?- \+ atom([]), \+ callable([]), include(atom, [[],a,"b",1], Atoms), must_be(atomic, []).
   Atoms = [a].

?- arg(1, "abc", _).
   error(type_error(compound,"abc"),arg/3).

?- msort([b,"b",1,f(x),"a",2.0,a], L), compare(Order, "b", a).
   L = [1,2.0,"a","b",a,b,f(x)], Order = (<).

?- term_to_atom(T, 'f("a b", c)'), arg(1, T, S), string(S).
   T = f("a b",c), S = "a b".

?- phrase(([a], "bc"), "abc"), X is "a" + 1.
   X = 98.

?- set_prolog_flag(double_quotes, codes), current_prolog_flag(double_quotes, Kind), set_prolog_flag(double_quotes, string).
   Kind = codes.

?- L = [X,b,g(X)], X = f(a), with_output_to(atom(A), write(L)).
   L = [f(a),b,g(f(a))], X = f(a), A = '[f(a),b,g(f(a))]'.
