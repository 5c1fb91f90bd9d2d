/** Clauses and terms as text, laid out as in books on Prolog.

```
?- cl_layout:clause_lines((p(X) :- q(X, Y), \+ r(Y)), [], Lines).
   Lines = ["p(A) :-","    q(A, B),","    \\+ r(B)."].
```

In an ISO session a list of characters is printed as a string if strings are read as such lists (flag `double_quotes`),
since one cannot be told from the other.
*/

:- module(cl_layout, [clause_lines/3, term_text/3, abridged_text/3, abridged/2, text_chars/2, write_lines/2]).

:- use_module(library(charsio)).
:- use_module(library(iso_ext), [copy_term_nat/2]).
:- use_module(library(lists)).
:- use_module(library(cl_metas)).

% --- clauses ----------------------------------------------------------------------------------

%! clause_lines(+Clause, +VariableNames:list, -Lines:list) is det.
%
% Lines are the lines of the text of Clause, as strings. VariableNames is a list of `Name=Variable`
% for variables whose names are known.

clause_lines(Clause0, VNs, Lines) :-
    named_copy(Clause0, VNs, clause, Clause),
    once(phrase(clause(Clause), Lines0)),
    joined(Lines0, Lines).

clause((Head :- Body)) -->
    { Body \== true },
    !,
    rule(Head, " :-", Body).
clause((Head :- true)) --> !, clause(Head).
clause((Head --> Body)) --> !, rule(Head, " -->", Body).
clause(=>(Head, Body)) --> { infix(=>, _, _, _) }, !, rule(Head, " =>", Body).
clause((:- Goal)) --> !, [0-open(":- ")], ended(Goal, 3).
clause((?- Goal)) --> !, [0-open("?- ")], ended(Goal, 3).
clause(Goal) --> { laid_out(Goal) }, !, ended(Goal, 0).
clause(Fact) -->
    { text_of(Fact, 1199, Cs), end_text(Cs, Line) },
    [0-Line].

% Terms of which listings have the parts on lines of their own, even where they are no clause.
laid_out((_,_)).
laid_out(\+ _).
laid_out({_}).
laid_out(G) :- branching(G).

rule(Head, Neck, Body) -->
    { text_of(Head, 1199, HeadCs), append(HeadCs, Neck, Line) },
    [0-Line],
    ended(Body, 4).

ended(Body, I0) -->
    { phrase(body(Body, I0), Lines0),
      append(Lines1, [I-Last], Lines0),
      end_text(Last, End),
      append(Lines1, [I-End], Lines) },
    list(Lines).

list([]) --> [].
list([X|Xs]) --> [X], list(Xs).

% A full stop must not touch a symbol.
end_text(Cs, End) :-
    append(_, [C], Cs),
    (   symbol_char(C) -> append(Cs, " .", End)
    ;   append(Cs, ".", End)
    ).

% body(Goal, I): lines of Goal, as pairs of indentation and text. What follows a line without a
% line break is joined to it later: see joined/2.

body((A,B), I) --> !,
    { phrase(body(A, I), Lines0), with_comma(Lines0, Lines) },
    list(Lines),
    body(B, I).
body(G, I) --> { branching(G) }, !,
    { I4 is I + 4 },
    [I-open("(   ")],
    branches(G, I, I4),
    [I-")"].
body(\+ G, I) --> { compound(G), ( G = (_,_) ; branching(G) ) }, !,
    { I3 is I + 3 },
    [I-open("\\+ ")],
    block(G, I3).
body(\+ G, I) --> !,
    { I3 is I + 3 },
    [I-open("\\+ ")],
    body(G, I3).
body({G}, I) --> !,
    { I2 is I + 2 },
    [I-open("{ ")],
    body(G, I2),
    [I-"}"].
body(G, I) -->
    { goal_text(G, Cs) },
    (   { fits(G, I), \+ block_argument(G) } -> [I-Cs]
    ;   { G =.. [F,A|As], \+ operator_term(G) } ->
        { atom_text(F, FCs),
          append(FCs, "(", Open),
          length(Open, N1),
          I1 is I + N1,
          functor(G, F, Arity),
          argument_specs(F, Arity, Specs) },
        [I-open(Open)],
        arguments([A|As], Specs, I1)
    ;   [I-Cs]
    ).

