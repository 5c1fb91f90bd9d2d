/** What is wrong with a task for Metagol: errors, which end it, and warnings.
*/

:- module(metagol_checks, [must_be_sound/4, examples/5, indicators/2, predicate_exists/2, warnings/7, meant/3]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(metagol_options)).
:- use_module(library(metagol_text)).

%! predicate_exists(+Name, +Arity) is semidet.
%
% True iff the user's program can call the predicate.

predicate_exists(Name, Arity) :-
    (   '$predicate_defined'(user, Name, Arity) -> true
    ;   functor(Head, Name, Arity),
        catch(predicate_property(user:Head, built_in), _, false) -> true
    ).

% --- errors -----------------------------------------------------------------------------------

%! must_be_sound(+Rules, +Clauses, +Bodies, +Heads) is det.
%
% Raises a `task_error(Text)` with a line for each clause that is not what it has to be.

must_be_sound(Rules, Clauses, Bodies, Heads) :-
    findall(Line, metagol_checks:fault_line(Rules, Clauses, Bodies, Heads, Line), Lines),
    (   Lines == [] -> true
    ;   append(Lines, Text),
        string_terms:throw_text(task_error, Text, learn/3)
    ).

fault_line(Rules, Clauses, Bodies, Heads, Line) :-
    (   member(rule(Rule,Place,VNs), Rules), fault(Rule, VNs, Message)
    ;   member(rule(Clause,Place,VNs), Clauses), fault(Clause, VNs, Message)
    ;   ( member(bad(Term,Place), Bodies) ; member(bad(Term,Place), Heads) ),
        term_chars(Term, [], Cs),
        append(["expected a predicate Name/Arity, with a type for each argument if there are any, found ",Cs], Message)
    ),
    place_chars(Place, PlaceCs),
    append([PlaceCs,"error: ",Message,"\n"], Line).

% fault(+Rule, +VariableNames, -Message): the first thing that is wrong.
fault(Rule, VNs, Message) :-
    (   fault_(Rule, What, Culprit, Expected) ->
        term_chars(Culprit, VNs, Cs),
        append([What," must be ",Expected,", found ",Cs], Message)
    ;   Rule = ibk(_,_,_,_), fail
    ).

fault_(metarule(Name,_,_,_,_), "the name of a metarule", Name, "an atom or an integer") :-
    \+ atom(Name), \+ integer(Name).
fault_(metarule(_,Subs,_,_,_), "the variables of a metarule for which something is substituted", Subs, "a list") :-
    \+ proper_list(Subs).
fault_(metarule(_,Subs,_,_,_), "what a metarule substitutes for", Sub, "a variable") :-
    member(Sub, Subs), nonvar(Sub), \+ atomic(Sub).
fault_(metarule(_,_,Head,_,_), "the head of a metarule", Head, "a list [P|Arguments]") :-
    \+ atom_list(Head).
fault_(metarule(_,_,_,Body,_), "the body of a metarule", Body, "a list of literals") :-
    \+ proper_list(Body).
fault_(metarule(_,_,_,Body,_), "a literal in the body of a metarule", Literal,
       "a list [Q|Arguments], a condition @(Goal) or not([Q|Arguments])") :-
    member(Literal, Body), \+ literal(Literal).
fault_(ibk(_,Head,_,_), "the head of interpreted background", Head, "a list [Name|Arguments]") :-
    \+ atom_list(Head).
fault_(ibk(_,_,Body,_), "the body of interpreted background", Body, "a list of literals") :-
    \+ proper_list(Body).
fault_(ibk(_,_,Body,_), "a literal in the body of interpreted background", Literal,
       "a list [Q|Arguments], a condition @(Goal) or not([Q|Arguments])") :-
    member(Literal, Body), \+ literal(Literal).

proper_list(List) :- '$skip_max_list'(_, _, List, Tail), Tail == [].

atom_list(Atom) :-
    proper_list(Atom),
    Atom = [P|_],
    ( var(P) -> true ; atom(P), P \== [] ).

literal(Literal) :- var(Literal), !, false.
literal(@(Goal)) :- !, callable(Goal).
literal(not(Atom)) :- !, atom_list(Atom).
literal(Atom) :- atom_list(Atom).

%! examples(+Positives0, +Negatives0, -Positives, -Negatives, -Targets) is det.
%
% The examples as lists [Name|Arguments], and their predicates Name/Arity in the order in which they occur first.

examples(Positives0, Negatives0, Positives, Negatives, Targets) :-
    must_be_list(Positives0, learn/3),
    must_be_list(Negatives0, learn/3),
    example_lists(Positives0, "positive", Positives, PIs),
    example_lists(Negatives0, "negative", Negatives, Others),
    (   Positives == [] -> example_error("there is no positive example", [])
    ;   true
    ),
    each_once(PIs, [], Targets),
    one_arity(Targets),
    known_targets(Others, Negatives0, Targets).

