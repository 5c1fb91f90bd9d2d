/** Tactics: the moves that win something by force, and the motifs that make them work.

```
?- P = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", tactic(P, Motif, Move, Line).
   P = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Motif = back_rank_mate, Move = move(a1,a8,none), Line = [move(a1,a8,none)]
;  P = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Motif = mate_in_1, Move = move(a1,a8,none), Line = [move(a1,a8,none)].
```

It is done in two steps. A search in Rust proves that a move wins: `winning_line/4` of the module
`winning_lines` gives the move and the line of best play after it. Then the rules of the module
`motif_rules`, one or two a motif, name what is seen in that line: `fork` holds if some move of it makes a
fork, and so on. One of the motifs is the main one: that by which the move wins.
*/

:- module(cl_tactics, [tactic/4, tactic/5, threat/4, main_motif/3, motif/1, motif_words/2, motif_rule/2]).

:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(library(cl_arguments)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_state)).
:- use_module(library(internal_help)).
:- use_module(library(motif_names)).
:- use_module(library(motif_rules)).
:- use_module(library(motif_steps), [steps/3, suffixes/2, ours/4, last_step/2]).
:- use_module(library(winning_lines)).

%! tactic(+Pos:position, ?Motif:motif, ?Move:move, ?Line:list) is nondet.
%
% True iff Move wins something in Pos by force, Line is a line of the proof, and Motif is seen in Line.
%
% Line begins with Move. It is the line of best play where Motif is seen in that, or else a line after
% another reply that is not much worse, or that takes what Move offers. Something is a pawn at least,
% mate, or a draw for a side that is behind or stands badly after any other move. If there is a forced mate, only moves that mate
% as fast are reported; else besides the best move only those that are about as good, and worth what they win. motif/1 lists the motifs;
% of each, a move is reported once. Where Motif is unbound, the main motif of each move comes first (main_motif/3).

tactic(Pos, Motif, Move, Line) :-
    known_motif(Motif, tactic/4),
    may_be(list, Line, tactic/4),
    found(usual, tactic/4, Pos, Motif, Move, Line, _).

%! tactic(+Pos:position, ?Motif:motif, ?Move:move, ?Line:list, -Evidence) is nondet.
%
% True iff tactic/4 holds, and Evidence is `at(Ply,What)`: What is seen at the move Ply of Line, the first move being 1.
% What is one of these terms; pieces are told by their squares, as they stand then.
%
%   - `fork(By,Targets)`, `skewer(By,Front,Back)`, `pin(Pinned,By,Saved)`: Pinned cannot take Saved, or cannot
%     run if Saved is Pinned; `relative_pin(Pinned,By,Behind)`
%   - `discovered_attack(From,Slider,Target)`, `discovered_check(King,Checker,From)`, `double_check(King,Checkers)`
%   - `mate(King)`, `back_rank_mate(King,Checker)`, `smothered_mate(King,Checker)`
%   - `hanging_piece(Square,Piece)`, `trapped_piece(Square)`, `xray(By,Through,Square)`
%   - `winning_capture(Square,Why)`: Why is `undefended`, `exchange` if the captures that can follow there win, or
%     `safe` if nothing can take back,
%     `not_taken_back` if all ways to take back cost more, by a search; `king_march(Target)`
%   - `liquidation(Square,Target)`: of the exchange, and of what falls after it; `double_attack(By,Target)` with check, or
%     `double_threat(Threat,Other)`: terms as of `defensive_move`, of which Threat is carried out
%   - `removing_the_defender(Defender,Target)`, `driving_away(Guard,Target)`, `deflection(Guard,Target)`, `attraction(Square,Piece)`,
%     `interference(Block,Slider,Target)`, `intermezzo(To,Target)`
%   - `promotion(Square,Piece)`, `promotion_threat(Square)`, `advanced_pawn(Square)`, `sacrifice(Pawns)`
%   - `anastasia_mate(King,By,Knight)`, `arabian_mate(King,Rook,Knight)`, `hook_mate(King,Rook,Knight)`,
%     `dovetail_mate(King,Queen)`, `boden_mate(King,Bishop,Bishop)`, `double_bishop_mate(King,Bishop,Bishop)`
%   - `clearance(From,Slider,Goal)`, `exposed_king(King)`, `attacking_f2_f7(Square,King)`, `quiet_move(Square)`,
%     `defensive_move(Square,Threat)`: Threat is `mate`, `promotion(Square)` or `capture(Square,Points)`, by what follows on
%     Square; `zugzwang(Side)`; `mate_threat(Move)`; `perpetual_check(King)`, `stalemate(King)`

