/** Pictures: positions with marks, lines of moves, which piece to move, curves.

```
?- named_position(royal_fork, P, _), legal_move(F, T, P), capture(F, T, P), show(board(P, [arrow(F,T)])).
```

A front end that can show pictures shows them, such as a notebook; elsewhere there is a text in their place.
*/

:- module(pictures, [show/1, svg/2]).

:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(library(charsio)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_state)).
:- use_module(library(chess_network)).
:- use_module(library(internal_board)).
:- use_module(library(internal_pictures)).
:- use_module(library(winning_lines)).
:- use_module(library(host)).

%! show(+Picture) is det.
%
% Shows Picture: as a picture where the front end can do so, else as text. Picture is
%
% - a position, with White below;
% - `board(Pos, Marks)`, a position with marks, as the side to move sees it: `arrow(From, To)`, `square(Square)`,
%   `circle(Square)`, the same with a colour as a further argument (`green`, `red`, `yellow` or `blue`), `heat(Square, PerCent)`,
%   `last_move(From, To)`, and `below(Side)` for the side at the bottom;
% - `line(Pos, Moves)`, the boards after each of Moves, of which each is legal where it is played;
% - `pieces(Pos)`, how probable it is for the network that each piece is to move (piece_head/3);
% - `chart(Title, X, Y, Curves)`, curves over axes with these names; Curves is a list of `Name-Points`, where Points is a list of
%   `X-Y`.
%
% Anything else is a domain error.

show(Picture) :-
    pictured(Picture, Text, Goal, Svg, show/1),
    (   shown(Text, Goal, Svg) -> true
    ;   write_text(Text),
        nl
    ).

%! svg(+Picture, -Svg:chars) is det.
%
% Svg is Picture, a term as for show/1, in the format SVG: what a browser shows, and other programs read.

svg(Picture, Svg) :-
    pictured(Picture, _, Goal, Svg0, svg/2),
    drawn(Goal, svg/2),
    Svg = Svg0.

drawn(Goal, PI) :- catch(Goal, error(E, _), throw(error(E, PI))).

shown(Text, Goal, Svg) :-
    pictures_seen("yes"),
    current_output(Stream),
    stream_property(S, alias(user_output)),
    !,
    S == Stream,
    drawn(Goal, show/1),
    host:show_picture(Text, Svg).

write_text([]).
write_text([C|Cs]) :- put_char(C), write_text(Cs).

% pictured(+Picture, -Text, -Goal, ?Svg, +PI): Text stands for Picture, and Goal makes its Svg.
pictured(Picture, Text, Goal, Svg, PI) :-
    catch(( sketched(Picture, Text, Goal, Svg) -> true ; fail ), error(E, _), throw(error(E, PI))),
    !.
pictured(Picture, _, _, _, PI) :-
    (   var(Picture) -> instantiation_error(PI)
    ;   domain_error(picture, Picture, PI)
    ).

sketched(Picture, _, _, _) :- var(Picture), !, fail.
sketched(board(Pos, Marks), Text, internal_pictures:board_svg(Side, Pos, Words, Svg), Svg) :-
    !,
    turn(Turn, Pos),
    must_be(list, Marks),
    marks(Marks, Turn, Side, Words, Squares),
    marked_board(Side, Pos, Squares, Text).
sketched(line(Pos, Moves), Text, internal_pictures:line_svg(Pos, Words, Svg), Svg) :-
    !,
    line_san(Pos, Moves, Text),
    line_words(Moves, Pos, Words).
sketched(pieces(Pos), Text, internal_pictures:board_svg(Side, Pos, Words, Svg), Svg) :-
    !,
    turn(Side, Pos),
    findall(S-Percent, ( piece_head(Pos, S, X), Percent is round(100 * X) ), Heats),
    heats(Heats, Words, Text).
sketched(chart(Title, X, Y, Curves), Text, internal_pictures:curves_svg(Chart, Svg), Svg) :-
    !,
    maplist(text_of, [Title,X,Y], [Name,XName,YName]),
    must_be(list, Curves),
    curves(Curves, Lines, Names),
    phrase_of([Name,"\t",XName,"\t",YName,"\n",Lines], Chart),
    phrase_of([Name,": ",Names], Text).
sketched(Pos, Text, internal_pictures:board_svg(white, Pos, [], Svg), Svg) :-
    board_text(white, Pos, Text).

marks([], Side, Side, [], []).
marks([Mark|Marks], Side0, Side, Words, Squares) :-
    (   nonvar(Mark), Mark = below(Side1) ->
        marks(Marks, Side1, Side, Words, Squares)
    ;   mark(Mark, Word, Marked) ->
        append(Word, [' '|Words0], Words),
        append(Marked, Squares0, Squares),
        marks(Marks, Side0, Side, Words0, Squares0)
    ;   var(Mark) -> instantiation_error(show/1)
    ;   domain_error(mark, Mark, show/1)
    ).

