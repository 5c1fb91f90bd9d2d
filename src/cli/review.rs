//! `chesslog review GAMES --player NAME`: what a player could have won in his games, and whether he did.

use std::{collections::BTreeSet, io, path::PathBuf, sync::atomic::Ordering, time::Duration};

use clap::Args;
use serde_json::json;
use shakmaty::{Chess, Color, Move, Position as _};

use super::{
    EffortOption, Format, FormatOption, Inputs, LimitArguments, OutFolder, ThreadsOption,
    batches::{Engines, Reader},
    cancel_token::CancelToken,
    fail, number,
    outputs::write,
};
use crate::{
    chess::{Position, anki, board::Style, moves::move_term, search::balance},
    engine::{Input, Settings},
    report::{self, files, milliseconds, plural},
    session::{
        batches::Outcome,
        judges::{Judge, Own},
        review::{
            anki::notes,
            chances::{self, Chance, JudgeSays, MATE_SCORE, Verdict},
            players::{self, Played},
            ply::{Ply, Review},
            puzzles,
            report::{CHANCES, COUNTS, Findings, Second},
            tally::{ReviewedGame, Tally},
        },
    },
    terminal::{self, Status},
    uci::{Evaluator, Limit, Question, Score, Settings as EngineSettings},
};

/// Computing time of a position that is given none.
const DEFAULT_TIME: Duration = Duration::from_secs(10);
/// Positions that each search looks at, unless the user says otherwise: a sixth of what `tactic/4` looks at, for some
/// milliseconds a position.
const EFFORT: u32 = 20_000;
/// Nodes of the engine's search, if nothing else is said.
const NODES: u64 = 200_000;
/// Without an engine, the search that plays judges each move with so many times the positions of a search, and again with so
/// many where the player is told that he missed something; so many are the most (two or three seconds).
///
/// What was played in famous games is often better than it looks: in those that come along, the first judgement leaves five
/// misses, all of which Stockfish 15.1 denies at depth 22; the second leaves none.
const THOROUGH: u64 = 3;
const PATIENT: u64 = 25;
const MOST: u64 = 3_000_000;
/// Positions that an engine gets at once.
const BATCH: usize = 32;
/// Positions without a review that are told of.
const TOLD: usize = 10;

/// What the figures mean, below the options.
const FIGURES: &str = "\
A chance is a position in which a side can win something: two pawns (--least), a mate, or a draw when it
is behind. It lasts as long as the same can be won at each of its moves, and counts once. It was found if
the player took it move for move, with a move that wins as much but for a pawn and leaves him hardly worse
off (less than a tenth of the way from a draw to a win, by the curve of Lichess); kept if he let it go and
was hardly worse off; missed otherwise: an inaccuracy, a mistake from two tenths on, a blunder from three.
A mate in three moves at most always is a chance, and missed by all that does not mate. What only takes
back what was just taken is no chance. found % is of those found or missed. Allowed are chances that his
moves gave to the other side where another one would have cost less, punished those of them that it took.

Motifs are the main ones (main_motif/3). It is an endgame with six queens, rooks, bishops and knights at
most, and a middlegame with ten, or when a side has fewer than four pieces on its first rank.

Mates are proved; what is won or lost holds as far as each search looked. Each chance is judged again: by
--engine, or by Chesslog's own, which looks at three times as many positions for a move as --effort says,
and at 25 times as many where the player missed something. It denies a chance if it sees less than half of
it, or if the move that was played is as good; what it denies is left out.

--out writes review.json (all that --format json prints), counts.csv (the tables) and chances.csv (each
chance of both sides). Ctrl-C prints what was reviewed so far.";

#[derive(Debug, Args)]
#[command(after_help = FIGURES)]
pub struct ReviewArguments {
    /// The games: PGN files, plain or compressed, patterns such as `2024-*.pgn`, or bundled collections
    #[arg(required = true)]
    games: Vec<String>,
    /// Whose games: a name, or some words of one, whatever their case and order
    #[arg(long, value_name = "NAME")]
    player: String,
    /// Stop after this many games
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    limit: Option<u64>,
    /// Count only what wins at least so many pawns: 3 is a piece
    #[arg(long, value_name = "PAWNS", default_value_t = 2, value_parser = number::<u8>(1..=9))]
    least: u8,
    /// How many positions each search looks at, as with_effort/2
    #[arg(long, value_name = "N", default_value_t = EFFORT, value_parser = number::<u32>(1..=1_000_000_000))]
    effort: u32,
    /// How many of the worst misses are shown
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::<usize>(..))]
    worst: usize,
    /// Let this UCI engine judge each chance: a path, or a name in PATH
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<String>,
    /// How many nodes the engine searches for a move [default: 200000]
    #[arg(long, value_name = "N", requires = "engine", value_parser = number::<u64>(1..))]
    engine_nodes: Option<u64>,
    /// Write the games with what was found and missed to this file: comments, glyphs, better lines, arrows
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write what was missed to this file, as puzzles in the format of Lichess
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,
    /// Write what was missed to this file, as notes that Anki imports
    #[arg(long, value_name = "FILE")]
    anki: Option<PathBuf>,
    /// Draw boards with letters only
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    printed: FormatOption,
    #[command(flatten)]
    out: OutFolder,
    #[command(flatten)]
    threads: ThreadsOption,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Runs the command. The exit status is 1 if the run was stopped, 2 on an error.
