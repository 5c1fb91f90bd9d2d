/** The compilation of Constraint Handling Rules: of what `chr.pl` has read.

Rules are kept as data while a file is loaded, and compiled to clauses of dynamic predicates when a constraint of
their module is first called: one predicate for each head that a constraint may match, and one for each further head
of the rule, which goes through those that wait. The names of these predicates begin with `$chr`. `ready/1` is called
by the clause of each constraint. `chr_store.pl` has what the compiled clauses call besides, and says what
`s(Id,State,History,Key,Constraint)` is.
*/

:- module(swi_chr_rules, [ready/1, changed/1, typed/3, phrase_chars/3]).

:- use_module(library(lists)).
:- use_module(library(swi_chr_store), []).

% declared(Name, Arity, Module, File, Key, Types): in the order of the files.
:- dynamic(declared/6).
% rule(Module, File, rule(Heads,Guards,Body)): Heads are h(Constraint,Kind,Passive), Kind is `kept` or `removed`;
% Guards are g(Goal,Class), see class/2 of `chr.pl`.
:- dynamic(rule/3).
% option(Module, File, unchecked): the types of arguments are not checked.
:- dynamic(option/3).
% compiled(Module): until its rules change. The predicates are code(Module, Name, Arity).
:- dynamic(compiled/1).
:- dynamic(code/3).

%! ready(+Module:atom) is det.
%
% The rules of Module are compiled.

ready(M) :- compiled(M), !.
ready(M) :-
    assertz(compiled(M)),
    findall(R, rule(M, _, R), Rules),
    findall(d(Name,Arity,Key,Types), declared(Name, Arity, M, _, Key, Types), Ds),
    compile_all(Ds, 1, M, Rules).

%! changed(+Module:atom) is det.
%
% What was compiled is gone, until a constraint is called.

changed(M) :-
    (   retract(compiled(M)) ->
        (   retract(code(M, Name, Arity)),
            functor(Head, Name, Arity),
            retractall(M:Head),
            false
        ;   true
        ),
        retractall(swi_chr_store:known(_, M, _, _))
    ;   true
    ).

compile_all([], _, _, _).
compile_all([D|Ds], Ordinal, M, Rules) :-
    compile(D, Ordinal, M, Rules),
    Ordinal1 is Ordinal + 1,
    compile_all(Ds, Ordinal1, M, Rules).

compile(d(Name,Arity,Key,Types), Ordinal, M, Rules) :-
    atom_concat(Key, ' waker', Waker),
    assertz(swi_chr_store:known(Key, M, Waker, Ordinal)),
    relevant(Arity, Name/Arity, Rules, [], Relevant),
    ( remembered(Name/Arity, Rules) -> Store = store_remembering ; Store = store ),
    Sym = sym(M,Key,Name,Arity,Relevant-Store),
    functor(C, Name, Arity),
    C =.. [_|Args],
    occurrence_goal(Sym, 1, Args, s(Id,_,_,Key,C), Id, First),
    (   option(M, _, unchecked) -> Body = First
    ;   typed(Types, Args, Name/Arity, First, Body)
    ),
    Entry =.. [Key|Args],
    clause_of(M, (Entry :- Body)),
    % The limit is no Id, so that partners may be later: see level/8.
    occurrence_goal(Sym, 1, Args, S, 1000000000000, Again),
    Wake =.. [Waker,C,S],
    clause_of(M, (Wake :- Again)),
    occurrences(Rules, 1, Sym, Rules, 1, N),
    occurrence_goal(Sym, N, Args, S, _, Last),
    store_goal(Sym, Args, S, Stored),
    clause_of(M, (Last :- Stored)).

store_goal(sym(_,_,_,_,Relevant-Store), Args, S, swi_chr_store:Goal) :-
    at(Relevant, Args, Waiting),
    Goal =.. [Store,S,Waiting].

% remembered(+Indicator, +Rules): there is a propagation rule with a passive head, and a head for the constraint. That
% one of them is later does not mean then that it has looked for rules.
remembered(Name/Arity, Rules) :-
    member(rule(Heads,_,_), Rules),
    propagation(Heads, passive),
    member(h(C,_,_), Heads),
    functor(C, Name, Arity),
    !.

