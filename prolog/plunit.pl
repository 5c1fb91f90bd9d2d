/** Unit tests, written as for SWI-Prolog's plunit.

```
:- begin_tests(lists).

test(last, X == 3) :- last([1,2,3], X).
test(empty, fail) :- last([], _).

:- end_tests(lists).

?- run_tests.
% 2 tests passed
   true.
```

A test succeeds iff its body does and what its options say holds. An option is `true`, a comparison or another
goal that must hold after the body (also `true(Goal)`); `fail`; `throws(Ball)`, `error(Error)` or
`error(Error,Context)`; `all(Term == List)` for the list of all solutions, `set(...)` or `bag(...)` if their order
does not count; `nondet` if the body may leave a choice point; `setup(Goal)` and `cleanup(Goal)`;
`condition(Goal)`, without which the test is skipped; `blocked(Why)`, not run; `fixme(Why)`, known to fail;
`forall(Goal)`, run for each solution of Goal; and how the test is marked (see `grading`). Several are given as a list. Reports go to `user_error`.

What a unit defines, or declares dynamic, is its own wherever somebody else has a predicate of the same name and arity: the rest of
the file, another unit, another file, a library (see `unit_names`).

The loader makes of each test a clause of a predicate with a name of its own, which also holds the goals of
the options, so that these are compiled, and checked, like the rest of the file.
*/

:- module(plunit, [run_tests/0, run_tests/1, load_test_files/1]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(cl_layout)).
:- use_module(library(load_hooks), [watch/1]).
:- use_module(library(load_state), [load_module/2]).
:- use_module(library(cl_modules), [provide/1]).
:- use_module(library(plunit_verdict)).
:- use_module(library(cl_declarations), []).
:- use_module(library(load_text), []).
:- use_module(library(cl_consult), []).

% unit(Unit, Module, Options, File, Line). Units of the same name in several files are several.
:- dynamic(unit/5).
% test(Id, Unit, Name, spec(Predicate,Vars,Names,Expected,Options), File, Line).
:- dynamic(test/6).
% body(Id, Names, Before, Body): what the test runs, after what its options say, for who wants to know why it fails.
:- dynamic(body/4).
:- dynamic(unit_in/2).
% running(File, Unit): a test of it is being run, or its setup or cleanup.
:- dynamic(running/2).
% begun(Unit, File, Refused): its setup has been run, and Refused is what came of it.
:- dynamic(begun/3).

% --- what the loader calls --------------------------------------------------------------------

% What is open is a unit while its file is loaded: unit_in(Unit, Source), and Source is none from its end on.

%! load_directive(+Directive, +Load0, -Load) is det.
%! load_begins(+File) is det.
%! load_clause(+Term, +VariableNames:list, +Module, -What) is semidet.
%! load_ends is det.
%
% See `load_hooks`: the directives begin_tests/1,2 and end_tests/1, and what stands between them.

load_directive(begin_tests(Unit), Load0, Load) :- load_directive(begin_tests(Unit, []), Load0, Load).
load_directive(begin_tests(Unit, Options), Load, Load) :-
    load_text:place(File, Line),
    load_module(Load, Module),
    (   atom(Unit), '$foreign_call'(unit_begins, [Unit], 1) ->
        cl_engine:provided(unit_names),
        ready_options(Options, plunit:ready_in(File, Unit, Module), Ready)
    ;   ready_options(Options, cl_engine:ready, Ready)
    ),
    (   Module == user -> Name = Unit
    ;   Name = Module:Unit
    ),
    begin_unit(Name, Ready, File, Line),
    watch(plunit),
    cl_declarations:source(Source),
    retractall(unit_in(_, none)),
    retractall(unit_in(_, Source)),
    assertz(unit_in(Unit, Source)).
load_directive(end_tests(Unit), Load, Load) :- end_unit(Unit).

load_begins(File) :- forget(File).

load_clause(Term0, VNs, M, What) :-
    open_unit(Unit),
    load_text:place(File, Line),
    (   '$foreign_call'(unit_is_apart, [File,Unit], 1) -> unit_names:in_unit(File, Unit, M, Term0, Term)
    ;   Term = Term0
    ),
    test_clause(Unit, Term, VNs, File, Line, Clause),
    (   Clause \== Term -> What = instead(Clause)
    ;   Term \== Term0 -> What = meant(Term)
    ).

open_unit(Unit) :-
    unit_in(Unit, Source),
    cl_declarations:source(Source),
    !.

