% Rule: some numbers up to 20, labelled by whether two divides them.
pos(even(0)).
pos(even(2)).
pos(even(4)).
pos(even(10)).
pos(even(14)).
pos(even(18)).
neg(even(1)).
neg(even(3)).
neg(even(5)).
neg(even(9)).
neg(even(13)).
neg(even(17)).
neg(even(19)).
