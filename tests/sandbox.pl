/** Attacks on the sandbox, and programs that must go on working in it.

`attack(Name, Program, Query)`: Program is loaded into a session with the sandbox, then Query is asked. A permission
error must be in the report of the load or in the answer, and nothing else may have happened: what the attacks try
to make is always a file `forged` in the working directory, a process, or an event that the host did not send.

`harmless(Name, Program, Query, Answer)`: after loading Program, which must load without an error, Query has the one
answer Answer, in the layout of the prompt.
*/

% --- plain calls ------------------------------------------------------------------------------

attack(open_write, "", "open(forged, write, S).").
attack(open_four, "", "open(forged, append, S, [alias(a)]).").
attack(folder_of_tables, "", "syzygy_wdl('/etc', \"8/8/8/3k4/8/8/8/R3K3 w - - 0 1\", W).").
attack(read_file, "", "open('/etc/passwd', read, S), get_char(S, C).").
attack(standard_input_by_path, "", "open('/dev/stdin', read, S).").
attack(see, "", "see('/etc/passwd').").
attack(tell, "", "tell(forged).").
attack(shell_one, "", "shell('touch forged').").
attack(shell_two, "", "shell('touch forged', Status).").
attack(getenv, "", "getenv(\"HOME\", V).").
attack(setenv, "", "setenv(\"PATH\", \"/tmp\").").
attack(delete_file, "", "delete_file(\"forged\").").
attack(exists_file, "", "exists_file('/etc/passwd').").
attack(directory_files, "", "directory_files(\".\", Fs).").
attack(process_create, "", "process_create(\"touch\", [\"forged\"], []).").
attack(socket, "", "socket_client_open('127.0.0.1':80, S, []).").
attack(foreign_module, "", "use_foreign_module(\"libc.so.6\", [system([cstr],i32)]).").
attack(foreign_call, "", "'$foreign_call'(halt_status, [0], R).").
attack(system_predicate, "", "'$open'(forged, write, S, [], [], [], text).").
attack(sleep_of_the_engine, "", "'$sleep'(1).").
attack(global_variable, "", "bb_put(a, 1).").
attack(raw_terminal, "", "get_single_char(C).").
attack(nested_top_level, "", "repl.").
attack(wam_code, "", "wam_instructions(append/3, L).").

% --- streams ----------------------------------------------------------------------------------

attack(stream_property, "", "stream_property(S, file_name(F)).").
attack(close_output, "", "close(user_output).").
attack(close_current, "", "current_output(S), close(S).").
attack(set_output, "", "set_output(user_error).").
attack(set_input, "", "set_input(user_input).").
attack(stream_position, "", "set_stream_position(user_input, p).").
attack(load_stream, ":- prolog_load_context(stream, S), read(S, _).\np.", "true.").
attack(phrase_from_file, "", "phrase_from_file(seq(X), '/etc/passwd').").
attack(phrase_to_file, "", "phrase_to_file(\"x\", forged).").
attack(games_of_a_file, "", "find_pattern('/etc/passwd', [], G, P).").
attack(players_of_a_file, "", "player_game('/etc/passwd', x, S, G).").

% --- loading ----------------------------------------------------------------------------------

attack(consult, "", "consult('/etc/passwd').").
attack(list_of_files, "", "['/etc/passwd'].").
attack(consult_user, "", "[user].").
attack(load_files, "", "load_files('/etc/passwd', []).").
attack(use_file, "", "use_module('/etc/passwd').").
attack(library_os, ":- use_module(library(os)).\np :- shell(\"touch forged\").", "p.").
attack(library_files, ":- use_module(library(files)).", "directory_files(\".\", Fs).").
attack(library_process, "", "use_module(library(process)).").
attack(library_sockets, "", "use_module(library(sockets), [socket_server_open/2]).").
attack(library_ffi, "", "use_module(library(ffi)).").
attack(library_at_run_time, "", "L = files, use_module(library(L)).").
attack(library_by_part, "", "L = library(X), X = os, use_module(L).").
attack(library_http, ":- use_module(library(http/http_open)).", "http_open(\"http://127.0.0.1/\", S, []).").
attack(include, ":- include('/etc/passwd').", "true.").
attack(module_of_a_library, ":- module(lists, [append/3]).\nappend(a, b, c).", "append(a, B, C).").
attack(module_of_a_library_to_come, ":- module(os, [shell/1]).\np :- os:shell(\"touch forged\").", "os:shell(\"touch forged\").").
attack(module_of_the_engine, ":- module(cl_engine, [main/0]).\nmain.", "cl_engine:main.").
attack(module_of_the_system, ":- module('$toplevel', []).\nstarted.", "'$toplevel':started.").

% --- modules ----------------------------------------------------------------------------------

