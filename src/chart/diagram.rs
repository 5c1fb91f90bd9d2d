//! Directed graphs, such as which predicate calls which, as DOT text and as pictures.
//!
//! ```
//! use chesslog::chart::diagram::Diagram;
//!
//! let mut calls = Diagram::default();
//! calls.arrow("win_2/2", "win_1/2");
//! calls.arrow("win_1/2", "move/2");
//! assert!(calls.dot("strategy").contains("\"win_2/2\" -> \"win_1/2\";"));
//! assert!(calls.svg("The strategy").starts_with("<svg "));
//! ```
//!
//! A picture has layers from the top to the bottom, so that arrows go down (K. Sugiyama, S. Tagawa
//! and M. Toda, "Methods for Visual Understanding of Hierarchical System Structures", 1981): layers
//! by longest paths, order within layers by barycentres. An arrow that closes a circle goes up.

mod layout;

use std::fmt::Write as _;

use super::{axis::escaped, opening, title_width};
use layout::{Layout, Route};

/// The size of a box, and the room between boxes.
const HEIGHT: f64 = 28.0;
const LETTER: f64 = 7.2;
const ACROSS: f64 = 24.0;
const DOWN: f64 = 44.0;
/// The room about the graph; at the top there is the title.
const EDGE: f64 = 20.0;
const TITLE: f64 = 44.0;

/// A directed graph whose nodes have names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The names of the nodes, in the order in which they came.
    names: Vec<String>,
    /// The nodes that are drawn as given: without arrows of their own to be explained.
    plain: Vec<bool>,
    /// The arrows, without repetitions.
    arrows: Vec<(usize, usize)>,
}

