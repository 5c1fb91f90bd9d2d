//! The door to the native search of `metagol.pl`: Prolog opens a kernel with a task, and serves it
//! step by step.

use std::cell::RefCell;

use crate::{
    mil::{Horn, Limit, Machine, Step, Task, task::Facts},
    native::{Error, One, types::Name},
    natives,
    term::Term,
};

natives! {
    module "internal";

    /// True iff Kernel is a new search for the programs that solve Task, the text of a term
    /// `task(Pos,Neg,Body,Head,Compiled,Ibk,Metarules,Options)`.
    mil_open(+Task: String, -Kernel: i64) is det = open;

    /// True iff Kernel has come to State: `level`, the number of clauses has changed; `goals`, it
    /// wants answers; `trace`, it tells what it does; `solution`; `exhausted`; `limit`; `failed`.
    mil_next(+Kernel: i64, -State: Name) is det = next;

    /// True iff Text says more about the state of Kernel, as a term.
    mil_text(+Kernel: i64, -Text: String) is det = text;

    /// True iff Kernel takes the answers of its goals, a list of `a(Rows,End)`.
    mil_answer(+Kernel: i64, +Answers: String) is semidet = answer;

    /// True iff Kernel is no more.
    mil_close(+Kernel: i64) is semidet = close;
}

thread_local! {
    /// Facts for the next kernel.
    static FACTS: RefCell<Facts> = RefCell::default();
    static KERNELS: RefCell<Vec<Option<Kernel>>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the rows of a predicate for the kernel that is opened next.
pub fn keep_facts(name: &str, rows: Vec<Vec<Term>>) {
    let arity = rows.first().map_or(0, Vec::len);
    FACTS.with_borrow_mut(|facts| facts.insert((name.to_owned(), arity), rows));
}

struct Kernel {
    machine: Machine,
    background: Horn,
    text: String,
}

fn open(task: String) -> Result<One<i64>, Error> {
    let facts = FACTS.take();
    let mut task = Task::read_with(&task, &facts).map_err(Error::Syntax)?;
    let kernel = Kernel {
        background: Horn::new(&mut task),
        machine: Machine::new(task),
        text: String::new(),
    };
    Ok(One(KERNELS.with_borrow_mut(|kernels| {
        let free = kernels.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            kernels.push(None);
            kernels.len() - 1
        });
        kernels[at] = Some(kernel);
        at as i64
    })))
}

fn with<R>(kernel: i64, act: impl FnOnce(&mut Kernel) -> R) -> Result<R, Error> {
    KERNELS.with_borrow_mut(|kernels| {
        let at = usize::try_from(kernel).unwrap_or(usize::MAX);
        match kernels.get_mut(at).and_then(Option::as_mut) {
            Some(kernel) => Ok(act(kernel)),
            None => Err(Error::Existence {
                kind: "kernel",
                culprit: kernel.to_string(),
            }),
        }
    })
}

fn next(kernel: i64) -> Result<One<Name>, Error> {
    with(kernel, |kernel| {
        let (state, text) = match kernel.machine.run(&mut kernel.background) {
            Step::Level(clauses) => ("level", clauses.to_string()),
            Step::Goals => ("goals", kernel.machine.goals_text()),
            Step::Trace(told) => ("trace", told),
            Step::Solution => ("solution", format!("program({})", kernel.machine.program())),
            Step::Exhausted => {
                let (steps, time) = kernel.machine.spent();
                (
                    "exhausted",
                    format!("searched({steps},{})", time.as_millis()),
                )
            }
            Step::Limit(Limit::Inferences(count)) => ("limit", format!("inferences({count})")),
            Step::Limit(Limit::Time(count)) => ("limit", format!("time({count})")),
            Step::Failed { error, goal } => ("failed", format!("error({error},{goal})")),
        };
        kernel.text = text + ".";
        One(Name(state.to_owned()))
    })
}

fn text(kernel: i64) -> Result<One<String>, Error> {
    with(kernel, |kernel| One(kernel.text.clone()))
}

fn answer(kernel: i64, answers: String) -> Result<bool, Error> {
    with(kernel, |kernel| kernel.machine.answer_text(&answers))?.map_err(Error::Syntax)?;
    Ok(true)
}

fn close(kernel: i64) -> bool {
    KERNELS.with_borrow_mut(|kernels| {
        let at = usize::try_from(kernel).unwrap_or(usize::MAX);
        kernels.get_mut(at).and_then(Option::take).is_some()
    })
}
