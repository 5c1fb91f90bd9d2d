//! Pictures as SVG: boards with marks, lines of moves, curves.
//!
//! What marks, moves and curves there are comes as text, a word or a line each, put together by `prolog/pictures.pl`.

use shakmaty::{Color, Position as _, Square, san::SanPlus, uci::UciMove};

use super::{Error, One, board::Drawing};
use crate::{
    chart::{Chart, Line},
    chess::{
        Position,
        svg::{self, Arrow, Colour, Marks},
    },
    natives,
};

/// The width of a board among others, in pixels.
const SMALL: u32 = 180;
/// The space between two of them, and above them for their moves.
const SPACE: u32 = 12;
const CAPTION: u32 = 22;
/// Boards beside each other.
const ABREAST: usize = 4;

/// True iff pictures can be seen.
fn pictures_seen(answer: String) -> bool {
    answer == "yes" && Drawing::wanted().pictures
}

fn board_svg(side: Color, position: Position, marks: String) -> Result<One<String>, Error> {
    let mut drawn = Marks {
        bottom: side,
        ..Marks::default()
    };
    for word in marks.split_whitespace() {
        mark(word, &mut drawn).ok_or_else(|| Error::Domain {
            domain: "mark",
            culprit: word.to_owned(),
        })?;
    }
    Ok(One(svg::draw(&position, &drawn)))
}

/// Takes a mark, such as `arrow:e2:e4:green`.
fn mark(word: &str, marks: &mut Marks) -> Option<()> {
    let parts: Vec<&str> = word.split(':').collect();
    let square = |name: &str| name.parse::<Square>().ok();
    let colour = |name: &str| Colour::ALL.into_iter().find(|colour| colour.name() == name);
    match parts.as_slice() {
        ["arrow", from, to, ink] => marks.arrows.push(Arrow {
            from: square(from)?,
            to: square(to)?,
            colour: colour(ink)?,
        }),
        ["square", place, ink] => marks.squares.push((square(place)?, colour(ink)?)),
        ["circle", place, ink] => marks.circles.push((square(place)?, colour(ink)?)),
        ["heat", place, heat] => {
            let heat = heat.parse().ok().filter(|heat| *heat <= 100)?;
            marks.heat.push((square(place)?, heat));
        }
        ["last", from, to] => marks.last_move = Some((square(from)?, square(to)?)),
        _ => return None,
    }
    Some(())
}

/// A board after each of some moves.
fn line_svg(position: Position, moves: String) -> Result<One<String>, Error> {
    let bottom = position.turn();
    let mut boards = Vec::new();
    let mut current = position;
    for word in moves.split_whitespace() {
        let illegal = || Error::Domain {
            domain: "legal_move",
            culprit: word.to_owned(),
        };
        let uci = word.parse::<UciMove>().map_err(|_| illegal())?;
        let played = uci.to_move(&*current).map_err(|_| illegal())?;
        let name = SanPlus::from_move((*current).clone(), played).to_string();
        let number = current.fullmoves();
        let dots = if current.turn().is_white() {
            "."
        } else {
            "..."
        };
        let mut after = (*current).clone();
        after.play_unchecked(played);
        current = Position::from_chess(after);
        let marks = Marks {
            bottom,
            last_move: played.from().map(|from| (from, played.to())),
            coordinates: false,
            size: SMALL,
            ..Marks::default()
        };
        boards.push((format!("{number}{dots}{name}"), svg::draw(&current, &marks)));
    }
    Ok(One(abreast(&boards)))
}

/// Pictures beside and below each other, with what stands above each.
fn abreast(boards: &[(String, String)]) -> String {
    let columns = boards.len().clamp(1, ABREAST) as u32;
    let rows = boards.len().div_ceil(ABREAST).max(1) as u32;
    let (across, down) = (SMALL + SPACE, SMALL + SPACE + CAPTION);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" role=\"img\">\n",
        columns * across,
        rows * down
    );
    let names: Vec<&str> = boards.iter().map(|(name, _)| name.as_str()).collect();
    text += &format!("<title>{}</title>\n", svg::escaped(&names.join(" ")));
    for (at, (name, board)) in boards.iter().enumerate() {
        let (x, y) = (at % ABREAST, at / ABREAST);
        let (x, y) = (x as u32 * across, y as u32 * down);
        // The letters are seen before a light page and a dark one.
        text += &format!(
            "<text x=\"{x}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"15\" fill=\"#7a7a7a\">{}</text>\n",
            y + CAPTION - 6,
            svg::escaped(name)
        );
        text += &board.replacen(
            "<svg ",
            &format!("<svg x=\"{x}\" y=\"{}\" ", y + CAPTION),
            1,
        );
    }
    text + "</svg>\n"
}

/// Curves: a line with the title and the names of the axes, tabs between them; then a line for each curve, its name and
/// after a tab the coordinates of its points one after the other.
fn curves_svg(text: String) -> Result<One<String>, Error> {
    let mut lines = text.lines();
    let mut names = lines.next().unwrap_or_default().split('\t');
    let [title, x, y] = [(); 3].map(|()| names.next().unwrap_or_default());
    let mut chart = Chart::new(title, x, y);
    for curve in lines {
        let wrong = || Error::Domain {
            domain: "points",
            culprit: curve.to_owned(),
        };
        let (name, points) = curve.split_once('\t').ok_or_else(wrong)?;
        let numbers: Option<Vec<f64>> = points
            .split_whitespace()
            .map(|number| number.parse().ok())
            .collect();
        let numbers = numbers.ok_or_else(wrong)?;
        let points = numbers.chunks_exact(2).map(|pair| (pair[0], pair[1]));
        chart.lines.push(Line::new(name, points));
    }
    Ok(One(chart.svg()))
}

natives! {
    module "internal";
    /// True iff Answer is `yes` and the front end shows pictures.
    pictures_seen(+Answer: String) is semidet = pictures_seen;
    /// True iff Svg is the board with Marks, words such as `arrow:e2:e4:green`, as the player of Side sees it.
    board_svg(+Side: Color, +Pos: Position, +Marks: String, -Svg: String) is det = board_svg;
    /// True iff Svg has a board after each of Moves, words as in UCI.
    line_svg(+Pos: Position, +Moves: String, -Svg: String) is det = line_svg;
    /// True iff Svg shows the curves of Chart: lines of its names, and of a name, a tab, and x and y of the points.
    curves_svg(+Chart: String, -Svg: String) is det = curves_svg;
}
