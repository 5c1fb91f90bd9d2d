//! The background as a program: the clauses behind it, run here as far as that is safe.
//!
//! To ask Prolog takes much longer than most goals of a background take by themselves: facts with
//! variables, a little arithmetic, recursion on lists. [`Horn`] proves those with SLD resolution, with the
//! answers that Prolog gives, in its order. It knows pure predicates only, and it has no errors of its
//! own: whenever something else comes up it gives up, nothing has happened, and Prolog is asked.
//!
//! ```
//! use chesslog::mil::{Horn, BackgroundSource, Task};
//!
//! let mut task = Task::read(
//!     "task([],[],[],[],[],[],[],[clauses([clause(next(X,Y),is(Y,+(X,1)))])])",
//! )?;
//! let mut horn = Horn::new(&mut task);
//! let goal = task.terms.pattern(&"next(4,Y)".parse()?, &mut Vec::new());
//! let answers = horn.answers(&mut task.terms, goal, 0, 8).unwrap();
//! assert_eq!(answers.rows, [[task.terms.integer(5)]]);
//! // Prolog's error, not ours.
//! let goal = task.terms.pattern(&"next(X,Y)".parse()?, &mut Vec::new());
//! assert_eq!(horn.answers(&mut task.terms, goal, 0, 8), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arithmetic;
mod builtins;
mod code;
mod library;
mod purity;
mod run;

use self::{
    code::{HornProgram, functor},
    run::{NextProof, Run},
};
use super::{
    answers::{Answers, BackgroundSource, End},
    task::Task,
    terms::{Cell, Terms},
};

/// The most work for a goal: calls, and steps of unification.
const FUEL: u64 = 100_000;

/// Prolog may need up to this many inferences for one unit of that work, and some before it begins: what
/// is over the limit of inferences there must not be proved here.
const INFERENCES: u64 = 10;
const BEGINNING: u64 = 1_000;

/// Predicates of libraries that it knows, computed or as clauses.
pub const LIBRARIES: &[(&str, usize)] = &[
    ("member", 2),
    ("memberchk", 2),
    ("append", 3),
    ("select", 3),
    ("last", 2),
    ("between", 3),
    ("maplist", 2),
    ("maplist", 3),
    ("foldl", 4),
    ("is_list", 1),
    ("length", 2),
    ("reverse", 2),
    ("msort", 2),
    ("sum_list", 2),
    ("max_list", 2),
    ("min_list", 2),
    ("nth0", 3),
    ("nth1", 3),
    ("succ", 2),
    ("plus", 3),
    ("forall", 2),
    ("ignore", 1),
];

/// Predicates of `library(clpz)`, computed where all is integers, or one side of `#=` a variable.
pub const CONSTRAINTS: &[(&str, usize)] = &[
    ("#=", 2),
    ("#\\=", 2),
    ("#<", 2),
    ("#>", 2),
    ("#=<", 2),
    ("#>=", 2),
];

/// How many goals of a predicate may be given up before it counts whether they are three quarters of all.
const PATIENCE: u32 = 4;

/// The clauses of a background, which is asked goals.
#[derive(Debug, Clone)]
pub struct Horn {
    program: HornProgram,
    run: Run,
    fuel: u64,
}

impl Horn {
    /// Takes the clauses of a task.
    pub fn new(task: &mut Task) -> Horn {
        let rules = std::mem::take(&mut task.rules);
        let mut horn = Horn {
            program: HornProgram::new(&mut task.terms, &rules, &task.libraries),
            run: Run::default(),
            fuel: 0,
        };
        horn.limit(task.options.goal_inferences);
        horn
    }

    /// A goal may take so many inferences in Prolog.
    pub fn limit(&mut self, inferences: u64) {
        let left = inferences.saturating_sub(BEGINNING);
        self.fuel = (left / INFERENCES).min(FUEL);
    }

