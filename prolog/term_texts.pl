/** Terms as text.

Scryer's writer makes most of a text. It knows no strings (`string_terms`), and some terms it writes in another way than SWI-Prolog, as `- 1`
and 1.0e+20: those are found here, and written with marks in their places (`term_marks`).

```
?- with_output_to(atom(A), writeq(f("a", 'B c', - 1, 1.0e20))).
   A = 'f("a",\'B c\',- 1,1.0e+20)'.
```
*/

:- module(term_texts, [text_of/3, shown_text/4, number_text/2, as_text/3, kind_options/3, wordy/1, bracket_first/1, prefix/1, named/4]).

:- use_module(library(lists)).
:- use_module(library(string_terms)).
:- use_module(library(cl_variables)).

% options(IgnoreOps, NumberVars, Quoted, VariableNames, MaxDepth).

%! text_of(@Term, +Options, -Chars) is det.
%
% Chars is the text of Term. Options are options(IgnoreOps, NumberVars, Quoted, VariableNames, MaxDepth). Strings are written
% as such, in double quotes if Quoted is true; in an ISO session these are the lists of characters.

text_of(Term, Options, Cs) :-
    (   atom(Term), arg(3, Options, false) -> atom_chars(Term, Cs)
    ;   arg(3, Options, true), '$foreign_call'(is_iso, [], 1) -> text_of(true, Term, Options, Cs)
    ;   text_of(false, Term, Options, Cs)
    ).

text_of(ListsQuoted, Term, options(IgnoreOps,NumberVars,Quoted,Names0,Depth), Cs) :-
    all_named(Term, Names0, Names),
    (   has_special(Term) ->
        cl_engine:provided(term_marks),
        term_marks:marked_text(ListsQuoted, Term, options(IgnoreOps,NumberVars,Quoted,Names,Depth), Cs)
    ;   apart(Term, Names, Term1, Names1),
        '$write_term_to_chars'(Cs, Term1, IgnoreOps, NumberVars, Quoted, Names1, Depth, ListsQuoted)
    ).

%! number_text(+Number, -Chars) is det.
%
% Chars is the text of Number.

number_text(N, Cs) :-
    (   integer(N) -> '$number_to_chars'(N, Cs)
    ;   special_number(N) -> text_of(N, options(false, false, false, [], 0), Cs)
    ;   number_chars(N, Cs)
    ).

% all_named(+Term, +Names0, -Names): Names is Names0, with the names that Scryer 0.10 fabricates for the other variables of Term. Else it
% has two for some that end lists.
all_named(T, Names0, Names) :-
    (   compound(T), term_variables(T, Vs), Vs = [_|_] ->
        fabricated(Vs, Names0, New),
        append(Names0, New, Names)
    ;   Names = Names0
    ).

fabricated([], _, []).
fabricated([V|Vs], Names, New) :-
    (   lists:member(_ = W, Names), W == V -> New = New1
    ;   '$write_term_to_chars'(Cs, V, false, false, false, [], 0, false),
        atom_chars(Name, Cs),
        New = [Name=V|New1]
    ),
    fabricated(Vs, Names, New1).

% apart(+Term, +Names, -Term1, -Names1): Scryer 0.10 writes `...` in a list for what an element is, if that was a variable when the
% list was made: `L = [X,X], X = f(a), write(L)`. Term1 is the same term in new cells, with the same variables, and Names1 has what
% Names has. The variables come first in the copy: no cell of Term1 is one through which another one refers to a variable.
apart(T, Names, T1, Names1) :-
    (   compound(T) ->
        term_variables(T, Vs),
        '$copy_term_without_attr_vars'(v(Vs,Names,T), v(Vs,Names1,T1))
    ;   T1 = T,
        Names1 = Names
    ).

%! shown_text(@Term, +IgnoreOps, +Names, -Chars) is det.
%
% Chars is the text of Term as it is shown: quoted, with letters for the variables that have no name in Names, a list of
% Name=Variable.

shown_text(Term, IgnoreOps, Names0, Cs) :-
    lettered(Term, Names0, Names),
    text_of(Term, options(IgnoreOps, false, true, Names, 0), Cs).

lettered(Term, Names0, Names) :-
    variables_of(Term, Vs),
    named(Vs, letter, Names0, Names).

%! named(+Variables:list, +Kind, +Names0:list, -Names:list) is det.
%
% Names is Names0, a list of Name=Variable, with names for the variables that have none: `A`, `B`, ..., `A1` and so on, if Kind is
% `letter`; the same after an underscore if it is `fabricated`.

named(Vs, Kind, Names0, Names) :-
    names_of(Vs, 0, Kind, Names0, New),
    append(Names0, New, Names).

names_of([], _, _, _, []).
names_of([V|Vs], N0, Kind, Names, New) :-
    (   lists:member(_ = W, Names), W == V -> names_of(Vs, N0, Kind, Names, New)
    ;   letter_name(Kind, N0, Name),
        N is N0 + 1,
        (   lists:member(Name0 = _, Names), Name0 == Name -> names_of([V|Vs], N, Kind, Names, New)
        ;   New = [Name=V|New1],
            names_of(Vs, N, Kind, Names, New1)
        )
    ).

