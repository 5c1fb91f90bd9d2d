//! Movetext: moves, and the comments, annotation glyphs and variations among them.
//!
//! Nothing is passed over in silence: a word that looks like a move but is none ends its line.

use shakmaty::{Chess, Move, san::SanError};

use super::{Game, Line, Note, Outcome, played};
use crate::chess::notation::{self, NoMove};

/// How deep variations may nest; who reads them goes down one call a level.
const DEEPEST: usize = 100;

/// What stands for a null move.
const NULL_MOVES: [&str; 4] = ["--", "Z0", "@@@@", "0000"];

/// Annotation glyphs that are written as signs, the longer before those that they end in.
const SIGNS: [(&str, u8); 20] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("+/-", 16),
    ("-/+", 17),
    ("±", 16),
    ("∓", 17),
    ("⩲", 14),
    ("⩱", 15),
    ("∞", 13),
    ("□", 7),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("=", 10),
    ("N", 146),
];

/// A part of movetext.
enum Token<'t> {
    /// A comment, and whether it is closed.
    Comment(&'t [u8], bool),
    Open,
    Close,
    Nag(u8),
    Word(&'t [u8]),
}

/// The text of a game cut into tokens; tags, move numbers and `*` are passed over.
struct Tokens<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Tokens<'t> {
    /// Takes what stands before a byte that ends it, or before the end.
    fn until(&mut self, ends: impl Fn(u8) -> bool) -> &'t [u8] {
        let rest = &self.text[self.at..];
        let len = rest.iter().position(|&byte| ends(byte));
        let taken = &rest[..len.unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// Passes over one byte; false at the end.
    fn bump(&mut self) -> bool {
        let more = self.at < self.text.len();
        self.at += usize::from(more);
        more
    }

    /// Passes over a tag pair up to the end of its value, which may hold brackets.
    fn tag(&mut self) {
        self.until(|byte| b"\"]\n".contains(&byte));
        if self.text.get(self.at) != Some(&b'"') {
            return;
        }
        self.bump();
        loop {
            self.until(|byte| b"\"\\\n".contains(&byte));
            if self.text.get(self.at) != Some(&b'\\') {
                self.bump();
                return;
            }
            self.bump();
            self.bump();
        }
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        loop {
            let byte = *self.text.get(self.at)?;
            let line_begins = self.at == 0 || self.text[self.at - 1] == b'\n';
            match byte {
                b'%' if line_begins => {
                    self.until(|byte| byte == b'\n');
                }
                b'[' => self.tag(),
                b'{' => {
                    self.bump();
                    let text = self.until(|byte| byte == b'}');
                    return Some(Token::Comment(text, self.bump()));
                }
                b';' => {
                    self.bump();
                    return Some(Token::Comment(self.until(|byte| byte == b'\n'), true));
                }
                b'(' => {
                    self.bump();
                    return Some(Token::Open);
                }
                b')' => {
                    self.bump();
                    return Some(Token::Close);
                }
                b'$' => {
                    self.bump();
                    let digits = self.until(|byte| !byte.is_ascii_digit());
                    let number = str::from_utf8(digits)
                        .ok()
                        .and_then(|text| text.parse().ok());
                    if let Some(number) = number {
                        return Some(Token::Nag(number));
                    }
                }
                b'!' | b'?' => {
                    let sign = self.until(|byte| !b"!?".contains(&byte));
                    if let Some(nag) = sign_of(sign) {
                        return Some(Token::Nag(nag));
                    }
                }
                b' ' | b'\t' | b'\r' | b'\n' | b'.' | b'*' | b']' | b'}' => {
                    self.bump();
                }
                _ => {
                    let word = self.until(|byte| b" \t\r\n{}()!?$;.*".contains(&byte));
                    // A move may be glued to its number.
                    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
                    return Some(Token::Word(match word.get(digits) {
                        None if word != b"0000" => continue,
                        Some(b) if b.is_ascii_alphabetic() || !b.is_ascii() => &word[digits..],
                        _ => word,
                    }));
                }
            }
        }
    }
}

/// The glyph that is written as this sign.
fn sign_of(sign: &[u8]) -> Option<u8> {
    let mut signs = SIGNS.iter();
    signs.find_map(|(text, nag)| (text.as_bytes() == sign).then_some(*nag))
}

/// A line that is being read.
struct Draft {
    line: Line,
    /// The board before the last move, if there is one, and now.
    before: Option<Chess>,
    board: Chess,
    /// How many plies there are before it.
    base: usize,
    /// Whether something is wrong with it: what follows is not read.
    ended: bool,
}

impl Draft {
    fn new(board: Chess, base: usize) -> Draft {
        Draft {
            line: Line::default(),
            before: None,
            board,
            base,
            ended: false,
        }
    }

    fn note(&mut self, note: Note) {
        if !self.ended {
            self.line.notes.push((self.line.moves.len(), note));
        }
    }

    /// The ply of the next move, in the game.
    fn ply(&self) -> usize {
        self.base + self.line.moves.len() + 1
    }
}

/// Reads the text of a game, whose tags have been read, into the game; returns how many words of
/// the main line do not look like moves.
pub(super) fn read(game: &mut Game, text: &[u8]) -> usize {
    let mut reading = Reading {
        drafts: vec![Draft::new(Chess::clone(&game.start), 0)],
        passing: 0,
        prose: 0,
        game,
    };
    for token in (Tokens { text, at: 0 }) {
        reading.token(token);
    }
    while reading.drafts.len() > 1 {
        reading.cut("is not closed".to_owned());
        reading.close();
    }
    let prose = reading.prose;
    if let Some(main) = reading.drafts.pop() {
        game.line = main.line;
    }
    prose
}

/// A game that is being read.
struct Reading<'g> {
    game: &'g mut Game,
    /// The main line, and the variations that are open.
    drafts: Vec<Draft>,
    /// How many variations are open that are passed over.
    passing: usize,
    prose: usize,
}

