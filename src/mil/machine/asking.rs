//! What the source is asked, and its answers.

use std::collections::HashMap;

use super::{
    Alternative, AnswerRow, Answers, BackgroundSource, Cell, End, EntryId, Flow, Goal, Machine,
    Node, Term,
};

impl Machine {
    /// Answers of a goal for the source.
    pub(super) fn rows(
        &mut self,
        at: u32,
        entry: EntryId,
        row: u32,
        source: &mut dyn BackgroundSource,
    ) -> Flow {
        let Node {
            goal: Goal::Ask(goal),
            next,
        } = self.goals[at as usize]
        else {
            return Flow::Back;
        };
        let mut row = row;
        loop {
            match self.ask(entry, row as usize, source) {
                AnswerRow::Row { last } => {
                    let mut variables = Vec::new();
                    self.terms.abstracted(goal, &mut variables);
                    match last {
                        true => {
                            self.choices.pop();
                        }
                        false => self.alternative(Alternative::Rows {
                            entry,
                            row: row + 1,
                        }),
                    }
                    if self.take(entry, row as usize, &variables) {
                        self.next = next;
                        return Flow::Forward;
                    }
                    if last {
                        return Flow::Back;
                    }
                    if let Some(choice) = self.choices.last().copied() {
                        self.undo(&choice);
                    }
                    row += 1;
                }
                AnswerRow::None => {
                    self.choices.pop();
                    return Flow::Back;
                }
                AnswerRow::Unknown => {
                    self.back = true;
                    return Flow::Wait;
                }
                AnswerRow::Failed => return Flow::Broken,
            }
        }
    }

    /// Unifies the variables of a goal with an answer.
    pub(super) fn take(&mut self, entry: EntryId, row: usize, variables: &[Cell]) -> bool {
        let mut frame: Vec<Option<Cell>> = Vec::new();
        for (at, &variable) in variables.iter().enumerate() {
            let Some(&value) = self.memo.row(entry, row).get(at) else {
                return false;
            };
            let value = match self.terms.is_open(value) {
                true => {
                    // Holes are numbered from 0 in each row.
                    frame.resize(self.terms.hole_count(), None);
                    self.terms.build(value, &mut frame)
                }
                false => value,
            };
            if !self.terms.unify(variable, value) {
                return false;
            }
        }
        true
    }

    /// Whether there is such a row; asks the source if need be.
    pub(super) fn ask(
        &mut self,
        entry: EntryId,
        row: usize,
        source: &mut dyn BackgroundSource,
    ) -> AnswerRow {
        loop {
            match self.memo.find(entry, row) {
                AnswerRow::Unknown => {
                    let (skip, most) = self.memo.wanted(entry);
                    let mut args = std::mem::take(&mut self.buffer);
                    args.clear();
                    let call = self.memo.call(&self.terms, entry).map(|(name, given)| {
                        args.extend_from_slice(given);
                        name
                    });
                    let answers = match call {
                        Some(name) => source.called(&mut self.terms, name, &args, skip, most),
                        None => {
                            let goal = self.memo.goal(&mut self.terms, entry);
                            source.answers(&mut self.terms, goal, skip, most)
                        }
                    };
                    self.buffer = args;
                    match answers {
                        Some(answers) => self.memo.add(entry, answers),
                        None => {
                            if !self.requests.contains(&entry) {
                                self.requests.push(entry);
                            }
                            return AnswerRow::Unknown;
                        }
                    }
                }
                AnswerRow::Failed => {
                    let error = match self.memo.end(entry) {
                        End::Error(error) => error.clone(),
                        _ => "error(resource_error(inferences),learn/3)".into(),
                    };
                    let mut goal = String::new();
                    let term = self.memo.goal(&mut self.terms, entry);
                    self.terms.write(term, &mut Vec::new(), &mut goal);
                    self.broken = Some((error, goal));
                    return AnswerRow::Failed;
                }
                found => return found,
            }
        }
    }

    /// The goals whose answers are wanted, each with how many answers to leave out and how many to
    /// give at most.
    pub fn goals(&mut self) -> Vec<(Cell, usize, usize)> {
        let mut goals = Vec::new();
        for &entry in &self.requests {
            let (skip, most) = self.memo.wanted(entry);
            goals.push((self.memo.goal(&mut self.terms, entry), skip, most));
        }
        goals
    }

