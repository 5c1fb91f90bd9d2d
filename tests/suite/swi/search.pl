/** Search: depth first, breadth first, best first and A*, with library(heaps), for the eight puzzle and for roads.
*/

:- use_module(library(heaps)).
:- use_module(library(assoc)).
:- use_module(library(ordsets)).
:- use_module(library(nb_set)).

show(X) :- print(X), nl.

%  Heaps as such.

heaps :-
    list_to_heap([3-c, 1-a, 2-b], H0), heap_size(H0, N0), show(N0),
    add_to_heap(H0, 0, z, H1), min_of_heap(H1, P1, K1), show(P1-K1), get_from_heap(H1, P2, K2, H2), show(P2-K2),
    min_of_heap(H2, Pa, Ka, Pb, Kb), show([Pa-Ka, Pb-Kb]), heap_to_list(H2, L2), show(L2),
    list_to_heap([5-e, 2-bb], H3), merge_heaps(H2, H3, H4), heap_to_list(H4, L4), pairs_keys(L4, Ks4), show(Ks4),
    delete_from_heap(H4, Pc, c, H5), show(Pc), heap_size(H5, N5), show(N5), empty_heap(E), ( get_from_heap(E, _, _, _) -> true ; show(empty) ),
    ( is_heap(H5) -> show(heap) ; true ), singleton_heap(S, 1, x), heap_to_list(S, SL), show(SL), peek_at_heap_like(H5, T), show(T),
    heap_sort([d,a,c,b], Sorted), show(Sorted), ( empty_heap(H6), heap_size(H6, 0) -> show(zero) ; true ).

peek_at_heap_like(H, K) :- min_of_heap(H, _, K).

heap_sort(L, S) :- findall(X-X, member(X, L), Ps), list_to_heap(Ps, H), drain(H, S).
drain(H, [X|Xs]) :- get_from_heap(H, X, _, H1), !, drain(H1, Xs).
drain(_, []).

%  The eight puzzle: a list of nine, 0 is the hole.

goal([1,2,3,8,0,4,7,6,5]).

neighbour(S, T, Dir) :-
    nth0(I, S, 0), direction(Dir, I, J), nth0(J, S, X),
    maplist([A,B]>>( A =:= 0 -> B = X ; A =:= X -> B = 0 ; B = A ), S, T).

direction(up, I, J) :- I > 2, J is I - 3.
direction(down, I, J) :- I < 6, J is I + 3.
direction(left, I, J) :- I mod 3 > 0, J is I - 1.
direction(right, I, J) :- I mod 3 < 2, J is I + 1.

