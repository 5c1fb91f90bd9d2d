% Goals that are kept and called later: of any kind, in facts, in rules and in lists.

:- dynamic(todo/2).
:- dynamic(rule/1).
:- dynamic(queue/1).
:- meta_predicate(later(+, 0)).
:- meta_predicate(when_asked(0)).
:- meta_predicate(in_line(0)).

later(Time, Goal) :- assertz(todo(Time, Goal)).

when_asked(Goal) :- assertz((rule(called) :- Goal)).

in_line(Goal) :-
    (   retract(queue(Goals)) -> true
    ;   Goals = []
    ),
    append(Goals, [Goal], Goals1),
    assertz(queue(Goals1)).

run(Time, Goal) :-
    write(Time),
    write(': '),
    (   catch(Goal, Ball, ( write(caught(Ball)) )) -> true
    ;   write(failed)
    ),
    nl.

main :-
    later(1, write(a)),
    later(2, ( write(b), write(c) )),
    later(3, fail),
    later(4, throw(ball)),
    later(5, ( true -> write(yes) ; write(no) )),
    later(6, \+ fail),
    X = 7,
    later(X, X =:= 7),
    later(8, Y = 8),
    var(Y),
    later(9, nl),
    forall(retract(todo(Time, Goal)), run(Time, Goal)),
    when_asked(( write(asked), nl )),
    rule(R),
    write(R),
    nl,
    in_line(write(first)),
    in_line(true),
    in_line(( write(third), nl )),
    queue(Goals),
    forall(member(G, Goals), call(G)).
