/** Predicates of programs, kept such that Scryer 0.10 finds their clauses.

| what a program does | what goes wrong | cure |
|---|---|---|
| a call whose second argument selects clauses, of which some are gone or came later | Scryer looks ahead for a clause whose head fits, and does not ask whether it is there: the call never ends, or sees what came after it | a clause begins with something else than its head: a goal before the last one |
| `retract/1` of a clause that is not the first one with its first argument | those after it are found twice | the clauses are compiled anew |
| `asserta/1`, then anything else | clauses are lost, or found twice | the same, before the next one |
| `asserta/1` while a call is open whose first argument several clauses have | what was found is found again, for ever | there is no index |
| clauses of a file that have one first argument, all of them; another one is asserted while a call of it is open | the call never ends: where it stood in the index there is something else | the index has two keys from the beginning, one of which is gone |
| a clause with a variable as its first argument beside others | the engine crashes, or clauses that came later are seen | there is no index |
| an integer of 2^55 and more as a first argument | no index knows it: the clause is not found | there is no index; of a static predicate `heads` knows |

To compile the N clauses of a predicate anew takes as long as to assert them. A retracted clause that was the first one with its
first argument (a queue, a counter for each key, a set) costs nothing more, nor does asserta/1 alone. Where there is no index the
heads have variables only, which are unified with what was written when a clause is called; nothing can go wrong then, and a call
looks at all clauses. A predicate of some size whose clauses have been compiled anew three times loses its index the next time.
*/

:- module(indexed, [put/4, framed_clauses/5, settled/4, head/2, no_key/1, ready_to_remove/3, risk/5, removed/4, removed_all/2, renewals/1, born/4,
                    unified/2, distinct/1, end/0, first_retracted/1]).

:- use_module(library(lists)).
:- use_module(library(asserted), []).

% Marks: 1, a clause has been retracted; 2, one has been put before others; 4, there may be rules; 8, there is no index; 16 for each
% time that the clauses were compiled anew.

%! put(+Where, +Module, +Head, +Body) is det.
%
% asserta/1 (Where is `a`) and assertz/1 (`z`) of a clause in Module.

put(Where0, M, H, B0) :-
    functor(H, Name, Arity),
    (   Arity =:= 0 -> Where = Where0, Old = 0, B = B0
    ;   arg(1, H, K),
        % Before nothing is behind nothing: so a counter is kept with asserta/1, too.
        ( Where0 == a, is_empty(M, Name, Arity) -> Where = z ; Where = Where0 ),
        ready(Where, M, Name, Arity, K, B0, Old),
        framed(Arity, B0, B)
    ),
    clause_for(Old, H, B0, B, C0),
    C = M:C0,
    ( Where == a -> asserta(C) ; assertz(C) ).

is_empty(M, Name, Arity) :-
    '$dynamic_property'(M, Name, Arity),
    functor(H, Name, Arity),
    \+ stored(M, H, _).

% clause_for(+Marks, +Head, +Body0, +Framed, -Clause).
clause_for(Marks, H, B0, B, C) :-
    (   Marks /\ 8 =\= 0, H =.. [Name|As], \+ distinct(As) ->
        functor(H, Name, Arity),
        functor(G, Name, Arity),
        G =.. [_|Vs],
        V =.. [v|Vs],
        A =.. [v|As],
        C = (G :- indexed:unified(V, A), B0)
    ;   B == true -> C = H
    ;   C = (H :- B)
    ).

% ready(+Where, +Module, +Name, +Arity, +FirstArgument, +Body, -Marks): a clause with FirstArgument may be asserted.
ready(Where, M, Name, Arity, K, B, Marks) :-
    ( Where == a -> New0 = 2, Wrong = 1 ; New0 = 0, Wrong = 2 ),
    ( B == true -> New = New0 ; New is New0 + 4 ),
    '$foreign_call'(predicate_mark, [M,Name,Arity,New], Old),
    (   Old /\ 8 =\= 0 -> Marks = Old
    ;   ( no_key(K) ; Where == a, has_several(Old, M, Name, Arity, K) ) -> New8 is New + 8, anew(Old, M, Name, Arity, New8, Marks)
    ;   Old /\ Wrong =\= 0 -> anew(Old, M, Name, Arity, New, Marks)
    ;   Marks = Old
    ).

