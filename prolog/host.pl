/** What the host keeps for Prolog because backtracking and errors must not undo it.

Flags of soft cuts; the output that is captured; the column where the output stands; pictures; how far
work has got.
*/

:- module(host, [soft_new/1, soft_set/1, soft_clear/1, capture_start/0, capture_stop/1, output_column/1, show_picture/2, progress_due/0, progress/1]).

:- use_module(library(foreign)).

:- initialization(use_foreign_module("", [coflag([i64,i64],i64), cxcap([i64],i64), cxtext([],cstr), cxshow([cstr,cstr],i64), cxprog([cstr],i64)])).

%!  soft_new(-Flag) is det.
%!  soft_set(+Flag) is det.
%!  soft_clear(+Flag) is semidet.
%
%   Makes a flag; sets it; is true iff it was never set. A flag lasts as long as the query.

soft_new(F) :- '$foreign_call'(coflag, [0,0], F).
soft_set(F) :- '$foreign_call'(coflag, [1,F], _).
soft_clear(F) :- '$foreign_call'(coflag, [2,F], 0).

%!  capture_start is det.
%!  capture_stop(-Text) is det.
%
%   Between them the output is kept instead of being sent. They nest; user_output has to be flushed before.

capture_start :- '$foreign_call'(cxcap, [1], _).
capture_stop(Text) :-
    '$foreign_call'(cxcap, [0], _),
    '$foreign_call'(cxtext, [], Text).

%!  output_column(-Column) is det.
%
%   Column characters stand on the last line of the output.

output_column(Column) :- '$foreign_call'(cxcap, [2], Column).

%!  progress_due is semidet.
%!  progress(+Text) is det.
%
%   It is time to tell how far a long piece of work has got: somebody looks on, and has not been told for half a second.
%   Tells it, a line, if it is due.

progress_due :- '$foreign_call'(cxprog, [[]], 1).
progress(Text) :- '$foreign_call'(cxprog, [Text], _).

%!  show_picture(+Text, +Svg) is semidet.
%
%   Shows a picture after what was written before, Text where it cannot be seen. Fails where the output is captured.

show_picture(Text, Svg) :-
    flush_output(user_output),
    '$foreign_call'(cxshow, [Text,Svg], 1).
