% Two families of three generations.
mother(anna,clara).
mother(anna,david).
father(bruno,clara).
father(bruno,david).
mother(elsa,franz).
father(georg,franz).
mother(clara,hanna).
mother(clara,ivo).
father(franz,hanna).
father(franz,ivo).
father(david,julia).
mother(karin,julia).
mother(lena,karin).
father(moritz,karin).
