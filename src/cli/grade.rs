//! `chesslog grade TESTS SUBMISSIONS...`: marks a class.

use std::{
    fs,
    path::PathBuf,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use clap::Args;

use super::{
    FormatOption, Inputs, LimitArguments, OutFolder, ThreadsOption, cancel_token::CancelToken,
    fail, outputs::make_folder, report_problem,
};
use crate::{
    engine::{Input, Settings},
    report::plural,
    session::{
        Session,
        grading::{
            assignment::Assignment,
            given,
            handed_in::{Submission, submissions, unreadable},
            marking::{self, Marked},
            model::{self, Questions},
            report::{Class, FOLDERS},
            similar,
        },
        in_order::InOrder,
    },
    terminal::Status,
};

/// Computing time of a test that is given none, in seconds.
const DEFAULT_TIME: Duration = Duration::from_secs(10);
/// Bytes that a test may print when nobody says.
const DEFAULT_OUTPUT: u64 = 1 << 20;

/// What the tests may say, below the options.
const MARKING: &str = "\
Tests are queries with their answers below them, and plunit tests. Options say how each is marked:
    test(three, [N == 3, points(2), feedback(\"Count all elements.\")]) :- len([a,b,c], N).
    :- quad([points(2), hidden]).
    ?- len([], N).
       N = 0.
They are points(N) (1 unless said), feedback(Text), hidden, timeout(Seconds), inferences(N) and memory(MB). In the
file, once, for all:
    :- grading([title(\"Lists\"), timeout(2), total(20), choice_points(0.5), forbidden([findall/3, (!)/0], 1),
                required([append/3]), tail_recursive([len/2]), modes([len(+list(int), -int)], 2),
                exercise([last/2]), given('family.pl')]).
Calls in the tests mean a library's predicate if there is one of that name, whatever a submission defines. What
submissions are asked to define is an exercise: of such a predicate only their own definition counts. What
tail_recursive and modes name is one, too.
A file that is given, named from where the tests are, holds facts and predicates for submissions and tests to call. A
submission that has clauses for them is told so, and those that are given count. Else the tests and each submission
have predicates of their own, even under the same name. A predicate of the tests that a submission is to call, as in
`?- my_map(double, [1,2], Ys).`, has to be given.
Where the tests load a file of the submissions, as in `:- use_module(hw1)` or `:- [hw1]`, they mean what is handed in.
A mode is worth points: goals are made of it, small ones first, with int, nat, atom, bool, list, list(Type),
one_of(Terms) or any. Each is to end without an error, and with --model to have the answers of the model.

A submission runs in a sandbox, each of its tests by itself: nothing that it does reaches the tests, another
submission, the marks or the disk. Limits on inferences are the same on any machine; limits on time are not.

--out writes index.html, similar.html, marks.csv, results.csv, nbgrader.csv, marks.json and junit.xml for the one
who teaches; and for each submission pages/ID.html, gradescope/ID.json (results.json of an autograder) and
classroom/ID.json (for GitHub Classroom's reporter), which say of hidden tests only whether they passed.";

#[derive(Debug, Args)]
#[command(after_help = MARKING)]
pub struct GradeArguments {
    /// The tests, and how they are marked
    tests: PathBuf,
    /// The submissions: each a Prolog file, or a folder with Prolog files
    #[arg(required = true)]
    submissions: Vec<PathBuf>,
    /// Hold the answers to the goals of modes beside those of this solution
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// List submissions of which one shares this part of its text with another
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = share)]
    similar: f64,
    /// Code that everybody was given: it does not make submissions similar
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
    /// Code that submissions and tests may call, as the option given of grading/1 names it; may be given several times
    #[arg(long, value_name = "FILE")]
    given: Vec<PathBuf>,
    #[command(flatten)]
    out: OutFolder,
    #[command(flatten)]
    printed: FormatOption,
    #[command(flatten)]
    threads: ThreadsOption,
    #[command(flatten)]
    limits: LimitArguments,
    /// ISO Prolog and Scryer's libraries only, without the predicates and operators of SWI-Prolog
    #[arg(long)]
    iso: bool,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok();
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "expected a share from 0 to 1, such as 0.8".to_owned())
}

/// Runs the command: the exit status is 0 when all are marked, whatever their marks, and 1 if Ctrl-C came before that.
pub fn run(arguments: &GradeArguments) -> u8 {
    match grade(arguments) {
        Ok(status) => status,
        Err(message) => fail(&message),
    }
}

fn grade(arguments: &GradeArguments) -> Result<u8, String> {
    let submissions = submissions(&arguments.submissions)?;
    if let Some(file) = &arguments.model {
        fs::metadata(file).map_err(|error| unreadable(file, &error))?;
    }
    let template = arguments.template.as_deref().map(similar::template);
    let given = given::given(&arguments.tests, &arguments.given)?;
    let template = template.transpose()?.unwrap_or_default() + "\n" + &given::texts(&given);
    let inputs = Inputs::of([&arguments.tests])
        .and(&arguments.submissions)
        .and(&arguments.model)
        .and(&arguments.template)
        .and(&given);
    arguments
        .out
        .make(&["*.html", "*.csv", "marks.json", "junit.xml"], &inputs)?;
    let mut limits = arguments.limits.limits(Some(DEFAULT_TIME));
    limits.output = limits.output.or(Some(DEFAULT_OUTPUT));
    let begun = Instant::now();
    let token = CancelToken::on_ctrl_c();
    token.nothing_to_save();
    let start = || {
        let settings = Settings {
            input: Input::Nothing,
            iso: arguments.iso,
            sandbox: true,
            error_events: true,
            ..Settings::default()
        };
        let session = Session::start(limits, settings).map_err(|error| error.to_string())?;
        token.add(session.interrupt_handle());
        Ok::<Session, String>(session)
    };
    let mut first = start()?;
    let (tests, given) = (&arguments.tests, given.as_slice());
    Assignment::load(&mut first, tests, given, &submissions, report_problem)?;
    let assignment = Assignment::read(&mut first, &arguments.tests, limits, report_problem)?;
    let model = arguments.model.as_deref();
    let questions = model::questions(&mut first, &assignment, model, report_problem)?;
    token.keep_on_cancel();
    let marked = mark_all(
        &assignment,
        &questions,
        &submissions,
        first,
        || {
            let mut session = start()?;
            Assignment::load(&mut session, tests, given, &submissions, |_| {})?;
            Ok(session)
        },
        arguments.threads.known_number(),
        &token,
    )?;
    let done = marked.len();
    let similar = similar::pairs(&submissions[..done], &template, arguments.similar);
    let class = Class {
        assignment: &assignment,
        marked: &marked,
        similar: &similar,
    };
    let took = format!(
        "\n{} marked in {:.1} s\n",
        plural(done as u64, "submission"),
        begun.elapsed().as_secs_f64()
    );
    arguments
        .printed
        .format
        .put(|| class.text() + &took, || class.json());
    if done < submissions.len() {
        eprintln!(
            "interrupted after {done} of {}",
            plural(submissions.len() as u64, "submission")
        );
    }
    if let Some(folder) = &arguments.out.out {
        for part in FOLDERS {
            make_folder("--out", &folder.join(part))?;
        }
    }
    let written = arguments.out.put(|| class.files());
    Ok(written.max(u8::from(done < submissions.len())))
}

/// Marks all, on several engines; in the order in which they were given, as far as Ctrl-C has let it come.
fn mark_all(
    assignment: &Assignment,
    questions: &[Questions],
    submissions: &[Submission],
    first: Session,
    start: impl Fn() -> Result<Session, String> + Sync,
    threads: usize,
    token: &CancelToken,
) -> Result<Vec<Marked>, String> {
    let next = AtomicUsize::new(0);
    let status = Status::new(&assignment.title, submissions.len(), "submissions");
    let mut all = Vec::new();
    let mut wrong = None;
    thread::scope(|scope| {
        let (results, arrived) = mpsc::channel();
        let mut first = Some(first);
        for _ in 0..threads.clamp(1, submissions.len()) {
            let (results, ready) = (results.clone(), first.take());
            let (next, start) = (&next, &start);
            scope.spawn(move || {
                let mut session = match ready.map_or_else(start, Ok) {
                    Ok(session) => session,
                    Err(message) => {
                        _ = results.send((0, Err(message)));
                        return;
                    }
                };
                while !token.cancelled.load(Ordering::SeqCst) {
                    let at = next.fetch_add(1, Ordering::SeqCst);
                    let Some(submission) = submissions.get(at) else {
                        break;
                    };
                    let marked = marking::mark(&mut session, assignment, questions, submission);
                    // What was interrupted is not marked.
                    if token.cancelled.load(Ordering::SeqCst) {
                        break;
                    }
                    let over = marked.is_err();
                    if results.send((at, marked)).is_err() || over {
                        break;
                    }
                }
            });
        }
        drop(results);
        let mut order = InOrder::default();
        let mut done = 0;
        for (at, marked) in arrived {
            match marked {
                Ok(marked) => {
                    done += 1;
                    status.show(done);
                    all.extend(order.put(at as u64, marked, true));
                }
                Err(message) => {
                    wrong.get_or_insert(message);
                }
            }
        }
    });
    status.clear();
    wrong.map_or(Ok(all), Err)
}
