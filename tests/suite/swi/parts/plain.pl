plain_fact(1).
plain_fact(2).

thrice(X, Y) :- Y is X*3.

:- initialization(writeln('plain is loaded')).
