head([Head|_], Head).

tail([_|Tail], Tail).

empty([]).

cons(Head, Tail, [Head|Tail]).
