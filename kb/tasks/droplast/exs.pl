% Rule: lists of one to five elements without their last; and with something else left out or kept.
pos(droplast([a],[])).
pos(droplast([c,b],[c])).
pos(droplast([b,c,a],[b,c])).
pos(droplast([e,f,b,d],[e,f,b])).
pos(droplast([7,7,2,7,3],[7,7,2,7])).
neg(droplast([a],[a])).
neg(droplast([c,b],[b])).
neg(droplast([c,b],[])).
neg(droplast([b,c,a],[c,a])).
neg(droplast([b,c,a],[b])).
neg(droplast([b,c,a],[b,a])).
neg(droplast([e,f,b,d],[f,b,d])).
neg(droplast([e,f,b,d],[d,b,f])).
