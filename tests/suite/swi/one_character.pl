% Classes of texts of one character; functions as predicates; options that are none.

main :- forall(member(C,[[0'1],"1",'1',0'1,['1'],"ab"]), ( catch((code_type(C,digit(W)) -> print(C-W) ; print(C-no)),error(E,_),print(C-E)), nl )),
 forall(member(C,[[0'a],"a",a,['a'],"ab"]), ( catch((char_type(C,alpha) -> print(C-yes) ; print(C-no)),error(E,_),print(C-E)), nl )),
 merge_options([a=b,c(a,b)],[],X), print(X), nl, merge_options([a(1)],[a(2),b(3),d(e,f)],Y), print(Y), nl,
 functions.
functions :- forall(member(F, [abs,sign,sqrt,sin,cos,tan,asin,acos,atan,log,floor,ceiling,round]), ( G =.. [F,0.5,X], call(G), print(F=X), nl )), sqrt(2+2, Z), print(Z), nl, maplist(floor, [1.5,2.5], Fs), print(Fs), nl.
