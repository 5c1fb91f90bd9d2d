/** The store of Constraint Handling Rules (`chr.pl`), and what the clauses call that `chr_rules.pl` makes.

What is kept of a constraint while it is active or waits is `s(Id,State,History,Key,Constraint)`. Id is a variable
until it is stored; State is one until it is removed. History is `none` if nothing can make it active again, and
otherwise open: it grows with each propagation. Since all this is bound, never changed, backtracking undoes it. The
store is a value of bb_b_put/2 under Key.
*/

:- module(swi_chr_store, [waiting/2, waiting/4, store/2, store_remembering/2, remove/1, gone/2, living/2, free/2,
                          still_free/1, fresh/3, wake/1]).

:- use_module(library(assoc)).
:- use_module(library(atts)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).

% known(Key, Module, Waker, Ordinal): Waker is the predicate that makes a constraint active again; Ordinal is the
% number of the declaration.
:- dynamic(known/4).

% --- running ----------------------------------------------------------------------------------

% The value of a Key is st(List,Living,Dead,Indexes): the constraints, latest first, how many of them are there and
% how many were removed since the list was made. Indexes are made when there are many: Positions-ix(Assoc,Others),
% where Others have variables.

%! waiting(+Key, -List) is det.
%! waiting(+Key, +Positions, @Value, -List) is det.
%
% List has the stored constraints of Key, and maybe removed ones; of the others, those that have Value at Positions,
% and maybe more.

waiting(Key, List) :-
    (   bb_get(Key, st(List0,_,_,_)) -> List = List0
    ;   List = []
    ).

waiting(Key, Positions, Value, List) :-
    (   bb_get(Key, Store) ->
        Store = st(List0,Living,Dead,Indexes),
        (   Living + Dead < 24 -> List = List0
        ;   atomic(Value) -> indexed(Indexes, Positions, Value, Key, Store, List)
        ;   term_variables(Value, Vs),
            (   Vs = [V|_] -> with_variable(V, Key, List)
            ;   indexed(Indexes, Positions, Value, Key, Store, List)
            )
        )
    ;   List = []
    ).

% A constraint with the variable V is known to V.
with_variable(V, Key, List) :-
    (   suspended(V, List0) -> of_key(List0, Key, List)
    ;   List = []
    ).

of_key([], _, []).
of_key([S|Ss], Key, List) :-
    (   S = s(_,State,_,Key1,_), var(State), Key1 == Key -> List = [S|List1]
    ;   List = List1
    ),
    of_key(Ss, Key, List1).

indexed(Indexes, Positions, Value, Key, Store, List) :-
    (   index(Indexes, Positions, Index) -> true
    ;   Store = st(All,Living,Dead,_),
        empty_assoc(Empty),
        reverse(All, Oldest),
        filled(Oldest, Positions, ix(Empty,[]), Index),
        bb_b_put(Key, st(All,Living,Dead,[Positions-Index|Indexes]))
    ),
    Index = ix(Assoc,Others),
    (   get_assoc(Value, Assoc, Bucket) -> merged(Bucket, Others, List)
    ;   List = Others
    ).

index([P-Index0|Indexes], Positions, Index) :-
    (   P == Positions -> Index = Index0
    ;   index(Indexes, Positions, Index)
    ).

filled([], _, Index, Index).
filled([S|Ss], Positions, Index0, Index) :-
    S = s(_,State,_,_,C),
    (   var(State) -> entered(Positions, C, S, Index0, Index1)
    ;   Index1 = Index0
    ),
    filled(Ss, Positions, Index1, Index).

entered(Positions, C, S, ix(Assoc0,Others0), ix(Assoc,Others)) :-
    value(Positions, C, Value),
    (   ( atomic(Value) ; ground(Value) ) ->
        Others = Others0,
        (   get_assoc(Value, Assoc0, Bucket0) ->
            without_dead(Bucket0, Bucket),
            put_assoc(Value, Assoc0, [S|Bucket], Assoc)
        ;   put_assoc(Value, Assoc0, [S], Assoc)
        )
    ;   Assoc = Assoc0,
        without_dead(Others0, Others1),
        Others = [S|Others1]
    ).

value(I, C, Value) :- integer(I), !, arg(I, C, Value).
value(Positions, C, Value) :-
    values(Positions, C, Values),
    Value =.. [k|Values].

values([], _, []).
values([I|Is], C, [V|Vs]) :-
    arg(I, C, V),
    values(Is, C, Vs).

% Without the removed ones with which the list begins.
without_dead([], []).
without_dead([S|Ss], List) :-
    S = s(_,State,_,_,_),
    (   var(State) -> List = [S|Ss]
    ;   without_dead(Ss, List)
    ).

