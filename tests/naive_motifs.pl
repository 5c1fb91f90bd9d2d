/** The tactical motifs once more, in plain Prolog over the list of contents.

A piece is its term `contents(Side,Piece,X,Y)` in the list. What several motifs need is found once for
a position and kept in a table, tactics(Cs,Ends,Lines,Attacks,Pins,Threats,Guards,Losses):

  - Cs: the contents; Ends: `Move-How` for moves that end the game, How is mate or stalemate;
  - Lines: `line(By,Front,Back,DX,DY)` for a slider and the next two pieces in one direction;
  - Attacks: `By-Occupant` for enemies; Pins: `pin(Occupant,By,King)`;
  - Threats: the attacks that a pin does not forbid; Guards: `By-Occupant` for who may recapture;
  - Losses: `Occupant-Loss` for pieces that an exchange on their square loses.
*/

:- module(naive_motifs, [of_motifs/1, tactics/3, motif/3]).

:- use_module(library(lists)).
:- use_module('naive_board.pl').

%! of_motifs(?Relation) is nondet.
%
% Relation is one of those that motif/3 defines, as Name/Arity.

of_motifs(attacked_by/3).
of_motifs(hanging/2).
of_motifs(en_prise/3).
of_motifs(absolute_pin/4).
of_motifs(relative_pin/4).
of_motifs(skewer/4).
of_motifs(battery/3).
of_motifs(fork/4).
of_motifs(double_attack/4).
of_motifs(discovered_attack/4).
of_motifs(discovered_check/4).
of_motifs(double_check/3).
of_motifs(only_defender/3).
of_motifs(overloaded/4).
of_motifs(trapped/2).
of_motifs(back_rank_weak/2).
of_motifs(king_ring/4).
of_motifs(mate_in_one/2).
of_motifs(stalemate_in_one/2).

%! tactics(+Cs:list, +Moves:list, -Tactics) is det.
%
% Tactics is the table of the position Cs with the legal moves Moves, a list of Move-Cs1.

tactics(Cs, Moves, tactics(Cs,Ends,Lines,Attacks,Pins,Threats,Guards,Losses)) :-
    findall(Move-How, end(Cs, Moves, Move, How), Ends),
    findall(Line, line(Cs, Line), Lines),
    findall(By-Occupant, attack(Cs, By, Occupant), Attacks),
    findall(Pin, pin(Lines, Pin), Pins),
    findall(By-Occupant, threat(Attacks, Pins, By, Occupant), Threats),
    findall(By-Occupant, guard(Cs, Lines, Attacks, Pins, By, Occupant), Guards0),
    sort(Guards0, Guards),
    findall(Occupant-Loss, lost(Cs, Attacks, Occupant, Loss), Losses0),
    sort(Losses0, Losses).

%! motif(+Relation, +Tactics, -Row) is nondet.
%
% Row lists the arguments of Relation after the position. Rows may come more than once.

motif(attacked_by/3, T, [Sq,By]) :-
    of_attacks(T, M, Occupant),
    at([Occupant,M], [Sq,By]).
motif(hanging/2, T, [Sq]) :-
    hangs(T, Occupant),
    at([Occupant], [Sq]).
motif(en_prise/3, T, [Sq,Loss]) :-
    of_losses(T, Occupant, Loss),
    at([Occupant], [Sq]).
motif(absolute_pin/4, T, [Sq,By,K]) :-
    of_pins(T, Occupant, M, King),
    at([Occupant,M,King], [Sq,By,K]).
motif(relative_pin/4, T, [Sq,By,Behind]) :-
    exposed(T, M, Front, Back),
    better(Back, Front),
    at([Front,M,Back], [Sq,By,Behind]).
motif(skewer/4, T, [By,F,B]) :-
    exposed(T, M, Front, Back),
    better(Front, Back),
    ( better(Front, M) ; of_losses(T, Front, _) ),
    \+ of_losses(T, M, _),
    at([M,Front,Back], [By,F,B]).
motif(battery/3, T, [B,F]) :-
    of_contents(T, Cs),
    slider(Cs, Side, X, Y, DX, DY),
    first_occupant(Cs, X, Y, DX, DY, Front),
    Front = contents(Side,Piece,_,_),
    slides(Piece, DX, DY),
    occupant_at(Cs, X, Y, Side, Piece0),
    at([contents(Side,Piece0,X,Y),Front], [B,F]).
