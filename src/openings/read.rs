//! Books read from files: ECO-style PGN, Lichess tables, games.
//!
//! An entry that is no line is named, with its place, and the others are read.

use std::{
    fmt,
    io::{self, Read},
};

use shakmaty::{Chess, Color, Move, Position as _, san::SanPlus};

use super::{
    book::{Book, Entries},
    eco::{Eco, NotEco},
};
use crate::chess::{
    Position,
    games::{self, Game, Note},
    source::{self, Format, Input, Lines, Records, SourceError},
};

/// What is wrong with an entry of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryProblem {
    /// The file.
    pub file: String,
    /// Which entry, such as `game 12` or `line 3`.
    pub entry: String,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for EntryProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.file, self.entry, self.message)
    }
}

/// Adds what files hold, up to so many plies of each line: tables, whose names end in `.tsv`, and
/// games.
///
/// # Errors
///
/// [`SourceError`] if a file cannot be read; what was read until then stays.
pub fn files(book: &mut Book, files: &[String], plies: usize) -> Result<(), SourceError> {
    for file in files {
        // A table may be compressed.
        match file.ends_with(".tsv") || file.contains(".tsv.") {
            true => table(book, file, plies)?,
            false => pgn(book, file, plies)?,
        }
    }
    Ok(())
}

/// Adds the games of a PGN file, or of a bundled collection, up to so many plies each. Lines of an
/// ECO-style file are games with the tags `ECO`, `Opening` and `Variation`; older ones have the code
/// in `Site`, and the names in `White` and `Black`; chapters of a Lichess study have their own names. The variations of a
/// game are lines, too, up to a null move. How often the same moves come is how often the line is played.
///
/// # Errors
///
/// [`SourceError`] if the file cannot be read; what was read until then stays.
pub fn pgn(book: &mut Book, file: &str, plies: usize) -> Result<(), SourceError> {
    book.file = Entries::default();
    let mut games = Records::<Game>::new();
    let mut number = 1;
    while let Some(game) = games.get(file, number)? {
        add(book, file, number, &game, plies);
        number += 1;
    }
    Ok(())
}

/// Adds the lines that come with the program, whatever files there are.
pub(super) fn bundled(book: &mut Book) -> io::Result<()> {
    let text: Box<dyn Read + Send> = Box::new(source::OPENINGS.as_bytes());
    let mut games = Game::open(Input::new(text))?;
    let mut number = 1;
    while let Some(game) = Game::read(&mut games)? {
        add(book, "openings", number, &game, usize::MAX);
        number += 1;
    }
    Ok(())
}

fn add(book: &mut Book, file: &str, number: u64, game: &Game, plies: usize) {
    let problem = |message| EntryProblem {
        file: file.to_owned(),
        entry: format!("game {number}"),
        message,
    };
    match entry(game, plies) {
        Ok((eco, name)) => {
            book.file.read += 1;
            book.file.nameless += u64::from(name.is_empty());
            book.file.cut.extend(game.cut.iter().cloned().map(problem));
            for branch in game.lines() {
                let moves = branch.line.legal();
                let sound = book.learner.map(|side| sound(&branch.line, side));
                let plies = plies.min(sound.unwrap_or(usize::MAX));
                let moves = &moves[..moves.len().min(plies)];
                // What is cut before it leaves its line is there already.
                if branch.shared < moves.len() && countable(moves).is_ok() {
                    book.add(eco, &name, moves, 1);
                }
            }
        }
        Err(message) => book.problems.push(problem(message)),
    }
}

/// How many moves of a line from the start position stand before the first move of a side that is marked as a mistake (`?`) or a blunder
/// (`??`).
fn sound(line: &games::Line, side: Color) -> usize {
    let mut notes = line.notes.iter();
    let mistake = notes.find(|&&(at, ref note)| {
        matches!(note, Note::Nag(2 | 4)) && at % 2 == usize::from(side.is_white())
    });
    mistake.map_or(usize::MAX, |&(at, _)| at.saturating_sub(1))
}