attack(builtins_open, "", "builtins:open(forged, write, S).").
attack(engine_stop, "", "cl_engine:stop(0).").
attack(engine_emit, "", "cl_engine:emit(2, 0).").
attack(bridge, "", "cl_bridge:buffer(B).").
attack(internal_native, "", "internal_sources:next_game(classics, 1, N, P).").
attack(native_behind_the_facade, "", "chess_moves:legal_move(F, T, P).").
attack(own_loader, "", "cl_modules:provide(swi_files).").
attack(loader_expand_goal, "", "loader:expand_goal(p, user, G).").
attack(loader_use_module, "", "loader:use_module(library(os)).").
attack(toplevel, "", "'$toplevel':read_and_match.").
attack(library_internals, "", "lists:append_(X, Y).").
attack(module_variable, "", "M = cl_engine, M:stop(0).").
attack(module_of_a_conjunction, "", "builtins:(open(forged, write, S), true).").
attack(module_through_library, "", "lists:maplist('$foreign_call'(halt_status), [[0]], [R]).").
attack(module_by_at, "", "@(stop(0), cl_engine).").
attack(module_twice, "", "user:cl_engine:stop(0).").
attack(module_of_closure, "", "maplist(cl_engine:stop, [0]).").
attack(module_of_variable_closure, "", "C = cl_engine:stop, call(C, 0).").
attack(private_of_the_sandbox, "", "sandbox:enter(cl_engine).").
attack(facts_of_the_sandbox, "", "cl_rights:enter(cl_engine).").
attack(assert_into_the_sandbox, "", "assertz(cl_permitted:permitted(open, 3)).").
attack(assert_into_checks, "", "assertz(cl_rights:entered(cl_engine)).").
attack(retract_started, "", "retract('$toplevel':started).").
attack(clause_of_another_module, "", "clause(cl_rights:entered(M), B).").
attack(predicates_of_another_module, "", "current_predicate(cl_engine:P).").
attack(properties_of_another_module, "", "predicate_property(cl_engine:stop(_), P).").
attack(modules, "", "current_module(cl_engine).").

% --- data that becomes code -------------------------------------------------------------------

attack(call_variable, "", "G = open(forged, write, S), call(G).").
attack(variable_goal, "", "G = open(forged, write, S), G.").
attack(univ, "", "G =.. [open,forged,write,S], G.").
attack(built_atom, "", "atom_codes(N, [36,102,111,114,101,105,103,110,95,99,97,108,108]), G =.. [N,halt_status,[0],R], call(G).").
attack(joined_atom, "", "atom_concat(op, en, N), call(N, forged, write, S).").
attack(partial_closure, "", "call(call, call, open(forged, write, S)).").
attack(closure_in_parts, "", "call(call(open, forged), write, S).").
attack(bound_later, "", "G = (true, B), B = open(forged, write, S), call(G).").
attack(control_at_run_time, "", "X = cl_engine:stop(0), G = (fail, x ; X), call(G).").
attack(double_negation, "", "G = open(forged, write, _), \\+ \\+ G.").
attack(once_, "", "G = shell(\"touch forged\"), once(G).").
attack(findall_, "", "findall(S, open(forged, write, S), Ss).").
attack(findall_of_goals, "", "findall(G, member(G, [open(forged,write,_)]), [G1]), call(G1).").
attack(setof_caret, "", "G = S^open(forged, write, S), setof(x, G, L).").
attack(bagof_two_carets, "", "bagof(x, A^B^open(forged, A, B), L).").
attack(forall_, "", "forall(member(G, [shell(\"touch forged\")]), G).").
attack(catch_recovery, "", "catch(throw(x), x, open(forged, write, S)).").
attack(catch_ball, "", "catch(throw(open(forged, write, S)), G, G).").
attack(cleanup, "", "setup_call_cleanup(true, true, (C = shell(\"touch forged\"), C)).").
attack(cleanup_variable, "", "C = shell(\"touch forged\"), setup_call_cleanup(true, true, C).").
attack(maplist_, "", "maplist(open(forged), [write], [S]).").
attack(maplist_of_goals, "", "maplist(call, [shell(\"touch forged\")]).").
attack(maplist_of_conjunction, "", "maplist(',', [true], [open(forged, write, S)]).").
attack(foldl_, "", "foldl(open, [forged], write, S).").
attack(lambda_hat, "", "use_module(library(lambda)), maplist(\\F^open(F, write, S), [forged]).").
attack(lambda_free, "", "maplist(S+\\F^open(F, write, S), [forged]).").
attack(lambda_parameter, "", "maplist(\\G^G, [shell(\"touch forged\")]).").
attack(yall, "", "maplist([F]>>open(F, write, S), [forged]).").
attack(yall_parameter, "", "maplist([G]>>G, [shell(\"touch forged\")]).").
attack(yall_built, "", "L = ([F]>>open(F, write, S)), maplist(L, [forged]).").
attack(inference_limit, "", "call_with_inference_limit(open(forged, write, S), 1000, R).").
attack(residue_vars, "", "call_residue_vars(open(forged, write, S), Vs).").
attack(own_meta_predicate, "map(_, []).\nmap(G, [X|Xs]) :- call(G, X), map(G, Xs).", "map(shell, [\"touch forged\"]).").
attack(own_interpreter, "run((A,B)) :- !, run(A), run(B).\nrun(G) :- call(G).", "run((true, open(forged, write, S))).").
attack(clause_body, "p :- open(forged, write, S).", "p.").
attack(clause_body_deep, "p(X) :- ( X > 1 -> true ; \\+ fail, findall(S, ( member(_, [1]), open(forged, write, S) ), _) ).", "p(0).").
attack(directive, ":- open(forged, write, S).", "true.").
attack(initialization, ":- initialization(shell(\"touch forged\")).", "true.").
attack(initialization_later, ":- initialization(main).\nmain :- G = shell(\"touch forged\"), G.", "main.").
attack(expression_goal, "", "X = f(shell(\"touch forged\")), arg(1, X, G), G.").
attack(read_from_text, "", "read_term_from_chars(\"open(forged,write,S).\", G, []), call(G).").