branching((_;_)).
branching((_->_)).
branching(*->(_, _)).

branches((A;B), I, I4) --> !,
    branch(A, I, I4),
    [I-open(";   ")],
    (   { nonvar(B), B = (_;_) } -> branches(B, I, I4)
    ;   branch(B, I, I4)
    ).
branches(G, I, I4) --> branch(G, I, I4).

branch((C->T), I, I4) --> !, body(C, I4), [I-open("->  ")], body(T, I4).
branch(*->(C, T), I, I4) --> !, body(C, I4), [I-open("*-> ")], body(T, I4).
branch(G, _, I4) --> body(G, I4).

with_comma(Lines0, Lines) :-
    append(Lines1, [I-Last0], Lines0),
    append(Last0, ",", Last),
    append(Lines1, [I-Last], Lines).

% block(G, I): a conjunction or disjunction in brackets.
block(G, I) --> { branching(G) }, !, body(G, I).
block(G, I) -->
    { I2 is I + 2 },
    [I-open("( ")],
    body(G, I2),
    [I-")"].

% A goal with a conjunction or disjunction as meta-argument has one argument on each line.
block_argument(G) :-
    functor(G, F, Arity),
    argument_specs(F, Arity, Specs),
    G =.. [_|As],
    block_argument(As, Specs).

block_argument([A|As], [Spec|Specs]) :-
    (   block_argument_(A, Spec) -> true
    ;   block_argument(As, Specs)
    ).

block_argument_(A, 0) :- nonvar(A), ( A = (_,_) ; branching(A) ), !.

argument_specs(F, Arity, Specs) :-
    (   \+ control(F), meta_arguments(F, Arity, Specs0) -> Specs = Specs0
    ;   length(Specs, Arity)
    ).

control(:).
control(',').
control(;).
control(->).
control(*->).
control('|').
control(\+).

arguments([A], [Spec|_], I) --> !,
    { argument_lines(A, Spec, I, Lines0),
      append(Lines1, [J-Last0], Lines0),
      append(Last0, ")", Last),
      append(Lines1, [J-Last], Lines) },
    list(Lines).
arguments([A|As], [Spec|Specs], I) -->
    { argument_lines(A, Spec, I, Lines0), with_comma(Lines0, Lines) },
    list(Lines),
    arguments(As, Specs, I).

argument_lines(A, Spec, I, Lines) :-
    (   Spec == 0, block_argument_(A, 0) -> phrase(block(A, I), Lines)
    ;   Spec == 0, \+ fits(A, I) -> phrase(body(A, I), Lines)
    ;   A = [_|_], \+ string_list(A), \+ fits(A, I) ->
        I2 is I + 2,
        phrase(elements(A, I2), Lines0),
        append([I-open("[ ")|Lines0], [I-"]"], Lines)
    ;   text_of(A, 999, Cs),
        Lines = [I-Cs]
    ).

elements([A|As], I) -->
    { argument_lines(A, ?, I, Lines0) },
    (   { As == [] } -> list(Lines0)
    ;   { As = [_|_] } -> { with_comma(Lines0, Lines) }, list(Lines), elements(As, I)
    ;   list(Lines0),
        { text_of(As, 999, Cs), I1 is I - 2 },
        [I1-open("| ")],
        [I-Cs]
    ).

% fits(+Term, +I): there is room for Term after I characters of a line. As in SWI-Prolog the measure is the text without
% quotes and spaces after commas, in which a variable is '$VAR'(Name).
fits(Term0, I) :-
    measured(Term0, Term),
    term_texts:text_of(Term, options(false, false, false, [], 0), Cs),
    length(Cs, N),
    I + N =< 78.

measured(T0, T) :-
    (   \+ compound(T0) -> T = T0
    ;   T0 = '$text'(Cs) -> atom_chars(Name, Cs), T = '$VAR'(Name)
    ;   T0 = [X0|Xs0] -> T = [X|Xs], measured(X0, X), measured(Xs0, Xs)
    ;   T0 =.. [F|As0],
        measured(As0, As),
        T =.. [F|As]
    ).

