//! `chesslog reduce`: adds parts up.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Args;

use crate::{
    cli::{FormatOption, Inputs, fail},
    os,
    report::plural,
    scale::{self, Manifest, Part},
};

/// What is refused, below the options.
const SUMS: &str = "\
The result is a part, too: it may be reduced with others. It is the same, byte for byte, in whatever order the parts
come and however the records were cut. Parts of different jobs, and parts that have the same records, are refused. So is
what is not complete, unless --partial is given: the records, or with --shards the shards, that are missing are listed.

The exit status is 1 if something is missing or could not be read.";

/// Missing shards that are told of; with --format json there are all.
const TOLD: usize = 20;

#[derive(Debug, Args)]
#[command(after_help = SUMS)]
pub struct ReduceArguments {
    /// Parts, or folders of them
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// The file for the result
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The list of shards that `chesslog shard` wrote: all of them have to be there
    #[arg(long, value_name = "FILE")]
    shards: Option<PathBuf>,
    /// Write the result even if something is missing
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    printed: FormatOption,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &ReduceArguments) -> u8 {
    reduce(arguments).unwrap_or_else(|message| fail(&message))
}

fn reduce(arguments: &ReduceArguments) -> Result<u8, String> {
    let inputs = Inputs::of(&arguments.parts).and(&arguments.shards);
    inputs.check("--out", &arguments.out)?;
    let manifest = arguments.shards.as_deref().map(manifest).transpose()?;
    let mut sum: Option<Part> = None;
    for path in parts(arguments)? {
        let of = |what: String| format!("{} {what}", path.display());
        let part = scale::read(&path).map_err(|error| of(error.to_string()))?;
        match &mut sum {
            None => sum = Some(part),
            Some(sum) => sum
                .add(part)
                .map_err(|clash| format!("{}: {clash}", path.display()))?,
        }
    }
    let mut sum = sum.ok_or(
        "there is no part; expected files that end in .parquet, or folders with such files",
    )?;
    if let Some(manifest) = &manifest {
        // What could not be cut is in no shard.
        let ends = sum.about.extent.add(&manifest.ends);
        debug_assert!(ends.is_ok(), "what has no ranges has none twice");
    }
    let missing = missing(&sum, manifest.as_ref());
    for line in missing.iter().take(TOLD) {
        eprintln!("missing: {line}");
    }
    if missing.len() > TOLD {
        eprintln!("and {} more", missing.len() - TOLD);
    }
    if !missing.is_empty() && !arguments.partial {
        let what = if manifest.is_some() { "shard" } else { "range" };
        let are = if missing.len() == 1 { "is" } else { "are" };
        return Err(format!(
            "{} {are} missing; nothing is written (--partial takes what is there)",
            plural(missing.len() as u64, what)
        ));
    }
    scale::write(&arguments.out, &sum).map_err(|error| super::unwritten(&arguments.out, &error))?;
    let printed = super::put(&sum, arguments.printed.format);
    Ok(printed.max(u8::from(!missing.is_empty())))
}

/// The files: those that are named, and those in folders.
fn parts(arguments: &ReduceArguments) -> Result<Vec<PathBuf>, String> {
    let mut parts = Vec::new();
    for path in &arguments.parts {
        if !path.is_dir() {
            parts.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let paths = entries.flatten().map(|entry| entry.path());
        let mut found: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|ending| ending == "parquet"))
            .collect();
        found.sort();
        parts.extend(found);
    }
    Ok(parts)
}

fn manifest(path: &Path) -> Result<Manifest, String> {
    let name = path.display();
    let text = os::read_text(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    serde_json::from_str(&text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        format!("{name}:{line}:{column}: this is no list of shards, as `chesslog shard` writes it")
    })
}

/// What is missing: shards of the list, or records, as far as that can be known.
fn missing(sum: &Part, manifest: Option<&Manifest>) -> Vec<String> {
    match manifest {
        Some(manifest) => {
            let shards = manifest.missing(&sum.about.extent).into_iter();
            shards
                .map(|(number, shard)| format!("{} (number {number})", shard.file))
                .collect()
        }
        None => {
            let missing = sum.about.extent.missing().into_iter();
            missing
                .map(|missing| match missing.to {
                    Some(to) => format!("{}#{}-{to}", missing.name, missing.from),
                    None => format!(
                        "{} from record {} on, if there are more: no part came to its end",
                        missing.name, missing.from
                    ),
                })
                .collect()
        }
    }
}
