/** Definite clause grammars: parsing, generating, pushback, and whole files with library(pure_input).
*/

:- use_module(library(dcg/basics)).
:- use_module(library(dcg/high_order)).
:- use_module(library(pure_input)).

% 1. English, with agreement and a parse tree.

sentence(s(NP, VP)) --> noun_phrase(Number, NP), verb_phrase(Number, VP).

noun_phrase(Number, np(D, N)) --> determiner(Number, D), noun(Number, N).

verb_phrase(Number, vp(V)) --> verb(Number, intransitive, V).
verb_phrase(Number, vp(V, NP)) --> verb(Number, transitive, V), noun_phrase(_, NP).

determiner(_, d(the)) --> [the].
determiner(singular, d(a)) --> [a].
noun(singular, n(cat)) --> [cat].
noun(plural, n(cats)) --> [cats].
noun(singular, n(dog)) --> [dog].
verb(singular, intransitive, v(sleeps)) --> [sleeps].
verb(plural, intransitive, v(sleep)) --> [sleep].
verb(singular, transitive, v(sees)) --> [sees].

% 2. Contexts: a^n b^n c^n, and palindromes.

anbncn --> as(N), bs(N), cs(N).

as(0) --> [].
as(s(N)) --> [a], as(N).
bs(0) --> [].
bs(s(N)) --> [b], bs(N).
cs(0) --> [].
cs(s(N)) --> [c], cs(N).

palindrome --> [].
palindrome --> [_].
palindrome --> [X], palindrome, [X].

% 3. Expressions over codes, left associative with an accumulator.

expression(V) --> term(T), expression_rest(T, V).

expression_rest(A, V) --> blanks, "+", !, term(T), { B is A + T }, expression_rest(B, V).
expression_rest(A, V) --> blanks, "-", !, term(T), { B is A - T }, expression_rest(B, V).
expression_rest(V, V) --> [].

term(V) --> factor(F), term_rest(F, V).

term_rest(A, V) --> blanks, "*", !, factor(F), { B is A * F }, term_rest(B, V).
term_rest(V, V) --> [].

factor(V) --> blanks, number(V), !.
factor(V) --> blanks, "(", expression(V), blanks, ")".

% 4. Pushback: look ahead without reading, and a state in the list.

look_ahead(T), [T] --> [T].

upto(Stop, [C|Cs]) --> look_ahead(C), { C \== Stop }, [_], !, upto(Stop, Cs).
upto(_, []) --> [].

verb_be, [not] --> [isnt].
verb_be --> [is].

count(N), [N] --> [N0], { N is N0 + 1 }.

nodes(nil) --> [].
nodes(t(L, _, R)) --> nodes(L), count(_), nodes(R).

% 5. Lines of a file.

entries([E|Es]) --> entry(E), !, entries(Es).
entries([]) --> blanks, eos.

entry(Name-Numbers) -->
    blanks, string_without(`:`, Codes), ":", !, whites,
    sequence(integer, (",", whites), Numbers), blanks_to_nl,
    { atom_codes(Name, Codes) }.

lines([L|Ls]) --> string_without(`\n`, Cs), "\n", !, { atom_codes(L, Cs) }, lines(Ls).
lines([]) --> [].

... --> [] | [_], ... .

occurrence(Word) --> ..., string(Word), ... .

with_file(Text, Goal) :-
    tmp_file(grammar, File),
    setup_call_cleanup(( open(File, write, Out), write(Out, Text), close(Out) ),
                       call(Goal, File),
                       delete_file(File)).

yes_no(Goal) :- ( call(Goal) -> writeln(yes) ; writeln(no) ).

main :-
    phrase(sentence(Tree), [the,cat,sees,a,dog]), print(Tree), nl,
    yes_no(phrase(sentence(_), [a,cats,sleep])),
    findall(S, ( phrase(sentence(_), S), length(S, 3) ), Short), print(Short), nl,
    yes_no(phrase(anbncn, [a,a,b,b,c,c])),
    yes_no(phrase(anbncn, [a,a,b,c,c])),
    atom_chars(racecar, Cs), yes_no(phrase(palindrome, Cs)),
    forall(member(Text, ["1+2*3", " 2 * (3 - 1) - 10", "7-2-1", "1.5*4", "1+"]),
           (   string_codes(Text, Codes),
               (   phrase(expression(V), Codes, Rest)
               ->  atom_codes(R, Rest), format("~s = ~w, rest ~q~n", [Codes, V, R])
               ;   format("~s: no~n", [Codes])
               ) )),
    phrase(upto(x, Before), [a,b,x,c], After), print(Before-After), nl,
    phrase(verb_be, [isnt,it], Pushed), print(Pushed), nl,
    phrase(nodes(t(t(nil,a,nil),b,t(nil,c,nil))), [0], Count), print(Count), nl,
    with_file("alpha: 1, 2,3\nbeta: 40\n\ngamma: 5, 60\n", {Es}/[F]>>phrase_from_file(entries(Es), F)),
    print(Es), nl,
    with_file("first line\nsecond\n\nlast\n", {Ls}/[F]>>phrase_from_file(lines(Ls), F)),
    print(Ls), nl,
    yes_no(with_file("a needle in the hay", [F]>>phrase_from_file(occurrence(`needle`), F))),
    yes_no(with_file("only hay", [F]>>phrase_from_file(occurrence(`needle`), F))),
    with_file("hay hay", {N}/[F]>>aggregate_all(count, phrase_from_file(occurrence(`hay`), F), N)),
    print(N), nl,
    catch(phrase(_, []), error(E1, _), ( print(E1), nl )),
    catch(phrase(sentence(_), foo), error(E2, _), ( print(E2), nl )),
    dcg_translate_rule((greeting --> [hello], name), Clause),
    ( Clause = (greeting(_, _) :- _) -> writeln(translated) ; true ),
    phrase(csv(Fields), `a,bc,,d`), maplist([C,A]>>atom_codes(A, C), Fields, Atoms), print(Atoms), nl,
    phrase(xinteger(Hex), `ff`), print(Hex), nl,
    phrase(( whites, nonblanks(Nb), blank, remainder(Rm) ), `  ab cd`), format("~s|~s~n", [Nb, Rm]),
    phrase(foreach(member(X, [1,2,3]), integer(X), ", "), Out), format("~s~n", [Out]).

csv([F|Fs]) --> string_without(`,`, F), ( "," -> csv(Fs) ; { Fs = [] } ).
