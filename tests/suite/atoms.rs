//! The cell in which Scryer keeps its atoms (`src/arcu/`), used as Scryer uses it.

use std::{
    collections::BTreeSet,
    sync::{Barrier, Mutex},
    thread,
};

use arcu::{Rcu, atomic::Arcu, epoch_counters::GlobalEpochCounterPool, rcu_ref::RcuRef};

type Cell<T> = Arcu<T, GlobalEpochCounterPool>;

fn cell<T>(value: T) -> Cell<T> {
    Arcu::new(value, GlobalEpochCounterPool)
}

#[test]
fn a_value_that_nobody_else_reads_is_changed_where_it_is() {
    let numbers = cell(vec![1]);
    let place = std::ptr::from_ref(&*numbers.read());
    let mut reader = numbers.read();
    let mut draft = reader.clone();
    draft.push(2);
    numbers.replace(draft);
    assert_eq!(std::ptr::from_ref(&*numbers.read()), place);
    assert_eq!((&*reader, &*numbers.read()), (&vec![1, 2], &vec![1, 2]));
    assert!(!RcuRef::same_epoch(&reader, &numbers.read()));
}

#[test]
fn what_others_read_stays_as_it_is() {
    let numbers = cell(vec![1]);
    let (mut reader, other) = (numbers.read(), numbers.read());
    assert!(RcuRef::same_epoch(&reader, &other));
    let mut draft = reader.clone();
    draft.push(2);
    numbers.replace(draft);
    assert_eq!(
        (&*other, &*reader, &*numbers.read()),
        (&vec![1], &vec![1], &vec![1, 2])
    );
    assert!(!RcuRef::same_epoch(&other, &numbers.read()));
    // The last reader of a value that no cell has any more gets a copy, too.
    drop(other);
    let mut draft = reader.clone();
    draft.push(3);
    drop(draft);
    assert_eq!(*reader, vec![1]);
}

#[test]
fn a_part_is_read_as_long_as_it_is_held() {
    let words = cell(vec!["fork".to_owned(), "pin".to_owned()]);
    let pin = RcuRef::map(words.read(), |words| words[1].as_str());
    assert!(RcuRef::try_map(words.read(), |words| words.get(2)).is_none());
    let old = words.replace(vec![]);
    assert_eq!((&*pin, words.read().len(), old.len()), ("pin", 0, 2));
    drop(old);
    assert_eq!(&*pin, "pin");
}

#[test]
fn a_draft_goes_into_another_cell_as_a_copy() {
    let small = cell(vec![1]);
    let mut reader = small.read();
    let large: Cell<Vec<i32>> = Arcu::new(reader.clone(), GlobalEpochCounterPool);
    drop(reader);
    let mut reader = large.read();
    let mut draft = reader.clone();
    draft.push(2);
    small.replace(draft);
    assert_eq!((&*small.read(), &*large.read()), (&vec![1, 2], &vec![1, 2]));
    drop(small);
    assert_eq!(*large.read(), vec![1, 2]);
}

/// Looks a word up and adds it if it is not there, as `AtomTable::build_with` does.
fn place_of(word: &str, words: &Cell<Vec<String>>, update: &Mutex<()>) -> usize {
    loop {
        let mut seen = words.read();
        if let Some(place) = seen.iter().position(|known| known == word) {
            return place;
        }
        let _guard = update.lock().unwrap();
        if !RcuRef::same_epoch(&seen, &words.read()) {
            continue;
        }
        let mut draft = seen.clone();
        draft.push(word.to_owned());
        words.replace(draft);
        return words.read().len() - 1;
    }
}

#[test]
fn threads_that_add_the_same_words_have_each_word_once() {
    const THREADS: usize = 4;
    let words = cell(Vec::new());
    let (update, begin) = (Mutex::new(()), Barrier::new(THREADS));
    let places: Vec<Vec<usize>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|_| {
                scope.spawn(|| {
                    begin.wait();
                    (0..400)
                        .map(|n| place_of(&n.to_string(), &words, &update))
                        .collect()
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    let words = words.read();
    assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), 400);
    assert_eq!(words.len(), 400);
    for of_one in places {
        assert!(
            of_one
                .iter()
                .enumerate()
                .all(|(n, &place)| words[place] == n.to_string())
        );
    }
}
