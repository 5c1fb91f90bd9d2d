/** Reports of tactics, as `chesslog puzzles` asks for them.

Many positions are asked for in one query, since each query costs as much as some positions do.

```
?- puzzle_report:report(tactic, ["6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"], R).
```
*/

:- module(puzzle_report, [report/3]).

:- use_module(library(cl_clauses), [consulted/2]).
:- use_module(library(lists)).
:- use_module(library(cl_tactics), []).

%!  report(+Name, +Positions, -Report) is nondet.
%
%   For each of Positions in order, Report is `report(Microseconds, Found)`: Found lists in their order and without
%   repetition `found(Motif, Move)` for the answers of `Name(Position, Motif, Move, _)`, a predicate of
%   the user, with `main` for `found` where Motif is the main motif of Move; Microseconds is the computing time that they
%   took. Who writes a tactic/4 says of each move first what it wins by.

report(Name, Positions, report(Microseconds, Found)) :-
    member(Pos, Positions),
    '$cpu_now'(T0),
    (   Name == tactic, \+ programs(Name, 4) -> library_tactics(Pos, Found)
    ;   answers(Name, Pos, Found)
    ),
    '$cpu_now'(T1),
    Microseconds is truncate((T1 - T0) * 1000000).

programs(Name, Arity) :- consulted(Name, Arity).
programs(Name, Arity) :- '$dynamic_property'(user, Name, Arity).

library_tactics(Pos, Found) :-
    findall(F, ( cl_tactics:motifs(usual, tactic/4, Pos, Move, Seen, Main),
                 member(seen(Motif,_,_), Seen),
                 ( Motif == Main -> F = main(Motif,Move) ; F = found(Motif,Move) ) ), Found).

answers(Name, Pos, Found) :-
    Goal =.. [Name,Pos,Motif,Move,_],
    findall(found(Motif,Move), user:Goal, Found0),
    list_to_set(Found0, Found1),
    first_is_main(Found1, [], Found).

first_is_main([], _, []).
first_is_main([found(Motif,Move)|Fs0], Moves, [F|Fs]) :-
    (   memberchk(Move, Moves) -> F = found(Motif,Move)
    ;   F = main(Motif,Move)
    ),
    first_is_main(Fs0, [Move|Moves], Fs).

?- puzzle_report:report(position_contents, ["8/8/8/8/8/8/8/K1k5 w - - 0 1"], _).
   error(existence_error(procedure,position_contents/4),position_contents/4).

?- puzzle_report:report(piece_at_of, [], R).
   false.
