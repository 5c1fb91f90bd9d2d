use std::{fs, path::PathBuf, sync::atomic::AtomicBool};

use super::*;
use crate::network::PieceHead;

const SHAPE: Shape = Shape {
    planes: 5,
    channels: 16,
    blocks: 2,
    squeeze: None,
    head: 16,
};

/// Positions of bits at random, no two alike, with squares that have nothing to do with them.
fn noise(planes: usize, count: usize) -> Examples {
    let mut random = Random::of(&[planes as u64, count as u64]);
    let mut examples = Examples::new(planes);
    for _ in 0..count {
        let mut bits = || random.next_number() & random.next_number();
        let words: Vec<u64> = (0..planes).map(|_| bits()).collect();
        examples.push(&words, random.below(64) as u8);
    }
    examples
}

fn options(batch: usize, steps: u64) -> Options {
    Options {
        batch,
        steps,
        warm_up: 5,
        settle: 3,
        ..Options::default()
    }
}

fn trainer(shape: Shape, options: Options, threads: usize) -> Trainer {
    Trainer::new(shape, options, threads, 7).unwrap()
}

fn run(trainer: &mut Trainer, examples: &Examples) -> Weights {
    let reported = |_: &mut Trainer, _: &Progress| ();
    trainer
        .run(examples, 1000, &Cancel::NEVER, reported)
        .unwrap();
    trainer.network(examples).unwrap()
}

/// A file of a test, gone with it.
struct Scrap(PathBuf);

impl Scrap {
    fn new(name: &str) -> Scrap {
        let name = format!("chesslog-network-{}-{name}", std::process::id());
        Scrap(std::env::temp_dir().join(name))
    }
}

impl Drop for Scrap {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.0);
    }
}

/// The mean loss, changed by a little in one direction.
fn loss_beside(trainer: &mut Trainer, tensor: &layout::Tensor, change: &[f32]) -> f64 {
    let before = trainer.parameters.clone();
    let values = &mut Row::floats_mut(&mut trainer.parameters)[tensor.range()];
    values
        .iter_mut()
        .zip(change)
        .for_each(|(value, change)| *value += change);
    let (loss, _) = trainer.gradients();
    trainer.parameters = before;
    loss / trainer.options.batch as f64
}

#[test]
fn gradients_are_what_small_changes_show() {
    for squeeze in [None, Some(6)] {
        // Two shards, of which one is not full.
        let shape = Shape { squeeze, ..SHAPE };
        // On the path that computes the same everywhere; the others are compared with it.
        let mut trainer = Trainer::on(Path::PORTABLE, shape, options(40, 10), 2, 7).unwrap();
        let examples = noise(shape.planes, 40);
        // A few steps away from the beginning, where some gradients are 0.
        for _ in 0..3 {
            trainer.step(&examples).unwrap();
        }
        trainer.fill(&examples, 0, 0);
        trainer.gradients();
        let gradient = Row::floats(&trainer.gradient).to_vec();
        for tensor in trainer.layout.tensors.clone() {
            let gradient = &gradient[tensor.range()];
            let norm = gradient.iter().map(|g| g * g).sum::<f32>().sqrt();
            assert!(norm > 1e-6, "{} has no gradient", tensor.name);
            // Along the gradient, the loss rises as steeply as that is long.
            let size = 1e-3;
            let along: Vec<f32> = gradient.iter().map(|g| g / norm * size).collect();
            let back: Vec<f32> = along.iter().map(|change| -change).collect();
            let slope = loss_beside(&mut trainer, &tensor, &along)
                - loss_beside(&mut trainer, &tensor, &back);
            let slope = slope as f32 / (2.0 * size);
            assert!(
                (slope / norm - 1.0).abs() < 0.03,
                "{}: {slope} for {norm}",
                tensor.name
            );
            // And along single parameters.
            let largest = gradient.iter().fold(0.0_f32, |most, g| most.max(g.abs()));
            // A shift moves many numbers at once past 0, where they are rectified.
            let part = if tensor.decays { 0.05 } else { 0.2 };
            let mut random = Random::new(tensor.start as u64);
            for _ in 0..8 {
                let at = random.below(gradient.len() as u64) as usize;
                let mut change = vec![0.0; gradient.len()];
                change[at] = 2e-3;
                let above = loss_beside(&mut trainer, &tensor, &change);
                change[at] = -2e-3;
                let below = loss_beside(&mut trainer, &tensor, &change);
                let slope = (above - below) as f32 / 4e-3;
                let wrong = (slope - gradient[at]).abs();
                let allowed = part * largest;
                let name = &tensor.name;
                assert!(wrong < allowed, "{name} {at}: {slope} for {}", gradient[at]);
            }
        }
    }
}

