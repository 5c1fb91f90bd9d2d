/*  Grammar rules: literals in double quotes, codes and characters, braces, cuts, call//N, \+, pushback.  */

:- use_module(library(dcg/basics)).

greeting --> "hello", blanks, name(N), { format("name: ~s~n", [N]) }.

name([C|Cs]) --> [C], { code_type(C, alpha) }, name_rest(Cs).

name_rest([C|Cs]) --> [C], { code_type(C, alpha) }, !, name_rest(Cs).
name_rest([]) --> [].

expr(X) --> term(X0), expr_rest(X0, X).

expr_rest(X0, X) --> "+", !, term(Y), { X1 is X0+Y }, expr_rest(X1, X).
expr_rest(X0, X) --> "-", !, term(Y), { X1 is X0-Y }, expr_rest(X1, X).
expr_rest(X, X) --> [].

term(X) --> factor(X0), term_rest(X0, X).

term_rest(X0, X) --> "*", !, factor(Y), { X1 is X0*Y }, term_rest(X1, X).
term_rest(X, X) --> [].

factor(X) --> integer(X).
factor(X) --> "(", expr(X), ")".

anbncn(N) --> reps(a, N), reps(b, N), reps(c, N).

reps(_, 0) --> [].
reps(X, s(N)) --> [X], reps(X, N).

look(C), [C] --> [C].

sentence(s(NP,VP)) --> np(NP, Num), vp(VP, Num).
np(np(D,N), Num) --> det(D, Num), n(N, Num).
vp(vp(V), Num) --> v(V, Num).
det(the, _) --> [the].
det(a, sg) --> [a].
n(cat, sg) --> [cat].
n(cats, pl) --> [cats].
v(sleeps, sg) --> [sleeps].
v(sleep, pl) --> [sleep].

not_digit --> \+ digit(_), [_].

either --> ( "a" ; "b" | "c" ), ( "x" -> "y" ; "z" ).

applied(L) --> call(rest_of, L).

rest_of(L, L, []).

show(G) :- ( G -> print(G) ; print(no) ), nl.

main :-
    phrase(greeting, `hello   bob`),
    forall(member(S, ["1+2*3", "(1+2)*3-4", "2*(3+4)*5"]),
           ( string_codes(S, Cs), phrase(expr(X), Cs), format("~s = ~w~n", [Cs, X]) )),
    show(phrase(anbncn(_), [a,a,b,b,c,c])),
    show(phrase(anbncn(_), [a,a,b,c,c])),
    show(phrase(look(_), [x,y], _)),
    show(phrase(sentence(_), [the,cats,sleep])),
    show(phrase(sentence(_), [a,cats,sleep])),
    findall(T, phrase(sentence(_), T), Ts), length(Ts, Len), print(Len), nl,
    show(phrase(not_digit, `x`)),
    show(phrase(not_digit, `1`)),
    findall(A, ( member(A, [axy,bz,cxy,cxz,ay]), atom_codes(A, Cs1), phrase(either, Cs1) ), As), print(As), nl,
    show(phrase(applied(_), [1,2])),
    show(phrase("ab", `abc`, `c`)),
    show(phrase([a,b], [a,b])),
    show(phrase(([a], ! ; [b]), [b])).