% propagation(+Heads, -How): How is `false` for those of no propagation rule, else `passive` if one is passive, else
% `true`.
propagation(Heads, How) :-
    (   member(h(_,removed,_), Heads) -> How = false
    ;   member(h(_,_,passive), Heads) -> How = passive
    ;   How = true
    ).

clause_of(M, Clause) :-
    Clause = (Head :- _),
    functor(Head, Name, Arity),
    (   code(M, Name, Arity) -> true
    ;   assertz(code(M, Name, Arity))
    ),
    assertz(M:Clause).

typed([], _, _, Goal, Goal).
typed([Type|Types], [Arg|Args], PI, Goal0, Goal) :-
    (   nonvar(Type) ->
        type_test(Type, Arg, Test),
        Goal = ( ( Test -> true ; swi_chr_rules:typed(Type, Arg, PI) ), Goal1 )
    ;   Goal = Goal1
    ),
    typed(Types, Args, PI, Goal0, Goal1).

type_test(int, X, integer(X)).
type_test(dense_int, X, integer(X)).
type_test(natural, X, ( integer(X), X >= 0 )).
type_test(float, X, float(X)).
type_test(number, X, number(X)).

%! typed(+Type, @Term, +Indicator) is det.
%
% Throws a type error unless Term is a variable.

typed(Type, X, PI) :-
    (   var(X) -> true
    ;   throw(error(type_error(Type, X), PI))
    ).

% relevant(+I, +Indicator, +Rules, +Positions0, -Positions): those up to I of the arguments on which it depends
% whether rules apply.
relevant(I, PI, Rules, Ps0, Ps) :-
    (   I =:= 0 -> Ps = Ps0
    ;   ( \+ relevant(I, PI, Rules) -> Ps1 = Ps0 ; Ps1 = [I|Ps0] ),
        I1 is I - 1,
        relevant(I1, PI, Rules, Ps1, Ps)
    ).

relevant(I, Name/Arity, Rules) :-
    member(rule(Heads,Guards,_), Rules),
    member(h(C,_,_), Heads),
    functor(C, Name, Arity),
    arg(I, C, X),
    (   nonvar(X) -> true
    ;   occurrences_of(X, Heads-Guards, 0, N),
        N > 1
    ),
    !.

occurrences_of(X, T, N0, N) :-
    (   T == X -> N is N0 + 1
    ;   compound(T) ->
        T =.. [_|Args],
        occurrences_in(Args, X, N0, N)
    ;   N = N0
    ).

occurrences_in([], _, N, N).
occurrences_in([T|Ts], X, N0, N) :-
    occurrences_of(X, T, N0, N1),
    occurrences_in(Ts, X, N1, N).

% occurrences(+Rules, +RuleNumber, +Sym, +AllRules, +I0, -I): the clauses for the heads in Rules; the first is the one
% of number I0.
occurrences([], _, _, _, I, I).
occurrences([rule(Heads,Guards,Body)|Rules], R, Sym, All, I0, I) :-
    in_order(Heads, Ordered),
    rule_occurrences(Ordered, Heads, R, Guards, Body, Sym, All, I0, I1),
    R1 is R + 1,
    occurrences(Rules, R1, Sym, All, I1, I).

% Heads that are removed come first, with their numbers.
in_order(Heads, Ordered) :-
    numbered(Heads, 1, Numbered),
    of_kind(Numbered, removed, Removed),
    of_kind(Numbered, kept, Kept),
    append(Removed, Kept, Ordered).

numbered([], _, []).
numbered([h(C,Kind,P)|Hs], I, [p(I,C,Kind,P)|Ps]) :-
    I1 is I + 1,
    numbered(Hs, I1, Ps).

of_kind([], _, []).
of_kind([P|Ps0], Kind, Ps) :-
    (   P = p(_,_,Kind,_) -> Ps = [P|Ps1]
    ;   Ps = Ps1
    ),
    of_kind(Ps0, Kind, Ps1).

