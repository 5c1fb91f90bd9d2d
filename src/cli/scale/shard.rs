//! `chesslog shard`: cuts files of records.

use std::{collections::BTreeSet, fs, path::PathBuf, sync::atomic::Ordering};

use clap::Args;

use crate::{
    cli::{cancel_token::CancelToken, fail, options::make_folder, print},
    report::{counted, json_lines, size},
    scale::{Cut, Manifest, file_name, save},
    terminal::Status,
};

/// What is written, below the options.
const SHARDS: &str = "\
Files of games are cut between games, files whose names end in .csv between rows, each with the header line; both may be
compressed. A shard is compressed with Zstandard and has a checksum. At its beginning it says which records of which file
it has, where other programs pass over it: so parts of shards add up to what the whole file gives. The file shards.json
lists them, for `chesslog reduce --shards`. A file is read once more before, for its SHA-256.

The exit status is 1 if a file could not be read to its end.";

#[derive(Debug, Args)]
#[command(after_help = SHARDS)]
pub struct ShardArguments {
    /// Files of games or tables, plain or compressed
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// The folder for the shards, made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many games, or rows, a shard has
    #[arg(long, visible_alias = "games", value_name = "N", default_value = "2000",
          value_parser = clap::value_parser!(u64).range(1..))]
    records: u64,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &ShardArguments) -> u8 {
    cut(arguments).unwrap_or_else(|message| fail(&message))
}

fn cut(arguments: &ShardArguments) -> Result<u8, String> {
    let token = CancelToken::on_ctrl_c();
    make_folder(&arguments.out)?;
    let list = arguments.out.join("shards.json");
    if list.exists() {
        return Err(format!(
            "{} is there already: other files were cut into this folder; expected one of its own",
            list.display()
        ));
    }
    let line = Status::line();
    let mut manifest = Manifest::default();
    let mut names = BTreeSet::new();
    let (mut records, mut bytes, mut lost) = (0, 0, false);
    for file in &arguments.files {
        let mut cut = Cut::open(file, arguments.records)?;
        while let Some(piece) = cut.next() {
            if token.cancelled.load(Ordering::Relaxed) {
                line.clear();
                return Err("stopped before all was cut".to_owned());
            }
            let name = file_name(&piece);
            if !names.insert(name.clone()) {
                return Err(format!(
                    "{file}: another file has the same name, so there would be two shards {name}; \
                     cut them into folders of their own"
                ));
            }
            let path = arguments.out.join(&name);
            if let Err(error) = piece.write(&path) {
                return Ok(super::unwritable(&path, &error));
            }
            bytes += fs::metadata(&path).map_or(0, |found| found.len());
            records += piece.records;
            manifest.push(&name, &piece);
            let part = cut.part_read().unwrap_or_default();
            line.note(|| {
                format!(
                    "{file}: {}, {:.0}%",
                    counted(records, "record"),
                    100.0 * part
                )
            });
        }
        if let Some(why) = cut.lost() {
            line.clear();
            eprintln!("{file}: {why}; the rest is in no shard");
            lost = true;
        }
        let ends = manifest.ends.add(&cut.extent().ends());
        // What has no ranges has none twice.
        debug_assert!(ends.is_ok());
    }
    line.clear();
    if let Err(error) = save(&list, json_lines(&manifest).as_bytes()) {
        return Ok(super::unwritable(&list, &error));
    }
    let printed = print(&format!(
        "{}: {}, {}\n",
        counted(manifest.shards.len() as u64, "shard"),
        counted(records, "record"),
        size(bytes)
    ));
    Ok(printed.max(u8::from(lost)))
}
