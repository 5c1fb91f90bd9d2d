/** Graphs with library(ugraphs), library(pairs) and library(assoc): the exercises on networks.
*/

:- use_module(library(ugraphs)).
:- use_module(library(pairs)).
:- use_module(library(assoc)).

edges([1-3,2-4,2-5,1-5,4-6,3-6]).

show(Label, X) :- format("~w~t~18|~q~n", [Label, X]).

basics :-
    edges(Es),
    vertices_edges_to_ugraph([7], Es, G),
    show(graph, G),
    vertices(G, Vs), show(vertices, Vs),
    edges(G, Es2), show(edges, Es2),
    add_vertices(G, [8,0], G1), show(add_vertices, G1),
    del_vertices(G, [2,6], G2), show(del_vertices, G2),
    add_edges(G, [7-1,1-2], G3), show(add_edges, G3),
    del_edges(G, [2-5,1-9], G4), show(del_edges, G4),
    transpose_ugraph(G, T), show(transpose, T),
    neighbours(2, G, Ns), show(neighbours, Ns),
    neighbors(1, G, Ns1), show(neighbors, Ns1),
    ( neighbours(99, G, _) -> true ; show(neighbours, none) ),
    compose(G, G, GG), show(compose, GG),
    transitive_closure(G, TC), show(closure, TC),
    reachable(1, G, R), show(reachable, R),
    complement([1-[2],2-[],3-[1]], C), show(complement, C),
    ugraph_union([1-[2],2-[3]], [2-[4],3-[1,2,4]], U), show(union, U),
    connect_ugraph([2-[3],3-[]], Start, Conn), show(connected, Start-Conn).

%  Topological order, and what to do with a cycle.

plan :-
    vertices_edges_to_ugraph([], [socks-shoes, trousers-shoes, trousers-belt, shirt-tie], G),
    top_sort(G, Order),
    forall(member(A-B, [socks-shoes, trousers-shoes, trousers-belt, shirt-tie]),
           (   nth0(I, Order, A), nth0(J, Order, B), I < J
           ->  true
           ;   show(wrong, A-B)
           )),
    length(Order, N),
    show(ordered, N),
    (   top_sort([a-[b], b-[a]], _)
    ->  true
    ;   show(top_sort, cycle)
    ).

%  Components of the undirected graph.

symmetric(G, S) :- transpose_ugraph(G, T), ugraph_union(G, T, S).

components(G, Cs) :-
    symmetric(G, S),
    vertices(S, Vs),
    components(Vs, S, Cs).

components([], _, []).
components([V|Vs], G, [C|Cs]) :-
    reachable(V, G, C),
    ord_subtract(Vs, C, Rest),
    components(Rest, G, Cs).

%  Degrees: group_pairs_by_key and transpose_pairs.

degrees(G, ByDegree) :-
    findall(D-V, ( member(V-Ns, G), length(Ns, D) ), Ps0),
    keysort(Ps0, Ps),
    group_pairs_by_key(Ps, ByDegree).

%  Colouring with few colours, greedily.

colouring(G, Colours) :-
    symmetric(G, S),
    vertices(S, Vs),
    empty_assoc(A0),
    foldl(colour(S), Vs, A0, A),
    assoc_to_list(A, Colours).

colour(G, V, A0, A) :-
    neighbours(V, G, Ns),
    convlist([N,C]>>get_assoc(N, A0, C), Ns, Used),
    member(Colour, [red,green,blue,white]),
    \+ memberchk(Colour, Used),
    !,
    put_assoc(V, A0, Colour, A).

%  Distances from a vertex, by waves.

distances(G, From, Pairs) :- wave([From], 0, G, [From], Pairs).

wave([], _, _, _, []) :- !.
wave(Front, D, G, Seen, Pairs) :-
    findall(N, ( member(V, Front), neighbours(V, G, Ns), member(N, Ns) ), Next0),
    sort(Next0, Next1),
    ord_subtract(Next1, Seen, Next),
    ord_union(Seen, Next, Seen1),
    maplist([V,V-D]>>true, Front, Here),
    D1 is D + 1,
    wave(Next, D1, G, Seen1, Later),
    append(Here, Later, Pairs).

main :-
    basics,
    plan,
    edges(Es),
    vertices_edges_to_ugraph([7,8], [8-9|Es], G),
    components(G, Cs), show(components, Cs),
    degrees(G, Ds), show(degrees, Ds),
    pairs_keys(Ds, Keys), show(degrees, Keys),
    colouring(G, Colours), show(colours, Colours),
    distances(G, 1, Dist), show(distances, Dist),
    map_list_to_pairs([X,Y]>>(Y is -X), [3,1,2], Ps), show(pairs, Ps),
    pairs_values(Ps, Values), show(values, Values).
