//! Where the nodes of a graph are drawn, and which way its arrows go.

/// A place in a layer.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Place {
    /// The layer, 0 at the top.
    pub layer: usize,
    /// The middle, from the left side of the graph.
    pub x: f64,
}

/// The way of an arrow.
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    /// One place in every layer, from the node where it begins to the one where it ends.
    pub places: Vec<Place>,
    /// For an arrow from a node to itself: half of the node's width.
    pub circle: Option<f64>,
}

impl Route {
    /// Where it begins.
    pub fn first(&self) -> Place {
        self.places.first().copied().unwrap_or_default()
    }

    /// Where it ends.
    pub fn last(&self) -> Place {
        self.places.last().copied().unwrap_or_default()
    }
}

/// A drawing of a graph.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layout {
    /// The places of the nodes.
    pub nodes: Vec<Place>,
    /// The ways of the arrows, in their order.
    pub routes: Vec<Route>,
    /// How many layers there are.
    pub layers: usize,
    /// The width of the graph.
    pub width: f64,
}

/// How often orders and places are improved; more changes nothing in small graphs.
const SWEEPS: usize = 12;

/// A node, or the place where an arrow passes a layer.
#[derive(Debug, Clone)]
struct Spot {
    width: f64,
    x: f64,
    above: Vec<usize>,
    below: Vec<usize>,
}

impl Layout {
    /// Places nodes of some widths, `room` from each other.
    pub fn of(widths: &[f64], arrows: &[(usize, usize)], room: f64) -> Layout {
        let down = downwards(widths.len(), arrows);
        let layer_of = longest_paths(widths.len(), &down);
        let layers = layer_of.iter().max().map_or(0, |last| last + 1);
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); layers];
        let mut spots: Vec<Spot> = Vec::new();
        let mut enter = |width, layer: usize, rows: &mut Vec<Vec<usize>>| {
            rows[layer].push(spots.len());
            spots.push(Spot {
                width,
                x: 0.0,
                above: Vec::new(),
                below: Vec::new(),
            });
            spots.len() - 1
        };
        for (node, width) in widths.iter().enumerate() {
            enter(*width, layer_of[node], &mut rows);
        }
        // The spots of every arrow, from the top to the bottom.
        let chains: Vec<Vec<usize>> = down
            .iter()
            .map(|&(from, to)| {
                if from == to {
                    return vec![from];
                }
                let between = layer_of[from] + 1..layer_of[to];
                let passed = between.map(|layer| enter(0.0, layer, &mut rows));
                let passed: Vec<usize> = passed.collect();
                [&[from], &passed[..], &[to]].concat()
            })
            .collect();
        for pair in chains.iter().flat_map(|chain| chain.windows(2)) {
            spots[pair[0]].below.push(pair[1]);
            spots[pair[1]].above.push(pair[0]);
        }
        order(&mut rows, &spots);
        let width = place(&rows, &mut spots, room);
        let mut layer_of_spot = vec![0; spots.len()];
        for (layer, row) in rows.iter().enumerate() {
            for spot in row {
                layer_of_spot[*spot] = layer;
            }
        }
        let place = |spot: usize| Place {
            layer: layer_of_spot[spot],
            x: spots[spot].x,
        };
        let routes = chains.iter().zip(arrows).map(|(chain, (from, to))| {
            let mut places: Vec<Place> = chain.iter().map(|spot| place(*spot)).collect();
            if chain[0] != *from {
                places.reverse();
            }
            Route {
                places,
                circle: (from == to).then(|| widths[*from] / 2.0),
            }
        });
        Layout {
            nodes: (0..widths.len()).map(place).collect(),
            routes: routes.collect(),
            layers,
            width,
        }
    }
}

