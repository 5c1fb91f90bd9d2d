//! Layers against naive loops, and a network against the formulas of its layers.

use super::*;
use crate::{
    network::{Examples, PieceHead, Shape, Trainer, Weights, kernel::Row, softmax, train::Options},
    random::Random,
};

fn noise(count: usize, seed: u64) -> Vec<f32> {
    let mut random = Random::of(&[seed, count as u64]);
    (0..count).map(|_| random.normal() as f32).collect()
}

#[track_caller]
fn assert_close(found: &[f32], expected: &[f32], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().map(|x| x * x).sum::<f32>() / expected.len() as f32;
    let size = size.sqrt().max(1e-3);
    for (at, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() / size < 1e-3, "{what}: {a} for {b} at {at}");
    }
}

/// A board `[64][channels]` convolved with `[3][3][inputs][outputs]`.
fn convolved(board: &[f32], weights: &[f32], inputs: usize, outputs: usize) -> Vec<f32> {
    let mut out = vec![0.0; SQUARES * outputs];
    for (square, out) in out.chunks_exact_mut(outputs).enumerate() {
        for tap in 0..9 {
            let rank = (square / 8 + tap / 3).wrapping_sub(1);
            let file = (square % 8 + tap % 3).wrapping_sub(1);
            if rank < 8 && file < 8 {
                for input in 0..inputs {
                    let x = board[(rank * 8 + file) * inputs + input];
                    let weights = &weights[(tap * inputs + input) * outputs..][..outputs];
                    out.iter_mut()
                        .zip(weights)
                        .for_each(|(out, weight)| *out += x * weight);
                }
            }
        }
    }
    out
}

fn rectified(board: &[f32]) -> Vec<f32> {
    board.iter().map(|x| x.max(0.0)).collect()
}

#[test]
fn a_convolution_adds_its_bias_and_what_follows() {
    let (inputs, outputs) = (32, 48);
    let board = noise(SQUARES * inputs, 1);
    let (weights, bias) = (noise(9 * inputs * outputs, 2), noise(outputs, 3));
    let skip = noise(SQUARES * outputs, 4);
    let mut expected = convolved(&board, &weights, inputs, outputs);
    for square in expected.chunks_exact_mut(outputs) {
        square
            .iter_mut()
            .zip(&bias)
            .for_each(|(out, bias)| *out += bias);
    }
    let added: Vec<f32> = expected.iter().zip(&skip).map(|(a, b)| a + b).collect();
    // The same weights in the other order.
    let mut by_output = vec![0.0; weights.len()];
    for (at, weight) in weights.iter().enumerate() {
        let (tap, pair) = (at / (inputs * outputs), at % (inputs * outputs));
        by_output[(pair % outputs * inputs + pair / outputs) * 9 + tap] = *weight;
    }
    for layer in [
        Convolution::new(inputs, outputs, &weights, &bias),
        Convolution::by_output(inputs, outputs, &by_output, &bias),
    ] {
        for path in Path::available() {
            let mut room = Room::new(path, outputs);
            let mut run = |then: Then<'_>| {
                let mut out = Row::zeroes(SQUARES * outputs / LANES);
                layer.run(&mut room, &Row::of(&board), then, &mut out);
                Row::floats(&out).to_vec()
            };
            assert_close(&run(Then::Linear), &expected, "linear");
            assert_close(&run(Then::Rectified), &rectified(&expected), "rectified");
            let skip = Row::of(&skip);
            assert_close(&run(Then::Added(&skip)), &rectified(&added), "added");
        }
    }
}

#[test]
fn dense_layers_take_weights_in_any_order() {
    let (channels, outputs) = (2, 20);
    let inputs = channels * SQUARES;
    let (board, weights, bias) = (
        noise(inputs, 1),
        noise(inputs * outputs, 2),
        noise(outputs, 3),
    );
    let mut expected = bias.clone();
    let mut by_output = vec![0.0; weights.len()];
    let mut of_board = vec![0.0; weights.len()];
    for input in 0..inputs {
        for output in 0..outputs {
            let weight = weights[input * outputs + output];
            expected[output] += board[input] * weight;
            by_output[output * inputs + input] = weight;
            // A square's channels are side by side, but here a channel's squares are.
            let (square, channel) = (input / channels, input % channels);
            of_board[output * inputs + channel * SQUARES + square] = weight;
        }
    }
    for layer in [
        Dense::new(inputs, &weights, &bias),
        Dense::by_output(inputs, &by_output, &bias),
        Dense::of_board(channels, &of_board, &bias),
    ] {
        assert_eq!(layer.outputs(), outputs);
        for path in Path::available() {
            let mut out = vec![Row([9.0; LANES]); 2];
            layer.run(path, 1, &Row::of(&board), &mut out);
            assert_close(&Row::floats(&out)[..outputs], &expected, path.name());
            assert_eq!(Row::floats(&out)[outputs..], [0.0; 12]);
        }
    }
}

