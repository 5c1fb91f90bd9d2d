//! The weights of the evaluation: what each thing that is counted is worth in a middlegame and in an ending, in
//! centipawns.
//!
//! They were fitted by logistic regression (Adam in batches of 16,384, 20 epochs) to 451,935 positions of games and puzzles
//! (Lichess, CC0), in most of which up to three moves were made at random, since a search looks at bad moves, too. Left out
//! was who is in check, and where the best move takes something or promotes. Stockfish 15.1 judged them with 1,000 nodes. The
//! error is that of the expected score: 1 / (1 + exp(-0.00368 s)) for a score s of Stockfish, and 1 / (1 + exp(-0.0032 c)) for
//! c centipawns here, so that a pawn and a piece are worth about what exchanges count. Its mean square over a twentieth
//! of the positions that was held out is 0.0167, as over the others, and 0.0334 when only material is counted.

use super::weight::{Weight, w};

/// A pawn, knight, bishop, rook or queen.
pub const MATERIAL: [Weight; 5] = [
    w(75, 101),
    w(356, 322),
    w(380, 349),
    w(427, 590),
    w(975, 1003),
];

/// A piece, pawn to king, on a square: four to a rank, as its side counts ranks, from the edge to the middle.
pub const SQUARES: [[Weight; 32]; 6] = [
    [
        w(0, 0),
        w(0, 0),
        w(0, 0),
        w(0, 0),
        w(-14, -11),
        w(7, -5),
        w(-6, -2),
        w(-20, 16),
        w(-13, -23),
        w(-7, -23),
        w(-10, -24),
        w(-7, -27),
        w(-7, -20),
        w(-15, -13),
        w(10, -36),
        w(14, -34),
        w(-2, -5),
        w(8, -1),
        w(14, -13),
        w(22, -33),
        w(14, 46),
        w(67, 47),
        w(69, 43),
        w(51, 46),
        w(2, 109),
        w(16, 121),
        w(34, 125),
        w(100, 127),
        w(0, 0),
        w(0, 0),
        w(0, 0),
        w(0, 0),
    ],
    [
        w(-25, -37),
        w(-22, -37),
        w(-16, 2),
        w(3, -20),
        w(-12, -23),
        w(-2, -21),
        w(0, 10),
        w(15, -7),
        w(-33, -22),
        w(19, -16),
        w(9, 4),
        w(26, 30),
        w(5, -8),
        w(33, 7),
        w(32, 16),
        w(33, 31),
        w(59, -14),
        w(36, 28),
        w(55, 31),
        w(46, 42),
        w(48, -29),
        w(30, -19),
        w(12, 25),
        w(34, 13),
        w(13, -61),
        w(-14, -5),
        w(-25, 32),
        w(19, -8),
        w(-112, -81),
        w(-25, -61),
        w(-119, 22),
        w(-28, -4),
    ],
    [
        w(16, 28),
        w(21, -7),
        w(-18, -6),
        w(-6, 10),
        w(7, -1),
        w(32, -28),
        w(32, -22),
        w(5, -5),
        w(2, 6),
        w(18, 1),
        w(20, 4),
        w(5, 20),
        w(17, -10),
        w(-6, 11),
        w(-8, 23),
        w(17, 16),
        w(-4, 11),
        w(17, 17),
        w(14, 12),
        w(24, 21),
        w(10, 23),
        w(35, 12),
        w(33, 20),
        w(18, 12),
        w(-19, -19),
        w(1, 9),
        w(-36, 10),
        w(-17, 4),
        w(28, -13),
        w(-51, -2),
        w(-79, 11),
        w(-117, 10),
    ],
    [
        w(-15, -13),
        w(-12, -9),
        w(-1, -14),
        w(6, -18),
        w(-41, 12),
        w(-18, 2),
        w(-14, -6),
        w(-21, 5),
        w(-9, 10),
        w(21, -4),
        w(-22, 20),
        w(-9, 9),
        w(-4, 22),
        w(4, 17),
        w(-11, 19),
        w(-8, 12),
        w(10, 25),
        w(-6, 34),
        w(25, 17),
        w(7, 14),
        w(16, 21),
        w(22, 11),
        w(-1, 17),
        w(-7, 24),
        w(2, 23),
        w(-15, 42),
        w(5, 35),
        w(15, 35),
        w(13, 61),
        w(-45, 62),
        w(-37, 79),
        w(-9, 55),
    ],
    [
        w(-59, 25),
        w(-11, -28),
        w(4, -73),
        w(9, -52),
        w(14, -48),
        w(7, -58),
        w(22, -68),
        w(21, -57),
        w(6, -14),
        w(10, -29),
        w(-10, 32),
        w(-1, -14),
        w(15, -9),
        w(10, 20),
        w(-20, 18),
        w(-18, 24),
        w(17, 15),
        w(-23, 38),
        w(20, -24),
        w(-16, 17),
        w(8, 15),
        w(14, 12),
        w(-18, 78),
        w(-5, 36),
        w(4, 24),
        w(-34, 48),
        w(-12, 70),
        w(-72, 96),
        w(-13, 36),
        w(-58, 42),
        w(-71, 97),
        w(31, 27),
    ],
    [
        w(22, -85),
        w(26, -39),
        w(1, -19),
        w(10, -36),
        w(14, -46),
        w(33, -33),
        w(9, -10),
        w(-8, -10),
        w(-17, -52),
        w(5, -16),
        w(-53, 0),
        w(-28, 0),
        w(-101, -26),
        w(-59, -1),
        w(-80, 17),
        w(-123, 21),
        w(-169, 0),
        w(-136, 43),
        w(-149, 44),
        w(-130, 41),
        w(-68, 22),
        w(-99, 73),
        w(-51, 70),
        w(-125, 83),
        w(-217, 51),
        w(-85, 67),
        w(-140, 114),
        w(-118, 103),
        w(38, -35),
        w(-24, -8),
        w(-58, 20),
        w(-103, 38),
    ],
];

