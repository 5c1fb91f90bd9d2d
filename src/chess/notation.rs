//! A move as a person types it, and what is wrong with it otherwise.
//!
//! `Ra4`, `ra4` and `a1a4` are the same; `Ra4` is none if two rooks can go there.

use shakmaty::{
    Color, File, Move, Position as _, Rank, Role, Square,
    san::{San, SanPlus},
    uci::UciMove,
};

use super::{Position, role_name};

/// How many legal moves are named to somebody who has typed none.
const NAMED: usize = 4;

/// The legal move that a text means, in either notation; pieces may be small letters.
///
/// # Errors
///
/// If it means none, or several; the message says why.
pub fn parsed(position: &Position, typed: &str) -> Result<Move, String> {
    let chess = &**position;
    // Castling is sometimes written with zeros, or small letters.
    let castling = match typed.starts_with("0-0") || typed.starts_with("o-o") {
        true => typed.replace(['0', 'o'], "O"),
        false => typed.to_owned(),
    };
    let typed = castling.as_str();
    let uci = typed.parse::<UciMove>().ok();
    if let Some(Ok(played)) = uci.map(|uci| uci.to_move(chess)) {
        return Ok(played);
    }
    // A small letter is a pawn's file first.
    let readings: Vec<SanPlus> = [typed.to_owned(), with_capital(typed)]
        .iter()
        .filter_map(|text| text.parse().ok())
        .collect();
    for reading in &readings {
        let legal = chess.legal_moves();
        let meant: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|&m| reading.san.matches(m))
            .collect();
        match meant.as_slice() {
            [] => {}
            [played] => return Ok(*played),
            several => {
                let names = names(position, several);
                return Err(format!("`{typed}` is ambiguous; expected one of {names}"));
            }
        }
    }
    // Who says or leaves out that something is taken means the same move.
    let plain = readings
        .last()
        .and_then(|reading| Described::of(&reading.san));
    if let Some(plain) = plain.filter(|plain| uci.is_none() && plain.promotion.is_none())
        && let [played] = plain.legal(position).as_slice()
    {
        return Ok(*played);
    }
    let why = match uci {
        Some(UciMove::Normal { from, to, .. }) => match chess.board().piece_at(from) {
            Some(piece) if piece.color == chess.turn() => Described {
                role: piece.role,
                file: Some(from.file()),
                rank: Some(from.rank()),
                to,
                promotion: None,
            }
            .obstacle(position),
            _ => Some(format!("you have nothing on {from}")),
        },
        _ => plain.and_then(|plain| plain.obstacle(position)),
    };
    Err(match why {
        Some(why) => format!("`{typed}` is no legal move: {why}"),
        None => format!(
            "`{typed}` is no legal move; expected one such as {}, or help",
            some_moves(position)
        ),
    })
}

/// The move in standard notation.
pub fn san(position: &Position, played: Move) -> String {
    SanPlus::from_move((**position).clone(), played).to_string()
}

