//! `chesslog doc [PREDICATE]`: the manual.

use clap::{Args, ValueEnum};

use super::{fail, print};
use crate::native::help;

#[derive(Debug, Args)]
pub struct DocArguments {
    /// A predicate, as name or name/arity; without it, everything
    predicate: Option<String>,
    /// How it is printed
    #[arg(long, value_enum, default_value = "text")]
    format: DocFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DocFormat {
    /// For the terminal.
    Text,
    /// For a web page.
    Markdown,
    /// As `body_pred`, `type` and `direction` facts, for learners.
    Bias,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &DocArguments) -> u8 {
    let entries = match &arguments.predicate {
        None if arguments.format == DocFormat::Markdown => {
            print(&help::markdown());
            return 0;
        }
        None => help::entries(),
        Some(predicate) => help::lookup(predicate),
    };
    if let (Some(predicate), []) = (&arguments.predicate, entries.as_slice()) {
        let name = predicate
            .rsplit_once('/')
            .map_or(predicate.as_str(), |(name, _)| name);
        let arities: Vec<_> = help::lookup(name)
            .into_iter()
            .map(|entry| entry.indicator)
            .collect();
        let names = help::entries()
            .into_iter()
            .map(|entry| entry.name().to_owned());
        let hint = match (arities.is_empty(), help::did_you_mean(name, names)) {
            (false, _) => format!("; there is {}", arities.join(", ")),
            (true, Some(close)) => format!("; did you mean {close}?"),
            (true, None) => help::like(name),
        };
        return fail(&format!("the manual has no predicate {predicate}{hint}"));
    }
    let text: Vec<_> = entries
        .iter()
        .map(|entry| match arguments.format {
            DocFormat::Text => entry.text(),
            DocFormat::Markdown => entry.markdown(),
            DocFormat::Bias => help::bias_facts(entry),
        })
        .filter(|text| !text.is_empty())
        .collect();
    let between = if arguments.format == DocFormat::Bias {
        ""
    } else {
        "\n"
    };
    print(&text.join(between))
}
