/** What the host keeps for Prolog because backtracking and errors must not undo it.

Flags of soft cuts; the output that is captured; the column where the output stands; pictures; how far
work has got.
*/

:- module(cl_host, [soft_new/1, soft_set/1, soft_clear/1, capture_start/0, capture_stop/1, output_column/1, show_picture/2, progress_due/0, progress/1]).


%!  soft_new(-Flag) is det.
%!  soft_set(+Flag) is det.
%!  soft_clear(+Flag) is semidet.
%
%   Makes a flag; sets it; is true iff it was never set. A flag lasts as long as the query.

soft_new(F) :- '$foreign_call'(flag_new, [], F).
soft_set(F) :- '$foreign_call'(flag_set, [F], _).
soft_clear(F) :- '$foreign_call'(flag_is_set, [F], 0).

%!  capture_start is det.
%!  capture_stop(-Text) is det.
%
%   Between them the output is kept instead of being sent. They nest; user_output has to be flushed before.

capture_start :- '$foreign_call'(capture_begin, [], _).
capture_stop(Text) :- '$foreign_call'(capture_end, [], Text).

%!  output_column(-Column) is det.
%
%   Column characters stand on the last line of the output.

output_column(Column) :- '$foreign_call'(output_column, [], Column).

%!  progress_due is semidet.
%!  progress(+Text) is det.
%
%   It is time to tell how far a long piece of work has got: somebody looks on, and has not been told for half a second.
%   Tells it, a line, if it is due.

progress_due :- '$foreign_call'(progress_is_due, [], 1).
progress(Text) :- '$foreign_call'(progress_tell, [Text], _).

%!  show_picture(+Text, +Svg) is semidet.
%
%   Shows a picture after what was written before, Text where it cannot be seen. Fails where the output is captured.

show_picture(Text, Svg) :-
    flush_output(user_output),
    '$foreign_call'(picture_show, [Text,Svg], 1).