manhattan(S, H) :-
    goal(G),
    findall(D, ( nth0(I, S, X), X > 0, nth0(J, G, X), D is abs(I // 3 - J // 3) + abs(I mod 3 - J mod 3) ), Ds),
    sum_list(Ds, H).

misplaced(S, H) :- goal(G), findall(x, ( nth0(I, S, X), X > 0, nth0(I, G, Y), X =\= Y ), L), length(L, H).

%!  astar(+Start, :Heuristic, -Moves, -Expanded) is semidet.
astar(Start, Heuristic, Moves, Expanded) :-
    call(Heuristic, Start, H),
    singleton_heap(Open, H, node(Start, 0, [])),
    empty_assoc(Closed),
    astar(Open, Closed, Heuristic, 0, Moves, Expanded).

astar(Open0, Closed, Heuristic, N0, Moves, N) :-
    get_from_heap(Open0, _, node(S, G, Path), Open1),
    (   goal(S)
    ->  reverse(Path, Moves), N = N0
    ;   get_assoc(S, Closed, _)
    ->  astar(Open1, Closed, Heuristic, N0, Moves, N)
    ;   put_assoc(S, Closed, G, Closed1), G1 is G + 1,
        findall(F-node(T, G1, [D|Path]), ( neighbour(S, T, D), \+ get_assoc(T, Closed1, _), call(Heuristic, T, H), F is G1 + H ), Ns),
        foldl([P-K,H0,H1]>>add_to_heap(H0, P, K, H1), Ns, Open1, Open2), N1 is N0 + 1,
        astar(Open2, Closed1, Heuristic, N1, Moves, N)
    ).

%  Depth first with a bound, iterative deepening, breadth first with a queue that is a difference list.

ids(Start, Moves) :- between(0, 12, D), length(Moves, D), dfs(Start, Moves, [Start]), !.

dfs(S, [], _) :- goal(S).
dfs(S, [M|Ms], Seen) :- neighbour(S, T, M), \+ memberchk(T, Seen), dfs(T, Ms, [T|Seen]).

bfs(Start, Moves) :- bfs([Start-[]|Q], Q, [Start], Rev), reverse(Rev, Moves).

bfs(Front, Back, _, _) :- Front == Back, !, fail.
bfs([S-Path|_], _, _, Path) :- goal(S), !.
bfs([S-Path|Front], Back, Seen0, Moves) :-
    findall(T-[D|Path], ( neighbour(S, T, D), \+ ord_memberchk(T, Seen0) ), Ns),
    append(Ns, Back1, Back), pairs_keys(Ns, Ts), list_to_ord_set(Ts, Set), ord_union(Seen0, Set, Seen),
    bfs(Front, Back1, Seen, Moves).

%  Dijkstra.

road(a, b, 7). road(a, c, 9). road(a, f, 14). road(b, c, 10). road(b, d, 15). road(c, d, 11). road(c, f, 2). road(d, e, 6). road(e, f, 9).

edge(X, Y, W) :- road(X, Y, W) ; road(Y, X, W).

dijkstra(From, Dists) :- list_to_heap([0-(From-[From])], H), empty_assoc(A), dijkstra(H, A, B), assoc_to_list(B, Dists).

dijkstra(H0, A0, A) :-
    (   get_from_heap(H0, D, N-Path, H1)
    ->  (   get_assoc(N, A0, _) -> dijkstra(H1, A0, A)
        ;   reverse(Path, Way), put_assoc(N, A0, D-Way, A1),
            findall(D1-(M-[M|Path]), ( edge(N, M, W), \+ get_assoc(M, A1, _), D1 is D + W ), Es),
            foldl([P-K,X0,X1]>>add_to_heap(X0, P, K, X1), Es, H1, H2), dijkstra(H2, A1, A)
        )
    ;   A = A0
    ).

%  Hill climbing and alpha-beta for a small tree.

climb(F, X, Y) :- call(F, X, V), A is X - 1, B is X + 1, call(F, A, VA), call(F, B, VB), ( VA > V -> climb(F, A, Y) ; VB > V -> climb(F, B, Y) ; Y = X ).

minimax(N, _, N) :- number(N), !.
minimax(Ts, max, V) :- maplist([T,W]>>minimax(T, min, W), Ts, Vs), max_list(Vs, V).
minimax(Ts, min, V) :- maplist([T,W]>>minimax(T, max, W), Ts, Vs), min_list(Vs, V).

main :-
    heaps,
    Start = [2,8,3,1,6,4,7,0,5],
    forall(member(H, [manhattan, misplaced]), ( astar(Start, H, Ms, _), length(Ms, L), show(H-L-Ms) )),
    astar(Start, manhattan, _, N1), astar(Start, misplaced, _, N2), ( N1 =< N2 -> show(better) ; show(worse) ),
    ids(Start, Ids), show(Ids), bfs(Start, Bfs), show(Bfs),
    dijkstra(a, Ds), forall(member(K-(D-W), Ds), ( atomic_list_concat(W, ' > ', Text), format("~w ~t~d~6| ~w~n", [K, D, Text]) )),
    climb([X,Y]>>(Y is 10 - (X - 7) ** 2), 0, Top), show(Top),
    minimax([[3,12,8],[2,4,6],[14,5,2]], max, V), show(V),
    empty_nb_set(Set), forall(member(E, [b,a,b]), add_nb_set(E, Set)), nb_set_to_list(Set, Es), show(Es),
    ( add_nb_set(a, Set, New) -> show(New) ; true ), findall(E2, gen_nb_set(Set, E2), Gs), show(Gs).
