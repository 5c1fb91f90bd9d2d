/** Settings of a program, with types and defaults: SWI-Prolog's library(settings).

```
:- use_module(library(settings)).
:- setting(volume, integer, 11, 'How loud it is').

?- setting(volume, V), set_setting(volume, 7), setting(volume, W).
   V = 11, W = 7.
```

A setting is named `Name` or `Module:Name`; without a module it is one of `user`, or of the module that asks. Its type is one of
must_be/2. A default is an expression where the type is one of numbers; for an atom it may be `env(Name)`, `env(Name, Default)`,
or several of these joined by `+`; `setting(Other)` is the value of another setting.
*/

:- module(swi_settings, [setting/4, setting/2, set_setting/2, set_setting_default/2, restore_setting/1, current_setting/1,
                         setting_property/2, list_settings/0, list_settings/1, load_settings/1, load_settings/2, save_settings/0,
                         save_settings/1, convert_setting_text/3]).

:- use_module(library(lists)).
:- use_module(library(string_terms)).
:- use_module(library(swi_arith)).
:- use_module(library(swi_convert)).
:- use_module(library(swi_errors)).
:- use_module(library(swi_files)).
:- use_module(library(swi_format)).
:- use_module(library(swi_messages)).
:- use_module(library(swi_options)).
:- use_module(library(swi_term_text)).

:- meta_predicate(setting(:, ?, ?, ?)).
:- meta_predicate(setting(:, ?)).
:- meta_predicate(set_setting(:, ?)).
:- meta_predicate(set_setting_default(:, ?)).
:- meta_predicate(restore_setting(:)).
:- meta_predicate(current_setting(:)).
:- meta_predicate(setting_property(:, ?)).

% declared(Module, Name, Type, Default, Comment), in the order of the declarations.
:- dynamic(declared/5).

% set(Module, Name, Value).
:- dynamic(set/3).

% saved_in(File).
:- dynamic(saved_in/1).

%! setting(:Name, +Type, +Default, +Comment) is det.
%
% Declares a setting; mostly a directive. Throws a type error if Default has no value of Type.

setting(Spec, Type, Default, Comment) :-
    named(Spec, M, Name),
    must_be(atom, Name),
    default_value(Type, Default, M, Value),
    must_be(Type, Value),
    retractall(declared(M, Name, _, _, _)),
    assertz(declared(M, Name, Type, Value, Comment)).

% named(+Spec, -Module, -Name): what was a variable when the call was compiled has no `user` before it.
named(Spec, M, Name) :-
    (   nonvar(Spec), Spec = M0:Spec1 ->
        (   nonvar(Spec1), Spec1 = _:_ -> named(Spec1, M, Name)
        ;   M = M0,
            Name = Spec1
        )
    ;   M = user,
        Name = Spec
    ).

default_value(Type, Default, M, Value) :-
    (   compound(Default), Default = setting(Other) -> setting(M:Other, Value)
    ;   numeric(Type), \+ number(Default), catch(evaluate(Default, Value0), error(type_error(evaluable, _), _), false) ->
        Value = Value0
    ;   Type == atom, compound(Default) ->
        text(Default, M, Cs, []),
        atom_chars(Value, Cs)
    ;   Value = Default
    ).

numeric(Type) :- memberchk(Type, [integer,nonneg,positive_integer,float,number,between(_,_)]).

text(T, M, Cs0, Cs) :-
    (   T = A + B -> text(A, M, Cs0, Cs1), text(B, M, Cs1, Cs)
    ;   T = env(Name) -> text(env(Name, ''), M, Cs0, Cs)
    ;   T = env(Name, Default) ->
        ( getenv(Name, Value) -> text(Value, M, Cs0, Cs) ; text(Default, M, Cs0, Cs) )
    ;   T = setting(Other) -> setting(M:Other, Value), text(Value, M, Cs0, Cs)
    ;   text_chars(setting/4, T, Ts),
        append(Ts, Cs, Cs0)
    ).

%! setting(:Name, ?Value) is nondet.
%
% Value is the value of the setting Name: the one that was set, else the default. Throws an existence error if Name is bound and
% there is no such setting.

setting(Spec, Value) :-
    named(Spec, M, Name),
    (   ground(M:Name) ->
        known(M, Name),
        value(M, Name, Value0),
        Value = Value0
    ;   findall(M-Name, declared(M, Name, _, _, _), Names),
        member(M-Name, Names),
        value(M, Name, Value)
    ).

known(M, Name) :-
    (   declared(M, Name, _, _, _) -> true
    ;   existence_error(setting, M:Name)
    ).

value(M, Name, Value) :-
    (   set(M, Name, Value0) -> Value = Value0
    ;   declared(M, Name, _, Value, _)
    ).

%! set_setting(:Name, +Value) is det.
%
% Gives the setting Name a value. Throws an existence error if there is no such setting, and a type error if Value is not of its
% type.

set_setting(Spec, Value) :-
    named(Spec, M, Name),
    must_be(atom, Name),
    known(M, Name),
    declared(M, Name, Type, Default, _),
    must_be(Type, Value),
    retractall(set(M, Name, _)),
    ( Value == Default -> true ; assertz(set(M, Name, Value)) ).

%! set_setting_default(:Name, +Default) is det.
%
% Default is the setting's default from now on, and its value.

