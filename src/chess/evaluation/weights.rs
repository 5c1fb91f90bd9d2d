//! The weights of the evaluation: what each thing that is counted is worth in a middlegame and in an ending, in
//! centipawns.
//!
//! They were fitted by logistic regression (Adam, 400 steps, a little pull of the squares towards nothing) to 99,023
//! positions in which nobody can win material at once: some of 1,000 games with evaluations of Lichess, of 5,297 games of
//! January 2013 and of puzzles (Lichess, CC0), all but the first judged by Stockfish 15.1 with 3,000 nodes. The error
//! is that of the expected score, 1 / (1 + exp(-0.00368 c)) for c centipawns: its mean square over a tenth of the positions
//! that was held out is 0.0132, and 0.0203 when only material is counted.

/// What something is worth in a middlegame, and in an ending.
pub type Weight = (i16, i16);

/// A pawn, knight, bishop, rook or queen.
pub const MATERIAL: [Weight; 5] = [(79, 123), (341, 311), (350, 303), (444, 591), (961, 1083)];

/// A piece, pawn to king, on a square: four to a rank, as its side counts ranks, from the edge to the middle.
pub const SQUARES: [[Weight; 32]; 6] = [
    [
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 0),
        (-26, -23),
        (-13, -16),
        (-19, -3),
        (-25, -5),
        (-13, -26),
        (-4, -23),
        (-11, -19),
        (-6, -27),
        (-9, -21),
        (-13, -18),
        (5, -17),
        (10, -37),
        (2, -5),
        (13, -10),
        (15, -9),
        (28, -27),
        (17, 9),
        (54, 13),
        (49, 11),
        (47, 5),
        (-75, 66),
        (-30, 62),
        (-28, 100),
        (115, 74),
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 0),
    ],
    [
        (-69, -35),
        (-32, -25),
        (-12, -18),
        (-11, -16),
        (-19, -3),
        (-13, 1),
        (6, -14),
        (7, 12),
        (-31, -2),
        (7, 4),
        (2, 33),
        (24, 25),
        (-2, -1),
        (30, 6),
        (17, 28),
        (12, 20),
        (35, -19),
        (10, 61),
        (33, 24),
        (13, 53),
        (31, -37),
        (25, -14),
        (48, 30),
        (55, 18),
        (-30, -37),
        (0, 6),
        (-4, 14),
        (48, -14),
        (-89, -74),
        (-9, -51),
        (-20, 11),
        (15, 17),
    ],
    [
        (-22, 16),
        (20, 1),
        (-10, -3),
        (-12, -13),
        (17, 11),
        (25, -20),
        (22, -15),
        (11, -16),
        (-9, 10),
        (23, -8),
        (12, 11),
        (15, 2),
        (30, -17),
        (-6, 9),
        (-2, 19),
        (16, 5),
        (-8, 17),
        (8, 3),
        (-13, -2),
        (23, -26),
        (15, 0),
        (-4, -1),
        (23, -30),
        (20, -8),
        (-1, -16),
        (-22, 19),
        (14, -13),
        (-62, 32),
        (-20, 22),
        (-15, 35),
        (-36, 6),
        (-38, -17),
    ],
    [
        (-20, -3),
        (-4, -17),
        (-8, -13),
        (0, -18),
        (-19, -30),
        (-36, -28),
        (-14, -27),
        (-32, -15),
        (-8, 0),
        (13, -17),
        (-24, 4),
        (-10, 0),
        (1, -1),
        (-11, -8),
        (-24, 7),
        (-13, -14),
        (-11, 22),
        (19, 5),
        (17, 1),
        (12, -1),
        (-7, 30),
        (27, 5),
        (32, -9),
        (31, -5),
        (13, 21),
        (21, 25),
        (54, -5),
        (-11, 39),
        (3, 18),
        (-40, 14),
        (13, 24),
        (35, 27),
    ],
    [
        (-49, 6),
        (-12, 7),
        (-20, -62),
        (-2, -38),
        (-19, -19),
        (4, -44),
        (-1, -59),
        (12, -42),
        (-11, 17),
        (-10, -14),
        (-21, 30),
        (-19, -3),
        (-1, -5),
        (-10, 34),
        (-23, 57),
        (-14, 20),
        (0, 36),
        (-28, 46),
        (-9, 8),
        (-9, 26),
        (37, 7),
        (20, -3),
        (21, 30),
        (7, -3),
        (40, -24),
        (-19, 59),
        (-1, 36),
        (9, -39),
        (27, 1),
        (13, -37),
        (30, -9),
        (53, 14),
    ],
    [
        (27, -54),
        (35, -25),
        (20, -28),
        (19, -41),
        (29, -29),
        (44, -27),
        (10, -34),
        (-2, -21),
        (-34, -39),
        (7, -31),
        (2, -25),
        (24, -27),
        (-29, -28),
        (-21, -10),
        (-30, 3),
        (-6, 1),
        (-71, 11),
        (3, 21),
        (-22, 39),
        (-27, 40),
        (-10, -1),
        (-11, 29),
        (-23, 31),
        (3, 41),
        (2, 11),
        (-29, 70),
        (-16, 69),
        (-32, 73),
        (3, -47),
        (1, 12),
        (-4, 11),
        (-15, -4),
    ],
];

