% What a text predicate would give may be known: then the text is compared, whatever it is.

main :-
    forall(goal(G), ( catch(( G -> print(yes(G)) ; print(no(G)) ), error(E, _), print(E)), nl )).

goal(atom_concat(hello, world, "helloworld")).
goal(atom_concat(a, b, "xy")).
goal(atom_concat(hello, world, 1.5)).
goal(atom_concat(1, 5, 15)).
goal(downcase_atom('ABC', "abc")).
goal(downcase_atom('1', 1)).
goal(upcase_atom(a, "B")).
goal(string_to_atom("abc", "abc")).
goal(string_to_atom("1", 1)).
goal(string_lower("A", a)).
goal(string_upper("a", 'A')).
goal(text_to_string(a, a)).
goal(text_to_string(a, b)).
goal(atom_chars(abc, "abc")).
goal(atom_codes(abc, "abd")).
goal(string_chars("abc", abc)).
goal(string_codes("abc", "abc")).
goal(plus(a, 1, 2)).
goal(plus(1, b, _)).
goal(foldl(plus, [c], 0, _)).
goal(limit(-1, true)).
