//! The library: modules of `prolog/`, embedded in the program, and what Scryer's libraries export.
//!
//! Most modules are loaded when a query or a file first names one of their exports. Which these are
//! stands in the modules' own headers, and nowhere else.

mod facts;
mod importable;

use std::{borrow::Cow, collections::HashMap, sync::LazyLock};

pub use self::{
    facts::{Argument, argument, facts, meta_arguments},
    importable::{importable, path},
};
use crate::syntax::{self, Kind as Token};

/// When a module is loaded, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// When the engine starts; for the engine itself.
    Engine,
    /// When its name, or the name of one of its exports, occurs in what a user writes.
    Named,
    /// The same, unless the session is ISO only.
    Swi,
    /// When the engine starts, unless the session is ISO only; in place of what Scryer has under these names.
    Ready,
    /// When its own name occurs; its exports have to be imported.
    Closed,
}

/// A module of `prolog/`.
#[derive(Debug)]
pub struct Module {
    /// The module's name.
    pub name: &'static str,
    /// Its text; without the `module` directive where users may consult the file as it is.
    pub text: &'static str,
    /// When it is loaded.
    pub access: Access,
}

impl Module {
    /// What programs call it that import it.
    pub fn library(&self) -> &'static str {
        shown(self.name)
    }
}

/// What programs call the module of this name.
pub fn shown(name: &str) -> &str {
    name.strip_prefix(OURS).unwrap_or(name)
}

/// A predicate of some library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// The module that exports it.
    pub module: String,
    /// Its name.
    pub name: String,
    /// Its arity.
    pub arity: usize,
    /// Who gets it.
    pub access: Access,
}

macro_rules! modules {
    ($($access:ident $folder:literal $prefix:literal: $($name:ident $(= $file:literal)?),*;)*) => {
        /// The modules of our own.
        pub const MODULES: &[Module] = &[$($(Module {
            name: concat!($prefix, stringify!($name)),
            text: modules!(@text $folder $name $($file)?),
            access: Access::$access,
        }),*),*];
    };
    (@text $folder:literal $name:ident) => {
        include_str!(concat!("../", $folder, "/", stringify!($name), ".pl"))
    };
    (@text $folder:literal $name:ident $file:literal) => {
        include_str!(concat!("../", $folder, "/", $file))
    };
}

/// How the names of modules begin that would be of one word otherwise: programs may have modules with such names.
pub const OURS: &str = "cl_";

// The second text is how the names of the modules begin; the names of their files do not.
modules! {
    Engine "prolog" "cl_": modules;
    Engine "prolog" "": standard_order;
    Engine "prolog" "cl_": variables;
    Engine "prolog" "": string_terms, term_texts;
    Engine "prolog" "cl_": scopes;
    Engine "prolog" "": load_hooks;
    Engine "prolog" "cl_": engine, guards;
    Named "prolog" "cl_": positions, pictures, records, help;
    Named "prolog" "": plunit;
    Named "prolog" "cl_": trace, failure, listing;
    Named "prolog" "": winning_lines;
    Named "prolog" "cl_": tactics, explain, datalog, learning, games;
    Named "prolog" "": metagol;
    Named "prolog" "cl_": metarules, strategies, gp, openings, mcmc, networks;
    Named "kb" "": named_positions = "positions.pl", reference_positions = "endgames.pl";
    Closed "prolog" "cl_":
        miscompiled, asking, declarations, indexed, asserted, steps, consult, arguments, blame, bridge, host,
        clauses, metas, layout, pointers, program, constructs, heads, expansions, grading, checks, permitted,
        rights, homes, called, review, popper, migo;
    Closed "prolog" "":
        load_state, load_clauses, load_libraries, load_text, motif_names, motif_rules, motif_steps, explain_words,
        explain_material, explain_verdict, explain_motifs, explain_weak, explain_defences, explain_endings,
        explain_engine, explain_estimate, explain_better, paper_vocabulary, term_marks, failure_words,
        load_directives, file_imports, plunit_verdict, sandbox, unit_names, datalog_files, datalog_rules,
        puzzle_report, prove_calls, gp_tasks, metagol_background, metagol_checks, metagol_clauses, metagol_kernel,
        metagol_options, metagol_setup, metagol_source, metagol_steps, metagol_text, metagol_top, migo_careful,
        migo_faithful, migo_metarules, migo_theory;
    Closed "prolog/games" "": oxo, hexapawn, hexapawn3, hexapawn4;
    Ready "prolog/swi" "swi_": lengths;
    Swi "prolog/swi" "swi_":
        aggregate, apply, attributes, chars, codesio, ctypes, control, csv, dates, directories, edinburgh, errors,
        files, flags, functions, globals, heaps, indentation, lists, main, messages, older, options, output, places,
        pprint, prolog_code, properties, pure_input, random, rbtrees, records, session, solutions, sort, statistics,
        term_relations, term_text, terms, text, wildcards, yall;
    Closed "prolog/swi" "swi_":
        arith, atoms, calls, capture, chr, chr_rules, chr_store, convert, dcg, dcg_basics, expressions, format,
        hprolog, matching, moded, moded_answers, moded_tables, numbers, optparse, oset, parts, persistency, quintus,
        record, settings, soft, syntax;
}

