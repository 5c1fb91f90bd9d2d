/** Tests for a week on lists: what `chesslog grade` asks of each submission, and what that is worth.

Students see the names of the tests and, of those that are not hidden, what went wrong.
*/

:- grading([ title("Lists"),
             inferences(1000000), timeout(10), total(60), choice_points(0.5),
             forbidden([findall/3, length/2, append/3, reverse/2, last/2], 2),
             tail_recursive([rev/2], 1),
             modes([len(+list, -int), app(+list, +list, -list), app(-list, -list, +list), rev(+list(int), -list)], 1) ]).

:- begin_tests(last_of).
test(three, X == c) :- last_of([a,b,c], X).
test(one, X == a) :- last_of([a], X).
test(none, [fail, feedback("An empty list has no last element: no clause should match it.")]) :- last_of([], _).
test(open_end, [X-Y == z-[z], hidden, nondet]) :- Y = [_|_], last_of(Y, X), !, X = z.
:- end_tests(last_of).

:- begin_tests(len).
test(three, [N == 3, points(2)]) :- len([a,b,c], N).
test(none, N == 0) :- len([], N).
test(made, [nondet, points(2), feedback("len(Xs, 2) should make a list of two variables.")]) :-
    len(Xs, 2), Xs = [_,_].
test(long, [N =:= 20000, hidden, inferences(2000000)]) :- numlist(1, 20000, Xs), len(Xs, N).
:- end_tests(len).

:- quad([points(2), feedback("There are three ways to cut a list of two.")]).
?- app(Xs, Ys, [1,2]).
   Xs = [], Ys = [1,2]
;  Xs = [1], Ys = [2]
;  Xs = [1,2], Ys = [].

:- begin_tests(rev).
test(three, [Ys == [c,b,a], points(2)]) :- rev([a,b,c], Ys).
test(none, Ys == []) :- rev([], Ys).
test(long, [Z == 1, hidden, inferences(200000)]) :- numlist(1, 2000, Xs), rev(Xs, Ys), last_element(Ys, Z).
:- end_tests(rev).

last_element([X], X) :- !.
last_element([_|Xs], X) :- last_element(Xs, X).

% A knight's steps, on squares such as 5/4 for e4.
:- begin_tests(knight).
test(corner, set(To == [2/3, 3/2])) :- knight(1/1, To).
test(number, [true(N == 8), points(2), hidden]) :- findall(To, knight(4/4, To), Tos), sort(Tos, Set), length(Set, N).
test(off_the_board, fail) :- knight(8/8, 9/6).
:- end_tests(knight).
