/** Pictures: positions with marks, lines of moves, which piece to move, charts, graphs, trees.

```
?- named_position(royal_fork, P, _), legal_move(F, T, P), capture(F, T, P), show(board(P, [arrow(F,T)])).
```

A front end that can show pictures shows them, such as a notebook; elsewhere there is a text in their place.
*/

:- module(cl_pictures, [show/1, svg/2]).

:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(library(charsio)).
:- use_module(library(chess_attack)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_state)).
:- use_module(library(chess_network)).
:- use_module(library(internal_board)).
:- use_module(library(internal_pictures)).
:- use_module(library(winning_lines)).
:- use_module(library(cl_host)).
:- use_module(library(cl_metas)).
:- use_module(library(cl_program)).

%! show(+Picture) is det.
%
% Shows Picture: as a picture where the front end can do so, else as text. Picture is
%
% - a position, with White below;
% - `board(Pos, Marks)`, a position with marks, as the side to move sees it: `arrow(From, To)`, `square(Square)`,
%   `circle(Square)`, the same with a colour as a further argument (`green`, `red`, `yellow` or `blue`), `heat(Square, PerCent)`,
%   `last_move(From, To)`, and `below(Side)` for the side at the bottom;
% - `line(Pos, Moves)`, the boards after each of Moves, of which each is legal where it is played;
% - `attacks(Pos)`, a position with an arrow from each piece to the enemies that it attacks, White's green, Black's red;
% - `pieces(Pos)`, how probable it is for the network that each piece is to move (piece_head/3);
% - `chart(Title, X, Y, Curves)`, curves over axes with these names; Curves is a list of `Name-Points`, where Points is a list of
%   `X-Y`;
% - `bars(Title, X, Y, Series)`, groups of bars; Series is a list of `Name-Heights`, where Heights is a list of
%   `Group-Height`, such as a distribution;
% - `graph(Title, Arrows)`, a graph; Arrows is a list of `From-To`;
% - `calls(Name/Arity)`, which predicates of the program this one calls, and those call, as a graph; those that are not of
%   the program stand without a frame; not in the sandbox;
% - `if(Condition, Then, Else)`, a strategy as strategy_move/4 and gp_evolve/4 have it, as a tree; Then and Else are such
%   terms, too, or what is done; `tree(Title, Tree)`, the same with a title.
%
% explain/1 and explain/2 show their board so, too. Anything else is a domain error.

show(Picture) :-
    pictured(Picture, Text, Goal, Svg, show/1),
    (   shown(Text, Goal, Svg) -> true
    ;   write_text(Text),
        nl
    ).

% shown_as(+Picture, +Text) is semidet: shows Picture, which Text stands for; fails where there are no pictures.
shown_as(Picture, Text) :-
    pictures_seen("yes"),
    pictured(Picture, _, Goal, Svg, show/1),
    shown(Text, Goal, Svg).

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
    cl_host:show_picture(Text, Svg).

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
sketched(board(Pos, Marks), Text, internal_pictures:board_svg(Side, Pos, Plain, Svg), Svg) :-
    !,
    turn(Turn, Pos),
    must_be(list, Marks),
    marks(Marks, Turn, Side, Plain, Squares),
    marked_board(Side, Pos, Squares, Text).
sketched(line(Pos, Moves), Text, internal_pictures:line_svg(Pos, Moves, Svg), Svg) :-
    !,
    line_san(Pos, Moves, Line),
    string_terms:characters(Line, Text).
sketched(pieces(Pos), Text, internal_pictures:board_svg(Side, Pos, Heats, Svg), Svg) :-
    !,
    turn(Side, Pos),
    findall(heat(S,Percent), ( piece_head(Pos, S, X), Percent is round(100 * X) ), Heats),
    heats(Heats, Text).
sketched(attacks(Pos), Text, Goal, Svg) :-
    !,
    findall(arrow(F,T,Colour), ( attacks(F, T, Pos), piece_at(F, Pos, Side, _), ink(Side, Colour) ), Arrows),
    sketched(board(Pos, [below(white)|Arrows]), _, Goal, Svg),
    findall(Part, ( member(arrow(F,T,_), Arrows), maplist(text_of, [F,T], [F1,T1]), phrase_of([F1,"x",T1," "], Part) ), Parts),
    phrase_of(Parts, Attacks),
    board_text(white, Pos, Board),
    phrase_of([Board,"\n",Attacks], Text).
