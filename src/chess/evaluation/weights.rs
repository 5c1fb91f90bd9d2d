//! The weights of the evaluation: what each thing that is counted is worth in a middlegame and in an ending, in
//! centipawns.
//!
//! They were fitted by logistic regression (Adam in batches of 16,384, 20 epochs) to 451,935 positions of games and puzzles
//! (Lichess, CC0), in most of which up to three moves were made at random, since a search looks at bad moves, too. Left out
//! was who is in check, and where the best move takes something or promotes. Stockfish 15.1 judged them with 1,000 nodes. The
//! error is that of the expected score: 1 / (1 + exp(-0.00368 s)) for a score s of Stockfish, and 1 / (1 + exp(-0.0032 c)) for
//! c centipawns here, so that a pawn and a piece are worth about what exchanges count. Its mean square over a twentieth
//! of the positions that was held out is 0.0167, as over the others, and 0.0334 when only material is counted.

/// What something is worth in a middlegame, and in an ending.
pub type Weight = (i16, i16);

/// A pawn, knight, bishop, rook or queen.
pub const MATERIAL: [Weight; 5] = [(75, 101), (356, 322), (380, 349), (427, 590), (975, 1003)];

/// A piece, pawn to king, on a square: four to a rank, as its side counts ranks, from the edge to the middle.
pub const SQUARES: [[Weight; 32]; 6] = [
    [
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 0),
        (-14, -11),
        (7, -5),
        (-6, -2),
        (-20, 16),
        (-13, -23),
        (-7, -23),
        (-10, -24),
        (-7, -27),
        (-7, -20),
        (-15, -13),
        (10, -36),
        (14, -34),
        (-2, -5),
        (8, -1),
        (14, -13),
        (22, -33),
        (14, 46),
        (67, 47),
        (69, 43),
        (51, 46),
        (2, 109),
        (16, 121),
        (34, 125),
        (100, 127),
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 0),
    ],
    [
        (-25, -37),
        (-22, -37),
        (-16, 2),
        (3, -20),
        (-12, -23),
        (-2, -21),
        (0, 10),
        (15, -7),
        (-33, -22),
        (19, -16),
        (9, 4),
        (26, 30),
        (5, -8),
        (33, 7),
        (32, 16),
        (33, 31),
        (59, -14),
        (36, 28),
        (55, 31),
        (46, 42),
        (48, -29),
        (30, -19),
        (12, 25),
        (34, 13),
        (13, -61),
        (-14, -5),
        (-25, 32),
        (19, -8),
        (-112, -81),
        (-25, -61),
        (-119, 22),
        (-28, -4),
    ],
    [
        (16, 28),
        (21, -7),
        (-18, -6),
        (-6, 10),
        (7, -1),
        (32, -28),
        (32, -22),
        (5, -5),
        (2, 6),
        (18, 1),
        (20, 4),
        (5, 20),
        (17, -10),
        (-6, 11),
        (-8, 23),
        (17, 16),
        (-4, 11),
        (17, 17),
        (14, 12),
        (24, 21),
        (10, 23),
        (35, 12),
        (33, 20),
        (18, 12),
        (-19, -19),
        (1, 9),
        (-36, 10),
        (-17, 4),
        (28, -13),
        (-51, -2),
        (-79, 11),
        (-117, 10),
    ],
    [
        (-15, -13),
        (-12, -9),
        (-1, -14),
        (6, -18),
        (-41, 12),
        (-18, 2),
        (-14, -6),
        (-21, 5),
        (-9, 10),
        (21, -4),
        (-22, 20),
        (-9, 9),
        (-4, 22),
        (4, 17),
        (-11, 19),
        (-8, 12),
        (10, 25),
        (-6, 34),
        (25, 17),
        (7, 14),
        (16, 21),
        (22, 11),
        (-1, 17),
        (-7, 24),
        (2, 23),
        (-15, 42),
        (5, 35),
        (15, 35),
        (13, 61),
        (-45, 62),
        (-37, 79),
        (-9, 55),
    ],
    [
        (-59, 25),
        (-11, -28),
        (4, -73),
        (9, -52),
        (14, -48),
        (7, -58),
        (22, -68),
        (21, -57),
        (6, -14),
        (10, -29),
        (-10, 32),
        (-1, -14),
        (15, -9),
        (10, 20),
        (-20, 18),
        (-18, 24),
        (17, 15),
        (-23, 38),
        (20, -24),
        (-16, 17),
        (8, 15),
        (14, 12),
        (-18, 78),
        (-5, 36),
        (4, 24),
        (-34, 48),
        (-12, 70),
        (-72, 96),
        (-13, 36),
        (-58, 42),
        (-71, 97),
        (31, 27),
    ],
    [
        (22, -85),
        (26, -39),
        (1, -19),
        (10, -36),
        (14, -46),
        (33, -33),
        (9, -10),
        (-8, -10),
        (-17, -52),
        (5, -16),
        (-53, 0),
        (-28, 0),
        (-101, -26),
        (-59, -1),
        (-80, 17),
        (-123, 21),
        (-169, 0),
        (-136, 43),
        (-149, 44),
        (-130, 41),
        (-68, 22),
        (-99, 73),
        (-51, 70),
        (-125, 83),
        (-217, 51),
        (-85, 67),
        (-140, 114),
        (-118, 103),
        (38, -35),
        (-24, -8),
        (-58, 20),
        (-103, 38),
    ],
];

