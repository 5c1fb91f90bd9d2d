//! Answers are found again, however many there are.

use super::super::table::Calls;

#[test]
fn each_answer_is_new_once() {
    let mut calls = Calls::default();
    for width in [1, 2] {
        calls.clear();
        let call = calls.number(0, 0, &[], width);
        let rows: Vec<Vec<u32>> = (0..40).map(|n| vec![n, n / 3][..width].to_vec()).collect();
        for known in 0..rows.len() {
            let answered = calls.get_mut(call);
            assert!(answered.add(&rows[known]), "{known}");
            assert!(rows[..=known].iter().all(|row| !answered.add(row)));
            assert_eq!(answered.rows, known + 1);
        }
        let answers = calls.get(call).answers();
        assert!(answers.eq(rows.iter().map(Vec::as_slice)));
    }
}
