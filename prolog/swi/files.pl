/** Files and the environment, with names given as any text.

```
?- exists_file('/no/such/file').
   false.
?- shell("exit 3", Status).
   Status = 3.
?- shell("kill -9 $$", Status).
   Status = 137.
```
*/

:- module(swi_files, [exists_file/1, exists_directory/1, access_file/2, read_file_to_string/3,
                      read_file_to_codes/3, read_file_to_terms/3, file_chars/3, read_line_to_string/2,
                      read_line_to_codes/2, read_line_to_codes/3, read_stream_to_codes/2, read_string/3,
                      read_string/5, delete_file/1, make_directory/1, make_directory_path/1, size_file/2, working_directory/2,
                      getenv/2, setenv/2, unsetenv/1, shell/1, shell/2, file_base_name/2,
                      file_directory_name/2, file_name_extension/3, prompt/2]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(charsio), [get_n_chars/3]).
:- use_module(library(files), [path_segments/2]).
:- use_module(library(os), [pid/1]).
:- use_module(library(process), [process_create/3, process_wait/2, process_release/1]).
:- use_module(library(swi_convert)).
:- use_module(library(string_terms)).
:- use_module(library(swi_atoms), [open_stream/3]).

%! exists_file(+File:text) is semidet.
%
% True iff there is a file File.

exists_file(File) :-
    text_chars(exists_file/1, File, Cs),
    files:file_exists(Cs).

%! exists_directory(+Directory:text) is semidet.
%
% True iff there is a directory Directory.

exists_directory(Directory) :-
    text_chars(exists_directory/1, Directory, Cs),
    files:directory_exists(Cs).

%! access_file(+File:text, +Mode) is semidet.
%
% True iff File can be opened with Mode: `read`, or `exist`; other modes hold where the directory exists.

access_file(File, Mode) :-
    text_chars(access_file/2, File, Cs),
    (   ( Mode == write ; Mode == append ) -> true
    ;   Mode == none -> true
    ;   files:file_exists(Cs)
    ).

%! read_file_to_string(+File:text, -String, +Options) is det.
%
% String is the contents of File. Options are not used.

read_file_to_string(File, String, _) :-
    file_chars(File, read_file_to_string/3, Cs),
    String = '$string'(Cs).

%! file_chars(+File:text, +PI, -Chars) is det.
%
% Chars are the characters of File. PI is the predicate that an error names.

file_chars(File, PI, Cs) :-
    text_atom(PI, File, Name),
    open_stream(Name, read, Stream),
    get_n_chars(Stream, _, Cs0),
    close(Stream),
    Cs = Cs0.

%! read_file_to_codes(+File:text, -Codes, +Options) is det.
%
% Codes are the codes of the contents of File.

read_file_to_codes(File, Codes, _) :-
    file_chars(File, read_file_to_codes/3, Cs),
    chars_codes(Cs, Codes).

%! read_file_to_terms(+File:text, -Terms, +Options) is det.
%
% Terms are the terms that File holds.

read_file_to_terms(File, Terms, _) :-
    text_atom(read_file_to_terms/3, File, Name),
    open_stream(Name, read, Stream),
    catch(stream_terms(Stream, Terms0), E, ( close(Stream), throw(E) )),
    close(Stream),
    Terms = Terms0.

stream_terms(Stream, Terms) :-
    read_from(Stream, Term, []),
    (   Term == end_of_file -> Terms = []
    ;   Terms = [Term|Terms1],
        stream_terms(Stream, Terms1)
    ).

%! read_line_to_string(+Stream, -String) is det.
%
% String is the next line of Stream without its end, or `end_of_file`.

read_line_to_string(Stream, String) :-
    (   line(Stream, Cs) -> String = '$string'(Cs)
    ;   String = end_of_file
    ).

%! read_line_to_codes(+Stream, -Codes) is det.
%
% Codes are the codes of the next line of Stream without its end, or -1.

read_line_to_codes(Stream, Codes) :-
    (   line(Stream, Cs) -> chars_codes(Cs, Codes)
    ;   Codes = -1
    ).

