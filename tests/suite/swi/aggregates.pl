/** All solutions: findall, bagof, setof, aggregation and the order of answers.

The data are the employees of a small firm.

    ?- payroll(sales, Sum).
    Sum = 9200.
*/

:- use_module(library(aggregate)).
:- use_module(library(solution_sequences)).
:- use_module(library(pairs)).

%!  employee(?Name, ?Department, ?Salary, ?Since) is nondet.
employee(adams,  sales,    3100, 2011).
employee(brown,  research, 5200, 2003).
employee(clark,  research, 4100, 2015).
employee(davis,  sales,    2900, 2018).
employee(evans,  board,    9800, 1999).
employee(fisher, sales,    3200, 2007).
employee(grant,  research, 4100, 2020).
employee(hill,   canteen,  2100, 2012).

%!  boss(?Boss, ?Department) is nondet.
boss(fisher, sales).
boss(brown, research).
boss(evans, board).

%!  speaks(?Name, ?Language) is nondet.
speaks(adams, english).
speaks(adams, french).
speaks(brown, english).
speaks(clark, german).
speaks(clark, english).
speaks(davis, spanish).
speaks(evans, english).
speaks(evans, german).
speaks(grant, polish).

department(D) :-
    setof(D0, N^S^Y^employee(N, D0, S, Y), Ds),
    member(D, Ds).

payroll(D, Sum) :-
    aggregate_all(sum(S), employee(_, D, S, _), Sum).

average(D, Average) :-
    aggregate_all(count, employee(_, D, _, _), N),
    N > 0,
    payroll(D, Sum),
    Average is Sum / N.

%!  median(+Numbers, -Median) is semidet.
median(Numbers, Median) :-
    msort(Numbers, Sorted),
    length(Sorted, N),
    N > 0,
    H is N // 2,
    (   N mod 2 =:= 1
    ->  nth0(H, Sorted, Median)
    ;   G is H - 1,
        nth0(G, Sorted, A),
        nth0(H, Sorted, B),
        Median is (A + B) / 2
    ).

%!  everybody_speaks(?Language, +Department) is nondet.
everybody_speaks(Language, Department) :-
    distinct(Language, speaks(_, Language)),
    forall(employee(Name, Department, _, _), speaks(Name, Language)).

%!  solitary(-Name) is nondet.
solitary(Name) :-
    employee(Name, D, _, _),
    \+ ( employee(Other, D, _, _), Other \== Name ).

exercise(findall) :-
    findall(N, employee(N, sales, _, _), Names),
    writeln(Names),
    findall(N-S, ( employee(N, _, S, _), S > 4000 ), Rich),
    writeln(Rich),
    findall(X, employee(X, moon, _, _), Nobody),
    writeln(Nobody),
    findall(L, speaks(adams, L), Languages, [latin]),
    writeln(Languages).
exercise(bagof) :-
    forall(bagof(N, S^Y^employee(N, D, S, Y), Names),
           format("~w: ~w~n", [D, Names])),
    (   bagof(N, employee(N, moon, _, _), Names)
    ->  writeln(Names)
    ;   writeln('nobody on the moon')
    ).
exercise(setof) :-
    setof(L, N^speaks(N, L), Languages),
    writeln(Languages),
    forall(setof(N, speaks(N, L), Names),
           ( length(Names, Count), format("~w (~d): ~w~n", [L, Count, Names]) )),
    setof(S-N, D^Y^( employee(N, D, S, Y), S >= 4100 ), ByName),
    writeln(ByName),
    setof(S-Ns, setof(N, D^Y^employee(N, D, S, Y), Ns), BySalary),
    print(BySalary), nl.
exercise(aggregate_all) :-
    aggregate_all(count, employee(_, _, _, _), N),
    aggregate_all(sum(S), employee(_, _, S, _), Sum),
    aggregate_all(max(S), employee(_, _, S, _), Max),
    aggregate_all(min(S, M), employee(M, _, S, _), Min),
    aggregate_all(max(Y, E), employee(E, _, _, Y), max(_, Newest)),
    aggregate_all(bag(D), employee(_, D, _, _), Bag),
    aggregate_all(set(D), employee(_, D, _, _), Set),
    format("~d employees, ~d in all, ~w the most, ~q, newest ~w~n",
           [N, Sum, Max, Min, Newest]),
    writeln(Bag),
    writeln(Set),
    aggregate_all(r(count, max(Y), sum(S)), employee(_, research, S, Y), R),
    writeln(R),
    (   aggregate_all(max(S), employee(_, moon, S, _), _)
    ->  true
    ;   writeln('no maximum of nothing')
    ),
    aggregate_all(count, fail, Zero),
    writeln(Zero).
exercise(aggregate) :-
    forall(aggregate(count, N^S^Y^employee(N, D, S, Y), Count),
           format("~w~t~12|~d~n", [D, Count])),
    forall(aggregate(max(S, N), Y^employee(N, D, S, Y), max(Best, Who)),
           format("~w~t~12|~w~t~20|~d~n", [D, Who, Best])).
exercise(averages) :-
    forall(( department(D), average(D, A) ),
           format("~w~t~12|~t~2f~8+~n", [D, A])),
    findall(S, employee(_, _, S, _), Salaries),
    median(Salaries, M),
    format("median ~w~n", [M]),
    sumlist(Salaries, Sum), max_list(Salaries, Max), min_list(Salaries, Min),
    writeln([Sum, Max, Min]).
exercise(forall) :-
    (   forall(boss(B, D), employee(B, D, _, _))
    ->  writeln('bosses work where they rule')
    ;   writeln('some boss works elsewhere')
    ),
    (   forall(( boss(B, D), employee(B, D, S, _), employee(_, D, S1, _) ), S >= S1)
    ->  writeln('bosses earn the most')
    ;   writeln('some boss earns less')
    ),
    (   forall(employee(N, _, _, _), speaks(N, _))
    ->  writeln('all speak')
    ;   findall(N, ( employee(N, _, _, _), \+ speaks(N, _) ), Mute),
        writeln(mute(Mute))
    ),
    forall(everybody_speaks(L, board), writeln(L)),
    findall(N, solitary(N), Solitary),
    writeln(Solitary).
exercise(order) :-
    forall(limit(3, order_by([desc(S), asc(N)], employee(N, _, S, _))),
           format("~w ~d~n", [N, S])),
    findall(D, distinct(D, employee(_, D, _, _)), Ds),
    writeln(Ds),
    findall(N, offset(6, employee(N, _, _, _)), Late),
    writeln(Late),
    findnsols(3, N, employee(N, _, _, _), Firsts),
    !,
    writeln(Firsts).

main :-
    forall(member(Exercise, [findall, bagof, setof, aggregate_all, aggregate,
                             averages, forall, order]),
           (   format("~`-t ~w ~`-t~30|~n", [Exercise]),
               (   exercise(Exercise)
               ->  true
               ;   writeln('failed')
               )
           )).
