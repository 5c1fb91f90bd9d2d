/** Which arguments of which predicates are goals.

`meta_arguments(Name, Arity, Specs)` has one fact for each predicate that calls what it is given. It is
shared by all that walk through clause bodies: the compile-time part of SWI mode, the sandbox and the
tracer. A predicate without an entry takes data only.

Specs has one element for each argument:

| element | the argument is |
|---|---|
| `0` | a goal |
| `1` to `9` | a goal that lacks so many arguments at its end (a closure) |
| `^` | a goal under `Variable^...` prefixes, as of `bagof/3` |
| `//` | a grammar body, called with two more arguments |
| `*` | a closure; how many arguments are added is known only when it is called |
| `?` | data |

```
?- cl_metas:meta_arguments(maplist, 3, [Goal|_]).
   Goal = 2.
```

The clauses that `assertz/1` and its kin take count as data here: they are not called at once.
*/

:- module(cl_metas, [meta_arguments/3]).

%! meta_arguments(?Name:atom, ?Arity:integer, ?Specs:list) is nondet.
%
% True iff Name/Arity calls goals that it gets as arguments, and Specs says for each argument what it is.

% Control. The module of `Module:Goal` is data.
meta_arguments(',', 2, [0,0]).
meta_arguments(;, 2, [0,0]).
meta_arguments('|', 2, [0,0]).
meta_arguments(->, 2, [0,0]).
meta_arguments(*->, 2, [0,0]).
meta_arguments(\+, 1, [0]).
meta_arguments(:, 2, [?,0]).
meta_arguments(call, 1, [0]).
meta_arguments(call, 2, [1,?]).
meta_arguments(call, 3, [2,?,?]).
meta_arguments(call, 4, [3,?,?,?]).
meta_arguments(call, 5, [4,?,?,?,?]).
meta_arguments(call, 6, [5,?,?,?,?,?]).
meta_arguments(call, 7, [6,?,?,?,?,?,?]).
meta_arguments(call, 8, [7,?,?,?,?,?,?,?]).
meta_arguments(call, 9, [8,?,?,?,?,?,?,?,?]).
meta_arguments(call, 10, [9,?,?,?,?,?,?,?,?,?]).
meta_arguments(once, 1, [0]).
meta_arguments(catch, 3, [0,?,0]).
meta_arguments(findall, 3, [?,0,?]).
meta_arguments(findall, 4, [?,0,?,?]).
meta_arguments(bagof, 3, [?,^,?]).
meta_arguments(setof, 3, [?,^,?]).
meta_arguments(initialization, 1, [0]).
meta_arguments(initialization, 2, [0,?]).

% library(iso_ext), library(cont), library(error)
meta_arguments(forall, 2, [0,0]).
meta_arguments(call_cleanup, 2, [0,0]).
meta_arguments(setup_call_cleanup, 3, [0,0,0]).
meta_arguments(setup_call_catcher_cleanup, 4, [0,0,?,0]).
meta_arguments(setup_and_call_cleanup, 3, [0,0,0]).
meta_arguments(setup_and_call_cleanup, 4, [0,0,?,0]).
meta_arguments(call_cleanup, 3, [0,?,0]).
meta_arguments(on_exception, 3, [?,0,0]).
meta_arguments(sig_atomic, 1, [0]).
meta_arguments(notrace, 1, [0]).
meta_arguments(with_output_to_codes, 2, [0,?]).
meta_arguments(with_output_to_codes, 3, [0,?,?]).
meta_arguments(call_with_inference_limit, 3, [0,?,?]).
meta_arguments(call_nth, 2, [0,?]).
meta_arguments(countall, 2, [0,?]).
meta_arguments(call_residue_vars, 2, [0,?]).
meta_arguments(reset, 3, [0,?,?]).
meta_arguments(call_with_error_context, 2, [0,?]).

% library(lists), library(pairs), library(assoc)
meta_arguments(maplist, 2, [1,?]).
meta_arguments(maplist, 3, [2,?,?]).
meta_arguments(maplist, 4, [3,?,?,?]).
meta_arguments(maplist, 5, [4,?,?,?,?]).
meta_arguments(maplist, 6, [5,?,?,?,?,?]).
meta_arguments(maplist, 7, [6,?,?,?,?,?,?]).
meta_arguments(maplist, 8, [7,?,?,?,?,?,?,?]).
meta_arguments(maplist, 9, [8,?,?,?,?,?,?,?,?]).
meta_arguments(concurrent_maplist, 2, [1,?]).
meta_arguments(concurrent_maplist, 3, [2,?,?]).
meta_arguments(concurrent_maplist, 4, [3,?,?,?]).
meta_arguments(concurrent_forall, 2, [0,0]).
meta_arguments(checklist, 2, [1,?]).
meta_arguments(foldl, 4, [3,?,?,?]).
meta_arguments(foldl, 5, [4,?,?,?,?]).
meta_arguments(map_list_to_pairs, 3, [2,?,?]).
meta_arguments(map_assoc, 2, [1,?]).
meta_arguments(map_assoc, 3, [2,?,?]).

