/** Openings: the lines of a book, and lines drawn from it.

```
?- line('B90', Name, Moves).
   Name = "Sicilian Defence: Najdorf", Moves = [move(e2,e4,none),move(c7,c5,none),move(g1,f3,none),...]
;  ... .
?- mh_opening([family("Sicilian Defence"),max_moves(2)], line(Eco,Name,_)).
   Eco = 'B29', Name = "Sicilian Defence: Nimzowitsch Variation".
```

The book is the one that comes with Chesslog, until load_book/1 takes another one. Its positions and moves are a
graph: lines that reach the same position, whatever the order of their moves, meet there. A position is known by what
stands where, whose turn it is, and which castling and en-passant moves there are; clocks do not count. A position is
its FEN, a move is a term `move(From,To,Promotion)`, a name is a string, and a code an atom such as `'B90'`, or `none`.

mh_opening/2 and mh_sample/3 draw lines, in two modes, after K. Saarmann, Exploration vs Exploitation of Chess Openings
Learner with Metropolis-Hastings Algorithm, Tartu 2022.

*Mode thesis* is the algorithm of its figure 14 as it was published. A line grows move by move. Each line of the book
that goes on from the position proposes its next position; one proposal is drawn, each as likely as the others, and
taken if a random number from 0 to 1 is below

    A = p(move) / p(last move) + sum of the weights of the preferences that admit the proposing line,

where p of a move is the share of lines that go on to the same position, and p(last move) is 1 before the first
move. Else another proposal is drawn. The line ends where no line of the book goes on, so that it may begin as one line
and end as another one.

*Mode exact* is a Metropolis-Hastings chain whose states are whole lines of the book. What it converges to is known:

    p(line) is proportional to (how often it was played) * exp(sum of the weights of the preferences that admit it).

From a line of n positions one of them is drawn, and then a line through it, which is proposed; it is accepted with
the probability min(1, p(next)/p(line) * n(line)/n(next)), and else the chain stays where it is.

The two differ because the thesis' rule is a rejection sampler for each move by itself. Its A is the ratio of the
shares of two moves one after the other, and not of the probabilities of two states that the chain could be in; and a
rejected proposal is drawn anew instead of counting the old state once more. So there is no distribution that it can be
said to converge to: what it draws favours popular moves, as their share counts twice, once when a proposal is drawn and
once when it is accepted; and a weight counts anew for each move, the more the smaller the shares of the moves are.
In mode exact a weight of ln 2 makes a line of that kind twice as likely as it would be beside the others. Draws of
mode thesis are independent of each other; those of mode exact are a chain, which forgets its first line during the
burn-in, and of which neighbours resemble each other.
*/

:- module(cl_openings, [line/3, opening/3, book_move/3, transposes/3, reachable/2, board_matrix/2, load_book/1,
                     load_book/2, mh_opening/2, mh_sample/3, mh_transition/5]).

:- use_module(library(assoc)).
:- use_module(library(cl_bridge)).
:- use_module(library(error)).
:- use_module(library(internal_openings)).
:- use_module(library(internal_sample)).
:- use_module(library(lists)).
:- use_module(library(string_terms)).

% --- the book ---------------------------------------------------------------------------------

%! line(?Eco:eco, ?Name:text, ?Moves:list) is nondet.
%
% True iff the book has a line with this code, name and list of moves from the start position. Lines come in the order
% of the book; one that is known by its moves is looked up. Several lines may have one name.

line(Eco, Name, Moves) :-
    PI = line/3,
    moves_kind(Moves, Moves, PI, Kind),
    (   Kind == complete ->
        rows(Eco-Name, book_line_of(Moves, Eco, Name), PI, [Eco-Name])
    ;   catch(book_lines(Eco, Name, Line), error(E,_), throw(error(E, PI))),
        book_line_moves(Line, Moves)
    ).

% moves_kind(+Moves, +Rest, +PI, -Kind): complete if all moves are known, else partial.
moves_kind(Moves, Rest, PI, Kind) :-
    (   var(Rest) -> Kind = partial
    ;   Rest == [] -> Kind = complete
    ;   Rest = [Move|Rest1] ->
        (   move_in(Move, _) -> true
        ;   type_error(move, Move, PI)
        ),
        moves_kind(Moves, Rest1, PI, Kind1),
        (   ground(Move) -> Kind = Kind1
        ;   Kind = partial
        )
    ;   type_error(list, Moves, PI)
    ).

%! opening(+Pos:position, ?Eco:eco, ?Name:text) is nondet.
%
% True iff a line with this code and name ends in Pos. Several lines may do so; the first answer is the one that gives
% the position its name. It fails in positions that are not in the book, or in which no line ends.

