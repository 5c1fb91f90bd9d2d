/** Options of a command line, described as data: SWI-Prolog's library(optparse).

```
:- use_module(library(optparse)).

?- opt_parse([[opt(depth),type(integer),default(3),shortflags([d]),longflags([depth]),help('How deep')]], ['-d5',file], Opts, Rest).
   Opts = [depth(5)], Rest = [file].
```

An option is a list of:

- opt(Name): its name in the result; must be there.
- type(Type): `boolean`, `atom` (the default), `integer`, `float`, or `term`.
- default(Value): what it is if it is not given; unbound without.
- shortflags(Letters), longflags(Names): how it is given: `-v`, `-d 5`, `-d5`, `--depth 5`, `--depth=5`, `--verbose`, `--no-verbose`.
- meta(Name): what opt_help/2 calls its value.
- help(Text): text, or a list of lines.
*/

:- module(swi_optparse, [opt_arguments/3, opt_parse/4, opt_parse/5, opt_help/2]).

:- use_module(library(lists)).
:- use_module(library(swi_convert)).
:- use_module(library(swi_errors)).
:- use_module(library(swi_flags)).
:- use_module(library(swi_format)).
:- use_module(library(swi_term_text)).

%! opt_arguments(+Spec:list, -Options:list, -Positional:list) is det.
%
% The same as opt_parse/4 for the arguments of the program.

opt_arguments(Spec, Options, Positional) :-
    flag_value(argv, Arguments0),
    ( Arguments0 = [_|Arguments] -> true ; Arguments = [] ),
    opt_parse(Spec, Arguments, Options, Positional).

%! opt_parse(+Spec:list, +Arguments:list, -Options:list, -Positional:list) is det.
%! opt_parse(+Spec:list, +Arguments:list, -Options:list, -Positional:list, +ParseOptions) is det.
%
% Options has Name(Value) for each option of Spec: first those that are not given, then the others in their order. Positional are the
% atoms of Arguments that are no options. Of ParseOptions, `output_functor(F)` has F(Name, Value) instead. Throws an existence error for
% an option that is not in Spec; that a value is of another type is an error, and told.

opt_parse(Spec, Arguments, Options, Positional) :- opt_parse(Spec, Arguments, Options, Positional, []).

opt_parse(Spec, Arguments, Options, Positional, ParseOptions) :-
    must_be(list, Spec),
    must_be(list, Arguments),
    must_be(list, ParseOptions),
    described(Spec, Opts),
    atoms(Arguments, Atoms),
    given(Atoms, Opts, Given0, Positional),
    without_earlier(Given0, Given),
    not_given(Opts, Given, Defaults),
    append(Defaults, Given, All),
    results(All, ParseOptions, Options).

% described(+Spec, -Opts): each is o(Name, Type, Default, ShortFlags, LongFlags, Meta, HelpLines).
described([], []).
described([Parts|Spec], [o(Name,Type,Default,Short,Long,Meta,Help)|Opts]) :-
    must_be(list, Parts),
    (   member(opt(Name0), Parts) -> Name = Name0
    ;   domain_error(option_spec, Parts)
    ),
    must_be(atom, Name),
    part(type(Type), Parts, type(atom)),
    must_be(oneof([boolean,atom,integer,float,term]), Type),
    part(default(Default), Parts, default(_)),
    part(shortflags(Short), Parts, shortflags([])),
    part(longflags(Long), Parts, longflags([])),
    part(meta(Meta), Parts, meta('')),
    part(help(Help0), Parts, help('')),
    ( ( Help0 == [] ; Help0 = [_|_] ) -> Help = Help0 ; Help = [Help0] ),
    described(Spec, Opts).

part(Part, Parts, Default) :- ( member(Part0, Parts), \+ Part \= Part0 -> Part = Part0 ; Part = Default ).

atoms([], []).
atoms([T|Ts], [A|As]) :-
    text_atom(opt_parse/4, T, A),
    atoms(Ts, As).