% --- grammars ---------------------------------------------------------------------------------

attack(phrase_braces, "", "phrase({open(forged, write, S)}, \"\").").
attack(phrase_variable, "", "G = {open(forged, write, S)}, phrase(G, \"\").").
attack(phrase_call, "", "phrase(call(open(forged)), [w|T], S).").
attack(phrase_nonterminal, "", "phrase(open(forged), [w|T], S).").
attack(phrase_added, "", "phrase({}, open(forged, write, S), \"\", R).").
attack(phrase_added_twice, "", "phrase(',', {open(forged, write, S)}, [], \"\", R).").
attack(grammar_rule, "a --> { open(forged, write, S) }, [x].", "phrase(a, \"x\").").
attack(grammar_variable, "a(B) --> B.", "phrase(a({open(forged, write, S)}), \"\").").
attack(grammar_call, "a(G) --> call(G, write).", "a(open, forged, S).").

% --- the database -----------------------------------------------------------------------------

attack(assert_body, "", "assertz((p :- open(forged, write, S))).").
attack(assert_variable_body, "", "B = open(forged, write, S), assertz((p :- B)), p.").
attack(assert_body_bound_later, "", "assertz((p(B) :- B)), p(open(forged, write, S)).").
attack(assert_clause_variable, "", "C = (p :- shell(\"touch forged\")), asserta(C).").
attack(assert_system_call, "", "assertz((p :- '$foreign_call'(halt_status, [0], R))).").
attack(assert_hook, "", "assertz((user:goal_expansion(true, open(forged, write, _)))).").
attack(assert_other_module, "", "assertz(lists:append(a, b, c)).").
attack(assert_maplist, "", "maplist(assertz, [(p :- open(forged, write, S))]).").
attack(retract_body, ":- dynamic(q/1).\nq(x).", "retract((q(X) :- B)), B, G = open(forged, write, _), G.").
attack(retract_builtin_body, "", "assertz((r(S) :- true)), retract((r(S) :- B)), (B, open(forged, write, S)).").
attack(clause_then_call, ":- dynamic(q/1).\nq(open(forged,write,_)).", "clause(q(G), true), call(G).").
attack(abolish_other, "", "abolish(cl_rights:entered/1).").
attack(retractall_other, "", "retractall(cl_rights:accepted(_, _, _)).").
attack(initialization_goals, "'$initialization_goals'(shell(\"touch forged\")).", "true.").
attack(uncounted, ":- non_counted_backtracking(inf/0).\ninf :- inf.", "true.").
attack(assert_initialization_goals, "", "assertz('$initialization_goals'(shell(\"touch forged\"))).").

% --- hooks and reserved names -----------------------------------------------------------------