    fn rows(
        &mut self,
        terms: &mut Terms,
        name: Cell,
        args: &[Cell],
        skip: usize,
        most: usize,
    ) -> Option<Answers> {
        let mut variables = Vec::new();
        if args.iter().any(|&arg| terms.is_open(arg)) {
            variables.resize(terms.hole_count(), Terms::UNSET);
        }
        let (run, program) = (&mut self.run, &mut self.program);
        let given = args.iter().map(|&arg| terms.scratch(arg, &mut variables));
        run.load_call(given);
        // Holes of a goal are numbered from 0.
        variables.retain(|&variable| variable != Terms::UNSET);
        let mut rows = Vec::new();
        run.begin(terms, program, name, self.fuel);
        let mut found = run.prove(terms, program);
        let mut count = 0;
        loop {
            match found {
                NextProof::Beyond => return None,
                NextProof::Nothing => {
                    let end = End::Complete;
                    return Some(Answers { rows, end });
                }
                NextProof::Proof => {}
            }
            if count >= skip {
                let mut names = Vec::new();
                let values = variables.iter();
                let row = values.map(|&value| terms.kept(value, &mut names, &mut run.fuel, 0));
                rows.push(row.collect::<Option<Vec<Cell>>>()?);
            }
            count += 1;
            if rows.len() >= most {
                let end = match run.may_go_on() {
                    true => End::More,
                    false => End::Complete,
                };
                return Some(Answers { rows, end });
            }
            found = run.again(terms, program);
        }
    }
}

impl BackgroundSource for Horn {
    fn is_pure(&self, name: Cell, arity: usize) -> bool {
        let predicate = self.program.predicate(name, arity);
        predicate.is_some_and(|at| self.program.predicates[at as usize].pure)
    }

    fn announce(&mut self, terms: &mut Terms, names: &[Cell]) {
        self.program.announce(terms, names);
    }

    fn answers(
        &mut self,
        terms: &mut Terms,
        goal: Cell,
        skip: usize,
        most: usize,
    ) -> Option<Answers> {
        let (name, _) = functor(terms, goal)?;
        let args = terms.compound_parts(goal).map(|(_, args)| args.to_vec());
        self.called(terms, name, &args.unwrap_or_default(), skip, most)
    }

