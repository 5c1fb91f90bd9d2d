//! What `prolog/explain.pl` says of a position or a move, as data: JSON, and marks in a picture.

use serde::Serialize;
use serde_json::{Value, json};
use shakmaty::Position as _;

use super::Session;
use crate::{
    chess::{
        Position, Side, Square,
        moves::{self, MoveTerm},
        search::balance,
        svg::{Arrow, Colour, Marks},
    },
    engine::{Event, QueryOptions},
    term::{Term, quoted_text},
};

/// Asks `prolog/explain.pl` about a position, or a move; `judge` is who decides what is true, as it wants it. The answer is
/// its text, and the data for [`Explanation::read`].
///
/// # Errors
///
/// What keeps it from answering.
pub fn ask(
    session: &mut Session,
    judge: &Term,
    position: &Position,
    played: Option<MoveTerm>,
    show: impl Fn(&str),
) -> Result<(String, Term), String> {
    let fen = quoted_text(position.fen());
    let goal = match played {
        None => format!("surveyed({judge}, {fen}, Text, Data)"),
        Some(played) => format!("explained({judge}, {fen}, {}, Text, Data)", term_of(played)),
    };
    let limits = session.limits;
    let options = QueryOptions {
        typed: true,
        trusted: true,
        ..QueryOptions::default()
    };
    let Ok(events) = session.query(&goal, options) else {
        return Err("the position cannot be asked about".to_owned());
    };
    for event in events {
        match event.map_err(|error| error.to_string())? {
            Event::Answer(answer) => {
                let mut values = answer.bindings.iter().filter_map(|binding| {
                    let canonical = binding.canonical.as_deref()?;
                    canonical.parse().ok().map(Term::with_texts)
                });
                if let (Some(text), Some(data)) = (values.next(), values.next()) {
                    return Ok((text.text().unwrap_or_default().to_owned(), data));
                }
            }
            Event::Output(text) => show(&text),
            event => return Err(super::failure(&event, &limits)),
        }
    }
    Err("there is no explanation".to_owned())
}

/// What `prolog/explain.pl` found.
#[derive(Debug)]
pub enum Explanation<'a> {
    Move(Explained<'a>),
    Position {
        notes: Vec<Statement<'a>>,
        wins: Vec<Explained<'a>>,
        threats: Vec<Statement<'a>>,
        weak: Vec<(&'a str, Vec<Square>)>,
    },
}

/// What makes a statement true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A mate, a table or the rules.
    Proved,
    /// Nothing else was found by somebody who searched.
    Searched,
    /// It depends on whom one asks.
    Opinion,
}

/// `statement(Kind, Sentence)`.
#[derive(Debug, Serialize)]
pub struct Statement<'a> {
    kind: Kind,
    sentence: &'a str,
}

/// `explained(San, Kind, Verdict, Gain, Line, Reasons, Better, Refutation)`.
#[derive(Debug)]
pub struct Explained<'a> {
    san: &'a str,
    /// What makes the verdict true.
    pub kind: Kind,
    /// A sentence.
    pub verdict: &'a str,
    gain: &'a Term,
    line: Vec<MoveTerm>,
    /// Motifs that are seen, the main one first.
    pub reasons: Vec<Reason<'a>>,
    better: &'a str,
    /// The moves after it by which it loses what a better one keeps, or nothing.
    refutation: Vec<MoveTerm>,
}

/// `reason(Motif, Ply, Line, Sentence, Squares, Arrows, Rule)`.
#[derive(Debug)]
pub struct Reason<'a> {
    /// The motif.
    pub motif: &'a str,
    /// At which move of the line it is seen, the first being 1.
    pub ply: i64,
    line: Vec<MoveTerm>,
    /// What is seen.
    pub sentence: &'a str,
    /// Squares that matter.
    pub squares: Vec<Square>,
    /// What attacks what.
    pub arrows: Vec<(Square, Square)>,
    rule: &'a str,
}

