% Terms and characters from a file, one after the other.

text('item(pear, 2e3).\n').
text('f(p:-q). [x=1, y:-2]. "\\u0042".\n').
text('% a comment. with stops.\n').
text('`abc`. 0\'a. 0\'\'. - 1. -1. 1.5.\n').
text('"two\nlines". \'a.\nb\'. /* x. */ "abc". [a,b].\n').
text('p(X, Y, X). a:b:c. {x,y}. X = "s".\n').

:- dynamic queue/1, seen_it/1, step/2.

main :-
    tmp_file(terms, File),
    setup_call_cleanup(open(File, write, Out), forall(text(T), write(Out, T)), close(Out)),
    open(File, read, In),
    read_all(In),
    close(In),
    mixed(File),
    old(File),
    mistakes(File),
    delete_file(File),
    queues.

read_all(In) :-
    read(In, T),
    (   T == end_of_file -> writeln(end)
    ;   print_term_of(T),
        read_all(In)
    ).

print_term_of(T) :-
    \+ \+ ( numbervars(T, 0, _), print(T), nl ).

% What stands behind the full stop is still there.
mixed(File) :-
    open(File, read, In),
    read(In, A),
    get_char(In, C),
    peek_char(In, P),
    read(In, B),
    read_line_to_string(In, Rest),
    read_term(In, D, [variable_names(_)]),
    get_code(In, E),
    close(In),
    print([A,C,P,B,Rest,D,E]), nl.

old(File) :-
    see(File),
    read(X),
    get0(C),
    read(Y),
    seen,
    print(X-C-Y), nl.

mistakes(File) :-
    setup_call_cleanup(open(File, write, Out), write(Out, 'a(1).\n\nb(x y).\nc.\n'), close(Out)),
    open(File, read, In),
    read(In, A),
    catch(( read(In, _), writeln(read) ), error(syntax_error(_), _), writeln(mistake)),
    read(In, B),
    read(In, C),
    close(In),
    print([A,B,C]), nl.

queues :-
    forall(between(1, 5000, I), assertz(queue(I))),
    drained(0, N),
    writeln(N),
    forall(between(1, 40, I), assertz(queue(I))),
    % What comes in between is not seen.
    forall(( retract(queue(X)), X < 1000 ), ( Y is X + 1000, assertz(queue(Y)), asserta(queue(Y)) )),
    findall(X, queue(X), Xs),
    length(Xs, L),
    nth1(1, Xs, First),
    last(Xs, Last),
    writeln(L-First-Last),
    retract(queue(1040)), !,
    findall(X, ( retract(queue(X)), X > 1030 ), Ys),
    writeln(Ys),
    ( retract(queue(_)) -> true ; writeln(empty) ),
    assertz(step(1, a)), assertz(step(2, b)), assertz(( step(3, c) :- true )), assertz(( step(4, X1) :- X1 = d )),
    findall(S-T, retract(step(S, T)), Steps),
    writeln(Steps),
    findall(S, clause(step(S, _), _), Left),
    writeln(Left).

drained(N0, N) :-
    retract(queue(X)), !,
    assertz(seen_it(X)),
    retract(seen_it(X)),
    N1 is N0 + 1,
    drained(N1, N).
drained(N, N).
