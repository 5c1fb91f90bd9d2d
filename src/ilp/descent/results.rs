//! What a caller makes of the answer of its recursive call.

use super::{
    super::task::Value,
    bodies::{Bodies, NONE, World},
    calls::{Calls, Halt},
    fragment::agree,
    syntax::{Literal, Parts, Set, Term},
};

/// Where the value of a column comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// A term over the state.
    State(usize),
    /// An output over the state.
    Output(usize),
    /// The answer of the recursive call.
    Answer,
    /// What the step of this number binds.
    Step(usize),
    /// The literal binds it.
    New,
}

/// A literal that needs the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub predicate: usize,
    pub columns: Vec<Column>,
}

/// From the answer of the recursive call to an output.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    pub steps: Vec<Step>,
    /// `Answer` if it is handed on; also of predicates without output.
    pub output: Column,
    /// What the answer must be, if the call does not leave it open.
    pub equal: Option<Column>,
    /// The literals over the state that it needs, with those of the descent.
    pub set: Set,
    /// How many literals it has besides the descent's.
    pub more: usize,
}

/// A call of the background that is not known.
pub(super) type Missing = (usize, Vec<Value>);

impl Outcome {
    /// Whether the answer is handed on as it is.
    pub fn is_plain(&self) -> bool {
        self.steps.is_empty() && self.output == Column::Answer
    }

    /// The output at a state for an answer. What is not known of the background goes to `missing`,
    /// and there is no output then.
    pub fn apply(
        &self,
        bodies: &Bodies,
        calls: &Calls<'_>,
        state: usize,
        answer: Value,
        missing: &mut Vec<Missing>,
    ) -> Option<Value> {
        let mut bound = [NONE; 2];
        let of = |column: Column, bound: &[Value; 2]| match column {
            Column::State(term) => bodies.terms[term].values[state],
            Column::Output(output) => bodies.outputs[output].values[state],
            Column::Answer => answer,
            Column::Step(step) => bound[step],
            Column::New => NONE,
        };
        for (number, step) in self.steps.iter().enumerate() {
            let mut key = [NONE; 9];
            let mut ins = 0;
            let known = calls.columns(step.predicate);
            for &column in &known.ins {
                let value = of(step.columns[column], &bound);
                if value == NONE {
                    return None;
                }
                key[ins] = value;
                ins += 1;
            }
            let Some(rows) = calls.rows(step.predicate, &key[..ins]) else {
                missing.push((step.predicate, key[..ins].to_vec()));
                return None;
            };
            if step.columns.contains(&Column::New) {
                // Where there are several answers the descent has none: it is not searched further.
                if rows.count != 1 {
                    return None;
                }
                bound[number] = rows.cells[0];
                continue;
            }
            let mut row = [NONE; 9];
            let mut outs = 0;
            for &column in &known.outs {
                row[outs] = of(step.columns[column], &bound);
                outs += 1;
            }
            if row[..outs].contains(&NONE) || !rows.holds(&row[..outs]) {
                return None;
            }
        }
        if self
            .equal
            .is_some_and(|column| of(column, &bound) != answer)
        {
            return None;
        }
        Some(of(self.output, &bound)).filter(|&value| value != NONE)
    }

    /// The steps as they are written.
    pub fn literals(&self, bodies: &Bodies) -> Vec<Literal> {
        let written = |step: &Step| Literal {
            predicate: step.predicate,
            columns: step
                .columns
                .iter()
                .map(|&column| written(column, bodies))
                .collect(),
        };
        self.steps.iter().map(written).collect()
    }

    /// The parts of a caller; the set is that of all its literals over the state.
    pub fn parts<'p>(
        &self,
        bodies: &Bodies,
        set: Set,
        call: &'p [Term],
        steps: &'p [Literal],
    ) -> Parts<'p> {
        Parts {
            set,
            call: Some(call),
            steps,
            output: written(self.output, bodies),
            answer: self.equal.and_then(|column| written(column, bodies)),
        }
    }
}

fn written(column: Column, bodies: &Bodies) -> Option<Term> {
    match column {
        Column::State(term) => Some(bodies.terms[term].term),
        Column::Output(output) => Some(bodies.outputs[output].term),
        Column::Answer => Some(Term::Answer),
        Column::Step(step) => Some(Term::Step(step as u8)),
        Column::New => None,
    }
}