impl<'a> Explanation<'a> {
    /// Reads the data; `None` if they have another form.
    pub fn read(data: &'a Term) -> Option<Explanation<'a>> {
        let Some([notes, wins, threats, weak]) = data.arguments("surveyed") else {
            return Explained::read(data).map(Explanation::Move);
        };
        let point = |point: &'a Term| {
            let [sentence, squares] = point.arguments("-")?;
            Some((text(sentence)?, all(squares, square)?))
        };
        Some(Explanation::Position {
            notes: all(notes, Statement::read)?,
            wins: all(wins, Explained::read)?,
            threats: all(threats, Statement::read)?,
            weak: all(weak, point)?,
        })
    }

    /// What is marked in a picture of the board.
    pub fn marks(&self, played: Option<MoveTerm>, bottom: Side) -> Marks {
        let mut marks = Marks {
            bottom,
            ..Marks::default()
        };
        let arrow = |from, to, colour| Arrow { from, to, colour };
        match self {
            Explanation::Move(explained) => {
                let now = || explained.reasons.iter().filter(|reason| reason.ply == 1);
                let targets = now().flat_map(|reason| &reason.arrows).copied();
                let refuting = explained.refutation.first().map(|m| (m.from, m.to));
                marks.arrows = targets
                    .chain(refuting)
                    .map(|(from, to)| arrow(from, to, Colour::Red))
                    .chain(played.map(|m| arrow(m.from, m.to, Colour::Green)))
                    .collect();
                marks.squares = now()
                    .flat_map(|reason| &reason.squares)
                    .map(|&square| (square, Colour::Yellow))
                    .collect();
                marks.title = explained.verdict.to_owned();
            }
            Explanation::Position { wins, weak, .. } => {
                let firsts = wins.iter().filter_map(|win| win.line.first());
                marks.arrows = firsts.map(|m| arrow(m.from, m.to, Colour::Green)).collect();
                marks.squares = weak
                    .iter()
                    .flat_map(|(_, squares)| squares)
                    .map(|&square| (square, Colour::Yellow))
                    .collect();
            }
        }
        marks.arrows.dedup();
        marks.squares.sort_by_key(|(square, _)| *square);
        marks.squares.dedup();
        marks
    }

    /// For programs.
    pub fn to_json(&self, position: &Position, played: Option<MoveTerm>) -> Value {
        match self {
            Explanation::Move(explained) => {
                let mut value = explained.to_json(position);
                value["fen"] = json!(position.fen());
                value["move"] = json!(played.map(uci));
                value
            }
            Explanation::Position {
                notes,
                wins,
                threats,
                weak,
            } => json!({
                "fen": position.fen(),
                "notes": notes,
                "wins": wins.iter().map(|win| win.to_json(position)).collect::<Vec<_>>(),
                "threats": threats,
                "features": weak
                    .iter()
                    .map(|(sentence, squares)| json!({
                        "kind": Kind::Opinion,
                        "sentence": sentence,
                        "squares": names(squares),
                    }))
                    .collect::<Vec<_>>(),
            }),
        }
    }
}