motif(fork/4, T, [From,A,B]) :-
    prey(T, Occupant, ManA),
    prey(T, Occupant, ManB),
    before(ManA, ManB),
    \+ of_losses(T, Occupant, _),
    at([Occupant,ManA,ManB], [From,A,B]).
motif(double_attack/4, T, [Side,A,B]) :-
    enemies(Side, Enemy),
    target(T, Enemy, ManA),
    target(T, Enemy, ManB),
    before(ManA, ManB),
    at([ManA,ManB], [A,B]).
motif(discovered_attack/4, T, [Blocker,Slider,Target]) :-
    unveils(T, Front, By, Back),
    role(Back, Piece),
    Piece \== king,
    \+ of_pins(T, By, _, _),
    (   better(Back, By)
    ;   Piece \== pawn, \+ of_guards(T, _, Back)
    ),
    at([Front,By,Back], [Blocker,Slider,Target]).
motif(discovered_check/4, T, [Blocker,Slider,K]) :-
    unveils(T, Front, By, Back),
    role(Back, king),
    at([Front,By,Back], [Blocker,Slider,K]).
motif(double_check/3, T, [A,B]) :-
    of_contents(T, Cs),
    member(turn(Side), Cs),
    King = contents(Side,king,_,_),
    of_attacks(T, ManA, King),
    of_attacks(T, ManB, King),
    before(ManA, ManB),
    at([ManA,ManB], [A,B]).
motif(only_defender/3, T, [D,Sq]) :-
    sole_guard(T, By, Occupant),
    at([By,Occupant], [D,Sq]).
motif(overloaded/4, T, [D,A,B]) :-
    sole_guard(T, By, ManA),
    sole_guard(T, By, ManB),
    before(ManA, ManB),
    of_contents(T, Cs),
    select(By, Cs, Cs1),
    loss(Cs1, ManA, _),
    loss(Cs1, ManB, _),
    at([By,ManA,ManB], [D,A,B]).
motif(trapped/2, T, [Sq]) :-
    of_losses(T, Occupant, _),
    \+ member(Occupant, [contents(_,pawn,_,_),contents(_,king,_,_)]),
    \+ of_pins(T, Occupant, _, _),
    of_contents(T, Cs),
    \+ safe_move(Cs, Occupant),
    at([Occupant], [Sq]).
motif(back_rank_weak/2, T, [Side]) :-
    of_contents(T, Cs),
    first_ranks(Side, First, Second),
    King = contents(Side,king,_,First),
    member(King, Cs),
    \+ free_move(Cs, King, move(_,_,_,Second,_,_), _),
    King = contents(Side,king,KX,First),
    member(contents(Side,pawn,X,Second), Cs),
    abs(KX - X) =< 1,
    \+ member(kingside_castle(Side), Cs),
    \+ member(queenside_castle(Side), Cs),
    enemies(Side, Enemy),
    \+ \+ heavy(Cs, Enemy, _).
motif(king_ring/4, T, [Side,By,Sq]) :-
    of_contents(T, Cs),
    member(contents(Side,king,X0,Y0), Cs),
    steps(king, DX, DY),
    X is X0 + DX,
    Y is Y0 + DY,
    inside(X, Y),
    enemies(Side, Enemy),
    Occupant = contents(Enemy,_,_,_),
    member(Occupant, Cs),
    sees(Cs, Occupant, X, Y),
    at([Occupant], [By]),
    square_at(X, Y, Sq).
motif(mate_in_one/2, tactics(_,Ends,_,_,_,_,_,_), [Move]) :-
    member(Move-mate, Ends).
motif(stalemate_in_one/2, tactics(_,Ends,_,_,_,_,_,_), [Move]) :-
    member(Move-stalemate, Ends).

% --- the table --------------------------------------------------------------------------------

of_contents(tactics(Cs,_,_,_,_,_,_,_), Cs).
of_lines(tactics(_,_,Lines,_,_,_,_,_), By, Front, Back, Step) :- member(line(By,Front,Back,Step), Lines).
of_attacks(tactics(_,_,_,Attacks,_,_,_,_), By, Occupant) :- member(By-Occupant, Attacks).
of_pins(tactics(_,_,_,_,Pins,_,_,_), Occupant, By, King) :- member(pin(Occupant,By,King), Pins).
of_threats(tactics(_,_,_,_,_,Threats,_,_), By, Occupant) :- member(By-Occupant, Threats).
of_guards(tactics(_,_,_,_,_,_,Guards,_), By, Occupant) :- member(By-Occupant, Guards).
of_losses(tactics(_,_,_,_,_,_,_,Losses), Occupant, Loss) :- member(Occupant-Loss, Losses).