/// The code and the name of a game whose lines may be in a book.
fn entry(game: &Game, plies: usize) -> Result<(Option<Eco>, String), String> {
    let moves = game.line.legal();
    let moves = &moves[..moves.len().min(plies)];
    if let Some(problem) = &game.problem
        && moves.len() < plies
    {
        return Err(problem.clone());
    }
    if game.start != Position::start() {
        return Err("it does not begin in the start position".to_owned());
    }
    countable(moves)?;
    let tag = |name: &str| game.tag(name).map(str::trim).unwrap_or_default();
    let known = |name: &str| Some(tag(name)).filter(|text| !["", "?"].contains(text));
    let eco = known("ECO").map(str::parse).transpose();
    let eco = eco.map_err(|wrong: NotEco| wrong.to_string())?;
    if let (None, None, Some(Ok(site))) = (eco, known("Opening"), known("Site").map(str::parse)) {
        return Ok((Some(site), named(known, "White", &["Black"])));
    }
    if let Some(chapter) = chapter(game) {
        return Ok((eco, chapter));
    }
    let name = named(known, "Opening", &["Variation", "SubVariation"]);
    Ok((eco, name))
}

/// The name of a chapter of a Lichess study, behind that of the study: newer ones have tags for both, older ones have them in
/// `Event`.
fn chapter(game: &Game) -> Option<String> {
    let tag = |name: &str| {
        game.tag(name)
            .map(str::trim)
            .filter(|text| !text.is_empty())
    };
    if let Some(chapter) = tag("ChapterName") {
        return Some(match tag("StudyName") {
            Some(study) => format!("{study}: {chapter}"),
            None => chapter.to_owned(),
        });
    }
    tag("Event")
        .filter(|_| tag("Site").is_some_and(|site| site.contains("lichess.org/study/")))
        .map(str::to_owned)
}

/// The name in some tags: the opening and what it is called more exactly.
fn named<'g>(known: impl Fn(&str) -> Option<&'g str>, opening: &str, parts: &[&str]) -> String {
    let mut name = known(opening).unwrap_or_default().to_owned();
    for part in parts.iter().filter_map(|part| known(part)) {
        name += if name.contains(':') { ", " } else { ": " };
        name += part;
    }
    name
}

/// That a line has moves, and not more than a book counts.
fn countable(moves: &[Move]) -> Result<(), String> {
    match moves.len() {
        0 => Err("it has no moves".to_owned()),
        plies if plies >= usize::from(u16::MAX) => {
            Err(format!("it has {plies} plies: expected fewer than 65,535"))
        }
        _ => Ok(()),
    }
}

/// Adds the rows of a table with the columns `eco`, `name` and `pgn`, parted by tabulators, whose
/// first row names them, up to so many plies each.
///
/// # Errors
///
/// [`SourceError`] if the file cannot be read, or is no such table; what was read until then stays.
pub fn table(book: &mut Book, file: &str, plies: usize) -> Result<(), SourceError> {
    book.file = Entries::default();
    let mut rows = Records::<Row>::new();
    let mut number = 1;
    while let Some(row) = rows.get(file, number)? {
        match row.line() {
            Ok((eco, name, moves)) => {
                book.file.read += 1;
                book.add(Some(eco), name, &moves[..moves.len().min(plies)], 1);
            }
            Err(message) => book.problems.push(EntryProblem {
                file: file.to_owned(),
                entry: format!("line {}", row.number),
                message,
            }),
        }
        number += 1;
    }
    Ok(())
}

/// A row of a table.
#[derive(Debug, Clone)]
struct Row {
    text: String,
    number: u64,
}

impl Row {
    fn line(&self) -> Result<(Eco, &str, Vec<Move>), String> {
        let columns: Vec<&str> = self.text.split('\t').collect();
        let &[eco, name, moves] = columns.as_slice() else {
            let found = columns.len();
            return Err(format!("expected eco, name and pgn, found {found} columns"));
        };
        let eco = eco.trim().parse::<Eco>();
        let eco = eco.map_err(|wrong| wrong.to_string())?;
        let moves = played(moves)?;
        countable(&moves)?;
        Ok((eco, name.trim(), moves))
    }
}

