/** Errors: raising, catching and cleaning up.

    ?- safely(X is foo + 1).
    type error: evaluable expected, found foo/0
*/

:- use_module(library(error)).
:- use_module(library(debug)).
:- use_module(library(lists)).

:- dynamic account/2.
:- dynamic log/1.

account(ann, 100).
account(bob, 20).

% Error terms in words.

describe(type_error(Type, Culprit)) :- !,
    format("type error: ~w expected, found ~q~n", [Type, Culprit]).
describe(domain_error(Domain, Culprit)) :- !,
    format("domain error: ~w expected, found ~q~n", [Domain, Culprit]).
describe(existence_error(Kind, What)) :- !,
    format("there is no ~w ~q~n", [Kind, What]).
describe(instantiation_error) :- !,
    writeln('a variable is not bound enough').
describe(evaluation_error(What)) :- !,
    format("arithmetic: ~w~n", [What]).
describe(permission_error(Action, Type, What)) :- !,
    format("no permission to ~w ~w ~q~n", [Action, Type, What]).
describe(syntax_error(_)) :- !,
    writeln('syntax error').
describe(Other) :-
    format("other: ~q~n", [Other]).

%!  safely(:Goal) is det.
:- meta_predicate safely(0).

safely(Goal) :-
    catch(Goal, Ball, handle(Ball)),
    !.
safely(_) :-
    writeln('no').

handle(error(Formal, _)) :- !, describe(Formal).
handle(Ball) :- format("caught ~q~n", [Ball]).

% Money moves completely or not at all.

transfer(From, To, Amount) :-
    must_be(positive_integer, Amount),
    check_account(From),
    check_account(To),
    account(From, Balance),
    (   Balance >= Amount
    ->  true
    ;   throw(insufficient_funds(From, Balance, Amount))
    ),
    change(From, -Amount),
    change(To, Amount).

check_account(Name) :-
    must_be(atom, Name),
    (   account(Name, _)
    ->  true
    ;   existence_error(account, Name)
    ).

change(Name, Delta) :-
    retract(account(Name, Old)),
    New is Old + Delta,
    assertz(account(Name, New)).

balances :-
    forall(account(Name, Balance), format("~w: ~d~n", [Name, Balance])).

% Cleaning up: whatever the goal does, the door is closed.

open_door(Name) :- assertz(log(open(Name))).
close_door(Name) :- assertz(log(close(Name))).

through_door(Name, Goal) :-
    setup_call_cleanup(open_door(Name), Goal, close_door(Name)).

print_log :-
    findall(E, retract(log(E)), Es),
    print(Es), nl.

% A failure that names its place.

%!  retry(+Times, :Goal) is det.
retry(Times, Goal) :-
    between(1, Times, N),
    catch(Goal, Ball, ( format("attempt ~d: ~q~n", [N, Ball]), fail )),
    !.
retry(Times, _) :-
    throw(gave_up_after(Times)).

flaky :-
    (   nb_current(attempts, N0) -> true ; N0 = 0 ),
    N is N0 + 1,
    nb_setval(attempts, N),
    (   N < 3
    ->  throw(too_early(N))
    ;   writeln(success)
    ).

%!  first_positive(+Numbers, -N) is det.
%
%   An exception as a way out of a loop.
first_positive(Numbers, N) :-
    catch(( forall(member(X, Numbers),
                   ( X > 0 -> throw(found(X)) ; true )),
            N = none
          ),
          found(N),
          true).

nested(X) :-
    catch(( catch(throw(inner(1)), outer(_), true), X = not_caught ),
          inner(N),
          X = rethrown(N)).

sheet(1) :-
    safely(_ is foo + 1),
    safely(_ is a),
    safely(_ is _ + 1),
    safely(_ is 1 // 0),
    safely(_ is 7 mod zero),
    safely(atom_length(_, _)),
    safely(atom_length(abc, foo)),
    safely(functor(_, f, -1)),
    safely(arg(x, f(a), _)),
    safely(undefined_predicate(1, 2)),
    safely(call(1)),
    safely(number_codes(_, "3x")),
    safely(atom_to_term('foo(', _, _)),
    safely(assertz((foo :- 1))),
    safely(assertz(atom_length(_, _))),
    safely(open('no/such/file.txt', read, _)),
    safely(throw(my_ball)),
    safely(fail),
    safely(true).
sheet(2) :-
    forall(member(Type-Value,
                  [integer-a, integer-_, positive_integer-0, nonneg-(-1), atom-1, boolean-maybe,
                   between(1,10)-11, oneof([red,green])-blue, list-[a|b], list(integer)-[1,x],
                   callable-3, integer-5]),
           safely(must_be(Type, Value))),
    (   is_of_type(positive_integer, 3), \+ is_of_type(nonneg, -1)
    ->  writeln('types agree')
    ;   true
    ),
    safely(type_error(book, 7)),
    safely(domain_error(colour, blue)),
    safely(permission_error(open, door, front)),
    safely(instantiation_error(_)),
    safely(resource_error(patience)).
sheet(3) :-
    safely(transfer(ann, bob, 30)),
    safely(transfer(bob, ann, 80)),
    safely(transfer(bob, carol, 5)),
    safely(transfer(bob, ann, -5)),
    safely(transfer(bob, ann, lots)),
    balances.
sheet(4) :-
    safely(through_door(front, writeln(inside))),
    safely(through_door(back, throw(fire))),
    safely(through_door(side, fail)),
    safely(( through_door(many, member(X, [1,2,3])), X >= 2 )),
    print_log,
    safely(call_cleanup(writeln(goal), writeln(cleanup))).
sheet(5) :-
    retry(5, flaky),
    safely(retry(2, throw(never))),
    first_positive([-2, 0, 3, 4], N),
    first_positive([-2], M),
    writeln(N/M),
    nested(R),
    writeln(R),
    catch(assertion(1 =:= 1), _, writeln(bad)),
    print_message(silent, format("nobody sees this", [])),
    read_term(user_input, Term, []),
    writeln(Term),
    ignore(( member(X, [1,2]), X > 5 )),
    once(member(Y, [p, q])),
    (   \+ member(z, [p, q]) -> writeln(Y) ; true ),
    (   member(Z, [1, 2, 3]), Z > 1
    *-> writeln(soft(Z))
    ;   writeln(none)
    ),
    (   member(W, []) *-> writeln(W) ; writeln(none) ).

main :-
    forall(between(1, 5, N),
           (   format("-- ~d~n", [N]),
               ignore(sheet(N))
           )),
    halt.
