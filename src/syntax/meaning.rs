//! What in a text means something else, or nothing, to Scryer.

use std::{collections::HashSet, sync::LazyLock};

use super::{Kind, Token, cuts_in_condition, quoted::simple_name};

/// What the clauses of a text have that Scryer takes for something else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Meaning {
    /// Goals, or cuts in conditions: the clauses are expanded by `swi_syntax`.
    pub goals: bool,
    /// Expressions in terms, or terms that are read: the value of a variable may be an expression that Scryer computes wrongly where the
    /// variable is an operand.
    pub operands: bool,
}

/// Names of predicates, operators and evaluable functors.
static OTHERS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "*-> --> => =.. >> / ** ^ arg atom_chars atom_codes atom_concat atom_length atom_to_term atomic callable compound e ensure_loaded \
     epsilon format functor number_chars number_codes open phrase read read_from_chars read_term read_term_from_atom \
     read_term_from_chars sub_atom term_string term_to_atom use_module"
        .split_whitespace()
        .chain(CONSTANTS.iter().copied())
        .chain(FUNCTIONS.iter().copied())
        .collect()
});

/// Evaluable constants that Scryer does not have.
static CONSTANTS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "cmpflags cputime inf infinite max_integer max_tagged_integer min_integer min_tagged_integer nan random random_float realtime"
        .split_whitespace()
        .collect()
});

/// Functions that Scryer does not have.
static FUNCTIONS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "acosh acot asinh atan atanh ceil copysign cosh cot denominator eval getbit integer lcm log log10 log2 lsb msb nexttoward numerator \
     plus popcount powm random rational rationalize sinh succ tanh trunc"
        .split_whitespace()
        .collect()
});

/// Constants that programs hardly keep in terms: these are keys of statistics/2, and a library.
const KEYS: [&str; 3] = ["cputime", "random", "realtime"];

/// What reads terms.
const READERS: [&str; 6] = [
    "atom_to_term",
    "read",
    "read_term",
    "read_term_from_atom",
    "term_string",
    "term_to_atom",
];

/// What a text means that is SWI-Prolog's, or else (`iso`) ISO Prolog.
///
/// ```
/// use chesslog::syntax::{meaning, tokens};
///
/// let operands = |text: &str| meaning(text, &tokens(text), false).operands;
/// assert!(operands("cost(a, 7/2)."));
/// assert!(!operands(":- dynamic cost/2. half(X, Y) :- Y is max(X / 2, 1)."));
/// ```
pub fn meaning(text: &str, tokens: &[Token], iso: bool) -> Meaning {
    let code: Vec<_> = tokens
        .iter()
        .filter(|token| token.kind != Kind::Comment)
        .collect();
    let mut meaning = Meaning {
        goals: cuts_in_condition(text, tokens),
        operands: false,
    };
    if !iso {
        // In a module goals that others give are called where they are defined.
        meaning.goals |= has_goals(text, &code)
            || code
                .iter()
                .map(|token| token.source(text))
                .take(3)
                .eq([":-", "module", "("]);
        meaning.operands = has_operands(text, &code);
    }
    meaning
}

/// Whether a query computes with variables that may have any value. Those that it computes first have numbers, unless it branches.
///
/// ```
/// use chesslog::syntax::{computes, tokens};
///
/// let computes = |text: &str| computes(text, &tokens(text));
/// assert!(computes("cost(a, C), X is C + 1."));
/// assert!(!computes("X is 7 mod 4, Y is X + 1, Y > X."));
/// ```
pub fn computes(text: &str, tokens: &[Token]) -> bool {
    let code: Vec<_> = tokens
        .iter()
        .filter(|token| token.kind != Kind::Comment)
        .collect();
    let branches = code
        .iter()
        .any(|token| matches!(token.source(text), ";" | "|" | "->" | "*->" | "\\+"));
    let mut met = HashSet::new();
    let mut given = code.iter().enumerate().filter(|(at, token)| {
        let computed = code
            .get(at + 1)
            .is_some_and(|next| next.source(text) == "is" && !branches);
        token.kind == Kind::Variable && met.insert(token.source(text)) && !computed
    });
    code.iter().any(|token| is_arithmetic(token, text)) && given.next().is_some()
}

