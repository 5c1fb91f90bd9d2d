/** What takes the place of Scryer's own toplevel.

Scryer loads its toplevel with every machine, and with it libraries that may never be needed: format, files, os and
others. This one has what the loader of Scryer looks for, and what `engine` needs to word an answer.

```
?- '$toplevel':gather_equations(['X'=A,'Y'=A,'Z'=f(A)], [A], Es).
   Es = ['X'=A,'Z'=f(A)].

?- loader:expand_term((:- op(700, xfx, [===>,<===])), Directives).
   Directives = [(:- op(700,xfx,===>)),(:- op(700,xfx,<===))].

?- '$toplevel':needs_bracketing((a:-b), =).
   true.

?- '$toplevel':needs_bracketing(f(a:-b), =).
   false.
```
*/

:- module('$toplevel', []).

:- use_module(library(lists)).

% started: errors in a library that is loaded are thrown to the loader's caller, not printed. Chesslog says so when its own
% modules are there.
:- dynamic(started/0).

% The loader takes one operator at a time.
user:term_expansion((:- op(Priority, Type, Names)), Directives) :-
    nonvar(Names),
    Names = [_|_],
    findall((:- op(Priority, Type, Name)), lists:member(Name, Names), Directives).

%!  gather_query_vars(+Named, -Vars) is det.
%
%   Vars are the values of Named, a list of equations between names and values, that are variables.

gather_query_vars([], []).
gather_query_vars([_=Value|Named], Vars) :-
    (   var(Value) -> Vars = [Value|Vars1]
    ;   Vars = Vars1
    ),
    gather_query_vars(Named, Vars1).

%!  gather_equations(+Named, +Vars, -Equations) is det.
%
%   Equations are those of Named that an answer shows: the names with a value, and of n names of one variable in Vars
%   the first and the last n-2, as each is equal to another one.

gather_equations([], _, []).
gather_equations([Name=Value|Named], Vars, Equations) :-
    (   nonvar(Value) ->
        Equations = [Name=Value|Equations1],
        Named1 = Named
    ;   is_among(Vars, Value),
        names_of(Named, Value, [_|Others], Rest) ->
        append([Name=Value|Others], Equations1, Equations),
        Named1 = Rest
    ;   Equations = Equations1,
        Named1 = Named
    ),
    gather_equations(Named1, Vars, Equations1).

is_among([X|Xs], Y) :- ( X == Y -> true ; is_among(Xs, Y) ).

% names_of(+Named, +Var, -Same, -Rest): the equations whose value is Var, and all others.
names_of([], _, [], []).
names_of([Name=Value|Named], Var, Same, Rest) :-
    (   Value == Var ->
        Same = [Name=Value|Same1],
        Rest = Rest1
    ;   Same = Same1,
        Rest = [Name=Value|Rest1]
    ),
    names_of(Named, Var, Same1, Rest1).

%!  needs_bracketing(?Term, +Operator) is nondet.
%
%   True iff Term would be read otherwise as an operand of the infix Operator.

needs_bracketing(Term, Operator) :-
    nonvar(Term),
    functor(Term, Name, Arity),
    atom(Name),
    current_op(Priority, Type, Name),
    current_op(Limit, OperatorType, Operator),
    (   Arity =:= 0 -> true
    ;   atom_length(Type, Letters),
        Letters =:= Arity + 1,
        (   Limit < Priority -> true
        ;   Limit =:= Priority,
            memberchk(OperatorType, [fx,xfx,yfx])
        )
    ).