given([], _, [], []).
given([A|As], Opts, Given, Positional) :-
    (   atom_concat(--, Long, A), Long \== '' -> long(Long, As, As1, Opts, Given, Given1), given(As1, Opts, Given1, Positional)
    ;   atom_concat(-, Short, A), Short \== '', Short \== (-), \+ atom_number_(Short) ->
        short(Short, As, As1, Opts, Given, Given1),
        given(As1, Opts, Given1, Positional)
    ;   Positional = [A|Positional1],
        given(As, Opts, Given, Positional1)
    ).

% A number below 0 is no option.
atom_number_(A) :-
    atom_chars(A, Cs),
    chars_number(Cs, _).

long(Text, As0, As, Opts, [Name-Value|Given], Given) :-
    (   atom_chars(Text, Cs), append(FlagCs, [=|ValueCs], Cs) ->
        atom_chars(Flag, FlagCs),
        atom_chars(Value0, ValueCs),
        flagged(long, Flag, Opts, Name, Type),
        value(Type, Flag, Value0, Value),
        As = As0
    ;   atom_concat('no-', Flag, Text), member(o(Name,boolean,_,_,Flags,_,_), Opts), memberchk(Flag, Flags) ->
        Value = false,
        As = As0
    ;   flagged(long, Text, Opts, Name, Type),
        next_value(Type, Text, As0, As, Value)
    ).

short(Text, As0, As, Opts, [Name-Value|Given], Given) :-
    atom_chars(Text, [Flag|Cs]),
    flagged(short, Flag, Opts, Name, Type),
    (   Cs == [] -> next_value(Type, Flag, As0, As, Value)
    ;   atom_chars(Value0, Cs),
        value(Type, Flag, Value0, Value),
        As = As0
    ).

flagged(Kind, Flag, Opts, Name, Type) :-
    (   member(o(Name0,Type0,_,Short,Long,_,_), Opts),
        ( Kind == short -> memberchk(Flag, Short) ; memberchk(Flag, Long) ) ->
        Name = Name0,
        Type = Type0
    ;   existence_error(commandline_option, Flag)
    ).

% A flag of type boolean takes the next argument only if that is a truth value; one of another type takes '' if there is none.
next_value(Type, Flag, As0, As, Value) :-
    (   Type == boolean ->
        (   As0 = [A|As1], memberchk(A, [true,false]) -> Value = A, As = As1
        ;   Value = true,
            As = As0
        )
    ;   ( As0 = [A|As] -> true ; A = '', As = [] ),
        value(Type, Flag, A, Value)
    ).

% value(+Type, +Flag, +Atom, -Value): what is wrong is told, as well as thrown.
value(Type, Flag, A, Value) :-
    (   catch(value(Type, A, Value0), E, swi_optparse:told(E, Type, Flag, A)) -> Value = Value0
    ;   told(error(type_error(flag_value, Type), _), Type, Flag, A)
    ).

value(atom, A, A).
value(boolean, A, A) :- memberchk(A, [true,false]).
value(integer, A, N) :- number_of(A, N), integer(N).
value(float, A, N) :- number_of(A, N), float(N).
value(term, A, T) :- term_to_atom(T, A).

told(E, Type, Flag, A) :-
    formatted('~nERROR: flag ''~w'': expected atom parsable as ~w, found ''~w'' ~n', [Flag,Type,A]),
    throw(E).

number_of(A, N) :-
    atom_chars(A, Cs),
    (   chars_number(Cs, N0) -> N = N0
    ;   syntax_error(illegal_number)
    ).

% without_earlier(+Given0, -Given): of one that is given several times the last one counts.
without_earlier([], []).
without_earlier([Name-Value|Given0], Given) :-
    (   member(Name-_, Given0) -> Given = Given1
    ;   Given = [Name-Value|Given1]
    ),
    without_earlier(Given0, Given1).