sketched(chart(Title, X, Y, Curves), Text, Goal, Svg) :-
    !,
    named_lists(Curves, point),
    drawing(chart(Title,X,Y,Curves), Goal, Svg),
    findall(Name, member(Name-_, Curves), Names),
    line_of(Title, Names, Text).
sketched(bars(Title, X, Y, Series), Text, Goal, Svg) :-
    !,
    named_lists(Series, bar),
    drawing(bars(Title,X,Y,Series), Goal, Svg),
    findall(Line, ( member(Name-Heights, Series), findall(Bar, bar_text(Heights, Bar), Bars), line_of(Name, Bars, Line) ), Lines),
    line_of(Title, [], Head),
    lines_of([Head|Lines], Text).
sketched(graph(Title, Arrows), Text, Goal, Svg) :-
    !,
    must_be(list, Arrows),
    maplist(arrow, Arrows),
    graph_drawing(Title, Arrows, [], Text, Goal, Svg).
sketched(calls(PI), Text, Goal, Svg) :-
    !,
    (   nonvar(PI), PI = Name/Arity, atom(Name), integer(Arity), Arity >= 0 -> functor(Head, Name, Arity)
    ;   var(PI) -> instantiation_error(show/1)
    ;   type_error(predicate_indicator, PI, show/1)
    ),
    % What tests are made of is nothing for those whom they test.
    (   cl_engine:sandboxed -> throw(error(permission_error(access, picture, calls/1), sandbox))
    ;   true
    ),
    read_again,
    (   program_predicate(Head) -> true
    ;   throw(error(existence_error(procedure,PI), show/1))
    ),
    called([PI], [], Arrows, Plain),
    (   Arrows = [] -> Arrows1 = [PI-nothing] ; Arrows1 = Arrows ),
    text_of(PI, PIText),
    phrase_of(["What ",PIText," calls"], Title),
    graph_drawing(Title, Arrows1, Plain, Text, Goal, Svg).
sketched(tree(Title, Tree), Text, Goal, Svg) :-
    !,
    drawing(tree(Title,Tree), Goal, Svg),
    tree_lines(Tree, "", Lines),
    lines_of(Lines, Text).
sketched(if(Condition,Then,Else), Text, Goal, Svg) :-
    !,
    sketched(tree("Strategy", if(Condition,Then,Else)), Text, Goal, Svg).
sketched(Pos, Text, internal_pictures:board_svg(white, Pos, [], Svg), Svg) :-
    board_text(white, Pos, Text).

marks([], Side, Side, [], []).
marks([Mark|Marks], Side0, Side, Plain, Squares) :-
    (   nonvar(Mark), Mark = below(Side1) ->
        marks(Marks, Side1, Side, Plain, Squares)
    ;   ground(Mark), coloured(Mark, Plain1, Marked), can_be_drawn(Plain1) ->
        Plain = [Plain1|Plain0],
        append(Marked, Squares0, Squares),
        marks(Marks, Side0, Side, Plain0, Squares0)
    ;   \+ ground(Mark) -> instantiation_error(show/1)
    ;   domain_error(mark, Mark, show/1)
    ).

can_be_drawn(heat(S,P)) :- !, is_square(S), integer(P), 0 =< P, P =< 100.
can_be_drawn(last_move(F,T)) :- !, is_square(F), is_square(T).
can_be_drawn(Mark) :-
    Mark =.. [_|Args],
    append(Squares, [Colour], Args),
    memberchk(Colour, [green,red,yellow,blue]),
    \+ ( member(S, Squares), \+ is_square(S) ).

is_square(S) :-
    atom(S),
    atom_chars(S, [F,R]),
    memberchk(F, [a,b,c,d,e,f,g,h]),
    memberchk(R, ['1','2','3','4','5','6','7','8']).

