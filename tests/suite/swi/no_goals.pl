% A string is no goal and no clause.

try(G) :- catch(G, error(E, _), ( print(E), nl )), !.
try(_) :- writeln(no).

main :-
    try(call("foo")),
    try("foo"),
    try(( G = "foo", call(G) )),
    try(maplist(call, ["foo"])),
    try(assertz("foo")),
    try(asserta("foo")),
    try(assertz(("foo" :- true))),
    try(( assertz(fact("foo")), fact(X), print(X), nl )).

:- dynamic fact/1.
