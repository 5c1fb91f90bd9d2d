//! Names that somebody may have meant.

/// The name among `candidates` that is closest to `word`, if one is close.
pub fn did_you_mean(word: &str, candidates: impl Iterator<Item = String>) -> Option<String> {
    let length = word.chars().count();
    let close = 1 + length / 5;
    candidates
        // No fewer edits than one is longer than the other.
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= close)
        .map(|candidate| (distance(word, &candidate), candidate))
        .filter(|(distance, _)| *distance <= close)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Edits between two words: insertions, deletions, replacements, swaps of neighbours.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<_>, Vec<_>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1)
                .min(row[j - 1] + 1)
                .min(rows[i - 1][j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
