/** What a predicate consists of.

`listing/1` shows the clauses of a predicate: of a consulted one with the names of variables that they have in
the file; of a dynamic one as they are now. Grammar rules are shown as the clauses that SWI-Prolog makes of them, in an ISO
session as they are written. A native predicate is shown by its line in
the manual.

```
?- assertz((grandparent(X, Z) :- parent(X, Y), parent(Y, Z))), listing(grandparent/2).
:- dynamic grandparent/2.

grandparent(A, B) :-
    parent(A, C),
    parent(C, B).
```
*/

:- module(cl_listing, [listing/0, listing/1, listing_lines/2, portray_clause/1, portray_clause/2]).

:- use_module(library(error)).
:- use_module(library(iso_ext), [copy_term_nat/2]).
:- use_module(library(lists)).
:- use_module(library(cl_clauses)).
:- use_module(library(cl_layout)).
:- use_module(library(internal_help), [apropos_entry/3]).
:- use_module(library(cl_asserted), []).

:- meta_predicate(listing(:)).
:- meta_predicate(listing_lines(:, ?)).

% --- listing ----------------------------------------------------------------------------------

%! listing is det.
%
% Lists every predicate that was consulted, file by file.

listing :-
    findall(File-(M:Name/Arity), cl_clauses:consulted_predicate(M, Name, Arity, File), Predicates),
    current_output(S),
    list_files(Predicates, none, S).

list_files([], _, _).
list_files([File-PI|Predicates], File0, S) :-
    (   File == File0 -> true
    ;   heading(File, Heading),
        write_lines([Heading,""], S)
    ),
    (   catch(listing_lines(PI, Lines), error(existence_error(_, _), _), false) -> write_lines(Lines, S)
    ;   true
    ),
    list_files(Predicates, File, S).

heading(File, Line) :-
    text_chars(File, Cs),
    append("% ", Cs, Line).

%! listing(:Spec) is det.
%
% Prints the predicate Spec: a name, `Name/Arity`, `Name//Arity` for a grammar rule, or a list of these.
% Where there is none of that name the error is an `existence_error`.

listing(Spec) :-
    listing_lines(Spec, Lines),
    current_output(S),
    write_lines(Lines, S).

%! listing_lines(:Spec, -Lines:list) is det.
%
% Lines are the lines that listing/1 prints, as strings.

% Scryer does not put `user` before an argument that was a variable when the call was compiled, but it does put other modules there:
% the recursive call here has M1:Spec1 so that it does not.
listing_lines(Spec0, Lines) :-
    ( nonvar(Spec0), Spec0 = M:Spec -> true ; M = user, Spec = Spec0 ),
    (   var(Spec) -> instantiation_error(listing/1)
    ;   Spec = M1:Spec1 -> listing_lines(M1:Spec1, Lines)
    ;   is_list_of_specs(Spec) -> all_lines(Spec, M, Lines)
    ;   indicators(Spec, M, PIs, Culprit),
        findall(Ls, ( member(PI, PIs), predicate_lines(PI, M, Ls) ), Lss),
        (   Lss = [] -> throw(error(existence_error(procedure, Culprit), listing/1))
        ;   append(Lss, Lines0),
            string_terms:strings_of(Lines0, Lines)
        )
    ).

is_list_of_specs([]).
is_list_of_specs([_|_]).

all_lines([], _, []).
all_lines([Spec|Specs], M, Lines) :-
    listing_lines(M:Spec, Lines0),
    append(Lines0, Lines1, Lines),
    all_lines(Specs, M, Lines1).

indicators(Name, M, PIs, Name) :-
    atom(Name),
    !,
    findall(Arity, arity_of(M, Name, Arity), Arities0),
    sort(Arities0, Arities),
    findall(Name/Arity, member(Arity, Arities), PIs).