%! declared(+Keys0:list, -Keys:list) is det.
%
% Keys, terms `k(Module,Name,Arity)`, are the predicates that a declaration is about, which may stand in a unit.

declared(Keys0, Keys) :-
    (   open_unit(Unit),
        load_text:place(File, _),
        '$foreign_call'(unit_is_apart, [File,Unit], 1) ->
        unit_names:keys_in_unit(File, Unit, Keys0, Keys)
    ;   Keys = Keys0
    ).

ready_in(File, Unit, Module, Goal0, Goal) :-
    unit_names:goal_in_unit(File, Unit, Module, Goal0, Goal1),
    cl_engine:ready(Goal1, Goal).

load_ends :-
    (   cl_declarations:source(Source), retract(unit_in(Unit, Source)) -> assertz(unit_in(Unit, none))
    ;   true
    ).

%! begin_unit(+Unit, +Options, +File, +Line) is det.
%
% At `:- begin_tests(Unit, Options)`. Unit is a name, or `Module:Name` in a file that defines Module.

begin_unit(Unit0, Options0, File, Line) :-
    (   nonvar(Unit0), Unit0 = Module:Unit -> true
    ;   Module = user, Unit = Unit0
    ),
    must_be(atom, Unit),
    option_list(Options0, Options),
    retractall(unit_in(_, none)),
    assertz(unit_in(Unit, none)),
    retractall(unit(Unit, _, _, File, _)),
    assertz(unit(Unit, Module, Options, File, Line)).

%! end_unit(+Unit) is det.
%
% At `:- end_tests(Unit)`.

end_unit(Unit) :-
    (   var(Unit) -> instantiation_error(end_tests/1)
    ;   retract(unit_in(Unit, _)) -> true
    ;   throw(error(existence_error(open_unit_of_tests, Unit), end_tests/1))
    ).

%! forget(+File) is det.
%
% Forgets the units and the tests of File, before it is loaded again.

forget(File) :-
    retractall(unit(_, _, _, File, _)),
    (   test(Id, _, _, _, File, _), retractall(body(Id, _, _, _)), false
    ;   retractall(test(_, _, _, _, File, _))
    ).

%! ready_options(+Options0, +Closure, -Options) is det.
%
% Options are Options0 with each Goal in them replaced by the Goal1 of `call(Closure, Goal, Goal1)`. The
% loader prepares the options of a unit so.

ready_options(Options0, Closure, Options) :-
    option_list(Options0, Options1),
    ready(Options1, Closure, Options).

ready([], _, []).
ready([O0|Os0], Closure, [O|Os]) :-
    (   part(O0, Part, Goal0) ->
        call(Closure, Goal0, Goal),
        O =.. [Part,Goal]
    ;   O = O0
    ),
    ready(Os0, Closure, Os).

%! test_clause(+Unit, +Clause0, +File, +Line, -Clause) is det.
%
% The same as test_clause/6 where the names of variables are not known.

test_clause(Unit, Clause0, File, Line, Clause) :- test_clause(Unit, Clause0, [], File, Line, Clause).

%! test_clause(+Unit, +Clause0, +VariableNames:list, +File, +Line, -Clause) is det.
%
% If Clause0 is a clause of test/1 or test/2 the test is recorded, and Clause is to be loaded in its place;
% otherwise Clause is Clause0.

test_clause(Unit, Clause0, VNs, File, Line, Clause) :-
    (   nonvar(Clause0), Clause0 = (Head :- Body) -> true
    ;   Head = Clause0, Body = true
    ),
    (   test_head(Head, Name, Options0) ->
        option_list(Options0, Options),
        record(Unit, Name, Options, VNs, File, Line, Predicate, Vars, Id),
        prepared(Options, Before),
        assertz(body(Id, VNs, Before, Body)),
        clause_of(Options, Body, Part, Goal),
        Head1 =.. [Predicate,Part,Vars],
        Clause = (Head1 :- Goal)
    ;   Clause = Clause0
    ).

% prepared(+Options, -Goal): Goal is what they want to be run before the body.
prepared([], true).
prepared([O|Os], Goal) :-
    prepared(Os, Goal1),
    (   part(O, Part, G), memberchk(Part, [forall,setup]) -> Goal = (G,Goal1)
    ;   Goal = Goal1
    ).

test_head(Head, _, _) :- var(Head), !, false.
test_head(test(Name), Name, []) :- nonvar(Name).
test_head(test(Name, Options), Name, Options) :- nonvar(Name).

