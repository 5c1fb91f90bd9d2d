//! What is said of a session with puzzles, in words.

use std::{fmt::Write as _, path::Path};

use chrono::{DateTime, Utc};
use shakmaty::{Bitboard, Chess, Color, Move, Position as _, san::SanPlus};

use super::{
    notation::numbered,
    puzzles::{Event, PuzzleTrainer},
    reporter::{over, span},
    standing::Standing,
};
use crate::{
    chess::{
        Position,
        board::{Style, draw},
        role_name,
        search::verdict::{Outcome, Verdict},
    },
    report::{counted, thousands},
};

/// What a learner can type.
pub const HELP: &str = "\
a move      such as Nf3 or g1f3
hint        tells the motif, then the piece, then the move
solution    tells the solution
next        puts the puzzle off, or begins another one
board       draws the board
score       says how you stand
quit        ends
";

/// What has happened, and the board if it is another one.
pub fn reported(
    trainer: &PuzzleTrainer<'_>,
    events: &[Event],
    now: DateTime<Utc>,
    style: Style,
) -> String {
    let mut text = String::new();
    for event in events {
        report(&mut text, trainer, event, now, Some(style));
        if matches!(event, Event::Begun { .. } | Event::Right { .. }) {
            text = format!("{text}\n{}\n", board(trainer, style));
        }
    }
    text
}

/// What has happened, for a learner who sees a board and types no commands.
pub fn told(trainer: &PuzzleTrainer<'_>, events: &[Event], now: DateTime<Utc>) -> String {
    let mut text = String::new();
    for event in events {
        report(&mut text, trainer, event, now, None);
    }
    text
}

/// One event; where commands are typed, with those that may be, and with boards in a style.
fn report(
    text: &mut String,
    trainer: &PuzzleTrainer<'_>,
    event: &Event,
    now: DateTime<Utc>,
    style: Option<Style>,
) {
    let typed = style.is_some();
    let here = trainer.position();
    // Writing to a string cannot fail.
    _ = match event {
        Event::Begun { again } => {
            let Some(exercise) = trainer.exercise() else {
                return;
            };
            let (before, led) = &exercise.led;
            let kind = if *again { "is asked again" } else { "is new" };
            writeln!(
                text,
                "Puzzle {} {kind}. {} was played.",
                exercise.id,
                numbered(before, &[*led])
            )
        }
        Event::Done(None) => writeln!(text, "There are no puzzles."),
        Event::Done(Some(due)) => {
            writeln!(
                text,
                "Nothing is due. The next puzzle is asked in {}.",
                span(*due, now)
            )
        }
        Event::Limit => writeln!(text, "{}", over(&trainer.quota, "puzzle")),
        Event::Right { reply } => {
            let board = trainer.exercise().map(|exercise| {
                let mut board = exercise.start.clone();
                let made = exercise.solution.len() - trainer.solution().len() - 1;
                exercise.solution[..made]
                    .iter()
                    .for_each(|&m| board.play_unchecked(m));
                board
            });
            let reply = board.map_or_else(String::new, |board| san(&board, *reply));
            writeln!(text, "Right. {reply} is the answer.")
        }
        Event::Solved { again } => {
            let solved = match again {
                Some(due) => format!("Solved; asked again in {}.", span(*due, now)),
                None => "Solved.".to_owned(),
            };
            _ = writeln!(text, "{solved}");
            about(text, trainer);
            match typed {
                true => writeln!(text, "`next` begins another one, `quit` ends."),
                false => Ok(()),
            }
        }
        Event::AsGood(m) => {
            let m = san(here, *m);
            writeln!(
                text,
                "{m} wins as well, but the solution has another move. Try that."
            )
        }
        Event::Wrong { position, verdict } => {
            _ = writeln!(text, "{}", wrong(position, verdict));
            if let Some(board) = style.and_then(|style| refuted(position, verdict, style)) {
                _ = writeln!(text, "\n{board}\n");
            }
            match typed {
                true => writeln!(text, "Try another move, or `hint`, `solution`."),
                false => writeln!(text, "Try another move."),
            }
        }
        Event::Hint { before: 0, .. } => {
            let themes = trainer
                .exercise()
                .map_or_else(String::new, |e| e.themes.join(", "));
            writeln!(text, "It is about: {themes}.")
        }
        Event::Hint { before: 1, m } => match m.from() {
            Some(from) => writeln!(text, "Move the {} on {from}.", role_name(m.role())),
            None => Ok(()),
        },
        Event::Hint { m, .. } => writeln!(text, "Play {}.", san(here, *m)),
        Event::Solution(from, rest) => {
            _ = writeln!(text, "The solution: {}.", numbered(from, rest));
            about(text, trainer);
            match typed {
                true => writeln!(text, "`next` begins another one, `quit` ends."),
                false => Ok(()),
            }
        }
        Event::NotNow if !typed => writeln!(text, "The puzzle is over."),
        Event::NotNow => writeln!(text, "The puzzle is over: expected `next` or `quit`."),
    };
}