% has_several(+Marks, +Module, +Name, +Arity, +Key): there are two clauses or more with this first argument. Facts are called, since
% their index knows; how rules are kept has none for that.
has_several(Marks, M, Name, Arity, K0) :-
    '$dynamic_property'(M, Name, Arity),
    functor(H, Name, Arity),
    arg(1, H, K),
    ( compound(K0) -> functor(K0, F, N), functor(K, F, N) ; K = K0 ),
    (   Marks /\ 4 =:= 0 -> findall(x, indexed:holds(M, H), [_,_|_])
    ;   findall(x, indexed:stored(M, H, _), [_,_|_])
    ).

holds(M, H) :- call(M:H).

%! no_key(@FirstArgument) is semidet.
%
% An index does not know it.

no_key(K) :- var(K), !.
no_key(K) :- integer(K), ( K >= 36028797018963968 -> true ; K < -36028797018963968 ).

%! unified(?Variables, ?Arguments) is semidet.
%
% Stands in place of the arguments of a head.

unified(V, V).

% framed(+Arity, +Body0, -Body): Body means Body0, and the clause, whose head has Arity arguments, begins with something else than its head: it has a goal before the
% last one. Facts with one argument need none.

framed(_, B, B) :- \+ callable(B), !.
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
    ( member(clause(_,(_ :- _)), Clauses0) -> Rules = 4 ; Rules = 0 ),
    '$foreign_call'(predicate_mark, [M,Name,Arity,Rules], Old),
    (   Old /\ 8 =:= 0, member(clause(_,C), Clauses0), head(C, H), arg(1, H, K), no_key(K) ->
        '$foreign_call'(predicate_mark, [M,Name,Arity,8], _),
        Marks = 8
    ;   Marks = Old
    ),
    each_framed(Clauses0, Arity, Marks, Clauses).

each_framed([], _, _, []).
each_framed([clause(I,C0)|Cs0], Arity, Marks, [clause(I,C)|Cs]) :-
    ( C0 = (H0 :- B0) -> true ; H0 = C0, B0 = true ),
    framed(Arity, B0, B),
    head(H0, H),
    clause_for(Marks, H, B0, B, C1),
    (   H0 = M:_ -> ( C1 = (H1 :- B1) -> C = (M:H1 :- B1) ; C = M:C1 )
    ;   C = C1
    ),
    each_framed(Cs0, Arity, Marks, Cs).

%! settled(+Module, +Name, +Arity, +Clauses) is det.
%
% The clauses of a file have been compiled. If those of one kind have one first argument only, a clause with another one is asserted and
% retracted: that changes the form of the index, which it may not do while a call is open.

settled(M, Name, Arity, Clauses) :-
    '$foreign_call'(predicate_mark, [M,Name,Arity,0], Marks),
    (   Marks /\ 8 =\= 0 -> true
    ;   ( one_key(Clauses, atomic) -> touched(M, Name, Arity, '$other') ; true ),
        ( one_key(Clauses, structure) -> touched(M, Name, Arity, '$other'(_)) ; true )
    ).

touched(M, Name, Arity, K) :-
    functor(H, Name, Arity),
    arg(1, H, K),
    framed(Arity, true, B),
    assertz(M:(H :- B)),
    once(asserted:taken(M, H)).

% one_key(+Clauses, +Kind): two or more have a first argument of this kind, and always the same one.
one_key(Clauses0, Kind) :-
    with_key(Clauses0, Kind, Key, Clauses1),
    with_key(Clauses1, Kind, Key1, Clauses),
    Key == Key1,
    no_other(Clauses, Kind, Key).

