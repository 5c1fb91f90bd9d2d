//! The table of all natives: the one list that wrappers, help, reference and tests read.
//!
//! The natives of one area are compiled together, when one of them is first needed: each area is a
//! Prolog module. Those of `internal_` areas are what the library modules are made of. Users know
//! the others by one module, `chess`, which is there from the start and passes calls on.

use super::{
    Native, Sentences, attack, board, chains, endgame, games, geometry, gp, help, learn, maia,
    migo, mil, motifs, moves, network, openings, patterns, pawns, pictures, playing, records,
    search, sources, state, strategies, words,
};

/// The module by which users know the natives of chess.
pub const FACADE: &str = "cl_chess";

/// Natives that are compiled together.
#[derive(Debug)]
pub struct Area {
    /// The Prolog module that exports them.
    pub module: &'static str,
    /// What the reference calls them; empty for those that users do not call.
    pub title: &'static str,
    /// The natives.
    pub natives: &'static [Native],
    /// What is said of their errors.
    pub sentences: &'static Sentences,
}

macro_rules! areas {
    ($($module:ident = $($file:ident)::+ $(, $title:literal)? $(, says $says:path)?;)*) => {
        &[$(Area {
            module: stringify!($module),
            title: concat!($($title)?),
            natives: $($file)::+::NATIVES,
            sentences: &areas!(@says $($says)?),
        }),*]
    };
    (@says) => { Sentences::NONE };
    (@says $says:path) => { $says };
}

/// All areas.
pub static AREAS: &[Area] = areas! {
    chess_geometry = geometry, "The empty board";
    chess_state = state, "What a position holds", says state::SENTENCES;
    chess_attack = attack, "Attacks and lines";
    chess_moves = moves, "Moves and the end of the game", says moves::SENTENCES;
    chess_pawns = pawns, "Pawns";
    chess_motifs = motifs, "Motifs on the board", says motifs::SENTENCES;
    chess_patterns = patterns, "Patterns", says patterns::SENTENCES;
    chess_playing = playing, "The search that plays", says playing::SENTENCES;
    chess_records = records, "Games, test positions and puzzles", says records::SENTENCES;
    internal_search = search;
    internal_board = board;
    internal_pictures = pictures;
    internal_sources = sources;
    internal_help = help, says help::SENTENCES;
    internal_learn = learn, says learn::SENTENCES;
    internal_mil = mil;
    internal_migo = migo;
    internal_games = games;
    chess_endgame = endgame, "Tables of endings", says endgame::SENTENCES;
    chess_words = words, "Words of which strategies for endings are made";
    chess_network = network, "The network that says which piece to move", says network::SENTENCES;
    chess_maia = maia, "Maia, which moves as people do", says maia::SENTENCES;
    internal_planes = network::internal;
    internal_strategies = strategies, says strategies::SENTENCES;
    internal_gp = gp, says gp::SENTENCES;
    internal_openings = openings, says openings::SENTENCES;
    internal_sample = openings::sample;
    internal_chains = chains, says chains::SENTENCES;
};

/// All natives; a native's number is its index here.
pub fn natives() -> impl Iterator<Item = &'static Native> {
    AREAS.iter().flat_map(|area| area.natives)
}

/// The native with this number.
pub fn get(id: i64) -> Option<&'static Native> {
    let mut id = usize::try_from(id).ok()?;
    for area in AREAS {
        match area.natives.get(id) {
            Some(native) => return Some(native),
            None => id -= area.natives.len(),
        }
    }
    None
}

/// The natives that users call by this name, each with the module of its area.
pub fn named(name: &str) -> impl Iterator<Item = (&'static str, &'static Native)> {
    let known = AREAS.iter().flat_map(|area| {
        let native = |native| (area.module, native);
        area.natives.iter().map(native)
    });
    known.filter(move |(_, native)| native.name == name && native.module == FACADE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    #[test]
    fn areas_are_called_by_the_module_that_users_know() {
        for area in AREAS {
            for native in area.natives {
                let (module, _) = area.module.split_once('_').unwrap();
                assert_eq!(module, library::shown(native.module), "{}", native.name);
                let is_shown = native.module == FACADE;
                assert_eq!(area.title.is_empty(), !is_shown, "{}", area.module);
            }
        }
    }
}
