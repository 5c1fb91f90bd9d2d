//! Games read from PGN files, each by its number in the file.
//!
//! The main line is kept, with the comments along it; variations are passed over. A game that
//! cannot be played to its end keeps the moves before the trouble and names the trouble.
//!
//! ```ignore
//! let game = GameRef { file: "classics".into(), number: 1 };
//! let after_ten_plies = game_position(game, Some(10), None)?;
//! ```

mod pgn;

pub(crate) use pgn::wrong;

use std::{
    cell::{Ref, RefCell},
    rc::Rc,
};

use shakmaty::{Chess, Color, Move, Position as _, san::SanPlus};

use super::{
    Position, moves,
    source::{Records, matching},
};
use crate::native::{
    Error, MoveTerm,
    types::{GameRef, Name},
};

/// Games whose positions are kept.
const REPLAYS: usize = 8;

thread_local! {
    static GAMES: RefCell<Records<Game>> = const { RefCell::new(Records::new()) };
    /// Least recently used first.
    static LATEST: RefCell<Vec<Rc<Replay>>> = const { RefCell::new(Vec::new()) };
}

/// A game: what a PGN file says of it.
#[derive(Debug, Clone)]
pub struct Game {
    /// The tag pairs, in file order.
    pub tags: Vec<(String, String)>,
    /// Where it begins.
    pub start: Position,
    /// The moves of the main line, up to the problem if there is one.
    pub moves: Vec<Move>,
    /// The comments of the main line, each with the ply that it follows.
    pub comments: Vec<(u64, String)>,
    /// Why the game cannot be played to its end.
    pub problem: Option<String>,
    /// What the file has besides.
    pub left_out: LeftOut,
}

/// What is not kept of a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Variations of the main line, with all that is in them.
    pub variations: u64,
}

impl Game {
    /// The value of the first tag with exactly this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find_map(|(n, v)| (n == name).then_some(v.as_str()))
    }

    /// Takes over start position and variant from the tags.
    fn set_up(&mut self) {
        let variant = self.tag("Variant").unwrap_or_default();
        let plain: String = variant.chars().filter(|c| c.is_alphanumeric()).collect();
        let plain = plain.to_lowercase();
        // Writers spell it fischerandom, fischerrandom, chess960, chess 9lx.
        let known = [
            "",
            "standard",
            "chess",
            "normal",
            "fromposition",
            "freestyle",
            "chess9lx",
        ]
        .contains(&plain.as_str())
            || ["960", "fischer"].iter().any(|word| plain.contains(word));
        if !known {
            self.problem = Some(format!("variant {variant} is not supported"));
            return;
        }
        match self.tag("FEN").map(Position::parse) {
            Some(Ok(start)) => self.start = start,
            Some(Err(error)) => self.problem = Some(format!("bad start position: {error}")),
            None => {}
        }
    }

    /// "ply 12 (move 6...)"; plies count from 1.
    fn place(&self, ply: usize) -> String {
        let black_begins = usize::from(self.start.turn() == Color::Black);
        let half = ply - 1 + black_begins;
        let number = u32::from(self.start.fullmoves()) as usize + half / 2;
        let dots = if half.is_multiple_of(2) { "." } else { "..." };
        format!("ply {ply} (move {number}{dots})")
    }

    /// The problem, with what tells a reader which game has it.
    fn complaint(&self) -> String {
        let Some(problem) = &self.problem else {
            return String::new();
        };
        let who = |name| self.tag(name).unwrap_or("?");
        let mut text = format!("{problem}, in {} - {}", who("White"), who("Black"));
        if let Some(site) = self.tag("Site").filter(|site| !["", "?"].contains(site)) {
            text += &format!(", {site}");
        }
        text
    }
}

/// The boards of a game, as far as they have been asked for, and the positions made of them.
struct Replay {
    game: Rc<Game>,
    plies: RefCell<Vec<(Chess, Option<Position>)>>,
}

impl Replay {
    /// The replay of a game; that of a recent one is found again.
    fn of(game: &GameRef) -> Result<Rc<Replay>, Error> {
        let game = GAMES.with_borrow_mut(|games| games.find(game, "game"))?;
        LATEST.with_borrow_mut(|latest| {
            let known = latest
                .iter()
                .rposition(|replay| Rc::ptr_eq(&replay.game, &game));
            let replay = match known {
                Some(at) => latest.remove(at),
                None => {
                    latest.drain(..latest.len().saturating_sub(REPLAYS - 1));
                    let plies = RefCell::new(vec![(Chess::clone(&game.start), None)]);
                    Rc::new(Replay { game, plies })
                }
            };
            latest.push(replay.clone());
            Ok(replay)
        })
    }

