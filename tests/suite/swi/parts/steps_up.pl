:- module(steps_up, [odd/1]).

:- use_module(ladder).

:- initialization((write(loaded), nl)).

odd(N) :- N > 0, M is N - 1, even(M).