opening(Pos, Eco, Name) :-
    rows(Eco-Name, book_ending(Pos, Eco, Name), opening/3, Rows),
    member(Eco-Name, Rows).

%! book_move(+Pos:position, ?Move:move, ?Count:count) is nondet.
%
% True iff lines of the book make Move in Pos, Count times; a line that was played often counts as often. The most
% played move comes first.

book_move(Pos, Move, Count) :-
    rows(Move-Count, book_edge(Pos, Move, Count), book_move/3, Rows),
    member(Move-Count, Rows).

%! transposes(?LineA:text, ?LineB:text, ?Pos:position) is nondet.
%
% True iff a line named LineA can pass into one named LineB in Pos: a move of its own, or one that no line makes there,
% leads to Pos, to which LineB comes from another position. Lines without a name are passed over.

transposes(A, B, Pos) :-
    PI = transposes/3,
    rows(x, book_transposes("", B, Pos), PI, _),
    (   var(A) -> book_names(Cs), string_of(Cs, A)
    ;   true
    ),
    rows(B-Pos, book_transposes(A, B, Pos), PI, Rows),
    member(B-Pos, Rows).

%! reachable(?PosA:position, ?PosB:position) is nondet.
%
% True iff moves lead from PosA to PosB: moves of lines, or moves between positions of the book that no line makes. A
% position is reachable from itself only if moves lead back to it.

reachable(A, B) :-
    PI = reachable/2,
    (   var(A), var(B) -> book_positions(A)
    ;   true
    ),
    rows(A-B, book_reaches(A, B), PI, Rows),
    member(A-B, Rows).

% rows(+Template, +Goal, +PI, -Rows): an error names the predicate that was called, not the native below it.
rows(Template, Goal, PI, Rows) :- catch(findall(Template, cl_openings:Goal, Rows), error(E,_), throw(error(E, PI))).

%! board_matrix(+Pos:position, ?Rows:list) is det.
%
% Rows is the board as the thesis writes it down (section 4.1, figure 9): a list of eight lists, one for each file from
% a to h, with eight numbers, one for each rank from 1 to 8. An empty square is 0, a pawn 1, a rook 2, a knight 3, a
% bishop 4, a queen 5, a king 6; a black piece is 10 more.

board_matrix(Pos, Rows) :-
    rows(Code, board_code(Pos, Code), board_matrix/2, Codes),
    eights(Codes, Rows).

eights([], []).
eights([A,B,C,D,E,F,G,H|Codes], [[A,B,C,D,E,F,G,H]|Rows]) :- eights(Codes, Rows).

% --- other books ------------------------------------------------------------------------------

%! load_book(+Files) is det.
%
% Makes the lines of a file, or of all files of a list, the book of this session. A file is named by an atom or a
% string. Tables, `.tsv`, have the columns eco, name and pgn; other files are PGN, each game a line with the tags ECO,
% Opening and Variation if it has them, and as popular as there are games with the same moves. A file may be
% compressed; `openings` is the name of the bundled one.
%
% Entries that are no lines are warned about: the first ones each, and how many there are. If there is no line at all it
% is an error, and the book stays as it is.

load_book(Files) :- loaded(Files, [], load_book/1).

%! load_book(+Files, +Options) is det.
%
% As load_book/1. The option `plies(N)` reads no more than the first N plies of each line: it makes a book of games.

load_book(Files, Options) :- loaded(Files, Options, load_book/2).

loaded(Files0, Options, PI) :-
    file_names(Files0, PI, Files),
    options_list(Options, PI),
    plies(Options, PI, 0, Plies),
    rows(Warning, book_load(Files, Plies, Warning), PI, Warnings),
    warn(Warnings),
    (   Files = [File] -> true
    ;   File = Files0
    ),
    (   book_take -> true
    ;   throw(error(existence_error(opening_line, File), PI))
    ).

file_names(Files, PI, Names) :-
    (   var(Files) -> instantiation_error(PI)
    ;   is_name(Files) -> Names = [Files]
    ;   catch(must_be(list, Files), error(E,_), throw(error(E, PI))),
        (   Files == [] -> domain_error(non_empty_list, Files, PI)
        ;   all_names(Files, PI),
            Names = Files
        )
    ).

all_names([], _).
all_names([File|Files], PI) :-
    (   var(File) -> instantiation_error(PI)
    ;   is_name(File) -> true
    ;   type_error(text, File, PI)
    ),
    all_names(Files, PI).

