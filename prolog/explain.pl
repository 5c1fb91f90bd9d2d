/** Explanations: what is going on in a position, and what a move does, in the words of a coach.

```
?- named_position(philidor_legacy_mate_in_2, P, _), explain(P).
```

Motifs are taken from the module `tactics`: its lines, and the evidence of each motif, which is put into a sentence
here (`explain_motifs`). The clause that fired is found by asking each clause of the rule once more. What a move
comes to is said by `best_line/4`, which holds it against what would be said of the next positions; in endings that
are in a table, by the table (`explain_endings`). An engine may judge what is claimed (`explain_engine`).

Statements are of three kinds, which are kept apart: `proved`, of mates, of tables and of the rules; `searched`, which
holds as far as somebody has looked; and `opinion`, of what is weak.
*/

:- module(cl_explain, [explain/1, explain/2, explain/3, explained/5, surveyed/4]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(error)).
:- use_module(library(cl_arguments)).
:- use_module(library(charsio)).
:- use_module(library(chess_attack)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_playing)).
:- use_module(library(chess_state)).
:- use_module(library(internal_board)).
:- use_module(library(cl_pictures)).
:- use_module(library(cl_tactics)).
:- use_module(library(winning_lines)).
:- use_module(library(motif_names)).
:- use_module(library(motif_steps), [points/3, steps/3, ours/4]).
:- use_module(library(explain_words)).
:- use_module(library(explain_material)).
:- use_module(library(explain_verdict)).
:- use_module(library(explain_motifs)).
:- use_module(library(explain_weak)).
:- use_module(library(explain_estimate)).
:- use_module(library(explain_better)).
:- use_module(library(explain_defences)).
:- use_module(library(explain_endings)).
:- use_module(library(explain_engine)).

%! explain(+Pos:position) is det.
%
% Prints what is going on in Pos: the board, how the game has ended or ends by a table, who stands better by the search's
% estimate, the best moves that win something, what the other side threatens, and the weak points of both sides.
%
% Where a side has something else for the material that it loses, that is said, and what the move is worth
% (winning_line/4).

explain(Pos) :-
    in_name_of(survey(search, Pos, Board, Text, surveyed(_,Wins,_,Weak)), explain/1),
    findall(arrow(From,To), member(explained(_,_,_,_,[move(From,To,_)|_],_,_,_), Wins), Arrows),
    findall(circle(S,yellow), ( member(_-Squares, Weak), member(S, Squares) ), Circles),
    append(Arrows, Circles, Marks),
    write_board(Pos, Marks, Board),
    write_chars(Text).

%! explain(+Pos:position, +Move:move) is det.
%
% Prints the text of explain/3.

explain(Pos, Move) :-
    in_name_of(explanation(search, Pos, Move, Board, Text, explained(_,_,_,_,_,Reasons,_,Refutation)), explain/2),
    findall(Mark, ( member(reason(_,1,_,_,Squares,Arrows,_), [reason(_,1,_,_,[],[Move],_)|Reasons]),
                    mark(Squares, Arrows, Mark)
                  ; refuting(Refutation, From, To), Mark = arrow(From,To,red) ), Marks0),
    list_to_set(Marks0, Marks),
    write_board(Pos, Marks, Board),
    write_chars(Text).

%! explain(+Pos:position, +Move:move, -Text:text) is det.
%
% Text tells what Move does in Pos: the board with the squares that matter in brackets, whether the move
% wins and by which line, the motifs, each with the rule of module `tactics` that fired; or why the
% move wins nothing, and what is better. Where Move loses something that a better one keeps, the squares of the move that refutes
% it are in brackets, too; in pictures that move is a red arrow.
%
% A Move that is not legal in Pos is a domain error.

explain(Pos, Move, Text) :- in_name_of(explained(search, Pos, Move, Text, _), explain/3).

% As a picture with Marks where there are pictures, else Board, its text.
write_board(Pos, Marks, Board) :-
    (   cl_pictures:shown_as(board(Pos,Marks), Board) -> true
    ;   write_chars(Board),
        nl
    ).