% joined(Pairs, Lines): puts the indentation before each line, and what stands after open(Cs) at the
% same line.
joined([], []).
joined([I-Line0|Pairs], [Line|Lines]) :-
    spaces(I, Line, Line1),
    joined_(Line0, Pairs, Line1, Rest),
    joined(Rest, Lines).

joined_(open(Cs), [_-Next|Pairs], Line, Rest) :- !,
    append(Cs, Line1, Line),
    joined_(Next, Pairs, Line1, Rest).
joined_(Cs, Pairs, Cs, Pairs).

spaces(0, Cs, Cs) :- !.
spaces(N, [' '|Cs0], Cs) :- N1 is N - 1, spaces(N1, Cs0, Cs).

goal_text(G, Cs) :- text_of(G, 999, Cs).

% --- names of variables -----------------------------------------------------------------------

% named_copy(+Term, +VNs, +Style, -Copy): Copy has the term '$text'(Cs) for each variable: its known
% name, else a new one: A, B, ... and _ in the style `clause`, _A, _B, ... in the style `term`.

named_copy(Term0, VNs0, Style, Term) :-
    copy_term_nat(Term0-VNs0, Term1-VNs),
    ( Style == clause -> lettered(Term1, Term) ; Term = Term1 ),
    bind_known(VNs, [], Used),
    term_variables(Term, Vs),
    name_variables(Style, Term, Vs, Used).

% lettered(+Term0, -Term): '$VAR'(N) stands for a letter, '$VAR'(Name) for the variable Name.
lettered(T0, T) :-
    (   \+ compound(T0) -> T = T0
    ;   T0 = '$VAR'(N), integer(N), N >= 0 -> letter_name(N, Cs), T = '$text'(Cs)
    ;   T0 = '$VAR'(Name), atom(Name), cl_engine:provided(term_marks), term_marks:variable_name(Name) ->
        atom_chars(Name, Cs),
        T = '$text'(Cs)
    ;   T0 = [X0|Xs0] -> T = [X|Xs], lettered(X0, X), lettered(Xs0, Xs)
    ;   T0 =.. [F|As0],
        lettered(As0, As),
        T =.. [F|As]
    ).

bind_known([], Used, Used).
bind_known([Name=V|VNs], Used0, Used) :-
    text_chars(Name, Cs),
    (   var(V) -> V = '$text'(Cs)
    ;   true
    ),
    bind_known(VNs, [Cs|Used0], Used).

occurrences(T, Os0, Os) :- var(T), !, Os0 = [T|Os].
occurrences(T, Os0, Os) :-
    compound(T), !,
    T =.. [_|As],
    occurrences_(As, Os0, Os).
occurrences(_, Os, Os).

occurrences_([], Os, Os).
occurrences_([A|As], Os0, Os) :- occurrences(A, Os0, Os1), occurrences_(As, Os1, Os).

% Variables in pairs with an integer, for keysort/2 keeps duplicates.
sorted(Vs, Ps) :-
    pairs(Vs, Ps0),
    keysort(Ps0, Ps).

pairs([], []).
pairs([V|Vs], [V-1|Ps]) :- pairs(Vs, Ps).

% The variables that occur once are bound first: afterwards what is unbound needs a name.
name_variables(clause, Term, Vs, Used) :-
    occurrences(Term, Os0, []),
    sorted(Os0, Os),
    singletons(Os),
    term_variables(Vs, Vs1),
    letters(Vs1, [], 0, Used).
name_variables(term, _, Vs, Used) :- letters(Vs, "_", 0, Used).

singletons([]).
singletons([V-_|Os]) :-
    more(Os, V, Rest, Once),
    ( Once == true -> V = '$text'("_") ; true ),
    singletons(Rest).

more(Os, V, Rest, Once) :-
    (   Os = [W-_|Os1], W == V -> Once = false, more(Os1, V, Rest, _)
    ;   Rest = Os, ( var(Once) -> Once = true ; true )
    ).

letters([], _, _, _).
letters([V|Vs], Prefix, N, Used) :-
    letter_name(N, Name0),
    append(Prefix, Name0, Name),
    N1 is N + 1,
    (   memberchk(Name, Used) -> letters([V|Vs], Prefix, N1, Used)
    ;   V = '$text'(Name),
        letters(Vs, Prefix, N1, Used)
    ).