/// What a puzzle that is over was about, and where it comes from.
fn about(text: &mut String, trainer: &PuzzleTrainer<'_>) {
    let Some(exercise) = trainer.exercise() else {
        return;
    };
    if !exercise.themes.is_empty() {
        _ = writeln!(text, "    {}", exercise.themes.join(", "));
    }
    if !exercise.url.is_empty() {
        _ = writeln!(text, "    {}", exercise.url);
    }
}

/// What is wrong with a move.
pub fn wrong(position: &Chess, verdict: &Verdict) -> String {
    let Some(&m) = verdict.line.first() else {
        return "That is not it.".to_owned();
    };
    let m = san(position, m);
    let line = numbered(position, &verdict.line);
    match verdict.outcome {
        Some(Outcome::Mated(_)) => format!("{m} is answered by mate: {line}."),
        Some(Outcome::Mates(_)) => format!("{m} mates as well, but more slowly: {line}."),
        Some(Outcome::LetsDraw) => format!("{m} lets a draw slip: {line}."),
        Some(Outcome::SavesDraw) => format!("{m} only draws: {line}."),
        None if verdict.gain < 0 && verdict.line.len() > 1 => {
            format!("{m} loses something: {line}.")
        }
        None if verdict.is_win() => format!("{m} wins something, but there is better: {line}."),
        None => format!("{m} wins nothing by force."),
    }
}

/// The board after a move that loses something, with what refutes it marked, as the learner sees it.
pub fn refuted(position: &Chess, verdict: &Verdict, style: Style) -> Option<String> {
    let refutation = verdict.refutation()?;
    let mut after = position.clone();
    after.play_unchecked(*verdict.line.first()?);
    Some(seen(after, position.turn(), Some(refutation), style))
}

/// The board, with the last move marked, as the learner sees it.
pub fn board(trainer: &PuzzleTrainer<'_>, style: Style) -> String {
    let solver = trainer
        .exercise()
        .map_or(Color::White, |exercise| exercise.start.turn());
    seen(trainer.position().clone(), solver, trainer.last(), style)
}

fn seen(position: Chess, solver: Color, marked: Option<Move>, style: Style) -> String {
    let mut squares = Bitboard::EMPTY;
    if let Some(m) = marked {
        squares.extend(m.from());
        squares.add(m.to());
    }
    let style = Style {
        flipped: solver.is_black(),
        marked: squares,
        roomy: true,
        ..style
    };
    draw(&Position::from_chess(position), style)
}

/// What there is to train.
pub fn welcome(standing: &Standing) -> String {
    format!("{}Type a move, or help.\n\n", counts(standing))
}

/// How many puzzles there are, and of which kinds.
pub fn counts(standing: &Standing) -> String {
    let puzzles = counted(standing.positions, "puzzle");
    let counts = [
        standing.new,
        standing.learning,
        standing.review,
        standing.due,
    ];
    let [new, learning, review, due] = counts.map(thousands);
    format!("{puzzles}; {new} new, {learning} learning, {review} known; {due} due.\n")
}

/// What the session has come to.
pub fn farewell(trainer: &PuzzleTrainer<'_>, file: &Path) -> String {
    let tally = trainer.tally;
    format!(
        "{}, {} right. The scores are in {}.\n",
        counted(tally.answers, "answer"),
        tally.right,
        file.display()
    )
}

fn san(chess: &Chess, m: Move) -> String {
    SanPlus::from_move(chess.clone(), m).to_string()
}