mark(Squares, _, square(S,yellow)) :- member(S, Squares).
mark(_, Arrows, Mark) :-
    member(Arrow, Arrows),
    (   Arrow = From-To -> Mark = arrow(From,To,red)
    ;   Arrow = move(From,To,_), Mark = arrow(From,To,green)
    ).

write_chars([]).
write_chars([C|Cs]) :- put_char(C), write_chars(Cs).

%! explained(+Judge, +Pos:position, +Move:move, -Text:text, -Data) is det.
%
% As explain/3, with what Judge says, as module `explain_engine` has him. Data is
% `explained(San, Kind, Verdict, Gain, Line, Reasons, Better, Refutation)`, where Kind is `proved` or `searched`, Line a list of
% moves, Better the verdict on a better move or "", Refutation the moves after Move by which it loses what a better one keeps, or
% the empty list, and each of the Reasons `reason(Motif, Ply, Line, Sentence, Squares, Arrows, Rule)`.

explained(Judge, Pos, Move, Text, Data) :-
    is_judge(Judge, explained/5),
    in_name_of(explanation(Judge, Pos, Move, Board, Rest, Data), explained/5),
    append(Board, ['\n'|Rest], Cs),
    string_terms:string_of(Cs, Text).

is_judge(Judge, Context) :-
    (   var(Judge) -> instantiation_error(Context)
    ;   ( Judge == search ; Judge = engine(_, _, _) ) -> true
    ;   domain_error(judge, Judge, Context)
    ).

explanation(Judge, Pos, Move, Board, Text, Data) :-
    data(Pos, Move, Data0),
    judged(Judge, Pos, Move, Data0, explained(San,Kind,Verdict0,Gain,Line,Reasons,Better,Refutation)),
    findall(Part, ( member(Words, [only_move(San, Pos),chars(Verdict0),estimated(Judge, Kind, Gain, Pos, Move),in_time(Move, Pos)]),
                    phrase(Words, Part) ),
            Parts),
    phrase(joined(Parts), Verdict),
    Data = explained(San,Kind,Verdict,Gain,Line,Reasons,Better,Refutation),
    turn(Side, Pos),
    findall(S, ( member(Reason, [reason(_,1,_,_,[],[Move],_)|Reasons]), reason_square(Reason, S)
               ; refuting(Refutation, From, To), member(S, [From,To]) ), Squares),
    board(Pos, Side, Squares, Board),
    phrase(( "\n", chars(Verdict), "\n", better_line(Better), reasons(Reasons), searched([Data]) ), Text).

% estimated(+Judge, +Kind, +Gain, +Pos, +Move): who stands better after Move, where nothing is proved.
estimated(search, searched, centipawns(N), Pos, Move) -->
    { make_move(Move, Pos, After), \+ draw_reason(_, After), turn(Side, Pos) },
    !,
    { value_after(4, Move, Pos, Value) },
    (   { fits_gain(Value, centipawns(N), Pos) } -> estimate(then, Side, Value)
    ;   []
    ).
estimated(_, _, _, _, _) --> [].

% judged(+Judge, +Pos, +Move, +Data0, -Data): what is proved stays; an engine says itself what is better.
judged(search, _, _, Data, Data) :- !.
judged(_, _, _, Data, Data) :- Data = explained(_,proved,_,_,_,_,_,_), !.
judged(Judge, Pos, Move, explained(San,Kind,Verdict0,Gain,Line,Reasons0,_,Refutation0), Data) :-
    Data = explained(San,Kind,Verdict,Gain,Line,Reasons,[],Refutation),
    (   agrees(Judge, Pos, Move, Gain) -> Reasons = Reasons0, Refutation = Refutation0, Own = Verdict0
    ;   Reasons = [], Refutation = [], phrase(( "What the search found after ", chars(San), " does not stand." ), Own)
    ),
    phrase(( chars(Own), "\n", engine_sentence(Judge, Pos, Move) ), Verdict).

data(Pos, Move, explained(San,Kind,Verdict,Gain,Line,Reasons,Better,Refutation)) :-
    turn(_, Pos),
    (   var(Move) -> instantiation_error(explain/3)
    ;   catch(move_san(Move, San, Pos), error(_, _), false) -> true
    ;   domain_error(legal_move, Move, explain/3)
    ),
    reported(thorough, Pos, Move, San, Kind, Gain, Line, Verdict0, Reasons, Better, Refutation),
    phrase(( chars(Verdict0), claimable(Move, Pos) ), Verdict).