    /// The same as Prolog text: a list of `q(Goal,Skip,Most)`; or `with(Values,Goals)`, where Values is a
    /// list of V-Value for what several goals have as an argument.
    pub fn goals_text(&mut self) -> String {
        let goals = self.goals();
        let mut counts: HashMap<Cell, usize> = HashMap::new();
        let mut shared: Vec<Cell> = Vec::new();
        for &(goal, ..) in &goals {
            let args = self
                .terms
                .compound_parts(goal)
                .map_or(&[][..], |(_, args)| args);
            for &arg in args {
                if !self.terms.is_open(arg) && self.terms.compound_parts(arg).is_some() {
                    let count = counts.entry(arg).or_insert(0);
                    *count += 1;
                    if *count == 2 {
                        shared.push(arg);
                    }
                }
            }
        }
        let mut text = String::new();
        for (at, &value) in shared.iter().enumerate() {
            text += if at == 0 { "with([" } else { "," };
            // Not with the operator: symbols would grow together.
            text += &format!("-(V{at},");
            self.terms.write(value, &mut Vec::new(), &mut text);
            text.push(')');
        }
        text += if shared.is_empty() { "[" } else { "],[" };
        for (at, &(goal, skip, most)) in goals.iter().enumerate() {
            text += if at == 0 { "q(" } else { ",q(" };
            let args = self
                .terms
                .compound_parts(goal)
                .map(|(_, args)| args.to_vec());
            let given = |arg: &Cell| shared.iter().position(|value| value == arg);
            match args {
                Some(args) if args.iter().any(|arg| given(arg).is_some()) => {
                    let name = self.terms.compound_parts(goal).map(|(name, _)| name);
                    self.terms
                        .write(name.unwrap_or(goal), &mut Vec::new(), &mut text);
                    let mut names = Vec::new();
                    for (at, arg) in args.iter().enumerate() {
                        text.push(if at == 0 { '(' } else { ',' });
                        match given(arg) {
                            Some(value) => text += &format!("V{value}"),
                            None => self.terms.write(*arg, &mut names, &mut text),
                        }
                    }
                    text.push(')');
                }
                _ => self.terms.write(goal, &mut Vec::new(), &mut text),
            }
            text += &format!(",{skip},{most})");
        }
        text + if shared.is_empty() { "]" } else { "])" }
    }

    /// Takes the answers, in the order of the goals.
    pub fn answer(&mut self, answers: Vec<Answers>) {
        for (entry, answers) in std::mem::take(&mut self.requests).into_iter().zip(answers) {
            self.memo.add(entry, answers);
        }
    }

    /// Takes the answers as Prolog text: a list of `a(Rows,End)`.
    ///
    /// # Errors
    ///
    /// What was expected, if it is something else.
    pub fn answer_text(&mut self, text: &str) -> Result<(), String> {
        let term: Term = text
            .trim_end_matches('.')
            .parse()
            .map_err(|error| format!("the answers: {error}"))?;
        let expected = || format!("expected a list of a(Rows,End), found {text}");
        let items = |term: &Term| match term {
            Term::List(items, None) => Some(items.clone()),
            Term::Atom(name) if name == "[]" => Some(Vec::new()),
            Term::String(text) => Some(text.chars().map(|c| Term::Atom(c.to_string())).collect()),
            _ => None,
        };
        let mut all = Vec::new();
        for answer in items(&term).ok_or_else(expected)? {
            let [rows, end] = answer.arguments("a").ok_or_else(expected)?;
            let rows = items(rows)
                .ok_or_else(expected)?
                .iter()
                .map(|row| {
                    let mut names = Vec::new();
                    let values = items(row)?;
                    let values = values.iter();
                    Some(
                        values
                            .map(|value| self.terms.pattern(value, &mut names))
                            .collect(),
                    )
                })
                .collect::<Option<Vec<Vec<Cell>>>>()
                .ok_or_else(expected)?;
            let end = match (end.text(), end.arguments("error")) {
                (Some("end"), _) => End::Complete,
                (Some("more"), _) => End::More,
                (Some("limit"), _) => End::Limit,
                (_, Some([error])) => End::Error(error.canonical()),
                _ => return Err(expected()),
            };
            all.push(Answers { rows, end });
        }
        if all.len() != self.requests.len() {
            return Err(expected());
        }
        self.answer(all);
        Ok(())
    }
}
