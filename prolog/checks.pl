/** What sandboxed code may do: the walk through clauses and goals.

`goal/4` walks through a goal, `checked/5` through a clause. What is certain they leave as it is, what is
forbidden makes them throw, and what will be known later they replace by a guard of the module `sandbox`,
which comes back here then. No variable of what they walk through is bound.
*/

:- module(cl_checks, [goal/4, goal_/7, checked/5, grammar/4, complete/3, stripped/4]).

:- use_module(library(internal_learn), [library_export/4]).
:- use_module(library(lists)).
:- use_module(library(cl_metas)).
:- use_module(library(cl_permitted)).
:- use_module(library(cl_rights)).

% --- clauses ----------------------------------------------------------------------------------

% checked(+Clause0, +Module0, -Clause, -Module, -Head): Head, in Module, is what Clause is for.
checked(Clause0, M0, Clause, M, Head) :-
    (   var(Clause0) -> throw(error(instantiation_error, sandbox))
    ;   Clause0 = M1:C0, nonvar(C0), C0 = (_:-_) ->
        own_module_or_throw(M1, C0),
        Clause = M1:C,
        checked(C0, M1, C, M, Head)
    ;   Clause0 = (Head0:-Body0) ->
        own_head(Head0, M0, M, Head),
        (   Body0 == true -> Body = true
        ;   goal(Body0, M, nested, Body)
        ),
        Clause = (Head0:-Body)
    ;   Clause0 = M1:Fact, M1 == table_wrapper, nonvar(Fact), Fact = tabled(Head0, M2) ->
        % What `:- table` is turned into, besides clauses.
        own_module_or_throw(M2, Head0),
        (   callable(Head0) -> true
        ;   throw(error(permission_error(modify, static_procedure, tabled/2), sandbox))
        ),
        own_head(Head0, M2, M, Head),
        Clause = Clause0
    ;   own_head(Clause0, M0, M, Head),
        Clause = Clause0
    ).

% --- the walk ---------------------------------------------------------------------------------

% goal(+Goal0, +Module, +Mode, -Goal): Goal is Goal0, called in Module, made safe. In mode `top` Goal is
% called at once with no more known than now. Nothing of Goal0 is bound.

goal(G0, M, Mode, G) :-
    (   var(G0) -> guard(G0, M, G)
    ;   callable(G0) ->
        functor(G0, N, A),
        class(N, A, M, Mode, Class),
        goal_(Class, N, A, G0, M, Mode, G)
    ;   G = G0
    ).

goal_(plain, _, _, G, _, _, G).
goal_(later, _, _, G0, M, _, G) :- guard(G0, M, G).
goal_(refused, N, A, G0, M, Mode, G) :-
    (   N == (:), A =:= 2 -> arg(1, G0, M1), arg(2, G0, G1), qualified(M1, G1, G0, M, Mode, G)
    ;   Mode == inner -> guard(G0, M, G)
    ;   G0 = [_|_] -> refuse(consult, 1)
    ;   refuse(N, A)
    ).
goal_(meta(Specs), N, A, G0, M, Mode, G) :-
    part(Mode, Part),
    (   N == (','), soft_cut(G0) -> soft_cut_goal(G0, M, Part, G)
    ;   control(N, A) -> control_goal(G0, M, Part, G)
    ;   Mode \== top, open_arguments(Specs, 1, G0) -> guard(G0, M, G)
    ;   functor(G1, N, A),
        meta_goal(Specs, 1, G0, M, Part, A, Same, G1),
        (   var(Same) -> G = G0 ; G = G1 )
    ).
goal_(special, N, A, G0, M, Mode, G) :-
    (   Mode == inner ->
        catch(cl_checks:special_goal(N, A, G0, M, inner, G),
              error(permission_error(_, _, _), _),
              cl_checks:guard(G0, M, G))
    ;   special_goal(N, A, G0, M, Mode, G)
    ).

part(nested, nested).
part(top, inner).
part(inner, inner).

guard(G, M, sandbox:guarded(C)) :- in_module(M, G, C).

in_module(M, G, C) :-
    (   M == user, \+ closed_asks -> C = G
    ;   module_key(M, Key) -> C = Key:G
    ;   M == user -> enter_closed(user), module_key(user, Key), C = Key:G
    ;   C = M:G
    ).