% reported(+Effort, +Pos, +Move, +San, -Kind, -Gain, -Line, -Verdict, -Reasons, -Better, -Refutation): a search with Effort, or a
% table, says it. A loss that nothing avoids refutes no move, nor does one that is not told.
reported(_, Pos, Move, _, proved, Gain, Line, Verdict, Reasons, Better, Refutation) :-
    ending_reported(Pos, Move, Gain, Line, Verdict, Best),
    !,
    (   wins(Gain), winning_lines:proved(usual, explain/3, Pos, Move, [Main|_], Gain0), Gain0 \= draw ->
        told_reasons(usual, Pos, Main, Gain0, Reasons)
    ;   Reasons = []
    ),
    (   Best \== none, ending_reported(Pos, Best, _, _, Better0, _) -> Better = Better0
    ;   Better = []
    ),
    ( Better = [_|_], \+ wins(Gain) -> Line = [_|Refutation] ; Refutation = [] ).
reported(Effort, Pos, Move, San, Kind, Gain, Line, Verdict, Reasons, Better, Refutation) :-
    winning_lines:best_line(Effort, explain/3, Pos, Move, Line0, Gain0),
    (   slower(Effort, Pos, Move, Gain0) -> Line = [Move], Gain = centipawns(0)
    ;   Line = Line0, ( not_made_up_for(Gain0, Line, Pos, Lost) -> Gain = Lost ; Gain = Gain0 )
    ),
    kind(Gain, Kind),
    (   winning_lines:proved(Effort, explain/3, Pos, Move, [Line|_], Gain) ->
        told_reasons(Effort, Pos, Line, Gain, Reasons)
    ;   Reasons = []
    ),
    (   better(Effort, Pos, Move, Gain, Better) -> Known = better
    ;   loses(Gain), instead(Effort, Pos, Move, Gain, Better) -> Known = better
    ;   Better = [], Known = none
    ),
    (   loses(Gain), Known == none ->
        ( lost_by(Pos, Line, Gain) -> Told = Gain ; Told = unknown ),
        phrase(all_the_same(Told, Pos, San, Line), Verdict),
        Refutation = []
    ;   loses(Gain), \+ lost(Pos, Move, Gain) ->
        phrase(verdict(centipawns(0), Pos, San, [Move]), Verdict),
        Refutation = []
    ;   phrase(verdict(Gain, Pos, San, Line), Verdict),
        ( loses(Gain) -> Line = [_|Refutation] ; Refutation = [] )
    ).

% not_made_up_for(+Gain, +Line, +Pos, -Lost): the search has not found out that the material is lost that falls in Line, and says that
% nothing is, but the one that plays does not deny it: so there is nothing for it.
not_made_up_for(centipawns(N), Line, Pos, Lost) :-
    Size is abs(N),
    \+ worth_reporting(Size),
    material_won(Line, Pos, Material),
    Loss is -Material,
    worth_reporting(Loss),
    Lost = centipawns(Material),
    lost_by(Pos, Line, Lost).

% kind(+Gain, -Kind): a mate has been tried against every reply.
kind(mate(_), proved) :- !.
kind(mated(_), proved) :- !.
kind(_, searched).

% told_reasons(+Effort, +Pos, +Line, +Gain, -Reasons): the main one first, which is seen at our first moves, then four at most
% of those that follow soon. That a mate is one has been said,
% and that a move is quiet is no reason, unless there is nothing else to say.
told_reasons(Effort, Pos, Line, Gain, Reasons) :-
    findall(Reason, reason(Effort, Pos, Line, Gain, Reason), Reasons0),
    findall(Reason,
            ( member(Reason, Reasons0),
              \+ only_mate(Reason),
              \+ only_quiet(Reason),
              \+ soon_promotes(Reason, Reasons0) ),
            Reasons1),
    (   Reasons1 = [] ->
        findall(R, ( member(R, Reasons0), \+ ( only_quiet(R), R = reason(_,_,L,_,_,_,_), L \== Line ) ), Reasons)
    ;   Reasons1 = [First|Rest0],
        ( First = reason(_,Ply,_,_,_,_,_), Ply =< 3 -> Main = [First], Rest1 = Rest0 ; Main = [], Rest1 = Reasons1 ),
        findall(Key-R, ( member(R, Rest1), telling(R, Line, Key), Key = Late-_, Late =< 8 ), Pairs),
        keysort(Pairs, Sorted),
        findall(R, member(_-R, Sorted), Rest),
        once_told(Rest, Main, 4, Told),
        append(Main, Told, Reasons2),
        ( Reasons2 = [] -> Reasons = [First] ; Reasons = Reasons2 )
    ).