/// What can be made of an answer with up to `most` literals besides those of the descent.
pub(super) fn outcomes(
    world: &mut World<'_, '_>,
    bodies: &Bodies,
    descent: &Set,
    most: usize,
    limit: usize,
) -> Result<Vec<Outcome>, Halt> {
    let mut found = vec![Outcome {
        steps: Vec::new(),
        output: Column::Answer,
        equal: None,
        set: *descent,
        more: 0,
    }];
    let Some(column) = world.fragment.output else {
        return Ok(found);
    };
    let maker = Maker {
        bodies,
        descent,
        wanted: world.fragment.kind(column),
        most,
    };
    // Other outputs, whatever the answer is.
    for number in 0..bodies.outputs.len() {
        let output = Column::Output(number);
        let Some(outcome) = maker.outcome(Vec::new(), output, *descent) else {
            continue;
        };
        // Or if it is the same, or a term over the state.
        world.budget.spend(bodies.terms.len())?;
        let equal = |column: Column, set: Option<Set>| {
            let set = set?;
            let more = set.beyond(descent);
            (more <= most).then(|| Outcome {
                equal: Some(column),
                set,
                more,
                ..outcome.clone()
            })
        };
        found.extend(equal(output, Some(outcome.set)));
        for (number, term) in bodies.terms.iter().enumerate() {
            if agree(term.kind, maker.wanted) {
                found.extend(equal(Column::State(number), outcome.set.or(&term.set)));
            }
        }
        found.push(outcome);
    }
    let first = maker.steps(world, &[], None)?;
    for (step, set) in &first {
        if step.columns.contains(&Column::New) {
            continue;
        }
        found.extend(maker.outcome(vec![step.clone()], Column::Answer, *set));
    }
    for number in 0..bodies.outputs.len() {
        let Some(base) = descent.or(&bodies.outputs[number].set) else {
            continue;
        };
        if base.beyond(descent) + 1 > most {
            continue;
        }
        for (step, set) in maker.steps(world, &[], Some(number))? {
            if let (false, Some(set)) = (step.columns.contains(&Column::New), base.or(&set)) {
                found.extend(maker.outcome(vec![step], Column::Output(number), set));
            }
        }
    }
    for (step, set) in &first {
        if !step.columns.contains(&Column::New) {
            continue;
        }
        found.extend(maker.outcome(vec![step.clone()], Column::Step(0), *set));
        if most < 2 {
            continue;
        }
        for (next, more) in maker.steps(world, std::slice::from_ref(step), None)? {
            let Some(set) = set.or(&more) else { continue };
            let steps = vec![step.clone(), next.clone()];
            match next.columns.contains(&Column::New) {
                true => found.extend(maker.outcome(steps, Column::Step(1), set)),
                false => {
                    found.extend(maker.outcome(steps.clone(), Column::Step(0), set));
                    found.extend(maker.outcome(steps, Column::Answer, set));
                }
            }
            if found.len() > limit {
                break;
            }
        }
    }
    found.retain(|outcome| maker.fits(world, outcome));
    found.sort_by_key(|outcome| outcome.more);
    found.truncate(limit);
    Ok(found)
}

struct Maker<'m> {
    bodies: &'m Bodies,
    descent: &'m Set,
    wanted: Option<super::super::bias::TypeId>,
    most: usize,
}

impl Maker<'_> {
    fn outcome(&self, steps: Vec<Step>, output: Column, set: Set) -> Option<Outcome> {
        let set = match output {
            Column::Output(number) => set.or(&self.bodies.outputs[number].set)?,
            _ => set,
        };
        let more = set.beyond(self.descent) + steps.len();
        (more <= self.most).then_some(Outcome {
            steps,
            output,
            equal: None,
            set,
            more,
        })
    }

    /// Whether the output is of the head's type.
    fn fits(&self, world: &World<'_, '_>, outcome: &Outcome) -> bool {
        let Column::Step(number) = outcome.output else {
            return true;
        };
        let step = &outcome.steps[number];
        let kinds = &world.fragment.known[step.predicate].types;
        let mut columns = step.columns.iter().zip(kinds);
        let own = columns.find(|(column, _)| **column == Column::New);
        own.is_some_and(|(_, &kind)| agree(kind, self.wanted))
    }

    /// The literals that name the answer, or what the steps before bind, perhaps beside an output.
    fn steps(
        &self,
        world: &mut World<'_, '_>,
        before: &[Step],
        output: Option<usize>,
    ) -> Result<Vec<(Step, Set)>, Halt> {
        let mut found = Vec::new();
        for predicate in 0..world.fragment.known.len() {
            let known = &world.fragment.known[predicate];
            let all: Vec<usize> = (0..known.types.len()).collect();
            let mut shapes: Vec<&[usize]> = vec![&all];
            // It binds a variable, or none.
            if known.outs.len() == 1 {
                shapes.push(&known.ins);
            }
            for shape in shapes {
                let mut open = vec![(vec![Column::New; all.len()], *self.descent)];
                for &at in shape {
                    let kind = world.fragment.known[predicate].types[at];
                    let mut longer = Vec::new();
                    for (columns, set) in &open {
                        world.budget.spend(self.bodies.terms.len())?;
                        let mut take = |column: Column, set: Set| {
                            let mut columns = columns.clone();
                            if !columns.contains(&column) {
                                columns[at] = column;
                                longer.push((columns, set));
                            }
                        };
                        if agree(kind, self.wanted) {
                            take(Column::Answer, *set);
                            output
                                .into_iter()
                                .for_each(|o| take(Column::Output(o), *set));
                        }
                        for (number, step) in before.iter().enumerate() {
                            let types = &world.fragment.known[step.predicate].types;
                            let place = step.columns.iter().position(|c| *c == Column::New);
                            if place.is_some_and(|place| agree(kind, types[place])) {
                                take(Column::Step(number), *set);
                            }
                        }
                        for (number, term) in self.bodies.terms.iter().enumerate() {
                            let Some(set) = set.or(&term.set) else {
                                continue;
                            };
                            let more = set.beyond(self.descent) + before.len() + 1;
                            if agree(kind, term.kind) && more <= self.most {
                                take(Column::State(number), set);
                            }
                        }
                    }
                    open = longer;
                }
                found.extend(open.into_iter().filter_map(|(columns, set)| {
                    let names = match before.is_empty() {
                        true => columns.contains(&Column::Answer),
                        false => columns.contains(&Column::Step(before.len() - 1)),
                    };
                    let names =
                        names || output.is_some_and(|o| columns.contains(&Column::Output(o)));
                    let step = Step { predicate, columns };
                    (names && !before.contains(&step)).then_some((step, set))
                }));
            }
        }
        Ok(found)
    }
}
