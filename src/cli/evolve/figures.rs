//! The files of a search: figures 3 to 8 of the paper, tables, and the strategy.

use std::{fmt::Write as _, fs, path::Path};

use super::{
    super::wording::plural,
    report::{Bred, Report},
};
use crate::{
    chart::{Chart, Line, Marker, tree::Node},
    endgame::{Vocabulary, strategy::text},
    evolve::{Generation, Outcome, Tally, visits::Visited},
};

/// Writes all files into a folder; nothing, if nothing was found. Those of an earlier search are
/// replaced.
///
/// What is wrong with those that cannot be written; all others are.
pub fn write(report: &Report, folder: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut put = |name: &str, text: &str| {
        let path = folder.join(name);
        if let Err(error) = fs::write(&path, text) {
            wrong.push(format!("cannot write {}: {error}", path.display()));
        }
    };
    let Some(best) = report.best() else {
        return Vec::new();
    };
    let (history, findings) = (&best.search.run.history, &best.findings);
    let vocabulary = report.vocabulary(best);
    let comments = comments(report, best);
    let program = text::write(&findings.strategy, vocabulary, &comments);
    put("strategy.pl", &program);
    put("fitness.svg", &fitness(report, history));
    let all = outcomes(report, history, "games of all trees", |g| &g.all_games);
    put("outcomes.svg", &all);
    let one = outcomes(report, history, "games of the best tree", |g| &g.games);
    put("outcomes-best.svg", &one);
    let tree = node(&findings.visited, vocabulary);
    let games = plural(findings.all_games().played(), "game");
    let title = format!("{}: the strategy in its {games}", title(report));
    put("strategy.svg", &tree.svg(&title));
    put("strategy.dot", &tree.dot("strategy"));
    put("moves.svg", &moves(report, best));
    put("moves.csv", &moves_table(report, best));
    put("history.csv", &history_table(report, best));
    put("games.csv", &games_table(report, best));
    // Not of an earlier search, among files of this one.
    _ = fs::remove_file(folder.join("runs.csv"));
    if report.runs.len() > 1 {
        put("runs.csv", &runs_table(report));
    }
    wrong
}

/// What a figure is about.
fn title(report: &Report) -> String {
    format!("{}, experiment {}", report.ending, report.experiment.number)
}

/// What a strategy was bred for, how it fares, and what can be done with it.
fn comments(report: &Report, run: &Bred) -> Vec<String> {
    let findings = &run.findings;
    let (games, proof) = (findings.all_games(), &findings.proof);
    let ending = report.ending.to_string();
    vec![
        format!("A strategy for {ending}, bred by genetic programming:"),
        format!("{},", report.heading()),
        format!("{}, seed {}.", report.manner(), run.seed),
        " ".to_owned(),
        format!(
            "It wins {} of these {} and is proved to win {} of {} positions, in {} at most{}.",
            games.won(),
            plural(games.played(), "game"),
            proof.won.positions,
            proof.winnable.positions,
            plural(proof.moves.most, "move"),
            match proof.beyond_fifty.positions as usize {
                0 => String::new(),
                late => format!(", {} beyond 50 moves", plural(late, "position")),
            },
        ),
        " ".to_owned(),
        "    $ chesslog strategy.pl".to_owned(),
        format!("    ?- strategy(\"{}\", Move).", asked_from(report)),
        " ".to_owned(),
        "chesslog evolve verify strategy.pl proves it,".to_owned(),
        format!(
            "chesslog play --endgame {} --strategy strategy.pl plays it.",
            ending.to_lowercase()
        ),
    ]
}

/// A position that a strategy can be asked about: the attacker is to move in the first one.
fn asked_from(report: &Report) -> &str {
    let start = report.starts.iter().find(|start| start.fen.contains(" w "));
    start.map_or("", |start| &start.fen)
}

/// Figures 3a to 6a.
fn fitness(report: &Report, history: &[Generation]) -> String {
    let mut chart = Chart::new(&title(report), "generation", "fitness");
    let line = |name: &str, value: fn(&Generation) -> f64| {
        let points = history.iter().map(|g| (g.number as f64, value(g)));
        Line::new(name, points)
    };
    chart.lines = vec![line("best", |g| g.best), line("mean", |g| g.mean)];
    chart.svg()
}

/// Figures 3b to 6b.
fn outcomes(
    report: &Report,
    history: &[Generation],
    what: &str,
    games: fn(&Generation) -> &Tally,
) -> String {
    let title = format!("{}: {what}", title(report));
    let mut chart = Chart::new(&title, "generation", "per cent").shares();
    let line = |outcome: Outcome| {
        let points = history.iter().map(|generation| {
            let games = games(generation).games[outcome as usize];
            (generation.number as f64, games as f64)
        });
        Line::new(&report.name(outcome), points)
    };
    chart.lines = Outcome::ALL.into_iter().map(line).collect();
    chart.svg()
}

/// Figure 7.
fn node(visited: &Visited, vocabulary: &Vocabulary) -> Node {
    match visited {
        Visited::Play(word, visits) => Node::leaf(vocabulary.moves[*word].name, *visits),
        Visited::Ask(condition, _, yes, no) => Node::branch(
            vocabulary.conditions[*condition].name,
            node(yes, vocabulary),
            node(no, vocabulary),
        ),
    }
}