impl Reading<'_> {
    fn token(&mut self, token: Token<'_>) {
        match token {
            Token::Open if self.passing > 0 => self.passing += 1,
            Token::Close if self.passing > 0 => self.passing -= 1,
            _ if self.passing > 0 => {}
            Token::Open => self.open(),
            Token::Close => self.close(),
            Token::Nag(nag) => self.note(Note::Nag(nag)),
            Token::Comment(text, closed) => {
                // Where its lines end is the writer's business.
                let text = String::from_utf8_lossy(text);
                let lines = text.lines().map(str::trim);
                let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
                if !lines.is_empty() {
                    self.note(Note::Comment(lines.join(" ")));
                }
                if !closed {
                    self.main_line_ends("comment without } before");
                }
            }
            Token::Word(word) => self.word(&String::from_utf8_lossy(word)),
        }
    }

    fn last(&mut self) -> &mut Draft {
        let last = self.drafts.len() - 1;
        &mut self.drafts[last]
    }

    fn note(&mut self, note: Note) {
        self.last().note(note);
    }

    fn open(&mut self) {
        let depth = self.drafts.len();
        let draft = self.last();
        let base = draft.ply().saturating_sub(2);
        match draft.before.clone() {
            _ if draft.ended => self.passing = 1,
            _ if depth > DEEPEST => {
                self.cut(format!(
                    "has variations more than {DEEPEST} deep, left out,"
                ));
                self.passing = 1;
            }
            Some(board) => self.drafts.push(Draft::new(board, base)),
            None => {
                let place = self.game.place(draft_ply(&self.drafts));
                self.game.cut.push(format!(
                    "a variation is left out: it stands before the first move, {place}"
                ));
                self.passing = 1;
            }
        }
    }

    fn close(&mut self) {
        if self.drafts.len() > 1
            && let Some(draft) = self.drafts.pop()
            && draft.line != Line::default()
        {
            self.note(Note::Variation(draft.line));
        }
    }

    fn word(&mut self, word: &str) {
        let depth = self.drafts.len();
        if let Ok(mark) = word.parse::<Outcome>() {
            if depth == 1 {
                self.game.mark = Some(mark);
            }
            return;
        }
        let (word, nag) = without_sign(word);
        if self.last().ended {
            return;
        }
        if !word.is_empty() {
            self.step(word);
        }
        if let Some(nag) = nag {
            self.note(Note::Nag(nag));
        }
    }

    /// Plays the move that a word means.
    fn step(&mut self, word: &str) {
        let is_main = self.drafts.len() == 1;
        let draft = self.last();
        let m = match step(word, &draft.board) {
            Step::Move(m) => m,
            Step::Wrong(wrong) => return self.ends(&format!("{wrong} move {}", short(word))),
            Step::Prose => {
                self.prose += usize::from(is_main);
                return;
            }
            Step::Sign => return,
        };
        match played(&draft.board, m) {
            Some(after) => {
                draft.line.moves.push(m);
                draft.before = Some(std::mem::replace(&mut draft.board, after));
            }
            None => self.ends(&format!("null move {word} in check")),
        }
    }

    /// Ends the line that is read, because of something that stands there.
    fn ends(&mut self, what: &str) {
        let is_main = self.drafts.len() == 1;
        if is_main {
            return self.main_line_ends(&format!("{what} at"));
        }
        self.cut(format!("ends before {what}"));
        self.last().ended = true;
    }

    fn main_line_ends(&mut self, what: &str) {
        let main = &mut self.drafts[0];
        if !std::mem::replace(&mut main.ended, true) {
            let place = self.game.place(main.ply());
            self.game.problem = Some(format!("{what} {place}"));
        }
    }

    /// Remembers what is wrong with the variation that is read.
    fn cut(&mut self, what: String) {
        let place = self.game.place(draft_ply(&self.drafts));
        self.game.cut.push(format!("a variation {what} at {place}"));
    }
}