% line(+Stream, -Cs): fails at the end.
line(Stream, Cs) :-
    get_char(Stream, C),
    C \== end_of_file,
    line_(C, Stream, Cs).

line_(C, Stream, Cs) :-
    (   ( C == '\n' ; C == end_of_file ) -> Cs = []
    ;   get_char(Stream, C1),
        (   C == '\r', C1 == '\n' -> Cs = []
        ;   Cs = [C|Cs1],
            line_(C1, Stream, Cs1)
        )
    ).

%! read_line_to_codes(+Stream, -Codes, ?Tail) is det.
%
% Codes are the codes of the next line of Stream with its end, before Tail.

read_line_to_codes(Stream, Codes, Tail) :-
    get_char(Stream, C),
    (   C == end_of_file -> Codes = Tail
    ;   char_code(C, N),
        Codes = [N|Codes1],
        (   C == '\n' -> Codes1 = Tail
        ;   read_line_to_codes(Stream, Codes1, Tail)
        )
    ).

%! read_stream_to_codes(+Stream, -Codes) is det.
%
% Codes are the codes of all that is left of Stream.

read_stream_to_codes(Stream, Codes) :-
    get_n_chars(Stream, _, Cs),
    chars_codes(Cs, Codes).

%! read_string(+Stream, ?Length, -String) is det.
%
% String is what is left of Stream, or its next Length characters.

read_string(Stream, Length, String) :-
    get_n_chars(Stream, Length, Cs),
    String = '$string'(Cs).

%! read_string(+Stream, +Separators, +Pad, -Separator, -String) is det.
%
% String is the text of Stream up to one of the characters Separators, without characters of Pad at its
% ends; Separator is the code of the separator, or -1.

read_string(Stream, Separators, Pad, Separator, String) :-
    text_chars(read_string/5, Separators, Seps),
    text_chars(read_string/5, Pad, Pads),
    up_to(Stream, Seps, Cs0, Separator),
    unpadded(Cs0, Pads, Cs1),
    reverse(Cs1, Cs2),
    unpadded(Cs2, Pads, Cs3),
    reverse(Cs3, Cs),
    String = '$string'(Cs).

up_to(Stream, Seps, Cs, Separator) :-
    get_char(Stream, C),
    (   C == end_of_file -> Cs = [], Separator = -1
    ;   memberchk(C, Seps) -> Cs = [], char_code(C, Separator)
    ;   Cs = [C|Cs1],
        up_to(Stream, Seps, Cs1, Separator)
    ).

unpadded([C|Cs0], Pads, Cs) :- memberchk(C, Pads), !, unpadded(Cs0, Pads, Cs).
unpadded(Cs, _, Cs).

%! delete_file(+File:text) is det.
%
% Deletes File.

delete_file(File) :-
    text_chars(delete_file/1, File, Cs),
    files:delete_file(Cs).

%! make_directory_path(+Directory:text) is det.
%
% Makes Directory and those above it that are missing.

make_directory_path(Directory) :-
    text_chars(make_directory_path/1, Directory, Cs),
    files:make_directory_path(Cs).

%! make_directory(+Directory:text) is det.
%
% Makes a directory.

make_directory(Directory) :-
    text_chars(make_directory/1, Directory, Cs),
    files:make_directory(Cs).

%! size_file(+File:text, -Size) is det.
%
% Size is the number of bytes of File.

size_file(File, Size) :-
    text_chars(size_file/2, File, Cs),
    files:file_size(Cs, Size).

%! working_directory(-Old:atom, +New:text) is det.
%
% Old is the working directory; New is the one from now on.

working_directory(Old, New) :-
    files:working_directory(OldCs, OldCs),
    with_slash(OldCs, Cs),
    atom_chars(Old, Cs),
    (   New == Old -> true
    ;   text_chars(working_directory/2, New, NewCs),
        files:working_directory(_, NewCs)
    ).

with_slash(Cs0, Cs) :-
    (   append(_, "/", Cs0) -> Cs = Cs0
    ;   append(Cs0, "/", Cs)
    ).