with_key([clause(_,C)|Clauses0], Kind, Key, Clauses) :-
    head(C, H),
    arg(1, H, K),
    (   of_kind(Kind, K, Key0) -> Key = Key0, Clauses = Clauses0
    ;   with_key(Clauses0, Kind, Key, Clauses)
    ).

no_other(Clauses0, Kind, Key) :-
    (   with_key(Clauses0, Kind, Key1, Clauses) -> Key == Key1, no_other(Clauses, Kind, Key)
    ;   true
    ).

of_kind(atomic, K, K) :- atomic(K).
of_kind(structure, K, F/N) :- compound(K), K \= [_|_], functor(K, F, N).

%! head(@Clause, -Head) is det.
%
% Head is that of Clause, without its module.

head(C, H) :-
    (   C = (H0 :- _) -> head(H0, H)
    ;   C = _:H0 -> head(H0, H)
    ;   H = C
    ).

%! ready_to_remove(+Module, +Name, +Arity) is det.
%
% Clauses of the predicate may be retracted.

ready_to_remove(M, Name, Arity) :-
    (   Arity =:= 0 -> true
    ;   '$foreign_call'(predicate_mark, [M,Name,Arity,0], Old),
        ( Old /\ 2 =\= 0 -> anew(Old, M, Name, Arity, 0, _) ; true )
    ).

%! risk(+Module, +Head, +Location, +First:boolean, -Risk:boolean) is det.
%
% Whether the predicate of Head has to be compiled anew after its clause at Location is retracted: another one with its first argument
% is before it. First says whether no fact is.

risk(M, H, Loc, First, Risk) :-
    functor(H, Name, Arity),
    (   Arity =:= 0 -> Risk = false
    ;   '$foreign_call'(predicate_mark, [M,Name,Arity,1], Old),
        (   Old /\ 8 =\= 0 -> Risk = false
        ;   First == true, Old /\ 6 =:= 0 -> Risk = false
        ;   arg(1, H, K),
            functor(H1, Name, Arity),
            arg(1, H1, K1),
            ( compound(K) -> functor(K, F, N), functor(K1, F, N) ; K1 = K ),
            % '$get_clause_p' wants a head that is no variable bound to one.
            findall(Loc0, indexed:first_place(M, H1, Loc0), Locs),
            ( Locs == [Loc] -> Risk = false ; Risk = true )
        )
    ).

first_place(M, H, Loc) :- placed(M, H, _, Loc), !.

%! removed(+Module, +Name, +Arity, +Risk:boolean) is det.
%
% A clause of the predicate has been retracted.

removed(M, Name, Arity, Risk) :-
    (   Risk == true, Arity > 0 ->
        '$foreign_call'(predicate_mark, [M,Name,Arity,1], Old),
        anew(Old, M, Name, Arity, 0, _)
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
        ;   Old /\ 8 =\= 0 ->
            findall(H-B, ( stored(M, H, B), asserted:written(B, _) ), Clauses),
            each_removed(Clauses, M)
        ;   Old /\ 2 =:= 0, nonvar(K), \+ compound(K), distinct(As) -> retractall(M:H)
        ;   \+ stored(M, H, _) -> true
        ;   retractall(M:H),
            anew(Old, M, Name, Arity, 0, _)
        )
    ).

% Scryer's retract/1. (As an argument it would mean the one of programs, if this module is loaded after the start.)
first_retracted(Clause) :- retract(Clause), !.

each_removed([], _).
each_removed([H-B|Clauses], M) :-
    first_retracted(M:(H :- B)),
    each_removed(Clauses, M).

%! distinct(@Terms:list) is semidet.
%
% They are variables, each another one.

distinct(As) :- all_vars(As), sort(As, Vs), length(As, N), length(Vs, N).

all_vars([]).
all_vars([A|As]) :- var(A), all_vars(As).

