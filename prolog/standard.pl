/** Standard predicates: what ISO Prolog and Scryer Prolog's core have, and how it behaves here.

This file is a part of the manual only: `help/1` reads the comments, and nothing loads it. The libraries of Scryer
Prolog are in standard_libraries.pl.
*/

% --- Control ---

%! ,(:Goal1, :Goal2) is nondet.
%
% Conjunction: the answers of Goal2 for each answer of Goal1. Throws a type error, before anything is called, if a part
% is no callable term: `call((write(a), 1))` writes nothing.

%! ;(:Goal1, :Goal2) is nondet.
%
% Disjunction: the answers of Goal1, and then those of Goal2. `( If -> Then ; Else )` is a conditional, see ->/2, and
% `( If *-> Then ; Else )` one that keeps all answers of If.
% ?- X = 1 ; X = 2.
%    X = 1
% ;  X = 2.

%! ->(:If, :Then) is nondet.
%
% The answers of Then after the first answer of If; fails if If fails. In `( If -> Then ; Else )` Else is called
% instead where If fails.
% ?- ( member(X, [1,2,3]), X > 1 -> Y = found ; Y = none ).
%    X = 2, Y = found.

%! \+(:Goal) is semidet.
%
% True iff Goal has no answer; nothing is bound. It says nothing of what unbound variables may become: `X = b, \+ X = a`
% is true, `\+ X = a, X = b` is not.
% ?- \+ member(d, [a,b,c]).
%    true.

%! ! is det.
%
% Cut: true, and discards the alternatives of the clause it stands in, both later clauses and other answers of the
% goals before it. In `call/1`, `\+/1` and the condition of `->/2` it is local.

%! true is det.
%
% True.

%! fail is failure.
%! false is failure.
%
% Never true.

%! call(:Goal) is nondet.
%
% Calls a term as a goal. A cut in Goal does not leave it. Throws an instantiation error if Goal is unbound, a type
% error if it is no callable term, and an existence error if there is no such predicate.
% ?- G = member(X, [a,b]), call(G).
%    G = member(a,[a,b]), X = a
% ;  G = member(b,[a,b]), X = b.

%! call(:Goal, ?A1) is nondet.
%! call(:Goal, ?A1, ?A2) is nondet.
%! call(:Goal, ?A1, ?A2, ?A3) is nondet.
%! call(:Goal, ?A1, ?A2, ?A3, ?A4) is nondet.
%! call(:Goal, ?A1, ?A2, ?A3, ?A4, ?A5) is nondet.
%! call(:Goal, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6) is nondet.
%! call(:Goal, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6, ?A7) is nondet.
%! call(:Goal, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6, ?A7, ?A8) is nondet.
%
% As call/1, with arguments added to those of Goal: `call(plus(1), 2, X)` is `plus(1, 2, X)`.

%! once(:Goal) is semidet.
%
% Calls Goal for its first answer only.
% ?- once(member(X, [a,b])).
%    X = a.

%! repeat is nondet.
%
% True any number of times. A loop with it ends by a cut.

%! catch(:Goal, ?Catcher, :Recovery) is nondet.
%
% The answers of Goal. If that throws a term that unifies with Catcher, the bindings of Goal are undone and Recovery is
% called; any other term is thrown on. Errors are terms `error(Formal, Context)`. What a limit of time or memory stops
% cannot be caught.
% ?- catch(X is 1 / 0, error(E, _), true).
%    E = evaluation_error(zero_divisor).

%! throw(+Ball) is erroneous.
%
% Throws a copy of Ball to the innermost catch/3 whose catcher unifies with it. Throws an instantiation error if Ball is
% unbound.
% ?- catch(throw(lost(queen)), lost(Piece), true).
%    Piece = queen.

%! halt is det.
%! halt(+Status:integer) is det.
%
% Ends the program, with exit status 0 or Status; goals behind it are not called. Throws an instantiation or a type
% error unless Status is an integer.

