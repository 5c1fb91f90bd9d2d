/** Dynamic predicates that are kept in a file: SWI-Prolog's library(persistency).

```
:- use_module(library(persistency)).
:- persistent score(player:atom, points:integer).

?- db_attach('scores.db', []), assert_score(ann, 3), score(ann, P).
   P = 3.
```

For a predicate `p` the directive defines `assert_p`, `retract_p` and `retractall_p` with as many arguments, in the module of the
program. What they do is written to the file of the module, one action a line, and done again when the file is attached.
*/

:- module(swi_persistency, [op(1150, fx, persistent), db_attach/2, db_attached/1, db_detach/0, db_sync/1, db_sync_all/1,
                            current_persistent_predicate/1]).

:- use_module(library(lists)).
:- use_module(library(load_state), [load_module/2]).
:- use_module(library(string_terms)).
:- use_module(library(swi_convert)).
:- use_module(library(swi_errors)).
:- use_module(library(swi_files)).
:- use_module(library(swi_statistics)).
:- use_module(library(load_text), []).

:- meta_predicate(db_attach(:, ?)).
:- meta_predicate(db_attached(:)).
:- meta_predicate(db_sync(:)).
:- meta_predicate(current_persistent_predicate(:)).

% kept(Module, Name, Arity, Types).
:- dynamic(kept/4).

% file_of(Module, File).
:- dynamic(file_of/2).

% --- the directive ------------------------------------------------------------------------------

%! load_directive(+Directive, +Load0, -Load) is det.
%
% See `load_hooks`: the directive persistent/1.

load_directive(Directive, Load0, Load) :-
    % The operator may not be declared where this is read.
    arg(1, Directive, Specs),
    load_module(Load0, M),
    declared(Specs, M, Clauses, []),
    load_text:terms(Clauses, Load0, Load).

declared(Specs, _, _, _) :- var(Specs), !, instantiation_error(Specs).
declared((A,B), M, Cs0, Cs) :- !, declared(A, M, Cs0, Cs1), declared(B, M, Cs1, Cs).
declared(Spec, M, [(:- dynamic(Name/Arity))|Cs0], Cs) :-
    must_be(callable, Spec),
    Spec =.. [Name|Arguments],
    types(Arguments, Types),
    length(Types, Arity),
    retractall(kept(M, Name, Arity, _)),
    assertz(kept(M, Name, Arity, Types)),
    access([assert_,retract_,retractall_], [added,removed,all_removed], Name, Arity, M, Cs0, Cs).

types([], []).
types([A|As], [Type|Types]) :-
    (   var(A) -> instantiation_error(A)
    ;   A = _:Type0 -> Type = Type0
    ;   type_error(persistent_argument, A)
    ),
    types(As, Types).

access([], [], _, _, _, Cs, Cs).
access([Prefix|Prefixes], [Action|Actions], Name, Arity, M, [(Head :- swi_persistency:Goal)|Cs0], Cs) :-
    atom_concat(Prefix, Name, HeadName),
    functor(Fact, Name, Arity),
    Fact =.. [_|Args],
    Head =.. [HeadName|Args],
    Goal =.. [Action,M,Fact],
    access(Prefixes, Actions, Name, Arity, M, Cs0, Cs).

% --- actions ------------------------------------------------------------------------------------

% added(+M, +Fact): what assert_p does.
added(M, Fact) :-
    attached(M, File),
    functor(Fact, Name, Arity),
    kept(M, Name, Arity, Types),
    Fact =.. [_|Args],
    each_must_be(Args, Types),
    assertz(M:Fact),
    noted(File, assert(Fact)).

each_must_be([], []).
each_must_be([A|As], [T|Ts]) :- must_be(T, A), each_must_be(As, Ts).

% removed(+M, +Fact): what retract_p does.
removed(M, Fact) :-
    attached(M, File),
    retract(M:Fact),
    noted(File, retract(Fact)).

% all_removed(+M, +Fact): what retractall_p does.
all_removed(M, Fact) :-
    attached(M, File),
    findall(x, M:Fact, Found),
    length(Found, N),
    (   N =:= 0 -> true
    ;   retractall(M:Fact),
        noted(File, retractall(Fact, N))
    ).

