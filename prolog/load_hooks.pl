/** What other modules do while files are loaded.

The loader knows none of them. A module takes part by what it says here, and by predicates of its own:

- `load_directive(+Directive, +Load0, -Load)` does what a directive says that is listed in `directive_of/4`;
- `load_fact(+Fact)` takes a clause of a module that is listed in `module_of/3`, and `load_rule(+Head, +Body)`, if there is one, a
  rule;
- a module that has called `watch/1` has `load_begins(+File)`, which forgets what File said before, and may have
  `load_ends`, which reports what only the whole file shows, and `load_clause(+Term, +VariableNames, +Module, -What)`,
  which is shown each clause that no directive of the loader's takes: it fails, or What is `taken`,
  `instead(Clause)` with a clause of the module's making, or `meant(Clause)` with what the program's means.
  `residual_goals(-Goals)` gives what an answer is to show besides what its variables know, and `residual_goal(@Term)` is true of such goals.

Load0 and Load are loads (`load_state`).
*/

:- module(load_hooks, [directive_of/4, module_of/3, file_of/2, load_directive/3, load_fact/1, load_rule/2, watch/1, watched/0,
                       load_begins/1, load_ends/0, load_clause/4, expansions_said/0, residual_goals/1, residual_goal/1]).

:- use_module(library(lists)).
:- use_module(library(cl_modules), [provide/1]).

% watching(Module): it has something to say about files that are loaded.
:- dynamic(watching/1).

%!  directive_of(?Name, ?Arity, -Library, -Module) is nondet.
%
%   The directive Name/Arity belongs to Module, which is there when Library is.

directive_of(datalog, 1, cl_datalog, datalog_files).
directive_of(begin_tests, 1, plunit, plunit).
directive_of(begin_tests, 2, plunit, plunit).
directive_of(end_tests, 1, plunit, plunit).
directive_of(grading, 1, cl_grading, cl_grading).
directive_of(quad, 1, cl_grading, cl_grading).
directive_of(record, 1, swi_record, swi_record).
directive_of(persistent, 1, swi_persistency, swi_persistency).
directive_of(chr_constraint, 1, swi_chr, swi_chr).
directive_of(constraints, 1, swi_chr, swi_chr).
directive_of(chr_option, 2, swi_chr, swi_chr).
directive_of(chr_type, 1, swi_chr, swi_chr).

%!  module_of(?Name, -Library, -Module) is nondet.
%
%   Clauses `Name:Fact` in files are told to Module, which is there when Library is. What they define is dynamic.

module_of(metagol, metagol, metagol_options).
module_of(prolog, swi_messages, swi_messages).
module_of(error, swi_errors, swi_errors).
module_of(sandbox, sandbox, sandbox).

%!  file_of(?Name, -Library) is nondet.
%
%   Where there is no file Name, with or without its extension, Library is meant: programs for Metagol load it from a
%   folder next to theirs.

file_of("metagol", metagol).
file_of("metagol.pl", metagol).

%!  load_directive(+Directive, +Load0, -Load) is semidet.
%
%   Directive belongs to a module, and has been told to it.

load_directive(D, Load0, Load) :-
    functor(D, Name, Arity),
    directive_of(Name, Arity, Library, Module),
    provided(Library),
    Module:load_directive(D, Load0, Load).

%!  load_fact(@Term) is semidet.
%!  load_rule(@Clause, +In:atom) is semidet.
%
%   Term, or the Clause in the module In, is one that belongs to a module, and has been told to it.

load_fact(Term) :-
    Term = Owner:Fact,
    atom(Owner),
    module_of(Owner, Library, Module),
    provided(Library),
    Module:load_fact(Fact).

load_rule(Clause, In) :-
    Clause = (Owner:Head :- Body),
    Owner \== In,
    module_of(Owner, Library, Module),
    provided(Library),
    '$predicate_defined'(Module, load_rule, 2),
    Module:load_rule(Head, Body).

provided(Library) :- ( provide(Library) -> true ; throw(error(existence_error(module, Library), _)) ).

%!  watch(+Module:atom) is det.
%
%   From now on Module is told of files that are loaded.

watch(Module) :-
    (   watching(Module) -> true
    ;   assertz(watching(Module))
    ).

%!  watched is semidet.
%
%   Some module watches.

watched :- watching(_), !.

%!  expansions_said is semidet.
%
%   Some module of the program has said what terms or goals become (`expansions`).

expansions_said :- '$predicate_defined'(cl_expansions, said, 2).

%!  load_begins(+File:atom) is det.
%!  load_ends is det.
%!  load_clause(+Term, +VariableNames:list, +Module:atom, -What) is semidet.
%
%   Tell the modules that watch.

load_begins(File) :-
    (   watching(Module), Module:load_begins(File), false
    ;   true
    ).

load_ends :-
    (   watching(Module), '$predicate_defined'(Module, load_ends, 0), Module:load_ends, false
    ;   true
    ).

load_clause(Term, VNs, M, What) :-
    watching(Module),
    '$predicate_defined'(Module, load_clause, 4),
    Module:load_clause(Term, VNs, M, What),
    !.

%!  residual_goals(-Goals:list) is det.
%
%   Goals are what modules that watch have to add to an answer.

residual_goals(Goals) :-
    (   watching(Module), '$predicate_defined'(Module, residual_goals, 1), Module:residual_goals(Goals0) -> Goals = Goals0
    ;   Goals = []
    ).

%!  residual_goal(@Term) is semidet.
%
%   Term may be one of those: below a query it describes an answer.

residual_goal(Term) :-
    watching(Module),
    '$predicate_defined'(Module, residual_goal, 1),
    Module:residual_goal(Term),
    !.
