/*  Text as it is met every day: what strings are, how they are written, read and compared.  */

:- dynamic greeting/1.
:- dynamic noted/1.

greeting(X) :- format("Hello ~w!~n", [X]).

noted("a fact").

colour("red").
colour(green).
colour([b,l,u,e]).

kind(X, string) :- string(X), !.
kind(X, atom) :- atom(X), !.
kind(X, list) :- is_list(X), !.
kind(_, other).

word --> "a", rest.
rest --> "b", !, rest.
rest --> [].

%  goal(Goal): the outcome of Goal, without the context of errors.
goal(Goal) :-
    catch(( call(Goal) -> true ; writeln(no) ), error(E, _), ( print(E), nl )).

line(1) :- X = "var", writeln(X).
line(2) :- X = "var", print(X), nl.
line(3) :- X = "it's", writeq(f(X, 'it''s', [a,b])), nl.
line(4) :- format("Hello ~w!~n", ["Bob"]).
line(5) :- format("~a ~w ~q ~p ~s~n", ["a", "b", "c", "d", "e"]).
line(6) :- greeting("Ann").
line(7) :- string_concat("ab", "cd", S), writeln(S).
line(8) :- maplist(writeln, ["p", "q"]).
line(9) :- forall(colour(C), ( kind(C, K), writeq(C-K), nl )).
line(10) :- atom_string(A, "xyz"), atom(A), writeln(A).
line(11) :- forall(member(T, [atomic, compound, callable, atom, is_list]), ( call(T, abc) -> writeln(T) ; true )).
line(12) :- ( atomic("abc") -> writeln(atomic) ; writeln(compound) ).
line(13) :- ( compound("abc") -> writeln(compound) ; writeln(none) ).
line(14) :- functor("abc", N, A), writeq(N/A), nl.
line(15) :- "abc" =.. L, writeq(L), nl.
line(16) :- goal(arg(1, "abc", _)).
line(17) :- msort([b, "b", 1, f(x), "a", 2.0, a, "B"], L), writeq(L), nl.
line(18) :- sort(0, @>=, ["b", "a", "c", "a"], L), print(L), nl.
line(19) :- ( "abc" == "abc", "abc" \== abc, "abc" \= [a,b,c] -> writeln(different) ; writeln(same) ).
line(20) :- assertz((shout(X) :- string_upper(X, Y), format("~w!~n", [Y]))), shout("hey").
line(21) :- clause(greeting(x), Body), print(Body), nl.
line(22) :- retract((greeting(_) :- _)), goal(greeting("Bob")).
line(23) :- term_to_atom(T, 'f("a b", c)'), T = f(S, _), kind(S, K), writeln(K).
line(24) :- term_string(T, "p(\"s\", 'Q')"), print(T), nl.
line(25) :- split_string("/home//jan  ", "/", " ", L), print(L), nl.
line(26) :- atomic_list_concat(["a", b, 1, 2.5], R), print(R), nl.
line(27) :- atomic_list_concat(L, ',', 'a,b'), print(L), nl.
line(28) :- string_codes("hi", Cs), print(Cs), string_chars(S, [h,i]), print(S), nl.
line(29) :- sub_string("hello world", B, _, 0, "world"), print(B), nl.
line(30) :- findall(S, sub_string("abc", _, 2, _, S), Ss), print(Ss), nl.
line(31) :- goal(length("abc", _)).
line(32) :- goal(atom_length("abc", N)), print(N), nl.
line(33) :- X is "a" + 0, print(X), nl.
line(34) :- with_output_to(string(S), ( write(a), print("b") )), string_length(S, N), print(S-N), nl.
line(35) :- catch(throw("oops"), Ball, ( print(caught(Ball)), nl )).
line(36) :- string_codes("abbb", Cs), ( phrase(word, Cs) -> writeln(word) ; writeln(no) ).
line(37) :- atom_concat(abc, "def", T), kind(T, K), writeln(K), string_concat(abc, def, U), kind(U, V), writeln(V).
line(38) :- write_canonical(f("s", 'A', [x|_], 1 + 2)), nl.
line(39) :- write_term(["a", 'B', "c"], [quoted(true), max_depth(0)]), nl.
line(40) :- append(X, Y, [a,b]), print(X-Y), nl, fail.
line(40).
line(41) :- string_code(1, "abc", C), char_code(Ch, C), print(Ch), nl.
line(42) :- number_string(N, "42"), print(N), nl, number_codes(M, "7"), print(M), nl.
line(43) :- noted(X), string(X), \+ noted('a fact'), print(X), nl.
line(44) :- nb_setval(key, "value"), nb_getval(key, V), print(V), nl.
line(45) :- read_term_from_atom('g("x", [y])', T, []), print(T), nl.
line(46) :- read_back("fact(\"text\", [t], 'A', \"\").\n", T), print(T), nl.
line(47) :- sformat_(S), print(S), nl.
line(48) :- setof(K-C, kind_of(C, K), L), print(L), nl.

sformat_(S) :- format(string(S), "~w and ~q", ["s", "t"]).

kind_of(C, K) :- colour(C), kind(C, K).

read_back(Text, Term) :-
    tmp_file_name(File),
    open(File, write, Out),
    write(Out, Text),
    close(Out),
    open(File, read, In),
    read(In, Term),
    close(In),
    delete_file(File).

tmp_file_name('/tmp/chesslog-swi-text.pl').

main :-
    forall(between(1, 48, N), ( format("~w: ", [N]), once(line(N)) -> true ; writeln(failed) )).
