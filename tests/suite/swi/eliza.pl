/** Eliza: a conversation by patterns and templates.

A rule has a rank, a pattern and some answers; the answers of a rule take turns. Patterns and
answers are lists of words in which a variable stands for any words at all.

    ?- answer('I need some help', A).
    A = 'why do you need some help ?'
*/

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(readutil)).

:- dynamic turn/2.
:- dynamic topic/1.

%!  rule(?Rank, ?Name, ?Pattern, ?Answers) is nondet.
rule(9, computer, [_, computer, _],
     [ [do, computers, worry, you, ?],
       [what, do, you, think, about, machines, ?]
     ]).
rule(8, need, [_, i, need, X],
     [ [why, do, you, need, X, ?],
       [would, it, really, help, you, to, get, X, ?]
     ]).
rule(7, am, [_, i, am, X],
     [ [did, you, come, to, me, because, you, are, X, ?],
       [how, long, have, you, been, X, ?]
     ]).
rule(6, remember, [_, i, remember, X],
     [ [do, you, often, think, of, X, ?]
     ]).
rule(5, family, [_, my, Relative, X],
     [ [tell, me, more, about, your, Relative],
       [who, else, in, your, family, X, ?]
     ]) :-
    relative(Relative).
rule(4, no, [no|_],
     [ [are, you, saying, that, just, to, be, negative, ?]
     ]).
rule(3, because, [_, because, X],
     [ [is, it, so, that, X, ?]
     ]).
rule(0, none, _,
     [ [please, go, on],
       [i, see]
     ]).

relative(mother).
relative(father).
relative(brother).
relative(sister).

%!  words(+Text, -Words) is det.
%
%   Words are the words of Text as atoms in lower case, without punctuation.
words(Text, Words) :-
    downcase_atom(Text, Lower),
    split_string(Lower, " ", " .,!?;", Parts),
    exclude(==(""), Parts, Strings),
    maplist([S,A]>>atom_string(A, S), Strings, Words).

%!  match(+Pattern, +Words) is nondet.
%
%   A known word matches itself; a variable matches any words, fewest first.
match(Pattern, Words) :-
    var(Pattern),
    !,
    Pattern = Words.
match([], []).
match([P|Ps], Words) :-
    atom(P),
    !,
    Words = [P|Rest],
    match(Ps, Rest).
match([P|Ps], Words) :-
    append(P, Rest, Words),
    match(Ps, Rest).

%   Your and my, me and you.
swap(i, you).
swap(me, you).
swap(my, your).
swap(am, are).
swap(you, i).
swap(your, my).
swap(myself, yourself).

swapped(Word, Other) :-
    (   swap(Word, Other)
    ->  true
    ;   Other = Word
    ).

%!  fill(+Template, -Words) is det.
fill(Template, Words) :-
    maplist(part, Template, Parts),
    append(Parts, Words).

part(Part, Words) :-
    is_list(Part),
    !,
    maplist(swapped, Part, Words).
part(Word, [Word]).

%!  next(+Name, +Answers, -Answer) is det.
%
%   Answers take turns; the turn of each rule is remembered.
next(Name, Answers, Answer) :-
    (   retract(turn(Name, N))
    ->  true
    ;   N = 0
    ),
    length(Answers, Length),
    Index is N mod Length,
    nth0(Index, Answers, Answer),
    succ(N, N1),
    assertz(turn(Name, N1)).

%!  answer(+Text, -Answer) is det.
answer(Text, Answer) :-
    words(Text, Words),
    note_topics(Words),
    findall(Rank-rule(Name, Pattern, Answers),
            rule(Rank, Name, Pattern, Answers),
            Rules0),
    sort(1, @>=, Rules0, Rules),
    member(_-rule(Name, Pattern, Answers), Rules),
    match(Pattern, Words),
    !,
    next(Name, Answers, Template),
    fill(Template, AnswerWords),
    atomic_list_concat(AnswerWords, ' ', Answer).

note_topics(Words) :-
    forall(( member(W, Words), relative(W), \+ topic(W) ),
           assertz(topic(W))).

%!  converse(+Lines) is det.
converse(Lines) :-
    nb_setval(lines, 0),
    forall(member(Line, Lines),
           (   nb_getval(lines, N0),
               N is N0 + 1,
               nb_setval(lines, N),
               answer(Line, Answer),
               format("~t~d~3| you:   ~w~n~t~4|eliza: ~w~n", [N, Line, Answer])
           )).

%!  listen is det.
%
%   The same with lines that are typed in, until `bye` or the end of the input.
listen :-
    repeat,
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  !
    ;   Line == "bye"
    ->  !
    ;   answer(Line, Answer),
        writeln(Answer),
        fail
    ),
    writeln('goodbye').

transcript([ 'Hello.',
             'I need some help, that much seems certain.',
             'Perhaps I could learn to get along with my mother.',
             'My mother takes care of me.',
             'I am afraid of you!',
             'Because my father is afraid of everybody.',
             'You are like a computer.',
             'No.',
             'I need my computer',
             'Well, I need myself',
             'I am unhappy.',
             'That is all'
           ]).

main :-
    transcript(Lines),
    converse(Lines),
    findall(T, topic(T), Topics),
    atomic_list_concat(Topics, ', ', TopicText),
    format("topics: ~w~n", [TopicText]),
    aggregate_all(sum(N), turn(_, N), Turns),
    format("~d answers by rules~n", [Turns]),
    listen.
