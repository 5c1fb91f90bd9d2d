//! `chesslog tactics strategy FILE`: puts tactics in an order and gives them weights.

use std::{path::PathBuf, time::Instant};

use clap::Args;
use serde_json::json;

use super::{evaluate::suggestions, positions::PositionArguments};
use crate::{
    cli::{
        FormatOption, Inputs, OutFile, ThreadsOption, cancel_token::CancelToken, number,
        outputs::write as write_file,
    },
    report::{cells, milliseconds, table},
    tactics::{
        file,
        metrics::Case,
        report::percent,
        strategy::{
            Header, MOST, MoveRule, Rule, SMOOTHING, Votes, fit, rank,
            score::{random, score},
            select, write,
        },
    },
};

/// What the command does, below the options.
const WORDS: &str = "\
Tactics that suggest nothing in the positions are dropped, and those that suggest what an earlier
one suggests. Each of the others gets a weight: those weights under which the moves played are most
likely if moves are chosen with chances that grow with their votes, the vote for a move being the
sum of the weights of the tactics that suggest it (a conditional logit model). The tactics are then
ordered by precision, the share of the positions in which the suggestion with the greatest vote was
played, smoothed by an m-estimate, and by the number of these positions.

As a decision list, the first tactic that suggests a move decides; of its suggestions the one with
the greatest vote is chosen. As a vote, that sum decides between all suggested moves. Equal votes:
the first in the order of the moves' notation. `chesslog tactics evaluate` measures both on other
positions. The figures printed here are those of the positions that the strategy was made for, and
too good. With --out strategy.pl the positions are written to strategy.positions.csv, with the moves
played and the games.";

#[derive(Debug, Args)]
#[command(after_help = WORDS)]
pub struct StrategyArguments {
    /// The tactics: a file that `chesslog tactics learn` wrote, or one like it
    tactics: PathBuf,
    #[command(flatten)]
    positions: PositionArguments,
    /// How many positions to draw from the games
    #[arg(long, value_name = "N", default_value = "5000",
          value_parser = number::<u32>(1..=1_000_000))]
    examples: u32,
    /// Take positions from this table of moves too: CSV with the columns fen and uci; may be
    /// repeated
    #[arg(long, value_name = "FILE")]
    validation: Vec<String>,
    /// Keep at most so many tactics, those that weigh most [default: 65536]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=65536))]
    rules: Option<u32>,
    #[command(flatten)]
    file: OutFile,
    #[command(flatten)]
    printed: FormatOption,
    #[command(flatten)]
    threads: ThreadsOption,
}

/// Runs the command.
pub fn run(arguments: &StrategyArguments) -> u8 {
    arguments.threads.run(|token| make(arguments, token))
}

