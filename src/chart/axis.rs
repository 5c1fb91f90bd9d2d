//! What axes need: round numbers, their text, and text that is safe in SVG.

/// Round numbers that span a range, about as many as wanted: steps of 1, 2 or 5 times a power of
/// ten.
pub fn ticks(from: f64, to: f64, wanted: usize) -> Vec<f64> {
    let Some(step) = step(from, to, wanted) else {
        return vec![from];
    };
    let (first, last) = ((from / step).floor() as i64, (to / step).ceil() as i64);
    (first..=last).map(|index| index as f64 * step).collect()
}

/// The distance of round numbers; `None` for an empty range.
fn step(from: f64, to: f64, wanted: usize) -> Option<f64> {
    let rough = (to - from) / wanted.max(1) as f64;
    // So near to each other, or so small, that no number is between them.
    if !rough.is_finite() || rough <= from.abs().max(to.abs()) * 1e-12 || rough < 1e-300 {
        return None;
    }
    let power = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let wide = steps.into_iter().find(|step| *step >= rough * 0.999);
    Some(wide.unwrap_or(10.0 * power))
}

/// A number with the digits that tell it from its neighbours at this distance.
pub fn label(value: f64, step: f64) -> String {
    let digits = -step.abs().log10().floor();
    let text = match digits {
        few if (-5.0..=6.0).contains(&few) && value.abs() < 1e9 => {
            format!("{value:.*}", few.max(0.0) as usize)
        }
        _ => format!("{value:e}"),
    };
    // Rounding leaves a sign on zero.
    match text.trim_start_matches('-').parse() {
        Ok(0.0) => "0".to_owned(),
        _ => text,
    }
}

/// A number with as many digits as a reader wants.
pub fn rounded(number: f64) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text as SVG has it.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML has no such characters, not even escaped.
            control if control.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_span_the_range() {
        assert_eq!(
            ticks(0.0, 1.0, 5),
            [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]
        );
        assert_eq!(ticks(13.0, 87.0, 4), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(5.0, 5.0, 4), [5.0]);
        assert_eq!(ticks(1.0, f64::NAN, 4), [1.0]);
        assert_eq!(ticks(1e300, 1e300 * (1.0 + 1e-15), 4).len(), 1);
        assert_eq!(ticks(0.0, f64::MAX, 4).len(), 5);
    }

    #[test]
    fn labels_tell_ticks_apart() {
        assert_eq!(
            [
                (0.6000000000000001, 0.2),
                (20.0, 20.0),
                (-0.0, 0.5),
                (0.00025, 0.00005)
            ]
            .map(|(value, step)| label(value, step)),
            ["0.6", "20", "0", "0.00025"]
        );
        assert_eq!(label(2e9, 1e9), "2e9");
        assert_eq!(label(-2e-9, 1e-9), "-2e-9");
        assert_eq!(label(250_000.0, 50_000.0), "250000");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b> & \"c\"\n"), "a&lt;b&gt; &amp; &quot;c&quot; ");
    }
}
