% Rule: lists of one to five elements with their last; and with elements that are not.
pos(last_element([a],a)).
pos(last_element([a,b],b)).
pos(last_element([b,c,a],a)).
pos(last_element([e,f,b,d],d)).
pos(last_element([7,7,2,7,3],3)).
neg(last_element([a,b],a)).
neg(last_element([b,c,a],b)).
neg(last_element([b,c,a],c)).
neg(last_element([e,f,b,d],b)).
neg(last_element([7,7,2,7,3],7)).
neg(last_element([7,7,2,7,3],2)).