option_list(Options, _) :- var(Options), !, instantiation_error(test/2).
option_list([], []) :- !.
option_list([O|Os], [O|Os]) :- !, must_be(list, Os).
option_list(O, [O]).

record(Unit, Name, Options, VNs0, File, Line, Predicate, Vars, Id) :-
    expected(Options, Expected),
    term_variables(Name-Options, Vs),
    Vars =.. [v|Vs],
    names_among(VNs0, Vs, VNs),
    findall(Id0, test(Id0, _, _, _, _, _), Ids),
    highest(Ids, 0, Id1),
    Id is Id1 + 1,
    number_chars(Id, IdCs),
    append("plunit body ", IdCs, PredicateCs),
    atom_chars(Predicate, PredicateCs),
    assertz(test(Id, Unit, Name, spec(Predicate,Vars,VNs,Expected,Options), File, Line)).

highest([], N, N).
highest([I|Is], N0, N) :- N1 is max(I, N0), highest(Is, N1, N).

names_among([], _, []).
names_among([Name=V|VNs0], Vs, VNs) :-
    (   member(W, Vs), W == V -> VNs = [Name=V|VNs1]
    ;   VNs = VNs1
    ),
    names_among(VNs0, Vs, VNs1).

% clause_of(+Options, +Body, +Part, -Goal): Goal runs the goal for Part, which is the body where it is
% not one of the options.
clause_of(Options, Body, Part, Goal) :-
    findall(x, ( member(O, Options), compiled(O, _, _) ), Xs),
    length(Xs, N),
    (   N =:= 0 -> Goal = Body
    ;   clause_of_(Options, 1, Body, Part, Goal)
    ).

clause_of_([], _, Body, _, Body).
clause_of_([O|Os], I, Body, Part, Goal) :-
    I1 is I + 1,
    (   compiled(O, Kind, G) ->
        Key =.. [Kind,I],
        Goal = ( Part = Key -> G ; Goal1 ),
        clause_of_(Os, I1, Body, Part, Goal1)
    ;   clause_of_(Os, I1, Body, Part, Goal)
    ).

compiled(O, Part, G) :- part(O, Part, G), !.
compiled(O, check, G) :- check(O, G), \+ structural(G).

% expected(+Options, -Expected): what the test is about: true, fail, throws(Ball), answers(Kind,Comparison).
expected(Options, Expected) :-
    (   member(O, Options), \+ callable(O) ->
        (   var(O) -> instantiation_error(test/2)
        ;   domain_error(test_option, O, test/2)
        )
    ;   member(O, Options), expectation(O, Expected0) -> Expected = Expected0
    ;   Expected = true
    ).

expectation(fail, fail).
expectation(false, fail).
expectation(throws(E), throws(E)).
expectation(exception(E), throws(E)).
expectation(error(E), throws(error(E,_))).
expectation(error(E, C), throws(error(E,C))).
expectation(O, answers(Kind, C)) :-
    answers(O, Kind, C),
    (   nonvar(C), functor(C, Op, 2), comparison(Op) -> true
    ;   domain_error(test_option, O, test/2)
    ).

comparison(=:=) :- !.
comparison(Op) :- structural_operator(Op).

% --- for the host -----------------------------------------------------------------------------

%! tests(-Tests:list) is det.
%
% Tests are the terms `test(Id,Unit,Name,File,Line,Marks)` of all tests, in the order of their files. Marks are the options
% that say how the test is marked.

tests(Tests) :-
    findall(test(Id,Unit,Name,File,Line,Marks),
            ( test(Id, Unit, Name, spec(_, _, _, _, Options), File, Line),
              findall(O, ( member(O, Options), marks(O) ), Marks) ),
            Tests).

%! blame(+Id, -Lines:list) is det.
%
% Lines say why the body of a test fails that should not, or there are none.

blame(Id, Lines) :-
    provide(cl_failure),
    (   test(Id, Unit, _, _, File, _),
        body(Id, VNs, _, Body0),
        ( unit(Unit, Module, _, File, _) -> true ; Module = user ),
        as_run(Module, File, Body0, Body),
        cl_failure:explain_failure_lines(Module:Body, [variable_names(VNs),fails(true)], Lines) -> true
    ;   Lines = []
    ).

%! blame_error(+Id, +Error:string, -Lines:list) is semidet.
%
% Lines say where the error with the canonical text Error comes from when a test is run: see blame/3 of the module `blame`.

