/** Predicates of Quintus Prolog: what files import by `:- use_module(library(quintus))`.

```
?- midstring(abcde, cd, Rest), sqrt(9, Root), genarg(N, f(a,b), b).
   Rest = abe, Root = 3.0, N = 2.
```
*/

:- module(swi_quintus, [otherwise/0, simple/1, genarg/3, on_exception/3, raise_exception/1, midstring/3, midstring/4, midstring/5,
                        midstring/6, skip_line/0, skip_line/1, prolog_flag/2, atom_char/2, no_style_check/1, abs/2, sign/2,
                        sqrt/2, floor/2, ceiling/2, round/2, truncate/2, log/2, log10/2, pow/3, sin/2, cos/2, tan/2, asin/2,
                        acos/2, atan/2, atan2/3]).

:- use_module(library(lists)).
:- use_module(library(string_terms)).
:- use_module(library(swi_arith)).
:- use_module(library(swi_functions)).
:- use_module(library(swi_text)).
:- use_module(library(cl_asking), []).

%! otherwise is det.
%
% Succeeds: the last condition of several.

otherwise.

%! simple(@Term) is semidet.
%
% Term is a variable or atomic.

simple(Term) :- ( var(Term) -> true ; atomic(Term) -> true ; is_string(Term) ).

%! genarg(?N, +Term, ?Argument) is nondet.
%
% arg/3 that goes through the arguments where N is not bound.

genarg(N, Term, Argument) :-
    (   integer(N) -> arg(N, Term, Argument)
    ;   Term =.. [_|As],
        nth1(N, As, Argument)
    ).

%! on_exception(?Template, :Goal, :Handler) is nondet.
%! raise_exception(+Ball) is erroneous.
%
% catch/3 and throw/1.

:- meta_predicate(on_exception(?, 0, 0)).

on_exception(Template, Goal, Handler) :- catch(Goal, Template, Handler).

raise_exception(Ball) :- throw(Ball).

%! midstring(?Atom, ?Middle, ?Rest) is nondet.
%! midstring(?Atom, ?Middle, ?Rest, ?Before) is nondet.
%! midstring(?Atom, ?Middle, ?Rest, ?Before, ?Length) is nondet.
%! midstring(?Atom, ?Middle, ?Rest, ?Before, ?Length, ?After) is nondet.
%
% Middle is a part of Atom, Length characters after the first Before, with After behind it; Rest is Atom without it. Atom
% is known, or Middle and Rest are.

midstring(Atom, Middle, Rest) :- midstring(Atom, Middle, Rest, _, _, _).

midstring(Atom, Middle, Rest, Before) :- midstring(Atom, Middle, Rest, Before, _, _).

midstring(Atom, Middle, Rest, Before, Length) :- midstring(Atom, Middle, Rest, Before, Length, _).

midstring(Atom, Middle, Rest, Before, Length, After) :-
    (   nonvar(Atom) ->
        sub_atom(Atom, Before, Length, After, Middle),
        sub_atom(Atom, 0, Before, _, Start),
        sub_atom(Atom, _, After, 0, End),
        atom_concat(Start, End, Rest)
    ;   sub_atom(Rest, 0, Before, After, Start),
        sub_atom(Rest, Before, After, 0, End),
        atom_length(Middle, Length),
        atomic_list_concat([Start,Middle,End], Atom)
    ).

%! skip_line is det.
%! skip_line(+Stream) is det.
%
% Takes what is left of the line.

skip_line :- current_input(Stream), skip_line(Stream).

skip_line(Stream) :-
    cl_asking:next_char(Stream, C),
    (   ( C == '\n' ; C == end_of_file ) -> true
    ;   skip_line(Stream)
    ).

%! prolog_flag(?Flag, ?Value) is nondet.
%
% current_prolog_flag/2.

prolog_flag(Flag, Value) :- current_prolog_flag(Flag, Value).

%! atom_char(?Atom, ?Code) is det.
%
% Atom is the character with Code.

atom_char(Atom, Code) :- char_code(Atom, Code).

%! no_style_check(+Style) is det.
%
% Does nothing.

no_style_check(_).

%! truncate(+X, -Y) is det.
%! pow(+X, +Y, -Z) is det.
%! atan2(+X, +Y, -Z) is det.
%
% The evaluable functors as predicates; the others are those of `swi_functions`.

truncate(X, Y) :- evaluate(truncate(X), Y).
pow(X, Y, Z) :- evaluate(X ** Y, Z).
atan2(X, Y, Z) :- evaluate(atan2(X, Y), Z).