attack(goal_expansion, "goal_expansion(p, open(forged, write, _)).\np.", "p.").
attack(goal_expansion_in_user, "user:goal_expansion(p, open(forged, write, _)).\np.", "p.").
attack(term_expansion, "term_expansion(a, (b :- open(forged, write, _))).\na.", "b.").
attack(term_expansion_of_libraries, "user:term_expansion((:- module(M, E)), (:- module(M, E))).", "true.").
attack(dynamic_hook, ":- dynamic(term_expansion/2).", "true.").
attack(multifile_hook, ":- multifile(user:goal_expansion/2).", "true.").
attack(dynamic_other_module, ":- dynamic(cl_engine:step/0).", "true.").
attack(verify_attributes, "verify_attributes(_, _, [open(forged,write,_)]).", "X = 1.").
attack(attribute_goals, "attribute_goals(_) --> { open(forged, write, _) }.", "true.").
attack(put_atts, "", "put_atts(X, freeze, frozen(open(forged, write, S))), X = 1.").
attack(put_atts_in_freeze, "", "freeze:put_atts(X, frozen(open(forged, write, S))), X = 1.").
attack(put_atts_own, "put_atts(_, _, _).\np :- put_atts(X, freeze, frozen(open(forged, write, _))), X = 1.", "p.").
attack(freeze_known, "", "use_module(library(freeze)), freeze(X, open(forged, write, S)), X = 1.").
attack(freeze_variable, "", "use_module(library(freeze)), freeze(X, G), G = open(forged, write, S), X = 1.").
attack(when_goal, "", "use_module(library(when)), when(nonvar(X), G), G = shell(\"touch forged\"), X = 1.").
attack(residual_goals, "", "use_module(library(freeze)), freeze(X, true), copy_term(X, Y, [M:G0|_]), G0 =.. [F,V,_], G1 =.. [F,V,open(forged,write,_)], call(M:G1), V = 1.").
attack(meta_declaration, ":- meta_predicate(maplist(?, ?)).", "true.").
attack(dynamic_name_of_library, ":- dynamic(maplist/2).\np(G) :- maplist(G, [\"touch forged\"]).", "p(shell).").
attack(asserted_name_of_library, "p(G) :- maplist(G, [\"touch forged\"]).", "assertz(maplist(a, b)), p(shell).").
attack(redefine_operator, ":- op(200, xfy, :-).", "true.").
attack(exported_operator, ":- module(mine, [p/0, op(1000, fy, \\+)]).\np.", "true.").
attack(predicates_of_a_bound_module, "", "P = cl_engine:_, current_predicate(P).").
attack(remove_operator, "", "op(0, xfx, =).").
attack(answer_flag, "", "set_prolog_flag(answer_write_options, [max_depth(1)]).").
attack(flag_at_run_time, "", "F = answer_write_options, set_prolog_flag(F, []).").
attack(construct_as_predicate, "{}(A, B, C) :- true.", "phrase({}, open(forged, write, S), \"\", R).").
attack(comma_as_predicate, "','(A, B, C, D) :- true.", "phrase(',', {open(forged, write, S)}, true, \"\", R).").
attack(refused_name_of_library, "maplist(_, X) :- open(forged, write, X).\np(G) :- maplist(G, [\"touch forged\"]).", "p(shell).").
attack(uncompiled_name_of_library, "maplist(_, _) :- 1.\np(G) :- maplist(G, [\"touch forged\"]).", "p(shell).").
attack(body_of_a_test, "'plunit body 1'(run, v).", "true.").
attack(continuations, "", "use_module(library(cont)).").
attack(shift, "", "shift(x).").
attack(tabled_worker, ":- use_module(library(tabling)).\np(X) :- start_tabling(user:p(X), open(forged, write, X)).", "p(X).").
attack(expansion_in_table, "table_wrapper:tabled(_, lists).", "true.").

% --- with the source at hand ------------------------------------------------------------------

