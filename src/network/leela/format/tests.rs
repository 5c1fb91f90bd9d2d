//! Files made by hand, byte by byte, right and wrong.

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};

use super::*;
use crate::network::leela::{
    policy,
    samples::{Sample, bytes_field, float_field, integer_field, layer},
};

fn wrong(file: &[u8]) -> String {
    read(file).unwrap_err().0
}

/// A small network with something else in a field of its weights.
fn replaced(field: u64, instead: Vec<u8>) -> Sample {
    Sample {
        replaced: Some((field, instead)),
        ..Sample::default()
    }
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_small_network_is_read_packed_or_not() {
    let file = Sample::default().file();
    let layers = read(&file).unwrap();
    assert_eq!(read(&packed(&file)).unwrap(), layers);
    assert_eq!(layers.stem.outputs(), 4);
    assert_eq!(layers.stem.weights.len(), 4 * 112 * 9);
    assert_eq!(layers.blocks.len(), 2);
    assert_eq!(layers.blocks[0].squeeze.outputs(), 2);
    assert_eq!(layers.blocks[0].excite.outputs(), 8);
    assert_eq!(layers.policy.outputs(), policy::PLANES);
    assert_eq!(layers.value.outputs(), 3);
}

#[test]
fn numbers_are_spread_evenly() {
    let text = layer(-1.0, 1.0, &[0, 65535, 32768]);
    let message = bytes_field(7, &text);
    let message = Message::read("m", &message).unwrap();
    let numbers = numbers(&message, 7, "x").unwrap();
    assert_eq!(numbers[..2], [-1.0, 1.0]);
    assert!((numbers[2] - 1.0 / 65535.0).abs() < 1e-6);
}

#[test]
fn batch_normalisation_is_folded_in() {
    // One output, one input, one tap: weight 3, mean 2, variance 4, scale 5, shift 7.
    let one = |x: f32| layer(x, x, &[0]);
    let parts = [(1, 3.0), (3, 2.0), (4, 4.0), (5, 5.0), (6, 7.0)];
    let full: Vec<u8> = parts
        .iter()
        .flat_map(|&(field, x)| bytes_field(field, &one(x)))
        .collect();
    let folded = convolution(Message::read("c", &full).unwrap(), 1, 1).unwrap();
    assert!((folded.weights[0] - 7.5).abs() < 1e-4, "{folded:?}");
    assert!((folded.biases[0] - 2.0).abs() < 1e-4, "{folded:?}");
    // Without scale and shift, but with a bias of 6.
    let plain: Vec<u8> = [(1, 3.0), (2, 6.0), (3, 2.0), (4, 4.0)]
        .iter()
        .flat_map(|&(field, x)| bytes_field(field, &one(x)))
        .collect();
    let folded = convolution(Message::read("c", &plain).unwrap(), 1, 1).unwrap();
    assert!((folded.weights[0] - 1.5).abs() < 1e-4, "{folded:?}");
    assert!((folded.biases[0] - 2.0).abs() < 1e-4, "{folded:?}");
}

#[test]
fn every_file_that_is_cut_short_is_refused() {
    let file = Sample::default().file();
    let whole = packed(&file);
    // Never a panic, never a network. The heads of both are looked at byte by byte.
    let ends = |n: usize| (0..n.min(400)).chain((400..n).step_by(997));
    for end in ends(file.len()) {
        wrong(&file[..end]);
    }
    for end in ends(whole.len()) {
        wrong(&whole[..end]);
    }
    assert_eq!(
        wrong(&whole[..whole.len() - 1]),
        "the gzip stream is damaged or cut short: unexpected end of file"
    );
}

#[test]
fn a_damaged_stream_is_refused() {
    let mut file = packed(&Sample::default().file());
    let checksum = file.len() - 8;
    file[checksum] ^= 1;
    let reported = wrong(&file);
    assert!(
        reported.starts_with("the gzip stream is damaged or cut short: "),
        "{reported}"
    );
}

#[test]
fn foreign_files_are_refused() {
    assert_eq!(
        wrong(b""),
        "it is no network in Leela's format, as .pb.gz or .pb: expected net.magic 0x1c0"
    );
    for foreign in [
        &b"<!DOCTYPE html><html>"[..],
        b"\x89PNG\r\n\x1a\n",
        b"{\"format\":1}",
    ] {
        let reported = wrong(foreign);
        assert!(
            reported.starts_with("it is no network in Leela's format, as .pb.gz or .pb: "),
            "{reported}"
        );
    }
    let zeros = packed(&vec![0; LARGEST as usize + 1]);
    assert_eq!(
        wrong(&zeros),
        "it unpacks to more than 64 MiB; expected a network like Maia, of less than 2"
    );
}

#[test]
fn other_architectures_are_refused_by_name() {
    for (field, value, expected) in [
        (
            1,
            3,
            "input format 3; expected 1 (classical, 112 planes), as Maia has it",
        ),
        (
            3,
            6,
            "network format 6 (attention body); expected 4 (squeeze and excitation with formats \
             of heads), as Maia has it",
        ),
        (
            4,
            1,
            "policy format 1 (classical); expected 2 (convolution), as Maia has it",
        ),
        (
            5,
            1,
            "value format 1 (classical); expected 2 (win, draw and loss), as Maia has it",
        ),
        (
            6,
            1,
            "moves_left format 1 (of one output); expected 0 (none), as Maia has it",
        ),
    ] {
        let mut sample = Sample::default();
        sample.formats[field - 1] = value;
        assert_eq!(
            wrong(&sample.file()),
            format!("the network is of another architecture: {expected}")
        );
    }
    let sample = Sample {
        encoding: 2,
        ..Sample::default()
    };
    assert_eq!(
        wrong(&sample.file()),
        "weights_encoding is 2; expected 1, LINEAR16"
    );
}

#[test]
fn layers_that_do_not_fit_are_refused() {
    for (field, expected) in [
        (
            1,
            "net.weights.input.weights has 2 numbers; expected 2 times 1008",
        ),
        (
            3,
            "net.weights.policy.weights has 2 numbers; expected 2 times 36",
        ),
        (
            6,
            "net.weights.value.weights has 2 numbers; expected 2 times 4",
        ),
        (
            11,
            "net.weights.policy1.weights has 2 numbers; expected 2 times 36",
        ),
    ] {
        let mut sample = Sample::default();
        let two = layer(0.0, 1.0, &[0, 0]);
        sample.replaced = Some((field, [bytes_field(1, &two), bytes_field(2, &two)].concat()));
        assert_eq!(wrong(&sample.file()), expected);
    }
    let sample = replaced(7, layer(0.0, 1.0, &[0, 0]));
    assert_eq!(
        wrong(&sample.file()),
        "net.weights.ip1_val_w has 2 numbers; expected 4 times 128"
    );
    let sample = replaced(11, Vec::new());
    assert_eq!(
        wrong(&sample.file()),
        "net.weights.policy1.weights has 0 numbers; expected 0 times 36"
    );
}

#[test]
fn what_is_no_number_is_refused() {
    for (value, reported) in [
        (f32::NAN, "NaN"),
        (f32::INFINITY, "inf"),
        (f32::NEG_INFINITY, "-inf"),
    ] {
        let mut sample = Sample::default();
        let text = [float_field(1, value), float_field(2, 1.0)].concat();
        sample.replaced = Some((8, text));
        assert_eq!(
            wrong(&sample.file()),
            format!("net.weights.ip1_val_b.min_val is {reported}; expected a finite number")
        );
    }
    let sample = replaced(8, layer(f32::MIN, f32::MAX, &[0; 4]));
    assert_eq!(
        wrong(&sample.file()),
        format!(
            "net.weights.ip1_val_b is from {} to {}; expected a range of finite numbers",
            f32::MIN,
            f32::MAX
        )
    );
    let mut sample = Sample::default();
    let odd = [layer(0.0, 1.0, &[]), bytes_field(3, &[1, 2, 3])].concat();
    sample.replaced = Some((8, odd));
    assert_eq!(
        wrong(&sample.file()),
        "net.weights.ip1_val_b.params has 3 bytes; expected two a number"
    );
    let mut sample = Sample::default();
    let other = [layer(0.0, 1.0, &[0; 4]), integer_field(4, 3)].concat();
    sample.replaced = Some((8, other));
    assert_eq!(
        wrong(&sample.file()),
        "net.weights.ip1_val_b.encoding is 3; expected 1, LINEAR16"
    );
}

#[test]
fn negative_variances_are_refused() {
    let message: Vec<u8> = [(1, 1.0), (3, 0.0), (4, -1.0)]
        .iter()
        .flat_map(|&(field, x)| bytes_field(field, &layer(x, x, &[0])))
        .collect();
    let reported = convolution(Message::read("c", &message).unwrap(), 1, 1).unwrap_err();
    assert_eq!(
        reported.0,
        "c.bn_stddivs[0] is -1; expected a variance, which is not negative"
    );
}
