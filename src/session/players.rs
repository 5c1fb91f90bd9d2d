//! Who moves at a chess board: files of strategies, the strategies for endings, the book, Maia; and why the engine's own search,
//! which moves where they have nothing to say, does what it does.

use std::{
    collections::BTreeMap,
    path::Path,
    time::{Duration, Instant},
};

use shakmaty::{CastlingMode, Chess, Move, Position as _};

use super::{Session, explanation};
use crate::{
    chess::{
        History, Position,
        evaluation::{self, Shares, Term as Part},
        moves::{self, MoveTerm},
        notation,
        search::player::Line,
    },
    endgame::{
        Turn,
        strategy::{
            program::StrategyProgram,
            read::{self, Reading},
            shipped,
        },
        view::EndingView,
    },
    engine::{Effects, Event, InterruptHandle, Limits, QueryOptions, Settings, Severity},
    ilp::{Bits, Tester as _},
    network::{
        adviser::{Adviser, Among},
        leela::{Maia, Scratch},
    },
    openings::{
        Book,
        exact::{Plan, Target},
        prefer::{Preference, Weights},
        thread::Thread,
    },
    os,
    tactics::{
        file::{self, TacticsFile},
        strategy::{MoveRule, read_weight},
        tester::ChessTester,
    },
    term::{Term, quoted_text},
};

/// Ratings, and how many positions the search looks at before a move to play so, without lines of openings.
///
/// The scale is that of Stockfish 15.1 with its own `UCI_Elo`, which it does not keep well at 0.05 s a move: nine matches of
/// 40 games against ratings from 1350 to 2200 are fitted to within 131 points, eight of them to within 71.
pub const STRENGTHS: [(u32, f64); 5] = [
    (1250, 30.0),
    (1400, 100.0),
    (1640, 1000.0),
    (1880, 10_000.0),
    (2000, 32_000.0),
];

/// The least and the most of these ratings.
pub const RATINGS: (u32, u32) = (STRENGTHS[0].0, STRENGTHS[STRENGTHS.len() - 1].0);

/// How many positions the search may look at before a move to play like somebody with a rating.
pub fn positions(elo: u32) -> u64 {
    let above = STRENGTHS.iter().position(|&(rating, _)| rating >= elo);
    let above = above.unwrap_or(STRENGTHS.len() - 1).max(1);
    let ((low, few), (high, many)) = (STRENGTHS[above - 1], STRENGTHS[above]);
    // The strength grows with the logarithm.
    let share = f64::from(elo.saturating_sub(low)) / f64::from(high - low);
    (few.ln() + share * (many.ln() - few.ln())).exp().round() as u64
}

/// A move, and why it is made, a line an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub m: Move,
    pub reasons: Vec<String>,
}

/// Who is to move.
#[derive(Debug, Clone, PartialEq)]
pub struct Wishes {
    /// Files of strategies, in the order in which they are asked.
    pub strategies: Vec<String>,
    /// Whether the strategies for endings that come with the program play.
    pub endgames: bool,
    /// Whether lines of openings are played.
    pub book: bool,
    /// Which of them are preferred.
    pub preferences: Weights,
    /// The file with the weights of Maia, who plays instead of the search; nobody, if it is empty.
    pub maia: String,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            strategies: Vec::new(),
            endgames: true,
            book: true,
            preferences: Weights::default(),
            maia: String::new(),
        }
    }
}

/// All who may move.
pub struct Players {
    strategies: Vec<Strategy>,
    /// The network that plays as people do, and what it works in.
    maia: Option<(Maia, Scratch)>,
}

/// A file that says what to play.
struct Strategy {
    file: String,
    kind: Kind,
}

enum Kind {
    /// Conditions and moves of an ending.
    Ending(StrategyProgram),
    /// Tactics in an order, with weights: a decision list.
    Tactics(Box<TacticsFile>, Vec<f64>),
    /// `strategy(+Pos, -Move)` in Prolog.
    Prolog(Box<Session>),
}

impl Players {
    /// Those whom the options name, and what is wrong with the rest.
    pub fn read(wishes: &Wishes) -> (Players, Vec<String>) {
        let mut problems = Vec::new();
        let mut strategies = Vec::new();
        for file in &wishes.strategies {
            match Strategy::read(file, &mut problems) {
                Ok(strategy) => strategies.push(strategy),
                Err(why) => problems.push(why),
            }
        }
        let mut maia = None;
        if !wishes.maia.is_empty() {
            match Maia::read(Path::new(&wishes.maia)) {
                Ok(network) => {
                    let scratch = network.scratch();
                    maia = Some((network, scratch));
                }
                Err(why) => problems.push(format!("Maia: {why}")),
            }
        }
        (Players { strategies, maia }, problems)
    }

