//! The picture of a position for terminals and plain text.
//!
//! ```
//! use chesslog::chess::{Position, board::{Style, draw}};
//!
//! let picture = draw(&Position::start(), Style { ascii: true, ..Style::default() });
//! assert!(picture.starts_with("8 r n b q k b n r\n7 p p p p p p p p\n6 . . . . . . . .\n"));
//! assert!(picture.ends_with("  a b c d e f g h\nwhite to move"));
//! ```

use shakmaty::{Bitboard, Color, File, Piece, Position as _, Rank, Role, Square};

use super::Position;

/// How to draw.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Style {
    /// Letters instead of chess symbols.
    pub ascii: bool,
    /// ANSI colours: squares on a background, the sides told apart by the foreground.
    pub colour: bool,
    /// Black at the bottom.
    pub flipped: bool,
    /// Squares that stand out: in brackets, or on a background of their own.
    pub marked: Bitboard,
    /// How hot each square is, from 0 to 100, where there is colour: a heat map instead of light and
    /// dark squares. The first is a1.
    pub heat: Option<[u8; 64]>,
    /// Room for brackets also where no square is marked, so that the boards of a game are alike.
    pub roomy: bool,
}

/// The 256-colour codes of light, dark and marked squares, of white and black pieces.
const LIGHT: u8 = 108;
const DARK: u8 = 65;
const MARKED: u8 = 172;
/// From warm to hot.
const HEAT: [u8; 6] = [186, 179, 215, 208, 202, 196];
const WHITE: u8 = 231;
const BLACK: u8 = 16;

/// Draws the board, the coordinates and a last line that says who moves; no newline at the end.
pub fn draw(position: &Position, style: Style) -> String {
    let mut ranks = Rank::ALL;
    let mut files = File::ALL;
    match style.flipped {
        true => files.reverse(),
        false => ranks.reverse(),
    }
    let mut picture = String::new();
    for rank in ranks {
        picture.push(rank.char());
        if style.wide() {
            picture.push(' ');
        }
        for file in files {
            let square = Square::from_coords(file, rank);
            let piece = position.board().piece_at(square);
            push_square(&mut picture, square, piece, style);
        }
        match style.colour {
            true => picture.push_str("\x1b[0m"),
            false => picture.truncate(picture.trim_end().len()),
        }
        picture.push('\n');
    }
    picture.push(' ');
    for file in files {
        picture.push_str(if style.wide() { "  " } else { " " });
        picture.push(file.char());
    }
    picture.push('\n');
    picture.push_str(&status(position));
    picture
}

fn push_square(picture: &mut String, square: Square, piece: Option<Piece>, style: Style) {
    let marked = style.marked.contains(square);
    if style.colour {
        let background = match style.heat.map(|heat| heat[square.to_usize()]) {
            Some(heat @ 1..) => HEAT[usize::from(heat.min(100)) * (HEAT.len() - 1) / 100],
            _ if marked => MARKED,
            _ if square.is_light() => LIGHT,
            _ => DARK,
        };
        let foreground = match piece {
            Some(piece) if piece.color.is_white() => WHITE,
            _ => BLACK,
        };
        picture.push_str(&format!("\x1b[48;5;{background};38;5;{foreground}m"));
    }
    let brackets = marked && !style.colour;
    picture.push(if brackets { '[' } else { ' ' });
    match piece {
        Some(piece) if style.ascii => picture.push(piece.char()),
        Some(piece) => push_symbol(picture, piece, style.colour),
        None if style.ascii => picture.push('.'),
        None => picture.push(if style.colour { ' ' } else { '·' }),
    }
    if style.wide() {
        picture.push(if brackets { ']' } else { ' ' });
    }
}

impl Style {
    /// Whether a square takes three columns, and not two.
    fn wide(&self) -> bool {
        self.colour || self.roomy || self.marked.any()
    }
}

/// Outline symbols for white only where there is no colour to tell the sides apart.
fn push_symbol(picture: &mut String, piece: Piece, solid: bool) {
    let (outline, filled) = match piece.role {
        Role::King => ('\u{2654}', '\u{265A}'),
        Role::Queen => ('\u{2655}', '\u{265B}'),
        Role::Rook => ('\u{2656}', '\u{265C}'),
        Role::Bishop => ('\u{2657}', '\u{265D}'),
        Role::Knight => ('\u{2658}', '\u{265E}'),
        Role::Pawn => ('\u{2659}', '\u{265F}'),
    };
    let symbol = match piece.color {
        Color::White if !solid => outline,
        _ => filled,
    };
    picture.push(symbol);
    // This one symbol is also an emoji, two columns wide unless text is asked for.
    if symbol == '\u{265F}' {
        picture.push('\u{FE0E}');
    }
}