only_quiet(reason(quiet_move,_,_,_,_,_,_)).

% soon_promotes(+Reason, +Reasons): that the pawn is far on is less than that it cannot be stopped.
soon_promotes(reason(advanced_pawn,Ply,_,_,_,_,_), Reasons) :- memberchk(reason(promotion,Ply,_,_,_,_,_), Reasons).

% telling(+Reason, +Main, -Key): a picture of mate tells most, then what comes early and in the line of best play, and of that
% what makes a main motif first.
telling(reason(Motif,_,_,_,_,_,_), _, 0-0) :- picture_of_mate(Motif), !.
telling(reason(Motif,Ply,Line,_,_,_,_), Main, Late-Place) :-
    ( Line == Main -> Late = Ply ; Late is Ply + 2 ),
    (   findall(M, cl_tactics:rank(M, 1), Ranked), nth0(N, Ranked, Motif) -> Place = N
    ;   Place = 100
    ).

% once_told(+Reasons, +Before, +Most, -Told): without those that tell again what Before them was told.
once_told([], _, _, []).
once_told([R|Rs], Before, Most, Told) :-
    (   Most =:= 0 -> Told = []
    ;   member(B, Before), same_fact(B, R) -> once_told(Rs, Before, Most, Told)
    ;   Told = [R|Told1],
        Fewer is Most - 1,
        once_told(Rs, [R|Before], Fewer, Told1)
    ).

% same_fact(+Told, +Reason): at one move, motifs of one kind are one fact; the way of a pawn is one at all moves.
same_fact(reason(A,Ply,_,_,_,_,_), reason(B,Ply,_,_,_,_,_)) :-
    one_kind(Kind),
    memberchk(A, Kind),
    memberchk(B, Kind),
    !.
same_fact(reason(A,_,_,_,_,_,_), reason(B,_,_,_,_,_,_)) :-
    memberchk(A, [promotion,underpromotion,advanced_pawn]),
    memberchk(B, [promotion,underpromotion,advanced_pawn]).

one_kind([discovered_attack,discovered_check,double_check,clearance,liquidation]).
one_kind([fork,skewer,double_attack,deflection,attraction,trapped_piece,mate_threat,driving_away,liquidation,king_march]).
one_kind([mate_threat,quiet_move,defensive_move]).
one_kind([hanging_piece,winning_capture,liquidation,removing_the_defender,attacking_f2_f7]).

only_mate(reason(Motif,_,_,_,_,_,_)) :- length_of_mate(Motif).

better_line([]) --> [].
better_line([C|Cs]) --> "Better: ", chars([C|Cs]), "\n".

% The squares of the first move and of what is seen at once; later the pieces stand elsewhere.
reason_square(reason(_,1,_,_,Squares,Arrows,_), S) :-
    (   member(S, Squares)
    ;   member(Arrow, Arrows),
        arrow_end(Arrow, S)
    ).

% refuting(+Refutation, -From, -To) is semidet: the move that refutes, if one does.
refuting([move(From,To,_)|_], From, To).

arrow_end(From-_, From).
arrow_end(_-To, To).
arrow_end(move(From,_,_), From).
arrow_end(move(_,To,_), To).

board(Pos, Side, Squares, Board) :-
    marked_board(Side, Pos, Squares, Board).

