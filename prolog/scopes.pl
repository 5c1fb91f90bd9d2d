/** What operators and flags a file is read with.

A file begins with the operators that hold where it is loaded, and with the flags that the engine has begun with. What it changes
holds in it, for who loads it, and for what comes after that; of a module, only the operators that it exports. In a sandbox a file
begins with the operators of the engine, too: there no file can change how another one is read. In SWI-Prolog the flags of a file
that is no module hold for all files loaded later.

A query that stands in a file (a test) is read with the operators of that file, and run with its flags. Operators are a
matter of reading: while it runs, those of the session hold, as at the prompt.
*/

:- module(cl_scopes, [begin/0, apart/1, plain/0, enter/2, leave/2, leave/4, request/0, in_file/2, out_of_file/1]).

:- use_module(library(lists)).

% base(Scope): what the engine has begun with. A Scope is scope(Operators, Flags): op(Priority,Type,Name) in order, and
% flags(Quotes, Unknown, OccursCheck).
:- dynamic(base/1).

% file(File, Scope): what File has ended with.
:- dynamic(file/2).

% lent(Flags): the session's flags, while a query runs with those of its file.
:- dynamic(lent/1).

%!  begin is det.
%
%   Notes what the engine begins with.

begin :- base(_), !.
begin :-
    current(Scope),
    assertz(base(Scope)).

current(scope(Ops, Flags)) :-
    current_operators(Ops),
    current_flags(Flags).

current_operators(Ops) :-
    '$get_next_op_db_ref'(_, _, _, Ops0),
    sort(Ops0, Ops).

current_flags(flags(Quotes, Unknown, OccursCheck)) :-
    string_terms:quotes(Quotes),
    current_prolog_flag(unknown, Unknown),
    current_prolog_flag(occurs_check, OccursCheck).

set(scope(Ops, Flags)) :-
    set_operators(Ops),
    set_flags(Flags).

set_operators(Ops) :-
    current_operators(Ops0),
    (   Ops0 == Ops -> true
    ;   differences(Ops0, Ops, Gone, New),
        remove(Gone),
        declare(New)
    ).

set_flags(flags(Quotes, Unknown, OccursCheck)) :-
    string_terms:set_quotes(Quotes),
    set_prolog_flag(unknown, Unknown),
    set_prolog_flag(occurs_check, OccursCheck).

% differences(+Old, +New, -Gone, -Added), of ordered lists.
differences([], Ns, [], Ns).
differences([O|Os], Ns, Gone, Added) :- differences_(Ns, O, Os, Gone, Added).

differences_([], O, Os, [O|Os], []).
differences_([N|Ns], O, Os, Gone, Added) :-
    compare(Order, O, N),
    (   Order = (=) -> differences(Os, Ns, Gone, Added)
    ;   Order = (<) ->
        Gone = [O|Gone1],
        differences(Os, [N|Ns], Gone1, Added)
    ;   Added = [N|Added1],
        differences_(Ns, O, Os, Gone, Added1)
    ).

remove([]).
remove([op(_,T,N)|Ops]) :-
    '$op'(0, T, N),
    remove(Ops).

declare([]).
declare([op(P,T,N)|Ops]) :-
    '$op'(P, T, N),
    declare(Ops).

%!  apart(-Scope) is semidet.
%
%   Scope is what holds now, and it is not what the engine has begun with.

apart(Scope) :-
    base(Base),
    current(Scope),
    Scope \== Base.

%!  plain is det.
%
%   What the engine has begun with holds again: a library is read so.

plain :-
    base(Base),
    set(Base).

%!  enter(+File, -Outer) is det.
%
%   File begins: Outer is what holds where it is loaded. What the user types (`user`) goes on from what was typed before.

enter(File, Outer) :-
    current(Outer),
    (   File == user -> true
    ;   base(scope(Base, Flags)),
        ( cl_engine:sandboxed -> set_operators(Base) ; true ),
        set_flags(Flags)
    ).

%!  leave(+Outer, +File) is det.
%!  leave(+Outer, +File, +Module, +Exports) is det.
%
%   File ends. Its operators and flags are forgotten; or those that Module, with the export list Exports, hands on hold where
%   it was loaded.

leave(Outer, File) :-
    (   File == user -> Outer = scope(_, flags(Quotes, _, _)), string_terms:set_quotes(Quotes)
    ;   set(Outer)
    ).

leave(Outer, File, Module, Exports) :-
    (   File == user -> leave(Outer, File)
    ;   current(End),
        retractall(file(File, _)),
        assertz(file(File, End)),
        set(Outer),
        (   Module == user -> reach(End, Outer)
        ;   exported(Exports)
        )
    ).

% What a file that is no module has changed holds for who loads it; in a sandbox not what its strings are.
reach(scope(Ops, flags(Strings, Unknown, OccursCheck)), Outer) :-
    base(scope(Ops0, flags(Strings0, Unknown0, OccursCheck0))),
    differences(Ops0, Ops, Gone, New),
    remove(Gone),
    declare(New),
    Outer = scope(_, flags(Strings1, Unknown1, OccursCheck1)),
    ( ( Strings == Strings0 ; cl_engine:sandboxed ) -> Strings2 = Strings1 ; Strings2 = Strings ),
    ( Unknown == Unknown0 -> Unknown2 = Unknown1 ; Unknown2 = Unknown ),
    ( OccursCheck == OccursCheck0 -> OccursCheck2 = OccursCheck1 ; OccursCheck2 = OccursCheck ),
    set_flags(flags(Strings2, Unknown2, OccursCheck2)).

exported([]).
exported([E|Es]) :-
    (   nonvar(E), E = op(P, T, N) -> catch(op(P, T, N), _, true)
    ;   true
    ),
    exported(Es).

%!  request is det.
%
%   A request begins: the flags of the session are those that it had before a query in a file.

request :-
    (   retract(lent(Flags)) -> set_flags(Flags)
    ;   true
    ).

%!  in_file(+File, -Operators) is det.
%!  out_of_file(+Operators) is det.
%
%   Around the reading of a query that stands in File ('': in none); Operators are those of the session.

in_file('', none) :- !.
in_file(File, Ops) :-
    current(scope(Ops, Flags)),
    (   file(File, scope(FileOps, FileFlags)) ->
        assertz(lent(Flags)),
        set_operators(FileOps),
        set_flags(FileFlags)
    ;   true
    ).

out_of_file(none) :- !.
out_of_file(Ops) :- set_operators(Ops).

?- \+ \+ ( cl_scopes:enter('a.pl', Outer), op(700, xfx, <=>), cl_scopes:leave(Outer, 'a.pl', a, []) ), current_op(_, _, <=>).
   false.
