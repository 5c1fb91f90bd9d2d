/** Lines: the moves that win something by force, and what any move comes to.

```
?- winning_line("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Move, Line, Gain).
   Move = move(a1,a8,none), Line = [move(a1,a8,none)], Gain = mate(1).
```

A search in Rust (`src/chess/search.rs`) finds them; what they show is told by module `tactics`.
*/

:- module(winning_lines, [winning_line/4, best_line/4, line_san/3, with_effort/2]).

:- use_module(library(lists)).
:- use_module(library(string_terms)).
:- use_module(library(error)).
:- use_module(library(cl_arguments)).
:- use_module(library(iso_ext)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_state)).
:- use_module(library(internal_search)).

:- meta_predicate(with_effort(?, 0)).

%! winning_line(+Pos:position, ?Move:move, ?Line:list, ?Gain) is nondet.
%
% True iff Move wins Gain in Pos, and Line, a list of moves that begins with Move, is the best play.
%
% Gain is `mate(N)`, in N moves, or `centipawns(N)`: the material that is won at the end of Line, or
% `draw` at least, for a side that is behind or stands badly after any other move, by stalemate, by perpetual check or for want
% of material. The best move comes first; of the others
% those are reported that are about as good and worth what they win.
%
% N is less than the material of Line where the other side has more than half a pawn for it: squares, pawns that run, an
% attack. The search counts those too (`src/chess/evaluation.rs`), and N is what Move is worth by it, in whole pawns, one at
% least.
%
% The search is limited (with_effort/2), so that some wins are not found. It is the one that plays (`src/chess/search/player.rs`),
% which leaves out replies that look hopeless: a mate is proved, a gain is what best play comes to as far as it sees.

winning_line(Pos, Move, Line, Gain) :-
    may_be(list, Line, winning_line/4),
    proved(usual, winning_line/4, Pos, Move, [Line|_], Gain).

% proved(+Effort, +PI, +Pos, ?Move, -Lines, -Gain): the first of Lines is the best play, the others come
% after other replies; errors are those of PI.
proved(Effort, PI, Pos, Move, Lines, Gain) :-
    positions(Effort, N),
    catch(proved_line(Pos, N, Move, Lines, Gain), error(E, _), throw(error(E, PI))).

% positions(+Effort, -N): usual or thorough, unless with_effort/2 says how many; quick is a tenth of usual, for what mostly is
% soon found.
positions(quick, N) :- !,
    positions(usual, Usual),
    N is max(1, Usual // 10).
positions(Effort, N) :-
    (   bb_get(search_effort, Said), integer(Said) -> N = Said
    ;   effort_positions(Effort, N)
    ).

%! with_effort(+Positions:integer, :Goal) is nondet.
%
% True iff Goal is, where the searches for what is won look at so many Positions each, or fewer where it is soon seen what is
% won or that nothing is: those of winning_line/4, best_line/4, tactic/4, threat/4, explain/1 and all that ask them.
%
% Without it they are 200,000, and for what explain/2 says of one move 800,000; 1,000,000 take up to a second.
% With it all of them look equally far, and do not contradict each other.

with_effort(Positions, Goal) :-
    in_name_of(must_be(integer, Positions), with_effort/2),
    (   Positions >= 1, Positions =< 1000000000 -> true
    ;   domain_error(search_effort, Positions, with_effort/2)
    ),
    ( bb_get(search_effort, Before) -> true ; Before = none ),
    bb_b_put(search_effort, Positions),
    call(Goal),
    bb_b_put(search_effort, Before).

?- with_effort(0, true).
   error(domain_error(search_effort,0),with_effort/2).

?- with_effort(many, true).
   error(type_error(integer,many),with_effort/2).

% It holds for other answers too, and no longer than Goal.
?- P = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1",
   findall(N, ( with_effort(1000, member(_, [a,b])), winning_lines:positions(usual, N) ), Ns),
   with_effort(2000, ( winning_line(P, M, _, Gain), winning_lines:positions(thorough, T) )).
   P = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Ns = [200000,200000], M = move(a1,a8,none), Gain = mate(1), T = 2000.

%! best_line(+Pos:position, +Move:move, -Line:list, -Gain) is det.
%
% True iff Line, which begins with the legal move Move, is what both sides do best as far as the search
% sees, up to the last move that changes the material for good, and without one as far as every reply takes, promotes
% or gives check; it wins Gain as in winning_line/4.
%
% Gain may be `centipawns(N)` with an N that is negative, `mated(N)` if Move allows mate in N moves, or
% `lets_draw` if the other side saves a draw at least. Where N is not the material of Line, one side has something
% else for what it lacks. What is said of Move is held against what
% winning_line/4 says of the positions after it: it loses only what the other side is found to win, and
% cannot win back at once.

best_line(Pos, Move, Line, Gain) :- best_line(usual, best_line/4, Pos, Move, Line, Gain).

best_line(Effort, PI, Pos, Move, Line, Gain) :-
    positions(Effort, N),
    (   catch(best_play(Pos, N, Move, Line0, Gain0), error(E, _), throw(error(E, PI))) ->
        Line = Line0,
        Gain = Gain0
    ;   domain_error(legal_move, Move, PI)
    ).

%! line_san(+Pos:position, +Line:list, -Text:text) is det.
%
% Text is Line, moves from Pos on, in standard algebraic notation with move numbers: 1.Nf7+ Kg8 2.Nxd8;
% the first is the number that Pos has. A move that is not legal is a domain error.

line_san(Pos, Line, Text) :-
    catch(( turn(Side, Pos), fullmove_number(N, Pos), must_be(list, Line) ),
          error(E, _),
          throw(error(E, line_san/3))),
    (   Side = black, Line = [_|_] ->
        number_chars(N, Digits),
        append(Digits, ['.','.','.'|Cs0], Cs)
    ;   Cs = Cs0
    ),
    numbered(Line, Pos, Side, N, Cs0),
    string_of(Cs, Text).

numbered([], _, _, _, []).
numbered([Move|Moves], Pos, Side, N, Text) :-
    (   catch(move_san(Move, San0, Pos), error(E, _), throw(error(E, line_san/3))) -> characters(San0, San)
    ;   domain_error(legal_move, Move, line_san/3)
    ),
    make_move(Move, Pos, After),
    !,
    (   Side = white -> number_chars(N, Digits), append(Digits, ['.'|San], Text0) ; Text0 = San ),
    (   Moves = [] -> Text = Text0
    ;   append(Text0, [' '|Rest], Text),
        (   Side = white -> Next = black, N1 = N ; Next = white, N1 is N + 1 ),
        numbered(Moves, After, Next, N1, Rest)
    ).

?- best_line("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", move(g2,g4,none), Line, Gain).
   Line = [move(g2,g4,none),move(d8,h4,none)], Gain = mated(1).

% 4.Nxe5 takes a pawn, and is answered by 4...Qg5.
?- P = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
   best_line(P, move(c6,d4,none), _, centipawns(N)), N > -80.
   P = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", N = 0.

?- line_san("5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 40", [move(b3,g8,none),move(f8,g8,none),move(h6,f7,none)], Text).
   Text = "40.Qg8+ Rxg8 41.Nf7#".
