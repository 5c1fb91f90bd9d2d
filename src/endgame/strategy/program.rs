//! Strategies as Prolog clauses over the words of a vocabulary, run without Prolog.
//!
//! A program is asked as Prolog would be asked for the first solution of `strategy(Pos, Move)`:
//! clauses from the first to the last, goals from the left to the right, back to the last
//! alternative when a condition does not hold or a move is not possible. Its goals are compiled to
//! a list of instructions with one stack of alternatives, so that no program is too deep for it.
//!
//! ```
//! use chesslog::endgame::{Ending, Strategy, Vocabulary, strategy::program::StrategyProgram};
//!
//! let words = Vocabulary::of(Ending::KRK).unwrap();
//! let check = Strategy::Play(words.maneuver("lateral_check").unwrap());
//! let program = StrategyProgram::from_tree(&check, words);
//! assert_eq!(program.length(), 1);
//! ```

use std::fmt;

use super::Strategy;
use crate::endgame::{Arena, Vocabulary, arena::NO_POSITION, index, vocabulary::Scene};

/// What can stand in the body of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// `true`.
    True,
    /// `fail` or `false`.
    Fail,
    /// `!`.
    Cut,
    /// The condition of this number.
    Ask(usize),
    /// The move of this number, and the variable that it is to be: 0 is the one of the head.
    Play(usize, usize),
    /// Goals between commas.
    And(Vec<Goal>),
    /// Goals between semicolons.
    Or(Vec<Goal>),
    /// `Condition -> Then`; what follows it in an [`Or`](Goal::Or) is done otherwise.
    If(Box<Goal>, Box<Goal>),
    /// `\+ Goal`.
    Not(Box<Goal>),
}

/// The clauses of `strategy/2`.
#[derive(Debug, Clone)]
pub struct StrategyProgram {
    /// Where the words are from.
    pub vocabulary: &'static Vocabulary,
    code: Vec<Code>,
    variables: usize,
    marks: usize,
    length: usize,
}

/// An instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Code {
    Ask(usize),
    Play(usize, usize),
    /// An alternative, if what follows fails.
    Try(usize),
    Jump(usize),
    /// Notes how many alternatives there are.
    Mark(usize),
    /// Gives up the alternatives since then.
    Commit(usize),
    /// Gives up all alternatives.
    Cut,
    Fail,
    Done,
}

/// A word of a vocabulary, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// A condition.
    Condition(usize),
    /// A move.
    Maneuver(usize),
}

/// Why a program has moved.
#[derive(Debug, Clone)]
pub struct Why {
    /// The vocabulary.
    pub vocabulary: &'static Vocabulary,
    /// What was asked, in order and each word once: conditions and whether they held, moves and
    /// whether they were possible.
    pub asked: Vec<(Word, bool)>,
    /// The move; none if the program has none.
    pub word: Option<usize>,
}

/// What a program asks of a position.
trait Asked {
    fn holds(&mut self, condition: usize) -> bool;
    fn is_possible(&mut self, maneuver: usize) -> bool;
    /// Whether two moves that are possible are the same.
    fn same(&mut self, a: usize, b: usize) -> bool;
}

impl StrategyProgram {
    /// The program of these clauses; each begins with variables of its own.
    pub fn new(clauses: &[Goal], vocabulary: &'static Vocabulary) -> StrategyProgram {
        let mut writer = Writer {
            variables: 1,
            ..Writer::default()
        };
        writer.or(clauses);
        writer.code.push(Code::Done);
        StrategyProgram {
            vocabulary,
            length: writer.length,
            code: writer.code,
            variables: writer.variables,
            marks: writer.marks,
        }
    }

    /// A decision tree as one clause.
    pub fn from_tree(tree: &Strategy, vocabulary: &'static Vocabulary) -> StrategyProgram {
        StrategyProgram::new(&[goal(tree)], vocabulary)
    }

