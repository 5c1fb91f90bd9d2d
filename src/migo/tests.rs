use super::{
    curve::Curve,
    play::{Plan, Played, Series, Starts, play, series},
    *,
};
use crate::games::{self, Rules};

/// One heap, one or two are taken; who takes the last has won. A board that nobody sees.
struct Nim;

impl Rules for Nim {
    type State = (u8, bool);
    fn starts(&self) -> Vec<(u8, bool)> {
        [4, 5, 7, 8].map(|heap| (heap, true)).to_vec()
    }
    fn moves(&self, (heap, first): &(u8, bool)) -> Vec<(u8, bool)> {
        let rest = (1..=2).filter_map(|take| heap.checked_sub(take));
        rest.map(|heap| (heap, !first)).collect()
    }
    fn won(&self, (heap, _): &(u8, bool)) -> bool {
        *heap == 0
    }
    fn drawn(&self, _: &(u8, bool)) -> bool {
        false
    }
    fn text(&self, (heap, first): &(u8, bool)) -> String {
        format!("heap({heap},{first})")
    }
}

fn nim() -> Graph {
    Graph::explore("nim", &Nim, 100).unwrap()
}

fn plan(games: usize, run: u64) -> Plan {
    Plan {
        games,
        seed: 1,
        run,
        starts: Starts::Each,
    }
}

/// The regret of some runs.
fn measured(rival: Rival, game: &str, games: usize, runs: u64, starts: Starts) -> Curve {
    let graph = games::named(game).unwrap();
    Curve::cumulative((0..runs).map(|run| {
        let plan = Plan {
            starts,
            ..plan(games, run)
        };
        rival.series(graph, &plan).unwrap().regret
    }))
}

/// Plays the moves with these numbers, then resigns.
struct Script(Vec<usize>);

impl Learner for Script {
    fn choose(&mut self, graph: &Graph, state: State, _: &mut Random) -> Option<State> {
        let number = (!self.0.is_empty()).then(|| self.0.remove(0))?;
        Some(graph.moves(state)[number])
    }
    fn learn(&mut self, _: &Graph, _: &[State], _: i8, _: &mut Random) {}
}

#[test]
fn games_end_as_they_should() {
    let graph = nim();
    let start = graph.state("heap(4,true)").unwrap();
    let random = &mut Random::new(1);
    let mut played = |moves: &[usize]| {
        let Played {
            states,
            outcome,
            regret,
        } = play(&graph, &mut Script(moves.to_vec()), start, random);
        (states.len(), outcome, regret)
    };
    // 4 to 3, any reply, and the rest.
    assert_eq!(played(&[0, 1]), (4, 1, 0));
    assert_eq!(played(&[1]), (3, -1, 2));
    assert_eq!(played(&[0]), (3, -1, 2));
    assert_eq!(played(&[]), (1, -1, 2));
}