control(',', 2). control(;, 2). control('|', 2). control(->, 2). control(*->, 2). control(\+, 1).

% A cut in a construct is a cut of the clause: the parts stay where they are.
control_goal(\+ A0, M, Mode, G) :- !, goal(A0, M, Mode, A), G = (\+ A).
control_goal(G0, M, Mode, G) :-
    functor(G0, N, 2),
    arg(1, G0, A0),
    arg(2, G0, B0),
    goal(A0, M, Mode, A),
    goal(B0, M, Mode, B),
    functor(G, N, 2),
    arg(1, G, A),
    arg(2, G, B).

% What SWI mode makes of `( Condition *-> Then ; Else )`. These steps take the marks of choice points, so they
% are safe only in this form, with variables that nothing else in it can bind.
soft_cut((S:soft_begin(F, B1), G)) :-
    S == swi_soft, var(F), var(B1),
    nonvar(G), G = ( A ; E ),
    nonvar(A), A = (S1:soft_choice(B2), A1), S1 == swi_soft, var(B2),
    last_step(A1, C, S2:soft_found(F2, B3, B4), T), S2 == swi_soft,
    [F2,B3,B4] == [F,B1,B2],
    nonvar(E), E = (S3:soft_none(F3), E1), S3 == swi_soft, F3 == F,
    F \== B1, F \== B2, B1 \== B2,
    term_variables(C-T-E1, Vs),
    \+ shared([F,B1,B2], Vs).

last_step(A, C, Step, T) :-
    nonvar(A),
    A = (C, A1),
    nonvar(A1),
    A1 = (Step, T),
    nonvar(Step).

soft_cut_goal((Begin, ( Choice, C0, Found, T0 ; None, E0 )), M, Mode, (Begin, ( Choice, C, Found, T ; None, E ))) :-
    goal(C0, M, Mode, C),
    goal(T0, M, Mode, T),
    goal(E0, M, Mode, E).

% qualified(+Module1, +Goal1, +Goal0, +Module, +Mode, -Goal): Goal0 is Module1:Goal1.
qualified(M1, G1, G0, M, Mode, G) :-
    (   ( var(M1) ; var(G1) ) ->
        (   Mode \== top -> guard(G0, M, G)
        ;   var(M1) -> throw(error(instantiation_error, sandbox))
        ;   own_module(M1) -> throw(error(instantiation_error, call/1))
        ;   refuse(:, 2)
        )
    ;   \+ atom(M1) -> throw(error(type_error(atom, M1), sandbox))
    ;   ( own_module(M1) ; M1 == M ) -> goal(G1, M1, Mode, G2), G = M1:G2
    ;   \+ callable(G1) -> throw(error(type_error(callable, G1), sandbox))
    ;   functor(G1, N, A),
        (   M1 == sandbox, guard_of(N, A) -> G = G0
        ;   M1 == swi_calls, G1 = called(V) -> in_module(M, V, C), G = sandbox:called(C)
        ;   helper(M1, N, A) -> G = G0
        ;   library_home(M1, N, A), library_goal(N, A, G1, M, Mode, G2) -> G = M1:G2
        ;   image(M1:G1, Original) -> goal(Original, M, Mode, G)
        ;   Mode == inner -> guard(G0, M, G)
        ;   refuse(M1, N, A)
        )
    ).

% image(+Goal0, -Goal): Goal0 is what the expansion of goals makes of Goal. So a goal looks that was an argument of a predicate
% of the program that takes goals; what it means is checked.
image(G0, G) :-
    G0 = M:_,
    stand_in(M),
    term_variables(G0, Vs0),
    user:goal_expansion(G, G0),
    nonvar(G),
    term_variables(G0, Vs),
    Vs0 == Vs,
    !.

% stand_in(Module): its predicates stand in for those of the standard.
stand_in(string_terms).
stand_in(cl_variables).
stand_in(standard_order).
stand_in(cl_guards).
stand_in(cl_asserted).

