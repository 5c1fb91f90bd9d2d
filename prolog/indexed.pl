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
| a clause is retracted that an open call has not come to yet, and another dynamic predicate is called | Scryer asks for the next clause with the clock of that call: the clause is not found; if none is left, the call never ends | `open_call/3` gives the call its own clock back |

To compile the N clauses of a predicate anew takes as long as to assert them. A retracted clause that was the first one with its
first argument (a queue, a counter for each key, a set) costs nothing more, nor does asserta/1 alone. Where there is no index the
heads have variables only, which are unified with what was written when a clause is called, and a call looks at all clauses: little can
go wrong then (`ready`). A predicate of some size whose clauses have been compiled anew three times for their index loses it the next time, any other one after a
hundred times: what was compiled stays in memory.

When clauses are compiled anew, calls that are open go on with the old ones, of which none is retracted any more. So they are compiled
anew before the first one of several is retracted that do not call `open_call/3`, and when more are gone than are left. Predicates that
a text names in retract/1 or retractall/1 are compiled so when they have grown, before there are many more.
*/

:- module(cl_indexed, [put/4, framed_clauses/5, settled/4, head/2, unframed/2, no_key/1, ready_to_remove/3, facts/2, facts/6, holds/2, risk/5, removed/4, removed_all/2,
                    now/1, now_at/5, born/5, set_aside/3, brought_back/1, unified/2, open_call/3, distinct/1, end/0, first_retracted/1]).

:- use_module(library(lists)).
:- use_module(library(cl_asserted), []).

% Marks: 1, a clause has been retracted; 2, one has been put before others; 4, there may be rules; 8, there is no index; 16, clauses
% call open_call/3; 32 for each time that the clauses were compiled anew for their index.

%! put(+Where, +Module, +Head, +Body) is det.
%
% asserta/1 (Where is `a`) and assertz/1 (`z`) of a clause in Module.

put(Where0, M, H, B) :-
    functor(H, Name, Arity),
    (   Arity =:= 0 ->
        Where = Where0,
        '$foreign_call'(predicate_gains, [M,Name,Arity,0,1], Marks),
        clause_for(Marks /\ 16, H, B, C0)
    ;   arg(1, H, K),
        % Before nothing is behind nothing: so a counter is kept with asserta/1, too.
        ( Where0 == a, is_empty(M, Name, Arity) -> Where = z ; Where = Where0 ),
        ready(Where, M, Name, Arity, K, B, Marks),
        clause_for(Marks, H, B, C0)
    ),
    C = M:C0,
    ( Where == a -> asserta(C) ; assertz(C) ).

is_empty(M, Name, Arity) :-
    '$dynamic_property'(M, Name, Arity),
    functor(H, Name, Arity),
    \+ stored(M, H, _).

% clause_for(+Marks, +Head, +Body, -Clause): Clause means Head :- Body, and is kept as Marks say.
clause_for(Marks, H, B0, C) :-
    (   Marks /\ 8 =\= 0, H =.. [Name|As], \+ distinct(As) ->
        functor(H, Name, Arity),
        functor(G, Name, Arity),
        G =.. [_|Vs],
        V =.. [v|Vs],
        A =.. [v|As],
        (   Marks /\ 16 =\= 0, goals(B0) -> guarded(B0, X, Y, B1), B = ( '$get_b_value'(X), '$get_cp'(Y), cl_indexed:unified(V, A), B1 )
        ;   B = ( cl_indexed:unified(V, A), B0 )
        )
    ;   G = H,
        (   Marks /\ 16 =\= 0, goals(B0) -> guarded(B0, X, Y, B1), B = ( '$get_b_value'(X), '$get_cp'(Y), B1 )
        ;   functor(H, _, Arity),
            framed(Arity, B0, B)
        )
    ),
    ( B == true -> C = G ; C = (G :- B) ).

goals(B) :- ( var(B) -> true ; callable(B) ).