#[test]
fn all_learners_meet_the_same_starts() {
    let graph = games::named("oxo").unwrap();
    let boards = plan(200, 3).boards(graph);
    assert_eq!(boards, plan(200, 3).boards(graph));
    assert_ne!(boards, plan(200, 4).boards(graph));
    assert!(graph.starts.iter().all(|start| boards.contains(start)));
    let one = Plan {
        starts: Starts::One,
        ..plan(9, 3)
    };
    assert_eq!(one.boards(graph).len(), 9);
    assert!(one.boards(graph).windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn the_table_and_the_boxes_learn_nim() {
    let graph = nim();
    for rival in [Rival::Menace, Rival::Q] {
        let learned = rival.series(&graph, &plan(300, 0)).unwrap().regret;
        let lost = |games: &[i8]| games.iter().filter(|regret| **regret > 0).count();
        let (first, last) = (lost(&learned[..30]), lost(&learned[270..]));
        assert!(first >= 8 && last <= 1, "{rival:?}: {first}, then {last}");
    }
}

#[test]
fn a_seed_repeats_a_run() {
    let graph = games::named("hexapawn3").unwrap();
    for rival in Rival::ALL {
        let regret = |run| rival.series(graph, &plan(60, run)).unwrap().regret;
        assert_eq!(regret(1), regret(1), "{rival:?}");
        assert_ne!(regret(1), regret(2), "{rival:?}");
    }
}

#[test]
fn a_run_ends_when_it_is_told_to() {
    let graph = nim();
    let plan = plan(50, 0);
    let mut random = plan.random();
    let mut learner = Rival::Q.learner(&graph, &mut random).unwrap();
    let mut left = 7;
    let Series { regret, seconds } = series(&graph, &mut *learner, &plan, &mut random, |_, _| {
        left -= 1;
        left > 0
    });
    assert_eq!((regret.len(), seconds.len()), (7, 7));
}

#[test]
fn a_network_needs_a_board() {
    let refused = Rival::Dqn.learner(&nim(), &mut Random::new(1)).err();
    let said = refused.unwrap().to_string();
    assert!(said.contains("the game nim has none"), "{said}");
}

#[test]
fn rivals_have_names() {
    for rival in Rival::ALL {
        assert_eq!(Rival::named(rival.name()), Some(rival));
    }
    assert_eq!(Rival::named("menaces"), None);
    assert_eq!(
        ["oxo", "hexapawn4"].map(|game| Rival::Menace.title(game)),
        ["MENACE", "HER"]
    );
}

/// Asserts that the mean after some games is in a band about what was published or measured.
fn assert_near(curve: &Curve, games: usize, expected: f64, band: f64) {
    let (mean, _) = curve.after(games).unwrap();
    assert!((mean - expected).abs() < band, "{mean} after {games}");
}

#[test]
fn menace_is_as_good_as_published() {
    let curve = measured(Rival::Menace, "oxo", 200, 20, Starts::Each);
    assert_near(&curve, 50, 61.8, 5.0);
    assert_near(&curve, 200, 217.4, 13.0);
}

#[test]
fn her_is_as_good_as_published_from_one_start() {
    let one = measured(Rival::Menace, "hexapawn3", 100, 200, Starts::One);
    assert_near(&one, 10, 3.5, 1.0);
    assert_near(&one, 100, 6.0, 1.6);
    // The text of the paper has games from all starts: then there is three times as much to learn.
    let each = measured(Rival::Menace, "hexapawn3", 100, 40, Starts::Each);
    assert_near(&each, 100, 18.1, 2.5);
}

#[test]
fn the_table_is_as_good_as_published() {
    let curve = measured(Rival::Q, "oxo", 200, 20, Starts::Each);
    assert_near(&curve, 50, 62.9, 5.0);
    assert_near(&curve, 200, 250.0, 15.0);
    let curve = measured(Rival::Q, "hexapawn3", 100, 40, Starts::Each);
    assert_near(&curve, 100, 10.0, 1.0);
    let (_, late) = (curve.after(60), curve.mean[99] - curve.mean[69]);
    assert!(late < 0.7, "{late}");
}

#[test]
fn the_network_is_as_slow_as_published() {
    let curve = measured(Rival::Dqn, "hexapawn3", 40, 20, Starts::Each);
    assert_near(&curve, 40, 17.0, 4.0);
}

#[test]
fn the_network_learns_after_long() {
    let graph = games::named("hexapawn3").unwrap();
    let (mut before, mut after) = (0, 0);
    for run in [2, 3] {
        let plan = plan(600, run);
        let mut random = plan.random();
        let mut learner = dqn::Dqn::new(graph, &mut random).unwrap();
        // What it loses from all starts when it no longer tries moves at random.
        let lost = |learner: &dqn::Dqn| {
            let mut settled = learner.clone();
            settled.settle();
            let random = &mut Random::new(1);
            let starts = graph.starts.iter();
            let regret = starts.map(|start| play(graph, &mut settled, *start, random).regret);
            regret.map(i32::from).sum::<i32>()
        };
        before += lost(&learner);
        series(graph, &mut learner, &plan, &mut random, |_, _| true);
        after += lost(&learner);
    }
    assert!(before >= 4 && after * 2 <= before, "{before}, then {after}");
}
