//! A tree as a list, and what is said of each node.

use super::{Node, shape::Shape};

/// Lines are as wide for nothing, and by so much wider for all visits.
const THIN: f64 = 1.0;
const THICK: f64 = 6.0;

/// The answer of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
}

/// A node with its place in the tree.
pub struct Item<'tree> {
    pub name: &'tree str,
    pub visits: u64,
    pub shape: Shape,
    /// How far it is below the root.
    pub row: usize,
    /// The answer that leads to it, and the node that is asked.
    pub above: Option<(Answer, usize)>,
    /// Where yes and no lead.
    pub children: Option<[usize; 2]>,
}

/// A tree as a list, each node before those below it.
pub struct Outline<'tree> {
    pub items: Vec<Item<'tree>>,
}

impl<'tree> Outline<'tree> {
    /// The list of a tree, with names broken into lines of about so many letters.
    pub fn of(root: &'tree Node, letters: usize) -> Outline<'tree> {
        let mut items: Vec<Item<'tree>> = Vec::new();
        let mut open = vec![(root, 0, None)];
        while let Some((node, row, above)) = open.pop() {
            let at = items.len();
            if let Some((answer, parent)) = above {
                let parent: &mut Item<'_> = &mut items[parent];
                // The one for yes comes first.
                let children = parent.children.get_or_insert([at; 2]);
                children[usize::from(answer == Answer::No)] = at;
            }
            let shape = match node {
                Node::Leaf { name, .. } => Shape::frame(name, letters),
                Node::Branch { name, yes, no, .. } => {
                    open.push((no, row + 1, Some((Answer::No, at))));
                    open.push((yes, row + 1, Some((Answer::Yes, at))));
                    Shape::ellipse(name, letters)
                }
            };
            items.push(Item {
                name: node.name(),
                visits: node.visits(),
                shape,
                row,
                above,
                children: None,
            });
        }
        Outline { items }
    }

    /// The visits of the whole tree; `None` if it was not tried.
    fn all(&self) -> Option<u64> {
        let visits = self.items.first().map(|root| root.visits);
        visits.filter(|visits| *visits > 0)
    }

    /// The part of all visits that came to a node; 0 if there are none.
    fn share(&self, at: usize) -> f64 {
        let share = |all| self.items[at].visits as f64 / all as f64;
        self.all().map_or(0.0, share).min(1.0)
    }

    /// Whether a node was never visited in a tree that was tried.
    pub fn is_idle(&self, at: usize) -> bool {
        self.items[at].visits == 0 && self.all().is_some()
    }

    /// The width of the line that leads to a node.
    pub fn thickness(&self, at: usize) -> f64 {
        THIN + THICK * self.share(at)
    }

    /// The text at the line that leads to a node.
    pub fn label(&self, at: usize) -> String {
        let visits = self.items[at].visits;
        let answer = self.items[at].above.map(|(answer, _)| match answer {
            Answer::Yes => "yes",
            Answer::No => "no",
        });
        match (answer, self.all()) {
            (Some(answer), Some(_)) => format!("{answer} {visits}"),
            (Some(answer), None) => answer.to_owned(),
            (None, Some(1)) => "1 visit".to_owned(),
            (None, Some(_)) => format!("{visits} visits"),
            (None, None) => String::new(),
        }
    }

    /// What is said of a node where the pointer is.
    pub fn comment(&self, at: usize) -> String {
        let Item { name, visits, .. } = &self.items[at];
        match self.all() {
            Some(_) => format!("{name}: {visits} ({:.1} %)", 100.0 * self.share(at)),
            None => (*name).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_before_those_below_them() {
        let inner = Node::branch("b", Node::leaf("c", 3), Node::leaf("d", 0));
        let tree = Node::branch("a", inner, Node::leaf("e", 1));
        let outline = Outline::of(&tree, 9);
        let names: Vec<&str> = outline.items.iter().map(|item| item.name).collect();
        assert_eq!(names, ["a", "b", "c", "d", "e"]);
        let children: Vec<_> = outline.items.iter().map(|item| item.children).collect();
        assert_eq!(children, [Some([1, 4]), Some([2, 3]), None, None, None]);
        let labels: Vec<String> = (0..5).map(|at| outline.label(at)).collect();
        assert_eq!(labels, ["4 visits", "yes 3", "yes 3", "no 0", "no 1"]);
        assert_eq!(outline.comment(4), "e: 1 (25.0 %)");
        assert_eq!(outline.thickness(0), THIN + THICK);
        assert!(outline.is_idle(3) && !outline.is_idle(4));
    }

    #[test]
    fn a_tree_that_was_not_tried_has_no_numbers() {
        let tree = Node::branch("a", Node::leaf("b", 0), Node::leaf("c", 0));
        let outline = Outline::of(&tree, 9);
        let labels: Vec<String> = (0..3).map(|at| outline.label(at)).collect();
        assert_eq!(labels, ["", "yes", "no"]);
        assert!(!outline.is_idle(0) && !outline.is_idle(1));
        assert_eq!(outline.comment(1), "b");
    }
}
