% Where streams have got to, and calls of goals in the name of a module.

main :-
    tmp_file_stream(text, File, Out),
    format(Out, "p(a).~n~n  p(b). p(c).~n\tend", []),
    told(Out),
    close(Out),
    chars(File),
    terms(File),
    modules,
    calls.

told(Stream) :-
    line_count(Stream, Line),
    line_position(Stream, Column),
    character_count(Stream, Count),
    format("line ~w, column ~w, ~w characters~n", [Line,Column,Count]).

chars(File) :-
    open(File, read, In),
    told(In),
    get_char(In, C),
    writeq(C), nl,
    told(In),
    peek_char(In, _),
    told(In),
    read_line_to_string(In, S),
    writeq(S), nl,
    told(In),
    read_line_to_codes(In, _),
    get_char(In, _),
    told(In),
    read_string(In, _, _),
    told(In),
    close(In).

terms(File) :-
    open(File, read, In),
    read(In, A),
    told(In),
    read(In, B),
    told(In),
    read_term(In, C, []),
    told(In),
    writeq([A,B,C]), nl,
    close(In).

fact(here).

modules :-
    @(assertz(fact(there)), elsewhere),
    elsewhere:fact(X),
    writeq(X), nl,
    @(fact(Y), elsewhere2),
    writeq(Y), nl,
    findall(Z, @(member(Z, [1,2]), lists), Zs),
    writeq(Zs), nl,
    tried(@(_, user)),
    tried(@(fact(_), _)),
    tried(@(fact(_), 1)).

calls :-
    tried(call("text", a)),
    tried(call("text", a, b)),
    tried(maplist("text", [a])),
    G = "text",
    tried(call(G, a)).

tried(Goal) :- catch((call(Goal), writeq(yes)), error(E, _), writeq(E)), nl.
