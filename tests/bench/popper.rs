//! What the learner costs on the example tasks of Popper, beside Popper.
//!
//! The tasks are not part of the project: `CHESSLOG_TASKS` names a folder with one folder for each. What Popper 5.0.0 needs
//! was measured once, on a machine of the same kind, with 60 s of CPU time for each task
//! (`kb/results/popper-5.csv`). Ours are CPU seconds too, on one thread, Prolog's included.

use std::{env, fs, path::Path, process::Command, time::Duration};

use serde_json::Value;

use super::report;

/// Popper's figures for a task.
struct Row<'a> {
    task: &'a str,
    end: &'a str,
    size: &'a str,
    seconds: f64,
}

/// Prints the section: a line for each task, and the geometric mean of the ratios where both searches ended by
/// themselves. `CHESSLOG_SECONDS` is the limit for each task, 60 if it is not set.
pub fn popper() {
    let Some(tasks) = env::var_os("CHESSLOG_TASKS") else {
        println!("popper: skipped, CHESSLOG_TASKS names no folder of tasks");
        return;
    };
    let seconds = env::var("CHESSLOG_SECONDS").unwrap_or_else(|_| "60".to_owned());
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("kb/results/popper-5.csv");
    let recorded = fs::read_to_string(recorded).expect("the figures of Popper can be read");
    let mut ratios = Vec::new();
    println!(
        "task,popper_end,popper_size,popper_seconds,end,size,tp,fn,fp,at_least,found_after,seconds"
    );
    for row in recorded.lines().skip(2).filter_map(row) {
        let task = Path::new(&tasks).join(row.task);
        if !task.is_dir() {
            println!("{}: not there", row.task);
            continue;
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_chesslog"));
        command.arg("learn").arg(&task);
        command.args(["--threads", "1", "--format", "json", "--time-limit", "0"]);
        command.args(["--cpu-limit", &seconds]);
        if row.task.starts_with("noisy") {
            command.arg("--noisy");
        }
        let output = command.output().expect("the program can be started");
        let found: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let best = &found["hypotheses"][0];
        let used = found["cpu_seconds"].as_f64().unwrap_or_default();
        println!(
            "{},{},{},{},{},{},{},{},{},{},{:.2},{used:.2}",
            row.task,
            row.end,
            row.size,
            row.seconds,
            found["end"].as_str().unwrap_or("error"),
            best["size"],
            best["tp"],
            best["fn"],
            best["fp"],
            found["at_least"],
            found["found_after_seconds"].as_f64().unwrap_or_default(),
        );
        let ended = ["smallest", "exhausted"]
            .map(Value::from)
            .contains(&found["end"]);
        if ended && row.end == "solved" {
            ratios.push((row.task.to_owned(), used.max(0.01), row.seconds));
        }
    }
    for (task, used, theirs) in &ratios {
        let [used, theirs] = [used, theirs].map(|&seconds| Duration::from_secs_f64(seconds));
        report(task, used, theirs, "Popper 5.0.0");
    }
    let sum: f64 = ratios
        .iter()
        .map(|(_, used, theirs)| (theirs / used).ln())
        .sum();
    let mean = (sum / ratios.len().max(1) as f64).exp();
    println!(
        "popper: {} tasks that both end; Popper takes {mean:.1} times as long in the geometric mean",
        ratios.len()
    );
}

fn row(line: &str) -> Option<Row<'_>> {
    let mut cells = line.split(',');
    Some(Row {
        task: cells.next()?,
        end: cells.next()?,
        size: cells.nth(1)?,
        seconds: cells.next()?.parse().ok()?,
    })
}