% In this order, and by truncate/1, since the clause is compiled as it stands (`modules`).
letter_name(Kind, N, Name) :-
    M is truncate(N / 26),
    Code is 0'A + N + -26 * M,
    char_code(Letter, Code),
    ( M =:= 0 -> Digits = [] ; number_chars(M, Digits) ),
    (   Kind == letter -> atom_chars(Name, [Letter|Digits])
    ;   atom_chars(Name, ['_',Letter|Digits])
    ).

% has_special(@Term): there is something in Term that Scryer writes in another way than SWI-Prolog. A few steps are enough for
% most terms; long ones may have no end.
has_special(Term) :-
    (   compound(Term) ->
        (   special(Term) -> true
        ;   searched(Term, 300, Found),
            (   Found == special -> true
            ;   Found =:= 0,
                cl_guards:finite_term(Term),
                within(Term)
            )
        )
    ;   special_number(Term)
    ).

% Strings; `- 1` and `-x^2`; what may need a space after an operator that is a word, as in `X is -1`; `\\+ {a}`; '$VAR'('Name') and '$VAR'(1).
special(Term) :-
    (   is_string(Term) -> true
    ;   otherwise_written(Term) -> '$foreign_call'(is_iso, [], 0)
    ).

otherwise_written(Term) :- after_minus(Term).
otherwise_written('$VAR'(Name)) :- ( atom(Name) -> true ; integer(Name), Name >= 0 ).
otherwise_written(Term) :-
    functor(Term, Op, 1),
    arg(1, Term, X),
    bracket_first(X),
    prefix(Op).
otherwise_written(Term) :-
    functor(Term, Op, 2),
    arg(2, Term, Y),
    (   number(Y) -> Y < 0
    ;   atom(Y) -> true
    ;   compound(Y),
        functor(Y, F, N),
        ( N =:= 2 -> true ; \+ lettered(F) )
    ),
    wordy(Op).

after_minus(-(X)) :- ( number(X) -> X >= 0 ; binds_as_well(X) ).

% binds_as_well(@Term): an operand of `-` that needs no brackets. Scryer has them around all but prefix operators.
binds_as_well(X) :-
    compound(X),
    functor(X, Op, N),
    current_op(P, Type, Op),
    P =< 200,
    ( N =:= 2 -> memberchk(Type, [xfx,xfy,yfx]) ; N =:= 1, memberchk(Type, [xf,yf]) ),
    !.

% special_number(@Term): a float that SWI-Prolog writes with an exponent, and Scryer without or with one of another form.
special_number(X) :-
    float(X),
    A is abs(X),
    ( A >= 1.0e15 -> true ; A >= 1.0e-5, A < 1.0e-4 ),
    '$foreign_call'(is_iso, [], 0).

% wordy(+Op): an infix operator that begins with a letter.
wordy(Op) :- lettered(Op), infix(Op).

% bracket_first(@Term): its text begins with a brace, or with an operator in brackets.
bracket_first(X) :-
    (   X == {} -> true
    ;   compound(X),
        (   X = {}(_) -> true
        ;   functor(X, Op, 2),
            Op \== '.',
            arg(1, X, Y),
            nonvar(Y),
            infix(Op),
            ( atom(Y), current_op(_, _, Y) -> true ; bracket_first(Y) )
        )
    ).

infix(Op) :-
    current_op(_, Type, Op),
    memberchk(Type, [xfx,xfy,yfx]),
    !.

% prefix(+Op): a prefix operator.
prefix(Op) :-
    current_op(_, Type, Op),
    ( Type == fy ; Type == fx ),
    !.

% lettered(+Atom): it begins with a small letter; the order of atoms tells that faster than their characters.
lettered(Atom) :- Atom @>= a, Atom @< '{'.

% searched(@Term, +N0, -N): N is `special`, or how many of N0 steps are left.
searched(Term, N0, N) :-
    (   \+ compound(Term) -> ( special_number(Term) -> N = special ; N = N0 )
    ;   special(Term) -> N = special
    ;   N0 =:= 0 -> N = 0
    ;   N1 is N0 - 1,
        (   Term = [X|Xs] ->
            searched(X, N1, N2),
            (   N2 == special -> N = special
            ;   searched(Xs, N2, N)
            )
        ;   functor(Term, _, Arity),
            searched_arguments(Arity, Term, N1, N)
        )
    ).

searched_arguments(I, Term, N0, N) :-
    (   I =:= 0 -> N = N0
    ;   arg(I, Term, X),
        searched(X, N0, N1),
        (   N1 == special -> N = special
        ;   I1 is I - 1,
            searched_arguments(I1, Term, N1, N)
        )
    ).

within(Term) :-
    (   \+ compound(Term) -> special_number(Term)
    ;   special(Term) -> true
    ;   Term = [_|_] -> in_list(Term)
    ;   functor(Term, _, N),
        in_arguments(N, Term)
    ).

in_list(Xs) :-
    (   nonvar(Xs), Xs = [X|Xs1] ->
        (   within(X) -> true
        ;   in_list(Xs1)
        )
    ;   within(Xs)
    ).