/// A knight, bishop, rook or queen that can go to so many squares that no enemy pawn attacks.
pub const MOBILITY: [&[Weight]; 4] = [
    &[
        w(-41, -36),
        w(-18, -6),
        w(-5, 8),
        w(4, 4),
        w(13, 8),
        w(20, 16),
        w(25, 7),
        w(35, -7),
        w(34, -10),
    ],
    &[
        w(-27, -53),
        w(-13, -29),
        w(3, -12),
        w(12, 3),
        w(18, 17),
        w(25, 24),
        w(29, 23),
        w(29, 33),
        w(39, 42),
        w(45, 34),
        w(43, 33),
        w(46, 33),
        w(-17, 65),
        w(119, 29),
    ],
    &[
        w(-21, -45),
        w(-9, -19),
        w(-3, -5),
        w(7, -11),
        w(3, -10),
        w(8, 2),
        w(10, 5),
        w(4, 14),
        w(9, 20),
        w(5, 29),
        w(7, 30),
        w(13, 37),
        w(-16, 61),
        w(-25, 68),
        w(-58, 81),
    ],
    &[
        w(-18, -101),
        w(-12, -96),
        w(-17, -111),
        w(-17, -73),
        w(-12, -56),
        w(-8, -35),
        w(-7, -16),
        w(-3, -15),
        w(-1, -5),
        w(0, 16),
        w(3, 7),
        w(3, 17),
        w(8, 11),
        w(8, 16),
        w(14, 7),
        w(18, 21),
        w(9, 21),
        w(11, 33),
        w(27, 15),
        w(4, 55),
        w(15, 31),
        w(3, 75),
        w(116, -2),
        w(-3, 42),
        w(15, 25),
        w(68, 6),
        w(-13, 30),
        w(35, 21),
    ],
];

/// A passed pawn on each of its ranks.
pub const PASSED: [Weight; 8] = [
    w(0, 0),
    w(-2, -2),
    w(-24, 17),
    w(-44, 47),
    w(-11, 59),
    w(-23, 96),
    w(52, 140),
    w(0, 0),
];

