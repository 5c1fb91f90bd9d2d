//! An evaluation of tactics: measures, and what there is to tell of them, as text, JSON and files.

mod measure;

use serde_json::{Value, json};

pub use self::measure::{Player, cases, compared, measures, strategy};
use super::{
    TacticsFile,
    examples::{self, Example},
    metrics::{Judged, Metrics, Sample},
    report::{Compared, Figure, Figures, centipawns, histogram, percent},
};
use crate::{
    chess::{
        Position,
        moves::move_term,
        svg::{Arrow, Colour, Marks, draw},
    },
    report::{self, Files, cells, csv_of, milliseconds, or_empty, plural, table},
    uci::Tally,
};

/// Positions, and where they come from.
#[derive(Debug, Default)]
pub struct Positions {
    pub samples: Vec<Sample>,
    /// The same with the moves played, and their games.
    examples: Vec<Example>,
    /// For people and for files.
    pub origin: String,
    pub games: u64,
    pub bad_games: u64,
}

impl Positions {
    /// Adds positions; an error if one has no legal move.
    pub fn add(&mut self, examples: Vec<Example>) -> Result<(), String> {
        for example in examples {
            let sample = Sample::new(example.chess.clone(), example.m);
            let none = || format!("{} {}: no legal move", example.fen(), example.uci());
            self.samples.push(sample.ok_or_else(none)?);
            self.examples.push(example);
        }
        Ok(())
    }

    /// The table that `--examples` reads.
    pub fn csv(&self) -> String {
        examples::csv(&self.examples)
    }
}

/// What an engine said about samples.
#[derive(Debug)]
pub struct Judgement {
    pub engine: String,
    pub limit: String,
    /// For each sample.
    pub judged: Vec<Option<Judged>>,
    pub tally: Tally,
}

impl Judgement {
    /// A line about the work.
    pub fn text(&self) -> String {
        let Tally {
            searches,
            hits,
            restarts,
            skipped,
            ..
        } = &self.tally;
        let mut text = format!(
            "{} ({}): {searches} searches, {hits} evaluations from the cache",
            self.engine, self.limit
        );
        if *restarts > 0 {
            text += &format!(", {restarts} restarts");
        }
        if !skipped.is_empty() {
            text += &format!(", {} without evaluation", plural(skipped.len(), "position"));
        }
        text
    }

    /// The same for programs.
    pub fn json(&self) -> Value {
        json!({
            "engine": self.engine,
            "limit": self.limit,
            "searches": self.tally.searches,
            "cache_hits": self.tally.hits,
            "restarts": self.tally.restarts,
            "skipped": self.tally.skipped,
        })
    }
}

/// Everything that was found out.
#[derive(Debug)]
pub struct Evaluation {
    /// The file of the tactics.
    pub name: String,
    pub file: TacticsFile,
    pub positions: Positions,
    pub judgements: Vec<Judgement>,
    /// What each tactic suggests.
    pub suggested: Vec<Vec<u32>>,
    /// The measures of each tactic with each engine.
    pub tactics: Vec<Vec<Metrics>>,
    pub compared: Vec<Compared>,
    pub strategy: Option<Vec<Player>>,
    /// How long it took to find the suggestions.
    pub scanning: f64,
    pub seconds: f64,
}

const MISSING: &str = "no engine: divergence and loss are missing; expected --engine PROGRAM";

