/** Dates: stamps, dates, formats and arithmetic with days; all in UTC.
*/

show(X) :- print(X), nl.

stamp(Y/M/D, S) :- date_time_stamp(date(Y,M,D,0,0,0,0,-,-), S).

days_between(D1, D2, N) :- stamp(D1, S1), stamp(D2, S2), N is round((S2 - S1) / 86400).

add_days(Y/M/D, N, Date) :-
    stamp(Y/M/D, S), T is S + N * 86400,
    stamp_date_time(T, date(Y1,M1,D1,_,_,_,_,_,_), 'UTC'), Date = Y1/M1/D1.

leap(Y) :- ( Y mod 4 =:= 0, Y mod 100 =\= 0 ; Y mod 400 =:= 0 ), !.

month_length(Y, 2, 29) :- leap(Y), !.
month_length(_, M, N) :- nth1(M, [31,28,31,30,31,30,31,31,30,31,30,31], N).

easter(Y, M/D) :-
    A is Y mod 19, B is Y // 100, C is Y mod 100, D0 is B // 4, E is B mod 4, F is (B + 8) // 25, G is (B - F + 1) // 3,
    H is (19 * A + B - D0 - G + 15) mod 30, I is C // 4, K is C mod 4, L is (32 + 2 * E + 2 * I - H - K) mod 7,
    N is (A + 11 * H + 22 * L) // 451, M is (H + L - 7 * N + 114) // 31, D is (H + L - 7 * N + 114) mod 31 + 1.

month(Y, M) :-
    format_time(atom(Title), '%B %Y', date(Y,M,1,0,0,0,0,-,-)), format("~t~w~t~21|~n Mo Tu We Th Fr Sa Su~n", [Title]),
    day_of_the_week(date(Y,M,1), W), Skip is (W - 1) * 3, format("~*c", [Skip, 0' ]),
    month_length(Y, M, N),
    forall(between(1, N, D), ( format(atom(A), "~t~d~3|", [D]), write(A), ( ( W + D - 1 ) mod 7 =:= 0 -> nl ; true ) )), nl.

formats(Stamp) :-
    forall(member(F, ['%Y-%m-%d', '%d/%m/%y', '%H:%M:%S', '%I:%M %p', '%A', '%a', '%B', '%b', '%j', '%u', '%w', '%e', '%FT%T', '%D', '%R', '%s', '%V', '%G', '%U', '%W',
                      '%C', '%k', '%l', '%n', '%t', '%%', '%h', '%y', '%Z', '%z', '%c', '%x', '%X', '%r', '%3f', '%+']),
           ( stamp_date_time(Stamp, Date, 'UTC'), format_time(atom(A), F, Date), show(F-A) )).

main :-
    stamp_date_time(0, D0, 'UTC'), show(D0),
    stamp_date_time(1700000000.25, D1, 'UTC'), show(D1),
    date_time_stamp(D1, S1), show(S1),
    date_time_stamp(date(2000,1,1,0,0,0,0,-,-), S2), show(S2),
    date_time_stamp(date(2023,14,35,0,0,0,0,-,-), S3), show(S3),
    stamp_date_time(S3, D3, 'UTC'), show(D3),
    forall(member(K, [year, month, day, hour, minute, second, utc_offset, date, time]), ( date_time_value(K, D1, V) -> show(K-V) ; show(K) )),
    formats(1700000000),
    stamp_date_time(784111777, Dr, 'UTC'), format_time(atom(R), '%a, %d %b %Y %T GMT', Dr), show(R),
    forall(member(T, ['2006-12-08', '2006-12-08T17:29:44', '2006-12-08T17:29:44Z', '2006-12-08T17:29:44+02:00', '20061208', 'Fri, 08 Dec 2006 15:29:44 GMT', nonsense]),
           ( parse_time(T, Stamp) -> Whole is truncate(Stamp), show(T-Whole) ; show(T-none) )),
    ( parse_time('2006-12-08', F1, S4) -> show(F1-S4) ; true ),
    days_between(2024/1/1, 2024/12/31, N), show(N), add_days(2024/2/27, 3, D), show(D), add_days(2023/12/31, 1, Dn), show(Dn),
    findall(Y, ( between(1896, 1912, Y), leap(Y) ), Ls), show(Ls), easter(2024, E), show(E), easter(2000, E2), show(E2),
    findall(W, ( member(Dt, [date(2024,2,29), date(1999,12,31), date(1970,1,1)]), day_of_the_week(Dt, W) ), Ws), show(Ws),
    findall(Y, ( between(2000, 2030, Y), day_of_the_week(date(Y,10,13), 5) ), Fridays), show(Fridays),
    month(2024, 2), month(2023, 10),
    get_time(Now), ( Now > 1.6e9 -> show(now) ; true ), ( float(Now) -> show(float) ; true ),
    ( date_time_stamp(date(2024,1,1,12,0,0,-3600,-,-), Sz) -> show(Sz) ; true ),
    catch(stamp_date_time(foo, _, 'UTC'), error(Err, _), show(Err)),
    catch(format_time(atom(_), '%Y', foo), error(Err2, _), show(Err2)).