tactic(Pos, Motif, Move, Line, Evidence) :-
    known_motif(Motif, tactic/5),
    may_be(list, Line, tactic/5),
    found(usual, tactic/5, Pos, Motif, Move, Line, Evidence).

% found(+Effort, +PI, +Pos, ?Motif, ?Move, ?Line, ?Evidence): as tactic/5, after a search with Effort;
% errors are those of PI.
found(Effort, PI, Pos, Motif, Move, Line, Evidence) :-
    nonvar(Motif),
    !,
    winning_lines:proved(Effort, PI, Pos, Move, Lines, Gain),
    played(Lines, Pos, Played),
    look([place(Motif,Seen)], Played, Gain),
    nonvar(Seen),
    Seen = seen(Motif,Line,Evidence).
found(Effort, PI, Pos, Motif, Move, Line, Evidence) :-
    motifs(Effort, PI, Pos, Move, Seen, Main),
    (   Main \== none, append(Before, [seen(Main,L,E)|After], Seen) -> append([seen(Main,L,E)|Before], After, Ordered)
    ;   Ordered = Seen
    ),
    member(seen(Motif,Line,Evidence), Ordered).

% motifs(+Effort, +PI, +Pos, ?Move, -Seen, -Main): all that is seen in the lines of Move, terms seen(Motif,Line,Evidence),
% and the main motif, or none.
motifs(Effort, PI, Pos, Move, Seen, Main) :-
    winning_lines:proved(Effort, PI, Pos, Move, Lines, Gain),
    played(Lines, Pos, Played),
    findall(place(Motif,_), may_show(Gain, Motif), Places),
    look(Places, Played, Gain),
    filled(Places, Seen),
    (   main(Seen, Played, Main) -> true
    ;   Main = none
    ).

% may_show(+Gain, -Motif): the lines of a move that wins Gain may show Motif; who does not fall for it is not mated.
may_show(mate(_), Motif) :- !, motif(Motif).
may_show(_, Motif) :- motif(Motif), \+ length_of_mate(Motif).

% The lines, terms played(Line,Steps,Suffixes).
played([], _, []).
played([Line|Lines], Pos, [played(Line,Steps,Suffixes)|Played]) :-
    steps(Line, Pos, Steps),
    suffixes(Steps, Suffixes),
    played(Lines, Pos, Played).

% look(+Places, +Played, +Gain): the second argument of each of Places, place(Motif,Seen), becomes seen(Motif,Line,At) for the
% first of the lines in which Motif is seen, if there is one. At is at(Ply,Evidence). Only what is not seen yet is looked for.
look([], _, _) :- !.
look(_, [], _).
look(Places0, [played(Line,Steps,Suffixes)|Played], Gain) :-
    whole_line(Places0, Gain, Line, Steps, Places1),
    from_moves(Suffixes, Places1, Line, Places),
    look(Places, Played, Gain).

whole_line([], _, _, _, []).
whole_line([Place|Places0], Gain, Line, Steps, Places) :-
    Place = place(Motif,Seen),
    (   seen(Motif, Gain, Steps, At) -> Seen = seen(Motif,Line,At), Places = Places1
    ;   Places = [Place|Places1]
    ),
    whole_line(Places0, Gain, Line, Steps, Places1).

from_moves([], Places, _, Places).
from_moves([Ply-Suffix|Suffixes], Places0, Line, Places) :-
    from_move(Places0, Ply, Suffix, Line, Places1),
    from_moves(Suffixes, Places1, Line, Places).

from_move([], _, _, _, []).
from_move([Place|Places0], Ply, Suffix, Line, Places) :-
    Place = place(Motif,Seen),
    (   shows(Motif, Suffix, Evidence) -> Seen = seen(Motif,Line,at(Ply,Evidence)), Places = Places1
    ;   Places = [Place|Places1]
    ),
    from_move(Places0, Ply, Suffix, Line, Places1).

filled([], []).
filled([place(_,Seen)|Places], All) :-
    ( var(Seen) -> All = All0 ; All = [Seen|All0] ),
    filled(Places, All0).

known_motif(Motif, PI) :-
    may_be(atom, Motif, PI),
    (   ( var(Motif) ; motif(Motif) ) -> true
    ;   domain_error(motif, Motif, PI)
    ).

