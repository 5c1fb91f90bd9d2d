/** The standard's predicates on atoms, for text in all forms.

SWI-Prolog takes any text where the standard asks for an atom. In SWI mode calls of `atom_length/2` and
its kin in programs mean these predicates.

```
?- atom_length(123, L).
   L = 3.
```
*/

:- module(swi_atoms, [text_length_/2, text_chars_/2, text_codes_/2, text_concat_/3, sub_text/5,
                      digits_number/2, characters_number/2, arg_/3, open_stream/3, open_stream/4]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(string_terms)).
:- use_module(library(term_texts)).
:- use_module(library(swi_convert)).
:- use_module(library(swi_parts)).

%! text_length_(+Text, -Length) is det.
%
% atom_length/2 of SWI-Prolog.

text_length_(Text, Length) :-
    (   atom(Text), var(Length) -> '$atom_length'(Text, Length)
    ;   ( var(Text) ; atom(Text) ) -> atom_length(Text, Length)
    ;   text_chars(atom_length/2, Text, Cs),
        length(Cs, N),
        (   ( var(Length) ; integer(Length) ) -> Length = N
        ;   type_error(integer, Length, atom_length/2)
        )
    ).

%! text_chars_(?Text, ?Chars) is det.
%
% atom_chars/2 of SWI-Prolog.

text_chars_(Text, Chars) :-
    (   atom(Text), var(Chars) -> '$atom_chars'(Text, Chars)
    ;   var(Text) ->
        text_chars(atom_chars/2, Chars, Cs),
        atom_of(Cs, Text)
    ;   text_chars(atom_chars/2, Text, Cs),
        text_of_kind(chars, Chars, Cs)
    ).

%! text_codes_(?Text, ?Codes) is det.
%
% atom_codes/2 of SWI-Prolog.

text_codes_(Text, Codes) :-
    (   atom(Text), var(Codes) -> '$atom_codes'(Text, Codes)
    ;   var(Text) ->
        text_chars(atom_codes/2, Codes, Cs),
        atom_of(Cs, Text)
    ;   text_chars(atom_codes/2, Text, Cs),
        text_of_kind(codes, Codes, Cs)
    ).

%! text_concat_(?Text1, ?Text2, ?Atom) is nondet.
%
% atom_concat/3 of SWI-Prolog.

text_concat_(A, B, C) :-
    (   atom(A), atom(B), ( var(C) ; atom(C) ) ->
        (   var(C), '$foreign_call'(texts_joined, [A,B], Cs), Cs = [_|_] -> '$atom_chars'(C, Cs)
        ;   atom_concat(A, B, C)
        )
    ;   nonvar(A), nonvar(B) ->
        text_chars(atom_concat/3, A, As),
        text_chars(atom_concat/3, B, Bs),
        append(As, Bs, Cs),
        text_of_kind(atom, C, Cs)
    ;   as_atom(A, A1),
        as_atom(B, B1),
        as_atom(C, C1),
        atom_concat(A1, B1, C1)
    ).

as_atom(A, B) :-
    (   ( var(A) ; atom(A) ) -> B = A
    ;   text_atom(atom_concat/3, A, B)
    ).

%! sub_text(+Text, ?Before, ?Length, ?After, ?Sub) is nondet.
%
% sub_atom/5 of SWI-Prolog.

sub_text(Text, Before, Length, After, Sub) :-
    chars_of(Text, Cs),
    (   var(Sub) ->
        part(Cs, Before, Length, After, Part),
        atom_of(Part, Sub)
    ;   chars_of(Sub, Part),
        place(Part, Cs, Before, Length, After)
    ).

chars_of(Text, Cs) :-
    (   atom(Text) -> '$atom_chars'(Text, Cs)
    ;   text_chars(sub_atom/5, Text, Cs)
    ).

%! digits_number(?Number, ?Codes) is det.
%
% number_codes/2 of SWI-Prolog, which takes characters and other text, too.

digits_number(Number, Codes) :-
    (   has_chars(Codes, Cs) -> parsed(Cs, number_codes/2, Number)
    ;   nonvar(Codes), ground(Codes) ->
        text_chars(number_codes/2, Codes, Cs),
        parsed(Cs, number_codes/2, Number)
    ;   number(Number) ->
        number_text(Number, Cs),
        chars_codes(Cs, Codes)
    ;   number_codes(Number, Codes)
    ).

