//! The predicates of attacks and lines.

use crate::{
    chess::{Position, Side, Square, attack},
    natives,
};

natives! {
    module "chess";

    /// True iff the piece on From attacks the piece of the other side on To in Pos.
    /// Either side may be to move, pins do not matter, en passant is no attack.
    /// In the tactic paper's code it is a legal capture of the side to move, not en passant;
    /// see module paper_vocabulary.
    attacks(?From: Square, ?To: Square, +Pos: Position) is nondet = attack::attacks;

    /// True iff the piece on From protects the piece of its own side on To in Pos: it would
    /// attack an enemy piece there. A king, too, can be protected in this sense.
    defends(?From: Square, ?To: Square, +Pos: Position) is nondet = attack::defends;

    /// True iff a piece of Side on From attacks Square in Pos, whatever Square holds.
    attackers(?Side: Side, ?Square: Square, ?From: Square, +Pos: Position) is nondet
        = attack::attackers;

    /// True iff the piece on Square is absolutely pinned by the enemy slider on By: it is the
    /// only piece between the slider and its own king, on a line along which the slider moves.
    pinned(?Square: Square, ?By: Square, +Pos: Position) is nondet = attack::pinned;

    /// True iff a sliding piece stands on Front, the first piece on one of its lines on Middle,
    /// and the next piece on that line on Back, of whatever sides.
    /// In the tactic paper's code a slider on Front attacks both Middle and Back in its sense of
    /// attacks/3, on whatever lines; see module paper_vocabulary.
    behind(?Front: Square, ?Middle: Square, ?Back: Square, +Pos: Position) is nondet
        = attack::behind;

    /// True iff the slider on From would attack To were the piece on Through not there, and does
    /// not attack it now. To is any square beyond Through, up to and including the next piece.
    xray(?From: Square, ?Through: Square, ?To: Square, +Pos: Position) is nondet = attack::xray;

    /// True iff the piece on Square attacks N squares that its own side does not hold.
    /// These are attacks, not moves: a pawn has at most its two captures.
    mobility(?Square: Square, ?N: i64, +Pos: Position) is nondet = attack::mobility;
}
