/** Dynamic predicates of programs, kept such that Scryer 0.10 finds their clauses.

| what a program does | what goes wrong | cure |
|---|---|---|
| a call whose second argument selects clauses, of which some are gone or came later | Scryer looks ahead for a clause whose head fits, and does not ask whether it is there: the call never ends, or sees what came after it | a clause begins with something else than its head: a goal before the last one |
| `retract/1` of a clause that is not the first one with its first argument | those after it are found twice | the clauses are compiled anew |
| `asserta/1`, then anything else | clauses are lost, or found twice | the same, before the next one |
| a clause with a variable as its first argument, and then or before a retracted one | the engine crashes | the same |

To compile the N clauses of a predicate anew takes as long as to assert them. A retracted clause that was the first one with its
first argument (a queue, a counter for each key, a set) costs nothing more, nor does asserta/1 alone.
*/

:- module(indexed, [put/4, framed/3, framed_clauses/5, ready_to_remove/3, risk/4, removed/4, removed_all/2, renewals/1, end/0]).

:- use_module(library(lists)).

% Marks: 1, a clause has been retracted; 2, one has been put before others; 4, one has a variable as its first argument.

%! put(+Where, +Module, +Head, +Body) is det.
%
% asserta/1 (Where is `a`) and assertz/1 (`z`) of a clause in Module.

put(Where, M, H, B0) :-
    functor(H, Name, Arity),
    (   Arity =:= 0 -> B = B0
    ;   arg(1, H, K),
        ready(Where, M, Name, Arity, K),
        framed(Arity, B0, B)
    ),
    (   B == true -> C = M:H ; C = M:(H :- B) ),
    ( Where == a -> asserta(C) ; assertz(C) ).

ready(z, M, Name, Arity, K) :-
    ( var(K) -> New = 4 ; New = 0 ),
    '$foreign_call'(predicate_mark, [M,Name,Arity,New], Old),
    (   Old =:= 0 -> true
    ;   ( Old /\ 2 =\= 0 ; var(K), Old /\ 1 =\= 0 ) -> renewed(M, Name, Arity, New)
    ;   true
    ).
ready(a, M, Name, Arity, K) :-
    ( var(K) -> New = 6 ; New = 2 ),
    '$foreign_call'(predicate_mark, [M,Name,Arity,New], Old),
    (   Old /\ 5 =\= 0 -> renewed(M, Name, Arity, New)
    ;   true
    ).

%! framed(+Arity, +Body0, -Body) is det.
%
% Body means Body0, and the clause, whose head has Arity arguments, begins with something else than its head: it has a goal before the
% last one. Facts with one argument need none.

framed(_, B, B) :- var(B), !.
framed(1, true, true) :- !.
framed(_, true, ( asserted:as_written(true), indexed:end )) :- !.
framed(_, B, B) :- B = (G,_), is_call(G), !.
framed(_, B, ( asserted:as_written(B), B )).

% is_call(@Goal): it is compiled as a call.
is_call(G) :- callable(G), ( G = M:G1 -> atom(M), is_call(G1) ; functor(G, Name, Arity), \+ '$built_in_property'(Name, Arity), \+ control(Name, Arity) ).

control(',', 2). control(;, 2). control(->, 2). control(\+, 1). control(!, 0). control('$call', 1). control(call, _).

end.

%! framed_clauses(+Module, +Name, +Arity, +Clauses0, -Clauses) is det.
%
% The same for the clauses `clause(Index,Clause)` of a dynamic predicate in a file.

framed_clauses(M, Name, Arity, Clauses0, Clauses) :-
    each_framed(Clauses0, Arity, 0, Marks, Clauses),
    ( Marks =:= 0 -> true ; '$foreign_call'(predicate_mark, [M,Name,Arity,Marks], _) ).

each_framed([], _, Marks, Marks, []).
each_framed([clause(I,C0)|Cs0], Arity, Marks0, Marks, [clause(I,C)|Cs]) :-
    ( C0 = (H :- B0) -> true ; H = C0, B0 = true ),
    framed(Arity, B0, B),
    ( B == true -> C = H ; C = (H :- B) ),
    ( H = _:H1 -> true ; H1 = H ),
    ( arg(1, H1, K), var(K) -> Marks1 = 4 ; Marks1 = Marks0 ),
    each_framed(Cs0, Arity, Marks1, Marks, Cs).

