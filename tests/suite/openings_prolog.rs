//! The predicates of openings and of Markov chains: they agree with naive definitions, and say what is
//! wrong.

use std::{fs, path::Path};

use chesslog::{
    engine::{Engine, Event, Limits},
    session,
};

use super::{
    cli::{run_in, scratch},
    data,
};

/// A book in which lines meet, pass into each other by moves of their own and by others, have one
/// name, go round in a circle, castle, promote and have no name.
const BOOK: &str = "eco\tname\tpgn
D30\tOne\t1. d4 Nf6 2. c4 e6 3. Nc3
A13\tTwo\t1. c4 e6 2. d4 Nf6 3. Nf3
E60\tThree\t1. d4 Nf6 2. c4 g6
C24\tBishop\t1. e4 e5 2. Bc4 Nf6
C26\tVienna\t1. e4 e5 2. Nc3 Nf6 3. Bc4 Nc6
D31\tOne\t1. d4 d5 2. c4 e6 3. Nc3 Nf6
A06\tBack\t1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5
C50\tCastle\t1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6
A00\tPawn\t1. b4 c5 2. b5 a6 3. bxa6 Nc6 4. axb7 e6 5. bxc8=N e5
A00\t\t1. h4 e5
A00\tFirst\t1. h4
";

/// The relations once more, from the lines and the rules of chess.
const NAIVE: &str = "
% A position without its clocks.
key(Pos, Key) :-
    string_chars(Pos, Cs),
    append(Key, [' '|Clocks], Cs),
    append(Half, [' '|Full], Clocks),
    \\+ member(' ', Half),
    \\+ member(' ', Full),
    !.

% line_keys(Eco, Name, Keys): the positions of a line.
line_keys(Eco, Name, Keys) :-
    line(Eco, Name, Moves),
    start_position(Pos),
    walk(Moves, Pos, Keys).

walk([], Pos, [Key]) :- key(Pos, Key).
walk([Move|Moves], Pos, [Key|Keys]) :-
    key(Pos, Key),
    make_move(Move, Pos, Next),
    walk(Moves, Next, Keys).

:- dynamic(path/3).
:- dynamic(place/2).

% path(Number, Name, Keys), place(Key, Pos): the lines and positions of the book.
note_book :-
    retractall(path(_, _, _)),
    retractall(place(_, _)),
    findall(Name-Keys, line_keys(_, Name, Keys), Lines),
    forall(nth1(N, Lines, Name-Keys), assertz(path(N, Name, Keys))),
    forall(( line(_, _, Moves), start_position(Pos) ), note_places(Moves, Pos)).

note_places(Moves, Pos) :-
    key(Pos, Key),
    (   place(Key, _) -> true
    ;   assertz(place(Key, Pos))
    ),
    (   Moves = [Move|Moves1] -> make_move(Move, Pos, Next), note_places(Moves1, Next)
    ;   true
    ).

line_step(N, Name, From, To) :- path(N, Name, Keys), append(_, [From,To|_], Keys).

legal_step(From, To) :-
    place(From, Pos),
    make_move(_, Pos, Next),
    key(Next, To),
    place(To, _).

naive_transposes(A, B, To) :-
    path(N, A, Keys),
    A \\== \"\",
    member(From, Keys),
    legal_step(From, To),
    (   append(_, [From,To|_], Keys) -> true
    ;   \\+ line_step(_, _, From, To)
    ),
    line_step(M, B, Other, To),
    B \\== \"\",
    M \\== N,
    Other \\== From.

naive_reachable(A, B) :- place(A, _), reached([A], [], All), member(B, All).

reached([], All, All).
reached([From|Froms], All0, All) :-
    findall(To, ( legal_step(From, To), \\+ member(To, All0) ), Tos0),
    sort(Tos0, Tos),
    append(All0, Tos, All1),
    append(Froms, Tos, Froms1),
    reached(Froms1, All1, All).

