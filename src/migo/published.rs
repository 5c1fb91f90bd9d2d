//! The curves that MIGO's authors published, where they are at hand.

use std::{fs, io, path::Path};

use super::curve::Curve;

/// What is measured after each game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The cumulative minimax regret.
    Regret,
    /// The cumulative CPU time in seconds.
    Seconds,
}

/// The published curve of a learner (`migo-mixed`, `migo-separated`, `menace`, `q`, `dqn`) in a game;
/// `None` if there is none. `folder` has a folder for each game, in it the files as they were
/// published: a number a line.
///
/// # Errors
///
/// If a file cannot be read, or a line is no number.
pub fn published(
    folder: &Path,
    game: &str,
    learner: &str,
    measure: Measure,
) -> io::Result<Option<Curve>> {
    let names: &[&str] = match learner {
        "migo-mixed" => &["migo_mixed", "metagol_mixed"],
        "migo-separated" => &["migo_separated", "metagol_separated"],
        "menace" => &["menace"],
        "q" => &["qlearn", "score_qlearn"],
        "dqn" => &["DeepQ", "score_DeepQ"],
        _ => &[],
    };
    // Times begin with the one before the first game.
    let (prefix, before) = match measure {
        Measure::Regret => ("score", 0),
        Measure::Seconds => ("time", 1),
    };
    for name in names {
        let file = |kind| {
            folder
                .join(game)
                .join(format!("{prefix}_{name}_{kind}.txt"))
        };
        if let (Some(mean), Some(deviation)) = (numbers(&file("av"))?, numbers(&file("std"))?) {
            return Ok(Some(Curve {
                mean: mean.into_iter().skip(before).collect(),
                deviation: deviation.into_iter().skip(before).collect(),
            }));
        }
    }
    Ok(None)
}

/// The numbers of a file; `None` if there is no such file.
fn numbers(path: &Path) -> io::Result<Option<Vec<f64>>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io::Error::new(error.kind(), in_file(path, &error))),
    };
    let number = |(line, text): (usize, &str)| {
        text.trim().parse::<f64>().map_err(|_| {
            let problem = format!("line {}: expected a number, found {text}", line + 1);
            io::Error::new(io::ErrorKind::InvalidData, in_file(path, &problem))
        })
    };
    text.lines()
        .enumerate()
        .map(number)
        .collect::<io::Result<_>>()
        .map(Some)
}

fn in_file(path: &Path, problem: &dyn std::fmt::Display) -> String {
    format!("{}: {problem}", path.display())
}
