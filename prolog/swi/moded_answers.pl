/** The answers of tables (`moded_tables.pl`): variants, what is combined, and what is kept of it during the evaluation.
*/

:- module(swi_moded_answers, [variant/5, next/2, collected/3, put_all/3, put_part/3, see/3, unseen/3, same_answers/2, better/4,
                              answers_of/2]).

:- use_module(library(assoc)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(swi_arith)).

% symbol(Atomic, Number), for hashes.
:- dynamic(symbol/2).
:- initialization(bb_put(swi_moded_symbol, n(0))).

% --- variants -----------------------------------------------------------------------------------

% variant(+Variant, +Predicate, -Numbered, -Hash, -Variables)
variant(V, P, Numbered, Hash, Vars) :-
    (   ground(V) -> Numbered = V, Vars = []
    ;   term_variables(V, Vars),
        numbered(V, Numbered)
    ),
    functor(Numbered, _, Arity),
    hash_arguments(1, Arity, Numbered, P, Hash0, 16, _),
    % A small number that comes of large ones is not found as the first argument of a fact.
    Hash is truncate(float(Hash0)).

% numbered(+Term, -Numbered): variables are numbered, so that variants are the same.
numbered(T, Numbered) :-
    copy_term_nat(T, Numbered),
    term_variables(Numbered, Vars),
    number_variables(Vars, 0).

number_variables([], _).
number_variables(['$variable'(N)|Vs], N) :-
    N1 is N + 1,
    number_variables(Vs, N1).

% hash(+Term, +Hash0, -Hash, +Budget0, -Budget): of a large term only the beginning is looked at. Numbers stay small enough
% for the machine.
hash(T, H0, H, B0, B) :-
    (   integer(T) -> H is (H0 * 1000003 + T) /\ 0x3ffffffff, B is B0 - 1
    ;   compound(T) ->
        (   B0 =< 0 -> H = H0, B = B0
        ;   T = [_|_] ->
            '$skip_max_list'(N, _, T, _),
            H1 is (H0 * 1000003 + N) /\ 0x3ffffffff,
            hash_list(T, H1, H, B0, B)
        ;   functor(T, Name, Arity),
            symbol_number(Name, N),
            H1 is (H0 * 1000003 + N) /\ 0x3ffffffff,
            B1 is B0 - 1,
            hash_arguments(1, Arity, T, H1, H, B1, B)
        )
    ;   symbol_number(T, N),
        H is (H0 * 1000003 + N) /\ 0x3ffffffff,
        B is B0 - 1
    ).

hash_list(T, H0, H, B0, B) :-
    (   compound(T), T = [X|Xs] ->
        (   B0 =< 0 -> H = H0, B = B0
        ;   hash(X, H0, H1, B0, B1),
            hash_list(Xs, H1, H, B1, B)
        )
    ;   hash(T, H0, H, B0, B)
    ).

hash_arguments(I, Arity, T, H0, H, B0, B) :-
    (   I > Arity -> H = H0, B = B0
    ;   arg(I, T, A),
        hash(A, H0, H1, B0, B1),
        I1 is I + 1,
        hash_arguments(I1, Arity, T, H1, H, B1, B)
    ).

symbol_number(S, N) :-
    (   symbol(S, N) -> true
    ;   next(swi_moded_symbol, N),
        assertz(symbol(S, N))
    ).

% next(+Counter, -N): the global variable Counter has n(N) now, one more than before.
next(Counter, N) :-
    bb_get(Counter, n(N0)),
    N is N0 + 1,
    bb_put(Counter, n(N)).

% --- answers ------------------------------------------------------------------------------------

% collected(+Derived, +Modes, -Answers): those with the same values are combined.
collected(Derived, Modes, Answers) :-
    (   Derived = [_,_|_] ->
        (   ground(Derived) ->
            (   Modes == [] -> sort(Derived, Answers)
            ;   keysort(Derived, Pairs),
                combined(Pairs, Modes, Answers)
            )
        ;   with_variants(Derived, Pairs0),
            keysort(Pairs0, Pairs),
            combined_variants(Pairs, Modes, Answers)
        )
    ;   Answers = Derived
    ).

combined([], _, []).
combined([K-W0|Ps], Modes, [K-W|As]) :-
    same(Ps, K, Modes, W0, W, Rest),
    combined(Rest, Modes, As).

same(Ps, K, Modes, W0, W, Rest) :-
    (   Ps = [K1-W1|Ps1], K1 == K ->
        combine(Modes, W0, W1, W2),
        same(Ps1, K, Modes, W2, W, Rest)
    ;   W = W0,
        Rest = Ps
    ).

with_variants([], []).
with_variants([K-W|As], [V-(K-W)|Ps]) :-
    numbered(K, V),
    with_variants(As, Ps).

