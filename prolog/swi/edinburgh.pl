/** Input and output as in Edinburgh Prolog, and in the books of Clocksin and Mellish and of Bratko.

```
?- tell('/tmp/chesslog-edinburgh'), writeq('A b'), write('.'), nl, told, see('/tmp/chesslog-edinburgh'), read(X), seen.
   X = 'A b'.
```

A file that is open is gone on with where it was; `user` is the terminal.
*/

:- module(swi_edinburgh, [see/1, seeing/1, seen/0, tell/1, append/1, telling/1, told/0, get0/1, get0/2, get/1, get/2,
                          skip/1, skip/2, put/1, put/2, display/1, ttyflush/0, copy_stream_data/2,
                          copy_stream_data/3]).

:- use_module(library(error)).
:- use_module(library(swi_convert)).
:- use_module(library(string_terms), [written/3]).
:- use_module(library(cl_asking), []).

% opened(Mode, Name, Alias): Mode is `read`, `write` or `append`. (Scryer cannot assert a clause with a stream in it.)
:- dynamic(opened/3).
% current(Mode, Alias): what input comes from, or output goes to, if that is a file that was opened here.
:- dynamic(current/2).

% files(N): so many were opened. An alias that was that of the input is not free again.
:- dynamic(files/1).

files(0).

%! see(+File) is det.
%
% Input comes from File, a name, a stream or `user`, from now on.

see(File) :-
    retractall(current(read, _)),
    (   input(File, Stream) -> set_input(Stream)
    ;   text_atom(see/1, File, Name),
        opened_file(Name, read, Alias),
        set_input(Alias),
        assertz(current(read, Alias))
    ).

opened_file(Name, Mode, Alias) :-
    (   opened(Mode, Name, Alias) -> true
    ;   files(N0),
        N is N0 + 1,
        number_chars(N, Cs),
        atom_chars(Alias, [e,d,i,n,b,u,r,g,h|Cs]),
        % Terms with strings are read twice (`read_from/3` of `string_terms`).
        ( Mode == read -> Options = [reposition(true)] ; Options = [] ),
        catch(open(Name, Mode, _, [alias(Alias)|Options]), error(E, Context), not_opened(E, Name, Context)),
        retract(files(N0)),
        assertz(files(N)),
        assertz(opened(Mode, Name, Alias))
    ).

% The culprit as it was given: Scryer names a list of characters.
not_opened(E0, Name, Context) :-
    (   E0 = existence_error(source_sink, _) -> E = existence_error(source_sink, Name)
    ;   E0 = permission_error(Action, source_sink, _) -> E = permission_error(Action, source_sink, Name)
    ;   E = E0
    ),
    throw(error(E, Context)).

input(File, _) :- var(File), !, instantiation_error(see/1).
input(user, Stream) :- !, cl_engine:terminal(input, Stream).
input(user_input, Stream) :- !, cl_engine:terminal(input, Stream).
input(File, File) :- a_stream(File).

%! seeing(-Stream) is det.
%
% Input comes from Stream.

seeing(Stream) :- current_input(Stream).

%! seen is det.
%
% Closes the file that input comes from; then it comes from the terminal.

seen :-
    cl_engine:terminal(input, Terminal),
    set_input(Terminal),
    closed(read).

%! tell(+File) is det.
%
% Output goes to File, a name, a stream or `user`, from now on; what was in a file is gone.

tell(File) :- output_to(File, write).

%! append(+File) is det.
%
% Output goes to the end of File from now on.

append(File) :- output_to(File, append).

output_to(File, Mode) :-
    retractall(current(write, _)),
    (   output(File, Stream) -> set_output(Stream)
    ;   text_atom(tell/1, File, Name),
        opened_file(Name, Mode, Alias),
        set_output(Alias),
        assertz(current(write, Alias))
    ).

output(File, _) :- var(File), !, instantiation_error(tell/1).
output(user, Stream) :- !, cl_engine:terminal(output, Stream).
output(user_output, Stream) :- !, cl_engine:terminal(output, Stream).
output(user_error, user_error) :- !.
output(File, File) :- a_stream(File).

