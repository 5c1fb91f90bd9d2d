/** What sandboxed code may call: a whitelist.

`permitted(Name, Arity)` lists what sandboxed code may call besides its own predicates. Everything else that
exists is refused by the module `sandbox`. A predicate that takes goals is here only if `metas` knows
which of its arguments they are, so that they can be checked too. The natives of the module `chess` are
permitted as a whole and not listed.

`forbidden(Name, Arity)` is no blacklist: it names what is not permitted and may not be loaded yet. Each
predicate that can come into a program's name space is either here or there; `sandbox:unclassified/2` tells which
are not. What is in neither and does not exist when it is looked at can be called: it will not exist.
*/

:- module(cl_permitted, [permitted/2, forbidden/2, foreign/2, reserved/2, permitted_library/1, library_module/1, helper/3,
                      taken_module/1,
                      permitted_flag/1, standard_operator/1]).

%! permitted(?Name:atom, ?Arity:integer) is nondet.
%
% True iff sandboxed code may call Name/Arity.

% Control. `halt` ends the program like anywhere; the host notices.
permitted(true, 0). permitted(fail, 0). permitted(false, 0). permitted(!, 0). permitted(repeat, 0).
permitted(repeat, 1). permitted(halt, 0). permitted(halt, 1). permitted(throw, 1).
permitted(',', 2). permitted(;, 2). permitted('|', 2). permitted(->, 2). permitted(*->, 2). permitted(\+, 1).
permitted(call, 1). permitted(call, 2). permitted(call, 3). permitted(call, 4). permitted(call, 5).
permitted(call, 6). permitted(call, 7). permitted(call, 8). permitted(call, 9). permitted(call, 10).
permitted(once, 1). permitted(ignore, 1). permitted(not, 1). permitted(apply, 2). permitted(catch, 3).
permitted(catch_with_backtrace, 3). permitted(forall, 2). permitted(foreach, 2). permitted(call_cleanup, 2).
permitted(call_cleanup, 3). permitted(setup_call_cleanup, 3). permitted(setup_call_catcher_cleanup, 4).
permitted(call_with_inference_limit, 3). permitted(call_with_depth_limit, 3).
permitted(concurrent_maplist, 2). permitted(concurrent_maplist, 3). permitted(concurrent_maplist, 4).
permitted(concurrent_forall, 2). permitted(checklist, 2).
permitted(call_with_time_limit, 2). permitted(call_with_error_context, 2). permitted(call_residue_vars, 2).
permitted(call_nth, 2). permitted(countall, 2). permitted(findall, 3). permitted(findall, 4). permitted(bagof, 3).
permitted(setof, 3). permitted(aggregate_all, 3). permitted(aggregate_all, 4). permitted(aggregate, 3).
permitted(aggregate, 4). permitted(findnsols, 4). permitted(findnsols, 5). permitted(limit, 2).
permitted(offset, 2). permitted(order_by, 2). permitted(distinct, 1). permitted(distinct, 2).
permitted(group_by, 4). permitted(call_time, 2). permitted(call_time, 3). permitted(time, 1).
permitted(assertion, 1). permitted(tnot, 1). permitted(metarules, 1).

% Terms: comparison, inspection, construction.
permitted(=, 2). permitted(\=, 2). permitted(==, 2). permitted(\==, 2). permitted(@<, 2). permitted(@>, 2).
permitted(@=<, 2). permitted(@>=, 2). permitted(=@=, 2). permitted(\=@=, 2). permitted(?=, 2).
permitted(compare, 3). permitted(unify_with_occurs_check, 2). permitted(subsumes_term, 2).
permitted(subsumes_chk, 2). permitted(var, 1). permitted(nonvar, 1). permitted(atom, 1). permitted(number, 1).
permitted(integer, 1). permitted(float, 1). permitted(rational, 1). permitted(atomic, 1). permitted(compound, 1).
permitted(callable, 1). permitted(ground, 1). permitted(is_list, 1). permitted(string, 1). permitted(text, 1).
permitted(blob, 2). permitted(acyclic_term, 1). permitted(cyclic_term, 1). permitted(functor, 3). permitted(arg, 3).
permitted(=.., 2). permitted(copy_term, 2). permitted(copy_term, 3). permitted(copy_term_nat, 2).
permitted(duplicate_term, 2). permitted(term_variables, 2). permitted(term_variables, 3).
permitted(nonground, 2). permitted(compound_name_arity, 3). permitted(compound_name_arguments, 3).
permitted(setarg, 3). permitted(nb_setarg, 3). permitted(numbervars, 1). permitted(numbervars, 3).
permitted(term_to_atom, 2). permitted(term_string, 2). permitted(sub_term, 2). permitted(occurrences_of_term, 3).
permitted(occurrences_of_var, 3). permitted(contains_term, 2). permitted(contains_var, 2).
permitted(free_of_term, 2). permitted(free_of_var, 2). permitted(sub_var, 2). permitted(sub_term_shared_variables, 3).
permitted(term_hash, 2). permitted(term_size, 2). permitted(variant, 2). permitted(subsumes, 2). permitted(term_subsumer, 3).
permitted(term_factorized, 3). permitted(mapargs, 3). permitted(mapsubterms, 3). permitted(foldsubterms, 4).
permitted(foldsubterms, 5). permitted(same_functor, 2). permitted(same_functor, 3). permitted(same_functor, 4).
permitted(term_attributed_variables, 2). permitted(term_attvars, 2).

% Type checks: library(error), library(si).
permitted(must_be, 2). permitted(can_be, 2). permitted(is_of_type, 2). permitted(instantiation_error, 0).
permitted(instantiation_error, 1). permitted(domain_error, 2). permitted(domain_error, 3).
permitted(type_error, 2). permitted(type_error, 3). permitted(representation_error, 1).
permitted(resource_error, 1). permitted(existence_error, 2). permitted(existence_error, 3).
permitted(permission_error, 3). permitted(uninstantiation_error, 1). permitted(syntax_error, 1).
permitted(current_type, 3).
permitted(atom_si, 1). permitted(integer_si, 1). permitted(atomic_si, 1). permitted(list_si, 1).
permitted(character_si, 1). permitted(term_si, 1). permitted(chars_si, 1). permitted(dif_si, 2). permitted(when_si, 2).

