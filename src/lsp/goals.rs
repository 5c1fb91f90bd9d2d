//! Clauses as what they define and what they call, as far as that can be seen without running them.

use std::ops::Range;

use super::{
    known::KNOWN,
    outline::{Import, Occurrence, Outline, Predicate, Role},
};
use crate::{
    library::{self, Argument, path},
    syntax::{self, Kind, Shape, Spanned, Token},
};

/// Goals that add clauses.
const ADDING: &[&str] = &["assert", "asserta", "assertz"];

/// Goals and directives that load files.
const LOADING: &[&str] = &[
    "use_module",
    "ensure_loaded",
    "consult",
    "load_files",
    "include",
    "autoload",
    "reexport",
];

/// Reads one clause of a document into its outline.
pub struct Reader<'a> {
    pub text: &'a str,
    /// The tokens of the whole text.
    pub tokens: &'a [Token],
    pub outline: &'a mut Outline,
    /// The clause, by its number.
    pub clause: usize,
    /// Whether somebody may want goals of this clause to be unknown.
    pub tolerant: bool,
}

impl Reader<'_> {
    /// A clause: a rule, a fact, a grammar rule.
    pub fn clause(&mut self, term: &Spanned) {
        if self.outline.has_constraints() && self.handling(term) {
            return;
        }
        if let Some([head, body]) = term.arguments(":-") {
            self.head(head, 0);
            self.goal(body, 0);
        } else if let Some([head, body]) = term.arguments("-->") {
            match head.arguments(",") {
                Some([head, _]) => self.head(head, 2),
                None => self.head(head, 2),
            }
            self.grammar(body);
        } else if let Some([head, body]) = term.arguments("=>") {
            match head.arguments(",") {
                Some([head, guard]) => {
                    self.head(head, 0);
                    self.goal(guard, 0);
                }
                None => self.head(head, 0),
            }
            self.goal(body, 0);
        } else {
            self.head(term, 0);
        }
    }

    /// A rule of library(chr), if it is one: its heads call constraints, and so may the goals behind.
    fn handling(&mut self, term: &Spanned) -> bool {
        match term.call() {
            Some(("@", [_, rule]) | ("pragma", [rule, _])) => self.handling(rule),
            Some(("<=>" | "==>", [heads, goals])) => {
                self.constraints(heads);
                match goals.arguments("|") {
                    Some([guard, body]) => {
                        self.goal(guard, 0);
                        self.goal(body, 0);
                    }
                    None => self.goal(goals, 0),
                }
                true
            }
            _ => false,
        }
    }

    /// The heads of such a rule.
    fn constraints(&mut self, heads: &Spanned) {
        match heads.call() {
            Some((",", [left, right]) | ("\\", [left, right])) => {
                self.constraints(left);
                self.constraints(right);
            }
            Some(("#", [head, _])) => self.constraints(head),
            Some(_) => self.goal(heads, 0),
            None => {}
        }
    }

    /// Constraints that a directive declares: `name/arity`, or names with modes and types of arguments.
    fn declared_constraints(&mut self, term: &Spanned) {
        match term.call() {
            Some((",", [left, right])) => {
                self.declared_constraints(left);
                self.declared_constraints(right);
            }
            Some((name, [])) => self.occurs(term, name, 0, Role::Declaration, 0),
            _ => self.indicators(term, Role::Declaration),
        }
    }

    /// The predicates that library(record) makes for a term with named fields.
    fn record(&mut self, term: &Spanned) {
        let Some((name, fields)) = term.call() else {
            return;
        };
        if name == "," {
            return fields.iter().for_each(|record| self.record(record));
        }
        let mut declare = |name: String, arity| {
            let predicate = Predicate::new(&name, arity);
            self.outline.declared.insert(predicate);
        };
        declare(format!("default_{name}"), 1);
        declare(format!("is_{name}"), 1);
        declare(format!("{name}_data"), 3);
        for arity in [2, 3] {
            declare(format!("make_{name}"), arity);
        }
        declare(format!("set_{name}_field"), 3);
        for arity in [3, 4] {
            declare(format!("set_{name}_fields"), arity);
        }
        for field in fields {
            let field = match field.call() {
                Some(("=", [field, _])) => field,
                _ => field,
            };
            if let Some(field) = field
                .arguments(":")
                .map_or(field, |[field, _]| field)
                .atom()
            {
                declare(format!("{name}_{field}"), 2);
                declare(format!("set_{field}_of_{name}"), 3);
            }
        }
    }

    /// The predicates of library(persistency) for `persistent p(field:type, ...)`.
    fn persistent(&mut self, term: &Spanned) {
        let Some((name, fields)) = term.call() else {
            return;
        };
        if name == "," {
            return fields.iter().for_each(|fact| self.persistent(fact));
        }
        self.occurs(term, name, fields.len(), Role::Declaration, 0);
        for action in ["assert", "retract", "retractall"] {
            let predicate = Predicate::new(&format!("{action}_{name}"), fields.len());
            self.outline.declared.insert(predicate);
        }
    }

    fn head(&mut self, head: &Spanned, more: usize) {
        if let Some([module, head]) = head.arguments(":") {
            // Whoever defines something for other modules may define anything.
            let own = self.outline.module.as_ref();
            let own = own.map_or("user", |module| &module.name);
            if module.atom() == Some(own) {
                self.head(head, more);
            } else {
                self.elsewhere(head, more);
            }
            return;
        }
        let Some((name, arguments)) = head.call() else {
            return;
        };
        if name.ends_with("_expansion") && matches!(arguments.len(), 2 | 4) {
            self.outline.expands = true;
        }
        self.occurs(head, name, arguments.len() + more, Role::Definition, more);
    }

    fn elsewhere(&mut self, head: &Spanned, more: usize) {
        if let Some((name, arguments)) = head.call() {
            if name.ends_with("_expansion") {
                self.outline.expands = true;
            }
            let predicate = Predicate::new(name, arguments.len() + more);
            self.outline.declared.insert(predicate);
        }
    }

    /// A directive, without its `:-`.
    pub fn directive(&mut self, term: &Spanned) {
        let Some((name, arguments)) = term.call() else {
            return self.files(term, true);
        };
        match (name, arguments) {
            (",", [left, right]) => {
                self.directive(left);
                self.directive(right);
            }
            ("module", [name, exports]) => {
                if let Some(name) = name.atom() {
                    self.outline.begin_module(name);
                }
                self.indicators(exports, Role::Export);
            }
            (
                "dynamic" | "discontiguous" | "multifile" | "thread_local" | "table" | "public",
                _,
            ) => {
                for argument in arguments {
                    self.indicators(argument, Role::Declaration);
                }
            }
            ("chr_constraint" | "constraints", [constraints]) => {
                self.declared_constraints(constraints);
            }
            ("record", [records]) => self.record(records),
            ("persistent", [facts]) => self.persistent(facts),
            ("meta_predicate", heads) => heads.iter().for_each(|head| self.meta(head)),
            ("style_check", [check]) => {
                self.outline.style(check);
            }
            ("initialization", [goal, ..]) => self.goal(goal, 0),
            _ if LOADING.contains(&name) => self.loads(arguments, arguments.len() <= 2),
            _ if KNOWN.is_directive(name, arguments.len()) => {}
            _ => self.goal(term, 0),
        }
    }

    /// Heads with what their arguments are.
    fn meta(&mut self, term: &Spanned) {
        match term.call() {
            Some(("," | ":", [left, right])) => {
                self.meta(left);
                self.meta(right);
            }
            Some((name, arguments @ [_, ..])) => {
                let specs = arguments.iter().map(library::argument).collect();
                let predicate = Predicate::new(name, arguments.len());
                self.outline.metas.insert(predicate, specs);
                self.occurs(term, name, arguments.len(), Role::Import, 0);
            }
            _ => {}
        }
    }

    /// What a goal loads; `stated` if it is the directive itself, so that the file must be there.
    fn loads(&mut self, arguments: &[Spanned], stated: bool) {
        let [files, imports @ ..] = arguments else {
            return;
        };
        if let [list] = imports {
            // With another name for what is imported.
            if let Shape::List(items, _) = &list.shape {
                for item in items {
                    if let Some([own, alias]) = item.arguments("as")
                        && let (Some(alias), Some([_, arity])) = (alias.atom(), own.arguments("/"))
                        && let Some(arity) = arity.count()
                    {
                        let predicate = Predicate::new(alias, arity);
                        self.outline.declared.insert(predicate);
                    }
                }
            }
            self.indicators(list, Role::Import);
        }
        self.files(files, stated);
    }

    /// Files to be loaded: one, or a list.
    fn files(&mut self, files: &Spanned, stated: bool) {
        if let Shape::List(items, _) = &files.shape {
            return items.iter().for_each(|file| self.files(file, stated));
        }
        let import = match (files.arguments::<1>("library"), &files.shape) {
            (Some([library]), _) => Import::Library(path(library)),
            (_, Shape::Atom(name) | Shape::Text(name)) => Import::File(Some(name.clone())),
            _ => Import::File(path(files)),
        };
        if stated {
            let place = (import.clone(), files.span.clone());
            self.outline.loads.push(place);
        }
        self.outline.imports.push(import);
    }

    /// Predicates that a directive names: `name/arity` and lists of them; of a table also heads.
    fn indicators(&mut self, term: &Spanned, role: Role) {
        match (&term.shape, term.call()) {
            (Shape::List(items, _), _) => items.iter().for_each(|item| self.indicators(item, role)),
            (_, Some(("," | "as", [left, right]))) => {
                self.indicators(left, role);
                self.indicators(right, role);
            }
            (_, Some((":", [_, right]))) => self.indicators(right, role),
            (_, Some((slash @ ("/" | "//"), [name, arity]))) => {
                let more = if slash == "//" { 2 } else { 0 };
                if let (Some(text), Some(arity)) = (name.atom(), arity.count()) {
                    self.occurs(name, text, arity + more, role, more);
                }
            }
            (_, Some((name, arguments))) if role == Role::Declaration && !arguments.is_empty() => {
                self.occurs(term, name, arguments.len(), role, 0);
            }
            _ => {}
        }
    }

    /// A goal that lacks so many arguments.
    pub fn goal(&mut self, term: &Spanned, lacking: usize) {
        let Some((name, arguments)) = term.call() else {
            return;
        };
        if let (":", [module, goal]) = (name, arguments) {
            let here = module.atom().is_some_and(|module| {
                let own = self.outline.module.as_ref();
                own.map_or("user", |own| &own.name) == module
            });
            let before = self.tolerant;
            self.tolerant |= !here;
            self.goal(goal, lacking);
            self.tolerant = before;
            return;
        }
        let total = arguments.len() + lacking;
        if let (">>" | "/", [parameters, body]) = (name, arguments) {
            return self.lambda(parameters, body, lacking);
        }
        if ADDING.contains(&name) {
            self.added(arguments.first());
        } else if LOADING.contains(&name) && lacking == 0 {
            self.loads(arguments, false);
        } else if matches!(name, "current_predicate" | "listing" | "abolish") {
            for argument in arguments {
                self.indicators(argument, Role::Import);
            }
        }
        self.occurs(term, name, total, Role::Call, 0);
        let own = self
            .outline
            .metas
            .get(&Predicate::new(name, total))
            .cloned();
        let specs = match &own {
            Some(specs) => specs,
            None => match library::meta_arguments(name, total) {
                Some(specs) => specs,
                None => return,
            },
        };
        let before = self.tolerant;
        if let ("catch" | "catch_with_backtrace", [_, catcher, _]) = (name, arguments) {
            // Whoever catches all errors, or this one, may want it.
            let variable = |term: &Spanned| matches!(term.shape, Shape::Variable(_));
            let any = catcher
                .arguments("error")
                .map_or(catcher, |[formal, _]| formal);
            let all = variable(any);
            self.tolerant |= all || self.text[catcher.span.clone()].contains("existence_error");
        }
        for (argument, spec) in arguments.iter().zip(specs) {
            match spec {
                Argument::Goal(lacking) => self.goal(argument, *lacking),
                Argument::Qualified => self.goal(unqualified(argument), 0),
                Argument::Grammar => self.grammar(argument),
                // How many arguments the call adds is only known of a lambda without parameters.
                Argument::Closure | Argument::Data => {}
            }
        }
        self.tolerant = before;
    }

    /// `Parameters>>Body` and `Free/Body`, called with so many arguments more.
    fn lambda(&mut self, parameters: &Spanned, body: &Spanned, lacking: usize) {
        let list = match parameters.arguments("/") {
            Some([_, list]) => list,
            None => parameters,
        };
        match &list.shape {
            Shape::List(items, None) => self.goal(body, lacking.saturating_sub(items.len())),
            _ => {
                let before = std::mem::replace(&mut self.tolerant, true);
                self.goal(body, lacking);
                self.tolerant = before;
            }
        }
    }

    /// A clause that a goal adds.
    fn added(&mut self, clause: Option<&Spanned>) {
        let Some(clause) = clause else { return };
        let (head, body) = clause.rule();
        let head = match head.arguments(":") {
            Some([_, head]) => head,
            None => head,
        };
        match head.call() {
            Some((name, arguments)) => {
                let predicate = Predicate::new(name, arguments.len());
                self.outline.declared.insert(predicate);
                self.occurs(head, name, arguments.len(), Role::Import, 0);
            }
            None => self.outline.open = true,
        }
        if let Some(body) = body {
            self.goal(body, 0);
        }
    }

    /// The body of a grammar rule.
    fn grammar(&mut self, term: &Spanned) {
        match term.call() {
            Some(("," | ";" | "|" | "->" | "*->", parts @ [_, _])) => {
                parts.iter().for_each(|part| self.grammar(part));
            }
            Some(("\\+", [part])) => self.grammar(part),
            Some(("{}", [goal])) => self.goal(goal, 0),
            Some(("!" | "[]" | "{}", [])) => {}
            Some(("call", [closure, more @ ..])) => self.goal(closure, more.len() + 2),
            Some((":", _)) | None => {}
            Some((name, arguments)) => {
                let total = arguments.len() + 2;
                self.occurs(term, name, total, Role::Call, 2);
            }
        }
    }

    /// Notes a predicate whose name stands at the head of `term`.
    fn occurs(&mut self, term: &Spanned, name: &str, arity: usize, role: Role, grammar: usize) {
        let Some(span) = self.name_of(term) else {
            return;
        };
        self.outline.occurrences.push(Occurrence {
            predicate: Predicate::new(name, arity),
            span,
            role,
            clause: self.clause,
            grammar: grammar > 0,
            tolerant: self.tolerant,
        });
    }

    /// Where the name of a term stands: before its arguments, between them or behind them.
    fn name_of(&self, term: &Spanned) -> Option<Range<usize>> {
        let (name, arguments) = term.call()?;
        let named = |token: &&Token| {
            token.kind == Kind::Atom && syntax::atom_name(token.source(self.text)) == name
        };
        let between = |from: usize, to: usize| {
            let first = self.tokens.partition_point(|token| token.span.start < from);
            let mut inside = self.tokens[first..].iter();
            let mut inside = inside.by_ref().take_while(|token| token.span.end <= to);
            inside.find(named).map(|token| token.span.clone())
        };
        let first = self
            .tokens
            .partition_point(|token| token.span.start < term.span.start);
        let first = self.tokens.get(first).filter(named);
        match (first, arguments) {
            (Some(token), _)
                if token.span.start == term.span.start && !is_left(term, arguments) =>
            {
                Some(token.span.clone())
            }
            (_, [left, right]) => between(left.span.end, right.span.start),
            (_, [left]) => between(left.span.end, term.span.end),
            _ => None,
        }
    }
}

/// Whether a term begins with its first argument.
fn is_left(term: &Spanned, arguments: &[Spanned]) -> bool {
    let first = arguments.first();
    first.is_some_and(|first| first.span.start == term.span.start)
}

/// A goal without the variables before it.
fn unqualified(mut goal: &Spanned) -> &Spanned {
    while let Some([_, inner]) = goal.arguments("^") {
        goal = inner;
    }
    goal
}