set_setting_default(Spec, Default) :-
    named(Spec, M, Name),
    must_be(atom, Name),
    known(M, Name),
    declared(M, Name, Type, _, _),
    default_value(Type, Default, M, Value),
    must_be(Type, Value),
    % In its place: lists have the order of the declarations.
    retractall(set(M, Name, _)),
    findall(declared(M1,Name1,Type1,Value1,Comment), declared(M1, Name1, Type1, Value1, Comment), All),
    retractall(declared(_, _, _, _, _)),
    redeclared(All, M, Name, Value).

redeclared([], _, _, _).
redeclared([declared(M0,Name0,Type,Value0,Comment)|All], M, Name, Value) :-
    ( M0:Name0 == M:Name -> Value1 = Value ; Value1 = Value0 ),
    assertz(declared(M0, Name0, Type, Value1, Comment)),
    redeclared(All, M, Name, Value).

%! restore_setting(:Name) is det.
%
% The setting has its default value again.

restore_setting(Spec) :-
    named(Spec, M, Name),
    must_be(atom, Name),
    known(M, Name),
    retractall(set(M, Name, _)).

%! current_setting(?Name) is nondet.
%
% There is a setting Name.

current_setting(Spec) :-
    named(Spec, M, Name),
    findall(M-Name, declared(M, Name, _, _, _), Names),
    member(M-Name, Names).

%! setting_property(:Name, ?Property) is nondet.
%
% Property of the setting Name is `comment(C)`, `type(T)` or `default(D)`.

setting_property(Spec, Property) :-
    named(Spec, M, Name),
    findall(M-Name-P, ( declared(M, Name, Type, Default, Comment), member(P, [type(Type),default(Default),comment(Comment)]) ), All),
    member(M-Name-Property, All).

%! list_settings is det.
%! list_settings(+Module:atom) is det.
%
% Prints the settings, those with another value than their default with an asterisk.

list_settings :- listed(_).

list_settings(M) :- must_be(atom, M), listed(M).

listed(M) :-
    formatted('~`=t~72|~nName~26|Value (*=modified) Comment~n~`=t~72|~n', []),
    findall(M-Name, declared(M, Name, _, _, _), Names),
    each_listed(Names).

each_listed([]).
each_listed([M-Name|Names]) :-
    value(M, Name, Value),
    declared(M, Name, _, _, Comment),
    ( set(M, Name, _) -> Mark = (*) ; Mark = '' ),
    formatted('~q~t~26|~q~w~t~41|~w~n', [M:Name,Value,Mark,Comment]),
    each_listed(Names).

%! load_settings(+File) is det.
%! load_settings(+File, +Options) is det.
%
% Sets what File says, as save_settings/1 has written it; save_settings/0 writes there from now on. That File does not exist is no
% error. What it says of settings that do not exist is told as a warning, or left out with the option `undefined(load)`.

load_settings(File) :- load_settings(File, []).

load_settings(File, Options) :-
    text_atom(load_settings/2, File, Name),
    retractall(saved_in(_)),
    assertz(saved_in(Name)),
    (   exists_file(Name) ->
        read_file_to_terms(Name, Terms, []),
        option(undefined(Undefined), Options, error),
        all_set(Terms, Undefined)
    ;   true
    ).

all_set([], _).
all_set([Term|Terms], Undefined) :-
    (   nonvar(Term), Term = setting(M:Name, Value) ->
        (   declared(M, Name, _, _, _) -> catch(set_setting(M:Name, Value), E, print_message(error, E))
        ;   Undefined == load -> true
        ;   print_message(warning, format('there is no setting ~q', [M:Name]))
        )
    ;   print_message(warning, format('not a setting: ~q', [Term]))
    ),
    all_set(Terms, Undefined).

%! save_settings is det.
%! save_settings(+File) is det.
%
% Writes the settings that have another value than their default to File, or to the file that load_settings/1 has read.

save_settings :-
    (   saved_in(File) -> save_settings(File)
    ;   throw(error(context_error(settings, no_default_file), _))
    ).

save_settings(File) :-
    text_atom(save_settings/1, File, Name),
    open(Name, write, Stream),
    formatted(Stream, '/*  Saved settings\n*/\n\n', []),
    findall(s(M,Set,Value,Comment), ( declared(M, Set, _, _, Comment), set(M, Set, Value) ), All),
    all_saved(All, Stream),
    close(Stream).

all_saved([], _).
all_saved([s(M,Name,Value,Comment)|All], Stream) :-
    formatted(Stream, '%\t~w~nsetting(~q, ~q).~n', [Comment,M:Name,Value]),
    all_saved(All, Stream).

%! convert_setting_text(+Type, +Text, -Value) is det.
%
% Value, of Type, is what Text says.

convert_setting_text(Type, Text, Value) :-
    (   Type == atom -> text_atom(convert_setting_text/3, Text, Value)
    ;   Type == string -> text_chars(convert_setting_text/3, Text, Cs), Value = '$string'(Cs)
    ;   term_to_atom(Value0, Text),
        default_value(Type, Value0, user, Value),
        must_be(Type, Value)
    ).

?- setting(volume, integer, 10 + 1, 'How loud'), set_setting(volume, 7), setting(volume, V), restore_setting(volume), setting(volume, W).
   V = 7, W = 11.

?- setting(volume, integer, loud, 'How loud').
   error(type_error(integer,loud),must_be/2).

?- setting(no_such_setting, _).
   error(existence_error(setting,user:no_such_setting),_A).

?- setting(here, atom, env('NO_SUCH_VARIABLE', there) + '/x', ''), setting_property(user:here, default(D)).
   D = 'there/x'
;  false.
