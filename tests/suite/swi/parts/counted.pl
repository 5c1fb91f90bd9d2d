:- dynamic counted/1.
:- write('counted is loaded'), nl.

counted(1).
counted(2).
