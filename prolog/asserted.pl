/** Clauses of dynamic predicates, as programs see them.

What goals mean is seen to when clauses are compiled: they are expanded, and those of SWI-Prolog are translated. The body of
a dynamic clause is kept beside that, so that clause/2, retract/1 and listing/1 have what was written.

```
?- assertz((greeting(X) :- format("Hello ~w!~n", [X]))), greeting("Bob"), clause(greeting(Y), Body).
Hello Bob!
   Body = format("Hello ~w!~n",[Y]).
```

Goals of programs that assert, retract or look at clauses mean the predicates below. How clauses are kept such that they are found
knows `indexed`.
*/

:- module(cl_asserted, [lend/4, added/2, added/3, removed/1, taken/2, rule_places/4, rule_place/4, rule_at/5, gone/3, member_of/2,
                     clause_of/2, written/2, emptied/1, stored/4, expanded/4, as_written/1, adds/2, adds/3, known/2, unknown/2, added_in/3, removed_in/2, emptied_in/2, clause_in/3]).

:- use_module(library(cl_indexed), []).
:- use_module(library(cl_miscompiled), []).

%! as_written(@Body) is det.
%
% Stands before a body that means Body, which was written.

as_written(_).

%! written(+Stored, -Body) is semidet.
%
% Body is what was written for the body Stored, of a clause whose head has been unified with a term. Fails where the head that was
% written does not fit (`indexed`).

written(Stored, Body) :-
    cl_indexed:unframed(Stored, Body0),
    ( nonvar(Body0), Body0 = (cl_asserted:as_written(Body1),_) -> Body = Body1 ; Body = Body0 ).

%! stored(+Module, +Head, +Body, -Stored) is det.
%
% Stored is the body with which the clause Head :- Body is kept in Module.

stored(Module, Head, Body, Stored) :-
    (   var(Body) -> Stored = Body
    ;   translated(Body, Module, Head, Body1),
        (   Body1 == Body -> Stored = Body
        ;   Stored = (cl_asserted:as_written(Body),Body1)
        )
    ).

translated(Body0, Module, Head, Body) :-
    cl_engine:meant(Body0, Body1),
    expanded(Body1, Module, Head, Body).

%! expanded(+Body0, +Module, +Head, -Body) is det.
%
% Body is Body0 with its goals expanded, and cured of what Scryer compiles wrongly. A body with something in it that can be no
% goal stays as it is: that is an error only if it is called.

expanded(Body0, Module, Head, Body) :-
    loader:module_expanded_head_variables(Head, Vars),
    % Scryer's expansion leaves choice points: a clause would be asserted again.
    (   catch(loader:expand_goal(Body0, Module, Body1, Vars, []), error(type_error(callable, _), _), Body1 = Body0) -> true ),
    once_qualified(Body1, Body2),
    cl_miscompiled:cured(Head, Body2, Body).

% once_qualified(+Body0, -Body): a goal with the name of a module may have become one of another, as in `user:string_terms:...`.
once_qualified(G, G) :- var(G), !.
once_qualified((A0,B0), (A,B)) :- !, once_qualified(A0, A), once_qualified(B0, B).
once_qualified((A0;B0), (A;B)) :- !, once_qualified(A0, A), once_qualified(B0, B).
once_qualified((A0->B0), (A->B)) :- !, once_qualified(A0, A), once_qualified(B0, B).
once_qualified(\+ A0, \+ A) :- !, once_qualified(A0, A).
once_qualified(_:G0, G) :- nonvar(G0), G0 = M:_, atom(M), !, once_qualified(G0, G).
once_qualified(G, G).

%! adds(+Where, @Clause, -Goal) is semidet.
%
% Where the expansion of goals meets one that asserts Clause, it is to be Goal. Facts with variables are looked at, too: a clause that is
% a cyclic term would crash the engine. A fact whose variables are bound to atoms and numbers cannot be one.

adds(Where, C, Goal) :-
    nonvar(Goal),
    !,
    % The sandbox asks of what a goal is the expansion.
    (   Goal = cl_asserted:added_in(Where, M, C) -> true
    ;   ( Goal = cl_asserted:added(Where, M:C) -> true ; Goal = cl_asserted:added(Where, M:C, _) ),
        known(C, M)
    ).
adds(Where, C, Goal) :-
    unknown(C, M),
    !,
    Goal = cl_asserted:added_in(Where, M, C).
