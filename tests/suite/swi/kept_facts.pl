% library(persistency): facts in a file, attached again. library(settings).

:- use_module(library(persistency)).
:- use_module(library(settings)).

:- persistent score(player:atom, points:integer).
:- persistent note(text:any),
              flag_of(name:atom, on:boolean).

:- setting(volume, integer, 10 + 1, 'How loud it is').
:- setting(name, atom, joe, 'Who it is').
:- setting(ratio, float, 0.5, 'How much').
:- setting(numbers, list(integer), [1,2], 'Which').

try(Goal) :-
    catch(( Goal -> print(Goal) ; print(no) ), error(E, _), print(E)),
    nl.

facts :-
    tmp_file(scores, File),
    db_attach(File, []),
    try(assert_score(ann, 3)),
    try(assert_score(bob, 5)),
    try(assert_score(bob, many)),
    try(assert_score(cleo, 7)),
    try(retract_score(bob, 5)),
    try(retract_score(bob, 5)),
    try(assert_note(f("text", [a,'B']))),
    try(assert_flag_of(x, true)),
    try(assert_flag_of(x, maybe)),
    findall(P-N, score(P, N), L), print(L), nl,
    actions(File),
    db_sync(gc(always)),
    actions(File),
    ( db_attached(Attached), Attached == File -> writeln(attached) ; writeln(other) ),
    findall(T, note(T), Notes), print(Notes), nl,
    retractall_score(_, 7),
    retractall_score(nobody, _),
    db_detach,
    findall(T, ( read_file_to_terms(File, Ts, []), member(T, Ts), T = assert(_) ), Kept), print(Kept), nl,
    retractall(score(_, _)),
    db_attach(File, [sync(close)]),
    findall(P-N, score(P, N), L3), print(L3), nl,
    ( current_persistent_predicate(note/1) -> writeln(persistent) ; writeln(other) ),
    db_detach,
    delete_file(File).

actions(File) :-
    read_file_to_terms(File, Terms, []),
    forall(( member(T, Terms), T \= created(_) ), ( print(T), write(' ') )),
    nl.

settings :-
    setting(volume, V), print(V), nl,
    try(set_setting(volume, 7)),
    try(setting(volume, _)),
    try(set_setting(volume, loud)),
    try(set_setting(ratio, 1)),
    try(set_setting(numbers, [3])),
    try(setting(no_such, _)),
    list_settings,
    tmp_file(settings, File),
    save_settings(File),
    read_file_to_terms(File, Saved, []), print(Saved), nl,
    set_setting(volume, 8),
    load_settings(File),
    try(setting(volume, _)),
    try(restore_setting(volume)),
    try(setting(volume, _)),
    try(set_setting_default(volume, 3)),
    try(setting(volume, _)),
    findall(S, current_setting(S), Ss), print(Ss), nl,
    forall(member(Text, ['12', '2 + 3']), try(convert_setting_text(integer, Text, _))),
    delete_file(File).

main :- facts, settings.