% same(Found, Naive): the same answers, each once.
same(Found, Naive) :-
    sort(Naive, Expected),
    msort(Found, Expected).

wrong_board(Pos) :-
    place(_, Pos),
    board_matrix(Pos, Rows),
    nth1(F, Rows, Row),
    nth1(R, Row, Code),
    nth1(F, [a,b,c,d,e,f,g,h], File),
    number_chars(R, Cs),
    atom_chars(Rank, Cs),
    atom_concat(File, Rank, Square),
    (   piece_at(Square, Pos, Side, Piece) ->
        nth1(Naive0, [pawn,rook,knight,bishop,queen,king], Piece),
        (   Side == white -> Naive = Naive0
        ;   Naive is 10 + Naive0
        )
    ;   Naive = 0
    ),
    Code =\\= Naive.

naive_moves(Pairs) :-
    findall(Key-Move, ( line(_, _, Moves), start_position(Pos), made(Moves, Pos, Key, Move) ), Pairs0),
    msort(Pairs0, Pairs).

made([Move|Moves], Pos, Key, M) :-
    (   key(Pos, Key), M = Move
    ;   make_move(Move, Pos, Next), made(Moves, Next, Key, M)
    ).

played_moves(Pairs) :-
    findall(Key-Move, ( place(Key, Pos), book_move(Pos, Move, N), between(1, N, _) ), Pairs0),
    msort(Pairs0, Pairs).

wrong_order(Pos) :- place(_, Pos), findall(N, book_move(Pos, _, N), Ns), \\+ sort(0, @>=, Ns, Ns).

last_position([], Pos, Pos).
last_position([Move|Moves], Pos0, Pos) :- make_move(Move, Pos0, Pos1), last_position(Moves, Pos1, Pos).

% A line that does not end where opening/3 says so, or the other way round.
wrong_ending(Eco-Name) :-
    start_position(Start),
    line(Eco, Name, Moves),
    last_position(Moves, Start, Pos),
    \\+ opening(Pos, Eco, Name).
wrong_ending(Key-Eco-Name) :-
    place(Key, Pos),
    opening(Pos, Eco, Name),
    \\+ ( path(_, Name, Keys), append(_, [Key], Keys) ).

% A line that was drawn and does not end in the line of the book that it is called after.
wrong_line(Start, Options, line(Eco,Name,Moves)) :-
    mh_sample(Options, Lines, _),
    member(line(Eco,Name,Moves), Lines),
    \\+ ( Moves = [_|_], last_position(Moves, Start, Pos), once(opening(Pos, Eco, Name)) ).
";

fn small_book() -> Engine {
    let mut engine = data::spawn();
    data::load(&mut engine, "naive.pl", NAIVE);
    let folder = scratch("openings_small");
    let file = folder.join("book.tsv");
    fs::write(&file, BOOK).unwrap();
    holds(
        &mut engine,
        &format!("load_book('{}'), note_book.", file.display()),
    );
    engine
}

fn holds(engine: &mut Engine, query: &str) {
    let answers = data::answers(engine, query);
    assert_eq!(answers.len(), 1, "{query}");
}

fn fails(engine: &mut Engine, query: &str) {
    let found: Vec<String> = (data::answers(engine, query).into_iter())
        .flat_map(|answer| answer.bindings)
        .map(|binding| format!("{} = {}", binding.name, binding.text))
        .collect();
    assert!(found.is_empty(), "{query}\n{}", found.join("\n"));
}

#[test]
fn transpositions_are_those_of_the_rules() {
    let mut engine = small_book();
    holds(
        &mut engine,
        "findall(A-B-K, ( transposes(A, B, P), key(P, K) ), Found),
         findall(A-B-K, naive_transposes(A, B, K), Naive), Naive = [_,_,_,_|_], same(Found, Naive), !.",
    );
    // In every mode there are the same answers.
    for query in [
        "path(_, A, _), A \\== \"\", findall(B-P, transposes(A, B, P), L0), msort(L0, L),
         findall(B-P, ( transposes(A1, B, P), A1 == A ), M0), msort(M0, M), L \\== M.",
        "path(_, B, _), B \\== \"\", findall(A-P, transposes(A, B, P), L0), msort(L0, L),
         findall(A-P, ( transposes(A, B1, P), B1 == B ), M0), msort(M0, M), L \\== M.",
        "transposes(A, B, P), \\+ ( atom_chars(N, A), transposes(N, B, P) ).",
        "transposes(A, B, P), \\+ transposes(A, _, P).",
    ] {
        fails(&mut engine, query);
    }
}

