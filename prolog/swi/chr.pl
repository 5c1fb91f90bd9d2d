/** Constraint Handling Rules: library(chr) of SWI-Prolog.

```
:- use_module(library(chr)).
:- chr_constraint gcd(+natural).

gcd(0) <=> true.
gcd(N) \ gcd(M) <=> N =< M | L is M mod N, gcd(L).

?- gcd(9), gcd(6).
   gcd(3).
```

A constraint that is called looks for rules: the active constraint goes through the heads of all rules in which it
occurs, in the order of the file, and waits in the store if no rule removes it. When one of its variables is bound, it
looks once more.

Rules are kept as data while a file is loaded, and compiled to clauses of dynamic predicates when a constraint of
their module is first called: one predicate for each head that a constraint may match, and one for each further head
of the rule, which goes through those that wait. The names of these predicates begin with `$chr`. `ready/1` is called
by the clause of each constraint.

What is kept of a constraint while it is active or waits is `s(Id,State,History,Key,Constraint)`. Id is a variable
until it is stored; State is one until it is removed. History is `none` if nothing can make it active again, and
otherwise open: it grows with each propagation. Since all this is bound, never changed, backtracking undoes it. The
store is a value of bb_b_put/2 under Key.

Answers show all constraints in the store, with variables or without, the latest first of each name.

Chesslog differs from SWI-Prolog in this: types that are declared by chr_type/1 are not checked, `int` and the other
numbers are, unless `debug` is off; other options and all pragmas but `passive` change nothing; there is no tracer;
rules in two files that are no modules are one program. Rules are tried in their order, even where SWI-Prolog looks
for partners of several rules at the same time. A guard that would bind a variable of the heads fails. The name of a
rule must not be a prefix operator (`table @ ...`), and constraints are declared above the rules.
*/