% --- compiling anew ---------------------------------------------------------------------------

%! renewals(-Count) is det.
%
% How often clauses have been compiled anew. Places of clauses that were found before are no more.

renewals(N) :- ( '$fetch_global_var'(indexed_renewals, N0) -> N = N0 ; N = 0 ).

% anew(+Marks0, +Module, +Name, +Arity, +New, -Marks): the clauses are compiled anew. New are marks that hold for what is asserted next.
anew(Marks0, M, Name, Arity, New, Marks) :-
    (   Marks0 /\ 8 =:= 0, '$dynamic_property'(M, Name, Arity), \+ '$multifile_property'(M, Name, Arity) ->
        renewals(N0),
        N is N0 + 1,
        '$store_global_var'(indexed_renewals, N),
        functor(H, Name, Arity),
        findall(Loc-(H-B), indexed:placed(M, H, B, Loc), Placed),
        findall(Clause, member(_-Clause, Placed), Clauses),
        '$abolish_clause'(M, Name, Arity),
        (   Clauses == [] ->
            assertz(M:(H :- false)),
            first_retracted(M:(H :- false))
        ;   true
        ),
        Times is (Marks0 >> 4) + 1,
        ( Times > 3, Clauses = [_,_,_,_,_,_,_,_|_] -> Chain = 8 ; Chain = New /\ 8 ),
        again(Clauses, M, Chain),
        Marks is New \/ Chain \/ (Marks0 /\ 4) \/ (Times << 4),
        '$foreign_call'(predicate_marked, [M,Name,Arity,Marks], _),
        findall(Loc, indexed:placed(M, H, _, Loc), Locs),
        births(M, Name, Arity, Placed, Locs)
    ;   Marks = Marks0
    ).

% placed(+Module, ?Head, -Body, -Location): a clause, and where it is kept. Locations grow with time.
placed(M, H, B, Loc) :-
    ( M == user -> builtins:'$clause'(H, B) ; M:'$clause'(H, B) ),
    '$get_clause_p'(H, Place, M),
    Place = Loc-_.

% births(+Module, +Name, +Arity, +Placed, +Locations): the clauses Placed, before they were compiled anew, are at Locations now.
births(M, Name, Arity, Placed, Locs) :-
    births_key(M, Name, Arity, Key),
    ( '$fetch_global_var'(Key, Births0) -> true ; Births0 = [] ),
    each_born(Locs, Placed, Births0, Births),
    '$store_global_var'(Key, Births).

each_born([], _, _, []).
each_born([Loc|Locs], [Loc0-_|Placed], Births0, [Loc-Birth|Births]) :-
    ( member(Loc0-Birth0, Births0) -> Birth = Birth0 ; Birth = Loc0 ),
    each_born(Locs, Placed, Births0, Births).

births_key(M, Name, Arity, Key) :-
    number_chars(Arity, Ds),
    atom_chars(M, Ms),
    atom_chars(Name, Ns),
    append([Ms,[:],Ns,[/],Ds], Cs),
    atom_chars(Key, Cs).

%! born(+Module, +Head, +Location, -Birth) is det.
%
% Birth is where the clause at Location was kept when it was asserted.

born(M, H, Loc, Birth) :-
    (   renewals(0) -> Birth = Loc
    ;   functor(H, Name, Arity),
        births_key(M, Name, Arity, Key),
        '$fetch_global_var'(Key, Births),
        member(Loc-Birth0, Births) -> Birth = Birth0
    ;   Birth = Loc
    ).

again([], _, _).
again([H-B|Clauses], M, Chain) :-
    ( nonvar(B), B = ( asserted:as_written(True), _ ), True == true -> B0 = true ; B0 = B ),
    clause_for(Chain, H, B0, B, C0),
    C = M:C0,
    assertz(C),
    again(Clauses, M, Chain).

stored(M, H, B) :- ( M == user -> builtins:'$clause'(H, B) ; M:'$clause'(H, B) ).