#[test]
fn paths_train_alike() {
    let examples = noise(SHAPE.planes, 64);
    let losses = |path| {
        let mut trainer = Trainer::on(path, SHAPE, options(32, 6), 1, 7).unwrap();
        [(); 6].map(|()| trainer.step(&examples).unwrap().0 / 32.0)
    };
    let expected = losses(Path::PORTABLE);
    for path in Path::available() {
        for (found, expected) in losses(path).into_iter().zip(expected) {
            assert!(
                (found - expected).abs() < 2e-3,
                "{found} for {expected} on {path:?}"
            );
        }
    }
}

#[test]
fn two_blocks_learn_200_positions_by_heart() {
    let shape = Shape {
        channels: 32,
        ..SHAPE
    };
    let examples = noise(shape.planes, 200);
    let options = Options {
        mirror: false,
        ..options(100, 160)
    };
    let weights = run(&mut trainer(shape, options, 2), &examples);
    let network = PieceHead::new(&weights).unwrap();
    let mut scratch = network.scratch();
    let known = (0..examples.len()).filter(|&at| {
        let logits = network.logits(examples.words(at), &mut scratch);
        let label = logits[usize::from(examples.labels[at])];
        logits.iter().all(|logit| *logit <= label)
    });
    assert_eq!(known.count(), 200);
}

#[test]
fn the_same_seed_gives_the_same_weights_for_any_number_of_threads() {
    let shape = Shape {
        squeeze: Some(4),
        ..SHAPE
    };
    let examples = noise(shape.planes, 150);
    let weights = |threads| run(&mut trainer(shape, options(100, 12), threads), &examples);
    let one = weights(1);
    assert_eq!(weights(2), one);
    assert_eq!(weights(3), one);
    let mut other = Trainer::new(shape, options(100, 12), 1, 8).unwrap();
    assert_ne!(run(&mut other, &examples), one);
}

