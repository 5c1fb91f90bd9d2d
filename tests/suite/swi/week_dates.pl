% Dates by week and by day of the year, and formats of times that are used less.

main :-
    forall(member(Text, ['2024-W06-1','2024W061','2024W06','2024-W06-1T10:00:00Z','2024-036','2024-036T01:00','2024-366','2024-W54-1',
                         '2024-W06-8','2024-000','2024-02-05']),
           parsed(Text)),
    Date = date(2023,12,31,0,5,59.999,19800,-,-),
    forall(member(F, ['%:z','%z','%3f','%s','%E','%q']), formatted(F, Date)),
    formatted('%:z', date(2024,2,5,7,8,9.125,-3600,-,-)),
    forall(member(S, [1700000000.5,1700000001.5,0.25]), formatted('%s', S)),
    ( date_time_value(time_zone, date(2024,2,5,7,8,9.125,0,'UTC',-), Zone) -> writeq(Zone) ; writeq(unknown) ), nl,
    ( date_time_value(time_zone, Date, Zone1) -> writeq(Zone1) ; writeq(unknown) ), nl,
    findall(K, date_time_value(K, Date, _), Ks),
    writeq(Ks), nl.

parsed(Text) :-
    (   parse_time(Text, Stamp) -> writeq(Text-Stamp)
    ;   writeq(Text-none)
    ),
    nl.

formatted(Format, Time) :-
    catch(( format_time(atom(Text), Format, Time), writeq(Format-Text) ), error(E, _), writeq(Format-E)),
    nl.