% coloured(+Mark, -Coloured, -Squares)
coloured(arrow(F,T), arrow(F,T,green), [F,T]).
coloured(arrow(F,T,C), arrow(F,T,C), [F,T]).
coloured(square(S), square(S,yellow), [S]).
coloured(square(S,C), square(S,C), [S]).
coloured(circle(S), circle(S,green), [S]).
coloured(circle(S,C), circle(S,C), [S]).
coloured(heat(S,P), heat(S,P), []).
coloured(last_move(F,T), last_move(F,T), [F,T]).

heats([], []).
heats([heat(S,P)|Heats], Text) :-
    maplist(text_of, [S,P], [Square,Percent]),
    phrase_of([Square," ",Percent," %\n"], Line),
    append(Line, Text0, Text),
    heats(Heats, Text0).

ink(white, green).
ink(black, red).

% drawing(+Picture, -Goal, ?Svg): Goal has Svg made of Picture.
drawing(Picture, internal_pictures:drawing_svg(Picture, Svg), Svg) :-
    (   ground(Picture) -> true
    ;   instantiation_error(show/1)
    ).

% named_lists(+Series, +What): a list of Name-List, where each element of List is What.
named_lists(Series, What) :-
    must_be(list, Series),
    (   member(One, Series), \+ ( nonvar(One), One = _-_ ) -> type_error(pair, One, show/1)
    ;   true
    ),
    (   member(_-List, Series), must_be(list, List), member(Element, List), \+ fits(What, Element) ->
        type_error(What, Element, show/1)
    ;   true
    ).

bar_text(Heights, Text) :-
    member(Group-Height, Heights),
    maplist(text_of, [Group,Height], [GroupText,HeightText]),
    phrase_of([GroupText,"=",HeightText], Text).

fits(point, Element) :- nonvar(Element), Element = X-Y, number(X), number(Y).
fits(bar, Element) :- nonvar(Element), Element = _-Height, number(Height).

arrow(Arrow) :-
    (   nonvar(Arrow), Arrow = _-_ -> true
    ;   type_error(pair, Arrow, show/1)
    ).

graph_drawing(Title, Arrows, Plain, Text, Goal, Svg) :-
    drawing(graph(Title,Arrows,Plain), Goal, Svg),
    findall(Line, ( member(From-To, Arrows), text_of(From, From1), text_of(To, To1), phrase_of([From1," -> ",To1], Line) ), Lines),
    lines_of(Lines, Text).

% called(+Open, +Known, -Arrows, -Plain): which predicates those of Open call, and so on; Plain are not of the program.
called([], _, [], []).
called([PI|Open], Known, Arrows, Plain) :-
    (   memberchk(PI, Known) -> called(Open, Known, Arrows, Plain)
    ;   PI = Name/Arity, atom(Name),
        functor(Head, Name, Arity),
        program_predicate(Head) ->
        findall(Called, ( program_clauses(Head, Clauses), member(clause(_,Body,_), Clauses), in_body(Body, Called) ), Found),
        list_to_set(Found, Next),
        findall(PI-One, member(One, Next), Here),
        append(Here, Arrows0, Arrows),
        append(Next, Open, Open1),
        called(Open1, [PI|Known], Arrows0, Plain)
    ;   Plain = [PI|Plain0],
        called(Open, [PI|Known], Arrows, Plain0)
    ).

% in_body(+Body, -PI) is nondet: Body calls PI, itself or where it hands over a goal.
in_body(Body, _) :- var(Body), !, fail.
in_body(Module:Goal, Module:PI) :- atom(Module), !, in_body(Goal, PI).
in_body(Goal, PI) :-
    callable(Goal),
    functor(Goal, Name, Arity),
    (   \+ reported_for_all(Name), PI = Name/Arity
    ;   cl_metas:meta_arguments(Name, Arity, Specs),
        Goal =.. [_|Arguments],
        nth1(N, Specs, Spec),
        nth1(N, Arguments, Argument),
        handed_over(Spec, Argument, PI)
    ).

