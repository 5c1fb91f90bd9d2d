//! The table of all natives: the one list that wrappers, help, reference and tests read.

use super::{
    Native, attack, board, chains, endgame, games, geometry, gp, help, learn, migo, mil, motifs,
    moves, openings, pawns, records, search, sources, state, strategies, words,
};

/// The Prolog modules that natives belong to, in loading order. Users see `chess`; `internal` is
/// what the library modules are made of.
pub const MODULES: &[&str] = &["internal", "chess"];

static AREAS: &[&[Native]] = &[
    geometry::NATIVES,
    state::NATIVES,
    attack::NATIVES,
    moves::NATIVES,
    pawns::NATIVES,
    motifs::NATIVES,
    records::NATIVES,
    search::NATIVES,
    board::NATIVES,
    sources::NATIVES,
    help::NATIVES,
    learn::NATIVES,
    mil::NATIVES,
    migo::NATIVES,
    games::NATIVES,
    endgame::NATIVES,
    words::NATIVES,
    strategies::NATIVES,
    gp::NATIVES,
    openings::NATIVES,
    openings::sample::NATIVES,
    chains::NATIVES,
];

/// All natives; a native's number is its index here.
pub fn natives() -> impl Iterator<Item = &'static Native> {
    AREAS.iter().flat_map(|area| area.iter())
}

/// The native with this number.
pub fn get(id: i64) -> Option<&'static Native> {
    let mut id = usize::try_from(id).ok()?;
    for area in AREAS {
        match area.get(id) {
            Some(native) => return Some(native),
            None => id -= area.len(),
        }
    }
    None
}
