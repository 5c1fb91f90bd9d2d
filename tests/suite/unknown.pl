/** Goals of our modules that nobody defines.

Each clause of the modules in `prolog/` is read, and its goals are looked for in its module, as far as they can be seen: in control
constructs, in the arguments of findall/3 and its kin, and in those of maplist/2. What is dynamic need not be there.
*/

:- dynamic(told/3).
:- dynamic(number_of/2).

% file(-Path): there are facts of it, which the test adds.
:- multifile(file/1).
:- dynamic(file/1).

main :-
    ( file(Path), checked(Path), false ; true ),
    findall(x, told(_, _, _), Unknown),
    length(Unknown, N),
    findall(x, number_of(goal, _), Goals),
    length(Goals, G),
    ( G > 1000 -> true ; write(few(G)), nl ),
    write(N), write(' goals are unknown'), nl.

checked(Path) :-
    open(Path, read, S),
    next(S, First),
    ( First = (:- module(M, _)) -> cl_modules:provide(M), clauses(S, M) ; true ),
    close(S).

clauses(S, M) :-
    next(S, T),
    (   T == end_of_file -> true
    ;   ( clause_of(T, M) -> true ; true ),
        clauses(S, M)
    ).

% next(+Stream, -Term): operators that a module declares are not known here.
next(S, T) :- catch(read_term(S, T, []), error(syntax_error(_), _), T = (?- unread)).

clause_of((:- _), _).
clause_of((?- _), _).
clause_of((_ --> B), M) :- body(B, M).
clause_of((_ :- B), M) :- goal(B, M).

% body(+GrammarBody, +Module).
body(B, _) :- var(B), !.
body((A,B), M) :- !, body(A, M), body(B, M).
body((A;B), M) :- !, body(A, M), body(B, M).
body((A->B), M) :- !, body(A, M), body(B, M).
body('|'(A, B), M) :- !, body(A, M), body(B, M).
body(\+ A, M) :- !, body(A, M).
body({A}, M) :- !, goal(A, M).
body(G, M) :- ( terminal(G) -> true ; functor(G, N, A0), A is A0 + 2, known(M, N, A) ).

terminal(!). terminal([]). terminal([_|_]). terminal(_:_). terminal(call(_)). terminal(call(_, _)).
terminal(Text) :- string(Text).

goal(G, _) :- var(G), !.
goal(M:G, _) :- !, ( atom(M), nonvar(G), G \= _:_ -> ( catch(cl_modules:provide(M), _, false) -> true ; true ), goal(G, M) ; true ).
goal(G, M) :- parts(G, As), !, functor(G, N, A), known(M, N, A), goals(As, M).
goal(G, M) :- closure(G, C, K), nonvar(C), C \= _:_, callable(C), !, functor(G, N, A), known(M, N, A), functor(C, CN, CA0), CA is CA0 + K, known(M, CN, CA).
goal(G, M) :- ( callable(G) -> functor(G, N, A), known(M, N, A) ; true ).

goals([], _).
goals([G|Gs], M) :- goal(G, M), goals(Gs, M).

parts((A,B), [A,B]).
parts((A;B), [A,B]).
parts((A->B), [A,B]).
parts(\+ A, [A]).
parts(call(A), [A]).
parts(once(A), [A]).
parts(catch(A, _, B), [A,B]).
parts(findall(_, A, _), [A]).
parts(findall(_, A, _, _), [A]).
parts(forall(A, B), [A,B]).
parts(_^A, [A]).
parts(bagof(_, A, _), [A]).
parts(setof(_, A, _), [A]).

closure(maplist(C, _), C, 1).
closure(maplist(C, _, _), C, 2).
closure(maplist(C, _, _, _), C, 3).
closure(foldl(C, _, _, _), C, 3).

known(M, N, A) :-
    assertz(number_of(goal, M)),
    (   defined(M, N, A) -> true
    ;   told(M, N, A) -> true
    ;   % Of the program, or there while somebody compiles.
        member_of(M, [user,table_wrapper]) -> true
    ;   assertz(told(M, N, A)),
        writeq(M:N/A), write(' is unknown'), nl
    ).

defined(M, N, A) :- '$predicate_defined'(M, N, A), !.
defined(M, N, A) :- '$dynamic_property'(M, N, A), !.
defined(_, N, A) :- '$built_in_property'(N, A), !.
defined(_, N, _) :- atom_concat('$', _, N), !.
% Control constructs, and what Scryer expands.
defined(_, N, A) :- member_of(N/A, [!/0,(',')/2,(;)/2,(->)/2,(\+)/1,(^)/2,(=)/2,true/0,false/0,fail/0,phrase/2,phrase/3]), !.
defined(_, call, _).

member_of(X, [Y|Ys]) :- ( X = Y -> true ; member_of(X, Ys) ).