% example_lists(+Examples, +Kind, -Atoms, -Indicators)
example_lists([], _, [], []).
example_lists([Example|Examples], Kind, [Atom|Atoms], [P/A|PIs]) :-
    (   callable(Example) -> true
    ;   term_chars(Example, [], Cs),
        append(["a ",Kind," example must be an atom, found ",Cs], Message),
        example_error(Message, Example)
    ),
    functor(Example, P, A),
    Example =.. Atom,
    (   ground(Atom) -> true
    ;   member(Arg, Atom), var(Arg) ->
        term_chars(Example, [], Cs1),
        append(["the ",Kind," example ",Cs1," has a variable as an argument; a value was expected"], Message1),
        example_error(Message1, Example)
    ;   true
    ),
    example_lists(Examples, Kind, Atoms, PIs).

% each_once(+Items, +Seen, -Set): in the order in which they occur first.
each_once([], _, []).
each_once([X|Xs], Seen, Set) :-
    (   memberchk(X, Seen) -> each_once(Xs, Seen, Set)
    ;   Set = [X|Set1],
        each_once(Xs, [X|Seen], Set1)
    ).

%! indicators(+Atoms, -Indicators) is det.
%
% Indicators are the Name/Arity of Atoms, lists [Name|Arguments], each once, in the order in which they occur first.

indicators(Atoms, PIs) :-
    all_indicators(Atoms, PIs0),
    each_once(PIs0, [], PIs).

all_indicators([], []).
all_indicators([[P|Args]|Atoms], [P/A|PIs]) :-
    length(Args, A),
    all_indicators(Atoms, PIs).

example_error(Message, _) :- string_terms:throw_text(task_error, Message, learn/3).

one_arity(Targets) :-
    (   append(_, [P/A|Rest], Targets), member(P/B, Rest) ->
        term_chars(P/A, [], Cs1),
        term_chars(P/B, [], Cs2),
        append(["the positive examples are of ",Cs1," and of ",Cs2,"; one arity was expected"], Message),
        example_error(Message, [])
    ;   true
    ).

% known_targets(+Indicators, +Examples, +Targets): the Indicators of Examples are among Targets.
known_targets([], _, _).
known_targets([PI|PIs], [Example|Examples], Targets) :-
    (   memberchk(PI, Targets) -> true
    ;   term_chars(Example, [], Cs),
        Targets = [Target|_],
        term_chars(Target, [], Ts),
        append(["the negative example ",Cs," is of another predicate than the positive ones; ",Ts," was expected"], Message),
        example_error(Message, [])
    ),
    known_targets(PIs, Examples, Targets).

% --- warnings ---------------------------------------------------------------------------------

%! warnings(+Task, +Rules, +Clauses, +Bodies, +Heads, +Named, -Lines) is det.
%
% Lines has a text for everything that is possible, but hardly meant.

warnings(Task, Rules, Clauses, Bodies, Heads, Named, Lines) :-
    Names = names(Task, Bodies, Heads, Named),
    usable(Rules, Task, Usable),
    findall(Line, metagol_checks:warning_line(Rules, Clauses, Bodies, Names, Usable, Line), Lines).

warning_line(Rules, Clauses, Bodies, Names, Usable, Line) :-
    (   member(pred(P,A,_,Place), Bodies), missing_body(P, A, Message)
    ;   cl_clauses:consulted_predicate(user, metarule, A, _),
        \+ memberchk(A, [2,3,4]),
        cl_clauses:source_term(user:metarule/A, _, _, Place),
        term_chars(metarule/A, [], Cs),
        append(Cs, " is passed over: expected metarule/2, metarule/3 or metarule/4", Message)
    ;   member(rule(Rule,Place,VNs), Rules), odd(Rule, VNs, Names, Usable, Message)
    ;   member(rule(Clause,Place,VNs), Clauses), odd(Clause, VNs, Names, Usable, Message)
    ),
    warning_chars(Place, Message, Line).

missing_body(P, A, Message) :-
    \+ predicate_exists(P, A),
    term_chars(P/A, [], Cs),
    findall(Name, ( cl_clauses:consulted_predicate(user, Name, A, _), \+ memberchk(Name, [metarule,body_pred,head_pred,prim,ibk,func_test]) ), Known),
    meant(P, Known, Meant),
    append([Cs," does not exist"|Meant], Message).

odd(metarule(_,Subs,Head,Body,Guard), VNs, _, _, Message) :-
    % A variable for which nothing can be found.
    select(Sub, Subs, Others),
    var(Sub),
    term_variables(r(Others,Head,Body,Guard), Vs),
    \+ ( member(V, Vs), V == Sub ),
    term_chars(Sub, VNs, Cs),
    append(["the metarule can never be used: ",Cs," occurs nowhere else and so is never bound"], Message).