impl<'a> Statement<'a> {
    fn read(data: &'a Term) -> Option<Statement<'a>> {
        let [kind, sentence] = data.arguments("statement")?;
        Some(Statement {
            kind: kind_of(kind)?,
            sentence: text(sentence)?,
        })
    }
}

fn kind_of(term: &Term) -> Option<Kind> {
    match term.text()? {
        "proved" => Some(Kind::Proved),
        "searched" => Some(Kind::Searched),
        _ => None,
    }
}

impl<'a> Explained<'a> {
    /// Reads the data; `None` if they have another form.
    pub fn read(data: &'a Term) -> Option<Explained<'a>> {
        let [san, kind, verdict, gain, line, reasons, better, refutation] =
            data.arguments("explained")?;
        Some(Explained {
            san: text(san)?,
            kind: kind_of(kind)?,
            verdict: text(verdict)?,
            gain,
            line: all(line, move_of)?,
            reasons: all(reasons, Reason::read)?,
            better: text(better)?,
            refutation: all(refutation, move_of)?,
        })
    }

    /// For programs; with what the line wins in material where it is not what the move is worth.
    pub fn to_json(&self, position: &Position) -> Value {
        let mut value = json!({
            "move": self.line.first().copied().map(uci),
            "san": self.san,
            "kind": self.kind,
            "verdict": self.verdict,
            "line": self.line.iter().copied().map(uci).collect::<Vec<_>>(),
            "motifs": self.reasons.iter().map(Reason::to_json).collect::<Vec<_>>(),
        });
        if !self.better.is_empty() {
            value["better"] = json!(self.better);
        }
        if !self.refutation.is_empty() {
            let moves = self.refutation.iter().copied().map(uci);
            value["refutation"] = json!(moves.collect::<Vec<_>>());
        }
        // won, lost, draw, lets_draw,
        if let Term::Atom(kind) = self.gain {
            value[kind] = json!(true);
        }
        // or mate(2), mated(1), centipawns(500).
        if let Term::Compound(kind, arguments) = self.gain {
            value[kind] = arguments[0].to_json();
        }
        let material = self.material(position).map(Value::from);
        if let (Some(worth), Some(material)) = (value.get("centipawns"), material)
            && *worth != material
        {
            value["material"] = material;
        }
        value
    }

    /// What the line wins in material, in centipawns.
    fn material(&self, position: &Position) -> Option<i32> {
        let mut end = position.clone();
        for &m in &self.line {
            end = end.after(moves::find(&end, m)?);
        }
        let us = position.turn();
        Some(balance(&end, us) - balance(position, us))
    }
}

impl<'a> Reason<'a> {
    fn read(data: &'a Term) -> Option<Reason<'a>> {
        let [
            motif,
            Term::Integer(ply),
            line,
            sentence,
            squares,
            arrows,
            rule,
        ] = data.arguments("reason")?
        else {
            return None;
        };
        let arrow = |arrow: &Term| {
            let [from, to] = arrow.arguments("-")?;
            Some((square(from)?, square(to)?))
        };
        Some(Reason {
            motif: text(motif)?,
            ply: *ply,
            line: all(line, move_of)?,
            sentence: text(sentence)?,
            squares: all(squares, square)?,
            arrows: all(arrows, arrow)?,
            rule: text(rule)?,
        })
    }

    fn to_json(&self) -> Value {
        json!({
            "motif": self.motif,
            "ply": self.ply,
            "line": self.line.iter().copied().map(uci).collect::<Vec<_>>(),
            "sentence": self.sentence,
            "squares": names(&self.squares),
            "arrows": self
                .arrows
                .iter()
                .map(|(from, to)| [from.to_string(), to.to_string()])
                .collect::<Vec<_>>(),
            "rule": self.rule,
        })
    }
}

/// The text of a string, which is the empty list when it is empty.
pub fn text(term: &Term) -> Option<&str> {
    match term.text() {
        Some("[]") => Some(""),
        text => text,
    }
}

fn square(term: &Term) -> Option<Square> {
    term.text()?.parse().ok()
}

/// Reads a move.
pub fn move_of(term: &Term) -> Option<MoveTerm> {
    let [from, to, promotion] = term.arguments("move")?;
    let role = |role: &shakmaty::Role| format!("{role:?}").to_lowercase();
    Some(MoveTerm {
        from: square(from)?,
        to: square(to)?,
        promotion: shakmaty::Role::ALL
            .into_iter()
            .find(|r| promotion.text() == Some(&role(r))),
    })
}

/// A move as Prolog has it.
pub fn term_of(m: MoveTerm) -> Term {
    let promotion = m
        .promotion
        .map_or("none".to_owned(), |role| format!("{role:?}"));
    let names = [
        m.from.to_string(),
        m.to.to_string(),
        promotion.to_lowercase(),
    ];
    Term::Compound("move".into(), names.map(Term::Atom).into())
}

/// The elements of a list, each read.
pub fn all<'a, T>(list: &'a Term, read: impl Fn(&'a Term) -> Option<T>) -> Option<Vec<T>> {
    match list {
        Term::Atom(empty) if empty == "[]" => Some(Vec::new()),
        Term::List(items, None) => items.iter().map(read).collect(),
        _ => None,
    }
}

/// A move in the notation of engines.
pub fn uci(m: MoveTerm) -> String {
    let promotion = m.promotion.map_or(String::new(), |role| role.char().into());
    format!("{}{}{promotion}", m.from, m.to)
}

fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}
