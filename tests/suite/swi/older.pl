/*  What files from older systems call: library(backcomp), Quintus and DEC-10 names, lists as in hProlog.  */

:- use_module(library(dialect/hprolog)).
:- use_module(library(oset)).
:- use_module(library(quintus)).
:- use_module(library(backcomp)).
:- use_module(library(edinburgh)).

odd(X) :- 1 is X mod 2.

main :-
    concat(ab, 12, C), print(C), nl,
    sublist(odd, [1,2,3,4,5], Os), print(Os), nl,
    ( proper_list([a,b]), \+ proper_list([a|_]) -> writeln(proper) ; writeln(no) ),
    write_ln(line),
    merge([1,3,5], [2,3,4], M), print(M), nl,
    merge_set([a,c], [b,c], Ms), print(Ms), nl,
    free_variables(f(X,g(Y),X), Vs), ( Vs == [X,Y] -> writeln(free) ; writeln(Vs) ),
    displayq('A b'), nl, display(1+2*3), nl,
    ( 'C'([a,b], a, Rest) -> print(Rest), nl ; writeln(no) ),
    string_to_list(S, `abc`), print(S), nl,
    setup_and_call_cleanup(write(in), write(' call'), ( write(' out'), nl )),
    take(2, [a,b,c], T), drop(2, [a,b,c], D), split_at(1, [a,b,c], B, A), print(T/D/B/A), nl,
    ( memberchk_eq(X, [Y,X]), \+ memberchk_eq(_, [Y,X]) -> writeln(eq) ; writeln(no) ),
    substitute_eq(b, [a,b,c], x, Se), intersect_eq([a,b,c], [c,a], Ie), list_difference_eq([a,b,c], [b], De), print(Se/Ie/De), nl,
    max_go_list([3,9,2], Max), or_list([1,2,4], Or), print(Max/Or), nl,
    ( bounded_sublist([a,b], [a,b,c], 2) -> writeln(bounded) ; writeln(no) ),
    chr_delete([a,X,b], X, Cd), print(Cd), nl,
    oset_union([a,c], [b], Ou), oset_int([a,b], [b,c], Oi), oset_diff([a,b], [b], Od), oset_addel([a,c], b, Oa), oset_delel([a,b], a, Oe),
    print(Ou/Oi/Od/Oa/Oe), nl,
    oset_dunion([[a],[b,c]], Dun), oset_dint([[a,b],[b,c]], Din), oset_power([a,b], Pow), print(Dun/Din/Pow), nl,
    ( oset_is([a,b]) -> writeln(oset) ; writeln(no) ),
    genarg(N, f(p,q), q), print(N), nl,
    ( simple(a), simple(1), \+ simple(f(x)) -> writeln(simple) ; writeln(no) ),
    ( otherwise -> writeln(otherwise) ; true ),
    on_exception(E, raise_exception(ball(1)), ( print(E), nl )),
    midstring(abcde, cd, Bm), print(Bm), nl,
    midstring(abcde, M2, R2, 1, 2), print(M2/R2), nl,
    sqrt(9, Q), abs(-2, Ab), pow(2, 3, Pw), floor(2.5, Fl), ceiling(2.5, Ce), sign(-3, Sg), print([Q,Ab,Pw,Fl,Ce,Sg]), nl.

