/** Material in the words of explanations: what a line wins or gives up, and who is ahead.
*/

:- module(explain_material, [exchange//3, exchange//4, given_up//3, material_won/3, worth_reporting/1, material_note//1]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(chess_geometry)).
:- use_module(library(chess_moves)).
:- use_module(library(chess_state), [material/3, piece_at/4, turn/2]).
:- use_module(library(motif_steps), [points/3]).
:- use_module(library(explain_words)).

% exchange(+Line, +Pos, +Centipawns): what Line wins or gives up in material, and what it is worth, so many Centipawns, where
% one side has something else for the material. What is lost because nothing better is known is not given up: so Gives says what is
% done with it.
exchange(Line, Pos, C) --> exchange(" gives up ", Line, Pos, C).

exchange(Gives, Line, Pos, C) -->
    { material_won(Line, Pos, N), exchanged(Line, Pos, Won, Lost), turn(Side, Pos), other_side(Side, Other) },
    (   { worth_reporting(N) } -> " wins ", balance(Won, Lost, N), { Owner = Other }
    ;   { D is -N, worth_reporting(D) } -> chars(Gives), balance(Lost, Won, D), { Owner = Side }
    ;   " keeps the material", { Owner = nobody }
    ),
    ( { N * (N - C) > 0, crushed(Owner, Pos, C) } -> "" ; compensation(N, C, Owner) ).

% crushed(+Owner, +Pos, +Centipawns): Owner of what makes up for material stands as if a rook behind or more, with so many
% Centipawns for who is to move in Pos: there is nothing that makes up for it.
crushed(Owner, Pos, C) :-
    turn(Side, Pos),
    points(Side, Pos, Points),
    Stands is 100 * Points + C,
    ( Owner == Side -> Stands =< -500 ; Stands >= 500 ).

% given_up(+Line, +Pos, +Centipawns): what Line gives up for what, Centipawns in all.
given_up(Line, Pos, C) -->
    { exchanged(Line, Pos, Won, Lost), D is -C },
    " gives up ", balance(Lost, Won, D).

% compensation(+Material, +Worth, +Owner): what Owner has for the material that he is short of.
compensation(N, N, _) --> !.
compensation(N, C, Owner) --> { N * (N - C) > 0 }, !,
    ", for which ", side(Owner), " has ",
    (   { abs(C) < 80 } -> "full compensation"
    ;   { N * C < 0 } -> "more than that: in all it ", all_worth(C)
    ;   "some compensation: in all it ", all_worth(C)
    ).
compensation(_, C, _) --> ", and with all that counts ", all_worth(C).

all_worth(C) --> { C < 0, !, D is -C }, "costs about ", some_pawns(D).
all_worth(C) --> "is worth about ", some_pawns(C).

some_pawns(C) --> { P is (C + 50) // 100, P > 1 }, !, count_word(P), " pawns".
some_pawns(_) --> "a pawn".

% material_won(+Line, +Pos, -Centipawns): what who is to move in Pos has more at the end of Line.
material_won(Line, Pos, C) :-
    turn(Side, Pos),
    points(Side, Pos, Before),
    foldl(after, Line, Pos, End),
    points(Side, End, Then),
    C is 100 * (Then - Before).

after(Move, Pos, After) :- make_move(Move, Pos, After), !.

% The bishop takes a rook, and a knight and a pawn for it; White keeps two bishops.
?- P = "r4rk1/p2bqpp1/1ppp1n1p/8/2B1P3/4BQ2/PPP2PPP/3RR1K1 b - - 3 14",
   Line = [move(d7,g4,none),move(f3,f4,none),move(g4,d1,none),move(e1,d1,none),move(f6,e4,none)],
   findall(T, ( member(N, [300,100,0]), phrase(explain_material:exchange(Line, P, N), Cs), string_chars(T, Cs) ), Texts).
   P = "r4rk1/p2bqpp1/1ppp1n1p/8/2B1P3/4BQ2/PPP2PPP/3RR1K1 b - - 3 14",
   Line = [move(d7,g4,none),move(f3,f4,none),move(g4,d1,none),move(e1,d1,none),move(f6,e4,none)],
   Texts = [" wins the exchange and a pawn",
            " wins the exchange and a pawn, for which White has some compensation: in all it is worth about a pawn",
            " wins the exchange and a pawn, for which White has full compensation"].

% What is worth more than its material, what is given up by who is lost anyway, and for something.
?- P = "3r2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1", Line = [move(d1,d8,none)],
   Q = "6k1/5ppp/8/8/8/8/3r1PPP/3Q2K1 b - - 0 1", Line2 = [move(g8,h8,none),move(d1,d2,none)],
   findall(T, ( member(c(L,Pos,N), [c(Line,P,700),c(Line2,Q,-300),c(Line2,Q,200)]),
                phrase(explain_material:exchange(L, Pos, N), Cs), string_chars(T, Cs) ), Texts).
   P = "3r2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1", Line = [move(d1,d8,none)],
   Q = "6k1/5ppp/8/8/8/8/3r1PPP/3Q2K1 b - - 0 1", Line2 = [move(g8,h8,none),move(d1,d2,none)],
   Texts = [" wins a rook, and with all that counts is worth about seven pawns",
            " gives up a rook",
            " gives up a rook, for which Black has more than that: in all it is worth about two pawns"].

%! worth_reporting(+Centipawns) is semidet.
%
% True iff so much is worth a word: a pawn, all but what better squares may cost.

worth_reporting(Centipawns) :- Centipawns >= 80.

pawns(1) --> !, "a pawn".
pawns(P) --> "material worth ", number(P), " pawns".

% exchanged(+Line, +Pos, -Won, -Lost): what who is to move in Pos wins and loses in Line, the better pieces first: roles, and
% `new(Role)` for what a pawn becomes, which is worth a pawn less than Role. What is the same on both sides is left out; a
% bishop is as good as a knight, and a new queen that is taken has cost the pawn.
exchanged(Line, Pos, Won, Lost) :-
    turn(Side, Pos),
    taken(Line, Pos, Side, [], Won0, Lost0),
    without_same(Won0, Lost0, Won1, Lost1),
    by_value(Won1, Won),
    by_value(Lost1, Lost).

% On the squares New stands what has been a pawn; who takes that has taken a pawn, too.
taken([], _, _, _, [], []).
taken([Move|Moves], Pos, Side, New, Won, Lost) :-
    turn(Mover, Pos),
    findall(What, taken_by(Move, Pos, New, What), Whats),
    (   Mover == Side -> append(Whats, Won1, Won), Lost = Lost1
    ;   append(Whats, Lost1, Lost), Won = Won1
    ),
    after(Move, Pos, After),
    Move = move(From,To,Promotion),
    findall(S, ( member(S, New), S \== From, S \== To ), Stay),
    ( ( Promotion \== none ; memberchk(From, New) ) -> New1 = [To|Stay] ; New1 = Stay ),
    taken(Moves, After, Side, New1, Won1, Lost1).

taken_by(move(From,To,_), Pos, New, What) :-
    capture(From, To, Pos),
    (   memberchk(To, New), piece_at(To, Pos, _, Role) -> ( What = new(Role) ; What = pawn )
    ;   piece_at(To, Pos, _, Role) -> What = Role
    ;   What = pawn
    ).
taken_by(move(_,_,Promotion), _, _, new(Promotion)) :- Promotion \== none.

without_same(Won, Lost, Won4, Lost4) :-
    without_same(Won, Lost, one, Won1, Lost1),
    without_same(Won1, Lost1, role, Won2, Lost2),
    without_same(Won2, Lost2, minor, Won3, Lost3),
    without_same(Won3, Lost3, one, Won4, Lost4).

without_same([], Lost, _, [], Lost).
without_same([W|Ws], Lost, How, Won, Rest) :-
    (   select(L, Lost, Lost1), alike(How, W, L) ->
        pawns_behind(W, L, Ws, Ws1),
        pawns_behind(L, W, Lost1, Lost2),
        without_same(Ws1, Lost2, How, Won, Rest)
    ;   Won = [W|Won1],
        without_same(Ws, Lost, How, Won1, Rest)
    ).

alike(one, W, W).
alike(role, W, L) :- role_of(W, R), role_of(L, R).
alike(minor, W, L) :- role_of(W, A), role_of(L, B), memberchk(A, [knight,bishop]), memberchk(B, [knight,bishop]).

% pawns_behind(+A, +B, +As, -Pawns): A is left out against B; if only B was a pawn, there is a pawn more on the side of A.
pawns_behind(A, B, As, Pawns) :-
    (   B = new(_), A \= new(_) -> Pawns = [pawn|As]
    ;   Pawns = As
    ).

role_of(new(Role), Role) :- !.
role_of(Role, Role).

by_value(Roles, Sorted) :-
    findall(Place-R, ( member(R, Roles), role_of(R, Role), once(nth0(Place, [queen,rook,bishop,knight,pawn], Role)) ), Pairs),
    keysort(Pairs, Ordered),
    findall(R, member(_-R, Ordered), Sorted).

% balance(+Won, +Lost, +Centipawns): what is more on one side, in words: the exchange, a queen for a rook, two pawns.
balance([], _, C) --> !, { P is (C + 50) // 100 }, pawns(P).
balance([rook|Won], [Minor], _) --> { memberchk(Minor, [knight,bishop]) }, !, pieces([exchange|Won]).
balance(Won, [], _) --> !, pieces(Won).
balance(Won, Lost, _) --> pieces(Won), " for ", pieces(Lost).

pieces(Roles) --> { groups(Roles, Groups) }, groups(Groups).

groups([], []).
groups([R|Rs], [R-N|Groups]) :- leading(Rs, R, 1, N, Rest), groups(Rest, Groups).

leading([R|Rs], R, N0, N, Rest) :- !, N1 is N0 + 1, leading(Rs, R, N1, N, Rest).
leading(Rs, _, N, N, Rs).

groups([G]) --> !, group(G).
groups([G,H]) --> !, group(G), " and ", group(H).
groups([G|Gs]) --> group(G), ", ", groups(Gs).

group(exchange-1) --> !, "the exchange".
group(new(Role)-1) --> !, "a new ", role(Role).
group(Role-1) --> !, "a ", role(Role).
group(new(Role)-N) --> !, count_word(N), " new ", role(Role), "s".
group(Role-N) --> count_word(N), " ", role(Role), "s".

%! material_note(+Pos)// is semidet.
%
% Describes who has more material in Pos, and what; fails if none has.

material_note(Pos) -->
    { findall(R, owned(white, Pos, R), White),
      findall(R, owned(black, Pos, R), Black),
      without_same(White, Black, White1, Black1),
      material(white, A, Pos),
      material(black, B, Pos),
      A =\= B,
      (   A > B -> Side = white, More = White1, Less = Black1, C is 100 * (A - B)
      ;   Side = black, More = Black1, Less = White1, C is 100 * (B - A)
      ),
      by_value(More, Ups),
      by_value(Less, Downs) },
    side(Side), " is ahead by ", balance(Ups, Downs, C), ".".

owned(Side, Pos, Role) :- piece_at(_, Pos, Side, Role), Role \== king.