adds(Where, C, Goal) :-
    fact(C, Fact),
    known(C, M),
    (   Fact == true, \+ moves(C), C =.. [_|As], ( ground(As) -> true ; \+ ( lists:member(A, As), compound(A) ) ), term_variables(As, Vs) ->
        Goal = cl_asserted:added(Where, M:C, Vs)
    ;   Goal = cl_asserted:added(Where, M:C)
    ).

%! adds(@Clause, -Goal) is semidet.
%
% The same for assert/1, unless the program has its own.

adds(C, Goal) :-
    nonvar(C),
    '$foreign_call'(text_has, [assert,1], 0),
    '$foreign_call'(predicate_is_somewhere, [assert,1], 0),
    ( adds(z, C, Goal) -> true ; nonvar(Goal) -> false ; Goal = assertz(C) ).

% moves(+Fact): it is not one of where it is asserted.
moves(C) :- ( lent(_, _, _, _) ; expansion(C) ), at_home(C, _:_), !.

% A string is no clause at all.
fact(C, Fact) :- ( nonvar(C), C \= (_:-_), C \= _:_, \+ string_terms:is_string(C) -> Fact = true ; Fact = false ).

%! known(@Term, -Module) is semidet.
%
% The expansion of goals is in Module, of which Term can be told. A goal that is not known yet may be what a closure is called
% with, whose arguments stay what they are; in `user` they do.

known(T, M) :-
    cl_variables:context(M),
    ( nonvar(T) -> true ; M == user ).

%! unknown(?Term, ?Module) is semidet.
%
% The same for a goal in a module of a program of which nothing is known; or Module is there, since the goal is an expansion.

unknown(T, M) :-
    (   nonvar(M) -> true
    ;   var(T),
        cl_variables:context(M),
        M \== user,
        '$foreign_call'(module_is_ours, [M], 0)
    ).

%! added_in(+Where, +Module, +Clause) is det.
%! removed_in(+Module, +Clause) is nondet.
%! emptied_in(+Module, +Head) is det.
%! clause_in(+Module, +Head, ?Body) is nondet.
%
% The same as added/2, removed/1, emptied/1, and clause_of/2. The arguments of the goal are the last ones: it may be what a closure is called
% with.

added_in(Where, M, C) :- added(Where, M:C).

removed_in(M, C) :- removed(M:C).

emptied_in(M, H) :- emptied(M:H).

clause_in(M, H, B) :- clause_of(M:H, B).

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

added(Where, C00) :-
    qualified(C00, C0),
    (   cl_guards:finite_term(C0) -> true
    ;   Where = a -> throw(error(representation_error(cyclic_term), asserta/1))
    ;   throw(error(representation_error(cyclic_term), assertz/1))
    ),
    ( goals_may_come, cl_engine:provided(cl_pointers), cl_pointers:without(C0, C) -> true ; C = C0 ),
    (   rule(C, M, H, B) ->
        no_string(H, Where),
        ( callable(H) -> stored(M, H, B, Stored), cl_indexed:put(Where, M, H, Stored) ; put(Where, C) )
    ;   headed(C, user, M, H) ->
        no_string(H, Where),
        ( callable(H), H \= (_ :- _) -> cl_indexed:put(Where, M, H, true) ; put(Where, C) )
    ;   put(Where, C)
    ).

% no_string(+Head, +Where): a string is no head.
no_string(H, Where) :-
    (   string_terms:is_string(H) ->
        ( Where = a -> PI = asserta/1 ; PI = assertz/1 ),
        throw(error(type_error(callable, H), PI))
    ;   true
    ).

% qualified(+Clause0, -Clause): what a closure of a program is called with, as in maplist(assertz, Facts), is of `user`.
qualified(C0, C) :-
    (   nonvar(C0), C0 = _:_ -> C1 = C0
    ;   C1 = user:C0
    ),
    at_home(C1, C).

% lent(Module, Name, Arity, Owner): Module has the dynamic predicate of Owner, whose clauses change with those of Module.
:- dynamic(lent/4).

%! lend(+Module, +Name, +Arity, +Owner) is det.
%
% Module, of a program, has imported the dynamic predicate Name/Arity of Owner.

lend(Module, Name, Arity, Owner) :-
    retractall(lent(Module, Name, Arity, _)),
    assertz(lent(Module, Name, Arity, Owner)).

% expansion(+Head): it says what terms or goals become.
expansion(term_expansion(_, _)).
expansion(goal_expansion(_, _)).

