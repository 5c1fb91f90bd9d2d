/** A library of metarules, to be imported by name.

```
?- metarules(Rules), member(chain-Text, Rules).
   Rules = [...], Text = "P(A,B) :- Q(A,C), R(C,B)".
```

In a file, `:- use_metarules([identity, chain]).` has the same effect as the clauses of metarule/4 in this place.
*/

:- module(cl_metarules, [metarules/1, use_metarules/1, metarule_clause/5]).

:- use_module(library(charsio)).
:- use_module(library(error)).
:- use_module(library(cl_arguments)).
:- use_module(library(lists)).

% rule(Name, Subs, Head, Body, Constants): Constants are the variables for which no predicate is substituted.

% One argument.
rule(monadic_identity, [P,Q], [P,A], [[Q,A]], []).
rule(monadic_conjunction, [P,Q,R], [P,A], [[Q,A],[R,A]], []).
rule(exists, [P,Q], [P,A], [[Q,A,_B]], []).
rule(monadic_chain, [P,Q,R], [P,A], [[Q,A,B],[R,B]], []).
rule(monadic_recursion, [P,Q], [P,A], [[Q,A,B],[P,B]], []).
rule(monadic_tailrec, [P,Q], [P,A], [[Q,A,B],@(term_gt(A,B)),[P,B]], []).
rule(monadic_constant, [P,A], [P,A], [], [A]).

% Two arguments.
rule(identity, [P,Q], [P,A,B], [[Q,A,B]], []).
rule(inverse, [P,Q], [P,A,B], [[Q,B,A]], []).
rule(didentity, [P,Q,R], [P,A,B], [[Q,A,B],[R,A,B]], []).
rule(precon, [P,Q,R], [P,A,B], [[Q,A],[R,A,B]], []).
rule(postcon, [P,Q,R], [P,A,B], [[Q,A,B],[R,B]], []).
rule(chain, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]], []).
rule(switch, [P,Q,R], [P,A,B], [[Q,A,C],[R,B,C]], []).
rule(swap, [P,Q,R], [P,A,B], [[Q,C,A],[R,C,B]], []).
rule(recursion, [P,Q], [P,A,B], [[Q,A,C],[P,C,B]], []).
rule(left_recursion, [P,Q], [P,A,B], [[P,A,C],[Q,C,B]], []).
rule(tailrec, [P,Q], [P,A,B], [[Q,A,C],@(term_gt(A,C)),[P,C,B],@(term_gt(C,B))], []).
rule(negation, [P,Q,R], [P,A,B], [[Q,A,B],not([R,B,_C])], []).
rule(negated_precon, [P,Q,R], [P,A,B], [not([Q,A]),[R,A,B]], []).
rule(negated_postcon, [P,Q,R], [P,A,B], [[Q,A,B],not([R,B])], []).
rule(constant, [P,Q,C], [P,A,B], [[Q,A,B,C]], [C]).

% Higher order: a predicate is an argument.
rule(curry, [P,Q,R], [P,A,B], [[Q,A,B,R]], []).
rule(curry3, [P,Q,R,S], [P,A,B], [[Q,A,B,R,S]], []).
rule(monadic_curry, [P,Q,R], [P,A], [[Q,A,R]], []).

% The names of variables in the order in which they occur.
names(['P','Q','R','S'], ['A','B','C','D']).

%! metarule_clause(?Name:atom, -Subs, -Head, -Body, -VariableNames) is nondet.
%
% True iff the library has the metarule Name.

metarule_clause(Name, Subs, Head, Body, VNs) :-
    may_be(atom, Name, metarule_clause/5),
    rule(Name, Subs, Head, Body, Constants),
    term_variables(Head-Body, Vs),
    names(Ps, As),
    named(Vs, Subs, Constants, Ps, As, VNs).

% A variable for a predicate is a P, or Q, and so on.
named([], _, _, _, _, []).
named([V|Vs], Subs, Constants, Ps0, As0, [Name=V|VNs]) :-
    (   member(S, Subs), S == V, \+ ( member(C, Constants), C == V ) -> Ps0 = [Name|Ps], As = As0
    ;   As0 = [Name|As], Ps = Ps0
    ),
    named(Vs, Subs, Constants, Ps, As, VNs).

