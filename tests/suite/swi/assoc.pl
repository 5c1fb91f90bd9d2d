/** Dictionaries as AVL trees: library(assoc), and state that outlives backtracking.

    ?- histogram([a,b,a], H), assoc_to_list(H, L).
    L = [a-2, b-1].
*/

:- use_module(library(assoc)).
:- use_module(library(pairs)).
:- use_module(library(apply)).
:- use_module(library(lists)).

:- initialization nb_setval(ticket, 100).

% Counting and grouping.

%!  histogram(+List, -Assoc) is det.
histogram(List, Assoc) :-
    empty_assoc(Empty),
    foldl(tally, List, Empty, Assoc).

tally(Key, Assoc0, Assoc) :-
    (   get_assoc(Key, Assoc0, N0)
    ->  N is N0 + 1
    ;   N = 1
    ),
    put_assoc(Key, Assoc0, N, Assoc).

%!  index_by(:Key, +List, -Assoc) is det.
%
%   Each value is the list of the elements with that key.
:- meta_predicate index_by(2, +, -).

index_by(Key, List, Assoc) :-
    map_list_to_pairs(Key, List, Pairs),
    keysort(Pairs, Sorted),
    group_pairs_by_key(Sorted, Groups),
    list_to_assoc(Groups, Assoc).

invert(Assoc, Inverted) :-
    assoc_to_list(Assoc, Pairs),
    transpose_pairs(Pairs, Transposed),
    group_pairs_by_key(Transposed, Groups),
    list_to_assoc(Groups, Inverted).

print_assoc(Title, Assoc) :-
    format("~w:~n", [Title]),
    forall(gen_assoc(Key, Assoc, Value),
           format("   ~w~t~14|~w~n", [Key, Value])).

% A stock of goods: the dictionary is handed from step to step.

stock([buy(apples, 10), buy(pears, 4), sell(apples, 3), sell(plums, 1),
       buy(plums, 12), sell(pears, 4), sell(apples, 8)]).

apply_all([], Stock, Stock).
apply_all([Step|Steps], Stock0, Stock) :-
    (   step(Step, Stock0, Stock1)
    ->  true
    ;   format("   refused: ~w~n", [Step]),
        Stock1 = Stock0
    ),
    apply_all(Steps, Stock1, Stock).

step(buy(Good, N), Stock0, Stock) :-
    (   get_assoc(Good, Stock0, Old)
    ->  true
    ;   Old = 0
    ),
    New is Old + N,
    put_assoc(Good, Stock0, New, Stock).
step(sell(Good, N), Stock0, Stock) :-
    get_assoc(Good, Stock0, Old),
    New is Old - N,
    New >= 0,
    (   New =:= 0
    ->  del_assoc(Good, Stock0, _, Stock)
    ;   put_assoc(Good, Stock0, New, Stock)
    ).

% Memoization: a dictionary as accumulator, in the manner of a grammar.

fib(N, F) :-
    empty_assoc(Memo0),
    fib(N, F, Memo0, _).

fib(0, 0) --> !.
fib(1, 1) --> !.
fib(N, F) --> known(N, F), !.
fib(N, F) -->
    { A is N - 1, B is N - 2 },
    fib(A, Fa),
    fib(B, Fb),
    { F is Fa + Fb },
    learn(N, F).

known(N, F, Memo, Memo) :- get_assoc(N, Memo, F).
learn(N, F, Memo0, Memo) :- put_assoc(N, Memo0, F, Memo).

% Global variables: one that survives backtracking, one that does not.

%!  ticket(-N) is det.
ticket(N) :-
    nb_getval(ticket, N0),
    N is N0 + 1,
    nb_setval(ticket, N).

try(X) :-
    b_setval(choice, none),
    member(X, [1,2,3]),
    b_setval(choice, X),
    ticket(_),
    X >= 2,
    b_getval(choice, X).

% A cipher: assoc as a function.

alphabet(Letters) :-
    atom_chars(abcdefghijklmnopqrstuvwxyz, Letters).

rotation(By, Assoc) :-
    alphabet(Letters),
    length(Front, By),
    append(Front, Back, Letters),
    append(Back, Front, Rotated),
    pairs_keys_values(Pairs, Letters, Rotated),
    list_to_assoc(Pairs, Assoc).

encode(Assoc, Text, Code) :-
    atom_chars(Text, Chars),
    maplist([C,D]>>( get_assoc(C, Assoc, D) -> true ; D = C ), Chars, Codes),
    atom_chars(Code, Codes).

main :-
    atom_chars('hello world', Chars),
    exclude(==(' '), Chars, Letters),
    histogram(Letters, H),
    print_assoc(letters, H),
    invert(H, Inverted),
    print_assoc('by count', Inverted),
    max_assoc(Inverted, Most, Which),
    min_assoc(Inverted, Least, _),
    format("most ~d ~w, least ~d~n", [Most, Which, Least]),
    index_by(atom_length, [one, two, three, four, five, six], ByLength),
    print_assoc('by length', ByLength),
    stock(Steps),
    empty_assoc(Empty),
    apply_all(Steps, Empty, Stock),
    print_assoc(stock, Stock),
    assoc_to_keys(Stock, Goods),
    assoc_to_values(Stock, Numbers),
    sum_list(Numbers, Total),
    writeln(Goods/Total),
    map_assoc([N,M]>>(M is N * 2), Stock, Doubled),
    assoc_to_list(Doubled, Pairs),
    print(Pairs), nl,
    fib(80, F),
    format("fib(80) = ~D~n", [F]),
    try(X),
    b_getval(choice, Choice),
    nb_getval(ticket, T),
    writeln(x(X, Choice, T)),
    rotation(3, Rot3),
    rotation(23, Rot23),
    encode(Rot3, 'veni, vidi, vici', Secret),
    encode(Rot23, Secret, Plain),
    format("~a <-> ~a~n", [Secret, Plain]),
    list_to_assoc([x-1, y-2], A),
    (   catch(list_to_assoc([x-1, x-2], _), error(Formal, _), true),
        nonvar(Formal)
    ->  writeln(Formal)
    ;   writeln('no error')
    ),
    (   get_assoc(z, A, _)
    ->  writeln(found)
    ;   writeln('z is unknown')
    ).