end(Cs, Moves, move(F,T,Promotion), How) :-
    member(turn(Side), Cs),
    enemies(Side, Enemy),
    member(Move-Cs1, Moves),
    findall(C, holds_after(Cs, Move, Cs1, C), Cs2),
    \+ legal(Cs2, _, _),
    (   king_attacked(Cs2, Enemy) -> How = mate
    ;   How = stalemate
    ),
    move_squares(Move, F, T),
    Move = move(_,_,_,_,Promotion,_).

line(Cs, line(contents(Side,Piece,X,Y),Front,Back,DX/DY)) :-
    member(contents(Side,Piece,X,Y), Cs),
    slides(Piece, DX, DY),
    first_occupant(Cs, X, Y, DX, DY, Front),
    Front = contents(_,_,X1,Y1),
    first_occupant(Cs, X1, Y1, DX, DY, Back).

attack(Cs, contents(Side,Piece,X0,Y0), contents(Enemy,Piece1,X,Y)) :-
    member(contents(Side,Piece,X0,Y0), Cs),
    enemies(Side, Enemy),
    sees(Cs, contents(Side,Piece,X0,Y0), X, Y),
    occupant_at(Cs, X, Y, Enemy, Piece1).

pin(Lines, pin(Occupant,By,King)) :-
    Occupant = contents(Side,_,_,_),
    By = contents(Enemy,_,_,_),
    King = contents(Side,king,_,_),
    member(line(By,Occupant,King,_), Lines),
    enemies(Side, Enemy).

threat(Attacks, Pins, By, Occupant) :-
    member(By-Occupant, Attacks),
    \+ ( member(pin(By,Pinner,_), Pins), Pinner \== Occupant ).

guard(Cs, _, _, Pins, By, contents(Side,Piece,X,Y)) :-
    By = contents(Side,_,_,_),
    member(By, Cs),
    \+ member(pin(By,_,_), Pins),
    sees(Cs, By, X, Y),
    occupant_at(Cs, X, Y, Side, Piece).
guard(_, Lines, Attacks, Pins, By, Occupant) :-
    member(line(By,Enemy,Occupant,_), Lines),
    side(By, Side),
    side(Occupant, Side),
    \+ member(pin(By,_,_), Pins),
    member(Enemy-Occupant, Attacks).

lost(Cs, Attacks, Occupant, Loss) :-
    member(Occupant, Cs),
    \+ \+ member(_-Occupant, Attacks),
    loss(Cs, Occupant, Loss).

% --- exchanges --------------------------------------------------------------------------------

% loss(+Cs, +Occupant, -Loss) is semidet: the enemy wins Loss > 0 pawns by capturing Occupant.
loss(Cs, contents(Side,Piece,X,Y), Loss) :-
    Piece \== king,
    enemies(Side, Enemy),
    won(Cs, X, Y, Enemy, Loss),
    Loss > 0.

% won(+Cs, +X, +Y, +Side, -Won): Side wins at best Won pawns by beginning to capture on X-Y.
won(Cs, X, Y, Side, Won) :-
    findall(Value-(Y0-X0), capturer(Cs, X, Y, Side, Value, X0, Y0), Capturers0),
    sort(Capturers0, Capturers),
    (   member(_-(Y0-X0), Capturers),
        captured(Cs, X0, Y0, X, Y, Cs1, Gain) ->
        enemies(Side, Enemy),
        won(Cs1, X, Y, Enemy, Reply),
        Won is max(0, Gain - Reply)
    ;   Won = 0
    ).

% By worth, then as the pieces are named in the rules.
capturer(Cs, X, Y, Side, Value, X0, Y0) :-
    member(contents(Side,Piece,X0,Y0), Cs),
    order(Piece, Value),
    sees(Cs, contents(Side,Piece,X0,Y0), X, Y).

order(pawn, 1).
order(knight, 2).
order(bishop, 3).
order(rook, 4).
order(queen, 5).
order(king, 6).

% The piece on X0-Y0 captures on X-Y and exposes no king of its own.
captured(Cs, X0, Y0, X, Y, [Arrived|Cs2], Gain) :-
    select(contents(Side,Piece,X0,Y0), Cs, Cs1),
    select(contents(_,Victim,X,Y), Cs1, Cs2),
    (   Piece == pawn, ( Y =:= 1 ; Y =:= 8 ) -> New = queen
    ;   New = Piece
    ),
    Arrived = contents(Side,New,X,Y),
    \+ exposes(Cs, Piece, [Arrived|Cs2], Side),
    value(Victim, V),
    value(Piece, V0),
    value(New, V1),
    Gain is V + V1 - V0.

