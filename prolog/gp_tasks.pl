/** The tasks of genetic programming: what trees are made of, and what they are worth.

A task that has been read is `task(Table,Symbols,Arities,Leaves,Native,Value)`. The first two have the symbols,
`function(Term,Children)` or `leaf(Term)`, to be found by number and by term. The host knows symbols as letters, and a
tree as the letters of its symbols in prefix order.

```
?- gp_tasks:task(gp_task([_+_],[x,1],f), gp_random/3, Task), gp_tasks:tree_letters(x+(1+x), Task, gp_mutate/4, Letters).
   Letters = "ĀāĀĂā", Task = ... .
```
*/

:- module(gp_tasks, [task/3, is_native/1, options/5, tree_letters/4, trees_letters/4, letters_tree/3, value/4]).

:- use_module(library(error)).
:- use_module(library(internal_gp)).
:- use_module(library(lists)).

% --- tasks ------------------------------------------------------------------------------------

%! task(+Task0, +Caller, -Task) is det.
%
% Reads a task: a term `gp_task(Functions,Leaves,Fitness)`, the name of one that the program has in clauses of
% gp_task/4, or of a native one.

task(Task0, PI, task(Table,Symbols,Arities,Leaves,Native,Value)) :-
    (   var(Task0) -> instantiation_error(PI)
    ;   Task0 = gp_task(Fs,Ls,Fitness) -> Native = [], goal(Fitness, PI, Value)
    ;   of_program(Task0, Fs, Ls, Fitness) -> Native = [], goal(Fitness, PI, Value)
    ;   ground(Task0), native(Task0, PI, Fs, Ls) -> Native = Task0, Value = native
    ;   throw(error(existence_error(gp_task, Task0), PI))
    ),
    proper_list(Fs, PI),
    proper_list(Ls, PI),
    functions(Fs, PI, Functions, Arities),
    (   Ls == [] -> domain_error(non_empty_list, Ls, PI)
    ;   leaves(Ls, PI, LeafSymbols)
    ),
    append(Functions, LeafSymbols, All),
    table(All, Table),
    numbered(All, 256, Symbols),
    length(Ls, Leaves).

of_program(Name, Fs, Ls, Fitness) :-
    '$predicate_defined'(user, gp_task, 4),
    call(user:gp_task(Name, Fs, Ls, Fitness)).

native(Name, PI, Fs, Ls) :-
    catch(gp_native(Name, Fs, Ls), error(E,_), gp_tasks:native_error(E, Name, PI)).

native_error(E, Name, PI) :-
    (   E = domain_error(Domain,_) -> domain_error(Domain, Name, PI)
    ;   throw(error(E, PI))
    ).

%! is_native(+Task) is semidet.
%
% True iff the host knows what the trees of Task are worth.

is_native(task(_,_,_,_,_,native)).

% goal(+Closure, +PI, -Value): what has to be called for Closure, in SWI mode or in the sandbox perhaps something else.
goal(Closure, PI, Value) :-
    (   var(Closure) -> instantiation_error(PI)
    ;   callable(Closure) -> true
    ;   type_error(callable, Closure, PI)
    ),
    cl_engine:ready(call(Closure,T,F), Ready),
    (   Ready == call(Closure,T,F) -> Value = closure(Closure)
    ;   Value = goal(Ready,T,F)
    ).

proper_list(List, PI) :- catch(must_be(list, List), error(E,_), throw(error(E, PI))).

functions([], _, [], []).
functions([F|Fs], PI, [function(F,Vs)|Symbols], [N|Ns]) :-
    (   var(F) -> instantiation_error(PI)
    ;   term_variables(F, Vs), length(Vs, N), N > 0, N < 256, occurrences(F, 0, N) -> true
    ;   domain_error(gp_function, F, PI)
    ),
    functions(Fs, PI, Symbols, Ns).

