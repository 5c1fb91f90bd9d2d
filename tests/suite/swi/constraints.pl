/** Constraints over finite domains: library(clpfd).
*/

:- use_module(library(clpfd)).

% Cryptarithms.

smm([S,E,N,D]+[M,O,R,E]=[M,O,N,E,Y]) :-
    Vs = [S,E,N,D,M,O,R,Y],
    Vs ins 0..9,
    S*1000+E*100+N*10+D + M*1000+O*100+R*10+E #= M*10000+O*1000+N*100+E*10+Y,
    M #\= 0, S #\= 0,
    all_different(Vs),
    label(Vs).

donald(Vs) :-
    Vs = [D,O,N,A,L,G,E,R,B,T],
    Vs ins 0..9, all_different(Vs), D #> 0, G #> 0, R #> 0, D #= 5,
    100000*D+10000*O+1000*N+100*A+10*L+D + 100000*G+10000*E+1000*R+100*A+10*L+D
        #= 100000*R+10000*O+1000*B+100*E+10*R+T,
    labeling([ff], Vs).

% Sudoku.

sudoku(Rows) :-
    length(Rows, 9), maplist(same_length(Rows), Rows),
    append(Rows, Vs), Vs ins 1..9,
    maplist(all_distinct, Rows),
    transpose(Rows, Columns), maplist(all_distinct, Columns),
    Rows = [A,B,C,D,E,F,G,H,I],
    blocks(A, B, C), blocks(D, E, F), blocks(G, H, I).

blocks([], [], []).
blocks([A,B,C|Bs1], [D,E,F|Bs2], [G,H,I|Bs3]) :-
    all_distinct([A,B,C,D,E,F,G,H,I]),
    blocks(Bs1, Bs2, Bs3).

problem([[5,3,_,_,7,_,_,_,_],
         [6,_,_,1,9,5,_,_,_],
         [_,9,8,_,_,_,_,6,_],
         [8,_,_,_,6,_,_,_,3],
         [4,_,_,8,_,3,_,_,1],
         [7,_,_,_,2,_,_,_,6],
         [_,6,_,_,_,_,2,8,_],
         [_,_,_,4,1,9,_,_,5],
         [_,_,_,_,8,_,_,7,9]]).

% Queens.

queens(N, Qs) :-
    length(Qs, N), Qs ins 1..N, safe(Qs), labeling([ff], Qs).

safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).

no_attack(_, [], _).
no_attack(Q, [Q1|Qs], D) :-
    Q #\= Q1, abs(Q - Q1) #\= D, D1 is D + 1, no_attack(Q, Qs, D1).

% Automata: words without two ones in a row; nurses.

no_two_ones(Vs) :-
    automaton(Vs, [source(a),sink(a),sink(b)], [arc(a,0,a),arc(a,1,b),arc(b,0,a)]).

shift(d, 0).  shift(n, 1).  shift(o, 2).

roster(Days, Shifts) :-
    length(Vs, Days),
    automaton(Vs, [source(s),sink(s),sink(d1),sink(n1)],
              [arc(s,2,s), arc(s,0,d1), arc(d1,0,s), arc(d1,1,n1), arc(n1,2,s)]),
    label(Vs),
    maplist([V,S]>>shift(S, V), Vs, Shifts).

% Optimization and global constraints.

knapsack(Counts, Value) :-
    Counts = [A,B,C], Counts ins 0..9,
    7*A + 4*B + 3*C #=< 20,
    Value #= 10*A + 6*B + 4*C,
    labeling([max(Value), down], [Value|Counts]).

tasks(Ss, End) :-
    Tasks = [task(S1,3,_,1,_), task(S2,2,_,1,_), task(S3,4,_,1,_)],
    Ss = [S1,S2,S3], Ss ins 0..10,
    cumulative(Tasks, [limit(2)]),
    End in 0..20, S1 + 3 #=< End, S2 + 2 #=< End, S3 + 4 #=< End,
    once(labeling([min(End)], [End|Ss])).

print_rows(Rows) :- forall(member(R, Rows), ( atomic_list_concat(R, ' ', A), writeln(A) )).

count(Goal, N) :- aggregate_all(count, Goal, N).

main :-
    smm(Puzzle), writeln(Puzzle),
    donald(Digits), print(Digits), nl,
    problem(Rows), sudoku(Rows), maplist(label, Rows), print_rows(Rows),
    once(queens(12, Qs)), print(Qs), nl,
    count(queens(6, _), N6), print(N6), nl,
    count(( length(W, 8), no_two_ones(W), label(W) ), Fib), print(Fib), nl,
    length(Long, 20), no_two_ones(Long), nth1(1, Long, 1), nth1(3, Long, 1), once(label(Long)), print(Long), nl,
    findall(S, roster(4, S), Ss), length(Ss, NS), print(NS), nl, forall(member(S, Ss), ( print(S), nl )),
    once(knapsack(Counts, Value)), print(Counts-Value), nl,
    tasks(Starts, End), print(Starts-End), nl,
    tuples_in([[X,Y]], [[1,2],[2,3],[4,4]]), X #> 1, fd_dom(Y, DomY), print(DomY), nl,
    element(I, [10,20,30], E), E #> 15, fd_dom(I, DomI), print(DomI), nl,
    global_cardinality([1,G,1], [1-2,2-1]), print(G), nl,
    B #<==> (3 #> 2), print(B), nl,
    ( (5 #= 2 + 2) #<==> Z -> print(Z), nl ; true ),
    length(C, 3), circuit(C), findall(C, label(C), Circuits), print(Circuits), nl,
    sum([P,Q], #=, 5), [P,Q] ins 0..5, P #>= Q, fd_dom(P, DomP), print(DomP), nl,
    scalar_product([2,3], [R,T], #=, 12), [R,T] ins 0..6, findall(R/T, label([R,T]), RTs), print(RTs), nl,
    V in 1..3 \/ 5..7 \/ 10, fd_size(V, Size), fd_inf(V, Inf), fd_sup(V, Sup), fd_dom(V, DomV),
    print([Size,Inf,Sup,DomV]), nl,
    findall(V, labeling([down], [V]), Vs), print(Vs), nl,
    lex_chain([[1,L],[1,2]]), L in 0..9, fd_dom(L, DomL), print(DomL), nl,
    zcompare(Order, 1, 2), print(Order), nl,
    chain([K1,K2,K3], #<), [K1,K2,K3] ins 1..3, print([K1,K2,K3]), nl,
    M #= max(3, 4) * 2 - 7 mod 4, print(M), nl,
    ( catch(label([_]), error(Err, _), ( print(Err), nl )) -> true ; true ),
    ( 3 #= A + A, A in 0..5, label([A]) -> print(A), nl ; writeln('no half of 3') ),
    A2 * A2 #= 144, A2 #> 0, print(A2), nl,
    ( Xa #\= Xb, Xa in 1..1, Xb in 1..2 -> print(Xb), nl ; true ).