/// The moves of a text such as `1. e4 c5 2. Nf3`.
///
/// # Errors
///
/// What the first word that is no legal move is, and where.
pub fn played(text: &str) -> Result<Vec<Move>, String> {
    let mut chess = Chess::default();
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        // A number may stand before its move without a space.
        let san = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let san = match san.len() < word.len() && san.starts_with('.') {
            true => san.trim_start_matches('.'),
            false => word,
        };
        if san.is_empty() || ["*", "1-0", "0-1", "1/2-1/2"].contains(&word) {
            continue;
        }
        let place = || {
            let number = moves.len() / 2 + 1;
            let dots = if moves.len() % 2 == 0 { "." } else { "..." };
            format!("move {number}{dots}")
        };
        // Castling is sometimes written with zeros.
        let letters = match san.starts_with("0-0") {
            true => san.replace('0', "O"),
            false => san.to_owned(),
        };
        let parsed: SanPlus = letters
            .parse()
            .map_err(|_| format!("unreadable move {san} at {}", place()))?;
        let m = parsed
            .san
            .to_move(&chess)
            .map_err(|error| format!("{} move {san} at {}", games::wrong(&error), place()))?;
        chess.play_unchecked(m);
        moves.push(m);
    }
    Ok(moves)
}

impl Format for Row {
    type Reader = Lines;

    fn open(input: Input) -> io::Result<Lines> {
        let mut lines = Lines::new(input);
        let head = lines.next()?.unwrap_or_default();
        let columns: Vec<&str> = head.split('\t').map(str::trim).collect();
        match columns.as_slice() {
            ["eco", "name", "pgn"] => Ok(lines),
            _ => Err(source::malformed(
                "expected the columns eco, name and pgn, parted by tabulators",
            )),
        }
    }

    fn read(lines: &mut Lines) -> io::Result<Option<Row>> {
        while let Some(text) = lines.next()? {
            if !text.trim().is_empty() {
                let number = lines.number;
                return Ok(Some(Row { text, number }));
            }
        }
        Ok(None)
    }

