/** Tabling; with modes, of the answers that differ in some arguments only, one is kept.

```
:- table path(_,_,min).

path(X, Y, C) :- edge(X, Y, C).
path(X, Y, C) :- path(X, Z, C0), edge(Z, Y, C1), C is C0 + C1.
```

A call has a table for each variant of its other arguments. A complete table is read. One that is not complete yet is read
as far as it goes, and what reads it belongs to a component of tables that depend on each other; the oldest of them, the
leader, runs the clauses of all of them in rounds until nothing is new, and then they are complete. So this is linear
tabling: nothing is suspended, and tables may be read in conditions and in findall/3.

What is kept survives backtracking: tables are facts, found by a number that is computed from the call. In a round, clauses
read no more than what is new since their last round, unless they read incomplete tables twice on the way to an answer.

All tabled predicates of SWI mode are evaluated here. Scryer's library(tabling), which ISO sessions have, takes some forty times as
long, makes failures of errors, and has no tables any more after abolish_all_tables/0.
*/

:- module(swi_moded, [start_tabling/2, table_terms/4, clear_tables/0]).

:- use_module(library(assoc)).
:- use_module(library(error)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(swi_arith)).

% begun(Hash, Predicate, Variant, Id): a table, complete or not. Predicate is a number, Variant the arguments that have no mode,
% with '$variable'(N) for variables. Ids are numbers that grow.
:- dynamic(begun/4).
% done(Id, Answers): the table is complete. Answers are terms Values-Moded. Of many the first hundred are here, and the key of the
% part with the next ones stands last.
:- dynamic(done/2).
% dropped(Id): what has begun is not in progress any more.
:- dynamic(dropped/1).
% waiting(Id, Clock, Often, Table): the clauses of an incomplete table have been run, at Clock; the leader is an older one.
% Of several such facts the last one counts.
:- dynamic(waiting/4).
% part(Key, Answers) and part_at(Key, Clock): answers of an incomplete table, or of a complete one that has many.
:- dynamic(part/2).
:- dynamic(part_at/2).
% base(Id, Key): that part of an incomplete table and those after it are all there is. The last such fact counts.
:- dynamic(base/2).
% derived(Id, Answers): what has been combined in an incomplete table.
:- dynamic(derived/2).
% modes(Predicate, Modes, Way): how the moded arguments of answers are combined; what Way is says way/2.
:- dynamic(modes/3).
% symbol(Atomic, Number), for hashes.
:- dynamic(symbol/2).

% Numbers that survive backtracking, in n(N), since bb_put/2 would keep no more than a reference to a number: the last
% table; the oldest incomplete table that has been read; whether an answer was reached by two such reads; the clock of
% parts; tables up to `floor` are complete or dropped; tables are to be cleared.
:- initialization(bb_put(swi_moded_last, n(0))).
:- initialization(bb_put(swi_moded_low, n(0))).
:- initialization(bb_put(swi_moded_often, n(0))).
:- initialization(bb_put(swi_moded_clock, n(1))).
:- initialization(bb_put(swi_moded_floor, n(0))).
:- initialization(bb_put(swi_moded_clear, n(0))).
:- initialization(bb_put(swi_moded_symbol, n(0))).
:- initialization(bb_put(swi_moded_predicate, n(0))).
% Those that do not: the table that is evaluated, 0 for none; from when on parts are new for it; how many incomplete tables
% were read on the way to here.
:- initialization(bb_put(swi_moded_evaluated, n(0))).
:- initialization(bb_put(swi_moded_since, n(0))).
:- initialization(bb_put(swi_moded_reads, n(0))).

:- meta_predicate(start_tabling(?, 0)).

% --- directives ---------------------------------------------------------------------------------

%! table_terms(+Specs, +Module:atom, -Indicators:list, -Terms:list) is det.
%
% `:- table Specs` in Module stands for Terms, pairs Indicator-Clauses: each of the predicates Indicators gets a clause that calls
% start_tabling/2, and Scryer's library(tabling) renames the clauses that define it.

table_terms(Specs, Module, Indicators, Terms) :-
    predicates(Specs, Module, Tabled0, []),
    once_each(Tabled0, [], Tabled),
    indicators(Tabled, Indicators),
    terms(Tabled, Module, Terms),
    clear_tables.

