use shakmaty::Role;

use super::*;
use crate::network::history::{History, Point};

fn about(role: Role, own: [u8; 6], themes: &[u16], rating: Option<u16>) -> About {
    About {
        role,
        rating,
        pieces: [own, [0, 0, 0, 0, 0, 1]],
        themes: themes.into(),
    }
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
}

#[test]
fn equal_logits_share_places_and_probability() {
    let mut logits = [0.0; 64];
    let uniform = Judged::of(&logits, 5);
    near(uniform.within(1), 1.0 / 64.0);
    near(uniform.within(5), 5.0 / 64.0);
    near(uniform.right, 1.0 / 64.0);
    logits[7] = 2.0_f32.ln();
    logits[9] = 2.0_f32.ln();
    let second = Judged::of(&logits, 9);
    assert_eq!((second.above, second.equal), (0, 2));
    near(second.within(1), 0.5);
    near(second.within(2), 1.0);
    near(second.right, 2.0 / 66.0);
    near(Judged::of(&logits, 5).best, 2.0 / 66.0);
    near(Judged::of(&logits, 5).within(2), 0.0);
    // No logit is too large for its probability.
    logits[0] = 1e30;
    near(Judged::of(&logits, 0).right, 1.0);
    assert!(total("", &[Judged::of(&logits, 1)]).loss.is_finite());
}

#[test]
fn puzzles_are_counted_in_their_tables() {
    let pieces = [4, 0, 0, 1, 1, 1];
    let puzzles = Collection {
        examples: Examples::new(1),
        about: vec![
            about(Role::Queen, pieces, &[0, 1], Some(1199)),
            about(Role::Rook, pieces, &[1], Some(1200)),
            about(Role::Queen, pieces, &[], None),
        ],
    };
    let first = |right: f64| Judged {
        above: 0,
        equal: 1,
        right,
        best: right,
    };
    let third = Judged {
        above: 2,
        equal: 1,
        right: 0.1,
        best: 0.72,
    };
    let judged = [first(0.95), third, first(0.78)];
    let themes = ["fork".to_owned(), "pin, or so".to_owned()];
    let report = Report::of(&puzzles, &judged, &themes, None);
    assert_eq!(report.network.puzzles, 3);
    near(report.network.top[0], 2.0 / 3.0);
    near(report.network.top[2], 1.0);
    let named = |lines: &[Line]| -> Vec<(String, usize)> {
        let names = lines.iter().map(|line| (line.name.clone(), line.puzzles));
        names.collect()
    };
    assert_eq!(
        named(&report.by_piece),
        [("rook".into(), 1), ("queen".into(), 2)]
    );
    let bands = [("1000 to 1199".into(), 1), ("1200 to 1399".into(), 1)];
    assert_eq!(named(&report.by_rating), bands);
    assert_eq!(named(&report.by_pieces), [("5 to 8".into(), 3)]);
    assert_eq!(
        named(&report.by_theme),
        [("pin, or so".into(), 2), ("fork".into(), 1)]
    );
    near(report.by_theme[0].top[0], 0.5);
    assert!(report.csv().contains("\ntheme,\"pin, or so\",2,0.500000,"));
    // 0.72 and 0.78 are in one tenth, of which half is right.
    let bins = &report.calibration.bins;
    assert_eq!(bins.len(), 2);
    near(bins[0].said, 0.75);
    near(bins[0].right, 0.5);
    near(report.calibration.error, (2.0 * 0.25 + 0.05) / 3.0);
    assert!(
        report
            .text()
            .contains("expected calibration error: 18.3 points")
    );
}

#[test]
fn baselines_know_what_moves_and_what_is_there() {
    // Rooks move more often in all, but a queen nearly always if there is one and they have none.
    let with_queen = |role, theirs| About {
        pieces: [[2, 0, 0, 2, 1, 1], [0, 0, 0, 0, theirs, 1]],
        ..about(role, [0; 6], &[], None)
    };
    let mut puzzles = Vec::new();
    for number in 0..600 {
        let (role, theirs) = match number % 10 {
            0..4 => (Role::Queen, 0),
            _ => (Role::Rook, 1),
        };
        puzzles.push(with_queen(role, theirs));
    }
    let baselines = Baselines::learn(&puzzles, 1).unwrap();
    let lines = baselines.lines(&puzzles);
    let [random, frequent, rate, presence] = &lines[..] else {
        panic!("{lines:?}");
    };
    near(random.top[0], 1.0 / 6.0);
    near(random.top[2], 0.5);
    near(random.loss, 6.0_f64.ln());
    // The right rook is one of two.
    near(frequent.top[0], 0.3);
    near(frequent.top[2], 1.0);
    // Per piece, queens move more often: 0.4 against 0.3.
    near(rate.top[0], 0.4);
    near(presence.top[0], 0.4 + 0.3);
    assert!(
        presence.loss < rate.loss && rate.loss < random.loss,
        "{lines:?}"
    );
    let again = Baselines::learn(&puzzles, 1).unwrap().lines(&puzzles);
    assert_eq!(again, lines);
    assert!(Baselines::learn(&[], 1).is_none());
}

#[test]
fn a_network_is_judged_in_order_and_stops_when_told() {
    let mut examples = Examples::new(1);
    for number in 0..1000_u64 {
        examples.push(&[number], (number % 64) as u8);
    }
    let logits = |words: &[u64], _: &mut ()| {
        let mut logits = [0.0; 64];
        // Right, but for every fourth.
        logits[(words[0] % 64) as usize] = if words[0].is_multiple_of(4) {
            -1.0
        } else {
            3.0
        };
        logits
    };
    let judged = judge(&examples, || (), logits, &Cancel::NEVER, |_| ()).unwrap();
    let wrong: Vec<usize> = (0..1000).filter(|&n| judged[n].above > 0).collect();
    assert_eq!(wrong, (0..1000).step_by(4).collect::<Vec<_>>());
    let cancelled = std::sync::atomic::AtomicBool::new(true);
    assert!(judge(&examples, || (), logits, &Cancel::by(&cancelled), |_| ()).is_none());
}

#[test]
fn curves_are_those_of_the_history() {
    let point = |seen, accuracy| Point {
        seen,
        accuracy,
        ..Point::default()
    };
    let history = History {
        points: vec![point(1000, 0.25), point(2000, 0.5)],
    };
    assert_eq!(History::of_csv(&history.csv()), Some(history.clone()));
    assert_eq!(History::of_csv("seen\n"), None);
    let picture = accuracy_curve(&history);
    assert!(
        picture.contains("validation") && picture.contains(">50<"),
        "{picture}"
    );
    assert_ne!(picture, loss_curve(&history));
}
