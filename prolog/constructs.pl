/** Control constructs that are arguments.

Scryer interprets a control construct that is an argument: whenever it is called, the goals in it are made a list, and the list is gone
through. So a clause is compiled with the construct in its body where it can stand there, and with a goal of this module in its
place where it has to be an argument.

| written | compiled |
|---|---|
| `once((A, B))` | `( A, B -> true )` |
| `ignore((A, B))` | `( A, B -> true ; true )` |
| `forall(A, (B ; C))` | `\+ ( A, \+ ( B ; C ) )` |
| `findall(T, (A, B), L)` | `findall(T, cl_constructs:both(A, B), L)` |

A construct with a cut stays as it is, and so does one in which something can be no goal: that is an error when it is called. Names that
the program defines itself are its own.
*/

:- module(cl_constructs, [compiled/3, both/2, either/2, choice/3, then/2, none/1]).

:- use_module(library(cl_miscompiled), []).

%! compiled(+Module, +Body0, -Body) is det.
%
% Body means what Body0, of a clause in Module, means. Scryer has not expanded it yet.

compiled(M, G0, G) :-
    ( body(G0, M, G1) -> G = G1
    ;   G = G0
    ).

body(G, _, G) :- var(G), !.
body((A0,B0), M, (A,B)) :- !, body(A0, M, A), body(B0, M, B).
body((A0;B0), M, (A;B)) :- !, body(A0, M, A1), alternative(A0, A1, A), body(B0, M, B).
body((A0->B0), M, (A->B)) :- !, body(A0, M, A), body(B0, M, B).
body(\+ A0, M, \+ A) :- !, body(A0, M, A).
body(G0, M, G) :- in_place(G0, G1), !, body(G1, M, G).
body(G0, user, G) :- callable(G0), with_construct(G0), !, argument_goals(G0, G).
body(G, _, G).

% alternative(+Goal0, +Goal1, -Goal): Goal is Goal1, which means Goal0, to the left of a bar: there an if-then is more if it was none before.
alternative(A0, A1, A) :-
    (   nonvar(A1), A1 = (_->_), \+ ( nonvar(A0), A0 = (_->_) ) -> A = ( A1 ; false )
    ;   A = A1
    ).

% in_place(+Goal0, -Goal): Goal0 has a construct that can stand in the body.
in_place(once(A), ( A -> true )) :- construct(A), sound(A).
in_place(call(A), A) :- construct(A), sound(A).
in_place(ignore(A), ( A -> true ; true )) :- construct(A), sound(A), standard(ignore, 1).
in_place(forall(A, B), \+ ( A, \+ B )) :-
    ( construct(A) -> true ; construct(B) ),
    sound(A),
    sound(B),
    standard(forall, 2).

construct(G) :- nonvar(G), ( G = (_,_) ; G = (_;_) ; G = (_->_) ; G = (\+ _) ), !.

% sound(@Goal): no part of Goal is a cut, or can be no goal. A soft cut may not be taken apart.
sound(G) :- var(G), !.
sound((A,B)) :- !, sound(A), sound(B).
sound((A;B)) :- !, sound(A), sound(B).
sound((A->B)) :- !, sound(A), sound(B).
sound(\+ A) :- !, sound(A).
sound(G) :- callable(G), G \== !, G \= '|'(_, _), G \= *->(_, _), G \= '$string'(_), \+ ( G = M:G1, ( M == swi_soft ; var(G1) ; \+ sound(G1) ) ).

% standard(+Name, +Arity): the program does not define Name/Arity.
standard(Name, Arity) :-
    (   '$built_in_property'(Name, Arity) -> true
    ;   '$foreign_call'(text_has, [Name,Arity], 0),
        '$foreign_call'(predicate_is_somewhere, [Name,Arity], 0)
    ).

% --- arguments --------------------------------------------------------------------------------

% takes(?Goal, ?Argument): what Goal calls, and does not look at.
takes(findall(_, G, _), G).
takes(findall(_, G, _, _), G).
takes(aggregate_all(_, G, _), G).
takes(aggregate_all(_, _, G, _), G).
takes(catch(G, _, _), G).
takes(catch(_, _, G), G).
takes(with_output_to(_, G), G).
takes(call_cleanup(G, _), G).
takes(setup_call_cleanup(_, G, _), G).

with_construct(G) :-
    takes(G, A),
    construct(A),
    sound(A),
    functor(G, Name, Arity),
    standard(Name, Arity),
    !.

argument_goals(G0, G) :-
    functor(G0, Name, Arity),
    functor(G, Name, Arity),
    argument_goals(1, Arity, G0, G).

argument_goals(I, Arity, G0, G) :-
    (   I > Arity -> true
    ;   arg(I, G0, A0),
        arg(I, G, A),
        (   sound(A0), taken(I, G0) -> goal(A0, A)
        ;   A = A0
        ),
        I1 is I + 1,
        argument_goals(I1, Arity, G0, G)
    ).

% taken(+I, +Goal): Goal calls its argument I.
taken(I, G0) :-
    functor(G0, Name, Arity),
    functor(G, Name, Arity),
    takes(G, A),
    arg(I, G, B),
    A == B,
    !.

