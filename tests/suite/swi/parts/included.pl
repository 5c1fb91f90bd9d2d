%  Text of the file that includes this one.

colour(green).
colour(blue).

:- op(700, xfx, likes).