%! :(+Module:atom, :Goal) is nondet.
%
% Calls Goal in a module, whether it exports that or not. Throws an existence error if there is no such predicate in it.
% ?- lists:append([a], [b], L).
%    L = [a,b].

% --- Unification and comparison ---

%! =(?X, ?Y) is semidet.
%
% Unifies X and Y. There is no occurs check: `X = f(X)` makes a cyclic term, unless the flag `occurs_check` is `true`.
% ?- f(X, b) = f(a, Y).
%    X = a, Y = b.

%! \=(@X, @Y) is semidet.
%
% True iff X and Y cannot be unified as they are now. dif/2 is the relation that also holds later.
% ?- f(X) \= g(_).
%    true.

%! unify_with_occurs_check(?X, ?Y) is semidet.
%
% Unifies X and Y; fails where that would make a cyclic term.
% ?- unify_with_occurs_check(X, f(X)).
%    false.

%! subsumes_term(@General, @Specific) is semidet.
%
% True iff a substitution of the variables of General makes it identical to Specific; nothing is bound.
% ?- subsumes_term(f(_), f(a)), \+ subsumes_term(f(a), f(_)).
%    true.

%! ==(@X, @Y) is semidet.
%! \==(@X, @Y) is semidet.
%
% True iff X and Y are identical, or are not. Different variables are not identical, and 1 is not 1.0.

%! @<(@X, @Y) is semidet.
%! @>(@X, @Y) is semidet.
%! @=<(@X, @Y) is semidet.
%! @>=(@X, @Y) is semidet.
%
% True iff X comes before, after, not after, or not before Y in the standard order of terms: variables, numbers
% by their values, strings, atoms, and compound terms, which are ordered by arity, name, and arguments from the left. A float comes before
% the integer that is equal to it. In an ISO session all floats come before all integers, as the standard has it.
% ?- sort([f(x),b,2,"a",1.5,1,a], L).
%    L = [1,1.5,2,"a",a,b,f(x)].

%! compare(?Order, @X, @Y) is semidet.
%
% Order is `<`, `=` or `>`, as X comes before, is identical to, or comes after Y in the standard order (see @</2).
% Throws a type error if Order is no atom, and a domain error if it is another atom.
% ?- compare(O, a, f(a)).
%    O = (<).

% --- Types of terms ---

%! var(@Term) is semidet.
%! nonvar(@Term) is semidet.
%
% True iff Term is an unbound variable, or is none.

%! atom(@Term) is semidet.
%
% True iff Term is an atom; `[]` is one, a string is none.

%! number(@Term) is semidet.
%! integer(@Term) is semidet.
%! float(@Term) is semidet.
%! rational(@Term) is semidet.
%
% True iff Term is a number, or one of that type. Integers have any size. Rational are integers and what `rdiv` gives.
% ?- X is 1 rdiv 3, rational(X).
%    X = 1 rdiv 3.

%! atomic(@Term) is semidet.
%
% True iff Term is an atom, a number or a string.

%! compound(@Term) is semidet.
%
% True iff Term has arguments. A string has none.

%! callable(@Term) is semidet.
%
% True iff Term is an atom or a compound term, such as a goal; a string is none.

%! ground(@Term) is semidet.
%
% True iff no variable occurs in Term.

%! acyclic_term(@Term) is semidet.
%
% True iff Term is finite, that is, does not contain itself.

% --- Arithmetic ---