#[test]
fn a_block_weighs_its_channels_and_adds_what_was_there() {
    let (channels, hidden) = (32, 5);
    let board = noise(SQUARES * channels, 1);
    let [w1, w2] = [2, 3].map(|seed| noise(9 * channels * channels, seed));
    let [b1, b2] = [4, 5].map(|seed| noise(channels, seed));
    let narrow = (noise(channels * hidden, 6), noise(hidden, 7));
    let wide = (noise(hidden * 2 * channels, 8), noise(2 * channels, 9));
    let biased = |board: Vec<f32>, bias: &[f32]| -> Vec<f32> {
        let bias = bias.iter().cycle();
        board.iter().zip(bias).map(|(x, bias)| x + bias).collect()
    };
    let first = rectified(&biased(convolved(&board, &w1, channels, channels), &b1));
    let second = biased(convolved(&first, &w2, channels, channels), &b2);
    let plain: Vec<f32> = second
        .iter()
        .zip(&board)
        .map(|(a, b)| (a + b).max(0.0))
        .collect();
    let dense = |input: &[f32], (weights, bias): &(Vec<f32>, Vec<f32>)| -> Vec<f32> {
        let outputs = bias.len();
        let sum = |output: usize| -> f32 {
            let inputs = input.iter().enumerate();
            inputs
                .map(|(at, x)| x * weights[at * outputs + output])
                .sum()
        };
        (0..outputs)
            .map(|output| sum(output) + bias[output])
            .collect()
    };
    let mut means = vec![0.0; channels];
    for (at, x) in second.iter().enumerate() {
        means[at % channels] += x / SQUARES as f32;
    }
    let excited = dense(&rectified(&dense(&means, &narrow)), &wide);
    let weighed = second
        .iter()
        .zip(&board)
        .enumerate()
        .map(|(at, (x, skip))| {
            let channel = at % channels;
            let factor = 1.0 / (1.0 + (-excited[channel]).exp());
            (factor * x + excited[channels + channel] + skip).max(0.0)
        });
    let weighed: Vec<f32> = weighed.collect();
    for (squeezed, expected) in [(false, plain), (true, weighed)] {
        let squeeze = squeezed.then(|| Squeeze {
            narrow: Dense::new(channels, &narrow.0, &narrow.1),
            wide: Dense::new(hidden, &wide.0, &wide.1),
        });
        let block = Block {
            first: Convolution::new(channels, channels, &w1, &b1),
            second: Convolution::new(channels, channels, &w2, &b2),
            squeeze,
        };
        for path in Path::available() {
            let mut room = Room::new(path, channels);
            for _ in 0..2 {
                let mut out = Row::of(&board);
                block.run(&mut room, &mut out);
                assert_close(Row::floats(&out), &expected, path.name());
            }
        }
    }
}

/// A network with numbers of every kind that are not those of a beginning.
fn trained(squeeze: Option<usize>) -> (Weights, Examples) {
    let shape = Shape {
        planes: 6,
        channels: 32,
        blocks: 2,
        squeeze,
        head: 16,
    };
    let mut random = Random::new(5);
    let mut examples = Examples::new(6);
    for _ in 0..64 {
        let words = [(); 6].map(|()| random.next_number() & random.next_number());
        examples.push(&words, random.below(64) as u8);
    }
    let options = Options {
        batch: 32,
        steps: 40,
        average: 0.0,
        mirror: false,
        ..Options::default()
    };
    let mut trainer = Trainer::new(shape, options, 1, 3).unwrap();
    for _ in 0..40 {
        trainer.step(&examples).unwrap();
    }
    (trainer.network(&examples).unwrap(), examples)
}

