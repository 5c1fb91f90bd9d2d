/*  Messages: what goes to standard error is not compared; the program goes on.  */

:- multifile prolog:message//1.
:- multifile user:message_hook/3.
:- dynamic user:message_hook/3.

prolog:message(stock(Item, N)) --> [ 'There are ~w of ~w'-[N,Item], nl, 'that is all' ].
prolog:message(quiet) --> [].

user:message_hook(Term, Kind, Lines) :-
    Term = stock(_, _),
    print(Kind), nl,
    print_message_lines(user_output, kind(Kind), Lines),
    print_message_lines(user_output, '> ', Lines),
    nl.

texts(Term, Text) :-
    phrase(prolog:message(Term), Lines),
    with_output_to(string(Text), print_message_lines(current_output, '', Lines)).

main :-
    print_message(informational, stock(apples, 3)),
    print_message(silent, stock(pears, 4)),
    print_message(banner, stock(plums, 5)),
    print_message(informational, format("informational ~w", [1])),
    print_message(silent, format("silent", [])),
    texts(stock(figs, 1), T), print(T), nl,
    message_to_codes_like,
    assertion(1 =:= 1),
    debug(topic, "nothing ~w", [1]),
    catch(must_be(positive_integer, 0), error(E, _), ( print(E), nl )),
    catch(must_be(boolean, 1), error(E2, _), ( print(E2), nl )),
    catch(must_be(list, [a|b]), error(E3, _), ( print(E3), nl )),
    catch(type_error(integer, a), error(E4, _), ( print(E4), nl )),
    catch(domain_error(positive, -1), error(E5, _), ( print(E5), nl )),
    catch(existence_error(file, x), error(E6, _), ( print(E6), nl )),
    catch(permission_error(modify, static, x), error(E7, _), ( print(E7), nl )),
    catch(resource_error(memory), error(E8, _), ( print(E8), nl )),
    catch(instantiation_error(_), error(E9, _), ( print(E9), nl )),
    catch(representation_error(x), error(E10, _), ( print(E10), nl )),
    message_to_text(error(type_error(integer, a), context(foo/1, 'no more'))),
    writeln(done).

message_to_codes_like :-
    catch(throw(my_error(1)), my_error(X), ( print(caught(X)), nl )).

message_to_text(E) :-
    message_to_codes_(E, Lines),
    print_message_lines(user_output, '', Lines), nl.

message_to_codes_(E, Lines) :- phrase(prolog:message(quiet), Lines0), append(Lines0, ['~p'-[E]], Lines).