/// The ply of the next move of the line that is read.
fn draft_ply(drafts: &[Draft]) -> usize {
    drafts.last().map_or(1, Draft::ply)
}

/// What a word means.
enum Step {
    /// A legal move, or a null move.
    Move(Option<Move>),
    /// It looks like a move, and is none: why.
    Wrong(&'static str),
    /// It is a word of some language.
    Prose,
    /// It means nothing here.
    Sign,
}

fn step(word: &str, board: &Chess) -> Step {
    if NULL_MOVES.contains(&word) {
        return Step::Move(None);
    }
    match notation::read(board, word) {
        Ok(m) => Step::Move(Some(m)),
        Err(NoMove::Not(error)) => Step::Wrong(wrong(&error)),
        Err(NoMove::Unreadable) => {
            let has = |kind: fn(&u8) -> bool| word.as_bytes().iter().any(kind);
            match (has(u8::is_ascii_alphabetic), has(u8::is_ascii_digit)) {
                (true, true) => Step::Wrong("unreadable"),
                (true, false) => Step::Prose,
                (false, _) => Step::Sign,
            }
        }
    }
}

/// A word and the sign of an annotation that it is, or ends in.
fn without_sign(word: &str) -> (&str, Option<u8>) {
    let mut signs = SIGNS.iter();
    let found = signs.find_map(|(sign, nag)| {
        let rest = word.strip_suffix(sign)?;
        // A letter is a sign only by itself; `--` and `+` are something else.
        let ends = rest.chars().last();
        let is_sign = ends.is_none_or(|last| *sign != "N" && last.is_ascii_alphanumeric());
        is_sign.then_some((rest, Some(*nag)))
    });
    found.unwrap_or((word, None))
}

/// A word as it is told of.
fn short(word: &str) -> String {
    word.chars().take(40).collect()
}

/// What a move is that cannot be made: `illegal` or `ambiguous`.
pub(crate) fn wrong(error: &SanError) -> &'static str {
    match error {
        SanError::IllegalSan => "illegal",
        SanError::AmbiguousSan => "ambiguous",
    }
}
