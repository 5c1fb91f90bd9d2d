/** How one unit test is run, and what is said of it.

A test is a term `spec(Predicate,Vars,Names,Expected,Options)`. `Predicate(Part,Vars)` is what was compiled for
it: with Part `body`, or `setup(I)`, `cleanup(I)`, `condition(I)`, `forall(I)` or `check(I)`, the goal of option
number I. Vars holds the variables that body and options share; Names are their names, as `Name=Variable`.
*/

:- module(plunit_verdict, [test_outcomes/3, holds/1, done/2, done_text/2,
                           part/3, check/2, marks/1, answers/3, structural/1, structural_operator/1]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(cl_layout)).

% --- one test ---------------------------------------------------------------------------------

%! test_outcomes(+Module, +Spec, -Outcomes:list) is det.
%
% Runs the test Spec, whose clause is in Module. There is one outcome, or one for each solution of the
% generator of `forall/1`.

test_outcomes(Module, Spec, Outcomes) :-
    Spec = spec(_, Vars, _, _, Options),
    (   member(blocked(Why), Options) -> Outcomes = [blocked(Why)]
    ;   nth1(I, Options, forall(_)) ->
        catch(findall(Vars, plunit_verdict:part_holds(Module, Spec, forall(I)), Instances), E, true),
        (   nonvar(E) ->
            raised_outcome("the generator ", E, [], Outcome),
            Outcomes = [Outcome]
        ;   instances(Instances, Module, Spec, Outcomes)
        )
    ;   outcome(Module, Spec, Outcome),
        Outcomes = [Outcome]
    ).

instances([], _, _, []).
instances([Vars|Instances], Module, Spec0, [Outcome|Outcomes]) :-
    copy_term(Spec0, Spec),
    Spec = spec(_, Vars, VNs, _, Options),
    member(forall(Gen), Options),
    !,
    outcome(Module, Spec, Outcome0),
    (   Outcome0 =.. [failed,Text0|Raised] ->
        abridged_text(Gen, VNs, GenCs),
        append(["for ",GenCs,": ",Text0], Text),
        Outcome =.. [failed,Text|Raised]
    ;   Outcome = Outcome0
    ),
    instances(Instances, Module, Spec0, Outcomes).

part_holds(Module, spec(Predicate, Vars, _, _, _), Part) :-
    Goal =.. [Predicate,Part,Vars],
    call(Module:Goal).

outcome(Module, Spec, Outcome) :-
    Spec = spec(_, _, _, _, Options),
    (   nth1(I, Options, condition(_)), \+ holds(plunit_verdict:part_holds(Module, Spec, condition(I))) ->
        Outcome = skipped("its condition does not hold")
    ;   (   nth1(J, Options, setup(_)) -> done(plunit_verdict:part_holds(Module, Spec, setup(J)), R)
        ;   R = true
        ),
        set_up(R, Module, Spec, Outcome)
    ).

% What the setup has bound counts.
set_up(R, Module, Spec, Outcome) :-
    Spec = spec(_, _, _, _, Options),
    (   R \== true ->
        done_text(R, Cs),
        append("the setup ", Cs, Text),
        Outcome = failed(Text)
    ;   verdict(Module, Spec, Verdict),
        (   nth1(I, Options, cleanup(_)) -> done(plunit_verdict:part_holds(Module, Spec, cleanup(I)), _)
        ;   true
        ),
        (   member(fixme(Why), Options) -> known_failure(Verdict, Why, Outcome)
        ;   Outcome = Verdict
        )
    ).

known_failure(Failed, Why, fixme(Why, Text)) :- Failed =.. [failed,Text|_], !.
known_failure(_, Why, fixme_passed(Why)).

% verdict(+Module, +Spec0, -Verdict): Spec0 stays as it is, for the messages.
verdict(Module, Spec0, Verdict) :-
    copy_term(Spec0, Spec),
    Spec = spec(_, _, _, Expected, _),
    verdict(Expected, Module, Spec, Spec0, Verdict).

verdict(answers(Kind, C), Module, Spec, Spec0, Verdict) :-
    C =.. [Op,T,L],
    catch(findall(T, plunit_verdict:part_holds(Module, Spec, body), Ts0), E, true),
    (   nonvar(E) -> raised_outcome([], E, [], Verdict)
    ;   in_order(Kind, Ts0, Ts),
        in_order(Kind, L, L1),
        C1 =.. [Op,Ts,L1],
        (   compared(C1) -> Verdict = passed
        ;   Spec0 = spec(_, _, VNs, answers(_, C0), _),
            comparison_text(C0, VNs, CCs),
            abridged_text(Ts, [], TsCs),
            kind_text(Kind, KindCs),
            append(["expected ",KindCs,CCs,"; it is ",TsCs], Text),
            Verdict = failed(Text)
        )
    ).