impl Evaluation {
    fn figures(&self) -> Figures<'_> {
        Figures {
            engines: self
                .judgements
                .iter()
                .map(|one| one.engine.as_str())
                .collect(),
            compared: &self.compared,
            tactics: &self.tactics,
        }
    }

    fn players(&self) -> Option<Vec<Vec<String>>> {
        let players = self.strategy.as_ref()?;
        let mut header = vec![String::new(), "move chosen".to_owned(), "played".to_owned()];
        for judgement in &self.judgements {
            let of = match self.judgements.len() {
                1 => String::new(),
                _ => format!(" {}", judgement.engine),
            };
            header.push(format!("engine's best{of}"));
            header.push(format!("mean loss{of}"));
        }
        let mut rows = vec![header];
        for player in players {
            let first = &player.scored[0];
            let mut row = vec![
                player.name.clone(),
                percent(Some(first.chosen as f64 / first.positions.max(1) as f64)),
                percent(Some(first.played)),
            ];
            for scored in player.scored.iter().take(self.judgements.len()) {
                row.push(percent(scored.best));
                row.push(centipawns(scored.loss));
            }
            rows.push(row);
        }
        Some(rows)
    }

    fn about(&self) -> String {
        let moves: usize = self.positions.samples.iter().map(|s| s.moves.len()).sum();
        let mut lines = vec![format!(
            "{} tactics of {} on {} positions with {moves} legal moves: {}",
            self.tactics.len(),
            self.name,
            self.positions.samples.len(),
            self.positions.origin
        )];
        if self.positions.bad_games > 0 {
            lines.push(format!(
                "{} of {} games passed over",
                self.positions.bad_games, self.positions.games
            ));
        }
        lines.extend(self.judgements.iter().map(Judgement::text));
        if self.judgements.is_empty() {
            lines.push(MISSING.to_owned());
        }
        lines.join("\n") + "\n"
    }

    /// The result for people.
    pub fn text(&self) -> String {
        let figures = self.figures();
        let mut text = self.about() + "\n" + &table(&figures.summary());
        for figure in figures.all() {
            let Some(index) = figures.best(figure) else {
                continue;
            };
            text += &format!(
                "\n{} (number {}, {}:{})\n{}\n",
                figures.praise(figure, index),
                index + 1,
                self.name,
                self.file.tactics[index].line,
                self.file.tactics[index].text.trim_end()
            );
        }
        if let Some(rows) = self.players() {
            text += &format!("\nas a strategy, one move a position:\n{}", table(&rows));
        }
        text += &format!(
            "\n{:.2} s, of which {:.2} s to find the suggestions\n",
            self.seconds, self.scanning
        );
        text
    }

    /// The result for programs.
    pub fn json(&self) -> Value {
        let engines: Vec<Value> = self.judgements.iter().map(Judgement::json).collect();
        let measures = |metrics: &[Metrics]| -> Value {
            let mut value = json!(metrics.first());
            value["judged"] = json!(metrics.iter().map(|m| m.judged).collect::<Vec<_>>());
            value["divergence"] = json!(metrics.iter().map(|m| m.divergence).collect::<Vec<_>>());
            if self.judgements.is_empty() {
                value["judged"] = json!([]);
                value["divergence"] = json!([]);
            }
            value
        };
        let baselines: Vec<Value> = self
            .compared
            .iter()
            .map(|compared| {
                let mut value = measures(&compared.metrics);
                value["name"] = json!(compared.name);
                value["baseline"] = json!(compared.baseline);
                value
            })
            .collect();
        let tactics: Vec<Value> = self
            .tactics
            .iter()
            .zip(&self.file.tactics)
            .enumerate()
            .map(|(index, (metrics, tactic))| {
                let mut value = measures(metrics);
                value["number"] = json!(index + 1);
                value["line"] = json!(tactic.line);
                value["clause"] = json!(tactic.text);
                value
            })
            .collect();
        let figures = self.figures();
        let bests: Vec<Value> = figures
            .all()
            .into_iter()
            .map(|figure| {
                let number = figures.best(figure).map(|index| index + 1);
                json!({"figure": figures.name(figure), "number": number})
            })
            .collect();
        let strategy = self.strategy.as_ref().map(|players| {
            let player = |player: &Player| {
                let mut value = json!(player.scored[0]);
                let scored = &player.scored[..self.judgements.len()];
                value["best"] = json!(scored.iter().map(|s| s.best).collect::<Vec<_>>());
                value["loss"] = json!(scored.iter().map(|s| s.loss).collect::<Vec<_>>());
                value["name"] = json!(player.name);
                value
            };
            players.iter().map(player).collect::<Vec<_>>()
        });
        json!({
            "file": self.name,
            "positions": self.positions.samples.len(),
            "origin": self.positions.origin,
            "games": self.positions.games,
            "bad_games": self.positions.bad_games,
            "engines": engines,
            "missing": self.judgements.is_empty().then_some(MISSING),
            "baselines": baselines,
            "tactics": tactics,
            "best": bests,
            "strategy": strategy,
            "seconds": milliseconds(self.seconds),
        })
    }

    /// Tables and pictures.
    pub fn files(&self) -> Files {
        let mut files = report::files([
            ("metrics.json", report::json_lines(self.json())),
            ("metrics.csv", self.csv()),
            ("positions.csv", self.positions.csv()),
        ]);
        let mut report = format!(
            "# Tactics of {}\n\n```\n{}\n{}```\n",
            self.name,
            self.about(),
            table(&self.figures().summary())
        );
        if let Some(rows) = self.players() {
            report += &format!(
                "\nAs a strategy, one move a position:\n\n```\n{}```\n",
                table(&rows)
            );
        }
        let figures = self.figures();
        for figure in figures.all() {
            let name = figures.name(figure);
            let file = file_name(&name);
            let title = match figure {
                Figure::Coverage => format!("Coverage of {} tactics", self.tactics.len()),
                Figure::Accuracy => format!("Accuracy of {} tactics", self.tactics.len()),
                Figure::MeanAccuracy => {
                    format!("Mean accuracy of {} tactics", self.tactics.len())
                }
                Figure::Divergence(engine) => format!(
                    "Divergence of {} tactics from ground, {}",
                    self.tactics.len(),
                    self.judgements[engine].engine
                ),
            };
            let label = match figure {
                Figure::Coverage => "coverage (share of the positions)",
                Figure::Accuracy => "accuracy (share of the suggested moves)",
                Figure::MeanAccuracy => "mean accuracy (share of a position's suggested moves)",
                Figure::Divergence(_) => "divergence (centipawns)",
            };
            let picture = histogram(figure, &title, label, &self.tactics, &self.compared);
            files.push((format!("{file}.svg"), picture));
            report += &format!("\n## {title}\n\n![{title}]({file}.svg)\n");
            if let Some(index) = figures.best(figure) {
                let tactic = &self.file.tactics[index];
                report += &format!(
                    "\nThe best, number {}: {}.\n\n```prolog\n{}\n```\n",
                    index + 1,
                    Figures::value(figure, &self.tactics[index]),
                    tactic.text.trim_end()
                );
                if let Some((board, words)) = self.board(index) {
                    files.push((format!("best-{file}.svg"), board));
                    report += &format!("\n{words}\n\n![{words}](best-{file}.svg)\n");
                }
            }
        }
        files.push(("report.md".to_owned(), report));
        files
    }

    fn csv(&self) -> String {
        let names = "number,line,positions,applicable,suggested,matched,coverage,accuracy,\
                     mean_accuracy,hit_rate";
        let mut header: Vec<String> = names.split(',').map(str::to_owned).collect();
        for Judgement { engine, .. } in &self.judgements {
            header.extend([format!("judged {engine}"), format!("divergence {engine}")]);
        }
        let share = |value: Option<f64>| or_empty(value.map(|value| format!("{value:.6}")));
        let tactics = (1..).zip(self.tactics.iter().zip(&self.file.tactics));
        let rows = tactics.filter_map(|(number, (metrics, tactic))| {
            let first = metrics.first()?;
            let mut row = cells![
                number,
                tactic.line,
                first.positions,
                first.applicable,
                first.suggested,
                first.matched,
                share(Some(first.coverage)),
                share(first.accuracy),
                share(first.mean_accuracy),
                share(first.hit_rate),
            ];
            for metrics in metrics.iter().take(self.judgements.len()) {
                row.extend(cells![metrics.judged, share(metrics.divergence)]);
            }
            Some(row)
        });
        csv_of(std::iter::once(header).chain(rows))
    }

    /// A position in which a tactic suggests a move, the played one if there is such a position,
    /// with arrows: green for the move played, blue for other suggestions.
    fn board(&self, tactic: usize) -> Option<(String, String)> {
        let samples = &self.positions.samples;
        let mut example = None;
        let mut rest = self.suggested[tactic]
            .iter()
            .map(|&m| m as usize)
            .peekable();
        let mut end = 0;
        for sample in samples {
            let start = end;
            end += sample.moves.len();
            let mut moves = Vec::new();
            while let Some(m) = rest.next_if(|m| *m < end) {
                moves.push(m - start);
            }
            let hit = moves.contains(&sample.case.played);
            if !moves.is_empty() && (hit || example.is_none()) {
                example = Some((sample, moves));
                if hit {
                    break;
                }
            }
        }
        let (sample, moves) = example?;
        let position = Position::from_chess(sample.position.clone());
        let arrow = |m: usize, colour| {
            let term = move_term(sample.moves[m]);
            Arrow {
                from: term.from,
                to: term.to,
                colour,
            }
        };
        let played = sample.case.played;
        let others = moves.iter().filter(|&&m| m != played);
        let mut arrows: Vec<Arrow> = others.map(|&m| arrow(m, Colour::Blue)).collect();
        let words = match moves.contains(&played) {
            true => "Suggested moves; the green one was played.",
            false => "Suggested moves in blue; the red one was played.",
        };
        let colour = match moves.contains(&played) {
            true => Colour::Green,
            false => Colour::Red,
        };
        arrows.push(arrow(played, colour));
        let marks = Marks {
            bottom: shakmaty::Position::turn(&sample.position),
            arrows,
            ..Marks::default()
        };
        Some((draw(&position, &marks), words.to_owned()))
    }
}

fn file_name(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| match c {
            'a'..='z' | '0'..='9' | '.' => c,
            'A'..='Z' => c.to_ascii_lowercase(),
            _ => '-',
        })
        .collect();
    plain.trim_matches(['-', '.']).to_owned()
}
