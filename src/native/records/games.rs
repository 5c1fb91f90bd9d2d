//! What is asked of games: tags, moves, positions, and what the file says of them.
//!
//! A [`GameRef`] may name a variation; all but its tags are those of the line from the start of the
//! game to the end of the variation.

use std::{
    cell::RefCell,
    collections::{HashMap, VecDeque},
    rc::Rc,
    thread::LocalKey,
};

use shakmaty::Square;

use super::{GAMES, find, matching, replay::Replay};
use crate::{
    chess::{
        Position, Side,
        games::{Evaluation, Game, Line, Note, Outcome, Player, Quest, Scan, ScanResult, index},
        moves::MoveTerm,
        source::{Version, version},
    },
    native::{Error, One, Page, modes::*, patterns, types::*},
    term::Term,
};

atoms! { result: Outcome = white Outcome::White, black Outcome::Black, draw Outcome::Draw }

/// The game in its file, which has the line that is named.
fn of_file(game: &GameRef) -> Result<Rc<Game>, Error> {
    if game.line > 0 {
        Replay::of(game)?;
    }
    find(&GAMES, game)
}

/// Relates a game to its tags.
pub(super) fn tag(
    game: GameRef,
    name: Option<Name>,
    value: Option<String>,
) -> Result<Vec<(Name, String)>, Error> {
    let game = of_file(&game)?;
    let tags = game
        .tags
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    Ok(matching(tags, name, value))
}

/// Relates a game to its positions, the start position at ply 0. A given position agrees with one
/// of the game whatever their counters.
pub(super) fn position(
    game: GameRef,
    ply: Option<u64>,
    position: Option<Position>,
) -> Result<Vec<(u64, Position)>, Error> {
    let replay = Replay::of(&game)?;
    let agrees = |&ply: &usize| {
        let wanted = position.as_ref();
        wanted.is_none_or(|wanted| wanted.is_same_as(&replay.board(ply)))
    };
    let plies = replay.range(ply).filter(agrees);
    Ok(plies
        .map(|ply| (ply as u64, replay.position(ply)))
        .collect())
}

/// Relates a game to its moves, each at the ply that it leads to, and their SAN.
pub(super) fn moves(
    game: GameRef,
    ply: Option<u64>,
    mv: Option<MoveTerm>,
    san: Option<String>,
) -> Result<Vec<(u64, MoveTerm, String)>, Error> {
    let replay = Replay::of(&game)?;
    Ok(replay
        .range(ply)
        .filter(|&ply| ply > 0)
        .map(|ply| (ply, replay.term(ply)))
        .filter(|(_, term)| admits(&mv, term))
        .map(|(ply, term)| (ply as u64, term, replay.san(ply)))
        .filter(|(_, _, written)| admits(&san, written))
        .collect())
}

/// What is said of the plies of a game, in one way.
fn said<T>(
    game: &GameRef,
    ply: Option<u64>,
    what: impl Fn(&Line) -> Vec<(usize, T)>,
) -> Result<Vec<(u64, T)>, Error> {
    let replay = Replay::of(game)?;
    let rows = what(&replay.line).into_iter();
    let rows = rows.map(|(at, value)| (at as u64, value));
    Ok(rows.filter(|(at, _)| admits(&ply, at)).collect())
}

/// Relates a game to its comments, each at the ply that it follows.
pub(super) fn comment(
    game: GameRef,
    ply: Option<u64>,
    text: Option<String>,
) -> Result<Vec<(u64, String)>, Error> {
    let comments = |line: &Line| {
        let comments = line.comments();
        comments.map(|(ply, text)| (ply, text.to_owned())).collect()
    };
    let mut rows = said(&game, ply, comments)?;
    rows.retain(|(_, comment)| admits(&text, comment));
    Ok(rows)
}

/// Relates a game to the annotation glyphs of its moves.
pub(super) fn nag(
    game: GameRef,
    ply: Option<u64>,
    nag: Option<u64>,
) -> Result<Vec<(u64, u64)>, Error> {
    let nags = |line: &Line| line.nags().map(|(ply, nag)| (ply, nag.into())).collect();
    let mut rows = said(&game, ply, nags)?;
    rows.retain(|(_, found)| admits(&nag, found));
    Ok(rows)
}

