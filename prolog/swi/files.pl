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

:- module(swi_files, [exists_file/1, access_file/2, read_file_to_string/3,
                      read_file_to_codes/3, read_file_to_terms/3, file_chars/3, read_line_to_string/2,
                      read_line_to_codes/2, read_line_to_codes/3, read_stream_to_codes/2, read_string/3,
                      read_string/5, delete_file/1, size_file/2,
                      getenv/2, setenv/2, unsetenv/1, shell/1, shell/2, file_base_name/2,
                      file_directory_name/2, file_name_extension/3, prompt/2, rename_file/2,
                      copy_file/2, time_file/2, directory_file_path/3,
                      absolute_file_name/2, absolute_file_name/3, is_absolute_file_name/1, relative_file_name/3,
                      same_file/2, tmp_file/2, tmp_file_stream/3, open_string/2]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(charsio), [get_n_chars/3]).
:- use_module(library(files), [path_segments/2]).
:- use_module(library(iso_ext), [bb_put/2, bb_get/2]).
:- use_module(library(os), [pid/1]).
:- use_module(library(process), [process_create/3, process_wait/2, process_release/1]).
:- use_module(library(swi_convert)).
:- use_module(library(string_terms)).
:- use_module(library(swi_atoms), [open_stream/3]).
:- use_module(library(cl_asking), []).

%! exists_file(+File:text) is semidet.
%
% True iff there is a file File.

exists_file(File) :-
    text_chars(exists_file/1, File, Cs),
    files:file_exists(Cs).

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
% Codes are the codes of the next line of Stream without its end, or `end_of_file`.

read_line_to_codes(Stream, Codes) :-
    (   line(Stream, Cs) -> chars_codes(Cs, Codes)
    ;   Codes = end_of_file
    ).

% line(+Stream, -Cs): fails at the end.
line(Stream, Cs) :-
    (   cl_asking:is_users(Stream) ->
        cl_asking:typed_text(line, Cs),
        Cs \== end_of_file
    ;   get_char(Stream, C),
        C \== end_of_file,
        line_(C, Stream, Cs)
    ).

line_(C, Stream, Cs) :-
    (   ( C == '\n' ; C == end_of_file ) -> Cs = []
    ;   more(Stream, C1),
        (   C == '\r', ( C1 == '\n' ; C1 == end_of_file ) -> Cs = []
        ;   Cs = [C|Cs1],
            line_(C1, Stream, Cs1)
        )
    ).

% As get_char/2, for a stream from which get_char/2 has read before: that one asks the system before each character where the
% stream ends, which takes longer than to read it.
more(Stream, C) :-
    '$get_n_chars'(Stream, 1, Cs),
    (   Cs = [C0] -> C = C0
    ;   C = end_of_file
    ).

% The same for a stream that may be the user's.
next_char(Stream, C) :-
    (   cl_asking:is_users(Stream) -> cl_asking:next_char(Stream, C)
    ;   more(Stream, C)
    ).

%! read_line_to_codes(+Stream, -Codes, ?Tail) is det.
%
% Codes are the codes of the next line of Stream with its end, before Tail; none at the end, where Tail is empty.

read_line_to_codes(Stream, Codes, Tail) :-
    cl_asking:next_char(Stream, C),
    ( C == end_of_file -> Tail = [] ; true ),
    line_codes(C, Stream, Codes, Tail).

line_codes(C, Stream, Codes, Tail) :-
    (   C == end_of_file -> Codes = Tail
    ;   char_code(C, N),
        Codes = [N|Codes1],
        (   C == '\n' -> Codes1 = Tail
        ;   next_char(Stream, C1),
            line_codes(C1, Stream, Codes1, Tail)
        )
    ).

%! read_stream_to_codes(+Stream, -Codes) is det.
%
% Codes are the codes of all that is left of Stream.

