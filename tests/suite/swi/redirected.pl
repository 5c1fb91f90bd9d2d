% Output and input that go elsewhere, and come back; cleanups; cuts in grammar bodies.
:- style_check(-singleton).
file('redirected.tmp').

text(F) :- read_file_to_string(F, S, []), print(S), nl.

zz :- write(zz).
st(1).
sp --> " ", !, sp.
sp --> [].

main :-
    file(F),
    tell(F), write(a), with_output_to(string(S), write(x)), write(b), told, print(S), nl, text(F),
    open(F, write, W), set_output(W), write(x), with_output_to(atom(A), (write(y), nl)), close(W), writeln(back), print(A), nl, text(F),
    open(F, read, R), get_char(R, C), get_code(R, E1), get_code(R, E2), peek_code(R, E3), close(R), print([C,E1,E2,E3]), nl,
    open(F, read, R2), read_string(R2, _, _), get_code(R2, G1), get_code(R2, G2), ( get_code(R2, -1) -> writeln(end) ; writeln(no_end) ), close(R2), print([G1,G2]), nl,
    catch(( st(_), call_cleanup(st(_), zz) ), E, print(E)), nl,
    catch(( st(_), call_cleanup(throw(a), zz) ), E4, print(E4)), nl,
    findall(x, ( st(_), setup_call_cleanup(true, st(_), zz) ), L), print(L), nl,
    findall(Y, ( member(Y, [1,2]), phrase(( sp, ! ), ` a`, _) ), L2), print(L2), nl,
    ( phrase(( sp, ! ), `a`, Rest), Rest == [] -> writeln(none) ; writeln(some) ),
    delete_file(F).