    /// How many conditions and moves it names.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Where its move leads from a position of the attacker's; [`NO_POSITION`] if it has none.
    pub fn next(&self, arena: &Arena, number: u32) -> u32 {
        let mut asked = Looked { arena, number };
        let word = self.run(&mut asked, &mut |_, _| ());
        word.map_or(NO_POSITION, |word| arena.next(number, word))
    }

    /// What it does in a position, and why.
    pub fn why(&self, scene: &Scene) -> Why {
        let mut asked = Vec::new();
        let mut seen = Seen {
            vocabulary: self.vocabulary,
            scene,
        };
        let word = self.run(&mut seen, &mut |word, holds| {
            if !asked.contains(&(word, holds)) {
                asked.push((word, holds));
            }
        });
        Why {
            vocabulary: self.vocabulary,
            asked,
            word,
        }
    }

    /// The first solution; `tell` gets what is asked, but for the moves that may be the answer.
    fn run(&self, asked: &mut impl Asked, report: &mut impl FnMut(Word, bool)) -> Option<usize> {
        let mut values: Vec<Option<usize>> = vec![None; self.variables];
        let mut marks = vec![0; self.marks];
        // Variables with a value, in the order in which they got it.
        let mut trail = Vec::new();
        // Where to go on, and how long the trail was.
        let mut alternatives: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        loop {
            let holds = match self.code[at] {
                Code::Ask(condition) => {
                    let holds = asked.holds(condition);
                    report(Word::Condition(condition), holds);
                    holds
                }
                Code::Play(word, variable) => {
                    let possible = asked.is_possible(word);
                    if !possible || variable > 0 {
                        report(Word::Maneuver(word), possible);
                    }
                    possible
                        && match values[variable] {
                            Some(other) => other == word || asked.same(other, word),
                            None => {
                                values[variable] = Some(word);
                                trail.push(variable);
                                true
                            }
                        }
                }
                Code::Try(next) => {
                    alternatives.push((next, trail.len()));
                    true
                }
                Code::Jump(next) => {
                    at = next;
                    continue;
                }
                Code::Mark(mark) => {
                    marks[mark] = alternatives.len();
                    true
                }
                Code::Commit(mark) => {
                    alternatives.truncate(marks[mark]);
                    true
                }
                Code::Cut => {
                    alternatives.clear();
                    true
                }
                Code::Fail => false,
                // A variable without a value is no move.
                Code::Done => return values[0],
            };
            if holds {
                at += 1;
                continue;
            }
            let (next, length) = alternatives.pop()?;
            for variable in trail.drain(length..) {
                values[variable] = None;
            }
            at = next;
        }
    }
}

/// A tree as a goal: a chain of otherwise is one disjunction.
fn goal(tree: &Strategy) -> Goal {
    let mut branches = Vec::new();
    let mut rest = tree;
    while let Strategy::Ask(condition, yes, no) = rest {
        let asked = Box::new(Goal::Ask(*condition));
        branches.push(Goal::If(asked, Box::new(goal(yes))));
        rest = no;
    }
    if let Strategy::Play(word) = rest {
        branches.push(Goal::Play(*word, 0));
    }
    Goal::Or(branches)
}

/// Compiles goals.
#[derive(Default)]
struct Writer {
    code: Vec<Code>,
    variables: usize,
    marks: usize,
    length: usize,
    /// In a condition or a negation: the mark that a cut goes back to.
    barrier: Option<usize>,
}

impl Writer {
    fn or(&mut self, branches: &[Goal]) {
        let Some((last, others)) = branches.split_last() else {
            self.code.push(Code::Fail);
            return;
        };
        let mut ends = Vec::new();
        for branch in others {
            let choice = self.branch(branch);
            ends.push(self.code.len());
            self.code.push(Code::Fail);
            self.code[choice] = Code::Try(self.code.len());
        }
        self.goal(last);
        let end = self.code.len();
        for jump in ends {
            self.code[jump] = Code::Jump(end);
        }
    }

    /// A goal that is not the last of a disjunction; where its alternative is to stand.
    fn branch(&mut self, branch: &Goal) -> usize {
        if let Goal::If(condition, then) = branch {
            let mark = self.mark();
            let choice = self.place();
            self.opaque(condition);
            self.code.push(Code::Commit(mark));
            self.goal(then);
            return choice;
        }
        let choice = self.place();
        self.goal(branch);
        choice
    }