%! threat(+Pos:position, ?Motif:motif, ?Move:move, ?Line:list) is nondet.
%
% True iff the side that is not to move threatens Move: if it were to move in Pos, tactic/4 would hold
% of Motif, Move and Line. Who gives check threatens nothing in this sense: the check must be answered.

threat(Pos, Motif, Move, Line) :-
    known_motif(Motif, threat/4),
    may_be(list, Line, threat/4),
    in_name_of(null_move(Pos, Passed), threat/4),
    found(usual, threat/4, Passed, Motif, Move, Line, _).

%! main_motif(+Pos:position, ?Move:move, ?Motif:motif) is nondet.
%
% True iff Move wins something in Pos by force, and Motif is that by which it does: of the motifs in the line of best play
% that are seen at the first or second move of the winner, no later than the move with which all is won, and whose target is
% what falls, the one that is seen first and says most. Where the best play gives something else instead, it is a piece that
% Move traps, or a fork. Other motifs of tactic/4 are seen on the way. A move that wins by none has no main motif.

main_motif(Pos, Move, Motif) :-
    known_motif(Motif, main_motif/3),
    motifs(usual, main_motif/3, Pos, Move, _, Main),
    Main \== none,
    Motif = Main.

% main(+Seen, +Played, -Motif): of what was seen, terms seen(Motif,Line,At), in the lines Played with the
% best play first, Motif is that by which the move wins. A picture of mate says all, and so does what draws. Else it is seen in
% the best play, no later than the move with which all is won, and what it aims at is what falls: at our first move, or if there is none at the second;
% of several at one move, the one that says most. If there is none at either, it is a piece that the first move traps or what
% it forks, in whatever line: the best play has given something else for that. What comes later, or only where the other side
% errs, is no reason for the move.

main(Seen, [played(Best,Steps,Suffixes)|_], Motif) :-
    ( decisive(Steps, Last) -> true ; Last = 1 ),
    (   ( picture_of_mate(Motif) ; member(Motif, [stalemate,perpetual_check]) ),
        memberchk(seen(Motif,Best,_), Seen)
    ;   member(Ply, [1,3]),
        Ply =< Last,
        memberchk(Ply-Suffix, Suffixes),
        rank(Motif, Last),
        member(seen(Motif,Best,at(Ply,Evidence)), Seen),
        aims(Evidence, Ply, Suffix)
    ;   member(Motif, [trapped_piece,fork]),
        member(seen(Motif,_,at(1,_)), Seen)
    ),
    !.

% rank(-Motif, +Last): from what says most to what says least; of motifs that are seen together in puzzles of Lichess,
% those come first that are its themes most often. A piece that hangs says all if the first move wins all.
rank(double_check, _).
rank(hanging_piece, 1).
rank(Motif, _) :-
    member(Motif, [trapped_piece,promotion,fork,skewer,attraction,discovered_attack,deflection,removing_the_defender,
                   pin,interference,xray,hanging_piece,zugzwang,clearance,sacrifice,advanced_pawn,double_attack,
                   mate_threat,driving_away,winning_capture,liquidation,king_march,intermezzo]).

% decisive(+Steps, -Ply): with our move Ply all is won that the line wins.
decisive(Steps, Ply) :-
    last_step(Steps, step(_,_,_,played(_,_,Check,_,Final))),
    (   Check == mate -> length(Steps, Ply)
    ;   ours(Steps, 1, Suffix, Ply),
        settled(Suffix, Now),
        Now >= Final
    ),
    !.

% settled(+Suffix, -Points): what we are ahead by after our move and the reply to it.
settled([step(_,_,_,played(_,_,_,_,Points))], Points) :- !.
settled([_,step(_,_,_,played(_,_,_,_,Points))|_], Points).

% aims(+Evidence, +Ply, +Suffix): what Evidence tells of, seen at the move Ply, which Suffix begins with, is what wins.
aims(pin(Pinned,_,Saved), Ply, Suffix) :- !,
    Ply =:= 1,
    (   Pinned \== Saved -> true
    ;   Suffix = [step(Pos,_,_,_)|_],
        \+ piece_at(Pinned, Pos, _, pawn),
        falls([Pinned], Suffix)
    ).
aims(relative_pin(_,_,_), Ply, _) :- !, Ply =:= 1.
aims(promotion_threat(_), _, _) :- !, false.
aims(fork(_,Targets), _, Suffix) :- !,
    (   Suffix = [_,_,step(_,_,_,played(_,_,mate,_,_))|_] -> true
    ;   falls(Targets, Suffix)
    ).
