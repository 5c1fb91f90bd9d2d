/** The variables of terms, all of them.

Scryer 0.10 does not see the variables in a list that begins with characters and goes on with other terms: for it
`[a,X]` is ground (its issue 3123). So where a program or a library asks which variables there are, these predicates
are asked; the expansion of goals puts them in. Its copy_term/2 takes a variable of a clause that is in no term yet for its own
copy.

```
?- ground([a,X]).
   false.

?- term_variables(f([a,X,b,Y|Z],X), Vs).
   Vs = [X,Y,Z].

?- X = [a,Y|X], term_variables(X, Vs).
   X = [a,Y|X], Vs = [Y].

?- setof(X, Y^member([a,X,Y], [[a,2,p],[a,1,q]]), Xs).
   Xs = [1,2].

?- bagof(X, member([a,X,Y], [[a,2,p],[a,1,q]]), Xs).
   Xs = [2], Y = p
;  Xs = [1], Y = q.

?- subsumes_term([a,b], [a,_]).
   false.

?- copy_term(X, Y), X \== Y.
   true.
```
*/

:- module(cl_variables, [no_variables/1, variables_of/2, subsumes/2, copied/2, copied_plainly/2, bag_of/3, set_of/3, context/1]).

:- use_module(library(iso_ext)).
:- use_module(library(standard_order)).

% In a copy, what follows the characters of a list is a variable for Scryer, bound or not, and there it looks.

%! no_variables(@Term) is semidet.
%
% ground/1.

no_variables(Term) :-
    (   atomic(Term) -> true
    ;   ground(Term),
        copy_term_nat(Term, Copy),
        ground(Copy)
    ).

%! variables_of(@Term, -Variables) is det.
%
% term_variables/2.

variables_of(Term, Vars) :-
    term_variables(Term, Vars0),
    (   ( atomic(Term) ; complete(Vars0, Term) ) -> Vars = Vars0
    ;   copy_term_nat(Term, Copy),
        term_variables(Copy, Vars1),
        Copy = Term,
        Vars = Vars1
    ).

% complete(+Vars, +Term): Vars are all variables of Term, in their order. The copy is given back.
complete(Vars, Term) :-
    \+ ( copy_term_nat(Vars-Term, Vars1-Copy),
         term_variables(Copy, Vars2),
         Vars2 \== Vars1 ).

%! subsumes(@General, @Specific) is semidet.
%
% subsumes_term/2.

subsumes(General, Specific) :-
    \+ \+ ( variables_of(Specific, Vars0),
            unify_with_occurs_check(General, Specific),
            variables_of(Vars0, Vars),
            Vars0 == Vars ).

%! copied_plainly(@Term, -Copy) is det.
%
% copy_term_nat/2. Scryer's gives a variable of a clause itself.

copied_plainly(Term, Copy) :- copy_term_nat(v(Term), v(Copy)).

%! copied(@Term, -Copy) is det.
%
% copy_term/2.

copied(Term, Copy) :-
    (   var(Term) -> copy_term(v(Term), v(Copy))
    ;   copy_term(Term, Copy)
    ).

%! bag_of(?Template, +Goal, -Bag) is nondet.
%! set_of(?Template, +Goal, -Set) is nondet.
%
% bagof/3 and setof/3 for a goal with its module.

:- meta_predicate(bag_of(?, 0, ?)).
:- meta_predicate(set_of(?, 0, ?)).

bag_of(Template, Goal, Bag) :-
    partial_list(Bag, bagof/3),
    bags(Template, Goal, Bag).

set_of(Template, Goal, Set) :-
    partial_list(Set, setof/3),
    bags(Template, Goal, Bag),
    sorted(Bag, Set).

partial_list(List, PI) :-
    '$skip_max_list'(_, _, List, Tail),
    (   ( var(Tail) ; Tail == [] ) -> true
    ;   throw(error(type_error(list, List), PI))
    ).

bags(Template, Goal0, Bag) :-
    under_variables(Goal0, user, Vs, Goal),
    variables_of(Template-Vs, Bound),
    variables_of(Goal, All),
    without(All, Bound, Free),
    findall(Free-Template, Goal, Solutions0),
    key_sorted(Solutions0, Solutions),
    bag(Solutions, Free, Bag).

% under_variables(+Goal0, +Module0, -Variables, -Goal): Goal0 is Variables^Goal.
under_variables(Goal, M, [], M:Goal) :- var(Goal), !.
under_variables(M:Goal0, _, Vs, Goal) :- !, under_variables(Goal0, M, Vs, Goal).
under_variables(V^Goal0, M, [V|Vs], Goal) :- !, under_variables(Goal0, M, Vs, Goal).
under_variables(Goal, M, [], M:Goal).

without([], _, []).
without([V|Vs0], Bound, Vs) :-
    (   occurs(Bound, V) -> Vs = Vs1
    ;   Vs = [V|Vs1]
    ),
    without(Vs0, Bound, Vs1).

occurs([V|Vs], V0) :- ( V == V0 -> true ; occurs(Vs, V0) ).

% bag(+Solutions, ?Free, -Bag): the solutions, sorted by what Free is in each, for one value of Free after the other.
bag([Key-T|Solutions], Free, Bag) :-
    same_key(Solutions, Key, Ts, Rest),
    (   Rest == [] -> Free-Bag = Key-[T|Ts]
    ;   Free-Bag = Key-[T|Ts]
    ;   bag(Rest, Free, Bag)
    ).

% Keys that are the same up to the names of their variables are made one.
same_key([], _, [], []).
same_key([Key-T|Solutions], Key0, Ts, Rest) :-
    (   Key == Key0 -> Ts = [T|Ts1], same_key(Solutions, Key0, Ts1, Rest)
    ;   no_variables(Key0) -> Ts = [], Rest = [Key-T|Solutions]
    ;   subsumes(Key, Key0), subsumes(Key0, Key) -> Key = Key0, Ts = [T|Ts1], same_key(Solutions, Key0, Ts1, Rest)
    ;   Rest = [Key-T|Rest1],
        same_key(Solutions, Key0, Ts, Rest1)
    ).

%! context(-Module) is det.
%
% Module is the one whose goals are being expanded.

context(Module) :-
    (   loader:prolog_load_context(module, M) -> Module = M
    ;   Module = user
    ).
