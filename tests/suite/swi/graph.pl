/** Search in graphs: depth first, breadth first, deepening, Dijkstra, A*, and tabled reachability.

    ?- use_module(graph).
    ?- shortest(ulm, kiel, Path, Km).
*/

:- module(graph,
          [ path/3,                     % ?From, ?To, -Path
            breadth_first/3,            % +From, +To, -Path
            deepening/3,                % +From, +To, -Path
            shortest/4,                 % +From, +To, -Path, -Cost
            astar/4,                    % +From, +To, -Path, -Cost
            connected/2,                % ?From, ?To
            main/0
          ]).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(pairs)).
:- use_module(library(ugraphs)).
:- use_module(library(heaps)).
:- use_module(library(error)).

:- table connected/2.

road(ulm, augsburg, 80).
road(ulm, stuttgart, 95).
road(stuttgart, frankfurt, 205).
road(augsburg, munich, 75).
road(augsburg, nuremberg, 140).
road(munich, nuremberg, 170).
road(nuremberg, frankfurt, 225).
road(nuremberg, leipzig, 280).
road(leipzig, berlin, 190).
road(frankfurt, hanover, 350).
road(hanover, hamburg, 150).
road(berlin, hamburg, 290).
road(hamburg, kiel, 95).
road(porto, lisbon, 315).

edge(A, B, Km) :- road(A, B, Km).
edge(A, B, Km) :- road(B, A, Km).

%!  connected(?From, ?To) is nondet.
%
%   Left recursion and cycles are no trouble with tabling.
connected(A, B) :- connected(A, C), edge(C, B, _).
connected(A, B) :- edge(A, B, _).

% Depth first.
path(From, To, Path) :-
    walk(From, To, [From], Reversed),
    reverse(Reversed, Path).

walk(Node, Node, Path, Path).
walk(Node, To, Visited, Path) :-
    edge(Node, Next, _),
    \+ memberchk(Next, Visited),
    walk(Next, To, [Next|Visited], Path).

% Breadth first: a queue of reversed paths.
breadth_first(From, To, Path) :-
    bfs([[From]], To, [From], Reversed),
    reverse(Reversed, Path).

bfs([[To|Path]|_], To, _, [To|Path]) :- !.
bfs([[Node|Path]|Queue], To, Seen, Found) :-
    findall([Next,Node|Path],
            ( edge(Node, Next, _), \+ memberchk(Next, Seen) ),
            Longer),
    findall(Next, member([Next|_], Longer), New),
    append(Seen, New, Seen1),
    append(Queue, Longer, Queue1),
    bfs(Queue1, To, Seen1, Found).

% Iterative deepening: length/2 proposes longer and longer paths.
deepening(From, To, Path) :-
    between(1, 12, N),
    length(Path, N),
    trail(From, To, Path),
    !.

trail(To, To, [To]).
trail(From, To, [From|Path]) :-
    Path = [Next|_],
    edge(From, Next, _),
    trail(Next, To, Path).

% Dijkstra: the open nodes are pairs Cost-Path, kept in order by keysort/2.
shortest(From, To, Path, Cost) :-
    must_be(atom, From),
    must_be(atom, To),
    dijkstra([0-[From]], To, [], Reversed, Cost),
    reverse(Reversed, Path).

dijkstra([Cost-[To|Path]|_], To, _, [To|Path], Cost) :- !.
dijkstra([_-[Node|_]|Open], To, Closed, Path, Cost) :-
    memberchk(Node, Closed),
    !,
    dijkstra(Open, To, Closed, Path, Cost).
dijkstra([C0-[Node|Path0]|Open], To, Closed, Path, Cost) :-
    findall(C-[Next,Node|Path0],
            ( edge(Node, Next, Km), C is C0 + Km ),
            Steps),
    append(Open, Steps, Open1),
    keysort(Open1, Open2),
    dijkstra(Open2, To, [Node|Closed], Path, Cost).

% A* on a grid: the heuristic is the distance without walls.
grid(1, "..#.....").
grid(2, "..#.###.").
grid(3, "....#...").
grid(4, ".##.#.#.").
grid(5, "......#.").

free(X/Y) :-
    grid(Y, Line),
    X >= 1,
    Before is X - 1,
    sub_string(Line, Before, 1, _, ".").

step(X/Y, X1/Y) :- ( X1 is X + 1 ; X1 is X - 1 ).
step(X/Y, X/Y1) :- ( Y1 is Y + 1 ; Y1 is Y - 1 ).

estimate(X/Y, X1/Y1, H) :-
    H is abs(X - X1) + abs(Y - Y1).

astar(From, To, Path, Cost) :-
    estimate(From, To, H),
    list_to_heap([H-node(0, From, [])], Heap),
    astar_(Heap, To, [], Reversed, Cost),
    reverse(Reversed, Path).

astar_(Heap0, To, Closed, Path, Cost) :-
    get_from_heap(Heap0, _, node(G, Node, Back), Heap1),
    (   Node == To
    ->  Path = [Node|Back],
        Cost = G
    ;   memberchk(Node, Closed)
    ->  astar_(Heap1, To, Closed, Path, Cost)
    ;   G1 is G + 1,
        findall(F-node(G1, Next, [Node|Back]),
                (   step(Node, Next),
                    free(Next),
                    \+ memberchk(Next, Closed),
                    estimate(Next, To, H),
                    F is G1 + H
                ),
                Steps),
        foldl([P-N,H0,H2]>>add_to_heap(H0, P, N, H2), Steps, Heap1, Heap2),
        astar_(Heap2, To, [Node|Closed], Path, Cost)
    ).

% What is printed.
print_path(Path) :-
    atomic_list_concat(Path, ' > ', Text),
    format("~a~n", [Text]).

print_grid(Path) :-
    forall(grid(Y, _),
           (   forall(between(1, 8, X),
                      (   memberchk(X/Y, Path) -> put_char(*)
                      ;   free(X/Y) -> put_char('.')
                      ;   put_char(#)
                      )),
               nl
           )).

courses(Order) :-
    vertices_edges_to_ugraph([sport],
                             [logic-prolog, algebra-logic, prolog-ai, logic-ai],
                             Graph),
    top_sort(Graph, Order).

main :-
    once(path(ulm, kiel, P1)), print_path(P1),
    breadth_first(ulm, kiel, P2), print_path(P2),
    deepening(ulm, berlin, P3), print_path(P3),
    shortest(ulm, kiel, P4, Km), print_path(P4),
    format("~d km~n", [Km]),
    aggregate_all(count, path(ulm, kiel, _), Count),
    aggregate_all(max(L, P), ( path(ulm, kiel, P), length(P, L) ), max(Longest, P5)),
    format("~d paths, the longest has ~d towns~n", [Count, Longest]),
    print_path(P5),
    setof(T, connected(lisbon, T), Portugal),
    findall(T, connected(ulm, T), Ts), sort(Ts, Germany), length(Germany, N),
    format("~w, ~d towns around ulm~n", [Portugal, N]),
    ( shortest(ulm, lisbon, _, _) -> true ; writeln('no road to lisbon') ),
    astar(1/1, 8/5, Way, Cost),
    print_grid(Way),
    format("~d steps~n", [Cost]),
    courses(Order),
    nth1(I, Order, algebra), nth1(J, Order, ai),
    ( I < J -> writeln('algebra before ai') ; writeln('wrong order') ),
    vertices_edges_to_ugraph([], [a-b, b-c, d-a], G),
    reachable(a, G, Reach),
    transpose_ugraph(G, Back),
    writeln(G), writeln(Reach), writeln(Back).