rule_occurrences([], _, _, _, _, _, _, I, I).
rule_occurrences([p(J,C,_,Passive)|Ps], Heads, R, Guards, Body, Sym, All, I0, I) :-
    Sym = sym(_,_,Name,Arity,_),
    (   Passive == active, functor(C, Name, Arity) ->
        copy_term(r(Heads,Guards,Body), r(Heads1,Guards1,Body1)),
        occurrence(J, Heads1, Guards1, Body1, R, Sym, All, I0),
        I1 is I0 + 1
    ;   I1 = I0
    ),
    rule_occurrences(Ps, Heads, R, Guards, Body, Sym, All, I1, I).

occurrence_goal(sym(_,Key,_,_,_), I, Args, S, Limit, Goal) :-
    phrase_chars([Key,' ',I], Cs, []),
    atom_chars(Name, Cs),
    append(Args, [S,Limit], Args1),
    Goal =.. [Name|Args1].

%! phrase_chars(+Parts:list, -Chars, ?Rest) is det.
%
% Chars are those of the atoms and numbers Parts, and then Rest.

phrase_chars([], Cs, Cs).
phrase_chars([X|Xs], Cs0, Cs) :-
    ( number(X) -> number_chars(X, Front) ; atom_chars(X, Front) ),
    append(Front, Cs1, Cs0),
    phrase_chars(Xs, Cs1, Cs).

% occurrence(+J, +Heads, +Guards, +Body, +R, +Sym, +Rules, +I): the clauses for the active constraint as the head J of
% the rule R.
occurrence(J, Heads, Guards, Body0, R, Sym, Rules, I) :-
    Sym = sym(M,_,_,Arity,_),
    in_order(Heads, Ordered),
    select(p(J,C,Kind,_), Ordered, Partners),
    !,
    functor(Blank, a, Arity),
    Blank =.. [_|Args],
    C =.. [_|Patterns],
    matched(Patterns, Args, [], Known, Tests, []),
    direct(Body0, M, Body),
    occurrence_goal(Sym, I, Args, S, Limit, Head),
    I1 is I + 1,
    occurrence_goal(Sym, I1, Args, S, Limit, Next),
    store_goal(Sym, Args, S, Store),
    propagation(Heads, Propagates),
    Active = active(J,Kind,S,State,Limit,Store),
    Rule = r(R,Propagates,Body,Sym,I,Next,Rules),
    (   Partners == [] ->
        ready_guards(Guards, all, Known, Checks),
        append(Tests, Checks, Conditions),
        fire(Active, Rule, [], [], Next, History, Then),
        append(Conditions, History, Conditions1),
        (   Conditions1 == [] -> Clause0 = Then
        ;   conjunction(Conditions1, Condition),
            Clause0 = ( Condition -> Then ; Next )
        ),
        stated(Then, S, State, Clause0, Clause)
    ;   early(Guards, Kind, Known, Early, Late),
        append(Tests, Early, Conditions),
        level(1, Partners, Known, Late, [], Active, Rule, Goal),
        (   Conditions == [] -> Clause = ( S = s(_,State,_,_,_), Goal )
        ;   conjunction(Conditions, Condition),
            Clause = ( Condition -> S = s(_,State,_,_,_), Goal ; Next )
        )
    ),
    clause_of(M, (Head :- Clause)).

% The state is looked at if what follows has it.
stated(Then, S, State, Clause0, Clause) :-
    (   occurrences_of(State, Then, 0, 0) -> Clause = Clause0
    ;   Clause = ( S = s(_,State,_,_,_), Clause0 )
    ).

