/** An explanation of a failure in words: what explain_failure/1 prints.

```
?- failure_words:explanation_lines(failed(2>3,built_in), [], Lines).
   Lines = ["2>3 fails."].
```
*/

:- module(failure_words, [explanation_lines/3, furthest/2]).

:- use_module(library(lists)).
:- use_module(library(cl_layout)).
:- use_module(library(cl_program), [conjunction/2]).

%! explanation_lines(+Explanation, +VariableNames:list, -Lines:list) is det.
%
% Lines are the sentences, as strings: first what becomes of the goal, below it why.

explanation_lines(Explanation, VNs, Lines) :- phrase(lines(Explanation, VNs), Lines).

lines(succeeded(G), VNs) -->
    { text(G, VNs, Cs), append(Cs, " succeeds; this is its first answer.", Line) },
    [Line].
lines(E, VNs) -->
    { E \= succeeded(_), sentence(E, VNs, Line) },
    [Line],
    details(E, VNs).

% details(+Explanation, +VNs): the lines below the sentence on its goal. What explains a goal that was named
% in the line above is indented.
details(E, VNs) -->
    { parts(E, Reason) },
    details_(Reason, VNs).

details_(clauses(_, Tried), VNs) --> !,
    tried_lines(Tried, VNs),
    { best(Tried, VNs, Best, Names), phrase(details(Best, Names), Lines) },
    indented(Lines).
details_(body(Progress), VNs) --> !,
    { progress_text(Progress, VNs, Cs), Progress = progress(_, _, _, _, Last) },
    [Cs],
    { phrase(details(Last, VNs), Lines) },
    indented(Lines).
details_(same_as(E), VNs) --> !,
    { parts(E, Reason) },
    (   { Reason = body(_) ; Reason = same_as(_) } -> details_(Reason, VNs)
    ;   lines(E, VNs)
    ).
details_(condition(_, _, E), VNs) --> !, lines(E, VNs).
details_(counterexample(_, E), VNs) --> !, lines(E, VNs).
details_(alternatives(Es), VNs) --> !, all_lines(Es, VNs).
details_(_, _) --> [].

indented([]) --> [].
indented([Line|Lines]) --> [[' ',' '|Line]], indented(Lines).

all_lines([], _) --> [].
all_lines([E|Es], VNs) --> lines(E, VNs), all_lines(Es, VNs).

parts(failed(_, Reason), Reason).
parts(raised(_, _, Reason), Reason).
parts(unfinished(_, Reason), Reason).
parts(succeeded(_), none).

tried_lines([], _) --> [].
tried_lines([T|Ts], VNs) -->
    { tried_line(T, VNs, Line) },
    [Line],
    tried_lines(Ts, VNs).

tried_line(tried(Place,Names,Progress), VNs, Line) :-
    append(Names, VNs, VNs1),
    place_text(Place, PlaceCs),
    progress_text(Progress, VNs1, Cs),
    append([PlaceCs,": ",Cs], Line).
tried_line(not_tried(Place), _, Line) :-
    place_text(Place, PlaceCs),
    append(PlaceCs, ": not tried, because of the cut.", Line).
tried_line(not_shown(Place), _, Line) :-
    place_text(Place, PlaceCs),
    append(PlaceCs, ": this clause and those after it are not shown.", Line).

place_text(dynamic, "a dynamic clause") :- !.
place_text(File:Line, Cs) :-
    text_chars(File, FileCs),
    file_name(FileCs, Name),
    number_chars(Line, LineCs),
    append([Name,":",LineCs], Cs).

file_name(Cs, Name) :-
    (   append(_, [/|Cs1], Cs) -> file_name(Cs1, Name)
    ;   Name = Cs
    ).

best(Tried, VNs, Best, Names) :-
    (   furthest(Tried, I), nth0(I, Tried, tried(_,Names0,progress(_,_,_,_,Best))) ->
        append(Names0, VNs, Names)
    ;   Best = succeeded(true),
        Names = VNs
    ).

progress_text(progress(_, _, _, _, failed), _, "this clause succeeds when it is run again.") :- !.
progress_text(progress(Before,Pairs,More,Cut,E), VNs, Text) :-
    before_text(Before, Pairs, More, E, VNs, BeforeCs),
    sentence(E, VNs, Cs),
    cut_text(Cut, CutCs),
    append([BeforeCs,Cs,CutCs], Text).