letter_name(N, [C|Cs]) :-
    Code is 0'A + N mod 26,
    char_code(C, Code),
    M is N // 26,
    (   M =:= 0 -> Cs = []
    ;   number_chars(M, Cs)
    ).

% --- terms ------------------------------------------------------------------------------------

%! term_text(+Term, +VariableNames:list, -Text:string) is det.
%
% Text is Term as one would write it, with a space after each comma. Variables that VariableNames does
% not name are called `_A`, `_B`, ...

term_text(Term0, VNs, Cs) :-
    named_copy(Term0, VNs, term, Term),
    text_of(Term, 999, Cs).

%! abridged_text(+Term, +VariableNames:list, -Text:string) is det.
%
% The same as term_text/3, but long lists, long strings and deep terms end in `...`.

abridged_text(Term0, VNs, Cs) :-
    abridged(Term0, Term1),
    named_copy(Term1, VNs, term, Term),
    text_of(Term, 999, Cs).

%! abridged(+Term, -Abridged) is det.
%
% Abridged is Term without what abridged_text/3 leaves out; the cost does not depend on the size of Term.
% The module `user` of a goal is left out too.

abridged(T0, T) :- abridged(T0, 8, T).

abridged(T, _, T) :- \+ compound(T), !.
abridged('$text'(Cs), _, '$text'(Cs)) :- !.
abridged(T0, _, '$string'(Cs)) :- string_terms:is_string(T0), !, T0 = '$string'(Cs0), string_start(Cs0, 60, Cs).
abridged(M:T0, D, T) :- M == user, callable(T0), !, abridged(T0, D, T).
abridged(_, 0, '$text'("...")) :- !.
abridged([X|Xs], D, T) :- !,
    (   string_terms:quotes(chars), string_start([X|Xs], 60, Cs) -> T = Cs
    ;   D1 is D - 1,
        abridged_list([X|Xs], 10, D1, T)
    ).
abridged(T0, D, T) :-
    D1 is D - 1,
    T0 =.. [F|As0],
    abridged_all(As0, D1, As),
    T =.. [F|As].

abridged_all([], _, []).
abridged_all([A0|As0], D, [A|As]) :- abridged(A0, D, A), abridged_all(As0, D, As).

abridged_list(T, _, _, T) :- var(T), !.
abridged_list(T, N, _, '$text'("...")) :- N =:= 0, compound(T), T = [_|_], !.
abridged_list([X0|Xs0], N, D, Xs1) :- !,
    N1 is N - 1,
    abridged(X0, D, X),
    Xs1 = [X|Xs],
    abridged_list(Xs0, N1, D, Xs).
abridged_list(T0, _, D, T) :- abridged(T0, D, T).

% string_start(+List, +N, -String): fails if one of the first elements is no character.
string_start(L, _, _) :- var(L), !, false.
string_start([], _, []).
string_start([C|Cs], N, String) :-
    single_char(C),
    (   N =:= 0 -> String = "..."
    ;   N1 is N - 1,
        String = [C|String1],
        string_start(Cs, N1, String1)
    ).

% text_of(+Term, +Priority, -Cs): Term has no variables left.
text_of(Term, Priority, Cs) :-
    phrase(term(Term, Priority), Tokens),
    glued(Tokens, none, Cs).

% Two tokens that would be read as one get a space between them. An operator word(Cs) has a space on both sides if it needs one on
% the left.
glued([], _, []).
glued([word(Op)|Tokens], Class0, Cs) :-
    !,
    (   Class0 == alphanumeric ->
        Cs = [' '|Cs1],
        append(Op, [' '|Cs2], Cs1),
        Class = other
    ;   append(Op, Cs2, Cs),
        Class = alphanumeric
    ),
    glued(Tokens, Class, Cs2).
glued([Token|Tokens], Class0, Cs) :-
    Token = [First|_],
    (   char_class(First, Class0), Class0 \== other -> Cs = [' '|Cs1]
    ;   Cs = Cs1
    ),
    append(Token, Cs2, Cs1),
    append(_, [Last], Token),
    !,
    char_class(Last, Class),
    glued(Tokens, Class, Cs2).

