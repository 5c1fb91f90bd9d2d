/** format/2: every directive, column stops and fill characters, and where the output goes.
*/

directives :-
    format("~a|~w|~q|~p~n", [abc, 'A b', 'A b', 'A b']),
    format("~w ~i~w~n", [first, second, third]),
    format("~*c~c~c~n", [3, 0'x, 65, 0'z]),
    format("~8|abc~n", []),
    format("~d ~D ~2d ~0d ~2D~n", [1234567, 1234567, 1234567, 12, 1234567]),
    format("~d ~2d ~3d~n", [-5, -5, -1234]),
    format("~e ~3e ~0e~n", [12.5, 12.5, 12.5]),
    format("~4f ~0f ~f ~2f~n", [3.14159265, 2.5, 1, -0.005]),
    format("~g ~g~n", [0.1, 1.0e10]),
    format("~2f ~10f~n", [2, 0.1]),
    format("~8r ~16r ~16R ~2r ~36r~n", [64, 255, 255, 10, 35]),
    format("~s ~s ~s~n", ["codes", [0'h,0'i], [h,i]]),
    format("~k ~q~n", [f('A',"s",[x],1+2), [a,'B c',"d"]]),
    format("~~ 100~`%t~w~30|~n", [x]),
    format("no newline"), format("~nnow~2n"),
    format("~ignored~w~n", [x, y]),
    format("a~30|b~n", []),
    format("~`-t~40|~n"),
    format("~t~w~10|~w~n", [right, next]),
    format("~w~t~10|~w~n", [left, next]),
    format("~t~w~t~11|~w~n", [mid, next]),
    format("~t~d~6|~t~d~12|~t~d~18|~n", [1, 22, 333]),
    format("~w~t~10+~w~t~10+~w~n", [a, b, c]),
    format("~t~w~10+~t~w~10+~w~n", [a, b, c]),
    format("~`*t~t~20|~n"),
    format("~`*t~w~`*t~20|~n", [title]),
    format("[~t~w~`.t~10|]~n", [dots]),
    format("~w~20|~w~n", ['longer than the column stop', x]),
    format("~ta~t~tb~20|c~n"),
    format("~`xt~5|~`yt~5+~`zt~5+~n"),
    format("~c~c~n", [0'o, 0'k]),
    format("~q ~w~n", [[], []]),
    format("~w and ~w~n", [[a,b], "string"]),
    format("~w~n", hello),
    format("plain text~n", []),
    format('atoms ~w~n', [too]),
    format(`codes ~w~n`, [too]).

where :-
    format(atom(A), "~w-~w", [a,b]), print(A), nl,
    format(string(S), "~a~t~8|~a", [x,y]), print(S), nl,
    format(codes(Cs), "hi", []), print(Cs), nl,
    format(codes(H, T), "hi", []), T = [0'!], atom_codes(Hi, H), print(Hi), nl,
    format(chars(Ch), "~d", [42]), print(Ch), nl,
    format(user_output, "to ~w~n", [user_output]),
    with_output_to(string(W), ( format("~t~w~10|", [in]), write(out) )), print(W), nl,
    sformat_like(X, "~w", [z]), print(X), nl.

sformat_like(S, F, A) :- format(string(S), F, A).

wrong :-
    forall(member(F-As, ["~d"-[a], "~d"-[1.0], "~a"-[f(x)], "~w ~w"-[a], "~w"-[a,b], "~c"-[a],
                         "~e"-[a], "~s"-[a(b)], "~r"-[10], "~D"-[x], "~f"-["1"], "~*c"-[a,0'x],
                         "~y"-[a]]),
           catch(format(string(_), F, As), error(E, _), ( print(F-E), nl ))).

% A table with a header, a rule and a total.

sale(apples, 120, 0.25).
sale('passion fruit', 4, 1.5).
sale(pears, 1012, 0.305).

line(Name, N, Price, Sum) :-
    format("| ~w~t~16||~t~D~8+ |~t~3f~9+ |~t~2f~11+ |~n", [Name, N, Price, Sum]).

invoice :-
    format("+~`-t~16|+~`-t~9++~`-t~10++~`-t~12++~n"),
    forall(sale(Name, N, Price), ( Sum is N * Price, line(Name, N, Price, Sum) )),
    aggregate_all(sum(N * P), sale(_, N, P), Total),
    format("~`=t~50|~n~w~t~2f~50|~n", [total, Total]).

% Money from cents, bars, and a centred heading.

bars(Pairs) :-
    forall(member(Name-N, Pairs),
           format("~t~w~8| ~`#t~*+~t~d~35|~n", [Name, N, N])).

heading(Text) :-
    format("~`=t~40|~n~t~w~t~40|~n~`=t~40|~n", [Text]).

main :-
    directives,
    where,
    wrong,
    invoice,
    bars([mon-12, tue-20, wed-9]),
    heading('Report for March'),
    format("~w costs ~2d euros~n", [book, 1995]),
    forall(between(1, 3, I), ( forall(between(1, 4, J), ( P is I*J, format("~t~d~4+", [P]) )), nl )).