pub fn run(arguments: &ReviewArguments) -> u8 {
    review(arguments).unwrap_or_else(|status| status)
}

fn review(arguments: &ReviewArguments) -> Result<u8, u8> {
    let complain = |message: String| fail(&message);
    let limit = arguments.limit.unwrap_or(u64::MAX);
    let (player, games) =
        players::games(&arguments.games, &arguments.player, limit).map_err(complain)?;
    let inputs = Inputs::of(&arguments.games);
    for (option, file) in [
        ("--pgn", &arguments.pgn),
        ("--puzzles", &arguments.puzzles),
        ("--anki", &arguments.anki),
    ] {
        if let Some(file) = file {
            inputs.check(option, file).map_err(complain)?;
        }
    }
    let written = ["review.json", "counts.csv", "chances.csv"];
    arguments.out.make(&written, &inputs).map_err(complain)?;
    let token = CancelToken::on_ctrl_c();
    let threads = arguments.threads.known_number();
    token.nothing_to_save();
    let own = |times: u64| {
        let nodes = (u64::from(arguments.effort) * times).min(MOST);
        let own = Own::new(nodes, threads).map_err(|error| fail(&error))?;
        Ok::<_, u8>((Judge::Own(own), nodes))
    };
    let (judge, nodes) = match &arguments.engine {
        None => own(THOROUGH)?,
        Some(program) => {
            let nodes = arguments.engine_nodes.unwrap_or(NODES);
            let (settings, limit) = (EngineSettings::new(program), Limit::Nodes(nodes));
            let started = Evaluator::start(settings, limit, threads, &token.cancelled);
            let started = started.map_err(|error| fail(&format!("--engine: {error}")))?;
            (Judge::Engine(Box::new(started)), nodes)
        }
    };
    let status = Status::new("", 0, "positions");
    let (games, mut complete) = reviewed(arguments, games, threads, &token, &status)?;
    let mut findings = Findings {
        player,
        games,
        effort: arguments.effort,
        judge: Second {
            name: judge.name().to_owned(),
            nodes,
            denied: 0,
        },
    };
    complete &= judged(&mut findings, &judge, |_, _| true, &token, &status);
    complete &= costs(&mut findings, &judge, &token, &status);
    if let Judge::Own(_) = judge {
        let (patient, nodes) = own(PATIENT)?;
        findings.judge.nodes = nodes;
        let is_told = |side, chance: &Chance| {
            chance.color() == side && matches!(chance.verdict, Verdict::Missed(_))
        };
        complete &= judged(&mut findings, &patient, is_told, &token, &status);
    }
    status.clear();
    let seconds = status.elapsed().as_secs_f64();
    finish(arguments, &findings, complete, seconds, threads)
}

/// The moves of a game with the positions before them, by the number of moves before; null moves are none.
fn plies(played: &Played) -> impl Iterator<Item = (usize, Position, Move)> {
    let moves = played.game.line.moves.iter().enumerate();
    let numbers = moves.filter_map(|(at, m)| m.map(|_| at));
    numbers
        .zip(played.game.plies())
        .map(|(at, (position, m))| (at, position, m))
}