/// A knight, bishop, rook or queen that can go to so many squares that no enemy pawn attacks.
pub const MOBILITY: [&[Weight]; 4] = [
    &[
        (-41, -36),
        (-18, -6),
        (-5, 8),
        (4, 4),
        (13, 8),
        (20, 16),
        (25, 7),
        (35, -7),
        (34, -10),
    ],
    &[
        (-27, -53),
        (-13, -29),
        (3, -12),
        (12, 3),
        (18, 17),
        (25, 24),
        (29, 23),
        (29, 33),
        (39, 42),
        (45, 34),
        (43, 33),
        (46, 33),
        (-17, 65),
        (119, 29),
    ],
    &[
        (-21, -45),
        (-9, -19),
        (-3, -5),
        (7, -11),
        (3, -10),
        (8, 2),
        (10, 5),
        (4, 14),
        (9, 20),
        (5, 29),
        (7, 30),
        (13, 37),
        (-16, 61),
        (-25, 68),
        (-58, 81),
    ],
    &[
        (-18, -101),
        (-12, -96),
        (-17, -111),
        (-17, -73),
        (-12, -56),
        (-8, -35),
        (-7, -16),
        (-3, -15),
        (-1, -5),
        (0, 16),
        (3, 7),
        (3, 17),
        (8, 11),
        (8, 16),
        (14, 7),
        (18, 21),
        (9, 21),
        (11, 33),
        (27, 15),
        (4, 55),
        (15, 31),
        (3, 75),
        (116, -2),
        (-3, 42),
        (15, 25),
        (68, 6),
        (-13, 30),
        (35, 21),
    ],
];

/// A passed pawn on each of its ranks.
pub const PASSED: [Weight; 8] = [
    (0, 0),
    (-2, -2),
    (-24, 17),
    (-44, 47),
    (-11, 59),
    (-23, 96),
    (52, 140),
    (0, 0),
];

/// The same, where an enemy stands before it.
pub const BLOCKED: [Weight; 8] = [
    (0, 0),
    (24, -21),
    (-29, 21),
    (-6, 15),
    (-4, -6),
    (-20, -84),
    (-114, -126),
    (0, 0),
];

/// The same, where nothing stands before it, and no enemy attacks the way.
pub const FREE_PATH: [Weight; 8] = [
    (0, 0),
    (0, 0),
    (0, 0),
    (-78, 9),
    (-216, 95),
    (-129, 196),
    (62, 267),
    (0, 0),
];

/// The same, where no enemy attacks the square before it.
pub const SAFE_STEP: [Weight; 8] = [
    (0, 0),
    (0, 0),
    (0, 0),
    (-4, -9),
    (-26, 7),
    (-28, 38),
    (90, 25),
    (0, 0),
];

/// A passed pawn that a pawn guards.
pub const GUARDED: Weight = (27, -11);

/// A passed pawn beyond its third rank with a rook of its own behind it.
pub const ROOK_BEHIND: Weight = (20, 44);

/// The same with a rook of the other side.
pub const ENEMY_ROOK_BEHIND: Weight = (53, -138);

/// A step of the enemy king towards the square before a passed pawn, times the ranks beyond its third.
pub const ENEMY_KING: Weight = (-7, 14);

/// The same of the own king.
pub const OWN_KING: Weight = (6, -8);

/// A passed pawn that the enemy king cannot catch, where it is alone with its pawns.
pub const RUNNER: Weight = (-734, 185);

/// A pawn without own pawns on the files beside it.
pub const ISOLATED: Weight = (-10, 1);

/// A pawn behind those beside it, which an enemy pawn would take if it went on.
pub const BACKWARD: Weight = (-11, -2);

/// A pawn behind another of its side.
pub const DOUBLED: Weight = (-4, -23);

/// A pawn on each of its ranks that another guards or stands beside.
pub const CONNECTED: [Weight; 8] = [
    (0, 0),
    (4, -5),
    (14, 12),
    (14, 16),
    (16, 34),
    (-13, 75),
    (144, 147),
    (0, 0),
];

/// Two bishops.
pub const PAIR: Weight = (37, 40);

/// An own pawn on the colour of a bishop.
pub const BAD_BISHOP: Weight = (-2, -9);

/// A rook on a file without pawns.
pub const OPEN_FILE: Weight = (64, 6);

/// A rook on a file without own pawns.
pub const HALF_OPEN: Weight = (33, 8);

/// A knight, or bishop, that a pawn guards, on its fourth to sixth rank, where no pawn can drive it away.
pub const OUTPOST: [Weight; 2] = [(22, 26), (32, 9)];