read_stream_to_codes(Stream, Codes) :-
    cl_asking:next_chars(Stream, _, Cs),
    chars_codes(Cs, Codes).

%! read_string(+Stream, ?Length, -String) is det.
%
% String is what is left of Stream, or its next Length characters.

read_string(Stream, Length, String) :-
    cl_asking:next_chars(Stream, Length, Cs),
    String = '$string'(Cs).

%! read_string(+Stream, +Separators, +Pad, -Separator, -String) is det.
%
% String is the text of Stream up to one of the characters Separators, without characters of Pad at its
% ends; Separator is the code of the separator, or -1.

read_string(Stream, Separators, Pad, Separator, String) :-
    text_chars(read_string/5, Separators, Seps),
    text_chars(read_string/5, Pad, Pads),
    cl_asking:next_char(Stream, C),
    up_to(C, Stream, Seps, Cs0, Separator),
    unpadded(Cs0, Pads, Cs1),
    reverse(Cs1, Cs2),
    unpadded(Cs2, Pads, Cs3),
    reverse(Cs3, Cs),
    String = '$string'(Cs).

up_to(C, Stream, Seps, Cs, Separator) :-
    (   C == end_of_file -> Cs = [], Separator = -1
    ;   memberchk(C, Seps) -> Cs = [], char_code(C, Separator)
    ;   Cs = [C|Cs1],
        next_char(Stream, C1),
        up_to(C1, Stream, Seps, Cs1, Separator)
    ).

unpadded([C|Cs0], Pads, Cs) :- memberchk(C, Pads), !, unpadded(Cs0, Pads, Cs).
unpadded(Cs, _, Cs).

%! delete_file(+File:text) is det.
%
% Deletes File.

delete_file(File) :-
    text_chars(delete_file/1, File, Cs),
    files:delete_file(Cs).

%! size_file(+File:text, -Size) is det.
%
% Size is the number of bytes of File.

size_file(File, Size) :-
    text_chars(size_file/2, File, Cs),
    files:file_size(Cs, Size).

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

% A slash at the end says nothing.
split_path(PI, Path, DirCs, NameCs) :-
    text_chars(PI, Path, Cs),
    reverse(Cs, Back0),
    (   no_slashes(Back0, Back), Back = [_|_] -> true
    ;   Back = Back0
    ),
    (   append(NameBack, [/|DirBack], Back) ->
        reverse(NameBack, NameCs),
        (   no_slashes(DirBack, DirBack1), DirBack1 = [_|_] -> reverse(DirBack1, DirCs)
        ;   DirCs = "/"
        )
    ;   reverse(Back, NameCs),
        DirCs = "."
    ).

