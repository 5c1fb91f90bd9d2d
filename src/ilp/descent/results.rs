//! What a caller makes of the answer of its recursive call.

use super::{
    super::{bias::TypeId, task::Value},
    bodies::{Bodies, NONE, World},
    calls::{Calls, Halt},
    fragment::{Answer, HOLDS, OUTPUTS, agree},
    syntax::{Literal, Parts, Set, Term},
};

/// The most steps to an output.
const STEPS: usize = 2;

/// Where the value of a column comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// A term over the state.
    State(usize),
    /// An output over the state.
    Output(usize),
    /// What the recursive call answers, by the number of the output.
    Answer(u8),
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
    /// The outputs of the head.
    pub outputs: Vec<Column>,
    /// What the only answer must be, if the call does not leave it open.
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
        let mut outputs = self.outputs.iter().zip(0..);
        self.steps.is_empty() && outputs.all(|(&output, at)| output == Column::Answer(at))
    }

    /// The output at a state for an answer. What is not known of the background goes to `missing`,
    /// and there is no output then.
    pub fn apply(
        &self,
        bodies: &Bodies,
        calls: &Calls<'_>,
        state: usize,
        answer: &Answer,
        missing: &mut Vec<Missing>,
    ) -> Option<Answer> {
        let mut bound = [NONE; STEPS * OUTPUTS];
        let of = |column: Column, bound: &[Value; STEPS * OUTPUTS]| match column {
            Column::State(term) => bodies.terms[term].values[state],
            Column::Output(output) => bodies.outputs[output].values[state],
            Column::Answer(at) => answer[usize::from(at)],
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
            .is_some_and(|column| of(column, &bound) != answer[0])
        {
            return None;
        }
        let mut made = [HOLDS; OUTPUTS];
        for (value, &output) in made.iter_mut().zip(&self.outputs) {
            *value = of(output, &bound);
        }
        Some(made).filter(|made| !made.contains(&NONE))
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
            outputs: self
                .outputs
                .iter()
                .filter_map(|&output| written(output, bodies))
                .collect(),
            answer: self.equal.and_then(|column| written(column, bodies)),
        }
    }
}

fn written(column: Column, bodies: &Bodies) -> Option<Term> {
    match column {
        Column::State(term) => Some(bodies.terms[term].term),
        Column::Output(output) => Some(bodies.outputs[output].term),
        Column::Answer(at) => Some(Term::Answer(at)),
        Column::Step(step) => Some(Term::Step(step as u8)),
        Column::New => None,
    }
}

/// What can be made of an answer with up to `most` literals besides those of the descent. Of several
/// outputs each is made by steps of its own, or by those that another one has.
pub(super) fn outcomes(
    world: &mut World<'_, '_>,
    bodies: &Bodies,
    descent: &Set,
    most: usize,
    limit: usize,
) -> Result<Vec<Outcome>, Halt> {
    let mut found = vec![Outcome {
        steps: Vec::new(),
        outputs: Vec::new(),
        equal: None,
        set: *descent,
        more: 0,
    }];
    for &column in &world.fragment.outputs {
        let next = singles(world, bodies, descent, (column, most), limit)?;
        let mut longer = Vec::new();
        for before in &found {
            world.budget.spend(next.len())?;
            longer.extend(
                next.iter()
                    .filter_map(|next| before.and(next, descent, most)),
            );
            if longer.len() > limit {
                world.budget.cut_short = true;
                break;
            }
        }
        found = longer;
    }
    found.sort_by_key(|outcome| outcome.more);
    found.truncate(limit);
    Ok(found)
}

impl Outcome {
    /// Both, of which the other one has one output; `None` if that is too much, or an output would be
    /// there twice.
    fn and(&self, other: &Outcome, descent: &Set, most: usize) -> Option<Outcome> {
        if self.outputs.is_empty() {
            return Some(other.clone());
        }
        let mut both = Outcome {
            set: self.set.or(&other.set)?,
            ..self.clone()
        };
        let mut places: Vec<u8> = Vec::with_capacity(other.steps.len());
        let moved = |column: Column, places: &[u8]| match column {
            Column::Step(step) => Column::Step(usize::from(places[step])),
            column => column,
        };
        for step in &other.steps {
            let columns = step.columns.iter().map(|&column| moved(column, &places));
            let step = Step {
                predicate: step.predicate,
                columns: columns.collect(),
            };
            let known = both.steps.iter().position(|known| *known == step);
            places.push(known.unwrap_or(both.steps.len()) as u8);
            if known.is_none() {
                both.steps.push(step);
            }
        }
        let output = moved(*other.outputs.first()?, &places);
        both.more = both.set.beyond(descent) + both.steps.len();
        let new = !both.outputs.contains(&output);
        both.outputs.push(output);
        (new && both.more <= most).then_some(both)
    }
}