% predicates(+Specs, +Module, -Tabled0, ?Tabled): the difference is a list of Name/Arity-Modes, with `index` for an argument
% without mode.
predicates(Spec, _, _, _) :- var(Spec), !, instantiation_error((table)/1).
predicates((A,B), M, Ts0, Ts) :- !, predicates(A, M, Ts0, Ts1), predicates(B, M, Ts1, Ts).
predicates([], _, Ts, Ts) :- !.
predicates([A|B], M, Ts0, Ts) :- !, predicates(A, M, Ts0, Ts1), predicates(B, M, Ts1, Ts).
predicates(Spec, M, Ts0, Ts) :- Spec =.. [as,A,Options], !, options(Options), predicates(A, M, Ts0, Ts).
predicates(M0:A, M, Ts0, Ts) :- M0 == M, !, predicates(A, M, Ts0, Ts).
predicates(Name//Arity, _, [Name/Arity2-Modes|Ts], Ts) :-
    !,
    indicator(Name, Arity),
    Arity2 is Arity + 2,
    unmoded(Arity2, Modes).
predicates(Name/Arity, _, [Name/Arity-Modes|Ts], Ts) :-
    !,
    indicator(Name, Arity),
    unmoded(Arity, Modes).
predicates(Head, M, [Name/Arity-Modes|Ts], Ts) :-
    (   callable(Head), Head \= _:_ -> true
    ;   type_error(table_declaration, Head, (table)/1)
    ),
    functor(Head, Name, Arity),
    Head =.. [_|Args],
    modes_of(Args, M, Modes).

indicator(Name, Arity) :-
    must_be(atom, Name),
    must_be(integer, Arity),
    (   Arity >= 0 -> true
    ;   type_error(not_less_than_zero, Arity, (table)/1)
    ).

unmoded(Arity, Modes) :-
    length(Modes, Arity),
    all_index(Modes).

all_index([]).
all_index([index|Modes]) :- all_index(Modes).

modes_of([], _, []).
modes_of([A|As], M, [Mode|Modes]) :-
    mode(A, M, Mode),
    modes_of(As, M, Modes).

% mode(+Argument, +Module, -Mode): Mode is index, a name, or a predicate: lattice(Module,Name) or po(Module,Name).
mode(A, _, Mode) :- ( var(A) ; A == index ), !, Mode = index.
mode(-, _, first) :- !.
mode(A, _, A) :- simple(A), !.
mode(lattice(PI), M, lattice(M1,Name)) :- !, combining(PI, M, 3, lattice_arity, M1, Name).
mode(po(PI), M, po(M1,Name)) :- !, combining(PI, M, 2, po_arity, M1, Name).
mode(A, _, _) :- domain_error(tabled_mode, A, (table)/1).

simple(min).
simple(max).
simple(first).
simple(last).
simple(sum).

combining(PI, _, _, _, _, _) :- var(PI), !, instantiation_error((table)/1).
combining(M:PI, _, Arity, Domain, M1, Name) :- !, must_be(atom, M), combining(PI, M, Arity, Domain, M1, Name).
combining(Name/Arity0, M, Arity, Domain, M, Name) :- !, must_be(atom, Name), arity(Arity0, Arity, Domain).
combining(Name, M, _, _, M, Name) :- atom(Name), !.
combining(Head, M, Arity, Domain, M, Name) :-
    (   compound(Head) -> functor(Head, Name, Arity0), arity(Arity0, Arity, Domain)
    ;   type_error(atom, Head, (table)/1)
    ).

arity(Arity0, Arity, Domain) :-
    must_be(integer, Arity0),
    (   Arity0 =:= Arity -> true
    ;   domain_error(Domain, Arity0, (table)/1)
    ).

options(O) :- var(O), !, instantiation_error((table)/1).
options((A,B)) :- !, options(A), options(B).
options(O) :-
    (   callable(O), functor(O, Name, Arity), option(Name, Arity) -> true
    ;   domain_error(table_option, O, (table)/1)
    ).

option(variant, 0).
option(subsumptive, 0).
option(incremental, 0).
option(monotonic, 0).
option(opaque, 0).
option(lazy, 0).
option(shared, 0).
option(private, 0).
option(max_answers, 1).
option(answer_abstract, 1).
option(subgoal_abstract, 1).

% A predicate is tabled once.
once_each([], _, []).
once_each([PI-Modes|Ts0], Seen, Ts) :-
    (   member(PI, Seen) -> Ts = Ts1
    ;   Ts = [PI-Modes|Ts1]
    ),
    once_each(Ts0, [PI|Seen], Ts1).

indicators([], []).
indicators([PI-_|Ts], [PI|PIs]) :- indicators(Ts, PIs).

terms([], _, []).
terms([PI-Modes|Ts], M, Terms) :-
    loader:expand_term((:- table(PI)), [(Head :- start_tabling(_, Worker0))|Terms1]),
    Head =.. [Name|Args],
    Worker0 =.. [WorkerName|_],
    parted(Modes, Args, Args1, Keys, Moded, Fresh, Modes1),
    Variant =.. [Name|Keys],
    Worker =.. [WorkerName|Args1],
    combinations(Modes1, 1, M, WorkerName, Ways, Clauses),
    way(Ways, Way),
    next(swi_moded_predicate, P),
    assertz(modes(P, Ways, Way)),
    Clause = (Head :- swi_moded:start_tabling(table(P,Variant,Moded,Fresh), M:Worker)),
    append(Clauses, [Clause|Terms1], Terms2),
    Terms = [PI-Terms2|Terms3],
    terms(Ts, M, Terms3).

% parted(+Modes0, +Args0, -Args, -Keys, -Moded, -Fresh, -Modes): Keys are the arguments without mode, Moded the others; in
% Args these are the variables Fresh.
parted([], [], [], [], [], [], []).
parted([Mode|Modes0], [A0|As0], [A|As], Keys, Moded, Fresh, Modes) :-
    (   Mode == index -> A = A0, Keys = [A|Keys1], Moded = Moded1, Fresh = Fresh1, Modes = Modes1
    ;   Keys = Keys1, Moded = [A0|Moded1], Fresh = [A|Fresh1], Modes = [Mode|Modes1]
    ),
    parted(Modes0, As0, As, Keys1, Moded1, Fresh1, Modes1).

% combinations(+Modes, +N, +Module, +WorkerName, -Ways, -Clauses): what combines two values is a clause of the program, to be
% looked at like all its clauses.
combinations([], _, _, _, [], []).
combinations([Mode|Modes], N, M, WorkerName, [Way|Ways], Clauses) :-
    (   goal_of(Mode, A, B, C, Goal) ->
        number_chars(N, Cs),
        atom_chars(Suffix, [' '|Cs]),
        atom_concat(WorkerName, Suffix, Name),
        Head =.. [Name,A,B,C],
        Clauses = [(Head :- Goal)|Clauses1],
        Way = goal(M:Name)
    ;   Way = Mode,
        Clauses = Clauses1
    ),
    N1 is N + 1,
    combinations(Modes, N1, M, WorkerName, Ways, Clauses1).

% goal_of(+Mode, ?Old, ?New, ?Combined, -Goal): for a partial order the old value stays if Goal is true, as in SWI-Prolog
% 9.0.4; its manual says the contrary.
goal_of(lattice(M,Name), A, B, C, M:G) :- G =.. [Name,A,B,C].
goal_of(po(M,Name), A, B, C, ( M:G -> C = A ; C = B )) :- G =.. [Name,A,B].

% way(+Modes, -Way): how a further round is taken into account: plain (there are no modes), better (to combine once more
% changes nothing), seen (what is combined once is not combined again), whole (a round counts as a whole, and nothing is
% left of the one before).
way(Ways, Way) :-
    (   Ways == [] -> Way = plain
    ;   member(sum, Ways) -> Way = whole
    ;   member(W, Ways), ( W == last ; W = goal(_) ) -> Way = seen
    ;   Way = better
    ).

%! clear_tables is det.
%
% Our part of abolish_all_tables/0. While a table is evaluated that waits.

clear_tables :-
    bb_get(swi_moded_evaluated, n(Evaluated)),
    (   Evaluated =:= 0 ->
        retractall(done(_, _)),
        retractall(begun(_, _, _, _)),
        retractall(dropped(_)),
        retractall(waiting(_, _, _, _)),
        retractall(part(_, _)),
        retractall(part_at(_, _)),
        retractall(base(_, _)),
        retractall(derived(_, _)),
        bb_put(swi_moded_clear, n(0))
    ;   bb_put(swi_moded_clear, n(1))
    ).

% --- calls --------------------------------------------------------------------------------------

%! start_tabling(+Table, :Worker) is nondet.
%
% Table is `table(Predicate,Variant,Moded,Fresh)`: the answers are those of Worker, for Variant and Fresh; Moded are the
% arguments with modes of the call.

start_tabling(table(P,Variant,Moded,Fresh), Worker) :-
    unbound(Moded),
    bb_get(swi_moded_evaluated, n(Outer)),
    (   Outer =:= 0 -> at_rest
    ;   true
    ),
    variant(Variant, P, Numbered, Hash, Vars),
    (   found(Hash, P, Numbered, Id, State) -> answer(State, Id, Vars-Moded)
    ;   Vars == [] -> evaluated(Outer, t(P,Hash,Numbered,[],Fresh,Worker), Id, State), answer(State, Id, Vars-Moded)
    ;   % Constraints on the variables are for the answers.
        copy_term_nat(e(Vars,Fresh,Worker), e(Vars1,Fresh1,Worker1)),
        evaluated(Outer, t(P,Hash,Numbered,Vars1,Fresh1,Worker1), Id, State),
        answer(State, Id, Vars-Moded)
    ).

unbound([]).
unbound([X|Xs]) :-
    (   var(X) -> unbound(Xs)
    ;   throw(error(uninstantiation_error(X), _))
    ).

% at_rest: nothing is evaluated. What has been broken off is not in progress any more.
at_rest :-
    bb_get(swi_moded_clear, n(Clear)),
    (   Clear =:= 0 -> true
    ;   clear_tables
    ),
    bb_get(swi_moded_last, n(Last)),
    bb_put(swi_moded_floor, n(Last)).

found(Hash, P, Numbered, Id, State) :-
    begun(Hash, P, Numbered, Id),
    (   done(Id, Answers) -> State = complete(Answers)
    ;   bb_get(swi_moded_floor, n(Floor)),
        Id > Floor,
        \+ dropped(Id) ->
        State = open
    ;   false
    ),
    !.

answer(complete(Answers), _, A) :- answer(Answers, A).
answer(open, Id, A) :- open_answer(Id, A).

% No choice point is left at the last answer.
answer([Answer|Answers], A) :- answer_(Answers, Answer, A).

answer_([], A, A).
answer_([B|Answers], A0, A) :- answer__(Answers, B, A0, A).

answer__(_, _, A, A).
answer__(Answers, B, _, A) :- rest_answer(Answers, B, A).

rest_answer([], B, A) :-
    (   integer(B) -> part(B, Part), answer(Part, A)
    ;   A = B
    ).
rest_answer([B1|Answers], B, A) :- answer__(Answers, B1, B, A).

% --- variants -----------------------------------------------------------------------------------

% variant(+Variant, +Predicate, -Numbered, -Hash, -Variables)
variant(V, P, Numbered, Hash, Vars) :-
    (   ground(V) -> Numbered = V, Vars = []
    ;   term_variables(V, Vars),
        numbered(V, Numbered)
    ),
    functor(Numbered, _, Arity),
    hash_arguments(1, Arity, Numbered, P, Hash0, 16, _),
    % A small number that comes of large ones is not found as the first argument of a fact.
    Hash is truncate(float(Hash0)).

% numbered(+Term, -Numbered): variables are numbered, so that variants are the same.
numbered(T, Numbered) :-
    copy_term_nat(T, Numbered),
    term_variables(Numbered, Vars),
    number_variables(Vars, 0).

number_variables([], _).
number_variables(['$variable'(N)|Vs], N) :-
    N1 is N + 1,
    number_variables(Vs, N1).

% hash(+Term, +Hash0, -Hash, +Budget0, -Budget): of a large term only the beginning is looked at. Numbers stay small enough
% for the machine.
hash(T, H0, H, B0, B) :-
    (   integer(T) -> H is (H0 * 1000003 + T) /\ 0x3ffffffff, B is B0 - 1
    ;   compound(T) ->
        (   B0 =< 0 -> H = H0, B = B0
        ;   T = [_|_] ->
            '$skip_max_list'(N, _, T, _),
            H1 is (H0 * 1000003 + N) /\ 0x3ffffffff,
            hash_list(T, H1, H, B0, B)
        ;   functor(T, Name, Arity),
            symbol_number(Name, N),
            H1 is (H0 * 1000003 + N) /\ 0x3ffffffff,
            B1 is B0 - 1,
            hash_arguments(1, Arity, T, H1, H, B1, B)
        )
    ;   symbol_number(T, N),
        H is (H0 * 1000003 + N) /\ 0x3ffffffff,
        B is B0 - 1
    ).

hash_list(T, H0, H, B0, B) :-
    (   compound(T), T = [X|Xs] ->
        (   B0 =< 0 -> H = H0, B = B0
        ;   hash(X, H0, H1, B0, B1),
            hash_list(Xs, H1, H, B1, B)
        )
    ;   hash(T, H0, H, B0, B)
    ).

hash_arguments(I, Arity, T, H0, H, B0, B) :-
    (   I > Arity -> H = H0, B = B0
    ;   arg(I, T, A),
        hash(A, H0, H1, B0, B1),
        I1 is I + 1,
        hash_arguments(I1, Arity, T, H1, H, B1, B)
    ).

symbol_number(S, N) :-
    (   symbol(S, N) -> true
    ;   next(swi_moded_symbol, N),
        assertz(symbol(S, N))
    ).

next(Counter, N) :-
    bb_get(Counter, n(N0)),
    N is N0 + 1,
    bb_put(Counter, n(N)).

% --- evaluation ---------------------------------------------------------------------------------

% A table is t(Predicate,Hash,Numbered,Variables,Fresh,Worker).

% evaluated(+Outer, +Table, -Id, -State): State is complete(Answers), or open: what there is can be read.
evaluated(Outer, Table, Id, State) :-
    next(swi_moded_last, Id),
    Table = t(P,Hash,Numbered,_,_,_),
    assertz(begun(Hash, P, Numbered, Id)),
    bb_b_put(swi_moded_evaluated, n(Id)),
    (   Outer =:= 0 -> first_round(Id, Table, State)
    ;   % The clauses of another table may catch an error, and go on.
        bb_get(swi_moded_low, n(Low)),
        bb_get(swi_moded_often, n(Often)),
        setup_call_cleanup(true, first_round(Id, Table, State), left(State, Id, Low, Often))
    ),
    bb_b_put(swi_moded_evaluated, n(Outer)).

left(State, Id, Low, Often) :-
    bb_put(swi_moded_often, n(Often)),
    (   State == open ->
        bb_get(swi_moded_low, n(Low1)),
        (   Low < Low1 -> bb_put(swi_moded_low, n(Low))
        ;   true
        )
    ;   bb_put(swi_moded_low, n(Low)),
        (   var(State) ->
            bb_get(swi_moded_last, n(Last)),
            drop(Id, Last)
        ;   true
        )
    ).

drop(I, Last) :-
    (   I > Last -> true
    ;   assertz(dropped(I)),
        I1 is I + 1,
        drop(I1, Last)
    ).

first_round(Id, Table, State) :-
    bb_get(swi_moded_clock, n(Clock)),
    Table = t(P,_,_,_,_,_),
    modes(P, Modes, Way),
    % What is derived is given back when its answers are known.
    findall(r(Answers0,Seen0,Low0,Often0), swi_moded:first_answers(Id, Table, Modes, Way, Answers0, Seen0, Low0, Often0),
            [r(Answers,Seen,Low,Often)]),
    (   Low > Id ->
        completed(Id, Answers),
        State = complete(Answers)
    ;   ( Way == seen -> assertz(derived(Id, Seen)) ; true ),
        Key is Id << 20,
        told(Answers, Key),
        assertz(waiting(Id, Clock, Often, Table)),
        (   Low < Id ->
            bb_put(swi_moded_low, n(Low)),
            State = open
        ;   led(Id, State)
        )
    ).

first_answers(Id, Table, Modes, Way, Answers, Seen, Low, Often) :-
    round(Id, Table, 0, Derived, Low, Often),
    collected(Derived, Modes, Answers),
    (   Low =< Id, Way == seen -> Seen = Derived
    ;   Seen = []
    ).

% round(+Id, +Table, +Since, -Derived, -Low, -Often): runs the clauses. Low is the oldest incomplete table that they have read.
round(Id, t(_,_,_,Vars,Fresh,Worker), Since, Derived, Low, Often) :-
    Low0 is Id + 1,
    bb_put(swi_moded_low, n(Low0)),
    bb_put(swi_moded_often, n(0)),
    findall(Vars-Fresh, swi_moded:derivation(Id, Since, Worker), Derived),
    bb_get(swi_moded_low, n(Low)),
    bb_get(swi_moded_often, n(Often)).

derivation(Id, Since, Worker) :-
    bb_b_put(swi_moded_evaluated, n(Id)),
    bb_b_put(swi_moded_since, n(Since)),
    bb_b_put(swi_moded_reads, n(0)),
    call(Worker).

% open_answer(+Id, ?Answer): an incomplete table is read.
open_answer(Id, A) :-
    bb_get(swi_moded_low, n(Low)),
    (   Id < Low -> bb_put(swi_moded_low, n(Id))
    ;   true
    ),
    bb_get(swi_moded_reads, n(Reads)),
    (   Reads =:= 0 ->
        bb_b_put(swi_moded_reads, n(1)),
        bb_get(swi_moded_since, n(Since))
    ;   bb_put(swi_moded_often, n(1)),
        Since = 0
    ),
    first_key(Id, First),
    (   Since =:= 0 -> parts(First, A)
    ;   after(First, Since, Key),
        parts(Key, A)
    ).

first_key(Id, Key) :-
    (   base(Id, _) ->
        findall(Key0, swi_moded:base(Id, Key0), Keys),
        last_of(Keys, Key)
    ;   Key is Id << 20
    ).

parts(Key, A) :-
    part(Key, Answers),
    (   member(A, Answers)
    ;   Key1 is Key + 1,
        parts(Key1, A)
    ).

% after(+First, +Clock, -Key): Key is that of the first part after Clock, from First on; or of none if there is no such part.
after(First, Clock, Key) :- after(First, Clock, 1, Key).

after(Low, Clock, Step, Key) :-
    (   later(Low, Clock) -> Key = Low
    ;   Next is Low + Step,
        (   later(Next, Clock) ->
            (   Step =:= 1 -> Key = Next
            ;   Low1 is Low + 1,
                after(Low1, Clock, 1, Key)
            )
        ;   Step1 is Step * 2,
            after(Next, Clock, Step1, Key)
        )
    ).

later(Key, Clock) :-
    (   part_at(Key, Clock1) -> Clock1 > Clock
    ;   true
    ).

% told(+Answers, +Key): they are a part of an incomplete table.
told(Answers, Key) :-
    next(swi_moded_clock, Clock),
    assertz(part_at(Key, Clock)),
    assertz(part(Key, Answers)).

completed(Id, Answers) :-
    Key is -(Id << 20),
    in_parts(Answers, Key, First),
    assertz(done(Id, First)).

in_parts(Answers, Key, First) :-
    (   hundred(100, Answers, First, Rest, End), Rest = [_|_] ->
        End = [Key],
        Key1 is Key - 1,
        in_parts(Rest, Key1, Next),
        assertz(part(Key, Next))
    ;   First = Answers
    ).

hundred(N, As0, As, Rest, End) :-
    (   N =:= 0 -> Rest = As0, As = End
    ;   As0 = [A|As1],
        As = [A|As2],
        N1 is N - 1,
        hundred(N1, As1, As2, Rest, End)
    ).

% --- components ---------------------------------------------------------------------------------

% led(+Id, -State): the table Id, which waits, is the leader of all that wait since. If it finds that an older one depends on
% them, they go on waiting.
led(Id, State) :-
    bb_get(swi_moded_last, n(Last)),
    waiting_tables(Id, Last, [], Members),
    rounds(Members, Id, Last, All, Low),
    (   Low < Id ->
        wait(All),
        bb_put(swi_moded_low, n(Low)),
        State = open
    ;   finished(All, Id, Answers),
        State = complete(Answers)
    ).

% waiting_tables(+I, +Last, +Members0, -Members): those of I to Last come before Members0, the last one first. Each is
% m(Id,Clock,Often,Parts,Store,Table), with the number of its parts and how many answers are in them since the base.
waiting_tables(I, Last, Ms0, Ms) :-
    (   I > Last -> Ms = Ms0
    ;   I1 is I + 1,
        (   findall(w(Clock,Often,Table), swi_moded:waiting(I, Clock, Often, Table), Ws),
            Ws = [_|_],
            \+ dropped(I) ->
            last_of(Ws, w(Clock,Often,Table)),
            Table = t(P,_,_,_,_,_),
            modes(P, _, Way),
            stored(Way, I, Parts, Store),
            waiting_tables(I1, Last, [m(I,Clock,Often,Parts,Store,Table)|Ms0], Ms)
        ;   waiting_tables(I1, Last, Ms0, Ms)
        )
    ).

last_of([X|Xs], Last) :- ( Xs == [] -> Last = X ; last_of(Xs, Last) ).

wait([]).
wait([m(Id,Clock,Often,_,_,Table)|Ms]) :-
    assertz(waiting(Id, Clock, Often, Table)),
    wait(Ms).

rounds(Ms0, Id, Last0, Ms, Low) :-
    pass(Ms0, Id, Ms1, Id, Low1, Ran),
    bb_get(swi_moded_last, n(Last)),
    (   Low1 < Id -> Low = Low1, added(Ms1, Last0, Last, Ms)
    ;   added(Ms1, Last0, Last, Ms2),
        (   Ran == true -> rounds(Ms2, Id, Last, Ms, Low)
        ;   Ms = Ms2,
            Low = Low1
        )
    ).

added(Ms0, Last0, Last, Ms) :-
    (   Last =:= Last0 -> Ms = Ms0
    ;   From is Last0 + 1,
        waiting_tables(From, Last, Ms0, Ms)
    ).

% pass(+Members0, +Leader, -Members, +Low0, -Low, ?Ran): each runs its clauses for which there may be something new.
pass([], _, [], Low, Low, _).
pass([M0|Ms0], Leader, [M|Ms], Low0, Low, Ran) :-
    M0 = m(Id,Clock0,Often0,Parts0,Store0,Table),
    bb_get(swi_moded_clock, n(Now)),
    (   Now =:= Clock0 -> M = M0, Low2 = Low0
    ;   Ran = true,
        (   Often0 =:= 1 -> Since = 0
        ;   Since = Clock0
        ),
        Table = t(P,_,_,_,_,_),
        modes(P, Modes, Way),
        % As an argument of a goal that is called the store would be walked through.
        bb_b_put(swi_moded_store, Store0),
        findall(r(New1,Unseen1,Low3,Often3),
                swi_moded:news(Id, Table, Since, Modes, Way, New1, Unseen1, Low3, Often3),
                [r(New,Unseen,Low1,Often1)]),
        Low2 is min(Low0, Low1),
        (   Often0 =:= 0, Often1 =:= 1, Since > 0 ->
            % What it knew before has not been looked at together with what is new.
            Clock = 0
        ;   Clock = Now
        ),
        Often is max(Often0, Often1),
        kept(Way, Id, New, Unseen, Store0, Store, Parts0, Parts),
        M = m(Id,Clock,Often,Parts,Store,Table)
    ),
    pass(Ms0, Leader, Ms, Low2, Low, Ran).

finished([], _, _).
finished([m(Id,_,_,_,Store,_)|Ms], Leader, Answers) :-
    answers_of(Store, Answers1),
    completed(Id, Answers1),
    assertz(dropped(Id)),
    (   Id =:= Leader -> Answers = Answers1
    ;   true
    ),
    finished(Ms, Leader, Answers).

% --- answers ------------------------------------------------------------------------------------

% collected(+Derived, +Modes, -Answers): those with the same values are combined.
collected(Derived, Modes, Answers) :-
    (   Derived = [_,_|_] ->
        (   ground(Derived) ->
            (   Modes == [] -> sort(Derived, Answers)
            ;   keysort(Derived, Pairs),
                combined(Pairs, Modes, Answers)
            )
        ;   with_variants(Derived, Pairs0),
            keysort(Pairs0, Pairs),
            combined_variants(Pairs, Modes, Answers)
        )
    ;   Answers = Derived
    ).

combined([], _, []).
combined([K-W0|Ps], Modes, [K-W|As]) :-
    same(Ps, K, Modes, W0, W, Rest),
    combined(Rest, Modes, As).

same(Ps, K, Modes, W0, W, Rest) :-
    (   Ps = [K1-W1|Ps1], K1 == K ->
        combine(Modes, W0, W1, W2),
        same(Ps1, K, Modes, W2, W, Rest)
    ;   W = W0,
        Rest = Ps
    ).

with_variants([], []).
with_variants([K-W|As], [V-(K-W)|Ps]) :-
    numbered(K, V),
    with_variants(As, Ps).

combined_variants([], _, []).
combined_variants([V-A0|Ps], Modes, [A|As]) :-
    same_variants(Ps, V, Modes, A0, A, Rest),
    combined_variants(Rest, Modes, As).

same_variants(Ps, V, Modes, A0, A, Rest) :-
    (   Ps = [V1-A1|Ps1], V1 == V ->
        together(Modes, A0, A1, A2),
        same_variants(Ps1, V, Modes, A2, A, Rest)
    ;   A = A0,
        Rest = Ps
    ).

% together(+Modes, +Answer0, +Answer1, -Answer): variables that an answer shares with a moded argument stay shared.
together(Modes, K0-W0, K1-W1, A) :-
    combine(Modes, W0, W1, W),
    (   W == W1 -> A = K1-W1
    ;   A = K0-W
    ).

% combine(+Modes, +Old, +New, -Combined)
combine([], _, _, []).
combine([Mode|Modes], [A|As], [B|Bs], [C|Cs]) :-
    value(Mode, A, B, C),
    combine(Modes, As, Bs, Cs).

value(min, A, B, C) :- ( less(A, B) -> C = A ; C = B ).
value(max, A, B, C) :- ( less(B, A) -> C = A ; C = B ).
value(first, A, _, A).
value(last, _, B, B).
value(sum, A, B, C) :- evaluate(A + B, C).
value(goal(G), A, B, C) :- ( call(G, A, B, C0) -> C = C0 ; C = A ).

% Numbers are compared by their values.
less(A, B) :-
    (   number(A), number(B) -> ( A =:= B -> A @< B ; A < B )
    ;   A @< B
    ).

% A store is whole(Answers); or s(Size,Entries,Seen), where hashes have lists of e(Variant,Answer), and of what has been seen.

% stored(+Way, +Id, -Parts, -Store): that of an incomplete table.
stored(Way, Id, p(N,Volume), Store) :-
    first_key(Id, First),
    all_parts(First, Parts),
    length(Parts, N0),
    N is First - (Id << 20) + N0,
    append(Parts, All),
    length(All, Volume),
    (   Way == whole -> Store = whole(All)
    ;   empty_assoc(Empty),
        put_all(Parts, s(0,Empty,Empty), s(Size,Entries,_)),
        (   Way == seen ->
            findall(As, swi_moded:derived(Id, As), Ass),
            append(Ass, Derived),
            see(Derived, Empty, Seen)
        ;   Seen = Empty
        ),
        Store = s(Size,Entries,Seen)
    ).

all_parts(Key, Parts) :-
    (   part(Key, Answers) ->
        Parts = [Answers|Parts1],
        Key1 is Key + 1,
        all_parts(Key1, Parts1)
    ;   Parts = []
    ).

put_all([], Store, Store).
put_all([Part|Parts], Store0, Store) :-
    put_part(Part, Store0, Store1),
    put_all(Parts, Store1, Store).

put_part([], Store, Store).
put_part([A|As], s(Size0,Es0,Seen), Store) :-
    A = K-_,
    keyed(K, V, H),
    bucket(H, Es0, Bucket0),
    (   select(e(V0,_), Bucket0, Bucket), V0 == V -> Size = Size0
    ;   Bucket = Bucket0,
        Size is Size0 + 1
    ),
    put_assoc(H, Es0, [e(V,A)|Bucket], Es),
    put_part(As, s(Size,Es,Seen), Store).

keyed(K, V, H) :-
    (   ground(K) -> V = K
    ;   numbered(K, V)
    ),
    hash(V, 0, H, 16, _).

bucket(H, Assoc, Bucket) :- ( get_assoc(H, Assoc, Bucket0) -> Bucket = Bucket0 ; Bucket = [] ).

see([], Seen, Seen).
see([A|As], Seen0, Seen) :-
    keyed(A, V, H),
    bucket(H, Seen0, Bucket),
    put_assoc(H, Seen0, [V|Bucket], Seen1),
    see(As, Seen1, Seen).

unseen([], _, []).
unseen([A|As], Seen, Unseen) :-
    keyed(A, V, H),
    bucket(H, Seen, Bucket),
    (   member(V0, Bucket), V0 == V -> Unseen = Unseen1
    ;   Unseen = [A|Unseen1]
    ),
    unseen(As, Seen, Unseen1).

% news(+Id, +Table, +Since, +Modes, +Way, -New, -Unseen, -Low, -Often): New are the answers that are new or better; of
% a whole round, all of them if any is.
news(Id, Table, Since, Modes, Way, New, Unseen, Low, Often) :-
    bb_get(swi_moded_store, Store),
    round(Id, Table, Since, Derived, Low, Often),
    (   Way == seen ->
        Store = s(_,_,Seen),
        unseen(Derived, Seen, Unseen)
    ;   Unseen = Derived
    ),
    collected(Unseen, Modes, Answers),
    (   Store = whole(Answers0) ->
        (   same_answers(Answers, Answers0) -> New = []
        ;   New = Answers
        )
    ;   Store = s(_,Entries,_),
        better(Answers, Modes, Entries, New)
    ).

same_answers(As, Bs) :- numbered(As, Vs), numbered(Bs, Ws), Vs == Ws.

better([], _, _, []).
better([A|As], Modes, Es, New) :-
    A = K-_,
    keyed(K, V, H),
    bucket(H, Es, Bucket),
    (   member(e(V0,A0), Bucket), V0 == V ->
        together(Modes, A0, A, A1),
        A0 = _-W0,
        A1 = _-W1,
        (   W1 == W0 -> New = New1
        ;   New = [A1|New1]
        )
    ;   New = [A|New1]
    ),
    better(As, Modes, Es, New1).

% kept(+Way, +Id, +New, +Unseen, +Store0, -Store, +Parts0, -Parts): New becomes a part. When most of what is in the parts is there
% more than once, a new base follows.
kept(Way, Id, New, Unseen, Store0, Store, p(N0,Volume0), p(N,Volume)) :-
    Key is (Id << 20) + N0,
    (   New == [] -> Store1 = Store0, N = N0, Volume = Volume0
    ;   Way == whole ->
        told(New, Key),
        assertz(base(Id, Key)),
        Store1 = whole(New),
        N is N0 + 1,
        Volume = 0
    ;   put_part(New, Store0, Store1),
        length(New, Count),
        Volume1 is Volume0 + Count,
        Store1 = s(Size,_,_),
        (   Volume1 > 2 * Size ->
            answers_of(Store1, Answers),
            told(Answers, Key),
            assertz(base(Id, Key)),
            Volume = Size
        ;   told(New, Key),
            Volume = Volume1
        ),
        N is N0 + 1
    ),
    (   Way == seen, Unseen = [_|_] ->
        assertz(derived(Id, Unseen)),
        Store1 = s(Size1,Es,Seen0),
        see(Unseen, Seen0, Seen),
        Store = s(Size1,Es,Seen)
    ;   Store = Store1
    ).

answers_of(Store, Answers) :-
    (   Store = s(_,Es,_) ->
        assoc_to_values(Es, Buckets),
        append(Buckets, Entries),
        entries_answers(Entries, Answers0),
        keysort(Answers0, Answers)
    ;   Store = whole(Answers)
    ).

entries_answers([], []).
entries_answers([e(_,A)|Es], [A|As]) :- entries_answers(Es, As).

?- swi_moded:table_terms(path(_,_,least), user, _, _).
   error(domain_error(tabled_mode,least),(table)/1).

?- swi_moded:table_terms(path(_,_,lattice(shorter/2)), user, _, _).
   error(domain_error(lattice_arity,2),(table)/1).

?- swi_moded:table_terms((path(_,min) as lazily), user, _, _).
   error(domain_error(table_option,lazily),(table)/1).

?- swi_moded:table_terms(17, user, _, _).
   error(type_error(table_declaration,17),(table)/1).

?- swi_moded:collected([[a]-[3],[b]-[1],[a]-[2]], [min], Answers).
   Answers = [[a]-[2],[b]-[1]].

?- swi_moded:less(1.0, 1), swi_moded:less(1, 1.5), swi_moded:less(2, a).
   true.

?- swi_moded:variant(p(X,Y,X), 1, Numbered, _, Variables).
   Numbered = p('$variable'(0),'$variable'(1),'$variable'(0)), Variables = [X,Y].
