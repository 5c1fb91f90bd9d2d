//! MENACE: a box for every board, in it beads for the moves.
//!
//! D. Michie, "Experiments on the mechanization of game-learning" (The Computer Journal 6, 1963).
//! HER, the same for hexapawn, is M. Gardner's ("Mathematical Games", Scientific American, March
//! 1962), played here with more than one bead a move and with rewards, as in MIGO's experiments.

use super::Learner;
use crate::{
    games::{Graph, State},
    random::Random,
};

/// Beads of a move when the box of the learner's first, second, ... move is filled; the last is for
/// all that follow. Michie's, in the order of the learner's moves.
const MENACE: [u32; 4] = [4, 3, 2, 1];
/// The beads of HER: as many as MENACE has one move later, since `floor(4 - plies / 2)` of the
/// authors' program counts the move that each side has made.
const HER: [u32; 3] = [3, 2, 1];

/// Beads that a move gets or loses: MIGO's authors' for MENACE and HER.
const WIN: i64 = 3;
const DRAW: i64 = 1;
const LOSS: i64 = -1;

/// Whether a game is hexapawn, whose machine is HER.
pub fn is_hexapawn(game: &str) -> bool {
    game.starts_with("hexapawn")
}

/// Boxes with beads.
#[derive(Debug, Clone)]
pub struct Menace {
    /// The boxes that were opened, by the state that stands for all symmetric ones.
    boxes: Vec<Option<Matchbox>>,
    /// With how many beads a move's box is filled.
    beads: &'static [u32],
    /// How many moves the learner made before each state, in the shortest game.
    moves_before: Vec<u16>,
}

/// The moves of a board, those that lead to symmetric boards together, and their beads.
type Matchbox = Vec<(State, u32)>;

impl Menace {
    /// The machine for a game, with full boxes.
    pub fn new(graph: &Graph) -> Menace {
        Menace {
            boxes: vec![None; graph.len()],
            beads: if is_hexapawn(&graph.name) {
                &HER
            } else {
                &MENACE
            },
            moves_before: moves_before(graph),
        }
    }

    fn open(&mut self, graph: &Graph, state: State) -> &mut Matchbox {
        let before = usize::from(self.moves_before[state as usize]);
        let beads = self.beads[before.min(self.beads.len() - 1)];
        self.boxes[graph.canonical[state as usize] as usize].get_or_insert_with(|| {
            let mut moves: Matchbox = Vec::new();
            for next in graph.moves(state) {
                let canonical = graph.canonical[*next as usize];
                if moves.iter().all(|(other, _)| *other != canonical) {
                    moves.push((canonical, beads));
                }
            }
            moves
        })
    }
}

/// Half the plies from the starts to each state, at least.
fn moves_before(graph: &Graph) -> Vec<u16> {
    let mut plies = vec![u16::MAX; graph.len()];
    let mut queue: Vec<State> = graph.starts.clone();
    for start in &queue {
        plies[*start as usize] = 0;
    }
    let mut at = 0;
    while let Some(&state) = queue.get(at) {
        at += 1;
        for next in graph.moves(state) {
            if plies[*next as usize] == u16::MAX {
                plies[*next as usize] = plies[state as usize].saturating_add(1);
                queue.push(*next);
            }
        }
    }
    plies.iter().map(|plies| plies / 2).collect()
}

impl Learner for Menace {
    /// Draws a bead; an empty box resigns.
    fn choose(&mut self, graph: &Graph, state: State, random: &mut Random) -> Option<State> {
        let moves = self.open(graph, state);
        let beads: u64 = moves.iter().map(|(_, beads)| u64::from(*beads)).sum();
        if beads == 0 {
            return None;
        }
        let mut drawn = random.below(beads);
        let (chosen, _) = moves.iter().find(|(_, beads)| {
            let found = drawn < u64::from(*beads);
            drawn = drawn.saturating_sub(u64::from(*beads));
            found
        })?;
        let leads_there = |next: &&State| graph.canonical[**next as usize] == *chosen;
        let candidates: Vec<State> = graph
            .moves(state)
            .iter()
            .filter(leads_there)
            .copied()
            .collect();
        random.pick(&candidates).copied()
    }

    fn learn(&mut self, graph: &Graph, game: &[State], outcome: i8, _: &mut Random) {
        let payment = match outcome {
            1.. => WIN,
            0 => DRAW,
            _ => LOSS,
        };
        for step in game.chunks_exact(2) {
            let played = graph.canonical[step[1] as usize];
            for (canonical, beads) in self.open(graph, step[0]) {
                if *canonical == played {
                    *beads = (i64::from(*beads) + payment).max(0) as u32;
                }
            }
        }
    }
}
