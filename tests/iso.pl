/** What ISO Prolog prescribes, where systems differ: queries, each with the description of its answers.

`tests/suite/iso.rs` runs them, without the prelude of SWI-Prolog's predicates. The second argument of
`error/2` is left to each system, so only the first is shown:

    ?- catch(arg(x, f(a), _), error(E, _), true).
       E = type_error(integer,x).

What the standard leaves open is not here: the order of operators, the text of a syntax error, the value of
a flag.
*/

% Reading: numbers, quoted atoms, operators.

?- X = - 1, integer(X).
   X = -1.

?- X = -(1), compound(X).
   X = -(1).

?- X = 0'a.
   X = 97.

?- X = 0'''.
   X = 39.

?- X = [0x1F,0o17,0b101].
   X = [31,15,5].

?- X = '\x41\\102\'.
   X = 'AB'.

?- X = 'ab\
c'.
   X = abc.

?- X = 'don''t', atom_length(X, N).
   X = 'don\'t', N = 5.

?- X-Y = a-b-c.
   X = a-b, Y = c.

?- X^Y = a^b^c.
   X = a, Y = b^c.

?- X^Y = -1^2.
   X = -1, Y = 2.

?- -X = - a^2.
   X = a^2.

?- (H :- X ; Y) = (a :- b, c ; d -> e).
   H = a, X = (b,c), Y = (d->e).

?- f(\+a) = f(\+(X)).
   X = a.

?- [a|b] = '.'(X, Y).
   X = a, Y = b.

?- {a,b} = {}(X).
   X = (a,b).

?- f(:-, [:-|-]) = f(X, [Y|Z]).
   X = (:-), Y = (:-), Z = (-).

% Writing.

?- use_module(library(charsio)).
   true.

?- write_term_to_chars(['a b',[],{},;,!,'Ab',aB_1,''], [quoted(true)], Cs).
   Cs = "['a b',[],{},;,!,'Ab',aB_1,'']".

?- write_term_to_chars([',','|','.','%',=..,\,'\n'], [quoted(true)], Cs).
   Cs = "[',','|','.','%',=..,\\,'\\n']".

?- write_term_to_chars(f(a, (b,c), :-, (d:-e)), [quoted(true)], Cs).
   Cs = "f(a,(b,c),:-,(d:-e))".

?- write_term_to_chars([-a,-(-(a)),-(-1),-[a],-{a},-(-)], [quoted(true)], Cs).
   Cs = "[-a,- -a,- -1,-[a],-{a},- (-)]".

?- write_term_to_chars([1-(-1),1-(2-3),(1-2)-3], [quoted(true)], Cs).
   Cs = "[1- -1,1-(2-3),1-2-3]".

?- write_term_to_chars((a :- b, c ; d -> e), [quoted(true)], Cs).
   Cs = "a:-b,c;d->e".

?- write_term_to_chars([\+a,\+ (a,b),\+ [a]], [quoted(true)], Cs).
   Cs = "[\\+a,\\+ (a,b),\\+[a]]".

?- write_term_to_chars((*) = (*), [quoted(true)], Cs).
   Cs = "(*)=(*)".

?- write_term_to_chars([{a,b},{}(x),{}(x,y)], [quoted(true)], Cs).
   Cs = "[{a,b},{x},{}(x,y)]".

?- write_term_to_chars(['$VAR'(1),'$VAR'(27),'$VAR'(-1),'$VAR'(x)], [quoted(true),numbervars(true)], Cs).
   Cs = "[B,B1,'$VAR'(-1),'$VAR'(x)]".

?- write_term_to_chars(1+2*[a], [ignore_ops(true)], Cs).
   Cs = "+(1,*(2,'.'(a,[])))".

% Terms taken apart and put together.

?- arg(0, f(a), _).
   false.

?- catch(arg(_, f(a), _), error(E, _), true).
   E = instantiation_error.

?- catch(arg(x, f(a), _), error(E, _), true).
   E = type_error(integer,x).

?- catch(arg(1, atom, _), error(E, _), true).
   E = type_error(compound,atom).

?- catch(arg(-1, f(a), _), error(E, _), true).
   E = domain_error(not_less_than_zero,-1).

?- functor(T, 1.5, 0).
   T = 1.5.

?- functor([a,b], N, A).
   N = '.', A = 2.

?- catch(functor(_, _, 3), error(E, _), true).
   E = instantiation_error.

?- catch(functor(_, f, a), error(E, _), true).
   E = type_error(integer,a).

?- catch(functor(_, f, -1), error(E, _), true).
   E = domain_error(not_less_than_zero,-1).

?- catch(functor(_, f(a), 0), error(E, _), true).
   E = type_error(atomic,f(a)).

?- catch(_ =.. [f|b], error(E, _), true).
   E = type_error(list,[f|b]).

?- catch(_ =.. [_,b], error(E, _), true).
   E = instantiation_error.

?- catch(_ =.. [], error(E, _), true).
   E = domain_error(non_empty_list,[]).

?- catch(_ =.. [1.5,b], error(E, _), true).
   E = type_error(atom,1.5).

?- copy_term(a+X, X+b).
   X = a.

?- copy_term(a+X, X+b), copy_term(a+X, X+b).
   false.

?- unify_with_occurs_check(X, f(X)).
   false.

?- term_variables(f(X, g(Y), X), Vs).
   Vs = [X,Y].

?- subsumes_term(X, f(X)).
   false.

% The order of terms.

?- 1.0 @< 1, 1 @< a, a @< f(a), _ @< 1.0, f(z) @< f(a,b), g(a) @< f(a,b).
   true.

?- compare(O, 3, 3.0).
   O = (>).

?- catch(compare(x, 1, 2), error(E, _), true).
   E = domain_error(order,x).

?- sort([f(a),b,1,1.0,g,b], L).
   L = [1.0,1,b,g,f(a)].

?- keysort([b-1,a-2,b-0,a-1], L).
   L = [a-2,a-1,b-1,b-0].

?- catch(sort([c|_], _), error(E, _), true).
   E = instantiation_error.

?- catch(keysort([a], _), error(E, _), true).
   E = type_error(pair,a).

% Arithmetic.

?- X is 7 // -2, Y is -7 mod 2, Z is -7 rem 2, W is 7 div -2.
   X = -3, Y = 1, Z = -1, W = -4.

?- X is truncate(-0.5), Y is round(-2.5), Z is ceiling(-0.5), W is floor(-0.5).
   X = 0, Y = -3, Z = 0, W = -1.

?- X is 7 / 2, Y is 2 ** -1, Z is 2 ** 3.0.
   X = 3.5, Y = 0.5, Z = 8.0.

?- X is 0 ^ 0, Y is 1 ^ -1, Z is -1 ^ -1.
   X = 1, Y = 1, Z = -1.

?- X is \ 5, Y is -5 >> 1, Z is sign(-2.5).
   X = -6, Y = -3, Z = -1.0.

?- 1 =:= 1.0, 1 \== 1.0, 1 \= 1.0.
   true.

?- catch(_ is 2 ^ -1, error(E, _), true).
   E = type_error(float,2).

?- catch(_ is foo + 1, error(E, _), true).
   E = type_error(evaluable,foo/0).

?- catch(_ is foo(1), error(E, _), true).
   E = type_error(evaluable,foo/1).

?- catch(_ is 7 / 0.0, error(E, _), true).
   E = evaluation_error(zero_divisor).

?- catch(_ is 7 mod 0, error(E, _), true).
   E = evaluation_error(zero_divisor).

?- catch(_ is 5.0 mod 2, error(E, _), true).
   E = type_error(integer,5.0).

?- catch(_ is sqrt(-1), error(E, _), true).
   E = evaluation_error(undefined).

?- catch(_ is 1.0e308 * 10, error(E, _), true).
   E = evaluation_error(float_overflow).

% Atoms, characters, codes.

?- atom_length([], N).
   N = 2.

?- catch(atom_length(f(a), _), error(E, _), true).
   E = type_error(atom,f(a)).

?- catch(atom_length(23, _), error(E, _), true).
   E = type_error(atom,23).

?- catch(atom_length(abc, -4), error(E, _), true).
   E = domain_error(not_less_than_zero,-4).

?- findall(X+Y, atom_concat(X, Y, ab), L).
   L = [''+ab,a+b,ab+''].

?- catch(atom_concat(_, b, _), error(E, _), true).
   E = instantiation_error.

?- findall(B-L, sub_atom(ab, B, L, _, _), R).
   R = [0-0,0-1,0-2,1-0,1-1,2-0].

?- findall(B, sub_atom(aaa, B, _, _, aa), L).
   L = [0,1].

?- catch(sub_atom(abc, b, 1, _, _), error(E, _), true).
   E = type_error(integer,b).

?- catch(sub_atom(abc, 0, 1, _, f(x)), error(E, _), true).
   E = type_error(atom,f(x)).

?- atom_chars(X, ['1','2']), atom(X).
   X = '12'.

?- catch(atom_chars(_, [a,f(b)]), error(E, _), true).
   E = type_error(character,f(b)).

?- catch(atom_codes(_, [0'a|_]), error(E, _), true).
   E = instantiation_error.

?- catch(char_code(ab, _), error(E, _), true).
   E = type_error(character,ab).

?- catch(char_code(_, -2), error(E, _), true).
   E = representation_error(character_code).

?- number_chars(X, ['\n',-,'1']), number_chars(Y, ['0','''',a]), number_chars(Z, [' ','1','.','5',e,'1']).
   X = -1, Y = 97, Z = 15.0.