/// Relates a game to what clocks show.
pub(super) fn clock(game: GameRef, ply: Option<u64>) -> Result<Vec<(u64, f64)>, Error> {
    said(&game, ply, |line| line.clocks().collect())
}

/// Relates a game to what engines said of its positions.
pub(super) fn evaluation(game: GameRef, ply: Option<u64>) -> Result<Vec<(u64, TermText)>, Error> {
    let text = |evaluation| {
        TermText(match evaluation {
            Evaluation::Centipawns(centipawns) => format!("centipawns({centipawns})"),
            Evaluation::Mate(moves) => format!("mate({moves})"),
        })
    };
    let evaluations = |line: &Line| {
        let evaluations = line.evaluations();
        evaluations.map(|(ply, found)| (ply, text(found))).collect()
    };
    said(&game, ply, evaluations)
}

/// Relates a game to who won it.
pub(super) fn result(game: GameRef, result: Option<Outcome>) -> Result<Option<Outcome>, Error> {
    let found = of_file(&game)?.outcome();
    Ok(found.and_then(|found| only(found, result)))
}

/// Relates a game to the ratings of its players.
pub(super) fn elo(
    game: GameRef,
    side: Option<Side>,
    elo: Option<u64>,
) -> Result<Vec<(Side, u64)>, Error> {
    let game = of_file(&game)?;
    let rows = sides(side).filter_map(|side| Some((side, game.elo(side)?.into())));
    Ok(rows.filter(|(_, found)| admits(&elo, found)).collect())
}

/// Relates a game to the day on which it was played.
pub(super) fn date(game: GameRef) -> Result<Option<TermText>, Error> {
    let part = |part: Option<u32>| part.map_or("_".to_owned(), |part| part.to_string());
    let date = of_file(&game)?.date();
    Ok(date
        .map(|(year, month, day)| TermText(format!("date({year},{},{})", part(month), part(day)))))
}

/// Finds how long a game is, and its last position.
pub(super) fn end(game: GameRef) -> Result<One<(u64, Position)>, Error> {
    let replay = Replay::of(&game)?;
    let last = replay.line.moves.len();
    Ok(One((last as u64, replay.position(last))))
}

/// Relates a game to the plies at which it is as a pattern says.
pub(super) fn pattern(
    game: GameRef,
    ply: Option<u64>,
    pattern: TermText,
) -> Result<Vec<u64>, Error> {
    let (replay, pattern) = (Replay::of(&game)?, patterns::compiled(&pattern)?);
    let plies = replay.range(ply);
    let plies = plies.filter(|&ply| pattern.matches(&replay.board(ply)));
    Ok(plies.map(|ply| ply as u64).collect())
}

/// A search of a file, and what it has found so far.
struct Search<T> {
    file: String,
    version: Version,
    /// The index that there was, if there was one.
    index: Option<Version>,
    asked: String,
    scan: Scan<T>,
    /// The rows after those that have been dropped.
    found: VecDeque<ScanResult<T>>,
    dropped: usize,
    ended: bool,
}

/// The searches of one kind, least recently used first.
type Searches<T> = RefCell<Vec<Search<T>>>;

thread_local! {
    static PATTERNS: Searches<u64> = const { RefCell::new(Vec::new()) };
    static PLAYERS: Searches<Side> = const { RefCell::new(Vec::new()) };
}

/// Searches of each kind that are kept.
const SEARCHES_KEPT: usize = 4;
/// Rows of a search that are kept for whoever asks the same again.
const ROWS_KEPT: usize = 1 << 20;

