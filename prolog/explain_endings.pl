/** Explanations of endings: where a table knows how the game ends, that is reported, and no search is asked.

The tables are those of `dtm/2`: a king with one or two pieces or pawns against a bare king; and those of Syzygy, where
the user has some (syzygy_folder/1): they say who wins, but not how soon it is mate.
*/

:- module(explain_endings, [ending/1, ending_reported/6, ending_notes/3, in_time//2]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(cl_chess)).
:- use_module(library(winning_lines)).
:- use_module(library(explain_words)).

%! ending(+Pos) is semidet.
%
% True iff there is a table that says how Pos ends.

ending(Pos) :- worth(Pos, _).

% worth(+Pos, -Worth): for who is to move: mate(Plies), where who mates is told by their parity; won, lost; or drawn.
worth(Pos, Worth) :-
    catch(( dtm(Pos, Plies) -> Worth0 = mate(Plies) ; Worth0 = drawn ),
          error(domain_error(ending_position, _), _),
          false),
    !,
    Worth = Worth0.
worth(Pos, Worth) :-
    syzygy_folder(Folder),
    catch(( syzygy_wdl(Folder, Pos, Wdl), in_reach(Wdl, Folder, Pos) ), error(E, _), no_table(E)),
    worth_of(Wdl, Worth).

% no_table(+Error): the tables know nothing of the position; what else is wrong with them is told.
no_table(domain_error(syzygy_position, _)) :- !, false.
no_table(existence_error(syzygy_table, _)) :- !, false.
no_table(permission_error(open, directory, _)) :- !, false.
no_table(E) :- throw(error(E, explain/1)).

% in_reach(+Wdl, +Folder, +Pos): the tables know nothing of the half-move clock, which may end the game before what they
% count to; their numbers can be too small by one.
in_reach(draw, _, _) :- !.
in_reach(_, Folder, Pos) :-
    syzygy_dtz(Folder, Pos, Dtz),
    halfmove_clock(Clock, Pos),
    abs(Dtz) + Clock < 100.

% What the fifty moves make a draw is one, if somebody claims it.
worth_of(win, won).
worth_of(loss, lost).
worth_of(draw, drawn).

% who(+Worth, -Who): who wins by it.
who(mate(Plies), Who) :- ( Plies mod 2 =:= 1 -> Who = mover ; Who = other ).
who(won, mover).
who(lost, other).
who(drawn, nobody).

% best_reply(+Pos, -Move): the one that a table recommends.
best_reply(Pos, Move) :-
    catch(perfect_reply(Pos, Move0), error(domain_error(ending_position, _), _), false),
    !,
    Move = Move0.
best_reply(Pos, Move) :-
    syzygy_folder(Folder),
    catch(syzygy_move(Folder, Pos, Move), error(E, _), no_table(E)).

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
    (   keeps(Before, Then) -> Better = none
    ;   best_reply(Pos, Better) -> true
    ;   Better = none
    ).

% keeps(?Before, ?Then): a move that is as good as any leads from one to the other.
keeps(mate(N), mate(M)) :- !, N =:= M + 1.
keeps(Before, Then) :- who(Before, Who), who(Then, Next), next(Who, Next).

next(nobody, nobody).
next(mover, other).
next(other, mover).

gain(_, mate(Plies), Gain) :-
    (   Plies mod 2 =:= 0 -> N is Plies // 2 + 1, Gain = mate(N)
    ;   N is (Plies + 1) // 2, Gain = mated(N)
    ).
gain(_, lost, won).
gain(_, won, lost).
gain(Before, drawn, Gain) :- ( who(Before, mover) -> Gain = lets_draw ; Gain = draw ).

% perfect_line(+Worth, +Most, +Pos, -Line, -Stop): at most so many moves, none in a draw, where anything may happen. Stop
% is "." if Line goes on to the mate, and else the dots of what is left out.
perfect_line(drawn, _, _, [], ".") :- !.
perfect_line(Worth, Most, Pos, Line, Stop) :-
    (   checkmate(Pos) -> Line = [], Stop = "."
    ;   Most =:= 0 -> Line = [], Stop = " ..."
    ;   best_reply(Pos, Move),
        make_move(Move, Pos, After),
        !,
        Line = [Move|Moves],
        Fewer is Most - 1,
        perfect_line(Worth, Fewer, After, Moves, Stop)
    ).

% reported(+Then, +Before, +San, +Side, +After, +Texts): Side is to move After; the line and how it stops are Texts.
reported(mate(0), _, San, _, _, _) --> !, chars(San), " is checkmate.".
reported(mate(Plies), Before, San, _, _, Texts) --> { Plies mod 2 =:= 0 }, !,
    chars(San), " forces checkmate in ", { N is Plies // 2 + 1 }, number_of_moves(N), sooner(Before, Plies),
    ": ", all_chars(Texts).
reported(mate(Plies), Before, San, Side, _, Texts) --> !,
    { N is (Plies + 1) // 2 },
    chars(San), lets(Before, Plies), ": ", side(Side), " forces checkmate in ", number_of_moves(N), ": ", all_chars(Texts).
reported(lost, _, San, _, _, Texts) --> !, chars(San), " wins, say the tables: ", all_chars(Texts).
reported(won, Before, San, Side, _, Texts) --> !,
    chars(San), lets(Before, 0), ": ", side(Side), " wins, say the tables: ", all_chars(Texts).
reported(drawn, Before, San, _, After, _) --> { who(Before, mover) }, !,
    chars(San), " throws away the win: ", drawn_words(After), ".".
reported(drawn, drawn, San, Side, After, _) -->
    { other_side(Side, Mover), material(Mover, 0, After), \+ draw_reason(_, After) },
    !,
    chars(San), " keeps the draw.".
reported(drawn, _, San, _, After, _) -->
    "After ", chars(San), " ", drawn_words(After), ".".

% sooner(+Before, +Plies): whether a mate that comes so soon after the move could come sooner.
sooner(mate(Best), Plies) --> { Best =:= Plies + 1 }, !, ", and nothing does so sooner".
sooner(mate(Best), _) --> !, ", where ", { M is (Best + 1) // 2 }, number_of_moves(M), " would do".
sooner(_, _) --> [].

% lets(+Before, +Plies): what it means that the other side wins, by a mate in so many plies if it is known.
lets(drawn, _) --> !, " throws away the draw".
lets(mate(Best), Plies) --> { Best =:= Plies + 1 }, !, " holds out as long as can be".
lets(mate(Best), _) --> { Best mod 2 =:= 0 }, !, " does not hold out as long as can be".
lets(Before, _) --> { who(Before, mover) }, !, " throws away the win, and loses".
lets(_, _) --> " loses, as all moves do".

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
    findall(Move, good_move(Worth, Pos, Move), Best),
    turn(Side, Pos),
    notes(Worth, Side, Pos, Best, Moves, Notes).

% good_move(+Worth, +Pos, -Move): one of the best. Of those that only win, the one that is recommended comes first.
good_move(Worth, Pos, Move) :-
    memberchk(Worth, [mate(_),drawn]),
    catch(findall(M, best_move(Pos, M), Best), error(domain_error(ending_position, _), _), false),
    !,
    member(Move, Best).
good_move(Worth, Pos, Move) :-
    findall(M, kept(Worth, Pos, M), Kept),
    (   best_reply(Pos, First), memberchk(First, Kept) ->
        findall(M, ( M = First ; member(M, Kept), M \== First ), Best)
    ;   Best = Kept
    ),
    member(Move, Best).

kept(Worth, Pos, move(F,T,P)) :-
    legal_move(F, T, P, Pos),
    ( make_move(move(F,T,P), Pos, After) -> true ),
    worth(After, Then),
    keeps(Worth, Then).

notes(mate(Plies), Side, Pos, Best, Best, [Note]) :-
    Plies mod 2 =:= 1,
    !,
    N is (Plies + 1) // 2,
    phrase(mated_in(Side, N, Plies, Pos), Note).
notes(mate(Plies), Side, Pos, [Move|_], [], [Note]) :-
    !,
    other_side(Side, Other),
    N is Plies // 2,
    perfect_line(mate(Plies), 9, Pos, Line, Stop),
    line_san(Pos, Line, Text),
    move_san(Move, San, Pos),
    phrase(( mated_in(Other, N, Plies, Pos), " ", chars(San), " holds out longest: ", all_chars([Text,Stop]) ), Note).
notes(won, Side, Pos, Best, Best, [Note|Notes]) :-
    phrase(( side(Side), " wins, say the tables." ), Note),
    only(Best, Pos, " wins.", " win.", Notes).
notes(lost, Side, _, _, [], [Note]) :-
    other_side(Side, Other),
    phrase(( side(Other), " wins, say the tables." ), Note).
notes(drawn, _, Pos, Best, [], ["The game is drawn with best play."|Notes]) :-
    only(Best, Pos, " keeps the draw.", " keep the draw.", Notes).

% mated_in(+Winner, +Moves, +Plies, +Pos): who can claim a draw before the mate has not lost.
mated_in(Winner, N, Plies, Pos) --> { late(100, Plies, Pos, Clock) }, !,
    "The half-move clock stands at ", chars(Clock), ": a draw can be claimed before ", side(Winner), " mates, which takes ",
    number_of_moves(N), " with best play.".
mated_in(Winner, N, _, _) --> side(Winner), " wins: with best play it is checkmate in ", number_of_moves(N), ".".

% only(+Moves, +Pos, +Does, +Do, -Notes): a sentence on Moves, if they are few and there are others.
only(Moves, Pos, Does, Do, Notes) :-
    findall(move(F,T,P), legal_move(F, T, P, Pos), Legal),
    length(Legal, All),
    length(Moves, Number),
    (   ( Number =:= All ; Number > 6 ; Moves = [] ) -> Notes = []
    ;   findall(San, ( member(Move, Moves), move_san(Move, San, Pos) ), Sans),
        ( Sans = [_] -> End = Does ; End = Do ),
        phrase(( "Only ", listed(Sans), chars(End) ), Note),
        Notes = [Note]
    ).

%! in_time(+Move, +Pos) is det.
%
% Describes, after the verdict on Move, that the mate which a table promises comes too late.

in_time(Move, Pos) -->
    { make_move(Move, Pos, After),
      worth(After, mate(Plies)),
      \+ draw_reason(fifty_moves, After),
      clock_notes(Plies, After, [Note]) },
    !,
    chars(Note).
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
