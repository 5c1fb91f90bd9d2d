//! The door to the native search of `metagol.pl`: Prolog opens a kernel with a task, and serves it
//! step by step.

use std::cell::{Cell, RefCell};

use crate::{
    mil::{Horn, Limit, Machine, Progress, Task, task::Facts},
    native::{
        Error, One,
        handles::Handles,
        types::{Name, TermText},
    },
    natives,
    term::Term,
};

natives! {
    module "internal";

    /// True iff Base stands for what tasks have in common, a term
    /// `task([],[],Body,Head,Compiled,Ibk,Metarules,Options)`. Unless Kept is 0, several kernels can be
    /// opened with it, until there is another one.
    mil_base(+Task: TermText, +Kept: i64, -Base: i64) is det = base;

    /// True iff Kernel is a new search for the programs that solve a task: Base with Examples, a term
    /// `examples(Pos,Neg,Options)`.
    mil_open(+Base: i64, +Examples: TermText, -Kernel: i64) is det = open;

    /// True iff Kernel has come to State: `level`, programs have Clauses clauses from now on; `goals`,
    /// it wants answers; `trace`, it tells what it does; `solution`; `exhausted`; `limit`; `failed`.
    mil_next(+Kernel: i64, -State: Name, -Clauses: i64) is det = next;

    /// True iff Said says more about the state of Kernel.
    mil_said(+Kernel: i64, -Said: TermText) is det = said;

    /// True iff Kernel takes the answers of its goals, a list of `a(Rows,End)`.
    mil_answer(+Kernel: i64, +Answers: TermText) is semidet = answer;

    /// True iff Kernel is no more.
    mil_close(+Kernel: i64) is semidet = close;
}

thread_local! {
    /// Facts for the next kernel.
    static FACTS: RefCell<Facts> = RefCell::default();
    /// How many bases there have been.
    static BASES: Cell<i64> = const { Cell::new(0) };
    static BASE: RefCell<Option<Base>> = const { RefCell::new(None) };
    static KERNELS: RefCell<Handles<Kernel>> = const { RefCell::new(Handles::new("kernel")) };
}

/// Keeps the rows of a predicate for the kernel that is opened next.
pub fn keep_facts(name: &str, rows: Vec<Vec<Term>>) {
    let arity = rows.first().map_or(0, Vec::len);
    FACTS.with_borrow_mut(|facts| facts.insert((name.to_owned(), arity), rows));
}

/// What is the same for all examples.
struct Base {
    number: i64,
    kept: bool,
    task: Task,
    background: Horn,
}

struct Kernel {
    machine: Machine,
    background: Horn,
    said: TermText,
}

fn base(task: TermText, kept: i64) -> Result<One<i64>, Error> {
    let facts = FACTS.take();
    let mut task = Task::read_with(&task.0, &facts).map_err(Error::Syntax)?;
    let background = Horn::new(&mut task);
    let number = BASES.get() + 1;
    BASES.set(number);
    BASE.set(Some(Base {
        number,
        kept: kept != 0,
        task,
        background,
    }));
    Ok(One(number))
}

/// The task of a base and its background.
fn of_base(number: i64) -> Result<(Task, Horn), Error> {
    let found = BASE.with_borrow_mut(|base| {
        let used = match base.as_ref()? {
            base if base.number != number => return None,
            base if base.kept => return Some((base.task.clone(), base.background.clone())),
            _ => base.take()?,
        };
        Some((used.task, used.background))
    });
    found.ok_or_else(|| Error::Existence {
        kind: "base",
        culprit: number.to_string(),
    })
}

fn open(base: i64, examples: TermText) -> Result<One<i64>, Error> {
    let (mut task, mut background) = of_base(base)?;
    task.take_examples(&examples.0).map_err(Error::Syntax)?;
    background.limit(task.options.goal_inferences);
    let kernel = Kernel {
        background,
        machine: Machine::new(task),
        said: TermText("none".into()),
    };
    Ok(One(KERNELS.with_borrow_mut(|kernels| kernels.open(kernel))))
}

fn with<R>(kernel: i64, act: impl FnOnce(&mut Kernel) -> R) -> Result<R, Error> {
    KERNELS.with_borrow_mut(|kernels| kernels.get(kernel).map(act))
}

fn next(kernel: i64) -> Result<One<(Name, i64)>, Error> {
    with(kernel, |kernel| {
        let mut level = 0;
        let (state, said) = match kernel.machine.run(&mut kernel.background) {
            Progress::Level(clauses) => {
                level = clauses as i64;
                ("level", format!("{clauses}"))
            }
            Progress::Goals => ("goals", kernel.machine.goals_text()),
            Progress::Trace(reported) => ("trace", reported),
            Progress::Solution => ("solution", format!("program({})", kernel.machine.program())),
            Progress::Exhausted => {
                let (steps, time) = kernel.machine.spent();
                (
                    "exhausted",
                    format!("searched({steps},{})", time.as_millis()),
                )
            }
            Progress::Limit(Limit::Inferences(count)) => ("limit", format!("inferences({count})")),
            Progress::Limit(Limit::Time(count)) => ("limit", format!("time({count})")),
            Progress::Failed { error, goal } => ("failed", format!("error({error},{goal})")),
        };
        kernel.said = TermText(said);
        One((Name(state.to_owned()), level))
    })
}

fn said(kernel: i64) -> Result<One<TermText>, Error> {
    with(kernel, |kernel| One(kernel.said.clone()))
}

fn answer(kernel: i64, answers: TermText) -> Result<bool, Error> {
    with(kernel, |kernel| kernel.machine.answer_text(&answers.0))?.map_err(Error::Syntax)?;
    Ok(true)
}

fn close(kernel: i64) -> bool {
    KERNELS.with_borrow_mut(|kernels| kernels.close(kernel))
}
