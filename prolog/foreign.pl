/** Natives of the engine by name, and structs that they fill.

These are the two predicates of library(ffi) that Chesslog needs. That library compiles a predicate for each function, which
nobody calls, and loads library(format).
*/

:- module(foreign, [use_foreign_module/2, foreign_struct/2]).

%!  use_foreign_module(+Library, +Functions) is det.
%!  foreign_struct(+Name, +Fields) is det.
%
%   As in library(ffi): the functions f([i64],i64) can be called by '$foreign_call'/3 from now on, structs read by
%   '$ffi_read_ptr'/3.

use_foreign_module(Library, Functions) :- '$load_foreign_lib'(Library, Functions).

foreign_struct(Name, Fields) :- '$define_foreign_struct'(Name, Fields).
