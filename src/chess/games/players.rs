//! Who has played a game, by the tags `White` and `Black`.

use shakmaty::Color;

use super::{
    Game,
    index::{Entry, Index, Unusable},
    scan::Quest,
};
use crate::chess::source::fits;

/// The name of a player, whatever the case of its letters. `*` in it stands for any characters, and
/// `?` for one.
///
/// ```
/// use chesslog::chess::{Side, games::{self, Player}};
///
/// let first = games::read("classics")?.next().unwrap()?;
/// assert_eq!(first.tag("White"), Some("Morphy, Paul"));
/// assert_eq!(Player::named("morphy, *").sides(&first), [Side::White]);
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