% Arithmetic.
permitted(is, 2). permitted(=:=, 2). permitted(=\=, 2). permitted(<, 2). permitted(>, 2). permitted(=<, 2).
permitted(>=, 2). permitted(succ, 2). permitted(plus, 3). permitted(between, 3). permitted(gen_int, 1).
permitted(gen_nat, 1). permitted(expmod, 4). permitted(lcm, 3). permitted(lsb, 2). permitted(msb, 2).
permitted(popcount, 2). permitted(number_to_rational, 2). permitted(number_to_rational, 3).
permitted(rational_numerator_denominator, 3). permitted(rational, 3).
permitted(abs, 2). permitted(sign, 2). permitted(sqrt, 2). permitted(sin, 2). permitted(cos, 2). permitted(tan, 2). permitted(asin, 2).
permitted(acos, 2). permitted(atan, 2). permitted(log, 2). permitted(log10, 2). permitted(floor, 2). permitted(ceiling, 2). permitted(round, 2).
permitted(divmod, 4). permitted(nth_integer_root_and_remainder, 4). permitted(bounded_number, 3).
permitted(random, 1). permitted(random, 3). permitted(random_between, 3). permitted(random_integer, 3). permitted(maybe, 0).
permitted(maybe, 1). permitted(maybe, 2). permitted(set_random, 1). permitted(random_member, 2).
permitted(random_select, 3). permitted(random_permutation, 2). permitted(randseq, 3). permitted(randset, 3).
permitted(random_subseq, 3). permitted(random_perm2, 4).

% Atoms, characters, text.
permitted(atom_length, 2). permitted(atom_concat, 3). permitted(sub_atom, 5). permitted(atom_chars, 2).
permitted(atom_codes, 2). permitted(char_code, 2). permitted(number_chars, 2). permitted(number_codes, 2).
permitted(atom_number, 2). permitted(atom_string, 2). permitted(atom_to_term, 3). permitted(atomic_list_concat, 2).
permitted(atomic_list_concat, 3). permitted(atomics_to_string, 2). permitted(upcase_atom, 2).
permitted(downcase_atom, 2). permitted(char_type, 2). permitted(code_type, 2). permitted(chars_utf8bytes, 2).
permitted(chars_base64, 3). permitted(text_concat, 3). permitted(text_to_string, 2). permitted(string_concat, 3).
permitted(string_length, 2). permitted(string_chars, 2). permitted(string_codes, 2). permitted(string_code, 3).
permitted(string_to_atom, 2). permitted(string_lower, 2). permitted(string_upper, 2).
permitted(split_string, 4). permitted(sub_string, 5). permitted(sub_atom_icasechk, 3). permitted(normalize_space, 2).
permitted(number_string, 2). permitted(sformat, 2). permitted(sformat, 3). permitted(concat_atom, 2).
permitted(concat_atom, 3). permitted(char_conversion, 2). permitted(current_char_conversion, 2).
permitted(partial_string, 1). permitted(partial_string, 3). permitted(partial_string_tail, 2).
permitted(read_from_chars, 2). permitted(read_term_from_chars, 3). permitted(write_term_to_chars, 3).
permitted(read_term_from_atom, 3). permitted(term_string, 3).
permitted(string_lines, 2). permitted(dedent_lines, 3). permitted(indent_lines, 3). permitted(hex_bytes, 2).

% Lists.
permitted(append, 2). permitted(append, 3). permitted(prefix, 2). permitted(member, 2). permitted(memberchk, 2).
permitted(length, 2). permitted(reverse, 2). permitted(select, 3). permitted(select, 4). permitted(selectchk, 3).
permitted(subseq, 3). permitted(nth0, 3). permitted(nth0, 4). permitted(nth1, 3).
permitted(nth1, 4). permitted(last, 2). permitted(proper_length, 2). permitted(proper_list, 1). permitted(same_length, 2).
permitted(permutation, 2). permitted(flatten, 2). permitted(list_to_set, 2). permitted(is_set, 1).
permitted(subset, 2). permitted(subtract, 3). permitted(intersection, 3). permitted(union, 3). permitted(delete, 3).
permitted(exclude, 3). permitted(include, 3). permitted(partition, 4). permitted(partition, 5).
permitted(sum_list, 2). permitted(sumlist, 2). permitted(max_list, 2). permitted(min_list, 2). permitted(list_max, 2).
permitted(list_min, 2). permitted(max_member, 2). permitted(max_member, 3). permitted(min_member, 2).
permitted(min_member, 3). permitted(numlist, 2). permitted(numlist, 3). permitted(msort, 2). permitted(sort, 2).
permitted(sort, 4). permitted(predsort, 3). permitted(keysort, 2). permitted(list_to_ord_set, 2).
permitted(transpose, 2). permitted(nextto, 3). permitted(pairs_keys_values, 3).
permitted(pairs_keys, 2). permitted(pairs_values, 2). permitted(group_pairs_by_key, 2). permitted(map_list_to_pairs, 3).
permitted(transpose_pairs, 2). permitted(clumped, 2).
permitted(maplist, 2). permitted(maplist, 3). permitted(maplist, 4). permitted(maplist, 5). permitted(maplist, 6).
permitted(maplist, 7). permitted(maplist, 8). permitted(maplist, 9). permitted(foldl, 4). permitted(foldl, 5).
permitted(foldl, 6). permitted(foldl, 7). permitted(scanl, 4). permitted(scanl, 5). permitted(scanl, 6). permitted(scanl, 7).
permitted(convlist, 3).
permitted(list_queue, 2). permitted(queue, 1). permitted(queue, 2). permitted(queue_head, 3). permitted(queue_head_list, 3).
permitted(queue_last, 3). permitted(queue_last_list, 3). permitted(queue_length, 2).

