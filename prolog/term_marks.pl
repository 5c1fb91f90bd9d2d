/** Terms with parts that Scryer's writer does not write as SWI-Prolog does.

The writer gets a variable in place of each such part, whose name is the text of the part. Strings are put in place
afterwards, since their texts are long, and Scryer keeps the names of atoms of more than six bytes for ever.

```
?- with_output_to(atom(A), print([-(x^2),1.0e20,'$VAR'('N'),"s"])).
   A = '[-x^2,1.0e+20,N,"s"]'.
```
*/

:- module(term_marks, [marked_text/4, functional_text/3, variable_name/1]).

:- use_module(library(dcgs)).
:- use_module(library(lists)).
:- use_module(library(string_terms)).
:- use_module(library(term_texts)).

%! marked_text(+ListsQuoted, @Term, +Options, -Chars) is det.
%
% Chars is the text of Term with Options, as of `term_texts:text_of/3`; lists of characters are in double quotes if ListsQuoted
% is true.

marked_text(ListsQuoted, Term, Options, Cs) :-
    Options = options(IgnoreOps, NumberVars, Quoted, Names, Depth),
    marked(Term, Marked, ListsQuoted-Options, 0, _, Marks, [], Strings, []),
    append(Marks, Names, Names1),
    '$write_term_to_chars'(Cs0, Marked, IgnoreOps, NumberVars, Quoted, Names1, Depth, ListsQuoted),
    ( jointed(Marks) -> without_joints(Cs0, Cs1) ; Cs1 = Cs0 ),
    ( Strings == [] -> Cs = Cs1 ; unmarked(Cs1, Strings, Quoted, Cs) ).