% An alias, or a stream itself: anything but text. (Scryer's stream_property/2 does not survive an atom that is no alias.)
a_stream(File) :-
    (   atom(File) -> catch(stream_property(_, alias(File)), _, false)
    ;   File \= [_|_],
        File \= '$string'(_)
    ),
    !.

%! telling(-Stream) is det.
%
% Output goes to Stream.

telling(Stream) :- current_output(Stream).

%! told is det.
%
% Closes the file that output goes to; then it goes to the terminal.

told :-
    cl_engine:terminal(output, Terminal),
    set_output(Terminal),
    closed(write).

% What was not opened here stays open.
closed(Mode) :-
    (   retract(current(Mode, Alias)) ->
        retract(opened(_, _, Alias)),
        close(Alias)
    ;   true
    ).

%! get0(-Code) is det.
%
% Code is that of the next character of the input, -1 at its end.

get0(Code) :-
    current_input(Stream),
    get0(Stream, Code).

%! get(-Code) is det.
%
% Code is that of the next character that is no white space, -1 at the end of the input.

get(Code) :-
    get0(Code0),
    (   Code0 =\= -1, Code0 =< 32 -> get(Code)
    ;   Code = Code0
    ).

%! skip(+Code) is det.
%
% Takes characters up to the next one with Code, which may be a character, or to the end of the input.

skip(Code) :-
    ( integer(Code) -> Wanted = Code ; char_code(Code, Wanted) ),
    get0(C),
    (   ( C =:= Wanted ; C =:= -1 ) -> true
    ;   skip(Wanted)
    ).

%! put(+Code) is det.
%
% Writes the character with Code, which may be a character.

put(Code) :-
    (   integer(Code) -> char_code(Char, Code)
    ;   Char = Code
    ),
    put_char(Char).

%! get0(+Stream, -Code) is det.
%! get(+Stream, -Code) is det.
%! skip(+Stream, +Code) is det.
%! put(+Stream, +Code) is det.
%
% The same with Stream.

get0(Stream, Code) :-
    cl_asking:answered(Stream, get_code(Stream, Code0)),
    Code = Code0.

get(Stream, Code) :-
    get0(Stream, Code0),
    (   Code0 =\= -1, Code0 =< 32 -> get(Stream, Code)
    ;   Code = Code0
    ).

skip(Stream, Code) :-
    ( integer(Code) -> Wanted = Code ; char_code(Code, Wanted) ),
    get0(Stream, C),
    (   ( C =:= Wanted ; C =:= -1 ) -> true
    ;   skip(Stream, Wanted)
    ).

put(Stream, Code) :-
    ( integer(Code) -> char_code(Char, Code) ; Char = Code ),
    put_char(Stream, Char).

%! copy_stream_data(+In, +Out) is det.
%! copy_stream_data(+In, +Out, +Length) is det.
%
% Writes to Out what is left in In, or its next Length characters.

copy_stream_data(In, Out) :- copy_stream_data(In, Out, -1).

copy_stream_data(In, Out, N) :-
    (   N =:= 0 -> true
    ;   cl_asking:next_char(In, C),
        (   C == end_of_file -> true
        ;   put_char(Out, C),
            N1 is N - 1,
            copy_stream_data(In, Out, N1)
        )
    ).

%! display(@Term) is det.
%
% Writes Term without operators.

display(Term) :-
    current_output(Stream),
    written(Stream, Term, options([ignore_ops(true)])).

%! ttyflush is det.
%
% Writes what is still to be written.

ttyflush :- flush_output.

?- with_output_to(string(S), ( put(0'a), put(b), display(1+2*x), ttyflush )).
   S = "ab+(1,*(2,x))".

?- tell('/tmp/chesslog-edinburgh-2'), write(a), told, append('/tmp/chesslog-edinburgh-2'), write('b c.'), told,
   see('/tmp/chesslog-edinburgh-2'), get0(A), get(B), skip(c), get(C), seen.
   A = 97, B = 98, C = 46.

?- see(_).
   error(instantiation_error,_).

?- see('/no/such/file').
   error(existence_error(source_sink,'/no/such/file'),_).

?- tell(user), write(a), nl, told, telling(S).
   S = user_output.