verdict(fail, Module, Spec, _, Verdict) :-
    first_answer(Module, Spec, R),
    (   R == failed -> Verdict = passed
    ;   R = answer(_) -> Verdict = failed("succeeded, but failure was expected")
    ;   R = raised(E),
        raised_outcome([], E, ", but failure was expected", Verdict)
    ).
verdict(throws(Ball), Module, Spec, Spec0, Verdict) :-
    first_answer(Module, Spec, R),
    (   R = raised(E), as_expected(Ball, E) -> Verdict = passed
    ;   Spec0 = spec(_, _, VNs, throws(Ball0), _),
        (   nonvar(Ball0), Ball0 = error(Expected, Context), var(Context) -> true
        ;   Expected = Ball0
        ),
        ( var(Expected) -> BallCs = "an error" ; abridged_text(Expected, VNs, BallCs) ),
        append([", but ",BallCs," was expected"], But),
        (   R = raised(E) -> raised_outcome([], E, But, Verdict)
        ;   ( R == failed -> Cs = "failed" ; Cs = "succeeded" ),
            append(Cs, But, Text),
            Verdict = failed(Text)
        )
    ).
verdict(true, Module, Spec, Spec0, Verdict) :-
    first_answer(Module, Spec, R),
    (   R == failed -> Verdict = failed("failed")
    ;   R = raised(E) -> raised_outcome([], E, [], Verdict)
    ;   R = answer(Det),
        Spec = spec(_, _, _, _, Options),
        checked(Options, 1, Module, Spec, Spec0, Text),
        (   nonvar(Text) -> Verdict = failed(Text)
        ;   Det == nondet, \+ member(nondet, Options) -> Verdict = passed_with_choice_point
        ;   Verdict = passed
        )
    ).

first_answer(Module, spec(Predicate, Vars, _, _, _), R) :-
    Goal =.. [Predicate,body,Vars],
    catch(( plunit_verdict:determinism(Module:Goal, Det) -> R = answer(Det) ; R = failed ), E, R = raised(E)).

determinism(Goal, Det) :-
    '$get_b_value'(B0),
    call(Goal),
    '$get_b_value'(B),
    (   B == B0 -> Det = det
    ;   Det = nondet
    ).

% SWI-Prolog's contexts are terms context(_,_); they are different here.
as_expected(Ball, E) :- subsumes_term(Ball, E), !.
as_expected(error(Expected, Context), error(E, _)) :-
    nonvar(Context),
    Context = context(_, _),
    subsumes_term(Expected, E).

in_order(all, Ts, Ts).
in_order(set, Ts0, Ts) :- sort(Ts0, Ts).
in_order(bag, Ts0, Ts) :-
    pairs_keys(Pairs0, Ts0),
    keysort(Pairs0, Pairs),
    pairs_keys(Pairs, Ts).

% checked(+Options, +I, +Module, +Spec, +Spec0, -Text): Text says which check fails, and stays unbound if none does.
checked([], _, _, _, _, _).
checked([O|Os], I, Module, Spec, Spec0, Text) :-
    (   check(O, G) ->
        (   structural(G) -> done(plunit_verdict:compared(G), R)
        ;   done(plunit_verdict:part_holds(Module, Spec, check(I)), R)
        )
    ;   R = true
    ),
    (   R == true ->
        I1 is I + 1,
        checked(Os, I1, Module, Spec, Spec0, Text)
    ;   check_text(R, I, Spec, Spec0, Text)
    ).

compared(C) :- C =.. [Op,A,B], compared(Op, A, B).

compared(==, A, B) :- A == B.
compared(\==, A, B) :- A \== B.
compared(=, A, A).
compared(\=, A, B) :- A \= B.
compared(=@=, A, B) :- variant(A, B).
compared(\=@=, A, B) :- \+ variant(A, B).
compared(=:=, A, B) :- A =:= B.

variant(A, B) :-
    \+ \+ ( copy_term(A, A1), copy_term(B, B1), numbered(A1), numbered(B1), A1 == B1 ).

numbered(T) :- term_variables(T, Vs), numbered_(Vs, 0).

numbered_([], _).
numbered_(['$plunit variable'(N)|Vs], N) :- N1 is N + 1, numbered_(Vs, N1).

% --- messages ---------------------------------------------------------------------------------

% The check as written, and the values that its variables have got.
check_text(R, I, Spec, Spec0, Text) :-
    Spec = spec(_, Vars, _, _, _),
    Spec0 = spec(_, Vars0, VNs0, _, Options0),
    nth1(I, Options0, O0),
    check(O0, G0),
    term_variables(G0, Vs0),
    named(Vs0, VNs0, VNs1),
    copy_term(Vars0-VNs1, Vars-Values),
    comparison_text(G0, VNs1, GCs),
    values_text(Values, ValuesCs),
    (   R == false -> ReasonCs = ValuesCs
    ;   done_text(R, RCs),
        append([ValuesCs,"; the check ",RCs], ReasonCs)
    ),
    append(["expected ",GCs|[ReasonCs]], Text).