guarded(B0, X, Y, B) :-
    guard_place(P),
    ( B0 == true -> B = cl_indexed:open_call(X, Y, P) ; B = ( cl_indexed:open_call(X, Y, P), B0 ) ).

%! unframed(+Stored, -Body) is semidet.
%
% Stored is the body with which a clause Head :- Body is kept, whose head has been unified with a term. Fails where what stands in
% place of the arguments of the head does not fit.

unframed(B, B) :- var(B), !.
unframed(( '$get_b_value'(_), '$get_cp'(_), B0 ), B) :- !, within(B0, B).
unframed(( cl_indexed:unified(A, A0), B0 ), B) :- !, A = A0, B = B0.
unframed(( cl_asserted:as_written(True), cl_indexed:end ), true) :- True == true, !.
unframed(B, B).

within(( cl_indexed:unified(A, A0), B0 ), B) :- !, A = A0, within(B0, B).
within(( cl_indexed:open_call(_, _, _), B ), B) :- !.
within(cl_indexed:open_call(_, _, _), true).

% ready(+Where, +Module, +Name, +Arity, +FirstArgument, +Body, -Marks): a clause with FirstArgument may be asserted.
ready(Where, M, Name, Arity, K, B, Marks) :-
    ( Where == a -> New0 = 2, Wrong = 1 ; New0 = 0, Wrong = 2 ),
    ( B == true -> New = New0 ; New is New0 + 4 ),
    '$foreign_call'(predicate_gains, [M,Name,Arity,New,1], Old0),
    Flags is Old0 >> 40,
    Old1 is Old0 /\ (1 << 40 - 1),
    ( Flags /\ 2 =\= 0 -> key_noted(M, Name, Arity, K) ; true ),
    % One that has grown, and is going to lose clauses, is made ready for that.
    Guarded is New \/ 16,
    ( Flags /\ 1 =\= 0 -> anew(calls, Old1, M, Name, Arity, Guarded, Old) ; Old = Old1 ),
    (   Old /\ 8 =\= 0 ->
        % Where all are gone but those that were put before them, an open call would lose what it has not come to.
        ( Where == z, Old /\ 3 =:= 3 -> anew(calls, Old, M, Name, Arity, Guarded, Marks) ; Marks = Old )
    ;   ( no_key(K) ; Where == a, has_several(Old, M, Name, Arity, K) ) -> New8 is New + 8, anew(index, Old, M, Name, Arity, New8, Marks)
    ;   Old /\ Wrong =\= 0 -> anew(index, Old, M, Name, Arity, New, Marks)
    ;   Marks = Old
    ).

% has_several(+Marks, +Module, +Name, +Arity, +Key): there are two clauses or more with this first argument. Facts are called, since
% their index knows. How rules are kept has none for that: it is noted which keys there have been, and only if one comes again they
% are looked at.
has_several(Marks, M, Name, Arity, K0) :-
    '$dynamic_property'(M, Name, Arity),
    functor(H, Name, Arity),
    arg(1, H, K),
    ( compound(K0) -> functor(K0, F, N), functor(K, F, N) ; K = K0 ),
    (   Marks /\ 4 =:= 0 -> findall(x, cl_indexed:holds(M, H), [_,_|_])
    ;   key_count(M, Name, Arity, K, Count),
        Count > 2,
        findall(x, cl_indexed:stored(M, H, _), [_,_|_])
    ).

% key_count(+Module, +Name, +Arity, +Key, -Count): so often Key has been the first argument of a clause, with the one that is asserted.
key_count(M, Name, Arity, K, Count) :-
    key_text(K, T),
    '$foreign_call'(key_count, [M,Name,Arity,T], Count0),
    (   Count0 >= 0 -> Count = Count0
    ;   functor(H, Name, Arity),
        arg(1, H, K1),
        findall(K1, cl_indexed:stored(M, H, _), Ks),
        keys_noted([K|Ks], M, Name, Arity),
        '$foreign_call'(key_count, [M,Name,Arity,T], Count)
    ).