indicators(Name/Arity, _, [Name/Arity], Name/Arity) :- atom(Name), integer(Arity), !.
indicators(Name//Arity0, _, [Name/Arity], Name//Arity0) :-
    atom(Name), integer(Arity0),
    !,
    Arity is Arity0 + 2.
indicators(Spec, _, _, _) :-
    (   ( Spec = Name/Arity ; Spec = Name//Arity ), ( var(Name) ; var(Arity) ) ->
        instantiation_error(listing/1)
    ;   type_error(predicate_indicator, Spec, listing/1)
    ).

arity_of(M, Name, Arity) :- cl_clauses:consulted_predicate(M, Name, Arity, _).
arity_of(M, Name, Arity) :- current_predicate(M:Name/Arity).
arity_of(_, Name, Arity) :-
    member(Arity, [0,1,2,3,4,5,6,7,8]),
    functor(Head, Name, Arity),
    predicate_property(Head, built_in).

% What is known best of Name/Arity: its clauses, else its documentation, else where it comes from.
predicate_lines(Name/Arity, M, Lines) :-
    functor(Head, Name, Arity),
    (   predicate_property(M:Head, dynamic) ->
        % Not of a file that is closed to others.
        '$foreign_call'(predicate_is_hidden, [M,Name,Arity], 0),
        dynamic_lines(Name/Arity, M, Head, Lines)
    ;   source_lines(M, Name, Arity, Lines) -> true
    ;   native_lines(Name, Arity, Lines) -> true
    ;   predicate_property(Head, built_in) -> origin_lines(Name/Arity, "is built in.", Lines)
    ;   library_of(Head, Library),
        text_chars(Library, LibraryCs),
        append(["is defined in library(",LibraryCs,")."], Origin),
        origin_lines(Name/Arity, Origin, Lines)
    ).

dynamic_lines(PI, M, Head, Lines) :-
    term_text(PI, [], PICs),
    append([":- dynamic ",PICs,"."], Directive),
    findall(Clause-VNs, cl_clauses:source_term(M:PI, Clause, VNs, _), Sources),
    findall(Clause,
            ( clause_of(M, Head, Body),
              ( Body == true -> Clause = Head ; Clause = (Head :- Body) )
            ),
            Clauses),
    named_lines(Clauses, Sources, Lss),
    append(Lss, ClauseLines),
    append([Directive,""|ClauseLines], [""], Lines).

% named_lines(+Clauses, +Sources, -Lines): a clause that stands in a file has the names of variables from there.
named_lines([], _, []).
named_lines([Clause|Clauses], Sources0, [Ls|Lss]) :-
    (   stands_in(Sources0, Clause, VNs, Sources1) -> Sources = Sources1
    ;   Sources = Sources0,
        VNs = []
    ),
    called_goals(Clause, Shown),
    clause_lines(Shown, VNs, Ls),
    named_lines(Clauses, Sources, Lss).

stands_in([Source-VNs0|Sources0], Clause, VNs, Sources) :-
    (   \+ Source \= Clause, copy_term_nat(Source-VNs0, Copy-VNs), subsumes_term(Clause, Copy), subsumes_term(Copy, Clause) ->
        Copy = Clause,
        Sources = Sources0
    ;   Sources = [Source-VNs0|Sources1],
        stands_in(Sources0, Clause, VNs, Sources1)
    ).

% called_goals(+Clause, -Shown): a goal that is a variable is one of call/1.
called_goals(Clause, Shown) :-
    (   nonvar(Clause), Clause = (Head :- Body0) -> called(Body0, Body), Shown = (Head :- Body)
    ;   Shown = Clause
    ).

called(G, call(G)) :- var(G), !.
called((A0,B0), (A,B)) :- !, called(A0, A), called(B0, B).
called((A0;B0), (A;B)) :- !, called(A0, A), called(B0, B).
called((A0->B0), (A->B)) :- !, called(A0, A), called(B0, B).
called(*->(A0, B0), *->(A, B)) :- !, called(A0, A), called(B0, B).
called(\+ A0, \+ A) :- !, called(A0, A).
called(G, G).

% clause/2 of Scryer looks into `user` only if that is not said.
clause_of(M, Head, Body) :-
    (   M == user -> clause(Head, Stored)
    ;   clause(M:Head, Stored)
    ),
    cl_asserted:written(Stored, Body).

source_lines(M, Name, Arity, Lines) :-
    cl_clauses:consulted(M, Name, Arity),
    findall(Ls,
            ( cl_clauses:source_term(M:Name/Arity, Term, VNs0, _),
              rule_clause(Term, M, VNs0, Clause, VNs),
              called_goals(Clause, Shown),
              clause_lines(Shown, VNs, Ls)
            ),
            Lss),
    Lss = [_|_],
    append(Lss, Lines0),
    append(Lines0, [""], Lines).

% rule_clause(+Term, +M, +VNs0, -Clause, -VNs): Clause is what SWI-Prolog's listings have for the grammar rule Term of module M.
% There variables have no names where terminals have come into the head.
rule_clause(Term, M, VNs0, Clause, VNs) :-
    (   nonvar(Term), Term = (_ --> _),
        '$foreign_call'(is_iso, [], 0),
        cl_engine:provided(swi_dcg),
        swi_dcg:listed_clause(Term, M, Clause, Head) ->
        ( Head == same -> VNs = VNs0 ; VNs = [] )
    ;   Clause = Term,
        VNs = VNs0
    ).

native_lines(Name, Arity, Lines) :-
    catch(indicator_atom(Name, Arity, Indicator), _, false),
    apropos_entry(Name, Indicator0, Summary),
    text_chars(Indicator0, Indicator),
    !,
    append(["% ",Indicator,": ",Summary], Line),
    Lines = [Line].

indicator_atom(Name, Arity, Cs) :-
    atom_chars(Name, NameCs),
    number_chars(Arity, ArityCs),
    append(NameCs, [/|ArityCs], Cs).

origin_lines(PI, Origin, [Line]) :-
    term_text(PI, [], Cs),
    append(["% ",Cs," ",Origin], Line).

% The first library here that has the predicate: one that only imports it comes later.
library_of(Head, Library) :-
    member(Library, [lists,dcgs,between,error,charsio,pairs,assoc,ordsets,dif,freeze,when,format,
                     iso_ext,lambda,reif,si,random,time,gensym,ugraphs,queues,terms,tabling,clpz,
                     clpb,cl_positions,cl_records,cl_help]),
    catch(( clause(Library:Head, _) ; true ), error(permission_error(_, _, _), _), Known = true),
    Known == true,
    !.

% --- one clause -------------------------------------------------------------------------------

%! portray_clause(+Clause) is det.
%
% Prints Clause in the usual layout, with a full stop. Variables are called `A`, `B`, ..., those
% that occur once `_`.

portray_clause(Clause) :-
    current_output(S),
    portray_clause(S, Clause).

%! portray_clause(+Stream, +Clause) is det.
%
% The same as portray_clause/1, to Stream.

portray_clause(S, Clause) :-
    clause_lines(Clause, [], Lines),
    write_lines(Lines, S).

?- assertz(likes(mary, wine)), listing_lines(likes/2, Lines).
   Lines = [":- dynamic likes/2.","","likes(mary, wine).",""].

?- listing(no_such_predicate/7).
   error(existence_error(procedure,no_such_predicate/7),listing/1).

?- assertz((called_here(G) :- G, \+ G)), listing_lines(called_here/1, Lines).
   Lines = [":- dynamic called_here/1.","","called_here(A) :-","    call(A),","    \\+ call(A).",""].

?- listing_lines([], Lines), Spec = no_such_predicate/7, listing(Spec).
   error(existence_error(procedure,no_such_predicate/7),listing/1).
