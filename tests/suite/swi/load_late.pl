% What goes wrong when it is run does not keep a program from being loaded.

:- use_module([library(lists), library(apply)]).

sum_of(X) :- X is apples + 1.
compare_to(X) :- X > hello, writeln(no).
last_of(L, X) :- X is L + a.
last_of(L, X) :- append(_, [X], L).

formal(Goal) :- catch(Goal, error(E, _), ( print(E), nl )).

?- op(700, xfx, likes).
mary likes wine.
?- dynamic seen/1.

seen_by(X) :- mary likes X.

main :-
    formal(sum_of(_)),
    formal(compare_to(1)),
    formal(last_of([1,2], _)),
    seen_by(X), writeln(X),
    ( seen(_) -> true ; writeln(unseen) ),
    atomic_list_concat(Parts, ' ', "who likes wine"), print(Parts), nl,
    msort([b,a,2,"c",f(x)], Sorted), print(Sorted), nl,
    sort(0, @>=, [b,1,a,2,b], Falling), print(Falling), nl,
    catch(term_to_atom(_, 'f('), error(Syntax, _), ( functor(Syntax, Name, _), atom_length(Name, N), ( N > 0 -> writeln(Name) ; true ) )),
    forall(member(G, [writeln(_), msort(_, _), append(_, _, _), sum_of(_)]),
           ( predicate_property(G, built_in) -> functor(G, F, _), writeln(F) ; true )).

?- writeln(end).