blame_error(Id, Error, Lines) :-
    whole(Id, Goal),
    cl_blame:blame(Goal, Error, Lines).

%! endless(+Id, -Lines:list) is semidet.
%
% Lines say that a test may be a recursion without end, and where: see endless/2 of the module `blame`.

endless(Id, Lines) :-
    whole(Id, Goal),
    cl_blame:endless(Goal, Lines).

% as_run(+Module, +File, +Goal0, -Goal): Goal0 of a test as it is run.
as_run(Module, File, G0, G) :-
    (   Module == user, '$foreign_call'(file_is_closed, [File], 1) ->
        provide(cl_homes),
        cl_homes:as_tests(G0, G)
    ;   G = G0
    ).

% whole(+Id, -Goal): the goal of a test, after its setup.
whole(Id, Module:(S,Goal)) :-
    test(Id, Unit, _, _, File, _),
    body(Id, _, Before, Body),
    (   unit(Unit, Module, Options, File, _) -> true
    ;   Module = user, Options = []
    ),
    !,
    as_run(Module, File, (Before,Body), Goal),
    ( member(setup(S), Options) -> true ; S = true ).

%! run_one(+Id, -Outcome) is det.
%
% Runs one test, with the setup and cleanup of its unit. Outcome is `passed`, `passed_with_choice_point`,
% `failed(Text)`, `failed(Text,Error)` with the canonical text of an error, `blocked(Why)`, `skipped(Text)`, `fixme(Why,Text)` for a test that fails as expected or
% `fixme_passed(Why)`. Text is a string.

run_one(Id, Outcome) :-
    (   test(Id, Unit, _, _, File, _) -> true
    ;   existence(test, Id)
    ),
    in_unit(Unit, File, plunit:outcomes(Id, Outcomes), Outcomes, Outcomes),
    worst(Outcomes, Outcome).

existence(Kind, Culprit) :- throw(error(existence_error(Kind, Culprit), run_tests/1)).

% A test with forall/1 has an outcome for each solution.
worst(Outcomes, Outcome) :-
    (   member(O, Outcomes), rank(O, failed) -> Outcome = O
    ;   member(O, Outcomes), O == passed_with_choice_point -> Outcome = O
    ;   Outcomes = [Outcome|_] -> true
    ;   Outcome = skipped("the generator of forall/1 has no solution")
    ).

%! run_next(+Id, -Outcome) is det.
%! end_of(+Id) is det.
%
% The same where several tests of a unit are run one after the other: the first one runs the setup of the unit, and end_of/1, with
% any of them, its cleanup.

run_next(Id, Outcome) :-
    (   test(Id, Unit, _, _, File, _) -> true
    ;   existence(test, Id)
    ),
    (   begun(Unit, File, Refused) -> true
    ;   begin(Unit, File, Refused),
        assertz(begun(Unit, File, Refused))
    ),
    (   Refused = [Outcome] -> true
    ;   outcomes(Id, Outcomes),
        worst(Outcomes, Outcome)
    ).

end_of(Id) :-
    (   test(Id, Unit, _, _, File, _), retract(begun(Unit, File, Refused)), Refused == [] -> end(Unit, File)
    ;   true
    ).

% in_unit(+Unit, +File, :Goal, ?Outcomes, -Result): Result is Outcomes after Goal, or one outcome if the unit cannot
% be run.
in_unit(Unit, File, Goal, Outcomes, Result) :-
    begin(Unit, File, Refused),
    (   Refused = [_] -> Result = Refused
    ;   call(Goal),
        Result = Outcomes,
        end(Unit, File)
    ).

% begin(+Unit, +File, -Refused): runs the setup of a unit. Refused has the outcome of its tests if the unit cannot be run.
begin(Unit, File, Refused) :-
    runs(File, Unit),
    of_unit(Unit, File, Module, Options),
    (   member(blocked(Why), Options) -> Refused = [blocked(Why)]
    ;   member(condition(C), Options), \+ holds(Module:C) ->
        Refused = [skipped("the condition of the unit does not hold")]
    ;   member(setup(S), Options), done(Module:S, R), R \== true ->
        done_text(R, Cs),
        append("the setup of the unit ", Cs, Text),
        Refused = [failed(Text)]
    ;   Refused = []
    ).

end(Unit, File) :-
    runs(File, Unit),
    of_unit(Unit, File, Module, Options),
    (   member(cleanup(C), Options) -> done(Module:C, _)
    ;   true
    ).

