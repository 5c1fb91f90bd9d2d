/** Checks of arguments, and errors to throw, as in SWI-Prolog's library(error).

```
?- must_be(positive_integer, 3), is_of_type(list(atom), [a]).
   true.
```
*/

:- module(swi_errors, [must_be/2, is_of_type/2, has_type/2, assertion/1, type_error/2, domain_error/2,
                       existence_error/2, existence_error/3, permission_error/3, instantiation_error/1,
                       uninstantiation_error/1, representation_error/1, resource_error/1,
                       syntax_error/1]).

:- use_module(library(swi_convert)).
:- use_module(library(string_terms)).
:- use_module(library(cl_declarations), []).
:- use_module(library(cl_asserted), []).

%! must_be(+Type, @Term) is det.
%
% True iff Term is of Type; throws the error that says what it is instead. Types are those of SWI-Prolog:
% `integer`, `nonneg`, `positive_integer`, `between(L,H)`, `oneof(List)`, `list(Type)`, `callable`, ...

must_be(Type, Term) :-
    (   var(Type) -> throw(error(instantiation_error, must_be/2))
    ;   of(Type, Term) -> true
    ;   misfit(Type, Term)
    ).

misfit(Type, Term) :-
    (   \+ known(Type) -> throw(error(existence_error(type, Type), must_be/2))
    ;   Type == var -> throw(error(uninstantiation_error(Term), must_be/2))
    ;   lacking(Type, Term) -> throw(error(instantiation_error, must_be/2))
    ;   element_type(Type, Of), is_proper_list(Term) -> each_must_be(Term, Of)
    ;   throw(error(type_error(Type, Term), must_be/2))
    ).

lacking(Type, Term) :-
    (   var(Term) -> true
    ;   ( list_type(Type) ; element_type(Type, _) ) -> ends_open(Term)
    ;   Type == ground -> true
    ;   ( Type == chars ; Type == codes ; Type == text ) -> ends_open(Term)
    ).

ends_open(Term) :-
    '$skip_max_list'(_, _, Term, Tail),
    var(Tail).

list_type(list).
list_type(proper_list).

element_type(list(Of), Of).
element_type(list_of(Of), Of).

each_must_be([], _).
each_must_be([X|Xs], Type) :- must_be(Type, X), each_must_be(Xs, Type).

%! is_of_type(+Type, @Term) is semidet.
%
% True iff Term is of Type.

is_of_type(Type, Term) :-
    (   var(Type) -> throw(error(instantiation_error, is_of_type/2))
    ;   of(Type, Term) -> true
    ;   known(Type) -> false
    ;   throw(error(existence_error(type, Type), is_of_type/2))
    ).

known(Type) :-
    functor(Type, Name, Arity),
    functor(Type1, Name, Arity),
    ( clause_of(Type1) -> true ; says(_, Type1) ),
    !.

% says(File, Type); said(File, Type, Term): File says of a type of its own what belongs to it.
:- dynamic(says/2).
:- dynamic(said/3).

%! load_rule(+Head, +Body) is det.
%! load_fact(+Head) is det.
%! load_begins(+File) is det.
%
% The loader has met a clause of the module `error`, such as `error:has_type(colour, X) :- ...`, or begins with a file.

load_rule(Head, Body) :-
    (   Head = has_type(Type, X) ->
        load_hooks:watch(swi_errors),
        loader:prolog_load_context(module, M),
        cl_declarations:source(File),
        assertz(says(File, Type)),
        cl_asserted:added(z, swi_errors:(said(File, Type, X) :- M:Body))
    ;   throw(error(permission_error(modify, static_procedure, error:Head), (:-)/2))
    ).

load_fact(Head) :- load_rule(Head, true).

load_begins(File) :-
    retractall(says(File, _)),
    retractall(said(File, _, _)).

