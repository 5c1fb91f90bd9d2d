/** A family tree: facts, rules, and the questions one asks them.

The facts stand with the person they are about, so the predicates are discontiguous.

    ?- ancestor(X, eve).
    X = carol ;
    ...
*/

:- op(700, xfx, <=).

:- discontiguous parent/2, male/1, female/1, born/2.
:- discontiguous married/2.
:- dynamic married/2.
:- dynamic ancestor/2, descendant/2.

% The grandparents.
male(albert).
born(albert, 1931).
female(beth).
born(beth, 1934).
married(albert, beth).

% Their children.
female(carol).
born(carol, 1957).
parent(albert, carol).
parent(beth, carol).
male(dan).
born(dan, 1960).
parent(albert, dan).
parent(beth, dan).
male(carl).
born(carl, 1955).
married(carl, carol).
female(dora).
born(dora, 1962).
married(dan, dora).

% And theirs.
female(eve).
born(eve, 1983).
parent(carol, eve).
parent(carl, eve).
male(fred).
born(fred, 1985).
parent(carol, fred).
parent(carl, fred).
female(gina).
born(gina, 1990).
parent(dan, gina).
parent(dora, gina).

%!  ancestor(?A, ?D) is nondet.
%
%   Dynamic only so that proof/2 may look at its clauses.
ancestor(A, D) :- parent(A, D).
ancestor(A, D) :- parent(A, X), ancestor(X, D).

descendant(D, A) :- ancestor(A, D).

father(F, C) :- parent(F, C), male(F).
mother(M, C) :- parent(M, C), female(M).

sibling(A, B) :-
    father(F, A), father(F, B), A \== B,
    mother(M, A), mother(M, B).

spouse(A, B) :- married(A, B).
spouse(A, B) :- married(B, A).

sister(S, P)  :- sibling(S, P), female(S).
brother(B, P) :- sibling(B, P), male(B).

% By blood or by marriage.
uncle(U, C) :- parent(P, C), brother(U, P).
uncle(U, C) :- parent(P, C), sister(A, P), spouse(U, A).
aunt(A, C)  :- parent(P, C), sister(A, P).
aunt(A, C)  :- parent(P, C), brother(U, P), spouse(A, U).

cousin(A, B) :-
    parent(P, A), parent(Q, B), sibling(P, Q).

grandparent(G, C) :- parent(G, P), parent(P, C).

childless(P) :-
    born(P, _),
    \+ parent(P, _).

older(A, B) :-
    born(A, Ya),
    born(B, Yb),
    Ya < Yb.

%!  kinship(?Name, ?A, ?B) is nondet.
%
%   A is the Name of B.
kinship(Name, A, B) :-
    member(Name, [father, mother, brother, sister, uncle, aunt, cousin, grandparent]),
    call(Name, A, B).

%!  generation(+Person, -N) is det.
generation(Person, N) :-
    (   parent(P, Person)
    ->  generation(P, N0),
        N is N0 + 1
    ;   spouse(Person, S),
        parent(_, S)
    ->  generation(S, N)
    ;   N = 0
    ).

%!  proof(:Goal, -Tree) is nondet.
proof((A, B), (Ta, Tb)) :-
    !,
    proof(A, Ta),
    proof(B, Tb).
proof(Goal, Goal <= Tree) :-
    predicate_property(Goal, dynamic),
    !,
    clause(Goal, Body),
    proof(Body, Tree).
proof(Goal, Goal) :-
    call(Goal).

print_proof(Tree) :-
    print_proof(Tree, 0).

print_proof(Goal <= Tree, Depth) :-
    !,
    tab(Depth),
    format("~w because~n", [Goal]),
    Deeper is Depth + 3,
    print_proof(Tree, Deeper).
print_proof((A, B), Depth) :-
    !,
    print_proof(A, Depth),
    print_proof(B, Depth).
print_proof(Fact, Depth) :-
    tab(Depth), print(Fact), nl.

%!  wedding(+A, +B) is det.
wedding(A, B) :-
    (   spouse(A, Other)
    ->  format("~w is married to ~w already.~n", [A, Other])
    ;   assertz(married(A, B)),
        format("~w and ~w are married.~n", [A, B])
    ).

divorce(A, B) :-
    (   retract(married(A, B))
    ;   retract(married(B, A))
    ),
    !.
divorce(A, B) :-
    format("~w and ~w are not married.~n", [A, B]).

main :-
    write('Ancestors of eve:'),
    forall(ancestor(A, eve), ( put_char(' '), write(A) )),
    nl,
    setof(C, P^parent(P, C), Children),
    writeln(children(Children)),
    (   setof(P-Cs, setof(C, parent(P, C), Cs), Parents)
    ->  forall(member(P-Cs, Parents), format("~w: ~w~n", [P, Cs]))
    ;   true
    ),
    forall(( member(N, [uncle, aunt, cousin]), kinship(N, X, gina) ),
           format("~w is ~w of gina~n", [X, N])),
    findall(Y-P, ( childless(P), born(P, Y) ), Unsorted),
    keysort(Unsorted, Sorted),
    format("childless: ~w~n", [Sorted]),
    (   born(Oldest, _), \+ older(_, Oldest)
    ->  format("the oldest is ~w~n", [Oldest])
    ;   true
    ),
    findall(G-P, ( member(P, [albert, carl, fred]), generation(P, G) ), Generations),
    print(Generations), nl,
    once(proof(descendant(gina, beth), Tree)),
    print_proof(Tree),
    wedding(eve, harry),
    wedding(dan, ivy),
    divorce(dora, dan),
    divorce(dora, dan),
    listing(married/2).
