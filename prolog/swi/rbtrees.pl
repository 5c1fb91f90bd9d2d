/** SWI-Prolog's library(rbtrees): finite maps, which are AVL trees here.

```
?- list_to_rbtree([b-2,a-1], T), rb_insert(T, c, 3, T1), rb_keys(T1, Keys), rb_lookup(b, V, T1).
   T = t(b,2,<,t(a,1,-,t,t),t), T1 = t(b,2,-,t(a,1,-,t,t),t(c,3,-,t,t)), Keys = [a,b,c], V = 2.
```
*/

:- module(swi_rbtrees, [rb_new/1, rb_empty/1, rb_lookup/3, rb_in/3, rb_insert/4, rb_insert_new/4, rb_update/4, rb_update/5,
                        rb_apply/4, rb_delete/3, rb_delete/4, rb_del_min/4, rb_del_max/4, rb_min/3, rb_max/3, rb_next/4,
                        rb_previous/4, rb_visit/2, rb_keys/2, rb_map/2, rb_map/3, rb_fold/4, rb_size/2, list_to_rbtree/2,
                        ord_list_to_rbtree/2, is_rbtree/1]).

:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(library(pairs)).

%! rb_new(-Tree) is det.
%! rb_empty(?Tree) is semidet.
%
% Tree has no keys.

rb_new(Tree) :- empty_assoc(Tree).

rb_empty(Tree) :- empty_assoc(Tree).

%! is_rbtree(@Term) is semidet.
%
% Term is a tree.

is_rbtree(Tree) :- is_assoc(Tree).

%! rb_lookup(+Key, -Value, +Tree) is semidet.
%
% Key has Value.

rb_lookup(Key, Value, Tree) :- get_assoc(Key, Tree, Value).

%! rb_in(?Key, ?Value, +Tree) is nondet.
%
% Key has Value, in the order of the keys.

rb_in(Key, Value, Tree) :-
    (   ground(Key) -> get_assoc(Key, Tree, Value)
    ;   gen_assoc(Key, Tree, Value)
    ).

%! rb_insert(+Tree0, +Key, ?Value, -Tree) is det.
%! rb_insert_new(+Tree0, +Key, ?Value, -Tree) is semidet.
%
% Key has Value in Tree; for rb_insert_new/4 it has none in Tree0.

rb_insert(Tree0, Key, Value, Tree) :- put_assoc(Key, Tree0, Value, Tree).

rb_insert_new(Tree0, Key, Value, Tree) :-
    \+ get_assoc(Key, Tree0, _),
    put_assoc(Key, Tree0, Value, Tree).

%! rb_update(+Tree0, +Key, ?Value, -Tree) is semidet.
%! rb_update(+Tree0, +Key, -Value0, ?Value, -Tree) is semidet.
%
% Key, which has Value0 in Tree0, has Value in Tree.

rb_update(Tree0, Key, Value, Tree) :- rb_update(Tree0, Key, _, Value, Tree).

rb_update(Tree0, Key, Value0, Value, Tree) :-
    get_assoc(Key, Tree0, Value0),
    put_assoc(Key, Tree0, Value, Tree).

%! rb_apply(+Tree0, +Key, :Goal, -Tree) is semidet.
%
% Key has the value V in Tree for which `call(Goal, V0, V)` holds, where V0 is that in Tree0.

:- meta_predicate(rb_apply(?, ?, 2, ?)).

rb_apply(Tree0, Key, Goal, Tree) :-
    get_assoc(Key, Tree0, Value0),
    call(Goal, Value0, Value),
    !,
    put_assoc(Key, Tree0, Value, Tree).

%! rb_delete(+Tree0, +Key, -Tree) is semidet.
%! rb_delete(+Tree0, +Key, -Value, -Tree) is semidet.
%
% Tree is Tree0 without Key, which has Value.

rb_delete(Tree0, Key, Tree) :- rb_delete(Tree0, Key, _, Tree).

rb_delete(Tree0, Key, Value, Tree) :- del_assoc(Key, Tree0, Value, Tree).

%! rb_del_min(+Tree0, -Key, -Value, -Tree) is semidet.
%! rb_del_max(+Tree0, -Key, -Value, -Tree) is semidet.
%
% Key is the least or the greatest one; Tree is Tree0 without it.

rb_del_min(Tree0, Key, Value, Tree) :- del_min_assoc(Tree0, Key, Value, Tree).

rb_del_max(Tree0, Key, Value, Tree) :- del_max_assoc(Tree0, Key, Value, Tree).

