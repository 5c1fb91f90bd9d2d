//! The picture of a position as SVG, with arrows and marks, for notebooks and pages.
//!
//! ```
//! use chesslog::chess::{Position, Square, svg::{Arrow, Colour, Marks, draw}};
//!
//! let marks = Marks {
//!     last_move: Some((Square::E2, Square::E4)),
//!     arrows: vec![Arrow { from: Square::G8, to: Square::F6, colour: Colour::Green }],
//!     ..Marks::default()
//! };
//! let picture = draw(&Position::start(), &marks);
//! assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
//! ```
//!
//! A picture stands for itself: no style sheet, no font, no other file, so that many may share a
//! page.

mod pieces;

use std::fmt::Write as _;

use shakmaty::{Color, File, Position as _, Rank, Role, Square};

use super::Position;

/// What is drawn besides the pieces, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marks {
    /// The side at the bottom.
    pub bottom: Color,
    /// The squares of the move that was played last, both tinted.
    pub last_move: Option<(Square, Square)>,
    /// Squares in a colour.
    pub squares: Vec<(Square, Colour)>,
    /// Squares of a heat map with how hot they are, from 0 to 100, which is written there, too.
    pub heat: Vec<(Square, u8)>,
    /// Squares with a ring.
    pub circles: Vec<(Square, Colour)>,
    /// Arrows, above the pieces.
    pub arrows: Vec<Arrow>,
    /// Whether files and ranks are named at the edge.
    pub coordinates: bool,
    /// The width and the height in pixels.
    pub size: u32,
    /// What the picture is called where it cannot be seen; made from the position if empty.
    pub title: String,
}

impl Default for Marks {
    fn default() -> Marks {
        Marks {
            bottom: Color::White,
            last_move: None,
            squares: Vec::new(),
            heat: Vec::new(),
            circles: Vec::new(),
            arrows: Vec::new(),
            coordinates: true,
            size: 360,
            title: String::new(),
        }
    }
}

/// An arrow between two squares; a ring where they are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrow {
    /// Where it starts.
    pub from: Square,
    /// Where its head is.
    pub to: Square,
    /// Its colour.
    pub colour: Colour,
}

/// A colour for marks: those of comments in PGN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Good moves, mostly.
    Green,
    /// Threats.
    Red,
    /// What matters.
    Yellow,
    /// Whatever else.
    Blue,
}

impl Colour {
    /// All colours.
    pub const ALL: [Colour; 4] = [Colour::Green, Colour::Red, Colour::Yellow, Colour::Blue];

    /// The colour's name.
    pub fn name(self) -> &'static str {
        PALETTE.marks[self as usize].0
    }

    fn ink(self) -> &'static str {
        PALETTE.marks[self as usize].1
    }
}

