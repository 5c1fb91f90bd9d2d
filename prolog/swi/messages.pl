/** Messages: print_message/2 and debugging output.

Errors and warnings go to `user_error`; other messages are silent. The grammar prolog:message//1, which
programs may extend, translates terms to lines as in SWI-Prolog.
*/

:- module(swi_messages, [print_message/2, print_message_lines/3, message_to_codes/3, debug/1, debug/3,
                         nodebug/0, nodebug/1, debugging/1, debugging/2, ansi_format/3]).

:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(swi_capture)).
:- use_module(library(swi_convert)).
:- use_module(library(string_terms)).
:- use_module(library(swi_format)).
:- use_module(library(cl_declarations), []).

:- dynamic(topic/1).

% extended(File, Head): File has clauses for the predicate of the module `prolog` that has the heads Head.
:- dynamic(extended/2).

%! load_rule(+Head, +Body) is det.
%! load_fact(+Head) is det.
%! load_begins(+File) is det.
%
% The loader has met a clause of the module `prolog` in the file that is being loaded, or begins with a file.

load_rule(Head, Body) :-
    load_hooks:watch(swi_messages),
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    cl_declarations:source(File),
    (   extended(File, General) -> true
    ;   assertz(extended(File, General))
    ),
    assertz(prolog:(Head :- user:Body)).

load_fact(Head) :- load_rule(Head, true).

load_begins(File) :-
    (   retract(extended(File, General)),
        retractall(prolog:General),
        false
    ;   true
    ).

%! print_message(+Kind, +Message) is det.
%
% Prints Message if Kind is `error` or `warning` (with a heading) or `help`, `information` or `query`, unless message_hook/3 of
% the program is true of Message, Kind and the lines.

print_message(Kind, Message) :-
    (   catch(message_lines(Message, Lines), _, false) -> true
    ;   Lines = ['Unknown message: ~p'-[Message]]
    ),
    (   hooked(Message, Kind, Lines) -> true
    ;   heading(Kind, Heading) ->
        flush_output,
        write(user_error, Heading),
        print_lines(Lines, user_error, Heading),
        nl(user_error)
    ;   true
    ).

% hooked(+Message, +Kind, +Lines): the program has message_hook/3, which deals with it.
hooked(Message, Kind, Lines) :-
    '$predicate_defined'(user, message_hook, 3),
    call(user:message_hook(Message, Kind, Lines)),
    !.

heading(Kind, _) :- var(Kind), !, false.
heading(error, 'ERROR: ').
heading(warning, 'Warning: ').
heading(help, '').
heading(information, '').
heading(query, '').
heading(debug(_), '% ').

message_lines(Message, _) :- var(Message), !, false.
message_lines(Message, Lines) :-
    catch(call(prolog:message(Message), Lines, []), error(_, _), false),
    is_proper_list(Lines),
    !.
message_lines(format(Format, Args), [Format-Args]).
message_lines(error(Error, Context), Lines) :-
    nonvar(Error),
    error_lines(Error, Lines0),
    context_lines(Context, Lines0, Lines).
message_lines(unhandled_exception(E), Lines) :- message_lines(E, Lines).
message_lines(Lines, Lines) :- is_proper_list(Lines), Lines = [_|_].

error_lines(type_error(Type, Value), ['Type error: `~w\' expected, found `~p\''-[Type,Value]]).
error_lines(domain_error(Domain, Value), ['Domain error: `~w\' expected, found `~p\''-[Domain,Value]]).
error_lines(instantiation_error, ['Arguments are not sufficiently instantiated'-[]]).
error_lines(existence_error(procedure, PI), ['Unknown procedure: ~q'-[PI]]).
error_lines(existence_error(Kind, What), ['Unknown ~w: ~p'-[Kind,What]]).
error_lines(permission_error(Action, Type, What), ['No permission to ~w ~w `~p\''-[Action,Type,What]]).
error_lines(evaluation_error(What), ['Arithmetic: evaluation error: ~p'-[What]]).
error_lines(syntax_error(What), ['Syntax error: ~w'-[What]]).
error_lines(representation_error(What), ['Cannot represent due to `~w\''-[What]]).
error_lines(resource_error(What), ['Not enough resources: ~w'-[What]]).

context_lines(Context, Lines, [('~q: '-[Context])|Lines]) :- nonvar(Context), Context = _/_, !.
context_lines(_, Lines, Lines).

%! print_message_lines(+Stream, +Prefix, +Lines) is det.
%
% Writes Lines as message grammars describe them (`Format-Arguments`, `nl`, atoms ...) to Stream, each
% line after Prefix: text, or `kind(Kind)` for the heading of that kind of message.