%! getenv(+Name:text, -Value:atom) is semidet.
%
% Value is the value of the environment variable Name.

getenv(Name, Value) :-
    text_chars(getenv/2, Name, Cs),
    os:getenv(Cs, ValueCs),
    atom_chars(Value, ValueCs).

%! setenv(+Name:text, +Value:text) is det.
%
% Sets the environment variable Name to Value.

setenv(Name, Value) :-
    text_chars(setenv/2, Name, Cs),
    text_chars(setenv/2, Value, ValueCs),
    os:setenv(Cs, ValueCs).

%! unsetenv(+Name:text) is det.
%
% Removes the environment variable Name.

unsetenv(Name) :-
    text_chars(unsetenv/1, Name, Cs),
    os:unsetenv(Cs).

%! shell(+Command:text) is semidet.
%
% Runs Command; true iff its exit status is 0.

shell(Command) :- shell(Command, 0).

%! shell(+Command:text, -Status) is det.
%
% Runs Command with `/bin/sh`, whatever shell the user has; Status is its exit status, and 128 and
% the signal's number when a signal ended it.

shell(Command, Status) :-
    text_chars(shell/2, Command, Cs),
    process_create("/bin/sh", ["-c",Cs], [process(Process)]),
    process_wait(Process, Ended),
    process_release(Process),
    shell_status(Ended, Status).

shell_status(exit(Status), Status).
shell_status(killed(Signal), Status) :- Status is 128 + Signal.

%! file_base_name(+Path:text, -Name:atom) is det.
%
% Name is what follows the last `/` of Path.

file_base_name(Path, Name) :-
    split_path(file_base_name/2, Path, _, Cs),
    atom_chars(Name, Cs).

%! file_directory_name(+Path:text, -Directory:atom) is det.
%
% Directory is what stands before the last `/` of Path, or `.`.

file_directory_name(Path, Directory) :-
    split_path(file_directory_name/2, Path, Cs, _),
    atom_chars(Directory, Cs).

split_path(PI, Path, DirCs, NameCs) :-
    text_chars(PI, Path, Cs),
    reverse(Cs, Back),
    (   append(NameBack, [/|DirBack], Back) ->
        reverse(NameBack, NameCs),
        ( DirBack == [] -> DirCs = "/" ; reverse(DirBack, DirCs) )
    ;   NameCs = Cs,
        DirCs = "."
    ).

%! file_name_extension(?Base:atom, ?Extension:atom, ?Name:atom) is semidet.
%
% Name is Base, a point and Extension. A Base that has the Extension already is Name itself.

file_name_extension(Base, Extension, Name) :-
    (   nonvar(Name) ->
        text_chars(file_name_extension/3, Name, Cs),
        reverse(Cs, Back),
        (   append(ExtBack, ['.'|BaseBack], Back), \+ memberchk(/, ExtBack) ->
            reverse(ExtBack, ExtCs), reverse(BaseBack, BaseCs)
        ;   ExtCs = [], BaseCs = Cs
        ),
        atom_chars(Extension0, ExtCs),
        (   nonvar(Extension), atom_concat('.', Extension0, Extension) -> true
        ;   Extension = Extension0
        ),
        atom_chars(Base, BaseCs)
    ;   text_chars(file_name_extension/3, Base, BaseCs),
        text_chars(file_name_extension/3, Extension, ExtCs0),
        (   ExtCs0 = ['.'|ExtCs] -> true ; ExtCs = ExtCs0 ),
        (   ( ExtCs == [] ; append(_, ['.'|ExtCs], BaseCs) ) -> atom_chars(Name, BaseCs)
        ;   append(BaseCs, ['.'|ExtCs], Cs),
            atom_chars(Name, Cs)
        )
    ).

%! prompt(-Old, +New) is det.
%
% Does nothing: input has no prompt of its own here.

prompt('', _).

?- file_base_name('/a/b.pl', N), file_directory_name('/a/b.pl', D).
   N = 'b.pl', D = '/a'.

?- file_name_extension(B, pl, 'x.pl').
   B = x.

?- file_name_extension(x, pl, N).
   N = 'x.pl'.
