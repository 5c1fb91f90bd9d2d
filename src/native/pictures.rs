//! Pictures as SVG: boards with marks, lines of moves, charts, graphs and trees.
//!
//! What there is to be seen comes as terms, put together by `prolog/pictures.pl`, which has looked at all of it.

use shakmaty::{Color, Position as _, Square, san::SanPlus};

use super::{Error, One, board::Drawing};
use crate::{
    chart::{Chart, Line, bars::Bars, diagram::Diagram, tree::Node},
    chess::{
        Position,
        moves::{self, MoveTerm},
        svg::{self, Arrow, Colour, Marks},
    },
    natives,
    term::Term,
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

fn board_svg(side: Color, position: Position, marks: Vec<Term>) -> Result<One<String>, Error> {
    let mut drawn = Marks {
        bottom: side,
        ..Marks::default()
    };
    for term in marks {
        mark(&term, &mut drawn).ok_or_else(|| Error::Domain {
            domain: "mark",
            culprit: term.to_string(),
        })?;
    }
    Ok(One(svg::draw(&position, &drawn)))
}

/// Takes a mark, such as `arrow(e2,e4,green)`.
fn mark(term: &Term, marks: &mut Marks) -> Option<()> {
    let Term::Compound(name, parts) = term else {
        return None;
    };
    let square = |name: &Term| name.text()?.parse::<Square>().ok();
    let colour = |name: &Term| {
        let mut all = Colour::ALL.into_iter();
        all.find(|colour| name.text() == Some(colour.name()))
    };
    match (name.as_str(), parts.as_slice()) {
        ("arrow", [from, to, ink]) => marks.arrows.push(Arrow {
            from: square(from)?,
            to: square(to)?,
            colour: colour(ink)?,
        }),
        ("square", [place, ink]) => marks.squares.push((square(place)?, colour(ink)?)),
        ("circle", [place, ink]) => marks.circles.push((square(place)?, colour(ink)?)),
        ("heat", [place, Term::Integer(heat)]) => {
            let heat = (*heat).try_into().ok().filter(|heat| *heat <= 100)?;
            marks.heat.push((square(place)?, heat));
        }
        ("last_move", [from, to]) => marks.last_move = Some((square(from)?, square(to)?)),
        _ => return None,
    }
    Some(())
}

/// A board after each of some moves.
fn line_svg(position: Position, moves: Vec<MoveTerm>) -> Result<One<String>, Error> {
    let bottom = position.turn();
    let mut boards = Vec::new();
    let mut current = position;
    for m in moves {
        let played = moves::find(&current, m).ok_or_else(|| Error::Domain {
            domain: "legal_move",
            culprit: format!("{}{}", m.from, m.to),
        })?;
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

/// A chart, a graph or a tree.
fn drawing_svg(term: Term) -> Result<One<String>, Error> {
    drawing(&term).map(One).ok_or_else(|| Error::Domain {
        domain: "picture",
        culprit: term.to_string(),
    })
}

fn drawing(term: &Term) -> Option<String> {
    let Term::Compound(kind, parts) = term else {
        return None;
    };
    match (kind.as_str(), parts.as_slice()) {
        ("chart", [title, x, y, curves]) => {
            let mut chart = Chart::new(&words(title), &words(x), &words(y));
            for (name, points) in pairs(curves)? {
                let points = pairs(&points)?.into_iter();
                let points = points.map(|(x, y)| Some((x.number()?, y.number()?)));
                let points: Vec<(f64, f64)> = points.collect::<Option<_>>()?;
                chart.lines.push(Line::new(&words(&name), points));
            }
            Some(chart.svg())
        }
        ("bars", [title, x, y, series]) => {
            let mut bars = Bars::new(&words(title), &words(x), &words(y));
            let series = pairs(series)?;
            let mut rows = Vec::new();
            for (name, heights) in &series {
                let heights = pairs(heights)?.into_iter();
                let heights =
                    heights.map(|(group, height)| Some((words(&group), height.number()?)));
                let heights: Vec<(String, f64)> = heights.collect::<Option<_>>()?;
                for (group, _) in &heights {
                    if !bars.groups.contains(group) {
                        bars.groups.push(group.clone());
                    }
                }
                rows.push((words(name), heights));
            }
            for (name, heights) in rows {
                let height = |group: &String| {
                    let found = heights.iter().find(|(other, _)| other == group);
                    found.map_or(f64::NAN, |(_, height)| *height)
                };
                let heights: Vec<f64> = bars.groups.iter().map(height).collect();
                bars.add(&name, heights);
            }
            Some(bars.svg())
        }
        ("graph", [title, arrows, plain]) => {
            let mut graph = Diagram::default();
            for (from, to) in pairs(arrows)? {
                graph.arrow(&words(&from), &words(&to));
            }
            for name in plain.elements()? {
                graph.mark_plain(&words(&name));
            }
            Some(graph.svg(&words(title)))
        }
        ("tree", [title, tree]) => Some(node(tree).svg(&words(title))),
        _ => None,
    }
}

/// A tree that was not tried: conditions and what follows from them.
fn node(tree: &Term) -> Node {
    match tree.arguments("if") {
        Some([condition, yes, no]) => Node::branch(&words(condition), node(yes), node(no)),
        _ => Node::leaf(&words(tree), 0),
    }
}

/// A term as a name in a picture.
fn words(term: &Term) -> String {
    match term.clone().with_texts() {
        Term::Atom(text) | Term::String(text) => text,
        term => term.to_string(),
    }
}

fn pairs(list: &Term) -> Option<Vec<(Term, Term)>> {
    let pair = |term: Term| match term.arguments("-") {
        Some([one, other]) => Some((one.clone(), other.clone())),
        _ => None,
    };
    list.elements()?.into_iter().map(pair).collect()
}

natives! {
    module "internal";
    /// True iff Answer is `yes` and the front end shows pictures.
    pictures_seen(+Answer: String) is semidet = pictures_seen;
    /// True iff Svg is the board with Marks, terms such as `arrow(e2,e4,green)`, as the player of Side sees it.
    board_svg(+Side: Color, +Pos: Position, +Marks: Vec<Term>, -Svg: String) is det = board_svg;
    /// True iff Svg has a board after each of Moves.
    line_svg(+Pos: Position, +Moves: Vec<MoveTerm>, -Svg: String) is det = line_svg;
    /// True iff Svg shows Drawing: `chart(Title,X,Y,Curves)`, `bars(Title,X,Y,Series)`,
    /// `graph(Title,Arrows,Plain)` or `tree(Title,Tree)`.
    drawing_svg(+Drawing: Term, -Svg: String) is det = drawing_svg;
}
