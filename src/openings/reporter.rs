//! What is said of a session, in words.

use std::{fmt::Write as _, path::Path};

use chrono::{DateTime, Utc};
use shakmaty::{Bitboard, Chess, Move, san::SanPlus};

use crate::{
    chess::{
        Position,
        board::{Style, draw},
        role_name,
        search::{
            Effort, WORTH,
            player::cost,
            verdict::{self, Verdict},
        },
    },
    openings::{
        Line,
        course::{Answer, Course},
        notation::numbered,
        puzzle_reporter::{refuted, wrong},
        quota::Quota,
        standing::{DAYS, Standing},
        thread::{News, Transposed},
        trainer::{Event, State, Trainer},
    },
    report::{counted, thousands},
};

/// What a learner can type.
pub const HELP: &str = "\
a move      such as Nf3 or g1f3
hint        tells the piece, and then the move
moves       tells what the book knows here
back        takes a move back
go          goes on with a move that leaves the lines
next        begins another line
board       draws the board
score       says how you stand
quit        ends
";

/// How many moves of the book are reported at once.
const TOLD: usize = 8;
/// Positions that each search looks at which says what a move costs: a tenth of a second.
const LOOK: u64 = 60_000;
/// How many weak openings are reported.
const WEAK: usize = 5;

/// Puts events into words.
pub struct Reporter<'c> {
    pub course: &'c Course<'c>,
    /// How boards are drawn.
    pub style: Style,
    /// Whether the learner types commands, and is told which he may.
    pub typed: bool,
}