print_message_lines(Stream, Prefix0, Lines) :-
    (   Stream == current_output -> current_output(To)
    ;   To = Stream
    ),
    (   nonvar(Prefix0), Prefix0 = kind(Kind) -> kind_prefix(Kind, Prefix)
    ;   prefix_text(Prefix0, Prefix)
    ),
    (   append(Lines1, [nl], Lines) -> true
    ;   Lines1 = Lines
    ),
    write(To, Prefix),
    print_lines(Lines1, To, Prefix),
    nl(To).

kind_prefix(Kind, Prefix) :-
    (   ( Kind == informational ; Kind == debug ) -> Prefix = '% '
    ;   heading(Kind, Prefix) -> true
    ;   Prefix = ''
    ).

% A prefix may be a format string that ends in ~N.
prefix_text(Prefix0, Prefix) :-
    text_chars(print_message_lines/3, Prefix0, Cs0),
    no_line_start(Cs0, Cs),
    atom_chars(Prefix, Cs).

no_line_start([~,'N'|Cs0], Cs) :- !, no_line_start(Cs0, Cs).
no_line_start([C|Cs0], [C|Cs]) :- !, no_line_start(Cs0, Cs).
no_line_start([], []).

print_lines([], _, _).
print_lines([Line|Lines], Stream, Prefix) :-
    print_line(Line, Stream, Prefix),
    print_lines(Lines, Stream, Prefix).

print_line(Line, Stream, _) :- var(Line), !, write(Stream, Line).
print_line(nl, Stream, Prefix) :- !, nl(Stream), write(Stream, Prefix).
print_line(Format-Args, Stream, _) :- !, formatted(Stream, Format, Args).
print_line(format(Format, Args), Stream, _) :- !, formatted(Stream, Format, Args).
print_line(ansi(_, Format, Args), Stream, _) :- !, formatted(Stream, Format, Args).
print_line(url(Text), Stream, _) :- !, written(Stream, Text, write).
print_line(at_same_line, _, _) :- !.
print_line(flush, Stream, _) :- !, flush_output(Stream).
print_line(begin(_, _), _, _) :- !.
print_line(end(_), _, _) :- !.
print_line(Text, Stream, _) :- is_text(Text), !, formatted(Stream, Text, []).
print_line(Term, Stream, _) :- print_term(Stream, Term).

print_term(Stream, Term) :- written(Stream, Term, print).

% own_words(+Message, -Chars): what prolog:message//1 says of Message.
own_words(Message, Cs) :-
    call(prolog:message(Message), Lines, []),
    is_proper_list(Lines),
    captured(swi_messages:print_lines(Lines, user_output, ''), Cs).

%! message_to_codes(+Message, -Kind, -Codes) is det.
%
% Codes is the text of Message as codes. Kind is left unbound.

message_to_codes(Message, _, Codes) :-
    term_chars(Message, true, Cs),
    chars_codes(Cs, Codes).

%! debug(+Topic, +Format, +Arguments) is det.
%
% Prints a message if Topic was named by debug/1.

debug(Topic, Format, Args) :-
    (   topic(Topic) -> print_message(debug(Topic), format(Format, Args))
    ;   true
    ).

%! debug(+Topic) is det.
%
% Messages on Topic are printed from now on.

debug(Topic) :- ( topic(Topic) -> true ; assertz(topic(Topic)) ).

%! nodebug(+Topic) is det.
%
% Messages on Topic are not printed from now on.

nodebug(Topic) :- retractall(topic(Topic)).

%! nodebug is det.
%
% Messages of debug/3 are not printed from now on.

nodebug :- retractall(topic(_)).

%! debugging(?Topic) is nondet.
%
% Messages on Topic are printed.

debugging(Topic) :- topic(Topic).

%! debugging(+Topic, ?State:boolean) is semidet.
%
% State is true iff messages on Topic are printed.

debugging(Topic, State) :- ( topic(Topic) -> State = true ; State = false ).

%! ansi_format(+Attributes, +Format, +Arguments) is det.
%
% Like format/2; Attributes are not used.

ansi_format(_, Format, Args) :- formatted(Format, Args).

?- print_message(informational, format("x", [])).
   true.

?- with_output_to(string(S), print_message_lines(user_output, 'P ', ['a~w'-[1],nl,b])).
   S = "P a1\nP b\n".

?- debugging(foo, X).
   X = false.

?- with_output_to(string(S), print_message_lines(current_output, kind(informational), [a,nl,'b~w'-[1],nl])).
   S = "% a\n% b1\n".
