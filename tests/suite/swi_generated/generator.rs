//! Goals over the everyday predicates, drawn at random: templates with holes, in which there is mostly what the predicate
//! expects, and now and then something else, so that errors are compared, too.

use std::{collections::HashMap, fmt::Write};

use chesslog::random::Random;

/// A generated program: `main/0` runs its cases one after the other.
pub struct Program {
    pub text: String,
    /// The goal of each case.
    pub goals: Vec<String>,
}

/// How a case is run: up to five solutions, or the error, on a line of its own that begins with its number.
const RUNNER: &str = r"
main :- forall(clause(t(I, _), _), run(I)).

run(I) :-
    nl, write('#'), write(I), write(' '),
    catch(findall(S, limit(5, t(I, S)), L), E, true),
    (   nonvar(E) -> ( E = error(F, _) -> shown(error(F)) ; shown(ball(E)) )
    ;   shown(L)
    ),
    nl.

shown(T) :-
    (   acyclic_term(T) -> \+ \+ ( numbervars(T, 0, _), print(T) )
    ;   write(cyclic)
    ).

";

/// One in so many holes has what is wrong there.
const WRONG: u64 = 45;

/// How deep terms, expressions and goals are.
const DEPTH: usize = 3;

/// The program number `number` of a seed, with so many cases.
pub fn program(seed: u64, number: u64, cases: usize) -> Program {
    let mut generator = Generator {
        random: Random::of(&[seed, number]),
        kinds: lines(include_str!("grammar.txt"))
            .filter_map(|line| {
                let mut parts = line.split('\t');
                Some((parts.next()?, parts.collect()))
            })
            .collect(),
        formats: lines(include_str!("formats.txt")).collect(),
    };
    let mut text = String::from(":- style_check(-singleton).\n:- dynamic(t/2).\n");
    text.push_str(RUNNER);
    text.push_str(include_str!("prelude.pl"));
    for fact in [
        ["edge({node!}, {node!}).\n"; 12],
        ["age({name!}, {nat!}).\n"; 12],
    ]
    .concat()
    {
        let fact = generator.filled(fact, DEPTH, true);
        text.push_str(&fact);
    }
    let templates: Vec<_> = lines(include_str!("goals.txt")).collect();
    let goals: Vec<_> = (0..cases).map(|_| generator.goals(&templates)).collect();
    for (case, goal) in goals.iter().enumerate() {
        _ = writeln!(text, "t({case}, [X,Y,Z]) :- {goal} .");
    }
    Program { text, goals }
}

/// The lines of a text that are no comments.
fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with("% "))
}

struct Generator {
    random: Random,
    /// What there is of each kind.
    kinds: HashMap<&'static str, Vec<&'static str>>,
    formats: Vec<&'static str>,
}

impl Generator {
    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }

    fn one<'a>(&mut self, things: &[&'a str]) -> &'a str {
        self.random.pick(things).copied().unwrap_or_default()
    }

    fn goals(&mut self, templates: &[&str]) -> String {
        let goal = self.one(templates);
        let goal = self.filled(goal, DEPTH, true);
        if self.below(15) > 0 {
            return goal;
        }
        let other = self.one(templates);
        let other = self.filled(other, DEPTH, true);
        format!("( {goal} ), {other}")
    }

    /// A template with its holes filled; of a goal (`top`) some with what is wrong there.
    fn filled(&mut self, template: &str, depth: usize, top: bool) -> String {
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, from)) = rest.split_once('{') {
            text.push_str(before);
            let hole = from.split_once('}').and_then(|(hole, after)| {
                let sure = hole.strip_suffix('!');
                let kind = sure.unwrap_or(hole);
                let base = kind.strip_suffix('*').unwrap_or(kind);
                let known =
                    matches!(base, "format" | "text of a term") || self.kind(base, 1).is_some();
                known.then_some((kind, sure.is_some(), after))
            });
            let Some((kind, sure, after)) = hole else {
                text.push('{');
                rest = from;
                continue;
            };
            let wrong = top && !sure && self.below(WRONG) == 0;
            text.push_str(&match wrong {
                // An unbound list would have no end.
                true if kind.ends_with('*') || matches!(kind, "list" | "set") => {
                    self.thing("wrong list", 1)
                }
                true => self.thing("wrong", 2),
                false => self.thing(kind, depth),
            });
            rest = after;
        }
        text.push_str(rest);
        text
    }

    /// What there is of a kind at a depth; `term 1` is a term of depth 1.
    fn kind(&self, kind: &str, depth: usize) -> Option<(&[&'static str], usize)> {
        let (name, depth) = match kind.strip_suffix(" 1") {
            Some(name) => (name, 1),
            None => (kind, depth),
        };
        let lowest = (depth == 0).then(|| self.kinds.get(format!("{name} 0").as_str()));
        let things = lowest.flatten().or_else(|| self.kinds.get(name))?;
        Some((things, depth))
    }

    fn thing(&mut self, kind: &str, depth: usize) -> String {
        if let Some(kind) = kind.strip_suffix('*') {
            let items: Vec<_> = (0..self.below(6))
                .map(|_| self.thing(kind, depth))
                .collect();
            return format!("[{}]", items.join(","));
        }
        match kind {
            "format" => return self.format(),
            "text of a term" => return self.text_of_a_term(),
            _ => {}
        }
        let (things, depth) = self
            .kind(kind, depth)
            .unwrap_or_else(|| panic!("no kind {kind}"));
        let (things, depth) = (things.to_vec(), depth.saturating_sub(1));
        let thing = self.one(&things);
        self.filled(thing, depth, false)
    }

    /// The text of a term as a quoted atom, sometimes with a mistake in it.
    fn text_of_a_term(&mut self) -> String {
        let mut term = match self.below(3) {
            0 => self.thing("source", 0),
            _ => self.thing("term", 2),
        };
        if self.below(10) == 0 && !term.is_empty() {
            // All of it is ASCII.
            let at = self.below(term.len() as u64) as usize;
            term.remove(at);
        }
        format!("'{}'", term.replace('\\', "\\\\").replace('\'', "''"))
    }

    /// A format string and its arguments.
    fn format(&mut self) -> String {
        let mut text = String::new();
        let mut arguments = Vec::new();
        for _ in 0..1 + self.below(4) {
            let formats = self.formats.clone();
            let line = self.one(&formats);
            let (directive, kind) = line.split_once('\t').unwrap_or((line, ""));
            text.push_str(directive);
            if !kind.is_empty() {
                arguments.push(self.filled(&format!("{{{kind}}}"), DEPTH, true));
            }
            text.push_str(self.one(&["", "|", " ", "-", "x y", ": "]));
        }
        if self.below(16) == 0 {
            arguments.pop();
        }
        format!("\"{text}\", [{}]", arguments.join(","))
    }
}
