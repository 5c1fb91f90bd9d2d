/** Terms as in SWI-Prolog: comparison up to renaming, parts, construction.

```
?- =@=(f(X,Y), f(Y,X)), compound_name_arguments(T, f, [a]).
   T = f(a).
```
*/

:- module(swi_terms, [(=@=)/2, (\=@=)/2, (?=)/2, variant/2, subsumes_chk/2, subsumes/2, same_term/2,
                      compound_name_arguments/3, compound_name_arity/3, term_size/2, term_hash/2, term_variables/3,
                      numbervars/1, numbervars/3, mapargs/3, mapsubterms/3, foldsubterms/4, foldsubterms/5, sub_term/2,
                      sub_var/2, contains_term/2, contains_var/2, free_of_term/2, free_of_var/2,
                      occurrences_of_term/3, occurrences_of_var/3, duplicate_term/2, is_stream/1, is_dict/1, blob/2,
                      nonground/2, cyclic_term/1, dcg_translate_rule/2]).

:- use_module(library(error)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(string_terms)).
:- use_module(library(term_texts)).
:- use_module(library(swi_dcg), [translated_rule/2]).

%! =@=(@Term1, @Term2) is semidet.
%
% The terms are the same but for the names of their variables.

=@=(A, B) :-
    \+ \+ ( copy_term_nat(v(A), v(A1)),
            copy_term_nat(v(B), v(B1)),
            numbervars(A1, 0, N),
            numbervars(B1, 0, N),
            A1 == B1 ).

%! \=@=(@Term1, @Term2) is semidet.
%
% The terms differ not only in the names of their variables.

\=@=(A, B) :- \+ =@=(A, B).

%! variant(@Term1, @Term2) is semidet.
%
% The old name of `=@=`.

variant(A, B) :- =@=(A, B).

%! ?=(@Term1, @Term2) is semidet.
%
% Whether the terms are equal can be said now: they are identical, or do not unify.

?=(A, B) :-
    (   A == B -> true
    ;   A \= B
    ).

%! subsumes_chk(@General, @Specific) is semidet.
%
% subsumes_term/2.

subsumes_chk(General, Specific) :- subsumes_term(General, Specific).

%! duplicate_term(+Term, -Copy) is det.
%
% copy_term/2: terms are never changed in place, so that nothing else has to be copied.

duplicate_term(Term, Copy) :- copy_term(Term, Copy).

%! subsumes(+General, @Specific) is semidet.
%
% General is made equal to Specific without binding variables of the latter.

subsumes(General, Specific) :- subsumes_term(General, Specific), General = Specific.

%! term_hash(+Term, -Hash:integer) is det.
%
% Hash is a number of 24 bits that is the same for the same ground Term, in each session; it stays unbound if Term has variables. It is not
% that of SWI-Prolog.

term_hash(Term, Hash) :-
    (   ground(Term) ->
        shown_text(Term, true, [], Cs),
        hash(Cs, 0, Hash)
    ;   true
    ).

hash([], Hash, Hash).
hash([C|Cs], Hash0, Hash) :-
    char_code(C, N),
    Hash1 is (31 * Hash0 + N) /\ 0xffffff,
    hash(Cs, Hash1, Hash).

%! same_term(@Term1, @Term2) is semidet.
%
% The terms are identical.

same_term(A, B) :- A == B.

%! compound_name_arguments(?Compound, ?Name, ?Arguments) is det.
%
% Compound has the name Name and the arguments Arguments.

compound_name_arguments(T, Name, Args) :-
    (   ( is_compound(T) ; var(T) ) -> parts(T, [Name|Args])
    ;   type_error(compound, T, compound_name_arguments/3)
    ).

%! compound_name_arity(?Compound, ?Name, ?Arity) is det.
%
% Compound has the name Name and Arity arguments.

compound_name_arity(T, Name, Arity) :-
    (   ( is_compound(T) ; var(T) ) -> name_arity(T, Name, Arity)
    ;   type_error(compound, T, compound_name_arity/3)
    ).

%! term_size(@Term, -Size) is det.
%
% Size is the number of memory cells that the compound terms in Term take.

