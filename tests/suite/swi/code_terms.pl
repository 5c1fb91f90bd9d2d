/*  Terms and clauses as data: library(prolog_code), library(terms), library(varnumbers), library(pprint), library(strings).  */

:- use_module(library(prolog_code)).
:- use_module(library(terms)).
:- use_module(library(varnumbers)).
:- use_module(library(pprint)).
:- use_module(library(strings)).
:- use_module(library(solution_sequences)).
:- use_module(library(apply)).

shown(T) :- \+ \+ ( numbervars(T, 0, _), print(T), nl ).

main :-
    mkconj(a, b, C1), mkconj(true, b, C2), mkconj(a, true, C3), print(C1/C2/C3), nl,
    mkdisj(a, b, D1), mkdisj(true, b, D2), mkdisj(false, b, D3), print(D1/D2/D3), nl,
    comma_list((a,b,(c,d)), L1), comma_list(T1, [x,y]), semicolon_list((a;b), L2), semicolon_list(T2, [p,q,r]), print([L1,T1,L2,T2]), nl,
    pi_head(PI, f(_,_)), pi_head(m:g/1, H1), print(PI), nl, shown(H1),
    head_name_arity(foo(_,_), N1, A1), head_name_arity(H2, bar, 2), print(N1/A1), nl, shown(H2),
    most_general_goal(f(a,b), G1), shown(G1),
    extend_goal(f(a), [b], G2), print(G2), nl,
    findall(G, ( member(G, [(a,b), call(x), foo, \+ x, findall(_,_,_)]), is_control_goal(G) ), Gs), length(Gs, NGs), print(NGs), nl,
    findall(P, ( member(P, [a/1, m:b/2, c//1, d]), is_predicate_indicator(P) ), Ps), print(Ps), nl,
    same_functor(f(a), f(b)), ( same_functor(f(a), g(a)) -> writeln(same) ; writeln(differ) ),
    same_functor(f(a,b), Sf, 2), shown(Sf), same_functor(f(a,b), Sg, An, Nm), shown(Sg-An-Nm),
    term_subsumer(parent(tom,bob), parent(liz,bob), Lgg), shown(Lgg),
    term_subsumer(p(f(a),a,f(a)), p(f(b),b,f(b)), Lgg2), shown(Lgg2),
    term_factorized(f(g(X1),g(X1),h), Fac, Subst), length(Subst, Sn), shown(Fac/Sn),
    varnumbers(f('$VAR'(0),'$VAR'(1),'$VAR'(0)), V1), shown(V1),
    max_var_number(f('$VAR'(3),'$VAR'(7)), 0, Mx), print(Mx), nl,
    ( unifiable(f(X2,Y2), f(a,b), Us) -> length(Us, Un), print(Un), nl ; true ),
    ( unifiable(f(X2,Y2), g(a,b), _) -> writeln(unifiable) ; writeln(not_unifiable) ),
    ( is_most_general_term(f(_,_)), \+ is_most_general_term(f(Z,Z)), \+ is_most_general_term(f(a)), is_most_general_term([_,_]) -> writeln(general) ; writeln(no) ),
    term_singletons(f(P1,Q1,P1,R1), Ss), ( Ss == [Q1,R1] -> writeln(singletons) ; writeln(Ss) ),
    mapsubterms_var(rename, f(x,g(x)), Ms), shown(Ms),
    dedent_lines("    first\n      second\n    third\n", De, []), print(De), nl,
    indent_lines("  ", "a\nb", In), print(In), nl,
    print_term(state(board([x,o,x,o,x,o,x,o,x]),player(white),history([move(e2,e4),move(e7,e5),move(g1,f3)]),clock(1,2,3,4,5,6,7)), []), nl,
    print_term(short([1,2],"s",'A b'), []), nl,
    print_term([aaaaaaaaaaaaaaaaaaaa,bbbbbbbbbbbbbbbbbbbbbbbbb,cccccccccccccccccccccccc,f(dddddddd)], []), nl,
    print_term(f(_,[abc,def]), [right_margin(8)]), nl,
    scanl([X5,Y5,Z5]>>(Z5 is X5+Y5), [1,2,3], 0, Sc), print(Sc), nl,
    scanl([X6,Y6,Z6,W6]>>(W6 is X6*Y6+Z6), [1,2,3], [4,5,6], 0, Sc2), print(Sc2), nl.

rename(x, y).

