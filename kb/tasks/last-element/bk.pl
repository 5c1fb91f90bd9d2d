head([Head|_], Head).

tail([_|Tail], Tail).

empty([]).