mark(Mark, Word, Squares) :-
    nonvar(Mark),
    coloured(Mark, Parts, Marked),
    maplist(text_of, Parts, Texts),
    joined(Texts, Word),
    findall(C, ( member(S, Marked), text_of(S, Cs), ( member(C, Cs) ; C = ' ' ) ), Squares).

coloured(arrow(F,T), [arrow,F,T,green], [F,T]).
coloured(arrow(F,T,C), [arrow,F,T,C], [F,T]).
coloured(square(S), [square,S,yellow], [S]).
coloured(square(S,C), [square,S,C], [S]).
coloured(circle(S), [circle,S,green], [S]).
coloured(circle(S,C), [circle,S,C], [S]).
coloured(heat(S,P), [heat,S,P], []).
coloured(last_move(F,T), [last,F,T], [F,T]).

joined([Text], Text) :- !.
joined([Text|Texts], Word) :-
    joined(Texts, Rest),
    append(Text, [':'|Rest], Word).

line_words([], _, []).
line_words([Move|Moves], Pos, Words) :-
    once(move_uci(Move, Uci, Pos)),
    once(make_move(Move, Pos, After)),
    append(Uci, [' '|Words0], Words),
    line_words(Moves, After, Words0).

heats([], [], []).
heats([S-P|Heats], Words, Text) :-
    maplist(text_of, [S,P], [Square,Percent]),
    phrase_of(["heat:",Square,":",Percent," "], Word),
    append(Word, Words0, Words),
    phrase_of([Square," ",Percent," %\n"], Line),
    append(Line, Text0, Text),
    heats(Heats, Words0, Text0).

curves([], [], []).
curves([Curve|Curves], Lines, Names) :-
    (   nonvar(Curve), Curve = Name-Points -> true
    ;   type_error(pair, Curve, show/1)
    ),
    text_of(Name, NameText),
    must_be(list, Points),
    points(Points, Numbers),
    phrase_of([NameText,"\t",Numbers,"\n"], Line),
    append(Line, Lines0, Lines),
    (   Curves = [] -> Names = NameText
    ;   phrase_of([NameText,", "], Start),
        append(Start, Names0, Names)
    ),
    curves(Curves, Lines0, Names0).

points([], []).
points([Point|Points], Text) :-
    (   nonvar(Point), Point = X-Y, number(X), number(Y) -> true
    ;   type_error(point, Point, show/1)
    ),
    maplist(text_of, [X,Y], [XText,YText]),
    phrase_of([XText," ",YText," "], Start),
    append(Start, Text0, Text),
    points(Points, Text0).

% The text of an atom, a number or a text.
text_of(Thing, Text) :-
    (   var(Thing) -> instantiation_error(show/1)
    ;   Thing = [C|_], atom(C) -> Text = Thing
    ;   atom(Thing) -> atom_chars(Thing, Text)
    ;   write_term_to_chars(Thing, [], Text)
    ).

phrase_of([], []).
phrase_of([Text|Texts], All) :-
    phrase_of(Texts, Rest),
    append(Text, Rest, All).

?- start_position(P), svg(P, [A,B,C,D|_]).
   P = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", A = (<), B = s, C = v, D = g.

?- start_position(P), show(line(P, [move(e2,e4,none),move(e7,e5,none)])).
   P = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".

?- start_position(P), show(line(P, [move(e2,e5,none)])).
   error(domain_error(legal_move,move(e2,e5,none)),show/1).

?- show(nothing).
   error(domain_error(position,"nothing"),show/1).

?- show(_).
   error(instantiation_error,show/1).

?- start_position(P), svg(board(P, [arrow(e2,e9)]), _).
   error(domain_error(mark,"arrow:e2:e9:green"),svg/2).

?- start_position(P), show(board(P, [star(e2)])).
   error(domain_error(mark,star(e2)),show/1).

?- show(chart(moves, x, y, [a-[1-2,2-b]])).
   error(type_error(point,2-b),show/1).

?- svg(chart(moves, x, y, [a-[1-2,2-3],b-[1-1]]), [A,B,C,D|_]).
   A = (<), B = s, C = v, D = g.

?- start_position(P), svg(line(P, [move(e2,e4,none),move(e7,e5,none)]), [A,B,C,D|_]).
   P = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", A = (<), B = s, C = v, D = g.

?- start_position(P), svg(pieces(P), [A,B,C,D|_]).
   P = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", A = (<), B = s, C = v, D = g.