is_name(Name) :-
    (   atom(Name) -> Name \== []
    ;   cl_bridge:text_bound(Name, Cs), Cs = [_|_], catch(atom_chars(_, Cs), _, false)
    ).

plies([], _, Plies, Plies).
plies([Option|Options], PI, _, Plies) :-
    (   var(Option) -> instantiation_error(PI)
    ;   Option = plies(N), integer(N), N >= 1, N < 1000000 -> plies(Options, PI, N, Plies)
    ;   domain_error(book_option, Option, PI)
    ).

warn([]).
warn([Warning|Warnings]) :-
    write(user_error, '% Warning: '),
    \+ ( member(C, Warning), \+ put_char(user_error, C) ),
    nl(user_error),
    flush_output(user_error),
    warn(Warnings).

% --- lines that are drawn ---------------------------------------------------------------------

%! mh_opening(+Options:list, ?Line) is det.
%
% Line is a term `line(Eco,Name,Moves)` that was drawn. Another `seed` draws another line. The options are those of
% mh_sample/3, but for `count` and `chains`. In mode exact it is where the chain is after `burn_in` and `thinning`
% steps.

mh_opening(Options, Line) :-
    sampled(Options, line, mh_opening/2, [Line0], _),
    Line = Line0.

%! mh_sample(+Options:list, ?Lines:list, ?Diagnostics:list) is det.
%
% Lines are terms `line(Eco,Name,Moves)` that were drawn, those of the first chain before those of the second. Moves
% begin in the position `from`. Eco and Name are those of the line of the book that ends where Moves end, `none` and ""
% if it has none.
%
% In mode `thesis` each line grows move by move, by the rule of figure 14 of K. Saarmann's thesis. In mode `exact` lines
% are the states of a Metropolis-Hastings chain over the lines of the book, in which a line is as likely as it was
% played often, times exp of the sum of the weights of the preferences that admit it. The text of library(openings)
% explains how and why the two differ.
%
% Options, and what they are otherwise:
%
%   - mode(Mode): `thesis` or `exact`; thesis.
%   - count(N): how many lines each chain draws; 1000.
%   - seed(N): another seed makes another run; 1.
%   - prefer(Kinds): a list of some of gambit, uncommon, c4, d4 and e4; []. A line is a gambit by its name, uncommon if
%     it begins with none of c4, d4 and e4.
%   - weights(Ws): a number for each kind, in their order; 0.4 each. In mode exact it may be below 0.
%   - min_moves(N), max_moves(N), name(Text), family(Text), eco(Text): only lines with at least, or at most, N moves of
%     each player take part; with Text in their names; with Text before the colon; with codes that begin so.
%   - from(Pos): lines begin in Pos; in mode exact they are those that go on from there. The start position.
%   - transpositions(B): if true, lines propose, too, that are one legal move away (section 4.2); false. Mode thesis.
%   - proposers(What): `lines` or `positions`: whether each line proposes, or each next position once; lines. Mode
%     thesis.
%   - chains(N): how many chains there are; 1. Each has random numbers of its own.
%   - burn_in(N): the steps before the first line is taken; 1000. Mode exact.
%   - thinning(N): the steps from line to line; 50. Mode exact.
%
% Diagnostics is a list of
%
%   - lines(N), distinct(D): how many lines were drawn, and how many different ones.
%   - acceptance(A): the share of proposals that were accepted.
%   - effective_sample_size(E), r_hat(R), autocorrelation(A): what independent draws the sample is worth, whether the
%     chains agree (near 1), and how much a line resembles the one before; in mode thesis by the number of moves of the
%     lines, in mode exact by the log of their probabilities, or if all are the same by the number of moves. `undefined`
%     if that does not vary, or there are fewer than four lines.
%   - total_variation(T), chi_square(X,Degrees): in mode exact, the distance of the sample from what the chain converges
%     to, from 0 to 1, and the statistic of the chi-square test, which is near Degrees if draws are independent.
%
% An option that is none is a domain error. `error(mh_sampling(Message),_)` says why there is nothing to draw: no line
% is selected, a kind that is preferred admits none, there is not a weight for each kind, no line comes to `from`.

mh_sample(Options, Lines, Diagnostics) :-
    sampled(Options, lines, mh_sample/3, Lines0, Diagnostics0),
    Lines = Lines0,
    Diagnostics = Diagnostics0.