%! rb_min(+Tree, -Key, -Value) is semidet.
%! rb_max(+Tree, -Key, -Value) is semidet.
%
% Key is the least or the greatest one.

rb_min(Tree, Key, Value) :- min_assoc(Tree, Key, Value).

rb_max(Tree, Key, Value) :- max_assoc(Tree, Key, Value).

%! rb_next(+Tree, +Key, -Next, -Value) is semidet.
%! rb_previous(+Tree, +Key, -Previous, -Value) is semidet.
%
% Next is the key after Key, Previous the one before it.

rb_next(Tree, Key, Next, Value) :- next_of(Tree, Key, none, Next-Value).

rb_previous(Tree, Key, Previous, Value) :- previous_of(Tree, Key, none, Previous-Value).

next_of(t, _, Best, Best) :- Best = _-_.
next_of(t(K,V,_,Left,Right), Key, Best0, Best) :-
    (   K @> Key -> next_of(Left, Key, K-V, Best)
    ;   next_of(Right, Key, Best0, Best)
    ).

previous_of(t, _, Best, Best) :- Best = _-_.
previous_of(t(K,V,_,Left,Right), Key, Best0, Best) :-
    (   K @< Key -> previous_of(Right, Key, K-V, Best)
    ;   previous_of(Left, Key, Best0, Best)
    ).

%! rb_visit(+Tree, -Pairs:list) is det.
%! rb_keys(+Tree, -Keys:list) is det.
%
% Pairs are all `Key-Value`, Keys all keys, in order.

rb_visit(Tree, Pairs) :- assoc_to_list(Tree, Pairs).

rb_keys(Tree, Keys) :- assoc_to_keys(Tree, Keys).

%! rb_map(+Tree, :Goal) is semidet.
%! rb_map(+Tree0, :Goal, -Tree) is semidet.
%
% Goal holds for each value; for a value of Tree0 and the one of the same key in Tree.

:- meta_predicate(rb_map(?, 1)).
:- meta_predicate(rb_map(?, 2, ?)).

rb_map(Tree, Goal) :- map_assoc(Goal, Tree).

rb_map(Tree0, Goal, Tree) :- map_assoc(Goal, Tree0, Tree).

%! rb_fold(:Goal, +Tree, ?State0, -State) is semidet.
%
% `call(Goal, Key-Value, S0, S)` for all keys in order, from State0 to State.

:- meta_predicate(rb_fold(3, ?, ?, ?)).

rb_fold(Goal, Tree, State0, State) :-
    assoc_to_list(Tree, Pairs),
    foldl(Goal, Pairs, State0, State).

%! rb_size(+Tree, -Size:integer) is det.
%
% Tree has Size keys.

rb_size(Tree, Size) :-
    assoc_to_keys(Tree, Keys),
    length(Keys, Size).

%! list_to_rbtree(+Pairs:list, -Tree) is det.
%! ord_list_to_rbtree(+Pairs:list, -Tree) is det.
%
% Tree has the Pairs `Key-Value`; of a key that comes several times the last one, in a list that is ordered each once.

list_to_rbtree(Pairs, Tree) :-
    empty_assoc(Tree0),
    inserted(Pairs, Tree0, Tree).

inserted([], Tree, Tree).
inserted([Key-Value|Pairs], Tree0, Tree) :-
    put_assoc(Key, Tree0, Value, Tree1),
    inserted(Pairs, Tree1, Tree).

ord_list_to_rbtree(Pairs, Tree) :- list_to_rbtree(Pairs, Tree).

?- list_to_rbtree([2-b,1-a,3-c], T), rb_next(T, 1, K, V), rb_previous(T, 3, K, V), \+ rb_next(T, 3, _, _), rb_size(T, 3).
   T = t(2,b,-,t(1,a,-,t,t),t(3,c,-,t,t)), K = 2, V = b.

?- rb_new(T), rb_insert(T, k, 1, T1), \+ rb_insert_new(T1, k, 2, _), rb_update(T1, k, V, 2, T2), rb_delete(T2, k, W, T3), rb_empty(T3).
   T = t, T1 = t(k,1,-,t,t), V = 1, T2 = t(k,2,-,t,t), W = 2, T3 = t.

?- list_to_rbtree([1-2,2-3], T), rb_fold([_-V,S0,S]>>(S is S0 + V), T, 0, Sum), rb_map(T, succ, T1), rb_visit(T1, Pairs).
   T = t(1,2,>,t,t(2,3,-,t,t)), Sum = 5, T1 = t(1,3,>,t,t(2,4,-,t,t)), Pairs = [1-3,2-4].
