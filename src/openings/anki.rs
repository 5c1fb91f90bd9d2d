//! The cards of the trainers as notes for Anki: positions of a course, and puzzles.

use shakmaty::san::SanPlus;

use super::{course::Course, game::Game, notation::numbered, puzzles::Exercise};
use crate::chess::{Position, anki::Note};

/// Moves of a position that are named.
const NAMED: usize = 8;

/// The positions in which a learner is asked, those that come first in lines at the head.
pub fn of_course(course: &Course<'_>) -> Vec<Note> {
    let titles = course.titles();
    let mut games: Vec<(u32, Game<'_>)> = course
        .asked()
        .into_iter()
        .filter_map(|node| Some((node, game_to(course, node)?)))
        .collect();
    games.sort_by_key(|(_, game)| game.plies());
    games
        .into_iter()
        .map(|(node, game)| {
            let position = Position::from_chess(game.position().clone());
            let note = Note::of("opening", &position);
            let answers = course.answers(node);
            let total: u64 = answers.iter().map(|answer| answer.count).sum();
            let solution: Vec<String> = answers
                .iter()
                .take(NAMED)
                .map(|answer| {
                    let m = SanPlus::from_move(game.position().clone(), answer.m);
                    match answers.len() {
                        1 => m.to_string(),
                        _ => format!("{m} ({} of {total})", answer.count),
                    }
                })
                .collect();
            let theme = titles[node as usize].map(|line| match line.eco {
                Some(eco) => format!("{} ({eco})", line.name),
                None => line.name.clone(),
            });
            let side = course.color.fold_wb("white", "black");
            Note {
                last: game.moves().last().copied(),
                question: match game.plies() {
                    0 => note.question.clone(),
                    _ => format!("{} after {}", note.question, game.numbered()),
                },
                solution: solution.join(", "),
                theme: theme.unwrap_or_default(),
                tags: [note.tags.clone(), vec![side.to_owned()]].concat(),
                ..note
            }
        })
        .collect()
}

/// The moves that lead to a position.
fn game_to<'b>(course: &Course<'b>, node: u32) -> Option<Game<'b>> {
    let mut game = Game::new(course.book, course.from);
    for &next in &course.lead(node)[1..] {
        let m = game.move_to(next)?;
        game.push(m);
    }
    Some(game)
}

/// Puzzles, in their order.
pub fn of_exercises(exercises: &[Exercise]) -> Vec<Note> {
    let note = |exercise: &Exercise| {
        let note = Note::of("puzzle", &Position::from_chess(exercise.start.clone()));
        let (before, led) = &exercise.led;
        let played = numbered(before, &[*led]);
        Note {
            last: Some(*led),
            question: format!("{}. {played} was played.", note.question),
            solution: numbered(&exercise.start, &exercise.solution),
            theme: exercise.themes.join(", "),
            source: match exercise.url.is_empty() {
                true => format!("puzzle {}", exercise.id),
                false => exercise.url.clone(),
            },
            tags: [&note.tags[..], &exercise.themes[..]].concat(),
            ..note
        }
    };
    exercises.iter().map(note).collect()
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color, Position as _};

    use super::*;
    use crate::openings::{Book, Selection, Weights};

    #[test]
    fn all_positions_of_a_course_are_notes() {
        let book = Book::bundled();
        let selection = Selection {
            eco: Some("C6".to_owned()),
            ..Selection::default()
        };
        let lines = selection.lines(book).unwrap();
        let course = Course::new(book, &lines, &Weights::default(), Color::Black, 0).unwrap();
        let notes = of_course(&course);
        assert_eq!(notes.len(), course.asked().len());
        assert_eq!(
            (notes[0].question.as_str(), notes[0].solution.as_str()),
            ("Black to move after 1. e4", "e5")
        );
        let spanish = notes.iter().find(|note| note.question.ends_with("3. Bb5"));
        assert!(spanish.unwrap().theme.starts_with("Ruy Lopez"));
        for note in &notes {
            assert!(!note.solution.is_empty() && note.position.turn() == Color::Black);
        }
    }
}
