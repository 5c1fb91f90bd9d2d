/** Tables with format/2: column stops, fill characters, numbers in all shapes.

A column is what stands between two stops; `~t` says where the blanks go.

    ?- row([apples, 3, 0.25]).
*/

:- use_module(library(lists)).
:- use_module(library(apply)).

:- dynamic item/3.

:- initialization load_items.

load_items :-
    retractall(item(_, _, _)),
    forall(member(I, [item(apples, 12, 0.25), item(bread, 2, 3.5),
                      item(cheese, 1, 12.4), item('olive oil', 3, 8.99)]),
           assertz(I)).

rule(Width) :-
    format("~`-t~*|~n", [Width]).

double_rule(Width) :-
    format("~`=t~*|~n", [Width]).

%!  centred(+Text, +Width) is det.
centred(Text, Width) :-
    format("~t~w~t~*|~n", [Text, Width]).

% An invoice: left, right, and a fixed number of digits.

row(Name, Count, Price) :-
    Sum is Count * Price,
    format("~w~t~16|~t~d~6+~t~2f~10+~t~2f~10+~n", [Name, Count, Price, Sum]).

invoice :-
    centred('INVOICE', 42),
    double_rule(42),
    format("~w~t~16|~t~w~6+~t~w~10+~t~w~10+~n", [article, number, price, sum]),
    rule(42),
    forall(item(Name, Count, Price), row(Name, Count, Price)),
    rule(42),
    findall(S, ( item(_, C, P), S is C * P ), Sums),
    sum_list(Sums, Total),
    Tax is Total * 0.19,
    format("~w~t~2f~42|~n", [tax, Tax]),
    format("~w~`.t~2f~42|~n", [total, Total]).

% Multiplication, by nested loops. Stops are counted from the beginning of the line.

times(N) :-
    format("~t~w~4|", [*]),
    forall(between(1, N, X), times_cell(X, X)),
    nl,
    forall(between(1, N, Y),
           (   format("~t~d~4|", [Y]),
               forall(between(1, N, X),
                      (   XY is X * Y,
                          times_cell(X, XY)
                      )),
               nl
           )).

times_cell(Column, Value) :-
    Stop is 4 * (Column + 1),
    format("~t~d~*|", [Value, Stop]).

% Truth tables of formulas with the operators below.

:- op(500, yfx, and).
:- op(510, yfx, or).
:- op(520, xfy, implies).
:- op(400, fy, non).

truth(V, V) :- memberchk(V, [0, 1]).
truth(A and B, V) :- truth(A, Va), truth(B, Vb), V is Va * Vb.
truth(A or B, V) :- truth(A, Va), truth(B, Vb), V is max(Va, Vb).
truth(A implies B, V) :- truth(A, Va), truth(B, Vb), V is max(1 - Va, Vb).
truth(non A, V) :- truth(A, Va), V is 1 - Va.

truth_table(Formula) :-
    copy_term(Formula, Named),
    term_variables(Named, Names),
    numbervars(Names, 0, _),
    forall(member(Name, Names), cell(3, Name)),
    format(" | ~p~n", [Named]),
    term_variables(Formula, Variables),
    forall(maplist([X]>>member(X, [0, 1]), Variables),
           (   forall(member(B, Variables), cell(3, B)),
               truth(Formula, V),
               format(" | ~d~n", [V])
           )).

%!  cell(+Width, +Term) is det.
%
%   Wherever the line stands: the cell is laid out by itself.
cell(Width, Term) :-
    format(atom(Cell), "~t~p~*|", [Term, Width]),
    write(Cell).

% Histograms and a calendar.

bar(Label-N) :-
    format("~t~w ~9|~`#t~*+ ~d~n", [Label, N, N]).

%!  calendar(+Days, +First) is det.
%
%   First is the day of the week on which the month begins, 0 for Monday.
calendar(Days, First) :-
    maplist(cell(4), [mo, tu, we, th, fr, sa, su]),
    nl,
    Indent is 4 * First,
    format("~*c", [Indent, 0' ]),
    forall(between(1, Days, D),
           (   cell(4, D),
               (   ( First + D ) mod 7 =:= 0
               ->  nl
               ;   true
               )
           )),
    nl.

numbers :-
    forall(member(N, [7, 42, 255, 1000000]),
           format("~d~t~10|~D~t~22|~8r~t~34|~16r~t~44|~16R~n", [N, N, N, N, N])),
    forall(member(F, [2.75, 3.14159265, 12345.678, 1.0e-5]),
           format("~4f~t~14|~0f~t~22|~3e~t~34|~g~n", [F, F, F, F])),
    format("~2d ~0d ~2f ~a~n", [1234, 1234, 2, done]),
    format("~e ~10f~n", [1.5, 0.1]).

quoting :-
    Term = f('A b', [x, 'Y'], 'it''s', 1 - 2),
    format("~w~n~q~n~p~n", [Term, Term, Term]),
    format("~w and ~i~w~n", [one, two, three]),
    format("100~~, ~c~c, ~3c~*c~n", [0'a, 0'b, 0'-, 2, 0'+]),
    format("~s~n", [[104, 101, 108, 108, 111]]),
    format("no arguments~n"),
    format("~w~30|~w~n", [a, b]),
    format("~a~t~a~20|~a~n", [left, right, next]),
    format("~ta~t~tb~20|c~n"),
    format("one argument: ~w~n", single),
    format('an atom as format: ~w~n', [x+y]),
    format(atom(A), "~t~w~10|", [right]),
    format("[~a]~n", [A]),
    format("~q~n", [[a-1, 'B'-2, []]]).

main :-
    invoice, nl,
    times(6), nl,
    truth_table(A implies B), nl,
    truth_table(non A and B implies B), nl,
    truth_table(A and B or C implies C or A), nl,
    maplist(bar, [red-3, green-10, blue-7]), nl,
    calendar(30, 3), nl,
    numbers, nl,
    quoting.
