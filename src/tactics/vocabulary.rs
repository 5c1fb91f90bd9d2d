//! What a tactic can speak of: two vocabularies, as biases of the learner.
//!
//! A literal holds squares only. Its other arguments are fixed: `Pos`, the position; `NewPos`, the
//! position after the move; `Us` and `Them`, the side to move and the other one; and constants.

use crate::ilp::{
    Bias, Clause, Literal, Mode, Predicate, PredicateId, Slot, Space, TypeId, Variable,
};

/// The square that the move leaves: the first variable of the head.
pub const FROM: Variable = 0;
/// The square that the move goes to.
pub const TO: Variable = 1;

/// The roles as atoms.
const ROLES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// Which meaning the names of the predicates have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// That of the paper's published code: see `prolog/paper_vocabulary.pl`.
    Paper,
    /// That of chess: both sides attack, lines are lines, and there is a position after the move.
    Geometric,
}

impl Meaning {
    /// The name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Meaning::Paper => "paper",
            Meaning::Geometric => "geometric",
        }
    }
}

/// The position that a literal speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum When {
    /// The position before the move.
    Now,
    /// The position after the move.
    Next,
}

/// Whose pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Whose {
    /// Those of the side that moves.
    Us,
    /// Those of the other side.
    Them,
    /// White's.
    White,
    /// Black's.
    Black,
    /// Those of both sides.
    Both,
}

/// A relation of two squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pairs {
    /// Legal moves.
    Legal,
    /// Legal captures, en passant included.
    Captures,
    /// Legal moves that give check.
    Checks,
    /// A piece and the enemy that it attacks.
    Attacks,
    /// A piece and the piece of its own side that it protects.
    Defends,
    /// An absolutely pinned piece and its pinner.
    Pinned,
    /// The paper's attacks: legal captures but en passant.
    PaperAttacks,
}

impl Pairs {
    /// How many there are.
    pub const COUNT: usize = 7;
}

/// A relation of three squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Triples {
    /// A slider, the first and the second piece on one of its lines.
    Behind,
    /// The paper's: a slider and two pieces, perhaps the same one, that it attacks as in
    /// [`Pairs::PaperAttacks`].
    PaperBehind,
}

impl Triples {
    /// How many there are.
    pub const COUNT: usize = 2;
}

/// What a predicate means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The squares of pieces of a side, of one role (its index from pawn to king) or of any, before
    /// the move.
    Pieces(Whose, Option<u8>),
    /// The squares of pieces that are lost by exchange.
    EnPrise(When),
    /// A relation of two squares.
    Pairs(Pairs, When),
    /// A relation of three squares.
    Triples(Triples, When),
    /// The two squares differ.
    Different,
    /// Nothing: what the paper's code can never prove.
    Nothing,
}

/// The predicates of tactics, with the learner's bias and their meaning.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    /// Which of the two it is.
    pub meaning: Meaning,
    /// The bias. All predicates are known to readers of files; those of `bias.body` are searched.
    pub bias: Bias,
    relations: Vec<Relation>,
    legal_move: PredicateId,
}

impl Vocabulary {
    /// The vocabulary, its clauses limited to so many variables and body literals.
    ///
    /// Variables are counted as in the paper: the position, the two squares of the move and the
    /// other squares, so 5 leaves two other squares. `NewPos`, `Us` and `Them`, being functions of
    /// those, are not counted; neither are the goals that name them.
    pub fn new(meaning: Meaning, max_vars: usize, max_body: usize) -> Vocabulary {
        let bias = Bias {
            types: vec!["square".to_owned()],
            max_vars: max_vars.saturating_sub(1),
            max_body,
            ..Bias::default()
        };
        let mut vocabulary = Vocabulary {
            meaning,
            bias,
            relations: Vec::new(),
            legal_move: PredicateId(1),
        };
        let head = vocabulary.add("tactic", &["Pos", "+", "+"], Relation::Nothing);
        vocabulary.bias.heads = vec![head];
        vocabulary.legal_move = vocabulary.add(
            "legal_move",
            &["-", "-", "Pos"],
            Relation::Pairs(Pairs::Legal, When::Now),
        );
        match meaning {
            Meaning::Paper => vocabulary.add_paper(),
            Meaning::Geometric => vocabulary.add_geometric(),
        }
        vocabulary
    }

    /// The same with room for any clause that a file may hold.
    pub fn wide(meaning: Meaning) -> Vocabulary {
        Vocabulary::new(meaning, super::plan::MAX_SQUARES + 1, 64)
    }

