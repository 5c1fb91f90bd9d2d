/** What names stand for in the sandbox: the program's own, permitted, refused.

A program owns the module `user` and the modules that its files define. Its predicates are those that its files
have clauses for, or that it made with assertz/1.
*/

:- module(cl_rights, [own_module/1, own_module_or_throw/2, closed_module/1, module_key/2, own_head/4, own_name/2,
                   open_name/3, closed_name/3, asks/1, asks_for/1, closed_asks/0, private/1, private/2, dynamic_name/2, collides/2, user_defined/3, class/5, special/2,
                   chess_native/2, construct/1, dollar/1, refuse/2, refuse/3, enter/1, enter_closed/1,
                   note_export/2, accept/2]).

:- use_module(library(bridge_signatures)).
:- use_module(library(cl_clauses)).
:- use_module(library(cl_metas)).
:- use_module(library(cl_permitted)).

% entered(Module): a module of the program, besides user.
:- dynamic(entered/1).

% accepted(Module, Name, Arity): a clause has passed for a predicate whose name is that of a predicate
% for which this makes a difference.
:- dynamic(accepted/3).

% closed(Module, Key): a module of a file that is closed to others, or `user`, which such a file shares with the others.
% Nobody else knows the Key, by which guards name it.
:- dynamic(closed/2).

% exported(Name, Arity): a module of the program defines and exports it.
:- dynamic(exported/2).

enter(M) :- assertz(entered(M)).

enter_closed(M) :-
    '$foreign_call'(secret_name, [], Cs),
    atom_chars(Key, Cs),
    assertz(closed(M, Key)).

note_export(N, A) :-
    (   exported(N, A) -> true
    ;   assertz(exported(N, A))
    ).

% --- modules and heads -------------------------------------------------------------------------

own_module(user).
own_module(M) :- entered(M).

closed_module(M) :- closed(M, _), M \== user.

module_key(M, Key) :- closed(M, Key).

% asks(+Who): whose goal the sandbox looks at from now on. It is `loaded` for what is being loaded or asked.
asks(Who) :- '$foreign_call'(asker_is, [Who], _).

% asks_for(+Guarded): a guard looks at a goal, which has a key if it was written in a closed file.
asks_for(G) :-
    (   nonvar(G), G = Key:_, atom(Key), closed(_, Key) -> asks(closed)
    ;   asks(others)
    ).

% closed_asks: the goal that the sandbox looks at is a closed file's.
closed_asks :- '$foreign_call'(asker_is_closed, [], 1).

own_module_or_throw(M, Head) :-
    (   var(M) -> throw(error(instantiation_error, sandbox))
    ;   own_module(M) -> true
    ;   callable(Head) -> refused_definition(Head)
    ;   throw(error(permission_error(modify, static_procedure, M), sandbox))
    ).

% own_head(+Head0, +Module0, -Module, -Head): Head, in Module, may be the head of a clause. What is no head at
% all is left to the engine.

own_head(Head0, M0, M, Head) :-
    (   nonvar(Head0), Head0 = M1:Head1 ->
        own_module_or_throw(M1, Head1),
        own_head(Head1, M1, M, Head)
    ;   M = M0,
        Head = Head0,
        (   callable(Head) -> functor(Head, N, A), own_name(N, A)
        ;   true
        )
    ).

own_name(N, A) :-
    (   private(N), closed_asks -> true
    ;   ( dollar(N) ; reserved(N, A) ; construct(N) ; '$built_in_property'(N, A) ) ->
        throw(error(permission_error(modify, static_procedure, N/A), sandbox))
    ;   true
    ).

% What a closed file defines is not to be defined by others.
open_name(M, N, A) :-
    (   closed_name(M, N, A) -> throw(error(permission_error(modify, static_procedure, N/A), sandbox))
    ;   true
    ).

closed_name(M, N, A) :- '$foreign_call'(predicate_is_closed, [M,N,A], 1).

refused_definition(Head0) :-
    (   Head0 = (Head:-_), callable(Head) -> true
    ;   Head = Head0
    ),
    functor(Head, N, A),
    throw(error(permission_error(modify, static_procedure, N/A), sandbox)).

% Names of the engine's own: '$...' and the bodies of tests.
dollar(N) :- N @>= '$', N @< '%', N \== '$', N \== '$-'.
dollar(N) :- N @>= 'plunit ', N @< 'plunit!'.

% private(+Name): it is one that a closed file has for itself.
private(N) :- N @>= '$tests ', N @< '$tests!'.

% private(+Name0, -Name): Name is what a closed file's own Name0 is called.
private(N0, N) :- atom_concat('$tests ', N0, N).

% Functors that grammar bodies, goals and clauses are made of. A program cannot define predicates of these
% names: a call that adds arguments to a closure would take for its own what is run as a construct.
construct(','). construct(;). construct('|'). construct(->). construct(*->). construct(\+). construct(!).
construct({}). construct([]). construct('.'). construct('[|]'). construct(:). construct(:-). construct(-->).
construct(call). construct(phrase). construct(@).

