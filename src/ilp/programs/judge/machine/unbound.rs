//! Variables that may be any value: head variables that a body does not bind, where the bias allows
//! that. They stay so until a literal says more.

use crate::ilp::{
    clause::{MAX_ARITY, Variable},
    relations::Columns,
    task::Value,
};

use super::{
    super::{
        plan::{AnswerSource, Plan},
        table::ANY,
    },
    Goal, Halt, Machine,
};

impl Machine<'_> {
    /// Goes on with values for variables that may be any: what head variables are that no body
    /// binds, until a literal says more.
    pub(super) fn bind(
        &mut self,
        values: impl Iterator<Item = (Variable, Value)>,
        plan: &Plan,
        at: usize,
        base: usize,
        goal: Goal,
    ) -> Result<bool, Halt> {
        let mut bound = [Variable::MAX; MAX_ARITY];
        let mut count = 0;
        for (variable, value) in values {
            let register = &mut self.registers[base + usize::from(variable)];
            if *register == ANY && value != ANY {
                *register = value;
                bound[count] = variable;
                count += 1;
            }
        }
        let done = self.join(plan, at + 1, base, goal);
        for &variable in &bound[..count] {
            self.registers[base + usize::from(variable)] = ANY;
        }
        done
    }

    /// Goes through the answers of the literal at `at` where a variable that is to be bound by then
    /// may be any value.
    pub(super) fn unbound(
        &mut self,
        plan: &Plan,
        at: usize,
        base: usize,
        goal: Goal,
    ) -> Result<bool, Halt> {
        let (step, relations) = (&plan.steps[at], self.relations);
        let (stored, columns) = match step.source {
            AnswerSource::Stored(id, columns) => (relations.stored(id), columns),
            AnswerSource::Learned(_, columns) => (None, columns),
            AnswerSource::Lazy(_) => {
                self.unasked = true;
                return Err(Halt::Limit);
            }
        };
        let (mut keys, mut rest) = (step.key.iter(), step.rest.iter().map(|(v, _)| v));
        let (mut mask, mut key, mut free): (Columns, Vec<Value>, Vec<Variable>) =
            Default::default();
        for column in 0..step.key.len() + step.rest.len() {
            let is_key = columns >> column & 1 == 1;
            let variable = if is_key { keys.next() } else { rest.next() };
            let variable = variable.copied().unwrap_or_default();
            let value = self.registers[base + usize::from(variable)];
            if is_key && value != ANY {
                mask |= 1 << column;
                key.push(value);
            } else {
                free.push(variable);
            }
        }
        // Variables of this literal have no value yet.
        for (variable, known) in &step.rest {
            if !known {
                self.registers[base + usize::from(*variable)] = ANY;
            }
        }
        let row = |machine: &mut Machine<'_>, answer: &[Value]| {
            machine.step()?;
            let pairs = || free.iter().copied().zip(answer.iter().copied());
            let fits = pairs().all(|(variable, value)| {
                let known = machine.registers[base + usize::from(variable)];
                known == value || known == ANY || value == ANY
            });
            match fits {
                true => machine.bind(pairs(), plan, at, base, goal),
                false => Ok(false),
            }
        };
        match step.source {
            AnswerSource::Learned(learned, _) => {
                let call = self.solve(learned, mask, &key)?;
                // Answers may be added meanwhile.
                let mut number = 0;
                while number < self.calls.get(call).answers.len() {
                    let answer = self.calls.get(call).answers.get(number).to_vec();
                    if row(self, &answer)? {
                        return Ok(true);
                    }
                    number += 1;
                }
            }
            _ => {
                for answer in stored.into_iter().flat_map(|s| s.lookup(mask, &key).iter()) {
                    if row(self, answer)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }
}