impl Diagram {
    /// The number of the node with a name, which is entered if it is new.
    pub fn node(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|other| other == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.plain.push(false);
            self.names.len() - 1
        })
    }

    /// Enters an arrow, and its ends if they are new.
    pub fn arrow(&mut self, from: &str, to: &str) {
        let arrow = (self.node(from), self.node(to));
        if !self.arrows.contains(&arrow) {
            self.arrows.push(arrow);
        }
    }

    /// Draws a node without a frame: something given, such as a primitive of the game.
    pub fn mark_plain(&mut self, name: &str) {
        let node = self.node(name);
        self.plain[node] = true;
    }

    /// The nodes' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The graph in the language of Graphviz.
    pub fn dot(&self, name: &str) -> String {
        let mut dot = format!("digraph {} {{\n    node [shape=box];\n", quoted(name));
        // Writing to a string cannot fail.
        for (name, plain) in self.names.iter().zip(&self.plain) {
            let shape = if *plain { " [shape=plaintext]" } else { "" };
            _ = writeln!(dot, "    {}{shape};", quoted(name));
        }
        for (from, to) in &self.arrows {
            let (from, to) = (&self.names[*from], &self.names[*to]);
            _ = writeln!(dot, "    {} -> {};", quoted(from), quoted(to));
        }
        dot.push_str("}\n");
        dot
    }

    /// The graph as a picture.
    pub fn svg(&self, title: &str) -> String {
        let widths: Vec<f64> = self
            .names
            .iter()
            .map(|name| 16.0 + LETTER * name.chars().count() as f64)
            .collect();
        let layout = Layout::of(&widths, &self.arrows, ACROSS);
        let width = layout.width.max(title_width(title)) + 2.0 * EDGE;
        let left = (width - layout.width) / 2.0;
        let height = TITLE + layout.layers.max(1) as f64 * (HEIGHT + DOWN) - DOWN + EDGE;
        let mut svg = opening(title, width.round(), height.round());
        let middle = |layer: usize| TITLE + HEIGHT / 2.0 + layer as f64 * (HEIGHT + DOWN);
        for route in &layout.routes {
            let (curve, tip) = drawn(route, left, &middle);
            _ = writeln!(
                svg,
                "<path d=\"{curve}\" stroke=\"#555555\" stroke-width=\"1.2\" fill=\"none\"/>\
                 <path d=\"{tip}\" fill=\"#555555\"/>"
            );
        }
        for (node, place) in layout.nodes.iter().enumerate() {
            let (x, y) = (left + place.x, middle(place.layer));
            if !self.plain[node] {
                _ = write!(
                    svg,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{HEIGHT:.1}\" rx=\"4\" \
                     fill=\"#eef3fa\" stroke=\"#4a6a8f\"/>",
                    x - widths[node] / 2.0,
                    y - HEIGHT / 2.0,
                    widths[node]
                );
            }
            _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                y + 4.0,
                escaped(&self.names[node])
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// A name in quotation marks.
pub(super) fn quoted(name: &str) -> String {
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", name.replace('\n', "\\n"))
}

/// The curve of an arrow and its tip.
fn drawn(route: &Route, left: f64, middle: &dyn Fn(usize) -> f64) -> (String, String) {
    let (first, last) = (route.first(), route.last());
    let (x, y) = (left + first.x, middle(first.layer));
    if let Some(half) = route.circle {
        // From the right side back to the right side.
        let x = x + half;
        let (from, to) = (y + 6.0, y - 6.0);
        let curve = format!("M{x:.1} {from:.1}c22 10 22 -22 3 -12");
        let tip = format!("M{x:.1} {to:.1}l8 -5l0.5 7Z");
        return (curve, tip);
    }
    // Upwards arrows leave at the top and come from below.
    let side = if last.layer > first.layer { 1.0 } else { -1.0 } * HEIGHT / 2.0;
    let mut at = (x, y + side);
    let mut curve = format!("M{:.1} {:.1}", at.0, at.1);
    for (index, place) in route.places.iter().enumerate().skip(1) {
        let end = index + 1 == route.places.len();
        let tip = if end { side.signum() * 8.0 } else { 0.0 };
        let next = (left + place.x, middle(place.layer) - side - tip);
        let bend = side.signum() * DOWN / 2.0;
        _ = write!(
            curve,
            "C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            at.0,
            at.1 + bend,
            next.0,
            next.1 - bend,
            next.0,
            next.1
        );
        at = next;
        if !end {
            // Straight past the boxes of a layer.
            at.1 += 2.0 * side;
            _ = write!(curve, "V{:.1}", at.1);
        }
    }
    let down = side.signum() * 8.0;
    let tip = format!("M{:.1} {:.1}h8l-4 {down:.0}Z", at.0 - 4.0, at.1);
    (curve, tip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_and_arrows_entered_once() {
        let mut diagram = Diagram::default();
        diagram.arrow("a \"b\"\\", "<c>");
        diagram.arrow("a \"b\"\\", "<c>");
        diagram.mark_plain("<c>");
        let dot = diagram.dot("g");
        assert_eq!(dot.matches("->").count(), 1);
        assert!(dot.contains(r#""a \"b\"\\" -> "<c>";"#), "{dot}");
        assert!(dot.contains("\"<c>\" [shape=plaintext];"));
        let svg = diagram.svg("a & b");
        assert!(svg.contains("&lt;c&gt;") && svg.contains("a &amp; b"));
        // The background and one frame.
        assert_eq!(svg.matches("<rect").count(), 2);
    }

    #[test]
    fn every_arrow_is_drawn() {
        let mut diagram = Diagram::default();
        for (from, to) in [
            ("a", "b"),
            ("b", "a"),
            ("a", "a"),
            ("a", "d"),
            ("b", "c"),
            ("c", "d"),
        ] {
            diagram.arrow(from, to);
        }
        assert_eq!(diagram.svg("").matches("fill=\"none\"").count(), 6);
        let empty = Diagram::default().svg("nothing");
        assert!(empty.contains("nothing") && !empty.contains("NaN"));
    }
}