#[test]
fn a_resumed_run_is_that_which_was_not_interrupted() {
    let shape = Shape {
        squeeze: Some(4),
        ..SHAPE
    };
    let examples = noise(shape.planes, 90);
    let whole = run(&mut trainer(shape, options(40, 15), 2), &examples);
    // Before and within the part of which weights are averaged, and at its end.
    for stop in [1, 7, 13, 15] {
        let file = Scrap::new(&format!("resumed-{stop}"));
        let mut first = trainer(shape, options(40, 15), 1);
        let cancelled = AtomicBool::new(false);
        let cancel = Cancel::by(&cancelled);
        let report = |trainer: &mut Trainer, progress: &Progress| {
            assert_eq!(progress.steps, 15);
            if progress.step == stop {
                cancelled.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            // To ask for the network in between changes nothing.
            trainer.network(&examples).unwrap();
            trainer.checkpoint(&file.0).unwrap();
        };
        first.run(&examples, 1, &cancel, report).unwrap();
        assert_eq!(first.steps_done(), stop);
        let mut second = Trainer::resume(&file.0, 2).unwrap();
        assert_eq!(
            (second.shape(), second.options()),
            (first.shape(), first.options())
        );
        assert_eq!(run(&mut second, &examples), whole, "stopped after {stop}");
    }
}

#[test]
fn a_run_goes_on_only_with_its_own_examples() {
    let examples = noise(SHAPE.planes, 60);
    let file = Scrap::new("examples");
    let mut first = trainer(SHAPE, options(40, 4), 1);
    first
        .run(&examples, 1, &Cancel::NEVER, |trainer, _| {
            trainer.checkpoint(&file.0).unwrap()
        })
        .unwrap();
    let mut second = Trainer::resume(&file.0, 1).unwrap();
    let mut others = examples.clone();
    others.labels[0] ^= 1;
    let other = second.run(&others, 1, &Cancel::NEVER, |_, _| ());
    assert_eq!(other, Err(Unusable::OtherExamples));
    assert_eq!(second.run(&examples, 1, &Cancel::NEVER, |_, _| ()), Ok(()));
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused_by_name() {
    let trainer = trainer(SHAPE, options(40, 4), 1);
    let state = trainer.state();
    let refused = |change: &dyn Fn(&mut Weights)| {
        let mut state = state.clone();
        change(&mut state);
        Trainer::of_state(&state, 1).unwrap_err().to_string()
    };
    assert_eq!(
        refused(&|state| _ = state.tensors.remove("second/dense.bias")),
        "the tensor second/dense.bias is missing"
    );
    assert_eq!(
        refused(&|state| _ = state.metadata.insert("batch".into(), "1".into())),
        "the batch is 1, expected 2 to 8192 examples"
    );
    assert_eq!(
        refused(&|state| _ = state.metadata.remove("step")),
        "the metadata have no step, expected a number"
    );
    assert_eq!(
        refused(&|state| _ = state.metadata.insert("channels".into(), "24".into())),
        "this is no file of safetensors: in its metadata, channels is 24, expected a multiple of 16 up to 1024"
    );
    let format = refused(&|state| {
        let format = super::FORMAT.to_owned();
        state.metadata.insert("format".into(), format);
    });
    assert!(
        format.starts_with("format is \"chesslog piece head"),
        "{format}"
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |shape: Shape, options: Options| {
        Trainer::new(shape, options, 1, 1).unwrap_err().to_string()
    };
    let shape = Shape { blocks: 0, ..SHAPE };
    let error = refused(shape, Options::default());
    assert_eq!(
        error,
        "no such network: blocks is 0, expected a number from 1 to 1024"
    );
    for (name, options) in [
        (
            "the learning rate is NaN",
            Options {
                rate: f32::NAN,
                ..Options::default()
            },
        ),
        (
            "the weight decay is 2",
            Options {
                decay: 2.0,
                ..Options::default()
            },
        ),
        (
            "the averaged part is -1",
            Options {
                average: -1.0,
                ..Options::default()
            },
        ),
        (
            "the batch is 0",
            Options {
                batch: 0,
                ..Options::default()
            },
        ),
    ] {
        let error = refused(SHAPE, options);
        assert!(error.starts_with(name), "{error}");
    }
    let mut trainer = trainer(SHAPE, options(40, 4), 1);
    assert_eq!(trainer.step(&Examples::new(5)), Err(Unusable::NoExamples));
    assert_eq!(trainer.step(&noise(4, 10)), Err(Unusable::Planes(4, 5)));
}

#[test]
fn a_run_that_diverges_ends_before_anybody_keeps_it() {
    let options = Options {
        rate: 1e30,
        warm_up: 0,
        ..options(40, 30)
    };
    let mut trainer = trainer(SHAPE, options, 1);
    let examples = noise(SHAPE.planes, 60);
    let mut kept = Vec::new();
    let ended = trainer.run(&examples, 1, &Cancel::NEVER, |trainer, _| {
        kept.push(trainer.state())
    });
    let Err(Unusable::Diverged(step)) = ended else {
        panic!("{ended:?}");
    };
    assert_eq!(step, kept.len() as u64 + 1);
    for state in kept {
        assert_eq!(Weights::read(&state.bytes()), Ok(state));
    }
}

#[test]
fn the_rate_rises_and_falls() {
    let options = Options {
        steps: 1000,
        warm_up: 100,
        rate: 1.0,
        ..Options::default()
    };
    let rates: Vec<f32> = (0..=1000)
        .map(|step| optimiser::rate(&options, step))
        .collect();
    let largest = rates
        .iter()
        .position(|rate| rates.iter().all(|other| other <= rate))
        .unwrap();
    assert!(
        (95..=101).contains(&largest) && rates[largest] > 0.95,
        "{largest}"
    );
    assert!(rates[..largest].is_sorted() && rates[largest..].iter().rev().is_sorted());
    assert!(rates[0] > 0.0 && rates[999] > 0.0 && rates[1000] < 1e-6);
}

#[test]
fn every_example_comes_once_an_epoch_and_epochs_differ() {
    let mut order = Order::default();
    let mut epochs: Vec<Vec<usize>> = Vec::new();
    for epoch in 0..3 {
        let places = (0..50)
            .map(|place| order.at(epoch * 50 + place, 50, 3))
            .collect();
        epochs.push(places);
    }
    assert_ne!(epochs[0], epochs[1]);
    for mut epoch in epochs {
        epoch.sort_unstable();
        assert!(epoch.into_iter().eq(0..50));
    }
}
