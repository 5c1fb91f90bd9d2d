/** Goals that Scryer Prolog does not survive are checked before they reach it.

Whoever calls a predicate that has a guard gets the guard; `src/library.rs` and `src/engine/machine.rs` tell which are guarded.
*/

:- module(guards, [finite_term/1, known_term/1, close_stream/1,
                   close_stream/2]).

:- use_module(library(iso_ext)).

%! finite_term(@Term) is semidet.
%
% acyclic_term/1. That of Scryer damages the heap if there is a string in Term. This one goes along Term as if it were a
% tree, and takes what is nested more deeply than any finite term can well be for a cycle.

finite_term(Term) :-
    (   compound(Term) -> finite(Term, 0, 300_000)
    ;   true
    ).

%! known_term(+Term) is semidet.
%
% term_si/1 of library(si), which asks whether a ground term is acyclic.

known_term(Term) :- \+ ground(Term), !, throw(error(instantiation_error, term_si/1)).
known_term(Term) :- finite_term(Term).

% Neither lists nor last arguments nest: they need no memory.
finite(List, Depth0, Most) :-
    nonvar(List),
    List = [_|_],
    !,
    '$skip_max_list'(N, _, List, Tail),
    % The tail of a cyclic list is a list.
    \+ ( nonvar(Tail), Tail = [_|_] ),
    deeper(Depth0, Most, Depth),
    finite_elements(N, List, Depth, Most),
    (   compound(Tail) -> finite(Tail, Depth, Most)
    ;   true
    ).
finite(Term, Depth0, Most) :-
    deeper(Depth0, Most, Depth),
    functor(Term, _, N),
    finite_arguments(1, N, Term, Depth, Most).

deeper(Depth0, Most, Depth) :-
    Depth0 < Most,
    Depth is Depth0 + 1.

finite_arguments(N, N, Term, Depth, Most) :-
    !,
    arg(N, Term, Last),
    (   compound(Last) -> finite(Last, Depth, Most)
    ;   true
    ).
finite_arguments(I, N, Term, Depth, Most) :-
    arg(I, Term, Argument),
    (   compound(Argument) -> finite(Argument, Depth, Most)
    ;   true
    ),
    I1 is I + 1,
    finite_arguments(I1, N, Term, Depth, Most).

finite_elements(0, _, _, _) :- !.
finite_elements(N, [Element|List], Depth, Most) :-
    (   compound(Element) -> finite(Element, Depth, Most)
    ;   true
    ),
    N1 is N - 1,
    finite_elements(N1, List, Depth, Most).

%! close_stream(+Stream) is det.
%! close_stream(+Stream, +Options) is det.
%
% close/1 and close/2. The standard error stays open, as the standard does not have it otherwise.

close_stream(Stream) :- close_stream(Stream, []).

close_stream(Stream, Options) :-
    (   standard_error(Stream) -> flush_output(user_error)
    ;   close(Stream, Options)
    ).

standard_error(Stream) :- Stream == user_error, !.
standard_error(Stream) :-
    nonvar(Stream),
    stream_property(Error, alias(user_error)),
    !,
    Error == Stream.

?- X = f("abc",[g([d|T])|T],1.5), acyclic_term(X).
   X = f("abc",[g([d|T])|T],1.5).

?- X = f("abc",[X]), acyclic_term(X).
   false.

?- X = [a,b|X], acyclic_term(f(X)).
   false.

?- close(user_error), stream_property(S, alias(user_error)), close(S, [force(true)]),
   findall(A, stream_property(S, alias(A)), As).
   S = user_error, As = [user_error]
;  false.
