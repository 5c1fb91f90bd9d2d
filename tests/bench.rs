//! The figures that Chesslog promises, each beside a baseline measured in the same run.
//!
//! `cargo bench` prints them, `cargo bench -- learn datalog` those of two sections, and
//! `cargo bench -- learn --without equal` what one pruning of the search for programs is worth. Nothing
//! here passes or fails: a figure depends on the machine, its ratio to the baseline less so.

#[path = "bench/datalog.rs"]
mod datalog;
#[path = "bench/evolve.rs"]
mod evolve;
#[path = "bench/index.rs"]
mod index;
#[path = "bench/learn.rs"]
mod learn;
#[path = "bench/lsp.rs"]
mod lsp;
#[path = "bench/migo.rs"]
mod migo;
#[path = "bench/mil.rs"]
mod mil;
#[path = "bench/network.rs"]
mod network;
#[path = "bench/openings.rs"]
mod openings;
#[path = "bench/ordering.rs"]
mod ordering;
#[path = "bench/popper.rs"]
mod popper;
#[path = "bench/prunings.rs"]
mod prunings;
#[path = "bench/scale.rs"]
mod scale;
#[path = "bench/tactics.rs"]
mod tactics_learned;

use std::{
    hint::black_box,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use chesslog::{
    chess::Position,
    engine::{Engine, Event, Input, Limits, QueryOptions, Settings},
};

/// Anderssen-Kieseritzky, London 1851, before White's 21st move: 40 legal moves.
const FORTY_MOVES: &str = "r1b1k1nr/p2p1ppp/n2B4/1p1NPN1P/6P1/3P1Q2/P1P1K3/q5b1 w kq - 2 21";

const PROGRAM: &str = "
rep(_).
rep(N) :- N > 1, N1 is N - 1, rep(N1).
loop_empty(N, P) :- ( rep(N), P = P, fail ; true ).
loop_moves(N, P) :- ( rep(N), legal_move(_, _, P), fail ; true ).
loop_move_facts(N, P) :- ( rep(N), move_fact(_, _, P), fail ; true ).
loop_test(N, P) :- once(attacks(F, T, P)), ( rep(N), attacks(F, T, P), fail ; true ).
loop_fact_test(N, P) :- once(attack_fact(F, T, P)), ( rep(N), attack_fact(F, T, P), fail ; true ).
";

fn main() {
    let sections: [(&str, fn()); 23] = [
        ("prolog", in_prolog),
        ("atoms", atoms),
        ("perft", perft),
        ("motifs", motifs),
        ("tactics", tactics),
        ("start", first_answer),
        ("stopping", stopping),
        ("files", surface),
        ("datalog", datalog::closure),
        ("learn", learning),
        ("popper", popper::popper),
        ("metagol", mil::metagol),
        ("tactics_learned", tactics_learned::tactics),
        ("tactics_growth", tactics_learned::growth),
        ("migo", migo::rivals),
        ("evolve", evolve::evolve),
        ("openings", openings::openings),
        ("network", network::network),
        ("ordering", ordering::ordering),
        ("index", index::index),
        ("lsp", lsp::diagnostics),
        ("scale", scale::scale),
        ("session", session),
    ];
    // Cargo adds options of its own, such as --bench.
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .take_while(|word| word != "--without")
        .filter(|word| !word.starts_with('-'))
        .collect();
    let names: Vec<&str> = sections.iter().map(|(name, _)| *name).collect();
    if let Some(unknown) = wanted.iter().find(|word| !names.contains(&word.as_str())) {
        eprintln!("no section {unknown}; there are {}", names.join(", "));
        std::process::exit(2);
    }
    println!(
        "{:<44} {:>12} {:>12}  baseline",
        "figure", "measured", "ratio"
    );
    for (name, section) in sections {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            section();
        }
    }
}

fn learning() {
    let without = match prunings::without() {
        Ok(without) => without,
        Err(unknown) => {
            eprintln!("{unknown}");
            std::process::exit(2);
        }
    };
    if without.len() > 1 {
        learn::learn();
    }
    prunings::prunings(&without);
}

fn report(figure: &str, measured: Duration, baseline: Duration, name: &str) {
    let ratio = measured.as_secs_f64() / baseline.as_secs_f64();
    let ratio = match ratio {
        small if small < 0.01 => format!("1/{:.0}", 1.0 / small),
        ratio => format!("{ratio:.2}"),
    };
    println!(
        "{figure:<44} {:>12} {ratio:>12}  {name}, {}",
        show(measured),
        show(baseline)
    );
}

