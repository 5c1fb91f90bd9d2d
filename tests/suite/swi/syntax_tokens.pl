/* Numbers, characters, escapes, comments * of / several kinds. **/

% 0'c, radix, digit groups

num(0'a).
num(0' ).
num(0''').
num(0'\n).
num(0'\\).
num(0'").
num(0x1F).
num(0xff).
num(0o17).
num(0b1011).
num(16'FF).
num(36'Zz).
num(1_000_000).
num(-7).
num(- 7).
num(1.0e10).
num(1.5E-3).
num(123456789012345678901234567890).

text('it''s').
text('a\tb\
c').
text('\x41\\x42\').
text('\u0041\U00000042').
text('\101\').
text('back\\slash').
text("say \"hi\"").
text("it's").
text('say "hi"').
text("two ""quotes""").
text("a\
b").
text("c\c
       d").
text('').
text("").
text([]).
text({}).
text(a/*comment*/).
text(+).
text(;).
text(!).
text('hello world').
text(hello_World1).
text('Hello').
text('_x').
text('a\sb').

clause_with_comments(X) :- % first
    /* second */ X = 1, % third
    true /* fourth */.

main :-
    forall(clause(num(N), true), ( print(N), nl )),
    forall(text(T), ( print(T), nl )),
    forall(text(T), ( write(T), nl )),
    clause_with_comments(X), print(X), nl,
    atom_length('a\
b', L), print(L), nl.