/// Every colour of the picture.
struct Palette {
    light: &'static str,
    dark: &'static str,
    last_move: &'static str,
    check: &'static str,
    heat: &'static str,
    /// Fill, outline and inner lines of a side's pieces.
    white: [&'static str; 3],
    black: [&'static str; 3],
    /// Names and values, in the order of [`Colour`].
    marks: [(&'static str, &'static str); 4],
}

const PALETTE: Palette = Palette {
    light: "#ecdabb",
    dark: "#b08d6a",
    last_move: "#c9c93f",
    check: "#e3201b",
    heat: "#e8430f",
    white: ["#fffdf6", "#3b3530", "#3b3530"],
    black: ["#4d4844", "#171513", "#d8d2c8"],
    marks: [
        ("green", "#2f8a3b"),
        ("red", "#c2332b"),
        ("yellow", "#e0a100"),
        ("blue", "#2b6cb8"),
    ],
};

/// The side of a square, in the picture's own units.
const UNIT: f64 = 100.0;
/// An arrow leaves this much of its first square free, counted from the centre.
const TAIL: f64 = 28.0;
/// It ends this far from the centre of its last square, so that the piece there can be seen.
const TIP: f64 = 10.0;
/// Half the width of an arrow, and of its head.
const SHAFT: f64 = 8.5;
const HEAD: f64 = 23.0;
/// The length of the head.
const POINT: f64 = 36.0;

/// Draws the position. A king in check is tinted red.
pub fn draw(position: &Position, marks: &Marks) -> String {
    let mut picture = Picture {
        text: String::with_capacity(8 << 10),
        bottom: marks.bottom,
    };
    picture.head(position, marks);
    picture.squares(position, marks);
    if marks.coordinates {
        picture.coordinates();
    }
    picture.pieces(position);
    picture.heat(&marks.heat);
    for &(square, colour) in &marks.circles {
        picture.circle(square, colour);
    }
    for arrow in &marks.arrows {
        match arrow.from == arrow.to {
            true => picture.circle(arrow.to, arrow.colour),
            false => picture.arrow(arrow),
        }
    }
    picture.text.push_str("</svg>\n");
    picture.text
}

/// Begins a group of a side's pieces.
fn group(side: Color) -> String {
    let [fill, stroke, lines] = side.fold_wb(PALETTE.white, PALETTE.black);
    format!(
        r#"<g fill="{fill}" stroke="{stroke}" color="{lines}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">"#
    )
}

/// The shapes of all pieces as symbols `wK` to `bP`, in a picture that is not seen: for pages that draw their own boards.
pub fn symbols() -> String {
    let mut text = String::from(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">"#,
    );
    for side in [Color::White, Color::Black] {
        let group = group(side);
        for role in Role::ALL {
            let name = format!("{}{}", side.fold_wb('w', 'b'), role.upper_char());
            let shape = pieces::shape(role);
            text += &format!(
                r#"<symbol id="{name}" viewBox="0 0 100 100">{group}{shape}</g></symbol>"#
            );
        }
    }
    text + "</svg>"
}

/// A knight, for whatever wants a small picture of the program.
pub fn icon() -> String {
    let (dark, group) = (PALETTE.dark, group(Color::White));
    let shape = pieces::shape(Role::Knight);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="18" fill="{dark}"/>{group}{shape}</g></svg>"#
    )
}

struct Picture {
    text: String,
    bottom: Color,
}

impl Picture {
    /// Appends a line. Writing to a string cannot fail.
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        _ = self.text.write_fmt(line);
        self.text.push('\n');
    }

    /// The left upper corner of a square.
    fn corner(&self, square: Square) -> (f64, f64) {
        let (file, rank) = square.coords();
        let (x, y) = (f64::from(u32::from(file)), f64::from(u32::from(rank)));
        match self.bottom {
            Color::White => (x * UNIT, (7.0 - y) * UNIT),
            Color::Black => ((7.0 - x) * UNIT, y * UNIT),
        }
    }