%! is(-Value, +Expression) is semidet.
%
% Value is the value of Expression. These can be evaluated:
%
% - `X + Y`, `X - Y`, `X * Y`, `- X`, `+ X`, `plus(X, Y)`, `succ(X)`, `abs(X)`, `sign(X)`,
%   `copysign(X, Y)`: integers if X and Y are, of any size; floats if one is a float; `min(X, Y)`, `max(X, Y)`: X or Y
% - `X / Y`: an integer if X and Y are integers and Y divides X, else a float; `X rdiv Y`: a rational number
% - of integers only: `X // Y` (rounded towards 0), `X div Y` (rounded down), and what these leave, `X rem Y` and
%   `X mod Y`; `gcd(X, Y)`, `powm(X, Y, M)` (X to the power of Y, modulo M)
% - `X ** Y`, `X ^ Y`: integers if X and Y are; for a negative Y `**` gives a float, `^` throws a type error
% - `sqrt(X)`, `exp(X)`, `log(X)`, `log2(X)`; `sin`, `cos`, `tan`, `cot`, `asin`, `acos`, `atan`, `acot`, `atan2(Y, X)`
%   in radians; `sinh`, `cosh`, `tanh`, `asinh`, `acosh`, `atanh`
% - `floor(X)`, `ceiling(X)`, `round(X)`, `integer(X)` (as round), `truncate(X)`, `trunc(X)`: integers; `float(X)`,
%   `float_integer_part(X)`, `float_fractional_part(X)`: floats
% - bits of integers: `X /\ Y`, `X \/ Y`, `xor(X, Y)`, `\ X`, `X << N`, `X >> N`, `msb(X)`, `lsb(X)`, `popcount(X)`,
%   `getbit(X, N)`
% - `pi`, `e`, `epsilon`, `inf` (the largest float: none is infinite), `max_tagged_integer`, `cputime` (in seconds)
% - `random(N)`: an integer from 0 to N-1; `random`, `random_float`: a float between 0 and 1
% - `"a"`: the code of the character in a string of one
%
% Throws an instantiation error for an unbound variable, a type error for what cannot be evaluated and for a float where
% an integer is wanted, and an evaluation error for a division by 0, an undefined value or a float that is too large.
% ?- X is 6 / 4, Y is 6 / 3, Z is 2 ** -1.
%    X = 1.5, Y = 2, Z = 0.5.
% ?- X is -7 // 2, Y is -7 div 2, Z is -7 mod 2.
%    X = -3, Y = -4, Z = 1.
% ?- X is foo + 1.
%    error(type_error(evaluable,foo/0),(is)/2).

%! =:=(+X, +Y) is semidet.
%! =\=(+X, +Y) is semidet.
%! <(+X, +Y) is semidet.
%! >(+X, +Y) is semidet.
%! =<(+X, +Y) is semidet.
%! >=(+X, +Y) is semidet.
%
% Compares the values of two expressions: equal, not equal, less, greater, at most, at least. Throws what is/2 throws.
% ?- 1 =:= 1.0, 2 + 3 > 4.
%    true.

% --- Parts of terms ---

%! functor(?Term, ?Name, ?Arity) is semidet.
%
% Name and Arity are those of Term; of a number or a string, itself and 0. A list is `'.'(X, Xs)`. If Term is unbound it
% becomes a term with new variables as arguments. Throws an instantiation error if too little is known, and a domain
% error if Arity is negative.
% ?- functor(point(1,2), N, A).
%    N = point, A = 2.
% ?- functor(T, point, 2).
%    T = point(_A,_B).

%! arg(?N, +Term, ?Argument) is nondet.
%
% Argument is the N-th argument of Term, counted from 1. All arguments are enumerated if N is unbound. Throws a type
% error if N is no integer.
% ?- arg(2, f(a,b), X).
%    X = b.

%! =..(?Term, ?List) is semidet.
%
% List has the name of Term and then its arguments ("univ"). Throws an instantiation error if too little is known.
% ?- foo(a, B) =.. L.
%    L = [foo,a,B].
% ?- T =.. [point, 1, 2].
%    T = point(1,2).

%! copy_term(+Term, ?Copy) is semidet.
%
% Copy is Term with new variables in place of its variables. Constraints on these, such as those of dif/2, are copied,
% too.
% ?- copy_term(f(X,Y,X), C).
%    C = f(_A,_B,_A).

%! term_variables(@Term, -Variables:list) is det.
%
% Variables has the variables of Term in the order in which they occur first.
% ?- term_variables(f(X, g(Y), X), Vs).
%    Vs = [X,Y].

% --- The program ---

