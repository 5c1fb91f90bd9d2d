//! `chesslog migo play`: one run, shown game by game.

use std::sync::atomic::Ordering;

use clap::Args;

use super::{CommonArguments, LearnerName};
use crate::{
    cli::{cancel_token::CancelToken, fail, number, print},
    games::Graph,
    migo::{
        contestant::{Contestant, Playing},
        learner::Reason,
        play::{Plan, Played},
        report::listing,
        text,
    },
    report::plural,
};

#[derive(Debug, Args)]
pub struct PlayArguments {
    /// The learner
    #[arg(long, value_enum, value_name = "NAME", default_value = "migo-mixed")]
    learner: LearnerName,
    #[command(flatten)]
    common: CommonArguments,
    /// Which run of those that `chesslog migo run` plays, from 1
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = number::<u32>(1..))]
    run: u32,
}

/// Runs the command. The exit status is 1 if it was interrupted, 2 on an error.
pub fn run(arguments: &PlayArguments) -> u8 {
    show(arguments).unwrap_or_else(|message| fail(&message))
}

fn show(arguments: &PlayArguments) -> Result<u8, String> {
    let token = CancelToken::on_ctrl_c();
    let common = &arguments.common;
    token.nothing_to_save();
    let game = common.game(&token)?;
    token.keep_on_cancel();
    let graph = game.graph;
    let player = arguments.learner.player(common.faithful, graph);
    let player = player.map_err(|error| error.to_string())?;
    let transfer = common.transfer(&game, &[player])?;
    let contestant = Contestant {
        player,
        transfer: transfer.as_ref(),
    };
    let plan = Plan {
        games: common.games(&game),
        seed: common.random.seed,
        run: u64::from(arguments.run - 1),
        starts: common.starts.starts(),
    };
    let mut known: Vec<String> = transfer.iter().flat_map(text::clauses).collect();
    let (mut number, mut lost) = (0, 0);
    let mut status = 0;
    let played = contestant.run(graph, &plan, |played, playing| {
        number += 1;
        lost += i32::from(played.regret);
        let mut shown = format!("game {number}: {}\n", moves(graph, played, playing));
        if let Some(program) = playing.program() {
            let clauses = text::clauses(&program);
            let new = clauses.iter().filter(|clause| !known.contains(clause));
            let old = known.iter().filter(|clause| !clauses.contains(clause));
            for (sign, clause) in old.map(|c| ('-', c)).chain(new.map(|c| ('+', c))) {
                shown += &format!("    {sign} {clause}\n");
            }
            known = clauses;
        }
        status = print(&shown);
        status == 0 && !token.cancelled.load(Ordering::SeqCst)
    });
    let (_, playing) = played.map_err(|error| error.to_string())?;
    let mut shown = format!("\nregret {lost} in {}\n", plural(number, "game"));
    if let Some(program) = playing.program() {
        shown += &format!("\n{}", listing(&program));
    }
    let interrupted = token.cancelled.load(Ordering::SeqCst);
    Ok(status.max(print(&shown)).max(u8::from(interrupted)))
}

/// A game in a line: the start, the moves with what chose them, the end.
fn moves(graph: &Graph, played: &Played, playing: &Playing<'_>) -> String {
    let states = &played.states;
    let own = states.len() / 2;
    let mut reasons = match playing {
        Playing::Migo { reasons, .. } => reasons[reasons.len().saturating_sub(own)..].iter(),
        Playing::Rival(_) => [].iter(),
    };
    let worth = |value: i8| match value {
        1 => "won",
        0 => "drawn",
        _ => "lost",
    };
    let start = states[0] as usize;
    let mut line = format!("{}, {}:", graph.texts[start], worth(graph.value[start]));
    for (ply, pair) in states.windows(2).enumerate() {
        let at = graph.moves(pair[0]).iter().position(|to| *to == pair[1]);
        let names = graph.move_names(pair[0]);
        line += " ";
        line += at.and_then(|at| names.get(at)).map_or("?", String::as_str);
        if ply % 2 == 0 {
            match reasons.next() {
                Some(Reason::Rule(name)) => line += &format!(" ({name})"),
                Some(Reason::Random) => line += " (random)",
                None => {}
            }
        }
    }
    line += &format!("; {}", worth(played.outcome));
    if played.regret > 0 {
        line += &format!(", regret {}", played.regret);
    }
    line
}
