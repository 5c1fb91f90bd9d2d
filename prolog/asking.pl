/** Input that is typed.

The user's input is what a front end asks its user for, or the standard input. Instead of a goal that reads one of this module is run,
`cl_asking:asked_read(T)` for `read(T)` (`src/library.rs` has the list), since it may read from it. What was typed and not read waits on the host's side
(`src/engine/typed.rs`), which gets a line when there is too little.
*/

:- module(cl_asking, [answered/1, answered/2, next_char/2, next_chars/3,
                   asked_read/1, asked_read/2, asked_read_term/2, asked_read_term/3, asked_get_char/1,
                   asked_get_char/2, asked_peek_char/1, asked_peek_char/2, asked_get_code/1, asked_get_code/2,
                   asked_peek_code/1, asked_peek_code/2, asked_at_end_of_stream/0, asked_at_end_of_stream/1,
                   asked_get_n_chars/3, asked_get_line_to_chars/3, asked_read_line_to_string/2,
                   asked_read_line_to_codes/2]).

:- use_module(library(charsio)).
:- use_module(library(error)).
:- use_module(library(lists)).

%! answered(+Goal).
%! answered(+Stream, +Goal).
%
% Runs Goal, which reads from the current input or from Stream.
%
% Where nobody can be asked, that is a permission error.

answered(Goal) :-
    current_input(Stream),
    answered(Stream, Goal).

answered(Stream, Goal) :-
    (   is_users(Stream) -> typed(Goal)
    ;   reading(Goal)
    ).

%! asked_read(-Term).
%
% read/1 of a program, and so on.

asked_read(T) :- answered(read(T)).
asked_read(S, T) :- answered(S, read(S, T)).
asked_read_term(T, Os) :- answered(read_term(T, Os)).
asked_read_term(S, T, Os) :- answered(S, read_term(S, T, Os)).
asked_get_char(C) :- answered(get_char(C)).
asked_get_char(S, C) :- answered(S, get_char(S, C)).
asked_peek_char(C) :- answered(peek_char(C)).
asked_peek_char(S, C) :- answered(S, peek_char(S, C)).
asked_get_code(C) :- answered(get_code(C)).
asked_get_code(S, C) :- answered(S, get_code(S, C)).
asked_peek_code(C) :- answered(peek_code(C)).
asked_peek_code(S, C) :- answered(S, peek_code(S, C)).
asked_at_end_of_stream :- answered(at_end_of_stream).
asked_at_end_of_stream(S) :- answered(S, at_end_of_stream(S)).
asked_get_n_chars(S, N, Cs) :- answered(S, get_n_chars(S, N, Cs)).
asked_get_line_to_chars(S, L, R) :- answered(S, get_line_to_chars(S, L, R)).
asked_read_line_to_string(S, L) :- answered(S, read_line_to_string(S, L)).
asked_read_line_to_codes(S, L) :- answered(S, read_line_to_codes(S, L)).

% The stream itself cannot be kept for comparison: in Scryer that is a crash.
is_users(Stream) :-
    nonvar(Stream),
    (   atom(Stream) -> Stream == user_input
    ;   \+ compound(Stream),
        \+ number(Stream),
        '$stream_property'(Stream, alias, user_input),
        % In Scryer every stream that is the current input has this alias.
        \+ '$stream_property'(Stream, file_name, _)
    ).

typed(read(T)) :- typed_term(T, []).
typed(read(_, T)) :- typed_term(T, []).
typed(read_term(T, Os)) :- typed_term(T, Os).
typed(read_term(_, T, Os)) :- typed_term(T, Os).
typed(get_char(C)) :- typed_char(char, C).
typed(get_char(_, C)) :- typed_char(char, C).
typed(peek_char(C)) :- typed_char(next, C).
typed(peek_char(_, C)) :- typed_char(next, C).
typed(get_code(N)) :- typed_code(char, N).
typed(get_code(_, N)) :- typed_code(char, N).
typed(peek_code(N)) :- typed_code(next, N).
typed(peek_code(_, N)) :- typed_code(next, N).
typed(at_end_of_stream) :- typed_text(next, end_of_file).
typed(at_end_of_stream(_)) :- typed_text(next, end_of_file).
typed(get_n_chars(_, N, Cs)) :- typed_chars(N, Cs).
typed(get_line_to_chars(_, Line, Rest)) :-
    typed_text(line, Text),
    (   Text == end_of_file -> Line = Rest
    ;   append(Text, "\n", Whole),
        append(Whole, Rest, Line)
    ).