% Associations, ordered sets, graphs, heaps.
permitted(empty_assoc, 1). permitted(is_assoc, 1). permitted(assoc_to_list, 2). permitted(assoc_to_keys, 2).
permitted(assoc_to_values, 2). permitted(gen_assoc, 3). permitted(get_assoc, 3). permitted(get_assoc, 5).
permitted(list_to_assoc, 2). permitted(map_assoc, 2). permitted(map_assoc, 3). permitted(max_assoc, 3).
permitted(min_assoc, 3). permitted(ord_list_to_assoc, 2). permitted(put_assoc, 4). permitted(del_assoc, 4).
permitted(del_min_assoc, 4). permitted(del_max_assoc, 4).
permitted(is_ordset, 1). permitted(ord_add_element, 3). permitted(ord_del_element, 3). permitted(ord_selectchk, 3).
permitted(ord_intersect, 2). permitted(ord_intersect, 3). permitted(ord_intersection, 2). permitted(ord_intersection, 3).
permitted(ord_intersection, 4). permitted(ord_disjoint, 2). permitted(ord_subtract, 3). permitted(ord_union, 2).
permitted(ord_union, 3). permitted(ord_union, 4). permitted(ord_subset, 2). permitted(ord_empty, 1).
permitted(ord_memberchk, 2). permitted(ord_symdiff, 3). permitted(ord_seteq, 2).
permitted(add_edges, 3). permitted(add_vertices, 3). permitted(complement, 2). permitted(compose, 3).
permitted(del_edges, 3). permitted(del_vertices, 3). permitted(edges, 2). permitted(neighbors, 3).
permitted(neighbours, 3). permitted(reachable, 3). permitted(top_sort, 2). permitted(top_sort, 3).
permitted(transitive_closure, 2). permitted(transpose_ugraph, 2). permitted(vertices, 2).
permitted(vertices_edges_to_ugraph, 3). permitted(ugraph_union, 3). permitted(connect_ugraph, 3).
permitted(add_to_heap, 4). permitted(delete_from_heap, 4). permitted(empty_heap, 1).
permitted(get_from_heap, 4). permitted(heap_size, 2). permitted(heap_to_list, 2). permitted(is_heap, 1).
permitted(list_to_heap, 2). permitted(merge_heaps, 3). permitted(min_of_heap, 3). permitted(min_of_heap, 5).
permitted(singleton_heap, 3).
permitted(rb_new, 1). permitted(rb_empty, 1). permitted(rb_lookup, 3). permitted(rb_in, 3). permitted(rb_insert, 4).
permitted(rb_insert_new, 4). permitted(rb_update, 4). permitted(rb_update, 5). permitted(rb_apply, 4).
permitted(rb_delete, 3). permitted(rb_delete, 4). permitted(rb_del_min, 4). permitted(rb_del_max, 4). permitted(rb_min, 3).
permitted(rb_max, 3). permitted(rb_next, 4). permitted(rb_previous, 4). permitted(rb_visit, 2). permitted(rb_keys, 2).
permitted(rb_map, 2). permitted(rb_map, 3). permitted(rb_fold, 4). permitted(rb_size, 2). permitted(list_to_rbtree, 2).
permitted(ord_list_to_rbtree, 2). permitted(is_rbtree, 1).
% Characters, codes, goals and terms under the names of SWI-Prolog's smaller libraries.
permitted(is_alnum, 1). permitted(is_alpha, 1). permitted(is_csym, 1). permitted(is_csymf, 1).
permitted(is_digit, 1). permitted(is_graph, 1). permitted(is_lower, 1). permitted(is_upper, 1).
permitted(is_punct, 1). permitted(is_space, 1). permitted(is_white, 1). permitted(is_print, 1).
permitted(is_cntrl, 1). permitted(is_endline, 1). permitted(is_period, 1). permitted(is_quote, 1).
permitted(is_ascii, 1). permitted(is_endfile, 1). permitted(is_newline, 1). permitted(is_newpage, 1).
permitted(is_digit, 3). permitted(is_paren, 2). permitted(to_lower, 2). permitted(to_upper, 2).
permitted(upper_lower, 2). permitted(comma_list, 2). permitted(semicolon_list, 2). permitted(mkconj, 3).
permitted(mkdisj, 3). permitted(pi_head, 2). permitted(head_name_arity, 3). permitted(most_general_goal, 2).
permitted(extend_goal, 3). permitted(is_control_goal, 1). permitted(is_predicate_indicator, 1).
permitted(mapsubterms_var, 3). permitted(unifiable, 3). permitted(is_most_general_term, 1).
permitted(term_singletons, 2). permitted(copy_term, 4). permitted(varnumbers, 2). permitted(varnumbers, 3).
permitted(varnumbers_names, 3). permitted(max_var_number, 3). permitted(indent_lines, 4). permitted(print_term, 2).
permitted(take, 3). permitted(drop, 3). permitted(split_at, 4). permitted(memberchk_eq, 2).
permitted(substitute_eq, 4). permitted(intersect_eq, 3). permitted(list_difference_eq, 3). permitted(max_go_list, 2).
permitted(or_list, 2). permitted(sublist, 2). permitted(bounded_sublist, 3). permitted(chr_delete, 3).
permitted(oset_is, 1). permitted(oset_union, 3). permitted(oset_int, 3). permitted(oset_diff, 3).
permitted(oset_dint, 2). permitted(oset_dunion, 2). permitted(oset_addel, 3). permitted(oset_delel, 3).
permitted(oset_power, 2). permitted(format_to_codes, 3). permitted(format_to_codes, 4). permitted(write_to_codes, 2).
permitted(write_to_codes, 3). permitted(write_term_to_codes, 3). permitted(write_term_to_codes, 4).
permitted(read_from_codes, 2). permitted(read_term_from_codes, 3). permitted(with_output_to_codes, 2).
permitted(with_output_to_codes, 3). permitted(concat, 3). permitted(sublist, 3). permitted(write_ln, 1).
permitted(merge, 3). permitted(merge_set, 3). permitted(free_variables, 2). permitted(displayq, 1).
permitted('C', 3). permitted(string_to_list, 2). permitted(substring, 4). permitted(setup_and_call_cleanup, 3).
permitted(setup_and_call_cleanup, 4). permitted(flush, 0). permitted(otherwise, 0). permitted(simple, 1).
permitted(genarg, 3). permitted(on_exception, 3). permitted(raise_exception, 1). permitted(midstring, 3).
permitted(midstring, 4). permitted(midstring, 5). permitted(midstring, 6). permitted(atom_char, 2).
permitted(no_style_check, 1). permitted(abs, 2). permitted(sign, 2). permitted(sqrt, 2). permitted(floor, 2).
permitted(ceiling, 2). permitted(round, 2). permitted(truncate, 2). permitted(log, 2). permitted(log10, 2).
permitted(pow, 3). permitted(sin, 2). permitted(cos, 2). permitted(tan, 2). permitted(asin, 2). permitted(acos, 2).
permitted(atan, 2). permitted(atan2, 3). permitted(wildcard_match, 2). permitted(wildcard_match, 3).
permitted(dwim_match, 2). permitted(get_flag, 2). permitted(set_flag, 2). permitted(abort, 0).
permitted(sig_atomic, 1). permitted(notrace, 0). permitted(notrace, 1). permitted(tracing, 0).
permitted(redefine_system_predicate, 1). permitted(compile_predicates, 1). permitted(default_module, 2).
permitted(import_module, 2).
% Sets and dates.
permitted(empty_nb_set, 1). permitted(add_nb_set, 2). permitted(add_nb_set, 3). permitted(gen_nb_set, 2). permitted(size_nb_set, 2).
permitted(nb_set_to_list, 2). permitted(stamp_date_time, 3). permitted(date_time_stamp, 2). permitted(parse_time, 2).
permitted(parse_time, 3). permitted(date_time_value, 3). permitted(day_of_the_week, 2). permitted(day_of_the_year, 2).

