//! Leela's files of weights, `.pb.gz`: unpacked, checked, and with batch normalisation folded into the convolutions.
//!
//! The schema is `net.proto` of Leela Chess Zero. Of the networks that it can describe those are read that are like
//! Maia: 112 planes in, a tower of residual blocks with squeeze and excitation, a convolutional policy head and a value
//! head with win, draw and loss. Numbers of channels and blocks may be any.

use std::io::Read as _;

use flate2::read::GzDecoder;

use super::{
    Wrong, planes,
    wire::{Message, Value},
};

/// The most bytes that a file may unpack to: forty times as many as a Maia has.
const LARGEST: u64 = 64 << 20;

/// The first field of a file.
const MAGIC: u32 = 0x1c0;

/// What is added to a variance before its root is taken, as in Leela's training.
const EPSILON: f32 = 1e-5;

/// What the two first bytes of a gzip stream are (RFC 1952).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A convolution or a dense layer: `weights[output][input][tap]`, and a bias for each output.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Channels or numbers in.
    pub inputs: usize,
    /// The weights, output by output.
    pub weights: Vec<f32>,
    /// The biases; there are as many as outputs.
    pub biases: Vec<f32>,
}

impl Layer {
    /// Channels or numbers out.
    pub fn outputs(&self) -> usize {
        self.biases.len()
    }
}

/// A residual block: two convolutions, and two dense layers that scale and shift the channels by their means.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// The first convolution, 3x3.
    pub first: Layer,
    /// The second one.
    pub second: Layer,
    /// From means of channels to fewer numbers.
    pub squeeze: Layer,
    /// From those to a scale and a shift for each channel: first all scales.
    pub excite: Layer,
}

/// The layers of a network.
#[derive(Debug, Clone, PartialEq)]
pub struct Layers {
    /// From planes to channels, 3x3.
    pub stem: Layer,
    /// The tower.
    pub blocks: Vec<Block>,
    /// The first convolution of the policy head, 3x3.
    pub policy_stem: Layer,
    /// The second one, whose outputs are moves.
    pub policy: Layer,
    /// The convolution of the value head, 1x1.
    pub value_stem: Layer,
    /// From its channels and squares to fewer numbers.
    pub value_hidden: Layer,
    /// From those to win, draw and loss, before the softmax.
    pub value: Layer,
}

/// Reads the contents of a file, packed or not.
///
/// # Errors
///
/// [`Wrong`] says what is there, and what was expected: no gzip stream, or a damaged one; no network; a network of
/// another kind; layers that do not fit each other; weights that are no numbers.
pub fn read(file: &[u8]) -> Result<Layers, Wrong> {
    let unpacked;
    let bytes = match file.starts_with(&GZIP) {
        false => file,
        true => {
            unpacked = unpack(file)?;
            &unpacked
        }
    };
    let net = Message::read("net", bytes).map_err(|Wrong(what)| {
        Wrong(format!(
            "it is no network in Leela's format, as .pb.gz or .pb: {what}"
        ))
    })?;
    match net.value(1) {
        Some(Value::Fixed32(MAGIC)) => {}
        _ => {
            return Err(Wrong(format!(
                "it is no network in Leela's format, as .pb.gz or .pb: expected net.magic {MAGIC:#x}"
            )));
        }
    }
    check_format(&net.message(4, "format")?)?;
    layers(&net.message(10, "weights")?)
}

fn unpack(file: &[u8]) -> Result<Vec<u8>, Wrong> {
    let mut unpacked = Vec::new();
    let mut stream = GzDecoder::new(file).take(LARGEST + 1);
    stream
        .read_to_end(&mut unpacked)
        .map_err(|error| Wrong(format!("the gzip stream is damaged or cut short: {error}")))?;
    match unpacked.len() as u64 > LARGEST {
        true => Err(Wrong(format!(
            "it unpacks to more than {} MiB; expected a network like Maia, of less than 2",
            LARGEST >> 20
        ))),
        false => Ok(unpacked),
    }
}

/// What a field of the format says, by number.
struct Kinds {
    field: u64,
    name: &'static str,
    known: &'static [&'static str],
    expected: usize,
}

