//! How a learner stands: what is new, what is due and when, which openings are weak.

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    cards::{Card, Stage},
    course::Course,
    scores::Scores,
};

/// The days within which positions are due, of which a standing tells.
pub const DAYS: [u32; 3] = [1, 7, 30];

/// How a learner stands in a course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// How many positions there are.
    pub positions: usize,
    /// How many were never asked.
    pub new: usize,
    /// How many are asked again within minutes.
    pub learning: usize,
    /// How many are asked again after days.
    pub review: usize,
    /// How many are due.
    pub due: usize,
    /// How many are due, or will be within each of [`DAYS`].
    pub within: [usize; 3],
    /// The openings in which an answer was wrong, those with the largest share of wrong answers
    /// first.
    pub weakest: Vec<Weakness>,
}

/// The answers in an opening, some of which were wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weakness {
    /// The name of the line that was followed; empty before the first name.
    pub opening: String,
    /// How many answers were wrong.
    pub wrong: u64,
    /// Of so many.
    pub answers: u64,
}

impl Standing {
    /// How a learner stands at a time.
    pub fn of(course: &Course<'_>, scores: &Scores, now: DateTime<Utc>) -> Standing {
        let titles = course.titles();
        let cards = course.asked().into_iter().map(|node| {
            let card = course.key(node).and_then(|key| scores.card(key));
            (card, titles[node as usize].map_or("", |line| &*line.name))
        });
        Standing::count(cards, now)
    }

    /// How a learner stands with positions: the card of each, if it was asked, and the opening, or whatever weaknesses are
    /// told by.
    pub fn count<'a>(
        positions: impl Iterator<Item = (Option<&'a Card>, &'a str)>,
        now: DateTime<Utc>,
    ) -> Standing {
        let mut standing = Standing {
            positions: 0,
            new: 0,
            learning: 0,
            review: 0,
            due: 0,
            within: [0; 3],
            weakest: Vec::new(),
        };
        for (card, opening) in positions {
            standing.positions += 1;
            let Some(card) = card else {
                standing.new += 1;
                continue;
            };
            match card.stage {
                Stage::Review => standing.review += 1,
                Stage::Learning | Stage::Relearning => standing.learning += 1,
            }
            standing.due += usize::from(card.is_due(now));
            for (within, days) in standing.within.iter_mut().zip(DAYS) {
                *within += usize::from(card.is_due(now + TimeDelta::days(days.into())));
            }
            standing.answered(opening, card.right.into(), card.wrong.into());
        }
        standing.weakest.retain(|weakness| weakness.wrong > 0);
        // Shares are compared without division.
        standing.weakest.sort_by(|a, b| {
            (b.wrong * a.answers)
                .cmp(&(a.wrong * b.answers))
                .then_with(|| b.wrong.cmp(&a.wrong))
                .then_with(|| a.opening.cmp(&b.opening))
        });
        standing
    }

    fn answered(&mut self, opening: &str, right: u64, wrong: u64) {
        let answers = right + wrong;
        let mut known = self.weakest.iter_mut();
        match known.find(|weakness| weakness.opening == opening) {
            Some(weakness) => {
                weakness.wrong += wrong;
                weakness.answers += answers;
            }
            None => self.weakest.push(Weakness {
                opening: opening.to_owned(),
                wrong,
                answers,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::openings::{Book, Weights, cards::day, read::played};

    #[test]
    fn positions_are_counted_and_weak_openings_named() {
        let mut book = Book::default();
        for (name, moves) in [
            ("Sicilian", "e4 c5 Nf3 d6 d4"),
            ("Open Game", "e4 e5 Nf3 Nc6 Bb5"),
            ("King's Pawn", "e4"),
            ("Sicilian", "e4 c5"),
            ("Open Game", "e4 e5"),
        ] {
            book.add(None, name, &played(moves).unwrap(), 1);
        }
        let lines = [0, 1, 2, 3, 4];
        let course = Course::new(&book, &lines, &Weights::default(), Color::White, 0).unwrap();
        let [monday, tuesday] = ["2026-01-05", "2026-01-06"].map(|text| day(text).unwrap());
        let mut scores = Scores::default();
        let start = Standing::of(&course, &scores, monday);
        assert_eq!((start.positions, start.new, start.due), (5, 5, 0));
        let keys: Vec<&str> = course
            .asked()
            .into_iter()
            .filter_map(|node| course.key(node))
            .collect();
        scores.answer(keys[0], true, monday);
        // Both Sicilian positions, one of them wrong; one of the Open Game, wrong.
        scores.answer(keys[1], true, monday);
        scores.answer(keys[1], true, tuesday);
        scores.answer(keys[2], false, monday);
        scores.answer(keys[3], false, monday);
        let standing = Standing::of(&course, &scores, tuesday);
        let Standing {
            new,
            learning,
            review,
            due,
            within,
            weakest,
            ..
        } = standing;
        assert_eq!(
            (new, learning, review, due, within),
            (1, 3, 1, 3, [3, 4, 4])
        );
        let weakest: Vec<(&str, u64, u64)> = weakest
            .iter()
            .map(|weakness| (&*weakness.opening, weakness.wrong, weakness.answers))
            .collect();
        assert_eq!(weakest, [("Open Game", 1, 1), ("Sicilian", 1, 3)]);
    }
}
