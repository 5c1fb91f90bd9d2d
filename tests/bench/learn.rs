//! What the learner costs: clauses over ground facts, beside literal-by-literal resolution.

use std::{
    collections::HashMap,
    hint::black_box,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use chesslog::ilp::{
    Bits, Clause, Examples, Explorer, FactsTester, Literal, Node, Predicate, Relations, Space,
    Table, Task, Tester, TypeId, Value,
    explore::{Policy, Refusal},
    space::callable_order,
};

use super::{best, report};

/// Prints the section.
pub fn learn() {
    let trains = trains(1_000);
    compare("clause of 1-4 literals, 1,000 trains", &trains, 4);
    let pairs = pairs(100_000);
    compare("clause of 1-2 literals, 100,000 pairs", &pairs, 2);
}

fn compare(figure: &str, task: &Task, levels: usize) {
    let cancel = AtomicBool::new(false);
    let examples = &task.examples[0];
    let relations = Relations::new(task, None);
    let space = Space::new(&task.bias, task.bias.heads[0], task.bias.body.clone());
    let mut clauses = Clauses(Vec::new());
    let tester = FactsTester::new(&relations, examples, &cancel);
    let mut explorer = Explorer::new(&space, &tester, &cancel).unwrap();
    for _ in 0..levels {
        explorer.descend(&mut clauses).unwrap();
    }
    let clauses: Vec<Clause> = clauses.0;
    let all = Bits::full(examples.tuples.rows);
    // A new tester each time: nothing is remembered from the walk or the run before.
    let measured = best(3, || {
        let relations = Relations::new(task, None);
        let tester = FactsTester::new(&relations, examples, &cancel);
        each(&clauses, |clause| {
            tester.coverage(clause, &all).unwrap().count()
        })
    });
    let baseline = Resolution::new(task);
    let some: Vec<Clause> = clauses
        .iter()
        .step_by(clauses.len().div_ceil(60))
        .cloned()
        .collect();
    let resolution = each(&some, |clause| {
        let count = baseline.count(clause);
        assert_eq!(count, tester.coverage(clause, &all).unwrap().count());
        count
    });
    report(figure, measured, resolution, "first-argument index");
}

fn each(clauses: &[Clause], mut count: impl FnMut(&Clause) -> usize) -> Duration {
    let start = Instant::now();
    clauses.iter().for_each(|clause| {
        black_box(count(clause));
    });
    start.elapsed() / clauses.len() as u32
}

/// Keeps all clauses of one component that cover something.
struct Clauses(Vec<Clause>);

impl Policy for Clauses {
    fn refuses(&self, _: &Clause, cover: &Bits) -> Option<Refusal> {
        cover.is_empty().then_some(Refusal::TooSpecial)
    }

    fn visit(&mut self, node: &Node) -> bool {
        if node.clause.components().len() == 1 {
            self.0.push(node.clause.clone());
        }
        true
    }
}

/// What a Prolog does: literal by literal, facts by their first argument.
struct Resolution<'a> {
    task: &'a Task,
    rows: Vec<Vec<Vec<Value>>>,
    by_first: Vec<HashMap<Value, Vec<usize>>>,
}

impl<'a> Resolution<'a> {
    fn new(task: &'a Task) -> Resolution<'a> {
        let rows = task.bias.predicates.iter().map(|predicate| {
            let table = task.facts.get(&(predicate.name.clone(), predicate.arity()));
            let rows = table.into_iter().flat_map(Table::iter);
            rows.map(<[Value]>::to_vec).collect::<Vec<_>>()
        });
        let rows: Vec<_> = rows.collect();
        let index = |rows: &Vec<Vec<Value>>| {
            let mut index: HashMap<Value, Vec<usize>> = HashMap::new();
            for (number, row) in rows.iter().enumerate() {
                index.entry(row[0]).or_default().push(number);
            }
            index
        };
        let by_first = rows.iter().map(index).collect();
        Resolution {
            task,
            rows,
            by_first,
        }
    }

    fn count(&self, clause: &Clause) -> usize {
        let body = callable_order(&self.task.bias, clause);
        let mut binding = vec![None; clause.variables()];
        let examples = self.task.examples[0].tuples.iter();
        let covered = examples.filter(|example| {
            binding.fill(None);
            for (cell, &value) in binding.iter_mut().zip(*example) {
                *cell = Some(value);
            }
            self.holds(&body, &mut binding)
        });
        covered.count()
    }

    fn holds(&self, body: &[Literal], binding: &mut [Option<Value>]) -> bool {
        let Some((literal, rest)) = body.split_first() else {
            return true;
        };
        let predicate = usize::from(literal.predicate.0);
        let arguments = literal.arguments();
        let first = binding[usize::from(arguments[0])];
        let mut attempt = |row: &[Value]| {
            let mut bound = [0; 4];
            let mut count = 0;
            let mut agrees = true;
            for (&variable, &value) in arguments.iter().zip(row) {
                match &mut binding[usize::from(variable)] {
                    Some(known) => agrees &= *known == value,
                    free => {
                        *free = Some(value);
                        bound[count] = variable;
                        count += 1;
                    }
                }
            }
            let holds = agrees && self.holds(rest, binding);
            for &variable in &bound[..count] {
                binding[usize::from(variable)] = None;
            }
            holds
        };
        let rows = &self.rows[predicate];
        match first {
            Some(value) => {
                let numbers = self.by_first[predicate].get(&value);
                numbers.is_some_and(|numbers| numbers.iter().any(|&at| attempt(&rows[at])))
            }
            None => rows.iter().any(|row| attempt(row)),
        }
    }
}

/// Builds a task of facts.
struct Builder {
    task: Task,
    seed: u64,
}

impl Builder {
    fn new(head: (&str, &[u16]), max_vars: usize) -> Builder {
        let mut task = Task::default();
        task.bias.max_vars = max_vars;
        let id = task.bias.add(predicate(head.0, head.1));
        task.bias.heads.push(id);
        task.examples.push(Examples {
            head: id,
            tuples: Table::new(head.1.len()),
            positives: 0,
        });
        Builder { task, seed: 1 }
    }

