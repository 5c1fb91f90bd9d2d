/** Goals that Scryer Prolog does not survive are checked before they reach it.

Whoever calls a predicate that has a guard gets the guard; `src/library.rs` and `src/engine/machine.rs` tell which are guarded.
*/

:- module(cl_guards, [finite_term/1, known_term/1, close_stream/1,
                   close_stream/2, operator/3]).

:- use_module(library(iso_ext)).
:- use_module(library(standard_order)).
:- use_module(library(cl_variables)).

%! finite_term(@Term) is semidet.
%
% acyclic_term/1. That of Scryer damages the heap if there is a string in Term. This one goes down Term level by level;
% a term that ends has no more levels than cells of memory.

finite_term(Term) :-
    (   compound(Term) ->
        below([Term], 500, 0, Level, Depth),
        (   Level == [] -> true
        ;   cells(Term, N),
            below(Level, N, Depth, Level1, Depth1),
            finite(Level1, N, N, Depth1)
        )
    ;   true
    ).

%! known_term(+Term) is semidet.
%
% term_si/1 of library(si), which asks whether a ground term is acyclic.

known_term(Term) :-
    (   no_variables(Term) -> finite_term(Term)
    ;   throw(error(instantiation_error, term_si/1))
    ).

% cells(@Term, -N): a copy of Term takes less than N cells.
cells(Term, N) :-
    findall(N0, ( address(A), copy_term_nat(Term, _), address(B), N0 is B - A ), [N]).

% address(-A): the memory in use, from the name of a new variable.
address(A) :-
    copy_term_nat(v(_), v(New)),
    '$write_term_to_chars'(Name, New, false, false, false, [], 0, false),
    Name = ['_'|Digits],
    number_chars(A, Digits).

% finite(+Level, +Steps, +N, +Depth): the terms of Level, at this depth, end above the depth N. More steps led there than
% Term has parts, so some are shared; or Steps since the terms of a level were last taken once each.
finite(Terms, Steps0, N, Depth0) :-
    (   Terms == [] -> true
    ;   Depth0 =< N,
        once_each(Terms, Level0),
        '$skip_max_list'(Width0, _, Terms, _),
        '$skip_max_list'(Width, _, Level0, _),
        (   2 * Width > Width0 -> Steps is 2 * Steps0
        ;   Steps is 100 + 4 * Width
        ),
        below(Level0, Steps, Depth0, Level, Depth),
        finite(Level, Steps, N, Depth)
    ).

% below(+Level0, +Steps, +Depth0, -Level, -Depth): what is below the terms of Level0, after as many steps.
below(Level0, Steps0, Depth0, Level, Depth) :-
    (   ( Level0 == [] ; Steps0 =< 0 ) -> Level = Level0, Depth = Depth0
    ;   parts_of_all(Level0, Level1, []),
        '$skip_max_list'(Width, _, Level1, _),
        Steps is -Width + Steps0,
        Depth1 is Depth0 + 1,
        below(Level1, Steps, Depth1, Level, Depth)
    ).

parts_of_all([], Ps, Ps).
parts_of_all([Term|Terms], Ps0, Ps) :-
    parts(Term, Ps0, Ps1),
    parts_of_all(Terms, Ps1, Ps).

% parts(+Term, -Parts, ?Rest): the compound terms in Term. Those of a list are its elements and its end.
parts(Term, Ps0, Ps) :-
    (   Term = [_|_] ->
        '$skip_max_list'(N, _, Term, Tail),
        % The end of a cyclic list is a list.
        \+ ( nonvar(Tail), Tail = [_|_] ),
        elements(N, Term, Ps0, Ps1),
        part(Tail, Ps1, Ps)
    ;   functor(Term, _, N),
        arguments(1, N, Term, Ps0, Ps)
    ).

elements(N0, List, Ps0, Ps) :-
    (   N0 =:= 0 -> Ps0 = Ps
    ;   List = [Element|Rest],
        part(Element, Ps0, Ps1),
        N is N0 - 1,
        elements(N, Rest, Ps1, Ps)
    ).

arguments(I, N, Term, Ps0, Ps) :-
    (   I > N -> Ps0 = Ps
    ;   arg(I, Term, Argument),
        part(Argument, Ps0, Ps1),
        I1 is I + 1,
        arguments(I1, N, Term, Ps1, Ps)
    ).

part(Term, Ps0, Ps) :-
    (   compound(Term) -> Ps0 = [Term|Ps]
    ;   Ps0 = Ps
    ).

%! operator(?Priority, ?Type, ?Name) is nondet.
%
% current_op/3. Scryer finds none if the priority is given and the type or the name is not.

operator(P, T, N) :-
    (   integer(P), 0 =< P, P =< 1200 -> current_op(P1, T, N), P1 =:= P
    ;   current_op(P, T, N)
    ).

%! close_stream(+Stream) is det.
%! close_stream(+Stream, +Options) is det.
%
% close/1 and close/2. The standard error stays open, as the standard does not have it otherwise. Output that went to what is closed
% goes to the terminal again, and so with input.

close_stream(Stream) :- close_stream(Stream, []).

close_stream(Stream, Options) :-
    (   standard_error(Stream) -> flush_output(user_error)
    ;   current_output(Output),
        given_back(output, Output, Stream),
        current_input(Input),
        given_back(input, Input, Stream),
        close(Stream, Options)
    ).

% An alias is no hint: in Scryer the current output has only that of the user's.
given_back(Way, Current, Stream) :-
    (   Stream == Current, cl_engine:terminal(Way, Terminal), Terminal \== Current -> turned(Way, Terminal)
    ;   true
    ).

turned(input, Stream) :- set_input(Stream).
turned(output, Stream) :- set_output(Stream).

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

?- length(Xs, 300005), foldl([_,X0,s(X0)]>>true, Xs, z, X), \+ acyclic_term(X).
   false.

?- length(Xs, 100), foldl([_,X0,f(X0,X0)]>>true, Xs, "abc", X), \+ acyclic_term(X).
   false.

?- use_module(library(si)), term_si([a,_]).
   error(instantiation_error,term_si/1).

?- close(user_error), stream_property(S, alias(user_error)), close(S, [force(true)]),
   findall(A, stream_property(S, alias(A)), As).
   S = user_error, As = [user_error]
;  false.

?- current_op(700, T, =).
   T = xfx.

?- findall(T, current_op(200, T, -), Ts), current_op(200, xfy, N).
   Ts = [fy], N = (^)
;  false.

?- current_op(1201, _, _).
   error(domain_error(operator_priority,1201),op/3).