    fn goal(&mut self, goal: &Goal) {
        match goal {
            Goal::True => {}
            Goal::Fail => self.code.push(Code::Fail),
            Goal::Cut => self.code.push(self.barrier.map_or(Code::Cut, Code::Commit)),
            Goal::Ask(condition) => {
                self.length += 1;
                self.code.push(Code::Ask(*condition));
            }
            Goal::Play(word, variable) => {
                self.length += 1;
                self.variables = self.variables.max(variable + 1);
                self.code.push(Code::Play(*word, *variable));
            }
            Goal::And(goals) => goals.iter().for_each(|goal| self.goal(goal)),
            Goal::Or(branches) => self.or(branches),
            Goal::If(condition, then) => {
                let mark = self.mark();
                self.opaque(condition);
                self.code.push(Code::Commit(mark));
                self.goal(then);
            }
            Goal::Not(goal) => {
                let mark = self.mark();
                let choice = self.place();
                self.opaque(goal);
                self.code.extend([Code::Commit(mark), Code::Fail]);
                self.code[choice] = Code::Try(self.code.len());
            }
        }
    }

    /// A goal whose cuts are its own.
    fn opaque(&mut self, goal: &Goal) {
        let outer = self.barrier;
        self.barrier = Some(self.mark());
        self.goal(goal);
        self.barrier = outer;
    }

    fn mark(&mut self) -> usize {
        let mark = self.marks;
        self.marks += 1;
        self.code.push(Code::Mark(mark));
        mark
    }

    /// Leaves room for an instruction.
    fn place(&mut self) -> usize {
        self.code.push(Code::Fail);
        self.code.len() - 1
    }
}

/// A position that was looked at before.
struct Looked<'a> {
    arena: &'a Arena,
    number: u32,
}

impl Asked for Looked<'_> {
    fn holds(&mut self, condition: usize) -> bool {
        self.arena.cases[self.arena.case(self.number)] >> condition & 1 == 1
    }

    fn is_possible(&mut self, maneuver: usize) -> bool {
        self.arena.next(self.number, maneuver) != NO_POSITION
    }

    fn same(&mut self, a: usize, b: usize) -> bool {
        // Two moves may lead to the same position up to symmetry, so that numbers do not tell.
        let vocabulary = self.arena.vocabulary;
        let scene = &Scene::new(
            vocabulary.ending,
            index::placement(self.number, &vocabulary.ending),
        );
        Seen { vocabulary, scene }.same(a, b)
    }
}

/// A position that is looked at now.
struct Seen<'a> {
    vocabulary: &'static Vocabulary,
    scene: &'a Scene,
}

impl Asked for Seen<'_> {
    fn holds(&mut self, condition: usize) -> bool {
        (self.vocabulary.conditions[condition].holds)(self.scene)
    }

    fn is_possible(&mut self, maneuver: usize) -> bool {
        (self.vocabulary.moves[maneuver].find)(self.scene).is_some()
    }

    fn same(&mut self, a: usize, b: usize) -> bool {
        let [a, b] = [a, b].map(|word| (self.vocabulary.moves[word].find)(self.scene));
        a == b
    }
}

impl Why {
    /// The name of a word.
    pub fn name(&self, word: Word) -> &'static str {
        match word {
            Word::Condition(condition) => self.vocabulary.conditions[condition].name,
            Word::Maneuver(maneuver) => self.vocabulary.moves[maneuver].name,
        }
    }
}

/// Such as `because([kings_in_opposition,\+possible_lateral_check],lateral_move)`, a Prolog term.
impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("because([")?;
        for (at, (word, holds)) in self.asked.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            let not = if *holds { "" } else { "\\+" };
            write!(f, "{comma}{not}{}", self.name(*word))?;
        }
        let word = self.word.map(|word| self.name(Word::Maneuver(word)));
        write!(f, "],{})", word.unwrap_or("none"))
    }
}
