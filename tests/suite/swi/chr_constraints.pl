% Constraint Handling Rules with variables: what becomes active again when, and what the rules leave.

:- use_module(library(chr)).

:- chr_type list(T) ---> [] ; [T|list(T)].

:- chr_constraint
    leq(?any,?any),
    minimum(?any,?any,?any),
    make(+int), find(+int,?int), union(+int,+int), arc(+int,+int), link(+int,+int), root(+int,+int),
    edge(+any,+any,+int), path(+any,+any,+int),
    stock(+any,+int), order(+any,+int), delivery(+any,+int), report, low(+any),
    on(+any,+any), clear(+any), move(+any,+any), holds(+any), pick(+any), put(+any), hand,
    domain(?any,+list(any)), different(?any,?any), label(?any),
    seen(?any), twice(?any,?any), third(?any,?any),
    cell(?any), same(?any), shape(?any,?any),
    first(+int), second(+int), third(+int),
    word(+any), lives, guess(?any).

% An order.
reflexivity @ leq(X, X) <=> true.
antisymmetry @ leq(X, Y), leq(Y, X) <=> X = Y.
idempotence @ leq(X, Y) \ leq(X, Y) <=> true.
transitivity @ leq(X, Y), leq(Y, Z) ==> leq(X, Z).

% A minimum that waits.
minimum(X, Y, Z) <=> number(X), number(Y) | Z is min(X, Y).
minimum(X, Y, Z) <=> number(X), number(Z), Z < X | Y = Z.
minimum(X, Y, Z) <=> number(Y), number(Z), Z < Y | X = Z.
minimum(X, Y, Z) <=> X == Y | Z = X.

% Union-find, with ranks.
make(A) <=> root(A, 0).
union(A, B) <=> find(A, X), find(B, Y), link(X, Y).
arc(A, B), find(A, X) <=> find(B, X), arc(A, X).
root(A, _) \ find(A, X) <=> X = A.
link(A, A) <=> true.
link(A, B), root(A, N), root(B, M) <=> N >= M | arc(B, A), R is max(N, M + 1), root(A, R).
link(B, A), root(A, N), root(B, M) <=> N > M | arc(B, A), root(A, N).

% Shortest paths.
path(X, Y, D1) \ path(X, Y, D2) <=> D1 =< D2 | true.
edge(X, Y, D) ==> path(X, Y, D).
edge(X, Y, D), path(Y, Z, E) ==> X \== Z | F is D + E, path(X, Z, F).

% A shop.
delivery(X, N), stock(X, M) <=> K is N + M, stock(X, K).
delivery(X, N) <=> stock(X, N).
order(X, N), stock(X, M) <=> M >= N | K is M - N, stock(X, K), format("sold: ~d ~w~n", [N, X]).
order(X, N) <=> format("not sold: ~d ~w~n", [N, X]).
stock(X, N) ==> N < 3 | low(X).
low(X) \ low(X) <=> true.
report, stock(X, N) ==> format("there are ~d ~ws~n", [N, X]).
report <=> true.

% Blocks.
pick(X), on(X, Y), clear(X), hand <=> holds(X), clear(Y), format("~w from ~w~n", [X, Y]).
pick(X) <=> format("~w cannot be picked~n", [X]).
put(Y), holds(X), clear(Y) <=> on(X, Y), clear(X), hand, format("~w on ~w~n", [X, Y]).
put(Y) <=> format("nothing can be put on ~w~n", [Y]).
move(X, Y) <=> pick(X), put(Y).

% Finite domains.
domain(_, []) <=> fail.
domain(X, [V]) <=> X = V.
domain(X, L) <=> nonvar(X) | memberchk(X, L).
domain(X, L1), domain(X, L2) <=> intersection(L1, L2, L), domain(X, L).
different(X, Y) <=> nonvar(X), nonvar(Y) | X \== Y.
different(X, X) <=> fail.
different(X, Y) \ domain(Y, L) <=> nonvar(X), selectchk(X, L, L1) | domain(Y, L1).
different(Y, X) \ domain(Y, L) <=> nonvar(X), selectchk(X, L, L1) | domain(Y, L1).
label([]) <=> true.
label([X|Xs]) <=> nonvar(X) | label(Xs).
domain(X, L) \ label([X|Xs]) <=> member(X, L), label(Xs).

% Each instance of a propagation rule fires once, however often its constraints become active.
seen(X) ==> tell(seen, X).
seen(X), twice(X, Y) ==> tell(twice, Y).
twice(X, Y) \ seen(X) <=> nonvar(Y) | tell(removed, Y).