    /// The paper's attacks/3, behind/4 and different_pos/2 are what its learner can use: nothing
    /// holds of the result of make_move/4, and no predicate gives piece_at/4 and other_side/2 a
    /// side. Existential variables must occur twice.
    fn add_paper(&mut self) {
        self.bias.singletons = false;
        let now = When::Now;
        let attacks = Relation::Pairs(Pairs::PaperAttacks, now);
        let behind = Relation::Triples(Triples::PaperBehind, now);
        let searched = [
            self.add("attacks", &["+", "-", "Pos"], attacks),
            self.add("behind", &["+", "-", "-", "Pos"], behind),
            self.add("different_pos", &["+", "+"], Relation::Different),
        ];
        self.bias.body.extend(searched);
        self.add("attacks", &["+", "-", "NewPos"], Relation::Nothing);
        self.add("behind", &["+", "-", "-", "NewPos"], Relation::Nothing);
        self.add("legal_move", &["-", "-", "NewPos"], Relation::Nothing);
        self.add_pieces(&["white", "black"]);
    }

    fn add_geometric(&mut self) {
        for (position, when) in [("Pos", When::Now), ("NewPos", When::Next)] {
            let searched = [
                self.add(
                    "attacks",
                    &["?", "?", position],
                    Relation::Pairs(Pairs::Attacks, when),
                ),
                self.add(
                    "defends",
                    &["?", "?", position],
                    Relation::Pairs(Pairs::Defends, when),
                ),
                self.add(
                    "behind",
                    &["?", "?", "?", position],
                    Relation::Triples(Triples::Behind, when),
                ),
                self.add(
                    "pinned",
                    &["?", "?", position],
                    Relation::Pairs(Pairs::Pinned, when),
                ),
                self.add("en_prise", &[position, "?", "_"], Relation::EnPrise(when)),
            ];
            self.bias.body.extend(searched);
        }
        let different = self.add("different_pos", &["+", "+"], Relation::Different);
        self.bias.body.push(different);
        let pieces = self.add_pieces(&["Us", "Them"]);
        self.bias.body.extend(pieces);
        self.add_pieces(&["white", "black", "_"]);
        let now = When::Now;
        for (name, pairs) in [("capture", Pairs::Captures), ("gives_check", Pairs::Checks)] {
            self.add(name, &["?", "?", "Pos"], Relation::Pairs(pairs, now));
        }
    }

    /// `piece_at(Square,Pos,Side,Role)` for each side and role, and for any role.
    fn add_pieces(&mut self, sides: &[&str]) -> Vec<PredicateId> {
        let mut roles = Vec::new();
        for &side in sides {
            let whose = match side {
                "Us" => Whose::Us,
                "Them" => Whose::Them,
                "white" => Whose::White,
                "black" => Whose::Black,
                _ => Whose::Both,
            };
            for (index, role) in ROLES.iter().enumerate() {
                let pieces = Relation::Pieces(whose, Some(index as u8));
                let slots = ["?", "Pos", side, role];
                roles.push(self.add("piece_at", &slots, pieces));
            }
            let any = Relation::Pieces(whose, None);
            self.add("piece_at", &["?", "Pos", side, "_"], any);
        }
        roles
    }

    /// Adds a predicate. `+` is a square bound before, `-` and `?` any square; modes are declared
    /// only where there is a `+`.
    fn add(&mut self, name: &str, slots: &[&str], relation: Relation) -> PredicateId {
        let is_square = |slot: &&&str| matches!(**slot, "+" | "-" | "?");
        let squares: Vec<&&str> = slots.iter().filter(is_square).collect();
        let modes = squares.iter().map(|slot| match **slot {
            "+" => Mode::In,
            _ => Mode::Out,
        });
        let moded = slots.contains(&"+");
        self.relations.push(relation);
        self.bias.add(Predicate {
            name: name.to_owned(),
            slots: slots
                .iter()
                .map(|slot| match is_square(&slot) {
                    true => Slot::Variable,
                    false => Slot::Constant((*slot).to_owned()),
                })
                .collect(),
            types: vec![Some(TypeId(0)); squares.len()],
            modes: moded.then(|| modes.collect()),
            symmetric: relation == Relation::Different,
        })
    }

    /// The words by which [`Vocabulary::search_only`] knows what can be searched, and whether each
    /// is searched.
    pub fn words(&self) -> Vec<(String, bool)> {
        let mut words: Vec<(String, bool)> = Vec::new();
        for (index, predicate) in self.bias.predicates.iter().enumerate().skip(2) {
            if self.relations[index] == Relation::Nothing || !self.is_relative(predicate) {
                continue;
            }
            let searched = self.bias.body.contains(&PredicateId(index as u16));
            let word = word(predicate);
            match words.iter_mut().find(|(known, _)| *known == word) {
                Some((_, known)) => *known |= searched,
                None => words.push((word, searched)),
            }
        }
        words
    }

