/** The clauses behind a background, for the native search: what they define, it proves itself.

```
?- metagol_clauses:calls(( p(X) -> \+ q(X,Y) ; call(r(Y), X), s ), [], PIs).
   PIs = [s/0,r/2,call/2,q/2,p/1].
```
*/

:- module(metagol_clauses, [background_clauses/3]).

:- use_module(library(charsio)).
:- use_module(library(iso_ext)).
:- use_module(library(cl_clauses)).
:- use_module(library(lists)).
:- use_module(library(metagol_checks)).
:- use_module(library(cl_asserted), []).

%! background_clauses(+Goals, -Clauses, -Libraries) is det.
%
% Clauses are the clauses `clause(Head,Body)` of static predicates of the program that Goals call, a list of goals and of
% Name/Arity, and of those that these call. Libraries are the Name/Arity of what they call besides, if the program does
% not define it. A predicate that may not be what its clauses say is in neither.

background_clauses(Goals, Clauses, Libraries) :-
    % A program may say what its terms and goals become.
    (   load_hooks:expansions_said -> Clauses = [], Libraries = []
    ;   called(Goals, [], PIs),
        defining(PIs, Clauses, Libraries)
    ).

% defining(+Indicators, -Clauses, -Libraries): static clauses change with the stamp of the program only, those that were
% learned with each task.
defining(PIs, Clauses, Libraries) :-
    cl_clauses:stamp(Stamp),
    (   learned(_, _) -> defining_now(PIs, Clauses, Libraries)
    ;   bb_get(metagol_kept_clauses, kept(PIs,Stamp,Clauses0,Libraries0)),
        \+ ( member(P/A, Libraries0), \+ of_library(P, A) ) ->
        Clauses = Clauses0,
        Libraries = Libraries0
    ;   defining_now(PIs, Clauses, Libraries),
        bb_put(metagol_kept_clauses, kept(PIs,Stamp,Clauses,Libraries))
    ).

defining_now(PIs, Clauses, Libraries) :-
    reached(PIs, [], 2000, Clauses, Seen),
    findall(P/A, ( member(P/A, Seen), metagol_clauses:of_library(P, A) ), Libraries).

called([], PIs, PIs).
called([Goal|Goals], PIs0, PIs) :-
    (   nonvar(Goal), Goal = P/A, atom(P), integer(A) -> PIs1 = [Goal|PIs0]
    ;   calls(Goal, PIs0, PIs1)
    ),
    called(Goals, PIs1, PIs).

% reached(+Waiting, +Seen0, +Room, -Clauses, -Seen): at most Room clauses.
reached([], Seen, _, [], Seen).
reached([PI|PIs], Seen0, Room0, Clauses, Seen) :-
    (   memberchk(PI, Seen0) -> reached(PIs, Seen0, Room0, Clauses, Seen)
    ;   metagol_clauses:plain_clauses(PI, Room0, Clauses1, N) ->
        bodies(Clauses1, PIs, PIs1),
        Room is Room0 - N,
        append(Clauses1, Clauses2, Clauses),
        reached(PIs1, [PI|Seen0], Room, Clauses2, Seen)
    ;   reached(PIs, [PI|Seen0], Room0, Clauses, Seen)
    ).

% plain_clauses(+Indicator, +Room, -Clauses, -Count): all of them, if what was written is what was compiled. Texts in
% double quotes depend on a flag, and so they may have changed. What learn_seq/2 has asserted stays as it is for the next
% task, as dynamic facts do.
plain_clauses(P/A, Room, Clauses, Count) :-
    learned(P, A),
    !,
    functor(Head, P, A),
    findall(clause(Head,Body), catch(cl_asserted:clause_of(user:Head, Body), _, false), Clauses),
    length(Clauses, Count),
    Count > 0,
    Count =< Room.
plain_clauses(P/A, Room, Clauses, Count) :-
    consulted(P, A),
    functor(Head, P, A),
    \+ changing(Head, P, A),
    cl_clauses:source_count(user:P/A, Count),
    Count > 0,
    Count =< Room,
    findall(Clause, metagol_clauses:plain_clause(P, A, Clause), Clauses),
    \+ memberchk(odd, Clauses).