/// The same, where an enemy stands before it.
pub const BLOCKED: [Weight; 8] = [
    w(0, 0),
    w(24, -21),
    w(-29, 21),
    w(-6, 15),
    w(-4, -6),
    w(-20, -84),
    w(-114, -126),
    w(0, 0),
];

/// The same, where nothing stands before it, and no enemy attacks the way.
pub const FREE_PATH: [Weight; 8] = [
    w(0, 0),
    w(0, 0),
    w(0, 0),
    w(-78, 9),
    w(-216, 95),
    w(-129, 196),
    w(62, 267),
    w(0, 0),
];

/// The same, where no enemy attacks the square before it.
pub const SAFE_STEP: [Weight; 8] = [
    w(0, 0),
    w(0, 0),
    w(0, 0),
    w(-4, -9),
    w(-26, 7),
    w(-28, 38),
    w(90, 25),
    w(0, 0),
];

/// A passed pawn that a pawn guards.
pub const GUARDED: Weight = w(27, -11);

/// A passed pawn beyond its third rank with a rook of its own behind it.
pub const ROOK_BEHIND: Weight = w(20, 44);

/// The same with a rook of the other side.
pub const ENEMY_ROOK_BEHIND: Weight = w(53, -138);

/// A step of the enemy king towards the square before a passed pawn, times the ranks beyond its third.
pub const ENEMY_KING: Weight = w(-7, 14);

/// The same of the own king.
pub const OWN_KING: Weight = w(6, -8);

/// A passed pawn that the enemy king cannot catch, where it is alone with its pawns.
pub const RUNNER: Weight = w(-734, 185);

/// A pawn without own pawns on the files beside it.
pub const ISOLATED: Weight = w(-10, 1);

/// A pawn behind those beside it, which an enemy pawn would take if it went on.
pub const BACKWARD: Weight = w(-11, -2);

/// A pawn behind another of its side.
pub const DOUBLED: Weight = w(-4, -23);

/// A pawn on each of its ranks that another guards or stands beside.
pub const CONNECTED: [Weight; 8] = [
    w(0, 0),
    w(4, -5),
    w(14, 12),
    w(14, 16),
    w(16, 34),
    w(-13, 75),
    w(144, 147),
    w(0, 0),
];

/// Two bishops.
pub const PAIR: Weight = w(37, 40);

/// An own pawn on the colour of a bishop.
pub const BAD_BISHOP: Weight = w(-2, -9);

/// A rook on a file without pawns.
pub const OPEN_FILE: Weight = w(64, 6);

/// A rook on a file without own pawns.
pub const HALF_OPEN: Weight = w(33, 8);

/// A knight, or bishop, that a pawn guards, on its fourth to sixth rank, where no pawn can drive it away.
pub const OUTPOST: [Weight; 2] = [w(22, 26), w(32, 9)];

/// A pawn on one of the king's files, one or two ranks before it.
pub const SHIELD: [Weight; 2] = [w(28, -22), w(11, -22)];

/// An enemy pawn on one of the king's files, one to four ranks before it.
pub const STORM: [Weight; 4] = [w(72, 7), w(-35, -19), w(-17, 1), w(-3, 1)];

/// A file at the king without own pawns.
pub const BARE_FILE: Weight = w(-22, -26);

/// How much the squares about the enemy king are attacked, in the points of `ATTACKERS`: with a queen, and without.
pub const SIEGE: [[Weight; 24]; 2] = [
    [
        w(-20, -31),
        w(0, 0),
        w(-22, -2),
        w(-29, 11),
        w(-26, -14),
        w(-22, -10),
        w(-16, -11),
        w(-22, 32),
        w(-15, 21),
        w(-5, 30),
        w(9, 43),
        w(34, 17),
        w(55, 48),
        w(60, 82),
        w(93, 9),
        w(119, -16),
        w(166, -67),
        w(118, -23),
        w(113, 43),
        w(97, -59),
        w(160, 46),
        w(69, 36),
        w(76, 17),
        w(97, 48),
    ],
    [
        w(-23, -9),
        w(0, 0),
        w(-26, -4),
        w(-31, -12),
        w(-46, 1),
        w(-54, 17),
        w(-60, 24),
        w(-33, 1),
        w(-29, 5),
        w(-21, 3),
        w(74, -49),
        w(70, -75),
        w(41, -39),
        w(66, -69),
        w(59, -80),
        w(91, -41),
        w(32, -24),
        w(-21, -63),
        w(44, 27),
        w(38, 36),
        w(-24, -21),
        w(0, 0),
        w(0, 0),
        w(0, 0),
    ],
];