    fn body(&mut self, name: &str, types: &[u16]) {
        let id = self.task.bias.add(predicate(name, types));
        self.task.bias.body.push(id);
        let table = Table::new(types.len());
        self.task
            .facts
            .insert((name.to_owned(), types.len()), table);
    }

    fn fact(&mut self, name: &str, terms: &[&str]) {
        let row: Vec<Value> = terms
            .iter()
            .map(|term| self.task.values.intern(term))
            .collect();
        let table = self.task.facts.get_mut(&(name.to_owned(), terms.len()));
        table.expect("a declared predicate").push(&row);
    }

    fn example(&mut self, terms: &[&str]) {
        let row: Vec<Value> = terms
            .iter()
            .map(|term| self.task.values.intern(term))
            .collect();
        self.task.examples[0].tuples.push(&row);
    }

    /// A number below `bound`, by the generator of Knuth's MMIX.
    fn below(&mut self, bound: usize) -> usize {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) as usize % bound
    }
}

fn predicate(name: &str, types: &[u16]) -> Predicate {
    let mut predicate = Predicate::untyped(name, types.len());
    predicate.types = types.iter().map(|&kind| Some(TypeId(kind))).collect();
    predicate
}

/// Trains of cars with loads, as in Michalski's problem.
fn trains(count: usize) -> Task {
    let of_cars = [
        "short",
        "long",
        "open",
        "closed",
        "two_wheels",
        "three_wheels",
    ];
    let of_loads = ["circle", "triangle", "rectangle", "hexagon", "one", "two"];
    let mut builder = Builder::new(("f", &[0]), 6);
    builder.body("has_car", &[0, 1]);
    builder.body("has_load", &[1, 2]);
    of_cars.iter().for_each(|name| builder.body(name, &[1]));
    of_loads.iter().for_each(|name| builder.body(name, &[2]));
    for train in 0..count {
        let train = format!("t{train}");
        builder.example(&[&train]);
        for car in 0..1 + builder.below(4) {
            let car = format!("{train}_c{car}");
            builder.fact("has_car", &[&train, &car]);
            for property in of_cars.chunks(2) {
                let which = builder.below(2);
                builder.fact(property[which], &[&car]);
            }
            for load in 0..builder.below(4) {
                let load = format!("{car}_l{load}");
                builder.fact("has_load", &[&car, &load]);
                let which = builder.below(4);
                builder.fact(of_loads[which], &[&load]);
                let which = 4 + builder.below(2);
                builder.fact(of_loads[which], &[&load]);
            }
        }
    }
    builder.task
}

/// Pairs of people who are in films.
fn pairs(count: usize) -> Task {
    const PEOPLE: usize = 400;
    const FILMS: usize = 300;
    let mut builder = Builder::new(("f", &[0, 0]), 4);
    builder.body("in_film", &[1, 0]);
    builder.body("actor", &[0]);
    builder.body("director", &[0]);
    builder.body("sequel", &[1, 1]);
    for person in 0..PEOPLE {
        let which = if builder.below(4) == 0 {
            "director"
        } else {
            "actor"
        };
        builder.fact(which, &[&format!("p{person}")]);
    }
    for film in 0..FILMS {
        for _ in 0..2 + builder.below(8) {
            let person = format!("p{}", builder.below(PEOPLE));
            builder.fact("in_film", &[&format!("m{film}"), &person]);
        }
        let other = builder.below(FILMS);
        builder.fact("sequel", &[&format!("m{film}"), &format!("m{other}")]);
    }
    for _ in 0..count {
        let (a, b) = (builder.below(PEOPLE), builder.below(PEOPLE));
        builder.example(&[&format!("p{a}"), &format!("p{b}")]);
    }
    builder.task
}