sampled(Options, Wanted, PI, Lines, Diagnostics) :-
    check_options(Options, Wanted, PI),
    rows(Message-Diagnostics, mh_draw(Options, Wanted, Message, Diagnostics), PI, [Message-Diagnostics]),
    can_draw(Message, PI),
    findall(Number-line(Eco,Name,Moves), ( mh_lines(Number, Eco, Cs, Moves), cl_openings:string_of(Cs, Name) ), Pairs),
    ord_list_to_assoc(Pairs, Table),
    findall(Number, mh_draws(Number), Numbers),
    of_table(Numbers, Table, Lines).

check_options(Options, Wanted, PI) :-
    options_list(Options, PI),
    (   ground(Options) -> true
    ;   instantiation_error(PI)
    ),
    (   mh_wrong_option(Options, Wanted, N) ->
        nth1(N, Options, Wrong),
        domain_error(mh_option, Wrong, PI)
    ;   true
    ).

can_draw(Message, PI) :-
    (   Message == [] -> true
    ;   string_terms:throw_text(mh_sampling, Message, PI)
    ).

options_list(Options, PI) :- catch(must_be(list, Options), error(E,_), throw(error(E, PI))).

% Lines that are drawn again share their terms.
of_table([], _, []).
of_table([Number|Numbers], Table, [Line|Lines]) :-
    get_assoc(Number, Table, Line),
    of_table(Numbers, Table, Lines).

%! mh_transition(+Options:list, ?Pos:position, ?Move:move, ?Expected:float, ?Count:count) is nondet.
%
% True iff lines that mode `thesis` draws make Move in Pos with probability Expected, computed and not drawn, and Count
% of the `count(N)` lines that were drawn with this `seed` did. So the share of a move among those from Pos is its
% Expected over the sum of theirs. The options are those of mh_sample/3 in mode `thesis`, but for `chains`. Moves that no
% line makes are among them with `transpositions(true)`. The moves of one Pos come one after the other.
%
% Expected is computed move by move, since how likely a move is depends on the share of the move before it; what is
% less likely than 1.0e-15 is not followed. The cost grows with the moves of the selected lines and with N, and is paid
% once for calls with the same options one after the other.

mh_transition(Options, Pos, Move, Expected, Count) :-
    PI = mh_transition/5,
    check_options(Options, transitions, PI),
    rows(Message, mh_count_moves(Options, Message), PI, [Message]),
    can_draw(Message, PI),
    catch(mh_moves(Pos, Move, Expected, Count), error(E,_), throw(error(E, PI))).

% --- examples ---------------------------------------------------------------------------------

?- line(Eco, "Sicilian Defence: Najdorf", Moves).
   Eco = 'B90', Moves = [move(e2,e4,none),move(c7,c5,none),move(g1,f3,none),move(d7,d6,none),move(d2,d4,none),
   move(c5,d4,none),move(f3,d4,none),move(g8,f6,none),move(b1,c3,none),move(a7,a6,none)].

?- line(Eco, Name, [move(e2,e4,none),move(c7,c5,none)]).
   Eco = 'B20', Name = "Sicilian Defence".

?- line("B20", 'Sicilian Defence', [move(e2,e4,none),move(c7,c5,none)]).
   true.

?- line('B21', _, [move(e2,e4,none),move(c7,c5,none)]).
   false.

?- line('B22', _, [move(d2,d4,none)|_]).
   false.

?- line(_, _, [move(e2,e4,none),move(e7,e6,knight)]).
   false.

?- line(_, _, []).
   false.

?- line('F00', _, _).
   error(domain_error(eco,"F00"),line/3).

?- line(_, 7, _).
   error(type_error(text,7),line/3).

?- line(_, _, [move(e2,e9,none)|_]).
   error(type_error(move,move(e2,e9,none)),line/3).

?- line(_, _, [e4|d5]).
   error(type_error(move,e4),line/3).

?- line(_, _, [_|d5]).
   error(type_error(list,[A|d5]),line/3).

?- opening("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 7 9", Eco, Name).
   Eco = 'B20', Name = "Sicilian Defence".

?- start_position(Pos), opening(Pos, _, _).
   false.

?- opening("8/8/8 w", _, _).
   error(domain_error(position,"8/8/8 w"),opening/3).

?- start_position(Pos), book_move(Pos, Move, N).
   Pos = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Move = move(d2,d4,none), N = 289
;  Pos = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Move = move(e2,e4,none), N = 281
;  ... .

?- start_position(Pos), book_move(Pos, move(a2,a4,none), _).
   false.

?- transposes("Catalan Opening", Name, Pos).
   Name = "Queen's Gambit: Marshall Defence", Pos = "rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 1 3".

?- transposes(Name, "King's Gambit Accepted", Pos).
   Name = "Bird Opening: From Gambit", Pos = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"
