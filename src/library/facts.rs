//! Facts of the library's modules, read without an engine; first of all, which arguments of which predicates are goals.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::syntax::{self, Dialect, Kind, Ops, Shape, Spanned, Token};

/// What an argument of a predicate is, as the module `metas` says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// A goal that lacks so many arguments.
    Goal(usize),
    /// A goal under `Variable^`.
    Qualified,
    /// A grammar body.
    Grammar,
    /// A closure that lacks as many arguments as its call has more.
    Closure,
    /// Anything else.
    Data,
}

/// What the arguments of a predicate are, if some of them are goals.
pub fn meta_arguments(name: &str, arity: usize) -> Option<&'static [Argument]> {
    let known = METAS.get(name)?;
    let found = known.iter().find(|specs| specs.len() == arity)?;
    Some(found)
}

static METAS: LazyLock<FxHashMap<String, Vec<Vec<Argument>>>> = LazyLock::new(|| {
    let mut metas: FxHashMap<String, Vec<Vec<Argument>>> = FxHashMap::default();
    for fact in facts("cl_metas", "meta_arguments") {
        if let [name, _, specs] = fact.as_slice()
            && let (Some(name), Shape::List(specs, _)) = (name.atom(), &specs.shape)
        {
            let specs = specs.iter().map(argument).collect();
            metas.entry(name.to_owned()).or_default().push(specs);
        }
    }
    metas
});

/// What `metas` or `meta_predicate/1` says of an argument.
pub fn argument(spec: &Spanned) -> Argument {
    match (spec.count(), spec.atom()) {
        (Some(lacking), _) => Argument::Goal(lacking),
        (_, Some("^")) => Argument::Qualified,
        (_, Some("//")) => Argument::Grammar,
        (_, Some("*")) => Argument::Closure,
        _ => Argument::Data,
    }
}

/// The arguments of a module's clauses with this name, which may be facts or rules.
pub fn facts(module: &str, name: &str) -> Vec<Vec<Spanned>> {
    let Some(module) = super::module(module) else {
        return Vec::new();
    };
    let (text, tokens) = (module.text, syntax::tokens(module.text));
    let mut ops = Ops::swi();
    let clauses = syntax::split(text, &tokens);
    for clause in &clauses {
        ops.learn(text, &tokens[clause.tokens.clone()]);
    }
    let named = |clause: &&syntax::Clause<'_>| {
        let rest = clause.text.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with('('))
    };
    let read = |clause: &syntax::Clause<'_>| {
        let part: &[Token] = &tokens[clause.tokens.clone()];
        // Of a rule the head is enough, and its body may have any operators.
        let neck = part
            .iter()
            .position(|token| token.kind == Kind::Atom && token.source(text) == ":-");
        let mut head = part[..neck.unwrap_or(part.len())].to_vec();
        if neck.is_some() {
            head.extend(part.last().cloned());
        }
        let term = syntax::read_clause(text, &head, &ops, Dialect::Swi).ok()??;
        match term.shape {
            Shape::Compound(own, arguments) if own == name => Some(arguments),
            _ => None,
        }
    };
    clauses.iter().filter(named).filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_known() {
        let second = |name| meta_arguments(name, 3).unwrap()[1];
        assert_eq!(second("findall"), Argument::Goal(0));
        assert_eq!(second("setof"), Argument::Qualified);
        assert_eq!(meta_arguments("append", 3), None);
    }
}
