/** Dates and times, as terms `date(Year,Month,Day,Hour,Minute,Second,Offset,Zone,DST)` and as seconds since the beginning of 1970.

```
?- parse_time("2024-02-29T12:30:00", Stamp), format_time(string(Text), "%A, %d %B %Y, %H:%M", Stamp).
   Stamp = 1709209800.0, Text = "Thursday, 29 February 2024, 12:30".
```

Time zones are not known: `get_time/1` has the clock of the place, so do these predicates, whatever zone is asked for; an offset in
seconds to the west, as in SWI-Prolog, is counted.
*/

:- module(swi_dates, [stamp_date_time/3, date_time_stamp/2, format_time/3, parse_time/2, parse_time/3, date_time_value/3,
                      day_of_the_week/2, day_of_the_year/2]).

:- use_module(library(charsio), [char_type/2]).
:- use_module(library(dcgs)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(swi_convert)).

%! stamp_date_time(+Stamp:number, -Date, ?Zone) is det.
%
% Date is the date and time of Stamp. Zone is `'UTC'`, `local`, or an offset in seconds.

stamp_date_time(Stamp, date(Y,M,D,H,Mn,S,Offset,Name,-), Zone) :-
    must_be_number(Stamp, stamp_date_time/3),
    (   var(Zone) -> Zone = local
    ;   true
    ),
    zone(Zone, Offset, Name),
    Local is Stamp - Offset,
    Days is floor(Local / 86400),
    Rest is Local - Days * 86400,
    civil(Days, Y, M, D),
    Whole is floor(Rest),
    H is Whole // 3600,
    Mn is Whole mod 3600 // 60,
    S is float(Rest - H * 3600 - Mn * 60).

zone('UTC', 0, 'UTC') :- !.
zone(local, 0, -) :- !.
zone(N, N, -) :- integer(N), !.
zone(Zone, _, _) :- domain_error(time_zone, Zone, stamp_date_time/3).

must_be_number(N, PI) :-
    (   var(N) -> instantiation_error(PI)
    ;   number(N) -> true
    ;   type_error(float, N, PI)
    ).

%! date_time_stamp(+Date, -Stamp) is det.
%
% Stamp is the time of Date, which may be `date(Y,M,D)`. Months, days, hours, minutes and seconds that are too many or too few
% count on from the others.

date_time_stamp(Date, Stamp) :-
    (   nonvar(Date), parts(Date, Y, M, D, H, Mn, S, Offset) -> true
    ;   var(Date) -> instantiation_error(date_time_stamp/2)
    ;   type_error(time, Date, date_time_stamp/2)
    ),
    days(Y, M, D, Days),
    Stamp is float(((Days * 24 + H) * 60 + Mn) * 60 + S + Offset).

parts(date(Y,M,D), Y, M, D, 0, 0, 0, 0).
parts(date(Y,M,D,H,Mn,S,Offset0,_,_), Y, M, D, H, Mn, S, Offset) :-
    (   number(Offset0) -> Offset = Offset0
    ;   Offset = 0
    ).

% days(+Year, +Month, +Day, -Days): since 1970-01-01 in the Gregorian calendar; after H. Hinnant, chrono-compatible low-level
% date algorithms, days_from_civil.
days(Y0, M0, D, Days) :-
    Y1 is Y0 + (M0 - 1) div 12,
    M is (M0 - 1) mod 12 + 1,
    (   M =< 2 -> Y is Y1 - 1
    ;   Y = Y1
    ),
    Era is Y div 400,
    YearOfEra is Y - Era * 400,
    DayOfYear is (153 * ((M + 9) mod 12) + 2) // 5 + D - 1,
    DayOfEra is YearOfEra * 365 + YearOfEra // 4 - YearOfEra // 100 + DayOfYear,
    Days is Era * 146097 + DayOfEra - 719468.

