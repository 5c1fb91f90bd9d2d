/** The Prolog side of the bridge to native predicates.

The wrappers of the native predicates are generated, and each has this shape:

```
attacks(From, To, Pos) :-
    (   square_in(From, In0_), square_in(To, In1_), text_bound(Pos, In2_) -> true
    ;   bad_call(attacks(From, To, Pos))
    ),
    Packed_ is 31 + In0_ * 1024 + In1_ * 131072,
    '$foreign_call'(c01, [Packed_,In2_], Rows_),
    (   Rows_ =:= -1 -> true
    ;   Rows_ =:= 0 -> false
    ;   Rows_ =:= -2 -> raised(attacks/3)
    ;   cells(Rows_, [a,a], 9216, Cells_), row2(Cells_, From, To)
    ).
```

Arguments go in as codes (an atom's index, an integer) or texts; what is unbound goes in as a
value that no argument has. Rows wait in a buffer at a fixed address, eight bytes a cell, and are
read with one call: an atom's address, an integer, a floating-point number, or the index of a text or of a term's text.
Strings and lists of characters go in alike; texts come out as strings where users see them (s), else as characters (t).
*/

:- module(cl_bridge, [text_bound/2, text_in/2, texts_bound/2, term_bound/2, integer_bound/2, integer_in/2,
                   small_bound/4, small_in/4, range_bound/4, range_in/4, move_bound/2, move_in/2,
                   record_bound/4, record_in/4,
                   cells/4, text_cells/4, row1/2, row2/3, row3/4, row4/5, row5/6, row6/7,
                   bad_call/1, raised/1]).

:- use_module(library(lists)).
:- use_module(library(bridge_codes)).
:- use_module(library(string_terms)).
:- use_module(library(term_texts)).

:- dynamic(buffer/1).
:- dynamic(cells_type/3).

% '$foreign_call' compiles in clause bodies only.
buffer_address(B) :- '$foreign_call'(clbuf, [], B).

:- initialization((buffer_address(B), assertz(buffer(B)))).

% --- arguments in -----------------------------------------------------------------------------

% X_bound(Argument, Code) encodes a bound argument and fails if it is of another type; X_in/2 also
% lets an unbound one pass, with a code that no argument has. A bound argument is the common case
% and comes first: it costs no choice point.

text_bound(X, Text) :- nonvar(X), text(X, Text).

