//! Every operation on every path against a naive loop.

use super::*;
use crate::random::Random;

/// Numbers of the standard normal distribution.
fn noise(count: usize, seed: u64) -> Vec<f32> {
    let mut random = Random::of(&[seed, count as u64]);
    (0..count).map(|_| random.normal() as f32).collect()
}

fn rows(count: usize, seed: u64) -> Vec<Row> {
    Row::of(&noise(count * LANES, seed))
}

/// A padded board.
fn padded_board(board: &[Row], columns: usize) -> Vec<Row> {
    let mut out = Row::zeroes(PADDED * columns);
    pad(board, columns, &mut out);
    out
}

/// The convolution as it is defined: nine squares around, those off the board are 0.
fn naive_convolution(board: &[f32], weights: &[f32], inputs: usize, outputs: usize) -> Vec<f32> {
    let mut out = vec![0.0_f64; SQUARES * outputs];
    for square in 0..SQUARES {
        for tap in 0..9 {
            let rank = (square / 8 + tap / 3).wrapping_sub(1);
            let file = (square % 8 + tap % 3).wrapping_sub(1);
            if rank > 7 || file > 7 {
                continue;
            }
            for input in 0..inputs {
                let x = f64::from(board[(rank * 8 + file) * inputs + input]);
                for output in 0..outputs {
                    let w = weights[(tap * inputs + input) * outputs + output];
                    out[square * outputs + output] += x * f64::from(w);
                }
            }
        }
    }
    out.into_iter().map(|x| x as f32).collect()
}

/// Fails if numbers differ by more than a part of their usual size.
#[track_caller]
fn assert_close(found: &[f32], expected: &[f32], tolerance: f32, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().map(|x| x * x).sum::<f32>() / expected.len() as f32;
    let size = size.sqrt().max(1e-6);
    for (at, (a, b)) in found.iter().zip(expected).enumerate() {
        let wrong = (a - b).abs() / size;
        assert!(wrong < tolerance, "{what}: {a} for {b} at {at}");
    }
}

#[test]
fn the_first_path_is_the_best_and_portable_is_always_there() {
    let paths = Path::available();
    assert_eq!(paths.first(), Some(&Path::best()));
    assert_eq!(paths.last(), Some(&Path::PORTABLE));
}

#[test]
fn products_are_the_naive_ones() {
    for (rows_count, inputs, columns) in [(1, 16, 1), (7, 32, 3), (32, 64, 4), (9, 48, 5)] {
        let left = rows(rows_count * inputs / LANES, 3);
        let right = rows(inputs * columns, 4);
        let other = rows(rows_count * columns, 5);
        let outputs = columns * LANES;
        let (l, r, o) = (Row::floats(&left), Row::floats(&right), Row::floats(&other));
        let mut product = vec![0.0; rows_count * outputs];
        let mut transposed = vec![1.0; inputs * outputs];
        for row in 0..rows_count {
            for input in 0..inputs {
                for output in 0..outputs {
                    product[row * outputs + output] +=
                        l[row * inputs + input] * r[input * outputs + output];
                    transposed[input * outputs + output] +=
                        l[row * inputs + input] * o[row * outputs + output];
                }
            }
        }
        let size = Dimensions {
            rows: rows_count,
            inputs,
            columns,
        };
        for path in Path::available() {
            let mut out = Row::zeroes(rows_count * columns);
            path.multiply(&left, &right, size, &mut out);
            assert_close(Row::floats(&out), &product, 1e-4, path.name());
            let mut out = vec![Row([1.0; LANES]); inputs * columns];
            path.multiply_transposed(&left, &other, size, true, &mut out);
            assert_close(Row::floats(&out), &transposed, 1e-4, path.name());
            path.multiply_transposed(&left, &other, size, false, &mut out);
            let fresh: Vec<f32> = transposed.iter().map(|x| x - 1.0).collect();
            assert_close(Row::floats(&out), &fresh, 1e-4, path.name());
        }
    }
}

