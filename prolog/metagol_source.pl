/** The clauses that a user's program has for Metagol, as they were written, with their places.

Predicates of several arities say the same thing, and their clauses count in the order of the file. Clauses that
were asserted come after those of files.
*/

:- module(metagol_source, [metarules_of_program/1, interpreted_clauses/1, declarations/2, named_literals/3, source_state/1,
                           unchanged_source/1, import_metarules/3, forget_metarules/1]).

:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(terms)).
:- use_module(library(cl_clauses)).
:- use_module(library(cl_metarules)).
:- use_module(library(cl_asserted), []).

% imported(Name, File, Line): the file says use_metarules/1 there.
:- dynamic(imported/3).

%! metarules_of_program(-Rules) is det.
%
% Rules are the metarules in their order, each `rule(metarule(Name,Subs,Head,Body,Guard),Place,VariableNames)`. Those
% without a name are numbered. Their parts may be anything: nothing is checked here.

metarules_of_program(Rules) :-
    user_clauses([metarule/2,metarule/3,metarule/4], Clauses),
    numbered(Clauses, 1, Rules).

numbered([], _, []).
numbered([clause(Term,Guard0,Place,VNs)|Clauses], I, [rule(metarule(Name,Subs,Head,Body,Guard),Place,VNs)|Rules]) :-
    Term =.. [_|Parts],
    parts(Parts, Name, Subs, Head, Body0),
    (   nonvar(Name) -> I1 = I
    ;   Name = I,
        I1 is I + 1
    ),
    negations(Body0, Body),
    guard(Guard0, Guard),
    numbered(Clauses, I1, Rules).

% The forms of Metagol's versions; older ones have the clause in one argument, and a signature at the end.
parts([Subs,Clause], _, Subs, Head, Body) :- clause_parts(Clause, Head, Body), !.
parts([Subs,Clause], _, Subs, Clause, none).
parts([A,B,C], Name, Subs, Head, Body) :-
    (   clause_parts(C, Head, Body) -> Name = A, Subs = B
    ;   clause_parts(B, Head, Body) -> Subs = A
    ;   Subs = A, Head = B, Body = C
    ).
parts([Name,Subs,A,B], Name, Subs, Head, Body) :-
    (   clause_parts(A, Head, Body) -> true
    ;   Head = A, Body = B
    ).

clause_parts(Clause, Head, Body) :- nonvar(Clause), Clause = (Head :- Body).

% `\+ [Q|Args]` is not([Q|Args]).
negations(Body, Body) :- var(Body), !.
negations([Literal0|Body0], [Literal|Body]) :-
    !,
    (   nonvar(Literal0), Literal0 = (\+ Atom) -> Literal = not(Atom)
    ;   Literal = Literal0
    ),
    negations(Body0, Body).
negations(Body, Body).

guard(true, none) :- !.
guard(Goal0, goal(Goal)) :-
    cl_engine:meant(Goal0, Goal1),
    cl_engine:ready(Goal1, user, Goal).

%! interpreted_clauses(-Rules) is det.
%
% Rules are the clauses of interpreted background, each `rule(ibk(none,Head,Body,Guard),Place,VariableNames)`.

interpreted_clauses(Rules) :-
    user_clauses([ibk/2], Clauses),
    interpreted(Clauses, Rules).

interpreted([], []).
interpreted([clause(ibk(Head,Body0),Guard0,Place,VNs)|Clauses], [rule(ibk(none,Head,Body,Guard),Place,VNs)|Rules]) :-
    negations(Body0, Body),
    guard(Guard0, Guard),
    interpreted(Clauses, Rules).

%! declarations(+Names, -Declarations) is det.
%
% What the facts Name(P/A) and Name(P/A,Types) say, in the order of the file: `pred(P,A,Types,Place)`, Types a list or
% `any`. Something else than P/A stands as `bad(Term,Place)`.

declarations(Names, Declarations) :-
    declared_clauses(Names, Clauses),
    findall(D, ( member(clause(Term,Body,Place,_), Clauses), metagol_source:declaration(Term, Body, Place, D) ), Ds0),
    (   Names = [body_pred|_] ->
        findall(pred(P,A,any,learned),
                ( metagol:learned(P, A, _), metagol_checks:predicate_exists(P, A) ),
                Learned),
        append(Ds0, Learned, Declarations)
    ;   Declarations = Ds0
    ).

declared_clauses(Names, Clauses) :-
    findall(Name/Arity, ( member(Name, Names), member(Arity, [1,2]) ), PIs),
    user_clauses(PIs, Clauses).

declaration(Term, Body, Place, Declaration) :-
    call(user:Body),
    Term =.. [_,What|Types0],
    (   nonvar(What), What = P/A, atom(P), integer(A), A >= 0, types(Types0, A, Types) ->
        Declaration = pred(P,A,Types,Place)
    ;   Declaration = bad(Term,Place)
    ).

types([], _, any).
types([Types], A, Types) :- catch(length(Types, A), _, false).

%! named_literals(+Rules, +Clauses, -Indicators) is det.
%
% Indicators are those of the literals whose predicate is given, each once.

named_literals(Rules, Clauses, Indicators) :-
    findall(P/A,
            (   ( member(rule(metarule(_,_,_,Body,_),_,_), Rules) ; member(rule(ibk(_,_,Body,_),_,_), Clauses) ),
                member(Literal, Body),
                ( Literal = [P|Args] ; Literal = not([P|Args]) ),
                atom(P),
                length(Args, A)
            ),
            Indicators0),
    list_to_set(Indicators0, Indicators).

% --- what has changed -------------------------------------------------------------------------