    /// Searches only predicates with these words: names, with `after:` before them where the
    /// position after the move is meant. Such a word may also name what is not searched by default.
    ///
    /// # Errors
    ///
    /// If a word means nothing; the message lists the words.
    pub fn search_only(&mut self, words: &[String]) -> Result<(), String> {
        let known = self.words();
        if let Some(unknown) = words.iter().find(|w| known.iter().all(|(k, _)| k != *w)) {
            let names: Vec<&str> = known.iter().map(|(word, _)| word.as_str()).collect();
            return Err(format!(
                "`{unknown}` is not in the {} vocabulary; expected some of {}",
                self.meaning.name(),
                names.join(",")
            ));
        }
        let predicates = self.bias.predicates.iter().enumerate().skip(2);
        self.bias.body = predicates
            .filter(|(index, predicate)| {
                self.relations[*index] != Relation::Nothing
                    && self.is_relative(predicate)
                    && words.contains(&word(predicate))
            })
            .map(|(index, _)| PredicateId(index as u16))
            .collect();
        Ok(())
    }

    /// Whether a predicate speaks of sides, if at all, in the way that learned tactics do: the
    /// geometric vocabulary of us and them, the paper's of white and black; and of one role.
    fn is_relative(&self, predicate: &Predicate) -> bool {
        let has = |text: &str| predicate.slots.contains(&Slot::Constant(text.to_owned()));
        predicate.name != "piece_at"
            || (!has("_") && (self.meaning == Meaning::Paper || has("Us") || has("Them")))
    }

    /// What a predicate means.
    pub fn relation(&self, id: PredicateId) -> Relation {
        self.relations[usize::from(id.0)]
    }

    /// The predicate of the tactics.
    pub fn head(&self) -> PredicateId {
        self.bias.heads[0]
    }

    /// `legal_move(From,To,Pos)`, which each tactic has.
    pub fn legal_move(&self) -> Literal {
        Literal::new(self.legal_move, &[FROM, TO])
    }

    /// The space of tactics.
    pub fn space(&self) -> Space<'_> {
        Space::new(&self.bias, self.head(), self.bias.body.clone()).with_root([self.legal_move()])
    }

    /// Whether the clause speaks of the position after the move.
    pub fn looks_ahead(&self, clause: &Clause) -> bool {
        self.mentions(clause, "NewPos")
    }

    /// Whether a literal of the clause has the constant.
    fn mentions(&self, clause: &Clause, constant: &str) -> bool {
        let mut slots = clause
            .body
            .iter()
            .flat_map(|literal| &self.bias.predicate(literal.predicate).slots);
        slots.any(|slot| matches!(slot, Slot::Constant(text) if text == constant))
    }

    /// The goals of the body as Prolog runs them, with those that name what the head determines.
    /// A variable that stands nowhere else is `_`.
    pub fn goals(&self, clause: &Clause) -> Vec<String> {
        let mut count = vec![0; clause.variables()];
        for literal in clause.literals() {
            literal
                .arguments()
                .iter()
                .for_each(|&v| count[usize::from(v)] += 1);
        }
        let mut goals = vec![match self.looks_ahead(clause) {
            // It makes legal moves only.
            true => "make_move(From,To,Pos,NewPos)".to_owned(),
            false => "legal_move(From,To,Pos)".to_owned(),
        }];
        let them = self.mentions(clause, "Them");
        if them || self.mentions(clause, "Us") {
            goals.push("turn(Us,Pos)".to_owned());
        }
        if them {
            goals.push("other_side(Us,Them)".to_owned());
        }
        for literal in crate::ilp::space::callable_order(&self.bias, clause) {
            if literal != self.legal_move() {
                goals.push(self.goal_with(&literal, |v| match count[usize::from(v)] {
                    1 => "_".to_owned(),
                    _ => square_name(v),
                }));
            }
        }
        goals
    }

    /// A literal as Prolog text.
    pub fn goal(&self, literal: &Literal) -> String {
        self.goal_with(literal, square_name)
    }

    fn goal_with(&self, literal: &Literal, name: impl Fn(Variable) -> String) -> String {
        let predicate = self.bias.predicate(literal.predicate);
        let mut squares = literal.arguments().iter();
        let arguments: Vec<String> = predicate
            .slots
            .iter()
            .map(|slot| match slot {
                Slot::Constant(text) => text.clone(),
                Slot::Variable => name(squares.next().copied().unwrap_or_default()),
            })
            .collect();
        format!("{}({})", predicate.name, arguments.join(","))
    }

    /// The clause as Prolog text, a line for each goal.
    pub fn text(&self, clause: &Clause) -> String {
        let goals = self.goals(clause).join(",\n    ");
        format!("tactic(Pos,From,To) :-\n    {goals}.")
    }
}

/// The word for a predicate and its variants.
fn word(predicate: &Predicate) -> String {
    let after = predicate
        .slots
        .contains(&Slot::Constant("NewPos".to_owned()));
    format!("{}{}", if after { "after:" } else { "" }, predicate.name)
}

/// The name of a square's variable.
fn square_name(variable: Variable) -> String {
    match variable {
        FROM => "From".to_owned(),
        TO => "To".to_owned(),
        other => format!("S{}", other - 1),
    }
}
