/** Attributed variables as in SWI-Prolog: `put_attr/3` and the hooks that a module has for its attribute.

When a variable with the attribute of a module gets a value, or becomes one with another variable, `Module:attr_unify_hook(Value,
Other)` is called, with the value of the attribute and what the variable is now. In answers `Module:attribute_goals(Variable)//1` says
what is known of the variable; without it, that is `put_attr/3`.

```
?- put_attr(X, colour, red), get_attr(X, colour, C), del_attr(X, colour), \+ get_attr(X, colour, _).
   C = red.
?- freeze(X, true), frozen(X, G).
   G = freeze(X,true), freeze(X,true).
?- when(?=(X, Y), Known = yes), X = f(A), Y = f(B), A = 1, B = 2.
   X = f(1), Y = f(2), Known = yes, A = 1, B = 2.
```
*/

:- module(swi_attributes, [put_attr/3, get_attr/3, del_attr/2, attvar/1, term_attvars/2, frozen/2, when/2]).

:- use_module(library(atts)).
:- use_module(library(dcgs)).
:- use_module(library(error)).
:- use_module(library(iso_ext), [copy_term_nat/2]).
:- use_module(library(lists)).

:- meta_predicate(when(?, 0)).

% A variable has at most one attribute of Scryer's of this module, attributes(Pairs): Module-Value for each module, in the
% order in which they were put.

pairs_of(V, Pairs) :- atts:'$get_from_attr_list'(V, swi_attributes, attributes(Pairs)).

put_pairs(V, Pairs) :- '$put_to_attr_list'(V, swi_attributes, attributes(Pairs)).

% Asked by Scryer when it says what is left of an answer.
get_atts(V, [attributes(Pairs)]) :- pairs_of(V, Pairs).

drop_pairs(V) :- '$del_from_attr_list'(V, swi_attributes, attributes(_)).

%! put_attr(+Variable, +Module:atom, +Value) is det.
%
% The attribute of Module of Variable is Value until that is undone on backtracking.

put_attr(V, Module, Value) :-
    attribute_of(V, Module, put_attr/3),
    (   pairs_of(V, Pairs0) -> true
    ;   Pairs0 = []
    ),
    replaced(Pairs0, Module, Value, Pairs),
    put_pairs(V, Pairs).

replaced([], Module, Value, [Module-Value]).
replaced([M-V|Pairs0], Module, Value, [M-W|Pairs]) :-
    (   M == Module -> W = Value, Pairs = Pairs0
    ;   W = V,
        replaced(Pairs0, Module, Value, Pairs)
    ).

%! get_attr(+Variable, +Module:atom, -Value) is semidet.
%
% The attribute of Module of Variable is Value.

get_attr(V, Module, Value) :-
    must_be(atom, Module),
    var(V),
    pairs_of(V, Pairs),
    member(M-Value0, Pairs),
    M == Module,
    !,
    Value = Value0.

%! del_attr(+Variable, +Module:atom) is det.
%
% Variable has no attribute of Module any more.

del_attr(V, Module) :-
    must_be(atom, Module),
    (   var(V), pairs_of(V, Pairs0), append(Front, [M-_|Back], Pairs0), M == Module ->
        append(Front, Back, Pairs),
        (   Pairs = [] -> drop_pairs(V)
        ;   put_pairs(V, Pairs)
        )
    ;   true
    ).

attribute_of(V, Module, PI) :-
    must_be(atom, Module),
    (   var(V) -> true
    ;   throw(error(uninstantiation_error(V), PI))
    ).

%! attvar(@Term) is semidet.
%
% Term is a variable with an attribute, put by put_attr/3 or by a library such as that of freeze/2.

attvar(V) :-
    var(V),
    iso_ext:copy_term(V, _, Goals),
    Goals = [_|_].

%! term_attvars(@Term, -Variables:list) is det.
%
% Variables are those of Term that attvar/1 holds for, in their order.

term_attvars(Term, Variables) :-
    term_variables(Term, All),
    with_attributes(All, Variables).

with_attributes([], []).
with_attributes([V|Vs0], Vs) :-
    ( attvar(V) -> Vs = [V|Vs1] ; Vs = Vs1 ),
    with_attributes(Vs0, Vs1).