/// The moves of a game that was won; a gap otherwise.
fn won((outcome, moves): (Outcome, u32)) -> f64 {
    match outcome {
        Outcome::Checkmate => f64::from(moves),
        _ => f64::NAN,
    }
}

/// Figure 8: in the order of the distance to mate, which is what perfect play needs.
fn moves(report: &Report, best: &Bred) -> String {
    let title = format!("{}: moves against perfect defence", title(report));
    let mut chart = Chart::new(&title, "distance to mate in moves", "moves needed");
    let x = |at: usize| f64::from(report.starts[at].mate_in);
    let mut order: Vec<usize> = (0..report.starts.len()).collect();
    order.sort_by_key(|at| report.starts[*at].mate_in);
    let line = |name: &str, value: &dyn Fn(usize) -> f64| {
        Line::new(name, order.iter().map(|&at| (x(at), value(at))))
    };
    let perfect = line("perfect play", &x).with_marker(Marker::Circle);
    let rows = &best.findings.comparison;
    let strategy = line("strategy", &|at| won(rows[at].strategy)).scattered(Marker::Square);
    chart.lines = vec![perfect, strategy];
    if let Some(name) = &report.engine {
        let other = line(name, &|at| rows[at].other.map_or(f64::NAN, won));
        chart.lines.push(other.scattered(Marker::Triangle));
    }
    if report.runs.len() > 1 {
        let name = format!("mean of {} strategies", report.runs.len());
        let mean = line(&name, &|at| {
            let rows = report
                .runs
                .iter()
                .map(|run| won(run.findings.comparison[at].strategy));
            let rows: Vec<f64> = rows.filter(|moves| moves.is_finite()).collect();
            rows.iter().sum::<f64>() / rows.len() as f64
        });
        chart.lines.push(mean.dashed());
    }
    chart.svg()
}

fn moves_table(report: &Report, best: &Bred) -> String {
    let mut text = "fen,mate_in,end,moves,engine_end,engine_moves\n".to_owned();
    for row in &best.findings.comparison {
        let (end, moves) = row.strategy;
        let other = row.other.map_or(",".to_owned(), |(end, moves)| {
            format!("{},{moves}", report.name(end))
        });
        // Writing to a string cannot fail.
        _ = writeln!(
            text,
            "{},{},{},{moves},{other}",
            row.start.fen,
            row.start.mate_in,
            report.name(end)
        );
    }
    text
}

fn history_table(report: &Report, best: &Bred) -> String {
    let mut text = "generation,seconds,trees,best,mean,nodes,proved,in_fifty_moves".to_owned();
    for whose in ["best", "all"] {
        for outcome in Outcome::ALL {
            _ = write!(text, ",{whose} {}", report.name(outcome));
        }
    }
    text.push('\n');
    let search = &best.search;
    for (generation, seconds) in search.run.history.iter().zip(&search.seconds) {
        let Generation {
            number,
            best,
            mean,
            size,
            games,
            all_games,
            proved,
            judged,
            ..
        } = generation;
        let proved = proved.map_or_else(
            || ",".to_owned(),
            |proved| format!("{},{}", proved.won, proved.in_time),
        );
        _ = write!(
            text,
            "{number},{seconds:.3},{judged},{best},{mean},{size},{proved}"
        );
        for games in games.games.iter().chain(&all_games.games) {
            _ = write!(text, ",{games}");
        }
        text.push('\n');
    }
    text
}

fn games_table(report: &Report, best: &Bred) -> String {
    let mut text = "fen,defender,end,moves,line\n".to_owned();
    let judge = &best.search.run.judge;
    for (defender, game) in best
        .findings
        .played(report.experiment, judge, &report.starts)
    {
        _ = writeln!(
            text,
            "{},\"{defender}\",{},{},{}",
            game.fen,
            report.name(game.outcome),
            game.moves,
            game.text()
        );
    }
    text
}

fn runs_table(report: &Report) -> String {
    let mut text = "seed,games_won,games,first_generation,first_seconds,generations,seconds,nodes,\
                    mean_moves,new_games_won,new_games,proved,proved_in_fifty_moves,longest,\
                    polished,proved_before_polishing\n"
        .to_owned();
    for run in &report.runs {
        let (findings, search) = (&run.findings, &run.search);
        let (games, fresh) = (findings.all_games(), &findings.fresh);
        let first = search.success.map_or(",".to_owned(), |first| {
            format!("{},{:.3}", first.generation, first.seconds)
        });
        let moves = run
            .moves()
            .0
            .map_or_else(String::new, |mean| mean.to_string());
        let polished = match (&search.polished, &findings.unpolished) {
            (Some(polished), Some(before)) => {
                format!("{},{}", polished.steps, before.won.share(before.winnable))
            }
            _ => ",".to_owned(),
        };
        _ = writeln!(
            text,
            "{},{},{},{first},{},{:.3},{},{moves},{},{},{},{},{},{polished}",
            run.seed,
            games.won(),
            games.played(),
            search.run.history.len(),
            search.time(),
            findings.strategy.size(),
            fresh.won(),
            fresh.played(),
            findings.proved(),
            findings.proved_in_time(),
            findings.proof.moves.most
        );
    }
    text
}
