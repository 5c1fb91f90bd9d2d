//! `chesslog shard`: cuts files of records.

use std::{collections::BTreeSet, fs, path::PathBuf, sync::atomic::Ordering};

use clap::Args;

use crate::{
    cli::{cancel_token::CancelToken, fail, number, outputs::make_folder, print},
    os,
    report::{counted, json_lines, size},
    scale::{Cut, Extent, Manifest, Piece, Shard, file_name},
    terminal::Status,
};

/// What is written, below the options.
const SHARDS: &str = "\
Files of games are cut between games, files whose names end in .csv between rows, each with the header line; both may be
compressed. A shard is compressed with Zstandard and has a checksum. At its beginning it says which records of which file
it has, where other programs pass over it: so parts of shards add up to what the whole file gives. The file shards.json
lists them, for `chesslog reduce --shards`. A file is read once more before, for its SHA-256. Runs are only listed.

The exit status is 1 if a file could not be read to its end.";

/// Games or rows of a shard, if nothing else is said.
const RECORDS: u64 = 2000;
/// Runs of one: each may be long.
const RUNS: u64 = 1;

#[derive(Debug, Args)]
#[command(after_help = SHARDS)]
pub struct ShardArguments {
    /// Files of games or tables, plain or compressed; for jobs about runs their numbers, as in 1-100
    #[arg(value_name = "FILE", required = true)]
    files: Vec<Shard>,
    /// The folder for the shards, made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many games, rows or runs a shard has [default: 2000; 1 run]
    #[arg(long, visible_alias = "games", value_name = "N", value_parser = number::<u64>(1..))]
    records: Option<u64>,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &ShardArguments) -> u8 {
    let line = Status::line();
    let cut = cut(arguments, &line);
    line.clear();
    cut.unwrap_or_else(|message| fail(&message))
}

fn cut(arguments: &ShardArguments, line: &Status) -> Result<u8, String> {
    let token = CancelToken::on_ctrl_c();
    make_folder("--out", &arguments.out)?;
    let list = arguments.out.join("shards.json");
    if list.exists() {
        return Err(format!(
            "{} is there already: other files were cut into this folder; expected one of its own",
            list.display()
        ));
    }
    let mut shards = Shards::default();
    let (mut lost, mut ends) = (false, Extent::default());
    let all_runs = |shard: &Shard| matches!(shard, Shard::Runs(..));
    let what = match arguments.files.iter().all(all_runs) {
        true => "run",
        false => "record",
    };
    let check = || match token.cancelled.load(Ordering::Relaxed) {
        true => Err("stopped before all was cut".to_owned()),
        false => Ok(()),
    };
    for shard in &arguments.files {
        let file = match shard {
            Shard::Runs(first, last) => {
                for piece in Piece::of_runs(*first, *last, arguments.records.unwrap_or(RUNS)) {
                    check()?;
                    shards.list(&piece)?;
                }
                continue;
            }
            Shard::File { file, .. } => file,
        };
        let mut cut = Cut::of(shard, arguments.records.unwrap_or(RECORDS))?;
        while let Some(piece) = cut.next() {
            check()?;
            let path = arguments.out.join(shards.list(&piece)?);
            piece
                .write(&path)
                .map_err(|error| super::unwritten(&path, &error))?;
            shards.bytes += fs::metadata(&path).map_or(0, |found| found.len());
            let part = cut.part_read().unwrap_or_default();
            line.note(|| {
                let records = counted(shards.extent.records(), what);
                format!("{file}: {records}, {:.0}%", 100.0 * part)
            });
        }
        if let Some(why) = cut.lost() {
            line.clear();
            eprintln!("{file}: {why}; the rest is in no shard");
            lost = true;
        }
        let added = ends.add(&cut.extent().ends());
        debug_assert!(added.is_ok(), "what has no ranges has none twice");
    }
    line.clear();
    if shards.manifest.shards.is_empty() {
        // A list of nothing would keep what was meant out of the folder.
        return Err("there is no record in these files; nothing is written".to_owned());
    }
    shards.manifest.ends = ends;
    os::save(&list, json_lines(&shards.manifest).as_bytes())
        .map_err(|error| super::unwritten(&list, &error))?;
    let number = counted(shards.manifest.shards.len() as u64, "shard");
    let mut said = format!("{number}: {}", counted(shards.extent.records(), what));
    if shards.bytes > 0 {
        said += &format!(", {}", size(shards.bytes));
    }
    Ok(print(&(said + "\n")).max(u8::from(lost)))
}

/// What has been cut so far.
#[derive(Default)]
struct Shards {
    manifest: Manifest,
    names: BTreeSet<String>,
    extent: Extent,
    bytes: u64,
}

impl Shards {
    /// Enters a piece into the list; the name of its file.
    fn list(&mut self, piece: &Piece) -> Result<String, String> {
        let name = file_name(piece);
        let added = self.extent.add(&piece.extent());
        added.map_err(|twice| format!("{twice} is named twice; expected each record once"))?;
        if !self.names.insert(name.clone()) {
            return Err(format!(
                "two files have the name {}, so there would be two shards {name}; cut them into folders of their own",
                piece.origin.name
            ));
        }
        self.manifest.push(&name, piece);
        Ok(name)
    }
}
