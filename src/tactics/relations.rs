//! The relations between the squares of one position, each computed when it is first asked for.

use std::sync::OnceLock;

use shakmaty::{Bitboard, Chess, Color, Position as _, Role, attacks as lines};

use super::vocabulary::{Pairs, Set, Triples, Whose};
use crate::chess::{Position, attack, exchange, moves};

/// A relation of two squares, as rows of the squares that stand in it: a position has few.
#[derive(Debug, Default)]
pub struct Matrix {
    sources: u64,
    targets: u64,
    /// A row for each source, then a column for each target.
    lines: Box<[u64]>,
}

impl Matrix {
    fn of(rows: &[u64; 64]) -> Matrix {
        let mut columns = [0u64; 64];
        let (mut sources, mut targets) = (0, 0);
        for (from, &row) in rows.iter().enumerate() {
            targets |= row;
            sources |= u64::from(row != 0) << from;
            squares(row).for_each(|to| columns[usize::from(to)] |= 1 << from);
        }
        let full = rows.iter().chain(&columns).filter(|&&line| line != 0);
        Matrix {
            sources,
            targets,
            lines: full.copied().collect(),
        }
    }

    fn of_pairs(pairs: impl IntoIterator<Item = (shakmaty::Square, shakmaty::Square)>) -> Matrix {
        let mut rows = [0u64; 64];
        for (from, to) in pairs {
            rows[from.to_usize()] |= 1 << to.to_usize();
        }
        Matrix::of(&rows)
    }

    /// What stands in the relation to the square: its row at place 0, its column at place 1.
    #[inline]
    pub fn line(&self, place: usize, square: u8) -> u64 {
        let (set, start) = match place {
            0 => (self.sources, 0),
            _ => (self.targets, self.sources.count_ones()),
        };
        if set >> square & 1 == 0 {
            return 0;
        }
        let before = (set & ((1 << square) - 1)).count_ones();
        self.lines[(start + before) as usize]
    }

    /// The squares that stand at a place.
    #[inline]
    pub fn projection(&self, place: usize) -> u64 {
        [self.sources, self.targets][place]
    }
}

/// A relation of three squares, as a list: a position has few.
#[derive(Debug, Default)]
pub struct List {
    /// The triples.
    pub rows: Box<[[u8; 3]]>,
    projections: [u64; 3],
}

impl List {
    fn of(rows: impl IntoIterator<Item = [u8; 3]>) -> List {
        let rows: Box<[[u8; 3]]> = rows.into_iter().collect();
        let mut projections = [0; 3];
        for row in &rows {
            for (set, &square) in projections.iter_mut().zip(row) {
                *set |= 1 << square;
            }
        }
        List { rows, projections }
    }

    /// The squares that stand at a place.
    pub fn projection(&self, place: usize) -> u64 {
        self.projections[place]
    }
}

/// The relations of a position.
#[derive(Debug)]
pub struct Relations {
    /// The position.
    pub chess: Chess,
    pairs: [OnceLock<Matrix>; Pairs::COUNT],
    triples: [OnceLock<List>; Triples::COUNT],
    en_prise: OnceLock<u64>,
    /// The side that moves in the tactic.
    us: Color,
}

impl Relations {
    /// Nothing computed yet. `us` is the side that moves in the tactic: in the position after the
    /// move it is not to move.
    pub fn new(chess: Chess, us: Color) -> Relations {
        Relations {
            chess,
            pairs: Default::default(),
            triples: Default::default(),
            en_prise: OnceLock::new(),
            us,
        }
    }

    /// A relation of two squares.
    #[inline]
    pub fn pairs(&self, pairs: Pairs) -> &Matrix {
        self.pairs[pairs as usize].get_or_init(|| self.matrix(pairs))
    }

    /// A relation of three squares.
    #[inline]
    pub fn triples(&self, triples: Triples) -> &List {
        self.triples[triples as usize].get_or_init(|| self.list(triples))
    }

    /// A set of squares.
    #[inline]
    pub fn set(&self, set: Set) -> u64 {
        let board = self.chess.board();
        match set {
            Set::EnPrise => *self.en_prise.get_or_init(|| self.lost()),
            Set::Pieces(whose, role) => {
                let pieces = match whose {
                    Whose::Us => board.by_color(self.us),
                    Whose::Them => board.by_color(self.us.other()),
                    Whose::White => board.white(),
                    Whose::Black => board.black(),
                    Whose::Both => board.occupied(),
                };
                let of_role = role.map_or(Bitboard::FULL, |role| {
                    board.by_role(Role::ALL[usize::from(role)])
                });
                (pieces & of_role).into()
            }
        }
    }

    /// The meaning of `en_prise/3`.
    fn lost(&self) -> u64 {
        let board = self.chess.board();
        let pieces = board.occupied() & !board.kings();
        let lost: Bitboard = pieces
            .into_iter()
            .filter(|&square| exchange::loss(board, square) > 0)
            .collect();
        lost.into()
    }

    fn position(&self) -> Position {
        Position::from_chess(self.chess.clone())
    }

    fn matrix(&self, pairs: Pairs) -> Matrix {
        let (board, all) = (self.chess.board(), Bitboard::FULL);
        let contacts = |own: bool| {
            let mut rows = [0u64; 64];
            for square in board.occupied() {
                if let Some(piece) = board.piece_at(square) {
                    let side = if own {
                        piece.color
                    } else {
                        piece.color.other()
                    };
                    let reached = lines::attacks(square, piece, board.occupied());
                    rows[square.to_usize()] = (reached & board.by_color(side)).into();
                }
            }
            Matrix::of(&rows)
        };
        match pairs {
            Pairs::Attacks => contacts(false),
            Pairs::Defends => contacts(true),
            Pairs::Pinned => Matrix::of_pairs(attack::pinned(board, all, all)),
            Pairs::Legal => Matrix::of_pairs(moves::legal(&self.position(), all, all)),
            Pairs::Captures => Matrix::of_pairs(moves::captures(&self.position(), all, all)),
            Pairs::Checks => Matrix::of_pairs(moves::checks(&self.position(), all, all)),
            Pairs::PaperAttacks => {
                let moves = moves::legal(&self.position(), all, all);
                let them = board.by_color(self.chess.turn().other());
                Matrix::of_pairs(moves.into_iter().filter(|(_, to)| them.contains(*to)))
            }
        }
    }

    fn list(&self, triples: Triples) -> List {
        match triples {
            Triples::Behind => {
                let all = Bitboard::FULL;
                let rows = attack::behind(self.chess.board(), all, all, all);
                List::of(rows.into_iter().map(|(a, b, c)| [a, b, c].map(|s| s as u8)))
            }
            Triples::PaperBehind => {
                let attacks = self.pairs(Pairs::PaperAttacks);
                let sliders: u64 = self.chess.board().sliders().into();
                let fronts = squares(attacks.projection(0) & sliders);
                List::of(fronts.flat_map(|front| {
                    let targets = attacks.line(0, front);
                    squares(targets).flat_map(move |middle| {
                        squares(targets).map(move |back| [front, middle, back])
                    })
                }))
            }
        }
    }
}

/// The squares of a set, in order.
#[inline]
pub fn squares(set: u64) -> impl Iterator<Item = u8> {
    std::iter::successors(Some(set), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as u8)
}