/// The manual of what no module of ours defines: comments of files that are never loaded, on the standard and on Scryer's
/// libraries.
pub const STANDARD: [&str; 3] = [
    include_str!("../prolog/standard.pl"),
    include_str!("../prolog/standard_libraries.pl"),
    include_str!("../prolog/standard_constraints.pl"),
];

/// What takes the place of Scryer's own toplevel.
pub const TOPLEVEL: &str = include_str!("../prolog/toplevel.pl");

/// The module that loads all others.
pub const LOADER: &str = "cl_modules";

/// The modules of `prolog/` that [`LOADER`] loads when the engine starts, in this order.
pub fn at_start(iso: bool) -> impl Iterator<Item = &'static str> {
    let engine = with_access(Access::Engine).filter(|&name| name != LOADER);
    engine.chain(ready(iso))
}

/// Whether the module is written such that nothing in it has to be cured of what Scryer compiles wrongly: those of the
/// start, and the one that has the cures.
pub fn is_plain(name: &str) -> bool {
    name == "cl_miscompiled" || at_start(false).any(|plain| plain == name)
}

/// Those of them whose predicates take the place of Scryer's in `user`.
pub fn ready(iso: bool) -> impl Iterator<Item = &'static str> {
    with_access(Access::Ready).filter(move |_| !iso)
}

fn with_access(access: Access) -> impl Iterator<Item = &'static str> {
    let modules = MODULES.iter().filter(move |module| module.access == access);
    modules.map(|module| module.name)
}

/// Goals of Scryer's and what is run instead, in programs and in our own modules (`M` is where the goal stands):
/// Scryer overlooks variables, has some lists in the wrong order, and does not survive some cyclic terms.
pub const REPLACED: &[(&str, &str)] = &[
    ("ground(T)", "cl_variables:no_variables(T)"),
    ("term_variables(T, Vs)", "cl_variables:variables_of(T, Vs)"),
    ("copy_term(T, C)", "cl_variables:copied(T, C)"),
    ("copy_term_nat(T, C)", "cl_variables:copied_plainly(T, C)"),
    ("subsumes_term(G, S)", "cl_variables:subsumes(G, S)"),
    ("bagof(T, G, L)", "cl_variables:bag_of(T, M:G, L)"),
    ("setof(T, G, L)", "cl_variables:set_of(T, M:G, L)"),
    ("compare(O, A, B)", "standard_order:compared(O, A, B)"),
    ("A @< B", "standard_order:before(A, B)"),
    ("A @> B", "standard_order:after(A, B)"),
    ("A @=< B", "standard_order:not_after(A, B)"),
    ("A @>= B", "standard_order:not_before(A, B)"),
    ("sort(L, S)", "standard_order:sorted(L, S)"),
    ("keysort(L, S)", "standard_order:key_sorted(L, S)"),
    ("acyclic_term(T)", "cl_guards:finite_term(T)"),
    ("term_si(T)", "cl_guards:known_term(T)"),
    ("current_op(P, T, N)", "cl_guards:operator(P, T, N)"),
];

/// Goals of programs that write, or say how strings are read, and what is run instead where strings are no lists of
/// characters. The last arguments are the same, so that a closure that lacks some of them means the same, too.
pub const STRINGS: &[(&str, &str)] = &[
    ("write(T)", "string_terms:write_as(write, T)"),
    ("write(S, T)", "string_terms:write_as(write, S, T)"),
    ("writeq(T)", "string_terms:write_as(writeq, T)"),
    ("writeq(S, T)", "string_terms:write_as(writeq, S, T)"),
    (
        "write_canonical(T)",
        "string_terms:write_as(write_canonical, T)",
    ),
    (
        "write_canonical(S, T)",
        "string_terms:write_as(write_canonical, S, T)",
    ),
    ("write_term(T, Os)", "string_terms:write_with(T, Os)"),
    ("write_term(S, T, Os)", "string_terms:write_with(S, T, Os)"),
    ("set_prolog_flag(F, V)", "string_terms:set_flag(F, V)"),
    ("current_prolog_flag(F, V)", "string_terms:flag(F, V)"),
];

