//! The shapes of the pieces, in a square of 100 by 100.
//!
//! What is not said here comes from where a shape is used: fill and stroke from the side, and
//! `currentColor` for the lines within. Parts that come later cover those before.

use shakmaty::Role;

/// The elements of a piece's shape.
pub(super) fn shape(role: Role) -> &'static str {
    match role {
        Role::Pawn => PAWN,
        Role::Knight => KNIGHT,
        Role::Bishop => BISHOP,
        Role::Rook => ROOK,
        Role::Queen => QUEEN,
        Role::King => KING,
    }
}

/// A plinth, as all but the pawn have it.
macro_rules! plinth {
    () => {
        r#"<path d="M22 91V86Q22 80 29 80H71Q78 80 78 86V91Z"/>"#
    };
}

/// A line within the shape.
macro_rules! line {
    ($d:literal) => {
        concat!(
            r#"<path d=""#,
            $d,
            r#"" fill="none" stroke="currentColor" stroke-width="2.6"/>"#
        )
    };
}

/// Body, plinth, collar, head.
const PAWN: &str = concat!(
    r#"<path d="M42 47C42 60 36 68 31 80H69C64 68 58 60 58 47Z"/>"#,
    r#"<path d="M26 91V86Q26 80 33 80H67Q74 80 74 86V91Z"/>"#,
    r#"<path d="M39 50Q35 50 35 46.5Q35 43 39 43H61Q65 43 65 46.5Q65 50 61 50Z"/>"#,
    r#"<circle cx="50" cy="30" r="13.5"/>"#,
);

/// Head and neck to the left; then mane, eye and nostril.
const KNIGHT: &str = concat!(
    r#"<path d="M28 80C28 66 43 63 47 49C42 53 37 53 34 57C31 61 28 65 23 63C18 62 15 59 16 54"#,
    r#"C18 47 24 41 27 35C29 30 31 27 34 24C32 19 32 15 33 10C38 12 42 15 45 18"#,
    r#"C66 20 81 42 76 80Z"/>"#,
    plinth!(),
    line!("M52 27C63 33 69 50 68 70"),
    r#"<circle cx="36.5" cy="34.5" r="2.8" fill="currentColor" stroke="none"/>"#,
    line!("M22 53.5L21 55.5"),
);

/// Foot, plinth, mitre, collar, knob; then the cut in the mitre.
const BISHOP: &str = concat!(
    r#"<path d="M41 60C41 68 36 74 30 80H70C64 74 59 68 59 60Z"/>"#,
    plinth!(),
    r#"<path d="M50 19C64 29 71 40 66 50Q63 57 56 58H44Q37 57 34 50C29 40 36 29 50 19Z"/>"#,
    r#"<path d="M36 64Q32.5 64 32.5 61Q32.5 58 36 58H64Q67.5 58 67.5 61Q67.5 64 64 64Z"/>"#,
    r#"<circle cx="50" cy="14.5" r="5.5"/>"#,
    line!("M59 29L50 41"),
);

/// Tower, plinth, battlements.
const ROOK: &str = concat!(
    r#"<path d="M34 38L31 80H69L66 38Z"/>"#,
    plinth!(),
    line!("M32.5 70H67.5"),
    r#"<path d="M26 17H37V24H44.5V17H55.5V24H63V17H74V32L66 40H34L26 32Z"/>"#,
);

/// Crown, foot, plinth, pearls.
const QUEEN: &str = concat!(
    r#"<path d="M32 66L15 32L30 47L33 23L43 44L50 18L57 44L67 23L70 47L85 32L68 66Z"/>"#,
    r#"<path d="M32 66Q33 74 28 80H72Q67 74 68 66Q50 61 32 66Z"/>"#,
    plinth!(),
    line!("M33 66Q50 61 67 66"),
    r#"<circle cx="13.5" cy="29" r="5"/><circle cx="32.5" cy="19.5" r="5"/>"#,
    r#"<circle cx="50" cy="14" r="5"/>"#,
    r#"<circle cx="67.5" cy="19.5" r="5"/><circle cx="86.5" cy="29" r="5"/>"#,
);

/// Cross, crown, plinth; then the lines of the crown.
const KING: &str = concat!(
    r#"<path d="M46.5 8H53.5V14H60V21H53.5V32H46.5V21H40V14H46.5Z"/>"#,
    r#"<path d="M50 30C56 30 58 36 58 41C64 32 84 33 84 47C84 58 74 62 70 70Q68 76 71 80"#,
    r#"H29Q32 76 30 70C26 62 16 58 16 47C16 33 36 32 42 41C42 36 44 30 50 30Z"/>"#,
    plinth!(),
    line!("M31 69Q50 63 69 69"),
    line!("M50 43V60"),
);