fn show(time: Duration) -> String {
    match time.as_nanos() {
        ns if ns < 10_000 => format!("{ns} ns"),
        ns if ns < 10_000_000 => format!("{:.1} us", ns as f64 / 1e3),
        ns => format!("{:.1} ms", ns as f64 / 1e6),
    }
}

/// The shortest of several runs.
fn best(runs: usize, mut run: impl FnMut() -> Duration) -> Duration {
    (0..runs).map(|_| run()).min().unwrap_or_default()
}

fn timed(engine: &mut Engine, goal: &str) -> Duration {
    let start = Instant::now();
    let event = engine.query(&format!("{goal}."), Limits::default()).next();
    assert!(
        matches!(event, Some(Ok(Event::Answer(_)))),
        "{goal}: {event:?}"
    );
    start.elapsed()
}

fn value(engine: &mut Engine, query: &str, variable: &str) -> String {
    match engine.query(query, Limits::default()).next() {
        Some(Ok(Event::Answer(answer))) => {
            let found = answer.bindings.into_iter().find(|b| b.name == variable);
            found
                .unwrap_or_else(|| panic!("{query} does not bind {variable}"))
                .text
        }
        event => panic!("{query}: {event:?}"),
    }
}

fn in_prolog() {
    use shakmaty::Position as _;
    let mut engine = Engine::in_thread().unwrap();
    let position = Position::parse(FORTY_MOVES).unwrap();
    assert_eq!(position.legal_moves().len(), 40);
    let mut program = PROGRAM.to_owned();
    // The same rows as Prolog's own facts: what no call of a native can be faster than.
    for m in position.legal_moves() {
        let m = chesslog::chess::moves::move_term(*m);
        program += &format!("move_fact({}, {}, _).\n", m.from, m.to);
    }
    let all = shakmaty::Bitboard::FULL;
    for (from, to) in chesslog::chess::attack::attacks(position.board(), all, all) {
        program += &format!("attack_fact({from}, {to}, _).\n");
    }
    let events: Vec<_> = engine
        .consult_text("bench", &program, Limits::default())
        .collect();
    assert!(
        matches!(events.last(), Some(Ok(Event::Loaded(_)))),
        "{events:?}"
    );
    let mut each = |goal: &str, n: u32| {
        let call = format!("{goal}({n}, \"{FORTY_MOVES}\")");
        let empty = format!("loop_empty({n}, \"{FORTY_MOVES}\")");
        let loops = best(3, || timed(&mut engine, &empty));
        best(5, || timed(&mut engine, &call)).saturating_sub(loops) / n
    };
    let moves = each("loop_moves", 20_000);
    let facts = each("loop_move_facts", 20_000);
    report(
        "40 legal moves enumerated from Prolog",
        moves,
        facts,
        "the same as Prolog facts",
    );
    let generated = best(5, || {
        let start = Instant::now();
        for _ in 0..20_000 {
            black_box(black_box(&*position).legal_moves());
        }
        start.elapsed() / 20_000
    });
    report("", moves, generated, "shakmaty's generator in Rust");
    let test = each("loop_test", 200_000);
    let fact = each("loop_fact_test", 200_000);
    report(
        "a bound attacks/3 that holds",
        test,
        fact,
        "the same as a Prolog fact",
    );
}

/// What an atom costs that is not there yet: the same, however many are there (`src/arcu/`).
fn atoms() {
    let mut engine = Engine::in_thread().unwrap();
    let mut made = 0;
    let mut more = |n: u32| {
        let goal = format!(
            "\\+ ( between(1, {n}, I), N is {made} + I, atom_concat(an_atom_, N, A), atom(A), fail )"
        );
        made += n;
        timed(&mut engine, &goal) / n
    };
    let first = more(20_000);
    more(300_000);
    let later = more(20_000);
    report(
        "a new atom beside 320,000 others",
        later,
        first,
        "the same beside those of the start",
    );
}

