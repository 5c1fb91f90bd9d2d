//! `chesslog evolve verify STRATEGY.pl`: a strategy against every defence.

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use clap::Args;

use crate::{
    cli::{
        FormatOption, Inputs, ModeArguments, OutFolder, cancel_token::CancelToken, fail, number,
        report_problem,
    },
    endgame::{
        Arena, Ending,
        failure::Policy,
        known, report,
        space::{Board, PositionSpace},
        strategy::read::{Reading, read},
        verification::{Asked, Verification},
    },
    engine::{DEFAULT_MEMORY, Input, Limits},
    os,
    session::{
        Session,
        policy::{self, NoPolicy},
        prover::{EngineProver, ProofLimits, Unusable},
    },
    terminal::Status,
};

/// Seconds that loading a strategy may take.
const LOADING: u64 = 60;

/// What is proved, below the options.
const PROVED: &str = "\
The strategy is followed from every legal position with the attacker, white, to move, against every
reply. A position is won if the strategy mates there however the bare king replies. Wins are
measured against the defence that lasts longest, and compared with perfect play. A position that is
not won has a counterexample: the shortest way to the loss of a piece, stalemate, or a position
without a possible move, otherwise the way round a circle. The fifty-move rule is left out of
account, but wins that are too long for it are counted. From this follows what is won with the
defender to move: mates, and positions from which every reply leads to a won one.

A strategy is strategy(Pos, Move) in Prolog. If it is made of the words of the ending's vocabulary
it is proved at once. Any other is asked for its move in every position: its first answer,
move(From, To, none) or From-To. Any other answer counts as an illegal move. An error, or what takes
too many inferences, is a failure of its own; but if that is all that the first 16 positions give,
which are spread over the ending, nothing more is asked. A predicate that is not defined ends
everything, too.

The ending is that of --ending, or that of a fact ending(krk). in the file, or the only one that has
all the words; without any words it is krk.

With --out, a directory gets report.json and failures.csv, with a counterexample for every position
that is not won, symmetric ones included, even if Prolog was asked about one of them only.";

#[derive(Debug, Args)]
#[command(after_help = PROVED)]
pub struct VerifyArguments {
    /// The strategy: a Prolog file with strategy(+Pos, -Move)
    strategy: PathBuf,
    /// The ending, a king with one or two pieces against a king, such as krk, kqk, kbbk or kbnk
    /// [default: what the strategy is for, else krk]
    #[arg(long, value_name = "ENDING")]
    ending: Option<Ending>,
    /// Ask Prolog about one position of those that are the same up to symmetry; the strategy is
    /// taken to treat all of them alike
    #[arg(long)]
    up_to_symmetry: bool,
    /// Ask Prolog for the moves of a strategy that is made of words, too
    #[arg(long)]
    in_prolog: bool,
    /// Logical inferences that a move may take in Prolog
    #[arg(long, value_name = "N", default_value_t = policy::INFERENCES,
        value_parser = number::<u64>(1..))]
    inference_limit: u64,
    #[command(flatten)]
    mode: ModeArguments,
    /// Counterexamples to print for each way to fail
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<usize>(..))]
    show: usize,
    #[command(flatten)]
    files: OutFolder,
    #[command(flatten)]
    printed: FormatOption,
}

/// Runs the command. The exit status is 1 if the strategy does not win all that can be won, or the
/// command was interrupted, 2 on an error.
pub fn run(arguments: &VerifyArguments) -> u8 {
    verify(arguments).unwrap_or_else(|message| fail(&message))
}

