:- module(applying, [apply_to/2, each/2, made/3, both/2, all_true/2, lesser/1, kind_of/1]).

% Closures of others, and no meta_predicate/1.

apply_to(G, X) :- call(G, X).

each(G, Xs) :- maplist(G, Xs).

made(Name, X, Y) :- T =.. [Name, X, Y], call(T).

both(G, H) :- ( G, H -> writeln(both) ; writeln(one) ).

all_true(G, Xs) :- forall(member(X, Xs), call(G, X)).

% What the program defines goes before what a library has by that name.
lesser(X) :- sumlist([1, 2], X).

kind_of(X) :- piece(X).

own(X) :- writeln(own(X)).