aims(_, _, _).

% falls(+Targets, +Suffix): what stands on one of the squares Targets is taken next, there or where it has gone to.
falls(Targets, [_,step(_,move(Fled,At,_),_,_),step(_,move(_,To,_),_,_)|_]) :-
    (   memberchk(To, Targets) -> true
    ;   To == At, memberchk(Fled, Targets)
    ).

%! motif(?Motif:atom) is nondet.
%
% True iff tactic/4 knows the motif Motif.

motif(Motif) :-
    may_be(atom, Motif, motif/1),
    motif(Motif, _, _).

?- motif(1).
   error(type_error(atom,1),motif/1).

?- motif_rule(1, _).
   error(type_error(atom,1),motif_rule/2).

?- motif(forkk).
   false.

%! motif_words(?Motif:atom, ?Words:text) is nondet.
%
% True iff Words say what the motif Motif is.

motif_words(Motif, Words) :-
    may_be(atom, Motif, motif_words/2),
    (   string_terms:characters(Words, Cs) -> motif(Motif, _, Cs)
    ;   motif(Motif, _, Cs),
        string_terms:string_of(Cs, Words)
    ).

%! motif_rule(+Motif:atom, -Text:text) is nondet.
%
% True iff Text is a clause of the rule that finds Motif.

motif_rule(Motif, Text) :-
    (   var(Motif) -> instantiation_error(motif_rule/2)
    ;   known_motif(Motif, motif_rule/2)
    ),
    rule_text(Motif, Cs),
    string_terms:string_of(Cs, Text).

% rule_text(+Motif, -Cs): Cs are the characters of a clause of its rule.
rule_text(Motif, Cs) :-
    atom_chars(Motif, Name),
    member(Relation, ["seen(","shows("]),
    append(Relation, Name, Start0),
    append(Start0, ",", Start),
    library_clause(motif_rules, Start, Cs).

?- tactic("5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", smothered_mate, Move, Line).
   Move = move(b3,g8,none), Line = [move(b3,g8,none),move(f8,g8,none),move(h6,f7,none)].

?- tactic("6k1/5ppp/8/8/3q4/8/5PPP/2R3K1 w - - 0 1", Motif, Move, _).
   Motif = back_rank_mate, Move = move(c1,c8,none)
;  Motif = mate_in_2, Move = move(c1,c8,none).

?- tactic("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", fork, Move, Line, Evidence).
   Move = move(b5,c7,none), Line = [move(b5,c7,none),move(e8,d7,none),move(c7,a8,none)], Evidence = at(1,fork(c7,[a8,e8])).

?- tactic("q3k3/8/3K4/8/8/8/8/7R w - - 0 1", skewer, Move, Line, at(1,What)).
   Move = move(h1,h8,none), Line = [move(h1,h8,none),move(e8,f7,none),move(h8,a8,none)], What = skewer(h8,e8,a8).

?- tactic("4k3/8/8/8/8/8/8/R2qK3 w - - 0 1", Motif, move(a1,d1,none), Line).
   Motif = hanging_piece, Line = [move(a1,d1,none)].

% The knight on d5 is guarded, but only by a queen.
?- main_motif("3q2k1/5ppp/8/3n4/4P3/8/5PPP/3R2K1 w - - 0 1", Move, Motif).
   Move = move(e4,d5,none), Motif = winning_capture.

% The queen threatens mate and attacks the knight, and only one of them can be met.
?- main_motif("5rk1/5ppp/n7/8/8/8/5PPP/1B1Q2K1 w - - 0 1", Move, Motif),
   tactic("5rk1/5ppp/n7/8/8/8/5PPP/1B1Q2K1 w - - 0 1", Motif, Move, _, Evidence).
   Move = move(d1,d3,none), Motif = double_attack, Evidence = at(1,double_threat(capture(a6,3),mate)).

?- tactic("5rk1/5ppp/n7/8/8/8/5PPP/1B1Q2K1 w - - 0 1", mate_threat, Move, _, Evidence).
   Move = move(d1,d3,none), Evidence = at(1,mate_threat(move(d3,h7,none))).

% The rook on a5 guards the knight until it is attacked.
?- with_effort(800000, tactic("6k1/5ppp/8/r1n3B1/8/8/P4PPP/2R2BK1 w - - 0 1", driving_away, move(g5,d2,none), Line, Evidence)).
   Line = [move(g5,d2,none),move(a5,a2,none),move(c1,c5,none)], Evidence = at(1,driving_away(a5,c5)).

