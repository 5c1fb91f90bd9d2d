/** Where an error of a program came from: the clauses and the goals above.

The engine does not know. So the goal that raised the error is run once more by the interpreter of the tracer, whose effects
the host discards, with all output. Where that could do anything outside, or raises another error, nothing is said.

```
?- [stats], catch(mean([1,2], M), E, true), cl_blame:blame(mean([1,2], M), E, Lines).
   E = error(type_error(evaluable,n/0),(is)/2), Lines = ["stats.pl:4: M is 3/n"].
```
*/

:- module(cl_blame, [blame/3, endless/2, harmless/1, not_too_deep/2, raised_in/2]).

:- use_module(library(iso_ext)).
:- use_module(library(cl_layout)).
:- use_module(library(lists)).
:- use_module(library(cl_permitted)).
:- use_module(library(cl_program)).
:- use_module(library(cl_rights), [chess_native/2]).
:- use_module(library(cl_trace)).

% This many goals are told, the innermost first.
most(6).

%! blame(+Goal, +Error:list, -Lines:list) is semidet.
%
% Lines tell where the error with the canonical text Error comes from when Goal is run: `File:Line: Goal`, the innermost goal first,
% each with the place of the clause that it stands in.

blame(Goal, Text0, Lines) :-
    ( Text0 = '$string'(Text) -> true ; Text = Text0 ),
    bb_put(trace_frames, []),
    '$foreign_call'(silence, [], _),
    directed(Goal, Goal0),
    as_run(Goal0, Goal1),
    catch(( cl_trace:watched(Goal1), false ), E, true),
    same(E, Text),
    bb_get(trace_frames, Frames0),
    reverse(Frames0, Frames),
    told(Frames, Lines0),
    Lines0 = [_|_],
    most(Most),
    shortened(Lines0, Most, Lines).

% same(@Error, +Text): Text is that of Error. Which predicate says so depends on how it is called: of a comparison it is is/2, if it is
% interpreted.
same(E, Text) :-
    (   nonvar(E), E = error(Formal, _) ->
        term_texts:shown_text(Formal, true, [], Cs),
        append(["error(", Cs, ","], Begin),
        begins(Begin, Text)
    ;   term_texts:shown_text(E, true, [], Text)
    ).

% A recursion that is as deep as that may be one without end.
deep(10000, "10,000").

% As many of the goals above say whether they come again and again.
looked_at(200).

%! endless(+Goal, -Lines:list) is semidet.
%
% When Goal is run, its goals get deep. The first of Lines says so, and which predicates call each other; the others are those
% of the innermost goals, as in blame/3.

endless(Goal, [Sentence|Lines]) :-
    '$foreign_call'(silence, [], _),
    directed(Goal, Goal0),
    as_run(Goal0, Goal1),
    catch(( cl_trace:deepened(Goal1), false ), E, true),
    E = '$blame'(deep(Frames)),
    findall(PI, ( member(goal(G), Frames), indicator(G, PI) ), PIs),
    deep(_, Ds),
    (   cycle(PIs, Cycle) ->
        length(Cycle, Period),
        indicators_text(Cycle, Cs),
        append(["probably a recursion without end, " , Ds, " goals deep: ", Cs], Sentence)
    ;   Period = 3,
        append(["probably a recursion without end, ", Ds, " goals deep"], Sentence)
    ),
    told(Frames, Lines0),
    Lines0 = [_|_],
    most(Most),
    Count is min(Most, Period + 1),
    leading(Count, Lines0, Lines).

indicator(G, Name/Arity) :- functor(G, Name, Arity).

% cycle(+PIs, -Cycle): PIs are the elements of Cycle, again and again; the last time maybe not all.
cycle(PIs, Cycle) :-
    length(PIs, M),
    append(Cycle, Rest, PIs),
    Cycle = [_|_],
    length(Cycle, N),
    ( 3 * N > M -> !, false ; true ),
    begins(Rest, PIs),
    !.

% begins(+Xs, +Ys): Ys begins with Xs.
begins([], _).
begins([X|Xs], [X|Ys]) :- begins(Xs, Ys).

indicators_text([PI], Cs) :- !, indicator_text(PI, Ps), append(Ps, " calls itself", Cs).
indicators_text(PIs, Cs) :-
    list_to_set(PIs, Set),
    (   Set = [PI] -> indicators_text([PI], Cs)
    ;   names(Set, Ns),
        append(Ns, " call each other", Cs)
    ).

names([A,B], Cs) :- !, indicator_text(A, As), indicator_text(B, Bs), append([As, " and ", Bs], Cs).
names([A|Rest], Cs) :- indicator_text(A, As), names(Rest, Rs), append([As, ", ", Rs], Cs).

indicator_text(PI, Cs) :- abridged_text(PI, [], Cs).