handed_over(0, Goal, PI) :- in_body(Goal, PI).
handed_over(^, Goal, PI) :- ( nonvar(Goal), Goal = _^Inner -> handed_over(^, Inner, PI) ; in_body(Goal, PI) ).
handed_over(Lacking, Closure, Name/Arity) :-
    integer(Lacking), Lacking > 0,
    callable(Closure), Closure \= _:_,
    functor(Closure, Name, Given),
    Arity is Given + Lacking.

% Calls that every program is full of.
reported_for_all(Name) :-
    memberchk(Name, [',',;,'|',->,*->,\+,call,once,forall,true,!,fail,=,\=,==,\==,is,<,>,=<,>=,=:=,=\=]).

tree_lines(Tree, Indent, [Line|Lines]) :-
    (   Tree = if(Condition,Then,Else) ->
        text_of(Condition, Asked),
        phrase_of([Indent,"if ",Asked], Line),
        phrase_of([Indent,"    "], Deeper),
        phrase_of([Indent,"else"], Otherwise),
        tree_lines(Then, Deeper, Lines0),
        tree_lines(Else, Deeper, Lines1),
        append(Lines0, [Otherwise|Lines1], Lines)
    ;   text_of(Tree, Done),
        phrase_of([Indent,Done], Line),
        Lines = []
    ).

% line_of(+Name, +Things, -Line): `Name: Thing, Thing`.
line_of(Name, Things, Line) :-
    text_of(Name, Head),
    findall(Part, ( member(Thing, Things), text_of(Thing, Text), phrase_of([", ",Text], Part) ), Parts),
    phrase_of(Parts, All),
    (   All = [_,_|Rest] -> phrase_of([Head,": ",Rest], Line)
    ;   Line = Head
    ).

lines_of([Line], Line) :- !.
lines_of([Line|Lines], Text) :-
    lines_of(Lines, Rest),
    phrase_of([Line,"\n",Rest], Text).

% The text of an atom, a number or a text.
text_of(Thing, Text) :-
    (   var(Thing) -> instantiation_error(show/1)
    ;   string_terms:characters(Thing, Cs) -> Text = Cs
    ;   term_texts:text_of(Thing, options(false, false, false, [], 0), Text)
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
   error(domain_error(mark,arrow(e2,e9)),svg/2).

?- start_position(P), show(board(P, [heat(e2,200)])).
   error(domain_error(mark,heat(e2,200)),show/1).

?- start_position(P), show(board(P, [star(e2)])).
   error(domain_error(mark,star(e2)),show/1).

?- show(chart(moves, x, y, [a-[1-2,2-b]])).
   error(type_error(point,2-b),show/1).

?- svg(chart(moves, x, y, [a-[1-2,2-3],b-[1-1]]), [A,B,C,D|_]).
   A = (<), B = s, C = v, D = g.

?- svg(bars(moves, move, share, [drawn-[e4-0.5,d4-0.4],expected-[e4-0.45]]), [A,B,C,D|_]).
   A = (<), B = s, C = v, D = g.

?- show(bars(moves, move, share, [drawn-[e4-0.5,d4]])).
   error(type_error(bar,d4),show/1).

?- svg(graph("a\tb", [a-b,b-c,c-a]), [A,B,C,D|_]).
   A = (<), B = s, C = v, D = g.

?- svg(graph(g, [a]), _).
   error(type_error(pair,a),svg/2).

?- svg(if(king_on_edge,if(king_near_corner,wait,check),approach), [A,B,C,D|_]).
   A = (<), B = s, C = v, D = g.

?- show(tree(t, if(_,a,b))).
   error(instantiation_error,show/1).

?- show(calls(no_such_predicate/3)).
   error(existence_error(procedure,no_such_predicate/3),show/1).

?- svg(attacks("4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1"), [A,B,C,D|_]).
   A = (<), B = s, C = v, D = g.

?- start_position(P), svg(line(P, [move(e2,e4,none),move(e7,e5,none)]), [A,B,C,D|_]).
   P = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", A = (<), B = s, C = v, D = g.

?- start_position(P), svg(pieces(P), [A,B,C,D|_]).
   P = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", A = (<), B = s, C = v, D = g.
