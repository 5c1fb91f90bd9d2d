//! The transitive closure of a graph: by the Datalog engine, by compiled Datalog, in Prolog.

use std::{hint::black_box, time::Instant};

use chesslog::{
    datalog::{Budget, Clause, Constant, Database, Predicate, Program, Term, evaluate},
    engine::{Engine, Limits},
};

use super::{best, report, timed};

#[allow(missing_docs, clippy::all)]
mod compiled {
    use crepe::crepe;

    crepe! {
        @input
        pub struct Edge(pub i64, pub i64);

        @output
        pub struct Path(pub i64, pub i64);

        Path(x, y) <- Edge(x, y);
        Path(x, y) <- Path(x, z), Edge(z, y);
    }

    /// The number of paths.
    pub fn paths(edges: &[(i64, i64)]) -> usize {
        let mut runtime = Crepe::new();
        runtime.extend(edges.iter().map(|&(x, y)| Edge(x, y)));
        let (paths,) = runtime.run();
        paths.len()
    }
}

pub fn closure() {
    // 1,000 edges among 500 nodes, the same in every run.
    let mut state = 1_u64;
    let mut node = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as i64 % 500
    };
    let edges: Vec<(i64, i64)> = (0..1_000).map(|_| (node(), node())).collect();
    let (edge, path) = (Predicate(0), Predicate(1));
    let [x, y, z] = [0, 1, 2].map(Term::Variable);
    let program = Program::compile(vec![
        Clause::new(path.of([x, y]), [edge.of([x, y]).into()]),
        Clause::new(
            path.of([x, y]),
            [path.of([x, z]).into(), edge.of([z, y]).into()],
        ),
    ])
    .unwrap();
    let facts: Vec<_> = edges
        .iter()
        .map(|&(x, y)| [x, y].map(|node| Constant::integer(node).unwrap()))
        .collect();
    let mut paths = 0;
    let engine = best(9, || {
        let start = Instant::now();
        let mut database = Database::default();
        for fact in &facts {
            database.insert(edge, fact);
        }
        evaluate(&program, &mut database, &Budget::default()).unwrap();
        paths = database.relation(path).map_or(0, |path| path.len());
        start.elapsed()
    });
    let crepe = best(9, || {
        let start = Instant::now();
        assert_eq!(compiled::paths(&edges), paths);
        start.elapsed()
    });
    report(
        &format!("closure of 1,000 edges, {paths} paths"),
        engine,
        crepe,
        "crepe, compiled",
    );
    let small: Vec<_> = facts.iter().take(10).collect();
    let mut database = Database::default();
    let again = best(9, || {
        let start = Instant::now();
        for _ in 0..1_000 {
            for fact in &small {
                database.insert(edge, *fact);
            }
            evaluate(&program, &mut database, &Budget::default()).unwrap();
            database.clear();
        }
        start.elapsed() / 1_000
    });
    let crepe = best(9, || {
        let start = Instant::now();
        for _ in 0..1_000 {
            black_box(compiled::paths(&edges[..10]));
        }
        start.elapsed() / 1_000
    });
    report(
        "closure of 10 edges, program compiled before",
        again,
        crepe,
        "crepe, compiled",
    );
    let program = |directive: &str, edges: &[(i64, i64)]| {
        let rules = "path(X, Y) :- edge(X, Y).\npath(X, Y) :- path(X, Z), edge(Z, Y).\n";
        let facts: String = edges
            .iter()
            .map(|(x, y)| format!("edge({x}, {y}).\n"))
            .collect();
        format!(":- {directive}(path/2).\n{rules}{facts}")
    };
    let ask = |directive: &str, edges: &[(i64, i64)]| {
        let mut engine = Engine::in_thread().unwrap();
        let text = program(directive, edges);
        _ = engine
            .consult_text("closure", &text, Limits::default())
            .count();
        timed(&mut engine, "\\+ ( path(_, _), fail )")
    };
    let asked = best(3, || ask("datalog", &edges));
    report(
        "the same 1,000 edges asked from Prolog",
        asked,
        engine,
        "the engine alone",
    );
    let few = &edges[..60];
    report(
        "path(_, _) over 60 edges, :- datalog(path/2)",
        best(3, || ask("datalog", few)),
        best(3, || ask("table", few)),
        ":- table(path/2)",
    );
}
