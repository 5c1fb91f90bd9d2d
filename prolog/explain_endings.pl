/** Explanations of endings: where a table knows how the game ends, that is reported, and no search is asked.

The tables are those of `dtm/2`: a king with one or two pieces or pawns against a bare king.
*/

:- module(explain_endings, [ending/1, ending_reported/6, ending_notes/3, in_time//2]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess)).
:- use_module(library(winning_lines)).
:- use_module(library(explain_words)).

%! ending(+Pos) is semidet.
%
% True iff there is a table for Pos.

ending(Pos) :- worth(Pos, _).

% worth(+Pos, -Worth): mate(Plies), or drawn.
worth(Pos, Worth) :-
    catch(( dtm(Pos, Plies) -> Worth = mate(Plies) ; Worth = drawn ),
          error(domain_error(ending_position, _), _),
          false).

%! ending_reported(+Pos, +Move, -Gain, -Line, -Verdict, -Better) is semidet.
%
% Verdict is a sentence on Move in Pos, a position of a table, Gain what it comes to, as in best_line/4, and Line the
% perfect play after it. Better is a move that does more, or none. Fails if the half-move clock ends the game then, of
% which the tables know nothing.

ending_reported(Pos, Move, Gain, Line, Verdict, Better) :-
    worth(Pos, Before),
    make_move(Move, Pos, After),
    !,
    \+ ( draw_reason(seventyfive_moves, After), \+ checkmate(After) ),
    worth(After, Then),
    move_san(Move, San, Pos),
    turn(Side, After),
    gain(Before, Then, Gain),
    perfect_line(Then, 9, After, Line0, Stop),
    Line = [Move|Line0],
    line_san(Pos, Line, Text),
    phrase(reported(Then, Before, San, Side, After, [Text,Stop]), Verdict),
    (   keeps(Before, Then) -> Better = none ; perfect_reply(Pos, Better) ).

% keeps(?Before, ?Then): a move that is as good as any leads from one to the other.
keeps(drawn, drawn).
keeps(mate(N), mate(M)) :- N =:= M + 1.

gain(_, mate(Plies), Gain) :-
    (   Plies mod 2 =:= 0 -> N is Plies // 2 + 1, Gain = mate(N)
    ;   N is (Plies + 1) // 2, Gain = mated(N)
    ).
gain(drawn, drawn, draw).
gain(mate(_), drawn, lets_draw).

% perfect_line(+Worth, +Most, +Pos, -Line, -Stop): at most so many moves, none in a draw, where anything may happen. Stop
% is "." if Line goes on to the mate, and else the dots of what is left out.
perfect_line(drawn, _, _, [], ".").
perfect_line(mate(_), Most, Pos, Line, Stop) :-
    (   checkmate(Pos) -> Line = [], Stop = "."
    ;   Most =:= 0 -> Line = [], Stop = " ..."
    ;   perfect_reply(Pos, Move),
        make_move(Move, Pos, After),
        !,
        Line = [Move|Moves],
        Fewer is Most - 1,
        perfect_line(mate(_), Fewer, After, Moves, Stop)
    ).

% reported(+Then, +Before, +San, +Side, +After, +Texts): Side is to move After; the line and how it stops are Texts.
reported(mate(0), _, San, _, _, _) --> !, chars(San), " is checkmate.".
reported(mate(Plies), mate(Best), San, _, _, Texts) --> { Plies mod 2 =:= 0 }, !,
    chars(San), " forces checkmate in ", { N is Plies // 2 + 1 }, number_of_moves(N),
    (   { Best =:= Plies + 1 } -> ", and nothing does so sooner"
    ;   ", where ", { M is (Best + 1) // 2 }, number_of_moves(M), " would do"
    ),
    ": ", all_chars(Texts).
reported(mate(Plies), Before, San, Side, _, Texts) --> !,
    { N is (Plies + 1) // 2 },
    chars(San),
    (   { Before = drawn } -> " throws away the draw"
    ;   { Before = mate(Best), Best =:= Plies + 1 } -> " holds out as long as can be"
    ;   " does not hold out as long as can be"
    ),
    ": ", side(Side), " forces checkmate in ", number_of_moves(N), ": ", all_chars(Texts).
reported(drawn, mate(_), San, _, After, _) --> !,
    chars(San), " throws away the win: ", drawn_words(After), ".".
reported(drawn, drawn, San, Side, After, _) -->
    { other_side(Side, Mover), material(Mover, 0, After), \+ draw_reason(_, After) },
    !,
    chars(San), " keeps the draw.".
reported(drawn, drawn, San, _, After, _) -->
    "After ", chars(San), " ", drawn_words(After), ".".

all_chars([]) --> [].
all_chars([Cs|Css]) --> chars(Cs), all_chars(Css).

drawn_words(Pos) --> { stalemate(Pos) }, !, "it is stalemate, and the game is drawn".
drawn_words(Pos) --> { draw_reason(insufficient_material, Pos) }, !, "neither side can mate, and the game is drawn".
drawn_words(_) --> "the game is drawn with best play".

number_of_moves(1) --> !, "one move".
number_of_moves(N) --> { number_chars(N, Cs) }, chars(Cs), " moves".

%! ending_notes(+Pos, -Moves, -Notes) is det.
%
% Notes are sentences on how the game ends from Pos, a position of a table in which it is not over; Moves are those that
% win, the best ones only.

ending_notes(Pos, [], [Note]) :-
    worth(Pos, mate(Plies)),
    late(150, Plies, Pos, Clock),
    !,
    N is (Plies + 1) // 2,
    phrase(( "The game is drawn: the half-move clock stands at ", chars(Clock), ", and with best play checkmate takes ",
             number_of_moves(N), "." ), Note).
ending_notes(Pos, Moves, Notes) :-
    worth(Pos, Worth),
    findall(Move, best_move(Pos, Move), Best),
    turn(Side, Pos),
    notes(Worth, Side, Pos, Best, Moves, Notes).

notes(mate(Plies), Side, Pos, Best, Best, [Note|Notes]) :-
    Plies mod 2 =:= 1,
    !,
    N is (Plies + 1) // 2,
    phrase(( side(Side), " wins: with best play it is checkmate in ", number_of_moves(N), "." ), Note),
    clock_notes(Plies, Pos, Notes).
notes(mate(Plies), Side, Pos, [Move|_], [], [Note|Notes]) :-
    !,
    other_side(Side, Other),
    N is Plies // 2,
    perfect_line(mate(Plies), 9, Pos, Line, Stop),
    line_san(Pos, Line, Text),
    move_san(Move, San, Pos),
    phrase(( side(Other), " wins: with best play it is checkmate in ", number_of_moves(N), ". ",
             chars(San), " holds out longest: ", all_chars([Text,Stop]) ), Note),
    clock_notes(Plies, Pos, Notes).
notes(drawn, _, Pos, Best, [], ["The game is drawn with best play."|Notes]) :-
    findall(move(F,T,P), legal_move(F, T, P, Pos), Legal),
    length(Legal, All),
    length(Best, Holding),
    (   Holding =:= All -> Notes = []
    ;   findall(San, ( member(Move, Best), move_san(Move, San, Pos) ), Sans),
        phrase(( "Only ", listed(Sans), keep(Sans), " the draw." ), Note),
        Notes = [Note]
    ).

keep([_]) --> !, " keeps".
keep(_) --> " keep".

%! in_time(+Move, +Pos) is det.
%
% Describes, after the verdict on Move, that the mate which a table promises comes too late.

in_time(Move, Pos) -->
    { make_move(Move, Pos, After),
      worth(After, mate(Plies)),
      \+ draw_reason(fifty_moves, After),
      clock_notes(Plies, After, [Note]) },
    !,
    " ", chars(Note).
in_time(_, _) --> [].

% The tables know nothing of the clock. Without pawns nothing winds it back.
clock_notes(Plies, Pos, Notes) :-
    (   late(100, Plies, Pos, Clock) ->
        append(["The half-move clock stands at ",Clock,": a draw can be claimed before the mate."], Note),
        Notes = [Note]
    ;   Notes = []
    ).

% late(+Limit, +Plies, +Pos, -Clock): the clock, in chars, is past Limit when the mate comes.
late(Limit, Plies, Pos, Cs) :-
    halfmove_clock(Clock, Pos),
    Clock + Plies > Limit,
    \+ piece_at(_, Pos, _, pawn),
    number_chars(Clock, Cs).