/// The arrows, those turned round that would close a circle in a walk from the first nodes on.
fn downwards(nodes: usize, arrows: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let targets = |node| {
        let mine = arrows.iter().enumerate();
        mine.filter(move |(_, (from, to))| *from == node && to != from)
            .map(|(arrow, (_, to))| (arrow, *to))
            .collect::<Vec<_>>()
    };
    let mut open = vec![false; nodes];
    let mut seen = vec![false; nodes];
    let mut turned = vec![false; arrows.len()];
    for root in 0..nodes {
        if seen[root] {
            continue;
        }
        (seen[root], open[root]) = (true, true);
        let mut stack = vec![(root, targets(root).into_iter())];
        while let Some((node, next)) = stack.last_mut() {
            match next.next() {
                None => {
                    open[*node] = false;
                    stack.pop();
                }
                Some((arrow, to)) if open[to] => turned[arrow] = true,
                Some((_, to)) if !seen[to] => {
                    (seen[to], open[to]) = (true, true);
                    stack.push((to, targets(to).into_iter()));
                }
                Some(_) => {}
            }
        }
    }
    let pairs = arrows.iter().zip(&turned);
    pairs
        .map(|(&(from, to), turned)| if *turned { (to, from) } else { (from, to) })
        .collect()
}

/// The layer of each node: one below the lowest that points to it.
fn longest_paths(nodes: usize, down: &[(usize, usize)]) -> Vec<usize> {
    let mut layers = vec![0; nodes];
    // Without circles, no path is longer than there are nodes.
    for _ in 0..nodes {
        let mut moved = false;
        for (from, to) in down.iter().filter(|(from, to)| from != to) {
            if layers[*to] <= layers[*from] {
                layers[*to] = layers[*from] + 1;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    layers
}

/// Orders layers by the mean places of neighbours, and keeps the order with the fewest crossings.
fn order(rows: &mut Vec<Vec<usize>>, spots: &[Spot]) {
    let mut best = (crossings(rows, spots), rows.clone());
    let layers = rows.len();
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        for step in 1..layers {
            let (fixed, free) = match down {
                true => (step - 1, step),
                false => (layers - step, layers - step - 1),
            };
            let mut at = vec![0; spots.len()];
            for (index, spot) in rows[fixed].iter().enumerate() {
                at[*spot] = index;
            }
            let mut keyed: Vec<(f64, usize)> = rows[free]
                .iter()
                .enumerate()
                .map(|(index, spot)| {
                    let neighbours = match down {
                        true => &spots[*spot].above,
                        false => &spots[*spot].below,
                    };
                    let mean = mean(neighbours.iter().map(|neighbour| at[*neighbour] as f64));
                    (mean.unwrap_or(index as f64), *spot)
                })
                .collect();
            keyed.sort_by(|left, right| left.0.total_cmp(&right.0));
            rows[free] = keyed.into_iter().map(|(_, spot)| spot).collect();
        }
        let now = crossings(rows, spots);
        if now < best.0 {
            best = (now, rows.clone());
        }
    }
    *rows = best.1;
}

/// How often arrows between neighbouring layers cross.
fn crossings(rows: &[Vec<usize>], spots: &[Spot]) -> usize {
    let mut at = vec![0; spots.len()];
    for row in rows {
        for (index, spot) in row.iter().enumerate() {
            at[*spot] = index;
        }
    }
    let mut count = 0;
    for row in rows {
        let pieces: Vec<(usize, usize)> = row
            .iter()
            .flat_map(|spot| spots[*spot].below.iter().map(|to| (at[*spot], at[*to])))
            .collect();
        for (index, (from, to)) in pieces.iter().enumerate() {
            let later = pieces[index + 1..].iter();
            count += later
                .filter(|(other, end)| (from < other && to > end) || (from > other && to < end))
                .count();
        }
    }
    count
}

/// Places spots near their neighbours, in their order and apart; returns the width of all.
fn place(rows: &[Vec<usize>], spots: &mut [Spot], room: f64) -> f64 {
    let gap = |left: &Spot, right: &Spot| (left.width + right.width) / 2.0 + room;
    for row in rows {
        let mut x = 0.0;
        for spot in row {
            x += spots[*spot].width / 2.0;
            spots[*spot].x = x;
            x += spots[*spot].width / 2.0 + room;
        }
    }
    for sweep in 0..2 * SWEEPS {
        let down = sweep % 2 == 0;
        for step in 0..rows.len() {
            let row = &rows[if down { step } else { rows.len() - 1 - step }];
            let wanted: Vec<f64> = row
                .iter()
                .map(|spot| {
                    let neighbours = spots[*spot].above.iter().chain(&spots[*spot].below);
                    let mean = mean(neighbours.map(|neighbour| spots[*neighbour].x));
                    mean.unwrap_or(spots[*spot].x)
                })
                .collect();
            // The mean of the solutions that push to the right and to the left keeps the gaps.
            let mut right = wanted.clone();
            for at in 1..row.len() {
                let least = right[at - 1] + gap(&spots[row[at - 1]], &spots[row[at]]);
                right[at] = right[at].max(least);
            }
            let mut left = wanted;
            for at in (1..row.len()).rev() {
                let most = left[at] - gap(&spots[row[at - 1]], &spots[row[at]]);
                left[at - 1] = left[at - 1].min(most);
            }
            for (at, spot) in row.iter().enumerate() {
                spots[*spot].x = (left[at] + right[at]) / 2.0;
            }
        }
    }
    let left = spots.iter().map(|spot| spot.x - spot.width / 2.0);
    let left = left.fold(f64::INFINITY, f64::min);
    let mut width = 0.0_f64;
    for spot in spots.iter_mut() {
        spot.x -= left;
        width = width.max(spot.x + spot.width / 2.0);
    }
    width
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0);
    for number in numbers {
        sum += number;
        count += 1;
    }
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(nodes: usize, arrows: &[(usize, usize)]) -> Layout {
        let layout = Layout::of(&vec![30.0; nodes], arrows, 10.0);
        for (at, left) in layout.nodes.iter().enumerate() {
            for right in &layout.nodes[at + 1..] {
                let apart = (left.x - right.x).abs() > 39.9;
                assert!(left.layer != right.layer || apart, "{layout:?}");
            }
            assert!(left.x >= 15.0 - 1e-9 && left.x <= layout.width - 15.0 + 1e-9);
        }
        layout
    }

    #[test]
    fn arrows_go_down_one_layer_at_a_time() {
        let arrows = [(0, 1), (1, 2), (0, 2), (0, 3), (3, 2)];
        let layout = layout(4, &arrows);
        let layers: Vec<usize> = layout.nodes.iter().map(|place| place.layer).collect();
        assert_eq!(layers, [0, 1, 2, 1]);
        for (route, (from, to)) in layout.routes.iter().zip(arrows) {
            assert_eq!(route.first(), layout.nodes[from]);
            assert_eq!(route.last(), layout.nodes[to]);
            let steps = route.places.windows(2);
            assert!(
                steps
                    .into_iter()
                    .all(|pair| pair[1].layer == pair[0].layer + 1)
            );
        }
    }

    #[test]
    fn circles_are_turned_round() {
        let layout = layout(3, &[(0, 1), (1, 2), (2, 0), (1, 1)]);
        let layers: Vec<usize> = layout.nodes.iter().map(|place| place.layer).collect();
        assert_eq!(layers, [0, 1, 2]);
        let up = &layout.routes[2].places;
        assert_eq!((up[0].layer, up.len(), up[2].layer), (2, 3, 0));
        assert_eq!(layout.routes[3].circle, Some(15.0));
    }

    #[test]
    fn crossings_are_taken_out() {
        // Drawn as given, these three arrows cross each other.
        let arrows = [(0, 5), (1, 4), (2, 3)];
        let layout = layout(6, &arrows);
        let mut ends: Vec<(f64, f64)> = arrows
            .iter()
            .map(|(from, to)| (layout.nodes[*from].x, layout.nodes[*to].x))
            .collect();
        ends.sort_by(|left, right| left.0.total_cmp(&right.0));
        assert!(
            ends.windows(2).all(|pair| pair[0].1 < pair[1].1),
            "{ends:?}"
        );
        assert_eq!(Layout::of(&[], &[], 1.0).layers, 0);
    }
}
