/** Input that somebody has to be asked for.

Where a front end asks its user, goals that read from the user's input are run as `asking:answered(Goal)` (`src/library.rs`
has the list). What was typed and not read waits on the host's side, which asks for a line when there is too little.
*/

:- module(asking, [answered/1, answered/2]).

:- use_module(library(charsio)).
:- use_module(library(foreign)).
:- use_module(library(lists)).
:- use_module(library(swi_files)).

:- initialization(use_foreign_module("", [cxread([i64],i64), cxtext([],cstr)])).

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

is_users(Stream) :- Stream == user_input, !.
is_users(Stream) :-
    nonvar(Stream),
    catch(stream_property(Stream, alias(user_input)), _, false).

typed(read(T)) :- typed_term(T, []).
typed(read(_, T)) :- typed_term(T, []).
typed(read_term(T, Os)) :- typed_term(T, Os).
typed(read_term(_, T, Os)) :- typed_term(T, Os).
typed(get_char(C)) :- typed_text(0, [C]).
typed(get_char(_, C)) :- typed_text(0, [C]).
typed(peek_char(C)) :- typed_text(1, [C]).
typed(peek_char(_, C)) :- typed_text(1, [C]).
typed(get_code(N)) :- typed_text(0, [C]), char_code(C, N).
typed(get_code(_, N)) :- typed_text(0, [C]), char_code(C, N).
typed(peek_code(N)) :- typed_text(1, [C]), char_code(C, N).
typed(peek_code(_, N)) :- typed_text(1, [C]), char_code(C, N).
typed(get_line_to_chars(_, Line, Rest)) :-
    typed_text(2, Text),
    append(Text, "\n", Whole),
    append(Whole, Rest, Line).
typed(read_line_to_string(_, Line)) :- typed_text(2, Line).
typed(read_line_to_codes(_, Codes)) :-
    typed_text(2, Line),
    codes(Line, Codes).

typed_term(Term, Options) :-
    typed_text(3, Text),
    read_term_from_chars(Text, Term, Options).

codes([], []).
codes([C|Cs], [N|Ns]) :- char_code(C, N), codes(Cs, Ns).

% The next character (0), the same without taking it (1), a line without its end (2), a term with its full stop (3).
typed_text(Kind, Text) :-
    flush_output(user_output),
    '$foreign_call'(cxread, [Kind], Answered),
    (   Answered =:= 1 -> '$foreign_call'(cxtext, [], Text0)
    ;   throw(error(permission_error(input, stream, user_input), user_input))
    ),
    Text = Text0.

% Named one by one, since a goal that is called is expanded again.
reading(read(T)) :- read(T).
reading(read(S, T)) :- read(S, T).
reading(read_term(T, Os)) :- read_term(T, Os).
reading(read_term(S, T, Os)) :- read_term(S, T, Os).
reading(get_char(C)) :- get_char(C).
reading(get_char(S, C)) :- get_char(S, C).
reading(peek_char(C)) :- peek_char(C).
reading(peek_char(S, C)) :- peek_char(S, C).
reading(get_code(C)) :- get_code(C).
reading(get_code(S, C)) :- get_code(S, C).
reading(peek_code(C)) :- peek_code(C).
reading(peek_code(S, C)) :- peek_code(S, C).
reading(get_line_to_chars(S, L, R)) :- get_line_to_chars(S, L, R).
reading(read_line_to_string(S, L)) :- read_line_to_string(S, L).
reading(read_line_to_codes(S, L)) :- read_line_to_codes(S, L).