#[test]
fn a_network_is_the_sum_of_its_layers() {
    for squeeze in [None, Some(4)] {
        let (weights, examples) = trained(squeeze);
        let network = PieceHead::new(&weights).unwrap();
        let of = |name: &str| &weights.tensors[name].1[..];
        // Normalised with the means and variances of the file, not folded.
        let layer = |name: &str, board: &[f32], inputs: usize, outputs: usize| -> Vec<f32> {
            let part = |part: &str| of(&format!("{name}.{part}"));
            let board = convolved(board, part("weight"), inputs, outputs);
            let normal = board.iter().enumerate().map(|(at, x)| {
                let at = at % outputs;
                let deviation = (part("variance")[at] + 1e-5).sqrt();
                (x - part("mean")[at]) / deviation * part("scale")[at] + part("shift")[at]
            });
            normal.collect()
        };
        for example in 0..4 {
            let planes = examples.words(example);
            let bits = (0..SQUARES * 6).map(|at| (planes[at % 6] >> (at / 6) & 1) as f32);
            let bits: Vec<f32> = bits.collect();
            let mut board = rectified(&layer("stem", &bits, 6, 32));
            for block in ["blocks.0", "blocks.1"] {
                let first = rectified(&layer(&format!("{block}.first"), &board, 32, 32));
                let mut second = layer(&format!("{block}.second"), &first, 32, 32);
                if let Some(hidden) = squeeze {
                    let part = |name: &str| of(&format!("{block}.squeeze.{name}"));
                    let mut inner = part("narrow.bias").to_vec();
                    for (at, x) in second.iter().enumerate() {
                        let weights = &part("narrow.weight")[at % 32 * hidden..][..hidden];
                        let sums = inner.iter_mut().zip(weights);
                        sums.for_each(|(sum, weight)| *sum += x / 64.0 * weight);
                    }
                    let mut outer = part("wide.bias").to_vec();
                    for (x, weights) in inner.iter().zip(part("wide.weight").chunks(64)) {
                        let sums = outer.iter_mut().zip(weights);
                        sums.for_each(|(sum, weight)| *sum += x.max(0.0) * weight);
                    }
                    for (at, x) in second.iter_mut().enumerate() {
                        let factor = 1.0 / (1.0 + (-outer[at % 32]).exp());
                        *x = *x * factor + outer[32 + at % 32];
                    }
                }
                let sums = second.iter().zip(&board).map(|(a, b)| (a + b).max(0.0));
                board = sums.collect();
            }
            let features = rectified(&layer("head", &board, 32, 16));
            let mut expected = of("dense.bias").to_vec();
            for (x, weights) in features.iter().zip(of("dense.weight").chunks(64)) {
                let sums = expected.iter_mut().zip(weights);
                sums.for_each(|(sum, weight)| *sum += x * weight);
            }
            for path in Path::available() {
                let mut scratch = network.scratch_on(path);
                for _ in 0..2 {
                    let logits = network.logits(planes, &mut scratch);
                    assert_close(&logits, &expected, path.name());
                }
            }
        }
    }
}

#[test]
fn a_file_gives_back_the_network() {
    let (weights, examples) = trained(Some(4));
    let network = PieceHead::new(&weights).unwrap();
    let again = PieceHead::new(&Weights::read(&weights.bytes()).unwrap()).unwrap();
    assert_eq!(again.shape(), network.shape());
    assert_eq!(again.metadata()["channels"], "32");
    let logits = |network: &PieceHead| network.logits(examples.words(0), &mut network.scratch());
    assert_eq!(logits(&again), logits(&network));
    let sum: f32 = softmax(&logits(&network)).iter().sum();
    assert!((sum - 1.0).abs() < 1e-5);
}

#[test]
fn weights_that_are_not_those_of_a_piece_head_are_refused_by_name() {
    let (weights, _) = trained(None);
    let refused = |change: &dyn Fn(&mut Weights)| {
        let mut weights = weights.clone();
        change(&mut weights);
        PieceHead::new(&weights).unwrap_err().to_string()
    };
    assert_eq!(
        refused(&|weights| _ = weights.tensors.remove("head.mean")),
        "the tensor head.mean is missing"
    );
    assert_eq!(
        refused(&|weights| _ = weights.metadata.insert("blocks".into(), "1".into())),
        "the tensor blocks.1.first.mean is not one of this network"
    );
    assert_eq!(
        refused(&|weights| _ = weights.metadata.insert("planes".into(), "12".into())),
        "the tensor stem.weight has the shape [3, 3, 6, 32], expected [3, 3, 12, 32]"
    );
    assert_eq!(
        refused(&|weights| weights.metadata.clear()),
        "the metadata have no format, expected \"chesslog piece head, version 1\""
    );
    let huge = refused(&|weights| {
        weights
            .metadata
            .insert("channels".into(), "18446744073709551600".into());
    });
    assert!(
        huge.contains("expected a multiple of 16 up to 1024"),
        "{huge}"
    );
    assert_eq!(
        refused(&|weights| _ = weights.metadata.insert("squeeze".into(), "few".into())),
        "squeeze is \"few\" in the metadata, expected a number"
    );
}
