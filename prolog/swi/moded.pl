/** Tabling; with modes, of the answers that differ in some arguments only, one is kept.

```
:- table path(_,_,min).

path(X, Y, C) :- edge(X, Y, C).
path(X, Y, C) :- path(X, Z, C0), edge(Z, Y, C1), C is C0 + C1.
```

All tabled predicates of SWI mode are evaluated in `moded_tables.pl`. Scryer's library(tabling), which ISO sessions have, takes some
forty times as long, makes failures of errors, and has no tables any more after abolish_all_tables/0.
*/

:- module(swi_moded, [start_tabling/2, table_terms/4]).

:- use_module(library(error)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(swi_moded_answers), [variant/5, next/2]).
:- use_module(library(swi_moded_tables), [clear_tables/0, at_rest/0, found/5, answer/3, evaluated/4]).

% The number of the last predicate: see next/2.
:- initialization(bb_put(swi_moded_predicate, n(0))).

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
% without mode; of an incremental predicate the modes are incremental(Modes).
predicates(Spec, _, _, _) :- var(Spec), !, instantiation_error((table)/1).
predicates((A,B), M, Ts0, Ts) :- !, predicates(A, M, Ts0, Ts1), predicates(B, M, Ts1, Ts).
predicates([], _, Ts, Ts) :- !.
predicates([A|B], M, Ts0, Ts) :- !, predicates(A, M, Ts0, Ts1), predicates(B, M, Ts1, Ts).
predicates(Spec, M, Ts0, Ts) :-
    Spec =.. [as,A,Options],
    !,
    options(Options),
    (   incremental(Options) ->
        predicates(A, M, Ts1, []),
        all_incremental(Ts1, Ts0, Ts)
    ;   predicates(A, M, Ts0, Ts)
    ).
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
mode(A, _, Mode) :- ( var(A) ; A == index ; A == (+) ), !, Mode = index.
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

incremental(incremental).
incremental((A,B)) :- ( incremental(A) -> true ; incremental(B) ).

all_incremental([], Ts, Ts).
all_incremental([PI-Modes0|Ts1], [PI-incremental(Modes)|Ts0], Ts) :-
    ( Modes0 = incremental(Modes) -> true ; Modes = Modes0 ),
    all_incremental(Ts1, Ts0, Ts).

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
terms([PI-Modes0|Ts], M, Terms) :-
    ( Modes0 = incremental(Modes) -> Kind = incremental ; Modes = Modes0, Kind = (table) ),
    loader:expand_term((:- table(PI)), [(Head :- start_tabling(_, Worker0))|Terms1]),
    Head =.. [Name|Args],
    Worker0 =.. [WorkerName|_],
    parted(Modes, Args, Args1, Keys, Moded, Fresh, Modes1),
    Variant =.. [Name|Keys],
    Worker =.. [WorkerName|Args1],
    combinations(Modes1, 1, M, WorkerName, Ways, Clauses),
    way(Ways, Way),
    next(swi_moded_predicate, P),
    assertz(swi_moded_tables:modes(P, Ways, Way)),
    Table =.. [Kind,P,Variant,Moded,Fresh],
    Clause = (Head :- swi_moded:start_tabling(Table, M:Worker)),
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

% --- calls --------------------------------------------------------------------------------------

%! start_tabling(+Table, :Worker) is nondet.
%
% Table is `table(Predicate,Variant,Moded,Fresh)`: the answers are those of Worker, for Variant and Fresh; Moded are the
% arguments with modes of the call. It is `incremental(Predicate,Variant,Moded,Fresh)` where clauses that are called may change; nothing
% knows of these changes, so all tables are made again with the next call that comes from outside of them.

start_tabling(table(P,Variant,Moded,Fresh), Worker) :-
    outer(Outer),
    start(P, Variant, Moded, Fresh, Outer, Worker).
start_tabling(incremental(P,Variant,Moded,Fresh), Worker) :-
    outer(Outer),
    bb_put(swi_moded_clear, n(1)),
    start(P, Variant, Moded, Fresh, Outer, Worker).

% outer(-Outer): the table that is being evaluated, 0 for none.
outer(Outer) :-
    bb_get(swi_moded_evaluated, n(Outer)),
    (   Outer =:= 0 -> at_rest
    ;   true
    ).

start(P, Variant, Moded, Fresh, Outer, Worker) :-
    unbound(Moded),
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

?- swi_moded:table_terms(path(_,_,least), user, _, _).
   error(domain_error(tabled_mode,least),(table)/1).

?- swi_moded:table_terms(path(_,_,lattice(shorter/2)), user, _, _).
   error(domain_error(lattice_arity,2),(table)/1).

?- swi_moded:table_terms((path(_,min) as lazily), user, _, _).
   error(domain_error(table_option,lazily),(table)/1).

?- swi_moded:table_terms(17, user, _, _).
   error(type_error(table_declaration,17),(table)/1).