/// Goals that read: what is run instead is in `asking`, under a name that begins with `asked_`.
pub const READING: &[&str] = &[
    "read(T)",
    "read(S, T)",
    "read_term(T, Os)",
    "read_term(S, T, Os)",
    "get_char(C)",
    "get_char(S, C)",
    "peek_char(C)",
    "peek_char(S, C)",
    "get_code(C)",
    "get_code(S, C)",
    "peek_code(C)",
    "peek_code(S, C)",
    "at_end_of_stream",
    "at_end_of_stream(S)",
    "get_n_chars(S, N, Cs)",
    "get_line_to_chars(S, L, R)",
    "read_line_to_string(S, L)",
    "read_line_to_codes(S, L)",
];

/// Scryer's libraries that are loaded when the engine starts, and imported into `user`.
pub const PRELOADED: &[&str] = &["lists", "dcgs", "iso_ext", "pairs", "lambda"];

/// Those of which SWI-Prolog's predicates take the place, unless the session is ISO only.
pub const PRELOADED_ISO: &[&str] = &["between", "error", "charsio", "format"];

/// The module of our own that a program means which defines predicates of this name.
pub fn hooked(name: &str) -> Option<&'static str> {
    // Its operators are needed before the first metarule is read.
    (name == "metarule").then_some("metagol")
}

/// The module of our own with this name.
pub fn module(name: &str) -> Option<&'static Module> {
    MODULES.iter().find(|module| module.name == name)
}

/// The name of the module of our own that programs import by this name.
pub fn module_of(library: &str) -> Option<&'static str> {
    let mut modules = MODULES
        .iter()
        .filter(|module| module.access != Access::Engine);
    let found = modules.find(|module| module.name == library || module.library() == library);
    found.map(|module| module.name)
}

/// Modules that are plain facts, so that users can consult their files as they are, and what they export.
const CONSULTED: [(&str, &str); 2] = [
    ("named_positions", "named_position/3"),
    ("reference_positions", "reference_position/4"),
];

/// Whether users consult the file of the module, too.
pub fn is_consulted(name: &str) -> bool {
    CONSULTED.iter().any(|(module, _)| *module == name)
}

/// The text of a module of `prolog/` as it is loaded.
pub fn loadable(module: &'static Module) -> Cow<'static, str> {
    if module.name == LOADER {
        let facts = REPLACED.iter().map(|(goal, other)| {
            let place = if other.contains("M:") { "M" } else { "_" };
            format!("replaced({goal}, {place}, {other}).\n")
        });
        let text = [module.text.to_owned()].into_iter().chain(facts);
        return Cow::Owned(text.collect());
    }
    let Some((name, exports)) = CONSULTED.iter().find(|(name, _)| *name == module.name) else {
        return Cow::Borrowed(module.text);
    };
    Cow::Owned(format!(":- module({name}, [{exports}]).\n{}", module.text))
}

/// What the libraries export under this name; where several export the same predicate, the first
/// provides it.
pub fn exports(name: &str, iso: bool) -> impl Iterator<Item = &'static Export> {
    let all = EXPORTS.get(name).map_or(&[][..], Vec::as_slice);
    let open =
        move |export: &Export| !(iso && matches!(export.access, Access::Swi | Access::Ready));
    all.iter().enumerate().filter_map(move |(i, export)| {
        let earlier = |other: &Export| other.arity == export.arity && open(other);
        (open(export) && !all[..i].iter().any(earlier)).then_some(export)
    })
}

/// All names that the libraries export.
pub fn names() -> impl Iterator<Item = &'static str> {
    EXPORTS.keys().map(String::as_str)
}

/// The names of Scryer's libraries that have something for programs.
pub fn of_scryer() -> impl Iterator<Item = &'static str> {
    SCRYER.iter().chain(IMPORTED).map(|&(name, _)| name)
}

