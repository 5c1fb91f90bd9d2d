/** The clauses of consulted files, as their authors wrote them.

Scryer forgets the clauses of static predicates once they are compiled. The host keeps the texts; this
module reads them again when somebody wants to see them: `listing/1`, the tracer, `explain_failure/1`.

```
?- [family], cl_clauses:source_clause(grandparent(X, Z), Body, Place).
   Body = (parent(X,_A),parent(_A,Z)), Place = 'family.pl':7.
```
*/

:- module(cl_clauses, [consulted/2, consulted/3, source_clause/3, source_term/4, meaning/3, source_count/2, source_text/2,
                    consulted_predicate/4, defined_somewhere/2, defining_files/1, plain_facts/2, stamp/1]).

:- use_module(library(between)).
:- use_module(library(charsio)).

%!  consulted(+Name, +Arity) is semidet.
%!  consulted(+Module, +Name, +Arity) is semidet.
%
%   True iff a consulted file defines or declares the predicate.

consulted(Name, Arity) :- consulted(user, Name, Arity).

consulted(Module, Name, Arity) :-
    '$foreign_call'(predicate_clauses, [Module,Name,Arity], N),
    N >= 0.

%!  source_clause(:Head, -Body, -Place) is nondet.
%
%   True iff Head :- Body is a clause in a consulted file, grammar rules translated, and Place is its
%   File:Line. In the order of the clauses.

source_clause(Head0, Body, Place) :-
    (   Head0 = Module:Head -> true
    ;   Module = user,
        Head = Head0
    ),
    functor(Head, Name, Arity),
    source_term(Module:Name/Arity, Term, _, Place),
    meaning(Module, Term, Clause),
    (   Clause = (H :- Body) -> true
    ;   H = Clause,
        Body = true
    ),
    ( H = Head -> true ; H = _:Head ).

%!  source_term(+Indicator, -Term, -VariableNames, -Place) is nondet.
%
%   True iff Term is a clause of the predicate Module:Name/Arity as it stands in a consulted file, with the names of `unit_names`
%   in a unit of tests.

source_term(Module:Name/Arity, Term, VNs, Place) :-
    '$foreign_call'(predicate_clauses, [Module,Name,Arity], N),
    N > 0,
    Last is N - 1,
    between(0, Last, I),
    '$foreign_call'(predicate_text, [Module,Name,Arity,I], Text),
    '$foreign_call'(predicate_line, [Module,Name,Arity,I], Line),
    Line > 0,
    '$foreign_call'(predicate_file, [Module,Name,Arity,I], FileCs),
    atom_chars(File, FileCs),
    Place = File:Line,
    catch(read_term_from_chars(Text, Term0, [variable_names(VNs)]), _, false),
    '$foreign_call'(predicate_unit, [Module,Name,Arity,I], UnitCs),
    (   UnitCs = [_|_] ->
        atom_chars(Unit, UnitCs),
        unit_names:as_written(File, Unit, Module, Term0, Term)
    ;   Term = Term0
    ).

%!  meaning(+Module, +Term, -Clause) is nondet.
%
%   Clause is what Term, of a file, is as a clause of Module: grammar rules are translated, and what the program makes of its terms
%   is several.

meaning(Module, Term, Clause) :-
    (   load_hooks:expansions_said, cl_expansions:results(Module, Term, Terms) ->
        lists:member(Term1, Terms)
    ;   Term1 = Term
    ),
    loader:expand_term(Term1, Clause).

%!  source_count(+Indicator, -Count) is det.
%
%   Count is the number of clauses of the predicate Module:Name/Arity in consulted files.

source_count(Module:Name/Arity, Count) :-
    '$foreign_call'(predicate_clauses, [Module,Name,Arity], N),
    Count is max(N, 0).

%!  source_text(+Indicator, -Text) is nondet.
%
%   True iff Text is what a consulted file has for a clause of the predicate Module:Name/Arity.

source_text(Module:Name/Arity, Text) :-
    source_count(Module:Name/Arity, N),
    Last is N - 1,
    between(0, Last, I),
    '$foreign_call'(predicate_text, [Module,Name,Arity,I], Text).

%!  defined_somewhere(+Name, +Arity) is semidet.
%
%   True iff a consulted file defines the predicate in some module.

defined_somewhere(Name, Arity) :- '$foreign_call'(predicate_is_somewhere, [Name,Arity], 1).

%!  defining_files(-Files) is det.
%
%   Files are those that define predicates, in the order of loading.

defining_files(Files) :-
    defining_files(0, Files).

defining_files(I, Files) :-
    '$foreign_call'(file_defining, [I], Cs),
    (   Cs == [] -> Files = []
    ;   atom_chars(File, Cs),
        Files = [File|Files1],
        I1 is I + 1,
        defining_files(I1, Files1)
    ).

%!  plain_facts(+Name, +Arity) is semidet.
%
%   True iff the clauses of a predicate of consulted files are ground facts in plain notation. The host keeps them for the
%   learner that is asked next.

plain_facts(Name, Arity) :- '$foreign_call'(predicate_is_facts, [Name,Arity], 1).

%!  stamp(-Stamp) is det.
%
%   Stamp is an integer, another one whenever clauses of files have come or gone.

stamp(Stamp) :- '$foreign_call'(load_stamp, [], Stamp).

%!  consulted_predicate(-Module, -Name, -Arity, -File) is nondet.
%
%   True iff File defines the predicate, in the order of loading.

consulted_predicate(Module, Name, Arity, File) :-
    consulted_predicate(0, Module, Name, Arity, File).

consulted_predicate(I, Module, Name, Arity, File) :-
    '$foreign_call'(predicate_number, [I], Text),
    Text = [_|_],
    read_term_from_chars(Text, predicate(M, N, A, F), []),
    (   Module = M, Name = N, Arity = A, File = F
    ;   I1 is I + 1,
        consulted_predicate(I1, Module, Name, Arity, File)
    ).
