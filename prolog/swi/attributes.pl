/** Attributed variables as in SWI-Prolog: `put_attr/3` and the hooks that a module has for its attribute.

When a variable with the attribute of a module gets a value, or becomes one with another variable, `Module:attr_unify_hook(Value,
Other)` is called, with the value of the attribute and what the variable is now. In answers `Module:attribute_goals(Variable)//1` says
what is known of the variable; without it, that is `put_attr/3`.

```
?- put_attr(X, colour, red), get_attr(X, colour, C), del_attr(X, colour), \+ get_attr(X, colour, _).
   C = red.
?- freeze(X, true), frozen(X, G).
   G = freeze(X,true), freeze(X,true).
```
*/

:- module(swi_attributes, [put_attr/3, get_attr/3, del_attr/2, attvar/1, frozen/2]).

:- use_module(library(atts)).
:- use_module(library(dcgs)).
:- use_module(library(error)).
:- use_module(library(lists)).

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

verify_attributes(V, Other, Goals) :-
    (   pairs_of(V, Pairs) -> hooks(Pairs, Other, Goals)
    ;   Goals = []
    ).

hooks([], _, []).
hooks([Module-Value|Pairs], Other, [Module:attr_unify_hook(Value, Other)|Goals]) :- hooks(Pairs, Other, Goals).

attribute_goals(V) -->
    { pairs_of(V, Pairs) },
    goals(Pairs, V),
    { drop_pairs(V) }.

goals([], _) --> [].
goals([Module-Value|Pairs], V) -->
    (   { catch(phrase(Module:attribute_goals(V), Goals), _, false) } -> seq(Goals)
    ;   [put_attr(V, Module, Value)]
    ),
    goals(Pairs, V).

%! frozen(@Term, -Goal) is det.
%
% Goal is what waits for variables of Term by freeze/2, as a conjunction of goals `freeze(Variable, Goal)`; `true` if
% nothing does.

frozen(Term, Goal) :-
    term_variables(Term, Vs),
    waiting(Vs, Goals),
    conjunction(Goals, Goal).

waiting([], []).
waiting([V|Vs], Goals) :-
    (   iso_ext:copy_term(V, V, All) -> true
    ;   All = []
    ),
    frozen_goals(All, Goals, Goals1),
    waiting(Vs, Goals1).

frozen_goals([], Goals, Goals).
frozen_goals([G|Gs], Goals0, Goals) :-
    (   G = freeze:freeze(V, Frozen) -> Goals0 = [freeze(V, Frozen)|Goals1]
    ;   G = freeze(V, Frozen) -> Goals0 = [freeze(V, Frozen)|Goals1]
    ;   Goals0 = Goals1
    ),
    frozen_goals(Gs, Goals1, Goals).

conjunction([], true).
conjunction([G|Gs], Goal) :- conjunction_(Gs, G, Goal).

conjunction_([], G, G).
conjunction_([H|Hs], G, (G, Goal)) :- conjunction_(Hs, H, Goal).

?- put_attr(a, m, 1).
   error(uninstantiation_error(a),_).

?- get_attr(a, m, _).
   false.

?- put_attr(X, m, 1), put_attr(X, n, 2), put_attr(X, m, 3), del_attr(X, n), get_attr(X, m, V).
   V = 3, put_attr(X,m,3).

?- frozen(X, G).
   G = true.

?- freeze(X, true), attvar(X), \+ attvar(Y), X = 1.
   X = 1.
