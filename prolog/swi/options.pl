/** Lists of options as in SWI-Prolog: `Name(Value)` or `Name = Value`.

```
?- option(depth(D), [width(3)], 7).
   D = 7.
```
*/

:- module(swi_options, [option/2, option/3, select_option/3, select_option/4, merge_options/3]).

:- use_module(library(error)).

%! option(?Option, +Options) is semidet.
%
% Option is the first of Options with its name.

option(Option, Options) :-
    name_value(Option, Name, Value),
    found(Options, Name, Value0),
    !,
    Value = Value0.

%! option(?Option, +Options, +Default) is semidet.
%
% Like option/2; the value is Default if Options has no option of that name.

option(Option, Options, Default) :-
    name_value(Option, Name, Value),
    (   found(Options, Name, Value0) -> Value = Value0
    ;   Value = Default
    ).

name_value(Option, _, _) :- var(Option), !, instantiation_error(option/2).
name_value(Name = Value, Name, Value) :- !.
name_value(Option, Name, Value) :-
    functor(Option, Name, 1),
    arg(1, Option, Value).

found([Option|Options], Name, Value) :-
    (   nonvar(Option), named(Option, Name, Value0) -> Value = Value0
    ;   found(Options, Name, Value)
    ).

named(N = Value, Name, Value) :- N == Name, !.
named(Option, Name, Value) :-
    functor(Option, Name, 1),
    arg(1, Option, Value).

%! select_option(?Option, +Options, -Rest) is semidet.
%
% Like option/2; Rest are the other options.

select_option(Option, Options, Rest) :-
    name_value(Option, Name, Value),
    selected(Options, Name, Value0, Rest0),
    !,
    Value = Value0,
    Rest = Rest0.

%! select_option(?Option, +Options, -Rest, +Default) is semidet.
%
% Like select_option/3; the value is Default if Options has no option of that name.

select_option(Option, Options, Rest, Default) :-
    name_value(Option, Name, Value),
    (   selected(Options, Name, Value0, Rest0) -> Value = Value0, Rest = Rest0
    ;   Value = Default,
        Rest = Options
    ).

selected([Option|Options], Name, Value, Rest) :-
    (   nonvar(Option), named(Option, Name, Value0) -> Value = Value0, Rest = Options
    ;   Rest = [Option|Rest1],
        selected(Options, Name, Value, Rest1)
    ).

%! merge_options(+New, +Old, -Merged) is det.
%
% Merged are the options of New and those of Old that New does not have, sorted.

merge_options(New, Old, Merged) :-
    canonical(New, New1),
    canonical(Old, Old1),
    not_in(Old1, New1, Old2),
    both(New1, Old2, All),
    sort(All, Merged).

canonical([], []).
canonical([O0|Os0], [O|Os]) :-
    (   name_value(O0, Name, Value) -> O =.. [Name,Value]
    ;   O = O0
    ),
    canonical(Os0, Os).

not_in([], _, []).
not_in([O|Os], New, Rest) :-
    (   functor(O, Name, 1), found(New, Name, _) -> not_in(Os, New, Rest)
    ;   Rest = [O|Rest1],
        not_in(Os, New, Rest1)
    ).

both([], Os, Os).
both([N|Ns], Os, [N|All]) :- both(Ns, Os, All).

?- option(a(X), [b(1),a=2]).
   X = 2.

?- select_option(a(X), [a(1),b(2)], R).
   X = 1, R = [b(2)].

?- merge_options([a(1)], [a(2),b(3)], M).
   M = [a(1),b(3)].