clause_of(any). clause_of(term). clause_of(var). clause_of(nonvar). clause_of(integer). clause_of(nonneg).
clause_of(not_less_than_zero). clause_of(positive_integer). clause_of(not_less_than_one).
clause_of(float). clause_of(number). clause_of(rational). clause_of(atom). clause_of(atomic).
clause_of(symbol). clause_of(callable). clause_of(compound). clause_of(boolean). clause_of(bool).
clause_of(char). clause_of(character). clause_of(code). clause_of(chars). clause_of(codes).
clause_of(text). clause_of(string). clause_of(list). clause_of(proper_list).
clause_of(list_or_partial). clause_of(list(_)). clause_of(list_of(_)). clause_of(pair).
clause_of(ground). clause_of(acyclic). clause_of(cyclic). clause_of(order). clause_of(type).
clause_of(oneof(_)). clause_of(between(_, _)). clause_of(in_character). clause_of(octet_character).
clause_of(octet_chars). clause_of(encoding). clause_of(nb_set).

%! has_type(?Type, @Term) is nondet.
%
% Term is of Type.

has_type(Type, Term) :-
    (   var(Type) -> clause_of(Type), ground(Type), of(Type, Term)
    ;   of(Type, Term)
    ).

of(any, _).
of(term, _).
of(var, X) :- var(X).
of(nonvar, X) :- nonvar(X).
of(integer, X) :- integer(X).
of(nonneg, X) :- integer(X), X >= 0.
of(not_less_than_zero, X) :- integer(X), X >= 0.
of(positive_integer, X) :- integer(X), X >= 1.
of(not_less_than_one, X) :- integer(X), X >= 1.
of(float, X) :- float(X).
of(number, X) :- number(X).
of(rational, X) :- integer(X).
of(rational, X) :- number(X), \+ integer(X), \+ float(X).
of(atom, X) :- is_atom(X).
of(atomic, X) :- ( atomic(X) -> true ; is_string(X) ).
of(symbol, X) :- is_atom(X).
of(callable, X) :- is_callable(X).
of(compound, X) :- compound(X), \+ is_string(X).
of(boolean, X) :- truth(X).
of(bool, X) :- truth(X).
of(char, X) :- char(X).
of(character, X) :- char(X).
of(in_character, X) :- ( char(X) -> true ; X == end_of_file ).
of(octet_character, X) :- char(X), char_code(X, N), N =< 255.
of(code, X) :- integer(X), 0 =< X, X =< 1114111.
of(chars, X) :- is_chars(X).
of(octet_chars, X) :- is_chars(X).
of(codes, X) :- is_proper_list(X), X = [C|_], integer(C), is_text(X).
of(codes, X) :- X == [].
of(text, X) :- nonvar(X), \+ number(X), is_text(X).
of(string, X) :- is_string(X).
of(list, X) :- is_proper_list(X).
of(proper_list, X) :- is_proper_list(X).
of(list_or_partial, X) :- '$skip_max_list'(_, _, X, Tail), ( var(Tail) -> true ; Tail == [] ).
of(list(Of), X) :- is_proper_list(X), all_are(X, Of).
of(list_of(Of), X) :- is_proper_list(X), all_are(X, Of).
of(pair, X) :- nonvar(X), X = _-_.
of(ground, X) :- ground(X).
of(acyclic, X) :- acyclic_term(X).
of(cyclic, X) :- \+ acyclic_term(X).
of(order, X) :- nonvar(X), ( X = (<) ; X = (=) ; X = (>) ), !.
of(type, X) :- nonvar(X), known(X).
of(oneof(Xs), X) :- nonvar(X), is_proper_list(Xs), member_chk(Xs, X).
of(between(L, H), X) :-
    (   integer(L), integer(H) -> integer(X), L =< X, X =< H
    ;   number(X), L =< X, X =< H
    ).
of(Type, X) :- said(_, Type, X).

truth(X) :- X == true.
truth(X) :- X == false.

char(X) :- atom(X), atom_length(X, 1).

