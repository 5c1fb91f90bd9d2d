//! Charts and diagrams, as snapshots: whoever changes them should look at the pictures.

use std::path::Path;

use chesslog::{
    chart::{Chart, Line, Marker, bars::Bars, diagram::Diagram, tree::Node},
    migo::published::{Measure, published},
};

use crate::data;

#[test]
fn curves_with_bands_and_what_was_published() {
    let points = |slope: f64| (1..=10).map(move |game| (f64::from(game), slope * f64::from(game)));
    let ours = Line::new("ours", points(0.4)).with_band((1..=10).map(|game| 0.1 * f64::from(game)));
    let published = Line::new("published", points(0.5)).dashed().beside(&ours);
    let other = Line::new("Q-learning <0.3>", points(1.2)).with_band([0.5; 10]);
    let mut chart = Chart::new("Regret & games", "games", "cumulative regret");
    chart.lines = vec![ours, published, other];
    assert_snapshot!(chart.svg());
}

fn strategy() -> Diagram {
    let mut diagram = Diagram::default();
    for (caller, called) in [
        ("win_3/2", "win_3_1/2"),
        ("win_3_1/2", "win_2_1/2"),
        ("win_3_1/2", "win_2/2"),
        ("win_2/2", "win_2_1/2"),
        ("win_2_1/2", "move/2"),
        ("win_2_1/2", "win_1/2"),
        ("win_1/2", "win_1_1/2"),
        ("win_1/2", "won/1"),
        ("win_1_1/2", "move/2"),
        ("win_1_1/2", "won/1"),
        ("path/2", "path/2"),
        ("path/2", "move/2"),
    ] {
        diagram.arrow(caller, called);
    }
    diagram.mark_plain("move/2");
    diagram.mark_plain("won/1");
    diagram
}

#[test]
fn a_call_graph_in_dot() {
    assert_snapshot!(strategy().dot("strategy"));
}

#[test]
fn a_call_graph_as_a_picture() {
    assert_snapshot!(strategy().svg("What calls what"));
}

#[test]
fn moves_needed_as_signs_over_whole_numbers() {
    let moves = |name: &str, moves: [u8; 5]| {
        Line::new(name, (1..).map(f64::from).zip(moves.map(f64::from)))
    };
    let mut chart = Chart::new("Moves needed", "reference game", "moves");
    chart.lines = vec![
        moves("engine", [1, 3, 6, 14, 23]).scattered(Marker::Triangle),
        moves("strategy", [1, 3, 7, 11, 16]).scattered(Marker::Square),
        moves("perfect play", [1, 3, 6, 11, 16]).with_marker(Marker::Circle),
    ];
    assert_snapshot!(chart.svg());
}

#[test]
fn outcomes_of_games_upon_each_other() {
    let outcome = |name: &str, counts: [u8; 4]| {
        Line::new(name, (0..).map(f64::from).zip(counts.map(f64::from)))
    };
    let mut chart = Chart::new("Outcomes", "generation", "games").stacked();
    chart.lines = vec![
        outcome("checkmate", [0, 3, 9, 17]),
        outcome("rook lost", [5, 9, 6, 0]),
        outcome("impossible move", [12, 5, 2, 0]),
    ];
    assert_snapshot!(chart.svg());
    let shares = chart.shares().svg();
    assert!(shares.contains(">100</text>") && !shares.contains(">15</text>"));
}

#[test]
fn shares_as_bars_in_groups() {
    let mut bars = Bars::new("The first move", "move", "per cent");
    bars.groups = ["e4", "d4", "Nf3 & g3", "c4"].map(str::to_owned).to_vec();
    bars.add("drawn", [47.5, 50.5, 0.5, 1.5]);
    bars.add("expected", [46.9, 50.9, 0.6, 1.6]);
    bars.add("in the book", [42.8, 44.0, f64::NAN, 7.5]);
    assert_snapshot!(bars.svg());
}

fn decisions() -> Node {
    let (leaf, branch) = (Node::leaf, Node::branch);
    let near = branch(
        "stalemate_threat",
        leaf("waiting_move", 0),
        leaf("control_rows_and_files", 321),
    );
    let far = branch("kings_near", near, leaf("approach_king", 188));
    let attacked = branch("black_king_attacks_rook", leaf("take_opposition", 96), far);
    let opposed = branch(
        "lateral_check_possible",
        leaf("lateral_check", 215),
        leaf("prepare_lateral_check", 402),
    );
    branch("kings_in_opposition", opposed, attacked)
}

#[test]
fn a_decision_tree_in_dot() {
    assert_snapshot!(decisions().dot("strategy"));
}

#[test]
fn a_decision_tree_as_a_picture() {
    assert_snapshot!(decisions().svg("King & rook against king"));
}

#[test]
fn a_wide_decision_tree_goes_from_the_left_to_the_right() {
    let tree = (0..2).fold(decisions(), |half, _| {
        Node::branch("safe", half.clone(), half)
    });
    assert_snapshot!(tree.svg("King & rook against king"));
}

#[test]
fn published_curves_are_read() {
    let Some(folder) = data::folder("migo") else {
        return;
    };
    // What the paper's figures show, read from its authors' files.
    for (game, learner, games, mean, deviation) in [
        ("oxo", "menace", 200, 217.4, 10.5),
        ("oxo", "q", 200, 234.65, 6.57),
        ("oxo", "dqn", 200, 225.7, 104.87),
        ("oxo", "migo-mixed", 200, 40.05, 27.26),
        ("hexapawn3", "menace", 100, 6.0, 6.12),
        ("hexapawn3", "q", 100, 8.0, 0.0),
        ("hexapawn3", "migo-separated", 100, 3.95, 3.24),
    ] {
        let curve = published(&folder, game, learner, Measure::Regret).unwrap();
        let (found, spread) = curve.unwrap().after(games).unwrap();
        assert!((found - mean).abs() < 0.01, "{game} {learner}: {found}");
        assert!(
            (spread - deviation).abs() < 0.01,
            "{game} {learner}: {spread}"
        );
    }
    let seconds = published(&folder, "oxo", "q", Measure::Seconds);
    assert_eq!(seconds.unwrap().unwrap().mean.len(), 200);
    let none = published(&folder, "hexapawn4", "q", Measure::Regret);
    assert_eq!(none.unwrap(), None);
}

#[test]
fn a_published_curve_that_is_none_is_refused() {
    let folder = std::env::temp_dir().join(format!("chesslog-{}-curves", std::process::id()));
    std::fs::create_dir_all(folder.join("oxo")).unwrap();
    let file = folder.join("oxo/score_menace_av.txt");
    std::fs::write(&file, "1.5\nmany\n").unwrap();
    let refused = published(&folder, "oxo", "menace", Measure::Regret).unwrap_err();
    std::fs::remove_dir_all(&folder).unwrap();
    let problem = "line 2: expected a number, found many";
    assert_eq!(
        refused.to_string(),
        format!("{}: {problem}", file.display())
    );
    let missing = published(Path::new("/nowhere"), "oxo", "menace", Measure::Regret);
    assert_eq!(missing.unwrap(), None);
}