    fn centre(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + UNIT / 2.0, y + UNIT / 2.0)
    }

    fn head(&mut self, position: &Position, marks: &Marks) {
        let size = marks.size;
        self.line(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="{size}" height="{size}" role="img">"#
        ));
        let title = match marks.title.as_str() {
            "" => format!(
                "Chess board, {} to move",
                position.turn().fold_wb("White", "Black")
            ),
            title => escaped(title),
        };
        self.line(format_args!("<title>{title}</title>"));
        self.line(format_args!("<desc>{}</desc>", escaped(position.fen())));
        self.line(format_args!("<defs>"));
        for role in Role::ALL {
            if position.board().by_role(role).any() {
                let (id, shape) = (id(role), pieces::shape(role));
                self.line(format_args!(r#"<g id="{id}">{shape}</g>"#));
            }
        }
        if position.is_check() {
            self.line(format_args!(
                r#"<radialGradient id="chess-check"><stop offset="35%" stop-color="{0}" stop-opacity="0.9"/><stop offset="100%" stop-color="{0}" stop-opacity="0"/></radialGradient>"#,
                PALETTE.check
            ));
        }
        self.line(format_args!("</defs>"));
    }

    fn squares(&mut self, position: &Position, marks: &Marks) {
        self.line(format_args!(
            r#"<rect width="800" height="800" fill="{}"/>"#,
            PALETTE.light
        ));
        // One path for all dark squares keeps the picture short.
        let mut dark = String::new();
        for square in Square::ALL.into_iter().filter(|square| square.is_dark()) {
            let (x, y) = self.corner(square);
            _ = write!(dark, "M{x} {y}h100v100h-100z");
        }
        self.line(format_args!(
            r#"<path d="{dark}" fill="{}"/>"#,
            PALETTE.dark
        ));
        if let Some((from, to)) = marks.last_move {
            for square in [from, to] {
                self.tint(square, PALETTE.last_move, 0.55);
            }
        }
        for &(square, colour) in &marks.squares {
            self.tint(square, colour.ink(), 0.6);
        }
        for &(square, heat) in &marks.heat {
            let opacity = f64::from(heat.min(100)) * 0.9 / 100.0;
            self.tint(square, PALETTE.heat, (opacity * 100.0).round() / 100.0);
        }
        let king = position.board().king_of(position.turn());
        if let Some(king) = king.filter(|_| position.is_check()) {
            self.tint(king, "url(#chess-check)", 1.0);
        }
    }

    fn tint(&mut self, square: Square, fill: &str, opacity: f64) {
        let (x, y) = self.corner(square);
        self.line(format_args!(
            r#"<rect x="{x}" y="{y}" width="100" height="100" fill="{fill}" fill-opacity="{opacity}"/>"#
        ));
    }

    /// Names the files in the bottom row and the ranks in the left column, within the squares.
    fn coordinates(&mut self) {
        let (row, column) = match self.bottom {
            Color::White => (Rank::First, File::A),
            Color::Black => (Rank::Eighth, File::H),
        };
        self.line(format_args!(
            r#"<g font-family="sans-serif" font-size="18" font-weight="600">"#
        ));
        for file in File::ALL {
            let square = Square::from_coords(file, row);
            self.coordinate(square, file.char(), "end", (UNIT - 6.0, UNIT - 7.0));
        }
        for rank in Rank::ALL {
            let square = Square::from_coords(column, rank);
            self.coordinate(square, rank.char(), "start", (5.0, 19.0));
        }
        self.line(format_args!("</g>"));
    }

    fn coordinate(&mut self, square: Square, name: char, anchor: &str, offset: (f64, f64)) {
        let (x, y) = self.corner(square);
        let fill = match square.is_light() {
            true => PALETTE.dark,
            false => PALETTE.light,
        };
        self.line(format_args!(
            r#"<text x="{}" y="{}" text-anchor="{anchor}" fill="{fill}">{name}</text>"#,
            x + offset.0,
            y + offset.1
        ));
    }

    fn pieces(&mut self, position: &Position) {
        let board = position.board();
        for side in [Color::White, Color::Black] {
            self.line(format_args!("{}", group(side)));
            for square in board.by_color(side) {
                if let Some(role) = board.role_at(square) {
                    let (x, y) = self.corner(square);
                    self.line(format_args!(
                        r##"<use href="#{}" x="{x}" y="{y}"/>"##,
                        id(role)
                    ));
                }
            }
            self.line(format_args!("</g>"));
        }
    }

    /// Writes how hot squares are into their upper corner.
    fn heat(&mut self, heat: &[(Square, u8)]) {
        if heat.is_empty() {
            return;
        }
        self.line(format_args!(
            r#"<g font-family="sans-serif" font-size="20" font-weight="600" text-anchor="end" fill="{}">"#,
            PALETTE.black[1]
        ));
        for &(square, heat) in heat {
            let (x, y) = self.corner(square);
            self.line(format_args!(
                r#"<text x="{}" y="{}">{heat}</text>"#,
                x + UNIT - 5.0,
                y + 20.0
            ));
        }
        self.line(format_args!("</g>"));
    }

    fn circle(&mut self, square: Square, colour: Colour) {
        let (x, y) = self.centre(square);
        self.line(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="44" fill="none" stroke="{}" stroke-width="8" stroke-opacity="0.8"/>"#,
            colour.ink()
        ));
    }

    fn arrow(&mut self, arrow: &Arrow) {
        let corners: Vec<_> = outline(self.centre(arrow.from), self.centre(arrow.to))
            .into_iter()
            .map(|(x, y)| format!("{} {}", tenths(x), tenths(y)))
            .collect();
        self.line(format_args!(
            r#"<path d="M{}Z" fill="{}" fill-opacity="0.8" stroke-linejoin="round"/>"#,
            corners.join("L"),
            arrow.colour.ink()
        ));
    }
}

