/** Files as in the books of Bratko and of Clocksin and Mellish, the recorded database, dates, attributed variables, trees. */

:- use_module(library(date)).
:- use_module(library(rbtrees)).

% --- files ------------------------------------------------------------------------------------

file('/tmp/chesslog-course-file').

write_squares(N) :-
    file(File),
    tell(File),
    forall(between(1, N, I), ( Square is I * I, write(square(I, Square)), write('.'), nl )),
    told.

read_all(Terms) :-
    file(File),
    see(File),
    read(Term),
    rest(Term, Terms),
    seen.

rest(end_of_file, []) :- !.
rest(Term, [Term|Terms]) :- read(Next), rest(Next, Terms).

files :-
    write_squares(3),
    read_all(Terms),
    print(Terms), nl,
    file(File),
    see(File), read(First), see(user), see(File), read(Second), seen,
    print(First/Second), nl,
    catch(see('/no/such/file'), error(E, _), ( print(E), nl )),
    delete_file(File).

% --- the recorded database ----------------------------------------------------------------------

records :-
    recordz(visited, a),
    recordz(visited, b, Reference),
    recorda(visited, c),
    findall(X, recorded(visited, X), Xs),
    print(Xs), nl,
    erase(Reference),
    findall(X, recorded(visited, X), Ys),
    print(Ys), nl,
    recorda(edge(1, 2), weight(3)),
    (   recorded(edge(_, _), weight(W)) -> print(W), nl
    ;   true
    ),
    (   recorded(nothing, _) -> true
    ;   write('nothing is recorded'), nl
    ).

% --- dates ------------------------------------------------------------------------------------

dates :-
    stamp_date_time(0, Date, 'UTC'),
    print(Date), nl,
    date_time_stamp(date(2024,2,29,12,30,0,0,-,-), Stamp),
    Whole is truncate(Stamp),
    print(Whole), nl,
    format_time(atom(Day), '%A, %d %B %Y', date(2024,2,29,12,30,0,0,-,-)),
    print(Day), nl,
    format_time(user_output, '%Y-%m-%d %H:%M:%S %j', date(1999,12,31,23,59,58,0,-,-)), nl,
    day_of_the_week(date(2024,2,29), N),
    print(N), nl,
    parse_time('2024-03-01T00:00:00', Parsed),
    Days is truncate(Parsed) // 86400,
    print(Days), nl,
    date_time_value(year, Date, Year),
    print(Year), nl.

% --- attributed variables -----------------------------------------------------------------------

attributes :-
    put_attr(X, seen, [1]),
    get_attr(X, seen, Value),
    print(Value), nl,
    (   put_attr(X, seen, [2]), fail
    ;   get_attr(X, seen, Value2), print(Value2), nl
    ),
    del_attr(X, seen),
    (   get_attr(X, seen, _) -> true
    ;   write(gone), nl
    ),
    (   attvar(X) -> true
    ;   write(plain), nl
    ),
    frozen(X, Goal),
    print(Goal), nl.

% --- trees ------------------------------------------------------------------------------------

count(Word, T0, T) :-
    (   rb_lookup(Word, N0, T0) -> N is N0 + 1, rb_update(T0, Word, N, T)
    ;   rb_insert_new(T0, Word, 1, T)
    ).

trees :-
    rb_new(T0),
    foldl(count, [the,knight,takes,the,rook,and,the,pawn,takes,the,knight], T0, T),
    rb_visit(T, Pairs),
    print(Pairs), nl,
    rb_keys(T, Keys),
    print(Keys), nl,
    rb_min(T, Min, _), rb_max(T, Max, MaxN),
    print(Min/Max/MaxN), nl,
    rb_next(T, knight, Next, _), rb_previous(T, knight, Previous, _),
    print(Previous/Next), nl,
    rb_delete(T, the, Less), rb_size(Less, Size),
    print(Size), nl.

main :- files, records, dates, attributes, trees.