    /// What ends the work of strategies in Prolog.
    pub fn interrupts(&self) -> Vec<InterruptHandle> {
        let handle = |strategy: &Strategy| match &strategy.kind {
            Kind::Prolog(session) => Some(session.interrupt_handle()),
            _ => None,
        };
        self.strategies.iter().filter_map(handle).collect()
    }

    /// What they are, one line each.
    pub fn about(&self) -> impl Iterator<Item = String> {
        let strategies = self.strategies.iter().map(|strategy| {
            let what = match &strategy.kind {
                Kind::Ending(program) => format!("a strategy for {}", program.vocabulary.ending),
                Kind::Tactics(file, _) => format!("{} tactics", file.tactics.len()),
                Kind::Prolog(_) => "strategy/2 in Prolog".to_owned(),
            };
            format!("{}: {what}", strategy.file)
        });
        let maia = self
            .maia
            .iter()
            .map(|(network, _)| format!("{} plays", network.name()));
        strategies.chain(maia)
    }

    /// The move of the first who has one; `complain` hears of what went wrong before. Strategies in Prolog may take so
    /// much `time` together, until all is `stopped`. Lines of openings are drawn with the `seed`.
    pub fn choose(
        &mut self,
        game: &History,
        wishes: &Wishes,
        seed: u64,
        time: Duration,
        stopped: &dyn Fn() -> bool,
        complain: &mut dyn FnMut(String),
    ) -> Option<Choice> {
        let position = Position::from_chess(game.chess.clone());
        let end = Instant::now() + time;
        for strategy in &mut self.strategies {
            let rest = end.saturating_duration_since(Instant::now());
            if stopped() || rest.is_zero() {
                break;
            }
            match strategy.choose(&position, rest) {
                Ok(Some(choice)) => return Some(choice),
                Ok(None) => {}
                Err(why) => complain(format!("{}: {why}", strategy.file)),
            }
        }
        if wishes.endgames
            && let Some(choice) = shipped(&position)
        {
            return Some(choice);
        }
        let from_book = match wishes.book && game.usual {
            true => by_the_book(game, &wishes.preferences, seed),
            false => None,
        };
        from_book.or_else(|| self.as_people_do(game))
    }

    /// The move that Maia thinks the likeliest.
    fn as_people_do(&mut self, game: &History) -> Option<Choice> {
        let (maia, scratch) = self.maia.as_mut()?;
        let mut line = game.earlier.clone();
        line.push(game.chess.clone());
        let policy = maia.policy(&line, scratch);
        let (m, _) = *policy.first()?;
        let position = Position::from_chess(game.chess.clone());
        let shares = policy.iter().take(3);
        let shares =
            shares.map(|&(m, share)| format!("{} {share:.2}", notation::san(&position, m)));
        let shares: Vec<String> = shares.collect();
        Some(Choice {
            m,
            reasons: vec![format!("{}: {}", maia.name(), shares.join(", "))],
        })
    }
}

/// The next move of a line of the bundled book, drawn by a chain of Metropolis and Hastings among those that go on from
/// the position: as often as they are played, but for what is preferred.
fn by_the_book(game: &History, weights: &Weights, seed: u64) -> Option<Choice> {
    let book = Book::bundled();
    let number = book.find(&game.chess)?;
    let node = book.node(number);
    let passing: BTreeMap<u32, usize> = (node.passing.iter().rev())
        .map(|&(line, ply)| (line, usize::from(ply)))
        .collect();
    let target = Target::new(book, passing.keys().copied().collect(), weights)?;
    let plan = Plan {
        chains: 1,
        ..Plan::default()
    };
    let draws = target.draw(1, plan, seed ^ game.moves.len() as u64);
    let line = target.lines()[*draws.places.first()?.first()?];
    let to = *book.lines()[line as usize].nodes.get(passing[&line] + 1)?;
    let m = node.edges.iter().find(|edge| edge.to == to)?.m;
    let thread = Thread::new(book, to);
    let line = &book.lines()[line as usize];
    let mut reasons = vec![format!("book: on the way to {}", line.name)];
    if let Some(title) = thread.title(book) {
        reasons.push(format!("the position is of {}", title.name));
    }
    Some(Choice { m, reasons })
}

/// Which pieces the piece network would move, the likeliest first.
pub fn pieces(game: &History) -> String {
    let position = Position::from_chess(game.chess.clone());
    let adviser = Adviser::shipped();
    let pieces = adviser.pieces(&position, Among::Movable, &mut adviser.room());
    let told = pieces
        .iter()
        .take(3)
        .map(|(square, share)| format!("{square} {share:.2}"));
    format!("piece network: {}", told.collect::<Vec<_>>().join(", "))
}

