//! The figures of a network as text and as CSV.

use std::fmt::Write as _;

use super::{Line, PLACES, Report};
use crate::report::{cells, csv};

/// Themes in the text; CSV and JSON have all.
const THEMES: usize = 30;

impl Report {
    /// The tables with their titles.
    fn tables(&self) -> [(&'static str, &[Line]); 4] {
        [
            ("moving piece", &self.by_piece),
            ("rating", &self.by_rating),
            ("pieces", &self.by_pieces),
            ("theme", &self.by_theme),
        ]
    }

    /// For people: per cent.
    pub fn text(&self) -> String {
        let mut text = block(
            "",
            std::slice::from_ref(&self.network)
                .iter()
                .chain(&self.baselines),
        );
        // Puzzles may have neither ratings nor themes.
        let tables = self.tables().into_iter();
        for (title, lines) in tables.filter(|(_, lines)| !lines.is_empty()) {
            let shown = lines.iter().take(THEMES);
            let more = lines.len().saturating_sub(THEMES);
            text += &format!("\n{}", block(title, shown));
            if more > 0 {
                _ = writeln!(text, "... and {more} more");
            }
        }
        _ = writeln!(
            text,
            "\n{:<24}{:>9}{:>9}{:>9}",
            "probability of the first", "puzzles", "said", "right"
        );
        for bin in &self.calibration.bins {
            let range = format!("{:.0} to {:.0} %", 100.0 * bin.from, 100.0 * bin.to);
            let (said, right) = (100.0 * bin.said, 100.0 * bin.right);
            _ = writeln!(text, "{range:<24}{:>9}{said:>9.1}{right:>9.1}", bin.puzzles);
        }
        let error = 100.0 * self.calibration.error;
        _ = writeln!(text, "expected calibration error: {error:.1} points");
        text
    }

    /// All lines, with the table in which they are: shares from 0 to 1.
    pub fn csv(&self) -> String {
        let all = [
            ("all", std::slice::from_ref(&self.network)),
            ("baseline", &self.baselines),
        ];
        let tables = all.into_iter().chain(self.tables());
        let rows = tables.flat_map(|(title, lines)| {
            lines.iter().map(move |line| {
                let mut row = cells![title, line.name, line.puzzles];
                let figures = line.top.iter().chain([&line.loss]);
                row.extend(figures.map(|figure| format!("{figure:.6}")));
                row
            })
        });
        let places: String = (1..=PLACES).map(|place| format!(",top{place}")).collect();
        csv(&format!("table,name,puzzles{places},loss"), rows)
    }

    /// The calibration: shares from 0 to 1.
    pub fn calibration_csv(&self) -> String {
        let rows = self.calibration.bins.iter().map(|bin| {
            cells![
                format!("{:.1}", bin.from),
                format!("{:.1}", bin.to),
                bin.puzzles,
                format!("{:.6}", bin.said),
                format!("{:.6}", bin.right),
            ]
        });
        csv("from,to,puzzles,said,right", rows)
    }
}

/// One table.
fn block<'a>(title: &str, lines: impl Iterator<Item = &'a Line>) -> String {
    let mut text = format!("{title:<24}{:>9}", "puzzles");
    for place in 1..=PLACES {
        _ = write!(text, "{:>8}", format!("top-{place}"));
    }
    text += "    loss\n";
    for line in lines {
        _ = write!(text, "{:<24}{:>9}", line.name, line.puzzles);
        for share in line.top {
            _ = write!(text, "{:>8.1}", 100.0 * share);
        }
        _ = writeln!(text, "{:>8.3}", line.loss);
    }
    text
}