    /// The plies from 0 that an argument admits.
    fn range(&self, ply: Option<u64>) -> std::ops::Range<usize> {
        let end = self.game.moves.len() + 1;
        match ply.map(|ply| usize::try_from(ply).unwrap_or(usize::MAX)) {
            None => 0..end,
            Some(ply) if ply < end => ply..ply + 1,
            Some(_) => 0..0,
        }
    }

    /// The board after so many plies, which are no more than the game has.
    fn board(&self, ply: usize) -> Ref<'_, Chess> {
        {
            let mut plies = self.plies.borrow_mut();
            let missing = self.game.moves.iter().take(ply).skip(plies.len() - 1);
            for &m in missing {
                let mut board = plies[plies.len() - 1].0.clone();
                board.play_unchecked(m);
                plies.push((board, None));
            }
        }
        Ref::map(self.plies.borrow(), |plies| &plies[ply].0)
    }

    /// The position after so many plies, ready in the cache under its FEN.
    fn position(&self, ply: usize) -> Position {
        if let Some(known) = &self
            .plies
            .borrow()
            .get(ply)
            .and_then(|(_, known)| known.clone())
        {
            return known.clone();
        }
        drop(self.board(ply));
        let position = match ply.checked_sub(1) {
            None => self.game.start.clone(),
            Some(before) => {
                let before = Position::from_chess(self.board(before).clone());
                before.after(self.game.moves[ply - 1])
            }
        };
        self.plies.borrow_mut()[ply].1 = Some(position.clone());
        position
    }
}

/// Finds the game with this number and says what is wrong with it.
///
/// # Errors
///
/// When the file cannot be read, or holds no game.
pub fn next_game(file: Name, from: u64) -> Result<Option<(u64, String)>, Error> {
    let game = GAMES.with_borrow_mut(|games| games.get(&file.0, from))?;
    Ok(game.map(|game| (from, game.complaint())))
}

/// Relates a game to its tags.
///
/// # Errors
///
/// When there is no such game.
pub fn game_tag(
    game: GameRef,
    name: Option<Name>,
    value: Option<String>,
) -> Result<Vec<(Name, String)>, Error> {
    let game = GAMES.with_borrow_mut(|games| games.find(&game, "game"))?;
    let tags = game
        .tags
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    Ok(matching(tags, name.as_ref(), value.as_deref()))
}

/// Relates a game to its positions, the start position at ply 0.
///
/// # Errors
///
/// When there is no such game.
pub fn game_position(
    game: GameRef,
    ply: Option<u64>,
    position: Option<Position>,
) -> Result<Vec<(u64, Position)>, Error> {
    let replay = Replay::of(&game)?;
    Ok(replay
        .range(ply)
        .map(|ply| (ply as u64, replay.position(ply)))
        .filter(|(_, found)| position.as_ref().is_none_or(|position| position == found))
        .collect())
}

/// Relates a game to its moves, each at the ply that it leads to, and their SAN.
///
/// # Errors
///
/// When there is no such game.
pub fn game_move(
    game: GameRef,
    ply: Option<u64>,
    mv: Option<MoveTerm>,
    san: Option<String>,
) -> Result<Vec<(u64, MoveTerm, String)>, Error> {
    let replay = Replay::of(&game)?;
    Ok(replay
        .range(ply)
        .filter(|&ply| ply > 0)
        .map(|ply| (ply, replay.game.moves[ply - 1]))
        .map(|(ply, m)| (ply, m, moves::move_term(m)))
        .filter(|(_, _, term)| mv.is_none_or(|mv| mv == *term))
        .map(|(ply, m, term)| {
            let written = SanPlus::from_move(replay.board(ply - 1).clone(), m).to_string();
            (ply as u64, term, written)
        })
        .filter(|(_, _, written)| san.as_ref().is_none_or(|san| san == written))
        .collect())
}

