/** Where a stream has got to: the line, the column, and how many characters there were.

```
?- findall(Line-Column-Count, ( tmp_file_stream(text, F, Out), write(Out, 'ab\ncde\n'), close(Out), open(F, read, In),
                                read_line_to_string(In, _), get_char(In, _), line_count(In, Line), line_position(In, Column),
                                character_count(In, Count), close(In) ), Places).
   Places = [2-1-4].
```

Scryer counts the bytes of files that are read, and nothing else. So the file is read again up to where the stream is.
*/

:- module(swi_places, [line_count/2, line_position/2, character_count/2, byte_count/2]).

:- use_module(library(error)).
:- use_module(library(swi_capture)).

%! line_count(+Stream, -Line:integer) is det.
%! line_position(+Stream, -Column:integer) is det.
%! character_count(+Stream, -Count:integer) is det.
%! byte_count(+Stream, -Count:integer) is det.
%
% In which line Stream is, counted from 1, and in which column, counted from 0; how many characters, or bytes, came before. That is known of
% files that are read, and of files that are written from their beginning; of what is printed for the user the column is known. It is an
% existence error where it is not known.

line_count(Stream, Line) :- place(Stream, line_count/2, 0, Line).

line_position(Stream, Column) :-
    (   nonvar(Stream), swi_capture:is_user_output(Stream) -> output_column(Stream, Column)
    ;   place(Stream, line_position/2, 1, Column)
    ).

character_count(Stream, Count) :- place(Stream, character_count/2, 2, Count).

byte_count(Stream, Count) :- place(Stream, byte_count/2, 3, Count).

% place(+Stream, +PI, +What, -N): the host says what N is.
place(Stream0, PI, What, N) :-
    (   var(Stream0) -> instantiation_error(PI)
    ;   atom(Stream0), stream_property(Stream, alias(Stream0)) -> true
    ;   Stream = Stream0
    ),
    (   stream_property(Stream, file_name(File)),
        up_to(Stream, Bytes),
        '$foreign_call'(place_in_file, [File,Bytes,What], N0),
        N0 >= 0 ->
        N = N0
    ;   throw(error(existence_error(position, Stream0), PI))
    ).

% up_to(+Stream, -Bytes): the place of Stream is behind so many bytes of its file, or at its end (-1).
up_to(Stream, Bytes) :-
    (   stream_property(Stream, position(position_and_lines_read(Bytes0, _))) -> Bytes = Bytes0
    ;   stream_property(Stream, mode(write)),
        flush_output(Stream),
        Bytes = -1
    ).

?- findall(Line-Column, ( tmp_file_stream(text, F, Out), format(Out, "a~n\tbc", []), line_count(Out, Line), line_position(Out, Column),
                          close(Out) ), Places).
   Places = [2-10].

?- findall(Line-Bytes, ( tmp_file_stream(text, F, Out), format(Out, "p(ä).~n~np(b). p(c).", []), close(Out), open(F, read, In),
                         member(_, [1,2]), read(In, _), line_count(In, Line), byte_count(In, Bytes) ), Places).
   Places = [1-6,3-13].

?- line_count(no_stream, _).
   error(existence_error(stream,no_stream),_).