% Main is the line of best play, which wins Gain; motifs may be seen in others.
reason(Effort, Pos, Main, Gain, reason(Motif,Ply,Line,Sentence,Squares,Arrows,Rule)) :-
    Main = [Move|_],
    cl_tactics:found(Effort, explain/3, Pos, Motif, Move, Line, at(Ply,Evidence)),
    % The discovered check has been reported.
    \+ ( Motif == discovered_attack,
         cl_tactics:found(Effort, explain/3, Pos, discovered_check, Move, _, at(Ply,_)) ),
    \+ idle_pin(Evidence, Pos, Line, Ply),
    motif_sentence(Motif, Pos, Main, Line, Ply, Evidence, Sentence, Squares, Arrows),
    (   fired(Motif, Gain, Pos, Line, Ply, Evidence, Rule) -> true ; Rule = [] ).

% A pin in a mated position tells nothing unless the pinned piece attacks what mates.
idle_pin(pin(_,_,Saved), Pos, Line, Ply) :-
    steps(Line, Pos, Steps),
    ours(Steps, 1, [step(_,_,After,played(_,_,mate,_,_))|_], Ply),
    turn(Side, After),
    king_square(Side, King, After),
    \+ attacks(Saved, King, After).
% Nor does one whose pinned piece may take what pins it, and gains by that.
idle_pin(pin(Pinned,By,Saved), Pos, Line, Ply) :-
    Saved \== Pinned,
    steps(Line, Pos, Steps),
    ours(Steps, 1, [step(_,_,After,_)|_], Ply),
    exchange_value(Pinned, By, Points, After),
    Points > 0.

% fired(+Motif, +Gain, +Pos, +Line, +Ply, +Evidence, -Rule): Rule is the text of the clause that finds
% Evidence.
fired(Motif, Gain, Pos, Line, Ply, Evidence, Rule) :-
    steps(Line, Pos, Steps),
    (   ours(Steps, 1, Suffix, Ply) -> true ; Suffix = Steps ),
    (   cl_tactics:rule_text(Motif, Rule),
        read_term_from_chars(Rule, Clause, []),
        ( Clause = (Head :- Body) -> true ; Head = Clause, Body = true ),
        (   Head = shows(Motif,Suffix,Evidence)
        ;   Head = seen(Motif,Gain,Steps,at(Ply,Evidence))
        ),
        call(motif_rules:Body)
    ->  true
    ).

reasons([]) --> [].
reasons([reason(_,_,_,Sentence,_,_,Rule)|Reasons]) -->
    "\n", chars(Sentence), "\n", indented(Rule), reasons(Reasons).

indented([]) --> [].
indented([C|Cs]) --> "    ", indented_([C|Cs]).

indented_([]) --> "\n".
indented_([C|Cs]) --> [C], indented_rest(C, Cs).

indented_rest('\n', Cs) --> !, "    ", indented_(Cs).
indented_rest(_, Cs) --> indented_(Cs).

%! surveyed(+Judge, +Pos:position, -Text:text, -Data) is det.
%
% Text is what explain/1 prints, with what Judge says, as module `explain_engine` has him. Data is
% `surveyed(Notes, Wins, Threats, Weak)`: of the game, terms `statement(Kind, Sentence)`; explanations as those of
% explained/5, of the best three moves that win; statements; pairs `Sentence-Squares`, all of them opinions.

surveyed(Judge, Pos, Text, Data) :-
    is_judge(Judge, surveyed/4),
    in_name_of(survey(Judge, Pos, Board, Rest, Data), surveyed/4),
    append(Board, ['\n'|Rest], Text).

