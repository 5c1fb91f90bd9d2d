//! What `tactic/4` says of a puzzle's position.

use std::time::Duration;

use shakmaty::{Role, Square};

use super::rows::Task;
use crate::{
    chess::moves::MoveTerm,
    session::batches,
    term::{Term, quoted_text},
};

/// What `tactic/4` says of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The computing time that it took.
    pub time: Duration,
    /// Each pair of motif and move once.
    pub found: Vec<Found>,
}

/// A motif of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The atom of `tactic/4`.
    pub motif: String,
    /// A move that wins.
    pub mv: MoveTerm,
    /// Whether the motif is that by which the move wins.
    pub main: bool,
}

impl batches::Task for Task {
    type Report = Report;

    fn number(&self) -> u64 {
        self.number
    }

    fn query(tasks: &[&Task]) -> String {
        let fens: Vec<_> = tasks.iter().map(|task| quoted_text(&task.fen)).collect();
        format!("puzzle_report:report(tactic, [{}], R)", fens.join(","))
    }

    fn report(answer: &Term) -> Result<Report, String> {
        report(answer)
    }
}

/// Reads a report: `report(Microseconds, [found(Motif,move(From,To,Promotion)),...])`, with `main` for `found` where Motif
/// is the main one.
fn report(answer: &Term) -> Result<Report, String> {
    let Some([Term::Integer(time), found]) = answer.arguments("report") else {
        return Err(format!(
            "tactic/4 has an answer that is no data: {:.200}",
            answer.to_string()
        ));
    };
    let found = match found {
        Term::List(found, None) => found.as_slice(),
        _ => &[],
    };
    Ok(Report {
        time: Duration::from_micros(u64::try_from(*time).unwrap_or_default()),
        found: found
            .iter()
            .map(|term| pair(term).ok_or_else(|| unexpected(term)))
            .collect::<Result<_, _>>()?,
    })
}

fn pair(term: &Term) -> Option<Found> {
    let [Term::Atom(motif), mv] = told(term)? else {
        return None;
    };
    let [from, to, promotion] = mv.arguments("move")?;
    let square = |term: &Term| Square::from_ascii(term.text()?.as_bytes()).ok();
    let promotion = match promotion.text()? {
        "none" => None,
        "knight" => Some(Role::Knight),
        "bishop" => Some(Role::Bishop),
        "rook" => Some(Role::Rook),
        "queen" => Some(Role::Queen),
        _ => return None,
    };
    let mv = MoveTerm {
        from: square(from)?,
        to: square(to)?,
        promotion,
    };
    Some(Found {
        motif: motif.clone(),
        mv,
        main: term.arguments::<2>("main").is_some(),
    })
}

/// A motif and a move, whatever the motif is to the move.
fn told(term: &Term) -> Option<&[Term; 2]> {
    term.arguments("main").or_else(|| term.arguments("found"))
}

fn unexpected(term: &Term) -> String {
    let shown = match told(term) {
        Some([motif, mv]) => format!("motif {motif} and move {mv}"),
        None => term.to_string(),
    };
    format!("tactic/4 answers with {shown}; expected an atom and move(From,To,Promotion)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read() {
        let text = "report(1500,[main(fork,move(e2,e4,none)),found(promotion,move(a7,a8,queen))])";
        let report = |text: &str| report(&text.parse().unwrap());
        let read = report(text).unwrap();
        assert_eq!(read.time, Duration::from_micros(1500));
        assert_eq!((&*read.found[0].motif, read.found[0].main), ("fork", true));
        let second = &read.found[1];
        assert_eq!(
            (second.mv.promotion, second.main),
            (Some(Role::Queen), false)
        );
        assert_eq!(report("report(7,[])").unwrap().found, []);
        let wrong = report("report(7,[found(fork,e2e4)])").unwrap_err();
        assert!(wrong.contains("motif fork and move e2e4"), "{wrong}");
        let wrong = report("report(7,[found(fork,move(e2,e9,none))])").unwrap_err();
        assert!(wrong.contains("move(e2,e9,none)"), "{wrong}");
        assert!(report("report(7,[found(a,c)])").is_err());
    }
}
