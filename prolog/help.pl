/** Help on the predicates that Chesslog adds.

```
?- help(attacks).
?- apropos(pawn).
```
*/

:- module(cl_help, [help/0, help/1, apropos/1]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(internal_help)).

%! help is det.
%
% Lists the predicates that Chesslog adds, with one line each.

help :-
    (   apropos_entry('', Indicator, Summary),
        entry(Indicator, Summary),
        false
    ;   nl, write('help(Name) tells more, apropos(Word) searches; the predicates of SWI-Prolog are there, too.'), nl
    ).

%! help(+Name) is semidet.
%
% Prints what the manual says of the predicates called Name, or of Name/Arity, or else of the library Name: `help(clpfd)`.

help(Topic) :-
    topic_name(Topic, Name),
    findall(Text, help_entry(Name, Text), Texts),
    (   Texts = [] ->
        write('No help on '), write_topic(Topic), help_like(Name, Like), write_chars(Like),
        write('. apropos(Word) searches.'), nl,
        false
    ;   print_texts(Texts)
    ).

topic_name(Topic, _) :- var(Topic), !, instantiation_error(help/1).
topic_name(Name/Arity, Indicator) :-
    atom(Name), integer(Arity),
    !,
    atom_chars(Name, Cs),
    number_chars(Arity, As),
    append(Cs, [/|As], Indicator).
topic_name(Topic, Topic) :- atom(Topic), !.
topic_name(Topic, Cs) :- string_terms:characters(Topic, Cs), Cs = [_|_], !.
topic_name(Topic, _) :- type_error(predicate_name, Topic, help/1).

write_topic(Topic) :-
    (   \+ atom(Topic), string_terms:characters(Topic, Cs) -> write_chars(Cs)
    ;   writeq(Topic)
    ).

print_texts([]).
print_texts([Text|Texts]) :-
    write_chars(Text), nl,
    print_texts(Texts).

write_chars([]).
write_chars([C|Cs]) :- put_char(C), write_chars(Cs).

%! apropos(+Word:text) is semidet.
%
% Lists the predicates whose names and documentation hold Word, or all words of it.

apropos(Word) :-
    (   var(Word) -> instantiation_error(apropos/1)
    ;   \+ string_terms:characters(Word, _) -> type_error(text, Word, apropos/1)
    ;   string_terms:characters(Word, []) -> domain_error(word, Word, apropos/1)
    ;   true
    ),
    (   \+ apropos_entry(Word, _, _) ->
        write('Nothing on '), write_topic(Word), write('.'), nl,
        false
    ;   true
    ),
    (   apropos_entry(Word, Indicator, Summary),
        entry(Indicator, Summary),
        false
    ;   true
    ).

entry(Indicator, Summary) :-
    atom_length(Indicator, N),
    write(Indicator),
    pad(N),
    write_chars(Summary), nl.

pad(N) :- N >= 24, !, write(' ').
pad(N) :- write(' '), N1 is N + 1, pad(N1).

?- apropos("").
   error(domain_error(word,""),apropos/1).

?- apropos(1).
   error(type_error(text,1),apropos/1).
