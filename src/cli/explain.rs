//! `chesslog explain FEN [--move MOVE]`: what is going on in a position, or what a move does.
//!
//! The words are those of `prolog/explain.pl`; here they are printed, as text, as JSON or as a picture.

use std::{io, path::PathBuf, time::Duration};

use clap::Args;
use shakmaty::{Position as _, uci::UciMove};

use super::{
    EffortOption, Format, FormatOption, Inputs, LimitArguments, TablesArgument, fail, number,
    outputs::write, start_with,
};
use crate::{
    chess::{
        Position,
        moves::{MoveTerm, move_term},
        notation::parsed,
        svg,
    },
    engine::Settings,
    native::board::Drawing,
    session::explanation::{self, Explanation, term_of},
    term::Term,
    terminal,
    uci::{Engine, Error, Limit, Query, Score, Settings as EngineSettings},
};

/// Nodes of the engine's search, if nothing else is said.
const NODES: u64 = 1_000_000;

/// Seconds that an explanation may take when no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// The position
    #[arg(long, value_name = "FEN", required_unless_present = "position")]
    fen: Option<String>,
    /// The same without --fen
    #[arg(value_name = "FEN", conflicts_with = "fen")]
    position: Vec<String>,
    /// The move to explain, as in d5c7 or Nxc7+; without it, the position is explained
    #[arg(long = "move", value_name = "MOVE")]
    played: Option<String>,
    #[command(flatten)]
    printed: FormatOption,
    /// Write a picture of the board with arrows to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the picture as the side sees it that is not to move
    #[arg(long, requires = "svg")]
    flip: bool,
    /// Draw the board with letters only
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    effort: EffortOption,
    /// Let this UCI engine judge what is claimed: a path, or a name in PATH
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<String>,
    /// How many nodes the engine searches [default: 1000000]
    #[arg(long, value_name = "N", requires = "engine", value_parser = number::<u64>(1..))]
    engine_nodes: Option<u64>,
    #[command(flatten)]
    tables: TablesArgument,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &ExplainArguments) -> u8 {
    let (option, fen) = match &arguments.fen {
        Some(fen) => ("--fen ", fen.clone()),
        // With quotes it is one, without them it is as many as it has fields.
        None => ("", arguments.position.join(" ")),
    };
    let position = match Position::parse(&fen) {
        Ok(position) => position,
        Err(error) => return fail(&format!("{option}\"{fen}\": {error}")),
    };
    let played = match &arguments.played {
        None => None,
        Some(text) => match parsed(&position, text) {
            Ok(played) => Some(move_term(played)),
            Err(message) => return fail(&format!("--move: {message}")),
        },
    };
    if let Some(path) = &arguments.svg
        && let Err(message) = Inputs::default().check("--svg", path)
    {
        return fail(&message);
    }
    arguments.tables.pass_on();
    let judge = match judge(arguments, &position) {
        Ok(judge) => judge,
        Err(message) => return fail(&message),
    };
    let (text, data) = match ask(arguments, &position, played, &judge) {
        Ok(found) => found,
        Err(status) => return status,
    };
    let Some(explanation) = Explanation::read(&data) else {
        return fail("the explanation has another form than expected; this is a bug of chesslog");
    };
    if let Some(path) = &arguments.svg {
        let bottom = match arguments.flip {
            true => !position.turn(),
            false => position.turn(),
        };
        let picture = svg::draw(&position, &explanation.marks(played, bottom));
        if let Err(message) = write(path, picture) {
            return fail(&message);
        }
    }
    let data = || explanation.to_json(&position, played);
    arguments.printed.format.put(|| text, data)
}

/// Who judges what is claimed, as `prolog/explain.pl` wants it: `search`, or `engine(Name, Nodes, Lines)`, where Lines has
/// the score and the line of every legal move, the best first.
fn judge(arguments: &ExplainArguments, position: &Position) -> Result<Term, String> {
    let is_over = position.legal_moves().is_empty();
    let Some(program) = arguments.engine.as_ref().filter(|_| !is_over) else {
        return Ok(Term::Atom("search".into()));
    };
    let complain = |error: Error| format!("--engine: {error}");
    let mut engine = Engine::start(&EngineSettings::new(program)).map_err(complain)?;
    let nodes = arguments.engine_nodes.unwrap_or(NODES);
    let found = engine
        .search(&Query {
            lines: position.legal_moves().len() as u16,
            ..Query::new(position, Limit::Nodes(nodes))
        })
        .map_err(complain)?;
    let lines: Vec<Term> = found
        .lines
        .iter()
        .map(|line| {
            let (name, number) = match line.score {
                Score::Centipawns(number) => ("centipawns", i64::from(number)),
                Score::Mates(moves) => ("mate", moves.into()),
                Score::Mated(moves) => ("mated", moves.into()),
            };
            let score = Term::Compound(name.into(), vec![Term::Integer(number)]);
            Term::Compound("line".into(), vec![score, moves(position, &line.moves)])
        })
        .collect();
    Ok(Term::Compound(
        "engine".into(),
        vec![
            Term::String(engine.name().into()),
            Term::Integer(nodes as i64),
            list(lines),
        ],
    ))
}

/// The moves of a line, as far as they are legal.
fn moves(position: &Position, line: &[UciMove]) -> Term {
    let mut board = (**position).clone();
    let legal = line.iter().map_while(|uci| {
        let m = uci.to_move(&board).ok()?;
        board.play_unchecked(m);
        Some(term_of(move_term(m)))
    });
    list(legal.collect())
}

fn list(items: Vec<Term>) -> Term {
    match items.is_empty() {
        true => Term::Atom("[]".into()),
        false => Term::List(items, None),
    }
}

/// Asks the engine for the text and the data; `Err` is the exit status.
fn ask(
    arguments: &ExplainArguments,
    position: &Position,
    played: Option<MoveTerm>,
    judge: &Term,
) -> Result<(String, Term), u8> {
    let limits = arguments.limits.limits(Some(DEFAULT_TIME));
    let ascii = arguments.ascii || arguments.printed.format == Format::Json;
    let settings = Settings {
        drawing: Drawing {
            ascii,
            colour: !ascii && terminal::colour(&io::stdout()),
            ..Drawing::default()
        },
        ..Settings::default()
    };
    let mut session = start_with(limits, settings)?;
    arguments.effort.tell(&mut session);
    explanation::ask(&mut session, judge, position, played, super::show)
        .map_err(|message| fail(&message))
}