keys_noted([], _, _, _).
keys_noted([K|Ks], M, Name, Arity) :-
    key_noted(M, Name, Arity, K),
    keys_noted(Ks, M, Name, Arity).

key_noted(M, Name, Arity, K) :-
    key_text(K, T),
    '$foreign_call'(key_noted, [M,Name,Arity,T], _).

% key_text(+Key, -Text): keys with the same text may be others.
key_text(K, T) :- var(K), !, T = '_'.
key_text(K, T) :- number(K), !, number_chars(K, Cs), atom_chars(T, Cs).
key_text(K, T) :- functor(K, T, _).

% What H means is not asked: it is a predicate of M. (That would be asked of one without clauses.)
holds(M, H) :-
    functor(H, Name, Arity),
    \+ is_empty(M, Name, Arity),
    called('$call'(M:H)).

called(G) :- call(G).

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
framed(0, B, B) :- !.
framed(1, true, true) :- !.
framed(_, true, ( cl_asserted:as_written(true), cl_indexed:end )) :- !.
framed(_, B, B) :- B = (G,_), is_call(G), !.
framed(_, B, ( cl_asserted:as_written(B), B )).

% is_call(@Goal): it is compiled as a call.
is_call(G) :- callable(G), ( G = M:G1 -> atom(M), is_call(G1) ; functor(G, Name, Arity), \+ '$built_in_property'(Name, Arity), \+ control(Name, Arity) ).

control(',', 2). control(;, 2). control(->, 2). control(\+, 1). control(!, 0). control('$call', 1). control(call, _).

end.

%! framed_clauses(+Module, +Name, +Arity, +Clauses0, -Clauses) is det.
%
% The same for the clauses `clause(Index,Clause)` of a dynamic predicate in a file.

framed_clauses(M, Name, Arity, Clauses0, Clauses) :-
    ( member(clause(_,(_ :- _)), Clauses0) -> Rules = 4 ; Rules = 0 ),
    length(Clauses0, Count),
    '$foreign_call'(predicate_gains, [M,Name,Arity,Rules,Count], Old0),
    Old is Old0 /\ (1 << 40 - 1),
    ( (Old0 >> 40) /\ 1 =:= 0 -> Retracted = false ; Retracted = true ),
    ( Old /\ 8 =:= 0, member(clause(_,C), Clauses0), head(C, H), arg(1, H, K), no_key(K) -> Chain = 8 ; Chain = 0 ),
    % These cannot be compiled anew.
    ( Retracted == true -> Guarded = 16 ; '$multifile_property'(M, Name, Arity) -> Guarded = 16 ; Guarded = 0 ),
    New is Chain \/ Guarded,
    '$foreign_call'(predicate_mark, [M,Name,Arity,New], _),
    Marks is Old \/ New,
    each_framed(Clauses0, Marks, Clauses).

each_framed([], _, []).
each_framed([clause(I,C0)|Cs0], Marks, [clause(I,C)|Cs]) :-
    ( C0 = (H0 :- B0) -> true ; H0 = C0, B0 = true ),
    head(H0, H),
    clause_for(Marks, H, B0, C1),
    (   H0 = M:_ -> ( C1 = (H1 :- B1) -> C = (M:H1 :- B1) ; C = M:C1 )
    ;   C = C1
    ),
    each_framed(Cs0, Marks, Cs).

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
    first_retracted(M:(H :- B)).

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
    '$foreign_call'(predicate_mark, [M,Name,Arity,0], Old),
    (   Old /\ 10 =:= 2 -> anew(index, Old, M, Name, Arity, 16, _)
    ;   Old /\ 16 =:= 0, '$foreign_call'(predicate_living, [M,Name,Arity], Living), Living =\= 1, at_least(2, M, Name, Arity) ->
        anew(calls, Old, M, Name, Arity, 16, _)
    ;   true
    ).

% at_least(+N, +Module, +Name, +Arity): there are N clauses.
at_least(N, M, Name, Arity) :-
    '$dynamic_property'(M, Name, Arity),
    functor(H, Name, Arity),
    '$store_global_var'(indexed_met, 0),
    stored(M, H, _),
    met(N),
    !.

