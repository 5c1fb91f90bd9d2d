use super::{super::super::task::Task, lists, solved};

const NUMBERS: [&str; 4] = [
    "zero -element",
    "one -element",
    "even +element",
    "odd +element",
];

const LISTS: [&str; 3] = ["head +list -element", "tail +list -list", "empty -list"];

#[test]
fn the_length_is_counted() {
    let body = [
        &LISTS[..],
        &[
            "zero -element",
            "one -element",
            "increment +element -element",
        ],
    ];
    let body = [&body.concat()[..], &["even +element", "odd +element"]];
    let task = lists(
        "f +list -element",
        &body.concat(),
        &[
            &["[7,2,9]", "3"],
            &["[4]", "1"],
            &["[6,8,1,1,2]", "5"],
            &["[3,3]", "2"],
        ],
        &[
            &["[7,2,9]", "7"],
            &["[7,2,9]", "2"],
            &["[4]", "4"],
            &["[6,8]", "6"],
            &["[3,3]", "3"],
            &["[3,3]", "1"],
            &["[1,2,3,4]", "3"],
            &["[5,5,5,5]", "0"],
        ],
    );
    solved(&task, 7);
}

pub(super) fn reverse() -> Task {
    let body = [&NUMBERS[..], &LISTS[..], &["append +element +list -list"]];
    lists(
        "f +list -list",
        &body.concat(),
        &[
            &["[1,2,3]", "[3,2,1]"],
            &["[4,7,5,5]", "[5,5,7,4]"],
            &["[9,8]", "[8,9]"],
            &["[6]", "[6]"],
        ],
        &[
            &["[1,2,3]", "[1,2,3]"],
            &["[1,2,3]", "[2,3,1]"],
            &["[9,8]", "[9,8]"],
            &["[5,6]", "[5]"],
            &["[5,6]", "[6]"],
            &["[1,2,3]", "[3,2]"],
        ],
    )
}

#[test]
fn a_list_is_reversed() {
    solved(&reverse(), 8);
}

#[test]
fn a_list_is_sorted() {
    let body = [
        &NUMBERS[2..],
        &LISTS[..2],
        &[
            "empty +list",
            "one +element",
            "zero -element",
            "geq +element +element",
            "increment +element -element",
            "decrement +element -element",
        ],
    ];
    let mut task = lists(
        "f +list",
        &body.concat(),
        &[
            &["[1,2,3]"],
            &["[4,5,5,7,9]"],
            &["[8,9]"],
            &["[1,4,6,8,10,12]"],
            &["[2,2,3,6]"],
        ],
        &[
            &["[2,1,3]"],
            &["[9,8]"],
            &["[1,2,3,1]"],
            &["[4,6,5,7]"],
            &["[3,2,4,5,6]"],
            &["[1,3,2]"],
            &["[5,6,7,3,9]"],
        ],
    );
    task.bias.max_vars = 5;
    task.bias.max_body = 5;
    solved(&task, 9);
}

#[test]
fn all_elements_are_even() {
    let body = [
        &LISTS[..],
        &["last +list -element", "zero -element", "even +element"],
    ];
    let task = lists(
        "f +list",
        &body.concat(),
        &[&["[2,4,6]"], &["[8]"], &["[4,4,8,2,10]"], &["[6,2]"]],
        &[
            &["[1,2]"],
            &["[2,3]"],
            &["[2,3,4]"],
            &["[4,6,7,2]"],
            &["[8,8,8,1,8]"],
            &["[5]"],
        ],
    );
    solved(&task, 7);
}

#[test]
fn a_list_contains_one_of_two_numbers() {
    let body = [
        &LISTS[..],
        &[
            "last +list -element",
            "zero +element",
            "one +element",
            "even +element",
            "odd +element",
            "increment +element -element",
            "geq +element +element",
        ],
    ];
    let task = lists(
        "f +list",
        &body.concat(),
        &[
            &["[2,0,6]"],
            &["[1]"],
            &["[4,4,1,2,10]"],
            &["[6,0]"],
            &["[0]"],
            &["[5,7,9,1]"],
        ],
        &[
            &["[3,2]"],
            &["[2,3]"],
            &["[2,3,4]"],
            &["[4,6,7,2]"],
            &["[8,8,8,5,8]"],
            &["[5]"],
        ],
    );
    solved(&task, 9);
}

#[test]
fn a_duplicate_is_found() {
    let body = [
        &LISTS[..],
        &[
            "element +list -element",
            "zero -element",
            "one -element",
            "even +element",
            "odd +element",
            "increment +element -element",
            "geq +element +element",
            "decrement +element -element",
        ],
    ];
    let mut task = lists(
        "f +list -element",
        &body.concat(),
        &[
            &["[2,5,2]", "2"],
            &["[1,4,4]", "4"],
            &["[3,4,7,8,7]", "7"],
            &["[9,1,1]", "1"],
            &["[6,2,3,5,3]", "3"],
        ],
        &[
            &["[2,5,2]", "5"],
            &["[3,2]", "3"],
            &["[1,2,3,4]", "4"],
            &["[6,4,4]", "6"],
            &["[3,4,7,8,7]", "8"],
            &["[5,1,5]", "1"],
            &["[0,9,9]", "0"],
            &["[7,7,2]", "2"],
        ],
    );
    task.bias.max_vars = 4;
    solved(&task, 7);
}

#[test]
fn some_elements_are_dropped() {
    let body = [
        &LISTS[..],
        &[
            "element +list -element",
            "zero +element",
            "one +element",
            "even +element",
            "odd +element",
            "increment +element -element",
            "geq +element +element",
            "decrement +element -element",
        ],
    ];
    let task = lists(
        "f +list +element -list",
        &body.concat(),
        &[
            &["[2,5,2]", "2", "[2]"],
            &["[1,4,4]", "1", "[4,4]"],
            &["[3,4,7,8,7]", "3", "[8,7]"],
            &["[6,2,3,5,3]", "4", "[3]"],
        ],
        &[
            &["[2,5,2]", "1", "[2]"],
            &["[1,4,4]", "3", "[4]"],
            &["[3,4,7,8,7]", "1", "[8,7]"],
            &["[6,2,3,5]", "2", "[5]"],
            &["[6,2,3,5]", "2", "[2,3,5]"],
        ],
    );
    solved(&task, 7);
}

#[test]
fn a_predicate_with_directions_is_invented() {
    // The last but one element is found with what drops twice: one shape, used twice or more.
    let body = [
        "head +list -element",
        "tail +list -list",
        "last +list -element",
        "even +element",
        "zero -element",
        "increment +element -element",
    ];
    let mut task = lists(
        "f +list -element",
        &body,
        &[
            &["[1,2,3,4,5]", "9"],
            &["[5,5,5,5,7]", "11"],
            &["[0,0,0,0,3]", "7"],
            &["[4,2,1]", "5"],
        ],
        &[
            &["[1,2,3]", "6"],
            &["[1,2,3]", "5"],
            &["[9,8]", "9"],
            &["[5,6,2]", "2"],
            &["[5,6,2]", "4"],
        ],
    );
    task.bias.recursion = false;
    task.bias.invention = true;
    task.bias.max_vars = 4;
    task.bias.max_body = 3;
    task.bias.max_clauses = Some(2);
    let text = solved(&task, 7);
    assert!(text.contains("inv1("), "{text}");
}
