//! What an index of a file of games is worth: each search beside the same one without.
//!
//! With `CHESSLOG_DATA`, the games are those that the data folder has of January 2013; otherwise the
//! collection that comes along, many times.

use std::{
    env, fs,
    path::Path,
    process,
    time::{Duration, Instant},
};

use chesslog::{
    chess::games::index::{Built, build},
    engine::{Engine, Input},
};

use super::{report, timed};

/// Prints the section.
pub fn index() {
    let folder = env::temp_dir().join(format!("chesslog-bench-index-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let shared = env::var_os("CHESSLOG_DATA")
        .map(|data| Path::new(&data).join("games/lichess_2013-01_head_5297.pgn.zst"));
    let (name, games) = match shared.map(fs::read) {
        Some(Ok(games)) => ("games.pgn.zst", games),
        _ => {
            let classics = include_str!("../../kb/games/classics.pgn");
            ("games.pgn", classics.repeat(100).into_bytes())
        }
    };
    let without = folder.join(name);
    let with = folder.join(format!("indexed-{name}"));
    fs::write(&without, &games).unwrap();
    fs::write(&with, &games).unwrap();
    let [without, with] = [without, with].map(|path| path.display().to_string());
    let begin = Instant::now();
    let built = build(&with, false, &mut |_, _| true).unwrap();
    told(&built, begin.elapsed());
    let mut engine = Engine::spawn_program(env!("CARGO_BIN_EXE_chesslog"), Input::Nothing).unwrap();
    let ruy_lopez = "position(\"r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -\")";
    for (figure, pattern) in [
        ("a position, all games", ruy_lopez),
        ("KRPKR, all games", "material('KRPKR')"),
        ("a pattern, all positions", "[each('P',[e5,d4]),on(n,d3)]"),
    ] {
        let mut search = |file: &str| {
            // A search is kept, so that the next page goes on with it: each is asked in words of its own.
            let mut times = (0..5).map(|round| {
                let pattern = format!("[{}{pattern}]", "[],".repeat(round));
                timed(
                    &mut engine,
                    &format!("\\+ ( find_pattern('{file}', {pattern}, _, _), fail )"),
                )
            });
            times.by_ref().min().unwrap_or_default()
        };
        report(
            figure,
            search(&with),
            search(&without),
            "the same without an index",
        );
    }
    let mut of_player = |file: &str| {
        let goal = format!("\\+ player_game('{file}', nobody, _, _)");
        timed(&mut engine, &goal)
    };
    let name = "the same without an index";
    report(
        "the games of a player",
        of_player(&with),
        of_player(&without),
        name,
    );
    fs::remove_dir_all(folder).unwrap();
}

fn told(built: &Built, time: Duration) {
    let counts = built.counts;
    println!(
        "index: {} games, {} positions, {} bytes a game, made in {:.2} s",
        counts.games,
        counts.positions,
        built.bytes / counts.games,
        time.as_secs_f64()
    );
}
