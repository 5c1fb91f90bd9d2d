//! What the piece head costs: a position in training and a position answered, beside naive loops.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use chesslog::{
    network::{Examples, PieceHead, Shape, Trainer, kernel::Path, train::Options},
    random::Random,
};

use super::{best, report};

const SHAPES: [Shape; 2] = [shape(4, 32), shape(6, 64)];
const PLANES: usize = 12;
/// Examples of a step, and steps that are timed.
const BATCH: usize = 256;
const STEPS: u64 = 4;

const fn shape(blocks: usize, channels: usize) -> Shape {
    Shape {
        planes: PLANES,
        channels,
        blocks,
        squeeze: None,
        head: 16,
    }
}

/// Prints both for two networks on every path, on one thread.
pub fn network() {
    let examples = examples();
    for shape in SHAPES {
        let name = format!("{}x{}", shape.blocks, shape.channels);
        let [naive, naive_training] = [1, 3].map(|times| best(3, || naive(&shape, times)));
        for path in Path::available() {
            let training = best(3, || training(path, shape, &examples));
            report(
                &format!("training {name}, a position, {}", path.name()),
                training,
                naive_training,
                "three naive loops a layer",
            );
            println!("{:.0} positions a second", 1.0 / training.as_secs_f64());
            let answer = best(5, || answer(path, shape, &examples));
            report(
                &format!("an answer of {name}, {}", path.name()),
                answer,
                naive,
                "a naive loop a layer",
            );
            println!("{:.0} positions a second", 1.0 / answer.as_secs_f64());
        }
    }
}

/// Positions with as many pieces as there are in the middle of a game.
fn examples() -> Examples {
    let mut random = Random::new(1);
    let mut examples = Examples::new(PLANES);
    for _ in 0..BATCH {
        let mut planes = [0; PLANES];
        for piece in 0..18 {
            planes[piece % PLANES] |= 1 << random.below(64);
        }
        examples.push(&planes, random.below(64) as u8);
    }
    examples
}

fn trainer(path: Path, shape: Shape) -> Trainer {
    let options = Options {
        batch: BATCH,
        average: 0.0,
        ..Options::default()
    };
    Trainer::on(path, shape, options, 1, 1).expect("the shape and the options make sense")
}

/// The time of a position in training, forward and backward.
fn training(path: Path, shape: Shape, examples: &Examples) -> Duration {
    let mut trainer = trainer(path, shape);
    let mut step = || {
        _ = trainer
            .step(examples)
            .expect("the examples fit the network")
    };
    // The first one touches memory that the system has not given yet.
    step();
    let start = Instant::now();
    (0..STEPS).for_each(|_| step());
    start.elapsed() / (STEPS as u32 * BATCH as u32)
}

/// The time of an answer.
fn answer(path: Path, shape: Shape, examples: &Examples) -> Duration {
    let weights = trainer(path, shape).network(examples);
    let network = PieceHead::new(&weights.expect("the examples fit the network"));
    let network = network.expect("the trainer writes what the network reads");
    let mut scratch = network.scratch_on(path);
    let start = Instant::now();
    for index in 0..examples.len() {
        black_box(network.logits(black_box(examples.words(index)), &mut scratch));
    }
    start.elapsed() / examples.len() as u32
}

/// The time of a position in all convolutions as they are defined, `times` times: forward, and twice as
/// much backward.
fn naive(shape: &Shape, times: u32) -> Duration {
    let mut layers = vec![(shape.planes, shape.channels)];
    layers.extend(vec![(shape.channels, shape.channels); 2 * shape.blocks]);
    layers.push((shape.channels, shape.head));
    let start = Instant::now();
    for (inputs, outputs) in layers {
        let board = vec![1.0; 64 * inputs];
        let weights = vec![0.5; 9 * inputs * outputs];
        for _ in 0..times {
            black_box(convolution(
                black_box(&board),
                black_box(&weights),
                inputs,
                outputs,
            ));
        }
    }
    start.elapsed()
}

/// A convolution of a board `[inputs][8][8]` with weights `[outputs][inputs][3][3]`.
fn convolution(board: &[f32], weights: &[f32], inputs: usize, outputs: usize) -> Vec<f32> {
    let mut out = vec![0.0; 64 * outputs];
    for output in 0..outputs {
        for rank in 0..8 {
            for file in 0..8 {
                let mut sum = 0.0;
                for input in 0..inputs {
                    for tap in 0..9 {
                        let (r, f) = (rank + tap / 3, file + tap % 3);
                        if (1..9).contains(&r) && (1..9).contains(&f) {
                            sum += board[input * 64 + (r - 1) * 8 + f - 1]
                                * weights[(output * inputs + input) * 9 + tap];
                        }
                    }
                }
                out[output * 64 + rank * 8 + file] = sum;
            }
        }
    }
    out
}