fn perft() {
    let mut engine = Engine::in_thread().unwrap();
    for (depth, nodes, n) in [(4, 197_281, 50), (5, 4_865_609, 4)] {
        // Several in one query: what the query itself costs is reported elsewhere.
        let goal = format!(
            "start_position(P), \\+ ( between(1, {n}, _), \\+ perft(P, {depth}, {nodes}) )"
        );
        let native = best(5, || timed(&mut engine, &goal)) / n;
        let direct = best(9, || {
            let start = Instant::now();
            assert_eq!(shakmaty::perft(&shakmaty::Chess::default(), depth), nodes);
            start.elapsed()
        });
        report(
            &format!("perft(Start, {depth}, N)"),
            native,
            direct,
            "shakmaty::perft",
        );
    }
}

/// All static relations of the positions of the bundled games, from the FEN on.
fn motifs() {
    let fens = famous_positions();
    let each = |work: fn(&Position)| {
        best(5, || {
            let start = Instant::now();
            for fen in &fens {
                let setup = fen.parse::<shakmaty::fen::Fen>().unwrap().into_setup();
                work(&Position::from_setup(setup).unwrap());
            }
            start.elapsed() / fens.len() as u32
        })
    };
    let derived = each(|position| {
        black_box(position.motifs());
    });
    let generated = each(|position| {
        black_box(position.legal_moves());
    });
    report(
        "all motifs of a position, from its FEN",
        derived,
        generated,
        "its legal moves by shakmaty",
    );
    println!("{:.0} positions a second", 1.0 / derived.as_secs_f64());
}

/// The median of `tactic/4`, all motifs and moves, and of the search that it stands on.
fn tactics() {
    let mut engine = Engine::spawn_program(env!("CARGO_BIN_EXE_chesslog"), Input::Nothing).unwrap();
    let query = "findall(P, named_position(_, P, _), Ps),
        findall(T-S, ( member(P, Ps), statistics(cputime, T0),
                       findall(M, winning_line(P, M, _, _), _), statistics(cputime, T1),
                       findall(M, tactic(P, M, _, _), _), statistics(cputime, T2),
                       T is T2 - T0, S is T1 - T0 ), Pairs),
        pairs_keys_values(Pairs, Ts0, Ss0), msort(Ts0, Ts), msort(Ss0, Ss),
        length(Ps, N), Middle is N // 2, nth0(Middle, Ts, T), nth0(Middle, Ss, S),
        Median is round(T * 1000000), Search is round(S * 1000000), Both = Median-Search.";
    let both = value(&mut engine, query, "Both");
    let (median, search) = both.split_once('-').unwrap();
    let micros = |text: &str| Duration::from_micros(text.parse().unwrap());
    report(
        "tactic/4 in a named position, median",
        micros(median),
        micros(search),
        "the search alone",
    );
}

fn famous_positions() -> Vec<String> {
    let games = chesslog::chess::games::read("classics").unwrap().take(30);
    let plies = games.flat_map(|game| game.unwrap().plies().collect::<Vec<_>>());
    plies
        .map(|(position, _)| position.fen().to_owned())
        .collect()
}

fn first_answer() {
    let program = env!("CARGO_BIN_EXE_chesslog");
    let run = |arguments: &[&str]| {
        let start = Instant::now();
        let status = Command::new(program)
            .args(arguments)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
        start.elapsed()
    };
    let query = best(15, || run(&["query", "member(X, [1,2])."]));
    let scryer = best(5, || {
        let start = Instant::now();
        black_box(scryer_prolog::MachineBuilder::default().build());
        start.elapsed()
    });
    report(
        "chesslog query 'member(X, [1,2]).'",
        query,
        scryer,
        "building a bare Scryer machine",
    );
}

fn stopping() {
    let limit = Duration::from_millis(300);
    let mut engine = Engine::spawn_program(env!("CARGO_BIN_EXE_chesslog"), Input::Nothing).unwrap();
    let limits = Limits {
        wall: Some(limit),
        ..Limits::default()
    };
    let late = (0..5)
        .map(|_| {
            let start = Instant::now();
            _ = engine.query("repeat, fail.", limits).count();
            start.elapsed().saturating_sub(limit)
        })
        .max()
        .unwrap_or_default();
    report(
        "a runaway query after its time limit",
        late,
        Duration::from_millis(100),
        "what is promised",
    );
    let handle = engine.interrupt_handle();
    let late = (0..5)
        .map(|_| {
            let handle = handle.clone();
            let interrupter = thread::spawn(move || {
                thread::sleep(Duration::from_millis(100));
                let start = Instant::now();
                handle.interrupt();
                start
            });
            _ = engine.query("X is 7^7^7^7.", Limits::default()).count();
            let end = Instant::now();
            end.saturating_duration_since(interrupter.join().unwrap())
        })
        .max()
        .unwrap_or_default();
    report(
        "a runaway built-in after an interrupt",
        late,
        Duration::from_millis(100),
        "what is promised",
    );
}