% The predicates of SWI mode come from modules that have others besides.
library_home(M, N, A) :-
    (   library_module(M) -> true
    ;   atom_concat(swi_, _, M),
        internal_learn:library_export(N, 0, M, A)
    ).

guard_of(guarded, _). guard_of(called, 1). guard_of(nonterminal, 3). guard_of(checked_asserta, 1). guard_of(checked_assertz, 1).
guard_of(checked_retract, 1). guard_of(checked_retractall, 1). guard_of(checked_clause, 2).
guard_of(checked_current_predicate, 1).

% In a library's own name only what it exports for all: its arguments are goals of the caller.
library_goal(N, A, G0, M, Mode, G) :-
    \+ special(N, A),
    \+ control(N, A),
    (   permitted(N, A) -> true
    ;   chess_native(N, A)
    ),
    (   \+ meta_arguments(N, A, _) -> G = G0
    ;   meta_arguments(N, A, Specs),
        (   functor(G1, N, A),
            part(Mode, Part),
            meta_goal(Specs, 1, G0, M, Part, A, _, G1),
            functor(G, N, A),
            qualify_arguments(Specs, 1, G1, M, G)
        )
    ).

qualify_arguments([], _, _, _, _).
qualify_arguments([Spec|Specs], I, G0, M, G) :-
    arg(I, G0, X0),
    arg(I, G, X),
    (   Spec == (?) -> X = X0
    ;   nonvar(X0), X0 = _:_ -> X = X0
    ;   X = M:X0
    ),
    I1 is I + 1,
    qualify_arguments(Specs, I1, G0, M, G).

% open_arguments(+Specs, +I, +Goal): an argument that is a goal is not known yet.
open_arguments([Spec|Specs], I, G) :-
    (   Spec \== (?), arg(I, G, X), open_argument(Spec, X) -> true
    ;   I1 is I + 1,
        open_arguments(Specs, I1, G)
    ).

open_argument(Spec, X) :-
    (   var(X) -> true
    ;   Spec == (^) -> ( X = V^Y, nonvar(V) -> open_argument(^, Y) ; X = _^Y, open_argument(^, Y) )
    ;   X = M:Y -> ( var(M) -> true ; open_argument(Spec, Y) )
    ).

% meta_goal(+Specs, +I, +Goal0, +Module, +Mode, +Arity, -Same, +Goal): fills the arguments of Goal from I on. Same is
% bound if one differs.
meta_goal([], _, _, _, _, _, _, _).
meta_goal([Spec|Specs], I, G0, M, Mode, A, Same, G) :-
    arg(I, G0, X0),
    arg(I, G, X),
    (   Spec == (?) -> X = X0
    ;   meta_argument(Spec, X0, M, Mode, G0, A, X),
        (   X == X0 -> true ; Same = false )
    ),
    I1 is I + 1,
    meta_goal(Specs, I1, G0, M, Mode, A, Same, G).