/// The outcomes of one output of the head.
fn singles(
    world: &mut World<'_, '_>,
    bodies: &Bodies,
    descent: &Set,
    (column, most): (usize, usize),
    limit: usize,
) -> Result<Vec<Outcome>, Halt> {
    let fragment = world.fragment;
    let wanted = fragment.kind(column);
    let answers: Vec<(Column, Option<TypeId>)> = fragment
        .outputs
        .iter()
        .enumerate()
        .map(|(at, &column)| (Column::Answer(at as u8), fragment.kind(column)))
        .collect();
    let maker = Maker {
        bodies,
        descent,
        wanted,
        most,
        answers,
    };
    let alone = maker.answers.len() == 1;
    let of_kind = |(_, kind): &&(Column, Option<TypeId>)| agree(*kind, wanted);
    let handed_on: Vec<Column> = maker.answers.iter().filter(of_kind).map(|a| a.0).collect();
    let mut found: Vec<Outcome> = Vec::new();
    for &answer in &handed_on {
        found.extend(maker.outcome(Vec::new(), answer, *descent));
    }
    let own = |number: &usize| agree(bodies.outputs[*number].kind, wanted);
    let outputs: Vec<usize> = (0..bodies.outputs.len()).filter(own).collect();
    // Other outputs, whatever the answer is.
    for &number in &outputs {
        let output = Column::Output(number);
        let Some(outcome) = maker.outcome(Vec::new(), output, *descent) else {
            continue;
        };
        if !alone {
            found.push(outcome);
            continue;
        }
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
    // The fewest literals first, so that those stay if there are too many.
    let mut first = maker.steps(world, *descent, &[], None)?;
    first.sort_by_key(|(_, set)| set.beyond(descent));
    for (step, set) in &first {
        if step.columns.contains(&Column::New) {
            continue;
        }
        for &answer in &handed_on {
            found.extend(maker.outcome(vec![step.clone()], answer, *set));
        }
    }
    for &number in &outputs {
        let Some(base) = descent.or(&bodies.outputs[number].set) else {
            continue;
        };
        if base.beyond(descent) + 1 > most {
            continue;
        }
        for (step, set) in maker.steps(world, base, &[], Some(number))? {
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
        if set.beyond(descent) + 2 > most {
            continue;
        }
        if found.len() > limit {
            world.budget.cut_short = true;
            break;
        }
        for (next, more) in maker.steps(world, *set, std::slice::from_ref(step), None)? {
            let Some(set) = set.or(&more) else { continue };
            let steps = vec![step.clone(), next.clone()];
            match next.columns.contains(&Column::New) {
                true => found.extend(maker.outcome(steps, Column::Step(1), set)),
                false => {
                    found.extend(maker.outcome(steps.clone(), Column::Step(0), set));
                    for &answer in &handed_on {
                        found.extend(maker.outcome(steps.clone(), answer, set));
                    }
                }
            }
        }
    }
    found.retain(|outcome| maker.fits(world, outcome));
    found.sort_by_key(|outcome| outcome.more);
    world.budget.cut_short |= found.len() > limit;
    found.truncate(limit);
    Ok(found)
}

struct Maker<'m> {
    bodies: &'m Bodies,
    descent: &'m Set,
    wanted: Option<TypeId>,
    most: usize,
    /// What the call answers, with the types.
    answers: Vec<(Column, Option<TypeId>)>,
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
            outputs: vec![output],
            equal: None,
            set,
            more,
        })
    }

    /// Whether the output is of the head's type.
    fn fits(&self, world: &World<'_, '_>, outcome: &Outcome) -> bool {
        let Some(&Column::Step(number)) = outcome.outputs.first() else {
            return true;
        };
        let step = &outcome.steps[number];
        let kinds = &world.fragment.known[step.predicate].types;
        let mut columns = step.columns.iter().zip(kinds);
        let own = columns.find(|(column, _)| **column == Column::New);
        own.is_some_and(|(_, &kind)| agree(kind, self.wanted))
    }

    /// The literals that name the answer, or what the steps before bind, perhaps beside an output, each
    /// with those over the state that it needs together with the base.
    fn steps(
        &self,
        world: &mut World<'_, '_>,
        base: Set,
        before: &[Step],
        output: Option<usize>,
    ) -> Result<Vec<(Step, Set)>, Halt> {
        let mut found = Vec::new();
        // It must name what comes from the answer, or the output.
        let named = |column: Column| match column {
            Column::Answer(_) => before.is_empty(),
            Column::Step(step) => step + 1 == before.len(),
            Column::Output(_) => true,
            Column::State(_) | Column::New => false,
        };
        for predicate in 0..world.fragment.known.len() {
            let known = &world.fragment.known[predicate];
            let all: Vec<usize> = (0..known.types.len()).collect();
            let mut shapes: Vec<&[usize]> = vec![&all];
            // It binds a variable, or none.
            if known.outs.len() == 1 {
                shapes.push(&known.ins);
            }
            for shape in shapes {
                let mut open = vec![(vec![Column::New; all.len()], base)];
                for (place, &at) in shape.iter().enumerate() {
                    let kind = world.fragment.known[predicate].types[at];
                    let last = place + 1 == shape.len();
                    let mut longer = Vec::new();
                    for (columns, set) in &open {
                        let unnamed = last && !columns.iter().any(|&column| named(column));
                        let mut take = |column: Column, set: Set| {
                            if (named(column) || !unnamed) && !columns.contains(&column) {
                                let mut columns = columns.clone();
                                columns[at] = column;
                                longer.push((columns, set));
                            }
                        };
                        for &(answer, of) in &self.answers {
                            if agree(kind, of) {
                                take(answer, *set);
                            }
                        }
                        if agree(kind, self.wanted) {
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
                        if unnamed {
                            continue;
                        }
                        world.budget.spend(self.bodies.terms.len())?;
                        let room = self.most.saturating_sub(before.len() + 1);
                        for (number, term) in self.bodies.terms.iter().enumerate() {
                            if term.set.len() > room + self.descent.len() || !agree(kind, term.kind)
                            {
                                continue;
                            }
                            let Some(set) = set.or(&term.set) else {
                                continue;
                            };
                            if set.beyond(self.descent) <= room {
                                take(Column::State(number), set);
                            }
                        }
                    }
                    open = longer;
                }
                found.extend(open.into_iter().filter_map(|(columns, set)| {
                    let names = columns.iter().any(|&column| named(column));
                    let step = Step { predicate, columns };
                    (names && !before.contains(&step)).then_some((step, set))
                }));
            }
        }
        Ok(found)
    }
}