/// Reviews games, the finished ones of them if the run is stopped; says whether it was not.
fn reviewed(
    arguments: &ReviewArguments,
    games: Vec<Played>,
    threads: usize,
    token: &CancelToken,
    status: &Status,
) -> Result<(Vec<ReviewedGame>, bool), u8> {
    let mut tasks: Vec<Ply> = Vec::new();
    for played in &games {
        if !played.game.complaint().is_empty() {
            let (file, number) = (&played.file, played.number);
            eprintln!(
                "warning: {file}, game {number} is reviewed only in part: {}",
                played.game.complaint()
            );
        }
        let mut balances = [None; 2];
        for (_, position, m) in plies(played) {
            let side = position.turn();
            let balance = balance(&position, side);
            let before = balances[usize::from(side.is_black())].replace(balance);
            tasks.push(Ply {
                number: tasks.len() as u64,
                fen: position.fen().to_owned(),
                played: move_term(m),
                least: chances::least(balance, before, 100 * i32::from(arguments.least)),
                told: side == played.side,
            });
        }
    }
    let total = tasks.len();
    let limits = arguments.limits.limits(Some(DEFAULT_TIME));
    let engines = Engines {
        files: &[],
        limits,
        effort: EffortOption {
            effort: Some(arguments.effort),
        },
        settings: &|| Settings::from(Input::Nothing),
        threads: threads.min(total.div_ceil(BATCH)).max(1),
    };
    let read: Reader<'_, Ply> = Box::new(move |batches, _, _, stop| {
        let mut tasks = tasks.into_iter().peekable();
        while tasks.peek().is_some() && !stop.load(Ordering::SeqCst) {
            let batch = tasks.by_ref().take(BATCH).collect();
            if batches.send(batch).is_err() {
                return;
            }
        }
    });
    let mut reviews: Vec<Option<Review>> = Vec::with_capacity(total);
    let mut failed = 0;
    let complete = engines.examine(token, read, |arrived, _, outcome| match outcome {
        None => status.pace(arrived, arrived as f64 / total.max(1) as f64),
        // What comes after a gap is of games that are not finished.
        Some(Outcome::Done { task, report, .. }) if task.number == reviews.len() as u64 => {
            if let Err(problem) = &report {
                failed += 1;
                status.clear();
                if failed <= TOLD {
                    eprintln!("warning: {}: {problem}", task.fen);
                }
            }
            reviews.push(report.unwrap_or_default());
        }
        Some(_) => {}
    })?;
    status.clear();
    if failed > TOLD {
        eprintln!("warning: {failed} positions have no review");
    }
    let mut reviews = reviews.into_iter();
    let mut done = Vec::new();
    for played in games {
        let mut moves = 0;
        let mut of_game = Vec::new();
        for (ply, position, m) in plies(&played) {
            let Some(review) = reviews.next() else {
                return Ok((done, false));
            };
            moves += u64::from(position.turn() == played.side);
            of_game.push((ply, position, m, review));
        }
        let chances = chances::of_game(of_game);
        done.push(ReviewedGame {
            played,
            moves,
            chances,
        });
    }
    Ok((done, complete))
}

/// Lets somebody judge the chances that are chosen, by the player's side and what they are, and leaves out what he denies, or
/// has not been asked about; says whether he was asked about all.
fn judged(
    findings: &mut Findings,
    judge: &Judge,
    chosen: impl Fn(Color, &Chance) -> bool,
    token: &CancelToken,
    status: &Status,
) -> bool {
    let all = findings.games.iter().flat_map(|game| {
        let chances = game.chances.iter();
        chances.filter(|chance| chosen(game.played.side, chance))
    });
    let questions: Vec<Question> = all
        .map(|chance| {
            let mut moves = vec![chance.played];
            moves.extend(chance.best().filter(|best| *best != chance.played));
            Question {
                position: Chess::clone(&chance.position),
                moves,
                best: false,
            }
        })
        .collect();
    let total = questions.len();
    let progress = |done: usize| status.note(|| format!("judging: {done} of {total} chances"));
    let (answers, tally) = judge.answer(&questions, &progress, &token.cancelled);
    status.clear();
    for skipped in tally.skipped.iter().take(TOLD) {
        eprintln!(
            "warning: the engine does not judge {}: {}",
            skipped.fen, skipped.why
        );
    }
    let failed: BTreeSet<usize> = tally.skipped.iter().map(|skipped| skipped.index).collect();
    let mut complete = true;
    let denied = &mut findings.judge.denied;
    let mut answers = answers.into_iter().enumerate();
    for game in &mut findings.games {
        let side = game.played.side;
        game.chances.retain_mut(|chance| {
            if !chosen(side, chance) {
                return true;
            }
            match answers.next() {
                Some((_, Some(answer))) => {
                    let scores: Vec<i32> = answer
                        .scores
                        .iter()
                        .map(|score| centipawns(*score))
                        .collect();
                    let (Some(&played), Some(&best)) = (scores.first(), scores.last()) else {
                        return true;
                    };
                    let stands = chance.stands(JudgeSays { best, played });
                    *denied += u64::from(!stands);
                    stands
                }
                // Nobody judges it.
                Some((index, None)) if failed.contains(&index) => true,
                _ => {
                    complete = false;
                    false
                }
            }
        });
    }
    complete
}

