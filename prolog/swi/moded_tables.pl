/** The tables of `moded.pl`, and their evaluation.

A call has a table for each variant of its arguments without mode. A complete table is read. One that is not complete yet is read
as far as it goes, and what reads it belongs to a component of tables that depend on each other; the oldest of them, the
leader, runs the clauses of all of them in rounds until nothing is new, and then they are complete. So this is linear
tabling: nothing is suspended, and tables may be read in conditions and in findall/3.

What is kept survives backtracking: tables are facts, found by a number that is computed from the call. In a round, clauses
read no more than what is new since their last round, unless they read incomplete tables twice on the way to an answer.
*/

:- module(swi_moded_tables, [clear_tables/0, at_rest/0, found/5, answer/3, evaluated/4, without_answers/1]).

:- use_module(library(assoc), [empty_assoc/1]).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(swi_moded_answers), [next/2, collected/3, put_all/3, put_part/3, see/3, unseen/3, same_answers/2, better/4,
                                           answers_of/2]).

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
% modes(Predicate, Modes, Way): how the moded arguments of answers are combined; what Way is says way/2 in `moded.pl`.
:- dynamic(modes/3).

% Numbers that survive backtracking, in n(N), since bb_put/2 would keep no more than a reference to a number: the last
% table; the oldest incomplete table that has been read; whether an answer was reached by two such reads; the clock of
% parts; tables up to `floor` are complete or dropped; tables are to be cleared.
:- initialization(bb_put(swi_moded_last, n(0))).
:- initialization(bb_put(swi_moded_low, n(0))).
:- initialization(bb_put(swi_moded_often, n(0))).
:- initialization(bb_put(swi_moded_clock, n(1))).
:- initialization(bb_put(swi_moded_floor, n(0))).
:- initialization(bb_put(swi_moded_clear, n(0))).
% Those that do not: the table that is evaluated, 0 for none; from when on parts are new for it; how many incomplete tables
% were read on the way to here.
:- initialization(bb_put(swi_moded_evaluated, n(0))).
:- initialization(bb_put(swi_moded_since, n(0))).
:- initialization(bb_put(swi_moded_reads, n(0))).

% --- calls --------------------------------------------------------------------------------------

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

%! without_answers(:Goal) is semidet.
%
% tnot/1: Goal has no answers, which can be said once the tables that it reads are complete.

without_answers(Goal) :-
    bb_get(swi_moded_evaluated, n(Outer)),
    (   Outer =:= 0 -> \+ call(Goal)
    ;   bb_get(swi_moded_low, n(Low)),
        None is 1 << 62,
        bb_put(swi_moded_low, n(None)),
        (   catch(Goal, Error, true) -> Answer = yes
        ;   Answer = no
        ),
        bb_get(swi_moded_low, n(Low1)),
        Low2 is min(Low, Low1),
        bb_put(swi_moded_low, n(Low2)),
        (   nonvar(Error) -> throw(Error)
        ;   Answer == yes -> false
        ;   Low1 < None -> throw(error(existence_error(complete_table, Goal), tnot/1))
        ;   true
        )
    ).

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
    findall(r(Answers0,Seen0,Low0,Often0), swi_moded_tables:first_answers(Id, Table, Modes, Way, Answers0, Seen0, Low0, Often0),
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
    findall(Vars-Fresh, swi_moded_tables:derivation(Id, Since, Worker), Derived),
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
        findall(Key0, swi_moded_tables:base(Id, Key0), Keys),
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
        (   findall(w(Clock,Often,Table), swi_moded_tables:waiting(I, Clock, Often, Table), Ws),
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
                swi_moded_tables:news(Id, Table, Since, Modes, Way, New1, Unseen1, Low3, Often3),
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

% --- stores -------------------------------------------------------------------------------------

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
            findall(As, swi_moded_tables:derived(Id, As), Ass),
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
