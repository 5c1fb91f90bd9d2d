/** Terms with named fields: library(record). */

:- use_module(library(lists)).
:- use_module(library(record)).

:- record point(x:integer = 0, y:integer = 0).
:- record line(from:point, to:point), shape(name:atom, corners:list(point) = [], colour:oneof([red,green]) = red).
:- record account(owner, balance:number = 0, note:any = none).
:- record nothing.

answer(Goal, Term) :-
    catch(( Goal -> print(Term) ; print(no) ), error(Error, _), print(Error)),
    nl.

% A turtle that keeps its position in a record.

moved(step(DX,DY), P0, P) :-
    point_x(P0, X0),
    point_y(P0, Y0),
    X is X0 + DX,
    Y is Y0 + DY,
    set_point_fields([x(X),y(Y)], P0, P).

walk(Steps, P) :-
    default_point(P0),
    foldl(moved, Steps, P0, P).

% Accounts: what is paid in is added to the balance.

paid(Amount, A0, A) :-
    account_balance(A0, B0),
    B is B0 + Amount,
    set_balance_of_account(B, A0, A).

main :-
    answer(default_point(P1), P1),
    answer(make_point([y(3)], P2), P2),
    answer(make_point([y(3),z(4)], P3, Rest3), P3-Rest3),
    answer(make_point([z(4)], P4), P4),
    answer(make_point([x(1.5)], P5), P5),
    answer(make_point([], P6), P6),
    answer(is_point(point(1,2)), yes),
    answer(is_point(point(1,b)), yes),
    answer(is_point(pixel(1,2)), yes),
    answer(is_point(_), yes),
    answer(point_x(point(4,5), X7), X7),
    answer(point_data(y, point(4,5), Y8), Y8),
    findall(N-V, point_data(N, point(4,5), V), Data),
    writeln(Data),
    answer(set_x_of_point(9, point(4,5), P9), P9),
    answer(set_x_of_point(nine, point(4,5), P10), P10),
    answer(set_point_field(y(6), point(4,5), P11), P11),
    answer(set_point_field(z(6), point(4,5), P12), P12),
    answer(set_point_fields([y(6),x(7)], point(4,5), P13), P13),
    answer(set_point_fields([y(6),z(7)], point(4,5), P14), P14),
    answer(set_point_fields([y(6),z(7),x(1)], point(4,5), P15, Rest15), P15-Rest15),
    walk([step(1,1),step(0,5),step(-3,0)], P16),
    writeln(P16),
    make_account([owner(ann)], A0),
    foldl(paid, [10,5,-3], A0, A),
    writeln(A),
    answer(account_data(note, A, Note), Note),
    answer(make_line([from(point(0,0)),to(point(1,1))], L1), L1),
    answer(is_line(line(point(0,0),point(a,1))), yes),
    answer(make_shape([name(triangle),corners([])], S1), S1),
    answer(make_shape([name("triangle")], S2), S2),
    answer(make_shape([name(square),colour(blue)], S3), S3),
    answer(default_nothing(D), D),
    answer(is_nothing(nothing), yes),
    answer(make_nothing([], M), M).
