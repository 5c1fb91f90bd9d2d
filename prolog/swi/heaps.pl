/** Priority queues: pairing heaps, with the interface of SWI-Prolog's library(heaps).

```
?- list_to_heap([2-b,1-a], H), get_from_heap(H, P, K, _).
   P = 1, K = a.
```
*/

:- module(swi_heaps, [empty_heap/1, singleton_heap/3, list_to_heap/2, heap_to_list/2, heap_size/2,
                      add_to_heap/4, get_from_heap/4, min_of_heap/3, min_of_heap/5, merge_heaps/3,
                      delete_from_heap/4, is_heap/1]).

:- use_module(library(error)).

%! empty_heap(?Heap) is semidet.
%
% Heap has no elements.

empty_heap(heap(nil, 0)).

%! singleton_heap(?Heap, ?Priority, ?Key) is semidet.
%
% Heap has the one element Key.

singleton_heap(heap(t(Key, Priority, []), 1), Priority, Key).

% Of equal priorities, what was added last comes first, as in SWI-Prolog.

%! add_to_heap(+Heap0, +Priority, ?Key, -Heap) is det.
%
% Heap is Heap0 and the element Key with Priority. Small priorities come first.

add_to_heap(heap(T0, N0), Priority, Key, heap(T, N)) :-
    meld(T0, t(Key, Priority, []), T),
    N is N0 + 1.

%! get_from_heap(+Heap0, ?Priority, ?Key, -Heap) is semidet.
%
% Key is the first element of Heap0, with Priority; Heap has the others.

get_from_heap(heap(t(Key, Priority, Subs), N0), Priority, Key, heap(T, N)) :-
    N is N0 - 1,
    paired(Subs, T).

meld(nil, T, T) :- !.
meld(T, nil, T) :- !.
meld(t(K1, P1, Ts1), t(K2, P2, Ts2), T) :-
    (   before(P1, P2) -> T = t(K1, P1, [t(K2, P2, Ts2)|Ts1])
    ;   T = t(K2, P2, [t(K1, P1, Ts1)|Ts2])
    ).

before(P1, P2) :-
    (   number(P1), number(P2) -> P1 < P2
    ;   P1 @< P2
    ).

paired([], nil).
paired([T|Ts], Heap) :- paired_(Ts, T, Heap).

paired_([], T, T).
paired_([T2|Ts], T1, Heap) :-
    meld(T1, T2, T),
    paired(Ts, Rest),
    meld(T, Rest, Heap).

%! list_to_heap(+Pairs, -Heap) is det.
%
% Heap has the elements of the list of Priority-Key Pairs.

list_to_heap(Pairs, Heap) :-
    must_be(list, Pairs),
    added(Pairs, heap(nil, 0), Heap).

added([], Heap, Heap).
added([P-K|Pairs], Heap0, Heap) :-
    add_to_heap(Heap0, P, K, Heap1),
    added(Pairs, Heap1, Heap).

%! heap_to_list(+Heap, -Pairs) is det.
%
% Pairs are the elements of Heap, as Priority-Key, in order.

heap_to_list(Heap, Pairs) :-
    (   get_from_heap(Heap, P, K, Heap1) -> Pairs = [P-K|Pairs1], heap_to_list(Heap1, Pairs1)
    ;   Pairs = []
    ).

%! heap_size(+Heap, -Size) is det.
%
% Size is the number of elements of Heap.

heap_size(heap(_, Size), Size).

%! min_of_heap(+Heap, ?Priority, ?Key) is semidet.
%
% Key is the first element of Heap.

min_of_heap(heap(t(Key, Priority, _), _), Priority, Key).

%! min_of_heap(+Heap, ?Priority1, ?Key1, ?Priority2, ?Key2) is semidet.
%
% Key1 and Key2 are the first two elements of Heap.

min_of_heap(Heap, P1, K1, P2, K2) :-
    get_from_heap(Heap, P1, K1, Heap1),
    min_of_heap(Heap1, P2, K2).

%! merge_heaps(+Heap1, +Heap2, -Heap) is det.
%
% Heap has the elements of both heaps.

merge_heaps(heap(T1, N1), heap(T2, N2), heap(T, N)) :-
    meld(T1, T2, T),
    N is N1 + N2.

%! delete_from_heap(+Heap0, -Priority, +Key, -Heap) is semidet.
%
% Heap is Heap0 without the first element that is Key.

delete_from_heap(Heap0, Priority, Key, Heap) :-
    heap_to_list(Heap0, Pairs0),
    without(Pairs0, Key, Priority, Pairs),
    list_to_heap(Pairs, Heap).

without([P-K|Pairs0], Key, Priority, Pairs) :-
    (   K = Key -> Priority = P, Pairs = Pairs0
    ;   Pairs = [P-K|Pairs1],
        without(Pairs0, Key, Priority, Pairs1)
    ).

%! is_heap(@Term) is semidet.
%
% Term looks like a heap.

is_heap(Term) :-
    nonvar(Term),
    Term = heap(T, N),
    integer(N),
    nonvar(T),
    ( T == nil -> true ; T = t(_, _, _) ).

?- list_to_heap([3-c,1-a,2-b], H), heap_to_list(H, L), heap_size(H, N).
   H = heap(t(a,1,[t(b,2,[]),t(c,3,[])]),3), L = [1-a,2-b,3-c], N = 3.

?- empty_heap(H), get_from_heap(H, _, _, _).
   false.