% merged(+Ss1, +Ss2, -Ss): latest first.
merged([], Ss, Ss).
merged([A|As], Bs, Ss) :- merged_(Bs, A, As, Ss).

merged_([], A, As, [A|As]).
merged_([B|Bs], A, As, Ss) :-
    A = s(I,_,_,_,_),
    B = s(J,_,_,_,_),
    (   I > J ->
        Ss = [A|Ss1],
        merged(As, [B|Bs], Ss1)
    ;   I < J ->
        Ss = [B|Ss1],
        merged_(Bs, A, As, Ss1)
    ;   Ss = [A|Ss1],
        merged(As, Bs, Ss1)
    ).

%! store(+S, +Waiting:list) is det.
%! store_remembering(+S, +Waiting:list) is det.
%
% S is stored, unless it is already. When a variable in Waiting is bound, it becomes active again. With store/2 it has
% no history if there is no variable.

store(S, Waiting) :-
    S = s(Id,_,History,_,_),
    (   nonvar(Id) -> true
    ;   put(S),
        (   all_atomic(Waiting) -> History = none
        ;   term_variables(Waiting, Vs),
            (   Vs == [] -> History = none
            ;   suspend(Vs, S)
            )
        )
    ).

store_remembering(S, Waiting) :-
    S = s(Id,_,_,_,_),
    (   nonvar(Id) -> true
    ;   put(S),
        term_variables(Waiting, Vs),
        suspend(Vs, S)
    ).

put(S) :-
    S = s(Id,_,_,Key,C),
    (   bb_get('$chr id', Id0) -> true
    ;   Id0 = 0
    ),
    Id is Id0 + 1,
    bb_b_put('$chr id', Id),
    (   bb_get(Key, st(List,Living0,Dead,Indexes0)) ->
        Living is Living0 + 1,
        (   Indexes0 == [] -> Indexes = []
        ;   enter_all(Indexes0, C, S, Indexes)
        ),
        bb_b_put(Key, st([S|List],Living,Dead,Indexes))
    ;   bb_b_put(Key, st([S],1,0,[]))
    ).

all_atomic([]).
all_atomic([X|Xs]) :-
    atomic(X),
    all_atomic(Xs).

enter_all([], _, _, []).
enter_all([Positions-Index0|Indexes0], C, S, [Positions-Index|Indexes]) :-
    entered(Positions, C, S, Index0, Index),
    enter_all(Indexes0, C, S, Indexes).

%! remove(+S) is det.
%! gone(-State, +Key) is det.
%
% A constraint is removed: one that may not be stored, or a stored one.

remove(s(Id,State,_,Key,_)) :-
    State = gone,
    (   var(Id) -> true
    ;   one_less(Key)
    ).

gone(gone, Key) :- one_less(Key).

one_less(Key) :-
    bb_get(Key, st(List,Living0,Dead0,Indexes)),
    Living is Living0 - 1,
    Dead is Dead0 + 1,
    (   Dead > Living + 16 ->
        living(List, List1),
        bb_b_put(Key, st(List1,Living,0,[]))
    ;   bb_b_put(Key, st(List,Living,Dead,Indexes))
    ).

%! living(+Ss, -Living) is det.
%
% Living are the constraints of Ss that are not removed.

living([], []).
living([S|Ss], List) :-
    S = s(_,State,_,_,_),
    (   var(State) -> List = [S|List1]
    ;   List = List1
    ),
    living(Ss, List1).

%! free(+Terms, -Variables) is det.
%! still_free(+Variables) is semidet.
%
% Around a guard: it has bound none of the variables of Terms.

free(Terms, Vs) :- term_variables(Terms, Vs).

still_free(Vs) :-
    term_variables(Vs, Us),
    Us == Vs.

% --- propagation histories --------------------------------------------------------------------

%! fresh(+Rule, +S, +Partners:list) is semidet.
%
% Rule is RuleNumber-Head: the rule has not fired for the constraint S as that head, together with Partners,
% Head-h(Id,History). It is noted in the first of them which can become active again; if none can, it is fresh, since
% of two constraints the later one is that which looks for rules.

fresh(R-J, s(Id,_,History,_,_), Partners) :-
    (   Partners == [] ->
        (   History == none -> true
        ;   noted(R, [], History)
        )
    ;   placed(Partners, J, h(Id,History), All),
        keeper(All, Keeper),
        (   Keeper == none -> true
        ;   ids(All, Ids),
            noted(R, Ids, Keeper)
        )
    ).

placed([], J, H, [J-H]).
placed([I-G|Hs], J, H, All) :-
    (   J < I -> All = [J-H,I-G|Hs]
    ;   All = [I-G|All1],
        placed(Hs, J, H, All1)
    ).

keeper([], none).
keeper([_-h(_,History)|Hs], Keeper) :-
    (   History == none -> keeper(Hs, Keeper)
    ;   Keeper = History
    ).