% runs(+File, +Unit): what is called by name from now on is meant as in the Unit.
runs(File, Unit) :-
    (   running(File, Unit) -> true
    ;   retractall(running(_, _)),
        assertz(running(File, Unit))
    ).

of_unit(Unit, File, Module, Options) :-
    (   unit(Unit, Module0, Options0, File, _) -> Module = Module0, Options = Options0
    ;   Module = user, Options = []
    ).

% outcomes(+Id, -Outcomes): one outcome, or one for each solution of the generator.
outcomes(Id, Outcomes) :-
    test(Id, Unit, _, Spec, File, _),
    runs(File, Unit),
    (   unit(Unit, Module, _, File, _) -> true
    ;   Module = user
    ),
    !,
    test_outcomes(Module, Spec, Outcomes).

% --- running ----------------------------------------------------------------------------------

%! run_tests is semidet.
%
% Runs all tests that are loaded, reports what goes wrong, and fails iff a test failed.

run_tests :-
    findall(Unit, visible_unit(Unit, _), Units0),
    unique(Units0, [], Units),
    run(Units).

% Tests in files that are closed to the program are the host's to run.
visible_unit(Unit, File) :-
    unit(Unit, _, _, File, _),
    '$foreign_call'(file_is_closed, [File], 0).

unique([], _, []).
unique([X|Xs], Seen, Ys) :-
    (   member(Y, Seen), Y == X -> Ys = Ys1
    ;   Ys = [X|Ys1]
    ),
    unique(Xs, [X|Seen], Ys1).

%! run_tests(+Spec) is semidet.
%
% Runs the tests of the unit Spec, those of the name `Unit:Name`, or of the names `Unit:[Name1,...]`, or those of a list of these.

run_tests(Spec) :-
    (   var(Spec) -> instantiation_error(run_tests/1)
    ;   Spec == all -> run_tests
    ;   ( Spec = [] ; Spec = [_|_] ) -> run(Spec)
    ;   run([Spec])
    ).

%! load_test_files(+Options:list) is det.
%
% Loads the file of tests, `NAME.plt`, that stands beside each file `NAME.pl` of the program, if there is one. No option changes that.

load_test_files(_) :-
    cl_engine:provided(cl_clauses),
    findall(File, ( cl_clauses:consulted_predicate(_, _, _, File0), plunit:test_file(File0, File) ), Files0),
    unique(Files0, [], Files),
    cl_consult:ensure_files(Files).

test_file(File, Tests) :-
    atom_concat(Stem, '.pl', File),
    atom_concat(Stem, '.plt', Tests),
    cl_engine:provided(swi_files),
    swi_files:exists_file(Tests).

run(Specs) :-
    run_specs(Specs, Results),
    (   Results = [] ->
        Line = "% there are no tests: none is between `:- begin_tests(Unit).` and `:- end_tests(Unit).`"
    ;   summary(Results, Line)
    ),
    write_lines([Line], user_error),
    \+ ( member(R, Results), rank(R, failed) ).

run_specs([], []).
run_specs([Spec|Specs], Results) :-
    selected(Spec, Unit, Selection),
    run_selection(Selection, Unit, Results0),
    append(Results0, Results1, Results),
    run_specs(Specs, Results1).

run_selection([], _, []).
run_selection([File-Ids|Selection], Unit, Results) :-
    in_unit(Unit, File, plunit:run_ids(Ids, Outcomes), Outcomes, Outcomes1),
    (   var(Outcomes) -> unit_outcome(Outcomes1, Unit, File, Ids, Outcomes2)
    ;   Outcomes2 = Outcomes1
    ),
    append(Outcomes2, Results1, Results),
    run_selection(Selection, Unit, Results1).

% selected(+Spec, -Unit, -Selection): the files that have the Unit, each with its tests.
selected(Unit:Names, Unit, Selection) :-
    ( Names = [] ; Names = [_|_] ),
    !,
    findall(Selected, ( member(Name, Names), plunit:selected(Unit:Name, _, Selected) ), Selections),
    append(Selections, Selection).
selected(Spec, Unit, Selection) :-
    (   Spec = Unit:Name -> true
    ;   Unit = Spec
    ),
    findall(File, visible_unit(Unit, File), Files),
    (   Files = [] -> existence(unit_of_tests, Unit)
    ;   true
    ),
    findall(File-Ids,
            ( member(File, Files),
              findall(Id, test(Id, Unit, Name, _, File, _), Ids),
              ( var(Name) -> true ; Ids = [_|_] )
            ),
            Selection),
    (   Spec = _:Name1, Selection == [] -> existence(test, Unit:Name1)
    ;   true
    ).

