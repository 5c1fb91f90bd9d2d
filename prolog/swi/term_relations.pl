/** Terms and their variables as in SWI-Prolog: generalisation, sharing, variables written as numbers.

```
?- term_subsumer(parent(tom,bob), parent(liz,bob), G).
   G = parent(_A,bob).
```
*/

:- module(swi_term_relations, [term_subsumer/3, term_factorized/3, same_functor/2, same_functor/3, same_functor/4,
                               mapsubterms_var/3, unifiable/3, is_most_general_term/1, term_singletons/2,
                               varnumbers/2, varnumbers/3, varnumbers_names/3, max_var_number/3]).

:- use_module(library(assoc)).
:- use_module(library(iso_ext), [copy_term_nat/2]).
:- use_module(library(lists)).
:- use_module(library(string_terms)).

%! term_subsumer(@Term1, @Term2, -General) is det.
%
% General is the most special term of which both are instances: Plotkin's least general generalisation (Plotkin, A Note on Inductive
% Generalization, 1970).

term_subsumer(T1, T2, G) :- generalised(T1, T2, G, [], _).

% Pairs has p(T1,T2,V): where these two stand, General has the variable V.
generalised(T1, T2, G, Pairs0, Pairs) :-
    (   T1 == T2 -> G = T1, Pairs = Pairs0
    ;   alike(T1, T2, F, As1, As2) ->
        all_generalised(As1, As2, As, Pairs0, Pairs),
        G =.. [F|As]
    ;   member(p(U1,U2,V), Pairs0), U1 == T1, U2 == T2 -> G = V, Pairs = Pairs0
    ;   Pairs = [p(T1,T2,G)|Pairs0]
    ).

alike(T1, T2, F, As1, As2) :-
    is_compound(T1),
    is_compound(T2),
    functor(T1, F, Arity),
    functor(T2, F, Arity),
    T1 =.. [F|As1],
    T2 =.. [F|As2].

all_generalised([], [], [], Pairs, Pairs).
all_generalised([A1|As1], [A2|As2], [A|As], Pairs0, Pairs) :-
    generalised(A1, A2, A, Pairs0, Pairs1),
    all_generalised(As1, As2, As, Pairs1, Pairs).

%! term_factorized(@Term, -Skeleton, -Substitutions:list) is det.
%
% Skeleton is Term with a variable for each compound part that occurs more than once; Substitutions has Variable=Part for these.

term_factorized(Term, Skeleton, Substitutions) :-
    empty_assoc(Empty),
    counted(Term, Empty, Counts),
    factorized(Term, Counts, Skeleton, Empty, Seen),
    assoc_to_values(Seen, Substitutions).

counted(T, Counts0, Counts) :-
    (   is_compound(T) ->
        (   get_assoc(T, Counts0, _) -> put_assoc(T, Counts0, many, Counts)
        ;   put_assoc(T, Counts0, one, Counts1),
            T =.. [_|As],
            all_counted(As, Counts1, Counts)
        )
    ;   Counts = Counts0
    ).

all_counted([], Counts, Counts).
all_counted([A|As], Counts0, Counts) :-
    counted(A, Counts0, Counts1),
    all_counted(As, Counts1, Counts).

factorized(T, Counts, S, Seen0, Seen) :-
    (   is_compound(T) ->
        (   get_assoc(T, Seen0, V=_) -> S = V, Seen = Seen0
        ;   T =.. [F|As0],
            all_factorized(As0, Counts, As, Seen0, Seen1),
            Part =.. [F|As],
            (   get_assoc(T, Counts, many) -> put_assoc(T, Seen1, S=Part, Seen)
            ;   S = Part, Seen = Seen1
            )
        )
    ;   S = T,
        Seen = Seen0
    ).

all_factorized([], _, [], Seen, Seen).
all_factorized([A0|As0], Counts, [A|As], Seen0, Seen) :-
    factorized(A0, Counts, A, Seen0, Seen1),
    all_factorized(As0, Counts, As, Seen1, Seen).

%! same_functor(?Term1, ?Term2) is semidet.
%! same_functor(?Term1, ?Term2, ?Arity) is semidet.
%! same_functor(?Term1, ?Term2, ?Name, ?Arity) is semidet.
%
% The terms have the same name and arity; one of them, or both of these, are known.

same_functor(T1, T2) :- same_functor(T1, T2, _, _).

same_functor(T1, T2, Arity) :- same_functor(T1, T2, _, Arity).

same_functor(T1, T2, Name, Arity) :-
    (   nonvar(T1) -> functor(T1, Name, Arity), functor(T2, Name, Arity)
    ;   nonvar(T2) -> functor(T2, Name, Arity), functor(T1, Name, Arity)
    ;   functor(T1, Name, Arity),
        functor(T2, Name, Arity)
    ).

%! mapsubterms_var(:Goal, +Term1, -Term2) is det.
%
% mapsubterms/3 that calls Goal with variables, too.

:- meta_predicate(mapsubterms_var(2, ?, ?)).

mapsubterms_var(Goal, T1, T2) :-
    (   call(Goal, T1, T) -> T2 = T
    ;   is_compound(T1) ->
        T1 =.. [F|As],
        maplist(swi_term_relations:mapsubterms_var(Goal), As, Bs),
        T2 =.. [F|Bs]
    ;   T2 = T1
    ).

%! unifiable(@Term1, @Term2, -Bindings:list) is semidet.
%
% Bindings has Variable=Value for what would be bound if the terms were unified.