% civil(+Days, -Year, -Month, -Day): civil_from_days there.
civil(Days, Y, M, D) :-
    Z is Days + 719468,
    Era is Z div 146097,
    DayOfEra is Z - Era * 146097,
    YearOfEra is (DayOfEra - DayOfEra // 1460 + DayOfEra // 36524 - DayOfEra // 146096) // 365,
    DayOfYear is DayOfEra - (365 * YearOfEra + YearOfEra // 4 - YearOfEra // 100),
    Shifted is (5 * DayOfYear + 2) // 153,
    D is DayOfYear - (153 * Shifted + 2) // 5 + 1,
    M is (Shifted + 2) mod 12 + 1,
    (   M =< 2 -> Y is YearOfEra + Era * 400 + 1
    ;   Y is YearOfEra + Era * 400
    ).

%! date_time_value(?Field, +Date, ?Value) is nondet.
%
% Field of Date is Value: `year`, `month`, `day`, `hour`, `minute`, `second`, `utc_offset`, `time_zone` if that is known,
% `date`, `time`.

date_time_value(Field, date(Y,M,D,H,Mn,S,Offset,Zone,_), Value) :-
    Values = [year-Y,month-M,day-D,hour-H,minute-Mn,second-S,utc_offset-Offset,time_zone-Zone,date-date(Y,M,D),time-time(H,Mn,S)],
    (   nonvar(Field) -> memberchk(Field-Value0, Values), Value = Value0
    ;   member(Field-Value, Values)
    ),
    Field-Value \== time_zone-(-).

%! day_of_the_week(+Date, -Day:integer) is det.
%
% Day of `date(Y,M,D)` is 1 for Monday to 7 for Sunday.

day_of_the_week(date(Y,M,D), Day) :-
    days(Y, M, D, Days),
    Day is (Days + 3) mod 7 + 1.

%! day_of_the_year(+Date, -Day:integer) is det.
%
% Day of `date(Y,M,D)` is counted from the beginning of the year.

day_of_the_year(date(Y,M,D), Day) :-
    days(Y, M, D, Days),
    days(Y, 1, 1, First),
    Day is Days - First + 1.

%! parse_time(+Text, -Stamp) is semidet.
%
% Stamp is the time that Text tells, in one of the notations of parse_time/3.

parse_time(Text, Stamp) :- parse_time(Text, _, Stamp).

%! parse_time(+Text, ?Notation, -Stamp) is semidet.
%
% Stamp is the time that Text tells in Notation: `iso_8601` as in `2024-02-29`, `20240229`, `2024-02-29T12:30:05.5Z` and
% `2024-02-29 12:30+01:00`, or `rfc_1123` as in `Thu, 29 Feb 2024 12:30:05 GMT`.

parse_time(Text, Notation, Stamp) :-
    text_chars(parse_time/3, Text, Cs),
    (   phrase(moment(Date), Cs) -> Notation = iso_8601
    ;   phrase(message_date(Date), Cs) -> Notation = rfc_1123
    ),
    date_time_stamp(Date, Stamp).

message_date(date(Y,M,D,H,Mn,S,Offset,-,-)) -->
    (   { day(_, [A,B,C|_]) }, [A,B,C,','] -> blanks
    ;   []
    ),
    ( digits(2, D) -> [] ; digits(1, D) ), blanks,
    { month(M, [K,L,N|_]) }, [K,L,N], blanks,
    digits(4, Y), blanks,
    clock(H, Mn, S),
    (   blanks, ( "GMT" | "UTC" | "UT" ) -> { Offset = 0 }
    ;   blanks -> offset(Offset)
    ;   { Offset = 0 }
    ).

blanks --> " ", ( blanks -> [] ; [] ).

moment(date(Y,M,D,H,Mn,S,Offset,-,-)) -->
    digits(4, Y), day_in(Y, M, D),
    (   ( "T" | " " ) -> clock(H, Mn, S), offset(Offset)
    ;   { H = 0, Mn = 0, S = 0, Offset = 0 }
    ).

% day_in(+Year, -Month, -Day): `-02-29` or `0229`, `-W09-4`, `W094` or `W09` (its Monday), `-060`, the number of the day.
day_in(Y, M, D) -->
    (   "-W" -> digits(2, W), "-", digits(1, Day), { day_of_week(Y, W, Day, M, D) }
    ;   "W" -> digits(2, W), ( digits(1, Day) -> [] ; { Day = 1 } ), { day_of_week(Y, W, Day, M, D) }
    ;   "-" -> ( digits(2, M), "-" -> digits(2, D) ; digits(3, N), { N >= 1, N =< 366, M = 1, D = N } )
    ;   digits(2, M), digits(2, D)
    ).

% The days of a date may be more than its month has; so may the days of the first week be fewer than one.
day_of_week(Year, Week, Day, 1, D) :-
    Week >= 1, Week =< 53, Day >= 1, Day =< 7,
    day_of_the_week(date(Year,1,4), Fourth),
    D is 4 - Fourth + (Week - 1) * 7 + Day.

clock(H, Mn, S) -->
    digits(2, H),
    (   ":" -> digits(2, Mn), ( ":" -> seconds(S) ; { S = 0 } )
    ;   digits(2, Mn) -> ( seconds(S) -> [] ; { S = 0 } )
    ;   { Mn = 0, S = 0 }
    ).

seconds(S) -->
    digits(2, S0),
    (   "." -> fraction(Cs), { number_chars(F, ['0','.'|Cs]), S is S0 + F }
    ;   { S = S0 }
    ).

fraction([C|Cs]) --> [C], { char_type(C, decimal_digit) }, ( fraction(Cs) -> [] ; { Cs = [] } ).

% To the west.
offset(Offset) -->
    (   "Z" -> { Offset = 0 }
    ;   sign(Sign) -> digits(2, H), ( ":" -> digits(2, M) ; digits(2, M) -> [] ; { M = 0 } ),
        { Offset is -Sign * (H * 3600 + M * 60) }
    ;   { Offset = 0 }
    ).

sign(1) --> "+".
sign(-1) --> "-".

digits(Count, N) --> { length(Cs, Count) }, digits_(Cs), { number_chars(N, Cs) }.

digits_([]) --> [].
digits_([C|Cs]) --> [C], { char_type(C, decimal_digit) }, digits_(Cs).

%! format_time(+Sink, +Format:text, +Time) is det.
%
% Writes Time, a stamp or a date, to Sink: a stream, or `atom(A)`, `string(S)`, `codes(Cs)`, `chars(Cs)`. In Format `%a %A %b %B %d
% %D %e %f %F %g %G %H %I %j %m %M %n %p %S %T %u %U %V %w %W %y %Y %z %Z %%` mean what they mean in SWI-Prolog, and `%3f` has
% three digits of the fraction of the second.

format_time(Sink, Format, Time) :-
    text_chars(format_time/3, Format, Cs),
    (   number(Time) -> stamp_date_time(Time, Date, local)
    ;   Time = date(Y,M,D) -> Date = date(Y,M,D,0,0,0.0,0,-,-)
    ;   Date = Time
    ),
    (   nonvar(Date), Date = date(_,_,_,_,_,_,_,_,_) -> true
    ;   var(Date) -> instantiation_error(format_time/3)
    ;   type_error(time, Date, format_time/3)
    ),
    phrase(formatted(Cs, Date), Text),
    put_text(Sink, Text).

put_text(Sink, _) :- var(Sink), !, instantiation_error(format_time/3).
put_text(atom(A), Cs) :- !, atom_chars(A, Cs).
put_text(string(S), Cs) :- !, S = '$string'(Cs).
put_text(chars(Cs), Cs) :- !.
put_text(codes(Codes), Cs) :- !, chars_codes(Cs, Codes).
put_text(Stream, Cs) :- put_chars(Cs, Stream).

put_chars([], _).
put_chars([C|Cs], Stream) :- put_char(Stream, C), put_chars(Cs, Stream).

formatted([], _) --> [].
formatted(['%',F|Cs], Date) -->
    { member(F, ['E','O','_']), Cs = [_|_] },
    !,
    formatted(['%'|Cs], Date).
formatted(['%',C,f|Cs], Date) -->
    { char_type(C, decimal_digit) },
    !,
    { number_chars(N, [C]), fraction_digits(N, Date, Ds) },
    seq(Ds),
    formatted(Cs, Date).
formatted(['%',:,z|Cs], Date) -->
    !,
    offset_text(Date, ":"),
    formatted(Cs, Date).
formatted(['%',F|Cs], Date) -->
    !,
    (   field(F, Date) -> []
    ;   { atom_chars(Letters, ['%',F]), throw(error(existence_error(format, Letters), format_time/3)) }
    ),
    formatted(Cs, Date).
formatted([C|Cs], Date) --> [C], formatted(Cs, Date).

field('%', _) --> "%".
field(n, _) --> "\n".
field(t, _) --> "\t".
field('Y', date(Y,_,_,_,_,_,_,_,_)) --> number(Y).
field(y, date(Y,_,_,_,_,_,_,_,_)) --> { N is Y mod 100 }, padded(N, 2, '0').
field('C', date(Y,_,_,_,_,_,_,_,_)) --> { N is Y // 100 }, padded(N, 2, '0').
field(m, date(_,M,_,_,_,_,_,_,_)) --> padded(M, 2, '0').
field(d, date(_,_,D,_,_,_,_,_,_)) --> padded(D, 2, '0').
field(e, date(_,_,D,_,_,_,_,_,_)) --> padded(D, 2, ' ').
field('H', date(_,_,_,H,_,_,_,_,_)) --> padded(H, 2, '0').
field(k, date(_,_,_,H,_,_,_,_,_)) --> padded(H, 2, ' ').
field('I', date(_,_,_,H,_,_,_,_,_)) --> { N is (H + 11) mod 12 + 1 }, padded(N, 2, '0').
field(l, date(_,_,_,H,_,_,_,_,_)) --> { N is (H + 11) mod 12 + 1 }, padded(N, 2, ' ').
field('M', date(_,_,_,_,Mn,_,_,_,_)) --> padded(Mn, 2, '0').
field('S', date(_,_,_,_,_,S,_,_,_)) --> { N is truncate(S) }, padded(N, 2, '0').
field(f, Date) --> { fraction_digits(6, Date, Ds) }, seq(Ds).
field(s, Date) --> { date_time_stamp(Date, Stamp), nearest(Stamp, N) }, number(N).
field(p, date(_,_,_,H,_,_,_,_,_)) --> { H < 12 -> Cs = "AM" ; Cs = "PM" }, seq(Cs).
field('P', date(_,_,_,H,_,_,_,_,_)) --> { H < 12 -> Cs = "am" ; Cs = "pm" }, seq(Cs).
field(j, date(Y,M,D,_,_,_,_,_,_)) --> { day_of_the_year(date(Y,M,D), N) }, padded(N, 3, '0').
field(u, date(Y,M,D,_,_,_,_,_,_)) --> { day_of_the_week(date(Y,M,D), N) }, number(N).
field(w, date(Y,M,D,_,_,_,_,_,_)) --> { day_of_the_week(date(Y,M,D), N0), N is N0 mod 7 }, number(N).
field('V', date(Y,M,D,_,_,_,_,_,_)) --> { week(date(Y,M,D), _, N) }, padded(N, 2, '0').
field('G', date(Y,M,D,_,_,_,_,_,_)) --> { week(date(Y,M,D), N, _) }, number(N).
field(g, date(Y,M,D,_,_,_,_,_,_)) --> { week(date(Y,M,D), N0, _), N is N0 mod 100 }, padded(N, 2, '0').
field('U', date(Y,M,D,_,_,_,_,_,_)) --> { week_from(7, date(Y,M,D), N) }, padded(N, 2, '0').
field('W', date(Y,M,D,_,_,_,_,_,_)) --> { week_from(1, date(Y,M,D), N) }, padded(N, 2, '0').
field('A', date(Y,M,D,_,_,_,_,_,_)) --> { day_of_the_week(date(Y,M,D), N), day(N, Name) }, seq(Name).
field(a, date(Y,M,D,_,_,_,_,_,_)) --> { day_of_the_week(date(Y,M,D), N), day(N, [A,B,C|_]) }, seq([A,B,C]).
field('B', date(_,M,_,_,_,_,_,_,_)) --> { month(M, Name) }, seq(Name).
field(b, date(_,M,_,_,_,_,_,_,_)) --> { month(M, [A,B,C|_]) }, seq([A,B,C]).
field(h, Date) --> field(b, Date).
field('F', Date) --> formatted("%Y-%m-%d", Date).
field('D', Date) --> formatted("%m/%d/%y", Date).
field('T', Date) --> formatted("%H:%M:%S", Date).
field('R', Date) --> formatted("%H:%M", Date).
field(r, Date) --> formatted("%I:%M:%S %p", Date).
field(c, Date) --> formatted("%a %b %e %H:%M:%S %Y", Date).
field(x, Date) --> formatted("%m/%d/%y", Date).
field('X', Date) --> formatted("%H:%M:%S", Date).
field('+', Date) --> formatted("%a %b %e %H:%M:%S %Y", Date).
field(z, Date) --> offset_text(Date, "").
field('Z', date(_,_,_,_,_,_,_,Zone,_)) -->
    { Zone == (-) -> Cs = "" ; atom_chars(Zone, Cs) },
    seq(Cs).

offset_text(date(_,_,_,_,_,_,Offset,_,_), Between) -->
    { number(Offset) -> true ; Offset = 0 },
    { Minutes is abs(Offset) // 60, H is Minutes // 60, M is Minutes mod 60, ( Offset > 0 -> Sign = "-" ; Sign = "+" ) },
    seq(Sign), padded(H, 2, '0'), seq(Between), padded(M, 2, '0').

% nearest(+Stamp, -N): the even one of two integers that are as near.
nearest(Stamp, N) :-
    Low is floor(Stamp),
    (   Stamp - Low =:= 0.5 -> N is Low + Low mod 2
    ;   N is round(Stamp)
    ).

number(N) --> { number_chars(N, Cs) }, seq(Cs).

% fraction_digits(+N, +Date, -Digits): the fraction of the second, rounded to N digits. What would be a whole second stays below.
fraction_digits(N, date(_,_,_,_,_,S,_,_,_), Ds) :-
    Max is 10 ^ N - 1,
    F is min(round((S - truncate(S)) * 10 ^ N), Max),
    (   N =:= 0 -> Ds = []
    ;   phrase(padded(F, N, '0'), Ds)
    ).

% week(+Date, -Year, -Week): that of ISO 8601, which belongs to the year in which its Thursday is.
week(Date, Year, Week) :-
    Date = date(Y,M,D),
    day_of_the_week(Date, Day),
    days(Y, M, D, Days),
    Thursday is Days + 4 - Day,
    civil(Thursday, Year, M1, D1),
    day_of_the_year(date(Year,M1,D1), N),
    Week is (N - 1) // 7 + 1.

% week_from(+First, +Date, -Week): weeks begin with the day First, the first of the year is week 1.
week_from(First, Date, Week) :-
    day_of_the_week(Date, Day),
    day_of_the_year(Date, N),
    Week is (N - 1 + 7 - (Day - First) mod 7) // 7.

padded(N, Width, Char) --> { number_chars(N, Cs), length(Cs, L), More is max(0, Width - L) }, filled(More, Char), seq(Cs).

filled(0, _) --> !, [].
filled(N, Char) --> [Char], { M is N - 1 }, filled(M, Char).

day(1, "Monday"). day(2, "Tuesday"). day(3, "Wednesday"). day(4, "Thursday"). day(5, "Friday"). day(6, "Saturday").
day(7, "Sunday").

month(1, "January"). month(2, "February"). month(3, "March"). month(4, "April"). month(5, "May"). month(6, "June").
month(7, "July"). month(8, "August"). month(9, "September"). month(10, "October"). month(11, "November").
month(12, "December").

?- stamp_date_time(0, Date, 'UTC').
   Date = date(1970,1,1,0,0,0.0,0,'UTC',-).

?- stamp_date_time(-1.5, date(Y,M,D,H,Mn,S,_,_,_), local).
   Y = 1969, M = 12, D = 31, H = 23, Mn = 59, S = 58.5.

?- member(Text, ["2000-02-29","19991231T235959Z","2024-02-29T12:30:05.5+01:00"]), parse_time(Text, Stamp).
   Text = "2000-02-29", Stamp = 951782400.0
;  Text = "19991231T235959Z", Stamp = 946684799.0
;  Text = "2024-02-29T12:30:05.5+01:00", Stamp = 1709206205.5.

?- parse_time("no date", _).
   false.

?- date_time_stamp(date(2024,14,1), S), stamp_date_time(S, D, 'UTC'), date_time_value(date, D, Date).
   S = 1738368000.0, D = date(2025,2,1,0,0,0.0,0,'UTC',-), Date = date(2025,2,1).

?- format_time(atom(A), '%a %F %T %j %p %z|%y%e', date(2024,7,4,15,4,5.25,0,'UTC',-)).
   A = 'Thu 2024-07-04 15:04:05 186 PM +0000|24 4'.

?- member(D, [date(2024,12,30),date(2021,1,3),date(2023,1,1)]), format_time(atom(A), '%G %V %U %W', D).
   D = date(2024,12,30), A = '2025 01 52 53'
;  D = date(2021,1,3), A = '2020 53 01 00'
;  D = date(2023,1,1), A = '2022 52 01 00'.

?- format_time(atom(A), '%S.%3f', date(2024,7,4,15,4,5.25,0,'UTC',-)).
   A = '05.250'.

?- format_time(atom(A), '%:z %3f %s', date(2023,12,31,0,5,59.9999,19800,-,-)).
   A = '-05:30 999 1704000960'.

?- findall(D, ( member(T, ['2024-W06-1',"2024W06",'2021W537','2024-036']), parse_time(T, S), stamp_date_time(S, D0, 'UTC'), date_time_value(date, D0, D) ), Ds).
   Ds = [date(2024,2,5),date(2024,2,5),date(2022,1,9),date(2024,2,5)].

?- parse_time('Fri, 08 Dec 2006 15:29:44 GMT', Notation, Stamp).
   Notation = rfc_1123, Stamp = 1165591784.0.

?- day_of_the_week(date(2026,11,26), D).
   D = 4.

?- format_time(atom(_), "%Q", 0).
   error(existence_error(format,'%Q'),_).
