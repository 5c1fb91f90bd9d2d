//! The line that shows how far a run has got.

use std::time::Duration;

/// The line, where `part` of the work is done, from 0 to 1.
pub fn line(puzzles: u64, part: f64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let rate = puzzles as f64 / seconds.max(0.001);
    let mut line = format!("{puzzles} puzzles, {rate:.1}/s");
    if part > 0.0 && puzzles > 0 {
        let left = (seconds * (1.0 - part).max(0.0) / part).round() as u64;
        line += &format!(", {:.0}%, {} left", part * 100.0, clock(left));
    }
    line
}

fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_rate_and_rest() {
        let seconds = Duration::from_secs;
        assert_eq!(
            line(50, 0.25, seconds(25)),
            "50 puzzles, 2.0/s, 25%, 1:15 left"
        );
        assert_eq!(
            line(50, 0.01, seconds(100)),
            "50 puzzles, 0.5/s, 1%, 2:45:00 left"
        );
        assert_eq!(line(0, 0.0, seconds(0)), "0 puzzles, 0.0/s");
    }
}
