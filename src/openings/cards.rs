//! When a position is asked again: spaced repetition by the Free Spaced Repetition Scheduler
//! (J. Ye, J. Su and Y. Cao, "A Stochastic Shortest Path Algorithm for Optimizing Spaced Repetition
//! Scheduling", 2022), version 5 with its published weights.
//!
//! ```
//! use chesslog::openings::cards::{Card, day};
//!
//! let monday = day("2026-01-05")?;
//! let card = Card::answered(None, true, monday);
//! assert_eq!(card.due.to_string(), "2026-01-05 12:10:00 UTC");
//! let card = Card::answered(Some(&card), true, card.due);
//! assert_eq!(card.due.to_string(), "2026-01-09 12:10:00 UTC");
//! # Ok::<(), chesslog::openings::cards::NoDay>(())
//! ```

use chrono::{DateTime, Datelike as _, NaiveDate, Utc};
use rs_fsrs::{FSRS, Parameters, Rating, State};
use serde::{Deserialize, Serialize};

/// How well a position is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Asked again within minutes, since it is new.
    Learning,
    /// Asked again after days.
    Review,
    /// Asked again within minutes, since it was forgotten.
    Relearning,
}

/// What is remembered of a position that was asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// How well it is known.
    pub stage: Stage,
    /// When it is to be asked again.
    pub due: DateTime<Utc>,
    /// When it was asked.
    pub last: DateTime<Utc>,
    /// In how many days the probability that it is known falls to nine tenths.
    pub stability: f64,
    /// How hard it is to remember, from 1 to 10.
    pub difficulty: f64,
    /// How often it was known.
    pub right: u32,
    /// How often it was not.
    pub wrong: u32,
}

/// The least stability: failing for ever would lead to 0, which no formula takes.
const LEAST_STABILITY: f64 = 0.01;

impl Card {
    /// The card after an answer; without a card, the position is new.
    pub fn answered(card: Option<&Card>, known: bool, now: DateTime<Utc>) -> Card {
        // A clock may have been put back.
        let now = card.map_or(now, |card| card.last.max(now));
        let before = card.map_or_else(rs_fsrs::Card::default, |card| rs_fsrs::Card {
            due: card.due,
            stability: card.stability,
            difficulty: card.difficulty,
            scheduled_days: (card.due - card.last).num_days(),
            state: match card.stage {
                Stage::Learning => State::Learning,
                Stage::Review => State::Review,
                Stage::Relearning => State::Relearning,
            },
            last_review: card.last,
            ..rs_fsrs::Card::default()
        });
        let rating = if known { Rating::Good } else { Rating::Again };
        let next = FSRS::new(Parameters::default()).next(before, now, rating);
        let next = next.card;
        let (right, wrong) = card.map_or((0, 0), |card| (card.right, card.wrong));
        Card {
            stage: match next.state {
                State::New | State::Learning => Stage::Learning,
                State::Review => Stage::Review,
                State::Relearning => Stage::Relearning,
            },
            due: next.due,
            last: now,
            stability: next.stability.max(LEAST_STABILITY),
            difficulty: next.difficulty,
            right: right.saturating_add(u32::from(known)),
            wrong: wrong.saturating_add(u32::from(!known)),
        }
    }

    /// Whether it is to be asked.
    pub fn is_due(&self, now: DateTime<Utc>) -> bool {
        self.due <= now
    }

    /// What is wrong with it, if it is none that [`Card::answered`] makes.
    pub fn problem(&self) -> Option<String> {
        let times = [("due", self.due), ("last", self.last)];
        let odd = times.into_iter().find(|(_, time)| !is_plausible(*time));
        if let Some((name, time)) = odd {
            return Some(format!(
                "`{name}` is {time}: expected a year of four digits"
            ));
        }
        if self.due < self.last {
            return Some("`due` is before `last`".to_owned());
        }
        if !(self.stability.is_finite() && self.stability > 0.0) {
            let stability = self.stability;
            return Some(format!(
                "`stability` is {stability}: expected days, above 0"
            ));
        }
        if !(1.0..=10.0).contains(&self.difficulty) {
            let difficulty = self.difficulty;
            return Some(format!(
                "`difficulty` is {difficulty}: expected one from 1 to 10"
            ));
        }
        None
    }
}

