//! Every row of the signature table, by examples: `typing/<theory>.txt` has a section per operator, with
//! applications and their sorts (`term : sort`) and applications that have none (`term !`), over the constants of
//! `typing/prelude.smt2`. A row without examples fails the last test.

use std::collections::HashSet;
use std::path::Path;

use smtlib::theory::{Arity, Op, Pattern, Row, Table};
use smtlib::{
    Arena, Command, Head, QualId, Script, SortCtor, SortDecl, SortDeclKind, SortId, TermId, sort_text,
};

const PRELUDE: &str = include_str!("typing/prelude.smt2");

/// One line of a theory's file.
struct Example {
    /// The section it stands in.
    op: Op,
    line: usize,
    term: String,
    /// The expected sort, `None` when the term must be refused.
    sort: Option<String>,
}

fn theories() -> Vec<String> {
    let mut names: Vec<String> =
        Table::get().rows().iter().map(|row| format!("{:?}", row.theory())).collect();
    names.dedup();
    names
}

fn examples(theory: &str) -> Vec<Example> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/typing/{}.txt", theory.to_lowercase()));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut op = None;
    let mut examples = Vec::new();
    for (line, text) in text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
        let line = line + 1;
        let Some(example) = text.strip_prefix("  ") else {
            let found =
                Table::get().rows().iter().find(|row| format!("{:?}", row.op) == format!("{theory}({text})"));
            op = Some(found.unwrap_or_else(|| panic!("{theory}:{line}: no operator {text}")).op);
            continue;
        };
        let op = op.expect("a section comes first");
        examples.push(match (example.strip_suffix(" !"), example.rsplit_once(" : ")) {
            (Some(term), _) => Example { op, line, term: term.into(), sort: None },
            (None, Some((term, sort))) => Example { op, line, term: term.into(), sort: Some(sort.into()) },
            (None, None) => panic!("{theory}:{line}: neither `term : sort` nor `term !`"),
        });
    }
    examples
}

/// Parses one term after the prelude. `simplify` takes a term of any sort.
fn parse(term: &str) -> (Script, TermId) {
    let source = format!("{PRELUDE}(simplify {term})");
    let script = Script::parse(source.as_bytes()).unwrap_or_else(|error| panic!("{term}: {error}"));
    match script.commands.last() {
        Some(&Command::Simplify(root, None)) => (script, root),
        other => panic!("{term}: {other:?}"),
    }
}

/// What is wrong with an example, if anything.
fn complaint(example: &Example) -> Option<String> {
    let (script, root) = parse(&example.term);
    let errors: Vec<&str> = script.type_errors.iter().map(|error| error.message.as_str()).collect();
    let node = script.arena.term(root);
    match (&example.sort, node.head) {
        (Some(_), _) if !errors.is_empty() => Some(format!("refused: {}", errors.join("; "))),
        (Some(expected), Head::Op(op, ..)) if op == example.op => {
            let sort = sort_text(&script.arena, node.sort);
            (sort != *expected).then(|| format!("is of sort {sort}, not {expected}"))
        }
        (Some(_), head) => Some(format!("is read as {head:?}")),
        (None, Head::Unknown(name, _)) => {
            let name = script.arena.name(name);
            if !example.op.row().names.iter().any(|(_, known)| *known == name) {
                Some(format!("`{name}` is no name of {:?}", example.op))
            } else if errors.len() != 1 {
                Some(format!("{} type errors: {}", errors.len(), errors.join("; ")))
            } else {
                (!errors[0].contains(&format!("`{name}`")))
                    .then(|| format!("the error does not name it: {}", errors[0]))
            }
        }
        (None, head) => {
            Some(format!("is accepted as {head:?}, of sort {}", sort_text(&script.arena, node.sort)))
        }
    }
}

