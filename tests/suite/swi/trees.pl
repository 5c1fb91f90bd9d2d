/** Trees: binary search trees, traversals, balanced trees and library(assoc).

Course sheet 4. A tree is `nil` or node(Left, Key-Value, Right).
*/

:- use_module(library(assoc)).
:- use_module(library(pairs)).

%!  put(+Key, +Value, +Tree0, -Tree) is det.
put(K, V, nil, node(nil, K-V, nil)).
put(K, V, node(L, K0-V0, R), Tree) :-
    compare(Order, K, K0),
    put(Order, K, V, L, K0-V0, R, Tree).

put(=, K, V, L, _, R, node(L, K-V, R)).
put(<, K, V, L0, P, R, node(L, P, R)) :- put(K, V, L0, L).
put(>, K, V, L, P, R0, node(L, P, R)) :- put(K, V, R0, R).

%!  get(+Key, +Tree, -Value) is semidet.
get(K, node(L, K0-V0, R), V) :-
    compare(Order, K, K0),
    (   Order = (=) -> V = V0
    ;   Order = (<) -> get(K, L, V)
    ;   get(K, R, V)
    ).

remove_min(node(nil, P, R), P, R) :- !.
remove_min(node(L0, P0, R), P, node(L, P0, R)) :- remove_min(L0, P, L).

%!  delete_key(+Key, +Tree0, -Tree) is semidet.
delete_key(K, node(L, K0-V, R), Tree) :-
    compare(Order, K, K0),
    delete_key(Order, K, L, K0-V, R, Tree).

delete_key(<, K, L0, P, R, node(L, P, R)) :- delete_key(K, L0, L).
delete_key(>, K, L, P, R0, node(L, P, R)) :- delete_key(K, R0, R).
delete_key(=, _, nil, _, R, R) :- !.
delete_key(=, _, L, _, nil, L) :- !.
delete_key(=, _, L, _, R0, node(L, P, R)) :- remove_min(R0, P, R).

% Traversals, as grammars.

preorder(nil) --> [].
preorder(node(L, K-_, R)) --> [K], preorder(L), preorder(R).

inorder(nil) --> [].
inorder(node(L, K-_, R)) --> inorder(L), [K], inorder(R).

postorder(nil) --> [].
postorder(node(L, K-_, R)) --> postorder(L), postorder(R), [K].

%!  level_order(+Tree, -Keys) is det.
level_order(Tree, Keys) :- levels([Tree], Keys).

levels([], []).
levels([nil|Ts], Ks) :- levels(Ts, Ks).
levels([node(L, K-_, R)|Ts], [K|Ks]) :-
    append(Ts, [L,R], Next),
    levels(Next, Ks).

height(nil, 0).
height(node(L, _, R), H) :-
    height(L, Hl),
    height(R, Hr),
    H is 1 + max(Hl, Hr).

leaves(nil, 0).
leaves(node(nil, _, nil), 1) :- !.
leaves(node(L, _, R), N) :-
    leaves(L, A),
    leaves(R, B),
    N is A + B.

mirror(nil, nil).
mirror(node(L0, P, R0), node(R, P, L)) :- mirror(L0, L), mirror(R0, R).

%!  sideways(+Tree) is det.
sideways(Tree) :- sideways(Tree, 0).

sideways(nil, _).
sideways(node(L, K-_, R), Depth) :-
    Deeper is Depth + 4,
    sideways(R, Deeper),
    format("~*c~w~n", [Depth, 0'\s, K]),
    sideways(L, Deeper).

insert_all(Keys, Tree) :-
    foldl([K,T0,T]>>( atom_length(K, N), put(K, N, T0, T) ), Keys, nil, Tree).

keys([m,f,s,b,h,p,w,g,j]).

% The same with AVL trees of the library.

word_index(Text, Index) :-
    split_string(Text, " ", ".,", Words),
    empty_assoc(E),
    foldl(enter, Words, 1-E, _-Index).

enter(Word, N0-A0, N-A) :-
    N is N0 + 1,
    atom_string(Key, Word),
    (   get_assoc(Key, A0, Old) -> true ; Old = [] ),
    put_assoc(Key, A0, [N0|Old], A).

main :-
    keys(Keys),
    insert_all(Keys, T),
    sideways(T),
    forall(member(Order, [preorder, inorder, postorder]),
           ( phrase(call(Order, T), Ks), format("~w:~t~12|~w~n", [Order, Ks]) )),
    level_order(T, Ls), format("~w:~t~12|~w~n", [levels, Ls]),
    height(T, H), leaves(T, N), writeln(height(H)-leaves(N)),
    ( get(h, T, V) -> print(h-V), nl ; true ),
    ( get(x, T, _) -> true ; writeln('no x') ),
    foldl(delete_key, [f,m,w], T, T2),
    sideways(T2),
    mirror(T2, T3), mirror(T3, T4),
    ( T2 == T4 -> writeln('mirror of mirror') ; writeln(wrong) ),
    print(T3), nl,
    word_index("the cat saw the dog, the dog saw a cat.", Index),
    forall(gen_assoc(K, Index, Ns0), ( reverse(Ns0, Ns), format("~a ~w~n", [K, Ns]) )),
    assoc_to_values(Index, Vs), print(Vs), nl,
    max_assoc(Index, MaxK, MaxV), print(MaxK-MaxV), nl,
    foldl([X,A0,A]>>put_assoc(X, A0, x, A), [3,1,2], Index, Bigger),
    assoc_to_keys(Bigger, BigKeys), print(BigKeys), nl,
    list_to_assoc([a-1,b-2,c-3], Abc),
    print(Abc), nl,
    del_assoc(b, Abc, Gone, Ac), print(Gone), nl, print(Ac), nl,
    del_min_assoc(Abc, MinK, MinV, Rest), assoc_to_list(Rest, RestPairs), print(MinK/MinV/RestPairs), nl,
    ( map_assoc([X1]>>(X1 > 0), Abc) -> writeln('all positive') ; true ),
    transpose_pairs([a-2,b-1], Tp), print(Tp), nl.