cut_text(none, []).
cut_text(kept_first_of(N), Cs) :-
    number_chars(N, NCs),
    append([" The cut keeps only the first of ",NCs," solutions before it."], Cs).

before_text(Before0, Vs-Solutions, More, E, VNs, Cs) :-
    without_cuts(Before0, Before),
    (   Before == [] -> Cs = []
    ;   conjunction(Before, G),
        text(G, VNs, GCs),
        length(Solutions, N),
        shown(Before, Vs, VNs, Solutions, Bindings),
        solutions_text(N, Bindings, More, E, SolutionsCs),
        append(GCs, SolutionsCs, Cs)
    ).

without_cuts([], []).
without_cuts([G|Gs0], Gs) :-
    (   G == ! -> Gs = Gs1
    ;   Gs = [G|Gs1]
    ),
    without_cuts(Gs0, Gs1).

solutions_text(1, [], none, _, " holds, but then ") :- !.
solutions_text(1, [B|_], none, _, Cs) :- !,
    append([" has the solution ",B,", but then "], Cs).
solutions_text(N, Bindings, More, E, Cs) :-
    number_chars(N, NCs),
    (   More == more -> Many = " has more than "
    ;   Many = " has "
    ),
    list_text(Bindings, N, BindingsCs),
    (   E = failed(_, _) -> End = ", but for none of them does the clause go on; for the first, "
    ;   End = ", and for one of them "
    ),
    append([Many,NCs," solutions",BindingsCs,End], Cs).

list_text([], _, []).
list_text([B|Bs], N, Cs) :-
    join([B|Bs], Joined),
    length([B|Bs], M),
    (   M < N -> End = "; ...)"
    ;   End = ")"
    ),
    append([" (",Joined,End], Cs).

join([B], B) :- !.
join([B|Bs], Cs) :- join(Bs, Cs1), append([B,"; ",Cs1], Cs).

% shown(+Before, +Vars, +VNs, +Solutions, -Texts): the first three solutions, for variables that have a
% name in the clause.
shown(Before, Vs, VNs, Solutions, Texts) :-
    term_variables(Before, BeforeVs),
    findall(I-Name,
            ( nth0(I, Vs, V), occurs_in(V, BeforeVs), name_of(VNs, V, Name) ),
            Wanted),
    (   Wanted == [] -> Texts = []
    ;   first_solutions(3, Solutions, First),
        solution_texts(First, Wanted, Texts)
    ).

occurs_in(V, Vs) :- member(W, Vs), W == V, !.

name_of([Name=W|VNs], V, Name1) :-
    (   W == V -> Name1 = Name
    ;   name_of(VNs, V, Name1)
    ).

first_solutions(N, Ss0, Ss) :-
    (   N > 0, Ss0 = [S|Ss1] -> Ss = [S|Ss2], N1 is N - 1, first_solutions(N1, Ss1, Ss2)
    ;   Ss = []
    ).

solution_texts([], _, []).
solution_texts([S|Ss], Wanted, [Text|Texts]) :-
    findall(Cs,
            ( member(I-Name, Wanted), nth0(I, S, Value), text_chars(Name, NameCs), abridged_text(Value, [], ValueCs),
              append([NameCs," = ",ValueCs], Cs) ),
            Css),
    commas(Css, Text),
    solution_texts(Ss, Wanted, Texts).

commas([Cs], Cs) :- !.
commas([Cs|Css], Text) :- commas(Css, Text1), append([Cs,", ",Text1], Text).

% sentence(+Explanation, +VNs, -Text): what became of the goal, in one sentence.
sentence(failed(G, Reason), VNs, Text) :-
    text(G, VNs, GCs),
    reason_text(Reason, G, VNs, Cs),
    append([GCs," fails",Cs,"."], Text).
sentence(raised(G, E, _), VNs, Text) :-
    text(G, VNs, GCs),
    (   E = error(existence_error(procedure, PI), _) ->
        abridged_text(PI, [], PICs),
        append([GCs," raises an error: there is no predicate ",PICs,"."], Text)
    ;   (   E = error(E1, _) -> true
        ;   E1 = E
        ),
        abridged_text(E1, [], ECs),
        append([GCs," raises ",ECs,"."], Text)
    ).
