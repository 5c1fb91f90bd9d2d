/** Terms as text and text as terms.

```
?- term_to_atom(f(a,'B'), A), atom_to_term('g(X,Y,X)', T, Bindings).
   A = 'f(a,\'B\')', T = g(X,Y,X), Bindings = ['X'=X,'Y'=Y].
```
*/

:- module(swi_term_text, [term_to_atom/2, term_string/2, term_string/3, atom_to_term/3,
                          read_term_from_atom/3, sformat/2, sformat/3, char_conversion/2,
                          current_char_conversion/2]).

:- use_module(library(error)).
:- use_module(library(lists), [append/3, memberchk/2]).
:- use_module(library(string_terms)).
:- use_module(library(term_texts)).
:- use_module(library(swi_convert)).
:- use_module(library(swi_format), [format_chars/4]).

%! term_to_atom(?Term, ?Atom) is det.
%
% Atom is the text of Term in Prolog syntax. It is read if Term is unbound.

term_to_atom(Term, Atom) :-
    (   ( nonvar(Term) ; var(Atom) ) ->
        written_chars(Term, Cs),
        (   var(Atom) -> atom_chars(Atom, Cs)
        ;   parsed(Atom, term_to_atom/2, [], Term1),
            Term = Term1
        )
    ;   parsed(Atom, term_to_atom/2, [], Term)
    ).

% written_chars(@Term, -Chars): quoted, and '$VAR'(N) is no variable. A quote inside quotes is doubled, and a newline stands as it
% is.
written_chars(Term, Cs) :-
    text_of(Term, options(false, false, true, [], 0), Cs0),
    (   memberchk(\, Cs0) -> outside(Cs0, Cs)
    ;   Cs = Cs0
    ).

outside([], []).
outside([C|Cs0], [C|Cs]) :-
    (   ( C == '\'' ; C == '"' ) -> inside(Cs0, C, Cs)
    ;   outside(Cs0, Cs)
    ).

inside([], _, []).
inside([C|Cs0], Quote, Cs) :-
    (   C == Quote -> Cs = [C|Cs1], outside(Cs0, Cs1)
    ;   C == (\), Cs0 = [D|Cs1] ->
        (   D == Quote -> Cs = [D,D|Cs2]
        ;   D == n -> Cs = ['\n'|Cs2]
        ;   Cs = [C,D|Cs2]
        ),
        inside(Cs1, Quote, Cs2)
    ;   Cs = [C|Cs1],
        inside(Cs0, Quote, Cs1)
    ).

%! term_string(?Term, ?String) is det.
%
% String is the text of Term in Prolog syntax. It is read if Term is unbound.

term_string(Term, String) :-
    (   var(String) -> written_chars(Term, Cs), String = '$string'(Cs)
    ;   parsed(String, term_string/2, [], Term)
    ).

%! term_string(?Term, ?String, +Options) is det.
%
% Like term_string/2; Options are those of read_term/2, where a term is read.

term_string(Term, String, Options) :-
    (   nonvar(String), is_proper_list(Options) -> parsed(String, term_string/3, Options, Term)
    ;   term_string(Term, String)
    ).

%! atom_to_term(+Atom, -Term, -Bindings:list) is det.
%
% Term is read from Atom; Bindings has Name=Variable for each variable in it.

atom_to_term(Atom, Term, Bindings) :-
    parsed(Atom, atom_to_term/3, [variable_names(Bindings)], Term).

%! read_term_from_atom(+Atom, -Term, +Options) is det.
%
% Term is read from Atom. Options are those of read_term/2.

read_term_from_atom(Atom, Term, Options) :-
    parsed(Atom, read_term_from_atom/3, Options, Term).

parsed(Text, PI, Options, Term) :-
    % As text of a term, [] is no empty list of characters.
    ( Text == [] -> Cs0 = "[]" ; text_chars(PI, Text, Cs0) ),
    (   blank(Cs0) -> Term = end_of_file, unify_empty(Options)
    ;   (   append(_, ['.'], Cs0) -> append(Cs0, " ", Cs)
        ;   % After a comment, if there is one at the end.
            append(Cs0, "\n.", Cs)
        ),
        read_text(Cs, Term, Options)
    ).

blank([]).
blank([C|Cs]) :- ( C == ' ' ; C == '\n' ; C == '\t' ), !, blank(Cs).

unify_empty([]).
unify_empty([Option|Options]) :-
    (   Option = variable_names([]) -> true
    ;   Option = variables([]) -> true
    ;   true
    ),
    unify_empty(Options).

%! sformat(-String, +Format, +Arguments) is det.
%
% String is the text that format/2 writes.

sformat(String, Format, Arguments) :-
    format_chars(Format, Arguments, 0, Cs),
    String = '$string'(Cs).

%! sformat(-String, +Format) is det.
%
% String is the text that format/1 writes.

sformat(String, Format) :- sformat(String, Format, []).

%! char_conversion(+Char, +Other) is det.
%
% Does nothing: characters that are read stay what they are.

char_conversion(_, _).

%! current_char_conversion(?Char, ?Other) is semidet.
%
% Char and Other are the same.

current_char_conversion(C, C).

?- term_to_atom(T, 'f(X,b)'), T = f(a,B).
   T = f(a,b), B = b.

?- term_string(f(x), S).
   S = "f(x)".

?- term_to_atom(f('it\'s',"a\"b",\), A), atom_length(A, N), term_to_atom(T, A).
   A = 'f(\'it\'\'s\',"a""b",\\)', N = 19, T = f('it\'s',"a\"b",\).

?- catch(term_to_atom(_, 'f('), error(syntax_error(_), _), true).
   true.

?- term_string(T, "f(X,Y,X)", [variable_names(Names),syntax_errors(error)]).
   T = f(_A,_B,_A), Names = ['X'=_A,'Y'=_B].

?- term_to_atom(T, '[]'), term_string(U, '[]').
   T = [], U = [].

?- term_to_atom(f('$VAR'(1)), A), term_string('$VAR'('X'), S).
   A = 'f(\'$VAR\'(1))', S = "'$VAR'('X')".
