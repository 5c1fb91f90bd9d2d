/** Random histories of dynamic predicates beside lists: both have the same answers.

Each history comes of its number. What it does to a predicate it does to a list of the facts, too, by definitions that are as simple
as can be; a call sees the facts that there were when it began, whatever is done before it has come to them.
*/

:- dynamic one/1, two/2, three/3, other/1.

other(1).
other(2).

% histories(-N): so many are made for each number of arguments; steps(-N): each of so many steps.
histories(500).
steps(30).

% --- chance -----------------------------------------------------------------------------------

below(N, I, X0, X) :-
    X is (X0 * 6364136223846793005 + 1442695040888963407) mod 18446744073709551616,
    I is (X // 8589934592) mod N.

one_of(List, E, X0, X) :-
    length(List, N),
    below(N, I, X0, X),
    nth0(I, List, E).

% term(+Name, +Arity, +Variables, -Term, +Chance0, -Chance): Variables of 20 arguments are variables.
term(Name, Arity, Vs, Term, X0, X) :-
    arguments(Arity, Vs, As, X0, X),
    Term =.. [Name|As].

arguments(0, _, [], X, X) :- !.
arguments(N, Vs, [A|As], X0, X) :-
    below(20, I, X0, X1),
    (   I < Vs -> X2 = X1
    ;   one_of([a,a,b,b,c,2,f(a),f(b),"s",36028797018963968], A, X1, X2)
    ),
    N1 is N - 1,
    arguments(N1, Vs, As, X2, X).

% --- steps ------------------------------------------------------------------------------------

main :-
    findall(H, ( member(Arity, [1,2,3]), histories(N), between(1, N, I), wrong(Arity, I, H) ), Wrong),
    forall(member(W, Wrong), ( print(W), nl )),
    length(Wrong, L),
    histories(N),
    Made is 3 * N,
    format("~d of ~d histories are wrong~n", [L,Made]).

% wrong(+Arity, +I, -History): the answers of the history are not those of the list.
wrong(Arity, I, history(Arity,I,Steps)) :-
    nth1(Arity, [one,two,three], Name),
    functor(Any, Name, Arity),
    retractall(Any),
    X is I * 2654435761 + Arity,
    below(3, Mixed, X, X1),
    Vs is Mixed * 2,
    steps(N),
    \+ gone_through(N, Name, Arity, Vs, [], Steps, X1).

gone_through(0, Name, Arity, _, Facts, [], _) :- !,
    functor(Any, Name, Arity),
    answers(Any, Facts).
gone_through(N, Name, Arity, Vs, Facts0, [Step|Steps], X0) :-
    next_step(2, Name, Arity, Vs, Step, X0, X),
    done(Step, Facts0, Facts),
    N1 is N - 1,
    gone_through(N1, Name, Arity, Vs, Facts, Steps, X).

% next_step(+Depth, +Name, +Arity, +Variables, -Step, +Chance0, -Chance): calls that are open are so many in each other, at most.
next_step(Depth, Name, Arity, Vs, Step, X0, X) :-
    below(24, Kind, X0, X1),
    term(Name, Arity, Vs, Fact, X1, X2),
    term(Name, Arity, 8, Goal, X2, X3),
    (   Kind < 20 -> step(Kind, Fact, Goal, Step), X = X3
    ;   Depth =:= 0 -> Step = answers(Goal), X = X3
    ;   Depth1 is Depth - 1,
        below(4, N, X3, X4),
        meanwhile(N, Depth1, Name, Arity, Vs, Steps, X4, X),
        Step = open(Goal, Steps)
    ).

meanwhile(0, _, _, _, _, [], X, X) :- !.
meanwhile(N, Depth, Name, Arity, Vs, [Steps|Stepss], X0, X) :-
    below(4, M, X0, X1),
    steps_of(M, Depth, Name, Arity, Vs, Steps, X1, X2),
    N1 is N - 1,
    meanwhile(N1, Depth, Name, Arity, Vs, Stepss, X2, X).

steps_of(0, _, _, _, _, [], X, X) :- !.
steps_of(N, Depth, Name, Arity, Vs, [Step|Steps], X0, X) :-
    next_step(Depth, Name, Arity, Vs, Step, X0, X1),
    N1 is N - 1,
    steps_of(N1, Depth, Name, Arity, Vs, Steps, X1, X).

step(Kind, Fact, Goal, Step) :-
    nth0(Kind, [assertz(Fact),assertz(Fact),assertz(Fact),assertz(Fact),assertz(Fact),assertz(Fact),assertz(Fact),asserta(Fact),asserta(Fact),
                assertz_rule(Fact),asserta_rule(Fact),retract(Goal),retract(Goal),retract_rule(Goal),retractall(Goal),each(Goal),
                while(Goal,Fact),answers(Goal),answers(Goal),answers(Goal)], Step).

% The list has fact(F), and rule(F) for F :- true, true.
done(assertz(F), Fs0, Fs) :- assertz(F), append(Fs0, [fact(F)], Fs).
done(asserta(F), Fs, [fact(F)|Fs]) :- asserta(F).
done(assertz_rule(F), Fs0, Fs) :- assertz((F :- true, true)), append(Fs0, [rule(F)], Fs).
done(asserta_rule(F), Fs, [rule(F)|Fs]) :- asserta((F :- true, true)).
done(retract(G), Fs0, Fs) :- one_taken(G, G, fact, Fs0, Fs).
done(retract_rule(G), Fs0, Fs) :- one_taken((G :- true, true), G, rule, Fs0, Fs).
done(retractall(G), Fs0, Fs) :-
    retractall(G),
    kept(Fs0, fact(G), Fs1),
    kept(Fs1, rule(G), Fs).
done(each(G), Fs0, Fs) :-
    findall(G, retract(G), L),
    findall(G, member(fact(G), Fs0), L0),
    same(L, L0),
    findall(G, retract((G :- true, true)), L1),
    findall(G, member(rule(G), Fs0), L2),
    same(L1, L2),
    kept(Fs0, fact(G), Fs1),
    kept(Fs1, rule(G), Fs).
done(while(G, F), Fs0, Fs) :-
    findall(G, ( G, assertz(F) ), L),
    all(G, Fs0, L0),
    same(L, L0),
    findall(fact(F), member(_, L0), New),
    append(Fs0, New, Fs).
done(answers(G), Fs, Fs) :- answers(G, Fs).
% After each of the first answers some steps are done. What there is then and has been seen is kept for the time of the call.
done(open(G, Stepss), Fs0, Fs) :-
    all(G, Fs0, L0),
    nb_setval(state, state(Fs0, Stepss, [])),
    (   G,
        nb_getval(state, state(Fs1, Stepss1, Seen)),
        ( Stepss1 = [Steps|Stepss2] -> true ; Steps = [], Stepss2 = [] ),
        ( all_done(Steps, Fs1, Fs2) -> true ; Fs2 = wrong ),
        nb_setval(state, state(Fs2, Stepss2, [G|Seen])),
        other(_),
        Fs2 == wrong
    ->  false
    ;   true
    ),
    nb_getval(state, state(Fs, _, Seen1)),
    reverse(Seen1, L),
    same(L, L0).

all_done([], Fs, Fs).
all_done([Step|Steps], Fs0, Fs) :- done(Step, Fs0, Fs1), all_done(Steps, Fs1, Fs).

answers(G, Fs) :-
    findall(G, G, L),
    all(G, Fs, L0),
    same(L, L0).

all(G, Fs, L) :- findall(G, ( member(F, Fs), arg(1, F, G) ), L).

% one_taken(+Clause, +Goal, +Kind, +Facts0, -Facts): Clause is that of Goal, and of this Kind.
one_taken(C, G, Kind, Fs0, Fs) :-
    copy_term(G, G1),
    W =.. [Kind,G1],
    (   retract(C) -> taken(Fs0, W, Fs), same(G1, G)
    ;   \+ taken(Fs0, W, _),
        Fs = Fs0
    ),
    !.

% taken(+Facts0, +Wanted, -Facts): without the first one that fits.
taken([F|Fs], W, Fs) :- copy_term(F, W), !.
taken([F|Fs0], W, [F|Fs]) :- taken(Fs0, W, Fs).

kept([], _, []).
kept([F|Fs0], W, Fs) :-
    ( \+ ( copy_term(W, W1), F = W1 ) -> Fs = [F|Fs1] ; Fs = Fs1 ),
    kept(Fs0, W, Fs1).

same(A, B) :- A =@= B.