/// Whether times can be reckoned with around this one.
fn is_plausible(time: DateTime<Utc>) -> bool {
    (1000..=9999).contains(&time.year())
}

/// The time, in whole seconds.
pub fn now() -> DateTime<Utc> {
    let now = Utc::now();
    DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now)
}

/// A text that is no day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no day: expected one such as 2026-01-31")]
pub struct NoDay(String);

/// Noon of a day such as `2026-01-31`.
///
/// # Errors
///
/// [`NoDay`] if the text is none.
pub fn day(text: &str) -> Result<DateTime<Utc>, NoDay> {
    let wrong = || NoDay(text.to_owned());
    let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| wrong())?;
    let noon = date.and_hms_opt(12, 0, 0).ok_or_else(wrong)?.and_utc();
    Some(noon)
        .filter(|noon| is_plausible(*noon))
        .ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn monday() -> DateTime<Utc> {
        day("2026-01-05").unwrap()
    }

    #[test]
    fn what_is_known_is_asked_after_ever_more_days() {
        let mut card = Card::answered(None, true, monday());
        assert_eq!(card.stage, Stage::Learning);
        assert!(!card.is_due(monday()) && card.is_due(card.due));
        let mut days = Vec::new();
        for _ in 0..5 {
            card = Card::answered(Some(&card), true, card.due);
            assert_eq!((card.stage, card.problem()), (Stage::Review, None));
            days.push((card.due - card.last).num_days());
        }
        assert!(days.is_sorted_by(|a, b| a < b), "{days:?}");
        assert!(days[0] >= 3 && days[4] > 100, "{days:?}");
        assert_eq!((card.right, card.wrong), (6, 0));
    }

    #[test]
    fn what_is_not_known_is_asked_within_minutes() {
        let soon = TimeDelta::minutes(5);
        let card = Card::answered(None, false, monday());
        assert!(card.due <= monday() + soon && card.stage == Stage::Learning);
        let mut known = Card::answered(None, true, monday());
        known = Card::answered(Some(&known), true, known.due);
        let forgotten = Card::answered(Some(&known), false, known.due);
        assert!(forgotten.due <= known.due + soon && forgotten.stage == Stage::Relearning);
        assert!(forgotten.stability < known.stability && forgotten.difficulty > known.difficulty);
        assert_eq!((forgotten.right, forgotten.wrong), (2, 1));
    }

    #[test]
    fn no_history_leads_to_a_card_that_is_none() {
        let mut random = crate::random::Random::new(1);
        for _ in 0..20 {
            let (mut card, mut now) = (None, monday());
            for _ in 0..200 {
                let known = random.below(4) == 0;
                let next = Card::answered(card.as_ref(), known, now);
                assert_eq!(next.problem(), None, "{next:?}");
                // Early, in time, late, and with a clock that was put back.
                now += TimeDelta::minutes(random.below(20_000) as i64 - 2_000);
                card = Some(next);
            }
        }
        let mut card = None;
        for _ in 0..5_000 {
            card = Some(Card::answered(card.as_ref(), false, monday()));
        }
        assert_eq!(card.and_then(|card| card.problem()), None);
    }

    #[test]
    fn wrong_days_and_cards_are_told() {
        for text in [
            "",
            "today",
            "2026-02-30",
            "2026-1",
            "+12026-01-01",
            "0026-01-01",
        ] {
            let wrong = day(text).unwrap_err().to_string();
            assert_eq!(
                wrong,
                format!("`{text}` is no day: expected one such as 2026-01-31")
            );
        }
        let card = Card::answered(None, true, monday());
        let reported = |change: fn(&mut Card)| {
            let mut card = card.clone();
            change(&mut card);
            card.problem().unwrap()
        };
        assert!(reported(|card| card.stability = f64::NAN).contains("`stability` is NaN"));
        assert!(reported(|card| card.difficulty = 0.0).contains("expected one from 1 to 10"));
        assert_eq!(
            reported(|card| card.due = card.last - TimeDelta::days(1)),
            "`due` is before `last`"
        );
    }
}
