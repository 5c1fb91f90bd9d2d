//! Terms that are interned, bound and released.

use super::*;

fn pattern(terms: &mut Terms, text: &str) -> (Cell, usize) {
    let mut names = Vec::new();
    let term: Term = text.parse().unwrap();
    let pattern = terms.pattern(&term, &mut names);
    (pattern, names.len())
}

fn text(terms: &Terms, cell: Cell) -> String {
    let mut text = String::new();
    terms.write(cell, &mut Vec::new(), &mut text);
    text
}

#[test]
fn equal_ground_terms_have_one_number() {
    let mut terms = Terms::default();
    let (a, _) = pattern(
        &mut terms,
        "f(\"ab\",[a,b],[1,2.5],-(3),99999999999999999999)",
    );
    let (b, _) = pattern(
        &mut terms,
        "f(\"ab\",[a|[b]],'.'(1,[2.5]),-(3),99999999999999999999)",
    );
    assert_eq!(a, b);
    assert_eq!(
        text(&terms, a),
        "f(\"ab\",[a,b],[1,2.5],-(3),99999999999999999999)"
    );
    for i in 0..10_000 {
        let i = terms.integer(i);
        let name = terms.atom("g");
        let first = terms.compound(name, &[i, i]);
        assert_eq!(first, terms.compound(name, &[i, i]));
    }
}

#[test]
fn unification_and_its_undoing() {
    let mut terms = Terms::default();
    let (p, n) = pattern(&mut terms, "f(X,[Y|Z],g(X))");
    let (q, _) = pattern(&mut terms, "f(a,[1,2,3],W)");
    let mark = terms.mark();
    let x = terms.build(p, &mut vec![None; n]);
    let y = terms.build(q, &mut [None; 1]);
    assert!(terms.unify(x, y));
    assert_eq!(text(&terms, x), "f(a,[1,2,3],g(a))");
    let ground = terms.grounded(x).unwrap();
    assert!(terms.unify(ground, y));
    terms.undo(mark);
    assert_eq!(terms.live(), 0);

    let (r, _) = pattern(&mut terms, "f(b,[],g(c))");
    let x = terms.build(p, &mut vec![None; n]);
    assert!(!terms.unify(x, r));
}

#[test]
fn patterns_match_and_come_back() {
    let mut terms = Terms::default();
    let (p, n) = pattern(&mut terms, "[map,[A|As],Bs,F]");
    let (t, m) = pattern(&mut terms, "[map,[1,2],X,Y]");
    let term = terms.build(t, &mut vec![None; m]);
    let mut frame = vec![None; n];
    assert!(terms.matches(p, term, &mut frame));
    assert_eq!(text(&terms, frame[1].unwrap()), "[2]");
    let mut variables = Vec::new();
    let back = terms.abstracted(term, &mut variables);
    assert_eq!((back, variables.len()), (t, 2));
    let (other, _) = pattern(&mut terms, "[map,b,X,X]");
    let mut frame = vec![None; n];
    assert!(!terms.matches(p, other, &mut frame));
}