% The rook that comes between is exchanged, and the king takes the pawn that is left alone.
?- tactic("5k2/4r1p1/5pK1/8/6P1/8/R5P1/8 w - - 0 1", liquidation, Move, _, Evidence).
   Move = move(a2,a8,none), Evidence = at(3,liquidation(e8,g7)).

?- tactic("7k/8/8/1p6/8/8/P1K5/8 w - - 0 1", king_march, move(c2,c3,none), _, Evidence).
   Evidence = at(1,king_march(b5)).

?- tactic("8/8/2k5/3r1p2/5K2/8/7P/3R4 w - - 0 1", Motif, Move, _, Evidence).
   Motif = liquidation, Move = move(d1,d5,none), Evidence = at(1,liquidation(d5,f5)).

?- once(tactic("7k/8/8/p7/8/8/4Q2P/6K1 w - - 0 1", double_attack, _, _, at(Ply,What))).
   Ply = 1, What = double_attack(e5,a5).

% The rook on d1 guards the queen until it has to take on e1.
?- tactic("3qr3/6kp/5pp1/3Q4/8/7P/5PP1/3R2K1 b - - 0 1", deflection, Move, _, Evidence).
   Move = move(e8,e1,none), Evidence = at(1,deflection(d1,d5)).

% The rook has taken on e5 and is attacked by the king; the pawn guards it.
?- once(tactic("8/8/4r3/R3p1kp/4K3/6P1/5PP1/8 w - - 0 1", defensive_move, _, _, Evidence)).
   Evidence = at(3,defensive_move(f4,capture(e5,5))).

?- threat("r1b1k2r/ppp2ppp/8/3N4/8/8/PPP2PPP/R3K2R b KQkq - 0 1", fork, Move, _).
   Move = move(d5,c7,none).

% The king's moves leave the promotion for later, and a rook is no better than a queen.
?- tactic("8/P6k/8/8/8/8/8/K7 w - - 0 1", Motif, Move, Line).
   Motif = promotion, Move = move(a7,a8,queen), Line = [move(a7,a8,queen)]
;  false.

% The queen goes between e8 and h5.
?- tactic("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1", Motif, Move, _, At).
   Motif = perpetual_check, Move = move(h5,e8,none), At = at(1,perpetual_check(g8)).

?- tactic("1r5k/6pp/8/8/8/6q1/Q7/7K w - - 0 1", Motif, Move, _, At).
   Motif = stalemate, Move = move(a2,g8,none), At = at(2,stalemate(h1)).

% A queen would be lost for stalemate (the end of Saavedra's study).
?- tactic("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1", underpromotion, Move, _).
   Move = move(c7,c8,rook).

?- start_position(P), tactic(P, Motif, Move, Line).
   false.

?- tactic("4k3/8/8/8/8/8/8/4K3 w - - 0 1", forkk, Move, Line).
   error(domain_error(motif,forkk),tactic/4).

?- start_position(P), tactic(P, fork, Move, e4).
   error(type_error(list,e4),tactic/4).

?- tactic(Pos, fork, Move, Line).
   error(instantiation_error,tactic/4).

% The mates of the books.
?- tactic("8/4N1pk/8/8/8/R7/8/6K1 w - - 0 1", anastasia_mate, Move, _).
   Move = move(a3,h3,none).

?- tactic("7k/R7/5N2/8/8/8/8/6K1 w - - 0 1", arabian_mate, Move, _).
   Move = move(a7,h7,none).

?- tactic("2kr4/3p4/8/8/5B2/8/8/5BK1 w - - 0 1", boden_mate, Move, _).
   Move = move(f1,a6,none).

?- tactic("7k/7p/8/8/2B5/8/8/4B1K1 w - - 0 1", double_bishop_mate, Move, _).
   Move = move(e1,c3,none).

?- tactic("8/8/4p3/3pk3/7Q/6P1/8/6K1 w - - 0 1", dovetail_mate, Move, _).
   Move = move(h4,f4,none).

?- tactic("R7/4kp2/3ppN2/6P1/8/8/8/6K1 w - - 0 1", hook_mate, Move, _).
   Move = move(a8,e8,none).

% The knight's fork is the point, not that the rook hangs after it.
?- main_motif("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", Move, Motif).
   Move = move(b5,c7,none), Motif = fork.

?- main_motif("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Move, forkk).
   error(domain_error(motif,forkk),main_motif/3).