%! source_state(-State) is semidet.
%! unchanged_source(+State) is semidet.
%
% State stands for what the program says to Metagol at this time; later on, unchanged_source/1 is true of it as long as the
% program says the same. There is none if parts of that are dynamic, or have to be proved.

source_state(state(Stamp,Missing)) :-
    \+ metagol:learned(_, _, _),
    cl_clauses:stamp(Stamp),
    fixed([metarule/2,metarule/3,metarule/4,ibk/2,body_pred/1,body_pred/2,prim/1,prim/2,head_pred/1,head_pred/2], Missing),
    facts_only([body_pred,prim]),
    facts_only([head_pred]).

% fixed(+Indicators, -Missing): files define all of Indicators that are defined.
fixed([], []).
fixed([Name/Arity|PIs], Missing) :-
    (   '$predicate_defined'(user, Name, Arity) ->
        \+ changing(Name/Arity),
        Missing = Missing1
    ;   Missing = [Name/Arity|Missing1]
    ),
    fixed(PIs, Missing1).

facts_only(Names) :-
    declared_clauses(Names, Clauses),
    \+ ( member(clause(_,Body,_,_), Clauses), Body \== true ).

unchanged_source(state(Stamp,Missing)) :-
    cl_clauses:stamp(Stamp),
    \+ metagol:learned(_, _, _),
    still_missing(Missing).

still_missing([]).
still_missing([Name/Arity|PIs]) :-
    \+ '$predicate_defined'(user, Name, Arity),
    still_missing(PIs).

% --- clauses ----------------------------------------------------------------------------------

% user_clauses(+Indicators, -Clauses): each clause(Head,Body,Place,VariableNames); Place is File:Line or `asserted`.
user_clauses(PIs, Clauses) :-
    (   member(PI, PIs), changing(PI) -> collected(PIs, Clauses)
    ;   PIs = [Name/_|_],
        kept_as(Name, Key),
        cl_clauses:stamp(Stamp),
        (   bb_get(Key, Stamp-Clauses0) -> Clauses = Clauses0
        ;   collected(PIs, Clauses),
            bb_put(Key, Stamp-Clauses)
        )
    ).

% kept_as(Name, Key): static clauses are kept under Key, with the stamp of the program that they are of.
kept_as(metarule, metagol_kept_metarules).
kept_as(ibk, metagol_kept_interpreted).
kept_as(body_pred, metagol_kept_bodies).
kept_as(head_pred, metagol_kept_heads).

changing(Name/Arity) :-
    functor(Head, Name, Arity),
    catch(predicate_property(user:Head, dynamic), _, false).

collected(PIs, Clauses) :-
    cl_clauses:defining_files(Files),
    findall(Key-Clause,
            ( member(PI, PIs), metagol_source:user_clause(PI, Clause), metagol_source:key(Clause, Files, Key) ),
            Keyed),
    keysort(Keyed, Sorted),
    pairs_values(Sorted, Clauses).

key(clause(_,_,Place,_), Files, Key) :-
    (   Place = File:Line, nth0(I, Files, File) -> Key = I/Line
    ;   Key = 1000000/0
    ).

user_clause(metarule/4, clause(metarule(Name,Subs,Head,Body),true,Place,VNs)) :-
    imported(Name, File, Line),
    metarule_clause(Name, Subs, Head, Body, VNs),
    ( File == none -> Place = asserted ; Place = File:Line ).
user_clause(Name/Arity, clause(Head,Body,Place,VNs)) :-
    functor(Head, Name, Arity),
    (   changing(Name/Arity) ->
        findall(Head-Body, catch(cl_asserted:clause_of(user:Head, Body), _, false), All),
        findall(Written, user_source(Name/Arity, Written), Sources),
        placed(All, Sources, Clauses),
        member(clause(Head,Body,Place,VNs), Clauses)
    ;   user_source(Name/Arity, clause(Head,Body,Place,VNs))
    ).

% A dynamic predicate has the clauses that it has now; those that stand in a file have a place.
placed([], _, []).
placed([Head-Body|All], Sources, [Clause|Clauses]) :-
    (   select(clause(H,B,Place,VNs), Sources, Sources1), same(Head-Body, H-B) ->
        Clause = clause(H,B,Place,VNs)
    ;   Clause = clause(Head,Body,asserted,[]),
        Sources1 = Sources
    ),
    placed(All, Sources1, Clauses).

same(A, B) :- \+ \+ ( copy_term(A, A1), copy_term(B, B1), numbervars(A1, 0, N), numbervars(B1, 0, N), A1 == B1 ).

user_source(PI, clause(Head,Body,Place,VNs)) :-
    cl_clauses:source_term(user:PI, Term, VNs, Place),
    cl_clauses:meaning(user, Term, Clause),
    (   Clause = (Head0 :- Body) -> true
    ;   Head0 = Clause,
        Body = true
    ),
    ( Head0 = _:Head -> true ; Head = Head0 ).

% --- the library of metarules -----------------------------------------------------------------

%! import_metarules(+Names, +File, +Line) is det.
%! forget_metarules(+File) is det.
%
% The metarules Names of the library count as clauses of File on Line, until File is loaded again.

import_metarules(Names, File, Line) :-
    forget_kept,
    imported_here(Names, File, Line).

imported_here([], _, _).
imported_here([Name|Names], File, Line) :-
    assertz(imported(Name, File, Line)),
    imported_here(Names, File, Line).

forget_metarules(File) :-
    forget_kept,
    retractall(imported(_, File, _)).

forget_kept :-
    bb_put(metagol_kept_metarules, none),
    bb_put(metagol_kept_task, none).