all_are([], _).
all_are([X|Xs], Type) :- of(Type, X), !, all_are(Xs, Type).

member_chk([Y|Ys], X) :- ( X == Y -> true ; member_chk(Ys, X) ).

%! assertion(:Goal) is det.
%
% Throws `error(assertion_error(Reason, Module:Goal), _)` unless Goal holds: Reason is `fail`, or what Goal throws. Binds nothing.

:- meta_predicate(assertion(0)).

assertion(Goal) :-
    (   \+ \+ catch(Goal, E, swi_errors:assertion_failed(E, Goal)) -> true
    ;   assertion_failed(fail, Goal)
    ).

assertion_failed(Reason, Goal0) :-
    qualified(Goal0, user, Goal),
    write(user_error, 'Assertion failed: '),
    written(user_error, Goal, print),
    nl(user_error),
    throw(error(assertion_error(Reason, Goal), _)).

% qualified(+Goal0, +M0, -Goal): the goal as it was written, with its module.
qualified(G0, M0, G) :-
    (   nonvar(G0), G0 = M:G1 -> qualified(G1, M, G)
    ;   nonvar(G0), G0 = swi_calls:called(G1) -> qualified(G1, M0, G)
    ;   G = M0:G0
    ).

%! type_error(+Type, +Term) is erroneous.
%
% Throws the error that Term is not of Type.

type_error(Type, Term) :- throw(error(type_error(Type, Term), _)).

%! domain_error(+Domain, +Term) is erroneous.
%
% Throws the error that Term is not in Domain.

domain_error(Domain, Term) :- throw(error(domain_error(Domain, Term), _)).

%! existence_error(+Kind, +What) is erroneous.
%
% Throws the error that What, a thing of the kind Kind, does not exist.

existence_error(Kind, What) :- throw(error(existence_error(Kind, What), _)).

%! existence_error(+Kind, +What, +Where) is erroneous.
%
% Throws the error that What does not exist in Where.

existence_error(Kind, What, Where) :- throw(error(existence_error(Kind, What, Where), _)).

%! permission_error(+Action, +Type, +Term) is erroneous.
%
% Throws the error that Action is not allowed on Term, which is of Type.

permission_error(Action, Type, Term) :- throw(error(permission_error(Action, Type, Term), _)).

%! instantiation_error(+Term) is erroneous.
%
% Throws the error that Term is not sufficiently bound. Context is Term if that is Name/Arity.

instantiation_error(Term) :-
    (   nonvar(Term), Term = _/_ -> throw(error(instantiation_error, Term))
    ;   throw(error(instantiation_error, _))
    ).

%! uninstantiation_error(+Term) is erroneous.
%
% Throws the error that Term should be unbound.

uninstantiation_error(Term) :- throw(error(uninstantiation_error(Term), _)).

%! representation_error(+What) is erroneous.
%
% Throws the error that What cannot be represented.

representation_error(What) :- throw(error(representation_error(What), _)).

%! resource_error(+What) is erroneous.
%
% Throws the error that there is not enough of What.

resource_error(What) :- throw(error(resource_error(What), _)).

%! syntax_error(+Message) is erroneous.
%
% Throws a syntax error.

syntax_error(Message) :- throw(error(syntax_error(Message), _)).

?- must_be(positive_integer, 0).
   error(type_error(positive_integer,0),must_be/2).

?- must_be(integer, _).
   error(instantiation_error,must_be/2).

?- must_be(oneof([a,b]), c).
   error(type_error(oneof([a,b]),c),must_be/2).

?- must_be(list(integer), [1,a]).
   error(type_error(integer,a),must_be/2).

?- must_be(wrong_type, 1).
   error(existence_error(type,wrong_type),must_be/2).

?- is_of_type(boolean, maybe).
   false.

?- catch(assertion(1 =:= 1), _, false).
   true.

?- catch(assertion(1 =:= 2), error(E, _), true).
   E = assertion_error(fail,user:(1=:=2)).
