% What a part that is left out defines comes from the libraries.

:- if(fail).
ignore(Goal) :- (Goal->true;true).
:- else.
sum_list(_, mine).
:- endif.
:- if(\+ predicate_property(subtract(_,_,_), _)).
subtract(_, _, mine).
:- endif.
main :- ignore(fail), sum_list([1,2],X), writeln(X), subtract([a,b],[a],Y), writeln(Y).
