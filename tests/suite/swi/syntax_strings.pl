/*  Text over several lines, escapes, and what is a string where.  */

:- set_prolog_flag(double_quotes, codes).

codes("ab").

:- set_prolog_flag(double_quotes, string).

poem("Roses are red,\n\
Violets are blue.").

poem("no\c
      break").

poem("a\
b").

poem('atom over \
two lines').

escapes("tab\there, bell\\, quote\", single', hex\x41\, octal\101\, null-free").
escapes("\u0041\U00000042").
escapes('\a\b' ).

message(N, M) :-
    format(string(M), "~w item~w", [N, s]).

banner :-
    format("+~`-t~30|+~n"),
    format("|~t~w~t~30||~n", [centred]),
    format("|~w~t~30||~n", [left]),
    format("|~t~w~30||~n", [right]),
    format("+~`-t~30|+~n").

main :-
    forall(poem(P), ( write(P), nl, print(P), nl )),
    codes(C), print(C), nl,
    forall(( escapes(E), string(E) ), ( print(E), nl, write(E), nl )),
    message(3, M), print(M), nl,
    banner,
    format("~a~n~w ~q ~p~n", [atom, 'A b', 'A b', 'A b']),
    format("~d ~D ~2d ~2f ~e ~g ~4e~n", [1234567, 1234567, 1234567, 2.5, 2.5, 2.5, 2.5]),
    format("~8|abc~20|def~n", []),
    format("~s and ~s~n", [[104,105], "str"]),
    format("~c~c ~3c~n", [104, 105, 0'x]),
    format("~8r ~16r ~8R ~16R~n", [64, 255, 64, 255]),
    format("~i~w ~*c ~`xt~20|~n", [skipped, shown, 3, 0'y]),
    format("no arguments~n"),
    format("~w", hello), nl,
    format("~~ ~a", [tilde]), nl,
    format("~ic~n", [x]).