%! asserta(+Clause) is det.
%! assertz(+Clause) is det.
%
% Adds Clause before or after the other clauses of its predicate, which has to be dynamic or new. Goals that run already
% do not see it. What a query has added stays, unless a limit or an interrupt ends the query. Throws an instantiation
% error if the head is unbound, a type error if it or the body is not callable, and a permission error if the predicate
% is static.
% ?- assertz(seen(a)), asserta(seen(b)), findall(X, seen(X), L).
%    L = [b,a].

%! retract(+Clause) is nondet.
%
% Removes the first clause that unifies with Clause, on backtracking the next. `retract(p(X))` removes facts only,
% `retract((p(X) :- B))` rules as well. Throws a permission error if the predicate is static; fails if it is unknown.
% ?- assertz(count(1)), retract(count(N)), N1 is N + 1, assertz(count(N1)), count(M).
%    N = 1, N1 = 2, M = 2.

%! retractall(+Head) is det.
%
% Removes all clauses whose head unifies with Head. A predicate that is not known stays unknown, while SWI-Prolog makes
% it dynamic: declare it with `:- dynamic`. Throws a permission error if the predicate is static.

%! abolish(+Indicator) is det.
%
% Removes the dynamic predicate Name/Arity; a call of it is an existence error then. Throws a permission error if it is
% static.

%! clause(+Head, ?Body) is nondet.
%
% True iff a dynamic predicate has a clause with this head and body; that of a fact is `true`. Throws an instantiation
% error if Head is unbound, and, where SWI-Prolog shows them, a permission error for clauses of static predicates;
% listing/1 prints these.
% ?- assertz((young(X) :- age(X, N), N < 20)), clause(young(Y), B).
%    B = (age(Y,_A),_A<20).

%! current_predicate(?Indicator) is nondet.
%
% There is a predicate Name/Arity, of the program or imported from a library that is loaded; what is built in is none.
% Enumerates them if Name or Arity is unbound. Throws a type error if Indicator is something else.
% ?- current_predicate(append/3), \+ current_predicate(no_such_thing/_).
%    true.

%! predicate_property(:Head, ?Property) is nondet.
%
% Property of the predicate of Head: `defined`, `visible`, `static`, `dynamic`, `multifile`, `discontiguous`, `tabled`,
% `built_in`, `system`, `exported`, `imported_from(Library)`, `meta_predicate(Modes)`, `interpreted`,
% `number_of_clauses(N)`, `number_of_rules(N)`, `file(File)`, `line_count(Line)`. A variable becomes the head of each
% predicate of the program.
% ?- predicate_property(append(_, _, _), imported_from(M)).
%    M = lists.

% --- All answers ---

%! findall(?Template, :Goal, -List:list) is det.
%
% List has a copy of Template for each answer of Goal, in their order; it is empty if there is none. Throws a type error
% if List is bound to what is no list.
% ?- findall(X, ( member(X, [1,2,3]), X > 1 ), L).
%    L = [2,3].

%! findall(?Template, :Goal, -List, ?Tail) is det.
%
% As findall/3, where List ends in Tail.
% ?- findall(X, member(X, [a,b]), L, [c]).
%    L = [a,b,c].

%! bagof(?Template, :Goal, -List:list) is nondet.
%
% As findall/3, but fails if there is no answer, and gives a list for each binding of the variables of Goal that are not
% in Template. `V^Goal` says that V shall not count as one of these.
% ?- bagof(X, member(X-Y, [1-a,2-b,3-a]), L).
%    Y = a, L = [1,3]
% ;  Y = b, L = [2].
% ?- bagof(X, Y^member(X-Y, [1-a,2-b,3-a]), L).
%    L = [1,2,3].

%! ^(?Variable, :Goal) is nondet.
%
% In bagof/3, setof/3 and aggregate/3, says that Variable is not to group the answers of Goal. Called as a goal by
% itself it is an existence error.

%! setof(?Template, :Goal, -List:list) is nondet.
%
% As bagof/3, where each list is sorted in the standard order, without duplicates.
% ?- setof(X, member(X, [c,a,b,a]), L).
%    L = [a,b,c].

