//! Opponents at chess: the program, strategies and perfect defence in endings, and the rules of the page itself. Nothing of a game is kept here: whoever asks says how it stands.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shakmaty::Move;

use super::{Server, api::Refusal, ask, board, stopper::Stopper};
use crate::{
    chess::{History, Position, notation},
    endgame::{Ending, strategy::shipped, view::EndingView},
    report::thousands,
    session::{
        attacker::Attacker,
        ending_game,
        opponent::STRONGEST,
        players::{self, STRENGTHS},
    },
    term::quoted_text,
};

/// Rules that play, for whoever has none.
const RULES: &str = "strategy(Pos, Move) :- tactic(Pos, _, Move, _). \
    strategy(Pos, move(From,To,P)) :- legal_move(From, To, P, Pos).";
/// Endings that are played; the first ones have a strategy.
const ENDINGS: [&str; 4] = ["krk", "kqk", "kbbk", "kbnk"];

/// How many positions the search may look at before a move, and what that is called.
fn levels() -> impl Iterator<Item = (u64, String)> {
    let told = |positions: f64| thousands(positions as usize);
    let rated = STRENGTHS.into_iter().map(move |(elo, positions)| {
        let positions = positions.round();
        let title = format!("about {elo}: looks at {} positions", told(positions));
        (positions as u64, title)
    });
    let strongest = format!(
        "the strongest: looks at {} positions",
        told(STRONGEST as f64)
    );
    rated.chain([(STRONGEST, strongest)])
}

/// `opponents`.
pub fn opponents(server: &Server) -> Value {
    let files = server.opponent.strategies();
    let files = match files.is_empty() {
        true => String::new(),
        false => format!("the strategies of {}, ", files.join(", ")),
    };
    let levels: Vec<Value> = levels()
        .map(|(positions, title)| json!({ "id": positions.to_string(), "title": title }))
        .collect();
    let mut opponents = vec![
        json!({
            "id": "chesslog",
            "title": "Chesslog",
            "about": format!("The first of these who has a move makes it: {files}a proved strategy for the ending, a line \
                 of openings, the search. It says who, and why."),
            "game": "chess",
            "ending": null,
            "levels": levels,
        }),
        json!({
            "id": "rules",
            "title": "Your own rules",
            "about": format!("Plays the first answer of strategy(+Pos, -Move) in the rules of the page Ask, such as {RULES}"),
            "game": "chess",
            "ending": null,
            "levels": [],
        }),
    ];
    for name in ENDINGS {
        let Ok(ending) = name.parse::<Ending>() else {
            continue;
        };
        let material = ending.material();
        if shipped::program(ending).is_some() {
            opponents.push(json!({
                "id": format!("{name}-defend"),
                "title": format!("Defend against {material}"),
                "about": format!("You have the bare king. It plays a strategy that is proved to win, and says which \
                    questions it asked. Can you hold out fifty moves?"),
                "game": "chess",
                "ending": name,
                "levels": [],
            }));
        }
        opponents.push(json!({
            "id": format!("{name}-attack"),
            "title": format!("Mate with {material}"),
            "about": "You have the pieces. The bare king defends as long as it can be done.",
            "game": "chess",
            "ending": name,
            "levels": [],
        }));
    }
    for (name, title, about) in [
        ("oxo", "Oxo", "Three in a row"),
        (
            "hexapawn3",
            "Hexapawn, 3 by 3",
            "Pawns that want to get to the other side",
        ),
        (
            "hexapawn4",
            "Hexapawn, 4 by 4",
            "The same on a larger board",
        ),
    ] {
        opponents.push(json!({
            "id": name,
            "title": title,
            "about": format!("{about}. It plays what MIGO has learned from a hundred games or two, and says which rule moves."),
            "game": name,
            "ending": null,
            "levels": [],
        }));
    }
    json!({ "opponents": opponents })
}

/// A new game of chess.
#[derive(Debug, Deserialize)]
pub struct New {
    opponent: String,
    #[serde(default)]
    seed: u64,
}

/// Where it begins.
#[derive(Debug, Serialize)]
pub struct Begun {
    fen: String,
    /// The side of whoever asks.
    side: &'static str,
}

/// Who has the pieces in an ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Defend,
    Attack,
}

/// The ending that an opponent is for, and what the person does there.
fn ending(opponent: &str) -> Option<(Ending, Role)> {
    let (name, role) = opponent.split_once('-')?;
    let role = match role {
        "defend" => Role::Defend,
        "attack" => Role::Attack,
        _ => return None,
    };
    let known = ENDINGS.contains(&name);
    let ending = name.parse().ok().filter(|_| known)?;
    (role == Role::Attack || shipped::program(ending).is_some()).then_some((ending, role))
}

fn unknown(opponent: &str) -> Refusal {
    format!("there is no opponent `{opponent}`").into()
}