/// Relates a game to its comments, each at the ply that it follows.
///
/// # Errors
///
/// When there is no such game.
pub fn game_comment(
    game: GameRef,
    ply: Option<u64>,
    text: Option<String>,
) -> Result<Vec<(u64, String)>, Error> {
    let game = GAMES.with_borrow_mut(|games| games.find(&game, "game"))?;
    let mut rows = game.comments.clone();
    rows.retain(|(p, t)| {
        ply.is_none_or(|ply| ply == *p) && text.as_ref().is_none_or(|text| text == t)
    });
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &[u8]) -> Name {
        let name = format!("chesslog-{}-{name}.pgn", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).unwrap();
        Name(path.to_str().unwrap().to_owned())
    }

    /// The problem and the SANs of the first game of a file with this movetext.
    fn played(name: &str, movetext: &str) -> (String, String) {
        let file = file(name, format!("[White \"A\"]\n\n{movetext}\n").as_bytes());
        let problem = next_game(file.clone(), 1).unwrap().unwrap().1;
        let game = GameRef {
            file: file.0.clone(),
            number: 1,
        };
        let sans: Vec<_> = game_move(game, None, None, None)
            .unwrap()
            .into_iter()
            .map(|row| row.2)
            .collect();
        std::fs::remove_file(file.0).unwrap();
        (problem, sans.join(" "))
    }

    #[test]
    fn moves_before_trouble_are_kept_and_the_trouble_named() {
        let cases = [
            (
                "1. e4 e5 2. Nf9 Nc6",
                "unreadable move Nf9 at ply 3 (move 2.)",
                "e4 e5",
            ),
            (
                "1. e4 Sf6 2. e5 Sd5",
                "unreadable move Sf6 at ply 2 (move 1...)",
                "e4",
            ),
            (
                "1. e4 e5 2. Ke3",
                "illegal move Ke3 at ply 3 (move 2.)",
                "e4 e5",
            ),
            (
                "1. e4 -- 2. d4",
                "illegal move -- at ply 2 (move 1...)",
                "e4",
            ),
        ];
        for (text, problem, moves) in cases {
            let (found, sans) = played("trouble", text);
            assert_eq!(
                (found, sans.as_str()),
                (format!("{problem}, in A - ?"), moves)
            );
        }
    }

    #[test]
    fn only_the_main_line_counts() {
        for text in [
            "1. e4 (1. d4 d5 (1... Nf9) {x9}) e5 $1 2.Nf3!? {Nf9 ) } Nc6 ; Nf9\n% Nf9\n3.Bb5+- 1/2-1/2",
            "1. e4 e5\n2.Nf3 b8c6 3Bb5 N *",
        ] {
            let text = text.replace("Bb5+-", "Bb5 +-");
            let (problem, sans) = played("line", &text);
            assert_eq!((problem.as_str(), sans.as_str()), ("", "e4 e5 Nf3 Nc6 Bb5"));
        }
        assert_eq!(played("mate", "1. f3 e5 2. g4 Qh4 0-1").1, "f3 e5 g4 Qh4#");
        let sans = played("castling", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 e8g8").1;
        assert!(sans.ends_with("Bc5 O-O O-O"), "{sans}");
    }

    #[test]
    fn start_positions_variants_and_comments() {
        let text = "\u{feff}[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\"]\n\n\
            {first} 9... Kd7 { [%clk 0:01:00] } {two} 10. e5 *\n\n\
            [Variant \"Antichess\"]\n\n1. e3 b5 *\n\n[FEN \"8/8\"]\n\n*\n";
        let file = file("start", text.as_bytes());
        let game = |number| GameRef {
            file: file.0.clone(),
            number,
        };
        let problem = |number| next_game(file.clone(), number).unwrap().unwrap().1;
        assert_eq!(problem(1), "illegal move e5 at ply 2 (move 10.), in ? - ?");
        assert_eq!(problem(2), "variant Antichess is not supported, in ? - ?");
        assert_eq!(
            problem(3),
            "bad start position: invalid board part in fen, in ? - ?"
        );
        assert_eq!(next_game(file.clone(), 4), Ok(None));
        let row = |ply, text: &str| (ply, text.to_owned());
        let expected = [row(0, "first"), row(1, "[%clk 0:01:00]"), row(1, "two")];
        assert_eq!(game_comment(game(1), None, None).unwrap(), expected);
        let positions = game_position(game(1), None, None).unwrap();
        assert_eq!(positions[0].1.fen(), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 9");
        assert_eq!(
            game_position(game(1), None, Some(positions[1].1.clone())).unwrap(),
            positions[1..]
        );
        assert_eq!(game_position(game(1), Some(2), None).unwrap(), []);
        assert_eq!(
            game_tag(game(2), Some(Name("variant".into())), None)
                .unwrap()
                .len(),
            1
        );
        let error = game_tag(game(9), None, None).unwrap_err();
        let culprit = format!("{} game 9", file.0);
        assert_eq!(
            error,
            Error::Existence {
                kind: "game",
                culprit
            }
        );
        std::fs::remove_file(&file.0).unwrap();
    }

    #[test]
    fn what_is_no_pgn_is_refused() {
        let prose = b"The a4 paper was out, so they took a3.\n\nThen they went home.\n";
        for text in [
            &b""[..],
            b"\xff\x00{\xfe",
            prose,
            b"PuzzleId,FEN,Moves\na1,8/8,e2e4\n",
        ] {
            let file = file("none", text);
            let error = next_game(file.clone(), 1).unwrap_err();
            assert!(error.to_string().contains("no game found"), "{error}");
            std::fs::remove_file(file.0).unwrap();
        }
    }
}
