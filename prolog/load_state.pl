/** The state of a load: what has been done for the file so far, and what waits.

Only these predicates know how it is kept.
*/

:- module(load_state, [load_begun/2, load_evacuable/2, load_module/2, load_steps/2, load_pending/2, load_goals/2,
                       load_eager/1, load_plain/1, load_quad/2, load_conditions/2,
                       with_evacuable/3, with_module/3, with_steps/3, with_pending/3, with_goal/3, with_quad/3,
                       with_conditions/3, made_eager/2]).

% state(Evacuable, Module, Steps, Pending, Goals, Eager, Quad, Conditions)

%!  load_begun(+Evacuable, -S) is det.
%
%   The state in which a file begins, with a load state of Scryer's.

load_begun(E, state(E, user, [], [], [], false, false, [])).

%!  load_evacuable(+S, -Evacuable) is det.
%!  load_module(+S, -Module) is det.
%
%   The load state of Scryer's, and the module into which clauses go.

load_evacuable(state(E,_,_,_,_,_,_,_), E).
load_module(state(_,M,_,_,_,_,_,_), M).

%!  load_steps(+S, -Steps) is det.
%!  load_pending(+S, -Pending) is det.
%!  load_goals(+S, -Goals) is det.
%
%   The declarations and groups of clauses in the load state; clauses not yet compiled, as Key-clause(Index,Clause);
%   initialization goals, as Index-Goal. The latest comes first.

load_steps(state(_,_,Steps,_,_,_,_,_), Steps).
load_pending(state(_,_,_,Pending,_,_,_,_), Pending).
load_goals(state(_,_,_,_,Goals,_,_,_), Goals).

%!  load_eager(+S) is semidet.
%!  load_plain(+S) is semidet.
%!  load_quad(+S, -Quad) is det.
%!  load_conditions(+S, -Conditions) is det.
%
%   Whether the file defines expansions; whether there is nothing to be minded in the two that follow; whether the clause before belonged to a quad; the open `:- if` directives.

load_eager(state(_,_,_,_,_,true,_,_)).
load_plain(state(_,_,_,_,_,_,false,[])).
load_quad(state(_,_,_,_,_,_,Quad,_), Quad).
load_conditions(state(_,_,_,_,_,_,_,Conditions), Conditions).

%!  with_evacuable(+Evacuable, +S0, -S) is det.
%!  with_module(+Module, +S0, -S) is det.
%!  with_steps(+Steps, +S0, -S) is det.
%!  with_pending(+Pending, +S0, -S) is det.
%!  with_goal(+Goal, +S0, -S) is det.
%!  with_quad(+Quad, +S0, -S) is det.
%!  with_conditions(+Conditions, +S0, -S) is det.
%!  made_eager(+S0, -S) is det.
%
%   The same state with another part, or with one more goal.

with_evacuable(E, state(_,M,Ss,Ps,Gs,Eager,Q,Cs), state(E,M,Ss,Ps,Gs,Eager,Q,Cs)).
with_module(M, state(E,_,Ss,Ps,Gs,Eager,Q,Cs), state(E,M,Ss,Ps,Gs,Eager,Q,Cs)).
with_steps(Ss, state(E,M,_,Ps,Gs,Eager,Q,Cs), state(E,M,Ss,Ps,Gs,Eager,Q,Cs)).
with_pending(Ps, state(E,M,Ss,_,Gs,Eager,Q,Cs), state(E,M,Ss,Ps,Gs,Eager,Q,Cs)).
with_goal(G, state(E,M,Ss,Ps,Gs,Eager,Q,Cs), state(E,M,Ss,Ps,[G|Gs],Eager,Q,Cs)).
with_quad(Q, state(E,M,Ss,Ps,Gs,Eager,_,Cs), state(E,M,Ss,Ps,Gs,Eager,Q,Cs)).
with_conditions(Cs, state(E,M,Ss,Ps,Gs,Eager,Q,_), state(E,M,Ss,Ps,Gs,Eager,Q,Cs)).
made_eager(state(E,M,Ss,Ps,Gs,_,Q,Cs), state(E,M,Ss,Ps,Gs,true,Q,Cs)).
