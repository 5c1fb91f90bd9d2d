//! Predicates of libraries with several answers, as clauses.

/// A predicate: its name, its arity, and its clauses `clause(Head,Body)` with what they need.
pub type Definition = (&'static str, usize, &'static str);

/// All of them. What they call is `$` something, or computed: a program may have a predicate of its own
/// under any other name. `$beyond` gives up. No variable `_`
/// stands twice in a clause.
pub const DEFINITIONS: &[Definition] = &[
    (
        "member",
        2,
        "[clause(member(X,[X|_]),true),
          clause(member(X,[_|Xs]),member(X,Xs))]",
    ),
    (
        "memberchk",
        2,
        "[clause(memberchk(X,Xs),once('$memberchk'(X,Xs))),
          clause('$memberchk'(X,[X|_]),true),
          clause('$memberchk'(X,[_|Xs]),'$memberchk'(X,Xs))]",
    ),
    (
        "append",
        3,
        "[clause(append([],Ys,Ys),true),
          clause(append([X|Xs],Ys,[X|Zs]),append(Xs,Ys,Zs))]",
    ),
    (
        "select",
        3,
        "[clause(select(X,[X|Xs],Xs),true),
          clause(select(Y,[X|Xs],[X|Ys]),select(Y,Xs,Ys))]",
    ),
    (
        "last",
        2,
        "[clause(last([X|Xs],Last),'$last'(Xs,X,Last)),
          clause('$last'([],Last,Last),true),
          clause('$last'([X|Xs],_,Last),'$last'(Xs,X,Last))]",
    ),
    (
        "between",
        3,
        "[clause(between(Low,High,X),';'('->'(','(integer(Low),integer(High)),'$between'(X,Low,High)),'$beyond')),
          clause('$between'(X,Low,High),';'('->'(integer(X),','('=<'(Low,X),'=<'(X,High))),'$upwards'(X,Low,High))),
          clause('$upwards'(X,Low,High),','(var(X),','(!,','('=<'(Low,High),'$from'(Low,High,X))))),
          clause('$upwards'(_X,_Low,_High),'$beyond'),
          clause('$from'(Low,High,X),';'('->'('=='(Low,High),'='(X,Low)),
            ';'('='(X,Low),','(is(Next,'+'(Low,1)),'$from'(Next,High,X)))))]",
    ),
    (
        "maplist",
        2,
        "[clause(maplist(G,Xs),'$maplist'(Xs,G)),
          clause('$maplist'([],_),true),
          clause('$maplist'([X|Xs],G),','(call(G,X),'$maplist'(Xs,G)))]",
    ),
    (
        "maplist",
        3,
        "[clause(maplist(G,Xs,Ys),'$maplist'(Xs,Ys,G)),
          clause('$maplist'([],[],_),true),
          clause('$maplist'([X|Xs],[Y|Ys],G),','(call(G,X,Y),'$maplist'(Xs,Ys,G)))]",
    ),
    (
        "foldl",
        4,
        "[clause(foldl(G,Xs,A,B),'$foldl'(Xs,G,A,B)),
          clause('$foldl'([],_,A,A),true),
          clause('$foldl'([X|Xs],G,A,B),','(call(G,X,A,C),'$foldl'(Xs,G,C,B)))]",
    ),
];
