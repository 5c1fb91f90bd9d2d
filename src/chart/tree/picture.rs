//! The picture of a tree: from the top to the bottom, or from the left to the right if it were too
//! wide.

use std::fmt::Write as _;

use super::{
    DASHES, GREY, LETTERS, Node,
    layout::Layout,
    outline::{Answer, Outline},
};
use crate::chart::{axis::escaped, opening, title_width};

/// A wider tree is drawn from the left to the right, with names in lines of about as many letters:
/// there, names in few lines leave room for more leaves.
const WIDE: f64 = 1500.0;
const LONG: usize = 24;
/// The room between nodes side by side, about the tree, and for the title.
const ROOM: f64 = 14.0;
const EDGE: f64 = 20.0;
const TITLE: f64 = 44.0;
/// The least room in which lines come from the side, before they go on straight.
const BEND: f64 = 22.0;
/// The height of the text at a line, and the width of its letters.
const TEXT: f64 = 14.0;
const SMALL: f64 = 6.6;

/// The way from the root to the leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Down,
    Right,
}

/// A tree with the places of its nodes. Places are `(across, along)` the way of the tree.
struct Picture<'tree> {
    outline: Outline<'tree>,
    way: Way,
    across: Vec<f64>,
    rows: Vec<Row>,
    width: f64,
    height: f64,
}

/// A row, along the way of the tree: where lines begin to be straight, with their texts, where
/// nodes begin, and where the last of them ends.
#[derive(Debug, Clone, Copy)]
struct Row {
    start: f64,
    near: f64,
    far: f64,
}

/// Draws a tree.
pub fn draw(root: &Node, title: &str) -> String {
    let mut picture = Picture::of(root, title, Way::Down);
    if picture.width > WIDE.max(title_width(title) + 2.0 * EDGE) {
        let right = Picture::of(root, title, Way::Right);
        // A tree that is a single long chain were even wider.
        if right.width < picture.width {
            picture = right;
        }
    }
    let mut svg = opening(title, picture.width, picture.height);
    for at in 0..picture.outline.items.len() {
        picture.draw_line(at, &mut svg);
    }
    for at in 0..picture.outline.items.len() {
        picture.draw_node(at, &mut svg);
    }
    svg.push_str("</svg>\n");
    svg
}