term_size(Term, Size) :- size(Term, 0, Size).

size(Term, N0, N) :-
    (   compound(Term) ->
        functor(Term, _, Arity),
        N1 is N0 + Arity + 1,
        sizes(Arity, Term, N1, N)
    ;   N = N0
    ).

sizes(I, Term, N0, N) :-
    (   I =:= 0 -> N = N0
    ;   arg(I, Term, A),
        size(A, N0, N1),
        I1 is I - 1,
        sizes(I1, Term, N1, N)
    ).

%! term_variables(@Term, -Variables, ?Tail) is det.
%
% Variables are the variables of Term, before Tail.

term_variables(Term, Variables, Tail) :-
    term_variables(Term, Vs),
    append(Vs, Tail, Variables).

%! numbervars(+Term) is det.
%
% Binds the variables of Term to `'$VAR'(0)`, ...

numbervars(Term) :- numbervars(Term, 0, _).

%! numbervars(+Term, +Start, -End) is det.
%
% Binds the variables of Term to `'$VAR'(Start)`, ...; End is the number after the last one.

numbervars(Term, Start, End) :-
    ( integer(Start) -> true ; must_be(integer, Start) ),
    term_variables(Term, Vs),
    numbered(Vs, Start, End).

numbered([], End, End).
numbered(['$VAR'(N)|Vs], N, End) :-
    N1 is N + 1,
    numbered(Vs, N1, End).

%! mapargs(:Goal, ?Term1, ?Term2) is nondet.
%
% Calls Goal with the arguments at the same place of Term1 and Term2, which have the same functor.

:- meta_predicate(mapargs(2, ?, ?)).

mapargs(Goal, T1, T2) :-
    (   nonvar(T1) -> parts(T1, [F|As]), same_length(As, Bs), parts(T2, [F|Bs])
    ;   parts(T2, [F|Bs]),
        same_length(Bs, As),
        parts(T1, [F|As])
    ),
    maplist(Goal, As, Bs).

%! mapsubterms(:Goal, +Term1, -Term2) is det.
%
% Term2 is Term1 with each part T for which `call(Goal, T, U)` holds replaced by U; the outermost counts.

:- meta_predicate(mapsubterms(2, ?, ?)).

mapsubterms(Goal, T1, T2) :-
    (   var(T1) -> T2 = T1
    ;   call(Goal, T1, T) -> T2 = T
    ;   is_compound(T1) ->
        T1 =.. [F|As],
        maplist(swi_terms:mapsubterms(Goal), As, Bs),
        T2 =.. [F|Bs]
    ;   T2 = T1
    ).

%! foldsubterms(:Goal, +Term, +V0, -V) is semidet.
%
% Calls `call(Goal, Part, V0, V1)` for the parts of Term; what is in a part for which it holds is skipped.

:- meta_predicate(foldsubterms(3, ?, ?, ?)).

foldsubterms(Goal, Term, V0, V) :-
    (   var(Term) -> V = V0
    ;   call(Goal, Term, V0, V1) -> V = V1
    ;   is_compound(Term) -> Term =.. [_|As], fold_each(As, Goal, V0, V)
    ;   V = V0
    ).

fold_each([], _, V, V).
fold_each([A|As], Goal, V0, V) :-
    foldsubterms(Goal, A, V0, V1),
    fold_each(As, Goal, V1, V).

%! foldsubterms(:Goal, +Term1, -Term2, +V0, -V) is semidet.
%
% Like foldsubterms/4, with `call(Goal, Part1, Part2, V0, V1)`, which also makes Term2 from Term1.

:- meta_predicate(foldsubterms(4, ?, ?, ?, ?)).

foldsubterms(Goal, T1, T2, V0, V) :-
    (   var(T1) -> T2 = T1, V = V0
    ;   call(Goal, T1, T, V0, V1) -> T2 = T, V = V1
    ;   is_compound(T1) -> T1 =.. [F|As], fold_each(As, Bs, Goal, V0, V), T2 =.. [F|Bs]
    ;   T2 = T1,
        V = V0
    ).