/// The text with its first letter large.
fn with_capital(typed: &str) -> String {
    let mut letters = typed.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Moves in standard notation, in order.
fn names(position: &Position, moves: &[Move]) -> String {
    let mut names: Vec<String> = moves.iter().map(|&m| san(position, m)).collect();
    names.sort();
    names.join(", ")
}

/// What is said of a move: the piece, with its file and rank if they are given, and where it goes.
#[derive(Debug, Clone, Copy)]
struct Described {
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Role>,
}

impl Described {
    /// What standard notation says; `None` of castling.
    fn of(san: &San) -> Option<Described> {
        match *san {
            San::Normal {
                role,
                file,
                rank,
                to,
                promotion,
                ..
            } => Some(Described {
                role,
                file,
                rank,
                to,
                promotion,
            }),
            _ => None,
        }
    }

    fn is_from(&self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }

    /// The legal moves that fit, whatever they take and become.
    fn legal(&self, position: &Position) -> Vec<Move> {
        let fits = |m: &Move| {
            m.role() == self.role
                && m.to() == self.to
                && m.from().is_some_and(|from| self.is_from(from))
        };
        position
            .legal_moves()
            .iter()
            .copied()
            .filter(fits)
            .collect()
    }

    /// Why no such piece can go there.
    fn obstacle(&self, position: &Position) -> Option<String> {
        let legal = self.legal(position);
        match legal.is_empty() {
            true => obstacle(position, self),
            false => Some(format!("expected {}", names(position, &legal))),
        }
    }
}

fn obstacle(position: &Position, described: &Described) -> Option<String> {
    let Described {
        role,
        file,
        rank,
        to,
        ..
    } = *described;
    let (board, side) = (position.board(), position.turn());
    let name = role_name(role);
    let pieces: Vec<Square> = (board.by_role(role) & board.by_color(side))
        .into_iter()
        .filter(|&from| described.is_from(from))
        .collect();
    if pieces.is_empty() {
        return Some(match (file, rank) {
            (None, None) => format!("you have no {name}"),
            _ => format!("you have no {name} there"),
        });
    }
    // A pawn goes where it does not attack.
    if role == Role::Pawn {
        return None;
    }
    if board.by_color(side).contains(to) {
        return Some(format!("{to} is taken by a piece of yours"));
    }
    let mut reaching = pieces
        .into_iter()
        .filter(|&from| board.attacks_from(from).contains(to));
    let Some(from) = reaching.next() else {
        return Some(format!("the {name} does not reach {to}"));
    };
    Some(match role {
        Role::King if is_near_king(position, !side, to) => {
            "the kings may not stand next to each other".to_owned()
        }
        Role::King => "the king would be in check".to_owned(),
        _ if position.is_check() => "it leaves your king in check".to_owned(),
        _ => format!("the {name} on {from} is pinned: your king would be in check"),
    })
}

fn is_near_king(position: &Position, side: Color, square: Square) -> bool {
    let king = position.board().king_of(side);
    king.is_some_and(|king| shakmaty::attacks::king_attacks(king).contains(square))
}

/// Legal moves, not all of one piece if there are others.
fn some_moves(position: &Position) -> String {
    let mut legal: Vec<Move> = position.legal_moves().to_vec();
    let mut names = Vec::new();
    while !legal.is_empty() && names.len() < NAMED {
        // In turn a move of each piece.
        let mut origins: Vec<Option<Square>> = Vec::new();
        legal.retain(|&m| {
            let next = !origins.contains(&m.from()) && names.len() < NAMED;
            if next {
                origins.push(m.from());
                names.push(san(position, m));
            }
            !next
        });
    }
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_what_is_wrong_with_others() {
        let reported = |fen: &str, typed: &str| {
            let position = Position::parse(fen).unwrap();
            match parsed(&position, typed) {
                Ok(played) => san(&position, played),
                Err(message) => message,
            }
        };
        let rooks = "R7/8/8/1k6/8/8/8/R3K3 w - - 0 1";
        let black = "8/8/8/3k4/8/8/8/R2QK3 b - - 0 1";
        let pinned = "4r3/8/8/8/8/5k2/4R3/4K3 w - - 0 1";
        let bishops = "8/8/8/3k4/8/8/1B6/B3K3 w - - 0 1";
        for (fen, typed, expected) in [
            (rooks, "R1a4", "R1a4"),
            (rooks, "a1a4", "R1a4"),
            (rooks, "ke2", "Ke2"),
            (rooks, "kf1+", "Kf1"),
            (
                rooks,
                "Ra4",
                "`Ra4` is ambiguous; expected one of R1a4, R8a4",
            ),
            (
                rooks,
                "ra4",
                "`ra4` is ambiguous; expected one of R1a4, R8a4",
            ),
            (
                rooks,
                "Ke3",
                "`Ke3` is no legal move: the king does not reach e3",
            ),
            (rooks, "Qa4", "`Qa4` is no legal move: you have no queen"),
            (
                rooks,
                "Rba4",
                "`Rba4` is no legal move: you have no rook there",
            ),
            (
                rooks,
                "R1a8",
                "`R1a8` is no legal move: a8 is taken by a piece of yours",
            ),
            (
                rooks,
                "b1b2",
                "`b1b2` is no legal move: you have nothing on b1",
            ),
            (
                rooks,
                "b5b6",
                "`b5b6` is no legal move: you have nothing on b5",
            ),
            (
                rooks,
                "a1b2",
                "`a1b2` is no legal move: the rook does not reach b2",
            ),
            (
                rooks,
                "rook",
                "`rook` is no legal move; expected one such as Rb1+, R8a2, Kd1 or Rc1, or help",
            ),
            (
                rooks,
                "",
                "`` is no legal move; expected one such as Rb1+, R8a2, Kd1 or Rc1, or help",
            ),
            (black, "Ke4", "Ke4"),
            (
                black,
                "Kd4",
                "`Kd4` is no legal move: the king would be in check",
            ),
            (
                pinned,
                "Rd2",
                "`Rd2` is no legal move: the rook on e2 is pinned: your king would be in check",
            ),
            (
                pinned,
                "Kf2",
                "`Kf2` is no legal move: the kings may not stand next to each other",
            ),
            // What is taken need not be said, and may not become anything.
            (
                "8/8/8/8/8/1k6/1b6/K7 w - - 0 1",
                "Kb2",
                "`Kb2` is no legal move: the kings may not stand next to each other",
            ),
            ("8/8/8/8/1k6/8/1b6/K7 w - - 0 1", "Kb2", "Kxb2"),
            (rooks, "R1xa4", "R1a4"),
            (rooks, "R1a4=Q", "`R1a4=Q` is no legal move: expected R1a4"),
            (rooks, "a1a4q", "`a1a4q` is no legal move: expected R1a4"),
            // A small b may be a bishop.
            (bishops, "bc3", "Bc3"),
        ] {
            assert_eq!(reported(fen, typed), expected, "{fen} {typed}");
        }
    }
}