% met(+N): this has been called N times.
met(N) :-
    '$fetch_global_var'(indexed_met, I0),
    I is I0 + 1,
    '$store_global_var'(indexed_met, I),
    I >= N.

%! facts(+Module, @Head) is semidet.
%! facts(+Module, +Name, +Arity, @Key, +Most, -N) is semidet.
%
% A dynamic predicate of a program has facts only, and an index that knows the first argument of Head, or Key, which is atomic: a call has what
% clause/2 would have. N facts have Key, or as many as Most.

facts(M, H) :-
    compound(H),
    functor(H, Name, Arity),
    arg(1, H, K),
    known_by(M, Name, Arity, K).

facts(M, Name, Arity, K, Most, N) :-
    known_by(M, Name, Arity, K),
    functor(H, Name, Arity),
    arg(1, H, K),
    '$store_global_var'(indexed_met, 0),
    ( holds(M, H), met(Most) -> true ; true ),
    '$fetch_global_var'(indexed_met, N).

known_by(M, Name, Arity, K) :-
    nonvar(K),
    atomic(K),
    \+ no_key(K),
    % Of what others than programs have asserted nothing is known.
    '$foreign_call'(predicate_living, [M,Name,Arity], Living),
    Living > 0,
    '$foreign_call'(predicate_mark, [M,Name,Arity,0], Marks),
    Marks /\ 12 =:= 0.

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
            findall(Loc0, cl_indexed:first_place(M, H1, Loc0), Locs),
            ( Locs == [Loc] -> Risk = false ; Risk = true )
        )
    ).

first_place(M, H, Loc) :- placed(M, H, _, Loc), !.

%! removed(+Module, +Name, +Arity, +Risk:boolean) is det.
%
% A clause of the predicate has been retracted.

removed(M, Name, Arity, Risk) :-
    (   Arity =:= 0 -> true
    ;   Risk == true ->
        '$foreign_call'(predicate_mark, [M,Name,Arity,1], Old),
        anew(index, Old, M, Name, Arity, 16, _)
    ;   '$foreign_call'(predicate_loses, [M,Name,Arity], Many),
        (   Many == 1 ->
            '$foreign_call'(predicate_mark, [M,Name,Arity,1], Old),
            anew(calls, Old, M, Name, Arity, Old /\ 16, _)
        ;   true
        )
    ).

%! removed_all(+Module, +Head) is det.
%
% retractall/1.

removed_all(M, H) :-
    functor(H, Name, Arity),
    H =.. [_|As],
    (   distinct(As) ->
        '$foreign_call'(predicate_mark, [M,Name,Arity,1], Old),
        (   at_least(2, M, Name, Arity), \+ '$multifile_property'(M, Name, Arity) ->
            anew_with([], calls, Old, M, Name, Arity, Old /\ 16, _)
        ;   retractall(M:H)
        )
    ;   As = [K|As1],
        ready_to_remove(M, Name, Arity),
        '$foreign_call'(predicate_mark, [M,Name,Arity,1], Old),
        ( distinct(As1), facts(M, Name, Arity, K, 16, N) -> true ; N = 16 ),
        (   N =:= 0 -> true
        ;   '$store_global_var'(indexed_met, 0),
            functor(H1, Name, Arity),
            H1 = H,
            findall(Place, cl_indexed:headed(M, H1, N, Place), Places),
            (   Places == [] -> true
            ;   each_removed(Places, M, H),
                % All with one first argument, or without index: who comes after them is found as before.
                (   Old /\ 8 =\= 0 -> true
                ;   Old /\ 2 =:= 0, atomic(K), distinct(As1) -> true
                ;   anew(index, Old, M, Name, Arity, 16, _)
                )
            )
        )
    ).

% headed(+Module, +Head, +N, -Place): where the clauses for Head are; N of them, if that is less than 16.
headed(M, H, N, Place) :-
    cl_asserted:rule_place(M, H, _, Place),
    ( N < 16, met(N) -> ! ; true ).

