% What `explain` says of a position, and of a move in it, against what it says of the positions that follow.

%  contradiction(+Pos, +Played, -What): both cannot be true.
contradiction(Pos, Played, What) :-
    surveyed(search, Pos, _, surveyed(_,Wins,Threats,_)),
    explained(search, Pos, Played, _, Told),
    Told = explained(San,_,_,Gain,_,_,_,_),
    (   wins(Gain), \+ listed(Told, Wins), What = found(San, Gain, Wins)
    ;   member(Claim, [Told|Wins]), \+ ( Claim == Told, listed(Told, Wins) ), refuted(Pos, Claim, What)
    ;   Threats = [statement(_,Threat)|Rest], refuted_threat(Pos, Threat, What)
    ;   Threats = [statement(_,Threat),statement(_,Note)], Rest = [_], refuted_note(Pos, Played, Threat, Note, What)
    ).

wins(mate(_)).
wins(won).
wins(draw).
wins(centipawns(N)) :- N >= 80.

% Of more than three moves that win the best are told.
listed(explained(San,_,_,_,_,_,_,_), Wins) :- member(explained(San,_,_,_,_,_,_,_), Wins), !.
listed(explained(_,_,_,Gain,_,_,_,_), [explained(_,_,_,Best,_,_,_,_)|_]) :- no_better(Gain, Best).

no_better(_, mate(_)).
no_better(_, won).
no_better(draw, draw).
no_better(centipawns(_), draw).
no_better(centipawns(N), centipawns(M)) :- N =< M.

% refuted(+Pos, +Claim, -What): the other side's answers are told otherwise.
refuted(Pos, explained(San,Kind,_,Gain,[Move|Line],_,_,_), told(San,Gain,Notes,Answers)) :-
    after(Move, Pos, After),
    surveyed(search, After, _, surveyed(Notes,Wins,_,_)),
    findall(Their-First, member(explained(_,_,_,Their,[First|_],_,_,_), Wins), Answers),
    taken(Pos, After, Taken),
    \+ agrees(Gain, Kind, Line, After, Taken, Notes, Answers).

agrees(mate(1), _, _, _, _, Notes, _) :- !, member(statement(proved,['C','h','e','c','k','m','a','t','e'|_]), Notes).
agrees(mate(N), _, [Reply|_], After, _, _, []) :- !,
    after(Reply, After, Later),
    surveyed(search, Later, _, surveyed(_,[explained(_,_,_,mate(M),_,_,_,_)|_],_,_)),
    M < N.
agrees(mated(N), _, _, _, _, _, [mate(N)-_|_]).
agrees(won, _, _, _, _, _, []).
agrees(lost, _, _, _, _, _, [won-_|_]).
agrees(draw, _, _, _, _, _, Answers) :- \+ member(mate(_)-_, Answers), \+ member(won-_, Answers).
agrees(lets_draw, _, _, _, _, _, [draw-_|_]) :- !.
agrees(lets_draw, proved, _, _, _, _, []).
agrees(centipawns(N), searched, _, _, Taken, _, Answers) :-
    (   Answers = [] -> N > -80
    ;   Answers = [centipawns(C)-_|_], Net is Taken - C, class(Net, Class), class(N, Told), no_conflict(Told, Class, N, Net)
    ).

% That no win was found is no denial.
no_conflict(wins, wins, N, Net) :- Net >= N.
no_conflict(loses, loses, _, _).
no_conflict(neither, Class, _, _) :- Class \== loses.

class(N, Class) :- ( N >= 80 -> Class = wins ; N =< -80 -> Class = loses ; Class = neither ).

% What a threat is said to win, the move wins after a move of nobody.
refuted_threat(Pos, Threat, threat(Threat,Gain)) :-
    phrase(( ..., " threatens ", seq(Words) ), Threat),
    ( null_move(Pos, Passed) -> true ),
    ( named(Words, Passed, Move) -> true ),
    explained(search, Passed, Move, _, explained(_,_,_,Gain,_,_,_,_)),
    \+ wins(Gain).

