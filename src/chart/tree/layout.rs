//! Where the nodes of a binary tree are drawn.
//!
//! Subtrees are drawn the same wherever they are and moved together until they are some room
//! apart, a node is above the middle of its children (E. M. Reingold and J. S. Tilford, "Tidier
//! Drawings of Trees", IEEE Transactions on Software Engineering 7, 1981); here nodes have widths
//! of their own.

/// A drawing of a tree.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layout {
    /// The middles of the nodes, from the left side of the tree.
    pub nodes: Vec<f64>,
    /// The width of the tree.
    pub width: f64,
}

/// How far a subtree reaches to the left and to the right of its root, in each row; the last is
/// the row of the root, so that a row above is added at the end.
type Contour = Vec<(f64, f64)>;

impl Layout {
    /// Places nodes of some widths, `room` from each other. Children have greater numbers than
    /// their parents, node 0 is the root.
    pub fn of(widths: &[f64], children: &[Option<[usize; 2]>], room: f64) -> Layout {
        let mut contours: Vec<Contour> = vec![Vec::new(); widths.len()];
        // How far each node is from the one above it.
        let mut moved = vec![0.0; widths.len()];
        for node in (0..widths.len()).rev() {
            let mut contour = Contour::new();
            if let Some([left, right]) = children[node] {
                let subtrees = [left, right].map(|child| std::mem::take(&mut contours[child]));
                let half = apart(&subtrees[0], &subtrees[1], room) / 2.0;
                (moved[left], moved[right]) = (-half, half);
                contour = joined(&subtrees[0], &subtrees[1], half);
            }
            contour.push((-widths[node] / 2.0, widths[node] / 2.0));
            contours[node] = contour;
        }
        let Some(contour) = contours.first() else {
            return Layout::default();
        };
        let left = contour.iter().map(|row| row.0).fold(0.0, f64::min);
        let right = contour.iter().map(|row| row.1).fold(0.0, f64::max);
        let mut nodes = moved;
        nodes[0] = -left;
        for (node, children) in children.iter().enumerate() {
            for child in children.iter().flatten() {
                nodes[*child] += nodes[node];
            }
        }
        Layout {
            nodes,
            width: right - left,
        }
    }
}

/// How far the roots of two subtrees are from each other so that no row is too narrow.
fn apart(left: &Contour, right: &Contour, room: f64) -> f64 {
    let rows = left.iter().rev().zip(right.iter().rev());
    let needed = rows.map(|(left, right)| left.1 - right.0 + room);
    needed.fold(0.0, f64::max)
}

/// The contour of two subtrees about the middle between them.
fn joined(left: &Contour, right: &Contour, half: f64) -> Contour {
    let rows = left.len().max(right.len());
    let row = |above: usize| {
        let row = |contour: &Contour, by: f64| {
            let at = contour.len().checked_sub(above + 1)?;
            Some((contour[at].0 + by, contour[at].1 + by))
        };
        match (row(left, -half), row(right, half)) {
            (Some(left), Some(right)) => (left.0, right.1),
            (left, right) => left.or(right).unwrap_or_default(),
        }
    };
    (0..rows).rev().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: f64 = 10.0;

    /// A layout whose nodes keep apart and whose parents are in the middle.
    fn layout(widths: &[f64], children: &[Option<[usize; 2]>]) -> Layout {
        let layout = Layout::of(widths, children, ROOM);
        let mut rows = vec![0; widths.len()];
        for (node, pair) in children.iter().enumerate() {
            if let Some([left, right]) = *pair {
                let middle = (layout.nodes[left] + layout.nodes[right]) / 2.0;
                assert!((layout.nodes[node] - middle).abs() < 1e-9);
                assert!(layout.nodes[left] < layout.nodes[right]);
                (rows[left], rows[right]) = (rows[node] + 1, rows[node] + 1);
            }
        }
        for (at, x) in layout.nodes.iter().enumerate() {
            for other in (0..at).filter(|other| rows[*other] == rows[at]) {
                let least = (widths[at] + widths[other]) / 2.0 + ROOM;
                assert!((x - layout.nodes[other]).abs() > least - 1e-9, "{layout:?}");
            }
            let half = widths[at] / 2.0;
            assert!(x - half > -1e-9 && x + half < layout.width + 1e-9);
        }
        layout
    }

    #[test]
    fn a_parent_is_above_the_middle_of_its_children() {
        let leaf = layout(&[40.0], &[None]);
        assert_eq!((leaf.nodes, leaf.width), (vec![20.0], 40.0));
        let three = layout(&[40.0, 20.0, 60.0], &[Some([1, 2]), None, None]);
        // 20 / 2 + 10 + 60 / 2 between the children.
        assert_eq!(three.nodes, [35.0, 10.0, 60.0]);
        assert_eq!(three.width, 90.0);
        assert_eq!(Layout::of(&[], &[], ROOM), Layout::default());
    }

    #[test]
    fn subtrees_fit_into_each_other() {
        // The left one is deep in its right half, the right one is a leaf above that.
        let children = [
            Some([1, 6]),
            Some([2, 3]),
            None,
            Some([4, 5]),
            None,
            None,
            None,
        ];
        let tree = layout(&[20.0; 7], &children);
        assert_eq!(tree.nodes[6] - tree.nodes[1], 30.0);
        assert!(tree.nodes[5] > tree.nodes[3] && tree.width < 100.0);
    }

    #[test]
    fn a_chain_of_a_thousand_and_a_full_tree_are_drawn() {
        let chain: Vec<_> = (0..2001)
            .map(|node| (node % 2 == 0 && node < 2000).then_some([node + 1, node + 2]))
            .collect();
        layout(&vec![20.0; 2001], &chain);
        // The children of node n are 2n + 1 and 2n + 2.
        let full: Vec<_> = (0..127)
            .map(|node| (node < 63).then_some([2 * node + 1, 2 * node + 2]))
            .collect();
        let tree = layout(&vec![20.0; 127], &full);
        assert_eq!(tree.width, 64.0 * 20.0 + 63.0 * ROOM);
    }
}
