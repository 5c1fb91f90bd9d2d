/** What is written to the terminal, taken as text.

Programs ask for the text of a goal's output (with_output_to/2) and for the column of the output (column
stops of format/2). The host keeps both; it sees all that is written to `user_output`.
*/

:- module(swi_capture, [captured/2, output_column/2]).

:- use_module(library(cl_host)).

%! captured(:Goal, -Text:string) is semidet.
%
% Text is what Goal, called once, writes to the current output.

:- meta_predicate(captured(0, ?)).

captured(Goal, Text) :-
    current_output(Old),
    cl_engine:terminal(output, Terminal),
    set_output(Terminal),
    flush_output(Terminal),
    cl_host:capture_start,
    (   catch(Goal, E, true) -> Found = true
    ;   Found = false
    ),
    set_output(Terminal),
    flush_output(Terminal),
    cl_host:capture_stop(Text),
    set_output(Old),
    (   nonvar(E) -> throw(E)
    ;   Found = true
    ).

%! output_column(+Stream, -Column) is det.
%
% Column characters stand on the last line of Stream; 0 where that is not known.

output_column(Stream, Column) :-
    (   is_user_output(Stream) ->
        flush_output(Stream),
        cl_host:output_column(Column)
    ;   Column = 0
    ).

is_user_output(Stream) :-
    cl_engine:terminal(output, Terminal),
    (   Stream == user_output -> current_output(Terminal)
    ;   Stream == Terminal
    ).
