//! The program, and what is told of the search, as text for Prolog.

use super::{Cell, Machine, Sub};

impl Machine {
    /// The program as Prolog text: a list of `sub(Name,P,A,Subs)`, the newest first.
    pub fn program(&self) -> String {
        let mut names = Vec::new();
        let subs: Vec<String> = (0..self.program.len())
            .rev()
            .map(|at| self.sub_text(at, &mut names))
            .collect();
        format!("[{}]", subs.join(","))
    }

    /// The clauses of the program, the newest first: the metarule's number, and the values.
    pub fn clauses(&self) -> Vec<(usize, Vec<Cell>)> {
        let subs = self.program.iter().rev();
        let value = |&cell: &Cell| self.terms.deref(cell);
        subs.map(|sub| {
            let values = self.values(sub).iter().map(value);
            (sub.rule as usize, values.collect())
        })
        .collect()
    }

    pub(super) fn values(&self, sub: &Sub) -> &[Cell] {
        let count = self.rules[sub.rule as usize].subs.len();
        &self.cells[sub.at as usize..sub.at as usize + count]
    }

    pub(super) fn sub_text(&self, at: usize, names: &mut Vec<Cell>) -> String {
        let sub = &self.program[at];
        let mut text = String::from("sub(");
        let name = self.rules[sub.rule as usize].name;
        self.terms.write(name, names, &mut text);
        text.push(',');
        let symbol = self.symbols[sub.symbol as usize].name;
        self.terms.write(symbol, names, &mut text);
        text += &format!(",{},", sub.arity);
        self.list_text(self.values(sub), names, &mut text);
        text + ")"
    }

    pub(super) fn list_text(&self, cells: &[Cell], names: &mut Vec<Cell>, text: &mut String) {
        text.push('[');
        for (i, &cell) in cells.iter().enumerate() {
            if i > 0 {
                text.push(',');
            }
            self.terms.write(cell, names, text);
        }
        text.push(']');
    }

    /// `[P|Args]` at a place in `cells`.
    pub(super) fn parts(&self, at: u32, arity: u8) -> &[Cell] {
        &self.cells[at as usize..=at as usize + arity as usize]
    }
}