odd(metarule(Name,_,_,Body,_), VNs, _, Usable, Message) :-
    \+ member(Name, Usable),
    Usable = [provable(Provable)|_],
    member(Literal, Body),
    \+ has_proof(Literal, Provable),
    ( Literal = not([Q|Args]) -> true ; Literal = [Q|Args] ),
    length(Args, A),
    term_chars(Q/A, VNs, Cs),
    append(["the metarule can never be used: there is nothing that proves ",Cs], Message),
    !.
odd(Rule, _, names(Task,_,_,_), _, Message) :-
    ( Rule = metarule(_,_,_,Body,_) ; Rule = ibk(_,_,Body,_) ),
    member(Literal, Body),
    (   ( Literal = [P|Args] ; Literal = not([P|Args]) ),
        atom(P),
        length(Args, A),
        \+ learnable(P, A, Task)
    ;   Literal = @(Goal),
        callable(Goal),
        functor(Goal, P, A),
        \+ memberchk(P/A, [(',')/2,(;)/2,(->)/2,(\+)/1,(:)/2])
    ),
    \+ predicate_exists(P, A),
    term_chars(P/A, [], Cs),
    append([Cs," does not exist"], Message).
odd(ibk(_,[P|Args],_,_), _, names(task(_,_,_,Head,_,_,_,_),_,_,_), _, Message) :-
    atom(P),
    length(Args, A),
    member(head(P,A,_), Head),
    term_chars(P/A, [], Cs),
    append(["the interpreted background ",Cs," is not used: ",Cs," is to be learned"], Message).

% What the learner defines, or interprets.
learnable(P, A, task(Positives,_,_,Head,_,Ibk,_,_)) :-
    (   memberchk(head(P,A,_), Head) -> true
    ;   member(ibk(_,[P|Args],_,_), Ibk), length(Args, A) -> true
    ;   Positives = [[Target|_]|_],
        atom_chars(Target, Ts),
        append(Ts, ['_'|_], Start),
        atom_chars(P, Cs),
        append(Ts, ['_',Digit|_], Cs),
        memberchk(Digit, "123456789"),
        Start = [_|_]
    ).

% usable(+Rules, +Task, -Usable): the names of the metarules whose bodies can be proved, after provable(Arities):
% elements are A, for unknown predicates, and P/A.
usable(Rules, task(_,_,Body,_,Compiled,Ibk,_,_), [provable(Provable)|Names]) :-
    findall(A, ( member(body(_,A,_), Body) ; member(ibk(_,[_|Args],_,_), Ibk), length(Args, A) ), As),
    findall(P/A,
            ( member(body(P,A,_), Body) ; member(P/A, Compiled) ; member(ibk(_,[P|Args],_,_), Ibk), length(Args, A) ),
            PAs),
    append(As, PAs, Provable0),
    usable(Rules, [], Provable0, Names, Provable).

usable(Rules, Names0, Provable0, Names, Provable) :-
    (   member(rule(metarule(Name,_,[P|Args],Body,_),_,_), Rules),
        \+ memberchk(Name, Names0),
        \+ ( member(Literal, Body), \+ metagol_checks:has_proof(Literal, Provable0) ) ->
        length(Args, A),
        % What is learned proves its own predicate, and any unknown one.
        (   var(P) -> New = [A,any/A]
        ;   New = [A,P/A]
        ),
        append(New, Provable0, Provable1),
        usable(Rules, [Name|Names0], Provable1, Names, Provable)
    ;   Names = Names0,
        Provable = Provable0
    ).

has_proof(@(_), _).
has_proof(not(_), _).
has_proof([P|Args], Provable) :-
    length(Args, A),
    (   var(P) -> memberchk(A, Provable)
    ;   memberchk(P/A, Provable) -> true
    ;   memberchk(any/A, Provable)
    ).

%! meant(+Name, +Known, -Text) is det.
%
% Text is a list with what may have been meant by Name, or empty.

meant(Name, Known, Text) :-
    atom_chars(Name, Cs),
    (   member(Most, [1,2]),
        member(Other, Known),
        Other \== Name,
        atom_chars(Other, Os),
        distance(Cs, Os, Most) ->
        term_chars(Other, [], Text0),
        Text = ["; did you mean ",Text0,"?"]
    ;   Text = []
    ).

% distance(+Chars, +Others, +Most): at most so many characters are inserted, deleted, exchanged or swapped.
distance([C|Cs], [C|Ds], Most) :- !, distance(Cs, Ds, Most).
distance([], [], _) :- !.
distance(Cs0, Ds0, Most) :-
    Most > 0,
    Less is Most - 1,
    (   Cs0 = [A,B|Cs], Ds0 = [B,A|Ds] -> true
    ;   Cs0 = [_|Cs], Ds0 = [_|Ds]
    ;   Cs0 = [_|Cs], Ds = Ds0
    ;   Ds0 = [_|Ds], Cs = Cs0
    ),
    distance(Cs, Ds, Less),
    !.