#[test]
fn what_is_reachable_is_so_by_the_rules() {
    let mut engine = small_book();
    holds(
        &mut engine,
        "findall(K-L, ( reachable(A, B), key(A, K), key(B, L) ), Found),
         findall(K-L, naive_reachable(K, L), Naive), same(Found, Naive), !.",
    );
    fails(
        &mut engine,
        "place(_, B), findall(A, reachable(A, B), As), findall(A, ( place(_, A), \\+ \\+ reachable(A, B) ), Bs),
         \\+ same(As, Bs).",
    );
    // Moves lead back to where `Back` began.
    holds(&mut engine, "start_position(P), reachable(P, P), !.");
}

#[test]
fn moves_and_endings_are_those_of_the_lines() {
    let mut engine = small_book();
    for bundled in [false, true] {
        if bundled {
            holds(&mut engine, "load_book(openings), note_book.");
        }
        holds(
            &mut engine,
            "naive_moves(Naive), played_moves(Found), Naive == Found.",
        );
        fails(&mut engine, "wrong_order(Pos).");
        fails(&mut engine, "wrong_ending(Line).");
        fails(&mut engine, "wrong_board(Pos).");
        if !bundled {
            // A line is found again by each of its parts.
            fails(
                &mut engine,
                "line(E, N, Ms), \\+ ( line(E0, N0, Ms), E0-N0 == E-N, once(line(E, _, Ms)), once(line(_, N, Ms)) ).",
            );
            fails(
                &mut engine,
                "line(E, N, Ms), \\+ ( line(E, N, Ms1), Ms1 == Ms ).",
            );
        }
    }
    holds(
        &mut engine,
        "findall(N, line(_, N, _), Ns), length(Ns, Lines), Lines > 600.",
    );
}

#[test]
fn lines_that_are_drawn_end_as_they_are_called() {
    let mut engine = small_book();
    holds(&mut engine, "load_book(openings).");
    for options in [
        "[count(300)]",
        "[count(300),transpositions(true),prefer([uncommon]),weights([0.5])]",
        "[count(300),proposers(positions),chains(2)]",
        "[count(300),mode(exact),thinning(2)]",
    ] {
        let query = format!("start_position(P), wrong_line(P, {options}, Line).");
        fails(&mut engine, &query);
        let pos = "line(_, \"Ruy Lopez\", Ms), start_position(S), last_position(Ms, S, P)";
        let from = options.replace("[count", "[from(P),count");
        fails(&mut engine, &format!("{pos}, wrong_line(P, {from}, Line)."));
    }
    // The preferences tilt what is drawn.
    holds(
        &mut engine,
        "mh_sample([mode(exact),count(20000),prefer([c4]),weights([3])], Lines, Diagnostics),
         aggregate_all(count, member(line(_,_,[move(c2,c4,none)|_]), Lines), C4),
         findall(x, line(_, _, [move(c2,c4,none)|_]), Xs), length(Xs, N), findall(x, line(_,_,_), Ys), length(Ys, All),
         Share is N*exp(3)/(N*exp(3) + All - N), abs(C4/20000 - Share) < 0.02,
         member(total_variation(T), Diagnostics), T < 0.12.",
    );
}