leading(N, Xs0, Xs) :-
    (   N > 0, Xs0 = [X|Xs1] -> Xs = [X|Ys], N1 is N - 1, leading(N1, Xs1, Ys)
    ;   Xs = []
    ).

%! not_too_deep(+Depth:integer, +Path:list) is det.
%
% Throws the innermost of Path, the goals and places that led to this Depth, if it is too deep.

not_too_deep(D, Path) :-
    (   deep(Deep, _), D > Deep ->
        looked_at(Most),
        leading(Most, Path, Frames0),
        abridged_frames(Frames0, Frames),
        throw('$blame'(deep(Frames)))
    ;   true
    ).

abridged_frames([], []).
abridged_frames([F0|Fs0], [F|Fs]) :-
    ( F0 = goal(G0) -> abridged(G0, G), F = goal(G) ; F = F0 ),
    abridged_frames(Fs0, Fs).

% as_run(+Goal0, -Goal): Goal0 of a file that is closed to others calls that file's own.
as_run(Goal0, Goal) :-
    (   '$foreign_call'(text_is_closed, [], 1) ->
        cl_engine:provided(cl_homes),
        cl_homes:as_tests(Goal0, Goal)
    ;   Goal = Goal0
    ).

% directed(+Goal0, -Goal): Goal0 may be what stands in a directive.
directed(Goal0, Goal) :-
    (   nonvar(Goal0), ( Goal0 = initialization(Goal1) ; Goal0 = initialization(Goal1, _) ) -> Goal = Goal1
    ;   Goal = Goal0
    ).

% told(+Frames, -Lines): a goal is told with the place that follows it.
told([], []).
told([goal(G)|Frames], Lines) :-
    (   append(Goals, [place(Place)|Frames1], Frames), \+ member(place(_), Goals) ->
        line(G, Place, Line),
        Lines = [Line|Lines1],
        told(Frames1, Lines1)
    ;   Lines = []
    ).
told([place(Place)|Frames], [Line|Lines]) :-
    place_text(Place, Line),
    told(Frames, Lines).

line(G, Place, Line) :-
    place_text(Place, Cs),
    abridged_text(G, [], Gs),
    append([Cs, ": ", Gs], Line).

place_text(Place, Cs) :-
    (   Place = File:Line ->
        atom_chars(File, Fs),
        number_chars(Line, Ls),
        append([Fs, ":", Ls], Cs)
    ;   Cs = "in a dynamic clause"
    ).

shortened(Lines0, Most, Lines) :-
    length(Lines0, N),
    (   N =< Most -> Lines = Lines0
    ;   Half is Most - 1,
        length(Front, Half),
        append(Front, Rest, Lines0),
        append(Between, [Last], Rest),
        length(Between, M),
        number_chars(M, Ms),
        append(["... ", Ms, " more"], More),
        append(Front, [More,Last], Lines)
    ).

%! raised_in(+Frame, +Error) is erroneous.
%
% Notes that Error has passed through Frame, which is `goal(Goal)` or `place(Place)`, and throws it on.

raised_in(Frame0, E) :-
    (   Frame0 = goal(G0) -> abridged(G0, G), Frame = goal(G)
    ;   Frame = Frame0
    ),
    bb_get(trace_frames, Frames),
    bb_put(trace_frames, [Frame|Frames]),
    throw(E).

%! harmless(+Goal) is det.
%
% Throws for a goal that may do something which cannot be undone, or take input that is gone; and for one of a file that is closed to
% others: what it answers is not to be told.

harmless(G) :-
    (   inner(G, G1), functor(G1, Name, Arity), \+ reads(Name), \+ sub_atom(Name, 0, _, _, load), \+ names_stream(G1),
        '$foreign_call'(predicate_is_hidden, [user,Name,Arity], 0),
        ( permitted(Name, Arity) ; chess_native(Name, Arity) ; program_predicate(G1) ; \+ exists(Name, Arity) ) -> true
    ;   throw('$blame'(stopped))
    ).

inner(M:G0, G) :- !, M == user, inner(G0, G).
inner(G, G).

% What does not exist raises the error that is looked for.
exists(Name, Arity) :- forbidden(Name, Arity).
exists(Name, Arity) :- '$predicate_defined'(user, Name, Arity).

names_stream(G) :-
    G =.. [_|Args],
    member(S, Args),
    nonvar(S),
    \+ compound(S),
    catch(( stream_property(S0, P), ( S0 == S ; P = alias(A), A == S ) ), _, false),
    \+ ( member(A, [user_output,user_error]), S == A ),
    !.

reads(halt).
reads(read).
reads(read_term).
reads(get_char).
reads(get_code).
reads(get_byte).
reads(peek_char).
reads(peek_code).
reads(peek_byte).
reads(get).
reads(get0).
reads(read_line_to_string).
reads(read_line_to_codes).
reads(read_stream_to_codes).
reads(prompt1).
