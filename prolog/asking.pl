/** Input that somebody has to be asked for.

Where a front end asks its user, each goal that reads from the current input or a stream is run as `asking:answered(Goal)`
(`src/library.rs` has the list): the front end hears of it first, unless there is still something to be read.
*/

:- module(asking, [answered/1, answered/2]).

:- use_module(library(charsio)).
:- use_module(library(foreign)).
:- use_module(library(swi_files)).

:- initialization(use_foreign_module("", [cxask([],i64)])).

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
    (   is_users(Stream) -> ask
    ;   true
    ),
    reading(Goal).

is_users(Stream) :- Stream == user_input, !.
is_users(Stream) :-
    nonvar(Stream),
    catch(stream_property(Stream, alias(user_input)), _, false).

ask :-
    flush_output(user_output),
    '$foreign_call'(cxask, [], Answered),
    (   Answered =:= 1 -> true
    ;   throw(error(permission_error(input, stream, user_input), user_input))
    ).

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