#[test]
fn bitboards_are_convolved_as_numbers_are() {
    let mut random = Random::new(6);
    let mut planes = [0; 16];
    for plane in &mut planes[..13] {
        *plane = random.next_number() & random.next_number();
    }
    planes[13] = u64::MAX;
    let mut board = Row::zeroes(SQUARES);
    for (index, plane) in planes.iter().enumerate() {
        for square in (0..64).filter(|square| plane >> square & 1 == 1) {
            board[square].0[index] = 1.0;
        }
    }
    let (weights, columns) = (noise(9 * 16 * 32, 7), 2);
    let expected = naive_convolution(Row::floats(&board), &weights, 16, 32);
    let gradient = rows(SQUARES * columns, 8);
    let expected_back = naive_weight_gradient(&board, &gradient, 16, 32);
    for path in Path::available() {
        let (mut padded, mut out) = (Row::zeroes(PADDED * 2), Row::zeroes(SQUARES * 2));
        path.convolve_bits(&planes, &Row::of(&weights), columns, &mut padded, &mut out);
        assert_close(Row::floats(&out), &expected, 1e-4, path.name());
        let mut found = vec![0.0; 9 * 16 * 32];
        path.convolve_bits_back(
            &planes,
            &padded_board(&gradient, columns),
            columns,
            &mut found,
        );
        assert_close(&found, &expected_back, 1e-4, path.name());
    }
}

/// The gradient of the weights of a convolution, given that of its output.
fn naive_weight_gradient(
    board: &[Row],
    gradient: &[Row],
    inputs: usize,
    outputs: usize,
) -> Vec<f32> {
    let (board, gradient) = (Row::floats(board), Row::floats(gradient));
    let mut out = vec![0.0; 9 * inputs * outputs];
    for square in 0..SQUARES {
        for tap in 0..9 {
            let rank = (square / 8 + tap / 3).wrapping_sub(1);
            let file = (square % 8 + tap % 3).wrapping_sub(1);
            if rank > 7 || file > 7 {
                continue;
            }
            for input in 0..inputs {
                for output in 0..outputs {
                    out[(tap * inputs + input) * outputs + output] += board
                        [(rank * 8 + file) * inputs + input]
                        * gradient[square * outputs + output];
                }
            }
        }
    }
    out
}

/// The weights of the convolution that takes a gradient back to the input.
fn turned(weights: &[f32], inputs: usize, outputs: usize) -> Vec<f32> {
    let mut out = vec![0.0; weights.len()];
    for tap in 0..9 {
        for input in 0..inputs {
            for output in 0..outputs {
                out[((8 - tap) * outputs + output) * inputs + input] =
                    weights[(tap * inputs + input) * outputs + output];
            }
        }
    }
    out
}

#[test]
fn winograd_is_the_naive_convolution_forward_and_back() {
    let (inputs, outputs) = (32, 48);
    let (ci, co) = (inputs / LANES, outputs / LANES);
    let boards: Vec<_> = (0..3).map(|b| rows(SQUARES * ci, 10 + b)).collect();
    let gradients: Vec<_> = (0..3).map(|b| rows(SQUARES * co, 20 + b)).collect();
    let weights = noise(9 * inputs * outputs, 30);
    let tiles = TILES * boards.len();
    let size = Dimensions {
        rows: tiles,
        inputs,
        columns: co,
    };
    for path in Path::available() {
        let (from, to) = (tile_rows(tiles, ci), tile_rows(tiles, co));
        let mut v = Row::zeroes(WINDOW * from);
        let mut m = Row::zeroes(WINDOW * to);
        let mut u = Row::zeroes(WINDOW * inputs * co);
        path.transform_weights(&weights, &mut u);
        for (b, board) in boards.iter().enumerate() {
            path.transform_input(board, ci, b * TILES, from, &mut v);
        }
        for e in 0..WINDOW {
            let out = &mut m[e * to..];
            path.multiply(&v[e * from..], &u[e * inputs * co..], size, out);
        }
        for (b, board) in boards.iter().enumerate() {
            let mut out = Row::zeroes(SQUARES * co);
            path.transform_output(&m, co, b * TILES, to, &mut out);
            let expected = naive_convolution(Row::floats(board), &weights, inputs, outputs);
            assert_close(Row::floats(&out), &expected, 3e-4, path.name());
        }

        // Back: the gradients of the weights and of the input.
        for (b, gradient) in gradients.iter().enumerate() {
            path.transform_output_back(gradient, co, b * TILES, to, &mut m);
        }
        let mut du = Row::zeroes(WINDOW * inputs * co);
        for e in 0..WINDOW {
            let out = &mut du[e * inputs * co..][..inputs * co];
            path.multiply_transposed(&v[e * from..], &m[e * to..], size, false, out);
        }
        let mut dw = vec![0.0; weights.len()];
        path.transform_weights_back(&du, &mut dw);
        let mut expected = vec![0.0; weights.len()];
        for (board, gradient) in boards.iter().zip(&gradients) {
            let one = naive_weight_gradient(board, gradient, inputs, outputs);
            expected.iter_mut().zip(one).for_each(|(sum, x)| *sum += x);
        }
        assert_close(&dw, &expected, 3e-4, path.name());

        let back = Dimensions {
            rows: tiles,
            inputs: outputs,
            columns: ci,
        };
        for e in 0..WINDOW {
            let forward = Row::floats(&u[e * inputs * co..][..inputs * co]);
            let mut transposed = vec![0.0; inputs * outputs];
            for (at, x) in forward.iter().enumerate() {
                transposed[at % outputs * inputs + at / outputs] = *x;
            }
            let out = &mut v[e * from..];
            path.multiply(&m[e * to..], &Row::of(&transposed), back, out);
        }
        for (b, gradient) in gradients.iter().enumerate() {
            let mut found = vec![Row([1.0; LANES]); SQUARES * ci];
            path.transform_input_back(&v, ci, b * TILES, from, &mut found);
            let weights = turned(&weights, inputs, outputs);
            let expected = naive_convolution(Row::floats(gradient), &weights, outputs, inputs);
            assert_close(Row::floats(&found), &expected, 3e-4, path.name());
        }
    }
}