% Own dynamic predicates. The module `sandbox` checks what they are given.
permitted(asserta, 1). permitted(assertz, 1). permitted(assert, 1). permitted(retract, 1). permitted(retractall, 1).
permitted(abolish, 1). permitted(abolish, 2). permitted(clause, 2). permitted(dynamic, 1). permitted(discontiguous, 1).
permitted(multifile, 1).
permitted(meta_predicate, 1). permitted(table, 1). permitted(module_transparent, 1). permitted(public, 1). permitted(initialization, 1).
permitted(initialization, 2). permitted(use_module, 1). permitted(use_module, 2). permitted(ensure_loaded, 1).
permitted(current_predicate, 1). permitted(current_predicate, 2). permitted(predicate_property, 2).
permitted(listing, 0). permitted(listing, 1). permitted(portray_clause, 1). permitted(portray_clause, 2).
permitted(op, 3). permitted(current_op, 3). permitted(set_prolog_flag, 2). permitted(current_prolog_flag, 2).
permitted(style_check, 1). permitted(garbage_collect, 0). permitted(nb_setval, 2). permitted(nb_getval, 2).
permitted(b_setval, 2). permitted(b_getval, 2). permitted(nb_current, 2). permitted(flag, 3). permitted(gensym, 2).
permitted(reset_gensym, 0). permitted(reset_gensym, 1). permitted(prolog_flag, 2).

% Output and input on the streams that are there: no others can be opened.
permitted(write, 1). permitted(write, 2). permitted(writeln, 1). permitted(writeln, 2). permitted(print, 1). permitted(print, 2).
permitted(writeq, 1). permitted(writeq, 2). permitted(write_canonical, 1). permitted(write_canonical, 2).
permitted(write_term, 2). permitted(write_term, 3). permitted(nl, 0). permitted(nl, 1). permitted(tab, 1). permitted(tab, 2).
permitted(put_char, 1). permitted(put_char, 2). permitted(put_code, 1). permitted(put_code, 2). permitted(put_byte, 1).
permitted(put_byte, 2). permitted(format, 1). permitted(format, 2). permitted(format, 3). permitted(format_, 4).
permitted(format_time, 4). permitted(portray_clause_, 3). permitted(with_output_to, 2). permitted(print_message, 2).
permitted(print_message_lines, 3). permitted(message_to_codes, 3). permitted(flush_output, 0). permitted(flush_output, 1).
permitted(ansi_format, 3). permitted(current_output, 1). permitted(current_input, 1). permitted(ttyflush, 0).
permitted(read, 1). permitted(read, 2). permitted(read_term, 2). permitted(read_term, 3). permitted(get_char, 1).
permitted(get_char, 2). permitted(get_code, 1). permitted(get_code, 2). permitted(get_byte, 1). permitted(get_byte, 2).
permitted(peek_char, 1). permitted(peek_char, 2). permitted(peek_code, 1). permitted(peek_code, 2).
permitted(peek_byte, 1). permitted(peek_byte, 2). permitted(get_n_chars, 3). permitted(get_line_to_chars, 3).
permitted(at_end_of_stream, 0). permitted(at_end_of_stream, 1). permitted(read_line_to_string, 2).
permitted(read_line_to_codes, 2). permitted(read_line_to_codes, 3). permitted(read_stream_to_codes, 2).
permitted(prompt, 2). permitted(get0, 1). permitted(get, 1). permitted(skip, 1). permitted(put, 1). permitted(display, 1).

% Time. Waiting is bounded by the time limit.
permitted(statistics, 0). permitted(statistics, 2). permitted(current_time, 1). permitted(get_time, 1).
permitted(sleep, 1). permitted(max_sleep_time, 1).
permitted(stamp_date_time, 3). permitted(date_time_stamp, 2). permitted(format_time, 3).