#[test]
fn examples_have_the_sorts_they_state() {
    let mut complaints = Vec::new();
    for theory in theories() {
        for example in examples(&theory) {
            if let Some(complaint) = complaint(&example) {
                complaints.push(format!("{theory}:{} {} {complaint}", example.line, example.term));
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_row_has_examples_for_and_against_it_and_for_each_of_its_names() {
    let mut read = HashSet::new();
    let mut refused = HashSet::new();
    for theory in theories() {
        for example in examples(&theory) {
            let (script, root) = parse(&example.term);
            match script.arena.term(root).head {
                Head::Op(op, spelling, _) if example.sort.is_some() => drop(read.insert((op, spelling))),
                Head::Unknown(..) if example.sort.is_none() => drop(refused.insert(example.op)),
                _ => {}
            }
        }
    }
    let mut missing = Vec::new();
    for row in Table::get().rows() {
        for (spelling, (_, name)) in row.names.iter().enumerate() {
            if !read.contains(&(row.op, spelling as u8)) {
                missing.push(format!("{:?}: no well-typed `{name}`", row.op));
            }
        }
        if !refused.contains(&row.op) {
            missing.push(format!("{:?}: no ill-typed application", row.op));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// A well-typed example taken apart, for variations on it.
struct Application {
    arena: Arena,
    row: &'static Row,
    qual: QualId,
    sorts: Vec<SortId>,
    text: String,
}

impl Application {
    fn all() -> impl Iterator<Item = Application> {
        theories().into_iter().flat_map(|theory| examples(&theory)).filter(|e| e.sort.is_some()).filter_map(
            |example| {
                let (script, root) = parse(&example.term);
                let Head::Op(op, _, qual) = script.arena.term(root).head else { return None };
                let sorts =
                    script.arena.term(root).args.iter().map(|&arg| script.arena.sort_of(arg)).collect();
                Some(Application { arena: script.arena, row: op.row(), qual, sorts, text: example.term })
            },
        )
    }

    fn sort_with(&mut self, sorts: &[SortId]) -> Option<SortId> {
        self.arena.op_sort(self.row, self.qual, sorts)
    }

    /// A sort that no operator knows.
    fn alien(&mut self) -> SortId {
        let name = self.arena.symbols.fresh("Alien");
        let decl = self.arena.sorts.declare(SortDecl { name, arity: 0, kind: SortDeclKind::Declared });
        self.arena.sorts.make(SortCtor::User(decl), &[])
    }

    fn pattern(&self, place: usize) -> &'static Pattern {
        let patterns = &self.row.signature.args;
        patterns.get(place).or(patterns.last()).expect("an operator with arguments has patterns")
    }

    /// Whether the argument's sort is free: nothing else in the application depends on it.
    fn is_free(&self, place: usize) -> bool {
        match self.pattern(place) {
            Pattern::Any => true,
            variable @ Pattern::Var(_) => (0..self.sorts.len()).all(|other| {
                other == place || !format!("{:?}", self.pattern(other)).contains(&format!("{variable:?}"))
            }),
            _ => false,
        }
    }
}

#[test]
fn a_foreign_sort_fits_nowhere_but_where_any_sort_does() {
    for mut application in Application::all() {
        let alien = application.alien();
        for place in 0..application.sorts.len() {
            if application.is_free(place) {
                continue;
            }
            let mut sorts = application.sorts.clone();
            sorts[place] = alien;
            let found = application.sort_with(&sorts);
            assert_eq!(found, None, "{} with argument {place} of a foreign sort", application.text);
        }
    }
}

#[test]
fn an_argument_too_many_or_too_few_is_refused_as_the_arity_says() {
    for mut application in Application::all() {
        let patterns = application.row.signature.args.len();
        let Some((&last, fewer)) = application.sorts.split_last() else { continue };
        let (fewer, mut more) = (fewer.to_vec(), application.sorts.clone());
        more.push(last);
        let arity = application.row.arity;
        if arity == Arity::Fixed {
            assert_eq!(
                application.sort_with(&more),
                None,
                "{} with its last argument twice",
                application.text
            );
        }
        let least = match arity {
            Arity::Variadic => continue,
            Arity::LeftAssoc if application.row.takes_one_argument() => 1,
            _ => patterns,
        };
        if fewer.len() < least {
            assert_eq!(application.sort_with(&fewer), None, "{} without its last argument", application.text);
        }
    }
}

#[test]
fn an_argument_of_unknown_sort_is_never_an_error() {
    for mut application in Application::all() {
        for place in 0..application.sorts.len() {
            let mut sorts = application.sorts.clone();
            sorts[place] = SortId::OPAQUE;
            assert!(
                application.sort_with(&sorts).is_some(),
                "{} with argument {place} unknown",
                application.text
            );
        }
        let unknown = vec![SortId::OPAQUE; application.sorts.len()];
        assert!(application.sort_with(&unknown).is_some(), "{} with all arguments unknown", application.text);
    }
}

#[test]
fn an_index_too_many_or_none_at_all_is_refused() {
    for mut application in Application::all().filter(|a| !a.row.signature.special_indices) {
        let sorts = application.sorts.clone();
        let mut qual = application.arena.qual(application.qual).clone();
        let mut indices = qual.indices.to_vec();
        let one =
            smtlib::Index { kind: smtlib::IndexKind::Numeral, text: application.arena.symbols.intern("1") };
        indices.push(one);
        qual.indices = indices.into();
        let more = application.arena.make_qual(qual);
        let row = application.row;
        assert_eq!(
            application.arena.op_sort(row, more, &sorts),
            None,
            "{} with one more index",
            application.text
        );
        if application.qual != QualId::NONE {
            let found = application.arena.op_sort(row, QualId::NONE, &sorts);
            assert_eq!(found, None, "{} without indices", application.text);
        }
    }
}