%! sort(+List, -Sorted:list) is det.
%
% Sorted has the elements of List in the standard order of terms (see @</2), each once. msort/2 keeps duplicates. Throws
% an instantiation error if List is partial, and a type error if it is no list.
% ?- sort([c,a,b,a], L).
%    L = [a,b,c].

%! keysort(+Pairs:list, -Sorted:list) is det.
%
% Sorts pairs Key-Value by Key and keeps duplicates; pairs with the same key stay in their order. Throws a type error
% for an element that is no pair.
% ?- keysort([b-1,a-2,b-0], L).
%    L = [a-2,b-1,b-0].

% --- Atoms ---

%! atom_length(+Text, ?Length:integer) is semidet.
%
% Length is the number of characters of an atom, a string or a number. Throws an instantiation error if Text is unbound,
% a type error if it is something else or Length is no integer, and a domain error if Length is negative.
% ?- atom_length(knight, N).
%    N = 6.

%! atom_concat(?Text1, ?Text2, ?Atom) is nondet.
%
% Atom is Text1 followed by Text2, which may be atoms, strings or numbers. If Atom alone is known it is split in all
% ways. Throws an instantiation error if too little is known.
% ?- atom_concat(check, mate, A).
%    A = checkmate.
% ?- atom_concat(X, Y, ab).
%    X = '', Y = ab
% ;  X = a, Y = b
% ;  X = ab, Y = ''.

%! sub_atom(+Text, ?Before:integer, ?Length:integer, ?After:integer, ?Sub) is nondet.
%
% Sub is the part of Text with Length characters that has Before characters in front of it and After behind it. Sub is
% an atom; sub_string/5 makes strings. Throws an instantiation error if Text is unbound.
% ?- sub_atom(hello, 1, 3, After, S).
%    After = 1, S = ell.
% ?- sub_atom(hello, B, _, 0, llo).
%    B = 2.

%! atom_chars(?Text, ?Chars:list) is det.
%! atom_codes(?Text, ?Codes:list) is det.
%
% Chars has the characters, Codes the character codes of Text: an atom, a string or a number. Where Text is unbound it
% becomes an atom, even if the characters are digits. Throws an instantiation error if both are unbound.
% ?- atom_chars(abc, L).
%    L = [a,b,c].
% ?- atom_codes(A, [97,98]).
%    A = ab.

%! char_code(?Char, ?Code:integer) is semidet.
%
% Code is the code of a character, an atom of length 1. Throws an instantiation error if both are unbound, a type error
% for what is no character, and a representation error for what is no code.
% ?- char_code(a, C).
%    C = 97.

%! number_chars(?Number, ?Chars:list) is semidet.
%! number_codes(?Number, ?Codes:list) is semidet.
%
% Chars or Codes is what Number is written with. All that Prolog reads as a number is one, with layout in front, but not
% behind. Throws a syntax error if they are those of no number; atom_number/2 fails instead.
% ?- number_chars(N, ['4','2']).
%    N = 42.
% ?- number_codes(N, "0xff").
%    N = 255.

% --- Streams ---

%! open(+File, +Mode, -Stream) is det.
%! open(+File, +Mode, -Stream, +Options:list) is det.
%
% Opens a file, an atom or a string, to `read`, `write` or `append`. Options are `type(text)` or `type(binary)`,
% `alias(Atom)`, `reposition(Boolean)`, and `eof_action(error)`, `eof_action(eof_code)` or `eof_action(reset)` for who
% reads on at the end; those that only SWI-Prolog has, such as `encoding(utf8)`, are not used. Texts are UTF-8. Throws
% an existence error if the file or its directory is not there, a permission error if it must not be opened, and a
% domain error for another mode or option.

%! close(+Stream) is det.
%! close(+Stream, +Options:list) is det.
%
% Closes a stream; if it is the current input or output, that is the standard one again. The option `force(true)`
% ignores errors. Throws an existence error if there is no such stream.

