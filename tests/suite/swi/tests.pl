/** Unit tests with plunit, for a tokenizer and a small library of trees.

Run them with `run_tests/0`. Strings are lists of codes here, as in the older books; the flag does not
reach into the modules of the tests, so these write backquotes.
*/

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(library(apply)).

:- set_prolog_flag(double_quotes, codes).

:- dynamic visited/1.

% Trees.

%!  insert(+Tree0, +Key, -Tree) is det.
insert(nil, K, t(nil, K, nil)).
insert(t(L, K0, R), K, t(L1, K0, R1)) :-
    compare(Order, K, K0),
    insert(Order, L, R, K, L1, R1).

insert(=, L, R, _, L, R).
insert(<, L, R, K, L1, R) :- insert(L, K, L1).
insert(>, L, R, K, L, R1) :- insert(R, K, R1).

list_tree(List, Tree) :-
    foldl([K,T0,T]>>insert(T0, K, T), List, nil, Tree).

%!  in_order(+Tree)// is det.
in_order(nil) --> [].
in_order(t(L, K, R)) --> in_order(L), [K], in_order(R).

tree_list(Tree, List) :-
    phrase(in_order(Tree), List).

%!  tree_member(?Key, +Tree) is nondet.
tree_member(K, t(L, _, _)) :- tree_member(K, L).
tree_member(K, t(_, K, _)).
tree_member(K, t(_, _, R)) :- tree_member(K, R).

depth(nil, 0).
depth(t(L, _, R), D) :-
    depth(L, Dl),
    depth(R, Dr),
    D is max(Dl, Dr) + 1.

% Tokens.

tokens(Tokens) --> white, tokens_(Tokens).

tokens_([T|Ts]) --> token(T), !, white, tokens_(Ts).
tokens_([])     --> [].

token(number(N)) --> digits(Ds), { Ds = [_|_], number_codes(N, Ds) }.
token(word(W))   --> letters(Cs), { Cs = [_|_], atom_codes(W, Cs) }.
token(arrow)     --> "->", !.
token(punct(P))  --> [C], { memberchk(C, "+-*/(),."), char_code(P, C) }.

digits([D|Ds]) --> [D], { code_type(D, digit) }, !, digits(Ds).
digits([])     --> [].

letters([C|Cs]) --> [C], { code_type(C, alpha) }, !, letters(Cs).
letters([])     --> [].

white --> [C], { code_type(C, space) }, !, white.
white --> [].

tokenize(Codes, Tokens) :-
    phrase(tokens(Tokens), Codes, Rest),
    (   Rest == []
    ->  true
    ;   atom_codes(Trouble, Rest),
        throw(error(syntax_error(illegal_character), Trouble))
    ).

:- begin_tests(trees).

test(empty) :-
    list_tree([], nil).
test(sorted, List == [1,2,3,5]) :-
    list_tree([3,1,5,2], Tree),
    tree_list(Tree, List).
test(no_duplicates, [true(List == [a,b])]) :-
    list_tree([b,a,b,a], Tree),
    tree_list(Tree, List).
test(member, all(K == [1,2,3])) :-
    list_tree([2,3,1], Tree),
    tree_member(K, Tree).
test(member, [nondet]) :-
    list_tree([2,3,1], Tree),
    tree_member(2, Tree).
test(no_member, [fail]) :-
    list_tree([2,3,1], Tree),
    tree_member(4, Tree).
test(depth, D =:= 2 + 1) :-
    list_tree([1,2,3], Tree),
    depth(Tree, D).
test(unbound, [error(instantiation_error)]) :-
    X = _,
    _ is X + 1.
test(depth_of, [forall(member(L-D, [[]-0, [a]-1, [b,a,c]-2])), true(D0 == D)]) :-
    list_tree(L, Tree),
    depth(Tree, D0).

:- end_tests(trees).

:- begin_tests(tokens, [ setup(assertz(user:visited(setup))),
                         cleanup(assertz(user:visited(cleanup)))
                       ]).

test(words) :-
    tokenize(`one two`, Tokens),
    assertion(Tokens == [word(one), word(two)]).
test(mixed, Tokens == [number(12), punct(+), word(x), punct('.')]) :-
    tokenize(` 12+x .`, Tokens).
test(longest, Tokens == [word(a), arrow, word(b), punct(-), number(1)]) :-
    tokenize(`a->b -1`, Tokens).
test(illegal, [throws(error(syntax_error(illegal_character), '# b'))]) :-
    tokenize(`a # b`, _).
test(set, set(W == [a,b])) :-
    tokenize(`b a b`, Tokens),
    member(word(W), Tokens).
test(with_setup, [ setup(assertz(user:visited(inner))),
                   cleanup(retract(user:visited(inner))),
                   true(X == inner)
                 ]) :-
    visited(X),
    X \== setup.
test(skipped, [condition(fail)]) :-
    throw(never_run).
test(blocked, [blocked(not_yet)]) :-
    fail.

:- end_tests(tokens).

main :-
    (   run_tests
    ->  writeln('all tests passed')
    ;   writeln('some tests failed')
    ),
    (   run_tests(trees:sorted)
    ->  writeln('one test passed')
    ;   writeln('one test failed')
    ),
    findall(V, visited(V), Vs),
    writeln(Vs),
    list_tree([m,c,x,a,d], Tree),
    tree_list(Tree, Keys),
    format("keys ~w in ~w~n", [Keys, Tree]),
    tokenize("f(x1, 20) -> y.", Tokens),
    forall(member(Token, Tokens), ( print(Token), nl )).