/// Why the search has chosen a line: what it does to the parts of which the value of a position is the sum.
pub fn reason(chess: &Chess, line: &Line, shares: &Shares) -> String {
    match line.mate() {
        Some(moves) if moves > 0 => return format!("search: mates in {moves}"),
        Some(moves) => return format!("search: is mated in {} at the latest", -moves),
        None => {}
    }
    let mut end = chess.clone();
    line.moves.iter().for_each(|&m| end.play_unchecked(m));
    let sign = chess.turn().fold_wb(1, -1);
    let before = evaluation::terms(chess);
    let after = evaluation::terms(&end);
    let mut changes: Vec<(Part, i32)> = (Part::ALL.into_iter())
        .map(|term| {
            let change = after[term as usize] - before[term as usize];
            (term, sign * change * shares.of(term) / 100)
        })
        .filter(|(term, change)| *term != Part::Turn && change.abs() >= 10)
        .collect();
    changes.sort_by_key(|(_, change)| -change.abs());
    let changes = changes
        .iter()
        .take(3)
        .map(|(term, change)| format!("{} {:+.2}", term.words(), f64::from(*change) / 100.0));
    let changes: Vec<String> = changes.collect();
    let what = match changes.is_empty() {
        true => "the line changes nothing that counts".to_owned(),
        false => format!("the line changes {}", changes.join(", ")),
    };
    let plies = match line.depth {
        1 => "1 ply".to_owned(),
        depth => format!("{depth} plies"),
    };
    format!("search: {plies}; {what}")
}

/// `gambit`, `e4 0.8, uncommon -1`: names with their weights, if not the usual one.
pub fn preferences(text: &str) -> Result<Weights, String> {
    let (mut names, mut weights) = (Vec::new(), Vec::new());
    for part in text
        .split([',', ';'])
        .filter(|part| !part.trim().is_empty())
    {
        let mut words = part.split_whitespace();
        let name: Preference = (words.next().unwrap_or_default().parse())
            .map_err(|error: crate::openings::prefer::NoPreference| error.to_string())?;
        let weight = match words.next() {
            Some(word) => word
                .parse()
                .map_err(|_| format!("`{word}` is no weight; expected a number, as in e4 0.8"))?,
            None => Weights::USUAL,
        };
        names.push(name);
        weights.push(weight);
    }
    Weights::new(&names, &weights).map_err(|error| error.to_string())
}

/// What the strategy that comes with the program plays in an ending; it is proved to win.
fn shipped(position: &Position) -> Option<Choice> {
    let view = EndingView::of(position)?;
    let program = shipped::program(view.ending)?;
    let m = ending(program, &view, position)?;
    let mut reasons = vec![format!(
        "strategy for {}, which wins from every position that is won",
        view.ending
    )];
    reasons.push(program.why(&view.scene()).to_string());
    Some(Choice { m, reasons })
}

fn ending(program: &StrategyProgram, view: &EndingView, position: &Position) -> Option<Move> {
    if view.turn == Turn::Defender || program.vocabulary.ending != view.ending {
        return None;
    }
    let scene = view.scene();
    let word = program.why(&scene).word?;
    let after = (program.vocabulary.moves[word].find)(&scene)?;
    moves::find(position, view.move_to(&after)?)
}

impl Strategy {
    /// Reads a file of one of the kinds.
    fn read(file: &str, problems: &mut Vec<String>) -> Result<Strategy, String> {
        let text = os::read_text(Path::new(file))
            .map_err(|error| format!("cannot read {file}: {error}"))?;
        let kind = match read::read(file, &text, None) {
            Ok(Reading::Program(program)) => Kind::Ending(program),
            Ok(Reading::Other(_)) => Kind::Prolog(Box::new(in_prolog(file, problems)?)),
            Err(no_strategy) => match file::parse(file, &text) {
                Ok(tactics) if !tactics.tactics.is_empty() => {
                    let weights = tactics.tactics.iter();
                    let weights = weights.map(|tactic| read_weight(&tactic.comment).unwrap_or(1.0));
                    let weights = weights.collect();
                    Kind::Tactics(Box::new(tactics), weights)
                }
                Ok(_) => return Err(no_strategy.to_string()),
                // A mistake in the text is one for both.
                Err(no_tactics) if no_tactics.to_string() == no_strategy.to_string() => {
                    return Err(no_strategy.to_string());
                }
                Err(no_tactics) => {
                    return Err(format!(
                        "{file} is neither a strategy nor a file of tactics.\n{no_strategy}\n{no_tactics}"
                    ));
                }
            },
        };
        Ok(Strategy {
            file: file.to_owned(),
            kind,
        })
    }