#[test]
fn what_comes_between_convolutions_is_what_the_formulas_say() {
    let columns = 2;
    let [x, y, z] = [1, 2, 3].map(|seed| rows(SQUARES * columns, 40 + seed));
    let [a, b, c] = [4, 5, 6].map(|seed| rows(columns, 40 + seed));
    let (xs, ys, zs) = (Row::floats(&x), Row::floats(&y), Row::floats(&z));
    let (af, bf, cf) = (Row::floats(&a), Row::floats(&b), Row::floats(&c));
    let each = |f: &dyn Fn(usize, usize) -> f32| -> Vec<f32> {
        (0..xs.len())
            .map(|at| f(at, at % (columns * LANES)))
            .collect()
    };
    let summed = |f: &dyn Fn(usize) -> f32| -> Vec<f32> {
        let mut sums = vec![0.5; columns * LANES];
        (0..xs.len()).for_each(|at| sums[at % (columns * LANES)] += f(at));
        sums
    };
    for path in Path::available() {
        let mut out = Row::zeroes(x.len());
        let check = |found: &[Row], expected: Vec<f32>, what: &str| {
            assert_close(
                Row::floats(found),
                &expected,
                1e-4,
                &format!("{what}, {path:?}"),
            );
        };
        path.activate(&x, &a, &b, &mut out);
        check(
            &out,
            each(&|i, k| (xs[i] * af[k] + bf[k]).max(0.0)),
            "activate",
        );
        path.activate_with(&x, &a, &b, &y, &mut out);
        check(
            &out,
            each(&|i, k| (xs[i] * af[k] + bf[k] + ys[i]).max(0.0)),
            "activate_with",
        );
        path.affine(&x, &a, &b, &mut out);
        check(&out, each(&|i, k| xs[i] * af[k] + bf[k]), "affine");
        path.combine(&x, &y, &a, &b, &c, &mut out);
        check(
            &out,
            each(&|i, k| xs[i] * af[k] + ys[i] * bf[k] + cf[k]),
            "combine",
        );
        out.copy_from_slice(&x);
        path.add(&y, &mut out);
        check(&out, each(&|i, _| xs[i] + ys[i]), "add");

        let half = || vec![Row([0.5; LANES]); columns];
        let (mut s, mut q) = (half(), half());
        path.moments(&x, &mut s, &mut q);
        check(&s, summed(&|i| xs[i]), "sums");
        check(&q, summed(&|i| xs[i] * xs[i]), "squares");
        let (mut s, mut q) = (half(), half());
        path.gradient_sums(&x, &y, &mut s, &mut q);
        check(&q, summed(&|i| xs[i] * ys[i]), "products");
        let (mut s, mut q) = (half(), half());
        out.copy_from_slice(&x);
        path.gate(&mut out, &z, &y, &mut s, &mut q);
        let gated = |i: usize| if zs[i] > 0.0 { xs[i] } else { 0.0 };
        check(&out, each(&|i, _| gated(i)), "gate");
        check(&s, summed(&gated), "gated sums");
        check(&q, summed(&|i| gated(i) * ys[i]), "gated products");
        let (mut s, mut q) = (half(), half());
        out.copy_from_slice(&z);
        path.gate_into(&x, &y, &mut out, &mut s, &mut q);
        check(&out, each(&|i, _| gated(i)), "gate_into");
        check(&s, summed(&gated), "gated sums");
        check(&q, summed(&|i| gated(i) * ys[i]), "gated products");
    }
}