%! ready_to_remove(+Module, +Name, +Arity) is det.
%
% Clauses of the predicate may be retracted.

ready_to_remove(M, Name, Arity) :-
    (   Arity =:= 0 -> true
    ;   '$foreign_call'(predicate_mark, [M,Name,Arity,0], Old),
        ( Old /\ 2 =\= 0 -> renewed(M, Name, Arity, 0) ; true )
    ).

%! risk(+Module, +Head, +Location, -Risk:boolean) is det.
%
% Whether the predicate of Head has to be compiled anew after its clause at Location is retracted: another one with its first argument
% is before it.

risk(M, H, Loc, Risk) :-
    functor(H, Name, Arity),
    (   Arity =:= 0 -> Risk = false
    ;   '$foreign_call'(predicate_mark, [M,Name,Arity,1], Old),
        (   Old /\ 4 =\= 0 -> Risk = true
        ;   arg(1, H, K),
            functor(H1, Name, Arity),
            arg(1, H1, K1),
            ( compound(K) -> functor(K, F, N), functor(K1, F, N) ; K1 = K ),
            % '$get_clause_p' wants a head that is no variable bound to one.
            findall(Loc0, indexed:first_place(M, H1, Loc0), Locs),
            ( Locs == [Loc] -> Risk = false ; Risk = true )
        )
    ).

first_place(M, H, Loc) :-
    ( M == user -> builtins:'$clause'(H, _) ; M:'$clause'(H, _) ),
    '$get_clause_p'(H, Place, M),
    !,
    Place = Loc-_.

%! removed(+Module, +Name, +Arity, +Risk:boolean) is det.
%
% A clause of the predicate has been retracted.

removed(M, Name, Arity, Risk) :-
    (   Risk == true, Arity > 0 -> renewed(M, Name, Arity, 0)
    ;   true
    ).

%! removed_all(+Module, +Head) is det.
%
% retractall/1.

removed_all(M, H) :-
    functor(H, Name, Arity),
    (   Arity =:= 0 -> retractall(M:H)
    ;   H =.. [_,K|As],
        '$foreign_call'(predicate_mark, [M,Name,Arity,1], Old),
        (   distinct([K|As]) -> retractall(M:H)
        ;   Old /\ 6 =:= 0, nonvar(K), \+ compound(K), distinct(As) -> retractall(M:H)
        ;   \+ stored(M, H, _) -> true
        ;   retractall(M:H),
            renewed(M, Name, Arity, 0)
        )
    ).

distinct(As) :- all_vars(As), sort(As, Vs), length(As, N), length(Vs, N).

all_vars([]).
all_vars([A|As]) :- var(A), all_vars(As).

% --- compiling anew ---------------------------------------------------------------------------

%! renewals(-Count) is det.
%
% How often clauses have been compiled anew. Places of clauses that were found before are no more.

renewals(N) :- ( '$fetch_global_var'(indexed_renewals, N0) -> N = N0 ; N = 0 ).

renewed(M, Name, Arity, Marks) :-
    (   '$dynamic_property'(M, Name, Arity), \+ '$multifile_property'(M, Name, Arity) ->
        renewals(N0),
        N is N0 + 1,
        '$store_global_var'(indexed_renewals, N),
        functor(H, Name, Arity),
        findall(H-B, stored(M, H, B), Clauses),
        '$abolish_clause'(M, Name, Arity),
        (   Clauses == [] ->
            assertz(M:(H :- false)),
            once(retract(M:(H :- false)))
        ;   true
        ),
        again(Clauses, M, Marks, Marks1),
        '$foreign_call'(predicate_marked, [M,Name,Arity,Marks1], _)
    ;   true
    ).

again([], _, Marks, Marks).
again([H-B|Clauses], M, Marks0, Marks) :-
    ( B == true -> assertz(M:H) ; assertz(M:(H :- B)) ),
    arg(1, H, K),
    ( var(K) -> Marks1 is Marks0 \/ 4 ; Marks1 = Marks0 ),
    again(Clauses, M, Marks1, Marks).

stored(M, H, B) :- ( M == user -> builtins:'$clause'(H, B) ; M:'$clause'(H, B) ).