static EXPORTS: LazyLock<HashMap<String, Vec<Export>>> = LazyLock::new(|| {
    let ours = MODULES
        .iter()
        .filter(|module| !matches!(module.access, Access::Engine | Access::Closed))
        .flat_map(|module| {
            let exports = exported(module).into_iter();
            exports.map(|(name, arity)| (module.name, name, arity, module.access))
        });
    let scryers = SCRYER.iter().flat_map(|(module, exports)| {
        exports.split_whitespace().filter_map(|indicator| {
            let (name, arity) = indicator.rsplit_once('/')?;
            Some((*module, name.to_owned(), arity.parse().ok()?, Access::Named))
        })
    });
    let mut table: HashMap<String, Vec<Export>> = HashMap::new();
    for (module, name, arity, access) in ours.chain(scryers) {
        table.entry(name.clone()).or_default().push(Export {
            module: module.to_owned(),
            name,
            arity,
            access,
        });
    }
    table
});

/// What a module of our own exports.
pub fn exported(module: &'static Module) -> Vec<(String, usize)> {
    indicators(header(&loadable(module)))
}

/// The beginning of a module's text with its export list, so that the rest need not be read.
fn header(text: &str) -> &str {
    let directive = match text.starts_with(":- module(") {
        true => Some(0),
        false => text.find("\n:- module("),
    };
    let end = directive.and_then(|at| Some(at + text[at..].find("]).")? + "]).".len()));
    end.map_or(text, |end| &text[..end])
}

/// The predicates in the export list with which a module's text begins.
pub fn indicators(text: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut before: [&str; 2] = [""; 2];
    for token in syntax::tokens(text) {
        let source = &text[token.span];
        match token.kind {
            Token::Comment => continue,
            Token::End => break,
            Token::Number if before[1] == "/" => {
                if let Ok(arity) = source.parse() {
                    found.push((unquoted(before[0]), arity));
                }
            }
            // The grammar rule Name//Arity.
            Token::Number if before[1] == "//" => {
                if let Ok(arity) = source.parse::<usize>() {
                    found.push((unquoted(before[0]), arity + 2));
                }
            }
            _ => {}
        }
        before = match source {
            // (Name)/Arity: the brackets do not matter.
            "(" | ")" => before,
            _ => [before[1], source],
        };
    }
    found
}

fn unquoted(atom: &str) -> String {
    atom.trim_matches('\'').to_owned()
}