each_removed([], _, _).
each_removed([Loc-P|Places], M, H0) :-
    copy_term(H0, H),
    functor(H, Name, Arity),
    once(cl_asserted:rule_at(M, H, Loc-P, _, At)),
    At = N-_,
    ( integer(N) -> '$retract_clause'(Name, Arity, N, M), removed(M, Name, Arity, false) ; true ),
    each_removed(Places, M, H0).

% Scryer's retract/1. (As an argument it would mean the one of programs, if this module is loaded after the start.)
first_retracted(Clause) :- retract(Clause), !.

%! distinct(@Terms:list) is semidet.
%
% They are variables, each another one.

distinct(As) :- all_vars(As), sort(As, Vs), length(As, N), length(Vs, N).

all_vars([]).
all_vars([A|As]) :- var(A), all_vars(As).

% --- compiling anew ---------------------------------------------------------------------------

% anew(+Why, +Marks0, +Module, +Name, +Arity, +New, -Marks): the clauses are compiled anew. New are marks that hold for what is
% asserted next.
anew(Why, Marks0, M, Name, Arity, New, Marks) :-
    (   Why == index, Marks0 /\ 8 =\= 0 -> Marks = Marks0
    ;   '$dynamic_property'(M, Name, Arity), \+ '$multifile_property'(M, Name, Arity) ->
        functor(H, Name, Arity),
        findall(Loc-(H-B), ( cl_indexed:placed(M, H, Stored, Loc), cl_indexed:unframed(Stored, B) ), Clauses),
        anew_with(Clauses, Why, Marks0, M, Name, Arity, New, Marks)
    ;   Marks = Marks0
    ).

% anew_with(+Clauses, +Why, +Marks0, +Module, +Name, +Arity, +New, -Marks): Clauses are all there are.
anew_with(Clauses, Why, Marks0, M, Name, Arity, New, Marks) :-
    '$abolish_clause'(M, Name, Arity),
    (   Clauses == [] ->
        functor(H, Name, Arity),
        assertz(M:(H :- false)),
        first_retracted(M:(H :- false))
    ;   true
    ),
    (   Why == index ->
        Times is (Marks0 >> 5) + 1,
        ( Times > 3, Clauses = [_,_,_,_,_,_,_,_|_] -> Chain = 8 ; Times > 100 -> Chain = 8 ; Chain = 0 )
    ;   Times is Marks0 >> 5,
        Chain is Marks0 /\ 8
    ),
    Marks is New \/ Chain \/ (Marks0 /\ 20) \/ (Times << 5),
    length(Clauses, Count),
    '$foreign_call'(predicate_renewed, [M,Name,Arity,Marks,Count], _),
    again(Clauses, M, Marks),
    functor(Any, Name, Arity),
    findall(Loc, cl_indexed:placed(M, Any, _, Loc), Locs),
    each_moved(Locs, Clauses, M, Name, Arity).

again([], _, _).
again([_-(H-B)|Clauses], M, Marks) :-
    clause_for(Marks, H, B, C0),
    C = M:C0,
    assertz(C),
    again(Clauses, M, Marks).

each_moved([], _, _, _, _).
each_moved([Loc|Locs], [Loc0-_|Clauses], M, Name, Arity) :-
    '$foreign_call'(clause_moved, [M,Name,Arity,Loc0,Loc], _),
    each_moved(Locs, Clauses, M, Name, Arity).

%! now_at(+Module, +Name, +Arity, +Location0, -Location) is det.
%! born(+Module, +Name, +Arity, +Location, -Birth) is det.
%
% A clause that was found at Location0 is at Location now, if it is there still. Birth is where the clause at Location was kept when it
% was asserted.

now_at(M, Name, Arity, Loc0, Loc) :- '$foreign_call'(clause_place, [M,Name,Arity,Loc0], Loc).

born(M, Name, Arity, Loc, Birth) :- '$foreign_call'(clause_born, [M,Name,Arity,Loc], Birth).