% What meets it, meets it, and what is played besides does not, unless only the best are named.
refuted_note(Pos, Played, _, Note, note(Note,San,Answers)) :-
    (   append(_, " this.", Note) -> Which = all
    ;   append(_, " this best.", Note), Which = best
    ),
    (   Which == all, Move = Played ; named(Note, Pos, Move), \+ ( Which == all, Move == Played ) ),
    move_san(Move, San, Pos),
    after(Move, Pos, After),
    surveyed(search, After, _, surveyed(_,Wins,_,_)),
    findall(Gain, member(explained(_,_,_,Gain,_,_,_,_), Wins), Answers),
    (   named(Note, Pos, Move) -> member(mate(_), Answers)
    ;   Answers = []
    ).

% named(+Words, +Pos, -Move): Words have the SAN of Move.
named(Words, Pos, move(F,T,P)) :-
    findall(Token, phrase(( tokens_before, token(Token), tokens_after ), Words), Tokens),
    legal_move(F, T, P, Pos),
    move_san(move(F,T,P), San, Pos),
    memberchk(San, Tokens).

tokens_before --> [].
tokens_before --> ..., [C], { memberchk(C, " ,") }.

tokens_after --> [].
tokens_after --> [C], { memberchk(C, " ,.") }, ... .

token([C|Cs]) --> [C], { \+ memberchk(C, " ,.") }, rest_of_token(Cs).

rest_of_token([]) --> [].
rest_of_token([C|Cs]) --> [C], { \+ memberchk(C, " ,.") }, rest_of_token(Cs).

after(Move, Pos, After) :- make_move(Move, Pos, After), !.

taken(Pos, After, Taken) :-
    turn(Us, Pos),
    ahead(Us, Pos, X),
    ahead(Us, After, Y),
    Taken is 100 * (Y - X).

ahead(Us, Pos, N) :- other_side(Us, Them), material(Us, A, Pos), material(Them, B, Pos), N is A - B.

% --- The words of what is won.

%  misworded(+N, -What): a line of twelve moves, made by chance from N, in which pawns promote, wins more or less than the words
%  say.
misworded(N, What) :-
    promoting(N, Pos, Line),
    explain_material:exchanged(Line, Pos, Won, Lost),
    explain_material:material_won(Line, Pos, Gain),
    in_words(Won, A),
    in_words(Lost, B),
    100 * (A - B) =\= Gain,
    What = misworded(Line, Won, Lost, Gain).

promoting(N, Pos, Line) :-
    Nth is N mod 3,
    nth0(Nth, ["1n2k1n1/P1P3Pr/8/2q2b2/2B2Q2/8/p1p3pR/1N2K1N1 w - - 0 1", "r3k2r/1P4P1/8/3n4/3N4/8/1p4p1/R3K2R b - - 0 1",
               "2r1r2k/1P1P1P2/7p/1q4b1/1Q4B1/7P/1p1p1p2/2R1R2K w - - 0 1"], Pos),
    by_chance(12, N, Pos, Line),
    member(move(_,_,Promotion), Line),
    Promotion \== none,
    !.

% Captures and promotions twice as often as other moves.
by_chance(0, _, _, []) :- !.
by_chance(Left, Seed, Pos, [Move|Moves]) :-
    findall(move(F,T,P), legal_move(F, T, P, Pos), All),
    findall(M, ( member(M, All), M = move(F,T,P), once(( P \== none ; capture(F, T, Pos) )) ), Loud),
    ( Loud = [_|_], Seed mod 3 < 2 -> Choice = Loud ; Choice = All ),
    length(Choice, Number),
    Number > 0,
    !,
    Next is (Seed * 1103515245 + 12345) mod 2147483648,
    Nth is Next // 65536 mod Number,
    nth0(Nth, Choice, Move),
    after(Move, Pos, After),
    Fewer is Left - 1,
    by_chance(Fewer, Next, After, Moves).
by_chance(_, _, _, []).

in_words([], 0).
in_words([R|Rs], N) :- in_words(Rs, M), ( R = new(Q) -> worth(Q, W), N is M + W - 1 ; worth(R, W), N is M + W ).

worth(pawn, 1).
worth(knight, 3).
worth(bishop, 3).
worth(rook, 5).
worth(queen, 9).