sentence(unfinished(G, _), VNs, Text) :-
    text(G, VNs, GCs),
    append(GCs, " comes to no end within the limit of inferences.", Text).
sentence(succeeded(G), VNs, Text) :-
    text(G, VNs, GCs),
    append(GCs, " succeeds when it is run by itself.", Text).

reason_text(no_clause(0, _, _), _, _, ": the predicate has no clauses") :- !.
reason_text(no_clause(N, Example, Hint), G, VNs, Cs) :- !,
    functor(G, Name, Arity),
    abridged_text(Name/Arity, [], PICs),
    hint_text(Hint, VNs, HintCs),
    abridged_text(Example, [], ExampleCs),
    (   N =:= 1 -> append(["; the only clause is ",ExampleCs], CountCs)
    ;   number_chars(N, NCs),
        append(["; there are ",NCs," clauses, e.g. ",ExampleCs], CountCs)
    ),
    append([": no clause of ",PICs,HintCs,CountCs], Cs).
reason_text(clauses(Count, Tried), _, _, Cs) :- !,
    length(Tried, N),
    counted(N, Count, Cs).
reason_text(values(G1), G, VNs, Cs) :- !,
    text(G1, VNs, GCs),
    (   G1 = (_ is _) -> append(": ", GCs, Cs)
    ;   text(G, VNs, GCs) -> Cs = []
    ;   append([": ",GCs," is false"], Cs)
    ).
reason_text(holds(G), _, VNs, Cs) :- !,
    text(G, VNs, GCs),
    append([": ",GCs," holds"], Cs).
reason_text(condition(C, true, _), _, VNs, Cs) :- !,
    text(C, VNs, CCs),
    append([": the condition holds, as ",CCs], Cs).
reason_text(condition(C, false, _), _, VNs, Cs) :- !,
    text(C, VNs, CCs),
    append([": the condition ",CCs," does not hold"], Cs).
reason_text(counterexample(C, _), _, VNs, Cs) :- !,
    text(C, VNs, CCs),
    append([": a counterexample is ",CCs], Cs).
reason_text(alternatives(_), _, _, ": no alternative succeeds") :- !.
reason_text(empty_list, _, _, ": the list is empty") :- !.
reason_text(_, _, _, []).

hint_text(none, _, " matches").
hint_text(argument(N, A), VNs, Cs) :-
    number_chars(N, NCs),
    text(A, VNs, ACs),
    append([" has ",ACs," as argument ",NCs], Cs).

counted(1, 1, ": its only clause was tried") :- !.
counted(2, 2, ": both clauses were tried") :- !.
counted(N, N, Cs) :- !, number_chars(N, NCs), append([": all ",NCs," clauses were tried"], Cs).
counted(N, Count, Cs) :-
    number_chars(N, NCs),
    number_chars(Count, CountCs),
    (   N =:= 1 -> Match = " matches"
    ;   Match = " match"
    ),
    append([": ",NCs," of its ",CountCs," clauses",Match], Cs).

text(G, VNs, Cs) :- abridged_text(G, VNs, Cs).

%! furthest(+Tried:list, -I:integer) is semidet.
%
% I is the index of the clause that got furthest; an error or a goal without end comes first.

furthest(Tried, I) :-
    findall(Rank-I0,
            ( nth0(I0, Tried, tried(_,_,progress(Before,_,_,_,E))), rank(E, Before, Rank) ),
            Ranks0),
    keysort(Ranks0, Ranks),
    append(_, [_-I], Ranks),
    !.

rank(E, Before, Rank) :-
    length(Before, N),
    (   E = failed(_, _) -> Rank = N
    ;   Rank is N + 1000
    ).

?- findall(Ls, ( failure_words:explanation_lines(failed(p(a),no_clause(2,p(b),argument(1,a))), [], Css),
                 string_terms:strings_of(Css, Ls) ),
           [Lines]).
   Lines = ["p(a) fails: no clause of p/1 has a as argument 1; there are 2 clauses, e.g. p(b)."].
