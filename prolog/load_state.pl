/** A load: what has been done for a file so far, and what waits.

Who loads something takes the load as it is, Load0, and hands it on as Load. Only these predicates know how it is kept.
*/

:- module(load_state, [load_begun/2, load_of_goal/1, load_evacuable/2, load_module/2, load_steps/2, load_pending/2, load_goals/2,
                       load_eager/1, load_plain/1, load_quad/2, load_conditions/2,
                       with_evacuable/3, with_module/3, with_steps/3, with_pending/3, with_clause/5, with_goal/3,
                       with_quad/3, with_conditions/3, made_eager/2, use/3]).

% load(Evacuable, Module, Steps, Pending, Goals, Eager, Quad, Conditions)

%!  load_begun(+Evacuable, -Load) is det.
%
%   The load of a file that begins, with a load state of Scryer's (an "evacuable").

load_begun(E, load(E, user, [], [], [], false, false, [])).

%!  load_of_goal(-Load) is det.
%
%   The load of a goal, outside of any file: into `user`.

load_of_goal(Load) :-
    '$push_load_state_payload'(E),
    load_begun(E, Load).

%!  load_evacuable(+Load, -Evacuable) is det.
%!  load_module(+Load, -Module) is det.
%
%   The load state of Scryer's; the module into which clauses go.

load_evacuable(load(E,_,_,_,_,_,_,_), E).
load_module(load(_,M,_,_,_,_,_,_), M).

%!  load_steps(+Load, -Steps) is det.
%!  load_pending(+Load, -Pending) is det.
%!  load_goals(+Load, -Goals) is det.
%
%   The declarations and groups of clauses in the load state; clauses not yet compiled, as Key-clause(Index,Clause);
%   initialization goals, as Index-Goal. The latest comes first.

load_steps(load(_,_,Steps,_,_,_,_,_), Steps).
load_pending(load(_,_,_,Pending,_,_,_,_), Pending).
load_goals(load(_,_,_,_,Goals,_,_,_), Goals).

%!  load_eager(+Load) is semidet.
%!  load_plain(+Load) is semidet.
%!  load_quad(+Load, -Quad) is det.
%!  load_conditions(+Load, -Conditions) is det.
%
%   Whether the file defines expansions; whether there is nothing to be minded in the two that follow; whether the clause before belonged to a quad; the open `:- if` directives.

load_eager(load(_,_,_,_,_,true,_,_)).
load_plain(load(_,_,_,_,_,_,false,[])).
load_quad(load(_,_,_,_,_,_,Quad,_), Quad).
load_conditions(load(_,_,_,_,_,_,_,Conditions), Conditions).

%!  with_evacuable(+Evacuable, +Load0, -Load) is det.
%!  with_module(+Module, +Load0, -Load) is det.
%!  with_steps(+Steps, +Load0, -Load) is det.
%!  with_pending(+Pending, +Load0, -Load) is det.
%!  with_clause(+Key, +Index, +Clause, +Load0, -Load) is det.
%!  with_goal(+Goal, +Load0, -Load) is det.
%!  with_quad(+Quad, +Load0, -Load) is det.
%!  with_conditions(+Conditions, +Load0, -Load) is det.
%!  made_eager(+Load0, -Load) is det.
%
%   The same load with another part, or with one more clause that waits, or one more goal.

with_evacuable(E, load(_,M,Ss,Ps,Gs,Eager,Q,Cs), load(E,M,Ss,Ps,Gs,Eager,Q,Cs)).
with_module(M, load(E,_,Ss,Ps,Gs,Eager,Q,Cs), load(E,M,Ss,Ps,Gs,Eager,Q,Cs)).
with_steps(Ss, load(E,M,_,Ps,Gs,Eager,Q,Cs), load(E,M,Ss,Ps,Gs,Eager,Q,Cs)).
with_pending(Ps, load(E,M,Ss,_,Gs,Eager,Q,Cs), load(E,M,Ss,Ps,Gs,Eager,Q,Cs)).
with_clause(K, I, C, load(E,M,Ss,Ps,Gs,Eager,Q,Cs), load(E,M,Ss,[K-clause(I,C)|Ps],Gs,Eager,Q,Cs)).
with_goal(G, load(E,M,Ss,Ps,Gs,Eager,Q,Cs), load(E,M,Ss,Ps,[G|Gs],Eager,Q,Cs)).
with_quad(Q, load(E,M,Ss,Ps,Gs,Eager,_,Cs), load(E,M,Ss,Ps,Gs,Eager,Q,Cs)).
with_conditions(Cs, load(E,M,Ss,Ps,Gs,Eager,Q,_), load(E,M,Ss,Ps,Gs,Eager,Q,Cs)).
made_eager(load(E,M,Ss,Ps,Gs,_,Q,Cs), load(E,M,Ss,Ps,Gs,true,Q,Cs)).

%!  use(+Library, +Imports, +Evacuable) is det.
%
%   Imports predicates of library(Library), or all, into the module of a load.

% A library of Scryer's means lists of characters by double quotes.
use(library(Library), Imports, E) :-
    '$foreign_call'(warnings_off, [], _),
    current_prolog_flag(double_quotes, Quotes),
    set_prolog_flag(double_quotes, chars),
    loader:use_module(library(Library), Imports, E),
    set_prolog_flag(double_quotes, Quotes),
    '$foreign_call'(warnings_on, [], _).
