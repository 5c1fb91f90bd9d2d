/*  Facts that are written to a file and loaded again; programs read as terms.  */

:- dynamic person/2, known/1, loaded_rule/1.

person("Ann Lee", 30).
person('Bob', 40).
person(carl, [a,'B',"c"]).

saved('/tmp/swi-course-load-saved.pl').

save(File) :-
    setup_call_cleanup(tell(File), listing(person/2), told).

save_clauses(File) :-
    open(File, write, S),
    format(S, ":- dynamic(known/1).~n", []),
    forall(person(N, A), ( writeq(S, known(N-A)), write(S, '.'), nl(S) )),
    print_message(silent, saved(File)),
    write_canonical(S, known('with \'quotes\''-"str")), writeln(S, '.'),
    write_term(S, known(1+2), [fullstop(true), nl(true), quoted(true)]),
    portray_clause(S, (loaded_rule(X) :- known(X-_), \+ X == carl)),
    close(S).

terms_of(File, Terms) :-
    open(File, read, S),
    read(S, T),
    rest(T, S, Terms),
    close(S).

rest(end_of_file, _, []) :- !.
rest(T, S, [T|Ts]) :- read(S, T1), rest(T1, S, Ts).

main :-
    saved(File),
    save(File),
    retractall(person(_, _)),
    consult(File),
    forall(person(N, A), ( writeq(N-A), nl )),
    save_clauses(File),
    load_files(File, [silent(true)]),
    forall(known(X), ( print(X), nl )),
    forall(loaded_rule(X), ( print(X), nl )),
    terms_of(File, Terms), length(Terms, Len), print(Len), nl,
    last(Terms, Last), numbervars(Last, 0, _), print(Last), nl,
    read_file_to_terms(File, [First|_], []), print(First), nl,
    read_file_to_string(File, Text, []), split_string(Text, "\n", "", Lines), length(Lines, L2), print(L2), nl,
    exists_file(File), delete_file(File), \+ exists_file(File), writeln(deleted).