% Variables whose names are not known are called A, B, ...
named(Vs, VNs0, VNs) :- named(Vs, VNs0, 0'A, VNs).

named([], _, _, []).
named([V|Vs], VNs0, Code, [Name=V|VNs]) :-
    (   member(Name0=W, VNs0), W == V -> Name = Name0, Code1 = Code
    ;   char_code(Name, Code),
        Code1 is Code + 1
    ),
    named(Vs, VNs0, Code1, VNs).

values_text([], []).
values_text([Name=Value|VNs], Cs) :-
    (   var(Value) -> ValueCs = "unbound"
    ;   abridged_text(Value, [], ValueCs)
    ),
    text_chars(Name, NameCs),
    values_text(VNs, Cs1),
    append(["; ",NameCs," is ",ValueCs,Cs1], Cs).

comparison_text(G, VNs, Cs) :-
    (   nonvar(G), functor(G, Op, 2), current_op(700, xfx, Op) ->
        G =.. [_,A,B],
        abridged_text(A, VNs, ACs),
        abridged_text(B, VNs, BCs),
        atom_chars(Op, OpCs),
        append([ACs," ",OpCs," ",BCs], Cs)
    ;   abridged_text(G, VNs, Cs)
    ).

kind_text(all, "the list of all solutions ").
kind_text(set, "the set of solutions ").
kind_text(bag, "the bag of solutions ").

% --- goals of options -------------------------------------------------------------------------

%! holds(:Goal) is semidet.
%
% True iff Goal has a solution; an error counts as failure.

holds(G) :- catch(G, _, false), !.

%! done(:Goal, -Result) is det.
%
% Result is `true`, `false` or `raised(Error)`.

done(G, R) :- catch(( G -> R = true ; R = false ), E, R = raised(E)).

%! done_text(+Result, -Text:string) is det.
%
% Text continues a sentence on a goal with the Result `false` or `raised(Error)`.

done_text(false, "fails").
done_text(raised(E), Cs) :- raised_text(E, Cs).

raised_text(E, Cs) :-
    (   nonvar(E), E = error(existence_error(procedure, PI), _) ->
        abridged_text(PI, [], ECs),
        append(["raised an error: there is no predicate ",ECs], Cs)
    ;   (   nonvar(E), E = error(E1, _) -> true
        ;   E1 = E
        ),
        abridged_text(E1, [], ECs),
        append("raised ", ECs, Cs)
    ).

% raised_outcome(+Before, +Error, +After, -Outcome): the second argument of Outcome, the canonical text of Error, is for who
% looks for its place.
raised_outcome(Before, E, After, failed(Text, Raised)) :-
    raised_text(E, Cs),
    append([Before,Cs,After], Text),
    term_texts:shown_text(E, true, [], Raised).

% --- options ----------------------------------------------------------------------------------

%! part(+Option, -Part:atom, -Goal) is semidet.
%
% Option is a Goal that is run before the test or after it.

part(O, _, _) :- var(O), !, false.
part(setup(G), setup, G).
part(cleanup(G), cleanup, G).
part(condition(G), condition, G).
part(forall(G), forall, G).

%! check(+Option, -Goal) is semidet.
%
% Option says that Goal must hold after the body.

check(O, _) :- var(O), !, instantiation_error(test/2).
check(true(G), G) :- !.
check(O, _) :- part(O, _, _), !, false.
check(O, _) :- ( no_check(O) ; answers(O, _, _) ), !, false.
check(O, O) :- callable(O).

no_check(true).
no_check(fail).
no_check(false).
no_check(throws(_)).
no_check(exception(_)).
no_check(error(_)).
no_check(error(_, _)).
no_check(nondet).
no_check(blocked(_)).
no_check(fixme(_)).
no_check(sto(_)).
no_check(occurs_check(_)).
no_check(timeout(_)).
no_check(O) :- marks(O).
no_check(output(_)).
no_check(concurrent(_)).

%! marks(+Option) is semidet.
%
% Option is about how the test is marked, and how much it may use while it is: see `grading`.

marks(O) :- nonvar(O), marks_(O).

marks_(hidden).
marks_(points(N)) :- number(N), N >= 0.
marks_(feedback(Text)) :- string_terms:characters(Text, _), !.
marks_(timeout(N)) :- number(N), N > 0.
marks_(inferences(N)) :- integer(N), N > 0.
marks_(memory(N)) :- integer(N), N > 0.

%! answers(+Option, -Kind:atom, -Comparison) is semidet.
%
% Option is about all solutions.

answers(all(C), all, C).
answers(set(C), set, C).
answers(bag(C), bag, C).

%! structural(+Goal) is semidet.
%
% Goal is a comparison that needs no code of the file.

structural(G) :-
    nonvar(G),
    functor(G, Op, 2),
    structural_operator(Op).

%! structural_operator(?Operator:atom) is nondet.
%
% Operator is that of such a comparison.

structural_operator(==).
structural_operator(\==).
structural_operator(=).
structural_operator(\=).
structural_operator(=@=).
structural_operator(\=@=).