in_arguments(N, Term) :-
    N > 0,
    arg(N, Term, X),
    (   within(X) -> true
    ;   N1 is N - 1,
        in_arguments(N1, Term)
    ).

%! as_text(+Kind, @Term, -Chars) is semidet.
%
% Chars is what Term is written as. Kind is `write`, `writeq`, `print`, `write_canonical` or options(Options), with options of Scryer's.
% Fails where Scryer's own writer does it.

as_text(Kind, Term, Cs) :-
    (   ignores_operators(Kind), compound(Term) ->
        kind_options(Kind, Term, Options),
        cl_engine:provided(term_marks),
        term_marks:functional_text(Term, Options, Cs)
    ;   ( Kind == write_canonical ; compound(Term), \+ ground(Term) ; has_special(Term) ) ->
        kind_options(Kind, Term, Options),
        text_of(Term, Options, Cs)
    ).

ignores_operators(write_canonical).
ignores_operators(options(Os)) :-
    '$skip_max_list'(_, _, Os, Tail), Tail == [],
    lists:member(O, Os),
    O == ignore_ops(true).

%! kind_options(+Kind, @Term, -Options) is det.
%
% Options are those of text_of/3 with which Term is written as Kind says.

kind_options(write, _, Options) :- !, Options = options(false, true, false, [], 0).
kind_options(writeq, _, Options) :- !, Options = options(false, true, true, [], 0).
kind_options(print, _, Options) :- !, Options = options(false, true, true, [], 0).
kind_options(write_canonical, Term, Options) :-
    !,
    once_or_more(Term, Vs, []),
    keysort(Vs, Sorted),
    same(Sorted, Often),
    variables_of(Term, All),
    canonical_names(All, Often, 0, Names),
    Options = options(true, false, true, Names, 0).
kind_options(options(Os), _, options(IgnoreOps, NumberVars, Quoted, Names, Depth)) :-
    % The errors of write_term/2, with nothing written.
    builtins:parse_write_options(Os, _, write_term/2),
    chosen(Os, ignore_ops(false), ignore_ops(IgnoreOps)),
    chosen(Os, numbervars(false), numbervars(NumberVars)),
    chosen(Os, quoted(false), quoted(Quoted)),
    chosen(Os, variable_names([]), variable_names(Names)),
    chosen(Os, max_depth(0), max_depth(Depth)).

% The last one of an option counts.
chosen([], Option, Option).
chosen([O|Os], Option0, Option) :-
    (   functor(O, F, 1), functor(Option0, F, 1) -> chosen(Os, O, Option)
    ;   chosen(Os, Option0, Option)
    ).

% Variables that occur once are called _, the others A, B and so on.
canonical_names([], _, _, []).
canonical_names([V|Vs], Often, N0, [Name=V|Names]) :-
    (   lists:member(W, Often), W == V ->
        letter_name(letter, N0, Name),
        N is N0 + 1
    ;   Name = '_',
        N = N0
    ),
    canonical_names(Vs, Often, N, Names).

% once_or_more(+Term, -Pairs, ?Rest): V-1 for each place where a variable V stands.
once_or_more(T, Ps0, Ps) :-
    (   var(T) -> Ps0 = [T-1|Ps]
    ;   compound(T) ->
        T =.. [_|As],
        each_once_or_more(As, Ps0, Ps)
    ;   Ps0 = Ps
    ).

each_once_or_more([], Ps, Ps).
each_once_or_more([A|As], Ps0, Ps) :- once_or_more(A, Ps0, Ps1), each_once_or_more(As, Ps1, Ps).

% same(+Pairs, -Often): variables that come twice one after the other.
same([], []).
same([V-_|Ps], Often) :-
    (   Ps = [W-_|_], V == W -> Often = [V|Often1]
    ;   Often = Often1
    ),
    same(Ps, Often1).

?- with_output_to(atom(A), write_term([1,"ab",f("c",_)], [quoted(true),max_depth(2)])).
   A = '[1,"ab"|...]'.

?- with_output_to(atom(A), print([- 1,7 mod -2,x is -1,1 - -1,-(-(1)),f(-1)])).
   A = '[- 1,7 mod -2,x is -1,1- -1,- - 1,f(-1)]'.

?- with_output_to(atom(A), write_canonical(f("s", [a|X], X, _, 1 - {a}))).
   A = 'f("s",[a|A],A,_,-(1,{}(a)))'.

?- findall(Last, ( findall(S, ( between(1, 300, N), number_string(N, S) ), L), term_string(L, Text), term_string(L1, Text),
                   L1 == L, last(L1, Last) ), Lasts).
   Lasts = ["300"].

?- L = [X,b,g(X)], X = f(a), with_output_to(atom(A), write(L)).
   L = [f(a),b,g(f(a))], X = f(a), A = '[f(a),b,g(f(a))]'.

?- T = s(_,_,[E|E]), \+ \+ ( with_output_to(atom(A), write(T)), term_to_atom(T1, A), subsumes_term(T1, T), subsumes_term(T, T1) ).
   T = s(_A,_B,[E|E]).