?- number_chars(1, ['0','1']).
   true.

?- catch(number_chars(_, ['3',' ']), error(syntax_error(_), _), true).
   true.

?- catch(number_codes(_, [0'1|_]), error(E, _), true).
   E = instantiation_error.

?- catch(number_chars(_, ['3',4]), error(E, _), true).
   E = type_error(character,4).

% The database.

?- catch(assertz((_ :- true)), error(E, _), true).
   E = instantiation_error.

?- catch(assertz((foo :- a, 4)), error(E, _), true).
   E = type_error(callable,(a,4)).

?- catch(assertz((4 :- true)), error(E, _), true).
   E = type_error(callable,4).

?- catch(assertz((atom(_) :- true)), error(E, _), true).
   E = permission_error(modify,static_procedure,atom/1).

?- catch(clause(atom(_), _), error(E, _), true).
   E = permission_error(access,private_procedure,atom/1).

?- catch(abolish(foo/(-1)), error(E, _), true).
   E = domain_error(not_less_than_zero,-1).

?- catch(current_predicate(foo/a), error(E, _), true).
   E = type_error(predicate_indicator,foo/a).

?- assertz(iso_count(1)), assertz(iso_count(2)).
   true.

?- findall(X, ( iso_count(X), Y is X + 2, assertz(iso_count(Y)) ), Xs), findall(Y, iso_count(Y), Ys).
   Xs = [1,2], Ys = [1,2,3,4].

?- findall(X, ( retract(iso_count(X)), X > 2 ), Xs), findall(Y, iso_count(Y), Ys).
   Xs = [3,4], Ys = [].

% Control and errors.

?- catch(no_such_predicate(1), error(E, _), true).
   E = existence_error(procedure,no_such_predicate/1).

?- catch(call((fail, 1)), error(E, _), true).
   E = type_error(callable,(fail,1)).

?- call((fail, call(1))).
   false.

?- catch(call((write(3), _, 1)), error(type_error(T, _), _), true).
   T = callable.

?- catch(\+ 3, error(E, _), true).
   E = type_error(callable,3).

?- catch(throw(_), error(E, _), true).
   E = instantiation_error.

?- catch(( X = 1, throw(b) ), b, true).
   true.

?- catch(throw(a), b, true).
   throw(a).

?- catch(throw(f(X, X)), f(A, B), true), A == B.
   A = B.

?- ( call(!), fail ; X = 1 ).
   X = 1.

?- ( G = (!, fail), call(G) ; X = 1 ).
   X = 1.

?- ( !, fail ; X = 1 ).
   false.

?- ( ( X = 1 ; X = 2 ) -> true ; X = 3 ).
   X = 1.

?- ( fail -> true ).
   false.

% All solutions.

?- catch(findall(_, _, _), error(E, _), true).
   E = instantiation_error.

?- catch(findall(X, X = 1, [a|b]), error(E, _), true).
   E = type_error(list,[a|b]).

?- bagof(_, fail, _).
   false.

?- findall(Y-L, bagof(X, member(X-Y, [2-1,1-2,3-1]), L), R).
   R = [1-[2,3],2-[1]].

?- setof(X, Y^member(X-Y, [2-1,1-2,2-3]), L).
   L = [1,2].

?- catch(bagof(_, _^_, _), error(E, _), true).
   E = instantiation_error.

% Operators and flags.

?- catch(op(1201, xfx, ++), error(E, _), true).
   E = domain_error(operator_priority,1201).

?- catch(op(30, yfy, ++), error(E, _), true).
   E = domain_error(operator_specifier,yfy).

?- catch(op(30, xfx, ','), error(E, _), true).
   E = permission_error(modify,operator,',').

?- catch(op(30, xfx, []), error(E, _), true).
   E = permission_error(create,operator,[]).

?- catch(op(30, xfx, '|'), error(E, _), true).
   E = permission_error(create,operator,'|').

?- catch(( op(30, xfx, ++), op(30, xf, ++) ), error(E, _), op(0, xfx, ++)).
   E = permission_error(create,operator,++).

?- catch(current_op(_, yfy, _), error(E, _), true).
   E = domain_error(operator_specifier,yfy).

?- catch(set_prolog_flag(no_such_flag, 1), error(E, _), true).
   E = domain_error(prolog_flag,no_such_flag).

?- catch(halt(a), error(E, _), true).
   E = type_error(integer,a).

% Streams.

?- catch(open(f, foo, _), error(E, _), true).
   E = domain_error(io_mode,foo).

?- catch(open(f(x), read, _), error(E, _), true).
   E = domain_error(source_sink,f(x)).

?- catch(open(f, read, s), error(E, _), true).
   E = uninstantiation_error(s).

?- catch(close(no_such_alias), error(E, _), true).
   E = existence_error(stream,no_such_alias).

?- catch(current_output(foo), error(E, _), true).
   E = domain_error(stream,foo).

?- catch(put_char(ab), error(E, _), true).
   E = type_error(character,ab).

?- catch(get_char(user_output, _), error(E, _), true).
   E = permission_error(input,stream,user_output).

?- catch(write_term(a, [quoted(maybe)]), error(E, _), true).
   E = domain_error(write_option,quoted(maybe)).

?- catch(read_term(user_input, _, [foo]), error(E, _), true).
   E = domain_error(read_option,foo).