learned(P, A) :-
    '$predicate_defined'(metagol, learned, 3),
    metagol:learned(P, A, _).

plain_clause(P, A, Clause) :-
    cl_clauses:source_text(user:P/A, Text),
    (   \+ memberchk('"', Text),
        catch(( read_term_from_chars(Text, Term0, []), loader:expand_term(Term0, Term) ), _, false),
        nonvar(Term),
        plain(Term, Head, Body),
        callable(Head),
        functor(Head, P, A) ->
        Clause = clause(Head,Body)
    ;   Clause = odd
    ).

plain((Head0 :- Body), Head, Body) :- !, plain(Head0, Head, _).
plain(Head0, Head, true) :- ( nonvar(Head0), Head0 = user:Head1 -> Head = Head1 ; Head = Head0 ).

changing(Head, _, _) :- catch(predicate_property(user:Head, dynamic), _, false), !.
changing(_, P, A) :- catch(cl_declarations:datalog_predicate(_, P, A, _), _, false), !.

% of_library(+Name, +Arity): no file of the program defines it.
of_library(P, A) :-
    \+ consulted(P, A),
    predicate_exists(P, A),
    functor(Head, P, A),
    \+ changing(Head, P, A),
    \+ cl_clauses:defined_somewhere(P, A).

% --- what a body calls ------------------------------------------------------------------------

bodies([], PIs, PIs).
bodies([clause(Head,Body)|Clauses], PIs0, PIs) :-
    calls(Body, PIs0, PIs1),
    % The condition of a test is a goal of its result.
    (   functor(Head, func_test, 3) -> arg(3, Head, Condition), conditions(Body, Condition, PIs1, PIs2)
    ;   PIs2 = PIs1
    ),
    bodies(Clauses, PIs2, PIs).

conditions(Goal, Condition, PIs0, PIs) :-
    (   var(Goal) -> PIs = PIs0
    ;   control(Goal, Goals) -> all_conditions(Goals, Condition, PIs0, PIs)
    ;   Goal = (V = Value), V == Condition -> calls(Value, PIs0, PIs)
    ;   Goal = (Value = V), V == Condition -> calls(Value, PIs0, PIs)
    ;   PIs = PIs0
    ).

all_conditions([], _, PIs, PIs).
all_conditions([Goal|Goals], Condition, PIs0, PIs) :-
    conditions(Goal, Condition, PIs0, PIs1),
    all_conditions(Goals, Condition, PIs1, PIs).

% calls(+Goal, +Indicators0, -Indicators): what it may call, as far as that can be seen, comes before Indicators0.
calls(Goal, PIs0, PIs) :-
    (   \+ callable(Goal) -> PIs = PIs0
    ;   control(Goal, Goals) ->
        functor(Goal, P, A),
        all_calls(Goals, [P/A|PIs0], PIs)
    ;   closure(Goal, Closure, More) ->
        functor(Goal, P, A),
        (   callable(Closure) ->
            functor(Closure, Q, B0),
            B is B0 + More,
            PIs = [Q/B,P/A|PIs0]
        ;   PIs = [P/A|PIs0]
        )
    ;   functor(Goal, P, A),
        PIs = [P/A|PIs0]
    ).

all_calls([], PIs, PIs).
all_calls([Goal|Goals], PIs0, PIs) :-
    calls(Goal, PIs0, PIs1),
    all_calls(Goals, PIs1, PIs).

control((A,B), [A,B]).
control((A;B), [A,B]).
control((A->B), [A,B]).
control(\+ A, [A]).
control(call(A), [A]).
control(once(A), [A]).
control(ignore(A), [A]).
control(forall(A,B), [A,B]).

closure(call(G,_), G, 1).
closure(call(G,_,_), G, 2).
closure(call(G,_,_,_), G, 3).
closure(maplist(G,_), G, 1).
closure(maplist(G,_,_), G, 2).
closure(foldl(G,_,_,_), G, 3).
