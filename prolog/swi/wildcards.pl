/** Patterns of names with wildcards, as in SWI-Prolog.

```
?- wildcard_match("[a-z]*.{pro,pl}", "family.pl").
   true.
```
*/

:- module(swi_wildcards, [wildcard_match/2, wildcard_match/3, expand_file_name/2, dwim_match/2]).

:- use_module(library(charsio), [char_type/2]).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(swi_convert)).
:- use_module(library(swi_directories)).
:- use_module(library(swi_files)).
:- use_module(library(swi_text)).

%! wildcard_match(+Pattern:text, +Text) is semidet.
%! wildcard_match(+Pattern:text, +Text, +Options:list) is semidet.
%
% Text is of the form Pattern: `?` is any character, `*` any number of them, `[a-z_]` one of those, `{one,two}` one of these patterns, and
% `\c` the character c. With the option `case_sensitive(false)` the case of letters does not count.

wildcard_match(Pattern, Text) :- wildcard_match(Pattern, Text, []).

wildcard_match(Pattern0, Text0, Options) :-
    must_be(list, Options),
    (   member(O, Options), O == case_sensitive(false) ->
        downcase_atom(Pattern0, Pattern),
        downcase_atom(Text0, Text)
    ;   Pattern = Pattern0,
        Text = Text0
    ),
    text_chars(wildcard_match/3, Pattern, Ps),
    text_chars(wildcard_match/3, Text, Cs),
    matches(Ps, Cs),
    !.

matches([], []).
matches([P|Ps], Cs) :- element(P, Ps, Cs).

element(?, Ps, Cs0) :- !, Cs0 = [_|Cs], matches(Ps, Cs).
element(*, Ps, Cs) :- !, any(Cs, Ps).
element('[', Ps0, Cs0) :-
    append(Set, [']'|Ps], Ps0),
    !,
    Cs0 = [C|Cs],
    in_set(Set, C),
    matches(Ps, Cs).
element('{', Ps0, Cs) :-
    append(Inner, ['}'|Ps], Ps0),
    !,
    alternative(Inner, Alternative),
    append(Alternative, Ps, Ps1),
    matches(Ps1, Cs).
element(\, [C|Ps], Cs0) :- !, Cs0 = [C|Cs], matches(Ps, Cs).
element(C, Ps, [C|Cs]) :- matches(Ps, Cs).

any(Cs, Ps) :- matches(Ps, Cs).
any([_|Cs], Ps) :- any(Cs, Ps).

in_set([A,-,B|Set], C) :- !, ( A @=< C, C @=< B -> true ; in_set(Set, C) ).
in_set([A|Set], C) :- ( A == C -> true ; in_set(Set, C) ).

alternative(Cs, Alternative) :-
    (   append(First, [(',')|Rest], Cs) -> ( Alternative = First ; alternative(Rest, Alternative) )
    ;   Alternative = Cs
    ).

%! expand_file_name(+Pattern:text, -Names:list) is det.
%
% Names are those of the files of the form Pattern, in order; Pattern itself if there are no wildcards in it. `~` at its beginning is
% the user's home, `$NAME` the variable of the environment.

expand_file_name(Pattern, Names) :-
    text_chars(expand_file_name/2, Pattern, Cs0),
    home(Cs0, Cs1),
    variables_filled(Cs1, Cs),
    (   member(C, Cs), memberchk(C, [?,*,'[','{']) ->
        atom_chars(Atom, Cs),
        atomic_list_concat(Parts, /, Atom),
        below(Parts, Found),
        sort(Found, Names)
    ;   atom_chars(Name, Cs),
        Names = [Name]
    ).

home(['~'|Cs], Path) :- ( Cs == [] ; Cs = [/|_] ), getenv('HOME', Home), !, atom_chars(Home, Hs), append(Hs, Cs, Path).
home(Cs, Cs).

variables_filled([], []).
variables_filled([C|Cs0], Cs) :-
    (   C == $, named(Cs0, Ns, Rest), Ns = [_|_], atom_chars(Name, Ns), getenv(Name, Value) ->
        atom_chars(Value, Vs),
        variables_filled(Rest, Cs1),
        append(Vs, Cs1, Cs)
    ;   Cs = [C|Cs1],
        variables_filled(Cs0, Cs1)
    ).

named([C|Cs], [C|Ns], Rest) :- ( char_type(C, alphanumeric) ; C == '_' ), !, named(Cs, Ns, Rest).
named(Rest, [], Rest).

below([First|Parts], Found) :-
    (   First == '', Parts = [_|_] -> walk(Parts, '/', Found)
    ;   walk([First|Parts], '', Found)
    ).

% walk(+Parts, +Prefix, -Found): Prefix is the name of a directory with a slash, or empty.
walk([], _, []).
walk([Part|Parts], Prefix, Found) :-
    ( Prefix == '' -> Directory = '.' ; Directory = Prefix ),
    (   exists_directory(Directory) ->
        directory_files(Directory, Names0),
        sort(Names0, Names),
        findall(Name, ( member(Name, Names), swi_wildcards:fits(Part, Name) ), Fitting),
        go_on(Fitting, Parts, Prefix, Found)
    ;   Found = []
    ).

% Names that begin with a dot have to be asked for.
fits(Part, Name) :-
    ( atom_concat('.', _, Name) -> atom_concat('.', _, Part) ; true ),
    wildcard_match(Part, Name).

go_on([], _, _, []).
go_on([Name|Names], Parts, Prefix, Found) :-
    atom_concat(Prefix, Name, Path),
    (   Parts == [] -> Here = [Path]
    ;   atom_concat(Path, /, Prefix1),
        walk(Parts, Prefix1, Here)
    ),
    go_on(Names, Parts, Prefix, There),
    append(Here, There, Found).

%! dwim_match(+Text1, +Text2) is semidet.
%
% The texts differ, but so little that somebody may have meant one who wrote the other: one character inserted, left out, or another one;
% two changed places; an `s` at the end, or underscores, or capitals in their places.

dwim_match(Text1, Text2) :-
    text_chars(dwim_match/2, Text1, As),
    text_chars(dwim_match/2, Text2, Bs),
    As \== Bs,
    (   off_by_one(As, Bs)
    ;   plain(As, Ps),
        plain(Bs, Ps)
    ),
    !.

off_by_one([C|As], [C|Bs]) :- off_by_one(As, Bs).
off_by_one([_|As], As).
off_by_one(Bs, [_|Bs]).
off_by_one([_|Cs], [_|Cs]).
off_by_one([A,B|Cs], [B,A|Cs]).

plain(Cs, Plain) :-
    atom_chars(Atom, Cs),
    downcase_atom(Atom, Lower),
    atom_chars(Lower, Ls),
    findall(L, ( member(L, Ls), L \== '_' ), Plain).

?- wildcard_match("*a?", "banal"), \+ wildcard_match("*.pl", "x.pro"), wildcard_match("A*", abc, [case_sensitive(false)]).
   true.

?- dwim_match(hello, helo), dwim_match(open_file, openFile), \+ dwim_match(abc, xyz).
   true.