% A unit that cannot be run counts as many tests as it has.
unit_outcome([Outcome], Unit, File, Ids, Outcomes) :-
    unit(Unit, _, _, File, Line),
    outcome_line(Outcome, File, Line, Unit, Lines),
    !,
    write_lines(Lines, user_error),
    same_for_all(Ids, Outcome, Outcomes).

same_for_all([], _, []).
same_for_all([_|Ids], Outcome, [Outcome|Outcomes]) :- same_for_all(Ids, Outcome, Outcomes).

run_ids([], []).
run_ids([Id|Ids], Outcomes) :-
    outcomes(Id, Outcomes0),
    test(Id, Unit, Name, _, File, Line),
    !,
    report(Outcomes0, File, Line, Unit:Name),
    append(Outcomes0, Outcomes1, Outcomes),
    run_ids(Ids, Outcomes1).

report([], _, _, _).
report([Outcome|Outcomes], File, Line, Test) :-
    outcome_line(Outcome, File, Line, Test, Lines),
    write_lines(Lines, user_error),
    report(Outcomes, File, Line, Test).

% outcome_line(+Outcome, +File, +Line, +Test, -Lines): nothing is said of a test that passed.
outcome_line(Outcome, File, Line, Test, Lines) :-
    (   said(Outcome, Cs) ->
        text_chars(File, FileCs),
        number_chars(Line, LineCs),
        abridged_text(Test, [], TestCs),
        append([FileCs,":",LineCs,": ",TestCs,": ",Cs], Text),
        Lines = [Text]
    ;   Lines = []
    ).

said(failed(Text), Text).
said(failed(Text, _), Text).
said(passed_with_choice_point, "warning: left a choice point").
said(fixme_passed(Why), Cs) :- abridged_text(Why, [], WhyCs), append("passed, but is marked fixme: ", WhyCs, Cs).

rank(passed, passed).
rank(passed_with_choice_point, passed).
rank(failed(_), failed).
rank(failed(_, _), failed).
rank(blocked(_), blocked).
rank(skipped(_), skipped).
rank(fixme(_, _), 'to be fixed').
rank(fixme_passed(_), passed).

summary(Results, Line) :-
    counted(failed, Results, Failed),
    counted(passed, Results, Passed),
    counted(blocked, Results, Blocked),
    counted(skipped, Results, Skipped),
    counted('to be fixed', Results, Fixme),
    tests_text(Failed, " failed; ", FailedCs),
    (   Failed =:= 0 -> tests_text(Passed, " passed", PassedCs), Front = PassedCs
    ;   number_chars(Failed, _), number_chars(Passed, Ds), append([FailedCs,Ds," passed"], Front)
    ),
    more(Blocked, " blocked", BlockedCs),
    more(Skipped, " skipped", SkippedCs),
    more(Fixme, " to be fixed", FixmeCs),
    append(["% ",Front,BlockedCs,SkippedCs,FixmeCs], Line).

counted(Rank, Results, N) :-
    findall(x, ( member(R, Results), rank(R, Rank) ), Xs),
    length(Xs, N).

tests_text(N, Verb, Cs) :-
    number_chars(N, Ds),
    (   N =:= 1 -> append([Ds," test",Verb], Cs)
    ;   append([Ds," tests",Verb], Cs)
    ).

more(N, Word, Cs) :-
    (   N =:= 0 -> Cs = []
    ;   number_chars(N, Ds),
        append([", ",Ds,Word], Cs)
    ).

?- findall(Outcome,
           ( plunit:begin_unit(sums, [], 'sums.pl', 1),
             plunit:test_clause(sums, ( test(bad, X =:= 3) :- X is 1 + 1 ), ['X'=X], 'sums.pl', 2, Clause),
             assertz(Clause), plunit:end_unit(sums), plunit:tests(Tests), member(test(Id,sums,bad,_,2,[]), Tests),
             plunit:run_one(Id, failed(Cs)), plunit:forget('sums.pl'), string_chars(Outcome, Cs) ),
           Outcomes).
   Outcomes = ["expected X =:= 3; X is 2"].

?- run_tests(no_such_unit).
   error(existence_error(unit_of_tests,no_such_unit),run_tests/1).