fn make(arguments: &StrategyArguments, token: &CancelToken) -> Result<u8, String> {
    let begin = Instant::now();
    // Nothing is found before the end, when it is written.
    token.nothing_to_save();
    let name = arguments.tactics.display().to_string();
    let file = file::read(&arguments.tactics).map_err(|error| error.to_string())?;
    // Better now than after long work.
    let inputs = Inputs::of([&arguments.tactics])
        .and(&arguments.positions.games)
        .and(&arguments.validation);
    arguments.file.check(&["positions.csv"], &inputs)?;
    let positions = arguments.positions.collect(
        arguments.examples as usize,
        &arguments.validation,
        &token.cancelled,
    )?;
    let cases: Vec<Case> = positions.samples.iter().map(|s| s.case.clone()).collect();
    let mut suggested = suggestions(&file, &positions, &token.cancelled)?;
    let (mut kept, dropped) = select(&suggested);
    kept.truncate(MOST);
    if kept.is_empty() {
        return Err(format!(
            "{name}: no tactic suggests a move in {}",
            positions.origin
        ));
    }
    let taken = |&tactic: &usize| std::mem::take(&mut suggested[tactic]);
    let chosen: Vec<Vec<u32>> = kept.iter().map(taken).collect();
    let mut votes = Votes::new(&cases, &chosen);
    drop((suggested, chosen));
    let played: Vec<usize> = cases.iter().map(|case| case.played).collect();
    let (mut weights, penalty) = fit::fit_with_best_penalty(&votes, &played, kept.len());
    if let Some(most) = arguments
        .rules
        .map(|most| most as usize)
        .filter(|&n| n < kept.len())
    {
        let strong = strongest(&rank(&votes, &played, &weights), most);
        votes = votes.renumbered(&strong);
        kept = strong.iter().map(|&place| kept[place]).collect();
        let all: Vec<usize> = (0..cases.len()).collect();
        weights = fit::fit(&votes, &played, &all, penalty, &vec![0.0; kept.len()]);
    }
    // As many digits as the file has.
    weights
        .iter_mut()
        .for_each(|weight| *weight = (*weight * 1e4).round() / 1e4);
    let mut rules = rank(&votes, &played, &weights);
    let order: Vec<usize> = rules.iter().map(|rule| rule.tactic).collect();
    let votes = votes.renumbered(&order);
    rules
        .iter_mut()
        .for_each(|rule| rule.tactic = kept[rule.tactic]);
    let weights: Vec<f64> = rules.iter().map(|rule| rule.weight).collect();
    if let Some(out) = &arguments.file.out {
        let header = Header {
            source: name.clone(),
            data: positions.origin.clone(),
            positions: cases.len(),
            moves: cases.iter().map(|case| case.moves).sum(),
            penalty,
            dropped,
        };
        let text = write(&header, file.vocabulary.meaning, &rules, |tactic| {
            &file.tactics[tactic].text
        });
        write_file(out, text)?;
        write_file(&out.with_extension("positions.csv"), positions.csv())?;
    }
    let scored = |choice: MoveRule| {
        let choose = |(position, case)| {
            let m = choice.choose(&weights, votes.of(position));
            (case, m.map(|m| (m, 1.0)).into_iter().collect())
        };
        score(cases.iter().enumerate().map(choose))
    };
    let drawn = score(cases.iter().map(|case| (case, random(case))));
    let seconds = begin.elapsed().as_secs_f64();
    let text = || {
        let mut rows = vec![cells!["", "played"]];
        for choice in MoveRule::ALL {
            rows.push(cells![choice.name(), percent(Some(scored(choice).played))]);
        }
        rows.push(cells!["random", percent(Some(drawn.played))]);
        format!(
            "{} of {} tactics of {name} ordered on {} positions: {}\n\
             left out: {} that suggest nothing, {} that suggest what another one does\n\
             penalty of the weights {penalty}\n\n{}{}{seconds:.2} s\n",
            rules.len(),
            file.tactics.len(),
            cases.len(),
            positions.origin,
            dropped.silent,
            dropped.twins,
            first(&rules, |tactic| &file.tactics[tactic].text),
            table(&rows),
        )
    };
    let rule = |rule: &Rule| {
        json!({
            "tactic": rule.tactic + 1,
            "clause": file.tactics[rule.tactic].text,
            "applicable": rule.applicable,
            "right": rule.right,
            "precision": rule.precision,
            "weight": rule.weight,
        })
    };
    let data = || {
        json!({
            "file": name,
            "positions": cases.len(),
            "origin": positions.origin,
            "games": positions.games,
            "bad_games": positions.bad_games,
            "silent": dropped.silent,
            "twins": dropped.twins,
            "smoothing": SMOOTHING,
            "penalty": penalty,
            "list": scored(MoveRule::List).played,
            "vote": scored(MoveRule::Vote).played,
            "random": drawn.played,
            "rules": rules.iter().map(rule).collect::<Vec<_>>(),
            "seconds": milliseconds(seconds),
        })
    };
    Ok(arguments.printed.format.put(text, data))
}

/// The numbers of the rules that matter most, in their first order: by weight and by the square
/// root of how often they are applicable.
fn strongest(rules: &[Rule], most: usize) -> Vec<usize> {
    let force = |rule: &Rule| rule.weight.abs() * (rule.applicable as f64).sqrt();
    let mut rules = rules.to_vec();
    rules.sort_by(|a, b| force(b).total_cmp(&force(a)).then(a.tactic.cmp(&b.tactic)));
    let mut numbers: Vec<usize> = rules.iter().take(most).map(|rule| rule.tactic).collect();
    numbers.sort_unstable();
    numbers
}

/// The rules that come first, for people.
fn first<'a>(rules: &[Rule], text: impl Fn(usize) -> &'a str) -> String {
    let mut out = String::new();
    for (place, rule) in rules.iter().take(3).enumerate() {
        out += &format!(
            "% {}: precision {:.4}, weight {:.4}; right in {} of {} positions\n{}\n\n",
            place + 1,
            rule.precision,
            rule.weight,
            rule.right,
            rule.applicable,
            text(rule.tactic).trim_end()
        );
    }
    out
}
