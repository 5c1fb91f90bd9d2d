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

What files say is kept as data while they are loaded. `chr_rules.pl` compiles it when a constraint is first called, and
`chr_store.pl` has the constraints that wait.

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

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(load_hooks), [watch/1]).
:- use_module(library(load_state)).
:- use_module(library(cl_steps), [step/3]).
:- use_module(library(swi_chr_rules), [changed/1, phrase_chars/3]).
:- use_module(library(swi_chr_store), [waiting/2, living/2]).
:- use_module(library(swi_output), [print/1]).
:- use_module(library(cl_declarations), []).
:- use_module(library(load_clauses), []).

:- initialization(watch(swi_chr)).

% --- what the loader calls --------------------------------------------------------------------

%! load_directive(+Directive, +Load0, -Load) is det.
%! load_begins(+File) is det.
%! load_clause(+Term, +VariableNames:list, +Module, -What) is semidet.
%
% See `load_hooks`.

load_directive(chr_constraint(Specs), Load0, Load) :- constraints(Specs, Load0, Load).
% As it was called in the first systems.
load_directive(constraints(Specs), Load0, Load) :- constraints(Specs, Load0, Load).
load_directive(chr_option(Option, Value), Load, Load) :-
    (   ( var(Option) ; var(Value) ) -> instantiation_error(chr_option/2)
    ;   unchecked(Option, Value) ->
        load_module(Load, M),
        cl_declarations:source(File),
        changed(M),
        assertz(swi_chr_rules:option(M, File, unchecked))
    ;   true
    ).
load_directive(chr_type(_), Load, Load).

% Types are checked unless the program is to be fast.
unchecked(debug, off).
unchecked(optimize, full).
unchecked(type_check, off).

constraints(Specs, _, _) :- var(Specs), !, instantiation_error((chr_constraint)/1).
constraints((A,B), Load0, Load) :-
    !,
    constraints(A, Load0, Load1),
    constraints(B, Load1, Load).
constraints(Spec, Load0, Load) :-
    constraint(Spec, Name, Arity, Types),
    load_module(Load0, M),
    cl_declarations:source(File),
    (   swi_chr_rules:declared(Name, Arity, M, File, _, _) -> Load = Load0
    ;   cl_engine:permitted_head(M, Name, Arity),
        (   load_pending(Load0, Pending),
            load_steps(Load0, Steps),
            ( member(k(M,Name,Arity)-_, Pending) ; member(group(k(M,Name,Arity), _), Steps) ) ->
            throw(error(permission_error(modify, static_procedure, Name/Arity), (chr_constraint)/1))
        ;   true
        ),
        retractall(swi_chr_rules:declared(Name, Arity, M, _, _, _)),
        changed(M),
        key(M, Name, Arity, Key),
        assertz(swi_chr_rules:declared(Name, Arity, M, File, Key, Types)),
        '$foreign_call'(predicate_declare, [M,Name,Arity], _),
        '$foreign_call'(clause_index, [], Index),
        functor(Head, Name, Arity),
        Head =.. [_|Args],
        Entry =.. [Key|Args],
        step(group(k(M,Name,Arity), [clause(Index,(Head :- swi_chr_rules:ready(M), Entry))]), Load0, Load)
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

load_begins(_) :-
    cl_declarations:source(File),
    (   File == user -> true
    ;   findall(M, ( swi_chr_rules:declared(_, _, M, File, _, _) ; swi_chr_rules:rule(M, File, _) ), Ms0),
        sort(Ms0, Ms),
        retractall(swi_chr_rules:declared(_, _, _, File, _, _)),
        retractall(swi_chr_rules:rule(_, File, _)),
        retractall(swi_chr_rules:option(_, File, _)),
        all_changed(Ms)
    ).

all_changed([]).
all_changed([M|Ms]) :-
    changed(M),
    all_changed(Ms).

load_clause(Term, _, M, taken) :-
    nonvar(Term),
    (   is_rule(Term) ->
        current_op(1180, xfx, ==>),
        parsed(Term, M, Rule),
        cl_declarations:source(File),
        changed(M),
        assertz(swi_chr_rules:rule(M, File, Rule))
    ;   ( Term = (Head :- _) -> true ; Head = Term ),
        callable(Head),
        functor(Head, Name, Arity),
        swi_chr_rules:declared(Name, Arity, M, File, _, _),
        cl_declarations:source(File),
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
        swi_chr_rules:declared(Name, Arity, M, _, _, _) -> true
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
    % What variables are bound to is not known here.
    term_variables(Goal0, Vs),
    load_clauses:ready_clause(('chr rule'(Vs) :- Goal0), M, (_ :- Goal)).

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
    swi_chr_rules:declared(Name, Arity, M, _, Key, _),
    waiting(Key, List),
    member(s(_,State,_,_,Constraint), List),
    var(State).

%! chr_show_store(+Module:atom) is det.
%
% Writes the constraints of Module that are in the store, one a line; those of `user` if Module has none of its own.

chr_show_store(M) :-
    must_be(atom, M),
    ( swi_chr_rules:declared(_, _, M, _, _, _) -> Module = M ; Module = user ),
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
    findall(M-Key, swi_chr_rules:declared(_, _, M, _, Key, _), Keys),
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
        swi_chr_rules:declared(Name, Arity, _, _, _, _) -> true
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