attack(guard_directly, "", "sandbox:guarded(open(forged, write, S)).").
attack(guard_as_closure, "", "call(sandbox:guarded, open, forged, write, S).").
attack(guard_in_user, "", "user:sandbox:guarded(cl_engine:stop, 0).").
attack(guard_of_grammar, "", "sandbox:nonterminal({open(forged, write, S)}, [], R).").
attack(guard_of_clauses, "", "sandbox:checked_assertz((lists:append(a, b, c) :- true)).").
attack(guard_with_modules, "", "maplist(sandbox:guarded(cl_engine:stop), [0]).").
attack(private_of_a_library, "", "use_module(library(clpb)), clpb:nb_setval(k, f(x)).").
attack(entering, "", "sandbox:enter_module(cl_engine).").
attack(choice_points, "", "swi_soft:soft_found(1, 2, 3).").
attack(choice_points_forged, "p(B2) :- swi_soft:soft_begin(F, B1), ( swi_soft:soft_choice(B2), B2 = 7, swi_soft:soft_found(F, B1, B2), true ; swi_soft:soft_none(F), true ).", "p(X).").
attack(module_bound_late, "", "G = user:H, H = cl_engine:stop(0), G.").
attack(grammar_in_module, "", "phrase(user:{open(forged, write, S)}, []).").
attack(caret_in_module, "", "bagof(x, user:(S^open(forged, write, S)), L).").
attack(closure_in_library, "", "lists:foldl(open, [forged], write, S).").
attack(closure_in_library_qualified, "", "lists:foldl(builtins:open, [forged], write, S).").
attack(library_with_variable, "", "G = shell, lists:maplist(G, [\"touch forged\"]).").
attack(freeze_in_module, "", "use_module(library(freeze)), freeze(X, user:open(forged, write, S)), X = 1.").
attack(freeze_two_goals, "", "use_module(library(freeze)), freeze(X, true), freeze(Y, (G = shell(\"touch forged\"), G)), X = Y, X = 1.").
attack(when_shared, "", "use_module(library(when)), when((nonvar(X) ; nonvar(Y)), open(forged, write, S)), Y = 1.").
attack(reif_condition, "", "use_module(library(reif)), if_(open(forged, write), true, true).").
attack(reif_conjunction, "", "use_module(library(reif)), if_((true = true, open(forged, write)), true, true).").
attack(reif_filter, "", "use_module(library(reif)), tfilter(open(forged), [write], L).").
attack(call_nth_, "", "call_nth(open(forged, write, S), 1).").
attack(countall_, "", "countall(open(forged, write, S), N).").
attack(ignore_, "", "ignore(open(forged, write, S)).").
attack(bar, "p :- '|'(fail, open(forged, write, _)).", "p.").
attack(braces, "", "{open(forged, write, S)}.").
attack(clause_as_goal, "", "call((p :- open(forged, write, S))).").
attack(directive_as_goal, "", "(:- open(forged, write, S)) = G, G.").
attack(initialization_as_goal, "p :- initialization(open(forged, write, _)).", "p.").
attack(dynamic_at_run_time, "", "P = goal_expansion/2, G =.. [dynamic,P], G.").
attack(retract_expansion, "", "retract((user:goal_expansion(A, B) :- C)).").
attack(clause_of_expansion, "", "clause(user:term_expansion(A, B), C), call(C).").
attack(abolish_expansion, "", "abolish(user:goal_expansion/2).").
attack(own_module_expansion, ":- module(mine, [p/0]).\ngoal_expansion(q, open(forged, write, _)).\np :- q.", "true.").
attack(own_module_library, ":- module(mine, [p/0]).\n:- use_module(library(os)).\np :- shell(\"touch forged\").", "mine:p.").
attack(own_module_builtin, ":- module(mine, [p/1]).\np(x).", "M = mine, M:open(forged, write, S).").
attack(own_module_other, ":- module(mine, [p/0]).\ncl_engine:step.\np.", "true.").
attack(tabled_all, "table_wrapper:tabled(_, user).", "true.").
attack(interpreter_of_clauses, ":- dynamic(rule/2).\nrule(go, open(forged,write,_)).\nsolve(true) :- !.\nsolve(G) :- rule(G, B), !, solve(B).\nsolve(G) :- call(G).", "solve(go).").
attack(ball_of_closure, "", "catch(throw(open), C, call(C, forged, write, S)).").
attack(chain_of_calls, "", "call(call, call(call, call(open, forged), write), S).").
attack(findall_closure, "", "findall(C, member(C, [open(forged)]), [C1]), call(C1, write, S).").
attack(sorted_goals, "", "( sort([shell(\"touch forged\"),true], Gs) ), member(G, Gs), \\+ G.").
attack(arity_zero, "", "G =.. [halt_], ( catch(G, _, true) ), H =.. [repl], H.").
attack(long_call, "", "call(call, call, call, call, call, open, forged, write, S).").
attack(fitness, "", "gp_fitness(gp_task([f(_)],[forged],open(forged,write)), forged, _).").
attack(fitness_of_program, "gp_task(t, [f(_)], [forged], open(forged,write)).\n", "gp_evolve(t, [], _, _).").
attack(fitness_is_call, "", "gp_fitness(gp_task([f(_)],[shell(\"touch forged\")],[T,1]>>call(T)), shell(\"touch forged\"), _).").
attack(condition, "", "gp_decide(if(shell,a,b), \"touch forged\", _).").
attack(condition_of_module, "", "gp_decide(if(cl_engine:stop,a,b), 0, _).").
attack(proposal, "", "metropolis_hastings(forged, open(forged), [_,0]>>true, [proposal(asymmetric)], _).").
attack(log_target, "bad(_, 0) :- shell(\"touch forged\").\n", "metropolis_hastings(0, [X,Y]>>(Y is X+1), bad, [], _).").
attack(statistic, "", "metropolis_hastings(\"touch forged\", [X,X]>>true, [_,0]>>true, [samples(4),statistic([X,_]>>shell(X)),diagnostics(_)], _).").
attack(book_of_file, "", "load_book('Cargo.toml').").

% --- goals that the expansion has changed before they are called ------------------------------------------------