not_given([], _, []).
not_given([o(Name,_,Default,_,_,_,_)|Opts], Given, Defaults) :-
    (   member(Name-_, Given) -> Defaults = Defaults1
    ;   Defaults = [Name-Default|Defaults1]
    ),
    not_given(Opts, Given, Defaults1).

results([], _, []).
results([Name-Value|All], ParseOptions, [Result|Results]) :-
    (   member(output_functor(F), ParseOptions) -> Result =.. [F,Name,Value]
    ;   Result =.. [Name,Value]
    ),
    results(All, ParseOptions, Results).

%! opt_help(+Spec:list, -Help:atom) is det.
%
% Help describes the options that can be given, one a line.

opt_help(Spec, Help) :-
    must_be(list, Spec),
    described(Spec, Opts),
    rows(Opts, Rows),
    widths(Rows, 0, L, 0, S, 0, T),
    lines(Rows, L, S, T, Cs, []),
    atom_chars(Help, Cs).

% rows(+Opts, -Rows): each is r(LongFlags, ShortFlags, TypeAndDefault, HelpLines), for options that have flags.
rows([], []).
rows([o(_,Type,Default,Short,Long,Meta,Help)|Opts], Rows) :-
    (   Short == [], Long == [] -> Rows = Rows1
    ;   flags(Long, --, LongCs),
        flags(Short, -, ShortCs),
        ( var(Default) -> Shown = '_' ; Shown = Default ),
        ( Meta == '' -> What = Type ; What = Meta:Type ),
        format_chars('~w=~w', [What,Shown], 0, TypeCs),
        Rows = [r(LongCs,ShortCs,TypeCs,Help)|Rows1]
    ),
    rows(Opts, Rows1).

flags([], _, []).
flags([F|Fs], Dashes, Cs) :-
    ( Fs == [] -> Format = '~w~w' ; Format = '~w~w,' ),
    format_chars(Format, [Dashes,F], 0, Cs0),
    append(Cs0, Cs1, Cs),
    flags(Fs, Dashes, Cs1).

widths([], L, L, S, S, T, T).
widths([r(Ls,Ss,Ts,_)|Rows], L0, L, S0, S, T0, T) :-
    length(Ls, L1), length(Ss, S1), length(Ts, T1),
    L2 is max(L0, L1), S2 is max(S0, S1), T2 is max(T0, T1),
    widths(Rows, L2, L, S2, S, T2, T).

lines([], _, _, _, Cs, Cs).
lines([r(Ls,Ss,Ts,Help)|Rows], L, S, T, Cs0, Cs) :-
    A is L + 2, B is A + S + 2, C is B + T + 2,
    ( Help = [H|Hs] -> true ; H = '', Hs = [] ),
    format_chars('~s~t~*|~s~t~*|~s~t~*|~w~n', [Ls,A,Ss,B,Ts,C,H], 0, Line),
    append(Line, Cs1, Cs0),
    more_lines(Hs, C, Cs1, Cs2),
    lines(Rows, L, S, T, Cs2, Cs).

more_lines([], _, Cs, Cs).
more_lines([H|Hs], C, Cs0, Cs) :-
    D is C + 2,
    format_chars('~t~*|~w~n', [D,H], 0, Line),
    append(Line, Cs1, Cs0),
    more_lines(Hs, C, Cs1, Cs).

?- opt_parse([[opt(v),type(boolean),default(false),shortflags([v]),longflags([verbose])],[opt(n),type(integer),default(1),shortflags([n])]],
             ['-v',a,'-n','2',b,'--no-verbose'], Opts, Rest).
   Opts = [n(2),v(false)], Rest = [a,b].

?- opt_parse([], ['--what'], _, _).
   error(existence_error(commandline_option,what),_A).

?- opt_help([[opt(n),type(integer),default(1),shortflags([n]),longflags([number]),help(['How many','of them'])]], Help).
   Help = '--number  -n  integer=1  How many\n                           of them\n'.