/// A pawn on one of the king's files, one or two ranks before it.
pub const SHIELD: [Weight; 2] = [(28, -22), (11, -22)];

/// An enemy pawn on one of the king's files, one to four ranks before it.
pub const STORM: [Weight; 4] = [(72, 7), (-35, -19), (-17, 1), (-3, 1)];

/// A file at the king without own pawns.
pub const BARE_FILE: Weight = (-22, -26);

/// How much the squares about the enemy king are attacked, in the points of `ATTACKERS`: with a queen, and without.
pub const SIEGE: [[Weight; 24]; 2] = [
    [
        (-20, -31),
        (0, 0),
        (-22, -2),
        (-29, 11),
        (-26, -14),
        (-22, -10),
        (-16, -11),
        (-22, 32),
        (-15, 21),
        (-5, 30),
        (9, 43),
        (34, 17),
        (55, 48),
        (60, 82),
        (93, 9),
        (119, -16),
        (166, -67),
        (118, -23),
        (113, 43),
        (97, -59),
        (160, 46),
        (69, 36),
        (76, 17),
        (97, 48),
    ],
    [
        (-23, -9),
        (0, 0),
        (-26, -4),
        (-31, -12),
        (-46, 1),
        (-54, 17),
        (-60, 24),
        (-33, 1),
        (-29, 5),
        (-21, 3),
        (74, -49),
        (70, -75),
        (41, -39),
        (66, -69),
        (59, -80),
        (91, -41),
        (32, -24),
        (-21, -63),
        (44, 27),
        (38, 36),
        (-24, -21),
        (0, 0),
        (0, 0),
        (0, 0),
    ],
];

/// A square beside the enemy king that is attacked, and that only the king guards.
pub const BARE_SQUARE: Weight = (33, -16);

/// A check by knight, bishop, rook or queen that cannot just be taken, one, or more of the kind: of the side to move, or the other.
pub const SAFE_CHECK: [[[Weight; 2]; 4]; 2] = [
    [
        [(155, 25), (163, 23)],
        [(-13, 119), (106, 101)],
        [(247, -15), (260, 55)],
        [(19, 227), (94, 190)],
    ],
    [
        [(49, 14), (84, 14)],
        [(7, 35), (34, 20)],
        [(36, 6), (18, 46)],
        [(21, 8), (31, 52)],
    ],
];

/// Squares that the king may go to where such a check is there, up to three: to be given by the side to move, or the other.
pub const ROOM: [[Weight; 4]; 2] = [
    [(213, 127), (65, 125), (27, 81), (24, 22)],
    [(55, 115), (15, 57), (13, 31), (3, 10)],
];

/// A piece that a pawn attacks. Here and below: of the side to move, which may save it, or of the other.
pub const BY_PAWN: [Weight; 2] = [(-78, -69), (-174, -212)];

/// A rook or queen that a knight or bishop attacks.
pub const BY_MINOR: [Weight; 2] = [(-80, -64), (-172, -193)];

/// A queen that a rook attacks.
pub const BY_ROOK: [Weight; 2] = [(-100, -102), (-347, -318)];

/// A piece that is attacked and not guarded.
pub const HANGING: [Weight; 2] = [(-15, -44), (-143, -158)];

/// The same of a pawn.
pub const HANGING_PAWN: [Weight; 2] = [(-2, -41), (-44, -59)];

/// A piece that two attack and one guards.
pub const PRESSED: [Weight; 2] = [(-35, -54), (-94, -164)];

/// Two pieces, or more, to save from these: who is to move, and the other.
pub const SEVERAL: [[Weight; 2]; 2] = [[(-60, -25), (-52, -105)], [(30, 27), (26, -118)]];

/// King, queen and rooks, of which an enemy knight may attack two at once.
pub const FORK: [Weight; 2] = [(-34, -15), (-87, -499)];

/// A queen that a lesser piece may go to attack.
pub const CHASED: [Weight; 2] = [(-12, 94), (-29, -108)];

/// A piece that an enemy pawn may step forward to attack.
pub const BY_STEP: [Weight; 2] = [(-13, -11), (-37, -25)];

/// A pawn, minor piece, rook or queen that cannot leave the line of its king.
pub const PINNED: [Weight; 4] = [(-10, -14), (27, -55), (23, -93), (-248, -227)];

/// Such a piece that is attacked, and not guarded, or guarded: of the side to move, or the other.
pub const PINNED_AND_ATTACKED: [[Weight; 2]; 2] =
    [[(-173, -290), (-73, -93)], [(-99, 85), (-65, -41)]];

/// A king whom the enemy checks with a move of the piece between.
pub const DISCOVERED_CHECK: [Weight; 2] = [(-34, 34), (-153, -77)];

/// A rook or bishop with one piece between it and a queen, its own or the other: the queen of the side to move, or the other.
pub const BEFORE_QUEEN: [[Weight; 2]; 2] = [[(-24, 136), (-40, 69)], [(-36, -27), (-33, -23)]];

/// Being to move.
pub const TURN: Weight = (65, 89);