attack(image_of_consult, "", "G = cl_consult:consult_files(['/etc/passwd']), call(G).").
attack(image_with_a_shell, "", "G = cl_variables:bag_of(X, user:shell('touch forged'), L), call(G).").
attack(image_of_an_assert, "", "G = cl_asserted:added(z, user:(p :- shell('touch forged'))), call(G), p.").
attack(image_of_no_goal, "", "G = string_terms:written(a, Kind), call(G).").
attack(shell_for_a_meta_predicate, ":- meta_predicate(now(0)).\nnow(G) :- call(G).\np :- now(setof(X, shell('touch forged'), _)).", "p.").
attack(shell_kept_for_later, ":- meta_predicate(keep(0)).\n:- dynamic(kept/1).\nkeep(G) :- assertz(kept(G)).\np :- keep(( true, shell('touch forged') )), kept(G), call(G).", "p.").

% --- what must go on working ------------------------------------------------------------------

harmless(family, "parent(tom, bob). parent(bob, ann).\ngrandparent(X, Z) :- parent(X, Y), parent(Y, Z).",
         "grandparent(tom, X).", "X = ann.").
harmless(own_append, "app([], Ys, Ys).\napp([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).", "app([1], [2], L).", "L = [1,2].").
harmless(redefined_append, "append([], Ys, Ys).\nappend([X|Xs], Ys, [X|Zs]) :- append(Xs, Ys, Zs).", "append([1], [2], L).", "L = [1,2].").
harmless(quicksort, "qs([], []).\nqs([P|Xs], S) :- partition(Xs, P, L, G), qs(L, SL), qs(G, SG), append(SL, [P|SG], S).\npartition([], _, [], []).\npartition([X|Xs], P, [X|L], G) :- X =< P, !, partition(Xs, P, L, G).\npartition([X|Xs], P, L, [X|G]) :- partition(Xs, P, L, G).",
         "qs([3,1,2], L).", "L = [1,2,3].").
harmless(own_meta_predicate, "map(_, [], []).\nmap(G, [X|Xs], [Y|Ys]) :- call(G, X, Y), map(G, Xs, Ys).\ndouble(X, Y) :- Y is 2*X.",
         "map(double, [1,2,3], L).", "L = [2,4,6].").
harmless(own_while, "while(C, B) :- ( \\+ C -> true ; B, while(C, B) ).\n:- dynamic(n/1).\nn(0).\nstep :- retract(n(N)), N1 is N + 1, assertz(n(N1)).",
         "while((n(N), N < 5), step), n(X).", "X = 5.").