% A king must not be attacked after its own move; of other pieces' moves new attacks count only.
exposes(Cs, Piece, Cs1, Side) :-
    member(contents(Side,king,X,Y), Cs1),
    enemies(Side, Enemy),
    Occupant = contents(Enemy,_,_,_),
    member(Occupant, Cs1),
    sees(Cs1, Occupant, X, Y),
    \+ ( Piece \== king, sees(Cs, Occupant, X, Y) ),
    !.

% free_move(+Cs, +Occupant, ?Move, -Cs1): Occupant goes by the rules, but no check must be met.
free_move(Cs, contents(Side,Piece,X0,Y0), Move, Cs1) :-
    Move = move(X0,Y0,_,_,_,Kind),
    member(Kind, [quiet,double,capture]),
    pseudo_legal(Cs, Side, Move),
    pieces_moved(Cs, Move, Cs1),
    \+ exposes(Cs, Piece, Cs1, Side).

% Occupant, which is no pawn, has a move that loses nothing by exchange.
safe_move(Cs, Occupant) :-
    Occupant = contents(Side,_,_,_),
    free_move(Cs, Occupant, move(_,_,X,Y,_,_), Cs1),
    (   occupant_at(Cs, X, Y, _, Victim) -> value(Victim, Gain)
    ;   Gain = 0
    ),
    enemies(Side, Enemy),
    won(Cs1, X, Y, Enemy, Reply),
    Gain >= Reply,
    !.

% --- parts of motifs --------------------------------------------------------------------------

hangs(T, Occupant) :-
    of_threats(T, _, Occupant),
    \+ role(Occupant, king),
    \+ of_guards(T, _, Occupant).

% The slider By attacks Front, and would win Back behind it were Front gone.
exposed(T, By, Front, Back) :-
    of_lines(T, By, Front, Back, _),
    of_threats(T, By, Front),
    side(Front, Side),
    side(Back, Side),
    \+ role(Back, king),
    (   better(Back, By)
    ;   \+ ( of_guards(T, Guard, Back), \+ ( Guard == Front, \+ role(Front, king) ) )
    ).

prey(T, By, Occupant) :-
    of_threats(T, By, Occupant),
    (   better(Occupant, By)
    ;   hangs(T, Occupant), \+ role(Occupant, pawn)
    ).

target(T, Side, Occupant) :-
    Occupant = contents(Side,_,_,_),
    of_losses(T, Occupant, _).
target(T, Side, Occupant) :-
    Occupant = contents(Side,king,_,_),
    of_attacks(T, _, Occupant).

% Front can leave the line from By of its side to the enemy Back.
unveils(T, Front, By, Back) :-
    of_lines(T, By, Front, Back, DX/DY),
    side(By, Side),
    side(Front, Side),
    side(Back, Enemy),
    enemies(Side, Enemy),
    of_contents(T, Cs),
    By = contents(_,_,X0,Y0),
    once(( free_move(Cs, Front, move(_,_,X,Y,_,_), _), (X - X0) * DY =\= (Y - Y0) * DX )).

sole_guard(T, By, Occupant) :-
    of_guards(T, By, Occupant),
    \+ role(Occupant, king),
    \+ \+ of_threats(T, _, Occupant),
    \+ ( of_guards(T, Other, Occupant), Other \== By ).

heavy(Cs, Side, contents(Side,Piece,X,Y)) :-
    member(contents(Side,Piece,X,Y), Cs),
    member(Piece, [rook,queen]).

first_ranks(white, 1, 2).
first_ranks(black, 8, 7).

% --- pieces --------------------------------------------------------------------------------------

side(contents(Side,_,_,_), Side).
role(contents(_,Piece,_,_), Piece).

better(A, B) :-
    role(A, PieceA),
    role(B, PieceB),
    worth(PieceA, ValueA),
    worth(PieceB, ValueB),
    ValueA > ValueB.

worth(Piece, Value) :- ( Piece == king -> Value = 100 ; value(Piece, Value) ).

at([], []).
at([contents(_,_,X,Y)|Occupants], [Square|Squares]) :-
    square_at(X, Y, Square),
    at(Occupants, Squares).