attached(M, File) :-
    (   file_of(M, File0) -> File = File0
    ;   existence_error(db_file, M)
    ).

noted(File, Action) :-
    open(File, append, Stream),
    action_written(Stream, Action),
    close(Stream).

action_written(Stream, Action) :-
    written(Stream, Action, write_canonical),
    put_char(Stream, '.'),
    nl(Stream).

%! db_attach(:File, +Options) is det.
%
% File keeps the persistent predicates of the module; what it says is done first. It is made if it is not there. Options change
% nothing: what is done is in the file at once.

db_attach(Spec, Options) :-
    must_be(list, Options),
    in_module(Spec, M, File0),
    text_atom(db_attach/2, File0, File),
    retractall(file_of(M, _)),
    (   exists_file(File) -> done_again(M, File)
    ;   written_anew(File, [])
    ),
    assertz(file_of(M, File)).

% in_module(+Spec, -M, -What): what was a variable when the call was compiled has no `user` before it.
in_module(Spec, M, What) :- ( nonvar(Spec), Spec = M0:What0 -> M = M0, What = What0 ; M = user, What = Spec ).

done_again(M, File) :-
    (   kept(M, Name, Arity, _), functor(Fact, Name, Arity), retractall(M:Fact), false
    ;   true
    ),
    read_file_to_terms(File, Actions, []),
    all_done(Actions, M).

all_done([], _).
all_done([Action|Actions], M) :-
    (   Action = assert(Fact) -> assertz(M:Fact)
    ;   Action = retract(Fact) -> ( retract(M:Fact) -> true ; true )
    ;   Action = retractall(Fact, _) -> retractall(M:Fact)
    ;   true
    ),
    all_done(Actions, M).

written_anew(File, Facts) :-
    open(File, write, Stream),
    get_time(Now),
    action_written(Stream, created(Now)),
    (   member(Fact, Facts), action_written(Stream, assert(Fact)), false
    ;   true
    ),
    close(Stream).

%! db_attached(:File) is semidet.
%
% File keeps the persistent predicates of the module.

db_attached(Spec) :-
    in_module(Spec, M, File),
    file_of(M, File).

%! db_detach is det.
%
% Nothing is written any more. The facts stay.

db_detach :- retractall(file_of(_, _)).

%! db_sync(:What) is det.
%! db_sync_all(+What) is det.
%
% What is `gc` or `gc(_)`: the file of the module is written anew, with its facts only; `reload`: the facts are again those of the
% file; `detach`; `update`, `close` or `flush`: nothing is to be done. db_sync_all/1 does it for all modules.

db_sync(Spec) :-
    in_module(Spec, M, What),
    (   var(What) -> instantiation_error(What)
    ;   file_of(M, File) -> synchronised(What, M, File)
    ;   true
    ).

db_sync_all(What) :-
    (   var(What) -> instantiation_error(What)
    ;   findall(M-File, file_of(M, File), All),
        member(M-File, All), synchronised(What, M, File), false
    ;   true
    ).

synchronised(What, M, File) :-
    (   ( What = gc ; What = gc(_) ) ->
        findall(Fact, ( kept(M, Name, Arity, _), functor(Fact, Name, Arity), M:Fact ), Facts),
        written_anew(File, Facts)
    ;   What == reload -> done_again(M, File)
    ;   What == detach -> retractall(file_of(M, _))
    ;   memberchk(What, [update,close,flush]) -> true
    ;   domain_error(db_sync_action, What)
    ).

%! current_persistent_predicate(:PI) is nondet.
%
% PI, Name/Arity, is a persistent predicate of the module.

current_persistent_predicate(Spec) :-
    in_module(Spec, M, Name/Arity),
    kept(M, Name, Arity, _).

?- db_sync(reload), db_detach, db_attached(_).
   false.

?- swi_persistency:types([name:atom,age:integer], Types).
   Types = [atom,integer].

?- swi_persistency:types([age], _).
   error(type_error(persistent_argument,age),_A).

?- db_sync_all(_).
   error(instantiation_error,_A).
