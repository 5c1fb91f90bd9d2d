//! A move as people write it, and what is wrong with it otherwise.
//!
//! `Ra4`, `1.Ra4!`, `♖a4` and `a1a4` are the same, and to who types it also `ra4`; it is none if two rooks can go there.

use shakmaty::{
    CastlingMode, Chess, Color, File, Move, Position as _, Rank, Role, Square,
    san::{San, SanError, SanPlus},
    uci::UciMove,
};

use super::{Position, role_name};

/// How many legal moves are named to somebody who has typed none.
const NAMED: usize = 4;

/// Why a written move is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoMove {
    /// It is no notation of a move.
    Unreadable,
    /// It is none on this board, or several.
    Not(SanError),
}

/// The legal move that a word means on a board: standard algebraic notation, also with its number and signs (`12.e4!`),
/// castling with zeros or as `OO`, figurines, both squares with or without a line between them, a colon or nothing where
/// something is taken, and promotion as `a8Q`, `a8(Q)` or `a8/Q`; or the notation of engines, `e1g1`.
///
/// # Errors
///
/// [`NoMove`], if it means none.
pub fn read(board: &Chess, word: &str) -> Result<Move, NoMove> {
    let word = plain(word);
    let reading = match SanPlus::from_ascii(word.as_bytes()) {
        Ok(san) => san
            .san
            .to_move(board)
            .or_else(|error| match taking(san.san) {
                Some(taking) => taking.to_move(board).map_err(|_| error),
                None => Err(error),
            })
            .map_err(NoMove::Not),
        Err(_) => Err(NoMove::Unreadable),
    };
    reading.or_else(|error| match word.parse::<UciMove>() {
        Ok(uci) => uci
            .to_move(board)
            .map_err(|_| NoMove::Not(SanError::IllegalSan)),
        Err(_) => Err(error),
    })
}

/// The same, and something is taken: `ed6`, `Nf7`. What is said to take and does not is none.
fn taking(mut san: San) -> Option<San> {
    match &mut san {
        San::Normal { capture, .. } if !*capture => *capture = true,
        _ => return None,
    }
    Some(san)
}

/// A written move as standard notation has it: no number, no signs but those of check; castling with letters and lines,
/// pieces as letters, `x` for a colon, no line between two squares, and nothing but `=` around what a pawn becomes.
fn plain(word: &str) -> String {
    let word = word.trim();
    let number = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let word = match number.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches(['.', '…', ' ']),
        None => word,
    };
    let word = word.trim_end_matches(['!', '?', ' ']);
    let word = word.strip_suffix("e.p.").map_or(word, str::trim_end);
    let castling = word.replace('–', "-").replace(['0', 'o'], "O");
    if castling.starts_with("O-O") {
        return castling;
    }
    if let "OO" | "OOO" = castling.trim_end_matches(['+', '#']) {
        return castling.replacen("OO", "O-O", 1).replace("OO", "O-O");
    }
    let letters = word.chars().filter_map(|letter| match letter {
        '♔' | '♚' => Some('K'),
        '♕' | '♛' => Some('Q'),
        '♖' | '♜' => Some('R'),
        '♗' | '♝' => Some('B'),
        '♘' | '♞' => Some('N'),
        ':' | '×' => Some('x'),
        '♙' | '♟' | '-' | '–' | '/' | '(' | ')' | '\u{fe0e}' | '\u{fe0f}' => None,
        letter => Some(letter),
    });
    let mut plain: String = letters.collect();
    let moved = plain.trim_end_matches(['+', '#']).len();
    if let [.., b'1' | b'8', piece] = plain.as_bytes()[..moved]
        && "QRBNqrbn".contains(char::from(piece))
        && plain.parse::<UciMove>().is_err()
    {
        let end = plain.split_off(moved - 1).to_ascii_uppercase();
        plain = format!("{plain}={end}");
    }
    plain
}

/// The legal move that a typed text means: as [`read`], but pieces may be small letters, and that something is taken
/// need not be said.
///
/// # Errors
///
/// If it means none, or several; the message says why.
pub fn parsed(position: &Position, typed: &str) -> Result<Move, String> {
    let chess = &**position;
    let word = plain(typed);
    let uci = word.parse::<UciMove>().ok();
    if let Some(Ok(played)) = uci.map(|uci| uci.to_move(chess)) {
        return Ok(played);
    }
    // A small letter is a pawn's file first.
    let readings: Vec<SanPlus> = [word.clone(), with_capital(&word)]
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
            "`{typed}` is no legal move; expected one such as {}",
            some_moves(position)
        ),
    })
}

/// The move in standard notation.
pub fn san(position: &Position, played: Move) -> String {
    SanPlus::from_move((**position).clone(), played).to_string()
}

/// The move as engines write it; castling as the king's or, in chess960, as the rook's square.
pub fn uci(m: Move, mode: CastlingMode) -> String {
    UciMove::from_move(m, mode).to_string()
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
    fn moves_are_read_as_people_write_them() {
        let castles = "rn2k2r/P6p/8/3pP3/8/8/5B2/R3K2R w KQkq d6 0 30";
        for (fen, words) in [
            (
                castles,
                &["O-O", "0-0", "o-o", "O-O!", "30.O-O", "e1g1", "OO", "00"][..],
            ),
            (castles, &["O-O-O", "0-0-0", "30. 0-0-0!?", "e1c1", "OOO"]),
            (
                castles,
                &["axb8=Q+", "axb8Q", "a7xb8=Q", "axb8=Q!!", "a:b8Q", "ab8Q"],
            ),
            (
                castles,
                &[
                    "exd6",
                    "e5xd6",
                    "exd6 e.p.",
                    "e5d6",
                    "e5-d6",
                    "ed6",
                    "e:d6",
                    "e5:d6",
                ],
            ),
            (
                castles,
                &["Bc5", "♗c5", "♝c5", "Bf2-c5", "f2c5", "30.Bc5?", "Bf2c5"],
            ),
            (castles, &["a7-a8", "a7a8"]),
        ] {
            let position = Position::parse(fen).unwrap();
            let moves: Vec<_> = words.iter().map(|word| read(&position, word)).collect();
            assert!(moves.iter().all(|m| *m == moves[0]), "{words:?}: {moves:?}");
        }
        let promotes = Position::parse("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let queen = read(&promotes, "a8=Q").unwrap();
        for word in ["a8Q", "a8q", "a7-a8Q", "a7a8q", "a8=Q!", "1.a8Q"] {
            assert_eq!(read(&promotes, word), Ok(queen), "{word}");
            assert_eq!(parsed(&promotes, word), Ok(queen), "{word}");
        }
        let illegal = Err(NoMove::Not(SanError::IllegalSan));
        for word in ["a8", "0-0", "b7b8q"] {
            assert_eq!(read(&promotes, word), illegal, "{word}");
        }
        for word in ["", "pawn", "Ka9", "1.", "=Q", "-", "!"] {
            assert_eq!(read(&promotes, word), Err(NoMove::Unreadable), "{word}");
        }
    }

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
                "`rook` is no legal move; expected one such as Rb1+, R8a2, Kd1 or Rc1",
            ),
            (
                rooks,
                "",
                "`` is no legal move; expected one such as Rb1+, R8a2, Kd1 or Rc1",
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