/// A course file of 2,000 lines: recursive rules, facts, output, comments.
fn course_file() -> String {
    let mut text = String::from(":- dynamic counter/1.\ncounter(0).\n");
    for i in 0.. {
        let clauses = format!(
            "%  rule_{i}(+Xs, -Y) is det.\nrule_{i}([], 0).\nrule_{i}([X|Xs], Y) :-\n    \
             rule_{i}(Xs, Y0),\n    (   X > {i}\n    ->  Y is Y0 + X * 2\n    ;   Y is Y0 - X\n    ).\n\
             fact_{i}(a{i}, \"text {i}\", [1,2,{i}]).\n\
             show_{i}(X) :- format(\"~w~n\", [X]), atom_length(X, L), L > 2.\n\n"
        );
        if text.lines().count() + clauses.lines().count() > 2_000 {
            return text;
        }
        text += &clauses;
    }
    text
}

/// Loading a course file with recovery, and colouring what is typed.
fn surface() {
    let text = course_file();
    let load = |iso: bool| {
        let settings = Settings {
            input: Input::Nothing,
            iso,
            ..Settings::default()
        };
        best(5, || {
            let mut engine =
                Engine::spawn_program(env!("CARGO_BIN_EXE_chesslog"), settings).unwrap();
            let start = Instant::now();
            let events = engine.consult_text("course", &text, Limits::default());
            let report = events.last().unwrap().unwrap();
            assert!(matches!(report, Event::Loaded(_)), "{report:?}");
            start.elapsed()
        })
    };
    report(
        "loading a course file of 2,000 lines",
        load(false),
        load(true),
        "the same without the prelude (--iso)",
    );
    let fifty: String = text
        .lines()
        .take(50)
        .map(|line| format!("{line}\n"))
        .collect();
    let tokens = best(20, || {
        let start = Instant::now();
        black_box(chesslog::syntax::tokens(black_box(&fifty)));
        start.elapsed()
    });
    let coloured = best(20, || {
        let start = Instant::now();
        black_box(chesslog::syntax::highlight(black_box(&fifty), Some(9)));
        start.elapsed()
    });
    report(
        "colouring 50 lines at the prompt",
        coloured,
        tokens,
        "cutting them into tokens",
    );
}

/// The worker's resident memory in kB, as it reads it itself; 0 where the system does not tell.
fn resident(engine: &mut Engine) -> u64 {
    let statm = "catch(( open('/proc/self/statm', read, S), get_line_to_chars(S, Cs, []), close(S) ), _, Cs = \"\"), \
                 atom_chars(Text, Cs).";
    let text = value(engine, statm, "Text");
    let pages = text
        .split(' ')
        .nth(1)
        .and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4
}

/// A hundred thousand queries, each a transaction: what one costs, and what memory they leave behind.
fn session() {
    const QUERIES: u32 = 100_000;
    let run = |engine: &mut Engine, n: u32| {
        let start = Instant::now();
        for i in 0..n {
            let query = match i % 5 {
                0 => "member(X, [1,2,3]), Y = f(X).",
                1 => "start_position(P), legal_move(e2, T, P).",
                2 => "nobody_defined_this(1).",
                3 => "foo(",
                _ => "atom_length(X, Y).",
            };
            let options = QueryOptions::default();
            assert!(engine.query_with(query, options).all(|event| event.is_ok()));
        }
        start.elapsed() / n
    };
    let mut in_thread = Engine::in_thread().unwrap();
    let bare = run(&mut in_thread, 20_000);
    let mut engine = Engine::spawn_program(env!("CARGO_BIN_EXE_chesslog"), Input::Nothing).unwrap();
    run(&mut engine, 2_000);
    let before = resident(&mut engine);
    let each = run(&mut engine, QUERIES);
    let after = resident(&mut engine);
    report(
        "a query in its own transaction",
        each,
        bare,
        "the same in a thread, without one",
    );
    println!(
        "{QUERIES} queries in one session: resident memory {before} kB before, {after} kB after"
    );
    assert_eq!(value(&mut engine, "X = still_here.", "X"), "still_here");
}