/// A square that a knight, bishop, rook or queen can go to, and that no enemy pawn attacks.
pub const MOBILITY: [Weight; 4] = [(7, 2), (7, 8), (3, 6), (3, 4)];

/// A passed pawn on each of its ranks.
pub const PASSED: [Weight; 8] = [
    (0, 0),
    (8, 1),
    (-11, 1),
    (-20, 18),
    (-3, 32),
    (9, 76),
    (30, 197),
    (0, 0),
];

/// The same, where an enemy stands before it.
pub const BLOCKED: [Weight; 8] = [
    (0, 0),
    (-11, 10),
    (13, -50),
    (-14, -4),
    (-35, 9),
    (3, -75),
    (-10, -194),
    (0, 0),
];

/// A passed pawn that a pawn guards.
pub const GUARDED: Weight = (18, 11);

/// A step of the enemy king towards the square before a passed pawn, times the ranks beyond its third.
pub const ENEMY_KING: Weight = (-7, 16);

/// The same of the own king.
pub const OWN_KING: Weight = (6, -7);

/// A passed pawn that the enemy king cannot catch, where it is alone with its pawns.
pub const RUNNER: Weight = (-205, 127);

/// A pawn without own pawns on the files beside it.
pub const ISOLATED: Weight = (-11, -5);

/// A pawn behind another of its side.
pub const DOUBLED: Weight = (-17, -12);

/// A pawn that another guards or stands beside.
pub const CONNECTED: Weight = (7, 6);

/// Two bishops.
pub const PAIR: Weight = (21, 69);

/// A rook on a file without pawns.
pub const OPEN_FILE: Weight = (48, -3);

/// A rook on a file without own pawns.
pub const HALF_OPEN: Weight = (16, 13);

/// A knight or bishop that a pawn guards, on its fourth to sixth rank, where no pawn can drive it away.
pub const OUTPOST: Weight = (33, 1);

/// A pawn on one of the king's files, one or two ranks before it.
pub const SHIELD: [Weight; 2] = [(23, -19), (9, -19)];

/// A file at the king without own pawns.
pub const BARE_FILE: Weight = (-24, -14);

/// How much the squares about the enemy king are attacked, in the points of `ATTACKERS`.
pub const SIEGE: [Weight; 17] = [
    (-27, -11),
    (0, 0),
    (-27, 1),
    (-20, -12),
    (-27, 1),
    (-21, -6),
    (-22, -11),
    (-19, 4),
    (-10, 0),
    (4, 4),
    (16, 3),
    (35, -2),
    (59, 15),
    (70, -21),
    (43, 71),
    (122, -57),
    (164, 11),
];

/// A piece of the side to move that a pawn attacks.
pub const BY_PAWN: Weight = (-59, -36);

/// A rook or queen of the side to move that a lesser piece attacks.
pub const BY_LESSER: Weight = (-76, -57);

/// A piece or pawn of the side to move that is attacked and not guarded.
pub const HANGING: Weight = (-13, -43);

/// Being to move.
pub const TURN: Weight = (47, -25);