%! current_input(?Stream) is semidet.
%! current_output(?Stream) is semidet.
%
% Stream is what predicates without a stream argument read from or write to. Throws a domain error if Stream is bound
% to something that is no stream.

%! set_input(+Stream) is det.
%! set_output(+Stream) is det.
%
% Makes Stream the current input or output. Throws an existence error if there is no such stream, and a permission
% error if it is for the other direction.

%! flush_output is det.
%! flush_output(+Stream) is det.
%
% Writes out what is still kept in the current output or Stream.

%! stream_property(?Stream, ?Property) is nondet.
%
% Enumerates properties of open streams: `alias(A)`, `mode(M)`, `file_name(F)`, `input`, `output`, `position(P)`,
% `end_of_stream(E)`, `eof_action(A)`, `reposition(B)`, `type(T)`.

%! set_stream_position(+Stream, +Position) is det.
%
% Goes back to a Position that stream_property/2 has told before. The stream has to have the property
% `reposition(true)`, as files have that are opened to be read.

%! at_end_of_stream is semidet.
%! at_end_of_stream(+Stream) is semidet.
%
% True iff there is nothing more to read from the current input or Stream. Waits for input if that is not known.

%! get_char(?Char) is semidet.
%! get_char(+Stream, ?Char) is semidet.
%! peek_char(?Char) is semidet.
%! peek_char(+Stream, ?Char) is semidet.
%
% Char is the next character, or `end_of_file`. get_char consumes it, peek_char does not. Throws a permission error
% for a binary stream.

%! get_code(?Code) is semidet.
%! get_code(+Stream, ?Code) is semidet.
%! peek_code(?Code) is semidet.
%! peek_code(+Stream, ?Code) is semidet.
%
% As get_char and peek_char, with the character code, which is -1 at the end.

%! get_byte(?Byte) is semidet.
%! get_byte(+Stream, ?Byte) is semidet.
%! peek_byte(?Byte) is semidet.
%! peek_byte(+Stream, ?Byte) is semidet.
%
% Byte is the next byte of a binary stream, or -1 at its end; peek_byte leaves it there. Throws a permission error for
% a text stream, such as the standard input.

%! put_char(+Char) is det.
%! put_char(+Stream, +Char) is det.
%! put_code(+Code) is det.
%! put_code(+Stream, +Code) is det.
%
% Writes a character, an atom or its code. Throws an instantiation error if it is unbound, and a type error if it is
% none.

%! put_byte(+Byte) is det.
%! put_byte(+Stream, +Byte) is det.
%
% Writes a byte, 0 to 255, to a binary stream. Throws a permission error for a text stream, such as the standard
% output.

%! nl is det.
%! nl(+Stream) is det.
%
% Ends the line.

% --- Reading and writing terms ---

%! read(-Term) is semidet.
%! read(+Stream, -Term) is semidet.
%
% Reads a term that ends with a full stop; at the end of the input it is `end_of_file`. Throws a syntax error if the
% text is no term. A term in a text is read by term_to_atom/2 and term_string/2.

%! read_term(-Term, +Options:list) is semidet.
%! read_term(+Stream, -Term, +Options:list) is semidet.
%
% As read/1. The options tell of the variables: `variables(Vs)`, `variable_names(Ns)` with `Name=Variable`, and
% `singletons(Ns)`. Throws a domain error for other options.

%! write(@Term) is det.
%! write(+Stream, @Term) is det.
%
% Writes a term with its operators and without quotes.
% ?- write(['A', 'b c', "s", 1+2]), nl.
% [A,b c,s,1+2]
%    true.

%! writeq(@Term) is det.
%! writeq(+Stream, @Term) is det.
%
% Writes a term with quotes where it needs them to be read again.
% ?- writeq(['A', 'b c', "s", 1+2]), nl.
% ['A','b c',"s",1+2]
%    true.