meta_argument(Spec, X0, M, Mode, G0, A, X) :-
    (   Spec == 0 -> goal(X0, M, Mode, X)
    ;   integer(Spec) -> closure(X0, Spec, M, Mode, X)
    ;   Spec == (^) -> caret(X0, M, Mode, X)
    ;   Spec == (//) -> grammar(X0, M, Mode, X)
    ;   added(G0, A, Extra) -> closure(X0, Extra, M, Mode, X)
    ;   guard(X0, M, X)
    ).

% added(+Goal, +Arity, -Extra): how many arguments are added to the closure in Goal (`*` in metas).
added(G, A, Extra) :-
    functor(G, N, A),
    (   N == apply -> arg(2, G, Args), proper_list(Args, 0, Extra)
    ;   N == (>>) -> arg(1, G, Ps0), parameters(Ps0, Ps), proper_list(Ps, 0, P), Extra0 is A - 2 - P,
        (   Extra0 > 0 -> Extra = Extra0 ; Extra = 0 )
    ;   N == (/) -> Extra is A - 2
    ).

parameters(Ps, _) :- var(Ps), !, fail.
parameters(_/Ps, Ps) :- !.
parameters(Ps, Ps).

proper_list(Xs, _, _) :- var(Xs), !, fail.
proper_list([], N, N).
proper_list([_|Xs], N0, N) :- N1 is N0 + 1, proper_list(Xs, N1, N).

caret(X0, M, Mode, X) :-
    (   var(X0) -> guard(X0, M, X)
    ;   X0 = V^Y0 -> caret(Y0, M, Mode, Y), X = V^Y
    ;   X0 = M1:Y0, nonvar(Y0), Y0 = _^_, nonvar(M1), own_module(M1) -> caret(Y0, M1, Mode, Y), X = M1:Y
    ;   goal(X0, M, Mode, X)
    ).

% closure(+Closure0, +Extra, +Module, +Mode, -Closure): Closure0 lacks Extra arguments.
closure(C0, Extra, M, Mode, C) :-
    (   var(C0) -> guard(C0, M, C)
    ;   \+ callable(C0) -> C = C0
    ;   functor(C0, N, A0),
        (   N == (:), A0 =:= 2 -> qualified_closure(C0, Extra, M, Mode, C)
        ;   A is A0 + Extra,
            class(N, A, M, Mode, Class),
            closure_(Class, N, A, C0, Extra, M, Mode, C)
        )
    ).

closure_(plain, _, _, C, _, _, _, C) :- !.
closure_(refused, N, A, C0, _, M, Mode, C) :- !, ( Mode == inner -> guard(C0, M, C) ; refuse(N, A) ).
closure_(later, _, _, C0, _, M, _, C) :- !, guard(C0, M, C).
closure_(_, N, A, C0, Extra, M, Mode, C) :-
    length(Vs, Extra),
    complete(C0, Vs, G0),
    goal(G0, M, Mode, G),
    (   G == G0 -> C = C0
    ;   without(G, N, A, Extra, Vs, C) -> true
    ;   guard(C0, M, C)
    ).

qualified_closure(M1:C1, Extra, M, Mode, C) :-
    (   ( var(M1) ; var(C1) ) -> guard(M1:C1, M, C)
    ;   own_module(M1) -> closure(C1, Extra, M1, Mode, C2), C = M1:C2
    ;   callable(C1), M1 == sandbox, functor(C1, N, A0), A is A0 + Extra, guard_of(N, A) -> C = M1:C1
    ;   length(Vs, Extra),
        complete(C1, Vs, G1),
        goal(M1:G1, M, Mode, G),
        (   G == M1:G1 -> C = M1:C1
        ;   guard(M1:C1, M, C)
        )
    ).

complete(C, Vs, G) :-
    (   Vs == [] -> G = C
    ;   callable(C) ->
        (   C = M:C1 -> complete(C1, Vs, G1), G = M:G1
        ;   C =.. L0,
            append(L0, Vs, L),
            G =.. L
        )
    ;   throw(error(type_error(callable, C), sandbox))
    ).

% without(+Goal, +Name, +Arity, +Extra, +Vs, -Closure): Goal is Closure with Vs added, and has them nowhere else.
without(G, N, A, Extra, Vs, C) :-
    (   G = sandbox:G1, nonvar(G1) -> C = sandbox:C1, functor(G1, N1, A1)
    ;   G1 = G, C = C1, functor(G1, N, A), N1 = N, A1 = A
    ),
    A0 is A1 - Extra,
    A0 >= 0,
    G1 =.. [_|Args],
    length(Args0, A0),
    append(Args0, Last, Args),
    Last == Vs,
    term_variables(Args0, Vs0),
    \+ shared(Vs, Vs0),
    C1 =.. [N1|Args0].

shared([V|Vs], Us) :- ( occurs(Us, V) -> true ; shared(Vs, Us) ).

occurs([U|Us], V) :- ( U == V -> true ; occurs(Us, V) ).

% --- grammar bodies ---------------------------------------------------------------------------

% grammar(+Body0, +Module, +Mode, -Body)
grammar(B0, M, Mode, B) :-
    (   var(B0) -> in_module(M, B0, C), B = sandbox:nonterminal(C)
    ;   terminals(B0) -> B = B0
    ;   grammar_construct(B0) -> grammar_(B0, M, Mode, B)
    ;   B0 = M1:B1, atom(M1), own_module(M1), nonvar(B1), \+ B1 = _:_ -> grammar(B1, M1, Mode, B2), B = M1:B2
    ;   closure(B0, 2, M, Mode, B)
    ).

terminals([]).
terminals([_|_]).
terminals('$string'(_)).

grammar_construct((_,_)). grammar_construct((_;_)). grammar_construct((_'|'_)). grammar_construct((_->_)).
grammar_construct(\+ _). grammar_construct({_}). grammar_construct(!). grammar_construct(*->(_,_)).

grammar_({G0}, M, Mode, {G}) :- !, goal(G0, M, Mode, G).
grammar_(!, _, _, !) :- !.
grammar_(\+ B0, M, Mode, \+ B) :- !, grammar(B0, M, Mode, B).
grammar_(B0, M, Mode, B) :-
    B0 =.. [N,X0,Y0],
    grammar(X0, M, Mode, X),
    grammar(Y0, M, Mode, Y),
    B =.. [N,X,Y].

% --- predicates with a meaning of their own ---------------------------------------------------

special_goal(call, A, G0, M, Mode, G) :- !,
    part(Mode, Part),
    Extra is A - 1,
    arg(1, G0, C0),
    (   Extra =:= 0 -> goal(C0, M, Part, C)
    ;   closure(C0, Extra, M, Part, C)
    ),
    (   C == C0 -> G = G0
    ;   nonvar(C), C = sandbox:C1, nonvar(C1) ->
        G0 =.. [_,_|Args],
        complete(C, Args, G)
    ;   G0 =.. [_,_|Args],
        G =.. [call,C|Args]
    ).
special_goal(asserta, 1, G0, M, _, G) :- !, arg(1, G0, C), clause_goal(C, M, checked_asserta, G0, G).
special_goal(assertz, 1, G0, M, _, G) :- !, arg(1, G0, C), clause_goal(C, M, checked_assertz, G0, G).
special_goal(assert, 1, G0, M, _, G) :- !, arg(1, G0, C), clause_goal(C, M, checked_assertz, G0, G).
special_goal(retract, 1, G0, M, _, G) :- !, arg(1, G0, C), clause_goal(C, M, checked_retract, G0, G).
special_goal(retractall, 1, G0, M, _, G) :- !, arg(1, G0, C), clause_goal(C, M, checked_retractall, G0, G).
special_goal(clause, 2, G0, M, _, G) :- !,
    arg(1, G0, H0),
    arg(2, G0, B),
    in_module(M, H0, H),
    G = sandbox:checked_clause(H, B).
% A file that is closed to this one may be loaded later.
special_goal(abolish, _, G0, M, Mode, G) :- Mode \== top, !, guard(G0, M, G).
special_goal(N, _, G0, M, Mode, G) :-
    declaration(N, G0, M, Verdict),
    (   Verdict == ok, enumerates(G0) ->
        arg(1, G0, PI0),
        in_module(M, PI0, PI),
        G = sandbox:checked_current_predicate(PI)
    ;   Verdict == ok -> G = G0
    ;   Mode \== top -> guard(G0, M, G)
    ;   throw(error(instantiation_error, sandbox))
    ).

% Who knows a name can as well call it.
enumerates(current_predicate(PI)) :- \+ ( nonvar(PI), PI = N/_, atom(N) ).

% clause_goal(+Clause, +Module, +Guard, +Goal0, -Goal): Goal0 gives Clause to the database. It stays as it is
% if Clause is known, and has nothing in it to guard, in a file to which nothing is closed that may be loaded later.
clause_goal(C, M, Guard, G0, G) :-
    (   closed_asks,
        head_known(C),
        checked(C, M, C1, _, Head),
        C1 == C,
        functor(Head, N, A),
        \+ collides(N, A),
        ( Guard \== checked_retract ; C \= (_:-_), C \= _:(_:-_) ) ->
        G = G0
    ;   in_module(M, C, C2),
        G1 =.. [Guard,C2],
        G = sandbox:G1
    ).

head_known(C) :-
    callable(C),
    (   C = (H:-_) -> head_known(H)
    ;   C = M:C1 -> atom(M), head_known(C1)
    ;   true
    ).

% declaration(+Name, +Goal, +Module, -Verdict): Verdict is ok or later; or it throws.
declaration(op, op(P, T, Ns), _, V) :- !, operators(Ns, P, T, ok, V).
declaration(set_prolog_flag, set_prolog_flag(F, _), _, V) :- !,
    (   var(F) -> V = later
    ;   permitted_flag(F) -> V = ok
    ;   throw(error(permission_error(modify, flag, F), sandbox))
    ).
declaration(use_module, G, _, V) :- !, arg(1, G, L), import(L, V).
declaration(ensure_loaded, ensure_loaded(L), _, V) :- !, import(L, V).
declaration(current_predicate, current_predicate(PI), _, V) :- !, visible(PI, V).
declaration(current_predicate, current_predicate(_, H), _, V) :- !, visible(H, V).
declaration(predicate_property, predicate_property(H, _), _, V) :- !, visible(H, V).
declaration(meta_predicate, meta_predicate(Hs), M, V) :- !, names(Hs, head, M, V).
declaration(N, G, M, V) :-
    arg(1, G, PIs),
    (   changes(N) -> names(PIs, changed, M, V)
    ;   names(PIs, mentioned, M, V)
    ).

changes(dynamic). changes(multifile). changes(table). changes(abolish).

operators(Ns, P, T, V0, V) :-
    (   var(Ns) -> V = later
    ;   Ns = [N|Ns1] -> operators(N, P, T, V0, V1), operators(Ns1, P, T, V1, V)
    ;   Ns \== [], standard_operator(Ns), \+ ( integer(P), atom(T), current_op(P, T, Ns) ) ->
        (   ( var(P) ; var(T) ) -> V = later
        ;   throw(error(permission_error(modify, operator, Ns), sandbox))
        )
    ;   V = V0
    ).

import(L, V) :-
    (   var(L) -> V = later
    ;   L = library(Name) ->
        (   ground(Name) ->
            (   permitted_library(Name) -> V = ok
            ;   throw(error(permission_error(access, library, Name), sandbox))
            )
        ;   V = later
        )
    ;   throw(error(permission_error(open, source_sink, L), sandbox))
    ).

% What there is in other modules is not shown.
visible(X, V) :-
    (   var(X) -> V = ok
    ;   X = M:Y ->
        (   var(M) -> V = later
        ;   own_module(M) -> visible(Y, V)
        ;   refuse(:, 2)
        )
    ;   V = ok
    ).

% names(+Declared, +Form, +Module, -Verdict): Form is head, or changed or mentioned for indicators.
names(X, Form, M, V) :-
    (   var(X) -> V = later
    ;   X == [] -> V = ok
    ;   ( X = (A,B) ; X = [A|B] ) ->
        names(A, Form, M, V1),
        names(B, Form, M, V2),
        (   V1 == ok -> V = V2 ; V = V1 )
    ;   X = M1:Y ->
        (   var(M1) -> V = later
        ;   X == table_wrapper:tabled/2 -> V = ok
        ;   own_module(M1) -> names(Y, Form, M1, V)
        ;   throw(error(permission_error(modify, static_procedure, X), sandbox))
        )
    ;   Form \== head, ( X = N/A ; X = N//A0 ) ->
        (   ( var(N) ; var(A), var(A0) ) -> V = later
        ;   ( integer(A) -> true ; integer(A0) -> A is A0 + 2 ; true ),
            (   \+ ( atom(N), integer(A) ) -> true
            ;   Form == changed -> dynamic_name(N, A), open_name(M, N, A)
            ;   own_name(N, A)
            ),
            V = ok
        )
    ;   Form \== head, X =.. [as,Y,_] -> names(Y, Form, M, V)
    ;   callable(X) ->
        functor(X, N, A),
        own_name(N, A),
        (   permitted(N, A), \+ user_defined(N, A, M) ->
            throw(error(permission_error(modify, static_procedure, N/A), sandbox))
        ;   V = ok
        )
    ;   V = ok
    ).

stripped(G0, M0, M, G) :-
    (   nonvar(G0), G0 = M1:G1, atom(M1), ( own_module(M1), M2 = M1 ; module_key(M2, M1) ) -> stripped(G1, M2, M, G)
    ;   M = M0,
        G = G0
    ).