% level(+K, +Partners, +Known, +Guards, +Before, +Active, +Rule, -Goal): Goal looks for the K-th partner, among the
% Partners, and on. A later constraint has looked for rules itself, unless it is passive: so at first partners of
% propagation rules must be earlier ones. Before are the ones before it, the latest first:
% b(J,Kind,Id,State,History,Key,Again), where Again goes on with the next one.
level(K, Partners, Known0, Guards0, Before, Active, Rule, Goal) :-
    Rule = r(_,Propagates,Body,Sym,I,Next,Rules),
    Active = active(_,ActiveKind,S,State,Limit,_),
    Sym = sym(M,Key,_,_,_),
    best(Partners, Known0, p(J,C,Kind,_), Partners1),
    functor(C, Name, Arity),
    declared(Name, Arity, M, _, PartnerKey, _),
    lookup(C, PartnerKey, Known0, List, Lookup),
    % The loop.
    phrase_chars([Key,' ',I,' ',K], Cs, []),
    atom_chars(Loop, Cs),
    (   Before = [b(_,_,_,_,_,_,Up)|_] -> true
    ;   Up = Next
    ),
    term_variables(x(S,State,Limit,Next,Known0,Before), Bound),
    term_variables(x(S,State,Limit,Next,Before,Partners,Guards0,Body), Needed),
    among(Bound, Needed, Context),
    Goal0 =.. [Loop,List|Context],
    Goal = ( Lookup, Goal0 ),
    Empty =.. [Loop,[]|Context],
    clause_of(M, (Empty :- Up)),
    Again =.. [Loop,Rest|Context],
    functor(Blank, Name, Arity),
    Blank =.. [_|Args],
    C =.. [_|Patterns],
    matched(Patterns, Args, Known0, Known, Tests, []),
    distinct(J, Name/Arity, Active, Sym, Before, PartnerState, Tests, Tests1),
    (   Propagates == true -> Tests2 = [( var(Limit) -> true ; Id < Limit )|Tests1]
    ;   Tests2 = Tests1
    ),
    Before1 = [b(J,Kind,Id,PartnerState,History,PartnerKey,Again)|Before],
    Full =.. [Loop,[s(Id,PartnerState,History,_,Blank)|Rest]|Context],
    (   Partners1 == [] ->
        ready_guards(Guards0, all, Known, Checks),
        fire(Active, Rule, Before1, Rules, Again, Checks1, Then),
        append(Checks, Checks1, Checks2)
    ;   early(Guards0, ActiveKind, Known, Checks2, Guards),
        K1 is K + 1,
        level(K1, Partners1, Known, Guards, Before1, Active, Rule, Then)
    ),
    append(Tests2, Checks2, Conditions),
    conjunction([var(PartnerState)|Conditions], Condition),
    clause_of(M, (Full :- ( Condition -> Then ; Again ))).

among([], _, []).
among([V|Vs], Needed, Us) :-
    (   member(W, Needed), W == V -> Us = [V|Us1]
    ;   Us = Us1
    ),
    among(Vs, Needed, Us1).

% distinct(+J, +Indicator, +Active, +Sym, +Before, +State, +Tests0, -Tests): a constraint is not matched with two
% heads.
distinct(_, PI, active(_,_,_,ActiveState,_,_), sym(_,_,Name,Arity,_), Before, State, Tests0, Tests) :-
    (   PI = Name/Arity -> Tests1 = [State \== ActiveState|Tests0]
    ;   Tests1 = Tests0
    ),
    distinct(Before, PI, State, Tests1, Tests).

distinct([], _, _, Tests, Tests).
distinct([b(_,_,_,Other,_,Key,_)|Bs], PI, State, Tests0, Tests) :-
    (   declared(Name, Arity, _, _, Key, _), PI = Name/Arity -> Tests1 = [State \== Other|Tests0]
    ;   Tests1 = Tests0
    ),
    distinct(Bs, PI, State, Tests1, Tests).

% best(+Partners, +Known, -Partner, -Others): the one of which most arguments are known.
best([P|Ps], Known, Best, Others) :-
    known_arguments(P, Known, N),
    best(Ps, Known, N, P, Best),
    select(Other, [P|Ps], Others),
    Other == Best,
    !.

best([], _, _, Best, Best).
best([P|Ps], Known, N0, Best0, Best) :-
    known_arguments(P, Known, N),
    (   N > N0 -> best(Ps, Known, N, P, Best)
    ;   best(Ps, Known, N0, Best0, Best)
    ).

known_arguments(p(_,C,_,_), Known, N) :-
    C =.. [_|Args],
    known_positions(Args, 1, Known, Positions, _),
    length(Positions, N).