% occurrences(+Term, +N0, -N): of variables.
occurrences(T, N0, N) :-
    (   var(T) -> N is N0 + 1
    ;   compound(T) -> T =.. [_|Ts], all_occurrences(Ts, N0, N)
    ;   N = N0
    ).

all_occurrences([], N, N).
all_occurrences([T|Ts], N0, N) :-
    occurrences(T, N0, N1),
    all_occurrences(Ts, N1, N).

leaves([], _, []).
leaves([L|Ls], PI, [leaf(L)|Symbols]) :-
    (   ground(L) -> true
    ;   domain_error(gp_leaf, L, PI)
    ),
    leaves(Ls, PI, Symbols).

% table(+Symbols, -Table): terms have at most 255 arguments, so a large table has two levels.
table(Symbols, Table) :-
    length(Symbols, N),
    (   N =< 255 -> Flat =.. [symbols|Symbols], Table = flat(Flat)
    ;   N > 128 * 255 -> throw(error(resource_error(gp_symbols), gp))
    ;   chunks(Symbols, Chunks), Two =.. [chunks|Chunks], Table = two(Two)
    ).

chunks([], []) :- !.
chunks(Symbols, [Chunk|Chunks]) :-
    (   length(First, 128), append(First, Rest, Symbols) -> true
    ;   First = Symbols, Rest = []
    ),
    Chunk =.. [symbols|First],
    chunks(Rest, Chunks).

symbol(flat(Table), N, Symbol) :- arg(N, Table, Symbol).
symbol(two(Table), N, Symbol) :-
    I is (N - 1) // 128 + 1,
    J is (N - 1) mod 128 + 1,
    arg(I, Table, Chunk),
    arg(J, Chunk, Symbol).

numbered([], _, []).
numbered([S|Ss], Code, [C-S|Symbols]) :-
    char_code(C, Code),
    Code1 is Code + 1,
    numbered(Ss, Code1, Symbols).

% --- trees ------------------------------------------------------------------------------------

%! letters_tree(+Letters, +Task, -Tree) is det.
%
% Tree is made of the symbols with these Letters.

letters_tree(Letters, task(Table,_,_,_,_,_), Tree) :- node(Letters, _, Table, Tree).

node([C|Cs0], Cs, Table, Tree) :-
    char_code(C, Code),
    N is Code - 255,
    symbol(Table, N, Symbol),
    made(Symbol, Cs0, Cs, Table, Tree).

made(leaf(Tree), Cs, Cs, _, Tree).
made(function(F,Vs), Cs0, Cs, Table, Tree) :-
    copy_term(F-Vs, Tree-Trees),
    nodes(Trees, Cs0, Cs, Table).

nodes([], Cs, Cs, _).
nodes([Tree|Trees], Cs0, Cs, Table) :-
    node(Cs0, Cs1, Table, Tree),
    nodes(Trees, Cs1, Cs, Table).

%! tree_letters(+Tree, +Task, +Caller, -Letters) is det.
%
% Letters are those of the symbols of Tree. If it is made of others, the part where they begin is the culprit of a
% domain error.

tree_letters(Tree, task(_,Symbols,_,_,_,_), PI, Letters) :-
    (   ground(Tree) -> true
    ;   instantiation_error(PI)
    ),
    (   letters(Tree, Symbols, Letters, []) -> true
    ;   offending(Tree, Symbols, Part),
        domain_error(gp_tree, Part, PI)
    ).

%! trees_letters(+Trees, +Task, +Caller, -Letters) is det.
%
% The letters of all Trees, one after the other.

trees_letters([], _, _, []).
trees_letters([Tree|Trees], Task, PI, Letters) :-
    tree_letters(Tree, Task, PI, Letters0),
    append(Letters0, Letters1, Letters),
    trees_letters(Trees, Task, PI, Letters1).

letters(Tree, Symbols, [C|Cs0], Cs) :-
    member(C-Symbol, Symbols),
    is_root(Symbol, Tree, Children),
    all_letters(Children, Symbols, Cs0, Cs).