/// A square beside the enemy king that is attacked, and that only the king guards.
pub const BARE_SQUARE: Weight = w(33, -16);

/// A check by knight, bishop, rook or queen that cannot just be taken, one, or more of the kind: of the side to move, or the other.
pub const SAFE_CHECK: [[[Weight; 2]; 4]; 2] = [
    [
        [w(155, 25), w(163, 23)],
        [w(-13, 119), w(106, 101)],
        [w(247, -15), w(260, 55)],
        [w(19, 227), w(94, 190)],
    ],
    [
        [w(49, 14), w(84, 14)],
        [w(7, 35), w(34, 20)],
        [w(36, 6), w(18, 46)],
        [w(21, 8), w(31, 52)],
    ],
];

/// Squares that the king may go to where such a check is there, up to three: to be given by the side to move, or the other.
pub const ROOM: [[Weight; 4]; 2] = [
    [w(213, 127), w(65, 125), w(27, 81), w(24, 22)],
    [w(55, 115), w(15, 57), w(13, 31), w(3, 10)],
];

/// A piece that a pawn attacks. Here and below: of the side to move, which may save it, or of the other.
pub const BY_PAWN: [Weight; 2] = [w(-78, -69), w(-174, -212)];

/// A rook or queen that a knight or bishop attacks.
pub const BY_MINOR: [Weight; 2] = [w(-80, -64), w(-172, -193)];

/// A queen that a rook attacks.
pub const BY_ROOK: [Weight; 2] = [w(-100, -102), w(-347, -318)];

/// A piece that is attacked and not guarded.
pub const HANGING: [Weight; 2] = [w(-15, -44), w(-143, -158)];

/// The same of a pawn.
pub const HANGING_PAWN: [Weight; 2] = [w(-2, -41), w(-44, -59)];

/// A piece that two attack and one guards.
pub const PRESSED: [Weight; 2] = [w(-35, -54), w(-94, -164)];

/// Two pieces, or more, to save from these: who is to move, and the other.
pub const SEVERAL: [[Weight; 2]; 2] = [[w(-60, -25), w(-52, -105)], [w(30, 27), w(26, -118)]];

/// King, queen and rooks, of which an enemy knight may attack two at once.
pub const FORK: [Weight; 2] = [w(-34, -15), w(-87, -499)];

/// A queen that a lesser piece may go to attack.
pub const CHASED: [Weight; 2] = [w(-12, 94), w(-29, -108)];

/// A piece that an enemy pawn may step forward to attack.
pub const BY_STEP: [Weight; 2] = [w(-13, -11), w(-37, -25)];

/// A pawn, minor piece, rook or queen that cannot leave the line of its king.
pub const PINNED: [Weight; 4] = [w(-10, -14), w(27, -55), w(23, -93), w(-248, -227)];

/// Such a piece that is attacked, and not guarded, or guarded: of the side to move, or the other.
pub const PINNED_AND_ATTACKED: [[Weight; 2]; 2] =
    [[w(-173, -290), w(-73, -93)], [w(-99, 85), w(-65, -41)]];

/// A king whom the enemy checks with a move of the piece between.
pub const DISCOVERED_CHECK: [Weight; 2] = [w(-34, 34), w(-153, -77)];

/// A rook or bishop with one piece between it and a queen, its own or the other: the queen of the side to move, or the other.
pub const BEFORE_QUEEN: [[Weight; 2]; 2] = [[w(-24, 136), w(-40, 69)], [w(-36, -27), w(-33, -23)]];

/// Being to move.
pub const TURN: Weight = w(65, 89);
