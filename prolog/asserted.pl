/** Clauses of dynamic predicates, as programs see them.

What goals mean is seen to when clauses are compiled: they are expanded, and those of SWI-Prolog are translated. The body of
a dynamic clause is kept beside that, so that clause/2, retract/1 and listing/1 have what was written.

```
?- assertz((greeting(X) :- format("Hello ~w!~n", [X]))), greeting("Bob"), clause(greeting(Y), Body).
Hello Bob!
   Body = format("Hello ~w!~n",[Y]).
```

Goals of programs that assert, look at or retract rules mean the predicates below; those with facts are Scryer's.
*/

:- module(asserted, [added/2, removed/1, clause_of/2, written/2, stored/4, expanded/4, as_written/1, expands/2,
                     known/2]).

%! as_written(@Body) is det.
%
% Stands before a body that means Body, which was written.

as_written(_).

%! written(+Stored, -Body) is det.
%
% Body is what was written for the body Stored.

written(Stored, Body) :-
    (   nonvar(Stored), Stored = (asserted:as_written(Body0),_) -> Body = Body0
    ;   Body = Stored
    ).

%! stored(+Module, +Head, +Body, -Stored) is det.
%
% Stored is the body with which the clause Head :- Body is kept in Module.

stored(Module, Head, Body, Stored) :-
    (   var(Body) -> Stored = Body
    ;   translated(Body, Module, Head, Body1),
        (   Body1 == Body -> Stored = Body
        ;   Stored = (asserted:as_written(Body),Body1)
        )
    ).

translated(Body0, Module, Head, Body) :-
    engine:meant(Body0, Body1),
    expanded(Body1, Module, Head, Body).

%! expanded(+Body0, +Module, +Head, -Body) is det.
%
% Body is Body0 with its goals expanded. A body with something in it that can be no goal stays as it is: that is an error only
% if it is called.

expanded(Body0, Module, Head, Body) :-
    loader:module_expanded_head_variables(Head, Vars),
    % Scryer's expansion leaves choice points: a clause would be asserted again.
    (   catch(loader:expand_goal(Body0, Module, Body1, Vars, []), error(type_error(callable, _), _), Body1 = Body0) -> true ),
    compared(Body1, Body).

% compared(+Body0, -Body): Scryer 0.10 compiles `0 is X mod 2` wrongly in the beginning of a body (its issue 3449).
compared(Body, Body) :- var(Body), !.
compared((A0,B0), (A,B)) :- !, compared(A0, A), compared(B0, B).
compared((A0;B0), (A;B)) :- !, compared(A0, A), compared(B0, B).
compared((A0->B0), (A->B)) :- !, compared(A0, A), compared(B0, B).
compared(\+ A0, \+ A) :- !, compared(A0, A).
compared(N is E, ( V is E, V == N )) :- number(N), !.
compared(Body, Body).

%! expands(@Clause, -Module) is semidet.
%
% Where the expansion of goals, in Module, meets one that asserts or retracts Clause, it is to be one of those below. Facts
% mean themselves.

expands(C, M) :-
    \+ ( nonvar(C), C \= (_:-_), C \= _:_ ),
    known(C, M).

%! known(@Term, -Module) is semidet.
%
% The expansion of goals is in Module, of which Term can be told. A goal that is not known yet may be what a closure is called
% with, whose arguments stay what they are; in `user` they do.

known(T, M) :-
    variables:context(M),
    ( nonvar(T) -> true ; M == user ).

% rule(+Clause, -Module, -Head, -Body): Module:Clause is a rule with these parts.
rule(M0:C, M, H, B) :-
    nonvar(C),
    (   C = M1:C1 -> atom(M1), rule(M1:C1, M, H, B)
    ;   C = (H0 :- B),
        nonvar(B),
        headed(H0, M0, M, H)
    ).

headed(H0, M0, M, H) :-
    nonvar(H0),
    (   H0 = M1:H1 -> atom(M1), headed(H1, M1, M, H)
    ;   M = M0,
        H = H0
    ).

%! added(+Where, +Clause) is det.
%
% asserta/1 (Where is `a`) and assertz/1 (`z`).

added(Where, C) :-
    (   rule(C, M, H, B), callable(H) ->
        stored(M, H, B, Stored),
        put(Where, M:(H :- Stored))
    ;   put(Where, C)
    ).

put(a, C) :- asserta(C).
put(z, C) :- assertz(C).

%! removed(+Clause) is nondet.
%
% retract/1.

removed(C) :-
    (   rule(C, M, H, B) ->
        stored_clause(M:H, Stored),
        written(Stored, B),
        once(retract(M:(H :- Stored)))
    ;   C = M:(H :- B), var(B), nonvar(H), H \= _:_ ->
        stored_clause(M:H, Stored),
        written(Stored, B),
        once(retract(M:(H :- Stored)))
    ;   retract(C)
    ).

% clause/2 of Scryer looks into `user` only if that is not said.
stored_clause(Head, Stored) :-
    (   Head = user:H, \+ H = _:_ -> clause(H, Stored)
    ;   clause(Head, Stored)
    ).

%! clause_of(+Head, ?Body) is nondet.
%
% clause/2.

clause_of(Head, Body) :-
    (   ( var(Body) ; callable(Body) ) ->
        stored_clause(Head, Stored),
        written(Stored, Body)
    ;   stored_clause(Head, Body)
    ).

?- assertz((likes(X, Y) :- compare(=, X, Y), write(X))), clause(likes(A, B), Body).
   Body = (compare(=,A,B),write(A)).

?- retract((likes(_, _) :- compare(_, _, _), _)), \+ clause(likes(_, _), _).
   true.

?- assertz((once_only(X) :- loved(X))), findall(B, clause(once_only(_), B), Bodies).
   Bodies = [loved(_A)].

?- assertz((even(X) :- 0 is X mod 2)), findall(X, ( member(X, [1,2,3,4]), even(X) ), Xs).
   Xs = [2,4].

?- assertz((twice(X, Y) :- Y is X * 4 / 2)), twice(3, Z), retract((twice(_, _) :- G)).
   Z = 6, G = (_A is _B*4/2).
