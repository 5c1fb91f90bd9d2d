//! The network on the kernel is the one that loops over squares, channels and taps.

use shakmaty::{CastlingMode, Chess, fen::Fen};

use super::*;
use crate::network::leela::{planes, samples::Sample};

/// Numbers of channels: `[channel][square]`.
type Board = Vec<[f32; 64]>;

fn convolve(layer: &format::Layer, taps: usize, board: &Board) -> Board {
    let mut out = Board::new();
    for (output, &bias) in layer.biases.iter().enumerate() {
        let mut plane = [bias; 64];
        for (input, channel) in board.iter().enumerate() {
            for tap in 0..taps {
                let weight = layer.weights[(output * layer.inputs + input) * taps + tap];
                let (up, right) = match taps {
                    1 => (0, 0),
                    _ => (tap as i32 / 3 - 1, tap as i32 % 3 - 1),
                };
                for square in 0..64_i32 {
                    let (rank, file) = (square / 8 + up, square % 8 + right);
                    if (0..8).contains(&rank) && (0..8).contains(&file) {
                        plane[square as usize] += weight * channel[(rank * 8 + file) as usize];
                    }
                }
            }
        }
        out.push(plane);
    }
    out
}

fn dense(layer: &format::Layer, input: &[f32]) -> Vec<f32> {
    let outputs = layer.weights.chunks_exact(layer.inputs).zip(&layer.biases);
    let sum = |weights: &[f32]| -> f32 { weights.iter().zip(input).map(|(w, x)| w * x).sum() };
    outputs.map(|(weights, bias)| bias + sum(weights)).collect()
}

fn positive(mut board: Board) -> Board {
    board.iter_mut().flatten().for_each(|x| *x = x.max(0.0));
    board
}

/// The outputs of the policy head, `[plane][square]`, and the value.
fn naive(layers: &format::Layers, planes: &Planes) -> (Board, [f32; 3]) {
    let mut input: Board = (planes.boards.iter())
        .map(|board| std::array::from_fn(|square| (board >> square & 1) as f32))
        .collect();
    input[CLOCK] = [planes.clock as f32; 64];
    let mut tower = positive(convolve(&layers.stem, 9, &input));
    for block in &layers.blocks {
        let inner = positive(convolve(&block.first, 9, &tower));
        let inner = convolve(&block.second, 9, &inner);
        let means: Vec<f32> = (inner.iter())
            .map(|plane| plane.iter().sum::<f32>() / 64.0)
            .collect();
        let mut hidden = dense(&block.squeeze, &means);
        hidden.iter_mut().for_each(|x| *x = x.max(0.0));
        let excited = dense(&block.excite, &hidden);
        let (scales, shifts) = excited.split_at(tower.len());
        for (channel, (old, new)) in tower.iter_mut().zip(&inner).enumerate() {
            let scale = 1.0 / (1.0 + (-scales[channel]).exp());
            for (old, new) in old.iter_mut().zip(new) {
                *old = (*old + scale * new + shifts[channel]).max(0.0);
            }
        }
    }
    let policy = positive(convolve(&layers.policy_stem, 9, &tower));
    let policy = convolve(&layers.policy, 9, &policy);
    let squares = positive(convolve(&layers.value_stem, 1, &tower));
    let mut hidden = dense(&layers.value_hidden, squares.as_flattened());
    hidden.iter_mut().for_each(|x| *x = x.max(0.0));
    let value = dense(&layers.value, &hidden);
    let sum: f32 = value.iter().map(|x| x.exp()).sum();
    (policy, std::array::from_fn(|n| value[n].exp() / sum))
}

#[test]
fn every_path_is_the_naive_loop() {
    let layers = format::read(&Sample::default().file()).unwrap();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQ1RK1 b kq - 7 5",
    ] {
        let fen: Fen = fen.parse().unwrap();
        let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let planes = planes::encode(&[position]);
        let (outputs, value) = naive(&layers, &planes);
        for path in Path::available() {
            let network = Network::new(&layers);
            let mut scratch = network.scratch_on(path);
            // Twice: what is left over does not matter.
            network.tower(&planes::encode(&[]), &mut scratch);
            network.tower(&planes, &mut scratch);
            let Wdl { win, draw, loss } = network.value(&mut scratch);
            for (found, expected) in [win, draw, loss].into_iter().zip(value) {
                assert!(
                    (found - expected).abs() < 1e-5,
                    "{found} {expected} {path:?}"
                );
            }
            let policy = network.policy(&mut scratch);
            for (plane, squares) in outputs.iter().enumerate() {
                for (square, expected) in squares.iter().enumerate() {
                    let found = policy.output(plane * 64 + square);
                    assert!(
                        (found - expected).abs() < 1e-4,
                        "{found} {expected} {path:?} {plane} {square}"
                    );
                }
            }
        }
    }
}