/// What a search finds in a file, as far as the page goes.
fn search<Q: Quest>(
    searches: &'static LocalKey<Searches<Q::Found>>,
    file: String,
    asked: String,
    quest: &Q,
    page: Page,
) -> Result<Vec<ScanResult<Q::Found>>, Error> {
    let of_file = version(&file)?;
    let index = index::path(&file);
    let index = index.to_str().and_then(|index| version(index).ok());
    searches.with_borrow_mut(|searches| {
        // Who is half through goes on as it was begun: what is said of the index is a row, too.
        let is_known = |search: &Search<Q::Found>| {
            let same = search.file == file && search.version == of_file && search.asked == asked;
            let indexed = search.index == index || page.begin() > 0;
            same && indexed && search.dropped <= page.begin()
        };
        let mut search = match searches.iter().rposition(is_known) {
            Some(at) => searches.remove(at),
            None => {
                searches.drain(..searches.len().saturating_sub(SEARCHES_KEPT - 1));
                Search {
                    scan: Scan::new(&file, quest)?,
                    file,
                    version: of_file,
                    index,
                    asked,
                    found: VecDeque::new(),
                    dropped: 0,
                    ended: false,
                }
            }
        };
        // One more shows whether there is another page.
        while search.dropped + search.found.len() <= page.end() && !search.ended {
            match search.scan.next(quest)? {
                Some(found) => search.found.push_back(found),
                None => search.ended = true,
            }
            if search.found.len() > ROWS_KEPT {
                let before = page.begin() - search.dropped;
                search.found.drain(..before);
                search.dropped += before;
            }
        }
        let rows = search.found.iter().skip(page.begin() - search.dropped);
        let rows = rows.take(Page::ROWS).cloned().collect();
        searches.push(search);
        Ok(rows)
    })
}

/// Finds where games of a file are as a pattern says, as far as the page goes.
pub(in crate::native) fn found_pattern(
    Name(file): Name,
    pattern: TermText,
    page: Page,
) -> Result<Vec<(u64, u64, String)>, Error> {
    let compiled = patterns::compiled(&pattern)?;
    let found = search(&PATTERNS, file, pattern.0, &*compiled, page)?;
    let rows = found.into_iter().map(|found| match found {
        ScanResult::Found(number, ply) => (number, ply, String::new()),
        ScanResult::Problem(number, problem) => (number, 0, problem),
        ScanResult::Notice(notice) => (0, 0, notice),
    });
    Ok(rows.collect())
}

/// Finds the games of a file that a player has played, as far as the page goes.
pub(in crate::native) fn found_player(
    Name(file): Name,
    Name(player): Name,
    page: Page,
) -> Result<Vec<(u64, Side, String)>, Error> {
    let quest = Player::named(&player);
    let found = search(&PLAYERS, file, player, &quest, page)?;
    let rows = found.into_iter().map(|found| match found {
        ScanResult::Found(number, side) => (number, side, String::new()),
        ScanResult::Problem(number, problem) => (number, Side::White, problem),
        ScanResult::Notice(notice) => (0, Side::White, notice),
    });
    Ok(rows.collect())
}

/// Relates a game to where its pieces are.
pub(super) fn path(
    game: GameRef,
    origin: Option<Square>,
    ply: Option<u64>,
    square: Option<Square>,
    page: Page,
) -> Result<Vec<(Square, u64, Square)>, Error> {
    let replay = Replay::of(&game)?;
    let places = replay.line.places(&replay.board(0));
    let rows = squares(origin).into_iter().flat_map(|origin| {
        let at = |ply: usize| Some((origin, ply as u64, places[ply][origin.to_usize()]?));
        replay.range(ply).filter_map(at).collect::<Vec<_>>()
    });
    let rows = rows.filter(|(_, _, at)| admits(&square, at));
    Ok(page.of(rows).collect())
}

/// Relates a game to how often the position at each ply has occurred.
pub(super) fn repetition(
    game: GameRef,
    ply: Option<u64>,
    times: Option<u64>,
) -> Result<Vec<(u64, u64)>, Error> {
    let replay = Replay::of(&game)?;
    let mut counts: HashMap<String, u64> = HashMap::new();
    let rows = replay.range(None).map(|at| {
        let key = replay.position(at).key().to_owned();
        let count = counts.entry(key).or_default();
        *count += 1;
        (at as u64, *count)
    });
    Ok(rows
        .filter(|(at, count)| admits(&ply, at) && admits(&times, count))
        .collect())
}