:- module(swi_chr, [chr_show_store/1, find_chr_constraint/1, current_chr_constraint/1,
                    chr_trace/0, chr_notrace/0, chr_leash/1,
                    op(1180, xfx, (==>)), op(1180, xfx, (<=>)), op(1150, fx, constraints), op(1150, fx, chr_constraint),
                    op(1150, fx, handler), op(1150, fx, rules), op(1100, xfx, (\)), op(1200, xfx, (@)),
                    op(1190, xfx, pragma), op(500, yfx, (#)), op(1150, fx, chr_type), op(1150, fx, chr_declaration),
                    op(1130, xfx, (--->)), op(500, fx, (?))]).

:- use_module(library(assoc)).
:- use_module(library(atts)).
:- use_module(library(error)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).
:- use_module(library(load_hooks), [watch/1]).
:- use_module(library(load_state)).
:- use_module(library(steps), [step/3]).
:- use_module(library(swi_output), [print/1]).

:- initialization(watch(swi_chr)).

% declared(Name, Arity, Module, File, Key, Types): in the order of the files.
:- dynamic(declared/6).
% rule(Module, File, rule(Heads,Guards,Body)): Heads are h(Constraint,Kind,Passive), Kind is `kept` or `removed`;
% Guards are g(Goal,Class), see class/2.
:- dynamic(rule/3).
% option(Module, File, unchecked): the types of arguments are not checked.
:- dynamic(option/3).
% compiled(Module): until its rules change. The predicates are code(Module, Name, Arity).
:- dynamic(compiled/1).
:- dynamic(code/3).
% known(Key, Module, Waker, Ordinal): Waker is the predicate that makes a constraint active again; Ordinal is the
% number of the declaration.
:- dynamic(known/4).

% --- what the loader calls --------------------------------------------------------------------

%! load_directive(+Directive, +S0, -S) is det.
%! load_begins(+File) is det.
%! load_clause(+Term, +VariableNames:list, +Module, -What) is semidet.
%
% See `load_hooks`.

load_directive(chr_constraint(Specs), S0, S) :- constraints(Specs, S0, S).
load_directive(chr_option(Option, Value), S, S) :-
    (   ( var(Option) ; var(Value) ) -> instantiation_error(chr_option/2)
    ;   unchecked(Option, Value) ->
        load_module(S, M),
        declarations:source(File),
        changed(M),
        assertz(option(M, File, unchecked))
    ;   true
    ).
load_directive(chr_type(_), S, S).

% Types are checked unless the program is to be fast.
unchecked(debug, off).
unchecked(optimize, full).
unchecked(type_check, off).

constraints(Specs, _, _) :- var(Specs), !, instantiation_error((chr_constraint)/1).
constraints((A,B), S0, S) :-
    !,
    constraints(A, S0, S1),
    constraints(B, S1, S).
constraints(Spec, S0, S) :-
    constraint(Spec, Name, Arity, Types),
    load_module(S0, M),
    declarations:source(File),
    (   declared(Name, Arity, M, File, _, _) -> S = S0
    ;   engine:permitted_head(M, Name, Arity),
        (   load_pending(S0, Pending),
            load_steps(S0, Steps),
            ( member(k(M,Name,Arity)-_, Pending) ; member(group(k(M,Name,Arity), _), Steps) ) ->
            throw(error(permission_error(modify, static_procedure, Name/Arity), (chr_constraint)/1))
        ;   true
        ),
        retractall(declared(Name, Arity, M, _, _, _)),
        changed(M),
        key(M, Name, Arity, Key),
        assertz(declared(Name, Arity, M, File, Key, Types)),
        '$foreign_call'(predicate_declare, [M,Name,Arity], _),
        '$foreign_call'(clause_index, [], Index),
        functor(Head, Name, Arity),
        Head =.. [_|Args],
        Entry =.. [Key|Args],
        step(group(k(M,Name,Arity), [clause(Index,(Head :- swi_chr:ready(M), Entry))]), S0, S)
    ).

constraint(Spec, Name, Arity, Types) :-
    (   Spec = Name/Arity ->
        must_be(atom, Name),
        must_be(integer, Arity),
        ( Arity >= 0 -> true ; domain_error(not_less_than_zero, Arity, (chr_constraint)/1) ),
        functor(Head, Name, Arity),
        Head =.. [_|Types]
    ;   callable(Spec), \+ misread(Spec) ->
        Spec =.. [Name|Args],
        functor(Spec, _, Arity),
        types(Args, Spec, Types)
    ;   domain_error(chr_constraint, Spec, (chr_constraint)/1)
    ).

% What is no declaration of a constraint, but would be taken for one.
misread(_//_).
misread(_:_).
misread([_|_]).
misread([]).
misread('$string'(_)).

types([], _, []).
types([Arg|Args], Spec, [Type|Types]) :-
    (   var(Arg) -> instantiation_error((chr_constraint)/1)
    ;   mode(Arg, Type) -> true
    ;   domain_error(chr_mode, Arg, (chr_constraint)/1)
    ),
    types(Args, Spec, Types).

% A type that is not checked is a variable.
mode((+), _).
mode((-), _).
mode((?), _).
mode(+T, Type) :- type(T, Type).
mode(-T, Type) :- type(T, Type).
mode(?(T), Type) :- type(T, Type).

type(T, Type) :- callable(T), ( checked_type(T) -> Type = T ; true ).

checked_type(int).
checked_type(dense_int).
checked_type(natural).
checked_type(float).
checked_type(number).

key(M, Name, Arity, Key) :-
    phrase_chars([M,(:),Name,(/),Arity], Cs, []),
    atom_chars(Key, ['$',c,h,r,' '|Cs]).

phrase_chars([], Cs, Cs).
phrase_chars([X|Xs], Cs0, Cs) :-
    ( number(X) -> number_chars(X, Front) ; atom_chars(X, Front) ),
    append(Front, Cs1, Cs0),
    phrase_chars(Xs, Cs1, Cs).

load_begins(_) :-
    declarations:source(File),
    (   File == user -> true
    ;   findall(M, ( declared(_, _, M, File, _, _) ; rule(M, File, _) ), Ms0),
        sort(Ms0, Ms),
        retractall(declared(_, _, _, File, _, _)),
        retractall(rule(_, File, _)),
        retractall(option(_, File, _)),
        all_changed(Ms)
    ).

all_changed([]).
all_changed([M|Ms]) :-
    changed(M),
    all_changed(Ms).

% changed(+Module): what was compiled is gone, until a constraint is called.
changed(M) :-
    (   retract(compiled(M)) ->
        (   retract(code(M, Name, Arity)),
            functor(Head, Name, Arity),
            retractall(M:Head),
            false
        ;   true
        ),
        retractall(known(_, M, _, _))
    ;   true
    ).

load_clause(Term, _, M, taken) :-
    nonvar(Term),
    (   is_rule(Term) ->
        current_op(1180, xfx, ==>),
        parsed(Term, M, Rule),
        declarations:source(File),
        changed(M),
        assertz(rule(M, File, Rule))
    ;   ( Term = (Head :- _) -> true ; Head = Term ),
        callable(Head),
        functor(Head, Name, Arity),
        declared(Name, Arity, M, File, _, _),
        declarations:source(File),
        throw(error(permission_error(modify, chr_constraint, Name/Arity), clause/1))
    ).

is_rule(==>(_, _)).
is_rule(<=>(_, _)).
is_rule(@(_, _)).
is_rule(pragma(_, _)).

% --- reading rules ----------------------------------------------------------------------------

% parsed(+Term, +Module, -Rule)
parsed(Term0, M, rule(Heads, Guards, Body)) :-
    unnamed(Term0, Term1),
    pragmas(Term1, Term2, Pragmas),
    parts(Term2, Kept0, Removed0, Right, Term0),
    heads(Kept0, kept, M, Term0, Heads0, Heads1),
    heads(Removed0, removed, M, Term0, Heads1, []),
    passive(Heads0, Pragmas, Heads),
    (   nonvar(Right), Right = '|'(Guard, Body0) -> true
    ;   Guard = true,
        Body0 = Right
    ),
    no_rule(Body0, Term0),
    guards(Guard, M, Guards, []),
    compilable(Body0, M, Body).

unnamed(Term, Rule) :- ( nonvar(Term), Term = @(_, Rule0) -> Rule = Rule0 ; Rule = Term ).

pragmas(Term, Rule, Pragmas) :-
    (   nonvar(Term), Term = pragma(Rule, Ps) -> pragma_list(Ps, Pragmas, [])
    ;   Rule = Term,
        Pragmas = []
    ).

pragma_list(P, _, _) :- var(P), !, instantiation_error((pragma)/2).
pragma_list((A,B), Ps0, Ps) :-
    !,
    pragma_list(A, Ps0, Ps1),
    pragma_list(B, Ps1, Ps).
pragma_list(P, [P|Ps], Ps) :-
    (   known_pragma(P) -> true
    ;   domain_error(chr_pragma, P, (pragma)/2)
    ).

known_pragma(passive(_)).
known_pragma(already_in_heads).
known_pragma(already_in_head(_)).
known_pragma(mpragma(_)).
known_pragma(history(_, _)).

parts(Rule, Kept, Removed, Right, Term) :-
    (   nonvar(Rule), Rule = <=>(Left, Right) ->
        (   nonvar(Left), Left = \(Kept, Removed) -> true
        ;   Kept = [],
            Removed = Left
        )
    ;   nonvar(Rule), Rule = ==>(Kept, Right), \+ ( nonvar(Kept), Kept = \(_, _) ) -> Removed = []
    ;   malformed(Term)
    ).

malformed(Term) :- throw(error(domain_error(chr_rule, Term), _)).

no_rule(Body, Term) :-
    (   nonvar(Body), ( is_rule(Body) ; Body = \(_, _) ) -> malformed(Term)
    ;   true
    ).

heads(Head, _, _, _, _, _) :- var(Head), !, throw(error(instantiation_error, _)).
heads([], _, _, _, Hs, Hs) :- !.
heads((A,B), Kind, M, Term, Hs0, Hs) :-
    !,
    heads(A, Kind, M, Term, Hs0, Hs1),
    heads(B, Kind, M, Term, Hs1, Hs).
heads(#(Head, Id), Kind, M, Term, [h(Head,Kind,Id)|Hs], Hs) :- !, head(Head, M, Term).
heads(Head, Kind, M, Term, [h(Head,Kind,active)|Hs], Hs) :- head(Head, M, Term).

head(Head, M, Term) :-
    (   var(Head) -> throw(error(instantiation_error, _))
    ;   \+ callable(Head) -> throw(error(type_error(callable, Head), _))
    ;   ( is_rule(Head) ; Head = \(_, _) ; Head = '|'(_, _) ) -> malformed(Term)
    ;   functor(Head, Name, Arity),
        declared(Name, Arity, M, _, _, _) -> true
    ;   functor(Head, Name, Arity),
        throw(error(existence_error(chr_constraint, Name/Arity), _))
    ).

% passive(+Heads0, +Pragmas, -Heads): the third argument of each is `passive` or `active`.
passive([], _, []).
passive([h(C,Kind,Id)|Hs0], Pragmas, [h(C,Kind,Passive)|Hs]) :-
    (   Id == active -> Passive = active
    ;   Id == passive -> Passive = passive
    ;   member(passive(Id1), Pragmas), Id1 == Id -> Passive = passive
    ;   Passive = active
    ),
    passive(Hs0, Pragmas, Hs).

guards(G, M, Gs0, Gs) :-
    (   nonvar(G), G = (A,B) ->
        guards(A, M, Gs0, Gs1),
        guards(B, M, Gs1, Gs)
    ;   G == true -> Gs0 = Gs
    ;   class(G, Class),
        (   Class == match -> Goal = G
        ;   compilable(G, M, Goal)
        ),
        Gs0 = [g(Goal,Class)|Gs]
    ).

% class(+Guard, -Class): Class is `test` for what binds nothing and may be tried as soon as its variables are known,
% `lasting` if it stays true whatever is bound; `match` for an equation; `local` for what binds nothing, but may do
% anything else; `open` for the rest.
class(G, Class) :-
    (   var(G) -> Class = open
    ;   lasting(G) -> Class = lasting
    ;   test(G) -> Class = test
    ;   G = (_ = _) -> Class = match
    ;   G = (\+ _) -> Class = local
    ;   Class = open
    ).

lasting(G) :- var(G), !, false.
lasting(true).
lasting(fail).
lasting(false).
lasting(_ == _).
lasting(_ < _).
lasting(_ > _).
lasting(_ =< _).
lasting(_ >= _).
lasting(_ =:= _).
lasting(_ =\= _).
lasting(nonvar(_)).
lasting(atom(_)).
lasting(atomic(_)).
lasting(integer(_)).
lasting(float(_)).
lasting(number(_)).
lasting(compound(_)).
lasting(callable(_)).
lasting(ground(_)).
lasting((A,B)) :- lasting(A), lasting(B).
lasting((A;B)) :- lasting(A), lasting(B).

test(G) :- var(G), !, false.
test(_ \== _).
test(_ \= _).
test(_ @< _).
test(_ @> _).
test(_ @=< _).
test(_ @>= _).
test(var(_)).
test((A,B)) :- binds_nothing(A), binds_nothing(B).
test((A;B)) :- binds_nothing(A), binds_nothing(B).

binds_nothing(G) :- lasting(G).
binds_nothing(G) :- test(G).

% compilable(+Goal0, +Module, -Goal): Goal0 as it is compiled in the body of a clause of the program.
compilable(Goal0, M, Goal) :-
    '$foreign_call'(text_is_swi, [], Kind),
    consult:prepared(('chr rule' :- Goal0), Kind, M, Clause1),
    engine:permitted_body(Clause1, M, Clause2),
    consult:expanded_goals(Clause2, M, Clause),
    Clause = (_ :- Goal).

% --- compiling --------------------------------------------------------------------------------

%! ready(+Module:atom) is det.
%
% The rules of Module are compiled.

ready(M) :- compiled(M), !.
ready(M) :-
    assertz(compiled(M)),
    findall(R, rule(M, _, R), Rules),
    findall(d(Name,Arity,Key,Types), declared(Name, Arity, M, _, Key, Types), Ds),
    compile_all(Ds, 1, M, Rules).

compile_all([], _, _, _).
compile_all([D|Ds], Ordinal, M, Rules) :-
    compile(D, Ordinal, M, Rules),
    Ordinal1 is Ordinal + 1,
    compile_all(Ds, Ordinal1, M, Rules).

compile(d(Name,Arity,Key,Types), Ordinal, M, Rules) :-
    atom_concat(Key, ' waker', Waker),
    assertz(known(Key, M, Waker, Ordinal)),
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

store_goal(sym(_,_,_,_,Relevant-Store), Args, S, swi_chr:Goal) :-
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
        Goal = ( ( Test -> true ; swi_chr:typed(Type, Arg, PI) ), Goal1 )
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
    (   Positions == [] -> Goal = swi_chr:waiting(Key, List)
    ;   Positions = [I] ->
        Values = [V],
        Goal = swi_chr:waiting(Key, I, V, List)
    ;   V =.. [k|Values],
        Goal = swi_chr:waiting(Key, Positions, V, List)
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
    ;   Cs0 = [swi_chr:free(Us, Free),Goal,swi_chr:still_free(Free)|Cs]
    ).

% fire(+Active, +Rule, +Partners, +Rules, +Again, -Conditions, -Then): what is asked last of all, and what happens
% then.
fire(active(J,Kind,S,State,_,Store), r(R,Propagates,Body,Sym,_,_,Rules), Partners, _, Again, Conditions, Then) :-
    gone(Partners, Then0, Then1),
    (   Kind == removed ->
        Conditions = [],
        Then1 = [swi_chr:remove(S),Body]
    ;   Propagates \== false ->
        (   ( Propagates == passive ; history_needed(Partners, Sym, Rules) ) ->
            histories(Partners, Histories),
            Conditions = [Store,swi_chr:fresh(R-J, S, Histories)],
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
    (   Kind == removed -> Then0 = [swi_chr:gone(State, Key)|Then1]
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

% --- running ----------------------------------------------------------------------------------

% The value of a Key is st(List,Living,Dead,Indexes): the constraints, latest first, how many of them are there and
% how many were removed since the list was made. Indexes are made when there are many: Positions-ix(Assoc,Others),
% where Others have variables.

%! waiting(+Key, -List) is det.
%! waiting(+Key, +Positions, @Value, -List) is det.
%
% List has the stored constraints of Key, and maybe removed ones; of the others, those that have Value at Positions,
% and maybe more.

waiting(Key, List) :-
    (   bb_get(Key, st(List0,_,_,_)) -> List = List0
    ;   List = []
    ).

waiting(Key, Positions, Value, List) :-
    (   bb_get(Key, Store) ->
        Store = st(List0,Living,Dead,Indexes),
        (   Living + Dead < 24 -> List = List0
        ;   atomic(Value) -> indexed(Indexes, Positions, Value, Key, Store, List)
        ;   term_variables(Value, Vs),
            (   Vs = [V|_] -> with_variable(V, Key, List)
            ;   indexed(Indexes, Positions, Value, Key, Store, List)
            )
        )
    ;   List = []
    ).

% A constraint with the variable V is known to V.
with_variable(V, Key, List) :-
    (   suspended(V, List0) -> of_key(List0, Key, List)
    ;   List = []
    ).

of_key([], _, []).
of_key([S|Ss], Key, List) :-
    (   S = s(_,State,_,Key1,_), var(State), Key1 == Key -> List = [S|List1]
    ;   List = List1
    ),
    of_key(Ss, Key, List1).

indexed(Indexes, Positions, Value, Key, Store, List) :-
    (   index(Indexes, Positions, Index) -> true
    ;   Store = st(All,Living,Dead,_),
        empty_assoc(Empty),
        reverse(All, Oldest),
        filled(Oldest, Positions, ix(Empty,[]), Index),
        bb_b_put(Key, st(All,Living,Dead,[Positions-Index|Indexes]))
    ),
    Index = ix(Assoc,Others),
    (   get_assoc(Value, Assoc, Bucket) -> merged(Bucket, Others, List)
    ;   List = Others
    ).

index([P-Index0|Indexes], Positions, Index) :-
    (   P == Positions -> Index = Index0
    ;   index(Indexes, Positions, Index)
    ).

filled([], _, Index, Index).
filled([S|Ss], Positions, Index0, Index) :-
    S = s(_,State,_,_,C),
    (   var(State) -> entered(Positions, C, S, Index0, Index1)
    ;   Index1 = Index0
    ),
    filled(Ss, Positions, Index1, Index).

entered(Positions, C, S, ix(Assoc0,Others0), ix(Assoc,Others)) :-
    value(Positions, C, Value),
    (   ( atomic(Value) ; ground(Value) ) ->
        Others = Others0,
        (   get_assoc(Value, Assoc0, Bucket0) ->
            without_dead(Bucket0, Bucket),
            put_assoc(Value, Assoc0, [S|Bucket], Assoc)
        ;   put_assoc(Value, Assoc0, [S], Assoc)
        )
    ;   Assoc = Assoc0,
        without_dead(Others0, Others1),
        Others = [S|Others1]
    ).

value(I, C, Value) :- integer(I), !, arg(I, C, Value).
value(Positions, C, Value) :-
    values(Positions, C, Values),
    Value =.. [k|Values].

values([], _, []).
values([I|Is], C, [V|Vs]) :-
    arg(I, C, V),
    values(Is, C, Vs).

% Without the removed ones with which the list begins.
without_dead([], []).
without_dead([S|Ss], List) :-
    S = s(_,State,_,_,_),
    (   var(State) -> List = [S|Ss]
    ;   without_dead(Ss, List)
    ).

% merged(+Ss1, +Ss2, -Ss): latest first.
merged([], Ss, Ss).
merged([A|As], Bs, Ss) :- merged_(Bs, A, As, Ss).

merged_([], A, As, [A|As]).
merged_([B|Bs], A, As, Ss) :-
    A = s(I,_,_,_,_),
    B = s(J,_,_,_,_),
    (   I > J ->
        Ss = [A|Ss1],
        merged(As, [B|Bs], Ss1)
    ;   I < J ->
        Ss = [B|Ss1],
        merged_(Bs, A, As, Ss1)
    ;   Ss = [A|Ss1],
        merged(As, Bs, Ss1)
    ).

%! store(+S, +Waiting:list) is det.
%! store_remembering(+S, +Waiting:list) is det.
%
% S is stored, unless it is already. When a variable in Waiting is bound, it becomes active again. With store/2 it has
% no history if there is no variable.

store(S, Waiting) :-
    S = s(Id,_,History,_,_),
    (   nonvar(Id) -> true
    ;   put(S),
        (   all_atomic(Waiting) -> History = none
        ;   term_variables(Waiting, Vs),
            (   Vs == [] -> History = none
            ;   suspend(Vs, S)
            )
        )
    ).

store_remembering(S, Waiting) :-
    S = s(Id,_,_,_,_),
    (   nonvar(Id) -> true
    ;   put(S),
        term_variables(Waiting, Vs),
        suspend(Vs, S)
    ).

put(S) :-
    S = s(Id,_,_,Key,C),
    (   bb_get('$chr id', Id0) -> true
    ;   Id0 = 0
    ),
    Id is Id0 + 1,
    bb_b_put('$chr id', Id),
    (   bb_get(Key, st(List,Living0,Dead,Indexes0)) ->
        Living is Living0 + 1,
        (   Indexes0 == [] -> Indexes = []
        ;   enter_all(Indexes0, C, S, Indexes)
        ),
        bb_b_put(Key, st([S|List],Living,Dead,Indexes))
    ;   bb_b_put(Key, st([S],1,0,[]))
    ).

all_atomic([]).
all_atomic([X|Xs]) :-
    atomic(X),
    all_atomic(Xs).

enter_all([], _, _, []).
enter_all([Positions-Index0|Indexes0], C, S, [Positions-Index|Indexes]) :-
    entered(Positions, C, S, Index0, Index),
    enter_all(Indexes0, C, S, Indexes).

%! remove(+S) is det.
%! gone(-State, +Key) is det.
%
% A constraint is removed: one that may not be stored, or a stored one.

remove(s(Id,State,_,Key,_)) :-
    State = gone,
    (   var(Id) -> true
    ;   one_less(Key)
    ).

gone(gone, Key) :- one_less(Key).

one_less(Key) :-
    bb_get(Key, st(List,Living0,Dead0,Indexes)),
    Living is Living0 - 1,
    Dead is Dead0 + 1,
    (   Dead > Living + 16 ->
        living(List, List1),
        bb_b_put(Key, st(List1,Living,0,[]))
    ;   bb_b_put(Key, st(List,Living,Dead,Indexes))
    ).

living([], []).
living([S|Ss], List) :-
    S = s(_,State,_,_,_),
    (   var(State) -> List = [S|List1]
    ;   List = List1
    ),
    living(Ss, List1).

%! free(+Terms, -Variables) is det.
%! still_free(+Variables) is semidet.
%
% Around a guard: it has bound none of the variables of Terms.

free(Terms, Vs) :- term_variables(Terms, Vs).

still_free(Vs) :-
    term_variables(Vs, Us),
    Us == Vs.

% --- propagation histories --------------------------------------------------------------------

%! fresh(+Rule, +S, +Partners:list) is semidet.
%
% Rule is RuleNumber-Head: the rule has not fired for the constraint S as that head, together with Partners,
% Head-h(Id,History). It is noted in the first of them which can become active again; if none can, it is fresh, since
% of two constraints the later one is that which looks for rules.

fresh(R-J, s(Id,_,History,_,_), Partners) :-
    (   Partners == [] ->
        (   History == none -> true
        ;   noted(R, [], History)
        )
    ;   placed(Partners, J, h(Id,History), All),
        keeper(All, Keeper),
        (   Keeper == none -> true
        ;   ids(All, Ids),
            noted(R, Ids, Keeper)
        )
    ).

placed([], J, H, [J-H]).
placed([I-G|Hs], J, H, All) :-
    (   J < I -> All = [J-H,I-G|Hs]
    ;   All = [I-G|All1],
        placed(Hs, J, H, All1)
    ).

keeper([], none).
keeper([_-h(_,History)|Hs], Keeper) :-
    (   History == none -> keeper(Hs, Keeper)
    ;   Keeper = History
    ).

ids([], []).
ids([_-h(Id,_)|Hs], [Id|Ids]) :- ids(Hs, Ids).

% A history is a tree of 16 times 16 open lists of R-Ids, found by the sum of the numbers.
noted(R, Ids, History) :-
    sum(Ids, R, N),
    I is (N /\ 15) + 1,
    J is ((N >> 4) /\ 15) + 1,
    branch(History, I, Branch),
    branch(Branch, J, List),
    add_new(List, R, Ids).

sum([], N, N).
sum([Id|Ids], N0, N) :-
    N1 is (N0 * 3 + Id) /\ 65535,
    sum(Ids, N1, N).

branch(Tree, I, Branch) :-
    ( var(Tree) -> functor(Tree, t, 16) ; true ),
    arg(I, Tree, Branch).

add_new(List, R, Ids) :-
    (   var(List) -> List = [h(R,Ids)|_]
    ;   List = [h(R1,Ids1)|List1],
        (   R1 =:= R, Ids1 == Ids -> false
        ;   add_new(List1, R, Ids)
        )
    ).

% --- variables --------------------------------------------------------------------------------

% The attribute of a variable is suspended(List): the constraints that wait for it, the latest first.
suspended(V, List) :- atts:'$get_from_attr_list'(V, swi_chr, suspended(List)).

put_suspended(V, List) :- '$put_to_attr_list'(V, swi_chr, suspended(List)).

suspend([], _).
suspend([V|Vs], S) :-
    (   suspended(V, List0) -> without_dead(List0, List)
    ;   List = []
    ),
    put_suspended(V, [S|List]),
    suspend(Vs, S).

% Answers show what is in the store, not what variables know of it.
get_atts(_, _) :- false.

attribute_goals(V) -->
    { suspended(V, _), '$del_from_attr_list'(V, swi_chr, suspended(_)) }.

verify_attributes(V, Other, Goals) :-
    (   suspended(V, List0) ->
        living(List0, List),
        (   var(Other) ->
            handed([Other], List, All)
        ;   atomic(Other) -> All = List
        ;   term_variables(Other, Vs),
            handed(Vs, List, _),
            All = List
        ),
        (   All == [] -> Goals = []
        ;   Goals = [swi_chr:wake(All)]
        )
    ;   Goals = []
    ).

% handed(+Vars, +List, -All): the variables are known to the constraints in List, too; All are those of the last one.
handed([], All, All).
handed([V|Vs], List, All) :-
    (   suspended(V, List0) ->
        living(List0, List1),
        merged(List1, List, All0)
    ;   All0 = List
    ),
    put_suspended(V, All0),
    (   Vs == [] -> All = All0
    ;   handed(Vs, List, All)
    ).

%! wake(+List) is det.
%
% The constraints in List become active again: in the order of their declarations, and the oldest first.

wake(List) :-
    (   List = [s(_,_,_,Key,_)|Ss], alike(Ss, Key) -> reverse(List, Ordered)
    ;   ordinals(List, Pairs0),
        keysort(Pairs0, Pairs),
        ordered(Pairs, Ordered)
    ),
    wake_all(Ordered).

alike([], _).
alike([s(_,_,_,Key0,_)|Ss], Key) :-
    Key0 == Key,
    alike(Ss, Key).

ordinals([], []).
ordinals([S|Ss], [k(Ordinal,Id)-S|Pairs]) :-
    S = s(Id,_,_,Key,_),
    known(Key, _, _, Ordinal),
    ordinals(Ss, Pairs).

ordered([], []).
ordered([_-S|Pairs], [S|Ss]) :- ordered(Pairs, Ss).

wake_all([]).
wake_all([S|Ss]) :-
    S = s(_,State,_,Key,C),
    (   var(State) ->
        known(Key, M, Waker, _),
        Goal =.. [Waker,C,S],
        call(M:Goal)
    ;   true
    ),
    wake_all(Ss).

% --- the store, for programs ------------------------------------------------------------------

%! find_chr_constraint(?Constraint) is nondet.
%! current_chr_constraint(?Constraint) is nondet.
%
% Constraint is in the store. Those of one name and arity come the latest first.

find_chr_constraint(Constraint) :- stored(Constraint).

current_chr_constraint(Constraint) :- stored(Constraint).

stored(Constraint0) :-
    (   nonvar(Constraint0), Constraint0 = M:Constraint -> true
    ;   Constraint = Constraint0
    ),
    (   var(Constraint) -> true
    ;   callable(Constraint) -> functor(Constraint, Name, Arity)
    ;   type_error(callable, Constraint, find_chr_constraint/1)
    ),
    declared(Name, Arity, M, _, Key, _),
    waiting(Key, List),
    member(s(_,State,_,_,Constraint), List),
    var(State).

%! chr_show_store(+Module:atom) is det.
%
% Writes the constraints of Module that are in the store, one a line; those of `user` if Module has none of its own.

chr_show_store(M) :-
    must_be(atom, M),
    ( declared(_, _, M, _, _, _) -> Module = M ; Module = user ),
    (   stored(Module:Constraint),
        print(Constraint),
        nl,
        false
    ;   true
    ).

%! residual_goals(-Goals:list) is det.
%! residual_goal(@Term) is semidet.
%
% Goals are the constraints in the store, as answers show them; Term is a constraint, or several.

residual_goals(Goals) :-
    findall(M-Key, declared(_, _, M, _, Key, _), Keys),
    residual(Keys, Goals).

residual([], []).
residual([M-Key|Keys], Goals) :-
    waiting(Key, List0),
    living(List0, List),
    goals(List, M, Goals, Goals1),
    residual(Keys, Goals1).

goals([], _, Goals, Goals).
goals([s(_,_,_,_,C)|Ss], M, [Goal|Goals0], Goals) :-
    (   M == user -> Goal = C
    ;   Goal = M:C
    ),
    goals(Ss, M, Goals0, Goals).

residual_goal(Term) :-
    callable(Term),
    (   Term = (A,B) ->
        residual_goal(A),
        residual_goal(B)
    ;   Term = (A;B) ->
        residual_goal(A),
        residual_goal(B)
    ;   functor(Term, Name, Arity),
        declared(Name, Arity, _, _, _, _) -> true
    ).

%! chr_trace is det.
%! chr_notrace is det.
%! chr_leash(+Ports) is det.
%
% These do nothing: there is no tracer for rules.

chr_trace.

chr_notrace.

chr_leash(_).

?- find_chr_constraint(_).
   false.

?- find_chr_constraint(1).
   error(type_error(callable,1),_).

?- chr_show_store(user).
   true.

?- X = ( r @ a \ b <=> c | d pragma e ), X = @(r, pragma(<=>(\(a, b), '|'(c, d)), e)).
   X = (r@a\b<=>c|d pragma e).

?- swi_chr:parsed(==>(p(_), true), user, _).
   error(existence_error(chr_constraint,p/1),_).

?- swi_chr:parsed(==>(3, true), user, _).
   error(type_error(callable,3),_).

?- swi_chr:parsed(pragma(==>(p(_), true), fast), user, _).
   error(domain_error(chr_pragma,fast),_).

?- swi_chr:constraint(leq(?any, ?int), Name, Arity, Types).
   Name = leq, Arity = 2, Types = [_A,int].

?- swi_chr:constraint(leq(any), _, _, _).
   error(domain_error(chr_mode,any),_).

?- swi_chr:constraint(p//0, _, _, _).
   error(domain_error(chr_constraint,p//0),_).

?- swi_chr:matched([X,f(Y,X),1], [A,B,C], [], Known, Tests, []).
   X = A, Known = [Y,X], Tests = [nonvar(B),B=f(Y,_A),_A==X,C==1].

?- swi_chr:free([X,Y], Vs), X = Z, swi_chr:still_free(Vs).
   X = Z, Vs = [X,Y].

?- swi_chr:free([X,Y], Vs), ( X = 1 ; X = Y ), swi_chr:still_free(Vs).
   false.

?- \+ \+ ( swi_chr:noted(1, [2,3], H), swi_chr:noted(1, [3,2], H), \+ swi_chr:noted(1, [2,3], H) ).
   true.

?- swi_chr:merged([s(5,_,_,_,a),s(2,_,_,_,b)], [s(4,_,_,_,c),s(2,_,_,_,b)], [A,B,C]).
   A = s(5,_A,_B,_C,a), B = s(4,_D,_E,_F,c), C = s(2,_G,_H,_I,b).
