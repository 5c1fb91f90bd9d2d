//! How the cost of a job over games grows with the games: files read, cut, counted, written and added up.

use std::{
    fs,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use chesslog::scale::{Job, Pinned, Run, Shard, Tactics, Work};

use super::report;

const CLASSICS: &str = include_str!("../../kb/games/classics.pgn");

const TACTICS: &str = "\
:- use_module(library(chess)).

tactic(Pos,From,To) :-
    legal_move(From,To,Pos),
    en_prise(Pos,To,_).

tactic(Pos,From,To) :-
    make_move(From,To,Pos,NewPos),
    attacks(To,S1,NewPos),
    attacks(To,S2,NewPos),
    different_pos(S1,S2).

tactic(Pos,From,To) :-
    make_move(From,To,Pos,NewPos),
    behind(To,S1,S2,NewPos),
    en_prise(NewPos,S1,_),
    defends(S1,S2,Pos).
";

/// Prints the section.
pub fn scale() {
    let folder = std::env::temp_dir().join(format!("chesslog-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let tactics = folder.join("tactics.pl");
    fs::write(&tactics, TACTICS).unwrap();
    let work = Work::Tactics(Tactics {
        tactics: Pinned::new(&tactics, &folder).unwrap(),
        vocabulary: "geometric".to_owned(),
        from_move: 1,
        per_game: None,
        seed: 1,
        judge: None,
    });
    let job = Job::new(work, &folder);
    let task = job.task().unwrap();
    let mut first: Option<Duration> = None;
    for copies in [7, 70, 700] {
        let games = folder.join(format!("{copies}.pgn"));
        fs::write(&games, CLASSICS.repeat(copies)).unwrap();
        let out = folder.join(copies.to_string());
        let run = Run {
            job: &job,
            shards: &[games.display().to_string().parse::<Shard>().unwrap()],
            folder: &out,
            size: 500,
            threads: 1,
        };
        let begin = Instant::now();
        let sum = run.run(&*task, &AtomicBool::new(false), |_| {}).unwrap();
        let positions = sum.count("positions");
        let each = begin.elapsed() / positions as u32;
        report(
            &format!("a job, a position of {positions}"),
            each,
            *first.get_or_insert(each),
            "a position of the fewest",
        );
        let begin = Instant::now();
        run.run(&*task, &AtomicBool::new(false), |_| {}).unwrap();
        report(
            &format!("the same once more, of {positions}"),
            begin.elapsed() / positions as u32,
            each,
            "counted for the first time",
        );
    }
    fs::remove_dir_all(&folder).unwrap();
}
