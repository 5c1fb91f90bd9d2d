//! The files of a search: figures 3 to 8 of the paper, tables, and the strategy.

use super::{Bred, Report};
use crate::{
    chart::{Chart, Line, Marker, tree::Node},
    endgame::{Vocabulary, strategy::text},
    evolve::{Generation, Outcome, Tally, visits::Visited},
    report::{self, Files, cells, csv, csv_of, or_empty, plural},
};

impl Report {
    /// All files; none, if nothing was found.
    pub fn files(&self) -> Files {
        let Some(best) = self.best() else {
            return Vec::new();
        };
        let (history, findings) = (&best.search.run.history, &best.findings);
        let vocabulary = self.vocabulary(best);
        let tree = node(&findings.visited, vocabulary);
        let games = plural(findings.all_games().played(), "game");
        let named = format!("{}: the strategy in its {games}", title(self));
        let program = text::write(&findings.strategy, vocabulary, &comments(self, best));
        let all = outcomes(self, history, "games of all trees", |g| &g.all_games);
        let one = outcomes(self, history, "games of the best tree", |g| &g.games);
        let mut files = vec![
            ("strategy.pl", program),
            ("fitness.svg", fitness(self, history)),
            ("outcomes.svg", all),
            ("outcomes-best.svg", one),
            ("strategy.svg", tree.svg(&named)),
            ("strategy.dot", tree.dot("strategy")),
            ("moves.svg", moves(self, best)),
            ("moves.csv", moves_table(self, best)),
            ("history.csv", history_table(self, best)),
            ("games.csv", games_table(self, best)),
        ];
        if self.runs.len() > 1 {
            files.push(("runs.csv", runs_table(self)));
        }
        report::files(files)
    }
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
    let rows = best.findings.comparison.iter().map(|row| {
        let ((end, moves), other) = (row.strategy, row.other);
        cells![
            row.start.fen,
            row.start.mate_in,
            report.name(end),
            moves,
            or_empty(other.map(|(end, _)| report.name(end))),
            or_empty(other.map(|(_, moves)| moves)),
        ]
    });
    csv("fen,mate_in,end,moves,engine_end,engine_moves", rows)
}

fn history_table(report: &Report, best: &Bred) -> String {
    let names = "generation,seconds,trees,best,mean,nodes,proved,in_fifty_moves";
    let mut header: Vec<String> = names.split(',').map(str::to_owned).collect();
    for whose in ["best", "all"] {
        header.extend(Outcome::ALL.map(|outcome| format!("{whose} {}", report.name(outcome))));
    }
    let history = best.search.run.history.iter().zip(&best.search.seconds);
    let rows = history.map(|(generation, seconds)| {
        let proved = generation.proved;
        let mut row = cells![
            generation.number,
            format!("{seconds:.3}"),
            generation.judged,
            generation.best,
            generation.mean,
            generation.size,
            or_empty(proved.map(|proved| proved.won)),
            or_empty(proved.map(|proved| proved.in_time)),
        ];
        let games = [&generation.games, &generation.all_games];
        row.extend(
            games
                .into_iter()
                .flat_map(|tally| tally.games.map(|n| n.to_string())),
        );
        row
    });
    csv_of(std::iter::once(header).chain(rows))
}

fn games_table(report: &Report, best: &Bred) -> String {
    let judge = &best.search.run.judge;
    let played = best
        .findings
        .played(report.experiment, judge, &report.starts);
    let rows = played.into_iter().map(|(defender, game)| {
        let end = report.name(game.outcome);
        cells![game.fen, defender, end, game.moves, game.text()]
    });
    csv("fen,defender,end,moves,line", rows)
}

fn runs_table(report: &Report) -> String {
    let header = "seed,games_won,games,first_generation,first_seconds,generations,seconds,nodes,\
                  mean_moves,new_games_won,new_games,proved,proved_in_fifty_moves,longest,\
                  polished,proved_before_polishing";
    let rows = report.runs.iter().map(|run| {
        let (findings, search) = (&run.findings, &run.search);
        let (games, fresh) = (findings.all_games(), &findings.fresh);
        let before = findings.unpolished.as_ref();
        cells![
            run.seed,
            games.won(),
            games.played(),
            or_empty(search.success.map(|first| first.generation)),
            or_empty(search.success.map(|first| format!("{:.3}", first.seconds))),
            search.run.history.len(),
            format!("{:.3}", search.time()),
            findings.strategy.size(),
            or_empty(run.moves().0),
            fresh.won(),
            fresh.played(),
            findings.proved(),
            findings.proved_in_time(),
            findings.proof.moves.most,
            or_empty(search.polished.as_ref().map(|polished| polished.steps)),
            or_empty(before.map(|before| before.won.share(before.winnable))),
        ]
    });
    csv(header, rows)
}