impl Reporter<'_> {
    /// What has happened, and the board if it is another one.
    pub fn reported(&self, trainer: &Trainer<'_>, events: &[Event], now: DateTime<Utc>) -> String {
        let mut text = self.told(trainer, events, now);
        let moves = |event: &Event| {
            matches!(
                event,
                Event::Resumed
                    | Event::Begun { .. }
                    | Event::Right { .. }
                    | Event::Back
                    | Event::Reply(_)
            )
        };
        if events.iter().any(moves) {
            text.push('\n');
            text += &self.board(trainer);
        }
        if trainer.state() == State::Ended && events.contains(&Event::Ended) {
            text += "The line ends here. `next` begins another one, `quit` ends.\n";
        }
        text
    }

    /// What has happened.
    pub fn told(&self, trainer: &Trainer<'_>, events: &[Event], now: DateTime<Utc>) -> String {
        let mut text = String::new();
        for event in events {
            self.report(&mut text, trainer, event, now);
        }
        text
    }

    /// One event.
    fn report(&self, text: &mut String, trainer: &Trainer<'_>, event: &Event, now: DateTime<Utc>) {
        let here = trainer.game().position();
        // Writing to a string cannot fail.
        _ = match event {
            Event::Resumed => writeln!(
                text,
                "The line that you left goes on after {}.",
                trainer.game().numbered()
            ),
            Event::Unfit(moves) => writeln!(
                text,
                "The line that you left, {moves}, is none of those that you train."
            ),
            Event::Begun { lead, due } => match (due, lead.is_empty()) {
                (false, _) => writeln!(text, "A line begins."),
                (true, true) => writeln!(text, "The first position is due."),
                (true, false) => {
                    writeln!(text, "A position is due after {lead}.")
                }
            },
            Event::Right { again: None } => writeln!(text, "Right."),
            Event::Right { again: Some(due) } => {
                writeln!(text, "Right; asked again in {}.", span(*due, now))
            }
            Event::Left {
                m: left,
                known,
                answers,
            } => {
                let m = san(here, *left);
                let lost = known.is_none().then(|| lost(here, *left)).flatten();
                _ = match known {
                    None => writeln!(text, "{m} leaves the book."),
                    Some(node) => {
                        let name = self.toward(*node).map(|name| format!(": {name}"));
                        let name = name.unwrap_or_default();
                        writeln!(text, "{m} is in the book, but not in your lines{name}.")
                    }
                };
                if let Some(verdict) = &lost {
                    _ = writeln!(text, "{}", wrong(here, verdict));
                    let board = refuted(here, verdict, self.style).filter(|_| self.typed);
                    _ = board.map(|board| writeln!(text, "\n{board}\n"));
                }
                self.answers(text, here, answers);
                if !self.typed {
                    return;
                }
                writeln!(
                    text,
                    "Another move or `back` takes it back, `go` goes on with {m}, `next` begins \
                     another line."
                )
            }
            Event::Reply(m) => writeln!(text, "I play {m}."),
            Event::News(news) => self.news(text, news),
            Event::Lost => writeln!(text, "I know no move that leads back into the book."),
            Event::Limit => writeln!(text, "{}", over(&trainer.quota, "position")),
            Event::Ended if self.typed => Ok(()),
            Event::Ended => writeln!(text, "The line ends here."),
            Event::Known(answers) => {
                self.answers(text, here, answers);
                Ok(())
            }
            Event::Hint { m, whole: true } => writeln!(text, "The book plays {}.", san(here, *m)),
            Event::Hint { m, whole: false } => match m.from() {
                Some(from) => writeln!(text, "Move the {} on {from}.", role_name(m.role())),
                None => Ok(()),
            },
            Event::Back => writeln!(text, "Taken back."),
            Event::NotBack => writeln!(text, "There is no move of yours to take back."),
            Event::NotNow if !self.typed => writeln!(text, "That is not possible here."),
            Event::NotNow => match trainer.state() {
                State::Ended => {
                    writeln!(text, "The line is over: expected `next`, `back` or `quit`.")
                }
                _ => writeln!(
                    text,
                    "There is no move to go on with: expected one that leaves the book before `go`."
                ),
            },
        };
    }

    fn news(&self, text: &mut String, news: &News) -> std::fmt::Result {
        let line = |number: u32| &self.course.book.lines()[number as usize];
        let Some(Transposed { from, into, order }) = &news.transposed else {
            return match news.named {
                Some(named) => writeln!(text, "    {}", title(line(named))),
                None => Ok(()),
            };
        };
        let moves = &line(order.0).moves[..usize::from(order.1)];
        let order = numbered(&Chess::default(), moves);
        let (from, into) = (from.map(line), into.map(line));
        if let Some(into) = into {
            let of = match news.named {
                Some(_) => "",
                None => "a position of ",
            };
            writeln!(text, "    {of}{}", title(into))?;
        }
        let other = from.filter(|from| into.is_none_or(|into| into.name != from.name));
        let other = other.map(|from| format!(" from {}", title(from)));
        let other = other.unwrap_or_default();
        writeln!(
            text,
            "    by transposition{other}; the order of the book is {order}"
        )
    }

    /// What the book knows, a move a line.
    fn answers(&self, text: &mut String, chess: &Chess, answers: &[Answer]) {
        let total: u64 = answers.iter().map(|answer| answer.count).sum();
        if answers.is_empty() {
            text.push_str("The book knows no move here.\n");
            return;
        }
        text.push_str(match self.course.is_whole() {
            true => "The book knows here:\n",
            false => "Your lines know here:\n",
        });
        for answer in answers.iter().take(TOLD) {
            let m = san(chess, answer.m);
            let count = format!("{} of {}", thousands(answer.count), thousands(total));
            let mut name = self.toward(answer.to).unwrap_or_default();
            if answer.apart {
                name = format!("{name} (by transposition)").trim_start().to_owned();
            }
            let row = format!("    {m:6} {count:>12}  {name}");
            // Writing to a string cannot fail.
            _ = writeln!(text, "{}", row.trim_end());
        }
        if answers.len() > TOLD {
            _ = writeln!(text, "    and {} more", answers.len() - TOLD);
        }
    }

    /// The name of a position, or else what its lines have in common.
    fn toward(&self, node: u32) -> Option<String> {
        let book = self.course.book;
        if let Some(line) = book.named(node) {
            return Some(title(line));
        }
        let passing = book.node(node).passing.iter();
        let mut lines = passing.map(|(line, _)| &book.lines()[*line as usize]);
        let first = lines.next().filter(|line| !line.name.is_empty())?;
        let mut others = lines.peekable();
        match others.peek() {
            None => Some(format!("toward {}", title(first))),
            Some(_) => others
                .all(|line| line.family() == first.family())
                .then(|| format!("toward {}", first.family())),
        }
    }

    /// The board.
    pub fn board(&self, trainer: &Trainer<'_>) -> String {
        let mut marked = Bitboard::EMPTY;
        if let Some(m) = trainer.game().moves().last() {
            marked.extend(m.from());
            marked.add(m.to());
        }
        let style = Style {
            flipped: self.course.color.is_black(),
            marked,
            roomy: true,
            ..self.style
        };
        let position = Position::from_chess(trainer.game().position().clone());
        format!("{}\n", draw(&position, style))
    }

    /// What the session has come to.
    pub fn farewell(&self, trainer: &Trainer<'_>, file: &Path) -> String {
        let tally = trainer.tally;
        let mut text = format!(
            "{}, {} right; {} to the end. The scores are in {}.\n",
            counted(tally.answers, "answer"),
            tally.right,
            counted(tally.lines, "line"),
            file.display()
        );
        let color = self.course.color.fold_wb("white", "black");
        if trainer.scores.unfinished(color).is_some() {
            let moves = trainer.game().numbered();
            _ = writeln!(text, "The line after {moves} goes on next time.");
        }
        text
    }
}

