/** Heads of static clauses that Scryer 0.10 would match wrongly.

| head | what goes wrong | what is compiled in its place |
|---|---|---|
| `kind([x|_])` | it is true of any structure with such arguments, as `f(x, y)`, but where an index has asked for a list | `kind([V|_])`, where the body begins with `V = x` |
| `p(36028797018963968)` | no index knows an integer of 2^55 and more: the clause is not found | `p(V)`, where the body begins with `V = 36028797018963968` |

Clauses of dynamic predicates are in `indexed`.
*/

:- module(cl_heads, [findable/2]).

:- use_module(library(lists)).
:- use_module(library(cl_indexed)).

%! findable(+Clauses0, -Clauses) is det.
%
% The clauses `clause(Index,Clause)` of a static predicate, such that those with a large integer as their first argument are found, and
% those with characters in a list are not found for something else.

findable(Clauses0, Clauses) :-
    ( Clauses0 = [_,_|_], \+ ( member(clause(_,C), Clauses0), head(C, H), arg(1, H, K), var(K) ) -> Asked = list ; Asked = nothing ),
    each_findable(Clauses0, Asked, Clauses).

each_findable([], _, []).
each_findable([clause(I,C0)|Cs0], Asked, [clause(I,C)|Cs]) :-
    head(C0, H0),
    functor(H0, Name, Arity),
    (   arg(1, H0, K0), ( integer(K0), no_key(K0) -> true ; has_parts(Arity, H0) ) ->
        H0 =.. [_|As0],
        found(As0, Asked, As, Gs),
        (   Gs == [] -> C = C0
        ;   H =.. [Name|As],
            with_head(C0, H, Gs, C)
        )
    ;   C = C0
    ),
    each_findable(Cs0, Asked, Cs).

% has_parts(+I, +Term): of its first I arguments one is a compound, and no word.
has_parts(I, T) :- I > 0, ( arg(I, T, A), compound(A), \+ is_word(A) -> true ; J is I - 1, has_parts(J, T) ).

found([K0|As0], Asked, [K|As], Gs) :-
    (   integer(K0), no_key(K0) -> K = V, Gs = [V = K0|Gs1]
    ;   Asked == list -> rest_apart(K0, K, Gs, Gs1)
    ;   parts_apart(K0, K, Gs, Gs1)
    ),
    each_apart(As0, As, Gs1, []).

with_head((H0 :- B0), H1, Gs, (H :- B)) :- !, of_module(H0, H1, H), conjunction(Gs, B0, B).
with_head(H0, H1, [G|Gs], (H :- B)) :- of_module(H0, H1, H), conjunction(Gs, G, B).

of_module(H0, H1, H) :- ( H0 = M:H2 -> H = M:H3, of_module(H2, H1, H3) ; H = H1 ).

conjunction([], B, B).
conjunction([G|Gs], B0, (G,B)) :- conjunction(Gs, B0, B).

% parts_apart(+Term0, -Term, -Goals0, ?Goals): Term is Term0 after Goals, and no list in it begins with a character.
parts_apart(T, T, Gs, Gs) :- \+ compound(T), !.
parts_apart('$string'(Cs), '$string'(Cs), Gs, Gs) :- !.
parts_apart(Cs, Cs, Gs, Gs) :- is_word(Cs), !.
parts_apart([X|Xs0], [V|Xs], [V = X|Gs0], Gs) :- is_char(X), !, rest_apart(Xs0, Xs, Gs0, Gs).
parts_apart([X0|Xs0], [X|Xs], Gs0, Gs) :- !, parts_apart(X0, X, Gs0, Gs1), rest_apart(Xs0, Xs, Gs1, Gs).
parts_apart(T0, T, Gs0, Gs) :-
    T0 =.. [F|As0],
    each_apart(As0, As, Gs0, Gs),
    T =.. [F|As].

% rest_apart(+Term0, -Term, -Goals0, ?Goals): the same where it is known that Term0, if it is called with a structure, is called with a list.
rest_apart(T0, T, Gs0, Gs) :-
    (   nonvar(T0), T0 = [X0|Xs0] ->
        T = [X|Xs],
        parts_apart(X0, X, Gs0, Gs1),
        rest_apart(Xs0, Xs, Gs1, Gs)
    ;   parts_apart(T0, T, Gs0, Gs)
    ).

each_apart([], [], Gs, Gs).
each_apart([A0|As0], [A|As], Gs0, Gs) :-
    parts_apart(A0, A, Gs0, Gs1),
    each_apart(As0, As, Gs1, Gs).

is_char(X) :- atom(X), atom_length(X, 1).

% is_word(@Term): a list of two characters or more, of which there may be many thousands in facts. It is taken for what is no list only if that
% has a list of characters in it, too.
is_word(Cs) :- Cs = [_,_|_], '$skip_max_list'(_, _, Cs, Tail), Tail == [], '$is_partial_string'(Cs).

?- cl_heads:findable([clause(0,kind([x|_],list)),clause(1,kind(_,other))], Clauses).
   Clauses = [clause(0,(kind([_A|_B],list):-_A = x)),clause(1,kind(_C,other))].

?- cl_heads:findable([clause(0,word([c,a,t]))], Clauses).
   Clauses = [clause(0,word([c,a,t]))].