verify_attributes(V, Other, Goals) :-
    (   pairs_of(V, Pairs) -> hooks(Pairs, Other, Goals0)
    ;   Goals0 = []
    ),
    (   waits(V, Waiting) ->
        ( var(Other) -> all_wait(Waiting, Other) ; true ),
        append(Goals0, [swi_attributes:wake(Waiting)], Goals)
    ;   Goals = Goals0
    ).

hooks([], _, []).
hooks([Module-Value|Pairs], Other, [Module:attr_unify_hook(Value, Other)|Goals]) :- hooks(Pairs, Other, Goals).

attribute_goals(V) -->
    (   { pairs_of(V, Pairs) } -> goals(Pairs, V), { drop_pairs(V) }
    ;   []
    ),
    (   { waits(V, Waiting) } -> delayed(Waiting, V), { '$del_from_attr_list'(V, swi_attributes, waiting(_)) }
    ;   []
    ).

goals([], _) --> [].
goals([Module-Value|Pairs], V) -->
    (   { catch(phrase(Module:attribute_goals(V), Goals), _, false) } -> seq(Goals)
    ;   [put_attr(V, Module, Value)]
    ),
    goals(Pairs, V).

%! frozen(@Term, -Goal) is det.
%
% Goal is what waits for variables of Term by freeze/2 and when/2, as a conjunction of goals `freeze(Variable, Goal)` and
% `when(Condition, Goal)`; `true` if nothing does.

frozen(Term, Goal) :-
    term_variables(Term, Vs),
    waiting(Vs, [], Goals),
    conjunction(Goals, Goal).

% The goals themselves, not the copies that copy_term/3 makes: their variables are those of the program.
waiting([], _, []).
waiting([V|Vs], Seen0, Goals) :-
    (   atts:'$get_from_attr_list'(V, freeze, frozen(Frozen0)) ->
        unqualified(Frozen0, Frozen),
        Goals = [freeze(V, Frozen)|Goals1]
    ;   Goals = Goals1
    ),
    (   waits(V, Waiting) -> suspended(Waiting, Seen0, Seen, Goals1, Goals2)
    ;   Seen = Seen0,
        Goals1 = Goals2
    ),
    waiting(Vs, Seen, Goals2).

suspended([], Seen, Seen, Goals, Goals).
suspended([s(Done,Condition,Goal0)|Ss], Seen0, Seen, Goals0, Goals) :-
    (   ( nonvar(Done) ; member(Done0, Seen0), Done0 == Done ) -> Goals0 = Goals1
    ;   state(Condition, Condition, State),
        unqualified(Goal0, Goal),
        Goals0 = [when(State, Goal)|Goals1]
    ),
    suspended(Ss, [Done|Seen0], Seen, Goals1, Goals).

% unqualified(+Goal0, -Goal): without the name of the module `user`.
unqualified(G0, G) :-
    (   nonvar(G0), G0 = user:G1 -> G = G1
    ;   nonvar(G0), G0 = (A0,B0) ->
        unqualified(A0, A),
        unqualified(B0, B),
        G = (A,B)
    ;   G = G0
    ).

conjunction([], true).
conjunction([G|Gs], Goal) :- conjunction_(Gs, G, Goal).

conjunction_([], G, G).
conjunction_([H|Hs], G, (G, Goal)) :- conjunction_(Hs, H, Goal).

% --- when/2 -------------------------------------------------------------------------------------

% A variable may have an attribute waiting(Suspensions) of this module, each s(Done,Condition,Goal). A goal that waits for
% several variables is there several times, with the same variable Done, which is bound when it is called.

waits(V, Waiting) :- atts:'$get_from_attr_list'(V, swi_attributes, waiting(Waiting)).

%! when(+Condition, :Goal) is nondet.
%
% Goal is called as soon as Condition is true: `nonvar(X)`, `ground(Term)`, `?=(X,Y)` (it is known whether X and Y are the
% same), `(Condition,Condition)` or `(Condition;Condition)`.

when(Condition, Goal) :-
    state(Condition, Condition, State),
    (   State == true -> call(Goal)
    ;   suspend(s(_,State,Goal))
    ).