% at_home(+Clause0, -Clause): Clause is of the module that owns its predicate; its body is one of the module that asserts it.
at_home(C0, C) :-
    (   part_of(C0, user, M0, T0), nonvar(T0), ( T0 = (H0 :- B0) -> true ; H0 = T0 ), part_of(H0, M0, M, H1), nonvar(H1), expansion(H1) ->
        cl_engine:provided(cl_expansions),
        cl_expansions:renamed(M, H1, H),
        (   var(B0) -> C = M:H
        ;   M == M0 -> C = M:(H :- B0)
        ;   C = M:(H :- M0:B0)
        )
    ;   lent(_, _, _, _), part_of(C0, user, M, T0), nonvar(T0),
        ( T0 = (H :- B) -> T = (H :- M:B) ; T = T0, H = T0 ),
        callable(H), functor(H, Name, Arity), lent(M, Name, Arity, Owner) -> C = Owner:T
    ;   C = C0
    ).

%! added(+Where, +Fact, +Variables:list) is det.
%
% The same for a fact with these variables, and nothing else in it but atoms and numbers.

% Scryer's pointers to code do not bear to be asked what they are.
added(Where, C, Vs) :-
    (   \+ goals_may_come, \+ lent(_, _, _, _), all_atomic(Vs), C = M:H, callable(H) -> cl_indexed:put(Where, M, H, true)
    ;   added(Where, C)
    ).

all_atomic([]).
all_atomic([V|Vs]) :- atomic(V), all_atomic(Vs).

% goals_may_come: a program has a predicate that takes goals.
:- dynamic(goals_may_come/0).

goals_come :- ( goals_may_come -> true ; assertz(goals_may_come) ).

put(a, C) :- asserta(C).
put(z, C) :- assertz(C).

%! removed(+Clause) is nondet.
%
% retract/1.

% Clauses that are looked at with clause/2 and then retracted crash the engine on backtracking, if facts come after rules. So
% they are found first, or retract/1 itself goes through them.
removed(C0) :-
    qualified(C0, C),
    (   rule(C, M, H, B) -> removed_rule(M, H, B)
    ;   C = M:(H :- B), var(B), callable(H), H \= _:_ -> removed_rule(M, H, B)
    ;   part_of(C, user, M, H), H \= (_:-_), callable(H), is_dynamic(M, H) -> taken(M, H)
    ;   retract(C)
    ).

removed_rule(M, H, B) :-
    rule_places(M, H, B, Places),
    member_of(Places, Place),
    once(cl_asserted:rule_at(M, H, Place, B, At)),
    gone(M, H, At).

%! rule_places(+Module, ?Head, ?Body, -Places:list) is det.
%! rule_at(+Module, ?Head, +Place, ?Body, -At) is semidet.
%! gone(+Module, +Head, +At) is det.
%
% Places are those of the clauses for Head and Body, as it was written. Head :- Body is the clause that was found at Place, and is At now;
% it is gone after gone/3, if it was not before. (Scryer's retract/1 ends the engine where the goal of a body is one that it has
% looked up, and takes the first clause that is the same.)

rule_places(M, H, B, Places) :-
    (   callable(H), is_dynamic(M, H) ->
        functor(H, Name, Arity),
        cl_indexed:ready_to_remove(M, Name, Arity),
        % What Scryer is asked below has to be a structure, and no variable that is bound to one.
        functor(H1, Name, Arity),
        H1 = H,
        findall(Place, cl_asserted:rule_place(M, H1, B, Place), Places)
    ;   % Of others it is an error to ask.
        findall(x, cl_asserted:stored_clause(M:H, _), _),
        Places = []
    ).

rule_place(M, H, B, Place) :-
    ( M == user -> builtins:'$clause'(H, Stored) ; M:'$clause'(H, Stored) ),
    '$get_clause_p'(H, Place, M),
    % What is asked last must not be the last goal.
    written(Stored, B).

rule_at(M, H, Loc0-P, B, N-Loc) :-
    functor(H, Name, Arity),
    cl_indexed:now_at(M, Name, Arity, Loc0, Loc),
    functor(H1, Name, Arity),
    '$invoke_clause_at_p'(H1, Stored, Loc, P, N, M),
    H = H1,
    written(Stored, B),
    constraints_hold.

gone(M, H, At) :- gone(M, H, false, At).

