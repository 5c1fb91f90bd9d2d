//! Decision trees, such as evolved strategies, as DOT text and as pictures that say how often each
//! branch was visited.
//!
//! ```
//! use chesslog::chart::tree::Node;
//!
//! let (check, control) = (Node::leaf("lateral_check", 7), Node::leaf("control", 40));
//! let near = Node::branch("kings_near", control, Node::leaf("approach", 2));
//! let tree = Node::branch("kings_in_opposition", check, near);
//! assert_eq!(tree.visits(), 49);
//! assert!(tree.svg("A strategy").starts_with("<svg "));
//! assert!(tree.dot("strategy").contains("n0 -> n1 [label=\"yes 7\""));
//! ```

mod layout;
mod outline;
mod picture;
mod shape;

use std::fmt::Write as _;

use super::diagram::quoted;
use outline::Outline;

/// Names are broken into lines of about as many letters.
const LETTERS: usize = 13;
/// What was never visited.
const GREY: &str = "#808080";
const DASHES: &str = " stroke-dasharray=\"4 3\"";

/// A node of a decision tree, and what is below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// What is done, such as a move.
    Leaf {
        /// Its name.
        name: String,
        /// How often it was reached.
        visits: u64,
    },
    /// A condition.
    Branch {
        /// Its name.
        name: String,
        /// How often it was asked.
        visits: u64,
        /// What follows if it holds, drawn at the left.
        yes: Box<Node>,
        /// What follows if it does not, drawn at the right.
        no: Box<Node>,
    },
}

impl Node {
    /// A leaf that was reached some times.
    pub fn leaf(name: &str, visits: u64) -> Node {
        Node::Leaf {
            name: name.to_owned(),
            visits,
        }
    }

    /// A condition that was asked as often as its branches were visited.
    pub fn branch(name: &str, yes: Node, no: Node) -> Node {
        Node::Branch {
            name: name.to_owned(),
            visits: yes.visits().saturating_add(no.visits()),
            yes: Box::new(yes),
            no: Box::new(no),
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        let (Node::Leaf { name, .. } | Node::Branch { name, .. }) = self;
        name
    }

    /// How often it was visited.
    pub fn visits(&self) -> u64 {
        let (Node::Leaf { visits, .. } | Node::Branch { visits, .. }) = self;
        *visits
    }

    /// The tree in the language of Graphviz.
    pub fn dot(&self, name: &str) -> String {
        let mut dot = format!(
            "digraph {} {{\n    graph [ordering=out];\n    edge [arrowhead=none];\n",
            quoted(name)
        );
        let grey = format!(", style=dashed, color=\"{GREY}\", fontcolor=\"{GREY}\"");
        let tree = Outline::of(self, LETTERS);
        for (at, item) in tree.items.iter().enumerate() {
            let shape = match item.children {
                Some(_) => "ellipse",
                None => "box",
            };
            let label = quoted(&item.shape.lines.join("\n"));
            let look = if tree.is_idle(at) { &grey } else { "" };
            // Writing to a string cannot fail.
            _ = writeln!(dot, "    n{at} [label={label}, shape={shape}{look}];");
        }
        for (to, item) in tree.items.iter().enumerate() {
            let Some((_, from)) = item.above else {
                continue;
            };
            let label = quoted(&tree.label(to));
            let look = match tree.is_idle(to) {
                true => grey.to_owned(),
                false => format!(", penwidth={:.1}", tree.thickness(to)),
            };
            _ = writeln!(dot, "    n{from} -> n{to} [label={label}{look}];");
        }
        dot.push_str("}\n");
        dot
    }

    /// The tree as a picture: conditions are ellipses, leaves boxes; the branch for yes is at the
    /// left. The width of a line is its share of all visits; what was never visited is grey and
    /// dashed. A tree whose root was never visited was not tried: its picture has no numbers. One
    /// that were too wide for a screen goes from the left to the right, with yes above.
    pub fn svg(&self, title: &str) -> String {
        picture::draw(self, title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strategy one branch of which was never visited.
    fn strategy() -> Node {
        let far = Node::branch(
            "stalemate<",
            Node::leaf("wait", 0),
            Node::leaf("approach", 188),
        );
        let right = Node::branch("rook_is_\"safe\"", Node::leaf("take_opposition", 12), far);
        Node::branch(
            "kings_in_opposition",
            Node::leaf("lateral_check", 200),
            right,
        )
    }

    #[test]
    fn conditions_are_ellipses_and_moves_are_boxes() {
        let svg = strategy().svg("A & B");
        assert_eq!(svg.matches("<ellipse").count(), 3);
        // The background is a rectangle too.
        assert_eq!(svg.matches("<rect").count(), 1 + 4);
        for label in [
            "400 visits",
            "yes 200",
            "no 200",
            "yes 12",
            "no 188",
            "yes 0",
        ] {
            assert!(svg.contains(&format!(">{label}</text>")), "{label}");
        }
        // The line and the node.
        assert_eq!(svg.matches(DASHES).count(), 2);
        // The way to half of the visits is twice as thick as the way to the whole, but for 1.
        assert_eq!(svg.matches("stroke-width=\"7.0\"").count(), 1);
        assert_eq!(svg.matches("stroke-width=\"4.0\"").count(), 2);
        assert!(svg.contains("A &amp; B") && svg.contains("stalemate&lt;"));
        assert!(svg.contains("<title>take_opposition: 12 (3.0 %)</title>"));
    }

    #[test]
    fn dot_has_every_node_and_line() {
        let dot = strategy().dot("a \"b\"");
        assert!(dot.starts_with("digraph \"a \\\"b\\\"\" {"), "{dot}");
        assert_eq!(dot.matches(" -> ").count(), 6);
        assert!(
            dot.contains(r#"n2 [label="rook_is_\n\"safe\"", shape=ellipse];"#),
            "{dot}"
        );
        assert!(
            dot.contains("n4 -> n5 [label=\"yes 0\", style=dashed"),
            "{dot}"
        );
        assert!(
            dot.contains("n0 -> n1 [label=\"yes 200\", penwidth=4.0];"),
            "{dot}"
        );
    }

    #[test]
    fn whatever_the_numbers_are_there_is_a_picture() {
        let full = Node::branch("", Node::leaf("", u64::MAX), Node::leaf("", 1));
        assert_eq!(full.visits(), u64::MAX);
        let odd = Node::Branch {
            name: "counts that do not add up".into(),
            visits: 1,
            yes: Box::new(full),
            no: Box::new(Node::leaf("\u{7}\n", 0)),
        };
        for tree in [odd, Node::leaf("alone", 0), Node::leaf("alone", 1)] {
            let svg = tree.svg(&"title ".repeat(100));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
        assert!(!Node::leaf("a", 0).svg("").contains("visit"));
    }
}