const KINDS: [Kinds; 6] = [
    Kinds {
        field: 1,
        name: "input",
        known: &[
            "unknown",
            "classical, 112 planes",
            "112 planes with castling planes",
        ],
        expected: 1,
    },
    Kinds {
        field: 2,
        name: "output",
        known: &["unknown", "classical", "win, draw and loss"],
        expected: 2,
    },
    Kinds {
        field: 3,
        name: "network",
        known: &[
            "unknown",
            "classical",
            "squeeze and excitation",
            "classical with formats of heads",
            "squeeze and excitation with formats of heads",
            "ONNX",
            "attention body",
        ],
        expected: 4,
    },
    Kinds {
        field: 4,
        name: "policy",
        known: &["unknown", "classical", "convolution", "attention"],
        expected: 2,
    },
    Kinds {
        field: 5,
        name: "value",
        known: &["unknown", "classical", "win, draw and loss"],
        expected: 2,
    },
    Kinds {
        field: 6,
        name: "moves_left",
        known: &["none", "of one output"],
        expected: 0,
    },
];

fn check_format(format: &Message<'_>) -> Result<(), Wrong> {
    let encoding = format.number(1, "weights_encoding")?;
    if encoding != 1 {
        return Err(Wrong(format!(
            "weights_encoding is {encoding}; expected 1, LINEAR16"
        )));
    }
    let network = format.message(2, "network_format")?;
    for kinds in &KINDS {
        let Kinds {
            field,
            name,
            known,
            expected,
        } = *kinds;
        let found = network.number(field, name)?;
        if found != expected as u64 {
            let named = usize::try_from(found).ok().and_then(|n| known.get(n));
            let named = named.map(|name| format!(" ({name})")).unwrap_or_default();
            return Err(Wrong(format!(
                "the network is of another architecture: {name} format {found}{named}; expected \
                 {expected} ({}), as Maia has it",
                known[expected]
            )));
        }
    }
    Ok(())
}

fn layers(weights: &Message<'_>) -> Result<Layers, Wrong> {
    let stem = convolution(weights.message(1, "input")?, planes::PLANES, 9)?;
    let channels = stem.outputs();
    let mut blocks = Vec::new();
    for block in weights.messages(2, "residual")? {
        blocks.push(residual(&block, channels)?);
    }
    let policy_stem = convolution(weights.message(11, "policy1")?, channels, 9)?;
    let policy = convolution(weights.message(3, "policy")?, policy_stem.outputs(), 9)?;
    if policy.outputs() < super::policy::PLANES {
        return Err(Wrong(format!(
            "weights.policy has {} planes; expected {} or more",
            policy.outputs(),
            super::policy::PLANES
        )));
    }
    let value_stem = convolution(weights.message(6, "value")?, channels, 1)?;
    let inputs = value_stem.outputs() * 64;
    let value_hidden = dense(weights, (7, "ip1_val_w"), (8, "ip1_val_b"), inputs)?;
    let hidden = value_hidden.outputs();
    let value = dense(weights, (9, "ip2_val_w"), (10, "ip2_val_b"), hidden)?;
    if value.outputs() != 3 {
        return Err(Wrong(format!(
            "weights.ip2_val_b has {} numbers; expected 3, for win, draw and loss",
            value.outputs()
        )));
    }
    Ok(Layers {
        stem,
        blocks,
        policy_stem,
        policy,
        value_stem,
        value_hidden,
        value,
    })
}

fn residual(block: &Message<'_>, channels: usize) -> Result<Block, Wrong> {
    let back = |layer: Layer, name: &str, expected: usize| match layer.outputs() == expected {
        true => Ok(layer),
        false => Err(Wrong(format!(
            "{}.{name} has {} outputs; expected {expected}",
            block.name(),
            layer.outputs()
        ))),
    };
    let first = convolution(block.message(1, "conv1")?, channels, 9)?;
    let second = convolution(block.message(2, "conv2")?, first.outputs(), 9)?;
    let se = block.message(3, "se")?;
    let squeeze = dense(&se, (1, "w1"), (2, "b1"), channels)?;
    let excite = dense(&se, (3, "w2"), (4, "b2"), squeeze.outputs())?;
    Ok(Block {
        first,
        second: back(second, "conv2", channels)?,
        squeeze,
        excite: back(excite, "se", 2 * channels)?,
    })
}

