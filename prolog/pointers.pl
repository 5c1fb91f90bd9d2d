/** Terms without pointers to code.

Where a clause calls a predicate that takes goals, as meta_predicate/1 says, Scryer compiles these goals and puts a pointer to
the code into the term. It cannot compile a term with such a pointer: asserting one would crash the engine.
*/

:- module(cl_pointers, [without/2]).

%! without(+Term, -Plain) is semidet.
%
% Plain is Term without pointers; fails if there is none in it.

without(T0, T) :-
    has_pointer(T0),
    plain(T0, T).

% has_pointer(+Term): there is one in Term.
has_pointer(T) :-
    nonvar(T),
    (   '$is_expanded_or_inlined'(T) -> true
    ;   compound(T),
        T \= '$string'(_),
        (   T = [X|Xs] -> ( has_pointer(X) -> true ; has_pointer(Xs) )
        ;   functor(T, _, N),
            pointer_in(N, T)
        )
    ).

pointer_in(N, T) :-
    N > 0,
    arg(N, T, A),
    (   has_pointer(A) -> true
    ;   N1 is N - 1,
        pointer_in(N1, T)
    ).

% plain(+Term, -Plain): Plain is Term made anew, without pointers.
plain(T, T) :- var(T), !.
plain(T0, T) :-
    T0 =.. [F|As0],
    each_plain(As0, As),
    T =.. [F|As].

each_plain([], []).
each_plain([A0|As0], [A|As]) :- plain(A0, A), each_plain(As0, As).
