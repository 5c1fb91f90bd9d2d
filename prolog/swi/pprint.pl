/** Terms on as many lines as they need, as SWI-Prolog's library(pprint) writes them. */

:- module(swi_pprint, [print_term/2]).

:- use_module(library(error)).
:- use_module(library(iso_ext), [copy_term_nat/2]).
:- use_module(library(lists)).
:- use_module(library(string_terms)).
:- use_module(library(swi_capture)).
:- use_module(library(swi_term_relations), [term_singletons/2]).

%! print_term(@Term, +Options:list) is det.
%
% Writes Term as print/1 does, with the arguments and elements of what does not fit on a line below each other. Options are
% `output(Stream)`, `right_margin(Column)` (72) and `left_margin(Column)` (0); others change nothing.

print_term(Term, Options) :-
    must_be(list, Options),
    ( member(O1, Options), O1 = output(Stream) -> true ; current_output(Stream) ),
    ( member(O2, Options), O2 = right_margin(Right), integer(Right) -> true ; Right = 72 ),
    ( member(O3, Options), O3 = left_margin(Left), integer(Left) -> true ; output_column(Stream, Left) ),
    \+ \+ ( copy_term_nat(Term, Copy),
            named_variables(Copy, Names),
            written_at(Copy, Left, m(Right,Names), Stream) ).

% named_variables(+Term, -Names): variables that occur more than once get letters; Names has `_` for each of the others.
named_variables(Term, Names) :-
    term_singletons(Term, Singletons),
    blank(Singletons, Names),
    term_variables(Term, Vs),
    shared(Vs, Singletons, Shared),
    lettered(Shared, 0).

blank([], []).
blank([V|Vs], ['_'=V|Names]) :- blank(Vs, Names).

shared([], _, []).
shared([V|Vs], Singletons, Shared) :-
    (   Singletons = [W|Singletons1], W == V -> shared(Vs, Singletons1, Shared)
    ;   Shared = [V|Shared1],
        shared(Vs, Singletons, Shared1)
    ).

lettered([], _).
lettered(['$VAR'(N)|Vs], N) :- N1 is N + 1, lettered(Vs, N1).

% written_at(+Term, +Column, +Margin, +Stream): Margin is m(Column,Names).
written_at(Term, Column, Margin, Stream) :-
    Margin = m(Right,Names),
    text(Term, Names, Cs),
    length(Cs, N),
    (   ( Column + N =< Right ; \+ is_compound(Term) ) -> '$put_chars'(Stream, Cs)
    ;   Term = [_|_] ->
        write(Stream, '[ '),
        Column1 is Column + 2,
        elements(Term, Column1, Margin, Stream),
        line(Stream, Column),
        write(Stream, ']')
    ;   Term =.. [F|As],
        \+ operator(F, As) ->
        text(F, [], Name),
        '$put_chars'(Stream, Name),
        write(Stream, '('),
        length(Name, M),
        Column1 is Column + M + 1,
        arguments(As, Column1, Margin, Stream),
        write(Stream, ')')
    ;   '$put_chars'(Stream, Cs)
    ).

text(Term, Names, Cs) :-
    Options = [portray(true),numbervars(true),quoted(true),variable_names(Names)],
    captured(string_terms:written(user_output, Term, options(Options)), Cs).

operator(F, As) :-
    length(As, N),
    current_op(_, Type, F),
    (   N =:= 2 -> memberchk(Type, [xfx,xfy,yfx])
    ;   N =:= 1, memberchk(Type, [fy,fx,xf,yf])
    ),
    !.

elements([X|Xs], Column, Margin, Stream) :-
    written_at(X, Column, Margin, Stream),
    (   Xs == [] -> true
    ;   nonvar(Xs), Xs = [_|_] ->
        write(Stream, (',')),
        line(Stream, Column),
        elements(Xs, Column, Margin, Stream)
    ;   line(Stream, Column),
        write(Stream, '| '),
        Column1 is Column + 2,
        written_at(Xs, Column1, Margin, Stream)
    ).

arguments([A|As], Column, Margin, Stream) :-
    written_at(A, Column, Margin, Stream),
    (   As == [] -> true
    ;   write(Stream, (',')),
        line(Stream, Column),
        arguments(As, Column, Margin, Stream)
    ).

% line(+Stream, +Column): a new line that begins at Column. SWI-Prolog has tabs there.
line(Stream, Column) :-
    nl(Stream),
    Tabs is Column // 8,
    Spaces is Column mod 8,
    repeated(Tabs, '\t', Stream),
    repeated(Spaces, ' ', Stream).

repeated(N, C, Stream) :-
    (   N > 0 ->
        put_char(Stream, C),
        N1 is N - 1,
        repeated(N1, C, Stream)
    ;   true
    ).