% Grammars.
permitted(phrase, 2). permitted(phrase, 3). permitted(phrase, 4). permitted(phrase, 5). permitted(call_dcg, 3).
permitted(seq, 3). permitted(seqq, 3). permitted(..., 2). permitted(sequence, 4). permitted(sequence, 5). permitted(sequence, 7).
permitted(optional, 4). permitted(foreach, 4). permitted(foreach, 5). permitted(string, 3).
permitted(string_without, 4). permitted(csv, 3). permitted(csv, 4).
permitted(integer, 3). permitted(number, 3). permitted(float, 3). permitted(digits, 3). permitted(digit, 3).
permitted(xinteger, 3). permitted(xdigits, 3). permitted(xdigit, 3).
permitted(blank, 2). permitted(blanks, 2). permitted(blanks_to_nl, 2). permitted(white, 2). permitted(whites, 2).
permitted(nonblank, 3). permitted(nonblanks, 3). permitted(alpha_to_lower, 3). permitted(eos, 2). permitted(eol, 2).
permitted(remainder, 3). permitted(prolog_var_name, 3). permitted(parse_csv, 3). permitted(parse_csv, 4). permitted(atom, 3).
permitted(json_chars, 3).

% Constraints and coroutines. Goals that wait are checked when they are given.
permitted(dif, 2). permitted(freeze, 2). permitted(frozen, 2). permitted(when, 2).
permitted(#>, 2). permitted(#<, 2). permitted(#>=, 2). permitted(#=<, 2). permitted(#=, 2). permitted(#\=, 2).
permitted(#\, 1). permitted(#<==>, 2). permitted(#==>, 2). permitted(#<==, 2). permitted(#\/, 2). permitted(#\, 2).
permitted(#/\, 2). permitted(in, 2). permitted(ins, 2). permitted(all_different, 1). permitted(all_distinct, 1).
permitted(nvalue, 2). permitted(sum, 3). permitted(scalar_product, 4). permitted(tuples_in, 2). permitted(labeling, 2).
permitted(label, 1). permitted(indomain, 1). permitted(lex_chain, 1). permitted(serialized, 2).
permitted(global_cardinality, 2). permitted(global_cardinality, 3). permitted(circuit, 1). permitted(cumulative, 1).
permitted(cumulative, 2). permitted(disjoint2, 1). permitted(element, 3). permitted(automaton, 3). permitted(automaton, 8).
permitted(zcompare, 3). permitted(chain, 2). permitted(fd_var, 1). permitted(fd_inf, 2). permitted(fd_sup, 2).
permitted(fd_size, 2). permitted(fd_dom, 2). permitted(clpz_t, 2). permitted(#=, 3). permitted(#<, 3).
permitted(sat, 1). permitted(taut, 2). permitted(labeling, 1). permitted(sat_count, 2). permitted(weighted_maximum, 3).
permitted(random_labeling, 2). permitted(assignment, 2). permitted(constraint, 3). permitted(constraint, 4).
permitted(constraint_add, 4). permitted(gen_state, 1). permitted(maximize, 3). permitted(minimize, 3).
permitted(objective, 2). permitted(shadow_price, 3). permitted(transportation, 4). permitted(variable_value, 3).

% library(reif), library(lambda), lambda of SWI mode, library(debug).
permitted(if_, 3). permitted(=, 3). permitted(',', 3). permitted(;, 3). permitted(cond_t, 3). permitted(dif, 3).
permitted(memberd_t, 3). permitted(tfilter, 3). permitted(tmember, 2). permitted(tmember_t, 3). permitted(tpartition, 4).
permitted(^, 3). permitted(^, 4). permitted(^, 5). permitted(^, 6). permitted(^, 7). permitted(^, 8). permitted(^, 9). permitted(^, 10).
permitted(\, 1). permitted(\, 2). permitted(\, 3). permitted(\, 4). permitted(\, 5). permitted(\, 6). permitted(\, 7). permitted(\, 8).
permitted(+\, 2). permitted(+\, 3). permitted(+\, 4). permitted(+\, 5). permitted(+\, 6). permitted(+\, 7).
permitted(+\, 8). permitted(+\, 9).
permitted(>>, 2). permitted(>>, 3). permitted(>>, 4). permitted(>>, 5). permitted(>>, 6). permitted(>>, 7).
permitted(>>, 8). permitted(>>, 9).
permitted(/, 2). permitted(/, 3). permitted(/, 4). permitted(/, 5). permitted(/, 6). permitted(/, 7). permitted(/, 8). permitted(/, 9).
permitted(*, 1). permitted($, 1). permitted($-, 1).

% Tabling: the directive becomes clauses that call start_tabling/2.
permitted(start_tabling, 2). permitted(abolish_all_tables, 0).

% Chess modules written in Prolog. Files of games: the host lets only the bundled ones through.
permitted(board, 1). permitted(board, 2). permitted(position_contents, 2). permitted(position_matrix, 2).
permitted(network_input, 3).
permitted(named_position, 3). permitted(game, 2). permitted(puzzle, 2). permitted(epd, 3).
permitted(help, 0). permitted(help, 1). permitted(apropos, 1).

% The program's own tests.
permitted(run_tests, 0). permitted(run_tests, 1).

% Datalog: goals in rules are checked when they are called.
permitted(tactic, 4). permitted(tactic, 5). permitted(threat, 4). permitted(main_motif, 3). permitted(winning_line, 4).
permitted(best_line, 4). permitted(with_effort, 2).
permitted(motif, 1). permitted(motif_words, 2). permitted(motif_rule, 2). permitted(line_san, 3). permitted(explain, 1).
permitted(explain, 2).
permitted(explain, 3).
permitted(datalog_query, 2). permitted(datalog, 1).

% Games by name, and the rules of those that are libraries.
permitted(game_initial, 2). permitted(game_next, 3). permitted(game_won, 2). permitted(game_drawn, 2).
permitted(game_value, 3). permitted(game_reply, 3). permitted(game_canonical, 3). permitted(game_board, 2).
permitted(strategy_move, 3). permitted(strategy_move, 4).
permitted(initial, 1). permitted(move, 2). permitted(won, 1). permitted(drawn, 1).
permitted(migo, 4). permitted(migo_game, 5). permitted(migo_label, 4). permitted(migo_learn, 4). permitted(migo_move, 5).
permitted(migo_print, 1).
permitted(hexapawn_initial, 2). permitted(hexapawn_move, 2). permitted(hexapawn_won, 1). permitted(hexapawn_drawn, 1).

% Genetic programming: the fitness of a task and conditions are checked when they are called.
permitted(gp_random, 3). permitted(gp_crossover, 5). permitted(gp_mutate, 4). permitted(gp_fitness, 3).
permitted(gp_evolve, 4). permitted(gp_decide, 3).

% Openings: the host reads none but the bundled book. Markov chains: proposals and targets are checked when they are called.
permitted(line, 3). permitted(opening, 3). permitted(book_move, 3). permitted(transposes, 3). permitted(reachable, 2).
permitted(board_matrix, 2). permitted(load_book, 1). permitted(load_book, 2). permitted(mh_opening, 2).
permitted(mh_sample, 3). permitted(show, 1). permitted(svg, 2). permitted(mh_transition, 5).
permitted(metropolis_hastings, 5). permitted(effective_sample_size, 2). permitted(r_hat, 2). permitted(autocorrelation, 3).

% Some more of SWI mode.
permitted(thread_self, 1). permitted(license, 1). permitted(debug, 1). permitted(debug, 3). permitted(nodebug, 0).
permitted(nodebug, 1). permitted(debugging, 1). permitted(debugging, 2). permitted(expects_dialect, 1).
permitted(exists_source, 1). permitted(noprotocol, 0). permitted(source_location, 2). permitted(context_module, 1).
permitted(noprofile, 1). permitted(non_terminal, 1). permitted(det, 1). permitted(volatile, 1). permitted(writef, 1).
permitted(writef, 2). permitted(swritef, 2). permitted(swritef, 3). permitted(dcg_translate_rule, 2). permitted(selectchk, 4). permitted(write_length, 3).
permitted(text_length, 2). permitted(name, 2). permitted(file_base_name, 2). permitted(file_directory_name, 2).
permitted(file_name_extension, 3). permitted(read_string, 3). permitted(read_string, 5). permitted(error, 2).
permitted(chr_show_store, 1). permitted(find_chr_constraint, 1). permitted(current_chr_constraint, 1). permitted(chr_trace, 0).
permitted(chr_notrace, 0). permitted(chr_leash, 1).
permitted(uuidv4, 1). permitted(uuidv4_string, 1). permitted(uuid_string, 2).

%! forbidden(?Name:atom, ?Arity:integer) is nondet.
%
% True iff Name/Arity is a predicate of this system, loaded or not, that is not permitted. A program may have
% clauses for a predicate of this name itself, but may not declare it dynamic.

% Files and streams.
forbidden(open, 3). forbidden(open, 4). forbidden(close, 1). forbidden(close, 2). forbidden(set_input, 1).
forbidden(set_output, 1).
forbidden(set_stream_position, 2). forbidden(set_stream, 2).
forbidden(stream_property, 2). forbidden(get_single_char, 1). forbidden(line_count, 2). forbidden(line_position, 2).
forbidden(character_count, 2). forbidden(byte_count, 2). forbidden(@, 2).
forbidden(directory_files, 2). forbidden(file_size, 2). forbidden(file_exists, 1). forbidden(directory_exists, 1).
forbidden(delete_file, 1). forbidden(rename_file, 2). forbidden(file_copy, 2).
forbidden(delete_directory, 1). forbidden(make_directory, 1). forbidden(make_directory_path, 1).
forbidden(working_directory, 2). forbidden(pwd, 0). forbidden(cd, 1). forbidden(ls, 0). forbidden(ls, 1).
forbidden(path_canonical, 2). forbidden(path_segments, 2). forbidden(file_modification_time, 2).
forbidden(file_creation_time, 2). forbidden(file_access_time, 2). forbidden(exists_file, 1).
forbidden(exists_directory, 1). forbidden(access_file, 2). forbidden(size_file, 2).
forbidden(read_file_to_terms, 3). forbidden(read_file_to_string, 3).
forbidden(read_file_to_codes, 3). forbidden(phrase_from_file, 2). forbidden(phrase_from_file, 3).
forbidden(phrase_from_stream, 2). forbidden(stream_to_lazy_list, 2). forbidden(phrase_to_file, 2). forbidden(phrase_to_file, 3).
forbidden(phrase_to_stream, 2). forbidden(write_csv, 2). forbidden(write_csv, 3). forbidden(load_html, 3). forbidden(load_xml, 3).
forbidden(file_load, 2).

% Goals in a list are not looked at.
forbidden(first_solution, 3).

% Processes, the environment, the network, foreign code.
forbidden(shell, 1). forbidden(shell, 2).
forbidden(getenv, 2). forbidden(setenv, 2). forbidden(unsetenv, 1). forbidden(pid, 1). forbidden(argv, 1). forbidden(raw_argv, 1).
forbidden(process_create, 3). forbidden(process_id, 2). forbidden(process_release, 1). forbidden(process_wait, 2).
forbidden(process_wait, 3). forbidden(process_kill, 1). forbidden(socket_client_open, 3).
forbidden(socket_server_open, 2). forbidden(socket_server_accept, 4). forbidden(socket_server_close, 1).
forbidden(current_hostname, 1). forbidden(http_open, 3). forbidden(http_listen, 2). forbidden(http_listen, 3).
forbidden(tls_client_context, 2). forbidden(tls_client_negotiate, 3). forbidden(tls_server_context, 2).
forbidden(tls_server_negotiate, 3). forbidden(use_foreign_module, 2). forbidden(foreign_struct, 2). forbidden(with_locals, 2).
forbidden(allocate, 4). forbidden(deallocate, 3). forbidden(read_ptr, 3). forbidden(array_type, 3).
forbidden(js_eval, 2).

% Loading, the engine, its internal state. Global variables of Scryer (bb_put/2) are not safe after an exception.
forbidden(consult, 1). forbidden(load, 1). forbidden(make, 0). forbidden(load_files, 2). forbidden(source_file, 1).
forbidden(strip_module, 3).
forbidden(expand_term, 2). forbidden(expand_goal, 3).
forbidden(prolog_load_context, 2).
forbidden(bb_put, 2). forbidden(bb_get, 2). forbidden(bb_b_put, 2). forbidden(reset, 3). forbidden(shift, 1).
forbidden(wam_instructions, 2). forbidden(inlined_instructions, 2). forbidden(repl, 0).
forbidden(current_module, 1). forbidden(trace, 1). forbidden(trace, 2). forbidden(explain_failure, 1). forbidden(explain_failure, 2).

% What SWI mode is made of: marks of choice points, output taken as text.
forbidden(soft_begin, 2). forbidden(soft_choice, 1). forbidden(soft_found, 3). forbidden(soft_none, 1). forbidden(captured, 2).
forbidden(output_column, 2). forbidden(capture_start, 0). forbidden(capture_stop, 1). forbidden(show_picture, 2). forbidden(trace_lines, 3).
forbidden(learn, 1). forbidden(learn, 2). forbidden(learn, 3). forbidden(learn, 4). forbidden(learner, 3).
forbidden(learn_more, 3). forbidden(learn_more, 4). forbidden(forget_learner, 1). forbidden(learn_seq, 2). forbidden(pprint, 1).
forbidden(use_metarules, 1). forbidden(explain_failure_lines, 3). forbidden(listing_lines, 2). forbidden(xpath, 3). forbidden(xpath_chk, 3).
forbidden(http_headers, 2). forbidden(http_status_code, 2). forbidden(http_body, 2). forbidden(http_redirect, 2).
forbidden(http_query, 3). forbidden(http_basic_auth, 4).

%! foreign(?Name:atom, ?Arity:integer) is nondet.
%
% True iff Name/Arity is a predicate of other Prolog systems that would be forbidden. Here it does not exist, so
% a program may define it in any way; if it does not, a call is refused instead of being unknown.

foreign(see, 1). foreign(seen, 0). foreign(seeing, 1). foreign(tell, 1). foreign(told, 0).
foreign(telling, 1). foreign(append, 1). foreign(current_stream, 3). foreign(open_null_stream, 1).
foreign(copy_file, 2). foreign(chdir, 1). foreign(cd, 1). foreign(cd, 0). foreign(ls, 0). foreign(ls, 1).
foreign(pwd, 0). foreign(time_file, 2). foreign(absolute_file_name, 2).
foreign(absolute_file_name, 3). foreign(expand_file_name, 2). foreign(tmp_file, 2).
foreign(tmp_file_stream, 3). foreign(csv_read_file, 2). foreign(csv_write_file, 2). foreign(protocol, 1).
foreign(shell, 0). foreign(system, 1). foreign(exec, 1). foreign(fork, 1). foreign(kill, 2).
foreign(load_foreign_library, 1). foreign(load_foreign_library, 2). foreign(thread_create, 3).
foreign(thread_create, 2). foreign(load_files, 1). foreign(include, 1).
foreign(reconsult, 1). foreign(compile, 1). foreign(compile_predicates, 1). foreign(qcompile, 1).
foreign(qsave_program, 1). foreign(qsave_program, 2). foreign(module, 1). foreign(module, 2).
foreign(set_module, 1). foreign(add_import_module, 3). foreign(import_module, 2). foreign(import, 1).
foreign(export, 1). foreign(expand_goal, 2). foreign(expand_file_search_path, 2).
foreign(compile_aux_clauses, 1). foreign(unload_file, 1). foreign(prolog, 0).
foreign(trace, 0). foreign(spy, 1). foreign(grading, 1). foreign(quad, 1). foreign(begin_tests, 1).
foreign(begin_tests, 2). foreign(end_tests, 1).
foreign(see, 1). foreign(seen, 0). foreign(seeing, 1). foreign(tell, 1). foreign(told, 0). foreign(telling, 1).
foreign(recorded, 2). foreign(recorded, 3). foreign(recorda, 2). foreign(recordz, 2). foreign(instance, 2).
foreign(prolog_cut_to, 1). foreign(erase, 1). foreign(recorda, 3). foreign(recordz, 3).
foreign(prolog_alert_signal, 2). foreign(on_signal, 3). foreign(at_halt, 1). foreign(prolog_listen, 2).
foreign(attach_packs, 0). foreign(pack_install, 1).

%! reserved(?Name:atom, ?Arity:integer) is nondet.
%
% True iff a program may neither define nor call Name/Arity. The engine calls the definitions of these names
% itself, past all checks, or replaces the calls by others.

% Expansion of goals happens after the check; expansion of terms also reads libraries that are loaded later.
reserved(term_expansion, 2). reserved(goal_expansion, 2). reserved(term_expansion, 4). reserved(goal_expansion, 4).
% Hooks of attributed variables return goals that are called at once.
reserved(verify_attributes, 3). reserved(attribute_goals, 3). reserved(project_attributes, 2).
reserved(attr_unify_hook, 2). reserved(attr_portray_hook, 2).
% These calls are turned into calls in the module that they name.
reserved(put_atts, 3). reserved(get_atts, 3). reserved(put_atts, 2). reserved(get_atts, 2). reserved(attribute, 1).
reserved(put_attr, 3). reserved(get_attr, 3). reserved(del_attr, 2). reserved(put_attrs, 2). reserved(get_attrs, 2).
% Clauses that begin so are directives and grammar rules.
reserved(:-, 1). reserved(:-, 2). reserved(?-, 1). reserved(-->, 2). reserved(:, 2).

%! permitted_library(?Library) is nondet.
%
% True iff sandboxed code may import library(Library). The libraries of SWI mode are the host's.

permitted_library(Library) :- library_module(Library).
permitted_library(Library) :- library_module(M), atom_concat(cl_, Library, M).
% Not to be called as `Module:Goal`: they have internal predicates of permitted names.
permitted_library(clpb). permitted_library(simplex).
% Names of SWI-Prolog: what they stand for is there already, or one of those above.
permitted_library(aggregate). permitted_library(ansi_term). permitted_library(quintus). permitted_library(oset). permitted_library(dialect/hprolog). permitted_library(apply). permitted_library(apply_macros).
permitted_library(backcomp). permitted_library(chr). permitted_library(clpfd). permitted_library(codesio).
permitted_library(csv). permitted_library(ctypes).
permitted_library(dcg/basics). permitted_library(dcg/high_order). permitted_library(dialect). permitted_library(edinburgh).
permitted_library(heaps). permitted_library(listing). permitted_library(main). permitted_library(nb_set).
permitted_library(date). permitted_library(rbtrees). permitted_library(occurs). permitted_library(option).
permitted_library(plunit). permitted_library(pprint). permitted_library(record).
permitted_library(prolog_code). permitted_library(prolog_stack). permitted_library(readutil).
permitted_library(solution_sequences). permitted_library(statistics). permitted_library(strings). permitted_library(system).
permitted_library(terms). permitted_library(utf8). permitted_library(varnumbers). permitted_library(yall).

%! library_module(?Module:atom) is nondet.
%
% True iff a permitted predicate may be called as `Module:Goal`.

library_module(arithmetic). library_module(assoc). library_module(between). library_module(charsio).
library_module(clpz). library_module(dcgs). library_module(debug). library_module(dif). library_module(error).
library_module(format). library_module(freeze). library_module(gensym). library_module(iso_ext). library_module(lambda).
library_module(lists). library_module(ordsets). library_module(pairs). library_module(queues). library_module(random).
library_module(reif). library_module(si). library_module(swi_moded). library_module(tabling). library_module(terms).
library_module(time). library_module(ugraphs). library_module(when). library_module(uuid).
library_module(cl_chess). library_module(cl_positions). library_module(cl_records). library_module(named_positions).
library_module(reference_positions).
library_module(paper_vocabulary). library_module(cl_help). library_module(cl_datalog). library_module(cl_tactics).
library_module(winning_lines). library_module(cl_explain). library_module(cl_strategies).
library_module(cl_games). library_module(cl_gp). library_module(cl_openings). library_module(cl_mcmc). library_module(oxo).
library_module(hexapawn). library_module(hexapawn3). library_module(hexapawn4). library_module(cl_migo).

%! taken_module(?Module:atom) is nondet.
%
% True iff a module of the host or of a library, which may not be loaded yet, has this name.

taken_module(M) :- library_module(M).
taken_module(clpb).
taken_module(simplex).
taken_module(M) :- member_of(M, [arithmetic,builtins,loader,toplevel,atts,cont,crypto,csv,diag,ffi,files,http_open,
                                 http_server,ops_and_meta_predicates,os,pio,process,sgml,sockets,testutils,
                                 special_functions,quadtests,tls,wasm,xpath,json,abnf,trie,table_wrapper,
                                 batched_worklist,global_worklist,table_link_manager,double_linked_list,
                                 table_data_structure,string_terms,term_texts,bridge_codes,bridge_signatures,foreign,
                                 sandbox,plunit,syntax,prelude,system,prolog]).
taken_module(M) :- M @>= cl_, M @< 'cl`'.
taken_module(M) :- M @>= swi_, M @< 'swi`'.
taken_module(M) :- M @>= chess_, M @< 'chess`'.
taken_module(M) :- M @>= internal_, M @< 'internal`'.

member_of(X, Xs) :- nonvar(X), found(Xs, X).

found([Y|Ys], X) :- ( Y == X -> true ; found(Ys, X) ).

%! helper(?Module:atom, ?Name:atom, ?Arity:integer) is nondet.
%
% True iff Module:Name/Arity stands in what the host makes of clauses in SWI mode, and does no harm.

helper(swi_calls, no_tables, 0). helper(cl_miscompiled, computed, 2). helper(swi_arith, evaluate, 2).
helper(swi_arith, divided, 3). helper(swi_arith, power, 3). helper(swi_arith, compared, 3).
helper(swi_atoms, arg_, 3). helper(swi_atoms, text_length_, 2). helper(swi_atoms, text_chars_, 2).
helper(swi_atoms, text_codes_, 2). helper(swi_atoms, text_concat_, 3). helper(swi_atoms, sub_text, 5).
helper(swi_atoms, digits_number, 2). helper(swi_atoms, characters_number, 2). helper(swi_dcg, terminals, 3). helper(swi_dcg, items, 3). helper(swi_dcg, pushed, 4).
helper(swi_dcg, list_of, 2). helper(swi_dcg, body_of, 2). helper(string_terms, name_arity, 3).
helper(swi_matching, rules, 0). helper(string_terms, parts, 2). helper(string_terms, argument, 3).
helper(string_terms, read_text, 2). helper(string_terms, read_text, 3). helper(string_terms, is_string, 1).
helper(string_terms, is_atom, 1). helper(string_terms, is_atomic, 1). helper(string_terms, is_compound, 1). helper(string_terms, is_callable, 1).
helper(swi_format, formatted, 1). helper(swi_format, formatted, 2). helper(swi_format, formatted, 3).

%! permitted_flag(?Flag:atom) is nondet.
%
% True iff a program may set the flag.

permitted_flag(double_quotes). permitted_flag(unknown). permitted_flag(occurs_check).

%! standard_operator(?Name:atom) is nondet.
%
% True iff Name is an operator that all programs, libraries too, are written with. It is not to be redefined.

standard_operator(:-). standard_operator(-->). standard_operator(?-). standard_operator(;). standard_operator('|').
standard_operator(','). standard_operator(->). standard_operator(*->). standard_operator(\+). standard_operator(:).
standard_operator(=). standard_operator(\=). standard_operator(==). standard_operator(\==). standard_operator(@<).
standard_operator(@>). standard_operator(@=<). standard_operator(@>=). standard_operator(=..). standard_operator(is).
standard_operator(=:=). standard_operator(=\=). standard_operator(<). standard_operator(>). standard_operator(=<).
standard_operator(>=). standard_operator(+). standard_operator(-). standard_operator(*). standard_operator(/).
standard_operator(//). standard_operator(rem). standard_operator(mod). standard_operator(div). standard_operator(<<).
standard_operator(>>). standard_operator(**). standard_operator(^). standard_operator(\). standard_operator(/\).
standard_operator(\/). standard_operator(dynamic). standard_operator(discontiguous). standard_operator(initialization).
standard_operator(table). standard_operator([]). standard_operator({}).

?- cl_permitted:permitted(append, 3).
   true.

?- cl_permitted:permitted(open, 3).
   false.
