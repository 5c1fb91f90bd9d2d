/*  What a program says of its terms and goals: once, first, and in its own modules.  */

:- style_check(-singleton).
:- multifile user:term_expansion/2, user:goal_expansion/2.
:- dynamic user:term_expansion/2, user:goal_expansion/2.
:- dynamic seen/1.
:- discontiguous grammar/1.

:- assertz((user:term_expansion(asserted(X), found(X)))).

term_expansion(T, _) :- nonvar(T), T = note(X), assertz(seen(X)), fail.
term_expansion(same(X), same(X)).
term_expansion(grow(X), grow(Y)) :- Y is X + 1.
term_expansion((H --> B), [grammar(N), (H --> B)]) :- functor(H, N, _).
term_expansion(two(X), [one(X), two(X), (:- assertz(seen(X)))]).
term_expansion(end_of_file, [last(1), end_of_file]).

user:goal_expansion(write(X), ( print(X), put_char('.') )).
goal_expansion(again(X), ( write(again), again(X) )).
goal_expansion(same_goal(X), same_goal(X)).
goal_expansion(first(X), second(X)).
goal_expansion(second(X), third(X)).

note(1).
same(1).
grow(1).
two(a).
asserted(7).
ab --> [a], b.
b --> [b], { first(b) }.

again(X) :- nl, writeln(X).
same_goal(X) :- writeln(X).
third(X) :- writeln(third(X)).

:- first(directive).

main :-
    forall(member(G, [seen(_),same(_),grow(_),one(_),two(_),found(_),grammar(_),last(_)]), ( findall(G, G, L), print(L), nl )),
    phrase(ab, [a,b]), write(x), nl, again(1), same_goal(2), first(3), findall(Y, ( member(Y, [1,2]), first(Y) ), _),
    \+ \+ first(4), catch(first(5), _, true), forall(member(Z, [6]), first(Z)), G1 = first(7), ( catch(G1, error(E, _), ( print(E), nl )) -> true ; true ),
    expand_term(grow(5), T), print(T), nl, expand_goal(first(1), EG), print(EG), nl,
    ( term_expansion(grow(1), T2) -> print(T2) ; print(none) ), nl.
