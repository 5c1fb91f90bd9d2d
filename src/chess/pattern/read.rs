//! Patterns read from terms.

use std::fmt;

use shakmaty::{Chess, Color, Piece, Role, Square};

use super::{Area, Change, Condition, Pattern, Pieces, Set};
use crate::{
    chess::{Position, role_name},
    term::Term,
};

/// A term is no pattern.
#[derive(Debug, Clone, PartialEq)]
pub struct NoPattern {
    /// What was expected: `pattern`, `pattern_pieces`, `pattern_squares`, `pattern_position`,
    /// `material_signature`, or `pattern_of_some_size` if it
    /// has too many variants.
    pub expected: &'static str,
    /// The part that is something else.
    pub culprit: Term,
}

impl fmt::Display for NoPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.culprit)
    }
}

impl std::error::Error for NoPattern {}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// [`NoPattern`] names the part that is wrong.
    pub fn read(term: &Term) -> Result<Pattern, NoPattern> {
        condition(term).map(|condition| Pattern(condition.compiled()))
    }
}

type Read<T> = Result<T, NoPattern>;

fn wrong<T>(expected: &'static str, culprit: &Term) -> Read<T> {
    Err(NoPattern {
        expected,
        culprit: culprit.clone(),
    })
}

fn condition(term: &Term) -> Read<Condition<Vec<Area>>> {
    if let Some(parts) = term.elements() {
        let parts = parts.iter().map(condition);
        return Ok(Condition::All(parts.collect::<Read<_>>()?));
    }
    let Term::Compound(name, arguments) = term else {
        return wrong("pattern", term);
    };
    Ok(match (name.as_str(), arguments.as_slice()) {
        ("on", _) => Condition::Count(set(term)?, 1, 64),
        ("each", [what, squares]) => Condition::Each(pair(what, squares)?),
        ("count", [what, squares, number]) => {
            let (least, most) = match (number, number.arguments("-")) {
                (Term::Integer(n), _) => (*n, *n),
                (_, Some([Term::Integer(least), Term::Integer(most)])) if least <= most => {
                    (*least, *most)
                }
                _ => return wrong("pattern", term),
            };
            let bound = |n: i64| n.clamp(0, 65) as usize;
            match most >= 0 {
                true => Condition::Count(pair(what, squares)?, bound(least), bound(most)),
                false => Condition::Any(Vec::new()),
            }
        }
        ("attacks", [from, to]) => Condition::Attacks(set(from)?, set(to)?),
        ("turn", [side]) => match side.text() {
            Some("white") => Condition::Turn(Color::White),
            Some("black") => Condition::Turn(Color::Black),
            _ => return wrong("pattern", term),
        },
        ("position", [fen]) => match fen.text().map(Position::parse) {
            Some(Ok(position)) => Condition::Position(Box::new(Chess::clone(&position))),
            _ => return wrong("pattern_position", fen),
        },
        ("material", [name]) => match name.text().map(str::parse) {
            Some(Ok(material)) => Condition::Material(material),
            _ => return wrong("material_signature", name),
        },
        ("not", [inner]) => Condition::Not(Box::new(condition(inner)?)),
        (";", [first, second]) => Condition::Any(vec![condition(first)?, condition(second)?]),
        (name, [inner]) => {
            let Some(changes) = changes(name) else {
                return wrong("pattern", term);
            };
            match condition(inner)?.changed(&changes) {
                Some(changed) => changed,
                None => return wrong("pattern_of_some_size", term),
            }
        }
        _ => return wrong("pattern", term),
    })
}

/// The ways to change a pattern that have this name.
fn changes(name: &str) -> Option<Vec<Change>> {
    Some(match name {
        "flip" => Change::turns(|_| true),
        "flip_horizontal" => Change::turns(|turn| !turn.transposed && !turn.mirrored.1),
        "flip_vertical" => Change::turns(|turn| !turn.transposed && !turn.mirrored.0),
        "rotate" => Change::turns(|turn| turn.transposed == (turn.mirrored.0 != turn.mirrored.1)),
        "shift" => Change::shifts(-7..=7, -7..=7),
        "shift_horizontal" => Change::shifts(-7..=7, 0..=0),
        "shift_vertical" => Change::shifts(0..=0, -7..=7),
        "flip_colour" => vec![
            Change::default(),
            Change {
                mirrored: (false, true),
                colours: true,
                ..Change::default()
            },
        ],
        _ => return None,
    })
}

