//! The network that says which piece to move.
//!
//! M. Ulhaq, "Improving the Tactical Awareness of Deep Neural Network Chess Engines" (2021), Section II: a
//! residual tower and a *piece head*, a convolution and a dense layer that give one number for each square.
//! Their softmax is the probability that the piece there is to move.

use std::{collections::BTreeMap, fmt};

use super::{
    kernel::{LANES, Path, Row, SQUARES},
    layout::{Convolution as Place, EPSILON, Layout, Shape},
    tower::{Block, Convolution, Dense, Room, Squeeze, Stem, Then},
    weights::{self, Fault, Weights},
};

/// What the metadata of weights call their kind.
pub const FORMAT: &str = "chesslog piece head, version 1";

/// A trained network.
#[derive(Clone)]
pub struct PieceHead {
    shape: Shape,
    metadata: BTreeMap<String, String>,
    stem: Stem,
    blocks: Vec<Block>,
    head: Convolution,
    dense: Dense,
}

/// Room for one thread to compute answers in.
#[derive(Debug, Clone)]
pub struct Scratch {
    room: Room,
    board: Vec<Row>,
    features: Vec<Row>,
}

impl PieceHead {
    /// A network from its weights.
    ///
    /// # Errors
    ///
    /// If the weights are of something else, or a tensor is missing, unknown or of another shape.
    pub fn new(weights: &Weights) -> Result<PieceHead, Fault> {
        weights.expect_format(FORMAT)?;
        let shape = weights.shape()?;
        let layout = Layout::new(shape);
        let tensors = || layout.tensors.iter().chain(&layout.statistics);
        weights.expect_tensors(tensors().map(|tensor| (&tensor.name[..], &tensor.shape[..])))?;
        let gathered = |tensors: &[_]| weights::gather(weights, "", tensors);
        let (values, statistics) = (gathered(&layout.tensors), gathered(&layout.statistics));
        Ok(PieceHead::folded(
            &layout,
            &values,
            &statistics,
            weights.metadata.clone(),
        ))
    }

    /// A network from parameters and from the means and variances of its channels, which become part of
    /// weights and biases.
    pub(super) fn folded(
        layout: &Layout,
        values: &[f32],
        statistics: &[f32],
        metadata: BTreeMap<String, String>,
    ) -> PieceHead {
        let fold = |place: &Place| {
            let mut weights = values[place.weight.clone()].to_vec();
            let means = &statistics[place.mean.clone()];
            let variances = &statistics[place.variance.clone()];
            let scales = values[place.scale.clone()].iter().zip(variances);
            let scales: Vec<f32> = scales.map(|(s, v)| s / (v + EPSILON).sqrt()).collect();
            for line in weights.chunks_exact_mut(place.outputs) {
                line.iter_mut()
                    .zip(&scales)
                    .for_each(|(weight, scale)| *weight *= scale);
            }
            let shifts = values[place.shift.clone()].iter().zip(means).zip(&scales);
            let bias: Vec<f32> = shifts
                .map(|((shift, mean), scale)| shift - mean * scale)
                .collect();
            (weights, bias)
        };
        let convolution = |place: &Place| {
            let (weights, bias) = fold(place);
            Convolution::new(place.inputs, place.outputs, &weights, &bias)
        };
        let at = |range: &std::ops::Range<usize>| &values[range.clone()];
        let shape = layout.shape;
        let (stem, head) = (
            &layout.convolutions[0],
            &layout.convolutions[2 * shape.blocks + 1],
        );
        let (stem_weights, stem_bias) = fold(stem);
        let pairs = layout.convolutions[1..=2 * shape.blocks].chunks_exact(2);
        let blocks = pairs.map(|pair| Block {
            first: convolution(&pair[0]),
            second: convolution(&pair[1]),
            squeeze: pair[1].squeeze.as_ref().map(|squeeze| Squeeze {
                narrow: Dense::new(
                    shape.channels,
                    at(&squeeze.narrow),
                    at(&squeeze.narrow_bias),
                ),
                wide: Dense::new(squeeze.hidden, at(&squeeze.wide), at(&squeeze.wide_bias)),
            }),
        });
        PieceHead {
            shape,
            metadata,
            stem: Stem::new(shape.planes, &stem_weights, &stem_bias),
            blocks: blocks.collect(),
            head: convolution(head),
            dense: Dense::new(
                SQUARES * shape.head,
                at(&layout.dense),
                at(&layout.dense_bias),
            ),
        }
    }

    /// How large it is.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What is written in its file beside the numbers: how large it is, what it was trained on, its scores.
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        &self.metadata
    }

    /// Room to compute in, to be kept for many answers.
    pub fn scratch(&self) -> Scratch {
        self.scratch_on(Path::best())
    }

    /// The same for a path.
    pub fn scratch_on(&self, path: Path) -> Scratch {
        let channels = self.shape.channels.max(self.shape.head);
        let channels = channels.max(self.shape.squeeze.unwrap_or(0));
        let board = |channels: usize| Row::zeroes(SQUARES * channels / LANES);
        Scratch {
            room: Room::new(path, channels),
            board: board(self.shape.channels),
            features: board(self.shape.head),
        }
    }

    /// A number for each square; their softmax is how probable it is that its piece is to move.
    ///
    /// # Panics
    ///
    /// If there are not as many planes as the network has, or the scratch is of another network.
    pub fn logits(&self, planes: &[u64], scratch: &mut Scratch) -> [f32; SQUARES] {
        let Scratch {
            room,
            board,
            features,
        } = scratch;
        self.stem.run(room, planes, board);
        for block in &self.blocks {
            block.run(room, board);
        }
        self.head.run(room, board, Then::Rectified, features);
        let mut out = [Row::ZERO; SQUARES / LANES];
        self.dense.run(room.path(), 1, features, &mut out);
        let mut logits = [0.0; SQUARES];
        logits.copy_from_slice(Row::floats(&out));
        logits
    }
}

impl fmt::Debug for PieceHead {
    // The numbers would fill a book.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PieceHead")
            .field("shape", &self.shape)
            .field("metadata", &self.metadata)
            .finish_non_exhaustive()
    }
}

/// Probabilities from logits: all at least 0, together 1.
///
/// ```
/// let probabilities = chesslog::network::softmax(&[1.0; 64]);
/// assert!(probabilities.iter().all(|p| (p - 1.0 / 64.0).abs() < 1e-6));
/// ```
pub fn softmax<const N: usize>(logits: &[f32; N]) -> [f32; N] {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers = logits.map(|logit| (logit - largest).exp());
    let sum: f32 = powers.iter().sum();
    powers.map(|power| power / sum)
}