fold_each([], [], _, V, V).
fold_each([A|As], [B|Bs], Goal, V0, V) :-
    foldsubterms(Goal, A, B, V0, V1),
    fold_each(As, Bs, Goal, V1, V).

%! sub_term(?Part, +Term) is nondet.
%
% Part is Term or occurs in it.

sub_term(Term, Term).
sub_term(Part, Term) :-
    is_compound(Term),
    Term =.. [_|As],
    member(A, As),
    sub_term(Part, A).

%! sub_var(@Part, @Term) is semidet.
%
% Part occurs in Term, without unification.

sub_var(Part, Term) :- identical_in(Term, Part), !.

identical_in(Term, Part) :- Term == Part.
identical_in(Term, Part) :-
    is_compound(Term),
    Term =.. [_|As],
    member(A, As),
    identical_in(A, Part).

%! contains_term(+Part, +Term) is semidet.
%
% Part unifies with a part of Term.

contains_term(Part, Term) :- \+ free_of_term(Part, Term).

%! contains_var(@Part, @Term) is semidet.
%
% Part occurs in Term, without unification.

contains_var(Part, Term) :- sub_var(Part, Term).

%! free_of_term(+Part, +Term) is semidet.
%
% Part unifies with no part of Term.

free_of_term(Part, Term) :- \+ ( sub_term(T, Term), T = Part ).

%! free_of_var(@Part, @Term) is semidet.
%
% Part does not occur in Term, without unification.

free_of_var(Part, Term) :- \+ sub_var(Part, Term).

%! occurrences_of_term(+Part, +Term, -Count) is det.
%
% Count is the number of parts of Term that Part subsumes.

occurrences_of_term(Part, Term, Count) :-
    findall(x, ( sub_term(T, Term), subsumes_term(Part, T) ), Xs),
    length(Xs, Count).

%! occurrences_of_var(@Part, @Term, -Count) is det.
%
% Count is the number of parts of Term that are identical to Part.

occurrences_of_var(Part, Term, Count) :-
    findall(x, identical_in(Term, Part), Xs),
    length(Xs, Count).

%! is_stream(@Term) is semidet.
%
% Term is an open stream or the alias of one.

is_stream(Term) :-
    nonvar(Term),
    catch(( stream_property(S, P), ( S == Term ; P = alias(A), A == Term ) ), _, false),
    !.

%! is_dict(@Term) is failure.
%
% There are no dicts here.

is_dict(_) :- false.

%! blob(@Term, -Type) is semidet.
%
% Term is an atom; Type is `text`.

blob(Term, text) :- atom(Term).

%! nonground(@Term, -Variable) is semidet.
%
% Variable is a variable of Term.

nonground(Term, V) :- term_variables(Term, [V|_]).

%! cyclic_term(@Term) is semidet.
%
% Term contains itself.

cyclic_term(Term) :- \+ acyclic_term(Term).

%! dcg_translate_rule(+Rule, -Clause) is det.
%
% Clause is the clause that the grammar rule Rule stands for.

dcg_translate_rule(Rule, Clause) :-
    (   var(Rule) -> instantiation_error(dcg_translate_rule/2)
    ;   translated_rule(Rule, Clause0) -> Clause = Clause0
    ;   type_error(dcg_rule, Rule, dcg_translate_rule/2)
    ).

?- dcg_translate_rule((a --> [b], c), Clause).
   Clause = (a(_A,_B):-_A=[b|_C],c(_C,_B)).

?- =@=(f(X,X), f(Y,Z)).
   false.

?- sub_term(T, f(a,g(b))).
   T = f(a,g(b))
;  T = a
;  T = g(b)
;  T = b
;  false.

?- numbervars(f([a,X],Y), 1, End).
   X = '$VAR'(1), Y = '$VAR'(2), End = 3.

?- term_size(f(a,b), N).
   N = 3.

?- mapargs([X,Y]>>(Y = h(X)), f(1,2), T).
   T = f(h(1),h(2)).

?- occurrences_of_term(a, f(a,g(a)), N).
   N = 2.