/// Finds the lines that leave a line of a game, and those that leave them, each with the ply of its
/// first move of its own and its number.
pub(in crate::native) fn variation(
    game: GameRef,
    ply: Option<u64>,
) -> Result<Vec<(u64, u64)>, Error> {
    let lines = of_file(&game)?.lines();
    let Some(of) = lines.get(game.line) else {
        return Err(super::no_such(&game));
    };
    let rows = (game.line + 1..of.end).map(|at| (lines[at].shared as u64 + 1, at as u64));
    Ok(rows.filter(|(at, _)| admits(&ply, at)).collect())
}

/// Writes a game as a tree.
pub(super) fn tree(game: GameRef) -> Result<One<TermText>, Error> {
    let replay = Replay::of(&game)?;
    let mut text = String::new();
    write_line(&replay, &mut text);
    Ok(One(TermText(text)))
}

/// A game as PGN.
pub(super) fn pgn(record: GameRef) -> Result<One<String>, Error> {
    Ok(One(whole(&record)?.pgn()))
}

/// What else is said of a game.
pub(super) const REMARKS: &str = "remarks";

/// A game as PGN, with more comments.
///
/// # Errors
///
/// [`Error::Domain`], if one is none, or of a ply that the game does not have.
pub(super) fn pgn_with(record: GameRef, remarks: Term) -> Result<One<String>, Error> {
    let mut game = whole(&record)?;
    let culprit = |term: &Term| Error::Domain {
        domain: REMARKS,
        culprit: term.to_string(),
    };
    for remark in remarks.elements().ok_or_else(|| culprit(&remarks))? {
        let read = || {
            let [ply, text] = remark.arguments("-")?;
            let Term::Integer(ply) = ply else { return None };
            let ply = usize::try_from(*ply).ok()?;
            Some((ply, text.text()?.to_owned())).filter(|(ply, _)| *ply <= game.line.moves.len())
        };
        let (ply, text) = read().ok_or_else(|| culprit(&remark))?;
        game.line.comment(ply, text);
    }
    Ok(One(game.pgn()))
}

/// The game, or of a variation the line from the start of the game.
fn whole(record: &GameRef) -> Result<Game, Error> {
    let mut game = (*find(&GAMES, record)?).clone();
    if record.line > 0 {
        game.line = Replay::of(record)?.line.clone();
    }
    Ok(game)
}

/// Appends `line(Comments, Plies)`.
fn write_line(replay: &Replay, text: &mut String) {
    let notes = |ply: usize| {
        let notes = &replay.line.notes;
        let first = notes.partition_point(|(at, _)| *at < ply);
        let end = notes.partition_point(|(at, _)| *at <= ply);
        notes[first..end].iter().map(|(_, note)| note)
    };
    let comments = |ply: usize| -> Vec<Term> {
        let texts = notes(ply).filter_map(|note| match note {
            Note::Comment(text) => Some(Term::String(text.clone())),
            _ => None,
        });
        texts.collect()
    };
    text.push_str("line(");
    comments(0).write(text);
    text.push_str(",[");
    for ply in replay.range(None).skip(1) {
        text.push_str(if ply == 1 { "ply(" } else { ",ply(" });
        replay.term(ply).write(text);
        text.push(',');
        Term::String(replay.san(ply)).write(text);
        text.push(',');
        let nags: Vec<i64> = notes(ply)
            .filter_map(|note| match note {
                Note::Nag(nag) => Some((*nag).into()),
                _ => None,
            })
            .collect();
        nags.write(text);
        text.push(',');
        comments(ply).write(text);
        text.push_str(",[");
        let variations = notes(ply).filter_map(|note| match note {
            Note::Variation(line) => Some(line),
            _ => None,
        });
        for (index, line) in variations.enumerate() {
            text.push_str(if index == 0 { "" } else { "," });
            write_line(&replay.variation(ply, line), text);
        }
        text.push_str("])");
    }
    text.push_str("])");
}
