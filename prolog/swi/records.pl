/** The recorded database: terms kept under keys, as in older programs.

```
?- recordz(colour, red), recordz(colour, green), recorda(colour, blue), findall(C, recorded(colour, C), Cs).
   Cs = [blue,red,green].
```

A key is an atom, an integer or a compound, of which name and arity count. A reference is a term that stands for one
record as long as that is there.
*/

:- module(swi_records, [recorda/2, recorda/3, recordz/2, recordz/3, recorded/2, recorded/3, erase/1, instance/2, current_key/1]).

:- use_module(library(error)).
:- use_module(library(iso_ext), [bb_get/2,bb_put/2]).

% record(Key, N, Term): N is the number of the record. The last number is kept beside the database, where it would take longer than
% the record itself.
:- dynamic(record/3).

%! recorda(+Key, +Term) is det.
%! recorda(+Key, +Term, -Reference) is det.
%
% Term is the first one under Key.

recorda(Key, Term) :- recorda(Key, Term, _).

recorda(Key0, Term, Reference) :-
    new(Key0, Reference, recorda/3, Key, N),
    asserta(record(Key, N, Term)).

%! recordz(+Key, +Term) is det.
%! recordz(+Key, +Term, -Reference) is det.
%
% Term is the last one under Key.

recordz(Key, Term) :- recordz(Key, Term, _).

recordz(Key0, Term, Reference) :-
    new(Key0, Reference, recordz/3, Key, N),
    assertz(record(Key, N, Term)).

new(Key0, Reference, PI, Key, N) :-
    (   var(Reference) -> true
    ;   throw(error(uninstantiation_error(Reference), PI))
    ),
    key(Key0, PI, Key),
    next(N),
    Reference = '$record'(N).

next(N) :-
    last(N0),
    N1 is N0 + 1,
    bb_put(swi_records_last, N1),
    N = N1.

last(N) :- bb_get(swi_records_last, N), !.
last(0).

key(Key, PI, _) :- var(Key), !, instantiation_error(PI).
key(Key0, _, Key) :- compound(Key0), !, functor(Key0, Name, Arity), Key = Name/Arity.
key(Key, _, Key).

%! recorded(?Key, ?Term) is nondet.
%! recorded(?Key, ?Term, ?Reference) is nondet.
%
% Term is recorded under Key.

recorded(Key, Term) :- recorded(Key, Term, _).

recorded(Key0, Term, Reference) :-
    (   nonvar(Reference) -> numbered(Reference, recorded/3, N)
    ;   true
    ),
    (   var(Key0) -> true
    ;   key(Key0, recorded/3, Key)
    ),
    record(Key, N, Term),
    Reference = '$record'(N),
    (   nonvar(Key0) -> true
    ;   Key = Name/Arity -> functor(Key0, Name, Arity)
    ;   Key0 = Key
    ).

%! erase(+Reference) is det.
%
% The record is gone.

erase(Reference) :-
    numbered(Reference, erase/1, N),
    (   retract(record(_, N, _)) -> true
    ;   throw(error(existence_error(db_reference, Reference), erase/1))
    ).

%! instance(+Reference, -Term) is semidet.
%
% Term is what is recorded there.

instance(Reference, Term) :-
    numbered(Reference, instance/2, N),
    record(_, N, Term).

%! current_key(?Key) is nondet.
%
% Something is recorded under Key.

current_key(Key) :-
    findall(K, recorded(K, _), Ks0),
    sort(Ks0, Ks),
    in(Key, Ks).

in(X, [X|_]).
in(X, [_|Xs]) :- in(X, Xs).

numbered(Reference, PI, N) :-
    (   var(Reference) -> instantiation_error(PI)
    ;   Reference = '$record'(N), integer(N) -> true
    ;   type_error(db_reference, Reference, PI)
    ).

?- \+ \+ ( recordz(p(1,2), x, R), recorded(p(_,_), x, R), instance(R, x), current_key(p(_,_)),
             erase(R), \+ recorded(p(_,_), _) ).
   true.

?- recorda(_, x).
   error(instantiation_error,_).

?- erase('$record'(0)).
   error(existence_error(db_reference,'$record'(0)),_).

?- erase(17).
   error(type_error(db_reference,17),_).