;  Name = "Bird Opening: From Gambit, Lasker Variation",
   Pos = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"
;  false.

?- transposes(_, _, Pos), !.
   Pos = "rnbqkb1r/ppp1pppp/5n2/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3".

?- transposes('No such line', _, _).
   false.

?- transposes(_, f(x), _).
   error(type_error(text,f(x)),transposes/3).

?- reachable(Pos, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").
   Pos = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
;  Pos = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".

?- start_position(Pos), reachable(Pos, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").
   Pos = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".

?- start_position(Pos), reachable(_, Pos).
   false.

?- start_position(Pos), findall(M-E-N, mh_transition([family("Bishop's Opening")], Pos, M, E, N), Ms).
   Pos = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Ms = [move(e2,e4,none)-1.0-1000].

% Only 1. e4 leads to the position after it: the moves from there come to as much.
?- \+ \+ ( start_position(Start), Options = [min_moves(7),count(500)], mh_transition(Options, Start, move(e2,e4,none), P, C),
             After = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
             findall(E, mh_transition(Options, After, _, E, _), Es), sum_list(Es, Sum),
             findall(N, mh_transition(Options, After, _, _, N), Ns), sum_list(Ns, C), abs(Sum-P) < 1.0e-9, C > 0 ).
   true.

?- mh_transition([mode(exact)], _, _, _, _).
   error(domain_error(mh_option,mode(exact)),mh_transition/5).

?- mh_transition([], "8/8/8 w", _, _, _).
   error(domain_error(position,"8/8/8 w"),mh_transition/5).

?- mh_transition([eco('E9'),prefer([e4])], _, _, _, _).
   error(mh_sampling("the preference `e4` admits none of 14 lines"),mh_transition/5).

?- reachable(PosA, PosB), !.
   PosA = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
   PosB = "rnbqkbnr/pppppppp/8/8/1P6/8/P1PPPPPP/RNBQKBNR b KQkq - 0 1".

?- start_position(Pos), board_matrix(Pos, Rows).
   Pos = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
   Rows = [[2,1,0,0,0,0,11,12],[3,1,0,0,0,0,11,13],[4,1,0,0,0,0,11,14],[5,1,0,0,0,0,11,15],
   [6,1,0,0,0,0,11,16],[4,1,0,0,0,0,11,14],[3,1,0,0,0,0,11,13],[2,1,0,0,0,0,11,12]].

?- board_matrix("r1bq1rk1/ppp2ppp/2n1pn2/8/1bpP4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 8", Rows).
   Rows = [[2,1,0,0,0,0,11,12],[0,1,0,14,0,0,11,0],[4,0,3,11,0,13,11,14],[5,0,4,1,0,0,0,15],
   [0,0,1,0,0,11,0,0],[2,1,3,0,0,13,11,12],[6,1,0,0,0,0,11,16],[0,1,0,0,0,0,11,0]].

?- load_book('no_such_file.tsv').
   error(existence_error(source_sink,"no_such_file.tsv"),load_book/1).

?- load_book(openings, [plies(two)]).
   error(domain_error(book_option,plies(two)),load_book/2).

?- load_book([openings], [plies(2)]), setof(L, E^N^Ms^( line(E, N, Ms), length(Ms, L) ), Ls), load_book(openings).
   Ls = [1,2].

?- mh_opening([family("Sicilian Defence"),max_moves(2)], line(Eco,Name,_)).
   Eco = 'B29', Name = "Sicilian Defence: Nimzowitsch Variation".

?- \+ \+ ( findall(Ls, ( member(N, [1,1,2]), mh_sample([count(50),seed(N)], Ls, _) ), [A,B,C]),
            A == B, A \== C, length(A, 50) ).
   true.

?- \+ \+ ( mh_sample([count(20),chains(2)], Lines, [lines(40)|_]), length(A, 20), append(A, B, Lines), A \== B ).
   true.

?- mh_sample([mode(exact),eco('B2'),count(5000),chains(2)], _, Diagnostics).
   Diagnostics = [lines(10000),distinct(15),acceptance(0.859418326693227),effective_sample_size(10058.059175001055),
   r_hat(0.99986111254517),autocorrelation(-0.0026618619265056237),total_variation(0.014433333333333326),
   chi_square(13.831999999999999,14)].

?- mh_sample([sed(1)], _, _).
   error(domain_error(mh_option,sed(1)),mh_sample/3).

?- mh_opening([prefer([gambit,c4]),weights([1])], _).
   error(mh_sampling("expected a weight for each preference, found 1 for 2"),mh_opening/2).