harmless(maplist_closure, "add(N, X, Y) :- Y is X + N.", "maplist(add(10), [1,2], L).", "L = [11,12].").
harmless(maplist_unknown_closure, "twice(G, L0, L) :- maplist(G, L0, L1), maplist(G, L1, L).\ninc(X, Y) :- Y is X + 1.", "twice(inc, [1,2], L).", "L = [3,4].").
harmless(foldl_sum, "plus_(X, A, B) :- B is A + X.", "foldl(plus_, [1,2,3], 0, S).", "S = 6.").
harmless(lambda_hat, "p(L) :- maplist(\\X^Y^(Y is X * X), [1,2,3], L).", "p(L).", "L = [1,4,9].").
harmless(lambda_free, "q(N, L) :- maplist(N+\\X^Y^(Y is X + N), [1,2], L).", "q(5, L).", "L = [6,7].").
harmless(findall_builtin, "p(1). p(2). p(3).", "findall(X-Y, ( p(X), p(Y), X < Y ), L).", "L = [1-2,1-3,2-3].").
harmless(setof_caret, "age(ann, 7). age(bob, 5). age(eve, 7).", "setof(A, N^age(N, A), As).", "As = [5,7].").
harmless(bagof_variable_goal, "age(ann, 7). age(eve, 7).\nall(T, G, L) :- bagof(T, G, L).", "all(A, N^age(N, A), L).", "L = [7,7].").
harmless(forall_, "even(X) :- 0 =:= X mod 2.", "forall(member(X, [2,4]), even(X)).", "true.").
harmless(negation, "bachelor(X) :- male(X), \\+ married(X).\nmale(tom). male(bob). married(bob).", "bachelor(X).", "X = tom.").
harmless(counter, ":- dynamic(counter/1).\ncounter(0).\nnext(N) :- retract(counter(N0)), N is N0 + 1, assertz(counter(N)).", "next(_), next(X).", "X = 2.").
harmless(memo, ":- dynamic(memo/2).\nfib(N, F) :- memo(N, F), !.\nfib(N, N) :- N < 2, !.\nfib(N, F) :- A is N - 1, B is N - 2, fib(A, X), fib(B, Y), F is X + Y, asserta(memo(N, F)).", "fib(30, F).", "F = 832040.").
harmless(undeclared_dynamic, "put_(K, V) :- retractall(store_(K, _)), assertz(store_(K, V)).", "put_(a, 1), put_(a, 2), store_(a, X).", "X = 2.").
harmless(assert_rule, "", "assertz((sq(X, Y) :- Y is X * X)), sq(7, Y).", "Y = 49.").
harmless(assert_rule_with_goal, "", "assertz((do_(G) :- G)), do_(X = 1).", "X = 1.").
harmless(clause_as_written, ":- dynamic(rule/2).\nrule(G, L) :- findall(X, call(G, X), L), G.", "clause(rule(a, _), (findall(_, call(G, _), _), _)).", "G = a.").
harmless(retract_rule, ":- dynamic(r/1).\nr(G) :- call(G).\nr(x) :- fail.", "retract((r(G) :- B)), B = call(H), H == G, G = 1, \\+ clause(r(_), call(_)).", "G = 1, B = call(1), H = 1.").
harmless(interpreter, ":- dynamic(app/3).\napp([], L, L).\napp([H|T], L, [H|R]) :- app(T, L, R).\nsolve(true) :- !.\nsolve((A,B)) :- !, solve(A), solve(B).\nsolve(G) :- clause(G, B), solve(B).", "solve(app(X, [c], [a,b,c])), !.", "X = [a,b].").
harmless(catch_throw, "p(X) :- X > 3, throw(too_big(X)).\np(_).", "catch(p(5), too_big(X), true).", "X = 5.").
harmless(catch_refusal, "try(G, R) :- catch(G, error(permission_error(access, private_procedure, R), _), true).", "try(shell(\"ls\"), R).", "R = shell/1.").
harmless(cleanup, "p(X) :- setup_call_cleanup(X = 1, true, true).", "p(X).", "X = 1.").
harmless(grammar, "greeting --> [hello], name.\nname --> [world].\nname --> [prolog].", "phrase(greeting, [hello,X]), X \\== world.", "X = prolog.").
harmless(grammar_with_goals, "digits([D|Ds]) --> digit(D), digits(Ds).\ndigits([D]) --> digit(D).\ndigit(D) --> [C], { char_type(C, numeric), number_chars(D, [C]) }.", "phrase(digits(Ds), \"123\"), !.", "Ds = [1,2,3].").
harmless(grammar_call, "twice(B) --> B, B.\nab --> \"ab\".", "phrase(twice(ab), \"abab\").", "true.").
harmless(grammar_call_closure, "some(G, [X]) --> call(G, X).\nsome(G, [X|Xs]) --> call(G, X), some(G, Xs).\nitem(X, [X|S], S).", "phrase(some(item, L), \"ab\"), !.", "L = [a,b].").
harmless(phrase_rest, "as --> [].\nas --> \"a\", as.", "phrase(as, \"aab\", R), R = [b].", "R = [b].").
harmless(text, "shout(A, B) :- atom_chars(A, Cs), append(Cs, [!], Ds), atom_chars(B, Ds).", "shout(hello, X).", "X = 'hello!'.").
harmless(association, "p(V) :- list_to_assoc([a-1,b-2], A), put_assoc(c, A, 3, A2), get_assoc(c, A2, V).", "use_module(library(assoc)), p(V).", "V = 3.").
harmless(freeze_, "p(X, Y) :- freeze(X, Y = 1), X = 0.", "use_module(library(freeze)), p(X, Y).", "X = 0, Y = 1.").
harmless(freeze_goal, "p(G, X) :- freeze(X, G), X = 1.", "use_module(library(freeze)), p(Y = 2, X).", "Y = 2, X = 1.").
harmless(dif_, "", "use_module(library(dif)), dif(X, a), member(X, [a,b]).", "X = b.").
harmless(table_, ":- use_module(library(tabling)).\n:- table path/2.\npath(X, Y) :- edge(X, Y).\npath(X, Y) :- path(X, Z), edge(Z, Y).\nedge(1, 2). edge(2, 3). edge(3, 1).", "setof(Y, path(1, Y), L).", "L = [1,2,3].").
harmless(send_more_money, ":- use_module(library(clpz)).\npuzzle([S,E,N,D] + [M,O,R,E] = [M,O,N,E,Y]) :-\n  Vars = [S,E,N,D,M,O,R,Y], Vars ins 0..9, all_different(Vars),\n  S*1000 + E*100 + N*10 + D + M*1000 + O*100 + R*10 + E #= M*10000 + O*1000 + N*100 + E*10 + Y, M #\\= 0, S #\\= 0.",
         "puzzle([S,E,N,D] + _ = _), label([S,E,N,D]).", "S = 9, E = 5, N = 6, D = 7.").
