//! Which motifs of `tactic/4` stand for which themes of Lichess.

use crate::native::help::did_you_mean;

/// A theme of Lichess puzzles, and the motifs that are as much.
#[derive(Debug, PartialEq, Eq)]
pub struct Theme {
    /// Its name in the column of themes.
    pub name: &'static str,
    /// The atoms of `tactic/4`.
    pub motifs: &'static [&'static str],
}

macro_rules! themes {
    ($($name:ident: $($motif:ident)*;)*) => {
        /// All themes for which there is a motif.
        pub static THEMES: &[Theme] = &[$(Theme {
            name: stringify!($name),
            motifs: &[$(stringify!($motif)),*],
        }),*];
    };
}

// Lichess counts discovered checks as discovered attacks, mates in five moves or more as mateIn5,
// any mate as `mate`, and promotions as advanced pawns. Its defensive moves are quiet ones that end a solution.
themes! {
    hangingPiece: hanging_piece;
    fork: fork;
    pin: pin;
    skewer: skewer;
    discoveredAttack: discovered_attack discovered_check;
    discoveredCheck: discovered_check;
    doubleCheck: double_check;
    xRayAttack: xray;
    capturingDefender: removing_the_defender;
    deflection: deflection;
    attraction: attraction;
    interference: interference;
    intermezzo: intermezzo;
    sacrifice: sacrifice;
    trappedPiece: trapped_piece;
    promotion: promotion underpromotion;
    underPromotion: underpromotion;
    advancedPawn: advanced_pawn promotion underpromotion;
    clearance: clearance;
    exposedKing: exposed_king;
    attackingF2F7: attacking_f2_f7;
    quietMove: quiet_move;
    defensiveMove: defensive_move;
    zugzwang: zugzwang;
    anastasiaMate: anastasia_mate;
    arabianMate: arabian_mate;
    bodenMate: boden_mate;
    doubleBishopMate: double_bishop_mate;
    dovetailMate: dovetail_mate;
    hookMate: hook_mate;
    backRankMate: back_rank_mate;
    smotheredMate: smothered_mate;
    mateIn1: mate_in_1;
    mateIn2: mate_in_2;
    mateIn3: mate_in_3;
    mateIn4: mate_in_4;
    mateIn5: mate_in_5 long_mate;
    mate: mate_in_1 mate_in_2 mate_in_3 mate_in_4 mate_in_5 long_mate back_rank_mate smothered_mate
        anastasia_mate arabian_mate boden_mate double_bishop_mate dovetail_mate hook_mate;
}

/// Finds a theme by its name on Lichess.
///
/// # Errors
///
/// What to tell the user when there is none, with the nearest name and all that are known.
pub fn theme(name: &str) -> Result<&'static Theme, String> {
    if let Some(theme) = THEMES.iter().find(|theme| theme.name == name) {
        return Ok(theme);
    }
    let names = || THEMES.iter().map(|theme| theme.name.to_owned());
    let meant = did_you_mean(name, names())
        .map_or_else(String::new, |near| format!("; did you mean {near}?"));
    Err(format!(
        "there is no motif for a theme {name}{meant}\nknown themes: {}",
        names().collect::<Vec<_>>().join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_are_known_by_name() {
        assert_eq!(theme("xRayAttack").unwrap().motifs, ["xray"]);
        for mates in ["mateIn5", "mate"] {
            assert!(theme(mates).unwrap().motifs.contains(&"long_mate"));
        }
        let message = theme("hanging_piece").unwrap_err();
        assert!(
            message.starts_with(
                "there is no motif for a theme hanging_piece; did you mean hangingPiece?\n"
            ),
            "{message}"
        );
        assert!(message.ends_with(", mateIn5, mate"), "{message}");
        assert!(!theme("endgame").unwrap_err().contains("did you mean"));
    }

    #[test]
    fn names_are_unique() {
        for (at, theme) in THEMES.iter().enumerate() {
            assert!(THEMES[..at].iter().all(|other| other.name != theme.name));
        }
    }
}
