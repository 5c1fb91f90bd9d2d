/** Directories, with names given as any text.

```
?- exists_directory('/no/such/directory').
   false.
?- directory_files('/no/such/directory', _).
   error(existence_error(directory,'/no/such/directory'),directory_files/2).
```
*/

:- module(swi_directories, [working_directory/2, pwd/0, cd/1, ls/0, ls/1, exists_directory/1, directory_files/2, make_directory/1,
                            make_directory_path/1, delete_directory/1, delete_directory_and_contents/1]).

:- use_module(library(swi_convert)).
:- use_module(library(swi_files)).

%! working_directory(-Old:atom, +New:text) is det.
%
% Old is the working directory; New is the one from now on.

working_directory(Old, New) :-
    files:working_directory(OldCs, OldCs),
    swi_files:with_slash(OldCs, Cs),
    atom_chars(Old, Cs),
    (   New == Old -> true
    ;   swi_files:there(directory, New, working_directory/2, NewCs),
        files:working_directory(_, NewCs)
    ).

%! pwd is det.
%
% Prints the working directory.

pwd :-
    working_directory(Here, Here),
    write(Here), nl.

%! cd(+Directory:text) is det.
%
% Directory is the working directory from now on.

cd(Directory) :- working_directory(_, Directory).

%! ls is det.
%! ls(+Directory:text) is det.
%
% Prints the names of what is in a directory, or in the working directory, a line each; `/` stands behind those of directories. Names
% that begin with `.` are left out.

ls :- ls('.').

ls(Directory) :-
    directory_files(Directory, Names0),
    sort(Names0, Names),
    ls_names(Names, Directory).

ls_names([], _).
ls_names([Name|Names], Directory) :-
    (   sub_atom(Name, 0, 1, _, '.') -> true
    ;   write(Name),
        directory_file_path(Directory, Name, Path),
        ( exists_directory(Path) -> write(/) ; true ),
        nl
    ),
    ls_names(Names, Directory).

%! exists_directory(+Directory:text) is semidet.
%
% True iff there is a directory Directory.

exists_directory(Directory) :-
    text_chars(exists_directory/1, Directory, Cs),
    files:directory_exists(Cs).

%! directory_files(+Directory:text, -Names) is det.
%
% Names are the names in Directory, with `.` and `..`, in no order.

directory_files(Directory, Names) :-
    swi_files:there(directory, Directory, directory_files/2, Cs),
    files:directory_files(Cs, Css),
    names(Css, Names0),
    Names = ['.',..|Names0].

names([], []).
names([Cs|Css], Names) :-
    atom_chars(Name, Cs),
    (   ( Name == '.' ; Name == (..) ) -> Names = Names1
    ;   Names = [Name|Names1]
    ),
    names(Css, Names1).

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

%! delete_directory(+Directory:text) is det.
%
% Deletes Directory, which is empty.

delete_directory(Directory) :-
    swi_files:there(directory, Directory, delete_directory/1, Cs),
    files:directory_files(Cs, Names),
    (   Names == [] -> files:delete_directory(Cs)
    ;   atom_chars(Atom, Cs),
        throw(error(permission_error(delete, directory, Atom), delete_directory/1))
    ).

%! delete_directory_and_contents(+Directory:text) is det.
%
% Deletes Directory and all that is in it.

delete_directory_and_contents(Directory) :-
    swi_files:there(directory, Directory, delete_directory_and_contents/1, Cs),
    emptied(Cs),
    files:delete_directory(Cs).

emptied(Cs) :-
    files:directory_files(Cs, Names),
    all_deleted(Names, Cs).

all_deleted([], _).
all_deleted([Name|Names], Cs) :-
    swi_files:joined(Cs, Name, Path),
    (   files:directory_exists(Path) -> emptied(Path), files:delete_directory(Path)
    ;   files:delete_file(Path)
    ),
    all_deleted(Names, Cs).

?- working_directory(_, '/nowhere/at/all').
   error(existence_error(directory,'/nowhere/at/all'),_).

?- \+ \+ ( working_directory(Old, '/'), with_output_to(string("/\n"), pwd), cd(Old) ).
   true.

?- \+ \+ ( tmp_file(ls, D), make_directory(D), directory_file_path(D, sub, P), make_directory(P),
          with_output_to(string("sub/\n"), ls(D)), delete_directory(P), delete_directory(D) ).
   true.

?- findall(N-Size-P-Yes,
           ( tmp_file(x, Dir), make_directory(Dir), directory_file_path(Dir, a, A), tmp_file_stream(text, F, Out),
             writeq(Out, p('B')), close(Out), copy_file(F, Dir), rename_file(F, A), directory_files(Dir, Ns), length(Ns, N),
             size_file(A, Size), catch(delete_directory(Dir), error(permission_error(P, _, _), _), true),
             delete_directory_and_contents(Dir), findall(yes, exists_directory(Dir), Yes) ),
           [X]).
   X = 4-6-delete-[].