%! write_canonical(@Term) is det.
%! write_canonical(+Stream, @Term) is det.
%
% Writes a term with quotes and without operators, so that it can be read whatever operators there are. Variables that
% occur more than once have letters.
% ?- write_canonical(f(X, Y, X, 'B', 1+2)), nl.
% f(A,_,A,'B',+(1,2))
%    true.

%! write_term(@Term, +Options:list) is det.
%! write_term(+Stream, @Term, +Options:list) is det.
%
% Writes a term as the options say: `quoted(Boolean)`, `ignore_ops(Boolean)`, `numbervars(Boolean)` (`'$VAR'(0)` is
% `A`), `max_depth(N)`, `variable_names(['X'=V,...])`, `double_quotes(Boolean)`. Throws a domain error for other
% options; `portray(true)`, `spacing(S)`, `fullstop(true)` and `priority(P)` of SWI-Prolog do not exist here.
% ?- write_term(f(X, 'B'), [quoted(true), variable_names(['X'=X])]), nl.
% f(X,'B')
%    true.

%! op(+Priority:integer, +Type, +Names) is det.
%
% Declares operators: Priority is 0 (none) to 1200, Type `xfx`, `xfy`, `yfx`, `fy`, `fx`, `xf` or `yf`, Names an atom or
% a list of atoms. It counts for what is read later: a file needs a directive `:- op(700, xfx, likes).`, which holds in
% this file, in files that load it, and for queries. Throws a domain error for another priority or type, and a
% permission error for `,` and a few others.
% ?- op(700, xfx, likes), writeq(likes(ann, chess)), nl.
% ann likes chess
%    true.

%! current_op(?Priority, ?Type, ?Name) is nondet.
%
% Enumerates operators. Throws a domain error if Type is none.
% ?- current_op(P, T, -).
%    P = 500, T = yfx
% ;  P = 200, T = fy.

% --- Flags and variables with a name ---

%! current_prolog_flag(?Flag, ?Value) is nondet.
%
% Value is that of Flag; fails for a flag that does not exist. There are, among others, `bounded` (`false`), `max_arity`
% (255), `double_quotes` (what text in double quotes is: `string`, `codes`, `chars` or `atom`), `occurs_check` and
% `unknown` (what a call of an unknown predicate does: `error`, `fail` or `warning`), `argv`, and those of SWI-Prolog by
% which programs ask where they are. Throws a type error if Flag is no atom.
% ?- current_prolog_flag(bounded, B).
%    B = false.

%! set_prolog_flag(+Flag, +Value) is det.
%
% Changes a flag, also in a directive. `double_quotes` holds for the rest of the file that sets it. Flags that change
% nothing of what programs mean can be set as in SWI-Prolog. Throws a permission error for one that cannot be changed,
% and a domain error if there is no such flag or it cannot have this value.

%! bb_put(+Key:atom, +Value) is det.
%! bb_b_put(+Key:atom, +Value) is det.
%
% Keeps Value under Key. What bb_put keeps is a copy and stays on backtracking; what bb_b_put keeps is the term itself,
% until backtracking. From library(iso_ext); nb_setval/2 and b_setval/2 do the same for programs of SWI-Prolog.
% ?- ( bb_put(best, e4), fail ; bb_get(best, Move) ).
%    Move = e4.

%! bb_get(+Key:atom, ?Value) is semidet.
%
% Value is what was last kept under Key; fails if nothing was.

% --- Directives ---

%! multifile(+Indicators) is det.
%
% Says in a directive that clauses of the predicates Name/Arity may stand in several files.

%! meta_predicate(+Heads) is det.
%
% Says in a directive which arguments of predicates are goals: `:- meta_predicate(twice(0)).` An integer is the number
% of arguments that are added in the call, `?` is for others.

%! initialization(:Goal) is det.
%! initialization(:Goal, +When) is det.
%
% As a directive, calls Goal when the file has been loaded. With `main` as When, Goal is what `chesslog run` runs, after
% loading, if it is given no other goal; with `now` it is called at once.

%! include(+File) is det.
%
% As a directive, reads the clauses of File as if they stood here. include/3, of lists, is another predicate.