% gone(+Module, +Head, +First:boolean, +At): First says whether no clause with the first argument of Head is before it.
gone(M, H, First, N-Loc) :-
    (   integer(N) ->
        functor(H, Name, Arity),
        cl_indexed:risk(M, H, Loc, First, Risk),
        '$retract_clause'(Name, Arity, N, M),
        cl_indexed:removed(M, Name, Arity, Risk)
    ;   true
    ).

is_dynamic(M, H) :-
    \+ '$no_such_predicate'(M, H),
    '$head_is_dynamic'(M, H).

%! taken(+Module, +Head) is nondet.
%
% retract/1 of a fact of a dynamic predicate. Scryer's finds all clauses that match before it takes the first one, so that who
% takes all of N facts, one after the other, waits for N^2. Here only a few are found first. The others, which are needed on
% backtracking only, are those that are there then and are not newer than the call.

taken(M, H0) :-
    % Constraints on the variables of H0 would run between the steps by which clauses are found.
    ( '$term_attributed_variables'(H0, []) -> H = H0 ; '$copy_term_without_attr_vars'(H0, H) ),
    functor(H0, Name, Arity),
    cl_indexed:ready_to_remove(M, Name, Arity),
    ( Arity > 0 -> H0 =.. [_,K|As] ; true ),
    ( Arity > 0, cl_indexed:distinct(As) -> Few = 16 ; Few = -1 ),
    % Who is found first is the first with his first argument, if nothing is said of the others.
    ( Few =:= 16, ( atomic(K) ; cl_indexed:distinct([K|As]) ) -> First = true ; First = false ),
    ( Few =:= 16, cl_indexed:facts(M, Name, Arity, K, 16, N0) -> Most = N0 ; Most = Few ),
    (   Most =:= 0 -> Places = []
    ;   '$store_global_var'(facts_to_find, Most),
        findall(Place, cl_asserted:found(M, H, Place), Places)
    ),
    (   Places = [_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_] ->
        cl_indexed:now(Time),
        ( member_of(Places, Place) ; older(M, H, Time, Place) )
    ;   member_of(Places, Place)
    ),
    % Who has been taken by somebody else meanwhile was there when this was called (ISO 8.9.3.4).
    % However many ways there are for the constraints, a clause is taken once.
    Place = Loc0-P,
    cl_indexed:now_at(M, Name, Arity, Loc0, Loc),
    once(cl_asserted:invoked(M, H0, Loc, P, N)),
    ( First == true, Places = [Place|_] -> Sure = true ; Sure = false ),
    gone(M, H0, Sure, N-Loc).

% invoked(+Module, ?Head, +Location, +Pointer, -Number): Head is that of the clause there, which has the number Number if it is still
% there.
invoked(M, H, Loc, P, N) :-
    '$invoke_clause_at_p'(H, Stored, Loc, P, N, M),
    written(Stored, _),
    constraints_hold.

% Before a call of it those run that were woken.
constraints_hold.

% found(+Module, ?Head, -Place): the first places that match.
found(M, H, Place) :-
    place(M, H, Place),
    '$fetch_global_var'(facts_to_find, N),
    (   N =:= 1 -> !
    ;   N1 is N - 1,
        '$store_global_var'(facts_to_find, N1)
    ).

% place(+Module, ?Head, -Place): a fact for Head, as Location-Pointer. Locations grow: clauses that are added later have larger ones.
place(M, H, Place) :-
    rule_place(M, H, Body, Place),
    Body == true.

older(M, H, Time, Place) :-
    functor(H, Name, Arity),
    findall(Loc-P, ( cl_asserted:place(M, H, Place0), Place0 = Loc-P, cl_indexed:born(M, Name, Arity, Loc, Birth), Birth < Time ), Places),
    member_of(Places, Place).

member_of([X|Xs], Y) :- one_of(Xs, X, Y).

one_of([X|Xs], Y) :- one_of(Xs, X, Y).

one_of([], X, X).
one_of([_|_], X, X).
one_of([X|Xs], _, Y) :- one_of(Xs, X, Y).

% clause/2 of Scryer looks into `user` only if that is not said.
stored_clause(Head, Stored) :-
    (   Head = _:H, nonvar(H), H = _:_ -> stored_clause(H, Stored)
    ;   Head = user:H, \+ H = _:_ -> clause(H, Stored)
    ;   clause(Head, Stored)
    ).

%! emptied(+Head) is det.
%
% retractall/1: what has no clauses is dynamic after it.