    fn skip(lines: &mut Lines) -> io::Result<bool> {
        Ok(Row::read(lines)?.is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::openings::{Preference, Weights};

    fn scratch(name: &str, text: &str) -> String {
        let path = std::env::temp_dir().join(format!("chesslog-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    fn reported(book: &Book, file: &str) -> Vec<String> {
        let problems = book.problems.iter();
        problems
            .map(|problem| problem.to_string().replace(file, "FILE"))
            .collect()
    }

    #[test]
    fn entries_that_are_no_lines_are_named() {
        let file = scratch(
            "book.tsv",
            "eco\tname\tpgn\nB00\tKing's Pawn\t1. e4\nX00\tWrong\t1. e4\n\nC20\tShort\nC50\tItalian\t1.e4 e5 2.Nf3 Nc6 3.Bc4\n\
             C40\tIllegal\t1. e4 e5 2. Ke3\nC40\tOdd\t1. e4 5e\nA00\tNone\t*\nD30\tTwo\t1. d4 d5 2. c4 e6 3. Nf3 Nf6 4. e3 c6 5. Nd2\n",
        );
        let mut book = Book::default();
        table(&mut book, &file, usize::MAX).unwrap();
        assert_eq!(book.lines().len(), 2);
        assert_eq!(book.lines()[1].moves.len(), 5);
        let castled = played("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 0-0");
        assert_eq!(castled, played("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"));
        let mut short = Book::default();
        table(&mut short, &file, 1).unwrap();
        assert_eq!((short.lines().len(), short.lines()[0].count), (1, 2));
        assert_eq!(
            reported(&book, &file),
            [
                "FILE: line 3: `X00` is no ECO code: expected one from A00 to E99",
                "FILE: line 5: expected eco, name and pgn, found 2 columns",
                "FILE: line 7: illegal move Ke3 at move 2.",
                "FILE: line 8: unreadable move 5e at move 1...",
                "FILE: line 9: it has no moves",
                "FILE: line 10: ambiguous move Nd2 at move 5.",
            ]
        );
        let no_table = scratch("no.tsv", "name\tpgn\n");
        let error = table(&mut book, &no_table, usize::MAX)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("expected the columns eco, name and pgn"),
            "{error}"
        );
    }

    #[test]
    fn who_learns_a_line_does_not_learn_its_mistakes() {
        let text = "1. e4 e5 2. Nf3 (2. Qh5? $4 Nc6) 2... Nc6 (2... f6 $2 3. Nxe5) 3. Bb5 Nd4? *\n";
        let file = scratch("mistakes.pgn", text);
        let lengths = |learner| {
            let mut book = Book::default();
            book.learner = learner;
            pgn(&mut book, &file, usize::MAX).unwrap();
            let lines = book.lines().iter();
            lines.map(|line| line.moves.len()).collect::<Vec<_>>()
        };
        assert_eq!(lengths(None), [6, 4, 5]);
        assert_eq!(lengths(Some(Color::White)), [6, 5]);
        assert_eq!(lengths(Some(Color::Black)), [5, 4]);
    }

    /// The books of SCID and its kin.
    #[test]
    fn names_may_stand_where_players_do() {
        let head = |site: &str, white: &str, black: &str| {
            format!(
                "[Event \"?\"]\n[Site \"{site}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n"
            )
        };
        let text = [
            head("A00", "Polish", "Outflank Variation") + "1. b4 c6 *\n\n",
            head("A00", "Polish", "?") + "1. b4 Nh6 (1... e5 2. Bb2 (2. b6)) 2. Bb2 *\n\n",
            head("London", "Anderssen", "Kieseritzky") + "1. e4 e5 2. f4 (2. Nf3) (2. d4) exf4 *\n",
        ];
        let file = scratch("siena.pgn", &text.concat());
        let mut book = Book::default();
        pgn(&mut book, &file, usize::MAX).unwrap();
        let lines = book.lines().iter();
        let lines: Vec<(Option<String>, &str)> = lines
            .map(|line| (line.eco.map(|eco| eco.to_string()), &*line.name))
            .collect();
        let code = Some("A00".to_owned());
        assert_eq!(
            lines,
            [
                (code.clone(), "Polish: Outflank Variation"),
                (code.clone(), "Polish"),
                (code, "Polish"),
                (None, ""),
                (None, ""),
                (None, "")
            ]
        );
        // A variation that is not legal is a line up to there, and told of.
        assert_eq!(book.lines()[2].moves.len(), 3);
        assert_eq!((book.file.read, book.file.nameless), (3, 1));
        let cut: Vec<String> = book.file.cut.iter().map(EntryProblem::to_string).collect();
        let told = "a variation ends before illegal move b6 at ply 3 (move 2.)";
        assert_eq!(cut, [format!("{file}: game 2: {told}")]);
        let error = Weights::new(&[Preference::Gambit], &[]).unwrap();
        let error = error.apply(&book, &[3, 4, 5]).unwrap_err().to_string();
        assert_eq!(
            error,
            "the preference `gambit` admits none of 3 lines: it goes by names, and no line has one"
        );
    }

    #[test]
    fn games_are_cut_and_counted() {
        let file = scratch(
            "book.pgn",
            "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[White \"B\"]\n\n1. e4 e5 2. Nc3 *\n\n\
             [ECO \"B20\"]\n[Opening \"Sicilian\"]\n[Variation \"Closed\"]\n\n1. e4 c5 2. Nc3 *\n\n\
             [White \"C\"]\n\n*\n\n[White \"D\"]\n\n1. e4 e5 2. Ke4 *\n",
        );
        let mut book = Book::default();
        pgn(&mut book, &file, 2).unwrap();
        let lines: Vec<(&str, u32)> = book.lines().iter().map(|l| (&*l.name, l.count)).collect();
        assert_eq!(lines, [("", 3), ("Sicilian: Closed", 1)]);
        assert_eq!(reported(&book, &file), ["FILE: game 4: it has no moves"]);
        let mut whole = Book::default();
        pgn(&mut whole, &file, usize::MAX).unwrap();
        assert_eq!(whole.lines().len(), 3);
        assert_eq!(
            reported(&whole, &file)[1],
            "FILE: game 5: illegal move Ke4 at ply 3 (move 2.)"
        );
    }
}