no_slashes(Cs0, Cs) :-
    (   Cs0 = [C|Cs1], C == (/) -> no_slashes(Cs1, Cs)
    ;   Cs = Cs0
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

% there(+Kind, +Name, +PI, -Cs): Cs are the characters of Name, that of a `file`, a `directory` or `any` of these.
there(Kind, Name, PI, Cs) :-
    text_chars(PI, Name, Cs),
    (   Kind \== (directory), files:file_exists(Cs) -> true
    ;   Kind \== file, files:directory_exists(Cs) -> true
    ;   ( Kind == any -> What = file ; What = Kind ),
        atom_chars(Atom, Cs),
        throw(error(existence_error(What, Atom), PI))
    ).

%! rename_file(+File:text, +New:text) is det.
%
% Gives File the name New.

rename_file(File, New) :-
    there(any, File, rename_file/2, Cs),
    text_chars(rename_file/2, New, NewCs),
    files:rename_file(Cs, NewCs).

%! copy_file(+File:text, +Copy:text) is det.
%
% Copies File to Copy, a file or a directory that is there.

copy_file(File, Copy) :-
    there(file, File, copy_file/2, Cs),
    text_chars(copy_file/2, Copy, CopyCs0),
    (   files:directory_exists(CopyCs0) ->
        file_base_name(File, Name),
        atom_chars(Name, NameCs),
        joined(CopyCs0, NameCs, CopyCs)
    ;   CopyCs = CopyCs0
    ),
    files:file_copy(Cs, CopyCs).

%! time_file(+File:text, -Stamp:float) is det.
%
% Stamp is when File was changed, in seconds since the beginning of 1970.

time_file(File, Stamp) :-
    there(any, File, time_file/2, Cs),
    files:file_modification_time(Cs, Time),
    memberchk(s=S, Time),
    number_chars(Seconds, S),
    Stamp is float(Seconds).

%! directory_file_path(?Directory, ?Name, ?Path:text) is semidet.
%
% Path is that of Name in Directory.

directory_file_path(Directory, Name, Path) :-
    (   nonvar(Directory), nonvar(Name) ->
        text_chars(directory_file_path/3, Directory, Ds),
        text_chars(directory_file_path/3, Name, Ns),
        joined(Ds, Ns, Cs),
        atom_chars(Path0, Cs),
        Path = Path0
    ;   file_directory_name(Path, Directory0),
        file_base_name(Path, Name0),
        Directory = Directory0,
        Name = Name0
    ).

joined(Ds, Ns, Cs) :-
    (   Ns = [C|_], C == (/) -> Cs = Ns
    ;   with_slash(Ds, Ds1),
        append(Ds1, Ns, Cs)
    ).

%! is_absolute_file_name(+File:text) is semidet.
%
% File is a path from the root.

is_absolute_file_name(File) :-
    text_chars(is_absolute_file_name/1, File, [C|_]),
    ( C == (/) ; C == (~) ),
    !.

%! absolute_file_name(+File:text, -Path:atom) is det.
%
% Path is the path of File from the root, without `.` and `..`.

absolute_file_name(File, Path) :- absolute_file_name(File, Path, []).

%! absolute_file_name(+File:text, -Path:atom, +Options) is semidet.
%
% As absolute_file_name/2; File may be Alias(File), too, with file_search_path/2 of the program. With `access(Mode)` the file must be there, `file_type(prolog)` and `extensions(Extensions)` add an
% extension if that makes the name of a file, `relative_to(Directory)` is where File begins, and `file_errors(fail)` fails
% where an error would be.

absolute_file_name(File, Path, Options0) :-
    (   var(File) -> instantiation_error(absolute_file_name/3)
    ;   is_proper_list(Options0) -> Options = Options0, To = Path
    ;   % The order of arguments of old versions.
        Options = Path, To = Options0
    ),
    Wanted = File,
    (   ( is_text(File) -> Name = File ; cl_engine:provided(cl_declarations), cl_declarations:file_name(File, Name) ) ->
        text_chars(absolute_file_name/3, Name, Cs0),
        (   Cs0 = [C|_], C == (/) -> Cs1 = Cs0
        ;   memberchk(relative_to(Base), Options) ->
            absolute_file_name(Base, Base1),
            text_chars(absolute_file_name/3, Base1, BaseCs),
            joined(BaseCs, Cs0, Cs1)
        ;   files:working_directory(Here, Here),
            joined(Here, Cs0, Cs1)
        ),
        plain_path(Cs1, Cs2),
        found(Cs2, Options, Cs, Found)
    ;   Found = false
    ),
    (   Found == true -> atom_chars(Path1, Cs), To = Path1
    ;   memberchk(file_errors(fail), Options) -> false
    ;   throw(error(existence_error(source_sink, Wanted), absolute_file_name/3))
    ).

% found(+Cs0, +Options, -Cs, -Found): the first of the extensions with which there is such a file.
found(Cs0, Options, Cs, Found) :-
    extensions(Options, Exts),
    (   memberchk(file_type(directory), Options) -> Kind = (directory)
    ;   Kind = file
    ),
    (   memberchk(access(Mode), Options), memberchk(Mode, [read,exist,execute]) -> Needed = true
    ;   Needed = false
    ),
    (   member(Ext, Exts), extended(Ext, Cs0, Cs1), of_kind(Kind, Cs1) -> Cs = Cs1, Found = true
    ;   Needed == true -> Found = false
    ;   Cs = Cs0,
        Found = true
    ).

of_kind(file, Cs) :- files:file_exists(Cs).
of_kind((directory), Cs) :- files:directory_exists(Cs).

extensions(Options, Exts) :-
    (   memberchk(extensions(Exts0), Options) -> Exts = Exts0
    ;   memberchk(file_type(Type), Options), memberchk(Type, [prolog,source]) -> Exts = [pl,'']
    ;   Exts = ['']
    ).

extended(Ext, Cs0, Cs) :-
    text_chars(absolute_file_name/3, Ext, Es0),
    (   Es0 = ['.'|Es] -> true ; Es = Es0 ),
    (   Es == [] -> Cs = Cs0
    ;   append(_, ['.'|Es], Cs0) -> Cs = Cs0
    ;   append(Cs0, ['.'|Es], Cs)
    ).

% plain_path(+Cs0, -Cs): without empty parts, `.` and `..`.
plain_path(Cs0, Cs) :-
    pieces(Cs0, Parts),
    walked(Parts, [], Back),
    reverse(Back, Plain),
    (   Plain == [] -> Cs = "/"
    ;   slashed(Plain, Cs)
    ).

pieces(Cs, Parts) :-
    (   append(Part, [/|Cs1], Cs) -> Parts = [Part|Parts1], pieces(Cs1, Parts1)
    ;   Parts = [Cs]
    ).

walked([], Back, Back).
walked([Part|Parts], Back0, Back) :-
    (   ( Part == [] ; Part == "." ) -> Back1 = Back0
    ;   Part == ".." -> ( Back0 = [_|Back1] -> true ; Back1 = [] )
    ;   Back1 = [Part|Back0]
    ),
    walked(Parts, Back1, Back).

slashed([], []).
slashed([Part|Parts], [/|Cs]) :- append(Part, Cs1, Cs), slashed(Parts, Cs1).

%! relative_file_name(?Path, +Base:text, ?Relative) is det.
%
% Relative is Path as seen from the directory of the file Base. One of Path and Relative is known.

relative_file_name(Path, Base, Relative) :-
    absolute_file_name(Base, Base1),
    file_directory_name(Base1, Directory),
    (   nonvar(Path) ->
        absolute_file_name(Path, Path1),
        path_parts(Path1, Ps),
        path_parts(Directory, Ds),
        apart(Ps, Ds, Qs, Es),
        ups(Es, Qs, Rs),
        slashed(Rs, Cs0),
        (   Cs0 = [_|Cs] -> atom_chars(Relative, Cs)
        ;   Relative = '.'
        )
    ;   absolute_file_name(Relative, Path, [relative_to(Directory)])
    ).

path_parts(Path, Parts) :-
    text_chars(relative_file_name/3, Path, Cs),
    pieces(Cs, Parts0),
    walked(Parts0, [], Back),
    reverse(Back, Parts).

apart([P|Ps], [D|Ds], Qs, Es) :- P == D, !, apart(Ps, Ds, Qs, Es).
apart(Ps, Ds, Ps, Ds).

ups([], Ps, Ps).
ups([_|Ds], Ps, [".."|Qs]) :- ups(Ds, Ps, Qs).

%! same_file(+File:text, +Other:text) is semidet.
%
% Both are the same file.

same_file(File, Other) :-
    text_chars(same_file/2, File, Cs),
    text_chars(same_file/2, Other, Ds),
    (   Cs == Ds -> true
    ;   files:path_canonical(Cs, Path),
        files:path_canonical(Ds, Path)
    ).

%! tmp_file(+Base:text, -Name:atom) is det.
%
% Name is that of a file with Base in its name that is not there.

tmp_file(Base, Name) :-
    text_chars(tmp_file/2, Base, Cs),
    append(Cs, "_", Cs1),
    new_name(Cs1, [], Name).

new_name(Base, Extension, Name) :-
    (   bb_get(swi_files_temporary, N0) -> true ; N0 = 0 ),
    N is N0 + 1,
    bb_put(swi_files_temporary, N),
    pid(Pid),
    number_chars(Pid, PidCs),
    number_chars(N, NCs),
    append(["/tmp/swipl_",Base,PidCs,"_",NCs,Extension], Cs),
    (   ( files:file_exists(Cs) ; files:directory_exists(Cs) ) -> new_name(Base, Extension, Name)
    ;   atom_chars(Name, Cs)
    ).

%! tmp_file_stream(?What, ?File, ?StreamOrOptions) is det.
%
% tmp_file_stream(+Encoding, -File, -Stream) and tmp_file_stream(-File, -Stream, +Options): Stream writes to a new File. Of the
% options, `extension(Extension)` counts.

tmp_file_stream(A, B, C) :-
    (   nonvar(C), is_proper_list(C) ->
        (   memberchk(extension(Ext), C), Ext \== '' ->
            text_chars(tmp_file_stream/3, Ext, Es0),
            Es = ['.'|Es0]
        ;   Es = []
        ),
        new_name([], Es, A),
        open_stream(A, write, B)
    ;   new_name([], [], B),
        open_stream(B, write, C)
    ).

%! open_string(+Text, -Stream) is det.
%
% Stream reads Text.

open_string(Text, Stream) :-
    text_chars(open_string/2, Text, Cs),
    new_name("string_", [], Name),
    open(Name, write, Out),
    (   Cs == [] -> true
    ;   '$put_chars'(Out, Cs)
    ),
    close(Out),
    % The file is there as long as the stream is.
    open_stream(Name, read, Stream0),
    delete_file(Name),
    Stream = Stream0.

%! prompt(-Old, +New) is det.
%
% New is the prompt from now on, and Old was it before. It is not printed: input has no prompt of its own here.

prompt(Old, New) :-
    (   bb_get(swi_files_prompt, Old0) -> true
    ;   Old0 = '|: '
    ),
    Old = Old0,
    (   New == Old0 -> true
    ;   text_atom(prompt/2, New, Atom),
        bb_put(swi_files_prompt, Atom)
    ).

?- prompt(Old, new), prompt(New, Old).
   Old = '|: ', New = new.

?- file_base_name('/a/b.pl', N), file_directory_name('/a/b.pl', D).
   N = 'b.pl', D = '/a'.

?- file_base_name('/a/b/', N), file_directory_name('/a/b/', D), file_directory_name('a//b', E).
   N = b, D = '/a', E = a.

?- absolute_file_name('/a//b/./c/../d', P), relative_file_name('/a/b/c', '/a/d/e', R), relative_file_name(Q, '/a/b', 'c/d').
   P = '/a/b/d', R = '../b/c', Q = '/a/c/d'.

?- directory_file_path('/tmp', 'x.pl', P), directory_file_path(D, F, '/a/b').
   P = '/tmp/x.pl', D = '/a', F = b.

?- absolute_file_name('/no/such', _, [access(read),file_errors(fail)]).
   false.

?- absolute_file_name('/no/such', _, [access(read)]).
   error(existence_error(source_sink,'/no/such'),_).

?- findall(Text, ( open_string("a b", S), read_string(S, _, Text), close(S) ), Texts).
   Texts = ["a b"].

?- findall(T, ( open_string("a. % x\n /* y */ b.\n\n% z\n", S), member(_, [1,2,3]), read(S, T) ), Terms).
   Terms = [a,b,end_of_file].

?- file_name_extension(B, pl, 'x.pl').
   B = x.

?- file_name_extension(x, pl, N).
   N = 'x.pl'.