    fn choose(&mut self, position: &Position, time: Duration) -> Result<Option<Choice>, String> {
        match &mut self.kind {
            Kind::Ending(program) => {
                let Some(view) = EndingView::of(position) else {
                    return Ok(None);
                };
                let m = ending(program, &view, position);
                Ok(m.map(|m| Choice {
                    m,
                    reasons: vec![format!("{}: {}", self.file, program.why(&view.scene()))],
                }))
            }
            Kind::Tactics(tactics, weights) => {
                Ok(by_tactics(&self.file, tactics, weights, position))
            }
            Kind::Prolog(session) => {
                let m = asked(session, position, time)?;
                Ok(m.map(|m| Choice {
                    m,
                    reasons: vec![format!(
                        "{}: strategy/2 answers {}",
                        self.file,
                        notation::san(position, m)
                    )],
                }))
            }
        }
    }
}

/// The move of a decision list: the first tactic that suggests something decides.
fn by_tactics(
    name: &str,
    tactics: &TacticsFile,
    weights: &[f64],
    position: &Position,
) -> Option<Choice> {
    let tester = ChessTester::new(&tactics.vocabulary, [(**position).clone()]);
    let all = Bits::full(tester.examples());
    let mut suggested: BTreeMap<String, (Move, Vec<u16>)> = (tester.moves(0).iter())
        .map(|&m| (notation::uci(m, CastlingMode::Standard), (m, Vec::new())))
        .collect();
    for (number, tactic) in tactics.tactics.iter().enumerate() {
        let Ok(cover) = tester.coverage(&tactic.clause, &all) else {
            continue;
        };
        for m in tester.suggestions(&cover, 0) {
            if let Some((_, by)) = suggested.get_mut(&notation::uci(m, CastlingMode::Standard)) {
                by.push(number as u16);
            }
        }
    }
    let moves = suggested.values().map(|(_, by)| by.as_slice());
    let chosen = MoveRule::List.choose(weights, moves)?;
    let (m, by) = suggested.into_values().nth(chosen)?;
    let first = &tactics.tactics[usize::from(*by.first()?)];
    let text = first.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut reasons = vec![format!("{name}:{}: {text}", first.line)];
    if by.len() > 1 {
        reasons.push(format!(
            "{} of {} tactics suggest it",
            by.len(),
            tactics.tactics.len()
        ));
    }
    Some(Choice { m, reasons })
}

/// A session with a file that defines `strategy/2`.
fn in_prolog(file: &str, problems: &mut Vec<String>) -> Result<Session, String> {
    let mut session = Session::start(Limits::default(), Settings::default())
        .map_err(|error| error.to_string())?;
    session.consult(Path::new(file), |event| {
        // Whoever plays with a file has read its warnings.
        if let Event::Diagnostic(diagnostic) = event
            && diagnostic.severity == Severity::Error
        {
            let headline = super::headline(diagnostic);
            problems.push(format!(
                "{}:{}: {headline}",
                diagnostic.file, diagnostic.line
            ));
        }
    })?;
    Ok(session)
}

/// The first answer of `strategy(Pos, Move)`.
fn asked(
    session: &mut Session,
    position: &Position,
    time: Duration,
) -> Result<Option<Move>, String> {
    let limits = Limits {
        wall: Some(time),
        answers: Some(1),
        ..Limits::default()
    };
    let query = format!("strategy({}, Move).", quoted_text(position.fen()));
    let options = QueryOptions {
        limits,
        typed: true,
        effects: Effects::Discard,
        ..QueryOptions::default()
    };
    let mut answer = None;
    for event in session.engine().query_with(&query, options) {
        match event.map_err(|error| error.to_string())? {
            Event::Answer(found) => {
                let value = found.bindings.iter().find(|binding| binding.name == "Move");
                answer = value.and_then(|value| value.canonical.clone());
            }
            Event::False => return Ok(None),
            Event::Output(_) | Event::ErrorOutput(_) => {}
            event if event.is_terminal() && answer.is_none() => {
                return Err(super::failure(&event, &limits));
            }
            _ => {}
        }
    }
    answer
        .map(|answer| strategy_answer(&answer, position))
        .transpose()
}

/// The move of a strategy that has answered so.
///
/// # Errors
///
/// If that is no legal move.
pub fn strategy_answer(text: &str, position: &Position) -> Result<Move, String> {
    let term: Option<Term> = text.parse().ok();
    let m = term.as_ref().and_then(move_of);
    let m = m.and_then(|m| moves::find(position, m));
    m.ok_or_else(|| {
        format!(
            "strategy/2 answers {text} in {}; expected a legal move: move(From,To,Promotion) or From-To",
            position.fen()
        )
    })
}

/// `move(From,To,Promotion)` or `From-To`.
fn move_of(term: &Term) -> Option<MoveTerm> {
    let Some([from, to]) = term.arguments("-") else {
        return explanation::move_of(term);
    };
    let square = |term: &Term| term.text()?.parse().ok();
    Some(MoveTerm {
        from: square(from)?,
        to: square(to)?,
        promotion: None,
    })
}