text_in(X, Text) :- nonvar(X), !, text(X, Text).
text_in(_, '\x1\').

text(X, X) :- atom(X), !.
text(X, Text) :- is_string(X), !, X = '$string'(Cs), inner(Cs, Text).
text([C|Cs], [C|Cs]) :- atom(C), '$skip_max_list'(_, _, Cs, Tail), Tail == [].

inner([], '').
inner([C|Cs], [C|Cs]).

term_bound(X, Text) :-
    nonvar(X),
    text_of(X, options(true, false, true, [], 0), Text).

% A list of texts goes in as one text, with a new line after each.
texts_bound(Xs, Text) :-
    nonvar(Xs),
    '$skip_max_list'(_, _, Xs, Tail),
    Tail == [],
    lines(Xs, Text).

lines([], []).
lines([X|Xs], Text) :-
    text_bound(X, Y),
    (   atom(Y) -> atom_chars(Y, Cs)
    ;   '$skip_max_list'(_, _, Y, Tail), Tail == [], Cs = Y
    ),
    append(Cs, ['\n'|Text1], Text),
    lines(Xs, Text1).

small_bound(Low, High, X, X) :- integer(X), Low =< X, X =< High.

small_in(Low, High, X, C) :- nonvar(X), !, small_bound(Low, High, X, C).
small_in(_, _, _, 127).

integer_bound(X, X) :- integer(X), X < 18014398509481984, X > -18014398509481984.

integer_in(X, C) :- nonvar(X), !, integer_bound(X, C).
integer_in(_, -18014398509481984).

range_bound(Low, High, X, X) :- integer(X), Low =< X, X =< High.

range_in(Low, High, X, C) :- nonvar(X), !, range_bound(Low, High, X, C).
range_in(_, _, _, -18014398509481984).

move_bound(M, C) :-
    nonvar(M),
    M = move(F, T, P),
    nonvar(F), nonvar(T), nonvar(P),
    square_code(F, FC),
    square_code(T, TC),
    promotion_code(P, PC),
    C is FC \/ TC << 6 \/ PC << 12.

% A move that is bound in part goes in as unbound; unification does the rest.
move_in(M, C) :- var(M), !, C = -18014398509481984.
move_in(M, C) :- ground(M), !, move_bound(M, C).
move_in(move(F, T, P), -18014398509481984) :-
    square_in(F, _),
    square_in(T, _),
    promotion_in(P, _).

record_bound(Functor, R, N, F) :-
    nonvar(R),
    R =.. [Functor,F0,N0],
    text_bound(F0, F),
    record_number(N0, Functor, N).

% A line of a game has the number of the game and its own, N-Line, in one code.
record_number(N, _, N) :- integer(N), !, range_bound(1, 17179869183, N, N).
record_number(N0-Line, game, N) :-
    range_bound(1, 17179869183, N0, _),
    range_bound(1, 1048575, Line, _),
    N is N0 + Line << 34.

record_in(_, R, N, F) :- var(R), !, N = -18014398509481984, F = '\x1\'.
record_in(Functor, R, N, F) :- record_bound(Functor, R, N, F).

% --- rows out ---------------------------------------------------------------------------------

% cells(+Rows, +Pattern, +Key, -Cells): Pattern has a, f, i, m, s or t for each cell of a row. Types for
% reading a buffer are declared when a number of cells is first met.

cells(N, Pattern, Key, Cells) :-
    K is Key + N,
    (   N =< 512, cells_type(K, Type, B) -> '$ffi_read_ptr'(Type, B, [_|Cells])
    ;   buffer(B),
        chunks(N, Pattern, Key, B, Cells)
    ).

text_cells(N, Pattern, Key, Cells) :-
    cells(N, Pattern, Key, Cells0),
    fetch_texts(Cells0, Pattern, Pattern, Cells).

chunks(N, Pattern, Key, B, Cells) :-
    N =< 512,
    !,
    read_cells(N, Pattern, Key, B, Cells).
chunks(N, Pattern, Key, B, Cells) :-
    read_cells(512, Pattern, Key, B, Cells0),
    N1 is N - 512,
    length(Pattern, Width),
    B1 is B + 512 * 8 * Width,
    append(Cells0, Cells1, Cells),
    chunks(N1, Pattern, Key, B1, Cells1).

read_cells(N, Pattern, Key, B, Cells) :-
    K is Key + N,
    (   cells_type(K, Type, _) -> true
    ;   declare(N, Pattern, K, Type)
    ),
    '$ffi_read_ptr'(Type, B, [_|Cells]).

declare(N, Pattern, K, Type) :-
    number_chars(K, KCs),
    atom_chars(Type, [r|KCs]),
    field_types(N, Pattern, Pattern, Fields),
    '$define_foreign_struct'(Type, Fields),
    buffer(B),
    assertz(cells_type(K, Type, B)).

field_types(N, [], Pattern, Fields) :-
    N1 is N - 1,
    (   N1 =:= 0 -> Fields = []
    ;   field_types(N1, Pattern, Pattern, Fields)
    ).
field_types(N, [C|Cs], Pattern, [Field|Fields]) :-
    (   C = a -> Field = cstr
    ;   C = f -> Field = f64
    ;   Field = i64
    ),
    field_types(N, Cs, Pattern, Fields).

fetch_texts([], _, _, []).
fetch_texts([X|Xs0], Cs, Pattern, Xs) :- fetch_texts_(Cs, X, Xs0, Pattern, Xs).

fetch_texts_([], X, Xs0, Pattern, Xs) :- fetch_texts_(Pattern, X, Xs0, Pattern, Xs).
fetch_texts_([C|Cs], X0, Xs0, Pattern, [X|Xs]) :-
    (   C = s -> '$foreign_call'(cltext, [X0], Text), string_of(Text, X)
    ;   C = t -> '$foreign_call'(cltext, [X0], X)
    ;   C = m -> '$foreign_call'(cltext, [X0], Text), '$read_term_from_chars'(Text, X, _, _, _)
    ;   X = X0
    ),
    fetch_texts(Xs0, Cs, Pattern, Xs).

% Each row on backtracking; no choice point is left after the last.

row1([A|Xs], X) :- row1_(Xs, A, X).

row1_([], A, A).
row1_([_|_], A, A).
row1_([A|Xs], _, X) :- row1_(Xs, A, X).

row2([A,B|Xs], X, Y) :- row2_(Xs, A, B, X, Y).

row2_([], A, B, A, B).
row2_([_|_], A, B, A, B).
row2_([A,B|Xs], _, _, X, Y) :- row2_(Xs, A, B, X, Y).

row3([A,B,C|Xs], X, Y, Z) :- row3_(Xs, A, B, C, X, Y, Z).

row3_([], A, B, C, A, B, C).
row3_([_|_], A, B, C, A, B, C).
row3_([A,B,C|Xs], _, _, _, X, Y, Z) :- row3_(Xs, A, B, C, X, Y, Z).

row4([A,B,C,D|Xs], X, Y, Z, U) :- row4_(Xs, A, B, C, D, X, Y, Z, U).

row4_([], A, B, C, D, A, B, C, D).
row4_([_|_], A, B, C, D, A, B, C, D).
row4_([A,B,C,D|Xs], _, _, _, _, X, Y, Z, U) :- row4_(Xs, A, B, C, D, X, Y, Z, U).

row5([A,B,C,D,E|Xs], X, Y, Z, U, V) :- row5_(Xs, A, B, C, D, E, X, Y, Z, U, V).

row5_([], A, B, C, D, E, A, B, C, D, E).
row5_([_|_], A, B, C, D, E, A, B, C, D, E).
row5_([A,B,C,D,E|Xs], _, _, _, _, _, X, Y, Z, U, V) :- row5_(Xs, A, B, C, D, E, X, Y, Z, U, V).

row6([A,B,C,D,E,F|Xs], X, Y, Z, U, V, W) :- row6_(Xs, A, B, C, D, E, F, X, Y, Z, U, V, W).

row6_([], A, B, C, D, E, F, A, B, C, D, E, F).
row6_([_|_], A, B, C, D, E, F, A, B, C, D, E, F).
row6_([A,B,C,D,E,F|Xs], _, _, _, _, _, _, X, Y, Z, U, V, W) :-
    row6_(Xs, A, B, C, D, E, F, X, Y, Z, U, V, W).

% --- errors -----------------------------------------------------------------------------------

% bad_call(+Goal): throws the error of the first argument that the wrapper of Goal refused. An
% argument of a wrong type is reported before one that is unbound.

bad_call(Goal) :-
    functor(Goal, Name, Arity),
    cl_modules:provide(bridge_signatures),
    bridge_signatures:signature(Goal, Arguments),
    Goal =.. [_|Actual],
    wrong_type(Arguments, Actual, Name/Arity),
    throw(error(instantiation_error, Name/Arity)).

wrong_type([], [], _).
wrong_type([argument(_,Type,Check)|Arguments], [X|Xs], PI) :-
    (   var(X) -> true
    ;   Check == integer, integer(X), \+ integer_bound(X, _) ->
        throw(error(representation_error(integer_of_55_bits), PI))
    ;   Check =.. [Functor|Extra],
        append(Extra, [X|_], Partial),
        check_call(Functor, Partial) -> true
    ;   throw(error(type_error(Type, X), PI))
    ),
    wrong_type(Arguments, Xs, PI).

check_call(text, [X|_]) :- text_in(X, _).
check_call(integer, [X|_]) :- integer_in(X, _).
check_call(range, [L,H,X|_]) :- range_in(L, H, X, _).
check_call(texts, [X|_]) :- texts_bound(X, _).
check_call(nonvar, _).
check_call(float, [X|_]) :- float(X).
check_call(floats, [F,X|_]) :- functor(X, F, 3).
check_call(move, [X|_]) :- move_in(X, _).
check_call(record, [F,X|_]) :- record_in(F, X, _, _).
check_call(atoms, [Type,X|_]) :- atom_of_type(Type, X).

raised(PI) :-
    '$foreign_call'(clerr, [], Text),
    '$read_term_from_chars'(Text, Formal, _, _, _),
    throw(error(Formal, PI)).