#[test]
fn books_of_files() {
    let folder = scratch("openings_books");
    fs::write(folder.join("book.tsv"), BOOK).unwrap();
    let wrong = "X00\tWrong\t1. e4\nC20\tShort\nC40\tIllegal\t1. e4 e5 2. Ke3\nA00\tNone\t*\n";
    fs::write(folder.join("wrong.tsv"), format!("{BOOK}{wrong}{wrong}")).unwrap();
    fs::write(
        folder.join("none.tsv"),
        "eco\tname\tpgn\nC40\tIllegal\t1. Ke3\n",
    )
    .unwrap();
    fs::write(folder.join("table.tsv"), "name\tpgn\nIllegal\t1. Ke3\n").unwrap();
    let games = "[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"B\"]\n\n1. e4 e5 2. Nc3 *\n";
    fs::write(folder.join("games.pgn"), games).unwrap();
    let mut text = String::new();
    for goal in [
        "load_book('wrong.tsv'), findall(E, line(E, _, _), Es)",
        "load_book([\"games.pgn\",'book.tsv'], [plies(2)]), start_position(P), book_move(P, move(e2,e4,none), N)",
        "load_book('games.pgn', [plies(1),plies(2)]), line(E, N, M)",
        "catch(load_book('none.tsv'), error(E,_), true), findall(x, line(_,_,_), Xs), length(Xs, N), N > 600, Xs = []",
        "load_book('none.tsv')",
        "load_book(['none.tsv',\"none.tsv\"])",
        "load_book('table.tsv')",
        "load_book('missing.pgn')",
        "load_book(['book.tsv',7])",
        "load_book([])",
        "load_book(_)",
        "load_book('book.tsv', plies(3))",
        "load_book('book.tsv', [ply(3)])",
        "load_book('book.tsv', [plies(0)])",
        "load_book('book.tsv'), mh_sample([eco('E9')], _, _)",
    ] {
        let reported = run_in(&folder, &["query", goal]);
        text += &format!("?- {goal}.\n{reported}\n");
    }
    assert_snapshot!(text);
}

#[test]
fn a_large_book_is_asked_part_by_part() {
    let Some(folder) = data::folder("openings") else {
        return;
    };
    let mut engine = data::spawn();
    let file = |volume| format!("'{}'", volume_file(&folder, volume).display());
    let files = ["a", "b", "c", "d", "e"].map(file).join(",");
    holds(&mut engine, &format!("load_book([{files}])."));
    holds(
        &mut engine,
        "findall(N, line(_, N, _), Ns), length(Ns, 3807), once(transposes(_, _, _)), once(reachable(_, _)),
         findall(N, line('B90', N, _), Najdorf), Najdorf = [_|_], last(Ns, Last), once(line(_, Last, Ms)), line(_, Last1, Ms),
         Last1 == Last.",
    );
    // Beyond the first part of the names.
    holds(
        &mut engine,
        "findall(A, transposes(A, \"French Defense\", _), As), As = [_|_],
         sort(As, Sorted), length(As, N), length(Sorted, M), M =< N.",
    );
}

fn volume_file(folder: &Path, volume: &str) -> std::path::PathBuf {
    folder.join(format!("lichess_{volume}.tsv"))
}