% goal(+Goal0, -Goal): Goal means Goal0, a goal in `user`, and is no control construct.
goal(G, G) :- var(G), !.
goal((A0,B0), cl_constructs:both(A,B)) :- !, goal(A0, A), goal(B0, B).
goal((A0;B0), cl_constructs:choice(C,A,B)) :- nonvar(A0), A0 = (C0->A1), !, goal(C0, C), goal(A1, A), goal(B0, B).
goal((A0;B0), cl_constructs:either(A,B)) :- !, goal(A0, A), goal(B0, B).
goal((A0->B0), cl_constructs:then(A,B)) :- !, goal(A0, A), goal(B0, B).
goal(\+ A0, cl_constructs:none(A)) :- !, goal(A0, A).
% Not compiled, these are slower than what they are for (`swi_syntax`).
goal((A;G0), G) :-
    nonvar(A),
    A = (_->_),
    nonvar(G0),
    ( G0 = (G1,_) -> true ; G1 = G0 ),
    nonvar(G1),
    G1 = swi_arith:_,
    !,
    goal(G0, G).
goal(X is E, cl_miscompiled:computed(X, E)) :- !.
goal(once(A0), cl_constructs:then(A,true)) :- sound(A0), !, goal(A0, A).
goal(call(A0), A) :- sound(A0), !, goal(A0, A).
goal(ignore(A0), cl_constructs:choice(A,true,true)) :- sound(A0), standard(ignore, 1), !, goal(A0, A).
goal(not(A0), cl_constructs:none(A)) :- sound(A0), standard(not, 1), !, goal(A0, A).
goal(forall(A0, B0), cl_constructs:none(cl_constructs:both(A,cl_constructs:none(B)))) :-
    sound(A0),
    sound(B0),
    standard(forall, 2),
    !,
    goal(A0, A),
    goal(B0, B).
% What cleans up is called by a library, for which all its goals have to say whose they are.
goal(G0, '$call'(G)) :-
    callable(G0),
    cleans(G0),
    functor(G0, Name, Arity),
    standard(Name, Arity),
    G0 =.. [Name|As0],
    all_in_user(As0, As),
    !,
    G =.. [Name|As].
goal(G0, '$call'(G)) :-
    callable(G0),
    once(takes(G0, _)),
    functor(G0, Name, Arity),
    standard(Name, Arity),
    \+ ( takes(G0, A), \+ sound(A) ),
    !,
    argument_goals(G0, G).
goal(G0, '$call'(G)) :-
    callable(G0),
    functor(G0, Name, Arity),
    '$predicate_defined'(cl_metas, meta_arguments, 3),
    cl_metas:meta_arguments(Name, Arity, Specs),
    functor(G, Name, Arity),
    closures(Specs, 1, G0, G),
    !.
goal(G0, G) :-
    user:goal_expansion(G0, G1),
    !,
    (   var(G1) -> G = G0
    ;   \+ construct(G1) -> G = G1
    ;   sound(G1) -> goal(G1, G)
    ;   G = '$call'(G0)
    ).
goal(G, G).

cleans(call_cleanup(_, _)).
cleans(setup_call_cleanup(_, _, _)).

all_in_user([], []).
all_in_user([A0|As0], [user:A|As]) :-
    (   var(A0) -> A = A0
    ;   sound(A0),
        goal(A0, A)
    ),
    all_in_user(As0, As).

% closures(+Specs, +I, +Goal0, -Goal): none of the arguments from I on is a goal; those that lack arguments are called in `user`.
closures([], _, _, _).
closures([Spec|Specs], I, G0, G) :-
    arg(I, G0, A0),
    arg(I, G, A),
    (   Spec == (?) -> A = A0
    ;   integer(Spec),
        Spec > 0,
        ( ( var(A0) ; A0 = _:_ ) -> A = A0 ; A = user:A0 )
    ),
    I1 is I + 1,
    closures(Specs, I1, G0, G).

%! both(+A, +B) is nondet.
%! either(+A, +B) is nondet.
%! choice(+Condition, +Then, +Else) is nondet.
%! then(+Condition, +Then) is nondet.
%! none(+A) is semidet.
%
% `( A, B )`, `( A ; B )`, `( Condition -> Then ; Else )`, `( Condition -> Then )` and `\+ A`, in `user`.

both(A, B) :- call(user:A), call(user:B).

either(A, _) :- call(user:A).
either(_, B) :- call(user:B).

choice(C, A, B) :- ( call(user:C) -> call(user:A) ; call(user:B) ).

then(C, A) :- ( call(user:C) -> call(user:A) ).

none(A) :- \+ call(user:A).

?- cl_constructs:compiled(user, findall(X, ( member(X, [1,2]), X > 1 ), Xs), B).
   B = findall(X,cl_constructs:both(member(X,[1,2]),X>1),Xs).

?- cl_constructs:compiled(user, findall(X, ( member(X, [1,2]), not(p(X)) ), Xs), B).
   B = findall(X,cl_constructs:both(member(X,[1,2]),cl_constructs:none(p(X))),Xs).

?- cl_constructs:compiled(user, ( once(( p(X), q(X) )) ; r(X) ), B).
   B = ((p(X),q(X)->true;false);r(X)).

?- cl_constructs:compiled(user, once(( p(X), q(X) )), B).
   B = (p(X),q(X)->true).

?- cl_constructs:compiled(user, once(( p(X), ! )), B).
   B = once((p(X),!)).

?- cl_constructs:compiled(user, findall(X, ( p(X), \+ q(X) -> true ; X = 1 ), Xs), B).
   B = findall(X,cl_constructs:choice(cl_constructs:both(p(X),cl_constructs:none(q(X))),true,X = 1),Xs).
