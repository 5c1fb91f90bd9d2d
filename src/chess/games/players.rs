//! Who has played a game, by the tags `White` and `Black`.

use shakmaty::Color;

use super::{
    Game,
    index::{Entry, Index, Unusable},
    scan::{Quest, Scan, ScanResult},
};
use crate::chess::source::{SourceError, Stream, fits};

/// The name of a player, whatever the case of its letters. `*` in it stands for any characters, and
/// `?` for one.
///
/// ```
/// use chesslog::chess::{Side, games::{self, Player}};
///
/// let morphy = Player::named("morphy, *");
/// let first = games::played_by("classics", &morphy)?.next().unwrap()?;
/// assert_eq!((first.number, first.sides), (1, vec![Side::White]));
/// assert_eq!(first.game.tag("White"), Some("Morphy, Paul"));
/// # Ok::<(), chesslog::chess::source::SourceError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player(String);

impl Player {
    /// The player, or the players, whom a name means.
    pub fn named(name: &str) -> Player {
        Player(folded(name))
    }

    /// The sides that they play in a game: both in one of a player against another with the same name.
    pub fn sides(&self, game: &Game) -> Vec<Color> {
        self.among(|side| game.tag(tag(side)))
    }

    fn among<'n>(&self, name: impl Fn(Color) -> Option<&'n str>) -> Vec<Color> {
        let is = |side: &Color| name(*side).is_some_and(|name| fits(&self.0, &folded(name)));
        [Color::White, Color::Black]
            .into_iter()
            .filter(is)
            .collect()
    }
}

/// The tag that has the name of a player.
fn tag(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A name as names are compared.
pub(super) fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

/// A player is found on sides.
impl Quest for Player {
    type Found = Color;

    fn candidates(&self, index: &Index) -> Result<Option<Vec<u64>>, Unusable> {
        match self.0.contains(['*', '?']) {
            true => Ok(None),
            false => index.of_player(&self.0).map(Some),
        }
    }

    fn in_game(&self, game: &Game) -> Vec<Color> {
        self.sides(game)
    }

    fn in_entry(&self, entry: &Entry<'_>) -> Option<Vec<Color>> {
        Some(self.among(|side| entry.player(side)))
    }
}

/// A game of a player.
#[derive(Debug, Clone)]
pub struct Played {
    /// The number of the game in its file.
    pub number: u64,
    /// The sides that the player has: both against another with the same name.
    pub sides: Vec<Color>,
    /// What the file says of it.
    pub game: Game,
}

/// The games of a file that a player has played, those too that cannot be played to their end. An
/// index of the file shows which games need not be read.
///
/// # Errors
///
/// When the file cannot be read, or has no games.
pub fn played_by(
    file: &str,
    player: &Player,
) -> Result<impl Iterator<Item = Result<Played, SourceError>> + use<>, SourceError> {
    let wanted = match Index::of(file)? {
        Ok(Some(_)) => numbers(file, player)?,
        _ => None,
    };
    let (mut games, player) = (Stream::<Game>::open(file)?, player.clone());
    let mut number = 0;
    let mut next = move || -> Result<Option<Played>, SourceError> {
        loop {
            number += 1;
            match wanted.as_deref() {
                Some(wanted) if wanted.last().is_none_or(|last| *last < number) => return Ok(None),
                Some(wanted) if wanted.binary_search(&number).is_err() => games.pass()?,
                _ => {
                    let Some(game) = games.next()? else {
                        return Ok(None);
                    };
                    let sides = player.sides(&game);
                    if !sides.is_empty() {
                        return Ok(Some(Played {
                            number,
                            sides,
                            game,
                        }));
                    }
                }
            }
        }
    };
    Ok(std::iter::from_fn(move || next().transpose()))
}

/// The numbers of the games that a player may have played, by the index; `None` if that cannot be said.
fn numbers(file: &str, player: &Player) -> Result<Option<Vec<u64>>, SourceError> {
    let (mut scan, mut numbers) = (Scan::new(file, player)?, Vec::new());
    while let Some(found) = scan.next(player)? {
        match found {
            ScanResult::Found(number, _) | ScanResult::Problem(number, _) => numbers.push(number),
            ScanResult::Notice(_) => return Ok(None),
        }
    }
    Ok(Some(numbers))
}