% The name is also that of a predicate of the system, and it matters which of them is called. A program may have
% clauses for it. It may not declare it dynamic or assert clauses: the engine would go on calling the other.
collides(N, A) :-
    (   permitted(N, A) -> once(meta_arguments(N, A, _))
    ;   forbidden(N, A) -> true
    ;   fail
    ).

accept(Head, M) :-
    (   callable(Head), functor(Head, N, A), collides(N, A), \+ accepted(M, N, A) ->
        assertz(accepted(M, N, A))
    ;   true
    ).


dynamic_name(N, A) :-
    own_name(N, A),
    (   collides(N, A) -> throw(error(permission_error(modify, static_procedure, N/A), sandbox))
    ;   true
    ).

% --- what a name stands for -------------------------------------------------------------------

% user_defined(+Name, +Arity, +Module): a loaded file defines it, or clauses were asserted for it.
user_defined(N, A, M) :- consulted(M, N, A), !.
user_defined(N, A, M) :- '$dynamic_property'(M, N, A).
user_defined(N, A, _) :- exported(N, A).

% class(+Name, +Arity, +Module, +Mode, -Class): Class is
%   special      known by name to goal_/7
%   plain        called as it is; so is what does not exist: all names that may turn up later are classified
%   meta(Specs)  takes goals
%   later        to be decided when it is called
%   refused
% Mode is
%   nested  for what a clause says: the call is made later; what is refused is refused now
%   top     for what is called at once
%   inner   for what is part of a query or of a goal called at once: what is refused is refused when it is called

class(N, A, M, Mode, Class) :-
    (   permitted(N, A) -> permitted_class(N, A, M, Mode, Class)
    ;   reserved(N, A) -> Class = refused
    ;   forbidden(N, A) ->
        (   '$built_in_property'(N, A) -> Class = refused
        ;   consulted(M, N, A) -> own_or_later(N, A, M, Mode, refused, Class)
        ;   Class = refused
        )
    ;   private(N), closed_asks -> Class = plain
    ;   ( dollar(N) ; construct(N) ) -> Class = refused
    ;   user_defined(N, A, M) ->
        (   closed_name(M, N, A), \+ closed_asks -> Class = refused
        ;   Class = plain
        )
    ;   foreign(N, A) -> Class = refused
    ;   chess_native(N, A) -> Class = plain
    ;   unknown(M, N, A) -> Class = plain
    ;   Class = refused
    ).

% '$no_such_predicate' takes an atom for a predicate as soon as some clause calls it.
unknown(M, N, A) :-
    functor(Head, N, A),
    (   '$no_such_predicate'(M, Head) -> true
    ;   A =:= 0,
        \+ '$predicate_defined'(M, N, 0),
        \+ '$built_in_property'(N, 0)
    ).

permitted_class(N, A, M, Mode, Class) :-
    (   special(N, A) -> Class = special
    ;   meta_arguments(N, A, Specs) ->
        (   '$built_in_property'(N, A) -> Class = meta(Specs)
        ;   consulted(M, N, A) -> own_or_later(N, A, M, Mode, meta(Specs), Class)
        ;   Class = meta(Specs)
        )
    ;   Class = plain
    ).

% The program defines it, or would have: its clauses may be refused or fail to compile, and then the
% library's predicate is called.
own_or_later(N, A, M, Mode, Else, Class) :-
    (   Mode \== top -> Class = later
    ;   accepted(M, N, A) -> Class = plain
    ;   Class = Else
    ).

chess_native(N, A) :-
    functor(Head, N, A),
    signature(Head, _),
    '$lookup_db_ref'(cl_chess, N, A),
    !.

refuse(N, A) :- throw(error(permission_error(access, private_procedure, N/A), sandbox)).

% refuse(+Module, +Name, +Arity): a call that was made of another one on loading goes by the name that it had.
refuse(M, N, A) :-
    (   '$predicate_defined'(swi_syntax, means, 2), functor(G, N, A), swi_syntax:means(G0, M:G) -> functor(G0, N0, A), refuse(N0, A)
    ;   refuse(N, A)
    ).

% special(+Name, +Arity): cl_checks:special_goal/6 knows what it is given.
special(call, A) :- A >= 1.
special(asserta, 1). special(assertz, 1). special(assert, 1). special(retract, 1). special(retractall, 1).
special(abolish, 1). special(abolish, 2). special(clause, 2). special(dynamic, 1). special(discontiguous, 1).
special(multifile, 1). special(meta_predicate, 1). special(table, 1). special(module_transparent, 1). special(public, 1).
special(use_module, 1). special(use_module, 2). special(ensure_loaded, 1). special(current_predicate, 1).
special(current_predicate, 2). special(predicate_property, 2). special(op, 3). special(set_prolog_flag, 2).