fn has_goals(text: &str, tokens: &[&Token]) -> bool {
    // A string of one character is a number in an expression.
    let (mut codes, mut values) = (false, false);
    tokens.iter().enumerate().any(|(at, token)| {
        let source = token.source(text);
        codes |= source.starts_with('"') && source.chars().count() == 3;
        values |= source == "is";
        let other = simple_name(source).is_some_and(|name| OTHERS.contains(name));
        other || codes && values || source == "is" && is_variable(text, &tokens[at + 1..])
    })
}

/// Whether an expression that begins with these tokens is a variable.
fn is_variable(text: &str, tokens: &[&Token]) -> bool {
    match tokens {
        [variable, next, ..] => {
            variable.kind == Kind::Variable && (separates(next, text) || closes(next, text))
        }
        _ => false,
    }
}

/// An argument, an element or a goal, as far as it has been met.
#[derive(Default, Clone, Copy)]
struct Part {
    /// It is computed.
    arithmetic: bool,
    /// It has an expression.
    expression: bool,
    /// It has not begun, and is a goal if a conjunction is one.
    goal: bool,
}

fn has_operands(text: &str, tokens: &[&Token]) -> bool {
    let goal = Part {
        goal: true,
        ..Part::default()
    };
    // The parts that are open, each in the one before it.
    let mut open = vec![(goal, goal)];
    for (at, token) in tokens.iter().enumerate() {
        let source = token.source(text);
        let before = at.checked_sub(1).map(|at| tokens[at]);
        let last = open.len() - 1;
        let (part, fresh) = &mut open[last];
        if separates(token, text) {
            let data = part.expression && !part.arithmetic;
            *part = *fresh;
            if data {
                match last {
                    0 => return true,
                    _ => open[last - 1].0.expression = true,
                }
            }
            if token.kind == Kind::End {
                open = vec![(goal, goal)];
            }
        } else if matches!(source, "(" | "[" | "{") {
            let arguments = before.is_some_and(|name| {
                name.kind == Kind::Atom && name.span.end == token.span.start && source == "("
            });
            let inner = match arguments || source == "[" {
                true => Part::default(),
                false => *fresh,
            };
            part.goal = false;
            open.push((inner, inner));
        } else if closes(token, text) {
            let data = part.expression && !part.arithmetic;
            if last > 0 {
                open.pop();
                open[last - 1].0.expression |= data;
            }
        } else {
            let follows = tokens
                .get(at + 1)
                .is_some_and(|next| next.span.start == token.span.end && next.source(text) == "(");
            part.arithmetic |= is_arithmetic(token, text);
            part.expression |= match simple_name(source).filter(|_| token.kind == Kind::Atom) {
                Some("/") => !before.is_some_and(|left| names(left, text)),
                Some("**") => true,
                Some(name) if READERS.contains(&name) => return true,
                Some(name) if follows => FUNCTIONS.contains(name) && !part.goal,
                Some(name) => CONSTANTS.contains(name) && !KEYS.contains(&name),
                None => false,
            };
            part.goal &= source == "\\+";
        }
    }
    false
}

/// Whether a token is a name, as in `member/2`.
fn names(token: &Token, text: &str) -> bool {
    let source = token.source(text);
    token.kind == Kind::Atom && source.starts_with(|c: char| c == '\'' || c.is_lowercase())
}

/// Whether a token is the name of what computes.
fn is_arithmetic(token: &Token, text: &str) -> bool {
    matches!(
        token.source(text),
        "is" | "=:=" | "=\\=" | "<" | ">" | "=<" | ">="
    )
}

fn separates(token: &Token, text: &str) -> bool {
    let source = token.source(text);
    token.kind == Kind::End
        || matches!(source, "," | ";" | "|" | "->" | "*->" | ":-" | "-->" | "=>")
}

fn closes(token: &Token, text: &str) -> bool {
    matches!(token.source(text), ")" | "]" | "}")
}