/// What a move that leaves the book comes to, if it loses something: by force, and for the search that plays, which knows what
/// there may be for it.
pub fn lost(here: &Chess, m: Move) -> Option<Verdict> {
    let position = Position::from_chess(here.clone());
    let verdict = verdict::of(&position, m, Effort::USUAL);
    let costs = || cost(here, m, LOOK).is_some_and(|cost| cost >= WORTH);
    (verdict.refutation().is_some() && costs()).then_some(verdict)
}

/// What there is to train.
pub fn welcome(standing: &Standing, lines: usize) -> String {
    let counts = counts(standing);
    format!(
        "{}: {counts}Type a move, or help.\n\n",
        counted(lines, "line")
    )
}

/// How many positions there are, and of which kinds.
pub fn counts(standing: &Standing) -> String {
    let positions = counted(standing.positions, "position");
    let counts = [
        standing.new,
        standing.learning,
        standing.review,
        standing.due,
    ];
    let [new, learning, review, due] = counts.map(thousands);
    format!("{positions} of yours; {new} new, {learning} learning, {review} known; {due} due.\n")
}

/// That a session has asked all that it may.
pub fn over(quota: &Quota, what: &str) -> String {
    let (new, reviews) = quota.asked();
    let new = counted(new, &format!("new {what}"));
    format!(
        "The session is over: {new}, {}.",
        counted(reviews, "review")
    )
}

/// What a session with limits leaves for others; nothing of one without.
pub fn left(quota: &Quota, standing: &Standing) -> String {
    match quota.is_limited() {
        true => {
            let [due, new] = [standing.due, standing.new].map(thousands);
            format!("{due} due and {new} new are left.\n")
        }
        false => String::new(),
    }
}

/// How a learner stands in so many lines.
pub fn standing(standing: &Standing, lines: usize) -> String {
    let lines = format!("lines      {:>6}\n", thousands(lines));
    lines + &cards(standing, "positions", ["openings", "the first moves"])
}

/// How a learner stands with cards: what they are called, what weaknesses are called, and one that has no name.
pub fn cards(standing: &Standing, what: &str, weak: [&str; 2]) -> String {
    let mut text = String::new();
    let mut row = |name: &str, count: usize| {
        let count = thousands(count);
        // Writing to a string cannot fail.
        _ = writeln!(text, "{name:10} {count:>6}");
    };
    row(what, standing.positions);
    row("new", standing.new);
    row("learning", standing.learning);
    row("known", standing.review);
    row("due now", standing.due);
    for (days, count) in DAYS.iter().zip(standing.within) {
        row(&format!("in {}", counted(*days, "day")), count);
    }
    if !standing.weakest.is_empty() {
        _ = writeln!(text, "weakest {}", weak[0]);
    }
    for weakness in standing.weakest.iter().take(WEAK) {
        let opening = match weakness.opening.as_str() {
            "" => weak[1],
            opening => opening,
        };
        let (wrong, answers) = (weakness.wrong, counted(weakness.answers, "answer"));
        _ = writeln!(text, "    {wrong} of {answers} wrong: {opening}");
    }
    text
}

/// How long until something is due.
pub fn span(due: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let left = due - now;
    let number = |number: i64| u64::try_from(number).unwrap_or_default();
    match left.num_days() {
        0 => counted(number(left.num_minutes()), "minute"),
        days => counted(number(days), "day"),
    }
}

/// A line's name and code.
fn title(line: &Line) -> String {
    match line.eco {
        Some(eco) => format!("{} ({eco})", line.name),
        None => line.name.clone(),
    }
}

fn san(chess: &Chess, m: Move) -> String {
    SanPlus::from_move(chess.clone(), m).to_string()
}
