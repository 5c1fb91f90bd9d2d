level(middle, 2).
between_files(X) :- level(X, N), N > 1.