fn status(position: &Position) -> String {
    let check = position.is_check();
    let stuck = position.legal_moves().is_empty();
    let note = match (check, stuck) {
        (true, true) => ", checkmate",
        (false, true) => ", stalemate",
        (true, false) => ", in check",
        (false, false) => "",
    };
    format!(
        "{} to move{note}",
        position.turn().fold_wb("white", "black")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_with_room_are_as_wide_as_those_with_marks() {
        let fen = "8/8/8/3k4/8/8/8/K7 w - - 0 1";
        let style = |marked| Style {
            ascii: true,
            roomy: true,
            marked,
            ..Style::default()
        };
        let plain = picture(fen, style(Bitboard::EMPTY));
        let marked = picture(fen, style(Bitboard::from(Square::D5)));
        assert_eq!(plain.replace(" k ", "[k]"), marked);
    }

    #[test]
    fn marked_squares_are_in_brackets() {
        let style = Style {
            ascii: true,
            marked: Square::E1.into(),
            ..Style::default()
        };
        let drawn = picture("4k3/8/8/8/8/8/8/4K3 w - - 0 1", style);
        let lines: Vec<_> = drawn.lines().collect();
        assert_eq!(lines[0], "8  .  .  .  .  k  .  .  .");
        assert_eq!(lines[7], "1  .  .  .  . [K] .  .  .");
        assert_eq!(lines[8], "   a  b  c  d  e  f  g  h");
    }

    fn picture(fen: &str, style: Style) -> String {
        draw(&Position::parse(fen).unwrap(), style)
    }

    #[test]
    fn plain_symbols() {
        let drawn = picture("4k3/p7/8/8/8/8/7P/4K3 w - - 0 1", Style::default());
        let lines: Vec<_> = drawn.lines().collect();
        assert_eq!(lines.len(), 10);
        assert_eq!(lines[0], "8 · · · · \u{265A} · · ·");
        assert_eq!(lines[1], "7 \u{265F}\u{FE0E} · · · · · · ·");
        assert_eq!(lines[6], "2 · · · · · · · \u{2659}");
        assert_eq!(lines[8], "  a b c d e f g h");
    }

    #[test]
    fn flipped_letters() {
        let style = Style {
            ascii: true,
            flipped: true,
            ..Style::default()
        };
        let drawn = picture("4k3/p7/8/8/8/8/7P/R3K3 b - - 0 1", style);
        assert_eq!(drawn.lines().next(), Some("1 . . . K . . . R"));
        assert!(drawn.ends_with("8 . . . k . . . .\n  h g f e d c b a\nblack to move"));
    }

    #[test]
    fn hot_squares_have_colours_of_their_own() {
        let mut heat = [0; 64];
        heat[Square::E1.to_usize()] = 100;
        heat[Square::H2.to_usize()] = 1;
        let style = Style {
            colour: true,
            heat: Some(heat),
            ..Style::default()
        };
        let drawn = picture("4k3/8/8/8/8/8/7P/4K3 w - - 0 1", style);
        assert!(drawn.contains("\x1b[48;5;196;38;5;231m \u{265A} "));
        assert!(drawn.contains("\x1b[48;5;186;38;5;231m \u{265F}\u{FE0E} "));
        let heat = Some([0; 64]);
        let cold = picture("8/8/8/8/8/k7/8/K7 w - - 0 1", Style { heat, ..style });
        let plain = picture(
            "8/8/8/8/8/k7/8/K7 w - - 0 1",
            Style {
                heat: None,
                ..style
            },
        );
        assert_eq!(cold, plain);
    }

    #[test]
    fn colours_use_solid_symbols_and_are_reset() {
        let style = Style {
            colour: true,
            ..Style::default()
        };
        let drawn = picture("4k3/8/8/8/8/8/7P/4K3 w - - 0 1", style);
        // e1 is dark, h2 is dark.
        assert!(drawn.contains("\x1b[48;5;65;38;5;231m \u{265A} "));
        assert!(drawn.contains("\x1b[48;5;65;38;5;231m \u{265F}\u{FE0E} "));
        assert_eq!(drawn.matches("\x1b[0m\n").count(), 8);
        assert!(drawn.contains("\n   a  b  c  d  e  f  g  h\n"));
    }

    #[test]
    fn last_line() {
        let last = |fen| {
            picture(fen, Style::default())
                .lines()
                .last()
                .map(str::to_owned)
        };
        let is = |fen, text: &str| assert_eq!(last(fen).as_deref(), Some(text));
        is("4k3/8/8/8/8/8/8/4RK2 b - - 0 1", "black to move, in check");
        is(
            "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
            "black to move, checkmate",
        );
        is("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "black to move, stalemate");
    }
}