survey(Judge, Pos, Board, Text, surveyed(Notes,Wins,Threats,Weak)) :-
    turn(Side, Pos),
    (   game_end(Pos, End) -> Notes = [statement(proved,End)], Wins = [], Threats0 = [], Threats = []
    ;   wins_reported(Judge, thorough, Pos, Wins, Best),
        findall(threat(statement(Kind,Threat),Gain,To), ( threatened(Pos, Threat, Gain, To), kind(Gain, Kind) ), Threats0),
        looks(Wins, Pos, Looks),
        threats(Threats0, Wins, Looks, Pos, Threats, Fate),
        findall(Note,
                ( game_note(Pos, Wins, Note)
                ; Wins = [], no_win(Fate, Pos, Looks, Note)
                ; Judge == search, Fate == open, who_is_better(Wins, Looks, Side, Note)
                ; member(Note, Best) ),
                Notes)
    ),
    (   legal_move(_, _, Pos) ->
        findall(To, ( member(explained(_,_,_,_,[move(_,To,_)|_],_,_,_), Wins)
                    ; member(threat(Statement,_,To), Threats0), memberchk(Statement, Threats) ), Told),
        findall(To, member(threat(_,_,To), Threats0), Taken),
        findall(Sentence-Squares, weak_point(Pos, Taken, Told, Sentence, Squares), Weak)
    ;   Weak = []
    ),
    findall(Sentence, member(Sentence-_, Weak), Sentences),
    % A piece that is threatened is weak, too.
    findall(S, ( member(_-Squares, Weak), member(S, Squares)
               ; member(threat(St,_,S), Threats0), memberchk(St, Threats), piece_at(S, Pos, _, _) ), Marked),
    board(Pos, Side, Marked, Board),
    phrase(( statements(Notes), all_wins(Wins), statements(Threats), paragraph(Sentences), searched(Wins) ), Text).

% searched(+Explained): what is won is no proof.
searched(Explained) -->
    { member(explained(_,_,_,centipawns(C),_,_,_,_), Explained), N is abs(C), worth_reporting(N) },
    !,
    "\nMates and tables are proved. What is won or lost holds as far as was searched.\n".
searched(_) --> [].

% looks(+Wins, +Pos, -Looks): as ranked/3; none where it is known how the game ends. Where something is won, one is enough.
looks(Wins, Pos, Looks) :-
    (   ending(Pos) -> Looks = []
    ;   Wins = [Win|_] ->
        Win = explained(_,_,_,Gain,[Move|_],_,_,_),
        (   Gain = centipawns(_), value(4, Pos, Value), fits_gain(Value, Gain, Pos) -> Looks = [Value-Move]
        ;   Looks = []
        )
    ;   ranked(7, Pos, Looks)
    ).

% who_is_better(+Wins, +Looks, +Side, -Statement): what the best of Looks comes to for Side.
who_is_better(Wins, [Value-_|_], Side, statement(searched,Note)) :-
    % What is won says who stands better than he would else; a lead that stays is no news.
    ( Wins = [] -> true ; Value < 90_000 ),
    phrase(estimate(now, Side, Value), Note).

% threats(+All, +Wins, +Looks, +Pos, -Statements, -Fate): the first two on different squares, and, where nothing wins, what meets the
% first, or which move alone is good. Fate is mated if all moves are, lost if no way out was found.
threats(Threats, Wins, Looks, Pos, Statements, Fate) :-
    (   ( Wins = [_|_] ; Looks = [] ) -> Met = [], Fate = open
    ;   only_legal_move(Pos, Move) -> forced(Pos, Move, Met, Fate)
    ;   ( Threats = [threat(_,Gain,_)|_] -> true ; in_check(_, Pos) -> Gain = check ; Gain = none ),
        met(Gain, Pos, Looks, Met, Fate)
    ),
    (   Met = [], Threats = [threat(First,_,To)|Rest], other_square(To, Rest, Second) -> Statements = [First,Second]
    ;   Threats = [threat(First,_,_)|_] -> Statements = [First|Met]
    ;   Statements = Met
    ).

% other_square(+To, +Threats, -Statement): the first of Threats that is not one to To: a queen and a rook that a pawn may become
% there mate alike.
other_square(To, [threat(Statement,_,To1)|Threats], Second) :-
    ( To1 == To -> other_square(To, Threats, Second) ; Second = Statement ).

% no_win(+Fate, +Pos, +Looks, -Statement): that there is nothing to win, in words that fit who is behind.
no_win(open, Pos, Looks, statement(searched,Note)) :-
    Looks = [Value-_|_],
    turn(Side, Pos),
    points(Side, Pos, Points),
    (   Points =< -3, Value < 100 * Points + 200, \+ recapture(Pos, _), Points > -9, \+ material(Side, 0, Pos) ->
        Note = "No way to win the material back was found."
    ;   Note = "No win by force was found."
    ).

