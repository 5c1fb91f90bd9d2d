/** Genetic programming: trees that are bred until one is good.

Trees are plain terms. What they are made of and what they are worth is the user's to say.

```
?- gp_evolve(multiplexer(1), [population(50),generations(10)], Tree, History).
   Tree = if(a0,d1,d0), History = [...].
```

A task is a term `gp_task(Functions, Leaves, Fitness)`:

  - Functions are terms whose variables are the children, such as `_+_`, `sin(_)` or `if(kings_in_opposition,_,_)`;
  - Leaves are terms without variables, such as `x`, `1` or `lateral_check`;
  - Fitness is a closure: `call(Fitness, Tree, F)` gives the number F that Tree is worth, the higher the better.

A program that looks for the curve x^2+x:

```
gp_task(parabola, [_+_,_*_], [x,1], fit).

fit(Tree, F) :-
    findall(E, ( member(X, [-1,0,1,2]), value(Tree, X, Y), E is abs(X*X+X-Y) ), Es),
    sum_list(Es, Sum),
    F is -Sum.

value(x, X, X).
value(1, _, 1).
value(A+B, X, Y) :- value(A, X, Y1), value(B, X, Y2), Y is Y1 + Y2.
value(A*B, X, Y) :- value(A, X, Y1), value(B, X, Y2), Y is Y1 * Y2.
```

There `parabola` is the name of the task, for all predicates here. Native tasks have names, too, and are fast:
`quartic` (symbolic regression of x^4+x^3+x^2+x), `multiplexer(N)` (the Boolean multiplexer with N address bits,
N from 1 to 3), and `krk(N)`, `kqk(N)`, `kbbk(N)` and `kbnk(N)`, strategies for endings in experiment N, from 1 to 5, of
`chesslog evolve`; without N it is experiment 4.

The method is that of J. R. Koza, Genetic Programming, MIT Press, 1992; the three kinds of mutation, and the usual rates
of crossover and mutation, are those of N. Lassabe et al., Genetically Programmed Strategies for Chess Endgame, 2006.

What is random depends on the option `seed(N)`, 1 by default, and on nothing else: the same call has the same answer,
for any number of threads.
*/

:- module(cl_gp, [gp_random/3, gp_crossover/5, gp_mutate/4, gp_fitness/3, gp_evolve/4, gp_decide/3]).

:- use_module(library(charsio)).
:- use_module(library(error)).
:- use_module(library(cl_host)).
:- use_module(library(gp_tasks)).
:- use_module(library(internal_gp)).
:- use_module(library(iso_ext)).
:- use_module(library(lists)).

%! gp_random(+Task, +Options, -Tree) is det.
%
% Tree is a random tree of Task, as they are in a first generation: its depth is drawn from 1 to `first_depth`, and one
% in two has all its leaves there (Koza 1992, section 6.2). Another `seed` makes another tree. The options are those of
% gp_evolve/4.

gp_random(Task0, Options, Tree) :-
    PI = gp_random/3,
    task(Task0, PI, Task),
    options(Options, PI, Text, _, _),
    setup_call_cleanup(opened(Task, Text, Gp), gp_random_tree(Gp, Letters), gp_close(Gp)),
    letters_tree(Letters, Task, Tree0),
    Tree = Tree0.

%! gp_crossover(+Task, +Tree1, +Tree2, +Options, -Child) is det.
%
% Child is Tree1 with one of its subtrees replaced by one of Tree2 (Koza 1992, section 6.4.2); nine times in ten the
% place is a function. Where that would be too large for the options `depth` and `nodes`, Child is Tree1.
%
% A tree with a part that is not made of the task's functions and leaves is a domain error, and that part its culprit.

gp_crossover(Task0, Tree1, Tree2, Options, Child) :-
    PI = gp_crossover/5,
    task(Task0, PI, Task),
    tree_letters(Tree1, Task, PI, Letters1),
    tree_letters(Tree2, Task, PI, Letters2),
    options(Options, PI, Text, _, _),
    setup_call_cleanup(opened(Task, Text, Gp), gp_child(Gp, Letters1, Letters2, Letters), gp_close(Gp)),
    letters_tree(Letters, Task, Child0),
    Child = Child0.

%! gp_mutate(+Task, +Tree, +Options, -Child) is det.
%
% Child is Tree with a function replaced by another one with as many children, or a leaf by another leaf, or a subtree
% by a random one (Lassabe et al. 2006, section 3.3), each as often as the others. Where that would be too large for the
% options `depth` and `nodes`, Child is Tree.

gp_mutate(Task0, Tree, Options, Child) :-
    PI = gp_mutate/4,
    task(Task0, PI, Task),
    tree_letters(Tree, Task, PI, Letters0),
    options(Options, PI, Text, _, _),
    setup_call_cleanup(opened(Task, Text, Gp), gp_mutant(Gp, Letters0, Letters), gp_close(Gp)),
    letters_tree(Letters, Task, Child0),
    Child = Child0.

%! gp_fitness(+Task, +Tree, -Fitness) is det.
%
% Fitness is what Tree is worth. A fitness predicate that fails, gives no number or raises an error Cause is
% `error(gp_fitness(Tree,Cause),_)`, where Cause may also be `failed` or `not_a_number(Value)`.

gp_fitness(Task0, Tree, Fitness) :-
    PI = gp_fitness/3,
    task(Task0, PI, Task),
    tree_letters(Tree, Task, PI, Letters),
    (   is_native(Task) ->
        setup_call_cleanup(opened(Task, [], Gp), gp_worth(Gp, Letters, Fitness0), gp_close(Gp))
    ;   value(Task, Tree, PI, Fitness0)
    ),
    Fitness = Fitness0.