% state(+Condition, +Whole, -State): State is true, or what is left of Condition, which is a part of Whole.
state(C, _, _) :- var(C), !, throw(error(instantiation_error, when/2)).
state(nonvar(X), _, State) :- !, ( nonvar(X) -> State = true ; State = nonvar(X) ).
state(ground(T), _, State) :- !, ( ground(T) -> State = true ; State = ground(T) ).
state(?=(X, Y), _, State) :- !, ( decided(X, Y) -> State = true ; State = ?=(X, Y) ).
state((A,B), Whole, State) :-
    !,
    state(A, Whole, StateA),
    state(B, Whole, StateB),
    (   StateA == true -> State = StateB
    ;   StateB == true -> State = StateA
    ;   State = (StateA,StateB)
    ).
state((A;B), Whole, State) :-
    !,
    state(A, Whole, StateA),
    (   StateA == true -> State = true
    ;   state(B, Whole, StateB),
        (   StateB == true -> State = true
        ;   State = (StateA;StateB)
        )
    ).
state(_, Whole, _) :- throw(error(domain_error(when_condition, Whole), when/2)).

% Nothing that waits is woken by the comparison.
decided(X, Y) :-
    (   X == Y -> true
    ;   copy_term_nat(X-Y, A-B),
        A \= B
    ).

% triggers(+State, -Variables): one of them is bound before the condition is true.
triggers(nonvar(X), [X]).
triggers(ground(T), [V]) :- term_variables(T, [V|_]).
triggers(?=(X, Y), Vs) :- term_variables(X-Y, Vs).
triggers((A,_), Vs) :- triggers(A, Vs).
triggers((A;B), Vs) :-
    triggers(A, Vs0),
    triggers(B, Vs1),
    append(Vs0, Vs1, Vs).

suspend(S) :-
    S = s(_,State,_),
    triggers(State, Vs),
    each_suspends(Vs, S).

each_suspends([], _).
each_suspends([V|Vs], S) :-
    all_wait([S], V),
    each_suspends(Vs, S).

% all_wait(+Suspensions, +Variable): they wait for Variable from now on.
all_wait(Ss, V) :-
    (   waits(V, Waiting0) -> true
    ;   Waiting0 = []
    ),
    together(Ss, Waiting0, Waiting),
    '$put_to_attr_list'(V, swi_attributes, waiting(Waiting)).

together([], Ss, Ss).
together([S|New], Ss0, Ss) :-
    put_suspension(Ss0, S, Ss1),
    together(New, Ss1, Ss).

put_suspension([], S, [S]).
put_suspension([S0|Ss0], S, Ss) :-
    S0 = s(Done0,_,_),
    S = s(Done,_,_),
    (   Done0 == Done -> Ss = [S|Ss0]
    ;   Ss = [S0|Ss1],
        put_suspension(Ss0, S, Ss1)
    ).

wake([]).
wake([s(Done,Condition,Goal)|Ss]) :-
    (   nonvar(Done) -> true
    ;   state(Condition, Condition, State),
        (   State == true -> Done = true, call(Goal)
        ;   suspend(s(Done,State,Goal))
        )
    ),
    wake(Ss).

% delayed(+Suspensions, +Variable): as goals, each for the first of the variables that it waits for.
delayed([], _) --> [].
delayed([s(Done,Condition,Goal0)|Ss], V) -->
    (   { var(Done), state(Condition, Condition, State), State \== true, triggers(State, [First|_]), First == V } ->
        { unqualified(Goal0, Goal) },
        [when(State, Goal)]
    ;   []
    ),
    delayed(Ss, V).

?- put_attr(a, m, 1).
   error(uninstantiation_error(a),_).

?- get_attr(a, m, _).
   false.

?- put_attr(X, m, 1), put_attr(X, n, 2), put_attr(X, m, 3), del_attr(X, n), get_attr(X, m, V).
   V = 3, put_attr(X,m,3).

?- frozen(X, G).
   G = true.

?- freeze(X, Y = Z), frozen(X, G), X = 1.
   X = 1, Y = Z, G = freeze(1,Y=Y).

?- freeze(X, true), attvar(X), \+ attvar(Y), X = 1.
   X = 1.

?- freeze(X, true), term_attvars(f(Y,X,Y), Vs).
   Vs = [X], freeze(X,true).

?- when((nonvar(X);ground(Y)), true), copy_term(X-Y, A-B, Goals).
   Goals = [when((nonvar(A);ground(B)),true)], when((nonvar(X);ground(Y)),true).

?- when(?=(X, f(Z)), true), frozen(X, Goal), X = g(1).
   X = g(1), Goal = when(?=(g(1),f(Z)),true).

?- when(sooner, true).
   error(domain_error(when_condition,sooner),when/2).