/// A convolution with its batch normalisation, if it has one, folded in: with mean m, variance v, scale g and shift b of
/// an output, weights become w g / sqrt(v + 1e-5), and the bias c becomes b + (c - m) g / sqrt(v + 1e-5).
fn convolution(message: Message<'_>, inputs: usize, taps: usize) -> Result<Layer, Wrong> {
    let part = |field, name| numbers(&message, field, name);
    let mut weights = part(1, "weights")?;
    let mut biases = part(2, "biases")?;
    let means = part(3, "bn_means")?;
    // In spite of its name.
    let variances = part(4, "bn_stddivs")?;
    let (scales, shifts) = (part(5, "bn_gammas")?, part(6, "bn_betas")?);
    let outputs = means.len().max(biases.len());
    let name = message.name();
    expect(
        &format!("{name}.weights"),
        weights.len(),
        outputs,
        inputs * taps,
    )?;
    let normalised = !means.is_empty();
    // Without normalisation there are biases, else the number of outputs would be 0; with it, all but means and
    // variances may be left out.
    for (part, numbers, needed) in [
        ("biases", &biases, false),
        ("bn_means", &means, false),
        ("bn_stddivs", &variances, normalised),
        ("bn_gammas", &scales, false),
        ("bn_betas", &shifts, false),
    ] {
        if needed || !numbers.is_empty() {
            expect(&format!("{name}.{part}"), numbers.len(), outputs, 1)?;
        }
    }
    biases.resize(outputs, 0.0);
    if normalised {
        for output in 0..outputs {
            let spread = variances[output] + EPSILON;
            if spread <= 0.0 {
                return Err(Wrong(format!(
                    "{name}.bn_stddivs[{output}] is {}; expected a variance, which is not negative",
                    variances[output]
                )));
            }
            let factor = scales.get(output).unwrap_or(&1.0) / spread.sqrt();
            for weight in &mut weights[output * inputs * taps..][..inputs * taps] {
                *weight *= factor;
            }
            let shift = shifts.get(output).unwrap_or(&0.0);
            biases[output] = shift + (biases[output] - means[output]) * factor;
        }
    }
    Ok(Layer {
        inputs,
        weights,
        biases,
    })
}

fn dense(
    message: &Message<'_>,
    (weights, weights_name): (u64, &str),
    (biases, biases_name): (u64, &str),
    inputs: usize,
) -> Result<Layer, Wrong> {
    let weights = numbers(message, weights, weights_name)?;
    let biases = numbers(message, biases, biases_name)?;
    let name = format!("{}.{weights_name}", message.name());
    expect(&name, weights.len(), biases.len(), inputs)?;
    Ok(Layer {
        inputs,
        weights,
        biases,
    })
}

fn expect(name: &str, found: usize, outputs: usize, each: usize) -> Result<(), Wrong> {
    match found == outputs * each && found > 0 {
        true => Ok(()),
        false => Err(Wrong(format!(
            "{name} has {found} numbers; expected {outputs} times {each}"
        ))),
    }
}

/// The numbers of a layer, none if it is missing. LINEAR16: integers of 16 bits, the low byte first, from the least of
/// the numbers to the greatest.
fn numbers(message: &Message<'_>, field: u64, name: &str) -> Result<Vec<f32>, Wrong> {
    if message.value(field).is_none() {
        return Ok(Vec::new());
    }
    let layer = message.message(field, name)?;
    let (least, greatest) = (layer.float(1, "min_val")?, layer.float(2, "max_val")?);
    let step = (greatest - least) / 65535.0;
    if !step.is_finite() {
        return Err(Wrong(format!(
            "{} is from {least} to {greatest}; expected a range of finite numbers",
            layer.name()
        )));
    }
    let encoding = layer.number(4, "encoding")?;
    if encoding > 1 {
        return Err(Wrong(format!(
            "{}.encoding is {encoding}; expected 1, LINEAR16",
            layer.name()
        )));
    }
    let bytes = layer.bytes(3, "params")?.unwrap_or_default();
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Wrong(format!(
            "{}.params has {} bytes; expected two a number",
            layer.name(),
            bytes.len()
        )));
    }
    let number = |&pair: &[u8; 2]| least + f32::from(u16::from_le_bytes(pair)) * step;
    Ok(pairs.iter().map(number).collect())
}

#[cfg(test)]
mod tests;