%! metarules(-Metarules) is det.
%
% Metarules is the list of the library's metarules, each Name-Clause, and Clause is a string. A condition `@(Goal)` in a
% clause is for the search and no part of what is learned; term_gt/2 is a predicate of the user's program.

metarules(Metarules) :-
    findall(Name-Text, ( metarule_clause(Name, _, Head, Body, VNs), cl_metarules:clause_text(Head, Body, VNs, Cs), string_terms:string_of(Cs, Text) ), Metarules).

clause_text(Head, Body, VNs, Text) :-
    literal_text(Head, VNs, HeadText),
    (   Body == [] -> Text = HeadText
    ;   body_text(Body, VNs, BodyText),
        append([HeadText," :- ",BodyText], Text)
    ).

body_text([Literal|Body], VNs, Text) :-
    literal_text(Literal, VNs, Text0),
    (   Body == [] -> Text = Text0
    ;   body_text(Body, VNs, Text1),
        append([Text0,", ",Text1], Text)
    ).

literal_text(@(Goal), VNs, Text) :- !, shown(Goal, VNs, Text0), append("@", Text0, Text).
literal_text(not(Literal), VNs, Text) :- !, literal_text(Literal, VNs, Text0), append(["not ",Text0], Text).
literal_text([P|Args], VNs, Text) :-
    shown(P, VNs, PText),
    args_text(Args, VNs, ArgsText),
    append([PText,"(",ArgsText,")"], Text).

args_text([Arg], VNs, Text) :- !, shown(Arg, VNs, Text).
args_text([Arg|Args], VNs, Text) :-
    shown(Arg, VNs, Text0),
    args_text(Args, VNs, Text1),
    append([Text0,",",Text1], Text).

shown(Term, VNs, Text) :- term_texts:shown_text(Term, false, VNs, Text).

%! use_metarules(+Names) is det.
%
% The metarules of the library that are called Names, one or a list, count as if they stood here: in a file, in the place
% of the directive, else after all others. metarules/1 lists them.

use_metarules(Names0) :-
    (   var(Names0) -> instantiation_error(use_metarules/1)
    ;   atom(Names0), Names0 \== [] -> Names = [Names0]
    ;   Names = Names0
    ),
    in_name_of(must_be(list, Names), use_metarules/1),
    known(Names),
    cl_engine:provided(metagol),
    (   catch(load_text:place(File, Line), _, false), Line > 0 -> metagol_options:note_file(File)
    ;   File = none, Line = 0
    ),
    metagol_source:import_metarules(Names, File, Line).

known([]).
known([Name|Names]) :-
    (   var(Name) -> instantiation_error(use_metarules/1)
    ;   rule(Name, _, _, _, _) -> true
    ;   existence_error(metarule, Name, use_metarules/1)
    ),
    known(Names).

existence_error(Kind, Culprit, Context) :- throw(error(existence_error(Kind, Culprit), Context)).

% --- examples ---------------------------------------------------------------------------------

?- findall(Text, ( metarules(Rules), member(chain-Text, Rules) ), Texts).
   Texts = ["P(A,B) :- Q(A,C), R(C,B)"].

?- findall(Text, ( metarules(Rules), member(tailrec-Text, Rules) ), Texts).
   Texts = ["P(A,B) :- Q(A,C), @term_gt(A,C), P(C,B), @term_gt(C,B)"].

?- findall(Text, ( metarules(Rules), member(Name-Text, Rules), member(Name, [constant,negation,monadic_constant]) ), Texts).
   Texts = ["P(A)","P(A,B) :- Q(A,B), not R(B,C)","P(A,B) :- Q(A,B,C)"].

?- use_metarules([no_such_rule]).
   error(existence_error(metarule,no_such_rule),use_metarules/1).

?- metarule_clause(1, Subs, Head, Body, VNs).
   error(type_error(atom,1),metarule_clause/5).

?- use_metarules(1).
   error(type_error(list,1),use_metarules/1).