emptied(C0) :-
    at_home(C0, C),
    (   part_of(C, user, M, Head) ->
        (   callable(Head) -> true
        ;   throw(error(type_error(callable, Head), retractall/1))
        ),
        functor(Head, Name, Arity),
        (   '$dynamic_property'(M, Name, Arity) -> true
        ;   '$predicate_defined'(M, Name, Arity) -> true
        ;   functor(Any, Name, Arity),
            assertz(M:(Any :- false)),
            cl_indexed:first_retracted(M:(Any :- false))
        ),
        cl_indexed:removed_all(M, Head)
    ;   ground(C) -> throw(error(type_error(callable, C), retractall/1))
    ;   throw(error(instantiation_error, retractall/1))
    ).

part_of(C, M0, M, Head) :-
    nonvar(C),
    (   C = M1:C1 -> atom(M1), part_of(C1, M1, M, Head)
    ;   M = M0,
        Head = C
    ).

%! clause_of(+Head, ?Body) is nondet.
%
% clause/2. A program sees the clauses of its static predicates as they stand in its files.

clause_of(Head0, Body) :-
    qualified(Head0, Head),
    (   ( var(Body) ; callable(Body) ), part_of(Head, user, M, H), callable(H), in_files(M, H, PI) ->
        cl_clauses:source_term(M:PI, Term, _, _),
        parts_of(Term, H, Body)
    ;   callable(Head), Head = M:H, callable(H), H \= _:_, is_dynamic(M, H), cl_indexed:facts(M, H) ->
        findall(H, cl_indexed:holds(M, H), Found),
        ( Found = [_|_] -> Body = true, member_of(Found, H) ; false )
    ;   ( var(Body) ; callable(Body) ) ->
        % What is asserted meanwhile would be found, too, and what is put before would end the engine.
        findall(Head-Stored, cl_asserted:stored_clause(Head, Stored), Found),
        member_of(Found, Head-Stored),
        written(Stored, Body)
    ;   stored_clause(Head, Body)
    ).

% in_files(+Module, +Head, -Indicator): the predicate is a static one of a file that is not closed to the program.
in_files(M, H, Name/Arity) :-
    functor(H, Name, Arity),
    \+ '$dynamic_property'(M, Name, Arity),
    cl_engine:provided(cl_clauses),
    cl_clauses:consulted(M, Name, Arity),
    '$foreign_call'(predicate_is_hidden, [M,Name,Arity], 0).

parts_of(Term, H, Body) :-
    (   Term = (_ --> _) -> cl_engine:provided(swi_dcg), swi_dcg:dcg_clause(Term, Clause)
    ;   Clause = Term
    ),
    (   Clause = (H1 :- Body1) -> true
    ;   H1 = Clause,
        Body1 = true
    ),
    ( H1 = _:H -> true ; H1 = H ),
    Body = Body1.

?- clause(no_such_predicate(_), _).
   false.

?- assertz((likes(X, Y) :- compare(=, X, Y), write(X))), clause(likes(A, B), Body).
   Body = (compare(=,A,B),write(A)).

?- retract((likes(_, _) :- compare(_, _, _), _)), \+ clause(likes(_, _), _).
   true.

?- assertz((gone(X) :- X > 1, loved(X))), assertz(gone(a)), findall(B, retract((gone(_) :- _,B)), Bs), findall(X, gone(X), Xs).
   Bs = [loved(_A)], Xs = [a].

?- assertz((left(X) :- X > 1)), assertz(left(a)), findall(B, retract((left(_) :- B)), Bs).
   Bs = [_A>1,true].

?- assertz((once_only(X) :- loved(X))), findall(B, clause(once_only(_), B), Bodies).
   Bodies = [loved(_A)].

?- assertz((even(X) :- 0 is X mod 2)), findall(X, ( member(X, [1,2,3,4]), even(X) ), Xs).
   Xs = [2,4].

?- assertz((twice(X, Y) :- Y is X * 4 / 2)), twice(3, Z), retract((twice(_, _) :- G)).
   Z = 6, G = (_A is _B*4/2).

?- forall(between(1, 40, I), assertz(waiting(I))), findall(J, ( retract(waiting(J)), K is J + 100, assertz(waiting(K)) ), [A|_]),
   findall(J, waiting(J), [B|_]), \+ waiting(201).
   A = 1, B = 101.

?- forall(between(1, 3, I), assertz(called(I))), dif(J, 1), freeze(J, J > 2), retract(called(J)), findall(K, called(K), Ks).
   J = 3, Ks = [1,2].