#[test]
fn mistakes_are_told() {
    let mut engine = data::spawn();
    let program = "step(X, Y) :- Y is X + 1.\nlow(X, L) :- L is -X.\nfew(X, 0) :- X < 3.\n\
                   bad(3, _) :- !, fail.\nbad(X, Y) :- Y is X + 1.\n";
    data::load(&mut engine, "chain.pl", program);
    let mut text = String::new();
    for goal in [
        "line(e4, _, _)",
        "line('F00', _, _)",
        "line(_, 3, _)",
        "line(_, _, moves)",
        "line(_, _, [\"e4\"])",
        "opening(_, _, _)",
        "opening(e4, _, _)",
        "book_move(\"8/8/8/8 w\", _, _)",
        "book_move(_, e4, _)",
        "transposes(_, 3, _)",
        "reachable(e4, _)",
        "board_matrix(_, _)",
        "mh_sample(_, _, _)",
        "mh_sample([seed(_)], _, _)",
        "mh_sample(seed(1), _, _)",
        "mh_sample([sead(1)], _, _)",
        "mh_sample([mode(thesys)], _, _)",
        "mh_sample([seed(-1)], _, _)",
        "mh_sample([count(1000),chains(1001)], _, _)",
        "mh_sample([count(5000),chains(900)], _, _)",
        "mh_sample([prefer([gambit,f4])], _, _)",
        "mh_sample([prefer([gambit,gambit])], _, _)",
        "mh_sample([prefer([gambit,c4]),weights([0.4])], _, _)",
        "mh_sample([prefer([gambit]),weights([-0.4])], _, _)",
        "mh_sample([prefer([c4]),eco('C')], _, _)",
        "mh_sample([eco('F')], _, _)",
        "mh_sample([name(hippo),min_moves(3)], _, _)",
        "mh_sample([from('8/8/8/8 w')], _, _)",
        "mh_sample([from('4k3/8/8/8/8/8/8/4K3 w - - 0 1')], _, _)",
        "mh_sample([mode(exact),name(\"Sicilian Defence: Najdorf\"),from('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2')], _, _)",
        "mh_sample([thinning(5)], _, _)",
        "mh_sample([mode(exact),transpositions(true)], _, _)",
        "mh_opening([count(2)], _)",
        "metropolis_hastings(0, step, few, [samples(3)], C)",
        "metropolis_hastings(5, step, few, [], _)",
        "metropolis_hastings(0, bad, low, [], _)",
        "metropolis_hastings(0, stop, low, [], _)",
        "metropolis_hastings(a, =, low, [], _)",
        "metropolis_hastings(a, =, =, [], _)",
        "metropolis_hastings(_, step, low, [], _)",
        "metropolis_hastings(0, _, low, [], _)",
        "metropolis_hastings(0, step, 3, [], _)",
        "metropolis_hastings(0, step, few, [sample(3)], _)",
        "metropolis_hastings(0, step, few, [samples(0)], _)",
        "metropolis_hastings(0, step, few, [seed(_)], _)",
        "metropolis_hastings(0, step, few, [proposal(odd)], _)",
        "metropolis_hastings(0, step, few, [statistic(atom_length),samples(5),diagnostics(D)], _)",
        "metropolis_hastings(a, =, atom_length, [diagnostics(D),samples(4)], C)",
        "effective_sample_size([1|_], _)",
        "r_hat([[1,2],[a,b]], _)",
        "autocorrelation([1,2,3], -1, _)",
    ] {
        let events = data::events(&mut engine, &format!("{goal}."), data::ten_seconds());
        let reported = match events.last() {
            Some(Event::Answer(answer)) => session::answer_text(answer),
            Some(event) => session::failure(event, &Limits::default()),
            None => String::new(),
        };
        text += &format!("?- {goal}.\n{reported}\n");
    }
    assert_snapshot!(text);
}

#[test]
fn long_chains_need_little_memory() {
    let mut engine = data::spawn();
    let program =
        "step(X, Y) :- random_between(-2, 2, D), Y is X + D.\nlog_worth(X, L) :- L is -X*X/8.\n";
    data::load(&mut engine, "chain.pl", program);
    let limits = Limits {
        memory: Some(200 << 20),
        ..Limits::default()
    };
    let query =
        "metropolis_hastings(0, step, log_worth, [samples(2000),burn_in(100000),thinning(40)], Xs),
                 length(Xs, N), foldl([X,S0,S]>>(S is S0 + X*X), Xs, 0, S), Variance is S/N.";
    let events = data::events(&mut engine, query, limits);
    let Event::Answer(answer) = &events[0] else {
        panic!("{events:?}");
    };
    let variance = answer
        .bindings
        .iter()
        .find(|binding| binding.name == "Variance");
    let variance: f64 = variance.unwrap().text.parse().unwrap();
    // That of the distribution is 4 but for what the integers make of it.
    assert!((variance - 4.0).abs() < 0.5, "{variance}");
}