% jointed(+Marks): the text of a mark begins with a joint, `\x2\`, or one follows the five characters of a string: Scryer puts a space
% before a bracket, and between a variable and a word, but none beside that.
jointed([Name=_|Marks]) :-
    (   Name @>= '\x2\', Name @< '\x3\' -> true
    ;   Name @>= '\x1\', Name @< '\x2\', atom_length(Name, 6) -> true
    ;   jointed(Marks)
    ).

without_joints([], []).
without_joints([C|Cs0], Cs) :-
    (   C == '\x2\' -> Cs = Cs1
    ;   Cs = [C|Cs1]
    ),
    without_joints(Cs0, Cs1).

% marked(+Term, -Marked, +How, +N0, -N, -Marks0, ?Marks, -Strings0, ?Strings): Marked is Term with a variable in place of each
% part; Marks gives these variables names, Strings are the characters of strings in the same order.
marked(T0, T, How, N0, N, Ms0, Ms, Ss0, Ss) :-
    (   \+ compound(T0) ->
        N = N0, Ss0 = Ss,
        (   term_texts:special_number(T0) -> number_name(T0, [], Name), Ms0 = [Name=T|Ms]
        ;   T = T0,
            Ms0 = Ms
        )
    ;   is_string(T0) ->
        T0 = '$string'(Cs),
        N is N0 + 1,
        mark(N0, Name),
        Ms0 = [Name=T|Ms],
        Ss0 = [Cs|Ss]
    ;   T0 = -(X0), term_texts:after_minus(T0) ->
        operand_name(X0, How, Name),
        T = -(X),
        N = N0, Ms0 = [Name=X|Ms], Ss0 = Ss
    ;   functor(T0, Op, 1), arg(1, T0, X0), bracket_first(X0), prefix(Op), after_prefix(Op, X0, How, Name) ->
        functor(T, Op, 1), arg(1, T, X),
        N = N0, Ms0 = [Name=X|Ms], Ss0 = Ss
    ;   T0 = '$VAR'(N1), How = _-options(_, true, _, _, _), numbered_name(N1, Name) ->
        N = N0, Ms0 = [Name=T|Ms], Ss0 = Ss
    ;   T0 = [X0|Xs0] ->
        T = [X|Xs],
        marked(X0, X, How, N0, N1, Ms0, Ms1, Ss0, Ss1),
        marked(Xs0, Xs, How, N1, N, Ms1, Ms, Ss1, Ss)
    ;   functor(T0, Op, 2), arg(1, T0, X0), arg(2, T0, Y0), ( is_string(X0) ; is_string(Y0) ), wordy(Op) ->
        functor(T, Op, 2), arg(1, T, X), arg(2, T, Y),
        ( spaced_left(Op, X0, How) -> Side = spaced ; Side = right ),
        beside_word(left, X0, X, How, N0, N1, Ms0, Ms1, Ss0, Ss1),
        (   set_apart(Op, X0, Y0, How, Name) -> Ms1 = [Name=Y|Ms], N = N1, Ss1 = Ss
        ;   beside_word(Side, Y0, Y, How, N1, N, Ms1, Ms, Ss1, Ss)
        )
    ;   functor(T0, Op, 2), arg(1, T0, X0), arg(2, T0, Y0), set_apart(Op, X0, Y0, How, Name) ->
        marked(X0, X, How, N0, N, Ms0, [Name=Y|Ms], Ss0, Ss),
        functor(T, Op, 2), arg(1, T, X), arg(2, T, Y)
    ;   functor(T0, Op, 2), arg(2, T0, Y0), atom(Y0), wordy(Op),
        special_name(Y0, How, Name), arg(1, T0, X0), spaced_left(Op, X0, How) ->
        marked(X0, X, How, N0, N, Ms0, [Name=Y|Ms], Ss0, Ss),
        functor(T, Op, 2), arg(1, T, X), arg(2, T, Y)
    ;   functor(T0, Op, 2), arg(1, T0, X0), arg(2, T0, Y0), spaced(Y0, Op, X0, How) ->
        marked(X0, X, How, N0, N, Ms0, [Name=Y|Ms], Ss0, Ss),
        number_name(Y0, " ", Name),
        functor(T, Op, 2), arg(1, T, X), arg(2, T, Y)
    ;   T0 =.. [F|As0],
        all_marked(As0, As, How, N0, N, Ms0, Ms, Ss0, Ss),
        T =.. [F|As]
    ).

all_marked([], [], _, N, N, Ms, Ms, Ss, Ss).
all_marked([A0|As0], [A|As], How, N0, N, Ms0, Ms, Ss0, Ss) :-
    marked(A0, A, How, N0, N1, Ms0, Ms1, Ss0, Ss1),
    all_marked(As0, As, How, N1, N, Ms1, Ms, Ss1, Ss).

% after_prefix(+Op, @X, +How, -Name): Name is the text of X after the prefix operator Op, with a space before it.
after_prefix(Op, X, How, Name) :-
    current_op(P, Type, Op),
    ( Type == fy -> Most = P ; Type == fx, Most is P - 1 ),
    !,
    operand(X, Most, How, Cs),
    atom_chars(Name, [' '|Cs]).

% beside_word(+Side, +Term, -Marked, +How, +N0, -N, -Marks0, ?Marks, -Strings0, ?Strings): the operands of an operator that is a word,
% one of which is a string. There is no space after one to its left; to its right there is one, if there is one to its left (Side is
% `spaced`).
beside_word(Side, T0, T, How, N0, N, Ms0, Ms, Ss0, Ss) :-
    (   is_string(T0) ->
        T0 = '$string'(Cs),
        N is N0 + 1,
        mark(N0, Mark),
        How = _-options(_, _, Quoted, _, _),
        (   Side == left -> ( Quoted == true -> atom_concat(Mark, '\x2\', Name) ; Name = Mark )
        ;   ( Side == spaced ; Quoted == false, Cs = [C|_], word_char(C) ) -> atom_concat(' ', Mark, Name)
        ;   Name = Mark
        ),
        Ms0 = [Name=T|Ms],
        Ss0 = [Cs|Ss]
    ;   Side == spaced, special_name(T0, How, Name) -> N = N0, Ms0 = [Name=T|Ms], Ss0 = Ss
    ;   marked(T0, T, How, N0, N, Ms0, Ms, Ss0, Ss)
    ).

% spaced_left(+Op, @X, +How): there is a space between X and the infix operator Op, a word.
spaced_left(Op, X, How) :-
    current_op(P, Type, Op),
    sides(Type, P, L, _),
    !,
    operand(X, L, How, Left),
    append(_, [Last], Left),
    !,
    word_char(Last).

% special_name(+T, +How, -Name): the number or atom T is written with a space before it after an operator that is a word.
special_name(T, How, Name) :-
    (   number(T) -> T < 0, number_name(T, " ", Name)
    ;   atom(T),
        How = _-options(_, _, Quoted, _, _),
        '$write_term_to_chars'(Cs, T, false, false, Quoted, [], 0, false),
        Cs = [C|_],
        append(_, [C|_], "'[{"),
        !,
        atom_chars(Name, [' '|Cs])
    ).

% set_apart(+Op, @X, @Y, +How, -Name): Name is the text of Y after the operator Op, a word, where it does not begin with a letter or a
% digit. There is a space before it if there is one between X and Op.
set_apart(Op, X, Y, How, Name) :-
    compound(Y),
    \+ is_string(Y),
    wordy(Op),
    current_op(P, Type, Op),
    sides(Type, P, L, R),
    !,
    operand(Y, R, How, Cs0),
    Cs0 = [C|_],
    \+ word_char(C),
    operand(X, L, How, Left),
    (   append(_, [Last], Left), word_char(Last) -> Cs = [' '|Cs0]
    ;   C == '(' -> Cs = ['\x2\'|Cs0]
    ;   Cs = Cs0
    ),
    !,
    atom_chars(Name, Cs).

sides(xfx, P, Q, Q) :- Q is P - 1.
sides(xfy, P, Q, P) :- Q is P - 1.
sides(yfx, P, P, Q) :- Q is P - 1.

word_char(C) :- ( C == '_' -> true ; '$char_type'(C, alphanumeric) ).

% operand(@X, +Most, +How, -Chars): the text of X, in brackets if it is an operator, or a term with one of a priority above Most.
operand(X, Most, ListsQuoted-Options, Cs) :-
    marked_text(ListsQuoted, X, Options, Cs0),
    (   ( compound(X), functor(X, F, N), operator(N, F, P), P > Most ; atom(X), current_op(_, _, X) ) -> append(['('|Cs0], ")", Cs)
    ;   Cs = Cs0
    ).

operator(2, F, P) :- current_op(P, Type, F), sides(Type, P, _, _), !.
operator(1, F, P) :- current_op(P, Type, F), \+ sides(Type, P, _, _), !.

% spaced(@Y, +Op, @X, +How): there is a space between Op and the number Y below 0 to its right that Scryer does not put there. X is
% to its left.
spaced(Y, Op, X, How) :-
    number(Y),
    Y < 0,
    (   wordy(Op) -> spaced_left(Op, X, How)
    ;   term_texts:special_number(Y),
        current_op(_, Type, Op),
        memberchk(Type, [xfx,xfy,yfx]),
        Op \== (',')
    ),
    !.

% number_name(+N, +Before:list, -Name): Name is the text of N after Before.
number_name(N, Before, Name) :-
    '$write_term_to_chars'(Cs0, N, false, false, false, [], 0, false),
    ( term_texts:special_number(N) -> with_exponent(Cs0, Cs) ; Cs = Cs0 ),
    append(Before, Cs, Cs1),
    atom_chars(Name, Cs1).

% with_exponent(+Chars0, -Chars): SWI-Prolog's text of a number of which Scryer's is Chars0. The largest float stands for infinity
% (`swi_arith`).
with_exponent(Cs0, Cs) :-
    (   Cs0 = [-|Ds] -> Cs = [-|Cs1], with_exponent(Ds, Cs1)
    ;   Cs0 == "1.7976931348623157e308" -> Cs = "1.0Inf"
    ;   append(Front, [e|Exponent], Cs0) ->
        ( Exponent = [-|_] -> Cs = Cs0 ; append(Front, [e,+|Exponent], Cs) )
    ;   append("0.0000", Ds, Cs0) -> scientific(Ds, "-5", Cs)
    ;   append(Ds, ".0", Cs0) -> scientific(Ds, "+15", Cs)
    ;   Cs = Cs0
    ).

scientific([D|Ds0], Exponent, [D,'.'|Cs]) :-
    without_zeros(Ds0, Ds),
    ( Ds == [] -> Cs = ['0'|Cs1] ; append(Ds, Cs1, Cs) ),
    Cs1 = [e|Exponent].

without_zeros([], []).
without_zeros([D|Ds0], Ds) :-
    without_zeros(Ds0, Ds1),
    ( Ds1 == [], D == '0' -> Ds = [] ; Ds = [D|Ds1] ).

% operand_name(+X, +How, -Name): Name is the text of X after `-`, with a space if it would be read in another way without.
operand_name(X, ListsQuoted-Options, Name) :-
    (   number(X) -> number_name(X, " ", Name)
    ;   marked_text(ListsQuoted, X, Options, Cs),
        Cs = [C|_],
        ( append(_, [C|_], "0123456789({+-*/\\^<>=~:.?@#&$") -> atom_chars(Name, [' '|Cs]) ; atom_chars(Name, Cs) ),
        !
    ).

%! variable_name(+Atom) is semidet.
%
% Atom is written as the name of a variable.

variable_name(Name) :-
    atom(Name),
    atom_chars(Name, [C|Cs]),
    ( C == '_' -> true ; C @>= 'A', C @=< 'Z' ),
    all_alphanumeric(Cs).

all_alphanumeric([]).
all_alphanumeric([C|Cs]) :-
    word_char(C),
    all_alphanumeric(Cs).

% numbered_name(+Argument, -Name): Name is what '$VAR'(Argument) is written as.
numbered_name(A, Name) :-
    (   integer(A) -> A >= 0, term_texts:letter_name(letter, A, Name)
    ;   variable_name(A),
        Name = A
    ).

% The name of mark number N: five characters, of which the others are digits to the base 64.
mark(N, Name) :-
    A is 48 + (N /\ 63), B is 48 + ((N >> 6) /\ 63), C is 48 + ((N >> 12) /\ 63), D is 48 + ((N >> 18) /\ 63),
    char_code(CA, A), char_code(CB, B), char_code(CC, C), char_code(CD, D),
    atom_chars(Name, ['\x1\',CA,CB,CC,CD]).

% unmarked(+Chars0, +Strings, +Quoted, -Chars): the host puts the strings in place of their marks.
unmarked(Cs0, Ss, Quoted, Cs) :-
    all_strings(Ss, All),
    '$foreign_call'(strings_in_place, [Cs0,All,Quoted], Cs).

all_strings([S|Ss], All) :- ended(Ss, S, All).

ended([], S, All) :- ( S = [_|_] -> All = S ; All = '' ).
ended([S1|Ss], S, All) :-
    append(S, ['\x1\'|All1], All),
    ended_(Ss, S1, All1).

ended_([], S, S).
ended_([S1|Ss], S, All) :-
    append(S, ['\x1\'|All1], All),
    ended_(Ss, S1, All1).

%! functional_text(@Term, +Options, -Chars) is det.
%
% Chars is the text of Term in functional notation, with lists in brackets, for which Scryer has dots.

functional_text(Term, Options, Cs) :-
    phrase(functional(Term, Options), Css),
    lists:append(Css, Cs).

functional(T, Options) --> { \+ is_compound(T) ; T = '$VAR'(_) }, !, { text_of(T, Options, Cs) }, [Cs].
functional([X|Xs], Options) --> !, ["["], functional(X, Options), functional_tail(Xs, Options), ["]"].
functional(T, Options) -->
    { T =.. [F,A|As], text_of(F, Options, Cs) },
    [Cs,"("],
    functional(A, Options),
    functional_arguments(As, Options),
    [")"].

functional_arguments([], _) --> [].
functional_arguments([A|As], Options) --> [","], functional(A, Options), functional_arguments(As, Options).

functional_tail(T, Options) --> { var(T) }, !, ["|"], functional(T, Options).
functional_tail([], _) --> !, [].
functional_tail([X|Xs], Options) --> !, [","], functional(X, Options), functional_tail(Xs, Options).
functional_tail(T, Options) --> ["|"], functional(T, Options).

?- with_output_to(atom(A), print([-(2^2),-(f(x)^n),2-(-(y^2)),-(a^b)+c,-((a+b)^2),-(a*b)])).
   A = '[- 2^2,-f(x)^n,2- -y^2,-a^b+c,- (a+b)^2,- (a*b)]'.

?- with_output_to(atom(A), print([x is -y,x is (a+b)*c,a mod (b+c),a mod [b],x is y+1,(x is -y)is {a},[a] is -b])).
   A = '[x is -y,x is (a+b)*c,a mod (b+c),a mod [b],x is y+1,(x is -y)is{a},[a]is-b]'.

?- with_output_to(atom(A), print([1 div "s","s"mod x,"s"mod "t",a mod 'A b',[a]is 'B',"s"is -1,(a+b)mod "s","s"mod (a:-b),a mod [],[a]mod {},9 div 'a b',(is)is '4',- ({a}:-b),(:- (;)mod a),\+ {a},\ {x},dynamic {x},- {x},+ {},(:- {a}-b),[x]is -1])),
   with_output_to(atom(B), write([1 div "s",a mod 'A b'])).
   A = '[1 div "s","s"mod x,"s"mod"t",a mod \'A b\',[a]is\'B\',"s"is-1,(a+b)mod"s","s"mod(a:-b),a mod [],[a]mod{},9 div \'a b\',(is)is\'4\',- ({a}:-b),(:- (;)mod a),\\+ {a},\\ {x},(dynamic {x}),- {x},+ {},(:- {a}-b),[x]is-1]', B = '[1 div s,a mod A b]'.

?- with_output_to(atom(A), print([(a+b)mod (c+d),((a+b)mod (c+d))mod (e-f),"s"mod (c+d)])).
   A = '[(a+b)mod(c+d),(a+b)mod(c+d)mod(e-f),"s"mod(c+d)]'.

?- with_output_to(atom(A), print([1.0e15,1.0e14,-1.5e300,0.00001,0.000012,0.0001,1.0e-10,2*(-1.0e20),1234567890123456.0])).
   A = '[1.0e+15,100000000000000.0,-1.5e+300,1.0e-5,1.2e-5,0.0001,1.0e-10,2* -1.0e+20,1.234567890123456e+15]'.

?- with_output_to(atom(A), ( print(f('$VAR'('Xs'),'$VAR'(1),'$VAR'(x))), writeq('$VAR'('_')), write_term('$VAR'('X'), [quoted(true)]) )).
   A = 'f(Xs,B,\'$VAR\'(x))_\'$VAR\'(\'X\')'.

?- T = ((A :- B-C, \+ D, a = -E) -> 1 - E), \+ \+ ( numbervars(T, 0, _), with_output_to(atom(Text), write(T)), Text == '(A:-B-C,\\+D,a= -E)->1-E' ).
   T = ((A:-B-C,\+D,a= -E)->1-E).

?- with_output_to(atom(A), \+ \+ ( Least is -inf, print([inf-Least,Least]) )).
   A = '[inf- -1.0Inf,-1.0Inf]'.

?- with_output_to(string(_), print(f(X, -(X^2)))), with_output_to(atom(A), write(1.0e16)).
   A = '1.0e+16'.