%! gp_evolve(+Task, +Options, -Best, -History) is det.
%
% Best is the fittest tree of all generations; of equals, the one with the fewest nodes. History has
% `generation(N,Fitness,Mean,Size)` for each generation from 0: the fitness of its best tree, the mean of all, and how
% many nodes the best has.
%
% Each generation after the first consists of the `elite`, of children of two trees, of mutated trees, and of copies.
% Parents win tournaments. Equal trees are valued once: a fitness predicate has to give equal trees the same number.
%
% Options, and what they are otherwise:
%
%   - population(N): trees in a generation; 500, and 10,000 if the task is native.
%   - generations(N): the number of the last generation; 50. The first one, of random trees, is number 0.
%   - crossover(P), mutation(P): the share of the trees that are children of two, 0.65, and that are mutated, 0.05.
%   - tournament(N): how many trees are drawn of which the fittest becomes a parent; 7.
%   - elite(N): how many of the best trees live on as they are; 10.
%   - first_depth(N): the greatest depth of random trees; 6. That of a leaf is 0.
%   - depth(N), nodes(N): the greatest depth and the most nodes of trees that are bred; 12 and 101.
%   - seed(N): another seed makes another run; 1.
%   - threads(N): how many threads breed trees, and value those of native tasks; as many as there are processors, and 1
%     where Prolog values. The result does not depend on it.
%   - target(F): ends when a tree is worth F or more; native tasks know the best.
%   - time_limit(S): ends after S seconds, as soon as the fitness of a tree is known. A generation that is then valued
%     in part counts for Best, but is not in History, unless it is the first.
%   - start(Trees): trees that the first generation begins with, such as the best of another run.
%   - progress(B): if true, prints a line for each generation, and the best tree so far: it is what is left of a run
%     that is interrupted; false.
%
% Errors of the fitness are those of gp_fitness/3.

gp_evolve(Task0, Options, Best, History) :-
    PI = gp_evolve/4,
    task(Task0, PI, Task),
    options(Options, PI, Text, Start, Progress),
    trees_letters(Start, Task, PI, Started),
    setup_call_cleanup(opened(Task, Text, Gp), evolved(Gp, Task, Started, Progress, Letters, History0), gp_close(Gp)),
    letters_tree(Letters, Task, Best0),
    Best = Best0,
    History = History0.

opened(task(_,_,Arities,Leaves,Native,_), Options, Gp) :- gp_open(Arities, Leaves, Options, Native, Gp).

evolved(Gp, Task, Started, Progress, Letters, History) :-
    gp_start(Gp, Started),
    generations(Gp, Task, Progress),
    gp_history(Gp, Letters, History).

% What a generation needs of memory is given back after each tree.
generations(Gp, Task, Progress) :-
    repeat,
    valued(Gp, Task),
    gp_advance(Gp, State),
    (   Progress == true -> \+ \+ reported(Gp, Task)
    ;   progress_due -> \+ \+ hinted(Gp)
    ;   true
    ),
    State \== next,
    !.

valued(Gp, Task) :-
    (   is_native(Task) -> gp_value(Gp)
    ;   repeat,
        \+ next_valued(Gp, Task) -> true
    ).

next_valued(Gp, Task) :-
    gp_next(Gp, Place, Letters),
    letters_tree(Letters, Task, Tree),
    value(Task, Tree, gp_evolve/4, Fitness),
    catch(cl_gp:plain_number(Fitness, Plain), E, throw(error(gp_fitness(Tree,E), gp_evolve/4))),
    gp_tell(Gp, Place, Plain).

plain_number(Number, Plain) :-
    (   integer(Number), abs(Number) < 9007199254740992 -> Plain = Number
    ;   Plain is float(Number)
    ).

hinted(Gp) :-
    gp_generation(Gp, _, generation(N,Fitness,_,_)),
    write_term_to_chars(N, [], NText),
    write_term_to_chars(Fitness, [], FText),
    append(["generation ",NText,", best ",FText], Line),
    progress(Line).

reported(Gp, Task) :-
    gp_generation(Gp, Letters, generation(N,Fitness,Mean,Size)),
    letters_tree(Letters, Task, Tree),
    write(generation(N,Fitness,Mean,Size)),
    write(': '),
    writeq(Tree),
    nl.

%! gp_decide(+Tree, +Argument, -Leaf) is semidet.
%
% Leaf is what a tree of nodes `if(Condition,Then,Else)` decides on: Then is followed if `call(Condition, Argument)` is
% true, else Else, until there is a node of another kind.

gp_decide(Tree, Argument, Leaf) :-
    (   var(Tree) -> instantiation_error(gp_decide/3)
    ;   Tree = if(Condition,Then,Else) ->
        (   holds(Condition, Argument) -> gp_decide(Then, Argument, Leaf)
        ;   gp_decide(Else, Argument, Leaf)
        )
    ;   Leaf = Tree
    ).

holds(Condition, Argument) :-
    (   var(Condition) -> instantiation_error(gp_decide/3)
    ;   callable(Condition) -> true
    ;   type_error(callable, Condition, gp_decide/3)
    ),
    (   cl_engine:sandboxed -> cl_engine:ready(call(Condition,Argument), Goal), call(user:Goal)
    ;   call(user:Condition, Argument)
    ).

% --- examples ---------------------------------------------------------------------------------

?- gp_evolve(multiplexer(1), [population(50),generations(10)], Tree, _), gp_fitness(multiplexer(1), Tree, F).
   Tree = if(a0,d1,d0), F = 8.