all_letters([], _, Cs, Cs).
all_letters([Tree|Trees], Symbols, Cs0, Cs) :-
    letters(Tree, Symbols, Cs0, Cs1),
    all_letters(Trees, Symbols, Cs1, Cs).

is_root(leaf(Tree0), Tree, []) :- Tree0 == Tree.
is_root(function(F,Vs), Tree, Trees) :- copy_term(F-Vs, Tree-Trees).

offending(Tree, Symbols, Part) :-
    (   member(_-Symbol, Symbols),
        is_root(Symbol, Tree, Children),
        member(Child, Children),
        \+ letters(Child, Symbols, _, []) ->
        offending(Child, Symbols, Part)
    ;   Part = Tree
    ).

%! value(+Task, +Tree, +Caller, -Fitness) is det.
%
% Fitness is the number that the fitness predicate of Task gives for Tree.

value(task(_,_,_,_,_,Value), Tree, PI, Fitness) :-
    catch(gp_tasks:called(Value, Tree, F, Outcome), E, Outcome = raised(E)),
    (   Outcome == true -> Fitness = F
    ;   Outcome = raised(E1) ->
        (   nonvar(E1), E1 = error(_,_) -> throw(error(gp_fitness(Tree,E1), PI))
        ;   throw(E1)
        )
    ;   throw(error(gp_fitness(Tree,Outcome), PI))
    ).

called(Value, Tree, F, Outcome) :-
    (   call_fitness(Value, Tree, F) ->
        (   number(F) -> Outcome = true
        ;   Outcome = not_a_number(F)
        )
    ;   Outcome = failed
    ).

call_fitness(closure(Closure), Tree, F) :- call(user:Closure, Tree, F).
call_fitness(goal(Goal,Tree,F), Tree, F) :- call(user:Goal).

% --- options ----------------------------------------------------------------------------------

%! options(+Options, +Caller, -Plain, -Start, -Progress) is det.
%
% Plain is what the host reads, Start the trees to begin with, Progress whether it is to be reported.

options(Options, PI, Plain, Start, Progress) :-
    proper_list(Options, PI),
    (   ground(Options) -> true
    ;   instantiation_error(PI)
    ),
    without_trees(Options, Plain, [], Start, false, Progress),
    (   gp_wrong_option(Plain, N) ->
        nth1(N, Options, Wrong),
        domain_error(gp_option, Wrong, PI)
    ;   true
    ).

% The last of several options of one name counts.
without_trees([], [], Start, Start, Progress, Progress).
without_trees([O0|Os0], [O|Os], Start0, Start, Progress0, Progress) :-
    (   O0 = start(Trees), catch(must_be(list, Trees), _, false) -> O = start([]), Start1 = Trees, Progress1 = Progress0
    ;   O0 = progress(Progress1) -> O = O0, Start1 = Start0
    ;   O = O0, Start1 = Start0, Progress1 = Progress0
    ),
    without_trees(Os0, Os, Start1, Start, Progress1, Progress).

% --- examples ---------------------------------------------------------------------------------

?- gp_tasks:task(gp_task([_+_],[x,1],f), gp_random/3, T), gp_tasks:tree_letters(x+(1+x), T, gp_mutate/4, Ls).
   T = task(flat(symbols(function(_A+_B,[_A,_B]),leaf(x),leaf(1))),['Ā'-function(_A+_B,[_A,_B]),ā-leaf(x),'Ă'-leaf(1)],[2],2,[],closure(f)), Ls = ['Ā',ā,'Ā','Ă',ā].

?- findall(Tree, ( findall(L, between(1, 300, L), Ls),
                   gp_tasks:task(gp_task([f(_,_)],Ls,g), gp_random/3, T),
                   gp_tasks:tree_letters(f(1,f(300,127)), T, gp_mutate/4, Cs),
                   gp_tasks:letters_tree(Cs, T, Tree)
                 ), Trees).
   Trees = [f(1,f(300,127))].