    fn called(
        &mut self,
        terms: &mut Terms,
        name: Cell,
        args: &[Cell],
        skip: usize,
        most: usize,
    ) -> Option<Answers> {
        let predicate = self.program.predicate(name, args.len());
        if let Some(predicate) = predicate {
            let known = &mut self.program.predicates[predicate as usize];
            if known.given_up >= PATIENCE && known.given_up * 4 > known.asked * 3 {
                return None;
            }
            known.asked += 1;
        }
        let (mark, end) = (terms.mark(), self.program.end());
        let answers = self.rows(terms, name, args, skip, most);
        terms.undo(mark);
        self.program.cut_off(end);
        if let (Some(predicate), None) = (predicate, &answers) {
            self.program.predicates[predicate as usize].given_up += 1;
        }
        answers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Term;

    struct Program {
        terms: Terms,
        horn: Horn,
    }

    fn program(clauses: &str) -> Program {
        let libraries: Vec<String> = LIBRARIES
            .iter()
            .chain(CONSTRAINTS)
            .map(|(name, arity)| format!("/({name},{arity})"))
            .collect();
        let mut task = Task::read(&format!(
            "task([],[],[],[],[],[],[],[clauses([{clauses}]),libraries([{}])])",
            libraries.join(",")
        ))
        .unwrap();
        let horn = Horn::new(&mut task);
        Program {
            terms: task.terms,
            horn,
        }
    }

    impl Program {
        fn ask(&mut self, goal: &str, skip: usize, most: usize) -> Option<Answers> {
            let goal: Term = goal.parse().unwrap();
            let goal = self.terms.pattern(&goal, &mut Vec::new());
            let live = self.terms.live();
            let answers = self.horn.answers(&mut self.terms, goal, skip, most);
            assert_eq!(self.terms.live(), live);
            answers
        }

        /// The rows as text; `beyond` if Prolog has to be asked.
        fn said(&mut self, goal: &str) -> String {
            let Some(answers) = self.ask(goal, 0, 20) else {
                return "beyond".to_owned();
            };
            let rows: Vec<String> = answers
                .rows
                .iter()
                .map(|row| {
                    let mut names = Vec::new();
                    let row = row.iter().map(|&cell| {
                        let mut text = String::new();
                        self.terms.write(cell, &mut names, &mut text);
                        text
                    });
                    row.collect::<Vec<_>>().join(",")
                })
                .collect();
            match answers.end {
                End::Complete => rows.join(" "),
                end => rows.join(" ") + &format!(" {end:?}"),
            }
        }
    }

    #[test]
    fn computed_predicates() {
        let mut program = program("");
        for (goal, expected) in [
            ("=(f(X,b),f(a,Y))", "a,b"),
            ("\\=(X,a)", ""),
            ("','(\\=(b,a),=(X,1))", "1"),
            ("','(==(X,X),=(X,1))", "1"),
            ("==(X,Y)", ""),
            ("','(\\==(X,Y),=(X,Y))", "_1,_1"),
            ("','(@<(1,a),=(X,1))", "1"),
            ("@<(X,a)", "beyond"),
            ("compare(O,b,a)", ">"),
            ("compare(x,b,a)", "beyond"),
            ("is(X,-(+(2,*(3,4)),1))", "13"),
            ("is(X,mod(7,-2))", "-1"),
            ("is(X,mod(-7,2))", "1"),
            ("is(X,rem(-7,2))", "-1"),
            ("is(X,//(-7,2))", "-3"),
            ("is(X,div(-7,2))", "-4"),
            ("is(X,max(min(3,5),abs(-4)))", "4"),
            ("is(X,+(sign(-3),^(2,10)))", "1023"),
            ("is(X,+(/\\(12,10),\\/(12,10)))", "22"),
            ("is(X,<<(1,62))", "4611686018427387904"),
            ("is(X,>>(-8,1))", "-4"),
            ("is(X,/(4,2))", "beyond"),
            ("is(X,//(4,0))", "beyond"),
            ("is(X,*(9223372036854775807,2))", "beyond"),
            ("is(X,+(1.5,1))", "beyond"),
            ("is(X,+(Y,1))", "beyond"),
            ("is(X,a)", "beyond"),
            ("','(<(1,+(1,1)),=(X,y))", "y"),
            ("','(=:=(4,+(2,2)),','(=\\=(1,2),=(X,y)))", "y"),
            ("','(>=(1,1),','(=<(1,1),','(>(2,1),=(X,y))))", "y"),
            ("<(X,1)", "beyond"),
            ("','(var(X),=(X,1))", "1"),
            ("nonvar(X)", ""),
            ("','(atom(b),','(atom(a),=(X,1)))", "1"),
            ("atom([])", "beyond"),
            ("callable([])", "beyond"),
            ("functor([a],N,A)", "beyond"),
            ("=..([a],L)", "beyond"),
            ("=..(T,['[|]',a,[]])", "beyond"),
            ("atom(f(X))", ""),
            ("','(number(1.5),','(integer(3),=(X,1)))", "1"),
            ("integer(99999999999999999999)", "beyond"),
            ("','(atomic(a),','(compound(f(X)),callable(f(X))))", "_1"),
            (
                "','(atomic(\"ab\"),','(\\+(compound(\"ab\")),functor(\"ab\",N,A)))",
                "\"ab\",0",
            ),
            ("=..(\"ab\",L)", "beyond"),
            ("ground(f(X))", ""),
            ("functor(f(a,b),N,A)", "f,2"),
            ("functor(a,N,A)", "a,0"),
            ("functor(T,f,2)", "beyond"),
            ("arg(2,f(a,b),X)", "b"),
            ("arg(3,f(a,b),X)", ""),
            ("arg(N,f(a,b),X)", "beyond"),
            ("=..(f(a,b),L)", "[f,a,b]"),
            ("=..(T,[f,a,X])", "f(a,_1),_1"),
            ("=..(T,[f|L])", "beyond"),
            ("sort([c,a,b,a],L)", "[a,b,c]"),
            ("msort([c,a,b,a],L)", "[a,a,b,c]"),
            ("msort([c,X],L)", "beyond"),
            ("msort([c|X],L)", "beyond"),
            ("is_list([a|X])", ""),
            ("','(is_list([a,X]),=(X,1))", "1"),
            ("length([a,X],N)", "_1,2"),
            ("length([a|X],N)", "beyond"),
            ("length([a],-1)", "beyond"),
            ("reverse([1,2,3],L)", "[3,2,1]"),
            ("reverse(L,[1,2,3])", "beyond"),
            ("reverse([1|L],[1])", "beyond"),
            ("reverse(1,L)", ""),
            ("reverse([1|a],L)", ""),
            ("msort([2,1],3)", ""),
            ("msort([2,1],[1|a])", ""),
            ("msort([2,1],[1|L])", "[2]"),
            ("sort([2,1],3)", "beyond"),
            ("sum_list([1,2,3],S)", "6"),
            ("sum_list([1,X],S)", "beyond"),
            ("','(max_list([1,5,3],X),min_list([1,5,3],Y))", "5,1"),
            ("max_list([],X)", ""),
            ("nth0(1,[a,b],X)", "b"),
            ("nth1(1,[a,b],X)", "a"),
            ("nth1(3,[a,b],X)", ""),
            ("nth1(N,[a,b],X)", "beyond"),
            ("succ(3,X)", "4"),
            ("succ(X,4)", "3"),
            ("succ(X,0)", ""),
            ("succ(X,Y)", "beyond"),
            ("succ(-1,Y)", "beyond"),
            ("plus(1,X,3)", "2"),
            ("','(#<(1,+(1,1)),=(X,y))", "y"),
            (
                "','(#=<(1,1),','(#>=(2,1),','(#>(2,1),','(#\\=(1,2),=(X,y)))))",
                "y",
            ),
            ("#<(2,*(2,1))", ""),
            ("#<(X,1)", "beyond"),
            ("#<(a,1)", "beyond"),
            ("#=(X,-(7,max(2,3)))", "4"),
            ("#=(-(4),X)", "-4"),
            ("','(#=(3,+(1,2)),=(X,y))", "y"),
            ("#=(3,4)", ""),
            ("#=(X,Y)", "beyond"),
            ("#=(X,+(Y,1))", "beyond"),
            ("#=(+(X,1),3)", "beyond"),
            ("#=(X,//(1,0))", "beyond"),
            ("#=(X,sign(3))", "beyond"),
            ("#=(X,1.5)", "beyond"),
            ("write(a)", "beyond"),
        ] {
            assert_eq!(program.said(goal), expected, "{goal}");
        }
    }

    #[test]
    fn libraries_with_several_answers() {
        let mut program = program("clause(twice(X,Y),is(Y,*(2,X)))");
        for (goal, expected) in [
            ("member(X,[a,Y,c])", "a,_1 _1,_1 c,_1"),
            ("memberchk(X,[a,b])", "a"),
            ("append(X,Y,[1,2])", "[],[1,2] [1],[2] [1,2],[]"),
            ("select(X,[1,2],Y)", "1,[2] 2,[1]"),
            ("last([1,2,3],X)", "3"),
            ("between(1,3,X)", "1 2 3"),
            ("','(between(1,3,2),=(X,1))", "1"),
            ("between(3,1,X)", ""),
            ("between(1,inf,X)", "beyond"),
            ("between(1,2,a)", "beyond"),
            ("maplist(twice,[1,2],Xs)", "[2,4]"),
            ("maplist(<(1),[2,X])", "beyond"),
            ("foldl(plus,[1,2],0,X)", "3"),
            ("call(','(member(X,[1,2]),!))", "1"),
            ("call(member,X,[1,2])", "1 2"),
        ] {
            assert_eq!(program.said(goal), expected, "{goal}");
        }
        let rows = program.ask("member(X,L)", 0, 2).unwrap();
        assert_eq!((rows.rows.len(), rows.end), (2, End::More));
        let rows = program.ask("between(1,10,X)", 8, 2).unwrap();
        let expected = [[program.terms.integer(9)], [program.terms.integer(10)]];
        assert_eq!(rows.rows, expected);
    }

    #[test]
    fn control() {
        let mut program = program(
            "clause(p(1),true),clause(p(2),true),clause(p(3),true),
             clause(first(X),','(p(X),!)),clause(first(9),true),
             clause(cut(X),','(p(Y),';'(','(=(X,Y),!),=(X,0)))),clause(cut(9),true),
             clause(inner(X),','(p(X),','(call(!),\\+(','(!,fail))))),
             clause(size(X,S),';'('->'(=<(X,1),=(S,small)),';'('->'(=<(X,2),=(S,middle)),=(S,large)))),
             clause(after(X),','(p(X),';'('->'(','(p(Y),','(>(Y,X),!)),true),fail))),
             clause(then(X),';'('->'(true,','(p(X),!)),=(X,9))),clause(then(9),true),
             clause(twice(G,X),','(call(G,X),call(G,X))),
             clause(soft(X),';'('*->'(p(X),true),=(X,9))),
             clause(only(X),once(p(X))),
             clause(any(X),','(p(X),forall(p(Y),=<(Y,X)))),
             clause(none(X),','(\\+(p(7)),=(X,yes)))",
        );
        for (goal, expected) in [
            ("p(X)", "1 2 3"),
            ("first(X)", "1"),
            ("first(2)", ""),
            ("cut(X)", "1"),
            ("cut(2)", ""),
            // For each p(Y).
            ("cut(0)", "  "),
            ("inner(X)", "1 2 3"),
            ("','(p(X),size(X,S))", "1,small 2,middle 3,large"),
            ("after(X)", "1 2"),
            ("then(X)", "1"),
            ("twice(p,X)", "1 2 3"),
            ("twice(q,X)", "beyond"),
            ("soft(X)", "beyond"),
            ("only(X)", "1"),
            ("any(X)", "3"),
            ("none(X)", "yes"),
            ("';'('->'(fail,=(X,1)),=(X,2))", "2"),
            ("'->'(p(X),=(Y,X))", "1,1"),
            ("ignore(p(X))", "1"),
            ("','(ignore(p(7)),=(X,1))", "1"),
            ("q(X)", "beyond"),
            ("';'(=(X,1),q(X))", "beyond"),
        ] {
            assert_eq!(program.said(goal), expected, "{goal}");
        }
    }

    #[test]
    fn kinds_of_predicates() {
        let mut program = program(
            "clause('$type'(f,1,head_pred),true),clause('$type'(q,2,body_pred),true),
             clause(g(P),:(metagol,type(P,1,head_pred))),
             clause(u(P),:(user,g(P))),clause(v(P),:(other,g(P)))",
        );
        assert_eq!(program.said("g(P)"), "f");
        let names = ["f", "f_1", "f_2"].map(|name| program.terms.atom(name));
        program.horn.announce(&mut program.terms, &names[..2]);
        // An invented predicate may have any arity.
        assert_eq!(program.said("g(P)"), "f f_1");
        program.horn.announce(&mut program.terms, &names);
        assert_eq!(program.said("g(P)"), "f f_1 f_2");
        assert_eq!(program.said("u(f_2)"), "");
        assert_eq!(program.said("v(P)"), "beyond");
    }

    #[test]
    fn answers_come_with_their_variables() {
        let mut program = program(
            "clause(pair(X,[X,Y|Z],Y),true),clause(pair(_,f(U,V,U,W),V),true),clause(none(X,Y),true)",
        );
        assert_eq!(
            program.said("pair(A,B,C)"),
            "_1,[_1,_2|_3],_2 _1,f(_2,_3,_2,_4),_3"
        );
        assert_eq!(
            program.said("pair(A,B,A)"),
            "_1,[_1,_1|_2] _1,f(_2,_1,_2,_3)"
        );
        assert_eq!(program.said("none(a,f(X,Y,X))"), "_1,_2");
    }

    #[test]
    fn clauses_are_chosen_by_the_first_argument() {
        let mut program = program(
            "clause(p(a,1),true),clause(p(X,2),true),clause(p(f(Y),3),true),clause(p(b,4),true),
             clause(p(f(Y,Y),5),true),clause(p(\"xy\",6),true),clause(p(7,7),true)",
        );
        for (goal, expected) in [
            ("p(a,X)", "1 2"),
            ("p(b,X)", "2 4"),
            ("p(c,X)", "2"),
            ("p(f(1),X)", "2 3"),
            ("p(f(1,2),X)", "2"),
            ("p([x,y],X)", "2"),
            ("p(\"xy\",X)", "2 6"),
            ("p(7,X)", "2 7"),
            ("p(_,X)", "a,1 _1,2 f(_1),3 b,4 f(_1,_1),5 \"xy\",6 7,7"),
        ] {
            assert_eq!(program.said(goal), expected, "{goal}");
        }
    }

    #[test]
    fn long_proofs_and_endless_ones() {
        let mut program = program(
            "clause(len([],0),true),clause(len([_|T],N),','(len(T,M),is(N,+(M,1)))),
             clause(up(N,[N|T]),';'('->'(=:=(N,0),=(T,[])),','(is(M,-(N,1)),up(M,T)))),
             clause(both(N,X),','(up(N,L),len(L,X))),
             clause(down(X),down(s(X))),clause(left(X),left(X)),clause(left(1),true),
             clause(cyclic(X),','(=(X,f(X)),','(=(Y,f(Y)),=(X,Y))))",
        );
        assert_eq!(program.said("both(9999,X)"), "10000");
        for goal in [
            "both(99999,X)",
            "down(a)",
            "left(X)",
            "cyclic(X)",
            "=(X,f(X))",
            "member(a,L)",
        ] {
            let expected = goal == "member(a,L)";
            assert_eq!(program.ask(goal, 0, 8).is_some(), expected, "{goal}");
        }
        assert_eq!(program.said("maplist(=(a),L)").chars().next(), Some('['));
    }

    #[test]
    fn what_is_given_up_too_often_is_not_tried() {
        let mut program = program("clause(p(a),write(a)),clause(q(X),is(_,X))");
        let name = program.terms.atom("p");
        let at = program.horn.program.predicate(name, 1).unwrap() as usize;
        for _ in 0..20 {
            assert_eq!(program.said("p(a)"), "beyond");
            assert_eq!(program.said("q(a)"), "beyond");
            assert_eq!(program.said("q(1)"), "");
        }
        assert!(program.horn.program.predicates[at].asked <= 2 * PATIENCE);
        assert_eq!(program.said("q(2)"), "");
    }

    #[test]
    fn limits_of_inferences_hold() {
        let clauses = "clause(n(0),true),clause(n(N),','(>(N,0),','(is(M,-(N,1)),n(M))))";
        let mut few = program(&format!(
            "{clauses}]),goal_inferences(1100),clauses([clause(x,true)"
        ));
        assert_eq!(few.said("n(20)"), "beyond");
        let mut many = program(clauses);
        assert_eq!(many.said("n(20)"), "");
    }

    #[test]
    fn a_program_may_have_its_own() {
        let mut program = program(
            "clause(append(a,b,c),true),clause(length(_,many),true),clause(member(X,[X,x|_]),true)",
        );
        assert_eq!(program.said("append(X,Y,Z)"), "a,b,c");
        assert_eq!(program.said("length([],N)"), "many");
        assert_eq!(program.said("memberchk(b,[a,b])"), "");
        assert_eq!(program.said("member(X,[a,b])"), "");
    }
}
