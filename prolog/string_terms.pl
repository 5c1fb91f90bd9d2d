/** Strings: a type of their own, as in SWI-Prolog.

Scryer's strings are lists of characters. Unless the session is ISO only, what stands in double quotes is another term, a
*string*: neither an atom nor a list, atomic, printed as it is, and before all atoms in the standard order. Inside it is
`'$string'(Chars)`: `src/syntax/surface.rs` puts that in where a text has double quotes, and what writes terms (`term_texts`) takes it out.

```
?- X = "abc", string(X), atomic(X), \+ compound(X), writeq(f(X, [a,b,c])).
f("abc",[a,b,c])
   X = "abc".
```

Goals of programs that would see what is inside mean the predicates below.
*/

:- module(string_terms, [is_string/1, string_of/2, strings_of/2, characters/2, throw_text/3, written/2, written/3, write_as/2, write_as/3, write_with/2, write_with/3,
                         read_text/2, read_text/3, read_from/2, read_from/3, end_read/2, quotes/1, set_quotes/1, flag/2, set_flag/2, name_arity/3, parts/2, argument/3, is_atom/1, is_atomic/1, is_compound/1, is_callable/1]).

:- use_module(library(error)).
:- use_module(library(lists)).

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

%! written(@Term, +Kind) is det.
%! written(+Stream, @Term, +Kind) is det.
%
% write/1 (Kind is `write`), writeq/1, print/1, write_canonical/1, or write_term/2, with options(Options).

written(Term, Kind) :-
    current_output(Stream),
    written(Stream, Term, Kind).

written(Stream, Term, Kind) :-
    (   particular(Kind) ->
        cl_engine:provided(swi_output),
        swi_output:written_in_full(Stream, Term, Kind)
    ;   term_texts:as_text(Kind, Term, Cs) -> '$put_chars'(Stream, Cs)
    ;   term_texts:apart(Term, [], Term1, _),
        plainly(Kind, Stream, Term1)
    ).

%! write_as(+Kind, @Term) is det.
%! write_as(+Kind, +Stream, @Term) is det.
%! write_with(@Term, +Options) is det.
%! write_with(+Stream, @Term, +Options) is det.
%
% The same, with the arguments in the order of write/2 and write_term/3: closures that lack the last ones are completed.

write_as(Kind, Term) :- written(Term, Kind).
write_as(Kind, Stream, Term) :- written(Stream, Term, Kind).

write_with(Term, Os) :- written(Term, options(Os)).
write_with(Stream, Term, Os) :- written(Stream, Term, options(Os)).

% particular(+Kind): user:portray/1 may have a say, or there are options that Scryer does not know.
particular(print) :- '$predicate_defined'(user, portray, 1).
particular(options(Os)) :-
    '$foreign_call'(is_iso, [], 0),
    cl_engine:provided(swi_output),
    swi_output:has_swis(Os).

plainly(write, Stream, Term) :- !, write(Stream, Term).
plainly(writeq, Stream, Term) :- !, writeq(Stream, Term).
plainly(print, Stream, Term) :- !, write_term(Stream, Term, [quoted(true),numbervars(true)]).
plainly(options(Os), Stream, Term) :- write_term(Stream, Term, Os).

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

read_chars(Cs, Term, Options) :-
    wanted(Options, Singletons, VariableNames, Variables),
    catch(string_terms:cells_read(Cs, Term0, Singletons, Variables, VariableNames), Error, string_terms:rethrown(Error)),
    Term = Term0.

% wanted(+Options, ?Singletons, ?VariableNames, ?Variables): what the options of read_term/2 ask for.
wanted(Options0, Singletons, VariableNames, Variables) :-
    (   Options0 == [] -> true
    ;   read_options(Options0, Options),
        builtins:parse_read_term_options(Options, [Singletons,VariableNames,Variables], read_term_from_chars/3)
    ).

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
    text_of_term(Stream, Place, Text),
    (   Text == end_of_file -> end_read(Term, Options)
    ;   catch(string_terms:read_text(Text, Term, Options), Error, string_terms:rethrown(Error, Stream, Place, Text))
    ).

text_of_term(Stream, Place, Text) :-
    (   place(Stream, Place) -> sought_text(64, Stream, Place, Text)
    ;   got_text(Stream, Text)
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
    quotes_flag(Kind, Flag, Strings),
    set_prolog_flag(double_quotes, Flag),
    '$foreign_call'(quotes_set, [Strings], _).

% quotes_flag(+Kind, -Flag, -Strings): Flag is what the engine calls Kind; Strings is 1 if that means strings.
quotes_flag(Kind, Flag, Strings) :-
    (   Kind == string -> Flag = chars, Strings = 1
    ;   atom(Kind), \+ lists:member(Kind, [chars,codes,atom]) ->
        throw(error(domain_error(double_quotes, Kind), set_prolog_flag/2))
    ;   Flag = Kind,
        Strings = 0
    ).

%! flag(?Flag, ?Value) is nondet.
%! set_flag(+Flag, +Value) is det.
%
% current_prolog_flag/2 and set_prolog_flag/2.

flag(Flag, Value) :-
    ( '$predicate_defined'(swi_flags, flag_value, 2) -> true ; cl_engine:provided(swi_flags) ),
    swi_flags:flag_value(Flag, Value).

set_flag(Flag, Value) :-
    cl_engine:provided(swi_flags),
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
