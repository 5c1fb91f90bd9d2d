/** Predicates of older systems, which SWI-Prolog has in its libraries `backcomp` and `edinburgh`.

```
?- concat(ab, 12, C), sublist(integer, [a,1], Is).
   C = ab12, Is = [1].
```
*/

:- module(swi_older, [concat/3, sublist/3, proper_list/1, write_ln/1, merge/3, merge_set/3, free_variables/2, displayq/1,
                      displayq/2, display/2, 'C'/3, string_to_list/2, substring/4, setup_and_call_cleanup/3,
                      setup_and_call_cleanup/4, flush/0, reconsult/1, fileerrors/2]).

:- use_module(library(iso_ext)).
:- use_module(library(ordsets)).
:- use_module(library(string_terms)).
:- use_module(library(swi_apply)).
:- use_module(library(swi_control), [setup_call_catcher_cleanup/4]).
:- use_module(library(swi_text)).
:- use_module(library(cl_consult), []).

%! concat(+Text1, +Text2, -Atom) is det.
%
% Atom is the texts joined.

concat(A, B, C) :- atomic_list_concat([A,B], C).

%! sublist(:Goal, +List, -Included) is det.
%
% include/3.

:- meta_predicate(sublist(1, ?, ?)).

sublist(Goal, List, Included) :- include(Goal, List, Included).

%! proper_list(@Term) is semidet.
%
% Term is a list with an end.

proper_list(Term) :- '$skip_max_list'(_, _, Term, Tail), Tail == [].

%! write_ln(@Term) is det.
%
% writeln/1.

write_ln(Term) :-
    current_output(Stream),
    written(Stream, Term, write),
    nl(Stream).

%! merge(+List1, +List2, -List3) is det.
%! merge_set(+Set1, +Set2, -Set3) is det.
%
% Merge two sorted lists; merge_set/3 keeps one of equal elements.

merge([], Ys, Ys) :- !.
merge(Xs, [], Xs) :- !.
merge([X|Xs], [Y|Ys], Zs) :-
    (   X @=< Y -> Zs = [X|Zs1], merge(Xs, [Y|Ys], Zs1)
    ;   Zs = [Y|Zs1],
        merge([X|Xs], Ys, Zs1)
    ).

merge_set(Xs, Ys, Zs) :- ord_union(Xs, Ys, Zs).

%! free_variables(@Term, -Variables:list) is det.
%
% term_variables/2.

free_variables(Term, Vs) :- term_variables(Term, Vs).

%! displayq(@Term) is det.
%! displayq(+Stream, @Term) is det.
%! display(+Stream, @Term) is det.
%
% Write Term without operators, displayq/1 and displayq/2 with quotes.

displayq(Term) :- current_output(Stream), displayq(Stream, Term).

displayq(Stream, Term) :- written(Stream, Term, options([ignore_ops(true),quoted(true)])).

display(Stream, Term) :- written(Stream, Term, options([ignore_ops(true)])).

%! 'C'(?List, ?Element, ?Rest) is semidet.
%
% List is Element and Rest: what terminals in grammars once meant.

'C'([X|Xs], X, Xs).

%! string_to_list(?String, ?Codes:list) is det.
%
% string_codes/2.

string_to_list(String, Codes) :- string_codes(String, Codes).

%! substring(+Text, +Start, +Length, -Sub:string) is det.
%
% Sub are Length characters of Text from number Start, 1 the first.

substring(Text, Start, Length, Sub) :-
    Before is Start - 1,
    sub_string(Text, Before, Length, _, Sub).

%! setup_and_call_cleanup(:Setup, :Goal, :Cleanup) is nondet.
%! setup_and_call_cleanup(:Setup, :Goal, ?Catcher, :Cleanup) is nondet.
%
% setup_call_cleanup/3 and setup_call_catcher_cleanup/4.

:- meta_predicate(setup_and_call_cleanup(0, 0, 0)).
:- meta_predicate(setup_and_call_cleanup(0, 0, ?, 0)).

setup_and_call_cleanup(Setup, Goal, Cleanup) :- setup_call_cleanup(Setup, Goal, Cleanup).

setup_and_call_cleanup(Setup, Goal, Catcher, Cleanup) :- setup_call_catcher_cleanup(Setup, Goal, Catcher, Cleanup).

%! flush is det.
%
% flush_output/0.

flush :- flush_output.

%! fileerrors(?Old, +New) is det.
%
% Does nothing.

fileerrors(on, _).

%! reconsult(+Files) is det.
%
% consult/1.

reconsult(Files) :- cl_consult:consult_files(Files).
