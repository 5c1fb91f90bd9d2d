//! What there is to tell about the clauses of a source.

use std::ops::Range;

use super::{Sources, number, split};
use crate::{
    engine::report::{Cause, Diagnostic, NAMED, Severity},
    syntax::{self, Kind},
};

impl Sources {
    /// What is to be told about the clause `index`, -1 for the current one, -2 for the first; `span` is the culprit's
    /// place in the clause, where it is known.
    pub fn note(
        &mut self,
        index: i64,
        cause: Cause,
        span: Option<Range<usize>>,
    ) -> Option<Diagnostic> {
        let index = match index {
            -1 => self.index(),
            // The first clause of the source.
            ..-1 => number(self.loads.last()?.source, 0),
            _ => index,
        };
        let (source, clause) = self.clause(index)?;
        let text = &source.text[clause.span.clone()];
        let tokens = syntax::tokens(text);
        let at = |name: &str, wanted: Kind| {
            let named = |token: &&syntax::Token| {
                token.kind == wanted && text[token.span.clone()].trim_matches('\'') == name
            };
            tokens.iter().find(named).map(|token| token.span.clone())
        };
        let mut spans: Vec<_> = match (&cause, span) {
            (_, Some(span)) => vec![span],
            (Cause::Singletons(names), _) => names
                .iter()
                .take(NAMED)
                .filter_map(|name| at(name, Kind::Variable))
                .collect(),
            (Cause::Raised(raised) | Cause::Late(raised), _) => raised
                .variable()
                .and_then(|name| at(&name, Kind::Variable))
                .or_else(|| raised.culprit().and_then(|name| at(&name, Kind::Atom)))
                .into_iter()
                .collect(),
            _ => Vec::new(),
        };
        if spans.is_empty() {
            let line = text.lines().next().unwrap_or("").trim_end();
            spans.push(0..line.len());
        }
        let severity = match cause {
            Cause::Syntax { .. } | Cause::Raised(_) | Cause::Stopped(_) => Severity::Error,
            _ => Severity::Warning,
        };
        let start = clause.span.start;
        let spans: Vec<_> = spans
            .into_iter()
            .map(|span| span.start + start..span.end + start)
            .collect();
        if let Cause::Syntax { .. } = cause {
            self.resync(index);
        }
        Some(self.build(split(index).0, severity, &spans, cause))
    }

    /// The text that is being loaded, and the place of the current clause in it.
    pub fn written(&self) -> Option<(&str, Range<usize>)> {
        let (source, clause) = self.current()?;
        Some((&source.text, clause.span.clone()))
    }

    /// After a syntax error: if a new clause seems to begin inside the current one, goes on there.
    fn resync(&mut self, index: i64) {
        let Some((source, clause)) = self.clause(index) else {
            return;
        };
        if index != self.index() {
            return;
        }
        let (start, end) = (clause.span.start, clause.span.end);
        let text = &source.text[start..end];
        let tokens = syntax::tokens(text);
        let found = syntax::split(text, &tokens)
            .first()
            .and_then(|clause| syntax::resync(text, &tokens, clause));
        let Some(at) = found else {
            return;
        };
        if let Some(load) = self.loads.last_mut()
            && at > 0
        {
            load.rest.push(start + at..end);
            let source = &mut self.sources[load.source];
            if let Some(clause) = source.clauses.last_mut() {
                clause.span.end = start + at;
            }
        }
    }

    pub(super) fn first_token(&self, index: i64) -> Option<Range<usize>> {
        let (source, clause) = self.clause(index)?;
        let start = clause.span.start;
        let text = &source.text[clause.span.clone()];
        let token = syntax::tokens(text).into_iter().next()?;
        Some(start + token.span.start..start + token.span.end)
    }

    pub(super) fn build(
        &mut self,
        source: usize,
        severity: Severity,
        spans: &[Range<usize>],
        cause: Cause,
    ) -> Diagnostic {
        match severity {
            Severity::Error => self.counts.errors += 1,
            Severity::Warning => self.counts.warnings += 1,
        }
        let source = &self.sources[source];
        Diagnostic::at(severity, &source.name, &source.text, spans, cause)
    }
}

/// A character of Latin-1 that is not ASCII: two bytes of UTF-8.
pub(super) fn latin(at: usize) -> Range<usize> {
    at..at + 2
}
