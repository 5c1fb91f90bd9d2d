/*  Arguments of the program and what the session knows of itself.  */

:- dynamic noted/1.

note(X) :- assertz(noted(X)).

:- initialization(note(loaded)).
:- initialization(note(now), now).
:- initialization(note(after_load), after_load).

options([], []).
options(['--verbose'|As], [verbose|Os]) :- !, options(As, Os).
options([A|As], [file(A)|Os]) :- options(As, Os).

main :-
    current_prolog_flag(argv, Argv),
    ( is_list(Argv), maplist(atom, Argv) -> writeln(atoms) ; writeln(other) ),
    options(['--verbose','a.pl'], Os), print(Os), nl,
    findall(X, noted(X), Xs), print(Xs), nl,
    ( current_prolog_flag(version, V), integer(V), V >= 70000 -> writeln(version) ; writeln(none) ),
    ( current_prolog_flag(unix, true) -> writeln(unix) ; writeln(other) ),
    ( current_prolog_flag(max_tagged_integer, M), M > 1000000 -> writeln(tagged) ; writeln(none) ),
    argv_options(['--depth=3','--name=bob','--verbose',file1,'--no-color'], Pos, Opts), print(Pos), nl, msort(Opts, Sorted), print(Sorted), nl,
    option(depth(D), Opts), print(D), nl,
    option(missing(Y), Opts, default), print(Y), nl,
    select_option(name(N), Opts, Rest), print(N), nl, length(Rest, L), print(L), nl,
    merge_options([a(1)], [a(2),b(3)], Merged), print(Merged), nl,
    getenv('PATH', Path), ( atom(Path) -> writeln(path) ; writeln(none) ),
    ( getenv('NO_SUCH_VARIABLE_HERE', _) -> writeln(yes) ; writeln(no) ),
    setenv(course_variable, 42), getenv(course_variable, C), print(C), nl,
    working_directory(W, W), ( atom(W) -> writeln(directory) ; writeln(none) ),
    statistics(runtime, [R|_]), ( integer(R) -> writeln(runtime) ; writeln(none) ),
    statistics(inferences, I), ( integer(I) -> writeln(inferences) ; writeln(none) ),
    get_time(T), ( float(T) -> writeln(time) ; writeln(none) ),
    prolog_load_context_outside.

prolog_load_context_outside :-
    ( prolog_load_context(source, _) -> writeln(loading) ; writeln(not_loading) ).
