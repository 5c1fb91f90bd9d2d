/*  Flags, and directives that say nothing about the answers.  */

:- set_prolog_flag(optimise, true).
:- set_prolog_flag(verbose_load, silent).
:- set_prolog_flag(verbose, silent).
:- set_prolog_flag(verbose_autoload, false).
:- set_prolog_flag(generate_debug_info, false).
:- set_prolog_flag(last_call_optimisation, true).
:- set_prolog_flag(toplevel_print_anon, true).
:- set_prolog_flag(answer_write_options, [quoted(true), portray(true), max_depth(100), spacing(next_argument)]).
:- set_prolog_flag(print_write_options, [portray(true), numbervars(true), quoted(true)]).
:- set_prolog_flag(debugger_write_options, [quoted(true), portray(true), max_depth(10)]).
:- set_prolog_flag(color_term, false).
:- set_prolog_flag(history, 50).
:- set_prolog_flag(autoload, true).
:- set_prolog_flag(character_escapes, true).
:- set_prolog_flag(iso, false).
:- set_prolog_flag(gc, true).
:- set_prolog_flag(stack_limit, 2000000000).
:- set_prolog_flag(report_error, true).
:- set_prolog_flag(prefer_rationals, false).
:- set_prolog_flag(encoding, utf8).
:- set_prolog_flag(debug, false).
:- set_prolog_flag(unknown, error).
:- set_prolog_flag(occurs_check, false).
:- create_prolog_flag(course_level, 3, [type(integer), keep(false)]).
:- style_check(-singleton).
:- style_check(-discontiguous).
:- style_check([-singleton, -no_effect]).
:- style_check(+discontiguous).
:- style_check(-discontiguous).
:- encoding(utf8).
:- expects_dialect(swi).
:- license(gpl).
:- prompt(_, '').
:- garbage_collect.
:- nodebug.
:- noprotocol.
:- set_stream(user_output, encoding(utf8)).
:- set_stream(user_output, alias(out)).
:- prolog_load_context(directory, D), atom(D).
:- prolog_load_context(source, F), file_base_name(F, B), writeln(B).
:- prolog_load_context(term_position, P), nonvar(P).
:- prolog_load_context(module, M), writeln(M).
:- source_location(F, L), file_base_name(F, B), writeln(B:L).
:- set_random(seed(42)).
:- ignore(fail).
:- \+ fail.

unused(X, Y).

p(1).
q(1).
p(2).

main :-
    forall(member(F, [bounded,max_integer,min_integer,double_quotes,occurs_check,unknown,debug,character_escapes,course_level,
                      iso,gc,optimise,verbose_load,dialect,autoload,prefer_rationals,encoding,integer_rounding_function,
                      char_conversion,color_term]),
           ( current_prolog_flag(F, V) -> print(F-V), nl ; print(F-none), nl )),
    findall(X, p(X), Xs), print(Xs), nl,
    catch(set_prolog_flag(bounded, true), error(E, _), ( print(E), nl )),
    catch(set_prolog_flag(_, true), error(E2, _), ( print(E2), nl )),
    catch(set_prolog_flag(double_quotes, nonsense), error(E3, _), ( print(E3), nl )),
    ( current_prolog_flag(no_such_flag, _) -> writeln(yes) ; writeln(no) ),
    set_prolog_flag(occurs_check, true),
    ( A = f(A) -> writeln(cyclic) ; writeln(no) ),
    set_prolog_flag(occurs_check, false),
    set_prolog_flag(course_level, 4), current_prolog_flag(course_level, Lv), print(Lv), nl,
    prompt(Old, 'new> '), print(Old), nl, prompt(New, New), print(New), nl.