char_class(C, Class) :-
    (   symbol_char(C) -> Class = symbol
    ;   char_type(C, alphanumeric) -> Class = alphanumeric
    ;   C == '_' -> Class = alphanumeric
    ;   C == '''' -> Class = quote
    ;   Class = other
    ).

symbol_char(C) :- memberchk(C, [+,-,*,/,\,^,<,>,=,~,:,'.',?,@,#,&,$]).

term(V, _) --> { var(V) }, !, ["_"].
term('$text'(Cs), _) --> !, [Cs].
term(N, _) --> { number(N) }, !, { term_texts:text_of(N, options(false, false, false, [], 0), Cs) }, [Cs].
term(A, P) --> { atom(A) }, !,
    { atom_text(A, Cs) },
    (   { P < 999, operator(A) } -> ["("], [Cs], [")"]
    ;   [Cs]
    ).
term(S, _) --> { string_terms:is_string(S) }, !,
    { term_texts:text_of(S, options(false, true, true, [], 0), Text) },
    [Text].
term(L, _) --> { string_list(L) }, !,
    { write_term_to_chars(L, [quoted(true),double_quotes(true)], Cs) },
    [Cs].
term([X|Xs], _) --> !, ["["], term(X, 999), tail(Xs), ["]"].
term({T}, _) --> !, ["{"], term(T, 1200), ["}"].
term((A,B), P) --> !,
    bracket(P, 1000, "("), term(A, 999), [", "], term(B, 1000), bracket(P, 1000, ")").
term(T, P) --> { functor(T, Op, 2), infix(Op, Q, L, R) }, !,
    { arg(1, T, A), arg(2, T, B) },
    bracket(P, Q, "("), term(A, L), infix_text(Op), term(B, R), bracket(P, Q, ")").
term(T, P) --> { functor(T, Op, 1), prefix(Op, Q, R) }, !,
    { arg(1, T, A) },
    bracket(P, Q, "("), prefix_text(Op, A, R), bracket(P, Q, ")").
term(T, P) --> { functor(T, Op, 1), postfix(Op, Q, L) }, !,
    { arg(1, T, A), atom_text(Op, Cs) },
    bracket(P, Q, "("), term(A, L), [Cs], bracket(P, Q, ")").
term(T, _) -->
    { T =.. [F,A|As], atom_text(F, Cs) },
    [Cs], ["("], term(A, 999), more_arguments(As), [")"].

more_arguments([]) --> [].
more_arguments([A|As]) --> [", "], term(A, 999), more_arguments(As).

tail(T) --> { var(T) }, !, ["|"], term(T, 999).
tail([]) --> !, [].
tail([X|Xs]) --> !, [", "], term(X, 999), tail(Xs).
tail(T) --> ["|"], term(T, 999).

bracket(P, Q, Cs) --> ( { Q > P } -> [Cs] ; [] ).

infix_text('|') --> !, ["|"].
infix_text(Op) -->
    { atom_text(Op, Cs), Cs = [C|_] },
    (   { C = (;) ; symbol_char(C), Op \== (-->) } -> [Cs]
    ;   { char_class(C, alphanumeric) } -> [word(Cs)]
    ;   [[' '|Cs]], [" "]
    ).

% An operand in brackets would make the operator a functor, a number a negative number.
prefix_text(Op, A, R) -->
    { atom_text(Op, Cs), phrase(term(A, R), Tokens), Tokens = [[C|_]|_] },
    (   { number(A), A >= 0, Op == (-) } -> [Cs], [" "], list(Tokens)
    ;   { C = '(' ; \+ symbol_char(C), Cs = [O|_], \+ symbol_char(O) } -> [Cs], [" "], list(Tokens)
    ;   { Op == (:-) ; Op == (?-) } -> [Cs], [" "], list(Tokens)
    ;   [Cs], list(Tokens)
    ).

string_list([C|Cs]) :-
    single_char(C),
    single_chars(Cs),
    string_terms:quotes(chars).

single_chars(Cs) :- var(Cs), !, false.
single_chars([]).
single_chars([C|Cs]) :- single_char(C), single_chars(Cs).

single_char(C) :- atom(C), atom_length(C, 1).

operator(A) :- current_op(_, _, A), !.

operator_term(T) :- functor(T, Op, 2), infix(Op, _, _, _), !.
operator_term(T) :- functor(T, Op, 1), ( prefix(Op, _, _) ; postfix(Op, _, _) ), !.

infix(Op, P, L, R) :-
    current_op(P, Type, Op),
    infix_sides(Type, P, L, R),
    !.

infix_sides(xfx, P, Q, Q) :- Q is P - 1.
infix_sides(xfy, P, Q, P) :- Q is P - 1.
infix_sides(yfx, P, P, Q) :- Q is P - 1.

prefix(Op, P, R) :- current_op(P, fy, Op), !, R = P.
prefix(Op, P, R) :- current_op(P, fx, Op), !, R is P - 1.

postfix(Op, P, L) :- current_op(P, yf, Op), !, L = P.
postfix(Op, P, L) :- current_op(P, xf, Op), !, L is P - 1.

atom_text(A, Cs) :- write_term_to_chars(A, [quoted(true)], Cs0), unbracketed(Cs0, Cs).

% An operator as an atom may come in brackets.
unbracketed(Cs0, Cs) :-
    (   Cs0 = ['(',C|Cs1], append(Cs2, ")", Cs1) -> Cs = [C|Cs2]
    ;   Cs = Cs0
    ).

%! text_chars(+Text, -Chars:string) is det.
%
% Text is an atom or a string; Chars are its characters.

text_chars(Text, Cs) :-
    (   string_terms:characters(Text, Cs0) -> Cs = Cs0
    ;   Cs = Text
    ).

%! write_lines(+Lines:list, +Stream) is det.
%
% Writes the strings of Lines to Stream, a line each.

write_lines([], _).
write_lines([Line|Lines], S) :-
    text_chars(Line, Cs),
    put_chars(Cs, S),
    nl(S),
    write_lines(Lines, S).

put_chars([], _).
put_chars([C|Cs], S) :- put_char(S, C), put_chars(Cs, S).

?- findall(T, ( cl_layout:term_text(f(X, [a,b|X], 1 - (2 - 3), 'A b', - (1), "it"), ['X'=X], Cs), string_chars(T, Cs) ), [Text]).
   Text = "f(X, [a, b|X], 1-(2-3), 'A b', - 1, \"it\")".

?- findall(T, ( cl_layout:abridged_text(f([1,2,3,4,5,6,7,8,9,10,11,12], [a|Xs]), ['Xs'=Xs], Cs), string_chars(T, Cs) ), [Text]).
   Text = "f([1, 2, 3, 4, 5, 6, 7, 8, 9, 10|...], [a|Xs])".

?- findall(Ls, ( cl_layout:clause_lines((p(X) :- q(X, Y), ( r(Y) -> true ; \+ s ), t), [], Css), string_terms:strings_of(Css, Ls) ),
           [Lines]).
   Lines = ["p(A) :-","    q(A, B),","    (   r(B)","    ->  true","    ;   \\+ s","    ),","    t."].

?- findall(Ls, ( cl_layout:clause_lines((a --> {b, c}, \+ d), [], Css), string_terms:strings_of(Css, Ls) ), [Lines]).
   Lines = ["a -->","    { b,","      c","    },","    \\+ d."].

?- findall(Ls, ( cl_layout:clause_lines((:- a, \+ 1 = 2), [], Css), string_terms:strings_of(Css, Ls) ), [Lines]).
   Lines = [":- a,","   \\+ 1=2."].

?- findall(Ls, ( cl_layout:clause_lines(f('$VAR'(1), _, 'B'), [], Css), string_terms:strings_of(Css, Ls) ), [Lines]).
   Lines = ["f(B, _, 'B')."].

?- findall(N-Ls, ( numlist(1, 30, L), cl_layout:clause_lines((p :- q(L, [])), [], Css), length(Css, N), Css = [_,Cs1,Cs2|_],
                  string_terms:strings_of([Cs1,Cs2], Ls) ), [Result]).
   Result = 33-["    q([ 1,","        2,"].

?- findall(T, ( cl_layout:term_text([x is -y,(a+b)mod(c+d),a mod (b+c),f(x)mod [a]], [], Cs), string_chars(T, Cs) ), [Text]).
   Text = "[x is -y, (a+b)mod(c+d), a mod (b+c), f(x)mod[a]]".
