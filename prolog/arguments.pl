/** Arguments of predicates of the library: checks whose errors name the predicate that was called.

Natives check theirs by their declarations (module `bridge`); what is written in Prolog checks here what it does not hand on
to one of them.
*/

:- module(cl_arguments, [may_be/3, in_name_of/2]).

:- use_module(library(cl_bridge)).
:- use_module(library(error)).

:- meta_predicate(in_name_of(0, ?)).

%! may_be(+Type, ?X, +Indicator) is det.
%
% X is unbound or of Type, a type of library(error) or of the natives: `game` or `count`. Else it is a type error of the
% predicate with that Indicator.

may_be(Type, X, PI) :-
    (   var(X) -> true
    ;   own(Type) ->
        (   of_type(Type, X) -> true
        ;   type_error(Type, X, PI)
        )
    ;   in_name_of(can_be(Type, X), PI)
    ).

own(game).
own(count).

% What is not known of a game may be found.
of_type(game, game(File,Number)) :-
    text_in(File, _),
    number_of_game(Number).
of_type(count, X) :- range_in(0, 18014398509481983, X, _).

number_of_game(N) :- var(N), !.
number_of_game(N-Line) :- !, ( var(N) ; integer(N) ), ( var(Line) ; integer(Line) ), !.
number_of_game(N) :- integer(N).

%! in_name_of(:Goal, +Indicator) is nondet.
%
% True iff Goal is; its errors are those of the predicate with that Indicator.

in_name_of(Goal, PI) :- catch(Goal, error(E, _), throw(error(E, PI))).

?- cl_arguments:may_be(atom, _, p/1), cl_arguments:may_be(atom, a, p/1), cl_arguments:may_be(count, 0, p/1),
   cl_arguments:may_be(game, game(classics,1-2), p/1), cl_arguments:may_be(game, game(classics,_), p/1).
   true.

?- cl_arguments:may_be(atom, 1, p/1).
   error(type_error(atom,1),p/1).

?- cl_arguments:may_be(count, -1, p/1).
   error(type_error(count,-1),p/1).

?- cl_arguments:may_be(game, foo, p/1).
   error(type_error(game,foo),p/1).

?- cl_arguments:may_be(game, game(classics,first), p/1).
   error(type_error(game,game(classics,first)),p/1).

?- cl_arguments:in_name_of(atom_length(_, _), p/1).
   error(instantiation_error,p/1).