/// Asks what the move before each chance has cost the side that made it, by the best one that there was; says whether all was
/// asked.
fn costs(findings: &mut Findings, judge: &Judge, token: &CancelToken, status: &Status) -> bool {
    let ask = |questions: &[Question]| {
        let total = questions.len();
        let progress =
            |done: usize| status.note(|| format!("judging: {done} of {total} moves before"));
        judge.answer(questions, &progress, &token.cancelled).0
    };
    let mut given = Vec::new();
    for game in &mut findings.games {
        let plies: Vec<_> = plies(&game.played).collect();
        for chance in &mut game.chances {
            let before = plies.iter().rfind(|(at, ..)| at + 1 == chance.ply);
            given.extend(
                before
                    .cloned()
                    .map(|(_, position, m)| (chance, position, m)),
            );
        }
    }
    let question = |position: &Position, m: Move, best| Question {
        position: Chess::clone(position),
        moves: vec![m],
        best,
    };
    let asked = given
        .iter()
        .map(|(_, position, m)| question(position, *m, true));
    let answers = ask(&asked.collect::<Vec<_>>());
    // Only now it is known which moves were the best.
    let pairs = given.iter().zip(&answers);
    let asked = pairs.map(|((_, position, m), answer)| {
        let best = answer.as_ref().and_then(|answer| answer.best);
        question(position, best.unwrap_or(*m), false)
    });
    let bests = ask(&asked.collect::<Vec<_>>());
    for (((chance, ..), played), best) in given.into_iter().zip(answers).zip(bests) {
        let chances = [best, played].map(|answer| {
            let score = answer?.scores.first().copied()?;
            Some(chances::winning_chances(centipawns(score)))
        });
        if let [Some(best), Some(played)] = chances {
            chance.cost = Some((best - played).max(0.0));
        }
    }
    !token.cancelled.load(Ordering::Relaxed)
}

/// A score as a number: a mate is more than any material.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(number) => number.clamp(1 - MATE_SCORE, MATE_SCORE - 1),
        Score::Mates(_) => MATE_SCORE,
        Score::Mated(_) => -MATE_SCORE,
    }
}

/// Writes and prints the result, and gives the exit status.
fn finish(
    arguments: &ReviewArguments,
    findings: &Findings,
    complete: bool,
    seconds: f64,
    threads: usize,
) -> Result<u8, u8> {
    let put = |path: &Option<PathBuf>, text: &dyn Fn() -> String| match path {
        Some(path) => write(path, text()).map_err(|message| fail(&message)),
        None => Ok(()),
    };
    put(&arguments.pgn, &|| {
        let games = findings.games.iter();
        games.map(|game| game.annotated().pgn()).collect()
    })?;
    put(&arguments.puzzles, &|| puzzles::table(&findings.games))?;
    put(&arguments.anki, &|| anki::file(&notes(&findings.games)))?;
    let json = || {
        let mut value = findings.json();
        value["complete"] = json!(complete);
        value["seconds"] = json!(milliseconds(seconds));
        value["threads"] = json!(threads);
        value
    };
    let written = arguments.out.put(|| {
        files([
            ("review.json", report::json_lines(json())),
            (
                "counts.csv",
                report::csv(COUNTS, Tally::of(&findings.games).rows()),
            ),
            ("chances.csv", report::csv(CHANCES, findings.chances())),
        ])
    });
    let text = || {
        let colour = !arguments.ascii && terminal::colour(&io::stdout());
        let style = Style {
            ascii: arguments.ascii,
            colour,
            ..Style::default()
        };
        let games = findings.games.len() as u64;
        let rate = games as f64 / seconds.max(0.001);
        let mut parts = vec![format!(
            "{}, {} of {} in {seconds:.1} s, {rate:.1} games/s",
            plural(games, "game"),
            plural(findings.moves(), "move"),
            findings.player
        )];
        let judge = &findings.judge;
        parts.push(format!(
            "{} denied {}",
            judge.name,
            plural(judge.denied, "chance")
        ));
        parts.extend((!complete).then(|| "not complete".to_owned()));
        format!(
            "{}\n{}\n",
            findings.text(arguments.worst, style),
            parts.join(", ")
        )
    };
    let printed = arguments.printed.format.put(text, json);
    let is_text = arguments.printed.format == Format::Text;
    if is_text && arguments.engine.is_none() && !findings.misses().is_empty() {
        print!(
            "Mates are proved. What else is missed holds as far as was searched; --engine asks another judge.\n"
        );
    }
    Ok(printed.max(written).max(u8::from(!complete)))
}
