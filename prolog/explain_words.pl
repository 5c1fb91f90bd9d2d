/** The small words of explanations: sides, pieces and squares, lines of moves, lists.
*/

:- module(explain_words, [chars//1, number//1, count_word//1, line//2, side//1, role//1, square//1, the//2, the_sides//2,
                          all//2, listed//1, joined//1]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess_state), [piece_at/4]).
:- use_module(library(winning_lines)).

chars('$string'(Cs)) --> !, chars(Cs).
chars([]) --> [].
chars([C|Cs]) --> [C], chars(Cs).

number(N) --> { number_chars(N, Cs) }, chars(Cs).

count_word(N) --> { nth0(N, ["no","one","two","three","four","five","six","seven","eight"], Word) }, !, chars(Word).
count_word(N) --> number(N).

line(Moves, Pos) --> { line_san(Pos, Moves, Text) }, chars(Text).

side(white) --> "White".
side(black) --> "Black".

% the(+Square, +Pos): what stands there, and where; `the_sides` says whose it is, too.
the(Square, Pos) --> { piece_at(Square, Pos, _, Piece) }, !,
    "the ", role(Piece), " on ", square(Square).
the(Square, _) --> "the piece on ", square(Square).

the_sides(Square, Pos) -->
    { piece_at(Square, Pos, Side, Piece) },
    !,
    side(Side), "'s ", role(Piece), " on ", square(Square).

all([S], Pos) --> !, the(S, Pos).
all([S,T], Pos) --> !, the(S, Pos), " and ", the(T, Pos).
all([S|Ss], Pos) --> the(S, Pos), ", ", all(Ss, Pos).

role(Piece) --> { atom_chars(Piece, Cs) }, chars(Cs).

square(Square) --> { atom_chars(Square, Cs) }, chars(Cs).

%! listed(+Texts)// is det.
%
% Describes Texts, one or more: A, B and C.

listed([A]) --> !, chars(A).
listed([A,B]) --> !, chars(A), " and ", chars(B).
listed([A|As]) --> chars(A), ", ", listed(As).

%! joined(+Texts)// is det.
%
% Describes those of Texts that are not empty, with spaces between them.

joined(Texts) --> { findall(T, ( member(T, Texts), T \== [] ), Told) }, spaced(Told).

spaced([]) --> [].
spaced([T]) --> !, chars(T).
spaced([T|Ts]) --> chars(T), " ", spaced(Ts).