% wins_reported(+Judge, +Effort, +Pos, -Wins, -Notes): the best three moves that win, explained, and what Judge or a table says.
wins_reported(_, _, Pos, Wins, Notes) :-
    ending(Pos),
    !,
    ending_notes(Pos, Moves0, Sentences),
    findall(statement(proved,Sentence), member(Sentence, Sentences), Notes),
    firsts(3, Moves0, Moves),
    findall(Win, ( member(Move, Moves), data(Pos, Move, Win) ), Wins).
wins_reported(Judge, Effort, Pos, Wins, Notes) :-
    findall(Move, winning_lines:proved(Effort, explain/3, Pos, Move, _, _), Moves),
    winners(Moves, Judge, 3, Pos, Wins0),
    ( Wins0 = [First|Rest] -> findall(Win, ( member(Win, Rest), \+ outdone(Win, First, Pos) ), Others), Wins = [First|Others] ; Wins = [] ),
    phrase(best_by_engine(Judge, Pos), Best),
    ( Best = [] -> Notes = [] ; Notes = [statement(searched,Best)] ).

% winners(+Moves, +Judge, +Most, +Pos, -Wins): of moves that win by themselves, those that stand up to what follows, and
% that Judge does not deny, or hold for much worse than another one.
winners([], _, _, _, []) :- !.
winners(_, _, 0, _, []) :- !.
winners([Move|Moves], Judge, Most, Pos, Wins) :-
    data(Pos, Move, Data),
    Data = explained(_,_,_,Gain,_,_,_,_),
    (   wins(Gain), agrees(Judge, Pos, Move, Gain), about_best(Judge, Move) -> Wins = [Data|Wins1], Fewer is Most - 1
    ;   Wins = Wins1, Fewer = Most
    ),
    winners(Moves, Judge, Fewer, Pos, Wins1).

firsts(0, _, []) :- !.
firsts(_, [], []).
firsts(N0, [X|Xs], [X|Ys]) :- N is N0 - 1, firsts(N, Xs, Ys).

% How the game has ended.
game_end(Pos, "Checkmate: Black has won.") :- checkmate(Pos), turn(white, Pos), !.
game_end(Pos, "Checkmate: White has won.") :- checkmate(Pos), !.
game_end(Pos, "Stalemate: the game is drawn.") :- stalemate(Pos), !.
game_end(Pos, "Neither side can mate: the game is drawn.") :- draw_reason(insufficient_material, Pos), !.
game_end(Pos, "Seventy-five moves of each side without a capture or a pawn move: the game is drawn.") :-
    draw_reason(seventyfive_moves, Pos).

% What else is to be said of the game.
game_note(Pos, _, statement(proved,"Fifty moves of each side without a capture or a pawn move: a draw can be claimed.")) :-
    draw_reason(fifty_moves, Pos).
game_note(Pos, Wins, Note) :-
    \+ ending(Pos),
    (   taken_back(Pos, Wins, Text) -> Note = statement(searched,Text)
    ;   phrase(material_note(Pos), Text0),
        (   Wins = [],
            recapture(Pos, Move),
            winning_lines:best_line(thorough, explain/1, Pos, Move, _, centipawns(N)),
            N > -80 ->
            append(Ahead, ".", Text0),
            move_san(Move, San, Pos),
            phrase(( chars(Ahead), ", and ", chars(San), " takes back." ), Text),
            Note = statement(searched,Text)
        ;   Note = statement(proved,Text0)
        )
    ).
game_note(Pos, _, statement(proved,Note)) :-
    only_legal_move(Pos, Move),
    move_san(Move, San, Pos),
    phrase(( chars(San), " is the only legal move." ), Note).