% library(dcgs), library(pio): phrase//2 and phrase//3 add arguments to the grammar body.
meta_arguments(phrase, 2, [//,?]).
meta_arguments(phrase, 3, [//,?,?]).
meta_arguments(phrase, 4, [3,?,?,?]).
meta_arguments(phrase, 5, [4,?,?,?,?]).
meta_arguments(phrase_from_file, 2, [//,?]).
meta_arguments(phrase_from_file, 3, [//,?,?]).
meta_arguments(phrase_from_stream, 2, [//,?]).
meta_arguments(phrase_to_file, 2, [//,?]).
meta_arguments(phrase_to_file, 3, [//,?,?]).
meta_arguments(phrase_to_stream, 2, [//,?]).

% Coroutines, tabling, time: library(freeze), library(when), library(si), library(tabling), library(time)
meta_arguments(freeze, 2, [?,0]).
meta_arguments(when, 2, [?,0]).
meta_arguments(when_si, 2, [?,0]).
meta_arguments(start_tabling, 2, [?,0]).
meta_arguments(time, 1, [0]).

% Markov chains: a proposal that is not symmetric lacks one argument more.
meta_arguments(metropolis_hastings, 5, [?,2,2,?,?]).

% library(reif): conditions and branches are closures that lack the truth value.
meta_arguments(if_, 3, [1,0,0]).
meta_arguments(',', 3, [1,1,?]).
meta_arguments(;, 3, [1,1,?]).
meta_arguments(cond_t, 3, [1,0,?]).
meta_arguments(tfilter, 3, [2,?,?]).
meta_arguments(tpartition, 4, [2,?,?,?]).
meta_arguments(tmember, 2, [2,?]).
meta_arguments(tmember_t, 3, [2,?,?]).

% library(lambda)
meta_arguments(^, 3, [?,0,?]).
meta_arguments(^, 4, [?,1,?,?]).
meta_arguments(^, 5, [?,2,?,?,?]).
meta_arguments(^, 6, [?,3,?,?,?,?]).
meta_arguments(^, 7, [?,4,?,?,?,?,?]).
meta_arguments(^, 8, [?,5,?,?,?,?,?,?]).
meta_arguments(^, 9, [?,6,?,?,?,?,?,?,?]).
meta_arguments(^, 10, [?,7,?,?,?,?,?,?,?,?]).
meta_arguments(\, 1, [0]).
meta_arguments(\, 2, [1,?]).
meta_arguments(\, 3, [2,?,?]).
meta_arguments(\, 4, [3,?,?,?]).
meta_arguments(\, 5, [4,?,?,?,?]).
meta_arguments(\, 6, [5,?,?,?,?,?]).
meta_arguments(\, 7, [6,?,?,?,?,?,?]).
meta_arguments(\, 8, [7,?,?,?,?,?,?,?]).
meta_arguments(+\, 2, [?,0]).
meta_arguments(+\, 3, [?,1,?]).
meta_arguments(+\, 4, [?,2,?,?]).
meta_arguments(+\, 5, [?,3,?,?,?]).
meta_arguments(+\, 6, [?,4,?,?,?,?]).
meta_arguments(+\, 7, [?,5,?,?,?,?,?]).
meta_arguments(+\, 8, [?,6,?,?,?,?,?,?]).
meta_arguments(+\, 9, [?,7,?,?,?,?,?,?,?]).

% Lambda of SWI mode: parameters may take some or all of the added arguments.
meta_arguments(>>, 2, [?,*]).
meta_arguments(>>, 3, [?,*,?]).
meta_arguments(>>, 4, [?,*,?,?]).
meta_arguments(>>, 5, [?,*,?,?,?]).
meta_arguments(>>, 6, [?,*,?,?,?,?]).
meta_arguments(>>, 7, [?,*,?,?,?,?,?]).
meta_arguments(>>, 8, [?,*,?,?,?,?,?,?]).
meta_arguments(>>, 9, [?,*,?,?,?,?,?,?,?]).
meta_arguments(/, 2, [?,*]).
meta_arguments(/, 3, [?,*,?]).
meta_arguments(/, 4, [?,*,?,?]).
meta_arguments(/, 5, [?,*,?,?,?]).
meta_arguments(/, 6, [?,*,?,?,?,?]).
meta_arguments(/, 7, [?,*,?,?,?,?,?]).
meta_arguments(/, 8, [?,*,?,?,?,?,?,?]).
meta_arguments(/, 9, [?,*,?,?,?,?,?,?,?]).

% library(debug), library(ffi), library(numerics/...)
meta_arguments(*, 1, [0]).
meta_arguments($, 1, [0]).
meta_arguments($-, 1, [0]).
meta_arguments(with_locals, 2, [?,0]).
meta_arguments(try_falsify, 1, [1]).
meta_arguments(try_falsify, 2, [?,1]).
meta_arguments(witness, 1, [0]).
meta_arguments(witness, 2, [?,0]).
meta_arguments(odd_t, 3, [2,0,?]).

% SWI mode: control
meta_arguments(ignore, 1, [0]).
meta_arguments(tnot, 1, [0]).
meta_arguments(not, 1, [0]).
meta_arguments(apply, 2, [*,?]).
meta_arguments(assertion, 1, [0]).
meta_arguments(catch_with_backtrace, 3, [0,?,0]).
meta_arguments(call_with_time_limit, 2, [?,0]).
meta_arguments(with_output_to, 2, [?,0]).
meta_arguments(findnsols, 4, [?,?,0,?]).
meta_arguments(findnsols, 5, [?,?,0,?,?]).
meta_arguments(limit, 2, [?,0]).
meta_arguments(offset, 2, [?,0]).
meta_arguments(order_by, 2, [?,0]).
meta_arguments(distinct, 1, [0]).
meta_arguments(distinct, 2, [?,0]).
meta_arguments(group_by, 4, [?,?,0,?]).
meta_arguments(call_time, 2, [0,?]).
meta_arguments(call_time, 3, [0,?,?]).

% SWI mode: trees
meta_arguments(rb_apply, 4, [?,?,2,?]).
meta_arguments(rb_map, 2, [?,1]).
meta_arguments(rb_map, 3, [?,2,?]).
meta_arguments(rb_fold, 4, [3,?,?,?]).

% SWI mode: lists and aggregation
meta_arguments(include, 3, [1,?,?]).
meta_arguments(sublist, 3, [1,?,?]).
meta_arguments(exclude, 3, [1,?,?]).
meta_arguments(partition, 4, [1,?,?,?]).
meta_arguments(partition, 5, [2,?,?,?,?]).
meta_arguments(convlist, 3, [2,?,?]).
meta_arguments(foldl, 6, [5,?,?,?,?,?]).
meta_arguments(foldl, 7, [6,?,?,?,?,?,?]).
meta_arguments(scanl, 4, [3,?,?,?]).
meta_arguments(scanl, 5, [4,?,?,?,?]).
meta_arguments(scanl, 6, [5,?,?,?,?,?]).
meta_arguments(scanl, 7, [6,?,?,?,?,?,?]).
meta_arguments(aggregate_all, 3, [?,0,?]).
meta_arguments(aggregate_all, 4, [?,?,0,?]).
meta_arguments(aggregate, 3, [?,^,?]).
meta_arguments(aggregate, 4, [?,?,^,?]).
meta_arguments(foreach, 2, [0,0]).
meta_arguments(predsort, 3, [3,?,?]).
meta_arguments(max_member, 3, [2,?,?]).
meta_arguments(min_member, 3, [2,?,?]).
meta_arguments(mapargs, 3, [2,?,?]).
meta_arguments(mapsubterms, 3, [2,?,?]).
meta_arguments(mapsubterms_var, 3, [2,?,?]).
meta_arguments(indent_lines, 4, [1,?,?,?]).
meta_arguments(foldsubterms, 4, [3,?,?,?]).
meta_arguments(foldsubterms, 5, [4,?,?,?,?]).

% SWI mode: grammars (call_dcg/3, sequence//2, //3, //5, optional//2, foreach//2, //3)
meta_arguments(call_dcg, 3, [//,?,?]).
meta_arguments(sequence, 4, [3,?,?,?]).
meta_arguments(sequence, 5, [3,//,?,?,?]).
meta_arguments(sequence, 7, [//,3,//,//,?,?,?]).
meta_arguments(optional, 4, [//,//,?,?]).
meta_arguments(foreach, 4, [0,//,?,?]).
meta_arguments(foreach, 5, [0,//,//,?,?]).

% The tracer
meta_arguments(trace, 1, [0]).
meta_arguments(trace, 2, [0,?]).
meta_arguments(explain_failure, 1, [0]).
meta_arguments(with_effort, 2, [?,0]).
meta_arguments(explain_failure, 2, [0,?]).

?- cl_metas:meta_arguments(call, 3, [Goal|_]).
   Goal = 2.

?- cl_metas:meta_arguments(atom_length, 2, _).
   false.
