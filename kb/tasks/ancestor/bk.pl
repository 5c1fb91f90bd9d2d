% A tree of five generations.
parent(ada,ben).
parent(ada,cora).
parent(ben,dora).
parent(ben,emil).
parent(cora,fred).
parent(dora,greta).
parent(fred,hans).
parent(greta,iris).
parent(hans,jakob).
