/** What a file of tests says about how they are marked by `chesslog grade`.

```
:- grading([title("Lists"), timeout(2), forbidden([findall/3]), modes([len(+list(int), -int)])]).

:- begin_tests(len).
test(three, [N == 3, points(2), feedback("Count all elements.")]) :- len([a,b,c], N).
test(none, [N == 0, hidden]) :- len([], N).
:- end_tests(len).

:- quad([points(3)]).
?- len(Xs, 1).
   Xs = [_A].
```

Options of a test, and of the quad below `quad/1`: `points(N)`, 1 unless said; `feedback(Text)`, told if it fails;
`hidden`, if students see no more than whether it passed; and the limits `timeout(Seconds)`, `inferences(N)`,
`memory(Megabytes)`.

Options of `grading/1`: `title(Text)`; the same limits, for each test that says nothing else; `total(Seconds)` for a
submission; `choice_points(N)`, the points that a test loses which leaves a choice point; and rules on the text, each of
which costs `N` points if it is broken (1 unless said): `forbidden(PIs, N)`, `required(PIs, N)`, `tail_recursive(PIs, N)`,
where PIs is a list of `Name/Arity`. `exercise(PIs)`: submissions are asked to define these. That has to be said of predicates
that a library has, too, as `exercise([append/3])`, since calls of them in the tests mean the library's else; it is known of
those that `tail_recursive` and `modes` name. `modes(Modes, N)`: for each of the Modes, such as `app(+list(int), +list(int), -list)`,
goals are made, small ones first; those of which no answer can be had, or another one than of the model, cost the N points
that each mode is worth. `given(Files)`, where Files is one or a list: submissions and tests may call what these files define, which are named from where
the tests are, and are no modules; the host loads them first. Clauses of a submission for the same predicates are left out, and that is
told.

What the tests define besides is their own: a submission may have other predicates of the same names.
*/

:- module(cl_grading, []).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(cl_homes), [exercise/2]).
:- use_module(library(load_hooks), [watch/1]).
:- use_module(library(plunit_verdict), [marks/1]).
:- use_module(library(load_text), []).

% said(File, Line, What, Options): What is `grading` or `quad`.
:- dynamic(said/4).

%! handed_in(+Stem) is det.
%
% A file that is handed in is called Stem, whatever its ending: where the tests load it, they mean what is handed in.

handed_in(Stem) :- '$foreign_call'(load_handed_in, [Stem], _).

%! load_directive(+Directive, +Load0, -Load) is det.
%! load_begins(+File) is det.
%
% See `load_hooks`.

load_directive(Directive, Load, Load) :-
    functor(Directive, What, 1),
    arg(1, Directive, Options),
    must_be(list, Options),
    known(Options, What),
    load_text:place(File, Line),
    watch(cl_grading),
    exercises(Options),
    assertz(said(File, Line, What, Options)).

load_begins(File) :- retractall(said(File, _, _, _)).

% What the options name as asked for.
exercises([]).
exercises([O|Os]) :-
    (   functor(O, What, _), member(What, [exercise,tail_recursive,modes]) ->
        arg(1, O, List),
        each_exercise(List)
    ;   true
    ),
    exercises(Os).

each_exercise([]).
each_exercise([X|Xs]) :-
    ( X = N/A -> true ; functor(X, N, A) ),
    exercise(N, A),
    each_exercise(Xs).

known([], _).
known([O|Os], What) :-
    (   var(O) -> instantiation_error(What/1)
    ;   option(What, O) -> true
    ;   domain_error(option(What), O, What/1)
    ),
    known(Os, What).

option(quad, O) :- marks(O).
option(grading, title(Text)) :- text(Text).
option(grading, O) :- limits(O).
option(grading, total(N)) :- positive(N).
option(grading, exercise(List)) :- must_be(list, List), \+ ( member(X, List), \+ listed(exercise, X) ).
option(grading, given(Files)) :-
    (   ( Files = [] ; Files = [_|_] ) -> must_be(list, Files), \+ ( member(F, Files), \+ file(F) )
    ;   file(Files)
    ).
option(grading, choice_points(N)) :- not_negative(N).
option(grading, O) :-
    rule(O, List, N),
    not_negative(N),
    must_be(list, List),
    \+ ( member(X, List), \+ listed(O, X) ).

rule(O, List, 1) :- functor(O, Name, 1), rule_name(Name), arg(1, O, List).
rule(O, List, N) :- functor(O, Name, 2), rule_name(Name), arg(1, O, List), arg(2, O, N).

rule_name(forbidden).
rule_name(required).
rule_name(tail_recursive).
rule_name(modes).

listed(O, X) :-
    nonvar(X),
    (   functor(O, modes, _) -> mode(X)
    ;   X = Name/Arity, atom(Name), integer(Arity), Arity >= 0
    ).

mode(X) :- callable(X), X =.. [_|As], As = [_|_], modes(As).

modes([]).
modes([A|As]) :-
    nonvar(A),
    ( A = +(T) ; A = -(T) ),
    !,
    type(T),
    modes(As).

%! type(+Type) is semidet.
%
% Type is one of which goals are made: `int`, `nat`, `atom`, `bool`, `list`, `list(Type)`, `one_of(Terms)`; after `-` any term.

type(T) :- nonvar(T), type_(T).

type_(any).
type_(int).
type_(nat).
type_(atom).
type_(bool).
type_(list).
type_(list(T)) :- type(T).
type_(one_of(Ts)) :- must_be(list, Ts), Ts = [_|_].

% --- options ----------------------------------------------------------------------------------

%! marking(+File, -Gradings:list, -Quads:list) is det.
%
% Gradings are the options of all `grading/1` in File; Quads are terms `quad(Line,Options)`, in the order of the file.

marking(File, Gradings, Quads) :-
    findall(O, ( said(File, _, grading, Os), member(O, Os) ), Gradings),
    findall(quad(Line,Os), said(File, Line, quad, Os), Quads).

limits(O) :- marks(O), functor(O, Name, _), member(Name, [timeout,inferences,memory]).

file(F) :-
    (   atom(F) -> true
    ;   nonvar(F), text(F)
    ).

text(T) :- string_terms:characters(T, Cs), must_be(chars, Cs).

positive(N) :- number(N), N > 0.

not_negative(N) :- number(N), N >= 0.