/// What Scryer's libraries export, as far as people look for it. A test compares this with Scryer.
const SCRYER: &[(&str, &str)] = &[
    (
        "lists",
        "member/2 select/3 append/2 append/3 foldl/4 foldl/5 memberchk/2 reverse/2 length/2 maplist/2 maplist/3 maplist/4 maplist/5 maplist/6 maplist/7 maplist/8 maplist/9 same_length/2 nth0/3 nth0/4 nth1/3 nth1/4 sum_list/2 transpose/2 list_to_set/2 list_max/2 list_min/2 permutation/2",
    ),
    (
        "between",
        "between/3 gen_int/1 gen_nat/1 numlist/2 numlist/3 repeat/1",
    ),
    ("dcgs", "phrase/2 phrase/3 phrase/4 phrase/5 seq/3 seqq/3"),
    (
        "pairs",
        "pairs_keys_values/3 pairs_keys/2 pairs_values/2 group_pairs_by_key/2 map_list_to_pairs/3",
    ),
    (
        "iso_ext",
        "call_cleanup/2 call_with_inference_limit/3 call_residue_vars/2 forall/2 partial_string/1 partial_string/3 setup_call_cleanup/3 succ/2 call_nth/2 countall/2 copy_term/3 copy_term_nat/2",
    ),
    (
        "charsio",
        "char_type/2 chars_utf8bytes/2 get_single_char/1 get_n_chars/3 get_line_to_chars/3 read_from_chars/2 read_term_from_chars/3 write_term_to_chars/3 chars_base64/3",
    ),
    (
        "error",
        "must_be/2 can_be/2 instantiation_error/0 domain_error/2 type_error/2 representation_error/1 resource_error/1 instantiation_error/1 domain_error/3 type_error/3 call_with_error_context/2",
    ),
    (
        "assoc",
        "empty_assoc/1 is_assoc/1 assoc_to_list/2 assoc_to_keys/2 assoc_to_values/2 gen_assoc/3 get_assoc/3 get_assoc/5 list_to_assoc/2 map_assoc/2 map_assoc/3 max_assoc/3 min_assoc/3 ord_list_to_assoc/2 put_assoc/4 del_assoc/4 del_min_assoc/4 del_max_assoc/4",
    ),
    ("dif", "dif/2"),
    ("freeze", "freeze/2"),
    ("when", "when/2"),
    (
        "reif",
        "if_/3 cond_t/3 memberd_t/3 tfilter/3 tmember/2 tmember_t/3 tpartition/4",
    ),
    (
        "time",
        "max_sleep_time/1 sleep/1 time/1 current_time/1 format_time/4 statistics/2",
    ),
    ("random", "maybe/0 random/1 random_integer/3 set_random/1"),
    (
        "ordsets",
        "is_ordset/1 list_to_ord_set/2 ord_add_element/3 ord_del_element/3 ord_selectchk/3 ord_intersect/2 ord_intersect/3 ord_intersection/3 ord_intersection/4 ord_disjoint/2 ord_subtract/3 ord_union/2 ord_union/3 ord_union/4 ord_subset/2 ord_empty/1 ord_memberchk/2 ord_symdiff/3 ord_seteq/2 ord_intersection/2",
    ),
    (
        "ugraphs",
        "add_edges/3 add_vertices/3 complement/2 compose/3 del_edges/3 del_vertices/3 edges/2 neighbors/3 neighbours/3 reachable/3 top_sort/2 top_sort/3 transitive_closure/2 transpose_ugraph/2 vertices/2 vertices_edges_to_ugraph/3 ugraph_union/3 connect_ugraph/3",
    ),
    ("gensym", "gensym/2 reset_gensym/1"),
    ("tabling", "abolish_all_tables/0"),
    (
        "files",
        "directory_files/2 file_size/2 file_exists/1 directory_exists/1 delete_file/1 rename_file/2 file_copy/2 delete_directory/1 make_directory/1 make_directory_path/1 working_directory/2 path_canonical/2 path_segments/2 file_modification_time/2 file_creation_time/2 file_access_time/2",
    ),
    ("os", "getenv/2 setenv/2 unsetenv/1 shell/1 shell/2 pid/1"),
    ("terms", "numbervars/3"),
    ("format", "format_/4 format/2 format/3"),
    (
        "pio",
        "phrase_from_file/2 phrase_from_file/3 phrase_from_stream/2 phrase_to_file/2 phrase_to_file/3 phrase_to_stream/2",
    ),
];

/// Libraries that are too large, or whose operators matter: they have to be imported.
pub const IMPORTED: &[(&str, &str)] = &[
    (
        "clpz",
        "#= #\\= #< #> #=< #>= in ins .. in/2 ins/2 label/1 labeling/2 indomain/1 all_different/1 all_distinct/1 sum/3 \
         scalar_product/4 tuples_in/2 lex_chain/1 serialized/2 global_cardinality/2 circuit/1 cumulative/1 element/3 automaton/3 #<==> #==> #\\/ #/\\",
    ),
    ("clpb", "sat/1 taut/2 sat_count/2"),
    ("tabling", "table/1"),
    ("csv", "parse_csv/2"),
    ("debug", "$/1 $-/1"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_may_have_modules_of_one_word() {
        let taken = MODULES.iter().map(|module| module.name);
        let taken: Vec<_> = taken.filter(|name| !name.contains('_')).collect();
        let known = [
            "plunit",
            "metagol",
            "sandbox",
            "oxo",
            "hexapawn",
            "hexapawn3",
            "hexapawn4",
        ];
        assert_eq!(taken, known, "programs name these");
    }

    #[test]
    fn headers_are_read() {
        assert_eq!(
            indicators(
                "/* x/1 */ :- module(m, [a/1, 'B c'/2, (*->)/2, d//1, op(700, xfx, =>)]).\nx/5."
            ),
            [
                ("a".to_owned(), 1),
                ("B c".to_owned(), 2),
                ("*->".to_owned(), 2),
                ("d".to_owned(), 3)
            ]
        );
        for module in MODULES {
            let text = loadable(module);
            assert_eq!(
                indicators(header(&text)),
                indicators(&text),
                "{}",
                module.name
            );
        }
        assert_eq!(exports("legal_move", false).count(), 0);
        assert!(exports("board", true).all(|export| export.module == "cl_positions"));
        let dif: Vec<_> = exports("dif", true).map(|export| export.arity).collect();
        assert_eq!(dif, [2]);
    }
}