fn verify(arguments: &VerifyArguments) -> Result<u8, String> {
    let begin = Instant::now();
    let name = arguments.strategy.display().to_string();
    let text = text(&arguments.strategy)?;
    let reading = read(&name, &text, arguments.ending).map_err(|wrong| wrong.to_string())?;
    let ending = arguments.ending.or(match &reading {
        Reading::Program(program) => Some(program.vocabulary.ending),
        Reading::Other(other) => other.ending,
    });
    let ending = ending.unwrap_or(Ending::KRK);
    provable(&ending)?;
    let inputs = Inputs::of([&arguments.strategy]);
    arguments
        .files
        .make(&["report.json", "failures.csv"], &inputs)?;
    if let Reading::Program(program) = reading
        && !arguments.in_prolog
    {
        let arena = Arena::of(program.vocabulary);
        let policy = Policy::of(arena, |number| program.next(arena, number));
        return report(arguments, arena, &policy, Asked::InWords, begin);
    }
    let table = known::table(ending);
    let (board, asked) = match arguments.up_to_symmetry {
        true => (Board::up_to_symmetry(table), Asked::UpToSymmetry),
        false => (Board::whole(table), Asked::Everywhere),
    };
    let token = CancelToken::on_ctrl_c();
    token.nothing_to_save();
    let policy = match ask(arguments, &board, &token) {
        Ok(policy) => policy,
        Err(why @ NoPolicy::Interrupted(_)) => {
            eprintln!("{why}");
            return Ok(1);
        }
        Err(why) => {
            return Err(match why.to_string() {
                why if why.contains(&name) => why,
                why => format!("{name}: {why}"),
            });
        }
    };
    token.nothing_to_save();
    report(arguments, &board, &policy, asked, begin)
}

/// The text of a file.
fn text(path: &Path) -> Result<String, String> {
    let name = path.display();
    if path.is_dir() {
        return Err(format!("{name} is a directory; expected a Prolog file"));
    }
    os::read_text(path).map_err(|error| format!("cannot read {name}: {error}"))
}

/// Says what is wrong with an ending for a proof.
fn provable(ending: &Ending) -> Result<(), String> {
    let expected = "expected an ending such as krk, kqk, kbbk or kbnk";
    if ending.has_pawn() {
        return Err(format!(
            "{ending} has pawns, which become other pieces: {expected}"
        ));
    }
    if !ending.can_win() {
        return Err(format!("{ending} cannot be won: {expected}"));
    }
    Ok(())
}

/// Asks Prolog for the strategy's moves.
fn ask(
    arguments: &VerifyArguments,
    board: &Board<'_>,
    token: &CancelToken,
) -> Result<Policy, NoPolicy> {
    let machine = Limits {
        memory: Some(DEFAULT_MEMORY),
        wall: Some(std::time::Duration::from_secs(LOADING)),
        ..Limits::default()
    };
    let limits = ProofLimits {
        inferences: arguments.inference_limit,
        answers: None,
    };
    let failed = |why: &dyn std::fmt::Display| NoPolicy::Failed(why.to_string());
    let session = Session::start(machine, arguments.mode.settings(Input::Nothing));
    let session = session.map_err(|error| failed(&error))?;
    token.add(session.interrupt_handle());
    let mut prover = EngineProver::new(session, Some(&arguments.strategy), limits, report_problem)
        .map_err(|unusable| match unusable {
            Unusable::Refused(why) => NoPolicy::Failed(why),
            Unusable::Errors(1) => failed(&"there is an error in it; nothing was asked"),
            Unusable::Errors(count) => failed(&format!(
                "there are {count} errors in it; nothing was asked"
            )),
            Unusable::Halted(status) => failed(&format!("it calls halt({status})")),
        })?;
    token.keep_on_cancel();
    let status = Status::new("strategy/2", board.starts().len(), "positions");
    let policy = policy::ask(board, &mut prover, &limits, |asked| status.show(asked));
    status.clear();
    policy
}

/// Proves the policy and tells what came of it.
fn report(
    arguments: &VerifyArguments,
    space: &impl PositionSpace,
    policy: &Policy,
    asked: Asked,
    begin: Instant,
) -> Result<u8, String> {
    let (proof, failures, report) = report::prove(space, policy);
    let reported = Verification {
        name: arguments.strategy.display().to_string(),
        asked,
        space,
        policy,
        proof,
        failures,
        report,
        show: arguments.show,
        time: begin.elapsed(),
    };
    let written = arguments.files.put(|| reported.files());
    let format = arguments.printed.format;
    let printed = format.put(|| reported.text(), || reported.json());
    let complete = reported.report.is_complete();
    Ok(printed.max(u8::from(!complete)).max(written))
}
