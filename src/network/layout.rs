//! Which numbers a network has: the shapes and names of its tensors, and where they lie.

use std::ops::Range;

use super::kernel::{LANES, SQUARES};

/// Added to variances, so that nothing is divided by 0.
pub(super) const EPSILON: f32 = 1e-5;

/// How large a network is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Bitboards of its input.
    pub planes: usize,
    /// Channels of the residual tower; a multiple of 16.
    pub channels: usize,
    /// Residual blocks, of two convolutions each.
    pub blocks: usize,
    /// The hidden units of squeeze-and-excitation in every block, if it has that.
    pub squeeze: Option<usize>,
    /// Channels of the head, between the tower and the dense layer; a multiple of 16.
    pub head: usize,
}

/// The most of everything, so that a wrong number in a file asks for no absurd memory.
const MOST: usize = 1024;

impl Shape {
    /// What is wrong with it.
    pub fn fault(&self) -> Option<String> {
        let counts = [
            ("planes", self.planes, 1),
            ("channels", self.channels, LANES),
            ("blocks", self.blocks, 1),
            ("squeeze", self.squeeze.unwrap_or(1), 1),
            ("head", self.head, LANES),
        ];
        counts.into_iter().find_map(|(name, count, unit)| {
            let fits = (1..=MOST).contains(&count) && count % unit == 0;
            (!fits).then(|| match unit {
                1 => format!("{name} is {count}, expected a number from 1 to {MOST}"),
                _ => format!("{name} is {count}, expected a multiple of {unit} up to {MOST}"),
            })
        })
    }

    /// The number of its parameters, as they are trained.
    pub fn parameters(&self) -> usize {
        let layout = Layout::new(*self);
        layout.tensors.iter().map(Tensor::size).sum()
    }
}

/// A named array of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tensor {
    pub name: String,
    pub shape: Vec<usize>,
    /// Where it begins.
    pub start: usize,
    /// Whether weight decay pulls it to 0: weights of convolutions and dense layers, but not biases
    /// nor the scales and shifts of normalisation.
    pub decays: bool,
}

impl Tensor {
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }

    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.size()
    }
}

/// A convolution of 3x3 and its normalisation; where its tensors lie.
#[derive(Debug, Clone)]
pub(super) struct Convolution {
    pub inputs: usize,
    pub outputs: usize,
    /// `[3][3][inputs][outputs]`.
    pub weight: Range<usize>,
    pub scale: Range<usize>,
    pub shift: Range<usize>,
    /// Among the statistics.
    pub mean: Range<usize>,
    pub variance: Range<usize>,
    pub squeeze: Option<Squeeze>,
}

/// Squeeze-and-excitation; where its tensors lie.
#[derive(Debug, Clone)]
pub(super) struct Squeeze {
    pub hidden: usize,
    /// `[channels][hidden]`.
    pub narrow: Range<usize>,
    pub narrow_bias: Range<usize>,
    /// `[hidden][2 * channels]`: the factors, then the terms.
    pub wide: Range<usize>,
    pub wide_bias: Range<usize>,
}

/// Where everything lies: parameters in one list, means and variances in another.
///
/// Every tensor begins at a multiple of 16, with zeroes before it where the last one ends earlier.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub shape: Shape,
    pub tensors: Vec<Tensor>,
    pub statistics: Vec<Tensor>,
    /// The stem, two for each block, the head.
    pub convolutions: Vec<Convolution>,
    /// `[64 squares * head][64]`.
    pub dense: Range<usize>,
    pub dense_bias: Range<usize>,
}

/// The length of a list of tensors.
pub(super) fn length(tensors: &[Tensor]) -> usize {
    let end = tensors.last().map_or(0, |last| last.range().end);
    end.next_multiple_of(LANES)
}

fn place(tensors: &mut Vec<Tensor>, name: String, shape: &[usize], decays: bool) -> Range<usize> {
    let tensor = Tensor {
        name,
        shape: shape.to_vec(),
        start: length(tensors),
        decays,
    };
    let range = tensor.range();
    tensors.push(tensor);
    range
}

impl Layout {
    pub fn new(shape: Shape) -> Layout {
        let mut layout = Layout {
            shape,
            tensors: Vec::new(),
            statistics: Vec::new(),
            convolutions: Vec::new(),
            dense: 0..0,
            dense_bias: 0..0,
        };
        let (channels, head) = (shape.channels, shape.head);
        layout.convolution("stem", shape.planes, channels);
        for block in 0..shape.blocks {
            layout.convolution(&format!("blocks.{block}.first"), channels, channels);
            layout.convolution(&format!("blocks.{block}.second"), channels, channels);
            if let Some(hidden) = shape.squeeze {
                layout.squeeze(&format!("blocks.{block}.squeeze"), channels, hidden);
            }
        }
        layout.convolution("head", channels, head);
        let tensors = &mut layout.tensors;
        let inputs = SQUARES * head;
        layout.dense = place(tensors, "dense.weight".into(), &[inputs, SQUARES], true);
        layout.dense_bias = place(tensors, "dense.bias".into(), &[SQUARES], false);
        layout
    }

    fn convolution(&mut self, name: &str, inputs: usize, outputs: usize) {
        let of = |part: &str| format!("{name}.{part}");
        let (tensors, statistics) = (&mut self.tensors, &mut self.statistics);
        self.convolutions.push(Convolution {
            inputs,
            outputs,
            weight: place(tensors, of("weight"), &[3, 3, inputs, outputs], true),
            scale: place(tensors, of("scale"), &[outputs], false),
            shift: place(tensors, of("shift"), &[outputs], false),
            mean: place(statistics, of("mean"), &[outputs], false),
            variance: place(statistics, of("variance"), &[outputs], false),
            squeeze: None,
        });
    }

    fn squeeze(&mut self, name: &str, channels: usize, hidden: usize) {
        let of = |part: &str| format!("{name}.{part}");
        let tensors = &mut self.tensors;
        let squeeze = Squeeze {
            hidden,
            narrow: place(tensors, of("narrow.weight"), &[channels, hidden], true),
            narrow_bias: place(tensors, of("narrow.bias"), &[hidden], false),
            wide: place(tensors, of("wide.weight"), &[hidden, 2 * channels], true),
            wide_bias: place(tensors, of("wide.bias"), &[2 * channels], false),
        };
        if let Some(last) = self.convolutions.last_mut() {
            last.squeeze = Some(squeeze);
        }
    }
}
