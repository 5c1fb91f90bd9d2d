/** Reports of tactics, as `chesslog puzzles` asks for them.

Many positions are asked for in one query, since each query costs as much as some positions do.

```
?- puzzle_report:report(tactic, ["6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"], R).
```
*/

:- module(puzzle_report, [report/3]).

:- use_module(library(lists)).

%!  report(+Name, +Positions, -Report) is nondet.
%
%   For each of Positions in order, Report is `report(Microseconds, Found)`: Found lists in their order and without
%   repetition `found(Motif, Move)` for the answers of `Name(Position, Motif, Move, _)`, a predicate of
%   the user, and Microseconds is the computing time that they took.

report(Name, Positions, report(Microseconds, Found)) :-
    member(Pos, Positions),
    Goal =.. [Name,Pos,Motif,Move,_],
    '$cpu_now'(T0),
    findall(found(Motif,Move), user:Goal, Found0),
    '$cpu_now'(T1),
    list_to_set(Found0, Found),
    Microseconds is truncate((T1 - T0) * 1000000).

?- puzzle_report:report(position_contents, ["8/8/8/8/8/8/8/K1k5 w - - 0 1"], _).
   error(existence_error(procedure,position_contents/4),position_contents/4).

?- puzzle_report:report(piece_at_of, [], R).
   false.