ids([], []).
ids([_-h(Id,_)|Hs], [Id|Ids]) :- ids(Hs, Ids).

% A history is a tree of 16 times 16 open lists of R-Ids, found by the sum of the numbers.
noted(R, Ids, History) :-
    sum(Ids, R, N),
    I is (N /\ 15) + 1,
    J is ((N >> 4) /\ 15) + 1,
    branch(History, I, Branch),
    branch(Branch, J, List),
    add_new(List, R, Ids).

sum([], N, N).
sum([Id|Ids], N0, N) :-
    N1 is (N0 * 3 + Id) /\ 65535,
    sum(Ids, N1, N).

branch(Tree, I, Branch) :-
    ( var(Tree) -> functor(Tree, t, 16) ; true ),
    arg(I, Tree, Branch).

add_new(List, R, Ids) :-
    (   var(List) -> List = [h(R,Ids)|_]
    ;   List = [h(R1,Ids1)|List1],
        (   R1 =:= R, Ids1 == Ids -> false
        ;   add_new(List1, R, Ids)
        )
    ).

% --- variables --------------------------------------------------------------------------------

% The attribute of a variable is suspended(List): the constraints that wait for it, the latest first.
suspended(V, List) :- atts:'$get_from_attr_list'(V, swi_chr_store, suspended(List)).

put_suspended(V, List) :- '$put_to_attr_list'(V, swi_chr_store, suspended(List)).

suspend([], _).
suspend([V|Vs], S) :-
    (   suspended(V, List0) -> without_dead(List0, List)
    ;   List = []
    ),
    put_suspended(V, [S|List]),
    suspend(Vs, S).

% Answers show what is in the store, not what variables know of it.
get_atts(_, _) :- false.

attribute_goals(V) -->
    { suspended(V, _), '$del_from_attr_list'(V, swi_chr_store, suspended(_)) }.

verify_attributes(V, Other, Goals) :-
    (   suspended(V, List0) ->
        living(List0, List),
        (   var(Other) ->
            handed([Other], List, All)
        ;   atomic(Other) -> All = List
        ;   term_variables(Other, Vs),
            handed(Vs, List, _),
            All = List
        ),
        (   All == [] -> Goals = []
        ;   Goals = [swi_chr_store:wake(All)]
        )
    ;   Goals = []
    ).

% handed(+Vars, +List, -All): the variables are known to the constraints in List, too; All are those of the last one.
handed([], All, All).
handed([V|Vs], List, All) :-
    (   suspended(V, List0) ->
        living(List0, List1),
        merged(List1, List, All0)
    ;   All0 = List
    ),
    put_suspended(V, All0),
    (   Vs == [] -> All = All0
    ;   handed(Vs, List, All)
    ).

%! wake(+List) is det.
%
% The constraints in List become active again: in the order of their declarations, and the oldest first.

wake(List) :-
    (   List = [s(_,_,_,Key,_)|Ss], alike(Ss, Key) -> reverse(List, Ordered)
    ;   ordinals(List, Pairs0),
        keysort(Pairs0, Pairs),
        ordered(Pairs, Ordered)
    ),
    wake_all(Ordered).

alike([], _).
alike([s(_,_,_,Key0,_)|Ss], Key) :-
    Key0 == Key,
    alike(Ss, Key).

ordinals([], []).
ordinals([S|Ss], [k(Ordinal,Id)-S|Pairs]) :-
    S = s(Id,_,_,Key,_),
    known(Key, _, _, Ordinal),
    ordinals(Ss, Pairs).

ordered([], []).
ordered([_-S|Pairs], [S|Ss]) :- ordered(Pairs, Ss).

wake_all([]).
wake_all([S|Ss]) :-
    S = s(_,State,_,Key,C),
    (   var(State) ->
        known(Key, M, Waker, _),
        Goal =.. [Waker,C,S],
        call(M:Goal)
    ;   true
    ),
    wake_all(Ss).

?- swi_chr_store:free([X,Y], Vs), X = Z, swi_chr_store:still_free(Vs).
   X = Z, Vs = [X,Y].

?- swi_chr_store:free([X,Y], Vs), ( X = 1 ; X = Y ), swi_chr_store:still_free(Vs).
   false.

?- \+ \+ ( swi_chr_store:noted(1, [2,3], H), swi_chr_store:noted(1, [3,2], H), \+ swi_chr_store:noted(1, [2,3], H) ).
   true.

?- swi_chr_store:merged([s(5,_,_,_,a),s(2,_,_,_,b)], [s(4,_,_,_,c),s(2,_,_,_,b)], [A,B,C]).
   A = s(5,_A,_B,_C,a), B = s(4,_D,_E,_F,c), C = s(2,_G,_H,_I,b).