impl<'tree> Picture<'tree> {
    fn of(root: &'tree Node, title: &str, way: Way) -> Picture<'tree> {
        let letters = match way {
            Way::Down => LETTERS,
            Way::Right => LONG,
        };
        let outline = Outline::of(root, letters);
        let label = |at| outline.label(at).chars().count() as f64 * SMALL;
        let items = outline.items.iter().enumerate();
        let widths = items.map(|(at, item)| match way {
            Way::Down => item.shape.width.max(label(at)),
            // The text is above the line, which ends in the middle of the node.
            Way::Right => item.shape.height.max(2.0 * TEXT),
        });
        let children: Vec<_> = outline.items.iter().map(|item| item.children).collect();
        let layout = Layout::of(&widths.collect::<Vec<_>>(), &children, ROOM);
        let mut picture = Picture {
            outline,
            way,
            across: layout.nodes,
            rows: Vec::new(),
            width: 0.0,
            height: 0.0,
        };
        picture.place_rows();
        let far = picture.rows.last().map_or(0.0, |row| row.far) + EDGE;
        let (width, height) = match way {
            Way::Down => (layout.width + 2.0 * EDGE, far),
            Way::Right => (far, TITLE + layout.width + EDGE),
        };
        picture.width = width.max(title_width(title) + 2.0 * EDGE).round();
        picture.height = height.round();
        let before = match way {
            Way::Down => (picture.width - layout.width) / 2.0,
            Way::Right => TITLE,
        };
        picture
            .across
            .iter_mut()
            .for_each(|across| *across += before);
        picture
    }

    /// Places the rows; where lines go far to the side there is more room before the next.
    fn place_rows(&mut self) {
        let items = &self.outline.items;
        let count = items.iter().map(|item| item.row + 1).max().unwrap_or(0);
        // How much of each row is for texts, and for nodes, and how far lines go from it.
        let mut rows = vec![[0.0_f64; 3]; count];
        for (at, item) in items.iter().enumerate() {
            let [texts, nodes, longest] = &mut rows[item.row];
            *texts = texts.max(self.straight(at));
            *nodes = nodes.max(self.size(at).1);
            for child in item.children.iter().flatten() {
                *longest = longest.max((self.across[*child] - self.across[at]).abs());
            }
        }
        let mut start = match self.way {
            Way::Down => TITLE,
            Way::Right => EDGE,
        };
        for [texts, nodes, longest] in rows {
            let near = start + texts;
            let far = near + nodes;
            self.rows.push(Row { start, near, far });
            start = far + BEND + (longest * 0.06).min(BEND);
        }
    }

    /// How much of the line to a node is straight, for its text.
    fn straight(&self, at: usize) -> f64 {
        let label = self.outline.label(at);
        match self.way {
            _ if label.is_empty() => 0.0,
            Way::Down => TEXT + 10.0,
            Way::Right => label.chars().count() as f64 * SMALL + 10.0,
        }
    }

    /// The size of a node across and along the way.
    fn size(&self, at: usize) -> (f64, f64) {
        let shape = &self.outline.items[at].shape;
        match self.way {
            Way::Down => (shape.width, shape.height),
            Way::Right => (shape.height, shape.width),
        }
    }

    /// The middle of a node.
    fn middle(&self, at: usize) -> (f64, f64) {
        let near = self.rows[self.outline.items[at].row].near;
        (self.across[at], near + self.size(at).1 / 2.0)
    }

    /// A place as a point.
    fn point(&self, (across, along): (f64, f64)) -> (f64, f64) {
        match self.way {
            Way::Down => (across, along),
            Way::Right => (along, across),
        }
    }

    /// A command of a path with its places.
    fn step(&self, command: char, places: &[(f64, f64)], path: &mut String) {
        path.push(command);
        for (at, place) in places.iter().enumerate() {
            let (x, y) = self.point(*place);
            let space = if at > 0 { " " } else { "" };
            // Writing to a string cannot fail.
            _ = write!(path, "{space}{x:.1} {y:.1}");
        }
    }

    /// Draws the line to a node, with its text.
    fn draw_line(&self, at: usize, svg: &mut String) {
        let item = &self.outline.items[at];
        let label = self.outline.label(at);
        if label.is_empty() {
            return;
        }
        let across = self.across[at];
        let Row { start, near, .. } = self.rows[item.row];
        let mut path = String::new();
        match item.above {
            None => self.step('M', &[(across, start)], &mut path),
            Some((answer, parent)) => {
                // From inside of the ellipse, on the side of the answer.
                let (middle, size) = (self.middle(parent), self.size(parent));
                let side = if answer == Answer::Yes { -0.3 } else { 0.3 };
                let from = middle.0 + side * size.0;
                // Past the other nodes of the row, and then to the side.
                let far = self.rows[item.row - 1].far;
                let bend = (far + start) / 2.0;
                self.step('M', &[(from, middle.1 + 0.3 * size.1)], &mut path);
                self.step('L', &[(from, far)], &mut path);
                let curve = [(from, bend), (across, bend), (across, start)];
                self.step('C', &curve, &mut path);
            }
        }
        if self.way == Way::Down {
            // The line is interrupted by its text.
            self.step('L', &[(across, start + 4.0)], &mut path);
            self.step('M', &[(across, near - 5.0)], &mut path);
        }
        self.step('L', &[(across, near)], &mut path);
        let thickness = self.outline.thickness(at);
        let (x, y) = match self.way {
            Way::Down => (across, near - 9.0),
            Way::Right => ((start + near) / 2.0, across - thickness / 2.0 - 3.0),
        };
        let (ink, dashes, text) = match self.outline.is_idle(at) {
            true => (GREY, DASHES, GREY),
            false => ("#555555", "", "#000000"),
        };
        _ = writeln!(
            svg,
            "<path d=\"{path}\" stroke=\"{ink}\" stroke-width=\"{thickness:.1}\" \
             fill=\"none\"{dashes}/><text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" \
             font-size=\"11\" fill=\"{text}\">{label}</text>"
        );
    }

    fn draw_node(&self, at: usize, svg: &mut String) {
        let item = &self.outline.items[at];
        let (look, ink) = match (self.outline.is_idle(at), item.children) {
            (true, _) => (format!("fill=\"#ffffff\" stroke=\"{GREY}\"{DASHES}"), GREY),
            (false, Some(_)) => ("fill=\"#eef3fa\" stroke=\"#4a6a8f\"".to_owned(), "#000000"),
            (false, None) => ("fill=\"#fdf2e0\" stroke=\"#a0702a\"".to_owned(), "#000000"),
        };
        _ = write!(
            svg,
            "<g><title>{}</title>",
            escaped(&self.outline.comment(at))
        );
        item.shape
            .draw(self.point(self.middle(at)), &look, ink, svg);
        svg.push_str("</g>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The full tree of some height.
    fn full(height: u32) -> Node {
        match height {
            0 => Node::leaf("lateral_check", 1),
            _ => Node::branch("kings_in_opposition", full(height - 1), full(height - 1)),
        }
    }

    #[test]
    fn what_were_too_wide_goes_from_the_left_to_the_right() {
        let small = full(3);
        // Eight leaves of 13 letters.
        assert_eq!(Picture::of(&small, "", Way::Down).width, 999.0);
        let svg = draw(&small, "");
        assert_eq!(svg.matches("lateral_check</text>").count(), 8);
        assert!(svg.contains("kings_in_</text>"));
        let large = full(5);
        let svg = draw(&large, "");
        assert!(svg.contains("kings_in_opposition</text>"));
        let picture = Picture::of(&large, "", Way::Right);
        assert!(picture.width < WIDE && picture.height < WIDE);
    }

    #[test]
    fn a_long_chain_goes_down() {
        let chain = (0..30).fold(Node::leaf("approach", 1), |tree, _| {
            Node::branch("kings_in_opposition", Node::leaf("lateral_check", 1), tree)
        });
        assert!(Picture::of(&chain, "", Way::Down).width > WIDE);
        assert!(draw(&chain, "").contains("kings_in_</text>"));
    }

    #[test]
    fn nodes_are_inside_of_the_picture_and_below_one_another() {
        for way in [Way::Down, Way::Right] {
            let tree = full(4);
            let picture = Picture::of(&tree, "title", way);
            for (at, item) in picture.outline.items.iter().enumerate() {
                let (x, y) = picture.point(picture.middle(at));
                let (across, down) = (item.shape.width / 2.0, item.shape.height / 2.0);
                assert!(x - across >= EDGE - 1.0 && x + across <= picture.width - EDGE + 1.0);
                assert!(y - down >= TITLE - 1.0 && y + down <= picture.height - EDGE + 1.0);
                if let Some((_, parent)) = item.above {
                    let far = picture.rows[picture.outline.items[parent].row].far;
                    assert!(picture.rows[item.row].start >= far + BEND);
                }
            }
        }
    }
}
