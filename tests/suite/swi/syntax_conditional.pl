/*  Conditional compilation.  */

:- dynamic seen/1.

:- if(current_prolog_flag(bounded, false)).
integers(unbounded).
:- else.
integers(bounded).
:- endif.

:- if(\+ catch(current_predicate(no_such_predicate/3), _, fail)).
fallback(defined).
:- endif.

:- if(fail).
nested(wrong0).
:- if(true).
nested(wrong).
:- endif.
:- elif(true).
nested(right).
:- if(fail).
nested(wrong).
:- elif(fail).
nested(wrong).
:- else.
nested(right2).
:- endif.
:- else.
nested(wrong).
:- endif.

:- if((true, 1 < 2)).
arith(ok).
:- endif.

:- if(exists_source(library(lists))).
:- use_module(library(lists)).
lists(yes).
:- else.
lists(no).
:- endif.

:- if(exists_source(library(no_such_library))).
:- use_module(library(no_such_library)).
other(yes).
:- else.
other(no).
:- endif.

:- if(current_op(_, xfx, is)).
op_is(is).
:- endif.

:- if((assertz(seen(1)), fail)).
:- elif((assertz(seen(2)), true)).
:- elif((assertz(seen(3)), true)).
:- endif.

:- if(current_prolog_flag(dialect, swi)).
dialect(swi).
:- elif(current_prolog_flag(dialect, sicstus)).
dialect(sicstus).
:- else.
dialect(other).
:- endif.

:- if(predicate_property(append(_, _, _), _)).
known(append).
:- endif.

main :-
    forall(member(G, [integers(_),fallback(_),nested(_),arith(_),lists(_),other(_),op_is(_),seen(_),dialect(_),known(_)]),
           forall(G, ( print(G), nl ))).
