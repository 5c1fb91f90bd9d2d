//! Colours for what is typed and shown in a terminal.

use super::{
    Kind, Token,
    tokens::{starts_atom, tokens},
};

// The sixteen colours of every terminal, those that can be read on dark and on light.
const VARIABLE: &str = "35";
const FUNCTOR: &str = "94";
const NUMBER: &str = "36";
const OPERATOR: &str = "36";
const QUOTED: &str = "32";
const COMMENT: &str = "90";
const WRONG: &str = "4;31";
const MATCHING: &str = "1";

/// `text` in colours. The bracket that matches the one at the cursor (a place in bytes), or the
/// one just before it, is bold.
///
/// ```
/// use chesslog::syntax::highlight;
///
/// assert_eq!(highlight("X < 1", None), "\x1b[35mX\x1b[0m \x1b[36m<\x1b[0m \x1b[36m1\x1b[0m");
/// ```
pub fn highlight(text: &str, cursor: Option<usize>) -> String {
    let tokens = tokens(text);
    let matching = cursor.and_then(|cursor| matching_bracket(text, &tokens, cursor));
    let mut coloured = String::with_capacity(text.len() * 2);
    let mut done = 0;
    for (at, token) in tokens.iter().enumerate() {
        coloured.push_str(&text[done..token.span.start]);
        let source = token.source(text);
        let touching = tokens
            .get(at + 1)
            .is_some_and(|next| next.span.start == token.span.end && next.source(text) == "(");
        match (matching == Some(at))
            .then_some(MATCHING)
            .or(colour(token.kind, source, touching))
        {
            Some(colour) => coloured.extend(["\x1b[", colour, "m", source, "\x1b[0m"]),
            None => coloured.push_str(source),
        }
        done = token.span.end;
    }
    coloured.push_str(&text[done..]);
    coloured
}

fn colour(kind: Kind, source: &str, functor: bool) -> Option<&'static str> {
    match kind {
        Kind::Variable => Some(VARIABLE),
        Kind::Number => Some(NUMBER),
        Kind::String => Some(QUOTED),
        Kind::Comment => Some(COMMENT),
        Kind::Unterminated | Kind::Illegal => Some(WRONG),
        Kind::Atom if source.starts_with('\'') => Some(QUOTED),
        Kind::Atom if functor && source.starts_with(starts_atom) => Some(FUNCTOR),
        Kind::Atom if is_operator(source) => Some(OPERATOR),
        Kind::Punctuation if matches!(source, ";" | "!" | "|") => Some(OPERATOR),
        Kind::Atom | Kind::Punctuation | Kind::End => None,
    }
}

fn is_operator(source: &str) -> bool {
    matches!(
        source,
        "is" | "mod" | "rem" | "div" | "rdiv" | "xor" | "dynamic" | "discontiguous" | "table"
    ) || !source.starts_with(starts_atom)
}

/// The token that matches the bracket at the cursor.
fn matching_bracket(text: &str, tokens: &[Token], cursor: usize) -> Option<usize> {
    let is_bracket = |token: &Token| {
        token.kind == Kind::Punctuation
            && matches!(token.source(text), "(" | ")" | "[" | "]" | "{" | "}")
    };
    let bracket = |test: &dyn Fn(&Token) -> bool| {
        let found = tokens.iter().position(test)?;
        is_bracket(&tokens[found]).then_some(found)
    };
    let at = bracket(&|token| token.span.start == cursor)
        .or_else(|| bracket(&|token| token.span.end == cursor))?;
    let mut open = Vec::new();
    for (other, token) in tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| is_bracket(token))
    {
        let source = token.source(text);
        if matches!(source, "(" | "[" | "{") {
            open.push(other);
            continue;
        }
        let opener = open.pop()?;
        let pair = [tokens[opener].source(text), source];
        if at == opener || at == other {
            return matches!(pair, ["(", ")"] | ["[", "]"] | ["{", "}"])
                .then_some(if at == opener { other } else { opener });
        }
    }
    None
}