%! now(-Time) is det.
%
% Where a clause that is asserted now would be kept.

now(Time) :-
    assertz(moment(now)),
    placed(cl_indexed, moment(_), _, Time),
    !,
    first_retracted(moment(now)).

:- dynamic(moment/1).

%! set_aside(+Predicates:list, +File, -Clauses:list) is det.
%! brought_back(+Clauses:list) is det.
%
% The dynamic predicates among Predicates, `k(Module,Name,Arity)`, have no clauses until File has been loaded again. Clauses are those that do
% not belong to File: they were asserted when it had been loaded, or by another one. They come back behind those of File, unless the
% predicate is not dynamic any more.

set_aside([], _, []).
set_aside([k(M,Name,Arity)|Keys], File, All) :-
    (   '$dynamic_property'(M, Name, Arity) ->
        findall(Loc-(H-B), cl_indexed:other(File, M, Name, Arity, H, B, Loc), Clauses),
        functor(Head, Name, Arity),
        retractall(M:Head),
        ( Clauses == [] -> All = All1 ; All = [k(M,Name,Arity)-Clauses|All1] )
    ;   All = All1
    ),
    set_aside(Keys, File, All1).

other(File, M, Name, Arity, H, B, Loc) :-
    functor(H, Name, Arity),
    placed(M, H, Stored, Loc),
    born(M, Name, Arity, Loc, Birth),
    '$foreign_call'(clause_is_of, [File,Birth], 0),
    unframed(Stored, B).

brought_back([]).
brought_back([Key-Clauses|All]) :-
    back(Key, Clauses),
    brought_back(All).

back(k(M,Name,Arity), Clauses) :-
    (   '$predicate_defined'(M, Name, Arity), \+ '$dynamic_property'(M, Name, Arity) -> true
    ;   each_put(Clauses, M),
        functor(H, Name, Arity),
        findall(Loc, cl_indexed:placed(M, H, _, Loc), All0),
        length(Clauses, N),
        length(Locs, N),
        append(_, Locs, All0),
        !,
        each_moved(Locs, Clauses, M, Name, Arity)
    ).

each_put([], _).
each_put([_-(H-B)|Clauses], M) :-
    put(z, M, H, B),
    each_put(Clauses, M).

% placed(+Module, ?Head, -Body, -Location): a clause, and where it is kept. Locations grow with time.
placed(M, H, B, Loc) :-
    ( M == user -> builtins:'$clause'(H, B) ; M:'$clause'(H, B) ),
    '$get_clause_p'(H, Place, M),
    Place = Loc-_.

stored(M, H, B) :- ( M == user -> builtins:'$clause'(H, B) ; M:'$clause'(H, B) ).

% --- calls that are open ----------------------------------------------------------------------

%! open_call(+ChoicePoint, +Before, +Place) is nondet.
%
% Stands in a clause behind its head. ChoicePoint is the latest choice point, Before is the one that was there when the predicate was called;
% if they are not the same, the call has other clauses to try. Scryer will ask for the next one with the clock of whatever dynamic
% predicate was called last, and only then with the clock of this call, which is in its choice point. What is here puts another choice
% point on top of that with the same clock, by a call of clock/2 that begins at Place, behind the instruction that would take a new clock:
% who backtracks comes here first, and has the clock of this call again when he comes to its choice point.

open_call(B, B, _) :- !.
open_call(_, _, Place) :-
    '$invoke_clause_at_p'(clock, First, 0, Place, _, cl_indexed),
    first(First).

first(true).

:- dynamic(clock/2).
clock(clock, true).
clock(clock, false).

:- dynamic(clock/0).
clock.

% guard_place(-Place): where calls of clock/2 begin: at the index of its clauses, which is before the first one.
guard_place(Place) :- guard_is_at(Place), !.
guard_place(Place) :-
    placed(cl_indexed, clock(_, _), _, Loc),
    !,
    Place is Loc - 1,
    assertz(guard_is_at(Place)).

:- dynamic(guard_is_at/1).