fn set(term: &Term) -> Read<Set<Vec<Area>>> {
    match term.arguments("on") {
        Some([what, squares]) => pair(what, squares),
        None => wrong("pattern", term),
    }
}

fn pair(what: &Term, place: &Term) -> Read<Set<Vec<Area>>> {
    let (pieces, mut areas) = (pieces(what)?, Vec::new());
    squares(place, &mut areas)?;
    // Nothing is on any square, and nothing is nowhere: whoever writes that means something else.
    if pieces == Pieces(0) {
        return wrong("pattern_pieces", what);
    }
    if areas.is_empty() {
        return wrong("pattern_squares", place);
    }
    Ok(Set {
        pieces,
        squares: areas,
    })
}

fn pieces(term: &Term) -> Read<Pieces> {
    if let Some(parts) = term.elements() {
        let union = |all: Pieces, part: &Term| Ok(all.or(pieces(part)?));
        return parts.iter().try_fold(Pieces(0), union);
    }
    let of_side = |side: Color, kinds: &dyn Fn(Role) -> bool| {
        let kinds = Role::ALL.into_iter().filter(|role| kinds(*role));
        kinds.fold(Pieces(0), |all, role| all.or(Pieces::of(role.of(side))))
    };
    for (side, name) in [(Color::White, "white"), (Color::Black, "black")] {
        if let Some([kinds]) = term.arguments(name) {
            let both = pieces(kinds)?;
            let own = of_side(side, &|_| true);
            return match both.0 & Pieces::EMPTY.0 {
                0 => Ok(Pieces(both.0 & own.0)),
                _ => wrong("pattern_pieces", term),
            };
        }
    }
    let Term::Atom(name) = term else {
        return wrong("pattern_pieces", term);
    };
    let named = Role::ALL.into_iter().find(|role| role_name(*role) == name);
    Ok(match (name.as_str(), named) {
        ("any", _) => Pieces::ANY,
        ("empty", _) => Pieces::EMPTY,
        ("white", _) => of_side(Color::White, &|_| true),
        ("black", _) => of_side(Color::Black, &|_| true),
        (_, Some(role)) => Pieces::of(role.of(Color::White)).or(Pieces::of(role.of(Color::Black))),
        _ => {
            let mut letters = name.chars();
            match (letters.next().and_then(Piece::from_char), letters.next()) {
                (Some(piece), None) => Pieces::of(piece),
                _ => return wrong("pattern_pieces", term),
            }
        }
    })
}

/// A corner of a rectangle, or a whole file or rank.
enum Edge {
    Square(Square),
    File(i8),
    Rank(i8),
}

fn edge(term: &Term) -> Option<Edge> {
    match term {
        Term::Integer(rank @ 1..=8) => Some(Edge::Rank(*rank as i8 - 1)),
        Term::Atom(name) => match name.as_bytes() {
            [file @ b'a'..=b'h'] => Some(Edge::File((file - b'a') as i8)),
            _ => name.parse().ok().map(Edge::Square),
        },
        _ => None,
    }
}

fn squares(term: &Term, areas: &mut Vec<Area>) -> Read<()> {
    if let Some(parts) = term.elements() {
        return parts.iter().try_for_each(|part| squares(part, areas));
    }
    let (low, high) = match term.arguments("-") {
        Some([low, high]) => (edge(low), edge(high)),
        None => (edge(term), edge(term)),
    };
    let order = |a: i8, b: i8| (a.min(b), a.max(b));
    let all = (0, 7);
    let area = match (low, high) {
        (Some(Edge::Square(a)), Some(Edge::Square(b))) => Area::Rectangle {
            files: order(a.file() as i8, b.file() as i8),
            ranks: order(a.rank() as i8, b.rank() as i8),
        },
        (Some(Edge::File(a)), Some(Edge::File(b))) => Area::Rectangle {
            files: order(a, b),
            ranks: all,
        },
        (Some(Edge::Rank(a)), Some(Edge::Rank(b))) => Area::Rectangle {
            files: all,
            ranks: order(a, b),
        },
        _ => match term.text() {
            Some("any") => Area::Rectangle {
                files: all,
                ranks: all,
            },
            Some("light") => Area::Shade { light: true },
            Some("dark") => Area::Shade { light: false },
            _ => return wrong("pattern_squares", term),
        },
    };
    areas.push(area);
    Ok(())
}
