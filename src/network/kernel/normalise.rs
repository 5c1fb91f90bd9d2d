//! What comes between convolutions: normalisation by channel and rectification, forward and backward.

use super::{Row, lanes::Lanes};

#[inline(always)]
pub(super) fn moments<L: Lanes>(board: &[Row], sums: &mut [Row], squares: &mut [Row]) {
    let columns = sums.len();
    for (column, (sum, square)) in sums.iter_mut().zip(squares).enumerate() {
        let (mut s, mut q) = (L::load(&sum.0), L::load(&square.0));
        for row in board[column..].iter().step_by(columns) {
            let x = L::load(&row.0);
            s = s.add(x);
            q = x.mul_add(x, q);
        }
        s.store(&mut sum.0);
        q.store(&mut square.0);
    }
}

#[inline(always)]
pub(super) fn activate<L: Lanes>(board: &[Row], scale: &[Row], shift: &[Row], out: &mut [Row]) {
    let columns = scale.len();
    for (board, out) in board
        .chunks_exact(columns)
        .zip(out.chunks_exact_mut(columns))
    {
        for (((x, scale), shift), out) in board.iter().zip(scale).zip(shift).zip(out) {
            let z = L::load(&x.0).mul_add(L::load(&scale.0), L::load(&shift.0));
            z.relu().store(&mut out.0);
        }
    }
}

#[inline(always)]
pub(super) fn activate_with<L: Lanes>(
    board: &[Row],
    scale: &[Row],
    shift: &[Row],
    skip: &[Row],
    out: &mut [Row],
) {
    let columns = scale.len();
    let squares = board.chunks_exact(columns).zip(skip.chunks_exact(columns));
    for ((board, skip), out) in squares.zip(out.chunks_exact_mut(columns)) {
        let channels = board.iter().zip(scale).zip(shift).zip(skip);
        for ((((x, scale), shift), skip), out) in channels.zip(out) {
            let z = L::load(&x.0).mul_add(L::load(&scale.0), L::load(&shift.0));
            z.add(L::load(&skip.0)).relu().store(&mut out.0);
        }
    }
}

#[inline(always)]
pub(super) fn affine<L: Lanes>(board: &[Row], scale: &[Row], shift: &[Row], out: &mut [Row]) {
    let columns = scale.len();
    for (board, out) in board
        .chunks_exact(columns)
        .zip(out.chunks_exact_mut(columns))
    {
        for (((x, scale), shift), out) in board.iter().zip(scale).zip(shift).zip(out) {
            let z = L::load(&x.0).mul_add(L::load(&scale.0), L::load(&shift.0));
            z.store(&mut out.0);
        }
    }
}

#[inline(always)]
pub(super) fn combine<L: Lanes>(
    gradient: &[Row],
    board: &[Row],
    a: &[Row],
    b: &[Row],
    c: &[Row],
    out: &mut [Row],
) {
    let columns = a.len();
    let squares = gradient
        .chunks_exact(columns)
        .zip(board.chunks_exact(columns));
    for ((gradient, board), out) in squares.zip(out.chunks_exact_mut(columns)) {
        let channels = gradient.iter().zip(board).zip(a).zip(b).zip(c);
        for (((((g, x), a), b), c), out) in channels.zip(out) {
            let sum = L::load(&x.0).mul_add(L::load(&b.0), L::load(&c.0));
            L::load(&g.0).mul_add(L::load(&a.0), sum).store(&mut out.0);
        }
    }
}

#[inline(always)]
pub(super) fn gate<L: Lanes>(
    gradient: &mut [Row],
    output: &[Row],
    board: &[Row],
    sums: &mut [Row],
    products: &mut [Row],
) {
    let columns = sums.len();
    for (column, (sum, product)) in sums.iter_mut().zip(products).enumerate() {
        let (mut s, mut p) = (L::load(&sum.0), L::load(&product.0));
        let rows = gradient[column..].iter_mut().step_by(columns);
        let others = output[column..].iter().step_by(columns);
        let boards = board[column..].iter().step_by(columns);
        for ((gradient, output), board) in rows.zip(others).zip(boards) {
            let g = L::load(&gradient.0).where_positive(L::load(&output.0));
            g.store(&mut gradient.0);
            s = s.add(g);
            p = g.mul_add(L::load(&board.0), p);
        }
        s.store(&mut sum.0);
        p.store(&mut product.0);
    }
}

#[inline(always)]
pub(super) fn gate_into<L: Lanes>(
    gradient: &[Row],
    board: &[Row],
    output: &mut [Row],
    sums: &mut [Row],
    products: &mut [Row],
) {
    let columns = sums.len();
    for (column, (sum, product)) in sums.iter_mut().zip(products).enumerate() {
        let (mut s, mut p) = (L::load(&sum.0), L::load(&product.0));
        let gradients = gradient[column..].iter().step_by(columns);
        let boards = board[column..].iter().step_by(columns);
        let outputs = output[column..].iter_mut().step_by(columns);
        for ((gradient, board), output) in gradients.zip(boards).zip(outputs) {
            let g = L::load(&gradient.0).where_positive(L::load(&output.0));
            g.store(&mut output.0);
            s = s.add(g);
            p = g.mul_add(L::load(&board.0), p);
        }
        s.store(&mut sum.0);
        p.store(&mut product.0);
    }
}

#[inline(always)]
pub(super) fn gradient_sums<L: Lanes>(
    gradient: &[Row],
    board: &[Row],
    sums: &mut [Row],
    products: &mut [Row],
) {
    let columns = sums.len();
    for (column, (sum, product)) in sums.iter_mut().zip(products).enumerate() {
        let (mut s, mut p) = (L::load(&sum.0), L::load(&product.0));
        let rows = gradient[column..].iter().step_by(columns);
        for (gradient, board) in rows.zip(board[column..].iter().step_by(columns)) {
            let g = L::load(&gradient.0);
            s = s.add(g);
            p = g.mul_add(L::load(&board.0), p);
        }
        s.store(&mut sum.0);
        p.store(&mut product.0);
    }
}

#[inline(always)]
pub(super) fn add<L: Lanes>(more: &[Row], rows: &mut [Row]) {
    for (more, row) in more.iter().zip(rows) {
        L::load(&row.0).add(L::load(&more.0)).store(&mut row.0);
    }
}