%! characters_number(?Number, ?Chars) is det.
%
% number_chars/2 of SWI-Prolog, which takes codes and other text, too.

characters_number(Number, Chars) :-
    (   has_chars(Chars, Cs) -> parsed(Cs, number_chars/2, Number)
    ;   nonvar(Chars), ground(Chars) ->
        text_chars(number_chars/2, Chars, Cs),
        parsed(Cs, number_chars/2, Number)
    ;   number(Number) -> number_text(Number, Chars)
    ;   number_chars(Number, Chars)
    ).

parsed(Cs, PI, Number) :-
    (   chars_number(Cs, Number0) -> Number = Number0
    ;   throw(error(syntax_error(illegal_number), PI))
    ).

%! arg_(?N, +Term, ?Argument) is nondet.
%
% arg/3 of SWI-Prolog, which counts through the arguments if N is unbound.

arg_(N, Term, Argument) :-
    (   nonvar(N) -> string_terms:argument(N, Term, Argument)
    ;   is_compound(Term) ->
        functor(Term, _, Arity),
        each_arg(1, Arity, N, Term, Argument)
    ;   var(Term) -> instantiation_error(arg/3)
    ;   type_error(compound, Term, arg/3)
    ).

each_arg(Arity, Arity, N, Term, Argument) :- !, N = Arity, arg(Arity, Term, Argument).
each_arg(I, _, I, Term, Argument) :- arg(I, Term, Argument).
each_arg(I, Arity, N, Term, Argument) :-
    I1 is I + 1,
    each_arg(I1, Arity, N, Term, Argument).

%! open_stream(+File:text, +Mode, -Stream) is det.
%
% open/3 of SWI-Prolog: errors name File as an atom.

open_stream(File, Mode, Stream) :- open_stream(File, Mode, Stream, []).

%! open_stream(+File:text, +Mode, -Stream, +Options) is det.
%
% open/4 of SWI-Prolog. Options that do not exist here are not used.

open_stream(File, Mode, Stream, Options0) :-
    (   var(File) -> open(File, Mode, Stream)
    ;   \+ is_text(File) -> open(File, Mode, Stream)
    ;   text_atom(open/4, File, Name),
        known_options(Options0, Options),
        catch(opened(Mode, Name, Stream, Options), error(E0, PI), ( named(E0, Name, E), throw(error(E, PI)) ))
    ).

% Terms with strings are read twice, where that can be (`read_from/3` of `string_terms`).
opened(Mode, Name, Stream, Options) :-
    (   Mode == read,
        catch(open(Name, Mode, Stream0, [reposition(true)|Options]), error(permission_error(_, _, _), _), false) ->
        Stream = Stream0
    ;   open(Name, Mode, Stream, Options)
    ).

named(E0, Name, E) :-
    (   nonvar(E0), E0 = existence_error(source_sink, _) -> E = existence_error(source_sink, Name)
    ;   nonvar(E0), E0 = permission_error(open, source_sink, F), nonvar(F), F = [_|_] ->
        E = permission_error(open, source_sink, Name)
    ;   E = E0
    ).

known_options(Os, Os) :- \+ is_proper_list(Os), !.
known_options([], []).
known_options([O|Os0], Os) :-
    (   nonvar(O), functor(O, F, 1), foreign_option(F) -> Os = Os1
    ;   Os = [O|Os1]
    ),
    known_options(Os0, Os1).

foreign_option(encoding).
foreign_option(create).
foreign_option(bom).
foreign_option(lock).
foreign_option(newline).
foreign_option(buffer).
foreign_option(close_on_abort).

?- swi_atoms:text_chars_(123, Cs).
   Cs = ['1','2','3'].

?- swi_atoms:arg_(N, f(a,b), X).
   N = 1, X = a
;  N = 2, X = b.

?- swi_atoms:digits_number(N, "x").
   error(syntax_error(illegal_number),number_codes/2).

?- swi_atoms:text_concat_(a, 1, X).
   X = a1.