harmless(own_operator, ":- op(700, xfx, ===>).\na ===> b.\nb ===> c.\nreach(X, Y) :- X ===> Y.\nreach(X, Z) :- X ===> Y, reach(Y, Z).", "findall(Y, reach(a, Y), L).", "L = [b,c].").
harmless(own_module, ":- module(stack, [push/3]).\npush(X, S, [X|S]).", "stack:push(a, [], S).", "S = [a].").
harmless(qualified_user, "p(1).", "user:p(X), call(user:p, Y).", "X = 1, Y = 1.").
harmless(qualified_library, "", "lists:append([1], [2], L), lists:maplist(=(X), [a,a]).", "L = [1,2], X = a.").
harmless(name_of_a_file_predicate, "exec(push(X), S, [X|S]).\nexec(pop, [_|S], S).\nshell(nut).", "foldl(exec, [push(1),push(2),pop], [], S), shell(X).", "S = [1], X = nut.").
harmless(name_of_another_system, ":- dynamic(module/2).\nmodule(logic, 5).", "assertz(module(sets, 3)), module(sets, N).", "N = 3.").
harmless(chess, "", "start_position(P), findall(M, legal_move(g1, M, P), L), length(L, N).", "P = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\", L = [f3,h3], N = 2.").
harmless(unknown_predicate, "p :- catch(no_such(1), error(existence_error(procedure, PI), _), true), PI = no_such/1.", "p.", "true.").
harmless(higher_order_chain, "compose(F, G, X, Z) :- call(G, X, Y), call(F, Y, Z).\ninc(X, Y) :- Y is X + 1.", "maplist(compose(inc, inc), [1,2], L).", "L = [3,4].").
harmless(arguments_of_call, "", "call(format, \"\", []), call(=.., f(a), L).", "L = [f,a].").
harmless(univ_goal, "", "G =.. [member,X,[a]], call(G).", "G = member(a,[a]), X = a.").
harmless(two_term_lists, "", "length(L, 2), maplist([X]>>(X = z), L).", "L = [z,z].").
harmless(genetic_programming, "gp_task(t, [f(_)], [a,b], fit).\nfit(f(b), 1) :- !.\nfit(_, 0).\n", "gp_evolve(t, [population(50),generations(1)], T, _), gp_decide(if(==(b),c,T), a, L).", "T = f(b), L = f(b).").
harmless(markov_chain, "next(X, Y) :- Y is (X + 1) mod 3.\neven(_, 0).\n", "metropolis_hastings(0, next, even, [samples(4)], C).", "C = [1,2,0,1].").
harmless(openings, "", "load_book(openings), line(E, N, [move(e2,e4,none),move(c7,c5,none)]), mh_opening([], line(_,_,[_|_])).", "E = 'B20', N = \"Sicilian Defence\".").
harmless(own_module_without_qualification, ":- module(stack, [push/3, run/1]).\npush(X, S, [X|S]).\nrun(G) :- catch(G, _, fail).", "push(a, [], S), maplist(push(b), [[]], L), run(push(c, [], _)).", "S = [a], L = [[b]].").
harmless(exported_operator, ":- module(rules, [op(700, xfx, ===>), reach/2]).\na ===> b.\nreach(X, Y) :- X ===> Y.", "reach(a, X), Y = (X ===> c).", "X = b, Y = (b===>c).").
harmless(recursion_without_arguments, "main :- catch(run, _, true).\nrun :- step, run.\nstep :- fail.\nall(L) :- findall(x, loop, L).\nloop.\nloop :- step, loop.", "\\+ main, all(L), length(L, N).", "L = [x], N = 1.").
harmless(own_tests, "p(1).\n:- begin_tests(mine).\ntest(one) :- p(1).\n:- end_tests(mine).\n:- run_tests.", "run_tests(mine).", "true.").
harmless(known_predicates, "p(1).\nq(X, Y) :- p(X), p(Y).", "setof(N/A, ( member(N, [p,q,r]), current_predicate(N/A) ), L).", "L = [p/1,q/2].").
harmless(goal_for_a_meta_predicate, ":- meta_predicate(now(0)).\nnow(G) :- call(G).\np(S) :- now(with_output_to(string(S), ( write(a), a @< b, writeq('B') ))).", "p(S).", "S = \"a'B'\".").
harmless(goal_kept_for_later, ":- meta_predicate(keep(0)).\n:- dynamic(kept/1).\nkeep(G) :- assertz(kept(G)).\np(L) :- keep(( setof(X, member(X, [b,a]), Xs), assertz(found(Xs)) )), kept(G), call(G), found(L).\n:- dynamic(found/1).", "p(L).", "L = [a,b].").
harmless(single_sided_rules, "last_of([X], Y) => Y = X.\nlast_of([_|T], Y) => last_of(T, Y).", "last_of([1,2], X).", "X = 2.").
harmless(own_clauses, "app([], L, L).\napp([H|T], L, [H|R]) :- app(T, L, R).\nsolve(true) :- !.\nsolve((A,B)) :- !, solve(A), solve(B).\nsolve(G) :- clause(G, B), solve(B).", "findall(X, solve(app(X, [c], [a,b,c])), L).", "L = [[a,b]].").