unifiable(T1, T2, Bindings) :-
    term_variables(T1-T2, Vs),
    copy_term_nat(Vs-T1-T2, Copies-C1-C2),
    C1 = C2,
    bound(Vs, Copies, [], Bindings).

% A variable of the copies that is still free stands for the first one of the terms that it is the copy of.
bound([], [], Bindings, Bindings).
bound([V|Vs], [C|Cs], Bindings0, Bindings) :-
    (   var(C), \+ ( member(W=_, Bindings0), W == C ) -> C = V, Bindings1 = Bindings0
    ;   C == V -> Bindings1 = Bindings0
    ;   Bindings1 = [V=C|Bindings0]
    ),
    bound(Vs, Cs, Bindings1, Bindings).

%! is_most_general_term(@Term) is semidet.
%
% Term is an atom, or its arguments, or elements, are different variables.

is_most_general_term(Term) :-
    (   atom(Term) -> true
    ;   is_compound(Term),
        ( Term = [_|_] -> '$skip_max_list'(_, _, Term, []), As = Term ; Term =.. [_|As] ),
        \+ ( member(A, As), nonvar(A) ),
        term_variables(As, Vs),
        length(As, N),
        length(Vs, N)
    ).

%! term_singletons(@Term, -Variables:list) is det.
%
% Variables are those that occur once in Term.

term_singletons(Term, Singletons) :-
    occurrences(Term, All, []),
    term_variables(Term, Vs),
    once_in(Vs, All, Singletons).

occurrences(T, Vs0, Vs) :-
    (   var(T) -> Vs0 = [T|Vs]
    ;   is_compound(T) ->
        T =.. [_|As],
        all_occurrences(As, Vs0, Vs)
    ;   Vs0 = Vs
    ).

all_occurrences([], Vs, Vs).
all_occurrences([A|As], Vs0, Vs) :-
    occurrences(A, Vs0, Vs1),
    all_occurrences(As, Vs1, Vs).

% Sorted, the occurrences of a variable are neighbours.
once_in(Vs, All, Singletons) :-
    keyed(All, Pairs),
    keysort(Pairs, Sorted),
    alone(Sorted, Alone0),
    list_to_assoc(Alone0, Alone),
    kept(Vs, Alone, Singletons).

keyed([], []).
keyed([V|Vs], [V-x|Ps]) :- keyed(Vs, Ps).

alone([], []).
alone([V-_|Ps0], Vs) :-
    (   Ps0 = [W-_|_], W == V -> dropped(Ps0, V, Ps), alone(Ps, Vs)
    ;   Vs = [V-x|Vs1],
        alone(Ps0, Vs1)
    ).

dropped([W-_|Ps0], V, Ps) :- W == V, !, dropped(Ps0, V, Ps).
dropped(Ps, _, Ps).

kept([], _, []).
kept([V|Vs], Alone, Kept) :-
    (   get_assoc(V, Alone, _) -> Kept = [V|Kept1]
    ;   Kept = Kept1
    ),
    kept(Vs, Alone, Kept1).

%! varnumbers(+Term, -Copy) is det.
%! varnumbers(+Term, +Start, -Copy) is det.
%
% Copy is Term with a variable for each `'$VAR'(N)`, N at least Start (0), as before numbervars/1.

varnumbers(Term, Copy) :- varnumbers(Term, 0, Copy).

varnumbers(Term, Start, Copy) :- named(Term, Start, Copy, [], _).

%! varnumbers_names(+Term, -Copy, -Bindings:list) is det.
%
% The same, whatever N is; Bindings has `N=Variable` for each.

varnumbers_names(Term, Copy, Bindings) :-
    named(Term, any, Copy, [], Bindings0),
    reverse(Bindings0, Bindings).

named(T, Start, Copy, Bindings0, Bindings) :-
    (   is_compound(T) ->
        (   T = '$VAR'(N), ( Start == any -> atomic(N) ; integer(N), N >= Start ) ->
            (   member(M=Copy0, Bindings0), M == N -> Copy = Copy0, Bindings = Bindings0
            ;   Bindings = [N=Copy|Bindings0]
            )
        ;   T =.. [F|As0],
            all_named(As0, Start, As, Bindings0, Bindings),
            Copy =.. [F|As]
        )
    ;   Copy = T,
        Bindings = Bindings0
    ).

all_named([], _, [], Bindings, Bindings).
all_named([A0|As0], Start, [A|As], Bindings0, Bindings) :-
    named(A0, Start, A, Bindings0, Bindings1),
    all_named(As0, Start, As, Bindings1, Bindings).

%! max_var_number(@Term, +Start, -Max) is det.
%
% Max is the greatest N of a `'$VAR'(N)` in Term, at least Start.

max_var_number(T, Max0, Max) :-
    (   is_compound(T) ->
        (   T = '$VAR'(N), integer(N) -> Max is max(Max0, N)
        ;   T =.. [_|As],
            foldl(swi_term_relations:max_var_number, As, Max0, Max)
        )
    ;   Max = Max0
    ).

?- term_subsumer(p(f(a),a,f(a)), p(f(b),b,f(b)), G).
   G = p(f(_A),_A,f(_A)).

?- term_factorized(f(g(X),g(X),h), S, Sub).
   S = f(_A,_A,h), Sub = [_A=g(X)].

?- unifiable(f(X,Y,a), f(Y,b,Z), Bindings).
   Bindings = [Z=a,Y=b,X=b].

?- unifiable(f(X,a), f(b,X), _).
   false.