/// The corners of an arrow between two different points: along one side of the shaft, around the
/// head, and back along the other side.
fn outline(from: (f64, f64), to: (f64, f64)) -> [(f64, f64); 7] {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    let (ux, uy) = (dx / length, dy / length);
    // A point this far along the arrow and this far to its side.
    let at = |along: f64, aside: f64| {
        (
            from.0 + ux * along - uy * aside,
            from.1 + uy * along + ux * aside,
        )
    };
    let tip = length - TIP;
    let neck = tip - POINT;
    [
        at(TAIL, SHAFT),
        at(neck, SHAFT),
        at(neck, HEAD),
        at(tip, 0.0),
        at(neck, -HEAD),
        at(neck, -SHAFT),
        at(TAIL, -SHAFT),
    ]
}

fn tenths(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

fn id(role: Role) -> &'static str {
    match role {
        Role::Pawn => "chess-pawn",
        Role::Knight => "chess-knight",
        Role::Bishop => "chess-bishop",
        Role::Rook => "chess-rook",
        Role::Queen => "chess-queen",
        Role::King => "chess-king",
    }
}

/// A text as the content of an element of SVG or HTML.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // XML knows no way to write other control characters.
            c if c.is_control() && c != '\n' && c != '\t' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_is_seen_and_written() {
        let marks = Marks {
            heat: vec![(Square::E2, 50), (Square::A1, 3)],
            ..Marks::default()
        };
        let picture = draw(&Position::start(), &marks);
        let hot = format!("fill=\"{}\" fill-opacity=\"0.45\"", PALETTE.heat);
        assert!(picture.contains(&hot), "{picture}");
        assert!(picture.contains(">50</text>") && picture.contains(">3</text>"));
    }

    fn position(fen: &str) -> Position {
        Position::parse(fen).unwrap()
    }

    /// The names of the elements, once every start tag has found its end.
    fn elements(svg: &str) -> Vec<&str> {
        let mut open = Vec::new();
        let mut names = Vec::new();
        let mut rest = svg;
        while let Some((_, tag)) = rest.split_once('<') {
            let (tag, after) = tag.split_once('>').unwrap();
            assert!(!tag.contains('<'), "{tag}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap();
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name));
            } else {
                names.push(name);
                if !tag.ends_with('/') {
                    open.push(name);
                }
            }
            rest = after;
        }
        assert_eq!(open, [""; 0]);
        names
    }

    #[test]
    fn everything_at_once_is_well_formed() {
        let marks = Marks {
            last_move: Some((Square::D8, Square::H4)),
            squares: vec![(Square::F2, Colour::Red)],
            circles: vec![(Square::G1, Colour::Blue)],
            arrows: vec![
                Arrow {
                    from: Square::H4,
                    to: Square::E1,
                    colour: Colour::Green,
                },
                Arrow {
                    from: Square::E1,
                    to: Square::E1,
                    colour: Colour::Yellow,
                },
            ],
            title: "Fool's <mate> & \u{1}more".to_owned(),
            ..Marks::default()
        };
        let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        let svg = draw(&position(mate), &marks);
        let names = elements(&svg);
        let count = |name| names.iter().filter(|&&found| found == name).count();
        assert_eq!(count("use"), 32);
        assert_eq!(count("text"), 16);
        assert_eq!(count("radialGradient"), 1);
        // The board, the move, the square, the check.
        assert_eq!(count("rect"), 5);
        // The parts of shapes, the ring, and the arrow that goes nowhere.
        let parts = svg.matches(r#"r="44""#).count();
        assert_eq!(parts, 2);
        assert!(svg.contains("<title>Fool's &lt;mate&gt; &amp;  more</title>"));
        assert!(svg.contains(&format!("<desc>{mate}</desc>")));
        for href in svg
            .split("href=\"#")
            .skip(1)
            .map(|rest| &rest[..rest.find('"').unwrap()])
        {
            assert!(svg.contains(&format!("id=\"{href}\"")), "{href}");
        }
    }

    #[test]
    fn only_what_is_on_the_board_is_defined() {
        let svg = draw(
            &position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            &Marks {
                coordinates: false,
                size: 200,
                ..Marks::default()
            },
        );
        let names = elements(&svg);
        assert!(!names.contains(&"text") && !names.contains(&"radialGradient"));
        assert_eq!(svg.matches(" id=").count(), 2);
        assert!(svg.contains(r#"viewBox="0 0 800 800" width="200" height="200""#));
    }

    #[test]
    fn black_at_the_bottom_turns_the_board() {
        let corner = |bottom| {
            Picture {
                text: String::new(),
                bottom,
            }
            .corner(Square::B1)
        };
        assert_eq!(corner(Color::White), (100.0, 700.0));
        assert_eq!(corner(Color::Black), (600.0, 0.0));
        let svg = draw(
            &position("4k3/8/8/8/8/8/8/1Q2K3 w - - 0 1"),
            &Marks {
                bottom: Color::Black,
                ..Marks::default()
            },
        );
        assert!(svg.contains(r##"<use href="#chess-queen" x="600" y="0"/>"##));
        // The h-file is at the left, and the eighth rank at the bottom.
        let label = |name: &str| {
            let end = svg.find(&format!(">{name}</text>")).unwrap();
            svg[..end].rsplit_once("<text ").unwrap().1.to_owned()
        };
        assert!(label("h").starts_with(r#"x="94" y="793""#));
        assert!(label("8").starts_with(r#"x="5" y="719""#));
        assert!(label("a").starts_with(r#"x="794" y="793""#));
    }

    #[test]
    fn arrows_stay_within_their_squares_and_keep_their_width() {
        let distance = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1);
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        for (from, to) in [
            ((50.0, 750.0), (50.0, 50.0)),
            ((650.0, 50.0), (550.0, 250.0)),
            ((150.0, 150.0), (250.0, 250.0)),
            ((150.0, 150.0), (250.0, 150.0)),
        ] {
            let [a, b, left, tip, right, c, d] = outline(from, to);
            assert!(close(distance(tip, to), TIP));
            assert!(close(distance(tip, from), distance(from, to) - TIP));
            assert!(close(distance(a, d), 2.0 * SHAFT));
            assert!(close(distance(b, c), 2.0 * SHAFT));
            assert!(close(distance(left, right), 2.0 * HEAD));
            assert!(close(distance(left, tip), distance(right, tip)));
            let tail = ((a.0 + d.0) / 2.0, (a.1 + d.1) / 2.0);
            let neck = ((b.0 + c.0) / 2.0, (b.1 + c.1) / 2.0);
            assert!(close(distance(from, tail), TAIL));
            // Even the shortest arrow has a shaft.
            assert!(distance(tail, to) > distance(neck, to));
        }
    }

    #[test]
    fn colours_have_names_of_their_own() {
        let names = Colour::ALL.map(Colour::name);
        assert_eq!(names, ["green", "red", "yellow", "blue"]);
    }
}