/// `start`.
pub fn start(new: New) -> Result<Begun, Refusal> {
    if matches!(new.opponent.as_str(), "chesslog" | "rules") {
        return Ok(Begun {
            fen: Position::start().fen().to_owned(),
            side: "white",
        });
    }
    let (ending, role) = ending(&new.opponent).ok_or_else(|| unknown(&new.opponent))?;
    let (position, attacker) = ending_game::start(ending, new.seed)?;
    let side = match role {
        Role::Attack => attacker,
        Role::Defend => !attacker,
    };
    Ok(Begun {
        fen: position.fen().to_owned(),
        side: board::side(side),
    })
}

/// A position in which the opponent is to move.
#[derive(Debug, Deserialize)]
pub struct Asked {
    #[serde(default)]
    tab: String,
    opponent: String,
    #[serde(default)]
    level: Option<String>,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    program: String,
}

/// The opponent's move.
#[derive(Debug, Default, Serialize)]
pub struct Reply {
    #[serde(rename = "move")]
    played: Option<String>,
    san: String,
    who: String,
    reasons: Vec<String>,
    end: Option<String>,
}

/// `reply`.
pub fn reply(server: &Server, asked: &Asked, stopper: &Arc<Stopper>) -> Result<Reply, Refusal> {
    let first = board::start(asked.fen.as_deref())?;
    if let Some((ending, _)) = ending(&asked.opponent)
        && EndingView::of(&first).is_none_or(|view| view.ending != ending)
    {
        let (fen, material) = (first.fen(), ending.material());
        return Err(
            format!("`{fen}`: expected a position of {material} against a bare king").into(),
        );
    }
    let mut position = first.clone();
    let mut game = History::of((*first).clone());
    for word in &asked.moves {
        let m = notation::parsed(&position, word)?;
        position = position.after(m);
        game.push(m);
    }
    if let Some(end) = over(&first, &game, &asked.opponent) {
        return Ok(Reply {
            end: Some(end),
            ..Reply::default()
        });
    }
    let (who, m, reasons) = chosen(server, asked, &position, &game, stopper)?;
    let Some(m) = m else {
        return Ok(Reply {
            end: Some(who),
            ..Reply::default()
        });
    };
    game.push(m);
    Ok(Reply {
        played: Some(board::uci(m)),
        san: notation::san(&position, m),
        who,
        reasons,
        end: over(&first, &game, &asked.opponent),
    })
}

/// Who moves, the move, and why; without a move, why there is none.
fn chosen(
    server: &Server,
    asked: &Asked,
    position: &Position,
    game: &History,
    stopper: &Arc<Stopper>,
) -> Result<(String, Option<Move>, Vec<String>), Refusal> {
    match asked.opponent.as_str() {
        "chesslog" => {
            let nodes = match &asked.level {
                None => STRONGEST,
                Some(level) => {
                    let mut known = levels().map(|(positions, _)| positions);
                    let known = known.find(|positions| positions.to_string() == *level);
                    known.ok_or_else(|| format!("there is no level `{level}`"))?
                }
            };
            let choice = server.opponent.reply(
                game,
                nodes,
                asked.seed,
                &|| stopper.is_stopped(),
                &|clock, work| {
                    let clock = Arc::clone(clock);
                    stopper.run(move || clock.stop(), work);
                },
            );
            let choice = choice.ok_or("it has no move")?;
            Ok(("Chesslog".to_owned(), Some(choice.m), choice.reasons))
        }
        "rules" => {
            let room = server.rooms.of(&asked.tab)?;
            let goal = format!("strategy({}, Move).", quoted_text(position.fen()));
            let answers =
                ask::first_answers(server, &room, stopper, &asked.program, [goal].into_iter())?;
            let Some(answer) = answers.into_iter().flatten().next() else {
                return Ok(("Your rules have no move here.".to_owned(), None, Vec::new()));
            };
            let value = answer
                .bindings
                .iter()
                .find(|binding| binding.name == "Move");
            let text = value.and_then(|value| value.canonical.as_deref());
            let text = text.ok_or("strategy/2 leaves its move unbound")?;
            let m = players::strategy_answer(text, position)?;
            Ok(("your rules".to_owned(), Some(m), Vec::new()))
        }
        opponent => {
            let (ending, role) = ending(opponent).ok_or_else(|| unknown(opponent))?;
            let (who, found) = match role {
                Role::Attack => ("perfect defence".to_owned(), ending_game::best(position)),
                Role::Defend => {
                    let (mut attacker, who) = Attacker::load(None, ending, |_| {}, |_| {})?;
                    (who, attacker.choose(position)?)
                }
            };
            Ok(match found {
                Some(choice) => (who, Some(choice.m), choice.reasons),
                None => (
                    "It has no move here: you have held out.".to_owned(),
                    None,
                    Vec::new(),
                ),
            })
        }
    }
}

/// How the game that began with `first` has ended, if it has.
fn over(first: &Position, game: &History, opponent: &str) -> Option<String> {
    if let Some((_, role)) = ending(opponent) {
        return ending_game::end(first, game, role == Role::Defend);
    }
    game.end().map(str::to_owned)
}