typed(read_line_to_string(_, Line)) :-
    typed_text(line, Cs),
    (   Cs == end_of_file -> Line = Cs
    ;   Line = '$string'(Cs)
    ).
typed(read_line_to_codes(_, Codes)) :-
    typed_text(line, Line),
    (   Line == end_of_file -> Codes = Line
    ;   codes(Line, Codes)
    ).

%! next_char(+Stream, -Char) is det.
%! next_chars(+Stream, ?Number, -Chars) is det.
%
% get_char/2 and get_n_chars/3 for streams that may be the user's: in the library goals are not expanded.

next_char(Stream, Char) :-
    (   is_users(Stream) -> typed_char(char, Char)
    ;   get_char(Stream, Char)
    ).

next_chars(Stream, N, Cs) :-
    (   is_users(Stream) -> typed_chars(N, Cs)
    ;   get_n_chars(Stream, N, Cs)
    ).

% typed_chars(?N, -Cs): the next N characters, or all that is left.
typed_chars(N, Cs) :-
    (   var(N) -> Kind = "rest"
    ;   must_be(not_less_than_zero, N),
        number_chars(N, Kind)
    ),
    typed_text(Kind, Text),
    (   Text == end_of_file -> Cs0 = []
    ;   Cs0 = Text
    ),
    ( var(N) -> length(Cs0, N) ; true ),
    Cs = Cs0.

typed_char(Kind, Char) :-
    typed_text(Kind, Text),
    (   Text == end_of_file -> Char = end_of_file
    ;   Text = [Char]
    ).

typed_code(Kind, Code) :-
    typed_char(Kind, Char),
    (   Char == end_of_file -> Code = -1
    ;   char_code(Char, Code)
    ).

typed_term(Term, Options) :-
    typed_text(term, Text),
    (   Text == end_of_file -> string_terms:end_read(Term, Options)
    ;   string_terms:read_text(Text, Term, Options)
    ).

codes([], []).
codes([C|Cs], [N|Ns]) :- char_code(C, N), codes(Cs, Ns).

% A character (char), the same without taking it (next), as many as a number says or all that is left (rest), a line without its
% end, a term with its full stop; `end_of_file` where there is no more.
typed_text(Kind, Text) :-
    flush_output(user_output),
    '$foreign_call'(typed_take, [Kind], Taken),
    (   Taken = "text" -> '$foreign_call'(typed_text, [], Text0)
    ;   Taken = "end" -> Text0 = end_of_file
    ;   throw(error(permission_error(input, stream, user_input), user_input))
    ),
    Text = Text0.

% Named one by one, since a goal that is called is expanded again.
reading(read(T)) :- string_terms:read_from(T, []).
reading(read(S, T)) :- string_terms:read_from(S, T, []).
reading(read_term(T, Os)) :- string_terms:read_from(T, Os).
reading(read_term(S, T, Os)) :- string_terms:read_from(S, T, Os).
reading(get_char(C)) :- get_char(C).
reading(get_char(S, C)) :- get_char(S, C).
reading(peek_char(C)) :- peek_char(C).
reading(peek_char(S, C)) :- peek_char(S, C).
reading(get_code(C)) :- current_input(S), reading(get_code(S, C)).
reading(get_code(S, C)) :- ( may_end(C) -> get_code(S, C0), at_end(C0, C) ; get_code(S, C) ).
reading(peek_code(C)) :- current_input(S), reading(peek_code(S, C)).
reading(peek_code(S, C)) :- ( may_end(C) -> peek_code(S, C0), at_end(C0, C) ; peek_code(S, C) ).
reading(at_end_of_stream) :- at_end_of_stream.
reading(at_end_of_stream(S)) :- at_end_of_stream(S).
reading(get_n_chars(S, N, Cs)) :- get_n_chars(S, N, Cs).
reading(get_line_to_chars(S, L, R)) :- get_line_to_chars(S, L, R).
reading(read_line_to_string(S, L)) :- cl_engine:provided(swi_files), swi_files:read_line_to_string(S, L).
reading(read_line_to_codes(S, L)) :- cl_engine:provided(swi_files), swi_files:read_line_to_codes(S, L).

may_end(C) :- ( var(C) -> true ; integer(C), -1 =< C, C =< 0x10ffff ).

% at_end(+Code0, ?Code): Scryer has -1 at the end, and an atom behind it.
at_end(C0, C) :- ( C0 == end_of_file -> C = -1 ; C = C0 ).