%! ensure_loaded(+File) is det.
%
% Loads a file or `library(Name)` unless that was done before.

%! use_module(+File) is det.
%! use_module(+File, +Imports:list) is det.
%
% Loads a module, given as a file or as `library(Name)`, and imports what it exports, or only the predicates Name/Arity
% of the list; `Name/Arity as Other` gives it another name. Most libraries need no directive: what they export is
% imported where a program names it, unless the program defines it. Throws an existence error if there is no such file.

%! reexport(+File) is det.
%! reexport(+File, +Imports:list) is det.
%! autoload(+File) is det.
%! autoload(+File, +Imports:list) is det.
%
% Directives of SWI-Prolog. They load File as use_module/1 and use_module/2 do, at once.

%! thread_local(+Indicators) is det.
%
% A directive of SWI-Prolog. There is one thread, so that it is the directive `dynamic`.

%! public(+Indicators) is det.
%! module_transparent(+Indicators) is det.
%! encoding(+Name:atom) is det.
%
% Directives of SWI-Prolog that change nothing here. Files are UTF-8.

%! module(+Name:atom, +Exports:list) is det.
%
% As the first directive of a file, makes it a module that exports these predicates and operators.

%! table(+Indicators) is det.
%
% As a directive, `:- table path/2.`, keeps the answers of predicates Name/Arity, so that left recursion ends and no
% call is computed again. `:- table path(_, _, min).` keeps the least third argument for the others; `max`, `first`,
% `last`, `sum`, `lattice(Name/3)` and `po(Name/2)` are other ways to make one of two answers. See abolish_all_tables/0.

%! if(:Goal) is det.
%! elif(:Goal) is det.
%! else is det.
%! endif is det.
%
% Directives around clauses that are to be read only if Goal is true: `:- if(Goal).`, then perhaps `:- elif(Goal).`
% and `:- else.`, and `:- endif.`.

%! consult(+Files) is det.
%
% Loads the clauses of one file or a list of files, as `[File, ...]` does; `.pl` may be left out. A file that is loaded
% again takes the place of what it said before. Throws an existence error if there is no such file.

%! make is det.
%
% Loads again those files that have changed since they were loaded.

%! term_expansion(+Term, -Clauses) is semidet.
%! goal_expansion(+Goal0, -Goal) is semidet.
%
% Programs define these, as `user:term_expansion/2` in a module: what they give, a clause or a list of clauses, is put
% in place of a term of a file, or in place of a goal in a clause.

%! begin_tests(+Unit) is det.
%! begin_tests(+Unit, +Options:list) is det.
%! end_tests(+Unit) is det.
%
% Directives around unit tests, the clauses of `test/1` and `test/2`; run_tests/0 and `chesslog test` run them.

%! prolog_load_context(?Key, ?Value) is nondet.
%
% In a directive, Value tells of the file that is loaded; Key is `source`, `file`, `directory`, `module`, `stream` or
% `term_position`.

%! -->(?Head, ?Body) is det.
%
% A grammar rule: `Head --> Body` describes lists. Body has nonterminals, lists or strings for the elements themselves,
% `{Goal}`, `!`, `\+`, `call(Goal)` and the control constructs. The rule becomes a clause with two arguments more, for
% the list and for what is left of it; phrase/2 calls it, and elements are characters or codes, whichever the list has.
% ?- expand_term((greeting --> [hello], name), C).
%    C = (greeting(_A,_B):-_A=[hello|_C],name(_C,_B)).

%! strip_module(+Term, -Module, -Plain) is det.
%
% Plain is Term without modules in front of it, and Module the last of these, or the module where the call stands.
% ?- strip_module(lists:append(a), M, P).
%    M = lists, P = append(a).

%! expand_goal(+Goal0, -Goal) is det.
%
% Goal is what goal_expansion/2 of the program makes of Goal0 and of the goals in it.

%! expand_term(+Term0, -Term) is det.
%
% Term is the clause that Term0 becomes, for instance that of a grammar rule.