% taken_back(+Pos, +Wins, -Note): amid an exchange material is counted after it: who is to move is behind, and a capture that
% wins takes back half of that at least. A pawn that falls is no exchange unless it makes up for all.
taken_back(Pos, Wins, Note) :-
    turn(Side, Pos),
    points(Side, Pos, Before),
    Before < 0,
    member(explained(San,_,_,Gain,[move(From,To,P)|Line],_,_,_), Wins),
    Gain \= mate(_),
    capture(From, To, Pos),
    exchanged_on(To, [move(From,To,P)|Line], Pos, After),
    points(Side, After, Then),
    2 * (Then - Before) >= -Before,
    ( Then >= 0 -> true ; piece_at(To, Pos, _, Taken), Taken \== pawn ),
    !,
    (   phrase(material_note(After), Ahead) -> phrase(( "After ", chars(San), " ", chars(Ahead) ), Note)
    ;   phrase(( "After ", chars(San), " material is even." ), Note)
    ).

% recapture(+Pos, -Move): by the captures on its square alone, Move would take back half of what is missing at least.
recapture(Pos, move(From,To,none)) :-
    turn(Side, Pos),
    points(Side, Pos, Before),
    Before < 0,
    findall(Points-(F-T), exchange_value(F, T, Points, Pos), Pairs),
    falling(Pairs, [Most-(From-To)|_]),
    Most > 0,
    2 * Most >= -Before,
    legal_move(From, To, none, Pos),
    !.

% exchanged_on(+Square, +Line, +Pos, -After): after the first moves of Line, those to Square.
exchanged_on(Square, [Move|Moves], Pos, After) :-
    Move = move(_,Square,_),
    !,
    make_move(Move, Pos, Next),
    !,
    exchanged_on(Square, Moves, Next, After).
exchanged_on(_, _, Pos, Pos).

all_wins([]) --> [].
all_wins([explained(_,_,Verdict,_,_,Reasons,_,_)|Wins]) -->
    "\n", chars(Verdict), "\n", sentences(Reasons), all_wins(Wins).

sentences([]) --> [].
sentences([reason(_,_,_,Sentence,_,_,_)|Reasons]) --> "  ", chars(Sentence), "\n", sentences(Reasons).

statements(Statements) --> { findall(S, member(statement(_,S), Statements), Ss) }, paragraph(Ss).

paragraph([]) --> [].
paragraph([S|Ss]) --> "\n", lines([S|Ss]).

lines([]) --> [].
lines([S|Ss]) --> chars(S), "\n", lines(Ss).

% threatened(+Pos, -Sentence, -Gain, -To): one sentence for each move that the other side threatens: those that do something at
% once, for after most threats there is time for a quiet move as well. It is what explain/2 would say of the move.
threatened(Pos, Sentence, Gain, To) :-
    null_move(Pos, Passed),
    winning_lines:proved(thorough, explain/1, Passed, Move, _, _),
    Move = move(From,To,Promotion),
    (   capture(From, To, Passed) -> true
    ;   gives_check(From, To, Passed) -> true
    ;   Promotion \== none
    ),
    winning_lines:best_line(thorough, explain/1, Passed, Move, Line, Gain),
    wins(Gain),
    move_san(Move, San, Passed),
    turn(Side, Passed),
    phrase(threat_words(Gain, Side, San, Line, Passed), Sentence).

?- start_position(P), explained(foo, P, move(e2,e4,none), _, _).
   error(domain_error(judge,foo),explained/5).

?- start_position(P), surveyed(_, P, _, _).
   error(instantiation_error,surveyed/4).
?- explain("x").
   error(domain_error(position,"x"),explain/1).

?- start_position(P), explain(P, move(e2,e5,none), _).
   error(domain_error(legal_move,move(e2,e5,none)),explain/3).

?- explained(search, "x", move(e2,e5,none), _, _).
   error(domain_error(position,"x"),explained/5).

?- surveyed(search, "x", _, _).
   error(domain_error(position,"x"),surveyed/4).

?- explained(search, "4k3/p7/4p3/3p4/8/8/8/3RK3 w - - 0 1", move(d1,d5,none), _, explained(_,_,_,_,_,_,_,R)).
   R = [move(e6,d5,none)].

% A short look has not found what White loses, and sees that he has nothing for it.
?- with_effort(5000, \+ \+ ( explain("r2q1rk1/pbp1np1p/1p2pBp1/8/8/3B1n2/PPP2PPP/R2QR1K1 w - - 0 14", move(d1,f3,none), Text),
                              sub_string(Text, _, _, _, "gives up a queen for a bishop and a knight, and no compensation") )).
   true.