known_positions([], _, _, [], []).
known_positions([A|As], I, Known, Ps, Vs) :-
    (   ( ground(A) ; var(A), member(V, Known), V == A ) ->
        Ps = [I|Ps1],
        Vs = [A|Vs1]
    ;   Ps = Ps1,
        Vs = Vs1
    ),
    I1 is I + 1,
    known_positions(As, I1, Known, Ps1, Vs1).

lookup(C, Key, Known, List, Goal) :-
    C =.. [_|Args],
    known_positions(Args, 1, Known, Positions, Values),
    (   Positions == [] -> Goal = swi_chr_store:waiting(Key, List)
    ;   Positions = [I] ->
        Values = [V],
        Goal = swi_chr_store:waiting(Key, I, V, List)
    ;   V =.. [k|Values],
        Goal = swi_chr_store:waiting(Key, Positions, V, List)
    ).

% matched(+Patterns, +Args, +Known0, -Known, -Tests0, ?Tests): the tests whether arguments are instances of patterns;
% variables that patterns have for the first time become the arguments.
matched([], [], Known, Known, Tests, Tests).
matched([P|Ps], [A|As], Known0, Known, Tests0, Tests) :-
    match(P, A, Known0, Known1, Tests0, Tests1),
    matched(Ps, As, Known1, Known, Tests1, Tests).

match(P, A, Known0, Known, Tests0, Tests) :-
    (   var(P) ->
        (   member(V, Known0), V == P ->
            Tests0 = [A == P|Tests],
            Known = Known0
        ;   A = P,
            Known = [P|Known0],
            Tests0 = Tests
        )
    ;   ( atomic(P) ; ground(P) ) ->
        Tests0 = [A == P|Tests],
        Known = Known0
    ;   functor(P, Name, Arity),
        functor(T, Name, Arity),
        P =.. [_|Ps],
        T =.. [_|Ts],
        Tests0 = [nonvar(A),A = T|Tests1],
        matched(Ps, Ts, Known0, Known, Tests1, Tests)
    ).

% early(+Guards, +Kind, +Known, -Checks, -Late): Checks are the first of the Guards, as far as they are tests of known
% variables. If the active constraint is kept, the rule may fire again and what it has bound matters: then only what
% stays true is tested early.
early([], _, _, [], []).
early([g(Goal,Class)|Gs], Kind, Known, Checks, Late) :-
    (   ( Class == lasting ; Class == test, Kind == removed ),
        term_variables(Goal, Vs),
        among(Vs, Known, Us),
        Us == Vs ->
        Checks = [Goal|Checks1],
        early(Gs, Kind, Known, Checks1, Late)
    ;   Checks = [],
        Late = [g(Goal,Class)|Gs]
    ).

% ready_guards(+Guards, all, +Known, -Checks): no check binds a variable of Known.
ready_guards([], _, _, []).
ready_guards([g(Goal,Class)|Gs], All, Known, Checks) :-
    check(Class, Goal, Known, Known1, Checks, Checks1),
    ready_guards(Gs, All, Known1, Checks1).

check(lasting, Goal, Known, Known, [Goal|Cs], Cs).
check(test, Goal, Known, Known, [Goal|Cs], Cs).
check(local, Goal, Known, Known, [Goal|Cs], Cs).
check(match, X = Y, Known0, Known, Cs0, Cs) :-
    (   var(X), member(V, Known0), V == X -> match(Y, X, Known0, Known, Cs0, Cs)
    ;   var(Y), member(V, Known0), V == Y -> match(X, Y, Known0, Known, Cs0, Cs)
    ;   check(open, X = Y, Known0, Known, Cs0, Cs)
    ).
check(open, Goal, Known, Known, Cs0, Cs) :-
    term_variables(Goal, Vs),
    among(Known, Vs, Us),
    (   Us == [] -> Cs0 = [Goal|Cs]
    ;   Cs0 = [swi_chr_store:free(Us, Free),Goal,swi_chr_store:still_free(Free)|Cs]
    ).