% Two that become one.
same(X), cell(X) <=> tell(same, X).
cell(X), cell(Y) ==> X == Y | tell(pair, X).
shape(X, f(Y)) <=> X = Y, tell(shape, X).

% Which rule is tried first.
first(X) # passive, second(Y) ==> format("~w before ~w~n", [X, Y]).
first(X), third(Y) # Id ==> format("~w with ~w~n", [X, Y]) pragma passive(Id).
named @ second(X) \ second(Y) <=> format("~w keeps, ~w goes~n", [X, Y]).

lives \ word("cat") <=> writeln(purr).
word(W) <=> atom(W) | atom_length(W, N), writeln(N).
word([X|Xs]) <=> writeln(X), word(Xs).
guess(X) <=> member(X, [1,2,3,4]).

tell(What, X) :- ( var(X) -> writeln(What) ; writeln(What-X) ).

colours([WA,NT,SA,Q,NSW,V,T]) :-
    domains([WA,NT,SA,Q,NSW,V,T]),
    different(WA, NT), different(WA, SA), different(NT, SA), different(NT, Q), different(SA, Q),
    different(SA, NSW), different(SA, V), different(Q, NSW), different(NSW, V),
    label([WA,NT,SA,Q,NSW,V,T]).

domains([]).
domains([X|Xs]) :- domain(X, [red,green,blue]), domains(Xs).

chain([], X, Y) :- leq(X, Y).
chain([Z|Zs], X, Y) :- leq(X, Z), chain(Zs, Z, Y).

count(Constraint) :-
    findall(x, find_chr_constraint(Constraint), Xs),
    length(Xs, N),
    writeln(N).

all(Template, Constraint) :-
    findall(Template, find_chr_constraint(Constraint), Found),
    sort(Found, Sorted),
    writeln(Sorted).

unions(N) :- N > 28, !.
unions(N) :- M is N + 2, union(N, M), N1 is N + 1, unions(N1).

main :-
    leq(A, B), leq(B, C), count(leq(_, _)), leq(C, A), ( A == B, B == C -> writeln(equal) ; writeln(different) ),
    length(Middle, 6), chain(Middle, First, Last), count(leq(_, _)),
    ( leq(Last, First), forall(member(Z, Middle), Z == First) -> writeln(cycle) ; writeln('no cycle') ),
    count(leq(_, _)),
    minimum(P, Q, R), count(minimum(_, _, _)), P = 3, count(minimum(_, _, _)), Q = 2, writeln(R),
    minimum(5, S, 4), writeln(S), minimum(U, U, W), U = 9, writeln(W),
    numlist(1, 30, Nodes), makes(Nodes), unions(1),
    find(30, Even), find(29, Odd), find(2, Two), writeln(Even-Odd-Two), all(N, root(N, _)),
    edge(a, b, 1), edge(b, c, 2), edge(c, d, 1), edge(a, d, 10), edge(d, a, 1), edge(b, e, 7), edge(d, e, 1),
    all(X-Y-D, path(X, Y, D)),
    delivery(apple, 5), delivery(pear, 2), order(apple, 3), order(pear, 4), delivery(pear, 10), order(pear, 4), order(fig, 1),
    report, all(X, low(X)),
    hand, on(a, table), on(b, a), on(c, table), clear(b), clear(c), move(b, c), move(a, b), pick(c), put(table),
    all(on(X, Y), on(X, Y)),
    findall(Map, colours(Map), Maps), length(Maps, Number), writeln(Number), colours(Colours), writeln(Colours), count(domain(_, _)),
    seen(K), twice(L, M), seen(L), writeln('K is 1'), K = 1, writeln('L is 1'), L = 1, writeln('M is 2'), M = 2, count(seen(_)),
    same(E), cell(F), writeln('E is F'), E = F, cell(G), cell(H), cell(I), writeln('G is H'), G = H, writeln('H is I'), H = I,
    count(cell(_)), shape(J, O), O = f(1), writeln(J),
    ( cell(V), G = V, fail ; writeln(undone) ), count(cell(_)),
    catch(( cell(k), throw(stop) ), stop, writeln(caught)), count(cell(_)),
    second(1), first(1), second(2), first(2), third(3), first(4),
    lives, word("cat"), word(catch), word([a|dog]),
    ( guess(Guess), Guess > 2 -> writeln(Guess) ; true ),
    findall(X, ( guess(X), seen(X) ), Xs), writeln(Xs), count(seen(_)),
    G = g, chr_show_store(user).

makes([]).
makes([N|Ns]) :- make(N), makes(Ns).
