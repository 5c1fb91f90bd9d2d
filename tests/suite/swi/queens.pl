/** The N queens: by permutation, by backtracking, by constraints.

A solution is a list of rows, one for each column.

    ?- queens_clp(6, Qs).
    Qs = [2,4,6,1,3,5] ;
    ...
*/

:- use_module(library(clpfd)).

% By permutation: short, and hopeless beyond eight.

queens_perm(N, Qs) :-
    numlist(1, N, Rows),
    permutation(Rows, Qs),
    safe(Qs).

safe([]).
safe([Q|Qs]) :-
    no_attack(Q, Qs, 1),
    safe(Qs).

no_attack(_, [], _).
no_attack(Q, [Q1|Qs], D) :-
    Q =\= Q1 + D,
    Q =\= Q1 - D,
    D1 is D + 1,
    no_attack(Q, Qs, D1).

% By backtracking: each queen is tested against those that stand already.

queens_bt(N, Qs) :-
    numlist(1, N, Rows),
    place(Rows, [], Qs).

place([], Qs, Qs).
place(Rows, Placed, Qs) :-
    select(Row, Rows, Rest),
    no_attack(Row, Placed, 1),
    place(Rest, [Row|Placed], Qs).

% By constraints: first say what holds, then search.

queens_clp(N, Qs) :-
    queens_constraints(N, Qs),
    label(Qs).

queens_constraints(N, Qs) :-
    length(Qs, N),
    Qs ins 1..N,
    all_different(Qs),
    safe_clp(Qs).

safe_clp([]).
safe_clp([Q|Qs]) :-
    no_attack_clp(Q, Qs, 1),
    safe_clp(Qs).

no_attack_clp(_, [], _).
no_attack_clp(Q, [Q1|Qs], D) :-
    abs(Q - Q1) #\= D,
    D1 #= D + 1,
    no_attack_clp(Q, Qs, D1).

%!  print_board(+Qs) is det.
print_board(Qs) :-
    length(Qs, N),
    forall(between(1, N, I),
           (   Row is N + 1 - I,
               format("~t~d~2| ", [Row]),
               forall(member(Q, Qs),
                      (   Q =:= Row
                      ->  write(' Q')
                      ;   write(' .')
                      )),
               nl
           )),
    write('   '),
    forall(between(1, N, C),
           ( Code is 0'a + C - 1, format(" ~c", [Code]) )),
    nl.

% Other puzzles in the same manner.

puzzle([S,E,N,D] + [M,O,R,E] = [M,O,N,E,Y]) :-
    Vars = [S,E,N,D,M,O,R,Y],
    Vars ins 0..9,
    all_different(Vars),
                S*1000 + E*100 + N*10 + D +
                M*1000 + O*100 + R*10 + E #=
    M*10000 + O*1000 + N*100 + E*10 + Y,
    M #\= 0,
    S #\= 0.

%!  coins(+Amount, -Ones, -Twos, -Fives) is nondet.
coins(Amount, Ones, Twos, Fives) :-
    [Ones, Twos, Fives] ins 0..Amount,
    Ones + 2*Twos + 5*Fives #= Amount,
    Ones + Twos + Fives #=< 3,
    label([Ones, Twos, Fives]).

knapsack(Capacity, Counts, Value) :-
    Counts = [A,B,C],
    Counts ins 0..5,
    sum(Counts, #=<, 6),
    3*A + 4*B + 5*C #=< Capacity,
    Value #= 4*A + 5*B + 7*C,
    once(labeling([max(Value)], Counts)).

latin_square(N, Rows) :-
    length(Rows, N),
    maplist({N}/[Row]>>length(Row, N), Rows),
    append(Rows, Vars),
    Vars ins 1..N,
    maplist(all_distinct, Rows),
    transpose(Rows, Columns),
    maplist(all_distinct, Columns).

main :-
    once(queens_perm(6, Ps)),
    format("permutations: ~w~n", [Ps]),
    once(queens_bt(8, Bs)),
    format("backtracking: ~w~n", [Bs]),
    once(queens_clp(8, Cs)),
    format("constraints:  ~w~n", [Cs]),
    print_board(Cs),
    forall(between(4, 6, N),
           (   aggregate_all(count, queens_bt(N, _), Count),
               format("~d queens: ~d solutions~n", [N, Count])
           )),
    findall(Qs, ( queens_constraints(5, Qs), labeling([ff], Qs) ), All),
    sort(All, Sorted),
    length(Sorted, L),
    last(Sorted, Last),
    format("constraints find ~d for 5, the last is ~w~n", [L, Last]),
    puzzle(Puzzle),
    term_variables(Puzzle, Vars),
    label(Vars),
    writeln(Puzzle),
    forall(coins(10, X, Y, Z), writeln(coins(X, Y, Z))),
    knapsack(13, Counts, Value),
    print(Counts-Value), nl,
    X1 #> 3, X1 #< 7, X1 #\= 5,
    fd_dom(X1, Dom),
    fd_inf(X1, Inf),
    fd_sup(X1, Sup),
    format("domain ~w, from ~d to ~d~n", [Dom, Inf, Sup]),
    7 #= A1 + 3,
    B1 #= A1 * 2,
    writeln(A1/B1),
    (   B1 #> 100
    ->  writeln(large)
    ;   writeln('not large')
    ),
    latin_square(3, Rows),
    Rows = [[1,2,3],[2|_]|_],
    maplist(label, Rows),
    maplist(writeln, Rows).