% fire(+Active, +Rule, +Partners, +Rules, +Again, -Conditions, -Then): what is asked last of all, and what happens
% then.
fire(active(J,Kind,S,State,_,Store), r(R,Propagates,Body,Sym,_,_,Rules), Partners, _, Again, Conditions, Then) :-
    gone(Partners, Then0, Then1),
    (   Kind == removed ->
        Conditions = [],
        Then1 = [swi_chr_store:remove(S),Body]
    ;   Propagates \== false ->
        (   ( Propagates == passive ; history_needed(Partners, Sym, Rules) ) ->
            histories(Partners, Histories),
            Conditions = [Store,swi_chr_store:fresh(R-J, S, Histories)],
            Then1 = Then2
        ;   Conditions = [],
            Then1 = [Store|Then2]
        ),
        goes_on(Partners, Again, More),
        Then2 = [Body,( nonvar(State) -> true ; More )]
    ;   Conditions = [],
        goes_on(Partners, Again, More),
        (   Body == true -> Then1 = [More]
        ;   Then1 = [Store,Body,( nonvar(State) -> true ; More )]
        )
    ),
    conjunction(Then0, Then).

gone([], Then, Then).
gone([b(_,Kind,_,State,_,Key,_)|Bs], Then0, Then) :-
    (   Kind == removed -> Then0 = [swi_chr_store:gone(State, Key)|Then1]
    ;   Then0 = Then1
    ),
    gone(Bs, Then1, Then).

% history_needed(+Partners, +Sym, +Rules): one of the constraints can become active again.
history_needed(_, sym(_,_,_,_,[_|_]-_), _).
history_needed(Partners, _, Rules) :-
    member(b(_,_,_,_,_,Key,_), Partners),
    declared(Name, Arity, _, _, Key, _),
    relevant(Arity, Name/Arity, Rules, [], [_|_]),
    !.

% In the order of the heads: which one is the active constraint does not matter.
histories(Partners, Histories) :-
    findall(J, member(b(J,_,_,_,_,_,_), Partners), Js0),
    sort(Js0, Js),
    histories(Js, Partners, Histories).

histories([], _, []).
histories([J|Js], Partners, [J-h(Id,History)|Hs]) :-
    member(b(I,_,Id,_,History,_,_), Partners),
    I =:= J,
    !,
    histories(Js, Partners, Hs).

% goes_on(+Partners, +Again, -Goal): after the rule has fired the search goes on, with the next constraint for the
% first head whose constraint is gone, or else for the last head.
goes_on(Partners, Again, Goal) :-
    reverse(Partners, Forward),
    goes_on_(Forward, Again, Goal).

goes_on_([], Again, Again).
goes_on_([b(_,Kind,_,State,_,_,Next)|Bs], Again, Goal) :-
    (   ( Kind == removed ; Bs == [] ) -> Goal = Next
    ;   Goal = ( nonvar(State) -> Next ; Goal1 ),
        goes_on_(Bs, Again, Goal1)
    ).

conjunction([], true).
conjunction([G|Gs], C) :-
    (   Gs == [] -> C = G
    ;   G == true -> conjunction(Gs, C)
    ;   C = (G,C1),
        conjunction(Gs, C1)
    ).

at([], _, []).
at([I|Is], Args, [A|As]) :-
    nth1(I, Args, A),
    at(Is, Args, As).

% direct(+Goal0, +Module, -Goal): constraints in a body need not be asked whether they are compiled.
direct(G, _, G) :- var(G), !.
direct((A0,B0), M, (A,B)) :- !, direct(A0, M, A), direct(B0, M, B).
direct((A0;B0), M, (A;B)) :- !, direct(A0, M, A), direct(B0, M, B).
direct((A0->B0), M, (A0->B)) :- !, direct(B0, M, B).
direct(G0, M, G) :-
    (   callable(G0), functor(G0, Name, Arity), declared(Name, Arity, M, _, Key, _) ->
        G0 =.. [_|Args],
        G =.. [Key|Args]
    ;   G = G0
    ).

?- swi_chr_rules:matched([X,f(Y,X),1], [A,B,C], [], Known, Tests, []).
   X = A, Known = [Y,X], Tests = [nonvar(B),B=f(Y,_A),_A==X,C==1].
