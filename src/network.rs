//! Networks on boards: one that says which piece to move, trained here, and Maia, whose weights are read.
//!
//! The first is that of M. Ulhaq, "Improving the Tactical Awareness of Deep Neural Network Chess Engines"
//! (2021): a residual tower of convolutions and a *piece head*. What it sees of a position are bitboards,
//! what it gives are 64 numbers, whose [`softmax`] is how probable it is that the piece there moves. The area
//! knows neither Prolog nor the command line.
//!
//! - `input`: positions as bitboards; `puzzles`: puzzles of Lichess as [`Examples`], split by position
//! - `train`: a [`Trainer`] makes [`Weights`] of examples; resumable, the same for any number of threads
//! - `weights`: their files; `layout`: which tensors a network of a [`Shape`] has
//! - `piece_head`: the network that answers, over `tower`, whose layers are Maia's, too
//! - `kernel`: the arithmetic, for AVX-512, AVX2, NEON and any other processor
//! - `score`: how good a network is, beside baselines; `adviser`: its answers about a position
//! - `guide`: a policy, such as Maia's, multiplied by it
//! - `rules`: what it says, as clauses that are learned by the learner of [`ilp`](crate::ilp)
//! - `leela`: Maia, from files of Leela Chess Zero; `history`: how training went
//!
//! ```
//! use chesslog::{cancel::Cancel, network::{
//!     Examples, PieceHead, Shape, Trainer, softmax, train::Options,
//! }};
//!
//! // Of two bitboards, the second has the square that is asked for.
//! let mut examples = Examples::new(2);
//! for square in 0..64 {
//!     examples.push(&[u64::MAX, 1 << square], square);
//! }
//! let shape = Shape { planes: 2, channels: 16, blocks: 1, squeeze: None, head: 16 };
//! let options = Options { batch: 64, steps: 150, warm_up: 10, ..Options::default() };
//! let mut trainer = Trainer::new(shape, options, 1, 1)?;
//! trainer.run(&examples, 50, &Cancel::NEVER, |_, progress| println!("{progress:?}"))?;
//! let network = PieceHead::new(&trainer.network(&examples)?)?;
//! let logits = network.logits(&[u64::MAX, 1 << 12], &mut network.scratch());
//! let best = (0..64).max_by(|a, b| logits[*a].total_cmp(&logits[*b]));
//! assert!(best == Some(12) && softmax(&logits)[12] > 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod adviser;
pub mod examples;
pub mod guide;
pub mod history;
pub mod input;
pub mod kernel;
mod layout;
pub mod leela;
mod piece_head;
pub mod puzzles;
pub mod rules;
pub mod score;
pub mod tower;
pub mod train;
pub mod weights;

pub use adviser::Adviser;
pub use examples::Examples;
pub use layout::Shape;
pub use piece_head::{FORMAT, PieceHead, Scratch, softmax};
pub use train::Trainer;
pub use weights::Weights;
