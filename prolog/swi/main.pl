/** library(main) of SWI-Prolog: what stands after `--` on the command line, `chesslog run FILE -- a --size=3`.

```
?- argv_options([a, '--size=3', '-v', '--no-color', '--', '-x'], Positional, Options).
   Positional = [a,'-x'], Options = [size(3),v(true),color(false)].
```
*/

:- module(swi_main, [main/0, argv_options/3, program_arguments/1]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(os), [getenv/2]).

%! main is nondet.
%
% Calls main/1 of the program with the arguments of the command line, a list of atoms.

main :-
    program_arguments(Arguments),
    user:main(Arguments).

%! program_arguments(-Arguments:list) is det.
%
% The flag `argv`: what stands after `--` on the command line, as atoms.

program_arguments(Arguments) :-
    (   getenv("CHESSLOG_ARGUMENTS", Cs), Cs = [_|_] -> separated(Cs, Arguments)
    ;   Arguments = []
    ).

% The host puts a unit separator after each argument.
separated([], []).
separated([C|Cs], [A|As]) :-
    append(Before, ['\x1f\'|After], [C|Cs]),
    !,
    atom_chars(A, Before),
    separated(After, As).

%! argv_options(+Arguments:list, -Positional:list, -Options:list) is det.
%
% Options are `Name(Value)` for `--name=value`, `Name(true)` for `--name` and for each letter of `-abc`, `Name(false)` for
% `--no-name`; values that are numbers are numbers. Positional are the others, and all after `--`.

argv_options(As, Positional, Options) :-
    must_be(list, As),
    split(As, Positional, Options).

split([], [], []).
split([A|As], Positional, Options) :-
    atom_chars(A, Cs),
    (   Cs == [-,-] -> Positional = As, Options = []
    ;   Cs = [-,-|Long] -> long(Long, O), Options = [O|Options1], split(As, Positional, Options1)
    ;   Cs = [-|Letters], Letters = [L|_], \+ ( L @>= '0', L @=< '9' ) ->
        letters(Letters, Options, Options1),
        split(As, Positional, Options1)
    ;   Positional = [A|Positional1],
        split(As, Positional1, Options)
    ).

long(Cs, O) :-
    (   append(NameCs, [=|ValueCs], Cs) -> value(ValueCs, Value)
    ;   Cs = [n,o,-|NameCs] -> Value = false
    ;   NameCs = Cs,
        Value = true
    ),
    atom_chars(Name, NameCs),
    O =.. [Name,Value].

value(Cs, Value) :-
    (   catch(number_chars(N, Cs), _, false) -> Value = N
    ;   atom_chars(Value, Cs)
    ).

letters([], Os, Os).
letters([L|Ls], [O|Os0], Os) :-
    O =.. [L,true],
    letters(Ls, Os0, Os).

?- argv_options([a,'--size=3','-vq','--no-color','-1','--','-x'], Positional, Options).
   Positional = [a,'-1','-x'], Options = [size(3),v(true),q(true),color(false)].

?- current_prolog_flag(argv, Arguments).
   Arguments = [].