combined_variants([], _, []).
combined_variants([V-A0|Ps], Modes, [A|As]) :-
    same_variants(Ps, V, Modes, A0, A, Rest),
    combined_variants(Rest, Modes, As).

same_variants(Ps, V, Modes, A0, A, Rest) :-
    (   Ps = [V1-A1|Ps1], V1 == V ->
        together(Modes, A0, A1, A2),
        same_variants(Ps1, V, Modes, A2, A, Rest)
    ;   A = A0,
        Rest = Ps
    ).

% together(+Modes, +Answer0, +Answer1, -Answer): variables that an answer shares with a moded argument stay shared.
together(Modes, K0-W0, K1-W1, A) :-
    combine(Modes, W0, W1, W),
    (   W == W1 -> A = K1-W1
    ;   A = K0-W
    ).

% combine(+Modes, +Old, +New, -Combined)
combine([], _, _, []).
combine([Mode|Modes], [A|As], [B|Bs], [C|Cs]) :-
    value(Mode, A, B, C),
    combine(Modes, As, Bs, Cs).

value(min, A, B, C) :- ( less(A, B) -> C = A ; C = B ).
value(max, A, B, C) :- ( less(B, A) -> C = A ; C = B ).
value(first, A, _, A).
value(last, _, B, B).
value(sum, A, B, C) :- evaluate(A + B, C).
value(goal(G), A, B, C) :- ( call(G, A, B, C0) -> C = C0 ; C = A ).

% Numbers are compared by their values.
less(A, B) :-
    (   number(A), number(B) -> ( A =:= B -> A @< B ; A < B )
    ;   A @< B
    ).

% A store is whole(Answers); or s(Size,Entries,Seen), where hashes have lists of e(Variant,Answer), and of what has been seen.

put_all([], Store, Store).
put_all([Part|Parts], Store0, Store) :-
    put_part(Part, Store0, Store1),
    put_all(Parts, Store1, Store).

put_part([], Store, Store).
put_part([A|As], s(Size0,Es0,Seen), Store) :-
    A = K-_,
    keyed(K, V, H),
    bucket(H, Es0, Bucket0),
    (   select(e(V0,_), Bucket0, Bucket), V0 == V -> Size = Size0
    ;   Bucket = Bucket0,
        Size is Size0 + 1
    ),
    put_assoc(H, Es0, [e(V,A)|Bucket], Es),
    put_part(As, s(Size,Es,Seen), Store).

keyed(K, V, H) :-
    (   ground(K) -> V = K
    ;   numbered(K, V)
    ),
    hash(V, 0, H, 16, _).

bucket(H, Assoc, Bucket) :- ( get_assoc(H, Assoc, Bucket0) -> Bucket = Bucket0 ; Bucket = [] ).

see([], Seen, Seen).
see([A|As], Seen0, Seen) :-
    keyed(A, V, H),
    bucket(H, Seen0, Bucket),
    put_assoc(H, Seen0, [V|Bucket], Seen1),
    see(As, Seen1, Seen).

unseen([], _, []).
unseen([A|As], Seen, Unseen) :-
    keyed(A, V, H),
    bucket(H, Seen, Bucket),
    (   member(V0, Bucket), V0 == V -> Unseen = Unseen1
    ;   Unseen = [A|Unseen1]
    ),
    unseen(As, Seen, Unseen1).

same_answers(As, Bs) :- numbered(As, Vs), numbered(Bs, Ws), Vs == Ws.

better([], _, _, []).
better([A|As], Modes, Es, New) :-
    A = K-_,
    keyed(K, V, H),
    bucket(H, Es, Bucket),
    (   member(e(V0,A0), Bucket), V0 == V ->
        together(Modes, A0, A, A1),
        A0 = _-W0,
        A1 = _-W1,
        (   W1 == W0 -> New = New1
        ;   New = [A1|New1]
        )
    ;   New = [A|New1]
    ),
    better(As, Modes, Es, New1).

answers_of(Store, Answers) :-
    (   Store = s(_,Es,_) ->
        assoc_to_values(Es, Buckets),
        append(Buckets, Entries),
        entries_answers(Entries, Answers0),
        keysort(Answers0, Answers)
    ;   Store = whole(Answers)
    ).

entries_answers([], []).
entries_answers([e(_,A)|Es], [A|As]) :- entries_answers(Es, As).

?- swi_moded_answers:collected([[a]-[3],[b]-[1],[a]-[2]], [min], Answers).
   Answers = [[a]-[2],[b]-[1]].

?- swi_moded_answers:less(1.0, 1), swi_moded_answers:less(1, 1.5), swi_moded_answers:less(2, a).
   true.

?- swi_moded_answers:variant(p(X,Y,X), 1, Numbered, _, Variables).
   Numbered = p('$variable'(0),'$variable'(1),'$variable'(0)), Variables = [X,Y].
