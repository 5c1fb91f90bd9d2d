use super::*;
use crate::{
    chess::Position,
    network::{
        puzzles::{About, Collection},
        rules::report::Asked,
    },
    random::Random,
};
use shakmaty::{Chess, Position as _, Role};

/// Positions of random games, each with a piece that can move: who mates, or else any.
pub(super) fn some_positions() -> (Examples, Positions) {
    let mut examples = Examples::new(PLANES.number());
    let mut random = Random::new(3);
    let mated = Position::parse("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1").unwrap();
    for start in [Chess::clone(&mated), Chess::default()] {
        for _ in 0..40 {
            let mut position = start.clone();
            for _ in 0..30 {
                let moves = position.legal_moves();
                let Some(&m) = random.pick(&moves) else { break };
                let mut words = vec![0; PLANES.number()];
                PLANES.encode(&position, &mut words);
                let mates = words[PLANES.index("mates_from").unwrap()];
                let square = match mates {
                    0 => PLANES.place(&position, m.from().unwrap()) as u8,
                    mates => mates.trailing_zeros() as u8,
                };
                examples.push(&words, square);
                position.play_unchecked(m);
            }
        }
    }
    let positions = Positions::of(&examples);
    (examples, positions)
}

fn rule(names: &[&str]) -> Rule {
    Rule(
        names
            .iter()
            .map(|name| PLANES.index(name).unwrap())
            .collect(),
    )
}

/// Own pieces, all of which can move, the squares of those that check, and of the one that moves.
type Puzzle<'a> = (&'a [(u8, Role)], &'a [u8], u8);

/// Puzzles of made-up planes.
fn made_up(puzzles: &[Puzzle<'_>]) -> Collection {
    let mut collection = Collection {
        examples: Examples::new(PLANES.number()),
        about: Vec::new(),
    };
    let plane = |name| PLANES.index(name).unwrap();
    for &(pieces, checks, moves) in puzzles {
        let mut words = vec![0; PLANES.number()];
        let mut count = [[0; 6]; 2];
        for &(square, role) in pieces {
            words[role as usize - 1] |= 1 << square;
            words[plane("movable")] |= 1 << square;
            count[0][role as usize - 1] += 1;
        }
        for square in checks {
            words[plane("checks_from")] |= 1 << square;
        }
        collection.examples.push(&words, moves);
        let role = pieces
            .iter()
            .find(|(square, _)| *square == moves)
            .unwrap()
            .1;
        collection.about.push(About {
            role,
            rating: None,
            pieces: count,
            themes: Box::from([0]),
        });
    }
    collection
}

use Role::{Bishop, King, Knight, Rook};

#[test]
fn a_list_is_worth_what_is_computed_by_hand() {
    let puzzles = made_up(&[
        // Both check: the knight is the second rule's.
        (&[(0, Rook), (9, Knight), (63, King)], &[0, 9], 9),
        // Two knights are left.
        (&[(1, Knight), (2, Knight), (4, King)], &[], 1),
        // Nothing holds.
        (&[(4, King), (5, Bishop)], &[], 5),
        // The rook checks, and the knight moves.
        (&[(0, Rook), (1, Knight)], &[0], 1),
    ]);
    let rules = [rule(&["checks_from"]), rule(&["own_knights"])];
    // The network is wrong in the first puzzle, where it names the rook.
    let asked = Asked::of(puzzles, &[0, 1, 5, 1]);
    assert_eq!(asked.positions.left(&rules, 0), (0b010, Some(1)));
    assert_eq!(asked.positions.left(&rules, 1), (0b011, Some(1)));
    assert_eq!(asked.positions.left(&rules, 2), (0b11, None));
    assert_eq!(asked.positions.left(&rules, 3), (0b01, Some(0)));
    let lists = [rules[..1].to_vec(), rules.to_vec()];
    let report = Report::of(&lists, &asked, &["mate".to_owned()], None);
    let line = |line: &report::Named| (line.puzzles, line.fidelity, line.accuracy);
    assert_eq!(line(&report.all[0]), (4, 1.0 / 4.0, 2.0 / 4.0));
    assert_eq!(line(&report.all[1]), (4, 1.0, 3.0 / 4.0));
    assert_eq!(line(&report.rules[0]), (1, 0.0, 0.0));
    assert_eq!(line(&report.rules[1]), (2, 0.25, 0.75));
    assert_eq!(line(&report.none), (1, 0.5, 0.5));
    assert_eq!(line(&report.right), (3, 1.0 / 3.0, 1.0 / 3.0));
    assert_eq!(line(&report.wrong), (1, 0.0, 1.0));
    // With the first rule alone, the rook and the knight that check share the first puzzle.
    let first = (0.5 + 1.0 / 3.0 + 0.5) / 4.0;
    assert_eq!(report.growth[0].name, "1");
    assert!(
        (report.growth[0].fidelity - first).abs() < 1e-9,
        "{report:?}"
    );
    assert_eq!(line(&report.by_theme[0].rules), line(&report.all[0]));
    assert_eq!(
        (
            report.by_theme[0].rules.name.as_str(),
            report.by_theme[0].network
        ),
        ("mate", 0.75)
    );
}

#[test]
fn a_rule_is_put_where_it_adds_most() {
    // Who checks moves, and a knight always does.
    let rook: Puzzle<'_> = (&[(0, Rook), (4, King)], &[0], 0);
    let knight: Puzzle<'_> = (&[(0, Rook), (1, Knight)], &[0], 1);
    let puzzles = made_up(&[rook, rook, rook, knight]);
    let positions = Positions::of(&puzzles.examples);
    let targets = positions.targets(&puzzles.examples, &puzzles.examples.labels);
    let [king, checks, rooks, knights] =
        ["own_king", "checks_from", "own_rooks", "own_knights"].map(|name| rule(&[name]));
    let clauses = [king, checks.clone(), rooks, knights.clone()];
    let chooser = Chooser {
        positions: &positions,
        targets: &targets,
        clauses: &clauses,
        cancel: Cancel::NEVER,
    };
    let lists = chooser.lists(9, |_| ());
    // At first checks are worth as much as rooks, and come before them.
    assert_eq!(lists, [vec![checks.clone()], vec![knights, checks]]);
}

#[test]
fn the_same_rules_for_any_threads() {
    let (examples, positions) = some_positions();
    let targets = positions.targets(&examples, &examples.labels);
    let options = Options { size: 2, rules: 6 };
    let learned = [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap()
            .install(|| learn(&positions, &targets, &options, Cancel::NEVER, |_| ()))
            .unwrap()
    });
    assert_eq!(learned[0], learned[1]);
    assert_eq!(learned[0].rules().len(), 6);
    let cancelled = std::sync::atomic::AtomicBool::new(true);
    let stopped = learn(
        &positions,
        &targets,
        &options,
        Cancel::by(&cancelled),
        |_| (),
    );
    assert_eq!(stopped, Err(Stopped::Cancelled));
}

#[test]
fn the_network_is_asked_of_pieces_that_can_move() {
    let (examples, _) = some_positions();
    let adviser = Adviser::shipped();
    let named = named(adviser, &examples, Cancel::NEVER, |_| ()).unwrap();
    for (at, square) in named.iter().enumerate() {
        assert!(examples.words(at)[PLANES.index("movable").unwrap()] >> square & 1 == 1);
    }
}
